//! Keys and values: the sections of a game, and the parts of a section in braces.

use crate::words;
use proc_macro2::{Delimiter, TokenTree};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Error, Ident, Result, Token, braced};

/// Whether `key:` comes next.
pub(super) fn is_key(input: ParseStream<'_>) -> bool {
    input.peek(Ident::peek_any) && input.peek2(Token![:]) && !input.peek2(Token![::])
}

/// Reads `key:`. It must be known, unless all keys are, and new.
pub(super) fn key(
    input: ParseStream<'_>,
    what: &str,
    known: Option<&[&str]>,
    seen: &mut Vec<String>,
) -> Result<Ident> {
    let key = input.call(Ident::parse_any)?;
    let name = key.to_string();
    if let Some(known) = known.filter(|known| !known.contains(&name.as_str())) {
        let help = match words::nearest(&name, known) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("there are {}", words::list(known.iter().copied())),
        };
        return Err(Error::new(key.span(), format!("unknown {what} `{name}`: {help}")));
    }
    if seen.contains(&name) {
        return Err(Error::new(key.span(), format!("the {what} `{name}` is there twice")));
    }
    seen.push(name);
    input.parse::<Token![:]>()?;
    Ok(key)
}

/// Reads `{ key: value, … }`.
pub(super) fn entries(
    input: ParseStream<'_>,
    what: &str,
    known: Option<&[&str]>,
    mut value: impl FnMut(&Ident, ParseStream<'_>) -> Result<()>,
) -> Result<()> {
    let inside;
    braced!(inside in input);
    let mut seen = Vec::new();
    while !inside.is_empty() {
        let key = key(&inside, what, known, &mut seen)?;
        let before = inside.cursor();
        value(&key, &inside)?;
        let braces = ends_in_braces(before, inside.cursor());
        end(&inside, braces, &key, ",")?;
    }
    Ok(())
}

/// Reads what ends a value: `,` in a block, `;` outside; it may be left out behind braces.
pub(super) fn end(input: ParseStream<'_>, braces: bool, key: &Ident, mark: &str) -> Result<()> {
    let found = if mark == "," {
        input.parse::<Option<Token![,]>>()?.is_some()
    } else {
        input.parse::<Option<Token![;]>>()?.is_some()
    };
    if found || braces || (mark == "," && input.is_empty()) {
        return Ok(());
    }
    Err(Error::new(input.span(), format!("expected `{mark}` at the end of `{key}`")))
}

/// Whether the last thing that was read is in braces.
pub(super) fn ends_in_braces(from: syn::buffer::Cursor<'_>, to: syn::buffer::Cursor<'_>) -> bool {
    let mut at = from;
    let mut last = None;
    while at != to {
        let Some((token, rest)) = at.token_tree() else { break };
        last = Some(token);
        at = rest;
    }
    matches!(last, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace)
}
