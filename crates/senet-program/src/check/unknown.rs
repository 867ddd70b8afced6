//! Names that were not found. Each name is reported once, with some of the other places where it
//! stands: forgetting one declaration is one mistake.

use crate::check::declarations::UNKNOWN;
use crate::check::resolver::Resolver;
use crate::codes;
use crate::ids::{PredId, StageId, TypeId};
use crate::relations::{BOARD_RELATIONS, board_relation, relation_meant};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_syntax::ast::{self, Name};
use senet_syntax::suggest::nearest;
use senet_syntax::{Diagnostic, Fix, Label, Span, TextEdit};
use std::cell::Cell;
use std::sync::Arc;

/// A report shows at most this many places.
const MOST_PLACES: usize = 3;
/// How many names are listed where another one was meant.
const MOST_LISTED: usize = 6;
/// A fix changes a name at most at this many places.
const MOST_EDITS: usize = 1_000;
/// How many names are compared in one program to find out what was meant.
const MOST_GUESSES: usize = 2_000_000;
/// Words that stand in a place of their own, and that place.
const WORDS: &[(&str, &str)] = &[
    ("not", "it stands before an atom, as in `not free C`"),
    ("count", "a count is a premise, as in `N = count (disc P _)`"),
    ("sum", "a sum is a premise, as in `N = sum V (coin V)`"),
    ("max", "a maximum is a premise, as in `N = max V (coin V)`"),
    ("min", "a minimum is a premise, as in `N = min V (coin V)`"),
    ("for", "it stands around rules, as in `for N in 1..6 { … }`"),
    ("board", "it begins a declaration, as in `board cell = square 8 8.`"),
    ("ordered", "it stands before a stage, as in `ordered stage play = { … }`"),
];

/// What a name was looked up as.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum What {
    Type,
    Predicate,
    Constant,
    Stage,
    Context,
}

/// The reports so far, by what was looked up.
#[derive(Default)]
pub(super) struct Reported<'a> {
    names: FxHashMap<(What, &'a str), usize>,
    guesses: Cell<usize>,
    /// Names that items may have declared that could not be read. To report them would be to
    /// report one mistake twice.
    unread: FxHashSet<&'a str>,
}

