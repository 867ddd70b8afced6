//! What the server can do, as it tells an editor when they meet.

use senet_ide::{TokenModifiers, TokenType};
use serde_json::{Value, json};

/// The command that plays at random and tells how it went; the server carries it out.
pub(crate) const STATISTICS: &str = "senet.statistics";
/// The command that plays in a terminal; the editor carries it out.
pub(crate) const PLAY: &str = "senet.play";
/// The command that runs a stage in a terminal; the editor carries it out.
pub(crate) const RUN_STAGE: &str = "senet.runStage";

/// The modifiers of semantic tokens, in the order of their bits.
const MODIFIERS: [&str; 4] = ["declaration", "modification", "readonly", "defaultLibrary"];

/// The bits of modifiers.
pub(crate) fn modifier_bits(modifiers: TokenModifiers) -> u32 {
    let TokenModifiers { declaration, modification, readonly, default_library } = modifiers;
    let bits = [declaration, modification, readonly, default_library];
    bits.iter().enumerate().map(|(i, set)| u32::from(*set) << i).sum()
}

/// The answer to `initialize`.
pub(crate) fn answer() -> Value {
    json!({
        "capabilities": {
            "positionEncoding": "utf-16",
            "textDocumentSync": { "openClose": true, "change": 2, "save": true },
            "completionProvider": { "triggerCharacters": ["#", "{", " "] },
            "hoverProvider": true,
            "signatureHelpProvider": { "triggerCharacters": [" "] },
            "definitionProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "documentSymbolProvider": true,
            "workspaceSymbolProvider": true,
            "renameProvider": { "prepareProvider": true },
            "foldingRangeProvider": true,
            "selectionRangeProvider": true,
            "semanticTokensProvider": {
                "legend": { "tokenTypes": TokenType::ALL, "tokenModifiers": MODIFIERS },
                "full": true,
                "range": true,
            },
            "inlayHintProvider": true,
            "documentFormattingProvider": true,
            "codeActionProvider": {
                "codeActionKinds": ["quickfix", "refactor.extract", "refactor.rewrite"],
            },
            "codeLensProvider": {},
            "executeCommandProvider": { "commands": [STATISTICS] },
        },
        "serverInfo": { "name": "senet", "version": env!("CARGO_PKG_VERSION") },
    })
}
