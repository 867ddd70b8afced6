//! The cursor of an erased game beside a model of it: whatever is done in whatever order, both stand
//! in the same position, under a referee that counts the same.
//!
//! The game is a toy with chance, hidden information, an irreversible move and draw rules. The model
//! keeps the whole play and judges the draw rules by looking through all of it.

#[path = "cursor/model.rs"]
mod model;
#[path = "cursor/toy.rs"]
mod toy;

use model::Model;
use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};
use proptest::{collection, option};
use senet_game::{
    Cursor, DrawRules, DynGame, Expand, Game, GameInfo, HashedKey, MoveId, MoveIndex, MovesMade,
    Observer, Outcome, Playout, Position, Referee, Rng, Seat, Turn, erase, hash128,
};
use std::ops::ControlFlow;
use std::sync::Arc;
use toy::{Toy, ToyState};

/// Something that is done with a cursor. Numbers are taken modulo what there is.
#[derive(Debug, Clone)]
enum Action {
    Apply(u8),
    ApplyTold(u8),
    ApplyRandom(u64),
    Push,
    Pop,
    Enter(u8, Option<u8>),
    Reset,
    Load,
    LoadPacked,
    Fork,
    IgnoreRules,
    KeepRules,
    Determinize(u8, u64),
    Playout(u64),
    Playouts(u64),
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        8 => any::<u8>().prop_map(Action::Apply),
        2 => any::<u8>().prop_map(Action::ApplyTold),
        2 => any::<u64>().prop_map(Action::ApplyRandom),
        3 => Just(Action::Push),
        3 => Just(Action::Pop),
        5 => (any::<u8>(), option::of(any::<u8>())).prop_map(|(i, first)| Action::Enter(i, first)),
        1 => Just(Action::Reset),
        1 => Just(Action::Load),
        1 => Just(Action::LoadPacked),
        1 => Just(Action::Fork),
        1 => Just(Action::IgnoreRules),
        1 => Just(Action::KeepRules),
        1 => (any::<u8>(), any::<u64>()).prop_map(|(seat, seed)| Action::Determinize(seat, seed)),
        1 => any::<u64>().prop_map(Action::Playout),
        1 => any::<u64>().prop_map(Action::Playouts),
    ]
}

fn rules() -> impl Strategy<Value = DrawRules> {
    let some = |range| option::of(range);
    (some(1..4u64), some(1..12), some(1..6)).prop_map(|(repeat, limit, quiet)| DrawRules {
        repeat,
        limit,
        quiet,
    })
}

/// A cursor and its model, each with the stack that pops go back to.
struct Pair {
    toy: Arc<Toy>,
    game: Arc<dyn DynGame>,
    cursor: Box<dyn Cursor>,
    model: Model,
    stack: Vec<Model>,
}

impl Pair {
    fn new(toy: Toy) -> Pair {
        let toy = Arc::new(toy);
        let game = erase(Arc::clone(&toy), GameInfo::default());
        let (cursor, model) = (game.cursor(), Model::new(&toy, toy.start(), toy.rules));
        Pair { toy, game, cursor, model, stack: Vec::new() }
    }

    fn moves(&mut self) -> Vec<MoveId> {
        let mut moves = Vec::new();
        self.cursor.moves(&mut moves);
        moves
    }

    /// A move by a number, by its place and by its id; nothing if there is none.
    fn nth(&mut self, number: u8) -> Option<(usize, MoveId)> {
        let moves = self.moves();
        let at = usize::from(number).checked_rem(moves.len())?;
        Some((at, moves[at]))
    }

