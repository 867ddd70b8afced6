//! Rules, links, backward rules, contexts and starts: from written propositions to premises and
//! conclusions.

use crate::check::declarations::UNKNOWN;
use crate::check::terms::Scope;
use crate::check::{Checker, directives};
use crate::codes;
use crate::ids::{RuleId, StageId, TypeId, VarId};
use crate::program::{
    Atom, Clause, Conclusion, Pattern, PredKind, Premise, Role, Rule, Start, Term,
};
use rustc_hash::FxHashMap;
use senet_syntax::ast::{self, Body, DirectiveKind, Item, Mark, Prop, PropKind};
use senet_syntax::{Diagnostic, Span};

/// The stages that a link speaks of.
#[derive(Default)]
struct Ends<'a> {
    from: Option<&'a ast::Name>,
    to: Option<&'a ast::Name>,
}

impl<'a> Checker<'a> {
    pub(super) fn rules(&mut self, file: &'a ast::File) {
        for item in &file.items {
            match item {
                Item::Rule(rule) => self.outer_rule(rule),
                Item::Declare(declare) => {
                    let types = self.type_names.contains_key(&*declare.kind.text);
                    let fact = self.predicate_names.contains_key(&*declare.kind.text);
                    if !types && fact && declare.arguments.is_empty() {
                        self.named_fact(declare);
                    }
                }
                Item::Stage(stage) => {
                    let id = self.stage_names[&*stage.name.text];
                    for item in &stage.items {
                        self.stage_item(id, item);
                    }
                }
                Item::Context(_) | Item::Directive(_) => {}
            }
        }
        self.starts(file);
    }

    // ---- forward rules

    fn stage_item(&mut self, stage: StageId, item: &'a Item) {
        let span = match item {
            Item::Rule(rule) => match &rule.body {
                Body::Forward { left, right } => {
                    return self.step(stage, rule, left, right);
                }
                Body::Backward { .. } => rule.span,
            },
            Item::Declare(declare) => declare.span,
            Item::Stage(stage) => stage.span,
            Item::Context(context) => context.span,
            Item::Directive(_) => return, // the parser has said so
        };
        let found = Diagnostic::new(
            &codes::MISPLACED,
            span,
            "a stage holds rules that rewrite, and nothing else",
            "this is no rule with `-o`",
        );
        self.diagnostics
            .push(found.help("declarations and backward rules stand outside of stages"));
    }

    fn step(&mut self, stage: StageId, rule: &'a ast::Rule, left: &'a [Prop], right: &'a [Prop]) {
        for prop in left.iter().chain(right) {
            let quiet = matches!(&prop.kind, PropKind::Atom(a) if self.is_qui(a));
            if quiet || matches!(prop.kind, PropKind::Stage(_)) {
                let found = Diagnostic::new(
                    &codes::MISPLACED,
                    prop.span,
                    "a rule inside a stage cannot speak of stages",
                    "only links between stages may",
                );
                self.diagnostics
                    .push(found.help("write the link outside: `qui * stage a -o stage b.`"));
                return;
            }
        }
        self.forward(Role::Step(stage), rule, left, right);
    }

    fn outer_rule(&mut self, rule: &'a ast::Rule) {
        match &rule.body {
            Body::Backward { head, goals } => {
                self.clause(rule.name.as_ref(), head, goals, rule.span);
            }
            Body::Forward { left, right } => {
                let mut ends = Ends::default();
                let fine = self.link_end(left, &mut ends.from, "left")
                    & self.link_end(right, &mut ends.to, "right");
                let Some(from) = ends.from else {
                    let found = Diagnostic::new(
                        &codes::NOT_A_LINK,
                        rule.span,
                        "a rule outside of a stage is a link, and a link begins in a stage",
                        "no `stage …` on its left side",
                    );
                    self.diagnostics.push(
                        found.help(
                            "move it into a stage, or write `qui * stage a * … -o stage b * …`",
                        ),
                    );
                    return;
                };
                let from = self.stage_named(from);
                let to = ends.to.map(|name| self.stage_named(name));
                let (Some(from), true) = (from, fine) else {
                    return;
                };
                if let Some(to) = to.unwrap_or(Some(from)) {
                    let to = ends.to.map(|_| to);
                    self.forward(Role::Link(from, to), rule, left, right);
                }
            }
        }
    }

