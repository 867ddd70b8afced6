//! Variants of rules: their factors with choices, instances, changes and comprehensions.

use crate::build::conditions::Translator;
use crate::build::ground::GroundChoice;
use crate::build::places::AtomRole;
use crate::runtime::change::{CopyChange, PlaceChange};
use crate::runtime::condition::Literal;
use crate::runtime::ids::{ChoiceIndex, ConditionId, IdVec, PlaceId, RuleIndex, StageIndex};
use crate::runtime::variant::{
    Choice, ComprehensionMatch, ControlAtom, Instance, PlaceCopies, Variant, VariantFactor,
};
use rustc_hash::FxHashMap;
use senet_engine::Value;
use senet_game::Seat;
use senet_ground::{
    AtomChange, AtomId, ComprehensionFactor, Env, Factor, FactorId, FactorKind, GroundingError,
};
use senet_program::{Conclusion, Premise, Role, Rule, VarId};

/// What a rule changes whatever is chosen, if it has persistent conclusions: such a rule applies
/// only where it changes something.
struct Saturating<'v> {
    linear: &'v AtomChange,
    persistent: &'v [PlaceId],
}

/// A change of atoms, in the words of the net.
struct NetChange {
    change: PlaceChange,
    /// Control variables and their new atoms.
    control: Vec<ControlAtom>,
}

impl<'g> Translator<'_, 'g, '_> {
    /// A variant; `None` if one of its factors can never come true.
    pub(super) fn variant(&mut self, at: usize) -> Result<Option<Variant>, GroundingError> {
        let ground = self.program.ground;
        let grounded = &ground.variants[at];
        if grounded.factors.iter().any(|f| ground.factors[f.index()].instances.is_empty()) {
            return Ok(None);
        }
        let rule = self.program.rule(grounded.rule);
        let common: Vec<&Conclusion> =
            grounded.common.iter().map(|n| &rule.conclusions[*n]).collect();
        let linear = self.program.change(&[], &common, &grounded.env);
        let NetChange { change, control } = self.net_change(&linear, &common, &grounded.env);
        let saturates = rule.saturates();
        // A rule that only adds persistent atoms would apply for ever; it applies as long as one of
        // them is new (a fixpoint, as in Datalog).
        let saturating = Saturating { linear: &linear, persistent: change.added() };
        let mut factors = IdVec::new();
        for f in &grounded.factors {
            factors.push(self.factor(rule, *f, saturates.then_some(&saturating))?);
        }
        if saturates && grounded.factors.is_empty() {
            // A rule of nothing but persistent conclusions applies once; that needs a factor.
            return Err(GroundingError::Order);
        }
        let comprehensions = self.comprehensions(&grounded.comprehensions)?;
        let (from, link, to) = match rule.role {
            Role::Step(stage) => (stage, false, Some(stage)),
            Role::Link(from, to) => (from, true, to),
        };
        Ok(Some(Variant {
            rule: RuleIndex(grounded.rule.0),
            ranks: Vec::new(),
            seat: self.seat(rule, &grounded.env)?,
            values: rule.effective.iter().map(|v| grounded.env[v.index()]).collect(),
            factors,
            change,
            takes: Vec::new(),
            control,
            comprehensions,
            weight: rule.weight,
            from: StageIndex(from.0),
            link,
            to: to.map(|stage| StageIndex(stage.0)),
            has_comprehensions: !rule.comprehensions.is_empty(),
        }))
    }

    /// The seat that chooses; the first one where no player does.
    fn seat(&self, rule: &Rule, env: &Env) -> Result<Seat, GroundingError> {
        let program = self.program.program();
        let interactive = matches!(rule.role, Role::Step(s) if program.stage(s).interactive);
        let (Some(chooser), true) = (&rule.chooser, interactive) else {
            return Ok(Seat(0));
        };
        let value = self.program.ground.reached.value(chooser, env);
        let value = value.ok_or(GroundingError::Chooser)?;
        let players = program.game().players.as_ref().ok_or(GroundingError::Chooser)?;
        let at = players.seats.iter().position(|c| u64::from(c.0) == value);
        Ok(Seat(at.ok_or(GroundingError::Chooser)? as u8))
    }

