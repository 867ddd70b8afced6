//! Input that no program should be given, and each time a clear message and an exit code: 0 fine, 1
//! the program is bad, 2 usage or input and output. Never a panic, and never a wait for ever.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests write files and start programs, and a panic there is a failed test"
)]

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Longer than anything here may take on a slow machine; shorter than for ever.
const PATIENCE: Duration = Duration::from_secs(120);

fn senet(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_senet"));
    command.args(args).env("NO_COLOR", "1");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What a command printed on standard output and standard error, and its exit code.
struct Ran {
    out: String,
    err: String,
    code: Option<i32>,
}

#[track_caller]
fn finish(child: Child) -> Ran {
    let id = child.id();
    let (done, told) = std::sync::mpsc::channel();
    let waiting = std::thread::spawn(move || {
        let output = child.wait_with_output();
        let _ = done.send(());
        output
    });
    if told.recv_timeout(PATIENCE).is_err() {
        let _ = Command::new("kill").arg("-9").arg(id.to_string()).status();
        panic!("the command did not end");
    }
    let Output { status, stdout, stderr } = waiting.join().unwrap().unwrap();
    let ran = Ran {
        out: String::from_utf8(stdout).unwrap(),
        err: String::from_utf8(stderr).unwrap(),
        code: status.code(),
    };
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
    ran
}

#[track_caller]
fn run(args: &[&str]) -> Ran {
    finish(senet(args).spawn().unwrap())
}

#[track_caller]
fn run_with_input(args: &[&str], input: &[u8]) -> Ran {
    let mut child = senet(args).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A command may stop reading before all is written.
    let writing = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let ran = finish(child);
    writing.join().unwrap();
    ran
}

/// A file for one test, in the folder that cargo has for that.
fn file(name: &str, content: &[u8]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Runs a command that may use so many kilobytes of memory.
#[cfg(target_os = "linux")]
#[track_caller]
fn run_within(kilobytes: u32, args: &[&str]) -> Ran {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -v {kilobytes}; exec \"$0\" \"$@\"")]);
    command.arg(env!("CARGO_BIN_EXE_senet")).args(args).env("NO_COLOR", "1");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    finish(command.spawn().unwrap())
}

const FINE: &str = "p : pred.\nstage s = { r : p -o . }\n#trace _ s { p }.\n";

#[test]
fn a_hundred_megabytes_are_too_many() {
    let path = file("hundred-megabytes.cep", &b"p : pred.\n".repeat(10_000_000));
    for command in [&["check"][..], &["fmt"], &["fmt", "--check"], &["graph"], &["debug", "ast"]] {
        let ran = run(&[command, &[&path]].concat());
        assert_eq!(ran.code, Some(2), "{}", ran.err);
        assert!(ran.err.contains("is longer than 16 MiB"), "{}", ran.err);
    }
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_hundred_megabytes_from_a_pipe_are_too_many() {
    let ran = run_with_input(&["check", "-"], &b"% comment\n".repeat(10_000_000));
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("`<stdin>` is longer than 16 MiB"), "{}", ran.err);
}

