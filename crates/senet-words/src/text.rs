//! Atoms and patterns read from text.

use crate::value::Value;
use crate::words::GameWords;
use senet_program::{PredId, StageId, TypeId};
use senet_syntax::ast::{self, Item, PropKind};
use senet_syntax::suggest::nearest;
use thiserror::Error;

/// An atom read from text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadAtom {
    /// A predicate of the program.
    pub predicate: PredId,
    /// The arguments; `None` where anything fits.
    pub values: Vec<Option<Value>>,
    /// Whether it is persistent.
    pub persistent: bool,
}

/// Why a text cannot be read as atoms of a program.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AtomError {
    /// It does not follow the grammar.
    #[error("cannot read `{text}`: {message}")]
    Syntax {
        /// The text that was to be an atom.
        text: String,
        /// What the parser says.
        message: String,
    },
    /// There are no atoms in it.
    #[error("`{0}` holds no atoms")]
    Empty(String),
    /// Something else than atoms stands in it.
    #[error("only atoms can stand here")]
    NotAtoms,
    /// It holds none or several, and one is wanted.
    #[error("`{0}` is not one atom")]
    NotOne(String),
    /// It has a variable where values are wanted.
    #[error("`{0}` has a variable; give values")]
    Variable(String),
    /// There is no such predicate.
    #[error("there is no predicate `{name}`{}", hint(near))]
    Predicate {
        /// The name as it is written.
        name: String,
        /// The nearest name that there is.
        near: Option<String>,
    },
    /// There is no such stage.
    #[error("there is no stage `{name}`{}", hint(near))]
    Stage {
        /// The name as it is written.
        name: String,
        /// The nearest name that there is.
        near: Option<String>,
    },
    /// A type has no such constant.
    #[error("there is no `{ty}` called `{name}`{}", hint(near))]
    Constant {
        /// The type.
        ty: String,
        /// The name as it is written.
        name: String,
        /// The nearest name that there is.
        near: Option<String>,
    },
    /// A predicate has more or fewer arguments.
    #[error("`{name}` takes {want} arguments, not {have}")]
    Arguments {
        /// The predicate.
        name: String,
        /// How many it takes.
        want: usize,
        /// How many it was given.
        have: usize,
    },
    /// A constructor has more or fewer arguments.
    #[error("`{name}` takes {want} arguments")]
    TermArguments {
        /// The constructor.
        name: String,
        /// How many it takes.
        want: usize,
    },
    /// A number is not of a type.
    #[error("{number} is not a `{ty}`")]
    Number {
        /// The number as it was written.
        number: u64,
        /// The type.
        ty: String,
    },
    /// A sum stands where a number is wanted.
    #[error("sums are not worked out here; give the number")]
    Sum,
}

fn hint(near: &Option<String>) -> String {
    near.as_ref().map_or(String::new(), |near| format!("; did you mean `{near}`?"))
}

impl GameWords {
    /// Reads one atom without variables: `on a b`.
    pub fn parse_atom(&self, text: &str) -> Result<(PredId, Vec<Value>), AtomError> {
        let (predicate, values) = self.parse_pattern(text)?;
        let values: Option<Vec<Value>> = values.into_iter().collect();
        values.map(|v| (predicate, v)).ok_or_else(|| AtomError::Variable(text.to_owned()))
    }

    /// Reads one atom in which `_` and variables stand for anything.
    pub fn parse_pattern(&self, text: &str) -> Result<(PredId, Vec<Option<Value>>), AtomError> {
        let mut atoms = self.parse_atoms(&format!("{{ {text} }}"))?;
        match (atoms.pop(), atoms.is_empty()) {
            (Some(atom), true) => Ok((atom.predicate, atom.values)),
            _ => Err(AtomError::NotOne(text.to_owned())),
        }
    }

