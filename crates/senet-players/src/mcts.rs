//! Monte Carlo tree search: moves are tried in random play, and those more often that do well.
//!
//! Any number of seats, chance included. What is decided is known to be decided: a position with a
//! winning move is won, and one whose moves are all decided has the value of the best. Where the
//! same moves are there again a little later, as on boards that fill up, a move also learns from
//! playouts in which it came later (RAVE). Several may think at the same time, each with a tree of
//! their own; what they found out is added up.

mod tree;
mod unseen;

use crate::bot::Mind;
use crate::effort::Watch;
use crate::goal::Yardstick;
use crate::playout::longest;
use crate::sight::Sight;
use crate::think::{Opinion, Player, World};
use rustc_hash::FxHashSet;
use senet_game::{Game, Outcome, Rng, Seat, Turn};
use tree::{Edge, NONE, Node, Tree, Who};
use unseen::Unseen;

/// A tree grows to so many positions and moves, and no further.
const MOST: usize = 4_000_000;
/// How much moves are tried that did badly so far.
const EXPLORE: f32 = 0.9;
/// So many moves are made to find a position again in the tree of an earlier one.
const LOOKED_AT: usize = 500;

/// A player who searches this way, and keeps what it found out for its next move.
pub(crate) struct Mcts<G: Game> {
    mind: Mind,
    yardstick: Option<Yardstick>,
    kept: Option<Kept<G>>,
}

/// The position that was thought about last, with the move that was chosen and the trees.
struct Kept<G: Game> {
    before: G::State,
    chosen: G::Move,
    trees: Vec<Tree<G::Move>>,
}

impl<G: Game> Mcts<G> {
    pub(crate) fn new(mind: Mind) -> Mcts<G> {
        Mcts { mind, yardstick: None, kept: None }
    }

    fn yardstick(&mut self, game: &G, state: &G::State, rng: &mut Rng) -> Yardstick {
        let goal = self.mind.goal;
        *self.yardstick.get_or_insert_with(|| Yardstick::new(goal, game, state, rng))
    }

    /// The trees that were built for an earlier position, as far as they are about this one.
    fn reuse(&mut self, game: &G, state: &G::State, yard: Yardstick) -> Vec<Tree<G::Move>> {
        let fresh = || Tree::new(node(game, state, yard));
        let Some(Kept { before, chosen, trees }) = self.kept.take() else {
            return (0..self.mind.threads).map(|_| fresh()).collect();
        };
        let again = |tree: Tree<G::Move>| {
            let edge = tree.nodes[0].edges.iter().find(|e| e.mv == chosen && e.node != NONE)?;
            let mut after = before.clone();
            game.apply(&mut after, &chosen, &mut ());
            let mut left = LOOKED_AT;
            let at = find(game, &after, &tree, edge.node as usize, state, 2, &mut left)?;
            Some(tree.below(at))
        };
        trees.into_iter().map(|tree| again(tree).unwrap_or_else(fresh)).collect()
    }
}

/// The node of a position, at most `depth` moves below another. Only moves that were tried are
/// followed, and not more than some.
fn find<G: Game>(
    game: &G,
    state: &G::State,
    tree: &Tree<G::Move>,
    at: usize,
    wanted: &G::State,
    depth: usize,
    left: &mut usize,
) -> Option<usize> {
    if state == wanted {
        return Some(at);
    }
    if depth == 0 {
        return None;
    }
    tree.nodes[at].edges.iter().filter(|e| e.node != NONE).find_map(|edge| {
        *left = left.checked_sub(1)?;
        let mut after = state.clone();
        game.apply(&mut after, &edge.mv, &mut ());
        find(game, &after, tree, edge.node as usize, wanted, depth - 1, left)
    })
}

