//! The scenarios, for any way to reach a workbench.
#![allow(
    unreachable_pub,
    dead_code,
    clippy::unwrap_used,
    clippy::redundant_closure_for_method_calls,
    reason = "shared by the tests of two crates; a panic is a failed test"
)]

use senet_workbench::protocol::{
    ActionCall, Answer, Call, GameFace, HintView, MatchView, Message, NewMatch, PanelKind, SeatWish,
};

/// A way to reach a workbench.
pub trait Client {
    /// Sends a call, and returns the number of its request.
    fn send(&mut self, call: Call) -> u32;

    /// The next message.
    fn next(&mut self) -> Message;

    /// The answer to a call, or why it was refused; updates before it are kept nowhere.
    fn ask(&mut self, call: Call) -> Result<Answer, String> {
        let wanted = self.send(call);
        loop {
            match self.next() {
                Message::Answer { id, answer } if id == wanted => return Ok(*answer),
                Message::Refused { id, why } if id == wanted => return Err(why),
                _ => {}
            }
        }
    }

    /// The next update of any match.
    fn update(&mut self) -> MatchView {
        loop {
            if let Message::Update { view, .. } = self.next() {
                return *view;
            }
        }
    }
}

/// A match that a client plays.
pub struct Playing {
    pub id: String,
    pub face: GameFace,
    pub view: MatchView,
    keys: u32,
}

pub fn wish(game: &str, who: &[&str]) -> NewMatch {
    let seat = |who: &&str| SeatWish { who: (*who).to_owned(), name: None };
    NewMatch {
        game: game.to_owned(),
        seats: who.iter().map(seat).collect(),
        seed: Some("7".to_owned()),
        ..NewMatch::default()
    }
}

pub fn open(client: &mut dyn Client, setup: NewMatch) -> Playing {
    match client.ask(Call::New { setup }) {
        Ok(Answer::Joined { id, face, view, .. }) => {
            Playing { id, face: *face, view: *view, keys: 0 }
        }
        other => panic!("{other:?}"),
    }
}

impl Playing {
    /// Does something; the view is that of the update.
    pub fn act(&mut self, client: &mut dyn Client, action: ActionCall) -> Result<(), String> {
        self.keys += 1;
        let key = format!("key {}", self.keys);
        self.act_with(client, self.view.version, key, action)
    }

    pub fn act_with(
        &mut self,
        client: &mut dyn Client,
        version: u32,
        key: String,
        action: ActionCall,
    ) -> Result<(), String> {
        client.ask(Call::Act { id: self.id.clone(), version, key, action })?;
        self.view = client.update();
        Ok(())
    }

    pub fn play(&mut self, client: &mut dyn Client, name: &str) -> Result<(), String> {
        self.act(client, ActionCall::Move { name: name.to_owned(), node: None })
    }

    /// The move whose words end so.
    pub fn play_words(&mut self, client: &mut dyn Client, end: &str) -> Result<(), String> {
        let found = self.view.choices.iter().find(|c| c.text.ends_with(end));
        let name = found.ok_or_else(|| format!("no move ends with {end}"))?.name.clone();
        self.play(client, &name)
    }
}

pub fn the_list_has_every_game_and_a_picture_of_each_kind(client: &mut dyn Client) {
    let Ok(Answer::Games { games }) = client.ask(Call::Games {}) else { panic!("no games") };
    assert!(games.len() > 40, "{}", games.len());
    assert!(games.iter().any(|g| g.name == "hex" && g.options[0].range.is_some()));
    let Ok(Answer::Preview { boards, hues, .. }) =
        client.ask(Call::Preview { game: "hex".to_owned() })
    else {
        panic!("no picture")
    };
    assert_eq!((boards.len(), boards[0].sides.len()), (1, 2));
    assert_eq!(hues, ["red", "blue"]);
    assert!(client.ask(Call::Preview { game: "no such game".to_owned() }).is_err());
}

