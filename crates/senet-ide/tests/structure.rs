//! Structure edits in random sequences, on every shipped game and every clean program of the corpus:
//! the program stays without errors, comments stay, and the text says what the edit says about the
//! ast.

#[path = "../../../tests/support.rs"]
mod support;

#[path = "structure/by_hand.rs"]
mod by_hand;
#[path = "structure/oracle.rs"]
mod oracle;
#[path = "structure/random.rs"]
mod random;

use oracle::Expected;
use random::{Random, random_edit};
use senet_ide::{Analysis, EditError, StructureEdit};
use senet_program::{Options, check};
use senet_syntax::{Severity, apply_edits, parse, print};
use std::collections::BTreeMap;

/// Edits that were made and that were refused, by kind.
type Tally = BTreeMap<String, (usize, usize)>;

fn kind_of(edit: &StructureEdit) -> String {
    let debug = format!("{edit:?}");
    debug.split([' ', '{']).next().unwrap_or("").to_owned()
}

/// One random sequence from a program; what happens is counted.
fn sequence(name: &str, text: &str, seed: u64, length: usize, tally: &mut Tally) {
    let mut random = Random::new(seed);
    let mut text = text.to_owned();
    for step in 0..length {
        let analysis = Analysis::new(&text, &Options::default());
        let Some((edit, expected)) = random_edit(&analysis, &mut random) else { continue };
        let count = tally.entry(kind_of(&edit)).or_default();
        let edits = match analysis.edit(&edit) {
            Ok(edits) => edits,
            Err(EditError::UnknownNode) => panic!("{name}, {step}: {edit:?} is about nothing"),
            Err(_) => {
                count.1 += 1;
                continue;
            }
        };
        count.0 += 1;
        let after = apply_edits(&text, &edits).expect("edits do not overlap");
        let told = || format!("{name}, seed {seed}, step {step}: {edit:?}\n{text}\n=====\n{after}");
        let checked = check(&after, &Options::default());
        let errors: Vec<_> =
            checked.diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{errors:?}\n{}", told());
        keeps_comments(&text, &after, &told);
        expected.compare(&parse(&text).file, &parse(&after).file, &told);
        text = after;
    }
}

/// Every comment is still there.
fn keeps_comments(before: &str, after: &str, told: &dyn Fn() -> String) {
    let mut left = support::comments(after);
    for comment in support::comments(before) {
        let at = left.iter().position(|c| *c == comment);
        let at = at.unwrap_or_else(|| panic!("`{comment}` is lost\n{}", told()));
        left.remove(at);
    }
}

/// Enough of each kind of edit is made for the test to mean something.
#[track_caller]
fn enough(tally: &Tally, most: usize) {
    for (kind, (made, refused)) in tally {
        assert!(made + refused < most || *made * 25 > *refused, "{kind}: {made} of {refused}");
    }
    assert!(tally.len() >= 14, "{tally:?}");
}

#[test]
fn random_edits_of_games() {
    let mut tally = Tally::new();
    let length = support::cases(60) as usize;
    for (i, (path, text)) in support::programs("games").into_iter().enumerate() {
        let name = path.display().to_string();
        sequence(&name, &text, i as u64 + 1, length, &mut tally);
    }
    enough(&tally, 100);
}

#[test]
fn random_edits_of_the_corpus() {
    let mut tally = Tally::new();
    let length = support::cases(20) as usize;
    for (i, section) in support::corpus().into_iter().enumerate() {
        if check(&section.text, &Options::default()).program.is_some() {
            sequence(&section.place, &section.text, i as u64 + 1, length, &mut tally);
        }
    }
    enough(&tally, 100);
}

#[test]
fn every_choice_can_be_made() {
    let mut made = 0;
    for (i, (path, text)) in support::programs("games").into_iter().enumerate() {
        let mut random = Random::new(i as u64 + 7);
        let analysis = Analysis::new(&text, &Options::default());
        let slots = random::slots(&analysis.structure());
        for _ in 0..support::cases(10) {
            let Some(slot) = random.pick(&slots) else { continue };
            let choices = analysis.choices(slot.0).unwrap_or_default();
            for choice in &choices {
                let edit = StructureEdit::SetSlot { node: slot.0, text: choice.text.clone() };
                let done = analysis.edit(&edit);
                assert!(done.is_ok(), "{}: {} in {done:?}", path.display(), choice.text);
                made += 1;
            }
        }
    }
    assert!(made > 100, "{made} choices");
}

/// The ast as text, so that two that say the same look the same.
pub(crate) fn said(file: &senet_syntax::ast::File) -> String {
    print(file)
}

#[allow(dead_code, reason = "the type is named where it is used")]
type _Expected = Expected;
