//! From the words of a command line to a running server: for `senet serve` and for programs that are
//! one game.

use crate::config::{ServeConfig, ServeError, Server};
use senet_workbench::Library;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A server that is about to start.
pub struct Launch {
    /// What it is started with.
    pub config: ServeConfig,
    /// Whether the browser is opened.
    pub open: bool,
    /// Where on the page to begin, such as `#/play/hex`; may be empty.
    pub path: String,
}

/// A word on the command line that means nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LaunchError {
    /// There is no such option, or its value is missing or wrong.
    #[error(
        "cannot understand `{0}`: there are --port PORT, --listen ADDRESS, --origin ORIGIN, \
         --store FILE and --no-open"
    )]
    Word(String),
    /// The folder for the matches cannot be made.
    #[error("cannot make `{}`: {why}; name a file with --store", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        why: String,
    },
}

impl Launch {
    /// Reads `--port`, `--listen`, `--origin`, `--store` and `--no-open`.
    pub fn read(
        words: impl IntoIterator<Item = String>,
        library: Library,
        path: String,
    ) -> Result<Launch, LaunchError> {
        let mut config = ServeConfig::new(PathBuf::new(), library);
        let mut open = true;
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let bad = || LaunchError::Word(word.clone());
            let mut value = || words.next().ok_or_else(bad);
            match word.as_str() {
                "--no-open" => open = false,
                "--port" => config.port = Some(value()?.parse().map_err(|_| bad())?),
                "--listen" => config.listen = value()?.parse().map_err(|_| bad())?,
                "--origin" => config.origins.push(value()?),
                "--store" => config.store = value()?.into(),
                _ => return Err(bad()),
            }
        }
        if config.store.as_os_str().is_empty() {
            config.store = usual_store()?;
        }
        Ok(Launch { config, open, path })
    }

    /// Starts the server, says where it is, opens the browser, and serves until the process ends.
    pub fn run(self, say: &mut dyn FnMut(&str)) -> Result<std::convert::Infallible, ServeError> {
        let is_open = !self.config.listen.is_loopback();
        let server = Server::start(self.config)?;
        let url = format!("{}{}", server.url(), self.path);
        say(&format!("Senet is at {url} (Ctrl-C ends it)"));
        if is_open {
            say("Everyone who can reach this machine can use it.");
        }
        if self.open {
            open_browser(&url);
        }
        loop {
            std::thread::park();
        }
    }
}

/// The file for matches in the user's folder for data, which is made if it is not there.
pub fn usual_store() -> Result<PathBuf, LaunchError> {
    let variable = |name| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let folder = variable("XDG_DATA_HOME")
        .or_else(|| variable("LOCALAPPDATA"))
        .or_else(|| variable("HOME").map(|home| home.join(".local").join("share")))
        .unwrap_or_else(std::env::temp_dir)
        .join("senet");
    match std::fs::create_dir_all(&folder) {
        Ok(()) => Ok(folder.join("matches.db")),
        Err(why) => Err(LaunchError::Folder { folder, why: why.to_string() }),
    }
}

/// Opens the page in the usual browser. Where there is none, the address was printed.
fn open_browser(url: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/c", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(url).stdin(Stdio::null());
    let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}

#[cfg(test)]
mod tests {
    use super::{Launch, LaunchError};
    use senet_workbench::Library;

    fn read(words: &[&str]) -> Result<Launch, LaunchError> {
        let words = words.iter().map(|w| (*w).to_owned());
        Launch::read(words, Library::default(), String::new())
    }

    #[test]
    fn words_become_a_configuration() {
        let launch =
            read(&["--port", "80", "--listen", "::", "--no-open", "--store", "x"]).unwrap();
        assert_eq!((launch.config.port, launch.open), (Some(80), false));
        assert!(launch.config.listen.is_unspecified());
        for bad in [&["--port"][..], &["--port", "x"], &["--what"]] {
            assert!(matches!(read(bad), Err(LaunchError::Word(_))), "{bad:?}");
        }
    }
}
