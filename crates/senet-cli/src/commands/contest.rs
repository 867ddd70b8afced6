//! `senet match`: many games between bots, and who is better.

use crate::cli::{MatchArgs, ReportFormat};
use crate::commands::game::{Opened, read, wanted, with};
use crate::failure::{Failure, Outcome};
use crate::progress::Progress;
use crate::session::seed;
use crate::{interrupt, output};
use senet_game::{Eye, Outcome as End, Rng, Seat};
use senet_games::{Tables, tables};
use senet_match::{Contestant, Entry, Fixture, Now, Setting, Sitter, Standings, Who, fixtures};
use senet_tui::Outside;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};

pub(crate) fn run(args: &MatchArgs) -> Outcome {
    let help = "write, for instance, --bots mcts:1s,random";
    let mut bots: Vec<Who> = Vec::new();
    for name in &args.bots {
        let who: Who = name
            .trim()
            .parse()
            .map_err(|e: senet_match::NoSuchBot| Failure::usage(e.to_string()).help(help))?;
        if who == Who::Person {
            return Err(Failure::usage("people do not play here").help(help));
        }
        bots.push(who);
    }
    if let Some(folder) = &args.records {
        std::fs::create_dir_all(folder)
            .map_err(|e| Failure::usage(format!("`{folder}` cannot be made: {e}")))?;
    }
    let game = &args.game;
    let own = read(&game.game)?;
    let setting = Setting { seed: seed(game.chance.seed), swap: args.swap, ..Setting::default() };
    interrupt::listen();
    let opened = with(&game.game, own.as_ref(), |source| tables(source, &wanted(game), setting))?;
    match opened {
        Opened::Done(tables) => Contest { args, bots, tables }.hold(),
        Opened::Bad(code) => Ok(code),
    }
}

/// A tournament of some game.
struct Contest<'a> {
    args: &'a MatchArgs,
    bots: Vec<Who>,
    tables: Tables,
}

/// A game that has ended: which, how, after how many moves, and its record.
type Ended = (Fixture, Result<(End, u64, String), String>);

impl Contest<'_> {
    fn hold(&self) -> Outcome {
        let seats = self.tables.seats.len();
        let all = fixtures(self.bots.len(), seats, self.args.games)
            .map_err(|why| Failure::usage(why).help("name as many bots as there are seats"))?;
        self.can_all_play()?;
        let mut standings = Standings::new(self.bots.len(), seats);
        let mut progress = Progress::new();
        let (mut done, mut moves) = (0, 0);
        let next = AtomicUsize::new(0);
        let (send, ended) = channel::<Ended>();
        let result = std::thread::scope(|scope| {
            for _ in 0..self.args.threads.clamp(1, 64) {
                let (send, next, all) = (send.clone(), &next, &all);
                scope.spawn(move || self.work(all, next, &send));
            }
            drop(send);
            for (fixture, end) in ended {
                let (outcome, made, record) = match end {
                    Ok(ended) => ended,
                    Err(why) => {
                        next.store(all.len(), Ordering::Relaxed);
                        return Err(Failure::usage(why));
                    }
                };
                standings.add(&fixture, &outcome);
                self.keep(&fixture, &record)?;
                moves += made;
                done += 1;
                progress.tick(|| bar(done, all.len(), &self.bots, &standings));
            }
            Ok(())
        });
        progress.done();
        result?;
        match self.args.format {
            ReportFormat::Text => output::data(&self.table(&standings.all(), moves)),
            ReportFormat::Json => {
                output::data(&format!("{:#}\n", self.json(&standings.all(), moves)));
            }
        }
        Ok(0)
    }

    /// Lets everybody sit down once, to hear who cannot play.
    fn can_all_play(&self) -> Result<(), Failure> {
        let mut table =
            self.tables.begin(self.tables.setting.clone(), &[]).map_err(Failure::usage)?;
        for who in &self.bots {
            let sitter = Sitter { name: None, who: who.clone() };
            let sat = table.sit(Seat(0), sitter);
            sat.map_err(|why| Failure::usage(format!("{who}: {why}")))?;
        }
        Ok(())
    }

    /// Plays the games that nobody plays yet.
    fn work(&self, all: &[Fixture], next: &AtomicUsize, send: &Sender<Ended>) {
        let outside = Outside::new(Arc::new(AtomicBool::new(false)));
        while let Some(fixture) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            let end = self.play(fixture, &outside);
            if send.send((fixture.clone(), end)).is_err() {
                return;
            }
        }
    }

    fn play(&self, fixture: &Fixture, outside: &Outside) -> Result<(End, u64, String), String> {
        let common = &self.tables.setting;
        let sitter = |at: &usize| Sitter { name: None, who: self.bots[*at].clone() };
        let setting = Setting {
            sitters: fixture.seats.iter().map(sitter).collect(),
            // Short enough to be typed again.
            seed: Rng::nth(common.seed, fixture.number).bits() >> 24,
            ..common.clone()
        };
        let mut table = self.tables.begin(setting, &[])?;
        while table.go_on(outside) {}
        let record = table.record();
        let moves = record.plays.len() as u64;
        match table.snapshot(Eye::Public).now {
            Now::Over(outcome, _) => {
                let swapped = record.plays.contains(&Entry::Swap);
                let outcome = if swapped { outcome.exchanged() } else { outcome };
                Ok((outcome, moves, record.to_string()))
            }
            Now::Stopped(budget) => Err(format!("the budget of {} ran out", budget.what())),
            Now::Turn(_) | Now::Chance => Err("a game did not end".to_owned()),
        }
    }

    /// Keeps the record of a game, if records are kept.
    fn keep(&self, fixture: &Fixture, record: &str) -> Result<(), Failure> {
        let Some(folder) = &self.args.records else {
            return Ok(());
        };
        let path = Path::new(folder).join(format!("{:05}.txt", fixture.number + 1));
        let written = std::fs::write(&path, record);
        written.map_err(|e| Failure::usage(format!("`{}`: {e}", path.display())))
    }

    fn table(&self, all: &[Contestant], moves: u64) -> String {
        let names = &self.tables.seats;
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
        let one = |(bot, one): (&Who, &Contestant)| {
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
            "game": self.tables.setting.game, "games": self.args.games,
            "seed": self.tables.setting.seed,
            "moves": moves, "bots": bots,
        })
    }
}

/// How far it is, and how it stands.
fn bar(done: usize, all: usize, bots: &[Who], standings: &Standings) -> String {
    let full = 20 * done / all.max(1);
    let bar = format!("[{}{}]", "#".repeat(full), "-".repeat(20 - full));
    let each = bots.iter().zip(standings.all());
    let each = each.map(|(bot, one)| format!("{bot} {:.0}%", 100.0 * one.points));
    format!("{bar} {done}/{all}  {}", each.collect::<Vec<_>>().join("  "))
}
