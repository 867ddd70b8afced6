//! Random programs whose weights are near the largest that can be stored, on both sides of it.
//!
//! Few kinds of atoms with many copies (over 255, over 65,535), and rules with so many premises over
//! them that the number of ways to pick copies comes close to 2¹²⁸. Some of their variables make no
//! difference, so that weights are added up as well.

use super::RandomProgram;
use senet_game::Rng;

/// Copies of an atom, around the limits of the numbers in which they are kept.
const FEW: &[u64] = &[1, 2, 3, 16, 200, 255, 256, 257, 1000];
const MANY: &[u64] = &[4096, 65_535, 65_536, 65_537];

/// Factors of `#weight`.
const FACTORS: &[u64] = &[2, 3, 255, 256, 65_536, 1 << 32, 1 << 63, u64::MAX];

impl RandomProgram {
    /// The program of a seed, with weights near the limits.
    pub fn heavy(seed: u64) -> RandomProgram {
        let mut maker = Maker { rng: Rng::new(seed), lines: Vec::new(), atoms: Vec::new() };
        maker.program();
        RandomProgram { lines: maker.lines }
    }
}

/// An atom at the start: its predicate, its argument if it has one, and its copies.
struct Start {
    predicate: String,
    argument: Option<&'static str>,
    copies: u64,
}

struct Maker {
    rng: Rng,
    lines: Vec<String>,
    atoms: Vec<Start>,
}

impl Maker {
    fn below(&mut self, n: usize) -> usize {
        self.rng.index(n as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn any<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn line(&mut self, text: impl Into<String>) {
        self.lines.push(text.into());
    }

    fn program(&mut self) {
        self.line("t : type. a : t. b : t. c : t.");
        self.line("m t : pred. end : pred. #draw end.");
        let kinds = 4 + self.below(12);
        // Copies are listed at the start one by one, so not every atom has very many.
        let many = [0, 0, 0, 0, 0, 0, 1, 1, 1, 2][self.below(10)];
        let all_alike = self.chance(40);
        let same = self.any(FEW);
        for i in 0..kinds {
            self.line(format!("p{i} : pred."));
            let copies = match i {
                i if i < many => self.any(MANY),
                _ if all_alike => same,
                _ => self.any(FEW),
            };
            self.atoms.push(Start { predicate: format!("p{i}"), argument: None, copies });
        }
        for argument in ["a", "b", "c"] {
            let copies = self.any(FEW);
            self.atoms.push(Start { predicate: "m".to_owned(), argument: Some(argument), copies });
        }
        let interactive = self.chance(20);
        let rules = 1 + self.below(3);
        for stage in ["s0", "s1"] {
            self.line(format!("stage {stage} = {{"));
            for i in 0..rules {
                let rule = self.rule();
                self.line(format!("  {stage}-r{i} : {rule}"));
            }
            self.line("}");
        }
        if interactive {
            self.line("#interactive s0.");
        }
        for _ in 0..self.below(3) {
            let link = self.rule();
            self.line(format!("qui * stage s0 * {}", link.replacen("-o ", "-o stage s1 * ", 1)));
        }
        for i in 0..rules {
            let stage = self.any(if interactive { &["s1"] } else { &["s0", "s1"] });
            if self.chance(30) {
                let factor = self.any(FACTORS);
                self.line(format!("#weight {stage}-r{i} {factor}."));
            }
        }
        let start: Vec<String> = self.atoms.iter().map(Start::text).collect();
        self.line(format!("#trace _ s0 {{{}}}.", start.join(", ")));
    }

    /// A rule with premises until its weight is about as large as wanted.
    fn rule(&mut self) -> String {
        let wanted = [8, 64, 100, 112, 118, 122, 124, 126, 127, 128][self.below(10)];
        let (mut premises, mut bits) = (Vec::new(), 0.0);
        let mut bound = false;
        while bits < f64::from(wanted) && premises.len() < 24 {
            let at = self.below(self.atoms.len());
            let mark = ["", "$", "$"][self.below(3)];
            let Start { predicate, argument, copies } = &self.atoms[at];
            bits += (*copies as f64).log2();
            match argument {
                None => premises.push(format!("{mark}{predicate}")),
                Some(_) => {
                    bound = true;
                    premises.push(format!("{mark}{predicate} X"));
                }
            }
        }
        if self.chance(10) {
            let atoms = [0, 1, 2, 3].map(|_| self.below(4)).map(|i| format!("p{i}"));
            premises.push(format!("N = count ({}) * N > 3", atoms.join(" * ")));
        }
        let mut made: Vec<String> = Vec::new();
        for _ in 0..self.below(3) {
            let at = self.below(self.atoms.len());
            let of_match = bound && self.chance(50);
            made.push(match self.atoms[at].argument {
                Some(_) if of_match => "m X".to_owned(),
                Some(argument) => format!("m {argument}"),
                None => self.atoms[at].predicate.clone(),
            });
        }
        if self.chance(5) {
            made.push("end".to_owned());
        }
        // All copies of an atom become others, or twice as many.
        if self.chance(15) {
            let (from, to) = (self.below(self.atoms.len()), self.below(self.atoms.len()));
            let (from, to) = (self.atoms[from].name(), self.atoms[to].name());
            let more = if self.chance(20) { format!(" * {from}") } else { String::new() };
            made.push(format!("{{ {from} -o {to}{more} }}"));
        }
        let made = if made.is_empty() { "()".to_owned() } else { made.join(" * ") };
        format!("{} -o {made}.", premises.join(" * "))
    }
}

impl Start {
    fn name(&self) -> String {
        match self.argument {
            Some(argument) => format!("{} {argument}", self.predicate),
            None => self.predicate.clone(),
        }
    }

    fn text(&self) -> String {
        format!("{} ^{}", self.name(), self.copies)
    }
}
