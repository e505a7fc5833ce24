//! Answers to decisions: what players choose and what chance brings.

use crate::{FigureIndex, FigureKind, KindIndex, PieceKind, Place, SegmentIndex, TileIndex};

/// Where a piece that belongs to nobody stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// On a tile.
    Tile(TileIndex),
    /// Beside a figure; it stays on the tile when the figure goes.
    Figure(FigureIndex),
    /// On a segment.
    Segment(SegmentIndex),
}

/// One answer to the pending decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// Chance or the host says which seat begins.
    Begin {
        /// The seat.
        seat: u8,
    },
    /// Chance brings a tile from the bag.
    Draw {
        /// The kind of tile.
        kind: KindIndex,
    },
    /// The tile in hand goes here.
    Place {
        /// An open place.
        at: Place,
        /// Quarter turns clockwise.
        rotation: u8,
    },
    /// A tile from the hand of the seat whose turn it is goes here.
    PlaceHeld {
        /// Which tile of the hand.
        slot: u8,
        /// An open place.
        at: Place,
        /// Quarter turns clockwise.
        rotation: u8,
    },
    /// A figure from supply goes onto a segment.
    Deploy {
        /// The kind of figure.
        figure: FigureKind,
        /// The segment on the table.
        segment: SegmentIndex,
    },
    /// A figure from supply goes onto a corner of the newest tile, and stands on the segment that shows there.
    DeployCorner {
        /// The kind of figure.
        figure: FigureKind,
        /// The corner as the tile lies: 0 to 3, clockwise from the north-east.
        corner: u8,
    },
    /// A figure on the table goes back to its owner's supply.
    Return {
        /// The figure.
        figure: FigureIndex,
    },
    /// A figure on the table goes to another segment.
    Move {
        /// The figure.
        figure: FigureIndex,
        /// The segment on the table.
        segment: SegmentIndex,
    },
    /// A figure on the table becomes a captive.
    Capture {
        /// The figure.
        figure: FigureIndex,
    },
    /// A captive goes back to its owner's supply.
    Redeem {
        /// The figure.
        figure: FigureIndex,
    },
    /// A piece that belongs to nobody goes somewhere.
    Lead {
        /// The kind of piece.
        piece: PieceKind,
        /// Where to.
        to: Spot,
    },
    /// Something is built on a segment, one piece higher.
    Build {
        /// The segment on the table.
        segment: SegmentIndex,
    },
    /// A token is attached to a figure on the table.
    Attach {
        /// The figure.
        figure: FigureIndex,
    },
    /// Tokens are taken off a tile.
    Clear {
        /// The tile's number on the table.
        tile: TileIndex,
    },
    /// The seat whose turn it is draws another tile.
    Again,
    /// Nothing, where nothing may be done.
    Pass,
}

const BEGIN: u32 = 1;
const DRAW: u32 = 2;
const PLACE: u32 = 3;
const DEPLOY: u32 = 4;
const DEPLOY_CORNER: u32 = 5;
const RETURN: u32 = 6;
const MOVE: u32 = 7;
const CAPTURE: u32 = 8;
const REDEEM: u32 = 9;
const LEAD: u32 = 10;
const BUILD: u32 = 11;
const PLACE_HELD: u32 = 12;
const ATTACH: u32 = 13;
const CLEAR: u32 = 14;
const AGAIN: u32 = 15;

