//! A plan for each control state: its moves as sets of cells, and their effects and targets.

use crate::control::ControlState;
use crate::effects::{EffectError, EffectPlan};
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
pub(crate) struct GroupPlan {
    pub(crate) rule: RuleId,
    /// The values of the effective variables; `None` for cells.
    pub(crate) values: Vec<Option<Value>>,
    /// The wide effective variables, in order.
    pub(crate) vars: Vec<VarId>,
    /// A necessary condition that does not depend on the cells.
    pub(crate) cond: Expr,
    /// The factors: relations that share no cell. A move takes a row of each.
    pub(crate) relations: Vec<Relation>,
    /// The seat that chooses.
    pub(crate) seat: u8,
    /// The value that identifies the chooser, for stages whose rules are ordered.
    pub(crate) chooser: Value,
    pub(crate) effect: EffectPlan,
    /// The matches that look like these moves, for the weights of chance.
    pub(crate) matches: Vec<MatchPlan>,
}

/// Matches of a rule over all of its variables.
#[derive(Debug, Clone)]
pub(crate) struct MatchPlan {
    pub(crate) weight: u64,
    pub(crate) cond: Expr,
    pub(crate) relations: Vec<Relation>,
}

/// The plan of a control state.
#[derive(Debug)]
pub(crate) struct ControlPlan {
    pub(crate) control: ControlState,
    pub(crate) rules: Vec<GroupPlan>,
    pub(crate) links: Vec<GroupPlan>,
    pub(crate) interactive: bool,
    /// Whether the order of steps does not matter, so that the first may be taken without chance.
    pub(crate) settles: bool,
    pub(crate) ordered: bool,
    /// Whether an outcome is present.
    pub(crate) decided: bool,
    /// Whether moves from this control state are on trial: players choose, and the stage has a `#forbid`.
    pub(crate) forbids: bool,
    /// The condition of the stage's `#forbid`, if it has one, in this control state: a move on trial that leads here is
    /// taken back if it holds.
    pub(crate) forbidden: Option<Expr>,
}

impl ControlPlan {
    pub(crate) fn groups(&self) -> impl Iterator<Item = &GroupPlan> {
        self.rules.iter().chain(&self.links)
    }

    pub(crate) fn effects(&self) -> impl Iterator<Item = &EffectPlan> {
        self.groups().map(|g| &g.effect)
    }

    /// The reachable successors. No player moves after an outcome.
    pub(crate) fn successors(&self) -> impl Iterator<Item = &ControlState> {
        let rules = if self.interactive && self.decided { &[][..] } else { &self.rules };
        rules.iter().chain(&self.links).flat_map(|g| &g.effect.next)
    }
}