    fn factor(
        &mut self,
        rule: &'g Rule,
        id: FactorId,
        saturating: Option<&Saturating<'_>>,
    ) -> Result<VariantFactor, GroundingError> {
        let factor = &self.program.ground.factors[id.index()];
        let made: Vec<&Conclusion> =
            factor.conclusions.iter().map(|n| &rule.conclusions[*n]).collect();
        let comprehensions: FxHashMap<&[Value], &Vec<ComprehensionFactor>> =
            factor.choices.iter().map(|(c, inner)| (&**c, inner)).collect();
        let mut choices = IdVec::new();
        for choice in self.program.choices(factor) {
            let inner = comprehensions.get(&*choice.values).copied();
            choices.extend(self.choice(factor, &made, choice, inner, saturating)?);
        }
        // Moves of a variant are tuples of choices, one for each factor. They are numbered in
        // mixed radix and never listed at build time: a product of n and m choices takes n + m
        // entries.
        let position = |v: &VarId| rule.effective.iter().position(|e| e == v);
        let effective = factor.effective.iter().filter_map(position).collect();
        // A factor without effective variables has one choice and is no row.
        let row = if factor.effective.is_empty() { None } else { self.choice_row(&choices) };
        Ok(VariantFactor { effective, choices, row })
    }

    /// A choice of a factor; `None` if it is never possible.
    fn choice(
        &mut self,
        factor: &'g Factor,
        made: &[&Conclusion],
        GroundChoice { values, envs }: GroundChoice<'g>,
        comprehensions: Option<&Vec<ComprehensionFactor>>,
        saturating: Option<&Saturating<'_>>,
    ) -> Result<Option<Choice>, GroundingError> {
        // All instances of a choice change the same: the variables in which they differ make no
        // difference.
        let linear = self.program.change(&factor.premises, made, envs[0]);
        let NetChange { change, control } = self.net_change(&linear, made, envs[0]);
        // A choice that would change nothing is none: some persistent atom has to be new.
        let mut fresh = None;
        if let Some(common) = saturating
            && nets_to_nothing(common.linear, &linear)
        {
            let persistent = common.persistent.iter().chain(change.added());
            let absent = persistent.map(|p| Literal::of(p.condition()).not());
            fresh = Some(self.table.any(absent.collect()));
        }
        let mut instances = Vec::new();
        for env in &envs {
            let needs = self.needs(&factor.premises, env)?;
            if needs.impossible {
                continue;
            }
            let mut literals = needs.literals;
            literals.extend(fresh);
            let on_demand = self.blocks(&factor.blocks, &factor.types, env, &mut literals)?;
            let when = self.table.all(literals);
            if when != Literal::FALSE {
                let (control, ways) = (needs.control, needs.ways);
                let constant_ways = needs.constant_ways;
                instances.push(Instance { when, control, ways, constant_ways, on_demand });
            }
        }
        if instances.is_empty() {
            return Ok(None);
        }
        let comprehensions = self.comprehensions(comprehensions.into_iter().flatten())?;
        let takes = self.takes(&factor.premises, envs[0]);
        let ranks = Box::default();
        Ok(Some(Choice { values, ranks, instances, change, takes, control, comprehensions }))
    }

    /// A row of conditions for the choices of a factor, if nothing but conditions decides.
    fn choice_row(&mut self, choices: &IdVec<ChoiceIndex, Choice>) -> Option<ConditionId> {
        let plain = |i: &Instance| i.control.is_empty() && i.on_demand.is_none();
        if !choices.iter().all(|c| c.instances.iter().all(plain)) {
            return None;
        }
        let literals: Vec<Literal> = choices
            .iter()
            .map(|c| self.table.any(c.instances.iter().map(|i| i.when).collect()))
            .collect();
        self.table.row(&literals)
    }