impl Answer {
    /// The answer as an integer: the verb in the top four bits, what it acts on below. `Pass` is 0.
    pub const fn to_integer(self) -> u32 {
        match self {
            Self::Pass => 0,
            Self::Begin { seat } => BEGIN << 28 | seat as u32,
            Self::Draw { kind } => DRAW << 28 | kind as u32,
            Self::Place { at, rotation } => PLACE << 28 | where_it_lies(at, rotation),
            Self::PlaceHeld { slot, at, rotation } => {
                PLACE_HELD << 28 | (slot as u32 & 3) << 26 | where_it_lies(at, rotation)
            }
            Self::Deploy { figure, segment } => DEPLOY << 28 | (figure as u32) << 16 | segment as u32,
            Self::DeployCorner { figure, corner } => DEPLOY_CORNER << 28 | (figure as u32) << 16 | corner as u32,
            Self::Return { figure } => RETURN << 28 | (figure as u32) << 16,
            Self::Move { figure, segment } => MOVE << 28 | (figure as u32) << 16 | segment as u32,
            Self::Capture { figure } => CAPTURE << 28 | (figure as u32) << 16,
            Self::Redeem { figure } => REDEEM << 28 | (figure as u32) << 16,
            Self::Attach { figure } => ATTACH << 28 | (figure as u32) << 16,
            Self::Lead { piece, to } => {
                let (what, number) = match to {
                    Spot::Tile(tile) => (0, tile as u32),
                    Spot::Figure(figure) => (1, figure as u32),
                    Spot::Segment(segment) => (2, segment as u32),
                };
                LEAD << 28 | (piece as u32 & 15) << 24 | what << 16 | number
            }
            Self::Build { segment } => BUILD << 28 | segment as u32,
            Self::Clear { tile } => CLEAR << 28 | tile as u32,
            Self::Again => AGAIN << 28,
        }
    }

    /// The answer that an integer stands for; none if it stands for none.
    pub const fn from_integer(integer: u32) -> Option<Self> {
        let answer = match integer >> 28 {
            BEGIN => Self::Begin { seat: integer as u8 },
            DRAW => Self::Draw { kind: integer as u8 },
            PLACE => Self::Place { at: place_in(integer), rotation: (integer & 3) as u8 },
            PLACE_HELD => Self::PlaceHeld {
                slot: (integer >> 26 & 3) as u8,
                at: place_in(integer),
                rotation: (integer & 3) as u8,
            },
            DEPLOY => Self::Deploy { figure: (integer >> 16) as u8, segment: integer as u16 },
            DEPLOY_CORNER => Self::DeployCorner { figure: (integer >> 16) as u8, corner: integer as u8 },
            RETURN => Self::Return { figure: (integer >> 16) as u8 },
            MOVE => Self::Move { figure: (integer >> 16) as u8, segment: integer as u16 },
            CAPTURE => Self::Capture { figure: (integer >> 16) as u8 },
            REDEEM => Self::Redeem { figure: (integer >> 16) as u8 },
            ATTACH => Self::Attach { figure: (integer >> 16) as u8 },
            LEAD => {
                let to = match integer >> 16 & 0xff {
                    0 => Spot::Tile(integer as u16),
                    1 => Spot::Figure(integer as u8),
                    _ => Spot::Segment(integer as u16),
                };
                Self::Lead { piece: (integer >> 24 & 15) as u8, to }
            }
            BUILD => Self::Build { segment: integer as u16 },
            CLEAR => Self::Clear { tile: integer as u16 },
            AGAIN => Self::Again,
            _ => Self::Pass,
        };
        if answer.to_integer() == integer { Some(answer) } else { None }
    }
}

/// A place and a rotation in the lowest 26 bits.
const fn where_it_lies(at: Place, rotation: u8) -> u32 {
    ((at.x + 2048) as u32 & 0xfff) << 14 | ((at.y + 2048) as u32 & 0xfff) << 2 | rotation as u32 & 3
}

/// The place in these bits.
const fn place_in(integer: u32) -> Place {
    Place::new((integer >> 14 & 0xfff) as i16 - 2048, (integer >> 2 & 0xfff) as i16 - 2048)
}

/// How many open places are compared with a tile at once.
pub const LANES: usize = 16;

/// The open places, and what a tile lacks there: where it may be placed is where nothing is demanded that it lacks.
#[derive(Clone, Copy, Debug)]
pub struct Placements<'a> {
    /// The open places.
    pub places: &'a [Place],
    /// What the neighbours of each demand, four bits a side, in whole blocks: behind the last place stands anything.
    pub needs: &'a [[u16; LANES]],
    /// What the tile's edges lack in each rotation.
    pub lacks: [u16; 4],
    /// Rotations that look different: 1, 2 or 4.
    pub rotations: u8,
    /// Which tile of a hand it is, if it is of one.
    pub slot: Option<u8>,
}

