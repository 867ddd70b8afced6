//! Properties whose answers are known, and the certificates for them.

#![allow(clippy::disallowed_methods, reason = "tests read the shipped games")]

use senet_engine::Engine;
use senet_program::{Options, check};
use senet_prove::{FactKind, Method, ProofAnswer, PropertyReport, ProveLimits, ProveReport, prove};
use senet_verify::{CertificateError, verify};
use std::sync::Arc;

/// A shipped game, with more properties.
fn game(name: &str, properties: &str) -> String {
    let path = format!("{}/../../games/{name}.cep", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a shipped game");
    format!("{text}\n{properties}\n")
}

fn limited(text: &str, limits: ProveLimits) -> (ProveReport, String) {
    let checked = check(text, &Options::default());
    let program = checked.program.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    let engine = Arc::new(Engine::new(Arc::new(program), Default::default()));
    let (report, certificate) = prove(&engine, text, 0, limits, &mut |_| true);
    (report, certificate.text("test"))
}

/// Proves, checks the certificate, and gives the answers.
fn answers(text: &str) -> Vec<PropertyReport> {
    let (report, certificate) = limited(text, ProveLimits::default());
    let verified = verify(text, &Options::default(), &certificate, &mut |_| true);
    let verified = verified.unwrap_or_else(|why| panic!("{why}"));
    for property in &report.properties {
        let word = property.answer.word();
        assert!(
            property.answer == ProofAnswer::Unknown
                || verified.iter().any(|c| c.property == property.property && c.answer == word),
            "{property:?} is not in the certificate"
        );
    }
    report.properties
}

fn proved(property: &PropertyReport) -> Method {
    assert_eq!(property.answer, ProofAnswer::Proved, "{property:?}");
    property.method.expect("it has a method")
}

/// How many moves the play has that refutes a property.
fn refuted_after(property: &PropertyReport) -> usize {
    assert_eq!(property.answer, ProofAnswer::Refuted, "{property:?}");
    property.play.as_ref().expect("a play").moves.len()
}

fn play_of(property: &PropertyReport) -> usize {
    assert_eq!(property.answer, ProofAnswer::Proved, "{property:?}");
    property.play.as_ref().expect("a play").moves.len()
}

#[test]
fn both_have_won_never() {
    let text = game(
        "tic-tac-toe",
        "#never win x * win o.
         #never mark P C * mark Q C * P <> Q.
         #conserve free C + mark _ C = 1.
         #conserve free _ = 9.
         #inevitable win _.
         #once win _.
         #reach draw.
         #never mark x A * mark x B * mark x C * line A B C.",
    );
    let all = answers(&text);
    assert_eq!(proved(&all[0]), Method::Linear);
    assert_eq!(proved(&all[1]), Method::Linear);
    assert_eq!(proved(&all[2]), Method::Linear);
    assert_eq!(refuted_after(&all[3]), 1);
    assert_eq!(refuted_after(&all[4]), 9, "the shortest draw");
    assert_eq!(proved(&all[5]), Method::Exploration);
    assert_eq!(play_of(&all[6]), 9);
    assert_eq!(refuted_after(&all[7]), 5, "the shortest win of the first player");
}

#[test]
fn tic_tac_toe_in_words() {
    let (report, _) = limited(&game("tic-tac-toe", ""), ProveLimits::default());
    assert!(report.complete);
    assert_eq!((report.positions, report.edges), (5478, 16167));
    let facts: Vec<&str> = report.facts.iter().map(|fact| fact.text.as_str()).collect();
    assert!(facts.contains(&"each cell A: exactly one of free A and mark _ A"), "{facts:#?}");
    assert!(
        facts.contains(&"always: exactly one of turn _, moved _, win _ and draw"),
        "{facts:#?}"
    );
    let ending = report.facts.iter().find(|f| f.kind == FactKind::Ending).expect("it ends");
    assert_eq!(ending.method, Method::Ranking, "{ending:?}");
    assert!(!report.facts.iter().any(|f| f.kind == FactKind::Rule), "all rules fire: {facts:#?}");
}

#[test]
fn philosophers_deadlock_after_five_moves() {
    let text = game(
        "philosophers",
        "#never starved.
         #conserve free F + holds _ F = 1.
         #always-possible free f1.
         #always-possible holds ada f1.
         #never holds P F * holds Q F * P <> Q.",
    );
    let all = answers(&text);
    assert_eq!(refuted_after(&all[0]), 5, "everybody takes one fork");
    assert_eq!(proved(&all[1]), Method::Linear);
    assert_eq!(refuted_after(&all[2]), 5);
    assert_eq!(refuted_after(&all[3]), 5);
    assert_eq!(proved(&all[4]), Method::Linear);
}

#[test]
fn the_river_is_crossed_in_seven_moves() {
    let text = game(
        "river-crossing",
        "#reach safe.
         #always-possible safe.
         #inevitable safe.
         #never at X A * at X B * A <> B.
         #never at goat far * at wolf far * boat near.",
    );
    let all = answers(&text);
    assert_eq!(play_of(&all[0]), 7);
    assert_eq!(proved(&all[1]), Method::Exploration);
    let play = all[2].play.as_ref().expect("a play that goes round");
    assert_eq!((all[2].answer, play.back.is_some()), (ProofAnswer::Refuted, true));
    assert_eq!(proved(&all[3]), Method::Linear);
    assert_eq!(proved(&all[4]), Method::Exploration);
}

#[test]
fn hanoi_takes_seven_moves() {
    let all = answers(&game("hanoi", "#reach done. #always-possible done. #never on large small."));
    assert_eq!(play_of(&all[0]), 7);
    assert_eq!(proved(&all[1]), Method::Exploration);
    assert_eq!(proved(&all[2]), Method::Exploration);
}

#[test]
fn blocks_are_somewhere() {
    let text = game(
        "blocks-world",
        "#conserve on-table X + on X _ = 1.
         #conserve clear X + on _ X = 1.
         #never on X X.
         #reach on a b * on b c.
         #always-possible on-table a * on-table b * on-table c.
         #never on a b * on b a.",
    );
    let (report, _) = limited(&text, ProveLimits::default());
    assert_eq!(report.positions, 73 - 60, "three blocks stand in 13 ways");
    let all = answers(&text);
    // Two of the five blocks are not there, so the sums are 0 for them.
    assert_eq!((refuted_after(&all[0]), refuted_after(&all[1])), (0, 0));
    assert!(all[2..].iter().all(|p| p.answer == ProofAnswer::Proved), "{all:#?}");
    assert_eq!(play_of(&all[3]), 2);
    let facts: Vec<&str> = report.facts.iter().map(|fact| fact.text.as_str()).collect();
    let expected = "each block A: the number of on-table A and on A _ never changes";
    assert!(facts.contains(&expected), "{facts:#?}");
}

#[test]
fn a_crate_in_a_corner_stays_there() {
    let level = |properties: &str| {
        let text = game("sokoban", "");
        let rules = text.split("#trace").next().expect("rules before levels").to_owned();
        let rows =
            ["######  ", "#----#  ", "#-$-.#  ", "#@---#  ", "######  ", "        ", "        "];
        let rows: String = rows.iter().map(|row| format!("\"{row}\" ")).collect();
        format!("{rules}\n#trace _ play {{ hand, rows cell {rows} }}.\n{properties}\n")
    };
    let all = answers(&level(
        "#always-possible solved.
         #conserve worker _ = 1.
         #never wall C * crate C.
         #reach solved.",
    ));
    assert_eq!(all[0].answer, ProofAnswer::Refuted, "crates get stuck");
    assert_eq!(proved(&all[1]), Method::Linear);
    assert_eq!(all[2].answer, ProofAnswer::Proved);
    assert_eq!(all[3].answer, ProofAnswer::Proved);
    let (report, _) = limited(&level(""), ProveLimits::default());
    let dead = report.facts.iter().find(|f| f.kind == FactKind::DeadEnd).expect("dead ends");
    assert!(dead.text.starts_with("dead ends: "), "{}", dead.text);
}

const MUTEX: &str = "
    who : type. a : who. b : who.
    idle who : pred. wants who : pred. inside who : pred. token : pred.
    stage run = {
      ask : idle P -o wants P.
      enter : wants P * TAKES -o inside P.
      leave : inside P -o idle P * GIVES.
    }
    #interactive run.
    #trace _ run { idle a, idle b, token }.
    #never inside a * inside b.
    #always-possible inside a.
    #reach wants a * wants b.
    #conserve idle P + wants P + inside P = 1.
";

#[test]
fn mutual_exclusion_needs_the_token() {
    let with = MUTEX.replace("TAKES", "token").replace("GIVES", "token");
    let all = answers(&with);
    assert_eq!(proved(&all[0]), Method::Linear, "token + inside _ = 1");
    assert_eq!(proved(&all[1]), Method::Exploration);
    assert_eq!(play_of(&all[2]), 2);
    assert_eq!(proved(&all[3]), Method::Linear);
    let without = MUTEX.replace("TAKES", "$token").replace("GIVES", "()");
    let all = answers(&without);
    assert_eq!(refuted_after(&all[0]), 4, "both ask, both enter");
}

const STORY: &str = "
    meets : pred. letter : pred. reads : pred. burns : pred. wedding : pred. evening : pred.
    #draw evening.
    stage tell = {
      meet : meets -o letter.
      read : letter -o reads.
      MISSED
      marry : reads -o wedding.
    }
    #interactive tell.
    #trace _ tell { meets }.
    #inevitable wedding.
    #always-possible wedding.
    #once wedding.
    #once letter.
";

#[test]
fn an_ending_that_can_be_missed() {
    let all = answers(&STORY.replace("MISSED", ""));
    assert!(all.iter().all(|p| p.answer == ProofAnswer::Proved), "{all:#?}");
    let all = answers(&STORY.replace("MISSED", "burn : letter -o burns. write : reads -o letter."));
    assert_eq!(refuted_after(&all[0]), 2, "meet, burn");
    assert_eq!(refuted_after(&all[1]), 2);
    assert_eq!(all[2].answer, ProofAnswer::Proved);
    assert_eq!(refuted_after(&all[3]), 3, "meet, read, write: a second letter");
}

#[test]
fn endless_programs_have_invariants_and_plays() {
    let text = "n : pred. left nat : pred. right nat : pred. both : pred.
        stage grow = { up : left N -o left (N + 1). over : left (N + 1) * right M -o left N * right (M + 1). }
        #interactive grow.
        #trace _ grow { left 0, right 0 }.
        #conserve left _ = 1.
        #reach right 3.
        #never left 5.
        #never right 1000000.";
    let limits = ProveLimits { positions: 2_000, ..ProveLimits::default() };
    let (report, certificate) = limited(text, limits);
    assert!(!report.complete);
    let all = &report.properties;
    assert_eq!(proved(&all[0]), Method::Linear);
    assert_eq!(play_of(&all[1]), 6, "three times up, three times over");
    assert_eq!(refuted_after(&all[2]), 5);
    assert_eq!(all[3].answer, ProofAnswer::Unknown);
    assert!(all[3].because.contains("2,000 positions"), "{}", all[3].because);
    verify(text, &Options::default(), &certificate, &mut |_| true).expect("what is known is right");
}

#[test]
fn seats_rules_and_ends() {
    let text = "p : type. x : p. o : p. #players p.
        turn p : pred. win p : pred. lost : pred. #win win. never-there : pred.
        stage play = {
          take : turn x -o win x.
          pass : turn x -o lost.
          odd : never-there -o win o.
        }
        #interactive play. #chooser play x.
        #trace _ play { turn x }.";
    let (report, _) = limited(text, ProveLimits::default());
    let facts: Vec<&str> = report.facts.iter().map(|fact| fact.text.as_str()).collect();
    for expected in ["o can never win", "rule odd never fires", "play can end without a result"] {
        assert!(facts.contains(&expected), "{expected}: {facts:#?}");
    }
}

#[test]
fn slices_do_not_change_the_answer() {
    let text = game("river-crossing", "#reach safe. #always-possible safe.");
    let program = check(&text, &Options::default()).program.expect("a correct program");
    let engine = Arc::new(Engine::new(Arc::new(program), Default::default()));
    let whole = prove(&engine, &text, 0, ProveLimits::default(), &mut |_| true).1.text("g");
    let mut prover = senet_prove::Prover::new(&engine, &text, 0, ProveLimits::default());
    while prover.advance(1) {}
    assert_eq!(prover.finish().1.text("g"), whole);
}

/// Programs that are correct, with properties of every kind, for tampering.
fn certificates() -> Vec<(String, String)> {
    let river = game(
        "river-crossing",
        "#reach safe. #always-possible safe. #inevitable safe. #never at X A * at X B * A <> B.
         #never at goat far * at wolf far * boat near. #conserve boat _ + landed _ = 1. #once boat far.",
    );
    let story = STORY.replace("MISSED", "");
    let missed = STORY.replace("MISSED", "burn : letter -o burns. write : reads -o letter.");
    let mutex = MUTEX.replace("TAKES", "token").replace("GIVES", "token");
    let broken = MUTEX.replace("TAKES", "$token").replace("GIVES", "()");
    let texts = [river, story, missed, mutex, broken];
    texts
        .into_iter()
        .map(|text| {
            let (_, certificate) = limited(&text, ProveLimits::default());
            (text, certificate)
        })
        .collect()
}

/// Every way to change one leaf of a certificate a little.
fn mutants(certificate: &str) -> Vec<serde_json::Value> {
    use serde_json::{Value, json};
    fn walk(at: &mut Vec<String>, value: &Value, out: &mut Vec<(String, Vec<Value>)>) {
        let path = format!("/{}", at.join("/"));
        match value {
            Value::Object(all) => {
                for (name, inner) in all {
                    // What the checker does not read: how to find the program.
                    if at.is_empty() && ["game", "options", "players"].contains(&name.as_str()) {
                        continue;
                    }
                    at.push(name.clone());
                    walk(at, inner, out);
                    at.pop();
                }
            }
            Value::Array(all) => {
                for (i, inner) in all.iter().enumerate() {
                    at.push(i.to_string());
                    walk(at, inner, out);
                    at.pop();
                    let mut fewer = all.clone();
                    fewer.remove(i);
                    out.push((path.clone(), vec![Value::Array(fewer)]));
                }
            }
            Value::Number(n) => {
                let n = n.as_u64().unwrap_or(0);
                out.push((path, vec![json!(n + 1), json!(n.wrapping_sub(1)), json!(null)]));
            }
            Value::Null => out.push((path, vec![json!(0), json!(1)])),
            Value::String(text) => {
                let mut others = vec![json!(""), json!(format!("{text} x"))];
                let flipped = match text.as_str() {
                    "proved" => "refuted".to_owned(),
                    "refuted" => "proved".to_owned(),
                    other => other.replace("far", "near").replace("letter", "reads"),
                };
                if flipped != *text {
                    others.push(json!(flipped));
                }
                // An atom less.
                if let Some((head, rest)) = text.split_once(": ")
                    && let Some((_, rest)) = rest.split_once(", ")
                {
                    others.push(json!(format!("{head}: {rest}")));
                }
                out.push((path, others));
            }
            Value::Bool(is) => out.push((path, vec![json!(!is)])),
        }
    }
    let data: Value = serde_json::from_str(certificate).expect("a certificate");
    let mut leaves = Vec::new();
    walk(&mut Vec::new(), &data, &mut leaves);
    let mut out = Vec::new();
    for (path, others) in leaves {
        for other in others {
            let mut mutant = data.clone();
            *mutant.pointer_mut(&path).expect("it is there") = other;
            out.push(mutant);
        }
    }
    out
}

#[test]
fn tampered_certificates_are_refused() {
    let (mut refused, mut accepted) = (0, Vec::new());
    for (text, certificate) in certificates() {
        let right = verify(&text, &Options::default(), &certificate, &mut |_| true);
        let right = right.expect("the certificate is right");
        for mutant in mutants(&certificate) {
            let shown = mutant.to_string();
            match verify(&text, &Options::default(), &shown, &mut |_| true) {
                Err(_) => refused += 1,
                // To claim less is no lie.
                Ok(claims) if claims.len() < right.len() => {}
                Ok(_) => accepted.push(shown),
            }
        }
    }
    let all = refused + accepted.len();
    assert!(all > 500, "only {all} mutants");
    assert!(
        accepted.len() * 100 <= all,
        "{} of {all} tampered certificates were accepted, such as\n{}",
        accepted.len(),
        accepted[0]
    );
}

#[test]
fn a_certificate_cannot_add_rules() {
    let text = STORY.replace("MISSED", "burn : letter -o burns.");
    for property in [
        "#never burns. #forbid tell (burns).",
        "#never burns.\n#settles tell.",
        "#win burns.",
        "#never burns * \"",
        "",
    ] {
        let certificate = serde_json::json!({
            "certificate": 2, "start": 1, "positions": 1,
            "claims": [{ "property": property, "answer": "proved", "evidence": { "kind": "positions" } }],
        });
        let checked = verify(&text, &Options::default(), &certificate.to_string(), &mut |_| true);
        assert!(matches!(checked, Err(CertificateError::Format(_))), "{property}: {checked:?}");
    }
}

#[test]
fn a_certificate_belongs_to_its_program() {
    let (_, certificate) = limited(&STORY.replace("MISSED", ""), ProveLimits::default());
    let other = STORY.replace("MISSED", "burn : letter -o burns.");
    assert!(verify(&other, &Options::default(), &certificate, &mut |_| true).is_err());
}

/// Philosophers who take both forks at once, at a round table: too many positions to explore, and no sum
/// of whole predicates says that neighbours do not eat together.
fn dinner(seats: usize) -> String {
    let names = |prefix: &str| (0..seats).map(|i| format!("{prefix}{i}")).collect::<Vec<_>>();
    let (sages, forks) = (names("p"), names("f"));
    let declared = |ty: &str, all: &[String]| {
        let all: String = all.iter().map(|name| format!("{name} : {ty}. ")).collect();
        format!("{ty} : type. {all}")
    };
    let left: String = (0..seats).map(|i| format!("left p{i} f{i}. ")).collect();
    let right: String = (0..seats).map(|i| format!("right p{i} f{}. ", (i + 1) % seats)).collect();
    let free: Vec<String> = forks.iter().map(|f| format!("free {f}")).collect();
    let idle: Vec<String> = sages.iter().map(|p| format!("thinks {p}")).collect();
    format!(
        "{} {}
        left sage fork : bwd. {left} right sage fork : bwd. {right}
        free fork : pred. thinks sage : pred. eats sage : pred.
        stage dine = {{
          begin : thinks P * left P F * right P G * free F * free G -o eats P.
          end : eats P * left P F * right P G -o thinks P * free F * free G.
        }}
        #interactive dine.
        #trace _ dine {{ {}, {} }}.
        #never eats P * eats Q * right P F * left Q F.
        #never eats P * free F * left P F.
        #reach eats p0 * eats p1.
        #never eats p0 * eats p2.",
        declared("sage", &sages),
        declared("fork", &forks),
        free.join(", "),
        idle.join(", "),
    )
}

#[test]
fn induction_proves_what_cannot_be_explored() {
    let text = dinner(24);
    let limits = ProveLimits { positions: 300, ..ProveLimits::default() };
    let (report, certificate) = limited(&text, limits);
    assert!(!report.complete, "there are over a hundred thousand positions");
    let all = &report.properties;
    assert_eq!(proved(&all[0]), Method::Induction);
    assert_eq!(proved(&all[1]), Method::Induction);
    assert_eq!((all[2].answer, all[2].method), (ProofAnswer::Refuted, Some(Method::Induction)));
    assert_eq!(refuted_after(&all[3]), 2);
    verify(&text, &Options::default(), &certificate, &mut |_| true).expect("the proof is right");
}

#[test]
fn tampered_inductive_proofs_are_refused() {
    let text = dinner(5);
    let limits = ProveLimits { positions: 4, ..ProveLimits::default() };
    let (report, certificate) = limited(&text, limits);
    assert_eq!(proved(&report.properties[0]), Method::Induction);
    let (mut refused, mut accepted) = (0, Vec::new());
    let right = verify(&text, &Options::default(), &certificate, &mut |_| true).expect("right");
    for mutant in mutants(&certificate) {
        let shown = mutant.to_string();
        match verify(&text, &Options::default(), &shown, &mut |_| true) {
            Err(_) => refused += 1,
            // To claim less is no lie.
            Ok(claims) if claims.len() < right.len() => {}
            Ok(_) => accepted.push(shown),
        }
    }
    let all = refused + accepted.len();
    assert!(all > 400, "only {all} mutants");
    let some = accepted.first().cloned().unwrap_or_default();
    assert!(accepted.len() * 100 <= all, "{} of {all} accepted: {some}", accepted.len());
}
