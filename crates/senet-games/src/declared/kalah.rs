//! Kalah, on a board of its own.

senet_macros::game! {
    crate = senet_declare;

    /// Take all seeds from one of your six pits and sow them one by one to the right, into your store
    /// and on through the pits of your opponent, past the other store. If the last seed falls into
    /// your store, you move again; if it falls into an empty pit of yours, it goes into your store
    /// together with the seeds across. When a player's pits are empty, the other keeps what is left.
    /// The most seeds win. Pits are numbered from 1 to 6, from each player's left.
    pub game Kalah;

    player: South | North;
    board: Pits;
    move: 1..=6;
    valid: |game, pit| game.board.0[place(game.turn, pit.get())] > 0;
    outcome: {
        win: |game| {
            let [mine, other] = [game.turn, game.next_player()].map(|it| game.board.stored(it));
            let winner = if mine > other { game.turn } else { game.next_player() };
            (game.board.is_over() && mine != other).then_some(winner)
        },
        tie: |game| game.board.is_over(),
        else: |game, pit| {
            let again = game.board.sow(game.turn, pit.get());
            if again { game.turn } else { game.next_player() }
        }
    }
    score: |game, player| game.board.stored(player);
    initial: { board: Pits::full() }
    clicks: |game, pit| cell(place(game.turn, pit.get()));
    scene: {
        // Stores at both ends: North's at the left, in the upper row.
        shape: Spec {
            without: vec!["a1".to_owned(), "h2".to_owned()],
            ..Shape::Square { width: 8, height: 2 }.into()
        },
        pieces: |game| game.board.seeds(),
    }
    reason: || "The pits are empty, and the seeds are counted.";
    about: {
        tags: ["sowing"],
        origin: "William Julius Champion, 1940",
        goal: "gather more seeds in your store than your opponent",
    }

    /// Seeds in the order of sowing: the six pits of South and the store, then those of North.
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    pub struct Pits(pub [u8; 14]);

    impl Pits {
        fn full() -> Pits {
            let mut pits = Pits([4; 14]);
            Player::all().for_each(|player| pits.0[store(player)] = 0);
            pits
        }

        /// Sows, and says whether the same player moves again.
        fn sow(&mut self, player: Player, pit: usize) -> bool {
            let mut at = place(player, pit);
            for _ in 0..std::mem::take(&mut self.0[at]) {
                let skips = (at + 1) % 14 == store(player.next());
                at = (at + if skips { 2 } else { 1 }) % 14;
                self.0[at] += 1;
            }
            let home = store(player) - 6..store(player);
            let across = 12 - at.min(12);
            if home.contains(&at) && self.0[at] == 1 && self.0[across] > 0 {
                let captured = std::mem::take(&mut self.0[across]) + std::mem::take(&mut self.0[at]);
                self.0[store(player)] += captured;
            }
            if self.is_over() {
                Player::all().for_each(|player| self.gather(player));
            }
            at == store(player)
        }

        /// A player keeps what is left in the pits.
        fn gather(&mut self, player: Player) {
            self.0[store(player)] += self.in_pits(player);
            self.0[store(player) - 6..store(player)].fill(0);
        }

        fn is_over(&self) -> bool {
            Player::all().any(|player| self.in_pits(player) == 0)
        }

        fn stored(&self, player: Player) -> i64 {
            self.0[store(player)].into()
        }

        fn in_pits(&self, player: Player) -> u8 {
            self.0[store(player) - 6..store(player)].iter().sum()
        }

        fn seeds(&self) -> Vec<PlacedPiece> {
            let full = self.0.iter().enumerate().filter(|(_, seeds)| **seeds > 0);
            let token = |(at, seeds): (usize, &u8)| {
                let owner = if at < 7 { Player::South } else { Player::North };
                PlacedPiece::new(cell(at), "seed").glyph(seeds).of(owner)
            };
            full.map(token).collect()
        }
    }

    fn store(player: Player) -> usize {
        6 + 7 * player.index()
    }

    /// A player's pit, counted from 1 at the left of the player.
    fn place(player: Player, pit: usize) -> usize {
        store(player) + pit - 7
    }

    /// The cell where it is drawn: South from left to right, North from right to left.
    fn cell(at: usize) -> usize {
        if at < 7 { at } else { 20 - at }
    }
}

#[cfg(test)]
mod tests {
    use super::Kalah;
    use senet_game::named;
    use senet_game::{Game, Rng, Seat, Turn};

    fn after(names: &[&str]) -> (Turn, String) {
        let game = Kalah::new();
        let mut at = game.start();
        for name in names {
            let mv = named(&game, &at, name).expect("the pit is not empty");
            game.apply(&mut at, &mv, &mut ());
        }
        (game.turn(&at), format!("{:?}", at.board.0))
    }

    #[test]
    fn seeds_are_sown_caught_and_give_another_turn() {
        let (south, north) = (Turn::Player(Seat(0)), Turn::Player(Seat(1)));
        let again = "[4, 4, 0, 5, 5, 5, 1, 4, 4, 4, 4, 4, 4, 0]";
        assert_eq!(after(&["3"]), (south, again.to_owned()));
        let next = "[4, 4, 4, 4, 0, 5, 1, 5, 5, 4, 4, 4, 4, 0]";
        assert_eq!(after(&["5"]), (north.clone(), next.to_owned()));
        // The last seed falls into the empty fifth pit, across from six.
        let caught = "[0, 5, 5, 5, 0, 5, 8, 0, 0, 5, 5, 5, 5, 0]";
        assert_eq!(after(&["5", "1", "1"]), (north, caught.to_owned()));
    }

    #[test]
    fn no_seed_is_lost() {
        let game = Kalah::new();
        let mut moves = Vec::new();
        for seed in 0..50 {
            let mut rng = Rng::new(seed);
            let mut at = game.start();
            while let Turn::Player(_) = game.turn(&at) {
                let mv = game.random_move(&at, &mut rng, &mut moves);
                game.apply(&mut at, &mv, &mut ());
                assert_eq!(at.board.0.iter().map(|seeds| u32::from(*seeds)).sum::<u32>(), 48);
            }
            let Turn::Over(outcome) = game.turn(&at) else { panic!("it is over") };
            assert_eq!(outcome.scores.map(|scores| scores.iter().sum()), Some(48));
        }
    }
}
