//! A report about a game: one HTML page that stands alone, for a screen of any size and for paper.

use crate::exact::ExactPlay;
use crate::summary::{CellShare, DepthStep, DistributionSummary, Share, StatsSummary};
use senet_draw::{Chart, Data, Heat, Line, Marks, Series, chart_svg, heat_svg, view_svg};
use senet_game::{DynGame, Observer, View};
use senet_words::digits;

/// The style sheet of the page.
const CSS: &str = include_str!("report/page.css");
/// Histograms have at most so many bars.
const MOST_BARS: usize = 24;
/// Tables have at most so many rows.
const MOST_ROWS: usize = 40;

/// What a report is made of. Parts that are missing have no section.
pub struct ReportParts<'a> {
    /// The game that the statistics are about; its title and rules head the page.
    pub game: &'a dyn DynGame,
    /// The command that makes the same page again.
    pub command: String,
    /// Statistics of random play.
    pub stats: &'a StatsSummary,
    /// Exact values of random play.
    pub exact: Option<&'a ExactPlay>,
    /// Who plays better than at random, and the statistics of their games.
    pub bots: Option<(String, &'a StatsSummary)>,
    /// How much stronger bots win against weaker ones.
    pub ladder: &'a [DepthStep],
    /// What the solver found out, in a sentence or two.
    pub solved: Option<String>,
    /// What the solver found out about small boards: the size, and a sentence.
    pub sizes: Vec<(String, String)>,
    /// What is true of all plays, and how that is known.
    pub facts: Vec<ProvedFact>,
    /// The properties that the author asks for, each with its answer.
    pub properties: Vec<ProvedProperty>,
    /// The stages of the program, as SVG.
    pub stages: Option<String>,
    /// The moves of a sample play.
    pub sample: Vec<SampleMove>,
    /// How the sample play ended.
    pub sample_end: Option<String>,
    /// The last position of the sample play.
    pub sample_view: Option<View>,
    /// What caused what in a play, as SVG.
    pub causes: Option<String>,
}

impl<'a> ReportParts<'a> {
    /// A report on random play alone.
    pub fn new(game: &'a dyn DynGame, command: &str, stats: &'a StatsSummary) -> ReportParts<'a> {
        ReportParts {
            game,
            command: command.to_owned(),
            stats,
            exact: None,
            bots: None,
            ladder: &[],
            solved: None,
            sizes: Vec::new(),
            facts: Vec::new(),
            properties: Vec::new(),
            stages: None,
            sample: Vec::new(),
            sample_end: None,
            sample_view: None,
            causes: None,
        }
    }
}

/// Something that is true of all plays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvedFact {
    /// The fact, in words.
    pub text: String,
    /// How it is known.
    pub method: String,
}

/// A property that the author asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvedProperty {
    /// As it is written.
    pub property: String,
    /// Whether it holds, in a word.
    pub answer: String,
    /// Why.
    pub because: String,
}

/// A move of the sample play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SampleMove {
    /// Who made it; empty for chance.
    pub seat: String,
    /// The move in words.
    pub text: String,
}

/// Renders a report as one page: HTML with inline SVG and no other files.
///
/// ```
/// use senet_analysis::{ReportParts, SampleConfig, Sampler, report};
/// use senet_game::{Listed, erase};
/// use senet_positional::games::Mnk;
/// use std::sync::Arc;
///
/// let game = erase(Arc::new(Mnk::from_options(&Mnk::info().choose(&[], None)?)?), Mnk::info());
/// let mut sampler = Sampler::new(&game, SampleConfig { playouts: 100, ..SampleConfig::default() });
/// while !sampler.is_done() {
///     sampler.work(&mut || true)?;
/// }
/// let stats = sampler.stats().summary(&*game);
/// let page = report(&ReportParts::new(&*game, "senet report mnk", &stats));
/// assert!(page.starts_with("<!doctype html>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn report(parts: &ReportParts<'_>) -> String {
    let mut page = Page { out: String::new(), parts };
    page.head();
    page.glance();
    page.outcomes();
    page.lengths();
    page.choices();
    page.heat_maps();
    page.depth();
    page.tension();
    page.scores();
    page.rules();
    page.solved();
    page.facts();
    page.properties();
    page.stages();
    page.sample();
    page.foot();
    page.out
}

