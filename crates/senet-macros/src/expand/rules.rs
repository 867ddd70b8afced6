//! `impl Rules`: the sections as functions over the state.

use super::function::item;
use super::types::declare;
use crate::declaration::{Board, Chance, Declaration, Form, Function, Kind, Outcome, Part};
use crate::words;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

pub(super) fn of(game: &Declaration) -> TokenStream {
    let declare = declare(game);
    let name = &game.name;
    let krate = &game.krate;
    let mut out = Out { functions: TokenStream::new() };
    let stuck = stuck(game);
    let moves = moves(game, &mut out);
    let make = make(game, &mut out);
    let chance = chance(game, &mut out);
    let name_of = name_of(game, &mut out);
    let clicks = clicks(game, &mut out);
    let seen_by = seen_by(game, &mut out);
    let score = score(game, &mut out);
    let tokens = tokens(game, &mut out);
    let show = show(game);
    let imagine = imagine(game, &mut out);
    let functions = out.functions;
    quote! {
        #functions

        impl #declare::Rules for #name {
            type Player = Player;
            type State = State;
            type Move = Move;
            type Chance = Chance;

            const STUCK: #declare::Stuck = #declare::Stuck::#stuck;

            fn begin() -> State {
                State::begin()
            }

            fn turn(state: &State) -> Player {
                state.turn
            }

            fn set_turn(state: &mut State, player: Player) {
                state.turn = player;
            }

            #moves
            #make
            #chance
            #name_of
            #clicks
            #seen_by
            #score

            #[allow(unused_variables)]
            fn tokens(
                state: &State,
                eye: #krate::Eye,
            ) -> ::std::vec::Vec<#declare::Token> {
                #tokens
            }

            #[allow(unused_variables)]
            fn show(state: &State, showing: &mut #declare::Showing<'_>) {
                #show
            }

            #imagine
        }
    }
}

/// The author's functions, collected beside the `impl` that calls them.
struct Out {
    functions: TokenStream,
}

impl Out {
    fn add(
        &mut self,
        function: &Function,
        name: &str,
        types: &[TokenStream],
        returns: &TokenStream,
    ) {
        self.functions.extend(item(function, name, types, returns));
    }

    /// Adds a function, if it is there, and says whether it is.
    fn add_if(
        &mut self,
        function: Option<&Function>,
        name: &str,
        types: &[TokenStream],
        returns: &TokenStream,
    ) -> bool {
        if let Some(function) = function {
            self.add(function, name, types, returns);
        }
        function.is_some()
    }
}

fn looks() -> [TokenStream; 2] {
    [quote!(&State), quote!(Move)]
}

fn stuck(game: &Declaration) -> TokenStream {
    let word = match &game.outcome {
        Outcome::Parts { stuck: Some(word), .. } => word.to_string(),
        _ => String::new(),
    };
    match word.as_str() {
        "pass" => quote!(Passes),
        "lose" => quote!(Loses),
        "win" => quote!(Wins),
        "tie" => quote!(Ties),
        _ => quote!(Ends),
    }
}

