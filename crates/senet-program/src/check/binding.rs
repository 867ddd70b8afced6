//! Range restriction, or safety, as Datalog calls it: every variable gets a value from the position, from a
//! valid query to a derived predicate, or from a comparison. A variable that does not is an error here, so
//! that no engine ever meets it. Only a premise of a rule that is a query which is not valid, as plain
//! Ceptre accepts it, is a warning, and the rule keeps the premise apart ([`Rule::unsolved`]). Premises are taken as soon as they are ready, whatever their order in the
//! text: a premise that is ready stays ready when more is known, so that no choice is ever wrong.

use crate::check::contexts::ResolvedStarts;
use crate::check::game::DirectedGame;
use crate::check::resolver::Resolver;
use crate::check::rules::WrittenRules;
use crate::check::strata::stratified;
use crate::codes;
use crate::ids::{PredId, RuleId, VarId};
use crate::modes::{Analysis, Bound, Modes, reads_position, unvalued};
use crate::program::{Block, Comprehension, Pattern, Premise, Rule, Variable};
use crate::show::Show;
use senet_syntax::{Diagnostic, Fix, Span, TextEdit};

/// Rules with premises that cannot be solved, and which of their premises those are.
pub(super) type Unsolved = Vec<(RuleId, Vec<usize>)>;

/// Takes the premises that cannot be solved out of their rules. Done last, so that everything else finds
/// premises where their places say.
pub(super) fn set_apart(rules: &mut [Rule], unsolved: &Unsolved) {
    for (rule, unsolved) in unsolved {
        let rule = &mut rules[rule.index()];
        let mut at = 0;
        let apart = rule.premises.extract_if(.., |_| {
            at += 1;
            unsolved.contains(&(at - 1))
        });
        rule.unsolved = apart.collect();
    }
}

/// How variables get their values.
pub(super) struct Bindings {
    pub(super) modes: Modes,
    pub(super) unsolved: Unsolved,
}

/// Finds out whether premises can be solved, and which queries derived predicates have to answer for that.
/// The modes are a least fixpoint: solving a premise asks a query, answering that asks others.
pub(super) fn bind(
    rules: &WrittenRules,
    starts: &ResolvedStarts,
    game: &DirectedGame<'_>,
    resolver: &mut Resolver<'_>,
) -> Bindings {
    let Resolver { declared, clauses, diagnostics, .. } = resolver;
    diagnostics.extend(stratified(&declared.predicates, clauses));
    let reads = reads_position(declared.predicates.len(), clauses);
    for (predicate, reads) in declared.predicates.iter_mut().zip(reads) {
        predicate.reads_position = reads;
    }
    let (found, bindings) = BindingPass { rules, starts, game, resolver }.run();
    resolver.diagnostics.extend(found);
    bindings
}

/// The pass, while it runs.
struct BindingPass<'p> {
    rules: &'p WrittenRules,
    starts: &'p ResolvedStarts,
    game: &'p DirectedGame<'p>,
    resolver: &'p Resolver<'p>,
}

