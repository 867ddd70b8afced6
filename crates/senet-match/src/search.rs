//! Searches for moves: of bots and engines whose turn it is, and for hints.
//!
//! A [`SearchTask`] holds all that a search needs, so that it can run without the match: on another
//! thread, while the match answers other questions.

use crate::action::Hint;
use crate::config::{EngineConfig, ParticipantKind};
use crate::find::notation;
use crate::playing::{Match, bot};
use crate::snapshot::{LegalMove, MatchStatus};
use crate::tree::Play;
use senet_game::{Cursor, DynGame, MoveId, MoveIndex, Observer, Rng, Seat};
use senet_players::{
    Bot, EngineError, Environment, ExternalEngine, InformationState, Knowledge, Player,
    PlayerError, SearchResult,
};
use std::sync::Arc;
use std::time::Duration;

/// So many moves of a principal variation are put into words.
const LONGEST_LINE: usize = 20;

/// A search for a move, apart from its match. It knows no more than the seat whose turn it is.
pub struct SearchTask {
    game: Arc<dyn DynGame>,
    /// Where in the tree of plays the move is wanted.
    node: usize,
    seat: Seat,
    /// Whose player it is, by the order of the participants; `None` for hints.
    participant: Option<usize>,
    searcher: Searcher,
    knowledge: OwnedKnowledge,
    rng: Rng,
}

/// Who searches.
enum Searcher {
    Bot(Box<dyn Player>),
    /// An external engine: its process once it was started, and the moves so far by name.
    Engine {
        process: Option<Box<dyn ExternalEngine>>,
        config: EngineConfig,
        moves: Vec<String>,
    },
}

/// [`Knowledge`] that can be sent to another thread.
enum OwnedKnowledge {
    Open(Box<dyn Cursor>),
    Hidden(Box<InformationState>),
}

impl SearchTask {
    /// The seat for which a move is wanted.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The number of the position; see [`Snapshot::node`](crate::Snapshot::node).
    pub fn node(&self) -> usize {
        self.node
    }

    /// Whether another program searches, and this one only waits for it.
    pub fn is_external(&self) -> bool {
        matches!(self.searcher, Searcher::Engine { .. })
    }

    /// Searches. A task that runs again goes on with other random numbers.
    pub fn run(&mut self, environment: &dyn Environment) -> Result<SearchResult, PlayerError> {
        let SearchTask { game, searcher, knowledge, rng, .. } = self;
        let player = match searcher {
            Searcher::Bot(player) => player,
            Searcher::Engine { process, config, moves } => {
                let OwnedKnowledge::Open(cursor) = knowledge else {
                    unreachable!("engines are not let into games with hidden information");
                };
                return ask(process, config, moves, &mut **cursor, environment);
            }
        };
        match knowledge {
            OwnedKnowledge::Open(cursor) => {
                let found =
                    player.choose(game, Knowledge::Open(&mut **cursor), rng, environment)?;
                check(found, cursor.count_moves())
            }
            OwnedKnowledge::Hidden(known) => {
                let found = player.choose(game, Knowledge::Hidden(known), rng, environment)?;
                check(found, known.count_moves())
            }
        }
    }
}

/// The move of an external engine. One that fails is started anew the next time.
fn ask(
    process: &mut Option<Box<dyn ExternalEngine>>,
    config: &EngineConfig,
    played: &[String],
    cursor: &mut dyn Cursor,
    environment: &dyn Environment,
) -> Result<SearchResult, PlayerError> {
    let mut engine = match process.take() {
        Some(engine) => engine,
        None => environment.start_engine(&config.command)?,
    };
    let name = engine.best_move(played, config.limit, environment)?;
    let mut moves = Vec::new();
    cursor.moves(&mut moves);
    let at = moves.iter().position(|mv| cursor.move_name(*mv) == name);
    let at = at.ok_or(EngineError::IllegalMove(name))?;
    *process = Some(engine);
    Ok(SearchResult::of(MoveIndex(at as u32)))
}

fn check(found: SearchResult, moves: usize) -> Result<SearchResult, PlayerError> {
    if found.best.0 as usize >= moves {
        return Err(PlayerError::IllegalMove(found.best));
    }
    Ok(found)
}

impl Match {
    fn knowledge(&self, seat: Seat) -> OwnedKnowledge {
        if !self.game.has_hidden_information() {
            return OwnedKnowledge::Open(self.cursor.fork());
        }
        let start = &self.tree[0].checkpoint.as_ref().expect("the first position is kept").0;
        let known = InformationState::new(&self.game, seat, start, &self.tree.history());
        OwnedKnowledge::Hidden(Box::new(known))
    }

    /// The search of the bot or external engine whose turn it is; `None` if it is the turn of a person
    /// or of chance, or if the play is over. Its player comes back with [`Match::finish_search`]; without, the next search
    /// begins with a new one.
    pub fn search_task(&mut self) -> Option<SearchTask> {
        let MatchStatus::Turn(seat) = self.tree.here().status else {
            return None;
        };
        let participant = self.participant(seat);
        let searcher = match &self.config.participants[participant].kind {
            ParticipantKind::Engine(config) => Searcher::Engine {
                process: self.engines[participant].take(),
                config: config.clone(),
                moves: self.played_names(),
            },
            _ => Searcher::Bot(match self.bots[participant].take() {
                Some(player) => player,
                None => bot(&self.config.participants[participant])?,
            }),
        };
        Some(SearchTask {
            game: Arc::clone(&self.game),
            node: self.tree.at(),
            seat,
            participant: Some(participant),
            searcher,
            knowledge: self.knowledge(seat),
            rng: self.rng(),
        })
    }

