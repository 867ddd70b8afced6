//! The contract of games and the geometry of boards, as they are, for crates that stand alone.

macro_rules! files {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../", $path)))),*]
    };
}

const GAME: &str = "[package]\nname = \"senet-game\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
                    [dependencies]\nsenet-board = { path = \"../senet-board\" }\n\
                    senet-data = { path = \"../senet-data\" }\n\
                    rustc-hash = \"2.1\"\nthiserror = \"2\"\n";
const BOARD: &str = "[package]\nname = \"senet-board\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
                     [dependencies]\nsenet-data = { path = \"../senet-data\" }\n\
                     rustc-hash = \"2.1\"\nthiserror = \"2\"\n";
const DATA: &str = "[package]\nname = \"senet-data\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";

/// Manifests that ask for nothing of a workspace.
pub(super) const MANIFESTS: &[(&str, &str)] = &[
    ("senet-game/Cargo.toml", GAME),
    ("senet-board/Cargo.toml", BOARD),
    ("senet-data/Cargo.toml", DATA),
];

/// Every source of them.
pub(super) const SOURCES: &[(&str, &str)] = files![
    "senet-board/src/board.rs",
    "senet-board/src/board/build.rs",
    "senet-board/src/compass.rs",
    "senet-board/src/drawing.rs",
    "senet-board/src/frame.rs",
    "senet-board/src/lib.rs",
    "senet-board/src/lines.rs",
    "senet-board/src/place.rs",
    "senet-board/src/shape.rs",
    "senet-board/src/spec.rs",
    "senet-board/src/symmetry.rs",
    "senet-data/src/components.rs",
    "senet-data/src/hash.rs",
    "senet-data/src/interval.rs",
    "senet-data/src/lib.rs",
    "senet-game/src/abilities.rs",
    "senet-game/src/limits.rs",
    "senet-game/src/dyn_game.rs",
    "senet-game/src/erase.rs",
    "senet-game/src/erase/playing.rs",
    "senet-game/src/game.rs",
    "senet-game/src/hash.rs",
    "senet-game/src/info.rs",
    "senet-game/src/lib.rs",
    "senet-game/src/log.rs",
    "senet-game/src/outcome.rs",
    "senet-game/src/position.rs",
    "senet-game/src/random.rs",
    "senet-game/src/referee.rs",
    "senet-game/src/sentence.rs",
    "senet-game/src/view.rs",
];

#[cfg(test)]
mod tests {
    use super::MANIFESTS;

    /// The names in `[dependencies]`.
    fn dependencies(manifest: &str) -> Vec<&str> {
        let all = manifest.split("[dependencies]\n").nth(1).unwrap_or("");
        let lines = all.lines().take_while(|line| !line.starts_with('['));
        let names = lines.filter_map(|line| line.split(['.', ' ', '=']).next());
        names.filter(|name| !name.is_empty()).collect()
    }

    #[test]
    fn printed_manifests_have_the_dependencies_of_the_crates() {
        let ours = [
            include_str!("../../senet-game/Cargo.toml"),
            include_str!("../../senet-board/Cargo.toml"),
            include_str!("../../senet-data/Cargo.toml"),
        ];
        for ((path, printed), ours) in MANIFESTS.iter().zip(ours) {
            let (mut printed, mut ours) = (dependencies(printed), dependencies(ours));
            printed.sort_unstable();
            ours.sort_unstable();
            assert_eq!(printed, ours, "{path}");
        }
    }
}
