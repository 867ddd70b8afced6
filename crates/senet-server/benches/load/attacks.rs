//! What strangers try, each so many times. An attack says how it went; none may disturb an honest match.
//! The benchmark tries all of it and measures; the test tries a little of each.

use crate::client::Client;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use tungstenite::Message;

/// So many tries of something against a server; returns what became of them.
type Attack = fn(SocketAddr, usize) -> String;

/// An attack in words, how often the benchmark tries it, and how often the test does.
pub(crate) const ALL: [(&str, Attack, usize, usize); 5] = [
    ("malformed and oversized requests", malformed, 1_000, 100),
    ("foreign tokens", tokens, 100_000, 200),
    ("programs that loop, explode or nest", programs, 4, 1),
    ("slow readers", slow_readers, 50, 2),
    ("idle sockets", idle_sockets, 10_000, 200),
];

/// Runs something in several threads, and adds up what it returns.
fn many(threads: usize, each: impl Fn(usize) -> u64 + Send + Sync) -> u64 {
    std::thread::scope(|scope| {
        let each = &each;
        let running: Vec<_> = (0..threads).map(|i| scope.spawn(move || each(i))).collect();
        running.into_iter().map(|t| t.join().unwrap()).sum()
    })
}

fn malformed(address: SocketAddr, tries: usize) -> String {
    let deep = format!("{}1{}", "[".repeat(5_000), "]".repeat(5_000));
    let long = "x".repeat(200_000);
    let bad = [
        "",
        "{",
        "[]",
        "null",
        r#"{"v":1}"#,
        r#"{"v":1,"id":1,"call":{"do":"x"}}"#,
        r#"{"v":1,"id":1,"call":{"do":"peek","id":"","node":4294967295}}"#,
        &deep,
        &long,
    ];
    let mut client = None;
    let (mut sent, mut cut) = (0, 0);
    while sent < tries {
        let open = client.get_or_insert_with(|| Client::connect(address));
        match open.socket.send(Message::text(bad[sent % bad.len()])) {
            // An oversized message ends the connection while it is written.
            Err(_) => {
                client = None;
                cut += 1;
            }
            Ok(()) => sent += 1,
        }
        if sent % 7 == 0 {
            client = None;
        }
    }
    format!("{sent} sent, {cut} cut off")
}

