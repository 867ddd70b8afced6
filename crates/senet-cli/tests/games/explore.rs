//! `senet explore`.

use super::{file, senet};

#[test]
fn positions_are_counted() {
    let said = senet("explore tic-tac-toe", "");
    assert_eq!(said.code, 0, "{}", said.err);
    let counts = "edges      16,167\nends       958 (x 626, o 316, draw 16)\n\
                  by ply     1 9 72 252 756 1,260 1,520 1,140 390 78\n";
    // One position of each class is expanded and stands for the others.
    let classes = "classes    765 up to symmetry\n";
    assert_eq!(said.out, format!("positions  5,478\n{classes}{counts}"));
}

#[test]
fn what_is_found_does_not_depend_on_threads() {
    // Complete, with symmetries and without; and cut off by a limit.
    for asked in [
        "explore mnk --as rules --width 4 --height 3 --k 3",
        "explore connect-four --as rules --width 4 --height 4",
        "explore eight-puzzle --max-positions 30000",
        "explore mnk --as rules --width 4 --height 4 --k 4 --max-positions 50000",
    ] {
        let on = |threads: usize| senet(&format!("{asked} --format json --threads {threads}"), "");
        let one = on(1);
        assert!(one.out.contains("positions"), "{asked}: {}", one.err);
        for threads in [2, 3, 8] {
            assert_eq!(one.out, on(threads).out, "{asked} on {threads} threads");
        }
    }
}

#[test]
fn symmetries_change_no_count() {
    // The same rules with a table that lies askew have no symmetry that is found.
    let text = include_str!("../../../../games/tic-tac-toe.cep");
    let askew = format!("{text}\nmarked cell : bwd. marked a1. marked b3.\n");
    let path = file("askew.cep", &askew);
    let counts = |asked: &str| {
        let said = senet(&format!("explore {asked} --format json"), "");
        let mut json: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
        let all = json.as_object_mut().expect("an object");
        let classes = all.remove("classes");
        all.remove("memory");
        (classes, json)
    };
    let (classes, plain) = counts(&path);
    assert_eq!(classes, None);
    let (classes, reduced) = counts("tic-tac-toe --as rules");
    assert_eq!((classes, reduced), (Some(765.into()), plain));
}

#[test]
fn chance_is_counted_apart() {
    let said = senet("explore ehrenfest --format json", "");
    let json: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!((&json["positions"], &json["chances"]), (&1.into(), &3.into()));
}

#[test]
fn plays_are_counted_by_plies_and_by_turns() {
    let said = senet("explore tic-tac-toe --perft 4", "");
    assert_eq!(said.out, "plies  1      9\nplies  2     72\nplies  3    504\nplies  4  3,024\n");
    let said = senet("explore tic-tac-toe --perft 3 --turns --format json", "");
    let json: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!(json["plays"], serde_json::json!([9, 72, 504]));
}

#[test]
fn limits_end_it_and_say_so() {
    let said = senet("explore eight-puzzle --max-positions 1000", "");
    assert_eq!(said.code, 1);
    assert!(said.err.contains("there are more than 1,000 positions"), "{}", said.err);
    assert!(said.out.contains("and there is more"), "{}", said.out);
    let said = senet("explore tic-tac-toe --perft 9 --max-moves 100", "");
    assert_eq!(said.code, 1);
    assert!(said.err.contains("was reached after depth 3"), "{}", said.err);
    let said = senet("explore eight-puzzle --depth 2", "");
    assert_eq!(said.code, 0);
    assert!(said.out.contains("by ply     1 3 5\n"), "{}", said.out);
}

#[test]
fn a_turn_without_end_ends_the_count() {
    let said = senet("explore sokoban --perft 1 --turns --max-moves 100000", "");
    assert_eq!(said.code, 1, "{}", said.err);
    let said = senet("explore connect-four --as rules --max-memory 50", "");
    assert_eq!(said.code, 1);
    assert!(said.err.contains("the limit of 50 MiB of memory was reached"), "{}", said.err);
    // What was counted so far is said.
    assert!(said.out.contains("positions  "), "{}", said.out);
}

#[test]
fn memory_is_a_bound_on_the_process() {
    // One position of this board takes megabytes, and there are 3,600 after a move.
    let said = senet("explore hex --size 60 --depth 2 --max-memory 300", "");
    assert_eq!(said.code, 1, "{}", said.err);
    assert!(said.err.contains("the limit of 300 MiB of memory was reached"), "{}", said.err);
    assert!(said.err.contains("--max-memory"), "{}", said.err);
    // What was counted so far is said: the positions after the first move fit.
    assert!(said.out.contains("by ply     1 "), "{}", said.out);
    assert!(said.out.contains("and there is more"), "{}", said.out);
}

#[test]
fn long_games_are_listed_in_part() {
    let program = "c nat : pred. stage s = { r : c N * N < 60 -o c (N + 1). }\n\
                   #interactive s. #trace _ s { c 0 }.";
    let path = file("plies.cep", program);
    let said = senet(&format!("explore {path}"), "");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains(" 1 1 1 … (61 plies)\n"), "{}", said.out);
    let line = said.out.lines().find(|line| line.starts_with("by ply")).expect("a line");
    assert!(line.len() < 110, "{line}");
    let json: serde_json::Value =
        serde_json::from_str(&senet(&format!("explore {path} --format json"), "").out)
            .expect("JSON");
    assert_eq!(json["by_ply"].as_array().map(Vec::len), Some(61));
}
