//! A match: the tree of everything that was played, and where in it we are.

use crate::action::{Action, ActionError};
use crate::config::{ConfigError, MatchConfig, Participant, ParticipantKind};
use crate::snapshot::{
    Branch, DrawCause, Ending, LegalMove, MatchStatus, Seen, SeenPlay, Snapshot,
};
use senet_game::board::Place;
use senet_game::{
    Cursor, DynGame, MoveId, MoveIndex, Observer, Outcome, Position, Referee, Rng, Seat, SeatSet,
    Turn, Verdict,
};
use senet_players::{Environment, ExternalEngine, Player};
use std::sync::Arc;
use std::time::Duration;

/// One game being played. Not generic: it works on any [`DynGame`].
pub struct Match {
    pub(crate) game: Arc<dyn DynGame>,
    pub(crate) config: MatchConfig,
    /// The positions that were reached, the first one first. Nothing is ever taken out.
    pub(crate) nodes: Vec<Node>,
    pub(crate) at: usize,
    /// Stands at `at`, under the referee of the play that led there.
    pub(crate) cursor: Box<dyn Cursor>,
    /// The bots, in the order of the participants, whether or not they swapped.
    pub(crate) bots: Vec<Option<Box<dyn Player>>>,
    /// The external engines, in the same order, once they were started.
    pub(crate) engines: Vec<Option<Box<dyn ExternalEngine>>>,
    /// Scratch space.
    pub(crate) moves: Vec<MoveId>,
}

/// What a game tells of a play.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Told {
    /// Of the move itself.
    pub of_the_move: Vec<String>,
    /// Of what followed by itself.
    pub after: Vec<String>,
}

/// A position in the tree, and how it was reached.
pub(crate) struct Node {
    /// The position and the referee's counts, kept at every [`CHECKPOINT`]th play; in between, moves
    /// are made again.
    pub(crate) checkpoint: Option<Box<(Position, Referee)>>,
    pub(crate) status: MatchStatus,
    /// How it was reached; the first position was not.
    pub(crate) came: Option<Came>,
    /// What came after it; the one that was visited last is last.
    pub(crate) next: Vec<usize>,
    /// Whether the first two have changed seats.
    swapped: bool,
    /// Moves of players so far.
    moves: u64,
    /// Plays of any kind so far.
    pub(crate) plays: u64,
    /// Time that is left, by participant; empty without a clock.
    left: Vec<Duration>,
}

pub(crate) struct Came {
    pub(crate) from: usize,
    pub(crate) by: Option<Seat>,
    pub(crate) play: Play,
    pub(crate) spent: Duration,
}

/// What was done to get from one position to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Play {
    Move(MoveIndex),
    Swap,
    Resign,
    OutOfTime,
}

/// A play from the start to here: who, what, the name if it is a move, and the time it took.
pub(crate) type NamedPlay = (Option<Seat>, Play, String, Duration);

/// So many plays lie between two positions that are kept.
const CHECKPOINT: u64 = 8;

impl Match {
    /// A match that begins. Seats for which nobody is named are for people.
    pub fn new(game: Arc<dyn DynGame>, mut config: MatchConfig) -> Result<Match, ConfigError> {
        let seats = game.seats();
        let participants = config.participants.len();
        if participants > seats {
            return Err(ConfigError::Participants { seats, participants });
        }
        if config.swap && seats != 2 {
            return Err(ConfigError::Swap { seats });
        }
        let is_engine = |p: &Participant| matches!(p.kind, ParticipantKind::Engine(_));
        if game.has_hidden_information() && config.participants.iter().any(is_engine) {
            return Err(ConfigError::Engine);
        }
        config.participants.resize(seats, Participant::default());
        config.participants = config.participants.into_iter().map(Participant::tidy).collect();
        let bots = config.participants.iter().map(bot).collect();
        let engines = (0..seats).map(|_| None).collect();
        let cursor = game.cursor();
        let first = Node {
            checkpoint: Some(Box::new((cursor.save(), cursor.referee().clone()))),
            status: status(&*cursor),
            came: None,
            next: Vec::new(),
            swapped: false,
            moves: 0,
            plays: 0,
            left: config.clock.map_or(Vec::new(), |c| vec![c.time; seats]),
        };
        let (nodes, moves) = (vec![first], Vec::new());
        Ok(Match { game, config, nodes, at: 0, cursor, bots, engines, moves })
    }

    /// The game.
    pub fn game(&self) -> &Arc<dyn DynGame> {
        &self.game
    }

