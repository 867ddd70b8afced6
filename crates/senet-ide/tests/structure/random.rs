//! Random edits of a program, each with what it means for the ast.

use crate::oracle::{Expected, ListAt, PartChange};
use senet_ide::{
    Analysis, NewItem, NewPart, PartBlock, PartKind, PremiseMark, RuleBlock, SlotBlock, Structure,
    StructureEdit, StructureId,
};
use senet_syntax::Span;
use senet_syntax::ast::Mark;

/// A stream of random numbers (xorshift64*).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % n.max(1)
    }

    pub(crate) fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        (!all.is_empty()).then(|| &all[self.below(all.len())])
    }
}

/// A part with the list that it stands in.
struct PartAt<'s> {
    list: ListAt,
    index: usize,
    part: &'s PartBlock,
    count: usize,
}

/// A slot: its id, its list, the index of its part, and the way to it through arguments.
pub(crate) type SlotAt = (StructureId, ListAt, usize, Vec<usize>);

fn rules(structure: &Structure) -> Vec<&RuleBlock> {
    let stages = structure.stages.iter().flat_map(|s| &s.rules);
    stages.chain(&structure.links).chain(&structure.derivations).collect()
}

/// Every part of every list, with those inside of `not`, aggregates and braces.
fn parts(structure: &Structure) -> Vec<PartAt<'_>> {
    fn add<'s>(list: &ListAt, parts: &'s [PartBlock], out: &mut Vec<PartAt<'s>>) {
        for (index, part) in parts.iter().enumerate() {
            out.push(PartAt { list: list.clone(), index, part, count: parts.len() });
            for (makes, inside) in [(false, &part.inside), (true, &part.makes)] {
                let mut list = list.clone();
                list.inward.push((index, makes));
                add(&list, inside, out);
            }
        }
    }
    let mut out = Vec::new();
    for rule in rules(structure) {
        let clause = structure.derivations.iter().any(|d| d.id == rule.id);
        add(&list(rule.span, false), &rule.premises, &mut out);
        if !clause {
            add(&list(rule.span, true), &rule.effects, &mut out);
        }
    }
    for context in &structure.contexts {
        add(&list(context.span, false), &context.atoms, &mut out);
    }
    for directive in structure.directives.iter().filter(|d| d.name == "trace") {
        add(&list(directive.span, false), &directive.atoms, &mut out);
    }
    out
}

/// A list of an item itself.
fn list(item: Span, second: bool) -> ListAt {
    ListAt { item, second, inward: Vec::new() }
}

/// Every slot of every part that is a term.
pub(crate) fn slots(structure: &Structure) -> Vec<SlotAt> {
    fn inside(
        slot: &SlotBlock,
        list: &ListAt,
        index: usize,
        path: &[usize],
        out: &mut Vec<SlotAt>,
    ) {
        out.push((slot.id, list.clone(), index, path.to_vec()));
        for (i, argument) in slot.arguments.iter().enumerate() {
            let path: Vec<usize> = path.iter().copied().chain([i]).collect();
            inside(argument, list, index, &path, out);
        }
    }
    let mut out = Vec::new();
    for at in parts(structure) {
        let terms = match at.part.kind {
            PartKind::Atom | PartKind::Derived | PartKind::Sensed | PartKind::Compare => true,
            PartKind::Not => at.part.inside.is_empty(),
            PartKind::Member => true,
            _ => false,
        };
        if terms {
            for (i, slot) in at.part.arguments.iter().enumerate() {
                inside(slot, &at.list, at.index, &[i], &mut out);
            }
        }
    }
    out
}

