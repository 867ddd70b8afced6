//! `senet sweep`: statistics over a grid of options, and the best value of an option.

mod lints;
mod solved;

use crate::cli::{StatsFormat, SweepArgs};
use crate::commands::game::{Opened, open_options, open_with, read};
use crate::commands::stats::bots;
use crate::failure::{Failure, Outcome};
use crate::sampling::{Part, Sampled, Stopped, sample};
use crate::session::seed;
use crate::words::digits;
use crate::{input, output};
use senet_analysis::{Estimate, PlayStats, SampleConfig, StatsSummary, Stride, race};
use senet_draw::{Chart, Data, Line, TextStyle, chart_svg, chart_text};
use senet_game::DynGame;
use senet_games::OpenOptions;
use serde_json::{Value, json};
use std::sync::Arc;

/// A grid may have so many points.
const MOST_POINTS: usize = 5_000;
/// Playouts of a candidate in the first round of a search.
const FIRST_ROUND: u64 = 250;

pub(crate) fn run(args: &SweepArgs) -> Outcome {
    let varied = args.vary.iter().map(|text| Varied::parse(text)).collect::<Result<Vec<_>, _>>()?;
    let points = grid(&varied)?;
    let find = args.find.as_deref().map(Wanted::parse).transpose()?;
    let players = bots(&args.sample.bots)?;
    let seed = seed(args.game.chance.seed);
    let own = read(&args.game.game)?;
    let usual = open_options(&args.game);
    let mut games = Vec::new();
    for point in &points {
        match open_at(&args.game.game, own.as_ref(), &usual, point)? {
            Opened::Ready(game) => games.push(game),
            Opened::HasErrors(code) => return Ok(code),
        }
    }
    let usual = if players.is_empty() { 10_000 } else { 100 };
    let config = SampleConfig {
        playouts: args.sample.playouts.unwrap_or(usual),
        seed,
        players,
        rules: Stride::Never,
        tension: Stride::Never,
        ..SampleConfig::default()
    };
    let sweep = Sweep { args, varied, points, games, config };
    if args.solve {
        return sweep.solve();
    }
    match find {
        Some(wanted) => sweep.find(wanted),
        None => sweep.all(),
    }
}

/// An option and the values that it takes.
struct Varied {
    name: String,
    values: Vec<String>,
}

impl Varied {
    /// Reads `size=3..9`, `size=3..9:2` or `swap=no,yes`.
    fn parse(text: &str) -> Result<Varied, Failure> {
        let wrong = || {
            Failure::usage(format!("`{text}` does not say what to vary")).help(
                "write, for instance, --vary size=3..9, --vary size=3..9:2 or --vary swap=no,yes",
            )
        };
        let (name, values) = text.split_once('=').ok_or_else(wrong)?;
        let values = match values.split_once("..") {
            None => values.split(',').map(|value| value.trim().to_owned()).collect(),
            Some((from, rest)) => {
                let (to, step) = rest.split_once(':').unwrap_or((rest, "1"));
                let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
                let (from, to, step) = (number(from)?, number(to)?, number(step)?);
                if step == 0 || from > to || (to - from) / step >= MOST_POINTS as u64 {
                    return Err(wrong());
                }
                (from..=to).step_by(step as usize).map(|n| n.to_string()).collect::<Vec<_>>()
            }
        };
        if name.trim().is_empty() || values.iter().any(String::is_empty) {
            return Err(wrong());
        }
        Ok(Varied { name: name.trim().to_owned(), values })
    }
}

/// A point of the grid: options with their values.
type GridPoint = Vec<(String, String)>;

/// All combinations; the last option changes fastest.
fn grid(varied: &[Varied]) -> Result<Vec<GridPoint>, Failure> {
    let mut points: Vec<GridPoint> = vec![Vec::new()];
    for one in varied {
        let longer = |point: &GridPoint| {
            let point = point.clone();
            let with = move |value: &String| {
                let mut point = point.clone();
                point.push((one.name.clone(), value.clone()));
                point
            };
            one.values.iter().map(with).collect::<Vec<_>>()
        };
        if points.len() * one.values.len() > MOST_POINTS {
            let message = format!("the grid has more than {MOST_POINTS} points");
            return Err(Failure::usage(message).help("vary fewer options, or in larger steps"));
        }
        points = points.iter().flat_map(longer).collect();
    }
    Ok(points)
}

