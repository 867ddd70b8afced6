//! Statistics as a page for people.

use crate::words::{count as words_count, digits};
use senet_analysis::{
    DistributionSummary, ExactPlay, SampleConfig, Share, SoloSummary, StatsSummary, playout_moves,
};
use senet_draw::{Chart, Data, Series, TextStyle, chart_text, harmless};
use senet_game::{DynGame, PLAYOUT_CAP};
use senet_program::stealing::StealingArgument;
use std::sync::Arc;

/// Bars of shares are so wide.
const BAR: usize = 32;
/// Histograms have at most so many bars.
const MOST_BARS: usize = 20;
/// So many first moves are listed.
const MOST_MOVES: usize = 10;
/// So many values of a pattern are listed.
const MOST_VALUES: usize = 24;
/// So many rules that never fired are named.
const MOST_RULES: usize = 12;

/// What is on the page.
pub(super) struct Figures<'a> {
    pub(super) summary: &'a StatsSummary,
    pub(super) exact: Option<ExactPlay>,
    pub(super) stealing: Option<StealingArgument>,
    pub(super) solo: Option<SoloSummary>,
}

/// The whole page.
pub(super) fn page(
    game: &Arc<dyn DynGame>,
    config: &SampleConfig,
    Figures { summary, exact, solo, stealing }: Figures<'_>,
) -> String {
    let mut page = Page { out: String::new(), game: &**game, summary };
    page.head(config);
    if summary.playouts == 0 {
        page.line("nothing was played");
        return page.out;
    }
    page.outcomes();
    if let Some(stealing) = &stealing {
        page.stealing(stealing);
    }
    if let Some(exact) = &exact {
        page.exact(exact);
    }
    if let Some(solo) = &solo {
        page.solo(solo);
    }
    page.observed();
    page.queries(game, config);
    page.lengths();
    page.choices();
    page.first_moves();
    page.scores();
    page.rules();
    page.tension();
    page.out
}

/// A fraction, if it is short enough to be read.
fn in_brackets(fraction: Option<&String>) -> String {
    let short = fraction.filter(|text| text.contains('/') && text.len() <= 24);
    short.map_or(String::new(), |text| format!(" ({text})"))
}

struct Page<'a> {
    out: String,
    game: &'a dyn DynGame,
    summary: &'a StatsSummary,
}

