//! The one adapter from a typed [`Game`] to [`DynGame`] and [`Cursor`].

mod playing;

use crate::abilities::{Abilities, Actions, PlayoutBatch, PlayoutStart, SeatGoal};
use crate::dyn_game::{
    Child, Cursor, DynGame, Expand, MoveId, MoveIndex, MovesMade, PackedChild, RulesFired, Tally,
};
use crate::game::Game;
use crate::hash::hash128;
use crate::info::GameInfo;
use crate::log::{Event, RuleLog};
use crate::outcome::{Outcome, Seat, Turn};
use crate::position::{CanonicalKey, ExactKey, HashedKey, Position};
use crate::random::Rng;
use crate::referee::{DrawRules, MoveMade, Referee, RefereeMark};
use crate::view::{Observer, View, ViewMove};
use playing::Playing;
use rustc_hash::FxHashMap;
use senet_board::Place;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Hides the types of a game.
///
/// ```
/// # use senet_game::{DynGame, Game, GameInfo, erase};
/// # use std::sync::Arc;
/// fn plies<G: Game>(game: G) -> usize {
///     let game: Arc<dyn DynGame> = erase(Arc::new(game), GameInfo::default());
///     let mut cursor = game.cursor();
///     cursor.count_moves()
/// }
/// ```
pub fn erase<G: Game>(game: Arc<G>, info: GameInfo) -> Arc<dyn DynGame> {
    erase_with(game, info, Vec::new())
}

/// The same, with the options by which the game differs from its usual form, for records.
pub fn erase_with<G: Game>(
    game: Arc<G>,
    info: GameInfo,
    options: Vec<(String, String)>,
) -> Arc<dyn DynGame> {
    let abilities = game.abilities();
    Arc::new(Erased(Arc::new(Inner { game, info, options, abilities })))
}

/// A game with its types hidden behind [`DynGame`].
struct Erased<G: Game>(Arc<Inner<G>>);

struct Inner<G: Game> {
    game: Arc<G>,
    info: GameInfo,
    options: Vec<(String, String)>,
    abilities: Abilities<G>,
}

impl<G: Game> DynGame for Erased<G> {
    fn info(&self) -> &GameInfo {
        &self.0.info
    }

    fn options(&self) -> &[(String, String)] {
        &self.0.options
    }

    fn seats(&self) -> usize {
        self.0.game.seats()
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.0.game.seat_name(seat)
    }

    fn draw_rules(&self) -> DrawRules {
        self.0.abilities.draw_rules
    }

    fn rule_names(&self) -> &[String] {
        self.0.abilities.rules.as_ref().map_or(&[], |rules| &rules.names)
    }

    fn tells(&self) -> bool {
        self.0.abilities.tells
    }

    fn start_events(&self) -> Vec<Event> {
        let rules = self.0.abilities.rules.as_ref();
        rules.map_or(Vec::new(), |rules| (rules.start_events)(&self.0.game))
    }

    fn goals(&self) -> &[SeatGoal] {
        &self.0.abilities.goals
    }

    fn intro(&self) -> &[String] {
        &self.0.abilities.intro
    }

    fn has_hidden_information(&self) -> bool {
        self.0.abilities.hidden_information.is_some()
    }

    fn packed_bits(&self) -> Option<u32> {
        self.0.abilities.packing.as_ref().map(|packing| packing.bits)
    }

    fn packed_images(&self, key: ExactKey, out: &mut Vec<u128>) {
        if let Some(images) = self.0.abilities.packed_images {
            images(&self.0.game, key.0, out);
        }
    }

    fn action_count(&self) -> Option<usize> {
        self.0.abilities.actions.as_ref().map(|actions| actions.count)
    }

    fn start(&self) -> Position {
        Position::new::<G>(self.0.game.start())
    }

    fn cursor(&self) -> Box<dyn Cursor> {
        Box::new(GameCursor::new(Arc::clone(&self.0)))
    }
}

