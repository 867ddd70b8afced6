//! The index against the checker: on programs without errors, both have to agree.

#[path = "../../../../tests/support.rs"]
mod support;

use crate::Analysis;
use crate::index::names::natural;
use crate::index::{Access, Entity, Expected, RuleKind};
use senet_program::{Block, Options, Program, Variable};
use senet_syntax::Span;

/// Every shipped game and every clean section of the corpus.
fn clean_programs() -> Vec<(String, String)> {
    let games = support::programs("games");
    let games = games.into_iter().map(|(path, text)| (path.display().to_string(), text));
    let sections = support::corpus().into_iter().map(|s| (s.place, s.text));
    games.chain(sections).collect()
}

/// The variables of each rule and clause, blocks included, with the place of the rule.
fn written_variables(program: &Program) -> Vec<(Span, Vec<Variable>)> {
    fn blocks(block: &Block, out: &mut Vec<Variable>) {
        out.extend(block.locals.iter().cloned());
        for premise in &block.premises {
            premise.block().into_iter().for_each(|inner| blocks(inner, out));
        }
    }
    let mut out = Vec::new();
    for rule in program.rules() {
        let mut all = rule.variables.clone();
        rule.premises.iter().filter_map(|p| p.block()).for_each(|b| blocks(b, &mut all));
        rule.comprehensions.iter().for_each(|r| blocks(&r.block, &mut all));
        out.push((rule.span, all));
    }
    for clause in program.clauses() {
        let mut all = clause.variables.clone();
        clause.goals.iter().filter_map(|p| p.block()).for_each(|b| blocks(b, &mut all));
        out.push((clause.span, all));
    }
    for (_, all) in &mut out {
        all.retain(|v| !v.is_hidden() && v.name != "_");
        all.sort_by(|a, b| (&a.name, a.ty).cmp(&(&b.name, b.ty)));
    }
    out
}

#[test]
fn variables_have_the_types_that_the_checker_finds() {
    let mut compared = 0;
    for (place, text) in clean_programs() {
        let analysis = Analysis::new(&text, &Options::default());
        let Some(program) = analysis.program() else { continue };
        let declared = analysis.declared();
        let index = &analysis.index;
        for (at, expected) in written_variables(program) {
            let rule = index.rules.iter().position(|r| {
                matches!(r.kind, RuleKind::Step | RuleKind::Link | RuleKind::Clause)
                    && (r.name == Some(at) || r.span == at)
            });
            let Some(rule) = rule else {
                assert!(expected.is_empty(), "{place}: no rule at {at:?}");
                continue;
            };
            let mut found: Vec<(String, Option<u32>)> = index
                .variables(rule as u32)
                .map(|id| {
                    let symbol = index.symbol(id);
                    let Entity::Variable { ty, .. } = symbol.entity else { unreachable!() };
                    let ty = match ty {
                        Expected::Type(ty) => Some(ty),
                        Expected::Number => natural(&declared),
                        Expected::Anything => None,
                    };
                    (symbol.name.to_string(), ty.map(|t| t.0))
                })
                .collect();
            found.sort();
            let expected: Vec<(String, Option<u32>)> =
                expected.into_iter().map(|v| (v.name, Some(v.ty.0))).collect();
            assert_eq!(found, expected, "{place}: {}", at.of(&text));
            compared += expected.len();
        }
    }
    assert!(compared > 1_000, "{compared} variables were compared");
}

#[test]
fn every_name_of_a_clean_program_is_known() {
    for (place, text) in clean_programs() {
        let analysis = Analysis::new(&text, &Options::default());
        if analysis.program().is_none() {
            continue;
        }
        for symbol in &analysis.index.symbols {
            assert!(!matches!(symbol.entity, Entity::Unknown), "{place}: {}", symbol.name);
        }
        let places = &analysis.index.occurrences;
        for pair in places.windows(2) {
            let (a, b) = (pair[0].span, pair[1].span);
            assert!(a.end <= b.start, "{place}: {} is noted twice", b.of(&text));
        }
    }
}

#[test]
fn every_declaration_is_a_place_of_its_symbol() {
    for (place, text) in clean_programs() {
        let analysis = Analysis::new(&text, &Options::default());
        let index = &analysis.index;
        if analysis.program().is_none() {
            continue;
        }
        for (i, symbol) in index.symbols.iter().enumerate() {
            let (Some(definition), false) = (symbol.definition, symbol.given) else { continue };
            let id = crate::index::SymbolId(i as u32);
            let noted = index.places(id).any(|o| o.span == definition);
            assert!(noted, "{place}: {} has no place at its declaration", symbol.name);
        }
    }
}

#[test]
fn half_a_rule_has_names_too() {
    let text = "t : type. a : t. p t : pred.\nstage s = {\n  r : p X * p (\n  q : p Y -o p\n}\n";
    let analysis = Analysis::new(text, &Options::default());
    let index = &analysis.index;
    let at = text.find("X").unwrap() as u32;
    let found = index.at(at).expect("the variable is known");
    assert_eq!(found.access, Access::Argument);
    let Entity::Variable { ty: Expected::Type(_), .. } = index.symbol(found.symbol).entity else {
        panic!("the variable has a type");
    };
}
