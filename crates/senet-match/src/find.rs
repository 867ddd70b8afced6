//! Which move a text means.

use crate::snapshot::LegalMove;
use senet_game::View;
use senet_game::board::{Place, Spot};

/// Why a text does not mean a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveNotFound {
    /// Nothing fits.
    Nothing,
    /// Several moves fit: these.
    Several(Vec<usize>),
}

/// The move that a text means: a move's name or words, the way players write it (`Nf3`, `11-15`), its
/// number in the menu (from 1, `#3` for the third), its places (`c3`, `3,3`, `a1-b2`, `a1b2`), the letter
/// of its column, its direction, or the beginning of any of them that fits only one.
pub fn find_move(typed: &str, choices: &[LegalMove], view: &View) -> Result<usize, MoveNotFound> {
    let written = unadorned(typed.trim());
    let places = places_typed(typed, view);
    let typed = typed.trim().to_lowercase();
    if typed.is_empty() {
        return Err(MoveNotFound::Nothing);
    }
    let all = || choices.iter().enumerate();
    let texts = |c: &LegalMove| {
        let direction = c.shown.direction.clone();
        let texts = [Some(c.name.clone()), Some(c.shown.text.clone()), direction];
        texts.into_iter().flatten().map(|t| t.to_lowercase()).collect::<Vec<_>>()
    };
    let pick = |fits: &dyn Fn(&LegalMove) -> bool| -> Option<Result<usize, MoveNotFound>> {
        let found: Vec<usize> = all().filter(|(_, c)| fits(c)).map(|(i, _)| i).collect();
        match found.as_slice() {
            [] => None,
            [one] => Some(Ok(*one)),
            _ => Some(Err(MoveNotFound::Several(found))),
        }
    };
    if let Some(Ok(found)) = pick(&|c| texts(c).contains(&typed)) {
        return Ok(found);
    }
    let number = |text: &str| {
        let number = text.parse::<usize>().ok()?;
        (1..=choices.len()).contains(&number).then(|| number - 1)
    };
    if let Some(found) = typed.strip_prefix('#').and_then(number) {
        return Ok(found);
    }
    // Letters may be large or small, unless that makes a difference: `bxc3` and `Bxc3`.
    let exactly = pick(&|c| c.shown.written.contains(&written));
    let loosely = || pick(&|c| c.shown.written.iter().any(|w| w.eq_ignore_ascii_case(&written)));
    if let Some(found) = exactly.or_else(loosely) {
        return found;
    }
    if let Some(way) = arrow(&typed)
        && let Some(found) = pick(&|c| c.shown.direction.as_deref() == Some(way))
    {
        return found;
    }
    if let Some(found) = number(&typed).filter(|_| !has_numbers(choices, view)) {
        return Ok(found);
    }
    // Boards that look the same have places of the same names: a name means any of them.
    let meant = |c: &LegalMove| -> Vec<Place> {
        let same = |typed: &Place, place: &Place| {
            let board = |p: &Place| view.boards.get(usize::from(p.board)).map(|s| &s.board);
            typed.spot == place.spot && board(typed) == board(place)
        };
        let pairs = places.iter().zip(&c.shown.places);
        let pairs = pairs.map(|(typed, place)| if same(typed, place) { *place } else { *typed });
        pairs.chain(places.iter().skip(c.shown.places.len()).copied()).collect()
    };
    let found = pick(&|c| !places.is_empty() && c.shown.places == meant(c))
        .or_else(|| pick(&|c| !places.is_empty() && c.shown.places.starts_with(&meant(c))))
        .or_else(|| pick(&|c| is_way(&places, &c.shown.places)))
        .or_else(|| pick(&|c| is_edge(&places, &c.shown.places, view)))
        .or_else(|| pick(&|c| in_column(&typed, &c.shown.places, view)))
        .or_else(|| pick(&|c| texts(c).iter().any(|t| t.starts_with(&typed))))
        .or_else(|| pick(&|c| texts(c).iter().any(|t| abbreviates(&typed, t))));
    found.unwrap_or(Err(MoveNotFound::Nothing))
}

/// The direction that a word or an arrow key means; a terminal sends an escape sequence for the key, of
/// which the letters are left.
fn arrow(typed: &str) -> Option<&'static str> {
    match typed {
        "up" | "[a" | "oa" | "↑" => Some("north"),
        "down" | "[b" | "ob" | "↓" => Some("south"),
        "right" | "[c" | "oc" | "→" => Some("east"),
        "left" | "[d" | "od" | "←" => Some("west"),
        _ => None,
    }
}

/// Whether numbers name moves or places, so that a number typed alone is not one of the menu.
pub fn has_numbers(choices: &[LegalMove], view: &View) -> bool {
    let number = |text: &str| text.parse::<u64>().is_ok();
    let place = |place: &Place| {
        let scene = view.boards.get(usize::from(place.board));
        scene.is_some_and(|scene| number(&scene.board.spot_name(place.spot)))
    };
    choices.iter().any(|c| {
        number(&c.name)
            || number(&c.shown.text)
            || c.shown.written.iter().any(|text| number(text))
            || c.shown.places.iter().any(place)
    })
}