struct Page<'a> {
    out: String,
    parts: &'a ReportParts<'a>,
}

impl Page<'_> {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn section(&mut self, title: &str, about: &str) {
        let id: String = title.to_lowercase().replace(' ', "-");
        self.put(&format!("</section>\n<section id=\"{id}\"><h2>{}</h2>", escape(title)));
        if !about.is_empty() {
            self.put(&format!("<p class=\"about\">{}</p>", escape(about)));
        }
    }

    fn head(&mut self) {
        let game = self.parts.game;
        let info = game.info();
        let title = escape(if info.title.is_empty() { &info.name } else { &info.title });
        let options: Vec<String> =
            game.options().iter().map(|(n, v)| escape(&format!("{n} {v}"))).collect();
        self.put(&format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
             <meta name=\"color-scheme\" content=\"light dark\">\
             <title>{title}: a report</title>\n<style>{CSS}</style></head>\n<body><main>"
        ));
        self.put(&format!("<header><div><h1>{title}</h1>"));
        if !options.is_empty() {
            self.put(&format!("<p class=\"options\">{}</p>", options.join(" · ")));
        }
        for paragraph in info.rules.split("\n\n").filter(|text| !text.trim().is_empty()) {
            self.put(&format!("<p>{}</p>", escape(paragraph.trim())));
        }
        let goals: Vec<String> = game
            .goals()
            .iter()
            .map(|goal| match goal.seat {
                Some(seat) => format!(
                    "<li><b>{}</b>: {}</li>",
                    escape(&game.seat_name(seat)),
                    escape(&goal.text)
                ),
                None => format!("<li>{}</li>", escape(&goal.text)),
            })
            .collect();
        if !goals.is_empty() {
            self.put(&format!("<ul class=\"goals\">{}</ul>", goals.concat()));
        }
        self.put("</div>");
        let view = game.cursor().view(Observer::Public);
        if !view.boards.is_empty() {
            self.picture(&view_svg(&view, &Marks::default(), &self.seats()), "The start");
        }
        self.put("</header><section>");
    }

    fn seats(&self) -> Vec<String> {
        self.parts.game.all_seats().map(|seat| self.parts.game.seat_name(seat)).collect()
    }

    fn picture(&mut self, svg: &str, caption: &str) {
        self.put(&format!("<figure>{svg}<figcaption>{}</figcaption></figure>", escape(caption)));
    }

    fn glance(&mut self) {
        let stats = self.parts.stats;
        let mut tiles: Vec<(String, String, &str)> = Vec::new();
        if let Some(balance) = stats.balance {
            tiles.push((
                format!("{balance:.2}"),
                "balance".into(),
                "1 is even between the seats, 0 is all for one",
            ));
        }
        if let Some(advantage) = stats.first_move_advantage {
            tiles.push((
                advantage.signed(),
                "for the first seat".into(),
                "points of the first seat beyond an equal part, in random play",
            ));
        }
        if let [only] = &stats.seats[..] {
            tiles.push((
                percent(only.won),
                "won at random".into(),
                "plays by random moves that reach the goal",
            ));
        }
        tiles.push((percent(stats.decisive), "decisive".into(), "plays with a winner"));
        tiles.push((
            format!("{:.1}", stats.length.mean),
            "moves a play".into(),
            "mean length of random play",
        ));
        if stats.branching.count > 0 {
            tiles.push((
                format!("{:.1}", stats.branching.mean),
                "choices a move".into(),
                "mean number of legal moves",
            ));
        }
        if let Some(tension) = &stats.tension {
            tiles.push((
                format!("{:.2}", tension.uncertainty),
                "uncertainty".into(),
                "1 is open to the end, 0 is decided from the start",
            ));
        }
        let certain = self.parts.ladder.iter().filter(|step| step.points.low > 0.5).count();
        if !self.parts.ladder.is_empty() {
            tiles.push((
                certain.to_string(),
                "levels of depth".into(),
                "steps of the ladder that are certain",
            ));
        }
        let tile = |(value, name, title): &(String, String, &str)| {
            format!(
                "<div class=\"tile\" title=\"{}\"><b>{value}</b><span>{name}</span></div>",
                escape(title)
            )
        };
        let tiles: Vec<String> = tiles.iter().map(tile).collect();
        self.put(&format!("<div class=\"tiles\">{}</div>", tiles.concat()));
    }

    fn outcomes(&mut self) {
        let parts = self.parts;
        let plays = digits(parts.stats.playouts);
        self.section("Outcomes", &format!("{plays} random plays; bars with 95 % intervals"));
        self.shares(parts.stats);
        if let Some((name, bots)) = &parts.bots {
            let plays = digits(bots.playouts);
            self.put(&format!("<h3>{plays} games of {}</h3>", escape(name)));
            self.shares(bots);
        }
        if let Some(exact) = parts.exact {
            let seats = self.seats();
            let each = seats.iter().zip(&exact.won).map(|(name, part)| (name.as_str(), *part));
            let others = [("draw", exact.drawn), ("lost", exact.lost), ("no result", exact.open)];
            let all = each.chain(others.into_iter().filter(|(_, part)| *part > 0.0));
            let all: Vec<String> =
                all.map(|(name, part)| format!("{} {:.4} %", escape(name), 100.0 * part)).collect();
            self.put(&format!(
                "<p>Exact values of random play, through all {} positions: {}; {:.3} moves on average.</p>",
                digits(exact.positions),
                all.join(", "),
                exact.length
            ));
        }
        let ends = parts.stats.ends;
        let others = ends.draw_rule + ends.cap + ends.limit;
        if others > 0 {
            let share = |n| percent(Share::new(n, parts.stats.playouts));
            self.put(&format!(
                "<p>Not all plays end by the rules of the game: {} by a draw rule, {} cut off as too long, \
                 {} by a limit on automatic steps.</p>",
                share(ends.draw_rule),
                share(ends.cap),
                share(ends.limit)
            ));
        }
    }

    /// Bars for the outcomes, each with its interval.
    fn shares(&mut self, stats: &StatsSummary) {
        let one = stats.seats.len() == 1;
        let mut rows: Vec<(String, Share, usize)> = stats
            .seats
            .iter()
            .enumerate()
            .map(|(i, seat)| (if one { "won".to_owned() } else { seat.name.clone() }, seat.won, i))
            .collect();
        let others = [
            ("draw", stats.drawn),
            ("shared win", stats.shared),
            ("lost", stats.lost),
            ("no result", stats.open),
        ];
        let others = others.iter().filter(|(_, share)| share.count > 0);
        rows.extend(others.map(|(name, share)| ((*name).to_owned(), *share, 7)));
        self.put("<table class=\"bars\">");
        for (name, share, hue) in rows {
            let (low, high) = (100.0 * share.low, 100.0 * share.high);
            self.put(&format!(
                "<tr><th scope=\"row\">{}</th><td class=\"bar\"><div class=\"track\"><i class=\"s{hue}\" \
                 style=\"width:{:.2}%\"></i><u style=\"left:{low:.2}%;width:{:.2}%\"></u></div></td>\
                 <td class=\"num\">{}</td><td class=\"num quiet\">{low:.1} to {high:.1} %</td></tr>",
                escape(&name),
                100.0 * share.value,
                high - low,
                percent(share)
            ));
        }
        self.put("</table>");
    }

    fn histogram(&mut self, all: &DistributionSummary, title: &str, across: &str) {
        let ranges = all.ranges(MOST_BARS);
        if ranges.len() < 2 {
            return;
        }
        let percent = |n: &u64| (1000.0 * *n as f64 / all.count as f64).round() / 10.0;
        let values = ranges.iter().map(|(_, n)| percent(n)).collect();
        let labels = ranges.into_iter().map(|(name, _)| name).collect();
        let series = vec![Series { name: String::new(), values }];
        let chart = Chart {
            title: title.to_owned(),
            across: across.to_owned(),
            up: "% of plays".to_owned(),
            data: Data::Bars { labels, series },
        };
        self.put(&format!("<figure class=\"wide\">{}</figure>", chart_svg(&chart)));
    }

    fn lengths(&mut self) {
        let length = &self.parts.stats.length;
        self.section("Length", &described(length, "moves"));
        self.histogram(length, "", "moves of a play");
    }

    fn choices(&mut self) {
        let stats = self.parts.stats;
        if stats.branching.count == 0 {
            return;
        }
        let about = format!(
            "{}; {} of the decisions leave one move only.",
            described(&stats.branching, "legal moves at a decision"),
            percent(stats.forced)
        );
        self.section("Choices", &about);
        if stats.branching_by_ply.len() > 1 {
            let points = stats.branching_by_ply.iter().enumerate();
            let points = points.map(|(ply, moves)| (ply as f64 + 1.0, *moves)).collect();
            let chart = Chart {
                title: String::new(),
                across: "move of the play".to_owned(),
                up: "legal moves".to_owned(),
                data: Data::Lines { lines: vec![Line { name: String::new(), points }] },
            };
            self.put(&format!("<figure class=\"wide\">{}</figure>", chart_svg(&chart)));
        }
    }

    fn heat_maps(&mut self) {
        let parts = self.parts;
        let view = parts.game.cursor().view(Observer::All);
        let Some(scene) = view.boards.first() else { return self.first_moves() };
        let board = &scene.board;
        let cells = parts.stats.cells.iter().any(|cells| !cells.is_empty());
        let first: Vec<Heat> = heats(parts.stats.first_moves.iter().filter_map(|one| {
            let mut places = view.places_in(&one.name).into_iter().filter(|p| p.board == 0);
            let (place, None) = (places.next()?, places.next()) else { return None };
            Some((place.spot, one.points, one.name.clone()))
        }));
        if first.len() < 2 && !cells {
            return self.first_moves();
        }
        self.section(
            "The board",
            "How often random play is won, by cell; darker is better for the player.",
        );
        self.put("<div class=\"gallery\">");
        if first.len() > 1 {
            let svg = heat_svg(board, &first, "Points after each first move");
            self.picture(&svg, "Points of the first player, in percent, by first move");
        }
        let seats = self.seats();
        for (seat, cells) in seats.iter().zip(&parts.stats.cells) {
            let spot =
                |one: &CellShare| Some((board.spot(&one.name)?, one.points, one.name.clone()));
            let cells = heats(cells.iter().filter_map(spot));
            if cells.len() > 1 {
                let label =
                    format!("Points of {seat} in plays in which it used a cell, in percent");
                let svg = heat_svg(board, &cells, &label);
                self.picture(&svg, &label);
            }
        }
        self.put("</div>");
        if first.len() < 2 {
            self.first_moves();
        }
    }

    /// A table of first moves, where they cannot be drawn.
    fn first_moves(&mut self) {
        let moves = &self.parts.stats.first_moves;
        if moves.len() < 2 {
            return;
        }
        let mut best: Vec<_> = moves.iter().collect();
        best.sort_by(|a, b| b.points.value.total_cmp(&a.points.value));
        self.section("First moves", "Points of the player who made the move, in random play.");
        self.put("<table>");
        for one in best.iter().take(MOST_ROWS) {
            self.put(&format!(
                "<tr><th scope=\"row\">{}</th><td class=\"num\">{}</td><td class=\"num quiet\">{:.1} to {:.1} %</td></tr>",
                escape(&one.name),
                percent(one.points),
                100.0 * one.points.low,
                100.0 * one.points.high
            ));
        }
        self.put("</table>");
        if best.len() > MOST_ROWS {
            self.put(&format!("<p class=\"about\">and {} more</p>", best.len() - MOST_ROWS));
        }
    }

    fn depth(&mut self) {
        if self.parts.ladder.is_empty() {
            return;
        }
        self.section("Depth", "How much a stronger bot wins against a weaker one. A game with many certain steps rewards thought.");
        self.put("<table><thead><tr><th>stronger</th><th>weaker</th><th class=\"num\">points</th><th class=\"num\">Elo</th><th class=\"num\">95 % interval</th></tr></thead>");
        for step in self.parts.ladder {
            self.put(&format!(
                "<tr><td>{}</td><td>{}</td><td class=\"num\">{}</td><td class=\"num\">{:+.0}</td><td class=\"num quiet\">{:+.0} to {:+.0}</td></tr>",
                escape(&step.stronger),
                escape(&step.weaker),
                percent(step.points),
                step.elo,
                step.low,
                step.high
            ));
        }
        self.put("</table>");
    }

    fn tension(&mut self) {
        let Some(tension) = &self.parts.stats.tension else { return };
        let about = format!(
            "{} plays, judged by short random playouts at up to twelve moments each.",
            digits(tension.plays)
        );
        self.section("Tension", &about);
        let mut rows = Vec::new();
        if self.parts.stats.seats.len() > 1 {
            rows.push((
                "lead changes".to_owned(),
                format!("{:.2} in a play", tension.lead_changes.mean),
            ));
            rows.push((
                "drama".to_owned(),
                format!("{:.2}: how far winners were behind, from 0 to 1", tension.drama),
            ));
            rows.push((
                "comebacks".to_owned(),
                format!("{} of the winners were clearly behind once", percent(tension.comebacks)),
            ));
        }
        rows.push((
            "uncertainty".to_owned(),
            format!(
                "{:.2}: 1 is open to the end, 0 is decided from the start",
                tension.uncertainty
            ),
        ));
        rows.push((
            "swing".to_owned(),
            format!("{:.2}: the largest change in a play, from 0 to 1", tension.swing),
        ));
        if let Some(at) = tension.mattered {
            rows.push((
                "first turn".to_owned(),
                format!("after {:.0} % of the play a move first mattered", 100.0 * at),
            ));
        }
        if let Some(at) = tension.settled {
            rows.push((
                "settled".to_owned(),
                format!("after {:.0} % of the play the winner was ahead for good", 100.0 * at),
            ));
        }
        self.put("<table>");
        for (name, text) in rows {
            self.put(&format!("<tr><th scope=\"row\">{name}</th><td>{}</td></tr>", escape(&text)));
        }
        self.put("</table>");
    }

    fn scores(&mut self) {
        let stats = self.parts.stats;
        if stats.scores.is_empty() {
            return;
        }
        self.section("Scores", "");
        for (seat, scores) in stats.seats.iter().zip(&stats.scores) {
            let name = escape(&seat.name);
            self.put(&format!("<p><b>{name}</b>: {}</p>", escape(&described(scores, "points"))));
        }
        if let Some(margin) = &stats.margin {
            self.histogram(margin, "", "the first seat less the best other");
        }
    }

    fn rules(&mut self) {
        let stats = self.parts.stats;
        if stats.rules.is_empty() {
            return;
        }
        self.section(
            "Rules",
            &format!("How often each rule fired, in {} plays.", digits(stats.rule_plays)),
        );
        self.put("<table><thead><tr><th>rule</th><th class=\"num\">in a play</th><th class=\"num\">plays with it</th><th class=\"num\">ended by it</th></tr></thead>");
        for rule in stats.rules.iter().take(200) {
            let class = if rule.fired == 0 { " class=\"unused\"" } else { "" };
            let last = if rule.last.count == 0 { String::new() } else { percent(rule.last) };
            self.put(&format!(
                "<tr{class}><th scope=\"row\">{}</th><td class=\"num\">{:.2}</td><td class=\"num\">{}</td><td class=\"num\">{last}</td></tr>",
                escape(&rule.name),
                rule.per_play,
                percent(rule.plays)
            ));
        }
        self.put("</table>");
        let never: Vec<String> =
            stats.rules.iter().filter(|r| r.fired == 0).map(|r| escape(&r.name)).collect();
        if !never.is_empty() {
            self.put(&format!("<p>Never fired in these plays: {}.</p>", never.join(", ")));
        }
    }

    fn solved(&mut self) {
        let parts = self.parts;
        if parts.solved.is_none() && parts.sizes.is_empty() {
            return;
        }
        self.section("Perfect play", "");
        if let Some(solved) = &parts.solved {
            self.put(&format!("<p>{}</p>", escape(solved)));
        }
        if !parts.sizes.is_empty() {
            self.put("<h3>Small sizes</h3><table>");
            for (size, value) in &parts.sizes {
                let (size, value) = (escape(size), escape(value));
                self.put(&format!("<tr><th scope=\"row\">{size}</th><td>{value}</td></tr>"));
            }
            self.put("</table>");
        }
    }

    fn facts(&mut self) {
        let facts = &self.parts.facts;
        if facts.is_empty() {
            return;
        }
        self.section("True of all plays", "Found without being asked for, and how it is known.");
        self.put("<table>");
        for fact in facts.iter().take(MOST_ROWS) {
            let (text, method) = (escape(&fact.text), escape(&fact.method));
            self.put(&format!("<tr><td>{text}</td><td class=\"quiet\">{method}</td></tr>"));
        }
        self.put("</table>");
        if facts.len() > MOST_ROWS {
            self.put(&format!("<p class=\"about\">and {} more</p>", facts.len() - MOST_ROWS));
        }
    }

    fn properties(&mut self) {
        let properties = &self.parts.properties;
        if properties.is_empty() {
            return;
        }
        self.section("Properties", "What the author says about all plays.");
        self.put("<table>");
        for one in properties {
            self.put(&format!(
                "<tr class=\"{0}\"><th scope=\"row\">{0}</th><td><code>{1}</code><br>\
                 <span class=\"quiet\">{2}</span></td></tr>",
                escape(&one.answer),
                escape(&one.property),
                escape(&one.because)
            ));
        }
        self.put("</table>");
    }

    fn stages(&mut self) {
        if let Some(svg) = &self.parts.stages {
            self.section("Stages", "The stages of the program, and the links between them.");
            self.put(&format!("<figure>{svg}</figure>"));
        }
    }

    fn sample(&mut self) {
        let parts = self.parts;
        if parts.sample.is_empty() && parts.causes.is_none() {
            return;
        }
        self.section("A play", "");
        if let Some(view) = &parts.sample_view
            && !view.boards.is_empty()
        {
            let caption = parts.sample_end.clone().unwrap_or_default();
            self.picture(&view_svg(view, &Marks::default(), &self.seats()), &caption);
        } else if let Some(end) = &parts.sample_end {
            self.put(&format!("<p>{}</p>", escape(end)));
        }
        if !parts.sample.is_empty() {
            let one = |mv: &SampleMove| match mv.seat.is_empty() {
                true => format!("<li class=\"chance\">{}</li>", escape(&mv.text)),
                false => format!("<li><b>{}</b> {}</li>", escape(&mv.seat), escape(&mv.text)),
            };
            let moves: Vec<String> = parts.sample.iter().map(one).collect();
            self.put(&format!("<ol class=\"moves\">{}</ol>", moves.concat()));
        }
        if let Some(svg) = &parts.causes {
            self.put("<h3>What caused what</h3>");
            self.put(&format!("<figure class=\"scroll\">{svg}</figure>"));
        }
    }

    fn foot(&mut self) {
        let command = escape(&self.parts.command);
        self.put(&format!(
            "</section>\n<footer><p>Made by <code>{command}</code></p></footer></main></body></html>"
        ));
    }
}

