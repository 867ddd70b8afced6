//! `senet play` and `senet list`.

use super::{file, senet};

#[test]
fn tic_tac_toe_is_won_through_a_pipe() {
    // x: b2, o: a3, x: c2, o: b3, x: a2.
    let said = senet("play tic-tac-toe --seed 1", "5\n1\nplace on c2\n1\nplace x a2\n");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.ends_with("x wins.\n"), "{}", said.out);
}

#[test]
fn a_wrong_move_is_explained_and_asked_again() {
    let said = senet("play tic-tac-toe", "ten\n99\n-1\n1\nquit\n");
    assert_eq!(said.code, 0);
    let refused = said.out.matches("type a move, or its number from 1 to 9").count();
    assert_eq!(refused, 3, "{}", said.out);
    assert!(said.out.contains("  1 [✕] ·  ·\n     a  b  c\n"), "{}", said.out);
}

#[test]
fn the_end_of_the_input_ends_the_play_quietly() {
    let said = senet("play nim", "1\n");
    assert_eq!(said.code, 0);
    assert!(said.err.contains("stopped before the end of the game"));
}

#[test]
fn computers_play_alone_and_the_same_seed_gives_the_same_play() {
    let seats = "--seat 1=random --seat 2=random --seat 3=random";
    let first = senet(&format!("play dice-race --seed 5 {seats}"), "");
    let again = senet(&format!("play dice-race --seed 5 {seats}"), "");
    assert_eq!(first.out, again.out);
    assert!(first.out.ends_with(" wins.\n") || first.out.ends_with("A draw.\n"));
    assert!(first.err.contains("seed: 5"));
}

#[test]
fn a_hidden_move_is_not_told() {
    let said = senet("play battleships --seed 5 --seat 1=random", "quit\n");
    assert!(said.out.contains("Red: moor a boat on ? and ?"), "{}", said.out);
    assert!(said.out.contains("red's ship: 4 hidden"), "{}", said.out);
}

#[test]
fn a_seat_that_is_not_there_is_wrong_use() {
    let said = senet("play nim --seat 3=random", "");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("there is no seat `3`"));
    let said = senet("play nim --seat 1=alphazero", "");
    assert_eq!(said.code, 2);
}

#[test]
fn a_game_without_a_result_says_so() {
    let path = file(
        "nothing.cep",
        "a : pred.  stage s = { a -o (). }  #interactive s.\n#trace _ s { a }.",
    );
    let said = senet(&format!("play {path}"), "1\n");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.ends_with("The game ended without a result.\n"), "{}", said.out);
}

#[test]
fn the_catalogue_lists_every_game_and_finds_some() {
    let all = senet("list", "");
    for game in std::fs::read_dir("../../games").expect("the games").flatten() {
        let path = game.path();
        let name = path.file_stem().expect("a name").to_string_lossy();
        assert!(all.out.lines().any(|l| l.starts_with(&format!("{name} "))), "{name}");
    }
    let one = senet("list tic-tac-toe", "");
    assert!(one.out.starts_with("Tic-tac-toe\n"), "{}", one.out);
    assert!(one.out.ends_with("senet play tic-tac-toe\n"), "{}", one.out);
    let some = senet("list tic-tac-toe --format json", "");
    let json: serde_json::Value = serde_json::from_str(&some.out).expect("JSON");
    assert_eq!(json[0]["name"], "tic-tac-toe");
    assert_eq!(json[0]["players"], serde_json::json!([2, 2]));
}

#[test]
fn a_game_that_is_not_there_is_guessed() {
    let said = senet("play tic-tac-to", "");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("did you mean `tic-tac-toe`?"));
}

#[test]
fn too_many_players_are_wrong_use() {
    let said = senet("play nim --players 3", "");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("3 cannot play: the game is for 2"), "{}", said.err);
    assert_eq!(senet("play nim --players 2", "quit\n").code, 0);
}

#[test]
fn the_page_of_games_is_what_the_games_say() {
    let page = senet("list --format markdown", "").out;
    let path = "../../docs/games.md";
    if std::fs::read_to_string(path).unwrap_or_default() != page {
        std::fs::write(path, page).expect("the page can be written");
        panic!("docs/games.md was out of date; it has been written anew: look at it and commit it");
    }
}

