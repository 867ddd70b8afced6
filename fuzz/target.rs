//! What is fuzzed. It panics if a promise is broken, and returns otherwise. The tests of
//! `senet-program` run it briefly, libFuzzer as long as you like.

use senet_program::{Options, check};
use senet_syntax::{format, parse, print};

/// Reads any bytes as a program text.
pub(crate) fn read(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return; // the command line says so; the language is about texts
    };
    let read = parse(text);
    let again: String = read.tree.tokens().iter().map(|t| t.span.of(text)).collect();
    assert_eq!(again, text, "the tree is lossless");
    let printed = print(&read.file);
    if read.diagnostics.is_empty() {
        let back = parse(&printed);
        assert!(back.diagnostics.is_empty(), "printed programs can be read");
        assert_eq!(print(&back.file), printed, "printing again prints the same");
        let pretty = format(text).expect("programs that can be read can be formatted");
        assert_eq!(print(&parse(&pretty).file), printed, "formatting keeps the program");
        assert_eq!(format(&pretty), Ok(pretty), "formatting again changes nothing");
    }
    let checked = check(text, &Options::default());
    assert_eq!(checked.program.is_none(), checked.has_errors());
    for diagnostic in &checked.diagnostics {
        for label in &diagnostic.labels {
            assert!(text.get(label.span.range()).is_some(), "{diagnostic:?} stands in the text");
        }
    }
}
