//! `senet ugi`: plays for other programs, which ask in UGI.

use crate::cli::UgiArgs;
use crate::commands::game::{Opened, open};
use crate::failure::{Failure, Outcome};
use crate::output;
use senet_match::Bot;
use senet_match::ugi::Ugi;
use senet_tui::SystemEnvironment;
use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;

pub(crate) fn run(args: &UgiArgs) -> Outcome {
    let bot: Bot = args.bot.parse().map_err(|e: senet_match::BotError| {
        Failure::usage(e.to_string()).help("write, for instance, --bot mcts:1s")
    })?;
    match open(&args.game)? {
        Opened::HasErrors(code) => Ok(code),
        Opened::Ready(game) => {
            talk(Ugi::new(game, bot, args.game.chance.seed.unwrap_or(0)));
            Ok(0)
        }
    }
}

/// Listens while it thinks, so that it can be told to stop. Thinking that has an end comes to it even
/// if nothing more will be asked; thinking that has none then stops.
fn talk(mut ugi: Ugi) {
    let [stop, leave] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
    let (send, lines) = channel::<String>();
    let told = (stop.clone(), leave.clone());
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if line.trim() == "stop" {
                told.0.store(true, Ordering::Relaxed);
            }
            if matches!(line.trim(), "stop" | "quit") {
                told.1.store(true, Ordering::Relaxed);
            }
            if send.send(line).is_err() {
                return;
            }
        }
        told.1.store(true, Ordering::Relaxed);
    });
    let (bounded, endless) =
        (SystemEnvironment::new(stop.clone()), SystemEnvironment::new(leave.clone()));
    while let Ok(line) = lines.recv() {
        if line.trim() == "stop" {
            // Whatever was thought about is done.
            stop.store(false, Ordering::Relaxed);
            leave.store(false, Ordering::Relaxed);
        }
        let environment = if line.contains("infinite") { &endless } else { &bounded };
        let mut say = |line: &str| output::data(&format!("{line}\n"));
        if !ugi.hear(&line, environment, &mut say) {
            return;
        }
    }
}
