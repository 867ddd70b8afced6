//! Structure edits: what can be done to the blocks of a program, as edits of its text.
//!
//! An edit is refused, with the reason, if the program would have an error afterwards that it does
//! not have now. So a sequence of edits leads from a program without errors to others without errors.

use crate::Analysis;
use crate::lists::{List, deletion, path_to};
use crate::rename::RenameError;
use crate::structure::{NewItem, NewPart, StructureId};
use crate::tree_at::is_item;
use senet_syntax::lexer::TokenKind;
use senet_syntax::tree::{NodeKind, Part, SyntaxNode};
use senet_syntax::{Diagnostic, Severity, Span, TextEdit, apply_edits};
use serde::{Deserialize, Serialize};

/// How a premise is used, or whether an effect lasts.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum PremiseMark {
    /// No sign: a premise takes its atom, an effect makes one.
    #[default]
    Plain,
    /// `$`: needed, and left where it is.
    Keep,
    /// `!`: persistent.
    Persistent,
}

impl PremiseMark {
    /// How it is written.
    pub fn sign(self) -> &'static str {
        match self {
            PremiseMark::Plain => "",
            PremiseMark::Keep => "$",
            PremiseMark::Persistent => "!",
        }
    }
}

/// Something to be done to the structure of a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "edit", rename_all = "kebab-case")]
pub enum StructureEdit {
    /// Puts an item into a stage, a family or the file.
    AddItem {
        /// The stage or family; `None` is the file.
        into: Option<StructureId>,
        /// Before which of its items; beyond the last is the end.
        at: usize,
        /// What is added.
        item: NewItem,
    },
    /// Puts a premise or goal into a rule, into `not`, an aggregate or braces, or an atom into a
    /// context or a start.
    AddPremise {
        /// The rule, part, context or `#trace`.
        to: StructureId,
        /// Before which premise or atom; beyond the last is the end.
        at: usize,
        /// What is added.
        part: NewPart,
    },
    /// Puts an effect into a rule, or into what braces make.
    AddEffect {
        /// The rule, link or part.
        to: StructureId,
        /// Before which effect; beyond the last is the end.
        at: usize,
        /// What is added.
        part: NewPart,
    },
    /// Takes an item or a part of a rule or context out. Comments stay.
    Remove {
        /// What goes.
        node: StructureId,
    },
    /// Takes a set, value, predicate, stage or context out together with everything that uses it.
    RemoveWithUses {
        /// What goes.
        node: StructureId,
        /// A set whose name is written wherever the removed one was, so that the uses stay.
        instead: Option<String>,
    },
    /// Gives a set, value, predicate, board, stage, rule or context another name everywhere.
    Rename {
        /// What is renamed.
        node: StructureId,
        /// The new name.
        name: String,
    },
    /// Moves an item to another place in the file or, if it is a rule, into a stage or family; its
    /// comments go with it. Or moves a part to another place in its list.
    Move {
        /// What is moved.
        node: StructureId,
        /// Where an item goes; `None` is the file.
        into: Option<StructureId>,
        /// The place among the others, once it has been taken out.
        at: usize,
    },
    /// Copies an item or a part, right behind the original.
    Duplicate {
        /// What is copied.
        node: StructureId,
        /// The name of the copy of an item that has one; a fresh one if it is not given.
        name: Option<String>,
    },
    /// Makes a premise taken, kept or persistent, or an effect persistent.
    SetMark {
        /// The part.
        node: StructureId,
        /// The mark.
        mark: PremiseMark,
    },
    /// `p X` becomes `not p X`, or the other way round.
    SetNegated {
        /// The premise.
        node: StructureId,
        /// Whether it shall be absent.
        negated: bool,
    },
    /// How many copies of an atom are meant.
    SetCopies {
        /// The part.
        node: StructureId,
        /// A number or the name of one; `None` is one copy.
        copies: Option<String>,
    },
    /// Changes the sign of a comparison.
    SetSign {
        /// The comparison.
        node: StructureId,
        /// `==`, `<>`, `=`, `<`, `<=`, `>` or `>=`.
        sign: String,
    },
    /// Writes something else into a slot: an argument, a type, a kind, the stage of a link.
    SetSlot {
        /// The slot.
        node: StructureId,
        /// What is written.
        text: String,
    },
    /// Whether earlier rules of a stage come before later ones.
    SetOrdered {
        /// The stage.
        node: StructureId,
        /// Whether they do.
        ordered: bool,
    },
    /// Whether a player chooses in a stage.
    SetInteractive {
        /// The stage.
        node: StructureId,
        /// Whether somebody does.
        interactive: bool,
    },
}