    /// What was agreed before the first move.
    pub fn config(&self) -> &MatchConfig {
        &self.config
    }

    /// The position.
    pub fn position(&self) -> Position {
        self.cursor.save()
    }

    /// Whose turn it is.
    pub fn status(&self) -> &MatchStatus {
        &self.here().status
    }

    /// How many plays of any kind led here, of chance too.
    pub fn plays(&self) -> u64 {
        self.here().plays
    }

    /// Whether the first two have changed seats.
    pub fn is_swapped(&self) -> bool {
        self.here().swapped
    }

    pub(crate) fn here(&self) -> &Node {
        &self.nodes[self.at]
    }

    /// Who occupies a seat now, by the order of the participants.
    pub(crate) fn participant(&self, seat: Seat) -> usize {
        occupant(self.here(), seat)
    }

    /// Which of the participants occupies a seat, in the order of [`MatchConfig::participants`].
    pub fn occupant(&self, seat: Seat) -> usize {
        self.participant(seat)
    }

    /// The last position before this one at which a participant decided.
    pub fn last_decision(&self, participant: usize) -> Option<usize> {
        let path = self.path();
        let decides = |node: &&usize| match self.nodes[**node].status {
            MatchStatus::Turn(seat) => occupant(&self.nodes[**node], seat) == participant,
            _ => false,
        };
        path[..path.len() - 1].iter().rev().find(decides).copied()
    }

    /// Whose turn it is, if it is a seat's.
    pub(crate) fn mover(&self) -> Result<Seat, ActionError> {
        match &self.here().status {
            MatchStatus::Turn(seat) => Ok(*seat),
            MatchStatus::Chance | MatchStatus::Stopped(_) => Err(ActionError::NobodysTurn),
            MatchStatus::Over(..) => Err(ActionError::Over),
        }
    }

    /// Whether this is the first decision of the one who did not begin.
    pub(crate) fn can_swap(&self) -> bool {
        let MatchStatus::Turn(seat) = self.here().status else {
            return false;
        };
        if !self.config.swap || self.here().swapped {
            return false;
        }
        let path = self.path();
        let before = &path[..path.len() - 1];
        let turn = |s: Seat| MatchStatus::Turn(s);
        let decided = |s: Seat| before.iter().any(|n| self.nodes[*n].status == turn(s));
        !decided(seat) && decided(Seat(1 - seat.0))
    }

    /// Makes a move of the one whose turn it is, chance included, after thinking for so long.
    pub fn play(&mut self, mv: MoveIndex, spent: Duration) -> Result<(), ActionError> {
        let seat = match self.here().status {
            MatchStatus::Turn(seat) => Some(seat),
            MatchStatus::Chance => None,
            _ => return Err(self.mover().err().unwrap_or(ActionError::Over)),
        };
        self.cursor.moves(&mut self.moves);
        let Some(id) = self.moves.get(mv.0 as usize).copied() else {
            return Err(ActionError::NoSuchMove(format!("move {}", mv.0 + 1)));
        };
        let Some((left, spent)) = self.charge(seat, spent) else {
            return Ok(());
        };
        let play = Play::Move(mv);
        // Where time counts, the same move is not the same play.
        if self.config.clock.is_none() && self.revisit(seat, play) {
            self.cursor.apply(id);
            return Ok(());
        }
        self.cursor.apply(id);
        let here = self.here();
        let plays = here.plays + 1;
        let checkpoint = plays
            .is_multiple_of(CHECKPOINT)
            .then(|| Box::new((self.cursor.save(), self.cursor.referee().clone())));
        let node = Node {
            checkpoint,
            status: status(&*self.cursor),
            came: Some(Came { from: self.at, by: seat, play, spent }),
            next: Vec::new(),
            swapped: here.swapped,
            moves: here.moves + u64::from(seat.is_some()),
            plays,
            left,
        };
        self.push(node);
        Ok(())
    }

    /// Makes a move of players or of chance, by name.
    pub fn play_named(&mut self, name: &str, spent: Duration) -> Result<(), ActionError> {
        let mv = self.find(name).ok_or_else(|| ActionError::NoSuchMove(name.to_owned()))?;
        self.play(mv, spent)
    }

    /// The place of the move with this name in the canonical order.
    pub(crate) fn find(&mut self, name: &str) -> Option<MoveIndex> {
        self.cursor.moves(&mut self.moves);
        let at = self.moves.iter().position(|mv| self.cursor.move_name(*mv) == name)?;
        Some(MoveIndex(at as u32))
    }

