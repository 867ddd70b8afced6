//! `senet solve --verify`: a strategy from a file, played against everything.

use crate::cli::{ReportFormat, SolveArgs};
use crate::failure::{BAD_PROGRAM, Failure, Outcome};
use crate::progress::Progress;
use crate::words::digits;
use crate::{interrupt, output};
use senet_game::DynGame;
use senet_solve::{GameValue, Strategy, VerifiedStrategy, VerifyError};
use serde_json::json;

pub(super) fn run(game: &dyn DynGame, args: &SolveArgs, path: &str) -> Outcome {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::usage(format!("cannot read `{path}`: {error}")))?;
    let bad = |error: senet_solve::StrategyError| Failure::usage(format!("`{path}`: {error}"));
    let plan: Strategy = text.parse().map_err(bad)?;
    if plan.game != game.info().name {
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
        Err(VerifyError::Cancelled) if interrupt::noted() => return Ok(interrupt::INTERRUPTED),
        Err(error) => return Err(Failure::bad(format!("`{path}`: {error}"))),
    };
    let promised = plan.value;
    let kept = verified.worst >= promised;
    match args.format {
        ReportFormat::Json => {
            let json = json!({
                "seat": plan.seat.0 + 1,
                "worst": verified.worst as i8 - 1,
                "moves": verified.longest,
                "positions": verified.positions,
                "promised": word(promised),
                "kept": kept,
            });
            output::data(&format!("{json:#}\n"));
        }
        ReportFormat::Text => output::data(&words(game, &plan, verified)),
    }
    if kept {
        return Ok(0);
    }
    output::message(&format!("senet: the strategy promises a {}", word(promised)));
    Ok(BAD_PROGRAM)
}

fn word(value: GameValue) -> &'static str {
    match value {
        GameValue::Win => "win",
        GameValue::Draw => "draw",
        GameValue::Loss => "loss",
    }
}

fn words(game: &dyn DynGame, plan: &Strategy, verified: VerifiedStrategy) -> String {
    let who = game.seat_name(plan.seat);
    let others = if game.seats() == 1 { "" } else { ", whatever the other one plays" };
    let what = match verified.worst {
        GameValue::Win => format!("{who} wins{others}"),
        GameValue::Loss => format!("nothing: {who} may lose"),
        GameValue::Draw => format!("{who} never loses{others}"),
    };
    let long = match verified.longest {
        Some(moves) => format!("; no play has more than {} moves", digits(moves)),
        None => "; play may go on for ever".to_owned(),
    };
    let positions = digits(verified.positions);
    format!("proved     {what}{long}\nby         playing it in {positions} positions\n")
}
