//! Endgame tables: the values of many positions, to be kept in a file and used again.
//!
//! The format, all numbers little-endian: the eight bytes `SENETTBL`; the edition as 4 bytes; a checksum of all that
//! follows in 8; the name of the game, the number of its options, and their names and values, each text with its length
//! in 4 bytes before it; the fingerprint of the rules in 8; the width of a key in bytes in 1; the number of records in 8;
//! and the records, sorted by key. A record is a key, a byte with the bounds of the value (the lower in two bits, the
//! upper in the next two: 0 the second seat wins, 1 draw, 2 the first seat wins), and the distance to a win in 2 bytes,
//! 65,535 where it is not known. Draw rules are left out, as everywhere below the solver's own account of them.
//!
//! A table is no use, and worse, for other rules of the same name. So it carries a fingerprint of what the rules do: of
//! the first positions, breadth first, and of some plays to their end.

use crate::value::{GameValue, ValueBounds};
use senet_data::hash::mix;
use senet_game::{CanonicalKey, Cursor, DynGame, MoveId, Referee, Rng, Turn};
use thiserror::Error;

/// Values of positions, by canonical key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndgameTable {
    game: String,
    options: Vec<(String, String)>,
    fingerprint: u64,
    /// Bytes of a key.
    width: usize,
    /// All records, one after the other, sorted by key.
    records: Vec<u8>,
}

/// Why bytes are no table for a game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TableError {
    /// They are no table at all, or not whole.
    #[error("this is no endgame table, or it is damaged")]
    Damaged,
    /// They are a table of another edition.
    #[error("this is an endgame table of edition {0}, and edition {EDITION} can be read")]
    Edition(u32),
    /// They are a table of another game, or of the same with other options.
    #[error("this is an endgame table of {0}")]
    Game(String),
    /// They are a table of a game of the same name with other rules.
    #[error("this endgame table was made for other rules of the same name")]
    Rules,
}

const MAGIC: &[u8; 8] = b"SENETTBL";
const EDITION: u32 = 1;
/// Bytes of a record beside its key.
const VALUE: usize = 3;
const NO_DISTANCE: u16 = u16::MAX;
/// Positions and plays by which rules are recognised.
const FINGERPRINT_POSITIONS: usize = 1_000;
const FINGERPRINT_PLAYS: u64 = 32;
const FINGERPRINT_PLIES: usize = 200;

/// What a table says of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TableEntry {
    pub(crate) bounds: ValueBounds,
    pub(crate) distance: Option<u32>,
}

impl EndgameTable {
    /// A table for a game, from entries in any order.
    pub(crate) fn new(game: &dyn DynGame, mut entries: Vec<(u128, TableEntry)>) -> EndgameTable {
        entries.sort_unstable_by_key(|(key, _)| *key);
        let largest = entries.last().map_or(0, |(key, _)| *key);
        // Keys are cut to as many bytes as the largest one needs: packed positions of small
        // boards are short.
        let width = (u128::BITS - largest.leading_zeros()).div_ceil(8).max(1) as usize;
        let mut records = Vec::with_capacity(entries.len() * (width + VALUE));
        for (key, TableEntry { bounds, distance }) in entries {
            records.extend_from_slice(&key.to_le_bytes()[..width]);
            records.push(bounds.lower as u8 | (bounds.upper as u8) << 2);
            let distance = distance.and_then(|n| u16::try_from(n).ok()).unwrap_or(NO_DISTANCE);
            records.extend_from_slice(&distance.to_le_bytes());
        }
        EndgameTable {
            game: game.info().name.clone(),
            options: game.options().to_vec(),
            fingerprint: fingerprint(game),
            width,
            records,
        }
    }

    /// Whether it was made for a game of this name and these options.
    pub fn is_for(&self, game: &dyn DynGame) -> bool {
        self.game == game.info().name && self.options == game.options()
    }

    /// How many positions it knows something of.
    pub fn len(&self) -> usize {
        self.records.len() / (self.width + VALUE)
    }

