//! A match: the tree of everything that was played, and where in it we are.

use crate::setting::{BadSetting, Remote, Setting, Sitter, Who};
use crate::snapshot::{Branch, Choice, Ending, Now, Seen, SeenPlay, Snapshot};
use crate::table::{Action, Advice, Refusal, Table};
use senet_game::board::Place;
use senet_game::{Event, Eye, Game, Outcome, Rng, Seat, SeatSet, Turn, Verdict, named};
use senet_players::{Bot, Effort, Engine, Mind, Opinion, Player, Sight, World};
use std::sync::Arc;
use std::time::Duration;

/// Who gives advice, unless somebody else is asked.
pub const ADVISOR: Bot = Bot::Mcts(Mind::of(Effort::Nodes(300)));

/// One game being played.
pub struct Match<G: Game> {
    game: Arc<G>,
    setting: Setting,
    /// The positions that were reached, the first one first. Nothing is ever taken out.
    nodes: Vec<Node<G>>,
    at: usize,
    /// The bots, by who sits first and second, whether or not they swapped.
    bots: Vec<Option<Box<dyn Player<G>>>>,
    /// The other programs that play, in the same order, once they were started.
    engines: Vec<Option<Box<dyn Engine>>>,
}

/// A position, and how it was reached.
struct Node<G: Game> {
    state: G::State,
    now: Now,
    /// How it was reached; the first position was not.
    came: Option<Came<G::Move>>,
    /// What came after it; the one that was visited last is last.
    next: Vec<usize>,
    /// Whether the first two have changed seats.
    swapped: bool,
    /// Moves of players so far.
    moves: u64,
    /// And how many of them since one stirred something.
    quiet: u64,
    /// Plays of any kind so far.
    plays: u64,
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
        if game.hides() && setting.sitters.iter().any(|s| matches!(s.who, Who::Engine(_))) {
            return Err(BadSetting::Engine);
        }
        setting.sitters.resize(seats, Sitter::default());
        setting.sitters = setting.sitters.into_iter().map(Sitter::tidy).collect();
        let bots = setting.sitters.iter().map(bot).collect();
        let engines = (0..seats).map(|_| None).collect();
        let state = game.start();
        let left = setting.clock.map_or(Vec::new(), |c| vec![c.time; seats]);
        let first = Node {
            now: as_now(game.turn(&state)),
            state,
            came: None,
            next: Vec::new(),
            swapped: false,
            moves: 0,
            quiet: 0,
            plays: 0,
            deciding: Vec::new(),
            left,
        };
        Ok(Match { bots, engines, game, setting, nodes: vec![first], at: 0 })
    }

    /// A match in which these moves were made, of players and of chance, by name; an error is a
    /// sentence.
    pub fn after(game: Arc<G>, setting: Setting, names: &[String]) -> Result<Match<G>, String> {
        let mut begun = Match::new(game, setting).map_err(|e| e.to_string())?;
        for name in names {
            let mv = named(&*begun.game, &begun.here().state, name);
            let mv = mv.filter(|_| matches!(begun.now(), Now::Turn(_) | Now::Chance));
            let mv = mv.ok_or_else(|| Refusal::NoSuchMove(name.clone()).to_string())?;
            begun.play(&mv, Duration::ZERO);
        }
        Ok(begun)
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

    /// Whether this is the first decision of the one who did not begin.
    fn can_swap(&self) -> bool {
        let Now::Turn(seat) = self.here().now else {
            return false;
        };
        let path = self.path();
        let before = &path[..path.len() - 1];
        let decided = |s: Seat| before.iter().any(|n| self.nodes[*n].now == Now::Turn(s));
        self.setting.swap && !self.here().swapped && !decided(seat) && decided(Seat(1 - seat.0))
    }

    /// Makes a move for whoever's turn it is.
    ///
    /// The move has to be one of the position's, as for [`Game::apply`].
    pub fn play(&mut self, mv: &G::Move, spent: Duration) {
        let seat = match self.here().now {
            Now::Turn(seat) => Some(seat),
            _ => None,
        };
        let Some((left, spent)) = self.charge(seat, spent) else {
            return;
        };
        let play = Play::Move(mv.clone());
        // Where time counts, the same move is not the same play.
        if self.setting.clock.is_none() && self.revisit(seat, &play) {
            return;
        }
        let here = self.here();
        let mut state = here.state.clone();
        let mut events: Vec<Event> = Vec::new();
        self.game.apply(&mut state, mv, &mut events);
        let moves = here.moves + u64::from(seat.is_some());
        let quiet = if self.game.stirs(mv) { 0 } else { here.quiet + moves - here.moves };
        let now = self.judge(&state, moves, quiet);
        let decided = matches!(now, Now::Over(_, Ending::Rules));
        let last = events.into_iter().map(|e| e.deciding).rfind(|d| !d.is_empty());
        let deciding = if decided { last.unwrap_or_default() } else { Vec::new() };
        let node = Node {
            state,
            now,
            came: Some(Came { from: self.at, by: seat, play, spent }),
            next: Vec::new(),
            swapped: here.swapped,
            moves,
            quiet,
            plays: here.plays + 1,
            deciding,
            left,
        };
        self.push(node);
    }

    /// The clocks after somebody thought for so long, and for how long that was, as records tell it;
    /// `None` if it was too long, and the game is over.
    fn charge(&mut self, seat: Option<Seat>, spent: Duration) -> Option<(Vec<Duration>, Duration)> {
        let spent = Duration::from_millis(u64::try_from(spent.as_millis()).unwrap_or(u64::MAX));
        let mut left = self.here().left.clone();
        if let (Some(seat), Some(clock)) = (seat, self.setting.clock) {
            let at = self.sitter(seat);
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

    /// The turn in a position that was just reached, by the rules of the game and of play.
    fn judge(&self, state: &G::State, moves: u64, quiet: u64) -> Now {
        let now = as_now(self.game.turn(state));
        if !matches!(now, Now::Turn(_) | Now::Chance) {
            return now;
        }
        let rules = self.game.rules_of_play();
        let long = rules.limit.is_some_and(|n| moves >= n);
        let quiet = rules.quiet.is_some_and(|n| quiet >= n);
        let again = rules.repeat.is_some_and(|n| self.times(state) + 1 >= n);
        if long || quiet || again { Now::Over(Outcome::draw(), Ending::Endless) } else { now }
    }

    /// How often a position was there on the way to this one, which counts too.
    fn times(&self, state: &G::State) -> u64 {
        let moved = |n: &&Node<G>| n.came.as_ref().is_none_or(|c| c.play != Play::Swap);
        let path = self.path();
        let nodes = path.iter().map(|n| &self.nodes[*n]).filter(moved);
        nodes.filter(|n| n.state == *state).count() as u64
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
    fn swap(&mut self, spent: Duration) -> Result<(), Refusal> {
        let seat = self.mover()?;
        if !self.can_swap() {
            return Err(Refusal::NoSwap);
        }
        let Some((left, spent)) = self.charge(Some(seat), spent) else {
            return Ok(());
        };
        if self.setting.clock.is_none() && self.revisit(Some(seat), &Play::Swap) {
            return Ok(());
        }
        let came = Came { from: self.at, by: Some(seat), play: Play::Swap, spent };
        let node = Node { swapped: true, left, ..self.beside(came) };
        self.push(node);
        Ok(())
    }

    /// The same position, reached by something that is no move.
    fn beside(&self, came: Came<G::Move>) -> Node<G> {
        let here = self.here();
        Node {
            state: here.state.clone(),
            now: here.now.clone(),
            came: Some(came),
            next: Vec::new(),
            swapped: here.swapped,
            moves: here.moves,
            quiet: here.quiet,
            plays: here.plays + 1,
            deciding: Vec::new(),
            left: here.left.clone(),
        }
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
        let came = Came { from: self.at, by: Some(seat), play, spent: Duration::ZERO };
        let now = Now::Over(Outcome::of(Verdict::Won(winners)), ending);
        let node = Node { now, ..self.beside(came) };
        self.push(node);
    }

    fn lose(&mut self, seat: Seat, play: Play<G::Move>) -> Result<(), Refusal> {
        if usize::from(seat.0) >= self.game.seats() {
            return Err(Refusal::NoSuchSeat(seat));
        }
        if matches!(self.here().now, Now::Over(..)) {
            return Err(Refusal::Over);
        }
        let thinking = self.setting.clock.is_some() && self.here().now == Now::Turn(seat);
        if play == Play::OutOfTime && !thinking {
            return Err(Refusal::InTime);
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

    /// Whether any person plays; if not, undo and redo go one play at a time.
    fn people(&self) -> bool {
        self.setting.sitters.iter().any(|s| s.who == Who::Person)
    }

    fn undo(&mut self) -> Result<(), Refusal> {
        let back = |node: &usize| self.nodes[*node].came.as_ref().map(|c| c.from);
        let mut all = std::iter::successors(back(&self.at), back);
        let people = self.people();
        // What chance or a bot did before anybody decided is not done again.
        let found = all.find(|n| !people || self.persons(*n));
        self.at = found.ok_or(Refusal::NothingToUndo)?;
        Ok(())
    }

    fn redo(&mut self) -> Result<(), Refusal> {
        let on = |node: &usize| self.nodes[*node].next.last().copied();
        let mut all = std::iter::successors(on(&self.at), on);
        let people = self.people();
        let ends = |n: &usize| !people || self.persons(*n) || self.nodes[*n].next.is_empty();
        self.at = all.find(ends).ok_or(Refusal::NothingToRedo)?;
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

    /// What another program plays here. A program that says nothing sensible gives up.
    fn ask(&mut self, at: usize, remote: &Remote, world: &dyn World) -> Result<G::Move, String> {
        let moved = |(_, play, name, _): (_, &Play<G::Move>, String, _)| match play {
            Play::Move(_) => Some(name),
            _ => None,
        };
        let moves: Vec<String> = self.plays().filter_map(moved).collect();
        let engine = match &mut self.engines[at] {
            Some(engine) => engine,
            none => none.insert(world.engine(&remote.command)?),
        };
        let name = engine.best(&moves, remote.effort, world)?;
        named(&*self.game, &self.here().state, &name)
            .ok_or_else(|| format!("it wants to play `{name}`, which is no move here"))
    }

    /// Random numbers for this position: the same whenever it is reached by as many plays, so that
    /// taking back and playing again changes nothing.
    fn rng(&self) -> Rng {
        Rng::nth(self.setting.seed, self.here().plays + 1)
    }
}

fn bot<G: Game + 'static>(sitter: &Sitter) -> Option<Box<dyn Player<G>>> {
    match &sitter.who {
        Who::Person | Who::Engine(_) => None,
        Who::Bot(bot) => Some(bot.player()),
    }
}

/// What somebody thinks who knows no more than the seat whose turn it is has seen on a path.
fn think<G: Game>(
    game: &G,
    nodes: &[Node<G>],
    path: &[usize],
    player: &mut dyn Player<G>,
    rng: &mut Rng,
    world: &dyn World,
) -> Option<Opinion<G::Move>> {
    let state = &nodes[*path.last()?].state;
    let played = path.iter().filter_map(|node| {
        let came = nodes[*node].came.as_ref()?;
        match &came.play {
            Play::Move(mv) => Some((&nodes[came.from].state, mv, &nodes[*node].state)),
            _ => None,
        }
    });
    let sight = Sight::new(game, state, played)?;
    let opinion = player.consider(game, &sight, rng, world);
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    if moves.contains(&opinion.best) {
        return Some(opinion);
    }
    Some(Opinion::of(game.pick(state, rng, &mut moves)))
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
            sitters: seats.map(|s| (sitter(s).name.clone(), sitter(s).who.clone())).collect(),
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

    fn read(&self, text: &str) -> Option<String> {
        self.mover().ok()?;
        let state = &self.here().state;
        self.game.read(state, text).map(|mv| self.game.name(state, &mv))
    }

    fn sit(&mut self, seat: Seat, sitter: Sitter) -> Result<(), Refusal> {
        if usize::from(seat.0) >= self.game.seats() {
            return Err(Refusal::NoSuchSeat(seat));
        }
        if matches!(sitter.who, Who::Engine(_)) && self.game.hides() {
            return Err(Refusal::NoEngine);
        }
        let at = self.sitter(seat);
        let mut bot = bot(&sitter);
        if let Some(bot) = &mut bot {
            bot.ready(&*self.game, &self.here().state).map_err(Refusal::CannotPlay)?;
        }
        self.bots[at] = bot;
        self.engines[at] = None;
        self.setting.sitters[at] = sitter.tidy();
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
            Action::Swap => self.swap(spent),
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
        let began = world.now();
        let Some(bot) = bot else {
            let mv = self.game.pick(&self.here().state, &mut rng, &mut Vec::new());
            self.play(&mv, Duration::ZERO);
            return true;
        };
        if let Who::Engine(remote) = &self.setting.sitters[bot].who {
            let remote = remote.clone();
            let found = self.ask(bot, &remote, world);
            let spent = world.now().saturating_sub(began);
            match (found, self.mover()) {
                (Ok(mv), _) => self.play(&mv, spent),
                (Err(why), Ok(seat)) => {
                    world.complain(&format!("{}: {why}", remote.command));
                    self.end(seat, Play::Resign);
                }
                (Err(_), Err(_)) => return false,
            }
            return true;
        }
        let path = self.path();
        let player = self.bots[bot].as_mut().expect("whoever is no person is a bot");
        let thought = think(&*self.game, &self.nodes, &path, &mut **player, &mut rng, world);
        let opinion = thought.expect("it is somebody's turn");
        let spent = world.now().saturating_sub(began);
        // Whoever would rather be the other becomes the other; who does not know tosses a coin.
        let unhappy = |rng: &mut Rng| opinion.value.map_or(rng.index(2) == 0, |v| v < 0.0);
        if self.can_swap() && unhappy(&mut rng) && self.swap(spent).is_ok() {
            return true;
        }
        self.play(&opinion.best, spent);
        true
    }

    fn advise(&self, bot: Bot, world: &dyn World) -> Option<Advice> {
        let seat = self.mover().ok()?;
        let mut rng = Rng::nth(!self.setting.seed, self.here().plays);
        let (game, path) = (&*self.game, self.path());
        let opinion = think(game, &self.nodes, &path, &mut *bot.player(), &mut rng, world)?;
        let mut state = self.here().state.clone();
        let name = game.name(&state, &opinion.best);
        let mut line = Vec::new();
        for mv in &opinion.line {
            // What others may do is not known where something is hidden.
            if !line.is_empty() && game.hides() {
                break;
            }
            line.push(game.show(&state, mv, Eye::Seat(seat)).text);
            game.apply(&mut state, mv, &mut ());
        }
        let Opinion { value, proven, nodes, .. } = opinion;
        Some(Advice { seat, name, value, proven, tried: nodes, line })
    }

    fn record(&self) -> crate::record::Record {
        self.to_record()
    }
}