impl Placements<'_> {
    /// The answer that places the tile.
    #[inline(always)]
    pub const fn answer(slot: Option<u8>, at: Place, rotation: u8) -> Answer {
        match slot {
            None => Answer::Place { at, rotation },
            Some(slot) => Answer::PlaceHeld { slot, at, rotation },
        }
    }

    /// Adds one by one where the tile may be placed: by place, then by rotation.
    #[inline(always)]
    pub fn add_each(&self, answers: &mut (impl Answers + ?Sized)) {
        // A loop for each number of rotations, so that none counts them and what edges lack stays in registers.
        match (self.rotations, self.lacks) {
            (1, [a, ..]) => self.add_turned([a], answers),
            (2, [a, b, ..]) => self.add_turned([a, b], answers),
            (_, lacks) => self.add_turned(lacks, answers),
        }
    }

    #[inline(always)]
    fn add_turned<const ROTATIONS: usize>(&self, lacks: [u16; ROTATIONS], answers: &mut (impl Answers + ?Sized)) {
        for (&at, &need) in self.places.iter().zip(self.needs.as_flattened()) {
            for (rotation, lacks) in lacks.into_iter().enumerate() {
                answers.add_if(need & lacks == 0, Self::answer(self.slot, at, rotation as u8));
            }
        }
    }
}

/// Where listed answers go.
pub trait Answers {
    /// Takes one more answer.
    fn add(&mut self, answer: Answer);

    /// Takes one more answer if it is legal.
    #[inline(always)]
    fn add_if(&mut self, legal: bool, answer: Answer) {
        if legal {
            self.add(answer);
        }
    }

    /// Takes all of these answers.
    #[inline(always)]
    fn add_all(&mut self, answers: impl Iterator<Item = Answer>) {
        answers.for_each(|answer| self.add(answer));
    }

    /// Takes every legal placement of a tile: by place, then by rotation.
    #[inline(always)]
    fn add_placements(&mut self, placements: &Placements<'_>) {
        placements.add_each(self);
    }

    /// Whether what comes next changes nothing any more, so that whoever lists may stop.
    #[inline(always)]
    fn has_enough(&self) -> bool {
        false
    }
}

/// Whether what is listed has an answer beside passing, so that there is something to decide.
#[inline]
pub fn is_choice(list: impl FnOnce(&mut Choice)) -> bool {
    let mut choice = Choice::default();
    list(&mut choice);
    choice.0
}

/// How many answers are listed.
#[inline]
pub fn count(list: impl FnOnce(&mut Counter)) -> u32 {
    let mut counter = Counter::default();
    list(&mut counter);
    counter.0
}

/// The listed answer of this number, counted from 0; `Pass` if there are not so many.
#[inline]
pub fn nth(number: u32, list: impl FnOnce(&mut Nth)) -> Answer {
    let mut nth = Nth { left: number, found: Answer::Pass };
    list(&mut nth);
    nth.found
}

/// Takes answers for [`is_choice`].
#[derive(Debug, Default)]
pub struct Choice(bool);

impl Answers for Choice {
    #[inline]
    fn add(&mut self, answer: Answer) {
        self.0 |= answer != Answer::Pass;
    }

    #[inline]
    fn add_if(&mut self, legal: bool, answer: Answer) {
        self.0 |= legal && answer != Answer::Pass;
    }

    #[inline(always)]
    fn add_all(&mut self, mut answers: impl Iterator<Item = Answer>) {
        self.0 = self.0 || answers.any(|answer| answer != Answer::Pass);
    }

    #[inline(always)]
    fn has_enough(&self) -> bool {
        self.0
    }
}

/// Takes answers for [`count`].
#[derive(Debug, Default)]
pub struct Counter(u32);

impl Answers for Counter {
    #[inline]
    fn add(&mut self, _: Answer) {
        self.0 += 1;
    }

