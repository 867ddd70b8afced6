//! Work that is done in several threads.

/// Does some pieces of work, each in a thread of its own; the results are in the order of the work,
/// whichever thread is the fastest.
pub(crate) fn in_parallel<T: Send, U: Send>(work: Vec<T>, run: impl Fn(T) -> U + Sync) -> Vec<U> {
    if work.len() < 2 {
        return work.into_iter().map(run).collect();
    }
    // Scoped threads may borrow the game and the clock. Joining in order makes the results
    // independent of scheduling.
    std::thread::scope(|scope| {
        let run = &run;
        let threads: Vec<_> =
            work.into_iter().map(|piece| scope.spawn(move || run(piece))).collect();
        threads.into_iter().map(|t| t.join().expect("searches do not panic")).collect()
    })
}
