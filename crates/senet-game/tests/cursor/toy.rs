//! A toy game: each of two players is dealt a card, a token wanders on a ring, and somebody raises or
//! shows the cards.

use senet_game::{
    Abilities, Actions, DrawRules, Event, Game, HiddenInformation, Log, Observer, Outcome, Packing,
    Rng, Seat, Turn, View, ViewHidden, hash128,
};

/// The toy, with as many abilities as a test wants.
pub(crate) struct Toy {
    pub(crate) rules: DrawRules,
    /// Whether moves are numbered.
    pub(crate) numbered: bool,
    /// Whether positions are packed.
    pub(crate) packed: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct ToyState {
    cards: [Option<u8>; 2],
    token: u8,
    pub(crate) raised: u8,
    turn: u8,
    /// Chance blows the token on.
    wind: bool,
    shown: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum ToyMove {
    Left,
    Right,
    Raise,
    Show,
    Deal(u8),
    Blow(u8),
}

const RING: u8 = 4;

impl ToyMove {
    pub(crate) fn is_irreversible(self) -> bool {
        matches!(self, ToyMove::Raise | ToyMove::Deal(_))
    }

    pub(crate) fn number(self) -> usize {
        match self {
            ToyMove::Left => 0,
            ToyMove::Right => 1,
            ToyMove::Raise => 2,
            ToyMove::Show => 3,
            ToyMove::Deal(card) => 4 + usize::from(card),
            ToyMove::Blow(by) => 7 + usize::from(by),
        }
    }
}

impl ToyState {
    pub(crate) fn packed(&self) -> u128 {
        let digits = [
            (self.cards[0].map_or(0, |card| card + 1), 4),
            (self.cards[1].map_or(0, |card| card + 1), 4),
            (self.token, RING),
            (self.raised, 4),
            (self.turn, 2),
            (u8::from(self.wind), 2),
            (u8::from(self.shown), 2),
        ];
        digits.iter().fold(0, |sum, (digit, base)| sum * u128::from(*base) + u128::from(*digit))
    }

    pub(crate) fn unpacked(mut packed: u128) -> ToyState {
        let mut digit = |base: u8| {
            let digit = (packed % u128::from(base)) as u8;
            packed /= u128::from(base);
            digit
        };
        let (shown, wind, turn) = (digit(2) == 1, digit(2) == 1, digit(2));
        let (raised, token) = (digit(4), digit(RING));
        let (second, first) = (digit(4).checked_sub(1), digit(4).checked_sub(1));
        ToyState { cards: [first, second], token, raised, turn, wind, shown }
    }
}

impl Toy {
    pub(crate) fn determinized(&self, state: &ToyState, seat: Seat, rng: &mut Rng) -> ToyState {
        let mut drawn = state.clone();
        if let Some(card) = &mut drawn.cards[1 - usize::from(seat.0)]
            && !state.shown
        {
            *card = rng.index(3) as u8;
        }
        drawn
    }

    fn sees(observer: Observer, owner: usize) -> bool {
        match observer {
            Observer::All => true,
            Observer::Public => false,
            Observer::Seat(seat) => usize::from(seat.0) == owner,
        }
    }

    fn observed_cards(state: &ToyState, observer: Observer) -> [Option<Option<u8>>; 2] {
        [0, 1].map(|owner| {
            let open = Toy::sees(observer, owner) || state.shown;
            state.cards[owner].map(|card| open.then_some(card))
        })
    }
}

impl Game for Toy {
    type State = ToyState;
    type Move = ToyMove;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> ToyState {
        ToyState { cards: [None; 2], token: 0, raised: 0, turn: 0, wind: false, shown: false }
    }

    fn turn(&self, state: &ToyState) -> Turn {
        match state.cards {
            [Some(first), Some(second)] if state.shown => Turn::Over(match first.cmp(&second) {
                std::cmp::Ordering::Less => Outcome::won(Seat(1)),
                std::cmp::Ordering::Equal => Outcome::draw(),
                std::cmp::Ordering::Greater => Outcome::won(Seat(0)),
            }),
            [Some(_), Some(_)] if !state.wind => Turn::Player(Seat(state.turn)),
            _ => Turn::Chance,
        }
    }

    fn moves(&self, state: &ToyState, out: &mut Vec<ToyMove>) {
        out.clear();
        match self.turn(state) {
            Turn::Chance if state.wind => out.extend([ToyMove::Blow(1), ToyMove::Blow(2)]),
            Turn::Chance => out.extend((0..3).map(ToyMove::Deal)),
            Turn::Player(_) => {
                out.extend([ToyMove::Left, ToyMove::Right]);
                out.extend((state.raised < 3).then_some(ToyMove::Raise));
                // Whoever holds the best card need not show it.
                let card = state.cards[usize::from(state.turn)];
                out.extend((card != Some(2) || state.raised == 3).then_some(ToyMove::Show));
            }
            Turn::Over(_) | Turn::Stopped(_) => {}
        }
    }

    fn apply(&self, state: &mut ToyState, mv: &ToyMove, log: &mut impl Log) {
        log.event(Event { name: self.move_name(state, mv), ..Event::default() });
        match *mv {
            ToyMove::Left => state.token = (state.token + RING - 1) % RING,
            ToyMove::Right => state.token = (state.token + 1) % RING,
            ToyMove::Raise => (state.raised, state.wind) = (state.raised + 1, true),
            ToyMove::Show => state.shown = true,
            ToyMove::Blow(by) => {
                (state.token, state.wind) = ((state.token + by) % RING, false);
                return;
            }
            ToyMove::Deal(card) => {
                let empty = state.cards.iter_mut().find(|card| card.is_none());
                *empty.expect("chance deals what is missing") = Some(card);
                return;
            }
        }
        state.turn = 1 - state.turn;
    }

    fn move_name(&self, _: &ToyState, mv: &ToyMove) -> String {
        match mv {
            ToyMove::Left => "left".to_owned(),
            ToyMove::Right => "right".to_owned(),
            ToyMove::Raise => "raise".to_owned(),
            ToyMove::Show => "show".to_owned(),
            ToyMove::Deal(card) => format!("deal {card}"),
            ToyMove::Blow(by) => format!("blow {by}"),
        }
    }

    fn view(&self, state: &ToyState, observer: Observer) -> View {
        let mut view = View::facts([
            ("token", state.token.to_string()),
            ("raised", state.raised.to_string()),
            ("turn", format!("{} {} {}", state.turn, state.wind, state.shown)),
        ]);
        for (owner, card) in Toy::observed_cards(state, observer).into_iter().enumerate() {
            match card {
                None => {}
                Some(Some(card)) => {
                    view.atoms.extend(View::facts([("card", format!("{owner} {card}"))]).atoms);
                }
                Some(None) => view.hidden.push(ViewHidden {
                    predicate: "card".to_owned(),
                    owner: Some(Seat(owner as u8)),
                    copies: 1,
                }),
            }
        }
        view
    }

    fn weight(&self, _: &ToyState, mv: &ToyMove) -> u128 {
        match mv {
            ToyMove::Deal(card) => u128::from(*card) + 1,
            ToyMove::Blow(by) => u128::from(*by),
            _ => 1,
        }
    }

    fn abilities(&self) -> Abilities<Toy> {
        Abilities {
            packing: self.packed.then_some(Packing {
                bits: 11,
                pack: |_, state| Some(state.packed()),
                unpack: |_, packed, state| *state = ToyState::unpacked(packed),
            }),
            hidden_information: Some(HiddenInformation {
                observation_key: |_, state, observer| {
                    let cards = Toy::observed_cards(state, observer);
                    let ToyState { token, raised, turn, wind, shown, .. } = state;
                    hash128(&(cards, token, raised, turn, wind, shown))
                },
                observed_move: |_, state, mv, observer| {
                    let owner = usize::from(state.cards[0].is_some());
                    let dealt = matches!(mv, ToyMove::Deal(_));
                    hash128(&(!dealt || Toy::sees(observer, owner)).then_some(mv))
                },
                determinize: Toy::determinized,
            }),
            draw_rules: self.rules,
            is_irreversible: Some(|_, mv| mv.is_irreversible()),
            actions_are_moves: true,
            actions: self.numbered.then_some(Actions {
                count: 10,
                number: |_, _, mv| mv.number(),
                with_number: |game, state, number| {
                    let mut moves = Vec::new();
                    game.moves(state, &mut moves);
                    moves.into_iter().find(|mv| mv.number() == number)
                },
            }),
            may_win: Some(|_, state, _| state.raised < 3),
            ..Abilities::default()
        }
    }
}