impl Compiler<'_> {
    /// Compiles all rules and links of a control state's stage, specialized for what it says of atoms without cells.
    pub(crate) fn compile_control(
        &mut self,
        control: ControlState,
    ) -> Result<ControlPlan, EffectError> {
        // Answers of derived predicates may depend on the control state, so their table is cleared.
        // The graph is kept: equal expressions of different control states are one node.
        self.goals.clear();
        let present = control.singletons.iter().flat_map(|f| {
            let family = &self.layout.families[*f];
            (0..family.types.len() as u32).map(|i| family.plane + i)
        });
        self.graph.nonempty = present.collect();
        self.control = control;
        let stage = self.program.stage(self.control.stage);
        let mut plan = ControlPlan {
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
            plan.forbidden = Some(self.forbidden()?);
        }
        if self.control.ended {
            return Ok(plan);
        }
        plan.settles = stage.interactive || self.program.settling(self.control.stage).holds();
        for rule in &stage.rules {
            plan.rules.extend(self.groups(*rule, !plan.settles)?);
        }
        for link in &stage.links {
            plan.links.extend(self.groups(*link, true)?);
        }
        Ok(plan)
    }

    fn is_decided(&self) -> bool {
        let game = self.program.game();
        let all = [&game.win, &game.lose, &game.draw];
        self.control.scalars.iter().any(|(p, _, _)| all.iter().any(|known| known.contains(p)))
    }

    /// The condition of `#forbid`.
    fn forbidden(&mut self) -> Result<Expr, BitsError> {
        let mut lane_masks = Vec::new();
        for pattern in &self.program.stage(self.control.stage).forbidden {
            self.location = "`#forbid`".to_owned();
            let all = types(&pattern.variables);
            let premises = &pattern.premises;
            let wide = self.layout.wide_variables(self.program, &all, &[], premises, &[], &[]);
            let begin = Match::new(&mut self.graph, vec![None; all.len()]);
            let query = Query { premises, types: &all, wide: &wide };
            for found in self.matches(query, begin)? {
                if let Some((cond, _)) =
                    self.solve_cells(&all, found.cond, found.constraints, &[])?
                {
                    lane_masks.push(cond);
                }
            }
        }
        Ok(self.graph.union(&lane_masks))
    }

    /// The moves of a rule, by the values of its small effective variables.
    fn groups(&mut self, id: RuleId, weighed: bool) -> Result<Vec<GroupPlan>, EffectError> {
        let rule = self.program.rule(id);
        self.location = rule_name(rule.name.as_deref());
        if let (None, Role::Link(from, _)) = (&rule.name, rule.role) {
            self.location = format!("a link out of `{}`", self.program.stage(from).name);
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
        // A counted number that goes into an atom distinguishes moves, as a cell does: bit n stands for n.
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
        let mut kinds: Vec<(Kind, Env, Solved, Vec<MatchPlan>)> = Vec::new();
        for mut found in found {
            self.cells_of_numbers(rule, &all, &wide, &mut found)?;
            // A move is a match projected to the effective variables. Its weight counts all matches
            // with that projection, so the query is solved a second time, for all variables.
            let solved = self.solve_cells(&all, found.cond, found.constraints.clone(), &vars)?;
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
                    self.solve_cells(&all, found.cond, found.constraints, &every)?
            {
                let weight = found.multiplicity.saturating_mul(rule.weight);
                kinds[at].3.push(MatchPlan { weight, cond, relations });
            }
        }
        let mut out = Vec::new();
        for ((values, numbers), env, parts, matches) in kinds {
            let (cond, relations) = self.merge_matches(&all, parts)?;
            // Variables that are not effective differ between the matches.
            let known = |i: usize| rule.effective.contains(&VarId::new(i));
            let env: Env = env.iter().enumerate().map(|(i, v)| v.filter(|_| known(i))).collect();
            let effect = self.compile_effect(id, &env, &numbers, &vars, &chosen)?;
            let chooser = rule.chooser.as_ref().map(|who| match who {
                Term::Variable(v) => env[v.index()],
                other => Some(self.facts.engine.interner().ground(other)),
            });
            let chooser = match chooser {
                Some(None) => return Err(self.unsupported("who chooses is not known").into()),
                Some(Some(who)) => who,
                None => Value::MAX,
            };
            let seats = self.program.game().players.as_ref().map_or(&[][..], |p| &p.seats);
            let seat = seats.iter().position(|c| u64::from(c.0) == chooser).unwrap_or(0) as u8;
            let vars = vars.clone();
            out.push(GroupPlan {
                rule: id,
                values,
                vars,
                cond,
                relations,
                seat,
                chooser,
                effect,
                matches,
            });
        }
        Ok(out)
    }

    /// Turns counted numbers that are put into atoms into cells of the move.
    fn cells_of_numbers(
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
                return Err(self.unsupported("a counted number goes into a small argument"));
            };
            let cells = domain.cells();
            if self.graph.upper_bound(number) >= cells.len() as u64 {
                return Err(self.unsupported("a counted number may be larger than the board"));
            }
            let set = self.graph.one_hot(number, cells);
            found.constraints.push(Constraint::In(*v, set));
        }
        Ok(())
    }

    /// Unites matches that are the same moves.
    fn merge_matches(
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
                fused.push(whole.semijoin(&mut self.graph, var, c));
            }
            let both = fused[0].union(&mut self.graph, &fused[1]);
            (cond, relations) = (self.graph.boolean(true), vec![both]);
        }
        Ok((cond, relations))
    }
}
