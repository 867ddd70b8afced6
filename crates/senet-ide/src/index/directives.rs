//! What stands in directives, slot by slot.

use crate::directive::{Slot, slots};
use crate::index::props::Side;
use crate::index::walk::{Walker, is_variable};
use crate::index::{Access, Entity, Expected, RuleInfo, RuleKind, Space, SymbolId};
use senet_syntax::Span;
use senet_syntax::tree::{NodeKind, SyntaxNode};

/// A variable of rules that a directive names; which one shows when all rules are known.
#[derive(Debug, Clone, Copy)]
pub(super) struct Named<'t> {
    /// A rule by its name, or all rules of a stage.
    of: RulesOf<'t>,
    variable: &'t str,
    span: Span,
}

#[derive(Debug, Clone, Copy)]
enum RulesOf<'t> {
    Name(&'t str),
    Stage(&'t str),
}

/// Variables of several rules that a directive names by one name: they are renamed together.
#[derive(Debug, Clone)]
pub(crate) struct Tie {
    /// Where the directive names them.
    pub(crate) span: Span,
    pub(crate) variables: Vec<SymbolId>,
}

impl<'t> Walker<'t> {
    /// The name of a directive, without its `#`.
    pub(super) fn directive_name(&self, node: SyntaxNode<'t>) -> &'t str {
        let head = self.tree.tokens()[node.token_range().start].span.of(self.text);
        head.strip_prefix('#').unwrap_or("")
    }

    pub(super) fn directive(&mut self, node: SyntaxNode<'t>) {
        let name = self.directive_name(node);
        let arguments: Vec<SyntaxNode<'t>> = node.children().collect();
        let mut rest = arguments.as_slice();
        for slot in slots(name) {
            let Some((first, after)) = rest.split_first() else { break };
            rest = after;
            let all = match slot {
                Slot::Atom | Slot::Since | Slot::Names => {
                    let from = arguments.len() - after.len() - 1;
                    let text = |n: &SyntaxNode<'t>| n.kind() == NodeKind::Text;
                    let end = arguments.iter().skip(from).position(text);
                    let end = end.map_or(arguments.len(), |end| from + end.max(1));
                    rest = &arguments[end..];
                    &arguments[from..end]
                }
                _ => std::slice::from_ref(first),
            };
            self.slot(name, *slot, all, node, &arguments);
        }
    }

    fn slot(
        &mut self,
        directive: &str,
        slot: Slot,
        nodes: &[SyntaxNode<'t>],
        item: SyntaxNode<'t>,
        all: &[SyntaxNode<'t>],
    ) {
        let first = nodes[0];
        let is_name = first.kind() == NodeKind::Name;
        match slot {
            Slot::Stage if is_name => {
                self.name(first, Space::Stage, Access::Mention);
            }
            Slot::Type if is_name => {
                self.name(first, Space::Type, Access::Mention);
            }
            Slot::Predicate if is_name => {
                self.name(first, Space::Predicate, Access::Mention);
            }
            Slot::Rule if is_name => {
                self.name(first, Space::Rule, Access::Mention);
            }
            Slot::Name if is_name => self.directive_subject(directive, first),
            Slot::Since => {
                for rule in nodes.iter().skip(1).filter(|n| n.kind() == NodeKind::Name) {
                    self.name(*rule, Space::Rule, Access::Mention);
                }
            }
            Slot::Count => self.count(first),
            Slot::Context => self.context(first),
            Slot::Who => self.who(first, all),
            Slot::Text if directive == "label" => self.label(first, all),
            Slot::Atom if directive == "glyph" && nodes.len() == 1 && is_name => {
                self.directive_subject(directive, first);
            }
            Slot::Atom => {
                let rule = self.pattern(item);
                self.scoped(rule, |walker| walker.listed_atom(directive, nodes));
            }
            Slot::Atoms | Slot::Formula | Slot::Sum => {
                let rule = self.pattern(item);
                self.scoped(rule, |walker| walker.formula(first));
            }
            _ => {}
        }
    }

    /// The rule information of a pattern in a directive.
    fn pattern(&mut self, item: SyntaxNode<'t>) -> u32 {
        self.index.rule(RuleInfo {
            kind: RuleKind::Directive,
            name: None,
            stage: None,
            outer: None,
            variables: (0, 0),
            span: item.span(),
        })
    }

    /// `#conserve a + b = 1` has a comparison around its atoms.
    fn formula(&mut self, node: SyntaxNode<'t>) {
        if node.kind() == NodeKind::Compare {
            let mut sides = node.children();
            if let Some(sum) = sides.next() {
                self.props(sum, Side::Goal);
            }
            sides.for_each(|total| self.count(total));
        } else {
            self.props(node, Side::Goal);
        }
    }

    /// `hand P _` as arguments of a directive. A legend leaves the cell out.
    fn listed_atom(&mut self, directive: &str, nodes: &[SyntaxNode<'t>]) {
        let [head, arguments @ ..] = nodes else { return };
        if head.kind() != NodeKind::Name {
            return;
        }
        // `#glyph crowned white "W".` is about a value, unless a predicate has that name.
        let known = |space| self.index.names.get(space, self.of(*head)).is_some();
        let value = directive == "glyph" && !known(Space::Predicate) && known(Space::Constant);
        let space = if value { Space::Constant } else { Space::Predicate };
        let id = self.name(*head, space, Access::Mention);
        let entity = self.index.symbol(id).entity;
        let count = arguments.len();
        let mut types = super::names::argument_types(entity, &self.declared, 0, count);
        if directive == "legend" {
            let boards = self.declared.boards;
            let cell = |ty: &Expected| matches!(ty, Expected::Type(ty) if boards.iter().any(|b| b.ty == *ty));
            if let Some(at) = types.iter().position(cell) {
                types.remove(at);
            }
        }
        for (i, argument) in arguments.iter().enumerate() {
            self.term(*argument, types.get(i).copied().unwrap_or_default());
        }
    }

    /// A name that may be one of several things, or a new one.
    fn directive_subject(&mut self, directive: &str, node: SyntaxNode<'t>) {
        let letters = self.of(node);
        let spaces: &[Space] = match directive {
            "option" => {
                self.name(node, Space::Option, Access::Define);
                return;
            }
            "label" => &[Space::Rule, Space::Constant],
            "glyph" => &[Space::Constant, Space::Predicate],
            "tell" => &[Space::Rule, Space::Stage, Space::Predicate],
            "notation" => &[Space::Rule, Space::Type, Space::Constant],
            "inside" => &[Space::Constant],
            "builtin" => &[Space::Type, Space::Constant],
            _ => return,
        };
        let known = spaces.iter().find(|space| self.index.names.get(**space, letters).is_some());
        let space = known.or(spaces.first()).copied().unwrap_or(Space::Constant);
        self.name(node, space, Access::Mention);
    }

    /// `#chooser s P`: a variable of each rule of the stage, or a player.
    fn who(&mut self, node: SyntaxNode<'t>, all: &[SyntaxNode<'t>]) {
        let letters = self.of(node);
        if node.kind() == NodeKind::Name && is_variable(letters) {
            let of = RulesOf::Stage(all.first().map_or("", |stage| self.of(*stage)));
            self.named.push(Named { of, variable: letters, span: node.span() });
        } else {
            self.term(node, Expected::Anything);
        }
    }

    /// The `{X}` of a label are variables of its rules.
    fn label(&mut self, text: SyntaxNode<'t>, all: &[SyntaxNode<'t>]) {
        let of = RulesOf::Name(all.first().map_or("", |rule| self.of(*rule)));
        for (variable, span) in holes(text.span(), self.text) {
            self.named.push(Named { of, variable, span });
        }
    }

    /// Finds the variables that directives name, once all rules are known.
    pub(super) fn resolve_named(&mut self) {
        for named in std::mem::take(&mut self.named) {
            let meant = |rule: &RuleInfo| match named.of {
                RulesOf::Name(name) => rule.name.is_some_and(|n| n.of(self.text) == name),
                RulesOf::Stage(stage) => {
                    let id = rule.stage.filter(|_| rule.kind == RuleKind::Step);
                    id.is_some_and(|id| *self.index.symbol(id).name == *stage)
                }
            };
            let rules: Vec<u32> = (0u32..)
                .zip(&self.index.rules)
                .filter(|(_, rule)| meant(rule))
                .map(|(i, _)| i)
                .collect();
            let variables: Vec<SymbolId> = rules
                .iter()
                .filter_map(|rule| self.index.variable(*rule, named.variable))
                .collect();
            let symbol = variables.first().copied().unwrap_or_else(|| {
                self.index.add(Space::Variable, named.variable, Entity::Unknown, None)
            });
            self.note(named.span, symbol, Access::Mention);
            self.index.ties.push(Tie { span: named.span, variables });
        }
    }
}

/// The names in braces in a text that stands at `span`, with their places.
pub(crate) fn holes(span: Span, text: &str) -> Vec<(&str, Span)> {
    let letters = span.of(text);
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(open) = letters[at..].find('{') {
        let start = at + open + 1;
        let Some(length) = letters[start..].find('}') else { break };
        let place = Span::new(span.start + start as u32, span.start + (start + length) as u32);
        out.push((&letters[start..start + length], place));
        at = start + length + 1;
    }
    out
}
