//! `senet explore`: how many positions a game has, and how many plays.

use crate::cli::{ExploreArgs, ReportFormat};
use crate::commands::game::{Opened, open};
use crate::failure::{BAD_PROGRAM, Failure, Outcome, out_of_memory, remedy};
use crate::interrupt;
use crate::memory;
use crate::output;
use crate::progress::Progress;
use crate::sampling::all_cores;
use crate::threads::Threads;
use crate::words::digits;
use senet_game::{DynGame, Seat};
use senet_solve::{ExploreLimits, ExploreStop, Explored, Perft, PerftCounts, explore_with, perft};
use serde_json::json;

pub(crate) fn run(args: &ExploreArgs) -> Outcome {
    match open(&args.game)? {
        Opened::Ready(game) => match args.perft {
            Some(depth) => plays(&*game, args, depth),
            None => positions(&*game, args),
        },
        Opened::HasErrors(code) => Ok(code),
    }
}

fn plays(game: &dyn DynGame, args: &ExploreArgs, depth: usize) -> Outcome {
    let what = Perft { depth, turns: args.turns, moves: args.max_moves };
    let mut progress = Progress::new();
    interrupt::note();
    let counted = perft(game, what, &mut || {
        progress.tick(|| "counting plays".to_owned());
        !interrupt::noted()
    });
    progress.done();
    let PerftCounts { plays, cut } = counted;
    match args.format {
        ReportFormat::Json => {
            let json = json!({ "plays": plays, "turns": args.turns, "complete": !cut });
            output::data(&format!("{json:#}\n"));
        }
        ReportFormat::Text => {
            let level = if args.turns { "turns" } else { "plies" };
            let width = plays.iter().map(|n| digits(*n).len()).max().unwrap_or(0);
            for (i, n) in plays.iter().enumerate() {
                output::data(&format!("{level} {:>2}  {:>width$}\n", i + 1, digits(*n)));
            }
        }
    }
    if interrupt::noted() {
        output::message("senet: interrupted");
        return Ok(interrupt::INTERRUPTED);
    }
    if !cut {
        return Ok(0);
    }
    let done = plays.len();
    let message = format!("the limit of {} moves was reached after depth {done}", args.max_moves);
    Err(Failure::bad(message).help("raise it with --max-moves"))
}

fn positions(game: &dyn DynGame, args: &ExploreArgs) -> Outcome {
    let limits = ExploreLimits {
        positions: args.max_positions,
        depth: args.depth,
        // Exploration knows what its tables take, also while they grow.
        memory: memory::bound() / 5 * 4,
    };
    interrupt::note();
    let mut progress = Progress::new();
    let threads = Threads(args.threads.unwrap_or_else(all_cores));
    let found = explore_with(game, limits, &threads, &mut |so_far| {
        progress.tick(|| {
            format!("ply {}, {} positions", so_far.by_ply.len(), digits(so_far.positions))
        });
        !interrupt::noted() && !memory::is_short()
    });
    progress.done();
    match args.format {
        ReportFormat::Json => {
            let json = serde_json::to_string_pretty(&found).expect("counts are plain data");
            output::data(&format!("{json}\n"));
        }
        ReportFormat::Text => output::data(&table(game, &found)),
    }
    match found.stopped {
        None | Some(ExploreStop::Depth) => Ok(0),
        Some(ExploreStop::Positions) => {
            let message = format!("there are more than {} positions", digits(args.max_positions));
            Err(Failure::bad(message)
                .help("raise it with --max-positions, or look less deep: --depth"))
        }
        Some(ExploreStop::Memory) => Err(out_of_memory("or look less deep: --depth")),
        Some(ExploreStop::Cancelled) if interrupt::noted() => {
            output::message("senet: interrupted");
            Ok(interrupt::INTERRUPTED)
        }
        Some(ExploreStop::Cancelled) => Err(out_of_memory("or look less deep: --depth")),
        Some(ExploreStop::Stopped(kind)) => {
            let message = format!("{} between two moves", kind.reached());
            Err(Failure::bad(message).help(remedy(kind)))
        }
        Some(_) => Ok(BAD_PROGRAM),
    }
}

/// So many plies are listed in a table; JSON has them all.
const MOST_PLIES: usize = 40;

fn table(game: &dyn DynGame, found: &Explored) -> String {
    let mut ends: Vec<String> = Vec::new();
    for (seat, n) in found.ends.won.iter().enumerate().filter(|(_, n)| **n > 0) {
        ends.push(format!("{} {}", game.seat_name(Seat(seat as u8)), digits(*n)));
    }
    let others =
        [("shared", found.ends.shared), ("draw", found.ends.drawn), ("open", found.ends.open)];
    let others = others.iter().filter(|(_, n)| *n > 0);
    ends.extend(others.map(|(what, n)| format!("{what} {}", digits(*n))));
    let mut by_ply: Vec<String> = found.by_ply.iter().map(|n| digits(*n)).collect();
    if by_ply.len() > MOST_PLIES {
        by_ply.truncate(MOST_PLIES);
        by_ply.push(format!("… ({} plies)", digits(found.by_ply.len() as u64)));
    }
    let mut rows = vec![("positions", digits(found.positions))];
    if let Some(classes) = found.classes {
        rows.push(("classes", format!("{} up to symmetry", digits(classes))));
    }
    if found.chance_nodes > 0 {
        rows.push(("chance", digits(found.chance_nodes)));
    }
    rows.push(("edges", digits(found.edges)));
    rows.push(("ends", format!("{} ({})", digits(found.ends.total()), ends.join(", "))));
    rows.push(("by ply", by_ply.join(" ")));
    let mut out: String = rows.iter().map(|(what, n)| format!("{what:<10} {n}\n")).collect();
    if found.stopped.is_some() {
        out.push_str("and there is more\n");
    }
    out
}