    /// Reads `{ a, b }`, with the braces.
    pub fn parse_atoms(&self, text: &str) -> Result<Vec<ReadAtom>, AtomError> {
        let parse = senet_syntax::parse(&format!("context it = {text}"));
        let shown = || text.trim().to_owned();
        if let Some(first) = parse.diagnostics.first() {
            return Err(AtomError::Syntax { text: shown(), message: first.message.clone() });
        }
        let Some(Item::Context(context)) = parse.file.items.first() else {
            return Err(AtomError::Empty(shown()));
        };
        let atoms = context.atoms.iter().map(|prop| match &prop.kind {
            PropKind::Atom(atom) => {
                let (predicate, values) = self.read_atom(atom)?;
                Ok(ReadAtom { predicate, values, persistent: prop.mark == ast::Mark::Bang })
            }
            _ => Err(AtomError::NotAtoms),
        });
        atoms.collect()
    }

    fn read_atom(&self, atom: &ast::AtomExpr) -> Result<(PredId, Vec<Option<Value>>), AtomError> {
        let name = &*atom.head.text;
        let all = self.program.predicates();
        let Some(at) = all.iter().position(|p| p.name == name) else {
            let near = nearest(name, all.iter().map(|p| p.name.as_str())).map(str::to_owned);
            return Err(AtomError::Predicate { name: name.to_owned(), near });
        };
        let types = &all[at].arguments;
        if types.len() != atom.arguments.len() {
            let (want, have) = (types.len(), atom.arguments.len());
            return Err(AtomError::Arguments { name: name.to_owned(), want, have });
        }
        let values = atom.arguments.iter().zip(types).map(|(t, ty)| self.read_term(t, *ty));
        Ok((PredId::new(at), values.collect::<Result<Vec<_>, AtomError>>()?))
    }

    fn read_term(&self, term: &ast::TermExpr, ty: TypeId) -> Result<Option<Value>, AtomError> {
        let declared = self.program.ty(ty);
        let numbers = declared.shape.is_number();
        let no_number = |n: u64| AtomError::Number { number: n, ty: declared.name.clone() };
        match term {
            ast::TermExpr::Wild(_) | ast::TermExpr::Variable(_) => Ok(None),
            ast::TermExpr::Number(n, _) if numbers => {
                let (low, high) = declared.shape.bounds();
                let fits = (low..=high).contains(n);
                fits.then_some(Some(*n)).ok_or_else(|| no_number(*n))
            }
            ast::TermExpr::Number(n, _) => Err(no_number(*n)),
            ast::TermExpr::Compute(..) => Err(AtomError::Sum),
            ast::TermExpr::Apply(name, arguments, _) => {
                let of_type = declared.constructors.iter();
                let called =
                    |c: &&senet_program::ConId| self.program.constructor(**c).name == *name.text;
                let Some(id) = of_type.clone().find(called) else {
                    let names = of_type.map(|c| self.program.constructor(*c).name.as_str());
                    let near = nearest(&name.text, names).map(str::to_owned);
                    let (ty, name) = (declared.name.clone(), name.text.to_string());
                    return Err(AtomError::Constant { ty, name, near });
                };
                let types = &self.program.constructor(*id).arguments;
                if types.len() != arguments.len() {
                    let (name, want) = (name.text.to_string(), types.len());
                    return Err(AtomError::TermArguments { name, want });
                }
                let inner = arguments.iter().zip(types).map(|(t, ty)| self.read_term(t, *ty));
                let inner = inner.collect::<Result<Vec<Option<Value>>, AtomError>>()?;
                let inner: Option<Vec<Value>> = inner.into_iter().collect();
                Ok(inner.map(|inner| match inner.as_slice() {
                    [one] if numbers => one.saturating_add(1),
                    [] if numbers => 0,
                    all => self.interner.intern(*id, all),
                }))
            }
        }
    }

    /// The stage with this name; if there is none, the error names one that is spelled alike.
    pub fn stage_named(&self, name: &str) -> Result<StageId, AtomError> {
        let stages = self.program.stages();
        stages.iter().position(|s| s.name == name).map(StageId::new).ok_or_else(|| {
            let near = nearest(name, stages.iter().map(|s| s.name.as_str())).map(str::to_owned);
            AtomError::Stage { name: name.to_owned(), near }
        })
    }
}
