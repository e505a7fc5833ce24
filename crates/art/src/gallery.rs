//! Pictures of one tile set: what clients request, and the shapes of the responses.

use std::collections::BTreeMap;
use std::sync::Arc;

use games::catalogue::TileSet;
use games::sides::SideSet;
use serde::Serialize;

use crate::drawing::{Drawing, Level, OVERHANG};
use crate::symbols::{defs, owners};
use crate::tile_art::{SegmentArt, ThingArt};

/// A requested part of a set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// The data that a board needs first: every tile in low detail, and the positions of its segments and printed things.
    Far,
    /// Every tile in high detail, for clients that inline the drawings.
    Whole,
    /// A description of every tile's sides, for clients that describe tiles in words.
    Sides,
    /// One tile, with its rotation in quarter turns and the level of detail.
    Picture(String, usize, Level),
}

impl Wanted {
    /// Parses a file name, such as `crfr.1.svg` for the tile `crfr` after one quarter turn.
    ///
    /// # Errors
    /// There is no such level or rotation. The error is a sentence that lists the valid names.
    pub fn picture(level: &str, file: &str) -> Result<Wanted, String> {
        let name = file.strip_suffix(".svg").and_then(|name| name.rsplit_once('.'));
        let found = name.and_then(|(tile, rotation)| {
            let rotation = ["0", "1", "2", "3"].iter().position(|known| *known == rotation)?;
            Some(Wanted::Picture(tile.to_owned(), rotation, Level::of(level)?))
        });
        found.ok_or_else(|| no_picture(level, file))
    }
}

fn no_picture(level: &str, file: &str) -> String {
    let levels = Level::ALL.map(Level::word).join(" or ");
    format!("there is no picture {level}/{file}; ask for {levels}/TILE.ROTATION.svg")
}

/// A tile set whose tiles are laid out, ready to be painted.
pub struct Layout {
    set: TileSet,
    drawings: BTreeMap<String, Arc<Drawing>>,
}

impl Layout {
    /// Lays out all tiles of a set.
    pub fn new(set: TileSet) -> Layout {
        let drawings = set.tiles.iter().map(|tile| (tile.id.clone(), Arc::new(Drawing::new(tile)))).collect();
        Layout { set, drawings }
    }

    /// Returns the tiles, sorted by id.
    pub fn drawings(&self) -> impl Iterator<Item = &Arc<Drawing>> {
        self.drawings.values()
    }

    /// Returns the drawing of a tile.
    ///
    /// # Errors
    /// The set has no such tile. The error is a sentence.
    pub fn drawing(&self, tile: &str) -> Result<&Drawing, String> {
        let drawing = self.drawings.get(tile).map(AsRef::as_ref);
        drawing.ok_or_else(|| no_picture(Level::Far.word(), &format!("{tile}.0.svg")))
    }

    /// Paints all tiles in low detail.
    pub fn far(&self) -> FarSet {
        let tiles = self.drawings.iter().map(|(id, drawing)| {
            let far = (0..4).map(|rotation| drawing.picture(rotation, Level::Far)).collect();
            let (segments, things) = places_of(drawing);
            (id.clone(), FarTile { far, segments, things, mist: drawing.mist().to_vec() })
        });
        FarSet { set: self.set.id.clone(), over: OVERHANG, defs: owners().to_owned(), tiles: tiles.collect() }
    }

    /// Paints all tiles in high detail.
    pub fn whole(&self) -> WholeSet {
        let tiles = self.drawings.iter().map(|(id, drawing)| {
            let art = (0..4).map(|rotation| drawing.content(rotation, Level::Near)).collect();
            let (segments, things) = places_of(drawing);
            (id.clone(), WholeTile { art, segments, things })
        });
        WholeSet { set: self.set.id.clone(), defs: defs(&self.set.tiles), tiles: tiles.collect() }
    }

