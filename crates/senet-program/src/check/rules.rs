//! The pass of rules: rules of stages and links between stages, from written propositions to premises
//! and conclusions; with `clauses` for rules of derivation, and `families` for rules that stand for many.

use crate::check::notes::{Places, Written};
use crate::check::resolver::Resolver;
use crate::check::scope::Scope;
use crate::check::unknown::{arrow_help, joining_word, stuck_arrow};
use crate::codes;
use crate::ids::{RuleId, StageId, VarId};
use crate::program::{Comprehension, Conclusion, Premise, Role, Rule, Variable};
use rustc_hash::FxHashSet;
use senet_syntax::ast::{self, Body, Item, Mark, Prop, PropKind};
use senet_syntax::{Diagnostic, Fix, Span, TextEdit};
use std::sync::Arc;

/// The rules of a program, with what messages and lints want to know about each and a [`Rule`] does not
/// hold. All lists are by the number of the rule.
#[derive(Default)]
pub(super) struct WrittenRules {
    pub(super) rules: Vec<Rule>,
    /// The name as it is written, and the values of the families around it.
    pub(super) written: Vec<Written>,
    /// Where its premises stand.
    pub(super) premises: Places,
    /// Where its variables first stand.
    pub(super) variables: Places,
    /// Variables that occur once; directives may mention them too.
    pub(super) single: Vec<(RuleId, String, Span)>,
    /// Variables that directives mention: `{C}` of a label, `#chooser`.
    pub(super) mentioned: FxHashSet<(RuleId, String)>,
    /// Variables of clauses that occur once.
    pub(super) single_in_clauses: Vec<(String, Span)>,
    /// Names of rules that are left out for their mistakes.
    pub(super) broken: FxHashSet<Arc<str>>,
}

/// Reads the rules of a file. Rules of derivation go to the resolver, which has the facts of given
/// tables among them.
pub(super) fn read<'a>(file: &'a ast::SourceFile, resolver: &mut Resolver<'a>) -> WrittenRules {
    let mut pass = RulePass { resolver, out: WrittenRules::default(), instances: 0 };
    pass.rules(file);
    pass.out
}

/// The pass, while it runs.
pub(super) struct RulePass<'p, 'a> {
    pub(super) resolver: &'p mut Resolver<'a>,
    pub(super) out: WrittenRules,
    /// How many rules families have made.
    pub(super) instances: usize,
}