    /// A new cursor at a node: from the nearest position that was kept, the moves are made again.
    pub(crate) fn cursor_at(&self, node: usize) -> Box<dyn Cursor> {
        let mut again = Vec::new();
        let mut at = node;
        let (position, referee) = loop {
            match &self.nodes[at].checkpoint {
                Some(checkpoint) => break &**checkpoint,
                None => {
                    let came = self.nodes[at].came.as_ref().expect("the first position is kept");
                    if let Play::Move(mv) = came.play {
                        again.push(mv);
                    }
                    at = came.from;
                }
            }
        };
        let mut cursor = self.game.cursor_at(position);
        cursor.set_referee(referee.clone());
        let mut moves = Vec::new();
        for mv in again.into_iter().rev() {
            cursor.moves(&mut moves);
            cursor.apply(moves[mv.0 as usize]);
        }
        cursor
    }

    /// Goes to a node of the tree.
    fn go(&mut self, node: usize) {
        self.at = node;
        self.cursor = self.cursor_at(node);
    }

    /// The clocks after a seat thought for so long, and for how long that was, as records tell it;
    /// `None` if it was too long, and the game is over.
    fn charge(&mut self, seat: Option<Seat>, spent: Duration) -> Option<(Vec<Duration>, Duration)> {
        let spent = Duration::from_millis(u64::try_from(spent.as_millis()).unwrap_or(u64::MAX));
        let mut left = self.here().left.clone();
        if let (Some(seat), Some(clock)) = (seat, self.config.clock) {
            let at = self.participant(seat);
            match clock.after(left[at], spent) {
                Some(after) => left[at] = after,
                None => {
                    self.end(seat, Play::OutOfTime);
                    return None;
                }
            }
        }
        Some((left, spent))
    }

