//! Checks a strategy by playing it against everything that the others can do.
//!
//! Nothing here solves anything: a strategy is a text that says what to play where, the rules say
//! what the others may do, and what comes out is the worst that can happen.

use rustc_hash::FxHashMap;
use senet_game::{Game, Seat, Turn};
use std::fmt;

/// A strategy as it is written down: for each position, moves by name and where they lead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The game, by name.
    pub game: String,
    /// Whose strategy it is.
    pub seat: Seat,
    /// What it promises: `win`, `draw` or `loss`.
    pub value: String,
    positions: Vec<Vec<(String, Option<usize>)>>,
}

/// What a strategy is worth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Verified {
    /// The worst that can happen to its seat: 1, 0 or -1.
    pub worst: f64,
    /// How many moves a play has at most; nothing, if play may go on for ever, which is a draw.
    pub longest: Option<u64>,
    /// How many positions were looked at.
    pub positions: u64,
}

/// A text that is no strategy, or a strategy that does not fit the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadPlan(pub String);

impl fmt::Display for BadPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl std::error::Error for BadPlan {}

const HEAD: &str = "senet strategy 1";

impl std::str::FromStr for Plan {
    type Err = BadPlan;

    fn from_str(text: &str) -> Result<Plan, BadPlan> {
        let mut plan = Plan {
            game: String::new(),
            seat: Seat(0),
            value: String::new(),
            positions: Vec::new(),
        };
        let mut lines = text.lines().enumerate();
        if lines.next().is_none_or(|(_, first)| first.trim() != HEAD) {
            return Err(BadPlan(format!("a strategy begins with `{HEAD}`")));
        }
        for (i, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let bad = |what: &str| BadPlan(format!("line {}: {what}", i + 1));
            let number = |text: &str| {
                let n = text.strip_prefix('@').and_then(|n| n.parse::<usize>().ok());
                n.and_then(|n| n.checked_sub(1))
                    .ok_or_else(|| bad("a position is `@` and a number"))
            };
            if line.starts_with('@') {
                if number(line.trim())? != plan.positions.len() {
                    return Err(bad("positions are numbered in order"));
                }
                plan.positions.push(Vec::new());
            } else if let Some(moves) = plan.positions.last_mut() {
                let (name, to) =
                    line.split_once('\t').ok_or_else(|| bad("a move leads somewhere"))?;
                let to = if to == "end" { None } else { Some(number(to)?) };
                moves.push((name.to_owned(), to));
            } else {
                let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
                match word {
                    "game" => plan.game = rest.to_owned(),
                    "value" => plan.value = rest.to_owned(),
                    "seat" => {
                        let seat = rest.parse().ok().and_then(|n: u8| n.checked_sub(1));
                        plan.seat = Seat(seat.ok_or_else(|| bad("a seat is a number from 1"))?);
                    }
                    "option" => {}
                    _ => return Err(bad("this says nothing about a strategy")),
                }
            }
        }
        Ok(plan)
    }
}

impl Plan {
    /// Plays it against everything. `watch` sees now and then how many positions were looked at, and
    /// whether to go on.
    pub fn verify<G: Game>(
        &self,
        game: &G,
        watch: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Verified, BadPlan> {
        if usize::from(self.seat.0) >= game.seats() {
            return Err(BadPlan(format!("there is no seat {}", self.seat.0 + 1)));
        }
        let mut walk =
            Walk { game, plan: self, met: FxHashMap::default(), worst: 1.0, endless: false, watch };
        let longest = walk.play_all()?;
        let limit = game.rules_of_play().limit;
        let draws = walk.endless || limit.is_some_and(|limit| longest > limit);
        Ok(Verified {
            worst: if draws { walk.worst.min(0.0) } else { walk.worst },
            longest: (!walk.endless).then_some(longest),
            positions: walk.met.len() as u64,
        })
    }
}

struct Walk<'a, G: Game> {
    game: &'a G,
    plan: &'a Plan,
    /// The positions that were met, by their number in the plan.
    met: FxHashMap<usize, Met<G::State>>,
    worst: f64,
    endless: bool,
    watch: &'a mut dyn FnMut(u64) -> bool,
}

