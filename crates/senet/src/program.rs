//! Games from text: parse, compile, play.

use senet_compile::compile;
use senet_game::{DynGame, GameInfo, Limits};
use senet_syntax::Diagnostic;
use senet_syntax::render::{NamedText, render};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// Rules as text that were read and checked.
///
/// ```
/// use senet::Program;
///
/// let rules = r#"
///     #title "Take the last".
///     player : type.  ann : player.  bob : player.  #players player.
///     turn player : pred.  stick : pred.  win player : pred.  #win win.
///     stage play = {
///       take-one : turn P * next P Q * stick -o turn Q.
///       take-two : turn P * next P Q * stick * stick -o turn Q.
///     }
///     #interactive play.
///     qui * stage play * turn P * next P Q -o stage over * win Q.
///     stage over = {}
///     #trace _ play { turn ann, stick, stick, stick, stick, stick }.
/// "#;
/// let game = Program::parse(rules)?.compile(Default::default())?;
/// assert_eq!(game.seats(), 2);
/// assert_eq!(game.cursor().count_moves(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Program {
    program: Arc<senet_program::Program>,
    warnings: Vec<Diagnostic>,
    text: Arc<str>,
}

/// What to choose when rules are read.
#[derive(Debug, Clone, Default)]
pub struct ProgramOptions {
    /// Values of `#option`s, by name.
    pub values: BTreeMap<String, u64>,
    /// How many play, where the rules leave a choice.
    pub players: Option<usize>,
}

/// What to choose when a program is compiled.
#[derive(Debug, Clone, Copy, Default)]
pub struct CompileOptions {
    /// Which `#trace` to start from, counted from 0.
    pub start: usize,
    /// Limits on automatic steps, positions and searches.
    pub limits: Limits,
}

/// A program that is ready to be played, on the fastest engine that fits it. It is a
/// [`DynGame`]; `Arc<dyn DynGame>::from` hands it to everything that takes games.
#[derive(Clone)]
pub struct CompiledGame {
    game: Arc<dyn DynGame>,
    engine: &'static str,
    reason: String,
}

/// Why there is no game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// The rules have errors; [`ProgramError::render`] shows them with excerpts.
    #[error("the rules have errors{}", first(.diagnostics))]
    Rules {
        /// Errors and warnings, as data.
        diagnostics: Vec<Diagnostic>,
        /// The rules.
        text: Arc<str>,
    },
    /// The rules have no such start: `#trace _ stage { atoms }.`
    #[error("the rules have no start {}: write `#trace _ stage {{ atoms }}.`", .start + 1)]
    NoStart {
        /// The start that was asked for, counted from 0.
        start: usize,
    },
}

fn first(diagnostics: &[Diagnostic]) -> String {
    diagnostics.first().map_or(String::new(), |first| format!(": {}", first.message))
}

impl ProgramError {
    /// The errors with source excerpts, as rustc shows them; `name` is what the text is called.
    ///
    /// ```
    /// let error = senet::Program::parse("turn player : pred.").unwrap_err();
    /// assert!(error.render("game.cep").contains("game.cep:1:"));
    /// ```
    pub fn render(&self, name: &str) -> String {
        match self {
            ProgramError::Rules { diagnostics, text } => {
                render_diagnostics(name, text, diagnostics)
            }
            other => other.to_string(),
        }
    }
}

/// Diagnostics about a text with source excerpts, as rustc shows them, without colours.
///
/// ```
/// use senet::{Program, ProgramError, render_diagnostics};
///
/// let text = "cake : pre.";
/// let Err(ProgramError::Rules { diagnostics, .. }) = Program::parse(text) else { panic!() };
/// assert!(render_diagnostics("shop.cep", text, &diagnostics).contains("shop.cep:1:"));
/// ```
pub fn render_diagnostics(name: &str, text: &str, diagnostics: &[Diagnostic]) -> String {
    let one = |d: &Diagnostic| render(NamedText { name, text }, d, false);
    diagnostics.iter().map(one).collect::<Vec<_>>().join("\n\n")
}