/// Shares on a board, from the least, which is cold, to the largest.
fn heats(shares: impl Iterator<Item = (senet_board::Spot, Share, String)>) -> Vec<Heat> {
    let all: Vec<_> = shares.collect();
    let least = all.iter().map(|(_, share, _)| share.value).fold(f64::INFINITY, f64::min);
    let most = all.iter().map(|(_, share, _)| share.value).fold(f64::NEG_INFINITY, f64::max);
    let span = (most - least).max(1e-9);
    let heat = |(spot, share, name): (senet_board::Spot, Share, String)| Heat {
        spot,
        warmth: 0.05 + 0.9 * (share.value - least) / span,
        text: format!("{:.0}", 100.0 * share.value),
        title: format!(
            "{name}: {:.1} % ({:.1} to {:.1} %), {} plays",
            100.0 * share.value,
            100.0 * share.low,
            100.0 * share.high,
            share.of
        ),
    };
    all.into_iter().map(heat).collect()
}

/// A distribution in a sentence.
fn described(all: &DistributionSummary, what: &str) -> String {
    if all.least == all.most {
        return format!("Always {} {what}.", all.least);
    }
    format!(
        "{:.1} {what} on average, {} in the middle, most from {} to {}, all from {} to {}",
        all.mean, all.median, all.tenth, all.ninetieth, all.least, all.most
    )
}

fn percent(share: Share) -> String {
    format!("{:.1} %", 100.0 * share.value)
}

/// A text that is no markup.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
    out
}
