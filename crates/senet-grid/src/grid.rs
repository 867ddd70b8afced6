//! A game that is being put together: what authors call.

mod build;
mod draft;

use crate::atom::GridAtom;
use crate::board::GridBoard;
use crate::error::{GridDiagnostic, GridError, GridMistake, GridProblem};
use crate::kind::{GridKind, GridTerm as _, GridValue, KindId, Nat, PlayerKind};
use crate::node;
use crate::predicate::{Con, Kinds, Pred};
use crate::rule::{GridRule, Rules};
use crate::stage::{GridStage, Way};
use draft::Draft;
use senet_board::Spec;
use senet_program::{Options, Program, UncheckedProgram};
use senet_syntax::ast::{Argument, PropKind};
use senet_syntax::{Severity, print};
use std::cell::RefCell;
use std::ops::RangeInclusive;
use std::panic::Location;

/// A game that is being put together.
pub struct Grid {
    draft: RefCell<Draft>,
}

/// A grid that is a program.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct GridProgram {
    /// The program.
    pub program: Program,
    /// What is allowed and probably not meant.
    pub warnings: Vec<GridDiagnostic>,
}

impl Grid {
    /// A game with a title and a sentence on how it is played.
    #[track_caller]
    pub fn new(title: &str, about: &str) -> Grid {
        Grid { draft: RefCell::new(Draft::new(title, about, Location::caller())) }
    }

    /// Those who play, in the order of their turns: two, three or more.
    #[track_caller]
    pub fn players<const N: usize>(&self, names: [&str; N]) -> [GridValue<PlayerKind>; N] {
        let players = names.map(|name| self.value(name));
        let place = self.place("the players".to_owned(), Location::caller());
        let kind = Argument::Name(node::name(PlayerKind::NAME));
        self.directive("players", vec![kind], place);
        players
    }