    fn act(&mut self, action: &Action) {
        match *action {
            Action::Apply(number) => {
                let Some((at, id)) = self.nth(number) else { return };
                self.cursor.apply(id);
                self.model.apply(at);
            }
            Action::ApplyTold(number) => {
                let Some((at, id)) = self.nth(number) else { return };
                let mut events = Vec::new();
                let name = self.cursor.move_name(id);
                self.cursor.apply_told(id, &mut events);
                assert_eq!(events.first().map(|event| &event.name), Some(&name));
                self.model.apply(at);
            }
            Action::ApplyRandom(seed) => {
                let moves = self.moves();
                if moves.is_empty() {
                    return;
                }
                let id = self.cursor.random_move(&mut Rng::new(seed));
                let at = moves.iter().position(|mv| *mv == id).expect("a legal move");
                self.cursor.apply(id);
                self.model.apply(at);
            }
            Action::Push => {
                self.cursor.push();
                self.stack.push(self.model.clone());
            }
            Action::Pop => {
                if let Some(model) = self.stack.pop() {
                    self.cursor.pop();
                    self.model = model;
                }
            }
            Action::Enter(number, first) => self.enter(number, first),
            Action::Reset => {
                self.cursor.reset();
                self.begin(self.toy.start());
            }
            Action::Load => {
                let position = Position::new::<Toy>(self.model.state.clone());
                self.cursor.load(&position);
                self.begin(self.model.state.clone());
            }
            Action::LoadPacked => {
                if let Some(key) = self.cursor.exact_key() {
                    self.cursor.reset();
                    self.cursor.load_exact(key);
                    self.begin(self.model.state.clone());
                }
            }
            Action::Fork => {
                self.cursor = self.cursor.fork();
                self.stack.clear();
            }
            Action::IgnoreRules if self.stack.is_empty() => {
                self.cursor.set_referee(Referee::none());
                self.model = Model::new(&self.toy, self.model.state.clone(), DrawRules::default());
            }
            Action::KeepRules if self.stack.is_empty() => {
                let key = hash128(&self.model.state);
                self.cursor.set_referee(Referee::new(self.toy.rules, key));
                self.begin(self.model.state.clone());
            }
            Action::IgnoreRules | Action::KeepRules => {}
            Action::Determinize(seat, seed) => self.determinize(Seat(seat % 2), seed),
            Action::Playout(seed) => self.playout(seed),
            Action::Playouts(seed) => {
                self.playouts(seed);
                self.starts(seed);
            }
        }
    }

    /// A play begins, under the rules of the game.
    fn begin(&mut self, state: ToyState) {
        self.model = Model::new(&self.toy, state, self.toy.rules);
        self.stack.clear();
    }

    /// Expands, looks at every child, and goes to one: twice, with a change in between, because what
    /// is done in a child must not be there when it is entered again.
    fn enter(&mut self, number: u8, first: Option<u8>) {
        let moves = self.moves();
        let first = first.and_then(|first| self.nth(first));
        let how = Expand {
            first: first.map(|(_, id)| id),
            keys: true,
            may_win: Some(Seat(1)),
            ..Expand::default()
        };
        let mut children = Vec::new();
        self.cursor.expand(&how, &mut |child| {
            children.push(child.clone());
            ControlFlow::Continue(())
        });
        assert_eq!(children.len(), moves.len());
        if let Some((at, _)) = first {
            assert_eq!(children[0].index, MoveIndex(at as u32), "it comes before the others");
        }
        children.sort_by_key(|child| child.index);
        for (i, child) in children.iter().enumerate() {
            let mut after = self.model.clone();
            let weight = after.weight(i);
            after.apply(i);
            assert_eq!((child.index, child.id), (MoveIndex(i as u32), moves[i]));
            assert_eq!((&child.turn, child.weight), (&after.turn(), weight));
            let may_win = after.state.raised < 3;
            let over = !matches!(child.turn, Turn::Player(_) | Turn::Chance);
            assert_eq!(child.may_win, over || may_win, "the toy says so");
            // A finished position has no keys to compare.
            let goes_on = matches!(child.turn, Turn::Player(_) | Turn::Chance);
            let key = (self.toy.packed && goes_on).then(|| after.state.packed());
            assert_eq!(child.key.map(|key| key.0), key);
        }
        let Some((at, _)) = self.nth(number) else { return };
        self.stack.push(self.model.clone());
        self.cursor.enter(MoveIndex(at as u32));
        self.model.apply(at);
        self.check();
        let child = self.model.clone();
        self.act(&Action::Apply(number / 7));
        self.cursor.pop();
        self.model = self.stack.last().expect("it was pushed").clone();
        self.cursor.enter(MoveIndex(at as u32));
        self.model = child;
    }

    fn determinize(&mut self, seat: Seat, seed: u64) {
        let before = self.cursor.observation_key(Observer::Seat(seat));
        self.cursor.determinize(seat, &mut Rng::new(seed));
        let drawn = self.toy.determinized(&self.model.state, seat, &mut Rng::new(seed));
        self.model.state = drawn;
        assert_eq!(self.cursor.observation_key(Observer::Seat(seat)), before);
    }

