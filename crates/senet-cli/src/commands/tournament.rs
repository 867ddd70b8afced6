//! `senet tournament`: many games between bots, and who is better.

use crate::cli::{ReportFormat, TournamentArgs};
use crate::commands::game::{Opened, open};
use crate::failure::{Failure, Outcome};
use crate::progress::Progress;
use crate::session::seed;
use crate::{interrupt, output, tables};
use senet_game::{DynGame, Outcome as End, Rng, Seat};
use senet_match::{
    Contestant, EndgameTable, Environment, Fixture, Match, MatchConfig, MatchStatus, Participant,
    ParticipantKind, Schedule, Standings,
};
use senet_tui::SystemEnvironment;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

pub(crate) fn run(args: &TournamentArgs) -> Outcome {
    let help = "write, for instance, --bots mcts:1s,random";
    let mut bots: Vec<ParticipantKind> = Vec::new();
    for name in &args.bots {
        let kind: ParticipantKind = name
            .trim()
            .parse()
            .map_err(|e: senet_match::BotError| Failure::usage(e.to_string()).help(help))?;
        if kind == ParticipantKind::Person {
            return Err(Failure::usage("people do not play here").help(help));
        }
        bots.push(kind);
    }
    if let Some(folder) = &args.records {
        std::fs::create_dir_all(folder)
            .map_err(|e| Failure::usage(format!("`{folder}` cannot be made: {e}")))?;
    }
    let seed = seed(args.game.chance.seed);
    interrupt::note();
    match open(&args.game)? {
        Opened::Ready(game) => {
            let table = tables::named(args.table.as_deref(), &*game)?;
            Contest { args, bots, game, seed, table }.hold()
        }
        Opened::HasErrors(code) => Ok(code),
    }
}

/// A tournament of some game.
struct Contest<'a> {
    args: &'a TournamentArgs,
    bots: Vec<ParticipantKind>,
    game: Arc<dyn DynGame>,
    seed: u64,
    table: Option<Arc<EndgameTable>>,
}

/// A game that has ended: how, after how many plays, and its record if records are kept.
struct Ended {
    outcome: End,
    plays: u64,
    record: Option<String>,
}

/// Games that one thread has played.
type Batch = Vec<(Fixture, Result<Ended, Failure>)>;

/// Results that wait to be counted, at most.
const WAITING: usize = 1024;
/// Games that one thread plays before it reports them.
const BATCH: usize = 16;
/// How often an interrupt is looked for while no game ends.
const LISTEN: Duration = Duration::from_millis(20);

