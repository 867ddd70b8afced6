//! First pass: what is declared. Names may be used before they are declared, so everything is
//! collected before anything is resolved.

use crate::check::Checker;
use crate::codes;
use crate::ids::{ConId, PredId, StageId, TypeId};
use crate::program::{Constructor, PredKind, Predicate, Settling, Shape, Stage, Type};
use senet_syntax::ast::{self, Declare, Item, Name, Term};
use senet_syntax::suggest::nearest;
use senet_syntax::{Diagnostic, Span};

impl<'a> Checker<'a> {
    pub(super) fn declarations(&mut self, file: &'a ast::File) {
        let declares = || {
            file.items.iter().filter_map(|item| match item {
                Item::Declare(declare) => Some(declare),
                _ => None,
            })
        };
        for declare in declares().filter(|d| &*d.kind.text == "type") {
            self.declare_type(declare);
        }
        for declare in declares() {
            if let Some(kind) = predicate_kind(&declare.kind.text) {
                self.declare_predicate(declare, kind);
            }
        }
        for declare in declares() {
            if &*declare.kind.text != "type" && predicate_kind(&declare.kind.text).is_none() {
                self.declare_constructor(declare);
            }
        }
        self.shapes();
        for item in &file.items {
            match item {
                Item::Stage(stage) => self.declare_stage(stage),
                Item::Context(context) => {
                    if let Some(before) = self.contexts.insert(&context.name.text, context) {
                        self.twice("context", &context.name, before.name.span);
                    }
                }
                _ => {}
            }
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
        let id = TypeId::new(self.types.len());
        if let Some(before) = self.type_names.insert(&name.text, id) {
            self.type_names.insert(&name.text, before);
            return self.twice("type", name, self.types[before.index()].span);
        }
        self.types.push(Type {
            name: name.text.to_string(),
            constructors: Vec::new(),
            shape: Shape::Infinite,
            span: name.span,
        });
    }

    fn declare_predicate(&mut self, declare: &'a Declare, kind: PredKind) {
        let name = &declare.subject;
        let arguments = self.argument_types(&declare.arguments);
        let id = PredId::new(self.predicates.len());
        if let Some(before) = self.predicate_names.insert(&name.text, id) {
            self.predicate_names.insert(&name.text, before);
            return self.twice("predicate", name, self.predicates[before.index()].span);
        }
        self.predicates.push(Predicate {
            name: name.text.to_string(),
            arguments,
            kind,
            host: None,
            glyph: None,
            reads_position: false,
            span: name.span,
        });
    }

    fn declare_constructor(&mut self, declare: &'a Declare) {
        let Some(&ty) = self.type_names.get(&*declare.kind.text) else {
            let fact = self.predicate_names.get(&*declare.kind.text);
            if fact.is_some() && declare.arguments.is_empty() {
                return; // `name : p.` is a fact with a name; the rules take it
            }
            return self.unknown_type(&declare.kind, true);
        };
        let name = &declare.subject;
        if ast::is_variable(&name.text) {
            self.error(
                &codes::BAD_DECLARATION,
                name.span,
                format!("the constant `{}` begins in upper case", name.text),
                "in a rule this would be a variable",
            );
        }
        let arguments = self.argument_types(&declare.arguments);
        let id = ConId::new(self.constructors.len());
        if let Some(before) = self.constructor_names.insert(&name.text, id) {
            self.constructor_names.insert(&name.text, before);
            return self.twice("constructor", name, self.constructors[before.index()].span);
        }
        self.types[ty.index()].constructors.push(id);
        self.constructors.push(Constructor {
            name: name.text.to_string(),
            ty,
            arguments,
            span: name.span,
            label: None,
            glyph: None,
        });
    }

    /// The types named as arguments; what is unknown is reported and taken as some type, so that
    /// the number of arguments stays right.
    fn argument_types(&mut self, arguments: &'a [Term]) -> Vec<TypeId> {
        let resolve = |term: &'a Term| match term {
            Term::Apply(name, inner, _) if inner.is_empty() => {
                let found = self.type_names.get(&*name.text).copied();
                if found.is_none() {
                    self.unknown_type(name, false);
                }
                found.unwrap_or(UNKNOWN)
            }
            Term::Variable(name) => {
                let found = self.type_names.get(&*name.text).copied();
                if found.is_none() {
                    self.unknown_type(name, false);
                }
                found.unwrap_or(UNKNOWN)
            }
            other => {
                self.error(
                    &codes::BAD_DECLARATION,
                    other.span(),
                    "an argument of a declaration is the name of a type",
                    "this is no name of a type",
                );
                UNKNOWN
            }
        };
        arguments.iter().map(resolve).collect()
    }

