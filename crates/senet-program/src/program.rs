//! The checked program: names resolved to dense ids, everything of the right type, every variable
//! bound. Later stages read it and cannot fail.

use crate::ids::{ConId, PredId, RuleId, StageId, TypeId, VarId};
use crate::modes::Modes;
use crate::presentation::Presentation;
use crate::query::ObservedQuery;
use crate::settle;
use senet_board::{Board, Cell, Edge, Place, Spot};
use senet_syntax::Span;
use senet_syntax::ast::Directive;
use std::sync::{Arc, OnceLock};

pub use crate::property::{Property, PropertyKind};
pub use senet_syntax::ast::{By, Operator};

/// A program that has been checked. Only [`check`](crate::check()) makes one.
#[derive(Debug, Clone)]
pub struct Program {
    pub(crate) types: Vec<Type>,
    pub(crate) constructors: Vec<Constructor>,
    pub(crate) predicates: Vec<Predicate>,
    pub(crate) stages: Vec<Stage>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) clauses: Vec<Clause>,
    pub(crate) starts: Vec<Start>,
    pub(crate) properties: Vec<Property>,
    pub(crate) observed: Vec<ObservedQuery>,
    pub(crate) game: GameDirectives,
    /// Directives that stand in an expansion as they are.
    pub(crate) kept: Vec<Directive>,
    pub(crate) modes: Modes,
    pub(crate) boards: Vec<BoardInfo>,
    pub(crate) dir: Option<TypeId>,
    /// How each stage settles, computed on first use.
    pub(crate) settling: OnceLock<Vec<Settling>>,
}

/// A board of a program.
#[derive(Debug, Clone)]
pub struct BoardInfo {
    /// The type of its cells.
    pub ty: TypeId,
    /// The constant of its first cell; the others follow.
    pub first: ConId,
    /// The type of its edges, and the constant of the first of them.
    pub edges: Option<(TypeId, ConId)>,
    /// Its geometry.
    pub board: Arc<Board>,
}

/// A type and its constructors.
#[derive(Debug, Clone)]
pub struct Type {
    /// Its name.
    pub name: String,
    /// Its constructors, in order of declaration.
    pub constructors: Vec<ConId>,
    /// What its values look like.
    pub shape: TypeShape,
    /// Where it is declared.
    pub span: Span,
}

/// What the values of a type look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeShape {
    /// Only constants.
    Constants,
    /// One constant and one constructor on itself: natural numbers.
    Peano {
        /// The constant.
        zero: ConId,
        /// The constructor.
        succ: ConId,
    },
    /// Finitely many values, some of them with arguments.
    Finite,
    /// Values of any size.
    Infinite,
    /// The natural numbers that need no declaration.
    Natural,
    /// The numbers from one to another, both included.
    Range {
        /// The smallest.
        low: u64,
        /// The largest.
        high: u64,
    },
}

impl TypeShape {
    /// Whether the values are numbers.
    pub fn is_number(self) -> bool {
        matches!(self, TypeShape::Peano { .. } | TypeShape::Natural | TypeShape::Range { .. })
    }

    /// Whether there are finitely many values.
    pub fn is_finite(self) -> bool {
        matches!(self, TypeShape::Constants | TypeShape::Finite | TypeShape::Range { .. })
    }

    /// The smallest and the largest number.
    pub fn bounds(self) -> (u64, u64) {
        match self {
            TypeShape::Range { low, high } => (low, high),
            _ => (0, u64::MAX),
        }
    }
}

/// A constructor or a constant.
#[derive(Debug, Clone)]
pub struct Constructor {
    /// Its name.
    pub name: String,
    /// The type of what it makes.
    pub ty: TypeId,
    /// The types of its arguments.
    pub arguments: Vec<TypeId>,
    /// Where it is declared.
    pub span: Span,
    /// How a person calls it, if `#label` says so.
    pub label: Option<String>,
    /// How it is drawn, if `#glyph` says so.
    pub glyph: Option<String>,
}

