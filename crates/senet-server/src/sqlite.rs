//! Matches in SQLite: write-ahead log, `synchronous=FULL`, and group commit.
//!
//! One thread writes. It takes everything that waits, up to [`GROUP`] writes, commits it in one
//! transaction, which costs one `fsync`, and then tells everybody. Under load a commit carries many
//! moves; alone, a move waits for one `fsync`.

use crate::store::{Committed, Store, StoreError, StoredMatch, StoredToken};
use rusqlite::{Connection, OptionalExtension, params};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};

/// The most writes in one transaction.
const GROUP: usize = 1024;

/// Matches in a file of SQLite.
pub struct SqliteStore {
    writes: Mutex<Sender<(Write, Committed)>>,
    reader: Mutex<Connection>,
}

enum Write {
    Create(StoredMatch),
    Append { id: String, entries: Vec<String> },
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError(error.to_string())
    }
}

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS matches (
    id TEXT PRIMARY KEY,
    setup TEXT NOT NULL,
    created INTEGER NOT NULL DEFAULT (unixepoch())
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tokens (
    match TEXT NOT NULL,
    hash BLOB NOT NULL,
    participants TEXT NOT NULL,
    host INTEGER NOT NULL,
    PRIMARY KEY (match, hash)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entries (
    match TEXT NOT NULL,
    number INTEGER NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
";

impl SqliteStore {
    /// Opens a file, and makes it if it is not there.
    pub fn open(path: &Path) -> Result<SqliteStore, StoreError> {
        let writer = connect(path)?;
        writer.execute_batch(SCHEMA)?;
        let reader = connect(path)?;
        let (send, receive) = channel();
        std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || write_all(writer, &receive))
            .map_err(|e| StoreError(e.to_string()))?;
        Ok(SqliteStore { writes: Mutex::new(send), reader: Mutex::new(reader) })
    }

    fn send(&self, write: Write, done: Committed) {
        let writes = self.writes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(unsent) = writes.send((write, done)) {
            let (_, done) = unsent.0;
            done(Err(StoreError("the store has ended".to_owned())));
        }
    }
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    Ok(connection)
}

fn write_all(mut connection: Connection, writes: &Receiver<(Write, Committed)>) {
    // The channel closes when the store is dropped; what waits is written before that.
    while let Ok(first) = writes.recv() {
        let rest = std::iter::from_fn(|| writes.try_recv().ok());
        let (group, done): (Vec<Write>, Vec<Committed>) =
            std::iter::once(first).chain(rest.take(GROUP - 1)).unzip();
        let result = commit(&mut connection, &group);
        for done in done {
            done(result.clone());
        }
    }
}

fn commit(connection: &mut Connection, group: &[Write]) -> Result<(), StoreError> {
    let transaction = connection.transaction()?;
    for write in group {
        match write {
            Write::Create(stored) => {
                transaction
                    .prepare_cached("INSERT INTO matches (id, setup) VALUES (?, ?)")?
                    .execute(params![stored.id, stored.setup])?;
                for token in &stored.tokens {
                    let participants: Vec<String> =
                        token.participants.iter().map(ToString::to_string).collect();
                    transaction.prepare_cached("INSERT INTO tokens VALUES (?, ?, ?, ?)")?.execute(
                        params![stored.id, &token.hash[..], participants.join(","), token.host],
                    )?;
                }
                append(&transaction, &stored.id, &stored.entries)?;
            }
            Write::Append { id, entries } => append(&transaction, id, entries)?,
        }
    }
    transaction.commit()?;
    Ok(())
}

fn append(connection: &Connection, id: &str, entries: &[String]) -> Result<(), StoreError> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO entries VALUES (?1,
           (SELECT coalesce(max(number), 0) + 1 FROM entries WHERE match = ?1), ?2)",
    )?;
    for entry in entries {
        insert.execute(params![id, entry])?;
    }
    Ok(())
}

impl Store for SqliteStore {
    fn create(&self, stored: StoredMatch, done: Committed) {
        self.send(Write::Create(stored), done);
    }

    fn append(&self, id: &str, entries: Vec<String>, done: Committed) {
        self.send(Write::Append { id: id.to_owned(), entries }, done);
    }

    fn load(&self, id: &str) -> Result<Option<StoredMatch>, StoreError> {
        let reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        let setup: Option<String> = reader
            .prepare_cached("SELECT setup FROM matches WHERE id = ?")?
            .query_row([id], |row| row.get(0))
            .optional()?;
        let Some(setup) = setup else { return Ok(None) };
        let mut tokens = Vec::new();
        let mut query =
            reader.prepare_cached("SELECT hash, participants, host FROM tokens WHERE match = ?")?;
        let mut rows = query.query([id])?;
        while let Some(row) = rows.next()? {
            let hash: Vec<u8> = row.get(0)?;
            let participants: String = row.get(1)?;
            let hash = hash.try_into().map_err(|_| StoreError("a damaged token".to_owned()))?;
            let participants = participants.split(',').filter_map(|p| p.parse().ok()).collect();
            tokens.push(StoredToken { hash, participants, host: row.get(2)? });
        }
        let mut query =
            reader.prepare_cached("SELECT entry FROM entries WHERE match = ? ORDER BY number")?;
        let entries = query.query_map([id], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(Some(StoredMatch { id: id.to_owned(), setup, tokens, entries }))
    }
}

#[cfg(test)]
mod tests {
    use super::SqliteStore;
    use crate::store::{Store, StoredMatch, StoredToken};
    use std::sync::mpsc::channel;

    #[test]
    fn what_is_committed_is_there_for_another_process() {
        let folder = std::env::temp_dir().join(format!("senet-store-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("matches.db");
        let stored = StoredMatch {
            id: "m".to_owned(),
            setup: "{}".to_owned(),
            tokens: vec![StoredToken { hash: [7; 32], participants: vec![0, 2], host: true }],
            entries: vec!["move 0 a1".to_owned()],
        };
        let (send, receive) = channel();
        {
            let store = SqliteStore::open(&path).unwrap();
            let tell = |n: u32| {
                let send = send.clone();
                Box::new(move |r: Result<(), _>| send.send((n, r.is_ok())).unwrap())
            };
            store.create(stored.clone(), tell(1));
            for n in 2..50 {
                store.append("m", vec![format!("move 0 b{n}")], tell(n));
            }
            // Everybody is told, in order.
            let told: Vec<_> = (1..50).map(|_| receive.recv().unwrap()).collect();
            assert_eq!(told, (1..50).map(|n| (n, true)).collect::<Vec<_>>());
        }
        let again = SqliteStore::open(&path).unwrap().load("m").unwrap().unwrap();
        assert_eq!((again.entries.len(), &again.tokens), (49, &stored.tokens));
        assert_eq!(again.entries[48], "move 0 b49");
        assert_eq!(SqliteStore::open(&path).unwrap().load("other").unwrap(), None);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
