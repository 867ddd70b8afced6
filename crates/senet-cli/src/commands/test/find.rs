//! The files that may hold tests.

use crate::failure::Failure;
use std::path::Path;

/// Folders that hold what others have made.
const NOT_OURS: [&str; 2] = ["target", "node_modules"];
/// Folders within folders, as deep as anybody goes by hand.
const DEPTH: usize = 16;

/// The files at some paths, in order; the folder we are in, if there is none.
pub(super) fn files(paths: &[String]) -> Result<Vec<String>, Failure> {
    let here = [".".to_owned()];
    let paths = if paths.is_empty() { &here[..] } else { paths };
    let mut out = Vec::new();
    for path in paths {
        if Path::new(path).is_dir() {
            within(Path::new(path), DEPTH, &mut out)?;
        } else if Path::new(path).exists() {
            out.push(path.clone());
        } else {
            let message = format!("there is no file or folder `{path}`");
            return Err(Failure::usage(message).help("give a program, a recorded play or a folder"));
        }
    }
    Ok(out)
}

fn within(folder: &Path, depth: usize, out: &mut Vec<String>) -> Result<(), Failure> {
    let cannot = |error| Failure::usage(format!("cannot read `{}`: {error}", folder.display()));
    let mut entries: Vec<_> =
        std::fs::read_dir(folder).map_err(cannot)?.flatten().map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') || NOT_OURS.contains(&&*name) {
            continue;
        }
        // Links are not followed: they may lead in a circle.
        if path.is_dir() && !path.is_symlink() && depth > 0 {
            within(&path, depth - 1, out)?;
        } else if path.is_file() {
            let shown = path.to_string_lossy().trim_start_matches("./").to_owned();
            let wanted = name.ends_with(".cep")
                || (name.ends_with(".txt")
                    && std::fs::read_to_string(&path)
                        .is_ok_and(|text| super::recorded::is_test(&text)));
            if wanted {
                out.push(shown);
            }
        }
    }
    Ok(())
}

/// The programs in a Markdown text: blocks that are marked as `cep`, with their first lines.
pub(super) fn programs(page: &str) -> Vec<(usize, String)> {
    let mut out = Vec::new();
    let mut open: Option<(usize, String)> = None;
    let mut fenced = false;
    for (i, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => {
                out.extend(open.take());
                fenced = false;
            }
            (Some(mark), None) => {
                fenced = !fenced;
                open = (fenced && mark.trim() == "cep").then(|| (i + 2, String::new()));
            }
            (None, Some((_, text))) => text.extend([line, "\n"]),
            (None, None) => {}
        }
    }
    out
}
