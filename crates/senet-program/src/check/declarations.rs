//! The pass of declarations: names may be used before they are declared, so all of them are
//! collected before anything is resolved. It makes the [`Resolver`] that all later passes use.

use crate::check::options::NumberNames;
use crate::check::resolver::Resolver;
use crate::check::unknown::Reported;
use crate::codes;
use crate::ids::{ConId, PredId, StageId, TypeId};
use crate::program::{Constructor, PredKind, Predicate, Stage, Type, TypeShape};
use senet_syntax::ast::{self, Body, Declare, Item, PropKind, TermExpr};
use senet_syntax::{Diagnostic, Fix, Reports, Span, TextEdit};
use std::borrow::Cow;
use std::sync::Arc;

/// Collects the declarations of a file; `unread` are names that may have been declared by items that
/// could not be read.
pub(super) fn declare<'a>(
    file: &'a ast::SourceFile,
    numbers: NumberNames<'a>,
    reports: Reports,
    unread: &'a [Arc<str>],
) -> Resolver<'a> {
    let mut resolver = Resolver::empty(numbers, reports, Reported::new(unread));
    resolver.declarations(file);
    resolver
}

impl<'a> Resolver<'a> {
    /// In order of need: a constructor has a type, a predicate has argument types, a board makes a type
    /// and its constants.
    fn declarations(&mut self, file: &'a ast::SourceFile) {
        let declares = || {
            file.items.iter().filter_map(|item| match item {
                Item::Declare(declare) => Some(declare),
                _ => None,
            })
        };
        for declare in declares().filter(|d| &*d.kind.text == "type") {
            self.declare_type(declare);
        }
        for item in &file.items {
            if let Item::Range(range) = item {
                self.declare_range(range);
            }
        }
        self.boards(file);
        for declare in declares() {
            if let Some(kind) = self.declared_kind(&declare.kind.text) {
                self.declare_predicate(declare, kind);
            }
        }
        for declare in declares() {
            if &*declare.kind.text != "type" && self.declared_kind(&declare.kind.text).is_none() {
                self.declare_constructor(declare);
            }
        }
        for item in &file.items {
            if let Item::Rule(rule) = item
                && let Some(declare) = self.with_arrows(rule)
            {
                self.declare_with_arrows(declare, rule);
            }
        }
        self.shapes();
        for item in &file.items {
            match item {
                Item::Stage(stage) => self.declare_stage(stage),
                Item::Context(context) => self.declare_context(context),
                _ => {}
            }
        }
    }

    /// `s : nat -> nat.`: a declaration as other languages write it.
    pub(super) fn with_arrows(&self, rule: &'a ast::RuleDecl) -> Option<WithArrows<'a>> {
        let (Some(name), Body::Backward { head, goals }) = (&rule.name, &rule.body) else {
            return None;
        };
        let is_type = |atom: &ast::AtomExpr| {
            let text = &*atom.head.text;
            let other = self.names.predicates.contains_key(text);
            self.names.types.get(text).copied().filter(|_| atom.arguments.is_empty() && !other)
        };
        let kind = predicate_kind(&head.head.text).filter(|_| head.arguments.is_empty());
        let kind = match kind {
            Some(kind) => Err(kind),
            None => Ok(is_type(head)?),
        };
        let argument = |goal: &'a ast::Prop| match &goal.kind {
            PropKind::Atom(atom) if goal.mark == ast::Mark::Plain => is_type(atom),
            _ => None,
        };
        let arguments: Vec<TypeId> = goals.iter().rev().map(argument).collect::<Option<_>>()?;
        (!arguments.is_empty()).then_some(WithArrows {
            name,
            last: &head.head.text,
            kind,
            arguments,
        })
    }

    fn declare_with_arrows(&mut self, declare: WithArrows<'a>, rule: &ast::RuleDecl) {
        let WithArrows { name, last, kind, arguments } = declare;
        let types = arguments.iter().map(|ty| format!(" {}", self.type_name(*ty)));
        let form = format!("{}{} : {last}", name.text, types.collect::<String>());
        let ends = match &rule.body {
            ast::Body::Backward { head, goals } => {
                goals.iter().map(|goal| goal.span.end).max().max(Some(head.span.end))
            }
            ast::Body::Forward { .. } => None,
        };
        let found = Diagnostic::new(
            &codes::BAD_DECLARATION,
            rule.span,
            "the arguments of a declaration stand before the `:`",
            "no arrow belongs here",
        );
        let found = found.help(format!("write `{form}.`"));
        self.diagnostics.push(match ends {
            Some(end) => {
                let whole = Span::new(name.span.start, end);
                let title = format!("write `{form}`");
                found.fix(Fix::certain(title, vec![TextEdit::new(whole, form)]))
            }
            None => found,
        });
        // It is known from now on, so that its uses are no mistakes.
        match kind {
            Ok(ty) => self.add_constructor(name, ty, arguments),
            Err(kind) => self.add_predicate(name, kind, arguments),
        }
    }

