//! The contract test finds what it is for: a toy game keeps the contract, and each way to break it
//! is named.

use crate::toy::{Toy, ToyMove, ToyState};
use senet_game::{
    Abilities, Actions, DrawRules, Game, GameInfo, HiddenInformation, Log, Observer, Packing, Rng,
    Turn, View, erase, hash128,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use testkit::contract::{ContractLimits, check_contract};

/// What is wrong with the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    Nothing,
    SameNames,
    SameNumbers,
    Miscounted,
    Unlikely,
    IllegalRandomMove,
    Unpacked,
    OneHash,
    TakenBack,
    Endless,
    SeesWhatIsNot,
    KnowsMoreThanItSees,
    KnowsLessThanItSees,
    KnowsMovesThatItDoesNotSee,
    OwnCardDrawn,
}

struct Broken {
    toy: Toy,
    fault: Fault,
}

impl Broken {
    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    fn hidden(&self) -> HiddenInformation<Toy> {
        self.toy.abilities().hidden_information.expect("it hides cards")
    }
}

impl Game for Broken {
    type State = ToyState;
    type Move = ToyMove;

    fn seats(&self) -> usize {
        self.toy.seats()
    }

    fn start(&self) -> ToyState {
        self.toy.start()
    }

    fn turn(&self, state: &ToyState) -> Turn {
        self.toy.turn(state)
    }

    fn moves(&self, state: &ToyState, out: &mut Vec<ToyMove>) {
        self.toy.moves(state, out);
        if self.has(Fault::Endless) {
            out.retain(|mv| *mv != ToyMove::Show);
        }
    }

    fn apply(&self, state: &mut ToyState, mv: &ToyMove, log: &mut impl Log) {
        self.toy.apply(state, mv, log);
    }

    fn move_name(&self, state: &ToyState, mv: &ToyMove) -> String {
        let same = self.has(Fault::SameNames) && *mv == ToyMove::Right;
        self.toy.move_name(state, if same { &ToyMove::Left } else { mv })
    }

    fn view(&self, state: &ToyState, observer: Observer) -> View {
        let mut view = self.toy.view(state, observer);
        if self.has(Fault::SeesWhatIsNot) && observer == Observer::Public {
            view.atoms.extend(View::facts([("ghost", "white".to_owned())]).atoms);
        }
        view
    }

    fn weight(&self, state: &ToyState, mv: &ToyMove) -> u128 {
        let never = self.has(Fault::Unlikely) && *mv == ToyMove::Blow(1);
        if never { 0 } else { self.toy.weight(state, mv) }
    }

    fn random_move(&self, state: &ToyState, rng: &mut Rng, moves: &mut Vec<ToyMove>) -> ToyMove {
        if self.has(Fault::IllegalRandomMove) && self.turn(state) == Turn::Chance {
            return ToyMove::Left;
        }
        self.moves(state, moves);
        moves[rng.index(moves.len() as u64) as usize]
    }

    fn abilities(&self) -> Abilities<Broken> {
        Abilities {
            packing: Some(Packing {
                bits: 11,
                pack: |_, state| Some(state.packed()),
                unpack: |game, packed, state| {
                    // The lowest digit says whether cards are shown.
                    let wrong = u128::from(game.has(Fault::Unpacked));
                    *state = ToyState::unpacked(packed ^ wrong);
                },
            }),
            hashed_key: self.has(Fault::OneHash).then_some(|_, _| 0),
            hidden_information: Some(HiddenInformation {
                observation_key: |game, state, observer| match game.fault {
                    Fault::KnowsMoreThanItSees => hash128(state),
                    Fault::KnowsLessThanItSees => 0,
                    _ => (game.hidden().observation_key)(&game.toy, state, observer),
                },
                observed_move: |game, state, mv, observer| match game.fault {
                    Fault::KnowsMovesThatItDoesNotSee => hash128(mv),
                    _ => (game.hidden().observed_move)(&game.toy, state, mv, observer),
                },
                determinize: |game, state, seat, rng| {
                    let other = senet_game::Seat(1 - seat.0);
                    let seat = if game.has(Fault::OwnCardDrawn) { other } else { seat };
                    game.toy.determinized(state, seat, rng)
                },
            }),
            draw_rules: if self.has(Fault::Endless) {
                DrawRules::default()
            } else {
                self.toy.rules
            },
            is_irreversible: Some(|game, mv| {
                mv.is_irreversible() || game.has(Fault::TakenBack) && *mv == ToyMove::Left
            }),
            actions_are_moves: true,
            actions: Some(Actions {
                count: 10,
                number: |game, _, mv| {
                    let same = game.has(Fault::SameNumbers) && *mv == ToyMove::Right;
                    if same { ToyMove::Left.number() } else { mv.number() }
                },
                with_number: |game, state, number| {
                    let mut moves = Vec::new();
                    game.moves(state, &mut moves);
                    moves.into_iter().find(|mv| mv.number() == number)
                },
            }),
            describe_move: Some(|game, state, mv, observer| {
                let mut shown = senet_game::ViewMove::default();
                let hidden = |mv| (game.hidden().observed_move)(&game.toy, state, mv, observer);
                let unseen = matches!(mv, ToyMove::Deal(_))
                    && hidden(&ToyMove::Deal(0)) == hidden(&ToyMove::Deal(1));
                shown.text = if unseen { "deal".to_owned() } else { game.move_name(state, mv) };
                shown
            }),
            count_moves: Some(|game, state| {
                let mut moves = Vec::new();
                game.moves(state, &mut moves);
                moves.len() + usize::from(game.has(Fault::Miscounted))
            }),
            ..Abilities::default()
        }
    }
}

/// What the contract test says about a game.
fn said(fault: Fault) -> String {
    let rules = DrawRules { limit: Some(40), repeat: Some(3), quiet: None };
    let game = Broken { toy: Toy { rules, numbered: true, packed: true }, fault };
    let game = erase(Arc::new(game), GameInfo::default());
    let limits = ContractLimits { games: 20, plies: 40, bound: 1_000 };
    let checked = catch_unwind(AssertUnwindSafe(|| check_contract("toy", &*game, limits)));
    match checked {
        Ok(()) => "fine".to_owned(),
        Err(why) => *why.downcast::<String>().expect("it says why"),
    }
}

#[test]
fn every_fault_is_found_and_named() {
    let expected = [
        (Fault::Nothing, "fine"),
        (Fault::SameNames, "left is read as another move"),
        (Fault::SameNumbers, "two moves have the number 0"),
        (Fault::Miscounted, "the moves are counted wrongly"),
        (Fault::Unlikely, "blow 1 cannot happen"),
        (Fault::IllegalRandomMove, "a random move is not legal"),
        (Fault::Unpacked, "a packed position is unpacked to another"),
        (Fault::OneHash, "two positions have one hash"),
        (Fault::TakenBack, "an irreversible move was taken back"),
        (Fault::Endless, "it has not ended after 1000 plies"),
        (Fault::SeesWhatIsNot, "which is not there"),
        (Fault::KnowsMoreThanItSees, "key"),
        (Fault::KnowsLessThanItSees, "have one key"),
        (Fault::KnowsMovesThatItDoesNotSee, "which has two keys"),
        (Fault::OwnCardDrawn, "sees what was drawn for it"),
    ];
    for (fault, words) in expected {
        let said = said(fault);
        assert!(said.contains(words), "{fault:?}: {said}");
    }
}
