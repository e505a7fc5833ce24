//! Ghosts, Castles & Cemeteries; the rules are in `rules.md` next to this file.

pub(crate) mod figures;
pub(crate) mod pending;

use crate::base::{FIELD, FOLLOWER};
use crate::family::{ClassicPosition, ClassicRules};
use crate::figures::{figures_off_land, has_earlier_twin, is_on_land, send_home};
use crate::kinds;
use crate::next::{Next, Stage};
use crate::pending::Pending;
use bastide_core::option::{OptionInfo, PartInfo};
use bastide_core::{
    Answer, Answers, Events, FigureIndex, Place, PlacedTile, Score, SegmentIndex, Subject, TileText, Worth, bits,
    is_choice, place, wide_bits,
};
pub use figures::{GUARD, GUARD_WORD};
pub use pending::Haunt;

/// Element: ghosts are placed.
pub const GHOSTS: u64 = kinds::element("ghosts");
/// Element: guards replace some followers.
pub const GUARDS: u64 = kinds::element("guards");
/// Element: the 2x2 start tile.
pub const START: u64 = kinds::element("start-block");
/// Element: tiles with a castle.
pub const CASTLES: u64 = kinds::element("castles");
/// Element: tiles with a cemetery.
pub const CEMETERIES: u64 = kinds::element("cemeteries");

/// Segment kind for castles, which are complete when all eight places around them have tiles.
pub const CASTLE: u8 = kinds::segment(CASTLE_WORD);
/// Notation word for a castle.
pub const CASTLE_WORD: &str = "castle";
/// Segment kind for cemeteries, which are completed like castles.
pub const CEMETERY: u8 = kinds::segment(CEMETERY_WORD);
/// Notation word for a cemetery.
pub const CEMETERY_WORD: &str = "cemetery";
/// Segment kind for mist, which covers open ground and leaves no field there.
pub const MIST: u8 = kinds::segment(MIST_WORD);
/// Notation word for mist.
pub const MIST_WORD: &str = "mist";

/// Word for ghosts, as tokens and as a source of lost points.
pub const GHOST_WORD: &str = "ghost";

/// Segment kinds of this expansion that custom tiles may have.
pub const OWN_KINDS: [&str; 3] = [CASTLE_WORD, CEMETERY_WORD, MIST_WORD];

/// Mark of a tile with mist, computed from its segments.
pub const MIST_TILE_MARK: u32 = 1 << 15;

/// Number of ghosts in the game (MIST-02).
pub const ALL_GHOSTS: u8 = 15;
/// Number of ghosts beside a follower that sends it home (MIST-06).
pub const GHOSTS_TO_SEND_HOME: u8 = 3;
/// Points that a ghost costs when its follower's feature is scored (MIST-08).
pub const GHOST_EACH: i16 = 2;
/// Points that a ghost costs at the end (MIST-12).
pub const GHOST_EACH_AT_END: i16 = 1;
/// Points for each tile with mist among a complete castle's tile and the eight around it (MIST-09).
pub const MISTY_EACH: i16 = 2;
/// Points for each tile with mist around an unfinished castle (MIST-12).
pub const MISTY_EACH_AT_END: i16 = 1;
/// Number of guards of each colour (MIST-02).
pub const ALL_GUARDS: u8 = 5;
/// Number of guards of each colour in the reserve at the start (MIST-02).
pub const RESERVE_GUARDS: u8 = 3;
/// Number of ordinary followers that each seat has besides its guards; the sixth marks the score (MIST-02).
pub const FOLLOWERS: u8 = 5;

/// Score term that counts the ghosts beside a seat's followers.
pub const GHOSTS_HERE: &str = "ghosts";
/// Score term that counts the tiles with mist among a castle's tile and its neighbours.
pub const MISTY_TILES: &str = "misty-tiles";
/// Score term for an unfinished castle itself.
pub const CASTLES_HERE: &str = "castle";

/// The expansion's entry in the list of parts.
pub const PART: PartInfo = PartInfo {
    id: "mists",
    max_seats: 5,
    options: &[OptionInfo::new("ghost_penalty", &["all_present", "scoring_only"], "MIST-08")],
    tiles: &[("mists", include_str!("tiles.toml"))],
};

/// The chosen options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether ghosts take points only from the players who score the feature (MIST-08).
    pub scoring_only: bool,
    /// Whether losses are scored as in version 1 of the rules, rather than after all gains (MIST-08).
    pub as_it_lies: bool,
}

impl Options {
    pub(crate) fn set(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("ghost_penalty", "all_present" | "scoring_only") => self.scoring_only = value == "scoring_only",
            _ => return false,
        }
        true
    }
}

/// Reads a segment's attribute; returns whether it belongs to this expansion.
pub(crate) fn read_attribute(name: &str, segment: &bastide_core::tile::Segment) -> bool {
    name == "ghosts" && segment.kind == MIST // MIST-03: printed ghosts mean nothing.
}

