//! `cargo xtask book`: the documentation as a book with search, in `target/book`.
//!
//! The pages stay where they are and are read as GitHub shows them; `docs/README.md` is the first. The book is
//! plain HTML with one script for the search, and needs no server. It is made here, by pulldown-cmark, in a
//! second: mdBook would be a second way to install, and takes a quarter of an hour to build on two busy cores.

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use serde_json::json;
use std::io;
use std::path::Path;

const STYLE: &str = include_str!("book/book.css");
const SCRIPT: &str = include_str!("book/book.js");

/// The chapters: parts with their pages, by file name.
const PARTS: &[(&str, &[&str])] = &[
    ("Begin", &["tutorial.md", "cookbook.md", "games.md"]),
    ("Write", &["language.md", "grid.md", "positional.md", "game-macro.md"]),
    ("Use", &["commands.md", "editors.md", "web.md", "ugi.md"]),
    ("Inside", &["net.md", "bits.md", "performance.md", "lines-of-code.md", "decisions.md"]),
];

/// Pages of the project, outside of `docs/`.
const PROJECT: &[&str] = &["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];

/// A page of the book.
struct Page {
    /// The file of the book, such as `tutorial.html`.
    file: String,
    title: String,
    part: &'static str,
    body: String,
    /// What can be found: the id of a heading, its words, and the text below it.
    sections: Vec<[String; 3]>,
}

/// Makes the book; false if something failed, which has been printed.
///
/// # Errors
/// When a file cannot be read or written.
pub fn build(root: &Path) -> io::Result<bool> {
    let book = root.join("target/book");
    let pages = write(root, &book)?;
    println!("target/book/index.html is built: {pages} pages");
    Ok(true)
}

/// Writes the book into a folder; how many pages it has.
fn write(root: &Path, book: &Path) -> io::Result<usize> {
    let _ = std::fs::remove_dir_all(book);
    std::fs::create_dir_all(book.join("images"))?;
    for image in std::fs::read_dir(root.join("docs/images"))? {
        let image = image?;
        std::fs::copy(image.path(), book.join("images").join(image.file_name()))?;
    }
    let pages = pages(root)?;
    let mut found = Vec::new();
    for (at, page) in pages.iter().enumerate() {
        std::fs::write(book.join(&page.file), document(&pages, at))?;
        found.extend(page.sections.iter().map(|[id, heading, text]| {
            json!([format!("{}#{id}", page.file), page.title, heading, text])
        }));
    }
    // A script and no data file: pages that are opened from a disk may not fetch anything.
    let index = serde_json::Value::from(found);
    std::fs::write(book.join("book.js"), format!("const SECTIONS = {index};\n{SCRIPT}"))?;
    std::fs::write(book.join("book.css"), STYLE)?;
    Ok(pages.len())
}

/// All pages, in the order of the book.
fn pages(root: &Path) -> io::Result<Vec<Page>> {
    let docs = root.join("docs");
    let mut files = vec![("", docs.join("README.md"), "index.html".to_owned())];
    let listed = PARTS.iter().flat_map(|(part, pages)| pages.iter().map(move |p| (*part, *p)));
    files.extend(listed.map(|(part, page)| (part, docs.join(page), html_name(page))));
    // A page that nobody has put into a part comes last.
    for page in others(&docs)? {
        files.push(("More", docs.join(&page), html_name(&page)));
    }
    for page in PROJECT {
        files.push(("The project", root.join(page), project_page(page)));
    }
    let read = |(part, path, file): (&'static str, std::path::PathBuf, String)| {
        let text = std::fs::read_to_string(&path)?;
        Ok(page(part, file, &text))
    };
    files.into_iter().map(read).collect()
}

fn others(docs: &Path) -> io::Result<Vec<String>> {
    let known = |name: &str| PARTS.iter().any(|(_, pages)| pages.contains(&name));
    let mut out = Vec::new();
    for entry in std::fs::read_dir(docs)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".md") && name != "README.md" && !known(&name) {
            out.push(name);
        }
    }
    out.sort();
    Ok(out)
}

fn html_name(page: &str) -> String {
    page.replace(".md", ".html")
}

fn project_page(page: &str) -> String {
    format!("project-{}", html_name(&page.to_lowercase()))
}

/// A page from its Markdown.
fn page(part: &'static str, file: String, text: &str) -> Page {
    let project = part == "The project";
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let mut events = Vec::new();
    let mut sections: Vec<[String; 3]> = vec![[String::new(), String::new(), String::new()]];
    let mut heading: Option<(HeadingLevel, usize, String)> = None;
    for event in Parser::new_ext(text, options) {
        match &event {
            Event::Start(Tag::Heading { level, .. }) => {
                heading = Some((*level, events.len(), String::new()));
            }
            Event::Text(words) | Event::Code(words) => {
                let into = match &mut heading {
                    Some((_, _, words)) => words,
                    None => &mut sections.last_mut().expect("there is a first")[2],
                };
                into.push_str(words);
            }
            Event::SoftBreak | Event::HardBreak | Event::End(_) => {
                sections.last_mut().expect("there is a first")[2].push(' ');
            }
            _ => {}
        }
        match event {
            Event::End(TagEnd::Heading(level)) => {
                let Some((_, start, words)) = heading.take() else { continue };
                let id = unique(&slug(&words), &sections);
                events[start] = Event::Html(format!("<{level} id=\"{id}\">").into());
                events.push(Event::Html(format!("</{level}>\n").into()));
                sections.push([id, words, String::new()]);
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let dest_url = CowStr::from(link(&dest_url, project));
                events.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
            }
            Event::Html(raw) => events.push(Event::Html(inside(&raw).into())),
            Event::InlineHtml(raw) => events.push(Event::InlineHtml(inside(&raw).into())),
            other => events.push(other),
        }
    }
    let mut body = String::new();
    html::push_html(&mut body, events.into_iter());
    sections.retain(|[_, words, text]| !words.is_empty() || !text.trim().is_empty());
    let title = sections.iter().map(|s| s[1].clone()).find(|words| !words.is_empty());
    Page { title: title.unwrap_or_else(|| file.clone()), file, part, body, sections }
}

