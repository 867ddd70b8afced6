//! The protocol as TypeScript types, and the test that the page has the same.

use super::{Message, PROTOCOL_VERSION, Request};
use ts_rs::{Config, TS};

/// All types in one file, in the order of their names.
fn typescript() -> String {
    use super::{
        ActionCall, Answer, BoardKind, BoardPicture, Call, CellPicture, ChoiceView, DualPoint,
        EdgePicture, GameCard, GameFace, GoalView, HintView, LabelPicture, LineEntry, LineView,
        MatchView, NewMatch, OptionCard, OverView, PaceView, Panel, PanelItem, PanelKind,
        PieceView, PlayView, SeatToken, SeatView, SeatWish, SidePicture,
    };
    use super::{
        AtomGroup, AtomItem, BalanceView, CompletionItem, GraphPicture, HoverText, MachineUntil,
        MachineView, OutlineEntry, PageEdit, PathStep, PictureEdge, PictureNode, Problem,
        ProblemFix, RuleCount, TemplateCard, TransitionItem, WriteAnswer, WriteAsk, WriteCall,
    };
    use super::{
        CellHeat, ExploredView, FactView, FirstMoveView, PropertiesView, PropertyView, ReportView,
        ResultShares, RuleUse, SeatShare, ShareView, SolvedMoveView, SolvedView, SpreadView,
        StatisticsView, StudyAsk, StudyFound, StudyView, SweepPoint, SweepView, SweptOption,
        TensionView, WitnessView,
    };
    use senet_ide::{
        BoardBlock, BrokenBlock, ChoiceKind, ContextBlock, DirectiveBlock, FamilyBlock, NameBlock,
        NewItem, NewPart, PartBlock, PartKind, PlayersBlock, PredicateBlock, PremiseMark,
        RuleBlock, SetBlock, SlotBlock, SlotChoice, StageBlock, Structure, StructureEdit,
        StructureId, ValueBlock,
    };
    let config = Config::default();
    macro_rules! declare {
        ($($name:ident)*) => { vec![$($name::decl(&config)),*] };
    }
    let types = declare![
        Request Call ActionCall NewMatch SeatWish Message Answer SeatToken GameCard OptionCard
        GameFace GoalView BoardPicture BoardKind CellPicture EdgePicture LabelPicture
        SidePicture DualPoint MatchView OverView PaceView SeatView PieceView Panel PanelKind
        PanelItem ChoiceView PlayView LineView LineEntry HintView
        WriteCall WriteAsk MachineUntil WriteAnswer PageEdit Problem ProblemFix CompletionItem
        HoverText OutlineEntry GraphPicture PictureNode PictureEdge BalanceView
        RuleCount MachineView AtomGroup AtomItem TransitionItem PathStep TemplateCard
        StudyAsk StudyView StudyFound ShareView SeatShare ResultShares SpreadView StatisticsView FirstMoveView CellHeat
        RuleUse TensionView SweptOption SweepView SweepPoint PropertiesView PropertyView ReportView
        WitnessView FactView ExploredView SolvedView SolvedMoveView
        StructureId Structure NameBlock SetBlock ValueBlock PredicateBlock BoardBlock PlayersBlock
        StageBlock RuleBlock FamilyBlock PartKind PartBlock SlotBlock ContextBlock DirectiveBlock
        BrokenBlock PremiseMark StructureEdit NewItem NewPart SlotChoice ChoiceKind
    ];
    let head = "// Generated from crates/senet-workbench/src/protocol.rs; \
                SENET_BLESS=1 cargo test -p senet-workbench writes it. long-file: generated.\n";
    let body: Vec<String> = types.iter().map(|t| format!("export {t}\n")).collect();
    format!("{head}\nexport const PROTOCOL_VERSION = {PROTOCOL_VERSION};\n\n{}", body.join("\n"))
}

#[test]
#[allow(clippy::disallowed_methods, reason = "a test that reads and writes a file")]
fn the_page_has_the_same_types() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/protocol/types.ts");
    let made = typescript();
    if std::env::var_os("SENET_BLESS").is_some() {
        std::fs::write(path, &made).unwrap();
    }
    let there = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        there == made,
        "run SENET_BLESS=1 cargo test -p senet-workbench, then rebuild the page"
    );
}

#[test]
fn requests_are_read_as_they_are_written() {
    let text = r#"{"v":1,"id":7,"call":{"do":"join","id":"m","token":null,"look":0}}"#;
    let request: Request = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&request).unwrap(), text);
    let refused = Message::Refused { id: 7, why: "no".to_owned() };
    let text = serde_json::to_string(&refused).unwrap();
    assert_eq!(text, r#"{"is":"refused","id":7,"why":"no"}"#);
}
