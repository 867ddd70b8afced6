//! What each directive builds: one table, in the order of [`DIRECTIVES`], which has their shapes.

use crate::check::contexts::ContextPass;
use crate::check::directives_of;
use crate::check::game::GamePass;
use crate::check::hosts::HostPass;
use crate::check::options::{NumberNames, NumberPass};
use crate::check::players::PlayerPass;
use crate::check::resolver::Resolver;
use crate::codes;
use senet_syntax::ast::{Argument, Count, Directive, SourceFile, Text};
use senet_syntax::directive::DirectiveId;
use senet_syntax::{DIRECTIVES, Diagnostic, Reports, Span};

/// Where a directive is when a program is written out in plain Ceptre.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expansion {
    /// It stands there as it was written, with numbers for the names of options.
    Kept,
    /// It names things that are written in another way there, so the expansion words it anew.
    Reworded,
    /// It is not there: what it says is written out.
    Gone,
}

/// What builds a directive: a function of the pass that it belongs to, which takes the arguments of its slots
/// and adds to the result of the pass. A directive may use what earlier passes have found, and the type
/// of its pass says what that is.
#[derive(Clone, Copy)]
pub(super) enum Build {
    /// Nothing: it has done its work before anything is checked.
    Read,
    /// First of all: names that stand for numbers.
    Numbers(for<'a> fn(&mut NumberPass<'_, 'a>, &'a Directive)),
    /// With all declarations known.
    Players(for<'a> fn(&mut PlayerPass<'_, 'a>, &'a Directive)),
    /// With the predicates of the players known.
    Hosts(for<'a> fn(&mut HostPass<'_, 'a>, &'a Directive)),
    /// With all rules and contexts known.
    Starts(for<'a> fn(&mut ContextPass<'_, 'a>, &'a Directive)),
    /// With all rules known: what the others want to know about stages.
    Stages(for<'a> fn(&mut Resolver<'a>, &'a Directive)),
    /// Last.
    Game(for<'a> fn(&mut GamePass<'_, 'a>, &'a Directive)),
}

struct Row {
    name: &'static str,
    said: Said,
    expansion: Expansion,
    build: Build,
}

/// How often a directive may be said.
#[derive(PartialEq)]
enum Said {
    Once,
    Often,
}

const fn row(name: &'static str, said: Said, expansion: Expansion, build: Build) -> Row {
    Row { name, said, expansion, build }
}

static BUILDS: [Row; DIRECTIVES.len()] = {
    use Build::{Game, Hosts, Numbers, Players, Read, Stages, Starts};
    use Expansion::{Gone, Kept, Reworded};
    use Said::{Often, Once};
    [
        row("trace", Often, Reworded, Starts(|p, d| p.trace(d))),
        row("interactive", Often, Reworded, Stages(|r, d| r.stage_is_interactive(d.get(0)))),
        row("builtin", Often, Gone, Hosts(|p, d| p.builtin(d.get(0), d.get(1)))),
        row("sensor", Often, Kept, Hosts(|p, d| p.sensor(d.get(0), d.get(1)))),
        row("action", Often, Kept, Hosts(|p, d| p.action(d.get(0), d.get(1)))),
        row("players", Once, Reworded, Players(|p, d| p.players(d))),
        row("chooser", Often, Reworded, Game(|p, d| p.chooser(d))),
        row("win", Often, Kept, Game(|p, d| p.win(d.get(0)))),
        row("lose", Often, Kept, Game(|p, d| p.lose(d.get(0)))),
        row("draw", Often, Kept, Game(|p, d| p.draw(d.get(0)))),
        row("score", Often, Kept, Game(|p, d| p.score(d.get(0)))),
        row("settles", Often, Reworded, Stages(|r, d| r.stage_settles(d.get(0)))),
        row("hidden", Often, Reworded, Game(|p, d| p.hidden_pattern(d.get(0)))),
        row("forbid", Often, Reworded, Game(|p, d| p.forbid(d))),
        row("repeat", Once, Kept, Game(|p, d| p.repeat(d))),
        row("limit", Often, Reworded, Game(|p, d| p.limit(d))),
        row("title", Once, Kept, Game(|p, d| p.out.game.title = said(d.get(0)))),
        row("about", Once, Kept, Game(|p, d| p.out.game.about = said(d.get(0)))),
        row("label", Often, Reworded, Game(|p, d| p.label(d.get(0), d.get(1)))),
        row("glyph", Often, Kept, Game(|p, d| p.glyph(d.get(0), d.get(1)))),
        row("hide", Often, Kept, Game(|p, d| p.hide(d.get(0)))),
        row("describe", Often, Kept, Game(|p, d| p.describe(d.get(0), d.get(1)))),
        row("panel", Often, Kept, Game(|p, d| p.panel(d.get(0), d.get(1)))),
        row("intro", Often, Kept, Game(|p, d| p.intro(d.get(0)))),
        row("tell", Often, Gone, Game(|p, d| p.tell(d.get(0), d.get(1)))),
        row("goal", Often, Kept, Game(|p, d| p.goal(d.get(0), d.get(1)))),
        row("sides", Often, Gone, Game(|p, d| p.sides(d.get(0), d.get(1)))),
        row("boards", Often, Gone, Game(|p, d| p.boards_of_players(d.get(0), d.get(1)))),
        row("downward", Often, Gone, Game(|p, d| p.downward(d.get(0)))),
        row("inside", Often, Gone, Game(|p, d| p.inside(d.get(0), d.get(1)))),
        row("notation", Often, Gone, Game(|p, d| p.notation(d.get(0), d.get(1)))),
        row("weight", Often, Reworded, Game(|p, d| p.weight(d.get(0), d.get(1)))),
        row("option", Often, Gone, Numbers(|p, d| p.option(d))),
        row("legend", Often, Gone, Hosts(|p, d| p.legend(d.get(0), d.get(1)))),
        row("tags", Often, Kept, Game(|p, d| p.tags(d.get(0)))),
        row("origin", Once, Kept, Game(|p, d| p.out.game.origin = said(d.get(0)))),
        row("include", Often, Gone, Read),
        row("senet", Once, Gone, Game(|p, d| p.edition(*d.get(0), d.span))),
        row("never", Often, Reworded, Game(|p, d| p.never(d))),
        row("reach", Often, Reworded, Game(|p, d| p.reach(d))),
        row("always-possible", Often, Reworded, Game(|p, d| p.always_possible(d))),
        row("inevitable", Often, Reworded, Game(|p, d| p.inevitable(d))),
        row("once", Often, Reworded, Game(|p, d| p.once(d))),
        row("conserve", Often, Reworded, Game(|p, d| p.conserve(d))),
        row("observe", Often, Gone, Game(|p, d| p.observe(d))),
    ]
};