impl Contest<'_> {
    fn hold(&self) -> Outcome {
        let seats = self.game.seats();
        let all = Schedule::new(self.bots.len(), seats, self.args.games).map_err(|why| {
            Failure::usage(why.to_string()).help("name as many bots as there are seats")
        })?;
        self.can_all_play()?;
        let mut standings = Standings::new(self.bots.len(), seats);
        let mut progress = Progress::new();
        let (mut done, mut plays) = (0, 0);
        let next = AtomicU64::new(0);
        let stop = Arc::new(AtomicBool::new(false));
        let (send, ended) = sync_channel::<Batch>(WAITING);
        let result = std::thread::scope(|scope| {
            for _ in 0..self.args.threads.clamp(1, 64) {
                let (send, next, all, stop) = (send.clone(), &next, &all, &stop);
                scope.spawn(move || self.work(all, next, stop, &send));
            }
            drop(send);
            let mut count = |batch: Batch| {
                for (fixture, end) in batch {
                    let ended = end?;
                    standings.add(&fixture, &ended.outcome);
                    self.keep(&fixture, ended.record.as_deref())?;
                    plays += ended.plays;
                    done += 1;
                }
                progress.tick(|| bar(done, all.len(), &self.bots, &standings));
                Ok(())
            };
            let result: Result<(), Failure> = loop {
                if interrupt::noted() {
                    break Ok(());
                }
                match ended.recv_timeout(LISTEN) {
                    Ok(batch) => match count(batch) {
                        Ok(()) => {}
                        Err(why) => break Err(why),
                    },
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break Ok(()),
                }
            };
            // Searches ask for this flag, so the threads end soon; nobody receives what they send.
            stop.store(true, Ordering::Relaxed);
            drop(ended);
            result
        });
        progress.done();
        result?;
        match self.args.format {
            ReportFormat::Text => output::data(&self.table(&standings.all(), plays)),
            ReportFormat::Json => {
                output::data(&format!("{:#}\n", self.json(&standings.all(), plays)));
            }
        }
        if interrupt::noted() {
            output::message("senet: interrupted");
            return Ok(interrupt::INTERRUPTED);
        }
        Ok(0)
    }

    /// Seats everybody once, to hear who cannot play.
    fn can_all_play(&self) -> Result<(), Failure> {
        let mut playing = self.begin(MatchConfig::default())?;
        let environment = SystemEnvironment::new(Arc::default()).with_table(self.table.clone());
        for kind in &self.bots {
            let sat = playing.sit(Seat(0), kind.clone().into(), &environment);
            sat.map_err(|why| Failure::usage(format!("{kind}: {why}")))?;
        }
        Ok(())
    }

    fn begin(&self, config: MatchConfig) -> Result<Match, Failure> {
        let config = MatchConfig { swap: self.args.swap, ..config };
        Match::new(Arc::clone(&self.game), config).map_err(|e| Failure::usage(e.to_string()))
    }

    /// Plays the games that no other thread plays.
    fn work(
        &self,
        all: &Schedule,
        next: &AtomicU64,
        stop: &Arc<AtomicBool>,
        send: &SyncSender<Batch>,
    ) {
        let environment = SystemEnvironment::new(Arc::clone(stop)).with_table(self.table.clone());
        let mut batch = Vec::new();
        while let Some(fixture) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let end = self.play(&fixture, &environment);
            let failed = end.is_err();
            batch.push((fixture, end));
            // Slow games are reported at once, and fast ones in batches: a message costs more than
            // a short game.
            if (failed || batch.len() >= BATCH || self.args.records.is_some())
                && send.send(std::mem::take(&mut batch)).is_err()
            {
                return;
            }
        }
        let _ = send.send(batch);
    }

    fn play(&self, fixture: &Fixture, environment: &SystemEnvironment) -> Result<Ended, Failure> {
        let participant = |at: &usize| Participant::from(self.bots[*at].clone());
        let mut playing = self.begin(MatchConfig {
            participants: fixture.seats.iter().map(participant).collect(),
            // Short enough to be typed again.
            seed: Rng::nth(self.seed, fixture.number).bits() >> 24,
            ..MatchConfig::default()
        })?;
        while playing.advance(environment).map_err(|why| Failure::bad(why.to_string()))? {
            if environment.is_cancelled() {
                return Err(Failure::bad("interrupted"));
            }
        }
        match playing.status() {
            MatchStatus::Over(outcome, _) => {
                let swapped = playing.is_swapped();
                let outcome = if swapped { outcome.exchanged() } else { outcome.clone() };
                let record = self.args.records.as_ref().map(|_| playing.record().to_string());
                Ok(Ended { outcome, plays: playing.plays(), record })
            }
            MatchStatus::Stopped(kind) => Err(Failure::bad(kind.reached())),
            MatchStatus::Turn(_) | MatchStatus::Chance => Err(Failure::bad("a game did not end")),
        }
    }

    /// Keeps the record of a game, if records are kept.
    fn keep(&self, fixture: &Fixture, record: Option<&str>) -> Result<(), Failure> {
        let (Some(folder), Some(record)) = (&self.args.records, record) else {
            return Ok(());
        };
        let path = Path::new(folder).join(format!("{:05}.txt", fixture.number + 1));
        let written = senet_tui::write_whole(&path, record);
        written.map_err(|e| Failure::usage(format!("`{}`: {e}", path.display())))
    }

    fn table(&self, all: &[Contestant], moves: u64) -> String {
        let names: Vec<String> = self.game.all_seats().map(|s| self.game.seat_name(s)).collect();
        let wide = self.bots.iter().map(|b| b.to_string().len()).max().unwrap_or(0).max(3);
        let mut out = format!("{:<wide$}  games    won  drawn   lost  points  95 % range", "bot");
        if all.iter().any(|c| c.elo.is_some()) {
            out.push_str("      Elo       ");
        }
        let seats = if names.len() == 2 { 2 } else { 0 };
        for name in names.iter().take(seats) {
            out.push_str(&format!("  as {name}"));
        }
        let mut out = out.trim_end().to_owned() + "\n";
        for (bot, one) in self.bots.iter().zip(all) {
            let [won, drawn, lost] = one.counts;
            let (low, high) = one.between;
            let mut line = format!(
                "{:<wide$}  {:>5}  {won:>5}  {drawn:>5}  {lost:>5}  {:>5.1}%  {:>4.1} to {:>4.1}%",
                bot.to_string(),
                won + drawn + lost,
                100.0 * one.points,
                100.0 * low,
                100.0 * high,
            );
            if let Some((elo, spread)) = one.elo {
                line.push_str(&format!("  {elo:>+5.0} ±{spread:>3.0}"));
            }
            for counts in one.by_seat.iter().take(seats) {
                let [won, drawn, lost] = counts;
                line.push_str(&format!("  {won}-{drawn}-{lost}"));
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        let games: u64 = all.iter().map(|c| c.counts.iter().sum::<u64>()).sum();
        let games = games / names.len() as u64;
        let mean = moves as f64 / games.max(1) as f64;
        out.push_str(&format!("{games} games, {mean:.1} moves each\n"));
        out
    }

    fn json(&self, all: &[Contestant], moves: u64) -> Value {
        let one = |(bot, one): (&ParticipantKind, &Contestant)| {
            let [won, drawn, lost] = one.counts;
            json!({
                "bot": bot.to_string(),
                "won": won, "drawn": drawn, "lost": lost,
                "points": one.points,
                "low": one.between.0, "high": one.between.1,
                "elo": one.elo.map(|e| e.0), "elo_error": one.elo.map(|e| e.1),
                "by_seat": one.by_seat,
            })
        };
        let bots: Vec<Value> = self.bots.iter().zip(all).map(one).collect();
        json!({
            "game": self.args.game.game, "games": self.args.games,
            "seed": self.seed,
            "moves": moves, "bots": bots,
        })
    }
}

/// How far it is, and how it stands.
fn bar(done: u64, all: u64, bots: &[ParticipantKind], standings: &Standings) -> String {
    let full = (20 * done / all.max(1)) as usize;
    let bar = format!("[{}{}]", "#".repeat(full), "-".repeat(20 - full));
    let each = bots.iter().zip(standings.all());
    let each = each.map(|(bot, one)| format!("{bot} {:.0}%", 100.0 * one.points));
    format!("{bar} {done}/{all}  {}", each.collect::<Vec<_>>().join("  "))
}
