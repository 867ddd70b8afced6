//! `senet build`: a game as a crate of its own.

use crate::cli::{BuildArgs, BuildEngine};
use crate::failure::{Failure, Outcome};
use crate::output;
use crate::session::{Session, open_start};
use senet_bits::BitGame;
use senet_engine::Engine;
use senet_net::NetGame;
use senet_print::PrintedFile;
use std::path::Path;
use std::sync::Arc;

pub(crate) fn run(args: &BuildArgs) -> Outcome {
    let (Session { name, engine, .. }, start) = match open_start(&args.game)? {
        Ok(opened) => opened,
        Err(code) => return Ok(code),
    };
    let name = Path::new(&name).file_stem().map_or(name.clone(), |s| s.to_string_lossy().into());
    let title = engine.program().game().title.clone().unwrap_or_else(|| name.clone());
    let (about, files) = print(&engine, start, &name, &title, args.engine)?;
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
        about,
        args.output
    ));
    Ok(0)
}

/// The files of a game, and how large what was compiled is: as a bit program where there is one.
fn print(
    engine: &Arc<Engine>,
    start: usize,
    name: &str,
    title: &str,
    wanted: Option<BuildEngine>,
) -> Result<(String, Vec<PrintedFile>), Failure> {
    let bad = |why: String| Failure::bad(format!("`{name}` cannot be built: {why}"));
    let no_bits = match wanted {
        Some(BuildEngine::Net) => None,
        _ => match BitGame::new(Arc::clone(engine), start) {
            Ok(game) => {
                let files = game.print(name, title).map_err(|why| bad(why.to_string()))?;
                return Ok((game.describe(), files));
            }
            Err(why) if wanted.is_some() => return Err(bad(format!("no bit program, as {why}"))),
            Err(why) => Some(why),
        },
    };
    let game = NetGame::new(Arc::clone(engine), start).map_err(|why| {
        let no_bits = no_bits.map_or(String::new(), |why| format!("no bit program, as {why}; "));
        bad(format!("{no_bits}no net, as {why}"))
    })?;
    let files = game.print(name, title).map_err(|why| bad(why.to_string()))?;
    Ok((game.describe(), files))
}

/// Whether a folder holds a crate that was printed before.
fn is_ours(folder: &Path) -> bool {
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    manifest.starts_with("# Printed by `senet build`.")
}