    /// Whether it knows nothing.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The table as bytes, in the format above.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(self.records.len() + 256);
        write_text(&mut body, &self.game);
        body.extend_from_slice(&(self.options.len() as u32).to_le_bytes());
        for (name, value) in &self.options {
            write_text(&mut body, name);
            write_text(&mut body, value);
        }
        body.extend_from_slice(&self.fingerprint.to_le_bytes());
        body.push(self.width as u8);
        body.extend_from_slice(&(self.len() as u64).to_le_bytes());
        body.extend_from_slice(&self.records);
        let mut out = MAGIC.to_vec();
        out.extend_from_slice(&EDITION.to_le_bytes());
        out.extend_from_slice(&checksum(&body).to_le_bytes());
        out.append(&mut body);
        out
    }

    /// Reads a table for a game.
    pub fn from_bytes(bytes: &[u8], game: &dyn DynGame) -> Result<EndgameTable, TableError> {
        let mut reader = Reader(bytes);
        if reader.take(MAGIC.len())? != MAGIC {
            return Err(TableError::Damaged);
        }
        let edition = u32::from_le_bytes(reader.array()?);
        if edition != EDITION {
            return Err(TableError::Edition(edition));
        }
        if u64::from_le_bytes(reader.array()?) != checksum(reader.0) {
            return Err(TableError::Damaged);
        }
        let name = reader.text()?;
        let count = u32::from_le_bytes(reader.array()?);
        let options: Result<Vec<_>, TableError> =
            (0..count).map(|_| Ok((reader.text()?, reader.text()?))).collect();
        let options = options?;
        let fingerprint_read = u64::from_le_bytes(reader.array()?);
        let width = usize::from(u8::from_le_bytes(reader.array()?));
        let records = u64::from_le_bytes(reader.array()?);
        let fits = (1..=16).contains(&width)
            && records.checked_mul((width + VALUE) as u64) == Some(reader.0.len() as u64);
        if !fits {
            return Err(TableError::Damaged);
        }
        if name != game.info().name || options != game.options() {
            let options = options.iter().map(|(name, value)| format!(" --{name} {value}"));
            return Err(TableError::Game(format!("{name}{}", options.collect::<String>())));
        }
        if fingerprint_read != fingerprint(game) {
            return Err(TableError::Rules);
        }
        let (fingerprint, records) = (fingerprint_read, reader.0.to_vec());
        let table = EndgameTable { game: name, options, fingerprint, width, records };
        let keys = (0..table.len()).map(|i| table.record(i).0);
        if keys.is_sorted() { Ok(table) } else { Err(TableError::Damaged) }
    }

    /// What is known of a position.
    pub(crate) fn get(&self, key: CanonicalKey) -> Option<TableEntry> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            let (found, entry) = self.record(middle);
            match found.cmp(&key.0) {
                std::cmp::Ordering::Equal => return Some(entry),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// All that is known.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (u128, TableEntry)> + '_ {
        (0..self.len()).map(|i| self.record(i))
    }

    fn record(&self, at: usize) -> (u128, TableEntry) {
        let record = &self.records[at * (self.width + VALUE)..][..self.width + VALUE];
        let mut key = [0; 16];
        key[..self.width].copy_from_slice(&record[..self.width]);
        let value = |bits: u8| GameValue::ALL[usize::from(bits & 3).min(2)];
        let bounds = record[self.width];
        let bounds = ValueBounds { lower: value(bounds), upper: value(bounds >> 2) };
        let distance = u16::from_le_bytes([record[self.width + 1], record[self.width + 2]]);
        let distance = (distance != NO_DISTANCE).then_some(u32::from(distance));
        (u128::from_le_bytes(key), TableEntry { bounds, distance })
    }
}

/// Bytes that are being read.
struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    fn take(&mut self, n: usize) -> Result<&'b [u8], TableError> {
        let (taken, rest) = self.0.split_at_checked(n).ok_or(TableError::Damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], TableError> {
        self.take(N)?.try_into().map_err(|_| TableError::Damaged)
    }

    fn text(&mut self) -> Result<String, TableError> {
        let length = u32::from_le_bytes(self.array()?);
        let bytes = self.take(length as usize)?.to_vec();
        String::from_utf8(bytes).map_err(|_| TableError::Damaged)
    }
}

fn write_text(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(&(text.len() as u32).to_le_bytes());
    out.extend_from_slice(text.as_bytes());
}

fn checksum(bytes: &[u8]) -> u64 {
    let word = |chunk: &[u8]| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    };
    let words = bytes.chunks(8).map(word);
    words.fold(bytes.len() as u64, mix)
}

/// A number for what the rules do, in a few milliseconds.
fn fingerprint(game: &dyn DynGame) -> u64 {
    let mut cursor = game.cursor();
    cursor.set_referee(Referee::none());
    let (mut sum, mut moves) = (game.seats() as u64, Vec::new());
    // The first positions: whole layers, as far as they go.
    // A behavioural fingerprint rather than a hash of the source: a text that is only
    // reformatted keeps its tables, and a rule that plays differently within the sample loses
    // them.
    let mut waiting = std::collections::VecDeque::from([cursor.save()]);
    let mut looked_at = 0;
    while let Some(position) = waiting.pop_front().filter(|_| looked_at < FINGERPRINT_POSITIONS) {
        looked_at += 1;
        cursor.load(&position);
        cursor.set_referee(Referee::none());
        note(&mut sum, &mut *cursor, &mut moves);
        for mv in moves.clone() {
            if waiting.len() < FINGERPRINT_POSITIONS {
                cursor.push();
                cursor.apply(mv);
                waiting.push_back(cursor.save());
                cursor.pop();
            }
        }
    }
    for play in 0..FINGERPRINT_PLAYS {
        let mut rng = Rng::nth(EDITION.into(), play);
        cursor.reset();
        cursor.set_referee(Referee::none());
        for _ in 0..FINGERPRINT_PLIES {
            note(&mut sum, &mut *cursor, &mut moves);
            if moves.is_empty() {
                break;
            }
            cursor.apply(moves[rng.index(moves.len() as u64) as usize]);
        }
    }
    sum
}

/// Adds the position of a cursor to a fingerprint, and lists its moves.
fn note(sum: &mut u64, cursor: &mut dyn Cursor, moves: &mut Vec<MoveId>) {
    let turn = match cursor.turn() {
        Turn::Player(seat) => u64::from(seat.0),
        Turn::Chance => 1 << 8,
        Turn::Over(outcome) => 1 << 9 | GameValue::of(&outcome) as u64,
        Turn::Stopped(_) => 1 << 10,
    };
    moves.clear();
    if turn < 1 << 9 {
        cursor.moves(moves);
    }
    let key = cursor.canonical_key().map_or(0, |key| key.0);
    for word in [turn, moves.len() as u64, key as u64, (key >> 64) as u64] {
        *sum = mix(*sum, word);
    }
}
