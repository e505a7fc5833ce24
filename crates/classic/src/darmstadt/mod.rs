//! The Darmstadt promos; their rules are in `rules.md` next to this file.

use crate::base::{self, CITY, MARK_COUNTER, MONASTERY};
use crate::family::{ClassicPosition, ClassicRules};
use crate::figures::followers_around;
use crate::kinds;
use bastide_core::option::{OptionInfo, PartInfo};
use bastide_core::tile::Segment;
use bastide_core::{Events, MAX_SEATS, Score, SegmentIndex, Subject, TileKind, TileText, Worth};

/// Element: the Darmstadtium scores.
pub const DARMSTADTIUMS: u64 = kinds::element("darmstadtium");
/// Element: the churches score.
pub const CHURCHES: u64 = kinds::element("churches");

/// Mark of the Darmstadtium, in the mark counter of a city.
pub const DARMSTADTIUM: u8 = 16;
/// Mark of a church, in the mark counter of a monastery.
pub const CHURCH: u8 = 32;
/// Points that the Darmstadtium adds to a completed city (PROMO-02).
pub const DARMSTADTIUM_POINTS: i16 = 3;
/// Points for the most followers around a completed church (PROMO-03).
pub const CHURCH_POINTS: i16 = 3;
/// Monastery tiles that are taken out of each base game (PROMO-01).
const REMOVED_MONASTERIES: u8 = 2;
/// The kind of tile that is taken out.
const REMOVED: (&str, &str) = (base::PART.id, "ffff-monastery");

/// Score term for the Darmstadtium, and name of its mark.
pub const DARMSTADTIUM_WORD: &str = "darmstadtium";
/// Score source and score term for the most followers around a church.
pub const CHURCH_WORD: &str = "church";

/// The expansion's entry in the list of parts (PROMO-01).
pub const PART: PartInfo = PartInfo {
    id: "darmstadt",
    max_seats: 5,
    options: &[OptionInfo::new("darmstadt_removes_monasteries", &["false", "true"], "PROMO-01")],
    tiles: &[("darmstadt", include_str!("tiles.toml"))],
};

/// The chosen options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether two monastery tiles of the base game are taken out (PROMO-01).
    pub removes_monasteries: bool,
}

impl Options {
    pub(crate) fn set(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("darmstadt_removes_monasteries", "false" | "true") => self.removes_monasteries = value == "true",
            _ => return false,
        }
        true
    }
}

/// Reads a segment's attribute; returns whether it belongs to this expansion. `in_play` are the elements in play.
pub(crate) fn read_attribute(name: &str, number: u8, in_play: impl Fn(u64) -> bool, segment: &mut Segment) -> bool {
    let (mark, element) = match (name, segment.kind) {
        (DARMSTADTIUM_WORD, CITY) => (DARMSTADTIUM, DARMSTADTIUMS),
        (CHURCH_WORD, MONASTERY) => (CHURCH, CHURCHES),
        _ => return false,
    };
    segment.counters[MARK_COUNTER] |= if number > 0 && in_play(element) { mark } else { 0 };
    true
}

/// Takes two monastery tiles out of the base game (PROMO-01).
pub(crate) fn remove_monasteries(texts: &mut [TileText], kinds: &mut [TileKind], copies: u8) {
    for (text, kind) in texts.iter_mut().zip(kinds) {
        if (text.set.as_str(), text.id.as_str()) == REMOVED {
            let left = text.count.saturating_sub(REMOVED_MONASTERIES.saturating_mul(copies));
            (text.count, kind.copies) = (left, left);
        }
    }
}

/// Adds the points for the Darmstadtium to the score of a completed city (PROMO-02).
pub(crate) fn worth<W: Worth>(position: &ClassicPosition, root: SegmentIndex, finished: bool, score: &mut W) {
    let features = &position.board.features;
    if finished && features.kind(root) == CITY && features.counter(root, MARK_COUNTER) & DARMSTADTIUM != 0 {
        *score = score.and("PROMO-02", DARMSTADTIUM_WORD, 1, DARMSTADTIUM_POINTS);
    }
}

/// Awards the points for the most followers around each completed church, before any of them goes home (PROMO-03). Returns the seats that
/// got points, as a bit set.
pub(crate) fn score_churches(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    completed: &[SegmentIndex],
    events: &mut impl Events,
) -> u8 {
    let mut paid = 0;
    for &segment in completed {
        if !is_church(position, segment) {
            continue;
        }
        let followers = count_followers(position, segment);
        let most = followers.into_iter().max().unwrap_or(0);
        for seat in (0..rules.seats).filter(|&seat| most > 0 && followers[usize::from(seat)] == most) {
            let score = Score::of("PROMO-03", CHURCH_WORD, 1, CHURCH_POINTS);
            position.award(seat, Subject::Named(CHURCH_WORD), score, true, false, events);
            paid |= 1 << seat;
        }
    }
    paid
}

/// Returns whether a segment is a church.
pub fn is_church(position: &ClassicPosition, segment: SegmentIndex) -> bool {
    let features = &position.board.features;
    features.kind(segment) == MONASTERY && features.counter(features.root(segment), MARK_COUNTER) & CHURCH != 0
}

/// Counts each seat's followers on the tile of a church and the eight around it; a large one counts once (PROMO-03).
pub fn count_followers(position: &ClassicPosition, church: SegmentIndex) -> [u8; MAX_SEATS] {
    let mut count = [0; MAX_SEATS];
    for follower in followers_around(position, position.board.place_of(church)) {
        count[usize::from(follower.seat)] += 1;
    }
    count
}
