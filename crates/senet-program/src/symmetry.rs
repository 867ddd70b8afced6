//! Symmetries of a program (automorphisms): permutations of its constants after which it says the same.
//!
//! Candidates are the turns and reflections of the board, with the directions that follow from them and, if wanted, the
//! two players exchanged. Each is compared with every rule, clause, pattern and atom of the start, so that none is
//! wrong; some may be missed. A program means nothing by the names of its constants, so a permutation that leaves its
//! text as it is maps plays to plays.
//!
//! Cost: the size of the tables for each turn or reflection.

use crate::ids::{ConId, PredId, StageId, VarId};
use crate::program::{
    Atom, Block, Clause, Comprehension, Conclusion, PredKind, Premise, Program, Role, Rule,
    Settling, Term,
};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_board::Cell;
use std::collections::BTreeMap;

/// A permutation of the constants of a program after which it says the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramSymmetry {
    images: Vec<ConId>,
}

impl ProgramSymmetry {
    /// Where a constant goes.
    pub fn image(&self, constant: ConId) -> ConId {
        self.images[constant.index()]
    }
}

impl Program {
    /// The symmetries of the program from one of its starts; the first changes nothing. Players stay who they are.
    pub fn symmetries(&self, start: usize) -> Vec<ProgramSymmetry> {
        let same = ProgramSymmetry { images: all_constants(self) };
        let mut found = vec![same];
        let ([info], true) = (self.boards(), is_plain(self)) else {
            return found;
        };
        let facts = Facts::new(self);
        // The candidates are the turns and reflections of the board; different ones may be the same
        // permutation of constants. A test compares rules pairwise, and looks up the image of each
        // fact.
        for cells in info.board.symmetries() {
            let images = facts.images(&cells, false);
            let moved = images.filter(|images| !found.iter().any(|known| known.images == *images));
            if let Some(images) = moved.filter(|images| keeps(&facts, images, Some(start))) {
                found.push(ProgramSymmetry { images });
            }
        }
        found
    }

    /// Whether the rules treat two players alike: they say the same with the players exchanged and the board turned or
    /// reflected in some way. Starts are left out.
    pub fn treats_players_alike(&self) -> bool {
        let two = self.game().players.as_ref().is_some_and(|players| players.seats.len() == 2);
        if !two || !is_plain(self) {
            return false;
        }
        let facts = Facts::new(self);
        let boards = match self.boards() {
            [] => vec![Vec::new()],
            [info] => info.board.symmetries(),
            // Several boards lie as they are.
            _ => vec![Vec::new()],
        };
        boards.iter().any(|cells| {
            facts.images(cells, true).is_some_and(|images| keeps(&facts, &images, None))
        })
    }
}

fn all_constants(program: &Program) -> Vec<ConId> {
    (0..program.constructors().len()).map(ConId::new).collect()
}

/// Whether a program means nothing by the order of its constants, and has no sensors or actions: comprehensions that take atoms do so
/// in canonical order, and a stage that is only said to settle may not.
fn is_plain(program: &Program) -> bool {
    let outside = |kind: PredKind| matches!(kind, PredKind::Sense | PredKind::Action);
    let takes = |c: &Comprehension| c.block.premises.iter().any(|p| matches!(p, Premise::Take(_)));
    let stages = (0..program.stages().len()).map(StageId::new);
    // Canonical order is the order of declarations, which a permutation does not keep: whatever
    // depends on it might tell images apart.
    program.predicates().iter().all(|p| !outside(p.kind) && p.host.is_none())
        && program
            .rules()
            .iter()
            .all(|r| r.unsolved.is_empty() && !r.comprehensions.iter().any(takes))
        && stages
            .filter(|s| !program.stage(*s).interactive)
            .all(|s| !matches!(program.settling(s), Settling::Believed))
}

/// The tables of a program, ready to be compared.
struct Facts<'p> {
    program: &'p Program,
    tables: BTreeMap<PredId, FxHashSet<Vec<Term>>>,
    /// The lines of a board, where every rule says the same about a line and its reverse: each set of cells is there
    /// once, in one of the two orders.
    lines: FxHashSet<PredId>,
}