/// Returns the terrain under a kind of segment; mist itself is not terrain (MIST-03).
pub(crate) const fn terrain_below(kind: u8) -> u8 {
    if kind == MIST { FIELD } else { kind }
}

/// Returns whether a tile is in play. Tiles with a castle or a cemetery are not in play if that element is switched off.
pub(crate) fn uses_tile(text: &TileText, castles: bool, cemeteries: bool) -> bool {
    let has = |word: &str| text.segments.iter().any(|segment| segment.kind == word);
    (castles || !has(CASTLE_WORD)) && (cemeteries || !has(CEMETERY_WORD))
}

/// Returns whether a tile's side has mist, which always covers the whole edge.
fn is_misty(position: &ClassicPosition, rules: &ClassicRules, tile: PlacedTile, side: usize) -> bool {
    let kind = rules.kind(tile.kind);
    kind.marks & MIST_TILE_MARK != 0 && position.board.kind_at_side(kind, tile, side) == Some(MIST)
}

/// Returns whether the newest tile extends mist, and whether it limits mist, at any of its edges (MIST-04).
fn extends_or_limits_mist(position: &ClassicPosition, rules: &ClassicRules) -> (bool, bool) {
    let (mut extends, mut limits) = (false, false);
    let Some(&newest) = position.board.tiles().last() else { return (false, false) };
    for side in bits(position.board.sides_beside_newest()).map(usize::from) {
        let Some(beside) = position.board.beside_newest(side) else { continue };
        let mine = is_misty(position, rules, newest, side);
        let theirs = is_misty(position, rules, beside, place::opposite(side));
        extends |= mine && theirs;
        limits |= mine != theirs;
    }
    (extends, limits)
}

/// Returns the first ghost that the newest tile requires to be placed, if any (MIST-04, MIST-05).
#[inline(always)]
pub(crate) fn first_haunt(position: &ClassicPosition, rules: &ClassicRules) -> Option<Haunt> {
    // Usually there is no mist nearby.
    if (position.board.newest_marks() | position.board.marks_beside_newest()) & MIST_TILE_MARK == 0 {
        return None;
    }
    match extends_or_limits_mist(position, rules) {
        (true, limits) => Some(Haunt { own: false, then_own: limits }),
        (false, true) => Some(Haunt { own: true, then_own: false }),
        (false, false) => None,
    }
}

/// Returns the ghost to place after this one, beside one of the player's own followers, if one is due (MIST-05).
pub(crate) fn next_haunt(haunt: Haunt) -> Option<Haunt> {
    haunt.then_own.then_some(Haunt { own: true, then_own: false })
}

/// Returns the number of ghosts in the reserve.
pub fn ghosts_left(position: &ClassicPosition) -> u8 {
    let placed = position.board.features.tokens().min(u16::from(u8::MAX));
    ALL_GHOSTS.saturating_sub(placed as u8)
}

/// Returns whether any follower has a ghost beside it, which can cost the follower's owner points.
#[inline]
pub(crate) fn is_haunted(position: &ClassicPosition) -> bool {
    position.board.features.tokens() > 0
}

/// Lists the followers beside which a ghost may be placed, in the order of their numbers (MIST-04): only ordinary followers (MIST-07) on
/// land, and only the first of several indistinguishable ones. Lists none if the reserve has no ghosts (MIST-05).
pub(crate) fn list_haunted(position: &ClassicPosition, rules: &ClassicRules, haunt: Haunt, answers: &mut impl Answers) {
    if ghosts_left(position) == 0 {
        return;
    }
    let features = &position.board.features;
    for seat in (0..rules.seats).filter(|&seat| (seat == position.seat()) == haunt.own) {
        let (first, len) = (rules.first_figure(seat, FOLLOWER), usize::from(rules.figures[usize::from(FOLLOWER)]));
        let on_land = features.standing_bits(first, len) & !figures_off_land(position, first, len);
        for number in wide_bits(on_land).map(|bit| first + bit).filter(|&number| !has_earlier_twin(position, number)) {
            answers.add(Answer::Attach { figure: number as FigureIndex });
            if answers.has_enough() {
                return;
            }
        }
    }
}

/// Returns a seat's score for a feature, minus the points that the ghosts beside its figures there cost it (MIST-08). `score` is `None` if
/// the seat does not score the feature.
pub(crate) fn subtract_ghosts(
    position: &ClassicPosition,
    rules: &ClassicRules,
    root: SegmentIndex,
    seat: u8,
    score: Option<Score>,
) -> Option<Score> {
    if rules.options.mists.scoring_only && score.is_none() {
        return None;
    }
    let features = &position.board.features;
    let here = features.figures_on(root).map(|figure| features.figure(figure)).filter(|figure| figure.seat == seat);
    let ghosts: u16 = here.map(|figure| u16::from(figure.attached())).sum();
    match (score, ghosts) {
        (None, 0) => None,
        (score, ghosts) => Some(score.unwrap_or_default().and("MIST-08", GHOSTS_HERE, ghosts, -GHOST_EACH)),
    }
}

