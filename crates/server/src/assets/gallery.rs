//! Pictures of one tile set. The set is laid out once, and each picture is painted and compressed on first request. Requests for finished
//! pictures never wait; requests for a picture that is being painted wait for it without taking a slot.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use art::{Drawing, Level, SegmentArt, ThingArt};
use games::catalogue::TileSet;
use games::sides::SideSet;
use serde::Serialize;
use table::messages::text;
use tokio::sync::OnceCell;
use utoipa::ToSchema;

use super::pages::Fixed;
use crate::compute::slots::{self, Owner, Slots};
use crate::http::refusal::{Code, Refusal};

/// Approximate time to lay out a set, or to paint all of it.
const SET_TIME: Duration = Duration::from_millis(300);
/// Approximate time to paint one picture.
const PICTURE_TIME: Duration = Duration::from_millis(10);
/// Levels of detail.
const LEVELS: [&str; 3] = ["far", "middle", "near"];

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
    pub fn picture(level: &str, file: &str) -> Result<Wanted, Refusal> {
        let name = file.strip_suffix(".svg").and_then(|name| name.rsplit_once('.'));
        let found = name.and_then(|(tile, rotation)| {
            let rotation = ["0", "1", "2", "3"].iter().position(|known| *known == rotation)?;
            Some(Wanted::Picture(tile.to_owned(), rotation, Level::of(level)?))
        });
        found.ok_or_else(|| no_picture(level, file))
    }
}

fn no_picture(level: &str, file: &str) -> Refusal {
    let why = format!("there is no picture {level}/{file}; ask for {}/TILE.ROTATION.svg", LEVELS.join(" or "));
    Refusal::new(Code::NotFound, why)
}

/// A tile set with its layout.
struct Layout {
    set: TileSet,
    drawings: BTreeMap<String, Arc<Drawing>>,
}

/// The pictures of a set.
#[derive(Default)]
pub struct Gallery {
    layout: OnceCell<Arc<Layout>>,
    bodies: Mutex<HashMap<Wanted, Arc<OnceCell<Fixed>>>>,
    bytes: AtomicUsize,
}

impl Gallery {
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Returns the tiles, if the set was laid out.
    pub fn drawings(&self) -> Vec<Arc<Drawing>> {
        self.layout.get().map(|layout| layout.drawings.values().cloned().collect()).unwrap_or_default()
    }

    /// Returns a response body. If it does not exist yet, draws it in one of the `places` slots; `set` loads the tile set on first use.
    pub async fn body(
        &self,
        wanted: Wanted,
        set: impl FnOnce() -> Result<TileSet, Refusal> + Send + 'static,
        (places, owner): (&Slots, Owner),
    ) -> Result<Fixed, Refusal> {
        if let Some(known) = self.known(&wanted) {
            return Ok(known);
        }
        let layout = self.layout.get_or_try_init(async || {
            let place = places.take(owner, SET_TIME).await?;
            unwrap_job(slots::work(place, move || Layout::new(set()?).map(Arc::new)).await)
        });
        let layout = layout.await?.clone();
        if let Wanted::Picture(tile, ..) = &wanted
            && !layout.drawings.contains_key(tile)
        {
            return Err(no_picture(LEVELS[0], &format!("{tile}.0.svg")));
        }
        let body = {
            let mut bodies = self.bodies.lock().unwrap_or_else(PoisonError::into_inner);
            bodies.entry(wanted.clone()).or_default().clone()
        };
        let body = body.get_or_try_init(async || {
            let cost = if matches!(wanted, Wanted::Picture(..) | Wanted::Sides) { PICTURE_TIME } else { SET_TIME };
            let place = places.take(owner, cost).await?;
            let painted = unwrap_job(slots::work(place, move || Ok(layout.paint(&wanted))).await)?;
            self.bytes.fetch_add(painted.bytes(), Ordering::Relaxed);
            Ok(painted)
        });
        body.await.cloned()
    }

    fn known(&self, wanted: &Wanted) -> Option<Fixed> {
        self.bodies.lock().unwrap_or_else(PoisonError::into_inner).get(wanted)?.get().cloned()
    }
}

