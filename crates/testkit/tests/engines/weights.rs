//! Weights of chance are exact, or play stops: in the reference, on the term engine and on the net.

use senet_engine::{Engine, NoHost, Run, TermGame};
use senet_game::{Game, LimitKind, Limits, Turn};
use senet_net::NetGame;
use senet_program::{Options, check};
use senet_reference::Reference;
use std::sync::Arc;

/// A program on all three.
struct Three {
    engine: Arc<Engine>,
    term: TermGame,
    net: NetGame,
}

impl Three {
    fn new(text: &str) -> Three {
        let checked = check(text, &Options::default());
        let program = checked.program.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
        let engine = Arc::new(Engine::new(Arc::new(program), Limits::default()));
        let net = NetGame::new(Arc::clone(&engine), 0).expect("it is finite");
        Three { term: TermGame::of(Arc::clone(&engine), 0), net, engine }
    }

    /// The turn at the start, and the weights of the moves, on which all agree.
    fn start(&self) -> (Turn, Vec<u128>) {
        let (term, net) = (at_start(&self.term), at_start(&self.net));
        assert_eq!(term, net, "the net says something else");
        let reference = Reference { program: self.engine.program() };
        let start = reference.start(0).expect("a start without sums");
        let (_, turn, moves) = reference.settle(start, 100);
        let reference = (testkit::turn(&turn), moves.into_iter().map(|(_, w)| w).collect());
        assert_eq!(term, reference, "the reference says something else");
        term
    }
}

fn at_start<G: Game>(game: &G) -> (Turn, Vec<u128>) {
    let (state, mut moves) = (game.start(), Vec::new());
    game.moves(&state, &mut moves);
    (game.turn(&state), moves.iter().map(|m| game.weight(&state, m)).collect())
}

/// A draw that is made once: `lucky` has eight premises over many copies, `not` has one over a
/// single copy. With the mark `$` copies are read, and their number is the same for ever.
fn lottery(mark: &str, copies: u64, more: &str) -> String {
    let declared: String = (0..8).map(|i| format!("p{i} : pred. ")).collect();
    let start: Vec<String> = (0..8).map(|i| format!("p{i} ^{copies}")).collect();
    format!(
        "{declared} one : pred. won : pred. lost : pred.
        stage s = {{
          lucky : one * {} -o won.
          not : one -o lost.
        }}
        {more}
        #trace _ s {{ one, {} }}.",
        premises(mark),
        start.join(", ")
    )
}

fn premises(mark: &str) -> String {
    (0..8).map(|i| format!("{mark}p{i}")).collect::<Vec<_>>().join(" * ")
}

#[test]
fn weights_are_exact_up_to_the_limit() {
    for mark in ["", "$"] {
        let three = Three::new(&lottery(mark, 65_535, ""));
        assert_eq!(three.start(), (Turn::Chance, vec![65_535u128.pow(8), 1]), "{mark}");
        let three = Three::new(&lottery(mark, 32_768, "#weight lucky 128. #weight not 3."));
        assert_eq!(three.start(), (Turn::Chance, vec![1 << 127, 3]), "{mark}");
    }
}

#[test]
fn eight_premises_over_65536_copies_are_too_many_ways() {
    for mark in ["", "$"] {
        let three = Three::new(&lottery(mark, 65_536, ""));
        assert_eq!(three.start(), (Turn::Stopped(LimitKind::Numbers), vec![]), "{mark}");
        let mut run = Run::new(Arc::clone(&three.engine), 0).expect("it fits");
        let mut rng = senet_game::Rng::new(1);
        let stop = run.step(&mut rng, &mut NoHost).expect_err("chances are not known");
        assert_eq!(stop.kind, LimitKind::Numbers);
    }
}

#[test]
fn the_sum_of_all_weights_has_to_fit() {
    for mark in ["", "$"] {
        let other = "#weight lucky 255. #weight not 18446744073709551615.";
        let three = Three::new(&lottery(mark, 32_768, other));
        let weights = vec![255 << 120, u128::from(u64::MAX)];
        assert_eq!(three.start(), (Turn::Chance, weights), "{mark}");
        // Both weigh 2^127, or one of them a little less.
        let both = lottery(mark, 32_768, "#weight lucky 128. #weight not 128.")
            .replace("not : one -o", &format!("not : one * {} -o", premises(mark)));
        let three = Three::new(&both);
        assert_eq!(three.start(), (Turn::Stopped(LimitKind::Numbers), vec![]), "{mark}");
        let three = Three::new(&both.replace("#weight not 128.", "#weight not 127."));
        assert_eq!(three.start(), (Turn::Chance, vec![1 << 127, 127 << 120]), "{mark}");
    }
}

