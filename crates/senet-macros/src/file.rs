//! Games in files of their own.
#![allow(clippy::disallowed_methods, reason = "a shell: it reads the file that the author names")]

use crate::{expand, read};
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::quote;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use syn::{Error, LitStr, Result};

/// The game in the file of this name.
pub(crate) fn expanded(tokens: TokenStream) -> Result<TokenStream> {
    let name: LitStr = syn::parse2(tokens)?;
    let path = beside_the_caller(&name);
    let text = std::fs::read_to_string(&path)
        .map_err(|error| Error::new(name.span(), unreadable(&path, &error)))?;
    let wrong = |why: String| Error::new(name.span(), why);
    if is_call(&text) {
        // A file that is Rust by itself has places of its own, which the compiler can point at.
        return Ok(quote!(::core::include!(#name);));
    }
    mistakes(&name.value(), &text).map_err(wrong)?;
    let tokens = TokenStream::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    let game = expand::declaration(&read::declaration(at(tokens, name.span()))?);
    // So that a change of the file is noticed.
    Ok(quote! {
        const _: &[u8] = ::core::include_bytes!(#name);
        #game
    })
}

fn unreadable(path: &Path, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => format!("there is no file `{}`", path.display()),
        _ => format!("cannot read `{}`: {error}", path.display()),
    }
}

/// The file, seen from the folder of the file that calls.
fn beside_the_caller(name: &LitStr) -> PathBuf {
    let caller = name.span().unwrap().local_file();
    let folder = caller.as_deref().and_then(Path::parent).map(Path::to_owned);
    let package = || std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    folder.or_else(package).unwrap_or_default().join(name.value())
}

/// Whether a text is `game! { … }`, as it would stand in a file of Rust.
fn is_call(text: &str) -> bool {
    let Ok(tokens) = TokenStream::from_str(text) else {
        return false;
    };
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let [path @ .., TokenTree::Ident(name), TokenTree::Punct(bang), TokenTree::Group(sections)] =
        tokens.as_slice()
    else {
        return false;
    };
    let of_path = |token: &TokenTree| match token {
        TokenTree::Ident(_) => true,
        TokenTree::Punct(colon) => colon.as_char() == ':',
        _ => false,
    };
    let braces = sections.delimiter() == Delimiter::Brace;
    name == "game" && bang.as_char() == '!' && braces && path.iter().all(of_path)
}

/// What is wrong with the sections, each with its line.
///
/// Real spans know nothing of a text that was read from a file, so the text is first read with spans
/// that do; they are good for nothing else.
fn mistakes(name: &str, text: &str) -> std::result::Result<(), String> {
    proc_macro2::fallback::force();
    let found = TokenStream::from_str(text)
        .map_err(|error| vec![told(name, error.span(), "this bracket or quote has no partner")])
        .and_then(|tokens| {
            let told = |error: Error| told(name, error.span(), &error.to_string());
            read::declaration(tokens).map_err(|errors| errors.into_iter().map(told).collect())
        });
    proc_macro2::fallback::unforce();
    found.map(drop).map_err(|mistakes| mistakes.join("\n"))
}

fn told(name: &str, span: Span, what: &str) -> String {
    let at = span.start();
    format!("{name}:{}:{}: {what}", at.line, at.column + 1)
}

/// The same tokens, all at one place.
fn at(tokens: TokenStream, span: Span) -> TokenStream {
    let moved = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let mut moved = Group::new(group.delimiter(), at(group.stream(), span));
            moved.set_span(span);
            TokenTree::Group(moved)
        }
        mut other => {
            other.set_span(span);
            other
        }
    });
    moved.collect()
}