/// One position on the stack of a cursor, with room for what is one move away.
struct Level<G: Game> {
    state: G::State,
    /// The moves of the last expansion, in canonical order, and where they lead.
    moves: Vec<G::Move>,
    children: Vec<G::State>,
    /// The child whose state was swapped into the next level, if that is where it came from.
    entered: Option<usize>,
    /// Children that came back changed: each is made again when it is entered again.
    spent: Vec<usize>,
    /// Whether the state has changed since the level was entered.
    changed: bool,
    /// The referee when the level was entered.
    mark: RefereeMark,
}

/// A cursor of one type of game.
struct GameCursor<G: Game> {
    inner: Arc<Inner<G>>,
    /// The stack; the level in use is `at`, those above it are kept for their memory.
    levels: Vec<Level<G>>,
    at: usize,
    ids: MoveIds<G::Move>,
    listed: Vec<G::Move>,
    promises: Vec<u32>,
    /// Positions for playouts; those from `waiting` on are kept for their memory.
    starts: Vec<PlayoutStart<G::State>>,
    waiting: usize,
    referee: Referee,
    /// Whether the referee has any rules to keep.
    ruled: bool,
}

/// Moves by number: interned in the order in which they are met.
struct MoveIds<M> {
    all: Vec<M>,
    numbers: FxHashMap<M, u32>,
}

impl<M: Clone + Eq + std::hash::Hash> MoveIds<M> {
    fn intern(&mut self, mv: &M) -> MoveId {
        if let Some(number) = self.numbers.get(mv) {
            return MoveId(*number);
        }
        let number = u32::try_from(self.all.len()).expect("memory ends before the numbers do");
        self.all.push(mv.clone());
        self.numbers.insert(mv.clone(), number);
        MoveId(number)
    }
}

impl<G: Game> Inner<G> {
    fn hashed(&self, state: &G::State) -> u128 {
        match self.abilities.hashed_key {
            Some(key) => key(&self.game, state),
            None => hash128(state),
        }
    }

    fn packed(&self, state: &G::State) -> Option<ExactKey> {
        let packing = self.abilities.packing.as_ref()?;
        (packing.pack)(&self.game, state).map(ExactKey)
    }

    fn canonical(&self, state: &G::State) -> Option<CanonicalKey> {
        match self.abilities.canonical_key {
            Some(key) => key(&self.game, state).map(CanonicalKey),
            None => self.packed(state).map(|key| CanonicalKey(key.0)),
        }
    }

    fn may_win(&self, state: &G::State, seat: Seat) -> bool {
        self.abilities.may_win.is_none_or(|may_win| may_win(&self.game, state, seat))
    }

    fn irreversible(&self, mv: &G::Move) -> bool {
        self.abilities.is_irreversible.is_some_and(|is| is(&self.game, mv))
    }

    fn one_way(&self, mv: &G::Move) -> bool {
        self.abilities.is_one_way.is_some_and(|is| is(&self.game, mv))
    }

    /// The numbers of actions, if they tell moves apart.
    fn numbers(&self) -> Option<&Actions<G>> {
        self.abilities.actions.as_ref().filter(|_| self.abilities.actions_are_moves)
    }

    /// The number of a move, if it has one without interning it.
    fn find_id(&self, ids: &MoveIds<G::Move>, state: &G::State, mv: &G::Move) -> Option<MoveId> {
        match self.numbers() {
            Some(actions) => Some(MoveId((actions.number)(&self.game, state, mv) as u32)),
            None => ids.numbers.get(mv).copied().map(MoveId),
        }
    }
}

impl<G: Game> GameCursor<G> {
    fn new(inner: Arc<Inner<G>>) -> GameCursor<G> {
        let start = inner.game.start();
        let rules = inner.abilities.draw_rules;
        let referee = Referee::new(rules, inner.hashed(&start));
        let level = Level::new(start, referee.mark());
        let ids = MoveIds { all: Vec::new(), numbers: FxHashMap::default() };
        let ruled = !rules.is_empty();
        GameCursor {
            inner,
            levels: vec![level],
            at: 0,
            ids,
            listed: Vec::new(),
            promises: Vec::new(),
            starts: Vec::new(),
            waiting: 0,
            referee,
            ruled,
        }
    }