    /// The moves that led to the present position, by name.
    fn played_names(&self) -> Vec<String> {
        let moves = self.named_plays().into_iter();
        let moves = moves.filter(|(_, play, ..)| matches!(play, Play::Move(_)));
        moves.map(|(_, _, name, _)| name).collect()
    }

    /// Makes the move that a search found in so much time; `false` if play has moved on since
    /// the search began. A bot that would rather be the other swaps; one that does not know tosses a
    /// coin.
    pub fn finish_search(
        &mut self,
        mut task: SearchTask,
        found: &SearchResult,
        spent: Duration,
    ) -> bool {
        let Some(participant) = task.participant else {
            return false;
        };
        let unhappy = match found.value {
            Some(value) => value < 0.0,
            // Engines know no swap rule.
            None => !task.is_external() && self.can_swap() && task.rng.index(2) == 0,
        };
        match task.searcher {
            Searcher::Bot(player) => {
                self.bots[participant].get_or_insert(player);
            }
            Searcher::Engine { process, .. } => {
                if self.engines[participant].is_none() {
                    self.engines[participant] = process;
                }
            }
        }
        let is_here = self.tree.at() == task.node
            && self.tree.here().status == MatchStatus::Turn(task.seat)
            && !self.is_persons_turn(self.tree.at());
        if !is_here {
            return false;
        }
        if self.can_swap() && unhappy && self.swap(spent).is_ok() {
            return true;
        }
        self.play(found.best, spent).is_ok()
    }

    /// Lets chance, a bot or an external engine make one move; `false` if it is a person's turn, or
    /// the play is over. A bot that cannot move is an error, and the position stays; an external engine that
    /// fails or answers with an illegal move resigns, and the environment hears why.
    pub fn advance(&mut self, environment: &dyn Environment) -> Result<bool, PlayerError> {
        let (seat, at) = match self.tree.here().status {
            MatchStatus::Chance => return Ok(self.play_chance().is_some()),
            MatchStatus::Turn(seat) if !self.is_persons_turn(self.tree.at()) => {
                (seat, self.participant(seat))
            }
            _ => return Ok(false),
        };
        let began = environment.now();
        let mut task = self.search_task().expect("a participant who is no person searches");
        let found = task.run(environment);
        let spent = environment.now().saturating_sub(began);
        match (found, &self.config.participants[at].kind) {
            (Err(PlayerError::Engine(why)), ParticipantKind::Engine(engine)) => {
                environment.report(&format!("{}: {why}", engine.command));
                self.end(seat, Play::Resign);
                Ok(true)
            }
            (found, _) => Ok(self.finish_search(task, &found?, spent)),
        }
    }

    /// Makes the move of chance and tells its name; `None` if it is not its turn.
    pub fn play_chance(&mut self) -> Option<String> {
        if self.tree.here().status != MatchStatus::Chance {
            return None;
        }
        let mut rng = self.rng();
        let mv = self.cursor.random_move(&mut rng);
        self.cursor.moves(&mut self.moves);
        let index = self.moves.iter().position(|m| *m == mv).expect("a move that was listed");
        let name = self.cursor.move_name(mv);
        self.play_own(MoveIndex(index as u32), Duration::ZERO);
        Some(name)
    }

    /// Makes a move that was found to be legal.
    fn play_own(&mut self, mv: MoveIndex, spent: Duration) {
        self.play(mv, spent).expect("a legal move at the turn of a bot or of chance");
    }

    /// A search by what the seat whose turn it is knows; `None` if it is not a seat's turn.
    pub fn hint_task(&self, bot: Bot) -> Option<SearchTask> {
        let seat = self.mover().ok()?;
        Some(SearchTask {
            game: Arc::clone(&self.game),
            node: self.tree.at(),
            seat,
            participant: None,
            searcher: Searcher::Bot(bot.player()),
            knowledge: self.knowledge(seat),
            rng: Rng::nth(!self.config.seed, self.tree.here().plays),
        })
    }

    /// The move that a bot would make, by what the seat whose turn it is knows; `None` if it is no
    /// seat's turn.
    pub fn hint(
        &self,
        bot: Bot,
        environment: &dyn Environment,
    ) -> Result<Option<Hint>, PlayerError> {
        match self.hint_task(bot) {
            Some(mut task) => Ok(self.explain_hint(&task.run(environment)?)),
            None => Ok(None),
        }
    }

    /// A search result for the current position in words; `None` if it is not a seat's turn, or if the
    /// result is of another position.
    pub fn explain_hint(&self, found: &SearchResult) -> Option<Hint> {
        let seat = self.mover().ok()?;
        let mut cursor = self.cursor.fork();
        let mut moves = Vec::new();
        cursor.moves(&mut moves);
        let name = cursor.move_name(*moves.get(found.best.0 as usize)?);
        let mut line = Vec::new();
        for mv in found.line.iter().take(LONGEST_LINE) {
            // What others may do is not known where something is hidden.
            if !line.is_empty() && self.game.has_hidden_information() {
                break;
            }
            cursor.moves(&mut moves);
            let at = mv.0 as usize;
            let Some(mv) = moves.get(at) else { break };
            // As players write it, if the game has a notation.
            let shown = |mv: &MoveId| cursor.describe_move(*mv, Observer::Seat(seat));
            let mut text = shown(mv).text;
            if !shown(mv).written.is_empty() {
                let legal = |mv: &MoveId| LegalMove { name: String::new(), shown: shown(mv) };
                let choices: Vec<LegalMove> = moves.iter().map(legal).collect();
                text = notation(&choices, at).map_or(text, str::to_owned);
            }
            line.push(text);
            cursor.apply(*mv);
        }
        let SearchResult { value, proven, nodes, .. } = *found;
        Some(Hint { seat, name, value, proven, nodes, line })
    }
}
