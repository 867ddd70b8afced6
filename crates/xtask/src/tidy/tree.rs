//! The repository as plain text: every file that people write, read once, in a fixed order.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

/// One text file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct WorkspaceFile {
    /// From the top of the repository, with `/` between its parts.
    pub path: String,
    /// All of it.
    pub text: String,
}

/// The text files of a repository, sorted by path.
#[derive(Clone, Debug)]
pub struct Workspace {
    files: Vec<WorkspaceFile>,
}

/// Folders that tools fill, at any depth.
const FILLED_BY_TOOLS: &[&str] = &["target", "node_modules", "dist", "artifacts"];

/// The folders with a dot that people fill.
const WITH_A_DOT: &[&str] = &[".cargo", ".ci", ".github"];

impl Workspace {
    /// Reads every text file below `root`, apart from what tools put there.
    ///
    /// # Errors
    /// When a file or a folder cannot be read.
    pub fn read(root: &Path) -> io::Result<Workspace> {
        let mut files = Vec::new();
        walk(root, "", &mut files)?;
        Ok(Workspace::new(files))
    }

    /// A tree of these files.
    #[must_use]
    pub fn new(mut files: Vec<WorkspaceFile>) -> Workspace {
        files.sort();
        Workspace { files }
    }

    /// All files, sorted by path.
    #[must_use]
    pub fn files(&self) -> &[WorkspaceFile] {
        &self.files
    }

    /// The file with this path.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&WorkspaceFile> {
        self.files.iter().find(|file| file.path == path)
    }

    /// The manifests of our crates, each with the name of its folder in `crates/`.
    pub fn manifests(&self) -> impl Iterator<Item = (&str, &WorkspaceFile)> {
        self.files.iter().filter_map(|file| {
            let folder = file.path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")?;
            (!folder.contains('/')).then_some((folder, file))
        })
    }

    /// The names of our crates.
    #[must_use]
    pub fn crates(&self) -> BTreeSet<&str> {
        self.manifests().map(|(folder, _)| folder).collect()
    }
}

fn walk(folder: &Path, prefix: &str, files: &mut Vec<WorkspaceFile>) -> io::Result<()> {
    for entry in fs::read_dir(folder).map_err(|e| unreadable(folder, &e))? {
        let entry = entry.map_err(|e| unreadable(folder, &e))?;
        // A name that is not UTF-8 is not one of ours.
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        let kind = entry.file_type().map_err(|e| unreadable(&entry.path(), &e))?;
        if kind.is_dir() {
            let hidden = name.starts_with('.') && !WITH_A_DOT.contains(&name.as_str());
            if !hidden && !FILLED_BY_TOOLS.contains(&name.as_str()) {
                walk(&entry.path(), &format!("{prefix}{name}/"), files)?;
            }
        // In a worktree, `.git` is a file of git's own.
        } else if kind.is_file() && name != ".git" {
            let bytes = fs::read(entry.path()).map_err(|e| unreadable(&entry.path(), &e))?;
            // Pictures, and test inputs that are broken on purpose, are not text.
            if let Ok(text) = String::from_utf8(bytes) {
                files.push(WorkspaceFile { path: format!("{prefix}{name}"), text });
            }
        }
    }
    Ok(())
}

fn unreadable(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot read {}: {error}", path.display()))
}

#[cfg(test)]
pub(super) mod tests {
    use super::{Workspace, WorkspaceFile};

    /// A tree from pairs of path and text, for the tests of every rule.
    pub(crate) fn tree(files: &[(&str, &str)]) -> Workspace {
        let file = |&(path, text): &(&str, &str)| WorkspaceFile {
            path: path.to_owned(),
            text: text.to_owned(),
        };
        Workspace::new(files.iter().map(file).collect())
    }

    #[test]
    fn a_crate_is_a_folder_with_a_manifest() {
        let tree = tree(&[
            ("crates/b/Cargo.toml", ""),
            ("crates/a/Cargo.toml", ""),
            ("crates/a/tests/fixture/Cargo.toml", ""),
            ("crates/empty/src/lib.rs", ""),
            ("Cargo.toml", ""),
        ]);
        assert_eq!(tree.crates().into_iter().collect::<Vec<_>>(), ["a", "b"]);
    }
}
