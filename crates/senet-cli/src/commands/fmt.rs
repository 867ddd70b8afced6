//! `senet fmt`: programs laid out beautifully.

use crate::cli::FmtArgs;
use crate::failure::{BAD_PROGRAM, Failure, Outcome};
use crate::input::read;
use crate::output;
use crate::report;

pub(crate) fn run(args: &FmtArgs) -> Outcome {
    let stdin = ["-".to_owned()];
    let files = if args.files.is_empty() { &stdin[..] } else { &args.files };
    let mut code = 0;
    for file in files {
        let source = read(file)?;
        let pretty = match senet_syntax::format(&source.text) {
            Ok(pretty) => pretty,
            Err(diagnostics) => {
                report::show(&source, &diagnostics, Some(50));
                code = BAD_PROGRAM;
                continue;
            }
        };
        if args.check {
            if pretty != source.text {
                output::data(&format!("{}: would be laid out differently\n", source.name));
                code = BAD_PROGRAM;
            }
        } else if file == "-" {
            output::data(&pretty);
        } else if pretty != source.text {
            write(file, &pretty)?;
        }
    }
    Ok(code)
}

/// Writes beside the file and then moves, so that a full disk does not cost a program.
fn write(file: &str, text: &str) -> Result<(), Failure> {
    let fail = |error: std::io::Error| Failure::usage(format!("cannot write `{file}`: {error}"));
    let target = std::fs::canonicalize(file).map_err(fail)?;
    let permissions = std::fs::metadata(&target).map_err(fail)?.permissions();
    if permissions.readonly() {
        return Err(Failure::usage(format!("cannot write `{file}`: it may not be changed")));
    }
    let mut beside = target.clone().into_os_string();
    beside.push(".senet-fmt");
    std::fs::write(&beside, text).map_err(fail)?;
    std::fs::set_permissions(&beside, permissions).map_err(fail)?;
    std::fs::rename(&beside, &target).map_err(fail)
}
