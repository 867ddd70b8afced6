//! `senet run`: menus, typed commands, records.

use super::{file, senet, senet_with};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

#[test]
fn nim_runs_by_piped_choices_to_its_end() {
    // Three from a, three from b and from c, the rest one by one.
    let said = senet("run nim --show moves --seed 1", "1\n1\n1\n1\n1\n1\n1\n1\n1\n");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("1: (three first second a)"), "{}", said.out);
    assert!(said.out.contains("?- 1\nthree first second a\n"));
    assert!(said.out.contains("Final state: {stuck "), "{}", said.out);
    assert!(said.err.contains("stage `over` is quiet"));
}

#[test]
fn bad_answers_are_explained_and_zero_stops() {
    let said = senet("run nim", "one\n-3\n99999999999999999999999\n\n0\n");
    assert_eq!(said.code, 0);
    assert_eq!(said.out.matches("is not a choice. Type a number from 1 to 9").count(), 4);
    assert!(said.err.contains("stopped after 0 steps in stage `play`"));
}

#[test]
fn the_end_of_the_input_in_a_menu_stops() {
    let said = senet("run nim", "1\n");
    assert_eq!(said.code, 0);
    assert!(said.out.contains("Final state: {"));
    assert!(said.err.contains("there is no more input"));
}

#[test]
fn a_choice_can_be_taken_back() {
    let plain = senet("run nim --seed 1", "4\n0\n");
    let back = senet("run nim --seed 1", "1\n2\nu\nu\nu\n4\n0\n");
    assert!(back.out.contains("There is nothing to take back."), "{}", back.out);
    let last = |out: &str| out.lines().last().map(str::to_owned);
    assert_eq!(last(&plain.out), last(&back.out));
}

#[test]
fn the_adventure_is_won_by_typing() {
    let typed =
        "look\nfly\nget the key\nn\ntake the key\ngo to south\nunlock\nd\nget crown\nwear\n";
    let said = senet("run adventure", typed);
    assert_eq!(said.code, 0, "{}", said.err);
    for line in [
        "I do not know the word `fly`",
        "you see no key",
        "you take key",
        "the hatch opens",
        "the crown fits",
    ] {
        assert!(said.out.contains(line), "no `{line}` in {}", said.out);
    }
    assert!(said.out.contains("crowned"));
}

#[test]
fn every_step_is_a_line_of_json() {
    let said = senet("run peano --json --seed 1", "");
    assert_eq!(said.code, 0);
    let lines: Result<Vec<serde_json::Value>, _> =
        said.out.lines().map(serde_json::from_str).collect();
    let lines = lines.expect("JSON");
    assert_eq!(lines[0]["step"], 1);
    assert_eq!(lines[0]["rule"], "multiply");
    assert_eq!(lines[0]["arguments"]["P"], "1");
    assert_eq!(lines[0]["removed"], serde_json::json!(["factor 5", "product 1"]));
    assert_eq!(lines[0]["added"], serde_json::json!(["factor 4", "product 5"]));
    let last = lines.last().expect("an end");
    assert!(last["state"].as_array().expect("atoms").contains(&"root 10".into()));
}

#[test]
fn with_json_the_menu_is_no_data() {
    let said = senet("run nim --json", "1\n0\n");
    assert!(said.err.contains("1: (three first second a)"));
    let json = said.out.lines().map(serde_json::from_str::<serde_json::Value>);
    assert_eq!(json.filter(Result::is_ok).count(), said.out.lines().count());
}

#[test]
fn the_log_and_the_trace_tell_each_step() {
    let log = file("steps.log", "");
    let said = senet(&format!("run peano --seed 1 --trace --log {log}"), "");
    assert!(said.out.contains("let [x2, x3] = multiply 4 1 5 [x0, x1];"), "{}", said.out);
    let log = std::fs::read_to_string(log).expect("the log");
    assert!(log.starts_with("1 multiply: multiply 4 1 5\n  - factor 5\n"), "{log}");
}

/// People watch a log with `tail -f` while a program runs.
#[test]
fn a_log_tells_each_step_when_it_is_made() {
    let program = "a : pred. b : pred. stage s = { r : a -o b. t : b -o a. }\n\
                   #interactive s. #trace _ s { a }.";
    let (path, log) = (file("watched.cep", program), file("watched.log", ""));
    let mut command = Command::new(env!("CARGO_BIN_EXE_senet"));
    command.args(["run", &path, "--log", &log]);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"1\n").expect("it listens");
    // The program waits for its second choice for ever.
    let told = (0..6000).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        std::fs::read_to_string(&log).expect("the log").contains("1 s: r")
    });
    drop(stdin);
    child.wait().expect("it ends");
    assert!(told, "the log is empty");
}