fn moves(game: &Declaration, out: &mut Out) -> TokenStream {
    let declare = declare(game);
    let krate = &game.krate;
    let valid = out.add_if(game.valid.as_ref(), "valid", &looks(), &quote!(bool));
    let valid = if valid {
        quote!(.filter(|mv| __valid(state, ::core::clone::Clone::clone(mv))))
    } else {
        TokenStream::new()
    };
    if let Some(moves) = &game.moves {
        let returns = quote!(impl ::core::iter::IntoIterator<Item = Move> + use<'_>);
        out.add(moves, "moves", &[quote!(&State)], &returns);
        return quote! {
            fn moves(state: &State) -> impl ::core::iter::Iterator<Item = Move> {
                let moves = ::core::iter::IntoIterator::into_iter(__moves(state))#valid;
                let mut moves: ::std::vec::Vec<Move> = ::core::iter::Iterator::collect(moves);
                moves.sort();
                moves.dedup();
                moves.into_iter()
            }
        };
    }
    let mv = type_of_moves(game);
    let all = quote_spanned!(mv.span()=> <#mv as #declare::Choice>::all());
    quote! {
        fn moves(state: &State) -> impl ::core::iter::Iterator<Item = Move> {
            #all #valid
        }

        fn guess(
            state: &State,
            rng: &mut #krate::Rng,
        ) -> ::core::option::Option<Move> {
            #declare::play::guess(rng, |mv| __valid(state, mv))
        }
    }
}

/// The type of moves as the author wrote it, so that a mistake is told there.
fn type_of_moves(game: &Declaration) -> TokenStream {
    match &game.mv {
        Kind::Part(Part::Type(kind)) => kind.to_token_stream(),
        _ => quote!(Move),
    }
}

fn make(game: &Declaration, out: &mut Out) -> TokenStream {
    let declare = declare(game);
    let changes = [quote!(&mut State), quote!(Move)];
    let next = quote!(#declare::Next<Player>);
    let again = quote!(::core::clone::Clone::clone(&mv));
    let body = match &game.outcome {
        Outcome::Custom(function) => {
            out.add(function, "outcome", &changes, &quote!(#declare::Next<Player>));
            quote!(__outcome(state, mv))
        }
        Outcome::Parts { win, tie, otherwise, .. } => {
            let returns = quote!(impl #declare::Passes<Player> + use<>);
            out.add(otherwise, "otherwise", &changes, &returns);
            let returns = quote!(impl #declare::Wins<Player> + use<>);
            out.add_if(win.as_ref(), "win", &asked(win), &returns);
            out.add_if(tie.as_ref(), "tie", &asked(tie), &quote!(bool));
            let judged = judged(game, |function| match asks_for_move(function) {
                true => Some(quote!(state, #again)),
                false => Some(quote!(state)),
            });
            quote! {
                let passes = __otherwise(state, #again);
                #judged
                #declare::Next::Turn(#declare::Passes::after_move(passes, state.turn))
            }
        }
    };
    quote! {
        fn make(state: &mut State, mv: Move) -> #next {
            #body
        }
    }
}

fn chance(game: &Declaration, out: &mut Out) -> TokenStream {
    let declare = declare(game);
    let next = quote!(#declare::Next<Player>);
    let Some(chance) = &game.chance else {
        return quote! {
            fn happen(_: &mut State, what: Chance) -> #next {
                match what {}
            }
        };
    };
    let Chance { when, valid, weight, otherwise, .. } = chance;
    let looks = [quote!(&State), quote!(Chance)];
    out.add(when, "when", &looks[..1], &quote!(bool));
    let valid = out.add_if(valid.as_ref(), "may_happen", &looks, &quote!(bool)).then(|| {
        quote! {
            fn may_happen(state: &State, what: Chance) -> bool {
                __may_happen(state, what)
            }
        }
    });
    let returns = quote!(impl ::core::convert::Into<u128> + use<>);
    let weight = out.add_if(weight.as_ref(), "weight", &looks, &returns).then(|| {
        quote! {
            fn weight(state: &State, what: Chance) -> u128 {
                ::core::convert::Into::into(__weight(state, what))
            }
        }
    });
    let returns = quote!(impl #declare::Passes<Player> + use<>);
    out.add(otherwise, "happen", &[quote!(&mut State), quote!(Chance)], &returns);
    // Functions that ask for the move have nothing to say about chance.
    let judged = judged(game, |function| (!asks_for_move(function)).then(|| quote!(state)));
    quote! {
        fn is_chance(state: &State) -> bool {
            __when(state)
        }

        #valid
        #weight

        fn happen(state: &mut State, what: Chance) -> #next {
            let passes = __happen(state, what);
            #judged
            #declare::Next::Turn(#declare::Passes::after_chance(passes, state.turn))
        }
    }
}

/// Whether anybody has won, or nobody will; `arguments` are those for a function, if it can be
/// called at all.
fn judged(game: &Declaration, arguments: impl Fn(&Function) -> Option<TokenStream>) -> TokenStream {
    let declare = declare(game);
    let Outcome::Parts { win, tie, .. } = &game.outcome else { return TokenStream::new() };
    let win = win.as_ref().and_then(&arguments).map(|arguments| {
        quote! {
            let won = #declare::Wins::victory(__win(#arguments), state.turn);
            if let ::core::option::Option::Some(victory) = won {
                return #declare::Next::Won(victory);
            }
        }
    });
    let tie = tie.as_ref().and_then(&arguments).map(|arguments| {
        quote! {
            if __tie(#arguments) {
                return #declare::Next::Tie;
            }
        }
    });
    quote!(#win #tie)
}

/// Whether a function wants to know the move too.
fn asks_for_move(function: &Function) -> bool {
    match &function.form {
        Form::Closure { inputs, .. } => inputs.len() > 1,
        Form::Path(_) => false,
    }
}

fn asked(function: &Option<Function>) -> Vec<TokenStream> {
    let most = if function.as_ref().is_some_and(asks_for_move) { 2 } else { 1 };
    looks().into_iter().take(most).collect()
}

fn name_of(game: &Declaration, out: &mut Out) -> TokenStream {
    let declare = declare(game);
    let returns = quote!(impl ::std::string::ToString + use<>);
    let body = if out.add_if(game.move_name.as_ref(), "name", &looks(), &returns) {
        quote!(::std::string::ToString::to_string(&__name(state, ::core::clone::Clone::clone(mv))))
    } else {
        let mv = type_of_moves(game);
        quote_spanned!(mv.span()=> <#mv as #declare::Choice>::name(*mv))
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

fn clicks(game: &Declaration, out: &mut Out) -> TokenStream {
    let declare = declare(game);
    let krate = &game.krate;
    let returns = quote!(impl #declare::Clicks + use<>);
    let body = if out.add_if(game.clicks.as_ref(), "clicks", &looks(), &returns) {
        quote! {
            #declare::Clicks::clicks(__clicks(state, ::core::clone::Clone::clone(mv)), out);
        }
    } else if moves_are_choices(game) {
        quote!(#declare::Choice::places(*mv, out);)
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

fn seen_by(game: &Declaration, out: &mut Out) -> Option<TokenStream> {
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

fn score(game: &Declaration, out: &mut Out) -> Option<TokenStream> {
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

/// What lies on the board: the pieces of a matrix, or what the scene says.
fn tokens(game: &Declaration, out: &mut Out) -> TokenStream {
    let declare = declare(game);
    if let Some(scene) = &game.scene {
        let returns = quote!(impl ::core::iter::IntoIterator<Item = #declare::Token> + use<'_>);
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
            #declare::Token::new(cell, kind).glyph(#glyph).of::<Player>(#owner)
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
fn show(game: &Declaration) -> TokenStream {
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

fn imagine(game: &Declaration, out: &mut Out) -> Option<TokenStream> {
    let declare = declare(game);
    let krate = &game.krate;
    let types = [quote!(&mut State), quote!(Player), quote!(&mut #krate::Rng)];
    let secrets: Vec<_> = game.state.iter().filter(|field| field.secret).collect();
    let body = if out.add_if(game.imagine.as_ref(), "imagine", &types, &quote!(())) {
        quote!(__imagine(state, player, rng);)
    } else if secrets.is_empty() {
        return None;
    } else {
        let gives = secrets.iter().map(|field| {
            let name = &field.name;
            quote_spanned!(field.kind.span()=> #declare::Hidden::give(&state.#name, seat, &mut pool);)
        });
        let takes = secrets.iter().map(|field| {
            let name = &field.name;
            quote_spanned!(field.kind.span()=> #declare::Hidden::take(&mut state.#name, seat, &mut pool);)
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
        fn imagine(state: &mut State, player: Player, rng: &mut #krate::Rng) {
            #body
        }
    })
}
