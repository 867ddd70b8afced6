//! Ctrl-C: stops at once, and says where it was.

use crate::{memory, output};
use senet_program::Program;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

static STEPS: AtomicU64 = AtomicU64::new(0);
static STAGE: AtomicU32 = AtomicU32::new(u32::MAX);
static NOTING: AtomicBool = AtomicBool::new(false);
static NOTED: AtomicBool = AtomicBool::new(false);
static HEARD: AtomicBool = AtomicBool::new(false);
static STAGES: Mutex<Vec<String>> = Mutex::new(Vec::new());
static PASSED_TO: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// An interrupt is answered within 100 ms.
const PATIENCE: Duration = Duration::from_millis(80);

/// The exit code of an interrupted command.
pub(crate) const INTERRUPTED: u8 = 130;

/// From here on an interrupt tells where the program is.
pub(crate) fn watch(program: &Program) {
    if let Ok(mut names) = STAGES.lock() {
        *names = program.stages().iter().map(|s| s.name.clone()).collect();
    }
    listen();
}

/// Begins to listen for interrupts; from here on one stops the command at once. Called first of all, so
/// that an interrupt is answered even if whoever started the command had them ignored, as shells do for
/// what runs in the background.
pub(crate) fn listen() {
    // A second call fails, and the first handler stays, which is all that is wanted.
    let _ = ctrlc::set_handler(|| {
        if let Some(flag) = PASSED_TO.get() {
            // Nobody has looked at the one before: a second interrupt means it.
            if flag.swap(true, Ordering::Relaxed) {
                now();
            }
            return;
        }
        if !NOTING.load(Ordering::Relaxed) || NOTED.swap(true, Ordering::Relaxed) {
            now();
        }
        // The command has this long to say how far it came. Handlers run in a thread of their own.
        std::thread::sleep(PATIENCE);
        if !HEARD.load(Ordering::Relaxed) {
            now();
        }
    });
}

/// From here on an interrupt sets a flag, which a conversation looks at and clears; a second one before
/// that stops the command at once.
pub(crate) fn pass_to(flag: Arc<AtomicBool>) {
    let _ = PASSED_TO.set(flag);
    listen();
}

/// From here on an interrupt is noted, for a command that can say how far it came; if it does not ask
/// soon, or at a second interrupt, it stops at once.
pub(crate) fn note() {
    NOTING.store(true, Ordering::Relaxed);
    listen();
}

/// Whether there was an interrupt.
pub(crate) fn noted() -> bool {
    let noted = NOTED.load(Ordering::Relaxed);
    if noted {
        HEARD.store(true, Ordering::Relaxed);
        memory::leave();
    }
    noted
}

/// Stops, and says where it was.
pub(crate) fn now() -> ! {
    output::message(&place());
    std::process::exit(INTERRUPTED.into());
}

/// Notes where the program is; cheap enough for every step.
pub(crate) fn at(steps: u64, stage: senet_program::StageId) {
    STEPS.store(steps, Ordering::Relaxed);
    STAGE.store(stage.0, Ordering::Relaxed);
}

fn place() -> String {
    if STAGE.load(Ordering::Relaxed) == u32::MAX {
        return "\nsenet: interrupted".to_owned();
    }
    let steps = STEPS.load(Ordering::Relaxed);
    let stage = STAGE.load(Ordering::Relaxed) as usize;
    let names = STAGES.try_lock().ok();
    let name = names.as_ref().and_then(|n| n.get(stage));
    let stage = name.map_or(String::new(), |n| format!(" in stage `{n}`"));
    let s = if steps == 1 { "" } else { "s" };
    format!("\nsenet: interrupted{stage} after {steps} step{s}")
}
