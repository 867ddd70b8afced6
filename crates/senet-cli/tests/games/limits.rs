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

#[test]
fn a_permutation_sort_runs_out_of_terms_while_it_searches() {
    let program = format!(
        "{PEANO}list : type. nil : list. cons nat list : list.\n\
         del nat list list : bwd. del X (cons X L) L. del X (cons Y L) (cons Y M) <- del X L M.\n\
         perm list list : bwd. perm nil nil. perm L (cons X M) <- del X L K <- perm K M.\n\
         le nat nat : bwd. le z _. le (s N) (s M) <- le N M.\n\
         sorted list : bwd. sorted nil. sorted (cons _ nil).\n\
         sorted (cons X (cons Y L)) <- le X Y <- sorted (cons Y L).\n\
         in list : pred. out list : pred. stage go = {{ r : in L * perm L M * sorted M -o out M. }}\n\
         #trace _ go {{ in (cons 6 (cons 5 (cons 4 (cons 3 (cons 2 (cons 1 nil)))))) }}."
    );
    stops("permutations.cep", &program, "--max-terms 500", "the search for `perm (cons 6");
    let path = file("permutations.cep", &program);
    let said = senet(&format!("run {path}"), "");
    assert!(said.out.contains("{out (cons 1 (cons 2 "), "{}", said.out);
}

/// Of three million copies, three can be picked in more ways than 64 bits can count.
#[test]
fn a_number_that_is_too_large_is_explained_by_every_command() {
    let program = "small : 0..9. debt small : pred. ask : pred. pay : pred. yes : pred.\n\
                   stage s = { test : ask * S = sum N (debt N * debt N * debt N) * S > 3 -o yes.\n\
                   more : pay -o debt 2. }\n#interactive s. #trace _ s { ask, pay, debt 2 ^3000000 }.";
    let path = file("numbers.cep", program);
    for command in ["run", "explore", "solve"] {
        let said = senet(&format!("{command} {path}"), "1\n");
        assert_eq!(said.code, 1, "{command}: {}", said.err);
        assert!(said.err.contains("a number grew too large"), "{command}: {}", said.err);
        assert!(said.err.contains("help: numbers have 64 bits"), "{command}: {}", said.err);
    }
}

#[test]
fn a_premise_that_cannot_be_solved_stops_only_those_who_need_it() {
    let program = |start: &str| {
        format!(
            "{PEANO}c nat : pred. q : pred. d : pred.\n\
             leq nat nat : bwd. leq z _. leq (s N) (s M) <- leq N M.\n\
             stage one = {{ r : c (s N) -o c N. t : q * leq 1 (s N) -o c N. }}\n\
             qui * stage one * d * leq 1 (s N) -o stage one * c N.\n\
             #trace _ one {{ {start} }}."
        )
    };
    let said = senet(&format!("run {}", file("unneeded.cep", &program("c 3"))), "");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("Final state: {c 0}"), "{}", said.out);
    for (start, name) in [("c 3, q", "t"), ("c 3, d", "a link")] {
        let path = file("needed.cep", &program(start));
        for command in ["run", "explore", "solve"] {
            let said = senet(&format!("{command} {path}"), "");
            assert_eq!(said.code, 1, "{command} {name}: {}", said.err);
            assert!(said.err.contains("premise that cannot be solved"), "{}", said.err);
        }
    }
}
