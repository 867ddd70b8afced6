//! From a declaration to Rust.

mod function;
mod game;
mod observation;
mod rules;
mod state;
mod types;

use crate::declaration::Declaration;
use crate::words;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// A module with everything that the game is made of, and the game itself beside it.
pub(crate) fn declaration(game: &Declaration) -> TokenStream {
    let Declaration { declare_as_written, visibility, name, items, .. } = game;
    let module = format_ident!("{}", words::snake(&name.to_string()), span = name.span());
    let about = format!("What [`{name}`] is made of.");
    let parts = [types::of(game), state::of(game), rules::of(game), game::of(game)];
    // Everything is `pub` inside, and as visible as the game from outside.
    quote! {
        #[doc = #about]
        #[allow(missing_docs, unreachable_pub, clippy::module_inception)]
        #visibility mod #module {
            #[allow(unused_imports, clippy::wildcard_imports)]
            use super::*;
            #[allow(unused_imports, clippy::wildcard_imports)]
            use #declare_as_written::words::*;
            #(#parts)*
            #(#items)*
        }
        #[allow(unused_imports)]
        #visibility use #module::#name;
    }
}
