//! Nothing in the repository depends on the machine it was written on.
//!
//! The strings to look for are put together from two halves, so that this file passes too.

use super::{TidyProblem, Workspace};

struct Forbidden {
    text: &'static str,
    /// A path counts only where it begins, so that `example.org/home/` may be written.
    is_path: bool,
    what: &'static str,
    help: &'static str,
}

const fn path(text: &'static str) -> Forbidden {
    Forbidden {
        text,
        is_path: true,
        what: "a path of one machine",
        help: "write the path from the top of the repository, or take it as an argument",
    }
}

const fn registry(text: &'static str) -> Forbidden {
    Forbidden {
        text,
        is_path: false,
        what: "the address of a package registry",
        help: "leave it out (npm: `omit-lockfile-registry-resolved=true`): \
               every machine knows its own registry",
    }
}

const FORBIDDEN: &[Forbidden] = &[
    path(concat!("/ho", "me/")),
    path(concat!("/ro", "ot/")),
    path(concat!("/wo", "rk/")),
    path(concat!("/Us", "ers/")),
    path(concat!("C:\\Us", "ers\\")),
    Forbidden {
        text: concat!("../sh", "ared"),
        is_path: false,
        what: "a folder outside of the repository",
        help: "bring what is needed into the repository and point there",
    },
    registry(concat!("index.crates", ".io")),
    registry(concat!("static.crates", ".io")),
    registry(concat!("registry.npm", "js.org")),
    registry(concat!("registry.yarn", "pkg.com")),
    registry(concat!("files.python", "hosted.org")),
    registry(concat!("\"resolved\": ", "\"http")),
    registry(concat!("sparse", "+http")),
    registry(concat!("replace", "-with")),
];

const LOCKED: &str = "source = \"registry+";
const PUBLIC: &str = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";

/// No file names a place that exists only on its author's machine.
pub(super) fn check(tree: &Workspace) -> Vec<TidyProblem> {
    let mut problems = Vec::new();
    for file in tree.files() {
        for (number, line) in (1..).zip(file.text.lines()) {
            for forbidden in FORBIDDEN.iter().filter(|f| f.occurs_in(line)) {
                let what = format!("{}: `{}`", forbidden.what, forbidden.text);
                problems.push(TidyProblem::new(&file.path, number, what, forbidden.help));
            }
            let lock = file.path.ends_with("Cargo.lock");
            if lock && line.starts_with(LOCKED) && line != PUBLIC {
                let what = "a crate locked to a registry that others may not reach";
                let help = "resolve again against the public index and commit that lock file";
                problems.push(TidyProblem::new(&file.path, number, what, help));
            }
        }
    }
    problems
}

impl Forbidden {
    fn occurs_in(&self, line: &str) -> bool {
        line.match_indices(self.text).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            let inside = |c: char| c.is_alphanumeric() || "._-~})".contains(c);
            !(self.is_path && before.is_some_and(inside))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::tree;
    use super::check;

    fn found(path: &str, line: &str) -> bool {
        let problems = check(&tree(&[(path, &format!("first\n{line}\n"))]));
        assert!(problems.iter().all(|p| p.line == 2), "{problems:?}");
        !problems.is_empty()
    }

    #[test]
    fn places_on_one_machine_are_found() {
        for line in [
            concat!("let x = \"/ho", "me/ann/senet\";"),
            concat!("file:///ro", "ot/.cargo"),
            concat!("cd /wo", "rk/main"),
            concat!("see ../sh", "ared/DESIGN.md"),
        ] {
            assert!(found("docs/a.md", line), "{line}");
        }
    }

    #[test]
    fn the_same_letters_inside_another_path_are_fine() {
        for line in [
            concat!("https://example.org/ho", "me/page"),
            concat!("games/wo", "rk/a.cep"),
            concat!("~/wo", "rk/a.cep"),
            "walk/home : rule.",
        ] {
            assert!(!found("docs/a.md", line), "{line}");
        }
    }

    #[test]
    fn a_lock_file_names_the_public_index_only() {
        let public = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";
        assert!(!found("Cargo.lock", public));
        assert!(found("Cargo.lock", "source = \"registry+https://mirror.example/index\""));
        assert!(found(
            "web/package-lock.json",
            concat!("\"resolved\": ", "\"https://m.example/a\"")
        ));
    }
}