impl<'a> RulePass<'_, 'a> {
    fn rules(&mut self, file: &'a ast::SourceFile) {
        for item in &file.items {
            match item {
                Item::Rule(rule) => self.outer_rule(rule),
                Item::Declare(declare) => self.named_fact(declare),
                Item::Stage(stage) => {
                    let id = self.resolver.names.stages[&*stage.name.text];
                    self.out.rules.reserve(stage.items.len());
                    for item in &stage.items {
                        self.stage_item(id, item);
                    }
                }
                Item::Family(family) => {
                    self.each_instance(family, &mut |pass, item| match item {
                        Item::Rule(rule) => pass.outer_rule(rule),
                        other => pass.not_in_family(other),
                    });
                }
                Item::Context(_) | Item::Directive(_) | Item::Range(_) | Item::Board(_) => {}
            }
        }
    }

    fn stage_item(&mut self, stage: StageId, item: &'a Item) {
        // What stands between `a` and `b` in `a -> b`, which is not what stands between `b` and `a` in `b <- a`.
        let mut arrow = None;
        let (span, what, help): (Span, &str, String) = match item {
            Item::Rule(rule) => match &rule.body {
                Body::Forward { left, right } => return self.step(stage, rule, left, right),
                Body::Backward { head, goals } => {
                    let place = rule.name.as_ref().map_or(rule.span, |n| n.span);
                    let written = goals.last().map(|goal| (goal.span.end, head.span.start));
                    arrow = written.filter(|(end, start)| end < start);
                    let help = if goals.is_empty() {
                        if self.rule_without_arrow(head, place) {
                            return;
                        }
                        "what a rule needs and what it makes is written `a -o b`".into()
                    } else {
                        "the arrow of such rules is `-o`; backward rules stand outside of stages"
                            .into()
                    };
                    (place, "this is not a rule with `-o`", help)
                }
            },
            Item::Declare(d) => (
                d.subject.span,
                "this is a declaration",
                "declarations stand outside of stages".into(),
            ),
            Item::Stage(s) => (
                s.name.span,
                "this is a stage",
                "stages do not nest; is a `}` missing before this?".into(),
            ),
            Item::Context(c) => {
                (c.name.span, "this is a context", "contexts stand outside of stages".into())
            }
            Item::Family(family) => {
                return self.each_instance(family, &mut |pass, item| {
                    pass.stage_item(stage, item);
                });
            }
            Item::Range(range) => (
                range.name.span,
                "this is a declaration",
                "declarations stand outside of stages".into(),
            ),
            Item::Board(board) => {
                (board.name.span, "this is a board", "boards stand outside of stages".into())
            }
            Item::Directive(_) => return, // the parser has said so
        };
        let found = Diagnostic::new(
            &codes::MISPLACED,
            span,
            "a stage holds rules with `-o`, and nothing else",
            what,
        );
        let fix = arrow.map(|(start, end)| {
            Fix::certain("write `-o`", vec![TextEdit::new(Span::new(start, end), " -o ")])
        });
        self.resolver.diagnostics.push(fix.into_iter().fold(found.help(help), Diagnostic::fix));
    }

    /// A rule whose arrow is part of a name, or a word: says which.
    fn rule_without_arrow(&mut self, head: &ast::AtomExpr, place: Span) -> bool {
        let Some(help) = arrow_help(&head.head, &head.arguments) else { return false };
        let message = match stuck_arrow(&head.head, &head.arguments) {
            Some(name) if name.len() > 2 => format!("this rule has no arrow: `{name}` is one name"),
            _ => "this rule has no arrow".to_owned(),
        };
        let label = "this is not a rule with `-o`";
        let found = Diagnostic::new(&codes::MISPLACED, place, message, label).help(help);
        let fix = joining_word(&head.head, &head.arguments).and_then(|(_, fix)| fix);
        self.resolver.diagnostics.push(fix.into_iter().fold(found, Diagnostic::fix));
        true
    }

    fn step(
        &mut self,
        stage: StageId,
        rule: &'a ast::RuleDecl,
        left: &'a [Prop],
        right: &'a [Prop],
    ) {
        // `qui` holds when no rule of a stage applies, so a rule of the stage that waits for it could never
        // fire; and a step never changes the stage. Both belong to links.
        for prop in left.iter().chain(right) {
            let quiet = matches!(&prop.kind, PropKind::Atom(a) if self.resolver.is_qui(a));
            if quiet || matches!(prop.kind, PropKind::Stage(_)) {
                let found = Diagnostic::new(
                    &codes::MISPLACED,
                    prop.span,
                    "a rule inside a stage cannot speak of stages",
                    "only links between stages may",
                );
                let help = "a link stands outside, below the `}`: `qui * stage a -o stage b.`";
                self.resolver.diagnostics.push(found.help(help));
                return;
            }
        }
        self.forward(Role::Step(stage), rule, left, right);
    }

    fn outer_rule(&mut self, rule: &'a ast::RuleDecl) {
        let (left, right) = match &rule.body {
            Body::Backward { .. } if self.resolver.with_arrows(rule).is_some() => return,
            Body::Backward { head, goals } => {
                return self.clause(rule.name.as_ref(), head, goals, rule.span);
            }
            Body::Forward { left, right } => (left, right),
        };
        // A link is told by its place, outside of all stages. `qui` on its left side is not a premise:
        // links are tried only when no rule of the stage applies.
        let (Some(from), Some(to)) = (self.link_end(left, "left"), self.link_end(right, "right"))
        else {
            return;
        };
        let Some(from) = from else {
            let place = rule.name.as_ref().map_or(rule.span, |n| n.span);
            let found = Diagnostic::new(
                &codes::NOT_A_LINK,
                place,
                "a rule outside of a stage is a link, and a link begins in a stage",
                "no `stage …` on its left side",
            );
            let bare = |prop: &Prop| match &prop.kind {
                PropKind::Atom(atom)
                    if self.resolver.names.stages.contains_key(&*atom.head.text) =>
                {
                    Some((atom.head.text.clone(), atom.span))
                }
                _ => None,
            };
            let stages: Vec<_> = left.iter().chain(right).filter_map(bare).collect();
            let in_left = left.iter().find_map(bare);
            self.resolver.diagnostics.push(match in_left {
                Some((name, _)) => {
                    let words =
                        stages.iter().map(|(_, span)| TextEdit::insert(span.start, "stage "));
                    found
                        .help(format!("is `{name}` the stage? write `stage {name}`"))
                        .fix(Fix::certain("write `stage` before it", words.collect()))
                }
                None => {
                    found.help("move it into a stage, or write `qui * stage a * … -o stage b * …`")
                }
            });
            return;
        };
        let from = self.resolver.stage_named(from);
        let to = to.map(|name| self.resolver.stage_named(name));
        match (from, to) {
            (Some(from), None) => self.forward(Role::Link(from, None), rule, left, right),
            (Some(from), Some(Some(to))) => {
                self.forward(Role::Link(from, Some(to)), rule, left, right);
            }
            _ => {}
        }
    }

    /// The one `stage s` of a side of a link, if there is one; the outer `None` if it is wrong.
    fn link_end(&mut self, side: &'a [Prop], which: &str) -> Option<Option<&'a ast::Name>> {
        let mut end: Option<&'a ast::Name> = None;
        for prop in side {
            let PropKind::Stage(name) = &prop.kind else {
                continue;
            };
            if prop.mark != Mark::Plain {
                self.resolver.error(
                    &codes::MISPLACED,
                    prop.span,
                    "a stage is neither persistent nor read",
                    "no mark belongs here",
                );
                return None;
            }
            if let Some(first) = end.replace(name) {
                let found = Diagnostic::new(
                    &codes::NOT_A_LINK,
                    name.span,
                    format!("two stages on the {which} side of a link"),
                    "the program is in one stage at a time",
                );
                self.resolver.diagnostics.push(found.label(first.span, "the first is here"));
                return None;
            }
        }
        Some(end)
    }

    fn forward(
        &mut self,
        role: Role,
        rule: &'a ast::RuleDecl,
        left: &'a [Prop],
        right: &'a [Prop],
    ) {
        // The left side comes first: it declares the variables. On the right side a variable may only
        // be used, so that `_`, which is a new variable each time, has no meaning there.
        let mut scope = Scope::default();
        let mut premises = self.resolver.premises(left, &mut scope);
        scope.no_wild = true;
        let mut conclusions = Vec::with_capacity(right.len());
        let mut comprehensions: Vec<Comprehension> = Vec::new();
        for prop in right {
            match &prop.kind {
                PropKind::Comprehension(left, right) => {
                    comprehensions.push(self.resolver.comprehension(left, right, &mut scope));
                }
                PropKind::Set(makes, goals) => {
                    self.resolver.only_goals(goals, &mut scope);
                    comprehensions.push(self.resolver.comprehension(goals, makes, &mut scope));
                }
                _ => {
                    let copies = self.resolver.copies(prop, &mut scope);
                    let made = self.resolver.conclusion(prop, &mut scope);
                    if let (Some(made), Some(copies)) = (made, copies) {
                        conclusions.extend(std::iter::repeat_n(made, copies));
                    }
                }
            }
        }
        // A rule with a mistake is left out as a whole; the mistake has been reported, and later passes see
        // only rules that are complete.
        if scope.failed {
            self.out.broken.extend(rule.name.as_ref().map(|name| name.text.clone()));
            return;
        }
        let variables = self.resolver.finish_scope(
            &mut scope,
            &mut premises,
            &mut conclusions,
            &mut comprehensions,
        );
        let id = RuleId::new(self.out.rules.len());
        self.out.premises.push(premises.iter().map(|(place, _)| *place));
        let premises: Vec<Premise> = premises.into_iter().map(|(_, premise)| premise).collect();
        self.out.variables.push(scope.places());
        let single = scope.single().map(|(v, span)| (id, v.to_owned(), span));
        self.out.single.extend(single);
        match role {
            Role::Step(stage) => self.resolver.declared.stages[stage.index()].rules.push(id),
            Role::Link(stage, _) => self.resolver.declared.stages[stage.index()].links.push(id),
        }
        let name = rule.name.as_ref().filter(|n| &*n.text != "-");
        self.out.written.push((name.map(|n| n.text.clone()), self.resolver.instance_values()));
        self.out.rules.push(Rule {
            name: name.map(|n| self.resolver.instance_name(&n.text)),
            role,
            effective: effective(&premises, &conclusions, &comprehensions, &variables),
            premises,
            unsolved: Vec::new(),
            conclusions,
            comprehensions,
            variables,
            weight: 1,
            chooser: None,
            label: None,
            span: rule.name.as_ref().map_or(rule.span, |n| n.span),
        });
    }
}

