//! The interface through which each family describes itself. With it, notation, views and records need to be implemented only once for all
//! families.

use crate::tile::PILE_BAG;
use crate::{
    Answer, Answers, Events, Family, FigureKind, KindIndex, MAX_SEATS, PieceKind, Position, Rules, Score, SegmentIndex,
    TileIndex,
};

/// The pending decision, in a form that programs can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A draw by chance.
    Chance,
    /// Place the tile in hand.
    Place(KindIndex),
    /// Choose a tile from the seat's hand and place it.
    PlaceHeld,
    /// Deploy a figure, or do something else with the newest tile.
    Deploy,
    /// Another decision: its word, and a description of the possible answers.
    Other(&'static str, &'static str),
    /// No decision: the game is over.
    Over,
}

/// A part of a position's state that no other query returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remembered {
    /// Up to three plain numbers.
    Numbers([u16; 3]),
    /// A tile, and the number of tokens on it.
    OnTile(TileIndex, u8),
    /// A segment on the table.
    Segment(SegmentIndex),
}

/// A family's words, and queries about its positions. Queries with several results call a closure for each of them.
pub trait Described: Family {
    /// Words for the kinds of segment, indexed by their numbers.
    const KIND_WORDS: &'static [&'static str];
    /// Words for a figure's role on each kind of segment.
    const ROLE_WORDS: &'static [&'static str];
    /// Words for the kinds of figure; an empty word marks an unused kind.
    const FIGURE_WORDS: &'static [&'static str];
    /// Words for the neutral pieces.
    const PIECE_WORDS: &'static [&'static str] = &[];
    /// Words for sources of points other than features.
    const SOURCE_WORDS: &'static [&'static str] = &[];

    /// The score that the seats must reach together in a game that they play as one team.
    const TEAM_GOAL: Option<i32> = None;

    /// Returns the pending decision.
    fn asked(position: &Position<Self>) -> Asked;

    /// Returns the word under which programs group this answer (for example, the word for moving or for building), or `None` if the answer
    /// has no target.
    fn mode(position: &Position<Self>, answer: Answer) -> Option<&'static str> {
        usual_mode(position, answer)
    }

    /// Returns whether the feature is complete; features of some kinds never are.
    fn is_complete(position: &Position<Self>, rules: &Rules<Self::Options>, root: SegmentIndex) -> bool;

    /// Returns what the feature would score for each of its owners if the game ended now. In a family that scores by taking followers back,
    /// this is what taking one back now would score; in a team game, it is what the feature would score for the team if it were complete in
    /// its current state.
    fn worth(position: &Position<Self>, rules: &Rules<Self::Options>, root: SegmentIndex) -> Score;

    /// Returns each seat's strength on the feature.
    fn tally(position: &Position<Self>, rules: &Rules<Self::Options>, root: SegmentIndex) -> [u16; MAX_SEATS];

    /// Returns what a complete feature scores for a seat, apart from side effects, or `None` if the seat does not own the feature.
    fn awarded_score(
        position: &Position<Self>,
        rules: &Rules<Self::Options>,
        root: SegmentIndex,
        seat: u8,
    ) -> Option<Score> {
        let tally = Self::tally(position, rules, root);
        let most = tally.into_iter().max().unwrap_or(0);
        (most > 0 && tally[usize::from(seat)] == most).then(|| Self::worth(position, rules, root))
    }

    /// Lists the kinds of tile that may be drawn next for a turn, given the map. Some of these kinds may have no tiles left.
    fn list_next_kinds(_: &Position<Self>, rules: &Rules<Self::Options>, answers: &mut impl Answers) {
        for kind in 0..rules.kinds.len() {
            let kind = kind as KindIndex;
            answers.add_if(rules.kind(kind).pile == PILE_BAG, Answer::Draw { kind });
        }
    }

    /// Lists where a tile of the given kind could be placed if it were drawn now. Lists nothing if the rules would put the tile aside.
    fn list_if_drawn(
        position: &Position<Self>,
        rules: &Rules<Self::Options>,
        kind: KindIndex,
        answers: &mut impl Answers,
    ) {
        position.list_places(rules, kind, answers);
    }

    /// Returns whether a tile of the given kind would be put aside if it were drawn now, so that it is in no hand.
    fn is_put_aside(_: &Position<Self>, _: &Rules<Self::Options>, _: KindIndex) -> bool {
        false
    }

    /// Calls the closure once for each feature on which this feature's score depends (such as a field's complete cities), in any order.
    fn scored_with(_: &Position<Self>, _: &Rules<Self::Options>, _: SegmentIndex, _: impl FnMut(SegmentIndex)) {}

    /// Calls the closure for each printed thing that a feature counts or excludes, with the tile, the thing's index in
    /// [`TileText::printed`](crate::TileText::printed), and whether it counts.
    fn counted(_: &Position<Self>, _: &Rules<Self::Options>, _: SegmentIndex, _: impl FnMut(TileIndex, u8, bool)) {}

    /// Returns the word for why the team has lost, in a game that it has lost; empty if the game was ended early.
    fn team_loss(_: &Position<Self>, _: &Rules<Self::Options>) -> &'static str {
        ""
    }

    /// Ends the game now, with its final scoring. The rules call this when nothing is left to draw; a program may call it earlier, to score
    /// a game that was aborted.
    fn end_now(position: &mut Position<Self>, rules: &Rules<Self::Options>, events: &mut impl Events);

    /// Returns whether figures of this kind are named after their role on the segment where they stand. Other kinds have the same word
    /// everywhere.
    fn has_roles(_: FigureKind) -> bool {
        true
    }

    /// Returns whether figures of this kind stand on a corner of their tile.
    fn stands_on_corner(_: FigureKind) -> bool {
        false
    }

    /// Returns the word for a figure on a kind of segment: its role there or, if its kind has no roles, its own word.
    fn role(figure: FigureKind, segment: u8) -> &'static str {
        let words = if Self::has_roles(figure) { Self::ROLE_WORDS } else { Self::FIGURE_WORDS };
        words[usize::from(if Self::has_roles(figure) { segment } else { figure })]
    }

    /// Returns the prefix of a special figure's role, such as `large`, or an empty string if it has none.
    fn role_prefix(kind: FigureKind) -> &'static str {
        if kind == 0 || !Self::has_roles(kind) { "" } else { Self::FIGURE_WORDS[usize::from(kind)] }
    }

    /// Calls the closure for each segment that has a name, with the segment and the name.
    fn named_segments(_: &Position<Self>, _: &Rules<Self::Options>, _: impl FnMut(SegmentIndex, &'static str)) {}

    /// Returns the name of a segment, if it has one.
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

    /// Calls the closure for each kind of token that a seat holds, with the kind's word and the number of tokens.
    fn tokens(_: &Position<Self>, _: &Rules<Self::Options>, _: u8, _: impl FnMut(&'static str, u8)) {}

    /// Calls the closure for each kind of token that is still in the stock, with the kind's word and the number of tokens.
    fn stock(_: &Position<Self>, _: &Rules<Self::Options>, _: impl FnMut(&'static str, u8)) {}

    /// Calls the closure for each segment that is built on, with the segment and the height.
    fn buildings(_: &Position<Self>, _: impl FnMut(SegmentIndex, u8)) {}

    /// Returns the number of tokens on a tile.
    fn tile_tokens(_: &Position<Self>, _: TileIndex) -> u8 {
        0
    }

    /// If the pending decision is about a complete feature that a player can leave unscored to do something else, returns the feature and
    /// its score.
    fn reward(_: &Position<Self>, _: &Rules<Self::Options>) -> Option<(SegmentIndex, Score)> {
        None
    }

    /// Calls the closure with the word for each mark on a feature.
    fn marks(_: &Position<Self>, _: &Rules<Self::Options>, _: SegmentIndex, _: impl FnMut(&'static str)) {}

    /// Returns the current walk of a piece: the piece, the tiles visited, and the steps left.
    fn walk(_: &Position<Self>) -> Option<(PieceKind, &[TileIndex], u8)> {
        None
    }

    /// Calls the closure with each tile from which a figure can be taken, if the pending decision is whether to take one.
    fn reach(_: &Position<Self>, _: impl FnMut(TileIndex)) {}

    /// Returns the current half of the turn, 1 or 2, and whether a second half will follow.
    fn turn_half(_: &Position<Self>) -> (u8, bool) {
        (1, false)
    }

    /// Returns whether a kind of tile may be placed now without being drawn.
    fn places_without_drawing(_: &Position<Self>, _: &Rules<Self::Options>, _: KindIndex) -> bool {
        false
    }

    /// Calls the closure with the remaining state of a position, for hashing. Two positions that can continue differently must yield
    /// different words or values.
    fn remembered(_: &Position<Self>, _: &Rules<Self::Options>, _: impl FnMut(&'static str, Remembered)) {}
}

/// Returns the word that families normally use for an answer's action, or `None` if the answer has no target.
pub fn usual_mode<F: Described>(position: &Position<F>, answer: Answer) -> Option<&'static str> {
    let asked = match F::asked(position) {
        Asked::Other(word, _) => Some(word),
        _ => None,
    };
    Some(match answer {
        Answer::Pass | Answer::Again | Answer::Begin { .. } | Answer::Draw { .. } | Answer::Outcome { .. } => {
            return None;
        }
        Answer::Place { .. } | Answer::PlaceHeld { .. } => "place",
        Answer::Deploy { .. } | Answer::DeployCorner { .. } => "figure",
        Answer::Build { .. } => "build",
        Answer::Lead { piece, .. } | Answer::Withdraw { piece } => F::PIECE_WORDS[usize::from(piece)],
        Answer::Move { .. } => "move",
        Answer::Capture { .. } => "capture",
        Answer::Attach { .. } => asked.unwrap_or("attach"),
        Answer::Clear { .. } => "clear",
        Answer::Return { .. } => asked.unwrap_or("remove"),
        Answer::Redeem { .. } => asked.unwrap_or("redeem"),
    })
}
