//! Equilibria of tiny games with hidden information.

use crate::PLENTY;
use num_traits::{One, Signed};
use senet_game::{
    Abilities, DynGame, Game, GameInfo, HiddenInformation, Log, Observer, Outcome, Rng, Seat,
    SeatSet, Turn, Verdict, View, erase, hash128,
};
use senet_solve::{Fraction, SolveError, Solver, equilibrium};
use std::sync::Arc;

/// Kuhn poker: three cards, one for each; bets of one.
#[derive(Debug)]
struct Kuhn;

#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
struct Table {
    cards: Option<[u8; 2]>,
    /// Whether each move was a bet, or a call.
    bets: Vec<bool>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Play {
    Deal([u8; 2]),
    Pass,
    Bet,
}

impl Table {
    /// What the first seat wins, once it is over.
    fn gain(&self) -> Option<i64> {
        let [first, second] = self.cards?;
        let better = if first > second { 1 } else { -1 };
        match self.bets[..] {
            [false, false] => Some(better),
            [true, false] => Some(1),
            [false, true, false] => Some(-1),
            [true, true] | [false, true, true] => Some(2 * better),
            _ => None,
        }
    }
}

impl Game for Kuhn {
    type State = Table;
    type Move = Play;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Table {
        Table::default()
    }

    fn turn(&self, table: &Table) -> Turn {
        match (table.cards, table.gain()) {
            (None, _) => Turn::Chance,
            (_, None) => Turn::Player(Seat((table.bets.len() % 2) as u8)),
            (_, Some(gain)) => {
                let mut winner = SeatSet::default();
                winner.insert(Seat(u8::from(gain < 0)));
                let scores = Some(Arc::from([gain, -gain]));
                Turn::Over(Outcome { verdict: Verdict::Won(winner), scores })
            }
        }
    }

    fn moves(&self, table: &Table, out: &mut Vec<Play>) {
        out.clear();
        match self.turn(table) {
            Turn::Chance => {
                let pairs = (0..3).flat_map(|a| (0..3).map(move |b| [a, b]));
                out.extend(pairs.filter(|[a, b]| a != b).map(Play::Deal));
            }
            Turn::Player(_) => out.extend([Play::Pass, Play::Bet]),
            _ => {}
        }
    }

    fn apply(&self, table: &mut Table, play: &Play, _: &mut impl Log) {
        match play {
            Play::Deal(cards) => table.cards = Some(*cards),
            Play::Pass => table.bets.push(false),
            Play::Bet => table.bets.push(true),
        }
    }

    fn move_name(&self, _: &Table, play: &Play) -> String {
        format!("{play:?}")
    }

    fn view(&self, _: &Table, _: Observer) -> View {
        View::default()
    }

    fn abilities(&self) -> Abilities<Kuhn> {
        fn card(cards: [u8; 2], observer: Observer) -> Option<u8> {
            match observer {
                Observer::Seat(seat) => Some(cards[usize::from(seat.0)]),
                _ => None,
            }
        }
        Abilities {
            hidden_information: Some(HiddenInformation {
                observation_key: |_, table, observer| {
                    hash128(&(table.cards.map(|cards| card(cards, observer)), &table.bets))
                },
                observed_move: |_, _, play, observer| match play {
                    Play::Deal(cards) => hash128(&card(*cards, observer)),
                    other => hash128(other),
                },
                determinize: |_: &Kuhn, table: &Table, _: Seat, _: &mut Rng| table.clone(),
            }),
            ..Abilities::default()
        }
    }
}

#[test]
fn kuhn_poker_costs_the_first_player_an_eighteenth() {
    let game: Arc<dyn DynGame> = erase(Arc::new(Kuhn), GameInfo::default());
    let found = equilibrium(&*game, PLENTY, &mut |_| true).expect("a tiny game");
    assert_eq!((found.value.to_string().as_str(), found.points), ("-1/18", true));
    for strategy in &found.strategies {
        assert_eq!(strategy.len(), 6, "three cards, twice");
        for set in strategy {
            let sum = set.moves.iter().map(|(_, p)| p).sum::<Fraction>();
            assert!(sum.is_one() && set.moves.iter().all(|(_, p)| !p.is_negative()));
        }
    }
    let solution = Solver::new(Arc::clone(&game), PLENTY).solve(&mut |_| true);
    assert_eq!(solution.error, Some(SolveError::Hidden));
    let few = senet_solve::SolveLimits { positions: 10, ..PLENTY };
    assert_eq!(equilibrium(&*game, few, &mut |_| true), Err(SolveError::Positions));
}
