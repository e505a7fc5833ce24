//! Pictures of tiles and figures, as the server's paths below `/api/art` return them. Tile sets are laid out on first use; pictures are
//! painted on every request, and the host caches them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use art::{Layout, Wanted};
use games::OwnTiles;
use games::catalogue::{self, TileSet};
use table::messages::text;

use crate::refusal::Refusal;

/// The tile sets that are laid out, by id; custom sets by the hash of their file.
#[derive(Clone, Default)]
pub struct Pictures(Arc<Mutex<HashMap<String, Arc<Layout>>>>);

impl Pictures {
    /// Returns a part of a printed set. `file` is the path after the set: `far.json`, `sides.json` or `near/crfr.1.svg`.
    ///
    /// # Errors
    /// There is no such set or picture.
    pub fn printed(&self, set: &str, file: &str) -> Result<String, Refusal> {
        let wanted = wanted(file)?;
        let (id, text) = catalogue::file(set).map_err(not_found)?;
        let layout = self.layout(id, || catalogue::parse(id, text).map_err(|why| not_found(why.to_string())))?;
        paint(&layout, &wanted)
    }

    /// Returns a part of a table's custom tiles.
    ///
    /// # Errors
    /// There is no such picture.
    pub fn own(&self, own: &OwnTiles, file: &str) -> Result<String, Refusal> {
        let wanted = wanted(file)?;
        let layout = self.layout(own.hash(), || own.set().map_err(|why| not_found(why.to_string())))?;
        paint(&layout, &wanted)
    }

    fn layout(&self, id: &str, set: impl FnOnce() -> Result<TileSet, Refusal>) -> Result<Arc<Layout>, Refusal> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(layout) = known.get(id) {
            return Ok(layout.clone());
        }
        let layout = Arc::new(Layout::new(set()?));
        known.insert(id.to_owned(), layout.clone());
        Ok(layout)
    }
}

/// Returns all figures, pieces and tokens.
pub fn figures() -> String {
    text(&art::figures())
}

fn wanted(file: &str) -> Result<Wanted, Refusal> {
    match file.split_once('/') {
        None if file == "far.json" => Ok(Wanted::Far),
        None if file == "sides.json" => Ok(Wanted::Sides),
        Some((level, file)) => Wanted::picture(level, file).map_err(not_found),
        None => Err(not_found(format!("there is no {file}; ask for far.json, sides.json or a picture"))),
    }
}

fn paint(layout: &Layout, wanted: &Wanted) -> Result<String, Refusal> {
    Ok(match wanted {
        Wanted::Far => text(&layout.far()),
        Wanted::Whole => text(&layout.whole()),
        Wanted::Sides => text(&layout.sides()),
        Wanted::Picture(tile, rotation, level) => layout.drawing(tile).map_err(not_found)?.picture(*rotation, *level),
    })
}

fn not_found(why: String) -> Refusal {
    Refusal::new("not_found", why)
}
