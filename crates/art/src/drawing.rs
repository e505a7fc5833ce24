//! A tile that is laid out once and painted on demand, for each rotation and level of detail.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use bastide_core::tile_text::TileText;

use crate::look::TileStyle;
use crate::tile_art::{SegmentArt, ThingArt, segments};
use crate::{decor, far, houses, paint, plan, shore, symbols, wild};

/// Level of detail, chosen by a tile's size on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Tiles up to about 70 pixels wide.
    Far,
    /// Tiles up to about 140 pixels wide.
    Middle,
    /// Tiles more than about 140 pixels wide.
    Near,
}

impl Level {
    /// All levels, from far to near.
    pub const ALL: [Self; 3] = [Self::Far, Self::Middle, Self::Near];

    /// Returns the level's name.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Far => "far",
            Self::Middle => "middle",
            Self::Near => "near",
        }
    }

    /// Returns the level with this name.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.word() == word)
    }
}

/// Distance by which a [`Drawing::picture`] extends beyond the tile's square on every side, in tile units.
pub const OVERHANG: u32 = 20;

/// A tile whose layout has been computed.
pub struct Drawing {
    name: String,
    segments: Vec<SegmentArt>,
    things: Vec<ThingArt>,
    mist: Vec<usize>,
    layout: Layout,
}

enum Layout {
    Classic(Box<plan::Plan>, Box<decor::Decor>),
    Wild(Box<wild::Plan>, Box<wild::Decor>),
    Shore(Box<shore::Plan>, Box<shore::Decor>),
}

impl Drawing {
    /// Lays out a tile.
    pub fn new(tile: &TileText) -> Self {
        let name = format!("{}/{}", tile.set, tile.id);
        let misty = |port: usize| tile.segments[usize::from(tile.ports[port])].kind == "mist";
        let mist = (0..4).filter(|edge| misty(3 * edge) || misty(3 * edge + 2)).collect();
        match TileStyle::of(tile) {
            TileStyle::Classic => {
                let plan = plan::Plan::new(tile);
                let decor = decor::Decor::new(tile, &plan);
                let mut segments = segments(tile, &plan.areas, &decor.anchors);
                for town in &plan.towns {
                    let city = &mut segments[town.segment];
                    city.gates = town.gates.iter().map(|gate| gate.at.map(f64::round)).collect();
                    city.lamps = houses::lamps(&plan, &decor, town).iter().map(|at| at.map(f64::round)).collect();
                }
                let things = decor.things(tile, &plan);
                Self { name, segments, things, mist, layout: Layout::Classic(Box::new(plan), Box::new(decor)) }
            }
            TileStyle::Wild => {
                let plan = wild::Plan::new(tile);
                let decor = wild::Decor::new(tile, &plan);
                let segments = segments(tile, &plan.areas, &decor.anchors);
                let things = decor.things(tile);
                Self { name, segments, things, mist, layout: Layout::Wild(Box::new(plan), Box::new(decor)) }
            }
            TileStyle::Shore => {
                let plan = shore::Plan::new(tile);
                let decor = shore::Decor::new(tile, &plan);
                let segments = segments(tile, &plan.areas, &decor.anchors);
                let things = decor.things(tile);
                Self { name, segments, things, mist, layout: Layout::Shore(Box::new(plan), Box::new(decor)) }
            }
        }
    }

    /// Returns the areas and anchors of the segments, by segment index.
    pub fn segments(&self) -> Vec<SegmentArt> {
        self.segments.clone()
    }

    /// Returns the names of the tile's set and of the tile.
    #[cfg(feature = "png")]
    pub(crate) fn key(&self) -> (String, String) {
        let (set, id) = self.name.split_once('/').unwrap_or_default();
        (set.to_owned(), id.to_owned())
    }

    /// Returns the middle of a figure on each segment, in rotation 0.
    #[cfg(feature = "png")]
    pub(crate) fn anchors(&self) -> impl Iterator<Item = [f64; 2]> {
        self.segments.iter().map(|segment| segment.anchor)
    }

    /// Returns the printed things, in the order of [`TileText::printed`].
    pub fn things(&self) -> Vec<ThingArt> {
        self.things.clone()
    }

    /// Returns the edges covered by mist in rotation 0, clockwise from the north.
    pub fn mist(&self) -> &[usize] {
        &self.mist
    }

    /// Returns the SVG content of the tile after `rotation` quarter turns clockwise. The content refers to definitions that it does not
    /// include; [`Self::picture`] does include them.
    pub fn content(&self, rotation: usize, level: Level) -> String {
        let rotation = rotation % 4;
        match (&self.layout, level) {
            (Layout::Classic(plan, decor), Level::Far) => far::classic(&self.name, plan, decor, rotation),
            (Layout::Wild(plan, decor), Level::Far) => far::wild(plan, decor, rotation),
            (Layout::Shore(plan, decor), Level::Far) => far::shore(plan, decor, rotation),
            (Layout::Classic(plan, decor), level) => {
                paint::paint(&self.name, plan, decor, rotation, level == Level::Middle)
            }
            (Layout::Wild(plan, decor), _) => wild::paint(&self.name, plan, decor, rotation),
            (Layout::Shore(plan, decor), _) => shore::paint(&self.name, plan, decor, rotation),
        }
    }

    /// Returns a complete SVG document of the tile. The document extends [`OVERHANG`] units beyond the square on every side, where it
    /// matches the neighbour's picture, so that no gap appears between two tiles at a fractional scale.
    pub fn picture(&self, rotation: usize, level: Level) -> String {
        let content = self.content(rotation, level);
        let defs = definitions(&content);
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-20 -20 1040 1040"><defs>{defs}</defs>{content}</svg>"#
        )
    }
}

/// Every element that a picture may refer to, by id.
static DEFINITIONS: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let mut known = BTreeMap::new();
    for text in symbols::picture_defs() {
        let mut rest = text.trim_start();
        while let Some((element, after)) = first_element(rest) {
            if let Some(id) = id_of(element) {
                known.insert(id.to_owned(), element.to_owned());
            }
            rest = after.trim_start();
        }
    }
    known
});

/// Splits SVG text into its first element and the rest.
fn first_element(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(start) = text[at..].find('<').map(|i| at + i) {
        let end = start + text[start..].find('>')? + 1;
        let tag = &text[start..end];
        if tag.starts_with("</") {
            depth = depth.checked_sub(1)?;
        } else if !tag.ends_with("/>") {
            depth += 1;
        }
        if depth == 0 {
            return Some(text.split_at(end));
        }
        at = end;
    }
    None
}

fn id_of(element: &str) -> Option<&str> {
    let tag = &element[..element.find('>')?];
    tag.split_once(r#" id=""#)?.1.split('"').next()
}

/// Returns the definitions that the SVG content refers to, directly or indirectly.
pub(crate) fn definitions(content: &str) -> String {
    let mut wanted: BTreeMap<&str, &str> = BTreeMap::new();
    let mut open = vec![content];
    while let Some(text) = open.pop() {
        for part in text.split('#').skip(1) {
            let id = part.split(['"', ')']).next().unwrap_or_default();
            if let Some((id, element)) = DEFINITIONS.get_key_value(id)
                && wanted.insert(id, element).is_none()
            {
                open.push(element);
            }
        }
    }
    wanted.into_values().collect()
}
