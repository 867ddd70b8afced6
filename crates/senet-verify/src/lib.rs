//! The checker of certificates: small, slow, and independent of the provers.
//!
//! Input: the text of a program and a certificate (JSON, written by `senet prove --certificate`). Output: the
//! claims, all of them right, or the first thing that is wrong. It stands on the reference interpreter alone
//! and shares no code with the provers or the engines, so that a mistake there cannot hide here. It believes
//! nothing: positions are worked out again, sums are followed through every rule, plays are played.

mod inductive;
mod sums;

use senet_program::{Options, Program, Property, PropertyKind, check};
use senet_reference::{Reference, ReferenceLimit, ReferencePlace};
use serde_json::Value;
use std::collections::BTreeMap;
use sums::Sum;
use thiserror::Error;

/// A property and its answer, which the certificate shows to be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifiedClaim {
    /// The property as it is written.
    pub property: String,
    /// `proved` or `refuted`.
    pub answer: String,
}

/// What is wrong with a certificate.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// It is not a certificate for this program.
    #[error("this is not a certificate for the program: {0}")]
    Format(String),
    /// The evidence does not show what is claimed: the property, and what is wrong with it.
    #[error("{0}")]
    Claim(String),
    /// The reference interpreter reached a limit.
    #[error("the check did not come to an end: {0}")]
    Limit(#[from] ReferenceLimit),
    /// The caller cancelled it.
    #[error("the check was cancelled")]
    Cancelled,
}

type Checked<T> = Result<T, CertificateError>;
type Shown = Checked<()>;

/// Something is not shown; [`verify`] says which claim it is about.
fn wrong<T>(why: impl Into<String>) -> Checked<T> {
    Err(CertificateError::Claim(why.into()))
}

fn ensure(holds: bool, why: &str) -> Shown {
    known(holds.then_some(()), why)
}

fn known<T>(value: Option<T>, why: &str) -> Checked<T> {
    value.map_or_else(|| wrong(why), Ok)
}

/// A number that is an index.
fn index(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|n| usize::try_from(n).ok())
}

/// Steps that the reference interpreter may take between two decisions.
const STEPS: u64 = 1_000_000;

/// Checks a certificate for a program. `watch` sees how many positions have been worked out; `false`
/// cancels.
pub fn verify(
    source: &str,
    options: &Options,
    certificate: &str,
    watch: &mut dyn FnMut(u64) -> bool,
) -> Result<Vec<VerifiedClaim>, CertificateError> {
    let bad = |why: &str| CertificateError::Format(why.to_owned());
    let data: Value = serde_json::from_str(certificate).map_err(|e| bad(&e.to_string()))?;
    let claims = data["claims"].as_array().filter(|_| data["certificate"] == 2);
    let claims = claims.ok_or_else(|| bad("it is of no known edition, or has no claims"))?;
    let texts: Vec<&str> = claims.iter().map(|c| c["property"].as_str().unwrap_or("")).collect();
    let lemmas: Vec<Vec<&str>> = claims.iter().map(|c| strings(&c["evidence"]["lemmas"])).collect();
    // Properties and lemmas are read as if they stood at the end of the program.
    let added: Vec<&str> = texts.iter().copied().chain(lemmas.iter().flatten().copied()).collect();
    let read = || check(&format!("{source}\n{}\n", added.join("\n")), options).program;
    let program = added.iter().all(|text| is_directive(text)).then(read).flatten();
    let program = &program.ok_or_else(|| bad("a text is not a property of it"))?;
    let own = program.properties().len() - added.len();
    let (properties, mut unused) = program.properties()[own..].split_at(texts.len());
    let number = index(&data["start"]).and_then(|n| n.checked_sub(1));
    let number = number.filter(|n| *n < program.starts().len());
    let start = number.ok_or_else(|| bad("no such start"))?;
    let reference = Reference { program };
    let first = reference.first(start, STEPS)?;
    let (all, ticks) = (Explored::default(), 0);
    let mut checker = Checker { program, reference, start, first, watch, ticks, all };
    if !data["positions"].is_null() {
        checker.all = checker.explore(checker.first.clone(), &data["positions"])?;
    }
    let mut out = Vec::new();
    for (i, claim) in claims.iter().enumerate() {
        let (own, rest) = unused.split_at(lemmas[i].len());
        unused = rest;
        match checker.claim(&properties[i].kind, claim, own) {
            Err(CertificateError::Claim(why)) => return wrong(format!("{}: {why}", texts[i])),
            shown => shown?,
        }
        let answer = claim["answer"].as_str().unwrap_or("").to_owned();
        out.push(VerifiedClaim { property: texts[i].to_owned(), answer });
    }
    Ok(out)
}

