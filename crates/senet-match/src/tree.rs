//! A match: the tree of everything that was played, and where in it we are.

use crate::setting::{BadSetting, Setting, Sitter, Who};
use crate::snapshot::{Branch, Choice, Ending, Now, Seen, SeenPlay, Snapshot};
use crate::table::{Action, Refusal, Table};
use senet_game::board::Place;
use senet_game::{Event, Eye, Game, Outcome, Referee, Rng, Seat, SeatSet, Turn, Verdict, named};
use senet_players::{Bot, Effort, Player, World};
use std::sync::Arc;
use std::time::Duration;

/// Who gives hints.
const HINTS: Bot = Bot::Mcts(Effort::Nodes(300));

/// One game being played.
pub struct Match<G: Game> {
    game: Arc<G>,
    setting: Setting,
    /// The positions that were reached, the first one first. Nothing is ever taken out.
    nodes: Vec<Node<G>>,
    at: usize,
    /// The bots, by who sits first and second, whether or not they swapped.
    bots: Vec<Option<Box<dyn Player<G>>>>,
    /// How often chance or a bot was asked, so that each gets numbers of its own.
    draws: u64,
}

/// A position, and how it was reached.
struct Node<G: Game> {
    state: G::State,
    now: Now,
    /// How it was reached; the first position was not.
    came: Option<Came<G::Move>>,
    /// In the order in which they were first played; the last one visited is last.
    next: Vec<usize>,
    /// Whether the first two have changed seats.
    swapped: bool,
    /// Moves of players so far.
    moves: u64,
    deciding: Vec<Place>,
    /// Time that is left, by sitter.
    left: Vec<Duration>,
}

struct Came<M> {
    from: usize,
    by: Option<Seat>,
    play: Play<M>,
    spent: Duration,
}

#[derive(PartialEq)]
pub(crate) enum Play<M> {
    Move(M),
    Swap,
    Resign,
    OutOfTime,
}

