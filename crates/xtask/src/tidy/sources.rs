//! Source files say what they are, and stay short enough to read in one sitting.

use super::{TidyProblem, Workspace, WorkspaceFile};

const LONGEST: usize = 800;
const MARK: &str = "long-file:";

/// Each Rust file begins with a `//!` line that says something.
pub(super) fn check_headers(tree: &Workspace) -> Vec<TidyProblem> {
    tree.files()
        .iter()
        .filter(|file| file.path.ends_with(".rs"))
        .filter(|file| file.text.strip_prefix("//!").is_none_or(|rest| first_line(rest).is_empty()))
        .map(|file| {
            let what = "the file does not begin with a header";
            let help = "begin the first line with `//!` and say what the file is for";
            TidyProblem::new(&file.path, 1, what, help)
        })
        .collect()
}

/// A long source file gives its reason.
pub(super) fn check_lengths(tree: &Workspace) -> Vec<TidyProblem> {
    tree.files()
        .iter()
        .filter(|file| is_code(&file.path) && file.text.lines().count() > LONGEST)
        .filter(|file| !gives_reason(file))
        .map(|file| {
            let lines = file.text.lines().count();
            let what = format!("the file has {lines} lines; {LONGEST} is the limit");
            let help = format!("split it, or give the reason in its header: `{MARK} because …`");
            TidyProblem::new(&file.path, LONGEST + 1, what, help)
        })
        .collect()
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default().trim()
}

fn is_code(path: &str) -> bool {
    let extension = path.rsplit('.').next().unwrap_or_default();
    matches!(extension, "rs" | "ts" | "js" | "svelte" | "css" | "py")
}

/// Looks for the mark with some text after it, in the header only: a reason must be easy to find.
fn gives_reason(file: &WorkspaceFile) -> bool {
    let rust = file.path.ends_with(".rs");
    let header = file.text.lines().take_while(|line| !rust || line.starts_with("//!")).take(40);
    header.filter_map(|line| line.split_once(MARK)).any(|(_, reason)| !reason.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::tree;
    use super::{check_headers, check_lengths};

    #[test]
    fn a_header_is_the_first_line_and_says_something() {
        let tree = tree(&[
            ("crates/a/src/bare.rs", "fn main() {}\n"),
            ("crates/a/src/empty.rs", ""),
            ("crates/a/src/good.rs", "//! Says something.\n"),
            ("crates/a/src/late.rs", "\n//! Too late.\n"),
            ("crates/a/src/silent.rs", "//!\n//! Says something.\n"),
            ("games/nim.cep", "% Not Rust.\n"),
        ]);
        let found: Vec<_> = check_headers(&tree).into_iter().map(|p| p.path).collect();
        let names = ["bare", "empty", "late", "silent"];
        assert_eq!(found, names.map(|name| format!("crates/a/src/{name}.rs")));
    }

    #[test]
    fn a_long_file_gives_its_reason_in_the_header() {
        let body = "\n".repeat(800);
        let tree = tree(&[
            ("fits.rs", &format!("{}//!", "\n".repeat(799))),
            ("games/long.cep", &format!("%{body}%")),
            ("long.rs", &format!("//! Long.\n{body}")),
            ("long.ts", &format!("// long-file: a table\n{body}")),
            ("reason.rs", &format!("//! Long.\n//! long-file: one table\n{body}")),
            ("too-late.rs", &format!("//! Long.\n{body}//! long-file: no\n")),
            ("without-words.rs", &format!("//! long-file:\n{body}")),
        ]);
        let found: Vec<_> = check_lengths(&tree).into_iter().map(|p| p.path).collect();
        assert_eq!(found, ["long.rs", "too-late.rs", "without-words.rs"]);
    }
}
