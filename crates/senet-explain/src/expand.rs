//! A program without what Senet adds to Ceptre, as far as Ceptre can say it: boards are facts,
//! families are rules, copies and sets are written out, numbers are Peano numbers.

mod ordered;
mod parts;

use ordered::Order;
use parts::Names;
use senet_engine::Engine;
use senet_game::LimitReached;
use senet_program::{
    Clause, Pattern, PredKind, Premise, PropertyKind, Role, Rule, RuleId, Stage, StageId, TypeShape,
};
use senet_syntax::ast::Directive;
use senet_syntax::directive::Slot;
use senet_syntax::print_directive;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A program written out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expanded {
    /// The text, laid out.
    pub text: String,
    /// What is in it that Ceptre cannot say, in words.
    pub left: Vec<&'static str>,
}

/// Writes a program out. The sets of its starts are worked out, which may reach a limit.
pub fn expand(engine: &Engine) -> Result<Expanded, LimitReached> {
    let mut names = Names::new(engine);
    let stages = (0..engine.program().stages().len()).map(StageId::new);
    let orders = stages.map(|stage| Order::find(engine, stage, &mut names)).collect();
    let mut writer = Writer { engine, names, orders, out: String::new(), left: BTreeSet::new() };
    // The title and its like come first, the others when all that they name is declared.
    writer.kept(is_text);
    writer.declarations();
    writer.kept(|directive| !is_text(directive));
    writer.clauses();
    writer.stages();
    writer.directives();
    writer.starts()?;
    let text = writer.names.arithmetic() + &writer.out;
    let text = senet_syntax::format(&text).unwrap_or(text);
    Ok(Expanded { text, left: writer.left.into_iter().collect() })
}