/// A position, and once everything after it was seen, how many moves play has from there at most.
struct Met<S> {
    state: S,
    longest: Option<u64>,
}

/// A position whose moves are being played, one after the other.
struct Open<G: Game> {
    number: usize,
    next: Vec<(G::Move, Option<usize>)>,
    longest: u64,
}

impl<G: Game> Walk<'_, G> {
    fn play_all(&mut self) -> Result<u64, BadPlan> {
        let start = self.game.start();
        if let Turn::Over(outcome) = self.game.turn(&start) {
            self.worst = outcome.utility(self.plan.seat);
            return Ok(0);
        }
        let mut path = vec![self.open(0, start)?];
        while let Some(top) = path.last_mut() {
            let Some((mv, to)) = top.next.pop() else {
                let done = path.pop().expect("there is a last one");
                if let Some(met) = self.met.get_mut(&done.number) {
                    met.longest = Some(done.longest);
                }
                match path.last_mut() {
                    Some(before) => before.longest = before.longest.max(done.longest + 1),
                    None => return Ok(done.longest),
                }
                continue;
            };
            let mut state = self.met[&top.number].state.clone();
            self.game.apply(&mut state, &mv, &mut ());
            let from = top.number;
            let (longest, open) = self.arrive(from, to, state)?;
            top.longest = top.longest.max(longest + 1);
            path.extend(open);
        }
        Ok(0)
    }

    /// A move has led somewhere: how long play is from there, as far as that is known, and the
    /// position if it was not met before.
    fn arrive(
        &mut self,
        from: usize,
        to: Option<usize>,
        state: G::State,
    ) -> Result<(u64, Option<Open<G>>), BadPlan> {
        let place = format!("after position {}", from + 1);
        match (self.game.turn(&state), to) {
            (Turn::Over(outcome), None) => {
                self.worst = self.worst.min(outcome.utility(self.plan.seat));
                Ok((0, None))
            }
            (Turn::Player(_) | Turn::Chance, Some(to)) => match self.met.get(&to) {
                Some(met) if met.state != state => {
                    Err(BadPlan(format!("{place}: position {} is another one", to + 1)))
                }
                Some(met) => {
                    // What was not seen to its end is on the way here: play goes round.
                    self.endless |= met.longest.is_none();
                    Ok((met.longest.unwrap_or(0), None))
                }
                None => self.open(to, state).map(|open| (0, Some(open))),
            },
            (Turn::Stopped(budget), _) => {
                Err(BadPlan(format!("{place}: the budget of {} ran out", budget.what())))
            }
            (Turn::Over(_), Some(_)) => Err(BadPlan(format!("{place}: the game is over"))),
            (_, None) => Err(BadPlan(format!("{place}: the game goes on"))),
        }
    }

    /// Meets a position: the moves that the plan and the rules give it.
    fn open(&mut self, number: usize, state: G::State) -> Result<Open<G>, BadPlan> {
        let looked = self.met.len() as u64;
        if looked.is_multiple_of(1024) && !(self.watch)(looked) {
            return Err(BadPlan("it was stopped before everything was played".to_owned()));
        }
        let missing = || BadPlan(format!("position {} is missing", number + 1));
        let planned = self.plan.positions.get(number).ok_or_else(missing)?;
        let mut moves = Vec::new();
        self.game.moves(&state, &mut moves);
        let mine = self.game.turn(&state) == Turn::Player(self.plan.seat);
        let mut next = Vec::new();
        for mv in moves {
            let name = self.game.name(&state, &mv);
            match planned.iter().find(|(planned, _)| *planned == name) {
                Some((_, to)) => next.push((mv, *to)),
                None if mine => {}
                None => {
                    let at = number + 1;
                    return Err(BadPlan(format!("position {at} has no answer to `{name}`")));
                }
            }
        }
        if mine && next.len() != 1 {
            let at = number + 1;
            return Err(BadPlan(format!("position {at} must have one move that can be played")));
        }
        self.met.insert(number, Met { state, longest: None });
        Ok(Open { number, next, longest: 0 })
    }
}