/// What atoms are made with: declared by the text, or given with players and boards.
#[derive(Debug, Clone)]
pub struct Predicate {
    /// Its name.
    pub name: String,
    /// The types of its arguments.
    pub arguments: Vec<TypeId>,
    /// How its atoms come to be.
    pub kind: PredKind,
    /// The name of what the host offers for it, from `#sensor` or `#action`.
    pub host: Option<String>,
    /// How it is drawn, if `#glyph` says so.
    pub glyph: Option<String>,
    /// Whether it is derived and its solutions depend on the position.
    pub reads_position: bool,
    /// Whether it comes with something else, such as the players, a board or a type.
    pub given: bool,
    /// Where it is declared.
    pub span: Span,
}

/// How the atoms of a predicate come to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PredKind {
    /// `pred`: resources of the position.
    Linear,
    /// `bwd`: derived by backward chaining.
    Derived,
    /// `sense`: asked of the host.
    Sense,
    /// `action`: told to the host.
    Action,
}

/// A named set of rules that run until none applies, and the links that lead on then.
#[derive(Debug, Clone)]
pub struct Stage {
    /// Its name.
    pub name: String,
    /// Its rules, in source order.
    pub rules: Vec<RuleId>,
    /// The links that leave it, in source order.
    pub links: Vec<RuleId>,
    /// Whether a player chooses.
    pub interactive: bool,
    /// Whether its author says that it settles; [`Program::settling`] says whether it does.
    pub believed: bool,
    /// Patterns that must not hold right after a move, from `#forbid`.
    pub forbidden: Vec<Pattern>,
    /// Whether a rule applies only if no earlier one does, and a link only if no earlier one does.
    pub ordered: bool,
    /// Where it is declared.
    pub span: Span,
}

/// Whether the order of an automatic stage's steps makes no difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settling {
    /// Overlapping steps rejoin.
    Proved,
    /// The author says so.
    Believed,
    /// Neither proved nor declared; the reason why the proof failed.
    Unknown(String),
}

impl Settling {
    /// Whether the first move may be taken silently.
    pub fn holds(&self) -> bool {
        !matches!(self, Settling::Unknown(_))
    }
}

/// A rule of a stage, or a link between stages.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Its name; `None` if it was left out or is `-`.
    pub name: Option<String>,
    /// Where it applies and where it leads.
    pub role: Role,
    /// Its variables, in order of first occurrence.
    pub variables: Vec<Variable>,
    /// What it needs, in source order.
    pub premises: Vec<Premise>,
    /// What it needs besides, and what nothing gives enough values to (W0020). Where the other premises
    /// match, it is undecidable whether the rule applies, and running stops there.
    pub unsolved: Vec<Premise>,
    /// What it makes, in source order.
    pub conclusions: Vec<Conclusion>,
    /// Its comprehensions, in source order.
    pub comprehensions: Vec<Comprehension>,
    /// By how much its chance is multiplied.
    pub weight: u64,
    /// The variables that make a difference: those in what it consumes or produces, in its comprehensions, or
    /// in its label.
    pub effective: Vec<VarId>,
    /// Who chooses it, in an interactive stage of a game with players.
    pub chooser: Option<Term>,
    /// How a menu shows it, if `#label` says so.
    pub label: Option<String>,
    /// Where it is written.
    pub span: Span,
}

impl Rule {
    /// Everything that it may make; what comprehensions make has variables of their own.
    pub fn all_made(&self) -> impl Iterator<Item = &Conclusion> {
        self.conclusions.iter().chain(self.comprehensions.iter().flat_map(|r| &r.makes))
    }

    /// Whether it makes persistent atoms, so that it does not fire where all it would do is add some that
    /// are present (saturation). A link to another stage, or to the end, always does something.
    pub fn saturates(&self) -> bool {
        let stays = match self.role {
            Role::Step(_) => true,
            Role::Link(from, to) => to == Some(from),
        };
        stays && self.all_made().any(|made| made.persistent)
    }

