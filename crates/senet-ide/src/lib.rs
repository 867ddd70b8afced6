//! The language service: what an editor asks about a program text, and edits of its structure.
//!
//! Input: a text and [`Options`](senet_program::Options). Output: an [`Analysis`], a snapshot that
//! answers questions about places in the text (byte offsets) with plain data.
//!
//! ```
//! use senet_ide::Analysis;
//!
//! let text = "coin : pred.  stage s = { buy : con -o . }";
//! let analysis = Analysis::new(text, &Default::default());
//! assert_eq!(analysis.diagnostics()[0].help[0], "did you mean `coin`?");
//! let place = text.find("coin").expect("it is there") as u32;
//! assert!(analysis.hover(place).expect("a name").markdown.contains("coin : pred"));
//! ```

mod actions;
mod analysis;
mod completion;
mod describe;
mod directive;
mod fixes;
mod formatting;
mod hints;
mod hover;
mod index;
mod lists;
mod marked;
mod navigate;
mod outline;
mod ranges;
mod rename;
mod semantic_tokens;
mod signature;
mod structure;
mod tree_at;
mod words;

pub use actions::{ActionKind, CodeAction};
pub use analysis::Analysis;
pub use completion::{Completion, CompletionKind};
pub use fixes::{AppliedFix, Fixed, fix};
pub use hints::{HintKind, InlayHint};
pub use hover::Hover;
pub use navigate::{ReferenceKind, SourceLocation, SymbolReference};
pub use outline::{OutlineItem, OutlineKind};
pub use ranges::{FoldingKind, FoldingRange};
pub use rename::RenameError;
pub use semantic_tokens::{SemanticToken, TokenModifiers, TokenType};
pub use signature::SignatureHelp;
pub use structure::{
    BoardBlock, BrokenBlock, ChoiceKind, ContextBlock, DirectiveBlock, EditError, FamilyBlock,
    NameBlock, NewItem, NewPart, PartBlock, PartKind, PlayersBlock, PredicateBlock, PremiseMark,
    RuleBlock, SetBlock, SlotBlock, SlotChoice, StageBlock, Structure, StructureEdit, StructureId,
    ValueBlock,
};
