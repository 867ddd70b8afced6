//! Every public function of the façade has an example that runs: in its own documentation, or in that
//! of the `impl` around it.

use super::{TidyProblem, Workspace};

/// The folder whose functions are looked at.
const FACADE: &str = "crates/senet/src/";

pub(super) fn check(tree: &Workspace) -> Vec<TidyProblem> {
    let files = tree.files().iter();
    let facade = files.filter(|file| file.path.starts_with(FACADE) && file.path.ends_with(".rs"));
    facade.flat_map(|file| without_example(&file.path, &file.text)).collect()
}

fn without_example(path: &str, text: &str) -> Vec<TidyProblem> {
    let mut problems = Vec::new();
    // Whether the comment above the next item has an example, and that of the open `impl`.
    let (mut above, mut around) = (false, false);
    for (i, line) in text.lines().enumerate() {
        let code = line.trim_start();
        if code.starts_with("///") {
            above |= code.starts_with("/// ```");
            continue;
        }
        if code.starts_with("#[") {
            continue;
        }
        if line.starts_with("impl") {
            around = above;
        }
        if line == "}" {
            around = false;
        }
        if let Some(rest) = code.strip_prefix("pub fn ")
            && !above
            && !around
        {
            let name = rest.split(['(', '<']).next().unwrap_or(rest);
            let what = format!("`{name}` has no example");
            let help = "show in its documentation how it is used, as a test that runs";
            problems.push(TidyProblem::new(path, i + 1, what, help));
        }
        above = false;
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::tree;
    use super::check;

    #[test]
    fn functions_of_the_facade_have_examples() {
        let with =
            "//! x\n/// Does.\n///\n/// ```\n/// f();\n/// ```\n#[must_use]\npub fn f() {}\n";
        let inside =
            "//! x\n/// ```\n/// ```\nimpl A {\n    /// Is.\n    pub fn g() {}\n}\npub fn h() {}\n";
        let tree = tree(&[
            ("crates/senet/src/a.rs", with),
            ("crates/senet/src/b.rs", inside),
            ("crates/senet-game/src/c.rs", "//! x\npub fn elsewhere() {}\n"),
        ]);
        let found: Vec<String> = check(&tree).iter().map(|p| p.what.clone()).collect();
        assert_eq!(found, ["`h` has no example"]);
    }
}
