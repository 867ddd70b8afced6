//! Plays a program on two engines side by side.

use senet_bits::BitGame;
use senet_engine::{Engine, PositionAtom, TermGame};
use senet_game::{
    Abilities, Cursor, DrawRules, Game, GameInfo, Outcome, Playout, PlayoutEnd, Referee, Rng,
    RuleLog, RulesFired, Tally, Turn, Verdict, erase,
};
use senet_program::{Options, Program, check};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A program with a start, if the text is one.
pub(crate) fn program(text: &str) -> Option<Arc<Program>> {
    check(text, &Options::default()).program.filter(|p| !p.starts().is_empty()).map(Arc::new)
}

fn shown(engine: &Engine, atoms: &[PositionAtom]) -> Vec<String> {
    let show = |a: &PositionAtom| {
        let lasting = if a.persistent { "!" } else { "" };
        format!("{lasting}{} ×{}", engine.show_atom(a.predicate, &a.values), a.copies)
    };
    let mut out: Vec<String> = atoms.iter().map(show).collect();
    out.sort();
    out
}

/// What was met in a play.
#[derive(Debug, Default)]
pub(crate) struct Met {
    /// The most moves that chance had.
    pub(crate) widest_chance: usize,
    /// How many moves were made.
    pub(crate) plies: usize,
    /// What the end meant, if the play came to one.
    pub(crate) verdict: Option<Verdict>,
    /// Whether a player had points at the end.
    pub(crate) points: bool,
}

/// Plays both side by side; what was met, or where they differ.
pub(crate) fn play(
    term: &TermGame,
    bits: &BitGame,
    seed: u64,
    moves: usize,
) -> Result<Met, String> {
    let engine = term.engine();
    let mut rng = Rng::new(seed);
    let (mut a, mut b) = (term.start(), bits.start());
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let Abilities { packing, is_one_way, .. } = bits.abilities();
    let is_one_way = is_one_way.expect("bit programs tell");
    // Positions since the last one-way move, and those from before it.
    let (mut recent, mut past) = (Vec::new(), Vec::new());
    let mut met = Met::default();
    for ply in 0..moves {
        let (turn, other) = (term.turn(&a), bits.turn(&b));
        if matches!(turn, Turn::Stopped(_)) || matches!(other, Turn::Stopped(_)) {
            return Ok(met);
        }
        let position = a.machine().position();
        let (stage, atoms) = bits.atoms(&b);
        let (p, q) = (shown(engine, &position.atoms(engine)), shown(engine, &atoms));
        if stage != position.stage() || p != q {
            return Err(format!("ply {ply}: bits {q:?}, term {p:?}"));
        }
        if turn != other {
            return Err(format!("ply {ply}: bits {other:?}, term {turn:?}"));
        }
        term.moves(&a, &mut theirs);
        bits.moves(&b, &mut ours);
        let listed: Vec<_> = ours.iter().map(|m| bits.as_term_move(m)).collect();
        if listed != theirs {
            let name = |all: &[_]| all.iter().map(|m| term.move_name(&a, m)).collect::<Vec<_>>();
            return Err(format!(
                "ply {ply}: bits moves {:?}, term {:?}",
                name(&listed),
                name(&theirs)
            ));
        }
        let weights: Vec<u128> = theirs.iter().map(|m| term.weight(&a, m)).collect();
        let others: Vec<u128> = ours.iter().map(|m| bits.weight(&b, m)).collect();
        if weights != others {
            return Err(format!("ply {ply}: bits weights {others:?}, term {weights:?}"));
        }
        if let Some(packing) = &packing {
            let packed = (packing.pack)(bits, &b).expect("it fits");
            let mut back = bits.start();
            (packing.unpack)(bits, packed, &mut back);
            if back != b {
                let (_, atoms) = bits.atoms(&back);
                return Err(format!("ply {ply}: unpacked {:?}, not {q:?}", shown(engine, &atoms)));
            }
        }
        if let Turn::Over(outcome) = &turn {
            met.verdict = Some(outcome.verdict);
            met.points = outcome.scores.as_ref().is_some_and(|all| all.iter().any(|s| *s != 0));
        }
        if turn == Turn::Chance {
            met.widest_chance = met.widest_chance.max(ours.len());
        }
        if ours.is_empty() {
            return Ok(met);
        }
        let picked = bits.random_move(&b, &mut rng, &mut Vec::new());
        if !ours.contains(&picked) {
            return Err(format!("ply {ply}: picked {picked:?}, which is not a legal move"));
        }
        if ply < 2 && bits.as_term(&b) != a {
            return Err(format!("ply {ply}: the position is another on the term engine"));
        }
        let choice = rng.index(ours.len() as u64) as usize;
        recent.push(b.clone());
        if is_one_way(bits, &ours[choice]) {
            past.append(&mut recent);
        }
        let (mut fired, mut expected) = (Vec::new(), Vec::new());
        term.apply(&mut a, &theirs[choice], &mut RuleLog(&mut expected));
        bits.apply(&mut b, &ours[choice], &mut RuleLog(&mut fired));
        if fired != expected {
            return Err(format!("ply {ply}: bits fires rules {fired:?}, term {expected:?}"));
        }
        if past.contains(&b) {
            return Err(format!("ply {ply}: a position from before a one-way move: {q:?}"));
        }
        met.plies += 1;
    }
    Ok(met)
}

