//! The memory of the whole process has a bound: a counting allocator is the last line behind the
//! limits of the libraries, which only estimate what they use.
//!
//! This is the one file of the command line with `unsafe` code: an allocator cannot be written without.
//! Every call goes to the system's allocator unchanged; beside it a counter is kept. Threads count for
//! themselves and hand on what they have counted in lots of [`LOT`] bytes, so that counting costs no
//! traffic between cores; the bound is exact up to one lot for each thread.

#![allow(unsafe_code, reason = "a global allocator is unsafe to implement")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// What a thread counts by itself before it adds it to the sum.
const LOT: isize = 256 << 10;

/// The exit code when the bound is reached: a limit, as any other.
const EXIT: i32 = 1;

/// Bytes in use, but for what threads have not handed on yet.
static USED: AtomicUsize = AtomicUsize::new(0);
/// The bound in bytes.
static BOUND: AtomicUsize = AtomicUsize::new(usize::MAX);
/// The message is being written: whatever that needs is granted.
static ENDING: AtomicBool = AtomicBool::new(false);
/// The command was interrupted: nothing is freed any more.
static LEAVING: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// What this thread has counted since it last handed on; without destructor, so that it can be
    /// used as long as the thread allocates.
    static COUNTED: Cell<isize> = const { Cell::new(0) };
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The system's allocator with a counter beside it.
struct Counting;

impl Counting {
    /// Counts bytes that come (positive) or go.
    #[inline]
    fn count(bytes: isize) {
        let all = COUNTED.try_with(|counted| {
            let sum = counted.get() + bytes;
            if sum.abs() < LOT {
                counted.set(sum);
                return 0;
            }
            counted.set(0);
            sum
        });
        let lot = all.unwrap_or(bytes);
        if lot > 0 {
            let used = USED.fetch_add(lot as usize, Ordering::Relaxed).wrapping_add(lot as usize);
            if used > BOUND.load(Ordering::Relaxed) && (used as isize) > 0 {
                end();
            }
        } else if lot < 0 {
            USED.fetch_sub(lot.unsigned_abs(), Ordering::Relaxed);
        }
    }
}

// SAFETY: every method hands its arguments to the system's allocator and returns what that returns.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Counting::count(layout.size() as isize);
        // SAFETY: the caller keeps the contract of `alloc`, which is the same here.
        let memory = unsafe { System.alloc(layout) };
        if memory.is_null() { end() } else { memory }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        Counting::count(layout.size() as isize);
        // SAFETY: as above.
        let memory = unsafe { System.alloc_zeroed(layout) };
        if memory.is_null() { end() } else { memory }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        Counting::count(-(layout.size() as isize));
        if LEAVING.load(Ordering::Relaxed) {
            return;
        }
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        Counting::count(size as isize - layout.size() as isize);
        // SAFETY: as above.
        let memory = unsafe { System.realloc(memory, layout, size) };
        if memory.is_null() { end() } else { memory }
    }
}

/// Says that memory ran out and ends the process. Nothing in here allocates.
#[cold]
fn end() -> ! {
    if !ENDING.swap(true, Ordering::Relaxed) {
        let mut text = [0u8; 256];
        let mut rest = &mut text[..];
        let mib = BOUND.load(Ordering::Relaxed) >> 20;
        let told = match BOUND.load(Ordering::Relaxed) {
            usize::MAX => writeln!(rest, "senet: the system has no more memory"),
            _ => writeln!(
                rest,
                "senet: the limit of {mib} MiB of memory was reached\n  help: raise it with \
                 --max-memory MIB, or ask for less"
            ),
        };
        let left = rest.len();
        if told.is_ok() {
            write_to_stderr(&text[..text.len() - left]);
        }
    }
    std::process::exit(EXIT)
}

#[cfg(unix)]
fn write_to_stderr(text: &[u8]) {
    use std::os::fd::FromRawFd;
    // SAFETY: descriptor 2 stays open, because the file is never dropped. Writing to it directly takes
    // no lock, which the thread that allocates may hold.
    let stderr = unsafe { std::fs::File::from_raw_fd(2) };
    let mut stderr = std::mem::ManuallyDrop::new(stderr);
    let _ = stderr.write_all(text);
}

#[cfg(not(unix))]
fn write_to_stderr(text: &[u8]) {
    let _ = std::io::stderr().write_all(text);
}

/// Sets the bound of the process: what the user asked for, in MiB, else half of what the machine has;
/// never more than a control group or `ulimit -v` leaves.
pub(crate) fn set_bound(mib: Option<u64>) {
    let asked = mib.map(|mib| mib.saturating_mul(1 << 20));
    let machine = machine();
    let bound = asked.unwrap_or(machine.map_or(u64::MAX, |all| all / 2));
    let bound = bound.min(machine.unwrap_or(u64::MAX));
    BOUND.store(usize::try_from(bound).unwrap_or(usize::MAX), Ordering::Relaxed);
}

/// The process ends soon, and says before that how far it came. Freeing millions of positions first would take
/// longer than an interrupted user waits; the system takes all of them back at once.
pub(crate) fn leave() {
    LEAVING.store(true, Ordering::Relaxed);
}

/// The bound, in bytes.
pub(crate) fn bound() -> u64 {
    BOUND.load(Ordering::Relaxed) as u64
}

/// Whether most of the memory is used: a command that can say how far it came stops now.
pub(crate) fn is_short() -> bool {
    let bound = BOUND.load(Ordering::Relaxed);
    let used = USED.load(Ordering::Relaxed);
    // Threads that have ended took what they had not handed on with them: the sum may be below zero.
    (used as isize) > 0 && used > bound / 10 * 9
}

/// Hands on what this thread has counted; called by threads that end while others go on.
pub(crate) fn hand_on() {
    let counted = COUNTED.try_with(|counted| counted.replace(0)).unwrap_or(0);
    USED.fetch_add(counted as usize, Ordering::Relaxed);
}

/// What the machine, a control group and `ulimit -v` leave to this process; `None` where the system does
/// not say.
fn machine() -> Option<u64> {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let number = |text: String| text.trim().parse::<u64>().ok();
    let total = read("/proc/meminfo").and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok()?.checked_mul(1024)
    });
    let group = read("/sys/fs/cgroup/memory.max").and_then(number);
    let old_group = read("/sys/fs/cgroup/memory/memory.limit_in_bytes").and_then(number);
    let ulimit = read("/proc/self/limits").and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("Max address space"))?;
        line.split_whitespace().nth(3)?.parse::<u64>().ok()
    });
    [total, group, old_group, ulimit].into_iter().flatten().min()
}
