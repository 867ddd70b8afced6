//! The last pass: which conditions are kept up to date, their counters, changes as sums, packed
//! positions and fast paths.

use crate::build::condition_table::ConditionTable;
use crate::build::conditions::{Conditions, PlaceThreshold};
use crate::build::controls::Controls;
use crate::build::counters::{ConditionRow, fused};
use crate::build::ground::GroundProgram;
use crate::build::outcomes::is_outcome;
use crate::build::places::{AtomRole, Places};
use crate::build::sums::Maintained;
use crate::outcomes::OutcomeAtom;
use crate::runtime::change::{ChangeTable, PlaceChange};
use crate::runtime::condition::{Condition, Counters, Literal, NetAtom, Place};
use crate::runtime::control::{Control, FactorChoices};
use crate::runtime::fast_path::FastTables;
use crate::runtime::ids::{
    ConditionId, ControlId, DenseId, IdVec, PlaceId, RuleIndex, StageIndex, VariantId,
};
use crate::runtime::net::{ConstantAtom, ConstantOutcome, Net, OutcomePlace, StartPlace};
use crate::runtime::pack::PackedLayout;
use crate::runtime::variant::{ComprehensionMatch, Variant};
use rustc_hash::FxHashMap;
use senet_ground::AtomId;
use senet_print::outcome_atom;
use senet_program::{PredId, Program};

/// The whole net.
pub(super) fn assemble(
    program: &GroundProgram<'_, '_>,
    places: Places,
    conditions: Conditions,
    controls: Controls,
) -> Net {
    let Conditions { table, thresholds, mut variants, decided, forbidden } = conditions;
    let mut controls = controls.list;
    // What is read after every move is kept up to date; what comprehensions and later rules of
    // ordered stages read is evaluated on demand, since updating it would cost more than reading
    // it.
    let roots = roots(decided, &forbidden, &controls, &variants);
    let kept = Maintained::new(&table, &roots, &read_on_demand(&controls, &variants));
    let counters = Counters::new(&kept, &rows(&variants));
    let AtomsAtStart { constants, start_places } = AtomsAtStart::new(program, &places);
    rank_values(program, &mut variants);
    let layout = PackedLayout::new(&places.list, &places.groups, controls.len());
    cheap_tests_first(&mut variants, &table, &kept);
    let mut changes = ChangeTable::new();
    // From here on counters and fields are fixed, so that changes can become sums.
    let mut fuse = |change: &mut PlaceChange| {
        let fused = fused(change, &places.list, &counters, &layout);
        change.fused = fused.map(|f| changes.push(&f));
    };
    variants.iter_mut().for_each(|v| v.each_change(&mut fuse));
    controls.iter_mut().for_each(|c| c.each_change(&mut fuse));
    let declared = program.program();
    let atoms = &program.ground.reached.atoms;
    let outcome = |a: &AtomId| {
        let (predicate, values) = atoms.get(*a);
        outcome_atom(declared, predicate, values)
    };
    let of_variables = &places.variables;
    let mut net = Net {
        changes,
        fast: FastTables::default(),
        outcome_places: outcome_places(declared, &places.list),
        packed: layout,
        lazy: kept.lazy(&table),
        conditions: table.list,
        edges: kept.edges,
        counters,
        cycles: kept.cycles,
        variants,
        controls,
        control_outcomes: of_variables
            .iter()
            .map(|v| {
                let nothing = v.nothing().map(|_| OutcomeAtom::default());
                v.atoms.iter().map(outcome).chain(nothing).collect()
            })
            .collect(),
        control_atoms: of_variables
            .iter()
            .map(|v| v.atoms.iter().map(|a| net_atom(program, *a)).collect())
            .collect(),
        constant_outcomes: constant_outcomes(declared, &constants),
        constants,
        decided,
        forbidden,
        counted: places.counted,
        start_control: ControlId(0),
        start_places,
        seats: declared.seats(),
        scores: !declared.game().score.is_empty(),
        places: places.list,
    };
    for PlaceThreshold { place, threshold } in thresholds {
        net.places[place].thresholds.push(threshold);
    }
    net.set_control_outcomes();
    // Fast paths are described last: they fuse the changes of entries and choices once more.
    net.fast = FastTables::new(&mut net);
    net
}

/// The atoms that are always there, and the places that have copies at the start.
struct AtomsAtStart {
    constants: Vec<ConstantAtom>,
    start_places: Vec<StartPlace>,
}

