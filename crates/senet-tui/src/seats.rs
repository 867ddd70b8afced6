//! Who sits where, as it is written on a command line.

use senet_game::{Eye, Seat};
use senet_match::{NoSuchBot, Sitter, Table, Who};

/// Lets everybody sit down who is named: `2=random`, `x=mcts:1s`, `1=human:Ann`. An error is a
/// sentence.
pub fn sit(table: &mut dyn Table, asked: &[String]) -> Result<(), String> {
    let seats = table.snapshot(Eye::Public).seats;
    for text in asked {
        let (seat, who) =
            text.split_once('=').ok_or_else(|| format!("`{text}` does not say who plays"))?;
        let seat = seat.trim();
        let number = seat.parse::<usize>().ok().filter(|n| (1..=seats.len()).contains(n));
        let at = number.map(|n| n - 1).or_else(|| seats.iter().position(|s| s == seat));
        let n = seats.len();
        let at = at.ok_or_else(|| format!("there is no seat `{seat}`: there are {n}"))?;
        let sitter = sitter(who.trim()).map_err(|e| e.to_string())?;
        table.sit(Seat(at as u8), sitter).map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// `random`, `mcts:1s`, `human` or `human:Ann`.
fn sitter(text: &str) -> Result<Sitter, NoSuchBot> {
    match text.split_once(':') {
        Some(("human", name)) => {
            Ok(Sitter { name: Some(name.trim().to_owned()), who: Who::Person })
        }
        _ => Ok(Sitter { name: None, who: text.parse()? }),
    }
}
