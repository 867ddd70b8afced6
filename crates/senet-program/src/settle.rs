//! Settling: an automatic stage in which the order of steps makes no difference.
//!
//! Two steps that could happen side by side either share no atom, and then each can follow the
//! other, or they overlap: one takes what the other needs. Each overlap, in its most general form,
//! is a small position; if its two outcomes are equal, or become equal after at most one more step
//! on each side, then all orders end alike. (Critical pairs, as in Knuth and Bendix, 1970. Joining in at
//! most one step is strong confluence, which implies confluence without knowing that the stage ends:
//! Huet, "Confluent reductions", 1980.)
//!
//! Everything here counts its steps. A stage that would take too long counts as unknown, and the
//! reason says so.

mod overlap;
mod sketch;
mod unify;

use crate::ids::PredId;
use crate::index::{Index, called};
use crate::program::{Block, PredKind, Premise, Program, Rule, Settling, Stage};
use overlap::Overlaps;
use rustc_hash::FxHashSet;

/// More rules than this in one stage are not compared in pairs.
const MAX_RULES: usize = 64;
/// Rules with more premises than this are not compared.
const MAX_PREMISES: usize = 64;
/// Rules with more variables than this are not compared.
const MAX_VARIABLES: usize = 256;
/// How many steps all stages of a program may take together.
const MAX_WORK: u64 = 4_000_000;

/// The steps that are left. A search that is out of them has found nothing out.
struct Work(u64);

/// There are no steps left.
struct OutOfWork;

impl Work {
    fn spend(&mut self, steps: usize) -> Result<(), OutOfWork> {
        self.0 = self.0.checked_sub(steps as u64).ok_or(OutOfWork)?;
        Ok(())
    }
}

/// Judges every automatic stage that the author has not vouched for.
pub(crate) fn settle(program: &Program) -> Vec<Settling> {
    let index = &Index::new(program);
    let mut overlaps = Overlaps::new(program, index);
    let mut work = MAX_WORK;
    let judged = program.stages.iter().map(|stage| {
        // One stage may use half of what is left, so that others get their chance.
        let mut share = Work(work / 2);
        let judged = judge(program, index, stage, &mut overlaps, &mut share);
        work -= work / 2 - share.0;
        judged
    });
    judged.collect()
}

fn judge(
    program: &Program,
    index: &Index,
    stage: &Stage,
    overlaps: &mut Overlaps<'_>,
    work: &mut Work,
) -> Settling {
    if stage.interactive {
        return Settling::Unknown("players choose here".to_owned());
    }
    if stage.believed {
        return Settling::Believed;
    }
    let rules: Vec<&Rule> = stage.rules.iter().map(|r| program.rule(*r)).collect();
    if stage.ordered && rules.len() > 1 {
        return Settling::Unknown("its rules are tried in order".to_owned());
    }
    if rules.len() > MAX_RULES {
        return Settling::Unknown(format!("more than {MAX_RULES} rules are not compared"));
    }
    // Every pair of rules, and each rule with itself: two different matches of one rule compete
    // too.
    let proof = || -> Result<Option<String>, OutOfWork> {
        for (i, first) in rules.iter().enumerate() {
            if let Some(why) = unsuitable(program, index, first, &rules, work)? {
                return Ok(Some(why));
            }
            for second in &rules[i..] {
                if let Some(why) = overlaps.compete(first, second, &rules, work)? {
                    return Ok(Some(why));
                }
            }
        }
        Ok(None)
    };
    match { proof }() {
        Ok(None) => Settling::Proved,
        Ok(Some(why)) => Settling::Unknown(why),
        Err(OutOfWork) => {
            Settling::Unknown("its rules overlap in too many ways to compare".to_owned())
        }
    }
}