    fn here(&self) -> &G::State {
        &self.levels[self.at].state
    }

    /// Whether a draw rule has ended the play.
    fn is_drawn(&self) -> bool {
        self.ruled && self.referee.is_draw()
    }

    fn id(&mut self, mv: &G::Move) -> MoveId {
        match self.inner.numbers() {
            Some(actions) => {
                let state = &self.levels[self.at].state;
                MoveId((actions.number)(&self.inner.game, state, mv) as u32)
            }
            None => self.ids.intern(mv),
        }
    }

    /// The move that a number stands for in the present state.
    fn mv(&self, id: MoveId) -> G::Move {
        match self.inner.numbers() {
            Some(actions) => {
                let mv = (actions.with_number)(&self.inner.game, self.here(), id.0 as usize);
                mv.expect("the number of a legal move")
            }
            None => self.ids.all[id.0 as usize].clone(),
        }
    }

    /// The play begins where the cursor stands.
    fn begin(&mut self) {
        self.at = 0;
        let rules = self.inner.abilities.draw_rules;
        self.ruled = !rules.is_empty();
        let key = if self.ruled { self.inner.hashed(&self.levels[0].state) } else { 0 };
        self.referee = Referee::new(rules, key);
    }

    /// Makes sure that there is a level above, and gives it the referee's mark.
    fn climb(&mut self) {
        if self.at + 1 == self.levels.len() {
            let state = self.levels[self.at].state.clone();
            self.levels.push(Level::new(state, self.referee.mark()));
        } else {
            self.levels[self.at + 1].mark = self.referee.mark();
        }
    }

    /// Makes a move where the cursor stands, under the referee.
    fn make(&mut self, mv: &G::Move, log: &mut impl crate::log::Log) {
        let game = &*self.inner.game;
        let Level { state, changed, .. } = &mut self.levels[self.at];
        *changed = true;
        if !self.ruled {
            game.apply(state, mv, log);
            return;
        }
        let made = MoveMade {
            by_player: matches!(game.turn(state), Turn::Player(_)),
            irreversible: self.inner.irreversible(mv),
        };
        game.apply(state, mv, log);
        watch(&self.inner, &mut self.referee, made, state);
    }
}

/// The referee sees a move that led to a state.
fn watch<G: Game>(inner: &Inner<G>, referee: &mut Referee, made: MoveMade, state: &G::State) {
    let key = if referee.needs_keys() { inner.hashed(state) } else { 0 };
    referee.watch(made, key, &inner.game.turn(state));
}

impl<G: Game> Level<G> {
    fn new(state: G::State, mark: RefereeMark) -> Level<G> {
        let (moves, children, spent) = (Vec::new(), Vec::new(), Vec::new());
        Level { state, moves, children, entered: None, spent, changed: false, mark }
    }
}

impl<G: Game> Cursor for GameCursor<G> {
    fn seats(&self) -> usize {
        self.inner.game.seats()
    }

    fn reset(&mut self) {
        let start = self.inner.game.start();
        self.levels[0].state = start;
        self.begin();
    }

    fn load(&mut self, position: &Position) {
        let state = position.state::<G>().expect("a position of this game");
        self.levels[0].state.clone_from(state);
        self.begin();
    }

    fn save(&self) -> Position {
        Position::new::<G>(self.here().clone())
    }

    fn is_at(&self, position: &Position) -> bool {
        position.state::<G>().is_some_and(|state| state == self.here())
    }

    fn referee(&self) -> &Referee {
        &self.referee
    }

    fn set_referee(&mut self, referee: Referee) {
        self.ruled = !referee.rules().is_empty();
        self.referee = referee;
    }

    fn fork(&self) -> Box<dyn Cursor> {
        // Only the state and the referee: numbers of moves belong to one cursor.
        let mut fork = GameCursor::new(Arc::clone(&self.inner));
        fork.levels[0].state = self.here().clone();
        fork.set_referee(self.referee.clone());
        Box::new(fork)
    }

