//! Hover, signature help, definitions, references, tokens and ranges.

use crate::cursor::{analyse, bracketed};
use senet_ide::{Analysis, HintKind, OutlineKind, ReferenceKind, TokenType};
use senet_program::Options;
use senet_syntax::{Span, apply_edits};

const GAME: &str = "#title \"Race\".
player : type.  ann : player.  bob : player.  #players player.
nat : type.  z : nat.  s nat : nat.
% who moves next
turn player : pred.
at player nat : pred.  won player : pred.  #win won.
plus nat nat nat : bwd.
plus z N N.
plus (s N) M (s K) <- plus N M K.
stage play = {
  step : turn P * at P N * plus N 1 M * next P Q -o turn Q * at P M.
  rest : turn P * next P Q -o turn Q.
}
#interactive play.  #limit 50 draw.
#label step \"from {N} to {M}\".
#weight go 3.
stage race = {
  for K in 1..3 { go : turn ann * at ann N * N <> K -o at ann K. }
}
qui * stage play * $at P 9 -o stage race * won P.
context start = { turn ann, at ann 0, at bob 0 }.
#trace _ play start.
";

fn game() -> Analysis {
    let analysis = Analysis::new(GAME, &Options::default());
    let errors: Vec<_> = analysis.diagnostics().iter().map(|d| &d.message).collect();
    assert!(analysis.program().is_some(), "{errors:?}");
    analysis
}

fn at(what: &str) -> u32 {
    GAME.find(what).unwrap_or_else(|| panic!("{what} is there")) as u32
}

#[track_caller]
fn hover(offset: u32) -> String {
    game().hover(offset).expect("something is known").markdown
}

#[test]
fn hover_tells_how_a_predicate_is_used() {
    let found = hover(at("turn P"));
    assert!(found.contains("turn player : pred."), "{found}");
    assert!(found.contains("who moves next"), "{found}");
    assert!(found.contains("made by `step` in `play`, `rest` in `play`"), "{found}");
    assert!(found.contains("starts in the context `start`"), "{found}");
    let won = hover(at("won player"));
    assert!(won.contains("made by a link out of `play`"), "{won}");
    assert!(won.contains("named by `#win`"), "{won}");
}

#[test]
fn hover_tells_modes_of_derived_predicates() {
    let found = hover(at("plus N 1 M"));
    assert!(found.contains("asked as `plus + + -`"), "{found}");
    assert!(hover(at("next P Q")).contains("once round the table"));
}

#[test]
fn hover_tells_types_of_variables_and_words() {
    assert!(hover(at("P * at P N")).contains("P : player"));
    assert!(hover(at("K in 1..3")).contains("a family"));
    assert!(hover(at("qui *")).contains("no rule of the stage applies"));
    assert!(hover(at("#label")).contains("#label NAME"));
    assert!(hover(at("play = {")).contains("players choose here; 2 rules, 1 links out of it"));
    assert!(hover(at("$at")).contains("left where it is"));
    assert!(hover(at("nat : type")).contains("natural numbers"));
    assert!(hover(at("player : type")).contains("values: `ann`, `bob`"));
}

#[test]
fn hover_tells_what_explain_says() {
    let (analysis, at) = analyse("p : pred. stage s = { r : q‸ -o p. }");
    let found = analysis.hover(at).expect("a mistake is explained").markdown;
    assert!(found.contains("**E0102** an unknown predicate"), "{found}");
}

#[test]
fn signatures_know_the_argument() {
    let (analysis, at) = analyse("t : type. p t t : pred. q t : pred. stage s = { r : not p X‸");
    let found = analysis.signature_help(at).expect("something is written");
    assert_eq!((found.label.as_str(), found.active), ("p t t : pred.", Some(0)));
    let (analysis, at) = analyse("board c = square 2 2. stage s = { r : line A B C ‸");
    let found = analysis.signature_help(at).expect("something is written");
    assert_eq!((found.label.as_str(), found.active), ("line A B C : bwd.", Some(2)));
    let (analysis, at) = analyse("stage s = {} #trace _ ‸");
    let found = analysis.signature_help(at).expect("something is written");
    assert_eq!(found.label, "#trace _ STAGE CONTEXT");
    assert_eq!(found.parameters[found.active.unwrap()].of(&found.label), "STAGE");
    let (analysis, at) = analyse("stage s = { r : ‸ -o . }");
    assert_eq!(analysis.signature_help(at), None);
}

#[test]
fn definitions_and_references() {
    let game = game();
    let use_of_at = at("at P M");
    let found = game.definition(use_of_at);
    assert_eq!(found[0].span.start, at("at player nat"));
    let kinds: Vec<_> = game.references(use_of_at).iter().map(|r| r.kind).collect();
    use ReferenceKind::{Declaration, Read, Take, Write};
    assert_eq!(kinds, [Declaration, Take, Write, Take, Write, Read, Write, Write]);
    // A variable of a rule, and its place in the label.
    let found = game.highlights(at("N * plus"));
    let marked = bracketed(GAME, found.iter().map(|(span, _)| *span));
    assert!(marked.contains("at P [N] * plus [N] 1 M"), "{marked}");
    assert!(marked.contains("from {[N]} to {M}"), "{marked}");
    // What comes with the players leads there.
    assert_eq!(game.definition(at("next P Q"))[0].span.start, at("#players"));
}