impl<'a> Reported<'a> {
    pub(super) fn new(unread: &'a [Arc<str>]) -> Reported<'a> {
        Reported { unread: unread.iter().map(|name| &**name).collect(), ..Reported::default() }
    }
}

impl<'a> Reported<'a> {
    /// Says nothing about a name whose declaration has been blamed.
    pub(super) fn ignore(&mut self, name: &'a str) {
        self.unread.insert(name);
    }
}

impl<'a> Resolver<'a> {
    /// The name nearest to one that is unknown, as long as looking for it is cheap.
    pub(super) fn near<'n>(
        &self,
        name: &str,
        names: impl Iterator<Item = &'n str> + Clone,
    ) -> Option<&'n str> {
        // Edit distance to every known name, for every unknown one, is quadratic in a text
        // full of mistakes, so the comparisons of a whole program are counted.
        let guesses = self.unknown.guesses.get() + names.clone().count();
        self.unknown.guesses.set(guesses);
        (guesses <= MOST_GUESSES).then(|| nearest(name, names))?
    }

    /// Reports an unknown name, or adds a place to its report.
    fn unknown_name(
        &mut self,
        what: What,
        name: &'a Name,
        report: impl FnOnce(&Self) -> Diagnostic,
    ) {
        if self.unknown.unread.contains(&*name.text) {
            return;
        }
        // One report for each unknown name, however often it is used: a forgotten declaration
        // would otherwise bury every other mistake.
        if let Some(index) = self.unknown.names.get(&(what, &*name.text)) {
            let Some(found) = self.diagnostics.get_mut(*index) else { return };
            if found.labels.len() < MOST_PLACES {
                let text = "and here".to_owned();
                found.labels.push(Label { span: name.span, text });
            }
            // A name that is changed is changed everywhere.
            let first = found.span();
            for fix in &mut found.fixes {
                let whole =
                    fix.edits.first().filter(|e| e.span == first && fix.edits.len() < MOST_EDITS);
                if let Some(text) = whole.map(|e| e.text.clone()) {
                    fix.edits.push(TextEdit::new(name.span, text));
                }
            }
            return;
        }
        let found = report(self);
        self.unknown.names.insert((what, &name.text), self.diagnostics.len());
        self.diagnostics.push(found);
    }

    /// A type by its name; `kind` if a kind such as `pred` could stand here too.
    pub(super) fn type_named(&mut self, name: &'a Name, kind: bool) -> Option<TypeId> {
        let found = self.names.types.get(&*name.text).copied();
        if found.is_some() {
            return found;
        }
        if &*name.text == "nat" {
            return Some(self.natural());
        }
        self.unknown_name(What::Type, name, |resolver| {
            let kinds: &[&str] =
                if kind { &["type", "pred", "bwd", "sense", "action"] } else { &[] };
            let types = resolver.declared.types.iter().map(|t| t.name.as_str());
            let near = resolver.near(&name.text, types.chain(kinds.iter().copied()));
            let found = Diagnostic::new(
                &codes::UNKNOWN_TYPE,
                name.span,
                format!("there is no type `{}`", name.text),
                "unknown type",
            );
            match near {
                Some(_) => found.did_you_mean(near),
                None => found.help(format!("declare it: `{} : type.`", name.text)),
            }
        });
        None
    }

    /// A stage by its name.
    pub(super) fn stage_named(&mut self, name: &'a Name) -> Option<StageId> {
        let found = self.names.stages.get(&*name.text).copied();
        if found.is_some() {
            return found;
        }
        self.unknown_name(What::Stage, name, |resolver| {
            let near =
                resolver.near(&name.text, resolver.declared.stages.iter().map(|s| s.name.as_str()));
            let found = Diagnostic::new(
                &codes::UNKNOWN_STAGE,
                name.span,
                format!("there is no stage `{}`", name.text),
                "unknown stage",
            );
            match near {
                Some(_) => found.did_you_mean(near),
                None => {
                    let known = resolver.declared.stages.iter().take(MOST_LISTED);
                    let known: Vec<String> = known.map(|s| format!("`{}`", s.name)).collect();
                    let found = match known.as_slice() {
                        [] => found,
                        [one] => found.help(format!("the only stage is {one}")),
                        _ => found.help(format!("there are the stages {}", known.join(", "))),
                    };
                    let end = format!("`stage {} = {{}}`", name.text);
                    found.help(format!("an end without rules is declared as {end}"))
                }
            }
        });
        None
    }

    /// A predicate that a directive names.
    pub(super) fn known_predicate(&mut self, name: &'a Name) -> Option<PredId> {
        let found = self.names.predicates.get(&*name.text).copied();
        match found {
            Some(id) => {
                self.used.insert(id);
            }
            None => self.unknown_predicate(name, &[]),
        }
        found
    }

    pub(super) fn unknown_predicate(&mut self, name: &'a Name, arguments: &'a [ast::TermExpr]) {
        self.unknown_name(What::Predicate, name, |resolver| {
            let text = &*name.text;
            let found = Diagnostic::new(
                &codes::UNKNOWN_PREDICATE,
                name.span,
                format!("there is no predicate `{text}`"),
                "unknown predicate",
            );
            // From the certain to the vague: a name that means something else, a word in the wrong
            // place, a name that comes with a directive or a board, and only then names that look alike.
            if let Some(constructor) = resolver.names.constructors.get(text) {
                let place = resolver.declared.constructors[constructor.index()].span;
                return found.label(place, format!("`{text}` is a constructor, not a predicate"));
            }
            if let Some(ty) = resolver.names.types.get(text) {
                let place = resolver.declared.types[ty.index()].span;
                let mut found = found.label(place, "declared as a type here");
                found.message = format!("`{text}` is a type, not a predicate");
                return match arguments.first().and_then(plain_name) {
                    Some(value) => {
                        let turned = format!("{value} : {text}");
                        let whole = name.span.to(arguments[0].span());
                        let edits = vec![TextEdit::new(whole, turned.as_str())];
                        found
                            .help(format!("a value is declared: `{turned}.`"))
                            .fix(Fix::certain(format!("write `{turned}`"), edits))
                    }
                    None => found,
                };
            }
            if ["type", "pred", "bwd"].contains(&text) {
                let names: Vec<&str> = arguments.iter().filter_map(plain_name).collect();
                let turned = format!("{} : {text}", names.join(" "));
                let last = arguments.last().map_or(name.span, ast::TermExpr::span);
                let edits = vec![TextEdit::new(name.span.to(last), turned.as_str())];
                let message = format!("`{text}` stands behind what it declares");
                return Diagnostic { message, ..found }
                    .help(format!("the kind comes last: `{turned}.`"))
                    .fix(Fix::certain(format!("write `{turned}`"), edits));
            }
            if resolver.names.contexts.contains_key(text) {
                let help = format!("`{text}` is a context; it can stand in other contexts only");
                return found.help(help);
            }
            if resolver.names.stages.contains_key(text) {
                let edits = vec![TextEdit::new(name.span, format!("stage {text}"))];
                return found
                    .help(format!("for the stage of this name write `stage {text}`"))
                    .fix(Fix::certain(format!("write `stage {text}`"), edits));
            }
            if matches!(text, "next" | "seated") {
                // With players, both are known.
                let form = if text == "next" { "next P Q" } else { "seated P" };
                return found.help(format!("`{form}` comes with the players: `#players TYPE.`"));
            }
            if let Some(relation) =
                board_relation(text).filter(|_| resolver.declared.boards.is_empty())
            {
                let form = relation.form;
                let help = format!("`{form}` comes with a board: `board cell = square 8 8.`");
                return found.help(help);
            }
            if let Some((_, form)) = WORDS.iter().find(|(word, _)| *word == text) {
                return found.help(format!("`{text}` is a word of the language: {form}"));
            }
            if text.starts_with("//") {
                return found.help("comments begin with `%`");
            }
            let predicates = resolver.declared.predicates.iter().map(|p| p.name.as_str());
            let relations = if resolver.declared.boards.is_empty() { &[] } else { BOARD_RELATIONS };
            let known = predicates.chain(relations.iter().map(|relation| relation.name));
            let near = resolver.near(text, known);
            if let Some(near) = near.or_else(|| relation_meant(text, relations)) {
                return found.did_you_mean(Some(near));
            }
            if ast::is_variable(text) {
                return found.help("names that begin in upper case are variables, in arguments");
            }
            if let Some(help) = arrow_help(name, arguments) {
                return found.help(help);
            }
            let first = arguments.first().and_then(plain_name);
            if first.is_some_and(|n| resolver.names.predicates.contains_key(n)) {
                let edits = vec![TextEdit::insert(name.span.end, " :")];
                return found
                    .help(format!("is a `:` missing after the name? `{text} : …`"))
                    .fix(Fix::certain("put a `:` behind the name", edits));
            }
            let types = vec![" …"; arguments.len()].concat();
            found.help(format!("declare it: `{text}{types} : pred.`"))
        });
    }

    pub(super) fn unknown_constant(
        &mut self,
        name: &'a Name,
        arguments: &'a [ast::TermExpr],
        ty: TypeId,
    ) {
        if ty == UNKNOWN {
            return; // what belongs here is not known either, and that has been reported
        }
        self.unknown_name(What::Constant, name, |resolver| {
            let text = &*name.text;
            let found = Diagnostic::new(
                &codes::UNKNOWN_CONSTANT,
                name.span,
                format!("there is no constant or constructor `{text}`"),
                "unknown name",
            );
            if let Some(ty) = resolver.names.types.get(text) {
                let place = resolver.declared.types[ty.index()].span;
                let edits = vec![TextEdit::new(name.span, big(text))];
                return found
                    .label(place, format!("`{text}` is a type, not a value"))
                    .help(format!("for any value of that type write a variable: `{}`", big(text)))
                    .fix(Fix::guess(format!("write the variable `{}`", big(text)), edits));
            }
            if let Some(p) = resolver.names.predicates.get(text) {
                let place = resolver.declared.predicates[p.index()].span;
                let found = found.label(place, format!("`{text}` is a predicate, not a value"));
                return match arguments {
                    [] => found.help("is a `*`, a `,` or a `.` missing before it?"),
                    _ => found.help(premise_instead(text)),
                };
            }
            if let Some(help) = arrow_help(name, &[]) {
                return found.help(help);
            }
            if text.strip_prefix('-').is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit())) {
                return found.help("numbers are 0, 1, 2 and so on: there is none below 0");
            }
            // A similar name of the right type is a better guess than a more similar one of another.
            let all = resolver.declared.constructors.iter();
            let of_type = all.clone().filter(|c| c.ty == ty).map(|c| c.name.as_str());
            let near = resolver
                .near(text, of_type)
                .or_else(|| resolver.near(text, all.map(|c| c.name.as_str())));
            if near.is_some() {
                return found.did_you_mean(near);
            }
            let variable = big(text);
            let found = if ast::is_variable(&variable) {
                let edits = vec![TextEdit::new(name.span, variable.as_str())];
                found
                    .help(format!("a variable begins in upper case: `{variable}`"))
                    .fix(Fix::guess(format!("write the variable `{variable}`"), edits))
            } else {
                found
            };
            match resolver.declared.types.get(ty.index()) {
                Some(ty) => found.help(format!("a constant is declared: `{text} : {}.`", ty.name)),
                None => found,
            }
        });
    }

    pub(super) fn unknown_context(&mut self, name: &'a Name) {
        // A predicate that a rule missed already is missing here too.
        let missed = (What::Predicate, &*name.text);
        let what =
            if self.unknown.names.contains_key(&missed) { What::Predicate } else { What::Context };
        self.unknown_name(what, name, |resolver| {
            let predicates = resolver.declared.predicates.iter().map(|p| p.name.as_str());
            let contexts = resolver.contexts.iter().map(|c| &*c.name.text);
            let near = resolver.near(&name.text, contexts.chain(predicates));
            let found = Diagnostic::new(
                &codes::UNKNOWN_CONTEXT,
                name.span,
                format!("there is no context or predicate `{}`", name.text),
                "unknown name",
            );
            match near {
                Some(_) => found.did_you_mean(near),
                None => found.help(format!(
                    "a context is `context {} = {{ … }}.`, an atom needs `{} : pred.`",
                    name.text, name.text
                )),
            }
        });
    }

    /// A declaration of a name that has one already.
    pub(super) fn twice(&mut self, what: &str, name: &Name, before: Span) {
        let found = Diagnostic::new(
            &codes::TWICE,
            name.span,
            format!("the {what} `{}` is declared twice", name.text),
            "declared again here",
        );
        let found = found.label(before, "first declared here");
        self.diagnostics.push(found.help("take one of them out, or give it another name"));
    }
}

