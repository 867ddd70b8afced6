//! Strategy stealing (J. Nash, about 1949): in a game in which the players are alike and an extra stone never hurts, the
//! second player cannot force a win.
//!
//! If the second player had a winning strategy, the first player could make any move, then follow that strategy as if
//! second; where it asks for the stone that is there already, any other will do. So both would win, which cannot be.
//! What is needed is read off the rules, and everything that does not fit is a reason against it: there may be games for
//! which the argument holds and is not found here.

use crate::ids::{PredId, StageId, VarId};
use crate::program::{Atom, Premise, Program, Role, Rule, Settling, Term};
use rustc_hash::FxHashSet;

/// Why the second player cannot force a win.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StealingArgument {
    /// The players, the first to move before the other.
    pub players: [String; 2],
    /// What was found in the rules, in words.
    pub premises: Vec<String>,
}

impl Program {
    /// The argument of strategy stealing from one of the starts, if the rules have the form that it needs.
    pub fn strategy_stealing(&self, start: usize) -> Option<StealingArgument> {
        let found = Placing::of(self)?;
        let Placing { rule, turn, free, stone, .. } = found;
        found.stones_only_help(self)?;
        if !self.treats_players_alike() {
            return None;
        }
        let first = found.first_mover(self, start)?;
        let seats = &self.game().players.as_ref()?.seats;
        let other = usize::from(seats[0] == first);
        let name = |id: PredId| &self.predicate(id).name;
        let players = [first, seats[other]].map(|c| {
            let constant = self.constructor(c);
            constant.label.clone().unwrap_or_else(|| constant.name.clone())
        });
        let place = self.rule_name(rule);
        let premises = vec![
            format!(
                "the only move is `{place}`: it turns a `{}` into a `{}` of the mover",
                name(free),
                name(stone)
            ),
            format!(
                "no rule takes a `{}` away or asks for its absence, and a player wins by own ones alone",
                name(stone)
            ),
            "the rules are the same for both players, up to a turn or a reflection of the board"
                .to_owned(),
            format!("both start alike but for `{}`", name(turn)),
        ];
        Some(StealingArgument { players, premises })
    }
}

/// The one move of a game in which stones are placed.
struct Placing<'p> {
    rule: &'p Rule,
    turn: PredId,
    free: PredId,
    stone: PredId,
    /// What else a move makes: who has moved.
    moved: Vec<PredId>,
}