// A directive that has a shape and builds nothing, or the other way round, does not compile.
const _: () = {
    // Loops over indices, because iterators and `==` on texts do not work in constants.
    let mut i = 0;
    while i < DIRECTIVES.len() {
        let (shape, build) = (DIRECTIVES[i].name, BUILDS[i].name);
        if !same(shape.as_bytes(), build.as_bytes()) {
            let parts =
                ["the tables differ: `", shape, "` in DIRECTIVES is `", build, "` in BUILDS"];
            let (text, length) = joined(&parts);
            match std::str::from_utf8(text.split_at(length).0) {
                Ok(text) => panic!("{}", text),
                Err(_) => panic!("the tables differ"),
            }
        }
        i += 1;
    }
};

const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// The parts one after another, and their length: `format!` for a message of the compiler.
const fn joined(parts: &[&str]) -> ([u8; 128], usize) {
    let (mut text, mut length, mut part) = ([0; 128], 0, 0);
    while part < parts.len() {
        let (bytes, mut at) = (parts[part].as_bytes(), 0);
        while at < bytes.len() && length < text.len() {
            text[length] = bytes[at];
            (at, length) = (at + 1, length + 1);
        }
        part += 1;
    }
    (text, length)
}

fn said(text: &Text) -> Option<String> {
    Some(text.shown())
}

/// Where the directive of this name is when a program is written out.
pub fn expansion(name: &str) -> Option<Expansion> {
    DirectiveId::find(name).map(|id| BUILDS[id.index()].expansion)
}

/// The directives of a file, and which of them have been taken by a pass.
pub(super) struct Directives<'a> {
    /// In order.
    all: Vec<&'a Directive>,
    said: SaidOnce,
    /// Those that stand in an expansion as they are.
    kept: Vec<&'a Directive>,
}

impl<'a> Directives<'a> {
    pub(super) fn of(file: &'a SourceFile) -> Directives<'a> {
        let all = directives_of(file).collect();
        Directives { all, said: SaidOnce::default(), kept: Vec::new() }
    }

    /// The directives of one pass, in source order, each with what builds it. One that makes sense once and
    /// is said again is reported and left out.
    pub(super) fn of_pass<F>(
        &mut self,
        reports: &mut Reports,
        builds: impl Fn(Build) -> Option<F>,
    ) -> Vec<(&'a Directive, F)> {
        let mut mine = Vec::new();
        for directive in &self.all {
            let row = &BUILDS[directive.id().index()];
            let Some(build) = builds(row.build) else { continue };
            if row.said == Said::Once
                && let Some(again) = self.said.again(row.name, directive.span)
            {
                reports.push(again);
                continue;
            }
            mine.push((*directive, build));
            if row.expansion == Expansion::Kept {
                self.kept.push(directive);
            }
        }
        mine
    }

    /// The directives that stand in an expansion as they are, with numbers in place of the options that
    /// stand for them.
    pub(super) fn kept(self, numbers: &NumberNames<'_>) -> Vec<Directive> {
        let with_numbers = |directive: &Directive| {
            let mut directive = directive.clone();
            for argument in directive.arguments_mut() {
                if let Argument::Count(count) = argument
                    && let Count::Name(name) = count
                    && let Some(n) = numbers.values.get(&*name.text)
                {
                    *count = Count::Number(*n, name.span);
                }
            }
            directive
        };
        self.kept.into_iter().map(with_numbers).collect()
    }
}

/// What has been said that makes sense once, and where.
#[derive(Default)]
pub(super) struct SaidOnce(Vec<(&'static str, Span)>);

impl SaidOnce {
    /// The report, if this was said before. `what` is the name of the directive and what tells it from
    /// others of that name.
    pub(super) fn again(&mut self, what: &'static str, span: Span) -> Option<Diagnostic> {
        match self.0.iter().find(|(said, _)| *said == what) {
            Some((_, first)) => Some(said_again(&format!("#{what}"), span, *first)),
            None => {
                self.0.push((what, span));
                None
            }
        }
    }
}

/// A directive that makes sense once, said again.
pub(super) fn said_again(what: &str, span: Span, first: Span) -> Diagnostic {
    let message = format!("`{what}` is said twice");
    Diagnostic::new(&codes::SAID_TWICE, span, message, "said again here")
        .label(first, "first said here")
}
