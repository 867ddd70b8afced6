//! Structure edits, one by one.

use senet_ide::{
    Analysis, EditError, NewItem, NewPart, PartKind, PremiseMark, Structure, StructureEdit,
    StructureId,
};
use senet_program::Options;
use senet_syntax::apply_edits;

const GAME: &str = "% A small game.

player : type.  ann : player.  bob : player.  #players player.
card : type.  joker : card.  of player : card.
turn player : pred.  % who moves
hand player card : pred.  done : pred.  won player : pred.  #win won.

stage play = {
  % show a card
  show : turn P * $hand P C * next P Q -o turn Q.
  stop : turn P * not hand P joker -o done.  % the end
}
#interactive play.  #limit 9 draw.
stage over = {}
qui * stage play * done -o stage over * won ann.
context start = { turn ann, hand ann joker, hand bob (of ann) }.
#trace _ play start.
";

fn edited(edit: impl FnOnce(&Structure) -> StructureEdit) -> Result<String, EditError> {
    let analysis = Analysis::new(GAME, &Options::default());
    assert!(analysis.program().is_some(), "{:?}", analysis.diagnostics());
    let edits = analysis.edit(&edit(&analysis.structure()))?;
    Ok(apply_edits(GAME, &edits).expect("edits do not overlap"))
}

/// The lines that differ.
#[track_caller]
fn changed(edit: impl FnOnce(&Structure) -> StructureEdit) -> Vec<String> {
    let after = edited(edit).expect("the edit is accepted");
    let before: Vec<&str> = GAME.lines().collect();
    after.lines().filter(|line| !before.contains(line)).map(str::to_owned).collect()
}

#[test]
fn the_structure_has_everything() {
    let structure = Analysis::new(GAME, &Options::default()).structure();
    let sets: Vec<_> = structure.sets.iter().map(|s| (&*s.name.text, s.values.len())).collect();
    assert_eq!(sets, [("player", 2), ("card", 2)]);
    assert_eq!(structure.predicates[0].documentation.as_deref(), Some("who moves"));
    let players = structure.players.as_ref().expect("there are players");
    assert_eq!((players.set.text.as_str(), players.seats.len()), ("player", 2));
    let play = &structure.stages[0];
    assert!(play.interactive && !play.ordered);
    assert_eq!(play.rules[0].documentation.as_deref(), Some("show a card"));
    let kinds: Vec<_> = play.rules[1].premises.iter().map(|p| p.kind).collect();
    assert_eq!(kinds, [PartKind::Atom, PartKind::Not]);
    assert_eq!(play.rules[0].premises[1].mark, PremiseMark::Keep);
    assert_eq!(play.rules[0].premises[2].kind, PartKind::Derived);
    assert_eq!(structure.links[0].premises[0].kind, PartKind::Quiescence);
    let hand = &structure.contexts[0].atoms[2];
    assert_eq!(hand.arguments[1].set.as_deref(), Some("card"));
    assert_eq!(hand.arguments[1].arguments[0].set.as_deref(), Some("player"));
    assert_eq!(structure.broken.len(), 0);
    let json = serde_json::to_value(&structure).expect("it is plain data");
    assert_eq!(json["stages"][0]["rules"][0]["premises"][1]["mark"], "keep");
}

#[test]
fn edits_come_as_json() {
    let text = r#"{"edit":"add-premise","to":7,"at":0,"part":{"part":"stage","stage":"s"}}"#;
    let edit: StructureEdit = serde_json::from_str(text).expect("it can be read");
    let part = NewPart::Stage { stage: "s".to_owned() };
    assert_eq!(edit, StructureEdit::AddPremise { to: StructureId(7), at: 0, part });
}

