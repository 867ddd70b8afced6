//! Names that were not found. Each name is reported once, with some of the other places where it
//! stands: forgetting one declaration is one mistake.

use crate::check::Checker;
use crate::codes;
use crate::ids::{PredId, StageId, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_syntax::ast::{self, Name};
use senet_syntax::suggest::nearest;
use senet_syntax::{Diagnostic, Label, Span};
use std::cell::Cell;
use std::sync::Arc;

/// A report shows at most this many places.
const MOST_PLACES: usize = 3;
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

impl<'a> Checker<'a> {
    /// The name nearest to one that is unknown, as long as looking for it is cheap.
    pub(super) fn near<'n>(
        &self,
        name: &str,
        names: impl Iterator<Item = &'n str> + Clone,
    ) -> Option<&'n str> {
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
        if let Some(index) = self.unknown.names.get(&(what, &*name.text)) {
            let found = self.diagnostics.get_mut(*index);
            if let Some(found) = found
                && found.labels.len() < MOST_PLACES
            {
                let text = "and here".to_owned();
                found.labels.push(Label { span: name.span, text });
            }
            return;
        }
        let found = report(self);
        self.unknown.names.insert((what, &name.text), self.diagnostics.len());
        self.diagnostics.push(found);
    }

    /// A type by its name; `kind` if a kind such as `pred` could stand here too.
    pub(super) fn type_named(&mut self, name: &'a Name, kind: bool) -> Option<TypeId> {
        let found = self.type_names.get(&*name.text).copied();
        if found.is_some() {
            return found;
        }
        if &*name.text == "nat" {
            return Some(self.natural());
        }
        self.unknown_name(What::Type, name, |checker| {
            let kinds: &[&str] =
                if kind { &["type", "pred", "bwd", "sense", "action"] } else { &[] };
            let types = checker.types.iter().map(|t| t.name.as_str());
            let near = checker.near(&name.text, types.chain(kinds.iter().copied()));
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
        let found = self.stage_names.get(&*name.text).copied();
        if found.is_some() {
            return found;
        }
        self.unknown_name(What::Stage, name, |checker| {
            let near = checker.near(&name.text, checker.stages.iter().map(|s| s.name.as_str()));
            let found = Diagnostic::new(
                &codes::UNKNOWN_STAGE,
                name.span,
                format!("there is no stage `{}`", name.text),
                "unknown stage",
            );
            match near {
                Some(_) => found.did_you_mean(near),
                None => found.help(format!(
                    "an end without rules is declared as `stage {} = {{}}`",
                    name.text
                )),
            }
        });
        None
    }

    /// A predicate that a directive names.
    pub(super) fn known_predicate(&mut self, name: &'a Name) -> Option<PredId> {
        let found = self.predicate_names.get(&*name.text).copied();
        match found {
            Some(id) => {
                self.notes.used.insert(id);
            }
            None => self.unknown_predicate(name, &[]),
        }
        found
    }

    pub(super) fn unknown_predicate(&mut self, name: &'a Name, arguments: &'a [ast::TermExpr]) {
        self.unknown_name(What::Predicate, name, |checker| {
            let text = &*name.text;
            let found = Diagnostic::new(
                &codes::UNKNOWN_PREDICATE,
                name.span,
                format!("there is no predicate `{text}`"),
                "unknown predicate",
            );
            if let Some(constructor) = checker.constructor_names.get(text) {
                let place = checker.constructors[constructor.index()].span;
                return found.label(place, format!("`{text}` is a constructor, and no predicate"));
            }
            if let Some(ty) = checker.type_names.get(text) {
                let place = checker.types[ty.index()].span;
                let found = found.label(place, format!("`{text}` is a type, and no predicate"));
                return match arguments.first().and_then(plain_name) {
                    Some(value) => found.help(format!("a value is declared: `{value} : {text}.`")),
                    None => found,
                };
            }
            if ["type", "pred", "bwd"].contains(&text) {
                let names: Vec<&str> = arguments.iter().filter_map(plain_name).collect();
                let names = names.join(" ");
                return found.help(format!("the kind comes last: `{names} : {text}.`"));
            }
            if checker.context_names.contains_key(text) {
                let help = format!("`{text}` is a context; it can stand in other contexts only");
                return found.help(help);
            }
            if checker.stage_names.contains_key(text) {
                return found.help(format!("for the stage of this name write `stage {text}`"));
            }
            if let Some((_, form)) = WORDS.iter().find(|(word, _)| *word == text) {
                return found.help(format!("`{text}` is a word of the language: {form}"));
            }
            if text.starts_with("//") {
                return found.help("comments begin with `%`");
            }
            let predicates = checker.predicates.iter().map(|p| p.name.as_str());
            if let Some(near) = checker.near(text, predicates) {
                return found.did_you_mean(Some(near));
            }
            if ast::is_variable(text) {
                return found.help("names that begin in upper case are variables, in arguments");
            }
            if let Some(help) = arrow_help(text, arguments) {
                return found.help(help);
            }
            let first = arguments.first().and_then(plain_name);
            if first.is_some_and(|n| checker.predicate_names.contains_key(n)) {
                return found.help(format!("is a `:` missing after the name? `{text} : …`"));
            }
            let types = vec![" …"; arguments.len()].concat();
            found.help(format!("declare it: `{text}{types} : pred.`"))
        });
    }

    pub(super) fn unknown_constant(&mut self, name: &'a Name, ty: TypeId) {
        self.unknown_name(What::Constant, name, |checker| {
            let text = &*name.text;
            let found = Diagnostic::new(
                &codes::UNKNOWN_CONSTANT,
                name.span,
                format!("there is no constant or constructor `{text}`"),
                "unknown name",
            );
            if let Some(ty) = checker.type_names.get(text) {
                let place = checker.types[ty.index()].span;
                return found
                    .label(place, format!("`{text}` is a type, and no value"))
                    .help(format!("for any value of that type write a variable: `{}`", big(text)));
            }
            if let Some(p) = checker.predicate_names.get(text) {
                let place = checker.predicates[p.index()].span;
                return found
                    .label(place, format!("`{text}` is a predicate, and no value"))
                    .help("is a `*`, a `,` or a `.` missing before it?");
            }
            if let Some(help) = arrow_help(text, &[]) {
                return found.help(help);
            }
            let all = checker.constructors.iter();
            let of_type = all.clone().filter(|c| c.ty == ty).map(|c| c.name.as_str());
            let near = checker
                .near(text, of_type)
                .or_else(|| checker.near(text, all.map(|c| c.name.as_str())));
            if near.is_some() {
                return found.did_you_mean(near);
            }
            let variable = big(text);
            let found = if ast::is_variable(&variable) {
                found.help(format!("a variable begins in upper case: `{variable}`"))
            } else {
                found
            };
            match checker.types.get(ty.index()) {
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
        self.unknown_name(what, name, |checker| {
            let predicates = checker.predicates.iter().map(|p| p.name.as_str());
            let contexts = checker.contexts.iter().map(|c| &*c.name.text);
            let near = checker.near(&name.text, contexts.chain(predicates));
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
        self.diagnostics.push(found.label(before, "first declared here"));
    }
}

/// Help for an arrow that became part of a name, as in `p-o q`, `p -oq` and `p - o q`.
pub(super) fn arrow_help(name: &str, arguments: &[ast::TermExpr]) -> Option<String> {
    let names = arguments.iter().filter_map(plain_name);
    let stuck = |n: &str| n == "-" || n == "->" || n.starts_with("-o") || n.ends_with("-o");
    let found = [name].into_iter().chain(names).find(|n| stuck(n))?;
    Some(format!("is there an arrow in `{found}`? it is written `-o`, with blanks around it"))
}

/// The name of a term that is nothing but a name.
fn plain_name(term: &ast::TermExpr) -> Option<&str> {
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
