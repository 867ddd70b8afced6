//! `docs/bits.md` shows what `senet debug bits` prints of its example. `SENET_UPDATE=1` writes the page anew.

#![allow(
    clippy::disallowed_methods,
    reason = "a test: it reads and writes a page of the documentation"
)]

use senet_bits::BitGame;
use senet_engine::Engine;
use senet_game::Limits;
use senet_program::{Options, check};
use std::path::Path;
use std::sync::Arc;

const PAGE: &str = "docs/bits.md";

/// The listing of the program in the `cep` block that begins with `#title`.
fn listing(page: &str) -> String {
    let (_, rest) = page.split_once("```cep\n#title").expect("the page has the example");
    let (text, _) = rest.split_once("\n```").expect("the block ends");
    let checked = check(&format!("#title{text}\n"), &Options::default());
    assert!(checked.diagnostics.is_empty(), "{:?}", checked.diagnostics);
    let program = checked.program.expect("there are no diagnostics");
    let engine = Arc::new(Engine::new(Arc::new(program), Limits::default()));
    BitGame::new(engine, 0).expect("it has a bit program").listing()
}

/// The page with its `bits` blocks as they should be: a block shows the part of the listing that begins as the
/// block does, a control state (`0:`) or the summary.
fn written(page: &str, listing: &str) -> String {
    let parts: Vec<&str> = listing.trim_end().split("\n\n").collect();
    let mut blocks = page.split("```bits\n");
    let mut out = blocks.next().expect("a page has a beginning").to_owned();
    for block in blocks {
        let (shown, rest) = block.split_once("\n```").expect("a block ends");
        let number = shown.split_once(": ").map(|(number, _)| format!("{number}: "));
        let part = match number {
            Some(number) => parts.iter().find(|part| part.starts_with(&number)),
            None => parts.first(),
        };
        let part = part.unwrap_or_else(|| panic!("the listing has nothing like\n{shown}"));
        out += &format!("```bits\n{part}\n```{rest}");
    }
    out
}

#[test]
fn the_page_shows_the_listing() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(PAGE);
    let page = std::fs::read_to_string(&path).expect("the page is there");
    let written = written(&page, &listing(&page));
    assert!(written.matches("```bits\n").count() >= 4, "{PAGE} shows parts of the listing");
    if page != written && std::env::var_os("SENET_UPDATE").is_some() {
        return std::fs::write(&path, written).expect("the page can be written");
    }
    assert!(page == written, "{PAGE} shows another listing: SENET_UPDATE=1 writes it anew");
}