/// Why a structure edit is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// The id belongs to another snapshot, or to nothing.
    #[error("there is no such part of the program")]
    UnknownNode,
    /// The edit makes no sense for what it is asked of.
    #[error("this cannot be done here: {0}")]
    NotApplicable(&'static str),
    /// It cannot be renamed.
    #[error(transparent)]
    Rename(#[from] RenameError),
    /// The program would have an error.
    #[error("{message} ({code})")]
    Breaks {
        /// The code of the error.
        code: &'static str,
        /// What it says.
        message: String,
    },
}

/// Edits of a text, or why not.
pub(super) type Edited = Result<Vec<TextEdit>, EditError>;

impl Analysis {
    /// The edits of the text that do something to its structure.
    ///
    /// ```
    /// use senet_ide::{Analysis, PremiseMark, StructureEdit};
    /// let text = "p : pred. q : pred.\nstage s = { r : p * q -o q. } % why\n#trace 1 s { p, q }.";
    /// let analysis = Analysis::new(text, &Default::default());
    /// let premise = &analysis.structure().stages[0].rules[0].premises[0];
    /// let keep = StructureEdit::SetMark { node: premise.id, mark: PremiseMark::Keep };
    /// let edits = analysis.edit(&keep).unwrap();
    /// let after = senet_syntax::apply_edits(text, &edits).unwrap();
    /// assert!(after.contains("r : $p * q -o q. } % why"));
    /// ```
    pub fn edit(&self, edit: &StructureEdit) -> Result<Vec<TextEdit>, EditError> {
        let edits = self.unverified(edit)?;
        self.verify(&edits)?;
        Ok(edits)
    }

    /// The edits, whatever comes of them.
    pub(super) fn unverified(&self, edit: &StructureEdit) -> Edited {
        match edit {
            StructureEdit::AddItem { into, at, item } => self.add_new_item(*into, *at, item),
            StructureEdit::AddPremise { to, at, part } => self.add_part(*to, true, *at, part),
            StructureEdit::AddEffect { to, at, part } => self.add_part(*to, false, *at, part),
            StructureEdit::Remove { node } => {
                let path = self.path_of(*node)?;
                let last = *path.last().ok_or(EditError::UnknownNode)?;
                if is_item(last.kind()) {
                    return Ok(self.item_removal(last));
                }
                self.in_list(*node, |list, at, _| list.removal(at))
            }
            StructureEdit::RemoveWithUses { node, instead } => {
                self.remove_with_uses(*node, instead.as_deref())
            }
            StructureEdit::Rename { node, name } => self.rename_node(*node, name),
            StructureEdit::Move { node, into, at } => self.move_node(*node, *into, *at),
            StructureEdit::Duplicate { node, name } => self.duplicate(*node, name.as_deref()),
            StructureEdit::SetMark { node, mark } => self.set_mark(*node, *mark),
            StructureEdit::SetNegated { node, negated } => self.set_negated(*node, *negated),
            StructureEdit::SetCopies { node, copies } => self.set_copies(*node, copies.as_deref()),
            StructureEdit::SetSign { node, sign } => self.set_sign(*node, sign),
            StructureEdit::SetSlot { node, text } => self.set_slot(*node, text),
            StructureEdit::SetOrdered { node, ordered } => self.set_ordered(*node, *ordered),
            StructureEdit::SetInteractive { node, interactive } => {
                self.set_interactive(*node, *interactive)
            }
        }
    }

    /// The nodes from the file down to a node of the text itself.
    pub(crate) fn path_of(&self, id: StructureId) -> Result<Vec<SyntaxNode<'_>>, EditError> {
        let path = path_to(&self.tree, id.0 as usize).ok_or(EditError::UnknownNode)?;
        let last = path.last().ok_or(EditError::UnknownNode)?;
        if !self.is_own(last.span()) || path.len() < 2 {
            return Err(EditError::UnknownNode);
        }
        Ok(path)
    }

    pub(super) fn node_of(&self, id: StructureId) -> Result<SyntaxNode<'_>, EditError> {
        self.path_of(id)?.last().copied().ok_or(EditError::UnknownNode)
    }

    /// Does something with the list that a part stands in, in its plain form, and with the place of
    /// the part in it.
    pub(super) fn in_list(
        &self,
        id: StructureId,
        edit: impl Fn(List<'_>, usize, &str) -> Vec<TextEdit>,
    ) -> Edited {
        let path = self.path_of(id)?;
        let wrong = EditError::NotApplicable("it is not part of a list");
        let list = List::around(&path).ok_or(wrong.clone())?;
        let parts = list.parts();
        let at = parts.iter().position(|(n, _)| n.index() == id.0 as usize).ok_or(wrong)?;
        self.flat(list, at, edit)
    }

    /// Does something with a list once it is flat: the text in between is read again.
    pub(super) fn flat(
        &self,
        list: List<'_>,
        at: usize,
        edit: impl Fn(List<'_>, usize, &str) -> Vec<TextEdit>,
    ) -> Edited {
        let Some(flattening) = list.flattening(self.text()) else {
            return Ok(edit(list, at, self.text()));
        };
        let lost = EditError::NotApplicable("its list is written in a way that cannot be changed");
        let flat = apply_edits(self.text(), &flattening).ok_or(lost.clone())?;
        let parse = senet_syntax::parse(&flat);
        // The same list: the place of the first of its parts among all parts that begin there.
        let (first, _) = *list.parts().first().ok_or(lost.clone())?;
        let shift = shifted(&flattening, first.span().start);
        let found = parse.tree.nodes().filter(|n| n.span().start == shift).find_map(|n| {
            let list = List::around(&path_to(&parse.tree, n.index())?)?;
            let fits = list.parts().first().is_some_and(|(p, _)| p.span().start == shift);
            (fits && list.flattening(&flat).is_none()).then_some(list)
        });
        let edits = edit(found.ok_or(lost.clone())?, at, &flat);
        let after = apply_edits(&flat, &edits).ok_or(lost)?;
        Ok(vec![difference(self.text(), &after)])
    }

    /// Whether a program without this error would have it after some edits.
    pub(crate) fn verify(&self, edits: &[TextEdit]) -> Result<(), EditError> {
        let overlap = EditError::NotApplicable("its edits overlap");
        let after = apply_edits(self.text(), edits).ok_or(overlap)?;
        let checked = senet_program::check(&after, &self.options);
        let errors =
            |all: &'_ [Diagnostic]| all.iter().filter(|d| d.severity == Severity::Error).count();
        if errors(&checked.diagnostics) <= errors(self.diagnostics()) {
            return Ok(());
        }
        let known = |d: &Diagnostic| {
            self.diagnostics().iter().any(|k| k.code == d.code && k.message == d.message)
        };
        let mut all = checked.diagnostics.iter().filter(|d| d.severity == Severity::Error);
        let first = all.clone().find(|d| !known(d)).or_else(|| all.next());
        match first {
            Some(d) => Err(EditError::Breaks { code: d.code.0.id, message: d.message.clone() }),
            None => Ok(()),
        }
    }

    // ---- single words

    fn rename_node(&self, id: StructureId, name: &str) -> Edited {
        let node = self.node_of(id)?;
        let place = self.name_of(node).ok_or(EditError::NotApplicable("it has no name"))?;
        let found = self.index.exactly(place);
        let found = found.ok_or(EditError::NotApplicable("it has no name"))?;
        Ok(self.rename_symbol(found.symbol, name, place)?)
    }

    /// Where the name of an item stands, or a node that is a name.
    pub(super) fn name_of(&self, node: SyntaxNode<'_>) -> Option<Span> {
        match node.kind() {
            NodeKind::Name => Some(node.span()),
            NodeKind::StageItem | NodeKind::ContextItem | NodeKind::BoardItem => {
                node.child().filter(|n| n.kind() == NodeKind::Name).map(SyntaxNode::span)
            }
            NodeKind::Item => {
                let colon = node.child().filter(|n| n.kind() == NodeKind::Colon)?;
                let left = colon.child()?;
                let name = if left.kind() == NodeKind::App { left.child()? } else { left };
                (name.kind() == NodeKind::Name).then(|| name.span())
            }
            _ => None,
        }
    }

    fn set_slot(&self, id: StructureId, text: &str) -> Edited {
        let path = self.path_of(id)?;
        let (node, parent) = (path[path.len() - 1], path[path.len() - 2]);
        let leaf = matches!(
            node.kind(),
            NodeKind::Name
                | NodeKind::Number
                | NodeKind::Wild
                | NodeKind::Paren
                | NodeKind::App
                | NodeKind::Sum
                | NodeKind::Text
                | NodeKind::Range
        );
        if !leaf {
            return Err(EditError::NotApplicable("it is not a slot"));
        }
        // A term of several words stands in parentheses where an argument stands.
        let bare = text.contains(' ') && !text.starts_with('(') && !text.starts_with('"');
        let argument = parent.kind() == NodeKind::App;
        let text = if bare && argument { format!("({text})") } else { text.to_owned() };
        let mut edits = deletion(&self.tree, node.span());
        match edits.as_mut_slice() {
            [only] => only.text = text,
            _ => edits.insert(0, TextEdit::insert(node.span().start, text)),
        }
        Ok(edits)
    }

    fn set_ordered(&self, id: StructureId, ordered: bool) -> Edited {
        let node = self.node_of(id)?;
        if node.kind() != NodeKind::StageItem {
            return Err(EditError::NotApplicable("it is not a stage"));
        }
        let first = self.tree.tokens()[node.token_range().start];
        Ok(match (first.kind == TokenKind::Name, ordered) {
            (false, true) => vec![TextEdit::insert(first.span.start, "ordered ")],
            (true, false) => {
                let word = node.token(TokenKind::Stage).map_or(first.span.end, |t| t.span.start);
                deletion(&self.tree, Span::new(first.span.start, word))
            }
            _ => Vec::new(),
        })
    }

    fn set_interactive(&self, id: StructureId, interactive: bool) -> Edited {
        let node = self.node_of(id)?;
        let stage = self.name_of(node).filter(|_| node.kind() == NodeKind::StageItem);
        let stage = stage.ok_or(EditError::NotApplicable("it is not a stage"))?.of(self.text());
        let directives = self.tree.root().into_iter().flat_map(SyntaxNode::children).filter(|n| {
            let head = self.tree.tokens()[n.token_range().start].span.of(self.full_text());
            n.kind() == NodeKind::DirectiveItem
                && head == "#interactive"
                && n.child().is_some_and(|n| n.span().of(self.full_text()) == stage)
        });
        let said: Vec<SyntaxNode<'_>> = directives.collect();
        Ok(match interactive {
            true if said.is_empty() => {
                self.insertion_behind(node, &format!("#interactive {stage}."))
            }
            true => Vec::new(),
            false => said.into_iter().flat_map(|n| self.item_removal(n)).collect(),
        })
    }

    fn set_sign(&self, id: StructureId, sign: &str) -> Edited {
        let node = self.node_of(id)?;
        let node = match node.kind() {
            NodeKind::Prefix => node.child().unwrap_or(node),
            _ => node,
        };
        if !["==", "<>", "=", "<", "<=", ">", ">="].contains(&sign) {
            return Err(EditError::NotApplicable("there is no such comparison"));
        }
        let old = node.parts().find_map(|part| match part {
            Part::Token(t) => Some(self.tree.tokens()[t]).filter(|t| t.kind.compares()),
            Part::Node(_) => None,
        });
        match old.filter(|_| node.kind() == NodeKind::Compare) {
            Some(old) => Ok(vec![TextEdit::new(old.span, sign)]),
            None => Err(EditError::NotApplicable("it is not a comparison")),
        }
    }
}

/// Where a byte is after some edits that do not touch it.
fn shifted(edits: &[TextEdit], at: u32) -> u32 {
    let mut shift = 0_i64;
    for edit in edits.iter().filter(|e| e.span.end <= at && e.span.start < at) {
        shift += edit.text.len() as i64 - i64::from(edit.span.end - edit.span.start);
    }
    (i64::from(at) + shift) as u32
}

/// The one edit between two texts, from the first to the last byte that differs.
pub(super) fn difference(before: &str, after: &str) -> TextEdit {
    let same = |(a, b): &(char, char)| a == b;
    let start: usize =
        before.chars().zip(after.chars()).take_while(same).map(|(c, _)| c.len_utf8()).sum();
    let (old, new) = (&before[start..], &after[start..]);
    let pairs = old.chars().rev().zip(new.chars().rev());
    let end: usize = pairs.take_while(same).map(|(c, _)| c.len_utf8()).sum();
    let span = Span::new(start as u32, (before.len() - end) as u32);
    TextEdit::new(span, &new[..new.len() - end])
}