/// One directive and nothing else, so that a certificate cannot add rules to the program.
fn is_directive(text: &str) -> bool {
    let words = ["#never ", "#reach ", "#always-possible ", "#inevitable ", "#once ", "#conserve "];
    words.iter().any(|word| text.starts_with(word))
        && text.find('.') == Some(text.len() - 1)
        && !text[1..].contains(['#', '%', '"', '\n', '\r'])
}

fn strings(value: &Value) -> Vec<&str> {
    let all = value.as_array().map_or(&[][..], Vec::as_slice);
    all.iter().map(|text| text.as_str().unwrap_or("")).collect()
}

/// All positions that play comes to, and where the moves of each lead.
type Explored = (Vec<ReferencePlace>, Vec<Vec<usize>>);

/// The positions of a play, and in which of them the property holds.
type Played = (Vec<ReferencePlace>, Vec<bool>);

struct Checker<'p, 'w> {
    program: &'p Program,
    reference: Reference<'p>,
    start: usize,
    first: ReferencePlace,
    watch: &'w mut dyn FnMut(u64) -> bool,
    ticks: u64,
    /// All positions, if the certificate needs them.
    all: Explored,
}

impl Checker<'_, '_> {
    /// Counts a position or a step, and asks now and then whether to go on.
    fn tick(&mut self) -> Shown {
        self.ticks += 1;
        let goes_on = !self.ticks.is_multiple_of(16) || (self.watch)(self.ticks);
        if goes_on { Ok(()) } else { Err(CertificateError::Cancelled) }
    }

    /// All positions from one on, of which there must be so many.
    fn explore(&mut self, entry: ReferencePlace, count: &Value) -> Checked<Explored> {
        let (mut numbers, mut next) = (BTreeMap::from([(entry.clone(), 0)]), Vec::new());
        let mut places = vec![entry];
        while next.len() < places.len() && places.len() as u64 <= count.as_u64().unwrap_or(0) {
            self.tick()?;
            let mut leads = Vec::new();
            for (_, after) in self.reference.successors(&places[next.len()], STEPS)? {
                let number = *numbers.entry(after.clone()).or_insert(places.len());
                places.extend((number == places.len()).then_some(after));
                leads.push(number);
            }
            next.push(leads);
        }
        ensure(*count == places.len(), "the number of positions is another")?;
        Ok((places, next))
    }

    /// In which positions the pattern of a property holds; of a sum, in which it is wrong.
    fn flags(&self, kind: &PropertyKind, places: &[ReferencePlace]) -> Checked<Vec<bool>> {
        ensure(!places.is_empty(), "the certificate does not count the positions")?;
        let sum = matches!(kind, PropertyKind::Conserve { .. });
        let holds = |p: &ReferencePlace| self.reference.property_holds(&p.position, kind);
        places.iter().map(|place| Ok(holds(place)? != sum)).collect()
    }

    /// From which of all positions some play leads to a flag, or each play does: the least fixed point.
    fn leading(&self, flags: &[bool], each: bool) -> Vec<bool> {
        let mut leads = flags.to_vec();
        loop {
            let before = leads.clone();
            for (n, next) in self.all.1.iter().enumerate().rev() {
                let all = !next.is_empty() && next.iter().all(|m| leads[*m]);
                leads[n] |= if each { all } else { next.iter().any(|m| leads[*m]) };
            }
            if leads == before {
                return leads;
            }
        }
    }