impl Page<'_> {
    fn line(&mut self, text: &str) {
        self.out.push_str(format!("  {text}").trim_end());
        self.out.push('\n');
    }

    fn title(&mut self, text: &str, beside: &str) {
        let beside = if beside.is_empty() { String::new() } else { format!("  {beside}") };
        self.out.push_str(&format!("\n\x1b[1m{text}\x1b[0m\x1b[2m{beside}\x1b[0m\n"));
    }

    fn head(&mut self, config: &SampleConfig) {
        let info = self.game.info();
        let name = if info.title.is_empty() { &info.name } else { &info.title };
        let options: String =
            self.game.options().iter().map(|(n, v)| format!(", {n} {v}")).collect();
        let bots: Vec<String> = config.players.iter().map(ToString::to_string).collect();
        let plays = digits(self.summary.playouts);
        let what = match &bots[..] {
            [] => format!("{plays} random playouts"),
            [one] => format!("{plays} games of {one}"),
            many => format!("{plays} games of {}", many.join(" and ")),
        };
        let part = match self.summary.playouts < config.playouts {
            true => format!(" of {}", digits(config.playouts)),
            false => String::new(),
        };
        let name = harmless(&format!("{name}{options}"));
        let head = format!("\x1b[1m{name}\x1b[0m: {what}{part}, seed {}\n", config.seed);
        self.out.push_str(&head);
    }

    fn outcomes(&mut self) {
        let summary = self.summary;
        self.title("Outcomes", "share, 95 % interval");
        let mut rows: Vec<(String, Share)> =
            summary.seats.iter().map(|seat| (seat.name.clone(), seat.won)).collect();
        if let [only] = &mut rows[..] {
            only.0 = "won".to_owned();
        }
        let others = [
            ("draw", summary.drawn),
            ("shared win", summary.shared),
            (if rows.len() == 1 { "lost" } else { "lost by all" }, summary.lost),
            ("no result", summary.open),
        ];
        rows.extend(others.iter().filter(|(_, s)| s.count > 0).map(|(n, s)| ((*n).to_owned(), *s)));
        self.shares(&rows);
        self.out.push('\n');
        if let Some(advantage) = summary.first_move_advantage {
            let name = &summary.seats[0].name;
            let sign = if advantage.low > 0.0 {
                "the first seat is better off"
            } else if advantage.high < 0.0 {
                "the first seat is worse off"
            } else {
                "no difference that is certain"
            };
            self.line(&format!(
                "{:<12} {} of the points for {name} ({:+.1} to {:+.1}): {sign}",
                "first seat",
                advantage.signed(),
                100.0 * advantage.low,
                100.0 * advantage.high,
            ));
        }
        if let Some(balance) = summary.balance {
            self.line(&format!(
                "{:<12} {balance:.2}  (1 is even, 0 is all for one seat)",
                "balance"
            ));
        }
        self.line(&format!("{:<12} {}", "decisive", percent(summary.decisive)));
        let ends = summary.ends;
        let mut why = vec![format!("{} by the rules", percent(summary.completion))];
        let cap = format!("cut off after {} moves", digits(PLAYOUT_CAP));
        let others = [
            ("by a draw rule", ends.draw_rule),
            (cap.as_str(), ends.cap),
            ("by a limit on automatic steps", ends.limit),
        ];
        for (what, n) in others.iter().filter(|(_, n)| *n > 0) {
            why.push(format!("{} {what}", percent(Share::new(*n, summary.playouts))));
        }
        self.line(&format!("{:<12} {}", "ended", why.join(", ")));
    }

    /// What follows from the form of the rules.
    fn stealing(&mut self, argument: &StealingArgument) {
        let [_, second] = &argument.players;
        self.title("Strategy stealing", &format!("{second} cannot force a win"));
        argument.premises.iter().for_each(|premise| self.line(premise));
    }

    /// What the shares are without sampling.
    fn exact(&mut self, exact: &ExactPlay) {
        let rest = match exact.rest > 1e-12 {
            true => format!(", up to {:.1e} that was not followed", exact.rest),
            false => String::new(),
        };
        let positions = digits(exact.positions);
        self.title(
            "Exact",
            &format!("random play through all {positions} positions, not sampled{rest}"),
        );
        let mut all: Vec<(String, f64)> = (self.summary.seats.iter().map(|seat| seat.name.clone()))
            .zip(exact.won.iter().copied())
            .collect();
        if let [only] = &mut all[..] {
            only.0 = "won".to_owned();
        }
        let others = [
            ("draw", exact.drawn),
            ("shared win", exact.shared),
            ("lost", exact.lost),
            ("no result", exact.open),
        ];
        all.extend(others.iter().filter(|(_, p)| *p > 0.0).map(|(n, p)| ((*n).to_owned(), *p)));
        let fractions = exact.fractions.as_ref();
        let share = |(i, (name, part)): (usize, &(String, f64))| {
            let fraction = fractions.and_then(|fractions| match name.as_str() {
                "draw" if i >= exact.won.len() => Some(&fractions.drawn),
                _ => fractions.won.get(i),
            });
            format!("{name} {:.4} %{}", 100.0 * part, in_brackets(fraction))
        };
        let shares: Vec<String> = all.iter().enumerate().map(share).collect();
        self.line(&shares.join(", "));
        let length = in_brackets(fractions.map(|fractions| &fractions.length));
        self.line(&format!("{:.4}{length} moves of a play on average", exact.length));
    }

    /// Which starts of a puzzle can be solved, and how.
    fn solo(&mut self, solo: &SoloSummary) {
        let starts = words_count(solo.solvable.of, "start");
        self.title("Solutions", &format!("{starts}, solved by search"));
        self.line(&format!("{:<12} {} of the starts", "solvable", percent(solo.solvable)));
        if solo.shortest.count > 0 {
            let shortest = described(&solo.shortest);
            self.line(&format!("{:<12} {shortest} moves", "shortest"));
            self.line(&format!(
                "{:<12} {:.0} % of the moves on the way keep it solvable",
                "width",
                100.0 * solo.width
            ));
        }
        if solo.unknown > 0 {
            let unknown = words_count(solo.unknown, "start");
            self.line(&format!("{:<12} {unknown}: the limit of positions was reached", "unknown"));
        }
    }

    fn queries(&mut self, game: &Arc<dyn DynGame>, config: &SampleConfig) {
        let summary = self.summary;
        if summary.queries.is_empty() {
            return;
        }
        let plays = digits(summary.queries[0].matched.of);
        self.title(
            "Queries",
            &format!("in {plays} plays: how many fit, 95 % interval, and at which step first"),
        );
        for query in &summary.queries {
            let Share { low, high, .. } = query.matched;
            let (low, high) = (100.0 * low, 100.0 * high);
            match &query.name {
                Some(name) => self.line(&format!("{name}: {}", query.query)),
                None => self.line(&query.query),
            }
            let mut text = format!("{:>9}  {low:.1} to {high:.1} %", percent(query.matched));
            if query.first.count > 0 {
                text.push_str(&format!("; step: {}", described(&query.first)));
            }
            self.line(&text);
            if let Some(playout) = query.example.filter(|_| config.players.is_empty()) {
                let moves = playout_moves(game, config.seed, playout);
                let shown =
                    moves.iter().take(MOST_MOVES * 2).cloned().collect::<Vec<_>>().join(", ");
                let more = if moves.len() > MOST_MOVES * 2 { ", …" } else { "" };
                self.line(&format!("  for instance playout {playout}: {shown}{more}"));
            }
        }
    }

    fn observed(&mut self) {
        for observed in &self.summary.observed {
            let positions = digits(observed.positions);
            let at = if observed.at_end { "ends" } else { "positions" };
            self.title(
                &observed.pattern,
                &format!("in {positions} {at}: how often there is one, and how many"),
            );
            let wide = observed.values.iter().map(|v| v.value.chars().count()).max().unwrap_or(0);
            for value in observed.values.iter().take(MOST_VALUES) {
                let share = percent(value.present);
                let count = described(&value.count);
                self.line(&format!("{:<wide$} {share:>8}  {count}", value.value));
            }
            if observed.values.len() > MOST_VALUES {
                let more = observed.values.len() - MOST_VALUES;
                self.line(&format!("… {more} more; --format json has them all"));
            }
            if let [only] = &observed.values[..] {
                self.histogram(&only.count);
            }
            if observed.values.is_empty() {
                self.line("never there");
            }
        }
    }

    fn shares(&mut self, rows: &[(String, Share)]) {
        let wide = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(6);
        for (name, share) in rows {
            let bar = bar(share.value, BAR);
            let (low, high) = (100.0 * share.low, 100.0 * share.high);
            let pad = " ".repeat(wide - name.chars().count());
            self.line(&format!(
                "{name}{pad} {bar} {:>7}  {low:.1} to {high:.1} %",
                percent(*share)
            ));
        }
    }

    fn lengths(&mut self) {
        let length = &self.summary.length;
        let beside = format!("moves of a play: {}", described(length));
        self.title("Length", &format!("{beside}; bars in %"));
        self.histogram(length);
    }

    fn choices(&mut self) {
        let summary = self.summary;
        if summary.branching.count == 0 {
            return;
        }
        let plays = format!("in {} plays", digits(summary.detail_plays));
        self.title(
            "Choices",
            &format!("legal moves at a decision, {plays}: {}", described(&summary.branching)),
        );
        self.histogram(&summary.branching);
        let by_ply = &summary.branching_by_ply;
        if by_ply.len() > 1 {
            let (line, step) = spark(by_ply, 64);
            let each = if step > 1 { format!(", {step} moves a column") } else { String::new() };
            let (first, last) = (by_ply[0], by_ply[by_ply.len() - 1]);
            self.line(&format!("{:<12} {line}  {first:.0} to {last:.0}{each}", "by move"));
        }
        self.line(&format!("{:<12} {} of all decisions", "forced", percent(summary.forced)));
        let decisions = &summary.decisions;
        self.line(&format!(
            "{:<12} {:.1} decisions between two moves or more in a play",
            "real choices", decisions.mean
        ));
        if summary.first_decision.count > 0 && summary.first_decision.mean > 1.05 {
            let at = summary.first_decision.mean;
            self.line(&format!("{:<12} at move {at:.1}, on average", "first choice"));
        }
    }

    fn first_moves(&mut self) {
        let moves = &self.summary.first_moves;
        if moves.len() < 2 {
            return;
        }
        // The best and the worst, where there are many.
        let mut best: Vec<_> = moves.iter().collect();
        best.sort_by(|a, b| b.points.value.total_cmp(&a.points.value));
        self.title("First moves", "points of the seat that made it, 95 % interval; best first");
        let shown = if best.len() <= MOST_MOVES { best.len() } else { MOST_MOVES - 1 };
        let row = |one: &senet_analysis::MoveShare| (one.name.clone(), one.points);
        let mut rows: Vec<(String, Share)> = best[..shown].iter().map(|one| row(one)).collect();
        if shown < best.len() {
            rows.push(row(best[best.len() - 1]));
        }
        self.shares(&rows);
        if shown < best.len() {
            let between = best.len() - shown - 1;
            self.line(&format!("The last row is the worst; {between} lie between."));
        }
    }

    fn scores(&mut self) {
        let summary = self.summary;
        if summary.scores.is_empty() {
            return;
        }
        self.title("Scores", "");
        let wide = summary.seats.iter().map(|s| s.name.chars().count()).max().unwrap_or(0).max(6);
        for (seat, scores) in summary.seats.iter().zip(&summary.scores) {
            self.line(&format!("{:<wide$} {}", seat.name, described(scores)));
        }
        if let Some(margin) = &summary.margin {
            let first = &summary.seats[0].name;
            self.line(&format!(
                "{:<wide$} {first} less the best other: {}",
                "margin",
                described(margin)
            ));
            self.histogram(margin);
        } else if let [only] = &summary.scores[..] {
            self.histogram(only);
        }
    }

    fn rules(&mut self) {
        let summary = self.summary;
        if summary.rules.is_empty() {
            return;
        }
        let plays = digits(summary.rule_plays);
        self.title(
            "Rules",
            &format!("in {plays} plays: how often in a play, in how many plays, what ended them"),
        );
        let wide = summary.rules.iter().map(|r| r.name.chars().count()).max().unwrap_or(0).min(28);
        let used = || summary.rules.iter().filter(|rule| rule.fired > 0);
        for rule in used().take(40) {
            let last = match rule.last.count {
                0 => String::new(),
                _ => format!("  ends {:>5.1} %", 100.0 * rule.last.value),
            };
            self.line(&format!(
                "{:<wide$} {:>8.2}  {:>5.1} %{last}",
                rule.name,
                rule.per_play,
                100.0 * rule.plays.value
            ));
        }
        if used().count() > 40 {
            self.line(&format!("… {} more; --format csv has them all", used().count() - 40));
        }
        let never: Vec<&str> =
            summary.rules.iter().filter(|r| r.fired == 0).map(|r| r.name.as_str()).collect();
        if let Some(first) = summary.rules.iter().find(|rule| rule.fired == 0) {
            let more = never.len().saturating_sub(MOST_RULES);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let names = never[..never.len().min(MOST_RULES)].join(", ");
            let bound = 100.0 * first.plays.high;
            self.line(&format!(
                "never fired: {names}{more} (in less than {bound:.1} % of plays, if at all)"
            ));
        }
    }

    fn tension(&mut self) {
        let Some(tension) = &self.summary.tension else { return };
        let plays = digits(tension.plays);
        self.title(
            "Tension",
            &format!("{plays} plays, judged by short random playouts at up to 12 moments"),
        );
        if self.summary.seats.len() > 1 {
            let changes = &tension.lead_changes;
            self.line(&format!("{:<12} {:.2} in a play", "lead changes", changes.mean));
            self.line(&format!(
                "{:<12} {:.2}  (how far winners were behind, 0 to 1)",
                "drama", tension.drama
            ));
            self.line(&format!(
                "{:<12} {} of the winners were clearly behind once",
                "comebacks",
                percent(tension.comebacks)
            ));
        }
        self.line(&format!(
            "{:<12} {:.2}  (1 is open to the end, 0 is decided from the start)",
            "uncertainty", tension.uncertainty
        ));
        self.line(&format!(
            "{:<12} {:.2}  (the largest change in a play, 0 to 1)",
            "swing", tension.swing
        ));
        if let Some(at) = tension.mattered {
            self.line(&format!(
                "{:<12} after {:.0} % of the play a move first mattered",
                "first turn",
                100.0 * at
            ));
        }
        if let Some(at) = tension.settled {
            self.line(&format!(
                "{:<12} after {:.0} % of the play the winner was ahead for good",
                "settled",
                100.0 * at
            ));
        }
    }

    /// Bars in percent, in ranges if there are many numbers.
    fn histogram(&mut self, all: &DistributionSummary) {
        let ranges = all.ranges(MOST_BARS);
        if ranges.len() < 2 {
            return;
        }
        let percent = |n: &u64| (1000.0 * *n as f64 / all.count as f64).round() / 10.0;
        let values = ranges.iter().map(|(_, n)| percent(n)).collect();
        let data = Data::Bars {
            labels: ranges.into_iter().map(|(name, _)| name).collect(),
            series: vec![Series { name: String::new(), values }],
        };
        let (title, across, up) = (String::new(), String::new(), String::new());
        let chart = Chart { title, across, up, data };
        self.out.push_str(&chart_text(&chart, &TextStyle { width: 64, ..TextStyle::default() }));
    }
}

