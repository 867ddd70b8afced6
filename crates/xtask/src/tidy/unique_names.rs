//! Public types have names of their own: a name that is searched for is found once.

use super::{TidyProblem, Workspace};
use std::collections::BTreeMap;

/// Crates whose public types may repeat a name: the facade wraps types under the names that its
/// users know, and `game!` prints types into the caller's crate.
const EXEMPT: [&str; 2] = ["crates/senet/", "crates/senet-macros/"];

/// No two public types of the workspace have the same name.
pub(super) fn check(tree: &Workspace) -> Vec<TidyProblem> {
    let mut first: BTreeMap<&str, (&str, usize)> = BTreeMap::new();
    let mut problems = Vec::new();
    let sources = tree.files().iter().filter(|file| is_source(&file.path));
    for file in sources {
        for (line, text) in file.text.lines().enumerate() {
            let Some(name) = public_type(text) else { continue };
            match first.get(name) {
                None => drop(first.insert(name, (&file.path, line + 1))),
                Some((path, at)) => {
                    let what =
                        format!("the public type `{name}` is also the name of one in {path}:{at}");
                    let help = "give one of them a name that says how they differ";
                    problems.push(TidyProblem::new(&file.path, line + 1, what, help));
                }
            }
        }
    }
    problems
}

fn is_source(path: &str) -> bool {
    path.starts_with("crates/")
        && path.contains("/src/")
        && path.ends_with(".rs")
        && !EXEMPT.iter().any(|exempt| path.starts_with(exempt))
}

/// The name of the type that a line declares for everyone: items in modules that are private count
/// too, because most of them are exported again.
fn public_type(line: &str) -> Option<&str> {
    let item = line.strip_prefix("pub ")?;
    let kinds = ["struct ", "enum ", "trait ", "type ", "union "];
    let rest = kinds.iter().find_map(|kind| item.strip_prefix(kind))?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    Some(&rest[..end])
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::tree;
    use super::check;

    #[test]
    fn a_public_name_is_taken_once() {
        let tree = tree(&[
            ("crates/a/src/lib.rs", "pub struct Edge;\npub(crate) struct Inner;\n"),
            ("crates/b/src/graph.rs", "pub struct Inner;\npub enum Edge {}\n"),
            ("crates/senet/src/lib.rs", "pub struct Edge;\n"),
        ]);
        let problems = check(&tree);
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert_eq!((problems[0].path.as_str(), problems[0].line), ("crates/b/src/graph.rs", 2));
    }
}
