//! Ctrl-C: stops at once, and says where it was.

use crate::output;
use senet_program::Program;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

static STEPS: AtomicU64 = AtomicU64::new(0);
static STAGE: AtomicU32 = AtomicU32::new(u32::MAX);
static NOTED: AtomicBool = AtomicBool::new(false);
static STAGES: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// The exit code of an interrupted command.
pub(crate) const INTERRUPTED: u8 = 130;

/// From here on an interrupt tells where the program is.
pub(crate) fn watch(program: &Program) {
    if let Ok(mut names) = STAGES.lock() {
        *names = program.stages().iter().map(|s| s.name.clone()).collect();
    }
    listen();
}

/// From here on an interrupt stops at once.
pub(crate) fn listen() {
    // A second call fails, and the first handler stays, which is all that is wanted.
    let _ = ctrlc::set_handler(|| now());
}

/// From here on an interrupt is only noted, for a command that can say how far it came; a second one
/// stops at once.
pub(crate) fn note() {
    let _ = ctrlc::set_handler(|| {
        if NOTED.swap(true, Ordering::Relaxed) {
            now();
        }
    });
}

/// Whether there was an interrupt.
pub(crate) fn noted() -> bool {
    NOTED.load(Ordering::Relaxed)
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
