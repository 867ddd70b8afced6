//! `senet solve`.

use super::{file, senet};

#[test]
fn the_line_can_be_replayed() {
    let line = file("line.txt", "");
    let said = senet(&format!("solve mnk --width 4 --height 4 --line {line}"), "");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.starts_with("value      x wins in 5 moves\n"), "{}", said.out);
    let said = senet(&format!("play {line}"), "");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("x wins"), "{}", said.out);
}

/// Writes a strategy, and what the verifier says of it.
fn strategy(game: &str, name: &str) -> String {
    let path = file(name, "");
    let said = senet(&format!("solve {game} --strategy {path}"), "");
    assert_eq!(said.code, 0, "{}", said.err);
    let game = game.split(" --seat").next().expect("a game");
    let said = senet(&format!("solve {game} --verify {path}"), "");
    assert_eq!(said.code, 0, "{}", said.err);
    said.out
}

#[test]
fn strategies_hold_against_everything() {
    let wins = "x wins, whatever the other one plays; no play has more than 5 moves";
    assert!(strategy("mnk --width 4 --height 4", "s1").contains(wins));
    let holds = "o never loses, whatever the other one plays";
    assert!(strategy("tic-tac-toe --seat 2", "s2").contains(holds));
    let blue = "blue wins, whatever the other one plays; no play has more than 15 moves";
    assert!(strategy("sim", "s3").contains(blue));
    assert!(strategy("river-crossing", "s4").contains("wins; no play has more than 7 moves"));
}

#[test]
fn a_strategy_that_does_not_hold_is_found_out() {
    let path = file("s5", "");
    senet(&format!("solve tic-tac-toe --strategy {path}"), "");
    let good = std::fs::read_to_string(&path).expect("it was written");
    let says = |text: &str, what: &str| {
        let path = file("s6", text);
        let said = senet(&format!("solve tic-tac-toe --verify {path}"), "");
        assert_eq!(said.code, 1, "{}", said.out);
        assert!(said.err.contains(what), "{}", said.err);
    };
    says(&good.replace("value draw", "value win"), "the strategy promises a win");
    says(&good.replacen("place o b1\t@3\n", "", 1), "no answer to `place o b1`");
    says(&good.replacen("\t@2\n", "\tend\n", 1), "the game goes on");
    let other = senet(&format!("solve nim --verify {path}"), "");
    assert_eq!(other.code, 2, "{}", other.err);
}

#[test]
fn perfect_plays_what_is_solved_and_says_what_is_not() {
    let said = senet("play tic-tac-toe --seat 1=perfect --seat 2=perfect --seed 1", "");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("draw"), "{}", said.out);
    let said = senet("play hex --seat 2=perfect:1000", "");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("the limit of 1000 positions was reached"), "{}", said.err);
    let said = senet("play kuhn-poker --seat 2=perfect", "");
    assert!(said.err.contains("with hidden information"), "{}", said.err);
}

/// What `solve` says, but for how many positions it took.
fn solved(args: &str, threads: usize) -> String {
    let said = senet(&format!("solve {args} --threads {threads}"), "");
    assert_eq!(said.code, 0, "{}", said.err);
    let kept: Vec<&str> = said.out.lines().filter(|line| !line.starts_with("found by")).collect();
    kept.join("\n")
}

#[test]
fn values_and_lines_do_not_depend_on_threads() {
    // In Rust, on a net, on bits, with points, and with a rule that counts moves.
    let games = [
        "connect-four --width 5 --height 3",
        "mnk --width 4 --height 3 --as rules",
        "breakthrough --size 4",
        "othello --size 4",
        "kalah --as rules --pits 3 --seeds 3",
    ];
    for game in games {
        let one = solved(game, 1);
        for threads in 2..=3 {
            let line = file("threads.txt", "");
            let several = solved(&format!("{game} --line {line}"), threads);
            assert_eq!(several, one, "{game}, {threads} threads");
            let said = senet(&format!("play {line}"), "");
            assert_eq!(said.code, 0, "{game}: {}", said.err);
        }
    }
}

#[test]
fn games_with_secrets_have_exact_values() {
    let said = senet("solve kuhn-poker", "");
    assert_eq!(said.code, 0, "{}", said.err);
    let value = "value      -1/18 (-0.0556) to Ann, points won on average\n";
    assert!(said.out.starts_with(value), "{}", said.out);
    let said = senet("solve kuhn-poker --as rules", "");
    let value = "value      -1/18 (-0.0556) to Ann, points won on average\n";
    assert!(said.out.starts_with(value), "{}", said.out);
    let said = senet("solve kuhn-poker", "");
    // Whoever has the king never folds it.
    assert!(said.out.contains("after hidden, king, bet: call\n"), "{}", said.out);
    let said = senet("solve rock-paper-scissors --as grid --format json", "");
    let json: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!(json["value"]["exact"], "0", "{}", said.out);
}

#[test]
fn games_of_chance_have_exact_values() {
    let said = senet("solve ehrenfest", "");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("decisions of chance on average"), "{}", said.out);
}

#[test]
#[ignore = "minutes: cargo test --release -p senet-cli --test games -- --ignored level_eight"]
fn level_eight_beats_random_play() {
    for game in ["connect-four", "hex --size 7", "othello", "breakthrough", "gomoku"] {
        let bots = "--bots level:8,random --games 200 --threads 2 --seed 1 --format json";
        let said = senet(&format!("match {game} {bots}"), "");
        assert_eq!(said.code, 0, "{}", said.err);
        let json: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
        let points = json["bots"][0]["points"].as_f64().expect("a number");
        assert!(points >= 0.99, "{game}: {points}");
    }
}

