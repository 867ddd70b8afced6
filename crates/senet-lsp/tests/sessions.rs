//! Recorded sessions: what an editor says and what it hears, message by message, in one process.
//!
//! A session is a text file with lines `--> JSON` (the editor), `<-- JSON` (the server) and `%` comments.
//! `SENET_UPDATE=1` writes anew what the server says.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests read files, and a panic there is a failed test"
)]

use lsp_server::{Connection, Message};
use serde_json::{Value, json};
use std::path::Path;
use std::thread::JoinHandle;
use std::time::Duration;

/// Longer than anything here may take on a slow machine; shorter than for ever.
const PATIENCE: Duration = Duration::from_secs(60);

struct Editor {
    connection: Option<Connection>,
    server: Option<JoinHandle<Result<(), senet_lsp::LspError>>>,
    last: i32,
}

impl Editor {
    fn new() -> Editor {
        let (connection, theirs) = Connection::memory();
        let server = Some(std::thread::spawn(move || senet_lsp::serve(&theirs)));
        Editor { connection: Some(connection), server, last: 0 }
    }

    fn begun() -> Editor {
        let mut editor = Editor::new();
        editor.ask("initialize", json!({ "capabilities": {} }));
        editor.tell("initialized", json!({}));
        editor
    }

    fn send(&self, mut message: Value) {
        message["jsonrpc"] = "2.0".into();
        let message: Message = serde_json::from_value(message).unwrap();
        self.connection.as_ref().unwrap().sender.send(message).unwrap();
    }

    fn hear(&self, patience: Duration) -> Option<Value> {
        let receiver = &self.connection.as_ref().unwrap().receiver;
        receiver.recv_timeout(patience).ok().map(|m| serde_json::to_value(m).unwrap())
    }

    fn tell(&self, method: &str, params: Value) {
        self.send(json!({ "method": method, "params": params }));
    }

    /// Sends a request without waiting.
    fn begin(&mut self, method: &str, params: Value) -> i32 {
        self.last += 1;
        self.send(json!({ "id": self.last, "method": method, "params": params }));
        self.last
    }

    fn answer(&self, id: i32) -> Value {
        loop {
            let heard = self.hear(PATIENCE).expect("an answer");
            if heard["id"] == id {
                return heard;
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        let answer = self.answer(id);
        assert!(answer["error"].is_null(), "{answer}");
        answer["result"].clone()
    }

    /// The next diagnostics of a text, by their codes.
    fn codes(&self, uri: &str) -> Vec<String> {
        loop {
            let heard = self.hear(PATIENCE).expect("diagnostics");
            let params = &heard["params"];
            if heard["method"] == "textDocument/publishDiagnostics" && params["uri"] == uri {
                let all = params["diagnostics"].as_array().unwrap();
                return all.iter().map(|d| d["code"].as_str().unwrap().to_owned()).collect();
            }
        }
    }

    fn open(&self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "senet", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn end(mut self) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        self.server.take().unwrap().join().unwrap().unwrap();
    }
}

/// The place of some letters in a text, and the parameters of a question there.
fn at(uri: &str, text: &str, letters: &str) -> Value {
    let offset = text.find(letters).unwrap();
    let line = text[..offset].matches('\n').count();
    let column = offset - text[..offset].rfind('\n').map_or(0, |i| i + 1);
    json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": column } })
}

#[test]
fn recorded_sessions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let recorded = std::fs::read_to_string(&file).unwrap();
        let update = std::env::var_os("SENET_UPDATE").is_some();
        let played = replay(&recorded, update);
        if update {
            std::fs::write(&file, &played).unwrap();
        }
        let first = recorded.lines().zip(played.lines()).position(|(a, b)| a != b);
        let line = first.unwrap_or(0);
        assert!(
            update || played == recorded,
            "{}, line {}:\nrecorded {}\nnow      {}",
            file.display(),
            line + 1,
            recorded.lines().nth(line).unwrap_or(""),
            played.lines().nth(line).unwrap_or("")
        );
    }
}

fn replay(recorded: &str, update: bool) -> String {
    let editor = Editor::new();
    let mut out = String::new();
    let mut lines = recorded.lines().peekable();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        let Some(said) = line.strip_prefix("--> ") else { continue };
        editor.send(serde_json::from_str(said).unwrap());
        let mut expected = 0;
        while lines.next_if(|l| l.starts_with("<-- ")).is_some() {
            expected += 1;
        }
        let mut heard = 0;
        while update || heard < expected {
            let patience = if update { Duration::from_millis(400) } else { PATIENCE };
            let Some(message) = editor.hear(patience) else { break };
            heard += 1;
            out.push_str(&format!("<-- {message}\n"));
        }
    }
    out
}

const GAME: &str = "\
player : type. x : player. o : player.
board cell = square 2 1.
free cell : pred.
mark player cell : pred.
turn player : pred.
opponent player player : bwd.
- : opponent x o.
- : opponent o x.
stage play = {
  place : turn P * free C * opponent P Q -o mark P C * turn Q.
}
#interactive play.
#trace _ play { turn x, free a1, free b1 }.
";

