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

use random::{Random, random_edit};
use senet_ide::{Analysis, EditError, RenameError, StructureEdit, StructureId};
use senet_program::{Options, check};
use senet_syntax::{Severity, apply_edits, parse, print};
use std::collections::BTreeMap;

/// Edits that were made and that were refused, by kind.
type Tally = BTreeMap<String, (usize, usize)>;

fn kind_of(edit: &StructureEdit) -> String {
    let debug = format!("{edit:?}");
    debug.split([' ', '{']).next().unwrap_or("").to_owned()
}

/// Tells what was edited if something panics: the checker, for example.
struct ToldIfPanicking<'t>(&'t str, &'t str);

impl Drop for ToldIfPanicking<'_> {
    #[allow(clippy::print_stderr, reason = "the only way to say something during a panic")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{} of\n{}", self.1, self.0);
        }
    }
}

/// One random sequence from a program; what happens is counted.
fn sequence(name: &str, text: &str, seed: u64, length: usize, tally: &mut Tally) {
    let mut random = Random::new(seed ^ text.len() as u64);
    let mut text = text.to_owned();
    for step in 0..length {
        let analysis = Analysis::new(&text, &Options::default());
        let guard = ToldIfPanicking(&text, "choosing an edit");
        let Some((edit, expected)) = random_edit(&analysis, &mut random) else { continue };
        let count = tally.entry(kind_of(&edit)).or_default();
        drop(guard);
        let done = format!("{edit:?}");
        let guard = ToldIfPanicking(&text, &done);
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
        if let StructureEdit::Rename { node, .. } = &edit {
            renames_back(*node, &analysis, &after, &told);
        }
        drop(guard);
        text = after;
    }
}

/// Giving something its old name again gives the old text again: every use was renamed, and nothing
/// else. The trees have the same shape, so that the id is the same.
fn renames_back(node: StructureId, before: &Analysis, after: &str, told: &dyn Fn() -> String) {
    let changed = difference(before.text(), after);
    let Some(old) = changed else { return };
    let again = Analysis::new(after, &Options::default());
    let edit = StructureEdit::Rename { node, name: old };
    let edits = match again.edit(&edit) {
        // The author may have chosen a word that renaming refuses: one of the language, or `next` of
        // the players, which is there again as soon as the program's own `next` is gone.
        Err(EditError::Rename(RenameError::Reserved { .. })) => return,
        Err(EditError::Rename(RenameError::Taken { name, .. }))
            if ["next", "seated"].contains(&name.as_str()) =>
        {
            return;
        }
        done => done.unwrap_or_else(|e| panic!("{e}: {edit:?}\n{}", told())),
    };
    assert_eq!(apply_edits(after, &edits).as_deref(), Some(before.text()), "{}", told());
}

/// The word of the first text at the first place where the two differ.
fn difference(before: &str, after: &str) -> Option<String> {
    let (old, new) = (senet_syntax::lexer::tokens(before), senet_syntax::lexer::tokens(after));
    let mut pairs = old.iter().zip(&new).map(|(a, b)| (a.span.of(before), b.span.of(after)));
    pairs.find(|(a, b)| a != b).map(|(a, _)| a.to_owned())
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
fn enough(tally: &Tally) {
    for (kind, (made, refused)) in tally {
        assert!(made + refused < 100 || *made * 25 > *refused, "{kind}: {made} of {refused}");
    }
    assert!(tally.len() >= 14, "{tally:?}");
}

/// Random sequences from every shipped game and from every clean program of the corpus.
fn sequences(games: usize, corpus: usize, seeds: u64) {
    let mut tally = Tally::new();
    for (path, text) in support::programs("games") {
        let name = path.display().to_string();
        for seed in 1..=seeds {
            sequence(&name, &text, seed, games, &mut tally);
        }
    }
    enough(&tally);
    let mut tally = Tally::new();
    for section in support::corpus() {
        if check(&section.text, &Options::default()).program.is_some() {
            for seed in 1..=seeds {
                sequence(&section.place, &section.text, seed, corpus, &mut tally);
            }
        }
    }
    enough(&tally);
}

#[test]
fn random_edits_of_games_and_corpus() {
    sequences(support::cases(60) as usize, support::cases(20) as usize, 1);
}

#[test]
#[ignore = "slow: five long sequences for each program"]
fn many_random_edits_of_games_and_corpus() {
    sequences(120, 60, 5);
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
pub(crate) fn said(file: &senet_syntax::ast::SourceFile) -> String {
    print(file)
}
