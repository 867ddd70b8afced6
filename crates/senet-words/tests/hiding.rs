//! Who sees what: atoms, moves, and the keys of positions and moves that look the same to somebody.

use senet_game::{Observer, Seat, Turn, View};
use senet_program::{Options, RuleId, StageId, check};
use senet_words::{GameWords, Interner, PositionAtom};
use std::sync::Arc;

const CARDS: &str = "player : type.  ann : player.  bob : player.  #players player.
    card : type.  jack : card.  queen : card.  king : card.
    face : type.  up : face.  down : face.
    turn player : pred.  owed player : pred.
    hand player card : pred.  deck card : pred.  pile card : pred.  table card : pred.
    coin player face : pred.
    #hidden hand P _.  #hidden deck _.  #hidden pile _.  #hidden coin P down.
    stage deal = { deal : owed P * deck C -o hand P C. }
    qui * stage deal -o stage play.
    stage play = {
      show : turn P * next P Q * hand P C -o turn Q * table C.
      bury : turn P * next P Q * hand P C -o turn Q * pile C.
      keep : turn P * next P Q * hand P C -o turn Q * pile C.
      drop : turn P * next P Q * coin P F -o turn Q.
    }
    #interactive play.
    #notation bury \"x{C}\".
    #label keep \"keep a card\".
    #trace _ deal { turn ann, owed ann, deck king, coin ann down }.";

const ANN: Observer = Observer::Seat(Seat(0));
const BOB: Observer = Observer::Seat(Seat(1));
const EVERYBODY: [Observer; 4] = [ANN, BOB, Observer::Public, Observer::All];

fn words() -> GameWords {
    let checked = check(CARDS, &Options::default());
    let program = checked.program.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    let interner = Arc::new(Interner::new(&program));
    GameWords::new(Arc::new(program), interner)
}

/// A position from a text; `hand ann jack ^2` are two copies, `!` is persistent.
fn position(words: &GameWords, text: &str) -> Vec<PositionAtom> {
    let atom = |text: &str| {
        let persistent = text.starts_with('!');
        let (name, copies) = text.trim_start_matches('!').split_once(" ^").unwrap_or((text, "1"));
        let name = name.trim_start_matches('!');
        let (predicate, values) = words.parse_atom(name).expect("it is declared");
        let copies = if persistent { 0 } else { copies.parse().expect("a number") };
        PositionAtom { predicate, values, copies, persistent }
    };
    text.split(", ").map(atom).collect()
}

fn stage(words: &GameWords, name: &str) -> StageId {
    let at = words.program().stages().iter().position(|s| &*s.name == name);
    StageId::new(at.expect("it is declared"))
}

/// What is seen beside the board, with or without being drawn.
fn seen(view: &View) -> Vec<String> {
    let all = view.atoms.iter().chain(&view.undrawn);
    let mut all: Vec<String> =
        all.map(|a| format!("{} {}", a.predicate, a.arguments.join(" "))).collect();
    all.sort();
    all
}

/// What is hidden: the predicate, whose it is, how many there are.
fn hidden(view: &View) -> Vec<(&str, Option<u8>, u64)> {
    view.hidden.iter().map(|h| (&*h.predicate, h.owner.map(|seat| seat.0), h.copies)).collect()
}

#[test]
fn a_hand_is_seen_by_its_owner_and_counted_by_the_others() {
    let words = words();
    let atoms = position(
        &words,
        "hand ann king, hand bob jack, hand bob queen ^2, deck jack, deck king ^3, table queen",
    );
    let view = |observer| words.view(stage(&words, "play"), &atoms, observer);
    let deck = ("deck", None, 4);
    let (of_ann, of_bob) = (("hand", Some(0), 1), ("hand", Some(1), 3));
    assert_eq!(seen(&view(ANN)), ["hand ann king", "table queen"]);
    assert_eq!(hidden(&view(ANN)), [of_bob, deck]);
    assert_eq!(seen(&view(BOB)), ["hand bob jack", "hand bob queen", "table queen"]);
    assert_eq!(hidden(&view(BOB)), [of_ann, deck]);
    assert_eq!(seen(&view(Observer::Public)), ["table queen"]);
    assert_eq!(hidden(&view(Observer::Public)), [of_ann, of_bob, deck]);
    assert_eq!(seen(&view(Observer::All)).len(), 6);
    assert!(hidden(&view(Observer::All)).is_empty());
}

#[test]
fn a_constant_in_a_pattern_hides_only_itself() {
    let words = words();
    let atoms = position(&words, "coin ann down, coin bob up");
    assert!(words.hides());
    for (observer, sees_down) in
        [(ANN, true), (BOB, false), (Observer::Public, false), (Observer::All, true)]
    {
        assert_eq!(words.hides_from(&atoms[0], observer).is_none(), sees_down, "{observer:?}");
        assert!(words.hides_from(&atoms[1], observer).is_none(), "{observer:?}");
    }
}