impl<'p> Facts<'p> {
    fn new(program: &'p Program) -> Facts<'p> {
        let mut lines = FxHashSet::default();
        for (i, predicate) in program.predicates().iter().enumerate() {
            let id = PredId::new(i);
            let reversible = || {
                let rules = program.rules().iter().map(rule_parts);
                let clauses = program.clauses().iter().map(clause_parts);
                rules.chain(clauses).all(|parts| reverses(id, &parts))
            };
            if predicate.given && predicate.name == "line" && reversible() {
                lines.insert(id);
            }
        }
        let mut facts = Facts { program, tables: BTreeMap::new(), lines };
        for clause in program.clauses().iter().filter(|c| is_fact(c)) {
            let arguments = facts.in_order(clause.head.predicate, clause.head.arguments.clone());
            facts.tables.entry(clause.head.predicate).or_default().insert(arguments);
        }
        facts
    }

    /// A line in the lesser of its two orders.
    fn in_order(&self, predicate: PredId, arguments: Vec<Term>) -> Vec<Term> {
        if !self.lines.contains(&predicate) {
            return arguments;
        }
        let reversed: Vec<Term> = arguments.iter().rev().cloned().collect();
        arguments.min(reversed)
    }

    /// The permutation that follows from where cells go: edges, and the directions whose steps and sides they are.
    fn images(&self, cells: &[Cell], exchanged: bool) -> Option<Vec<ConId>> {
        let program = self.program;
        let mut images = all_constants(program);
        if let Some(players) = program.game().players.as_ref().filter(|_| exchanged) {
            let [a, b] = players.seats[..] else { return None };
            (images[a.index()], images[b.index()]) = (b, a);
        }
        let info = match program.boards() {
            [info] if !cells.is_empty() => info,
            _ => return Some(images),
        };
        for (from, to) in cells.iter().enumerate() {
            images[info.first.index() + from] = ConId::new(info.first.index() + to.index());
        }
        if let Some((_, first)) = info.edges {
            for (i, (a, b)) in info.board.edges().iter().enumerate() {
                let edge = info.board.edge(cells[a.index()], cells[b.index()])?;
                images[first.index() + i] = ConId::new(first.index() + edge.0 as usize);
            }
        }
        // Directions follow the cells: a direction goes to the one whose facts are the
        // images of its own. Greedy is enough, because two directions with the same facts
        // are alike for every rule that uses those.
        let dirs = program.directions().map_or(&[][..], |ty| &program.ty(ty).constructors);
        let signatures: Vec<Vec<(PredId, Vec<Term>)>> =
            dirs.iter().map(|dir| self.signature(*dir, None)).collect();
        let mut free: Vec<usize> = (0..dirs.len()).collect();
        let mut chosen = Vec::new();
        for dir in dirs {
            let wanted = self.signature(*dir, Some(&images));
            let at = free.iter().position(|other| signatures[*other] == wanted)?;
            chosen.push((*dir, dirs[free.remove(at)]));
        }
        chosen.into_iter().for_each(|(from, to)| images[from.index()] = to);
        Some(images)
    }

    /// The facts with a direction, which is left out of them; those with several directions are compared later.
    fn signature(&self, dir: ConId, images: Option<&[ConId]>) -> Vec<(PredId, Vec<Term>)> {
        let program = self.program;
        let is_dir = |t: &Term| matches!(t, Term::Apply(c, _) if Some(program.constructor(*c).ty) == program.directions());
        let mut out = Vec::new();
        for (predicate, rows) in &self.tables {
            for row in rows.iter().filter(|row| row.contains(&Term::Apply(dir, Vec::new()))) {
                if row.iter().filter(|t| is_dir(t)).count() == 1 {
                    let others = row.iter().filter(|t| !is_dir(t));
                    let mapped = others.map(|t| images.map_or_else(|| t.clone(), |to| term(t, to)));
                    out.push((*predicate, mapped.collect()));
                }
            }
        }
        out.sort();
        out
    }
}

fn is_fact(clause: &Clause) -> bool {
    clause.goals.is_empty() && clause.head.arguments.iter().all(Term::is_ground)
}

/// Whether a program says the same after a permutation.
fn keeps(facts: &Facts<'_>, images: &[ConId], start: Option<usize>) -> bool {
    let program = facts.program;
    // Permutations are one to one, so a table whose rows all have their images in it is mapped
    // onto itself; the inverse need not be tested.
    let table = |(predicate, rows): (&PredId, &FxHashSet<Vec<Term>>)| {
        rows.iter().all(|row| {
            let image: Vec<Term> = row.iter().map(|t| term(t, images)).collect();
            rows.contains(&facts.in_order(*predicate, image))
        })
    };
    let place = |rule: &Rule| match rule.role {
        Role::Step(stage) | Role::Link(stage, _) => program.stage(stage).ordered,
    };
    let rule = |rule: &Rule| {
        let image = image_of(&rule_parts(rule), images);
        // A rule may go to another rule, as `north` goes to `east` where each direction has a rule.
        // It must have the same place in the program, the same weight and the image of its chooser.
        let like = |other: &Rule| {
            let chooser = rule.chooser.as_ref().map(|t| term(t, images));
            other.role == rule.role
                && other.weight == rule.weight
                && other.chooser == chooser
                && other.effective == rule.effective
                && is_same(&image, &rule_parts(other))
        };
        // In an ordered stage, a rule has its place.
        like(rule) || (!place(rule) && program.rules().iter().any(like))
    };
    let clauses: Vec<&Clause> = program.clauses().iter().filter(|c| !is_fact(c)).collect();
    let clause = |clause: &&Clause| {
        let image = image_of(&clause_parts(clause), images);
        clauses.iter().any(|other| is_same(&image, &clause_parts(other)))
    };
    let forbidden = program.stages().iter().all(|stage| {
        stage.forbidden.iter().all(|pattern| {
            let image: Vec<Premise> = pattern.premises.iter().map(|p| premise(p, images)).collect();
            stage.forbidden.iter().any(|other| same_in_any_order(&image, &other.premises))
        })
    });
    // Multisets of atoms, because copies count; sets are compared as they are written.
    let begins = start.is_none_or(|start| {
        let start = &program.starts()[start];
        let atoms: Vec<Conclusion> = start.atoms.iter().map(|c| conclusion(c, images)).collect();
        same_in_any_order(&atoms, &start.atoms)
            && start.sets.iter().all(|(_, set)| {
                let image = comprehension(set, images);
                start.sets.iter().any(|(_, other)| *other == image)
            })
    });
    forbidden
        && begins
        && facts.tables.iter().all(table)
        && program.rules().iter().all(rule)
        && clauses.iter().all(clause)
}

/// What a rule or a clause says, in any order.
struct Parts<'p> {
    premises: Vec<&'p Premise>,
    makes: Vec<Conclusion>,
    sets: &'p [Comprehension],
    /// Variables whose values make a difference.
    effective: &'p [VarId],
}

