//! Programs that would run for ever: a clear word, the flag, exit code 1.

use super::{file, senet};

const PEANO: &str = "nat : type.  z : nat.  s nat : nat.\n";

fn stops(name: &str, program: &str, flag: &str, words: &str) {
    let path = file(name, program);
    let said = senet(&format!("run {path} {flag}"), "");
    assert_eq!(said.code, 1, "{}", said.err);
    assert!(said.err.contains(words), "no `{words}` in {}", said.err);
    let flag = flag.split(' ').next().expect("a flag");
    assert!(said.err.contains(&format!("help: raise it with {flag}")), "{}", said.err);
}

#[test]
fn doubling_runs_out_of_steps() {
    let program = "a : pred.  stage s = { a -o a * a. }  #trace _ s { a }.";
    stops("double.cep", program, "--max-steps 1000", "the limit of 1000 steps was reached");
}

#[test]
fn new_atoms_run_out() {
    let program = format!(
        "{PEANO}p nat : pred. q nat : pred.\n\
         stage st = {{ p N -o p (s N) * q N. }}\n#trace _ st {{ p z }}."
    );
    stops("atoms.cep", &program, "--max-atoms 100", "the limit of 100 distinct atoms was reached");
}

#[test]
fn growing_terms_run_out() {
    let program = "t : type. z : t. f t t : t. p t : pred.\n\
                   stage s = { p X -o p (f X X). }\n#trace _ s { p z }.";
    stops("terms.cep", program, "--max-terms 100", "the limit of 100 terms was reached");
}

#[test]
fn an_endless_backward_rule_runs_out_of_goals() {
    let program = format!(
        "{PEANO}up nat nat : bwd.\nup N N.\nup N M <- up (s N) M.\n\
         go : pred. done nat : pred.\n\
         stage st = {{ go * up z M -o done M. }}\n#trace _ st {{ go }}."
    );
    stops("goals.cep", &program, "--max-goals 100", "the search for `up 0 _` does not end");
}

#[test]
fn a_join_of_everything_with_everything_runs_out_of_matches() {
    let program = format!(
        "{PEANO}n nat : pred. left nat : pred. hit : pred.\n\
         stage fill = {{ left (s N) -o left N * n N. }}\nqui * stage fill -o stage join.\n\
         stage join = {{ join : $n A * $n B * $n C * $n D * $n E -o hit. }}\n\
         #trace _ fill {{ left 100 }}."
    );
    stops("join.cep", &program, "--max-matches 10000", "`join` matches in too many ways");
}