/// Playouts, with the rules that fired in each.
#[derive(Default)]
struct Heard {
    playouts: Vec<Playout>,
    fired: Vec<RulesFired>,
}

impl Tally for Heard {
    fn count(&mut self, playout: &Playout) -> ControlFlow<()> {
        self.playouts.push(playout.clone());
        ControlFlow::Continue(())
    }

    fn counts_rules(&self) -> bool {
        true
    }

    fn rules(&mut self, fired: &RulesFired) {
        self.fired.push(fired.clone());
    }
}

/// How many moves a single playout has, and the rules that fire in it.
fn alone(bits: &BitGame, seed: u64, i: u64) -> (u64, RulesFired) {
    let (mut rng, mut state) = (Rng::nth(seed, i), bits.start());
    let mut fired = RulesFired::new(bits.engine().program().rules().len());
    let mut plies = 0;
    while matches!(bits.turn(&state), Turn::Player(_) | Turn::Chance) {
        let mv = bits.random_move(&state, &mut rng, &mut Vec::new());
        bits.apply(&mut state, &mv, &mut fired);
        plies += 1;
    }
    (plies, fired)
}

/// Whether playouts from different positions in lockstep end as single playouts from each of them do.
fn starts_agree(cursor: &mut dyn Cursor, seed: u64, referee: &Referee) -> Result<(), String> {
    let (mut rng, mut alone) = (Rng::new(seed), Vec::new());
    cursor.reset();
    cursor.set_referee(referee.clone());
    cursor.push();
    while alone.len() < 40 && matches!(cursor.turn(), Turn::Player(_) | Turn::Chance) {
        cursor.add_start();
        cursor.push();
        let mut stream = Rng::nth(seed, alone.len() as u64);
        alone.push(cursor.playout(&mut stream, &mut || false, None));
        cursor.pop();
        let mv = cursor.random_move(&mut rng);
        cursor.apply(mv);
    }
    cursor.pop();
    let mut together = Heard::default();
    cursor.play_starts(seed, &mut together);
    let together: Vec<Outcome> = together.playouts.into_iter().map(|p| p.outcome).collect();
    if together == alone {
        return Ok(());
    }
    Err(format!("from different positions in lockstep {together:?}, alone {alone:?}"))
}

/// Whether playouts in lockstep end as single playouts do, one by one.
pub(crate) fn lanes_agree(bits: BitGame, seed: u64, limit: u64) -> Result<(), String> {
    const PLAYOUTS: u64 = 24;
    let bits = Arc::new(bits);
    let game = erase(Arc::clone(&bits), GameInfo::default());
    let mut cursor = game.cursor();
    let mut together = Heard::default();
    let rules = DrawRules { limit: Some(limit), ..game.draw_rules() };
    let referee = Referee::new(rules, 0);
    cursor.set_referee(referee.clone());
    cursor.playouts(PLAYOUTS, seed, 3, &mut together);
    let Heard { playouts: together, fired } = together;
    starts_agree(&mut *cursor, seed, &referee)?;
    for i in 0..PLAYOUTS {
        let mut rng = Rng::nth(seed, 3 + i);
        cursor.reset();
        cursor.set_referee(referee.clone());
        let outcome = cursor.playout(&mut rng, &mut || false, None);
        if together[i as usize].outcome != outcome {
            let lane = &together[i as usize];
            return Err(format!("playout {i}: in lockstep {lane:?}, alone {outcome:?}"));
        }
        // Rules and lengths, where nothing but the rules of the game ends a playout.
        let lane = &together[i as usize];
        if lane.end == PlayoutEnd::Rules {
            let (plies, rules) = alone(&bits, seed, 3 + i);
            if plies != lane.plies {
                return Err(format!("playout {i}: in lockstep {lane:?}, alone {plies} plies"));
            }
            let lane = &fired[i as usize];
            if *lane != rules {
                return Err(format!("playout {i}: in lockstep {lane:?} fire, alone {rules:?}"));
            }
        }
    }
    Ok(())
}
