//! Programs of ten megabytes, of several kinds: how fast they are checked and formatted. The bar is
//! two seconds for checking.

#![allow(missing_docs, reason = "criterion's macros write functions without any")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use senet_program::{Options, check};
use std::fmt::Write;
use std::hint::black_box;
use std::time::Duration;

const SIZE: usize = 10_000_000;

/// A program that begins with `head` and goes on with lines up to the size.
fn program(head: &str, line: impl Fn(&mut String, usize), tail: &str) -> String {
    let mut text = head.to_owned();
    let mut i = 0;
    while text.len() + tail.len() < SIZE {
        line(&mut text, i);
        i += 1;
    }
    text + tail
}

/// A type of a thousand constants, and some predicates over it.
fn constants() -> String {
    let mut text = String::from("t : type. p t : pred. q t t : pred. edge t t : bwd.\n");
    for i in 0..1_000 {
        writeln!(text, "c{i} : t.").expect("strings can be written to");
    }
    text
}

fn programs() -> Vec<(&'static str, String)> {
    let write = |text: &mut String, line: std::fmt::Arguments<'_>| {
        text.write_fmt(line).expect("strings can be written to");
    };
    let facts = constants()
        + "stage s = { r : p X * edge X Y * q X Y -o p Y. }\n#trace 9 s { p c0, q c0 c1 }.\n";
    let rules = constants()
        + "edge c0 c1.\n#trace 9 s { p c0, q c0 c1 }.\n\
                               stage s = { go : p X * edge X Y -o p Y.\n";
    let context = constants()
        + "edge c0 c1.\n\
                                 stage s = { go : p X * q X Y * edge X Y -o p Y. }\n\
                                 #trace _ s { p c0";
    vec![
        (
            "facts",
            program(
                &facts,
                |text, i| {
                    let (a, b) = (i % 1_000, (i * 7 + i / 1_000) % 1_000);
                    write(text, format_args!("edge c{a} c{b}.\n"));
                },
                "",
            ),
        ),
        (
            "rules",
            program(
                &rules,
                |text, i| {
                    let (a, b, c) = (i % 1_000, i * 3 % 1_000, i * 7 % 1_000);
                    let line = format_args!("r{i} : p c{a} * $q c{b} X -o q X c{c}.\n");
                    write(text, line);
                },
                "}\n",
            ),
        ),
        (
            "stages",
            program(
                "p : pred. q : pred. stage s0 = {}\n",
                |text, i| {
                    let (before, here) = (i, i + 1);
                    let stage = format_args!("stage s{here} = {{ r{here} : p -o q. }}\n");
                    write(text, stage);
                    let link = format_args!("qui * stage s{here} * q -o stage s{before} * p.\n");
                    write(text, link);
                    write(text, format_args!("#trace _ s{here} {{ p }}.\n"));
                },
                "",
            ),
        ),
        (
            "context",
            program(
                &context,
                |text, i| {
                    let (a, b) = (i % 1_000, i * 7 % 1_000);
                    write(text, format_args!(",\n p c{a}, q c{a} c{b}"));
                },
                "}.\n",
            ),
        ),
        (
            "declarations",
            program(
                "",
                |text, i| {
                    write(text, format_args!("t{i} : type. k{i} : t{i}. f{i} t{i} : t{i}.\n"));
                    write(text, format_args!("p{i} t{i} : pred. d{i} t{i} : bwd. d{i} _.\n"));
                    let stage = format_args!("stage s{i} = {{ r : p{i} X * d{i} X -o . }}\n");
                    write(text, stage);
                    write(text, format_args!("#trace _ s{i} {{ p{i} k{i} }}.\n"));
                },
                "",
            ),
        ),
    ]
}

fn read(c: &mut Criterion) {
    for (name, text) in programs() {
        let mut group = c.benchmark_group("read");
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.sample_size(10).warm_up_time(Duration::from_millis(1));
        group.bench_function(format!("check {name}"), |b| {
            b.iter(|| {
                let checked = check(black_box(&text), &Options::default());
                assert!(!checked.has_errors(), "{:?}", checked.diagnostics[0]);
                checked
            });
        });
        group.bench_function(format!("format {name}"), |b| {
            b.iter(|| senet_syntax::format(black_box(&text)));
        });
        group.finish();
    }
}

criterion_group!(benches, read);
criterion_main!(benches);
