//! The types that the sections name: alternatives as enums, ranges as numbers.

use crate::declaration::{Alternative, Alternatives, Board, Declaration, Kind, Part};
use crate::words;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Attribute, Ident};

pub(super) fn of(game: &Declaration) -> TokenStream {
    let declare = declare(game);
    let named = |name: &str| Ident::new(name, game.name.span());
    let player = alternatives(game, &[], &named("Player"), &game.player);
    let piece = game.piece.as_ref().map(|piece| alternatives(game, &[], &named("Piece"), piece));
    let mv = kind(game, &[], &named("Move"), &game.mv);
    let chance = match &game.chance {
        Some(chance) => kind(game, &[], &named("Chance"), &chance.kind),
        None => quote! {
            /// Nothing happens by chance.
            pub type Chance = #declare::Never;
        },
    };
    let types = game.types.iter().map(|it| kind(game, &it.attributes, &it.name, &it.kind));
    let players = of_players(game);
    let board = game.board.as_ref().map(|it| board(game, it));
    quote!(#player #piece #mv #chance #(#types)* #players #board)
}

fn board(game: &Declaration, board: &Board) -> TokenStream {
    let declare = declare(game);
    match board {
        Board::Custom(kind) => quote! {
            /// What is played on.
            pub type Board = #kind;
        },
        Board::Matrix { width, height, .. } => quote! {
            /// What is played on.
            pub type Board = #declare::Matrix<Piece, { #width }, { #height }>;
            /// A cell of the board.
            pub type Cell = #declare::MatrixCell<{ #width }, { #height }>;
            /// A column of the board.
            pub type Column = #declare::MatrixColumn<{ #width }, { #height }>;
            /// A row of the board.
            pub type Row = #declare::MatrixRow<{ #width }, { #height }>;
        },
    }
}

/// What players can do beside what all alternatives can.
fn of_players(game: &Declaration) -> TokenStream {
    let declare = declare(game);
    let count = game.player.all.len();
    let piece = own_pieces(game).then(|| {
        let names = game.player.all.iter().map(|player| &player.name);
        let pieces = names.clone();
        quote! {
            /// The piece of the same name.
            pub fn piece(self) -> Piece {
                match self { #(Player::#names => Piece::#pieces),* }
            }
        }
    });
    quote! {
        impl #declare::Seated for Player {}

        #[allow(dead_code)]
        impl Player {
            /// Who comes next around the table.
            pub fn next(self) -> Player {
                #declare::Seated::following(self)
            }

            #piece
        }

        /// One `T` for each player, to be indexed by player.
        pub type Each<T> = #declare::Each<Player, T, #count>;
    }
}

/// Whether each player has a piece of the same name.
fn own_pieces(game: &Declaration) -> bool {
    let Some(piece) = &game.piece else { return false };
    let has = |name: &Ident| piece.all.iter().any(|it| it.name == *name && it.parts.is_empty());
    game.player.all.iter().all(|player| has(&player.name))
}

/// A declared type: an enum, or another name for a type that there is.
fn kind(game: &Declaration, attributes: &[Attribute], name: &Ident, kind: &Kind) -> TokenStream {
    match kind {
        Kind::Alternatives(all) => alternatives(game, attributes, name, all),
        Kind::Part(part) => {
            let other = type_of(game, part);
            quote!(#(#attributes)* #[allow(dead_code)] pub type #name = #other;)
        }
    }
}

/// The type of a part.
fn type_of(game: &Declaration, part: &Part) -> TokenStream {
    let declare = declare(game);
    match part {
        Part::Type(kind) => kind.to_token_stream(),
        Part::Range(least, most) => quote!(#declare::Number<#least, #most>),
    }
}

fn alternatives(
    game: &Declaration,
    attributes: &[Attribute],
    name: &Ident,
    alternatives: &Alternatives,
) -> TokenStream {
    let variants = alternatives.all.iter().map(|it| {
        let Alternative { attributes, name, parts } = it;
        let parts = parts.iter().map(|part| type_of(game, part));
        let parts = (!it.parts.is_empty()).then(|| quote!((#(#parts),*)));
        quote!(#(#attributes)* #name #parts)
    });
    let choice = choice(game, name, alternatives);
    quote! {
        #(#attributes)*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(dead_code)]
        pub enum #name { #(#variants),* }
        #choice
    }
}

/// Alternatives can be numbered and named: those without parts count one, others as many as
/// their parts.
fn choice(game: &Declaration, name: &Ident, alternatives: &Alternatives) -> TokenStream {
    let declare = declare(game);
    let choice = quote!(#declare::Choice);
    let arms: Vec<Arm> = alternatives.all.iter().map(|it| arm(game, name, it)).collect();
    let counts = arms.iter().map(|arm| &arm.count);
    let indexes = arms.iter().enumerate().map(|(i, Arm { pattern, value, .. })| {
        let before = arms[..i].iter().map(|arm| &arm.count);
        let value = value.as_ref().map(|value| quote!(+ #choice::index(#value)));
        quote!(#pattern => 0 #(+ #before)* #value)
    });
    let nths = arms.iter().map(|Arm { count, pattern, parts, .. }| {
        let value = parts.as_ref().map(|parts| quote!(let #parts = #choice::nth(i);));
        quote! {
            if i < #count {
                #value
                return #pattern;
            }
            let i = i - #count;
        }
    });
    let names = arms.iter().map(|Arm { pattern, value, name, .. }| match value {
        None => quote!(#pattern => ::std::string::String::from(#name)),
        Some(value) => quote!(#pattern => ::std::format!("{} {}", #name, #choice::name(#value))),
    });
    let places = arms.iter().filter_map(|Arm { pattern, value, .. }| {
        let value = value.as_ref()?;
        Some(quote!(#pattern => #choice::places(#value, out)))
    });
    let krate = &game.krate;
    let out_of_range = format!("`{name}` has no such number");
    quote! {
        impl #choice for #name {
            const COUNT: usize = 0 #(+ #counts)*;

            fn nth(i: usize) -> Self {
                #(#nths)*
                ::core::panic!("{}: {i}", #out_of_range)
            }

            fn index(self) -> usize {
                match self { #(#indexes),* }
            }

            fn name(self) -> ::std::string::String {
                match self { #(#names),* }
            }

            #[allow(unused_variables)]
            fn places(self, out: &mut ::std::vec::Vec<#krate::board::Cell>) {
                #[allow(unreachable_patterns)]
                match self { #(#places,)* _ => {} }
            }
        }

        impl #declare::Shown for #name {
            fn facts(&self) -> ::std::vec::Vec<::std::vec::Vec<::std::string::String>> {
                ::std::vec![::std::vec![#choice::name(*self)]]
            }
        }
    }
}

/// One alternative, as the functions of `Choice` need it.
struct Arm {
    /// How many there are.
    count: TokenStream,
    /// `Move::Place(part0)`.
    pattern: TokenStream,
    /// The parts as a pattern, if there are any.
    parts: Option<TokenStream>,
    /// The parts as one value, if there are any.
    value: Option<TokenStream>,
    name: String,
}

fn arm(game: &Declaration, of: &Ident, alternative: &Alternative) -> Arm {
    let declare = declare(game);
    let Alternative { name, parts, .. } = alternative;
    let kebab = words::kebab(&name.to_string());
    if parts.is_empty() {
        let pattern = quote!(#of::#name);
        return Arm { count: quote!(1), pattern, parts: None, value: None, name: kebab };
    }
    let fields: Vec<Ident> = (0..parts.len()).map(|i| format_ident!("part{i}")).collect();
    let kinds = parts.iter().map(|part| type_of(game, part));
    let (kind, value) = match fields.as_slice() {
        [one] => (quote!(#(#kinds)*), quote!(#one)),
        several => (quote!((#(#kinds),*)), quote!((#(#several),*))),
    };
    Arm {
        count: quote!(<#kind as #declare::Choice>::COUNT),
        pattern: quote!(#of::#name(#(#fields),*)),
        parts: Some(quote!(#value)),
        value: Some(value),
        name: kebab,
    }
}

/// Where the run-time half is.
pub(super) fn declare(game: &Declaration) -> TokenStream {
    game.declare.clone()
}
