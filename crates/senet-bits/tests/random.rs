//! Random programs over boards: bit programs agree with the term engine, and with the net where there is one.

mod common;
#[path = "../../../tests/quick.rs"]
mod quick;

use common::{Met, play, program};
use quick::{cases_of, first};
use senet_bits::BitGame;
use senet_engine::{Engine, TermGame};
use senet_game::{Limits, Rng, Verdict};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Programs that both engines have to play; `SENET_CASES` says otherwise.
const CASES: u64 = 80;

struct Dice(Rng);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0.index(n)
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }
}

/// A program in pieces, so that it can be made smaller.
#[derive(Clone)]
struct Pieces {
    head: Vec<String>,
    stages: Vec<(bool, bool, Vec<String>)>,
    links: Vec<String>,
    start: Vec<String>,
    forbid: Option<String>,
}

impl Pieces {
    fn text(&self) -> String {
        let mut out = self.head.join("\n");
        for (i, (interactive, ordered, rules)) in self.stages.iter().enumerate() {
            let ordered = if *ordered { "ordered " } else { "" };
            out.push_str(&format!("\n{ordered}stage s{i} = {{\n"));
            for (j, rule) in rules.iter().enumerate() {
                out.push_str(&format!("  r{i}{j} : {rule}.\n"));
            }
            out.push_str("}\n");
            if *interactive {
                out.push_str(&format!("#interactive s{i}.\n"));
            }
        }
        if let Some(forbid) = &self.forbid {
            out.push_str(&format!("#forbid s0 ({forbid}).\n"));
        }
        for link in &self.links {
            out.push_str(&format!("{link}.\n"));
        }
        out.push_str(&format!("#trace _ s0 {{ {} }}.\n", self.start.join(", ")));
        out
    }

    /// Every way to leave one piece out.
    fn smaller(&self) -> Vec<Pieces> {
        let mut out = Vec::new();
        for i in 0..self.stages.len() {
            for j in 0..self.stages[i].2.len() {
                let mut less = self.clone();
                less.stages[i].2.remove(j);
                out.push(less);
            }
        }
        for i in 0..self.links.len() {
            let mut less = self.clone();
            less.links.remove(i);
            out.push(less);
        }
        for i in 0..self.start.len() {
            let mut less = self.clone();
            less.start.remove(i);
            out.push(less);
        }
        if self.forbid.is_some() {
            out.push(Pieces { forbid: None, ..self.clone() });
        }
        // Premises of a rule, one by one.
        for i in 0..self.stages.len() {
            for j in 0..self.stages[i].2.len() {
                let rule = &self.stages[i].2[j];
                let Some((left, right)) = rule.split_once(" -o ") else { continue };
                let parts: Vec<&str> = left.split(" * ").collect();
                for k in 0..parts.len() {
                    let mut fewer = parts.clone();
                    fewer.remove(k);
                    let mut less = self.clone();
                    less.stages[i].2[j] = format!("{} -o {right}", fewer.join(" * "));
                    out.push(less);
                }
            }
        }
        out
    }
}

const SHAPES: &[&str] = &[
    "square 3 3",
    "square 4 3",
    "square 5 5",
    "square 8 8",
    "square 9 8",
    "hex 3",
    "hex 5",
    "hex 9",
    "hexhex 3",
    "triangle 4",
    "ring 7",
    "line 6",
    "square 4 4 without b2 c3",
];

/// A new shape is added to the list above. Graphs have no sizes, and a complete board has a slice for each
/// distance between cells, so that it tries nothing that the others do not.
#[test]
fn every_shape_of_board_is_tried() {
    for kind in senet_program::relations::SHAPES {
        let named = SHAPES.iter().any(|text| text.split(' ').next() == Some(kind.name));
        let tried = named || ["graph", "complete"].contains(&kind.name);
        assert!(tried, "{}", kind.name);
    }
}

const DERIVED: &[&str] = &[
    "linked player cell : bwd.\nlinked P A <- mark A <- man P A.\nlinked P B <- linked P A <- adjacent A B <- man P B.",
    "run dir cell cell : bwd.\nrun D A B <- step D A B.\nrun D A C <- run D A B <- free B <- step D B C.",
    "closed player dir cell : bwd.\nclosed P _ C <- man P C.\nclosed P D B <- next P Q <- man Q B <- step D B C <- closed P D C.",
    "near player cell : bwd.\nnear P A <- adjacent A B <- man P B.",
    "pair cell cell : bwd.\npair A B <- step D A C <- step D C B <- free C.",
    "crowded cell : bwd.\ncrowded A <- (A : cell) <- 2 = count (adjacent A B * man _ B).",
    "paired player cell : bwd.\npaired P A <- man P A <- man P B <- near P B <- mark A <- mark B.",
    "bare player : bwd.\nbare P <- (P : player) <- not (man P A * mark A).",
];

