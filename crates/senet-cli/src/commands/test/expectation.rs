//! Expectations in comments: `%? explore positions 5478`.

use super::TestVerdict;
use crate::cli::estimate;
use crate::commands::game::{Opened, with};
use crate::input::Source;
use crate::memory;
use crate::words::digits;
use senet_game::{DynGame, PlayoutEnd, Rng};
use senet_games::OpenOptions;
use senet_solve::{
    ExploreLimits, ExploreStop, GameValue, Perft, SolveLimits, Solver, explore, perft,
};
use std::sync::Arc;

/// What a comment that expects something begins with.
const MARK: &str = "%?";
/// How a comment can go on.
const FORMS: &str = "write `explore positions N`, `explore edges N`, `explore ends N`, \
                     `perft DEPTH N`, `solve win|loss|draw`, or `playouts N end`; \
                     options of the game before the number: `explore --size 3 positions N`";
/// Positions that a test may look at.
const MOST_POSITIONS: u64 = 100_000_000;

/// The expectations of a text, with their lines.
pub(super) fn find(text: &str) -> Vec<(usize, &str)> {
    let lines = text.lines().enumerate();
    let marked = lines.filter_map(|(i, l)| Some((i + 1, l.trim().strip_prefix(MARK)?.trim())));
    marked.collect()
}

/// Checks one.
pub(super) fn test(source: &Source, text: &str) -> TestVerdict {
    match expect(source, text) {
        Ok(None) => TestVerdict::Passed,
        Ok(Some(found)) => TestVerdict::Failed(format!("expected `{text}`, found {found}")),
        Err(why) => TestVerdict::Failed(why),
    }
}

/// What is there instead of what was expected.
fn expect(source: &Source, text: &str) -> Result<Option<String>, String> {
    let mut words = text.split_whitespace();
    let command = words.next().unwrap_or_default();
    let mut options = Vec::new();
    let mut rest = Vec::new();
    while let Some(word) = words.next() {
        match word.strip_prefix("--") {
            Some(name) => options.push((name.to_owned(), words.next().unwrap_or("").to_owned())),
            None => rest.push(word),
        }
    }
    let misread = || format!("`{text}` is not understood: {FORMS}");
    let number = |word: &str| word.replace([',', '_'], "").parse::<u64>().map_err(|_| misread());
    let options = OpenOptions { options, ..OpenOptions::default() };
    let opened = with(&source.name, Some(source), |source| senet_games::open(source, &options));
    let game = match opened.map_err(|e| e.to_string())? {
        Opened::Ready(game) => game,
        Opened::HasErrors(_) => return Err("the program has errors".to_owned()),
    };
    match (command, rest.as_slice()) {
        ("explore", [what, n]) => explored(&*game, what, number(n)?).ok_or_else(misread)?,
        ("perft", [depth, n]) => {
            let (depth, n) = (number(depth)? as usize, number(n)?);
            let what = Perft { depth, turns: false, moves: MOST_POSITIONS };
            let counted = perft(&*game, what, &mut || !memory::is_short());
            match counted.plays.get(depth.saturating_sub(1)) {
                Some(found) if !counted.cut => Ok((*found != n).then(|| digits(*found))),
                _ => Err("a limit was reached".to_owned()),
            }
        }
        ("solve", [value]) => solved(&game, value).ok_or_else(misread)?,
        ("playouts", [n, "end"]) => Ok(playouts(&*game, number(n)?)),
        _ => Err(misread()),
    }
}

/// Explores; `None` if it is not said what is expected.
fn explored(game: &dyn DynGame, what: &str, n: u64) -> Option<Result<Option<String>, String>> {
    if !["positions", "edges", "ends"].contains(&what) {
        return None;
    }
    let limits =
        ExploreLimits { positions: MOST_POSITIONS, depth: None, memory: estimate() / 2 * 3 };
    let found = explore(game, limits, &mut |_| !memory::is_short());
    let count = match what {
        "positions" => found.positions,
        "edges" => found.edges,
        _ => found.ends.total(),
    };
    Some(match found.stopped {
        None | Some(ExploreStop::Depth) => Ok((count != n).then(|| digits(count))),
        Some(_) => Err(format!("a limit was reached after {} {what}", digits(count))),
    })
}

/// Solves; `None` if it is not said what is expected.
fn solved(game: &Arc<dyn DynGame>, value: &str) -> Option<Result<Option<String>, String>> {
    let word = |value| match value {
        GameValue::Win => "win",
        GameValue::Draw => "draw",
        GameValue::Loss => "loss",
    };
    let known = [GameValue::Win, GameValue::Draw, GameValue::Loss];
    known.iter().find(|v| word(**v) == value)?;
    let limits = SolveLimits { positions: MOST_POSITIONS, memory: estimate() };
    let solution = Solver::new(Arc::clone(game), limits).solve(&mut |_| !memory::is_short());
    Some(match (solution.lower == solution.upper, solution.error) {
        (true, _) => {
            let found = word(solution.lower);
            Ok((found != value).then(|| format!("`{found}`")))
        }
        (false, Some(error)) => Err(format!("it was not solved: {error}")),
        (false, None) => Err("it was not solved".to_owned()),
    })
}

/// Plays at random; every play has to end by the rules of the game or by its draw rules.
fn playouts(game: &dyn DynGame, n: u64) -> Option<String> {
    let mut endless = 0;
    let mut tally = |playout: &senet_game::Playout| {
        endless += u64::from(!matches!(playout.end, PlayoutEnd::Rules | PlayoutEnd::DrawRule));
        std::ops::ControlFlow::Continue(())
    };
    game.cursor().playouts(n, Rng::new(1).bits(), 0, &mut tally);
    (endless > 0).then(|| format!("{endless} plays that were stopped"))
}
