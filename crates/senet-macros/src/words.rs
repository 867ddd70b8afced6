//! Names in the spellings that are wanted, and names that are nearly the same.

/// `TicTacToe` → `tic-tac-toe`.
pub(crate) fn kebab(name: &str) -> String {
    spelled(name, '-')
}

/// `TicTacToe` → `tic_tac_toe`.
pub(crate) fn snake(name: &str) -> String {
    spelled(name, '_')
}

/// `TicTacToe` → `Tic tac toe`.
pub(crate) fn title(name: &str) -> String {
    let words = spelled(name, ' ');
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn spelled(name: &str, between: char) -> String {
    let mut out = String::new();
    let mut before_was_lower = false;
    for letter in name.chars() {
        if letter.is_uppercase() && before_was_lower {
            out.push(between);
        }
        before_was_lower = !letter.is_uppercase();
        let letter = if letter == '_' { between } else { letter };
        out.extend(letter.to_lowercase());
    }
    out
}

/// The one of some names that was probably meant.
pub(crate) fn nearest<'a>(name: &str, names: &[&'a str]) -> Option<&'a str> {
    let near = names.iter().map(|other| (distance(name, other), *other));
    let (distance, other) = near.min()?;
    (distance <= 1 + name.len() / 4).then_some(other)
}

/// How many letters must be added, dropped or changed.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

/// `a, b and c`.
pub(crate) fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::{kebab, list, nearest, snake, title};

    #[test]
    fn names_are_spelled_as_wanted() {
        assert_eq!(kebab("TicTacToe"), "tic-tac-toe");
        assert_eq!(snake("ConnectFour"), "connect_four");
        assert_eq!(title("KuhnPoker"), "Kuhn poker");
        assert_eq!((kebab("X"), kebab("HTTPGame")), ("x".to_owned(), "httpgame".to_owned()));
    }

    #[test]
    fn what_was_meant_is_near() {
        assert_eq!(nearest("bord", &["board", "player"]), Some("board"));
        assert_eq!(nearest("colour", &["board", "player"]), None);
        assert_eq!(list(["x", "y", "z"]), "`x`, `y` and `z`");
    }
}
