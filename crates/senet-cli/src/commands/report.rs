//! `senet report`: a page about a game.

use crate::cli::ReportArgs;
use crate::commands::game::{Opened, open, open_options, with};
use crate::commands::prove;
use crate::commands::stats;
use crate::commands::stats::exact_play;
use crate::commands::trace::{draw, random_run};
use crate::failure::{Failure, Outcome};
use crate::input::{read_game, write};
use crate::sampling::{Part, Stopped, sample};
use crate::session::seed;
use crate::words::digits;
use crate::{interrupt, memory, output, session};
use senet_analysis::{
    DepthStep, PlayStats, ProvedFact, ProvedProperty, ReportParts, SampleConfig, SampleMove,
    StatsSummary, Stride, depth_step, report,
};
use senet_explain::Trace;
use senet_game::{Cursor, DynGame, Observer, Rng, Turn, Values, Verdict};
use senet_games::{OpenOptions, OpenProgram};
use senet_players::{Bot, Environment, Knowledge};
use senet_solve::{GameValue, SolveLimits, Solver};
use senet_tui::SystemEnvironment;
use std::sync::Arc;
use std::time::Duration;

/// A sample play has at most so many moves, and its causal graph so many steps.
const MOST_MOVES: usize = 200;
const MOST_STEPS: u64 = 40;
/// Properties are proved with so many positions.
const PROVED_POSITIONS: u64 = 20_000;
/// Options that say how large a board is; so many smaller ones are solved.
const SIZES: [&str; 3] = ["size", "width", "height"];
const MOST_SIZES: usize = 6;

pub(crate) fn run(args: &ReportArgs) -> Outcome {
    let ladder = stats::bots(&args.ladder)?;
    let seed = seed(args.game.chance.seed);
    let game = match open(&args.game)? {
        Opened::Ready(game) => game,
        Opened::HasErrors(code) => return Ok(code),
    };
    let maker = Maker { args, game: &game, seed, stopped: std::cell::Cell::new(None) };
    let config = SampleConfig {
        playouts: args.sample.playouts.unwrap_or(10_000),
        seed,
        // A page is made once and looked at often: heat maps need all plays.
        detail: Stride::Every(1),
        ..SampleConfig::default()
    };
    let random = maker.sampled(&config, "playouts")?.summary(&*game);
    let exact = exact_play(&game, &config);
    let bots = maker.bots(&ladder)?;
    let ladder = maker.ladder(&ladder)?;
    let (sample, sample_end, sample_view) = maker.play();
    let (stages, causes) = maker.pictures()?;
    let (facts, properties) = maker.proofs();
    let page = report(&ReportParts {
        game: &*game,
        command: command(),
        stats: &random,
        exact: exact.as_ref(),
        bots: bots.as_ref().map(|(name, stats)| (name.clone(), stats)),
        ladder: &ladder,
        solved: maker.solved(args.max_positions),
        sizes: maker.sizes(args.max_positions),
        facts,
        properties,
        stages,
        sample,
        sample_end,
        sample_view,
        causes,
    });
    match &args.output {
        Some(path) => {
            write(path, &page)?;
            output::message(&format!("written: {path}"));
        }
        None => output::data(&page),
    }
    maker.stopped.get().map_or(Ok(0), Stopped::report)
}

