//! The checker of certificates: small, slow, and independent of the provers.
//!
//! Input: the text of a program and a certificate (JSON, written by `senet prove --certificate`). Output: the
//! claims, all of them right, or the first thing that is wrong. It stands on the reference interpreter alone
//! and shares no code with the provers or the engines, so that a mistake there cannot hide here. It believes
//! nothing: positions are worked out again, sums are followed through every rule, plays are played.

mod inductive;
mod sums;

use senet_program::{Options, Program, PropertyKind, check};
use senet_reference::{Reference, ReferenceLimit, ReferencePlace};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::Range;
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
    /// The evidence does not show what is claimed.
    #[error("{property}: {why}")]
    Claim {
        /// The property.
        property: String,
        /// What is wrong with it.
        why: String,
    },
    /// It was cancelled, or the reference interpreter reached a limit.
    #[error("the check did not come to an end: {0}")]
    Stopped(&'static str),
}

type Checked<T> = Result<T, CertificateError>;

impl From<ReferenceLimit> for CertificateError {
    fn from(_: ReferenceLimit) -> CertificateError {
        CertificateError::Stopped("the reference interpreter reached a limit")
    }
}

/// A claim is not shown; [`about`] says which.
fn wrong<T>(why: impl Into<String>) -> Checked<T> {
    Err(CertificateError::Claim { property: String::new(), why: why.into() })
}

fn ensure(holds: bool, why: &str) -> Checked<()> {
    if holds { Ok(()) } else { wrong(why) }
}

