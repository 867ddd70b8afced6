//! Which of our crates may use which: the arrows of the design, as a table.
//!
//! The table holds crates that are still to come, so that each finds its place when it is founded.

use super::manifest::{Kind, Manifest};
use super::{TidyProblem, Workspace};

/// A crate and the crates of ours that it may use; it stands below all of them in the table.
type Row = (&'static str, &'static [&'static str]);

const ALLOWED: &[Row] = &[
    // The language, from text to program.
    ("senet-data", &[]),
    ("senet-board", &["senet-data"]),
    ("senet-syntax", &[]),
    ("senet-program", &["senet-data", "senet-syntax", "senet-board"]),
    ("senet-reference", &["senet-program"]),
    ("senet-ide", &["senet-syntax", "senet-program"]),
    // The contract, and the engines that keep it.
    ("senet-game", &["senet-data", "senet-board"]),
    ("senet-words", &["senet-data", "senet-syntax", "senet-program", "senet-board", "senet-game"]),
    ("senet-engine", &["senet-data", "senet-program", "senet-board", "senet-game", "senet-words"]),
    ("senet-draw", &["senet-game", "senet-board"]),
    (
        "senet-explain",
        &[
            "senet-data",
            "senet-draw",
            "senet-syntax",
            "senet-program",
            "senet-game",
            "senet-words",
            "senet-engine",
        ],
    ),
    ("senet-ground", &["senet-program", "senet-engine"]),
    ("senet-print", &["senet-program", "senet-game", "senet-words", "senet-engine"]),
    (
        "senet-net",
        &[
            "senet-data",
            "senet-program",
            "senet-game",
            "senet-words",
            "senet-engine",
            "senet-ground",
            "senet-print",
        ],
    ),
    (
        "senet-bits",
        &[
            "senet-data",
            "senet-program",
            "senet-game",
            "senet-words",
            "senet-engine",
            "senet-ground",
            "senet-print",
        ],
    ),
    (
        "senet-compile",
        &["senet-program", "senet-game", "senet-engine", "senet-ground", "senet-net", "senet-bits"],
    ),
    // Games written in Rust.
    ("senet-grid", &["senet-syntax", "senet-program", "senet-board"]),
    ("senet-positional", &["senet-data", "senet-game", "senet-board"]),
    ("senet-macros", &[]),
    ("senet-declare", &["senet-game", "senet-board"]),
    ("baselines", &[]),
    // What can be done with any game.
    ("senet-solve", &["senet-data", "senet-game"]),
    ("senet-players", &["senet-game", "senet-solve"]),
    // Provers and their SAT solver are heavy, and the rest of analysis does not need them. The checker of
    // certificates stands on the reference interpreter alone, so that it can contradict all others.
    (
        "senet-prove",
        &[
            "senet-data",
            "senet-syntax",
            "senet-program",
            "senet-game",
            "senet-engine",
            "senet-ground",
            "senet-solve",
        ],
    ),
    ("senet-verify", &["senet-program", "senet-reference"]),
    (
        "senet-analysis",
        &[
            "senet-data",
            "senet-board",
            "senet-game",
            "senet-words",
            "senet-solve",
            "senet-players",
            "senet-program",
            "senet-engine",
            "senet-explain",
            "senet-ground",
            "senet-compile",
            "senet-draw",
        ],
    ),
    ("senet-match", &["senet-data", "senet-game", "senet-players"]),
    (
        "senet-games",
        &[
            "senet-board",
            "senet-syntax",
            "senet-program",
            "senet-game",
            "senet-engine",
            "senet-compile",
            "senet-grid",
            "senet-positional",
            "senet-macros",
            "senet-declare",
            "senet-match",
            // For tests alone.
            "senet-match",
            "senet-players",
        ],
    ),
    // The shells, and what they are made of.
    (
        "senet-tui",
        &[
            "senet-board",
            "senet-game",
            "senet-players",
            "senet-match",
            "senet-games",
            "senet-draw",
            "senet-syntax",
            "senet-program",
            "senet-engine",
            "senet-compile",
        ],
    ),
    (
        "senet-workbench",
        &[
            "senet-syntax",
            "senet-program",
            "senet-ide",
            "senet-engine",
            "senet-board",
            "senet-game",
            "senet-players",
            "senet-match",
            "senet-games",
            "senet-draw",
            "senet-explain",
            "senet-solve",
            "senet-prove",
            "senet-analysis",
        ],
    ),
    ("senet-server", &["senet-game", "senet-players", "senet-workbench"]),
    ("senet-lsp", &["senet-syntax", "senet-program", "senet-ide", "senet-game", "senet-compile"]),
    ("senet", EVERY_LIBRARY),
    ("senet-py", &["senet"]),
    ("senet-cli", EVERY_LIBRARY),
    // The house itself.
    (
        "testkit",
        &[
            "senet-syntax",
            "senet-program",
            "senet-reference",
            "senet-game",
            "senet-engine",
            "senet-explain",
            "senet-ground",
            "senet-net",
        ],
    ),
    ("xtask", &[]),
];

const EVERY_LIBRARY: &[&str] = &[
    "senet-board",
    "senet-syntax",
    "senet-program",
    "senet-reference",
    "senet-ide",
    "senet-game",
    "senet-words",
    "senet-engine",
    "senet-explain",
    "senet-ground",
    "senet-print",
    "senet-net",
    "senet-bits",
    "senet-compile",
    "senet-grid",
    "senet-positional",
    "senet-macros",
    "senet-declare",
    "baselines",
    "senet-draw",
    "senet-solve",
    "senet-players",
    "senet-prove",
    "senet-verify",
    "senet-analysis",
    "senet-match",
    "senet-games",
    "senet-tui",
    "senet-workbench",
    "senet-server",
    "senet-lsp",
];

/// What tests and benchmarks may use beside the allowed crates and `testkit`: something to play with,
/// or to compare with.
const ALLOWED_IN_TESTS: &[Row] = &[
    ("senet-net", &["baselines"]),
    ("senet-bits", &["senet-net", "senet-syntax", "baselines"]),
    ("senet-positional", &["baselines"]),
    ("senet-macros", &["senet-declare", "senet-game"]),
    ("senet-solve", &["senet-positional"]),
    ("senet-players", &["senet-positional"]),
    ("senet-prove", &["senet-verify"]),
    ("senet-analysis", &["senet-positional"]),
    ("senet-games", &["senet-players", "senet-solve"]),
    ("senet-match", &["senet-positional"]),
];

const THIS_FILE: &str = "crates/xtask/src/tidy/edges.rs";

/// Each crate uses only what the table allows, and takes every dependency from the workspace.
pub(super) fn check(tree: &Workspace) -> Vec<TidyProblem> {
    let existing = tree.crates();
    let mut problems = Vec::new();
    for (folder, file) in tree.manifests() {
        let mut report =
            |line, what, help| problems.push(TidyProblem::new(&file.path, line, what, help));
        let Some(allowed) = row(ALLOWED, folder) else {
            report(
                1,
                format!("the crate `{folder}` is not in the table of allowed edges"),
                format!("add a row to ALLOWED in {THIS_FILE}, below the crates that it uses"),
            );
            continue;
        };
        let manifest = Manifest::new(&file.text);
        if manifest.name() != Some(folder) {
            report(
                1,
                format!("the folder `{folder}` holds a crate of another name"),
                "give both the same name, so that each can be found by the other".to_owned(),
            );
        }
        if !manifest.inherits_lints() {
            report(
                1,
                format!("`{folder}` does not follow the lints of the workspace"),
                "add a section `[lints]` with `workspace = true`".to_owned(),
            );
        }
        for dependency in manifest.dependencies() {
            let name = dependency.name.as_str();
            if !dependency.inherited {
                report(
                    dependency.line,
                    format!("`{name}` does not come from the workspace"),
                    format!(
                        "write `{name}.workspace = true` here, and the version with a reason \
                         under [workspace.dependencies] in the top Cargo.toml"
                    ),
                );
            }
            let ours = existing.contains(name) || row(ALLOWED, name).is_some();
            let tests_may = name == "testkit"
                || row(ALLOWED_IN_TESTS, folder).is_some_and(|names| names.contains(&name));
            let may = allowed.contains(&name) || (dependency.kind == Kind::Dev && tests_may);
            if ours && !may {
                report(
                    dependency.line,
                    format!("`{folder}` must not use `{name}`"),
                    format!(
                        "move the code to where both can be used, or, if the design has changed, \
                         change the table in {THIS_FILE} and say why in ARCHITECTURE.md"
                    ),
                );
            }
        }
    }
    problems
}

fn row(table: &[Row], name: &str) -> Option<&'static [&'static str]> {
    table.iter().find(|(row, _)| *row == name).map(|(_, uses)| *uses)
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::tree;
    use super::{ALLOWED, ALLOWED_IN_TESTS, check, row};

    fn manifest(name: &str, rest: &str) -> String {
        format!("[package]\nname = \"{name}\"\n[lints]\nworkspace = true\n{rest}")
    }

    fn problems(folder: &str, text: &str) -> Vec<String> {
        let path = format!("crates/{folder}/Cargo.toml");
        check(&tree(&[(&path, text)])).into_iter().map(|p| p.what).collect()
    }

    #[test]
    fn arrows_point_up_the_table_so_there_is_no_cycle() {
        for (i, (name, uses)) in ALLOWED.iter().enumerate() {
            for used in *uses {
                let above = row(&ALLOWED[..i], used).is_some();
                assert!(above, "{name} uses {used}, which does not stand above it");
            }
        }
        for (name, uses) in ALLOWED_IN_TESTS {
            let known = |name| row(ALLOWED, name).is_some();
            assert!(known(name) && uses.iter().all(|used| known(used)), "{name}");
        }
    }

    #[test]
    fn allowed_edges_and_foreign_crates_pass() {
        let rest = "[dependencies]\nsenet-syntax.workspace = true\nserde.workspace = true\n";
        assert_eq!(problems("senet-program", &manifest("senet-program", rest)), [""; 0]);
    }

    #[test]
    fn an_arrow_that_points_back_is_named() {
        let rest = "[dependencies]\nsenet-program.workspace = true\n";
        let found = problems("senet-syntax", &manifest("senet-syntax", rest));
        assert_eq!(found, ["`senet-syntax` must not use `senet-program`"]);
    }

    #[test]
    fn only_tests_may_use_the_testkit() {
        let dev = "[dev-dependencies]\ntestkit.workspace = true\n";
        assert_eq!(problems("senet-program", &manifest("senet-program", dev)), [""; 0]);
        let normal = "[dependencies]\ntestkit.workspace = true\n";
        assert_eq!(
            problems("senet-cli", &manifest("senet-cli", normal)),
            ["`senet-cli` must not use `testkit`"]
        );
    }

    #[test]
    fn versions_live_in_the_workspace() {
        let rest = "[dependencies]\nserde = \"1\"\n";
        assert_eq!(
            problems("senet-syntax", &manifest("senet-syntax", rest)),
            ["`serde` does not come from the workspace"]
        );
    }

    #[test]
    fn unknown_crates_wrong_names_and_missing_lints_are_named() {
        assert_eq!(
            problems("common", &manifest("common", "")),
            ["the crate `common` is not in the table of allowed edges"]
        );
        assert_eq!(
            problems("senet-syntax", "[package]\nname = \"syntax\"\n"),
            [
                "the folder `senet-syntax` holds a crate of another name",
                "`senet-syntax` does not follow the lints of the workspace"
            ]
        );
    }
}
