//! Plays the game, measures it, and counts its positions.

use senet_game::board::{Board, Spot};
use senet_game::{
    Cursor, DynGame, GameInfo, Observer, Playout, Rng, Scene, Tally, Turn, Verdict, View, erase,
};
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};
use GAME_CRATE::{Built, NAME, TITLE};

/// Prints a line; ends the program if its output is closed.
macro_rules! say {
    ($($what:tt)*) => {
        if writeln!(std::io::stdout(), $($what)*).is_err() {
            std::process::exit(0)
        }
    };
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: u64| match words.get(at).map(|w| w.parse()) {
        None => usual,
        Some(Ok(n)) => n,
        Some(Err(_)) => help(2),
    };
    match words.first().map_or("play", String::as_str) {
        "play" => play(number(1, 1)),
        "bench" => bench(number(1, 2)),
        "time" => time(number(1, 100_000), words.get(2).is_some_and(|word| word == "alone")),
        "playouts" => playouts(number(1, 1_000), number(2, 1)),
        "perft" => perft(number(1, 5)),
        "walk" => walk(number(1, 1)),
        "help" | "--help" | "-h" => help(0),
        _ => help(2),
    }
}

fn help(code: i32) -> ! {
    say!("{TITLE}\n");
    say!("{NAME} play [SEED]          play, everybody at one keyboard; chance draws by the seed");
    say!("{NAME} bench [SECONDS]      random playouts a second, by the processor's time");
    say!("{NAME} time [N] [alone]     the processor's time for so many random playouts, in seconds");
    say!("{NAME} playouts [N] [SEED]  how long random playouts are, and how they end");
    say!("{NAME} perft [DEPTH]        how many plays there are, by their length");
    say!("{NAME} walk [SEED]          one play at random, with all moves of every position");
    std::process::exit(code)
}

/// What an outcome means, in words.
fn result(game: &dyn DynGame, turn: &Turn) -> String {
    let outcome = match turn {
        Turn::Over(outcome) => outcome,
        Turn::Stopped(limit) => {
            return format!("Stopped: the limit on {} was reached.", limit.what());
        }
        Turn::Player(_) | Turn::Chance => return "It goes on.".to_owned(),
    };
    let names = |seats: senet_game::SeatSet| -> String {
        let names: Vec<String> = seats.iter().map(|s| game.seat_name(s)).collect();
        names.join(" and ")
    };
    let mut text = match outcome.verdict {
        Verdict::Won(seats) if seats.is_empty() => "Nobody wins.".to_owned(),
        Verdict::Won(seats) => format!("{} wins.", names(seats)),
        Verdict::Draw => "A draw.".to_owned(),
        Verdict::NoResult => "Over.".to_owned(),
    };
    if let Some(scores) = &outcome.scores {
        text += &format!(" Scores: {scores:?}");
    }
    text
}

fn game() -> Arc<dyn DynGame> {
    let info = GameInfo { name: NAME.to_owned(), title: TITLE.to_owned(), ..GameInfo::default() };
    erase(Arc::new(Built::new()), info)
}

fn play(seed: u64) {
    let game = game();
    let mut rng = Rng::new(seed);
    let mut cursor = game.cursor();
    let mut moves = Vec::new();
    say!("{TITLE}");
    loop {
        // Whose turn it is sees what they may see. (They take turns at the keyboard, too.)
        let observer = match cursor.turn() {
            Turn::Player(seat) if game.has_hidden_information() => Observer::Seat(seat),
            Turn::Chance if game.has_hidden_information() => Observer::Public,
            _ => Observer::All,
        };
        show(&cursor.view(observer));
        let mv = match &cursor.turn() {
            Turn::Player(seat) => {
                cursor.moves(&mut moves);
                let text = |mv| cursor.describe_move(mv, observer).text;
                let shown: Vec<String> = moves.iter().copied().map(text).collect();
                for (i, text) in shown.iter().enumerate() {
                    say!("{:4}  {text}", i + 1);
                }
                let Some(chosen) = ask(&game.seat_name(*seat), &shown) else {
                    return;
                };
                moves[chosen]
            }
            Turn::Chance => {
                let mv = cursor.random_move(&mut rng);
                say!("Chance: {}", cursor.describe_move(mv, observer).text);
                mv
            }
            over => {
                say!("{}", result(&*game, over));
                return;
            }
        };
        cursor.apply(mv);
    }
}

