//! Kuhn's poker.

senet_macros::game! {
    crate = senet_game;

    /// A poker of three cards. Both put a chip into the pot and get a card. In turn they check or
    /// bet a second chip; after a bet the other folds or calls. If nobody folds, the higher card
    /// takes the pot.
    pub game KuhnPoker;

    type Card = Jack | Queen | King;
    player: First | Second;
    state: {
        #[secret] deck: Cards<Card>,
        #[secret] hand: Each<Option<Card>>,
        chips: Each<i64>,
        last: Option<Move>,
    }
    chance: {
        when: |game| game.hand[Player::Second].is_none(),
        move: Card,
        valid: |game, card| game.deck.contains(card),
        seen_by: |game| game.turn,
        else: |game, card| {
            game.deck.remove(card);
            game.hand[game.turn] = Some(card);
            game.next_player()
        }
    }
    move: Check | Bet | Fold | Call;
    valid: |game, mv| match game.last {
        Some(Move::Bet) => matches!(mv, Move::Fold | Move::Call),
        _ => matches!(mv, Move::Check | Move::Bet),
    };
    outcome: |game, mv| {
        if matches!(mv, Move::Bet | Move::Call) {
            game.chips[game.turn] += 1;
        }
        let first_check = mv == Move::Check && game.last.is_none();
        game.last = Some(mv);
        match mv {
            Move::Fold => Next::win(game.next_player()),
            Move::Bet => Next::Turn(game.next_player()),
            Move::Check if first_check => Next::Turn(game.next_player()),
            Move::Check | Move::Call => Next::win(higher(game)),
        }
    };
    score: |game, player| match winner(game) == player {
        true => game.chips[player.next()],
        false => -game.chips[player],
    };
    initial: { deck: Cards::all(), chips: Each::all(1) }
    about: { origin: "Harold W. Kuhn, 1950" }

    fn higher(game: &State) -> Player {
        let [first, second] = [Player::First, Player::Second].map(|player| game.hand[player]);
        if first > second { Player::First } else { Player::Second }
    }

    /// At the end: whoever did not fold, or has the higher card.
    fn winner(game: &State) -> Player {
        if game.last == Some(Move::Fold) { game.next_player() } else { higher(game) }
    }
}