/// Returns the result of a finished job. If the job failed, logs the error and returns a refusal.
pub fn unwrap_job<T>(done: Result<Result<T, Refusal>, slots::Failed>) -> Result<T, Refusal> {
    done.unwrap_or_else(|why| {
        tracing::error!("cannot draw a picture: {why}");
        Err(Refusal::new(Code::Storage, "cannot draw this picture; see the server log"))
    })
}

impl Layout {
    fn new(set: TileSet) -> Result<Layout, Refusal> {
        let drawings = set.tiles.iter().map(|tile| (tile.id.clone(), Arc::new(Drawing::new(tile)))).collect();
        Ok(Layout { set, drawings })
    }

    fn paint(&self, wanted: &Wanted) -> Fixed {
        match wanted {
            Wanted::Far => self.far(),
            Wanted::Whole => self.whole(),
            Wanted::Sides => self.sides(),
            Wanted::Picture(tile, rotation, level) => {
                let picture = self.drawings.get(tile).map(|drawing| drawing.picture(*rotation, *level));
                Fixed::picture(picture.unwrap_or_default())
            }
        }
    }

    fn far(&self) -> Fixed {
        let tiles = self.drawings.iter().map(|(id, drawing)| {
            let far = (0..4).map(|rotation| drawing.picture(rotation, Level::Far)).collect();
            let (segments, things) = places_of(drawing);
            (id.clone(), FarTile { far, segments, things, mist: drawing.mist().to_vec() })
        });
        let (tiles, set) = (tiles.collect(), self.set.id.clone());
        Fixed::art(text(&FarSet { set, over: art::OVERHANG, defs: art::owners().to_string(), tiles }))
    }

    fn sides(&self) -> Fixed {
        let mist = |id: &str| self.drawings.get(id).map_or_else(Vec::new, |drawing| drawing.mist().to_vec());
        Fixed::art(text(&SideSet::of(&self.set, mist)))
    }

    fn whole(&self) -> Fixed {
        let tiles = self.drawings.iter().map(|(id, drawing)| {
            let art = (0..4).map(|rotation| drawing.content(rotation, Level::Near)).collect();
            let (segments, things) = places_of(drawing);
            (id.clone(), WholeTile { art, segments, things })
        });
        let (tiles, set) = (tiles.collect(), self.set.id.clone());
        Fixed::art(text(&WholeSet { set, defs: art::defs(&self.set.tiles).to_string(), tiles }))
    }
}

/// A tile set in low detail, sufficient to show a board. Each picture is an SVG document of one tile, 1000 by 1000 units. Each rotation has
/// a separate picture, since shadows don't turn with the tile.
#[derive(Serialize, ToSchema)]
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
#[derive(Serialize, ToSchema)]
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
#[derive(Serialize, ToSchema)]
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
#[derive(Serialize, ToSchema)]
struct WholeTile {
    /// SVG content for each rotation, without an outer `svg` element.
    art: Vec<String>,
    /// Segments of the tile.
    segments: Vec<SegmentPlace>,
    /// Printed things of the tile.
    things: Vec<ThingPlace>,
}

/// Position of a segment. The areas of segments do not overlap, except that the area of a `system` covers its rivers and lakes.
#[derive(Serialize, ToSchema)]
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
#[derive(Serialize, ToSchema)]
struct ThingPlace {
    /// Kind of thing.
    word: String,
    /// Centre of the drawing in rotation 0. The centre turns with the tile around 500, 500; the drawing stays upright.
    at: [f64; 2],
    /// Side length of the square that contains the drawing.
    size: f64,
}

/// Returns the positions of segments and printed things.
fn places_of(drawing: &Drawing) -> (Vec<SegmentPlace>, Vec<ThingPlace>) {
    let segments = drawing.segments().into_iter();
    let segments = segments.map(|SegmentArt { kind, path, anchor, room, gates, lamps }| SegmentPlace {
        kind,
        path,
        anchor,
        room,
        gates,
        lamps,
    });
    let things = drawing.things().into_iter();
    let things = things.map(|ThingArt { word, at, size }| ThingPlace { word, at, size });
    (segments.collect(), things.collect())
}
