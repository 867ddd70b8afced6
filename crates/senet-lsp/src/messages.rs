//! What we read of the protocol's messages, as types with the names of the specification. The text
//! that a request is about is looked up before its parameters are read, so they do not name it. What
//! we send is written down as JSON where it is made.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A place: both numbers from 0, the character in UTF-16 units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Position {
    pub(crate) line: u32,
    pub(crate) character: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Range {
    pub(crate) start: Position,
    pub(crate) end: Position,
}

/// A change of a text, as editors apply it.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LspEdit {
    pub(crate) range: Range,
    pub(crate) new_text: String,
}

/// What many requests send: the place of the cursor.
#[derive(Debug, Deserialize)]
pub(crate) struct PositionParams {
    pub(crate) position: Position,
}

/// The part of the text that is asked about.
#[derive(Debug, Deserialize)]
pub(crate) struct RangeParams {
    pub(crate) range: Range,
}

#[derive(Debug, Deserialize)]
pub(crate) struct ReferenceParams {
    pub(crate) position: Position,
    pub(crate) context: ReferenceContext,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReferenceContext {
    pub(crate) include_declaration: bool,
}

#[derive(Debug, Deserialize)]
pub(crate) struct SelectionRangeParams {
    pub(crate) positions: Vec<Position>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RenameParams {
    pub(crate) new_name: String,
    pub(crate) position: Position,
}

#[derive(Debug, Deserialize)]
pub(crate) struct CodeActionParams {
    pub(crate) range: Range,
    pub(crate) context: CodeActionContext,
}

#[derive(Debug, Deserialize)]
pub(crate) struct CodeActionContext {
    /// The diagnostics in the range. Those that an action mends go back as they came.
    pub(crate) diagnostics: Vec<Value>,
    /// The kinds of actions that are wanted; all if there are none.
    #[serde(default)]
    pub(crate) only: Option<Vec<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DidOpenParams {
    pub(crate) text_document: OpenedText,
}

#[derive(Debug, Deserialize)]
pub(crate) struct OpenedText {
    pub(crate) uri: String,
    pub(crate) version: i32,
    pub(crate) text: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DidChangeParams {
    pub(crate) text_document: ChangedText,
    pub(crate) content_changes: Vec<ContentChange>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct ChangedText {
    pub(crate) uri: String,
    pub(crate) version: i32,
}

/// A new text for a range, or for the whole.
#[derive(Debug, Deserialize)]
pub(crate) struct ContentChange {
    #[serde(default)]
    pub(crate) range: Option<Range>,
    pub(crate) text: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DidCloseParams {
    pub(crate) text_document: ClosedText,
}

#[derive(Debug, Deserialize)]
pub(crate) struct ClosedText {
    pub(crate) uri: String,
}
