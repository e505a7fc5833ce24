//! What every family tells about itself, so that notation, views and records can be written once for all families.

use bastide_core::{Event, Family, FigureKind, KindIndex, MAX_SEATS, Position, Rules, Score, SegmentIndex};
use classic::{Classic, ClassicPosition, ClassicRules, Frame, base, scoring};

/// What waits for an answer, in a word that a program can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Chance.
    Chance,
    /// Where a tile goes.
    Place(KindIndex),
    /// Whether and where a figure is deployed.
    Deploy,
    /// Nothing: the game is over.
    Over,
}

/// A family with its words and its answers to questions about a position.
pub trait Described: Family {
    /// The words for kinds of segment, by their numbers.
    const KIND_WORDS: &'static [&'static str];
    /// The words for a figure's role on each kind of segment.
    const ROLE_WORDS: &'static [&'static str];
    /// The words for kinds of figure.
    const FIGURE_WORDS: &'static [&'static str];

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

    /// How the word of a figure's kind is written before its role: nothing for an ordinary follower, `large-`.
    fn figure_prefix(kind: FigureKind) -> String {
        if kind == 0 { String::new() } else { format!("{}-", Self::FIGURE_WORDS[usize::from(kind)]) }
    }
}

impl Described for Classic {
    const KIND_WORDS: &'static [&'static str] = &base::KIND_WORDS;
    const ROLE_WORDS: &'static [&'static str] = &base::ROLE_WORDS;
    const FIGURE_WORDS: &'static [&'static str] = classic::FIGURE_WORDS;

    fn asked(position: &ClassicPosition) -> Asked {
        match position.frame() {
            Frame::Over => Asked::Over,
            Frame::Begin | Frame::Draw => Asked::Chance,
            Frame::Place { kind } => Asked::Place(kind),
            Frame::Deploy { .. } => Asked::Deploy,
        }
    }

    fn is_complete(position: &ClassicPosition, root: SegmentIndex) -> bool {
        let features = &position.board.features;
        features.kind(root) != base::FIELD && features.open(root) == 0
    }

    fn worth(position: &ClassicPosition, rules: &ClassicRules, root: SegmentIndex) -> Score {
        scoring::worth(position, rules, root, Self::is_complete(position, root))
    }

    fn tally(position: &ClassicPosition, rules: &ClassicRules, root: SegmentIndex) -> [u16; MAX_SEATS] {
        scoring::tally(position, rules, root)
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
