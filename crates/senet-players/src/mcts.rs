//! Monte Carlo tree search.
//!
//! The tree policy is UCT (Kocsis & Szepesvári 2006). Where moves keep their meaning for many turns,
//! as on boards that fill up, it is mixed with all-moves-as-first statistics (RAVE: Gelly & Silver 2007,
//! 2011). Decided positions are propagated (MCTS-Solver: Winands, Björnsson & Saito 2008), for any
//! number of seats and with chance nodes. With several threads each grows a tree of its own, and the
//! visits of the root moves are added up (root parallelization), so that the same seed gives the same
//! play. With hidden information, see [`information_set`].
//!
//! Games that play many playouts together faster than one by one ([`Cursor::lanes`]) collect leaves of the tree for them:
//! see [`waiting`].

mod columns;
mod information_set;
mod reuse;
mod tree;
mod waiting;

use crate::clock::{Deadline, SearchClock};
use crate::config::SearchConfig;
use crate::environment::Environment;
use crate::goal::Utility;
use crate::information::InformationState;
use crate::parallel::in_parallel;
use crate::player::{Knowledge, Player, PlayerError, SearchResult};
use reuse::{Grown, Searched};
use senet_game::{Cursor, DynGame, MoveId, MoveIndex, MovesMade, Outcome, Rng, Seat, Turn};
use std::sync::Arc;
use tree::{Edge, Mover, Node, Tree};
use waiting::Waiting;

/// The UCT exploration constant, for values from -1 to 1.
const EXPLORATION: f32 = 0.9;
/// A tree grows to so many nodes and edges together, and no further.
const TREE_SIZE: usize = 4_000_000;
/// A node is expanded after one visit, and one more for so many siblings: where there are many moves,
/// a first visit tells little, and listing them takes memory.
const SIBLINGS_PER_VISIT: u32 = 32;
/// Leaves are collected once a tree has this many visits for each of them: in a small tree, playouts that are on their way
/// would all begin at the same few leaves.
const VISITS_PER_LANE: u32 = 8;

/// The bot `mcts`, which keeps its trees for the next move.
pub(crate) struct Mcts {
    config: SearchConfig,
    /// A limit of playouts beside the limit of the configuration, for bots whose strength it is.
    playouts: u64,
    /// The game that the rest is about.
    game: Option<Arc<dyn DynGame>>,
    /// The utility of outcomes, found out at the first move.
    utility: Option<Utility>,
    /// What the last search left, with a tree for each thread.
    kept: Option<(Searched, Vec<Grown>)>,
}

impl Mcts {
    pub(crate) fn new(config: SearchConfig, playouts: u64) -> Mcts {
        Mcts { config, playouts, game: None, utility: None, kept: None }
    }

    /// Forgets what it knows of another game.
    fn turn_to(&mut self, game: &Arc<dyn DynGame>) {
        if !self.game.as_ref().is_some_and(|known| Arc::ptr_eq(known, game)) {
            (self.utility, self.kept) = (None, None);
            self.game = Some(Arc::clone(game));
        }
    }

    /// Searches from where a cursor stands.
    fn search(
        &mut self,
        cursor: &mut dyn Cursor,
        rng: &mut Rng,
        deadline: Deadline,
        environment: &dyn Environment,
    ) -> SearchResult {
        let goal = self.config.goal;
        let new = || Utility::new(goal, cursor, rng, &deadline.clock(environment));
        let utility = self.utility.unwrap_or_else(new);
        self.utility = Some(utility).filter(|utility| utility.fits(goal));
        let rave = moves_keep_their_meaning(cursor, rng);
        let (position, referee) = (cursor.save(), cursor.referee().clone());
        // Root parallelization: threads share nothing but the deadline, so results depend on
        // the seed and the number of threads, and not on scheduling.
        let threads = usize::from(self.config.threads.max(1));
        let (earlier, trees) = self.kept.take().unzip();
        let mut trees = trees.unwrap_or_default().into_iter();
        let seed = rng.bits();
        let mut piece = |thread| (trees.next(), cursor.fork(), Rng::nth(seed, thread as u64));
        let work: Vec<_> = (0..threads).map(&mut piece).collect();
        let done = in_parallel(work, |(kept, mut cursor, mut rng)| {
            let clock = deadline.clock(environment);
            let mut tree = None;
            if let (Some(earlier), Some(kept)) = (&earlier, kept)
                && let Some(found) = earlier.reuse(kept, &position, &referee, rave, &clock)
            {
                (tree, cursor) = (Some(found.tree), found.cursor);
            }
            let search = Search::new(&mut *cursor, utility, rave, &clock);
            let (tree, playouts) = search.run(tree, &mut rng);
            (Grown { tree, cursor }, playouts)
        });
        let nodes = done.iter().map(|(_, playouts)| playouts).sum();
        let mut trees: Vec<Grown> = done.into_iter().map(|(grown, _)| grown).collect();
        let result = SearchResult { nodes, ..decide(&mut trees) };
        self.kept = Some((Searched { position, referee, chosen: result.best }, trees));
        result
    }

