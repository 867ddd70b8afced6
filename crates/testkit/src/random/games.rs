//! Random programs that are games: players in turn, moves on cells and with counters, and an end that
//! a player wins, loses, draws or scores.
//!
//! Programs of arbitrary rules hardly ever come to a result, so that agreement on outcomes would say
//! nothing. These are put together from rules as authors write them: claiming, moving, capturing,
//! turning over, taking from a heap, paying, counting; with dice, draw rules, forbidden positions,
//! hidden atoms, options and boards of several shapes.

use super::RandomProgram;
use senet_game::Rng;

impl RandomProgram {
    /// The game of a seed.
    pub fn game(seed: u64) -> RandomProgram {
        let mut maker = Maker { rng: Rng::new(seed), lines: Vec::new(), purse: false };
        maker.program();
        RandomProgram { lines: maker.lines }
    }
}

/// Boards, with the names of two of their cells.
const BOARDS: [(&str, &str, &str); 8] = [
    ("square 2 2", "a1", "b2"),
    ("square 3 2", "a1", "c2"),
    ("square 2 2 eight", "a1", "b1"),
    ("square 3 torus", "a1", "c3"),
    ("hex 2", "a1", "b2"),
    ("triangle 2", "a1", "a2"),
    ("ring 4", "p1", "p3"),
    ("graph { x - y, y - z, z - w, w - x, x - z }", "x", "w"),
];

/// What may end a game, for the player `P` and another `Q`.
const ENDS: [&str; 10] = [
    "won P",
    "won Q",
    "lost P",
    "lost Q",
    "tie",
    "won P * won Q",
    "won P * lost Q",
    "won P * lost P",
    "lost P * lost Q",
    "()",
];

