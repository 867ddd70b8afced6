//! How a game looks and reads: `#hide`, `#glyph`, `#describe`, `#panel`, `#intro`, `#tell`, `#goal`,
//! `#sides`, `#boards`, `#downward`, `#inside` and `#notation`.

use super::labels::by_name;
use super::scope::Scope;
use crate::check::game::GamePass;
use crate::codes;
use crate::ids::{ConId, RuleId, TypeId, VarId};
use crate::presentation::{AtomPattern, TextPart, text_parts};
use crate::program::{Term, TypeShape};
use senet_board::{Board, Compass, Spec};
use senet_syntax::ast::{self, Name, Text};
use senet_syntax::{Diagnostic, Span};
use std::sync::Arc;

impl<'a> GamePass<'_, 'a> {
    /// `#hide p X.`
    pub(super) fn hide(&mut self, atom: &'a ast::AtomExpr) {
        if let Some(pattern) = self.presented(atom) {
            self.out.game.presentation.hide.push(pattern);
        }
    }

    /// `#glyph rook "♜".`, `#glyph piece white rook _ "♖".` or `#glyph crowned white "⛁".`
    pub(super) fn glyph(&mut self, atom: &'a ast::AtomExpr, text: &Text) {
        let name = &atom.head;
        if let (Some(c), true) =
            (self.resolver.names.constructors.get(&*name.text), atom.arguments.is_empty())
        {
            self.resolver.declared.constructors[c.index()].glyph = Some(text.shown());
        } else if let (Some(p), true) =
            (self.resolver.names.predicates.get(&*name.text), atom.arguments.is_empty())
        {
            self.resolver.declared.predicates[p.index()].glyph = Some(text.shown());
        } else if atom.arguments.is_empty() {
            self.nothing_named(name, "constant or predicate");
        } else if !self.resolver.names.predicates.contains_key(&*name.text)
            && self.resolver.names.constructors.contains_key(&*name.text)
        {
            // `#glyph crowned white "⛁".`: a value that has arguments of its own.
            if let Some(value) = self.resolver.constructed(atom, &mut Scope::default()) {
                self.out.game.presentation.value_glyphs.push((value, text.shown()));
            }
        } else if let Some(pattern) = self.presented(atom) {
            self.out.game.presentation.glyphs.push((pattern, text.shown()));
        }
    }

    /// `#describe on A B "{A} is on {B}".`
    pub(super) fn describe(&mut self, atom: &'a ast::AtomExpr, text: &Text) {
        if let Some(found) = self.presented_text(atom, text) {
            self.out.game.presentation.describe.push(found);
        }
    }

    /// `#panel hand P C "hand of {P}".`
    pub(super) fn panel(&mut self, atom: &'a ast::AtomExpr, text: &Text) {
        if let Some(found) = self.presented_text(atom, text) {
            self.out.game.presentation.panels.push(found);
        }
    }

    fn presented_text(
        &mut self,
        atom: &'a ast::AtomExpr,
        text: &Text,
    ) -> Option<(AtomPattern, String)> {
        let pattern = self.presented(atom)?;
        for part in text_parts(&text.text) {
            if part.atoms().is_some() {
                let message = "only what is told counts and asks for atoms";
                self.resolver.error(
                    &codes::BAD_LABEL,
                    text.span,
                    message,
                    "this belongs in `#tell`",
                );
                return None;
            }
            let (TextPart::Hole(hole) | TextPart::Cases(hole, _)) = part else { continue };
            if !pattern.names.iter().flatten().any(|name| name == hole) {
                let message = format!("`{{{hole}}}` stands for nothing");
                let label = "its name is not among the arguments";
                self.resolver.error(&codes::BAD_LABEL, text.span, message, label);
                return None;
            }
        }
        Some((pattern, text.shown()))
    }

    /// The atoms that a directive is about. A predicate without its arguments means all of its atoms,
    /// whose arguments texts call `A`, `B` and so on.
    fn presented(&mut self, atom: &'a ast::AtomExpr) -> Option<AtomPattern> {
        let bare = self.resolver.names.predicates.get(&*atom.head.text).copied();
        if let (Some(predicate), true) = (bare, atom.arguments.is_empty()) {
            let count = self.resolver.declared.predicates[predicate.index()].arguments.len();
            let names = (0..count).map(|i| Some(letter(i))).collect();
            return Some(AtomPattern { predicate, fixed: vec![None; count], names });
        }
        let mut scope = Scope::default();
        let pattern = self.resolver.atom(atom, &mut scope)?;
        let (mut fixed, mut names) = (Vec::new(), Vec::new());
        for (argument, written) in pattern.arguments.iter().zip(&atom.arguments) {
            let name = match written {
                ast::TermExpr::Variable(name) => Some(name.text.to_string()),
                _ => None,
            };
            // A pattern fixes arguments one by one. The same variable twice is two names for two arguments:
            // equality between arguments is not tested when texts are chosen.
            let open = matches!(argument, Term::Variable(_));
            if !open && !argument.is_ground() {
                let message = "an argument here is a constant, a variable or `_`";
                self.resolver.error(
                    &codes::BAD_LABEL,
                    written.span(),
                    message,
                    "this is none of them",
                );
                return None;
            }
            fixed.push((!open).then(|| argument.clone()));
            names.push(name);
        }
        Some(AtomPattern { predicate: pattern.predicate, fixed, names })
    }

    /// `#intro "…" "…".`
    pub(super) fn intro(&mut self, texts: &[Text]) {
        self.out.game.presentation.intro.extend(texts.iter().map(Text::shown));
    }

    /// `#tell name "…".`: of a rule, a stage or a predicate.
    pub(super) fn tell(&mut self, name: &Name, texts: &[Text]) {
        if let Some(rules) = self.presented_rules(name) {
            for rule in rules {
                let told = texts.iter().map(|text| self.rule_text(rule, text, false)).collect();
                let Some(told) = told else { return };
                self.out.game.presentation.steps.insert(rule, told);
            }
        } else if let Some(stage) = self.resolver.names.stages.get(&*name.text).copied() {
            if texts.iter().all(|text| self.told_text(text, &[])) {
                let lines = texts.iter().map(Text::shown).collect();
                self.out.game.presentation.stages.insert(stage, lines);
            }
        } else if let Some(predicate) = self.resolver.names.predicates.get(&*name.text).copied() {
            let arguments = &self.resolver.declared.predicates[predicate.index()].arguments;
            let known: Vec<(String, TypeId)> =
                arguments.iter().enumerate().map(|(i, ty)| (letter(i), *ty)).collect();
            if texts.iter().all(|text| self.told_text(text, &known)) {
                let lines = texts.iter().map(Text::shown).collect();
                self.out.game.presentation.atoms.insert(predicate, lines);
            }
        } else {
            self.nothing_named(name, "rule, stage or predicate");
        }
    }

    /// `#goal _ "…".` or `#goal red "…".`
    pub(super) fn goal(&mut self, who: &ast::TermExpr, text: &Text) {
        if let Some(player) = self.somebody(who) {
            self.out.game.presentation.goals.push((player, text.shown()));
        }
    }

    /// `#sides red north south.`
    pub(super) fn sides(&mut self, who: &ast::TermExpr, names: &[Name]) {
        let Some(player) = self.somebody(who) else { return };
        let mut sides = Vec::new();
        for name in names {
            match Compass::ALL.iter().find(|side| side.name() == &*name.text) {
                Some(side) => sides.push(*side),
                None => {
                    let near =
                        self.resolver.near(&name.text, Compass::ALL.iter().map(|side| side.name()));
                    let message = format!("`{}` is not a side of a board", name.text);
                    let found =
                        Diagnostic::new(&codes::BAD_LABEL, name.span, message, "unknown side");
                    self.resolver.diagnostics.push(found.did_you_mean(near));
                    return;
                }
            }
        }
        self.out.game.presentation.sides.push((player, sides));
    }

    /// `#boards sea "{P}'s sea".`
    pub(super) fn boards_of_players(&mut self, name: &Name, text: &Text) {
        let Some(board) = self.board_named(name) else { return };
        if self.out.game.players.is_none() {
            let message = format!("no player has a `{}` of their own", name.text);
            let found =
                Diagnostic::new(&codes::BAD_LABEL, name.span, message, "there are no players");
            self.resolver.diagnostics.push(found.help("say who plays: `#players TYPE.`"));
            return;
        }
        self.out.game.presentation.boards.insert(board, text.shown());
    }

    /// `#downward cell.`
    pub(super) fn downward(&mut self, name: &Name) {
        let Some(board) = self.board_named(name) else { return };
        let info = &mut self.resolver.declared.boards[board];
        match Board::new(Spec { downward: true, ..info.board.spec().clone() }) {
            Ok(drawn) => info.board = Arc::new(drawn),
            Err(why) => {
                let message = why.to_string();
                let found =
                    Diagnostic::new(&codes::BAD_LABEL, name.span, message, "not this board");
                self.resolver.diagnostics.push(found);
            }
        }
    }

    /// `#inside owns northeast.`
    pub(super) fn inside(&mut self, name: &Name, direction: &Name) {
        let Some(predicate) = self.resolver.names.predicates.get(&*name.text).copied() else {
            self.nothing_named(name, "predicate");
            return;
        };
        let declared = &self.resolver.declared;
        let arguments = &declared.predicates[predicate.index()].arguments;
        let Some(info) = declared.boards.iter().find(|board| arguments.contains(&board.ty)) else {
            let message = format!("`{}` is about no cell of a board", name.text);
            let label = "only what lies on a board is drawn on it";
            self.resolver.error(&codes::BAD_LABEL, name.span, message, label);
            return;
        };
        if info.board.dir(&direction.text).is_none() {
            let known: Vec<String> =
                info.board.directions().iter().map(|d| d.name.to_string()).collect();
            let near = self.resolver.near(&direction.text, known.iter().map(String::as_str));
            let message = format!("`{}` is not a direction of the board", direction.text);
            let found =
                Diagnostic::new(&codes::BAD_LABEL, direction.span, message, "unknown direction");
            self.resolver.diagnostics.push(found.did_you_mean(near));
            return;
        }
        self.out.game.presentation.inside.insert(predicate, direction.text.to_string());
    }

    /// The number of a board, by the type of its cells.
    fn board_named(&mut self, name: &Name) -> Option<usize> {
        let ty = self.resolver.names.types.get(&*name.text).copied();
        let found =
            ty.and_then(|ty| self.resolver.declared.boards.iter().position(|board| board.ty == ty));
        if found.is_none() {
            self.nothing_named(name, "board");
        }
        found
    }

    /// `#notation rule "{A}-{B}".`, `#notation knight "N".` or `#notation cell "b8 d8 f8 h8".`
    pub(super) fn notation(&mut self, name: &Name, texts: &[Text]) {
        if let Some(rules) = self.presented_rules(name) {
            for rule in rules {
                let forms = texts.iter().map(|text| self.rule_text(rule, text, true)).collect();
                let Some(forms) = forms else { return };
                self.out.game.presentation.notation.insert(rule, forms);
            }
            return;
        }
        let constant = self.resolver.names.constructors.get(&*name.text).copied();
        match (constant, self.resolver.names.types.contains_key(&*name.text)) {
            (Some(constant), _) => {
                let text = texts.first().map_or(String::new(), Text::shown);
                self.out.game.presentation.written.insert(constant, text);
            }
            (None, true) => texts.iter().for_each(|text| self.numbered(text)),
            (None, false) => self.nothing_named(name, "rule, constant or board"),
        }
    }

    /// Cells by their numbers, from 1. What a board of another size has is passed over.
    fn numbered(&mut self, text: &Text) {
        for (i, word) in text.text.split_whitespace().enumerate() {
            match self.resolver.names.constructors.get(word).copied() {
                Some(cell) => {
                    self.out.game.presentation.written.insert(cell, (i + 1).to_string());
                }
                None if self.resolver.numbers.values.is_empty() => {
                    let message = format!("there is no `{word}` to be numbered");
                    self.resolver.error(&codes::BAD_LABEL, text.span, message, "unknown name");
                    return;
                }
                None => {}
            }
        }
    }

    fn presented_rules(&mut self, name: &Name) -> Option<Vec<RuleId>> {
        // Taken out and put back, because the rules are borrowed while the table is made; it is made
        // once for all directives, so that n labels for n rules take linear time.
        let named = self.named_rules.take().unwrap_or_else(|| by_name(self.rules));
        let found = named.get(&*name.text).cloned();
        self.named_rules = Some(named);
        found
    }

    /// A text about a rule, whose holes are variables of it; of its moves, if it is about moves.
    fn rule_text(&mut self, rule: RuleId, text: &Text, of_moves: bool) -> Option<String> {
        for part in text_parts(&text.text) {
            if let Some(atoms) = part.atoms() {
                let variables = &self.rules.rules[rule.index()].variables;
                let known: Vec<_> = variables.iter().map(|v| (v.name.clone(), v.ty)).collect();
                if of_moves || !self.counted_atoms(atoms, text.span, &known) {
                    if of_moves {
                        let message = "only what is told counts and asks for atoms";
                        self.resolver.error(
                            &codes::BAD_LABEL,
                            text.span,
                            message,
                            "not a move's notation",
                        );
                    }
                    return None;
                }
                for word in atoms.split_whitespace().skip(1) {
                    self.rules.mentioned.insert((rule, word.to_owned()));
                }
                continue;
            }
            let (TextPart::Hole(hole) | TextPart::Cases(hole, _)) = part else { continue };
            if self.family_hole(rule, hole).is_some() {
                continue;
            }
            self.rules.mentioned.insert((rule, hole.to_owned()));
            let declared = &self.rules.rules[rule.index()];
            let found = declared.variables.iter().position(|v| v.name == hole).map(VarId::new);
            let Some(variable) = found.filter(|_| hole != "_") else {
                self.no_variable(rule, hole, text.span);
                return None;
            };
            // Transitions that differ only in such a variable are one move, so that its notation would
            // depend on which of them was found first.
            if of_moves && !declared.effective.contains(&variable) {
                let message = format!("`{{{hole}}}` makes no difference to this move");
                let label = "moves are told apart without it";
                self.resolver.error(&codes::BAD_LABEL, text.span, message, label);
                return None;
            }
        }
        // The variables of families are no variables of the rule: they are constants, written in here.
        let (_, values) = &self.rules.written[rule.index()];
        let mut shown = text.shown();
        for (variable, value) in values {
            shown = shown.replace(&format!("{{{variable}}}"), value);
        }
        Some(shown)
    }

    /// Whether the holes of a text that is told are these names, and its atoms can be.
    fn told_text(&mut self, text: &Text, known: &[(String, TypeId)]) -> bool {
        text_parts(&text.text).iter().all(|part| match part {
            TextPart::Plain(_) => true,
            TextPart::Hole(hole) | TextPart::Cases(hole, _) => {
                let found = known.iter().any(|(name, _)| name == hole);
                if !found {
                    let message = format!("`{{{hole}}}` stands for nothing");
                    self.resolver.error(
                        &codes::BAD_LABEL,
                        text.span,
                        message,
                        "there is no such argument",
                    );
                }
                found
            }
            TextPart::Count(atoms) | TextPart::Choice(atoms, ..) => {
                self.counted_atoms(atoms, text.span, known)
            }
        })
    }

    /// Whether `coin P`, in a text, stands for atoms: a predicate with all of its arguments, which are
    /// `_`, one of these names, a constant or a number.
    fn counted_atoms(&mut self, atoms: &str, place: Span, known: &[(String, TypeId)]) -> bool {
        let mut words = atoms.split_whitespace();
        let name = words.next().unwrap_or_default();
        let Some(predicate) = self.resolver.names.predicates.get(name).copied() else {
            let near = self.resolver.near(name, self.resolver.names.predicates.keys().copied());
            let message = format!("there is no predicate `{name}` to be counted");
            let found = Diagnostic::new(&codes::BAD_LABEL, place, message, "unknown name");
            self.resolver.diagnostics.push(found.did_you_mean(near));
            return false;
        };
        let types = self.resolver.declared.predicates[predicate.index()].arguments.clone();
        let words: Vec<&str> = words.collect();
        if words.len() != types.len() {
            let message = format!("`{name}` has {} arguments, not {}", types.len(), words.len());
            self.resolver.error(&codes::BAD_LABEL, place, message, "give all of them; `_` is any");
            return false;
        }
        for (word, ty) in words.into_iter().zip(types) {
            let constant = || {
                let c = self.resolver.names.constructors.get(word)?;
                let declared = &self.resolver.declared.constructors[c.index()];
                (declared.ty == ty && declared.arguments.is_empty()).then_some(())
            };
            let variable = known.iter().any(|(name, of)| name == word && *of == ty);
            // What has a type that is not there is reported where it is declared.
            let Some(declared) = self.resolver.declared.types.get(ty.index()) else { continue };
            let is_number = matches!(declared.shape, TypeShape::Peano { .. });
            let number = is_number && word.parse::<u64>().is_ok();
            if word != "_" && !variable && !number && constant().is_none() {
                let message = format!("`{word}` is not a value for this argument of `{name}`");
                let label = "a variable of the rule, a constant, a number or `_` belongs here";
                self.resolver.error(&codes::BAD_LABEL, place, message, label);
                return false;
            }
        }
        true
    }

    /// A player, or all players for `_`.
    fn somebody(&mut self, who: &ast::TermExpr) -> Option<Option<ConId>> {
        let place: Span = who.span();
        if matches!(who, ast::TermExpr::Wild(_)) {
            return Some(None);
        }
        let name = match who {
            ast::TermExpr::Apply(name, arguments, _) if arguments.is_empty() => Some(name),
            _ => None,
        };
        let player =
            name.and_then(|name| self.resolver.names.constructors.get(&*name.text).copied());
        let ty = self.out.game.players.as_ref().map(|players| players.ty);
        let found =
            player.filter(|c| Some(self.resolver.declared.constructors[c.index()].ty) == ty);
        if found.is_none() {
            let label = "a player or `_` belongs here";
            self.resolver.error(&codes::BAD_LABEL, place, "this is not a player", label);
        }
        found.map(Some)
    }
}

/// What texts call the arguments of an atom: `A`, `B` and so on.
fn letter(argument: usize) -> String {
    char::from(b'A' + (argument as u8).min(25)).to_string()
}