fn rule_parts(rule: &Rule) -> Parts<'_> {
    Parts {
        premises: rule.premises.iter().collect(),
        makes: rule.conclusions.clone(),
        sets: &rule.comprehensions,
        effective: &rule.effective,
    }
}

fn clause_parts(clause: &Clause) -> Parts<'_> {
    let head = Conclusion { atom: clause.head.clone(), persistent: false };
    Parts { premises: clause.goals.iter().collect(), makes: vec![head], sets: &[], effective: &[] }
}

struct Image {
    premises: Vec<Premise>,
    makes: Vec<Conclusion>,
    sets: Vec<Comprehension>,
}

fn image_of(parts: &Parts<'_>, images: &[ConId]) -> Image {
    Image {
        premises: parts.premises.iter().map(|p| premise(p, images)).collect(),
        makes: parts.makes.iter().map(|c| conclusion(c, images)).collect(),
        sets: parts.sets.iter().map(|c| comprehension(c, images)).collect(),
    }
}

fn is_same(image: &Image, parts: &Parts<'_>) -> bool {
    let premises: Vec<Premise> = parts.premises.iter().map(|p| (*p).clone()).collect();
    same_in_any_order(&image.premises, &premises)
        && same_in_any_order(&image.makes, &parts.makes)
        && image.sets == parts.sets
}

fn same_in_any_order<T: PartialEq>(a: &[T], b: &[T]) -> bool {
    // Equality of multisets, quadratic in their size: premises have neither an order nor a hash.
    let mut used = vec![false; b.len()];
    a.len() == b.len()
        && a.iter().all(|one| {
            let at = (0..b.len()).find(|i| !used[*i] && b[*i] == *one);
            at.is_some_and(|at| !std::mem::replace(&mut used[at], true))
        })
}

