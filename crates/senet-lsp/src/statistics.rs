//! `senet.statistics`: playouts of the program as it stands in the editor.

use crate::documents::View;
use crate::server::{Answer, refused};
use lsp_server::ErrorCode;
use senet_game::{GameInfo, Limits, Playout, Verdict};
use senet_program::Program;
use serde_json::json;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Playouts, if there is time for them.
const PLAYOUTS: u64 = 10_000;
/// How long an author waits for a number.
const PATIENCE: Duration = Duration::from_secs(2);

/// Plays at random from a start, counted from 1, and tells how often whom the game ended for.
pub(crate) fn play(view: &View, start: usize, stop: &AtomicBool) -> Answer {
    let failed = |why: &str| refused(ErrorCode::RequestFailed, why);
    let program: &Program =
        view.analysis.program().ok_or_else(|| failed("the program has errors"))?;
    if start == 0 || start > program.starts().len() {
        return Err(failed("the program has no such start"));
    }
    let info = GameInfo {
        name: "program".to_owned(),
        title: "program".to_owned(),
        players: (program.seats(), program.seats()),
        ..GameInfo::default()
    };
    let compiled = senet_compile::compile(Arc::new(program.clone()), Limits::default(), start - 1);
    let engine = compiled.engine();
    let game = compiled.into_game(info, Vec::new());
    let mut cursor = game.cursor();
    let seats = program.seats().max(1);
    let (mut won, mut drawn, mut open) = (vec![0u64; seats], 0u64, 0u64);
    let (mut plies, mut longest, mut n) = (0u64, 0u64, 0u64);
    let began = Instant::now();
    let mut tally = |playout: &Playout| {
        n += 1;
        plies += playout.plies;
        longest = longest.max(playout.plies);
        match playout.outcome.verdict {
            Verdict::Won(winners) => winners.iter().for_each(|s| won[usize::from(s.0)] += 1),
            Verdict::Draw => drawn += 1,
            Verdict::NoResult => open += 1,
        }
        match stop.load(Ordering::Relaxed) || began.elapsed() > PATIENCE {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    cursor.playouts(PLAYOUTS, 1, 0, &mut tally);
    if stop.load(Ordering::Relaxed) {
        return Err(refused(ErrorCode::RequestCanceled, "cancelled"));
    }
    let share = |count: u64| 100.0 * count as f64 / n.max(1) as f64;
    let mut said = Vec::new();
    for (seat, count) in won.iter().enumerate().filter(|(_, count)| **count > 0) {
        let name = game.seat_name(senet_game::Seat(seat as u8));
        said.push(format!("{name} wins {:.1} %", share(*count)));
    }
    for (count, what) in [(drawn, "drawn"), (open, "no result")] {
        if count > 0 {
            said.push(format!("{what} {:.1} %", share(count)));
        }
    }
    let mean = plies as f64 / n.max(1) as f64;
    let text = format!(
        "{n} random playouts ({engine}): {}; {mean:.1} moves on average, at most {longest}",
        said.join(", ")
    );
    Ok(json!({
        "text": text, "playouts": n, "won": won, "drawn": drawn, "noResult": open,
        "meanMoves": mean, "longest": longest,
    }))
}
