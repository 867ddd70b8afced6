//! Both-ways editing: whatever is changed, in the blocks or in the text, the document of the workbench is that
//! of the text which the page has, and shows the same blocks as if that text had just been opened.

#[path = "../../../../tests/quick.rs"]
mod quick;

use senet_workbench::protocol::{
    Answer, Call, Message, PROTOCOL_VERSION, PageEdit, WriteAnswer, WriteAsk, WriteCall,
};
use senet_workbench::{Library, Request, Workbench};
use serde_json::Value;
use std::time::Duration;

/// What a page has: its own copy of the text, in UTF-16 units, changed by the edits alone.
struct Page {
    workbench: Workbench,
    text: Vec<u16>,
    version: u32,
}

/// A small generator (xorshift): the same edits on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

impl Page {
    fn open(text: &str) -> Page {
        let workbench = Workbench::new(Library::default());
        let mut page = Page { workbench, text: text.encode_utf16().collect(), version: 1 };
        page.ask("d", WriteAsk::Open { text: text.to_owned() }).expect("it is opened");
        page
    }

    fn string(&self) -> String {
        String::from_utf16(&self.text).expect("edits lie between characters")
    }

    fn ask(&mut self, document: &str, ask: WriteAsk) -> Result<WriteAnswer, String> {
        let call = WriteCall { document: document.to_owned(), version: self.version, ask };
        let request = Request { v: PROTOCOL_VERSION, id: 1, call: Call::Write { call } };
        match self.workbench.handle(request, Duration::ZERO).remove(0) {
            Message::Answer { answer, .. } => match *answer {
                Answer::Written { written } => Ok(written),
                other => panic!("{other:?}"),
            },
            Message::Refused { why, .. } => Err(why),
            other => panic!("{other:?}"),
        }
    }

    fn structure(&mut self, document: &str) -> Value {
        match self.ask(document, WriteAsk::Structure {}) {
            Ok(WriteAnswer::Structure { structure }) => structure,
            other => panic!("{other:?}"),
        }
    }

    /// Changes the page's text and tells the workbench; whether the program has no errors.
    fn apply(&mut self, edits: &[PageEdit]) -> bool {
        let mut sorted = edits.to_vec();
        // From the last to the first; what is inserted in one place keeps its order.
        sorted.sort_by_key(|e| e.from);
        for edit in sorted.iter().rev() {
            let insert: Vec<u16> = edit.insert.encode_utf16().collect();
            self.text.splice(edit.from as usize..edit.to as usize, insert);
        }
        let base = self.version;
        self.version += 1;
        match self.ask("d", WriteAsk::Edit { base, edits: edits.to_vec() }) {
            Ok(WriteAnswer::Checked { valid, .. }) => valid,
            other => panic!("{other:?}"),
        }
    }

    /// Text and blocks are one program: the document is that of the page's text, opened anew.
    fn assert_in_step(&mut self, what: &str) {
        let text = self.string();
        self.ask("fresh", WriteAsk::Open { text: text.clone() }).expect("it is opened");
        let (here, fresh) = (self.structure("d"), self.structure("fresh"));
        assert!(here == fresh, "after {what}:\n{text}");
        self.ask("fresh", WriteAsk::Close {}).expect("it is closed");
    }
}

/// The ids of all blocks, by the name of the list that they stand in.
fn ids<'v>(value: &'v Value, list: &'v str, out: &mut Vec<(&'v str, u64)>) {
    match value {
        Value::Array(all) => all.iter().for_each(|one| ids(one, list, out)),
        Value::Object(fields) => {
            if let Some(id) = fields.get("id").and_then(Value::as_u64) {
                out.push((list, id));
            }
            fields.iter().for_each(|(name, inside)| ids(inside, name, out));
        }
        _ => {}
    }
}

