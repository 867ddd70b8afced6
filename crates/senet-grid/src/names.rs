//! Names that authors choose. The program has to be printed as text, so they must be names there.

use crate::error::GridMistake;
use senet_syntax::ast::is_variable;
use senet_syntax::lexer::{is_name, is_reserved};

/// Predicates that come with the players.
pub(crate) const OF_PLAYERS: &[&str] = &["next", "seated"];

/// Predicates that come with a board.
pub(crate) const OF_BOARDS: &[&str] =
    &["adjacent", "column", "corner", "diagonal", "joins", "line", "row", "side", "step"];

/// What is wrong with the name of anything but a variable.
pub(crate) fn wrong_name(name: &str) -> Option<GridMistake> {
    if is_reserved(name) {
        return Some(GridMistake::Reserved(name.to_owned()));
    }
    if !is_plain(name) {
        return Some(GridMistake::NotAName(name.to_owned()));
    }
    is_variable(name).then(|| GridMistake::UpperCase(name.to_owned()))
}

/// What is wrong with the name of a variable.
pub(crate) fn wrong_variable(name: &str) -> Option<GridMistake> {
    if !is_plain(name) {
        return Some(GridMistake::NotAName(name.to_owned()));
    }
    (!is_variable(name)).then(|| GridMistake::LowerCase(name.to_owned()))
}

/// Names may begin with `/` and `-` too, but some of those mean something else at the beginning of a
/// line.
fn is_plain(name: &str) -> bool {
    is_name(name) && name.starts_with(char::is_alphabetic)
}
