//! Opening a game for the commands that run one: program, engine, seed and first position.

use crate::cli::GameArgs;
use crate::commands::game::{Opened, with};
use crate::failure::Failure;
use crate::input::read_game;
use crate::{interrupt, output};
use senet_engine::{Engine, Run};
use senet_game::GameInfo;
use senet_games::{OpenOptions, OpenProgram, program};
use senet_program::{Program, StageId};
use std::sync::Arc;

/// A game that is ready to run.
pub(crate) struct Session {
    /// What the source is called.
    pub(crate) name: String,
    pub(crate) engine: Arc<Engine>,
    /// The program of the engine, for others.
    pub(crate) shared: Arc<Program>,
    pub(crate) seed: u64,
    /// What the game says about itself.
    pub(crate) info: GameInfo,
}

/// Reads and checks a game, and tells the seed; or the exit code for a bad program.
pub(crate) fn open(args: &GameArgs) -> Result<Result<Session, u8>, Failure> {
    let opened = open_with(&args.game, &open_options(args))?;
    Ok(opened.map(|opened| Session { seed: seed(args.chance.seed), ..opened }))
}

/// Reads and checks a game; its seed is 0.
pub(crate) fn open_with(game: &str, options: &OpenOptions) -> Result<Result<Session, u8>, Failure> {
    let source = read_game(game)?;
    match with(game, Some(&source), |source| program(source, options))? {
        Opened::HasErrors(code) => Ok(Err(code)),
        Opened::Ready(OpenProgram { program, info, .. }) => {
            interrupt::watch(&program);
            let shared = Arc::new(program);
            let engine = Arc::new(Engine::new(shared.clone(), options.limits));
            Ok(Ok(Session { name: source.name, engine, shared, seed: 0, info }))
        }
    }
}

fn open_options(args: &GameArgs) -> OpenOptions {
    OpenOptions {
        options: args.options.clone(),
        players: args.players,
        implementation: args.implementation,
        limits: args.limits.game_limits(),
    }
}

/// Reads and checks a game, and finds the start that was asked for; or the exit code for a bad
/// program.
pub(crate) fn open_start(args: &GameArgs) -> Result<Result<(Session, usize), u8>, Failure> {
    let session = match open_with(&args.game, &open_options(args))? {
        Ok(opened) => opened,
        Err(code) => return Ok(Err(code)),
    };
    let start = session.start(args.start)?;
    Ok(Ok((session, start)))
}

/// The seed that was asked for, or a random one; told in either case.
pub(crate) fn seed(asked: Option<u64>) -> u64 {
    let seed = asked.unwrap_or_else(|| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let nanos = now.map_or(0, |d| d.as_nanos() as u64) ^ u64::from(std::process::id()) << 40;
        senet_game::Rng::new(nanos).bits() >> 40 // short enough to be typed again
    });
    output::message(&format!("seed: {seed}"));
    seed
}

impl Session {
    pub(crate) fn program(&self) -> &Program {
        self.engine.program()
    }

    /// The starts to run: the one that was asked for, or all.
    pub(crate) fn starts(&self, asked: Option<usize>) -> Result<Vec<usize>, Failure> {
        let n = self.program().starts().len();
        if n == 0 {
            let message = format!("`{}` does not say where to start", self.name);
            return Err(Failure::usage(message).help("write `#trace _ stage { atoms }.`"));
        }
        match asked {
            None => Ok((0..n).collect()),
            Some(i) if (1..=n).contains(&i) => Ok(vec![i - 1]),
            Some(i) => {
                let message = format!("there is no start {i}: the program has {n}");
                Err(Failure::usage(message).help(format!("--start takes 1 to {n}")))
            }
        }
    }

    /// The one start to use: the one that was asked for, or the first.
    pub(crate) fn start(&self, asked: Option<usize>) -> Result<usize, Failure> {
        self.starts(Some(asked.unwrap_or(1))).map(|s| s[0])
    }

    /// A run in a stage, with the atoms of a start.
    pub(crate) fn run_in(&self, stage: &str, start: usize) -> Result<Run, Failure> {
        let begun = Run::new(self.engine.clone(), start)?;
        let atoms = crate::words::position(&self.engine, begun.position());
        let default = self.program().starts()[start].stage;
        Run::from_text(self.engine.clone(), &format!("stage {stage} {atoms}"), default)
            .map_err(|why| Failure::usage(why.to_string()))
    }

    /// A run from a position in a file.
    pub(crate) fn run_from(&self, path: &str) -> Result<Run, Failure> {
        let text = crate::input::read(path)?.text;
        let text = text.trim();
        let text = text.strip_prefix("Final state:").unwrap_or(text);
        let default = self.program().starts().first().map(|s| s.stage);
        let default = default.unwrap_or(StageId(0));
        Run::from_text(self.engine.clone(), text, default).map_err(|why| {
            Failure::usage(format!("`{path}` is not a position of this program: {why}"))
                .help("write `stage s` and then `{ atom, atom }`")
        })
    }
}
