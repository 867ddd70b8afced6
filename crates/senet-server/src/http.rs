//! The page itself, and who may ask for it.

use crate::connection;
use crate::rooms::Rooms;
use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use senet_workbench::protocol::LONGEST_REQUEST;
use std::net::IpAddr;
use std::sync::Arc;

/// The built page.
#[derive(rust_embed::RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Page;

/// Scripts come from the page itself; WebAssembly may be compiled; nothing else is loaded.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                      img-src 'self' data:; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// What a socket reads and writes at once, in bytes.
const SOCKET_BUFFER: usize = 4 << 10;

/// Which hosts and origins may be used.
#[derive(Debug, Clone, Default)]
pub(crate) struct Allowed {
    /// Origins beyond the server's own, as `https://example.org`.
    pub(crate) origins: Vec<String>,
    /// Whether the server listens on the loopback interface alone.
    pub(crate) loopback: bool,
}

impl Allowed {
    /// Whether a request may be answered. A foreign page must not talk to us in a visitor's name, and
    /// a foreign name that points here (DNS rebinding) is a foreign page.
    pub(crate) fn allows(&self, headers: &HeaderMap) -> bool {
        let header = |name| headers.get(name).and_then(|v: &HeaderValue| v.to_str().ok());
        let Some(host) = header(header::HOST) else { return false };
        let named = |host: &str| {
            self.origins.iter().any(|origin| origin.split_once("://").map(|o| o.1) == Some(host))
        };
        if !(named(host) || is_address(host, self.loopback)) {
            return false;
        }
        match header(header::ORIGIN) {
            None => true,
            Some(origin) => {
                let own = origin.split_once("://").map(|(_, rest)| rest) == Some(host);
                own || self.origins.iter().any(|allowed| allowed == origin)
            }
        }
    }
}

/// Whether a host is `localhost` or an address: of this machine only, if nobody else may come.
fn is_address(host: &str, loopback: bool) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    if name == "localhost" {
        return true;
    }
    name.parse::<IpAddr>().is_ok_and(|address| !loopback || address.is_loopback())
}

/// All routes.
pub(crate) fn router(rooms: Arc<Rooms>, allowed: Allowed) -> Router {
    let allowed = Arc::new(allowed);
    let guard = move |request: Request, next: Next| {
        let allowed = Arc::clone(&allowed);
        async move {
            if !allowed.allows(request.headers()) {
                return (StatusCode::FORBIDDEN, "this host or origin is not allowed\n")
                    .into_response();
            }
            let origin = request.headers().get(header::ORIGIN).cloned();
            let mut response = next.run(request).await;
            let headers = response.headers_mut();
            let mut set = |name, value| {
                headers.insert(name, HeaderValue::from_static(value));
            };
            set(header::CONTENT_SECURITY_POLICY, POLICY);
            set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
            set(header::REFERRER_POLICY, "no-referrer");
            // A page that may talk to us may load the component too.
            if let Some(origin) = origin {
                headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
                headers.insert(header::VARY, HeaderValue::from_static("Origin"));
            }
            response
        }
    };
    Router::new()
        .route("/ws", get(socket))
        .fallback(page)
        .layer(middleware::from_fn(guard))
        .with_state(rooms)
}

async fn socket(State(rooms): State<Arc<Rooms>>, upgrade: WebSocketUpgrade) -> Response {
    upgrade
        // Most sockets are quiet most of the time: the usual buffers take 256 KiB of memory each.
        .read_buffer_size(SOCKET_BUFFER)
        .write_buffer_size(SOCKET_BUFFER)
        .max_message_size(LONGEST_REQUEST)
        .max_frame_size(LONGEST_REQUEST)
        .on_upgrade(move |socket| connection::serve(socket, rooms))
}

async fn page(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let Some(file) = Page::get(path) else {
        let missing = Page::get("index.html").is_none();
        let why = match missing {
            true => "the page is not built: run `cargo xtask web`\n",
            false => "there is no such file\n",
        };
        return (StatusCode::NOT_FOUND, why).into_response();
    };
    // Built files have their hash in their name.
    let cache = match path.starts_with("assets/") {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let mut response = Response::new(Body::from(file.data.into_owned()));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(path)));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    response
}

fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json" | "map") => "application/json",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::Allowed;
    use axum::http::{HeaderMap, HeaderValue, header};

    fn headers(host: &str, origin: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_str(host).unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, HeaderValue::from_str(origin).unwrap());
        }
        headers
    }

    #[test]
    fn foreign_pages_and_foreign_names_are_turned_away() {
        let own = Allowed { origins: Vec::new(), loopback: true };
        assert!(own.allows(&headers("localhost:7777", None)));
        assert!(own.allows(&headers("[::1]:7777", Some("http://[::1]:7777"))));
        assert!(own.allows(&headers("127.0.0.1:7777", Some("http://127.0.0.1:7777"))));
        assert!(!own.allows(&headers("127.0.0.1:7777", Some("http://evil.example"))));
        assert!(!own.allows(&headers("evil.example:7777", Some("http://evil.example:7777"))));
        assert!(!own.allows(&headers("192.168.1.5:7777", None)));
        assert!(!own.allows(&HeaderMap::new()));
    }

    #[test]
    fn behind_a_proxy_the_named_origin_is_allowed() {
        let proxied = Allowed { origins: vec!["https://play.example".to_owned()], loopback: true };
        assert!(proxied.allows(&headers("play.example", Some("https://play.example"))));
        assert!(!proxied.allows(&headers("play.example", Some("https://other.example"))));
    }
}