/// Premises that give values to cells, and tests.
const GIVES: &[&str] = &[
    "man P A",
    "free A",
    "$mark A",
    "$man Q A",
    "step D A B",
    "adjacent A B",
    "$free B",
    "man Q B",
    "line A B C",
    "$man P C",
    "$mark C",
    "free C",
    "step D B C",
    "side E A",
    "at A",
    "$at B",
];
const TESTS: &[&str] = &[
    "not man Q A",
    "not (adjacent A C * man P C)",
    "not mark B",
    "A <> B",
    "linked P A",
    "near Q A",
    "run D A B",
    "closed P D B",
    "pair A B",
    "crowded A",
    "bare Q",
    "paired P A",
    "not paired Q A",
    "not linked P B",
    "not near P A",
    "2 = count (adjacent A X * free X)",
    "N = count (man P _) * M = count (man Q _) * N > M",
    "N = count (free _) * N > 3",
    "not (step D A X * mark X)",
    "run E A C",
    "not bare P",
    "N = count (mark _) * N <= 2",
    "not at A",
    "not piece low A",
    "K <> low",
    "not (at X * adjacent A X)",
];
const MAKES: &[&str] = &[
    "free A",
    "man P A",
    "mark A",
    "man Q B",
    "free B",
    "man P B",
    "at A",
    "at B",
    "man P C",
    "free C",
    "{ man Q X * near P X -o man P X }",
    "{ mark X -o () }",
    "{ mark X | adjacent A X, free X }",
    "{ win P | side north B }",
    "{ man Q X * run E A X -o free X }",
    "{ at X -o mark X }",
    "{ win Q | not man Q _ }",
    "win P",
    "lose P",
    "{ piece high X * near P X -o piece low X }",
];

/// How a play may end in which a player has no move.
const ENDS: &[&str] = &[
    "win P",
    "win Q",
    "lose P",
    "lose Q",
    "draw",
    "win P * win Q",
    "win P * lose P",
    "lose P * lose Q",
];

/// Parts of programs that occur in at least one of fifty that are compared.
const CONSTRUCTS: &[&str] = &[
    "ordered stage",
    "#forbid",
    "{ man",
    "{ win",
    "count (",
    "not (",
    "step D",
    "adjacent",
    "line A B C",
    "piece K",
    "linked",
    "run D",
    "near P",
    "bare",
    "hex ",
    "triangle",
    "without",
    "square 8 8",
    "win P",
    "* draw",
    "lose P",
    "points P N",
];

fn rule(dice: &mut Dice, player: bool) -> String {
    let mut left: Vec<String> = Vec::new();
    let mut right: Vec<String> = Vec::new();
    if player {
        left.push("turn P * next P Q".to_owned());
        right.push(
            dice.pick(&["turn Q", "turn Q", "turn Q", "moved P", "moved P", "turn P"]).to_owned(),
        );
    } else {
        left.push(dice.pick(&["moved P * next P Q", "$turn P * next P Q"]).to_owned());
        right.push(dice.pick(&["turn Q", "moved P", "win P", "turn P"]).to_owned());
        if left[0].starts_with("$turn") {
            right.clear();
        }
    }
    // Mostly what real games do, so that cells do not fill up with copies.
    match dice.below(9) {
        // Kinds of pieces, whose moves are found together and told apart by their cells.
        6 => {
            left.push("piece K A * step D A B * free B".to_owned());
            right.push("free A * piece K B".to_owned());
        }
        7 => {
            left.push("piece K A * step D A B * piece L B".to_owned());
            right.push(dice.pick(&["free A * piece K B", "free B * piece low A"]).to_owned());
        }
        8 => {
            left.push("man R A * adjacent A B * piece K B".to_owned());
            right.push(dice.pick(&["free A * man R B", "piece high A * free B"]).to_owned());
        }
        0 => {
            left.push("free A".to_owned());
            right.push("man P A".to_owned());
        }
        1 => {
            left.push("man P A * step D A B * free B".to_owned());
            right.push("free A * man P B".to_owned());
        }
        2 => {
            left.push("man P A * step D A B * man Q B".to_owned());
            right.push("free A * man P B".to_owned());
        }
        3 => {
            left.push("man P A * step D A B * man Q B * step D B C * free C".to_owned());
            right.push("free A * free B * man P C".to_owned());
        }
        4 => {
            left.push("man P A * free B".to_owned());
            right.push("free A * man P B".to_owned());
        }
        _ => {
            for _ in 0..1 + dice.below(3) {
                left.push(dice.pick(GIVES).to_owned());
            }
            if dice.chance(60) {
                right.push(dice.pick(MAKES).to_owned());
            }
        }
    }
    for _ in 0..dice.below(3) {
        left.push(dice.pick(TESTS).to_owned());
    }
    if dice.chance(30) {
        left.push(dice.pick(GIVES).to_owned());
    }
    if dice.chance(40) {
        right.push(dice.pick(MAKES).to_owned());
    }
    let right = if right.is_empty() { "()".to_owned() } else { right.join(" * ") };
    format!("{} -o {right}", left.join(" * "))
}