/// Whether a rule says the same of a line and of its reverse: with its variables exchanged, the other premises and what
/// it makes are the same, and none of them tells moves apart.
fn reverses(line: PredId, parts: &Parts<'_>) -> bool {
    let inner = parts.premises.iter().filter_map(|p| p.block());
    let hidden = inner.flat_map(|b| &b.premises).flat_map(Premise::with_inner);
    let sets = parts.sets.iter().flat_map(|c| &c.block.premises).flat_map(Premise::with_inner);
    if hidden.chain(sets).any(|p| p.atom().is_some_and(|a| a.predicate == line)) {
        return false;
    }
    let of_line = |p: &&&Premise| p.atom().is_some_and(|a| a.predicate == line);
    parts.premises.iter().filter(of_line).all(|premise| {
        let arguments = &premise.atom().expect("it has one").arguments;
        let variables: Option<Vec<VarId>> = arguments
            .iter()
            .map(|t| if let Term::Variable(v) = t { Some(*v) } else { None })
            .collect();
        let Some(variables) = variables else { return false };
        // The tests below are syntactic: with the variables of the line exchanged end for end, the
        // rule has to be the same text up to the order of its premises. That is enough, and misses
        // rules that only mean the same.
        let distinct: FxHashSet<VarId> = variables.iter().copied().collect();
        let swap: FxHashMap<VarId, VarId> =
            variables.iter().copied().zip(variables.iter().rev().copied()).collect();
        let others: Vec<Premise> =
            parts.premises.iter().filter(|p| **p != *premise).map(|p| (*p).clone()).collect();
        let uses_block = others.iter().filter_map(Premise::block).any(|block| {
            let mut used = false;
            block.each_outer_variable(&mut |v| used |= distinct.contains(&v));
            used
        });
        let swapped: Option<Vec<Premise>> = others.iter().map(|p| exchange(p, &swap)).collect();
        let makes: Vec<Conclusion> = parts
            .makes
            .iter()
            .map(|c| Conclusion { atom: exchange_atom(&c.atom, &swap), ..c.clone() })
            .collect();
        distinct.len() == variables.len()
            && !uses_block
            && parts.sets.is_empty()
            && !parts.effective.iter().any(|v| distinct.contains(v))
            && swapped.is_some_and(|swapped| same_in_any_order(&swapped, &others))
            && same_in_any_order(&makes, &parts.makes)
    })
}

/// A premise with variables exchanged; `None` for kinds in which that is not followed.
fn exchange(premise: &Premise, swap: &FxHashMap<VarId, VarId>) -> Option<Premise> {
    Some(match premise {
        Premise::Take(a) => Premise::Take(exchange_atom(a, swap)),
        Premise::Read(a) => Premise::Read(exchange_atom(a, swap)),
        Premise::Persistent(a) => Premise::Persistent(exchange_atom(a, swap)),
        Premise::Derived(a) => Premise::Derived(exchange_atom(a, swap)),
        Premise::Not(_) | Premise::Aggregate { .. } => premise.clone(),
        other => {
            let mut touched = false;
            other.each_variable(&mut |v| touched |= swap.contains_key(&v));
            if touched {
                return None;
            }
            other.clone()
        }
    })
}

fn exchange_atom(atom: &Atom, swap: &FxHashMap<VarId, VarId>) -> Atom {
    fn one(t: &Term, swap: &FxHashMap<VarId, VarId>) -> Term {
        let to = |v: &VarId| swap.get(v).copied().unwrap_or(*v);
        match t {
            Term::Variable(v) => Term::Variable(to(v)),
            Term::Plus(v, n) => Term::Plus(to(v), *n),
            Term::Number(n) => Term::Number(*n),
            Term::Apply(c, all) => Term::Apply(*c, all.iter().map(|t| one(t, swap)).collect()),
        }
    }
    let arguments = atom.arguments.iter().map(|t| one(t, swap)).collect();
    Atom { predicate: atom.predicate, arguments }
}

fn term(t: &Term, images: &[ConId]) -> Term {
    match t {
        Term::Apply(c, all) => {
            Term::Apply(images[c.index()], all.iter().map(|t| term(t, images)).collect())
        }
        other => other.clone(),
    }
}

fn atom(a: &Atom, images: &[ConId]) -> Atom {
    let arguments = a.arguments.iter().map(|t| term(t, images)).collect();
    Atom { predicate: a.predicate, arguments }
}

fn conclusion(c: &Conclusion, images: &[ConId]) -> Conclusion {
    Conclusion { atom: atom(&c.atom, images), persistent: c.persistent }
}

fn comprehension(c: &Comprehension, images: &[ConId]) -> Comprehension {
    let makes = c.makes.iter().map(|c| conclusion(c, images)).collect();
    Comprehension { block: block(&c.block, images), makes }
}

fn block(b: &Block, images: &[ConId]) -> Block {
    let premises = b.premises.iter().map(|p| premise(p, images)).collect();
    Block { outer: b.outer, locals: b.locals.clone(), premises }
}

