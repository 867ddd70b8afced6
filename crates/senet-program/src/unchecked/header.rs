//! What a program says about itself, from its directives alone.

use crate::check::directives_of;
use crate::program::GameOption;
use senet_syntax::ast::{Directive, Item, Name, SourceFile, Text};

/// What a program says about itself, before it is checked. For a program without errors it is
/// what the checked [`Program`](crate::Program) says with the usual options; otherwise it is what can
/// be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramHeader {
    /// `#title`
    pub title: Option<String>,
    /// `#about`
    pub about: Option<String>,
    /// `#origin`
    pub origin: Option<String>,
    /// `#tags`
    pub tags: Vec<String>,
    /// The least and the largest number of players; 1 and 1 without `#players`.
    pub players: (usize, usize),
    /// `#option`, in source order, each with its usual value.
    pub options: Vec<GameOption>,
    /// How many starts there are.
    pub starts: usize,
    /// Whether something is hidden from an observer.
    pub hides: bool,
}

impl ProgramHeader {
    pub(super) fn of(file: &SourceFile) -> ProgramHeader {
        let mut header = ProgramHeader {
            title: None,
            about: None,
            origin: None,
            tags: Vec::new(),
            players: (1, 1),
            options: Vec::new(),
            starts: 0,
            hides: false,
        };
        for directive in directives_of(file) {
            header.add(directive, file);
        }
        header
    }

    fn add(&mut self, directive: &Directive, file: &SourceFile) {
        let text = |slot| Some(directive.get::<Text>(slot).shown());
        match directive.name() {
            "title" => self.title = text(0),
            "about" => self.about = text(0),
            "origin" => self.origin = text(0),
            "tags" => {
                let tags: &[Text] = directive.get(0);
                self.tags.extend(tags.iter().map(Text::shown));
            }
            "players" => {
                // As the checker does: without a range, all constants of the type sit.
                let named = || constants(directive.get(0), file);
                let seats = directive.get_optional::<(u64, u64)>(1);
                let seats = seats.map(|(low, high)| (*low as usize, *high as usize));
                self.players = seats.unwrap_or_else(|| (named(), named()));
            }
            "option" => {
                let name = directive.get::<Name>(0).text.as_ref().to_owned();
                let (&(low, high), &default) = (directive.get(1), directive.get(2));
                self.options.push(GameOption { name, low, high, default, value: default });
            }
            "trace" => self.starts += 1,
            "hidden" => self.hides = true,
            _ => {}
        }
    }
}

/// How many constants of a type are declared.
fn constants(ty: &Name, file: &SourceFile) -> usize {
    let of_type = |item: &&Item| matches!(item, Item::Declare(it) if it.kind.text == ty.text && it.arguments.is_empty());
    file.items.iter().filter(of_type).count()
}
