//! Endgame tables in files.

use crate::failure::Failure;
use senet_game::DynGame;
use senet_match::EndgameTable;
use std::sync::Arc;

/// Reads the table of a game.
pub(crate) fn read(path: &str, game: &dyn DynGame) -> Result<Arc<EndgameTable>, Failure> {
    let bytes = std::fs::read(path)
        .map_err(|error| Failure::usage(format!("cannot read `{path}`: {error}")))?;
    let table = EndgameTable::from_bytes(&bytes, game);
    table.map(Arc::new).map_err(|why| {
        Failure::usage(format!("`{path}`: {why}"))
            .help("write one for this game with `senet solve GAME --table FILE`")
    })
}

/// The table of a game, if one was named.
pub(crate) fn named(
    path: Option<&str>,
    game: &dyn DynGame,
) -> Result<Option<Arc<EndgameTable>>, Failure> {
    path.map(|path| read(path, game)).transpose()
}
