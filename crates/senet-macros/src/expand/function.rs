//! Functions that the author wrote, as functions of Rust.

use crate::declaration::{Form, Function};
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::Pat;

/// `fn name(types…) -> returns` with the author's patterns and body.
///
/// The type that is returned stands where the section is named, so that rustc says "expected
/// because of this" there, and everything else where the author wrote it.
pub(super) fn item(
    function: &Function,
    name: &str,
    types: &[TokenStream],
    returns: &TokenStream,
) -> TokenStream {
    let name = format_ident!("__{name}");
    let returns = located(returns, function.section);
    let arguments: Vec<_> = (0..types.len()).map(|i| format_ident!("__{i}")).collect();
    match &function.form {
        Form::Path(path) => quote! {
            fn #name(#(#arguments: #types),*) -> #returns {
                #path(#(#arguments),*)
            }
        },
        Form::Closure { inputs, body } => {
            let mut parameters = Vec::new();
            let mut lets = Vec::new();
            for (i, kind) in types.iter().enumerate() {
                let argument = &arguments[i];
                match inputs.get(i) {
                    None => parameters.push(quote!(_: #kind)),
                    Some(Pat::Type(typed)) => {
                        parameters.push(quote!(#argument: #kind));
                        lets.push(quote!(let #typed = #argument;));
                    }
                    Some(pattern) => parameters.push(quote!(#pattern: #kind)),
                }
            }
            // A body in braces is the body of the function, without a second pair.
            match &**body {
                syn::Expr::Block(block) if block.label.is_none() && block.attrs.is_empty() => {
                    let statements = &block.block.stmts;
                    quote!(fn #name(#(#parameters),*) -> #returns { #(#lets)* #(#statements)* })
                }
                body => quote!(fn #name(#(#parameters),*) -> #returns { #(#lets)* #body }),
            }
        }
    }
}

/// The same tokens at another place; what they mean does not change.
pub(super) fn located(tokens: &TokenStream, place: Span) -> TokenStream {
    let moved = tokens.clone().into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let mut moved = Group::new(group.delimiter(), located(&group.stream(), place));
            moved.set_span(place.resolved_at(group.span()));
            TokenTree::Group(moved)
        }
        mut token => {
            token.set_span(place.resolved_at(token.span()));
            token
        }
    });
    moved.collect()
}
