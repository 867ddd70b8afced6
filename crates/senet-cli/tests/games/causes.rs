//! `senet trace`, `senet why`, `senet bench`, `senet debug plan`.

use super::{file, senet, senet_with};

#[test]
fn a_trace_is_a_well_formed_picture() {
    let said = senet("trace tic-tac-toe --seed 3", "");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.starts_with("<svg"));
    assert!(said.err.contains("trace: "));
    let mut open = Vec::new();
    for tag in said.out.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("tags are closed");
        let name = tag.split([' ', '/', '\n']).find(|n| !n.is_empty()).expect("a name");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn a_trace_folds_and_filters() {
    let said = senet("trace peano --seed 1 --fold --only climb --format text", "");
    assert!(said.out.contains("climb 0 120 1 [rule]  → climb 1 120 4 (guess 1)"), "{}", said.out);
    assert!(!said.out.contains("multiply"));
    let said = senet("trace peano --only clim", "");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("did you mean `climb`?"));
}

#[test]
fn the_hash_of_a_trace_does_not_depend_on_the_order_of_steps() {
    let path = file(
        "independent.cep",
        "a : pred. b : pred. c : pred. d : pred.\n\
         stage s = { one : a -o c. two : b -o d. }\n#interactive s.\n#trace _ s { a, b }.",
    );
    let hash = |choices: &str| {
        let said = senet(&format!("trace {path} --choices {choices}"), "");
        let hash = said.err.lines().find_map(|l| l.strip_prefix("trace: "));
        hash.expect("a hash").to_owned()
    };
    assert_eq!(hash("1,1"), hash("2,1"));
    let one = senet(&format!("trace {path} --choices 1 --max-steps 1"), "");
    assert!(!one.err.contains(&hash("1,1")));
}

#[test]
fn a_long_play_is_drawn_in_no_time() {
    let begun = std::time::Instant::now();
    let said = senet("trace eight-puzzle --seed 1", "");
    assert!(said.err.contains("the first 1000 steps"));
    // Far more than it takes, for slow machines and builds.
    assert!(begun.elapsed().as_secs() < 10);
}

#[test]
fn an_atom_is_traced_to_its_causes() {
    let said = senet_with(&["why", "peano", "root N", "--seed", "1"], "");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.starts_with("root 10: made by step 17, "), "{}", said.out);
    assert!(said.out.contains("\n  guess 10: made by step 16, climb 9 120 100"));
    let said = senet_with(&["why", "peano", "factor 5"], "");
    assert_eq!(said.code, 1);
    assert!(said.err.contains("used it up"), "{}", said.err);
}

#[test]
fn a_rule_that_cannot_fire_says_what_it_lacks() {
    let said = senet("why nim --not two H=a --at 2 --choices 1,1", "");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("there is no `stick a`"), "{}", said.out);
    let said = senet("why nim --not two H=d", "");
    assert_eq!(said.code, 2);
}

#[test]
fn speed_is_measured() {
    let said = senet("bench nim --seconds 0.05 --format json", "");
    assert_eq!(said.code, 0, "{}", said.err);
    let json: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    assert!(json[0]["steps_per_second"].as_f64().expect("a number") > 0.0);
    assert!(json[0]["playouts_per_second"].as_f64().expect("a number") > 0.0);
    assert!(json[0]["positions_per_second"].as_f64().expect("a number") > 0.0);
    assert!(json[0]["mcts_playouts_per_second"].as_f64().expect("a number") > 0.0);
    assert!(json[0]["mcts_share"].as_f64().expect("a number") > 0.0);
    assert_eq!(json[0]["engine"], "net");
    assert!(json[0]["share_of_baseline"].is_null(), "nim has no baseline");
}

#[test]
fn speed_is_compared_with_baselines() {
    let said = senet("bench tic-tac-toe connect-four --seconds 0.05 --format json", "");
    assert_eq!(said.code, 0, "{}", said.err);
    let json: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    for speed in json.as_array().expect("a list") {
        assert!(speed["baseline_playouts_per_second"].as_f64().expect("a number") > 0.0);
        assert!(speed["share_of_baseline"].as_f64().expect("a number") > 0.0);
    }
    assert_eq!(json[1]["engine"], "Rust");
    assert!(json[1]["steps_per_second"].is_null(), "no text, no steps");
}

#[test]
fn plans_can_be_read() {
    let said = senet("debug plan nim", "");
    assert_eq!(said.code, 0);
    assert!(said.out.contains("each atom turn"));
}

#[test]
fn bit_programs_can_be_read() {
    let said = senet("debug bits tic-tac-toe", "");
    assert_eq!(said.code, 0);
    assert!(said.out.contains("moves in free.*: place x C"), "{}", said.out);
    let said = senet("debug bits nim", "");
    assert_eq!(said.code, 1);
    assert!(said.err.contains("the program has no board"), "{}", said.err);
}