    /// Goes on to a node that was reached from here in just this way before; the cursor stays.
    fn revisit(&mut self, by: Option<Seat>, play: Play) -> bool {
        let same = |n: &usize| {
            let came = self.nodes[*n].came.as_ref();
            came.is_some_and(|c| c.by == by && c.play == play)
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

    fn push(&mut self, node: Node) {
        let number = self.nodes.len();
        let at = self.at;
        self.nodes[at].next.push(number);
        self.nodes.push(node);
        self.at = number;
    }

    /// Takes the other's seat.
    pub(crate) fn swap(&mut self, spent: Duration) -> Result<(), ActionError> {
        let seat = self.mover()?;
        if !self.can_swap() {
            return Err(ActionError::NoSwap);
        }
        let Some((left, spent)) = self.charge(Some(seat), spent) else {
            return Ok(());
        };
        if self.config.clock.is_none() && self.revisit(Some(seat), Play::Swap) {
            return Ok(());
        }
        let came = Came { from: self.at, by: Some(seat), play: Play::Swap, spent };
        let node = Node { swapped: true, left, ..self.beside(came) };
        self.push(node);
        Ok(())
    }

    /// The same position, reached by something that is not a move.
    fn beside(&self, came: Came) -> Node {
        let here = self.here();
        Node {
            checkpoint: None,
            status: here.status.clone(),
            came: Some(came),
            next: Vec::new(),
            swapped: here.swapped,
            moves: here.moves,
            plays: here.plays + 1,
            left: here.left.clone(),
        }
    }

    /// A seat loses for a reason that no rule of the game knows; all others win.
    pub(crate) fn end(&mut self, seat: Seat, play: Play) {
        if self.revisit(Some(seat), play) {
            return;
        }
        let mut winners = SeatSet::all(self.game.seats());
        winners.remove(seat);
        let ending = match play {
            Play::OutOfTime => Ending::OutOfTime(seat),
            _ => Ending::Resigned(seat),
        };
        let came = Came { from: self.at, by: Some(seat), play, spent: Duration::ZERO };
        let status = MatchStatus::Over(Outcome::of(Verdict::Won(winners)), ending);
        let node = Node { status, ..self.beside(came) };
        self.push(node);
    }

    fn lose(&mut self, seat: Seat, play: Play) -> Result<(), ActionError> {
        if usize::from(seat.0) >= self.game.seats() {
            return Err(ActionError::NoSuchSeat(seat));
        }
        if matches!(self.here().status, MatchStatus::Over(..)) {
            return Err(ActionError::Over);
        }
        let thinking = self.config.clock.is_some() && self.here().status == MatchStatus::Turn(seat);
        if play == Play::OutOfTime && !thinking {
            return Err(ActionError::InTime);
        }
        self.end(seat, play);
        Ok(())
    }

    /// Whether a person decides at a node.
    pub(crate) fn is_persons_turn(&self, node: usize) -> bool {
        match self.nodes[node].status {
            MatchStatus::Turn(seat) => {
                let at = occupant(&self.nodes[node], seat);
                self.config.participants[at].kind == ParticipantKind::Person
            }
            _ => false,
        }
    }

    /// Whether any person plays; if not, undo and redo go one play at a time.
    fn has_people(&self) -> bool {
        self.config.participants.iter().any(|p| p.kind == ParticipantKind::Person)
    }

    fn undo(&mut self) -> Result<(), ActionError> {
        let back = |node: &usize| self.nodes[*node].came.as_ref().map(|c| c.from);
        let mut all = std::iter::successors(back(&self.at), back);
        let people = self.has_people();
        // What chance or a bot did before the first decision of a person is not done again.
        let found = all.find(|n| !people || self.is_persons_turn(*n));
        self.go(found.ok_or(ActionError::NothingToUndo)?);
        Ok(())
    }

    fn redo(&mut self) -> Result<(), ActionError> {
        let on = |node: &usize| self.nodes[*node].next.last().copied();
        let mut all = std::iter::successors(on(&self.at), on);
        let people = self.has_people();
        let ends =
            |n: &usize| !people || self.is_persons_turn(*n) || self.nodes[*n].next.is_empty();
        let found = all.find(ends).ok_or(ActionError::NothingToRedo)?;
        self.go(found);
        Ok(())
    }

    /// The nodes from the first to this one.
    pub(crate) fn path(&self) -> Vec<usize> {
        path(&self.nodes, self.at)
    }

    /// How a node was reached, as an observer sees it.
    pub(crate) fn seen(&self, node: usize, observer: Observer) -> Option<Seen> {
        let came = self.nodes[node].came.as_ref()?;
        let play = match came.play {
            Play::Move(mv) => {
                let mut before = self.cursor_at(came.from);
                let mut moves = Vec::new();
                before.moves(&mut moves);
                SeenPlay::Move(before.describe_move(moves[mv.0 as usize], observer))
            }
            Play::Swap => SeenPlay::Swap,
            Play::Resign => SeenPlay::Resign,
            Play::OutOfTime => SeenPlay::OutOfTime,
        };
        Some(Seen { seat: came.by, play })
    }

    /// Goes through the plays from the start to here with a cursor that stands before each of them.
    fn replay_plays<T>(
        &self,
        mut each: impl FnMut(&mut dyn Cursor, Option<MoveId>, Option<Seat>, Play, Duration) -> T,
    ) -> Vec<T> {
        let mut cursor = self.game.cursor();
        let mut moves = Vec::new();
        let mut all = Vec::new();
        for node in self.path() {
            let Some(came) = &self.nodes[node].came else { continue };
            let mv = match came.play {
                Play::Move(mv) => {
                    cursor.moves(&mut moves);
                    Some(moves[mv.0 as usize])
                }
                _ => None,
            };
            all.push(each(&mut *cursor, mv, came.by, came.play, came.spent));
            if let Some(mv) = mv {
                cursor.apply(mv);
            }
        }
        all
    }

    /// Each play from the start to here.
    pub(crate) fn named_plays(&self) -> Vec<NamedPlay> {
        self.replay_plays(|cursor, mv, by, play, spent| {
            (by, play, mv.map_or_else(String::new, |mv| cursor.move_name(mv)), spent)
        })
    }

    /// The places that decided the game, where the last move did: found by making it again.
    fn deciding(&self, here: &Node) -> Vec<Place> {
        if !matches!(here.status, MatchStatus::Over(_, Ending::Rules)) || here.came.is_none() {
            return Vec::new();
        }
        let events = self.events(here).into_iter();
        events.map(|e| e.deciding).rfind(|d| !d.is_empty()).unwrap_or_default()
    }

    /// What the game tells an observer of the last play, sentence by sentence: of the move itself, if
    /// the game has words for it, and of what followed from it. At the start, what happens before the first decision.
    pub fn told(&self, observer: Observer) -> Told {
        self.told_of(self.here(), observer)
    }

    /// The same of the play that led to a position; nothing if no position has this number.
    pub fn told_at(&self, node: usize, observer: Observer) -> Told {
        self.nodes.get(node).map_or(Told::default(), |node| self.told_of(node, observer))
    }

    fn told_of(&self, node: &Node, observer: Observer) -> Told {
        if !self.game.tells() {
            return Told::default();
        }
        let events = self.events(node);
        let sentences = |event: &senet_game::Event| -> Vec<String> {
            let all = event.told.iter().map(|telling| telling.to(observer).to_owned());
            all.filter(|text| !text.is_empty()).collect()
        };
        if node.came.is_none() {
            let after = events.iter().flat_map(sentences).collect();
            return Told { of_the_move: Vec::new(), after };
        }
        let first = events.first().map_or(Vec::new(), &sentences);
        Told { of_the_move: first, after: events.iter().skip(1).flat_map(sentences).collect() }
    }

    /// The steps of the last play, by making it again; at the start, what happens by itself.
    fn events(&self, here: &Node) -> Vec<senet_game::Event> {
        if here.came.is_none() {
            return self.game.start_events();
        }
        let mut events = Vec::new();
        if let Some(Came { from, play: Play::Move(mv), .. }) = &here.came {
            let mut cursor = self.cursor_at(*from);
            let mut moves = Vec::new();
            cursor.moves(&mut moves);
            cursor.apply_told(moves[mv.0 as usize], &mut events);
        }
        events
    }

    /// Random numbers for this position: the same whenever it is reached by as many plays, so that
    /// taking back and playing again changes nothing.
    pub(crate) fn rng(&self) -> Rng {
        Rng::nth(self.config.seed, self.here().plays + 1)
    }

    /// What an observer sees now.
    pub fn snapshot(&self, observer: Observer) -> Snapshot {
        self.snapshot_of(self.at, &*self.cursor, observer)
    }

    /// Why whoever's turn it is has no legal move that uses these places, in a sentence without its
    /// full stop, where the rules of the game tell.
    pub fn refusal(&self, places: &[Place]) -> Option<String> {
        let MatchStatus::Turn(seat) = self.nodes[self.at].status else { return None };
        self.cursor.refusal(seat, places)
    }

    /// What an observer sees of a position that was played before; `None` if no position has this
    /// number. The match stays where it is.
    pub fn snapshot_at(&self, node: usize, observer: Observer) -> Option<Snapshot> {
        if node == self.at {
            return Some(self.snapshot(observer));
        }
        self.nodes.get(node)?;
        Some(self.snapshot_of(node, &*self.cursor_at(node), observer))
    }

    fn snapshot_of(&self, node: usize, cursor: &dyn Cursor, observer: Observer) -> Snapshot {
        let here = &self.nodes[node];
        let seats = (0..self.game.seats()).map(|i| Seat(i as u8));
        let occupant = |seat: Seat| occupant(here, seat);
        let participant = |seat: Seat| self.config.participants[occupant(seat)].clone();
        let mine = match here.status {
            MatchStatus::Turn(seat) => {
                observer == Observer::All || observer == Observer::Seat(seat)
            }
            _ => false,
        };
        let mut moves = Vec::new();
        let mut cursor = cursor.fork();
        if mine {
            cursor.moves(&mut moves);
        }
        let choice = |mv: &MoveId| LegalMove {
            name: cursor.move_name(*mv),
            shown: cursor.describe_move(*mv, observer),
        };
        let branch =
            |node: &usize| self.seen(*node, observer).map(|seen| Branch { node: *node, seen });
        let left = match self.config.clock {
            Some(_) => seats.clone().map(|s| here.left[occupant(s)]).collect(),
            None => Vec::new(),
        };
        Snapshot {
            title: self.game.info().title.clone(),
            seats: seats.clone().map(|s| self.game.seat_name(s)).collect(),
            participants: seats.map(participant).collect(),
            status: here.status.clone(),
            view: cursor.view(observer),
            choices: moves.iter().map(choice).collect(),
            can_swap: node == self.at && self.can_swap(),
            last: self.seen(node, observer),
            deciding: self.deciding(here),
            node,
            branches: here.next.iter().filter_map(branch).collect(),
            moves: here.moves,
            clock: self.config.clock,
            left,
        }
    }

    /// The plays from the start to here, as an observer sees them.
    pub fn line(&self, observer: Observer) -> Vec<Seen> {
        self.replay_plays(|cursor, mv, seat, play, _| {
            let play = match (play, mv) {
                (Play::Move(_), Some(mv)) => SeenPlay::Move(cursor.describe_move(mv, observer)),
                (Play::Swap, _) => SeenPlay::Swap,
                (Play::OutOfTime, _) => SeenPlay::OutOfTime,
                _ => SeenPlay::Resign,
            };
            Seen { seat, play }
        })
    }

    /// The name of the legal move that a text means to the game itself, if it means one here.
    pub fn parse_move(&self, text: &str) -> Option<String> {
        self.mover().ok()?;
        let mut cursor = self.cursor.fork();
        let mv = cursor.parse_move(text)?;
        Some(cursor.move_name(mv))
    }

    /// A participant takes a seat, in the place of the one who had it.
    pub fn sit(
        &mut self,
        seat: Seat,
        participant: Participant,
        environment: &dyn Environment,
    ) -> Result<(), ActionError> {
        if usize::from(seat.0) >= self.game.seats() {
            return Err(ActionError::NoSuchSeat(seat));
        }
        let is_engine = matches!(participant.kind, ParticipantKind::Engine(_));
        if is_engine && self.game.has_hidden_information() {
            return Err(ActionError::NoEngine);
        }
        let at = self.participant(seat);
        let mut bot = bot(&participant);
        if let Some(bot) = &mut bot {
            bot.prepare(&self.game, &mut *self.cursor, environment)?;
        }
        self.bots[at] = bot;
        self.engines[at] = None;
        self.config.participants[at] = participant.tidy();
        Ok(())
    }

    /// A participant does something, after thinking for so long.
    pub fn act(&mut self, action: &Action, spent: Duration) -> Result<(), ActionError> {
        match action {
            Action::Move(name) => {
                self.mover()?;
                self.play_named(name, spent)
            }
            Action::Swap => self.swap(spent),
            Action::Resign(seat) => self.lose(*seat, Play::Resign),
            Action::OutOfTime(seat) => self.lose(*seat, Play::OutOfTime),
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::Go(node) if *node < self.nodes.len() => {
                self.go(*node);
                Ok(())
            }
            Action::Go(node) => Err(ActionError::NoSuchNode(*node)),
        }
    }
}

/// Who occupies a seat at a node, by the order of the participants.
fn occupant(node: &Node, seat: Seat) -> usize {
    let at = usize::from(seat.0);
    if node.swapped && at < 2 { 1 - at } else { at }
}

/// The nodes from the first to one of them.
pub(crate) fn path(nodes: &[Node], at: usize) -> Vec<usize> {
    let back = |node: &usize| nodes[*node].came.as_ref().map(|c| c.from);
    let mut path: Vec<usize> = std::iter::successors(Some(at), back).collect();
    path.reverse();
    path
}

/// The moves from the first position to a node.
pub(crate) fn history(nodes: &[Node], at: usize) -> Vec<MoveIndex> {
    let mv = |node: usize| match nodes[node].came.as_ref()?.play {
        Play::Move(mv) => Some(mv),
        _ => None,
    };
    path(nodes, at).into_iter().filter_map(mv).collect()
}

pub(crate) fn bot(participant: &Participant) -> Option<Box<dyn Player>> {
    match &participant.kind {
        ParticipantKind::Person | ParticipantKind::Engine(_) => None,
        ParticipantKind::Bot(bot) => Some(bot.player()),
    }
}

/// Whose turn it is where a cursor stands, and if it is nobody's, why.
fn status(cursor: &dyn Cursor) -> MatchStatus {
    match cursor.turn() {
        Turn::Player(seat) => MatchStatus::Turn(seat),
        Turn::Chance => MatchStatus::Chance,
        Turn::Over(outcome) if cursor.referee().is_draw() => {
            MatchStatus::Over(outcome, Ending::DrawRule(draw_cause(cursor.referee())))
        }
        Turn::Over(outcome) => MatchStatus::Over(outcome, Ending::Rules),
        Turn::Stopped(kind) => MatchStatus::Stopped(kind),
    }
}

/// Which draw rule ended the play under a referee.
fn draw_cause(referee: &Referee) -> DrawCause {
    let (rules, count) = (referee.rules(), referee.count());
    let moves = rules.limit.filter(|n| count.moves >= *n).map(DrawCause::Moves);
    let quiet = || rules.quiet.filter(|n| count.quiet >= *n).map(DrawCause::Quiet);
    moves.or_else(quiet).unwrap_or(DrawCause::Repetition(rules.repeat.unwrap_or(1)))
}