impl<G: Game + 'static> Match<G> {
    /// A match that begins. Seats for which nobody is named are for people.
    pub fn new(game: Arc<G>, mut setting: Setting) -> Result<Match<G>, BadSetting> {
        let seats = game.seats();
        if setting.sitters.len() > seats {
            return Err(BadSetting::Sitters { seats, sitters: setting.sitters.len() });
        }
        if setting.swap && seats != 2 {
            return Err(BadSetting::Swap { seats });
        }
        setting.sitters.resize(seats, Sitter::default());
        let bots = setting.sitters.iter().map(bot).collect();
        let state = game.start();
        let left = setting.clock.map_or(Vec::new(), |c| vec![c.time; seats]);
        let first = Node {
            now: as_now(game.turn(&state)),
            state,
            came: None,
            next: Vec::new(),
            swapped: false,
            moves: 0,
            deciding: Vec::new(),
            left,
        };
        Ok(Match { bots, game, setting, nodes: vec![first], at: 0, draws: 0 })
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// What was agreed before the first move.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// The position.
    pub fn state(&self) -> &G::State {
        &self.here().state
    }

    /// Whose turn it is.
    pub fn now(&self) -> &Now {
        &self.here().now
    }

    fn here(&self) -> &Node<G> {
        &self.nodes[self.at]
    }

    /// Who sits on a seat now, counted as they sat down.
    fn sitter(&self, seat: Seat) -> usize {
        let at = usize::from(seat.0);
        if self.here().swapped && at < 2 { 1 - at } else { at }
    }

    /// Whose turn it is, if it is somebody's.
    fn mover(&self) -> Result<Seat, Refusal> {
        match &self.here().now {
            Now::Turn(seat) => Ok(*seat),
            Now::Chance | Now::Stopped(_) => Err(Refusal::NobodysTurn),
            Now::Over(..) => Err(Refusal::Over),
        }
    }

    fn can_swap(&self) -> bool {
        let here = self.here();
        let second = here.now == Now::Turn(Seat(1));
        self.setting.swap && !here.swapped && here.moves == 1 && second
    }

    /// Makes a move for whoever's turn it is.
    ///
    /// The move has to be one of the position's, as for [`Game::apply`].
    pub fn play(&mut self, mv: &G::Move, spent: Duration) {
        let seat = match self.here().now {
            Now::Turn(seat) => Some(seat),
            _ => None,
        };
        if let (Some(seat), Some(clock)) = (seat, self.setting.clock) {
            let left = self.here().left[self.sitter(seat)];
            if clock.after(left, spent).is_none() {
                self.end(seat, Play::OutOfTime);
                return;
            }
        }
        let play = Play::Move(mv.clone());
        if self.revisit(seat, &play) {
            return;
        }
        let here = self.here();
        let mut state = here.state.clone();
        let mut events: Vec<Event> = Vec::new();
        self.game.apply(&mut state, mv, &mut events);
        let moves = here.moves + u64::from(seat.is_some());
        let now = self.judge(&state);
        let decided = matches!(now, Now::Over(_, Ending::Rules));
        let last = events.into_iter().map(|e| e.deciding).rfind(|d| !d.is_empty());
        let mut left = here.left.clone();
        if let (Some(seat), Some(clock)) = (seat, self.setting.clock) {
            let at = self.sitter(seat);
            left[at] = clock.after(left[at], spent).unwrap_or_default();
        }
        let deciding = if decided { last.unwrap_or_default() } else { Vec::new() };
        let node = Node {
            state,
            now,
            came: Some(Came { from: self.at, by: seat, play, spent }),
            next: Vec::new(),
            swapped: here.swapped,
            moves,
            deciding,
            left,
        };
        self.push(node);
    }

    /// The turn in a position that was just reached, by the rules of the game and of play.
    fn judge(&self, state: &G::State) -> Now {
        let now = as_now(self.game.turn(state));
        let rules = self.game.rules_of_play();
        if rules.limit.is_none() && rules.repeat.is_none() {
            return now;
        }
        let mut referee = Referee::new(rules);
        let mut line = self.path().into_iter().map(|i| &self.nodes[i]).peekable();
        while let Some(node) = line.next() {
            let next = line.peek().map_or(state, |n| &n.state);
            let before = self.game.turn(&node.state);
            let swap =
                line.peek().is_some_and(|n| n.came.as_ref().is_some_and(|c| c.play == Play::Swap));
            if swap {
                continue;
            }
            let after = referee.watch(&before, next, self.game.turn(next));
            if line.peek().is_none() && as_now(after.clone()) != now {
                return match after {
                    Turn::Over(outcome) => Now::Over(outcome, Ending::Endless),
                    other => as_now(other),
                };
            }
        }
        now
    }

    /// Goes on to a position that was reached from here in just this way before.
    fn revisit(&mut self, by: Option<Seat>, play: &Play<G::Move>) -> bool {
        let same = |n: &usize| {
            let came = self.nodes[*n].came.as_ref();
            came.is_some_and(|c| c.by == by && c.play == *play)
        };
        let Some(found) = self.here().next.iter().position(same) else {
            return false;
        };
        let at = self.at;
        let next = self.nodes[at].next.remove(found);
        self.nodes[at].next.push(next);
        self.at = next;
        true
    }

    fn push(&mut self, node: Node<G>) {
        let number = self.nodes.len();
        let at = self.at;
        self.nodes[at].next.push(number);
        self.nodes.push(node);
        self.at = number;
    }

    /// Takes the other's seat.
    fn swap(&mut self) -> Result<(), Refusal> {
        if !self.can_swap() {
            return Err(Refusal::NoSwap);
        }
        if self.revisit(Some(Seat(1)), &Play::Swap) {
            return Ok(());
        }
        let here = self.here();
        let node = Node {
            state: here.state.clone(),
            now: here.now.clone(),
            came: Some(Came {
                from: self.at,
                by: Some(Seat(1)),
                play: Play::Swap,
                spent: Duration::ZERO,
            }),
            next: Vec::new(),
            swapped: true,
            moves: here.moves,
            deciding: Vec::new(),
            left: here.left.clone(),
        };
        self.push(node);
        Ok(())
    }

    /// Somebody loses for a reason that no rule of the game knows; all others win.
    fn end(&mut self, seat: Seat, play: Play<G::Move>) {
        if self.revisit(Some(seat), &play) {
            return;
        }
        let mut winners = SeatSet::all(self.game.seats());
        winners.remove(seat);
        let ending = match play {
            Play::OutOfTime => Ending::OutOfTime(seat),
            _ => Ending::Resigned(seat),
        };
        let here = self.here();
        let node = Node {
            state: here.state.clone(),
            now: Now::Over(Outcome::of(Verdict::Won(winners)), ending),
            came: Some(Came { from: self.at, by: Some(seat), play, spent: Duration::ZERO }),
            next: Vec::new(),
            swapped: here.swapped,
            moves: here.moves,
            deciding: Vec::new(),
            left: here.left.clone(),
        };
        self.push(node);
    }

    fn lose(&mut self, seat: Seat, play: Play<G::Move>) -> Result<(), Refusal> {
        if usize::from(seat.0) >= self.game.seats() {
            return Err(Refusal::NoSuchSeat(seat));
        }
        if matches!(self.here().now, Now::Over(..)) {
            return Err(Refusal::Over);
        }
        self.end(seat, play);
        Ok(())
    }

    /// Whether a person decides at a node.
    fn persons(&self, node: usize) -> bool {
        match self.nodes[node].now {
            Now::Turn(seat) => {
                let at = usize::from(seat.0);
                let at = if self.nodes[node].swapped && at < 2 { 1 - at } else { at };
                self.setting.sitters[at].who == Who::Person
            }
            _ => false,
        }
    }

    fn undo(&mut self) -> Result<(), Refusal> {
        let back = |node: &usize| self.nodes[*node].came.as_ref().map(|c| c.from);
        let parent = back(&self.at).ok_or(Refusal::NothingToUndo)?;
        let mut all = std::iter::successors(Some(parent), back);
        // Where only bots play, one play is taken back.
        self.at = all.find(|n| self.persons(*n)).unwrap_or(parent);
        Ok(())
    }

    fn redo(&mut self) -> Result<(), Refusal> {
        let on = |node: &usize| self.nodes[*node].next.last().copied();
        let next = on(&self.at).ok_or(Refusal::NothingToRedo)?;
        let mut all = std::iter::successors(Some(next), on);
        let ends = |n: &usize| self.persons(*n) || self.nodes[*n].next.is_empty();
        self.at = all.find(ends).unwrap_or(next);
        Ok(())
    }

    /// The nodes from the first to this one.
    fn path(&self) -> Vec<usize> {
        let back = |node: &usize| self.nodes[*node].came.as_ref().map(|c| c.from);
        let mut path: Vec<usize> = std::iter::successors(Some(self.at), back).collect();
        path.reverse();
        path
    }

    /// How a position was reached, as somebody sees it.
    fn seen(&self, node: usize, eye: Eye) -> Option<Seen> {
        let came = self.nodes[node].came.as_ref()?;
        let play = match &came.play {
            Play::Move(mv) => SeenPlay::Move(self.game.show(&self.nodes[came.from].state, mv, eye)),
            Play::Swap => SeenPlay::Swap,
            Play::Resign => SeenPlay::Resign,
            Play::OutOfTime => SeenPlay::OutOfTime,
        };
        Some(Seen { seat: came.by, play })
    }

    /// Each play from the start to here: who, what, its name if it is a move, and the time it took.
    pub(crate) fn plays(
        &self,
    ) -> impl Iterator<Item = (Option<Seat>, &Play<G::Move>, String, Duration)> {
        let came = |node: usize| {
            let came = self.nodes[node].came.as_ref()?;
            let name = match &came.play {
                Play::Move(mv) => self.game.name(&self.nodes[came.from].state, mv),
                _ => String::new(),
            };
            Some((came.by, &came.play, name, came.spent))
        };
        self.path().into_iter().filter_map(came)
    }

    fn rng(&mut self) -> Rng {
        self.draws += 1;
        Rng::nth(self.setting.seed, self.draws)
    }
}

