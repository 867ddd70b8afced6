//! Linear invariants: which atoms exclude each other, worked out by hand for small programs.

use rustc_hash::FxHashMap;
use senet_engine::Engine;
use senet_ground::{
    AtomChange, AtomId, Grounding, GroundingLimits, RuleChanges, exclusive_atoms, semiflows,
};
use senet_program::{Options, check};
use std::sync::Arc;

/// A game of discs on two cells, with one atom of each kind that there may be.
const DISCS: &str = "player : type.  x : player.  o : player.  #players player.
    cell : type.  a : cell.  b : cell.
    turn player : pred.  free cell : pred.  disc player cell : pred.
    stage play = { place : turn P * next P Q * free C -o turn Q * disc P C. }
    #interactive play.
    #trace _ play { turn x, free a, free b }.";

fn engine(text: &str) -> Engine {
    let checked = check(text, &Options::default());
    let program = checked.program.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    Engine::new(Arc::new(program), Default::default())
}

/// The sets that exclude each other, as text, and whether they are about whole predicates. `changes` says by
/// name what comes (`+`) and goes (`-`): always, by the options of each factor, and in braces.
fn exclusive(
    engine: &Engine,
    always: &str,
    options: &[&[&str]],
    inner: &[&str],
    start: &[(&str, u64)],
) -> Vec<(bool, Vec<String>)> {
    let ground = Grounding::new(engine, 0, GroundingLimits::default()).expect("it is finite");
    let atoms = &ground.reached.atoms;
    let name = |id: AtomId| {
        let (predicate, values) = atoms.get(id);
        engine.show_atom(predicate, values)
    };
    let find = |wanted: &str| atoms.ids().find(|id| name(*id) == wanted).expect("it is reached");
    let change = |text: &str| -> AtomChange {
        let parts = text.split(", ").filter(|part| !part.is_empty());
        let signed = parts.map(|part| match part.split_at(1) {
            ("+", atom) => (find(atom), 1),
            ("-", atom) => (find(atom), -1),
            _ => panic!("{part} has no sign"),
        });
        signed.collect()
    };
    let changes = RuleChanges {
        base: change(always),
        options: options.iter().map(|all| all.iter().map(|one| change(one)).collect()).collect(),
        inner: inner.iter().map(|one| change(one)).collect(),
        link: None,
    };
    let start: FxHashMap<AtomId, u64> = start.iter().map(|(a, n)| (find(a), *n)).collect();
    let found = exclusive_atoms(engine.program(), atoms, &[changes], &start);
    let sets = found.into_iter().map(|set| {
        let mut names: Vec<String> = set.atoms.into_iter().map(name).collect();
        names.sort();
        (set.global, names)
    });
    sets.collect()
}

const TURNS: &[&str] = &["-turn x, +turn o", "-turn o, +turn x"];
const PLACES: &[&str] =
    &["-free a, +disc x a", "-free b, +disc x b", "-free a, +disc o a", "-free b, +disc o b"];
const START: &[(&str, u64)] = &[("turn x", 1), ("free a", 1), ("free b", 1)];

fn turn() -> (bool, Vec<String>) {
    (true, ["turn o", "turn x"].map(str::to_owned).to_vec())
}

fn cell(cell: &str) -> (bool, Vec<String>) {
    (false, ["disc o", "disc x", "free"].map(|what| format!("{what} {cell}")).to_vec())
}

#[test]
fn a_cell_is_free_or_has_a_disc_and_it_is_somebodys_turn() {
    let found = exclusive(&engine(DISCS), "", &[TURNS, PLACES], &[], START);
    assert!(found.contains(&turn()) && found.contains(&cell("a")) && found.contains(&cell("b")));
    // Both cells together have two of these atoms, and each player may have any number of discs.
    assert_eq!(found.len(), 3, "{found:?}");
}

#[test]
fn there_must_be_exactly_one_at_the_start() {
    let engine = engine(DISCS);
    let none = [("free a", 1), ("free b", 1)];
    let two = [("turn x", 1), ("turn o", 1), ("free a", 2), ("free b", 1)];
    let found = exclusive(&engine, "", &[TURNS, PLACES], &[], &none);
    assert_eq!(found.iter().filter(|set| set.0).count(), 0, "{found:?}");
    assert_eq!(exclusive(&engine, "", &[TURNS, PLACES], &[], &two), [cell("b")]);
}