#[test]
fn every_start_is_run_and_its_limit_kept() {
    let path = file(
        "starts.cep",
        "a : pred.  b : pred.\nstage s = { a -o a. }\n#trace 3 s { a }.\n#trace _ s { b }.",
    );
    let all = senet(&format!("run {path}"), "");
    assert_eq!(all.out, "Final state: {a}\nFinal state: {b}\n", "{}", all.err);
    assert!(all.err.contains("stopped after 3 steps: `#trace` allows 3 steps"));
    let one = senet(&format!("run {path} --start 2"), "");
    assert_eq!(one.out, "Final state: {b}\n");
    assert_eq!(senet(&format!("run {path} --start 3"), "").code, 2);
}

#[test]
fn a_run_begins_at_a_position_in_a_file() {
    let state = file("state.txt", "stage climb { product 50, guess 3 }");
    let said = senet(&format!("run peano --state {state}"), "");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("root 7"), "{}", said.out);
    let state = file("bad-state.txt", "{ produkt 50 }");
    let said = senet(&format!("run peano --state {state}"), "");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("did you mean `product`?"), "{}", said.err);
}

#[test]
fn a_seed_is_told_and_gives_the_same_run() {
    let first = senet("run ehrenfest --show moves", "");
    let seed = first.err.lines().find_map(|l| l.strip_prefix("seed: ")).expect("a seed");
    let again = senet_with(&["run", "ehrenfest", "--show", "moves", "--seed", seed], "");
    assert_eq!(first.out, again.out);
}

#[test]
fn a_sensor_without_a_name_asks_for_a_term() {
    let path = file(
        "sense.cep",
        "c : type. red : c. mix c c : c.\nhear c : sense. say c : action. wait : pred. got c : pred.\n\
         stage s = { wait * hear X -o got X * say X. }\n#trace _ s { wait }.",
    );
    let said = senet(&format!("run {path}"), "mix red\nblue\nmix red (mix red red)\n");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("say (mix red (mix red red))"), "{}", said.out);
    assert!(said.out.ends_with("Final state: {got (mix red (mix red red))}\n"), "{}", said.out);
    let said = senet(&format!("run {path}"), "");
    assert!(said.out.ends_with("Final state: {wait}\n"), "{}", said.out);
}

#[test]
fn a_key_is_a_word_on_a_line() {
    let path = file(
        "keys.cep",
        "k : type. up : k. down : k. fire : k.\nkey k : sense. wait : pred. got k : pred.\n\
         #sensor key _BUILTIN_KEY.\nstage s = { wait * key X -o got X. }\n\
         #trace _ s { wait, wait }.",
    );
    let said = senet(&format!("run {path}"), "x\nUP\nf\n");
    assert!(said.out.contains("No such key; there are: up, down, fire"), "{}", said.out);
    assert!(said.out.ends_with("{got up, got fire}\n"), "{}", said.out);
}

#[test]
fn commands_are_read_as_players_type_them_and_asked_for_each_firing() {
    let path = file(
        "commands.cep",
        "thing : type. lamp : thing. box : thing. old-key : thing.\n\
         #label old-key \"rusty key\".\ndir : type. north : dir.\n\
         cmd : type. put-in thing thing : cmd. move dir : cmd. give thing : cmd.\n\
         look-at thing : cmd.\nr : type. success : r.\n\
         in cmd : sense. #sensor in _BUILTIN_IF_COMMAND.\n\
         report r cmd : action. #action report _BUILTIN_IF_REPORT.\nt : pred.\n\
         stage s = { t * in C -o t * report success C. }\n#trace _ s { t }.",
    );
    for (typed, said) in [
        ("put the lamp in a box", "success: put in lamp box"),
        ("n", "success: move north"),
        ("Give rusty key!", "success: give rusty key"),
        ("give old key", "success: give rusty key"),
        ("look at the lamp", "success: look at lamp"),
        ("put lamp", "I know only: put in THING THING."),
        ("box lamp", "I do not understand that"),
    ] {
        let twice = senet(&format!("run {path}"), &format!("{typed}\n{typed}\n"));
        assert_eq!(twice.out.matches(said).count(), 2, "{}", twice.out);
    }
}

/// What `docs/commands.md` says about menus: later rules first, older atoms first, copies once. A right
/// side that ends in `()` makes nothing more than it says.
#[test]
fn menus_are_in_the_order_of_ceptre_and_copies_are_merged() {
    let text = "t : type. a : t. b : t.\np t : pred. q t : pred. r : pred.\n\
                stage s = { one : p X -o q X * (). two : p X * p Y -o r * (). back : q X -o p X. }\n\
                #interactive s.\n#trace _ s { p b, p a, p a }.";
    let path = file("ceptre-menus.cep", text);
    let said = senet(&format!("run {path}"), "4\n1\n0\n");
    let menus: Vec<&str> = said.out.split("?- ").collect();
    let first = "0: stop\n1: (two b a)\n2: (two a b)\n3: (two a a)\n4: (one b)\n5: (one a)\n";
    assert_eq!(menus[0], first, "{}", said.out);
    // What was made last is the youngest.
    assert!(menus[1].ends_with("1: (back b)\n2: (two a a)\n3: (one a)\n"), "{}", said.out);
    assert!(
        menus[2].ends_with("1: (two a a)\n2: (two a b)\n3: (two b a)\n4: (one a)\n5: (one b)\n")
    );
}