    /// A playout is a play under the referee: move by move, it ends in the same way.
    fn playout(&mut self, seed: u64) {
        let (outcome, end, made) = self.by_hand(seed);
        self.cursor.push();
        let mut asked = 0;
        let mut counted = MovesMade::new(2);
        let stop = &mut || {
            asked += 1;
            false
        };
        let found = self.cursor.playout(&mut Rng::new(seed), stop, Some(&mut counted));
        assert_eq!(found, outcome);
        assert!(self.cursor.is_at(&Position::new::<Toy>(end)));
        assert!(asked >= made.len());
        for (seat, id) in made {
            assert_eq!(counted.by(seat)(id), 1.0, "{seat:?} made {id:?}");
        }
        self.cursor.pop();
    }

    /// How a playout ends and which moves players make, one move after the other.
    fn by_hand(&mut self, seed: u64) -> (Outcome, ToyState, Vec<(Seat, MoveId)>) {
        let mut rng = Rng::new(seed);
        let before = self.model.clone();
        self.cursor.push();
        let mut made = Vec::new();
        while !matches!(self.cursor.turn(), Turn::Over(_)) {
            let turn = self.cursor.turn();
            let moves = self.moves();
            let id = self.cursor.random_move(&mut rng);
            if let Turn::Player(seat) = turn {
                made.push((seat, id));
            }
            let at = moves.iter().position(|mv| *mv == id).expect("a legal move");
            self.cursor.apply(id);
            self.model.apply(at);
        }
        self.cursor.pop();
        let end = std::mem::replace(&mut self.model, before);
        let Turn::Over(outcome) = end.turn() else { panic!("the model plays on") };
        (outcome, end.state, made)
    }

    /// Many playouts are many single ones, however they are shared out.
    fn playouts(&mut self, seed: u64) {
        let mut found: Vec<Playout> = Vec::new();
        let mut tally = |playout: &Playout| {
            found.push(playout.clone());
            ControlFlow::Continue(())
        };
        self.cursor.playouts(5, seed, 0, &mut tally);
        self.check();
        let mut parts: Vec<Playout> = Vec::new();
        for from in [3, 0] {
            let mut tally = |playout: &Playout| {
                parts.push(playout.clone());
                ControlFlow::Continue(())
            };
            self.cursor.playouts(if from == 0 { 3 } else { 2 }, seed, from, &mut tally);
        }
        parts.rotate_left(2);
        assert_eq!(found, parts);
        for (i, playout) in found.iter().enumerate() {
            self.cursor.push();
            let single = self.cursor.playout(&mut Rng::nth(seed, i as u64), &mut || false, None);
            self.cursor.pop();
            assert_eq!(playout.outcome, single);
        }
    }

    /// Playouts from positions that are remembered are single ones from each of them, under the draw rules there.
    fn starts(&mut self, seed: u64) {
        let (mut rng, mut singles) = (Rng::new(seed), Vec::new());
        self.cursor.push();
        while singles.len() < 4 && !matches!(self.cursor.turn(), Turn::Over(_)) {
            self.cursor.add_start();
            self.cursor.push();
            let mut rng_of_playout = Rng::nth(seed, singles.len() as u64);
            singles.push(self.cursor.playout(&mut rng_of_playout, &mut || false, None));
            self.cursor.pop();
            let mv = self.cursor.random_move(&mut rng);
            self.cursor.apply(mv);
        }
        self.cursor.pop();
        for expected in [singles, Vec::new()] {
            let mut found = Vec::new();
            self.cursor.play_starts(seed, &mut |playout: &Playout| {
                found.push(playout.outcome.clone());
                ControlFlow::Continue(())
            });
            assert_eq!(found, expected, "they are forgotten afterwards");
            self.check();
        }
    }