#[test]
fn a_game_is_saved_and_goes_on_another_day() {
    let saved = file("saved.txt", "");
    std::fs::remove_file(&saved).expect("it was just made");
    let lines = format!("b2\na1\nsave {saved}\nquit\n");
    let said = senet("play tic-tac-toe --seed 1 --seat 1=human:Ann", &lines);
    assert!(said.out.contains("Ann (x)'s turn"), "{}", said.out);
    let record = std::fs::read_to_string(&saved).expect("it was saved");
    assert!(record.contains("\n1. place x b2\n2. place o a1\n"), "{record}");
    // A file that is there already is not overwritten.
    let again = senet("play nim", &format!("save {saved}\nquit\n"));
    assert!(again.out.contains("there is a file"), "{}", again.out);
    let said = senet(&format!("play {saved}"), "a2\na3\nc2\n");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.ends_with("Ann (x) wins.\n"), "{}", said.out);
    let said = senet("play nim", &format!("load {saved}\nquit\n"));
    assert!(said.out.contains("Tic-tac-toe, as it was saved."), "{}", said.out);
}

#[test]
fn a_record_that_is_wrong_says_where() {
    let path = file("bad-record.txt", "senet record 1\ngame tic-tac-toe\n\n1. castle\n");
    let said = senet(&format!("play {path}"), "");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("play 1: `castle` is not a legal move here"), "{}", said.err);
}

#[test]
fn clocks_and_swaps_are_agreed_on_the_command_line() {
    let said = senet("play tic-tac-toe --swap --clock 60+1", "b2\nswap\nquit\n");
    assert!(said.out.contains("Clocks: x 1:00, o 1:00"), "{}", said.out);
    assert!(said.out.contains("or `swap` seats"), "{}", said.out);
    let said = senet("play tic-tac-toe --clock soon", "");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("`soon` is not a clock"), "{}", said.err);
    let said = senet("play hanoi --swap", "");
    assert!(said.err.contains("the swap rule is for two seats"), "{}", said.err);
}

#[test]
fn any_name_of_an_option_is_fine() {
    for name in ["start", "help", "game", "clock", "size"] {
        let text = format!(
            "#option {name} 0..3 = 1.\na : pred.  stage s = {{ a -o (). }}  #interactive s.\n\
             #trace _ s {{ a ^{name} }}."
        );
        let path = file(&format!("option-{name}.cep"), &text);
        let said = senet(&format!("play {path}"), "quit\n");
        assert_eq!(said.code, 0, "{name}: {}", said.err);
    }
    let path = file(
        "option-size.cep",
        "#option size 1..3 = 1.\na : pred.\n\
        stage s = { a -o (). }  #interactive s.\n#trace _ s { a ^size }.",
    );
    let said = senet(&format!("play {path} --size 2"), "1\n1\n");
    assert!(said.out.ends_with("The game ended without a result.\n"), "{}", said.out);
    assert_eq!(senet(&format!("play {path} --size 9"), "").code, 2);
}

#[test]
fn what_is_included_is_played_too() {
    file("part.cep", "a : pred.\n");
    let path = file(
        "whole.cep",
        "#include \"part.cep\".\nstage s = { a -o (). }\n#interactive s.\n\
        #trace _ s { a }.",
    );
    let said = senet(&format!("play {path}"), "1\n");
    assert_eq!(said.code, 0, "{}", said.err);
}

/// The same seed gives the same play in `play` and in `run`, and either goes on with a play of the other.
#[test]
fn play_and_run_draw_the_same() {
    let file = |name: &str| format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
    let (played, ran, again) = (file("played.txt"), file("ran.txt"), file("again.txt"));
    let _ = [&played, &ran, &again].map(std::fs::remove_file);
    let plays = |path: &str| -> Vec<String> {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let lines = text.lines().skip_while(|line| !line.is_empty()).skip(1);
        lines.filter(|line| !line.starts_with('=')).map(str::to_owned).collect()
    };
    for seed in [3, 4, 5] {
        let _ = std::fs::remove_file(&played);
        let lines = format!("dash\nwalk\ndash\nwalk\nsave {played}\nquit\n");
        let said = senet(&format!("play dice-race --seed {seed}"), &lines);
        assert!(said.out.contains("Saved as"), "{}", said.out);
        let said = senet(&format!("run dice-race --seed {seed} --save {ran}"), "1\n2\n1\n2\n0\n");
        assert_eq!(said.code, 0, "{}", said.err);
        assert!(plays(&played).iter().any(|line| line.starts_with('~')), "chance has a say");
        assert_eq!(plays(&played), plays(&ran), "seed {seed}");
        // A saved play is made again, step by step.
        let said = senet(&format!("run {played} --save {again}"), "0\n");
        assert_eq!(said.code, 0, "{}", said.err);
        assert_eq!(plays(&played), plays(&again), "seed {seed}");
    }
}

/// A move that is not possible says what its rule lacks.
#[test]
fn the_rules_say_why_not() {
    let said = senet("play breakthrough --seed 1", "a2a4\na1a2\nquit\n");
    assert!(said.out.contains("a2a4 is not possible: "), "{}", said.out);
    assert!(
        said.out.contains("a1a2 is not possible: a2 is not free (rule `move`)."),
        "{}",
        said.out
    );
}