fn tokens(address: SocketAddr, tries: usize) -> String {
    const THREADS: u64 = 4;
    let tries = tries as u64;
    let (id, _) = Client::connect(address).open("hex");
    let accepted = many(THREADS as usize, |thread| {
        let (mut accepted, mut tried) = (0, 0);
        while tried < tries / THREADS {
            let Some(mut client) = Client::try_connect(address) else { continue };
            loop {
                let guess = (thread as u64 * tries + tried).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let token = format!("{guess:016x}{guess:016x}");
                let call = format!(r#"{{"do":"join","id":"{id}","token":"{token}","look":null}}"#);
                // The server hangs up after a few wrong ones.
                let Some(answer) = client.ask(&call) else { break };
                tried += 1;
                accepted += u64::from(answer.contains("\"is\":\"answer\""));
            }
        }
        accepted
    });
    assert_eq!(accepted, 0, "a foreign token was accepted");
    format!("{tries} tried, {accepted} accepted")
}

/// Programs that are short and cost a lot.
fn evil() -> Vec<String> {
    let deep = |n: usize| format!("{}z{}", "s (".repeat(n), ")".repeat(n));
    let nat = "nat : type. z : nat. s nat : nat. p nat : pred. go : pred.";
    let over = "#interactive wait. stage wait = { tick : go -o go. }";
    vec![
        // Automatic steps without an end.
        format!("{nat} {over} stage run = {{ r : p N -o p (s N). }} qui * stage run -o stage wait. #trace _ run {{ p z, go }}."),
        // Each step doubles.
        format!("{nat} {over} stage run = {{ r : p N -o p (s N) * p (s N). }} qui * stage run -o stage wait. #trace _ run {{ p z, go }}."),
        // A query without an end.
        format!("{nat} {over} q nat : bwd. q N <- q (s N). stage run = {{ r : p N * q N -o (). }} qui * stage run -o stage wait. #trace _ run {{ p z, go }}."),
        // Terms and brackets of great depth.
        format!("{nat} {over} #trace _ wait {{ p {}, go }}.", deep(9_000)),
        format!("{nat} stage run = {{ r : {}go{} -o go. }}", "(".repeat(30_000), ")".repeat(30_000)),
        // A large board with every line of it.
        "board cell = square 200 200. free cell : pred. x cell : pred. #interactive play. stage play = { place : free C -o x C. } #trace _ play { { free C | C : cell } }.".to_owned(),
        // A move that never ends.
        format!("{nat} {over} #interactive start. stage start = {{ begin : go -o p z. }} qui * stage start -o stage run. stage run = {{ r : p N -o p (s N). }} #trace _ start {{ go }}."),
        // A query with very many answers.
        format!("{nat} {over} d : type. {} t d d d d d d : bwd. t A B C D E F <- (A : d) <- (B : d) <- (C : d) <- (D : d) <- (E : d) <- (F : d). stage run = {{ r : go * t A B C D E F -o p z. }} #trace _ run {{ go }}.",
            (0..40).map(|i| format!("d{i} : d.")).collect::<String>()),
    ]
}

/// A single client leaves out the last program, which costs the server half a minute.
fn programs(address: SocketAddr, clients: usize) -> String {
    let mut programs = evil();
    if clients == 1 {
        programs.pop();
    }
    let refused = many(clients, |thread| {
        let mut client = Client::connect(address);
        let mut refused = 0;
        for text in programs.iter().cycle().skip(2 * thread).take(programs.len()) {
            let text = text.replace('"', "\\\"");
            let setup = format!(r#"{{"game":"evil","text":"{text}","seats":[]}}"#);
            let Some(answer) = client.ask(&format!(r#"{{"do":"new","setup":{setup}}}"#)) else {
                client = Client::connect(address);
                continue;
            };
            refused += u64::from(answer.contains("\"is\":\"refused\""));
            let (Some(id), Some(name)) = (
                crate::client::field(&answer, "\"answer\":\"joined\",\"id\":\""),
                crate::client::field(&answer, "\"choices\":[{\"name\":\""),
            ) else {
                continue;
            };
            // What can be played is played.
            let version = crate::client::field(&answer, "\"version\":").unwrap();
            let call = format!(
                r#"{{"do":"act","id":"{id}","version":{version},"key":"k","action":{{"act":"move","name":"{name}","node":null}}}}"#
            );
            client.ask(&call);
        }
        refused
    });
    format!("{} opened, {refused} refused", clients * programs.len())
}

/// Readers that ask for much and take nothing. A few of them, in the test, are not waited for until they
/// are cut off, which takes the server 20 seconds.
fn slow_readers(address: SocketAddr, readers: usize) -> String {
    // Few threads, as of a program of an attacker elsewhere: a thread for each reader would measure how the
    // scheduler shares two cores with fifty senders.
    const THREADS: usize = 5;
    let patience = if readers > 10 { Duration::from_secs(25) } else { Duration::ZERO };
    let cut = many(THREADS.min(readers), |thread| {
        let stalled: Vec<TcpStream> =
            (thread..readers).step_by(THREADS).map(|_| stall(address)).collect();
        std::thread::sleep(patience);
        if patience.is_zero() {
            return 0;
        }
        stalled.iter().map(|stream| u64::from(has_ended(stream))).sum()
    });
    format!("{readers} took nothing, {cut} were cut off")
}

/// A connection that asks, and reads nothing: answers of some 40 KB each pile up until the server reads no more
/// requests either. The connection lives as long as the stream that is returned.
fn stall(address: SocketAddr) -> TcpStream {
    let mut client = Client::connect(address);
    let stream = client.socket.get_ref().try_clone().unwrap();
    stream.set_write_timeout(Some(Duration::from_millis(200))).unwrap();
    let until = Instant::now() + Duration::from_secs(3);
    while Instant::now() < until && client.send(r#"{"do":"games"}"#).is_some() {}
    stream
}

/// Whether the server ended a connection, after what it had sent before.
fn has_ended(mut stream: &TcpStream) -> bool {
    stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
    let mut rest = [0_u8; 1 << 16];
    loop {
        match stream.read(&mut rest) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(why) => return why.kind() == std::io::ErrorKind::ConnectionReset,
        }
    }
}

fn idle_sockets(address: SocketAddr, sockets: usize) -> String {
    let request = format!(
        "GET /ws HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    let mut open = Vec::with_capacity(sockets);
    for _ in 0..sockets {
        let Ok(mut stream) = TcpStream::connect(address) else { break };
        if stream.write_all(request.as_bytes()).is_err() {
            break;
        }
        open.push(stream);
    }
    let mut welcomed = 0;
    for stream in &mut open {
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        let mut head = [0_u8; 12];
        welcomed += usize::from(stream.read_exact(&mut head).is_ok() && head.ends_with(b"101"));
    }
    let time = Duration::from_millis(sockets as u64);
    std::thread::sleep(time);
    format!("{welcomed} open for {} s", time.as_secs_f64())
}
