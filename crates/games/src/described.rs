//! What every family tells about itself, so that notation, views and records can be written once for all families.

use bastide_core::{
    Event, Family, FigureKind, KindIndex, MAX_SEATS, PieceKind, Position, Rules, Score, SegmentIndex, TileIndex,
};
use classic::{Classic, ClassicPosition, ClassicRules, Frame, base, describe, scoring};

/// What waits for an answer, in a word that a program can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Chance.
    Chance,
    /// Where a tile goes.
    Place(KindIndex),
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

    /// What waits for an answer.
    fn asked(position: &Position<Self>) -> Asked;

    /// Whether the feature is complete; a field never is.
    fn is_complete(position: &Position<Self>, root: SegmentIndex) -> bool;

    /// What the feature would give each of its owners if the game ended now.
    fn worth(position: &Position<Self>, rules: &Rules<Self::Options>, root: SegmentIndex) -> Score;

    /// How strong each seat is on the feature.
    fn tally(position: &Position<Self>, rules: &Rules<Self::Options>, root: SegmentIndex) -> [u16; MAX_SEATS];

    /// The features that this one scores for: a field's complete cities.
    fn scored_with(position: &Position<Self>, rules: &Rules<Self::Options>, root: SegmentIndex) -> Vec<SegmentIndex>;

    /// Ends the game where it stands, with its final scoring.
    fn end(position: &mut Position<Self>, rules: &Rules<Self::Options>, events: &mut Vec<Event>);

    /// Whether a kind of figure is called by its role where it stands; others keep their own word everywhere.
    fn has_roles(kind: FigureKind) -> bool;

    /// Whether a kind of figure stands on a corner of its tile.
    fn on_corner(kind: FigureKind) -> bool;

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
    fn named_segment(
        position: &Position<Self>,
        rules: &Rules<Self::Options>,
        segment: SegmentIndex,
    ) -> Option<&'static str>;

    /// The segments that have names.
    fn named_segments(position: &Position<Self>, rules: &Rules<Self::Options>) -> Vec<SegmentIndex>;

    /// What a seat holds beside figures: kind of token and how many.
    fn tokens(position: &Position<Self>, rules: &Rules<Self::Options>, seat: u8) -> Vec<(&'static str, u8)>;

    /// Tokens that nobody holds yet.
    fn stock(position: &Position<Self>, rules: &Rules<Self::Options>) -> Vec<(&'static str, u8)>;

    /// What is built on segments: segment and height.
    fn buildings(position: &Position<Self>) -> Vec<(SegmentIndex, u8)>;

    /// The marks of a feature: `inn`, `besieged`.
    fn marks(position: &Position<Self>, root: SegmentIndex) -> Vec<&'static str>;

    /// A piece's walk under way: the piece, where it has been, and the steps that it has left.
    fn walk(position: &Position<Self>) -> Option<(PieceKind, Vec<TileIndex>, u8)>;

    /// The tiles from which a figure can be taken, where that is asked.
    fn reach(position: &Position<Self>) -> Vec<TileIndex>;

    /// The half of the turn, 1 or 2, and whether a second will follow.
    fn half(position: &Position<Self>) -> (u8, bool);

    /// Whether a kind of tile may be placed now although nobody drew it.
    fn places_without_drawing(position: &Position<Self>, rules: &Rules<Self::Options>, kind: KindIndex) -> bool;

    /// What else there is to a position, for its hash: words that differ where what can happen differs.
    fn more_text(position: &Position<Self>, rules: &Rules<Self::Options>) -> Vec<String>;
}

impl Described for Classic {
    const KIND_WORDS: &'static [&'static str] = &classic::KIND_WORDS;
    const ROLE_WORDS: &'static [&'static str] = &classic::ROLE_WORDS;
    const FIGURE_WORDS: &'static [&'static str] = &classic::FIGURE_WORDS;
    const PIECE_WORDS: &'static [&'static str] = &classic::PIECE_WORDS;
    const SOURCE_WORDS: &'static [&'static str] = classic::describe::SOURCE_WORDS;

    fn asked(position: &ClassicPosition) -> Asked {
        match position.frame() {
            Frame::Over => Asked::Over,
            Frame::Begin | Frame::Draw => Asked::Chance,
            Frame::Place { kind } => Asked::Place(kind),
            Frame::Deploy { .. } => Asked::Deploy,
            frame => describe::asked(frame).map_or(Asked::Deploy, |(word, may)| Asked::Other(word, may)),
        }
    }

    fn has_roles(kind: FigureKind) -> bool {
        classic::is_ordinary(kind)
    }

    fn on_corner(kind: FigureKind) -> bool {
        describe::on_corner(kind)
    }

    fn named_segment(position: &ClassicPosition, rules: &ClassicRules, segment: SegmentIndex) -> Option<&'static str> {
        let mut found = None;
        describe::named_segments(position, rules, |named, name| {
            if named == segment {
                found = Some(name);
            }
        });
        found
    }

    fn named_segments(position: &ClassicPosition, rules: &ClassicRules) -> Vec<SegmentIndex> {
        let mut segments = Vec::new();
        describe::named_segments(position, rules, |segment, _| segments.push(segment));
        segments
    }

    fn tokens(position: &ClassicPosition, rules: &ClassicRules, seat: u8) -> Vec<(&'static str, u8)> {
        let mut tokens = Vec::new();
        describe::tokens(position, rules, seat, |word, count| tokens.push((word, count)));
        tokens
    }

    fn stock(position: &ClassicPosition, rules: &ClassicRules) -> Vec<(&'static str, u8)> {
        let mut stock = Vec::new();
        describe::stock(position, rules, |word, count| stock.push((word, count)));
        stock
    }

    fn buildings(position: &ClassicPosition) -> Vec<(SegmentIndex, u8)> {
        let mut buildings = Vec::new();
        describe::buildings(position, |segment, height| buildings.push((segment, height)));
        buildings
    }

    fn marks(position: &ClassicPosition, root: SegmentIndex) -> Vec<&'static str> {
        let mut marks = Vec::new();
        describe::marks(position, root, |mark| marks.push(mark));
        marks
    }

    fn walk(position: &ClassicPosition) -> Option<(PieceKind, Vec<TileIndex>, u8)> {
        describe::walk(position).map(|(piece, been, left)| (piece, been.to_vec(), left))
    }

    fn reach(position: &ClassicPosition) -> Vec<TileIndex> {
        let mut tiles = Vec::new();
        describe::reach(position, |tile| tiles.push(tile));
        tiles
    }

    fn half(position: &ClassicPosition) -> (u8, bool) {
        (1 + u8::from(position.extra.turn.second), position.extra.turn.doubled)
    }

    fn places_without_drawing(position: &ClassicPosition, rules: &ClassicRules, kind: KindIndex) -> bool {
        describe::places_without_drawing(position, rules, kind)
    }

    fn more_text(position: &ClassicPosition, rules: &ClassicRules) -> Vec<String> {
        let mut lines = Vec::new();
        describe::remembered(position, rules, |word, [a, b, c]| lines.push(format!("{word} {a} {b} {c}")));
        if let Some((_, been, left)) = Self::walk(position) {
            for tile in been {
                let at = position.board.tiles()[usize::from(tile)].at;
                lines.push(format!("walked {},{}", at.x, at.y));
            }
            lines.push(format!("steps {left}"));
        }
        lines
    }

    fn is_complete(position: &ClassicPosition, root: SegmentIndex) -> bool {
        let features = &position.board.features;
        !describe::stays_open(features.kind(root)) && features.open(root) == 0
    }

    fn worth(position: &ClassicPosition, rules: &ClassicRules, root: SegmentIndex) -> Score {
        scoring::worth(position, rules, root, Self::is_complete(position, root))
    }

    fn tally(position: &ClassicPosition, _: &ClassicRules, root: SegmentIndex) -> [u16; MAX_SEATS] {
        scoring::tally(position, root)
    }

    fn scored_with(position: &ClassicPosition, rules: &ClassicRules, root: SegmentIndex) -> Vec<SegmentIndex> {
        let mut cities = Vec::new();
        if position.board.features.kind(root) == base::FIELD {
            base::complete_cities(position, rules, root, |city| cities.push(city));
        }
        cities.sort_unstable();
        cities
    }

    fn end(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut Vec<Event>) {
        classic::end_game(position, rules, events);
    }
}