fn premise(p: &Premise, images: &[ConId]) -> Premise {
    let t = |t: &Term| term(t, images);
    match p {
        Premise::Take(a) => Premise::Take(atom(a, images)),
        Premise::Read(a) => Premise::Read(atom(a, images)),
        Premise::Persistent(a) => Premise::Persistent(atom(a, images)),
        Premise::Derived(a) => Premise::Derived(atom(a, images)),
        Premise::Sense(a) => Premise::Sense(atom(a, images)),
        Premise::Same(l, r) => Premise::Same(t(l), t(r)),
        Premise::Differ(l, r) => Premise::Differ(t(l), t(r)),
        Premise::Less { left, right, or_same } => {
            Premise::Less { left: t(left), right: t(right), or_same: *or_same }
        }
        Premise::Compute { target, operator, left, right } => Premise::Compute {
            target: *target,
            operator: *operator,
            left: t(left),
            right: t(right),
        },
        Premise::Not(b) => Premise::Not(Box::new(block(b, images))),
        Premise::Aggregate { target, by, value, block: b } => Premise::Aggregate {
            target: t(target),
            by: *by,
            value: value.as_ref().map(t),
            block: Box::new(block(b, images)),
        },
    }
}

#[cfg(test)]
mod tests {
    use crate::check;

    fn count(text: &str) -> usize {
        let checked = check(text, &crate::Options::default());
        checked.program.expect("no errors").symmetries(0).len()
    }

    const GAME: &str = "player : type. x : player. o : player. #players player.
        turn player : pred. free cell : pred. mark player cell : pred. win player : pred. #win win.
        stage play = { place : turn P * free C * next P Q -o mark P C * turn Q. }
        #interactive play.
        stage judge = { three : $mark P A * $mark P B * $mark P C * line A B C -o win P. }
        qui * stage play -o stage judge.";

    #[test]
    fn symmetries_are_those_of_the_board_and_of_the_start() {
        let start = "#trace _ play { turn x, { free C | C : cell } }.";
        assert_eq!(count(&format!("board cell = square 3 3. {GAME} {start}")), 8);
        assert_eq!(count(&format!("board cell = square 4 3. {GAME} {start}")), 4);
        assert_eq!(count(&format!("board cell = hex 3. {GAME} {start}")), 4);
        // A start that lies askew.
        let corner = "#trace _ play { turn x, free a1, free b1 }.";
        assert_eq!(count(&format!("board cell = square 3 3. {GAME} {corner}")), 1);
        let middle = "#trace _ play { turn x, free a2, free b2, free c2 }.";
        assert_eq!(count(&format!("board cell = square 3 3. {GAME} {middle}")), 4);
    }

    #[test]
    fn rules_that_tell_a_line_from_its_reverse_are_not_reversed() {
        let start = "#trace _ play { turn x, { free C | C : cell } }.";
        let first = GAME.replace("$mark P A * $mark P B *", "$mark P A *");
        // From the first to the last cell of a line: a reflection would exchange them.
        assert_eq!(count(&format!("board cell = square 3 3. {GAME} {start}")), 8);
        let text = first.replace("line A B C", "line A _ C * $mark P A");
        assert!(count(&format!("board cell = square 3 3. {text} {start}")) < 8);
    }

    #[test]
    fn directions_in_rules_are_turned_with_the_board() {
        let rules = |dir: &str| {
            format!(
                "board cell = square 3 3. at cell : pred. go : pred.
                stage s = {{ walk : go * at A * step {dir} A B -o at B. }}
                #interactive s. #trace _ s {{ at b2, go, go }}."
            )
        };
        assert_eq!(count(&rules("D")), 8);
        // Northwards alone: only left and right can be exchanged.
        assert_eq!(count(&rules("north")), 2);
    }

    #[test]
    fn players_are_alike_in_hex_up_to_a_reflection() {
        let text = |sides: &str| {
            format!(
                "board cell = hex 3. player : type. red : player. blue : player. #players player.
                turn player : pred. stone player cell : pred. win player : pred. #win win.
                sides player dir dir : bwd. {sides}
                reached player cell : bwd.
                reached P A <- sides P D _ <- side D A <- stone P A.
                reached P B <- reached P A <- adjacent A B <- stone P B.
                stage s = {{ chain : turn P * sides P _ D * side D A * reached P A -o win P. }}
                #trace _ s {{ turn red }}."
            )
        };
        let alike = |sides: &str| {
            let checked = check(&text(sides), &crate::Options::default());
            checked.program.expect("no errors").treats_players_alike()
        };
        assert!(alike("sides red north south. sides blue west east."));
        assert!(!alike("sides red north south. sides blue north south. sides blue west east."));
    }
}
