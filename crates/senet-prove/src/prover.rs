//! The prover: methods from the cheapest to the most expensive, in slices.

use crate::certificate::{Certificate, Evidence};
use crate::changes::Changes;
use crate::facts;
use crate::graph::{GraphLimits, GraphStop, PositionGraph};
use crate::ground::{Cube, GroundModel};
use crate::induction::{Induct, Induction};
use crate::linear::{self, LinearInvariant, conserved_sum};
use crate::report::{Method, PlayWitness, ProofAnswer, PropertyReport, ProveReport};
use crate::temporal::{self, Finding};
use senet_engine::{Engine, PositionAtom};
use senet_program::show::Show;
use senet_program::{Program, Property, PropertyKind};
use std::sync::Arc;

/// How much a prover may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProveLimits {
    /// At most so many positions are explored.
    pub positions: u64,
    /// At most so many bytes, roughly.
    pub memory: u64,
    /// At most so many questions are put to the SAT solver for each property; 0 leaves induction out.
    pub queries: u64,
}

impl Default for ProveLimits {
    /// Three hundred thousand positions in a gibibyte.
    fn default() -> ProveLimits {
        ProveLimits { positions: 300_000, memory: 1 << 30, queries: 20_000 }
    }
}

/// How far a prover is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProveProgress {
    /// Positions explored so far.
    pub positions: u64,
    /// How many moves deep.
    pub depth: u32,
    /// Properties that are still open.
    pub open: usize,
}

/// A property that is decided, and what decides it.
pub(crate) struct Decided {
    pub(crate) answer: ProofAnswer,
    pub(crate) method: Method,
    pub(crate) because: String,
    pub(crate) play: Option<PlayWitness>,
    pub(crate) evidence: Evidence,
}

/// Proves the properties of a program from one of its starts, in slices: pure, without clock or threads.
pub struct Prover {
    engine: Arc<Engine>,
    texts: Vec<String>,
    limits: ProveLimits,
    changes: Changes,
    start: Vec<PositionAtom>,
    start_number: usize,
    invariants: Vec<LinearInvariant>,
    graph: PositionGraph,
    decided: Vec<Option<Decided>>,
    is_cancelled: bool,
    /// The next property to try induction on; nothing once it is done.
    induction: Option<usize>,
    model: Option<GroundModel>,
}

/// Exploration comes first for so many positions: small games are over before a SAT solver has begun.
const EXPLORED_FIRST: usize = 20_000;

impl Prover {
    /// A prover for a program that was checked, and its text, from the start of this number.
    pub fn new(engine: &Arc<Engine>, source: &str, start: usize, limits: ProveLimits) -> Prover {
        let program = engine.program();
        let atoms = engine.start_atoms(start).unwrap_or_default();
        let changes = Changes::new(program);
        let invariants = linear::invariants(program, &changes, &atoms);
        let graph_limits = GraphLimits { positions: limits.positions, memory: limits.memory };
        let texts = program.properties().iter().map(|p| property_text(program, source, p));
        let mut prover = Prover {
            texts: texts.collect(),
            limits,
            start: atoms,
            start_number: start,
            graph: PositionGraph::new(engine, start, graph_limits),
            decided: program.properties().iter().map(|_| None).collect(),
            engine: engine.clone(),
            changes,
            invariants,
            is_cancelled: false,
            induction: Some(0),
            model: None,
        };
        prover.by_linear_invariants();
        prover
    }

    /// Does a slice of work: about so many positions. Whether there is more to do.
    pub fn advance(&mut self, positions: u64) -> bool {
        // The order of methods is that of their costs in the usual case: a small game is explored in less
        // time than it takes to ground its rules. In a large one, induction is tried for each property
        // before the rest of the limit goes into exploration, which may decide nothing.
        if self.graph.len() < EXPLORED_FIRST && self.graph.advance(positions) {
            return true;
        }
        if self.graph.is_complete() {
            return false;
        }
        if let Some(property) = self.induction {
            self.by_induction(property);
            return true;
        }
        self.graph.advance(positions)
    }