    /// The one `stage s` of a side of a link.
    fn link_end(&mut self, side: &'a [Prop], end: &mut Option<&'a ast::Name>, which: &str) -> bool {
        for prop in side {
            let PropKind::Stage(name) = &prop.kind else {
                continue;
            };
            if prop.mark != Mark::Plain {
                self.error(
                    &codes::MISPLACED,
                    prop.span,
                    "a stage is neither persistent nor read",
                    "no mark belongs here",
                );
                return false;
            }
            if let Some(first) = end.replace(name) {
                let found = Diagnostic::new(
                    &codes::NOT_A_LINK,
                    name.span,
                    format!("two stages on the {which} side of a link"),
                    "the program is in one stage at a time",
                );
                self.diagnostics
                    .push(found.label(first.span, "the first is here"));
                return false;
            }
        }
        true
    }

    fn forward(&mut self, role: Role, rule: &'a ast::Rule, left: &'a [Prop], right: &'a [Prop]) {
        let mut scope = Scope::default();
        let before = self.diagnostics.len();
        let premises = self.premises(left, &mut scope);
        scope.no_wild = true;
        let mut conclusions = Vec::with_capacity(right.len());
        for prop in right {
            conclusions.extend(self.conclusion(prop, &mut scope));
        }
        let stage = match role {
            Role::Step(stage) | Role::Link(stage, _) => stage,
        };
        let name = rule
            .name
            .as_ref()
            .map(|n| n.text.to_string())
            .filter(|n| n != "-");
        for (variable, span) in scope.single() {
            self.notes
                .pending
                .push((name.clone(), Some(stage), variable.to_owned(), span));
        }
        if self.diagnostics[before..]
            .iter()
            .any(|d| d.code.0.id.starts_with('E'))
        {
            return;
        }
        let id = RuleId::new(self.rules.len());
        let effective = effective(&premises, &conclusions);
        match role {
            Role::Step(stage) => self.stages[stage.index()].rules.push(id),
            Role::Link(stage, _) => self.stages[stage.index()].links.push(id),
        }
        self.rules.push(Rule {
            name,
            role,
            variables: scope.variables,
            premises,
            conclusions,
            effective,
            chooser: None,
            label: None,
            span: rule.name.as_ref().map_or(rule.span, |n| n.span),
        });
    }

    /// `qui`, unless the program has a predicate of that name.
    fn is_qui(&self, atom: &ast::Atom) -> bool {
        &*atom.head.text == "qui" && !self.predicate_names.contains_key("qui")
    }

    /// A left side. Comparisons come last, when the types of variables are known.
    pub(super) fn premises(&mut self, props: &'a [Prop], scope: &mut Scope<'a>) -> Vec<Premise> {
        let mut out: Vec<(usize, Premise)> = Vec::with_capacity(props.len());
        for (i, prop) in props.iter().enumerate() {
            match &prop.kind {
                PropKind::Atom(atom) if self.is_qui(atom) => {}
                PropKind::Atom(atom) => {
                    out.extend(self.premise(atom, prop.mark, scope).map(|p| (i, p)));
                }
                PropKind::Stage(_) | PropKind::Same(..) | PropKind::Differ(..) => {}
            }
        }
        for (i, prop) in props.iter().enumerate() {
            let (left, right) = match &prop.kind {
                PropKind::Same(left, right) | PropKind::Differ(left, right) => (left, right),
                _ => continue,
            };
            let Some(ty) = self
                .compared(left, scope)
                .or_else(|| self.compared(right, scope))
            else {
                self.error(
                    &codes::MISMATCH,
                    prop.span,
                    "the type of these two terms is not known",
                    "nothing else says what they are",
                );
                continue;
            };
            let (left, right) = (self.term(left, ty, scope), self.term(right, ty, scope));
            if let (Some(left), Some(right)) = (left, right) {
                let same = matches!(prop.kind, PropKind::Same(..));
                let premise = if same {
                    Premise::Same(left, right)
                } else {
                    Premise::Differ(left, right)
                };
                out.push((i, premise));
            }
        }
        out.sort_by_key(|(i, _)| *i);
        out.into_iter().map(|(_, p)| p).collect()
    }

