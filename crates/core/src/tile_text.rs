//! A tile as described in its file: facts about the printed tile, before they are interpreted by a family.

use std::collections::BTreeMap;

/// One tile of a tile file, checked for form (twelve ports, every segment used) but not for meaning.
#[derive(Clone, Debug, PartialEq)]
pub struct TileText {
    /// The tile's name, unique within its set, such as `crfr`.
    pub id: String,
    /// The tile's set, such as `base`.
    pub set: String,
    /// Number of copies in the bag, including the start tile.
    pub count: u8,
    /// True if one of the copies lies on the table before the first turn.
    pub start: bool,
    /// The segment that owns each port. There are twelve ports, three per edge, clockwise from the west port of the north edge.
    pub ports: [u8; 12],
    /// The segments, in the order in which the file names them.
    pub segments: Vec<SegmentText>,
    /// Symbols that act on the whole tile.
    pub marks: Vec<String>,
    /// Corners (`NE`, `SE`, `SW`, `NW`) where a city comes to a point and divides the fields that meet there.
    pub cuts: Vec<String>,
    /// Printed things that belong to several segments at once.
    pub landmarks: Vec<Landmark>,
    /// The pile that contains the copies, if it is not the bag.
    pub pile: Option<String>,
    /// Sides (0 north to 3 west) that face another tile of the same block, where the printed edge continues on that tile.
    pub inner: Vec<u8>,
    /// The tile's name in JCloisterZone's saved games, and the names of the copies that show a garden.
    pub jcz: Vec<String>,
}

/// A family's words in tile files other than kinds, attributes and marks, and how they are processed before the family interprets a tile.
///
/// Files are read with the words of every family, so that each family can report errors in a file written for another one.
#[derive(Clone, Copy, Debug)]
pub struct TileSyntax {
    /// Kinds of open ground: segments of the same kind that meet around a corner must be one segment, unless the tile is cut there.
    pub open: &'static [&'static str],
    /// Kinds that lie over other segments and can cross them, each with the kind that it counts as when edges are matched.
    pub covering: &'static [(&'static str, &'static str)],
    /// Marks of tiles on which segments run over or under one another.
    pub crossing: &'static [&'static str],
    /// Attributes that list the segments that a segment touches, each with the kind that those segments must have.
    pub touching: &'static [(&'static str, &'static str)],
    /// Attributes that name the only segment that a segment touches, each with the kind that this segment must have.
    pub touching_one: &'static [(&'static str, &'static str)],
    /// Tile keys for groups of segments between which a figure can move.
    pub linking: &'static [&'static str],
    /// Tile keys for groups of segments that share a printed thing, each with the word for such a thing.
    pub landmarks: &'static [(&'static str, &'static str)],
    /// Marks that add a segment without ports to their tile, each with the letter and the kind of the segment.
    pub standing: &'static [(&'static str, char, &'static str)],
    /// Tile keys for a mark that is also an attribute of one segment, each with the key that names this segment; the value `none` is not a
    /// mark.
    pub marking: &'static [(&'static str, &'static str)],
    /// Tile keys for lists of tables that describe how some copies differ in print, along with the names of these copies in other programs.
    pub copies: &'static [&'static str],
    /// Tables in a file that describe a tile held by each player, each given as its key and the letter and kind of the tile's only segment.
    pub held: &'static [(&'static str, char, &'static str)],
    /// Lists of tables in a file that describe places on a block of tiles. Each is given as its key, which is also the kind and the
    /// attribute of these places, and the letter for their segments.
    pub places: &'static [(&'static str, char)],
    /// Completes a tile of the family after it has been parsed.
    pub complete: fn(&mut TileText),
}

impl TileSyntax {
    /// The empty syntax.
    pub const NONE: Self = Self {
        open: &[],
        covering: &[],
        crossing: &[],
        touching: &[],
        touching_one: &[],
        linking: &[],
        landmarks: &[],
        standing: &[],
        marking: &[],
        copies: &[],
        held: &[],
        places: &[],
        complete: |_| {},
    };
}

/// Maximum number of printed things that one attribute can put on a segment.
const MAX_OF_ONE_THING: i64 = 16;

impl TileText {
    /// Returns the printed things that can be counted, with the segments to which they belong, in a fixed order: first each segment's
    /// things, named after their attribute (one for each word if the attribute lists words, or as many as its number), then the landmarks.
    pub fn printed(&self) -> Vec<Landmark> {
        let mut things = Vec::new();
        for (own, segment) in self.segments.iter().enumerate() {
            let mut add = |word: &str| things.push(Landmark { word: word.to_owned(), segments: vec![own as u8] });
            for (name, value) in &segment.attributes {
                match value {
                    Attribute::Words(words) => words.iter().for_each(|word| add(word)),
                    Attribute::Number(count) => (0..(*count).min(MAX_OF_ONE_THING)).for_each(|_| add(name)),
                    Attribute::Word(_) => {}
                }
            }
        }
        things.extend(self.landmarks.iter().cloned());
        things
    }
}

/// A printed thing at which several segments meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landmark {
    /// The family's word for the thing.
    pub word: String,
    /// The segments that meet at the thing, as indices into the tile's segments.
    pub segments: Vec<u8>,
}

/// One segment of a tile: a part that joins segments of its kind on neighbouring tiles.
#[derive(Clone, Debug, PartialEq)]
pub struct SegmentText {
    /// The segment's letter in the file.
    pub letter: char,
    /// The family's word for the segment's kind, such as `city`, `road` or `field`.
    pub kind: String,
    /// The segments of this tile that this one touches (such as a field's cities), if the family needs them, as indices into the tile's
    /// segments.
    pub touches: Vec<u8>,
    /// The segments of this tile to which a figure can move from this one, as indices into the tile's segments.
    pub links: Vec<u8>,
    /// A segment of this tile, without ports, that joins its counterpart wherever this one joins.
    pub along: Option<u8>,
    /// True if the segment has no port, such as a monastery or an enclosed field.
    pub inside: bool,
    /// The segment's other attributes, by name: a number (`true` is 1), a word, or a list of words.
    pub attributes: BTreeMap<String, Attribute>,
}

/// The value of a segment's attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// A count; `true` is 1 and `false` is 0.
    Number(i64),
    /// A single word, such as a symbol's name.
    Word(String),
    /// A list of words.
    Words(Vec<String>),
}

impl SegmentText {
    /// Returns the word that is the attribute's value, or `None` if the attribute is missing or not a word.
    pub fn word(&self, name: &str) -> Option<&str> {
        match self.attributes.get(name) {
            Some(Attribute::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// Returns the number that is the attribute's value, or 0 if the attribute is missing or not a number.
    pub fn number(&self, name: &str) -> i64 {
        match self.attributes.get(name) {
            Some(Attribute::Number(n)) => *n,
            _ => 0,
        }
    }
}
