//! A game as its author declared it.

use proc_macro2::{Span, TokenStream};
use syn::{Attribute, Expr, Ident, Item, Lit, LitStr, Pat, Path, Type, Visibility};

/// All sections of a game, known to fit together.
pub(crate) struct Declaration {
    /// Where `senet_declare` is, for the code that nobody wrote.
    pub(crate) declare: TokenStream,
    /// The same, where the author wrote it.
    pub(crate) declare_as_written: Path,
    /// Where `senet_game` is: `senet_declare` re-exports it.
    pub(crate) krate: TokenStream,
    /// Documentation and whatever else stands before the game.
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) name: Ident,
    pub(crate) board: Option<Board>,
    pub(crate) piece: Option<Alternatives>,
    pub(crate) player: Alternatives,
    pub(crate) types: Vec<NamedType>,
    pub(crate) state: Vec<Field>,
    pub(crate) mv: Kind,
    pub(crate) valid: Option<Function>,
    pub(crate) moves: Option<Function>,
    pub(crate) outcome: Outcome,
    pub(crate) score: Option<Function>,
    pub(crate) reason: Option<Function>,
    pub(crate) chance: Option<Chance>,
    pub(crate) initial: Initial,
    pub(crate) parse: Option<Function>,
    pub(crate) move_name: Option<Function>,
    pub(crate) clicks: Option<Function>,
    pub(crate) seen_by: Option<Function>,
    pub(crate) determinize: Option<Function>,
    pub(crate) glyph: Option<Function>,
    pub(crate) owner: Option<Function>,
    pub(crate) scene: Option<Scene>,
    pub(crate) limit: Option<Expr>,
    pub(crate) repeat: Option<Expr>,
    pub(crate) about: About,
    pub(crate) items: Vec<Item>,
}

/// What is played on.
pub(crate) enum Board {
    /// Columns and rows; an array has one row.
    Matrix { span: Span, width: Expr, height: Expr },
    /// The author's own.
    Custom(Type),
}

/// `A | B(Cell) | C`.
pub(crate) struct Alternatives {
    pub(crate) all: Vec<Alternative>,
}

/// One of some alternatives.
pub(crate) struct Alternative {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) name: Ident,
    pub(crate) parts: Vec<Part>,
}

/// What can be chosen.
pub(crate) enum Kind {
    Alternatives(Alternatives),
    Part(Part),
}

/// What can be chosen, or be a part of it, without a name of its own.
pub(crate) enum Part {
    Range(Lit, Lit),
    Type(Box<Type>),
}

/// `type Card = Jack | Queen | King;`
pub(crate) struct NamedType {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) name: Ident,
    pub(crate) kind: Kind,
}

/// A part of the state.
pub(crate) struct Field {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) secret: bool,
    pub(crate) name: Ident,
    pub(crate) kind: Type,
}

/// A function that the author wrote: a closure, or the path of one.
pub(crate) struct Function {
    /// Where its section is named.
    pub(crate) section: Span,
    pub(crate) form: Form,
}

pub(crate) enum Form {
    Closure { inputs: Vec<Pat>, body: Box<Expr> },
    Path(Path),
}

/// What a move leads to.
pub(crate) enum Outcome {
    Parts {
        win: Option<Function>,
        tie: Option<Function>,
        otherwise: Function,
        stuck: Option<Ident>,
    },
    Custom(Function),
}

/// What happens by chance.
pub(crate) struct Chance {
    pub(crate) when: Function,
    pub(crate) kind: Kind,
    pub(crate) valid: Option<Function>,
    pub(crate) weight: Option<Function>,
    pub(crate) seen_by: Option<Function>,
    pub(crate) otherwise: Function,
}

/// How play begins.
#[derive(Default)]
pub(crate) struct Initial {
    /// What lies on the board, and where that is said.
    pub(crate) board: Option<(Span, InitialBoard)>,
    pub(crate) turn: Option<Expr>,
    pub(crate) fields: Vec<(Ident, Expr)>,
}

/// What lies on the board when play begins.
#[derive(Clone)]
pub(crate) enum InitialBoard {
    /// The same on every cell; `None` is nothing.
    All(Option<Expr>),
    /// Row by row from the top.
    Drawn(Vec<Vec<Option<Expr>>>),
    /// Whatever this is.
    Custom(Expr),
}

/// How a board of the author's own is drawn.
pub(crate) struct Scene {
    pub(crate) shape: Expr,
    pub(crate) pieces: Function,
}

/// What the catalogue says.
#[derive(Default)]
pub(crate) struct About {
    pub(crate) name: Option<LitStr>,
    pub(crate) title: Option<LitStr>,
    pub(crate) origin: Option<LitStr>,
    pub(crate) goal: Option<LitStr>,
    pub(crate) tags: Vec<LitStr>,
}
