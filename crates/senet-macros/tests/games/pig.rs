//! Pig.

senet_macros::game! {
    crate = senet_game;

    /// Roll a die as often as you dare and add up the eyes, or hold and keep the sum. A one loses the
    /// sum and the turn. Whoever has a hundred points wins.
    pub game Pig;

    player: First | Second;
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
}