#[cfg(target_os = "linux")]
#[test]
fn an_endless_file_is_too_long() {
    let ran = run(&["check", "/dev/zero"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("is longer than 16 MiB"), "{}", ran.err);
}

#[test]
fn a_hundred_thousand_parentheses_are_too_deep() {
    let declared = "nat : type. z : nat. s nat : nat. c nat : pred.\n";
    let (open, close) = ("(".repeat(100_000), ")".repeat(100_000));
    let closed = format!("{declared}context k = {{ c {open}z{close} }}.\n");
    let never = format!("{declared}stage s1 = {{ r : c {open}z");
    let braces = format!("context k = {}", "{".repeat(100_000));
    let marks = format!("stage s1 = {{ r : {}p -o . }}", "!".repeat(100_000));
    for (name, text) in [("closed", closed), ("never", never), ("braces", braces), ("marks", marks)]
    {
        let path = file(&format!("deep-{name}.cep"), text.as_bytes());
        let ran = run(&["check", &path]);
        assert_eq!(ran.code, Some(1), "{}", ran.err);
        assert!(ran.err.contains("E0005"), "{}", ran.err);
        let errors = ran.err.matches("error[").count();
        assert!(errors <= 2, "{errors} errors in {name}: {}", ran.err);
        assert_eq!(run(&["fmt", &path]).code, Some(1));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn contexts_that_double_sixty_times_take_little_memory() {
    let mut text = String::from("p : pred. stage s = { r : p -o . } context c0 = { p, p }.\n");
    for i in 0..60 {
        text += &format!("context c{} = {{ c{i}, c{i} }}.\n", i + 1);
    }
    text += "#trace _ s c60.\n";
    let path = file("doubling.cep", text.as_bytes());
    let ran = run_within(1_000_000, &["check", &path]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.err.contains("E0112"), "{}", ran.err);
}

#[cfg(target_os = "linux")]
#[test]
fn the_largest_texts_are_read_in_bounded_memory() {
    let most = 16 << 20;
    let context = format!(
        "p : pred. stage s = {{ r : p -o . }} context c = {{{}p}}.",
        "p,".repeat(most / 2 - 60)
    );
    let rules = format!("p : pred. stage s = {{{}}}", "p-o.\np -o .".repeat(most / 11 - 10));
    let noise = "?\n".repeat(most / 2);
    let chains = (0..most / 32).map(|i| format!("context c{i} = {{ c{} }}.\n", i + 1));
    let chains = chains.collect::<String>();
    for (name, text) in
        [("context", context), ("rules", rules), ("noise", noise), ("chains", chains)]
    {
        let path = file(&format!("largest-{name}.cep"), text.as_bytes());
        let ran = run_within(3_000_000, &["check", &path]);
        assert!(matches!(ran.code, Some(0 | 1)), "{name}: {:?} {}", ran.code, ran.err);
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn standard_input_is_a_file_like_others() {
    let ran = run_with_input(&["check", "-"], FINE.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert_eq!(ran.out, "<stdin>: fine (1 stage, 1 rule, 1 start)\n");
    let ran = run_with_input(&["check", "-"], b"p : pred");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("<stdin>:1:9"), "{}", ran.err);
    let ran = run_with_input(&["check", "-"], b"p : \xFF");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("`<stdin>` is not valid UTF-8"), "{}", ran.err);
    let ran = run_with_input(&["check", "-"], b"\0");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("is not a text"), "{}", ran.err);
}

#[test]
fn fmt_reads_standard_input_and_writes_standard_output() {
    for args in [&["fmt"][..], &["fmt", "-"]] {
        let ran = run_with_input(args, b"\xEF\xBB\xBFp:pred.\r\n\r\n\r\n% c\r\n");
        assert_eq!(ran.code, Some(0));
        assert_eq!(ran.out, "p : pred.\n\n% c\n");
    }
    assert_eq!(run_with_input(&["fmt", "--check"], b"p:pred.").code, Some(1));
    assert_eq!(run_with_input(&["fmt", "--check"], b"p : pred.\n").code, Some(0));
    let broken = run_with_input(&["fmt"], b"p : pred");
    assert_eq!((broken.code, broken.out.as_str()), (Some(1), ""));
}

/// What is repeated from the command line, by any command that reports an error.
#[test]
fn what_was_typed_is_repeated_without_control_characters() {
    let hostile = "x\u{1b}]0;y\u{7}\u{9b}2J\u{8}";
    for args in [
        &["check", hostile][..],
        &["play", hostile],
        &["explain", hostile],
        &[hostile],
        &["play", "nim", "--size", hostile],
        &["solve", "nim", "--max-seconds", hostile],
        &["tournament", "nim", "--bots", hostile],
        &["list", hostile],
        &["new", hostile],
    ] {
        let ran = run(args);
        assert!(ran.err.contains('y'), "{args:?}: {}", ran.err);
        let obeyed: Vec<char> = ran.err.chars().filter(|c| c.is_control() && *c != '\n').collect();
        assert!(obeyed.is_empty(), "{args:?}: {obeyed:?} in {}", ran.err);
    }
}

/// A program on its way through a pipe stays what it is, control characters in its texts included.
#[test]
fn a_formatted_program_keeps_its_texts() {
    let program = "#title \"a\u{1b}[1mb\u{7}\".\n";
    let ran = run_with_input(&["fmt"], program.as_bytes());
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), program));
}