    fn unknown_type(&mut self, name: &Name, as_kind: bool) {
        let kinds = ["type", "pred", "bwd", "sense", "action"];
        let types = self.types.iter().map(|t| t.name.as_str());
        let near = if as_kind {
            nearest(&name.text, types.chain(kinds))
        } else {
            nearest(&name.text, types)
        };
        let found = Diagnostic::new(
            &codes::UNKNOWN_TYPE,
            name.span,
            format!("there is no type `{}`", name.text),
            "unknown type",
        );
        let found = match near {
            Some(_) => found.did_you_mean(near),
            None => found.help(format!("declare it: `{} : type.`", name.text)),
        };
        self.diagnostics.push(found);
    }

    fn declare_stage(&mut self, stage: &'a ast::Stage) {
        let id = StageId::new(self.stages.len());
        if let Some(before) = self.stage_names.insert(&stage.name.text, id) {
            self.stage_names.insert(&stage.name.text, before);
            return self.twice("stage", &stage.name, self.stages[before.index()].span);
        }
        self.stages.push(Stage {
            name: stage.name.text.to_string(),
            rules: Vec::new(),
            links: Vec::new(),
            interactive: false,
            settling: Settling::Unknown(String::new()),
            forbidden: Vec::new(),
            span: stage.name.span,
        });
    }

    fn twice(&mut self, what: &str, name: &Name, before: Span) {
        let found = Diagnostic::new(
            &codes::TWICE,
            name.span,
            format!("the {what} `{}` is declared twice", name.text),
            "declared again here",
        );
        self.diagnostics
            .push(found.label(before, "first declared here"));
    }

    /// What the values of each type look like.
    fn shapes(&mut self) {
        let count = self.types.len();
        let mut finite = vec![false; count];
        // A type is finite once the arguments of all its constructors are.
        loop {
            let mut changed = false;
            for (i, ty) in self.types.iter().enumerate() {
                let all = ty.constructors.iter().all(|c| {
                    let arguments = &self.constructors[c.index()].arguments;
                    arguments.iter().all(|a| *a != UNKNOWN && finite[a.index()])
                });
                if all && !finite[i] {
                    finite[i] = true;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        for (i, ty) in self.types.iter_mut().enumerate() {
            let cons: Vec<(ConId, &[TypeId])> = ty
                .constructors
                .iter()
                .map(|c| (*c, self.constructors[c.index()].arguments.as_slice()))
                .collect();
            let itself = [TypeId::new(i)];
            ty.shape = match cons.as_slice() {
                [(zero, []), (succ, one)] | [(succ, one), (zero, [])] if *one == itself => {
                    Shape::Peano {
                        zero: *zero,
                        succ: *succ,
                    }
                }
                all if all.iter().all(|(_, arguments)| arguments.is_empty()) => Shape::Constants,
                _ if finite[i] => Shape::Finite,
                _ => Shape::Infinite,
            };
        }
    }
}

/// Stands for a type that was not found; fits every other.
pub(crate) const UNKNOWN: TypeId = TypeId(u32::MAX);

fn predicate_kind(kind: &str) -> Option<PredKind> {
    Some(match kind {
        "pred" => PredKind::Linear,
        "bwd" => PredKind::Derived,
        "sense" => PredKind::Sense,
        "action" => PredKind::Action,
        _ => return None,
    })
}