/// Opens the game at a point of the grid.
fn open_at(
    game: &str,
    own: Option<&input::Source>,
    usual: &OpenOptions,
    point: &GridPoint,
) -> Result<Opened<Arc<dyn DynGame>>, Failure> {
    let mut options = usual.clone();
    for (name, value) in point {
        if name == "players" {
            let number = value.parse().ok();
            options.players = number;
            continue;
        }
        options.options.retain(|(other, _)| other != name);
        options.options.push((name.clone(), value.clone()));
    }
    open_with(game, own, &options)
}

/// A figure that can be searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Figure {
    Balance,
    Draws,
    Decisive,
    Length,
    Branching,
}

const FIGURES: [(&str, Figure); 5] = [
    ("balance", Figure::Balance),
    ("draws", Figure::Draws),
    ("decisive", Figure::Decisive),
    ("length", Figure::Length),
    ("branching", Figure::Branching),
];

impl Figure {
    fn named(name: &str) -> Result<Figure, Failure> {
        let found = FIGURES.iter().find(|(known, _)| *known == name).map(|(_, figure)| *figure);
        found.ok_or_else(|| {
            let known: Vec<&str> = FIGURES.iter().map(|(name, _)| *name).collect();
            Failure::usage(format!("there is no figure `{name}`"))
                .help(format!("there are {}", known.join(", ")))
        })
    }

    /// What it is, on an axis.
    fn title(self) -> &'static str {
        match self {
            Figure::Balance => "points of the first seat",
            Figure::Draws => "share of draws",
            Figure::Decisive => "share of plays with a winner",
            Figure::Length => "moves of a play",
            Figure::Branching => "legal moves of a decision",
        }
    }

    fn of(self, summary: &StatsSummary) -> Estimate {
        let share = |share: senet_analysis::Share| Estimate {
            value: share.value,
            low: share.low,
            high: share.high,
        };
        let mean = |all: &senet_analysis::DistributionSummary| Estimate {
            value: all.mean,
            low: all.mean - all.error,
            high: all.mean + all.error,
        };
        match self {
            Figure::Balance => share(summary.seats[0].points),
            Figure::Draws => share(summary.drawn),
            Figure::Decisive => share(summary.decisive),
            Figure::Length => mean(&summary.length),
            Figure::Branching => mean(&summary.branching),
        }
    }
}

/// What is searched for.
#[derive(Debug, Clone, Copy)]
struct Wanted {
    figure: Figure,
    target: f64,
}

impl Wanted {
    fn parse(text: &str) -> Result<Wanted, Failure> {
        let wrong = || {
            Failure::usage(format!("`{text}` does not say what to find"))
                .help("write, for instance, --find balance=0.5 or --find length=30")
        };
        let (name, target) = text.split_once('=').ok_or_else(wrong)?;
        let target: f64 = target.trim().parse().map_err(|_| wrong())?;
        if !target.is_finite() {
            return Err(wrong());
        }
        Ok(Wanted { figure: Figure::named(name.trim())?, target })
    }
}

struct Sweep<'a> {
    args: &'a SweepArgs,
    varied: Vec<Varied>,
    points: Vec<GridPoint>,
    games: Vec<Arc<dyn DynGame>>,
    config: SampleConfig,
}

/// What was found at a point.
struct Row {
    point: usize,
    summary: StatsSummary,
}

