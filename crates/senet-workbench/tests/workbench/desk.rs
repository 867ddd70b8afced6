//! Texts that are being written: problems, edits, blocks, the live game, the machine, the balance.

use senet_workbench::protocol::{
    Answer, Call, MachineUntil, MachineView, Message, PROTOCOL_VERSION, PageEdit, WriteAnswer,
    WriteAsk, WriteCall,
};
use senet_workbench::{Library, Request, Workbench};
use std::time::Duration;

struct Page {
    workbench: Workbench,
    version: u32,
}

impl Page {
    fn new() -> Page {
        Page { workbench: Workbench::new(Library::default()), version: 0 }
    }

    fn call(&mut self, call: Call) -> Result<Answer, String> {
        let request = Request { v: PROTOCOL_VERSION, id: 1, call };
        let request = Request::from_json(&request.to_json()).expect("what was just written");
        let mut messages = self.workbench.handle(request, Duration::ZERO);
        match messages.remove(0) {
            Message::Answer { answer, .. } => Ok(*answer),
            Message::Refused { why, .. } => Err(why),
            other => panic!("{other:?}"),
        }
    }

    fn try_ask(&mut self, ask: WriteAsk) -> Result<WriteAnswer, String> {
        let call = WriteCall { document: "d".to_owned(), version: self.version, ask };
        match self.call(Call::Write { call })? {
            Answer::Written { written } => Ok(written),
            other => panic!("{other:?}"),
        }
    }

    fn ask(&mut self, ask: WriteAsk) -> WriteAnswer {
        self.try_ask(ask).expect("the call is answered")
    }

    fn open(&mut self, text: &str) -> WriteAnswer {
        self.version += 1;
        self.ask(WriteAsk::Open { text: text.to_owned() })
    }

    fn edit(&mut self, edits: Vec<PageEdit>) -> WriteAnswer {
        self.version += 1;
        let base = self.version - 1;
        self.ask(WriteAsk::Edit { base, edits })
    }

    fn machine(&mut self, ask: WriteAsk) -> MachineView {
        match self.ask(ask) {
            WriteAnswer::Machine { machine } => *machine,
            other => panic!("{other:?}"),
        }
    }

    fn step(&mut self, steps: u32, until: MachineUntil) -> MachineView {
        self.machine(WriteAsk::Step { steps, until })
    }
}

fn atoms(view: &MachineView) -> Vec<&str> {
    view.groups.iter().flat_map(|g| g.atoms.iter().map(|a| a.text.as_str())).collect()
}

fn changed(view: &MachineView) -> Vec<&str> {
    let all = view.groups.iter().flat_map(|g| &g.atoms);
    all.filter(|a| a.changed).map(|a| a.text.as_str()).collect()
}

const BLOCKS: &str = include_str!("../../src/templates/ceptre.cep");

#[test]
fn places_are_in_utf16_units_and_edits_have_versions() {
    let mut page = Page::new();
    let text = "% ä𝄞\np : pred.\nstage s = { r : p -o quit. }\n#trace 1 s { p }.\n";
    let WriteAnswer::Checked { problems, valid, .. } = page.open(text) else { panic!() };
    assert!(!valid);
    let units: Vec<u16> = text.encode_utf16().collect();
    let (from, to) = (problems[0].from as usize, problems[0].to as usize);
    assert_eq!(String::from_utf16(&units[from..to]).unwrap(), "quit");
    let edits = problems[0].fixes[0].edits.clone();
    let WriteAnswer::Checked { problems, valid, playable, .. } = page.edit(edits) else { panic!() };
    assert!(valid && playable, "{problems:?}");
    // An edit of a version that is not there any more is refused.
    let stale = WriteAsk::Edit { base: 1, edits: Vec::new() };
    assert_eq!(page.try_ask(stale).unwrap_err(), "the text has changed in between");
    let outside = PageEdit { from: 5, to: 4_000_000, insert: String::new() };
    page.version += 1;
    let cut = WriteAsk::Edit { base: page.version - 1, edits: vec![outside] };
    assert!(matches!(page.ask(cut), WriteAnswer::Checked { .. }), "what lies outside is cut off");
}