/// Every slot that is not a term: kinds, types of arguments, sizes, heads of parts, domains of families.
fn other_slots(structure: &Structure) -> Vec<&SlotBlock> {
    let mut out: Vec<&SlotBlock> = Vec::new();
    out.extend(structure.predicates.iter().flat_map(|p| p.arguments.iter().chain([&p.kind])));
    out.extend(structure.sets.iter().flat_map(|s| s.values.iter().flat_map(|v| &v.arguments)));
    out.extend(structure.sets.iter().flat_map(|s| s.range.iter().flatten()));
    out.extend(structure.boards.iter().flat_map(|b| b.shape.iter().chain(&b.sizes)));
    out.extend(structure.players.iter().map(|p| &p.set));
    out.extend(structure.directives.iter().flat_map(|d| &d.arguments));
    let all = rules(structure);
    out.extend(all.iter().flat_map(|r| &r.families).flat_map(|f| f.over.iter().map(|o| &o.1)));
    out.extend(parts(structure).iter().filter_map(|at| at.part.head.as_ref()));
    out
}

/// Every item: its id and its place.
fn items(structure: &Structure) -> Vec<(StructureId, Span)> {
    let mut out = Vec::new();
    out.extend(structure.sets.iter().map(|s| (s.id, s.span)));
    out.extend(structure.sets.iter().flat_map(|s| &s.values).map(|v| (v.id, v.span)));
    out.extend(structure.predicates.iter().map(|p| (p.id, p.span)));
    out.extend(structure.boards.iter().map(|b| (b.id, b.span)));
    out.extend(structure.stages.iter().map(|s| (s.id, s.span)));
    out.extend(structure.contexts.iter().map(|c| (c.id, c.span)));
    out.extend(structure.directives.iter().map(|d| (d.id, d.span)));
    out.extend(rules(structure).iter().map(|r| (r.id, r.span)));
    out
}