    fn push(&mut self) {
        self.climb();
        // `clone_from` into the state that the level had before: a state with vectors allocates nothing.
        let (below, above) = self.levels.split_at_mut(self.at + 1);
        above[0].state.clone_from(&below[self.at].state);
        above[0].changed = false;
        below[self.at].entered = None;
        self.at += 1;
    }

    fn pop(&mut self) {
        self.at = self.at.checked_sub(1).expect("every pop belongs to a push");
        let (below, above) = self.levels.split_at_mut(self.at + 1);
        // A child that was entered by a swap goes back to its place, unless it has become another state.
        let level = &mut below[self.at];
        if let Some(child) = level.entered.take() {
            std::mem::swap(&mut level.children[child], &mut above[0].state);
            if above[0].changed {
                level.spent.push(child);
            }
        }
        if self.ruled {
            self.referee.rewind(above[0].mark);
        }
    }

    fn depth(&self) -> usize {
        self.at
    }

    fn turn(&self) -> Turn {
        if self.is_drawn() {
            return Turn::Over(Outcome::draw());
        }
        self.inner.game.turn(self.here())
    }

    fn moves(&mut self, out: &mut Vec<MoveId>) {
        out.clear();
        if self.is_drawn() {
            return;
        }
        let mut listed = std::mem::take(&mut self.listed);
        self.inner.game.moves(&self.levels[self.at].state, &mut listed);
        out.extend(listed.iter().map(|mv| self.id(mv)));
        self.listed = listed;
    }

    fn count_moves(&mut self) -> usize {
        if self.is_drawn() {
            return 0;
        }
        let state = &self.levels[self.at].state;
        match self.inner.abilities.count_moves {
            Some(count) => count(&self.inner.game, state),
            None => {
                self.inner.game.moves(state, &mut self.listed);
                self.listed.len()
            }
        }
    }

    fn weight(&self, mv: MoveId) -> u128 {
        self.inner.game.weight(self.here(), &self.mv(mv))
    }

    fn random_move(&mut self, rng: &mut Rng) -> MoveId {
        let state = &self.levels[self.at].state;
        let mv = self.inner.game.random_move(state, rng, &mut self.listed);
        self.id(&mv)
    }

    fn apply(&mut self, mv: MoveId) {
        let mv = self.mv(mv);
        self.make(&mv, &mut ());
    }

    fn apply_told(&mut self, mv: MoveId, events: &mut Vec<Event>) {
        let mv = self.mv(mv);
        self.make(&mv, events);
    }

    fn apply_fired(&mut self, mv: MoveId, fired: &mut Vec<u32>) {
        let mv = self.mv(mv);
        self.make(&mv, &mut RuleLog(fired));
    }

    fn start_fired(&self, fired: &mut Vec<u32>) {
        if let Some(rules) = &self.inner.abilities.rules {
            (rules.at_start)(&self.inner.game, fired);
        }
    }

    fn is_irreversible(&self, mv: MoveId) -> bool {
        self.inner.irreversible(&self.mv(mv))
    }

    fn move_name(&self, mv: MoveId) -> String {
        self.inner.game.move_name(self.here(), &self.mv(mv))
    }

    fn parse_move(&mut self, text: &str) -> Option<MoveId> {
        if self.is_drawn() {
            return None;
        }
        let mut listed = std::mem::take(&mut self.listed);
        let game = &*self.inner.game;
        let state = &self.levels[self.at].state;
        game.moves(state, &mut listed);
        // Names first: a game's own parser may be more lenient, and need not know them.
        let named = listed.iter().find(|mv| game.move_name(state, mv) == text).cloned();
        let found = named.or_else(|| {
            let parse = self.inner.abilities.parse_move?;
            parse(game, state, text).filter(|mv| listed.contains(mv))
        });
        self.listed = listed;
        found.map(|mv| self.id(&mv))
    }