impl Program {
    /// Reads and checks rules.
    ///
    /// ```
    /// let text = "coin : pred.  cake : pred.
    ///     stage shop = { buy : coin -o cake. }
    ///     #trace _ shop { coin }.";
    /// assert!(senet::Program::parse(text).is_ok());
    /// assert!(senet::Program::parse("cake : pre.").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Program, ProgramError> {
        Program::parse_with(text, &ProgramOptions::default())
    }

    /// The same, with values for the options of the rules.
    ///
    /// ```
    /// use senet::{Program, ProgramOptions};
    ///
    /// let rules = "#option coins 1..9 = 1.  coin : pred.  cake : pred.
    ///     stage shop = { buy : coin -o cake. }
    ///     #trace _ shop { coin^coins }.";
    /// let with = |coins| ProgramOptions {
    ///     values: [("coins".to_owned(), coins)].into(),
    ///     ..ProgramOptions::default()
    /// };
    /// assert!(Program::parse_with(rules, &with(7)).is_ok());
    /// assert!(Program::parse_with(rules, &with(10)).is_err(), "there are at most nine");
    /// ```
    pub fn parse_with(text: &str, options: &ProgramOptions) -> Result<Program, ProgramError> {
        let ProgramOptions { values, players } = options.clone();
        let values = values.into_iter().collect();
        let options = senet_program::Options { values, seats: players, loader: None };
        let checked = senet_program::check(text, &options);
        let (diagnostics, text) = (checked.diagnostics, Arc::from(text));
        match checked.program {
            Some(program) => {
                Ok(Program { program: Arc::new(program), warnings: diagnostics, text })
            }
            None => Err(ProgramError::Rules { diagnostics, text }),
        }
    }

    /// What the checker warns about.
    ///
    /// ```
    /// let program = senet::Program::parse("coin : pred.").expect("nothing is wrong");
    /// assert!(!program.warnings().is_empty(), "nothing happens in it");
    /// ```
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The warnings with source excerpts.
    ///
    /// ```
    /// let program = senet::Program::parse("coin : pred.").expect("nothing is wrong");
    /// assert!(program.render_warnings("shop.cep").contains("shop.cep:1:"));
    /// ```
    pub fn render_warnings(&self, name: &str) -> String {
        render_diagnostics(name, &self.text, &self.warnings)
    }

    /// The title of the game, if the rules give one.
    ///
    /// ```
    /// let program = senet::Program::parse("#title \"Shop\".  coin : pred.").expect("no errors");
    /// assert_eq!(program.title(), Some("Shop"));
    /// ```
    pub fn title(&self) -> Option<&str> {
        self.program.game().title.as_deref()
    }

    /// The program as a game, on the fastest engine that fits it.
    ///
    /// ```
    /// # let text = "coin : pred. cake : pred. stage s = { buy : coin -o cake. } #trace _ s { coin }.";
    /// use senet::Program;
    ///
    /// let game = Program::parse(text)?.compile(Default::default())?;
    /// assert_eq!(game.seats(), 1);
    /// # Ok::<(), senet::ProgramError>(())
    /// ```
    pub fn compile(&self, options: CompileOptions) -> Result<CompiledGame, ProgramError> {
        compile_program(&self.program, options)
    }
}

/// Compiles grids: `grid.game()`.
pub trait GridGame {
    /// The grid as a game, on the fastest engine that fits it. Warnings of the checker are in
    /// [`Grid::program`](crate::grid::Grid::program).
    ///
    /// ```
    /// use senet::grid::{End, Grid, GridGame, Shape};
    ///
    /// let g = Grid::new("Fill", "Fill a cell. There is nothing more to it.");
    /// let [ann, _] = g.players(["ann", "bob"]);
    /// let board = g.board(Shape::Line { cells: 4 });
    /// let play = g.interactive("play").rule("fill", "fill {C}", |r| {
    ///     let c = r.any("C");
    ///     r.from([board.free.of(c)]).to([])
    /// });
    /// play.on_success(End::Win).on_failure(End::Draw);
    /// g.start(&play, &ann);
    /// assert_eq!(g.game()?.cursor().count_moves(), 4);
    /// # Ok::<(), senet::grid::GridGameError>(())
    /// ```
    ///
    /// # Errors
    /// When the grid has mistakes, or does not say where to start.
    fn game(&self) -> Result<CompiledGame, GridGameError>;
}