/// How players write a move: the shortest form that fits no other move of the position; `None` if the
/// game has no notation.
pub fn notation(choices: &[LegalMove], at: usize) -> Option<&str> {
    let others = || choices.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, c)| c);
    let free = |form: &&String| !others().any(|c| c.shown.written.contains(form));
    // A capture says what captures: `exd5`, not `xd5`.
    let whole = |form: &&String| !form.starts_with('x') && free(form);
    let forms = &choices.get(at)?.shown.written;
    let found = forms.iter().find(whole).or_else(|| forms.iter().find(free)).or(forms.last());
    found.map(String::as_str)
}

/// A move without the signs that players add to it: check, mate, praise and blame.
fn unadorned(typed: &str) -> String {
    let typed = typed.trim_end_matches("e.p.").trim_end();
    let typed = typed.trim_end_matches(['+', '#', '!', '?']).trim_end();
    if typed.starts_with("0-0") { typed.replace('0', "O") } else { typed.to_owned() }
}

/// Whether a move leads from the first of two places to the second, whatever lies between.
fn is_way(typed: &[Place], places: &[Place]) -> bool {
    let [from, to] = typed else {
        return false;
    };
    places.len() > 2 && places.first() == Some(from) && places.last() == Some(to)
}

/// Whether a move is the edge between two cells, whichever is named first.
fn is_edge(typed: &[Place], places: &[Place], view: &View) -> bool {
    let [Place { board, spot: Spot::Edge(edge) }] = places else {
        return false;
    };
    let [Place { spot: Spot::Cell(a), .. }, Place { spot: Spot::Cell(b), .. }] = typed else {
        return false;
    };
    let scene = view.boards.get(usize::from(*board));
    scene.is_some_and(|scene| scene.board.edge(*a, *b) == Some(*edge))
}

/// Whether a move is one place in the column of these letters.
fn in_column(typed: &str, places: &[Place], view: &View) -> bool {
    let [Place { board, spot: Spot::Cell(cell) }] = places else {
        return false;
    };
    let Some(scene) = view.boards.get(usize::from(*board)) else {
        return false;
    };
    let name = scene.board.spot_name(Spot::Cell(*cell));
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    !typed.is_empty() && letters.len() < name.len() && letters == typed
}

/// Whether each word typed begins a word of the text, in the same order.
fn abbreviates(typed: &str, text: &str) -> bool {
    let mut words = text.split_whitespace();
    typed.split_whitespace().all(|t| words.any(|w| w.starts_with(t)))
}

/// The places that a text names, if it names nothing else.
pub fn places_typed(typed: &str, view: &View) -> Vec<Place> {
    let mut out = Vec::new();
    for word in typed.trim().split([' ', ';']).filter(|w| !w.is_empty()) {
        let small = word.to_lowercase();
        let found = match numbers(word) {
            Some((column, row)) => at(view, column, row).into_iter().collect(),
            None => match view.places_in(word) {
                none if none.is_empty() => match view.places_in(&small) {
                    none if none.is_empty() => run_together(&small, view).unwrap_or_default(),
                    some => some,
                },
                some => some,
            },
        };
        if found.is_empty() {
            return Vec::new();
        }
        out.extend(found);
    }
    out
}

/// Places without a blank between them: `e2e4`, `c3xe5`.
fn run_together(word: &str, view: &View) -> Option<Vec<Place>> {
    let mut rest = word;
    let mut out = Vec::new();
    while !rest.is_empty() {
        let ends = rest.char_indices().map(|(i, c)| i + c.len_utf8());
        let longest = ends.rev().find_map(|end| {
            let (board, scene) = view.boards.iter().enumerate().next()?;
            let spot = scene.board.spot(&rest[..end])?;
            Some((end, Place { board: board as u8, spot }))
        });
        let (end, place) = longest?;
        out.push(place);
        rest = rest[end..].trim_start_matches(['x', '-', ':']);
    }
    (out.len() > 1).then_some(out)
}

/// `3,4`: a column and a row, counted from 1.
fn numbers(word: &str) -> Option<(u32, u32)> {
    let (column, row) = word.split_once(',')?;
    Some((column.parse().ok()?, row.parse().ok()?))
}

fn at(view: &View, column: u32, row: u32) -> Option<Place> {
    let board = &view.boards.first()?.board;
    let there = |cell| {
        let (x, y) = (board.column(cell)?, board.row(cell)?);
        (x == column && y == row).then_some(cell)
    };
    let cell = board.cells().find_map(there)?;
    Some(Place { board: 0, spot: Spot::Cell(cell) })
}