struct Maker {
    rng: Rng,
    lines: Vec<String>,
    /// Whether there is a context of this name.
    purse: bool,
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
        let seats = self.any(&[1, 2, 2, 2, 2, 3]);
        let names = ["ann", "bob", "cy"];
        let players: String = names[..seats].iter().map(|n| format!("{n} : player. ")).collect();
        self.line(format!("player : type. {players}"));
        self.line("#players player.");
        let (shape, first, last) = self.board();
        self.line(format!("board cell = {shape}."));
        self.line("turn player : pred.");
        self.line("free cell : pred. on player cell : pred. coin : pred. chip player : pred.");
        self.line("#legend \".\" free. #legend \"a\" on ann.");
        self.line("won player : pred. #win won.");
        self.line("lost player : pred. #lose lost.");
        self.line("tie : pred. #draw tie.");
        let scored = self.chance(30);
        if scored {
            self.line("points player nat : pred. #score points.");
        }
        let dice = self.chance(35);
        if dice {
            self.line("act : pred. done : pred. die : pred. ready : pred.");
        }
        self.line("blocked cell : bwd.");
        self.line("blocked A <- on _ A <- not (adjacent A B * free B).");
        self.line("dust : pred. shout player : action. heard : sense.");
        if self.chance(40) {
            let coins = self.any(&["coin", "coin, coin", "coin^3, dust"]);
            self.line(format!("context purse = {{ {coins} }}."));
            self.purse = true;
        }
        self.stage(dice);
        if self.chance(25) {
            // Two ways that differ, and the author's word that they do not.
            self.line("stage over = { ash : dust -o coin. soot : dust -o tie. }");
            self.line("#settles over.");
        } else {
            self.line("stage over = {}");
        }
        self.links(dice, scored, seats);
        self.directives(first);
        self.starts(dice, first, last);
    }

    fn board(&mut self) -> (&'static str, &'static str, &'static str) {
        if self.chance(15) {
            self.line("#option size 2..3 = 2.");
            return ("square size size", "a1", "b2");
        }
        self.any(&BOARDS)
    }

    /// The stage in which players choose, its rules in random order.
    fn stage(&mut self, dice: bool) {
        let ordered = if self.chance(15) { "ordered " } else { "" };
        let (take, make) =
            if dice { ("turn P * act", "turn Q * done") } else { ("turn P", "turn Q") };
        let taken = 1 + self.below(3);
        let paid = 1 + self.below(3);
        let many = 1 + self.below(3);
        let gain = self.any(&["", " * chip P", " * chip P^2", " * coin"]);
        let (end, other) = (self.any(&ENDS), self.any(&ENDS));
        let head = format!("{take} * next P Q");
        let mut rules = vec![
            format!("claim : {head} * free C -o on P C * {make}{gain}."),
            format!("step : {head} * on P A * adjacent A B * free B -o on P B * free A * {make}."),
            format!(
                "take : {head} * $on P A * adjacent A B * on Q B * P <> Q -o free B * {make}{gain}."
            ),
            format!(
                "turn : {head} * free C -o on P C * {make} * {{ on Q D * adjacent C D -o on P D }}."
            ),
            format!("draw : {head} * coin^{taken} -o {make}{gain}."),
            format!("pay : {head} * chip P^{paid} -o {make} * {end}."),
            format!("full : {head} * N = count (on P _) * N > {many} -o {make} * {other}."),
            format!("shut : {head} * blocked C -o {make} * {end}."),
            format!("pair : {head} * $on P A * $on P B * line A B * not coin -o {make} * {other}."),
            format!("pass : {head} * $coin -o {make}."),
            format!("shout : {head} * coin -o {make} * shout P."),
            format!("toss : {head} * coin * chip P -o {make} * {{ chip R -o coin }}."),
            format!(
                "for N in 1..2 {{ raise : {head} * N = count (chip P) -o {make} * chip P^N. }}"
            ),
        ];
        let keep = 2 + self.below(3);
        let mut chosen = Vec::new();
        for _ in 0..keep {
            let at = self.below(rules.len());
            chosen.push(rules.swap_remove(at));
        }
        // One way to fill cells or to empty the heap, so that most games come to an end.
        if !chosen.iter().any(|r| r.starts_with("claim") || r.starts_with("draw")) {
            let rule = self
                .any(&["claim : HEAD * free C -o on P C * MAKE.", "draw : HEAD * coin -o MAKE."]);
            chosen.push(rule.replace("HEAD", &head).replace("MAKE", make));
        }
        if self.chance(6) {
            chosen.push(format!("hear : {head} * heard -o {make}."));
        }
        self.line(format!("{ordered}stage play = {{ {} }}", chosen.join(" ")));
        self.line("#interactive play.");
        if self.chance(25) {
            self.line("#chooser play P.");
        }
    }

    fn links(&mut self, dice: bool, scored: bool, seats: usize) {
        if dice {
            let sides = 2 + self.below(2);
            let settle = self.any(&["coin", "()", "coin^2"]);
            self.line(format!(
                "stage chance = {{ for N in 1..{sides} {{ roll : die -o ready * chip ann^N. }} miss : die -o ready * {settle}. }}"
            ));
            if self.chance(50) {
                let n = self.any(&[1, 2, 3, 5, 255, 256, 70_000]);
                self.line(format!("#weight miss {n}."));
            }
            self.line("qui * stage play * done -o stage chance * die.");
            self.line("qui * stage chance * ready -o stage play * act.");
        }
        let end = self.any(&ENDS);
        let when = if dice { "act * turn P * next P Q" } else { "turn P * next P Q" };
        if scored && seats == 2 {
            self.line(format!(
                "qui * stage play * {when} * N = count (on P _) * M = count (chip Q) -o stage over * points P N * points Q M."
            ));
        } else {
            self.line(format!("qui * stage play * {when} -o stage over * {end}."));
        }
    }

    fn directives(&mut self, cell: &str) {
        if self.chance(25) {
            let n = 2 + self.below(8);
            self.line(format!("#limit {n} draw."));
        }
        if self.chance(20) {
            let n = 2 + self.below(2);
            self.line(format!("#repeat {n} draw."));
        }
        if self.chance(10) {
            self.line(format!("#forbid play (on P {cell} * chip P)."));
        }
        if self.chance(10) {
            self.line("#hidden chip P.");
        }
    }

    fn starts(&mut self, dice: bool, first: &str, last: &str) {
        for _ in 0..1 + self.below(2) {
            let act = if dice { ", act" } else { "" };
            let coins = self.any(&[0, 1, 2, 3, 5, 300]);
            let coins = if coins == 0 { String::new() } else { format!(", coin^{coins}") };
            let purse = if self.purse { ", purse" } else { "" };
            let dust = self.any(&["", ", dust"]);
            let coins = format!("{coins}{purse}{dust}");
            let chips = self.any(&["", ", chip ann", ", chip ann^2"]);
            let on = self.any(&["", ", on ann FIRST"]).replace("FIRST", first);
            let free = match (on.is_empty(), self.chance(80)) {
                (true, true) => "{ free C | C : cell }".to_owned(),
                (false, true) => format!("{{ free C | C : cell, C <> {first} }}"),
                _ => format!("free {last}"),
            };
            // The board with three columns and two rows, as a picture.
            let (free, on) = if last == "c2" && self.chance(70) {
                let rows = self.any(&["\"...\" \"a..\"", "\"..a\" \"a.a\"", "\"aaa\" \"...\""]);
                (format!("rows cell {rows}"), String::new())
            } else {
                (free, on)
            };
            self.line(format!("#trace _ play {{ turn ann, {free}{on}{coins}{chips}{act} }}."));
        }
    }
}
