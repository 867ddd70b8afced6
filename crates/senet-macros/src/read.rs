//! From tokens to a declaration, or to errors at the lines that they are about.

mod block;
mod fit;
mod sections;
mod values;

use crate::declaration::{Declaration, NamedType};
use proc_macro2::{Span, TokenStream, TokenTree};
use sections::Sections;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Error, Ident, Item, Path, Result, Token, Visibility, parse_quote};

/// The game that these tokens declare.
pub(crate) fn declaration(tokens: TokenStream) -> Result<Declaration> {
    read.parse2(tokens)
}

/// What stands above the sections.
struct Head {
    declare: Path,
    attributes: Vec<Attribute>,
    visibility: Visibility,
    name: Ident,
}

fn read(input: ParseStream<'_>) -> Result<Declaration> {
    let head = head(input)?;
    let mut errors = Errors::default();
    let mut sections = Sections::default();
    let mut types = Vec::new();
    let mut items = Vec::new();
    while !input.is_empty() {
        let part = if block::is_key(input) {
            sections.read(input)
        } else if values::is_named_type(input) {
            values::named_type(input).map(|named: NamedType| types.push(named))
        } else {
            item(input).map(|item| items.push(item))
        };
        if let Err(error) = part {
            errors.add(error);
            skip_section(input)?;
        }
    }
    errors.none()?;
    fit::together(head, sections, types, items)
}

fn head(input: ParseStream<'_>) -> Result<Head> {
    let declare = if input.peek(Token![crate]) && input.peek2(Token![=]) {
        input.parse::<Token![crate]>()?;
        input.parse::<Token![=]>()?;
        let path = Path::parse_mod_style(input)?;
        input.parse::<Token![;]>()?;
        path
    } else {
        parse_quote!(::senet::declare)
    };
    let attributes = Attribute::parse_outer(input)?;
    let visibility = input.parse()?;
    let wants = "a game begins with its name: `pub game TicTacToe;`";
    let keyword = input.call(Ident::parse_any).map_err(|error| Error::new(error.span(), wants))?;
    if keyword != "game" {
        return Err(Error::new(keyword.span(), wants));
    }
    let name = input.parse()?;
    input.parse::<Token![;]>()?;
    Ok(Head { declare, attributes, visibility, name })
}

fn item(input: ParseStream<'_>) -> Result<Item> {
    let span = input.span();
    let wants = "expected a section such as `board: Matrix[3][3];`, or a Rust item";
    match input.parse::<Item>() {
        Ok(Item::Verbatim(_)) => Err(Error::new(span, wants)),
        Ok(item) => Ok(item),
        Err(error) if error.to_string().starts_with("expected one of") => {
            Err(Error::new(span, wants))
        }
        Err(error) => Err(error),
    }
}

/// Goes on behind the next semicolon or at the next key, so that the sections after a mistake are read too.
fn skip_section(input: ParseStream<'_>) -> Result<()> {
    while !input.is_empty() && !block::is_key(input) {
        let token: TokenTree = input.parse()?;
        if matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ';') {
            break;
        }
    }
    Ok(())
}

/// Mistakes, to be told all at once.
#[derive(Default)]
struct Errors(Option<Error>);

impl Errors {
    fn add(&mut self, error: Error) {
        match &mut self.0 {
            Some(first) => first.combine(error),
            none => *none = Some(error),
        }
    }

    fn at(&mut self, span: Span, message: impl std::fmt::Display) {
        self.add(Error::new(span, message));
    }

    fn none(self) -> Result<()> {
        self.0.map_or(Ok(()), Err)
    }
}
