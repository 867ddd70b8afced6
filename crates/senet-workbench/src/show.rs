//! A match as plain data for a page: what stays the same, and how it is now.

use crate::access::Audience;
use crate::card::hues;
use crate::panels::panels;
use crate::picture::board_picture;
use crate::protocol::{
    ChoiceView, GameFace, GoalView, LineEntry, LineView, MatchView, OverView, PieceView, PlayView,
    SeatView,
};
use senet_board::{Board, Place, Spot};
use senet_game::{DynGame, Observer, Seat, Turn, Verdict, View};
use senet_match::{LineItem, Match, MatchStatus, ParticipantKind, Seen, SeenPlay, Snapshot};

/// Of more plays only the last ones are shown.
const LONGEST_LINE: usize = 2_000;
/// What is told of plays is found by making them again: only of so many of the last ones.
const LONGEST_STORY: usize = 60;
/// Of what is told before the first decision, so many sentences are shown.
const LONGEST_INTRO: usize = 200;
/// Of more choices a page could show none.
const MOST_CHOICES: usize = 5_000;

/// What stays the same during a match.
pub(crate) fn face(game: &dyn DynGame) -> GameFace {
    let view = game.cursor().view(Observer::Public);
    let moves = moves_pieces(game);
    let seats: Vec<String> = game.all_seats().map(|s| game.seat_name(s)).collect();
    let info = game.info();
    let goal = |goal: &senet_game::SeatGoal| GoalView {
        seat: goal.seat.map(|s| s.0),
        text: goal.text.clone(),
    };
    GameFace {
        name: info.name.clone(),
        title: info.title.clone(),
        rules: info.rules.clone(),
        origin: info.origin.clone(),
        options: game.options().to_vec(),
        hidden: game.has_hidden_information(),
        boards: view.boards.iter().map(|s| board_picture(&s.board, game.goals(), moves)).collect(),
        titles: view.titles.clone(),
        intro: intro(game),
        goals: game.goals().iter().map(goal).collect(),
        hues: hues(&seats),
        seats,
        remix: senet_games::text(&info.name).is_some(),
    }
}

/// What is told before the first decision, to everybody: the words of the program, and what happens by itself. A program
/// that nobody plays in tells all of its story here.
fn intro(game: &dyn DynGame) -> Vec<String> {
    let mut told = game.intro().to_vec();
    if game.tells() {
        let events = game.start_events();
        let sentences = events.iter().flat_map(|event| &event.told);
        let heard = sentences.map(|telling| telling.to(Observer::Public));
        told.extend(heard.filter(|text| !text.is_empty()).take(LONGEST_INTRO).map(str::to_owned));
    }
    told
}

/// Whether pieces are moved from cell to cell, as in chess, and not placed for good, as in Hex: then the
/// squares of a board are light and dark in turn.
pub(crate) fn moves_pieces(game: &dyn DynGame) -> bool {
    let mut cursor = game.cursor();
    let mut moves = Vec::new();
    if game.seats() < 2 || !matches!(cursor.turn(), Turn::Player(_)) {
        return false;
    }
    cursor.moves(&mut moves);
    moves.first().is_some_and(|mv| cursor.describe_move(*mv, Observer::Public).places.len() > 1)
}

/// What lies on the boards.
pub(crate) fn pieces(view: &View) -> Vec<PieceView> {
    let boards = view.boards.iter().enumerate();
    boards
        .flat_map(|(i, scene)| {
            scene.pieces.iter().map(move |piece| PieceView {
                at: (i as u8, spot(&scene.board, piece.spot)),
                kind: piece.kind.clone(),
                glyph: piece.glyph.clone(),
                seat: piece.seat.map(|s| s.0),
                copies: u32::try_from(piece.copies).unwrap_or(u32::MAX),
                opposite: piece.opposite.map(|cell| cell.0),
            })
        })
        .collect()
}

fn spot(board: &Board, spot: Spot) -> u32 {
    match spot {
        Spot::Cell(cell) => cell.0,
        Spot::Edge(edge) => board.len() as u32 + edge.0,
    }
}

/// Where places are drawn.
pub(crate) fn spots(view: &View, places: &[Place]) -> Vec<(u8, u32)> {
    let place = |place: &Place| {
        let scene = view.boards.get(usize::from(place.board))?;
        Some((place.board, spot(&scene.board, place.spot)))
    };
    places.iter().filter_map(place).collect()
}