struct Writer<'e> {
    engine: &'e Engine,
    names: Names<'e>,
    /// How ordered stages are written, those that can be.
    orders: Vec<Option<Order>>,
    out: String,
    left: BTreeSet<&'static str>,
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Those directives that stand here as they were written and fit a description.
    fn kept(&mut self, fits: impl Fn(&Directive) -> bool) {
        let kept = self.engine.program().kept_directives().iter();
        for directive in kept.filter(|directive| fits(directive)) {
            self.out.push_str(&print_directive(directive));
        }
    }

    fn declarations(&mut self) {
        let program = self.engine.program();
        for (i, ty) in program.types().iter().enumerate() {
            if matches!(ty.shape, TypeShape::Natural | TypeShape::Range { .. }) {
                continue;
            }
            self.line(&format!("{} : type.", ty.name));
            for id in &ty.constructors {
                let constructor = program.constructor(*id);
                let types = constructor.arguments.iter().map(|t| format!(" {}", self.names.ty(*t)));
                let types: String = types.collect();
                self.line(&format!("{}{types} : {}.", constructor.name, program.types()[i].name));
                if let Some(label) = &constructor.label {
                    self.line(&format!("#label {} {}.", constructor.name, quoted(label)));
                }
            }
        }
        for (i, predicate) in program.predicates().iter().enumerate() {
            let name = self.names.predicate(senet_program::PredId::new(i)).to_owned();
            if self.names.is_seating(predicate) {
                continue;
            }
            let kind = match predicate.kind {
                PredKind::Linear => "pred",
                PredKind::Derived => "bwd",
                PredKind::Sense => "sense",
                PredKind::Action => "action",
            };
            let types = predicate.arguments.iter().map(|t| format!(" {}", self.names.ty(*t)));
            let types: String = types.collect();
            self.line(&format!("{name}{types} : {kind}."));
        }
    }

    fn clauses(&mut self) {
        let program = self.engine.program();
        for Clause { name, variables, head, goals, .. } in program.clauses() {
            if self.names.is_seating(program.predicate(head.predicate)) {
                continue;
            }
            let variables = self.names.variables(variables);
            let name = name.as_ref().map_or(String::new(), |n| format!("{n} : "));
            let mut text = format!("{name}{}", self.names.atom(head, &variables));
            for goal in goals {
                for part in self.premise(goal, &variables) {
                    write!(text, " <- {}", part.trim_start_matches('$'))
                        .expect("strings can be written to");
                }
            }
            self.line(&format!("{text}."));
        }
    }

    fn stages(&mut self) {
        let program = self.engine.program();
        for (i, stage) in program.stages().iter().enumerate() {
            if let Some(order) = self.orders[i].clone() {
                self.ordered_stage(StageId::new(i), &order);
                continue;
            }
            let ordered = if stage.ordered { "ordered " } else { "" };
            if stage.ordered {
                self.left.insert("ordered stages where several may choose, or with `#forbid`");
            }
            self.line(&format!("{ordered}stage {} = {{", stage.name));
            for rule in &stage.rules {
                self.rule(program.rule(*rule), Extra::default());
            }
            self.line("}");
            self.about_stage(stage, &stage.name, stage.believed);
        }
        for (i, rule) in program.rules().iter().enumerate() {
            if let Role::Link(from, to) = rule.role
                && self.orders[from.index()].is_none()
            {
                let leaving = format!("stage {}", program.stage(from).name);
                let left = vec!["qui".to_owned(), leaving];
                let right = to.map(|to| self.entering(to)).unwrap_or_default();
                // Links without a name are called after where they lead.
                let renamed = to.is_some_and(|to| self.orders[to.index()].is_some());
                let name = renamed.then(|| self.engine.words().rule_name(RuleId::new(i)));
                self.rule(rule, Extra { left, right, name });
            }
        }
    }

    /// Who chooses in a stage, and whether its order makes no difference.
    fn about_stage(&mut self, stage: &Stage, name: &str, settles: bool) {
        if stage.interactive {
            self.line(&format!("#interactive {name}."));
            self.chooser(stage, name);
        }
        if settles {
            self.line(&format!("#settles {name}."));
        }
    }

    /// What stands on the right of a rule that leads to a stage.
    fn entering(&self, stage: StageId) -> Vec<String> {
        match &self.orders[stage.index()] {
            Some(order) => vec![format!("stage {}", order.first()), order.go.clone()],
            None => vec![format!("stage {}", self.engine.program().stage(stage).name)],
        }
    }

    /// Who chooses, where all rules of a stage say it alike.
    fn chooser(&mut self, stage: &Stage, name: &str) {
        let program = self.engine.program();
        let who = stage.rules.iter().map(|id| {
            let rule = program.rule(*id);
            let variables = self.names.variables(&rule.variables);
            rule.chooser.as_ref().map(|who| self.names.term(who, &variables, true))
        });
        let who: BTreeSet<Option<String>> = who.collect();
        if let (1, Some(Some(who))) = (who.len(), who.first())
            && who != "_"
        {
            let text = format!("#chooser {name} {who}.");
            self.line(&text);
        }
    }

    fn rule(&mut self, rule: &Rule, extra: Extra) {
        let variables = self.names.variables(&rule.variables);
        let Extra { mut left, mut right, name } = extra;
        for premise in rule.premises.iter().chain(&rule.unsolved) {
            left.extend(self.premise(premise, &variables));
        }
        right.extend(rule.conclusions.iter().map(|c| self.names.conclusion(c, &variables)));
        for comprehension in &rule.comprehensions {
            self.left.insert("braces on right sides");
            let inside = self.names.inside(&variables, &comprehension.block);
            let mut needs = Vec::new();
            for premise in &comprehension.block.premises {
                needs.extend(self.premise(premise, &inside));
            }
            let makes =
                comprehension.makes.iter().map(|c| self.names.conclusion(c, &inside)).collect();
            right.push(format!("{{ {} -o {} }}", side(needs), side(makes)));
        }
        let name = name.as_ref().or(rule.name.as_ref());
        let name = name.map_or(String::new(), |n| format!("{n} : "));
        self.line(&format!("{name}{} -o {}.", side(left), side(right)));
        if let (Some(name), Some(label)) = (&rule.name, &rule.label) {
            self.labels(name, label);
        }
        if let (Some(name), true) = (&rule.name, rule.weight > 1) {
            self.left.insert("weights");
            let text = format!("#weight {name} {}.", rule.weight);
            if !self.out.contains(&text) {
                self.names.later.push(text);
            }
        }
    }

    /// A label stands once, behind the stages: it speaks of all rules of its name.
    fn labels(&mut self, name: &str, label: &str) {
        let text = format!("#label {name} {}.", quoted(label));
        if !self.names.later.contains(&text) {
            self.names.later.push(text);
        }
    }

    /// A premise; some take several in Ceptre.
    fn premise(&mut self, premise: &Premise, variables: &[parts::Named]) -> Vec<String> {
        if premise.block().is_some() {
            let what = if matches!(premise, Premise::Not(_)) { "`not`" } else { "aggregates" };
            self.left.insert(what);
        }
        let (parts, plain) = self.names.premise(premise, variables);
        if !plain {
            self.left.insert("sums over several types of numbers");
        }
        parts
    }

    /// The directives that are worded anew, but for those about stages and the starts.
    fn directives(&mut self) {
        let program = self.engine.program();
        let game = program.game();
        for text in std::mem::take(&mut self.names.later) {
            self.line(&text);
        }
        if let Some(players) = &game.players {
            let (ty, n) = (self.names.ty(players.ty), players.seats.len());
            self.line(&format!("#players {ty} {n}..{n}."));
        }
        for hidden in &game.hidden {
            let mut text = format!("#hidden {}", self.names.predicate(hidden.predicate));
            for (i, fixed) in hidden.fixed.iter().enumerate() {
                let argument = match fixed {
                    Some(term) => self.names.term(term, &[], true),
                    None if hidden.owner == Some(i) => "P".to_owned(),
                    None => "_".to_owned(),
                };
                write!(text, " {argument}").expect("strings can be written to");
            }
            self.line(&format!("{text}."));
        }
        for stage in program.stages() {
            for pattern in &stage.forbidden {
                let pattern = self.pattern(pattern);
                self.line(&format!("#forbid {} ({pattern}).", stage.name));
            }
        }
        for property in program.properties() {
            let said = match &property.kind {
                PropertyKind::Never(pattern)
                | PropertyKind::Reach(pattern)
                | PropertyKind::AlwaysPossible(pattern)
                | PropertyKind::Inevitable(pattern)
                | PropertyKind::Once(pattern) => {
                    format!("#{} {}.", property.kind.directive(), self.pattern(pattern))
                }
                PropertyKind::Conserve { variables, atoms, total } => {
                    let variables = self.names.variables(variables);
                    let atoms = atoms.iter().map(|a| self.names.atom(a, &variables));
                    let sum = atoms.collect::<Vec<_>>().join(" + ");
                    format!("#conserve {sum} = {total}.")
                }
            };
            self.line(&said);
        }
        if let Some(n) = game.limit {
            self.line(&format!("#limit {n} draw."));
        }
        if let Some(quiet) = &game.quiet {
            let rules = quiet.since.iter().filter_map(|r| program.rule(*r).name.as_deref());
            let rules = rules.collect::<Vec<_>>().join(" ");
            self.line(&format!("#limit {} draw since {rules}.", quiet.moves));
        }
    }

    fn pattern(&mut self, pattern: &Pattern) -> String {
        let variables = self.names.variables(&pattern.variables);
        let mut parts = Vec::new();
        for premise in &pattern.premises {
            parts.extend(self.premise(premise, &variables));
        }
        let parts: Vec<&str> = parts.iter().map(|p| p.trim_start_matches('$')).collect();
        parts.join(" * ")
    }

    fn starts(&mut self) -> Result<(), LimitReached> {
        let program = self.engine.program();
        for (i, start) in program.starts().iter().enumerate() {
            let mut atoms = Vec::new();
            for atom in self.engine.start_atoms(i)? {
                let shown = self.names.ground(atom.predicate, &atom.values);
                let mark = if atom.persistent { "!" } else { "" };
                let copies = if atom.persistent { 1 } else { atom.copies };
                atoms.extend(std::iter::repeat_n(format!("{mark}{shown}"), copies as usize));
            }
            let limit = start.limit.map_or("_".to_owned(), |n| n.to_string());
            let mut stage = program.stage(start.stage).name.as_str();
            if let Some(order) = &self.orders[start.stage.index()] {
                stage = order.first();
                atoms.push(order.go.clone());
            }
            let stage = stage.to_owned();
            self.line(&format!("#trace {limit} {stage} {{ {} }}.", atoms.join(", ")));
        }
        Ok(())
    }
}

/// What a rule has besides its own: more on either side, and another name.
#[derive(Default)]
struct Extra {
    left: Vec<String>,
    right: Vec<String>,
    name: Option<String>,
}

/// Whether a directive is about nothing in the program.
fn is_text(directive: &Directive) -> bool {
    directive.arguments().all(|(slot, _)| matches!(slot, Slot::Text | Slot::Texts))
}

/// One side of a rule.
fn side(parts: Vec<String>) -> String {
    if parts.is_empty() { "()".to_owned() } else { parts.join(" * ") }
}

fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{text}\"")
}
