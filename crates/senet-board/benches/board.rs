//! How long a board takes to build: everything is made at once.

use criterion::{Criterion, criterion_group, criterion_main};
use senet_board::{Board, Shape};
use std::hint::black_box;

fn boards(c: &mut Criterion) {
    let mut build = |name: &str, shape: Shape| {
        c.bench_function(name, |b| b.iter(|| Board::new(black_box(shape.clone()))));
    };
    build("board/square 19x19", Shape::Square { width: 19, height: 19 });
    build("board/hex 19x19", Shape::Hex { width: 19, height: 19 });
    build("board/hexhex 10", Shape::HexHex { side: 10 });
    let board = Board::new(Shape::Square { width: 19, height: 19 }).expect("a fine size");
    c.bench_function("lines of 5 on 19x19", |b| b.iter(|| board.lines(black_box(5))));
}

criterion_group!(benches, boards);
criterion_main!(benches);
