//! Quick timings of the table.
#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a tool")]
use senet_engine::{Engine, NoHost, Run};
use senet_game::{Limits, Rng};
use std::sync::Arc;
use std::time::Instant;

fn go(name: &str, text: &str, steps: u64, trace: bool) {
    let checked = senet_program::check(text, &Default::default());
    let program = checked
        .program
        .unwrap_or_else(|| panic!("{name}: {:?}", checked.diagnostics));
    let t0 = Instant::now();
    let engine = Arc::new(Engine::new(
        Arc::new(program),
        Limits {
            steps: u64::MAX,
            ..Limits::default()
        },
    ));
    let mut rng = Rng::new(1);
    let mut done = 0;
    let mut setup = t0.elapsed();
    let t = Instant::now();
    while done < steps {
        let s = Instant::now();
        let mut run = Run::new(engine.clone(), 0).expect("starts");
        if trace {
            run = run.with_trace();
        }
        setup += s.elapsed();
        while done < steps {
            match run.advance(&mut rng, &mut NoHost) {
                Ok(Some(_)) => done += 1,
                Ok(None) => break,
                Err(e) => {
                    println!("{name}: {e}");
                    return;
                }
            }
        }
        if done == 0 {
            break;
        }
    }
    let e = t.elapsed().as_secs_f64();
    println!(
        "{name}: {done} steps in {e:.3}s = {:.0} k/s (setup {:.3})",
        done as f64 / e / 1e3,
        setup.as_secs_f64()
    );
}

fn main() {
    let which = std::env::args().nth(1).unwrap_or_default();
    let nat = "nat : type. z : nat. s nat : nat.\n";
    let w = |n: &str| which.is_empty() || n.starts_with(&which);
    for trace in [false, true] {
        if w("counter") {
            go(
                "counter",
                &format!(
                    "{nat}c nat : pred. stage s1 = {{ r : c (s N) -o c N. }} #trace _ s1 {{c 10000000}}."
                ),
                10_000_000,
                trace,
            );
        }
        if w("ttt") {
            go(
                "ttt",
                include_str!("../../../games/tic-tac-toe.cep"),
                2_000_000,
                trace,
            );
        }
    }
    for n in [300u64, 30_000] {
        let mut t = format!(
            "{nat}p nat : pred. q nat : pred. r nat : pred. stage s1 = {{ j : p X * q X -o r X. }} #trace _ s1 {{ "
        );
        let atoms: Vec<String> = (0..n)
            .flat_map(|i| [format!("p {i}"), format!("q {i}")])
            .collect();
        t += &atoms.join(", ");
        t += "}.";
        if w("join") {
            go(&format!("join {n}"), &t, 300_000, false);
        }
    }
    if w("tick") {
        let g = vec!["g"; 10_000].join(", ");
        go(
            "tick",
            &format!(
                "{nat}g : pred. c nat : pred. plus nat nat nat : bwd. plus z N N. plus (s N) M (s P) <- plus N M P. stage s1 = {{ tick : g * c N * plus N 1 M -o c M. }} #trace _ s1 {{c 0, {g}}}."
            ),
            10_000,
            false,
        );
    }
    if w("times") {
        go(
            "times",
            &format!(
                "{nat}g nat nat : pred. c nat : pred. plus nat nat nat : bwd. plus z N N. plus (s N) M (s P) <- plus N M P. times nat nat nat : bwd. times z _ z. times (s N) M P <- plus Q M P <- times N M Q. stage s1 = {{ tick : g N M * times N M P -o c P. }} #trace _ s1 {{g 5 3, g 200 200}}."
            ),
            2,
            false,
        );
    }
}