/// What to write for `if`.
const NEEDS: &str =
    "what a rule needs stands left of `-o`, what it makes right of it: `needs -o makes`";

/// Words of English between premises, as in `p X and q Y`, which look like arguments: what to write
/// instead.
pub(super) fn joining_word(
    head: &Name,
    arguments: &[ast::TermExpr],
) -> Option<(&'static str, Option<Fix>)> {
    if &*head.text == "if" {
        // `if a then b`
        let then = arguments.iter().find(|a| plain_name(a) == Some("then"));
        let fix = then.zip(arguments.first()).map(|(then, first)| {
            let edits = vec![
                TextEdit::delete(Span::new(head.span.start, first.span().start)),
                TextEdit::new(then.span(), "-o"),
            ];
            Fix::certain("write `-o` for `then`", edits)
        });
        return Some((NEEDS, fix));
    }
    let names = arguments.iter().filter_map(|a| Some((plain_name(a)?, a.span())));
    let ands = names.clone().filter(|(name, _)| *name == "and");
    let edits: Vec<TextEdit> = ands.map(|(_, span)| TextEdit::new(span, "*")).collect();
    if !edits.is_empty() {
        let fix = Fix::certain("write `*` for `and`", edits);
        return Some(("premises are joined by `*`: `a * b`", Some(fix)));
    }
    names.into_iter().find_map(|(name, _)| match name {
        "or" => Some(("a rule has no alternatives; write a rule for each case", None)),
        "if" => Some((NEEDS, None)),
        _ => None,
    })
}

