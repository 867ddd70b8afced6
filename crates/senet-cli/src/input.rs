//! Reading programs: from a file or standard input, with a clear word for everything that is not a
//! program text.

use crate::failure::Failure;
use senet_syntax::MAX_TEXT;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// A program text and what to call it.
pub(crate) struct Source {
    /// The path as it was given, or `<stdin>`.
    pub(crate) name: String,
    /// The text.
    pub(crate) text: String,
}

/// Reads a file, or standard input for `-`.
pub(crate) fn read(path: &str) -> Result<Source, Failure> {
    let (name, bytes) = if path == "-" {
        ("<stdin>".to_owned(), limited(std::io::stdin().lock(), "<stdin>")?)
    } else {
        (path.to_owned(), read_file(path)?)
    };
    if let Some(at) = bytes.iter().position(|b| *b == 0) {
        let message = format!("`{name}` is not a text: it has a zero byte at offset {at}");
        return Err(Failure::usage(message).help("give a program text, such as `game.cep`"));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source { name, text }),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let line = error.as_bytes()[..at].iter().filter(|b| **b == b'\n').count() + 1;
            let message = format!("`{name}` is not valid UTF-8 (line {line})");
            Err(Failure::usage(message).help("save the file as UTF-8"))
        }
    }
}

/// Reads a game: a file, standard input for `-`, or a game of the catalogue by its name.
pub(crate) fn read_game(game: &str) -> Result<Source, Failure> {
    let known = senet_games::text(game).filter(|_| !Path::new(game).is_file());
    if let Some(text) = known {
        return Ok(Source { name: format!("games/{game}.cep"), text: text.to_owned() });
    }
    let is_path = game == "-" || game.contains(['/', '\\', '.']) || Path::new(game).exists();
    if is_path {
        return read(game);
    }
    if senet_games::is_known(game) {
        let failure =
            Failure::usage(format!("`{game}` is written in Rust and has no rules as text"));
        return Err(failure.help(format!("it can be played: `senet play {game}`")));
    }
    let failure = Failure::usage(format!("there is no file and no game called `{game}`"));
    Err(match senet_games::nearest(game) {
        Some(near) => failure.help(format!("did you mean `{near}`?")),
        None => failure.help("`senet list` shows the games"),
    })
}

fn read_file(path: &str) -> Result<Vec<u8>, Failure> {
    let file = Path::new(path);
    if file.is_dir() {
        let message = format!("`{path}` is a directory, not a program");
        return Err(Failure::usage(message).help(format!("give a file, such as `{path}/game.cep`")));
    }
    let open = std::fs::File::open(file).map_err(|error| {
        let why = match error.kind() {
            ErrorKind::NotFound => "there is no such file".to_owned(),
            ErrorKind::PermissionDenied => "it may not be read".to_owned(),
            _ => error.to_string(),
        };
        let failure = Failure::usage(format!("cannot read `{path}`: {why}"));
        match near(file) {
            Some(near) => failure.help(format!("did you mean `{near}`?")),
            None => failure,
        }
    })?;
    limited(open, path)
}

/// Whether a path leads to something that may block or never end: a pipe, a device, a socket.
pub(crate) fn is_special(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Reads at most the longest text allowed, so that an endless input ends.
fn limited(reader: impl Read, name: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = reader.take(MAX_TEXT as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::usage(format!("cannot read `{name}`: {error}")))?;
    if bytes.len() > MAX_TEXT {
        let message = format!("`{name}` is longer than {} MiB", MAX_TEXT >> 20);
        return Err(Failure::usage(message).help("a program is a text file"));
    }
    Ok(bytes)
}

/// A program that exists and is called nearly so: in the same folder, or in `games/`.
fn near(file: &Path) -> Option<String> {
    let name = file.file_stem()?.to_str()?;
    let parent = file.parent().filter(|p| !p.as_os_str().is_empty());
    for folder in [parent.unwrap_or(Path::new(".")), Path::new("games")] {
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|e| e.file_name().into_string().ok())
            .filter(|n| n.ends_with(".cep"))
            .collect();
        names.sort();
        let stems = names.iter().map(|n| n.trim_end_matches(".cep"));
        let same = stems.clone().find(|s| *s == name);
        if let Some(stem) = same.or_else(|| senet_syntax::suggest::nearest(name, stems)) {
            let path = folder.join(format!("{stem}.cep"));
            return Some(path.to_string_lossy().trim_start_matches("./").to_owned());
        }
    }
    None
}

/// Writes a file, all of it or nothing.
pub(crate) fn write(file: &str, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    let written = senet_tui::write_whole(file, content);
    written.map_err(|error| Failure::usage(format!("cannot write `{file}`: {error}")))
}

/// Writes a program anew, so that a full disk does not cost it.
pub(crate) fn rewrite(file: &str, text: &str) -> Result<(), Failure> {
    let permissions = std::fs::metadata(file).map(|found| found.permissions());
    if permissions.is_ok_and(|permissions| permissions.readonly()) {
        return Err(Failure::usage(format!("cannot write `{file}`: it may not be changed")));
    }
    write(file, text)
}
