//! Writes src/ anew from grammar.js; needs Node.js, which evaluates the grammar.

fn main() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    tree_sitter_generate::generate_parser_in_directory(folder, None, None, 15, None, Some("node"))
        .expect("the grammar is one");
}
