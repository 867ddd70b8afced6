//! Random well-typed programs, as text: types, stages, links, persistent atoms, backward rules over
//! facts and over the position, copies, numbers, players. Small, so that they can be read when an
//! engine disagrees.

use senet_game::Rng;
use std::fmt::Write;

/// A program as lines, so that a failing one can be made smaller line by line.
#[derive(Debug, Clone)]
pub struct RandomProgram {
    /// One item to a line.
    pub lines: Vec<String>,
}

impl RandomProgram {
    /// The text.
    pub fn text(&self) -> String {
        self.lines.join("\n") + "\n"
    }

    /// The program of a seed.
    pub fn new(seed: u64) -> RandomProgram {
        Maker { rng: Rng::new(seed), lines: Vec::new(), predicates: Vec::new(), fresh: 0 }.program()
    }

    /// The smallest program, by leaving out lines and parts of lines, that still `fails`.
    pub fn shrink(&self, fails: &dyn Fn(&str) -> bool) -> RandomProgram {
        let mut best = self.clone();
        loop {
            let smaller = best.smaller().find(|candidate| fails(&candidate.text()));
            match smaller {
                Some(smaller) => best = smaller,
                None => return best,
            }
        }
    }

    fn smaller(&self) -> impl Iterator<Item = RandomProgram> {
        let without = (0..self.lines.len()).map(|i| {
            let mut lines = self.lines.clone();
            lines.remove(i);
            RandomProgram { lines }
        });
        // Leave out one premise, conclusion or atom.
        let shorter = (0..self.lines.len()).flat_map(move |i| {
            let line = &self.lines[i];
            let parts = [" * ", ", "].into_iter().flat_map(move |joint| {
                let pieces: Vec<&str> = line.split(joint).collect();
                (0..pieces.len()).filter_map(move |k| {
                    let mut fewer = pieces.clone();
                    if fewer.len() < 2 || fewer[k].contains(['{', '}', ':']) {
                        return None;
                    }
                    fewer.remove(k);
                    Some(fewer.join(joint))
                })
            });
            parts.map(move |shorter| {
                let mut lines = self.lines.clone();
                lines[i] = shorter;
                RandomProgram { lines }
            })
        });
        without.chain(shorter)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ty {
    Thing,
    Number,
    Pair,
}

struct Maker {
    rng: Rng,
    lines: Vec<String>,
    predicates: Vec<Vec<Ty>>,
    fresh: usize,
}

impl Maker {
    fn below(&mut self, n: usize) -> usize {
        self.rng.index(n as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn line(&mut self, text: impl Into<String>) {
        self.lines.push(text.into());
    }

    fn program(mut self) -> RandomProgram {
        self.line("t : type. a : t. b : t. c : t.");
        self.line("nat : type. z : nat. s nat : nat.");
        self.line("pair : type. f t t : pair. g nat : pair.");
        self.line("plus nat nat nat : bwd. plus z N N. plus (s N) M (s P) <- plus N M P.");
        self.line(
            "times nat nat nat : bwd. times z _ z. times (s N) M P <- plus Q M P <- times N M Q.",
        );
        self.line("edge t t : bwd. edge a b. edge b c.");
        if self.chance(50) {
            self.line("edge c a.");
        }
        self.line("path t t : bwd. path X Y <- edge X Y. path X Z <- path X Y <- edge Y Z.");
        let players = self.chance(40);
        if players {
            self.line("#players t.");
        }
        for i in 0..2 + self.below(4) {
            let arity = self.below(3);
            let types: Vec<Ty> = (0..arity)
                .map(|_| [Ty::Thing, Ty::Thing, Ty::Number, Ty::Pair][self.below(4)])
                .collect();
            let names: String = types.iter().map(|t| format!(" {}", name(*t))).collect();
            self.line(format!("p{i}{names} : pred."));
            self.predicates.push(types);
        }
        self.line("turn t : pred.");
        self.predicates.push(vec![Ty::Thing]);
        let turn = self.predicates.len() - 1;
        self.line("seen t : bwd.");
        let over = self.predicates.iter().position(|p| p.contains(&Ty::Thing)).unwrap_or(turn);
        let seen = self.pattern_with(over, "X");
        self.line(format!("seen X <- {seen}."));
        if self.chance(30) {
            self.line("won t : pred.");
            self.line(if players { "#win won." } else { "%" });
        }
        let stages = 1 + self.below(3);
        for stage in 0..stages {
            let interactive = self.chance(50);
            let rules: Vec<String> =
                (0..1 + self.below(4)).map(|_| self.rule(turn, interactive && players)).collect();
            self.line(format!("stage s{stage} = {{"));
            for rule in rules {
                self.line(rule);
            }
            self.line("}");
            if interactive {
                self.line(format!("#interactive s{stage}."));
            }
        }
        for _ in 0..self.below(4) {
            let (from, to) = (self.below(stages), self.below(stages));
            let n = 1 + self.below(2);
            let (left, bound) = self.side(n, turn, false);
            let right = self.right(&bound, self.predicates.len());
            let target = if self.chance(80) { format!("stage s{to} * ") } else { String::new() };
            self.line(format!("qui * stage s{from} * {left} -o {target}{right}."));
        }
        let mut atoms = vec!["turn a".to_owned()];
        for _ in 0..2 + self.below(6) {
            let atom = self.ground();
            let copies = if self.chance(25) { 2 + self.below(2) } else { 1 };
            let mark = if self.chance(12) { "!" } else { "" };
            atoms.extend(std::iter::repeat_n(format!("{mark}{atom}"), copies));
        }
        let first = self.below(stages);
        self.line(format!("#trace _ s{first} {{{}}}.", atoms.join(", ")));
        RandomProgram { lines: self.lines }
    }

    fn rule(&mut self, turn: usize, with_turn: bool) -> String {
        self.fresh += 1;
        let premises = 1 + self.below(3);
        let (left, bound) = self.side(premises, turn, with_turn);
        let right = self.right(&bound, self.predicates.len());
        format!("  r{} : {left} -o {right}.", self.fresh)
    }

    /// Premises, and the variables that they bind.
    fn side(&mut self, n: usize, turn: usize, with_turn: bool) -> (String, Vec<(String, Ty)>) {
        let mut bound: Vec<(String, Ty)> = Vec::new();
        let mut parts = Vec::new();
        if with_turn {
            let mark = if self.chance(40) { "$" } else { "" };
            parts.push(format!("{mark}{}", self.pattern(turn, &mut bound)));
        }
        for _ in 0..n {
            let predicate = self.below(self.predicates.len());
            let mark = ["", "", "", "$", "$", "!"][self.below(6)];
            parts.push(format!("{mark}{}", self.pattern(predicate, &mut bound)));
        }
        let things: Vec<String> =
            bound.iter().filter(|(_, t)| *t == Ty::Thing).map(|(v, _)| v.clone()).collect();
        let numbers: Vec<String> =
            bound.iter().filter(|(_, t)| *t == Ty::Number).map(|(v, _)| v.clone()).collect();
        if let Some(x) = things.first()
            && self.chance(40)
        {
            let y = things.last().cloned().unwrap_or_default();
            let extra = match self.below(6) {
                0 => format!("edge {x} W"),
                1 => format!("path W {x}"),
                2 => format!("{x} <> {y}"),
                3 => format!("{x} == {y}"),
                4 => format!("seen {x}"),
                _ => format!("path {x} W"),
            };
            if extra.contains('W') && !bound.iter().any(|(v, _)| v == "W") {
                bound.push(("W".to_owned(), Ty::Thing));
            }
            parts.push(extra);
        }
        if let Some(n) = numbers.first()
            && self.chance(30)
        {
            let m = numbers.last().cloned().unwrap_or_default();
            let (text, new) = match self.below(4) {
                // Sums and products are asked for, but not kept: the reference counts on its fingers.
                0 => (format!("plus {n} 1 V"), true),
                1 => (format!("plus V 1 {n}"), true),
                2 => (format!("times {n} 2 Q * plus Q {m} _"), false),
                _ => (format!("{n} <> 1"), false),
            };
            if new && !bound.iter().any(|(v, _)| v == "V") {
                bound.push(("V".to_owned(), Ty::Number));
            }
            parts.push(text);
        }
        // Premises stand in any order.
        for i in (1..parts.len()).rev() {
            let j = self.below(i + 1);
            if !with_turn || (i > 0 && j > 0) {
                parts.swap(i, j);
            }
        }
        (parts.join(" * "), bound)
    }

    fn right(&mut self, bound: &[(String, Ty)], predicates: usize) -> String {
        let n = self.below(3);
        if n == 0 {
            return "()".to_owned();
        }
        let parts: Vec<String> = (0..n)
            .map(|_| {
                let predicate = self.below(predicates);
                let mark = if self.chance(20) { "!" } else { "" };
                let mut out = format!("{mark}{}", self.called(predicate));
                for ty in self.predicates[predicate].clone() {
                    let term = self.made(ty, bound);
                    write!(out, " {term}").expect("strings can be written to");
                }
                out
            })
            .collect();
        parts.join(" * ")
    }

    fn called(&self, predicate: usize) -> String {
        if predicate + 1 == self.predicates.len() {
            "turn".to_owned()
        } else {
            format!("p{predicate}")
        }
    }

    fn pattern(&mut self, predicate: usize, bound: &mut Vec<(String, Ty)>) -> String {
        let mut out = self.called(predicate);
        for ty in self.predicates[predicate].clone() {
            let term = self.term(ty, bound);
            write!(out, " {term}").expect("strings can be written to");
        }
        out
    }

    /// A pattern that has a certain variable for its first thing, and anything elsewhere.
    fn pattern_with(&mut self, predicate: usize, variable: &str) -> String {
        let mut out = self.called(predicate);
        let mut done = false;
        for ty in self.predicates[predicate].clone() {
            let here = ty == Ty::Thing && !done;
            done |= here;
            write!(out, " {}", if here { variable } else { "_" })
                .expect("strings can be written to");
        }
        out
    }

    fn term(&mut self, ty: Ty, bound: &mut Vec<(String, Ty)>) -> String {
        if self.chance(10) {
            return "_".to_owned();
        }
        if self.chance(20) {
            return self.constant(ty);
        }
        let variable = |maker: &mut Maker, ty: Ty, bound: &mut Vec<(String, Ty)>| {
            let stem = ["X", "N", "U"][ty as usize];
            let name = format!("{stem}{}", maker.below(3));
            if !bound.iter().any(|(v, _)| *v == name) {
                bound.push((name.clone(), ty));
            }
            name
        };
        match ty {
            Ty::Number if self.chance(40) => {
                format!("(s {})", variable(self, Ty::Number, bound))
            }
            Ty::Pair if self.chance(40) => {
                let (x, y) = (variable(self, Ty::Thing, bound), variable(self, Ty::Thing, bound));
                format!("(f {x} {y})")
            }
            Ty::Pair if self.chance(30) => format!("(g {})", variable(self, Ty::Number, bound)),
            _ => variable(self, ty, bound),
        }
    }

    fn made(&mut self, ty: Ty, bound: &[(String, Ty)]) -> String {
        let of: Vec<&(String, Ty)> = bound.iter().filter(|(_, t)| *t == ty).collect();
        if of.is_empty() || self.chance(20) {
            return self.constant(ty);
        }
        let name = of[self.below(of.len())].0.clone();
        if ty == Ty::Number && self.chance(15) { format!("(s {name})") } else { name }
    }

    fn constant(&mut self, ty: Ty) -> String {
        let thing = |maker: &mut Maker| ["a", "b", "c"][maker.below(3)];
        match ty {
            Ty::Thing => thing(self).to_owned(),
            Ty::Number => self.below(4).to_string(),
            Ty::Pair if self.chance(50) => format!("(g {})", self.below(3)),
            Ty::Pair => {
                let (x, y) = (thing(self), thing(self));
                format!("(f {x} {y})")
            }
        }
    }

    fn ground(&mut self) -> String {
        let predicate = self.below(self.predicates.len());
        let mut out = self.called(predicate);
        for ty in self.predicates[predicate].clone() {
            let term = self.constant(ty);
            write!(out, " {term}").expect("strings can be written to");
        }
        out
    }
}

fn name(ty: Ty) -> &'static str {
    match ty {
        Ty::Thing => "t",
        Ty::Number => "nat",
        Ty::Pair => "pair",
    }
}