fn about(property: &str) -> impl Fn(CertificateError) -> CertificateError {
    move |error| match error {
        CertificateError::Claim { why, .. } => {
            CertificateError::Claim { property: property.to_owned(), why }
        }
        other => other,
    }
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
    if data["certificate"] != 1 {
        return Err(bad("it is of no known edition"));
    }
    let claims = data["claims"].as_array().ok_or_else(|| bad("it has no claims"))?;
    let texts: Vec<&str> = claims.iter().map(|c| c["property"].as_str().unwrap_or("")).collect();
    let lemmas: Vec<Vec<&str>> = claims.iter().map(|c| strings(&c["evidence"]["lemmas"])).collect();
    // Properties and lemmas are read as if they stood at the end of the program.
    let added: Vec<&str> = texts.iter().copied().chain(lemmas.iter().flatten().copied()).collect();
    if let Some(other) = added.iter().find(|text| !is_directive(text)) {
        return Err(bad(&format!("`{other}` is not a property")));
    }
    let own = check(source, options).program.ok_or_else(|| bad("the program has errors"))?;
    let first = own.properties().len();
    let program = check(&format!("{source}\n{}\n", added.join("\n")), options).program;
    let program = program.filter(|p| p.properties().len() == first + added.len());
    let program = program.ok_or_else(|| bad("a property of it does not fit the program"))?;
    let number = data["start"].as_u64().and_then(|n| usize::try_from(n).ok()?.checked_sub(1));
    let number = number.filter(|n| *n < program.starts().len());
    let start_number = number.ok_or_else(|| bad("no such start"))?;
    let reference = Reference { program: &program };
    let start = reference.first(start_number, STEPS)?;
    let (all, worked_out) = (Closed::default(), 0);
    let mut checker =
        Checker { program: &program, reference, start, start_number, watch, worked_out, all };
    let positions = strings(&data["positions"]);
    if !positions.is_empty() {
        let start = checker.start.clone();
        checker.all = checker.closed(&positions, &start).map_err(about("the positions"))?;
    }
    let mut out = Vec::new();
    let mut lemma = first + texts.len();
    for (i, claim) in claims.iter().enumerate() {
        let answer = claim["answer"].as_str().unwrap_or("");
        let own = lemma..lemma + lemmas[i].len();
        lemma = own.end;
        let known = ensure(["proved", "refuted"].contains(&answer), "there is no such answer");
        known
            .and_then(|()| checker.claim(first + i, answer == "proved", &claim["evidence"], own))
            .map_err(about(texts[i]))?;
        out.push(VerifiedClaim { property: texts[i].to_owned(), answer: answer.to_owned() });
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

/// Positions that no move leads out of, the one where play enters, and where the moves of each lead.
#[derive(Default)]
struct Closed {
    places: Vec<ReferencePlace>,
    next: Vec<Vec<usize>>,
    entry: usize,
}

struct Checker<'p, 'w> {
    program: &'p Program,
    reference: Reference<'p>,
    start: ReferencePlace,
    start_number: usize,
    watch: &'w mut dyn FnMut(u64) -> bool,
    worked_out: u64,
    /// All positions, if the certificate has them.
    all: Closed,
}

impl Checker<'_, '_> {
    fn successors(&mut self, place: &ReferencePlace) -> Checked<Vec<(String, ReferencePlace)>> {
        self.worked_out += 1;
        if self.worked_out.is_multiple_of(16) && !(self.watch)(self.worked_out) {
            return Err(CertificateError::Stopped("cancelled"));
        }
        Ok(self.reference.successors(place, STEPS)?)
    }

    /// Reads positions: play enters at one of them, and no move leads out of them. Each is led to.
    fn closed(&mut self, texts: &[&str], entry: &ReferencePlace) -> Checked<Closed> {
        let mut closed = Closed::default();
        let mut numbers: BTreeMap<ReferencePlace, usize> = BTreeMap::new();
        for (i, text) in texts.iter().enumerate() {
            let place = self.reference.parse_place(text);
            closed.places.extend(place.filter(|p| numbers.insert(p.clone(), i).is_none()));
            ensure(closed.places.len() == i + 1, "a text is no position, or there twice")?;
        }
        let Some(entry) = numbers.get(entry) else {
            return wrong("play does not begin among them");
        };
        closed.entry = *entry;
        let mut reached = vec![false; texts.len()];
        reached[*entry] = true;
        for (i, place) in closed.places.iter().enumerate() {
            let mut next = Vec::new();
            for (name, after) in self.successors(place)? {
                let Some(n) = numbers.get(&after) else {
                    return wrong(format!("`{name}` leads out of them, from `{}`", texts[i]));
                };
                reached[*n] = true;
                next.push(*n);
            }
            closed.next.push(next);
        }
        ensure(reached.iter().all(|reached| *reached), "no move leads to one of them")?;
        Ok(closed)
    }

    /// In which positions the pattern of a property holds; of a sum, in which it is wrong.
    fn flags(&self, property: usize, places: &[ReferencePlace]) -> Checked<Vec<bool>> {
        let kind = &self.program.properties()[property].kind;
        let sum = matches!(kind, PropertyKind::Conserve { .. });
        let holds = |p: &ReferencePlace| self.reference.property_holds(&p.position, kind);
        places.iter().map(|place| Ok(holds(place)? != sum)).collect()
    }

    /// Where the property holds among all positions.
    fn everywhere(&self, property: usize) -> Checked<Vec<bool>> {
        ensure(!self.all.places.is_empty(), "the certificate has no positions")?;
        self.flags(property, &self.all.places)
    }

    /// The positions that a play comes through, from the start on.
    fn play(&mut self, evidence: &Value) -> Checked<Vec<ReferencePlace>> {
        let Some(moves) = evidence["moves"].as_array() else {
            return wrong("there is no play");
        };
        let mut at = vec![self.start.clone()];
        for (i, mv) in moves.iter().enumerate() {
            let next = self.successors(&at[i].clone())?;
            let number = mv[0].as_u64().and_then(|n| usize::try_from(n).ok());
            match number.and_then(|n| next.into_iter().nth(n)) {
                Some((name, place)) if mv[1].as_str() == Some(&name) => at.push(place),
                _ => return wrong(format!("move {} cannot be made", i + 1)),
            }
        }
        Ok(at)
    }

    fn claim(
        &mut self,
        property: usize,
        proved: bool,
        evidence: &Value,
        lemmas: Range<usize>,
    ) -> Checked<()> {
        use PropertyKind as P;
        let kind = &self.program.properties()[property].kind;
        if !evidence["back"].is_null() && !matches!(kind, P::Inevitable(_)) {
            return wrong("only what is inevitable is refuted by going round");
        }
        match (kind, proved, evidence["kind"].as_str().unwrap_or("")) {
            (P::Conserve { .. }, true, "linear") if lemmas.is_empty() => self.conserved(property),
            (P::Never(pattern), true, "linear") | (P::Reach(pattern), false, "linear") => {
                lemmas.clone().try_for_each(|lemma| self.conserved(lemma))?;
                let sums = &self.program.properties()[lemmas];
                let contradicts = sums.iter().any(|sum| sums::contradicts(pattern, &sum.kind));
                ensure(contradicts, "the sums do not contradict the pattern")
            }
            (P::Never(pattern), true, "inductive") | (P::Reach(pattern), false, "inductive") => {
                self.inductive(pattern, evidence, lemmas)
            }
            (P::Never(_) | P::Conserve { .. }, true, "positions")
            | (P::Reach(_), false, "positions") => {
                ensure(!self.everywhere(property)?.contains(&true), "a position is not as claimed")
            }
            (P::Never(_) | P::Conserve { .. }, false, "play") | (P::Reach(_), true, "play") => {
                let at = self.play(evidence)?;
                let last = self.flags(property, &at)?.pop();
                ensure(last == Some(true), "the play does not lead to such a position")
            }
            (P::AlwaysPossible(_), true, "ranked") => self.ranked(property, evidence, false),
            (P::Inevitable(_), true, "ranked") => self.ranked(property, evidence, true),
            (P::AlwaysPossible(_), false, "trap") => {
                let at = self.play(evidence)?;
                let trap = self.closed(&strings(&evidence["positions"]), &at[at.len() - 1])?;
                let flags = self.flags(property, &trap.places)?;
                ensure(!flags.contains(&true), "it holds in one of the positions")
            }
            (P::Inevitable(_), false, "play") => self.avoided(property, evidence),
            (P::Once(_), true, "positions") => self.once(property),
            (P::Once(_), false, "play") => {
                let at = self.play(evidence)?;
                let flags = self.flags(property, &at)?;
                let begins = (0..flags.len()).filter(|i| flags[*i] && (*i == 0 || !flags[i - 1]));
                let twice = begins.count() == 2 && flags.last() == Some(&true);
                ensure(twice, "it does not begin twice in this play")
            }
            _ => wrong("such evidence does not show this"),
        }
    }

    /// No rule changes the sum, and it is right at the start.
    fn conserved(&self, property: usize) -> Checked<()> {
        let kind = &self.program.properties()[property].kind;
        let first = self.reference.start(self.start_number)?;
        if let Some(rule) = sums::changed_by(self.program, kind) {
            return wrong(format!("rule {rule} may change the sum"));
        }
        ensure(self.reference.property_holds(&first, kind)?, "the sum is another at the start")
    }

    /// Ranks go down by one to 0, where the property holds: along some move, or along all moves. Along all
    /// moves, a position may have none if no play comes to it without the property.
    fn ranked(&self, property: usize, evidence: &Value, along_all: bool) -> Checked<()> {
        let flags = self.everywhere(property)?;
        let Some(ranks) = evidence["ranks"].as_array().filter(|r| r.len() == flags.len()) else {
            return wrong("there is not one rank for each position");
        };
        for (n, flag) in flags.iter().enumerate() {
            let next: Vec<Option<u64>> =
                self.all.next[n].iter().map(|m| ranks[*m].as_u64()).collect();
            let below = match along_all {
                true if next.contains(&None) => None,
                true => next.iter().flatten().max(),
                false => next.iter().flatten().min(),
            };
            let right = if *flag { Some(0) } else { below.and_then(|rank| rank.checked_add(1)) };
            let must = !along_all || n == self.all.entry;
            if ranks[n].as_u64() != right || (must && right.is_none()) {
                return wrong(format!("the rank of position {} is wrong", n + 1));
            }
        }
        Ok(())
    }

    /// A play that ends, or goes round, without the property.
    fn avoided(&mut self, property: usize, evidence: &Value) -> Checked<()> {
        let at = self.play(evidence)?;
        ensure(!self.flags(property, &at)?.contains(&true), "it holds on the way")?;
        let last = &at[at.len() - 1];
        let ends = match evidence["back"].as_u64().and_then(|n| usize::try_from(n).ok()) {
            None => evidence["back"].is_null() && last.over,
            Some(back) => back < at.len() - 1 && at[back] == *last,
        };
        ensure(ends, "the play is not over, and does not come back")
    }

    /// The property begins at most once: a search with the phases 0 not yet, 1 now, 2 before.
    fn once(&self, property: usize) -> Checked<()> {
        let flags = self.everywhere(property)?;
        let mut seen = vec![[false; 3]; flags.len()];
        let mut open = vec![(self.all.entry, usize::from(flags[self.all.entry]))];
        while let Some((n, phase)) = open.pop() {
            if std::mem::replace(&mut seen[n][phase], true) {
                continue;
            }
            for m in &self.all.next[n] {
                ensure(phase < 2 || !flags[*m], "it begins twice in some play")?;
                let next = if flags[*m] { 1 } else { 2 * phase.min(1) };
                open.push((*m, next));
            }
        }
        Ok(())
    }
}
