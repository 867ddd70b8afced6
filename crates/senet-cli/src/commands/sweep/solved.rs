//! Every point of a sweep solved: values, thresholds, and a first player who cannot be stopped.

use super::lints::lints;
use super::{Sweep, Varied, aligned};
use crate::cli::StatsFormat;
use crate::failure::Outcome;
use crate::sampling::Stopped;
use crate::words::digits;
use crate::{interrupt, memory, output};
use senet_solve::{GameValue, SolveLimits, Solver};
use serde_json::{Value, json};
use std::sync::Arc;

impl Sweep<'_> {
    /// Solves every point, and says where the value changes.
    pub(super) fn solve(&self) -> Outcome {
        interrupt::note();
        let limits =
            SolveLimits { positions: self.args.max_positions, memory: crate::cli::estimate() };
        let mut head: Vec<String> = self.varied.iter().map(|one| one.name.clone()).collect();
        head.extend(["value".to_owned(), "positions".to_owned()]);
        let (mut table, mut values) = (vec![head], Vec::new());
        let (mut rows, mut found) = (Vec::new(), Vec::new());
        for (point, game) in self.games.iter().enumerate() {
            let mut solver = Solver::new(Arc::clone(game), limits);
            let solution = solver.solve(&mut |_| !interrupt::noted() && !memory::is_short());
            if interrupt::noted() {
                break;
            }
            let value = solution.value();
            let said = match (value, game.seats()) {
                (Some(GameValue::Draw), 1) | (Some(GameValue::Loss), 1) => "no solution".to_owned(),
                (Some(GameValue::Win), 1) => "solvable".to_owned(),
                (Some(GameValue::Draw), _) => "draw".to_owned(),
                (Some(value), _) => {
                    let winner = value.winner().map_or(String::new(), |seat| game.seat_name(seat));
                    format!("{winner} wins")
                }
                (None, _) => match solution.error {
                    Some(why) => format!("unknown: {why}"),
                    None => "unknown".to_owned(),
                },
            };
            let mut row: Vec<String> = self.points[point].iter().map(|(_, v)| v.clone()).collect();
            row.extend([said.clone(), digits(solution.positions)]);
            table.push(row);
            values.push(said.clone());
            found.push(value.filter(|_| game.seats() > 1));
            let options: serde_json::Map<String, Value> =
                self.points[point].iter().map(|(n, v)| (n.clone(), json!(v))).collect();
            rows.push(json!({
                "options": options, "value": said, "positions": solution.positions,
                "solved": value.is_some(),
            }));
        }
        let lint = self.first_seat_wins(&found);
        match self.args.format {
            StatsFormat::Text => {
                output::data(&aligned(&table));
                if let [one] = &self.varied[..] {
                    output::data(&thresholds(one, &values));
                }
                output::data(&lints(lint.as_slice()));
            }
            StatsFormat::Csv => {
                let line = |row: &Vec<String>| row.join(",").replace(" positions", "") + "\n";
                output::data(&table.iter().map(line).collect::<String>());
            }
            StatsFormat::Json | StatsFormat::Ndjson => {
                output::data(&format!(
                    "{:#}\n",
                    json!({ "game": self.args.game.game, "points": rows, "lints": lint.as_slice() })
                ));
            }
        }
        if interrupt::noted() {
            return Stopped::Interrupted.report();
        }
        Ok(0)
    }
}

/// Where the value of a game changes as one option grows: the threshold of a bias, for instance.
fn thresholds(one: &Varied, values: &[String]) -> String {
    let mut out = String::new();
    for (i, pair) in values.windows(2).enumerate() {
        if pair[0] != pair[1] && !pair.iter().any(|value| value.starts_with("unknown")) {
            let (name, before, after) = (&one.name, &one.values[i], &one.values[i + 1]);
            out.push_str(&format!(
                "threshold: {} up to {name} {before}, {} from {name} {after}\n",
                pair[0], pair[1]
            ));
        }
    }
    out
}
