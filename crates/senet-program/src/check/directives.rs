//! What each directive builds: one table, in the order of [`DIRECTIVES`], which has their shapes.

use crate::check::Checker;
use crate::codes;
use senet_syntax::ast::{Argument, Count, Directive, Text};
use senet_syntax::directive::DirectiveId;
use senet_syntax::{DIRECTIVES, Diagnostic, Span};

/// When a directive is built: it may use what earlier passes have found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    /// Never: it has done its work before anything is checked.
    Read,
    /// First of all: names that stand for numbers.
    Numbers,
    /// With all declarations known.
    Players,
    /// With the predicates of the players known.
    Hosts,
    /// With all rules known.
    Starts,
    /// With all rules known: what the others want to know about stages.
    Stages,
    /// Last.
    Game,
}

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

/// Takes the arguments of a directive, which are those of its slots, and adds to the program.
type Build = for<'a> fn(&mut Checker<'a>, &'a Directive);

struct Row {
    name: &'static str,
    pass: Pass,
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

const fn row(
    name: &'static str,
    pass: Pass,
    said: Said,
    expansion: Expansion,
    build: Build,
) -> Row {
    Row { name, pass, said, expansion, build }
}

static BUILDS: [Row; DIRECTIVES.len()] = {
    use Expansion::{Gone, Kept, Reworded};
    use Pass::{Game, Hosts, Numbers, Players, Read, Stages, Starts};
    use Said::{Often, Once};
    [
        row("trace", Starts, Often, Reworded, |c, d| c.trace(d)),
        row("interactive", Stages, Often, Reworded, |c, d| c.stage_is_interactive(d.get(0))),
        row("builtin", Hosts, Often, Gone, |c, d| c.builtin(d.get(0), d.get(1))),
        row("sensor", Hosts, Often, Kept, |c, d| c.sensor(d.get(0), d.get(1))),
        row("action", Hosts, Often, Kept, |c, d| c.action(d.get(0), d.get(1))),
        row("players", Players, Once, Reworded, |c, d| c.players(d)),
        row("chooser", Game, Often, Reworded, |c, d| c.chooser(d)),
        row("win", Game, Often, Kept, |c, d| c.win(d.get(0))),
        row("lose", Game, Often, Kept, |c, d| c.lose(d.get(0))),
        row("draw", Game, Often, Kept, |c, d| c.draw(d.get(0))),
        row("score", Game, Often, Kept, |c, d| c.score(d.get(0))),
        row("settles", Stages, Often, Reworded, |c, d| c.stage_settles(d.get(0))),
        row("hidden", Game, Often, Reworded, |c, d| c.hidden_pattern(d.get(0))),
        row("forbid", Game, Often, Reworded, |c, d| c.forbid(d)),
        row("repeat", Game, Once, Kept, |c, d| c.repeat(d)),
        row("limit", Game, Often, Reworded, |c, d| c.limit(d)),
        row("title", Game, Once, Kept, |c, d| c.meaning.game.title = said(d.get(0))),
        row("about", Game, Once, Kept, |c, d| c.meaning.game.about = said(d.get(0))),
        row("label", Game, Often, Reworded, |c, d| c.label(d.get(0), d.get(1))),
        row("glyph", Game, Often, Kept, |c, d| c.glyph(d.get(0), d.get(1))),
        row("hide", Game, Often, Kept, |c, d| c.hide(d.get(0))),
        row("describe", Game, Often, Kept, |c, d| c.describe(d.get(0), d.get(1))),
        row("panel", Game, Often, Kept, |c, d| c.panel(d.get(0), d.get(1))),
        row("intro", Game, Often, Kept, |c, d| c.intro(d.get(0))),
        row("tell", Game, Often, Gone, |c, d| c.tell(d.get(0), d.get(1))),
        row("goal", Game, Often, Kept, |c, d| c.goal(d.get(0), d.get(1))),
        row("sides", Game, Often, Gone, |c, d| c.sides(d.get(0), d.get(1))),
        row("boards", Game, Often, Gone, |c, d| c.boards_of_players(d.get(0), d.get(1))),
        row("downward", Game, Often, Gone, |c, d| c.downward(d.get(0))),
        row("notation", Game, Often, Gone, |c, d| c.notation(d.get(0), d.get(1))),
        row("weight", Game, Often, Reworded, |c, d| c.weight(d.get(0), d.get(1))),
        row("option", Numbers, Often, Gone, |c, d| c.option(d)),
        row("legend", Hosts, Often, Gone, |c, d| c.legend(d.get(0), d.get(1))),
        row("tags", Game, Often, Kept, |c, d| c.tags(d.get(0))),
        row("origin", Game, Once, Kept, |c, d| c.meaning.game.origin = said(d.get(0))),
        row("include", Read, Often, Gone, |_, _| {}),
        row("senet", Game, Once, Gone, |c, d| c.edition(*d.get(0), d.span)),
        row("never", Game, Often, Reworded, |c, d| c.never(d)),
        row("reach", Game, Often, Reworded, |c, d| c.reach(d)),
        row("always-possible", Game, Often, Reworded, |c, d| c.always_possible(d)),
        row("inevitable", Game, Often, Reworded, |c, d| c.inevitable(d)),
        row("once", Game, Often, Reworded, |c, d| c.once(d)),
        row("conserve", Game, Often, Reworded, |c, d| c.conserve(d)),
        row("observe", Game, Often, Gone, |c, d| c.observe(d)),
    ]
};

// A directive that has a shape and builds nothing, or the other way round, does not compile.
const _: () = {
    let mut i = 0;
    while i < DIRECTIVES.len() {
        let (shape, build) = (DIRECTIVES[i].name.as_bytes(), BUILDS[i].name.as_bytes());
        assert!(
            shape.len() == build.len(),
            "both tables hold the same directives in the same order"
        );
        let mut at = 0;
        while at < shape.len() {
            assert!(
                shape[at] == build[at],
                "both tables hold the same directives in the same order"
            );
            at += 1;
        }
        i += 1;
    }
};

fn said(text: &Text) -> Option<String> {
    Some(text.shown())
}

/// Where the directive of this name is when a program is written out.
pub fn expansion(name: &str) -> Option<Expansion> {
    DirectiveId::find(name).map(|id| BUILDS[id.index()].expansion)
}

impl<'a> Checker<'a> {
    /// Builds the directives of a pass, in source order.
    pub(super) fn directives(&mut self, pass: Pass) {
        for i in 0..self.directives.all.len() {
            let directive = self.directives.all[i];
            let row = &BUILDS[directive.id().index()];
            if row.pass != pass {
                continue;
            }
            if row.said == Said::Once && self.said_before(row.name, directive.span) {
                continue;
            }
            (row.build)(self, directive);
            if row.expansion == Expansion::Kept {
                let kept = self.with_numbers(directive);
                self.meaning.kept.push(kept);
            }
        }
    }

    /// Whether something that makes sense once was said before; that is reported. `what` is the name
    /// of the directive and what tells it from others of that name.
    pub(super) fn said_before(&mut self, what: &'static str, span: Span) -> bool {
        let first =
            self.directives.said.iter().find(|(said, _)| *said == what).map(|(_, first)| *first);
        match first {
            Some(first) => self.again(&format!("#{what}"), span, first),
            None => self.directives.said.push((what, span)),
        }
        first.is_some()
    }

    /// A directive that makes sense once, said again.
    pub(super) fn again(&mut self, what: &str, span: Span, first: Span) {
        let found = Diagnostic::new(
            &codes::SAID_TWICE,
            span,
            format!("`{what}` is said twice"),
            "said again here",
        );
        self.diagnostics.push(found.label(first, "first said here"));
    }

    /// A directive with numbers in place of the options that stand for them.
    fn with_numbers(&self, directive: &Directive) -> Directive {
        let mut directive = directive.clone();
        for argument in directive.arguments_mut() {
            if let Argument::Count(count) = argument
                && let Count::Name(name) = count
                && let Some(n) = self.numbers.values.get(&*name.text)
            {
                *count = Count::Number(*n, name.span);
            }
        }
        directive
    }
}