    /// The type of one side of a comparison, as far as it shows by itself.
    fn compared(&self, term: &ast::Term, scope: &Scope<'a>) -> Option<TypeId> {
        let ty = match term {
            ast::Term::Variable(name) => scope.variables[scope.get(&name.text)?.index()].ty,
            ast::Term::Apply(name, _, _) => {
                self.constructors[self.constructor_names.get(&*name.text)?.index()].ty
            }
            ast::Term::Wild(_) | ast::Term::Number(..) => return None,
        };
        (ty != UNKNOWN).then_some(ty)
    }

    fn premise(
        &mut self,
        atom: &'a ast::Atom,
        mark: Mark,
        scope: &mut Scope<'a>,
    ) -> Option<Premise> {
        let atom = self.atom(atom, scope)?;
        Some(match (self.predicates[atom.predicate.index()].kind, mark) {
            (PredKind::Derived, _) => Premise::Derived(atom),
            (PredKind::Sense, _) => Premise::Sense(atom),
            (_, Mark::Plain) => Premise::Take(atom),
            (_, Mark::Read) => Premise::Read(atom),
            (_, Mark::Bang) => Premise::Persistent(atom),
        })
    }

    fn conclusion(&mut self, prop: &'a Prop, scope: &mut Scope<'a>) -> Option<Conclusion> {
        let atom = match &prop.kind {
            PropKind::Stage(_) => return None,
            PropKind::Atom(atom) => atom,
            PropKind::Same(..) | PropKind::Differ(..) => {
                self.error(
                    &codes::BAD_CONCLUSION,
                    prop.span,
                    "a comparison cannot be made true",
                    "comparisons stand on left sides",
                );
                return None;
            }
        };
        if self.is_qui(atom) {
            self.error(
                &codes::BAD_CONCLUSION,
                prop.span,
                "`qui` cannot be made; it is there when nothing else can happen",
                "not on a right side",
            );
            return None;
        }
        if prop.mark == Mark::Read {
            let found = Diagnostic::new(
                &codes::BAD_CONCLUSION,
                prop.span,
                "`$` has no meaning on a right side",
                "everything here is made anew",
            );
            self.diagnostics.push(found.help("leave the `$` out"));
            return None;
        }
        let place = atom.span;
        let atom = self.atom(atom, scope)?;
        self.makeable(&atom, place)?;
        Some(Conclusion {
            atom,
            persistent: prop.mark == Mark::Bang,
        })
    }

    /// Whether atoms of this predicate can be put into a position.
    fn makeable(&mut self, atom: &Atom, place: Span) -> Option<()> {
        let predicate = &self.predicates[atom.predicate.index()];
        let why = match predicate.kind {
            PredKind::Linear | PredKind::Action => return Some(()),
            PredKind::Derived => "it is derived by backward rules",
            PredKind::Sense => "it is asked of the host",
        };
        let found = Diagnostic::new(
            &codes::BAD_CONCLUSION,
            place,
            format!("`{}` cannot be made: {why}", predicate.name),
            "not here",
        )
        .label(predicate.span, "declared here");
        let help = format!(
            "if rules shall make it, declare it as `{} … : pred.`",
            predicate.name
        );
        self.diagnostics.push(found.help(help));
        None
    }

    // ---- backward rules

    fn named_fact(&mut self, declare: &'a ast::Declare) {
        let predicate = self.predicate_names[&*declare.kind.text];
        self.notes.used.insert(predicate);
        let atom = Atom {
            predicate,
            arguments: Vec::new(),
        };
        let place = declare.kind.span;
        let arity = self.predicates[predicate.index()].arguments.len();
        if arity != 0 {
            let name = &self.predicates[predicate.index()].name;
            self.error(
                &codes::ARITY,
                place,
                format!("the predicate `{name}` takes {arity} arguments, not 0"),
                "no arguments here",
            );
            return;
        }
        let name = Some(declare.subject.text.to_string());
        if self.derivable(&atom, place) {
            let (variables, goals) = (Vec::new(), Vec::new());
            self.clauses.push(Clause {
                name,
                variables,
                head: atom,
                goals,
                span: declare.span,
            });
        }
    }

