//! Runs, step by step: orders, undo, breakpoints, hosts and limits.

use senet_engine::{Breakpoint, Engine, Host, NoHost, Pause, Run, Said, Status, Value};
use senet_game::{LimitKind, Limits, Rng};
use senet_program::{Options, PredId, RuleId, StageId, check};
use std::sync::Arc;

fn engine(text: &str) -> Arc<Engine> {
    limited(text, Limits::default())
}

fn limited(text: &str, limits: Limits) -> Arc<Engine> {
    let checked = check(text, &Options::default());
    let said: Vec<&str> = checked.diagnostics.iter().map(|d| d.message.as_str()).collect();
    let program = checked.program.unwrap_or_else(|| panic!("{said:?}"));
    Arc::new(Engine::new(Arc::new(program), limits))
}

fn run(text: &str) -> Run {
    Run::new(engine(text), 0).expect("it starts")
}

fn shown(run: &mut Run, menu: bool) -> Vec<String> {
    let all = if menu { run.menu(&mut NoHost) } else { run.transitions(&mut NoHost) };
    let engine = run.engine().clone();
    all.expect("small").iter().map(|t| engine.words().transition(t.rule, &t.values)).collect()
}

fn position(run: &Run) -> String {
    let engine = run.engine();
    let atoms = run.position().atoms(engine);
    let texts = atoms.iter().flat_map(|a| {
        let name = engine.show_atom(a.predicate, &a.values);
        let mark = if a.persistent { vec![format!("!{name}")] } else { vec![] };
        std::iter::repeat_n(name, a.copies as usize).chain(mark)
    });
    texts.collect::<Vec<_>>().join(", ")
}

const COURT: &str = "
    t : type. a : t. b : t. c : t. p t : pred. q t : pred. edge t t : bwd. edge b a. edge a b.
    stage s = {
      one : p X * $q Y -o q X.
      two : p X * edge X Y -o p Y.
    }
    #interactive s. #limit 9 draw.
    #trace _ s { p b, p a, q c, q a }.";

#[test]
fn canonical_order_is_by_rule_and_value() {
    let mut run = run(COURT).with_ages();
    assert_eq!(
        shown(&mut run, false),
        ["(one a a)", "(one a c)", "(one b a)", "(one b c)", "(two a b)", "(two b a)"]
    );
}

#[test]
fn menus_have_the_order_of_ceptre() {
    let mut run = run(COURT).with_ages();
    // Rules backwards; atoms by age, nested from left to right.
    assert_eq!(
        shown(&mut run, true),
        ["(two b a)", "(two a b)", "(one b c)", "(one b a)", "(one a c)", "(one a a)"]
    );
    // `one b c` reads `q c`, which becomes younger than `q a`, and makes `q b`, younger still.
    let menu = run.menu(&mut NoHost).expect("small");
    run.fire(&menu[2], &mut NoHost).expect("fires");
    assert_eq!(shown(&mut run, true), ["(two a b)", "(one a a)", "(one a c)", "(one a b)"]);
}

#[test]
fn undo_takes_steps_back_one_by_one() {
    let mut run = run(COURT).with_undo().with_trace();
    let mut before = Vec::new();
    for _ in 0..3 {
        before.push((position(&run), shown(&mut run, true), run.log().expect("on").resources()));
        let menu = run.menu(&mut NoHost).expect("small");
        run.fire(&menu[0], &mut NoHost).expect("fires");
    }
    while let Some(expected) = before.pop() {
        assert!(run.undo());
        let now = (position(&run), shown(&mut run, true), run.log().expect("on").resources());
        assert_eq!(now, expected);
    }
    assert!(!run.undo());
}

const COUNT: &str = "
    nat : type. z : nat. s nat : nat. c nat : pred. done : pred.
    stage count = { down : c (s N) -o c N. }
    stage rest = { finish : c z -o done. }
    link : qui * stage count -o stage rest.
    #trace _ count { c 5 }.";