impl Sweep<'_> {
    /// Samples every point alike.
    fn all(&self) -> Outcome {
        let (mut rows, mut all) = (Vec::new(), Vec::new());
        let mut stopped = None;
        for (point, game) in self.games.iter().enumerate() {
            let whole = Part::whole(&self.config);
            let Sampled { stats, stopped: why } = self.sample(point, whole)?;
            if stats.playouts > 0 {
                rows.push(Row { point, summary: stats.summary(&**game) });
            }
            if why.is_none() {
                all.push(stats);
            }
            if why.is_some() {
                stopped = why;
                break;
            }
        }
        let figure = match &self.args.figure {
            Some(name) => Figure::named(name)?,
            None => Figure::Balance,
        };
        self.report(&rows, figure, None, &self.idle_options(&all))?;
        stopped.map_or(Ok(0), Stopped::report)
    }

    fn sample(&self, point: usize, part: Part) -> Result<Sampled, Failure> {
        let what = format!("{} of {} points", point + 1, self.points.len());
        sample(&self.games[point], &self.config, self.args.sample.threads(), &part, &what)
    }

    /// Races all points for the one that is closest to what is wanted.
    fn find(&self, wanted: Wanted) -> Outcome {
        let n = self.points.len();
        let seats = |point: usize| self.games[point].seats();
        let mut stats: Vec<PlayStats> = (0..n).map(|point| PlayStats::new(seats(point))).collect();
        let mut stays = vec![true; n];
        let (mut played, mut round) = (0, FIRST_ROUND.min(self.config.playouts).max(1));
        let mut stopped = None;
        'rounds: while played < self.config.playouts {
            let next = (played + round).min(self.config.playouts);
            for point in (0..n).filter(|point| stays[*point]) {
                let sampled = self.sample(point, Part::range(played..next))?;
                stats[point].merge(&sampled.stats);
                if sampled.stopped.is_some() {
                    stopped = sampled.stopped;
                    break 'rounds;
                }
            }
            played = next;
            round = played;
            let estimate = |point: usize| {
                let summary = stats[point].summary(&*self.games[point]);
                stays[point].then(|| wanted.figure.of(&summary))
            };
            let candidates: Vec<Option<Estimate>> = (0..n).map(estimate).collect();
            stays = race(&candidates, wanted.target);
            if stays.iter().filter(|stays| **stays).count() <= 1 {
                break;
            }
        }
        let rows: Vec<Row> = (0..n)
            .filter(|point| stats[*point].playouts > 0)
            .map(|point| Row { point, summary: stats[point].summary(&*self.games[point]) })
            .collect();
        self.report(&rows, wanted.figure, Some((wanted, &stays)), &[])?;
        stopped.map_or(Ok(0), Stopped::report)
    }

    /// The best point, and what else may be as good.
    fn found(&self, rows: &[Row], wanted: Wanted, stays: &[bool]) -> String {
        let distance = |row: &Row| (wanted.figure.of(&row.summary).value - wanted.target).abs();
        let left: Vec<&Row> = rows.iter().filter(|row| stays[row.point]).collect();
        let best = left.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let Some(best) = best else { return "nothing was played\n".to_owned() };
        let Estimate { value, low, high } = wanted.figure.of(&best.summary);
        let name = self.name(best.point);
        let others: Vec<String> = left
            .iter()
            .filter(|row| row.point != best.point)
            .map(|row| self.name(row.point))
            .collect();
        let spent: u64 = rows.iter().map(|row| row.summary.playouts).sum();
        let all = self.config.playouts.saturating_mul(self.points.len() as u64);
        let mut out = format!(
            "best: {name} with {value:.3} ({low:.3} to {high:.3}) for {}\n",
            wanted.figure.title()
        );
        if !others.is_empty() {
            out.push_str(&format!("not certainly worse: {}\n", others.join("; ")));
        }
        out.push_str(&format!(
            "{} playouts instead of {} for the whole grid\n",
            digits(spent),
            digits(all)
        ));
        out
    }

    fn name(&self, point: usize) -> String {
        let all = self.points[point].iter().map(|(name, value)| format!("{name} {value}"));
        all.collect::<Vec<_>>().join(", ")
    }

    fn report(
        &self,
        rows: &[Row],
        figure: Figure,
        found: Option<(Wanted, &[bool])>,
        lints: &[String],
    ) -> Result<(), Failure> {
        if let Some(path) = &self.args.output {
            let svg = chart_svg(&self.chart(rows, figure));
            input::write(path, &svg)?;
        }
        let out = match self.args.format {
            StatsFormat::Text => {
                let mut out = self.table(rows, found.map(|(_, stays)| stays));
                let chart = self.chart(rows, figure);
                if rows.len() > 1
                    && !matches!(&chart.data, Data::Lines { lines } if lines.is_empty())
                {
                    out.push('\n');
                    out.push_str(&chart_text(
                        &chart,
                        &TextStyle { width: 76, ..TextStyle::default() },
                    ));
                }
                if let Some((wanted, stays)) = found {
                    out.push('\n');
                    out.push_str(&self.found(rows, wanted, stays));
                }
                out.push_str(&lints::lints(lints));
                out
            }
            StatsFormat::Json => {
                let rows: Vec<Value> =
                    rows.iter().map(|row| self.json(row, found.map(|f| f.1))).collect();
                let name = &self.args.game.game;
                let seed = self.config.seed;
                format!(
                    "{:#}\n",
                    json!({ "game": name, "seed": seed, "points": rows, "lints": lints })
                )
            }
            StatsFormat::Ndjson => {
                let line = |row| format!("{}\n", self.json(row, found.map(|f| f.1)));
                rows.iter().map(line).collect()
            }
            StatsFormat::Csv => self.csv(rows),
        };
        output::data(&out);
        Ok(())
    }

    fn json(&self, row: &Row, stays: Option<&[bool]>) -> Value {
        let options: serde_json::Map<String, Value> =
            self.points[row.point].iter().map(|(n, v)| (n.clone(), json!(v))).collect();
        let mut summary = json!(row.summary);
        if let Some(summary) = summary.as_object_mut() {
            // The figures of the table are enough here; `senet stats` has the rest of a point.
            for heavy in ["cells", "first_moves", "rules", "branching_by_ply"] {
                summary.remove(heavy);
            }
        }
        json!({ "options": options, "stats": summary, "best": stays.map(|stays| stays[row.point]) })
    }

    fn csv(&self, rows: &[Row]) -> String {
        let mut out: String = self.varied.iter().map(|one| format!("{},", one.name)).collect();
        out.push_str("playouts,points,low,high,draws,balance,length,branching\n");
        for row in rows {
            let Row { point, summary } = row;
            for (_, value) in &self.points[*point] {
                out.push_str(&format!("{value},"));
            }
            let points = summary.seats[0].points;
            out.push_str(&format!(
                "{},{},{},{},{},{},{},{}\n",
                summary.playouts,
                points.value,
                points.low,
                points.high,
                summary.drawn.value,
                summary.balance.map_or(String::new(), |balance| balance.to_string()),
                summary.length.mean,
                summary.branching.mean,
            ));
        }
        out
    }

    /// A row for each point.
    fn table(&self, rows: &[Row], stays: Option<&[bool]>) -> String {
        let mut head: Vec<String> = self.varied.iter().map(|one| one.name.clone()).collect();
        let first = self.games.first().map_or(String::new(), |game| {
            let name = game.seat_name(senet_game::Seat(0));
            if game.seats() == 1 { "won".to_owned() } else { format!("points of {name}") }
        });
        head.extend([first, "95 % interval".into(), "draws".into(), "length".into()]);
        head.extend(["choices".to_owned(), "playouts".to_owned()]);
        let mut table = vec![head];
        for Row { point, summary } in rows {
            let mut row: Vec<String> =
                self.points[*point].iter().map(|(_, value)| value.clone()).collect();
            let points = summary.seats[0].points;
            row.push(format!("{:.1} %", 100.0 * points.value));
            row.push(format!("{:.1} to {:.1} %", 100.0 * points.low, 100.0 * points.high));
            row.push(format!("{:.1} %", 100.0 * summary.drawn.value));
            row.push(format!("{:.1}", summary.length.mean));
            row.push(format!("{:.1}", summary.branching.mean));
            row.push(digits(summary.playouts));
            if let Some(stays) = stays {
                row.push(if stays[*point] { "*".to_owned() } else { String::new() });
            }
            table.push(row);
        }
        aligned(&table)
    }

    /// The figure over the first option, with a line for each combination of the others.
    fn chart(&self, rows: &[Row], figure: Figure) -> Chart {
        let across = self.varied.first().map_or(String::new(), |one| one.name.clone());
        let mut lines: Vec<Line> = Vec::new();
        for Row { point, summary } in rows {
            let mut options = self.points[*point].iter();
            let Some(x) = options.next().and_then(|(_, value)| value.parse::<f64>().ok()) else {
                continue;
            };
            let name: Vec<String> =
                options.map(|(name, value)| format!("{name} {value}")).collect();
            let name = name.join(", ");
            let at = (x, figure.of(summary).value);
            match lines.iter_mut().find(|line| line.name == name) {
                Some(line) => line.points.push(at),
                None => lines.push(Line { name, points: vec![at] }),
            }
        }
        let title = self.games.first().map_or(String::new(), |game| game.info().title.clone());
        Chart { title, across, up: figure.title().to_owned(), data: Data::Lines { lines } }
    }
}

/// Columns of the same width, numbers to the right.
fn aligned(table: &[Vec<String>]) -> String {
    let columns = table.iter().map(Vec::len).max().unwrap_or(0);
    let width = |at: usize| {
        table
            .iter()
            .filter_map(|row| row.get(at))
            .map(|text| text.chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for row in table {
        let cells = row.iter().zip(&widths).map(|(text, wide)| format!("{text:>wide$}"));
        out.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        out.push('\n');
    }
    out
}