#[test]
fn items_are_added_where_they_belong() {
    let value = |at| {
        move |s: &Structure| StructureEdit::AddItem {
            into: None,
            at,
            item: NewItem::Value {
                name: "cid".into(),
                arguments: vec![],
                set: s.sets[0].name.text.clone(),
            },
        }
    };
    let after = edited(value(3)).expect("it is accepted");
    assert!(after.contains("bob : player.  cid : player.  #players player."), "{after}");
    let rule = |s: &Structure| StructureEdit::AddItem {
        into: Some(s.stages[0].id),
        at: 1,
        item: NewItem::Rule {
            name: Some("pass".into()),
            premises: vec![NewPart::Text { text: "turn P".into() }],
            effects: vec![NewPart::Text { text: "turn P".into() }],
        },
    };
    let after = edited(rule).expect("it is accepted");
    assert!(after.contains("-o turn Q.\n  pass : turn P -o turn P.\n  stop :"), "{after}");
    let first = |s: &Structure| StructureEdit::AddItem {
        into: Some(s.stages[1].id),
        at: 0,
        item: NewItem::Rule {
            name: None,
            premises: vec![NewPart::Text { text: "done".into() }],
            effects: vec![],
        },
    };
    let after = edited(first).expect("it is accepted");
    assert!(after.contains("stage over = {\n  done -o ().\n}\n"), "{after}");
}

#[test]
fn rules_move_with_their_comments() {
    let down = |s: &Structure| {
        let (node, into) = (s.stages[0].rules[0].id, Some(s.stages[0].id));
        StructureEdit::Move { node, into, at: 1 }
    };
    let after = edited(down).expect("it is accepted");
    let wanted = "stage play = {\n  stop : turn P * not hand P joker -o done.  % the end\n  \
                  % show a card\n  show : turn P";
    assert!(after.contains(wanted), "{after}");
}

#[test]
fn what_ends_in_a_comment_swallows_nothing() {
    let up = |s: &Structure| {
        let stop = s.predicates.iter().find(|p| p.name.text == "turn").expect("it is declared");
        StructureEdit::Move { node: stop.id, into: None, at: 2 }
    };
    let after = edited(up).expect("it is accepted");
    assert!(after.contains("ann : player.\nturn player : pred.  % who moves\n"), "{after}");
    assert!(after.contains("\n  bob : player.  #players player."), "{after}");
}

#[test]
fn parts_are_changed() {
    let keep = |s: &Structure| StructureEdit::SetMark {
        node: s.stages[0].rules[0].premises[1].id,
        mark: PremiseMark::Plain,
    };
    assert_eq!(changed(keep), ["  show : turn P * hand P C * next P Q -o turn Q."]);
    let not = |s: &Structure| StructureEdit::SetNegated {
        node: s.stages[0].rules[1].premises[1].id,
        negated: false,
    };
    assert_eq!(changed(not), ["  stop : turn P * hand P joker -o done.  % the end"]);
    let slot = |s: &Structure| StructureEdit::SetSlot {
        node: s.stages[0].rules[1].premises[1].arguments[1].id,
        text: "of bob".into(),
    };
    assert_eq!(changed(slot), ["  stop : turn P * not hand P (of bob) -o done.  % the end"]);
    let copies = |s: &Structure| StructureEdit::SetCopies {
        node: s.contexts[0].atoms[1].id,
        copies: Some("3".into()),
    };
    let line = "context start = { turn ann, hand ann joker ^3, hand bob (of ann) }.";
    assert_eq!(changed(copies), [line]);
}

#[test]
fn parts_get_arguments_that_fit() {
    let atom = |predicate: &str| NewPart::Atom {
        predicate: predicate.into(),
        arguments: vec![],
        mark: PremiseMark::Plain,
    };
    let effect = |s: &Structure| StructureEdit::AddEffect {
        to: s.stages[0].rules[0].id,
        at: 1,
        part: atom("hand"),
    };
    assert_eq!(changed(effect), ["  show : turn P * $hand P C * next P Q -o turn Q * hand P C."]);
    let premise = |s: &Structure| StructureEdit::AddPremise {
        to: s.stages[0].rules[1].id,
        at: 1,
        part: atom("hand"),
    };
    let line = "  stop : turn P * hand P _ * not hand P joker -o done.  % the end";
    assert_eq!(changed(premise), [line]);
    let count = |s: &Structure| StructureEdit::AddPremise {
        to: s.stages[0].rules[1].id,
        at: 9,
        part: NewPart::Count { variable: "N".into(), predicate: "hand".into(), arguments: vec![] },
    };
    let line = "  stop : turn P * not hand P joker * N = count (hand _ _) -o done.  % the end";
    assert_eq!(changed(count), [line]);
    let entry = |s: &Structure| StructureEdit::AddPremise {
        to: s.contexts[0].id,
        at: 9,
        part: atom("hand"),
    };
    let line = "context start = { turn ann, hand ann joker, hand bob (of ann), hand ann joker }.";
    assert_eq!(changed(entry), [line]);
}

