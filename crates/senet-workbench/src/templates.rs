//! Templates to begin a game with, for `senet new` and for the page.

use crate::protocol::{Answer, TemplateCard};

/// A template: its name, a title, what it shows, and the text, with `@TITLE@` and `@NAME@` for the names of
/// the game.
type Template = (&'static str, &'static str, &'static str, &'static str);

const TEMPLATES: &[Template] = &[
    (
        "board",
        "Board game",
        "Two players, a board, three in a line. The shortest way to a game of your own.",
        include_str!("templates/board.cep"),
    ),
    (
        "story",
        "Story",
        "Places, things, and a way out: what a reader can do follows from rules.",
        include_str!("templates/story.cep"),
    ),
    (
        "cards",
        "Card game",
        "A deck, hands that others do not see, and tricks.",
        include_str!("templates/cards.cep"),
    ),
    (
        "puzzle",
        "Puzzle",
        "Push crates onto goals. The level is a picture that you draw.",
        include_str!("templates/puzzle.cep"),
    ),
    (
        "ceptre",
        "Plain Ceptre",
        "The blocks world, without any extension of the language.",
        include_str!("templates/ceptre.cep"),
    ),
    ("empty", "Empty page", "Nothing at all, for those who know what they want.", ""),
];

/// The text of a template; empty if there is none of this name.
pub fn game_template(name: &str) -> &'static str {
    TEMPLATES.iter().find(|(own, ..)| *own == name).map_or("", |(.., text)| text)
}

/// The templates, for the page.
pub fn templates() -> Answer {
    let card = |(name, title, about, text): &Template| TemplateCard {
        name: (*name).to_owned(),
        title: (*title).to_owned(),
        about: (*about).to_owned(),
        text: for_page(text).replace("@TITLE@", "My game").replace("@NAME@", "my-game"),
    };
    Answer::Templates { templates: TEMPLATES.iter().map(card).collect() }
}

/// A template without the expectations at its end, `%? …`, and the comment above them: `senet test` reads them in a
/// terminal, and on a page they are riddles.
fn for_page(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let Some(first) = lines.iter().position(|line| line.starts_with("%?")) else {
        return text.to_owned();
    };
    let comment = lines[..first].iter().rev().take_while(|line| line.starts_with('%')).count();
    let kept = lines[..first - comment].join("\n");
    format!("{}\n", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::{Answer, templates};

    #[test]
    fn the_page_has_no_expectations_for_the_terminal() {
        let Answer::Templates { templates } = templates() else { panic!("templates") };
        for card in &templates {
            assert!(
                !card.text.contains("%?") && !card.text.contains("senet test"),
                "{}",
                card.name
            );
            assert!(card.text.is_empty() || card.text.ends_with(".\n"), "{:?}", card.text);
        }
        assert!(super::game_template("board").contains("%? "), "`senet new` writes them");
    }

    #[test]
    fn templates_can_be_played() {
        let Answer::Templates { templates } = templates() else { panic!("templates") };
        for card in templates.into_iter().filter(|card| !card.text.is_empty()) {
            let opened = crate::Library::default().open_text(&card.name, &card.text, &[], None);
            assert!(opened.is_ok(), "{}", card.name);
        }
    }
}