/// A change of the blocks.
fn block_edit(page: &mut Page, dice: &mut Dice) -> Option<(String, Vec<PageEdit>)> {
    let structure = page.structure("d");
    let mut all = Vec::new();
    ids(&structure, "", &mut all);
    let (list, node) = *all.get(dice.below(all.len()))?;
    let number = dice.below(100);
    let edit = match (list, dice.below(5)) {
        ("arguments", _) => {
            let slot = serde_json::from_value(node.into()).ok()?;
            let Ok(WriteAnswer::Choices { choices }) = page.ask("d", WriteAsk::Choices { slot })
            else {
                return None;
            };
            let choices = choices.as_array().cloned().unwrap_or_default();
            let choice = choices.get(dice.below(choices.len()))?;
            serde_json::json!({ "edit": "set-slot", "node": node, "text": choice["text"] })
        }
        ("premises", 0) => serde_json::json!({ "edit": "set-mark", "node": node, "mark": "keep" }),
        ("premises", 1) => {
            serde_json::json!({ "edit": "set-negated", "node": node, "negated": true })
        }
        (_, 0 | 1) => serde_json::json!({ "edit": "duplicate", "node": node, "name": null }),
        (_, 2) => {
            serde_json::json!({ "edit": "rename", "node": node, "name": format!("other-{number}") })
        }
        (_, 3) => {
            serde_json::json!({ "edit": "move", "node": node, "into": null, "at": number % 4 })
        }
        (_, _) if number < 15 => {
            serde_json::json!({ "edit": "remove-with-uses", "node": node, "instead": null })
        }
        (_, _) => serde_json::json!({ "edit": "remove", "node": node }),
    };
    let what = edit.to_string();
    let edit = serde_json::from_value(edit).expect("an edit");
    match page.ask("d", WriteAsk::Change { edit }) {
        Ok(WriteAnswer::Edits { edits }) => Some((what, edits)),
        Ok(other) => panic!("{other:?}"),
        Err(_) => None,
    }
}

/// A change of the text, as somebody types it: also in the middle of names, also wrong.
fn text_edit(page: &mut Page, dice: &mut Dice) -> (String, Vec<PageEdit>) {
    let length = page.text.len();
    let mut at = dice.below(length + 1);
    // Not between the two halves of a character.
    while at > 0 && at < length && (0xDC00..0xE000).contains(&page.text[at]) {
        at -= 1;
    }
    let words = ["x", " ", "\n", "% ä𝄞\n", ".", " * ", "p : pred.\n", "{", "}"];
    let insert = words[dice.below(words.len())].to_owned();
    let at = at as u32;
    (format!("writing {insert:?} at {at}"), vec![PageEdit { from: at, to: at, insert }])
}

const PROGRAMS: [&str; 20] = [
    "tic-tac-toe",
    "connect-four",
    "othello",
    "hex",
    "breakthrough",
    "dots-and-boxes",
    "gomoku",
    "go-fish",
    "epidemic",
    "nim",
    "chess",
    "kalah",
    "pachisi",
    "sokoban",
    "y",
    "havannah",
    "nine-mens-morris",
    "pig",
    "mastermind",
    "blackjack",
];

#[test]
fn text_and_blocks_are_one_program_after_every_edit() {
    let library = Library::default();
    let named = PROGRAMS.iter().filter_map(|name| Some((*name, library.source(name)?)));
    let mut programs: Vec<(String, String)> =
        named.map(|(name, text)| (name.to_owned(), text)).collect();
    // Games that are not written as text are replaced by others that are.
    let cards = library.cards();
    for card in cards.iter().filter(|card| card.text) {
        let text = library.source(&card.name).expect("it is a text");
        let there = programs.iter().any(|(name, _)| *name == card.name);
        if programs.len() < 20 && !there {
            programs.push((card.name.clone(), text));
        }
    }
    assert_eq!(programs.len(), 20);
    let fewer = quick::leaves_out("20 of 30 edits of each program");
    let edits = if fewer { 10 } else { 30 };
    let (mut by_blocks, mut by_text) = (0, 0);
    for (number, (name, text)) in programs.iter().enumerate() {
        let mut page = Page::open(text);
        let mut dice = Dice(0x9E37_79B9_7F4A_7C15 ^ (number as u64 + 1));
        for step in 0..edits {
            if dice.below(3) > 0 {
                let Some((what, edits)) = block_edit(&mut page, &mut dice) else { continue };
                page.apply(&edits);
                page.assert_in_step(&format!("{name}, {step}: {what}"));
                by_blocks += 1;
            } else {
                let (what, edits) = text_edit(&mut page, &mut dice);
                let before = page.text.clone();
                let valid = page.apply(&edits);
                page.assert_in_step(&format!("{name}, {step}: {what}"));
                by_text += 1;
                // A text with errors is mended, so that blocks have something to change.
                if !valid {
                    let (at, n) = (edits[0].from, edits[0].insert.encode_utf16().count() as u32);
                    page.apply(&[PageEdit { from: at, to: at + n, insert: String::new() }]);
                    assert_eq!(page.text, before);
                    page.assert_in_step(&format!("{name}, {step}: undoing {what}"));
                }
            }
        }
    }
    let least = if fewer { 30 } else { 100 };
    assert!(by_blocks > least && by_text > least, "{by_blocks} by blocks, {by_text} by text");
}