    /// The board. Its cells are values of the kind `Cell`, and all of them are free at first.
    #[track_caller]
    pub fn board(&self, spec: impl Into<Spec>) -> GridBoard<'_> {
        GridBoard::new(self, spec.into(), Location::caller())
    }

    /// A value of a kind.
    #[track_caller]
    pub fn value<K: GridKind>(&self, name: &str) -> GridValue<K> {
        self.constructor(name, &[], KindId::of::<K>(), Location::caller());
        GridValue::new(node::constant(name))
    }

    /// A constructor: values of the kind `K` that have parts.
    #[track_caller]
    pub fn con<A: Kinds, K: GridKind>(&self, name: &str) -> Con<A, K> {
        self.constructor(name, &A::kinds(), KindId::of::<K>(), Location::caller());
        Con::new(name)
    }

    /// A predicate whose atoms rules take and make.
    #[track_caller]
    pub fn pred<A: Kinds>(&self, name: &str) -> Pred<A> {
        self.predicate(name, &A::kinds(), "pred", Location::caller());
        Pred::new(name)
    }

    /// A predicate that follows from facts and from others; see [`Grid::fact`] and
    /// [`Grid::derive`].
    #[track_caller]
    pub fn derived<A: Kinds>(&self, name: &str) -> Pred<A> {
        self.predicate(name, &A::kinds(), "bwd", Location::caller());
        Pred::new(name)
    }

    /// Something that is always so.
    #[track_caller]
    pub fn fact(&self, atom: GridAtom<'_>) {
        self.follows(vec![atom.prop], Vec::new(), "a fact", Location::caller());
    }

    /// Something that is so whenever other things are: `r.from(those).to([this])`.
    #[track_caller]
    pub fn derive(&self, rule: impl for<'r> FnOnce(Rules<'r>) -> GridRule<'r>) {
        let GridRule { left, right, .. } = rule(Rules::new());
        self.follows(right, left, "what is derived", Location::caller());
    }

    /// `next.of(p, q)`: after `p`, `q` has a turn.
    pub fn next(&self) -> Pred<(PlayerKind, PlayerKind)> {
        Pred::new("next")
    }

    /// A stage in which the player makes one move.
    #[track_caller]
    pub fn interactive(&self, name: &str) -> GridStage<'_> {
        self.stage(name, Way::Interactive, Location::caller())
    }

    /// A stage in which one rule fires by itself.
    #[track_caller]
    pub fn automatic(&self, name: &str) -> GridStage<'_> {
        self.stage(name, Way::Automatic, Location::caller())
    }

    /// A stage in which rules fire by themselves as long as they can.
    #[track_caller]
    pub fn repeated(&self, name: &str) -> GridStage<'_> {
        self.stage(name, Way::Repeated, Location::caller())
    }

    /// Where play begins, and with whom.
    #[track_caller]
    pub fn start(&self, stage: &GridStage<'_>, player: &GridValue<PlayerKind>) {
        let place = self.place("the start".to_owned(), Location::caller());
        self.draft.borrow_mut().start = Some((stage.number, player.term(), place));
    }

    /// What is there when play begins.
    #[track_caller]
    pub fn initially<'r>(&self, atoms: impl IntoIterator<Item = GridAtom<'r>>) {
        let place = self.place("what is there initially".to_owned(), Location::caller());
        atoms.into_iter().for_each(|atom| self.there_at_first(atom, place));
    }

    /// A number that whoever plays may choose, here the usual one if nobody does.
    #[track_caller]
    pub fn option(&self, name: &str, range: RangeInclusive<u64>, usual: u64) -> GridValue<Nat> {
        let place = self.named("the option", name, Location::caller());
        let range = Argument::Range((*range.start(), *range.end()));
        let name = node::name(name);
        let arguments = vec![Argument::Name(name.clone()), range, Argument::Number(usual)];
        self.directive("option", arguments, place);
        GridValue::new(node::constant(&name.text))
    }

    /// The score of each player; the highest wins when play comes to rest.
    #[track_caller]
    pub fn score(&self, points: &Pred<(PlayerKind, Nat)>) {
        let place = self.place("the score".to_owned(), Location::caller());
        self.directive("score", vec![Argument::Name(node::name(points.name()))], place);
    }

    /// So many moves are a draw.
    #[track_caller]
    pub fn limit(&self, moves: u64) {
        let place = self.place("the limit".to_owned(), Location::caller());
        let draw = Argument::Name(node::name("draw"));
        self.directive("limit", vec![Argument::Count(node::count(moves)), draw], place);
    }

    /// Atoms that only the player in them sees: `g.hidden(|r| hand.of(r.mover(), r.any("_")))`.
    #[track_caller]
    pub fn hidden(&self, pattern: impl for<'r> FnOnce(Rules<'r>) -> GridAtom<'r>) {
        let place = self.place("what is hidden".to_owned(), Location::caller());
        let mut pattern = vec![pattern(Rules::new()).prop];
        self.settle_variables(&mut [&mut pattern], place);
        match pattern.pop().map(|prop| prop.kind) {
            Some(PropKind::Atom(atom)) => {
                self.directive("hidden", vec![Argument::Atom(atom)], place);
            }
            _ => self.mistake(GridMistake::NotOneAtom("what is hidden"), place),
        }
    }

    /// How a value or a predicate is drawn.
    #[track_caller]
    pub fn glyph(&self, name: &str, glyph: &str) {
        let place = self.place(format!("the glyph of `{name}`"), Location::caller());
        let subject = Argument::Atom(node::atom(name, Vec::new()));
        self.directive("glyph", vec![subject, Argument::Text(node::text(glyph))], place);
    }

    /// What all players play for: `g.goal("take the last stick")`.
    #[track_caller]
    pub fn goal(&self, text: &str) {
        let place = self.place("the goal".to_owned(), Location::caller());
        let all = Argument::Term(node::wild());
        self.directive("goal", vec![all, Argument::Text(node::text(text))], place);
    }

    /// What is told when a rule fires, a stage is entered or an atom of a predicate appears.
    #[track_caller]
    pub fn tell(&self, name: &str, text: &str) {
        let place = self.place(format!("what is told of `{name}`"), Location::caller());
        let subject = Argument::Name(node::name(name));
        self.directive("tell", vec![subject, Argument::Texts(vec![node::text(text)])], place);
    }

    /// Words to find the game by, and where it comes from.
    #[track_caller]
    pub fn origin<const N: usize>(&self, tags: [&str; N], origin: &str) {
        let place = self.place("the origin".to_owned(), Location::caller());
        if N > 0 {
            self.directive("tags", vec![Argument::Texts(tags.map(node::text).into())], place);
        }
        self.directive("origin", vec![Argument::Text(node::text(origin))], place);
    }

    /// The game as `.cep` text. Reading it gives the same program.
    pub fn text(&self) -> String {
        print(&self.file())
    }

    /// The game as a checked program, with the usual options.
    pub fn program(&self) -> Result<GridProgram, GridError> {
        self.check(&Options::default())
    }

    /// The game as a checked program, with these options.
    pub fn check(&self, options: &Options) -> Result<GridProgram, GridError> {
        let checked = UncheckedProgram::from_ast(self.file()).check(options);
        let mut problems = self.mistakes();
        let mut warnings = Vec::new();
        let draft = self.draft.borrow();
        for found in checked.diagnostics {
            let severity = found.severity;
            let found = GridDiagnostic::new(found, &draft.places);
            match severity {
                Severity::Error => problems.push(GridProblem::Rules(found)),
                Severity::Warning => warnings.push(found),
            }
        }
        match checked.program {
            Some(program) if problems.is_empty() => Ok(GridProgram { program, warnings }),
            _ => Err(GridError { problems, warnings }),
        }
    }

    /// The game as a program that has yet to be checked: for who asks what it says about itself, and
    /// checks it with several options. Diagnostics of those checks have no text to point into.
    pub fn unchecked(&self) -> Result<UncheckedProgram, GridError> {
        let problems = self.mistakes();
        if problems.is_empty() {
            return Ok(UncheckedProgram::from_ast(self.file()));
        }
        Err(GridError { problems, warnings: Vec::new() })
    }
}
