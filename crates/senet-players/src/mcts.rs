//! Monte Carlo tree search: moves are tried in random play, and those more often that do well.
//!
//! Any number of seats, chance included. What is decided is known to be decided: a position with a
//! winning move is won, and one whose moves are all decided has the value of the best. Where the
//! same moves are there again a little later, as on boards that fill up, a move also learns from
//! playouts in which it came later (RAVE).

mod tree;

use crate::bot::Effort;
use crate::playout::longest;
use crate::think::{Opinion, Player, World};
use rustc_hash::FxHashSet;
use senet_game::{Game, Outcome, Rng, Seat, Turn};
use tree::{Edge, NONE, Node, Tree, Who};

/// A tree grows to so many positions and moves, and no further.
const MOST: usize = 4_000_000;

/// A player who searches this way, and keeps what it found out for its next move.
pub(crate) struct Mcts<G: Game> {
    effort: Effort,
    kept: Option<(G::State, Tree<G::Move>)>,
}

impl<G: Game> Mcts<G> {
    pub(crate) fn new(effort: Effort) -> Mcts<G> {
        Mcts { effort, kept: None }
    }

    /// The tree that was built for an earlier position, as far as it is about this one.
    fn reuse(&mut self, game: &G, state: &G::State) -> Tree<G::Move> {
        let found = self.kept.take().and_then(|(before, tree)| {
            let at = find(game, &before, &tree, 0, state, 3)?;
            Some(tree.below(at))
        });
        found.unwrap_or_else(|| Tree::new(node(game, state)))
    }
}

/// The node of a position, at most `depth` moves below another. Only moves that were tried are
/// followed.
fn find<G: Game>(
    game: &G,
    state: &G::State,
    tree: &Tree<G::Move>,
    at: usize,
    wanted: &G::State,
    depth: usize,
) -> Option<usize> {
    if state == wanted {
        return Some(at);
    }
    if depth == 0 {
        return None;
    }
    tree.nodes[at].edges.iter().filter(|e| e.node != NONE).find_map(|edge| {
        let mut after = state.clone();
        game.apply(&mut after, &edge.mv, &mut ());
        find(game, &after, tree, edge.node as usize, wanted, depth - 1)
    })
}

fn node<G: Game, M>(game: &G, state: &G::State) -> Node<M> {
    let (who, proven) = match game.turn(state) {
        Turn::Player(seat) => (Who::Seat(seat), None),
        Turn::Chance => (Who::Chance, None),
        Turn::Over(outcome) => (Who::Nobody, Some(worth(game, &outcome))),
        Turn::Stopped(_) => (Who::Nobody, Some(worth(game, &Outcome::draw()))),
    };
    Node { who, proven, edges: Vec::new(), listed: false, tried: 0, visits: 0 }
}

/// What an outcome is worth, seat by seat.
fn worth<G: Game>(game: &G, outcome: &Outcome) -> Box<[f32]> {
    (0..game.seats()).map(|s| outcome.utility(Seat(s as u8)) as f32).collect()
}

impl<G: Game> Player<G> for Mcts<G> {
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        rng: &mut Rng,
        world: &dyn World,
    ) -> Opinion<G::Move> {
        let began = world.now();
        let mut tree = self.reuse(game, state);
        let mut search = Search {
            rave: stays(game, state, rng),
            longest: longest(game),
            game,
            path: Vec::new(),
            later: FxHashSet::default(),
            moves: Vec::new(),
        };
        let mut nodes = 0;
        // At least one playout, so that there is something to choose by.
        while nodes == 0 || !self.effort.spent(nodes, began, world) {
            if tree.nodes[0].proven.is_some() {
                break;
            }
            search.playout(&mut tree, state, rng);
            nodes += 1;
        }
        if tree.nodes[0].edges.is_empty() {
            search.list(&mut tree, 0, state, rng);
        }
        let opinion = opinion(&tree, nodes);
        self.kept = Some((state.clone(), tree));
        opinion
    }
}

/// What the tree says.
fn opinion<M: Clone>(tree: &Tree<M>, nodes: u64) -> Opinion<M> {
    let root = &tree.nodes[0];
    let best = tree.best(0).expect("a position with a turn has a move");
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
        line: tree.line(),
    }
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

struct Search<'a, G: Game> {
    game: &'a G,
    rave: bool,
    /// How many moves a playout may have.
    longest: u64,
    /// The way down: a node, and the edge that was taken.
    path: Vec<(usize, usize)>,
    /// The moves of the playout from here on, and whose they were.
    later: FxHashSet<(Seat, G::Move)>,
    moves: Vec<G::Move>,
}

impl<G: Game> Search<'_, G> {
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
                tree.nodes.push(node(self.game, &state));
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
            let seat = match self.game.turn(state) {
                Turn::Over(outcome) => return worth(self.game, &outcome),
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
        worth(self.game, &Outcome::draw())
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
