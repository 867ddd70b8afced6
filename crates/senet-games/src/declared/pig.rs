//! Pig.

senet_macros::game! {
    crate = senet_declare;

    /// Roll a die as often as you dare and add up the pips, or hold and keep the sum. A one loses the
    /// sum and the turn. The first player with a hundred points wins.
    pub game Pig;

    player: Ann | Bob;
    state: { points: Each<usize>, sum: usize, rolling: bool }
    move: Roll | Hold;
    valid: |game, mv| mv == Move::Roll || game.sum > 0;
    chance: {
        when: |game| game.rolling,
        move: 1..=6,
        else: |game, eyes| {
            game.rolling = false;
            if eyes.get() == 1 {
                game.sum = 0;
                return game.next_player();
            }
            game.sum += eyes.get();
            game.turn
        }
    }
    outcome: {
        win: |game| game.points[game.turn] >= 100,
        else: |game, mv| match mv {
            Move::Roll => {
                game.rolling = true;
                game.turn
            }
            Move::Hold => {
                game.points[game.turn] += std::mem::take(&mut game.sum);
                game.next_player()
            }
        },
    }
    reason: |game| format!("{:?} has {} points.", game.turn, game.points[game.turn]);
    about: {
        tags: ["dice"],
        origin: "traditional; described by John Scarne, 1945",
        goal: "be the first to have a hundred points",
    }
}

#[cfg(test)]
mod tests {
    use super::Pig;
    use super::pig::Player;
    use senet_game::named;
    use senet_game::{Game, Seat, Turn};

    fn after(names: &[&str]) -> (Turn, usize, usize) {
        let game = Pig::new();
        let mut at = game.start();
        for name in names {
            let mv = named(&game, &at, name).expect("it can be done");
            game.apply(&mut at, &mv, &mut ());
        }
        (game.turn(&at), at.points[Player::Ann], at.sum)
    }

    #[test]
    fn a_one_loses_what_was_not_held() {
        let (first, second) = (Turn::Player(Seat(0)), Turn::Player(Seat(1)));
        assert_eq!(after(&["roll"]), (Turn::Chance, 0, 0));
        assert_eq!(after(&["roll", "6", "roll", "3"]), (first, 0, 9));
        assert_eq!(after(&["roll", "6", "roll", "3", "hold"]), (second.clone(), 9, 0));
        assert_eq!(after(&["roll", "6", "roll", "1"]), (second, 0, 0));
    }
}
