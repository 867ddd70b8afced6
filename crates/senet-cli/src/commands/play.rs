//! `senet play`: a game at the prompt, moves by number or by name.

mod table;

use crate::cli::PlayArgs;
use crate::failure::{Failure, Outcome};
use crate::prompt::Talk;
use crate::session::{Session, open};
use crate::{interrupt, output};
use senet_engine::{TermGame, TermMove, TermState};
use senet_game::{Eye, Game, Referee, Rng, Seat, Stop, Turn, Verdict};
use senet_program::PredKind;
use std::sync::Arc;

pub(crate) fn run(args: &PlayArgs) -> Outcome {
    let session = match open(&args.game)? {
        Ok(session) => session,
        Err(code) => return Ok(code),
    };
    let start = session.start(args.game.start)?;
    let game = TermGame::of(Arc::clone(&session.engine), start);
    let table = Table {
        computers: computers(&game, &args.seats)?,
        session,
        game,
        talk: Talk { aside: false },
        typed: args.game.game.clone(),
    };
    table.play()
}

/// Which seats play at random.
fn computers(game: &TermGame, asked: &[String]) -> Result<Vec<bool>, Failure> {
    let seats = game.seats();
    let mut out = vec![false; seats];
    for text in asked {
        let failure =
            |why: String| Failure::usage(why).help("write, for instance, --seat 2=random");
        let (seat, who) = text
            .split_once('=')
            .ok_or_else(|| failure(format!("`{text}` does not say who plays")))?;
        let seat = seat.trim();
        let number = seat.parse::<usize>().ok().filter(|n| (1..=seats).contains(n));
        let named = (0..seats).find(|s| game.seat_name(Seat(*s as u8)) == seat);
        let at = number.map(|n| n - 1).or(named);
        let at =
            at.ok_or_else(|| failure(format!("there is no seat `{seat}`: there are {seats}")))?;
        out[at] = match who.trim() {
            "random" => true,
            "human" => false,
            other => return Err(failure(format!("nobody called `{other}` can play"))),
        };
    }
    Ok(out)
}

struct Table {
    session: Session,
    game: TermGame,
    computers: Vec<bool>,
    talk: Talk,
    /// The game as it was asked for.
    typed: String,
}

impl Table {
    fn play(&self) -> Outcome {
        let mut rng = Rng::new(self.session.seed);
        let mut state = self.game.start();
        let mut moves = Vec::new();
        let mut referee = Referee::new(self.game.rules_of_play());
        let mut turn = self.game.turn(&state);
        if let Some(title) = &self.session.program().game().title {
            self.talk.say(title);
        }
        loop {
            let machine = state.machine();
            interrupt::at(machine.steps(), machine.position().stage());
            let mv = match turn.clone() {
                Turn::Over(outcome) => {
                    self.talk.say(&table::view(&self.game, &state, Eye::Public));
                    self.talk.say(&self.result(outcome.verdict));
                    if let Some(scores) = &outcome.scores {
                        self.talk.say(&self.scores(scores));
                    }
                    let all = self.session.program().predicates();
                    let asks = all.iter().any(|p| p.kind == PredKind::Sense);
                    if asks && outcome.verdict == Verdict::NoResult {
                        let game = &self.typed;
                        output::message(&format!("it listens to words: try `senet run {game}`"));
                    }
                    return Ok(0);
                }
                Turn::Stopped(budget) => {
                    let limit = self.session.engine.limits().of(budget);
                    let doing = "between two moves".to_owned();
                    return Err(Failure::budget(&Stop { budget, limit, doing }));
                }
                Turn::Chance => {
                    let mv = self.game.pick(&state, &mut rng, &mut moves);
                    let shown = self.told(&state, &mv, Eye::Public);
                    self.talk.say(&format!("Chance: {shown}"));
                    mv
                }
                Turn::Player(seat) if self.computers[seat.0 as usize] => {
                    let mv = self.game.pick(&state, &mut rng, &mut moves);
                    let who = self.game.seat_name(seat);
                    self.talk.say(&format!("{who}: {}", self.told(&state, &mv, Eye::Public)));
                    mv
                }
                Turn::Player(seat) => {
                    self.talk.say(&table::view(&self.game, &state, Eye::Seat(seat)));
                    match self.choose(&state, seat) {
                        Some(mv) => mv,
                        None => {
                            output::message("stopped before the end of the game");
                            return Ok(0);
                        }
                    }
                }
            };
            self.game.apply(&mut state, &mv, &mut ());
            turn = referee.watch(&turn, &state, self.game.turn(&state));
        }
    }

    fn told(&self, state: &TermState, mv: &TermMove, eye: Eye) -> String {
        self.game.show(state, mv, eye).text
    }

    /// Asks until the answer is a move; `None` if nobody answers any more.
    fn choose(&self, state: &TermState, seat: Seat) -> Option<TermMove> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let texts: Vec<String> =
            moves.iter().map(|m| self.told(state, m, Eye::Seat(seat))).collect();
        let mut list = String::new();
        for (i, text) in texts.iter().enumerate() {
            list.push_str(&format!("{:>3}  {text}\n", i + 1));
        }
        self.talk.say(list.trim_end_matches('\n'));
        let prompt = match self.game.seats() {
            1 => "> ".to_owned(),
            _ => format!("{}> ", self.game.seat_name(seat)),
        };
        loop {
            let line = self.talk.ask(&prompt)?;
            if matches!(line.as_str(), "quit" | "exit" | "q") {
                return None;
            }
            let number = line.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
            let named = |i: &usize| self.game.name(state, &moves[*i]) == line || texts[*i] == line;
            let named = (0..moves.len()).find(named);
            if let Some(mv) = number.filter(|n| *n < moves.len()).or(named).map(|i| &moves[i]) {
                return Some(mv.clone());
            }
            let n = moves.len();
            self.talk.say(&format!(
                "`{line}` is no move: a number from 1 to {n}, the words of a move, or quit"
            ));
        }
    }

    fn result(&self, verdict: Verdict) -> String {
        match verdict {
            Verdict::Draw => "A draw.".to_owned(),
            Verdict::NoResult => "The game ended without a result.".to_owned(),
            Verdict::Won(seats) if self.game.seats() == 1 => {
                let won = seats.contains(Seat(0));
                if won { "You win." } else { "You lose." }.to_owned()
            }
            Verdict::Won(seats) if seats.is_empty() => "Nobody wins.".to_owned(),
            Verdict::Won(seats) => {
                let names = seats.iter().map(|s| self.game.seat_name(s));
                let names: Vec<String> = names.collect();
                match names.as_slice() {
                    [one] => format!("{one} wins."),
                    several => format!("{} win together.", several.join(" and ")),
                }
            }
        }
    }

    fn scores(&self, scores: &[i64]) -> String {
        let each = scores.iter().enumerate();
        let each: Vec<String> =
            each.map(|(i, n)| format!("{} {n}", self.game.seat_name(Seat(i as u8)))).collect();
        format!("Scores: {}", each.join(", "))
    }
}
