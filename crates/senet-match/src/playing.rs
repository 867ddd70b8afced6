//! A match: participants act on it, and the tree of plays grows.

use crate::action::{Action, ActionError};
use crate::config::{ConfigError, MatchConfig, Participant, ParticipantKind};
use crate::snapshot::{DrawCause, Ending, MatchStatus};
use crate::tree::{Came, Node, Play, PlayTree};
use senet_game::board::Place;
use senet_game::{
    Cursor, DynGame, MoveId, MoveIndex, Outcome, Position, Referee, Rng, Seat, SeatSet, Turn,
    Verdict,
};
use senet_players::{Environment, ExternalEngine, Player};
use std::sync::Arc;
use std::time::Duration;

/// One game being played. Not generic: it works on any [`DynGame`].
pub struct Match {
    pub(crate) game: Arc<dyn DynGame>,
    pub(crate) config: MatchConfig,
    /// Everything that was played, and where we are.
    pub(crate) tree: PlayTree,
    /// Stands where we are, under the referee of the play that led there.
    pub(crate) cursor: Box<dyn Cursor>,
    /// The bots, in the order of the participants, whether or not they swapped.
    pub(crate) bots: Vec<Option<Box<dyn Player>>>,
    /// The external engines, in the same order, once they were started.
    pub(crate) engines: Vec<Option<Box<dyn ExternalEngine>>>,
    /// Scratch space.
    pub(crate) moves: Vec<MoveId>,
}

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
        let (tree, moves) = (PlayTree::new(first), Vec::new());
        Ok(Match { game, config, tree, cursor, bots, engines, moves })
    }

    /// The game that is played.
    pub fn game(&self) -> &Arc<dyn DynGame> {
        &self.game
    }

    /// What was agreed before the first move.
    pub fn config(&self) -> &MatchConfig {
        &self.config
    }

    /// The position where the match stands.
    pub fn position(&self) -> Position {
        self.cursor.save()
    }

    /// Whose turn it is.
    pub fn status(&self) -> &MatchStatus {
        &self.tree.here().status
    }

    /// How many entries of the match tree led here: moves of players and of chance, and swaps.
    pub fn plays(&self) -> u64 {
        self.tree.here().plays
    }

    /// Whether the first two have changed seats.
    pub fn is_swapped(&self) -> bool {
        self.tree.here().swapped
    }

    /// Who occupies a seat now, by the order of the participants.
    pub(crate) fn participant(&self, seat: Seat) -> usize {
        self.tree.here().occupant(seat)
    }

    /// Which of the participants occupies a seat, in the order of [`MatchConfig::participants`].
    pub fn occupant(&self, seat: Seat) -> usize {
        self.participant(seat)
    }

    /// The last position before this one at which a participant decided.
    pub fn last_decision(&self, participant: usize) -> Option<usize> {
        let path = self.tree.path();
        let decides = |node: &&usize| match self.tree[**node].status {
            MatchStatus::Turn(seat) => self.tree[**node].occupant(seat) == participant,
            _ => false,
        };
        path[..path.len() - 1].iter().rev().find(decides).copied()
    }

    /// Whose turn it is, if it is a seat's.
    pub(crate) fn mover(&self) -> Result<Seat, ActionError> {
        match &self.tree.here().status {
            MatchStatus::Turn(seat) => Ok(*seat),
            MatchStatus::Chance | MatchStatus::Stopped(_) => Err(ActionError::NobodysTurn),
            MatchStatus::Over(..) => Err(ActionError::Over),
        }
    }

    /// Whether this is the first decision of the one who did not begin.
    pub(crate) fn can_swap(&self) -> bool {
        let MatchStatus::Turn(seat) = self.tree.here().status else {
            return false;
        };
        if !self.config.swap || self.tree.here().swapped {
            return false;
        }
        let path = self.tree.path();
        let before = &path[..path.len() - 1];
        let turn = |s: Seat| MatchStatus::Turn(s);
        let decided = |s: Seat| before.iter().any(|n| self.tree[*n].status == turn(s));
        !decided(seat) && decided(Seat(1 - seat.0))
    }

    /// Makes a move of the one whose turn it is, chance included, after thinking for so long.
    pub fn play(&mut self, mv: MoveIndex, spent: Duration) -> Result<(), ActionError> {
        let seat = match self.tree.here().status {
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
        if self.config.clock.is_none() && self.tree.revisit(seat, play) {
            self.cursor.apply(id);
            return Ok(());
        }
        self.cursor.apply(id);
        let here = self.tree.here();
        let plays = here.plays + 1;
        let checkpoint = plays
            .is_multiple_of(CHECKPOINT)
            .then(|| Box::new((self.cursor.save(), self.cursor.referee().clone())));
        let node = Node {
            checkpoint,
            status: status(&*self.cursor),
            came: Some(Came { from: self.tree.at(), by: seat, play, spent }),
            next: Vec::new(),
            swapped: here.swapped,
            moves: here.moves + u64::from(seat.is_some()),
            plays,
            left,
        };
        self.tree.push(node);
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
        // At most `CHECKPOINT` moves are made again, however long the match is.
        let (position, referee) = loop {
            match &self.tree[at].checkpoint {
                Some(checkpoint) => break &**checkpoint,
                None => {
                    let came = self.tree[at].came.as_ref().expect("the first position is kept");
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
        self.tree.go(node);
        self.cursor = self.cursor_at(node);
    }

    /// The clocks after a seat thought for so long, and for how long that was, as records tell it;
    /// `None` if it was too long, and the game is over.
    fn charge(&mut self, seat: Option<Seat>, spent: Duration) -> Option<(Vec<Duration>, Duration)> {
        let spent = Duration::from_millis(u64::try_from(spent.as_millis()).unwrap_or(u64::MAX));
        let mut left = self.tree.here().left.clone();
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

    /// Takes the other's seat.
    pub(crate) fn swap(&mut self, spent: Duration) -> Result<(), ActionError> {
        let seat = self.mover()?;
        if !self.can_swap() {
            return Err(ActionError::NoSwap);
        }
        let Some((left, spent)) = self.charge(Some(seat), spent) else {
            return Ok(());
        };
        if self.config.clock.is_none() && self.tree.revisit(Some(seat), Play::Swap) {
            return Ok(());
        }
        let came = Came { from: self.tree.at(), by: Some(seat), play: Play::Swap, spent };
        let node = Node { swapped: true, left, ..self.beside(came) };
        self.tree.push(node);
        Ok(())
    }

    /// The same position, reached by something that is not a move.
    fn beside(&self, came: Came) -> Node {
        let here = self.tree.here();
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
        if self.tree.revisit(Some(seat), play) {
            return;
        }
        let mut winners = SeatSet::all(self.game.seats());
        winners.remove(seat);
        let ending = match play {
            Play::OutOfTime => Ending::OutOfTime(seat),
            _ => Ending::Resigned(seat),
        };
        let came = Came { from: self.tree.at(), by: Some(seat), play, spent: Duration::ZERO };
        let status = MatchStatus::Over(Outcome::of(Verdict::Won(winners)), ending);
        let node = Node { status, ..self.beside(came) };
        self.tree.push(node);
    }

    fn lose(&mut self, seat: Seat, play: Play) -> Result<(), ActionError> {
        if usize::from(seat.0) >= self.game.seats() {
            return Err(ActionError::NoSuchSeat(seat));
        }
        if matches!(self.tree.here().status, MatchStatus::Over(..)) {
            return Err(ActionError::Over);
        }
        let thinking =
            self.config.clock.is_some() && self.tree.here().status == MatchStatus::Turn(seat);
        if play == Play::OutOfTime && !thinking {
            return Err(ActionError::InTime);
        }
        self.end(seat, play);
        Ok(())
    }

    /// Whether a person decides at a node.
    pub(crate) fn is_persons_turn(&self, node: usize) -> bool {
        match self.tree[node].status {
            MatchStatus::Turn(seat) => {
                let at = self.tree[node].occupant(seat);
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
        let people = self.has_people();
        // What chance or a bot did before the first decision of a person is not done again.
        let found = self.tree.before(self.tree.at()).find(|n| !people || self.is_persons_turn(*n));
        self.go(found.ok_or(ActionError::NothingToUndo)?);
        Ok(())
    }

    fn redo(&mut self) -> Result<(), ActionError> {
        let people = self.has_people();
        let ends = |n: &usize| !people || self.is_persons_turn(*n) || self.tree[*n].next.is_empty();
        let found = self.tree.after().find(ends).ok_or(ActionError::NothingToRedo)?;
        self.go(found);
        Ok(())
    }

    /// Why the player whose turn it is has no legal move that uses these places, in a sentence without its
    /// full stop, where the rules of the game tell.
    pub fn refusal(&self, places: &[Place]) -> Option<String> {
        let MatchStatus::Turn(seat) = self.tree.here().status else { return None };
        self.cursor.refusal(seat, places)
    }

    /// Random numbers for this position: the same whenever it is reached by as many plays, so that
    /// taking back and playing again changes nothing.
    pub(crate) fn rng(&self) -> Rng {
        Rng::nth(self.config.seed, self.tree.here().plays + 1)
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
            Action::Go(node) if self.tree.get(*node).is_some() => {
                self.go(*node);
                Ok(())
            }
            Action::Go(node) => Err(ActionError::NoSuchNode(*node)),
        }
    }
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
