//! What stands behind the keys.

use crate::declaration::{
    Alternative, Alternatives, Board, Field, Form, Function, Kind, NamedType, Part,
};
use crate::words;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Error, Expr, ExprClosure, ExprPath, Ident, Lit, Result, Token, braced, bracketed,
    parenthesized, spanned::Spanned, token,
};

/// A function; `gets` names the arguments that there are.
pub(super) fn function(input: ParseStream<'_>, section: &Ident, gets: &[&str]) -> Result<Function> {
    let example = format!("|{}| …", gets.join(", "));
    let form = match input.parse::<Expr>()? {
        Expr::Closure(closure) => closure_form(closure, section, gets)?,
        Expr::Path(ExprPath { path, qself: None, .. }) => Form::Path(path),
        other => {
            let message = format!("expected a function: `{section}: {example}`");
            return Err(Error::new(other.span(), message));
        }
    };
    Ok(Function { section: section.span(), form })
}

fn closure_form(closure: ExprClosure, section: &Ident, gets: &[&str]) -> Result<Form> {
    if let Some(extra) = closure.inputs.iter().nth(gets.len()) {
        let gets = words::list(gets.iter().copied());
        return Err(Error::new(extra.span(), format!("`{section}` gets no more than {gets}")));
    }
    if let Some(asynchronous) = &closure.asyncness {
        return Err(Error::new(asynchronous.span(), "rules cannot wait for anything"));
    }
    Ok(Form::Closure { inputs: closure.inputs.into_iter().collect(), body: closure.body })
}

/// `Matrix[3][3]`, `Array[9]`, or a type.
pub(super) fn board(input: ParseStream<'_>) -> Result<Board> {
    if !(input.peek(Ident) && input.peek2(token::Bracket)) {
        return Ok(Board::Custom(input.parse()?));
    }
    let shape: Ident = input.parse()?;
    let first = size(input)?;
    if shape == "Array" {
        return Ok(Board::Matrix {
            span: shape.span(),
            width: first,
            height: syn::parse_quote!(1),
        });
    }
    if shape != "Matrix" {
        let message = "a board is a `Matrix[columns][rows]`, an `Array[cells]` or a type";
        return Err(Error::new(shape.span(), message));
    }
    if !input.peek(token::Bracket) {
        let message = "a matrix has columns and rows: `Matrix[7][6]`";
        return Err(Error::new(shape.span(), message));
    }
    Ok(Board::Matrix { span: shape.span(), width: first, height: size(input)? })
}

fn size(input: ParseStream<'_>) -> Result<Expr> {
    let inside;
    bracketed!(inside in input);
    let size = inside.parse()?;
    if !inside.is_empty() {
        return Err(inside.error("expected one number"));
    }
    match number(&size) {
        Some(0) => Err(Error::new(size.span(), "a board needs at least one cell")),
        Some(1..256) | None => Ok(size),
        Some(_) => Err(Error::new(size.span(), "a board has at most 255 columns and 255 rows")),
    }
}

/// The number that an expression plainly is.
pub(super) fn number(expr: &Expr) -> Option<usize> {
    match expr {
        Expr::Lit(lit) => match &lit.lit {
            Lit::Int(int) => int.base10_parse().ok(),
            _ => None,
        },
        _ => None,
    }
}

/// `A | B(Cell)`.
pub(super) fn alternatives(input: ParseStream<'_>) -> Result<Alternatives> {
    input.parse::<Option<Token![|]>>()?;
    let mut all: Vec<Alternative> = Vec::new();
    loop {
        let next = alternative(input)?;
        if all.iter().any(|other| other.name == next.name) {
            return Err(Error::new(next.name.span(), format!("`{}` is there twice", next.name)));
        }
        all.push(next);
        if input.parse::<Option<Token![|]>>()?.is_none() {
            return Ok(Alternatives { all });
        }
    }
}

