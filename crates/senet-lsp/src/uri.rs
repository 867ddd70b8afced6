//! `file:` addresses and paths.

use std::path::{Path, PathBuf};

/// The path that an address names, if it names one.
pub(crate) fn to_path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    // What stands before the path is a host, which is empty or this machine.
    let path = &rest[rest.find('/')?..];
    let mut bytes = Vec::with_capacity(path.len());
    let mut left = path.bytes();
    while let Some(byte) = left.next() {
        bytes.push(match byte {
            b'%' => digit(left.next()?)? << 4 | digit(left.next()?)?,
            other => other,
        });
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/C:/games` is `C:/games`.
    let drive = path.as_bytes().get(2) == Some(&b':') && cfg!(windows);
    Some(PathBuf::from(if drive { &path[1..] } else { &path }))
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|d| d as u8)
}

/// The address of a path.
pub(crate) fn of_path(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    let mut out = String::from(if path.starts_with('/') { "file://" } else { "file:///" });
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                out.push(char::from(byte));
            }
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{of_path, to_path};
    use std::path::Path;

    #[test]
    fn paths_come_back() {
        for path in ["/a/b.cep", "/with space/ä.cep", "/100%/x.cep"] {
            assert_eq!(to_path(&of_path(Path::new(path))).unwrap(), Path::new(path));
        }
        assert_eq!(of_path(Path::new("/a b")), "file:///a%20b");
        assert_eq!(to_path("file://localhost/a").unwrap(), Path::new("/a"));
        assert_eq!(to_path("untitled:Untitled-1"), None);
        assert_eq!(to_path("file:///%zz"), None);
    }
}