    fn comprehensions<'c>(
        &mut self,
        all: impl IntoIterator<Item = &'c ComprehensionFactor>,
    ) -> Result<Vec<Vec<ComprehensionMatch>>, GroundingError> {
        all.into_iter().map(|c| self.comprehension_matches(c.factor)).collect()
    }

    /// The matches of a comprehension, in canonical order.
    fn comprehension_matches(
        &mut self,
        factor: FactorId,
    ) -> Result<Vec<ComprehensionMatch>, GroundingError> {
        let factor = &self.program.ground.factors[factor.index()];
        let FactorKind::Comprehension(rule, n) = factor.kind else {
            unreachable!("the factor of a comprehension")
        };
        let comprehension = &self.program.rule(rule).comprehensions[n];
        let engine = self.program.ground.reached.engine;
        let made = comprehension.makes.iter().filter(|m| engine.stays(m.atom.predicate));
        let made: Vec<&Conclusion> = made.collect();
        let mut all: Vec<&Env> = factor.instances.iter().collect();
        // Matches compete for copies, so their order is part of the semantics.
        all.sort_by(|a, b| {
            let values = |e: &Env| e.iter().map(|v| v.unwrap_or(0)).collect::<Vec<_>>();
            self.program.compare(&factor.types, &values(a), &values(b))
        });
        let mut out = Vec::new();
        for env in all {
            let mut needs = self.needs(&factor.premises, env)?;
            if needs.impossible {
                continue;
            }
            self.blocks(&factor.blocks, &factor.types, env, &mut needs.literals)?;
            let linear = self.program.change(&factor.premises, &made, env);
            let change = self.net_change(&linear, &made, env).change;
            let takes = self.takes(&factor.premises, env);
            out.push(ComprehensionMatch { when: needs.literals, takes, change });
        }
        Ok(out)
    }

    /// A change of atoms, in places and control variables.
    fn net_change(&self, linear: &AtomChange, made: &[&Conclusion], env: &Env) -> NetChange {
        let mut out = NetChange { change: PlaceChange::default(), control: Vec::new() };
        for (atom, n) in linear {
            match self.places.linear[atom.index()] {
                AtomRole::Control(atom) if *n > 0 => out.control.push(atom),
                // What leaves a control variable is implied by what comes; if nothing does, the variable
                // has no atom any more.
                AtomRole::Control(ControlAtom { variable, .. }) => {
                    let nothing = self.places.variables[variable].nothing();
                    out.control.extend(nothing.map(|atom| ControlAtom { variable, atom }));
                }
                AtomRole::Place(place) if self.places.list[place].copies.is_some() => {
                    out.change.counted.push(CopyChange { place, by: *n as i32 });
                }
                AtomRole::Place(place) if *n > 0 => out.change.add(place),
                AtomRole::Place(place) => out.change.remove(place),
                AtomRole::Constant(_) | AtomRole::Never => {}
            }
        }
        for made in made {
            if made.persistent
                && let AtomRole::Place(place) =
                    self.places.persistent[self.program.atom(&made.atom, env).index()]
            {
                out.change.add(place);
            }
        }
        out
    }

    /// How many copies premises take from each place; several premises may take from one.
    fn takes(&self, premises: &[Premise], env: &Env) -> Vec<PlaceCopies> {
        let mut out: Vec<PlaceCopies> = Vec::new();
        for premise in premises {
            if let Premise::Take(atom) = premise
                && let AtomRole::Place(place) =
                    self.places.linear[self.program.atom(atom, env).index()]
            {
                match out.iter_mut().find(|t| t.place == place) {
                    Some(taken) => taken.copies += 1,
                    None => out.push(PlaceCopies { place, copies: 1 }),
                }
            }
        }
        out
    }
}

/// Whether two changes together leave every linear atom as it was.
fn nets_to_nothing(a: &AtomChange, b: &AtomChange) -> bool {
    let mut sums: FxHashMap<AtomId, i64> = FxHashMap::default();
    for (atom, n) in a.iter().chain(b) {
        *sums.entry(*atom).or_insert(0) += n;
    }
    sums.values().all(|n| *n == 0)
}