    fn declare_type(&mut self, declare: &'a Declare) {
        let name = &declare.subject;
        if let Some(first) = declare.arguments.first() {
            self.error(
                &codes::BAD_DECLARATION,
                first.span(),
                format!("the type `{}` cannot take arguments", name.text),
                "types have no arguments",
            );
        }
        let id = TypeId::new(self.declared.types.len());
        if let Some(before) = self.names.types.insert(&name.text, id) {
            self.names.types.insert(&name.text, before);
            return self.twice("type", name, self.declared.types[before.index()].span);
        }
        self.declared.types.push(Type {
            name: String::from(&*name.text),
            constructors: Vec::new(),
            shape: TypeShape::Infinite,
            span: name.span,
        });
    }

    fn declare_predicate(&mut self, declare: &'a Declare, kind: PredKind) {
        let arguments = self.argument_types(&declare.arguments);
        self.add_predicate(&declare.subject, kind, arguments);
    }

    fn add_predicate(&mut self, name: &'a ast::Name, kind: PredKind, arguments: Vec<TypeId>) {
        if let Some(before) = self.names.predicates.get(&*name.text) {
            let before = self.declared.predicates[before.index()].span;
            return self.twice("predicate", name, before);
        }
        self.names.predicates.insert(&name.text, PredId::new(self.declared.predicates.len()));
        self.declared.predicates.push(Predicate {
            name: String::from(&*name.text),
            arguments,
            kind,
            host: None,
            glyph: None,
            reads_position: false,
            given: false,
            span: name.span,
        });
    }

    fn declare_constructor(&mut self, declare: &'a Declare) {
        let (name, kind) = (&declare.subject, &declare.kind);
        let fact = self.names.predicates.contains_key(&*kind.text);
        if fact && declare.arguments.is_empty() && !self.names.types.contains_key(&*kind.text) {
            return; // `name : p.` is a fact with a name; the rules take it
        }
        let ty = self.type_named(kind, true).unwrap_or(UNKNOWN);
        if ast::is_variable(&name.text) {
            let found = Diagnostic::new(
                &codes::BAD_DECLARATION,
                name.span,
                format!("the constant `{}` begins in upper case", name.text),
                "in a rule this would be a variable",
            );
            let help = format!("write `{}` everywhere", name.text.to_lowercase());
            self.diagnostics.push(found.help(help));
        }
        let arguments = self.argument_types(&declare.arguments);
        self.add_constructor(name, ty, arguments);
    }

    fn add_constructor(&mut self, name: &'a ast::Name, ty: TypeId, arguments: Vec<TypeId>) {
        let numbers = self.declared.types.get(ty.index()).filter(|ty| ty.shape.is_number());
        if let Some(numbers) = numbers {
            let found = Diagnostic::new(
                &codes::BAD_DECLARATION,
                name.span,
                format!("`{}` cannot be added to the numbers of `{}`", name.text, numbers.name),
                "numbers are there without a declaration",
            );
            let help = if name.text.starts_with('-') {
                "there are no negative numbers; declare a type of your own for these values"
            } else {
                "declare a type of your own for this value"
            };
            self.diagnostics.push(found.help(help));
        }
        if let Some(before) = self.names.constructors.get(&*name.text) {
            let before = self.declared.constructors[before.index()].span;
            return self.twice("constructor", name, before);
        }
        let id = ConId::new(self.declared.constructors.len());
        self.names.constructors.insert(Cow::Borrowed(&name.text), id);
        if let Some(ty) = self.declared.types.get_mut(ty.index()) {
            ty.constructors.push(id);
        }
        self.declared.constructors.push(Constructor {
            name: String::from(&*name.text),
            ty,
            arguments,
            span: name.span,
            label: None,
            glyph: None,
        });
    }