    fn derivable(&mut self, head: &Atom, place: Span) -> bool {
        let predicate = &self.predicates[head.predicate.index()];
        if predicate.kind == PredKind::Derived {
            return true;
        }
        let found = Diagnostic::new(
            &codes::NOT_DERIVED,
            place,
            format!(
                "`{}` is not a `bwd` predicate, so it has no facts or backward rules",
                predicate.name
            ),
            "the head of a fact or backward rule",
        )
        .label(predicate.span, "declared here");
        let help = format!(
            "declare it as `{} … : bwd.`, or put the atom into a context",
            predicate.name
        );
        self.diagnostics.push(found.help(help));
        false
    }

    fn clause(
        &mut self,
        name: Option<&ast::Name>,
        head: &'a ast::Atom,
        goals: &'a [Prop],
        span: Span,
    ) {
        let mut scope = Scope::default();
        let before = self.diagnostics.len();
        let place = head.span;
        let head = self.atom(head, &mut scope);
        let fine = head
            .as_ref()
            .is_some_and(|head| self.derivable(head, place));
        for goal in goals {
            let quiet = matches!(&goal.kind, PropKind::Atom(a) if self.is_qui(a));
            if quiet || matches!(goal.kind, PropKind::Stage(_)) {
                self.error(
                    &codes::MISPLACED,
                    goal.span,
                    "a backward rule cannot speak of stages",
                    "only links between stages may",
                );
            }
        }
        let goals = self.premises(goals, &mut scope);
        let goals: Vec<Premise> = goals
            .into_iter()
            .map(|goal| match goal {
                Premise::Take(atom) => Premise::Read(atom), // read, never consumed
                other => other,
            })
            .collect();
        for goal in &goals {
            if let Premise::Sense(atom) = goal {
                let name = self.predicates[atom.predicate.index()].name.clone();
                self.error(
                    &codes::MISPLACED,
                    span,
                    format!("a backward rule cannot ask the host for `{name}`"),
                    "sensing stands in rules of stages",
                );
            }
        }
        for (variable, span) in scope.single() {
            self.notes.single.push((variable.to_owned(), span));
        }
        if self.diagnostics[before..]
            .iter()
            .any(|d| d.code.0.id.starts_with('E'))
            || !fine
        {
            return;
        }
        let Some(head) = head else { return };
        let name = name.map(|n| n.text.to_string());
        self.clauses.push(Clause {
            name,
            variables: scope.variables,
            head,
            goals,
            span,
        });
    }

    /// A pattern over the position, from a directive.
    pub(super) fn pattern(&mut self, props: &'a [Prop]) -> Pattern {
        let mut scope = Scope::default();
        let premises = self.premises(props, &mut scope);
        Pattern {
            variables: scope.variables,
            premises,
        }
    }

    // ---- contexts and starts

    fn starts(&mut self, file: &'a ast::File) {
        let mut known: FxHashMap<&'a str, Option<Vec<Conclusion>>> = FxHashMap::default();
        for item in &file.items {
            if let Item::Context(context) = item {
                self.context(context, &mut known, &mut Vec::new());
            }
        }
        for directive in directives(file) {
            let DirectiveKind::Trace {
                limit,
                stage,
                atoms,
            } = &directive.kind
            else {
                continue;
            };
            self.notes.traces += 1;
            let stage = self.stage_named(stage);
            let atoms = self.context_atoms(atoms, &mut known, &mut Vec::new());
            if let (Some(stage), Some(atoms)) = (stage, atoms) {
                self.starts.push(Start {
                    limit: *limit,
                    stage,
                    atoms,
                    span: directive.span,
                });
            }
        }
    }

