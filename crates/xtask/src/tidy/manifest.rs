//! Reads as much of a `Cargo.toml` as the rules need: keys with their section, and dependencies.
//!
//! Cargo itself has already accepted the file, so this reader takes well-formed TOML for granted.

/// One `key = value`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The section, as between its brackets: `workspace.dependencies`.
    pub(super) section: String,
    /// The key, with its dots: `serde.workspace`.
    pub(super) key: String,
    /// The value as written; all of its lines.
    pub(super) value: String,
    /// The line of the key, from 1.
    pub(super) line: usize,
    /// Whether a comment stands above it, with no empty line between.
    pub(super) explained: bool,
}

/// Where a dependency is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// By the crate itself or its build script.
    Normal,
    /// By its tests, examples and benchmarks only.
    Dev,
}

/// A crate that this manifest asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Dependency {
    pub(super) name: String,
    pub(super) kind: Kind,
    /// Whether version and source come from the workspace's manifest.
    pub(super) inherited: bool,
    pub(super) line: usize,
}

/// All keys, in the order of the file.
pub(super) fn entries(text: &str) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut section = String::new();
    let mut explained = false;
    let mut open = 0; // brackets of a value that goes on
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.trim();
        if open > 0 {
            let entry = entries.last_mut().expect("an open value belongs to an entry");
            entry.value += text;
            open += brackets(text);
        } else if text.is_empty() {
            explained = false;
        } else if let Some(comment) = text.strip_prefix('#') {
            // A rule such as `# ---- others` divides the list and explains nothing.
            explained = !comment.trim_start().starts_with("--");
        } else if let Some(header) = text.strip_prefix('[') {
            let end = header.rfind(']').unwrap_or(header.len());
            section = header[..end].trim_matches(['[', ']']).to_owned();
            explained = false;
        } else if let Some((key, value)) = text.split_once('=') {
            open = brackets(value);
            entries.push(Entry {
                section: section.clone(),
                key: key.trim().replace('"', ""),
                value: value.trim().to_owned(),
                line,
                explained,
            });
        }
    }
    entries
}

/// Opening minus closing brackets, outside of strings and comments.
fn brackets(text: &str) -> i32 {
    let mut open = 0;
    let mut in_string = false;
    for c in text.chars() {
        match c {
            '"' => in_string = !in_string,
            _ if in_string => {}
            '#' => break,
            '[' | '{' => open += 1,
            ']' | '}' => open -= 1,
            _ => {}
        }
    }
    open
}

/// All dependencies, in the order of the file, whichever of TOML's forms they are written in.
pub(super) fn dependencies(text: &str) -> Vec<Dependency> {
    let mut found: Vec<Dependency> = Vec::new();
    for Entry { section, key, value, line, .. } in entries(text) {
        let Some((kind, rest)) = dependency_section(&section) else {
            continue;
        };
        // `[dependencies]` with `a.workspace = true`, or `[dependencies.a]` with `workspace = true`.
        let path = if rest.is_empty() { key } else { format!("{rest}.{key}") };
        let (name, field) = path.split_once('.').unwrap_or((&path, ""));
        let inherited = (field == "workspace" && value.starts_with("true"))
            || (field.is_empty() && value.replace(' ', "").contains("workspace=true"));
        match found.iter_mut().find(|d| d.name == name && d.kind == kind) {
            Some(dependency) => dependency.inherited |= inherited,
            None => found.push(Dependency { name: name.to_owned(), kind, inherited, line }),
        }
    }
    found
}

/// Splits `dev-dependencies.a` and `target.'cfg(unix)'.dependencies` into the kind and what follows.
fn dependency_section(section: &str) -> Option<(Kind, String)> {
    let mut parts = section.split('.').skip_while(|part| !part.ends_with("dependencies"));
    let kind = match parts.next()? {
        "dependencies" | "build-dependencies" => Kind::Normal,
        "dev-dependencies" => Kind::Dev,
        _ => return None,
    };
    Some((kind, parts.collect::<Vec<_>>().join(".")))
}

#[cfg(test)]
mod tests {
    use super::{Kind, dependencies, entries};

    #[test]
    fn every_form_of_a_dependency_is_seen() {
        let text = r#"
[package]
name = "x"
[dependencies] # a comment
a.workspace = true
b = { workspace = true, features = [
    "one",
    "two", # closing later ]
] }
c = "1.2"
[dev-dependencies.d]
workspace = true
[target.'cfg(unix)'.build-dependencies]
e = { path = "../e" }
[lints]
workspace = true
"#;
        let found: Vec<_> =
            dependencies(text).into_iter().map(|d| (d.name, d.kind, d.inherited, d.line)).collect();
        let expected = [
            ("a", Kind::Normal, true, 5),
            ("b", Kind::Normal, true, 6),
            ("c", Kind::Normal, false, 10),
            ("d", Kind::Dev, true, 12),
            ("e", Kind::Normal, false, 14),
        ];
        assert_eq!(found, expected.map(|(n, k, i, l)| (n.to_owned(), k, i, l)));
    }

    #[test]
    fn a_comment_explains_the_lines_right_below_it() {
        let text = "# why\na = 1\nb = 2\n\nc = 3\n# ---- more\nd = 4\n# why\ne = 5\n";
        let explained: Vec<_> = entries(text).into_iter().map(|e| (e.key, e.explained)).collect();
        let expected = [("a", true), ("b", true), ("c", false), ("d", false), ("e", true)];
        assert_eq!(explained, expected.map(|(k, e)| (k.to_owned(), e)));
    }
}
