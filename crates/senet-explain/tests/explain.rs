//! Traces of runs, and why rules cannot fire.

use senet_engine::{Engine, NoHost, Run};
use senet_explain::{Trace, TraceFilter, trace_graph, why_not};
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

/// The steps that a step rests on, by resources or by absence.
fn causes(trace: Trace<'_>, i: usize) -> Vec<usize> {
    let step = trace.step(i);
    let makers = step.taken.iter().chain(&step.read).filter_map(|r| trace.maker(*r));
    let mut causes: Vec<usize> = makers.chain(step.after).collect();
    causes.sort_unstable();
    causes.dedup();
    causes
}

/// Plays rules by name, in order; the causes of each, and the hash of the play.
fn play(text: &str, names: &[&str]) -> (Vec<Vec<usize>>, u128) {
    let mut run = run(text).with_undo().with_trace();
    for name in names {
        let all = run.transitions(&mut NoHost).expect("small");
        let named = |r: RuleId| run.engine().words().rule_name(r) == *name;
        let chosen = all.iter().find(|t| named(t.rule)).unwrap_or_else(|| panic!("no {name}"));
        run.fire(&chosen.clone(), &mut NoHost).expect("fires");
    }
    let trace = Trace::of(&run).expect("on");
    let found = (0..trace.len()).map(|i| causes(trace, i)).collect();
    let hash = trace.hash();
    while run.undo() {}
    assert_eq!(Trace::of(&run).expect("on").resources(), run.log().expect("on").resources());
    (found, hash)
}

#[test]
fn derived_premises_have_causes() {
    let text = "e : pred. f : pred. g : pred. a : pred. b : pred. c : pred. path : bwd. far : bwd.
        path <- e. path <- f * g. far <- path.
        stage s = { one : a -o e. two : b -o f. go : far * c -o (). } #trace _ s { a, b, c, g }.";
    let (causes, _) = play(text, &["one", "go"]);
    assert_eq!(causes, [vec![], vec![0]]);
    let (causes, _) = play(text, &["two", "go"]);
    assert_eq!(causes, [vec![], vec![0]]);
    // The smaller proof, whichever came first.
    let (causes, first) = play(text, &["two", "one", "go"]);
    assert_eq!(causes, [vec![], vec![], vec![1]]);
    let (_, second) = play(text, &["one", "two", "go"]);
    assert_eq!(first, second);
    let (_, third) = play(text, &["two", "go", "one"]);
    assert_ne!(first, third, "`go` rests on f and g here");
}

#[test]
fn recursive_proofs_are_well_founded() {
    let text =
        "t : type. a : t. b : t. c : t. e t t : pred. n t t : pred. path t t : bwd. ask : pred.
        path X Y <- e X Y. path X Z <- path X Y * path Y Z.
        stage s = { link : n X Y -o e X Y. go : path a c * ask -o (). }
        #trace _ s { n a b, n b a, n b c, ask }.";
    let (causes, _) = play(text, &["link", "link", "link", "go"]);
    assert_eq!(causes[3].len(), 2, "a b and b c, not b a: {causes:?}");
}

#[test]
fn what_needs_absence_comes_after_the_step_that_took_it() {
    let text = "p : pred. q : pred. r : pred. hold : bwd. hold <- p.
        stage s = { take : p -o (). plain : q * not p -o (). deep : r * not hold -o (). }
        #trace _ s { p, q, r }.";
    let (causes, _) = play(text, &["take", "plain", "deep"]);
    assert_eq!(causes, [vec![], vec![0], vec![0]]);
}

#[test]
fn aggregates_and_comprehensions_rest_on_all_that_they_see() {
    let text = "p : pred. q : pred. a : pred. b : pred. n nat : pred. mark : pred.
        stage s = {
          more : a -o p. less : p -o ().
          tally : q * N = count (p) -o n N.
          sweep : b -o { $p -o mark }.
        }
        #trace _ s { a, a, p, q, b }.";
    let (causes, _) = play(text, &["more", "less", "tally", "more", "sweep"]);
    assert_eq!(causes[2], [0, 1], "{causes:?}");
    assert_eq!(causes[4], [0, 1, 3], "{causes:?}");
}

#[test]
fn stages_are_barriers() {
    let text = "a : pred. b : pred. c : pred. d : pred.
        stage one = { x : a -o (). y : b -o (). }
        over : qui * stage one -o stage two.
        stage two = { z : c -o d. w : d -o (). }
        #trace _ one { a, b, c }.";
    let mut played = run(text).with_trace();
    while played.step(&mut Rng::new(1), &mut NoHost).expect("small").is_some() {}
    let trace = Trace::of(&played).expect("on");
    assert_eq!(trace.stage_order(), [vec![], vec![], vec![0, 1], vec![2], vec![]]);
    assert_eq!(play(text, &["x", "y", "over", "z"]).1, play(text, &["y", "x", "over", "z"]).1);
}

#[test]
fn why_not_counts_derived_premises_that_hold() {
    let text = "t : type. a : t. b : t. p t : pred. q t : pred. d t : bwd. d a. d X <- p X.
        stage s = { go : p X * d X * X <> a * q X -o (). far : p X * d X * q X * not q a -o (). }
        #trace _ s { p b }.";
    let engine = engine(text);
    let run = Run::new(engine.clone(), 0).expect("it starts");
    let say =
        |rule: u32| why_not(&engine, run.machine(), RuleId(rule), &[]).say(&engine, RuleId(rule));
    assert_eq!(
        say(0),
        "`go` cannot fire: there is no `q b` (the nearest match has 3 of 4 premises, with X = b)"
    );
    assert_eq!(
        say(1),
        "`far` cannot fire: there is no `q b` (the nearest match has 3 of 4 premises, with X = b)"
    );
}

#[test]
fn a_graph_of_turns_has_a_box_for_each_choice_and_leaves_out_what_is_not_asked_for() {
    let text = "t : type. a : t. b : t. p t : pred. q t : pred. r t : pred.
        stage s = { one : p X -o q X. } #interactive s.
        stage u = { two : q X -o r X. }
        qui * stage s -o stage u.  qui * stage u * $p _ -o stage s.
        #trace _ s { p a, p b }.";
    let mut run = run(text).with_trace();
    while run.step(&mut Rng::new(1), &mut NoHost).expect("small").is_some() {}
    let trace = Trace::of(&run).expect("on");
    let drawn = |filter: TraceFilter| trace_graph(run.engine(), trace, "Trace", &filter);
    let turns = drawn(TraceFilter { turns: true, ..TraceFilter::default() });
    let labels: Vec<&str> = turns.nodes.iter().map(|n| n.label.as_str()).collect();
    assert_eq!(labels.len(), 2, "{labels:?}");
    assert!(labels.iter().all(|l| l.starts_with("one") || l.starts_with("(one")), "{labels:?}");
    // Only what speaks of a.
    let about = Some("a".to_owned());
    let steps = drawn(TraceFilter { fold: true, about, ..TraceFilter::default() });
    let labels: Vec<&str> = steps.nodes.iter().map(|n| n.label.as_str()).collect();
    assert!(labels.len() == 2 && labels.iter().all(|l| l.contains(" a")), "{labels:?}");
}