#[test]
fn parts_are_added_inside_of_not_counts_and_braces() {
    let text = "t : type. a : t. p t : pred. q t : pred. n nat : pred.\nstage s = {\n\
                  one : not p X * q X * $n N -o q X.\n\
                  two : $q X * not (p X * q X) * N = count (p _) -o n N * { p Y -o q Y }.\n}\n\
                context c = { { p X | X : t } }.\n#trace 1 s c.";
    let added = |to: fn(&Structure) -> StructureId, makes: bool, at: usize| {
        let analysis = Analysis::new(text, &Options::default());
        assert!(analysis.program().is_some(), "{:?}", analysis.diagnostics());
        let to = to(&analysis.structure());
        let (predicate, arguments) = ("q".to_owned(), vec![]);
        let part = NewPart::Atom { predicate, arguments, mark: PremiseMark::Plain };
        let edit = match makes {
            true => StructureEdit::AddEffect { to, at, part },
            false => StructureEdit::AddPremise { to, at, part },
        };
        let edits = analysis.edit(&edit).expect("the edit is accepted");
        apply_edits(text, &edits).expect("edits do not overlap")
    };
    let alone = added(|s| s.stages[0].rules[0].premises[0].id, false, 1);
    assert!(alone.contains("one : not (p X * q X) * q X"), "{alone}");
    let first = added(|s| s.stages[0].rules[0].premises[0].id, false, 0);
    assert!(first.contains("one : not (q X * p X) * q X"), "{first}");
    let group = added(|s| s.stages[0].rules[1].premises[1].id, false, 1);
    assert!(group.contains("not (p X * q X * q X)"), "{group}");
    let count = added(|s| s.stages[0].rules[1].premises[2].id, false, 9);
    assert!(count.contains("N = count (p _ * q X)"), "{count}");
    let asks = added(|s| s.stages[0].rules[1].effects[1].id, false, 9);
    assert!(asks.contains("{ p Y * q X -o q Y }"), "{asks}");
    let makes = added(|s| s.stages[0].rules[1].effects[1].id, true, 9);
    assert!(makes.contains("-o q Y * q "), "{makes}");
    let set = added(|s| s.contexts[0].atoms[0].id, true, 9);
    assert!(set.contains("{ p X, q X | X : t }"), "{set}");
}

#[test]
fn what_would_break_the_program_is_refused_with_the_reason() {
    let refused = |edit: fn(&Structure) -> StructureEdit| edited(edit).unwrap_err().to_string();
    let next = refused(|s| StructureEdit::Remove { node: s.stages[0].rules[0].premises[2].id });
    assert_eq!(next, "`Q` stands only on the right side of its rule (E0201)");
    let stage = refused(|s| StructureEdit::Remove { node: s.stages[1].id });
    assert_eq!(stage, "there is no stage `over` (E0104)");
    let name = refused(|s| StructureEdit::Rename { node: s.sets[0].id, name: "card".into() });
    assert!(name.starts_with("there is a type `card` already"), "{name}");
    let nothing = refused(|_| StructureEdit::Remove { node: StructureId(99_999) });
    assert_eq!(nothing, "there is no such part of the program");
}

