//! Tiles of Hunters & Gatherers: steppe, forests, rivers and lakes, and the animals and finds on them.

mod decor;
mod ground;
mod paint;
mod plan;
mod reading;

use bastide_core::tile_text::TileText;

use crate::tile_art::{TileArt, segments};

pub use ground::{definitions, textures};

/// Draws a tile.
pub fn tile(tile: &TileText) -> TileArt {
    let plan = plan::Plan::new(tile);
    let decor = decor::Decor::new(tile, &plan);
    let name = format!("{}/{}", tile.set, tile.id);
    TileArt {
        art: std::array::from_fn(|r| paint::paint(&name, &plan, &decor, r)),
        segments: segments(tile, &plan.areas, &decor.anchors),
        things: decor.things(tile),
    }
}