    fn describe_move(&self, mv: MoveId, observer: Observer) -> ViewMove {
        let (game, state, mv) = (&*self.inner.game, self.here(), self.mv(mv));
        match self.inner.abilities.describe_move {
            Some(describe) => describe(game, state, &mv, observer),
            None => {
                let text = game.move_name(state, &mv);
                let places = game.view(state, observer).places_in(&text);
                ViewMove { text, places, ..ViewMove::default() }
            }
        }
    }

    fn view(&self, observer: Observer) -> View {
        self.inner.game.view(self.here(), observer)
    }

    fn refusal(&self, seat: Seat, places: &[Place]) -> Option<String> {
        self.inner.abilities.refusal?(&self.inner.game, self.here(), seat, places)
    }

    fn exact_key(&self) -> Option<ExactKey> {
        self.inner.packed(self.here())
    }

    fn load_exact(&mut self, key: ExactKey) {
        let packing = self.inner.abilities.packing.as_ref().expect("keys come from packing");
        (packing.unpack)(&self.inner.game, key.0, &mut self.levels[0].state);
        self.begin();
    }

    fn canonical_key(&self) -> Option<CanonicalKey> {
        self.inner.canonical(self.here())
    }

    fn hashed_key(&self) -> HashedKey {
        HashedKey(self.inner.hashed(self.here()))
    }

    fn scores(&self) -> Option<Arc<[i64]>> {
        self.inner.abilities.running_scores.and_then(|scores| scores(&self.inner.game, self.here()))
    }

    fn may_win(&self, seat: Seat) -> bool {
        self.inner.may_win(self.here(), seat)
    }

    fn is_drawless(&self) -> bool {
        self.inner.abilities.drawless && !self.ruled
    }

    fn observation_key(&self, observer: Observer) -> u128 {
        match &self.inner.abilities.hidden_information {
            Some(hidden) => (hidden.observation_key)(&self.inner.game, self.here(), observer),
            None => self.inner.hashed(self.here()),
        }
    }

    fn observed_move(&self, mv: MoveId, observer: Observer) -> u128 {
        let mv = self.mv(mv);
        match &self.inner.abilities.hidden_information {
            Some(hidden) => (hidden.observed_move)(&self.inner.game, self.here(), &mv, observer),
            None => hash128(&mv),
        }
    }

    fn determinize(&mut self, seat: Seat, rng: &mut Rng) {
        if let Some(hidden) = &self.inner.abilities.hidden_information {
            let state = (hidden.determinize)(&self.inner.game, self.here(), seat, rng);
            self.levels[self.at].state = state;
            self.levels[self.at].changed = true;
        }
    }

    fn state_bytes(&self) -> usize {
        match self.inner.abilities.state_bytes {
            Some(bytes) => bytes(&self.inner.game, self.here()),
            None => size_of::<G::State>(),
        }
    }

    fn playout(
        &mut self,
        rng: &mut Rng,
        stop: &mut dyn FnMut() -> bool,
        made: Option<&mut MovesMade>,
    ) -> Outcome {
        let GameCursor { inner, levels, at, ids, listed, referee, ruled, .. } = self;
        let Level { state, changed, .. } = &mut levels[*at];
        *changed = true;
        let mut made = made;
        let made = |state: &G::State, mv: &G::Move, seat: Seat| {
            if let Some(made) = &mut made
                && let Some(id) = inner.find_id(ids, state, mv)
            {
                made.insert(seat, id);
            }
        };
        let mut playing = Playing { inner, referee, listed };
        let playout = if *ruled {
            let playout = playing.play::<true>(state, rng, stop, made, &mut ());
            // A caller that plays on from here needs a referee that knows the position.
            if referee.lacks_key() {
                referee.give_key(inner.hashed(state));
            }
            playout
        } else {
            playing.play::<false>(state, rng, stop, made, &mut ())
        };
        playout.outcome
    }