/// What is on the boards, and beside them.
fn show(view: &View) {
    let times = |copies: u64| if copies > 1 { format!(" × {copies}") } else { String::new() };
    view.boards.iter().for_each(draw);
    for panel in &view.panels {
        let mut items: Vec<String> =
            panel.items.iter().map(|(item, copies)| format!("{item}{}", times(*copies))).collect();
        if panel.hidden > 0 {
            items.push(format!("{} hidden", panel.hidden));
        }
        say!("  {}: {}", panel.title, items.join(", "));
    }
    for atom in &view.atoms {
        say!("  {} {}{}", atom.predicate, atom.arguments.join(" "), times(atom.copies));
    }
    for hidden in &view.hidden {
        say!("  {} hidden: {}", hidden.predicate, hidden.copies);
    }
}

/// Asks until the answer is a number or a move; `None` at the end of the input, or on `quit`.
fn ask(who: &str, moves: &[String]) -> Option<usize> {
    loop {
        print!("{who}: ");
        std::io::stdout().flush().ok()?;
        let mut line = String::new();
        if std::io::stdin().lock().read_line(&mut line).ok()? == 0 || line.trim() == "quit" {
            say!();
            return None;
        }
        let text = line.trim();
        let number = text.parse::<usize>().ok().filter(|n| (1..=moves.len()).contains(n));
        let by_name = || {
            let mut ends = (0..moves.len()).filter(|i| !text.is_empty() && moves[*i].ends_with(text));
            let first = ends.next();
            first.filter(|_| ends.next().is_none())
        };
        match number.map(|n| n - 1).or_else(by_name) {
            Some(found) => return Some(found),
            None => say!("type a number from 1 to {}, the end of a move, or quit", moves.len()),
        }
    }
}

/// A board as text: what lies on each cell, where the cell is.
fn draw(scene: &Scene) {
    let board: &Board = &scene.board;
    let mut rows: Vec<(i64, Vec<(i64, String)>)> = Vec::new();
    for cell in board.cells() {
        let point = board.point(cell);
        let on = |p: &&senet_game::Piece| p.spot == Spot::Cell(cell);
        let glyph = scene.pieces.iter().find(on).map_or("·".to_owned(), |p| p.glyph.clone());
        let (x, y) = ((point.x * 2.0).round() as i64, (point.y * 4.0).round() as i64);
        match rows.iter_mut().find(|(row, _)| *row == y) {
            Some((_, row)) => row.push((x, glyph)),
            None => rows.push((y, vec![(x, glyph)])),
        }
    }
    rows.sort_by_key(|(y, _)| *y);
    let left = rows.iter().flat_map(|(_, r)| r.iter().map(|(x, _)| *x)).min().unwrap_or(0);
    for (_, mut row) in rows {
        row.sort();
        let mut line = String::new();
        for (x, glyph) in row {
            while (line.chars().count() as i64) < x - left + 2 {
                line.push(' ');
            }
            line += &glyph;
        }
        say!("{line}");
    }
    for piece in scene.pieces.iter().filter(|p| matches!(p.spot, Spot::Edge(_))) {
        say!("  {} on {}", piece.glyph, board.spot_name(piece.spot));
    }
}

/// The processor time of this thread, where the system provides it.
fn processor() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}

/// Counts playouts and their moves.
#[derive(Default)]
struct Count {
    playouts: u64,
    plies: u64,
}

impl Tally for Count {
    fn count(&mut self, playout: &Playout) -> ControlFlow<()> {
        self.playouts += 1;
        self.plies += playout.plies;
        ControlFlow::Continue(())
    }
}

/// Plays so many playouts under the draw rules of the game, as the workbench does: together, or one at a time.
fn play_out(cursor: &mut dyn Cursor, n: u64, alone: bool, count: &mut Count) {
    if !alone {
        cursor.playouts(n, 1, count.playouts, count);
        return;
    }
    for _ in 0..n {
        let mut rng = Rng::nth(1, count.playouts);
        cursor.push();
        cursor.playout(&mut rng, &mut || false, None);
        cursor.pop();
        count.playouts += 1;
    }
}

fn bench(seconds: u64) {
    let game = game();
    let mut cursor = game.cursor();
    let time = Duration::from_secs(seconds.max(1));
    for alone in [false, true] {
        let mut count = Count::default();
        let (begin, clock) = (processor(), Instant::now());
        while clock.elapsed() < time {
            play_out(&mut *cursor, 256, alone, &mut count);
        }
        let used = begin.zip(processor()).map(|(begin, end)| end - begin);
        let seconds = used.unwrap_or_else(|| clock.elapsed()).as_secs_f64();
        let rate = count.playouts as f64 / seconds;
        if alone {
            say!("{rate:.0} playouts/s one at a time");
        } else {
            say!("{rate:.0} playouts/s");
            say!("{:.0} moves/s", count.plies as f64 / seconds);
            say!("{:.2} moves per playout", count.plies as f64 / count.playouts as f64);
        }
    }
    let packed = game.packed_bits().map(|bits| bits.div_ceil(8) as usize);
    say!("{} bytes per position", packed.unwrap_or_else(|| cursor.state_bytes()));
}