#[test]
fn breakpoints_stop_after_what_they_name() {
    let engine = engine(COUNT);
    let on = |breakpoint: Breakpoint| {
        let mut run = Run::new(engine.clone(), 0).expect("it starts");
        let pause = run.run_on(&mut Rng::new(1), &mut NoHost, &[breakpoint]).expect("small");
        (pause, run.steps(), position(&run))
    };
    let atom = |text: &str| {
        let (predicate, values) = engine.words().parse_pattern(text).expect("an atom");
        Breakpoint::Atom(predicate, values)
    };
    assert_eq!(on(Breakpoint::Steps(2)), (Pause::Break(0), 2, "c 3".to_owned()));
    assert_eq!(on(atom("c 1")), (Pause::Break(0), 4, "c 1".to_owned()));
    assert_eq!(on(atom("c _")), (Pause::Break(0), 1, "c 4".to_owned()));
    assert_eq!(on(Breakpoint::Stage(StageId(1))), (Pause::Break(0), 6, "c 0".to_owned()));
    assert_eq!(on(Breakpoint::Rule(RuleId(1))), (Pause::Break(0), 7, "done".to_owned()));
    assert_eq!(on(Breakpoint::Steps(99)), (Pause::Ended, 7, "done".to_owned()));
}

/// Says each word once, and notes what it is told.
struct Script(Vec<&'static str>, Vec<String>);

impl Host for Script {
    fn sense(&mut self, engine: &Engine, _: PredId) -> Said {
        match self.0.pop() {
            Some("") => Said::Nothing,
            Some(word) => Said::Atom(engine.words().parse_atom(word).expect("an atom").1),
            None => Said::Gone,
        }
    }

    fn act(&mut self, engine: &Engine, predicate: PredId, values: &[Value]) {
        self.1.push(engine.show_atom(predicate, values));
    }
}

#[test]
fn a_host_is_asked_once_in_a_position_and_told_in_order() {
    let text = "
        t : type. a : t. b : t. hear t : sense. say t t : action. wait : pred. got t : pred.
        stage listen = { hear : wait * hear X -o got X * say X a * say X b. }
        stage go = { again : got _ -o wait. }
        qui * stage listen * $got _ -o stage go.
        qui * stage listen * $wait -o stage listen.
        qui * stage go * $wait -o stage listen.
        #trace _ listen { wait }.";
    let mut host = Script(vec!["hear b", "", "hear a"], Vec::new());
    let mut run = run(text);
    let pause = run.run_on(&mut Rng::new(1), &mut host, &[]).expect("small");
    assert_eq!(pause, Pause::HostGone);
    assert_eq!(host.1, ["say a a", "say a b", "say b a", "say b b"]);
    assert_eq!(run.status(&mut host).expect("small"), Status::HostGone);
}

#[test]
fn positions_can_be_read_from_text() {
    let engine = engine(COUNT);
    let run = Run::from_text(engine.clone(), "stage rest { c 0, !done }", StageId(0));
    assert_eq!(position(&run.expect("it is fine")), "c 0, !done");
    let wrong = |text: &str| {
        Run::from_text(engine.clone(), text, StageId(0)).expect_err("wrong").to_string()
    };
    assert_eq!(wrong("stage rst { c 0 }"), "there is no stage `rst`; did you mean `rest`?");
    assert_eq!(wrong("{ c done }"), "there is no `nat` called `done`");
    assert_eq!(wrong("{ c X }"), "a position holds no variables");
    assert!(wrong("{ c 0").contains("never closed"));
}

#[test]
fn every_limit_stops_and_is_named() {
    let small = Limits {
        steps: 1_000,
        atoms: 500,
        goals: 500,
        matches: 500,
        terms: 500,
        ..Limits::default()
    };
    let stop = |text: &str| {
        let engine = limited(text, small);
        let mut rng = Rng::new(1);
        let mut go = || {
            let mut run = Run::new(engine.clone(), 0)?;
            while run.advance(&mut rng, &mut NoHost)?.is_some() {}
            Ok(())
        };
        let result: Result<(), senet_game::LimitReached> = go();
        result.expect_err("it never ends").kind
    };
    let nat = "nat : type. z : nat. s nat : nat.";
    assert_eq!(stop("a : pred. stage s = { r : a -o a * a. } #trace _ s { a }."), LimitKind::Steps);
    assert_eq!(
        stop(&format!(
            "{nat} c nat : pred. d nat : pred. stage t = {{ r : c N -o d N * c (s N). }} #trace _ t {{ c 0 }}."
        )),
        LimitKind::Atoms
    );
    assert_eq!(
        stop(
            "l : type. n : l. k l : l. m l l : l. p l : pred. stage s = { r : p X -o p (m X X). } #trace _ s { p n }."
        ),
        LimitKind::Terms
    );
    assert_eq!(
        stop(&format!(
            "{nat} c nat : pred. d nat : bwd. d N <- d (s N). stage t = {{ r : c N * d N -o . }} #trace _ t {{ c 0 }}."
        )),
        LimitKind::Goals
    );
    let many: Vec<String> = (0..40).map(|i| format!("c {i}")).collect();
    assert_eq!(
        stop(&format!(
            "{nat} c nat : pred. stage t = {{ r : c A * c B * c C * c D -o . }} #trace _ t {{ {} }}.",
            many.join(", ")
        )),
        LimitKind::Matches
    );
}

#[test]
fn arithmetic_does_not_count_on_its_fingers() {
    let text = "nat : type. z : nat. s nat : nat. g nat nat : pred. c nat : pred.
        plus nat nat nat : bwd. plus z N N. plus (s N) M (s P) <- plus N M P.
        times nat nat nat : bwd. times z _ z. times (s N) M P <- plus Q M P <- times N M Q.
        stage t = { r : g N M * times N M P -o c P. }
        #trace _ t { g 5 3, g 200 200, g 3 1000000000000 }.";
    let mut run = run(text);
    while run.step(&mut Rng::new(1), &mut NoHost).expect("small").is_some() {}
    assert_eq!(position(&run), "c 15, c 40000, c 3000000000000");
}

#[test]
fn a_rule_may_have_more_variables_than_a_word_has_bits() {
    // A chain through 90 atoms: each gives a value to the next, in the text the other way round.
    let atoms: Vec<String> = (0..90).map(|i| format!("p {i} {}", i + 1)).collect();
    let chain: Vec<String> = (0..90).rev().map(|i| format!("p X{i} X{}", i + 1)).collect();
    let text = format!(
        "nat : type. z : nat. s nat : nat. p nat nat : pred. q nat nat : pred. go nat : pred.
        stage t = {{ r : go X0 * {} -o q X0 X90. }} #trace _ t {{ go 0, {} }}.",
        chain.join(" * "),
        atoms.join(", ")
    );
    let mut run = run(&text);
    assert!(run.step(&mut Rng::new(1), &mut NoHost).expect("small").is_some());
    assert_eq!(position(&run), "q 0 90");
}

#[test]
fn facts_beside_rules_answer_every_kind_of_question() {
    let head = "t : type. a : t. b : t. c : t. d : t. p t t : pred. done t t : pred.
        e t t : bwd. e a b. e b c. e a b. e c c. e A B <- e B A.\n";
    for (left, expected) in [
        ("p X Y * e X Y", "(r a b) (r b a) (r c c)"),
        ("p X Y * e X Z", "(r a b b) (r b a a) (r b a c) (r c c b) (r c c c)"),
        ("p X Y * e Z X", "(r a b b) (r b a a) (r b a c) (r c c b) (r c c c)"),
    ] {
        let text = format!(
            "{head} stage s = {{ r : {left} -o done X Y. }}
            #trace _ s {{ p a b, p b a, p c c, p d d }}."
        );
        assert_eq!(shown(&mut run(&text), false).join(" "), expected, "{left}");
    }
    // With nothing known. Everything but `d` leads to everything but `d`.
    let more = "e A C <- e A B <- e B C. stage s = { r : e X Y -o done X Y. } #trace _ s {}.";
    assert_eq!(shown(&mut run(&format!("{head}{more}")), false).len(), 9);
}

#[test]
fn a_predicate_may_have_more_arguments_than_a_word_has_bits() {
    let list = |of: &str, n: usize| -> String {
        (0..n).map(|i| of.replace('#', &i.to_string())).collect()
    };
    let text = format!(
        "t : type. a : t. b : t. wide{types} : bwd. table{types} : bwd. p{types} : pred. q t : pred.
        table{a}. table{a_then_b}. wide{b}. wide{variables} <- table{variables}.
        stage s = {{
          known : $p{variables} * wide{variables} -o q a.
          asked : $p{variables} * wide{variables_then_y} -o q Y.
        }}
        #trace _ s {{ p{a} }}.",
        types = list(" t", 70),
        a = list(" a", 70),
        b = list(" b", 70),
        a_then_b = list(" a", 69) + " b",
        variables = list(" X#", 70),
        variables_then_y = list(" X#", 69) + " Y",
    );
    assert_eq!(shown(&mut run(&text), false).len(), 3);
}

#[test]
fn a_link_leads_on_although_what_it_makes_is_there() {
    let program = |link: &str, start: &str| {
        format!(
            "m : pred. c : pred. stage a = {{}} stage b = {{ eat : c -o (). }}
            qui * stage a -o {link}. #trace _ a {{ {start} c, c }}."
        )
    };
    let ends = |text: &str| {
        let mut run = run(text);
        while run.step(&mut Rng::new(1), &mut NoHost).expect("small").is_some() {}
        (run.steps(), position(&run))
    };
    assert_eq!(ends(&program("stage b * !m", "!m,")), (3, "!m".to_owned()));
    assert_eq!(ends(&program("() * !m", "!m,")), (1, "!m, c, c".to_owned()), "the end");
    // Back to the same stage, it does something only once.
    assert_eq!(ends(&program("stage a * !m", "")), (1, "!m, c, c".to_owned()));
    assert_eq!(ends(&program("stage a * !m", "!m,")), (0, "!m, c, c".to_owned()));
}

/// What can be seen of a run: stage, atoms, how many, what is possible, in what order.
fn whole(run: &mut Run) -> (StageId, String, usize, u128, Vec<String>, u64) {
    let possible = shown(run, false);
    let at = run.position();
    (at.stage(), position(run), at.len(), at.key(), possible, run.steps())
}

#[test]
fn undo_goes_back_through_stages_and_persistent_atoms() {
    let text = "
        t : type. a : t. b : t. p t : pred. q t : pred. seen t : pred. free : pred. noted t : pred.
        stage there = {
          mark : p X * free -o q X * seen X * !seen X.
          move : p X -o q X * !noted X.
          spend : seen X * $!seen X -o free.
          both : p X * $!seen X * $!seen Y * $!noted Y -o q X * seen Y.
        }
        stage back = { return : q X -o p X * free. }
        qui * stage there -o stage back.
        qui * stage back -o stage there.
        #trace _ there { p a, p b, p b, free, seen a }.";
    for seed in 0..40 {
        let mut run = run(text).with_undo();
        let mut rng = Rng::new(seed);
        let mut seen = vec![whole(&mut run)];
        for _ in 0..60 {
            // Some steps forward, and some back to what was seen there.
            for _ in 0..=rng.below(7) {
                assert!(run.step(&mut rng, &mut NoHost).expect("small").is_some());
                seen.push(whole(&mut run));
            }
            for _ in 0..=rng.below(7) {
                if seen.len() == 1 {
                    assert!(!run.undo());
                    break;
                }
                seen.pop();
                assert!(run.undo());
                assert_eq!(Some(&whole(&mut run)), seen.last(), "seed {seed}");
            }
        }
    }
}

#[test]
fn the_limit_of_matches_is_about_those_that_there_are() {
    // Each step ends four matches and begins four, thousands in all, never more than eight at once.
    let text = "
        t : type. a : t. b : t. c : t. d : t. p t t : pred.
        stage s = { turn : p a X -o p b X. back : p b X -o p a X. look : $p Y X * $p Y X -o . }
        #trace _ s { p a a, p a b, p a c, p a d }.";
    let limits = Limits { matches: 24, ..Limits::default() };
    let mut run = Run::new(limited(text, limits), 0).expect("it starts");
    let mut rng = Rng::new(3);
    for _ in 0..2_000 {
        assert!(run.step(&mut rng, &mut NoHost).expect("few matches").is_some());
    }
}

#[test]
fn firings_that_change_nothing_are_no_transitions() {
    // What is taken is made again, as often, and what is persistent is there already.
    let text = "
        t : type. a : t. b : t. p t : pred. known t : pred.
        stage s = { learn : p X * p X -o p X * p X * !known X. }
        #trace _ s { p a, p a, p b }.";
    let mut run = run(text);
    assert_eq!(shown(&mut run, false), ["(learn a)"]);
    let mut rng = Rng::new(1);
    assert!(run.step(&mut rng, &mut NoHost).expect("small").is_some());
    assert_eq!(position(&run), "p a, p a, p b, !known a");
    assert!(run.step(&mut rng, &mut NoHost).expect("small").is_none());
    // One copy fewer is a change.
    let fewer = text.replace("-o p X * p X *", "-o p X *");
    let mut run = self::run(&fewer);
    while run.step(&mut rng, &mut NoHost).expect("small").is_some() {}
    assert_eq!(position(&run), "p a, p b, !known a");
}
