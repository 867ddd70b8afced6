//! What cannot be is a typed error, when rules or a game of them are made.

use crate::common::{game, moves};
use senet_board::{Board, BoardError, Cell, Edge, Shape, Spec, Spot};
use senet_game::{Game, Listed, Seat};
use senet_positional::games::{
    Connect6, Connect6Rules, ConnectFour, ConnectFourRules, Cross, CrossRules, Gale, GaleRules,
    Gomoku, GomokuRules, Havannah, HavannahRules, Hex, HexByPaths, HexByPathsRules, HexRules, Mnk,
    MnkRules, Progression, ProgressionRules, Shannon, ShannonRules, Sim, SimRules, Y, YRules,
    Yavalath, YavalathRules,
};
use senet_positional::{
    Combine, Connects, EndRule, Groups, InLine, Joins, Lines, PlayerInfo, Positional,
    PositionalRules, Region, Ring, RulesError, SetGame, Sets, Setup, Tempo, Tracker, Wires,
    connects, draw_if, full, in_line, joins, maker_breaker, mover_wins_when, player_wins_when,
    ring,
};

/// Rules of which each part can be wrong.
struct Odd<T, E> {
    board: Spec,
    places: Option<fn(&Board) -> Vec<Spot>>,
    players: usize,
    tempo: Tempo,
    tracker: fn(&Setup<'_>) -> Result<T, RulesError>,
    end: E,
}

impl<T, E> PositionalRules for Odd<T, E>
where
    T: Tracker,
    E: EndRule<T> + Copy + Send + Sync + 'static,
{
    type Tracker = T;

    fn board(&self) -> Spec {
        self.board.clone()
    }

    fn places(&self, board: &Board) -> Vec<Spot> {
        match self.places {
            Some(places) => places(board),
            None => board.cells().map(Spot::Cell).collect(),
        }
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<T, RulesError> {
        (self.tracker)(setup)
    }

    fn end(&self) -> impl EndRule<T> {
        self.end
    }

    fn players(&self) -> Vec<PlayerInfo> {
        PlayerInfo::several(self.players)
    }

    fn tempo(&self) -> Tempo {
        self.tempo
    }
}

fn odd<T: Tracker, E>(
    board: impl Into<Spec>,
    tracker: fn(&Setup<'_>) -> Result<T, RulesError>,
    end: E,
) -> Odd<T, E> {
    let tempo = Tempo::default();
    Odd { board: board.into(), places: None, players: 2, tempo, tracker, end }
}

fn error<R: PositionalRules>(rules: R) -> RulesError {
    Positional::new(rules).map(|_| ()).expect_err("a mistake")
}

fn square(width: u32, height: u32) -> Spec {
    Shape::Square { width, height }.into()
}

fn edges(board: &Board) -> Vec<Spot> {
    (0..board.edges().len() as u32).map(|i| Spot::Edge(Edge(i))).collect()
}

#[test]
fn lines() {
    let line =
        |board: Spec, length| error(odd(board, Lines::<4>::new, mover_wins_when(in_line(length))));
    let torus = Spec { torus: true, ..square(5, 5) };
    assert_eq!(line(torus, 3), RulesError::EndlessLines);
    assert_eq!(line(square(65, 3), 3), RulesError::LineTooLong);
    assert_eq!(line(square(3, 3), 65), RulesError::LineLength(65));
    assert_eq!(line(square(3, 3), 0), RulesError::LineLength(0));
    let hexagons: Spec = Shape::HexHex { side: 3 }.into();
    assert_eq!(line(hexagons, 3), RulesError::Axes { tracked: 4, found: 3 });
    let three: InLine = in_line(3);
    let on_edges = Odd {
        places: Some(edges),
        ..odd(Spec { edges: true, ..square(3, 3) }, Lines::<4>::new, mover_wins_when(three))
    };
    assert_eq!(error(on_edges), RulesError::PlacesAreNotCells);
    let ring = odd(Shape::Ring { cells: 9 }, Lines::<1>::new, mover_wins_when(three));
    assert_eq!(error(ring), RulesError::EndlessLines);
}

#[test]
fn regions() {
    let two = |end: Connects| error(odd(square(3, 3), Groups::by_sides, mover_wins_when(end)));
    let north_and_up = connects(2, [Region::NORTH, Region::NORTHEAST]);
    assert_eq!(two(north_and_up), RulesError::UnknownRegion(Region::NORTHEAST));
    assert_eq!(
        two(north_and_up).to_string(),
        "the board has no northeast side that groups could touch"
    );
    let three_of_two = connects(3, [Region::NORTH, Region::SOUTH]);
    assert_eq!(two(three_of_two), RulesError::TooFewRegions { needed: 3, named: 2 });
    let own = connects(1, Region::own::<2>());
    assert_eq!(two(own).to_string(), "the board has no region 0 that groups could touch");
    let many = |setup: &Setup<'_>| Groups::by_parts(setup, &vec![vec![Cell(0)]; 25]);
    let rules = odd(square(3, 3), many, draw_if(full()));
    assert_eq!(error(rules), RulesError::TooManyRegions { count: 25, most: 24 });
    let most = |setup: &Setup<'_>| Groups::by_parts(setup, &vec![vec![Cell(0)]; 24]);
    let all = Region::own::<24>();
    assert!(Positional::new(odd(square(3, 3), most, mover_wins_when(connects(24, all)))).is_ok());
    assert_eq!(Region::nth_own(23), Some(all[23]));
    assert_eq!(Region::nth_own(24), None);
    let outside = |setup: &Setup<'_>| Groups::by_parts(setup, &[vec![Cell(9)]]);
    assert_eq!(error(odd(square(3, 3), outside, draw_if(full()))), RulesError::BadPlace(9));
    let rings: Ring = ring();
    let rules = odd(square(3, 3), Groups::by_sides, mover_wins_when(rings));
    assert_eq!(error(rules), RulesError::NoHexagons);
    let holes = Spec { without: vec!["c3".to_owned()], ..Spec::from(Shape::HexHex { side: 4 }) };
    let rules = odd(holes, Groups::by_sides, mover_wins_when(ring()));
    assert_eq!(error(rules), RulesError::RingAroundHoles);
}

#[test]
fn sets_and_wires() {
    let outside = |setup: &Setup<'_>| Sets::new(setup, [vec![0, 1], vec![3, 9]]);
    assert_eq!(error(odd(square(3, 3), outside, draw_if(full()))), RulesError::BadSet(9));
    let none = |setup: &Setup<'_>| Sets::new(setup, []);
    let three = Odd { players: 3, ..odd(square(3, 3), none, maker_breaker()) };
    assert_eq!(error(three), RulesError::Players { count: 3, least: 2, most: 2 });
    let one_seat = |setup: &Setup<'_>| Wires::new(setup, 4, &[vec![None; 9]]);
    let wires = RulesError::Wires { given: 1, needed: 2 };
    assert_eq!(error(odd(square(3, 3), one_seat, draw_if(full()))), wires);
    let few = |setup: &Setup<'_>| Wires::new(setup, 4, &[vec![None; 9], vec![None; 8]]);
    let wires = RulesError::Wires { given: 8, needed: 9 };
    assert_eq!(error(odd(square(3, 3), few, draw_if(full()))), wires);
    let far = |setup: &Setup<'_>| Wires::new(setup, 4, &[vec![Some((0, 4)); 9], vec![None; 9]]);
    assert_eq!(error(odd(square(3, 3), far, draw_if(full()))), RulesError::UnknownPoint(4));
    let fine = |setup: &Setup<'_>| Wires::new(setup, 4, &[vec![Some((0, 3)); 9], vec![None; 9]]);
    let to_nowhere: Joins = joins(0, 7);
    let rules = odd(square(3, 3), fine, mover_wins_when(to_nowhere));
    assert_eq!(error(rules), RulesError::UnknownPoint(7));
}

#[test]
fn players_turns_and_places() {
    let none = |setup: &Setup<'_>| Sets::new(setup, []);
    let usual = || odd(square(2, 2), none, draw_if(full()));
    let players = |players| error(Odd { players, ..usual() });
    assert_eq!(players(0), RulesError::Players { count: 0, least: 1, most: 64 });
    assert_eq!(players(65), RulesError::Players { count: 65, least: 1, most: 64 });
    assert!(Positional::new(Odd { players: 64, ..usual() }).is_ok());
    let tempo = Tempo { opening: 1, first: 0, others: 1 };
    assert_eq!(error(Odd { tempo, ..usual() }), RulesError::EmptyTurn);
    let third = odd(square(2, 2), Groups::by_sides, player_wins_when(Seat(2), full()));
    assert_eq!(error(third), RulesError::UnknownSeat { seat: 2, seats: 2 });
    let nothing = Odd { places: Some(|_| Vec::new()), ..usual() };
    assert_eq!(error(nothing), RulesError::NoPlaces);
    let twice = Odd { places: Some(|_| vec![Spot::Cell(Cell(1)); 2]), ..usual() };
    assert_eq!(error(twice), RulesError::BadPlace(1));
    let outside = Odd { places: Some(|_| vec![Spot::Cell(Cell(4))]), ..usual() };
    assert_eq!(error(outside), RulesError::BadPlace(0));
    let no_edge = Odd { places: Some(|_| vec![Spot::Edge(Edge(99))]), ..usual() };
    assert_eq!(error(no_edge), RulesError::BadPlace(0));
    let board = odd(square(0, 2), none, draw_if(full()));
    assert_eq!(error(board), RulesError::Board(BoardError::Empty));
}

#[test]
fn stones_fall_on_squares_without_gaps() {
    struct Falling(Spec);
    impl PositionalRules for Falling {
        type Tracker = Sets;
        const FALLS: bool = true;
        fn board(&self) -> Spec {
            self.0.clone()
        }
        fn tracker(&self, setup: &Setup<'_>) -> Result<Sets, RulesError> {
            Sets::new(setup, [])
        }
        fn end(&self) -> impl EndRule<Sets> {
            draw_if(full())
        }
    }
    let without = |cell: &str| Spec { without: vec![cell.to_owned()], ..square(3, 3) };
    for board in [
        Spec { torus: true, ..square(3, 3) },
        Shape::Hex { width: 3, height: 3 }.into(),
        Shape::Line { cells: 4 }.into(),
        without("b2"),
    ] {
        assert_eq!(error(Falling(board)), RulesError::NothingFalls);
    }
    for cell in ["b1", "b3"] {
        let game = Positional::new(Falling(without(cell))).expect("columns without gaps");
        assert_eq!(game.count_moves(&game.start()), 3);
    }
    let columns = ["b1", "b2", "b3"].map(str::to_owned).to_vec();
    let two = Positional::new(Falling(Spec { without: columns, ..square(3, 3) }));
    let two = two.expect("two columns");
    let start = two.start();
    let names: Vec<String> =
        moves(&two, &start).iter().map(|mv| two.move_name(&start, mv)).collect();
    assert_eq!(names, ["a", "c"]);
    let actions = two.abilities().actions.expect("claims are numbered");
    let number = |mv| (actions.number)(&two, &start, mv);
    let numbers: Vec<usize> = moves(&two, &start).iter().map(number).collect();
    assert_eq!((numbers, actions.count), (vec![0, 1], 2));
}

#[test]
fn sizes_that_cannot_be() {
    let size = |value, least, most| RulesError::OutOfRange { what: "size", value, least, most };
    let none = |result: Result<(), RulesError>| result.expect_err("no such game");
    assert_eq!(none(HexRules::new(0).map(drop)), size(0, 1, 255));
    assert_eq!(none(HexRules::new(256).map(drop)), size(256, 1, 255));
    assert_eq!(none(HexByPathsRules::new(7).map(drop)), size(7, 1, 6));
    assert_eq!(none(YRules::new(362).map(drop)), size(362, 1, 361));
    assert_eq!(none(CrossRules::new(1).map(drop)), size(1, 2, 148));
    assert_eq!(none(HavannahRules::new(149).map(drop)), size(149, 2, 148));
    assert_eq!(none(YavalathRules::new(33).map(drop)), size(33, 2, 32));
    assert_eq!(none(GaleRules::new(181).map(drop)), size(181, 1, 180));
    assert_eq!(none(GomokuRules::new(4).map(drop)), size(4, 5, 64));
    assert_eq!(none(GomokuRules::exact(65).map(drop)), size(65, 5, 64));
    assert_eq!(none(Connect6Rules::new(5).map(drop)), size(5, 6, 64));
    let long = RulesError::LineDoesNotFit { length: 4, width: 3, height: 3 };
    assert_eq!(none(ConnectFourRules::new(3, 3).map(drop)), long);
    assert_eq!(none(MnkRules::new(3, 3, 4).map(drop)), long);
    let k = RulesError::OutOfRange { what: "k", value: 0, least: 1, most: 64 };
    assert_eq!(none(MnkRules::new(3, 3, 0).map(drop)), k);
    let players = RulesError::Players { count: 7, least: 2, most: 6 };
    assert_eq!(none(MnkRules::new(3, 3, 3).and_then(|r| r.for_players(7)).map(drop)), players);
    let k = RulesError::OutOfRange { what: "k", value: 5, least: 1, most: 4 };
    assert_eq!(none(ProgressionRules::new(4, 5, SetGame::MakerMaker).map(drop)), k);
    assert!(SimRules::new(2).is_err() && SimRules::new(101).is_err());
    assert_eq!(none(ShannonRules::grid(1, 1).map(drop)), RulesError::SameVertices);
    let path = Shape::Line { cells: 3 };
    let shannon = |to, short| none(ShannonRules::new(path.clone(), "p1", to, short).map(drop));
    assert_eq!(shannon("p9", Seat(0)), RulesError::UnknownVertex("p9".to_owned()));
    assert_eq!(shannon("p3", Seat(2)), RulesError::UnknownSeat { seat: 2, seats: 2 });
}

/// The largest sizes that constructors allow are games, too.
#[test]
fn the_largest_sizes_can_be_played() {
    fn largest<R: PositionalRules>(rules: Result<R, RulesError>) {
        let game = rules.and_then(Positional::new).expect("rules that can be");
        let mut state = game.start();
        let claims = moves(&game, &state);
        for mv in [claims.first(), claims.last()].into_iter().flatten() {
            game.apply(&mut state, mv, &mut ());
        }
    }
    largest(HexRules::new(255));
    largest(YRules::new(361));
    largest(CrossRules::new(148));
    largest(HavannahRules::new(148));
    largest(YavalathRules::new(32));
    largest(GaleRules::new(180));
    largest(GomokuRules::new(64));
    largest(ShannonRules::grid(181, 181));
    largest(SimRules::new(100));
    largest(ProgressionRules::new(1000, 2, SetGame::MakerMaker));
}

/// Constructors and options make the same games.
#[test]
fn constructors_are_the_options() {
    fn alike<R>(typed: Result<R, RulesError>, listed: &Positional<R>)
    where
        R: PositionalRules,
    {
        let typed = typed.and_then(Positional::new).expect("rules that can be");
        assert_eq!(typed.board().spec(), listed.board().spec());
        assert_eq!(typed.players(), listed.players());
        assert_eq!(typed.places().spots(), listed.places().spots());
        assert_eq!(moves(&typed, &typed.start()), moves(listed, &listed.start()));
        assert_eq!(format!("{:?}", typed.tracker()), format!("{:?}", listed.tracker()));
    }
    alike(HexRules::new(11), &game::<Hex>(&[]));
    alike(HexByPathsRules::new(4), &game::<HexByPaths>(&[]));
    alike(YRules::new(11), &game::<Y>(&[]));
    alike(HavannahRules::new(8), &game::<Havannah>(&[]));
    alike(CrossRules::new(6), &game::<Cross>(&[]));
    alike(GaleRules::new(5), &game::<Gale>(&[]));
    alike(GomokuRules::new(15), &game::<Gomoku>(&[]));
    alike(Connect6Rules::new(19), &game::<Connect6>(&[]));
    alike(ConnectFourRules::new(7, 6), &game::<ConnectFour>(&[]));
    alike(MnkRules::new(3, 3, 3), &game::<Mnk>(&[]));
    alike(ProgressionRules::new(9, 3, SetGame::MakerMaker), &game::<Progression>(&[]));
    alike(ShannonRules::grid(4, 4), &game::<Shannon>(&[]));
    alike(SimRules::new(6), &game::<Sim>(&[]));
    alike(YavalathRules::new(5), &game::<Yavalath>(&[]));
}

#[test]
fn options_say_what_to_try() {
    let asked = [("width", "2"), ("height", "2")].map(|(n, v)| (n.to_owned(), v.to_owned()));
    let chosen = ConnectFour::info().choose(&asked, None).expect("options that exist");
    let bad = ConnectFour::from_options(&chosen).map(drop).expect_err("no room");
    assert_eq!(bad.to_string(), "4 in a row do not fit on 2 × 2");
    assert_eq!(bad.help(), "try --width 7 --height 6");
}

#[test]
fn rules_in_rules_are_checked() {
    let inside = mover_wins_when(connects(2, [Region::NORTH, Region::SOUTH]));
    let wrong = mover_wins_when(connects(1, [Region::SOUTHWEST]));
    let rules =
        odd(square(3, 3), Groups::by_sides, draw_if(full()).unless(inside.if_not_then(wrong)));
    assert_eq!(error(rules), RulesError::UnknownRegion(Region::SOUTHWEST));
}
