//! Making a game: `senet new`, `senet test`, `senet play --save-test` and `--watch`, as an author uses them.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests write files and start programs, and a panic there is a failed test"
)]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

/// Longer than anything here may take on a slow machine; shorter than for ever.
const PATIENCE: Duration = Duration::from_secs(120);

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn senet(folder: &Path, args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_senet"))
        .args(args)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that has enough does not read everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

#[track_caller]
fn well(folder: &Path, args: &[&str], input: &str) -> String {
    let out = senet(folder, args, input);
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    let aside = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(0), "senet {args:?}\n{said}\n{aside}");
    said
}

#[test]
fn every_template_checks_passes_its_tests_and_plays() {
    let folder = folder("templates");
    for template in ["board", "cards", "story", "puzzle", "ceptre"] {
        let name = format!("my-{template}");
        well(&folder, &["new", &name, "--template", template], "");
        let file = format!("{name}/{name}.cep");
        // Plain Ceptre cannot say that a play has an end, which is warned about.
        let strict = if template == "ceptre" { "-v" } else { "--strict" };
        well(&folder, &["check", strict, &file], "");
        well(&folder, &["fmt", "--check", &file], "");
        let tested = well(&folder, &["test", &name], "");
        assert!(tested.contains("test result: ok."), "{template}: {tested}");
        if template == "ceptre" {
            well(&folder, &["run", &file, "--seed", "1"], "1\n0\n");
        } else {
            // Bots play it to the end.
            let bots = ["--seat", "1=random", "--seat", "2=random"];
            let bots = &bots[..if template == "story" || template == "puzzle" { 2 } else { 4 }];
            let played = well(&folder, &[&["play", &file, "--seed", "1"], bots].concat(), "");
            assert!(!played.is_empty());
        }
    }
    let again = senet(&folder, &["new", "my-board"], "");
    assert_eq!(again.status.code(), Some(2));
    assert_eq!(senet(&folder, &["new", "no/../good name"], "").status.code(), Some(2));
}

#[test]
fn the_rust_template_is_a_crate() {
    let folder = folder("rust-template");
    well(&folder, &["new", "sticks", "--template", "rust"], "");
    let manifest = std::fs::read_to_string(folder.join("sticks/Cargo.toml")).unwrap();
    assert!(manifest.contains("name = \"sticks\"") && manifest.contains("senet = {"), "{manifest}");
    let main = std::fs::read_to_string(folder.join("sticks/src/main.rs")).unwrap();
    assert!(main.contains("senet::main!(Sticks)") && !main.contains('@'));
}

#[test]
#[ignore = "slow: builds the library for a new crate"]
fn the_rust_template_plays() {
    let folder = folder("rust-template-plays");
    well(&folder, &["new", "sticks", "--template", "rust"], "");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../template-target");
    let out = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--", "--seat", "1=random", "--seat", "2=random", "--seed", "1"])
        .current_dir(folder.join("sticks"))
        .env("CARGO_TARGET_DIR", target)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&out.stdout).contains("wins"), "{out:?}");
}

#[test]
fn a_saved_play_is_a_test_that_shows_the_first_difference() {
    let folder = folder("saved-play");
    well(&folder, &["new", "three"], "");
    let moves = "a1\nb1\na2\nb2\na3\n";
    well(
        &folder,
        &["play", "three/three.cep", "--seed", "1", "--save-test", "three/tests/column.txt"],
        moves,
    );
    let saved = std::fs::read_to_string(folder.join("three/tests/column.txt")).unwrap();
    assert!(saved.contains("game ../three.cep\n"), "{saved}");
    assert!(saved.contains("% test\n") && saved.contains("%| black to move: "), "{saved}");
    assert!(well(&folder, &["test", "three"], "").contains("column.txt: recorded play ... ok"));
    // Stones may not lie beside each other any more: the second move is not there.
    let file = folder.join("three/three.cep");
    let text = std::fs::read_to_string(&file).unwrap();
    let rules = text.replace("place : turn P * free C -o", "place : turn P * free C * C <> b1 -o");
    std::fs::write(&file, &rules).unwrap();
    let out = senet(&folder, &["test", "three", "--filter", "recorded"], "");
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    assert_eq!(out.status.code(), Some(1), "{said}");
    assert!(said.contains("at the start, the moves differ\n  gone: `place black b1`"), "{said}");
    assert!(said.contains("test result: FAILED. 0 passed; 1 failed; 0 ignored"), "{said}");
    // As data, and for build servers.
    let out = senet(&folder, &["test", "three", "--format", "json"], "");
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(
        said.contains("\"status\": \"failed\"") && said.contains("gone: `place black b1`"),
        "{said}"
    );
    let out = senet(&folder, &["test", "three", "--format", "junit"], "");
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(said.contains("<failure message=\"at the start, the moves differ\">"), "{said}");
    // A longer game by the same moves: another end, which can be accepted.
    std::fs::write(&file, text.replace("line A B C -o won P", "line A B C * corner B -o won P"))
        .unwrap();
    let out = senet(&folder, &["test", "three", "--filter", "recorded"], "");
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(
        said.contains("after play 5, `place black a3`, it was `over` and is `white to move`"),
        "{said}"
    );
    well(&folder, &["test", "three", "--filter", "recorded", "--bless"], "");
    well(&folder, &["test", "three", "--filter", "recorded"], "");
}