#[test]
fn a_reader_that_hangs_up_is_no_failure() {
    for args in [&["explain"][..], &["completions", "bash"], &["check", "--verbose", "-"]] {
        let mut child = senet(args).stdin(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().unwrap();
        drop(stdin.write_all(FINE.as_bytes()));
        drop(stdin);
        let ran = finish(child);
        assert_eq!(ran.code, Some(0), "{args:?}: {}", ran.err);
    }
}

#[test]
fn errors_for_a_reader_that_hangs_up_are_no_failure_either() {
    let mut child = senet(&["check", "-"]).stdin(Stdio::piped()).spawn().unwrap();
    drop(child.stderr.take());
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(&b"p : ?\n".repeat(1_000)).unwrap();
    drop(stdin);
    assert!(matches!(finish(child).code, Some(0 | 1)));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_command() {
    let child = senet(&["check", "-"]).stdin(Stdio::piped()).spawn().unwrap();
    interrupt(child, Duration::ZERO);
}

/// Shells have interrupts ignored for what they start in the background.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_command_that_was_started_in_the_background() {
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' INT; exec \"$0\" check -", env!("CARGO_BIN_EXE_senet")]);
    let child = command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    interrupt(child, Duration::ZERO);
}

/// Whatever a command is doing: here, looking for a solution that takes for ever.
#[cfg(unix)]
#[test]
fn an_interrupt_is_answered_soon() {
    let child = senet(&["solve", "chess"]).stdout(Stdio::null()).spawn().unwrap();
    let took = interrupt(child, Duration::from_secs(3));
    // It is 100 ms on a machine that has time.
    assert!(took < Duration::from_secs(5), "{took:?}");
}

/// What was found so far is said, where a command counts or compares.
#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_was_found() {
    let games = u64::MAX.to_string();
    let tournament = ["tournament", "tic-tac-toe", "--bots", "random,random", "--games", &games];
    for (args, words) in [
        (&["explore", "connect-four", "--max-positions", "1000000000"][..], "by ply "),
        (&["explore", "connect-four", "--perft", "30"], "plies "),
        (&tournament, " moves each"),
        (&["solve", "chess"], "value      unknown"),
        // All of a page is made of what there is, and nothing more is begun.
        (&["report", "chess", "--playouts", "100"], "</html>"),
    ] {
        // An interrupt that comes before the command has begun, or on a machine that leaves it no time
        // to answer, ends it at once: then it is given more.
        let found = [1, 2, 4, 8, 16].into_iter().any(|seconds| {
            let child = senet(args).spawn().unwrap();
            std::thread::sleep(Duration::from_secs(seconds));
            Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
            let ran = finish(child);
            assert_eq!(ran.code, Some(130), "{args:?}: {}", ran.err);
            ran.out.contains(words)
        });
        assert!(found, "{args:?} does not say `{words}`");
    }
}

/// Sends interrupts until a command ends, and says how long that took; a command may not have begun to
/// listen when the first one comes.
#[cfg(unix)]
#[track_caller]
fn interrupt(mut child: Child, after: Duration) -> Duration {
    use std::os::unix::process::ExitStatusExt;
    std::thread::sleep(after);
    let begin = Instant::now();
    let id = child.id().to_string();
    let status = loop {
        Command::new("kill").args(["-INT", &id]).status().unwrap();
        std::thread::sleep(Duration::from_millis(100));
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        assert!(begin.elapsed() < PATIENCE, "the command did not end");
    };
    // A shell says 130 for a program that the signal 2 has ended.
    assert!(status.signal() == Some(2) || status.code() == Some(130), "{status}");
    begin.elapsed()
}

#[test]
fn diagnostics_as_data_have_their_form() {
    let text = "t : type. t : type.\nstage s = { r : p -o . }\n";
    let ran = run_with_input(&["check", "--format", "json", "-"], text.as_bytes());
    assert_eq!(ran.code, Some(1));
    let all: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let report = &all[0];
    assert_eq!(report["file"], "<stdin>");
    assert_eq!((&report["errors"], &report["warnings"]), (&2.into(), &0.into()));
    let first = &report["diagnostics"][0];
    assert_eq!(first["code"], "E0106");
    assert_eq!(first["severity"], "error");
    assert_eq!(first["message"], "the type `t` is declared twice");
    assert_eq!(
        first["labels"],
        serde_json::json!([
            { "text": "declared again here", "start": 10, "end": 11, "line": 1, "column": 11 },
            { "text": "first declared here", "start": 0, "end": 1, "line": 1, "column": 1 },
        ])
    );
    let help = "take one of them out, or give it another name";
    assert_eq!(first["help"], serde_json::json!([help]));
    assert_eq!(report["diagnostics"][1]["labels"][0]["line"], 2);
    for diagnostic in report["diagnostics"].as_array().unwrap() {
        let keys: Vec<&String> = diagnostic.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["code", "help", "labels", "message", "severity"]);
    }
}

#[test]
fn stages_are_drawn_in_every_format() {
    let text = "p : pred.\nstage a = { r : p -o . }\nstage b = {}\nqui * stage a -o stage b.\n\
                #trace _ a { p }.\n";
    let draw = |format: &str| {
        let ran = run_with_input(&["graph", "-", "--format", format], text.as_bytes());
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        ran.out
    };
    let svg = draw("svg");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
    assert!(draw("dot").starts_with("digraph {"));
    assert!(draw("text").contains("a [start automatic]  → b"));
    let json: serde_json::Value = serde_json::from_str(&draw("json")).unwrap();
    assert_eq!(json["graph"]["nodes"].as_array().unwrap().len(), 2);
    let path = file("stages.svg", b"");
    let ran = run_with_input(&["graph", "-", "-o", &path], text.as_bytes());
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""));
    let mut written = String::new();
    std::fs::File::open(&path).unwrap().read_to_string(&mut written).unwrap();
    assert_eq!(written, svg);
}

