//! A game that is being put together.

use crate::atom::Atom;
use crate::board::Board;
use crate::kind::{Kind, Nat, Player, Term as _, Value};
use crate::node;
use crate::predicate::{Con, Kinds, Pred};
use crate::rule::{Rule, Rules};
use crate::stage::{Stage, To, Way};
use senet_board::Spec;
use senet_program::{Options, Program};
use senet_syntax::ast::{DirectiveKind, Item, Prop, PropKind, Term};
use senet_syntax::{Diagnostic, print};
use std::cell::RefCell;
use std::fmt;
use std::ops::RangeInclusive;

mod build;

/// A game that is being put together.
pub struct Grid {
    draft: RefCell<Draft>,
}

#[derive(Default)]
struct Draft {
    title: String,
    about: String,
    board: Option<Item>,
    /// Types in the order in which they came, each with its constructors.
    types: Vec<(&'static str, Vec<Item>)>,
    /// Predicates with what is known of them: facts and backward rules.
    predicates: Vec<(String, Vec<Item>)>,
    stages: Vec<StageDraft>,
    initial: Vec<Prop>,
    /// If there is a board: its cells that are not free at first.
    taken: Option<Vec<Term>>,
    start: Option<(usize, Term)>,
    directives: Vec<Item>,
    mistakes: Vec<String>,
}

/// A stage that is being put together.
struct StageDraft {
    name: String,
    way: Way,
    rules: Vec<RuleDraft>,
    success: Option<To>,
    failure: Option<To>,
}

/// A rule of a stage, as its author wrote it.
struct RuleDraft {
    name: String,
    label: String,
    left: Vec<Prop>,
    right: Vec<Prop>,
}

/// What is wrong with a game.
#[derive(Debug)]
pub struct Mistakes {
    /// What is missing.
    pub missing: Vec<String>,
    /// What the checker says about the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The game as text, which the diagnostics point into.
    pub text: String,
}

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let said = self.diagnostics.iter().map(|it| it.message.to_string());
        let all: Vec<String> = self.missing.iter().cloned().chain(said).collect();
        write!(f, "{}", all.join("; "))
    }
}

impl std::error::Error for Mistakes {}

impl Grid {
    /// A game with a title and a sentence on how it is played.
    pub fn new(title: &str, about: &str) -> Grid {
        let draft = Draft { title: title.to_owned(), about: about.to_owned(), ..Draft::default() };
        Grid { draft: RefCell::new(draft) }
    }

    /// Those who play, in the order of their turns: two, three or more.
    pub fn players<const N: usize>(&self, names: [&str; N]) -> [Value<Player>; N] {
        let players = names.map(|name| self.value(name));
        let player = node::name(Player::NAME);
        self.directive(DirectiveKind::Players(player, None));
        players
    }

