//! Traces of runs, and why rules cannot fire.

use senet_engine::{Engine, NoHost, Run};
use senet_explain::{Trace, why_not};
use senet_game::{Limits, Rng};
use senet_program::{Options, RuleId, check};
use std::sync::Arc;

fn engine(text: &str) -> Arc<Engine> {
    let program = check(text, &Options::default()).program.expect("a program");
    Arc::new(Engine::new(Arc::new(program), Limits::default()))
}

fn run(text: &str) -> Run {
    Run::new(engine(text), 0).expect("it starts")
}

#[test]
fn a_trace_tells_who_made_what() {
    let text = "a : pred. b : pred. c : pred. d : pred.
        stage s = { one : a -o b. two : $b * c -o d. } #trace _ s { a, c }.";
    let mut run = run(text).with_trace();
    while run.step(&mut Rng::new(1), &mut NoHost).expect("small").is_some() {}
    let trace = Trace::of(&run).expect("on");
    let lines: Vec<String> = (0..trace.len()).map(|i| trace.show_step(i)).collect();
    assert_eq!(lines, ["let [x2] = one [x0];", "let [x3] = two [x1, x2];"]);
    let (d, values) = run.engine().words().parse_atom("d").expect("an atom");
    let resource = run.resource(d, &values).expect("it is there");
    assert_eq!(trace.maker(resource), Some(1));
    assert_eq!(trace.step(1).read, [2]);
    assert_eq!(trace.maker(0), None);
}

#[test]
fn why_not_names_the_premise_and_the_nearest_match() {
    let text = "t : type. a : t. b : t. p t : pred. q t : pred. r t t : pred. d : pred.
        stage s = {
          go : p X * q Y * r X Y -o d.
          two : p X * p X -o d.
          out : d * d -o ().
        }
        stage other = { far : d -o . }
        qui * stage s * d -o stage other.
        #trace _ s { p a, q b, r b a }.";
    let engine = engine(text);
    let run = Run::new(engine.clone(), 0).expect("it starts");
    let say =
        |rule: u32| why_not(&engine, run.machine(), RuleId(rule), &[]).say(&engine, RuleId(rule));
    assert_eq!(
        say(0),
        "`go` cannot fire: there is no `r a b` (the nearest match has 2 of 3 premises, with X = a, Y = b)"
    );
    assert_eq!(
        say(1),
        "`two` cannot fire: too few copies of `p a` (the nearest match has 1 of 2 premises, with X = a)"
    );
    assert_eq!(say(3), "`far` belongs to the stage `other`, and the program is in `s`");
}

#[test]
fn undo_takes_traces_back_and_independent_steps_have_no_order() {
    let text = "t : type. a : t. b : t. p t : pred. q t : pred.
        stage s = { one : p X -o q X. } #interactive s. #trace _ s { p a, p b }.";
    let mut run = run(text).with_undo().with_trace();
    let hash = |run: &Run| Trace::of(run).expect("on").hash();
    let play = |run: &mut Run, order: [usize; 2]| {
        let mut before = Vec::new();
        for choice in order {
            before.push(hash(run));
            let menu = run.menu(&mut NoHost).expect("small");
            run.fire(&menu[choice], &mut NoHost).expect("fires");
        }
        let end = hash(run);
        while let Some(expected) = before.pop() {
            assert!(run.undo() && hash(run) == expected);
        }
        end
    };
    assert_eq!(play(&mut run, [0, 0]), play(&mut run, [1, 0]));
}
