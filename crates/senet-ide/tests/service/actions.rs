//! What code actions offer, and what they make of the text.

use crate::cursor::cursor;
use senet_ide::{Analysis, CodeAction};
use senet_program::{Options, check};
use senet_syntax::{Span, apply_edits};

/// The actions at a cursor, or between two of them.
fn actions(text: &str) -> (String, Vec<CodeAction>) {
    let (text, start) = cursor_first(text);
    let (text, end) = if text.contains('‸') { cursor(&text) } else { (text, start) };
    let analysis = Analysis::new(&text, &Options::default());
    let found = analysis.code_actions(Span::new(start, end));
    (text, found)
}

fn cursor_first(text: &str) -> (String, u32) {
    let at = text.find('‸').expect("there is a cursor");
    (text.replacen('‸', "", 1), at as u32)
}

#[track_caller]
fn after(text: &str, title: &str) -> String {
    let (text, all) = actions(text);
    let titles: Vec<&str> = all.iter().map(|a| a.title.as_str()).collect();
    let found = all.iter().find(|a| a.title.contains(title));
    let found = found.unwrap_or_else(|| panic!("no `{title}` in {titles:?}"));
    apply_edits(&text, &found.edits).expect("edits do not overlap")
}

#[track_caller]
fn clean(text: &str) {
    let found = check(text, &Options::default()).diagnostics;
    assert!(found.is_empty(), "{found:?} in {text}");
}

#[test]
fn missing_predicates_are_declared_with_the_types_of_their_uses() {
    let text = "player : type. x : player.\nturn player : pred.  % whose turn\n\
                stage s = { r : turn P -o sc‸ore P 3. }\n#trace 1 s { turn x }.\n";
    let made = after(text, "declare");
    assert!(made.contains("% whose turn\nscore player nat : pred.\n"), "{made}");
    clean(&made);
    let text = "t : type. a : t.\nd‸one a.\np : pred. stage s = { r : p * done a -o . }\n\
                #trace 1 s { p }.";
    let made = after(text, "declare");
    assert!(made.contains("done t : bwd."), "{made}");
    clean(&made);
}

#[test]
fn missing_types_constants_and_stages_are_declared() {
    let made = after("p colo‸ur : pred.", "declare the type");
    assert!(made.contains("colour : type.\np colour : pred."), "{made}");
    let text = "t : type.  a : t.\np t : pred. stage s = { r : p ‸blue -o p a. }";
    assert!(after(text, "declare the constant").contains("t : type.  a : t.\nblue : t.\n"));
    let text = "stage s = {}\nqui * stage s -o stage o‸ver.\n#trace _ s {}.";
    let made = after(text, "declare the stage");
    assert!(made.contains("stage s = {}\nstage over = {}\n"), "{made}");
    clean(&made);
}

#[test]
fn premises_are_kept_and_taken() {
    let text = "p : pred. q : pred. stage s = { r : p‸ * q -o q * p. } #trace 1 s { p, q }.";
    assert!(after(text, "keep").contains("r : $p * q -o q."));
    let text = "p : pred. q : pred. stage s = { r : p‸ * q -o q. } #trace 1 s { p, q }.";
    assert!(after(text, "keep").contains("r : $p * q -o q."));
    let text = "p : pred. q : pred. stage s = { r : p‸ -o p. } #trace 1 s { p, q }.";
    assert!(after(text, "keep").contains("r : $p -o ()."));
    let text = "p : pred. q : pred. stage s = { r : $p‸ * q -o q. } #trace 1 s { p, q }.";
    assert!(after(text, "take").contains("r : p * q -o q."));
}

#[test]
fn rules_get_names() {
    let text = "p : pred. stage s = { ‸p -o . - : p * p -o . }";
    assert!(after(text, "name this rule").contains("{ rule-1 : p -o . - :"));
    let text = "p : pred. stage s = { rule-1 : p -o . ‸- : p * p -o . }";
    assert!(after(text, "name this rule").contains("rule-2 : p * p -o ."));
    let (_, all) = actions("p : pred. stage s = { na‸me : p -o . }");
    assert!(!all.iter().any(|a| a.title.contains("name this")));
}

#[test]
fn premises_become_a_derived_predicate() {
    let text = "t : type. a : t. b : t. e t t : bwd. e a b. p t : pred. q t : pred.\n\
                stage s = { r : p X * ‸$q Y * e X Z * e Z Y * X <> Y‸ -o p Y. }\n\
                #trace 1 s { p a, q b }.";
    let made = after(text, "extract");
    assert!(made.contains("derived-1 t t : bwd.\nderived-1 Y X <- q Y * e X Z * e Z Y * X <> Y."));
    assert!(made.contains("r : p X * derived-1 Y X -o p Y."), "{made}");
    assert!(check(&made, &Options::default()).program.is_some(), "{made}");
    let (_, all) = actions(&text.replace("‸$q Y", "‸q Y"));
    assert!(!all.iter().any(|a| a.title.contains("extract")), "what is taken stays");
}

#[test]
fn extensions_are_written_out() {
    let text = "p nat : pred. stage s = {\n  f‸or N in 1..2, M in 3..4 { r : p N -o p M. }\n}\n\
                #trace 1 s { p 1 }.";
    let made = after(text, "write the 4 rules");
    assert!(made.contains("  r/1/3 : p 1 -o p 3.\n  r/1/4 : p 1 -o p 4.\n"), "{made}");
    let text = "p : pred. stage s = { r : p^‸2 -o p. } #trace 1 s { p^3 }.";
    assert!(after(text, "copies").contains("r : p * p -o p."));
    let text = "p : pred. stage s = { r : p -o p. } #trace 1 s { p^‸3 }.";
    assert!(after(text, "copies").contains("{ p, p, p }"));
    let text = "p : pred. q : pred. stage s = { r : q‸ o- p * p. } #trace 1 s { p^3 }.";
    assert!(after(text, "turn the arrow").contains("r : p * p -o q."));
    let text = "board c = square 2 2. t : type. a : t. m t c : pred. #legend \"x\" m a.\n\
                stage s = { r : m _ _ -o . } #trace _ s { ro‸ws c \"x.\" \".x\" }.";
    let made = after(text, "rows");
    assert!(made.contains("{ m a a2, m a b1 }"), "{made}");
    clean(&made);
}