impl BindingPass<'_> {
    fn run(&self) -> (Vec<Diagnostic>, Bindings) {
        let declared = &self.resolver.declared;
        let mut analysis =
            Analysis::new(&declared.types, &declared.predicates, &self.resolver.clauses);
        // First round: collect the queries that are certainly needed. Rules without derived premises make
        // none, and are skipped; in most programs that is nearly all of them.
        let derived = |p: &Premise| matches!(p, Premise::Derived(_));
        for rule in self.rules.rules.iter().filter(|r| r.all_premises().any(derived)) {
            analysis.solve(&rule.premises, &mut Bound::new(rule.variables.len()));
            for comprehension in &rule.comprehensions {
                analysis
                    .solve(&comprehension.block.premises, &mut Bound::inside(&comprehension.block));
            }
        }
        for (pattern, _) in self.placed_patterns() {
            analysis.solve(&pattern.premises, &mut Bound::new(pattern.variables.len()));
        }
        for (_, set) in &self.starts.sets {
            analysis.solve(&set.block.premises, &mut Bound::inside(&set.block));
        }
        analysis.run();
        // The queries are decided; now the rules are judged by them. That may lead to a new order of
        // goals, and with it to new queries. It ends, because the number of queries is finite (a
        // predicate with a set of known arguments), and each round but the last adds one.
        let mut queries = analysis.query_count();
        let mut found = self.judged(&mut analysis);
        while queries < analysis.query_count() {
            analysis.run();
            queries = analysis.query_count();
            found = self.judged(&mut analysis);
        }
        let (found, unsolved) = found;
        (found, Bindings { modes: analysis.finish(), unsolved })
    }

    /// The patterns of directives, and where their premises stand.
    fn placed_patterns(&self) -> impl Iterator<Item = (&Pattern, &[Span])> {
        let places = self.game.forbidden_places.iter();
        let forbidden = places.map(|(stage, at, places)| {
            (&self.resolver.declared.stages[stage.index()].forbidden[*at], places.as_slice())
        });
        let said = self.game.properties.iter().zip(&self.game.property_places);
        let said = said.filter_map(|(p, places)| Some((p.kind.pattern()?, places.as_slice())));
        forbidden.chain(said)
    }

    /// What is wrong with rules, patterns and sets, given the valid queries.
    fn judged(&self, analysis: &mut Analysis<'_>) -> (Vec<Diagnostic>, Unsolved) {
        let show = Show::of(
            &self.resolver.declared.types,
            &self.resolver.declared.constructors,
            &self.resolver.declared.predicates,
        );
        let (mut found, mut unsolved) = (Vec::new(), Unsolved::new());
        for (i, rule) in self.rules.rules.iter().enumerate() {
            let mut bound = Bound::new(rule.variables.len());
            let left = analysis.solve(&rule.premises, &mut bound);
            let places = self.rules.premises.of(i);
            if let Some(first) = left.first() {
                // The others may well be solved by what solves the first.
                let premise = &rule.premises[*first];
                let place = places[*first];
                let report = unsolvable_part(&show, premise, &rule.variables, place, analysis);
                let report = report
                    .unwrap_or_else(|| unsolvable(&show, premise, &bound, &rule.variables, place));
                let report = self.blamed(report, premise, &bound, analysis);
                let derived = |i: &usize| matches!(rule.premises[*i], Premise::Derived(_));
                if !left.iter().all(derived) {
                    found.push(report);
                    continue;
                }
                // Plain Ceptre takes such a rule: it does not stop the others.
                found.push(stuck_rule(report));
                left.iter().for_each(|i| bound.bind_all(&rule.premises[*i]));
                unsolved.push((RuleId::new(i), left));
            }
            for comprehension in &rule.comprehensions {
                let (block, place) = (&comprehension.block, rule.span);
                found.extend(unsolvable_inside(&show, block, &rule.variables, place, analysis));
                found.extend(unbound_made(comprehension, &rule.variables, rule.span, analysis));
            }
            // Range restriction: what a rule makes is ground when all variables of its right side are
            // bound by its left. A variable is reported once; binding it then keeps it out of later
            // reports.
            for conclusion in &rule.conclusions {
                conclusion.atom.each_variable(&mut |v| {
                    if !bound.has(v) {
                        let name = &rule.variables[v.index()].name;
                        let named = rule.variables.iter().enumerate();
                        let known = named.filter(|(w, _)| bound.has(VarId::new(*w)));
                        let known = known.map(|(_, w)| w.name.as_str()).filter(|w| *w != "_");
                        let near = self.resolver.near(name, known);
                        let place = self.rules.variables.of(i)[v.index()];
                        let report = unbound(name, place, rule.span, near);
                        found.push(self.next_player(report, rule, v, &bound));
                        bound.bind(v);
                    }
                });
            }
        }
        for (pattern, places) in self.placed_patterns() {
            let mut bound = Bound::new(pattern.variables.len());
            if let Some(first) = analysis.solve(&pattern.premises, &mut bound).first() {
                let (premise, place) = (&pattern.premises[*first], places[*first]);
                let variables = &pattern.variables;
                let part = unsolvable_part(&show, premise, variables, place, analysis);
                found.push(
                    part.unwrap_or_else(|| unsolvable(&show, premise, &bound, variables, place)),
                );
            }
        }
        for (place, set) in &self.starts.sets {
            found.extend(unsolvable_inside(&show, &set.block, &[], *place, analysis));
            found.extend(unbound_made(set, &[], *place, analysis));
            // A set of the start is worked out once, before there is a position. What depends on a
            // position, even through a derived predicate, has no value then.
            for premise in set.block.premises.iter().flat_map(Premise::with_inner) {
                let atom = premise.atom();
                let reads = |p: PredId| self.resolver.declared.predicates[p.index()].reads_position;
                if let Some(atom) = atom.filter(|a| premise.in_position() || reads(a.predicate)) {
                    let name = &self.resolver.declared.predicates[atom.predicate.index()].name;
                    found.push(Diagnostic::new(
                        &codes::MISPLACED,
                        *place,
                        format!("`{name}` depends on the position, and this is the start of it"),
                        "a set in a context asks for what always holds",
                    ));
                }
            }
        }
        (found, unsolved)
    }

    /// The most frequent value that is missing is the next player.
    fn next_player(
        &self,
        report: Diagnostic,
        rule: &Rule,
        missing: VarId,
        bound: &Bound,
    ) -> Diagnostic {
        let players = self.game.game.players.as_ref().map(|p| p.ty);
        let all = rule.variables.iter().enumerate();
        let is_player = |(i, v): &(usize, &Variable)| {
            Some(v.ty) == players && v.name != "_" && bound.has(VarId::new(*i))
        };
        let missing = &rule.variables[missing.index()];
        match all.clone().find(is_player) {
            Some((_, known)) if Some(missing.ty) == players => {
                let (known, missing) = (&known.name, &missing.name);
                report.help(format!("for the player after `{known}`, add `next {known} {missing}`"))
            }
            _ => report,
        }
    }

    /// Adds the clause because of which a premise cannot be solved.
    fn blamed(
        &self,
        report: Diagnostic,
        premise: &Premise,
        bound: &Bound,
        analysis: &mut Analysis<'_>,
    ) -> Diagnostic {
        let Premise::Derived(atom) = premise else {
            return report;
        };
        let Some((clause, variable)) = analysis.culprit(atom, bound) else {
            return report;
        };
        let clause = &self.resolver.clauses[clause];
        let name = &clause.variables[variable.index()].name;
        report.label(clause.span, format!("this leaves `{name}` without a value"))
    }
}

