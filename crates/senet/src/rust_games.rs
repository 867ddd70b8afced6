//! Games written in Rust, as everything else takes them.

use senet_game::{DynGame, Game, GameInfo, Listed, OptionError, erase, erase_with};
use std::sync::Arc;

/// A game written in Rust, under a title.
///
/// ```
/// use senet::positional::{Positional, games::HexRules};
///
/// let hex = senet::from_rust("Hex", Positional::new(HexRules::new(5)?)?);
/// assert_eq!(hex.cursor().count_moves(), 25);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn from_rust<G: Game>(title: &str, game: G) -> Arc<dyn DynGame> {
    let seats = game.seats();
    let info = GameInfo {
        name: title.to_lowercase().replace(' ', "-"),
        title: title.to_owned(),
        players: (seats, seats),
        ..GameInfo::default()
    };
    erase(Arc::new(game), info)
}

/// A game that says what it is and which options it has, with these options and players. Every
/// `game!` is one.
///
/// ```
/// senet::game! {
///     /// Take one to three sticks. The last stick wins.
///     pub game Sticks;
///
///     player: Ann | Bob;
///     state: { left: usize }
///     move: 1..=3;
///     valid: |game, taken| taken.get() <= game.left;
///     outcome: {
///         win: |game| game.left == 0,
///         else: |game, taken| game.left -= taken.get(),
///     }
///     initial: { left: 15 }
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// assert_eq!(senet::listed::<Sticks>(&[], None)?.info().title, "Sticks");
/// # Ok(())
/// # }
/// ```
pub fn listed<G: Listed>(
    options: &[(String, String)],
    players: Option<usize>,
) -> Result<Arc<dyn DynGame>, OptionError> {
    let info = G::info();
    let values = info.choose(options, players)?;
    let game = G::from_options(&values)?;
    let chosen = values.pairs().map(|(name, value)| (name.to_owned(), value.to_owned()));
    Ok(erase_with(Arc::new(game), info, chosen.collect()))
}
