//! The scenarios of the workbench over a WebSocket, and what only a server does.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test: a panic is a failure, and servers need files and clocks"
)]

#[path = "../../senet-workbench/tests/workbench/scenarios/all.rs"]
mod all;

use all::{Client, open, wish};
use senet_server::{Library, ServeConfig, Server};
use senet_workbench::Request;
use senet_workbench::protocol::{
    ActionCall, Answer, Call, MatchView, Message, PROTOCOL_VERSION, SeatToken,
};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tungstenite::WebSocket;

/// A server for tests, with a file of its own.
fn start(store: &Path) -> Server {
    let config =
        ServeConfig { port: Some(0), ..ServeConfig::new(store.to_path_buf(), Library::default()) };
    Server::start(config).unwrap()
}

fn fresh_store() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let n = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("senet-server-{}-{n}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder.join("matches.db")
}

/// One server for all scenarios, which do not disturb each other.
fn shared() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| start(&fresh_store()))
}

/// A connection. It joins again what it opened, with its token.
struct Socket {
    socket: WebSocket<TcpStream>,
    next: u32,
    tokens: Vec<(String, Vec<SeatToken>)>,
    /// Everything that was received, for those who look for secrets.
    received: Vec<String>,
}

fn connect_to(server: &Server) -> Socket {
    let stream = TcpStream::connect(server.address()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.set_nodelay(true).unwrap();
    let url = format!("ws://{}/ws", server.address());
    let (socket, _) = tungstenite::client(url, stream).unwrap();
    let mut socket = Socket { socket, next: 0, tokens: Vec::new(), received: Vec::new() };
    assert!(matches!(socket.next(), Message::Welcome { v: PROTOCOL_VERSION }));
    socket
}

fn connect() -> Socket {
    connect_to(shared())
}

impl Client for Socket {
    fn send(&mut self, mut call: Call) -> u32 {
        if let Call::Join { id, token, .. } = &mut call
            && token.is_none()
            && let Some((_, tokens)) = self.tokens.iter().find(|(known, _)| known == id)
        {
            *token = Some(tokens[0].token.clone());
        }
        self.next += 1;
        let request = Request { v: PROTOCOL_VERSION, id: self.next, call };
        let text = request.to_json();
        self.socket.send(tungstenite::Message::text(text)).unwrap();
        self.next
    }

    fn next(&mut self) -> Message {
        loop {
            if let tungstenite::Message::Text(text) = self.socket.read().unwrap() {
                self.received.push(text.to_string());
                let message = Message::from_json(&text).unwrap();
                if let Message::Answer { answer, .. } = &message
                    && let Answer::Joined { id, tokens, .. } = &**answer
                    && !tokens.is_empty()
                {
                    self.tokens.push((id.clone(), tokens.clone()));
                }
                return message;
            }
        }
    }
}

all::scenarios!(connect);

fn join(socket: &mut Socket, id: &str, token: Option<&str>) -> Result<MatchView, String> {
    let token = token.map(str::to_owned);
    match socket.ask(Call::Join { id: id.to_owned(), token, look: None })? {
        Answer::Joined { view, .. } => Ok(*view),
        other => panic!("{other:?}"),
    }
}

fn act(socket: &mut Socket, id: &str, view: &MatchView, action: ActionCall) -> Result<(), String> {
    let key = format!("{}-{}", socket.next, view.version);
    let call = Call::Act { id: id.to_owned(), version: view.version, key, action };
    socket.ask(call).map(|_| ())
}

fn named(view: &MatchView) -> ActionCall {
    ActionCall::Move { name: view.choices[0].name.clone(), node: None }
}

#[test]
fn two_browsers_play_and_a_spectator_watches() {
    let (mut host, mut guest, mut watcher) = (connect(), connect(), connect());
    let mut game = open(&mut host, wish("tic-tac-toe", &["here", "link"]));
    let tokens = host.tokens[0].1.clone();
    assert_eq!(tokens.iter().map(|t| t.host).collect::<Vec<_>>(), [true, false]);
    let mut seen = join(&mut guest, &game.id, Some(&tokens[1].token)).unwrap();
    let public = join(&mut watcher, &game.id, None).unwrap();
    assert!(seen.choices.is_empty() && seen.seats[1].mine && !seen.seats[0].mine);
    assert!(public.look.is_none() && public.seats.iter().all(|s| !s.mine));
    assert!(!game.view.can_ask, "no hints against people elsewhere");

    // Nobody moves for another one.
    let name = game.view.choices[0].name.clone();
    let cheat = ActionCall::Move { name, node: None };
    assert!(act(&mut guest, &game.id, &seen, cheat.clone()).is_err());
    assert!(act(&mut watcher, &game.id, &public, cheat).is_err());
    let resign = ActionCall::Resign { seat: 1 };
    assert!(game.act(&mut host, resign).is_err());
    assert!(game.act(&mut host, ActionCall::Undo {}).is_err(), "nothing to take back");

    let first = game.view.choices[0].name.clone();
    game.play(&mut host, &first).unwrap();
    seen = guest.update();
    assert_eq!(watcher.update().pieces, seen.pieces);
    assert_eq!((seen.turn, seen.choices.len()), (Some(1), 8));

    // Taking back needs the other one.
    game.act(&mut host, ActionCall::Undo {}).unwrap();
    seen = guest.update();
    assert_eq!(seen.wants_undo, Some(0));
    assert!(game.act(&mut host, ActionCall::Answer { agree: true }).is_err());
    act(&mut guest, &game.id, &seen, ActionCall::Answer { agree: true }).unwrap();
    seen = guest.update();
    assert!(seen.pieces.is_empty() && seen.turn == Some(0));
}

#[test]
fn wrong_tokens_open_nothing_and_end_the_connection() {
    let mut host = connect();
    let game = open(&mut host, wish("hex", &["here", "link"]));
    let mut stranger = connect();
    let mut refused = 0;
    for i in 0..50 {
        let token = Some(format!("{i:032x}"));
        let call = Call::Join { id: game.id.clone(), token, look: None };
        stranger.next += 1;
        let request = Request { v: PROTOCOL_VERSION, id: stranger.next, call };
        let text = request.to_json();
        if stranger.socket.send(tungstenite::Message::text(text)).is_err() {
            break;
        }
        match stranger.socket.read() {
            Ok(tungstenite::Message::Text(text)) => {
                assert!(text.contains("refused"), "{text}");
                refused += 1;
            }
            Ok(_) => {}
            Err(_) => break,
        }
    }
    assert!((1..50).contains(&refused), "{refused}");
}

#[test]
fn nothing_that_was_acknowledged_is_lost() {
    let store = fresh_store();
    let (id, tokens, pieces) = {
        let server = start(&store);
        let mut host = connect_to(&server);
        let mut game = open(&mut host, wish("hex", &["here", "link"]));
        let tokens = host.tokens[0].1.clone();
        game.play(&mut host, "c3").unwrap();
        (game.id.clone(), tokens, game.view.pieces.clone())
        // The server ends without saving anything more.
    };
    let server = start(&store);
    let mut guest = connect_to(&server);
    let seen = join(&mut guest, &id, Some(&tokens[1].token)).unwrap();
    assert_eq!((&seen.pieces, seen.turn), (&pieces, Some(1)));
    act(&mut guest, &id, &seen, named(&seen)).unwrap();
    assert_eq!(guest.update().pieces.len(), 2);
}

#[test]
fn the_other_hand_never_reaches_the_other_browser() {
    let (mut host, mut guest) = (connect(), connect());
    let mut game = open(&mut host, wish("go-fish", &["here", "link"]));
    let tokens = host.tokens[0].1.clone();
    let mut seen = join(&mut guest, &game.id, Some(&tokens[1].token)).unwrap();
    let mut watcher = connect();
    join(&mut watcher, &game.id, None).unwrap();
    for _ in 0..12 {
        let action = if game.view.choices.is_empty() { named(&seen) } else { named(&game.view) };
        let (mover, view) = if game.view.choices.is_empty() {
            (&mut guest, &seen)
        } else {
            (&mut host, &game.view)
        };
        act(mover, &game.id, view, action).unwrap();
        game.view = host.update();
        seen = guest.update();
    }
    let shows = |text: &str, seat: u8| {
        let Ok(message) = Message::from_json(text) else { return false };
        let view = match message {
            Message::Update { view, .. } => *view,
            Message::Answer { answer, .. } => match *answer {
                Answer::Joined { view, .. } => *view,
                _ => return false,
            },
            _ => return false,
        };
        let open = |p: &senet_workbench::protocol::Panel| {
            p.title.ends_with("hand")
                && p.seat == Some(seat)
                && p.kind != senet_workbench::protocol::PanelKind::Hidden
        };
        view.panels.iter().any(open)
    };
    assert!(
        host.received.iter().any(|t| shows(t, 0)) && guest.received.iter().any(|t| shows(t, 1))
    );
    assert!(!host.received.iter().any(|t| shows(t, 1)));
    assert!(!guest.received.iter().any(|t| shows(t, 0)));
    assert!(!watcher.received.iter().any(|t| shows(t, 0) || shows(t, 1)));
    // Nobody looks with another one's eyes by asking for it.
    let look =
        Call::Join { id: game.id.clone(), token: Some(tokens[1].token.clone()), look: Some(0) };
    let Ok(Answer::Joined { view, .. }) = guest.ask(look) else { panic!("not joined") };
    assert_eq!(view.look, Some(1));
}

#[test]
fn malformed_requests_disturb_nobody() {
    let mut host = connect();
    let mut game = open(&mut host, wish("tic-tac-toe", &["here", "here"]));
    for i in 0..1000 {
        if i % 15 == 0 {
            let mut stranger = connect();
            let oversized = "x".repeat(200_000);
            let _ = stranger.socket.send(tungstenite::Message::text(oversized));
        }
        let mut stranger = (i % 15 == 1).then(connect);
        if let Some(stranger) = &mut stranger {
            for bad in
                ["", "{", "[]", "null", "{\"v\":1}", "{\"v\":1,\"id\":1,\"call\":{\"do\":\"x\"}}"]
            {
                let _ = stranger.socket.send(tungstenite::Message::text(bad));
            }
            let bytes = tungstenite::Message::binary(vec![0_u8; 100]);
            let _ = stranger.socket.send(bytes);
            let deep = format!("{}1{}", "[".repeat(5000), "]".repeat(5000));
            let _ = stranger.socket.send(tungstenite::Message::text(deep));
        }
    }
    let began = Instant::now();
    let name = game.view.choices[0].name.clone();
    game.play(&mut host, &name).unwrap();
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_search_ends_soon_after_it_is_cancelled() {
    let mut host = connect();
    let game = open(&mut host, wish("hex", &["here", "here"]));
    let job = host.send(Call::Hint { id: game.id.clone() });
    std::thread::sleep(Duration::from_millis(60));
    host.send(Call::Cancel { job });
    let began = Instant::now();
    loop {
        match host.next() {
            Message::Refused { id, why } if id == job => {
                assert_eq!(why, "cancelled");
                break;
            }
            Message::Answer { id, .. } if id == job => panic!("it was cancelled"),
            _ => {}
        }
    }
    // 50 ms on a quiet machine: one slice takes 20 ms.
    assert!(began.elapsed() < Duration::from_millis(500), "{:?}", began.elapsed());
}

#[test]
fn a_foreign_origin_is_turned_away() {
    use std::io::{Read, Write};
    let address = shared().address();
    let ask = |host: &str, origin: &str| {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        let request = format!(
            "GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut head = [0_u8; 12];
        stream.read_exact(&mut head).unwrap();
        String::from_utf8_lossy(&head).into_owned()
    };
    let own = address.to_string();
    assert_eq!(ask(&own, &format!("http://{own}")), "HTTP/1.1 101");
    assert_eq!(ask(&own, "http://evil.example"), "HTTP/1.1 403");
    assert_eq!(ask("evil.example", "http://evil.example"), "HTTP/1.1 403");
}
