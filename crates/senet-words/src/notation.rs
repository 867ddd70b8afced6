//! How players write moves.
//!
//! A template such as `{K}[{A}]x{B}` gives the forms of a move: what stands in brackets may be left out,
//! and of a cell in brackets the column or the row alone may be given, as in `Nbd2`.

use crate::value::Value;
use crate::words::GameWords;
use senet_program::presentation::{TextPart, case_of, text_parts};
use senet_program::{ConId, RuleId, TypeId, TypeShape};

/// More forms of one move than this are not made.
const MOST: usize = 64;

impl GameWords {
    /// All forms of a move, the shortest of each template first; none without `#notation`.
    pub(crate) fn forms(&self, id: RuleId, values: &[Value]) -> Vec<String> {
        let Some(templates) = self.presentation().notation.get(&id) else {
            return Vec::new();
        };
        let rule = self.program.rule(id);
        let value = |name: &str| {
            let at = rule.effective.iter().position(|v| rule.variables[v.index()].name == name)?;
            Some((rule.variables[rule.effective[at].index()].ty, values[at]))
        };
        let mut all = Vec::new();
        for template in templates {
            let mut forms = vec![String::new()];
            let mut led = false;
            for (part, optional) in segments(template) {
                let ways = self.ways(part, optional, &value);
                // Where the piece has no letter, its place stands for it: `exd5`, not `xd5`.
                let stands_in = led && optional;
                let longer = forms.iter().flat_map(|form| {
                    let ways = ways
                        .iter()
                        .filter(move |w| !(stands_in && form.is_empty() && w.is_empty()));
                    ways.map(move |w| format!("{form}{w}"))
                });
                forms = longer.take(MOST).collect();
                led |= !optional && !part.is_empty();
            }
            forms.retain(|form| !form.is_empty() && !all.contains(form));
            all.extend(forms);
        }
        all
    }

    /// The ways to write a part of a template.
    fn ways(
        &self,
        part: &str,
        optional: bool,
        value: &dyn Fn(&str) -> Option<(TypeId, Value)>,
    ) -> Vec<String> {
        let parts = text_parts(part);
        let written = |part: &TextPart<'_>| match part {
            TextPart::Plain(text) => (*text).to_owned(),
            TextPart::Hole(name) => {
                value(name).map_or(String::new(), |(ty, v)| self.notated(ty, v))
            }
            TextPart::Cases(name, cases) => value(name).map_or(String::new(), |(ty, v)| {
                case_of(cases, &self.written(ty, v, false)).unwrap_or("").to_owned()
            }),
            TextPart::Count(_) | TextPart::Choice(..) => String::new(), // the checker refuses them
        };
        let whole: String = parts.iter().map(written).collect();
        if !optional {
            return vec![whole];
        }
        let mut ways = vec![String::new()];
        if let [TextPart::Hole(name)] = parts.as_slice()
            && let Some((ty, v)) = value(name)
            && self.place(ty, v).is_some()
        {
            let digits = whole.find(|c: char| c.is_ascii_digit()).unwrap_or(whole.len());
            let (column, row) = whole.split_at(digits);
            if !column.is_empty() && !row.is_empty() {
                ways.extend([column.to_owned(), row.to_owned()]);
            }
        }
        ways.push(whole);
        ways
    }

    /// A value as it is written in moves.
    fn notated(&self, ty: TypeId, value: Value) -> String {
        let constant = self.program.ty(ty).shape == TypeShape::Constants;
        let own = constant.then(|| self.presentation().written.get(&ConId(value as u32))).flatten();
        own.cloned().unwrap_or_else(|| self.written(ty, value, false))
    }
}

/// The parts of a template, each with whether it stands in brackets.
fn segments(template: &str) -> Vec<(&str, bool)> {
    let mut out = Vec::new();
    let mut rest = template;
    while let Some((before, inside)) = rest.split_once('[') {
        let Some((optional, after)) = inside.split_once(']') else { break };
        out.push((before, false));
        out.push((optional, true));
        rest = after;
    }
    out.push((rest, false));
    out
}
