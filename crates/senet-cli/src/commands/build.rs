//! `senet build`: a game as a crate of its own.

use crate::cli::BuildArgs;
use crate::failure::{Failure, Outcome};
use crate::output;
use crate::session::{Session, open_start};
use senet_net::NetGame;
use std::path::Path;

pub(crate) fn run(args: &BuildArgs) -> Outcome {
    let (Session { name, engine, .. }, start) = match open_start(&args.game)? {
        Ok(opened) => opened,
        Err(code) => return Ok(code),
    };
    let name = Path::new(&name).file_stem().map_or(name.clone(), |s| s.to_string_lossy().into());
    let title = engine.program().game().title.clone().unwrap_or_else(|| name.clone());
    let game = NetGame::new(engine, start).map_err(|why| {
        Failure::bad(format!("`{name}` cannot be built, since it has no net: {why}"))
    })?;
    let files = game
        .print(&name, &title)
        .map_err(|why| Failure::bad(format!("`{name}` cannot be built: {why}")))?;
    let folder = Path::new(&args.output);
    let taken = folder.read_dir().is_ok_and(|mut inside| inside.next().is_some());
    if taken && !args.force && !is_ours(folder) {
        let message = format!("`{}` is not empty, and not from `senet build`", args.output);
        return Err(Failure::usage(message).help("name another folder, or say --force"));
    }
    for file in &files {
        let path = folder.join(&file.path);
        let failed = |error| Failure::usage(format!("cannot write `{}`: {error}", path.display()));
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(failed)?;
        }
        // What has not changed keeps its date, so that cargo has less to do.
        let same = std::fs::read_to_string(&path).is_ok_and(|text| text == file.text);
        if !same {
            std::fs::write(&path, &file.text).map_err(failed)?;
        }
    }
    output::message(&format!(
        "{title}: {} files in {}\n{}\n\nnext: cd {} && cargo run --release",
        files.len(),
        args.output,
        game.describe(),
        args.output
    ));
    Ok(0)
}

/// Whether a folder holds a crate that was printed before.
fn is_ours(folder: &Path) -> bool {
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    manifest.starts_with("# Printed by `senet build`.")
}