    /// Its premises, and those inside of them and of its comprehensions.
    pub fn all_premises(&self) -> impl Iterator<Item = &Premise> {
        let own = self.premises.iter().flat_map(Premise::with_inner);
        let comprehensions = self.comprehensions.iter().flat_map(|r| &r.block.premises);
        own.chain(comprehensions.flat_map(Premise::with_inner))
    }

    /// Counts a variable among those that make a difference.
    pub(crate) fn make_effective(&mut self, variable: VarId) {
        if let Err(at) = self.effective.binary_search(&variable) {
            self.effective.insert(at, variable);
        }
    }
}

/// Where a rule applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Within a stage.
    Step(StageId),
    /// When the first stage is quiescent; leads to the second, or ends the program.
    Link(StageId, Option<StageId>),
}

/// A variable of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// Its name; `_` if it has none, and nothing if it stands for a sum inside of a term.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
}

impl Variable {
    /// Whether it stands for a sum inside of a term, and is not written anywhere.
    pub fn is_hidden(&self) -> bool {
        self.name.is_empty()
    }
}

/// What a rule needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Premise {
    /// An atom that is consumed.
    Take(Atom),
    /// `$`: an atom that is read and left.
    Read(Atom),
    /// `!`: a persistent atom.
    Persistent(Atom),
    /// An atom that backward chaining derives.
    Derived(Atom),
    /// An atom that the host is asked for.
    Sense(Atom),
    /// Two terms are the same.
    Same(Term, Term),
    /// Two terms differ.
    Differ(Term, Term),
    /// One number is less than another, or the same if that is allowed.
    Less {
        /// The smaller one.
        left: Term,
        /// The larger one.
        right: Term,
        /// Whether they may be the same.
        or_same: bool,
    },
    /// A variable is what an operation makes of two numbers. Where there is no such number of the
    /// variable's type, the premise does not hold. A sum or a difference also gives each of its
    /// parts from the others.
    Compute {
        /// The result.
        target: VarId,
        /// What is done.
        operator: Operator,
        /// The first number.
        left: Term,
        /// The second number.
        right: Term,
    },
    /// There is no match of these premises.
    Not(Box<Block>),
    /// A number that all matches of some premises give together.
    Aggregate {
        /// What the number has to be.
        target: Term,
        /// How it is made.
        by: By,
        /// What each match gives; `None` for a count.
        value: Option<Term>,
        /// The premises.
        block: Box<Block>,
    },
}

/// Premises with variables of their own, inside of a rule, a backward rule, a pattern or another
/// block. They only read: position atoms are [`Premise::Read`], except on the left side of a
/// [`Comprehension`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// How many variables there are outside; the block's own are numbered from here on.
    pub outer: usize,
    /// Its own variables.
    pub locals: Vec<Variable>,
    /// What has to hold together.
    pub premises: Vec<Premise>,
}

impl Block {
    /// How many variables there are inside and outside.
    pub fn variables(&self) -> usize {
        self.outer + self.locals.len()
    }

    /// Calls `f` for each variable from outside, in order, as often as they occur.
    pub fn each_outer_variable(&self, f: &mut dyn FnMut(VarId)) {
        let mut outer = |v: VarId| {
            if v.index() < self.outer {
                f(v);
            }
        };
        for premise in &self.premises {
            premise.each_variable(&mut outer);
        }
    }
}

impl Premise {
    /// Its atom, unless it is a comparison.
    pub fn atom(&self) -> Option<&Atom> {
        match self {
            Premise::Take(atom)
            | Premise::Read(atom)
            | Premise::Persistent(atom)
            | Premise::Derived(atom)
            | Premise::Sense(atom) => Some(atom),
            _ => None,
        }
    }