#[test]
fn a_long_line_is_shown_in_part() {
    let text = format!("p : pred. {}q", "r : pred. ".repeat(100_000));
    let ran = run_with_input(&["check", "-"], text.as_bytes());
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.len() < 100_000, "{} bytes are printed", ran.err.len());
}

/// Every command says that its output could not be written.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let game =
        file("full-disk.cep", b"p : pred. q : pred. stage s = { r : p -o q. } #trace _ s { p }.");
    for args in [
        &["--help"][..],
        &["--version"],
        &["run", "--help"],
        &["list"],
        &["run", &game],
        &["play", "nim"],
        &["trace", &game],
        &["explore", "tic-tac-toe", "--depth", "2"],
        &["explain", "E0005"],
        &["completions", "bash"],
        &["debug", "tokens", &game],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let ran = finish(senet(args).stdout(full).spawn().unwrap());
        if ran.err.contains("unexpected argument") {
            panic!("{args:?}: {}", ran.err);
        }
        assert_eq!(ran.code, Some(2), "{args:?}: {}", ran.err);
        assert!(ran.err.contains("cannot write the output"), "{args:?}: {}", ran.err);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn pipes_and_devices_are_not_included() {
    let pipe = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pipe.cep");
    let _ = std::fs::remove_file(&pipe);
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let game = file("includes-a-pipe.cep", b"#include \"pipe.cep\".\nstage s = { }\n");
    let ran = run(&["check", &game]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.err.contains("it is a pipe or a device"), "{}", ran.err);
    std::fs::remove_file(&pipe).unwrap();
}

/// Terms grow while a program runs, and nothing that walks over them may use the stack for it.
#[test]
fn deep_terms_are_printed_compared_and_explained() {
    let text = "t : type. z : t. y : t. f t : t. p t : pred. n nat : pred. o t : pred.
        stage grow = { g : n (N + 1) * p X -o n N * p (f X). }
        over : qui * stage grow * $p X -o stage pair * o (f X).
        stage pair = { swap : p X * o Y -o p Y * o Y. }
        #interactive pair.
        #trace 25010 grow { n 25000, p z }.";
    let game = file("deep-terms.cep", text.as_bytes());
    let ran = run_with_input(&["run", &game], b"1\n");
    assert!(ran.code.is_some_and(|code| code < 3), "{:?} {}", ran.code, ran.err);
    assert!(ran.out.contains(&"(f ".repeat(24_999)), "{}", ran.err);
    let ran = run(&["why", &game, "o _", "--at", "25002"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
}

/// Plans take time in proportion to the premises, whatever these are.
#[test]
fn thousands_of_premises_are_planned() {
    let rule = |mark: &str| {
        let premises: Vec<String> = (0..3000).map(|i| format!("{mark} X{i} X{}", i + 1)).collect();
        premises.join(" * ")
    };
    for (name, mark, end) in
        [("takes", "p", "{p a b, p b a, q a}"), ("asks", "d", "{p a b, p b a, r}")]
    {
        let program = format!(
            "t : type. a : t. b : t. p t t : pred. q t : pred. r : pred.\n\
             e t t : bwd. e a b. e b a. d t t : bwd. d X Y <- e X Y.\n\
             stage s = {{ r : q X0 * {} -o r. }}\n#trace _ s {{ p a b, p b a, q a }}.\n",
            rule(mark)
        );
        let path = file(&format!("{name}.cep"), program.as_bytes());
        let ran = run(&["run", &path]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert!(ran.out.contains(end), "{}", ran.out);
    }
}

#[test]
fn a_long_sum_is_refused() {
    let sum = vec!["1"; 20_000].join(" + ");
    let text = format!("n nat : pred. stage s = {{ r : n N -o n ({sum}). }} #trace _ s {{ n 1 }}.");
    let ran = run(&["check", &file("long-sum.cep", text.as_bytes())]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.err.contains("a sum of more than 200 terms"), "{}", ran.err);
    let nested =
        (0..190).fold("1".to_owned(), |sum, _| format!("({sum} + {})", vec!["1"; 190].join(" + ")));
    let text =
        format!("n nat : pred. stage s = {{ r : n N -o n {nested}. }} #trace _ s {{ n 1 }}.");
    let ran = run(&["check", &file("nested-sum.cep", text.as_bytes())]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
}