fn time(playouts: u64, alone: bool) {
    let mut cursor = game().cursor();
    let (begin, clock) = (processor(), Instant::now());
    play_out(&mut *cursor, playouts, alone, &mut Count::default());
    let used = begin.zip(processor()).map(|(begin, end)| end - begin);
    say!("{:.9}", used.unwrap_or_else(|| clock.elapsed()).as_secs_f64());
}

/// Plays under the draw rules of the game: the lengths of all playouts, and who won.
fn playouts(n: u64, seed: u64) {
    let game = game();
    let (mut plies, mut others) = (0, 0);
    let mut wins = vec![0u64; game.seats()];
    game.cursor().playouts(n, seed, 0, &mut |playout: &Playout| {
        plies += playout.plies;
        match playout.outcome.verdict {
            Verdict::Won(seats) => seats.iter().for_each(|seat| wins[seat.0 as usize] += 1),
            Verdict::Draw | Verdict::NoResult => others += 1,
        }
        ControlFlow::Continue(())
    });
    say!("{plies} moves");
    for seat in game.all_seats() {
        say!("{} won by {}", wins[seat.0 as usize], game.seat_name(seat));
    }
    say!("{others} drawn");
}

fn perft(depth: u64) {
    fn count(cursor: &mut dyn Cursor, depth: u64) -> u64 {
        if depth == 0 {
            return 1;
        }
        if depth == 1 {
            return cursor.count_moves() as u64;
        }
        let mut moves = Vec::new();
        cursor.moves(&mut moves);
        let mut sum = 0;
        for mv in moves {
            cursor.push();
            cursor.apply(mv);
            sum += count(cursor, depth - 1);
            cursor.pop();
        }
        sum
    }
    let mut cursor = game().cursor();
    for n in 1..=depth {
        say!("{n} {}", count(&mut *cursor, n));
    }
}

fn walk(seed: u64) {
    let game = game();
    let mut rng = Rng::new(seed);
    let mut cursor = game.cursor();
    let mut moves = Vec::new();
    let mut keys = Keys::default();
    for _ in 0..500 {
        cursor.moves(&mut moves);
        let named = |mv| format!("{} {}", cursor.move_name(mv), cursor.weight(mv));
        let names: Vec<String> = moves.iter().copied().map(named).collect();
        let view = cursor.view(Observer::All);
        let pieces: usize = view.boards.iter().map(|b| b.pieces.len()).sum();
        let known = view.known_atoms().count();
        say!("{:?} | {} | {pieces} {known}", cursor.turn(), names.join(", "));
        if moves.is_empty() {
            break;
        }
        if game.has_hidden_information() {
            for seat in game.all_seats() {
                secrets(&mut *cursor, &moves, Observer::Seat(seat), &mut keys);
                cursor.push();
                cursor.determinize(seat, &mut rng);
                let drawn = cursor.view(Observer::All);
                let atoms: Vec<String> = drawn.known_atoms().map(|a| format!("{a:?}")).collect();
                say!("{} draws {}", seat.0, atoms.join(", "));
                cursor.pop();
            }
            secrets(&mut *cursor, &moves, Observer::Public, &mut keys);
        }
        let mv = moves[rng.index(moves.len() as u64) as usize];
        say!("{}", cursor.describe_move(mv, Observer::All).text);
        cursor.apply(mv);
    }
}

/// Keys by the order in which they come up: those of two programs mean the same if their numbers are equal.
#[derive(Default)]
struct Keys(Vec<u128>);

impl Keys {
    fn number(&mut self, key: u128) -> usize {
        let at = self.0.iter().position(|known| *known == key);
        at.unwrap_or_else(|| {
            self.0.push(key);
            self.0.len() - 1
        })
    }
}

/// What an observer cannot tell from each other.
fn secrets(
    cursor: &mut dyn Cursor,
    moves: &[senet_game::MoveId],
    observer: Observer,
    keys: &mut Keys,
) {
    let here = keys.number(cursor.observation_key(observer));
    let text = |mv| cursor.describe_move(mv, observer).text;
    let texts: Vec<String> = moves.iter().copied().map(text).collect();
    let observed = |mv| keys.number(cursor.observed_move(mv, observer)).to_string();
    let observed: Vec<String> = moves.iter().copied().map(observed).collect();
    say!("{observer:?} {here} | {} | {}", observed.join(" "), texts.join(", "));
}
