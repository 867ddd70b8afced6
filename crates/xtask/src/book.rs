//! `cargo xtask book`: the documentation as a book with search, by mdBook.
//!
//! The pages stay where they are: they are copied to `target/book/src` with a table of contents, and links
//! that lead out of `docs/` are led to copies or to nowhere in particular. `docs/README.md` is the
//! first page.

use std::io;
use std::path::Path;
use std::process::Command;

/// The chapters: parts with their pages, by file name.
const PARTS: &[(&str, &[&str])] = &[
    ("Begin", &["tutorial.md", "cookbook.md", "games.md"]),
    ("Write", &["language.md", "grid.md", "positional.md", "game-macro.md"]),
    ("Use", &["commands.md", "editors.md", "web.md", "ugi.md"]),
    ("Inside", &["net.md", "bits.md", "performance.md", "lines-of-code.md", "decisions.md"]),
];

const NEEDED: &str = "error: there is no `mdbook` here: `cargo install mdbook --locked`";

/// Makes the book; false if something failed, which has been printed.
///
/// # Errors
/// When a file cannot be read or written.
pub fn build(root: &Path) -> io::Result<bool> {
    let book = root.join("target/book");
    sources(root, &book)?;
    if !Command::new("mdbook").arg("--version").output().is_ok_and(|o| o.status.success()) {
        eprintln!("{NEEDED}");
        return Ok(false);
    }
    let built = Command::new("mdbook").arg("build").arg(&book).status()?.success();
    if built {
        println!("target/book/html/index.html is built");
    }
    Ok(built)
}

/// Writes what mdBook reads.
fn sources(root: &Path, book: &Path) -> io::Result<()> {
    let (docs, src) = (root.join("docs"), book.join("src"));
    let _ = std::fs::remove_dir_all(&src);
    std::fs::create_dir_all(src.join("images"))?;
    let config = "[book]\ntitle = \"Senet\"\nlanguage = \"en\"\nsrc = \"src\"\n\n\
                  [build]\nbuild-dir = \"html\"\n\n[output.html.search]\nenable = true\n";
    std::fs::write(book.join("book.toml"), config)?;
    for image in std::fs::read_dir(docs.join("images"))? {
        let image = image?;
        std::fs::copy(image.path(), src.join("images").join(image.file_name()))?;
    }
    let mut summary = "# Summary\n\n[Senet](index.md)\n".to_owned();
    let first = std::fs::read_to_string(docs.join("README.md"))?;
    std::fs::write(src.join("index.md"), inside(&first))?;
    let mut known = vec!["README.md".to_owned()];
    let mut parts: Vec<(&str, Vec<String>)> = PARTS
        .iter()
        .map(|(part, pages)| (*part, pages.iter().map(|p| (*p).to_owned()).collect()))
        .collect();
    known.extend(parts.iter().flat_map(|(_, pages)| pages.clone()));
    // A page that nobody has put into a part comes last.
    parts.push(("More", others(&docs, &known)?));
    for (part, pages) in &parts {
        if pages.is_empty() {
            continue;
        }
        summary.push_str(&format!("\n# {part}\n\n"));
        for page in pages {
            let text = std::fs::read_to_string(docs.join(page))?;
            let title = text.lines().find_map(|l| l.strip_prefix("# ")).unwrap_or(page);
            summary.push_str(&format!("- [{title}]({page})\n"));
            std::fs::write(src.join(page), inside(&text))?;
        }
    }
    let project = [
        ("README.md", "The project"),
        ("ARCHITECTURE.md", "Architecture"),
        ("CONTRIBUTING.md", "Contributing"),
        ("CHANGELOG.md", "Changes"),
    ];
    summary.push_str("\n# The project\n\n");
    for (file, title) in project {
        let text = std::fs::read_to_string(root.join(file))?;
        std::fs::write(src.join(project_page(file)), inside(&text.replace("](docs/", "](")))?;
        summary.push_str(&format!("- [{title}]({})\n", project_page(file)));
    }
    std::fs::write(src.join("SUMMARY.md"), summary)
}

fn others(docs: &Path, known: &[String]) -> io::Result<Vec<String>> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(docs)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".md") && !known.contains(&name) {
            out.push(name);
        }
    }
    out.sort();
    Ok(out)
}

fn project_page(file: &str) -> String {
    format!("project-{}", file.to_lowercase())
}

/// Links that leave `docs/` lead to pages of the book.
fn inside(text: &str) -> String {
    let mut out = text
        .replace("src=\"docs/images/", "src=\"images/")
        .replace("](README.md", "](project-readme.md");
    for file in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"] {
        out = out.replace(&format!("](../{file}"), &format!("]({}", project_page(file)));
        out = out.replace(&format!("]({file}"), &format!("]({}", project_page(file)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{PARTS, sources};
    use std::path::Path;

    #[test]
    fn every_page_is_in_the_book_and_every_link_leads_somewhere() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for page in PARTS.iter().flat_map(|(_, pages)| *pages) {
            assert!(root.join("docs").join(page).is_file(), "{page}");
        }
        let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/book-test");
        sources(&root, &book).unwrap();
        let src = book.join("src");
        let summary = std::fs::read_to_string(src.join("SUMMARY.md")).unwrap();
        let mut wrong = Vec::new();
        for page in summary.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let text = std::fs::read_to_string(src.join(page)).unwrap();
            for link in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
                let local = link.ends_with(".md") && !link.contains("://") && !link.contains(' ');
                // What lies in other folders of the repository is no part of the book.
                if local && !link.contains('/') && !src.join(link).is_file() {
                    wrong.push(format!("{page}: {link}"));
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
