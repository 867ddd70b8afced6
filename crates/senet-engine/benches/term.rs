//! The term engine on the programs that its bars are set for. Each figure is steps, not runs: the
//! report's throughput is steps per second.

#![allow(missing_docs, reason = "criterion's macros write functions without any")]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use senet_engine::{Engine, NoHost, Run, TermGame};
use senet_game::{Game, Limits, Rng, Turn};
use senet_program::{Options, check};
use std::fmt::Write;
use std::hint::black_box;
use std::sync::Arc;

const NAT: &str = "nat : type. z : nat. s nat : nat.\n";

fn engine(text: &str) -> Arc<Engine> {
    let program = check(text, &Options::default()).program.expect("a program");
    let limits = Limits { steps: u64::MAX, ..Limits::default() };
    Arc::new(Engine::new(Arc::new(program), limits))
}

/// The run comes back, so that freeing its position is not part of what is measured.
fn go(mut run: Run, steps: u64) -> Run {
    let mut rng = Rng::new(1);
    for _ in 0..steps {
        black_box(run.advance(&mut rng, &mut NoHost).expect("within its limits"));
    }
    run
}

fn bench(c: &mut Criterion, name: &str, text: &str, steps: u64, trace: bool) {
    let engine = engine(text);
    let mut group = c.benchmark_group("term");
    group.sample_size(10).throughput(Throughput::Elements(steps));
    let start = || {
        let run = Run::new(engine.clone(), 0).expect("it starts");
        if trace { run.with_trace() } else { run }
    };
    group.bench_function(name, |b| {
        b.iter_batched(start, |run| go(run, steps), BatchSize::PerIteration);
    });
    group.finish();
}

fn counter(c: &mut Criterion) {
    let text = format!(
        "{NAT}c nat : pred. stage t = {{ r : c (s N) -o c N. }} #trace _ t {{ c 10000000 }}."
    );
    bench(c, "counter, 10 million steps", &text, 10_000_000, false);
    bench(c, "counter, 1 million steps", &text, 1_000_000, false);
    bench(c, "counter, 1 million steps, traced", &text, 1_000_000, true);
    bench(c, "Peano countdown from 1,000,000", &text, 1_000_000, false);
}

/// The counter beside atoms that no rule looks at: a step shall not depend on how many there are. And how
/// long it takes to set up a position of a million atoms.
fn inert(c: &mut Criterion) {
    for n in [10u64, 1_000_000] {
        let mut text = format!(
            "{NAT}c nat : pred. i nat nat : pred. stage t = {{ r : c (s N) -o c N. }} #trace _ t {{ c 10000000"
        );
        for i in 0..n {
            write!(text, ", i {i} {}", i * 7 % 1000).expect("strings can be written to");
        }
        text.push_str("}.");
        bench(c, &format!("counter beside {n} inert atoms"), &text, 3_000_000, false);
        let engine = engine(&text);
        let mut group = c.benchmark_group("load");
        group.sample_size(10).throughput(Throughput::Elements(n));
        group.bench_function(format!("a start of {n} atoms"), |b| {
            b.iter_with_large_drop(|| Run::new(engine.clone(), 0).expect("it starts"));
        });
        group.bench_function(format!("the text of a start of {n} atoms"), |b| {
            b.iter_with_large_drop(|| check(black_box(&text), &Options::default()));
        });
        group.finish();
    }
}

fn tic_tac_toe(c: &mut Criterion) {
    // In plain Ceptre, four stages: what the bar is set for, whatever the shipped game looks like.
    let engine = engine(include_str!("tic-tac-toe.cep"));
    let steps = 100_000;
    let mut group = c.benchmark_group("term");
    group.sample_size(10).throughput(Throughput::Elements(steps));
    for trace in [false, true] {
        let name = if trace { "tic-tac-toe, traced" } else { "tic-tac-toe" };
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut rng = Rng::new(1);
                let mut done = 0;
                while done < steps {
                    let mut run = Run::new(engine.clone(), 0).expect("it starts");
                    if trace {
                        run = run.with_trace();
                    }
                    while run.advance(&mut rng, &mut NoHost).expect("small").is_some() {
                        done += 1;
                    }
                }
            });
        });
    }
    group.throughput(Throughput::Elements(1_000));
    let game = TermGame::of(engine, 0);
    group.bench_function("tic-tac-toe, playouts", |b| {
        let (start, mut rng, mut moves) = (game.start(), Rng::new(1), Vec::new());
        b.iter(|| {
            for _ in 0..1_000 {
                let mut state = start.clone();
                while !matches!(game.turn(&state), Turn::Over(_)) {
                    let mv = game.random_move(&state, &mut rng, &mut moves);
                    game.apply(&mut state, &mv, &mut ());
                }
            }
        });
    });
    group.finish();
}

