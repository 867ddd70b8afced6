//! A plan for each control state: what can happen in it, as sets of cells, and where that leads.

use crate::control::Control;
use crate::effects::{Effect, Setback};
use crate::error::BitsError;
use crate::expr::{Expr, Num};
use crate::layout::{rule_name, types};
use crate::query::{Compiler, Constraint, Match, Query};
use crate::relation::Relation;
use senet_engine::Value;
use senet_ground::Env;
use senet_program::{Role, Rule, RuleId, Term, TypeId, VarId};
use std::collections::BTreeMap;

/// Moves of a rule that have the same values for small variables.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    pub(crate) rule: RuleId,
    /// The values of the effective variables; `None` for cells.
    pub(crate) values: Vec<Option<Value>>,
    /// The wide effective variables, in order.
    pub(crate) vars: Vec<VarId>,
    /// Whether there are any.
    pub(crate) cond: Expr,
    /// Relations between the cells that share none: a move is a choice in each.
    pub(crate) relations: Vec<Relation>,
    /// Who chooses.
    pub(crate) seat: u8,
    /// Which chooser it is, for stages whose rules have an order.
    pub(crate) chooser: Value,
    pub(crate) effect: Effect,
    /// Each way to match, for the weights of chance.
    pub(crate) ways: Vec<Way>,
}

/// A way to match a rule, with all of its variables.
#[derive(Debug, Clone)]
pub(crate) struct Way {
    pub(crate) weight: u64,
    pub(crate) cond: Expr,
    pub(crate) relations: Vec<Relation>,
}

/// What can happen in a control state.
#[derive(Debug)]
pub(crate) struct NodePlan {
    pub(crate) control: Control,
    pub(crate) rules: Vec<Group>,
    pub(crate) links: Vec<Group>,
    pub(crate) interactive: bool,
    /// Whether the first step may be taken silently.
    pub(crate) settles: bool,
    pub(crate) ordered: bool,
    /// Whether an outcome is there.
    pub(crate) decided: bool,
    /// What must not hold after a move, as a truth over the position after it; by control state.
    pub(crate) forbids: bool,
    /// Whether `#forbid` forbids this very control state, in the middle of whose moves it is tried.
    pub(crate) forbidden: Option<Expr>,
}

impl NodePlan {
    pub(crate) fn groups(&self) -> impl Iterator<Item = &Group> {
        self.rules.iter().chain(&self.links)
    }

    pub(crate) fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.groups().map(|g| &g.effect)
    }

    /// Where it can lead. A decision that comes after an outcome is never made.
    pub(crate) fn successors(&self) -> impl Iterator<Item = &Control> {
        let rules = if self.interactive && self.decided { &[][..] } else { &self.rules };
        rules.iter().chain(&self.links).flat_map(|g| &g.effect.next)
    }
}

