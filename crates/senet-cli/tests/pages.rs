//! The sessions in the documents are what the commands print. A listing is a block marked `text` whose lines
//! begin with `$ ` where something is typed; `…` stands for lines that are left out.

#![allow(clippy::disallowed_methods, reason = "tests read files and run the command line")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What depends on the machine (`bench`), or on files that the page describes in words (`test`).
const NOT_RUN: [&str; 2] = ["$ senet bench ", "$ senet test "];

/// Every page of `docs/`.
fn pages() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let files = std::fs::read_dir(folder).expect("it is there");
    let names = files.map(|file| file.expect("it can be listed").file_name().into_string());
    let mut names: Vec<String> = names.map(|name| name.expect("names are texts")).collect();
    names.retain(|name| name.ends_with(".md"));
    names.sort();
    names
}

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    std::fs::read_to_string(path).expect("the page is there")
}

/// The blocks of a page that are marked as text.
fn blocks(page: &str) -> Vec<&str> {
    let blocks = page.split("\n```text\n").skip(1);
    blocks.filter_map(|block| block.split("\n```").next()).collect()
}

/// What a line of a shell prints on standard output, in a folder of its own.
fn printed(line: &str, folder: &Path) -> String {
    let binary = PathBuf::from(env!("CARGO_BIN_EXE_senet"));
    let mut path = binary.parent().expect("it lies in a folder").as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(folder).env("PATH", path).env("NO_COLOR", "1");
    let done = shell.stdin(Stdio::null()).stderr(Stdio::null()).output().expect("a shell runs");
    String::from_utf8(done.stdout).expect("text")
}

/// Whether a listing is what was printed, where `…` stands for any lines.
fn is_listing_of(listing: &[&str], printed: &[&str]) -> bool {
    match listing {
        [] => printed.is_empty(),
        [first, rest @ ..] if first.trim() == "…" => {
            (0..=printed.len()).any(|n| is_listing_of(rest, &printed[n..]))
        }
        [first, rest @ ..] => {
            let same = printed.first().is_some_and(|line| line.trim_end() == first.trim_end());
            same && is_listing_of(rest, &printed[1..])
        }
    }
}

#[test]
fn the_sessions_of_the_documents_are_what_is_printed() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pages");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let (mut sessions, mut wrong) = (0, Vec::new());
    for name in pages() {
        for block in blocks(&page(&name)).into_iter().filter(|block| block.starts_with("$ ")) {
            if NOT_RUN.iter().any(|typed| block.starts_with(typed)) {
                continue;
            }
            let mut lines = block.lines().peekable();
            while let Some(typed) = lines.next() {
                let listing: Vec<&str> =
                    std::iter::from_fn(|| lines.next_if(|line| !line.starts_with("$ "))).collect();
                let out = printed(typed.trim_start_matches("$ "), &folder);
                sessions += 1;
                if !is_listing_of(&listing, &out.lines().collect::<Vec<_>>()) {
                    wrong.push(format!("{name}: {typed}\n{out}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "these print something else:\n{}", wrong.join("\n"));
    assert!(sessions >= 14, "only {sessions} sessions were found");
}

#[test]
fn the_session_with_an_engine_is_what_is_said() {
    let page = page("ugi.md");
    let session = blocks(&page).into_iter().find(|block| block.starts_with("> ")).expect("one");
    let said: String = session
        .lines()
        .filter_map(|line| line.strip_prefix("> "))
        .map(|line| format!("{line}\\n"))
        .collect();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let out = printed(&format!("printf '{said}' | senet ugi tic-tac-toe"), &folder);
    let answers: Vec<&str> = session.lines().filter(|line| !line.starts_with("> ")).collect();
    assert_eq!(out.lines().collect::<Vec<_>>(), answers);
}