    /// The board. Its cells are values of the kind `Cell`, and all of them are free at first.
    pub fn board(&self, spec: impl Into<Spec>) -> Board<'_> {
        Board::new(self, spec.into())
    }

    /// A value of a kind.
    pub fn value<K: Kind>(&self, name: &str) -> Value<K> {
        self.constructor(name, &[], K::NAME);
        Value::new(node::constant(name))
    }

    /// A constructor: values of the kind `K` that have parts.
    pub fn con<A: Kinds, K: Kind>(&self, name: &str) -> Con<A, K> {
        self.constructor(name, &A::names(), K::NAME);
        Con::new(name)
    }

    /// A predicate whose atoms rules take and make.
    pub fn pred<A: Kinds>(&self, name: &str) -> Pred<A> {
        self.predicate::<A>(name, "pred");
        Pred::new(name)
    }

    /// A predicate that follows from facts and from others; see [`Grid::fact`] and
    /// [`Grid::derive`].
    pub fn derived<A: Kinds>(&self, name: &str) -> Pred<A> {
        self.predicate::<A>(name, "bwd");
        Pred::new(name)
    }

    /// Something that is always so.
    pub fn fact(&self, atom: Atom<'_>) {
        self.follows(vec![atom.prop], Vec::new());
    }

    /// Something that is so whenever other things are: `r.from(those).to([this])`.
    pub fn derive(&self, rule: impl for<'r> FnOnce(Rules<'r>) -> Rule<'r>) {
        let rule = rule(Rules::new());
        self.follows(rule.right, rule.left);
    }

    /// `next.of(p, q)`: after `p`, `q` has a turn.
    pub fn next(&self) -> Pred<(Player, Player)> {
        Pred::new("next")
    }

    /// A stage in which the player makes one move.
    pub fn interactive(&self, name: &str) -> Stage<'_> {
        self.stage(name, Way::Interactive)
    }

    /// A stage in which one rule fires by itself.
    pub fn automatic(&self, name: &str) -> Stage<'_> {
        self.stage(name, Way::Automatic)
    }

    /// A stage in which rules fire by themselves as long as they can.
    pub fn repeated(&self, name: &str) -> Stage<'_> {
        self.stage(name, Way::Repeated)
    }

    /// Where play begins, and with whom.
    pub fn start(&self, stage: &Stage<'_>, player: &Value<Player>) {
        self.draft.borrow_mut().start = Some((stage.number, player.term()));
    }

    /// What is there when play begins.
    pub fn initially<'r>(&self, atoms: impl IntoIterator<Item = Atom<'r>>) {
        let atoms = atoms.into_iter().map(|atom| atom.prop);
        self.draft.borrow_mut().initial.extend(atoms);
    }

    /// A number that whoever plays may choose, here the usual one if nobody does.
    pub fn option(&self, name: &str, range: RangeInclusive<u64>, usual: u64) -> Value<Nat> {
        let range = (*range.start(), *range.end());
        self.directive(DirectiveKind::Option { name: node::name(name), range, default: usual });
        Value::new(node::constant(name))
    }

    /// The score of each player; the highest wins when play comes to rest.
    pub fn score(&self, points: &Pred<(Player, Nat)>) {
        self.directive(DirectiveKind::Score(node::name(points.name())));
    }

    /// So many moves are a draw.
    pub fn limit(&self, moves: u64) {
        self.directive(DirectiveKind::Limit(node::count(moves), node::name("draw"), Vec::new()));
    }

    /// Atoms that only the player in them sees: `g.hidden(|r| hand.of(r.mover(), r.any("_")))`.
    pub fn hidden(&self, pattern: impl for<'r> FnOnce(Rules<'r>) -> Atom<'r>) {
        if let PropKind::Atom(atom) = pattern(Rules::new()).prop.kind {
            self.directive(DirectiveKind::Hidden(atom));
        }
    }

    /// How a value or a predicate is drawn.
    pub fn glyph(&self, name: &str, glyph: &str) {
        self.directive(DirectiveKind::Glyph(node::name(name), node::text(glyph)));
    }

    /// Words to find the game by, and where it comes from.
    pub fn origin<const N: usize>(&self, tags: [&str; N], origin: &str) {
        self.directive(DirectiveKind::Tags(tags.map(node::text).into()));
        self.directive(DirectiveKind::Origin(node::text(origin)));
    }

    /// The game as text.
    pub fn text(&self) -> String {
        print(&self.file())
    }

    /// The game as a program.
    pub fn program(&self) -> Result<Program, Mistakes> {
        let missing = self.missing();
        let checked = senet_program::check_ast(&self.file(), &Options::default());
        match checked.program {
            Some(program) if missing.is_empty() => Ok(program),
            _ => {
                let text = self.text();
                // Once more from the text, so that there is something to point at.
                let diagnostics = senet_program::check(&text, &Options::default()).diagnostics;
                Err(Mistakes { missing, diagnostics, text })
            }
        }
    }
}

/// What the handles do.
impl Grid {
    pub(crate) fn directive(&self, kind: DirectiveKind) {
        self.draft.borrow_mut().directives.push(node::directive(kind));
    }

    pub(crate) fn add_rule(
        &self,
        stage: usize,
        name: &str,
        label: &str,
        left: Vec<Prop>,
        right: Vec<Prop>,
    ) {
        let (name, label) = (name.to_owned(), label.to_owned());
        let rule = RuleDraft { name, label, left, right };
        self.draft.borrow_mut().stages[stage].rules.push(rule);
    }

