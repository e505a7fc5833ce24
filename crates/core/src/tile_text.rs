//! A tile as its file describes it: facts about the printed tile, before a family gives them a meaning.

use std::collections::BTreeMap;

/// One tile of a tile file, checked for form (twelve ports, every segment used) but not for meaning.
#[derive(Clone, Debug, PartialEq)]
pub struct TileText {
    /// The tile's name, unique within its set: `crfr`.
    pub id: String,
    /// The set it belongs to: `base`.
    pub set: String,
    /// Copies in the bag, the start tile included.
    pub count: u8,
    /// One of the copies lies on the table before the first turn.
    pub start: bool,
    /// The segment that owns each port: twelve ports clockwise, three an edge, from the west port of the north edge.
    pub ports: [u8; 12],
    /// The segments, in the order in which the file names them.
    pub segments: Vec<SegmentText>,
    /// Symbols that act on the whole tile.
    pub marks: Vec<String>,
    /// Corners (`NE`, `SE`, `SW`, `NW`) where a city comes to a point and parts the fields that meet there.
    pub cuts: Vec<String>,
    /// Printed things that belong to several segments at once.
    pub landmarks: Vec<Landmark>,
    /// The pile that the copies lie in, where it is not the bag.
    pub pile: Option<String>,
    /// Sides (0 north to 3 west) that face another tile of the same block, where half of the printed edge goes on.
    pub inner: Vec<u8>,
    /// The tile's name in JCloisterZone's saved games, and the names of the copies that show a garden.
    pub jcz: Vec<String>,
}

/// The words of one family in tile files that are more than kinds, attributes and marks: what reading a file makes of them before the
/// family gives the tile a meaning.
///
/// A file is read by the words of every family, so that each can say what is wrong with another's.
#[derive(Clone, Copy, Debug)]
pub struct TileSyntax {
    /// Kinds of open ground: what meets its like round a corner is one segment, unless the tile is cut there.
    pub open: &'static [&'static str],
    /// Kinds that lie over others: they may cross them, and meet them. Each with the kind that it meets.
    pub covering: &'static [(&'static str, &'static str)],
    /// Marks of tiles on which segments run over or under one another.
    pub crossing: &'static [&'static str],
    /// Attributes that list the segments which a segment touches, with the kind that these must have.
    pub touching: &'static [(&'static str, &'static str)],
    /// The same for attributes that name one segment.
    pub touching_one: &'static [(&'static str, &'static str)],
    /// Keys of a tile with groups of segments between which a figure can go.
    pub linking: &'static [&'static str],
    /// Keys of a tile with groups of segments on which a thing stands, with the word for one.
    pub landmarks: &'static [(&'static str, &'static str)],
    /// Marks that stand on their tile as a segment without ports: the mark, the segment's letter and kind.
    pub standing: &'static [(&'static str, char, &'static str)],
    /// Keys of a tile with a mark that is one segment's attribute too, and the keys that name this segment; `none` is no mark.
    pub marking: &'static [(&'static str, &'static str)],
    /// Keys of a tile with lists of tables that say how some copies differ in print, which other programs have names for.
    pub copies: &'static [&'static str],
    /// Tables of a file with a tile that each player holds: the key, and the letter and kind of the tile's one segment.
    pub held: &'static [(&'static str, char, &'static str)],
    /// Lists of tables of a file with places on a block of tiles: the key, which is their kind and attribute too, and their letter.
    pub places: &'static [(&'static str, char)],
    /// What is added to a tile of the family that was read.
    pub complete: fn(&mut TileText),
}

impl TileSyntax {
    /// No words at all.
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

/// Most things that one attribute prints on a segment.
const MOST_OF_A_THING: i64 = 16;

impl TileText {
    /// The printed things that can be counted, in a fixed order: those of each segment (an attribute that is a list of words gives one
    /// thing a word, a number so many of its name), then the landmarks. Of each its word and the segments that it belongs to.
    pub fn printed(&self) -> Vec<Landmark> {
        let mut things = Vec::new();
        for (own, segment) in self.segments.iter().enumerate() {
            let mut add = |word: &str| things.push(Landmark { word: word.to_owned(), segments: vec![own as u8] });
            for (name, value) in &segment.attributes {
                match value {
                    Attribute::Words(words) => words.iter().for_each(|word| add(word)),
                    Attribute::Number(count) => (0..(*count).min(MOST_OF_A_THING)).for_each(|_| add(name)),
                    Attribute::Word(_) => {}
                }
            }
        }
        things.extend(self.landmarks.iter().cloned());
        things
    }
}

/// A printed thing that stands where several segments meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landmark {
    /// The family's word for it.
    pub word: String,
    /// The segments on whose border it stands, as indices into the tile's segments.
    pub segments: Vec<u8>,
}

/// One segment of a tile: a part that joins with its like on the next tile.
#[derive(Clone, Debug, PartialEq)]
pub struct SegmentText {
    /// The letter by which the file names it.
    pub letter: char,
    /// `city`, `road`, `field`, ...: a word of the family.
    pub kind: String,
    /// The segments of this tile that it touches, where the family cares (a field its cities), as indices into the tile's segments.
    pub touches: Vec<u8>,
    /// The segments of this tile to which a figure can move from this one, as indices into the tile's segments.
    pub links: Vec<u8>,
    /// A segment of this tile, without ports, that joins its like wherever this one joins.
    pub along: Option<u8>,
    /// It has no port: a monastery, an enclosed field.
    pub inside: bool,
    /// What else the file says, by name: a number (`true` is 1), a word, a list of words.
    pub attributes: BTreeMap<String, Attribute>,
}

/// The value of a segment's attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// A count; `true` is 1 and `false` is 0.
    Number(i64),
    /// A word.
    Word(String),
    /// A list of words.
    Words(Vec<String>),
}

impl SegmentText {
    /// The attribute's word; none if the file does not name it or gives it no word.
    pub fn word(&self, name: &str) -> Option<&str> {
        match self.attributes.get(name) {
            Some(Attribute::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// The attribute's number; 0 if the file does not name it or gives it a word.
    pub fn number(&self, name: &str) -> i64 {
        match self.attributes.get(name) {
            Some(Attribute::Number(n)) => *n,
            _ => 0,
        }
    }
}