/// What this argument does not cover.
fn unsuitable(
    program: &Program,
    index: &Index,
    rule: &Rule,
    rules: &[&Rule],
    work: &mut Work,
) -> Result<Option<String>, OutOfWork> {
    if !rule.comprehensions.is_empty() {
        return Ok(Some(format!("{} rewrites many atoms at once", called(rule))));
    }
    if rule.premises.len() > MAX_PREMISES || rule.variables.len() > MAX_VARIABLES {
        return Ok(Some(format!("{} is too long to compare", called(rule))));
    }
    // Critical pairs are about atoms that rules take. What a rule reads without taking it, answers of
    // the host, absence and derived atoms, is outside of them: here it must not change at all.
    for premise in &rule.premises {
        match premise {
            Premise::Sense(_) => return Ok(Some(format!("{} asks the host", called(rule)))),
            Premise::Take(atom) if index.can_last(atom.predicate) => {
                let name = &program.predicate(atom.predicate).name;
                return Ok(Some(format!("`{name}` is both consumed and persistent")));
            }
            Premise::Derived(atom) if program.predicate(atom.predicate).reads_position => {
                let (reads, blocks) = position_reads(program, index, atom.predicate, work)?;
                let takes = |r: &&&Rule| {
                    let takes =
                        |p: &Premise| matches!(p, Premise::Take(a) if reads.contains(&a.predicate));
                    // Where absence counts, making something takes something away.
                    let makes = blocks && r.all_made().any(|m| reads.contains(&m.atom.predicate));
                    r.premises.iter().any(takes) || makes
                };
                if let Some(taker) = rules.iter().find(takes) {
                    let name = &program.predicate(atom.predicate).name;
                    let taker = called(taker);
                    return Ok(Some(format!("{taker} takes what `{name}` is derived from")));
                }
            }
            _ => {}
        }
        if let Some(block) = premise.block()
            && let Some(why) = disturbed(program, index, rule, block, rules, work)?
        {
            return Ok(Some(why));
        }
    }
    Ok(None)
}

/// Who changes what a block reads: taking and making both make a difference there.
fn disturbed(
    program: &Program,
    index: &Index,
    rule: &Rule,
    block: &Block,
    rules: &[&Rule],
    work: &mut Work,
) -> Result<Option<String>, OutOfWork> {
    let mut reads: FxHashSet<PredId> = FxHashSet::default();
    let inner = block.premises.iter().flat_map(Premise::with_inner);
    for atom in inner.filter_map(Premise::atom) {
        if program.predicate(atom.predicate).kind == PredKind::Derived {
            reads.extend(position_reads(program, index, atom.predicate, work)?.0);
        } else {
            reads.insert(atom.predicate);
        }
    }
    let changes = |r: &&&Rule| {
        let takes = |p: &Premise| matches!(p, Premise::Take(a) if reads.contains(&a.predicate));
        r.premises.iter().any(takes) || r.all_made().any(|m| reads.contains(&m.atom.predicate))
    };
    let found = rules.iter().find(changes);
    Ok(found.map(|other| format!("{} changes what {} looks at", called(other), called(rule))))
}

/// The predicates of the position that a derived predicate reads, directly or not, and whether it
/// reads some of them in a block.
fn position_reads(
    program: &Program,
    index: &Index,
    predicate: PredId,
    work: &mut Work,
) -> Result<(FxHashSet<PredId>, bool), OutOfWork> {
    // Depth-first search over "a clause of one calls the other"; each predicate is expanded once.
    let mut open = vec![predicate];
    let mut seen: FxHashSet<PredId> = open.iter().copied().collect();
    let (mut reads, mut blocks) = (FxHashSet::default(), false);
    while let Some(p) = open.pop() {
        for clause in index.clauses(program, p) {
            work.spend(1 + clause.goals.len())?;
            for goal in clause.goals.iter().flat_map(Premise::with_inner) {
                blocks |= goal.block().is_some();
                match goal {
                    Premise::Derived(atom) => {
                        if seen.insert(atom.predicate) {
                            open.push(atom.predicate);
                        }
                    }
                    other => reads.extend(other.atom().map(|a| a.predicate)),
                }
            }
        }
    }
    Ok((reads, blocks))
}

#[cfg(test)]
mod tests {
    use crate::{Options, Settling, StageId, check};

    /// Whether the stage `s` of a program settles, and why not.
    #[track_caller]
    fn settling(text: &str) -> Settling {
        let checked = check(text, &Options::default());
        let program = checked.program.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
        let stage = program.stages().iter().position(|s| s.name == "s");
        program.settling(StageId::new(stage.expect("there is a stage `s`"))).clone()
    }

    #[track_caller]
    fn settles(text: &str) {
        assert_eq!(settling(text), Settling::Proved);
    }