    /// The block inside of it, if there is one.
    pub fn block(&self) -> Option<&Block> {
        match self {
            Premise::Not(block) | Premise::Aggregate { block, .. } => Some(block),
            _ => None,
        }
    }

    /// Itself, the premises of its block, and those of the blocks inside of that.
    pub fn with_inner(&self) -> impl Iterator<Item = &Premise> {
        let (mut first, mut open) = (Some(self), Vec::new());
        std::iter::from_fn(move || {
            let next = first.take().or_else(|| open.pop())?;
            open.extend(next.block().into_iter().flat_map(|b| b.premises.iter().rev()));
            Some(next)
        })
    }

    /// Whether it is matched against the atoms of the position.
    pub fn in_position(&self) -> bool {
        matches!(self, Premise::Take(_) | Premise::Read(_) | Premise::Persistent(_))
    }

    /// Calls `f` for each of its variables, in order, as often as they occur. The variables of a
    /// block inside of it are its own affair.
    pub fn each_variable(&self, f: &mut dyn FnMut(VarId)) {
        let f = &mut |v| f(v);
        match self {
            Premise::Same(left, right)
            | Premise::Differ(left, right)
            | Premise::Less { left, right, .. } => {
                left.each_variable(f);
                right.each_variable(f);
            }
            Premise::Compute { target, left, right, .. } => {
                f(*target);
                left.each_variable(f);
                right.each_variable(f);
            }
            Premise::Not(block) => block.each_outer_variable(f),
            Premise::Aggregate { target, value, block, .. } => {
                target.each_variable(f);
                block.each_outer_variable(f);
                if let Some(value) = value {
                    value.each_variable(&mut |v| {
                        if v.index() < block.outer {
                            f(v);
                        }
                    });
                }
            }
            other => {
                if let Some(atom) = other.atom() {
                    atom.each_variable(f);
                }
            }
        }
    }
}

/// `{ A -o B }` on a right side: rewrites as often as copies allow, matches in canonical order. A
/// set `{ B | goals }` is one that takes nothing, and so makes its atoms once for each match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comprehension {
    /// What each match needs; what it takes is [`Premise::Take`].
    pub block: Block,
    /// What each match makes.
    pub makes: Vec<Conclusion>,
}

/// What a rule makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conclusion {
    /// The atom.
    pub atom: Atom,
    /// Whether it is there for good.
    pub persistent: bool,
}

/// A predicate with arguments.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom {
    /// The predicate.
    pub predicate: PredId,
    /// The arguments.
    pub arguments: Vec<Term>,
}

impl Atom {
    /// Calls `f` for each variable, in order, as often as they occur.
    pub fn each_variable(&self, f: &mut impl FnMut(VarId)) {
        for argument in &self.arguments {
            argument.each_variable(f);
        }
    }
}

/// A term. Numbers of Peano types are numbers, however they were written.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// A variable of the rule.
    Variable(VarId),
    /// A number of a Peano type.
    Number(u64),
    /// A number of a Peano type that is a variable and some more; never zero more.
    Plus(VarId, u64),
    /// A constructor of another type, with its arguments.
    Apply(ConId, Vec<Term>),
}

impl Term {
    /// Calls `f` for each variable, in order, as often as they occur.
    pub fn each_variable(&self, f: &mut impl FnMut(VarId)) {
        match self {
            Term::Variable(v) | Term::Plus(v, _) => f(*v),
            Term::Number(_) => {}
            Term::Apply(_, arguments) => {
                for argument in arguments {
                    argument.each_variable(f);
                }
            }
        }
    }

    /// Whether no variable occurs in it.
    pub fn is_ground(&self) -> bool {
        let mut ground = true;
        self.each_variable(&mut |_| ground = false);
        ground
    }
}

