//! `senet graph`: the stages of a program and the links between them, as a picture.

use crate::cli::{GraphArgs, GraphFormat};
use crate::commands::load;
use crate::failure::{Failure, Outcome};
use crate::{input, output};
use senet_draw::Graph;
use senet_explain::stage_graph;
use senet_program::Options;

pub(crate) fn run(args: &GraphArgs) -> Outcome {
    let (source, program) = match load(&args.file, &Options::default())? {
        Ok(loaded) => loaded,
        Err(code) => return Ok(code),
    };
    let title =
        program.game().title.clone().unwrap_or_else(|| format!("Stages of {}", source.name));
    let graph = stage_graph(&program, title);
    write(&graph, args.format, args.output.as_deref())?;
    Ok(0)
}

/// Writes a graph to a file or standard output, in the format asked for or told by the name.
pub(crate) fn write(
    graph: &Graph,
    format: Option<GraphFormat>,
    to: Option<&str>,
) -> Result<(), Failure> {
    let extension = to.and_then(|path| path.rsplit_once('.')).map(|(_, e)| e);
    let told = match extension {
        Some("dot" | "gv") => GraphFormat::Dot,
        Some("json") => GraphFormat::Json,
        Some("txt") => GraphFormat::Text,
        _ => GraphFormat::Svg,
    };
    let text = match format.unwrap_or(told) {
        GraphFormat::Svg => senet_draw::svg(graph),
        GraphFormat::Dot => senet_draw::dot(graph),
        GraphFormat::Text => senet_draw::text(graph),
        GraphFormat::Json => {
            let layout = senet_draw::layout(graph);
            let both = serde_json::json!({ "graph": graph, "layout": layout });
            format!("{}\n", serde_json::to_string_pretty(&both).expect("graphs are plain data"))
        }
    };
    match to {
        None => output::data(&text),
        Some(path) => input::write(path, &text)?,
    }
    Ok(())
}
