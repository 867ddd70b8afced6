//! Statistics of games whose figures are known, however the work is shared out.

use senet_analysis::{PlayStats, SampleConfig, SampleError, Sampler, Stride, exact};
use senet_game::{DynGame, Listed, erase};
use senet_players::Bot;
use senet_positional::games::{Hex, Mnk};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A game of the catalogue, with some options.
fn listed<G: Listed>(options: &[(&str, usize)]) -> Arc<dyn DynGame> {
    let options: Vec<(String, String)> =
        options.iter().map(|(n, v)| ((*n).to_owned(), v.to_string())).collect();
    let chosen = G::info().choose(&options, None).expect("good options");
    erase(Arc::new(G::from_options(&chosen).expect("good options")), G::info())
}

fn tic_tac_toe() -> Arc<dyn DynGame> {
    listed::<Mnk>(&[("width", 3), ("height", 3), ("k", 3)])
}

fn hex(size: usize) -> Arc<dyn DynGame> {
    listed::<Hex>(&[("size", size)])
}

fn sampled(game: &Arc<dyn DynGame>, config: &SampleConfig) -> PlayStats {
    let mut sampler = Sampler::new(game, config.clone());
    sampler.work(&mut || true).expect("random moves");
    assert!(sampler.is_done());
    sampler.into_stats()
}

#[test]
fn intervals_contain_the_truth_nineteen_times_of_twenty() {
    let game = tic_tac_toe();
    // The exact shares of random play.
    let known = [737.0 / 1260.0, 121.0 / 420.0, 8.0 / 63.0];
    let mut within = 0;
    for seed in 0..60 {
        let never = Stride::Never;
        let config = SampleConfig {
            playouts: 1_000,
            seed,
            detail: never,
            tension: never,
            ..SampleConfig::default()
        };
        let summary = sampled(&game, &config).summary(&*game);
        let found = [summary.seats[0].won, summary.seats[1].won, summary.drawn];
        let pairs = known.iter().zip(found);
        within +=
            pairs.filter(|(known, found)| found.low < **known && **known < found.high).count();
    }
    // 171 are expected, with a standard deviation of 3.
    assert!((160..=179).contains(&within), "{within} of 180");
}

#[test]
fn measures_agree_with_what_is_known_of_tic_tac_toe() {
    let game = tic_tac_toe();
    let config = SampleConfig { playouts: 20_000, seed: 3, ..SampleConfig::default() };
    let summary = sampled(&game, &config).summary(&*game);
    assert_eq!((summary.length.least, summary.length.most), (5, 9));
    assert_eq!(summary.completion.value, 1.0);
    let advantage = summary.first_move_advantage.unwrap();
    assert!(advantage.low > 0.12 && advantage.high < 0.18, "{advantage:?}");
    assert!((summary.balance.unwrap() - (1.0 - 2.0 * advantage.value)).abs() < 1e-9);
    // Nine moves at first, and one fewer at each ply.
    assert_eq!(summary.branching_by_ply, [9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0]);
    assert_eq!(summary.first_moves.len(), 9);
    let centre = summary.first_moves.iter().find(|one| one.name == "b2").unwrap();
    assert!(summary.first_moves.iter().all(|one| one.points.value <= centre.points.value));
    // Each seat used each cell, and the centre did best.
    assert_eq!(summary.cells.iter().map(Vec::len).collect::<Vec<_>>(), [9, 9]);
}

#[test]
fn statistics_do_not_depend_on_slices_or_on_who_plays_what() {
    let game = hex(4);
    let config = SampleConfig { playouts: 3_000, seed: 9, ..SampleConfig::default() };
    let whole = sampled(&game, &config);
    assert_eq!(whole.playouts, 3_000);
    assert!(whole.detail.plays == 1_000 && whole.tension.plays == 25, "{whole:?}");

    let mut sliced = Sampler::new(&game, config.clone());
    let mut asked = 0;
    while !sliced.is_done() {
        sliced
            .work(&mut || {
                asked += 1;
                asked % 7 != 0
            })
            .unwrap();
    }
    assert_eq!(*sliced.stats(), whole);

    // Three workers with unequal shares, in an unusual order.
    let mut parts: Vec<Sampler> = (0..3).map(|_| Sampler::idle(&game, config.clone())).collect();
    for (i, start) in (0..3_000).step_by(100).enumerate() {
        parts[i * i % 3].add(start..start + 100);
    }
    let mut merged = PlayStats::new(2);
    for mut part in parts.into_iter().rev() {
        part.work(&mut || true).unwrap();
        merged.merge(&part.into_stats());
    }
    assert_eq!(merged, whole);
}

#[test]
fn statistics_survive_a_file() {
    let stats = sampled(&hex(3), &SampleConfig { playouts: 500, ..SampleConfig::default() });
    let text = serde_json::to_string(&stats).unwrap();
    assert_eq!(serde_json::from_str::<PlayStats>(&text).unwrap(), stats);
}

#[test]
fn bots_play_and_the_stronger_one_wins() {
    let game = tic_tac_toe();
    let mut config = SampleConfig {
        playouts: 40,
        seed: 1,
        players: vec![Bot::level(4), Bot::random()],
        tension: Stride::Never,
        ..SampleConfig::default()
    };
    let stats = sampled(&game, &config);
    assert_eq!((stats.playouts, stats.detail.plays, stats.tension.plays), (40, 40, 0));
    assert!(stats.won[0] >= 30, "{stats:?}");
    assert_eq!(stats, sampled(&game, &config), "bots that count playouts play the same again");

    config.players = vec![Bot::random(); 3];
    let wrong = Sampler::new(&game, config).work(&mut || true).unwrap_err();
    assert_eq!(wrong, SampleError::Seats { seats: 2, bots: 3 });
}

#[test]
fn a_cancelled_sampler_keeps_what_it_has() {
    let flag = Arc::new(AtomicBool::new(false));
    let config = SampleConfig { playouts: u64::MAX, ..SampleConfig::default() };
    let mut sampler = Sampler::new(&tic_tac_toe(), config);
    sampler.cancel_on(Arc::clone(&flag));
    let mut left = 1_000;
    sampler
        .work(&mut || {
            left -= 1;
            left > 0
        })
        .unwrap();
    flag.store(true, std::sync::atomic::Ordering::Relaxed);
    let before = sampler.stats().playouts;
    sampler.work(&mut || true).unwrap();
    assert!(before > 0 && sampler.stats().playouts == before && !sampler.is_done());
}

#[test]
fn nothing_asked_for_is_nothing_counted() {
    let game = tic_tac_toe();
    let stats = sampled(&game, &SampleConfig { playouts: 0, ..SampleConfig::default() });
    let summary = stats.summary(&*game);
    assert_eq!((summary.playouts, summary.balance, summary.drawn.high), (0, None, 1.0));
}

#[test]
fn exact_values_are_fractions() {
    let found = exact(&tic_tac_toe(), 20_000, &mut || true).expect("tic-tac-toe is small");
    let fractions = found.fractions.expect("plays of at most nine moves have short fractions");
    assert_eq!(fractions.won, ["737/1260", "121/420"]);
    assert_eq!(fractions.drawn, "8/63");
    let number = |text: &str| {
        let (a, b) = text.split_once('/').expect("a fraction");
        a.parse::<f64>().unwrap() / b.parse::<f64>().unwrap()
    };
    assert!((number(&fractions.length) - found.length).abs() < 1e-12);
}
