//! Answers to decisions: player choices and chance draws.

use crate::{FigureIndex, FigureKind, KindIndex, PieceKind, Place, SegmentIndex, TileIndex};

/// Position of a neutral piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// On a tile.
    Tile(TileIndex),
    /// Next to a figure; the piece stays on the tile when the figure leaves.
    Figure(FigureIndex),
    /// On a segment.
    Segment(SegmentIndex),
}

/// One answer to the pending decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// Chance or the host decides which seat begins.
    Begin {
        /// The seat that begins, counted from 0.
        seat: u8,
    },
    /// Chance draws a tile from the bag.
    Draw {
        /// The kind of tile.
        kind: KindIndex,
    },
    /// Places the tile in hand.
    Place {
        /// An open place.
        at: Place,
        /// Quarter turns clockwise.
        rotation: u8,
    },
    /// Places a tile from the hand of the seat to move.
    PlaceHeld {
        /// Index of the tile in the hand.
        slot: u8,
        /// An open place.
        at: Place,
        /// Quarter turns clockwise.
        rotation: u8,
    },
    /// Deploys a figure from supply onto a segment.
    Deploy {
        /// The kind of figure.
        figure: FigureKind,
        /// The segment on the table.
        segment: SegmentIndex,
    },
    /// Deploys a figure from supply onto a corner of the newest tile, on the segment that is at that corner.
    DeployCorner {
        /// The kind of figure.
        figure: FigureKind,
        /// The corner of the rotated tile: 0 to 3, clockwise from the north-east.
        corner: u8,
    },
    /// Returns a figure from the table to its owner's supply.
    Return {
        /// Index of the returned figure.
        figure: FigureIndex,
    },
    /// Moves a figure on the table to another segment.
    Move {
        /// Index of the moved figure.
        figure: FigureIndex,
        /// The segment on the table.
        segment: SegmentIndex,
    },
    /// Captures a figure on the table.
    Capture {
        /// Index of the captured figure.
        figure: FigureIndex,
    },
    /// Returns a captive to its owner's supply.
    Redeem {
        /// Index of the captive.
        figure: FigureIndex,
    },
    /// Moves a neutral piece.
    Lead {
        /// The kind of piece.
        piece: PieceKind,
        /// The piece's destination.
        to: Spot,
    },
    /// Builds on a segment, adding one piece.
    Build {
        /// The segment on the table.
        segment: SegmentIndex,
    },
    /// Attaches a token to a figure on the table.
    Attach {
        /// Index of the figure that receives the token.
        figure: FigureIndex,
    },
    /// Removes all tokens from a tile.
    Clear {
        /// Index of the tile on the table.
        tile: TileIndex,
    },
    /// The seat to move draws another tile.
    Again,
    /// Chance decides something other than a tile, such as the face of a die or the next item of a hidden stack.
    Outcome {
        /// The outcome, as numbered by the pending decision.
        number: u16,
    },
    /// Takes a neutral piece off the table.
    Withdraw {
        /// The kind of piece.
        piece: PieceKind,
    },
    /// Declines an optional action.
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
/// Verbs from this one on have 0 in the top four bits, and their number less 15 in the next four.
const FIRST_LONG_VERB: u32 = 16;
const OUTCOME: u32 = 16;
const WITHDRAW: u32 = 17;

