//! The pictures of one tile set: laid out once, painted and compressed once, when they are first asked for. Whoever asks for what is there
//! waits for nobody; who asks for what is being made waits for that, and takes no place.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use art::{Drawing, Level, SegmentArt};
use games::catalogue::TileSet;
use serde_json::{Map, Value, json};
use tokio::sync::OnceCell;

use crate::pages::Fixed;
use crate::places::{self, Owner, Places};
use crate::refusal::{Code, Refusal};

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
    ///
    /// # Errors
    /// There is no such level or rotation.
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
    /// Bytes of all that was painted.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// What is wanted, made in one of these places if it is not there yet. `set` reads the set, where that was not done before.
    ///
    /// # Errors
    /// There is no such tile, the set cannot be read, or too much that the owner asked for waits.
    pub async fn body(
        &self,
        wanted: Wanted,
        set: impl FnOnce() -> Result<TileSet, Refusal> + Send + 'static,
        (places, owner): (&Places, Owner),
    ) -> Result<Fixed, Refusal> {
        if let Some(known) = self.known(&wanted) {
            return Ok(known);
        }
        let layout = self.layout.get_or_try_init(async || {
            let place = places.take(owner, SET).await?;
            made(places::work(place, move || Layout::new(set()?).map(Arc::new)).await)
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
            let painted = made(places::work(place, move || Ok(layout.paint(&wanted))).await)?;
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
///
/// # Errors
/// It could not be made, or making it failed.
pub fn made<T>(done: Result<Result<T, Refusal>, places::Failed>) -> Result<T, Refusal> {
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
    }

    fn whole(&self) -> Fixed {
        let tiles = self.drawings.iter().map(|(id, drawing)| {
            let near: Vec<String> = (0..4).map(|rotation| drawing.content(rotation, Level::Near)).collect();
            (id.clone(), Value::Object(with_places(drawing, "art", json!(near))))
        });
        let tiles: Map<String, Value> = tiles.collect();
        Fixed::art(json!({"set": self.set.id, "defs": art::defs(&self.set.tiles), "tiles": tiles}).to_string())
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
