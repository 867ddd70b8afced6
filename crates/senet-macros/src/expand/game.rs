//! The game itself: a type, and the contract that it keeps.

use super::observation::moves_are_choices;
use super::rules::of_choices;
use super::types::declare;
use crate::declaration::{Board, Declaration};
use crate::words;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, ExprLit, Lit, Meta};

pub(super) fn of(game: &Declaration) -> TokenStream {
    let Declaration { krate, attributes, name, .. } = game;
    let scene = scene(game);
    let contract = contract(game);
    let listed = listed(game);
    quote! {
        #(#attributes)*
        #[derive(Debug, Clone)]
        pub struct #name {
            scene: ::core::option::Option<::std::sync::Arc<#krate::board::Board>>,
        }

        impl #name {
            /// The game.
            pub fn new() -> #name {
                #name { scene: #scene }
            }
        }

        impl ::core::default::Default for #name {
            fn default() -> #name {
                #name::new()
            }
        }

        #contract
        #listed
    }
}

/// The board as geometry, if there is something to draw.
fn scene(game: &Declaration) -> TokenStream {
    let krate = &game.krate;
    match (&game.scene, &game.board) {
        (Some(scene), _) => {
            let shape = &scene.shape;
            quote! {{
                let spec: #krate::board::Spec = ::core::convert::Into::into(#shape);
                #krate::board::Board::new(spec).ok().map(::std::sync::Arc::new)
            }}
        }
        (None, Some(Board::Matrix { .. })) => quote!(Board::scene()),
        _ => quote!(::core::option::Option::None),
    }
}