/// A bar of a share, in eighths of a character, padded with dots.
fn bar(value: f64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (value.clamp(0.0, 1.0) * (8 * width) as f64).round() as usize;
    let full = eighths / 8;
    let part = EIGHTHS[eighths % 8];
    let rest = width - full - usize::from(!part.is_empty());
    format!("{}{part}\x1b[2m{}\x1b[0m", "█".repeat(full), "·".repeat(rest))
}

/// Numbers as a line of blocks, and how many of them stand in a column.
fn spark(values: &[f64], most: usize) -> (String, usize) {
    const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let step = values.len().div_ceil(most);
    let means: Vec<f64> =
        values.chunks(step).map(|c| c.iter().sum::<f64>() / c.len() as f64).collect();
    let top = means.iter().copied().fold(1.0, f64::max);
    let block = |v: &f64| BLOCKS[((v / top * 8.0).ceil() as usize).clamp(1, 8) - 1];
    (means.iter().map(block).collect(), step)
}

/// `58.6 %`; `< 0.1 %` for what is there and rounds to nothing.
fn percent(share: Share) -> String {
    let value = 100.0 * share.value;
    match share.count {
        1.. if value < 0.05 => "< 0.1 %".to_owned(),
        _ => format!("{value:.1} %"),
    }
}

/// A distribution in a line.
fn described(all: &DistributionSummary) -> String {
    let DistributionSummary { mean, error, least, tenth, median, ninetieth, most, .. } = all;
    if least == most {
        return format!("always {least}");
    }
    let error = if *error >= 0.005 { format!(" ± {error:.2}") } else { String::new() };
    format!(
        "mean {mean:.2}{error}, median {median}, most from {tenth} to {ninetieth}, all from {least} to {most}"
    )
}