fn join(c: &mut Criterion) {
    for n in [300u64, 3_000, 30_000, 300_000] {
        let mut text = format!(
            "{NAT}p nat : pred. q nat : pred. r nat : pred. stage t = {{ j : p X * q X -o r X. }} #trace _ t {{ p 0, q 0"
        );
        for i in 1..n {
            write!(text, ", p {i}, q {i}").expect("strings can be written to");
        }
        text.push_str("}.");
        bench(c, &format!("join over {n} + {n}"), &text, n, false);
    }
}

fn arithmetic(c: &mut Criterion) {
    let plus = "plus nat nat nat : bwd. plus z N N. plus (s N) M (s P) <- plus N M P.";
    let copies = vec!["g"; 10_000].join(", ");
    let tick = format!(
        "{NAT}{plus} g : pred. c nat : pred. stage t = {{ tick : g * c N * plus N 1 M -o c M. }} #trace _ t {{ c 0, {copies} }}."
    );
    bench(c, "tick with 10,000 copies, whole run", &tick, 10_000, false);
    for (name, goals) in [
        ("times, 200 x 200", "plus Q M P <- times N M Q"),
        ("times, other order", "times N M Q <- plus Q M P"),
    ] {
        let times = format!(
            "{NAT}{plus} times nat nat nat : bwd. times z _ z. times (s N) M P <- {goals}.
             g nat nat : pred. c nat : pred. stage t = {{ r : g N M * times N M P -o c P. }} #trace _ t {{ g 5 3, g 200 200 }}."
        );
        let program = Arc::new(check(&times, &Options::default()).program.expect("a program"));
        let mut group = c.benchmark_group("term");
        group.sample_size(10);
        group.bench_function(name, |b| {
            // A new engine each time: nothing is known in advance.
            let fresh = || Arc::new(Engine::new(program.clone(), Limits::default()));
            b.iter_batched(
                fresh,
                |engine| go(Run::new(engine, 0).expect("it starts"), 2),
                BatchSize::PerIteration,
            );
        });
        group.finish();
    }
}

fn copies(c: &mut Criterion) {
    let engine = engine(
        "a : pred. b : pred. stage t = { r : a * a * a * a -o b. } #interactive t. #trace _ t { a }.",
    );
    let mut group = c.benchmark_group("term");
    group.sample_size(10);
    for n in [1_000u64, 1_000_000] {
        let text = format!("{{ {} }}", vec!["a"; n as usize].join(", "));
        let mut run =
            Run::from_text(engine.clone(), &text, senet_program::StageId(0)).expect("fine");
        group.bench_function(format!("the one transition over {n} copies"), |b| {
            b.iter(|| {
                let all = run.transitions(&mut NoHost).expect("small");
                assert_eq!(all.len(), 1);
                black_box(all)
            });
        });
    }
    group.finish();
}

/// From text to the first position: large programs of one sort each, and small ones as people write
/// them.
fn set_up(c: &mut Criterion) {
    let constants = (0..300).fold("t : type.\n".to_owned(), |all, i| all + &format!("c{i} : t.\n"));
    let pairs = |form: &str| -> Vec<String> {
        let pair = |i: usize| format!("{form} c{} c{}", i % 300, i * 7 % 299);
        (0..6_000).map(pair).collect()
    };
    let start = format!(
        "{constants}p t t : pred. q t : pred.
        stage s = {{ r : p A B * p B C -o q A * q C. }}\n#trace _ s {{ {} }}.",
        pairs("p").join(", ")
    );
    let facts = format!(
        "{constants}e t t : bwd. q t : pred.\n{}.
        stage s = {{ r : q A * e A B -o q B. }}\n#trace _ s {{ q c0 }}.",
        pairs("e").join(".\n")
    );
    let predicates = (0..1_000).map(|i| format!("p{i} t : pred.\n")).collect::<String>();
    let rule = |i: usize| {
        let p = |n: usize| (i + n) % 1_000;
        format!("r{i} : p{} X * p{} Y -o p{} X * p{} Y.\n", p(0), p(1), p(2), p(3))
    };
    let rules = format!(
        "t : type. a : t. b : t.\n{predicates}stage s = {{ {} }}\n#trace _ s {{ p0 a, p1 b }}.",
        (0..1_000).map(rule).collect::<String>()
    );
    let mut group = c.benchmark_group("set up");
    group.sample_size(30);
    for (name, text) in [
        ("a start of 6,000 atoms", start.as_str()),
        ("6,000 facts", &facts),
        ("1,000 rules", &rules),
        ("tic-tac-toe", include_str!("tic-tac-toe.cep")),
        ("blocks world", include_str!("../../../games/blocks-world.cep")),
        ("story world", include_str!("../../../games/story-world.cep")),
        ("crafting", include_str!("../../../games/crafting.cep")),
    ] {
        group.bench_function(name, |b| {
            b.iter(|| black_box(Run::new(engine(black_box(text)), 0).expect("it starts")));
        });
    }
    group.finish();
}

criterion_group!(benches, counter, inert, tic_tac_toe, join, arithmetic, copies, set_up);
criterion_main!(benches);
