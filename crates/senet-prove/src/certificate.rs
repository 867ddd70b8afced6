//! Certificates: what is needed to check the answers, as a text that `senet-verify` reads.
//!
//! A certificate names each property with its answer and its evidence. Plays are lists of moves. Positions are
//! not written out: the checker makes every move itself, and must find as many as there are here.

use crate::graph::PositionGraph;
use crate::linear::LinearInvariant;
use crate::prover::Decided;
use crate::report::ProofAnswer;
use senet_program::Program;
use serde_json::{Value, json};

/// What shows that an answer is right.
#[derive(Debug, Clone)]
pub(crate) enum Evidence {
    /// Sums that no rule changes, as directives; none if the property is such a sum itself.
    Linear(Vec<String>),
    /// The play of the answer.
    Play,
    /// All positions.
    Positions,
    /// Atoms that may ever be there, sums of which there is one, and kinds of positions that no step leads to.
    Inductive { lemmas: Vec<String>, atoms: Vec<String>, single: bool, never: Vec<Vec<String>> },
    /// From so many positions, after the play of the answer, the property cannot be reached.
    Trap(usize),
}

/// A certificate for the answers of one run.
#[derive(Debug, Clone)]
pub struct Certificate {
    data: Value,
}

impl Certificate {
    pub(crate) fn new(
        program: &Program,
        start: usize,
        texts: &[String],
        decided: &[Option<Decided>],
        invariants: &[LinearInvariant],
        graph: &PositionGraph,
    ) -> Certificate {
        let mut claims = Vec::new();
        let mut all_positions = false;
        for (text, decided) in texts.iter().zip(decided) {
            let Some(decided) = decided else {
                continue;
            };
            let play = decided.play.as_ref().map(|play| {
                let texts = graph.move_texts(&play.places);
                let moves = play.places.iter().zip(texts);
                moves.map(|(place, text)| json!([place, text])).collect::<Vec<_>>()
            });
            let back = decided.play.as_ref().and_then(|play| play.back);
            let evidence = match &decided.evidence {
                Evidence::Linear(lemmas) => json!({ "kind": "linear", "lemmas": lemmas }),
                Evidence::Play => match back {
                    None => json!({ "kind": "play", "moves": play }),
                    Some(back) => json!({ "kind": "play", "moves": play, "back": back }),
                },
                Evidence::Positions => json!({ "kind": "positions" }),
                Evidence::Inductive { lemmas, atoms, single, never } => json!({
                    "kind": "inductive", "lemmas": lemmas, "atoms": atoms, "single": single,
                    "never": never,
                }),
                Evidence::Trap(positions) => {
                    json!({ "kind": "trap", "moves": play, "positions": positions })
                }
            };
            all_positions |= matches!(decided.evidence, Evidence::Positions);
            claims.push(json!({
                "property": text, "answer": decided.answer.word(), "evidence": evidence,
            }));
        }
        // What was found unasked can be checked too.
        for directive in invariants.iter().filter_map(LinearInvariant::directive) {
            claims.push(json!({
                "property": directive, "answer": ProofAnswer::Proved.word(),
                "evidence": { "kind": "linear", "lemmas": [] },
            }));
        }
        let positions = all_positions.then(|| graph.len());
        let game = program.game();
        let options: Vec<(&str, u64)> =
            game.options.iter().map(|o| (o.name.as_str(), o.value)).collect();
        let players = game.players.as_ref().filter(|p| p.range.0 < p.range.1);
        let players = players.map(|p| p.seats.len());
        let data = json!({
            "certificate": 2, "options": options, "players": players, "start": start + 1,
            "claims": claims, "positions": positions,
        });
        Certificate { data }
    }

    /// The text of the certificate, for a program of this name.
    pub fn text(&self, game: &str) -> String {
        let mut data = self.data.clone();
        data["game"] = json!(game);
        let mut text = serde_json::to_string_pretty(&data).expect("a certificate is plain data");
        text.push('\n');
        text
    }
}
