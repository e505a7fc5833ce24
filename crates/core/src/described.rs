//! What a family tells about itself, so that notation, views and records can be written once for all families.

use crate::tile::PILE_BAG;
use crate::{
    Answer, Answers, Events, Family, FigureKind, KindIndex, MAX_SEATS, PieceKind, Position, Rules, Score, SegmentIndex,
    TileIndex,
};

/// What waits for an answer, in a word that a program can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Chance.
    Chance,
    /// Where a tile goes.
    Place(KindIndex),
    /// Which tile of the seat's hand goes where.
    PlaceHeld,
    /// Whether and where a figure is deployed, or what else is done with the newest tile.
    Deploy,
    /// Something else: the word for it, and what may be answered.
    Other(&'static str, &'static str),
    /// Nothing: the game is over.
    Over,
}

/// Something that a position remembers and that is seen nowhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remembered {
    /// Numbers.
    Numbers([u16; 3]),
    /// A tile, and how many lie there.
    OnTile(TileIndex, u8),
    /// A segment.
    Segment(SegmentIndex),
}

/// A family with its words and its answers to questions about a position. What there can be several of is told one after another.
pub trait Described: Family {
    /// The words for kinds of segment, by their numbers.
    const KIND_WORDS: &'static [&'static str];
    /// The words for a figure's role on each kind of segment.
    const ROLE_WORDS: &'static [&'static str];
    /// The words for kinds of figure; an empty word stands for no kind.
    const FIGURE_WORDS: &'static [&'static str];
    /// The words for pieces that belong to nobody.
    const PIECE_WORDS: &'static [&'static str] = &[];
    /// The words for what gives points and is no feature.
    const SOURCE_WORDS: &'static [&'static str] = &[];

    /// The points that all seats are to reach together, where they play as one team and win or lose together.
    const TEAM_GOAL: Option<i32> = None;

    /// What waits for an answer.
    fn asked(position: &Position<Self>) -> Asked;

    /// What kind of thing an answer does, in the word by which programs gather answers; nothing for one that points at nothing.
    fn mode(position: &Position<Self>, answer: Answer) -> Option<&'static str> {
        usual_mode(position, answer)
    }

    /// Whether the feature is complete; of some kinds none ever is.
    fn is_complete(position: &Position<Self>, rules: &Rules<Self::Options>, root: SegmentIndex) -> bool;

    /// What the feature would give each of its owners if the game ended now; in a family where followers are taken back to score, what
    /// one would give that was taken back now; in a game of one team, what it would give the team if it were complete as it stands.
    fn worth(position: &Position<Self>, rules: &Rules<Self::Options>, root: SegmentIndex) -> Score;

    /// How strong each seat is on the feature.
    fn tally(position: &Position<Self>, rules: &Rules<Self::Options>, root: SegmentIndex) -> [u16; MAX_SEATS];

    /// What a complete feature gives a seat when it is scored, beside what else comes with it; nothing to one that has no part in it.
    fn due(position: &Position<Self>, rules: &Rules<Self::Options>, root: SegmentIndex, seat: u8) -> Option<Score> {
        let tally = Self::tally(position, rules, root);
        let most = tally.into_iter().max().unwrap_or(0);
        (most > 0 && tally[usize::from(seat)] == most).then(|| Self::worth(position, rules, root))
    }

    /// Lists the kinds of tile of which the next that is drawn for a turn can be one, as the map lies now. Of some of them no tile may be
    /// left.
    fn list_next_kinds(_: &Position<Self>, rules: &Rules<Self::Options>, answers: &mut impl Answers) {
        for kind in 0..rules.kinds.len() {
            let kind = kind as KindIndex;
            answers.add_if(rules.kind(kind).pile == PILE_BAG, Answer::Draw { kind });
        }
    }

    /// Lists where a tile of a kind could be placed if it were drawn now: nowhere, if the rules put it aside then.
    fn list_if_drawn(
        position: &Position<Self>,
        rules: &Rules<Self::Options>,
        kind: KindIndex,
        answers: &mut impl Answers,
    ) {
        position.list_places(rules, kind, answers);
    }

    /// The features that this one scores with, each once, in any order: a field's complete cities.
    fn scored_with(_: &Position<Self>, _: &Rules<Self::Options>, _: SegmentIndex, _: impl FnMut(SegmentIndex)) {}

    /// The printed things that a feature counts, or that are struck out of its count: the tile, the thing's number in
    /// [`TileText::printed`](crate::TileText::printed), and whether it counts.
    fn counted(_: &Position<Self>, _: &Rules<Self::Options>, _: SegmentIndex, _: impl FnMut(TileIndex, u8, bool)) {}

    /// Ends the game where it stands, with its final scoring. The rules come here when nothing is left to draw; a program may
    /// sooner, to score a game that was broken off.
    fn end(position: &mut Position<Self>, rules: &Rules<Self::Options>, events: &mut impl Events);

    /// Whether a kind of figure is called by its role where it stands; others keep their own word everywhere.
    fn has_roles(_: FigureKind) -> bool {
        true
    }

    /// Whether a kind of figure stands on a corner of its tile.
    fn on_corner(_: FigureKind) -> bool {
        false
    }

    /// What a figure is where it stands, by the kind of segment.
    fn role(figure: FigureKind, segment: u8) -> &'static str {
        let words = if Self::has_roles(figure) { Self::ROLE_WORDS } else { Self::FIGURE_WORDS };
        words[usize::from(if Self::has_roles(figure) { segment } else { figure })]
    }

    /// The word that stands before the role of a figure that is none of the ordinary ones: `large`; an empty one where none does.
    fn before_role(kind: FigureKind) -> &'static str {
        if kind == 0 || !Self::has_roles(kind) { "" } else { Self::FIGURE_WORDS[usize::from(kind)] }
    }

    /// The segments that have a name of their own: segment and name.
    fn named_segments(_: &Position<Self>, _: &Rules<Self::Options>, _: impl FnMut(SegmentIndex, &'static str)) {}

    /// The name of a segment that has one of its own.
    fn named_segment(
        position: &Position<Self>,
        rules: &Rules<Self::Options>,
        segment: SegmentIndex,
    ) -> Option<&'static str> {
        let mut found = None;
        Self::named_segments(position, rules, |named, name| {
            if named == segment {
                found = Some(name);
            }
        });
        found
    }

    /// What a seat holds beside figures: kind of token and how many.
    fn tokens(_: &Position<Self>, _: &Rules<Self::Options>, _: u8, _: impl FnMut(&'static str, u8)) {}

    /// Tokens that nobody holds yet.
    fn stock(_: &Position<Self>, _: &Rules<Self::Options>, _: impl FnMut(&'static str, u8)) {}

    /// What is built on segments: segment and height.
    fn buildings(_: &Position<Self>, _: impl FnMut(SegmentIndex, u8)) {}

    /// The tokens on a tile.
    fn tile_tokens(_: &Position<Self>, _: TileIndex) -> u8 {
        0
    }

    /// The complete feature that is decided now, where a player may do something else instead of scoring it, and what it scores.
    fn reward(_: &Position<Self>, _: &Rules<Self::Options>) -> Option<(SegmentIndex, Score)> {
        None
    }

    /// The marks of a feature, in words.
    fn marks(_: &Position<Self>, _: &Rules<Self::Options>, _: SegmentIndex, _: impl FnMut(&'static str)) {}

    /// A piece's walk under way: the piece, where it has been, and the steps that it has left.
    fn walk(_: &Position<Self>) -> Option<(PieceKind, &[TileIndex], u8)> {
        None
    }

    /// The tiles from which a figure can be taken, where that is asked.
    fn reach(_: &Position<Self>, _: impl FnMut(TileIndex)) {}

    /// The half of the turn, 1 or 2, and whether a second will follow.
    fn half(_: &Position<Self>) -> (u8, bool) {
        (1, false)
    }

    /// Whether a kind of tile may be placed now although nobody drew it.
    fn places_without_drawing(_: &Position<Self>, _: &Rules<Self::Options>, _: KindIndex) -> bool {
        false
    }

    /// What else there is to a position, for its hash, in words that differ where what can happen differs.
    fn remembered(_: &Position<Self>, _: &Rules<Self::Options>, _: impl FnMut(&'static str, Remembered)) {}
}

/// The word of what an answer does in any family; nothing for one that points at nothing.
pub fn usual_mode<F: Described>(position: &Position<F>, answer: Answer) -> Option<&'static str> {
    let asked = match F::asked(position) {
        Asked::Other(word, _) => Some(word),
        _ => None,
    };
    Some(match answer {
        Answer::Pass | Answer::Again | Answer::Begin { .. } | Answer::Draw { .. } => return None,
        Answer::Place { .. } | Answer::PlaceHeld { .. } => "place",
        Answer::Deploy { .. } | Answer::DeployCorner { .. } => "figure",
        Answer::Build { .. } => "build",
        Answer::Lead { piece, .. } => F::PIECE_WORDS[usize::from(piece)],
        Answer::Move { .. } => "move",
        Answer::Capture { .. } => "capture",
        Answer::Attach { .. } => asked.unwrap_or("attach"),
        Answer::Clear { .. } => "clear",
        Answer::Return { .. } => asked.unwrap_or("remove"),
        Answer::Redeem { .. } => asked.unwrap_or("redeem"),
    })
}
