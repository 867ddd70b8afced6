//! Every dependency on somebody else's crate has a reason, in a comment above it.

use super::{Problem, Workspace, manifest};

/// Each entry of `[workspace.dependencies]` that is not a crate of ours is explained.
pub(super) fn check(tree: &Workspace) -> Vec<Problem> {
    let Some(file) = tree.get("Cargo.toml") else {
        return Vec::new();
    };
    let entries = manifest::entries(&file.text).into_iter();
    let foreign = entries
        .filter(|e| e.section == "workspace.dependencies" && !e.value.contains("path = \"crates/"));
    foreign
        .filter(|e| !e.explained)
        .map(|e| {
            Problem::new(
                &file.path,
                e.line,
                format!("the dependency `{}` has no reason", e.key),
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
