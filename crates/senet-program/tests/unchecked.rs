//! Programs that are read once: what they say about themselves, and how often their texts are loaded.

#[path = "../../../tests/support.rs"]
mod support;

use senet_program::{LoadError, Loader, Options, Program, ProgramHeader, UncheckedProgram, check};
use senet_syntax::Severity;
use std::sync::atomic::{AtomicUsize, Ordering};
use support::{corpus, programs};

/// One text, and how often it was loaded.
#[derive(Debug, Default)]
struct Counting(AtomicUsize);

impl Loader for Counting {
    fn load(&self, name: &str) -> Result<String, LoadError> {
        self.0.fetch_add(1, Ordering::Relaxed);
        match name {
            "pieces.cep" => Ok("at nat : pred.\n".to_owned()),
            _ => Err(LoadError::NotThere),
        }
    }
}

const MAIN: &str = "#include \"pieces.cep\".
#option size 3..9 = 5.
player : type.  ann : player.  bob : player.  cid : player.
#players player 2..3.
turn player : pred.
stage s = { r : turn P * at N * N < size * next P Q -o turn Q * at (N + 1). }
#interactive s.
#trace _ s { turn ann, at 0 }.
";

#[test]
fn a_program_is_read_once_and_checked_often() {
    let loader = Counting::default();
    let unchecked = UncheckedProgram::parse(MAIN, Some(&loader));
    for (size, seats) in [(3, 2), (7, 3), (9, 2)] {
        let values = vec![("size".to_owned(), size)];
        let options = Options { values, seats: Some(seats), ..Options::default() };
        let program = unchecked.check(&options).program.expect("it is fine");
        assert_eq!((program.game().options[0].value, program.seats()), (size, seats));
    }
    assert_eq!(loader.0.into_inner(), 1);
}

#[test]
fn mistakes_are_said_in_each_check() {
    let unchecked = UncheckedProgram::parse("p : pred\nq : pred.\nr t : pred.", None);
    let said = |unchecked: &UncheckedProgram| unchecked.check(&Options::default()).diagnostics;
    assert_eq!(said(&unchecked).len(), 2);
    assert_eq!(said(&unchecked), said(&unchecked));
}

#[test]
fn only_what_is_included_at_the_top_is_loaded() {
    let loader = Counting::default();
    let text =
        "% #include \"a\".\n#title \"#include x\".\nstage s = { #include \"b\". }\n#include c.";
    let checked = UncheckedProgram::parse(text, Some(&loader)).check(&Options::default());
    assert!(checked.has_errors());
    assert_eq!(loader.0.into_inner(), 0);
}

/// What a checked program says about itself, in the words of a header.
fn differences(unchecked: &UncheckedProgram, program: &Program) -> Vec<String> {
    // Without `..`: a new field does not compile until it is compared here.
    let ProgramHeader { title, about, origin, tags, players, options, starts, hides } =
        unchecked.header();
    let game = program.game();
    let same = [
        ("title", title == game.title),
        ("about", about == game.about),
        ("origin", origin == game.origin),
        ("tags", tags == game.tags),
        ("players", players == game.players.as_ref().map_or((1, 1), |p| p.range)),
        ("options", options == game.options),
        ("starts", starts == program.starts().len()),
        ("hidden", hides != game.hidden.is_empty()),
    ];
    same.iter().filter(|(_, same)| !same).map(|(what, _)| (*what).to_owned()).collect()
}

#[test]
fn headers_say_what_checked_programs_say() {
    let games =
        programs("games").into_iter().map(|(path, text)| (path.display().to_string(), text));
    let sections = corpus().into_iter().map(|section| (section.place, section.text));
    let mut seen = 0;
    for (place, text) in games.chain(sections) {
        let unchecked = UncheckedProgram::parse(&text, None);
        let Some(program) = unchecked.check(&Options::default()).program else { continue };
        assert_eq!(differences(&unchecked, &program), [""; 0], "{place}");
        seen += 1;
    }
    assert!(seen > 100, "only {seen} programs were found");
}

#[test]
fn a_program_from_a_builder_is_the_program_of_its_text() {
    for (path, text) in programs("games") {
        let read = check(&text, &Options::default());
        let file = UncheckedProgram::parse(&text, None).ast().clone();
        let built = UncheckedProgram::from_ast(file).check(&Options::default());
        assert_eq!(format!("{:?}", built.program), format!("{:?}", read.program), "{path:?}");
        let warnings = |all: &[senet_syntax::Diagnostic]| {
            all.iter().filter(|d| d.severity == Severity::Warning).count()
        };
        assert_eq!(warnings(&built.diagnostics), warnings(&read.diagnostics));
    }
}

#[test]
fn escape_sequences_do_not_get_into_titles() {
    let text =
        "#title \"a\u{1b}[31mb\\nc\".\np : pred.\nstage s = { r : p -o . }\n#trace _ s { p }.\n";
    let program = senet_program::check(text, &senet_program::Options::default()).program;
    let program = program.expect("it is a program");
    assert_eq!(program.game().title.as_deref(), Some("a\u{FFFD}[31mb\nc"));
}