fn pieces(seed: u64) -> Pieces {
    let mut dice = Dice(Rng::new(seed));
    let mut head = vec![
        format!(
            "board cell = {}.",
            if dice.chance(2) { "square 17 16" } else { dice.pick(SHAPES) }
        ),
        "player : type. x : player. o : player. #players player.".to_owned(),
        "turn player : pred. moved player : pred. free cell : pred. man player cell : pred."
            .to_owned(),
        "mark cell : pred. at cell : pred. win player : pred. draw : pred.".to_owned(),
        "kind : type. low : kind. high : kind. piece kind cell : pred.".to_owned(),
        "#win win. #draw draw. lose player : pred. #lose lose.".to_owned(),
        "points player nat : pred. #score points.".to_owned(),
        "stage over = {}".to_owned(),
    ];
    head.extend(DERIVED.iter().map(|d| (*d).to_owned()));
    if dice.chance(10) {
        head.push("#hidden man.".to_owned());
    }
    let mut stages = Vec::new();
    let n = 1 + dice.below(2);
    for i in 0..=n {
        let interactive = i == 0 || dice.chance(30);
        let rules = (0..1 + dice.below(3)).map(|_| rule(&mut dice, interactive)).collect();
        stages.push((interactive, dice.chance(40), rules));
    }
    let mut links = vec!["qui * stage s0 * $moved _ -o stage s1".to_owned()];
    links.push("qui * stage s1 * moved P * next P Q -o stage s0 * turn Q".to_owned());
    for _ in 0..dice.below(3) {
        let from = dice.below(n + 1);
        let test = dice.pick(&[
            "turn P * not free _",
            "moved P * linked P _",
            "$turn P * bare P",
            "moved P * at A",
            "turn P * near P _",
            "moved P",
            "turn P",
        ]);
        let to = dice.below(n + 1);
        let makes =
            dice.pick(&["turn P", "moved P", "draw", "win P", "turn P * { mark A -o free A }"]);
        links.push(format!("qui * stage s{from} * {test} -o stage s{to} * {makes}"));
    }
    // Without these, plays would end and mean nothing.
    let stuck = dice.pick(ENDS);
    let counted = "N = count (man P _) * M = count (man Q _)";
    links.push(match dice.below(4) {
        0 => format!(
            "qui * stage s0 * turn P * next P Q * {counted} -o stage over * points P N * points Q M"
        ),
        1 => format!(
            "qui * stage s0 * turn P * next P Q * {counted} * N > M -o stage over * {stuck}"
        ),
        _ => format!("qui * stage s0 * turn P * next P Q -o stage over * {stuck}"),
    });
    let mut start = vec!["turn x".to_owned()];
    match dice.below(5) {
        3 | 4 => start.extend([
            "{ piece low C | side north C }".to_owned(),
            "{ piece high C | side south C, not side north C }".to_owned(),
            "{ man x C | side west C, not side south C, not side north C }".to_owned(),
            "{ free C | (C : cell), not side south C, not side north C, not side west C }"
                .to_owned(),
        ]),
        0 => start.push("{ free C | C : cell }".to_owned()),
        1 => start.extend([
            "{ man x C | side south C }".to_owned(),
            "{ free C | (C : cell), not side south C }".to_owned(),
        ]),
        _ => start.extend([
            "{ man x C | side north C }".to_owned(),
            "{ man o C | side south C, not side north C }".to_owned(),
            "{ free C | (C : cell), not side south C, not side north C }".to_owned(),
        ]),
    }
    if dice.chance(50) {
        start.push("{ mark C | side west C }".to_owned());
    }
    if dice.chance(40) {
        start.push("{ at C | side north C, side west C }".to_owned());
    }
    let forbid = dice.chance(15).then(|| {
        dice.pick(&["turn P * near P _", "moved P * bare P", "turn P * linked P _"]).to_owned()
    });
    Pieces { head, stages, links, start, forbid }
}