    /// The positions that a play comes through, from the start on, and in which the property holds.
    fn play(&mut self, kind: &PropertyKind, evidence: &Value) -> Checked<Played> {
        let mut at = vec![self.first.clone()];
        for (i, mv) in known(evidence["moves"].as_array(), "there is no play")?.iter().enumerate() {
            self.tick()?;
            let next = self.reference.successors(&at[i], STEPS)?;
            let made = index(&mv[0]).and_then(|n| next.into_iter().nth(n));
            let made = made.filter(|(name, _)| mv[1] == name.as_str());
            at.push(known(made, "a move cannot be made")?.1);
        }
        let flags = self.flags(kind, &at)?;
        Ok((at, flags))
    }

    fn claim(&mut self, kind: &PropertyKind, claim: &Value, lemmas: &[Property]) -> Shown {
        use PropertyKind as P;
        let (evidence, answer) = (&claim["evidence"], &claim["answer"]);
        ensure(answer == "proved" || answer == "refuted", "there is no such answer")?;
        // To reach something is to refute that it never happens.
        let proved = (answer == "proved") != matches!(kind, P::Reach(_));
        let shown = match (evidence["kind"].as_str().unwrap_or(""), kind) {
            ("linear", P::Conserve { .. }) if lemmas.is_empty() => {
                self.conserved(kind).map(|_| proved)?
            }
            ("linear", P::Never(pattern) | P::Reach(pattern)) => {
                let sums: Checked<Vec<Sum<'_>>> =
                    lemmas.iter().map(|lemma| self.conserved(&lemma.kind)).collect();
                proved && sums?.iter().any(|sum| sum.contradicts(pattern))
            }
            ("inductive", P::Never(pattern) | P::Reach(pattern)) => {
                self.inductive(pattern, evidence, lemmas).map(|()| proved)?
            }
            ("positions", _) => {
                let flags = self.flags(kind, &self.all.0)?;
                match kind {
                    _ if !proved => false,
                    P::AlwaysPossible(_) => !self.leading(&flags, false).contains(&false),
                    P::Inevitable(_) => self.leading(&flags, true)[0],
                    // Where it has ended, it cannot begin again.
                    P::Once(_) => {
                        let possible = self.leading(&flags, false);
                        let holding = (0..flags.len()).filter(|n| flags[*n]);
                        let mut after = holding.flat_map(|n| &self.all.1[n]);
                        !after.any(|n| !flags[*n] && possible[*n])
                    }
                    _ => !flags.contains(&true),
                }
            }
            ("play", _) => {
                let (at, flags) = self.play(kind, evidence)?;
                let (last, before) = at.split_last().expect("a play has a start");
                let holds = flags.last() == Some(&true);
                match kind {
                    P::AlwaysPossible(_) => false,
                    // It ends without the property, or comes back to an earlier position.
                    P::Inevitable(_) => {
                        let again = index(&evidence["back"]).map(|n| before.get(n) == Some(last));
                        let ends = again.unwrap_or(last.over && evidence["back"].is_null());
                        !proved && ends && !flags.contains(&true)
                    }
                    P::Once(_) => {
                        let begins = |i: &usize| flags[*i] && (*i == 0 || !flags[i - 1]);
                        !proved && holds && (0..flags.len()).filter(begins).count() == 2
                    }
                    _ => !proved && holds,
                }
            }
            ("trap", P::AlwaysPossible(_)) => {
                let last = self.play(kind, evidence)?.0.pop().expect("a play has a start");
                let trap = self.explore(last, &evidence["positions"])?.0;
                !proved && !self.flags(kind, &trap)?.contains(&true)
            }
            _ => false,
        };
        ensure(shown, "the evidence does not show this")
    }

    /// A sum that no rule changes and that is right at the start.
    fn conserved<'s>(&'s self, kind: &'s PropertyKind) -> Checked<Sum<'s>> {
        let sum = Sum::new(self.program, kind)?;
        sum.is_constant()?;
        let first = self.reference.start(self.start)?;
        ensure(self.reference.property_holds(&first, kind)?, "the sum is another at the start")?;
        Ok(sum)
    }
}
