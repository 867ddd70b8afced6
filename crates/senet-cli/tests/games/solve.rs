//! `senet solve`.

use super::{file, senet};

#[test]
fn the_line_can_be_replayed() {
    let line = file("line.txt", "");
    let said = senet(&format!("solve mnk --width 4 --height 4 --line {line}"), "");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.starts_with("value      x wins in 5 moves\n"), "{}", said.out);
    let said = senet(&format!("play {line}"), "");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("x wins"), "{}", said.out);
}
