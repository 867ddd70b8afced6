//! The section of ARCHITECTURE.md that follows a move from text to screen names files that exist, and
//! functions and types that are defined in them.

use super::{TidyProblem, Workspace};

const PATH: &str = "ARCHITECTURE.md";
const HEADING: &str = "## How a move of tic-tac-toe travels";

/// Looks up every name in backquotes: `` `path.rs` `` is a file below `crates/`; a name with the file in
/// parentheses behind it, `` `Type::name` (`path.rs`) ``, is defined there.
pub(super) fn check(tree: &Workspace) -> Vec<TidyProblem> {
    let Some(file) = tree.get(PATH) else { return Vec::new() };
    let Some(begin) = file.text.find(HEADING) else {
        let help = "keep it: it is how a newcomer finds the way";
        return vec![TidyProblem::new(PATH, 1, format!("there is no section `{HEADING}`"), help)];
    };
    let rest = &file.text[begin + HEADING.len()..];
    let section = &rest[..rest.find("\n## ").unwrap_or(rest.len())];
    let first_line = file.text[..begin].matches('\n').count() + 1;
    let mut problems = Vec::new();
    for (at, name, follows) in names(section) {
        let line = first_line + section[..at].matches('\n').count();
        let mut report = |what| {
            problems.push(TidyProblem::new(
                PATH,
                line,
                what,
                "follow the move again and mend the text",
            ));
        };
        if is_source(name) {
            if tree.get(&format!("crates/{name}")).is_none() {
                report(format!("there is no file `crates/{name}`"));
            }
        } else if let Some(path) = follows
            && let Some(source) = tree.get(&format!("crates/{path}"))
            && !defines(&source.text, name.rsplit("::").next().unwrap_or(name))
        {
            report(format!("`{name}` is not defined in `crates/{path}`"));
        }
    }
    problems
}

fn is_source(name: &str) -> bool {
    name.ends_with(".rs") && name.contains('/')
}

/// The names in backquotes with their places, each with the file in parentheses right behind it.
fn names(section: &str) -> Vec<(usize, &str, Option<&str>)> {
    let marks: Vec<usize> = section.match_indices('`').map(|(at, _)| at).collect();
    let quoted: Vec<(usize, usize)> = marks.chunks_exact(2).map(|m| (m[0] + 1, m[1])).collect();
    let follows = |i: usize| {
        let (begin, end) = *quoted.get(i + 1)?;
        let between = &section[quoted[i].1 + 1..begin - 1];
        let name = &section[begin..end];
        (between.trim() == "(" && is_source(name)).then_some(name)
    };
    let name =
        |(i, (begin, end)): (usize, &(usize, usize))| (*begin, &section[*begin..*end], follows(i));
    quoted.iter().enumerate().map(name).collect()
}

/// Whether a text of Rust defines something of this name.
fn defines(text: &str, name: &str) -> bool {
    ["fn", "struct", "enum", "trait", "type", "const"].iter().any(|keyword| {
        let wanted = format!("{keyword} {name}");
        text.match_indices(&wanted).any(|(at, _)| {
            !text[at + wanted.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::tree;
    use super::{HEADING, check};

    #[test]
    fn dead_files_and_names_are_found() {
        let text = format!(
            "# A\n\n{HEADING}\n\n1. `a::walk` (`a/src/lib.rs`), then `Gone::walks`\n   \
             (`a/src/lib.rs`) and `a/src/gone.rs`, with `words`.\n\n## Next\n`b/src/lib.rs`\n"
        );
        let files =
            [("ARCHITECTURE.md", text.as_str()), ("crates/a/src/lib.rs", "pub fn walk() {}")];
        let problems = check(&tree(&files));
        let found: Vec<_> = problems.iter().map(|p| (p.line, p.what.as_str())).collect();
        let expected = [
            (5, "`Gone::walks` is not defined in `crates/a/src/lib.rs`"),
            (6, "there is no file `crates/a/src/gone.rs`"),
        ];
        assert_eq!(found, expected);
    }
}
