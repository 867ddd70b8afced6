//! `senet stats`: what many plays of a game show; and `senet merge`, which puts shards together.

mod page;
mod rows;
mod shard;

pub(crate) use shard::merge;

use crate::cli::{GameArgs, StatsArgs, StatsFormat};
use crate::commands::game::{Opened, ProgramOnEngine, open, open_options, open_program, read};
use crate::failure::{Failure, Outcome};
use crate::include::beside;
use crate::input;
use crate::interrupt;
use crate::output;
use crate::sampling::{Part, Sampled, Shard, Stopped, sample};
use crate::session::seed;
use senet_analysis::{
    ExactPlay, Observations, PlayStats, PositionAtoms, SampleConfig, SoloStats, SoloSummary,
    Stride, TraceQueries, exact, playout_moves, solo,
};
use senet_game::DynGame;
use senet_games::{OpenOptions, Source};
use senet_match::{Match, MatchConfig, Participant};
use senet_players::Bot;
use senet_program::Options;
use senet_program::stealing::StealingArgument;
use senet_solve::SolveLimits;
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
    let asked = Asked { patterns: &args.watch, at_end: args.at_end(), queries: &args.queries };
    let Opening { game, observations, queries } = match opened(&args.game, &asked)? {
        Opened::Ready(opened) => opened,
        Opened::HasErrors(code) => return Ok(code),
    };
    let usual = if args.quick { Stride::Never } else { Stride::Usual };
    let config = SampleConfig {
        playouts: args.sample.playouts.unwrap_or(if players.is_empty() { 10_000 } else { 100 }),
        seed,
        players,
        rules: if args.rules { Stride::Every(1) } else { usual },
        detail: usual,
        tension: usual,
        queries: usual,
    };
    let what = if config.players.is_empty() { "playouts" } else { "games" };
    let part = Part {
        shard: shard.unwrap_or(Shard { index: 0, of: 1 }),
        observations,
        queries,
        ..Part::whole(&config)
    };
    let Sampled { stats, stopped } = sample(&game, &config, args.sample.threads(), &part, what)?;
    match (&args.output, shard) {
        (Some(path), Some(shard)) if stopped.is_none() => {
            shard::write(path, args, &config, shard, &stats)?;
        }
        _ => {
            let own = read(&args.game.game)?;
            let options = open_options(&args.game);
            let stealing = stealing(&args.game.game, own.as_ref(), &options, args.game.start);
            output::coloured(&shown(&game, &config, &stats, (args.format, stealing)));
        }
    }
    if let Some(path) = &args.parquet {
        input::write(path, rows::parquet(&stats.summary(&*game)))?;
    }
    if let Some(path) = &args.example {
        if !config.players.is_empty() {
            return Err(Failure::usage("only random plays have examples that replay"));
        }
        write_example(path, &game, &config, &stats)?;
    }
    stopped.map_or(Ok(0), Stopped::report)
}

/// Why the second player cannot force a win, if the game ships as rules that tell.
fn stealing(
    game: &str,
    own: Option<&input::Source>,
    options: &OpenOptions,
    start: Option<usize>,
) -> Option<StealingArgument> {
    let loader = own.and_then(|own| beside(own, &Options::default()).loader);
    let source = match own {
        Some(own) => Source::Text { name: game, text: &own.text, loader: loader.as_ref() },
        None => Source::Catalogue(game),
    };
    let opened = senet_games::program(source, options).ok()?;
    let start = start.unwrap_or(1).checked_sub(1)?;
    (start < opened.program.starts().len()).then(|| opened.program.strategy_stealing(start))?
}

/// What is asked about the positions and steps of plays.
struct Asked<'a> {
    patterns: &'a [String],
    at_end: bool,
    queries: &'a [String],
}

/// The game, and what is asked about it.
struct Opening {
    game: Arc<dyn DynGame>,
    observations: Option<Arc<Observations>>,
    queries: Option<Arc<TraceQueries>>,
}