    fn playouts(&mut self, n: u64, seed: u64, from: u64, tally: &mut dyn Tally) {
        let GameCursor { inner, levels, at, listed, referee, ruled, .. } = self;
        // A game with playouts of its own makes the whole batch, beginning with a copy of our referee. A
        // play that is drawn already takes the general path, which ends it at once.
        let begin = &levels[*at].state;
        if let Some(playouts) = inner.abilities.playouts
            && !(*ruled && referee.is_draw())
        {
            let start = PlayoutStart { state: begin.clone(), referee: referee.clone() };
            let batch = PlayoutBatch { starts: &[start], n, seed, first: from };
            return playouts(&inner.game, &batch, tally);
        }
        let numbers = from..from.saturating_add(n);
        let mut playing = Playing { inner, referee, listed };
        match (*ruled, tally.counts_rules()) {
            (true, false) => playing.playouts::<true, ()>(begin, seed, numbers, &mut (), tally),
            (false, false) => playing.playouts::<false, ()>(begin, seed, numbers, &mut (), tally),
            (ruled, true) => {
                let rules = inner.abilities.rules.as_ref().map_or(0, |rules| rules.names.len());
                let fired = &mut RulesFired::new(rules);
                match ruled {
                    true => playing.playouts::<true, _>(begin, seed, numbers, fired, tally),
                    false => playing.playouts::<false, _>(begin, seed, numbers, fired, tally),
                }
            }
        }
    }

    fn lanes(&self) -> Option<usize> {
        let DrawRules { repeat, quiet, limit: _ } = self.referee.rules();
        self.inner.abilities.lanes.filter(|_| repeat.is_none() && quiet.is_none())
    }

    fn add_start(&mut self) {
        let state = &self.levels[self.at].state;
        match self.starts.get_mut(self.waiting) {
            Some(start) => {
                start.state.clone_from(state);
                start.referee.clone_from(&self.referee);
            }
            None => {
                let (state, referee) = (state.clone(), self.referee.clone());
                self.starts.push(PlayoutStart { state, referee });
            }
        }
        self.waiting += 1;
    }

    fn play_starts(&mut self, seed: u64, tally: &mut dyn Tally) {
        let GameCursor { inner, starts, waiting, listed, .. } = self;
        let starts = &mut starts[..std::mem::take(waiting)];
        if let (Some(playouts), false) = (inner.abilities.playouts, starts.is_empty()) {
            let batch = PlayoutBatch { starts, n: starts.len() as u64, seed, first: 0 };
            return playouts(&inner.game, &batch, tally);
        }
        for (PlayoutStart { state, referee }, i) in starts.iter_mut().zip(0..) {
            let (rng, ruled) = (Rng::nth(seed, i), !referee.rules().is_empty());
            let mut playing = Playing { inner, referee, listed };
            let go_on = match ruled {
                true => playing.told::<true, ()>(state, rng, &mut (), 1, tally),
                false => playing.told::<false, ()>(state, rng, &mut (), 1, tally),
            };
            if go_on.is_break() {
                return;
            }
        }
    }

