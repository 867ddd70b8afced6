//! The environment as it is: the clock of the machine, cancellation, and external engines.

use senet_game::DynGame;
use senet_match::{EndgameTable, EngineError, Environment, ExternalEngine, SearchLimit, ugi};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The clock of the machine, cancellation, and external engines as child processes.
#[derive(Clone)]
pub struct SystemEnvironment {
    began: Instant,
    stop: Arc<AtomicBool>,
    table: Option<Arc<EndgameTable>>,
}

impl SystemEnvironment {
    /// From now on. Setting `stop` cancels all searches.
    pub fn new(stop: Arc<AtomicBool>) -> SystemEnvironment {
        SystemEnvironment { began: Instant::now(), stop, table: None }
    }

    /// With the values of positions for the bot `perfect`, if there is a table of them.
    pub fn with_table(self, table: Option<Arc<EndgameTable>>) -> SystemEnvironment {
        SystemEnvironment { table, ..self }
    }
}

impl Environment for SystemEnvironment {
    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    fn is_cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn start_engine(&self, command: &str) -> Result<Box<dyn ExternalEngine>, EngineError> {
        Process::start(command).map(|process| Box::new(process) as Box<dyn ExternalEngine>)
    }

    fn endgame_table(&self, game: &dyn DynGame) -> Option<Arc<EndgameTable>> {
        self.table.clone().filter(|table| table.is_for(game))
    }

    fn report(&self, problem: &str) {
        crate::say(problem);
    }
}

/// A program that was started, with pipes to and from it.
struct Process {
    child: Child,
    to: ChildStdin,
    from: Receiver<String>,
}

/// How long a program may take to begin, and how much longer than it was given for a move.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a program may take that counts moves and not time.
const LONGEST: Duration = Duration::from_secs(3600);
/// How often cancellation is looked at.
const LOOK: Duration = Duration::from_millis(50);

impl Process {
    /// Starts a program: the words of a command, without quotes.
    fn start(command: &str) -> Result<Process, EngineError> {
        let cannot =
            |reason: String| EngineError::CannotStart { command: command.to_owned(), reason };
        let mut words = command.split_whitespace();
        let program = words.next().ok_or_else(|| cannot("the command is empty".to_owned()))?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| cannot(e.to_string()))?;
        let (to, out) = (child.stdin.take(), child.stdout.take());
        let (to, out) = to.zip(out).ok_or_else(|| cannot("it has no pipes".to_owned()))?;
        let (send, from) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        let mut process = Process { child, to, from };
        process.say("ugi")?;
        process.wait(PATIENCE, None, |line| (line.trim() == "ugiok").then_some(()))?;
        process.say("uginewgame")?;
        process.say("isready")?;
        process.wait(PATIENCE, None, |line| (line.trim() == "readyok").then_some(()))?;
        Ok(process)
    }

    fn say(&mut self, line: &str) -> Result<(), EngineError> {
        let written = self.to.write_all(format!("{line}\n").as_bytes());
        written.and_then(|()| self.to.flush()).map_err(|e| EngineError::NotListening(e.to_string()))
    }

    /// Waits for a line of some kind. If everything should end, the program is told.
    fn wait<T>(
        &mut self,
        time: Duration,
        environment: Option<&dyn Environment>,
        kind: impl Fn(&str) -> Option<T>,
    ) -> Result<T, EngineError> {
        let until = Instant::now() + time;
        let mut told = false;
        loop {
            match self.from.recv_timeout(LOOK) {
                Ok(line) => {
                    if let Some(found) = kind(&line) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(EngineError::Exited),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if !told && environment.is_some_and(Environment::is_cancelled) {
                self.say("stop")?;
                told = true;
            }
            if Instant::now() >= until {
                return Err(EngineError::NoAnswer);
            }
        }
    }
}

impl ExternalEngine for Process {
    fn best_move(
        &mut self,
        moves: &[String],
        limit: SearchLimit,
        environment: &dyn Environment,
    ) -> Result<String, EngineError> {
        self.say(&ugi::position(moves))?;
        self.say(&ugi::go(limit))?;
        let time = match limit {
            SearchLimit::Time(time) => time + PATIENCE,
            SearchLimit::Nodes(_) => LONGEST,
        };
        self.wait(time, Some(environment), ugi::best_move)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.say("quit");
        for _ in 0..10 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(LOOK / 5);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
