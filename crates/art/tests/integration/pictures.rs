//! Tests that the generated pictures in the client are up to date, and that the tiles of their landscapes match.

#[path = "../../examples/pictures/landscapes.rs"]
mod landscapes;

use std::path::Path;

#[test]
fn client_pictures_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/public");
    for (path, text) in landscapes::files() {
        let kept = std::fs::read_to_string(folder.join(&path)).unwrap_or_default();
        // `assert_eq!` would print both files.
        assert!(kept == text, "{path} differs; look at `cargo run -p bastide-art --example pictures -- web/public`");
        assert!(text.len() < 250_000, "{path} has {} bytes", text.len());
        roxmltree::Document::parse(&text).unwrap();
    }
}

#[test]
fn landscape_tiles_match() {
    for landscape in &landscapes::LANDSCAPES {
        let tiles = landscape.tiles();
        let kind = |i: usize, side: usize| {
            let (tile, rotation) = &tiles[i];
            let edge = (side + 4 - rotation) % 4;
            // Mist covers fields, and may end at a border.
            match tile.segments[usize::from(tile.ports[3 * edge + 1])].kind.as_str() {
                "mist" => "field",
                kind => kind,
            }
            .to_owned()
        };
        for i in 0..tiles.len() {
            if i % 4 < 3 {
                assert_eq!(kind(i, 1), kind(i + 1, 3), "{}: {i} and the tile to the east", landscape.game);
            }
            if i + 4 < tiles.len() {
                assert_eq!(kind(i, 2), kind(i + 4, 0), "{}: {i} and the tile to the south", landscape.game);
            }
        }
    }
}