#[test]
fn stages_become_interactive_and_ordered() {
    let after = edited(|s| StructureEdit::SetOrdered { node: s.stages[0].id, ordered: true });
    assert!(after.expect("it is accepted").contains("ordered stage play = {"));
    let after =
        edited(|s| StructureEdit::SetInteractive { node: s.stages[1].id, interactive: true });
    assert!(after.expect("it is accepted").contains("stage over = {}\n#interactive over.\n"));
    let after =
        edited(|s| StructureEdit::SetInteractive { node: s.stages[0].id, interactive: false });
    let after = after.expect("it is accepted");
    assert!(after.contains("}\n#limit 9 draw.\n"), "{after}");
}

#[test]
fn groups_are_taken_apart_where_something_in_them_changes() {
    let text = "a : pred. b : pred. c : pred.\nstage s = { r : a * $(b * c) -o a. }\n\
                #trace 1 s { a, b, c }.";
    let analysis = Analysis::new(text, &Options::default());
    let structure = analysis.structure();
    let premises = &structure.stages[0].rules[0].premises;
    assert_eq!(premises.len(), 3);
    assert_eq!(premises[2].mark, PremiseMark::Keep);
    let edit = StructureEdit::SetMark { node: premises[1].id, mark: PremiseMark::Plain };
    let edits = analysis.edit(&edit).expect("it is accepted");
    let after = apply_edits(text, &edits).expect("edits do not overlap");
    assert!(after.contains("r : a * b * $c -o a."), "{after}");
}

#[test]
fn a_set_goes_with_its_uses_or_another_takes_its_place() {
    // Its value, the predicate, the rules and the atoms of the start that name them.
    let gone = edited(|s| StructureEdit::RemoveWithUses { node: s.sets[1].id, instead: None });
    let gone = gone.expect("the edit is accepted");
    assert!(
        !gone.contains("card :") && !gone.contains("joker") && !gone.contains("hand"),
        "{gone}"
    );
    assert!(gone.contains("context start = { turn ann }"), "{gone}");
    assert!(!gone.contains("show :") && !gone.contains("stop :"), "{gone}");
    assert!(gone.contains("% A small game.") && gone.contains("stage over = {}"), "{gone}");
    let analysis = Analysis::new(&gone, &Options::default());
    assert!(analysis.program().is_some(), "{gone}\n{:?}", analysis.diagnostics());
    // Cards cannot become players: `of` would make endlessly many.
    let node = |s: &Structure| s.sets[1].id;
    let player = || Some("player".to_owned());
    let endless = edited(|s| StructureEdit::RemoveWithUses { node: node(s), instead: player() });
    assert!(matches!(endless, Err(EditError::Breaks { .. })), "{endless:?}");
    let nothing = Some("nothing".to_owned());
    let refused = edited(|s| StructureEdit::RemoveWithUses { node: node(s), instead: nothing });
    assert!(matches!(refused, Err(EditError::NotApplicable(_))));
    // What stays is about the other set.
    let text = "s : type. x : s.\nt : type. y : t.\np s t : pred.\n\
                stage g = { r : p X Y -o (). }\n#trace _ g { p x y }.\n";
    let analysis = Analysis::new(text, &Options::default());
    let node = analysis.structure().sets[1].id;
    let instead = Some("s".to_owned());
    let edits = analysis.edit(&StructureEdit::RemoveWithUses { node, instead });
    let after = apply_edits(text, &edits.expect("the edit is accepted")).unwrap();
    assert!(after.contains("y : s.") && after.contains("p s s : pred."), "{after}");
    assert!(!after.contains("t : type") && after.contains("{ p x y }"), "{after}");
}

#[test]
fn a_predicate_goes_with_the_set_of_atoms_that_the_start_makes_of_it() {
    let text = "board cell = square 3 3.\nfree cell : pred.  stone cell : pred.\n\
                stage s = { r : stone C -o (). }\n\
                context start = { { free C | C : cell }, stone a1 }.\n#trace _ s start.\n";
    let analysis = Analysis::new(text, &Options::default());
    let node = analysis.structure().predicates[0].id;
    let edits = analysis.edit(&StructureEdit::RemoveWithUses { node, instead: None });
    let after = apply_edits(text, &edits.expect("the edit is accepted")).unwrap();
    assert!(!after.contains("free") && after.contains("context start = { stone a1 }"), "{after}");
}
