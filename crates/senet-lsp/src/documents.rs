//! The open texts, what they include, and what is known about them.
//!
//! A text that others include is checked as a part of the first program that includes it: the analysis is
//! of the part, with an `#include` of that program behind its end, and the program's own `#include` of the
//! part gives nothing. So names resolve in both directions, and each text is there once.

use crate::uri;
use rustc_hash::FxHashMap;
use senet_ide::Analysis;
use senet_program::{LoadError, Loader, Options};
use senet_syntax::lexer::{TokenKind, tokens};
use senet_syntax::{MAX_TEXT, Span};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex};

/// How many files of a folder are looked at for one that includes a text.
const MOST_FILES: usize = 300;

/// An open text.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) text: Arc<str>,
    pub(crate) version: i32,
    path: Option<PathBuf>,
    view: Option<Arc<View>>,
}

/// A text, analysed together with what belongs to it.
#[derive(Debug)]
pub(crate) struct View {
    pub(crate) analysis: Analysis,
    /// How long the text itself is; what the analysis has behind that is ours.
    pub(crate) length: u32,
    /// The folder that included names are relative to.
    folder: Option<PathBuf>,
    /// The files that were asked for.
    included: Vec<PathBuf>,
}

impl View {
    /// Whether a place lies in the text itself.
    pub(crate) fn is_own(&self, span: Span) -> bool {
        span.end <= self.length
    }

    /// The path of an included text.
    pub(crate) fn path_of(&self, file: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(file))
    }
}

/// All open texts, by address.
#[derive(Debug, Default)]
pub(crate) struct Documents {
    open: FxHashMap<String, Document>,
}

impl Documents {
    pub(crate) fn open(&mut self, uri: &str, version: i32, text: String) {
        let path = uri::to_path(uri);
        let document = Document { text: text.into(), version, path, view: None };
        self.open.insert(uri.to_owned(), document);
    }

    pub(crate) fn close(&mut self, uri: &str) {
        self.open.remove(uri);
    }

    pub(crate) fn get(&self, uri: &str) -> Option<&Document> {
        self.open.get(uri)
    }

    /// The addresses of all open texts, in order.
    pub(crate) fn addresses(&self) -> Vec<String> {
        let mut all: Vec<String> = self.open.keys().cloned().collect();
        all.sort();
        all
    }

    /// Gives a text another content.
    pub(crate) fn change(&mut self, uri: &str, version: i32, text: String) {
        if let Some(document) = self.open.get_mut(uri) {
            (document.text, document.version, document.view) = (text.into(), version, None);
        }
    }

    /// Forgets what is known about the texts that a file is part of, and tells which these are.
    pub(crate) fn changed(&mut self, uri: &str) -> Vec<String> {
        let path = uri::to_path(uri);
        let mut out = Vec::new();
        for uri in self.addresses() {
            let Some(document) = self.open.get_mut(&uri) else { continue };
            let asks = |view: &Arc<View>| path.as_ref().is_some_and(|p| view.included.contains(p));
            if document.path == path || document.view.as_ref().is_some_and(asks) {
                document.view = None;
                out.push(uri);
            }
        }
        out
    }

    /// Forgets what is known about all texts: files came or went.
    pub(crate) fn forget(&mut self) {
        for uri in self.addresses() {
            self.open.get_mut(&uri).into_iter().for_each(|document| document.view = None);
        }
    }

    /// What is known about an open text.
    pub(crate) fn view(&mut self, uri: &str) -> Option<Arc<View>> {
        let document = self.open.get(uri)?;
        if let Some(view) = &document.view {
            return Some(Arc::clone(view));
        }
        let view = Arc::new(self.analyse(document, &[]));
        self.open.get_mut(uri)?.view = Some(Arc::clone(&view));
        Some(view)
    }

    /// What would be known about a text if some files had other contents.
    pub(crate) fn view_after(&self, uri: &str, contents: &[(PathBuf, String)]) -> Option<View> {
        self.open.get(uri).map(|document| self.analyse(document, contents))
    }

    /// The text of a file: as it is open, or as it lies on the disk.
    pub(crate) fn text_of(&self, path: &Path) -> Option<Arc<str>> {
        let open = self.open.values().find(|d| d.path.as_deref() == Some(path));
        open.map(|d| Arc::clone(&d.text)).or_else(|| read(path).map(Arc::from))
    }