/// The id of a heading, as GitHub makes it.
fn slug(words: &str) -> String {
    let kept = |c: char| match c {
        ' ' | '-' => Some('-'),
        c if c.is_alphanumeric() || c == '_' => Some(c),
        _ => None,
    };
    words.to_lowercase().chars().filter_map(kept).collect()
}

fn unique(slug: &str, sections: &[[String; 3]]) -> String {
    let taken = |id: &str| sections.iter().any(|[known, ..]| known == id);
    let mut numbered = (1..).map(|n| format!("{slug}-{n}"));
    let first = Some(slug.to_owned()).filter(|id| !taken(id));
    first.or_else(|| numbered.find(|id| !taken(id))).unwrap_or_default()
}

/// Where a link leads in the book: pages of `docs/` lie side by side, those of the project are named so.
/// Links to other files of the repository stay as they are.
fn link(to: &str, from_project: bool) -> String {
    let (path, anchor) = to.split_once('#').map_or((to, ""), |(path, anchor)| (path, anchor));
    let anchor = if anchor.is_empty() { String::new() } else { format!("#{anchor}") };
    if path.contains("://") || path.is_empty() {
        return to.to_owned();
    }
    let (of_project, name) = match from_project {
        true => path.strip_prefix("docs/").map_or((true, path), |name| (false, name)),
        false => path.strip_prefix("../").map_or((false, path), |name| (true, name)),
    };
    match (of_project, name) {
        (true, name) if PROJECT.contains(&name) => format!("{}{anchor}", project_page(name)),
        (false, "README.md" | "") => format!("index.html{anchor}"),
        (false, name) if name.ends_with(".md") && !name.contains('/') => {
            format!("{}{anchor}", html_name(name))
        }
        _ => to.to_owned(),
    }
}

/// Markup in a page, with its images.
fn inside(raw: &str) -> String {
    raw.replace("src=\"docs/images/", "src=\"images/")
}

/// A whole page: contents at the side, the text, and the pages before and behind it.
fn document(pages: &[Page], at: usize) -> String {
    let page = &pages[at];
    let mut contents = String::new();
    let mut part = "";
    for other in pages {
        if other.part != part {
            part = other.part;
            contents.push_str(&format!("<h2>{}</h2>\n", escape(part)));
        }
        let here = if other.file == page.file { " aria-current=\"page\"" } else { "" };
        contents.push_str(&format!(
            "<a href=\"{}\"{here}>{}</a>\n",
            other.file,
            escape(&other.title)
        ));
    }
    let near = |other: Option<&Page>, arrow: &str| {
        let to = |p: &Page| format!("<a href=\"{}\">{arrow} {}</a>", p.file, escape(&p.title));
        other.map_or_else(String::new, to)
    };
    let before = near(at.checked_sub(1).and_then(|i| pages.get(i)), "←");
    let behind = near(pages.get(at + 1), "→");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{} · Senet</title>\n<link rel=\"stylesheet\" href=\"book.css\">\n\
         <nav>\n<input type=\"search\" placeholder=\"Search (s)\" aria-label=\"Search\">\n\
         <div id=\"found\" role=\"status\"></div>\n<div id=\"contents\">\n{contents}</div>\n</nav>\n\
         <main>\n{}\n<footer>{before} {behind}</footer>\n</main>\n<script src=\"book.js\"></script>\n",
        escape(&page.title),
        page.body
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::{PARTS, pages, slug};
    use std::path::Path;

    #[test]
    fn headings_have_the_ids_of_github() {
        assert_eq!(slug("What is shown"), "what-is-shown");
        assert_eq!(slug("`#tell`, and (more)"), "tell-and-more");
    }

    #[test]
    fn every_page_is_in_the_book_and_every_link_leads_somewhere() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for page in PARTS.iter().flat_map(|(_, pages)| *pages) {
            assert!(root.join("docs").join(page).is_file(), "{page}");
        }
        let pages = pages(&root).unwrap();
        let mut wrong = Vec::new();
        for page in &pages {
            let links =
                page.body.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
            for link in links.filter(|link| !link.contains("://")) {
                let (file, id) = link.split_once('#').unwrap_or((link, ""));
                // What lies in other folders of the repository is no part of the book.
                if file.contains('/') || !(file.is_empty() || file.ends_with(".html")) {
                    continue;
                }
                let file = if file.is_empty() { &page.file } else { file };
                let to = pages.iter().find(|p| p.file == *file);
                let found = to.is_some_and(|to| {
                    id.is_empty() || to.sections.iter().any(|[known, ..]| known == id)
                });
                if !found {
                    wrong.push(format!("{}: {link}", page.file));
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:?}");
        assert!(pages.iter().map(|p| p.sections.len()).sum::<usize>() > 100);
    }
}
