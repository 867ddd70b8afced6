//! The third pass: the conditions of all premises, and the variants of rules that they guard.

use crate::build::condition_table::ConditionTable;
use crate::build::ground::GroundProgram;
use crate::build::places::{AtomRole, Places};
use crate::runtime::condition::{Condition, Literal, Threshold};
use crate::runtime::ids::{IdVec, PlaceId, StageIndex, VariantId};
use crate::runtime::variant::Variant;
use rustc_hash::FxHashMap;
use senet_ground::{AtomId, GroundingError, types};
use senet_program::{Pattern, PredId, Premise};

/// Conditions, variants, and what decides or forbids.
pub(super) struct Conditions {
    pub(super) table: ConditionTable,
    pub(super) thresholds: Vec<PlaceThreshold>,
    pub(super) variants: IdVec<VariantId, Variant>,
    /// Whether an outcome atom is among the places.
    pub(super) decided: Literal,
    /// For each stage, what must not hold after a move.
    pub(super) forbidden: IdVec<StageIndex, Vec<Literal>>,
}

/// A condition that wants several copies of a place.
pub(super) struct PlaceThreshold {
    pub(super) place: PlaceId,
    pub(super) threshold: Threshold,
}

/// The pass at work: translates premises, once their variables have values, into literals.
pub(super) struct Translator<'p, 'g, 'a> {
    pub(super) program: &'p GroundProgram<'g, 'a>,
    pub(super) places: &'p Places,
    pub(super) table: ConditionTable,
    /// For each derived atom that was asked for, the literal that says whether it holds.
    pub(super) derived: FxHashMap<AtomId, Literal>,
    pub(super) thresholds: Vec<PlaceThreshold>,
    pub(super) at_least: FxHashMap<(PlaceId, u32), Literal>,
}

impl Conditions {
    pub(super) fn new(
        program: &GroundProgram<'_, '_>,
        places: &Places,
    ) -> Result<Conditions, GroundingError> {
        let mut translator = Translator {
            program,
            places,
            table: ConditionTable::new(places.list.len(), places.groups.clone()),
            derived: FxHashMap::default(),
            thresholds: Vec::new(),
            at_least: FxHashMap::default(),
        };
        // Derived atoms first: the premises of rules refer to their conditions.
        translator.derive_all()?;
        let mut variants = IdVec::new();
        for at in 0..program.ground.variants.len() {
            variants.extend(translator.variant(at)?);
        }
        let decided = translator.decided();
        let mut forbidden = IdVec::new();
        for stage in program.program().stages() {
            let patterns = stage.forbidden.iter().map(|p| translator.pattern(p));
            forbidden.push(patterns.collect::<Result<_, _>>()?);
        }
        let Translator { table, thresholds, .. } = translator;
        Ok(Conditions { table, thresholds, variants, decided, forbidden })
    }
}

impl Translator<'_, '_, '_> {
    /// That a place has at least so many copies.
    pub(super) fn at_least(&mut self, place: PlaceId, copies: u32) -> Literal {
        if copies == 1 {
            return Literal::of(place.condition());
        }
        // A place that is bounded by an invariant never has two copies.
        if self.places.list[place].copies.is_none() {
            return Literal::FALSE;
        }
        if let Some(literal) = self.at_least.get(&(place, copies)) {
            return *literal;
        }
        let condition = self.table.push(Condition::AtLeast);
        let threshold = Threshold { copies, condition };
        self.thresholds.push(PlaceThreshold { place, threshold });
        self.at_least.insert((place, copies), Literal::of(condition));
        Literal::of(condition)
    }

    /// Whether an outcome atom is among the places, or always there.
    fn decided(&mut self) -> Literal {
        let game = self.program.program().game();
        let outcomes: Vec<PredId> =
            game.win.iter().chain(&game.lose).chain(&game.draw).copied().collect();
        let atoms = &self.program.ground.reached.atoms;
        let roles = self.places.linear.iter().zip(&self.places.persistent);
        for (atom, roles) in atoms.ids().zip(roles) {
            let constant = |role: &AtomRole| matches!(role, AtomRole::Constant(n) if *n > 0);
            let (predicate, _) = atoms.get(atom);
            if (constant(roles.0) || constant(roles.1)) && outcomes.contains(&predicate) {
                return Literal::TRUE;
            }
        }
        let places = self.places.list.enumerated();
        let outcome = places.filter(|(_, p)| outcomes.contains(&PredId(p.atom.predicate)));
        let literals = outcome.map(|(place, _)| Literal::of(place.condition())).collect();
        self.table.any(literals)
    }

    /// That a pattern of `#forbid` has a match.
    fn pattern(&mut self, pattern: &Pattern) -> Result<Literal, GroundingError> {
        let all = types(&pattern.variables);
        let (blocks, plain): (Vec<Premise>, Vec<Premise>) =
            pattern.premises.iter().cloned().partition(|p| p.block().is_some());
        let mut any = Vec::new();
        for env in self.program.matches(&plain, &all, &vec![None; all.len()])? {
            let needs = self.needs(&plain, &env)?;
            let mut literals = needs.literals;
            if needs.impossible {
                continue;
            }
            if self.blocks(&blocks, &all, &env, &mut literals)?.is_some() {
                return Err(GroundingError::Counted);
            }
            any.push(self.table.all(literals));
        }
        Ok(self.table.any(any))
    }
}
