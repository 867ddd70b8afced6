//! The pass of contexts and starts. A context may include others; what a start holds is worked out once all of
//! them are known, and counted before it is written down.

use crate::check::directives::{Build, Directives};
use crate::check::hosts::Legend;
use crate::check::resolver::Resolver;
use crate::check::scope::Scope;
use crate::codes;
use crate::program::{Comprehension, Conclusion, Start};
use senet_syntax::ast::{Directive, Prop, PropKind};
use senet_syntax::{Diagnostic, Span};

/// The starts of a program hold at most this many atoms together, inclusions counted: so many
/// that no context that is written out can reach it.
const MAX_ATOMS: u64 = 8 << 20;

/// What stands in a context.
enum Entry {
    /// An atom, and how many copies of it.
    Atom(Conclusion, u64),
    Set(Comprehension),
    /// Another context, and where it is included.
    Include(usize, Span),
}

/// What a context holds; `None` if it was wrong.
type Entries = Option<Vec<Entry>>;

/// The starts of a program, with what messages and lints want to know about contexts.
#[derive(Default)]
pub(super) struct ResolvedStarts {
    pub(super) starts: Vec<Start>,
    /// The sets of contexts, and where each stands.
    pub(super) sets: Vec<(Span, Comprehension)>,
    /// Variables of sets that occur once.
    pub(super) single: Vec<(String, Span)>,
    /// How many `#trace` there were, good or bad.
    pub(super) traces: usize,
}

/// Resolves all contexts, then the starts that use them.
pub(super) fn starts<'a>(
    directives: &mut Directives<'a>,
    legend: &Legend<'a>,
    resolver: &mut Resolver<'a>,
) -> ResolvedStarts {
    let mine = directives.of_pass(&mut resolver.diagnostics, |build| match build {
        Build::Starts(build) => Some(build),
        _ => None,
    });
    let mut pass = ContextPass {
        resolver,
        legend,
        entries: Vec::new(),
        sizes: Vec::new(),
        started: 0,
        out: ResolvedStarts::default(),
    };
    pass.contexts();
    for (directive, build) in mine {
        build(&mut pass, directive);
    }
    pass.out
}

/// The pass, while it runs.
pub(super) struct ContextPass<'p, 'a> {
    pub(super) resolver: &'p mut Resolver<'a>,
    pub(super) legend: &'p Legend<'a>,
    /// What each context holds.
    entries: Vec<Entries>,
    /// How large each is; `None` if it was wrong.
    sizes: Vec<Option<u64>>,
    /// How many atoms the starts hold so far.
    started: u64,
    out: ResolvedStarts,
}

