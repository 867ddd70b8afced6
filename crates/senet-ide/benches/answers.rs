//! How long an editor waits: reading a program of 1,000 and of 10,000 lines, and each answer about it.
//! The bars are 50 and 200 milliseconds, for reading and any one answer together.

#![allow(missing_docs, reason = "criterion's macros write functions without any")]

use criterion::{Criterion, criterion_group, criterion_main};
use senet_ide::{Analysis, NewPart, PremiseMark, StructureEdit};
use senet_program::Options;
use senet_syntax::Span;
use std::fmt::Write;
use std::hint::black_box;

/// A game of so many lines: rooms with things in them, each a stage of ten rules.
fn program(lines: usize) -> String {
    let mut text = String::from(
        "% A large game.\nplayer : type.  ann : player.  bob : player.  #players player.\n\
         board cell = square 8 8.\nturn player : pred.  won player : pred.  #win won.\n\
         free cell : pred.  disc player cell : pred.  count nat : pred.\n",
    );
    let mut stage = 0;
    while text.lines().count() + 16 < lines {
        let next = stage + 1;
        write!(
            text,
            "\n% Room {stage}.\nin-{stage} player cell : pred.  key-{stage} nat : pred.\n\
             reach-{stage} cell cell : bwd.\nreach-{stage} A B <- adjacent A B.\n\
             stage room-{stage} = {{\n  \
             enter : turn P * free C * next P Q -o in-{stage} P C * turn Q.\n  \
             leave : turn P * in-{stage} P C * next P Q -o free C * turn Q.\n  \
             walk : turn P * in-{stage} P A * reach-{stage} A B * free B * next P Q\n    \
             -o in-{stage} P B * free A * turn Q.\n  \
             count : turn P * key-{stage} N * N > 0 -o key-{stage} (N - 1) * turn P.\n  \
             lose : turn P * $in-{stage} P C * not (adjacent C D * free D) * next P Q\n    \
             -o won Q * turn Q.\n}}\n#interactive room-{stage}.\n\
             qui * stage room-{stage} * $key-{stage} 0 -o stage room-{next}.\n"
        )
        .expect("strings can be written to");
        stage = next;
    }
    write!(
        text,
        "stage room-{stage} = {{}}\n#limit 500 draw.\n\
         context start = {{ turn ann, {{ free C | C : cell }}, count 3 }}.\n\
         #trace _ room-0 {{ start, key-0 3 }}.\n"
    )
    .expect("strings can be written to");
    text
}

fn answers(c: &mut Criterion) {
    for lines in [1_000, 10_000] {
        let text = program(lines);
        let options = Options::default();
        let analysis = Analysis::new(&text, &options);
        assert!(analysis.program().is_some(), "{:?}", analysis.diagnostics().first());
        // Somewhere in the middle.
        let middle = text[text.len() / 2..].find("enter : turn P").expect("a rule is there");
        let rule = (text.len() / 2 + middle) as u32;
        let argument = rule + "enter : turn ".len() as u32;
        let broken = text.replacen("enter : turn P * free C", "enter : turn P * fr", 1);
        let structure = analysis.structure();
        let block = structure.stages[structure.stages.len() / 2].rules[0].clone();
        let mut group = c.benchmark_group(format!("{lines} lines"));
        group.sample_size(20);
        let whole = Span::new(0, text.len() as u32);
        group.bench_function("read", |b| b.iter(|| black_box(Analysis::new(&text, &options))));
        group.bench_function("read broken", |b| {
            b.iter(|| black_box(Analysis::new(&broken, &options)));
        });
        group.bench_function("completion", |b| b.iter(|| analysis.completions(argument)));
        group.bench_function("signature", |b| b.iter(|| analysis.signature_help(argument)));
        group.bench_function("hover", |b| b.iter(|| analysis.hover(rule + 8)));
        group.bench_function("definition", |b| b.iter(|| analysis.definition(rule + 8)));
        group.bench_function("references", |b| b.iter(|| analysis.references(rule + 8)));
        group.bench_function("rename", |b| b.iter(|| analysis.rename(rule + 8, "token")));
        group.bench_function("outline", |b| b.iter(|| analysis.outline()));
        group.bench_function("folding", |b| b.iter(|| analysis.folding_ranges()));
        group.bench_function("selection", |b| b.iter(|| analysis.selection_ranges(argument)));
        group.bench_function("tokens", |b| b.iter(|| analysis.semantic_tokens()));
        group.bench_function("hints", |b| b.iter(|| analysis.inlay_hints(whole)));
        group.bench_function("format", |b| b.iter(|| analysis.format()));
        let selection = Span::new(rule, rule + 30);
        group.bench_function("actions", |b| b.iter(|| analysis.code_actions(selection)));
        group.bench_function("structure", |b| b.iter(|| analysis.structure()));
        let keep = StructureEdit::SetMark { node: block.premises[0].id, mark: PremiseMark::Keep };
        group.bench_function("edit", |b| b.iter(|| analysis.edit(&keep)));
        let part = NewPart::Text { text: "free C".to_owned() };
        let add = StructureEdit::AddPremise { to: block.id, at: 1, part };
        group.bench_function("add premise", |b| b.iter(|| analysis.edit(&add)));
        let slot = block.premises[0].arguments[0].id;
        group.bench_function("choices", |b| b.iter(|| analysis.choices(slot)));
        group.finish();
    }
}

criterion_group!(benches, answers);
criterion_main!(benches);
