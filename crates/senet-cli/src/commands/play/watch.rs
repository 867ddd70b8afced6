//! `senet play --watch`: a program that is read again when it is saved, while it is being played. The play
//! is kept as far as the new rules allow it; otherwise the first play that is not possible is named.

use super::{OpenedMatch, open_match};
use crate::cli::PlayArgs;
use crate::commands::game::{Opened, open};
use crate::commands::test::recorded::as_far_as_possible;
use crate::failure::{Failure, Outcome};
use crate::{interrupt, output};
use senet_match::{Environment, Match, Record};
use senet_tui::{PlayEnd, PromptAnswer, Shell, SystemEnvironment, Terminal, play, printable};
use std::io::{BufRead, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, SystemTime};

/// How often the file is looked at.
const INTERVAL: Duration = Duration::from_millis(150);

pub(super) fn run(args: &PlayArgs) -> Outcome {
    let file = args.game.game.as_str();
    if !Path::new(file).is_file() {
        let failure = Failure::usage(format!("`{file}` is not a file that could be watched"));
        return Err(failure.help("give a program of your own: `senet play --watch game.cep`"));
    }
    interrupt::listen();
    let mut shell = Watching::new(file);
    let mut playing = loop {
        match open_match(args)? {
            Opened::Ready(playing) => break seated(args, playing)?,
            // Wait until the program can be read.
            Opened::HasErrors(_) => match shell.wait(None) {
                Heard::Change => {}
                Heard::Line(_) => {}
                Heard::End => return Ok(crate::failure::BAD_PROGRAM),
            },
        }
    };
    loop {
        let (left, ended) = play(playing, &mut shell);
        playing = left;
        if !std::mem::take(&mut shell.changed) {
            return match ended {
                PlayEnd::Over | PlayEnd::Early => Ok(0),
                PlayEnd::Stopped(kind) => {
                    Err(Failure::bad(format!("a limit on {} was reached", kind.what())))
                }
                PlayEnd::Failed(why) => Err(Failure::bad(why.to_string())),
            };
        }
        playing = match reload(args, &playing)? {
            Opened::Ready(playing) => seated(args, playing)?,
            Opened::HasErrors(_) => {
                output::message(
                    "the program has errors: the play goes on by the rules as they were",
                );
                playing
            }
        };
    }
}

fn seated(args: &PlayArgs, mut playing: Match) -> Result<Match, Failure> {
    let environment = SystemEnvironment::new(Arc::default());
    senet_tui::sit(&mut playing, &args.seats, None, &environment)
        .map_err(|why| Failure::usage(why.to_string()))?;
    Ok(playing)
}

/// The same play by the rules as they are now.
fn reload(args: &PlayArgs, playing: &Match) -> OpenedMatch {
    let game = match open(&args.game)? {
        Opened::Ready(game) => game,
        Opened::HasErrors(code) => return Ok(Opened::HasErrors(code)),
    };
    let record = playing.record();
    let (playing, stuck) = as_far_as_possible(&game, &record)?;
    let all = record.plays.len();
    output::message(&match stuck {
        None if all == 0 => "reloaded".to_owned(),
        None => format!("reloaded; all {all} plays are kept"),
        Some((at, why)) => {
            let play = match &record.plays[at] {
                senet_match::RecordEntry::Move(name, _)
                | senet_match::RecordEntry::Chance(name) => format!("`{name}`"),
                _ => "a play".to_owned(),
            };
            format!(
                "reloaded; {at} of {all} plays are kept, as play {}, {play}, is no longer possible: {why}",
                at + 1
            )
        }
    });
    Ok(Opened::Ready(playing))
}

/// What can be heard at the prompt.
enum Heard {
    Line(String),
    Change,
    End,
}

/// A terminal that hears when a file changes, even while it waits for a line.
struct Watching<'a> {
    terminal: Terminal<'a>,
    lines: Receiver<String>,
    file: String,
    stamp: Option<(SystemTime, u64)>,
    changed: bool,
}

impl Watching<'_> {
    fn new(file: &str) -> Self {
        let (send, lines) = channel();
        // Reading blocks, and the file has to be looked at meanwhile.
        std::thread::spawn(move || {
            for line in std::io::stdin().lock().split(b'\n').map_while(Result::ok) {
                if send.send(printable(&line)).is_err() {
                    break;
                }
            }
        });
        let terminal = Terminal::new(Box::new(|_: &Record| {
            Err("a play that is watched cannot load another".to_owned())
        }));
        let stamp = stamp(file);
        Watching { terminal, lines, file: file.to_owned(), stamp, changed: false }
    }

    fn wait(&mut self, prompt: Option<&str>) -> Heard {
        if let Some(prompt) = prompt {
            output::data(prompt);
        }
        loop {
            match self.lines.recv_timeout(INTERVAL) {
                Ok(line) => return Heard::Line(line),
                Err(RecvTimeoutError::Disconnected) => return Heard::End,
                Err(RecvTimeoutError::Timeout) => {
                    // A file that is being replaced is not there for a moment.
                    let now = stamp(&self.file);
                    if now.is_some() && now != self.stamp {
                        self.stamp = now;
                        return Heard::Change;
                    }
                }
            }
        }
    }
}

fn stamp(file: &str) -> Option<(SystemTime, u64)> {
    let data = std::fs::metadata(file).ok()?;
    Some((data.modified().ok()?, data.len()))
}

impl Shell for Watching<'_> {
    fn say(&mut self, text: &str) {
        self.terminal.say(text);
    }

    fn ask(&mut self, prompt: &str) -> PromptAnswer {
        match self.wait(Some(prompt)) {
            Heard::Line(line) => {
                if !std::io::stdin().is_terminal() {
                    output::data(&format!("{line}\n"));
                }
                PromptAnswer::Line(line)
            }
            Heard::Change => {
                output::data("\n");
                self.changed = true;
                PromptAnswer::End
            }
            Heard::End => PromptAnswer::End,
        }
    }

    fn environment(&self) -> &dyn Environment {
        self.terminal.environment()
    }

    fn width(&self) -> usize {
        self.terminal.width()
    }

    fn colour(&self) -> bool {
        self.terminal.colour()
    }

    fn screen(&self) -> bool {
        self.terminal.screen()
    }

    fn save(&mut self, name: &str, text: &str) -> Result<(), String> {
        self.terminal.save(name, text)
    }

    fn load(&mut self, name: &str) -> Result<String, String> {
        self.terminal.load(name)
    }

    fn replay(&mut self, record: &Record) -> Result<Match, String> {
        self.terminal.replay(record)
    }
}