/// Adjusts the score of a castle. A complete castle scores 2 points for each tile with mist among its own and the eight around it
/// (MIST-09). At the end of the game, an unfinished castle scores a point for itself and one for each neighbour with mist (MIST-12).
pub(crate) fn worth<W: Worth>(
    position: &ClassicPosition,
    rules: &ClassicRules,
    root: SegmentIndex,
    finished: bool,
    score: &mut W,
) {
    let board = &position.board;
    if board.features.kind(root) != CASTLE {
        return;
    }
    let at = board.place_of(root);
    let misty = |at: Place| {
        let tile = board.tile_at(at).map(|tile| board.tiles()[usize::from(tile)]);
        tile.is_some_and(|tile| rules.kind(tile.kind).marks & MIST_TILE_MARK != 0)
    };
    let around = at.around().filter(|&at| misty(at)).count() as u16;
    *score = match finished {
        true => W::of("MIST-09", MISTY_TILES, around + u16::from(misty(at)), MISTY_EACH),
        false => W::of("MIST-12", CASTLES_HERE, 1, 1).and("MIST-12", MISTY_TILES, around, MISTY_EACH_AT_END),
    };
}

/// Returns whether a kind of feature never scores, regardless of the figures on it. Only cemeteries never score (MIST-10, MIST-12).
pub(crate) const fn never_scores(kind: u8) -> bool {
    kind == CEMETERY
}

/// Rewards a complete cemetery: the owner of each keeper takes a guard from the reserve (MIST-10).
pub(crate) fn reward_keepers(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    root: SegmentIndex,
    events: &mut impl Events,
) {
    if position.board.features.kind(root) != CEMETERY {
        return;
    }
    for seat in 0..rules.seats {
        let features = &position.board.features;
        if features.figures_on(root).any(|figure| features.figure(figure).seat == seat) {
            position.enlist(seat, GUARD, events);
        }
    }
}

/// Awards the final scoring: each ghost still beside a follower costs its owner a point (MIST-12).
pub(crate) fn score_final(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    for seat in 0..rules.seats {
        let figures = position.board.features.figures().iter().filter(|figure| figure.seat == seat);
        let ghosts: u16 = figures.map(|figure| u16::from(figure.attached())).sum();
        if ghosts > 0 {
            let score = Score::of("MIST-12", GHOSTS_HERE, ghosts, -GHOST_EACH_AT_END);
            position.award(seat, Subject::Named(GHOST_WORD), score, true, true, events);
        }
    }
}

/// Returns whether the ghosts in a position are possible: they are only beside ordinary followers on land, no follower has enough of them
/// to be sent home, and their total does not exceed the number in the game.
pub(crate) fn validate_ghosts(position: &ClassicPosition, rules: &ClassicRules) -> bool {
    let features = &position.board.features;
    let haunted = features.figures().iter().filter(|figure| figure.attached() > 0);
    let mut all = 0u16;
    for figure in haunted {
        all += u16::from(figure.attached());
        let on_land = figure.segment().is_some_and(|segment| is_on_land(features.kind(segment)));
        if figure.kind != FOLLOWER || !on_land || figure.attached() >= GHOSTS_TO_SEND_HOME {
            return false;
        }
    }
    all <= if rules.options.has(GHOSTS) { u16::from(ALL_GHOSTS) } else { 0 }
}

/// Returns whether the newest tile requires this ghost to be placed.
pub(crate) fn validate_haunt(position: &ClassicPosition, rules: &ClassicRules, haunt: Haunt) -> bool {
    let first = first_haunt(position, rules);
    first == Some(haunt) || first.and_then(next_haunt) == Some(haunt)
}

/// Returns the first ghost, from this one on, that can be placed beside a follower (MIST-05).
pub(crate) fn first_to_place(position: &ClassicPosition, rules: &ClassicRules, from: Option<Haunt>) -> Option<Haunt> {
    let mut next = from;
    while let Some(haunt) = next {
        if is_choice(|choice| list_haunted(position, rules, haunt, choice)) {
            break;
        }
        next = next_haunt(haunt);
    }
    next
}

/// Places a ghost. The third ghost beside a follower sends it home at once (MIST-06), along with any companions that this leaves without a
/// follower.
pub(crate) fn place_ghost(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    haunt: Haunt,
    answer: Answer,
    events: &mut impl Events,
) -> Next {
    let Answer::Attach { figure } = answer else { return Next::Ask(Pending::Haunt(haunt)) };
    position.attach(figure, events);
    if position.board.features.figure(figure).attached() >= GHOSTS_TO_SEND_HOME {
        send_home(position, rules, figure, events);
    }
    match first_to_place(position, rules, next_haunt(haunt)) {
        Some(next) => Next::Ask(Pending::Haunt(next)),
        None => Next::After(Stage::Haunt),
    }
}
