//! Whether the properties of a program hold, and what else is true of all plays.

use super::{Steps, StudyDesk, count, small};
use crate::protocol::{FactView, PropertiesView, PropertyView, StudyFound, WitnessView};
use senet_engine::Engine;
use senet_prove::{PlayWitness, ProofAnswer, ProveLimits, ProveReport, Prover};
use std::sync::Arc;

/// What a study may explore, in positions and bytes.
const MOST_POSITIONS: u32 = 3_000_000;
const MOST_MEMORY: u64 = 512 << 20;
/// Positions between two questions whether to go on.
const SLICE: u64 = 64;

/// Proves what can be proved. `places` says where each property stands in the text.
pub(crate) fn properties(
    engine: Arc<Engine>,
    source: String,
    positions: u32,
    places: Vec<(u32, u32)>,
) -> impl FnOnce(&StudyDesk) + Send {
    move |desk| {
        let limits = ProveLimits {
            positions: positions.clamp(1, MOST_POSITIONS).into(),
            memory: MOST_MEMORY,
            ..ProveLimits::default()
        };
        desk.progress(None, "looking for sums that no rule changes".to_owned());
        let mut prover = Prover::new(&engine, &source, 0, limits);
        let written = prover.written();
        let mut steps = Steps::new();
        while prover.advance(SLICE) {
            if desk.is_cancelled() {
                prover.cancel();
                break;
            }
            let so_far = prover.progress();
            if steps.is_due(so_far.positions) {
                let words = count(so_far.positions, "position");
                desk.progress(
                    None,
                    format!("{words}, {} deep", count(so_far.depth.into(), "move")),
                );
                let open = written.iter().zip(prover.answers()).enumerate();
                let open = open.map(|(i, (text, answer))| {
                    let (from, to) = places.get(i).copied().unwrap_or_default();
                    let answer = answer.map_or("open", ProofAnswer::word).to_owned();
                    let (text, because) = (text.clone(), String::new());
                    PropertyView { text, from, to, answer, method: None, because, play: None }
                });
                desk.found(StudyFound::Properties(PropertiesView {
                    positions: small(so_far.positions),
                    properties: open.collect(),
                    ..PropertiesView::default()
                }));
            }
        }
        let report = prover.finish().0;
        desk.progress(Some(1.0), count(report.positions, "position"));
        desk.found(StudyFound::Properties(view(&report, &places)));
    }
}

fn view(report: &ProveReport, places: &[(u32, u32)]) -> PropertiesView {
    let play = |play: &PlayWitness| WitnessView {
        moves: play.moves.clone(),
        back: play.back.map(|back| back as u32),
    };
    let property = |(i, known): (usize, &senet_prove::PropertyReport)| {
        let (from, to) = places.get(i).copied().unwrap_or_default();
        PropertyView {
            text: known.property.clone(),
            from,
            to,
            answer: known.answer.word().to_owned(),
            method: known.method.map(|method| method.words().to_owned()),
            because: known.because.clone(),
            play: known.play.as_ref().map(play),
        }
    };
    let fact = |fact: &senet_prove::Fact| FactView {
        text: fact.text.clone(),
        method: fact.method.words().to_owned(),
        directive: fact.directive.clone(),
        play: fact.play.as_ref().map(play),
    };
    PropertiesView {
        positions: small(report.positions),
        complete: report.complete,
        stopped: report.stopped.clone(),
        properties: report.properties.iter().enumerate().map(property).collect(),
        facts: report.facts.iter().map(fact).collect(),
    }
}
