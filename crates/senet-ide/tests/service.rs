//! The language service, question by question.

#[path = "../../../tests/support.rs"]
mod support;

#[path = "service/actions.rs"]
mod actions;
#[path = "service/completion.rs"]
mod completion;
#[path = "service/cursor.rs"]
mod cursor;
#[path = "service/rename.rs"]
mod rename;
#[path = "service/robust.rs"]
mod robust;
#[path = "service/understanding.rs"]
mod understanding;
