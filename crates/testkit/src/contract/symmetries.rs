//! What holds of symmetries: the moves of an image lead to the images of what the moves lead to.

use senet_game::{Cursor, DynGame, ExactKey, PackedChild, Turn};

/// Positions with more moves than this are passed over.
const MOST_MOVES: usize = 100;

pub(super) fn look(whom: &str, game: &dyn DynGame, cursor: &dyn Cursor) {
    let Some(key) = cursor.exact_key() else { return };
    let mut images = Vec::new();
    game.packed_images(key, &mut images);
    if images.is_empty() {
        return;
    }
    let mut other = game.cursor();
    let here = children(&mut *other, key);
    if here.len() > MOST_MOVES {
        return;
    }
    for (i, image) in images.iter().enumerate() {
        let mut expected: Vec<(u128, Turn, u128)> = Vec::new();
        for child in &here {
            let mut images_of_child = Vec::new();
            game.packed_images(child.key, &mut images_of_child);
            assert_eq!(images_of_child.len(), images.len(), "{whom}: not as many images");
            expected.push((images_of_child[i], child.turn.clone(), child.weight));
        }
        let there = children(&mut *other, ExactKey(*image));
        let mut found: Vec<(u128, Turn, u128)> =
            there.into_iter().map(|child| (child.key.0, child.turn, child.weight)).collect();
        expected.sort_by_key(|(key, ..)| *key);
        found.sort_by_key(|(key, ..)| *key);
        assert_eq!(found, expected, "{whom}: symmetry {i} does not keep the moves");
    }
}

fn children(cursor: &mut dyn Cursor, key: ExactKey) -> Vec<PackedChild> {
    let mut out = Vec::new();
    cursor.expand_packed(&[key], &mut out);
    out
}