fn opened(args: &GameArgs, asked: &Asked<'_>) -> Result<Opened<Opening>, Failure> {
    // Only texts of users have `#observe`; a game of the catalogue may be faster in another implementation.
    let own = || Ok::<_, Failure>(read(&args.game)?.is_some());
    if asked.patterns.is_empty() && asked.queries.is_empty() && !own()? {
        return Ok(match open(args)? {
            Opened::Ready(game) => {
                Opened::Ready(Opening { game, observations: None, queries: None })
            }
            Opened::HasErrors(code) => Opened::HasErrors(code),
        });
    }
    let ProgramOnEngine { compiled, info } = match open_program(args)? {
        Opened::Ready(opened) => opened,
        Opened::HasErrors(code) => return Ok(Opened::HasErrors(code)),
    };
    let observations = match asked.patterns {
        [] => None,
        patterns => {
            let watched = Observations::new(PositionAtoms::new(&compiled), patterns, asked.at_end);
            let help = "write an atom with variables, such as --where 'mark P _'";
            let watched = watched.map_err(|why| Failure::usage(why.to_string()).help(help))?;
            Some(Arc::new(watched))
        }
    };
    let queries = TraceQueries::new(PositionAtoms::new(&compiled), asked.queries);
    let help = "write steps with dots between them, such as --query 'place P _ . any . win P'";
    let queries = queries.map_err(|why| Failure::usage(why.to_string()).help(help))?;
    let queries = (!queries.is_empty()).then(|| Arc::new(queries));
    let game = compiled.into_game(info, args.options.clone());
    Ok(Opened::Ready(Opening { game, observations, queries }))
}

/// Writes the example of the first query as a record.
fn write_example(
    path: &str,
    game: &Arc<dyn DynGame>,
    config: &SampleConfig,
    stats: &PlayStats,
) -> Result<(), Failure> {
    let Some(playout) = stats.queries.first().and_then(|query| query.example) else {
        output::message("no play fits the first query: nothing was written");
        return Ok(());
    };
    let seats = vec![Participant::default(); game.seats()];
    let match_config =
        MatchConfig { participants: seats, seed: config.seed, ..MatchConfig::default() };
    let record = Match::new(Arc::clone(game), match_config)
        .map_err(|why| Failure::usage(why.to_string()))
        .and_then(|mut played| {
            for name in playout_moves(game, config.seed, playout) {
                let made = played.play_named(&name, std::time::Duration::ZERO);
                made.map_err(|why| Failure::bad(why.to_string()))?;
            }
            Ok(played.record().to_string())
        })?;
    input::write(path, &record)
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

/// Starts of a puzzle are solved with up to so many positions each, and so many are drawn.
const SOLO: SolveLimits = SolveLimits { positions: 200_000, memory: 256 << 20 };
const DRAWN_STARTS: u64 = 50;

/// Which starts of a game for one can be solved, and how.
pub(crate) fn solo_play(game: &Arc<dyn DynGame>, config: &SampleConfig) -> Option<SoloSummary> {
    if !config.players.is_empty() {
        return None;
    }
    let mut stop = || !interrupt::noted();
    let found: Option<SoloStats> = solo(game, (config.seed, DRAWN_STARTS), SOLO, &mut stop);
    found.filter(|found| found.starts > found.unknown).map(|found| found.summary())
}

/// The statistics as they were asked for.
fn shown(
    game: &Arc<dyn DynGame>,
    config: &SampleConfig,
    stats: &PlayStats,
    (format, stealing): (StatsFormat, Option<StealingArgument>),
) -> String {
    let summary = stats.summary(&**game);
    match format {
        StatsFormat::Text => {
            let (exact, solo) = (exact_play(game, config), solo_play(game, config));
            page::page(game, config, page::Figures { summary: &summary, exact, solo, stealing })
        }
        StatsFormat::Json => {
            let bots: Vec<String> = config.players.iter().map(Bot::to_string).collect();
            let options: serde_json::Map<String, serde_json::Value> =
                game.options().iter().map(|(n, v)| (n.clone(), json!(v))).collect();
            let all = json!({
                "game": game.info().name, "title": game.info().title, "options": options,
                "seed": config.seed, "bots": bots, "stats": summary,
                "exact": exact_play(game, config), "solo": solo_play(game, config),
                "strategy_stealing": stealing.map(|it| json!({
                    "cannot_force_a_win": it.players[1], "premises": it.premises,
                })),
            });
            format!("{all:#}\n")
        }
        StatsFormat::Ndjson => rows::ndjson(&summary),
        StatsFormat::Csv => rows::csv(&summary),
    }
}