pub fn a_game_is_played_to_its_end_and_taken_back(client: &mut dyn Client) {
    let mut game = open(client, wish("tic-tac-toe", &["here", "here"]));
    assert_eq!((game.view.choices.len(), game.view.turn), (9, Some(0)));
    for at in ["a1", "b1", "a2", "b2"] {
        game.play_words(client, at).unwrap();
    }
    assert!(game.view.over.is_none());
    game.play_words(client, "a3").unwrap();
    let over = game.view.over.clone().expect("three in a row");
    assert_eq!(over.winners, [0]);
    assert_eq!(game.view.deciding.len(), 3, "the row is marked");
    assert!(game.view.sentence.contains("wins"), "{}", game.view.sentence);
    assert!(game.play(client, "anything").is_err());

    let Ok(Answer::Text { text }) = client.ask(Call::Record { id: game.id.clone() }) else {
        panic!("no record")
    };
    assert!(text.starts_with("senet record"));

    game.act(client, ActionCall::Undo {}).unwrap();
    assert!(game.view.over.is_none() && game.view.can_redo);
    let node = game.view.node;
    // Another way on is another branch.
    game.play_words(client, "c3").unwrap();
    assert!(game.view.line.items.iter().any(|item| !item.others.is_empty()));
    game.act(client, ActionCall::Go { node }).unwrap();
    assert_eq!(game.view.node, node);
    game.act(client, ActionCall::Redo {}).unwrap();
    assert_eq!(game.view.turn, Some(1));

    // The record goes on as a match of its own.
    let again = open(client, NewMatch { record: Some(text), ..wish("tic-tac-toe", &[]) });
    assert!(again.view.over.is_some());
}

pub fn what_is_sent_twice_counts_once_and_old_versions_are_refused(client: &mut dyn Client) {
    let mut game = open(client, wish("tic-tac-toe", &["here", "here"]));
    let version = game.view.version;
    let name = game.view.choices[0].name.clone();
    let action = ActionCall::Move { name, node: None };
    game.act_with(client, version, "same".to_owned(), action.clone()).unwrap();
    let after = game.view.clone();
    let call = Call::Act { id: game.id.clone(), version, key: "same".to_owned(), action };
    assert!(client.ask(call).is_ok(), "it was done, and is not done again");
    let Ok(Answer::Joined { view, .. }) =
        client.ask(Call::Join { id: game.id.clone(), token: None, look: None })
    else {
        panic!("not joined")
    };
    assert_eq!(view.node, after.node);
    let name = after.choices.first().map_or_else(String::new, |c| c.name.clone());
    let late = ActionCall::Move { name, node: None };
    let call = Call::Act { id: game.id.clone(), version, key: "late".to_owned(), action: late };
    assert!(client.ask(call).is_err());
}

pub fn an_earlier_position_is_looked_at_and_branched_from(client: &mut dyn Client) {
    let mut game = open(client, wish("hex", &["here", "here"]));
    let first = game.view.node;
    for at in ["a1", "b1", "a2"] {
        game.play(client, at).unwrap();
    }
    let Ok(Answer::Seen { view }) = client.ask(Call::Peek { id: game.id.clone(), node: first })
    else {
        panic!("nothing to see")
    };
    assert!(view.pieces.is_empty() && view.choices.len() == 121);
    let action = ActionCall::Move { name: "f6".to_owned(), node: Some(first) };
    game.act(client, action).unwrap();
    assert_eq!(game.view.pieces.len(), 1);
    assert!(client.ask(Call::Peek { id: game.id.clone(), node: 10_000 }).is_err());
}

pub fn bots_answer_and_hints_are_legal(client: &mut dyn Client) {
    let mut game = open(client, wish("connect-four", &["here", "level:2"]));
    let name = game.view.choices[3].name.clone();
    game.play(client, &name).unwrap();
    while game.view.turn != Some(0) {
        game.view = client.update();
    }
    assert_eq!(game.view.pieces.len(), 2);
    let hint = match client.ask(Call::Hint { id: game.id.clone() }) {
        Ok(Answer::Hint { hint }) => hint,
        other => panic!("{other:?}"),
    };
    let HintView { name, places, seat, .. } = hint;
    assert!(game.view.choices.iter().any(|c| c.name == name));
    assert_eq!((places.len(), seat), (1, 0));
}

pub fn hidden_hands_are_not_sent(client: &mut dyn Client) {
    let mut game = open(client, wish("go-fish", &["here", "here"]));
    assert!(game.face.hidden);
    let hands = |view: &MatchView, seat: u8| {
        let of = view.panels.iter().filter(|p| p.seat == Some(seat) && p.title.ends_with("hand"));
        of.filter(|p| p.kind != PanelKind::Hidden).count()
    };
    assert_eq!((game.view.look, hands(&game.view, 0), hands(&game.view, 1)), (Some(0), 1, 0));
    assert!(client.ask(Call::Record { id: game.id.clone() }).is_err());
    // Play until it is the other one's turn at the same screen: then the device is passed on.
    for _ in 0..200 {
        if game.view.pass.is_some() || game.view.over.is_some() {
            break;
        }
        let name = game.view.choices[0].name.clone();
        game.play(client, &name).unwrap();
    }
    assert_eq!(game.view.pass, Some(1));
    assert!(game.view.choices.is_empty() && hands(&game.view, 1) == 0);
    let look = Call::Join { id: game.id.clone(), token: None, look: Some(1) };
    // Over the network only the host's token may look again; that is tested there.
    if let Ok(Answer::Joined { view, .. }) = client.ask(look)
        && view.look == Some(1)
    {
        assert_eq!((hands(&view, 0), hands(&view, 1)), (0, 1));
        assert!(!view.choices.is_empty());
    }
}

