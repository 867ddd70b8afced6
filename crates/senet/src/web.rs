//! Programs that are one game, on the page.

use senet_game::GameInfo;
use senet_server::{GameMaker, Launch, Library, OwnGame};
use std::process::ExitCode;

/// The arguments after the command `serve`, if this process was started with it.
pub(crate) fn serve_arguments() -> Option<Vec<String>> {
    let mut words = std::env::args().skip(1);
    (words.next().as_deref() == Some("serve")).then(|| words.collect())
}

/// Serves the page for one game until the process ends.
pub(crate) fn serve(words: Vec<String>, info: GameInfo, make: GameMaker) -> ExitCode {
    let path = format!("#/play/{}", info.name);
    let library = Library::only(vec![OwnGame::Rust { info, make }]);
    let launch = match Launch::read(words, library, path) {
        Ok(launch) => launch,
        Err(why) => return senet_tui::fail(&why.to_string()),
    };
    match launch.run(&mut |text| senet_tui::say(text)) {
        Ok(never) => match never {},
        Err(why) => senet_tui::fail(&why.to_string()),
    }
}