/// The command line, as it was typed.
fn command() -> String {
    let words = std::env::args().skip(1);
    std::iter::once("senet".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

struct Maker<'a> {
    args: &'a ReportArgs,
    game: &'a Arc<dyn DynGame>,
    seed: u64,
    /// Why the rest is left out, once that is so.
    stopped: std::cell::Cell<Option<Stopped>>,
}

/// The environment of a search that an interrupt ends.
struct Interruptible(SystemEnvironment);

impl Environment for Interruptible {
    fn now(&self) -> Duration {
        self.0.now()
    }

    fn is_cancelled(&self) -> bool {
        interrupt::noted()
    }
}

impl Maker<'_> {
    /// Whether the rest is left out, by an interrupt for one.
    fn is_stopped(&self) -> bool {
        if self.stopped.get().is_none() && interrupt::noted() {
            self.stopped.set(Some(Stopped::Interrupted));
        }
        self.stopped.get().is_some()
    }

    fn sampled(&self, config: &SampleConfig, what: &str) -> Result<PlayStats, Failure> {
        if self.is_stopped() {
            return Ok(PlayStats::new(self.game.seats()));
        }
        let threads = self.args.sample.threads();
        let sampled = sample(self.game, config, threads, &Part::whole(config), what)?;
        if sampled.stopped.is_some() {
            self.stopped.set(sampled.stopped);
        }
        Ok(sampled.stats)
    }

    fn games(&self, players: Vec<Bot>, what: &str) -> Result<PlayStats, Failure> {
        let config = SampleConfig {
            playouts: self.args.games,
            seed: self.seed,
            players,
            detail: Stride::Never,
            rules: Stride::Never,
            tension: Stride::Never,
            queries: Stride::Never,
        };
        self.sampled(&config, what)
    }

    /// Games of the strongest bot against itself.
    fn bots(&self, ladder: &[Bot]) -> Result<Option<(String, StatsSummary)>, Failure> {
        let Some(best) = ladder.last() else { return Ok(None) };
        let stats = self.games(vec![*best], &format!("games of {best}"))?;
        Ok((stats.playouts > 0).then(|| (best.to_string(), stats.summary(&**self.game))))
    }

    fn ladder(&self, bots: &[Bot]) -> Result<Vec<DepthStep>, Failure> {
        let mut out = Vec::new();
        if self.game.seats() != 2 {
            return Ok(out);
        }
        for pair in bots.windows(2) {
            let [weaker, stronger] = [pair[0], pair[1]];
            let what = format!("{stronger} against {weaker}");
            let first = self.games(vec![stronger, weaker], &what)?;
            let second = self.games(vec![weaker, stronger], &what)?;
            if !self.is_stopped() {
                out.push(depth_step((weaker, stronger), &first, &second));
            }
        }
        Ok(out)
    }

    /// A play of good bots, where nothing is hidden, else of random moves.
    fn play(&self) -> (Vec<SampleMove>, Option<String>, Option<senet_game::View>) {
        let game = self.game;
        let mut cursor = game.cursor();
        let mut rng = Rng::new(self.seed);
        let mut listed = Vec::new();
        let mut moves = Vec::new();
        let environment = Interruptible(SystemEnvironment::new(Arc::default()));
        let mut player = Bot::level(5).player();
        let end = loop {
            let turn = cursor.turn();
            let seat = match turn {
                Turn::Over(outcome) => break Some(ending(&**game, &outcome.verdict)),
                Turn::Stopped(_) => break None,
                _ if self.is_stopped() => break None,
                _ if moves.len() >= MOST_MOVES => break Some("The play goes on.".to_owned()),
                Turn::Player(seat) => game.seat_name(seat),
                Turn::Chance => String::new(),
            };
            let bot_moves = !seat.is_empty() && !game.has_hidden_information();
            let chosen = match bot_moves {
                true => {
                    player.choose(game, Knowledge::Open(&mut *cursor), &mut rng, &environment).ok()
                }
                false => None,
            };
            cursor.moves(&mut listed);
            let mv = chosen.and_then(|found| listed.get(found.best.0 as usize).copied());
            let mv = mv.unwrap_or_else(|| cursor.random_move(&mut rng));
            let text = described(&*cursor, mv);
            moves.push(SampleMove { seat, text });
            cursor.apply(mv);
        };
        let view = (!moves.is_empty()).then(|| cursor.view(Observer::All));
        (moves, end, view)
    }

    /// The stages, and what caused what in a play, of a game that is a program.
    fn pictures(&self) -> Result<(Option<String>, Option<String>), Failure> {
        if self.game.rule_names().is_empty() {
            return Ok((None, None));
        }
        let (mut session, start) = match session::open_start(&self.args.game)? {
            Ok(opened) => opened,
            Err(_) => return Ok((None, None)),
        };
        session.seed = self.seed;
        let program = session.program();
        let stages = (program.stages().len() > 1)
            .then(|| senet_draw::svg(&senet_explain::stage_graph(program, "Stages".to_owned())));
        let _ = start;
        let run = random_run(&session, &self.args.game, &[], MOST_STEPS)?;
        let causes = Trace::of(&run).filter(|trace| trace.len() > 1).map(|trace| {
            let folded = senet_explain::TraceFilter { fold: true, ..Default::default() };
            senet_draw::svg(&draw(&session, trace, &folded))
        });
        Ok((stages, causes))
    }

    /// What is true of all plays, and the properties of the program, with a small limit.
    fn proofs(&self) -> (Vec<ProvedFact>, Vec<ProvedProperty>) {
        let args = &self.args.game;
        let none = (Vec::new(), Vec::new());
        if self.is_stopped() || self.game.rule_names().is_empty() || args.start.unwrap_or(1) != 1 {
            return none;
        }
        let Ok(source) = read_game(&args.game) else { return none };
        let options = OpenOptions { implementation: None, ..open_options(args) };
        let opened = with(&args.game, Some(&source), |it| senet_games::program(it, &options));
        let Ok(Opened::Ready(OpenProgram { program, .. })) = opened else { return none };
        let report = prove::briefly(program, &source.text, PROVED_POSITIONS);
        let facts = report
            .facts
            .into_iter()
            .map(|fact| ProvedFact { text: fact.text, method: fact.method.words().to_owned() });
        let properties = report.properties.into_iter().map(|one| ProvedProperty {
            answer: one.answer.word().to_owned(),
            because: match one.method {
                Some(method) => format!("by {}: {}", method.words(), one.because),
                None => one.because,
            },
            property: one.property,
        });
        (facts.collect(), properties.collect())
    }

    /// What perfect play leads to on boards that are smaller than this one, from the smallest on, for as long as the
    /// solver comes to an end.
    fn sizes(&self, positions: u64) -> Vec<(String, String)> {
        let mut out = Vec::new();
        let info = self.game.info();
        let numbers: Vec<(&str, u64, u64, u64)> = (info.options.iter())
            .filter_map(|option| match option.values {
                Values::Number { least, most, default }
                    if SIZES.contains(&option.name.as_str()) =>
                {
                    let chosen = self.game.options().iter().find(|(name, _)| *name == option.name);
                    let chosen = chosen.and_then(|(_, value)| value.parse().ok());
                    Some((option.name.as_str(), least, most, chosen.unwrap_or(default)))
                }
                _ => None,
            })
            .collect();
        let Some(least) = numbers.iter().map(|(_, least, ..)| *least).max() else { return out };
        let here = numbers.iter().map(|(.., chosen)| *chosen).max().unwrap_or(0);
        for n in (least..here).take(MOST_SIZES) {
            if self.is_stopped() {
                break;
            }
            let mut args = self.args.game.clone();
            for (name, _, most, _) in &numbers {
                args.options.retain(|(known, _)| known != name);
                args.options.push(((*name).to_owned(), n.min(*most).to_string()));
            }
            let Ok(Opened::Ready(game)) = open(&args) else { continue };
            match self.solution(&game, positions) {
                Some(text) => out.push((
                    numbers.iter().map(|_| n.to_string()).collect::<Vec<_>>().join(" × "),
                    text,
                )),
                None => break,
            }
        }
        out
    }

    /// What the solver finds out within a small limit, in a sentence.
    fn solved(&self, positions: u64) -> Option<String> {
        self.solution(self.game, positions)
    }

    fn solution(&self, game: &Arc<dyn DynGame>, positions: u64) -> Option<String> {
        if self.is_stopped() || positions == 0 {
            return None;
        }
        let limits = SolveLimits { positions, memory: crate::cli::estimate() };
        let mut solver = Solver::new(Arc::clone(game), limits);
        let solution = solver.solve(&mut |_| !interrupt::noted() && !memory::is_short());
        let value = solution.value()?;
        let looked = digits(solution.positions);
        let within = solution.distance.map_or(String::new(), |moves| match moves {
            1 => " in one move".to_owned(),
            _ => format!(" in {moves} moves"),
        });
        let best: Vec<&str> = (solution.moves.iter())
            .filter(|(_, to)| to.value == value)
            .map(|(mv, _)| mv.name.as_str())
            .take(12)
            .collect();
        let best = match (best.len(), solution.moves.len()) {
            // A limit was reached before all first moves were solved.
            _ if solution.error.is_some() => String::new(),
            (0, _) => String::new(),
            (n, all) if n == all => " Every first move keeps it.".to_owned(),
            _ => format!(" First moves that keep it: {}.", best.join(", ")),
        };
        let value = match (game.seats(), value) {
            (1, GameValue::Win) => format!("It can be solved{within}."),
            (1, _) => "It cannot be solved.".to_owned(),
            (_, GameValue::Draw) => "Nobody can force a win: it is a draw.".to_owned(),
            (_, value) => {
                let winner = value.winner().map_or(String::new(), |seat| game.seat_name(seat));
                format!("{winner} wins{within}, whatever the other does.")
            }
        };
        Some(format!("{value}{best} {looked} positions were looked at."))
    }
}

fn described(at: &dyn Cursor, mv: senet_game::MoveId) -> String {
    let seen = at.describe_move(mv, Observer::All);
    seen.written.into_iter().next().unwrap_or(seen.text)
}

fn ending(game: &dyn DynGame, verdict: &Verdict) -> String {
    match verdict {
        Verdict::Won(seats) if seats.is_empty() => "Lost.".to_owned(),
        Verdict::Won(seats) => {
            let names: Vec<String> = seats.iter().map(|seat| game.seat_name(seat)).collect();
            let verb = if names.len() == 1 { "wins" } else { "win" };
            format!("{} {verb}.", names.join(" and "))
        }
        Verdict::Draw => "A draw.".to_owned(),
        Verdict::NoResult => "The end.".to_owned(),
    }
}
