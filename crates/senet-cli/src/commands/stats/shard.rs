//! Parts of statistics in files: each machine samples a shard, and `senet merge` gives exactly what one
//! machine would have printed.

use super::{shown, stealing};
use crate::cli::{MergeArgs, StatsArgs};
use crate::commands::game::{Opened, open_with, read};
use crate::failure::{Failure, Outcome};
use crate::sampling::Shard;
use crate::{input, output};
use senet_analysis::{PlayStats, SampleConfig};
use senet_games::OpenOptions;
use serde::{Deserialize, Serialize};

/// The version of the format.
const VERSION: u32 = 1;

/// A part, as it is written to a file.
#[derive(Debug, Serialize, Deserialize)]
struct PartFile {
    senet_stats: u32,
    shard: u64,
    of: u64,
    #[serde(flatten)]
    asked: Sampling,
    stats: PlayStats,
}

/// What was sampled: the same for all parts.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Sampling {
    game: String,
    /// The text of the user's own program, so that parts of different versions are not put together.
    text: Option<String>,
    options: Vec<(String, String)>,
    start: Option<usize>,
    players: Option<usize>,
    implementation: Option<String>,
    playouts: u64,
    seed: u64,
    bots: Vec<String>,
    rules: bool,
    patterns: Vec<String>,
    at_end: bool,
    #[serde(default)]
    queries: Vec<String>,
}

/// Reads `2/5`.
pub(super) fn parse(text: &str) -> Result<Shard, Failure> {
    let wrong = || {
        Failure::usage(format!("`{text}` is not a shard"))
            .help("write, for instance, --shard 2/5 for the second of five")
    };
    let (index, of) = text.split_once('/').ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
    let (index, of) = (number(index)?, number(of)?);
    if index == 0 || index > of || of > 1_000_000 {
        return Err(wrong());
    }
    Ok(Shard { index: index - 1, of })
}

/// Writes a part to a file.
pub(super) fn write(
    path: &str,
    args: &StatsArgs,
    config: &SampleConfig,
    shard: Shard,
    stats: &PlayStats,
) -> Result<(), Failure> {
    let file = PartFile {
        senet_stats: VERSION,
        shard: shard.index + 1,
        of: shard.of,
        asked: Sampling {
            game: args.game.game.clone(),
            text: read(&args.game.game)?.map(|own| own.text),
            options: args.game.options.clone(),
            start: args.game.start,
            players: args.game.players,
            implementation: args.game.implementation.map(|one| one.word().to_owned()),
            playouts: config.playouts,
            seed: config.seed,
            bots: config.players.iter().map(ToString::to_string).collect(),
            rules: args.rules,
            patterns: args.watch.clone(),
            at_end: args.at_end(),
            queries: args.queries.clone(),
        },
        stats: stats.clone(),
    };
    let text = serde_json::to_string(&file).expect("counts are plain data");
    input::write(path, &(text + "\n"))
}

/// `senet merge`.
pub(crate) fn merge(args: &MergeArgs) -> Outcome {
    let mut parts = Vec::new();
    for path in &args.files {
        let text = input::read(path)?.text;
        let part: PartFile = serde_json::from_str(&text).map_err(|why| {
            Failure::usage(format!("`{path}` is not part of statistics: {why}"))
                .help("parts are written by `senet stats GAME --shard 1/2 -o FILE`")
        })?;
        if part.senet_stats != VERSION {
            return Err(Failure::usage(format!("`{path}` is of another version of senet")));
        }
        parts.push((path, part));
    }
    let (first_path, first) = &parts[0];
    for (path, part) in &parts {
        if part.of != first.of || part.asked != first.asked {
            let message =
                format!("`{path}` and `{first_path}` are not parts of the same statistics");
            return Err(Failure::usage(message).help(
                "all parts need the same game, options, seed, playouts and number of shards",
            ));
        }
    }
    let has = |shard: u64| parts.iter().filter(|(_, part)| part.shard == shard).count();
    let twice: Vec<String> =
        (1..=first.of).filter(|n| has(*n) > 1).map(|n| n.to_string()).collect();
    let missing: Vec<String> =
        (1..=first.of).filter(|n| has(*n) == 0).map(|n| n.to_string()).collect();
    if !twice.is_empty() {
        return Err(Failure::usage(format!("shard {} is there twice", twice.join(", "))));
    }
    if !missing.is_empty() {
        let message = format!("of {} shards, these are missing: {}", first.of, missing.join(", "));
        return Err(Failure::usage(message));
    }
    let asked = &first.asked;
    let options = OpenOptions {
        options: (asked.options.iter().cloned())
            .chain(asked.start.map(|n| ("start".to_owned(), n.to_string())))
            .collect(),
        players: asked.players,
        implementation: asked.implementation.as_ref().and_then(|word| word.parse().ok()),
        ..OpenOptions::default()
    };
    let own = asked
        .text
        .as_ref()
        .map(|text| input::Source { name: asked.game.clone(), text: text.clone() });
    let game = match open_with(&asked.game, own.as_ref(), &options)? {
        Opened::Ready(game) => game,
        Opened::HasErrors(code) => return Ok(code),
    };
    let mut stats = PlayStats::new(game.seats());
    parts.iter().for_each(|(_, part)| stats.merge(&part.stats));
    let config = SampleConfig {
        playouts: asked.playouts,
        seed: asked.seed,
        players: super::bots(&asked.bots)?,
        ..SampleConfig::default()
    };
    let stealing = stealing(&asked.game, own.as_ref(), &options, asked.start);
    output::coloured(&shown(&game, &config, &stats, (args.format, stealing)));
    Ok(0)
}
