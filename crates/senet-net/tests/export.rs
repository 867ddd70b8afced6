//! Nets for other tools: what is written is read back, and its tokens can follow the game.

use senet_engine::Engine;
use senet_game::{Game, Limits, Rng, Turn};
use senet_net::{ExportError, LostMeaning, NetGame, NetState, PetriNet, PetriTransition, pnml};
use senet_program::{Options, check};
use std::sync::Arc;

const TEXTS: [(&str, &str); 5] = [
    ("tic-tac-toe", include_str!("../../../games/tic-tac-toe.cep")),
    ("connect-four", include_str!("../../../games/connect-four.cep")),
    ("breakthrough", include_str!("../../../games/breakthrough.cep")),
    ("eight-puzzle", include_str!("../../../games/eight-puzzle.cep")),
    ("nim", include_str!("../../../games/nim.cep")),
];

fn game(text: &str) -> NetGame {
    let program = check(text, &Options::default()).program.expect("a program");
    NetGame::new(Arc::new(Engine::new(Arc::new(program), Limits::default())), 0).expect("a net")
}

fn shipped(name: &str) -> (NetGame, PetriNet) {
    let (_, text) = TEXTS.iter().find(|(n, _)| *n == name).expect("one of the texts");
    let game = game(text);
    let net = game.export(name, 100_000).expect("few transitions");
    (game, net)
}

/// The tokens that a position of the game should have.
fn marking(game: &NetGame, net: &PetriNet, state: &NetState) -> Vec<u64> {
    let engine = game.engine();
    let (stage, atoms) = game.atoms(state);
    let stage = format!("stage {}", engine.program().stage(stage).name);
    let tokens = |name: &str| {
        let copies = atoms.iter().filter_map(|a| {
            let shown = engine.show_atom(a.predicate, &a.values);
            (shown == name).then_some(a.copies)
        });
        copies.sum::<u64>() + u64::from(stage == name)
    };
    net.places.iter().map(|p| tokens(&p.name)).collect()
}

/// The tokens after a transition, if it can fire.
fn fire(transition: &PetriTransition, tokens: &[u64]) -> Option<Vec<u64>> {
    let mut after = tokens.to_vec();
    for (place, n) in &transition.takes {
        after[*place] = after[*place].checked_sub(*n)?;
    }
    transition.makes.iter().for_each(|(place, n)| after[*place] += n);
    Some(after)
}

/// Whether some transitions, few enough, lead to these tokens.
fn leads_to(net: &PetriNet, tokens: &[u64], wanted: &[u64], steps: usize) -> bool {
    let mut after = net.transitions.iter().filter_map(|t| fire(t, tokens));
    tokens == wanted || steps > 0 && after.any(|t| leads_to(net, &t, wanted, steps - 1))
}

#[test]
fn what_is_written_is_read_back() {
    for (name, _) in TEXTS {
        let (_, net) = shipped(name);
        assert_eq!(pnml::read(&pnml::write(&net)).as_ref(), Ok(&net), "{name}");
    }
}

#[test]
fn tokens_follow_the_game() {
    for (name, _) in TEXTS {
        let (game, net) = shipped(name);
        let mut state = game.start();
        let mut tokens: Vec<u64> = net.places.iter().map(|p| p.tokens).collect();
        assert_eq!(tokens, marking(&game, &net, &state), "{name} begins");
        let (mut rng, mut moves) = (Rng::new(3), Vec::new());
        for ply in 0..12 {
            if !matches!(game.turn(&state), Turn::Player(_)) {
                break;
            }
            let mv = game.random_move(&state, &mut rng, &mut moves);
            let called = game.move_name(&state, &mv);
            game.apply(&mut state, &mv, &mut ());
            let wanted = marking(&game, &net, &state);
            let mut ways = net.transitions.iter().filter(|t| t.name == called);
            let follows = ways
                .any(|t| fire(t, &tokens).is_some_and(|after| leads_to(&net, &after, &wanted, 2)));
            assert!(follows, "{name}, ply {ply}: {called}");
            tokens = wanted;
        }
    }
}

#[test]
fn every_move_of_the_start_is_a_transition_and_no_other_is_enabled() {
    for name in ["tic-tac-toe", "breakthrough", "eight-puzzle", "nim"] {
        let (game, net) = shipped(name);
        let tokens: Vec<u64> = net.places.iter().map(|p| p.tokens).collect();
        let enabled = |t: &&PetriTransition| {
            !t.lost.contains(&LostMeaning::Quiet) && fire(t, &tokens).is_some()
        };
        let mut enabled: Vec<&str> =
            net.transitions.iter().filter(enabled).map(|t| t.name.as_str()).collect();
        enabled.sort_unstable();
        let mut moves = Vec::new();
        game.moves(&game.start(), &mut moves);
        let mut names: Vec<String> =
            moves.iter().map(|m| game.move_name(&game.start(), m)).collect();
        names.sort_unstable();
        assert_eq!(enabled, names, "{name}");
    }
}

#[test]
fn what_arcs_cannot_say_is_named_and_counted() {
    let (_, net) = shipped("connect-four");
    let lost = net.lost();
    let count = |b: LostMeaning| lost.iter().find(|(what, _)| *what == b).map_or(0, |(_, n)| *n);
    // A disc of either player holds another: that is, the cell below is not free.
    let drops = net.transitions.iter().filter(|t| t.lost == [LostMeaning::Absent]);
    assert_eq!(drops.count(), 2 * 35);
    assert!(count(LostMeaning::Quiet) > 0 && count(LostMeaning::Either) == 0);
    assert_eq!(
        count(LostMeaning::Comprehension)
            + count(LostMeaning::Counted)
            + count(LostMeaning::Persistent),
        0
    );
    let (_, nim) = shipped("nim");
    assert_eq!(nim.lost(), [(LostMeaning::Quiet, 2)]);
}

#[test]
fn copies_are_weights() {
    let (_, nim) = shipped("nim");
    let is_three =
        |t: &&PetriTransition| t.name.starts_with("three first") && t.name.ends_with(" c");
    let three = nim.transitions.iter().find(is_three).expect("a move");
    let sticks = nim.places.iter().position(|p| p.name == "stick c").expect("a place");
    assert_eq!(nim.places[sticks].tokens, 5);
    assert!(three.takes.contains(&(sticks, 3)));
    assert!(three.makes.iter().all(|(place, _)| *place != sticks));
}

#[test]
fn too_many_transitions_are_not_written() {
    let (game, net) = shipped("tic-tac-toe");
    let transitions = net.transitions.len() as u128;
    let most = net.transitions.len() - 1;
    assert_eq!(game.export("x", most), Err(ExportError { transitions, most }));
}
