//! The King & the Robber Baron; its rules are in `rules.md` next to this file.

use crate::base::{CITIES, CITY, ROAD};
use crate::family::{ClassicPosition, ClassicRules};
use crate::kinds;
use bastide_core::option::{OptionInfo, PartInfo};
use bastide_core::{Event, Events, Score, SegmentIndex, Subject, plain_struct};

/// Element: the king is in play.
pub const KING: u64 = kinds::element("king");
/// Element: the robber baron is in play.
pub const ROBBER: u64 = kinds::element("robber");

/// Word for the king's card, as a token and as a source of points.
pub const KING_WORD: &str = "king";
/// Word for the robber baron's card.
pub const ROBBER_WORD: &str = "robber";
/// Score term that counts the complete roads.
pub const ROADS: &str = "roads";

/// The expansion's entry in the list of parts (KING-01).
pub const PART: PartInfo = PartInfo {
    id: "king-robber",
    max_seats: 5,
    options: &[
        OptionInfo::new("king_robber_scoring", &["per_feature", "ten", "by_players", "continuous"], "KING-06"),
        OptionInfo::new("king_counts_carcassonne", &["false", "true"], "KING-04"),
    ],
    tiles: &[("king-robber", include_str!("tiles.toml"))],
};

/// The chosen options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Scoring of the cards (KING-06).
    pub scoring: Scoring,
    /// Whether the king counts the City of Carcassonne, if it is on the table (KING-04).
    pub counts_carcassonne: bool,
}

/// Scoring of the king and the robber baron, whose points go to the holders of the cards (KING-06).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scoring {
    /// A point for each complete feature at the end (KING-04, KING-05).
    #[default]
    PerFeature,
    /// Ten points for each card at the end.
    Ten,
    /// 15 points for one card, 40 for both, at the end.
    FifteenForty,
    /// A point whenever a city (king) or a road (robber baron) is completed.
    Continuous,
}

impl Scoring {
    /// Returns the points that a card is worth at the end, if they do not depend on the number of complete features; `both` says whether
    /// the holder has both cards (KING-06).
    pub const fn card_points(self, both: bool) -> Option<i16> {
        match self {
            Self::Ten => Some(10),
            Self::FifteenForty if both => Some(20),
            Self::FifteenForty => Some(15),
            Self::PerFeature | Self::Continuous => None,
        }
    }
}

impl Options {
    pub(crate) fn set(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("king_robber_scoring", "per_feature") => self.scoring = Scoring::PerFeature,
            ("king_robber_scoring", "ten") => self.scoring = Scoring::Ten,
            ("king_robber_scoring", "by_players") => self.scoring = Scoring::FifteenForty,
            ("king_robber_scoring", "continuous") => self.scoring = Scoring::Continuous,
            ("king_counts_carcassonne", "false" | "true") => self.counts_carcassonne = value == "true",
            _ => return false,
        }
        true
    }
}

/// A card, its holder, and the size of the feature that won it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// Number of tiles in the largest complete feature; 0 while the card has no holder.
    pub tiles: u16,
    /// The holder's seat; valid if `tiles` is not 0.
    pub seat: u8,
    /// Number of complete features so far.
    pub complete: u16,
}

plain_struct!(Card { tiles, seat, complete });

impl Card {
    /// Returns the holder's seat, if the card has a holder.
    pub fn holder(&self) -> Option<u8> {
        (self.tiles > 0).then_some(self.seat)
    }
}

/// State of the expansion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extra {
    /// The king's card.
    pub king: Card,
    /// The robber baron's card.
    pub robber: Card,
}

plain_struct!(Extra { king, robber });

/// Records a completed city or road, whether or not it has followers: the player who placed the tile takes over the card if the feature is
/// larger than any before it (KING-03, KING-05).
pub(crate) fn completed(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    root: SegmentIndex,
    events: &mut impl Events,
) {
    // KING-02: a tile counts once, even if two parts of it belong to the city.
    let (kind, tiles, seat) =
        (position.board.features.kind(root), position.board.features.tiles(root), position.seat());
    let cards = &mut position.extra.king_robber;
    let (card, word, of, clause) = match kind {
        CITY if rules.options.has(KING) => (&mut cards.king, KING_WORD, CITIES, "KING-04"),
        ROAD if rules.options.has(ROBBER) => (&mut cards.robber, ROBBER_WORD, ROADS, "KING-05"),
        _ => return,
    };
    let before = *card;
    card.complete += 1;
    // The number of tiles decides, not the points, and a tie does not win the card.
    if tiles > before.tiles {
        (card.tiles, card.seat) = (tiles, seat);
    }
    if let Some(holder) = before.holder()
        && rules.options.king_robber.scoring == Scoring::Continuous
    {
        position.award(holder, Subject::Named(word), Score::of(clause, of, 1, 1), true, false, events);
    }
    if tiles > before.tiles && before.holder() != Some(seat) {
        if let Some(loser) = before.holder() {
            events.emit(Event::Tokens { seat: loser, token: word, change: -1 });
        }
        events.emit(Event::Tokens { seat, token: word, change: 1 });
    }
}

/// Awards the cardholders their final scores (KING-04, KING-05, KING-06). `from_the_start` is the number of cities that were complete
/// before the first turn and count for the king.
pub(crate) fn score_final(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    from_the_start: u16,
    events: &mut impl Events,
) {
    let Extra { mut king, robber } = position.extra.king_robber;
    king.complete += from_the_start;
    let both = king.holder().is_some() && king.holder() == robber.holder();
    for (card, word, of, clause) in [(king, KING_WORD, CITIES, "KING-04"), (robber, ROBBER_WORD, ROADS, "KING-05")] {
        let Some(seat) = card.holder() else { continue };
        let scoring = rules.options.king_robber.scoring;
        let score = match scoring.card_points(both) {
            Some(points) => Score::of("KING-06", word, 1, points),
            None if scoring == Scoring::PerFeature => Score::of(clause, of, card.complete, 1),
            None => continue,
        };
        position.award(seat, Subject::Named(word), score, true, true, events);
    }
}
