//! What programs include: files in the folder of the program, or below it, and no others.

use crate::failure::Failure;
use crate::input::{Source, is_special, read};
use senet_program::{LoadError, Loader, Options};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The files that were included, to be watched for changes.
pub(crate) type Included = Arc<Mutex<Vec<PathBuf>>>;

/// A folder with texts.
#[derive(Debug)]
struct Folder {
    path: PathBuf,
    included: Included,
}

impl Loader for Folder {
    fn load(&self, name: &str) -> Result<String, LoadError> {
        let outside = Path::new(name).components().any(|c| !matches!(c, Component::Normal(_)));
        let path = self.path.join(name);
        // A link may lead anywhere, so it is the real path that counts.
        let real = |path: &Path| path.canonicalize().ok();
        let below = match (real(&self.path), real(&path)) {
            (Some(folder), Some(file)) => file.starts_with(folder),
            _ => true, // it is not there, which reading will say
        };
        if outside || !below {
            return Err(LoadError::Outside);
        }
        if is_special(&path) {
            return Err(LoadError::Unreadable("it is a pipe or a device".into()));
        }
        if let Ok(mut all) = self.included.lock() {
            all.push(path.clone());
        }
        let unreadable = |why: Failure| LoadError::Unreadable(why.to_string().into());
        let source = read(&path.to_string_lossy()).map_err(unreadable)?;
        Ok(source.text)
    }
}

/// Options with a loader for the files beside a program; a text from elsewhere has none.
pub(crate) fn beside(source: &Source, options: &Options) -> Options {
    beside_noting(source, options, &Included::default())
}

/// The same; every file that is asked for is noted.
pub(crate) fn beside_noting(source: &Source, options: &Options, noted: &Included) -> Options {
    let path = Path::new(&source.name);
    let folder = path.parent().filter(|_| path.is_file()).map(|folder| match folder {
        here if here.as_os_str().is_empty() => PathBuf::from("."),
        other => other.to_owned(),
    });
    let included = noted.clone();
    let loader = folder.map(|path| Arc::new(Folder { path, included }) as Arc<dyn Loader>);
    Options { loader, ..options.clone() }
}
