//! Bots know what their seat has seen, and nothing else: if something changes that a seat cannot
//! see, its bot does what it would have done.

use senet_game::{Eye, Game, Rng, Turn, named};
use senet_games::{Source, Visit, Wanted, visit};
use senet_match::{Bot, Played, Sight};
use std::sync::Arc;

/// Two ways to play that look the same to whoever moves next.
struct Alike<'a> {
    ways: [&'a [&'a str]; 2],
}

/// The positions on the way, with the moves between them.
struct Line<G: Game> {
    states: Vec<G::State>,
    moves: Vec<G::Move>,
}

impl<G: Game> Line<G> {
    fn new(game: &G, names: &[&str]) -> Line<G> {
        let mut line: Line<G> = Line { states: vec![game.start()], moves: Vec::new() };
        for name in names {
            let mut state = line.here().clone();
            let mv = named(game, &state, name).unwrap_or_else(|| panic!("{name} is no move"));
            game.apply(&mut state, &mv, &mut ());
            line.states.push(state);
            line.moves.push(mv);
        }
        line
    }

    fn here(&self) -> &G::State {
        self.states.last().expect("there is a start")
    }

    fn sight<'a>(&'a self, game: &'a G) -> Sight<'a, G> {
        let after = self.states.iter().skip(1);
        let past = self.states.iter().zip(&self.moves).zip(after);
        let past = past.map(|((before, mv), after)| -> Played<'a, G> { (before, mv, after) });
        Sight::new(game, self.here(), past).expect("it is somebody's turn")
    }
}

impl Visit for Alike<'_> {
    type Out = ();

    fn visit<G: Game + 'static>(self, game: Arc<G>) {
        let lines = self.ways.map(|names| Line::new(&*game, names));
        assert!(lines[0].here() != lines[1].here(), "nothing was changed");
        let sights = [lines[0].sight(&game), lines[1].sight(&game)];
        let eye = Eye::Seat(sights[0].seat());
        let views = [game.view(lines[0].here(), eye), game.view(lines[1].here(), eye)];
        assert_eq!(views[0], views[1], "the seat sees the difference");
        for bot in ["random", "greedy", "alphabeta:300", "mcts:300", "mcts:100:x2", "level:3"] {
            let bot: Bot = bot.parse().expect("a bot");
            for seed in 0..6 {
                let think = |sight: &Sight<'_, G>| {
                    let opinion = bot.player().consider(&*game, sight, &mut Rng::new(seed), &());
                    game.name(lines[0].here(), &opinion.best)
                };
                assert_eq!(think(&sights[0]), think(&sights[1]), "{bot}, seed {seed}");
            }
        }
        for seed in 0..20 {
            let other = sights[0].imagine(&mut Rng::new(seed));
            assert!(other == sights[1].imagine(&mut Rng::new(seed)), "it imagines what is so");
            assert_eq!(game.view(&other, eye), views[0], "it imagines what cannot be");
            let other = game.imagine(lines[0].here(), sights[0].seat(), &mut Rng::new(seed));
            let again = game.imagine(lines[1].here(), sights[0].seat(), &mut Rng::new(seed));
            assert!(other == again, "the game imagines what is so");
        }
    }
}

fn alike(game: &str, ways: [&[&str]; 2]) {
    visit(Source::Catalogue(game), &Wanted::default(), Alike { ways }).expect("there is one");
}

#[test]
fn a_pick_that_is_hidden_is_not_known() {
    alike("rock-paper-scissors", [&["pick ann rock"], &["pick ann paper"]]);
    alike("rock-paper-scissors-grid", [&["choose ann rock"], &["choose ann paper"]]);
}

#[test]
fn a_card_that_is_hidden_is_not_known() {
    alike("kuhn-poker", [&["jack", "queen", "bet"], &["king", "queen", "bet"]]);
    alike("kuhn-poker", [&["jack", "queen"], &["jack", "king"]]);
}

#[test]
fn ships_that_are_hidden_are_not_known() {
    let ways = [["a2 a1", "c2 c1"], ["b2 b1", "c2 c1"]].map(|boats| {
        let red = boats.map(|cells| names("red", cells));
        let blue = ["a1 b1", "a2 b2"].map(|cells| names("blue", cells));
        [red.to_vec(), blue.to_vec(), vec!["fire red a3".to_owned()]].concat()
    });
    let ways: Vec<Vec<&str>> =
        ways.iter().map(|way| way.iter().map(String::as_str).collect()).collect();
    alike("battleships", [&ways[0], &ways[1]]);
}

fn names(player: &str, cells: &str) -> String {
    format!("moor {player} {cells}")
}

/// All that could be is imagined, and what cannot be is not.
struct Worlds<'a> {
    names: &'a [&'a str],
    expected: usize,
}

impl Visit for Worlds<'_> {
    type Out = ();

    fn visit<G: Game + 'static>(self, game: Arc<G>) {
        let line = Line::new(&*game, self.names);
        let sight = line.sight(&game);
        let mut found: Vec<G::State> = Vec::new();
        let mut rng = Rng::new(1);
        for _ in 0..200 {
            let world = sight.imagine(&mut rng);
            assert_eq!(game.turn(&world), Turn::Player(sight.seat()));
            if !found.contains(&world) {
                found.push(world);
            }
        }
        assert_eq!(found.len(), self.expected);
    }
}

#[test]
fn everything_that_could_be_is_imagined() {
    let worlds = |game: &str, names: &[&str], expected| {
        visit(Source::Catalogue(game), &Wanted::default(), Worlds { names, expected })
            .expect("there is one");
    };
    worlds("rock-paper-scissors", &["pick ann rock"], 3);
    worlds("kuhn-poker", &["jack", "queen", "bet"], 2);
}