impl Answer {
    /// Encodes the answer as an integer, with the verb in the top bits and its arguments below. `Pass` is 0. Verbs up to 15
    /// take four bits, later ones eight.
    pub const fn to_integer(self) -> u32 {
        match self {
            Self::Pass => 0,
            Self::Begin { seat } => BEGIN << 28 | seat as u32,
            Self::Draw { kind } => DRAW << 28 | kind as u32,
            Self::Place { at, rotation } => PLACE << 28 | pack_placement(at, rotation),
            Self::PlaceHeld { slot, at, rotation } => {
                PLACE_HELD << 28 | (slot as u32 & 3) << 26 | pack_placement(at, rotation)
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
            Self::Outcome { number } => (OUTCOME - FIRST_LONG_VERB + 1) << 24 | number as u32,
            Self::Withdraw { piece } => (WITHDRAW - FIRST_LONG_VERB + 1) << 24 | piece as u32,
        }
    }

    /// Decodes an integer. Returns `None` if it does not encode an answer.
    pub const fn from_integer(integer: u32) -> Option<Self> {
        let verb = match (integer >> 28, integer >> 24) {
            (0, 0) => 0,
            (0, long) => FIRST_LONG_VERB - 1 + long,
            (short, _) => short,
        };
        let answer = match verb {
            BEGIN => Self::Begin { seat: integer as u8 },
            DRAW => Self::Draw { kind: integer as u16 },
            PLACE => Self::Place { at: unpack_place(integer), rotation: (integer & 3) as u8 },
            PLACE_HELD => Self::PlaceHeld {
                slot: (integer >> 26 & 3) as u8,
                at: unpack_place(integer),
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
            OUTCOME => Self::Outcome { number: integer as u16 },
            WITHDRAW => Self::Withdraw { piece: integer as u8 },
            _ => Self::Pass,
        };
        if answer.to_integer() == integer { Some(answer) } else { None }
    }
}

/// Packs a place and a rotation into the lowest 26 bits.
const fn pack_placement(at: Place, rotation: u8) -> u32 {
    ((at.x + 2048) as u32 & 0xfff) << 14 | ((at.y + 2048) as u32 & 0xfff) << 2 | rotation as u32 & 3
}

/// Unpacks the place that [`pack_placement`] packed.
const fn unpack_place(integer: u32) -> Place {
    Place::new((integer >> 14 & 0xfff) as i16 - 2048, (integer >> 2 & 0xfff) as i16 - 2048)
}

/// Number of open places compared with a tile at once.
pub const LANES: usize = 16;

/// The open places, and the edges that a tile lacks in each rotation. The tile fits if it lacks none of the edges that a place demands.
#[derive(Clone, Copy, Debug)]
pub struct Placements<'a> {
    /// The open places.
    pub places: &'a [Place],
    /// Edges that the neighbours of each place demand, four bits per side, padded to whole blocks; the padding can have any value.
    pub needs: &'a [[u16; LANES]],
    /// Edges that the tile lacks in each rotation.
    pub lacks: [u16; 4],
    /// Number of rotations that look different: 1, 2 or 4.
    pub rotations: u8,
    /// Index of the tile in a hand, if it comes from one.
    pub slot: Option<u8>,
}

impl Placements<'_> {
    /// Returns the answer that places the tile.
    #[inline(always)]
    pub const fn answer(slot: Option<u8>, at: Place, rotation: u8) -> Answer {
        match slot {
            None => Answer::Place { at, rotation },
            Some(slot) => Answer::PlaceHeld { slot, at, rotation },
        }
    }