/// Reading a move from text, beyond its name.
fn parse(game: &Declaration) -> TokenStream {
    let declare = declare(game);
    let (function, wanted) = match &game.parse {
        Some(parse) => {
            let returns = quote!(::core::option::Option<Move>);
            let function = super::function::item(parse, "parse", &[quote!(&str)], &returns);
            (function, quote!(__parse(text)))
        }
        None if moves_are_choices(game) => {
            (TokenStream::new(), of_choices(game, |choice| quote!(#choice::read(text))))
        }
        None => (TokenStream::new(), quote!(::core::option::Option::None::<Move>)),
    };
    quote! {
        parse_move: ::core::option::Option::Some(|_, _, text| {
            #function
            ::core::option::Option::Some(#declare::Act::Move(#wanted?))
        }),
    }
}

fn contract(game: &Declaration) -> TokenStream {
    let Declaration { krate, name, .. } = game;
    let declare = declare(game);
    let count = game.player.all.len();
    let abilities = abilities(game);
    let names = game.player.all.iter().map(|player| player.name.to_string());
    let play = quote!(#declare::play);
    let position = quote!(#declare::DeclaredPosition<State>);
    let act = quote!(#declare::Act<Move, Chance>);
    quote! {
        impl #krate::Game for #name {
            type State = #position;
            type Move = #act;

            fn seats(&self) -> usize {
                #count
            }

            fn start(&self) -> #position {
                #play::start::<#name>()
            }

            fn turn(&self, state: &#position) -> #krate::Turn {
                #play::turn::<#name>(state)
            }

            fn moves(&self, state: &#position, out: &mut ::std::vec::Vec<#act>) {
                #play::moves::<#name>(state, out);
            }

            fn apply(&self, state: &mut #position, mv: &#act, log: &mut impl #krate::Log) {
                #play::apply::<#name, _>(state, mv, self.scene.as_ref(), log);
            }

            fn move_name(&self, state: &#position, mv: &#act) -> ::std::string::String {
                #play::name::<#name>(state, mv)
            }

            fn view(&self, state: &#position, observer: #krate::Observer) -> #krate::View {
                #play::view::<#name>(state, observer, self.scene.as_ref())
            }

            fn seat_name(&self, seat: #krate::Seat) -> ::std::string::String {
                const NAMES: &[&str] = &[#(#names),*];
                let name = NAMES.get(usize::from(seat.0)).copied();
                ::std::string::String::from(name.unwrap_or_default())
            }

            fn weight(&self, state: &#position, mv: &#act) -> u128 {
                #play::weight::<#name>(state, mv)
            }

            fn random_move(
                &self,
                state: &#position,
                rng: &mut #krate::Rng,
                moves: &mut ::std::vec::Vec<#act>,
            ) -> #act {
                #play::pick::<#name>(state, rng, moves)
            }

            #abilities
        }
    }
}

/// What the game offers beyond the required methods.
fn abilities(game: &Declaration) -> TokenStream {
    let Declaration { krate, name, .. } = game;
    let declare = declare(game);
    let play = quote!(#declare::play);
    let parse = parse(game);
    let draw_rules = draw_rules(game);
    let actions = actions(game);
    let hides = game.determinize.is_some() || game.state.iter().any(|field| field.secret);
    let hidden = hides.then(|| {
        quote! {
            hidden_information: ::core::option::Option::Some(#krate::HiddenInformation {
                observation_key: |game, state, observer| {
                    #play::view::<#name>(state, observer, game.scene.as_ref()).key()
                },
                observed_move: |_, state, mv, observer| {
                    #play::observed_move::<#name>(state, mv, observer)
                },
                determinize: |_, state, seat, rng| #play::determinize::<#name>(state, seat, rng),
            }),
        }
    });
    let goals = game.about.goal.iter();
    let tells = game.reason.is_some();
    quote! {
        fn abilities(&self) -> #krate::Abilities<#name> {
            #krate::Abilities {
                goals: ::std::vec![#(#krate::SeatGoal::of_all(#goals)),*],
                tells: #tells,
                #hidden
                #draw_rules
                #actions
                #parse
                running_scores: ::core::option::Option::Some(|_, state| {
                    #play::scores::<#name>(state)
                }),
                describe_move: ::core::option::Option::Some(|_, state, mv, observer| {
                    #play::describe_move::<#name>(state, mv, observer)
                }),
                ..#krate::Abilities::default()
            }
        }
    }
}

fn draw_rules(game: &Declaration) -> Option<TokenStream> {
    let Declaration { krate, limit, repeat, .. } = game;
    if limit.is_none() && repeat.is_none() {
        return None;
    }
    let or_none = |number: &Option<Expr>| match number {
        Some(number) => quote!(::core::option::Option::Some(#number)),
        None => quote!(::core::option::Option::None),
    };
    let (limit, repeat) = (or_none(limit), or_none(repeat));
    Some(quote! {
        draw_rules: #krate::DrawRules { limit: #limit, repeat: #repeat, quiet: None },
    })
}

/// Moves that can be listed can be numbered, for learning.
fn actions(game: &Declaration) -> Option<TokenStream> {
    let krate = &game.krate;
    let declare = declare(game);
    moves_are_choices(game).then(|| {
        let count = of_choices(game, |choice| quote!(#choice::COUNT));
        let index = of_choices(game, |choice| quote!(#choice::index(*mv)));
        let nth = of_choices(game, |choice| quote!(#choice::nth(number)));
        quote! {
            actions: ::core::option::Option::Some(#krate::Actions {
                count: #count + <Chance as #declare::Choice>::COUNT,
                number: |_, _, mv| match mv {
                    #declare::Act::Move(mv) => #index,
                    #declare::Act::Chance(what) => #count + #declare::Choice::index(*what),
                },
                with_number: |_, _, number| ::core::option::Option::Some(
                    match number.checked_sub(#count) {
                        ::core::option::Option::None => #declare::Act::Move(#nth),
                        ::core::option::Option::Some(number) => #declare::Act::Chance(
                            <Chance as #declare::Choice>::nth(number),
                        ),
                    },
                ),
            }),
        }
    })
}

fn listed(game: &Declaration) -> TokenStream {
    let Declaration { krate, name, about, .. } = game;
    let plain = name.to_string();
    let count = game.player.all.len();
    let or = |given: &Option<syn::LitStr>, usual: String| match given {
        Some(given) => given.to_token_stream(),
        None => quote!(#usual),
    };
    let catalogue_name = or(&about.name, words::kebab(&plain));
    let title = or(&about.title, words::title(&plain));
    let origin = or(&about.origin, String::new());
    let tags = &about.tags;
    let rules = rules(game);
    quote! {
        impl #krate::Listed for #name {
            fn info() -> #krate::GameInfo {
                #krate::GameInfo {
                    name: ::std::string::String::from(#catalogue_name),
                    title: ::std::string::String::from(#title),
                    rules: ::std::string::String::from(#rules),
                    players: (#count, #count),
                    tags: ::std::vec![#(::std::string::String::from(#tags)),*],
                    origin: ::std::string::String::from(#origin),
                    ..#krate::GameInfo::default()
                }
            }

            fn from_options(_: &#krate::OptionValues) -> ::core::result::Result<#name, #krate::OptionError> {
                ::core::result::Result::Ok(#name::new())
            }
        }
    }
}

/// The rules in words: what the documentation says.
fn rules(game: &Declaration) -> String {
    let lines = game.attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(doc) if doc.path.is_ident("doc") => match &doc.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value().trim().to_owned()),
            _ => None,
        },
        _ => None,
    });
    lines.collect::<Vec<_>>().join(" ").trim().to_owned()
}
