//! Files that are complete or as they were before: written beside, synced, and moved into place.

use std::ffi::OsString;
use std::io::{ErrorKind, Result, Write};
use std::path::Path;

/// Writes a file so that a full disk, an interrupt or a power cut leaves the old content or the new one, and
/// nothing else behind. What is no file (`/dev/stdout`, a pipe) is written to as it is, and so is a file in
/// a folder in which nothing can be made.
///
/// # Errors
/// Those of the system.
pub fn write_whole(path: impl AsRef<Path>, text: impl AsRef<[u8]>) -> Result<()> {
    let (path, text) = (path.as_ref(), text.as_ref());
    let there = std::fs::metadata(path).ok();
    if there.as_ref().is_some_and(|found| !found.is_file()) {
        return std::fs::write(path, text);
    }
    // A link stays one: the file that it leads to is replaced.
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut name = target.file_name().map_or_else(OsString::new, OsString::from);
    name.push(format!(".{}.part", std::process::id()));
    let beside = target.with_file_name(name);
    let written = (|| {
        let mut file = std::fs::File::create(&beside)?;
        if let Some(there) = &there {
            file.set_permissions(there.permissions())?;
        }
        file.write_all(text)?;
        file.sync_all()?;
        std::fs::rename(&beside, &target)
    })();
    match written {
        Err(e)
            if e.kind() == ErrorKind::PermissionDenied && there.is_some() && !beside.exists() =>
        {
            std::fs::write(path, text)
        }
        Err(e) => {
            let _ = std::fs::remove_file(&beside);
            Err(e)
        }
        Ok(()) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::write_whole;
    use std::path::PathBuf;

    /// A folder for one test, which goes with it.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("senet-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&path).unwrap();
            Folder(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn files_are_made_and_replaced_and_nothing_is_left_behind() {
        let folder = Folder::new("whole");
        let path = folder.0.join("a");
        for text in ["one", "the second one"] {
            write_whole(&path, text).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        assert!(write_whole(folder.0.join("no/such"), "x").is_err());
        assert!(write_whole(&folder.0, "a folder is no file").is_err());
        assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 1);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn links_permissions_and_devices_stay_what_they_are() {
        use std::os::unix::fs::PermissionsExt;
        let folder = Folder::new("links");
        let (file, link) = (folder.0.join("file"), folder.0.join("link"));
        std::fs::write(&file, "old").unwrap();
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_whole(&link, "new").unwrap();
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        write_whole("/dev/null", "gone").unwrap();
        assert!(write_whole("/dev/full", "too much").is_err());
        assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
    }

    /// A file that others read while it is written is always whole.
    #[test]
    fn readers_see_the_old_text_or_the_new_one() {
        let folder = Folder::new("readers");
        let path = folder.0.join("a");
        let texts = ["x".repeat(300_000), "y".repeat(200_000)];
        write_whole(&path, &texts[0]).unwrap();
        std::thread::scope(|scope| {
            let writer = scope.spawn(|| {
                for i in 0..20 {
                    write_whole(&path, &texts[i % 2]).unwrap();
                }
            });
            while !writer.is_finished() {
                let read = std::fs::read_to_string(&path).unwrap();
                assert!(texts.contains(&read), "{} bytes", read.len());
            }
        });
    }
}