impl<'p> Placing<'p> {
    fn of(program: &'p Program) -> Option<Placing<'p>> {
        let game = program.game();
        let plain = game.lose.is_empty()
            && game.score.is_empty()
            && game.hidden.is_empty()
            && !game.win.is_empty()
            && (game.limit, game.repeat, game.quiet.is_none()) == (None, None, true)
            && program.stages().iter().all(|s| s.forbidden.is_empty());
        let mut interactive = program.stages().iter().filter(|s| s.interactive);
        let (stage, None) = (interactive.next()?, interactive.next()) else { return None };
        let ([rule], true) = (&stage.rules[..], plain) else { return None };
        let rule = program.rule(*rule);
        let Some(Term::Variable(mover)) = rule.chooser else { return None };
        let (mut turn, mut free) = (None, None);
        for premise in &rule.premises {
            match premise {
                Premise::Take(atom)
                    if atom.arguments == [Term::Variable(mover)] && turn.is_none() =>
                {
                    turn = Some(atom.predicate);
                }
                Premise::Take(atom) if free.is_none() && !mentions(atom, mover) => {
                    free = Some(atom);
                }
                // Whose turn is next may be looked up.
                Premise::Derived(atom)
                    if program.modes().is_table(atom.predicate) && mentions(atom, mover) => {}
                _ => return None,
            }
        }
        let (turn, free) = (turn?, free?);
        let cell: Vec<VarId> = distinct_variables(free)?;
        let mut stones =
            rule.conclusions.iter().filter(|c| cell.iter().any(|v| mentions(&c.atom, *v)));
        let (stone, None) = (stones.next()?, stones.next()) else { return None };
        let whole = cell.iter().all(|v| mentions(&stone.atom, *v)) && mentions(&stone.atom, mover);
        let sound = whole
            && !stone.persistent
            && rule.comprehensions.is_empty()
            && stone.atom.predicate != turn;
        let mut moved = Vec::new();
        for made in rule.conclusions.iter().filter(|c| c.atom != stone.atom) {
            let id = made.atom.predicate;
            match &made.atom.arguments[..] {
                [Term::Variable(v)] if *v == mover && id != turn => moved.push(id),
                [Term::Variable(v)]
                    if id == turn && next_player(program, &rule.premises, mover, *v) => {}
                _ => return None,
            }
        }
        let (free, stone) = (free.predicate, stone.atom.predicate);
        let apart = ![turn, free, stone].iter().any(|id| moved.contains(id))
            && free != stone
            && free != turn;
        (sound && apart).then_some(Placing { rule, turn, free, stone, moved })
    }

    /// Whether stones are only ever asked for, by rules and clauses that speak of their own player's alone, and free
    /// places only counted as any or none.
    fn stones_only_help(&self, program: &Program) -> Option<()> {
        // Monotonicity is what the argument needs: with one more own stone, whatever a
        // player could win by still holds. It is checked syntactically: stones occur only
        // positively, only those of one player in a rule, and lead to that player's win and
        // nothing else.
        let dependent = self.read_from_stones(program)?;
        for rule in program.rules() {
            if std::ptr::eq(rule, self.rule) {
                continue;
            }
            let automatic = match rule.role {
                Role::Step(stage) | Role::Link(stage, _) => stage,
            };
            settles(program, automatic).then_some(())?;
            (rule.comprehensions.is_empty() && rule.unsolved.is_empty()).then_some(())?;
            let made = |c: &crate::program::Conclusion| {
                c.atom.predicate != self.stone && c.atom.predicate != self.free && !c.persistent
            };
            rule.conclusions.iter().all(made).then_some(())?;
            let mut owners = FxHashSet::default();
            for premise in &rule.premises {
                self.premise(program, (rule, premise), &dependent, &mut owners)?;
            }
            self.passes_on(program, rule)?;
            // What follows from stones is a win of their owner, and nothing else.
            if !owners.is_empty() {
                let about_free = |p: &Premise| p.atom().is_some_and(|a| a.predicate == self.free);
                let asks = rule.premises.iter().flat_map(Premise::with_inner).any(about_free);
                (!asks).then_some(())?;
                let [win] = &rule.conclusions[..] else { return None };
                let owner = owners.iter().next().filter(|_| owners.len() == 1)?;
                let is_win = program.game().win.contains(&win.atom.predicate);
                (is_win && win.atom.arguments == [Term::Variable(*owner)]).then_some(())?;
            }
        }
        Some(())
    }

    /// Whether a rule leaves the turn as it is, or gives it to the next player after the one who has moved; and
    /// takes and makes nothing but whose turn it is, who has moved, and outcomes.
    fn passes_on(&self, program: &Program, rule: &Rule) -> Option<()> {
        let game = program.game();
        let marks = |id: PredId| id == self.turn || self.moved.contains(&id);
        let mut taken = None;
        for premise in &rule.premises {
            if let Premise::Take(atom) = premise {
                let first = marks(atom.predicate) && taken.replace(atom).is_none();
                first.then_some(())?;
            }
        }
        for made in &rule.conclusions {
            let id = made.atom.predicate;
            (marks(id) || game.win.contains(&id) || game.draw.contains(&id)).then_some(())?;
            if id == self.turn {
                let ([Term::Variable(from)], [Term::Variable(to)]) =
                    (&taken?.arguments[..], &made.atom.arguments[..])
                else {
                    return None;
                };
                next_player(program, &rule.premises, *from, *to).then_some(())?;
            } else if self.moved.contains(&id) {
                (Some(&made.atom) == taken).then_some(())?;
            }
        }
        Some(())
    }

    fn premise(
        &self,
        program: &Program,
        (rule, premise): (&Rule, &Premise),
        dependent: &FxHashSet<PredId>,
        owners: &mut FxHashSet<VarId>,
    ) -> Option<()> {
        match premise {
            Premise::Read(atom) | Premise::Derived(atom) if dependent.contains(&atom.predicate) => {
                owners.insert(owner(program, atom)?);
                Some(())
            }
            // Any free place: more stones leave fewer, which only brings the end nearer.
            Premise::Read(atom) if atom.predicate == self.free => {
                let mut uses = 0;
                let mut count = |v: VarId| uses += usize::from(mentions(atom, v));
                rule.premises.iter().for_each(|p| p.each_variable(&mut count));
                let alone = uses == distinct_variables(atom)?.len();
                let makes = rule.conclusions.iter().any(|c| {
                    distinct_variables(atom)
                        .is_some_and(|all| all.iter().any(|v| mentions(&c.atom, *v)))
                });
                (alone && !makes).then_some(())
            }
            Premise::Take(atom) | Premise::Read(atom) | Premise::Derived(atom) => {
                let own = atom.predicate == self.free || dependent.contains(&atom.predicate);
                (!own).then_some(())
            }
            Premise::Not(block) => {
                let [Premise::Read(atom)] = &block.premises[..] else { return None };
                let own = distinct_variables(atom)?.iter().all(|v| v.index() >= block.outer);
                (own && !dependent.contains(&atom.predicate)).then_some(())
            }
            Premise::Same(..) | Premise::Differ(..) => Some(()),
            _ => None,
        }
    }

    /// The predicates whose atoms follow from stones, the stones included. Each clause speaks of one player, that of its
    /// head, and asks for nothing's absence.
    fn read_from_stones(&self, program: &Program) -> Option<FxHashSet<PredId>> {
        // The predicates that depend on stones, as a least fixed point over the clauses.
        let mut found = FxHashSet::from_iter([self.stone]);
        loop {
            let more = program.clauses().iter().filter(|clause| {
                let mut atoms =
                    clause.goals.iter().flat_map(Premise::with_inner).filter_map(Premise::atom);
                atoms.any(|atom| found.contains(&atom.predicate))
            });
            let more: Vec<PredId> =
                more.map(|c| c.head.predicate).filter(|p| !found.contains(p)).collect();
            if more.is_empty() {
                break;
            }
            found.extend(more);
        }
        for clause in program.clauses().iter().filter(|c| found.contains(&c.head.predicate)) {
            let player = owner(program, &clause.head)?;
            for goal in &clause.goals {
                (goal.block().is_none()).then_some(())?;
                if let Some(atom) = goal.atom() {
                    (atom.predicate != self.free).then_some(())?;
                    if found.contains(&atom.predicate) {
                        (owner(program, atom)? == player).then_some(())?;
                    } else {
                        // Other atoms of the position might come and go.
                        matches!(goal, Premise::Derived(_)).then_some(())?;
                    }
                }
            }
        }
        Some(found)
    }

    /// The player whose turn it is at the start, if nothing else there speaks of players.
    fn first_mover(&self, program: &Program, start: usize) -> Option<crate::ids::ConId> {
        let start = &program.starts()[start];
        let players = program.game().players.as_ref()?;
        let mut first = None;
        for atom in start.atoms.iter().map(|c| &c.atom) {
            let of_player = |t: &&Term| matches!(t, Term::Apply(c, _) if players.seats.contains(c));
            match atom.arguments.iter().find(of_player) {
                Some(Term::Apply(c, _)) if atom.predicate == self.turn && first.is_none() => {
                    first = Some(*c);
                }
                Some(_) => return None,
                None => {}
            }
        }
        let plain = start.sets.iter().all(|(_, set)| {
            set.makes
                .iter()
                .all(|c| c.atom.predicate != self.turn && c.atom.predicate != self.stone)
        });
        first.filter(|_| plain)
    }
}

/// Whether the rule looks up who comes next after a player.
fn next_player(program: &Program, premises: &[Premise], from: VarId, to: VarId) -> bool {
    let looks_up = |p: &Premise| match p {
        Premise::Derived(atom) => {
            let predicate = program.predicate(atom.predicate);
            predicate.given
                && predicate.name == "next"
                && atom.arguments == [Term::Variable(from), Term::Variable(to)]
        }
        _ => false,
    };
    premises.iter().any(looks_up)
}

/// Whether a stage decides nothing by itself.
fn settles(program: &Program, stage: StageId) -> bool {
    program.stage(stage).interactive || matches!(program.settling(stage), Settling::Proved)
}

fn mentions(atom: &Atom, variable: VarId) -> bool {
    let mut found = false;
    atom.each_variable(&mut |v| found |= v == variable);
    found
}

/// The arguments of an atom, if they are different variables.
fn distinct_variables(atom: &Atom) -> Option<Vec<VarId>> {
    let variable = |t: &Term| if let Term::Variable(v) = t { Some(*v) } else { None };
    let all: Vec<VarId> = atom.arguments.iter().map(variable).collect::<Option<_>>()?;
    let distinct: FxHashSet<VarId> = all.iter().copied().collect();
    (distinct.len() == all.len()).then_some(all)
}

/// The variable that stands for a player in an atom, if it is the only argument of that type.
fn owner(program: &Program, atom: &Atom) -> Option<VarId> {
    let players = program.game().players.as_ref()?.ty;
    let types = &program.predicate(atom.predicate).arguments;
    let mut owners = atom.arguments.iter().zip(types).filter(|(_, ty)| **ty == players);
    match (owners.next()?, owners.next()) {
        ((Term::Variable(v), _), None) => Some(*v),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::check;

    const BASE: &str =
        "board cell = square 3 3. player : type. x : player. o : player. #players player.
        turn player : pred. moved player : pred. free cell : pred. mark player cell : pred.
        win player : pred. draw : pred. #win win. #draw draw.
        stage play = { place : turn P * free C -o mark P C * moved P. }
        #interactive play.
        stage judge = { three : moved P * $mark P A * $mark P B * $mark P C * line A B C -o win P. }
        qui * stage play * $moved _ -o stage judge.
        qui * stage judge * moved P * next P Q * $free _ -o stage play * turn Q.
        qui * stage judge * moved _ * not free _ -o stage play * draw.
        #trace _ play { turn x, { free C | C : cell } }.";

    fn second(text: &str) -> Option<String> {
        let program = check(text, &crate::Options::default()).program.expect("no errors");
        program.strategy_stealing(0).map(|argument| argument.players[1].clone())
    }

    #[test]
    fn the_second_player_of_tic_tac_toe_cannot_win() {
        assert_eq!(second(BASE).as_deref(), Some("o"));
        let other = BASE.replace("{ turn x,", "{ turn o,");
        assert_eq!(second(&other).as_deref(), Some("x"));
    }

    #[test]
    fn games_of_another_form_have_no_argument() {
        let changed = |from: &str, to: &str| {
            assert!(BASE.contains(from), "{from}");
            second(&BASE.replace(from, to))
        };
        // A line of the opponent's marks wins: stones hurt.
        let other = changed(
            "moved P * $mark P A * $mark P B * $mark P C * line A B C -o win P",
            "moved P * next P Q * $mark P A * $mark P B * $mark P C * line A B C -o win Q",
        );
        assert_eq!(other, None);
        // A win needs a place without a mark.
        assert_eq!(changed("line A B C -o", "line A B C * not mark Q a1 -o"), None);
        // One player needs more than the other.
        assert_eq!(changed("line A B C -o", "line A B C * P <> o -o"), None);
        // A win that needs a free place beside it.
        assert_eq!(changed("line A B C -o", "line A B C * $free D * adjacent C D -o"), None);
        // The player who has moved moves again.
        assert_eq!(
            changed("next P Q * $free _ -o stage play * turn Q", "$free _ -o stage play * turn P"),
            None
        );
        // Who is slow has not won.
        assert_eq!(changed("#draw draw.", "#draw draw. #limit 7 draw."), None);
        // Where marks fall, an extra one changes where the next lies.
        assert_eq!(changed("turn P * free C -o", "turn P * free C * side south C -o"), None);
        // One has a mark at the start.
        assert_eq!(changed("{ turn x,", "{ mark o b2, turn x,"), None);
        // The winner is the player with no line.
        assert_eq!(changed("#win win.", "#lose win."), None);
    }
}