#[test]
fn positions_that_look_the_same_share_a_key() {
    let words = words();
    let [deal, play] = ["deal", "play"].map(|name| stage(&words, name));
    let key = |text: &str, observer| words.observation_key(play, &position(&words, text), observer);
    // Two positions, and who can tell them apart.
    for (one, other, apart) in [
        ("hand bob jack, table king", "hand bob queen, table king", &[BOB, Observer::All][..]),
        ("hand ann jack, deck king", "hand ann jack, deck queen", &[Observer::All]),
        ("hand bob jack, deck king", "hand bob jack ^2, deck king", &EVERYBODY),
        ("hand bob jack, hand bob queen", "hand bob jack ^2", &[BOB, Observer::All]),
        ("hand ann king, hand bob jack", "hand ann king ^2", &EVERYBODY),
        // Which of two hidden cards comes first is hidden, too.
        (
            "hand bob jack, hand ann king",
            "hand ann jack, hand bob king",
            &[ANN, BOB, Observer::All],
        ),
        ("table king", "table queen", &EVERYBODY),
        ("table king", "table king ^2", &EVERYBODY),
        ("table king", "!table king", &EVERYBODY),
        ("deck king", "pile king", &EVERYBODY),
    ] {
        for observer in EVERYBODY {
            let differ = key(one, observer) != key(other, observer);
            assert_eq!(differ, apart.contains(&observer), "{one} | {other} for {observer:?}");
        }
    }
    let atoms = position(&words, "table king");
    for observer in EVERYBODY {
        let [a, b] = [deal, play].map(|stage| words.observation_key(stage, &atoms, observer));
        assert_ne!(a, b, "the stage is known to all");
    }
}

/// A rule by its name, with the values of its effective variables as they stand in the rule.
fn mv(words: &GameWords, name: &str, values: &[(&str, &str)]) -> (RuleId, Vec<u64>) {
    let program = words.program();
    let at = program.rules().iter().position(|r| r.name.as_deref() == Some(name));
    let rule = RuleId::new(at.expect("it is declared"));
    let declared = program.rule(rule);
    let value = |variable: &senet_program::VarId| {
        let variable = &*declared.variables[variable.index()].name;
        let value = values.iter().find(|(n, _)| *n == variable).expect("a value for each").1;
        // The last argument of an atom.
        let atom = match value {
            "ann" | "bob" => format!("owed {value}"),
            "up" | "down" => format!("coin ann {value}"),
            _ => format!("table {value}"),
        };
        *words.parse_atom(&atom).expect("it is declared").1.last().expect("it has arguments")
    };
    (rule, declared.effective.iter().map(value).collect())
}

#[test]
fn a_move_is_described_by_what_its_observer_sees() {
    let words = words();
    let say = |name: &str, turn: &Turn, observer| {
        let (rule, values) = mv(&words, name, &[("P", "ann"), ("Q", "bob"), ("C", "king")]);
        words.describe_move(turn, rule, &values, observer).text
    };
    let of_ann = Turn::Player(Seat(0));
    // What lies on the table in the end is known to all; what is buried, to whoever did it.
    for observer in EVERYBODY {
        assert!(say("show", &of_ann, observer).contains("king"), "{observer:?}");
    }
    for (observer, told) in
        [(ANN, true), (BOB, false), (Observer::Public, false), (Observer::All, true)]
    {
        assert_eq!(say("bury", &of_ann, observer).contains("king"), told, "{observer:?}");
        assert_eq!(say("bury", &of_ann, observer).contains('?'), !told, "{observer:?}");
        // A card that chance deals is known to whose hand it comes into.
        assert_eq!(say("deal", &Turn::Chance, observer).contains("king"), told, "{observer:?}");
    }
    // Whoever makes a move knows it.
    assert!(say("bury", &Turn::Player(Seat(1)), BOB).contains("king"));
}

#[test]
fn a_value_is_hidden_where_the_pattern_names_it() {
    let words = words();
    for face in ["up", "down"] {
        let (rule, values) = mv(&words, "drop", &[("P", "ann"), ("Q", "bob"), ("F", face)]);
        let told =
            |observer| words.describe_move(&Turn::Player(Seat(0)), rule, &values, observer).text;
        for observer in EVERYBODY {
            let open = face == "up" || [ANN, Observer::All].contains(&observer);
            assert_eq!(told(observer).contains(face), open, "{face} {observer:?}");
        }
    }
}

#[test]
fn notation_is_for_those_who_know_the_move() {
    let words = words();
    let (rule, values) = mv(&words, "bury", &[("P", "ann"), ("Q", "bob"), ("C", "king")]);
    for (observer, told) in
        [(ANN, true), (BOB, false), (Observer::Public, false), (Observer::All, true)]
    {
        let seen = words.describe_move(&Turn::Player(Seat(0)), rule, &values, observer);
        assert_eq!(seen.written.iter().any(|text| text.contains("king")), told, "{observer:?}");
    }
}

#[test]
fn moves_that_look_the_same_share_a_key() {
    let words = words();
    let key = |name: &str, card: &str, turn: &Turn, observer| {
        let (rule, values) = mv(&words, name, &[("P", "ann"), ("Q", "bob"), ("C", card)]);
        words.observed_move(turn, rule, &values, observer)
    };
    let of_ann = Turn::Player(Seat(0));
    for (observer, told) in
        [(ANN, true), (BOB, false), (Observer::Public, false), (Observer::All, true)]
    {
        let apart =
            |name, turn| key(name, "king", turn, observer) != key(name, "jack", turn, observer);
        assert_eq!(apart("bury", &of_ann), told, "{observer:?}");
        assert_eq!(apart("deal", &Turn::Chance), told, "{observer:?}");
        assert!(apart("show", &of_ann), "{observer:?}");
        // The label tells nothing about the card, to nobody.
        assert!(!apart("keep", &of_ann), "{observer:?}");
        let [bury, show] = ["bury", "show"].map(|name| key(name, "king", &of_ann, observer));
        assert_ne!(bury, show, "{observer:?}");
    }
}
