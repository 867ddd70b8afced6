//! What the host can say and no rule answers.
//!
//! The premises over a sensed predicate are patterns of its arguments. Whether they cover all values is
//! the exhaustiveness check of pattern matching (Maranget, "Warnings for pattern matching", 2007): the
//! matrix of patterns is specialised by each constructor of the first column. Columns that hold only
//! variables are dropped, so recursive types end as deep as the patterns are.

use crate::codes;
use crate::ids::{ConId, TypeId};
use crate::program::{Atom, PredKind, Premise, Program, Term};
use senet_syntax::{Diagnostic, Reports};

/// At most this many values without an answer are listed for each predicate.
const MOST: usize = 8;

pub(super) fn unheard_commands(program: &Program, out: &mut Reports) {
    let premises = || {
        let rules = program.rules.iter().flat_map(|r| &r.premises);
        rules.chain(program.clauses().iter().flat_map(|c| &c.goals)).flat_map(Premise::with_inner)
    };
    for (i, predicate) in program.predicates.iter().enumerate() {
        if predicate.kind != PredKind::Sense {
            continue;
        }
        let atoms: Vec<&Atom> =
            premises().filter_map(Premise::atom).filter(|a| a.predicate.index() == i).collect();
        if atoms.is_empty() {
            out.push(Diagnostic::new(
                &codes::UNHEARD,
                predicate.span,
                format!("no rule listens to `{}`", predicate.name),
                "sensed, and never used",
            ));
            continue;
        }
        let rows = atoms.iter().map(|atom| atom.arguments.iter().map(Some).collect()).collect();
        for missing in uncovered(program, &predicate.arguments, rows).iter().take(MOST) {
            let Some(blamed) = missing.blamed else { continue };
            let text = missing.values.join(" ");
            let found = Diagnostic::new(
                &codes::UNHEARD,
                program.constructor(blamed).span,
                format!("no rule answers `{text}`"),
                format!("`{}` can say it, and no premise matches it", predicate.name),
            );
            out.push(found.label(predicate.span, "sensed here"));
        }
    }
}

/// Values that no row matches, and the constructor that shows it.
struct Uncovered {
    values: Vec<String>,
    blamed: Option<ConId>,
}

/// Values of these types that no row of patterns matches; `None` in a row matches anything.
fn uncovered(program: &Program, types: &[TypeId], rows: Vec<Vec<Option<&Term>>>) -> Vec<Uncovered> {
    // No pattern is left: every value of the remaining columns is a witness.
    if rows.is_empty() {
        return vec![Uncovered { values: vec!["_".to_owned(); types.len()], blamed: None }];
    }
    let Some((first, rest)) = types.split_first() else { return Vec::new() };
    let declared = program.ty(*first);
    let head = |row: &Vec<Option<&Term>>| matches!(row[0], Some(Term::Apply(..)));
    if declared.shape.is_number() || !rows.iter().any(head) {
        // Numbers are answered by comparing them, which is not followed here.
        let rows = rows.into_iter().map(|row| row[1..].to_vec()).collect();
        let mut out = uncovered(program, rest, rows);
        out.iter_mut().for_each(|missing| missing.values.insert(0, "_".to_owned()));
        return out;
    }
    // One matrix for each constructor: exponential in the columns at worst, but a column splits
    // only where a pattern has a constructor in it, and `MOST` ends the search.
    let mut out = Vec::new();
    for constructor in &declared.constructors {
        let arguments = &program.constructor(*constructor).arguments;
        let special = rows.iter().filter_map(|row| {
            let mut special: Vec<Option<&Term>> = match row[0] {
                Some(Term::Apply(c, terms)) if c == constructor => terms.iter().map(Some).collect(),
                Some(Term::Apply(..)) => return None,
                _ => vec![None; arguments.len()],
            };
            special.extend(&row[1..]);
            Some(special)
        });
        let types: Vec<TypeId> = arguments.iter().chain(rest).copied().collect();
        for missing in uncovered(program, &types, special.collect()) {
            let name = &program.constructor(*constructor).name;
            let (inner, others) = missing.values.split_at(arguments.len());
            let value = match inner {
                [] => name.clone(),
                _ if types.len() == arguments.len() => format!("{name} {}", inner.join(" ")),
                _ => format!("({name} {})", inner.join(" ")),
            };
            let mut values = vec![value];
            values.extend_from_slice(others);
            out.push(Uncovered { values, blamed: missing.blamed.or(Some(*constructor)) });
            if out.len() >= MOST {
                return out;
            }
        }
    }
    out
}
