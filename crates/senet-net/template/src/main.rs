//! Plays the game, measures it, and counts its positions.

use senet_game::board::{Board, Spot};
use senet_game::{Eye, Game, Referee, Rng, Scene, Turn, Verdict};
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};
use GAME_CRATE::{Built, NAME, TITLE};

/// Prints a line; if nobody reads any more, that is the end.
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
        "time" => time(number(1, 100_000)),
        "perft" => perft(number(1, 5)),
        "walk" => walk(number(1, 1)),
        "help" | "--help" | "-h" => help(0),
        _ => help(2),
    }
}

fn help(code: i32) -> ! {
    say!("{TITLE}\n");
    say!("{NAME} play [SEED]      play, everybody at one keyboard; chance draws by the seed");
    say!("{NAME} bench [SECONDS]  random playouts a second, by the processor's time");
    say!("{NAME} time [PLAYOUTS]  the processor's time for so many random playouts, in seconds");
    say!("{NAME} perft [DEPTH]    how many plays there are, by their length");
    say!("{NAME} walk [SEED]      one play at random, with all moves of every position");
    std::process::exit(code)
}

/// What an outcome means, in words.
fn result(game: &Built, turn: &Turn) -> String {
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

fn play(seed: u64) {
    let game = Built::new();
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    let mut referee = Referee::new(game.rules_of_play(), &state);
    let mut turn = game.turn(&state);
    say!("{TITLE}");
    loop {
        let view = game.view(&state, Eye::All);
        view.boards.iter().for_each(draw);
        for atom in &view.atoms {
            let times = if atom.copies > 1 { format!(" × {}", atom.copies) } else { String::new() };
            say!("  {} {}{times}", atom.predicate, atom.arguments.join(" "));
        }
        let mv = match &turn {
            Turn::Player(seat) => {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                let shown: Vec<String> =
                    moves.iter().map(|m| game.show(&state, m, Eye::All).text).collect();
                for (i, text) in shown.iter().enumerate() {
                    say!("{:4}  {text}", i + 1);
                }
                let Some(chosen) = ask(&game.seat_name(*seat), &shown) else {
                    return;
                };
                moves[chosen]
            }
            Turn::Chance => {
                let mv = game.pick(&state, &mut rng, &mut Vec::new());
                say!("Chance: {}", game.show(&state, &mv, Eye::All).text);
                mv
            }
            over => {
                say!("{}", result(&game, over));
                return;
            }
        };
        game.apply(&mut state, &mv, &mut ());
        turn = referee.watch(&turn, game.stirs(&mv), &state, game.turn(&state));
    }
}

/// Asks until somebody types a number or a move; nothing at the end of the input, or on `quit`.
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

/// The processor's time of this thread, where the system tells.
fn processor() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}

/// Somebody who plays at random.
struct Playing {
    game: Built,
    start: <Built as Game>::State,
    state: <Built as Game>::State,
    rng: Rng,
    limit: u64,
}

impl Playing {
    fn new() -> Playing {
        let game = Built::new();
        let (start, limit) = (game.start(), game.rules_of_play().limit.unwrap_or(100_000));
        Playing { state: start.clone(), start, rng: Rng::new(1), limit, game }
    }

    /// Plays so many games; how many moves that took.
    fn play(&mut self, playouts: u64) -> u64 {
        let Playing { game, start, state, rng, limit } = self;
        let (mut plies, mut scratch) = (0, Vec::new());
        for _ in 0..playouts {
            state.clone_from(start);
            for _ in 0..*limit {
                if !matches!(game.turn(state), Turn::Player(_) | Turn::Chance) {
                    break;
                }
                let mv = game.pick(state, rng, &mut scratch);
                game.apply(state, &mv, &mut ());
                plies += 1;
            }
        }
        plies
    }
}

fn bench(seconds: u64) {
    let mut playing = Playing::new();
    let (mut playouts, mut plies) = (0u64, 0u64);
    let (begin, clock) = (processor(), Instant::now());
    let time = Duration::from_secs(seconds.max(1));
    while clock.elapsed() < time {
        plies += playing.play(32);
        playouts += 32;
    }
    let used = begin.zip(processor()).map(|(begin, end)| end - begin);
    let seconds = used.unwrap_or_else(|| clock.elapsed()).as_secs_f64();
    say!("{:.0} playouts/s", playouts as f64 / seconds);
    say!("{:.0} moves/s", plies as f64 / seconds);
    let Playing { game, start, .. } = &playing;
    let packed = game.packed_bits().map(|bits| bits.div_ceil(8) as usize);
    say!("{} bytes per position", packed.unwrap_or_else(|| game.bytes(start)));
}

fn time(playouts: u64) {
    let mut playing = Playing::new();
    let (begin, clock) = (processor(), Instant::now());
    playing.play(playouts);
    let used = begin.zip(processor()).map(|(begin, end)| end - begin);
    say!("{:.9}", used.unwrap_or_else(|| clock.elapsed()).as_secs_f64());
}

fn perft(depth: u64) {
    fn count(game: &Built, state: &<Built as Game>::State, depth: u64) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        if depth == 1 {
            return moves.len() as u64;
        }
        let mut after = state.clone();
        let mut sum = 0;
        for mv in moves {
            after.clone_from(state);
            game.apply(&mut after, &mv, &mut ());
            sum += count(game, &after, depth - 1);
        }
        sum
    }
    let game = Built::new();
    let start = game.start();
    for n in 1..=depth {
        say!("{n} {}", count(&game, &start, n));
    }
}

fn walk(seed: u64) {
    let game = Built::new();
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    let mut moves = Vec::new();
    for _ in 0..500 {
        game.moves(&state, &mut moves);
        let names: Vec<String> = moves
            .iter()
            .map(|m| format!("{} {}", game.name(&state, m), game.weight(&state, m)))
            .collect();
        let view = game.view(&state, Eye::All);
        let pieces: usize = view.boards.iter().map(|b| b.pieces.len()).sum();
        say!("{:?} | {} | {pieces} {}", game.turn(&state), names.join(", "), view.atoms.len());
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.index(moves.len() as u64) as usize];
        say!("{}", game.show(&state, &mv, Eye::All).text);
        game.apply(&mut state, &mv, &mut ());
    }
}
