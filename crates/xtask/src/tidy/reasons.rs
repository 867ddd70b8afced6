//! Every dependency on somebody else's crate has a reason, in a comment above it.

use super::manifest::Manifest;
use super::{TidyProblem, Workspace};

/// Each entry of `[workspace.dependencies]` that is not a crate of ours is explained.
pub(super) fn check(tree: &Workspace) -> Vec<TidyProblem> {
    let Some(file) = tree.get("Cargo.toml") else {
        return Vec::new();
    };
    let all = Manifest::new(&file.text).workspace_dependencies().into_iter();
    all.filter(|d| !d.local && !d.explained)
        .map(|d| {
            TidyProblem::new(
                &file.path,
                d.line,
                format!("the dependency `{}` has no reason", d.name),
                "say in one comment line right above it what it does for us; \
                 the comment may cover the lines that follow without a gap",
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::tree;
    use super::check;

    #[test]
    fn foreign_crates_need_a_reason_and_ours_do_not() {
        let text = "[workspace.dependencies]\n\
                    senet-a = { path = \"crates/senet-a\" }\n\
                    \n\
                    # ---- others' crates\n\
                    bare = \"1\"\n\
                    # Data out, as JSON.\n\
                    serde = \"1\"\n\
                    serde_json = \"1\"\n";
        let problems = check(&tree(&[("Cargo.toml", text)]));
        let found: Vec<_> = problems.iter().map(|p| (p.line, p.what.as_str())).collect();
        assert_eq!(found, [(5, "the dependency `bare` has no reason")]);
    }
}