impl AtomsAtStart {
    fn new(program: &GroundProgram<'_, '_>, places: &Places) -> AtomsAtStart {
        let mut out = AtomsAtStart { constants: Vec::new(), start_places: Vec::new() };
        for a in program.ground.reached.atoms.ids() {
            let at_start = program.copies_at_start(a);
            let persistent = places.persistent[a.index()] == AtomRole::Constant(1);
            let copies = match places.linear[a.index()] {
                AtomRole::Place(place) if at_start > 0 => {
                    out.start_places.push(StartPlace { place, copies: at_start });
                    0
                }
                AtomRole::Constant(copies) => copies,
                role => {
                    let control = matches!(role, AtomRole::Control(_));
                    assert!(at_start == 0 || control, "nothing is lost");
                    0
                }
            };
            if copies > 0 || persistent {
                let atom = net_atom(program, a);
                out.constants.push(ConstantAtom { atom, copies, persistent });
            }
        }
        out
    }
}

fn net_atom(program: &GroundProgram<'_, '_>, atom: AtomId) -> NetAtom {
    let (predicate, values) = program.ground.reached.atoms.get(atom);
    NetAtom { predicate: predicate.index() as u32, values: values.into() }
}

fn outcome_places(program: &Program, places: &IdVec<PlaceId, Place>) -> Vec<OutcomePlace> {
    let each = places.enumerated().filter_map(|(place, declared)| {
        let predicate = PredId(declared.atom.predicate);
        is_outcome(program, predicate).then(|| OutcomePlace {
            place,
            outcome: outcome_atom(program, predicate, &declared.atom.values),
        })
    });
    each.collect()
}

fn constant_outcomes(program: &Program, constants: &[ConstantAtom]) -> Vec<ConstantOutcome> {
    let each = constants.iter().filter_map(|constant| {
        let predicate = PredId(constant.atom.predicate);
        is_outcome(program, predicate).then(|| ConstantOutcome {
            outcome: outcome_atom(program, predicate, &constant.atom.values),
            copies: constant.copies.max(1),
        })
    });
    each.collect()
}

