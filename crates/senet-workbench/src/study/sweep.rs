//! What an option changes: plays for each of its values, in turn, so that the picture fills evenly.

use super::{StudyDesk, count, digits, results, small};
use crate::library::Library;
use crate::protocol::{ShareView, StudyFound, SweepPoint, SweepView};
use senet_analysis::{SampleConfig, Sampler, Stride};
use senet_game::DynGame;
use std::sync::Arc;

/// The most values of a sweep, and plays for each of them.
const MOST_VALUES: usize = 32;
const MOST_GAMES: u64 = 50_000;
/// Plays in the first round; each round has as many as all before.
const FIRST_ROUND: u64 = 16;
const SEED: u64 = 1;

/// Opens the game with each value, and plays.
pub(crate) fn sweep(
    library: Library,
    text: String,
    option: String,
    values: Vec<u32>,
    games: u32,
) -> impl FnOnce(&StudyDesk) + Send {
    move |desk| {
        let games = u64::from(games).clamp(1, MOST_GAMES);
        let mut points: Vec<SweepPoint> = Vec::new();
        let mut samplers: Vec<Option<(Arc<dyn DynGame>, Sampler)>> = Vec::new();
        for value in values.into_iter().take(MOST_VALUES) {
            if desk.is_cancelled() {
                return;
            }
            desk.progress(Some(0.0), format!("setting up {option} {value}"));
            let chosen = [(option.clone(), value.to_string())];
            let mut point = SweepPoint { value, ..SweepPoint::default() };
            samplers.push(match library.open_text("yours", &text, &chosen, None) {
                Ok(game) => {
                    let mut sampler = Sampler::idle(&game, config(games));
                    sampler.cancel_on(desk.flag());
                    Some((game, sampler))
                }
                Err(why) => {
                    point.problem = Some(why.to_string());
                    None
                }
            });
            points.push(point);
        }
        let all = games * samplers.iter().flatten().count() as u64;
        let publish = |points: &[SweepPoint]| {
            let view = SweepView { option: option.clone(), points: points.to_vec() };
            desk.found(StudyFound::Sweep(view));
        };
        let mut played = 0;
        let mut done = 0;
        while played < games {
            let round = FIRST_ROUND.max(played).min(games - played);
            for (point, sampler) in points.iter_mut().zip(&mut samplers) {
                let Some((game, sampler)) = sampler else { continue };
                sampler.add(played..played + round);
                if let Err(why) = sampler.work(&mut || !desk.is_cancelled()) {
                    point.problem = Some(why.to_string());
                }
                if desk.is_cancelled() {
                    return;
                }
                done += round;
                tell(point, &**game, sampler);
                let part = done as f64 / all.max(1) as f64;
                desk.progress(Some(part), format!("{} of {}", digits(done), count(all, "game")));
            }
            publish(&points);
            played += round;
        }
        publish(&points);
    }
}

fn config(playouts: u64) -> SampleConfig {
    SampleConfig {
        playouts,
        seed: SEED,
        players: Vec::new(),
        detail: Stride::Never,
        rules: Stride::Never,
        tension: Stride::Never,
        queries: Stride::Never,
    }
}

fn tell(point: &mut SweepPoint, game: &dyn DynGame, sampler: &Sampler) {
    let all = sampler.stats().summary(game);
    point.results = results(&all);
    point.games = small(all.playouts);
    let (value, error) = (all.length.mean, all.length.error);
    point.length = ShareView { value, low: value - error, high: value + error };
}
