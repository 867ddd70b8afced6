//! Tic-tac-toe.

senet_macros::game! {
    crate = senet_declare;

    /// Mark an empty cell in turn. Three of your marks in a row, column or diagonal win.
    pub game TicTacToe;

    board: Matrix[3][3];
    piece: X | O;
    player: X | O;
    move: Cell;
    valid: |game, cell| game.is_empty(cell);
    outcome: {
        win: |game| game.in_row_col_or_diag(3, game.turn.piece()),
        tie: |game| game.is_full(),
        else: |game, cell| game.place(cell, game.turn.piece()),
    }
    reason: |game| match game.in_row_col_or_diag(3, game.turn.piece()).is_some() {
        true => format!("{:?} has three in a row.", game.turn),
        false => "The board is full.".to_owned(),
    };
    initial: { board: all _, turn: X }
    about: {
        name: "tic-tac-toe",
        title: "Tic-tac-toe",
        tags: ["line"],
        origin: "traditional",
        goal: "get three marks in a row",
    }
}

#[cfg(test)]
mod tests {
    use super::TicTacToe;
    use senet_game::board::{Cell, Place};
    use senet_game::named;
    use senet_game::{Event, Game, GameInfo, erase};
    use std::sync::Arc;
    use testkit::walk::walk;

    #[test]
    fn it_has_all_its_positions() {
        let game = erase(Arc::new(TicTacToe::new()), GameInfo::default());
        let found = walk(&*game, 10_000);
        assert_eq!((found.positions, found.edges, found.ends), (5478, 16167, [626, 316, 16]));
    }

    #[test]
    fn the_line_that_decided_is_told() {
        let game = TicTacToe::new();
        let mut at = game.start();
        let mut events: Vec<Event> = Vec::new();
        for name in ["a1", "a2", "b2", "a3", "c3"] {
            let mv = named(&game, &at, name).expect("the cell is empty");
            game.apply(&mut at, &mv, &mut events);
        }
        assert_eq!((&*events[1].name, &*events[1].added[0]), ("a2", "o a2"));
        assert_eq!(events[3].deciding, []);
        assert_eq!(events[4].deciding, [0, 4, 8].map(|cell| Place::from(Cell(cell))));
    }
}
