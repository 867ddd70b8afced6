//! The games that can be opened: the catalogue, and what the user brought along.

use crate::card::{card, hues};
use crate::picture::board_picture;
use crate::protocol::{Answer, GameCard};
use crate::show::{moves_pieces, pieces};
use senet_game::{DynGame, GameInfo, Limits, Observer, OptionError, Rng, Turn};
use senet_games::{Loader, OpenError, OpenOptions, Source};
use std::sync::Arc;

/// Makes a game with some options and a number of players.
pub type GameMaker = Arc<
    dyn Fn(&[(String, String)], Option<usize>) -> Result<Arc<dyn DynGame>, OptionError>
        + Send
        + Sync,
>;

/// A game that the user brought along.
#[derive(Clone)]
pub enum OwnGame {
    /// Rules as text, with the name by which they are opened.
    Text {
        /// The name.
        name: String,
        /// The text.
        text: String,
        /// Where the texts are that it includes, if it may include any.
        loader: Option<Arc<dyn Loader>>,
    },
    /// A game written in Rust.
    Rust {
        /// What it says about itself.
        info: GameInfo,
        /// How it is made.
        make: GameMaker,
    },
}

/// An external engine that the one who started the server offers: a program that speaks UGI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferedEngine {
    /// The game that it plays, by name.
    pub game: String,
    /// What players call it. The command itself is nobody else's business.
    pub name: String,
    /// The command that starts it.
    pub command: Arc<str>,
}

impl OfferedEngine {
    /// Reads `GAME=COMMAND`; the engine is called like its program.
    pub fn parse(text: &str) -> Option<OfferedEngine> {
        let (game, command) = text.split_once('=')?;
        let (game, command) = (game.trim(), command.trim());
        let program = command.split_whitespace().next().filter(|_| !game.is_empty())?;
        let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
        // Colons separate the parts of a participant.
        let name = name.trim_end_matches(".exe").replace(':', "-");
        Some(OfferedEngine { game: game.to_owned(), name, command: command.into() })
    }
}

/// Why a game cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// The catalogue says no.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A game of the user's own says no.
    #[error("{error}: {}", .error.help())]
    Option {
        /// Which option, and why.
        #[from]
        error: OptionError,
    },
    /// A text that is longer than allowed.
    #[error("a program may have {LONGEST_TEXT} characters, and this one has {0}")]
    TooLong(usize),
}

/// The longest program that is read from a page.
pub(crate) const LONGEST_TEXT: usize = 64 * 1024;

/// The games that can be opened.
#[derive(Clone)]
pub struct Library {
    own: Vec<OwnGame>,
    catalogue: bool,
    engines: Vec<OfferedEngine>,
    limits: Limits,
}

impl Default for Library {
    fn default() -> Library {
        Library { own: Vec::new(), catalogue: true, engines: Vec::new(), limits: page_limits() }
    }
}

/// What a game on a page may use: less than in a terminal, because programs may be anybody's.
fn page_limits() -> Limits {
    Limits {
        steps: 2_000_000,
        atoms: 200_000,
        memory: 256 << 20,
        goals: 100_000,
        matches: 500_000,
        terms: 500_000,
    }
}

/// What a program may use that somebody has sent: enough for every game of the catalogue, and a fraction
/// of a second of the server's time.
fn foreign_limits() -> Limits {
    Limits {
        steps: 200_000,
        atoms: 50_000,
        memory: 128 << 20,
        goals: 20_000,
        matches: 100_000,
        terms: 100_000,
    }
}

impl Library {
    /// The catalogue and some games of the user's own.
    pub fn with(own: Vec<OwnGame>) -> Library {
        Library { own, ..Library::default() }
    }

    /// Games of the user's own and nothing else.
    pub fn only(own: Vec<OwnGame>) -> Library {
        Library { own, catalogue: false, ..Library::default() }
    }

    /// The same with external engines to play against.
    pub fn offering(self, engines: Vec<OfferedEngine>) -> Library {
        Library { engines, ..self }
    }

    /// The engines that play a game.
    pub fn engines(&self, game: &str) -> impl Iterator<Item = &OfferedEngine> {
        self.engines.iter().filter(move |engine| engine.game == game)
    }

