//! The code map in ARCHITECTURE.md names exactly the crates there are, and stays short.

use std::collections::BTreeMap;

use super::{TidyProblem, Workspace};

const PATH: &str = "ARCHITECTURE.md";
const HEADING: &str = "## Code map";
const LONGEST: usize = 200;

/// Compares the map with the folders in `crates/`.
pub(super) fn check(tree: &Workspace) -> Vec<TidyProblem> {
    let Some(file) = tree.get(PATH) else {
        return vec![TidyProblem::new(PATH, 1, "the file is missing", "write it; it is the map")];
    };
    let mut problems = Vec::new();
    let mut report = |line, what, help| problems.push(TidyProblem::new(PATH, line, what, help));
    let lines = file.text.lines().count();
    if lines > LONGEST {
        let what = format!("the file has {lines} lines; {LONGEST} is the limit");
        report(LONGEST + 1, what, "keep the map and move the rest to docs/".to_owned());
    }
    let Some(heading) = file.text.lines().position(|line| line == HEADING) else {
        report(
            1,
            format!("there is no heading `{HEADING}`"),
            "add it, with a row for each crate in crates/".to_owned(),
        );
        return problems;
    };
    let named = named_crates(&file.text);
    let existing = tree.crates();
    for (name, line) in &named {
        if !existing.contains(name) {
            let help = "take the row out, or mend the name".to_owned();
            report(*line, format!("the code map names `{name}`, which is not in crates/"), help);
        }
    }
    for name in existing {
        if !named.contains_key(name) {
            let help = format!("add a row that begins with `{name}` and says what it does");
            report(heading + 1, format!("the code map does not name the crate `{name}`"), help);
        }
    }
    problems
}

/// The first `name` in each table row or list item below the heading, with its line.
fn named_crates(text: &str) -> BTreeMap<&str, usize> {
    let lines = (1..).zip(text.lines());
    let section = lines.skip_while(|(_, line)| *line != HEADING).skip(1);
    section
        .take_while(|(_, line)| !line.starts_with("# ") && !line.starts_with("## "))
        .filter_map(|(number, line)| {
            let row = line.strip_prefix("| ").or_else(|| line.strip_prefix("- "))?;
            let (name, _) = row.strip_prefix('`')?.split_once('`')?;
            Some((name, number))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::tree;
    use super::check;

    fn problems(map: &str) -> Vec<String> {
        let files =
            [("ARCHITECTURE.md", map), ("crates/a/Cargo.toml", ""), ("crates/b/Cargo.toml", "")];
        check(&tree(&files)).into_iter().map(|p| format!("{}: {}", p.line, p.what)).collect()
    }

    #[test]
    fn a_table_or_a_list_that_names_all_crates_passes() {
        let table = "# A\n`c` is elsewhere.\n## Code map\n| crate | what |\n|---|---|\n\
                     | `a` | uses `d` |\n| `b` | |\n## Next\n- `e`\n";
        assert_eq!(problems(table), [""; 0]);
        assert_eq!(problems("## Code map\n- `a`: one\n- `b`: two\n"), [""; 0]);
    }

    #[test]
    fn dead_and_missing_names_are_found() {
        assert_eq!(
            problems("# A\n## Code map\n- `a`: one\n- `gone`: two\n"),
            [
                "4: the code map names `gone`, which is not in crates/",
                "2: the code map does not name the crate `b`"
            ]
        );
        assert_eq!(problems("# A\n"), ["1: there is no heading `## Code map`"]);
    }

    #[test]
    fn the_map_stays_short() {
        let map = format!("## Code map\n- `a`\n- `b`\n{}", "\n".repeat(198));
        assert_eq!(problems(&map), ["201: the file has 201 lines; 200 is the limit"]);
    }
}
