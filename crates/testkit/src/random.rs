//! Random well-typed programs, as text: types, stages, links, persistent atoms, backward rules over
//! facts and over the position, copies, numbers, players; rich ones also use the extensions. Small, so
//! that they can be read when an engine disagrees. Others have weights near the limits, or are games that
//! come to a result.

mod games;
mod heavy;

use crate::quick;
use senet_game::Rng;
use std::fmt::Write;

/// How many programs a test tries: as many as `SENET_CASES` says, else the usual number, and a
/// twentieth of it with `SENET_QUICK`.
pub fn cases(usual: u64) -> u64 {
    quick::cases_of(usual, 20)
}

/// The same for programs with weights near the limits, each of which takes as long as fifty others.
pub fn heavy_cases(usual: u64) -> u64 {
    quick::wanted().map_or_else(|| cases(usual), |wanted| wanted.div_ceil(50))
}

/// A program as lines, so that a failing one can be made smaller line by line.
#[derive(Debug, Clone)]
pub struct RandomProgram {
    /// One item to a line.
    pub lines: Vec<String>,
}

impl RandomProgram {
    /// The lines as one text.
    pub fn text(&self) -> String {
        self.lines.join("\n") + "\n"
    }

    /// The program of a seed.
    pub fn new(seed: u64) -> RandomProgram {
        Maker::new(seed, false).program()
    }