    /// Describes the sides of all tiles.
    pub fn sides(&self) -> SideSet {
        let mist = |id: &str| self.drawings.get(id).map_or_else(Vec::new, |drawing| drawing.mist().to_vec());
        SideSet::of(&self.set, mist)
    }
}

/// A tile set in low detail, sufficient to show a board. Each picture is an SVG document of one tile, 1000 by 1000 units. Each rotation has
/// a separate picture, since shadows don't turn with the tile.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct FarSet {
    /// Id of the set.
    set: String,
    /// Units by which pictures extend beyond their tile on every side. The neighbouring tile shows the same picture there.
    over: u32,
    /// SVG definitions to include once in the page.
    defs: String,
    /// The tiles, by id.
    tiles: BTreeMap<String, FarTile>,
}

/// A tile in low detail.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
struct FarTile {
    /// One SVG document per rotation, for tiles shown at up to about 70 pixels (`middle` is for up to 140, `near` for more).
    far: Vec<String>,
    /// Segments of the tile.
    segments: Vec<SegmentPlace>,
    /// Printed things of the tile.
    things: Vec<ThingPlace>,
    /// The edges covered by mist in rotation 0, clockwise from the north; omitted if there are none. Where mist ends at a border, draw the
    /// figure `mist-rim` along that side: its box is the tile, and its upper edge is the side.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mist: Vec<usize>,
}

/// The art of a tile set as drawings to inline in a page. A tile is a square of 1000 by 1000 units. Move it with `translate`, and never
/// clip or rotate it, since it extends a few units beyond the border.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct WholeSet {
    /// Id of the set.
    set: String,
    /// SVG definitions to include once in the page, before any tile: patterns (`own-0` to `own-5` belong to the seats) and landmarks. All
    /// sets of a family use the same definitions.
    defs: String,
    /// The tiles, by id.
    tiles: BTreeMap<String, WholeTile>,
}

/// A tile as drawings to inline in a page.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
struct WholeTile {
    /// SVG content for each rotation, without an outer `svg` element.
    art: Vec<String>,
    /// Segments of the tile.
    segments: Vec<SegmentPlace>,
    /// Printed things of the tile.
    things: Vec<ThingPlace>,
}

/// Position of a segment. The areas of segments do not overlap, except that the area of a `system` covers its rivers and lakes.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
struct SegmentPlace {
    /// Kind of segment.
    kind: String,
    /// SVG path data of the segment's area in rotation 0.
    path: String,
    /// Position of a figure in rotation 0.
    anchor: [f64; 2],
    /// Distance of the anchor from the border of the area.
    room: f64,
    /// The gates of a city; omitted if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    gates: Vec<[f64; 2]>,
    /// Positions of lamps, which are lit when the feature is complete; omitted if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lamps: Vec<[f64; 2]>,
}

/// Position of a printed thing. Views refer to things by their index.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
struct ThingPlace {
    /// Kind of thing.
    word: String,
    /// Centre of the drawing in rotation 0. The centre turns with the tile around 500, 500; the drawing stays upright.
    at: [f64; 2],
    /// Side length of the square that contains the drawing.
    size: f64,
}

/// Rounds a coordinate to thousandths of a unit. Further digits would differ between platforms, whose sines do.
fn rounded(coordinate: f64) -> f64 {
    (coordinate * 1000.0).round() / 1000.0
}

/// Returns the positions of segments and printed things.
fn places_of(drawing: &Drawing) -> (Vec<SegmentPlace>, Vec<ThingPlace>) {
    let segments = drawing.segments().into_iter();
    let segments = segments.map(|SegmentArt { kind, path, anchor, room, gates, lamps }| SegmentPlace {
        kind,
        path,
        anchor: anchor.map(rounded),
        room,
        gates,
        lamps,
    });
    let things = drawing.things().into_iter();
    let things = things.map(|ThingArt { word, at, size }| ThingPlace { word, at: at.map(rounded), size });
    (segments.collect(), things.collect())
}
