//! How a game looks and reads: what the directives of presentation say. Nothing here changes the game.

use crate::ids::{ConId, PredId, RuleId, StageId};
use crate::program::Term;
use rustc_hash::FxHashMap;
use senet_board::Compass;

/// What the directives of presentation say.
#[derive(Debug, Clone, Default)]
pub struct Presentation {
    /// `#hide`: atoms that are not shown.
    pub hide: Vec<AtomPattern>,
    /// `#glyph PATTERN`: how atoms are drawn; the first that fits.
    pub glyphs: Vec<(AtomPattern, String)>,
    /// `#glyph CONSTRUCTOR ARGUMENTS`: how compound values are drawn; variables stand for anything, and
    /// the first that fits counts.
    pub value_glyphs: Vec<(Term, String)>,
    /// `#describe`: how atoms read; the first that fits.
    pub describe: Vec<(AtomPattern, String)>,
    /// `#panel`: atoms beside the board, under a title.
    pub panels: Vec<(AtomPattern, String)>,
    /// `#intro`, line by line.
    pub intro: Vec<String>,
    /// `#tell RULE`: a text for observers who see all of the step, and optionally one for the others.
    pub steps: FxHashMap<RuleId, Vec<String>>,
    /// `#tell STAGE`, line by line.
    pub stages: FxHashMap<StageId, Vec<String>>,
    /// `#tell PREDICATE`: what is told of a new atom, line by line.
    pub atoms: FxHashMap<PredId, Vec<String>>,
    /// `#goal`; without a player it is for all players.
    pub goals: Vec<(Option<ConId>, String)>,
    /// `#sides`; without a player they are for all players.
    pub sides: Vec<(Option<ConId>, Vec<Compass>)>,
    /// `#boards BOARD`: boards that each player has one of, by their number, with the title.
    pub boards: FxHashMap<usize, String>,
    /// `#inside PREDICATE DIRECTION`: atoms that are drawn halfway from their cell to the next one in a
    /// direction.
    pub inside: FxHashMap<PredId, String>,
    /// `#notation RULE`: how its moves are written, the preferred form first.
    pub notation: FxHashMap<RuleId, Vec<String>>,
    /// `#notation CONSTANT` and `#notation BOARD`: how constants are written in moves.
    pub written: FxHashMap<ConId, String>,
}

/// Which atoms a directive of presentation is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AtomPattern {
    /// The predicate.
    pub predicate: PredId,
    /// For each argument, the value that it has to be, if any.
    pub fixed: Vec<Option<Term>>,
    /// For each argument, the name that texts use for it, if any.
    pub names: Vec<Option<String>>,
}

/// A part of a text with holes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextPart<'t> {
    /// Letters.
    Plain(&'t str),
    /// `{X}`: a value.
    Hole(&'t str),
    /// `{X: a one, b two}`: a word for each value, as it is written.
    Cases(&'t str, &'t str),
    /// `{count coin P}`: how many atoms there are like this.
    Count(&'t str),
    /// `{coin P ? some text | another}`: the first text if there is an atom like this, else the second.
    Choice(&'t str, &'t str, &'t str),
}

impl<'t> TextPart<'t> {
    /// Whether it is a hole of this name.
    pub fn names(&self, name: &str) -> bool {
        matches!(self, TextPart::Hole(n) | TextPart::Cases(n, _) if *n == name)
    }

    /// The atoms that it counts or asks for, as they are written.
    pub fn atoms(&self) -> Option<&'t str> {
        match self {
            TextPart::Count(atoms) | TextPart::Choice(atoms, ..) => Some(atoms),
            TextPart::Plain(_) | TextPart::Hole(_) | TextPart::Cases(..) => None,
        }
    }
}

fn hole(inside: &str) -> TextPart<'_> {
    let inside = inside.trim();
    if let Some((name, cases)) = inside.split_once(':')
        && !name.trim().contains([' ', '?'])
    {
        return TextPart::Cases(name.trim(), cases);
    }
    if let Some((atoms, texts)) = inside.split_once('?') {
        let (yes, no) = texts.split_once('|').unwrap_or((texts, ""));
        return TextPart::Choice(atoms.trim(), yes.trim(), no.trim());
    }
    match inside.strip_prefix("count ") {
        Some(atoms) => TextPart::Count(atoms.trim()),
        None => TextPart::Hole(inside),
    }
}

/// The parts of a text with holes; a `{` that is never closed is letters.
pub fn text_parts(text: &str) -> Vec<TextPart<'_>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((before, inside)) = rest.split_once('{') {
        let Some((within, after)) = inside.split_once('}') else { break };
        if !before.is_empty() {
            parts.push(TextPart::Plain(before));
        }
        parts.push(hole(within));
        rest = after;
    }
    if !rest.is_empty() {
        parts.push(TextPart::Plain(rest));
    }
    parts
}

/// The text of a value among cases: `a one, b two`.
pub fn case_of<'t>(cases: &'t str, value: &str) -> Option<&'t str> {
    cases.split(',').find_map(|case| {
        let (name, text) = case.trim().split_once(' ')?;
        (name == value).then(|| text.trim())
    })
}

#[cfg(test)]
mod tests {
    use super::{TextPart, case_of, text_parts};

    #[test]
    fn holes_and_cases_are_found() {
        let parts = text_parts("{P} goes {D: n up, s down}.");
        assert_eq!(
            parts,
            [
                TextPart::Hole("P"),
                TextPart::Plain(" goes "),
                TextPart::Cases("D", " n up, s down"),
                TextPart::Plain("."),
            ]
        );
        let parts = text_parts("{count coin P} coins{lamp _ ? , and light: good | }");
        let choice = TextPart::Choice("lamp _", ", and light: good", "");
        assert_eq!(parts, [TextPart::Count("coin P"), TextPart::Plain(" coins"), choice]);
        assert_eq!(case_of(" n up, s far down", "s"), Some("far down"));
        assert_eq!(case_of(" n up, s down", "w"), None);
    }
}
