//! Which symbol a name means in each space, and what comes with boards and players.

use crate::index::{Entity, Index, Space, Symbol, SymbolId};
use rustc_hash::FxHashMap;
use senet_program::relations::{BoardRelation, RelationArgument, board_relation};
use senet_program::{ConId, Declarations, PredId, PredKind, StageId, TypeId};
use senet_syntax::Span;

/// The symbols by space and name.
#[derive(Debug, Default)]
pub(crate) struct Names {
    spaces: FxHashMap<Space, FxHashMap<Box<str>, SymbolId>>,
}

impl Names {
    pub(crate) fn get(&self, space: Space, name: &str) -> Option<SymbolId> {
        self.spaces.get(&space)?.get(name).copied()
    }
}

impl Index {
    /// A new symbol; the first of a name is the one that the name means.
    pub(super) fn add(
        &mut self,
        space: Space,
        name: &str,
        entity: Entity,
        definition: Option<Span>,
    ) -> SymbolId {
        let id = SymbolId(self.symbols.len() as u32);
        let given = false;
        self.symbols.push(Symbol { space, entity, name: name.into(), definition, given });
        if space != Space::Variable {
            let names = self.names.spaces.entry(space).or_default();
            names.entry(name.into()).or_insert(id);
        }
        id
    }

    fn add_given(&mut self, space: Space, name: &str, entity: Entity, with: Option<Span>) {
        let id = self.add(space, name, entity, with);
        self.symbols[id.index()].given = true;
    }

    /// The symbols that the checker knows.
    pub(super) fn declare(&mut self, declared: Declarations<'_>) {
        let Declarations { types, constructors, predicates, stages, boards, directions } = declared;
        let nowhere = Span::new(0, 0);
        for (i, ty) in types.iter().enumerate() {
            let (id, place) = (TypeId::new(i), Some(ty.span).filter(|s| *s != nowhere));
            let entity = Entity::Type(id);
            if place.is_none() || Some(id) == directions {
                self.add_given(Space::Type, &ty.name, entity, place);
            } else {
                self.add(Space::Type, &ty.name, entity, place);
            }
        }
        let of_board = |ty: TypeId| {
            let mut edges = boards.iter().filter_map(|b| b.edges);
            Some(ty) == directions
                || boards.iter().any(|b| b.ty == ty)
                || edges.any(|(edge, _)| edge == ty)
        };
        for (i, constructor) in constructors.iter().enumerate() {
            let (name, place) = (&constructor.name, Some(constructor.span));
            let entity = Entity::Constant(ConId::new(i));
            if of_board(constructor.ty) {
                self.add_given(Space::Constant, name, entity, place);
            } else {
                self.add(Space::Constant, name, entity, place);
            }
        }
        for (i, predicate) in predicates.iter().enumerate() {
            let entity = Entity::Predicate(PredId::new(i));
            let (name, place) = (predicate.name.as_str(), Some(predicate.span));
            match predicate.given {
                false => {
                    self.add(Space::Predicate, name, entity, place);
                }
                // The tables of boards and types are no names that a program could use as such.
                true if matches!(name, "next" | "seated") => {
                    self.add_given(Space::Predicate, name, entity, place);
                }
                true => {}
            }
        }
        for (i, stage) in stages.iter().enumerate() {
            let entity = Entity::Stage(StageId::new(i));
            self.add(Space::Stage, &stage.name, entity, Some(stage.span));
        }
    }

    /// The relation of this name, if there are boards and the program declares no other.
    pub(super) fn relation(&mut self, name: &str, declared: &Declarations<'_>) -> Option<SymbolId> {
        if let Some(known) = self.names.get(Space::Predicate, name) {
            return Some(known);
        }
        let relation = board_relation(name)?;
        let board = declared.boards.first()?;
        let place = declared.types.get(board.ty.index()).map(|ty| ty.span);
        let id = self.add(Space::Predicate, name, Entity::Relation(relation), place);
        self.symbols[id.index()].given = true;
        Some(id)
    }
}

/// The types of the arguments of something that takes some; empty for the rest.
pub(crate) fn argument_types(
    entity: Entity,
    declared: &Declarations<'_>,
    board: usize,
    count: usize,
) -> Vec<Expected> {
    let typed = |types: &[TypeId]| types.iter().map(|ty| expected(*ty, declared)).collect();
    match entity {
        Entity::Predicate(id) => typed(&declared.predicates[id.index()].arguments),
        Entity::Constant(id) => typed(&declared.constructors[id.index()].arguments),
        Entity::Relation(relation) => relation_types(relation, declared, board, count),
        _ => Vec::new(),
    }
}

use crate::index::Expected;

/// A type that was not found says nothing.
pub(crate) fn expected(ty: TypeId, declared: &Declarations<'_>) -> Expected {
    if declared.types.get(ty.index()).is_some() { Expected::Type(ty) } else { Expected::Anything }
}

fn relation_types(
    relation: &BoardRelation,
    declared: &Declarations<'_>,
    board: usize,
    count: usize,
) -> Vec<Expected> {
    let Some(info) = declared.boards.get(board) else {
        return Vec::new();
    };
    let of = |argument: &RelationArgument| match argument {
        RelationArgument::Cell => Expected::Type(info.ty),
        RelationArgument::Direction => {
            declared.directions.map_or(Expected::Anything, Expected::Type)
        }
        RelationArgument::Edge => {
            info.edges.map_or(Expected::Anything, |(edge, _)| Expected::Type(edge))
        }
        RelationArgument::Number => natural(declared).map_or(Expected::Number, Expected::Type),
    };
    let mut out: Vec<Expected> = relation.arguments.iter().map(of).collect();
    while relation.variadic && out.len() < count {
        out.push(Expected::Type(info.ty));
    }
    out
}

/// The type of numbers without a bound, if the text has one.
pub(crate) fn natural(declared: &Declarations<'_>) -> Option<TypeId> {
    let unbounded =
        |shape: senet_program::TypeShape| shape.is_number() && shape.bounds().1 == u64::MAX;
    let named = declared.types.iter().position(|t| t.name == "nat" && unbounded(t.shape));
    let natural =
        || declared.types.iter().position(|t| t.shape == senet_program::TypeShape::Natural);
    named.or_else(natural).map(TypeId::new)
}

/// The kind of a predicate; relations are derived.
pub(crate) fn predicate_kind(entity: Entity, declared: &Declarations<'_>) -> Option<PredKind> {
    match entity {
        Entity::Predicate(id) => Some(declared.predicates[id.index()].kind),
        Entity::Relation(_) => Some(PredKind::Derived),
        _ => None,
    }
}