/// A random edit, not always one that makes sense.
pub(crate) fn random_edit(
    analysis: &Analysis,
    random: &mut Random,
) -> Option<(StructureEdit, Expected)> {
    let structure = analysis.structure();
    let all = parts(&structure);
    let part = random.pick(&all);
    let list = |at: &PartAt<'_>, change| Expected::Parts(at.list.clone(), change);
    Some(match random.below(18) {
        0 | 1 => {
            let all = slots(&structure);
            let (id, at, part, path) = random.pick(&all)?.clone();
            let choices = analysis.choices(id).ok()?;
            let choice = random.pick(&choices)?;
            let edit = StructureEdit::SetSlot { node: id, text: choice.text.clone() };
            (edit, Expected::Term(at, part, path, choice.text.clone()))
        }
        2 => {
            let at = part?;
            let marks = [
                (PremiseMark::Plain, Mark::Plain),
                (PremiseMark::Keep, Mark::Read),
                (PremiseMark::Persistent, Mark::Bang),
            ];
            let (mark, ast) = *random.pick(&marks)?;
            let edit = StructureEdit::SetMark { node: at.part.id, mark };
            (edit, list(at, PartChange::Marked(at.index, ast)))
        }
        3 => {
            let at = part?;
            let negated = random.below(2) == 0;
            let is = at.part.kind == PartKind::Not;
            let change = match (negated, is) {
                (true, false) => list(at, PartChange::Negated(at.index)),
                (false, true) => list(at, PartChange::Asserted(at.index)),
                _ => return None,
            };
            (StructureEdit::SetNegated { node: at.part.id, negated }, change)
        }
        4 => {
            let at = part?;
            let copies = (random.below(3) > 0).then(|| 1 + random.below(3) as u64);
            let change = list(at, PartChange::Copies(at.index, copies));
            let copies = copies.map(|n| n.to_string());
            (StructureEdit::SetCopies { node: at.part.id, copies }, change)
        }
        5 => {
            let compares: Vec<&PartAt<'_>> =
                all.iter().filter(|p| p.part.kind == PartKind::Compare).collect();
            let at = random.pick(&compares)?;
            let sign = random.pick(&["==", "<>", "=", "<", "<=", ">", ">="])?.to_string();
            let change = list(at, PartChange::Sign(at.index, sign.clone()));
            (StructureEdit::SetSign { node: at.part.id, sign }, change)
        }
        6 => {
            let at = part?;
            let change = list(at, PartChange::Removed(at.index));
            (StructureEdit::Remove { node: at.part.id }, change)
        }
        7 => {
            let at = part?;
            let to = random.below(at.count);
            let edit = StructureEdit::Move { node: at.part.id, into: None, at: to };
            (edit, list(at, PartChange::Moved(at.index, to)))
        }
        8 => {
            let at = part?;
            let edit = StructureEdit::Duplicate { node: at.part.id, name: None };
            (edit, list(at, PartChange::Doubled(at.index)))
        }
        9 => {
            let all = items(&structure);
            let (node, span) = *random.pick(&all)?;
            (StructureEdit::Remove { node }, Expected::ItemGone(span))
        }
        10 => {
            let all = items(&structure);
            let (node, span) = *random.pick(&all)?;
            let rule = structure.stages.iter().any(|s| s.rules.iter().any(|r| r.id == node));
            let into = random.pick(&structure.stages).filter(|_| rule);
            let at = random.below(12);
            let expected = Expected::ItemMoved(span, into.map(|s| s.span), at);
            (StructureEdit::Move { node, into: into.map(|s| s.id), at }, expected)
        }
        11 => {
            let all = items(&structure);
            let (node, span) = *random.pick(&all)?;
            (StructureEdit::Duplicate { node, name: None }, Expected::ItemDoubled(span))
        }
        12 => {
            let all = items(&structure);
            let (node, _) = *random.pick(&all)?;
            let name = format!("renamed-{}", random.below(1_000));
            (StructureEdit::Rename { node, name }, Expected::Renamed)
        }
        13 => {
            let (into, item) = random_item(&structure, random)?;
            let at = random.below(8);
            let span = into.map(|(_, span)| span);
            let expected = Expected::ItemAdded(span, at, item.to_string());
            (StructureEdit::AddItem { into: into.map(|(id, _)| id), at, item }, expected)
        }
        14 => random_part(&structure, random)?,
        15 => {
            let all = other_slots(&structure);
            let slot = *random.pick(&all)?;
            let choices = analysis.choices(slot.id).ok()?;
            let text = random.pick(&choices)?.text.clone();
            let (before, behind) = (slot.span.start as usize, slot.span.end as usize);
            let whole = analysis.text();
            let wanted = format!("{}{text}{}", &whole[..before], &whole[behind..]);
            (StructureEdit::SetSlot { node: slot.id, text }, Expected::Text(wanted))
        }
        16 => {
            let all = items(&structure);
            let (node, _) = *random.pick(&all)?;
            // Seldom, so that there is something left of the program.
            if random.below(4) > 0 {
                return None;
            }
            let instead = random.pick(&structure.sets).filter(|_| random.below(3) == 0);
            let instead = instead.map(|set| set.name.text.clone());
            (StructureEdit::RemoveWithUses { node, instead }, Expected::FewerItems)
        }
        _ => {
            let stage = random.pick(&structure.stages)?;
            let on = random.below(2) == 0;
            match random.below(2) {
                0 => {
                    let edit = StructureEdit::SetOrdered { node: stage.id, ordered: on };
                    (edit, Expected::Ordered(stage.span, on))
                }
                _ => {
                    let edit = StructureEdit::SetInteractive { node: stage.id, interactive: on };
                    (edit, Expected::Interactive(stage.name.text.clone(), on))
                }
            }
        }
    })
}

