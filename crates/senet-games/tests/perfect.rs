//! Perfect play loses no half point, in any game of the catalogue that is solved.

use senet_game::{Game, Rng, Seat, Turn};
use senet_games::{Source, Visit, Wanted, abouts, visit};
use senet_match::Bot;
use std::sync::Arc;

/// A perfect player against others, on all seats.
struct Duels;

/// Moves after which a play counts as a draw.
const LONG: usize = 200;
/// Means are not nearer than this where they are not fractions.
const NEAR: f64 = 1e-6;

impl Visit for Duels {
    type Out = bool;

    fn visit<G: Game + 'static>(self, game: Arc<G>) -> bool {
        let bot = |text: &str| text.parse::<Bot>().expect("a bot").player::<G>();
        if bot("perfect:1500").ready(&*game, &game.start()).is_err() {
            return false;
        }
        let mut perfect = bot("perfect:100000");
        for (seed, other) in ["random", "random", "alphabeta:60"].iter().enumerate() {
            for seat in (0..game.seats()).map(|seat| Seat(seat as u8)) {
                let mut other = bot(other);
                let mut rng = Rng::new(seed as u64);
                let mut state = game.start();
                let mut worth = -1.0;
                for _ in 0..LONG {
                    let mover = match game.turn(&state) {
                        Turn::Player(mover) => mover,
                        Turn::Chance => {
                            // Fortune may take what was certain only on average.
                            worth = -1.0;
                            let mv = game.pick(&state, &mut rng, &mut Vec::new());
                            game.apply(&mut state, &mv, &mut ());
                            continue;
                        }
                        _ => break,
                    };
                    let player = if mover == seat { &mut perfect } else { &mut other };
                    let opinion = player.choose(&*game, &state, &mut rng, &());
                    if mover == seat {
                        let value = opinion.value.expect("it knows");
                        assert!(opinion.proven && value >= worth - NEAR, "{value} after {worth}");
                        worth = value;
                    }
                    game.apply(&mut state, &opinion.best, &mut ());
                }
                let result = match game.turn(&state) {
                    Turn::Over(outcome) => outcome.utility(seat),
                    _ => 0.0,
                };
                assert!(result >= worth - NEAR, "{result} where {worth} was certain, seed {seed}");
            }
        }
        true
    }
}

fn solved(name: &str, options: &[(&str, &str)]) -> bool {
    let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let wanted = Wanted { options: options.collect(), ..Wanted::default() };
    visit(Source::Catalogue(name), &wanted, Duels).unwrap_or_else(|e| panic!("{name}: {e}"))
}

#[test]
fn perfect_loses_nothing_that_it_had() {
    let all = abouts().filter(|about| about.players.0 <= 2);
    let names: Vec<&str> = all.filter(|a| solved(&a.name, &[])).map(|a| a.name.as_str()).collect();
    for name in ["hanoi", "mnk", "nim", "nim-21", "river-crossing", "tic-tac-toe", "wandering-rook"]
    {
        assert!(names.contains(&name), "{name} is solved: {names:?}");
    }
    assert!(solved("mnk", &[("width", "4"), ("height", "3")]));
    assert!(solved("hex", &[("size", "3")]));
    assert!(solved("gale", &[("size", "2")]));
    assert!(solved("y", &[("size", "3")]));
    assert!(solved("havannah", &[("size", "2")]));
    assert!(solved("cross", &[("size", "2")]));
}

/// What a game is worth to the first seat, as a perfect player says.
struct Worth;

impl Visit for Worth {
    type Out = f64;

    fn visit<G: Game + 'static>(self, game: Arc<G>) -> f64 {
        let mut perfect = "perfect".parse::<Bot>().expect("a bot").player::<G>();
        let opinion = perfect.choose(&*game, &game.start(), &mut Rng::new(1), &());
        assert!(opinion.proven, "it is solved");
        opinion.value.expect("it knows")
    }
}

fn worth(name: &str, options: &[(&str, u64)]) -> f64 {
    let options = options.iter().map(|(name, value)| ((*name).to_owned(), value.to_string()));
    let wanted = Wanted { options: options.collect(), ..Wanted::default() };
    visit(Source::Catalogue(name), &wanted, Worth).unwrap_or_else(|e| panic!("{name}: {e}"))
}

#[test]
fn small_boards_are_worth_what_is_known() {
    assert_eq!(worth("othello", &[("size", 4)]), -1.0);
    assert_eq!(worth("breakthrough", &[("size", 4)]), -1.0);
    // Pits, seeds, and what a program that shares nothing with this one found.
    let kalah = [(1, [0, -1, 1, -1]), (2, [1, -1, -1, -1]), (3, [0, 1, 1, 1]), (4, [1, 1, 1, 1])];
    for (pits, values) in kalah {
        for (seeds, value) in (1..).zip(values) {
            if pits * seeds <= 12 {
                let found = worth("kalah-rules", &[("pits", pits), ("seeds", seeds)]);
                assert_eq!(found, f64::from(value), "{pits} pits, {seeds} seeds");
            }
        }
    }
}