    /// Adds every legal placement of the tile, one at a time, ordered by place and then by rotation.
    #[inline(always)]
    pub fn add_each(&self, answers: &mut (impl Answers + ?Sized)) {
        // There is a separate loop for each number of rotations, so that it has no inner counter and the edges that the tile lacks stay in
        // registers.
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

/// Collects listed answers.
pub trait Answers {
    /// Adds an answer.
    fn add(&mut self, answer: Answer);

    /// Adds the answer if `legal` is true.
    #[inline(always)]
    fn add_if(&mut self, legal: bool, answer: Answer) {
        if legal {
            self.add(answer);
        }
    }

    /// Adds all answers from an iterator.
    #[inline(always)]
    fn add_all(&mut self, answers: impl Iterator<Item = Answer>) {
        answers.for_each(|answer| self.add(answer));
    }

    /// Adds every legal placement of a tile, ordered by place and then by rotation.
    #[inline(always)]
    fn add_placements(&mut self, placements: &Placements<'_>) {
        placements.add_each(self);
    }

    /// Returns whether further answers would make no difference, so that the caller can stop listing.
    #[inline(always)]
    fn has_enough(&self) -> bool {
        false
    }
}

/// Returns whether the list has an answer other than passing. If it does not, there is nothing to decide.
#[inline]
pub fn is_choice(list: impl FnOnce(&mut Choice)) -> bool {
    let mut choice = Choice::default();
    list(&mut choice);
    choice.0
}

/// Returns the number of listed answers.
#[inline]
pub fn count(list: impl FnOnce(&mut Counter)) -> u32 {
    let mut counter = Counter::default();
    list(&mut counter);
    counter.0
}

/// Returns the listed answer at this index, counted from 0, or `Pass` if the list is shorter.
#[inline]
pub fn nth(number: u32, list: impl FnOnce(&mut Nth)) -> Answer {
    let mut nth = Nth { left: number, found: Answer::Pass };
    list(&mut nth);
    nth.found
}

/// Collector for [`is_choice`].
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

/// Collector for [`count`].
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

/// Collector for [`nth`].
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

/// Maximum number of answers that [`FirstAnswers`] keeps.
const MAX_FIRST_ANSWERS: usize = 32;

/// Keeps the first answers and counts all of them, so that choosing from most lists does not require a second pass.
#[derive(Debug)]
pub(crate) struct FirstAnswers {
    count: usize,
    first: [Answer; MAX_FIRST_ANSWERS],
}

impl Default for FirstAnswers {
    fn default() -> Self {
        Self { count: 0, first: [Answer::Pass; MAX_FIRST_ANSWERS] }
    }
}

impl FirstAnswers {
    /// Returns the number of answers listed.
    pub(crate) fn count(&self) -> u32 {
        self.count as u32
    }

    /// Returns the answer at this index, if it was kept.
    pub(crate) fn get(&self, number: u32) -> Option<Answer> {
        self.first[..self.count.min(MAX_FIRST_ANSWERS)].get(number as usize).copied()
    }
}

impl Answers for FirstAnswers {
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
        let mut answers = vec![Answer::Pass, Answer::Begin { seat: 5 }, Answer::Draw { kind: 1023 }];
        for (x, y) in [(0, 0), (-320, 320), (17, -1), (2047, -2048)] {
            answers.push(Answer::Place { at: Place::new(x, y), rotation: 3 });
        }
        answers.push(Answer::PlaceHeld { slot: 1, at: Place::new(-320, 2047), rotation: 2 });
        answers.push(Answer::Deploy { figure: 11, segment: 1151 });
        answers.push(Answer::DeployCorner { figure: 4, corner: 3 });
        answers.extend([Answer::Return { figure: 95 }, Answer::Capture { figure: 7 }, Answer::Redeem { figure: 0 }]);
        answers.extend([Answer::Attach { figure: 95 }, Answer::Clear { tile: 319 }, Answer::Again]);
        answers.push(Answer::Withdraw { piece: 4 });
        answers.extend([Answer::Move { figure: 3, segment: 1151 }, Answer::Build { segment: 40 }]);
        for to in [Spot::Tile(319), Spot::Figure(95), Spot::Segment(1151)] {
            answers.push(Answer::Lead { piece: 2, to });
        }
        answers.extend([Answer::Outcome { number: 0 }, Answer::Outcome { number: u16::MAX }]);
        for answer in answers {
            assert_eq!(Answer::from_integer(answer.to_integer()), Some(answer));
        }
        for number in [1, 1 << 24 | 1 << 16, 2 << 24 | 1 << 8, 3 << 24, 15 << 24] {
            assert_eq!(Answer::from_integer(number), None, "{number}");
        }
        assert_eq!(Answer::from_integer(u32::MAX), None);
    }

    #[test]
    fn collectors_count_find_and_keep_listed_answers() {
        let draw = |kind| Answer::Draw { kind };
        let list = |answers: &mut dyn FnMut(Answer)| (0..100).for_each(|kind| answers(draw(kind)));
        let mut few = FirstAnswers::default();
        list(&mut |answer| few.add(answer));
        assert_eq!((few.count(), few.get(0), few.get(31), few.get(32)), (100, Some(draw(0)), Some(draw(31)), None));
        let (mut one, listed) = (FirstAnswers::default(), [(false, draw(1)), (true, draw(2))]);
        listed.into_iter().for_each(|(legal, answer)| one.add_if(legal, answer));
        assert_eq!((one.count(), one.get(0), one.get(1)), (1, Some(draw(2)), None));
        assert_eq!(count(|answers| listed.into_iter().for_each(|(legal, answer)| answers.add_if(legal, answer))), 1);
        assert_eq!(nth(7, |answers| list(&mut |answer| answers.add(answer))), draw(7));
        assert_eq!(nth(100, |answers| list(&mut |answer| answers.add(answer))), Answer::Pass);
    }
}