    fn analyse(&self, document: &Document, contents: &[(PathBuf, String)]) -> View {
        let other = |path: &Path| contents.iter().find(|c| c.0 == path).map(|c| c.1.as_str());
        let own = document.path.as_deref().and_then(other).unwrap_or(&document.text);
        let mut texts: FxHashMap<PathBuf, Arc<str>> = FxHashMap::default();
        for path in self.addresses().iter().filter_map(|uri| uri::to_path(uri)) {
            texts.extend(self.text_of(&path).map(|text| (path, text)));
        }
        texts.extend(contents.iter().map(|(path, text)| (path.clone(), Arc::from(&**text))));
        let root = document.path.as_deref().and_then(|path| self.root_of(path));
        let folder = root.as_deref().or(document.path.as_deref()).and_then(Path::parent);
        let folder = folder.map(Path::to_owned);
        let mut text = own.to_owned();
        if let Some(root) = &root {
            let name = root.file_name().unwrap_or_default().to_string_lossy();
            text.push_str(&format!("\n#include \"{name}\".\n"));
            texts.extend(document.path.clone().map(|path| (path, Arc::from(""))));
        }
        let asked: Arc<Mutex<Vec<PathBuf>>> = Arc::default();
        let loader = folder.clone().map(|folder| {
            Arc::new(Folder { folder, texts, asked: Arc::clone(&asked) }) as Arc<dyn Loader>
        });
        let analysis = Analysis::new(&text, &Options { loader, ..Options::default() });
        let mut included = asked.lock().map(|all| all.clone()).unwrap_or_default();
        included.extend(root);
        View { analysis, length: own.len() as u32, folder, included }
    }

    /// The program that includes a file: an open one, else one in its folder or in the one above. A text
    /// that says where to start is a program itself.
    fn root_of(&self, path: &Path) -> Option<PathBuf> {
        if self.text_of(path)?.contains("#trace") {
            return None;
        }
        let folder = path.parent()?;
        let mut files: Vec<PathBuf> =
            self.addresses().iter().filter_map(|uri| uri::to_path(uri)).collect();
        for folder in [Some(folder), folder.parent()].into_iter().flatten() {
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            let mut found: Vec<PathBuf> = entries
                .take(MOST_FILES)
                .map(|e| e.path())
                .filter(|p| p.extension().is_some_and(|e| e == "cep"))
                .collect();
            found.sort();
            files.extend(found);
        }
        files.into_iter().find(|root| {
            let Some(folder) = root.parent().filter(|_| root != path) else { return false };
            let text = self.text_of(root).filter(|text| text.contains("#include"));
            text.is_some_and(|t| includes(&t).iter().any(|name| folder.join(name) == path))
        })
    }
}

/// The names that a text includes.
fn includes(text: &str) -> Vec<String> {
    let tokens = tokens(text);
    let mut solid = tokens.iter().filter(|t| !t.kind.is_trivia());
    let mut out = Vec::new();
    while let Some(token) = solid.next() {
        if token.kind == TokenKind::Directive && token.span.of(text) == "#include" {
            let name = solid.next().filter(|t| t.kind == TokenKind::Text);
            out.extend(name.map(|t| t.span.of(text).trim_matches('"').to_owned()));
        }
    }
    out
}

fn read(path: &Path) -> Option<String> {
    let small = std::fs::metadata(path).is_ok_and(|data| data.len() <= MAX_TEXT as u64);
    std::fs::read_to_string(path).ok().filter(|_| small)
}

/// The files of a folder, some of them open.
#[derive(Debug)]
struct Folder {
    folder: PathBuf,
    texts: FxHashMap<PathBuf, Arc<str>>,
    asked: Arc<Mutex<Vec<PathBuf>>>,
}

impl Loader for Folder {
    fn load(&self, name: &str) -> Result<String, LoadError> {
        let path = self.folder.join(name);
        let outside = Path::new(name).components().any(|c| !matches!(c, Component::Normal(_)));
        // A link may lead anywhere, so it is the real path that counts.
        let below = match (self.folder.canonicalize(), path.canonicalize()) {
            (Ok(folder), Ok(file)) => file.starts_with(folder),
            _ => true, // it is not there, which reading will say
        };
        if outside || !below {
            return Err(LoadError::Outside);
        }
        self.asked.lock().into_iter().for_each(|mut asked| asked.push(path.clone()));
        let open = self.texts.get(&path).map(ToString::to_string);
        open.or_else(|| read(&path)).ok_or(LoadError::NotThere)
    }
}
