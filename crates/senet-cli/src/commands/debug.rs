//! `senet debug`: what each step of the pipeline makes of a program.

use crate::cli::{DebugArgs, DebugWhat};
use crate::commands::load;
use crate::failure::{Failure, Outcome};
use crate::input::read_game as read;
use crate::{output, report};
use senet_bits::BitGame;
use senet_engine::Engine;
use senet_game::Limits;
use senet_net::NetGame;
use senet_program::show::Show;
use senet_program::{Options, Program};
use std::fmt::Write;
use std::sync::Arc;

pub(crate) fn run(args: &DebugArgs) -> Outcome {
    match args.what {
        DebugWhat::Tokens => {
            let source = read(&args.file)?;
            let mut out = String::new();
            for token in senet_syntax::lexer::tokens(&source.text) {
                let (span, text) = (token.span, token.span.of(&source.text));
                writeln!(out, "{:>6}..{:<6} {:?} {text:?}", span.start, span.end, token.kind)
                    .expect("strings can be written to");
            }
            output::data(&out);
        }
        DebugWhat::Ast => {
            let source = read(&args.file)?;
            let parse = senet_syntax::parse(&source.text);
            output::data(&format!("{:#?}\n", parse.file));
            report::show(&source, &parse.diagnostics, Some(50));
            return Ok(u8::from(!parse.diagnostics.is_empty()));
        }
        DebugWhat::Plan => match load(&args.file, &Options::default())? {
            Ok((_, program)) => {
                let engine = Engine::new(program.into(), Limits::default());
                output::data(&engine.describe());
            }
            Err(code) => return Ok(code),
        },
        DebugWhat::Bits => match load(&args.file, &Options::default())? {
            Ok((_, program)) if program.starts().is_empty() => {
                return Err(Failure::bad("the program has no start".to_owned())
                    .help("write `#trace _ stage { atoms }.`"));
            }
            Ok((_, program)) => {
                let engine = Arc::new(Engine::new(program.into(), Limits::default()));
                match BitGame::new(engine, 0) {
                    Ok(game) => output::data(&game.listing()),
                    Err(why) => {
                        let message = format!("`{}` has no bit program: {why}", args.file);
                        return Err(Failure::bad(message).help(why.help()));
                    }
                }
            }
            Err(code) => return Ok(code),
        },
        DebugWhat::Net => match load(&args.file, &Options::default())? {
            Ok((_, program)) if program.starts().is_empty() => {
                return Err(Failure::bad("the program has no start".to_owned())
                    .help("write `#trace _ stage { atoms }.`"));
            }
            Ok((_, program)) => {
                let engine = Arc::new(Engine::new(program.into(), Limits::default()));
                let game = NetGame::new(engine, 0)
                    .map_err(|why| Failure::bad(format!("`{}` has no net: {why}", args.file)))?;
                output::data(&game.listing());
            }
            Err(code) => return Ok(code),
        },
        DebugWhat::Program => match load(&args.file, &Options::default())? {
            Ok((_, program)) => output::data(&program_text(&program)),
            Err(code) => return Ok(code),
        },
    }
    Ok(0)
}

fn program_text(program: &Program) -> String {
    let show = Show::new(program);
    let mut out = String::new();
    let mut line = |text: String| writeln!(out, "{text}").expect("strings can be written to");
    for (i, ty) in program.types().iter().enumerate() {
        line(format!("type {i} {}: {:?}", ty.name, ty.shape));
    }
    for (i, c) in program.constructors().iter().enumerate() {
        line(format!("constructor {i} {} of type {}", c.name, program.ty(c.ty).name));
    }
    for (i, p) in program.predicates().iter().enumerate() {
        let types: Vec<&str> = p.arguments.iter().map(|t| program.ty(*t).name.as_str()).collect();
        line(format!("predicate {i} {} {}: {:?}", p.name, types.join(" "), p.kind));
    }
    for clause in program.clauses() {
        let goals: Vec<String> = clause
            .goals
            .iter()
            .map(|g| format!(" <- {}", show.premise(g, &clause.variables)))
            .collect();
        line(format!("clause {}{}", show.atom(&clause.head, &clause.variables), goals.concat()));
    }
    for stage in program.stages() {
        line(format!("stage {} (interactive: {})", stage.name, stage.interactive));
        for id in stage.rules.iter().chain(&stage.links) {
            let rule = program.rule(*id);
            let effective: Vec<&str> =
                rule.effective.iter().map(|v| rule.variables[v.index()].name.as_str()).collect();
            line(format!("  {} {}", id.index(), show.rule(program, rule)));
            line(format!("    a move by {}", effective.join(" ")));
        }
    }
    for start in program.starts() {
        let atoms: Vec<String> = start.atoms.iter().map(|a| show.conclusion(a, &[])).collect();
        line(format!("start in {}: {}", program.stage(start.stage).name, atoms.join(", ")));
    }
    out
}