/// The rows of conditions that are the choices of factors.
fn rows(variants: &IdVec<VariantId, Variant>) -> Vec<ConditionRow> {
    let factors = variants.iter().flat_map(|v| &v.factors);
    let rows =
        factors.filter_map(|f| Some(ConditionRow { first: f.row?, len: f.choices.len() as u32 }));
    let mut rows: Vec<ConditionRow> = rows.collect();
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// Notes where the values of choices stand in the order of their types, so that the runtime, which
/// knows no types, can sort moves.
fn rank_values(program: &GroundProgram<'_, '_>, variants: &mut IdVec<VariantId, Variant>) {
    let engine = &program.ground.reached.engine;
    for (rule, declared) in engine.program().rules().iter().enumerate() {
        let own = |v: &&mut Variant| v.rule == RuleIndex::new(rule);
        let mut values: Vec<Vec<u64>> = vec![Vec::new(); declared.effective.len()];
        for variant in variants.iter_mut().filter(own) {
            variant.values.iter().zip(&mut values).for_each(|(v, all)| all.extend(v));
            for factor in &variant.factors {
                for choice in &factor.choices {
                    let each = factor.effective.iter().zip(&choice.values);
                    each.for_each(|(i, v)| values[*i].push(*v));
                }
            }
        }
        for (all, variable) in values.iter_mut().zip(&declared.effective) {
            let ty = declared.variables[variable.index()].ty;
            all.sort_by(|a, b| engine.interner().compare(ty, *a, *b));
            all.dedup();
        }
        let ranks: Vec<FxHashMap<u64, u32>> =
            values.into_iter().map(|all| all.into_iter().zip(0..).collect()).collect();
        for variant in variants.iter_mut().filter(own) {
            let fixed = variant.values.iter().zip(&ranks);
            variant.ranks = fixed.map(|(v, ranks)| v.map(|v| ranks[&v])).collect();
            for factor in variant.factors.iter_mut() {
                for choice in factor.choices.iter_mut() {
                    let each = factor.effective.iter().zip(&choice.values);
                    choice.ranks = each.map(|(i, v)| ranks[*i][v]).collect();
                }
            }
        }
    }
}

/// What is read so often that it is kept up to date.
fn roots(
    decided: Literal,
    forbidden: &IdVec<StageIndex, Vec<Literal>>,
    controls: &IdVec<ControlId, Control>,
    variants: &IdVec<VariantId, Variant>,
) -> Vec<Literal> {
    let mut roots: Vec<Literal> = vec![decided];
    roots.extend(forbidden.iter().flatten());
    for control in controls {
        let first = control.rules.first().map(|e| variants[e.variant].rule);
        for entry in control.rules.iter().chain(&control.links) {
            // In an ordered stage, what comes later is read when nothing else is possible.
            let rule = variants[entry.variant].rule;
            if !control.ordered || Some(rule) == first {
                roots.push(entry.first);
                roots.extend(&entry.others);
            }
            // Choices that are counted for every random move.
            for open in &entry.open {
                if let FactorChoices::List(choices) = &open.choices {
                    roots.extend(choices.iter().map(|c| c.when));
                }
            }
        }
    }
    // Rows are read by words, so that each condition of a row needs its bit.
    for row in rows(variants) {
        roots.extend((row.first.0..row.first.0 + row.len).map(|c| Literal::of(ConditionId(c))));
    }
    for factor in variants.iter().flat_map(|v| &v.factors) {
        let instances = factor.choices.iter().flat_map(|c| &c.instances);
        for instance in instances.filter(|i| i.on_demand.is_some()) {
            roots.push(instance.when);
            let aggregates = instance.on_demand.iter().flat_map(|check| &check.aggregates);
            roots.extend(aggregates.flat_map(|a| &a.matches).flat_map(|m| &m.when));
        }
    }
    roots
}

/// What is read now and then.
fn read_on_demand(
    controls: &IdVec<ControlId, Control>,
    variants: &IdVec<VariantId, Variant>,
) -> Vec<Literal> {
    let mut read = Vec::new();
    for entry in controls.iter().flat_map(|c| c.rules.iter().chain(&c.links)) {
        read.push(entry.first);
        read.extend(&entry.others);
    }
    let choices = || variants.iter().flat_map(|v| &v.factors).flat_map(|f| &f.choices);
    read.extend(choices().flat_map(|c| &c.instances).map(|i| i.when));
    let own = variants.iter().flat_map(|v| &v.comprehensions);
    let matches = own.chain(choices().flat_map(|c| &c.comprehensions)).flatten();
    read.extend(matches.flat_map(|m| &m.when));
    read
}

/// Comprehensions test what is kept up to date first, and what has to be evaluated last.
fn cheap_tests_first(
    variants: &mut IdVec<VariantId, Variant>,
    table: &ConditionTable,
    kept: &Maintained,
) {
    let cost = |l: &Literal| match (table.get(*l), l.is_constant()) {
        (Some(Condition::All(_) | Condition::Any(_)), false) if kept.is_kept(*l) => 0,
        (Some(Condition::All(_) | Condition::Any(_)), false) => 2,
        _ => 1,
    };
    let sort = |all: &mut Vec<Vec<ComprehensionMatch>>| {
        for one in all.iter_mut().flatten() {
            let mut when = in_kept_terms(std::mem::take(&mut one.when), table, kept);
            when.sort_unstable_by_key(|l| (cost(l), *l));
            when.dedup();
            one.when = when;
        }
    };
    for variant in variants.iter_mut() {
        sort(&mut variant.comprehensions);
        for factor in variant.factors.iter_mut() {
            factor.choices.iter_mut().for_each(|c| sort(&mut c.comprehensions));
        }
    }
}

/// The same conjunction with more literals that are kept up to date: two literals whose conjunction
/// is such a condition become that condition, and a conjunction that is not kept becomes its inputs.
fn in_kept_terms(
    mut when: Vec<Literal>,
    table: &ConditionTable,
    kept: &Maintained,
) -> Vec<Literal> {
    let pair = |when: &[Literal]| {
        let pairs = when.iter().flat_map(|a| when.iter().map(move |b| (*a, *b)));
        let mut both = pairs.filter(|(a, b)| a < b).filter_map(|(a, b)| {
            let literal = table.made_all(&[a, b]).filter(|l| kept.is_kept(*l));
            literal.map(|literal| (a, b, literal))
        });
        both.next()
    };
    // Every round makes the list shorter, so this ends. Quadratic in a handful of literals.
    while let Some((a, b, literal)) = pair(&when) {
        when.retain(|l| *l != a && *l != b);
        when.push(literal);
    }
    let mut out = Vec::new();
    while let Some(literal) = when.pop() {
        match table.get(literal) {
            Some(Condition::All(literals)) if !literal.is_negative() && !kept.is_kept(literal) => {
                when.extend(literals);
            }
            _ => out.push(literal),
        }
    }
    out
}