/// The same report as a warning about one rule.
fn stuck_rule(report: Diagnostic) -> Diagnostic {
    let Diagnostic { message, labels, help, fixes, .. } = report;
    let place = labels.first().map_or(Span::new(0, 0), |label| label.span);
    let warning = Diagnostic::new(&codes::STUCK_RULE, place, message, "");
    Diagnostic { labels, help, fixes, ..warning }
        .help("running stops with an error where the other premises of this rule match")
}

/// What cannot be solved inside of a premise, even if everything from outside is known.
fn unsolvable_part(
    show: &Show<'_>,
    premise: &Premise,
    outer: &[Variable],
    place: Span,
    analysis: &mut Analysis<'_>,
) -> Option<Diagnostic> {
    let block = premise.block()?;
    let found = unsolvable_inside(show, block, outer, place, analysis);
    found.or_else(|| {
        let mut bound = Bound::inside(block);
        analysis.solve(&block.premises, &mut bound);
        let missing = unvalued(premise, &bound)?;
        let name = &outer.iter().chain(&block.locals).nth(missing.index())?.name;
        let found = Diagnostic::new(
            &codes::UNSOLVABLE,
            place,
            format!("`{}` cannot be solved in this rule", show.premise(premise, outer)),
            format!("nothing gives a value to `{name}`"),
        );
        Some(found.help(format!("`{name}` has to stand in what is asked for, in parentheses")))
    })
}