pub fn a_place_that_is_taken_says_so(client: &mut dyn Client) {
    let mut game = open(client, wish("tic-tac-toe", &["here", "here"]));
    let place = game.view.choices[4].places[0];
    game.play_words(client, "b2").unwrap();
    let why = Call::WhyNot { id: game.id.clone(), before: Vec::new(), place };
    let Ok(Answer::Text { text }) = client.ask(why) else { panic!("no reason") };
    assert_eq!(text, "b2 is taken.");
}

pub fn the_rules_say_why_a_move_is_not_possible(client: &mut dyn Client) {
    let game = open(client, wish("breakthrough", &["here", "here"]));
    let cells = &game.face.boards[0].cells;
    let at = |name: &str| (0, cells.iter().position(|c| c.name == name).unwrap() as u32);
    let why = Call::WhyNot { id: game.id.clone(), before: vec![at("a1")], place: at("a2") };
    let Ok(Answer::Text { text }) = client.ask(why) else { panic!("no reason") };
    assert_eq!(text, "a2 is not free (rule `move`).");
}

pub fn what_happens_is_told_and_boards_have_titles(client: &mut dyn Client) {
    let mut game = open(client, wish("go-fish", &["here", "here"]));
    let name = game.view.choices[0].name.clone();
    game.play(client, &name).unwrap();
    let told = game.view.line.items.iter().any(|item| !item.told.is_empty());
    assert!(told, "{:?}", game.view.line);
    let game = open(client, wish("battleships", &["here", "here"]));
    assert_eq!(game.face.titles.len(), game.face.boards.len());
}

pub fn what_cannot_be_is_refused_in_words(client: &mut dyn Client) {
    let bad = [
        wish("no such game", &[]),
        wish("hex", &["level:99"]),
        wish("hex", &["mcts:1000s"]),
        wish("hex", &["mcts:1s:x64"]),
        NewMatch { options: vec![("size".to_owned(), "1000".to_owned())], ..wish("hex", &[]) },
        NewMatch { text: Some("a : b".to_owned()), ..wish("own", &[]) },
        NewMatch { text: Some("x".repeat(70_000)), ..wish("own", &[]) },
        NewMatch { clock: Some("soon".to_owned()), ..wish("hex", &[]) },
        NewMatch { record: Some("nonsense".to_owned()), ..wish("hex", &[]) },
    ];
    for setup in bad {
        let refused = client.ask(Call::New { setup: setup.clone() });
        assert!(refused.as_ref().is_err_and(|why| !why.is_empty()), "{setup:?}: {refused:?}");
    }
    assert!(client.ask(Call::Join { id: "none".to_owned(), token: None, look: None }).is_err());
}

pub fn a_program_of_ones_own_is_played(client: &mut dyn Client) {
    let text = "#title \"Sticks\". player : type. ann : player. bob : player. #players player. \
                turn player : pred. stick : pred. win player : pred. #win win. \
                stage play = { take : turn P * next P Q * stick -o turn Q. } #interactive play. \
                qui * stage play * turn P * next P Q -o stage over * win Q. stage over = {} \
                #trace _ play { turn ann, stick, stick }.";
    let setup = NewMatch { text: Some(text.to_owned()), ..wish("sticks", &["here", "here"]) };
    let mut game = open(client, setup);
    assert_eq!(game.face.title, "Sticks");
    for _ in 0..2 {
        let name = game.view.choices[0].name.clone();
        game.play(client, &name).unwrap();
    }
    assert!(game.view.over.is_some());
}

/// Makes a test of each scenario, given a function that makes a client. This file is the module `all` of its caller.
macro_rules! scenarios {
    ($client:ident) => {
        all::scenarios!($client:
            the_list_has_every_game_and_a_picture_of_each_kind
            a_game_is_played_to_its_end_and_taken_back
            an_earlier_position_is_looked_at_and_branched_from
            bots_answer_and_hints_are_legal
            hidden_hands_are_not_sent
            a_place_that_is_taken_says_so
            the_rules_say_why_a_move_is_not_possible
            what_happens_is_told_and_boards_have_titles
            what_cannot_be_is_refused_in_words
            a_program_of_ones_own_is_played
            what_is_sent_twice_counts_once_and_old_versions_are_refused
        );
    };
    ($client:ident: $($name:ident)*) => {
        $(#[test]
        fn $name() {
            all::$name(&mut $client());
        })*
    };
}
pub(crate) use scenarios;
