//! k-induction, to be compared with IC3: a measurement, not a method of the prover.
//!
//! Sheeran, Singh and Stålmarck, *Checking safety properties using induction and a SAT-solver* (2000): what does not hold
//! in `k` different positions that follow each other does not hold in the next one. The transition relation is written
//! down `k` times, with one step at a time and frame axioms. `docs/properties.md` has the figures that this prints:
//! `cargo test --release -p senet-prove k_induction -- --ignored --nocapture`.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a measurement prints its figures"
)]

use super::{Induct, Induction};
use crate::changes::Changes;
use crate::ground::{Cube, GroundModel};
use crate::linear;
use batsat::{BasicSolver, Lit, SolverInterface, lbool};
use senet_engine::Engine;
use senet_program::{Options, check};
use std::sync::Arc;

/// Deeper unrollings than this are not tried.
const DEEPEST: usize = 24;
/// Conflicts of the solver, after which a method has failed.
const MOST_CONFLICTS: u64 = 200_000;

struct Unrolled<'m> {
    model: &'m GroundModel,
    safe: Vec<bool>,
    solver: BasicSolver,
    frames: Vec<Vec<Lit>>,
}

impl<'m> Unrolled<'m> {
    fn new(model: &'m GroundModel, single: bool) -> Unrolled<'m> {
        let both = model.safe.iter().zip(&model.single);
        let safe = both.map(|(safe, one)| *safe || (single && *one)).collect();
        Unrolled { model, safe, solver: BasicSolver::default(), frames: Vec::new() }
    }

    fn fresh(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    fn clause(&mut self, literals: impl IntoIterator<Item = Lit>) {
        self.solver.add_clause_reuse(&mut literals.into_iter().collect());
    }

    /// One more position, with what linear invariants say of it, and the step that leads to it.
    fn unroll(&mut self) {
        let model = self.model;
        let after: Vec<Lit> = model.start.iter().map(|_| self.fresh()).collect();
        for group in &model.groups {
            self.clause(group.iter().map(|v| after[*v as usize]));
            for (i, a) in group.iter().enumerate() {
                for b in &group[..i] {
                    self.clause([!after[*a as usize], !after[*b as usize]]);
                }
            }
        }
        if let Some(before) = self.frames.last().cloned() {
            self.step(&before, &after);
            self.differ(&after);
        }
        self.frames.push(after);
    }

    fn step(&mut self, before: &[Lit], after: &[Lit]) {
        let model = self.model;
        let steps: Vec<Lit> = model.steps.iter().map(|_| self.fresh()).collect();
        self.clause(steps.iter().copied());
        // At most one, by a ladder: the rungs say that a step was chosen before.
        let mut rung: Option<Lit> = None;
        for step in &steps {
            let next = self.fresh();
            self.clause([!*step, next]);
            if let Some(rung) = rung {
                self.clause([!rung, next]);
                self.clause([!rung, !*step]);
            }
            rung = Some(next);
        }
        let (mut up, mut down) = (vec![Vec::new(); after.len()], vec![Vec::new(); after.len()]);
        for (step, chosen) in model.steps.iter().zip(&steps) {
            for v in step.needs.iter().chain([&step.from]) {
                self.clause([!*chosen, before[*v as usize]]);
            }
            for set in &step.lacks {
                self.clause(set.iter().map(|v| !before[*v as usize]).chain([!*chosen]));
            }
            let to = step.to.unwrap_or(step.from);
            for v in step.adds.iter().chain([&to]) {
                self.clause([!*chosen, after[*v as usize]]);
                up[*v as usize].push(*chosen);
            }
            let leaves = (to != step.from).then_some(step.from);
            for v in step.takes.iter().filter(|v| !step.adds.contains(v)).chain(&leaves) {
                if *v as usize >= model.atoms || self.safe[*v as usize] {
                    self.clause([!*chosen, !after[*v as usize]]);
                }
                down[*v as usize].push(*chosen);
            }
        }
        for (v, (up, down)) in up.into_iter().zip(down).enumerate() {
            self.clause(up.into_iter().chain([before[v], !after[v]]));
            self.clause(down.into_iter().chain([!before[v], after[v]]));
        }
    }

    /// No position comes twice.
    fn differ(&mut self, after: &[Lit]) {
        for before in self.frames.clone() {
            let mut some = Vec::new();
            for (a, b) in before.iter().zip(after) {
                let differ = self.fresh();
                self.clause([!differ, *a, *b]);
                self.clause([!differ, !*a, !*b]);
                some.push(differ);
            }
            self.clause(some);
        }
    }

    /// A literal that makes the last position one of the bad ones.
    fn bad_now(&mut self, bad: &[Cube]) -> Lit {
        let now = self.frames.last().expect("there is one").clone();
        let cubes: Vec<Lit> = bad.iter().map(|_| self.fresh()).collect();
        for (cube, is) in bad.iter().zip(&cubes) {
            for (v, sign) in cube {
                let lit = now[*v as usize];
                self.clause([!*is, if *sign { lit } else { !lit }]);
            }
            let not =
                cube.iter().map(|(v, s)| if *s { !now[*v as usize] } else { now[*v as usize] });
            let all: Vec<Lit> = not.chain([*is]).collect();
            self.clause(all);
        }
        let any = self.fresh();
        self.clause(cubes.iter().copied().chain([!any]));
        cubes.iter().for_each(|cube| self.clause([!*cube, any]));
        any
    }
}

/// The depth at which the step of k-induction holds, and the propagations of the solver.
fn k_induction(model: &GroundModel, bad: &[Cube], single: bool) -> (Option<usize>, u64) {
    let mut unrolled = Unrolled::new(model, single);
    unrolled.unroll();
    for k in 1..=DEEPEST {
        let now = unrolled.bad_now(bad);
        if k > 1 && unrolled.solver.solve_limited(&[now]) == lbool::FALSE {
            return (Some(k - 1), unrolled.solver.num_propagations());
        }
        if unrolled.solver.num_conflicts() > MOST_CONFLICTS {
            break;
        }
        unrolled.clause([!now]);
        unrolled.unroll();
    }
    (None, unrolled.solver.num_propagations())
}

/// Philosophers who take both forks at once, at a round table.
fn dinner(seats: usize) -> String {
    let mut text = "sage : type. fork : type. left sage fork : bwd. right sage fork : bwd.
        free fork : pred. thinks sage : pred. eats sage : pred.\n"
        .to_owned();
    for i in 0..seats {
        let next = (i + 1) % seats;
        text += &format!("p{i} : sage. f{i} : fork. left p{i} f{i}. right p{i} f{next}.\n");
    }
    let all: Vec<String> = (0..seats).map(|i| format!("free f{i}, thinks p{i}")).collect();
    text + &format!(
        "stage dine = {{
          begin : thinks P * left P F * right P G * free F * free G -o eats P.
          end : eats P * left P F * right P G -o thinks P * free F * free G.
        }}
        #interactive dine. #trace _ dine {{ {} }}.
        #never eats P * eats Q * right P F * left Q F.",
        all.join(", ")
    )
}