    /// Tries to show that a pattern never holds, by induction over the ground rules.
    fn by_induction(&mut self, property: usize) {
        let properties = self.engine.program().properties();
        let next = property + 1;
        self.induction = Some(next).filter(|n| *n < properties.len());
        // Induction shows that a pattern never holds. For `#never` that is the proof, for `#reach` the
        // refutation; about other properties it says nothing.
        let answer = match properties.get(property).map(|p| &p.kind) {
            Some(PropertyKind::Never(_)) => ProofAnswer::Proved,
            Some(PropertyKind::Reach(_)) => ProofAnswer::Refuted,
            _ => return,
        };
        if self.decided[property].is_some()
            || self.limits.queries == 0
            || self.graph.nodes().any(|node| self.graph.flag(node, property))
        {
            return;
        }
        if self.model.is_none() {
            let (engine, start) = (&self.engine, self.start_number);
            self.model = GroundModel::new(engine, start, &self.start, &self.invariants);
        }
        let Some(model) = &self.model else {
            self.induction = None;
            return;
        };
        let Some(bad) = &model.bad[property] else {
            return;
        };
        let queries = self.limits.queries;
        let mut found = Induct::new(model, queries, false).run(bad);
        // The abstraction does not count copies: an atom that may have two may stay when one is taken,
        // and many bad positions are reached that way alone. The second attempt assumes that there is one
        // copy of each, and shows that no step makes a second one in the same induction.
        let mut single = false;
        if matches!(found, Induction::Reached) && model.all_single {
            single = true;
            let bad: Vec<Cube> = bad.iter().cloned().chain(model.second_copies()).collect();
            found = Induct::new(model, queries, true).run(&bad);
        }
        if let Induction::Proved(cubes) = found {
            let n = cubes.len() as u64;
            let program = self.engine.program();
            let text = |cube: &Cube| {
                let literal = |(v, sign): &(u32, bool)| {
                    let name = model.name(*v, program);
                    if *sign { name } else { format!("not {name}") }
                };
                cube.iter().map(literal).collect::<Vec<String>>()
            };
            self.decided[property] = Some(Decided {
                answer,
                method: Method::Induction,
                because: format!("no step leads to any of {}", count(n, "kind of position")),
                play: None,
                evidence: Evidence::Inductive {
                    lemmas: model.lemmas.clone(),
                    atoms: model.universe.clone(),
                    single,
                    never: cubes.iter().map(text).collect(),
                },
            });
        }
    }

    /// How far it is.
    pub fn progress(&self) -> ProveProgress {
        let open = self.decided.iter().filter(|d| d.is_none()).count();
        ProveProgress { positions: self.graph.len() as u64, depth: self.graph.deepest(), open }
    }

    /// The properties as they are written, in source order.
    pub fn written(&self) -> Vec<String> {
        self.texts.clone()
    }