#[test]
fn a_puzzle_with_secrets_is_not_solved_and_says_why() {
    let program = "player : type. me : player. #players player.\n\
        card : type. red : card. blue : card. turn player : pred.\n\
        secret card : pred. #hidden secret _. guess card : pred.\n\
        win player : pred. #win win. lose player : pred. #lose lose.\n\
        stage play = { say : turn P * (C : card) -o guess C. }\n#interactive play.\n\
        stage judge = {\n  hit : guess C * $secret C -o win me.\n\
          miss : guess C * $secret D * C <> D -o lose me.\n}\n\
        qui * stage play * $guess _ -o stage judge.\n#trace _ play { turn me, secret red }.\n";
    let said = senet(&format!("solve {}", file("secret.cep", program)), "");
    assert_eq!(said.code, 1, "{}", said.err);
    assert!(said.err.contains("with hidden information, only tiny games of two"), "{}", said.err);
}

#[test]
fn games_by_points_are_solved_for_the_margin() {
    let solved = |asked: &str| {
        let said = senet(&format!("solve {asked} --margin --format json"), "");
        let json: serde_json::Value =
            serde_json::from_str(&said.out).unwrap_or_else(|_| panic!("{}", said.err));
        json
    };
    // One box: the player who draws the third line gives it away. Both values are what a search through all sets of lines finds.
    assert_eq!(solved("dots-and-boxes --size 2")["margin"], -1);
    // Four boxes: whoever begins gets three of them.
    let boxes = solved("dots-and-boxes --size 3");
    assert_eq!(boxes["margin"], 2);
    let line: Vec<&str> =
        boxes["line"].as_array().expect("a list").iter().filter_map(|mv| mv.as_str()).collect();
    assert_eq!(line.len(), 12, "all lines are drawn: {line:?}");
    // Who wins Kalah with two and three pits (G. Irving, J. Donkers and J. Uiterwijk, *Solving Kalah*, 2000).
    for (pits, known) in [(2, &[1, -1, -1, -1][..]), (3, &[0, 1, 1][..])] {
        for (seeds, sign) in (1..).zip(known) {
            let kalah = solved(&format!("kalah --as rules --pits {pits} --seeds {seeds}"));
            let margin = kalah["margin"].as_i64().expect("a number");
            assert_eq!(margin.signum(), *sign, "{pits} pits with {seeds} seeds: {margin}");
        }
    }
    // White wins on four by four with 11 discs against 3 (as is well known; the rest of the board stays empty).
    let othello = senet_games::text("othello").expect("it is shipped");
    let points = othello
        .replace("draw : pred.\n", "draw : pred.\npoints player nat : pred.  #score points.\n")
        .replace("-o stage over * win P.", "-o stage over * win P * points P N * points Q M.")
        .replace("-o stage over * win Q.", "-o stage over * win Q * points P N * points Q M.")
        .replace("-o stage over * draw.", "-o stage over * draw * points P N * points Q M.");
    let points = file("othello-by-points.cep", &points);
    assert_eq!(solved(&format!("{points} --size 4"))["margin"], -8);
    let said = senet("solve tic-tac-toe --margin", "");
    assert_eq!(said.code, 1);
    assert!(said.err.contains("--margin needs a two-player game"), "{}", said.err);
}

#[test]
fn an_endgame_table_is_written_read_and_played_by() {
    let path = file("four.table", "");
    let game = "connect-four --as rust --width 4 --height 4";
    let damaged = senet(&format!("solve {game} --table {path}"), "");
    assert_eq!(damaged.code, 2, "{}", damaged.err);
    assert!(damaged.err.contains("no endgame table, or it is damaged"), "{}", damaged.err);
    std::fs::remove_file(&path).expect("it is there");
    let first = senet(&format!("solve {game} --table {path}"), "");
    assert_eq!(first.code, 0, "{}", first.err);
    assert!(first.err.contains(" positions in `"), "{}", first.err);
    let again = senet(&format!("solve {game} --table {path}"), "");
    let value = |said: &str| said.lines().next().map(str::to_owned);
    assert_eq!(value(&again.out), value(&first.out));
    // With the table, a look at next to nothing is enough.
    let bots = "--bots perfect:200,perfect:200 --games 2 --seed 1";
    let without = senet(&format!("tournament {game} {bots}"), "");
    assert_eq!(without.code, 2, "{}", without.out);
    let with = senet(&format!("tournament {game} {bots} --table {path}"), "");
    assert_eq!(with.code, 0, "{}", with.err);
    let other = senet(&format!("play hex --size 3 --seat 1=perfect --table {path}"), "");
    assert_eq!(other.code, 2);
    assert!(other.err.contains("this is an endgame table of connect-four"), "{}", other.err);
}

#[test]
fn proof_numbers_find_the_same() {
    for game in ["mnk --width 4 --height 4", "hex --size 3", "breakthrough --size 4"] {
        let one = senet(&format!("solve {game}"), "");
        let other = senet(&format!("solve {game} --search proof-numbers"), "");
        assert_eq!(other.code, 0, "{}", other.err);
        let found = |said: &str| {
            let lines = said.lines().filter(|line| !line.starts_with("found by"));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(found(&one.out), found(&other.out), "{game}");
    }
}
