//! What the rules need of a `Cargo.toml`: a few keys, dependencies, and the comments above them.

use toml_edit::{Document, Item, Key, RawString, Table, TableLike};

/// Where a dependency is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// By the crate itself or its build script.
    Normal,
    /// By its tests, examples and benchmarks only.
    Dev,
}

/// The sections that hold dependencies.
const SECTIONS: [(&str, Kind); 3] = [
    ("dependencies", Kind::Normal),
    ("build-dependencies", Kind::Normal),
    ("dev-dependencies", Kind::Dev),
];

/// A crate that a manifest asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Dependency {
    pub(super) name: String,
    pub(super) kind: Kind,
    /// Whether version and source come from the workspace's manifest.
    pub(super) inherited: bool,
    /// Whether its source is a folder.
    pub(super) local: bool,
    /// Whether a comment stands above it, with no empty line between.
    pub(super) explained: bool,
    /// The line, from 1.
    pub(super) line: usize,
}

/// A manifest that cargo has accepted; any other text is an empty one.
pub(super) struct Manifest<'t> {
    text: &'t str,
    document: Option<Document<&'t str>>,
}

impl<'t> Manifest<'t> {
    pub(super) fn new(text: &'t str) -> Manifest<'t> {
        Manifest { text, document: Document::parse(text).ok() }
    }

    /// The name of the package.
    pub(super) fn name(&self) -> Option<&str> {
        self.table()?.get("package")?.get("name")?.as_str()
    }

    /// Whether the package follows the lints of the workspace.
    pub(super) fn inherits_lints(&self) -> bool {
        self.table().and_then(|table| table.get("lints")).is_some_and(inherited)
    }

    /// What the package depends on, in the order of the file.
    pub(super) fn dependencies(&self) -> Vec<Dependency> {
        let Some(table) = self.table() else { return Vec::new() };
        let targets = table.get("target").and_then(Item::as_table_like);
        let targets = targets.into_iter().flat_map(|all| all.iter());
        let of_targets = targets.filter_map(|(_, target)| target.as_table_like());
        let mut found = Vec::new();
        for table in [table as &dyn TableLike].into_iter().chain(of_targets) {
            for (section, kind) in SECTIONS {
                if let Some(list) = table.get(section).and_then(Item::as_table_like) {
                    found.extend(self.listed(list, kind));
                }
            }
        }
        found.sort_by_key(|dependency| dependency.line);
        found
    }

    /// What the whole workspace may depend on.
    pub(super) fn workspace_dependencies(&self) -> Vec<Dependency> {
        let workspace = self.table().and_then(|table| table.get("workspace"));
        let list = workspace.and_then(|it| it.get("dependencies")).and_then(Item::as_table_like);
        list.map_or(Vec::new(), |list| self.listed(list, Kind::Normal))
    }

    fn table(&self) -> Option<&Table> {
        self.document.as_ref().map(Document::as_table)
    }

    fn listed(&self, list: &dyn TableLike, kind: Kind) -> Vec<Dependency> {
        let mut explained = false;
        let mut found = Vec::new();
        for (name, item) in list.iter() {
            let (key, _) = list.get_key_value(name).expect("a name of the list has a key");
            explained = self.explains(key, explained);
            found.push(Dependency {
                name: name.to_owned(),
                kind,
                inherited: inherited(item),
                local: item.get("path").is_some(),
                explained,
                line: 1 + key.span().map_or(0, |at| self.text[..at.start].matches('\n').count()),
            });
        }
        found
    }

    /// Whether a comment stands right above a key, or above those that it follows without a gap.
    fn explains(&self, key: &Key, explained_before: bool) -> bool {
        let above = key.leaf_decor().prefix().and_then(RawString::span);
        let above = above.map_or("", |span| &self.text[span]);
        if above.trim().is_empty() {
            return explained_before && !above.contains('\n');
        }
        let comment = above.trim_end_matches(' ').strip_suffix('\n').unwrap_or(above);
        // A rule such as `# ---- others` divides the list and explains nothing.
        let last = comment.rsplit('\n').next().and_then(|line| line.trim().strip_prefix('#'));
        last.is_some_and(|comment| !comment.trim_start().starts_with("--"))
    }
}

/// Whether `workspace = true` is said about something.
fn inherited(item: &Item) -> bool {
    item.get("workspace").and_then(Item::as_bool) == Some(true)
}

#[cfg(test)]
mod tests {
    use super::{Kind, Manifest};

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
        let all = Manifest::new(text);
        assert_eq!((all.name(), all.inherits_lints()), (Some("x"), true));
        let found: Vec<_> = Manifest::new(text)
            .dependencies()
            .into_iter()
            .map(|d| (d.name, d.kind, d.inherited, d.line))
            .collect();
        let expected = [
            ("a", Kind::Normal, true, 5),
            ("b", Kind::Normal, true, 6),
            ("c", Kind::Normal, false, 10),
            ("d", Kind::Dev, true, 11),
            ("e", Kind::Normal, false, 14),
        ];
        assert_eq!(found, expected.map(|(n, k, i, l)| (n.to_owned(), k, i, l)));
    }

    #[test]
    fn a_comment_explains_the_lines_right_below_it() {
        let text = "[workspace.dependencies]\n# why\na = \"1\"\nb = { path = \"b\" }\n\nc = \"3\"\n\
                    # ---- more\nd = \"4\"\n\n# why\n# and more\ne = \"5\"\nf = \"6\"\n";
        let all = Manifest::new(text).workspace_dependencies();
        let found: Vec<_> = all.iter().map(|d| (d.name.as_str(), d.explained, d.line)).collect();
        let expected = [
            ("a", true, 3),
            ("b", true, 4),
            ("c", false, 6),
            ("d", false, 8),
            ("e", true, 12),
            ("f", true, 13),
        ];
        assert_eq!(found, expected);
        assert!(all[1].local && !all[0].local);
    }
}