#[test]
fn edits_are_incremental_and_in_utf16() {
    let mut editor = Editor::begun();
    let uri = "untitled:game";
    editor.open(uri, "% 𝄞 é\np : pred.\nstage s = { r : p -o . }\n#trace 1 s { p }.\n");
    assert!(editor.codes(uri).is_empty());
    // Behind the clef, which is two units: `é` becomes ` q : pred.` on a line of its own.
    let edit = |line: u32, from: u32, to: u32, text: &str| {
        let (start, end) =
            (json!({ "line": line, "character": from }), json!({ "line": line, "character": to }));
        json!({ "range": { "start": start, "end": end }, "text": text })
    };
    let document = json!({ "uri": uri, "version": 2 });
    let changes = [edit(0, 5, 6, "\nq : pred."), edit(3, 16, 17, "pp")];
    editor.tell(
        "textDocument/didChange",
        json!({ "textDocument": document, "contentChanges": changes }),
    );
    let codes = editor.codes(uri);
    assert_eq!(codes, ["E0102"]);
    let symbols =
        editor.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri } }));
    let names: Vec<&str> =
        symbols.as_array().unwrap().iter().map(|s| s["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["q", "p", "s", "#trace"]);
    editor.end();
}

#[test]
fn a_request_that_waits_can_be_cancelled() {
    let mut editor = Editor::begun();
    let uri = "untitled:game";
    // Work enough to keep the server busy while the others wait.
    let rules: String = (0..4000).map(|i| format!("  r{i} : p -o p.\n")).collect();
    editor.open(uri, &format!("p : pred.\nstage s = {{\n{rules}}}\n#trace 1 s {{ p }}.\n"));
    let document = json!({ "textDocument": { "uri": uri } });
    let first = editor.begin("textDocument/semanticTokens/full", document.clone());
    let second = editor.begin("textDocument/documentSymbol", document);
    editor.tell("$/cancelRequest", json!({ "id": second }));
    let (mut cancelled, mut answered) = (None, false);
    while cancelled.is_none() || !answered {
        let heard = editor.hear(PATIENCE).expect("both answers");
        answered |= heard["id"] == first;
        if heard["id"] == second {
            cancelled = Some(heard["error"]["code"].clone());
        }
    }
    assert_eq!(cancelled.unwrap(), -32800);
    editor.end();
}

#[test]
fn statistics_are_played_and_can_be_cancelled() {
    let mut editor = Editor::begun();
    let uri = "untitled:game";
    editor.open(uri, GAME);
    let command = json!({ "command": "senet.statistics", "arguments": [uri, 1] });
    let told = editor.ask("workspace/executeCommand", command);
    assert_eq!(told["playouts"], 10_000);
    assert_eq!(told["meanMoves"], 2.0);
    let endless = "p : pred.\nstage s = { r : p -o p. }\n#interactive s.\n#trace _ s { p }.\n";
    editor.open("untitled:endless", endless);
    let command = json!({ "command": "senet.statistics", "arguments": ["untitled:endless", 1] });
    let id = editor.begin("workspace/executeCommand", command);
    editor.tell("$/cancelRequest", json!({ "id": id }));
    assert_eq!(editor.answer(id)["error"]["code"], -32800);
    editor.end();
}

#[test]
fn parts_are_checked_with_the_program_that_includes_them() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lsp parts");
    std::fs::create_dir_all(&folder).unwrap();
    let (main, part) = (folder.join("main.cep"), folder.join("part.cep"));
    let main_text =
        "#include \"part.cep\".\nq : pred.\nstage s = { r : p * q -o . }\n#trace 1 s { p, q }.\n";
    let part_text = "p : pred.\nstage t = { u : p -o q. }\n- : qui * stage s -o stage t.\n";
    std::fs::write(&main, main_text).unwrap();
    std::fs::write(&part, part_text).unwrap();
    let address = |path: &Path| format!("file://{}", path.to_str().unwrap().replace(' ', "%20"));
    let (main, part) = (address(&main), address(&part));
    let mut editor = Editor::begun();
    // Alone, it would not know `q` and the stage `s`.
    editor.open(&part, part_text);
    assert_eq!(editor.codes(&part), Vec::<String>::new());
    let found = editor.ask("textDocument/definition", at(&part, part_text, "q. }"));
    assert_eq!(found[0]["uri"], main);
    assert_eq!(found[0]["range"]["start"]["line"], 1);
    let mut question = at(&part, part_text, "p : pred");
    question["context"] = json!({ "includeDeclaration": true });
    assert_eq!(editor.ask("textDocument/references", question).as_array().unwrap().len(), 4);
    // Renaming goes through both files.
    let mut question = at(&part, part_text, "p : pred");
    question["newName"] = "token".into();
    let edit = editor.ask("textDocument/rename", question.clone());
    assert_eq!(edit["changes"][&main].as_array().unwrap().len(), 2, "{edit}");
    assert_eq!(edit["changes"][&part].as_array().unwrap().len(), 2, "{edit}");
    // A name that is taken there is refused.
    question["newName"] = "q".into();
    let id = editor.begin("textDocument/rename", question);
    assert!(editor.answer(id)["error"]["message"].as_str().unwrap().contains("`q`"));
    // What is open counts, not what lies on the disk.
    editor.open(&main, &main_text.replace("q : pred.", "").replace("* q", "").replace(", q", ""));
    assert_eq!(editor.codes(&part), ["E0102"]);
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": main } }));
    assert_eq!(editor.codes(&part), Vec::<String>::new());
    editor.end();
}

#[test]
fn exit_without_shutdown_is_an_error() {
    let editor = Editor::begun();
    editor.tell("exit", Value::Null);
    let mut editor = editor;
    let ended = editor.server.take().unwrap().join().unwrap();
    assert!(matches!(ended, Err(senet_lsp::LspError::NoShutdown)));
}
