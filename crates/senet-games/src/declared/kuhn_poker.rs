//! Kuhn's poker.

senet_macros::game! {
    crate = senet_declare;

    /// A poker of three cards. Each player puts a chip into the pot and is dealt a card. In turn they check or
    /// bet a second chip; after a bet the other folds or calls. If nobody folds, the higher card
    /// takes the pot.
    pub game KuhnPoker;

    type Card = Jack | Queen | King;
    player: Ann | Bob;
    state: {
        #[secret] deck: Cards<Card>,
        #[secret] hand: Each<Option<Card>>,
        chips: Each<i64>,
        last: Option<Move>,
    }
    chance: {
        when: |game| game.hand[Player::Bob].is_none(),
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
    parse: |text| match text {
        "raise" => Some(Move::Bet),
        "see" => Some(Move::Call),
        "drop" => Some(Move::Fold),
        _ => None,
    };
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
    reason: |game| match game.last {
        Some(Move::Fold) => format!("{:?} folds.", game.turn),
        _ => format!("{:?} has the higher card.", higher(game)),
    };
    about: {
        tags: ["cards", "hidden"],
        origin: "Harold W. Kuhn, 1950",
        goal: "win chips",
    }

    fn higher(game: &State) -> Player {
        let [first, second] = [Player::Ann, Player::Bob].map(|player| game.hand[player]);
        if first > second { Player::Ann } else { Player::Bob }
    }

    /// At the end: the player who did not fold, or has the higher card.
    fn winner(game: &State) -> Player {
        if game.last == Some(Move::Fold) { game.next_player() } else { higher(game) }
    }
}

#[cfg(test)]
mod tests {
    use super::KuhnPoker;
    use super::kuhn_poker::{Card, Move, Player, State};
    use senet_declare::{Act, DeclaredPosition};
    use senet_game::{Game, GameInfo, Observer, Rng, Seat, Turn, erase};
    use std::collections::BTreeSet;
    use std::sync::Arc;

    /// How often the best strategies do what they do, as Kuhn found them.
    fn chance_of(state: &State, mv: Move) -> f64 {
        let card = state.hand[state.turn].expect("cards are dealt");
        let bold = match (state.turn, state.last, card) {
            // A bet, or a call.
            (Player::Ann, None, _) => 0.0,
            (_, Some(Move::Bet), Card::Queen) => 1.0 / 3.0,
            (_, Some(Move::Bet), card) => f64::from(u8::from(card == Card::King)),
            (_, _, Card::Jack) => 1.0 / 3.0,
            (_, _, card) => f64::from(u8::from(card == Card::King)),
        };
        if matches!(mv, Move::Bet | Move::Call) { bold } else { 1.0 - bold }
    }

    fn worth(game: &KuhnPoker, at: &DeclaredPosition<State>) -> f64 {
        if let Turn::Over(outcome) = game.turn(at) {
            return outcome.scores.expect("it keeps scores")[0] as f64;
        }
        let mut moves = Vec::new();
        game.moves(at, &mut moves);
        let after = |act: &Act<Move, Card>| {
            let likely = match act {
                Act::Move(mv) => chance_of(at, *mv),
                Act::Chance(_) => 1.0 / moves.len() as f64,
            };
            let mut next = at.clone();
            game.apply(&mut next, act, &mut ());
            likely * worth(game, &next)
        };
        moves.iter().map(after).sum()
    }

    #[test]
    fn it_is_worth_what_kuhn_said() {
        let game = KuhnPoker::new();
        assert!((worth(&game, &game.start()) + 1.0 / 18.0).abs() < 1e-9);
    }

    #[test]
    fn hands_are_hidden_and_can_be_imagined() {
        let mut cursor = erase(Arc::new(KuhnPoker::new()), GameInfo::default()).cursor();
        for card in ["queen", "king"] {
            let deal = cursor.parse_move(card).expect("it is in the deck");
            let (own, other) = (Seat(u8::from(card == "king")), Seat(u8::from(card != "king")));
            assert_eq!(cursor.describe_move(deal, Observer::Seat(own)).text, card);
            assert_eq!(cursor.describe_move(deal, Observer::Seat(other)).text, "hidden");
            cursor.apply(deal);
        }
        let seen = cursor.view(Observer::Seat(Seat(0)));
        let text = format!("{seen:?}");
        assert!(text.contains("queen") && !text.contains("king") && !text.contains("jack"));
        let mut rng = Rng::new(1);
        let mut others = BTreeSet::new();
        for _ in 0..50 {
            let mut drawn = cursor.fork();
            drawn.determinize(Seat(0), &mut rng);
            assert_eq!(drawn.view(Observer::Seat(Seat(0))), seen);
            let position = drawn.save();
            let at = position.state::<KuhnPoker>().expect("a position of the game");
            others.insert(at.hand[Player::Bob]);
        }
        assert_eq!(others, BTreeSet::from([Some(Card::Jack), Some(Card::King)]));
    }
}