fn node<G: Game, M>(game: &G, state: &G::State, yardstick: Yardstick) -> Node<M> {
    let (who, proven) = match game.turn(state) {
        Turn::Player(seat) => (Who::Seat(seat), None),
        Turn::Chance => (Who::Chance, None),
        Turn::Over(outcome) => (Who::Nobody, Some(worth(game, yardstick, &outcome))),
        Turn::Stopped(_) => (Who::Nobody, Some(worth(game, yardstick, &Outcome::draw()))),
    };
    Node { who, proven, edges: Vec::new(), listed: false, tried: 0, visits: 0 }
}

/// What an outcome is worth, seat by seat.
fn worth<G: Game>(game: &G, yardstick: Yardstick, outcome: &Outcome) -> Box<[f32]> {
    (0..game.seats()).map(|s| yardstick.worth(outcome, Seat(s as u8)) as f32).collect()
}

impl<G: Game> Player<G> for Mcts<G> {
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        rng: &mut Rng,
        world: &dyn World,
    ) -> Opinion<G::Move> {
        let yardstick = self.yardstick(game, state, rng);
        let rave = stays(game, state, rng);
        let mind = self.mind;
        let think = |mut tree: Tree<G::Move>, mut rng: Rng| {
            let watch = Watch::new(mind.effort, world);
            let mut search = Search::new(game, yardstick, rave, &watch);
            let nodes = search.think(&mut tree, state, &mut rng);
            (tree, nodes)
        };
        let trees = self.reuse(game, state, yardstick);
        let (trees, nodes) = all(trees, rng, think);
        let opinion = opinion(&trees, nodes);
        let (before, chosen) = (state.clone(), opinion.best.clone());
        self.kept = Some(Kept { before, chosen, trees });
        opinion
    }

    fn consider(
        &mut self,
        game: &G,
        sight: &Sight<'_, G>,
        rng: &mut Rng,
        world: &dyn World,
    ) -> Opinion<G::Move> {
        if let Some(state) = sight.open() {
            return self.choose(game, state, rng, world);
        }
        let yardstick = self.yardstick(game, &game.start(), rng);
        let mind = self.mind;
        let think = |(), mut rng: Rng| {
            let watch = Watch::new(mind.effort, world);
            let mut search = Unseen::new(game, sight.seat(), yardstick, &watch);
            search.think(sight, &mut rng)
        };
        let (tallies, playouts) = all(vec![(); mind.threads.into()], rng, think);
        unseen::together(tallies, playouts)
    }
}

/// Lets several think at the same time, each about something of their own and with random numbers
/// of their own: what they found out, and how many playouts they made together.
fn all<T: Send, U: Send>(
    what: Vec<T>,
    rng: &mut Rng,
    think: impl Fn(T, Rng) -> (U, u64) + Sync,
) -> (Vec<U>, u64) {
    let seed = rng.bits();
    let numbered = what.into_iter().enumerate().map(|(i, one)| (one, Rng::nth(seed, i as u64)));
    let mut numbered: Vec<(T, Rng)> = numbered.collect();
    let done: Vec<(U, u64)> = if numbered.len() == 1 {
        numbered.drain(..).map(|(one, rng)| think(one, rng)).collect()
    } else {
        std::thread::scope(|scope| {
            let think = &think;
            let begun: Vec<_> = numbered
                .into_iter()
                .map(|(one, rng)| scope.spawn(move || think(one, rng)))
                .collect();
            begun.into_iter().map(|t| t.join().expect("thinking does not panic")).collect()
        })
    };
    let playouts = done.iter().map(|(_, n)| n).sum();
    (done.into_iter().map(|(one, _)| one).collect(), playouts)
}