/// A backward rule or, without goals, a fact.
#[derive(Debug, Clone)]
pub struct Clause {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its variables.
    pub variables: Vec<Variable>,
    /// What follows.
    pub head: Atom,
    /// From what; position atoms are [`Premise::Read`].
    pub goals: Vec<Premise>,
    /// Where it is written.
    pub span: Span,
}

/// A pattern over the position with its own variables, from `#forbid`.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// Its variables.
    pub variables: Vec<Variable>,
    /// What has to hold together; position atoms are [`Premise::Read`].
    pub premises: Vec<Premise>,
}

/// A start of the program: one `#trace`.
#[derive(Debug, Clone)]
pub struct Start {
    /// How many steps `senet run` takes.
    pub limit: Option<u64>,
    /// The first stage.
    pub stage: StageId,
    /// The atoms, all ground, in source order.
    pub atoms: Vec<Conclusion>,
    /// Sets, each with the number of atoms that stand before it.
    pub sets: Vec<(usize, Comprehension)>,
    /// Where it is written.
    pub span: Span,
}

impl Start {
    /// Everything that it may hold; what sets make has variables of their own.
    pub fn all_made(&self) -> impl Iterator<Item = &Conclusion> {
        self.atoms.iter().chain(self.sets.iter().flat_map(|(_, set)| &set.makes))
    }
}

/// What the directives say about the program as a game.
#[derive(Debug, Clone, Default)]
pub struct GameDirectives {
    /// `#title`
    pub title: Option<String>,
    /// `#about`
    pub about: Option<String>,
    /// `#players`
    pub players: Option<Players>,
    /// `#win`
    pub win: Vec<PredId>,
    /// `#lose`
    pub lose: Vec<PredId>,
    /// `#draw`
    pub draw: Vec<PredId>,
    /// `#score`
    pub score: Vec<PredId>,
    /// `#hidden`
    pub hidden: Vec<Hidden>,
    /// `#repeat N draw`: the same position N times is a draw.
    pub repeat: Option<u64>,
    /// `#limit N draw`: N moves are a draw.
    pub limit: Option<u64>,
    /// `#limit N draw since RULES`: N moves in a row by other rules are a draw.
    pub quiet: Option<Quiet>,
    /// `#tags`
    pub tags: Vec<String>,
    /// `#origin`
    pub origin: Option<String>,
    /// `#option`, in source order.
    pub options: Vec<GameOption>,
    /// How the game looks and reads.
    pub presentation: Presentation,
}

/// When play leads nowhere any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quiet {
    /// How many moves in a row.
    pub moves: u64,
    /// The rules that begin the count anew.
    pub since: Vec<RuleId>,
}

/// Something about a game that its players may choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameOption {
    /// What it is called.
    pub name: String,
    /// The smallest value.
    pub low: u64,
    /// The largest value.
    pub high: u64,
    /// The value if none is chosen.
    pub default: u64,
    /// What it is here.
    pub value: u64,
}

/// Who plays.
#[derive(Debug, Clone)]
pub struct Players {
    /// The type whose constants are the seats.
    pub ty: TypeId,
    /// Those who sit, in order.
    pub seats: Vec<ConId>,
    /// How few and how many may sit.
    pub range: (usize, usize),
}

/// A pattern of atoms that not all players see.
#[derive(Debug, Clone)]
pub struct Hidden {
    /// The predicate.
    pub predicate: PredId,
    /// For each argument, the constant that it has to be, if any.
    pub fixed: Vec<Option<Term>>,
    /// Which argument is the player who sees the atom; `None` if no player does.
    pub owner: Option<usize>,
}

impl Program {
    /// All types, by [`TypeId`].
    pub fn types(&self) -> &[Type] {
        &self.types
    }

    /// The constructors, in order of declaration.
    pub fn constructors(&self) -> &[Constructor] {
        &self.constructors
    }

    /// All predicates, those of given tables included, by [`PredId`].
    pub fn predicates(&self) -> &[Predicate] {
        &self.predicates
    }

