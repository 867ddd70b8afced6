//! `senet stats`: what many plays of a game show.

mod page;
mod rows;

use crate::cli::{StatsArgs, StatsFormat};
use crate::commands::game::{Opened, open};
use crate::failure::{Failure, Outcome};
use crate::output;
use crate::sampling::{Sampled, Shard, sample};
use crate::session::seed;
use senet_analysis::{SampleConfig, StatsSummary, Stride};
use senet_game::DynGame;
use senet_players::Bot;
use serde_json::json;
use std::sync::Arc;

pub(crate) fn run(args: &StatsArgs) -> Outcome {
    let players = bots(&args.sample.bots)?;
    let seed = seed(args.game.chance.seed);
    let game = match open(&args.game)? {
        Opened::Done(game) => game,
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
    let Sampled { stats, stopped } =
        sample(&game, &config, args.sample.threads(), Shard::WHOLE, what)?;
    let summary = stats.summary(&*game);
    output::data(&shown(&game, &config, &summary, args.format));
    stopped.map_or(Ok(0), |why| why.report())
}

/// The bots that were named.
pub(crate) fn bots(names: &[String]) -> Result<Vec<Bot>, Failure> {
    let help = "write, for instance, --bots level:3 or --bots mcts:50ms,random";
    let bot = |name: &String| {
        let bot = name.trim().parse::<Bot>();
        bot.map_err(|why| Failure::usage(why.to_string()).help(help))
    };
    names.iter().map(bot).collect()
}

fn shown(
    game: &Arc<dyn DynGame>,
    config: &SampleConfig,
    summary: &StatsSummary,
    format: StatsFormat,
) -> String {
    match format {
        StatsFormat::Text => page::page(&**game, config, summary),
        StatsFormat::Json => {
            let bots: Vec<String> = config.players.iter().map(Bot::to_string).collect();
            let options: serde_json::Map<String, serde_json::Value> =
                game.options().iter().map(|(n, v)| (n.clone(), json!(v))).collect();
            let all = json!({
                "game": game.info().name, "title": game.info().title, "options": options,
                "seed": config.seed, "bots": bots, "stats": summary,
            });
            format!("{all:#}\n")
        }
        StatsFormat::Ndjson => rows::ndjson(summary),
        StatsFormat::Csv => rows::csv(summary),
    }
}