    pub(crate) fn link(&self, stage: usize, success: bool, to: To) {
        let mut draft = self.draft.borrow_mut();
        let stage = &mut draft.stages[stage];
        let slot = if success { &mut stage.success } else { &mut stage.failure };
        if slot.replace(to).is_some() {
            let what = if success { "success" } else { "failure" };
            let mistake = format!("the stage `{}` says twice what {what} leads to", stage.name);
            draft.mistakes.push(mistake);
        }
    }

    pub(crate) fn link_always(&self, stage: usize, to: To) {
        if self.draft.borrow().stages[stage].way != Way::Repeated {
            self.link(stage, true, to);
        }
        self.link(stage, false, to);
    }

    pub(crate) fn settles(&self, stage: usize) {
        let name = node::name(&self.draft.borrow().stages[stage].name);
        self.directive(DirectiveKind::Settles(name));
    }

    pub(crate) fn knows(&self, predicate: &str) -> bool {
        self.draft.borrow().predicates.iter().any(|(name, _)| name == predicate)
    }

    pub(crate) fn set_board(&self, board: Item) {
        if self.draft.borrow_mut().board.replace(board).is_some() {
            self.mistake("a grid has one board".to_owned());
        }
    }

    pub(crate) fn mistake(&self, what: String) {
        self.draft.borrow_mut().mistakes.push(what);
    }

    /// Declares a predicate with all its facts, unless it is there.
    pub(crate) fn table(
        &self,
        name: &str,
        kinds: &[&'static str],
        facts: impl FnOnce() -> Vec<Vec<Term>>,
    ) {
        if self.knows(name) {
            return;
        }
        kinds.iter().for_each(|kind| self.type_named(kind));
        let mut items = vec![node::declare(name, kinds, "bwd")];
        let fact = |arguments| node::backward(node::atom(name, arguments), Vec::new());
        items.extend(facts().into_iter().map(fact));
        self.draft.borrow_mut().predicates.push((name.to_owned(), items));
    }

    /// All cells are free when play begins, but for those that are taken.
    pub(crate) fn free_at_first(&self) {
        self.draft.borrow_mut().taken = Some(Vec::new());
    }

    /// A cell that is not free when play begins.
    pub(crate) fn taken_at_first(&self, cell: Term) {
        self.draft.borrow_mut().taken.get_or_insert_default().push(cell);
    }

    fn stage(&self, name: &str, way: Way) -> Stage<'_> {
        let mut draft = self.draft.borrow_mut();
        draft.stages.push(StageDraft {
            name: name.to_owned(),
            way,
            rules: Vec::new(),
            success: None,
            failure: None,
        });
        Stage::new(self, draft.stages.len() - 1)
    }

    /// Makes sure that a type is declared; numbers need no declaration.
    fn type_named(&self, name: &'static str) {
        let mut draft = self.draft.borrow_mut();
        if name != Nat::NAME && draft.types.iter().all(|(other, _)| *other != name) {
            draft.types.push((name, vec![node::declare(name, &[], "type")]));
        }
    }

    fn constructor(&self, name: &str, arguments: &[&'static str], kind: &'static str) {
        arguments.iter().for_each(|argument| self.type_named(argument));
        self.type_named(kind);
        let mut draft = self.draft.borrow_mut();
        let declared = node::declare(name, arguments, kind);
        match draft.types.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, items)) => items.push(declared),
            None => draft.mistakes.push("numbers are written as numbers".to_owned()),
        }
    }

    fn predicate<A: Kinds>(&self, name: &str, kind: &str) {
        A::names().into_iter().for_each(|argument| self.type_named(argument));
        let declared = node::declare(name, &A::names(), kind);
        self.draft.borrow_mut().predicates.push((name.to_owned(), vec![declared]));
    }

    fn follows(&self, head: Vec<Prop>, goals: Vec<Prop>) {
        let mut draft = self.draft.borrow_mut();
        let mut heads = head.into_iter().map(|prop| prop.kind);
        let (Some(PropKind::Atom(head)), None) = (heads.next(), heads.next()) else {
            draft.mistakes.push("what is derived must be one atom".to_owned());
            return;
        };
        let known = draft.predicates.iter_mut().find(|(name, _)| **name == *head.head.text);
        match known {
            Some((_, items)) => items.push(node::backward(head, goals)),
            None => draft.mistakes.push(format!("nobody declared `{}`", head.head.text)),
        }
    }
}
