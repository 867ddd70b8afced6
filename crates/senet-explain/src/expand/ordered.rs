//! Ordered stages in plain Ceptre: a stage for each rule.
//!
//! A token `go` lies in the stage whose rule is tried. If the rule fires, it turns `go` into `did`,
//! and a link leads back to the first rule; if it cannot, the stage is quiet with `go` still there,
//! and a link leads on to the next rule. The links out of the stage are tried in the same manner.

use super::parts::Names;
use super::{Extra, Writer};
use senet_engine::Engine;
use senet_program::{PredId, Premise, Role, Rule, RuleId, Stage, StageId, Term};

/// How an ordered stage is written.
#[derive(Debug, Clone)]
pub(super) struct Order {
    /// A stage for each rule; one, if there is none.
    tried: Vec<String>,
    /// A stage for each link, if there are several.
    leaving: Vec<String>,
    pub(super) go: String,
    did: String,
}

impl Order {
    /// How a stage can be written: nothing if it has no order, or if Ceptre cannot say it. That is
    /// so where it depends on the chooser which rules come first, where moves are forbidden after
    /// they have been tried, where the host decides, and where a rule may change nothing.
    pub(super) fn find(engine: &Engine, id: StageId, names: &mut Names<'_>) -> Option<Order> {
        let program = engine.program();
        let stage = program.stage(id);
        let all = || stage.rules.iter().chain(&stage.links);
        let plain = |rule: &Rule| !rule.premises.iter().any(|p| matches!(p, Premise::Sense(_)));
        let braces = |id: &RuleId| !program.rule(*id).comprehensions.is_empty();
        let idle =
            |id: &RuleId| engine.saturates(*id) || braces(id) && program.rule(*id).saturates();
        let changes = !all().any(idle);
        let says = stage.ordered
            && stage.forbidden.is_empty()
            && changes
            && all().all(|id| plain(program.rule(*id)))
            && (!stage.interactive || one_chooser(engine, stage));
        if !says {
            return None;
        }
        let mut stage_name = |part: String| names.fresh(&format!("{}/{part}", stage.name));
        let tried = (1..=stage.rules.len().max(1)).map(|i| stage_name(i.to_string())).collect();
        let several = if stage.links.len() > 1 { stage.links.len() } else { 0 };
        let leaving = (1..=several).map(|i| stage_name(format!("leave-{i}"))).collect();
        let go = names.fresh(&format!("{}-go", stage.name));
        let did = names.fresh(&format!("{}-did", stage.name));
        Some(Order { tried, leaving, go, did })
    }

    pub(super) fn first(&self) -> &str {
        &self.tried[0]
    }
}

/// Whether no two players ever have a choice at the same time: whoever chooses is named by a token.
fn one_chooser(engine: &Engine, stage: &Stage) -> bool {
    let program = engine.program();
    if program.game().players.is_none() {
        return true;
    }
    let mut tokens = stage.rules.iter().map(|id| chooser_token(program.rule(*id)));
    let Some(Some(first)) = tokens.next() else {
        return false;
    };
    tokens.all(|token| token == Some(first)) && engine.is_token(first.0)
}

/// The predicate and the argument that the chooser of a rule is taken from.
fn chooser_token(rule: &Rule) -> Option<(PredId, usize)> {
    let Some(chooser @ Term::Variable(_)) = &rule.chooser else {
        return None;
    };
    rule.premises.iter().find_map(|premise| match premise {
        Premise::Take(atom) => {
            let at = atom.arguments.iter().position(|argument| argument == chooser)?;
            Some((atom.predicate, at))
        }
        _ => None,
    })
}

impl Writer<'_> {
    /// Writes an ordered stage and its links.
    pub(super) fn ordered_stage(&mut self, id: StageId, order: &Order) {
        let program = self.engine.program();
        let stage = program.stage(id);
        let settles = program.settling(id).holds() && !stage.interactive;
        let Order { tried, leaving, go, did } = order;
        self.line(&format!("{go} : pred. {did} : pred."));
        for (i, name) in tried.iter().enumerate() {
            self.line(&format!("stage {name} = {{"));
            if let Some(rule) = stage.rules.get(i) {
                let (left, right) = (vec![go.clone()], vec![did.clone()]);
                let name = Some(self.name_among(&stage.rules, i));
                self.rule(program.rule(*rule), Extra { left, right, name });
            }
            self.line("}");
            self.about_stage(stage, name, settles);
            self.line(&format!("qui * stage {name} * {did} -o stage {} * {go}.", tried[0]));
            if let Some(next) = tried.get(i + 1).or(leaving.first()) {
                self.line(&format!("qui * stage {name} * {go} -o stage {next} * {go}."));
            }
        }
        let last = &tried[tried.len() - 1];
        if let [link] = stage.links.as_slice() {
            let rule = program.rule(*link);
            let left = vec!["qui".to_owned(), format!("stage {last}"), go.clone()];
            let name = Some(self.name_among(&stage.links, 0));
            self.rule(rule, Extra { left, right: self.leads_to(rule), name });
        }
        for (i, (name, link)) in leaving.iter().zip(&stage.links).enumerate() {
            let rule = program.rule(*link);
            self.line(&format!("stage {name} = {{"));
            let (left, right) = (vec![go.clone()], vec![did.clone()]);
            let called = Some(self.name_among(&stage.links, i));
            self.rule(rule, Extra { left, right, name: called });
            self.line("}");
            let to = self.leads_to(rule);
            let to = if to.is_empty() { "()".to_owned() } else { to.join(" * ") };
            self.line(&format!("qui * stage {name} * {did} -o {to}."));
            if let Some(next) = leaving.get(i + 1) {
                self.line(&format!("qui * stage {name} * {go} -o stage {next} * {go}."));
            }
        }
    }

    /// The name of a rule among others, as records have it.
    fn name_among(&self, rules: &[RuleId], i: usize) -> String {
        let name = self.engine.words().rule_name(rules[i]);
        let same = rules[..i].iter().filter(|r| self.engine.words().rule_name(**r) == name).count();
        if same == 0 { name } else { format!("{name}/{}", same + 1) }
    }

    fn leads_to(&self, rule: &Rule) -> Vec<String> {
        match rule.role {
            Role::Link(_, Some(to)) => self.entering(to),
            _ => Vec::new(),
        }
    }
}