/// What the trees say. If one of them knows for certain, it is believed.
fn opinion<M: Clone + PartialEq>(trees: &[Tree<M>], nodes: u64) -> Opinion<M> {
    let certain = trees.iter().find(|tree| tree.nodes[0].proven.is_some());
    let tree = certain.unwrap_or(&trees[0]);
    let best = match certain {
        None if trees.len() > 1 => summed(trees),
        _ => tree.best(0).expect("a position with a turn has a move"),
    };
    let root = &tree.nodes[0];
    let edge = &root.edges[best];
    let certain = match root.who {
        Who::Seat(seat) => tree.certain(edge, seat),
        _ => None,
    };
    let mean = if edge.visits == 0 { 0.0 } else { f64::from(edge.sum) / f64::from(edge.visits) };
    Opinion {
        best: edge.mv.clone(),
        value: Some(certain.map_or(mean, f64::from)),
        proven: certain.is_some() && root.proven.is_some(),
        nodes,
        line: tree.line(best),
    }
}

/// The edge of the first tree whose move was tried most in all of them, unless one knows that it is
/// lost.
fn summed<M: Clone + PartialEq>(trees: &[Tree<M>]) -> usize {
    let visits = |mv: &M| {
        let each = trees.iter().map(|tree| {
            let root = &tree.nodes[0];
            let edge = root.edges.iter().find(|e| e.mv == *mv)?;
            let lost = match root.who {
                Who::Seat(seat) => tree.certain(edge, seat).is_some_and(|v| v <= -1.0),
                _ => false,
            };
            (!lost).then_some(u64::from(edge.visits))
        });
        each.sum::<Option<u64>>()
    };
    let edges = trees[0].nodes[0].edges.iter().enumerate();
    let best = edges.max_by_key(|(i, edge)| (visits(&edge.mv), usize::MAX - i));
    best.map(|(i, _)| i).expect("a position with a turn has a move")
}

/// Whether most moves are there again after a move and the answer to it.
fn stays<G: Game>(game: &G, state: &G::State, rng: &mut Rng) -> bool {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let before: FxHashSet<G::Move> = moves.iter().cloned().collect();
    let mut after = state.clone();
    for _ in 0..2 {
        if !matches!(game.turn(&after), Turn::Player(_)) {
            return false;
        }
        let mv = game.pick(&after, rng, &mut moves);
        game.apply(&mut after, &mv, &mut ());
    }
    game.moves(&after, &mut moves);
    let same = moves.iter().filter(|m| before.contains(m)).count();
    before.len() >= 8 && same * 4 >= before.len() * 3
}

struct Search<'a, 'w, G: Game> {
    game: &'a G,
    yardstick: Yardstick,
    watch: &'a Watch<'w>,
    rave: bool,
    /// How many moves a playout may have.
    longest: u64,
    /// The way down: a node, and the edge that was taken.
    path: Vec<(usize, usize)>,
    /// The moves of the playout from here on, and whose they were.
    later: FxHashSet<(Seat, G::Move)>,
    moves: Vec<G::Move>,
}

impl<'a, 'w, G: Game> Search<'a, 'w, G> {
    fn new(
        game: &'a G,
        yardstick: Yardstick,
        rave: bool,
        watch: &'a Watch<'w>,
    ) -> Search<'a, 'w, G> {
        Search {
            game,
            yardstick,
            watch,
            rave,
            longest: longest(game),
            path: Vec::new(),
            later: FxHashSet::default(),
            moves: Vec::new(),
        }
    }

    /// Tries moves until the effort is used up or everything is known; how many playouts it took.
    fn think(&mut self, tree: &mut Tree<G::Move>, state: &G::State, rng: &mut Rng) -> u64 {
        let mut nodes = 0;
        // At least one playout, so that there is something to choose by.
        while tree.nodes[0].proven.is_none() && (nodes == 0 || !self.watch.spent(nodes)) {
            self.playout(tree, state, rng);
            nodes += 1;
        }
        if tree.nodes[0].edges.is_empty() {
            self.list(tree, 0, state, rng);
        }
        nodes
    }