#[test]
fn the_outline_has_rules_inside_of_stages() {
    let outline = game().outline();
    let stages: Vec<_> = outline.iter().filter(|i| i.kind == OutlineKind::Stage).collect();
    assert_eq!(stages.len(), 2);
    let rules: Vec<_> = stages[0].children.iter().map(|r| r.name.as_str()).collect();
    assert_eq!(rules, ["step", "rest"]);
    assert_eq!(stages[0].detail, "2 rules");
    assert_eq!(stages[1].children[0].name, "for K in 1..3");
    let kind = |name: &str| outline.iter().find(|i| i.name == name).map(|i| i.kind);
    assert_eq!(kind("player"), Some(OutlineKind::Type));
    assert_eq!(kind("ann"), Some(OutlineKind::Constant));
    assert_eq!(kind("plus"), Some(OutlineKind::Predicate));
    assert!(outline.iter().any(|i| i.kind == OutlineKind::Link));
    assert_eq!(outline.iter().filter(|i| i.kind == OutlineKind::Clause).count(), 2);
}

#[test]
fn tokens_have_meanings() {
    let game = game();
    let tokens = game.semantic_tokens();
    let of = |offset: u32| {
        let found = tokens.iter().find(|t| t.span.start == offset);
        found.unwrap_or_else(|| panic!("no token at {offset}"))
    };
    assert_eq!(of(at("turn player")).token_type, TokenType::Function);
    assert!(of(at("turn player")).modifiers.declaration);
    assert!(of(at("turn P *")).modifiers.modification);
    assert!(of(at("next P Q")).modifiers.default_library);
    assert_eq!(of(at("P * at")).token_type, TokenType::Variable);
    assert_eq!(of(at("qui")).token_type, TokenType::Keyword);
    assert_eq!(of(at("N} to")).token_type, TokenType::Variable);
    assert_eq!(of(at("\"from")).token_type, TokenType::String);
    assert_eq!(of(at("% who")).token_type, TokenType::Comment);
    assert_eq!(of(at("K in")).token_type, TokenType::Parameter);
    assert!(tokens.windows(2).all(|w| w[0].span.end <= w[1].span.start), "no overlaps");
    let part = game.semantic_tokens_within(Span::new(at("stage play"), at("#interactive")));
    assert!(part.len() < tokens.len() && part.iter().all(|t| tokens.contains(t)));
}

#[test]
fn hints_tell_types_weights_and_families() {
    let hints = game().inlay_hints(Span::new(0, GAME.len() as u32));
    let label =
        |offset: u32| hints.iter().find(|h| h.offset == offset).map(|h| (h.label.as_str(), h.kind));
    assert_eq!(label(at("P * at") + 1), Some((": player", HintKind::Type)));
    assert_eq!(label(at("go : turn") + 2), Some((" ×3", HintKind::Weight)));
    assert_eq!(label(at("{ go") + 1), Some((" 3 rules", HintKind::Count)));
    let first = at("step : turn");
    assert!(game().inlay_hints(Span::new(0, first)).iter().all(|h| h.offset <= first));
}

#[test]
fn folding_and_selection() {
    let text = "% one\n% two\n\nstage s = {\n  r : p X *\n    q -o .\n}\n";
    let analysis = Analysis::new(text, &Options::default());
    let lines: Vec<_> = analysis.folding_ranges().iter().map(|f| (f.first, f.last)).collect();
    assert_eq!(lines, [(0, 1), (3, 6), (4, 5)]);
    let at = text.find('X').unwrap() as u32;
    let ranges = analysis.selection_ranges(at);
    let texts: Vec<_> = ranges.iter().map(|r| r.of(text)).collect();
    assert_eq!(texts[0], "X");
    assert_eq!(texts[1], "p X");
    assert!(texts.windows(2).all(|w| w[0].len() < w[1].len()), "{texts:?}");
    assert_eq!(texts.last(), Some(&text));
}

#[test]
fn formatting_is_a_list_of_small_edits() {
    let text = "p:pred.  % c  \nstage   s={r:p -o p.}\n\n\n\n#trace 1 s {p}.";
    let analysis = Analysis::new(text, &Options::default());
    let edits = analysis.format().expect("it can be read");
    let pretty = apply_edits(text, &edits).expect("edits do not overlap");
    assert_eq!(pretty, senet_syntax::format(text).expect("it can be read"));
    assert!(edits.iter().all(|e| e.span.of(text).trim().is_empty()), "{edits:?}");
    assert!(Analysis::new(&pretty, &Options::default()).format().expect("read").is_empty());
    assert!(Analysis::new("p pred : ", &Options::default()).format().is_err());
}
