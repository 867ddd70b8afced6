//! Declarations as authors write them, and what becomes of them. The declared games of the catalogue
//! are tested there.

use senet_game::{
    Game, GameInfo, LimitKind, Listed, Observer, Outcome, Rng, Seat, Turn, Verdict, ViewMove, erase,
};
use std::sync::Arc;

/// The move of this name.
fn named<G: Game>(game: &G, state: &G::State, name: &str) -> Option<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.into_iter().find(|mv| game.move_name(state, mv) == name)
}

/// What an observer sees of a move.
fn described<G: Game>(game: &G, state: &G::State, mv: &G::Move, observer: Observer) -> ViewMove {
    let describe = game.abilities().describe_move.expect("declared games describe their moves");
    describe(game, state, mv, observer)
}

/// The position after some moves, by name.
fn after<G: Game>(game: &G, names: &[&str]) -> G::State {
    let mut state = game.start();
    for name in names {
        let mv = named(game, &state, name).unwrap_or_else(|| panic!("`{name}` is not possible"));
        game.apply(&mut state, &mv, &mut ());
    }
    state
}

fn names<G: Game>(game: &G, state: &G::State) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.iter().map(|mv| game.move_name(state, mv)).collect()
}

mod sticks {
    senet_macros::game! {
        crate = senet_declare;

        /// Take one to three sticks. Who cannot take any has lost.
        pub game Sticks;

        player: Ann | Bob | Cid;
        state: { left: usize }
        move: 1..=3;
        valid: enough;
        outcome: { else: |game, taken| game.left -= taken.get(), stuck: lose }
        initial: { left: SOME, turn: Bob }
        parse: |text| Number::new(text.strip_prefix("take ")?.parse().ok()?);
        limit: 30;

        const SOME: usize = 5;

        fn enough(game: &State, taken: Move) -> bool {
            taken.get() <= game.left
        }
    }
}

#[test]
fn three_players_numbers_and_being_stuck() {
    let game = sticks::Sticks::new();
    assert_eq!(game.turn(&game.start()), Turn::Player(Seat(1)));
    assert_eq!(game.seat_name(Seat(2)), "Cid");
    assert_eq!(game.abilities().draw_rules.limit, Some(30));
    let late = after(&game, &["2", "2"]);
    assert_eq!((game.turn(&late), names(&game, &late)), (Turn::Player(Seat(0)), vec!["1".into()]));
    let Turn::Over(end) = game.turn(&after(&game, &["2", "2", "1"])) else { panic!("it is over") };
    assert_eq!([0, 1, 2].map(|seat| end.utility(Seat(seat))), [1.0, -1.0, 1.0]);
}

#[test]
fn moves_are_read_as_the_game_says_or_by_name() {
    let game = erase(Arc::new(sticks::Sticks::new()), GameInfo::default());
    let mut cursor = game.cursor();
    let three = cursor.parse_move("3").expect("its name");
    assert_eq!(cursor.move_name(three), "3");
    assert_eq!(cursor.parse_move("take 3"), Some(three));
    assert_eq!(cursor.parse_move("take 4"), None);
    cursor.apply(three);
    assert_eq!(cursor.parse_move("take 3"), None);
}

mod slide {
    senet_macros::game! {
        crate = senet_declare;

        /// Stones step to the right, or jump over one of the other colour. Whoever has no stone
        /// that can go has to pass.
        pub game Slide;

        board: Array[5];
        piece: Stone(Player) | Wall;
        player: Light | Dark;
        move: Step(Cell) | Jump(Cell);
        valid: |game, mv| {
            let (from, way) = match mv {
                Move::Step(from) => (from, 1),
                Move::Jump(from) => (from, 2),
            };
            let between = from.step(1, 0).and_then(|cell| game.get(cell));
            let jumps = between == Some(Piece::Stone(game.next_player()));
            game.get(from) == Some(Piece::Stone(game.turn))
                && from.step(way, 0).is_some_and(|to| game.is_empty(to))
                && (way == 1 || jumps)
        };
        outcome: {
            tie: |game, mv| matches!(mv, Move::Jump(_)) && game.is_full(),
            else: |game, mv| {
                let (Move::Step(from) | Move::Jump(from)) = mv;
                let way = if matches!(mv, Move::Step(_)) { 1 } else { 2 };
                let piece = game.take(from).expect("it is there");
                game.place(from.step(way, 0).expect("it is on the board"), piece);
            },
            stuck: pass,
        }
        initial: { board: [Piece::Stone(Player::Light), _, _, Piece::Stone(Player::Dark), Wall] }
        glyph: |piece| match piece {
            Piece::Stone(Player::Light) => 'o',
            Piece::Stone(Player::Dark) => '●',
            Piece::Wall => '#',
        };
    }
}

