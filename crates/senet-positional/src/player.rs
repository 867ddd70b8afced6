//! Who plays: what seats are called, and what their stones look like.

use std::borrow::Cow;

/// A seat, as people see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerInfo {
    /// What it is called, and what its stones are called.
    pub name: Cow<'static, str>,
    /// What its stones look like.
    pub glyph: Cow<'static, str>,
}

/// Two players with stones.
pub const BLACK_AND_WHITE: [PlayerInfo; 2] =
    [PlayerInfo::new("black", "●"), PlayerInfo::new("white", "○")];

/// Two players with colours.
pub const RED_AND_BLUE: [PlayerInfo; 2] =
    [PlayerInfo::new("red", "●"), PlayerInfo::new("blue", "○")];

/// Two players with pen and paper.
pub const X_AND_O: [PlayerInfo; 2] = [PlayerInfo::new("x", "x"), PlayerInfo::new("o", "o")];

/// The first few of [`PlayerInfo::several`].
const SEVERAL: [PlayerInfo; 6] = [
    PlayerInfo::new("black", "●"),
    PlayerInfo::new("white", "○"),
    PlayerInfo::new("red", "◆"),
    PlayerInfo::new("blue", "◇"),
    PlayerInfo::new("green", "▲"),
    PlayerInfo::new("yellow", "△"),
];

impl PlayerInfo {
    /// A player by name, and what the player's stones look like.
    pub const fn new(name: &'static str, glyph: &'static str) -> PlayerInfo {
        PlayerInfo { name: Cow::Borrowed(name), glyph: Cow::Borrowed(glyph) }
    }

    /// As many players as are wanted, all different: black, white, red, blue, green, yellow, and
    /// from there on by number.
    pub fn several(count: usize) -> Vec<PlayerInfo> {
        let by_number = |i: usize| PlayerInfo {
            name: format!("player {}", i + 1).into(),
            glyph: char::from_digit((i as u32 + 1) % 36, 36).unwrap_or('?').to_string().into(),
        };
        (0..count).map(|i| SEVERAL.get(i).cloned().unwrap_or_else(|| by_number(i))).collect()
    }
}
