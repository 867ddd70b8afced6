//! Whether the sections fit together.

use super::sections::Sections;
use super::{Errors, Head, values};
use crate::declaration::{
    Alternatives, Board, Declaration, Field, Initial, InitialBoard, NamedType,
};
use crate::words;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Error, Expr, ExprArray, Ident, Item, Path, Result, parse_quote_spanned};

/// Names that `game!` gives to types.
const TAKEN: &[&str] =
    &["State", "Player", "Piece", "Move", "Chance", "Board", "Cell", "Column", "Row", "Each"];

pub(super) fn together(
    head: Head,
    sections: Sections,
    types: Vec<NamedType>,
    items: Vec<Item>,
) -> Result<Declaration> {
    let mut errors = Errors::default();
    taken(&types, &items, &mut errors);
    let initial = initial(&sections, &mut errors);
    missing(&head.name, &sections, &mut errors);
    if let Some(player) = &sections.player {
        players(player, &mut errors);
    }
    errors.none()?;
    let incomplete = || Error::new(head.name.span(), "the game is not complete");
    let declare = unwritten(&head.declare);
    Ok(Declaration {
        player: sections.player.ok_or_else(incomplete)?,
        mv: sections.mv.ok_or_else(incomplete)?,
        outcome: sections.outcome.ok_or_else(incomplete)?,
        krate: quote!(#declare::game),
        declare,
        declare_as_written: head.declare,
        attributes: head.attributes,
        visibility: head.visibility,
        name: head.name,
        board: sections.board,
        piece: sections.piece,
        types,
        state: sections.state,
        valid: sections.valid,
        moves: sections.moves,
        score: sections.score,
        reason: sections.reason,
        chance: sections.chance,
        initial,
        parse: sections.parse,
        move_name: sections.name,
        clicks: sections.clicks,
        seen_by: sections.seen_by,
        determinize: sections.determinize,
        glyph: sections.glyph,
        owner: sections.owner,
        scene: sections.scene,
        limit: sections.limit,
        repeat: sections.repeat,
        about: sections.about,
        items,
    })
}

/// Sections that no game does without, each with an example.
fn missing(name: &Ident, sections: &Sections, errors: &mut Errors) {
    let on_cells = matches!(sections.board, Some(Board::Matrix { .. }));
    let lacks = [
        (sections.player.is_none(), "player: X | O;"),
        (on_cells && sections.piece.is_none(), "piece: X | O;"),
        (sections.mv.is_none(), "move: Cell;"),
        (sections.valid.is_none() && sections.moves.is_none(), "valid: |game, mv| …;"),
        (sections.outcome.is_none(), "outcome: { win: |game| …, else: |game, mv| … }"),
    ];
    let examples = lacks.iter().filter(|(lacks, _)| *lacks).map(|(_, example)| *example);
    let names: Vec<&str> = examples.clone().filter_map(|it| it.split(':').next()).collect();
    if names.is_empty() {
        return;
    }
    let which = if names.len() == 1 { "section" } else { "sections" };
    let names = words::list(names);
    let examples: Vec<&str> = examples.collect();
    let message = format!("`{name}` lacks the {which} {names}, such as\n{}", examples.join("\n"));
    errors.at(name.span(), message);
}

fn players(player: &Alternatives, errors: &mut Errors) {
    if let Some(more) = player.all.get(64) {
        errors.at(more.name.span(), "at most 64 can play");
    }
    for one in player.all.iter().filter(|one| !one.parts.is_empty()) {
        errors.at(one.name.span(), "a player is a name and nothing else");
    }
}

fn taken(types: &[NamedType], items: &[Item], errors: &mut Errors) {
    let names = types.iter().map(|named| &named.name).chain(items.iter().filter_map(type_name));
    for name in names.filter(|name| TAKEN.contains(&name.to_string().as_str())) {
        errors.at(name.span(), format!("`{name}` is made by the sections; choose another name"));
    }
}

/// The same path, but not where it was written: errors that have nothing to do with it should not
/// point there.
fn unwritten(path: &Path) -> TokenStream {
    let tokens = path.to_token_stream().into_iter().map(|mut token| {
        token.set_span(Span::call_site().resolved_at(token.span()));
        token
    });
    tokens.collect()
}

fn type_name(item: &Item) -> Option<&Ident> {
    match item {
        Item::Struct(it) => Some(&it.ident),
        Item::Enum(it) => Some(&it.ident),
        Item::Type(it) => Some(&it.ident),
        Item::Trait(it) => Some(&it.ident),
        Item::Union(it) => Some(&it.ident),
        _ => None,
    }
}

/// How play begins, with names of pieces and players in full.
fn initial(sections: &Sections, errors: &mut Errors) -> Initial {
    let given = &sections.initial;
    for (name, _) in &given.fields {
        known_field(name, &sections.state, errors);
    }
    let board = given.board.as_ref().map(|(span, board)| {
        let fitting = match &sections.board {
            None => {
                errors.at(*span, "the game has no section `board`");
                board.clone()
            }
            Some(Board::Custom(_)) => {
                if matches!(board, InitialBoard::All(_)) {
                    errors.at(*span, "only a matrix or an array can be filled with `all`");
                }
                board.clone()
            }
            Some(Board::Matrix { width, height, .. }) => {
                on_cells(board, [width, height], sections.piece.as_ref(), errors)
            }
        };
        (*span, fitting)
    });
    let turn = given.turn.as_ref();
    let turn = turn.map(|turn| named(turn, "player", "Player", sections.player.as_ref(), errors));
    Initial { board, turn, fields: given.fields.clone() }
}

fn known_field(name: &Ident, state: &[Field], errors: &mut Errors) {
    if state.iter().any(|field| field.name == *name) {
        return;
    }
    let fields: Vec<String> = state.iter().map(|field| field.name.to_string()).collect();
    let mut fields: Vec<&str> = fields.iter().map(String::as_str).collect();
    fields.extend(["board", "turn"]);
    let help = match words::nearest(&name.to_string(), &fields) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => "declare it in the section `state`".to_owned(),
    };
    errors.at(name.span(), format!("the state has no field `{name}`: {help}"));
}

