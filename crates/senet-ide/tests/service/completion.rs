//! What completion offers, place by place.

use crate::cursor::analyse;
use senet_ide::{Completion, CompletionKind};

const GAME: &str = "player : type.  x : player.  o : player.  #players player.
board cell = square 2 2.
card : type.  joker : card.  of player nat : card.
turn player : pred.  % whose turn it is
disc player cell : pred.  free cell : pred.  hand player card : pred.
reaches cell cell : bwd.  said player : sense.  tell player : action.
#option size 1..9 = 3.
context start = { turn x }.
stage over = {}
";

fn offered(rest: &str) -> Vec<Completion> {
    let (analysis, at) = analyse(&format!("{GAME}{rest}"));
    analysis.completions(at)
}

#[track_caller]
fn labels(rest: &str) -> Vec<String> {
    offered(rest).into_iter().map(|c| c.label).collect()
}

#[test]
fn arguments_get_variables_and_constants_of_their_type() {
    let found = labels("stage s = { r : turn P * disc P C * disc ‸ -o . }");
    assert_eq!(found, ["P", "_", "x", "o"]);
    let found = labels("stage s = { r : turn P * disc P C * disc P ‸ -o . }");
    assert_eq!(found, ["C", "_", "a1", "b1", "a2", "b2"]);
}

#[test]
fn what_is_written_so_far_chooses() {
    assert_eq!(labels("stage s = { r : turn P * disc P C * free a‸ -o . }"), ["a1", "a2"]);
    assert_eq!(labels("stage s = { r : turn P * free Q * disc Q‸ -o . }"), Vec::<String>::new());
    assert_eq!(labels("stage s = { r : turn P -o turn P‸. }"), ["P"]);
}

#[test]
fn a_right_side_has_no_wildcards() {
    assert_eq!(labels("stage s = { r : turn P -o turn ‸. }"), ["P", "x", "o"]);
}

#[test]
fn constructors_come_in_parentheses() {
    let found = offered("stage s = { r : hand P ‸ -o . }");
    let of = found.iter().find(|c| c.label == "of").expect("it is offered");
    assert_eq!(of.snippet.as_deref(), Some("(of ${1:player} ${2:nat})"));
    assert!(found.iter().any(|c| c.label == "joker"));
    let inner = labels("stage s = { r : hand P (of ‸ -o . }");
    assert_eq!(inner, ["P", "_", "x", "o"]);
}

#[test]
fn premises_get_predicates_and_relations_of_boards() {
    let found = offered("stage s = { r : turn P * ‸ -o . }");
    let label = |l: &str| found.iter().find(|c| c.label == l);
    let disc = label("disc").expect("predicates are offered");
    assert_eq!(disc.snippet.as_deref(), Some("disc ${1:player} ${2:cell}"));
    assert_eq!(disc.detail.as_deref(), Some("disc player cell : pred."));
    let turn = label("turn").expect("predicates are offered");
    assert_eq!(turn.documentation.as_deref(), Some("whose turn it is"));
    for name in ["reaches", "said", "next", "seated", "adjacent", "step", "line", "not", "P"] {
        assert!(label(name).is_some(), "{name} is offered");
    }
    assert!(label("tell").is_none(), "what is told to the host is no premise");
    assert_eq!(label("adjacent").map(|c| c.kind), Some(CompletionKind::Relation));
}

#[test]
fn conclusions_get_what_rules_make() {
    let found = labels("stage s = { r : turn P -o ‸. }");
    for name in ["turn", "disc", "tell"] {
        assert!(found.contains(&name.to_owned()), "{name} is offered");
    }
    for name in ["reaches", "said", "adjacent", "not"] {
        assert!(!found.contains(&name.to_owned()), "{name} is not made");
    }
}

#[test]
fn declarations_get_types_and_kinds() {
    assert_eq!(labels("won pl‸ : pred."), ["player"]);
    let found = labels("won player : ‸");
    for name in ["pred", "bwd", "type", "player", "card", "cell", "dir", "nat"] {
        assert!(found.contains(&name.to_owned()), "{name} is offered: {found:?}");
    }
}

#[test]
fn links_get_stages() {
    assert_eq!(labels("stage s = {}\nqui * stage ‸ -o stage over."), ["over", "s"]);
    let found = labels("stage s = {}\nqui * stage s -o ‸");
    assert!(found.contains(&"stage".to_owned()));
}

#[test]
fn directives_get_names_and_arguments() {
    let found = labels("#int‸");
    assert_eq!(found, ["#interactive", "#intro"]);
    assert!(labels("#‸").len() >= 30);
    assert_eq!(labels("#interactive ‸."), ["over"]);
    assert_eq!(labels("#trace _ over ‸."), ["start"]);
    assert_eq!(labels("#limit 9 ‸."), ["draw"]);
    assert!(labels("#win ‸.").contains(&"turn".to_owned()));
    assert!(labels("#hidden ‸").contains(&"hand".to_owned()));
    assert!(labels("#players ‸").contains(&"player".to_owned()));
    assert_eq!(labels("#repeat si‸ draw."), ["size"]);
}

#[test]
fn labels_get_the_variables_of_their_rule() {
    let found = labels("stage s = { go : turn P * free C -o disc P C. }\n#label go \"to {‸\".");
    assert_eq!(found, ["P", "C"]);
    assert!(labels("#about \"some {‸ text\".").is_empty());
}

#[test]
fn contexts_get_atoms_and_contexts() {
    let found = labels("context more = { ‸ }.");
    for name in ["turn", "disc", "start", "rows"] {
        assert!(found.contains(&name.to_owned()), "{name} is offered");
    }
    assert_eq!(labels("context more = { turn ‸ }."), ["x", "o"]);
}

#[test]
fn boards_get_shapes_and_options() {
    let found = labels("board field = ‸.");
    assert!(found.contains(&"hexhex".to_owned()), "{found:?}");
    let found = labels("board field = square 3 3 t‸");
    assert_eq!(found, ["torus"]);
}

#[test]
fn an_empty_line_gets_items() {
    let found = labels("\n‸\n");
    for name in ["stage", "context", "board", "link"] {
        assert!(found.contains(&name.to_owned()), "{name} is offered: {found:?}");
    }
}

#[test]
fn comments_and_numbers_get_nothing() {
    assert!(labels("% turn ‸").is_empty());
    assert!(labels("stage s = { r : turn P^1‸ -o . }").is_empty());
}

#[test]
fn the_family_variable_is_offered() {
    let found = labels("stage s = { for N in 1..3 { r : hand P (of P ‸) -o . } }");
    assert_eq!(found[..1], ["N"]);
}