    #[inline(always)]
    fn add_if(&mut self, legal: bool, _: Answer) {
        self.0 += u32::from(legal);
    }
}

/// Takes answers for [`nth`].
#[derive(Debug)]
pub struct Nth {
    left: u32,
    found: Answer,
}

impl Answers for Nth {
    #[inline]
    fn add(&mut self, answer: Answer) {
        if self.left == 0 {
            self.found = answer;
        }
        self.left = self.left.wrapping_sub(1);
    }
}

/// How many answers [`Few`] keeps.
const FEW: usize = 32;

/// Keeps the first answers and counts the others, so that most lists need not be made twice to draw from them.
#[derive(Debug)]
pub(crate) struct Few {
    count: usize,
    first: [Answer; FEW],
}

impl Default for Few {
    fn default() -> Self {
        Self { count: 0, first: [Answer::Pass; FEW] }
    }
}

impl Few {
    /// How many answers there were.
    pub(crate) fn count(&self) -> u32 {
        self.count as u32
    }

    /// The answer of this number, if it was kept.
    pub(crate) fn get(&self, number: u32) -> Option<Answer> {
        self.first[..self.count.min(FEW)].get(number as usize).copied()
    }
}

impl Answers for Few {
    #[inline]
    fn add(&mut self, answer: Answer) {
        if let Some(free) = self.first.get_mut(self.count) {
            *free = answer;
        }
        self.count += 1;
    }
}

impl Answers for Vec<Answer> {
    #[inline]
    fn add(&mut self, answer: Answer) {
        self.push(answer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_round_trip() {
        let mut answers = vec![Answer::Pass, Answer::Begin { seat: 5 }, Answer::Draw { kind: 255 }];
        for (x, y) in [(0, 0), (-320, 320), (17, -1), (2047, -2048)] {
            answers.push(Answer::Place { at: Place::new(x, y), rotation: 3 });
        }
        answers.push(Answer::PlaceHeld { slot: 1, at: Place::new(-320, 2047), rotation: 2 });
        answers.push(Answer::Deploy { figure: 11, segment: 1151 });
        answers.push(Answer::DeployCorner { figure: 4, corner: 3 });
        answers.extend([Answer::Return { figure: 95 }, Answer::Capture { figure: 7 }, Answer::Redeem { figure: 0 }]);
        answers.extend([Answer::Attach { figure: 95 }, Answer::Clear { tile: 319 }, Answer::Again]);
        answers.extend([Answer::Move { figure: 3, segment: 1151 }, Answer::Build { segment: 40 }]);
        for to in [Spot::Tile(319), Spot::Figure(95), Spot::Segment(1151)] {
            answers.push(Answer::Lead { piece: 2, to });
        }
        for answer in answers {
            assert_eq!(Answer::from_integer(answer.to_integer()), Some(answer));
        }
        assert_eq!(Answer::from_integer(1), None);
        assert_eq!(Answer::from_integer(u32::MAX), None);
    }

    #[test]
    fn what_is_listed_is_counted_found_and_kept() {
        let draw = |kind| Answer::Draw { kind };
        let list = |answers: &mut dyn FnMut(Answer)| (0..100).for_each(|kind| answers(draw(kind)));
        let mut few = Few::default();
        list(&mut |answer| few.add(answer));
        assert_eq!((few.count(), few.get(0), few.get(31), few.get(32)), (100, Some(draw(0)), Some(draw(31)), None));
        let (mut one, listed) = (Few::default(), [(false, draw(1)), (true, draw(2))]);
        listed.into_iter().for_each(|(legal, answer)| one.add_if(legal, answer));
        assert_eq!((one.count(), one.get(0), one.get(1)), (1, Some(draw(2)), None));
        assert_eq!(count(|answers| listed.into_iter().for_each(|(legal, answer)| answers.add_if(legal, answer))), 1);
        assert_eq!(nth(7, |answers| list(&mut |answer| answers.add(answer))), draw(7));
        assert_eq!(nth(100, |answers| list(&mut |answer| answers.add(answer))), Answer::Pass);
    }
}