    /// Searches by what a seat has observed.
    fn search_information(
        &mut self,
        known: &InformationState,
        rng: &mut Rng,
        deadline: Deadline,
        environment: &dyn Environment,
    ) -> SearchResult {
        let goal = self.config.goal;
        let new = || {
            let clock = deadline.clock(environment);
            let mut sample = known.determinize(rng, &mut || clock.is_over_now());
            Utility::new(goal, &mut *sample, rng, &clock)
        };
        let utility = self.utility.unwrap_or_else(new);
        self.utility = Some(utility).filter(|utility| utility.fits(goal));
        let seed = rng.bits();
        let threads = (0..u64::from(self.config.threads.max(1))).collect();
        let found = in_parallel(threads, |thread| {
            let clock = deadline.clock(environment);
            information_set::search(known, utility, &clock, &mut Rng::nth(seed, thread))
        });
        information_set::decide(known, found, rng)
    }
}

impl Player for Mcts {
    fn choose(
        &mut self,
        game: &Arc<dyn DynGame>,
        knowledge: Knowledge<'_>,
        rng: &mut Rng,
        environment: &dyn Environment,
    ) -> Result<SearchResult, PlayerError> {
        let limit = Some(self.config.limit);
        let deadline = Deadline::new(limit, environment).and_nodes(self.playouts);
        knowledge.seat()?;
        self.turn_to(game);
        Ok(match knowledge {
            Knowledge::Open(cursor) => self.search(cursor, rng, deadline, environment),
            Knowledge::Hidden(known) => self.search_information(known, rng, deadline, environment),
        })
    }
}

/// The move that the trees decide for. If one of them has decided the root, it is believed.
fn decide(trees: &mut [Grown]) -> SearchResult {
    let decided = trees.iter().position(|grown| grown.tree.root().is_decided());
    let chosen = decided.unwrap_or(0);
    let summed = if decided.is_none() && trees.len() > 1 { sum_visits(trees) } else { None };
    let Grown { tree, cursor } = &mut trees[chosen];
    let edge = summed.or_else(|| tree.best(0)).expect("a position with a turn has a move");
    let decided = tree.edges[edge].decided();
    let value = decided.or(tree.edges[edge].mean()).unwrap_or(0.0);
    let line = as_indices(&mut **cursor, &tree.principal_variation(edge));
    SearchResult {
        best: line[0],
        value: Some(value.into()),
        proven: decided.is_some() && tree.root().is_proven(),
        nodes: 0,
        line,
    }
}

/// The edge of the first tree whose move was tried most in all of them, unless one of them has proven
/// that it loses.
fn sum_visits(trees: &mut [Grown]) -> Option<usize> {
    let mut visits: Vec<Option<u64>> = Vec::new();
    let mut moves = Vec::new();
    for Grown { tree, cursor } in trees.iter_mut() {
        // Numbers of moves differ between cursors; the canonical order does not.
        cursor.moves(&mut moves);
        visits.resize(moves.len(), Some(0));
        for edge in tree.edges(0) {
            let at = moves.iter().position(|mv| *mv == edge.mv).expect("a move of the root");
            // A move that one tree has proven lost is never chosen, however often the others
            // tried it (`None` absorbs further visits).
            let is_lost = edge.decided().is_some_and(|value| value <= -1.0);
            let more = |sum| (!is_lost).then_some(sum + u64::from(edge.visits));
            visits[at] = visits[at].and_then(more);
        }
    }
    let Grown { tree, cursor } = &mut trees[0];
    cursor.moves(&mut moves);
    let place = |mv: MoveId| moves.iter().position(|m| *m == mv).expect("a move of the root");
    // Edges are in random order, so that of equal moves not always the first is made.
    let mut best: Option<(usize, Option<u64>)> = None;
    for edge in tree.node_edges(0) {
        let visits = visits[place(tree.edges[edge].mv)];
        if best.is_none_or(|(_, most)| visits > most) {
            best = Some((edge, visits));
        }
    }
    best.map(|(edge, _)| edge)
}

