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
use crate::sight::Sight;
use crate::think::{Opinion, Player, World};
use crate::together::together;
use crate::walk::{Later, Moves, On, Walk};
use senet_game::{Game, Outcome, Rng, Seat, Turn};
use tree::{Edge, NONE, Node, Tree, Who};
use unseen::Unseen;

/// A tree grows to so many positions and moves, and no further.
const MOST: usize = 4_000_000;
/// The moves of a position are listed after one visit, and one more for so many moves that there were
/// to choose from: with few visits, many moves tell little and take much memory.
const EACH: u32 = 32;
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
    trees: Vec<Grown<G>>,
}

/// A tree, and the moves that its numbers stand for.
type Grown<G> = (Tree, Moves<<G as Game>::Move>);

impl<G: Game> Mcts<G> {
    pub(crate) fn new(mind: Mind) -> Mcts<G> {
        Mcts { mind, yardstick: None, kept: None }
    }

    fn yardstick(&mut self, game: &G, state: &G::State, rng: &mut Rng) -> Yardstick {
        let goal = self.mind.goal;
        *self.yardstick.get_or_insert_with(|| Yardstick::new(goal, game, state, rng))
    }

    /// The trees that were built for an earlier position, as far as they are about this one.
    fn reuse(&mut self, game: &G, state: &G::State, rave: bool) -> Vec<Option<Grown<G>>> {
        let Some(Kept { before, chosen, trees }) = self.kept.take() else {
            return (0..self.mind.threads).map(|_| None).collect();
        };
        let again = |(tree, moves): Grown<G>| {
            let chosen = moves.find(&chosen)?;
            if moves.len() > MOST || tree.rave != rave {
                return None;
            }
            let mut walk = On::from(game, &before, moves);
            let edge = tree.edges(0).iter().find(|e| e.mv == chosen && e.node != NONE)?;
            walk.go(chosen);
            let mut left = LOOKED_AT;
            let at = find(&mut walk, &tree, edge.node as usize, state, 2, &mut left)?;
            Some((tree.part(at), walk.into_moves()))
        };
        trees.into_iter().map(again).collect()
    }
}

/// The node of a position, at most `depth` moves below another. Only moves that were tried are
/// followed, and not more than some.
fn find<G: Game>(
    walk: &mut On<'_, G>,
    tree: &Tree,
    at: usize,
    wanted: &G::State,
    depth: usize,
    left: &mut usize,
) -> Option<usize> {
    if walk.here() == wanted {
        return Some(at);
    }
    if depth == 0 {
        return None;
    }
    tree.edges(at).iter().filter(|e| e.node != NONE).find_map(|edge| {
        *left = left.checked_sub(1)?;
        walk.deeper();
        walk.go(edge.mv);
        let found = find(walk, tree, edge.node as usize, wanted, depth - 1, left);
        walk.back();
        found
    })
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
        let rave = stays(&mut On::from(game, state, Moves::default()), rng);
        let mind = self.mind;
        let think = |kept: Option<Grown<G>>, mut rng: Rng| {
            let watch = Watch::new(mind.effort, world);
            let (tree, moves) = kept.map_or((None, Moves::default()), |(t, m)| (Some(t), m));
            let mut walk = On::from(game, state, moves);
            let (tree, nodes) =
                Search::new(&mut walk, yardstick, rave, &watch).think(tree, &mut rng);
            ((tree, walk.into_moves()), nodes)
        };
        let kept = self.reuse(game, state, rave);
        let (trees, nodes) = all(kept, rng, think);
        let opinion = opinion::<G>(&trees, nodes);
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
    let done = together(numbered.collect(), |(one, rng)| think(one, rng));
    let playouts = done.iter().map(|(_, n)| n).sum();
    (done.into_iter().map(|(one, _)| one).collect(), playouts)
}

/// What the trees say. If one of them knows for certain, it is believed.
fn opinion<G: Game>(trees: &[Grown<G>], nodes: u64) -> Opinion<G::Move> {
    let certain = trees.iter().find(|(tree, _)| tree.nodes[0].proven.is_some());
    let (tree, moves) = certain.unwrap_or(&trees[0]);
    let best = match certain {
        None if trees.len() > 1 => summed::<G>(trees),
        _ => tree.best(0),
    };
    let best = best.expect("a position with a turn has a move");
    let edge = &tree.edges[best];
    let certain = edge.certain();
    let value = certain.or(edge.mean()).unwrap_or(0.0);
    Opinion {
        best: moves.of(edge.mv).clone(),
        value: Some(value.into()),
        proven: certain.is_some() && tree.nodes[0].proven.is_some(),
        nodes,
        line: tree.line(best).into_iter().map(|mv| moves.of(mv).clone()).collect(),
    }
}

/// The edge of the first tree whose move was tried most in all of them, unless one knows that it is
/// lost.
fn summed<G: Game>(trees: &[Grown<G>]) -> Option<usize> {
    let (first, names) = &trees[0];
    let edges = first.edges(0);
    let mut visits = vec![Some(0_u64); edges.len()];
    for (tree, moves) in trees {
        for (edge, visits) in edges.iter().zip(&mut visits) {
            let mv = moves.find(names.of(edge.mv));
            let same = mv.and_then(|mv| tree.edges(0).iter().find(|e| e.mv == mv));
            let tried = same.filter(|e| e.certain().is_none_or(|v| v > -1.0));
            *visits = visits.and_then(|sum| Some(sum + u64::from(tried?.visits)));
        }
    }
    (0..edges.len()).max_by_key(|i| (visits[*i], edges.len() - i))
}