#[test]
fn arrays_parts_owners_glyphs_and_passing() {
    let game = slide::Slide::new();
    let start = game.start();
    let actions = game.abilities().actions.expect("as many as there are moves");
    assert_eq!((names(&game, &start), actions.count), (vec!["step a1".to_owned()], 10));
    let step = named(&game, &start, "step a1").unwrap();
    let shown = described(&game, &start, &step, Observer::Public);
    assert_eq!(shown.places.len(), 1);
    let scene = &game.view(&start, Observer::Public).boards[0];
    let seen = scene.pieces.iter().map(|it| (it.kind.as_str(), it.glyph.as_str(), it.seat));
    let light = ("stone", "o", Some(Seat(0)));
    assert_eq!(
        seen.collect::<Vec<_>>(),
        [light, ("stone", "●", Some(Seat(1))), ("wall", "#", None)]
    );
    // Dark stands before the wall and passes; in the end nobody can go.
    let passed = after(&game, &["step a1"]);
    assert_eq!(
        (game.turn(&passed), names(&game, &passed)),
        (Turn::Player(Seat(0)), vec!["step b1".to_owned()])
    );
    let over = after(&game, &["step a1", "step b1"]);
    assert_eq!(game.turn(&over), Turn::Over(Outcome::draw()));
}

mod words {
    use std::collections::BTreeSet;

    senet_macros::game! {
        crate = senet_declare;

        /// Say words that begin as the last one ended.
        game Words;

        player: One | Two;
        state: { said: BTreeSet<String>, last: String }
        move: String;
        moves: |game| {
            let last = game.last.chars().last();
            let fits = move |word: &&str| last.is_none() || word.chars().next() == last;
            let new: Vec<String> = ["ant", "cat", "tic", "toe", "elk"]
                .into_iter()
                .filter(fits)
                .filter(|word| !game.said.contains(*word))
                .map(String::from)
                .collect();
            new.into_iter().rev()
        };
        name: |_, word| word;
        outcome: {
            else: |game, word| {
                game.said.insert(word.clone());
                game.last = word;
            },
            stuck: lose,
        }
    }

    pub(crate) fn game() -> Words {
        Words::default()
    }
}

#[test]
fn moves_of_any_type_come_in_order() {
    let game = words::game();
    assert_eq!(names(&game, &game.start()), ["ant", "cat", "elk", "tic", "toe"]);
    let late = after(&game, &["ant", "tic", "cat", "toe", "elk"]);
    assert_eq!(game.turn(&late), Turn::Over(Outcome::won(Seat(0))));
}