fn random_item(
    structure: &Structure,
    random: &mut Random,
) -> Option<(Option<(StructureId, Span)>, NewItem)> {
    let name = format!("new-{}", random.below(10_000));
    let set = |random: &mut Random| Some(random.pick(&structure.sets)?.name.text.clone());
    Some(match random.below(9) {
        0 => (None, NewItem::Set { name }),
        1 => (None, NewItem::Range { name, low: 1, high: 1 + random.below(9) as u64 }),
        2 => (None, NewItem::Value { name, arguments: Vec::new(), set: set(random)? }),
        3 => {
            let arguments = (0..random.below(3)).filter_map(|_| set(random)).collect();
            let kind = random.pick(&["pred", "bwd", "action"])?.to_string();
            (None, NewItem::Predicate { name, arguments, kind })
        }
        4 => (None, NewItem::Stage { name, ordered: random.below(2) == 0 }),
        5 => {
            let stage = random.pick(&structure.stages)?;
            let first = stage.rules.first().and_then(|r| r.premises.first());
            let text = first.map_or_else(|| "()".to_owned(), |p| p.text.clone());
            let premises = vec![NewPart::Text { text }];
            let item = NewItem::Rule { name: Some(name), premises, effects: Vec::new() };
            (Some((stage.id, stage.span)), item)
        }
        6 => {
            let from = random.pick(&structure.stages)?.name.text.clone();
            let to = Some(random.pick(&structure.stages)?.name.text.clone());
            let (premises, effects) = (Vec::new(), Vec::new());
            (None, NewItem::Link { name: None, from, to, premises, effects })
        }
        7 => (None, NewItem::Context { name, atoms: Vec::new() }),
        _ => {
            let stage = random.pick(&structure.stages)?.name.text.clone();
            (None, NewItem::Directive { name: "settles".to_owned(), arguments: vec![stage] })
        }
    })
}

fn random_part(structure: &Structure, random: &mut Random) -> Option<(StructureEdit, Expected)> {
    let predicate = random.pick(&structure.predicates)?.name.text.clone();
    let arguments = Vec::new();
    if random.below(5) == 0 {
        let context = random.pick(&structure.contexts)?;
        let part = NewPart::Atom { predicate, arguments, mark: PremiseMark::Plain };
        let at = random.below(context.atoms.len() + 1);
        let edit = StructureEdit::AddPremise { to: context.id, at, part };
        return Some((edit, Expected::Parts(list(context.span, false), PartChange::Added(at))));
    }
    let (to, list, count) = match random.below(2) {
        0 => {
            let all = rules(structure);
            let rule = random.pick(&all)?;
            let second = random.below(2) == 0;
            let count = if second { rule.effects.len() } else { rule.premises.len() };
            (rule.id, list(rule.span, second), count)
        }
        // Inside of another part.
        _ => {
            let all = parts(structure);
            let nests = |p: &&PartAt<'_>| {
                matches!(
                    p.part.kind,
                    PartKind::Not | PartKind::Aggregate | PartKind::Comprehension | PartKind::Set
                )
            };
            let nests: Vec<&PartAt<'_>> = all.iter().filter(nests).collect();
            let at = random.pick(&nests)?;
            let makes = !at.part.makes.is_empty() && random.below(2) == 0;
            let mut list = at.list.clone();
            list.inward.push((at.index, makes));
            // Of `not p X` the one atom is not listed as a part.
            let count = if makes { at.part.makes.len() } else { at.part.inside.len().max(1) };
            (at.part.id, list, count)
        }
    };
    let makes = list.inward.last().map_or(list.second, |(_, makes)| *makes);
    let at = random.below(count + 1);
    let mark = *random.pick(&[PremiseMark::Plain, PremiseMark::Keep, PremiseMark::Persistent])?;
    let part = match random.below(4) {
        0 if !makes => NewPart::Not { predicate, arguments },
        1 if !makes => {
            let variable = format!("N{}", random.below(1_000));
            NewPart::Count { variable, predicate, arguments }
        }
        _ => NewPart::Atom { predicate, arguments, mark },
    };
    let edit = match makes {
        true => StructureEdit::AddEffect { to, at, part },
        false => StructureEdit::AddPremise { to, at, part },
    };
    Some((edit, Expected::Parts(list, PartChange::Added(at))))
}