/// The variables that make a difference to what a rule does, in order.
fn effective(
    premises: &[Premise],
    conclusions: &[Conclusion],
    comprehensions: &[Comprehension],
    variables: &[Variable],
) -> Vec<VarId> {
    let mut out = Vec::new();
    let mut push = |v: VarId| out.push(v);
    // Whatever is taken, sensed or made makes a difference, and whatever a comprehension uses from outside.
    // Variables of the comprehension itself are numbered from `outer` on, and range over all values.
    for comprehension in comprehensions {
        comprehension.block.each_outer_variable(&mut push);
        let outer = comprehension.block.outer;
        for made in &comprehension.makes {
            made.atom.each_variable(&mut |v| {
                if v.index() < outer {
                    push(v);
                }
            });
        }
    }
    for premise in premises {
        if let Premise::Take(atom) | Premise::Sense(atom) = premise {
            atom.each_variable(&mut push);
        }
    }
    for conclusion in conclusions {
        conclusion.atom.each_variable(&mut push);
    }
    // Moves are told apart by these variables alone: what is read, and makes no difference to
    // what is taken or made, is not part of a move.
    // A sum makes the difference that its parts make.
    for premise in premises.iter().rev() {
        if let Premise::Compute { target, left, right, .. } = premise
            && variables[target.index()].is_hidden()
            && out.contains(target)
        {
            left.each_variable(&mut |v| out.push(v));
            right.each_variable(&mut |v| out.push(v));
        }
    }
    out.retain(|v| !variables[v.index()].is_hidden());
    out.sort_unstable();
    out.dedup();
    out
}