/// What is shown beyond the match itself: how it is hosted.
pub(crate) struct Circumstances<'a> {
    pub version: u32,
    /// Which participants play elsewhere.
    pub remote: &'a [bool],
    /// Whether hints and evaluations are allowed.
    pub can_ask: bool,
    pub pace: Option<crate::protocol::PaceView>,
    pub wants_undo: Option<u8>,
    /// Milliseconds since the turn began.
    pub thinking: u32,
}

/// The match at a position of its tree, for one audience; `None` if there is no such position.
pub(crate) fn match_view(
    playing: &Match,
    node: Option<usize>,
    audience: &mut Audience,
    around: &Circumstances<'_>,
) -> Option<MatchView> {
    let turn_now = match playing.status() {
        MatchStatus::Turn(seat) => Some(*seat),
        _ => None,
    };
    let here = match node {
        None => None,
        Some(node) => Some(playing.snapshot_at(node, Observer::Public)?.status),
    };
    let turn = match &here {
        None => turn_now,
        Some(MatchStatus::Turn(seat)) => Some(*seat),
        Some(_) => None,
    };
    let seat = audience.seat(playing, turn);
    let observer = audience.observer(playing, turn);
    let snapshot = match node {
        None => playing.snapshot(observer),
        Some(node) => playing.snapshot_at(node, observer)?,
    };
    let access = audience.access.clone();
    let mine = |seat: Seat| access.has(playing, seat);
    let my_turn = turn.is_some_and(|turn| Some(turn) == seat && is_person(playing, turn));
    let choices = if my_turn { choices(&snapshot) } else { Vec::new() };
    // Where something is hidden, whoever decides next at this screen has to be the one who looks.
    let pass = turn.filter(|turn| {
        playing.game().has_hidden_information()
            && Some(*turn) != seat
            && mine(*turn)
            && is_person(playing, *turn)
    });
    let seats = (0..snapshot.seats.len()).map(|i| seat_view(playing, &snapshot, i, &mine, around));
    let over = over(&snapshot);
    let is_now = node.is_none();
    let plays_alone = !around.remote.iter().any(|r| *r);
    let any_mine = playing.game().all_seats().any(|s| mine(s) && is_person(playing, s));
    let line = if is_now {
        line(playing, observer, audience)
    } else {
        LineView { keep: u32::MAX, items: Vec::new() }
    };
    Some(MatchView {
        version: around.version,
        turn: turn.map(|s| s.0),
        sentence: snapshot.sentence(),
        seats: seats.collect(),
        look: seat.map(|s| s.0),
        pass: pass.map(|s| s.0),
        stage: snapshot.view.stage.clone(),
        pieces: pieces(&snapshot.view),
        panels: panels(&snapshot.view, &snapshot.seats),
        can_swap: my_turn && snapshot.can_swap,
        can_undo: is_now && snapshot.moves > 0 && (any_mine || access.host),
        can_redo: is_now && plays_alone && access.host && !snapshot.branches.is_empty(),
        can_ask: around.can_ask && turn.is_some(),
        pace: around.pace,
        wants_undo: around.wants_undo,
        last: snapshot.last.as_ref().map(|seen| play(&snapshot.view, seen)),
        deciding: spots(&snapshot.view, &snapshot.deciding),
        node: snapshot.node as u32,
        ticking: is_now && snapshot.clock.is_some() && turn.is_some() && snapshot.moves > 0,
        choices,
        over,
        line,
    })
}

/// Whether a person decides for a seat.
pub(crate) fn is_person(playing: &Match, seat: Seat) -> bool {
    playing.config().participants[playing.occupant(seat)].kind == ParticipantKind::Person
}

fn choices(snapshot: &Snapshot) -> Vec<ChoiceView> {
    let choice = |choice: &senet_match::LegalMove| ChoiceView {
        name: choice.name.clone(),
        text: choice.shown.text.clone(),
        places: spots(&snapshot.view, &choice.shown.places),
        direction: choice.shown.direction.clone(),
    };
    snapshot.choices.iter().take(MOST_CHOICES).map(choice).collect()
}