    /// All games: the user's own first, then those that most people know, the others by title.
    pub fn cards(&self) -> Vec<GameCard> {
        let own = |game: &OwnGame| match game {
            OwnGame::Rust { info, .. } => card(info, true),
            OwnGame::Text { name, text, .. } => {
                let unchecked = senet_games::text_info(name, text);
                GameCard { text: true, ..card(&unchecked, true) }
            }
        };
        let mut cards: Vec<GameCard> = self.own.iter().map(own).collect();
        if self.catalogue {
            let hides = |name: &str| cards.iter().any(|card| card.name == name);
            let mut others: Vec<GameCard> = senet_games::infos()
                .filter(|info| !hides(&info.name))
                .map(|info| card(info, false))
                .collect();
            let is = |card: &GameCard, tags: &[&str]| {
                card.tags.iter().any(|t| tags.contains(&t.as_str()))
            };
            // Games to play come before puzzles, and those before programs that run by themselves.
            let rank = |card: &GameCard| match card {
                card if is(card, &["simulation", "story", "narrative"]) => 2,
                card if card.most == 1 => 1,
                _ => 0,
            };
            let strange = |card: &GameCard| !is(card, &["classic"]);
            others.sort_by_key(|card| (rank(card), strange(card), card.title.to_lowercase()));
            cards.extend(others);
        }
        for card in &mut cards {
            card.engines = self.engines(&card.name).map(|e| e.name.clone()).collect();
        }
        cards
    }

    /// Opens a game by name.
    pub fn open(
        &self,
        name: &str,
        options: &[(String, String)],
        players: Option<usize>,
    ) -> Result<Arc<dyn DynGame>, LibraryError> {
        let own = self.own.iter().find(|game| match game {
            OwnGame::Text { name: own, .. } => own == name,
            OwnGame::Rust { info, .. } => info.name == name,
        });
        match own {
            Some(OwnGame::Rust { make, .. }) => Ok(make(options, players)?),
            Some(OwnGame::Text { name, text, loader }) => {
                let source = Source::Text { name, text, loader: loader.as_ref() };
                Ok(senet_games::open(source, &self.open_options(options, players))?)
            }
            None if !self.catalogue => {
                Err(OpenError::Unknown { name: name.to_owned(), nearest: None }.into())
            }
            None => Ok(senet_games::open(
                Source::Catalogue(name),
                &self.open_options(options, players),
            )?),
        }
    }

    /// Opens a program.
    pub fn open_text(
        &self,
        name: &str,
        text: &str,
        options: &[(String, String)],
        players: Option<usize>,
    ) -> Result<Arc<dyn DynGame>, LibraryError> {
        if text.len() > LONGEST_TEXT {
            return Err(LibraryError::TooLong(text.len()));
        }
        let source = Source::Text { name, text, loader: None };
        let options = self.open_options(options, players);
        Ok(senet_games::open(source, &OpenOptions { limits: foreign_limits(), ..options })?)
    }

    fn open_options(&self, options: &[(String, String)], players: Option<usize>) -> OpenOptions {
        let options = options.to_vec();
        OpenOptions { options, players, limits: self.limits, ..OpenOptions::default() }
    }

    /// What a game may use.
    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    /// The rules of a game as text, if it has them as text.
    pub fn source(&self, name: &str) -> Option<String> {
        let own = self.own.iter().find_map(|game| match game {
            OwnGame::Text { name: own, text, .. } if own == name => Some(text.clone()),
            _ => None,
        });
        let shipped = || senet_games::text(name).filter(|_| self.catalogue).map(str::to_owned);
        own.or_else(shipped)
    }

    /// The first position of a game, for its card.
    pub fn preview(&self, name: &str) -> Result<Answer, LibraryError> {
        let game = self.open(name, &[], None)?;
        let mut cursor = game.cursor();
        let mut view = cursor.view(Observer::Public);
        let cells: usize = view.boards.iter().map(|scene| scene.board.len()).sum();
        let is_bare = view.boards.iter().all(|s| s.pieces.iter().all(|p| p.seat.is_none()));
        if is_bare && game.seats() > 1 && !game.has_hidden_information() {
            // An empty board says little: some moves show what the game looks like.
            let mut rng = Rng::nth(5, 1);
            for _ in 0..(cells / 3).clamp(3, 14) {
                if !matches!(cursor.turn(), Turn::Player(_) | Turn::Chance) {
                    break;
                }
                let mv = cursor.random_move(&mut rng);
                cursor.apply(mv);
            }
            if !matches!(cursor.turn(), Turn::Over(_)) {
                view = cursor.view(Observer::Public);
            }
        }
        let seats: Vec<String> = game.all_seats().map(|s| game.seat_name(s)).collect();
        let moves = moves_pieces(&*game);
        let picture = |scene: &senet_game::Scene| board_picture(&scene.board, game.goals(), moves);
        Ok(Answer::Preview {
            game: name.to_owned(),
            boards: view.boards.iter().map(picture).collect(),
            pieces: pieces(&view),
            hues: hues(&seats),
        })
    }
}