fn bot<G: Game + 'static>(sitter: &Sitter) -> Option<Box<dyn Player<G>>> {
    match sitter.who {
        Who::Person => None,
        Who::Bot(bot) => Some(bot.player()),
    }
}

fn as_now(turn: Turn) -> Now {
    match turn {
        Turn::Player(seat) => Now::Turn(seat),
        Turn::Chance => Now::Chance,
        Turn::Over(outcome) => Now::Over(outcome, Ending::Rules),
        Turn::Stopped(budget) => Now::Stopped(budget),
    }
}

impl<G: Game + 'static> Table for Match<G> {
    fn snapshot(&self, eye: Eye) -> Snapshot {
        let here = self.here();
        let seats = (0..self.game.seats()).map(|i| Seat(i as u8));
        let sitter = |seat: Seat| &self.setting.sitters[self.sitter(seat)];
        let mine = match here.now {
            Now::Turn(seat) => eye == Eye::All || eye == Eye::Seat(seat),
            _ => false,
        };
        let mut moves = Vec::new();
        if mine {
            self.game.moves(&here.state, &mut moves);
        }
        let choice = |mv| Choice {
            name: self.game.name(&here.state, mv),
            shown: self.game.show(&here.state, mv, eye),
        };
        let branch = |node: &usize| self.seen(*node, eye).map(|seen| Branch { node: *node, seen });
        let left = match self.setting.clock {
            Some(_) => seats.clone().map(|s| here.left[self.sitter(s)]).collect(),
            None => Vec::new(),
        };
        Snapshot {
            title: self.setting.title.clone(),
            seats: seats.clone().map(|s| self.game.seat_name(s)).collect(),
            sitters: seats.map(|s| (sitter(s).name.clone(), sitter(s).who)).collect(),
            now: here.now.clone(),
            view: self.game.view(&here.state, eye),
            choices: moves.iter().map(choice).collect(),
            can_swap: self.can_swap(),
            last: self.seen(self.at, eye),
            deciding: here.deciding.clone(),
            node: self.at,
            branches: here.next.iter().filter_map(branch).collect(),
            moves: here.moves,
            clock: self.setting.clock,
            left,
        }
    }

    fn line(&self, eye: Eye) -> Vec<Seen> {
        self.path().into_iter().filter_map(|node| self.seen(node, eye)).collect()
    }

    fn sit(&mut self, seat: Seat, sitter: Sitter) -> Result<(), Refusal> {
        if usize::from(seat.0) >= self.game.seats() {
            return Err(Refusal::NoSuchSeat(seat));
        }
        let at = self.sitter(seat);
        self.bots[at] = bot(&sitter);
        self.setting.sitters[at] = sitter;
        Ok(())
    }

    fn act(&mut self, action: &Action, spent: Duration) -> Result<(), Refusal> {
        match action {
            Action::Move(name) => {
                self.mover()?;
                let found = named(&*self.game, &self.here().state, name);
                let mv = found.ok_or_else(|| Refusal::NoSuchMove(name.clone()))?;
                self.play(&mv, spent);
                Ok(())
            }
            Action::Swap => self.swap(),
            Action::Resign(seat) => self.lose(*seat, Play::Resign),
            Action::OutOfTime(seat) => self.lose(*seat, Play::OutOfTime),
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::Go(node) if *node < self.nodes.len() => {
                self.at = *node;
                Ok(())
            }
            Action::Go(node) => Err(Refusal::NoSuchNode(*node)),
        }
    }

    fn go_on(&mut self, world: &dyn World) -> bool {
        let bot = match self.here().now {
            Now::Chance => None,
            Now::Turn(seat) if !self.persons(self.at) => Some(self.sitter(seat)),
            _ => return false,
        };
        let mut rng = self.rng();
        let state = &self.nodes[self.at].state;
        let mv = match bot.and_then(|at| self.bots[at].as_mut()) {
            Some(bot) => bot.choose(&self.game, state, &mut rng, world).best,
            None => self.game.pick(state, &mut rng, &mut Vec::new()),
        };
        self.play(&mv, Duration::ZERO);
        true
    }

    fn hint(&mut self, world: &dyn World) -> Option<String> {
        self.mover().ok()?;
        let mut rng = self.rng();
        let state = &self.here().state;
        let opinion = HINTS.player().choose(&*self.game, state, &mut rng, world);
        Some(self.game.name(state, &opinion.best))
    }

    fn record(&self) -> crate::record::Record {
        self.to_record()
    }
}