#[test]
fn editors_get_completions_hovers_names_and_a_layout() {
    let mut page = Page::new();
    let text =
        "t : type. a : t.\np t : pred.\nstage s = { r : p X -o p X. }\n#trace 1 s { p a }.\n";
    page.open(text);
    let at = text.find("p X -o").unwrap() as u32;
    let WriteAnswer::Completions { items } = page.ask(WriteAsk::Complete { at }) else { panic!() };
    assert!(items.iter().any(|item| item.label == "p"), "{items:?}");
    let WriteAnswer::Hover { hover } = page.ask(WriteAsk::Hover { at }) else { panic!() };
    assert!(hover.unwrap().markdown.contains("p t : pred."));
    let WriteAnswer::Places { places } = page.ask(WriteAsk::References { at }) else { panic!() };
    assert_eq!(places.len(), 4);
    let WriteAnswer::Places { places } = page.ask(WriteAsk::Definition { at }) else { panic!() };
    assert_eq!(places, [(17, 18)]);
    let to = "held".to_owned();
    let WriteAnswer::Edits { edits } = page.ask(WriteAsk::Rename { at, to }) else { panic!() };
    assert_eq!(edits.len(), 4);
    let WriteAnswer::Edits { edits } = page.ask(WriteAsk::Format {}) else { panic!() };
    assert!(!edits.is_empty());
    let WriteAnswer::Outline { items } = page.ask(WriteAsk::Symbols {}) else { panic!() };
    assert!(items.iter().any(|item| item.name == "r" && item.depth == 1));
}

#[test]
fn a_live_game_keeps_the_play_as_far_as_it_goes() {
    let mut page = Page::new();
    let text = include_str!("../../../../games/tic-tac-toe.cep");
    page.open(text);
    let begin = |instead| WriteAsk::Live { instead, record: None, plays: None, seats: Vec::new() };
    let WriteAnswer::Live { id, .. } = page.ask(begin(None)) else { panic!() };
    for (version, name) in [(2, "place x a1"), (3, "place o c3")] {
        let action =
            senet_workbench::protocol::ActionCall::Move { name: name.to_owned(), node: None };
        let act = Call::Act { id: id.clone(), version, key: name.to_owned(), action };
        page.call(act).unwrap();
    }
    // The machine comes to the same position.
    page.machine(WriteAsk::Start { start: 0, state: None, seed: "1".to_owned() });
    let view = page.machine(WriteAsk::Follow { id: id.clone() });
    assert!(atoms(&view).contains(&"mark x a1") && atoms(&view).contains(&"mark o c3"), "{view:?}");
    assert_eq!(view.status, "choosing");
    // What the last move changed is marked, although the machine was not asked after the first one; also when
    // another filter looks at it.
    let filter = WriteAsk::Filter { groups: String::new(), search: "place".to_owned() };
    for view in [view, page.machine(filter)] {
        assert_eq!(changed(&view), ["turn x", "mark o c3"]);
        assert_eq!(view.gone, ["free c3", "turn o"]);
    }
    // A board of two by two has no c3.
    page.open(&text.replace("square 3 3", "square 2 2"));
    let WriteAnswer::Live { kept, of, why, .. } = page.ask(begin(Some(id.clone()))) else {
        panic!()
    };
    assert_eq!((kept, of), (1, 2));
    assert!(why.is_some());
    page.call(Call::Leave { id: id.clone() }).unwrap();
    assert!(page.call(Call::Record { id }).is_err());
}

#[test]
fn the_machine_steps_branches_filters_and_explains() {
    let mut page = Page::new();
    page.open(BLOCKS);
    let start = || WriteAsk::Start { start: 0, state: None, seed: "7".to_owned() };
    let view = page.machine(start());
    assert_eq!((view.steps, view.of), (0, 2));
    let lift = view.transitions.iter().find(|t| t.rule == "lift").unwrap().number;
    let view = page.machine(WriteAsk::Choose { number: lift });
    assert!(atoms(&view).contains(&"holding c"));
    assert_eq!(view.gone, ["arm-free", "clear c", "on-table c"]);
    let here = view.node;
    // Back, and another way.
    let view = page.machine(WriteAsk::Go { node: 0 });
    assert_eq!(view.steps, 0);
    let pick = view.transitions.iter().find(|t| t.rule == "pickup").unwrap().number;
    let view = page.machine(WriteAsk::Choose { number: pick });
    assert_eq!(view.path[0].others, [(here, "lift c".to_owned())]);
    let WriteAnswer::Why { lines } = page.ask(WriteAsk::Why { atom: "holding a".to_owned() })
    else {
        panic!()
    };
    assert!(lines[0].2.contains("made by step 1"), "{lines:?}");
    let WriteAnswer::Why { lines } = page.ask(WriteAsk::WhyNot { rule: "lift".to_owned() }) else {
        panic!()
    };
    assert!(lines[0].2.contains("arm-free"), "{lines:?}");
    let groups = "on X Y, clear X".to_owned();
    let view = page.machine(WriteAsk::Filter { groups, search: "put".to_owned() });
    assert!(view.transitions.iter().all(|t| t.rule.starts_with("put")) && view.hidden > 0);
    // To a breakpoint, and from a saved state.
    let until = MachineUntil { atoms: vec!["on c _".to_owned()], ..MachineUntil::default() };
    let view = page.step(5_000, until);
    assert_eq!(view.pause.as_deref(), Some("`on c _` is there"));
    let saved = view.saved;
    let state = Some(saved.clone());
    let view = page.machine(WriteAsk::Start { start: 0, state, seed: "1".to_owned() });
    assert_eq!(view.saved, saved);
    page.machine(start());
    page.step(40, MachineUntil::default());
    let trace = WriteAsk::Trace { steps: 10, fold: true, turns: false, about: None };
    let WriteAnswer::Graph { graph } = page.ask(trace) else { panic!() };
    assert_eq!(graph.nodes.len(), 10);
    let WriteAnswer::Graph { graph } = page.ask(WriteAsk::Stages {}) else { panic!() };
    assert_eq!(graph.nodes[0].label, "blocks");
}

