//! Rename: all uses, and nothing that would mean something else.

use crate::cursor::analyse;
use senet_program::{Options, check};
use senet_syntax::apply_edits;

#[track_caller]
fn renamed(text: &str, to: &str) -> String {
    let (analysis, at) = analyse(text);
    match analysis.rename(at, to) {
        Ok(edits) => apply_edits(analysis.text(), &edits).expect("edits do not overlap"),
        Err(refused) => format!("refused: {refused}"),
    }
}

#[test]
fn predicates_are_renamed_everywhere() {
    let text = "tu‸rn : pred. d : bwd. d <- turn.\n\
                stage s = { r : turn * not turn * N = count (turn) * N > 0 -o turn * { turn -o . }. }\n\
                context c = { turn }. #hidden turn.\n#trace 1 s { c, turn^2 }.";
    let after = renamed(text, "token");
    assert!(!after.contains("turn"), "{after}");
    assert_eq!(after.matches("token").count(), text.matches("turn").count() + 1);
}

#[test]
fn variables_are_renamed_in_their_rule_only() {
    let text = "t : type. p t : pred. q t : pred.\n\
                stage s = { a : p X‸ * q X -o p X. b : p X -o q X. }";
    let after = renamed(text, "Y");
    assert!(after.contains("a : p Y * q Y -o p Y. b : p X -o q X."), "{after}");
}

#[test]
fn variables_of_blocks_are_their_own() {
    let text = "t : type. p t : pred. q t : pred.\n\
                stage s = { a : p Y * not (p X‸ * q X) * not q X -o p Y. }";
    let after = renamed(text, "Z");
    assert!(after.contains("not (p Z * q Z) * not q X"), "{after}");
    assert!(renamed(text, "Y").contains("refused: there is a variable `Y` already, in line 2"));
}

#[test]
fn what_directives_name_is_renamed_with_it() {
    let text = "player : type. ann : player. bob : player. #players player.\nturn player : pred.\n\
                stage s = { a : turn P‸ -o turn P. b : turn P -o . }\n#interactive s. #limit 9 draw.\n\
                #chooser s P.\n#label a \"{P} goes, {P}\".\n#trace 1 s { turn ann }.";
    let after = renamed(text, "Who");
    assert!(after.contains("a : turn Who -o turn Who. b : turn Who -o ."), "{after}");
    assert!(after.contains("#chooser s Who.") && after.contains("{Who} goes, {Who}"), "{after}");
    assert!(check(&after, &Options::default()).program.is_some());
    let rule = text.replace("P‸", "P").replace("{ a :", "{ a‸ :");
    assert!(renamed(&rule, "go").contains("#label go"));
}

#[test]
fn family_variables_are_renamed() {
    let text = "p nat : pred. stage s = { for N‸ in 1..3 { r : p N -o p (N + M). } }";
    assert!(renamed(text, "K").contains("for K in 1..3 { r : p K -o p (K + M). }"));
    assert!(renamed(text, "M").starts_with("refused: there is a variable `M` already"));
}

#[test]
fn bad_names_are_refused() {
    let text = "t : type. a‸ : t. b : t. p t : pred. stage s = { r : p a -o p b. }";
    assert_eq!(renamed(text, "b"), "refused: there is a constant `b` already, in line 1");
    assert!(renamed(text, "B").contains("in a rule it would be a variable"));
    assert!(renamed(text, "a b").contains("not a name"));
    assert!(renamed(text, "").contains("it is empty"));
    assert!(renamed(text, "3d").contains("does not begin with a digit"));
    assert!(renamed(text, "-o").contains("it is an arrow"));
    assert_eq!(renamed(text, "pred"), "refused: `pred` is a word of the language");
    assert_eq!(renamed(text, "not"), "refused: `not` is a word of the language");
    let variable = "t : type. p t : pred. stage s = { r : p X‸ -o p X. }";
    assert!(renamed(variable, "x").contains("a variable begins in upper case"));
}

#[test]
fn what_comes_with_something_else_is_refused() {
    let text = "player : type. x : player. #players player.\nboard cell = square 2 2.\n\
                p player cell : pred. stage s = { r : p P a1 * next P Q * adjacent a1 C -o p Q C. }";
    for (name, reason) in [("next", "`#players`"), ("a1", "its board"), ("adjacent", "its board")] {
        let found = renamed(&text.replacen(name, &format!("{name}‸"), 1), "other");
        assert!(found.contains(reason), "{name}: {found}");
    }
    assert_eq!(renamed("p : pred. ‸  q : pred.", "x"), "refused: there is no name here");
}

#[test]
fn capture_is_refused() {
    // A fact `next` would take the place of what comes with the players.
    let text = "player : type. x : player. o : player. #players player. turn player : pred.\n\
                after‸ player player : bwd. after x o.\n\
                stage s = { r : turn P * next P Q * after P Q -o turn Q. }";
    assert!(renamed(text, "next").starts_with("refused"), "{}", renamed(text, "next"));
    // A context and a predicate share places.
    let text = "p : pred. q : pred. stage s = { r : p -o q. } context c‸ = { p }. #trace 1 s c.";
    assert!(renamed(text, "q").contains("there is a predicate `q` already"));
}

#[test]
fn graph_cells_are_renamed() {
    let text = "board place = graph { a‸ - b, b - c }. at place : pred.\n\
                stage s = { r : at a * adjacent a X -o at X. } #trace 1 s { at a }.";
    let after = renamed(text, "home");
    assert!(after.contains("graph { home - b, b - c }"), "{after}");
    assert!(after.contains("at home * adjacent home X"), "{after}");
    assert!(check(&after, &Options::default()).program.is_some());
}

#[test]
fn rules_of_one_name_are_renamed_alone_unless_a_directive_names_them() {
    let text = "p : pred. stage s = { r‸ : p -o . } stage t = { r : p -o . }";
    assert!(renamed(text, "go").contains("{ go : p -o . } stage t = { r : p -o . }"));
}