    #[track_caller]
    fn unknown(text: &str, why: &str) {
        match settling(text) {
            Settling::Unknown(reason) => assert!(reason.contains(why), "{reason}"),
            other => panic!("{other:?}"),
        }
    }

    const PREDICATES: &str = "a : pred. b : pred. c : pred. d : pred.\n";

    #[test]
    fn the_judge_of_tic_tac_toe_settles() {
        // Two lines at once overlap in `moved`, and both make the same player win.
        settles(
            "player : type. x : player. o : player. cell : type. a1 : cell. b1 : cell.
             line cell cell cell : bwd. line a1 b1 a1. line b1 a1 b1.
             moved player : pred. mark player cell : pred. win player : pred.
             stage s = { three : moved P * line A B C * $mark P A * $mark P B * $mark P C -o win P. }
             #trace _ s { moved x, mark x a1, mark o b1 }.",
        );
    }

    #[test]
    fn races_do_not_settle() {
        let race = "stage s = { one : a -o b. two : a -o c. } #trace _ s { a }.";
        unknown(&format!("{PREDICATES}{race}"), "`one` and `two` compete for `a`");
        let dice = "t : type. x : t. p t : pred. q t : pred.
                    stage s = { pick : a * p X -o q X. } #trace _ s { a, p x }.";
        unknown(&format!("{PREDICATES}{dice}"), "two ways to apply `pick` compete for `a`");
    }

    #[test]
    fn what_shares_nothing_or_rejoins_settles() {
        let apart = "stage s = { one : a -o c. two : b -o d. } #trace _ s { a, b }.";
        settles(&format!("{PREDICATES}{apart}"));
        let rejoin = "stage s = { one : a -o b. two : a -o c. down : c -o b. } #trace _ s { a }.";
        settles(&format!("{PREDICATES}{rejoin}"));
        let readers = "stage s = { one : $a * b -o d. two : $a * c -o d. } #trace _ s { a, b, c }.";
        settles(&format!("{PREDICATES}{readers}"));
        let empty = "stage s = {} #trace _ s {}.";
        settles(empty);
    }

    #[test]
    fn facts_that_are_a_function_leave_no_choice() {
        let next = "t : type. x : t. y : t. next t t : bwd. next x y. turn t : pred. on t : pred.
                    stage s = { pass : turn P * next P Q -o on Q. } #trace _ s { turn x }.\n";
        settles(&format!("{next}next y x."));
        unknown(&format!("{next}next x x."), "compete for `turn P`");
    }

    #[test]
    fn what_the_argument_does_not_cover_is_unknown() {
        let host = "said : sense. stage s = { r : a * said -o b. } #trace _ s { a }.";
        unknown(&format!("{PREDICATES}{host}"), "asks the host");
        let both = "stage s = { r : a -o b. } #trace _ s { a, !a }.";
        unknown(&format!("{PREDICATES}{both}"), "`a` is both consumed and persistent");
        let derived =
            "e : bwd. e <- a. stage s = { r : b * e -o c. t : a -o d. } #trace _ s { a, b }.";
        unknown(&format!("{PREDICATES}{derived}"), "`t` takes what `e` is derived from");
        let chosen = "stage s = { r : a -o b. } #interactive s. #trace _ s { a }.";
        unknown(&format!("{PREDICATES}{chosen}"), "players choose");
    }

    #[test]
    fn a_word_of_the_author_is_believed() {
        let race = "stage s = { one : a -o b. two : a -o c. } #settles s. #trace _ s { a }.";
        assert_eq!(settling(&format!("{PREDICATES}{race}")), Settling::Believed);
    }

    #[test]
    fn a_proof_that_takes_too_long_is_given_up() {
        let many = (0..40).map(|i| format!(" * $p X{i} * $p X{i}")).collect::<String>();
        let text = format!(
            "t : type. x : t. p t : pred. q : pred.
             stage s = {{ r : q{many} -o . }} #trace _ s {{ q, p x }}."
        );
        unknown(&text, "too long to compare");
        let some = (0..12).map(|i| format!(" * $p X{i} * $p X{i}")).collect::<String>();
        let text = format!(
            "t : type. x : t. p t : pred. q : pred.
             stage s = {{ r : q{some} -o . }} #trace _ s {{ q, p x }}."
        );
        unknown(&text, "too many ways to compare");
    }
}
