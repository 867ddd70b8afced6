//! `senet serve`: the page, for this machine or for others.

use crate::cli::ServeArgs;
use crate::failure::{BAD_PROGRAM, Failure, Outcome};
use crate::include::beside;
use crate::input::read;
use crate::{output, report};
use senet_program::Options;
use senet_server::{Launch, Library, OfferedEngine, OwnGame, ServeConfig, usual_store};
use senet_tui::SystemEnvironment;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

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
    let mut engines = Vec::new();
    for text in &args.engines {
        let engine = OfferedEngine::parse(text).ok_or_else(|| {
            let hint = "write GAME=COMMAND, such as --engine 'hex=senet ugi hex'";
            Failure::usage(format!("cannot understand --engine `{text}`: {hint}"))
        })?;
        engines.push(engine);
    }
    let environment = SystemEnvironment::new(Arc::new(AtomicBool::new(false)));
    let config = ServeConfig {
        listen: args.listen,
        port: args.port,
        origins: args.origins.clone(),
        store,
        library: Library::with(own).offering(engines),
        environment: Some(Arc::new(environment)),
    };
    let launch = Launch { config, open: !args.no_open, path: first.unwrap_or_default() };
    match launch.run(&mut |text| output::message(text)) {
        Ok(never) => match never {},
        Err(why) => Err(Failure::usage(why.to_string())),
    }
}