impl<'a> ContextPass<'_, 'a> {
    fn contexts(&mut self) {
        let contexts = self.resolver.contexts.clone();
        let mut entries: Vec<Entries> = Vec::with_capacity(contexts.len());
        for context in contexts {
            entries.push(self.entries(&context.atoms));
        }
        self.sizes = self.sizes(&mut entries);
        self.entries = entries;
    }

    /// `#trace LIMIT stage context.`
    pub(super) fn trace(&mut self, directive: &'a Directive) {
        self.out.traces += 1;
        let stage = self.resolver.stage_named(directive.get(1));
        let Some(entries) = self.entries(directive.get(2)) else {
            return;
        };
        let Some(size) = size(&entries, &self.sizes) else {
            return; // a context in it was wrong
        };
        // Counted before anything is expanded, since ten contexts that each include the next ten
        // times are 10^10 atoms. Only the start that goes over the limit is reported.
        let before = self.started;
        let total = before.saturating_add(size);
        self.started = total;
        if total > MAX_ATOMS {
            if before <= MAX_ATOMS {
                self.too_large(directive.span, size);
            }
            return;
        }
        if let Some(stage) = stage {
            let (atoms, sets) = expand(entries, &self.entries, size as usize);
            let (limit, span) = (*directive.get(0), directive.span);
            self.out.starts.push(Start { limit, stage, atoms, sets, span });
        }
    }

    fn too_large(&mut self, place: Span, size: u64) {
        let size = if size == u64::MAX { "too many to count".to_owned() } else { size.to_string() };
        let found = Diagnostic::new(
            &codes::TOO_MANY_ATOMS,
            place,
            format!("the starts of this program hold more than {MAX_ATOMS} atoms"),
            format!("with this one; it alone has {size}"),
        );
        self.resolver.diagnostics.push(found.help("does a context include another one too often?"));
    }

    /// The entries of a context, each resolved.
    fn entries(&mut self, props: &'a [Prop]) -> Entries {
        let mut out = Vec::with_capacity(props.len());
        let mut scope = Scope::ground("a context");
        let mut fine = true;
        for prop in props {
            if let PropKind::Rows(board, lines) = &prop.kind {
                let drawn = self.rows(board, lines, prop.span);
                fine &= drawn.is_some();
                out.extend(drawn.into_iter().flatten().map(|atom| Entry::Atom(atom, 1)));
                continue;
            }
            let entry = self.entry(prop, &mut scope);
            fine &= entry.is_some();
            out.extend(entry);
        }
        fine.then_some(out)
    }

    fn entry(&mut self, prop: &'a Prop, scope: &mut Scope<'a>) -> Option<Entry> {
        let atom = match &prop.kind {
            PropKind::Atom(atom) => atom,
            PropKind::Set(makes, goals) => return self.set(makes, goals, prop.span),
            other => {
                let found = Diagnostic::new(
                    &codes::NOT_GROUND,
                    prop.span,
                    "a context holds atoms, names of contexts, sets and rows",
                    "this is none of them",
                );
                self.resolver.diagnostics.push(match other {
                    PropKind::Comprehension(..) => found.help("rules stand in stages"),
                    _ => found,
                });
                return None;
            }
        };
        let copies = match &prop.copies {
            Some(count) => self.resolver.count(count)?,
            None => 1,
        };
        let name = &*atom.head.text;
        if atom.arguments.is_empty() && !self.resolver.names.predicates.contains_key(name) {
            let Some(&context) = self.resolver.names.contexts.get(name) else {
                self.resolver.unknown_context(&atom.head);
                return None;
            };
            return Some(Entry::Include(context, atom.span));
        }
        self.resolver.conclusion(prop, scope).map(|atom| Entry::Atom(atom, copies))
    }

    /// `{ free C | C : cell }`
    fn set(&mut self, makes: &'a [Prop], goals: &'a [Prop], place: Span) -> Option<Entry> {
        let mut scope = Scope::default();
        self.resolver.only_goals(goals, &mut scope);
        let used = self.resolver.used.clone();
        let comprehension = self.resolver.comprehension(goals, makes, &mut scope);
        // Standing in a context is no use that a lint should count; being asked for is.
        let made = comprehension.makes.iter().map(|m| m.atom.predicate);
        for predicate in made.filter(|p| !used.contains(p)) {
            self.resolver.used.remove(&predicate);
        }
        let single = scope.single().map(|(v, span)| (v.to_owned(), span));
        self.out.single.extend(single);
        if scope.failed {
            return None;
        }
        let mut comprehensions = [comprehension];
        self.resolver.finish_scope(&mut scope, &mut Vec::new(), &mut [], &mut comprehensions);
        let [comprehension] = comprehensions;
        self.out.sets.push((place, comprehension.clone()));
        Some(Entry::Set(comprehension))
    }

    /// How large each context is; `None` for those that are wrong or contain themselves.
    /// Contexts are visited depth-first, without recursion: chains of them may be long.
    fn sizes(&mut self, known: &mut [Entries]) -> Vec<Option<u64>> {
        let mut sizes = vec![None; known.len()];
        let mut seen = vec![false; known.len()];
        let mut on_path = vec![false; known.len()];
        for first in 0..known.len() {
            // Depth-first search with three colours: unseen, on the path, done. An
            // inclusion of something on the path closes a cycle. Sizes are summed on the
            // way back, so that an exponential nest of inclusions is measured without
            // being expanded.
            let mut path = vec![(first, 0)];
            while let Some((context, at)) = path.pop() {
                if at == 0 && std::mem::replace(&mut seen[context], true) {
                    continue;
                }
                on_path[context] = true;
                let entries = known[context].as_deref().unwrap_or(&[]);
                let rest = entries.iter().enumerate().skip(at);
                let mut includes = rest.filter_map(|(i, e)| match e {
                    Entry::Include(inner, place) => Some((i, *inner, *place)),
                    Entry::Atom(..) | Entry::Set(_) => None,
                });
                match includes.next() {
                    Some((_, inner, place)) if on_path[inner] => {
                        self.cycle(inner, place);
                        known[context] = None;
                        // Its entries are gone, so it is finished when it comes up again; 1,
                        // because 0 would count as seen.
                        path.push((context, 1));
                    }
                    Some((i, inner, _)) => path.extend([(context, i + 1), (inner, 0)]),
                    None => {
                        on_path[context] = false;
                        let entries = known[context].as_deref();
                        sizes[context] = entries.and_then(|entries| size(entries, &sizes));
                    }
                }
            }
        }
        sizes
    }

    fn cycle(&mut self, context: usize, place: Span) {
        let name = &self.resolver.contexts[context].name;
        let found = Diagnostic::new(
            &codes::CONTEXT_CYCLE,
            place,
            format!("the context `{}` contains itself", name.text),
            "included here again",
        );
        self.resolver.diagnostics.push(found.label(name.span, "begins here"));
    }
}

/// How many atoms and inclusions there are, with all that is included: the work of expanding.
fn size(entries: &[Entry], sizes: &[Option<u64>]) -> Option<u64> {
    let mut total: u64 = 0;
    for entry in entries {
        total = total.saturating_add(match entry {
            Entry::Atom(_, copies) => *copies,
            Entry::Set(_) => 1,
            Entry::Include(inner, _) => sizes[*inner]?.saturating_add(1),
        });
    }
    Some(total)
}

/// The sets of a start, each with the number of atoms before it.
type Sets = Vec<(usize, Comprehension)>;

/// The atoms and sets of a start, in order.
fn expand(entries: Vec<Entry>, known: &[Entries], size: usize) -> (Vec<Conclusion>, Sets) {
    let (mut atoms, mut sets) = (Vec::with_capacity(size), Vec::new());
    for entry in entries {
        match entry {
            Entry::Atom(atom, 1) => atoms.push(atom),
            Entry::Atom(atom, copies) => atoms.extend(std::iter::repeat_n(atom, copies as usize)),
            Entry::Set(set) => sets.push((atoms.len(), set)),
            Entry::Include(inner, _) => include(inner, known, &mut atoms, &mut sets),
        }
    }
    (atoms, sets)
}

/// Adds the atoms and sets of a context, without recursion: chains of them may be long.
fn include(context: usize, known: &[Entries], atoms: &mut Vec<Conclusion>, sets: &mut Sets) {
    let within = |context: usize| known[context].as_deref().unwrap_or(&[]).iter();
    let mut open = vec![within(context)];
    while let Some(entries) = open.last_mut() {
        match entries.next() {
            Some(Entry::Atom(atom, copies)) => {
                atoms.extend(std::iter::repeat_n(atom, *copies as usize).cloned());
            }
            Some(Entry::Set(set)) => sets.push((atoms.len(), set.clone())),
            Some(Entry::Include(inner, _)) => open.push(within(*inner)),
            None => {
                open.pop();
            }
        }
    }
}
