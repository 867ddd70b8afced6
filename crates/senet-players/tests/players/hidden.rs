//! Hidden information: what bots choose depends on what their seat has observed, and on nothing else.

use super::{bot, every_bot, made_up};
use senet_game::{
    Abilities, DrawRules, DynGame, Game, HiddenInformation, Log, MoveIndex, Observer, Outcome,
    Position, Rng, Seat, Turn, View, hash128,
};
use senet_players::{InformationState, Knowledge, SearchResult};
use std::sync::Arc;

/// Kuhn poker with a larger deck: a card for each of two seats, one bet, one answer; the higher card
/// wins if nobody folds.
pub(super) struct Poker {
    pub(super) cards: u8,
}

/// The cards that were dealt, and what was done: `true` is a bet or a call.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(super) struct Table {
    cards: Vec<u8>,
    acts: Vec<bool>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Act {
    Deal(u8),
    Pass,
    Bet,
}

impl Poker {
    /// What an observer sees of the cards.
    fn seen(table: &Table, observer: Observer) -> Vec<Option<u8>> {
        let sees = |seat: usize| match observer {
            Observer::Seat(own) => usize::from(own.0) == seat,
            Observer::Public => false,
            Observer::All => true,
        };
        table.cards.iter().enumerate().map(|(i, card)| Some(*card).filter(|_| sees(i))).collect()
    }
}

impl Game for Poker {
    type State = Table;
    type Move = Act;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Table {
        Table::default()
    }

    fn turn(&self, table: &Table) -> Turn {
        let higher = || Seat(u8::from(table.cards[1] > table.cards[0]));
        match table.acts.as_slice() {
            _ if table.cards.len() < 2 => Turn::Chance,
            [] | [false, true] => Turn::Player(Seat(0)),
            [_] => Turn::Player(Seat(1)),
            [true, false] => Turn::Over(Outcome::won(Seat(0))),
            [false, true, false] => Turn::Over(Outcome::won(Seat(1))),
            _ => Turn::Over(Outcome::won(higher())),
        }
    }

    fn moves(&self, table: &Table, out: &mut Vec<Act>) {
        out.clear();
        if table.cards.len() < 2 {
            out.extend((0..self.cards).filter(|c| !table.cards.contains(c)).map(Act::Deal));
        } else {
            out.extend([Act::Pass, Act::Bet]);
        }
    }

    fn apply(&self, table: &mut Table, act: &Act, _: &mut impl Log) {
        match act {
            Act::Deal(card) => table.cards.push(*card),
            Act::Pass => table.acts.push(false),
            Act::Bet => table.acts.push(true),
        }
    }

    fn move_name(&self, _: &Table, act: &Act) -> String {
        format!("{act:?}")
    }

    fn view(&self, table: &Table, observer: Observer) -> View {
        let cards = format!("{:?}", Poker::seen(table, observer));
        View::facts([("cards", cards), ("acts", format!("{:?}", table.acts))])
    }

    fn abilities(&self) -> Abilities<Poker> {
        Abilities {
            hidden_information: Some(HiddenInformation {
                observation_key: |_, table, observer| {
                    hash128(&(Poker::seen(table, observer), &table.acts))
                },
                observed_move: |_, table, act, observer| match act {
                    Act::Deal(card) => {
                        let mut after = table.clone();
                        after.cards.push(*card);
                        hash128(&Poker::seen(&after, observer))
                    }
                    act => hash128(act),
                },
                determinize: |game, table, seat, rng| {
                    let own = table.cards.get(usize::from(seat.0)).copied();
                    let mut other = table.clone();
                    for (i, card) in other.cards.iter_mut().enumerate() {
                        if i != usize::from(seat.0) {
                            let left: Vec<u8> =
                                (0..game.cards).filter(|c| Some(*c) != own).collect();
                            *card = left[rng.index(left.len() as u64) as usize];
                        }
                    }
                    other
                },
            }),
            draw_rules: DrawRules { repeat: Some(3), limit: Some(50), quiet: None },
            ..Abilities::default()
        }
    }
}

/// The history in which two cards are dealt and some things done, by place.
fn history(first: u8, second: u8, acts: &[bool]) -> Vec<MoveIndex> {
    // The dealt card is missing from the list of the second deal.
    let second = second - u8::from(second > first);
    let acts = acts.iter().map(|act| u32::from(*act));
    [u32::from(first), u32::from(second)].into_iter().chain(acts).map(MoveIndex).collect()
}

/// What a bot chooses by what a seat has observed.
fn choose(game: &Arc<dyn DynGame>, known: &InformationState, who: &str, seed: u64) -> SearchResult {
    let (mut player, mut rng) = (bot(who).player(), Rng::new(seed));
    player.choose(game, Knowledge::Hidden(known), &mut rng, &()).expect("a move")
}

