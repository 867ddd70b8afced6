//! `senet serve`: the page, for this machine or for others.

use crate::cli::ServeArgs;
use crate::failure::{BAD_PROGRAM, Failure, Outcome};
use crate::include::beside;
use crate::input::read;
use crate::{output, report};
use senet_program::Options;
use senet_server::{Launch, Library, OwnGame, ServeConfig, usual_store};
use std::path::Path;

/// Serves until it is interrupted.
pub(crate) fn run(args: &ServeArgs) -> Outcome {
    let mut own = Vec::new();
    for file in &args.files {
        let source = read(file)?;
        let options = beside(&source, &Options::default());
        let checked = senet_program::check(&source.text, &options);
        if checked.program.is_none() {
            report::show(&source, &checked.diagnostics, Some(50));
            return Ok(BAD_PROGRAM);
        }
        let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = stem.unwrap_or_else(|| file.clone());
        own.push(OwnGame::Text { name, text: source.text, loader: options.loader });
    }
    let first = own.first().map(|game| match game {
        OwnGame::Text { name, .. } => format!("#/play/{name}"),
        OwnGame::Rust { info, .. } => format!("#/play/{}", info.name),
    });
    let store = match &args.store {
        Some(path) => path.clone(),
        None => usual_store().map_err(|e| Failure::usage(e.to_string()))?,
    };
    let config = ServeConfig {
        listen: args.listen,
        port: args.port,
        origins: args.origins.clone(),
        store,
        library: Library::with(own),
    };
    let launch = Launch { config, open: !args.no_open, path: first.unwrap_or_default() };
    match launch.run(&mut |text| output::message(text)) {
        Ok(never) => match never {},
        Err(why) => Err(Failure::usage(why.to_string())),
    }
}