mod draw {
    senet_macros::game! {
        crate = senet_declare;

        /// Guess whether a loaded die shows a six; the guess is secret until it is rolled.
        pub game Draw;

        player: Guesser | Dealer;
        state: { #[secret] guess: Each<Option<bool>>, eyes: Option<Chance> }
        move: Six | Other;
        valid: |_, _| true;
        seen_by: |game, _| game.turn;
        determinize: |game, player, rng| {
            if player == Player::Dealer && game.guess[Player::Guesser].is_some() {
                game.guess[Player::Guesser] = Some(rng.index(2) == 1);
            }
        };
        chance: {
            when: |game| game.guess[Player::Guesser].is_some() && game.eyes.is_none(),
            move: 1..=6,
            weight: |_, eyes| if eyes.get() == 6 { 5u8 } else { 1 },
            else: |game, eyes| {
                game.eyes = Some(eyes);
                let right = game.guess[Player::Guesser] == Some(eyes.get() == 6);
                if right { Next::win(Player::Guesser) } else { Next::win(Player::Dealer) }
            }
        }
        outcome: {
            else: |game, mv| {
                game.guess[game.turn] = Some(mv == Move::Six);
            }
        }
        score: |game, player| i64::from(player == Player::Guesser && game.eyes.is_some());
    }
}

#[test]
fn weights_secrets_and_ends_by_chance() {
    let game = draw::Draw::new();
    let start = game.start();
    let six = named(&game, &start, "six").unwrap();
    assert_eq!(described(&game, &start, &six, Observer::Seat(Seat(0))).text, "six");
    assert_eq!(described(&game, &start, &six, Observer::Seat(Seat(1))).text, "hidden");
    let mut rolled = after(&game, &["six"]);
    assert_eq!(game.turn(&rolled), Turn::Chance);
    assert_eq!(game.view(&rolled, Observer::Seat(Seat(1))).hidden.len(), 1);
    assert_eq!(game.view(&rolled, Observer::Seat(Seat(0))).hidden.len(), 0);
    let mut rng = Rng::new(1);
    let mut buffer = Vec::new();
    let sixes = (0..1000).filter(|_| {
        let roll = game.random_move(&rolled, &mut rng, &mut buffer);
        game.move_name(&rolled, &roll) == "6"
    });
    let sixes = sixes.count();
    assert!((450..550).contains(&sixes), "{sixes}");
    let roll = named(&game, &rolled, "6").unwrap();
    game.apply(&mut rolled, &roll, &mut ());
    let Turn::Over(end) = game.turn(&rolled) else { panic!("it is over") };
    assert_eq!(end.verdict, Outcome::won(Seat(0)).verdict);
    assert_eq!(end.scores.as_deref(), Some(&[1, 0][..]));
}

mod heavy {
    senet_macros::game! {
        crate = senet_declare;

        /// Roll a die that is loaded more and more.
        pub game Heavy;

        player: Solo;
        state: { load: u128, rolled: bool }
        move: More | Roll;
        valid: |_, _| true;
        chance: {
            when: |game| game.rolled,
            move: 1..=2,
            weight: |game, eyes| if eyes.get() == 1 { game.load } else { 1 },
            else: |game, _| game.rolled = false
        }
        outcome: {
            else: |game, mv| {
                game.load = if mv == Move::More { u128::MAX } else { game.load };
                game.rolled = mv == Move::Roll;
            }
        }
        initial: { load: u128::MAX - 1, rolled: false }
    }
}

#[test]
fn weights_fit_or_play_stops() {
    let game = heavy::Heavy::new();
    let rolled = after(&game, &["roll"]);
    assert_eq!(game.turn(&rolled), Turn::Chance);
    let roll = game.random_move(&rolled, &mut Rng::new(1), &mut Vec::new());
    assert_eq!(game.weight(&rolled, &roll), u128::MAX - 1);
    let stopped = after(&game, &["more", "roll"]);
    assert_eq!(game.turn(&stopped), Turn::Stopped(LimitKind::Numbers));
    assert_eq!(names(&game, &stopped), [""; 0]);
}

mod twins {
    /// What the surroundings call a move does not matter inside.
    #[allow(dead_code)]
    struct Move;

    #[allow(dead_code)]
    fn win() {}

    const GOAL: usize = 2;

    senet_macros::game! {
        crate = senet_declare;

        /// Up.
        pub game Up;

        player: Solo;
        state: { at: usize }
        move: Go | Stay;
        valid: |_, _| true;
        outcome: { win: win, else: |game, mv| game.at += usize::from(mv == Move::Go) }

        fn win(game: &State) -> bool {
            game.at == GOAL
        }
    }

    senet_macros::game! {
        crate = senet_declare;

        /// Down.
        pub game Down;

        player: Solo;
        state: { at: usize }
        move: 1..=1;
        valid: |game, _: Move| game.at > 0;
        outcome: { win: |game| game.at == 0, else: |game, _| game.at -= 1 }
        initial: { at: GOAL }
    }
}

#[test]
fn games_do_not_get_into_each_others_way() {
    let (up, down) = (twins::Up::new(), twins::Down::new());
    let won = Turn::Over(Outcome::won(Seat(0)));
    assert_eq!(up.turn(&after(&up, &["go", "stay", "go"])), won);
    assert_eq!(down.turn(&after(&down, &["1", "1"])), won);
}

mod from_file {
    senet_macros::game_file!("noughts.game");
}

mod from_rust_file {
    senet_macros::game_file!("halves.game");
}

#[test]
fn a_file_may_be_rust_by_itself() {
    let game = from_rust_file::Halves::new();
    let won = Turn::Over(Outcome::won(Seat(0)));
    assert_eq!(game.turn(&after(&game, &["halve", "less", "less"])), won);
}

#[test]
fn a_game_from_a_file_is_a_game_like_any_other() {
    let game = from_file::Noughts::new();
    let about = from_file::Noughts::info();
    assert_eq!((&*about.name, &*about.title), ("noughts", "Noughts"));
    assert_eq!(about.rules, "Three noughts in a row lose.");
    let start = game.start();
    assert_eq!(names(&game, &start).len(), 8, "the middle is taken");
    let Turn::Over(end) = game.turn(&after(&game, &["a1", "c3"])) else { panic!("it is over") };
    assert!(matches!(end.verdict, Verdict::Won(seats) if seats.contains(Seat(0))));
}
