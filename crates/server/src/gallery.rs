//! The pictures of one tile set: laid out once, painted and compressed when they are first asked for.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, OnceLock, PoisonError};

use art::{Drawing, Level, SegmentArt};
use games::catalogue::TileSet;
use serde_json::{Map, Value, json};

use crate::pages::Fixed;
use crate::refusal::{Code, Refusal};

/// A picture: its tile, its quarter turns, its level of detail.
type Key = (String, usize, Level);

/// The pictures of a set.
pub struct Gallery {
    set: TileSet,
    drawings: BTreeMap<String, Drawing>,
    far: OnceLock<Fixed>,
    whole: OnceLock<Fixed>,
    pictures: Mutex<HashMap<Key, Fixed>>,
}

impl Gallery {
    /// Lays all tiles of a set out.
    pub fn new(set: TileSet) -> Self {
        let drawings = set.tiles.iter().map(|tile| (tile.id.clone(), Drawing::new(tile))).collect();
        Self { set, drawings, far: OnceLock::new(), whole: OnceLock::new(), pictures: Mutex::default() }
    }

    /// What a board needs first: every tile from afar, and where its segments and printed things lie.
    pub fn far(&self) -> &Fixed {
        self.far.get_or_init(|| {
            let tiles = self.drawings.iter().map(|(id, drawing)| {
                let far: Vec<String> = (0..4).map(|rotation| drawing.picture(rotation, Level::Far)).collect();
                let mut all = with_places(drawing, "far", json!(far));
                if !drawing.mist().is_empty() {
                    all.insert("mist".to_owned(), json!(drawing.mist()));
                }
                (id.clone(), Value::Object(all))
            });
            let tiles: Map<String, Value> = tiles.collect();
            let over = art::OVERHANG;
            Fixed::art(json!({"set": self.set.id, "over": over, "defs": art::owners(), "tiles": tiles}).to_string())
        })
    }

    /// Every tile near, for clients that put the drawings into their own page.
    pub fn whole(&self) -> &Fixed {
        self.whole.get_or_init(|| {
            let tiles = self.drawings.iter().map(|(id, drawing)| {
                let near: Vec<String> = (0..4).map(|rotation| drawing.content(rotation, Level::Near)).collect();
                (id.clone(), Value::Object(with_places(drawing, "art", json!(near))))
            });
            let tiles: Map<String, Value> = tiles.collect();
            Fixed::art(json!({"set": self.set.id, "defs": art::defs(&self.set.tiles), "tiles": tiles}).to_string())
        })
    }

    /// The picture of a file's name: `crfr.1.svg` is the tile `crfr` after a quarter turn.
    ///
    /// # Errors
    /// There is no such level, tile or rotation.
    pub fn picture(&self, level: &str, file: &str) -> Result<Fixed, Refusal> {
        let words = ["far", "middle", "near"];
        let unknown = || {
            let why = format!("there is no picture {level}/{file}; ask for {}/TILE.ROTATION.svg", words.join(" or "));
            Refusal::new(Code::NotFound, why)
        };
        let level = Level::of(level).ok_or_else(unknown)?;
        let (tile, rotation) = file.strip_suffix(".svg").and_then(|name| name.rsplit_once('.')).ok_or_else(unknown)?;
        let rotation = ["0", "1", "2", "3"].iter().position(|known| *known == rotation).ok_or_else(unknown)?;
        let drawing = self.drawings.get(tile).ok_or_else(unknown)?;
        let key = (tile.to_owned(), rotation, level);
        if let Some(known) = self.pictures.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(known.clone());
        }
        // Two who ask at once paint twice; others need not wait for either.
        let picture = Fixed::picture(drawing.picture(rotation, level));
        self.pictures.lock().unwrap_or_else(PoisonError::into_inner).insert(key, picture.clone());
        Ok(picture)
    }
}

/// Pictures under their word, and where segments and printed things lie.
fn with_places(drawing: &Drawing, word: &str, pictures: Value) -> Map<String, Value> {
    let segments: Vec<Value> = drawing.segments().iter().map(segment).collect();
    let things = drawing.things();
    let things: Vec<Value> =
        things.iter().map(|thing| json!({"word": thing.word, "at": thing.at, "size": thing.size})).collect();
    let mut all = Map::new();
    all.insert(word.to_owned(), pictures);
    all.insert("segments".to_owned(), json!(segments));
    all.insert("things".to_owned(), json!(things));
    all
}

fn segment(one: &SegmentArt) -> Value {
    let mut all = json!({"kind": one.kind, "path": one.path, "anchor": one.anchor, "room": one.room});
    for (word, places) in [("gates", &one.gates), ("lamps", &one.lamps)] {
        if !places.is_empty() {
            all[word] = json!(places);
        }
    }
    all
}
