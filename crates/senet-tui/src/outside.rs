//! The world outside as it is: the clock of the machine, and other programs.

use senet_match::{Effort, Engine, World, ugi};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The clock of the machine, and other programs that play.
#[derive(Clone)]
pub struct Outside {
    began: Instant,
    stop: Arc<AtomicBool>,
}

impl Outside {
    /// From now on. Whoever sets `stop` ends all thinking.
    pub fn new(stop: Arc<AtomicBool>) -> Outside {
        Outside { began: Instant::now(), stop }
    }
}

impl World for Outside {
    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn engine(&self, command: &str) -> Result<Box<dyn Engine>, String> {
        Process::start(command).map(|process| Box::new(process) as Box<dyn Engine>)
    }

    fn complain(&self, what: &str) {
        let _ = anstream::stderr().write_all(format!("{what}\n").as_bytes());
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
/// How often somebody looks whether all should end.
const LOOK: Duration = Duration::from_millis(50);

impl Process {
    /// Starts a program: the words of a command, without quotes.
    fn start(command: &str) -> Result<Process, String> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("there is no program to start")?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| format!("it cannot be started: {e}"))?;
        let (to, out) = (child.stdin.take(), child.stdout.take());
        let (to, out) = to.zip(out).ok_or("it has no pipes")?;
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

    fn say(&mut self, line: &str) -> Result<(), String> {
        let written = self.to.write_all(format!("{line}\n").as_bytes());
        written.and_then(|()| self.to.flush()).map_err(|e| format!("it does not listen: {e}"))
    }

    /// Waits for a line of some kind. If everything should end, the program is told.
    fn wait<T>(
        &mut self,
        time: Duration,
        world: Option<&dyn World>,
        kind: impl Fn(&str) -> Option<T>,
    ) -> Result<T, String> {
        let until = Instant::now() + time;
        let mut told = false;
        loop {
            match self.from.recv_timeout(LOOK) {
                Ok(line) => {
                    if let Some(found) = kind(&line) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err("it has ended".to_owned()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if !told && world.is_some_and(World::stopped) {
                self.say("stop")?;
                told = true;
            }
            if Instant::now() >= until {
                return Err("it does not answer".to_owned());
            }
        }
    }
}

impl Engine for Process {
    fn best(
        &mut self,
        moves: &[String],
        effort: Effort,
        world: &dyn World,
    ) -> Result<String, String> {
        self.say(&ugi::position(moves))?;
        self.say(&ugi::go(effort))?;
        let time = match effort {
            Effort::Time(time) => time + PATIENCE,
            Effort::Nodes(_) => LONGEST,
        };
        self.wait(time, Some(world), ugi::best_move)
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
