//! Everything that random play shows, as a page that stands alone: what `senet report` makes.

use super::{StudyDesk, count, digits};
use crate::protocol::{ReportView, StudyFound};
use senet_analysis::{ReportParts, SampleConfig, SampleMove, Sampler, Stride, report};
use senet_game::{DynGame, Observer, Rng, Turn};
use std::sync::Arc;

/// How many games are played for it.
const GAMES: u64 = 5_000;
/// Games between two questions whether to go on.
const SLICE: u64 = 100;
/// The sample play has at most so many moves.
const MOST_MOVES: usize = 200;
const SEED: u64 = 1;

/// Plays, and writes the page.
pub(crate) fn whole_report(
    game: Arc<dyn DynGame>,
    stages: Option<String>,
) -> impl FnOnce(&StudyDesk) + Send {
    move |desk| {
        let config = SampleConfig {
            playouts: GAMES,
            seed: SEED,
            detail: Stride::Every(1),
            ..SampleConfig::default()
        };
        let mut sampler = Sampler::new(&game, config);
        sampler.cancel_on(desk.flag());
        while !sampler.is_done() && !desk.is_cancelled() {
            let mut asked = 0;
            let mut more = || {
                asked += 1;
                asked < SLICE && !desk.is_cancelled()
            };
            if let Err(why) = sampler.work(&mut more) {
                desk.fail(&why.to_string());
                return;
            }
            let played = sampler.stats().playouts;
            let words = format!("{} of {}", digits(played), count(GAMES, "game"));
            desk.progress(Some(played as f64 / GAMES as f64), words);
        }
        if desk.is_cancelled() {
            return;
        }
        let (sample, sample_end, view) = sample_play(&*game);
        let stats = sampler.stats().summary(&*game);
        let html = report(&ReportParts {
            stages,
            sample,
            sample_end,
            sample_view: Some(view),
            ..ReportParts::new(&*game, "senet report FILE", &stats)
        });
        desk.found(StudyFound::Report(ReportView { html }));
    }
}

/// A random play: its moves, how it ended, and the last position.
fn sample_play(game: &dyn DynGame) -> (Vec<SampleMove>, Option<String>, senet_game::View) {
    let mut cursor = game.cursor();
    let mut rng = Rng::new(SEED);
    let mut sample = Vec::new();
    while sample.len() < MOST_MOVES {
        let seat = match cursor.turn() {
            Turn::Player(seat) => game.seat_name(seat),
            Turn::Chance => String::new(),
            _ => break,
        };
        let mv = cursor.random_move(&mut rng);
        let text = cursor.describe_move(mv, Observer::All).text;
        sample.push(SampleMove { seat, text });
        cursor.apply(mv);
    }
    let end = matches!(cursor.turn(), Turn::Over(_)).then(|| {
        let view = count(sample.len() as u64, "move");
        format!("The play is over after {view}.")
    });
    (sample, end, cursor.view(Observer::All))
}
