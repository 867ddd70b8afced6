//! Calls the cargo that called us, always from the top of the repository.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A cargo command that is ready for arguments.
pub(crate) fn cargo(root: &Path) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(root);
    command
}

/// The folder that cargo builds into; only cargo knows, because a user's settings can move it.
pub(crate) fn target_dir(root: &Path) -> io::Result<PathBuf> {
    let output = cargo(root).args(["metadata", "--format-version=1", "--no-deps"]).output()?;
    let metadata: Option<serde_json::Value> = serde_json::from_slice(&output.stdout).ok();
    match metadata.as_ref().and_then(|data| data["target_directory"].as_str()) {
        Some(folder) => Ok(PathBuf::from(folder)),
        None => Err(io::Error::other(format!(
            "`cargo metadata` does not say where cargo builds; it says: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        ))),
    }
}
