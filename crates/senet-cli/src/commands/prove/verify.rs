//! `senet prove --verify`: a certificate, checked by the reference interpreter.

use crate::cli::{ProveArgs, ReportFormat};
use crate::failure::{Failure, Outcome};
use crate::include::beside;
use crate::input::{read, read_game};
use crate::progress::Progress;
use crate::words::digits;
use crate::{interrupt, memory, output};
use senet_program::Options;
use senet_verify::{CertificateError, verify};
use serde_json::{Value, json};

pub(super) fn run(args: &ProveArgs, path: &str) -> Outcome {
    let text = read(path)?.text;
    let data: Value = serde_json::from_str(&text)
        .map_err(|error| Failure::usage(format!("`{path}` is not a certificate: {error}")))?;
    let Some(game) = args.game.as_deref().or(data["game"].as_str()) else {
        let failure = Failure::usage(format!("`{path}` does not name its game"));
        return Err(failure.help("name it: senet prove GAME --verify FILE"));
    };
    let source = read_game(game)?;
    let values: Vec<(String, u64)> =
        serde_json::from_value(data["options"].clone()).unwrap_or_default();
    let seats = data["players"].as_u64().and_then(|n| usize::try_from(n).ok());
    let options = beside(&source, &Options { seats, values, loader: None });
    interrupt::note();
    let mut progress = Progress::new();
    let verified = verify(&source.text, &options, &text, &mut |positions| {
        progress.tick(|| format!("{} positions", digits(positions)));
        !interrupt::noted() && !memory::is_short()
    });
    progress.done();
    match verified {
        Ok(claims) => {
            match args.format {
                ReportFormat::Json => {
                    let claims = claims.iter();
                    let claims =
                        claims.map(|c| json!({ "property": c.property, "answer": c.answer }));
                    let json = json!({ "game": game, "claims": claims.collect::<Vec<_>>() });
                    output::data(&format!("{json:#}\n"));
                }
                ReportFormat::Text => {
                    for claim in &claims {
                        output::data(&format!("{:<8} {}\n", claim.answer, claim.property));
                    }
                    let n = claims.len();
                    output::data(&format!("{game}: all {n} claims are right\n"));
                }
            }
            Ok(0)
        }
        Err(CertificateError::Cancelled) if interrupt::noted() => {
            output::message("senet: interrupted");
            Ok(interrupt::INTERRUPTED)
        }
        Err(error) => {
            let failure = Failure::bad(format!("`{path}` is refused: {error}"));
            Err(failure.help("`senet prove GAME --certificate FILE` writes a new one"))
        }
    }
}
