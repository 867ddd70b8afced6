//! Sentences made of names and texts that others wrote.

/// A text that ends as a sentence does, with a capital at its beginning. Names of one letter (`x`), of places (`c3`)
/// and what is no sentence stay as they are.
///
/// ```
/// use senet_game::as_sentence;
/// assert_eq!(as_sentence("white wins."), "White wins.");
/// assert_eq!(as_sentence("x wins."), "x wins.");
/// assert_eq!(as_sentence("c3 is taken."), "c3 is taken.");
/// assert_eq!(as_sentence("take two"), "take two");
/// ```
pub fn as_sentence(text: &str) -> String {
    let ends = text.trim_end().ends_with(['.', '!', '?', '…']);
    if ends { capitalized(text) } else { text.to_owned() }
}

/// A text whose first word begins with a capital, unless the word is a letter or the name of a place.
pub fn capitalized(text: &str) -> String {
    let word = text.split([' ', ',', '\'', ':', '.', '!', '?', '-']).next().unwrap_or_default();
    let is_word = word.chars().count() > 1 && word.chars().all(char::is_alphabetic);
    let mut rest = text.chars();
    match rest.next() {
        Some(first) if is_word => first.to_uppercase().chain(rest).collect(),
        _ => text.to_owned(),
    }
}
