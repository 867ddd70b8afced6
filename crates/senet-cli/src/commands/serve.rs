//! `senet serve`: the page, for this machine or for others.

use crate::cli::ServeArgs;
use crate::failure::{BAD_PROGRAM, Failure, Outcome};
use crate::include::beside;
use crate::input::read;
use crate::{output, report};
use senet_program::Options;
use senet_server::{Library, OwnGame, ServeConfig, Server};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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
        None => usual_store()?,
    };
    let config = ServeConfig {
        listen: args.listen,
        port: args.port,
        origins: args.origins.clone(),
        store,
        library: Library::with(own),
    };
    let server = Server::start(config).map_err(|e| Failure::usage(e.to_string()))?;
    let url = format!("{}{}", server.url(), first.unwrap_or_default());
    output::message(&format!("Senet is at {url} (Ctrl-C ends it)"));
    if !args.listen.is_loopback() {
        output::message("Everybody who can reach this machine can use it.");
    }
    if !args.no_open {
        open_browser(&url);
    }
    loop {
        std::thread::park();
    }
}

/// The file in the folder for data of the user, which is made if it is not there.
fn usual_store() -> Result<PathBuf, Failure> {
    let variable = |name| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let folder = variable("XDG_DATA_HOME")
        .or_else(|| variable("LOCALAPPDATA"))
        .or_else(|| variable("HOME").map(|home| home.join(".local").join("share")))
        .unwrap_or_else(std::env::temp_dir)
        .join("senet");
    std::fs::create_dir_all(&folder).map_err(|e| {
        Failure::usage(format!("cannot make `{}`: {e}", folder.display()))
            .help("name a file for the matches with --store")
    })?;
    Ok(folder.join("matches.db"))
}

/// Opens the page in the usual browser. Where there is none, the address was printed.
fn open_browser(url: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/c", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(url).stdin(Stdio::null());
    let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
