//! `senet debug`: what each step of the pipeline makes of a program.

use super::senet;

#[test]
fn debug_net_prints_what_the_page_shows() {
    let said = senet("debug net tic-tac-toe", "");
    assert_eq!(said.code, 0, "{}", said.err);
    let page = include_str!("../../../../docs/net.md");
    let blocks = page.split("```net\n").skip(1);
    let blocks: Vec<&str> = blocks.filter_map(|part| part.split("\n```").next()).collect();
    assert_eq!(said.out, blocks.join("\n\n") + "\n");
}

#[test]
fn debug_net_says_why_there_is_none() {
    let said = senet("debug net adventure", "");
    assert_eq!(said.code, 1);
    assert!(said.err.contains("`adventure` has no net"), "{}", said.err);
    let said = senet("debug net -", "p : pred. stage s = { r : p -o (). }");
    assert_eq!(said.code, 1);
    assert!(said.err.contains("the program has no start"), "{}", said.err);
}