/// A token that goes round, and a copy of it that is always one place behind.
fn ring(places: usize) -> String {
    let mut text =
        "place : type. then place place : bwd. here place : pred. behind place : pred.\n"
            .to_owned();
    for i in 0..places {
        text += &format!("c{i} : place. then c{i} c{}.\n", (i + 1) % places);
    }
    text + &format!(
        "stage s = {{ go : here A * behind B * then A C -o here C * behind A. }}
        #interactive s. #trace _ s {{ here c1, behind c0 }}.
        #never here c0 * behind c{}.",
        places / 2
    )
}

/// A fuse that a match and tinder would light, with a coin for one of them: to know that it never burns to its end, one
/// has to look back over its whole length, or to know more.
fn fuse(length: usize) -> String {
    let mut text = "bit : type. then bit bit : bwd. burns bit : pred.
        coin : pred. match : pred. tinder : pred.\n"
        .to_owned();
    for i in 0..length {
        text += &format!("b{i} : bit.\n");
    }
    for i in 1..length {
        text += &format!("then b{} b{i}.\n", i - 1);
    }
    text + &format!(
        "stage s = {{
          buy : coin -o match. spend : coin -o tinder. light : match * tinder -o burns b0.
          on : burns A * then A B -o burns B.
        }}
        #interactive s. #trace _ s {{ coin }}.
        #never burns b{}.",
        length - 1
    )
}

#[test]
#[ignore = "a measurement"]
fn k_induction_against_ic3() {
    let river = include_str!("../../../../games/river-crossing.cep");
    let texts = [
        ("philosophers, 5", dinner(5)),
        ("philosophers, 10", dinner(10)),
        ("philosophers, 20", dinner(20)),
        ("two tokens in a ring of 16", ring(16)),
        ("a fuse of 8", fuse(8)),
        ("a fuse of 16", fuse(16)),
        ("a fuse of 32", fuse(32)),
        ("river crossing", format!("{river}\n#never at goat far * at wolf far * boat near.")),
    ];
    println!("| program | IC3: questions | propagations | k-induction: k | propagations |");
    for (name, text) in texts {
        let program = check(&text, &Options::default()).program.expect("no errors");
        let engine = Arc::new(Engine::new(Arc::new(program), Default::default()));
        let program = engine.program();
        let atoms = engine.start_atoms(0).expect("a start");
        let invariants = linear::invariants(program, &Changes::new(program), &atoms);
        let Some(model) = GroundModel::new(&engine, 0, &atoms, &invariants) else {
            println!("| {name} | no ground rules |");
            continue;
        };
        let own = model.bad.last().and_then(Option::as_ref).expect("a pattern");
        // With one copy of each atom at most, where that can be assumed and has to be shown too.
        for single in [false, true] {
            let bad: Vec<Cube> = match single {
                true if !model.all_single => continue,
                true => own.iter().cloned().chain(model.second_copies()).collect(),
                false => own.clone(),
            };
            let mut ic3 = Induct::new(&model, 200_000, single);
            let found = match ic3.search(&bad) {
                Ok(Induction::Proved(_)) => format!("{}", ic3.queries),
                Ok(_) => "not inductive in this abstraction".to_owned(),
                Err(_) => "limit".to_owned(),
            };
            let (k, propagations) = k_induction(&model, &bad, single);
            let k = k.map_or(format!("none up to {DEEPEST}"), |k| k.to_string());
            let copies = if single { ", single copies" } else { "" };
            println!(
                "| {name}{copies} | {found} | {} | {k} | {propagations} |",
                ic3.solver.num_propagations()
            );
        }
    }
}