fn alternative(input: ParseStream<'_>) -> Result<Alternative> {
    let attributes = Attribute::parse_outer(input)?;
    let name: Ident = input.parse()?;
    let mut parts = Vec::new();
    if input.peek(token::Paren) {
        let inside;
        parenthesized!(inside in input);
        parts.extend(inside.parse_terminated(part, Token![,])?);
    }
    if parts.len() > 3 {
        return Err(Error::new(name.span(), format!("`{name}` has more than three parts")));
    }
    Ok(Alternative { attributes, name, parts })
}

/// What can be chosen: `A | B`, `1..=6`, or a type.
pub(super) fn kind(input: ParseStream<'_>) -> Result<Kind> {
    if begins_alternatives(input) {
        return alternatives(input).map(Kind::Alternatives);
    }
    part(input).map(Kind::Part)
}

fn begins_alternatives(input: ParseStream<'_>) -> bool {
    let one = input.peek(Ident) && (input.peek2(Token![|]) || input.peek2(token::Paren));
    one || input.peek(Token![|]) || input.peek(Token![#])
}

fn part(input: ParseStream<'_>) -> Result<Part> {
    if begins_alternatives(input) {
        return Err(input.error("give these alternatives a name: `type Name = A | B;`"));
    }
    if input.peek(Lit) {
        return range(input);
    }
    Ok(Part::Type(Box::new(input.parse()?)))
}

fn range(input: ParseStream<'_>) -> Result<Part> {
    let least: Lit = input.parse()?;
    input.parse::<Token![..=]>()?;
    let most: Lit = input.parse()?;
    let bound = |lit: &Lit| match lit {
        Lit::Int(int) => int.base10_parse::<usize>(),
        other => Err(Error::new(other.span(), "expected a whole number")),
    };
    if bound(&least)? > bound(&most)? {
        return Err(Error::new(most.span(), "no number is in this range"));
    }
    Ok(Part::Range(least, most))
}

/// Whether `type Name = A | B` or `type Name = 1..=6` comes next, which Rust does not have.
pub(super) fn is_named_type(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    let named = |ahead: ParseStream<'_>| -> Result<bool> {
        ahead.call(Attribute::parse_outer)?;
        ahead.parse::<Token![type]>()?;
        ahead.parse::<Ident>()?;
        ahead.parse::<Token![=]>()?;
        Ok(ahead.peek(Lit) || begins_alternatives(ahead))
    };
    named(&ahead).unwrap_or(false)
}

/// `type Card = Jack | Queen | King;`
pub(super) fn named_type(input: ParseStream<'_>) -> Result<NamedType> {
    let attributes = Attribute::parse_outer(input)?;
    input.parse::<Token![type]>()?;
    let name = input.parse()?;
    input.parse::<Token![=]>()?;
    let kind = kind(input)?;
    input.parse::<Token![;]>()?;
    Ok(NamedType { attributes, name, kind })
}

/// `{ points: Each<u8>, #[secret] deck: Cards<Card> }`.
pub(super) fn state(input: ParseStream<'_>) -> Result<Vec<Field>> {
    let inside;
    braced!(inside in input);
    let fields = Punctuated::<syn::Field, Token![,]>::parse_terminated_with(
        &inside,
        syn::Field::parse_named,
    )?;
    fields.into_iter().map(field).collect()
}

fn field(field: syn::Field) -> Result<Field> {
    let span = field.span();
    let name = field.ident.ok_or_else(|| Error::new(span, "a field needs a name"))?;
    if name == "board" || name == "turn" {
        let message = format!("the state has a `{name}` already; choose another name");
        return Err(Error::new(name.span(), message));
    }
    let (secret, attributes): (Vec<_>, Vec<_>) =
        field.attrs.into_iter().partition(|attribute| attribute.path().is_ident("secret"));
    Ok(Field { attributes, secret: !secret.is_empty(), name, kind: field.ty })
}

/// One of some words.
pub(super) fn word(input: ParseStream<'_>, known: &[&str]) -> Result<Ident> {
    let word = input.call(Ident::parse_any)?;
    if known.contains(&word.to_string().as_str()) {
        return Ok(word);
    }
    let known = words::list(known.iter().copied());
    Err(Error::new(word.span(), format!("`{word}` is none of {known}")))
}
