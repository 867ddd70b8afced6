//! `cargo xtask dist`: an archive for this platform, `target/dist-archive/senet-VERSION-TARGET.tar.gz`, with
//! the program, shell completions, manual pages, licences and the tutorial, and its SHA-256.

use sha2::{Digest, Sha256};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

const SHELLS: [(&str, &str); 5] = [
    ("bash", "senet.bash"),
    ("zsh", "_senet"),
    ("fish", "senet.fish"),
    ("powershell", "senet.ps1"),
    ("elvish", "senet.elv"),
];

/// Makes the archive of a program that is built with a profile, `dist` if nothing is said; false if
/// something failed, which has been printed.
///
/// # Errors
/// When a file cannot be read or written.
pub fn build(root: &Path, profile: Option<&str>) -> io::Result<bool> {
    let profile = profile.unwrap_or("dist");
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--profile", profile, "--package", "senet-cli"]).current_dir(root);
    if profile == "dist" {
        // For people, not for measurements: no symbols.
        let strip = "profile.dist.strip='symbols'";
        build.args(["--config", strip, "--config", "profile.dist.debug=false"]);
    }
    if !build.status()?.success() {
        return Ok(false);
    }
    let folder = if profile == "dev" { "debug" } else { profile };
    let program = root.join("target").join(folder);
    let program = program.join(format!("senet{}", std::env::consts::EXE_SUFFIX));
    let name = format!("senet-{}-{}", env!("CARGO_PKG_VERSION"), target()?);
    let made = pack(root, &program, &name)?;
    let size = std::fs::metadata(&made)?.len();
    println!("{}: {:.1} MB", made.display(), size as f64 / 1e6);
    Ok(true)
}

/// What the compiler calls this platform.
fn target() -> io::Result<String> {
    let out = Command::new("rustc").arg("-vV").output()?;
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let host = text.lines().find_map(|l| l.strip_prefix("host: "));
    Ok(host.unwrap_or("unknown").to_owned())
}

/// Gathers everything and packs it; gives the archive.
fn pack(root: &Path, program: &Path, name: &str) -> io::Result<PathBuf> {
    let out = root.join("target/dist-archive");
    let folder = out.join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("completions"))?;
    std::fs::create_dir_all(folder.join("man"))?;
    std::fs::create_dir_all(folder.join("docs"))?;
    let file = program.file_name().unwrap_or_default();
    std::fs::copy(program, folder.join(file))?;
    for (shell, file) in SHELLS {
        let script = Command::new(program).args(["completions", shell]).output()?;
        succeed(&script.status, "senet completions")?;
        std::fs::write(folder.join("completions").join(file), script.stdout)?;
    }
    let manual = Command::new(program).arg("manual").arg(folder.join("man")).status()?;
    succeed(&manual, "senet manual")?;
    for file in ["LICENSE-MIT", "LICENSE-APACHE", "README.md", "CHANGELOG.md"] {
        std::fs::copy(root.join(file), folder.join(file))?;
    }
    for page in ["tutorial.md", "cookbook.md", "language.md", "commands.md", "editors.md"] {
        std::fs::copy(root.join("docs").join(page), folder.join("docs").join(page))?;
    }
    std::fs::write(folder.join("THIRD-PARTY.txt"), third_party(root)?)?;
    let archive = out.join(format!("{name}.tar.gz"));
    let tar =
        Command::new("tar").arg("-czf").arg(&archive).arg("-C").arg(&out).arg(name).status()?;
    succeed(&tar, "tar")?;
    let digest = Sha256::digest(std::fs::read(&archive)?);
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    std::fs::write(out.join("SHA256SUMS"), format!("{digest}  {name}.tar.gz\n"))?;
    Ok(archive)
}

fn succeed(status: &std::process::ExitStatus, what: &str) -> io::Result<()> {
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("`{what}` failed"))) }
}

/// The crates that are compiled in, with their versions and licences.
fn third_party(root: &Path) -> io::Result<String> {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--package", "senet-cli", "--edges", "normal", "--prefix", "none"])
        .args(["--format", "{p}\t{l}"])
        .current_dir(root)
        .output()?;
    succeed(&tree.status, "cargo tree")?;
    let text = String::from_utf8_lossy(&tree.stdout).into_owned();
    let mut lines: Vec<String> = text
        .lines()
        .filter(|line| !line.contains("(/") && !line.contains("(*)\t"))
        .map(|line| line.replace(" (*)", "").replace(" (proc-macro)", ""))
        .collect();
    lines.sort();
    lines.dedup();
    Ok(format!(
        "Crates that the program is made of, with their licences.\n\n{}\n",
        lines.join("\n")
    ))
}
