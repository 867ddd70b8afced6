//! The binary `senet`: reads the command line, calls one command, and turns its result into an
//! exit code: 0 fine, 1 the program is bad, 2 wrong use or input and output, 130 interrupted.

#![allow(
    clippy::disallowed_methods,
    reason = "a shell: files, environment, clock and exit codes are its work"
)]

mod cli;
mod commands;
mod failure;
mod host;
mod include;
mod input;
mod interrupt;
mod memory;
mod output;
mod parquet;
mod progress;
mod prompt;
mod report;
mod sampling;
mod session;
mod tables;
mod threads;
mod words;

use cli::Command;
use failure::Outcome;
use std::process::ExitCode;

fn main() -> ExitCode {
    memory::set_bound(None);
    interrupt::listen();
    let cli = cli::parse().inspect(|cli| memory::set_bound(cli.command.max_memory()));
    match cli.and_then(|cli| carry_out(cli.command)) {
        Ok(code) => ExitCode::from(code),
        Err(failure) => {
            output::message(&failure.to_string());
            ExitCode::from(failure.code())
        }
    }
}

fn carry_out(command: Command) -> Outcome {
    match command {
        Command::New(args) => commands::new::run(&args),
        Command::List(args) => commands::list::run(&args),
        Command::Play(args) => commands::play::run(&args),
        Command::Tournament(args) => commands::tournament::run(&args),
        Command::Ugi(args) => commands::ugi::run(&args),
        Command::Run(args) => commands::run::run(&args),
        Command::Repl(args) => commands::repl::run(&args),
        Command::Trace(args) => commands::trace::run(&args),
        Command::Why(args) => commands::why::run(&args),
        Command::Explore(args) => commands::explore::run(&args),
        Command::Prove(args) => commands::prove::run(&args),
        Command::Solve(args) => commands::solve::run(&args),
        Command::Stats(args) => commands::stats::run(&args),
        Command::Sweep(args) => commands::sweep::run(&args),
        Command::Report(args) => commands::report::run(&args),
        Command::Merge(args) => commands::stats::merge(&args),
        Command::Bench(args) => commands::bench::run(&args),
        Command::Check(args) => commands::check::run(&args),
        Command::Test(args) => commands::test::run(&args),
        Command::Fix(args) => commands::fix::run(&args),
        Command::Fmt(args) => commands::fmt::run(&args),
        Command::Explain(args) => commands::explain::run(&args),
        Command::Graph(args) => commands::graph::run(&args),
        Command::Build(args) => commands::build::run(&args),
        Command::Export(args) => commands::export::run(&args),
        Command::Expand(args) => commands::expand::run(&args),
        Command::Lsp(_) => commands::lsp::run(),
        Command::Debug(args) => commands::debug::run(&args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => commands::serve::run(&args),
        Command::Manual(args) => commands::manual::run(&args),
        Command::Completions(args) => commands::completions::run(&args),
    }
}
