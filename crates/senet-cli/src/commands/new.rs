//! `senet new`: a game to begin with, that plays and passes its tests at once.

use crate::cli::{NewArgs, Template};
use crate::failure::{Failure, Outcome};
use crate::output;
use senet_workbench::game_template;
use std::path::Path;

/// The name that stands in templates for the one that is asked for.
const NAME: &str = "@NAME@";

/// Where the library is that a crate depends on, if this program was built from its sources.
const LIBRARY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../senet");

pub(crate) fn run(args: &NewArgs) -> Outcome {
    let folder = Path::new(&args.name);
    let name = folder.file_name().and_then(|n| n.to_str()).unwrap_or_default();
    let letters = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty()
        || !name.chars().all(letters)
        || !name.starts_with(|c: char| c.is_ascii_alphabetic())
    {
        let failure = Failure::usage(format!("`{name}` is not a name for a game"));
        return Err(failure.help("a name is letters, digits and `-`, such as `three-stones`"));
    }
    if folder.exists() {
        let failure = Failure::usage(format!("`{}` is there already", args.name));
        return Err(failure.help("take another name, or remove it"));
    }
    let program = |text: &str| vec![(format!("{name}.cep"), text.to_owned())];
    let files = match args.template {
        Template::Board => program(game_template("board")),
        Template::Cards => program(game_template("cards")),
        Template::Story => program(game_template("story")),
        Template::Puzzle => program(game_template("puzzle")),
        Template::Ceptre => program(game_template("ceptre")),
        Template::Rust => vec![
            ("Cargo.toml".to_owned(), include_str!("new/Cargo.toml.txt").to_owned()),
            ("src/main.rs".to_owned(), include_str!("new/main.rs.txt").to_owned()),
            (".gitignore".to_owned(), "/target\n".to_owned()),
        ],
    };
    for (file, text) in &files {
        let text = text
            .replace(NAME, name)
            .replace("@TITLE@", &title(name))
            .replace("@SENET@", &library());
        let path = folder.join(file);
        let cannot =
            |e: std::io::Error| Failure::usage(format!("cannot write `{}`: {e}", path.display()));
        std::fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(cannot)?;
        std::fs::write(&path, text).map_err(cannot)?;
        output::message(&format!("made {}", path.display()));
    }
    let way = &args.name;
    output::message(&match args.template {
        Template::Rust => format!("play it:  cd {way} && cargo run"),
        Template::Ceptre => {
            format!("run it:   senet run {way}/{name}.cep\ntest it:  senet test {way}")
        }
        _ => format!(
            "play it:  senet play {way}/{name}.cep\n\
             test it:  senet test {way}\n\
             while you write:  senet play --watch {way}/{name}.cep"
        ),
    });
    Ok(0)
}

/// `three-stones` is `Three stones`.
fn title(name: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// How a crate names the library.
fn library() -> String {
    match Path::new(LIBRARY).canonicalize() {
        Ok(path) => format!("{{ path = {:?} }}", path.to_string_lossy()),
        Err(_) => format!("\"{}\"", env!("CARGO_PKG_VERSION")),
    }
}
