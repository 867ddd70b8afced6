//! Long questions about a text: they run apart, tell what they found so far, and can be stopped.

use senet_workbench::protocol::{
    Answer, Call, Message, PROTOCOL_VERSION, StudyAsk, StudyFound, StudyView, WriteAnswer,
    WriteAsk, WriteCall,
};
use senet_workbench::{Library, Request, Study, Workbench};
use std::time::Duration;

struct Page(Workbench);

impl Page {
    fn open(text: &str) -> Page {
        let mut page = Page(Workbench::new(Library::default()));
        let WriteAnswer::Checked { valid, .. } = page.ask(WriteAsk::Open { text: text.to_owned() })
        else {
            panic!()
        };
        assert!(valid);
        page
    }

    fn call(&mut self, call: Call) -> Result<Answer, String> {
        let request = Request { v: PROTOCOL_VERSION, id: 1, call };
        match self.0.handle(request, Duration::ZERO).remove(0) {
            Message::Answer { answer, .. } => Ok(*answer),
            Message::Refused { why, .. } => Err(why),
            other => panic!("{other:?}"),
        }
    }

    fn try_ask(&mut self, ask: WriteAsk) -> Result<WriteAnswer, String> {
        let call = WriteCall { document: "d".to_owned(), version: 1, ask };
        match self.call(Call::Write { call })? {
            Answer::Written { written } => {
                assert!(WriteAnswer::from_json(&written.to_json()).is_ok());
                Ok(written)
            }
            other => panic!("{other:?}"),
        }
    }

    fn ask(&mut self, ask: WriteAsk) -> WriteAnswer {
        self.try_ask(ask).expect("the call is answered")
    }

    fn news(&mut self, ask: WriteAsk) -> StudyView {
        match self.ask(ask) {
            WriteAnswer::Study { study } => study,
            other => panic!("{other:?}"),
        }
    }

    fn begin(&mut self, study: StudyAsk) -> Study {
        assert!(self.news(WriteAsk::Study { study }).running);
        self.0.take_study().expect("a study to run")
    }

    fn found(&mut self, study: StudyAsk) -> StudyFound {
        self.begin(study).run();
        let view = self.news(WriteAsk::News {});
        assert!(!view.running && view.problem.is_none(), "{view:?}");
        view.found.expect("something was found")
    }
}

/// The text from a place on; places are in UTF-16 units.
fn from(text: &str, at: u32) -> String {
    let units: Vec<u16> = text.encode_utf16().skip(at as usize).collect();
    String::from_utf16(&units).expect("places lie between characters")
}

const CROSSES: &str = include_str!("../../../../games/tic-tac-toe.cep");

#[test]
fn statistics_have_shares_lengths_first_moves_cells_and_rules() {
    let mut page = Page::open(CROSSES);
    let ask = StudyAsk::Statistics { games: 4_000, thought: 0 };
    let StudyFound::Statistics(all) = page.found(ask) else { panic!() };
    assert_eq!(all.games, 4_000);
    // Known: in random play the first one wins 58.5 %, and 12.7 % are draws.
    assert!(all.results.seats[0].low < 0.585 && 0.585 < all.results.seats[0].high, "{all:?}");
    assert!(all.results.draws.low < 0.127 && 0.127 < all.results.draws.high, "{all:?}");
    assert_eq!((all.length.least, all.length.most), (5, 9));
    assert_eq!(all.branching_by_move[..2], [9.0, 8.0]);
    assert_eq!(all.first_moves.len(), 9);
    assert!(all.first_moves.iter().all(|mv| mv.places.len() == 1 && mv.text.len() > 1), "{all:?}");
    // The middle is the best cell of the first player.
    let of_first = all.cells.iter().filter(|cell| cell.seat == 0);
    let best = of_first.max_by(|a, b| a.points.value.total_cmp(&b.points.value)).unwrap();
    assert_eq!(best.at, (0, 4));
    let three = all.rules.iter().find(|rule| rule.name == "three").unwrap();
    assert!(three.games.value > 0.8 && from(CROSSES, three.from).starts_with("three"));
}

#[test]
fn games_that_are_won_or_lost_together_are_counted_as_such() {
    let mut page = Page::open(include_str!("../../../../games/epidemic.cep"));
    let ask = StudyAsk::Statistics { games: 200, thought: 0 };
    let StudyFound::Statistics(all) = page.found(ask) else { panic!() };
    assert!(all.results.lost.value > 0.5 && all.results.together.value > 0.0, "{all:?}");
    let parts =
        [all.results.draws, all.results.together, all.results.lost].map(|share| share.value);
    let alone: f64 = all.results.seats.iter().map(|seat| seat.share).sum();
    assert!((parts.iter().sum::<f64>() + alone - 1.0).abs() < 1e-9, "{all:?}");
}