    fn context(
        &mut self,
        context: &'a ast::Context,
        known: &mut FxHashMap<&'a str, Option<Vec<Conclusion>>>,
        open: &mut Vec<&'a ast::Name>,
    ) -> Option<Vec<Conclusion>> {
        if let Some(done) = known.get(&*context.name.text) {
            return done.clone();
        }
        open.push(&context.name);
        let atoms = self.context_atoms(&context.atoms, known, open);
        open.pop();
        known.insert(&context.name.text, atoms.clone());
        atoms
    }

    fn context_atoms(
        &mut self,
        props: &'a [Prop],
        known: &mut FxHashMap<&'a str, Option<Vec<Conclusion>>>,
        open: &mut Vec<&'a ast::Name>,
    ) -> Option<Vec<Conclusion>> {
        let mut out = Vec::with_capacity(props.len());
        let mut fine = true;
        for prop in props {
            let PropKind::Atom(atom) = &prop.kind else {
                self.error(
                    &codes::NOT_GROUND,
                    prop.span,
                    "a context holds atoms and names of contexts",
                    "this is neither",
                );
                fine = false;
                continue;
            };
            let name = &*atom.head.text;
            let include = atom.arguments.is_empty() && !self.predicate_names.contains_key(name);
            if include && let Some(inner) = self.contexts.get(name).copied() {
                if let Some(first) = open.iter().find(|n| *n.text == *inner.name.text) {
                    let found = Diagnostic::new(
                        &codes::CONTEXT_CYCLE,
                        atom.span,
                        format!("the context `{name}` contains itself"),
                        "included here again",
                    );
                    self.diagnostics
                        .push(found.label(first.span, "begins here"));
                    fine = false;
                    continue;
                }
                match self.context(inner, known, open) {
                    Some(atoms) => out.extend(atoms),
                    None => fine = false,
                }
                continue;
            }
            if include {
                self.unknown_context(&atom.head);
                fine = false;
                continue;
            }
            let ground = Some("a context");
            let mut scope = Scope {
                ground,
                ..Scope::default()
            };
            match self.start_atom(prop, atom, &mut scope) {
                Some(conclusion) => out.push(conclusion),
                None => fine = false,
            }
        }
        fine.then_some(out)
    }

    fn start_atom(
        &mut self,
        prop: &'a Prop,
        atom: &'a ast::Atom,
        scope: &mut Scope<'a>,
    ) -> Option<Conclusion> {
        // Standing in a context is no use that a lint should count.
        let known = self.predicate_names.get(&*atom.head.text).copied();
        let used = known.is_some_and(|id| self.notes.used.contains(&id));
        let result = self.conclusion(prop, scope);
        if let (Some(id), false) = (known, used) {
            self.notes.used.remove(&id);
        }
        result
    }

    fn unknown_context(&mut self, name: &ast::Name) {
        let mut names: Vec<&str> = self.predicates.iter().map(|p| p.name.as_str()).collect();
        let mut contexts: Vec<(&Span, &str)> = self
            .contexts
            .values()
            .map(|c| (&c.name.span, &*c.name.text))
            .collect();
        contexts.sort();
        names.extend(contexts.into_iter().map(|(_, n)| n));
        let near = senet_syntax::suggest::nearest(&name.text, names);
        let found = Diagnostic::new(
            &codes::UNKNOWN_CONTEXT,
            name.span,
            format!("there is no context or predicate `{}`", name.text),
            "unknown name",
        );
        self.diagnostics.push(found.did_you_mean(near));
    }
}

/// The variables that make a difference to what a rule does, in order.
fn effective(premises: &[Premise], conclusions: &[Conclusion]) -> Vec<VarId> {
    let mut out = Vec::new();
    let mut push = |v: VarId| out.push(v);
    for premise in premises {
        if let Premise::Take(atom) | Premise::Sense(atom) = premise {
            atom.each_variable(&mut push);
        }
    }
    for conclusion in conclusions {
        conclusion.atom.each_variable(&mut push);
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// A term that is a single variable.
pub(super) fn as_variable(term: &Term) -> Option<VarId> {
    match term {
        Term::Variable(v) => Some(*v),
        _ => None,
    }
}
