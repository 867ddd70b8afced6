//! The part of `impl Rules` that is about what can be seen: names, clicks, scenes, facts, secrets.

use super::function::located;
use super::rules::{Out, looks, of_choices};
use super::types::declare;
use crate::declaration::{Board, Declaration, Part};
use crate::words;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

pub(super) fn name_of(game: &Declaration, out: &mut Out) -> TokenStream {
    let returns = quote!(impl ::std::string::ToString + use<>);
    let body = if out.add_if(game.move_name.as_ref(), "name", &looks(), &returns) {
        quote!(::std::string::ToString::to_string(&__name(state, ::core::clone::Clone::clone(mv))))
    } else {
        of_choices(game, |choice| quote!(#choice::name(*mv)))
    };
    quote! {
        #[allow(unused_variables)]
        fn name(state: &State, mv: &Move) -> ::std::string::String {
            #body
        }
    }
}

/// Whether moves are known to be choices, because something here relies on it.
pub(super) fn moves_are_choices(game: &Declaration) -> bool {
    game.moves.is_none() || game.move_name.is_none()
}

pub(super) fn clicks(game: &Declaration, out: &mut Out) -> TokenStream {
    let declare = declare(game);
    let krate = &game.krate;
    let returns = quote!(impl #declare::Clicks + use<>);
    let body = if out.add_if(game.clicks.as_ref(), "clicks", &looks(), &returns) {
        quote! {
            #declare::Clicks::clicks(__clicks(state, ::core::clone::Clone::clone(mv)), out);
        }
    } else if moves_are_choices(game) {
        of_choices(game, |choice| quote!(#choice::places(*mv, out);))
    } else {
        TokenStream::new()
    };
    quote! {
        #[allow(unused_variables)]
        fn clicks(state: &State, mv: &Move, out: &mut ::std::vec::Vec<#krate::board::Cell>) {
            #body
        }
    }
}

pub(super) fn seen_by(game: &Declaration, out: &mut Out) -> Option<TokenStream> {
    let declare = declare(game);
    let returns = quote!(impl ::core::convert::Into<::core::option::Option<Player>> + use<>);
    let mv = out.add_if(game.seen_by.as_ref(), "move_seen_by", &looks(), &returns).then(|| {
        quote! {
            #declare::Act::Move(mv) => {
                let mv = ::core::clone::Clone::clone(mv);
                ::core::convert::Into::into(__move_seen_by(state, mv))
            }
        }
    });
    let chance = game.chance.as_ref().and_then(|chance| chance.seen_by.as_ref());
    let types = [quote!(&State), quote!(Chance)];
    let chance = out.add_if(chance, "chance_seen_by", &types, &returns).then(|| {
        quote! {
            #declare::Act::Chance(what) => {
                ::core::convert::Into::into(__chance_seen_by(state, *what))
            }
        }
    });
    if mv.is_none() && chance.is_none() {
        return None;
    }
    Some(quote! {
        fn seen_by(
            state: &State,
            act: &#declare::Act<Move, Chance>,
        ) -> ::core::option::Option<Player> {
            #[allow(unreachable_patterns)]
            match act {
                #mv
                #chance
                _ => ::core::option::Option::None,
            }
        }
    })
}

pub(super) fn score(game: &Declaration, out: &mut Out) -> Option<TokenStream> {
    let types = [quote!(&State), quote!(Player)];
    let returns = quote!(impl ::core::convert::Into<i64> + use<>);
    out.add_if(game.score.as_ref(), "score", &types, &returns).then(|| {
        quote! {
            fn score(state: &State, player: Player) -> ::core::option::Option<i64> {
                ::core::option::Option::Some(::core::convert::Into::into(__score(state, player)))
            }
        }
    })
}

pub(super) fn reason(game: &Declaration, out: &mut Out) -> Option<TokenStream> {
    let returns = quote!(impl ::core::convert::Into<::std::string::String> + use<>);
    out.add_if(game.reason.as_ref(), "reason", &[quote!(&State)], &returns).then(|| {
        quote! {
            fn reason(state: &State) -> ::core::option::Option<::std::string::String> {
                ::core::option::Option::Some(::core::convert::Into::into(__reason(state)))
            }
        }
    })
}

/// What lies on the board: the pieces of a matrix, or what the scene says.
pub(super) fn tokens(game: &Declaration, out: &mut Out) -> TokenStream {
    let declare = declare(game);
    if let Some(scene) = &game.scene {
        let returns =
            quote!(impl ::core::iter::IntoIterator<Item = #declare::PlacedPiece> + use<'_>);
        out.add(&scene.pieces, "pieces", &[quote!(&State)], &returns);
        return quote! {
            ::core::iter::Iterator::collect(::core::iter::IntoIterator::into_iter(__pieces(state)))
        };
    }
    let (Some(Board::Matrix { .. }), Some(piece)) = (&game.board, &game.piece) else {
        return quote!(::std::vec::Vec::new());
    };
    let one = [quote!(Piece)];
    let returns = quote!(impl ::std::string::ToString + use<>);
    let glyph = out.add_if(game.glyph.as_ref(), "glyph", &one, &returns);
    let returns = quote!(impl ::core::convert::Into<::core::option::Option<Player>> + use<>);
    let owner = out.add_if(game.owner.as_ref(), "owner", &one, &returns);
    let kinds = piece.all.iter().map(|it| {
        let (name, kind) = (&it.name, words::kebab(&it.name.to_string()));
        let first = it.name.to_string().chars().next().map(String::from).unwrap_or_default();
        quote!(Piece::#name { .. } => (#kind, #first))
    });
    let glyph = if glyph { quote!(__glyph(piece)) } else { quote!(glyph) };
    let owner = if owner {
        quote!(::core::convert::Into::<::core::option::Option<Player>>::into(__owner(piece)))
    } else {
        usual_owner(game)
    };
    quote! {
        state.board.tokens(|cell, piece| {
            #[allow(unused_variables)]
            let (kind, glyph) = match piece { #(#kinds),* };
            #declare::PlacedPiece::new(cell, kind).glyph(#glyph).of::<Player>(#owner)
        })
    }
}

/// A piece belongs to the player in it, or to the player of its name.
fn usual_owner(game: &Declaration) -> TokenStream {
    let pieces = game.piece.iter().flat_map(|piece| &piece.all);
    let arms = pieces.filter_map(|piece| {
        let name = &piece.name;
        if game.player.all.iter().any(|player| player.name == *name) && piece.parts.is_empty() {
            return Some(quote!(Piece::#name => ::core::option::Option::Some(Player::#name)));
        }
        let is_player = |part: &Part| {
            matches!(part, Part::Type(kind) if kind.to_token_stream().to_string() == "Player")
        };
        let at = piece.parts.iter().position(is_player)?;
        let before = piece.parts[..at].iter().map(|_| quote!(_,));
        Some(quote!(Piece::#name(#(#before)* player, ..) => ::core::option::Option::Some(player)))
    });
    quote! {
        {
            #[allow(unreachable_patterns)]
            match piece { #(#arms,)* _ => ::core::option::Option::None }
        }
    }
}

/// The author's fields, each as a fact beside the board.
pub(super) fn show(game: &Declaration) -> TokenStream {
    let declare = declare(game);
    if game.state.is_empty() && !custom_unseen(game) {
        return TokenStream::new();
    }
    let board = custom_unseen(game)
        .then(|| quote!((&#declare::Field(&state.board)).show("board", false, showing);));
    let fields = game.state.iter().map(|field| {
        let (name, secret, text) = (&field.name, field.secret, field.name.to_string());
        quote_spanned! {field.kind.span()=>
            (&#declare::Field(&state.#name)).show(#text, #secret, showing);
        }
    });
    quote! {
        #[allow(unused_imports)]
        use #declare::{ViaDebug as _, ViaShown as _};
        #board
        #(#fields)*
    }
}

/// A board of the author's own that no scene shows.
fn custom_unseen(game: &Declaration) -> bool {
    matches!(game.board, Some(Board::Custom(_))) && game.scene.is_none()
}

pub(super) fn determinize(game: &Declaration, out: &mut Out) -> Option<TokenStream> {
    let declare = declare(game);
    let krate = &game.krate;
    let types = [quote!(&mut State), quote!(Player), quote!(&mut #krate::Rng)];
    let secrets: Vec<_> = game.state.iter().filter(|field| field.secret).collect();
    let body = if out.add_if(game.determinize.as_ref(), "determinize", &types, &quote!(())) {
        quote!(__determinize(state, player, rng);)
    } else if secrets.is_empty() {
        return None;
    } else {
        let gives = secrets.iter().map(|field| {
            let name = &field.name;
            let give = quote!(#declare::HiddenCards::give(&state.#name, seat, &mut pool););
            located(&give, field.kind.span())
        });
        let takes = secrets.iter().map(|field| {
            let name = &field.name;
            let take = quote!(#declare::HiddenCards::take(&mut state.#name, seat, &mut pool););
            located(&take, field.kind.span())
        });
        quote! {
            let seat = #declare::Seated::seat(player);
            let mut pool = ::std::vec::Vec::new();
            #(#gives)*
            #declare::shuffle(&mut pool, rng);
            #(#takes)*
        }
    };
    Some(quote! {
        fn determinize(state: &mut State, player: Player, rng: &mut #krate::Rng) {
            #body
        }
    })
}