/// Whether most moves are there again after a move and the answer to it.
fn stays(walk: &mut dyn Walk, rng: &mut Rng) -> bool {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    walk.moves(&mut before);
    for _ in 0..2 {
        if !matches!(walk.turn(), Turn::Player(_)) {
            return false;
        }
        let mv = walk.pick(rng);
        walk.go(mv);
    }
    walk.moves(&mut after);
    // Numbers are given in the order in which moves are met.
    let same = after.iter().filter(|mv| (**mv as usize) < before.len()).count();
    before.len() >= 8 && same * 4 >= before.len() * 3
}

struct Search<'a, 'w> {
    walk: &'a mut dyn Walk,
    yardstick: Yardstick,
    watch: &'a Watch<'w>,
    /// The moves of the playout from here on, and whose they were, if that is of interest.
    later: Option<Later>,
    /// The way down: a node, and the edge that was taken.
    path: Vec<(usize, usize)>,
    moves: Vec<u32>,
}

impl<'a, 'w> Search<'a, 'w> {
    fn new(
        walk: &'a mut dyn Walk,
        yardstick: Yardstick,
        rave: bool,
        watch: &'a Watch<'w>,
    ) -> Search<'a, 'w> {
        let later = rave.then(|| Later::new(walk.seats()));
        Search { walk, yardstick, watch, later, path: Vec::new(), moves: Vec::new() }
    }

    /// Tries moves until the effort is used up or everything is known; how many playouts it took.
    fn think(&mut self, tree: Option<Tree>, rng: &mut Rng) -> (Tree, u64) {
        self.walk.home();
        let fresh = || Tree::new(node(&*self.walk, self.yardstick), self.later.is_some());
        let mut tree = tree.unwrap_or_else(fresh);
        if !tree.nodes[0].listed() {
            self.list(&mut tree, 0, rng);
        }
        let mut nodes = 0;
        // At least one playout, so that there is something to choose by.
        while tree.nodes[0].proven.is_none() && (nodes == 0 || !self.watch.spent(nodes)) {
            self.playout(&mut tree, rng);
            nodes += 1;
        }
        (tree, nodes)
    }

    /// One way down the tree and on at random to the end, and what was learned back up.
    fn playout(&mut self, tree: &mut Tree, rng: &mut Rng) {
        self.walk.home();
        self.path.clear();
        if let Some(later) = &mut self.later {
            later.forget();
        }
        let mut at = 0;
        let mut enough = 0;
        let reward = loop {
            if tree.nodes[at].proven.is_some() {
                break Reward::Known(at);
            }
            if !tree.nodes[at].listed() {
                if tree.nodes[at].visits < enough || tree.size() >= MOST {
                    break Reward::Of(self.walk.play_out(rng, self.watch, self.later.as_mut()));
                }
                self.list(tree, at, rng);
            }
            let edge = match tree.nodes[at].who {
                Who::Seat(_) => tree.choose(at),
                _ => {
                    let mv = self.walk.pick(rng);
                    tree.number(at, mv).expect("every outcome is listed")
                }
            };
            enough = 1 + tree.edges(at).len() as u32 / EACH;
            self.path.push((at, edge));
            self.walk.go(tree.edges[edge].mv);
            at = tree.follow(edge, || node(&*self.walk, self.yardstick));
        };
        tree.nodes[at].visits += 1;
        self.learn(tree, &reward);
    }

    /// Lists the moves of a node, in an order of its own.
    fn list(&mut self, tree: &mut Tree, at: usize, rng: &mut Rng) {
        self.walk.moves(&mut self.moves);
        for i in (1..self.moves.len()).rev() {
            self.moves.swap(i, rng.index(i as u64 + 1) as usize);
        }
        let chance = tree.nodes[at].who == Who::Chance;
        let weight = |mv: u32| if chance { self.walk.weight(mv) as f32 } else { 1.0 };
        tree.list(at, self.moves.iter().map(|mv| Edge::new(*mv, weight(*mv))));
    }

    /// Carries a reward back up.
    fn learn(&mut self, tree: &mut Tree, reward: &Reward) {
        while let Some((at, edge)) = self.path.pop() {
            let Who::Seat(seat) = tree.nodes[at].who else {
                tree.learn(at, edge, 0.0);
                tree.prove(at, edge);
                continue;
            };
            let value = match reward {
                Reward::Known(end) => tree.worth(*end, seat),
                Reward::Of(outcome) => self.yardstick.worth(outcome, seat) as f32,
            };
            tree.learn(at, edge, value);
            if let Some(later) = &mut self.later {
                later.hear(seat, tree.edges[edge].mv);
                tree.learn_later(at, seat, later, value);
            }
            tree.prove(at, edge);
        }
    }
}

/// What a playout came to.
enum Reward {
    /// What a node is certain to be worth.
    Known(usize),
    Of(Outcome),
}

/// A node for where the walk is.
fn node(walk: &dyn Walk, yardstick: Yardstick) -> Node {
    let worth = |outcome: &Outcome| {
        let each = (0..walk.seats()).map(|seat| yardstick.worth(outcome, Seat(seat as u8)) as f32);
        Node::new(Who::Nobody, Some(each.collect()))
    };
    match walk.turn() {
        Turn::Player(seat) => Node::new(Who::Seat(seat), None),
        Turn::Chance => Node::new(Who::Chance, None),
        Turn::Over(outcome) => worth(&outcome),
        Turn::Stopped(_) => worth(&Outcome::draw()),
    }
}