    /// The types named as arguments; what is unknown is reported and taken as some type, so that
    /// the number of arguments stays right.
    fn argument_types(&mut self, arguments: &'a [TermExpr]) -> Vec<TypeId> {
        let resolve = |term: &'a TermExpr| {
            let name = match term {
                TermExpr::Apply(name, inner, _) if inner.is_empty() => name,
                TermExpr::Variable(name) => name,
                other => {
                    self.error(
                        &codes::BAD_DECLARATION,
                        other.span(),
                        "an argument of a declaration is the name of a type",
                        "this is not the name of a type",
                    );
                    return UNKNOWN;
                }
            };
            self.type_named(name, false).unwrap_or(UNKNOWN)
        };
        arguments.iter().map(resolve).collect()
    }

    /// The kind of predicate that a word means, unless the program has a type of this name: then
    /// `go : action.` declares a constant of it, as in Ceptre.
    fn declared_kind(&self, word: &str) -> Option<PredKind> {
        predicate_kind(word).filter(|_| !self.names.types.contains_key(word))
    }

    fn declare_context(&mut self, context: &'a ast::Context) {
        let id = self.contexts.len();
        let same = self.names.predicates.get(&*context.name.text);
        let same = same.map(|id| &self.declared.predicates[id.index()]);
        if let Some(predicate) = same.filter(|p| p.arguments.is_empty()) {
            // In a context the name would be the atom, and the context could never be included.
            let found = Diagnostic::new(
                &codes::TWICE,
                context.name.span,
                format!("`{}` is a predicate and a context", context.name.text),
                "inside another context this name means the atom",
            );
            let found = found.label(predicate.span, "the predicate");
            self.diagnostics.push(found.help("give the context another name"));
        }
        if let Some(&before) = self.names.contexts.get(&*context.name.text) {
            let before = self.contexts[before].name.span;
            return self.twice("context", &context.name, before);
        }
        self.names.contexts.insert(&context.name.text, id);
        self.contexts.push(context);
    }

    fn declare_stage(&mut self, stage: &'a ast::StageDecl) {
        let id = StageId::new(self.declared.stages.len());
        if let Some(before) = self.names.stages.insert(&stage.name.text, id) {
            self.names.stages.insert(&stage.name.text, before);
            return self.twice("stage", &stage.name, self.declared.stages[before.index()].span);
        }
        self.declared.stages.push(Stage {
            name: stage.name.text.as_ref().to_owned(),
            rules: Vec::new(),
            links: Vec::new(),
            interactive: false,
            believed: false,
            forbidden: Vec::new(),
            ordered: stage.ordered,
            span: stage.name.span,
        });
    }

    /// Which types have finitely many values: those whose constructors all have finite arguments.
    fn finite(&self) -> Vec<bool> {
        // For each type, the arguments of its constructors that are not known to be finite yet.
        let mut missing = vec![0usize; self.declared.types.len()];
        let mut waiting = vec![Vec::new(); self.declared.types.len()];
        for constructor in &self.declared.constructors {
            let Some(missing) = missing.get_mut(constructor.ty.index()) else {
                continue;
            };
            for argument in &constructor.arguments {
                *missing += 1;
                if let Some(waiting) = waiting.get_mut(argument.index()) {
                    waiting.push(constructor.ty.index());
                }
            }
        }
        let mut finite = vec![false; self.declared.types.len()];
        let natural = |t: &usize| self.declared.types[*t].shape == TypeShape::Natural;
        let mut open: Vec<usize> =
            (0..missing.len()).filter(|t| missing[*t] == 0 && !natural(t)).collect();
        // A type is finite once all argument types of all its constructors are. Least fixed
        // point by counting, in the time of the declarations; types that contain themselves
        // are never reached.
        while let Some(ty) = open.pop() {
            finite[ty] = true;
            for other in std::mem::take(&mut waiting[ty]) {
                missing[other] -= 1;
                if missing[other] == 0 {
                    open.push(other);
                }
            }
        }
        finite
    }

    /// What the values of each type look like.
    fn shapes(&mut self) {
        let finite = self.finite();
        for (i, ty) in self.declared.types.iter_mut().enumerate() {
            if ty.shape.is_number() {
                continue;
            }
            let cons: Vec<(ConId, &[TypeId])> = ty
                .constructors
                .iter()
                .map(|c| (*c, self.declared.constructors[c.index()].arguments.as_slice()))
                .collect();
            let itself = [TypeId::new(i)];
            // One constant and one constructor on the type itself are the natural
            // numbers, whatever they are called: such terms are kept as machine numbers
            // from here on.
            ty.shape = match cons.as_slice() {
                [(zero, []), (succ, one)] | [(succ, one), (zero, [])] if *one == itself => {
                    TypeShape::Peano { zero: *zero, succ: *succ }
                }
                all if all.iter().all(|(_, arguments)| arguments.is_empty()) => {
                    TypeShape::Constants
                }
                _ if finite[i] => TypeShape::Finite,
                _ => TypeShape::Infinite,
            };
        }
    }
}

/// A declaration that was written with arrows.
pub(super) struct WithArrows<'a> {
    name: &'a ast::Name,
    /// What stands behind the last arrow.
    last: &'a str,
    /// The type of a constructor, or the kind of a predicate.
    kind: Result<TypeId, PredKind>,
    arguments: Vec<TypeId>,
}

/// Stands for a type that was not found; fits every other.
pub(crate) const UNKNOWN: TypeId = TypeId(u32::MAX);

/// Stands for some type of numbers; which one, other places may tell.
pub(crate) const NUMBER: TypeId = TypeId(u32::MAX - 1);

fn predicate_kind(kind: &str) -> Option<PredKind> {
    Some(match kind {
        "pred" => PredKind::Linear,
        "bwd" => PredKind::Derived,
        "sense" => PredKind::Sense,
        "action" => PredKind::Action,
        _ => return None,
    })
}
