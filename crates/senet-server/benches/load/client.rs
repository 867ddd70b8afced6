//! Clients that cost little: messages are searched for words, not parsed.

use std::net::{SocketAddr, TcpStream};
use std::time::Duration;
use tungstenite::{Message, WebSocket};

/// One connection to the server.
pub(crate) struct Client {
    pub(crate) socket: WebSocket<TcpStream>,
    next: u32,
}

impl Client {
    pub(crate) fn connect(address: SocketAddr) -> Client {
        Client::try_connect(address).unwrap()
    }

    pub(crate) fn try_connect(address: SocketAddr) -> Option<Client> {
        let stream = TcpStream::connect(address).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
        stream.set_nodelay(true).ok()?;
        let (socket, _) = tungstenite::client(format!("ws://{address}/ws"), stream).ok()?;
        let mut client = Client { socket, next: 0 };
        client.wait("\"is\":\"welcome\"")?;
        Some(client)
    }

    /// Sends a call; its request has the number that is returned.
    pub(crate) fn send(&mut self, call: &str) -> Option<u32> {
        self.next += 1;
        let request = format!(r#"{{"v":1,"id":{},"call":{call}}}"#, self.next);
        self.socket.send(Message::text(request)).ok()?;
        Some(self.next)
    }

    /// The next message that has a word in it.
    pub(crate) fn wait(&mut self, word: &str) -> Option<String> {
        loop {
            if let Message::Text(text) = self.socket.read().ok()?
                && text.contains(word)
            {
                return Some(text.to_string());
            }
        }
    }

    /// The answer to a call, or the refusal.
    pub(crate) fn ask(&mut self, call: &str) -> Option<String> {
        let id = self.send(call)?;
        self.wait(&format!("\"id\":{id},"))
    }

    /// Opens a match of a game between two browsers: its name, and the tokens.
    pub(crate) fn open(&mut self, game: &str) -> (String, Vec<String>) {
        let seats = r#"[{"who":"here","name":null},{"who":"link","name":null}]"#;
        let setup = format!(r#"{{"game":"{game}","seats":{seats},"seed":"1"}}"#);
        let text = self.ask(&format!(r#"{{"do":"new","setup":{setup}}}"#)).unwrap();
        let tokens = text.split("\"token\":\"").skip(1);
        let tokens = tokens.map(|rest| rest.split('"').next().unwrap().to_owned()).collect();
        (field(&text, "\"answer\":\"joined\",\"id\":\"").unwrap().to_owned(), tokens)
    }

    pub(crate) fn open_and_leave(&mut self, game: &str) {
        let (id, _) = self.open(game);
        self.ask(&format!(r#"{{"do":"leave","id":"{id}"}}"#)).unwrap();
    }
}

/// What follows a word, up to a quote or a comma.
pub(crate) fn field<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = &text[text.find(word)? + word.len()..];
    rest.split(['"', ',', '}']).next()
}

/// Two browsers with a match between them.
pub(crate) struct Pair {
    id: String,
    browsers: [Client; 2],
    version: u32,
    moves: u32,
}

impl Pair {
    pub(crate) fn open(address: SocketAddr, game: &str) -> Pair {
        let (mut host, mut guest) = (Client::connect(address), Client::connect(address));
        let (id, tokens) = host.open(game);
        let join = format!(r#"{{"do":"join","id":"{id}","token":"{}","look":null}}"#, tokens[1]);
        let seen = guest.ask(&join).unwrap();
        let version = field(&seen, "\"version\":").unwrap().parse().unwrap();
        Pair { id, browsers: [host, guest], version, moves: 0 }
    }

    /// Makes the next move, and waits until the other browser has it; `false` if the game is over.
    pub(crate) fn play(&mut self) -> bool {
        // The cells of Hex 11, row by row: nobody connects anything for a while.
        let (column, row) = (self.moves % 11, 1 + self.moves / 11);
        if row > 8 {
            return false;
        }
        let name = format!("{}{row}", char::from(b'a' + column as u8));
        let mover = (self.moves % 2) as usize;
        let (id, version, key) = (&self.id, self.version, self.moves);
        let call = format!(
            r#"{{"do":"act","id":"{id}","version":{version},"key":"{key}","action":{{"act":"move","name":"{name}","node":null}}}}"#
        );
        let [host, guest] = &mut self.browsers;
        let (mine, theirs) = if mover == 0 { (host, guest) } else { (guest, host) };
        mine.send(&call).unwrap();
        let seen = theirs.wait("\"is\":\"update\"").unwrap();
        self.version = field(&seen, "\"version\":").unwrap().parse().unwrap();
        let own = mine.wait("\"is\":\"update\"").unwrap();
        self.moves += 1;
        own.contains("\"over\":null")
    }
}
