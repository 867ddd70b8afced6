//! What the solver promises is kept by everything else: its line replays in a match to the result that
//! it names, its strategies are proved by the verifier, and perfect play never gets less. On every
//! shipped text and on random programs, under random draw rules.

use crate::support::{LARGE, game};
use senet_game::{DynGame, Limits, Rng, Seat, Turn};
use senet_games::{OpenOptions, Source, infos, open};
use senet_match::{Match, MatchConfig, MatchStatus, Participant, Record, RecordEntry};
use senet_players::{Bot, Knowledge};
use senet_solve::{GameValue, Solution, SolveLimits, Solver, Strategy};
use std::sync::Arc;
use std::time::Duration;
use testkit::quick::first;
use testkit::random::{RandomProgram, cases};

/// Moves after which a play against the perfect player counts as a draw.
const LONG: usize = 400;

/// A game that was solved, and what was promised for it.
struct Promise {
    game: Arc<dyn DynGame>,
    solver: Solver,
    solution: Solution,
    value: GameValue,
}

impl Promise {
    /// Solves a game; `None` if it has chance or secrets, too many seats, or is too large.
    fn of(game: Arc<dyn DynGame>, positions: u64) -> Option<Promise> {
        if game.seats() > 2 || game.seats() == 0 || game.has_hidden_information() {
            return None;
        }
        let limits = SolveLimits { positions, ..SolveLimits::default() };
        let mut solver = Solver::new(Arc::clone(&game), limits);
        let solution = solver.solve(&mut |_| true);
        let value = solution.value().filter(|_| solution.error.is_none())?;
        Some(Promise { game, solver, solution, value })
    }

    fn keep(&mut self, seed: u64) {
        self.line_replays();
        for seat in self.game.all_seats() {
            self.strategy_verifies(seat);
            for seed in [seed, seed + 1] {
                self.perfect_gets_it(seat, seed);
            }
        }
    }

    /// The line is a record that a match replays; if it comes to an end, that is the promised one.
    fn line_replays(&self) {
        let plays = self.solution.line.iter();
        let config = MatchConfig {
            participants: vec![Participant::default(); self.game.seats()],
            ..MatchConfig::default()
        };
        let record = Record {
            plays: plays.map(|mv| RecordEntry::Move(mv.name.clone(), Duration::ZERO)).collect(),
            ..Record::new(&*self.game, config)
        };
        let text = record.to_string();
        let read: Record = text.parse().unwrap_or_else(|e| panic!("{}: {e}\n{text}", self.name()));
        let played = Match::replay(Arc::clone(&self.game), &read)
            .unwrap_or_else(|e| panic!("{}: {e}\n{text}", self.name()));
        match played.status() {
            MatchStatus::Over(outcome, _) => {
                assert_eq!(GameValue::of(outcome), self.value, "{}:\n{text}", self.name());
            }
            // A line that comes back to a position it has been in is cut there.
            _ => assert_eq!(self.value, GameValue::Draw, "{}:\n{text}", self.name()),
        }
    }

    /// A strategy that is written and read again is proved to get the value.
    fn strategy_verifies(&mut self, seat: Seat) {
        let strategy = self.solver.strategy(seat, &mut |_| true);
        let Ok(strategy) = strategy else { return };
        let text = strategy.to_string();
        let read: Strategy =
            text.parse().unwrap_or_else(|e| panic!("{}: {e}\n{text}", self.name()));
        let proved = read.verify(&*self.game, &mut |_| true);
        let proved = proved.unwrap_or_else(|e| panic!("{}: {e}\n{text}", self.name()));
        let promised = self.value.for_seat(seat);
        assert!(proved.worst >= promised, "{}: {proved:?}, {promised:?}\n{text}", self.name());
    }

    /// The perfect bot gets at least the value against random play.
    fn perfect_gets_it(&self, seat: Seat, seed: u64) {
        let mut players = [Bot::perfect(1_000_000).player(), Bot::random().player()];
        let mut rng = Rng::new(seed);
        let mut cursor = self.game.cursor();
        let mut moves = Vec::new();
        for _ in 0..LONG {
            let Turn::Player(mover) = cursor.turn() else { break };
            let player = &mut players[usize::from(mover != seat)];
            let found = player.choose(&self.game, Knowledge::Open(&mut *cursor), &mut rng, &());
            let found = found.unwrap_or_else(|e| panic!("{}: {e}", self.name()));
            cursor.moves(&mut moves);
            cursor.apply(moves[found.best.0 as usize]);
        }
        let result = match cursor.turn() {
            Turn::Over(outcome) => GameValue::of(&outcome).for_seat(seat),
            _ => GameValue::Draw,
        };
        let promised = self.value.for_seat(seat);
        assert!(result >= promised, "{} as {seat:?}: {result:?} < {promised:?}", self.name());
    }

    fn name(&self) -> &str {
        &self.game.info().name
    }
}

#[test]
fn promises_are_kept_in_every_shipped_text_that_is_solved() {
    let mut kept = Vec::new();
    for info in infos().filter(|info| !LARGE.contains(&info.name.as_str())) {
        let Some(mut promise) = Promise::of(game(&info.name, ""), 10_000) else { continue };
        promise.keep(1);
        kept.push(info.name.clone());
    }
    for name in ["hanoi", "nim", "river-crossing", "tic-tac-toe"] {
        assert!(kept.iter().any(|kept| kept == name), "{name} is solved: {kept:?}");
    }
    for (name, options) in [
        ("othello", "size 4"),
        ("hex/rules", "size 3"),
        ("connect-four/rules", "width 4 height 4"),
        ("breakthrough", "size 4"),
    ] {
        if let Some(mut promise) = Promise::of(game(name, options), 40_000) {
            promise.keep(1);
        }
    }
}

/// A random program under random draw rules; `None` if it is none, or stops in the middle.
fn random_game(text: &str) -> Option<Arc<dyn DynGame>> {
    let source = Source::Text { name: "random", text, loader: None };
    // Automatic steps of a random program may go on for ever.
    let limits = Limits { steps: 500, goals: 500, ..Limits::default() };
    open(source, &OpenOptions { limits, ..OpenOptions::default() }).ok()
}

#[test]
fn promises_are_kept_in_random_programs() {
    let (wanted, mut kept, mut decided) = (cases(400), 0, 0);
    for seed in (0..wanted).map(first) {
        let program = match seed % 8 {
            0 => RandomProgram::new(seed),
            1 => RandomProgram::rich(seed),
            _ => RandomProgram::game(seed),
        };
        let rules =
            ["", "#limit 3 draw.\n", "#repeat 2 draw.\n", "#limit 7 draw.\n#repeat 3 draw.\n"];
        // Random games have draw rules of their own.
        let rules = if seed % 8 < 2 { rules[seed as usize / 8 % rules.len()] } else { "" };
        let text = program.text() + rules;
        let Some(game) = random_game(&text) else { continue };
        let solved = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let mut promise = Promise::of(game, 2_000)?;
            promise.keep(seed);
            Some(promise.value)
        }));
        match solved {
            Ok(None) => {}
            Ok(Some(value)) => {
                kept += 1;
                decided += u64::from(value != GameValue::Draw);
            }
            Err(_) => panic!("seed {seed}:\n{text}"),
        }
    }
    assert!(kept * 10 >= wanted, "{kept} random programs were solved");
    println!("{kept} solved, {decided} of them won or lost");
    assert!(decided * 20 >= wanted, "{decided} of {kept} are won or lost");
}
