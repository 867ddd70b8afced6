//! Connect four.

senet_macros::game! {
    crate = senet_declare;

    /// Drop a disc into a column; it falls as far as it can. Four of your discs in a row, column or
    /// diagonal win.
    pub game ConnectFour;

    board: Matrix[7][6];
    piece: Red | Yellow;
    player: Red | Yellow;
    move: Column;
    valid: |game, column| game.lowest_empty(column).is_some();
    outcome: {
        win: |game| game.in_row_col_or_diag(4, game.turn.piece()),
        tie: |game| game.is_full(),
        else: |game, column| {
            let slot = game.lowest_empty(column).expect("a valid column has room");
            game.place(slot, game.turn.piece());
        }
    }
    reason: |game| match game.in_row_col_or_diag(4, game.turn.piece()).is_some() {
        true => format!("{:?} has four in a row.", game.turn),
        false => "The board is full.".to_owned(),
    };
    initial: { board: all _, turn: Red }
    clicks: |game, column| game.lowest_empty(column);
    about: {
        name: "connect-four",
        title: "Connect four",
        tags: ["line"],
        origin: "Howard Wexler and Ned Strongin, 1974",
        goal: "get four discs in a row",
    }
}

#[cfg(test)]
mod tests {
    use super::ConnectFour;
    use senet_game::{GameInfo, Observer, erase};
    use std::sync::Arc;
    use testkit::contract::perft;

    #[test]
    fn it_has_its_move_counts() {
        let mut cursor = erase(Arc::new(ConnectFour::new()), GameInfo::default()).cursor();
        let counts = (1..=6).map(|depth| perft(&mut *cursor, depth));
        assert_eq!(counts.collect::<Vec<_>>(), [7, 49, 343, 2401, 16807, 117_649]);
    }

    #[test]
    fn a_column_is_clicked_where_the_disc_falls() {
        let mut cursor = erase(Arc::new(ConnectFour::new()), GameInfo::default()).cursor();
        let drop = cursor.parse_move("d").expect("the column has room");
        cursor.apply(drop);
        let shown = cursor.describe_move(drop, Observer::Public);
        let view = cursor.view(Observer::Public);
        assert_eq!(view.places_in("d2"), shown.places);
    }
}
