//! What every family tells about itself, so that notation, views and records can be written once for all families.

use bastide_core::{
    Event, Family, FigureKind, KindIndex, MAX_SEATS, PieceKind, Position, Rules, Score, SegmentIndex, TileIndex,
};
use classic::{
    Classic, ClassicPosition, ClassicRules, Frame, abbey_mayor, base, cathars, count, inns_cathedrals, king_robber,
    princess_dragon, scoring, tower, traders_builders,
};

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
    const SOURCE_WORDS: &'static [&'static str] = &[
        princess_dragon::FAIRY_WORD,
        king_robber::KING_WORD,
        king_robber::ROBBER_WORD,
        traders_builders::GOODS[0],
        traders_builders::GOODS[1],
        traders_builders::GOODS[2],
        tower::RANSOM_WORD,
    ];

    fn asked(position: &ClassicPosition) -> Asked {
        match position.frame() {
            Frame::Over => Asked::Over,
            Frame::Begin | Frame::Draw => Asked::Chance,
            Frame::Place { kind } => Asked::Place(kind),
            Frame::Deploy { .. } => Asked::Deploy,
            Frame::Abbey => Asked::Other("abbey", "the abbey may be placed where tiles lie on all four sides, or pass"),
            Frame::Wagon(_) => {
                Asked::Other("wagon", "the wagon may move to a free unfinished feature that is connected, or pass")
            }
            Frame::Capture(_) => {
                Asked::Other("capture", "an opponent's follower within reach of the tower may be captured, or pass")
            }
            Frame::Exchange(_) => Asked::Other("exchange", "one of the prisoners must come back in the exchange"),
            Frame::Dragon(_) => Asked::Other("dragon", "the dragon must go to a neighbouring tile that is open to it"),
            Frame::Enter(_) => {
                Asked::Other("enter", "a follower may leave its quarter for a feature of its kind, or pass")
            }
            Frame::Courtier => Asked::Other("courtier", "a follower in supply may go into a quarter, or pass"),
            Frame::Count => Asked::Other("count", "the count may go to another quarter, or pass"),
            Frame::Escape => Asked::Other("escape", "a knight may escape from a besieged city, or pass"),
        }
    }

    fn has_roles(kind: FigureKind) -> bool {
        classic::is_ordinary(kind)
    }

    fn on_corner(kind: FigureKind) -> bool {
        kind == abbey_mayor::BARN
    }

    fn named_segment(position: &ClassicPosition, rules: &ClassicRules, segment: SegmentIndex) -> Option<&'static str> {
        let (_, served) = count::quarters(position, rules).find(|(quarter, _)| *quarter == segment)?;
        count::QUARTERS.iter().find(|(_, kind)| *kind == served).map(|(name, _)| *name)
    }

    fn named_segments(position: &ClassicPosition, rules: &ClassicRules) -> Vec<SegmentIndex> {
        count::quarters(position, rules).map(|(segment, _)| segment).collect()
    }

    fn tokens(position: &ClassicPosition, rules: &ClassicRules, seat: u8) -> Vec<(&'static str, u8)> {
        let (extra, options, at) = (&position.extra, &rules.options, usize::from(seat));
        let mut tokens = Vec::new();
        if options.has(abbey_mayor::ABBEYS) {
            tokens.push((abbey_mayor::ABBEY_WORD, u8::from(extra.abbey_mayor.abbeys[at])));
        }
        if options.has(tower::TOWERS) {
            tokens.push((tower::PIECES, extra.tower.pieces[at]));
        }
        if options.has(traders_builders::TRADE) {
            tokens.extend(traders_builders::GOODS.into_iter().zip(extra.traders_builders.goods[at]));
        }
        let cards = extra.king_robber;
        for (element, card, word) in [
            (king_robber::KING, cards.king, king_robber::KING_WORD),
            (king_robber::ROBBER, cards.robber, king_robber::ROBBER_WORD),
        ] {
            if options.has(element) {
                tokens.push((word, u8::from(card.holder() == Some(seat))));
            }
        }
        tokens
    }

    fn stock(position: &ClassicPosition, rules: &ClassicRules) -> Vec<(&'static str, u8)> {
        if !rules.options.has(traders_builders::TRADE) {
            return Vec::new();
        }
        let goods = &position.extra.traders_builders.goods;
        let left = |good: usize| {
            let taken: u8 = goods.iter().map(|of_seat| of_seat[good]).sum();
            (traders_builders::GOODS[good], traders_builders::TOKENS[good].saturating_sub(taken))
        };
        (0..traders_builders::GOODS.len()).map(left).collect()
    }

    fn buildings(position: &ClassicPosition) -> Vec<(SegmentIndex, u8)> {
        position.extra.tower.towers().collect()
    }

    fn marks(position: &ClassicPosition, root: SegmentIndex) -> Vec<&'static str> {
        let features = &position.board.features;
        let bits = match features.kind(root) {
            base::CITY | base::ROAD => features.lane(root, base::MARK_LANE),
            _ => 0,
        };
        let marks = [
            (inns_cathedrals::INN, "inn"),
            (inns_cathedrals::CATHEDRAL, "cathedral"),
            (cathars::BESIEGED, "besieged"),
            (count::CARCASSONNE, "carcassonne"),
        ];
        marks.into_iter().filter(|(bit, _)| bits & bit != 0).map(|(_, word)| word).collect()
    }

    fn walk(position: &ClassicPosition) -> Option<(PieceKind, Vec<TileIndex>, u8)> {
        let Frame::Dragon(march) = position.frame() else { return None };
        let visited = &position.extra.princess_dragon.visited;
        let been = visited[..=usize::from(march.taken).min(visited.len() - 1)].to_vec();
        Some((princess_dragon::DRAGON, been, princess_dragon::STEPS - march.taken))
    }

    fn half(position: &ClassicPosition) -> (u8, bool) {
        (1 + u8::from(position.extra.turn.second), position.extra.turn.doubled)
    }

    fn places_without_drawing(position: &ClassicPosition, rules: &ClassicRules, kind: KindIndex) -> bool {
        position.frame() == Frame::Abbey && abbey_mayor::abbey_kind(rules) == Some(kind)
    }

    fn more_text(position: &ClassicPosition, rules: &ClassicRules) -> Vec<String> {
        let (extra, options) = (&position.extra, &rules.options);
        let mut lines = Vec::new();
        if options.has(traders_builders::BUILDERS) {
            lines.push(format!("turn half {} {}", u8::from(extra.turn.second), u8::from(extra.turn.doubled)));
        }
        if options.has(tower::TOWERS) {
            lines.push(format!("turn ransomed {}", u8::from(extra.tower.ransomed)));
        }
        if options.has(count::COUNTS) {
            let count::Extra { scored, own_scored, own_moved } = extra.count;
            lines.push(format!("turn scored {} {} {}", u8::from(scored), u8::from(own_scored), u8::from(own_moved)));
        }
        if options.has(abbey_mayor::ABBEYS) {
            lines.push(format!("turn last {}", extra.abbey_mayor.last_round));
        }
        let cards = extra.king_robber;
        if options.has(king_robber::KING | king_robber::ROBBER) {
            lines.push(format!("largest {} {}", cards.king.tiles, cards.king.complete));
            lines.push(format!("longest {} {}", cards.robber.tiles, cards.robber.complete));
        }
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
        !matches!(features.kind(root), base::FIELD | tower::FOUNDATION | count::QUARTER) && features.open(root) == 0
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