    /// One way down the tree and on at random to the end, and what was learned back up.
    fn playout(&mut self, tree: &mut Tree<G::Move>, root: &G::State, rng: &mut Rng) {
        let mut state = root.clone();
        self.path.clear();
        self.later.clear();
        let mut at = 0;
        let reward = loop {
            if let Some(proven) = &tree.nodes[at].proven {
                break proven.clone();
            }
            if !tree.nodes[at].listed {
                if at != 0 && (tree.nodes[at].visits == 0 || tree.size >= MOST) {
                    break self.on(&mut state, rng);
                }
                self.list(tree, at, &state, rng);
            }
            let edge = match tree.nodes[at].who {
                Who::Seat(seat) => tree.choose(at, seat, self.rave),
                _ => {
                    let mv = self.game.pick(&state, rng, &mut self.moves);
                    let same = |e: &Edge<G::Move>| e.mv == mv;
                    tree.nodes[at].edges.iter().position(same).expect("every outcome is listed")
                }
            };
            self.path.push((at, edge));
            self.game.apply(&mut state, &tree.nodes[at].edges[edge].mv, &mut ());
            if tree.nodes[at].edges[edge].node == NONE {
                let number = tree.nodes.len() as u32;
                tree.nodes.push(node(self.game, &state, self.yardstick));
                tree.size += 1;
                tree.nodes[at].edges[edge].node = number;
            }
            at = tree.nodes[at].edges[edge].node as usize;
        };
        tree.nodes[at].visits += 1;
        self.learn(tree, &reward);
    }

    /// Lists the moves of a node, in an order of its own.
    fn list(&mut self, tree: &mut Tree<G::Move>, at: usize, state: &G::State, rng: &mut Rng) {
        self.game.moves(state, &mut self.moves);
        let chance = matches!(tree.nodes[at].who, Who::Chance);
        let weight = |mv: &G::Move| match chance {
            true => self.game.weight(state, mv) as f32,
            false => 1.0,
        };
        let edges = self.moves.iter().map(|mv| Edge::new(mv.clone(), weight(mv)));
        let mut edges: Vec<Edge<G::Move>> = edges.collect();
        for i in (1..edges.len()).rev() {
            edges.swap(i, rng.index(i as u64 + 1) as usize);
        }
        tree.size += edges.len();
        tree.nodes[at].edges = edges;
        tree.nodes[at].listed = true;
    }

    /// Plays on at random.
    fn on(&mut self, state: &mut G::State, rng: &mut Rng) -> Box<[f32]> {
        for _ in 0..self.longest {
            if self.watch.late() {
                break;
            }
            let seat = match self.game.turn(state) {
                Turn::Over(outcome) => return worth(self.game, self.yardstick, &outcome),
                Turn::Stopped(_) => break,
                Turn::Player(seat) => Some(seat),
                Turn::Chance => None,
            };
            let mv = self.game.pick(state, rng, &mut self.moves);
            self.game.apply(state, &mv, &mut ());
            if let (true, Some(seat)) = (self.rave, seat) {
                self.later.insert((seat, mv));
            }
        }
        worth(self.game, self.yardstick, &Outcome::draw())
    }

    /// Carries a reward back up.
    fn learn(&mut self, tree: &mut Tree<G::Move>, reward: &[f32]) {
        while let Some((at, edge)) = self.path.pop() {
            let who = tree.nodes[at].who;
            let value = match who {
                Who::Seat(seat) => reward[usize::from(seat.0)],
                _ => 0.0,
            };
            let node = &mut tree.nodes[at];
            node.visits += 1;
            node.edges[edge].visits += 1;
            node.edges[edge].sum += value;
            if let (true, Who::Seat(seat)) = (self.rave, who) {
                self.later.insert((seat, node.edges[edge].mv.clone()));
                for edge in &mut node.edges {
                    if self.later.contains(&(seat, edge.mv.clone())) {
                        edge.later_visits += 1;
                        edge.later_sum += value;
                    }
                }
            }
            tree.prove(at, edge);
        }
    }
}