fn over(snapshot: &Snapshot) -> Option<OverView> {
    let MatchStatus::Over(outcome, _) = &snapshot.status else {
        return match snapshot.status {
            MatchStatus::Stopped(_) => {
                Some(OverView { winners: Vec::new(), draw: false, scores: Vec::new() })
            }
            _ => None,
        };
    };
    let winners = match outcome.verdict {
        Verdict::Won(seats) => seats.iter().map(|s| s.0).collect(),
        _ => Vec::new(),
    };
    let scores = outcome.scores.as_deref().unwrap_or(&[]);
    Some(OverView {
        winners,
        draw: outcome.verdict == Verdict::Draw,
        scores: scores.iter().map(ToString::to_string).collect(),
    })
}

fn seat_view(
    playing: &Match,
    snapshot: &Snapshot,
    at: usize,
    mine: &dyn Fn(Seat) -> bool,
    around: &Circumstances<'_>,
) -> SeatView {
    let seat = Seat(at as u8);
    let participant = &snapshot.participants[at];
    let person = participant.kind == ParticipantKind::Person;
    let remote = around.remote.get(playing.occupant(seat)).copied().unwrap_or(false);
    let about = match &participant.kind {
        ParticipantKind::Person if mine(seat) => "you".to_owned(),
        ParticipantKind::Person if remote => "by link".to_owned(),
        ParticipantKind::Person => String::new(),
        ParticipantKind::Engine(_) => "engine".to_owned(),
        ParticipantKind::Bot(bot) => {
            let text = bot.to_string();
            match text.split_once(':') {
                Some(("level", n)) => {
                    format!("bot, level {}", n.split(':').next().unwrap_or(n))
                }
                _ => format!("bot, {text}"),
            }
        }
    };
    let thinking = snapshot.status == MatchStatus::Turn(seat) && snapshot.moves > 0;
    let left = snapshot.left.get(at).map(|left| {
        let left = u32::try_from(left.as_millis()).unwrap_or(u32::MAX);
        left.saturating_sub(if thinking { around.thinking } else { 0 })
    });
    SeatView {
        name: snapshot.seats[at].clone(),
        person: participant.name.clone(),
        who: match &participant.kind {
            // By its name: the command stays on the server.
            ParticipantKind::Engine(engine) => {
                let name = participant.name.as_deref().unwrap_or_default();
                format!("engine:{name}:{}", engine.limit)
            }
            other => other.to_string(),
        },
        about,
        mine: person && mine(seat),
        remote,
        left,
        score: playing.scores().and_then(|all| all.get(at).map(ToString::to_string)),
    }
}

fn play(view: &View, seen: &Seen) -> PlayView {
    let (text, at) = match &seen.play {
        SeenPlay::Move(mv) => (mv.text.clone(), spots(view, &mv.places)),
        other => (other.text().to_owned(), Vec::new()),
    };
    PlayView { seat: seen.seat.map(|s| s.0), text, places: at }
}

/// The line of plays, without what the audience was sent before. Where they look as somebody else
/// than before, the caller has forgotten what was sent.
fn line(playing: &Match, observer: Observer, audience: &mut Audience) -> LineView {
    let all = playing.main_line();
    let start = all.len().saturating_sub(LONGEST_LINE).max(1);
    let nodes: Vec<u32> = all[start.min(all.len())..].iter().map(|n| *n as u32).collect();
    let same = audience.sent.iter().zip(&nodes).take_while(|(a, b)| a == b).count();
    // A play may have got company since: the last one that is the same is sent again.
    let keep = if same == nodes.len() && same == audience.sent.len() {
        same
    } else {
        same.saturating_sub(1)
    };
    let told_from = all.len().saturating_sub(LONGEST_STORY);
    let told_nodes = &all[told_from..];
    let told = |node: usize| {
        let told = match told_nodes.contains(&node) {
            true => playing.told_at(node, observer),
            false => senet_match::Told::default(),
        };
        told.of_the_move.into_iter().chain(told.after).collect()
    };
    let entry = |item: LineItem| LineEntry {
        node: item.node as u32,
        seat: item.seen.seat.map(|s| s.0),
        text: item.seen.play.text().to_owned(),
        told: told(item.node),
        others: item
            .others
            .iter()
            .map(|b| (b.node as u32, b.seen.play.text().to_owned()))
            .collect(),
    };
    let items = nodes[keep..].iter().filter_map(|n| playing.line_item(*n as usize, observer));
    let items = items.map(entry).collect();
    audience.sent = nodes;
    LineView { keep: keep as u32, items }
}
