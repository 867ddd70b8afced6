//! A net printed as a crate that stands alone: `senet build`.
//!
//! The crate holds the net as numbers, its fast path as code, the very files of [`runtime`](crate::runtime), and
//! what all printed crates have (`senet_print`).

mod fast_path;

use crate::game::NetGame;
use crate::numbers::AsNumbers;
use crate::runtime::condition::NetAtom;
use crate::runtime::state::NetMove;
use senet_engine::PositionAtom;
use senet_print::{PrintError, PrintedFile, PrintedWords, common_files, package, print_numbers};
use senet_program::PredId;

const RUNTIME: &[(&str, &str)] = &[
    ("runtime.rs", include_str!("runtime.rs")),
    ("runtime/aggregate.rs", include_str!("runtime/aggregate.rs")),
    ("runtime/bits.rs", include_str!("runtime/bits.rs")),
    ("runtime/change.rs", include_str!("runtime/change.rs")),
    ("runtime/condition.rs", include_str!("runtime/condition.rs")),
    ("runtime/control.rs", include_str!("runtime/control.rs")),
    ("runtime/data.rs", include_str!("runtime/data.rs")),
    ("runtime/fast_path.rs", include_str!("runtime/fast_path.rs")),
    ("runtime/fast_path/describe.rs", include_str!("runtime/fast_path/describe.rs")),
    ("runtime/fast_path/rows.rs", include_str!("runtime/fast_path/rows.rs")),
    ("runtime/fire.rs", include_str!("runtime/fire.rs")),
    ("runtime/ids.rs", include_str!("runtime/ids.rs")),
    ("runtime/moves.rs", include_str!("runtime/moves.rs")),
    ("runtime/net.rs", include_str!("runtime/net.rs")),
    ("runtime/pack.rs", include_str!("runtime/pack.rs")),
    ("runtime/propagate.rs", include_str!("runtime/propagate.rs")),
    ("runtime/run.rs", include_str!("runtime/run.rs")),
    ("runtime/state.rs", include_str!("runtime/state.rs")),
    ("runtime/variant.rs", include_str!("runtime/variant.rs")),
    ("runtime/weights.rs", include_str!("runtime/weights.rs")),
];

const TEMPLATE: &[(&str, &str)] = &[
    ("lib.rs", include_str!("../template/src/lib.rs")),
    ("game.rs", include_str!("../template/src/game.rs")),
];

impl NetGame {
    /// The game as a crate of its own: it plays, measures itself, and implements
    /// [`Game`](senet_game::Game).
    pub fn print(&self, name: &str, title: &str) -> Result<Vec<PrintedFile>, PrintError> {
        let mut files = common_files(name, title);
        for (path, text) in RUNTIME.iter().chain(TEMPLATE) {
            files.push(PrintedFile::new(format!("src/{path}"), *text));
        }
        let mut numbers = Vec::new();
        self.net.write(&mut numbers);
        let net = "//! The net, as `runtime::data` reads it.\n\n".to_owned();
        files.push(PrintedFile::new("src/net.rs", net + &print_numbers("NET", &numbers)));
        files.push(PrintedFile::new("src/fast_path.rs", fast_path::print(&self.net)));
        let mut words = PrintedWords::new(self.term());
        for (id, variant) in self.net.variants.enumerated() {
            // A variant is the Cartesian product of its factors. Its moves are printed one by
            // one, because their names do not factor.
            let sizes = variant.factors.iter().map(|f| f.choices.len() as u64);
            for choice in 0..sizes.fold(1, u64::saturating_mul) {
                let (rule, values) = self.rule_and_values(NetMove { variant: id, choice });
                words.add_move("", rule, &values)?;
            }
        }
        let texts = words.print(&package(name), title, self.all_atoms())?;
        files.push(PrintedFile::new("src/words.rs", texts));
        files.push(PrintedFile::new("src/moves.txt", words.moves()));
        Ok(files)
    }

    /// Every atom that can ever be there, with where it is found.
    fn all_atoms(&self) -> Vec<(String, PositionAtom)> {
        let atom = |atom: &NetAtom, persistent: bool| PositionAtom {
            predicate: PredId(atom.predicate),
            values: atom.values.to_vec(),
            copies: u64::from(!persistent),
            persistent,
        };
        let mut all: Vec<(String, PositionAtom)> = Vec::new();
        for (i, place) in self.net.places.iter().enumerate() {
            let atom = atom(&place.atom, place.persistent);
            all.push((format!("Source::Place({i})"), atom));
        }
        for (v, atoms) in self.net.control_atoms.iter().enumerate() {
            for (i, one) in atoms.iter().enumerate() {
                all.push((format!("Source::Control({v}, {i})"), atom(one, false)));
            }
        }
        for constant in &self.net.constants {
            let source = format!("Source::Always({})", constant.copies);
            all.push((source, atom(&constant.atom, constant.persistent)));
        }
        all
    }
}
