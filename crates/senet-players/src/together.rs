//! Several who think at the same time.

/// Lets each of some think, all at the same time: what they found out, in their order.
pub(crate) fn together<T: Send, U: Send>(all: Vec<T>, think: impl Fn(T) -> U + Sync) -> Vec<U> {
    if all.len() < 2 {
        return all.into_iter().map(think).collect();
    }
    std::thread::scope(|scope| {
        let think = &think;
        let begun: Vec<_> = all.into_iter().map(|one| scope.spawn(move || think(one))).collect();
        begun.into_iter().map(|t| t.join().expect("thinking does not panic")).collect()
    })
}
