//! What a server is started with, and the server itself.

use crate::http::{Allowed, router};
use crate::rooms::Rooms;
use crate::sqlite::SqliteStore;
use crate::store::{Store, StoreError};
use axum::serve::ListenerExt;
use senet_players::Environment;
use senet_workbench::Library;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// What a server is started with.
#[derive(Clone)]
pub struct ServeConfig {
    /// The address to listen on; the loopback interface by default.
    pub listen: IpAddr,
    /// The port; `None` takes [`ServeConfig::USUAL_PORT`], or any other if that is taken.
    pub port: Option<u16>,
    /// Origins that are allowed beyond the server's own, such as `https://play.example`.
    pub origins: Vec<String>,
    /// The file that keeps matches.
    pub store: PathBuf,
    /// The games, and the engines to play them against.
    pub library: Library,
    /// What starts engines; without, there are none.
    pub environment: Option<Arc<dyn Environment + Send + Sync>>,
}

impl ServeConfig {
    /// The port that is tried first.
    pub const USUAL_PORT: u16 = 7368;

    /// A server on the loopback interface that keeps its matches in this file.
    pub fn new(store: PathBuf, library: Library) -> ServeConfig {
        let listen = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let origins = Vec::new();
        ServeConfig { listen, port: None, origins, store, library, environment: None }
    }
}

/// Why a server cannot run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address is taken, or not ours.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        error: std::io::Error,
    },
    /// The system gives no threads.
    #[error("cannot start: {0}")]
    Start(std::io::Error),
    /// The file of the matches cannot be used.
    #[error("`{}`: {error}", path.display())]
    Store {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: StoreError,
    },
}

/// A running server. It ends when it is dropped.
pub struct Server {
    address: SocketAddr,
    rooms: Arc<Rooms>,
    runtime: Option<tokio::runtime::Runtime>,
}

impl Server {
    /// Starts to serve, on threads of its own.
    pub fn start(config: ServeConfig) -> Result<Server, ServeError> {
        let path = config.store.clone();
        let store = SqliteStore::open(&path).map_err(|error| ServeError::Store { path, error })?;
        Server::start_with(config, Arc::new(store))
    }

    /// The same with another store.
    pub fn start_with(config: ServeConfig, store: Arc<dyn Store>) -> Result<Server, ServeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(ServeError::Start)?;
        let ServeConfig { listen, port, origins, library, environment, .. } = config;
        let bind = |port: u16| {
            let address = SocketAddr::new(listen, port);
            let bound = runtime.block_on(tokio::net::TcpListener::bind(address));
            bound.map_err(|error| ServeError::Listen { address, error })
        };
        let listener = match port {
            Some(port) => bind(port)?,
            None => bind(ServeConfig::USUAL_PORT).or_else(|_| bind(0))?,
        };
        let address = listener.local_addr().map_err(ServeError::Start)?;
        let rooms = Rooms::new(library, environment, store, runtime.handle().clone());
        let allowed = Allowed { origins, loopback: listen.is_loopback() };
        let app = router(Arc::clone(&rooms), allowed);
        // Messages are small and each is waited for: with Nagle's algorithm the second of two in a row would wait
        // for the delayed acknowledgement of the first, 40 ms.
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        runtime.spawn(async move {
            // Errors of single connections are theirs; the server itself goes on.
            let _ = axum::serve(listener, app).await;
        });
        let swept = Arc::clone(&rooms);
        runtime.spawn(async move {
            let mut often = tokio::time::interval(Duration::from_millis(500));
            loop {
                often.tick().await;
                let rooms = Arc::clone(&swept);
                let _ = tokio::task::spawn_blocking(move || rooms.sweep()).await;
            }
        });
        Ok(Server { address, rooms, runtime: Some(runtime) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The page's address for a browser on this machine.
    pub fn url(&self) -> String {
        let host = match self.address.ip() {
            ip if ip.is_unspecified() => "localhost".to_owned(),
            IpAddr::V4(ip) => ip.to_string(),
            IpAddr::V6(ip) => format!("[{ip}]"),
        };
        format!("http://{host}:{}/", self.address.port())
    }

    /// How many matches it has in memory.
    pub fn matches(&self) -> usize {
        self.rooms.len()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