#[test]
fn endless_rules_stop_in_slices_and_broken_ones_are_refused() {
    let mut page = Page::new();
    page.open("p : pred.\nstage s = { r : p -o p * p. }\n#trace _ s { p }.\n");
    page.machine(WriteAsk::Start { start: 0, state: None, seed: "1".to_owned() });
    let view = page.step(u32::MAX, MachineUntil::default());
    assert_eq!(view.steps, 5_000);
    let WriteAnswer::Balance { balance } = page.ask(WriteAsk::Balance { games: 1 }) else {
        panic!()
    };
    assert!(balance.unfinished > 0.0 || balance.problem.is_some(), "{balance:?}");
    page.open("p : pred");
    let error = page.try_ask(WriteAsk::Balance { games: 1 }).unwrap_err();
    assert_eq!(error, "the text has errors: mend them first");
    assert!(page.try_ask(WriteAsk::Step { steps: 1, until: MachineUntil::default() }).is_err());
    let long = "% ".repeat(40_000);
    let call =
        WriteCall { document: "e".to_owned(), version: 1, ask: WriteAsk::Open { text: long } };
    assert!(page.call(Call::Write { call }).unwrap_err().contains("bytes"));
}

#[test]
fn the_balance_counts_winners_and_rules() {
    let mut page = Page::new();
    page.open(include_str!("../../../../games/tic-tac-toe.cep"));
    let WriteAnswer::Balance { balance } = page.ask(WriteAsk::Balance { games: 2_000 }) else {
        panic!()
    };
    assert!(balance.games > 1_000, "some of the work goes into counting rules");
    let first = &balance.results.seats[0];
    assert!(
        first.low < 0.585 && 0.585 < first.high,
        "the first player wins 58.5 % of random games"
    );
    let results = &balance.results;
    let sum: f64 = results.seats.iter().map(|s| s.share).sum::<f64>() + results.draws.value;
    assert!((sum - 1.0).abs() < 1e-9);
    let place = balance.rules.iter().find(|rule| rule.name == "place").unwrap();
    assert!(place.count > 0 && place.from < place.to);
    assert_eq!(balance.histogram.iter().map(|c| c.2).sum::<u32>(), balance.games);
}

#[test]
fn games_that_all_lose_are_no_draws_in_the_balance() {
    let mut page = Page::new();
    page.open(include_str!("../../../../games/epidemic.cep"));
    let WriteAnswer::Balance { balance } = page.ask(WriteAsk::Balance { games: 200 }) else {
        panic!()
    };
    let results = &balance.results;
    assert!(results.lost.value > 0.5 && results.together.value > 0.0, "{results:?}");
    assert_eq!(results.draws.value, 0.0, "{results:?}");
}

#[test]
fn a_trace_query_stops_the_machine_where_its_match_ends() {
    let mut page = Page::new();
    page.open(BLOCKS);
    page.machine(WriteAsk::Start { start: 0, state: None, seed: "1".to_owned() });
    let queries = vec!["lift X . any . (put-down X | put-on X)".to_owned()];
    let until = MachineUntil { queries, ..MachineUntil::default() };
    let mut view = page.step(1, until.clone());
    // One step at a time gives the same as many: what came before is remembered.
    for _ in 0..500 {
        if view.pause.is_some() {
            break;
        }
        view = page.step(1, until.clone());
    }
    assert!(view.pause.as_deref().is_some_and(|why| why.contains("match")), "{view:?}");
    let wrong = MachineUntil { queries: vec!["(".to_owned()], ..MachineUntil::default() };
    assert!(page.try_ask(WriteAsk::Step { steps: 1, until: wrong }).is_err());
}