    /// The program of a seed, with whatever Senet adds to Ceptre.
    pub fn rich(seed: u64) -> RandomProgram {
        Maker::new(seed, true).program()
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
    Pips,
}

struct Maker {
    rng: Rng,
    lines: Vec<String>,
    predicates: Vec<Vec<Ty>>,
    fresh: usize,
    /// Whether to use the extensions.
    rich: bool,
    /// Whether `nat` is the one that needs no declaration.
    given: bool,
    /// Rules that chance chooses.
    rolled: Vec<usize>,
    /// Whether somebody can win.
    wins: bool,
}

impl Maker {
    fn new(seed: u64, rich: bool) -> Maker {
        let mut rng = Rng::new(seed);
        let given = rich && rng.index(2) == 0;
        Maker {
            rng,
            lines: Vec::new(),
            predicates: Vec::new(),
            fresh: 0,
            rich,
            given,
            rolled: Vec::new(),
            wins: false,
        }
    }

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
        if !self.given {
            self.line("nat : type. z : nat. s nat : nat.");
        }
        self.line("pair : type. f t t : pair. g nat : pair.");
        if self.given {
            self.line("plus nat nat nat : bwd. plus 0 N N. plus (N + 1) M (P + 1) <- plus N M P.");
            self.line(
                "times nat nat nat : bwd. times 0 _ 0. times (N + 1) M P <- plus Q M P <- times N M Q.",
            );
        } else {
            self.line("plus nat nat nat : bwd. plus z N N. plus (s N) M (s P) <- plus N M P.");
            self.line(
                "times nat nat nat : bwd. times z _ z. times (s N) M P <- plus Q M P <- times N M Q.",
            );
        }
        if self.rich {
            self.line("pips : 1..4.");
        }
        self.line("edge t t : bwd. edge a b. edge b c.");
        if self.chance(50) {
            self.line("edge c a.");
        }
        self.line("path t t : bwd. path X Y <- edge X Y. path X Z <- path X Y <- edge Y Z.");
        // Facts beside rules.
        if self.chance(25) {
            self.line("edge Y X <- edge X Y.");
        }
        if self.chance(25) {
            self.line("path c c. path c b. path c c.");
        }
        let players = self.chance(40);
        if players {
            self.line("#players t.");
        }
        for i in 0..2 + self.below(4) {
            let arity = self.below(3);
            let types: Vec<Ty> = (0..arity)
                .map(|_| {
                    let kinds = [Ty::Thing, Ty::Thing, Ty::Number, Ty::Pair, Ty::Pips];
                    kinds[self.below(if self.rich { 5 } else { 4 })]
                })
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
        if self.chance(25) {
            self.line("seen b. seen c.");
        }
        if self.rich {
            self.derived_blocks();
        }
        if self.chance(30) {
            self.line("won t : pred.");
            self.line(if players { "#win won." } else { "%" });
            self.wins = true;
        }
        let stages = 1 + self.below(3);
        for stage in 0..stages {
            let interactive = self.chance(50);
            let before = self.fresh;
            let rules: Vec<String> =
                (0..1 + self.below(4)).map(|_| self.rule(turn, interactive && players)).collect();
            if !interactive {
                self.rolled.extend(before + 1..=self.fresh);
            }
            let ordered = if self.rich && self.chance(25) { "ordered " } else { "" };
            self.line(format!("{ordered}stage s{stage} = {{"));
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
        if self.rich && !self.rolled.is_empty() && self.chance(40) {
            let at = self.below(self.rolled.len());
            let rule = self.rolled[at];
            self.line(format!("#weight r{rule} 3."));
        }
        let mut atoms = vec!["turn a".to_owned()];
        if self.rich && self.chance(40) {
            let set = self.set(&[], true);
            atoms.push(set);
        }
        if self.rich && self.chance(30) {
            let atom = self.ground();
            atoms.push(format!("{atom} ^3"));
        }
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
        let mut right = self.right(&bound, self.predicates.len());
        if self.rich && self.chance(20) {
            let more =
                if self.chance(60) { self.comprehension(&bound) } else { self.set(&bound, false) };
            right = if right == "()" { more } else { format!("{right} * {more}") };
        }
        if self.wins && self.chance(25) {
            let winner = self.made(Ty::Thing, &bound);
            right = format!("{right} * won {winner}");
        }
        let rule = format!("r{} : {left} -o {right}.", self.fresh);
        if self.rich && self.chance(15) && rule.contains(" a ") {
            return format!("  for F in t {{ {} }}", rule.replacen(" a ", " F ", 1));
        }
        format!("  {rule}")
    }

    /// Derived predicates with `not` and aggregates.
    fn derived_blocks(&mut self) {
        self.line("far t : bwd.");
        self.line("far X <- (X : t) <- not seen X.");
        self.line("tally t nat : bwd.");
        let (mut ground, predicate) = (Vec::new(), self.below(self.predicates.len()));
        let counted = self.pattern(predicate, &mut ground);
        let alone = !ground.iter().any(|(v, _)| v == "X");
        if alone {
            self.line(format!("tally X N <- (X : t) <- N = count ({counted} * edge X _)."));
        } else {
            self.line("tally X N <- (X : t) <- N = count (edge X _).");
        }
    }

    /// A premise of the extensions, and the variable that it gives a value to.
    fn extension(&mut self, bound: &mut Vec<(String, Ty)>) -> String {
        let of = |bound: &[(String, Ty)], ty: Ty| -> Vec<String> {
            bound.iter().filter(|(_, t)| *t == ty).map(|(v, _)| v.clone()).collect()
        };
        let numbers: Vec<String> = [of(bound, Ty::Number), of(bound, Ty::Pips)].concat();
        let things = of(bound, Ty::Thing);
        let predicate = self.below(self.predicates.len());
        // Variables in a block are those from outside, or its own.
        let mut inside = bound.clone();
        let pattern = self.pattern(predicate, &mut inside);
        let counted = inside.iter().find(|(v, t)| {
            matches!(t, Ty::Number | Ty::Pips) && !bound.iter().any(|(b, _)| b == v)
        });
        let counted = counted.map(|(v, _)| v.clone());
        let mut give = |name: &str, ty: Ty| {
            if !bound.iter().any(|(v, _)| v == name) {
                bound.push((name.to_owned(), ty));
            }
        };
        let n = numbers.first().cloned();
        match self.below(11) {
            0 | 1 => format!("not {pattern}"),
            9 => format!("not ({pattern} * {})", self.block(&inside)),
            10 => {
                let block = self.block(&inside);
                bound.push(("B".to_owned(), Ty::Number));
                format!("B = count ({pattern} * {block})")
            }
            2 => {
                give("C", Ty::Number);
                format!("C = count ({pattern})")
            }
            3 if counted.is_some() => {
                let by = ["sum", "max", "min"][self.below(3)];
                give("C", Ty::Number);
                // The reference counts on its fingers, so numbers stay small.
                format!("C = {by} {} ({pattern}) * C < 9", counted.unwrap_or_default())
            }
            4 if n.is_some() => {
                let sign = ["<", "<=", ">", ">="][self.below(4)];
                let (n, m) = (n.unwrap_or_default(), numbers.last().cloned().unwrap_or_default());
                let right = if n == m { "2".to_owned() } else { m };
                let left = if self.chance(30) { format!("{n} + 1") } else { n };
                format!("{left} {sign} {right}")
            }
            5 if n.is_some() => {
                let n = n.unwrap_or_default();
                let sum = ["- 1", "+ 1", "* 2", "/ 2", "mod 2"][self.below(5)];
                give("D", Ty::Number);
                format!("D = ({n} {sum}) * D < 9")
            }
            6 => {
                give("Y", Ty::Thing);
                "(Y : t)".to_owned()
            }
            7 if !things.is_empty() => format!("far {}", things[0]),
            8 if !things.is_empty() => {
                give("E", Ty::Number);
                format!("tally {} E", things[0])
            }
            _ => format!("not ({pattern} * {pattern})"),
        }
    }

    /// A block for a place inside of another one, about variables of that and of its own.
    fn block(&mut self, bound: &[(String, Ty)]) -> String {
        let mut inside = bound.to_vec();
        let predicate = self.below(self.predicates.len());
        let pattern = self.pattern(predicate, &mut inside);
        match self.below(8) {
            0 if self.chance(60) => format!("not ({pattern} * {})", self.block(&inside)),
            0 | 1 => format!("H = count ({pattern}) * H < 3"),
            2 => format!("not ({pattern} * far a)"),
            3 => format!("not (edge S {} * seen S)", ["a", "b", "c"][self.below(3)]),
            _ => format!("not {pattern}"),
        }
    }

    /// `{ A -o B }`
    fn comprehension(&mut self, bound: &[(String, Ty)]) -> String {
        let mut inside = bound.to_vec();
        let mut parts: Vec<String> = (0..1 + self.below(2))
            .map(|_| {
                let predicate = self.below(self.predicates.len());
                let mark = ["", "", "$"][self.below(3)];
                format!("{mark}{}", self.pattern(predicate, &mut inside))
            })
            .collect();
        // At most one atom for each match: braces that double things grow too fast to follow.
        let right = self.right(&inside, self.predicates.len());
        let right = right.split(" * ").next().unwrap_or("()");
        if self.chance(40) {
            parts.push(self.block(&inside));
        }
        format!("{{ {} -o {right} }}", parts.join(" * "))
    }

    /// `{ A | X : t }`
    fn set(&mut self, bound: &[(String, Ty)], in_context: bool) -> String {
        let mut inside = bound.to_vec();
        inside.extend([("S".to_owned(), Ty::Thing), ("T".to_owned(), Ty::Thing)]);
        let mut made = self.right(&inside, self.predicates.len());
        while made == "()" {
            made = self.right(&inside, self.predicates.len());
        }
        let made = made.replace(" * ", ", ");
        let goals = [
            "S : t, T : t, S <> T",
            "S : t, edge S T",
            "path S T",
            "edge S T, not edge T S",
            "S : t, T : t, not (edge S X * not edge X T)",
            "edge S T, G = count (path T _), G < 3",
        ];
        let mut goals = goals[self.below(goals.len())].to_owned();
        // At the start there is no position to ask.
        if !in_context && self.chance(40) {
            let block = self.block(&inside).replace(" * H", ", H");
            write!(goals, ", {block}").expect("strings can be written to");
        }
        format!("{{ {made} | {goals} }}")
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
        if self.rich && self.chance(60) {
            let extension = self.extension(&mut bound);
            parts.push(extension);
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
            let stem = ["X", "N", "U", "K"][ty as usize];
            let name = format!("{stem}{}", maker.below(3));
            if !bound.iter().any(|(v, _)| *v == name) {
                bound.push((name.clone(), ty));
            }
            name
        };
        match ty {
            Ty::Number if self.chance(40) => {
                let name = variable(self, Ty::Number, bound);
                self.succ(&name)
            }
            Ty::Pips if self.chance(30) => {
                let name = variable(self, Ty::Pips, bound);
                format!("({name} + 1)")
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
        match ty {
            Ty::Number if self.chance(15) => self.succ(&name),
            Ty::Number if self.rich && self.chance(15) => {
                let sum = ["- 1", "+ 2", "/ 2", "mod 3"][self.below(4)];
                format!("({name} {sum})")
            }
            Ty::Pips if self.chance(30) => {
                let sum = ["- 1", "+ 1"][self.below(2)];
                format!("({name} {sum})")
            }
            _ => name,
        }
    }

    fn succ(&mut self, name: &str) -> String {
        if self.given || (self.rich && self.chance(50)) {
            format!("({name} + 1)")
        } else {
            format!("(s {name})")
        }
    }

    fn constant(&mut self, ty: Ty) -> String {
        let thing = |maker: &mut Maker| ["a", "b", "c"][maker.below(3)];
        match ty {
            Ty::Thing => thing(self).to_owned(),
            Ty::Number => self.below(4).to_string(),
            Ty::Pips => (1 + self.below(4)).to_string(),
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
        Ty::Pips => "pips",
    }
}