#[test]
fn bots_play_and_can_be_stopped_between_two_positions() {
    let mut page = Page::open(CROSSES);
    let ask = StudyAsk::Statistics { games: 20, thought: 60 };
    let StudyFound::Statistics(all) = page.found(ask) else { panic!() };
    assert!(all.games == 20 && all.results.draws.value > 0.3, "bots that look ahead draw: {all:?}");
    let study = page.begin(StudyAsk::Statistics { games: 1_000_000, thought: 5_000 });
    let thread = std::thread::spawn(move || study.run());
    let view = page.news(WriteAsk::StopStudy {});
    assert!(!view.running);
    thread.join().unwrap();
    assert!(!page.news(WriteAsk::News {}).running);
}

#[test]
fn a_change_of_the_text_ends_a_study() {
    let mut page = Page::open(CROSSES);
    assert_eq!(
        page.try_ask(WriteAsk::News {}).unwrap_err(),
        "nothing is being found out about this text"
    );
    let study = page.begin(StudyAsk::Explore { positions: 1_000_000 });
    page.ask(WriteAsk::Open { text: format!("{CROSSES}\n% more\n") });
    assert!(study.is_cancelled());
    study.run();
    // The next one replaces the one before.
    let first = page.begin(StudyAsk::Solve { positions: 1_000_000 });
    let second = page.begin(StudyAsk::Solve { positions: 1_000_000 });
    assert!(first.is_cancelled() && !second.is_cancelled());
}

#[test]
fn a_sweep_has_a_point_for_each_value_and_says_which_cannot_be_played() {
    let mut page = Page::open(include_str!("../../../../games/connect-four.cep"));
    let values = vec![4, 5, 99];
    let ask = StudyAsk::Sweep { option: "width".to_owned(), values, games: 100 };
    let StudyFound::Sweep(sweep) = page.found(ask) else { panic!() };
    assert_eq!(sweep.points.len(), 3);
    assert!(sweep.points[..2].iter().all(|p| p.games == 100 && p.problem.is_none()), "{sweep:?}");
    assert!(sweep.points[0].length.value < sweep.points[1].length.value, "{sweep:?}");
    assert!(sweep.points[2].problem.is_some() && sweep.points[2].games == 0);
}

#[test]
fn properties_are_proved_or_refuted_with_a_play_that_the_board_can_show() {
    let text = format!("{CROSSES}\n#never win x * win o.\n#never draw.\n#reach win o.\n");
    let mut page = Page::open(&text);
    let StudyFound::Properties(all) = page.found(StudyAsk::Properties { positions: 100_000 })
    else {
        panic!()
    };
    assert!(all.complete, "{all:?}");
    let answers: Vec<&str> = all.properties.iter().map(|p| p.answer.as_str()).collect();
    let ours = &answers[answers.len() - 3..];
    assert_eq!(ours, ["proved", "refuted", "proved"], "{all:?}");
    let refuted = &all.properties[answers.len() - 2];
    assert!(from(&text, refuted.from).starts_with("#never draw"));
    let plays = refuted.play.as_ref().map(|play| play.moves.clone());
    assert_eq!(plays.as_ref().map(Vec::len), Some(9));
    let live = WriteAsk::Live { instead: None, record: None, plays, seats: Vec::new() };
    let WriteAnswer::Live { kept, of, why, .. } = page.ask(live) else { panic!() };
    assert_eq!((kept, of, why), (9, 9, None));
}

#[test]
fn small_games_are_explored_and_solved() {
    let mut page = Page::open(CROSSES);
    let StudyFound::Explored(all) = page.found(StudyAsk::Explore { positions: 1_000_000 }) else {
        panic!()
    };
    assert_eq!((all.positions, all.stopped.as_deref()), (5478, None));
    assert_eq!(all.by_move[..3], [1, 9, 72]);
    assert_eq!(all.ends.iter().map(|end| end.2).sum::<u32>(), 958);
    let StudyFound::Solved(solved) = page.found(StudyAsk::Solve { positions: 1_000_000 }) else {
        panic!()
    };
    assert_eq!(solved.sentence, "With perfect play it is a draw.");
    assert!(solved.moves.len() == 9 && solved.moves.iter().all(|mv| mv.words == "draws"));
    assert!(solved.moves.iter().all(|mv| mv.places.len() == 1) && solved.line.len() == 9);
    // A limit is said.
    page.begin(StudyAsk::Explore { positions: 100 }).run();
    let view = page.news(WriteAsk::News {});
    let Some(StudyFound::Explored(all)) = view.found else { panic!() };
    assert_eq!(all.stopped.as_deref(), Some("the limit of positions was reached"));
}

#[test]
fn a_report_is_a_page_that_stands_alone() {
    let mut page = Page::open(CROSSES);
    let StudyFound::Report(report) = page.found(StudyAsk::Report {}) else { panic!() };
    let html = &report.html;
    assert!(html.contains("Tic-tac-toe") && html.contains("<svg") && !html.contains("src=\"http"));
}
