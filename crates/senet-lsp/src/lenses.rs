//! Code lenses: play from a start, run a stage, statistics.
//!
//! `senet.play` and `senet.runStage` need a terminal, so the editor carries them out, with the address
//! of the text and the number of the start or the name of the stage. `senet.statistics` is ours.

use crate::capabilities::{PLAY, RUN_STAGE, STATISTICS};
use crate::convert::{Places, json};
use crate::documents::View;
use senet_ide::OutlineKind;
use serde_json::{Value, json as object};

pub(crate) fn lenses(view: &View, uri: &str) -> Value {
    let places = Places::of(view);
    let mut out = Vec::new();
    let mut starts = 0;
    for item in view.analysis.outline() {
        if !view.is_own(item.span) {
            continue;
        }
        let mut lens = |title: &str, command: &str, argument: Value| {
            let command =
                object!({ "title": title, "command": command, "arguments": [uri, argument] });
            out.push(object!({ "range": places.range(item.selection), "command": command }));
        };
        match item.kind {
            OutlineKind::Stage => lens("▶ run this stage", RUN_STAGE, item.name.into()),
            OutlineKind::Directive if item.name == "#trace" => {
                starts += 1;
                lens("▶ play from here", PLAY, starts.into());
                lens("statistics", STATISTICS, starts.into());
            }
            _ => {}
        }
    }
    json(out)
}
