//! `senet explain`: more about a code.

use crate::cli::ExplainArgs;
use crate::failure::{Failure, Outcome};
use crate::output;
use senet_program::all_codes;
use senet_syntax::suggest::nearest;
use std::fmt::Write;

pub(crate) fn run(args: &ExplainArgs) -> Outcome {
    let Some(wanted) = &args.code else {
        let lines = all_codes().map(|c| format!("{}  {}\n", c.id, c.title));
        output::data(&lines.collect::<String>());
        return Ok(0);
    };
    let id = wanted.to_uppercase();
    let Some(code) = all_codes().find(|c| c.id == id) else {
        let failure = Failure::usage(format!("there is no code `{wanted}`"));
        let near = nearest(&id, all_codes().map(|c| c.id));
        return Err(failure.help(match near {
            Some(near) => format!("did you mean `{near}`? `senet explain` lists them all"),
            None => "`senet explain` lists them all".to_owned(),
        }));
    };
    let mut out = format!("{}: {}\n\n{}\n", code.id, code.title, wrap(code.story, 78));
    for (title, example) in [("Reported", code.bad), ("Better", code.good)] {
        if !example.is_empty() && example.lines().all(|l| l.len() < 100) {
            writeln!(out, "\n{title}:\n").expect("strings can be written to");
            for line in example.lines() {
                writeln!(out, "    {line}").expect("strings can be written to");
            }
        }
    }
    output::data(&out);
    Ok(0)
}

fn wrap(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out
}
