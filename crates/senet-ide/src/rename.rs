//! Rename: all places of a name, or a reason why not.
//!
//! What would change the meaning of a program is found in two ways: names that cannot be, or that
//! are taken, are refused with their own reason; and after the edit, every name has to mean what it
//! meant before.

use crate::Analysis;
use crate::index::{Access, Entity, Index, Occurrence, Space, Symbol, SymbolId};
use senet_program::relations::board_relation;
use senet_syntax::lexer::{TokenKind, tokens};
use senet_syntax::{LineIndex, Span, TextEdit, apply_edits, ast};

/// Why something cannot be renamed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RenameError {
    /// Nothing at this place has a name.
    #[error("there is no name here")]
    NoName,
    /// The name comes with something else.
    #[error("`{name}` comes with {with}; it has no declaration of its own")]
    Given {
        /// The name.
        name: String,
        /// What it comes with.
        with: &'static str,
    },
    /// It is declared in a text that this one includes.
    #[error("`{name}` stands in `{file}`, which this program includes; rename it there")]
    Included {
        /// The name.
        name: String,
        /// The included text.
        file: String,
    },
    /// The new name is no name.
    #[error("`{name}` is not a name: {why}")]
    NotAName {
        /// The new name.
        name: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// The new name would be read as something else.
    #[error("a {what} cannot be called `{name}`: {why}")]
    WrongCase {
        /// What is renamed.
        what: &'static str,
        /// The new name.
        name: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// The new name is a word of the language.
    #[error("`{name}` is a word of the language")]
    Reserved {
        /// The new name.
        name: String,
    },
    /// Something else has the new name.
    #[error("there is a {what} `{name}` already, in line {line}")]
    Taken {
        /// What has the name.
        what: &'static str,
        /// The new name.
        name: String,
        /// The line of its declaration, from 1.
        line: usize,
    },
    /// Another name would mean something else afterwards.
    #[error("`{name}` in line {line} would mean something else")]
    Meaning {
        /// The name.
        name: String,
        /// Its line, from 1.
        line: usize,
    },
}

/// Words that mean something in rules, unless a program declares them.
pub(crate) const WORDS: &[&str] = &["not", "count", "sum", "max", "min", "mod", "rows", "-", "/"];

impl Analysis {
    /// The name at a byte that can be renamed.
    pub fn prepare_rename(&self, offset: u32) -> Result<Span, RenameError> {
        let found = self.name_at(offset).ok_or(RenameError::NoName)?;
        self.renamable(found.symbol)?;
        Ok(found.span)
    }

    /// The edits that give the name at a byte another name everywhere.
    ///
    /// ```
    /// # use senet_ide::Analysis;
    /// let text = "p : pred. stage s = { r : p -o . }";
    /// let analysis = Analysis::new(text, &Default::default());
    /// assert_eq!(analysis.rename(0, "token").unwrap().len(), 2);
    /// let refused = analysis.rename(0, "stage").unwrap_err();
    /// assert_eq!(refused.to_string(), "`stage` is a word of the language");
    /// ```
    pub fn rename(&self, offset: u32, to: &str) -> Result<Vec<TextEdit>, RenameError> {
        let found = self.name_at(offset).ok_or(RenameError::NoName)?;
        self.rename_symbol(found.symbol, to, found.span)
    }

    pub(crate) fn rename_symbol(
        &self,
        symbol: SymbolId,
        to: &str,
        at: Span,
    ) -> Result<Vec<TextEdit>, RenameError> {
        self.renamable(symbol)?;
        let renamed = self.index.symbol(symbol);
        if *renamed.name == *to {
            return Ok(Vec::new());
        }
        self.is_name_for(renamed, to)?;
        let symbols = self.same(symbol);
        self.is_free(renamed, &symbols, to)?;
        let mut spans: Vec<Span> =
            symbols.iter().flat_map(|id| self.index.places(*id)).map(|o| o.span).collect();
        spans.extend(self.tied_places(&symbols));
        spans.sort();
        spans.dedup();
        // Rules that nothing names are told apart by their places, not by their names.
        let mentioned = |o: &Occurrence| o.access == Access::Mention;
        if renamed.space == Space::Rule && !self.index.places(symbol).any(mentioned) {
            spans = vec![at];
        }
        let edits: Vec<TextEdit> = spans.iter().map(|span| TextEdit::new(*span, to)).collect();
        self.keeps_meaning(&edits, renamed, to)?;
        Ok(edits)
    }

    fn renamable(&self, symbol: SymbolId) -> Result<(), RenameError> {
        let found = self.index.symbol(symbol);
        let name = || found.name.to_string();
        if found.given {
            let with = match found.entity {
                Entity::Predicate(_) => "`#players`",
                Entity::Type(_) if &*found.name == "nat" => "the language",
                _ => "its board",
            };
            return Err(RenameError::Given { name: name(), with });
        }
        let mut places = self.index.places(symbol);
        if let Some(place) = places.find(|o| !self.is_own(o.span)) {
            let file = self.location(place.span).file.unwrap_or_default();
            return Err(RenameError::Included { name: name(), file });
        }
        Ok(())
    }

    /// Whether a text is a name that such a symbol may have.
    fn is_name_for(&self, renamed: &Symbol, to: &str) -> Result<(), RenameError> {
        let name = to.to_owned();
        let why = match tokens(to).as_slice() {
            [token] if token.kind == TokenKind::Name => None,
            [token]
                if matches!(
                    token.kind,
                    TokenKind::Pred | TokenKind::Stage | TokenKind::Context
                ) =>
            {
                return Err(RenameError::Reserved { name });
            }
            [token] if matches!(token.kind, TokenKind::Lolli | TokenKind::BackLolli) => {
                Some("it is an arrow")
            }
            [token] if matches!(token.kind, TokenKind::Number | TokenKind::BadNumber) => {
                Some("a name does not begin with a digit")
            }
            [] => Some("it is empty"),
            _ => Some("a name is letters, digits, `_`, `-`, `/` and `'`"),
        };
        if let Some(why) = why {
            return Err(RenameError::NotAName { name, why });
        }
        let words = match renamed.space {
            Space::Type => ["type", "bwd", "sense", "action", "nat", "dir"].contains(&to),
            Space::Predicate => ["qui", "type", "bwd", "board", "for", "ordered"].contains(&to),
            Space::Rule => to == "-",
            _ => false,
        };
        let rules = matches!(renamed.space, Space::Predicate | Space::Constant | Space::Type);
        if words || (rules && WORDS.contains(&to)) {
            return Err(RenameError::Reserved { name });
        }
        let upper = ast::is_variable(to);
        let what = renamed.space.word();
        match renamed.space {
            Space::Variable if !upper => {
                let why = "a variable begins in upper case";
                Err(RenameError::WrongCase { what, name, why })
            }
            Space::Constant | Space::Option if upper => {
                let why = "in a rule it would be a variable";
                Err(RenameError::WrongCase { what, name, why })
            }
            _ => Ok(()),
        }
    }

    /// Whether nothing else has the name already.
    fn is_free(&self, renamed: &Symbol, all: &[SymbolId], to: &str) -> Result<(), RenameError> {
        let spaces: &[Space] = match renamed.space {
            Space::Variable => {
                for id in all {
                    let Entity::Variable { rule, .. } = self.index.symbol(*id).entity else {
                        continue;
                    };
                    let other = self.index.variable(rule, to);
                    let inside = || self.inside_family(rule, to);
                    if let Some(other) = other.or_else(inside) {
                        return Err(self.taken(other, to));
                    }
                }
                &[]
            }
            Space::Constant | Space::Option => &[Space::Constant, Space::Option],
            Space::Predicate | Space::Context => &[Space::Predicate, Space::Context],
            Space::Type => &[Space::Type],
            Space::Stage => &[Space::Stage],
            Space::Rule => &[],
        };
        for space in spaces {
            let other = self.named(*space, to).filter(|id| !all.contains(id));
            if let Some(other) = other {
                return Err(self.taken(other, to));
            }
        }
        let relation = renamed.space == Space::Predicate && board_relation(to).is_some();
        if relation && !self.declared().boards.is_empty() {
            return Err(RenameError::Reserved { name: to.to_owned() });
        }
        Ok(())
    }

    /// A variable of a rule inside of a family.
    fn inside_family(&self, family: u32, name: &str) -> Option<SymbolId> {
        let inside = |rule: u32| {
            let mut outer = self.index.rules[rule as usize].outer;
            while let Some(at) = outer {
                if at == family {
                    return true;
                }
                outer = self.index.rules[at as usize].outer;
            }
            false
        };
        let rules = (0..self.index.rules.len() as u32).filter(|rule| inside(*rule));
        let mut all = rules.flat_map(|rule| self.index.variables(rule));
        all.find(|id| *self.index.symbol(*id).name == *name)
    }

    fn taken(&self, other: SymbolId, to: &str) -> RenameError {
        let found = self.index.symbol(other);
        let place = found.definition.or_else(|| self.index.places(other).next().map(|o| o.span));
        let line = self.line_of(place.unwrap_or_default());
        RenameError::Taken { what: found.space.word(), name: to.to_owned(), line }
    }

    /// Where directives name variables that are renamed: a text may name one several times.
    fn tied_places(&self, symbols: &[SymbolId]) -> Vec<Span> {
        let ties = self.index.ties.iter();
        let tied = ties.filter(|t| t.variables.iter().any(|v| symbols.contains(v)));
        tied.map(|t| t.span).collect()
    }

    /// Whether every name means the same after some edits.
    fn keeps_meaning(
        &self,
        edits: &[TextEdit],
        renamed: &Symbol,
        to: &str,
    ) -> Result<(), RenameError> {
        let before = self.full_text();
        let changed = |span: Span| edits.iter().any(|e| e.span == span);
        let Some(after) = apply_edits(self.text(), edits) else {
            return Err(RenameError::NoName);
        };
        let after = Analysis::new(&after, &self.options);
        let old = meanings(&self.index);
        let new = meanings(&after.index);
        let same_errors = after.checked.has_errors() == self.checked.has_errors();
        let differs = old.iter().zip(&new).position(|(a, b)| a != b);
        let differs = differs.or((old.len() != new.len()).then_some(old.len().min(new.len())));
        let differs = differs.or((!same_errors).then_some(0));
        let Some(at) = differs else { return Ok(()) };
        let place = self.index.occurrences.get(at).map_or(Span::default(), |o| o.span);
        let name = if changed(place) { to } else { place.of(before) };
        let name = if name.is_empty() { &renamed.name } else { name };
        Err(RenameError::Meaning { name: name.to_owned(), line: self.line_of(place) })
    }

    /// The line of a place, from 1.
    pub(crate) fn line_of(&self, place: Span) -> usize {
        if self.is_own(place) {
            return self.lines().line(place.start) + 1;
        }
        let text = self.full_text();
        LineIndex::new(&text[..place.start as usize]).line(place.start) + 1
    }
}

/// For each place of a name, the space of its symbol and the first place where that symbol stands:
/// which survives a change of names. Rules may share names; what counts is which of them directives
/// mean.
fn meanings(index: &Index) -> Vec<(Space, usize, bool)> {
    let mut first = vec![usize::MAX; index.symbols.len()];
    let mut mention = vec![usize::MAX; index.symbols.len()];
    for (i, place) in index.occurrences.iter().enumerate().rev() {
        first[place.symbol.index()] = i;
        if place.access == Access::Mention {
            mention[place.symbol.index()] = i;
        }
    }
    let meaning = |place: &Occurrence| {
        let (symbol, at) = (index.symbol(place.symbol), place.symbol.index());
        let rule = symbol.space == Space::Rule && place.access == Access::Define;
        let first = if rule { mention[at] } else { first[at] };
        (symbol.space, first, matches!(symbol.entity, Entity::Unknown))
    };
    index.occurrences.iter().map(meaning).collect()
}