/// A line of moves from where a cursor stands, by their places in canonical order.
fn as_indices(cursor: &mut dyn Cursor, line: &[MoveId]) -> Vec<MoveIndex> {
    let mut moves = Vec::new();
    cursor.push();
    let mut index = |mv: &MoveId| {
        cursor.moves(&mut moves);
        let at = moves.iter().position(|m| m == mv).expect("a line of the tree is legal");
        cursor.apply(*mv);
        MoveIndex(at as u32)
    };
    let indices = line.iter().map(&mut index).collect();
    cursor.pop();
    indices
}

/// Whether most moves are there again after a move and the answer to it, and those two are not: then
/// a move means much the same whenever it is made, as all-moves-as-first statistics assume.
fn moves_keep_their_meaning(cursor: &mut dyn Cursor, rng: &mut Rng) -> bool {
    let (mut before, mut after, mut made) = (Vec::new(), Vec::new(), Vec::new());
    cursor.moves(&mut before);
    // RAVE needs many alternatives to pay; with few moves plain UCT has visited all of them
    // soon enough.
    if before.len() < 8 {
        return false;
    }
    cursor.push();
    while made.len() < 2 && matches!(cursor.turn(), Turn::Player(_)) {
        let mv = cursor.random_move(rng);
        cursor.apply(mv);
        made.push(mv);
    }
    cursor.moves(&mut after);
    cursor.pop();
    before.sort_unstable();
    let again = after.iter().filter(|mv| before.binary_search(mv).is_ok()).count();
    made.len() == 2 && again * 4 >= before.len() * 3 && !made.iter().any(|mv| after.contains(mv))
}

/// One thread's search. The cursor stands at the root between two playouts.
struct Search<'a, 'c> {
    cursor: &'a mut dyn Cursor,
    utility: Utility,
    clock: &'a SearchClock<'c>,
    /// The moves from the end of the playout up to the node in hand, for RAVE.
    made: Option<MovesMade>,
    /// So many leaves are collected, where that pays.
    lanes: Option<usize>,
    waiting: Waiting,
    /// The way down: nodes, and the edges that were taken.
    path: Vec<(usize, usize)>,
    moves: Vec<MoveId>,
}

/// What a playout came to.
enum Reward {
    /// The value of a decided node.
    Decided(usize),
    Of(Outcome),
}

impl<'a, 'c> Search<'a, 'c> {
    fn new(
        cursor: &'a mut dyn Cursor,
        utility: Utility,
        rave: bool,
        clock: &'a SearchClock<'c>,
    ) -> Search<'a, 'c> {
        let made = rave.then(|| MovesMade::new(cursor.seats()));
        // RAVE asks which moves a playout made, and lanes do not tell.
        let lanes = cursor.lanes().filter(|_| !rave);
        let (waiting, path, moves) = (Waiting::default(), Vec::new(), Vec::new());
        Search { cursor, utility, clock, made, lanes, waiting, path, moves }
    }

    /// Makes playouts until the limit is reached or the root is decided; how many there were.
    fn run(mut self, tree: Option<Tree>, rng: &mut Rng) -> (Tree, u64) {
        let mut tree = tree.unwrap_or_else(|| {
            let mut tree = Tree::new(self.cursor.seats(), self.made.is_some());
            self.add_node(&mut tree);
            tree
        });
        if !tree.root().is_expanded() {
            self.expand(&mut tree, 0, rng);
        }
        let mut playouts = 0;
        // At least one, so that there is something to choose by.
        // Selection, expansion, simulation, backpropagation: one round of the four is a
        // playout here.
        while !tree.root().is_decided() && (playouts == 0 || !self.clock.is_spent(playouts)) {
            self.cursor.push();
            self.playout(&mut tree, rng);
            self.cursor.pop();
            playouts += 1;
            if self.lanes.is_some_and(|lanes| self.waiting.len() >= lanes) {
                self.play_waiting(&mut tree, rng);
            }
        }
        self.play_waiting(&mut tree, rng);
        (tree, playouts)
    }

