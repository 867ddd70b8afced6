//! `senet stats`: what many plays of a game show; and `senet merge`, which puts shards together.

mod page;
mod rows;
mod shard;

pub(crate) use shard::merge;

use crate::cli::{GameArgs, StatsArgs, StatsFormat};
use crate::commands::game::{Opened, open, open_program};
use crate::failure::{Failure, Outcome};
use crate::interrupt;
use crate::output;
use crate::sampling::{Part, Sampled, Shard, sample};
use crate::session::seed;
use senet_analysis::{ExactPlay, Observations, PlayStats, SampleConfig, Stride, exact};
use senet_game::DynGame;
use senet_players::Bot;
use serde_json::json;
use std::sync::Arc;

/// Random play through up to so many positions is worked out exactly.
const EXACT: u64 = 20_000;

pub(crate) fn run(args: &StatsArgs) -> Outcome {
    let players = bots(&args.sample.bots)?;
    let shard = args.shard.as_deref().map(shard::parse).transpose()?;
    if shard.is_some() != args.output.is_some() {
        let failure = Failure::usage("a shard is written to a file");
        return Err(failure
            .help("write --shard 1/4 -o part-1.json, and put parts together with `senet merge`"));
    }
    let seed = seed(args.game.chance.seed);
    let (game, observations) = match opened(&args.game, &args.watch, args.at_end())? {
        Opened::Done(opened) => opened,
        Opened::Bad(code) => return Ok(code),
    };
    let config = SampleConfig {
        playouts: args.sample.playouts.unwrap_or(if players.is_empty() { 10_000 } else { 100 }),
        seed,
        players,
        rules: if args.rules { Stride::Every(1) } else { Stride::Usual },
        ..SampleConfig::default()
    };
    let what = if config.players.is_empty() { "playouts" } else { "games" };
    let part = Part {
        shard: shard.unwrap_or(Shard { index: 0, of: 1 }),
        observations,
        ..Part::whole(&config)
    };
    let Sampled { stats, stopped } = sample(&game, &config, args.sample.threads(), &part, what)?;
    match (&args.output, shard) {
        (Some(path), Some(shard)) if stopped.is_none() => {
            shard::write(path, args, &config, shard, &stats)?;
        }
        _ => output::data(&shown(&game, &config, &stats, args.format)),
    }
    stopped.map_or(Ok(0), |why| why.report())
}

/// The game, and the patterns that are watched in it.
fn opened(
    args: &GameArgs,
    patterns: &[String],
    at_end: bool,
) -> Result<Opened<(Arc<dyn DynGame>, Option<Arc<Observations>>)>, Failure> {
    if patterns.is_empty() {
        return Ok(match open(args)? {
            Opened::Done(game) => Opened::Done((game, None)),
            Opened::Bad(code) => Opened::Bad(code),
        });
    }
    Ok(match open_program(args)? {
        Opened::Done((game, atoms)) => {
            let watched = Observations::new(atoms, patterns, at_end);
            let help = "write an atom with variables, such as --where 'mark P _'";
            let watched = watched.map_err(|why| Failure::usage(why.to_string()).help(help))?;
            Opened::Done((game, Some(Arc::new(watched))))
        }
        Opened::Bad(code) => Opened::Bad(code),
    })
}

/// The bots that were named.
pub(crate) fn bots(names: &[String]) -> Result<Vec<Bot>, Failure> {
    let help = "write, for instance, --bots level:3 or --bots mcts:50ms,random";
    let bot = |name: &String| {
        let bot = name.trim().parse::<Bot>();
        bot.map_err(|why| Failure::usage(why.to_string()).help(help))
    };
    names.iter().filter(|name| !name.trim().is_empty()).map(bot).collect()
}

/// The exact values of random play, where a game is small.
pub(crate) fn exact_play(game: &Arc<dyn DynGame>, config: &SampleConfig) -> Option<ExactPlay> {
    config.players.is_empty().then(|| exact(game, EXACT, &mut || !interrupt::noted())).flatten()
}

/// The statistics as they were asked for.
fn shown(
    game: &Arc<dyn DynGame>,
    config: &SampleConfig,
    stats: &PlayStats,
    format: StatsFormat,
) -> String {
    let summary = stats.summary(&**game);
    match format {
        StatsFormat::Text => {
            let exact = exact_play(game, config);
            page::page(&**game, config, (&summary, exact.as_ref()))
        }
        StatsFormat::Json => {
            let bots: Vec<String> = config.players.iter().map(Bot::to_string).collect();
            let options: serde_json::Map<String, serde_json::Value> =
                game.options().iter().map(|(n, v)| (n.clone(), json!(v))).collect();
            let all = json!({
                "game": game.info().name, "title": game.info().title, "options": options,
                "seed": config.seed, "bots": bots, "stats": summary,
                "exact": exact_play(game, config),
            });
            format!("{all:#}\n")
        }
        StatsFormat::Ndjson => rows::ndjson(&summary),
        StatsFormat::Csv => rows::csv(&summary),
    }
}
