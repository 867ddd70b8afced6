//! `impl Rules`: the sections as functions over the state.

use super::function::{item, located};
use super::observation;
use super::types::declare;
use crate::declaration::{Chance, Declaration, Form, Function, Kind, Outcome, Part};
use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned;

pub(super) fn of(game: &Declaration) -> TokenStream {
    let declare = declare(game);
    let name = &game.name;
    let mut out = Out { functions: TokenStream::new() };
    let stuck = stuck(game);
    let moves = moves(game, &mut out);
    let make = make(game, &mut out);
    let chance = chance(game, &mut out);
    let name_of = observation::name_of(game, &mut out);
    let clicks = observation::clicks(game, &mut out);
    let seen_by = observation::seen_by(game, &mut out);
    let score = observation::score(game, &mut out);
    let reason = observation::reason(game, &mut out);
    let tokens = observation::tokens(game, &mut out);
    let show = observation::show(game);
    let determinize = observation::determinize(game, &mut out);
    let functions = out.functions;
    quote! {
        #functions

        impl #declare::DeclaredRules for #name {
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
            #reason

            #[allow(unused_variables)]
            fn tokens(state: &State) -> ::std::vec::Vec<#declare::PlacedPiece> {
                #tokens
            }

            #[allow(unused_variables)]
            fn show(state: &State, showing: &mut #declare::Showing<'_>) {
                #show
            }

            #determinize
        }
    }
}

/// The author's functions, collected beside the `impl` that calls them.
pub(super) struct Out {
    functions: TokenStream,
}

impl Out {
    pub(super) fn add(
        &mut self,
        function: &Function,
        name: &str,
        types: &[TokenStream],
        returns: &TokenStream,
    ) {
        self.functions.extend(item(function, name, types, returns));
    }

    /// Adds a function, if it is there, and says whether it is.
    pub(super) fn add_if(
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

pub(super) fn looks() -> [TokenStream; 2] {
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
    let all = of_choices(game, |choice| quote!(#choice::all()));
    let guess = of_choices(game, |choice| {
        let valid = quote!(|mv| __valid(state, mv));
        quote!(#declare::play::guess(rng, #choice::COUNT, #choice::nth, #valid))
    });
    quote! {
        fn moves(state: &State) -> impl ::core::iter::Iterator<Item = Move> {
            #all #valid
        }

        fn guess(state: &State, rng: &mut #krate::Rng) -> ::core::option::Option<Move> {
            #guess
        }
    }
}

/// Code that needs moves to be choices, at the place where the author said what they are, so that a
/// mistake is told there, once.
pub(super) fn of_choices(
    game: &Declaration,
    code: impl FnOnce(&TokenStream) -> TokenStream,
) -> TokenStream {
    let declare = declare(game);
    match &game.mv {
        Kind::Part(Part::Type(kind)) => {
            located(&code(&quote!(<#kind as #declare::Choice>)), kind.span())
        }
        _ => code(&quote!(<Move as #declare::Choice>)),
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
                #declare::Passes::after_move(passes, state.turn)
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
            const WEIGHTED: bool = true;

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
            #declare::Passes::after_chance(passes, state.turn)
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