/// Every bot of the table with a small limit, and two with parameters. `perfect` plays an equilibrium of such
/// a tiny game, and has tests of its own.
fn bots() -> impl Iterator<Item = String> {
    let limited = every_bot().filter(|bot| bot != "perfect");
    limited.chain(["mcts:50:x2", "mcts:50:score"].map(str::to_owned))
}

#[test]
fn the_move_does_not_depend_on_hidden_cards() {
    let game = made_up(Poker { cards: 5 });
    let start = game.start();
    for (seat, acts) in [(0, vec![]), (1, vec![true]), (1, vec![false]), (0, vec![false, true])] {
        for own in 0..5 {
            let states: Vec<InformationState> = (0..5)
                .filter(|other| *other != own)
                .map(|other| {
                    let (first, second) = if seat == 0 { (own, other) } else { (other, own) };
                    let history = history(first, second, &acts);
                    InformationState::new(&game, Seat(seat), &start, &history)
                })
                .collect();
            for who in bots() {
                for seed in 0..3 {
                    let results: Vec<SearchResult> =
                        states.iter().map(|known| choose(&game, known, &who, seed)).collect();
                    let same = results.iter().all(|result| *result == results[0]);
                    assert!(same, "{who}, card {own} of seat {seat}, {acts:?}: {results:?}");
                    assert!(!results[0].proven, "{who} cannot know");
                }
            }
        }
    }
}

/// A position in the middle of a play.
fn dealt(cards: [u8; 2], acts: &[bool]) -> Position {
    Position::new::<Poker>(Table { cards: cards.to_vec(), acts: acts.to_vec() })
}

#[test]
fn a_play_that_begins_in_the_middle_tells_no_more() {
    let game = made_up(Poker { cards: 5 });
    for who in bots() {
        for seed in 0..5 {
            let choose = |other: u8| {
                let start = dealt([2, other], &[]);
                let acts = [MoveIndex(0), MoveIndex(1)];
                choose(&game, &InformationState::new(&game, Seat(0), &start, &acts), &who, seed)
            };
            let results = [0, 1, 3, 4].map(choose);
            assert!(results.iter().all(|result| *result == results[0]), "{who}: {results:?}");
        }
    }
}

#[test]
fn determinizations_agree_with_what_was_observed_and_differ_in_the_rest() {
    let game = made_up(Poker { cards: 5 });
    let known = InformationState::new(&game, Seat(1), &game.start(), &history(4, 2, &[false]));
    assert_eq!((known.seat(), known.count_moves()), (Seat(1), 2));
    assert_eq!(known.move_names(), ["Pass", "Bet"]);
    let mut rng = Rng::new(7);
    // By replay, and by the game itself once there is no time for that.
    for late in [false, true] {
        let mut counts = [0; 5];
        for _ in 0..400 {
            let cursor = known.determinize(&mut rng, &mut || late);
            assert_eq!(cursor.turn(), Turn::Player(Seat(1)));
            assert_eq!(cursor.depth(), 0);
            assert_eq!(cursor.referee().count().moves, 1, "as long a play as it was");
            let position = cursor.save();
            let table = position.state::<Poker>().expect("poker");
            assert_eq!((table.cards[1], table.acts.as_slice()), (2, [false].as_slice()));
            counts[usize::from(table.cards[0])] += 1;
        }
        assert_eq!(counts[2], 0);
        let others = [counts[0], counts[1], counts[3], counts[4]];
        assert!(others.iter().all(|n| (60..140).contains(n)), "late: {late}, {counts:?}");
    }
}

#[test]
fn the_seat_that_is_not_to_move_has_no_moves() {
    let game = made_up(Poker { cards: 3 });
    let known = InformationState::new(&game, Seat(1), &game.start(), &history(0, 1, &[]));
    assert_eq!((known.count_moves(), known.move_names()), (0, Vec::new()));
    let mut player = bot("mcts:10").player();
    assert!(player.choose(&game, Knowledge::Hidden(&known), &mut Rng::new(1), &()).is_err());
}

#[test]
fn the_best_card_calls_and_the_worst_one_folds() {
    let game = made_up(Poker { cards: 3 });
    for who in ["mcts:500", "mcts:200:x3"] {
        for (own, best) in [(0, None), (2, Some(MoveIndex(1)))] {
            let known =
                InformationState::new(&game, Seat(1), &game.start(), &history(1, own, &[true]));
            let result = choose(&game, &known, who, 1);
            match best {
                Some(best) => assert_eq!((result.best, result.value), (best, Some(1.0)), "{who}"),
                None => assert_eq!(result.value, Some(-1.0), "{who}: the first card wins anyway"),
            }
        }
    }
}