    /// One way down the tree, at random to the end, and what was learned back up.
    fn playout(&mut self, tree: &mut Tree, rng: &mut Rng) {
        self.path.clear();
        if let Some(made) = &mut self.made {
            made.clear();
        }
        let mut at = 0;
        let mut visits_to_expand = 0;
        let reward = loop {
            if tree.nodes[at].is_decided() {
                break Reward::Decided(at);
            }
            if !tree.nodes[at].is_expanded() {
                if tree.nodes[at].visits < visits_to_expand || tree.size() >= TREE_SIZE {
                    if self.collects(tree) {
                        tree.nodes[at].visits += 1;
                        self.cursor.add_start();
                        return self.waiting.add(tree, &self.path);
                    }
                    let clock = self.clock;
                    let stop = &mut || clock.is_over();
                    break Reward::Of(self.cursor.playout(rng, stop, self.made.as_mut()));
                }
                self.expand(tree, at, rng);
            }
            let edge = match tree.nodes[at].mover {
                Mover::Seat(_) => tree.select(at),
                _ => {
                    let mv = self.cursor.random_move(rng);
                    tree.edge_of(at, mv).expect("all moves of chance are listed")
                }
            };
            visits_to_expand = 1 + tree.edges(at).len() as u32 / SIBLINGS_PER_VISIT;
            self.path.push((at, edge));
            self.cursor.apply(tree.edges[edge].mv);
            at = match tree.edges[edge].child() {
                Some(child) => child,
                None => {
                    let child = self.add_node(tree);
                    tree.edges[edge].set_child(child);
                    child
                }
            };
        };
        tree.nodes[at].visits += 1;
        self.back_up(tree, &reward);
    }

    /// Whether leaves wait for each other.
    fn collects(&self, tree: &Tree) -> bool {
        let enough = |lanes| u64::from(tree.root().visits / VISITS_PER_LANE) >= lanes as u64;
        self.lanes.is_some_and(enough)
    }

    /// Makes the playouts of all leaves that wait.
    fn play_waiting(&mut self, tree: &mut Tree, rng: &mut Rng) {
        if self.waiting.len() > 0 {
            let (clock, seed) = (self.clock, rng.bits());
            self.waiting.play(self.cursor, tree, self.utility, seed, &|| clock.is_over());
        }
    }

    /// Adds a node for where the cursor stands. Where play has ended, it is decided.
    fn add_node(&self, tree: &mut Tree) -> usize {
        let (mover, end) = match self.cursor.turn() {
            Turn::Player(seat) => (Mover::Seat(seat), None),
            Turn::Chance => (Mover::Chance, None),
            // What a draw rule ended, or a limit of the engine, holds for this path and proves
            // nothing. (Nodes of the tree are paths: each has one parent.)
            Turn::Over(outcome) => {
                (Mover::Nobody, Some((outcome, !self.cursor.referee().is_draw())))
            }
            Turn::Stopped(_) => (Mover::Nobody, Some((Outcome::draw(), false))),
        };
        let mut node = Node::new(mover);
        if let Some((outcome, proven)) = end {
            let values = |seat| self.utility.of(&outcome, Seat(seat as u8)) as f32;
            node.decide(tree.add_values((0..self.cursor.seats()).map(values)), proven);
        }
        tree.nodes.push(node);
        tree.nodes.len() - 1
    }

    /// Lists the moves of a node, in random order.
    fn expand(&mut self, tree: &mut Tree, at: usize, rng: &mut Rng) {
        self.cursor.moves(&mut self.moves);
        // Fisher–Yates: without it, moves that are equally good would always be tried in
        // canonical order, and the first would be preferred.
        for i in (1..self.moves.len()).rev() {
            self.moves.swap(i, rng.index(i as u64 + 1) as usize);
        }
        let by_chance = tree.nodes[at].mover == Mover::Chance;
        let weight = |mv| if by_chance { self.cursor.weight(mv) as f32 } else { 1.0 };
        tree.expand(at, self.moves.iter().map(|mv| Edge::new(*mv, weight(*mv))));
    }

    /// Carries a reward back up to the root.
    fn back_up(&mut self, tree: &mut Tree, reward: &Reward) {
        while let Some((at, edge)) = self.path.pop() {
            let Mover::Seat(seat) = tree.nodes[at].mover else {
                tree.update(at, edge, 0.0);
                tree.decide(at, edge);
                continue;
            };
            let value = match reward {
                Reward::Decided(end) => tree.value(*end, seat),
                Reward::Of(outcome) => self.utility.of(outcome, seat) as f32,
            };
            tree.update(at, edge, value);
            if let Some(made) = &mut self.made {
                // On the way up `made` grows by the moves of the tree: at each node
                // it holds what was made from there on, as all-moves-as-first counts
                // it.
                made.insert(seat, tree.edges[edge].mv);
                tree.update_amaf(at, seat, made, value);
            }
            tree.decide(at, edge);
        }
    }
}