    /// Both stand in the same place, and know the same of it.
    fn check(&mut self) {
        let Pair { toy, game, cursor, model, stack } = self;
        let state = &model.state;
        let position = Position::new::<Toy>(state.clone());
        assert!(cursor.is_at(&position) && cursor.save() == position, "{state:?}");
        assert_eq!(cursor.depth(), stack.len());
        assert_eq!(cursor.turn(), model.turn());
        assert_eq!(cursor.referee().count(), model.count());
        assert_eq!(cursor.referee().is_draw(), model.is_draw());
        assert_eq!(*cursor.referee(), model.referee());
        assert_eq!(cursor.hashed_key(), HashedKey(hash128(state)));
        assert_eq!(cursor.exact_key().map(|key| key.0), toy.packed.then(|| state.packed()));
        let mut moves = Vec::new();
        cursor.moves(&mut moves);
        let listed = model.moves();
        let name = |mv: &MoveId| cursor.move_name(*mv);
        assert_eq!(
            moves.iter().map(name).collect::<Vec<_>>(),
            listed.iter().map(|mv| toy.move_name(state, mv)).collect::<Vec<_>>()
        );
        assert_eq!(cursor.count_moves(), moves.len());
        for (id, mv) in moves.iter().zip(&listed) {
            assert_eq!(cursor.is_irreversible(*id), mv.is_irreversible());
            assert_eq!(cursor.parse_move(&toy.move_name(state, mv)), Some(*id));
            if toy.numbered {
                assert_eq!(id.0 as usize, mv.number());
            }
        }
        if moves.is_empty() {
            assert_eq!(cursor.parse_move("left"), None, "nothing is legal any more");
        }
        if let Some(key) = cursor.exact_key() {
            expands_packed(&**game, toy, state, key);
        }
    }
}

/// The children of a packed position are those of the game, which knows nothing of draw rules.
fn expands_packed(game: &dyn DynGame, toy: &Toy, state: &ToyState, key: senet_game::ExactKey) {
    let mut out = Vec::new();
    assert!(game.cursor().expand_packed(&[key, key], &mut out));
    let mut moves = Vec::new();
    toy.moves(state, &mut moves);
    assert_eq!(out.len(), 2 * moves.len());
    for (i, child) in out.iter().enumerate() {
        let mv = &moves[i % moves.len()];
        let mut after = state.clone();
        toy.apply(&mut after, mv, &mut ());
        let weight = if toy.turn(state) == Turn::Chance { toy.weight(state, mv) } else { 1 };
        assert_eq!((child.parent as usize, child.key.0), (i / moves.len(), after.packed()));
        assert_eq!((&child.turn, child.weight), (&toy.turn(&after), weight));
    }
}

proptest! {
    #[test]
    fn cursors_go_where_their_model_goes(
        rules in rules(),
        (numbered, packed) in any::<(bool, bool)>(),
        actions in collection::vec(action(), 0..40),
    ) {
        let mut pair = Pair::new(Toy { rules, numbered, packed });
        pair.check();
        for action in &actions {
            pair.act(action);
            pair.check();
        }
    }
}

#[test]
fn seats_see_their_own_card() {
    let toy = Toy { rules: DrawRules::default(), numbered: false, packed: false };
    let game = erase(Arc::new(toy), GameInfo::default());
    assert!(game.has_hidden_information());
    let (mut low, mut high) = (game.cursor(), game.cursor());
    for (cursor, card) in [(&mut low, "deal 0"), (&mut high, "deal 2")] {
        let dealt = cursor.parse_move(card).expect("a card");
        let observed = |observer| cursor.observed_move(dealt, observer);
        assert_ne!(observed(Observer::Seat(Seat(0))), observed(Observer::Seat(Seat(1))));
        assert_eq!(observed(Observer::Public), observed(Observer::Seat(Seat(1))));
        cursor.apply(dealt);
    }
    let same = |observer| low.observation_key(observer) == high.observation_key(observer);
    assert!(same(Observer::Seat(Seat(1))) && same(Observer::Public));
    assert!(!same(Observer::Seat(Seat(0))) && !same(Observer::All));
}

#[test]
fn a_tally_that_has_enough_ends_the_playouts() {
    let rules = DrawRules { limit: Some(5), ..DrawRules::default() };
    let game = erase(Arc::new(Toy { rules, numbered: true, packed: true }), GameInfo::default());
    let mut seen = 0;
    let mut tally = |_: &Playout| {
        seen += 1;
        if seen < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    game.cursor().playouts(100, 1, 0, &mut tally);
    assert_eq!(seen, 3);
}

#[test]
fn a_playout_that_is_stopped_is_a_draw() {
    let toy = Toy { rules: DrawRules::default(), numbered: true, packed: true };
    let game = erase(Arc::new(toy), GameInfo::default());
    let mut cursor = game.cursor();
    assert_eq!(cursor.playout(&mut Rng::new(1), &mut || true, None), Outcome::draw());
}