    /// What is known of each property before the graph is looked at as a whole.
    pub fn answers(&self) -> impl Iterator<Item = Option<ProofAnswer>> + use<'_> {
        self.decided.iter().map(|decided| decided.as_ref().map(|it| it.answer))
    }

    /// Notes that the caller stopped early, which the report says.
    pub fn cancel(&mut self) {
        self.is_cancelled = true;
    }

    fn by_linear_invariants(&mut self) {
        let engine = self.engine.clone();
        let program = engine.program();
        for (i, property) in program.properties().iter().enumerate() {
            let (answer, lemma) = match &property.kind {
                PropertyKind::Never(pattern) => {
                    (ProofAnswer::Proved, linear::contradicted(pattern, &self.invariants))
                }
                PropertyKind::Reach(pattern) => {
                    (ProofAnswer::Refuted, linear::contradicted(pattern, &self.invariants))
                }
                PropertyKind::Conserve { variables, atoms, total } => {
                    // Only a proof is found here. A sum that some rule may change can be constant in all
                    // reachable positions all the same, which exploration decides.
                    let sum = conserved_sum(variables, atoms).filter(linear::can_be_counted);
                    let holds = sum.is_some_and(|sum| {
                        sum.is_conserved(program, &self.changes)
                            && linear::violated_key(program, &engine, &sum, *total, &self.start)
                                .is_none()
                    });
                    if holds {
                        self.decided[i] = Some(Decided {
                            answer: ProofAnswer::Proved,
                            method: Method::Linear,
                            because: "no rule changes the sum".to_owned(),
                            play: None,
                            evidence: Evidence::Linear(Vec::new()),
                        });
                    }
                    continue;
                }
                _ => continue,
            };
            let Some(directive) = lemma.and_then(LinearInvariant::directive) else {
                continue;
            };
            self.decided[i] = Some(Decided {
                answer,
                method: Method::Linear,
                because: format!("it contradicts {}", directive.trim_end_matches('.')),
                play: None,
                evidence: Evidence::Linear(vec![directive]),
            });
        }
    }

    /// What the graph says about what is still open.
    fn by_exploration(&self, property: usize) -> Option<Decided> {
        let graph = &self.graph;
        let finding = match &self.engine.program().properties()[property].kind {
            PropertyKind::Never(_) | PropertyKind::Reach(_) => temporal::reach(graph, property),
            PropertyKind::Conserve { .. } if !graph.counts(property) => return None,
            PropertyKind::Conserve { .. } => temporal::reach(graph, property),
            PropertyKind::AlwaysPossible(_) => {
                temporal::always_possible(graph, |node| graph.flag(node, property))
            }
            PropertyKind::Inevitable(_) => {
                temporal::inevitable(graph, |node| graph.flag(node, property))
            }
            PropertyKind::Once(_) => temporal::once(graph, property),
        };
        // `#reach` is the negation of `#never`: what is found proves the one and refutes the other.
        let reaching =
            matches!(self.engine.program().properties()[property].kind, PropertyKind::Reach(_));
        let n = graph.len();
        let all = format!("in all {}", count(n as u64, "position"));
        Some(match finding {
            Finding::Open => return None,
            Finding::Found(path) => Decided {
                answer: if reaching { ProofAnswer::Proved } else { ProofAnswer::Refuted },
                method: Method::Play,
                because: after(path.len()),
                play: Some(self.witness(&path, None)),
                evidence: Evidence::Play,
            },
            Finding::Nowhere => Decided {
                answer: if reaching { ProofAnswer::Refuted } else { ProofAnswer::Proved },
                method: Method::Exploration,
                because: all,
                play: None,
                evidence: Evidence::Positions,
            },
            Finding::Ranked(ranks) => {
                let most = ranks.iter().filter(|r| **r != u32::MAX).max().copied().unwrap_or(0);
                Decided {
                    answer: ProofAnswer::Proved,
                    method: Method::Exploration,
                    because: format!("{all}; at most {} away", count(u64::from(most), "move")),
                    play: None,
                    evidence: Evidence::Positions,
                }
            }
            Finding::NeverTwice => Decided {
                answer: ProofAnswer::Proved,
                method: Method::Exploration,
                because: all,
                play: None,
                evidence: Evidence::Positions,
            },
            Finding::Trapped { path, trap } => Decided {
                answer: ProofAnswer::Refuted,
                method: Method::Play,
                because: format!(
                    "{} it cannot come any more, in any of {}",
                    after(path.len()),
                    count(trap.len() as u64, "position")
                ),
                play: Some(self.witness(&path, None)),
                evidence: Evidence::Trap(trap.len()),
            },
            Finding::Avoided { path, back } => {
                let because = match back {
                    None => format!("{} play is over without it", after(path.len())),
                    Some(back) => format!(
                        "play can go round for ever without it: {} lead back",
                        count((path.len() - back) as u64, "move")
                    ),
                };
                Decided {
                    answer: ProofAnswer::Refuted,
                    method: Method::Play,
                    because,
                    play: Some(self.witness(&path, back)),
                    evidence: Evidence::Play,
                }
            }
        })
    }

    fn witness(&self, path: &[u32], back: Option<usize>) -> PlayWitness {
        PlayWitness { places: path.to_vec(), moves: self.graph.names(path), back }
    }

    /// Why the exploration is not complete, and how far it came.
    fn stopped(&self) -> Option<String> {
        if self.graph.is_complete() {
            return None;
        }
        let (n, depth) = (self.graph.len() as u64, self.graph.deepest());
        let far = format!("{}, up to {} deep", count(n, "position"), count(depth.into(), "move"));
        Some(match self.graph.stopped {
            _ if self.is_cancelled => format!("interrupted after {far}"),
            None => format!("interrupted after {far}"),
            Some(GraphStop::Positions) => format!("the limit of positions was reached: {far}"),
            Some(GraphStop::Memory) => format!("the limit of memory was reached: {far}"),
            Some(GraphStop::Program(kind)) => {
                format!("the limit of {} was reached between two moves: {far}", kind.what())
            }
        })
    }

    /// Everything that is known now, and the certificate for it.
    pub fn finish(mut self) -> (ProveReport, Certificate) {
        for i in 0..self.decided.len() {
            if self.decided[i].is_none() {
                self.decided[i] = self.by_exploration(i);
            }
        }
        let stopped = self.stopped();
        let program = self.engine.program();
        let facts =
            facts::facts(&self.engine, &self.changes, &self.start, &self.invariants, &self.graph);
        let mut properties = Vec::new();
        for (i, property) in program.properties().iter().enumerate() {
            let (property_text, span) = (self.texts[i].clone(), property.span);
            properties.push(match &self.decided[i] {
                Some(known) => PropertyReport {
                    property: property_text,
                    span,
                    answer: known.answer,
                    method: Some(known.method),
                    because: known.because.clone(),
                    play: known.play.clone(),
                },
                None => PropertyReport {
                    property: property_text,
                    span,
                    answer: ProofAnswer::Unknown,
                    method: None,
                    because: match &property.kind {
                        PropertyKind::Conserve { .. } if !self.graph.counts(i) => {
                            "such sums can only be proved by rules, not counted".to_owned()
                        }
                        _ => stopped.clone().unwrap_or_default(),
                    },
                    play: None,
                },
            });
        }
        let certificate = Certificate::new(
            program,
            self.start_number,
            &self.texts,
            &self.decided,
            &self.invariants,
            &self.graph,
        );
        let report = ProveReport {
            positions: self.graph.len() as u64,
            edges: self.graph.edge_count() as u64,
            depth: self.graph.deepest(),
            complete: self.graph.is_complete(),
            stopped,
            facts,
            properties,
        };
        (report, certificate)
    }
}