/// A premise inside of a block that cannot be solved.
fn unsolvable_inside(
    show: &Show<'_>,
    block: &Block,
    outer: &[Variable],
    place: Span,
    analysis: &mut Analysis<'_>,
) -> Option<Diagnostic> {
    let mut bound = Bound::inside(block);
    let left = analysis.solve(&block.premises, &mut bound);
    let variables: Vec<Variable> = outer.iter().chain(&block.locals).cloned().collect();
    let premise = &block.premises[*left.first()?];
    let part = unsolvable_part(show, premise, &variables, place, analysis);
    Some(part.unwrap_or_else(|| unsolvable(show, premise, &bound, &variables, place)))
}

/// A variable in what a comprehension makes that nothing inside of it gives a value to.
fn unbound_made(
    comprehension: &Comprehension,
    outer: &[Variable],
    place: Span,
    analysis: &mut Analysis<'_>,
) -> Option<Diagnostic> {
    let block = &comprehension.block;
    let mut bound = Bound::inside(block);
    analysis.solve(&block.premises, &mut bound);
    let mut missing = None;
    for made in &comprehension.makes {
        made.atom.each_variable(&mut |v| {
            if !bound.has(v) {
                missing.get_or_insert(v);
            }
        });
    }
    let missing = missing?;
    let name = outer.iter().chain(&block.locals).nth(missing.index()).map(|v| v.name.as_str());
    Some(unbound(name.unwrap_or("_"), place, place, None))
}

fn unbound(name: &str, place: Span, rule: Span, near: Option<&str>) -> Diagnostic {
    let found = Diagnostic::new(
        &codes::UNBOUND,
        place,
        format!("`{name}` stands only on the right side of its rule"),
        format!("nothing gives `{name}` a value"),
    )
    .label(rule, "in this rule");
    if let Some(sum) = apart(name) {
        let edits = vec![TextEdit::new(place, format!("({sum})"))];
        let message = format!("`{name}` is one name, and nothing gives it a value");
        return Diagnostic { message, ..found }
            .help(format!("`{name}` is one name; a sum is written `({sum})`, with blanks"))
            .fix(Fix::certain(format!("write `({sum})`"), edits));
    }
    match near {
        Some(_) => found.did_you_mean(near),
        None => found.help(format!("use `{name}` in a premise, or write a constant instead")),
    }
}

/// `N-1` as the sum that it looks like.
pub(crate) fn apart(name: &str) -> Option<String> {
    let at = name.find(['-', '/']).filter(|at| *at > 0 && *at + 1 < name.len())?;
    let (left, right) = (&name[..at], &name[at + 1..]);
    let number = right.chars().all(|c| c.is_ascii_digit());
    (number || senet_syntax::ast::is_variable(right))
        .then(|| format!("{left} {} {right}", &name[at..=at]))
}

fn unsolvable(
    show: &Show<'_>,
    premise: &Premise,
    bound: &Bound,
    variables: &[Variable],
    place: Span,
) -> Diagnostic {
    let mut missing: Vec<&str> = Vec::new();
    premise.each_variable(&mut |v| {
        let name = variables[v.index()].name.as_str();
        let named = !name.is_empty();
        if named && !bound.has(v) && !missing.contains(&name) && missing.len() < 4 {
            missing.push(name);
        }
    });
    let shown = show.premise(premise, variables);
    let names: Vec<String> = missing.iter().map(|n| format!("`{n}`")).collect();
    let found = Diagnostic::new(
        &codes::UNSOLVABLE,
        place,
        format!("`{shown}` cannot be solved in this rule"),
        format!("nothing gives a value to {}", names.join(", ")),
    );
    match premise {
        Premise::Derived(_) => found.help(
            "a derived predicate finds some arguments from others; give it more of them, or write \
             rules that find these",
        ),
        Premise::Differ(..) | Premise::Less { .. } => {
            found.help("a comparison is about values that other premises have found")
        }
        Premise::Compute { .. } => {
            found.help("a sum is worked out from values that other premises have found")
        }
        Premise::Not(_) | Premise::Aggregate { .. } => {
            found.help("what is asked for here has to be known from other premises")
        }
        _ => found.help("one side of `==` has to be known before the other is"),
    }
}