fn on_cells(
    board: &InitialBoard,
    [width, height]: [&Expr; 2],
    piece: Option<&Alternatives>,
    errors: &mut Errors,
) -> InitialBoard {
    let rows = match board {
        InitialBoard::All(what) => {
            let what = what.as_ref().map(|what| named(what, "piece", "Piece", piece, errors));
            return InitialBoard::All(what);
        }
        InitialBoard::Custom(Expr::Array(rows)) => rows,
        other => return other.clone(),
    };
    let nested: Vec<&ExprArray> = rows.elems.iter().filter_map(as_array).collect();
    let several = nested.len() == rows.elems.len();
    if several {
        has(nested.len(), "rows", rows, height, errors);
    }
    let drawn = if several { nested } else { vec![rows] };
    let drawn = drawn.into_iter().map(|row| {
        has(row.elems.len(), "cells", row, width, errors);
        row.elems.iter().map(|cell| on_cell(cell, piece, errors)).collect()
    });
    InitialBoard::Drawn(drawn.collect())
}

fn as_array(expr: &Expr) -> Option<&ExprArray> {
    match expr {
        Expr::Array(array) => Some(array),
        _ => None,
    }
}

/// `_` is nothing; anything else is a piece.
fn on_cell(cell: &Expr, piece: Option<&Alternatives>, errors: &mut Errors) -> Option<Expr> {
    match cell {
        Expr::Infer(_) => None,
        other => Some(named(other, "piece", "Piece", piece, errors)),
    }
}

fn has(count: usize, what: &str, array: &ExprArray, wanted: &Expr, errors: &mut Errors) {
    let Some(wanted) = values::number(wanted).filter(|wanted| *wanted != count) else { return };
    errors.at(array.span(), format!("{count} {what} are drawn here, but the board has {wanted}"));
}

/// A name alone is one of the alternatives; anything else is Rust.
fn named(
    expr: &Expr,
    what: &str,
    kind: &str,
    among: Option<&Alternatives>,
    errors: &mut Errors,
) -> Expr {
    let (Expr::Path(path), Some(among)) = (expr, among) else { return expr.clone() };
    let Some(name) = path.path.get_ident() else { return expr.clone() };
    if among.all.iter().any(|one| one.name == *name) {
        let kind = Ident::new(kind, name.span());
        return parse_quote_spanned!(name.span()=> #kind::#name);
    }
    let all: Vec<String> = among.all.iter().map(|one| one.name.to_string()).collect();
    let all = words::list(all.iter().map(String::as_str));
    errors.at(name.span(), format!("there is no {what} `{name}`: there are {all}"));
    expr.clone()
}