    /// All stages in source order, by [`StageId`].
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// The rules of stages and the links, in source order.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The backward rules and facts, in source order.
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// The starts, in source order.
    pub fn starts(&self) -> &[Start] {
        &self.starts
    }

    /// What the author says about all plays, in source order.
    pub fn properties(&self) -> &[Property] {
        &self.properties
    }

    /// The queries that the author asks of every play, in source order.
    pub fn observed(&self) -> &[ObservedQuery] {
        &self.observed
    }

    /// What a rule is called where steps are told: its own name, or one after the stage that a link leads to or
    /// after its number in its stage.
    pub fn rule_name(&self, rule: &Rule) -> String {
        step_name(rule, &self.stages, &self.rules)
    }

    /// What the program says about itself as a game.
    pub fn game(&self) -> &GameDirectives {
        &self.game
    }

    /// The directives that are the same when the program is written out in plain Ceptre
    /// ([`Expansion::Kept`](crate::Expansion::Kept)), in source order, with numbers for options.
    pub fn kept_directives(&self) -> &[Directive] {
        &self.kept
    }

    /// How derived predicates may be called.
    pub fn modes(&self) -> &Modes {
        &self.modes
    }

    /// A type.
    pub fn ty(&self, id: TypeId) -> &Type {
        &self.types[id.index()]
    }

    /// The constructor or constant with this id.
    pub fn constructor(&self, id: ConId) -> &Constructor {
        &self.constructors[id.index()]
    }

    /// The predicate with this id.
    pub fn predicate(&self, id: PredId) -> &Predicate {
        &self.predicates[id.index()]
    }

    /// The stage with this id.
    pub fn stage(&self, id: StageId) -> &Stage {
        &self.stages[id.index()]
    }

    /// Whether the order of the steps of a stage makes no difference. All stages are judged when
    /// this is first asked: who only runs a program need not know.
    pub fn settling(&self, id: StageId) -> &Settling {
        &self.settling.get_or_init(|| settle::settle(self))[id.index()]
    }

    /// A rule or a link.
    pub fn rule(&self, id: RuleId) -> &Rule {
        &self.rules[id.index()]
    }

    /// The boards, in source order.
    pub fn boards(&self) -> &[BoardInfo] {
        &self.boards
    }

    /// The type of the directions of boards, if there are any.
    pub fn directions(&self) -> Option<TypeId> {
        self.dir
    }

    /// Where on which board a constant lies.
    pub fn place(&self, constant: ConId) -> Option<Place> {
        let ty = self.constructors[constant.index()].ty;
        self.boards.iter().enumerate().find_map(|(i, info)| {
            let board = u8::try_from(i).ok()?;
            let spot = match info.edges {
                _ if info.ty == ty => Spot::Cell(Cell(constant.0 - info.first.0)),
                Some((edges, first)) if edges == ty => Spot::Edge(Edge(constant.0 - first.0)),
                _ => return None,
            };
            Some(Place { board, spot })
        })
    }

    /// How many seats the game has: at least one.
    pub fn seats(&self) -> usize {
        self.game.players.as_ref().map_or(1, |p| p.seats.len())
    }
}

/// What a rule is called where steps are told; see [`Program::rule_name`].
pub(crate) fn step_name(rule: &Rule, stages: &[Stage], rules: &[Rule]) -> String {
    match (&rule.name, rule.role) {
        (Some(name), _) => name.clone(),
        (None, Role::Link(_, Some(to))) => format!("to-{}", stages[to.index()].name),
        (None, Role::Link(from, None)) => format!("end-{}", stages[from.index()].name),
        (None, Role::Step(stage)) => {
            let of_stage = &stages[stage.index()].rules;
            let at = of_stage.iter().position(|r| std::ptr::eq(&rules[r.index()], rule));
            format!("rule-{}", at.map_or(0, |i| i + 1))
        }
    }
}
