//! `senet fmt`: programs laid out beautifully.

use crate::cli::FmtArgs;
use crate::failure::{BAD_PROGRAM, Outcome};
use crate::input::{read, rewrite};
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
            rewrite(file, &pretty)?;
        }
    }
    Ok(code)
}
