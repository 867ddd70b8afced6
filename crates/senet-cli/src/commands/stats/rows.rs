//! Statistics as rows: one figure each, for tables and other programs.

use crate::parquet::Column;
use senet_analysis::{DistributionSummary, Share, StatsSummary};
use serde::Serialize;

/// One figure.
#[derive(Debug, Serialize)]
struct FigureRow<'a> {
    /// What it is, such as `won`.
    figure: &'static str,
    /// Of what, such as the name of a seat; may be empty.
    of: &'a str,
    value: f64,
    /// The interval, if it has one.
    low: Option<f64>,
    high: Option<f64>,
    /// How many plays or positions it rests on.
    n: u64,
}

/// A line of JSON for each figure.
pub(super) fn ndjson(summary: &StatsSummary) -> String {
    let line =
        |row: &FigureRow<'_>| serde_json::to_string(row).expect("rows are plain data") + "\n";
    rows(summary).iter().map(line).collect()
}

/// A table with a row for each figure (RFC 4180).
pub(super) fn csv(summary: &StatsSummary) -> String {
    let mut out = "figure,of,value,low,high,n\n".to_owned();
    let number = |n: Option<f64>| n.map_or(String::new(), |n| n.to_string());
    for row in rows(summary) {
        let FigureRow { figure, of, value, low, high, n } = row;
        let of = match of.contains([',', '"', '\n', '\r']) {
            true => format!("\"{}\"", of.replace('"', "\"\"")),
            false => of.to_owned(),
        };
        out.push_str(&format!("{figure},{of},{value},{},{},{n}\n", number(low), number(high)));
    }
    out
}

/// The same table as an Apache Parquet file.
pub(super) fn parquet(summary: &StatsSummary) -> Vec<u8> {
    let rows = rows(summary);
    let number =
        |of: fn(&FigureRow<'_>) -> Option<f64>| Column::Number(rows.iter().map(of).collect());
    crate::parquet::parquet(&[
        ("figure", Column::Text(rows.iter().map(|row| row.figure).collect())),
        ("of", Column::Text(rows.iter().map(|row| row.of).collect())),
        ("value", number(|row| Some(row.value))),
        ("low", number(|row| row.low)),
        ("high", number(|row| row.high)),
        ("n", Column::Count(rows.iter().map(|row| row.n as i64).collect())),
    ])
}

fn rows(summary: &StatsSummary) -> Vec<FigureRow<'_>> {
    let mut rows = Rows(Vec::new());
    for seat in &summary.seats {
        rows.share("won", &seat.name, seat.won);
        rows.share("points", &seat.name, seat.points);
    }
    rows.share("drawn", "", summary.drawn);
    rows.share("shared", "", summary.shared);
    rows.share("lost", "", summary.lost);
    rows.share("no result", "", summary.open);
    if let Some(advantage) = summary.first_move_advantage {
        rows.share("first move advantage", "", advantage);
    }
    if let Some(balance) = summary.balance {
        rows.plain("balance", "", balance, summary.playouts);
    }
    rows.share("decisive", "", summary.decisive);
    rows.share("completion", "", summary.completion);
    rows.distribution("length", "", &summary.length);
    rows.distribution("branching", "", &summary.branching);
    rows.distribution("decisions", "", &summary.decisions);
    rows.distribution("first decision", "", &summary.first_decision);
    rows.share("forced", "", summary.forced);
    for (seat, scores) in summary.seats.iter().zip(&summary.scores) {
        rows.distribution("score", &seat.name, scores);
    }
    if let Some(margin) = &summary.margin {
        rows.distribution("margin", "", margin);
    }
    for first in &summary.first_moves {
        rows.share("first move", &first.name, first.made);
        rows.share("points after first move", &first.name, first.points);
    }
    for rule in &summary.rules {
        rows.plain("fired per play", &rule.name, rule.per_play, summary.rule_plays);
        rows.share("plays with rule", &rule.name, rule.plays);
        rows.share("ended by rule", &rule.name, rule.last);
    }
    if let Some(tension) = &summary.tension {
        rows.distribution("lead changes", "", &tension.lead_changes);
        rows.plain("drama", "", tension.drama, tension.plays);
        rows.share("comebacks", "", tension.comebacks);
        rows.plain("uncertainty", "", tension.uncertainty, tension.plays);
        rows.plain("swing", "", tension.swing, tension.plays);
        let parts = [("settled", tension.settled), ("mattered", tension.mattered)];
        for (figure, part) in parts {
            if let Some(part) = part {
                rows.plain(figure, "", part, tension.plays);
            }
        }
    }
    rows.0
}

struct Rows<'a>(Vec<FigureRow<'a>>);

impl<'a> Rows<'a> {
    fn plain(&mut self, figure: &'static str, of: &'a str, value: f64, n: u64) {
        self.0.push(FigureRow { figure, of, value, low: None, high: None, n });
    }

    fn share(&mut self, figure: &'static str, of: &'a str, share: Share) {
        let Share { value, low, high, of: n, .. } = share;
        self.0.push(FigureRow { figure, of, value, low: Some(low), high: Some(high), n });
    }

    /// The mean with its interval.
    fn distribution(&mut self, figure: &'static str, of: &'a str, all: &DistributionSummary) {
        if all.count > 0 {
            let (low, high) = (Some(all.mean - all.error), Some(all.mean + all.error));
            self.0.push(FigureRow { figure, of, value: all.mean, low, high, n: all.count });
        }
    }
}