/// Help for an arrow that became part of a name, as in `p-o q`, `p -oq` and `p - o q`; and for words
/// of other languages between premises.
pub(super) fn arrow_help(name: &Name, arguments: &[ast::TermExpr]) -> Option<String> {
    if let Some((help, _)) = joining_word(name, arguments) {
        return Some(help.to_owned());
    }
    let found = stuck_arrow(name, arguments)?;
    Some(format!("is there an arrow in `{found}`? it is written `-o`, with blanks around it"))
}

/// The name that an arrow became part of.
pub(super) fn stuck_arrow<'n>(name: &'n Name, arguments: &'n [ast::TermExpr]) -> Option<&'n str> {
    let names = || [&*name.text].into_iter().chain(arguments.iter().filter_map(plain_name));
    let stuck = |n: &str| n == "-" || n == "->" || n.starts_with("-o") || n.ends_with("-o");
    names().find(|n| stuck(n))
}

/// What to do with a predicate that is used like a function.
pub(super) fn premise_instead(name: &str) -> String {
    format!(
        "a predicate is not a function: make `{name} …` a premise of its own, and use its variables here"
    )
}

/// The name of a term that is nothing but a name.
pub(super) fn plain_name(term: &ast::TermExpr) -> Option<&str> {
    match term {
        ast::TermExpr::Apply(name, arguments, _) if arguments.is_empty() => Some(&name.text),
        _ => None,
    }
}

/// A name with its first letter in upper case.
fn big(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