#[test]
fn expectations_and_properties() {
    let folder = folder("expectations");
    let text = "p : pred.\nstage s = { r : p -o . }\n#interactive s.\n#trace _ s { p^3 }.\n\
                %? explore positions 4\n%? explore edges 3\n%? perft 2 1\n%? explore positions 5\n\
                %? dance\n#never (p * p).\n";
    std::fs::write(folder.join("game.cep"), text).unwrap();
    // A part without a start has no tests.
    std::fs::write(folder.join("part.cep"), "q : pred.\n").unwrap();
    let out = senet(&folder, &["test"], "");
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(said.contains("game.cep:5: explore positions 4 ... ok"), "{said}");
    assert!(said.contains("expected `explore positions 5`, found 4"), "{said}");
    assert!(said.contains("`dance` is not understood"), "{said}");
    assert!(
        said.contains("game.cep:10: #never (p * p). ... FAILED")
            && said.contains("refuted, at the start"),
        "{said}"
    );
    assert!(said.contains("4 passed; 3 failed"), "{said}");
    let nothing = senet(&folder, &["test", "part.cep"], "");
    assert_eq!(nothing.status.code(), Some(2));
}

#[test]
fn the_programs_of_the_tutorial_and_the_cookbook_pass() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let said = well(&root, &["test", "docs/tutorial.md", "docs/cookbook.md"], "");
    let programs = said.lines().filter(|l| l.contains("has no errors ... ok")).count();
    assert_eq!(programs, 4 + 40, "{said}");
}

#[test]
fn a_program_at_the_prompt() {
    let said = "fire place x b2\nask free b2\nask line a1 b1 X\nundo\nadd mark x a1\nremove free a1\n\
                place a1\nstage judge\nbogus\nfire three\nfire 99\n1\n";
    let heard = well(&folder("repl"), &["repl", "tic-tac-toe", "--seed", "1"], said);
    for part in [
        "senet> fire place x b2\nplace x b2\n- turn x\n- free b2\n+ moved x\n+ mark x b2\n",
        "senet> ask free b2\nno\n",
        "senet> ask line a1 b1 X\nline a1 b1 c1\n",
        "senet> undo\n- moved x\n- mark x b2\n+ turn x\n+ free b2\n",
        "senet> add mark x a1\n+ mark x a1\n",
        "senet> remove free a1\n- free a1\n",
        "`place a1` cannot happen now",
        "now in stage judge",
        "`bogus` is not a command, rule or predicate",
    ] {
        assert!(heard.contains(part), "no {part:?} in\n{heard}");
    }
}

#[test]
fn manual_pages_are_written() {
    let folder = folder("manual");
    well(&folder, &["manual", "man1"], "");
    for page in ["senet.1", "senet-play.1", "senet-test.1"] {
        assert!(std::fs::read_to_string(folder.join("man1").join(page)).unwrap().contains(".TH"));
    }
}

#[test]
fn a_stage_can_be_run_alone() {
    let folder = folder("run-stage");
    let text = "p : pred.  q : pred.\nstage a = { x : p -o q. }\nstage b = { y : p -o . }\n#trace _ a { p, p }.\n";
    std::fs::write(folder.join("game.cep"), text).unwrap();
    let said = well(&folder, &["run", "game.cep", "--stage", "b", "--seed", "1"], "");
    assert!(said.contains("Final state: {}"), "{said}");
}

#[test]
fn a_program_is_read_again_while_it_is_played() {
    let folder = folder("play-watch");
    well(&folder, &["new", "three"], "");
    let file = folder.join("three/three.cep");
    let text = std::fs::read_to_string(&file).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_senet"))
        .args(["play", "--watch", "--seed", "1", "three/three.cep"])
        .current_dir(&folder)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let (send, lines) = channel();
    for stream in [
        Box::new(child.stdout.take().unwrap()) as Box<dyn std::io::Read + Send>,
        Box::new(child.stderr.take().unwrap()),
    ] {
        let send = send.clone();
        std::thread::spawn(move || {
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                let _ = send.send(line);
            }
        });
    }
    let wait = |words: &str| loop {
        let line = lines.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no `{words}`"));
        if line.contains(words) {
            return;
        }
    };
    wait("black's turn");
    input.write_all(b"a1\nb1\n").unwrap();
    wait("white's turn");
    wait("black's turn");
    // A change that keeps the play.
    std::fs::write(&file, text.replace("square 3 3", "square 4 3")).unwrap();
    wait("all 2 plays are kept");
    // A mistake, and a change that does not.
    std::fs::write(&file, text.replace("free C -o", "fre C -o")).unwrap();
    wait("the play goes on by the rules as they were");
    std::fs::write(&file, text.replace("free C -o", "free C * C <> b1 -o")).unwrap();
    wait("1 of 2 plays are kept, as play 2, `place white b1`, is no longer possible");
    drop(input);
    let _ = child.kill();
    let _ = child.wait();
}