impl Compiler<'_> {
    /// Compiles all rules and links of a stage, with what the control state knows.
    pub(crate) fn node(&mut self, control: Control) -> Result<NodePlan, Setback> {
        // Derived predicates may depend on the control state, so nothing that is known of them is
        // kept. The graph is: equal expressions of different control states are one.
        self.goals.clear();
        let present = control.tokens.iter().flat_map(|f| {
            let family = &self.layout.families[*f];
            (0..family.types.len() as u32).map(|i| family.plane + i)
        });
        self.graph.present = present.collect();
        self.control = control;
        let stage = self.program.stage(self.control.stage);
        let mut node = NodePlan {
            control: self.control.clone(),
            rules: Vec::new(),
            links: Vec::new(),
            interactive: stage.interactive,
            settles: false,
            ordered: stage.ordered,
            decided: self.is_decided(),
            forbids: !stage.forbidden.is_empty() && stage.interactive,
            forbidden: None,
        };
        if !stage.forbidden.is_empty() {
            node.forbidden = Some(self.forbidden()?);
        }
        if self.control.ended {
            return Ok(node);
        }
        node.settles = stage.interactive || self.program.settling(self.control.stage).holds();
        for rule in &stage.rules {
            node.rules.extend(self.groups(*rule, !node.settles)?);
        }
        for link in &stage.links {
            node.links.extend(self.groups(*link, true)?);
        }
        Ok(node)
    }

    fn is_decided(&self) -> bool {
        let game = self.program.game();
        let all = [&game.win, &game.lose, &game.draw];
        self.control.scalars.iter().any(|(p, _, _)| all.iter().any(|known| known.contains(p)))
    }

    /// Whether what `#forbid` says holds.
    fn forbidden(&mut self) -> Result<Expr, BitsError> {
        let mut truths = Vec::new();
        for pattern in &self.program.stage(self.control.stage).forbidden {
            self.place = "`#forbid`".to_owned();
            let all = types(&pattern.variables);
            let premises = &pattern.premises;
            let wide = self.layout.wide_variables(self.program, &all, &[], premises, &[], &[]);
            let begin = Match::new(&mut self.graph, vec![None; all.len()]);
            let query = Query { premises, types: &all, wide: &wide };
            for found in self.matches(query, begin)? {
                if let Some((cond, _)) = self.relate(&all, found.cond, found.parts, &[])? {
                    truths.push(cond);
                }
            }
        }
        Ok(self.graph.union(&truths))
    }

    /// The moves of a rule, by the values of its small effective variables.
    fn groups(&mut self, id: RuleId, weighed: bool) -> Result<Vec<Group>, Setback> {
        let rule = self.program.rule(id);
        self.place = rule_name(rule.name.as_deref());
        if let (None, Role::Link(from, _)) = (&rule.name, rule.role) {
            self.place = format!("a link out of `{}`", self.program.stage(from).name);
        }
        let all = types(&rule.variables);
        let made: Vec<_> = rule.conclusions.iter().collect();
        let wide = self.layout.wide_variables(
            self.program,
            &all,
            &[],
            &rule.premises,
            &made,
            &rule.comprehensions,
        );
        let begin = Match::new(&mut self.graph, vec![None; all.len()]);
        let query = Query { premises: &rule.premises, types: &all, wide: &wide };
        let found = self.matches(query, begin)?;
        // A counted number that goes into an atom tells moves apart, as a cell does: it is the bit with that number.
        let mut chosen = wide.clone();
        let counted =
            rule.effective.iter().filter(|v| found.iter().any(|m| m.numbers.contains_key(v)));
        counted.for_each(|v| chosen[v.index()] = true);
        let vars: Vec<VarId> =
            rule.effective.iter().copied().filter(|v| chosen[v.index()]).collect();
        let every: Vec<VarId> =
            (0..all.len()).map(VarId::new).filter(|v| chosen[v.index()]).collect();
        type Kind = (Vec<Option<Value>>, BTreeMap<VarId, Num>);
        type Solved = Vec<(Expr, Vec<Relation>)>;
        let mut kinds: Vec<(Kind, Env, Solved, Vec<Way>)> = Vec::new();
        for mut found in found {
            self.choose_numbers(rule, &all, &wide, &mut found)?;
            // A move is a match seen through the effective variables alone. Its weight counts all
            // matches that look like it, which is why the query is solved a second time, for every
            // variable.
            let solved = self.relate(&all, found.cond, found.parts.clone(), &vars)?;
            let Some((cond, relations)) = solved else { continue };
            let values: Vec<Option<Value>> =
                rule.effective.iter().map(|v| found.env[v.index()]).collect();
            let kind = (values, found.numbers.clone());
            let at = kinds.iter().position(|(k, ..)| *k == kind);
            let at = at.unwrap_or_else(|| {
                kinds.push((kind, found.env.clone(), Vec::new(), Vec::new()));
                kinds.len() - 1
            });
            kinds[at].2.push((cond, relations));
            if weighed
                && let Some((cond, relations)) =
                    self.relate(&all, found.cond, found.parts, &every)?
            {
                let weight = found.ways.saturating_mul(rule.weight);
                kinds[at].3.push(Way { weight, cond, relations });
            }
        }
        let mut out = Vec::new();
        for ((values, numbers), env, parts, ways) in kinds {
            let (cond, relations) = self.unite(&all, parts)?;
            // What is not effective is another in each match.
            let known = |i: usize| rule.effective.contains(&VarId::new(i));
            let env: Env = env.iter().enumerate().map(|(i, v)| v.filter(|_| known(i))).collect();
            let effect = self.effect(id, &env, &numbers, &vars, &chosen)?;
            let chooser = rule.chooser.as_ref().map(|who| match who {
                Term::Variable(v) => env[v.index()],
                other => Some(self.facts.engine.interner().ground(other)),
            });
            let chooser = match chooser {
                Some(None) => return Err(self.cannot("who chooses is not known").into()),
                Some(Some(who)) => who,
                None => Value::MAX,
            };
            let seats = self.program.game().players.as_ref().map_or(&[][..], |p| &p.seats);
            let seat = seats.iter().position(|c| u64::from(c.0) == chooser).unwrap_or(0) as u8;
            let vars = vars.clone();
            out.push(Group {
                rule: id,
                values,
                vars,
                cond,
                relations,
                seat,
                chooser,
                effect,
                ways,
            });
        }
        Ok(out)
    }

    /// Numbers that a match counts and puts into atoms become cells of the move.
    fn choose_numbers(
        &mut self,
        rule: &Rule,
        all: &[TypeId],
        wide: &[bool],
        found: &mut Match,
    ) -> Result<(), BitsError> {
        for v in rule.effective.iter().filter(|v| !wide[v.index()]) {
            let Some(number) = found.numbers.remove(v) else { continue };
            let domain = self.layout.domains[all[v.index()].index()].as_ref();
            let Some(domain) = domain.filter(|d| d.is_counting()) else {
                return Err(self.cannot("a counted number goes into a small argument"));
            };
            let cells = domain.cells();
            if self.graph.largest(number) >= cells.len() as u64 {
                return Err(self.cannot("a counted number may be larger than the board"));
            }
            let set = self.graph.one_hot(number, cells);
            found.parts.push(Constraint::In(*v, set));
        }
        Ok(())
    }

    /// Matches that are the same moves, as one.
    fn unite(
        &mut self,
        all: &[senet_program::TypeId],
        parts: Vec<(Expr, Vec<Relation>)>,
    ) -> Result<(Expr, Vec<Relation>), BitsError> {
        let mut parts = parts.into_iter();
        let (mut cond, mut relations) = parts.next().expect("a kind has a match");
        for (more, others) in parts {
            if relations.is_empty() {
                cond = self.graph.or(cond, more);
                continue;
            }
            // A union of products is not a product of unions: relations that share no variable have
            // to be one before they can be united.
            let mut fused = Vec::new();
            for (c, r) in [(cond, relations), (more, others)] {
                let mut r = r.into_iter();
                let first = r.next().expect("cells are chosen");
                let whole =
                    if r.len() > 0 { self.product(all, first, r.collect())? } else { first };
                let var = whole.vars[0];
                fused.push(whole.restrict(&mut self.graph, var, c));
            }
            let both = fused[0].union(&mut self.graph, &fused[1]);
            (cond, relations) = (self.graph.truth(true), vec![both]);
        }
        Ok((cond, relations))
    }
}
