//! Programs that tests need besides cargo, from Debian's packages where that is allowed: Chromium for the
//! page, Neovim for the language server.

use std::process::Command;

/// Whether this is continuous integration (the variable `CI`). Its output is rarely read, so that a step that
/// was left out would pass for one that succeeded: there, a missing program is a failure.
pub(crate) fn in_ci() -> bool {
    std::env::var_os("CI").is_some_and(|ci| !ci.is_empty() && ci != "false")
}

/// Whether a program can be started.
pub(crate) fn starts(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success())
}

/// Installs one of Debian's packages where that is allowed. A machine whose package lists were never fetched,
/// or are out of date, needs them first.
pub(crate) fn install(package: &str, purpose: &str) -> bool {
    // Another installation may be under way: wait for its lock.
    const WAIT: [&str; 2] = ["-o", "DPkg::Lock::Timeout=300"];
    let apt = |args: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(WAIT).args(args).env("DEBIAN_FRONTEND", "noninteractive");
        command.output().is_ok_and(|o| o.status.success())
    };
    let install = || apt(&["install", "-y", "-qq", "--no-install-recommends", package]);
    println!("the package `{package}` is installed for {purpose}…");
    // What an interrupted installation left behind is finished by `--fix-broken`.
    install()
        || (apt(&["update", "-qq"])
            && (install() || (apt(&["install", "-y", "-qq", "--fix-broken"]) && install())))
}
