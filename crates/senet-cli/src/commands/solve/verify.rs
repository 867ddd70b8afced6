//! `senet solve --verify`: a strategy from a file, played against everything.

use crate::cli::{ReportFormat, SolveArgs};
use crate::failure::{BAD_PROGRAM, Failure, Outcome};
use crate::progress::Progress;
use crate::words::digits;
use crate::{interrupt, output};
use senet_analysis::{Plan, Verified};
use senet_game::Game;
use serde_json::json;

pub(super) fn run<G: Game>(game: &G, args: &SolveArgs, path: &str) -> Outcome {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::usage(format!("cannot read `{path}`: {error}")))?;
    let bad = |error: senet_analysis::BadPlan| Failure::usage(format!("`{path}`: {error}"));
    let plan: Plan = text.parse().map_err(bad)?;
    if plan.game != args.game.game {
        return Err(Failure::usage(format!("`{path}` is a strategy for `{}`", plan.game)));
    }
    interrupt::note();
    let mut progress = Progress::new();
    let verified = plan.verify(game, &mut |positions| {
        progress.tick(|| format!("{} positions", digits(positions)));
        !interrupt::noted()
    });
    progress.done();
    let verified = match verified {
        Ok(verified) => verified,
        Err(_) if interrupt::noted() => return Ok(interrupt::INTERRUPTED),
        Err(error) => return Err(Failure::bad(format!("`{path}`: {error}"))),
    };
    let kept = verified.worst >= promised(&plan.value);
    match args.format {
        ReportFormat::Json => {
            let json = json!({
                "seat": plan.seat.0 + 1,
                "worst": verified.worst,
                "moves": verified.longest,
                "positions": verified.positions,
                "promised": plan.value,
                "kept": kept,
            });
            output::data(&format!("{json:#}\n"));
        }
        ReportFormat::Text => output::data(&words(game, &plan, verified)),
    }
    if kept {
        return Ok(0);
    }
    output::message(&format!("senet: the strategy promises a {}", plan.value));
    Ok(BAD_PROGRAM)
}

fn promised(value: &str) -> f64 {
    match value {
        "win" => 1.0,
        "draw" => 0.0,
        _ => -1.0,
    }
}

fn words<G: Game>(game: &G, plan: &Plan, verified: Verified) -> String {
    let who = game.seat_name(plan.seat);
    let others = if game.seats() == 1 { "" } else { ", whatever the other one plays" };
    let what = match verified.worst {
        w if w > 0.0 => format!("{who} wins{others}"),
        w if w < 0.0 => format!("nothing: {who} may lose"),
        _ => format!("{who} never loses{others}"),
    };
    let long = match verified.longest {
        Some(moves) => format!("; no play has more than {} moves", digits(moves)),
        None => "; play may go on for ever".to_owned(),
    };
    let positions = digits(verified.positions);
    format!("proved     {what}{long}\nby         playing it in {positions} positions\n")
}