/// Whether both agree: the plays that were compared, or the reason why there is no bit program.
fn compare(text: &str, seed: u64) -> Result<Result<Vec<Met>, String>, String> {
    let Some(program) = program(text) else {
        return Ok(Err("no program".to_owned()));
    };
    let limits = Limits { steps: 60, goals: 20_000, ..Limits::default() };
    let engine = Arc::new(Engine::new(program, limits));
    let bits = match BitGame::new(Arc::clone(&engine), 0) {
        Ok(bits) => bits,
        Err(why) => return Ok(Err(why.to_string())),
    };
    let term = TermGame::of(engine, 0);
    let plays = [seed, seed + 1].map(|seed| play(&term, &bits, seed, 12));
    let plays: Vec<Met> = plays.into_iter().collect::<Result<_, _>>()?;
    // Thousands of moves of chance would be weighed before each of thousands of moves.
    if plays.iter().all(|met| met.widest_chance <= 64) {
        common::lanes_agree(bits, seed, 40)?;
    }
    Ok(Ok(plays))
}

fn shrink(mut pieces: Pieces, seed: u64) -> Pieces {
    'again: loop {
        for less in pieces.smaller() {
            if compare(&less.text(), seed).is_err() {
                pieces = less;
                continue 'again;
            }
        }
        return pieces;
    }
}

#[test]
fn bits_agree_on_random_programs_over_boards() {
    let wanted = cases_of(CASES, 3);
    let (mut agreed, mut valid, mut seed) = (0, 0, first(7 << 40));
    let mut reasons: BTreeMap<String, u64> = BTreeMap::new();
    let (mut ends, mut constructs) = (BTreeMap::<&str, u64>::new(), BTreeMap::<&str, u64>::new());
    let mut plies = 0;
    while agreed < wanted {
        let random = pieces(seed);
        let text = random.text();
        match compare(&text, seed) {
            Ok(Ok(plays)) => {
                agreed += 1;
                valid += 1;
                for met in plays {
                    plies += met.plies as u64;
                    let end = match met.verdict {
                        None => "none",
                        Some(Verdict::Won(_)) => "won",
                        Some(Verdict::Draw) => "drawn",
                        Some(_) => "no result",
                    };
                    *ends.entry(end).or_default() += 1;
                    *ends.entry("points").or_default() += u64::from(met.points);
                }
                let made = CONSTRUCTS.iter().filter(|construct| text.contains(**construct));
                made.for_each(|construct| *constructs.entry(construct).or_default() += 1);
            }
            Ok(Err(why)) => {
                valid += u64::from(why != "no program");
                *reasons.entry(why).or_default() += 1;
            }
            Err(why) => {
                let small = shrink(random, seed);
                let why_small = compare(&small.text(), seed).expect_err("it still fails");
                panic!("seed {seed}: {why}\nsmaller:\n{}\n{why_small}", small.text());
            }
        }
        seed += 1;
        assert!(valid < 200 || agreed * 100 >= valid * 20, "{agreed} of {valid}: {reasons:#?}");
    }
    println!("{agreed} of {valid}: {reasons:#?}\n{plies} plies, {ends:?}\n{constructs:?}");
    // Plays that are over at once agree about little, and so do programs that use little. A few programs
    // need not have everything.
    assert!(plies >= 4 * agreed, "only {plies} plies of {agreed} programs were compared");
    if agreed >= CASES {
        for (end, per_cent) in [("won", 30), ("drawn", 10), ("points", 5)] {
            let found = ends.get(end).copied().unwrap_or(0);
            assert!(found * 100 >= per_cent * agreed, "{end}: {found} of {agreed}; {ends:?}");
        }
        for construct in CONSTRUCTS {
            let found = constructs.get(construct).copied().unwrap_or(0);
            assert!(found * 50 >= agreed, "`{construct}` occurs in {found} of {agreed}");
        }
    }
}