    fn expand(&mut self, how: &Expand, visit: &mut dyn FnMut(&Child) -> ControlFlow<()>) {
        let first = how.first.and_then(|id| match self.inner.numbers() {
            Some(actions) => (actions.with_number)(&self.inner.game, self.here(), id.0 as usize),
            None => Some(self.ids.all[id.0 as usize].clone()),
        });
        let GameCursor { inner, levels, at, ids, listed, promises, referee, ruled, .. } = self;
        let game = &*inner.game;
        let Level { state, moves, children, entered, spent, .. } = &mut levels[*at];
        *entered = None;
        spent.clear();
        if *ruled && referee.is_draw() {
            return;
        }
        game.moves(state, moves);
        if children.len() < moves.len() {
            children.resize(moves.len(), state.clone());
        }
        let turn = game.turn(state);
        let (by_player, by_chance) = (matches!(turn, Turn::Player(_)), turn == Turn::Chance);
        let numbers = inner.numbers();
        listed.clear();
        if let Some(sufficient) = inner.abilities.sufficient_moves.filter(|_| how.values && !*ruled)
        {
            sufficient(game, state, listed);
        }
        if let Some(urgent) = inner.abilities.urgent_moves.filter(|_| how.urgent && !*ruled)
            && listed.is_empty()
        {
            urgent(game, state, listed);
        }
        let certain_winner = inner.abilities.certain_winner.filter(|_| how.values && !*ruled);
        promises.clear();
        if let Some(promise) = inner.abilities.promises.filter(|_| how.promises) {
            promise(game, state, moves, promises);
        }
        let shown = |i: &usize| listed.is_empty() || listed.contains(&moves[*i]);
        let first = first.and_then(|first| moves.iter().position(|mv| *mv == first)).filter(shown);
        let others = (0..moves.len()).filter(|i| Some(*i) != first && shown(i));
        for i in first.into_iter().chain(others) {
            let (child, mv) = (&mut children[i], &moves[i]);
            child.clone_from(state);
            game.apply(child, mv, &mut ());
            let mut turn = game.turn(child);
            if *ruled {
                let made = MoveMade { by_player, irreversible: inner.irreversible(mv) };
                let key = if referee.needs_keys() { inner.hashed(child) } else { 0 };
                if referee.would_draw(made, key, &turn) {
                    turn = Turn::Over(Outcome::draw());
                }
            }
            let id = match numbers {
                Some(actions) => MoveId((actions.number)(game, state, mv) as u32),
                None => ids.intern(mv),
            };
            let goes_on = matches!(turn, Turn::Player(_) | Turn::Chance);
            let seen = Child {
                index: MoveIndex(i as u32),
                id,
                key: if how.keys && goes_on { inner.canonical(child) } else { None },
                may_win: !goes_on || how.may_win.is_none_or(|seat| inner.may_win(child, seat)),
                winner: certain_winner.filter(|_| goes_on).and_then(|winner| winner(game, child)),
                turn,
                weight: if by_chance { game.weight(state, mv) } else { 1 },
                promise: promises.get(i).copied().unwrap_or(0),
            };
            if visit(&seen).is_break() {
                return;
            }
        }
    }

    fn enter(&mut self, child: MoveIndex) {
        self.climb();
        let child = child.0 as usize;
        let (below, above) = self.levels.split_at_mut(self.at + 1);
        let level = &mut below[self.at];
        if let Some(at) = level.spent.iter().position(|spent| *spent == child) {
            level.spent.swap_remove(at);
            level.children[child].clone_from(&level.state);
            self.inner.game.apply(&mut level.children[child], &level.moves[child], &mut ());
        }
        std::mem::swap(&mut level.children[child], &mut above[0].state);
        above[0].changed = false;
        level.entered = Some(child);
        if self.ruled {
            let made = MoveMade {
                by_player: matches!(self.inner.game.turn(&level.state), Turn::Player(_)),
                irreversible: self.inner.irreversible(&level.moves[child]),
            };
            watch(&self.inner, &mut self.referee, made, &above[0].state);
        }
        self.at += 1;
    }

    fn expand_packed(&mut self, parents: &[ExactKey], out: &mut Vec<PackedChild>) -> bool {
        self.at = 0;
        let Inner { game, abilities, .. } = &*self.inner;
        let packing = abilities.packing.as_ref().expect("keys come from packing");
        let Level { state, moves, children, .. } = &mut self.levels[0];
        if children.is_empty() {
            children.push(state.clone());
        }
        let child = &mut children[0];
        for (parent, key) in parents.iter().enumerate() {
            (packing.unpack)(game, key.0, state);
            let by_chance = game.turn(state) == Turn::Chance;
            game.moves(state, moves);
            for mv in &*moves {
                child.clone_from(state);
                game.apply(child, mv, &mut ());
                let Some(key) = (packing.pack)(game, child) else { return false };
                out.push(PackedChild {
                    parent: parent as u32,
                    key: ExactKey(key),
                    turn: game.turn(child),
                    weight: if by_chance { game.weight(state, mv) } else { 1 },
                });
            }
        }
        true
    }
}