#[test]
fn weights_that_nobody_needs_do_not_stop_anything() {
    // A player chooses.
    let three = Three::new(&lottery("", 65_536, "#interactive s."));
    assert!(matches!(three.start(), (Turn::Player(_), moves) if moves.len() == 2));
    // There is one outcome only.
    let alone = lottery("", 65_536, "").replace("not : one -o lost.", "");
    assert!(matches!(Three::new(&alone).start(), (Turn::Over(_), _)));
    // The game is over.
    let over = lottery("", 65_536, "#draw one.");
    assert!(matches!(Three::new(&over).start(), (Turn::Over(_), _)));
}

#[test]
fn what_is_counted_fits_or_stops_play() {
    let counting = |copies: u64| {
        format!(
            "p0 : pred. p1 : pred. p2 : pred. p3 : pred. yes : pred. no : pred. go : pred.
            stage s = {{
              r : go * N = count (p0 * p1 * p2 * p3) * N > 3 -o yes.
              spare : go * $p0 -o no.
            }}
            #interactive s.
            #trace _ s {{ go, p0 ^{copies}, p1 ^{copies}, p2 ^{copies}, p3 ^{copies} }}."
        )
    };
    assert!(matches!(Three::new(&counting(65_535)).start(), (Turn::Player(_), m) if m.len() == 2));
    let (turn, _) = Three::new(&counting(65_536)).start();
    assert_eq!(turn, Turn::Stopped(LimitKind::Numbers));
}

/// Each move makes twice as many of it.
const DOUBLING: &str = "p : pred. q : pred. go : pred.
    stage s = {
      double : $go -o { p -o p * p }.
      spare : $go * p * p * p -o q.
    }
    #interactive s.
    #trace _ s { go, p ^3 }.";

#[test]
fn copies_beyond_every_field_are_counted_right() {
    let three = Three::new(DOUBLING);
    let (mut a, mut b) = (three.term.start(), three.net.start());
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let mut expected: u128 = 3;
    let mut keys = std::collections::BTreeSet::new();
    let abilities = three.net.abilities();
    let packing = abilities.packing.expect("a position is small, if there are few copies");
    let key = abilities.hashed_key.expect("every position has one");
    while expected <= u128::from(u64::MAX) {
        let copies = |atoms: Vec<senet_engine::PositionAtom>| {
            atoms.iter().map(|atom| u128::from(atom.copies)).max()
        };
        assert_eq!(copies(a.machine().position().atoms(&three.engine)), Some(expected));
        assert_eq!(copies(three.net.atoms(&b).1), Some(expected));
        assert_eq!(three.net.as_term(&b), a);
        // Positions with more copies than a packed one has room for have a key all the same.
        assert_eq!((packing.pack)(&three.net, &b).is_some(), expected < 1 << 16);
        assert!(keys.insert(key(&three.net, &b)));
        three.term.moves(&a, &mut theirs);
        three.net.moves(&b, &mut ours);
        assert_eq!((ours.len(), theirs.len()), (2, 2));
        three.term.apply(&mut a, &theirs[0], &mut ());
        three.net.apply(&mut b, &ours[0], &mut ());
        expected *= 2;
    }
    assert_eq!(three.term.turn(&a), Turn::Stopped(LimitKind::Numbers));
    assert_eq!(three.net.turn(&b), Turn::Stopped(LimitKind::Numbers));
}

#[test]
fn positions_are_unpacked_into_states_with_too_many_copies() {
    let three = Three::new(DOUBLING);
    let (net, start) = (&three.net, three.net.start());
    let packing = net.abilities().packing.expect("a position is small, if there are few copies");
    let packed = (packing.pack)(net, &start).expect("a small position");
    let (mut state, mut moves) = (start.clone(), Vec::new());
    for _ in 0..40 {
        net.moves(&state, &mut moves);
        net.apply(&mut state, &moves[0], &mut ());
        let mut back = state.clone();
        (packing.unpack)(net, packed, &mut back);
        assert!(back == start && (packing.pack)(net, &back) == Some(packed));
    }
}
