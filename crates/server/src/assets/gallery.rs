//! The pictures of one tile set: laid out once, painted and compressed once, when they are first asked for. Whoever asks for what is there
//! waits for nobody; who asks for what is being made waits for that, and takes no place.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use art::{Drawing, Level, SegmentArt, ThingArt};
use games::catalogue::TileSet;
use serde::Serialize;
use table::messages::text;
use tokio::sync::OnceCell;
use utoipa::ToSchema;

use super::pages::Fixed;
use crate::compute::slots::{self, Owner, Slots};
use crate::http::refusal::{Code, Refusal};

/// How long a set takes to be laid out, or painted as a whole, about.
const SET: Duration = Duration::from_millis(300);
/// How long a picture takes, about.
const PICTURE: Duration = Duration::from_millis(10);
/// The levels of detail.
const LEVELS: [&str; 3] = ["far", "middle", "near"];

/// What is wanted of a set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// What a board needs first: every tile from afar, and where its segments and printed things lie.
    Far,
    /// Every tile near, for clients that put the drawings into their own page.
    Whole,
    /// A tile after so many quarter turns.
    Picture(String, usize, Level),
}

impl Wanted {
    /// The picture of a file's name: `crfr.1.svg` is the tile `crfr` after a quarter turn.
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

/// A set, laid out.
struct Layout {
    set: TileSet,
    drawings: BTreeMap<String, Drawing>,
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

    /// What is wanted, made in one of these places if it is not there yet. `set` reads the set, where that was not done before.
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
            let place = places.take(owner, SET).await?;
            made(slots::work(place, move || Layout::new(set()?).map(Arc::new)).await)
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
            let cost = if matches!(wanted, Wanted::Picture(..)) { PICTURE } else { SET };
            let place = places.take(owner, cost).await?;
            let painted = made(slots::work(place, move || Ok(layout.paint(&wanted))).await)?;
            self.bytes.fetch_add(painted.bytes(), Ordering::Relaxed);
            Ok(painted)
        });
        body.await.cloned()
    }

    fn known(&self, wanted: &Wanted) -> Option<Fixed> {
        self.bodies.lock().unwrap_or_else(PoisonError::into_inner).get(wanted)?.get().cloned()
    }
}

/// What was made, or why not.
pub fn made<T>(done: Result<Result<T, Refusal>, slots::Failed>) -> Result<T, Refusal> {
    done.unwrap_or_else(|why| {
        tracing::error!("a picture could not be made: {why}");
        Err(Refusal::new(Code::Storage, "the server failed at this picture; its log says why"))
    })
}

impl Layout {
    fn new(set: TileSet) -> Result<Layout, Refusal> {
        let drawings = set.tiles.iter().map(|tile| (tile.id.clone(), Drawing::new(tile))).collect();
        Ok(Layout { set, drawings })
    }

    fn paint(&self, wanted: &Wanted) -> Fixed {
        match wanted {
            Wanted::Far => self.far(),
            Wanted::Whole => self.whole(),
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

/// A tile set in low detail, which is enough to show a board. Each picture is an SVG document of a tile, 1000 by 1000
/// units. There is one for each rotation, since shadows don't turn with the tile.
#[derive(Serialize, ToSchema)]
pub struct FarSet {
    /// The set.
    set: String,
    /// Units by which pictures reach beyond their tile on every side, where the neighbour's shows the same.
    over: u32,
    /// SVG that stands once in the page.
    defs: String,
    /// The tiles, by their ids.
    tiles: BTreeMap<String, FarTile>,
}

/// A tile as it is seen from afar.
#[derive(Serialize, ToSchema)]
struct FarTile {
    /// An SVG document for each rotation, for up to some 70 pixels a tile (`middle`: 140, `near`: more).
    far: Vec<String>,
    /// Its segments.
    segments: Vec<SegmentPlace>,
    /// Its printed things.
    things: Vec<ThingPlace>,
    /// The edges of rotation 0 that lie in mist, clockwise from the north; left out where there are none. Where mist
    /// ends on a border, the figure `mist-rim` lies along that side: its box is the tile, its upper edge the side.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mist: Vec<usize>,
}

/// The art of a tile set as drawings for a page. A tile is a square of 1000 by 1000 units; move it with `translate`,
/// and never clip or turn it, since it reaches a few units over the border.
#[derive(Serialize, ToSchema)]
pub struct WholeSet {
    /// The set.
    set: String,
    /// SVG that stands once in the page, before any tile: patterns (`own-0` to `own-5` are those of the seats) and
    /// landmarks. Sets of one family have the same.
    defs: String,
    /// The tiles, by their ids.
    tiles: BTreeMap<String, WholeTile>,
}

/// A tile as drawings for a page.
#[derive(Serialize, ToSchema)]
struct WholeTile {
    /// SVG content for each rotation, without an outer `svg` element.
    art: Vec<String>,
    /// Its segments.
    segments: Vec<SegmentPlace>,
    /// Its printed things.
    things: Vec<ThingPlace>,
}

/// Position of a segment. Areas do not overlap, except that of a `system`, which lies over its rivers and lakes.
#[derive(Serialize, ToSchema)]
struct SegmentPlace {
    /// Its kind.
    kind: String,
    /// Path data of its area in rotation 0.
    path: String,
    /// Position of a figure in rotation 0.
    anchor: [f64; 2],
    /// How far that is from the border of the area.
    room: f64,
    /// The gates of a city; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    gates: Vec<[f64; 2]>,
    /// Where lamps burn when it is complete; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lamps: Vec<[f64; 2]>,
}

/// Position of a printed thing; views refer to things by their index.
#[derive(Serialize, ToSchema)]
struct ThingPlace {
    /// Its word.
    word: String,
    /// The middle of its drawing in rotation 0. It turns with the tile, about 500, 500; the drawing stays upright.
    at: [f64; 2],
    /// The side of the square that it fills.
    size: f64,
}

/// Where segments and printed things lie.
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
