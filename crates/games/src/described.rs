//! What every family tells about itself, so that notation, views and records can be written once for all families.

use bastide_core::{
    Answer, Event, Family, FigureKind, KindIndex, MAX_SEATS, PieceKind, Position, Rules, Score, SegmentIndex, TileIndex,
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

/// A family with its words and its answers to questions about a position.
pub trait Described: Family {
    /// The words for kinds of segment, by their numbers.
    const KIND_WORDS: &'static [&'static str];
    /// The words for a figure's role on each kind of segment.
    const ROLE_WORDS: &'static [&'static str];
    /// The words for kinds of figure; an empty word stands for no kind.
    const FIGURE_WORDS: &'static [&'static str];
    /// The words for pieces that belong to nobody.
    const PIECE_WORDS: &'static [&'static str];

    /// The words for what gives points and is no feature.
    const SOURCE_WORDS: &'static [&'static str];

    /// The points that all seats are to reach together, where they play as one team and win or lose together.
    const TEAM_GOAL: Option<i32> = None;

    /// What waits for an answer.
    fn asked(position: &Position<Self>) -> Asked;

    /// What kind of thing an answer does, in the word by which programs gather answers; nothing for one that points at nothing.
    fn mode(position: &Position<Self>, answer: Answer) -> Option<&'static str> {
        usual_mode(position, answer)
    }

    /// Whether the feature is complete; a field never is.
    fn is_complete(position: &Position<Self>, rules: &Rules<Self::Options>, root: SegmentIndex) -> bool;

    /// What the feature would give each of its owners if the game ended now; in a family where followers are taken back to score, what
    /// one would give that was taken back now; in a game of one team, what it would give the team if it were complete as it stands.
    fn worth(position: &Position<Self>, rules: &Rules<Self::Options>, root: SegmentIndex) -> Score;

    /// How strong each seat is on the feature.
    fn tally(position: &Position<Self>, rules: &Rules<Self::Options>, root: SegmentIndex) -> [u16; MAX_SEATS];

    /// The features that this one scores with: a field's complete cities.
    fn scored_with(_: &Position<Self>, _: &Rules<Self::Options>, _: SegmentIndex) -> Vec<SegmentIndex> {
        Vec::new()
    }

    /// The printed things that a feature counts, or that are struck out of its count: the tile, the thing's number in
    /// [`TileText::printed`](bastide_core::TileText::printed), and whether it counts.
    fn counted(_: &Position<Self>, _: &Rules<Self::Options>, _: SegmentIndex) -> Vec<(TileIndex, u8, bool)> {
        Vec::new()
    }

    /// Ends the game where it stands, with its final scoring.
    fn end(position: &mut Position<Self>, rules: &Rules<Self::Options>, events: &mut Vec<Event>);

    /// Whether a kind of figure is called by its role where it stands; others keep their own word everywhere.
    fn has_roles(kind: FigureKind) -> bool;

    /// Whether a kind of figure stands on a corner of its tile.
    fn on_corner(_: FigureKind) -> bool {
        false
    }

    /// What a figure is where it stands: `knight`, `wagon`.
    fn role(figure: FigureKind, segment: u8) -> &'static str {
        let words = if Self::has_roles(figure) { Self::ROLE_WORDS } else { Self::FIGURE_WORDS };
        words[usize::from(if Self::has_roles(figure) { segment } else { figure })]
    }

    /// How the word of a figure's kind is written before its role: nothing for an ordinary follower, `large-`.
    fn figure_prefix(kind: FigureKind) -> String {
        let plain = kind == 0 || !Self::has_roles(kind);
        if plain { String::new() } else { format!("{}-", Self::FIGURE_WORDS[usize::from(kind)]) }
    }

    /// The name of a segment that has one of its own: `castle`.
    fn named_segment(_: &Position<Self>, _: &Rules<Self::Options>, _: SegmentIndex) -> Option<&'static str> {
        None
    }

    /// The segments that have names.
    fn named_segments(_: &Position<Self>, _: &Rules<Self::Options>) -> Vec<SegmentIndex> {
        Vec::new()
    }

    /// What a seat holds beside figures: kind of token and how many.
    fn tokens(_: &Position<Self>, _: &Rules<Self::Options>, _: u8) -> Vec<(&'static str, u8)> {
        Vec::new()
    }

    /// Tokens that nobody holds yet.
    fn stock(_: &Position<Self>, _: &Rules<Self::Options>) -> Vec<(&'static str, u8)> {
        Vec::new()
    }

    /// What is built on segments: segment and height.
    fn buildings(_: &Position<Self>) -> Vec<(SegmentIndex, u8)> {
        Vec::new()
    }

    /// The tokens on a tile.
    fn tile_tokens(_: &Position<Self>, _: TileIndex) -> u8 {
        0
    }

    /// The complete feature that is decided now, where a player may do something else instead of scoring it, and what it scores.
    fn reward(_: &Position<Self>, _: &Rules<Self::Options>) -> Option<(SegmentIndex, Score)> {
        None
    }

    /// The marks of a feature: `inn`, `besieged`.
    fn marks(_: &Position<Self>, _: &Rules<Self::Options>, _: SegmentIndex) -> Vec<&'static str> {
        Vec::new()
    }

    /// A piece's walk under way: the piece, where it has been, and the steps that it has left.
    fn walk(_: &Position<Self>) -> Option<(PieceKind, Vec<TileIndex>, u8)> {
        None
    }

    /// The tiles from which a figure can be taken, where that is asked.
    fn reach(_: &Position<Self>) -> Vec<TileIndex> {
        Vec::new()
    }

    /// The half of the turn, 1 or 2, and whether a second will follow.
    fn half(_: &Position<Self>) -> (u8, bool) {
        (1, false)
    }

    /// Whether a kind of tile may be placed now although nobody drew it.
    fn places_without_drawing(_: &Position<Self>, _: &Rules<Self::Options>, _: KindIndex) -> bool {
        false
    }

    /// What else there is to a position, for its hash: words that differ where what can happen differs.
    fn more_text(_: &Position<Self>, _: &Rules<Self::Options>) -> Vec<String> {
        Vec::new()
    }
}

/// The word of what an answer does in any family; nothing for one that points at nothing.
pub(crate) fn usual_mode<F: Described>(position: &Position<F>, answer: Answer) -> Option<&'static str> {
    let asked = match F::asked(position) {
        Asked::Other(word, _) => Some(word),
        _ => None,
    };
    Some(match answer {
        Answer::Pass | Answer::Begin { .. } | Answer::Draw { .. } => return None,
        Answer::Place { .. } | Answer::PlaceHeld { .. } => "place",
        Answer::Deploy { segment, .. } => {
            let newest = position.board.tiles().len() - 1;
            let here = usize::from(position.board.features.tile_of(segment)) == newest;
            if here || asked.is_some() { "figure" } else { "portal" }
        }
        Answer::DeployCorner { .. } => "figure",
        Answer::Build { .. } => "build",
        Answer::Lead { piece, .. } => F::PIECE_WORDS[usize::from(piece)],
        Answer::Move { .. } => "move",
        Answer::Capture { .. } => "capture",
        Answer::Attach { .. } => "haunt",
        Answer::Clear { .. } => "clear",
        Answer::Return { .. } => asked.unwrap_or("remove"),
        Answer::Redeem { .. } => asked.filter(|word| *word == "exchange").unwrap_or("ransom"),
    })
}