impl GridGame for senet_grid::Grid {
    fn game(&self) -> Result<CompiledGame, GridGameError> {
        let program = Arc::new(self.program()?.program);
        Ok(compile_program(&program, CompileOptions::default())?)
    }
}

/// Why a grid is not a game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GridGameError {
    /// The grid has mistakes.
    #[error(transparent)]
    Grid(#[from] senet_grid::GridError),
    /// It does not say where to start.
    #[error(transparent)]
    Program(#[from] ProgramError),
}

fn compile_program(
    program: &Arc<senet_program::Program>,
    options: CompileOptions,
) -> Result<CompiledGame, ProgramError> {
    let CompileOptions { start, limits } = options;
    if start >= program.starts().len() {
        return Err(ProgramError::NoStart { start });
    }
    let title = program.game().title.as_deref().unwrap_or("Game").to_owned();
    let info = GameInfo {
        name: title.to_lowercase().replace(' ', "-"),
        title,
        rules: program.game().about.clone().unwrap_or_default(),
        players: (program.seats(), program.seats()),
        ..GameInfo::default()
    };
    let compiled = compile(Arc::clone(program), limits, start);
    let (engine, reason) = (compiled.engine(), compiled.describe());
    Ok(CompiledGame { game: compiled.into_game(info, Vec::new()), engine, reason })
}

impl CompiledGame {
    /// The engine that plays it: `bits`, `net` or `term`.
    ///
    /// ```
    /// # let text = "coin : pred. cake : pred. stage s = { buy : coin -o cake. } #trace _ s { coin }.";
    /// let game = senet::Program::parse(text)?.compile(Default::default())?;
    /// assert_eq!(game.engine(), "net", "it is finite, and has no board");
    /// # Ok::<(), senet::ProgramError>(())
    /// ```
    pub fn engine(&self) -> &'static str {
        self.engine
    }

    /// How large it is, and why it is not on a faster engine.
    ///
    /// ```
    /// # let text = "coin : pred. cake : pred. stage s = { buy : coin -o cake. } #trace _ s { coin }.";
    /// let game = senet::Program::parse(text)?.compile(Default::default())?;
    /// assert!(game.describe().contains("no board"), "why it is not on the bits engine");
    /// # Ok::<(), senet::ProgramError>(())
    /// ```
    pub fn describe(&self) -> &str {
        &self.reason
    }

    /// The game, to be shared with a match, a solver, or other threads.
    ///
    /// ```
    /// # let text = "coin : pred. cake : pred. stage s = { buy : coin -o cake. } #trace _ s { coin }.";
    /// let compiled = senet::Program::parse(text)?.compile(Default::default())?;
    /// let game = compiled.game();
    /// assert_eq!(game.seats(), 1);
    /// # Ok::<(), senet::ProgramError>(())
    /// ```
    pub fn game(&self) -> Arc<dyn DynGame> {
        Arc::clone(&self.game)
    }
}

impl Deref for CompiledGame {
    type Target = dyn DynGame;

    fn deref(&self) -> &(dyn DynGame + 'static) {
        &*self.game
    }
}

impl From<CompiledGame> for Arc<dyn DynGame> {
    fn from(compiled: CompiledGame) -> Arc<dyn DynGame> {
        compiled.game
    }
}

impl fmt::Debug for CompiledGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CompiledGame({}, {})", self.game.info().title, self.engine)
    }
}