/// Proves everything within the limits. `watch` sees now and then how far it is; `false` cancels.
pub fn prove(
    engine: &Arc<Engine>,
    source: &str,
    start: usize,
    limits: ProveLimits,
    watch: &mut dyn FnMut(ProveProgress) -> bool,
) -> (ProveReport, Certificate) {
    let mut prover = Prover::new(engine, source, start, limits);
    while prover.advance(256) {
        if !watch(prover.progress()) {
            prover.cancel();
            break;
        }
    }
    prover.finish()
}

/// A property as it is written, if it stands in the text itself; else as it would be written.
fn property_text(program: &Program, source: &str, property: &Property) -> String {
    let (from, to) = (property.span.start as usize, property.span.end as usize);
    match source.get(from..to) {
        Some(text) if text.starts_with('#') => {
            let line = text.lines().map(|l| l.split('%').next().unwrap_or("")).collect::<Vec<_>>();
            let words: Vec<&str> = line.iter().flat_map(|l| l.split_whitespace()).collect();
            let text = words.join(" ");
            if text.ends_with('.') { text } else { format!("{text}.") }
        }
        _ => Show::new(program).property(property),
    }
}

fn after(moves: usize) -> String {
    match moves {
        0 => "at the start".to_owned(),
        n => format!("after {}", count(n as u64, "move")),
    }
}

/// A number and a noun.
pub(crate) fn count(n: u64, noun: &str) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    format!("{out} {noun}{}", if n == 1 { "" } else { "s" })
}