#[test]
fn whatever_changes_the_sum_breaks_the_invariant() {
    let engine = engine(DISCS);
    // One option of many, what always changes, and what braces change.
    let taken: &[&str] = &["-free a, +disc x a", "-free a, +disc o a", "-free b"];
    let twice: &[&str] = &["-free a, +disc x a, +disc o a", "-free b, +disc x b, +disc o b"];
    for (always, options, inner) in [
        ("", &[TURNS, taken][..], &[][..]),
        ("", &[TURNS, twice], &[]),
        ("+free a", &[TURNS, PLACES], &[]),
        ("", &[TURNS, PLACES], &["-free a"]),
        ("", &[TURNS, PLACES], &["+disc o b"]),
    ] {
        let found = exclusive(&engine, always, options, inner, START);
        assert_eq!(found, [turn()], "{always} {options:?} {inner:?}");
    }
    // What braces exchange is no change.
    let found = exclusive(&engine, "", &[TURNS, PLACES], &["-disc x a, +disc o a"], START);
    assert_eq!(found.len(), 3, "{found:?}");
    // A rule may take first what each of its choices gives back.
    let found = exclusive(&engine, "-turn x", &[&["+turn x", "+turn o"]], &[], START);
    assert!(found.contains(&turn()), "{found:?}");
    // A rule with a factor that is never possible changes nothing.
    let found = exclusive(&engine, "+free a", &[TURNS, &[]], &[], START);
    assert!(found.contains(&turn()), "{found:?}");
}

#[test]
fn an_atom_that_would_count_twice_is_not_exclusive() {
    let program = |start: &str| {
        format!(
            "cell : type.  a : cell.  b : cell.  pair cell cell : pred.
             stage s = {{ swap : pair X Y -o pair Y X. }}  #interactive s.
             #trace _ s {{ {start} }}."
        )
    };
    let swap: &[&str] = &["-pair a b, +pair b a", "-pair b a, +pair a b"];
    let found = exclusive(&engine(&program("pair a b")), "", &[swap], &[], &[("pair a b", 1)]);
    let both = ["pair a b", "pair b a"].map(str::to_owned).to_vec();
    assert_eq!(found, [(true, both.clone()), (false, both.clone()), (false, both)]);
    // With `pair a a`, there are still as many pairs as before, but a cell is in two places of one pair.
    let loops = engine(&program("pair a b, pair a a"));
    let found = exclusive(&loops, "", &[swap], &[], &[("pair a b", 1)]);
    assert_eq!(found.iter().filter(|set| set.1.iter().any(|a| a == "pair a a")).count(), 1);
}

#[test]
fn semiflows_are_minimal_and_weigh_everything_once() {
    let sorted = |columns, rows: &[Vec<i64>]| {
        let mut found = semiflows(columns, rows);
        found.sort();
        found
    };
    // A chain of exchanges is one set.
    assert_eq!(sorted(3, &[vec![1, -1, 0], vec![0, 1, -1]]), [[0, 1, 2]]);
    // Two sets of two, and not the sum of both.
    assert_eq!(sorted(4, &[vec![1, -1, 0, 0], vec![0, 0, 1, -1]]), [[0, 1], [2, 3]]);
    assert_eq!(sorted(4, &[vec![1, -1, 1, -1]]), [[0, 1], [0, 3], [1, 2], [2, 3]]);
    // Here all four of them together are another solution, but not a minimal one.
    assert_eq!(sorted(4, &[vec![1, -1, 1, -1], vec![1, -1, -1, 1]]), [[0, 1], [2, 3]]);
    // Two for one would weigh twice.
    assert_eq!(sorted(2, &[vec![1, -2]]), Vec::<Vec<usize>>::new());
    assert_eq!(sorted(3, &[vec![1, -1, 0], vec![1, 0, -1]]), [[0, 1, 2]]);
    // What never changes is exclusive with nothing else.
    assert_eq!(sorted(2, &[vec![0, 0]]), [[0], [1]]);
}
