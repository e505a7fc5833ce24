//! The Princess & the Dragon; the rules are in `rules.md` next to this file.

pub(crate) mod pending;
pub(crate) mod pieces;

use crate::base::{self, CITY};
use crate::family::{ClassicPosition, ClassicRules};
use crate::figures::{
    among_several, figures_with_earlier_twin, followers_of, is_closed_to_dragon, is_companion, is_in_city_block,
    is_on_land, only_followers, send_home,
};
use crate::kinds::{self, is_follower};
use crate::next::{Next, Stage};
use crate::pending::Pending;
use bastide_core::feature::Figure;
use bastide_core::option::{OptionInfo, PartInfo};
pub(crate) use bastide_core::position::MAX_ASIDE;
use bastide_core::tile::Segment;
use bastide_core::{
    Answer, Answers, Events, FigureIndex, KindIndex, Score, SegmentIndex, Spot, Subject, TileIndex, is_choice,
    plain_struct, wide_bits,
};
pub use pending::DragonStep;
pub(crate) use pieces::holds_tile;
pub use pieces::{DRAGON, DRAGON_WORD, FAIRY, FAIRY_WORD};

/// Element: the dragon is in play.
pub const DRAGONS: u64 = kinds::element("dragon");
/// Element: the fairy is in play.
pub const FAIRIES: u64 = kinds::element("fairy");
/// Element: portals are in play.
pub const PORTALS: u64 = kinds::element("portals");
/// Element: princesses are in play.
pub const PRINCESSES: u64 = kinds::element("princesses");

/// Mark of a tile that makes the dragon move.
pub const DRAGON_MARK: u32 = 1 << 1;
/// Mark of a portal.
pub const PORTAL_MARK: u32 = 1 << 2;
/// Mark of a tile with a princess, computed from its segments.
pub(crate) const PRINCESS_TILE_MARK: u32 = 1 << 11;
/// Symbol of a princess on a city segment.
pub const PRINCESS: u8 = 1 << 2;

/// Maximum number of steps in the dragon's move (PD-11).
pub const STEPS: u8 = 6;
/// Points for beginning a turn with a follower beside the fairy (PD-04).
pub const FAIRY_TURN: i16 = 1;
/// Points for each follower beside the fairy on a feature that is scored (PD-05).
pub const FAIRY_SCORED: i16 = 3;

/// The expansion's entry in the list of parts.
pub const PART: PartInfo = PartInfo {
    id: "princess-dragon",
    max_seats: 5,
    options: &[
        OptionInfo::new("fairy", &["next_to_follower", "on_tile"], "PD-02"),
        OptionInfo::new("dragon_moves", &["before_scoring", "after_scoring"], "PD-10"),
        OptionInfo::new("princess", &["may", "must"], "PD-16"),
    ],
    // The tile file encodes how a road runs through a tunnel, and which monastery is inside a city (PD-01).
    tiles: &[("princess-dragon", include_str!("tiles.toml"))],
};

/// The chosen options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether the fairy stands on a tile, next to all figures there (PD-02).
    pub fairy_on_tile: bool,
    /// Whether the dragon moves after completed features are scored (PD-10).
    pub after_scoring: bool,
    /// Whether a knight must be sent home whenever possible (PD-16).
    pub princess_must: bool,
    /// Whether version 1 of the rules applies: followers can be placed on a tower on the dragon's tile and can leave the City of
    /// Carcassonne for that tile (PD-08), and the fairy cannot be placed next to followers in the city (PD-02).
    pub first: bool,
}

impl Options {
    pub(crate) fn set(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("fairy", "next_to_follower" | "on_tile") => self.fairy_on_tile = value == "on_tile",
            ("dragon_moves", "before_scoring" | "after_scoring") => self.after_scoring = value == "after_scoring",
            ("princess", "may" | "must") => self.princess_must = value == "must",
            _ => return false,
        }
        true
    }
}

/// State of the expansion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extra {
    /// The tiles visited by the dragon in this move, beginning with the tile where it started; unused entries repeat that tile.
    pub visited: [TileIndex; STEPS as usize + 1],
}

plain_struct!(Extra { visited });

/// Reads a segment's attribute; returns whether it belongs to this expansion.
pub(crate) fn read_attribute(name: &str, number: u8, segment: &mut Segment) -> bool {
    if name != "princess" || segment.kind != CITY {
        return false;
    }
    segment.symbols |= PRINCESS * u8::from(number > 0);
    true
}

/// Returns whether a segment is a city with a princess.
pub(crate) fn has_princess(segment: &Segment) -> bool {
    segment.kind == CITY && segment.symbols & PRINCESS != 0
}

/// Returns whether the newest tile has a mark.
#[inline]
fn newest_is_marked(position: &ClassicPosition, mark: u32) -> bool {
    position.board.newest_marks() & mark != 0
}

/// Returns whether a drawn tile is set aside because it would move the dragon before the dragon is in play (PD-09).
#[inline]
pub(crate) fn is_set_aside(position: &ClassicPosition, rules: &ClassicRules, kind: KindIndex) -> bool {
    rules.kind(kind).marks & DRAGON_MARK != 0 && position.piece(DRAGON).is_none()
}

/// Returns the maximum number of tiles that can be set aside at once, which is the number of tiles that move the dragon.
pub(crate) fn max_aside(rules: &ClassicRules) -> usize {
    let moving = rules.kinds.iter().filter(|kind| kind.marks & DRAGON_MARK != 0);
    usize::from(rules.options.has(DRAGONS)) * moving.map(|kind| usize::from(kind.copies)).sum::<usize>()
}

/// Moves the dragon to the volcano just placed, wherever it was before (PD-07), and shuffles back the tiles that were set aside (PD-09).
#[inline]
pub(crate) fn placed(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if newest_is_marked(position, base::VOLCANO) {
        let newest = position.board.tiles().len() as TileIndex - 1;
        position.lead(DRAGON, Spot::Tile(newest), events);
        position.shuffle_back(rules, events);
    }
}

/// Starts the dragon's move if the newest tile calls for it, at the point in the turn chosen by the set-up: before or after completed
/// features are scored (PD-10). Returns the step to ask for.
#[inline(always)]
pub(crate) fn begin_dragon_move(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    scored: bool,
) -> Option<DragonStep> {
    if rules.options.princess_dragon.after_scoring != scored {
        return None;
    }
    if !newest_is_marked(position, DRAGON_MARK) {
        return None; // The usual case.
    }
    first_step(position, rules)
}

fn first_step(position: &mut ClassicPosition, rules: &ClassicRules) -> Option<DragonStep> {
    let Some(Spot::Tile(from)) = position.piece(DRAGON) else { return None };
    position.extra.princess_dragon.visited = [from; STEPS as usize + 1];
    next_step(position, rules, DragonStep { seat: position.seat(), taken: 0 })
}

/// Returns the step to ask for, if the dragon has a step left and a tile to move to (PD-11).
fn next_step(position: &ClassicPosition, rules: &ClassicRules, step: DragonStep) -> Option<DragonStep> {
    let goes_on = step.taken < STEPS && is_choice(|choice| list_steps(position, rules, step, choice));
    goes_on.then_some(step)
}

/// Lists the dragon's possible steps.
pub(crate) fn list_steps(
    position: &ClassicPosition,
    rules: &ClassicRules,
    step: DragonStep,
    answers: &mut impl Answers,
) {
    let Some(Spot::Tile(from)) = position.piece(DRAGON) else { return };
    let visited = &position.extra.princess_dragon.visited[..=usize::from(step.taken.min(STEPS))];
    let ways = next_dragon_tiles(position, rules, from, visited);
    answers.add_all(ways.map(|tile| Answer::Lead { piece: DRAGON, to: Spot::Tile(tile) }));
}

/// Returns the tiles that the dragon can move to from the tile `from`: its neighbours except those `visited` in this move, the fairy's
/// tile, and tiles that the dragon never enters (PD-03, PD-11).
#[inline]
pub fn next_dragon_tiles(
    position: &ClassicPosition,
    rules: &ClassicRules,
    from: TileIndex,
    visited: &[TileIndex],
) -> impl Iterator<Item = TileIndex> {
    let at = position.board.tiles()[usize::from(from)].at;
    let fairy = position.piece_tile(FAIRY);
    (0..4).filter_map(move |side| {
        let tile = position.board.tile_at(at.beside(side))?;
        // A linear scan of at most seven tiles is faster than calling a search.
        let been = visited.iter().fold(false, |been, &before| been | (before == tile));
        let barred = been || fairy == Some(tile);
        (!barred && !is_closed_to_dragon(position, rules, tile)).then_some(tile)
    })
}

/// Handles a step of the dragon (PD-11); the figures on the tile go home (PD-12).
pub(crate) fn step(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    step: DragonStep,
    answer: Answer,
    events: &mut impl Events,
) -> Next {
    let Answer::Lead { to: Spot::Tile(tile), .. } = answer else { return Next::Ask(Pending::Dragon(step)) };
    position.lead(DRAGON, Spot::Tile(tile), events);
    eat_figures(position, rules, tile, events);
    let taken = step.taken + 1;
    position.extra.princess_dragon.visited[usize::from(taken)] = tile;
    let seat = rules.next_seat(step.seat);
    match next_step(position, rules, DragonStep { seat, taken }) {
        Some(next) => Next::Ask(Pending::Dragon(next)),
        None if rules.options.princess_dragon.after_scoring => Next::After(Stage::DragonAfterScoring),
        None => Next::After(Stage::Dragon), // PD-14
    }
}

/// Returns the name of a special way of carrying out an answer: `princess` if a knight is sent home instead of a figure being deployed,
/// `portal` if a figure goes through a portal to another tile.
pub fn mode(position: &ClassicPosition, answer: Answer) -> Option<&'static str> {
    match (position.pending(), answer) {
        (Pending::Deploy { .. }, Answer::Return { .. }) => Some("princess"),
        (Pending::Deploy { .. } | Pending::Phantom(_), Answer::Deploy { segment, .. }) => {
            (segment < position.board.newest_segment()).then_some("portal")
        }
        _ => None,
    }
}

/// Returns the tile where the dragon can send a figure home, or `None` if the figure is not a follower or companion on land (PD-12, PD-13).
#[inline]
pub fn prey_tile(position: &ClassicPosition, figure: &Figure) -> Option<TileIndex> {
    let segment = figure.segment()?;
    let eaten = is_follower(figure.kind) || is_companion(figure.kind);
    let on_land = is_on_land(position.board.features.kind(segment));
    (eaten && on_land).then(|| position.board.features.tile_of(segment))
}

/// Sends home the figures that the dragon finds on a tile (PD-12).
pub fn eat_figures(position: &mut ClassicPosition, rules: &ClassicRules, tile: TileIndex, events: &mut impl Events) {
    if !has_any_figure(position, rules, tile) {
        return; // The usual case.
    }
    for figure in 0..position.board.features.figures().len() as FigureIndex {
        if prey_tile(position, &position.board.features.figure(figure)) == Some(tile) {
            send_home(position, rules, figure, events); // PD-12, PD-13
        }
    }
}

/// Returns whether any figure stands on a tile.
fn has_any_figure(position: &ClassicPosition, rules: &ClassicRules, tile: TileIndex) -> bool {
    let features = &position.board.features;
    let this = position.board.tiles()[usize::from(tile)];
    let own = this.first..this.first + SegmentIndex::from(rules.kind(this.kind).len);
    let stands_here = |figure| features.figure(figure).segment().is_some_and(|stands| own.contains(&stands));
    own.clone().any(|segment| features.figures_on(features.root(segment)).any(stands_here))
}

/// Awards a point at the start of a turn if a follower of the seat is beside the fairy (PD-04).
#[inline(always)]
pub(crate) fn turn_begins(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    let seat = position.seat();
    let features = &position.board.features;
    let near = match position.piece(FAIRY) {
        Some(Spot::Figure(figure)) => features.figure(figure).seat == seat,
        Some(_) if rules.options.princess_dragon.fairy_on_tile => on_fairy_tile(position, seat).next().is_some(),
        _ => false,
    };
    if near {
        position.award(
            seat,
            Subject::Named(FAIRY_WORD),
            Score::of("PD-04", FAIRY_WORD, 1, FAIRY_TURN),
            true,
            false,
            events,
        );
    }
}

/// Returns a seat's followers on the fairy's tile; she is beside all of them (PD-02, `fairy = on_tile`).
fn on_fairy_tile(position: &ClassicPosition, seat: u8) -> impl Iterator<Item = FigureIndex> {
    let shared = position.piece_tile(FAIRY);
    let features = &position.board.features;
    features.figures().iter().enumerate().filter_map(move |(number, figure)| {
        let here = figure.segment().is_some_and(|segment| Some(features.tile_of(segment)) == shared);
        (shared.is_some() && figure.seat == seat && is_follower(figure.kind) && here).then_some(number as FigureIndex)
    })
}

/// Returns whether the fairy may move instead of a figure being placed (PD-02).
pub(crate) fn may_lead_fairy(position: &ClassicPosition, rules: &ClassicRules) -> bool {
    if !rules.options.has(FAIRIES) {
        return false;
    }
    if rules.options.princess_dragon.fairy_on_tile {
        return is_choice(|choice| list_fairy_tiles(position, rules, choice));
    }
    // Followers outside the quarters have no indistinguishable twins, so they can be checked quickly, and a seat nearly always has such a
    // follower.
    let (first, len) = followers_of(rules, position.seat());
    let standing = only_followers(rules, position.seat(), position.board.features.standing_bits(first, len));
    let alone = standing & !among_several(position, first, len);
    let by_fairy = matches!(position.piece(FAIRY), Some(Spot::Figure(_)));
    let many = alone & alone.wrapping_sub(1) != 0;
    !rules.options.princess_dragon.first && (many || alone != 0 && !by_fairy)
        || fairy_destinations(position, rules).1 != 0
}

/// Lists where the fairy may move instead of a figure being placed: beside any of the seat's own followers, including those on a tower or
/// in the City of Carcassonne (PD-02).
pub(crate) fn list_fairy(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    if rules.options.princess_dragon.fairy_on_tile {
        list_fairy_tiles(position, rules, answers);
        return;
    }
    let (first, fresh) = fairy_destinations(position, rules);
    let ways = wide_bits(fresh).map(|bit| Spot::Figure((first + bit) as FigureIndex));
    answers.add_all(ways.map(|to| Answer::Lead { piece: FAIRY, to }));
}

/// Returns the index of the seat's first follower, and the followers that the fairy may move to, as a bit set in which bit 0 is the first
/// follower.
#[inline]
fn fairy_destinations(position: &ClassicPosition, rules: &ClassicRules) -> (usize, u64) {
    let features = &position.board.features;
    let (first, len) = followers_of(rules, position.seat()); // PD-02
    let mut fresh = only_followers(rules, position.seat(), features.standing_bits(first, len));
    if rules.options.princess_dragon.first {
        let barred = features.with_segments(first, fresh).filter(|&(_, stands)| is_in_city_block(position, stands));
        fresh = barred.fold(fresh, |fresh, (number, _)| fresh & !(1 << (usize::from(number) - first)));
    }
    let several = among_several(position, first, len) & fresh;
    let mut by_fairy = None;
    if let Some(Spot::Figure(figure)) = position.piece(FAIRY) {
        by_fairy = Some(features.figure(figure));
        let bit = usize::from(figure).wrapping_sub(first);
        fresh &= !(u64::from(bit < len) << (bit % 64));
    }
    let earlier_alike = figures_with_earlier_twin(position, first, several);
    for bit in wide_bits(several) {
        // Among indistinguishable followers, the fairy can move only to the first, and to none if she is already beside one of them.
        let is_there =
            by_fairy.is_some_and(|other| other.is_interchangeable_with(&features.figure((first + bit) as FigureIndex)));
        fresh &= !(u64::from(is_there || earlier_alike >> bit & 1 == 1) << bit);
    }
    (first, fresh)
}

/// Lists the tiles that the fairy may move to: those with the seat's followers (PD-02, `fairy = on_tile`).
fn list_fairy_tiles(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    let features = &position.board.features;
    let (first, len) = followers_of(rules, position.seat());
    let mut listed = [0; 64];
    let mut tiles = 0;
    let own = only_followers(rules, position.seat(), features.standing_bits(first, len));
    for (_, segment) in features.with_segments(first, own) {
        if rules.options.princess_dragon.first && is_in_city_block(position, segment) {
            continue;
        }
        let tile = features.tile_of(segment);
        let earlier = listed[..tiles].contains(&tile);
        (listed[tiles], tiles) = (tile, tiles + 1);
        let here = position.piece_tile(FAIRY) == Some(tile);
        answers.add_if(!earlier && !here, Answer::Lead { piece: FAIRY, to: Spot::Tile(tile) });
        if answers.has_enough() {
            return;
        }
    }
}

/// Awards three points for each follower beside the fairy on a scored feature, regardless of the feature's score and majority (PD-05).
/// Returns the seats that got these points, as a bit set.
pub(crate) fn scored(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    root: SegmentIndex,
    last: bool,
    events: &mut impl Events,
) -> u8 {
    let score = Score::of("PD-05", FAIRY_WORD, 1, FAIRY_SCORED);
    let mut paid = 0;
    match position.piece(FAIRY) {
        Some(Spot::Figure(figure)) => {
            let this = position.board.features.figure(figure);
            if this.segment().is_some_and(|segment| position.board.features.root(segment) == root) {
                position.award(this.seat, Subject::Named(FAIRY_WORD), score, true, last, events);
                paid |= 1 << this.seat;
            }
        }
        Some(_) if rules.options.princess_dragon.fairy_on_tile => {
            for seat in 0..rules.seats {
                let features = &position.board.features;
                let here = on_fairy_tile(position, seat)
                    .filter(|&f| features.figure(f).segment().is_some_and(|segment| features.root(segment) == root))
                    .count();
                for _ in 0..here {
                    position.award(seat, Subject::Named(FAIRY_WORD), score, true, last, events);
                    paid |= 1 << seat;
                }
            }
        }
        _ => {}
    }
    paid
}

/// Returns whether the newest tile has a portal (PD-15).
#[inline]
pub(crate) fn has_portal(position: &ClassicPosition) -> bool {
    newest_is_marked(position, PORTAL_MARK)
}

/// Returns whether a portal leads to a segment, which must belong to an unfinished, unoccupied feature (PD-15).
pub(crate) fn leads_to(position: &ClassicPosition, segment: SegmentIndex) -> bool {
    let features = &position.board.features;
    let root = features.root(segment);
    let finished = features.kind(root) != base::FIELD && features.open(root) == 0;
    !finished && !features.is_occupied(root)
}

/// Lists the knights that the newest tile's princess may send home: those in the city that her tile extends (PD-16).
#[inline(always)]
pub(crate) fn list_princess(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    if newest_is_marked(position, PRINCESS_TILE_MARK) {
        list_knights(position, rules, answers);
    }
}

/// Returns whether the newest tile has a princess.
pub(crate) fn has_princess_on_newest(position: &ClassicPosition) -> bool {
    newest_is_marked(position, PRINCESS_TILE_MARK)
}

/// Returns whether the newest tile's princess may send a figure home (PD-16).
pub(crate) fn may_send_home(position: &ClassicPosition, rules: &ClassicRules, figure: FigureIndex) -> bool {
    let Some(&tile) = position.board.tiles().last().filter(|_| newest_is_marked(position, PRINCESS_TILE_MARK)) else {
        return false;
    };
    let (features, this) = (&position.board.features, position.board.features.figure(figure));
    let Some(root) = this.segment().map(|segment| features.root(segment)) else { return false };
    let mut own = rules.kind(tile.kind).segments().iter().enumerate();
    let is_here = own.any(|(i, own)| has_princess(own) && features.root(tile.first + i as SegmentIndex) == root);
    is_here && is_follower(this.kind)
}

fn list_knights(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    let Some(&tile) = position.board.tiles().last() else { return };
    let features = &position.board.features;
    for (i, _) in rules.kind(tile.kind).segments().iter().enumerate().filter(|(_, own)| has_princess(own)) {
        let root = features.root(tile.first + i as SegmentIndex);
        for (figure, segment) in features.standing(0, features.figures().len()) {
            if features.root(segment) == root && is_follower(features.figure(figure).kind) {
                answers.add(Answer::Return { figure });
            }
        }
    }
}

/// Moves the fairy instead of placing a figure (PD-02).
pub(crate) fn lead_fairy(position: &mut ClassicPosition, to: Spot, events: &mut impl Events) -> Next {
    position.lead(FAIRY, to, events);
    Next::After(Stage::Act)
}

/// Sends a knight home, which the princess allows instead of placing a figure (PD-16).
pub(crate) fn send_knight_home(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    figure: FigureIndex,
    events: &mut impl Events,
) -> Next {
    send_home(position, rules, figure, events);
    Next::AfterAction // PHAN-03
}

/// Returns whether a dragon's move read from bytes can continue.
pub(crate) fn validate_move(position: &ClassicPosition, step: DragonStep) -> bool {
    let tiles = position.board.tiles().len();
    step.taken < STEPS && position.extra.princess_dragon.visited.iter().all(|&tile| usize::from(tile) < tiles)
}

/// Returns whether a knight must be sent home now, because of `princess = must` (PD-16).
pub(crate) fn must_send_knight(position: &ClassicPosition, rules: &ClassicRules) -> bool {
    rules.options.princess_dragon.princess_must && is_choice(|choice| list_princess(position, rules, choice))
}

/// Returns the dragon's pending step, if any.
pub fn pending_step(position: &ClassicPosition) -> Option<DragonStep> {
    match position.pending() {
        Pending::Dragon(step) => Some(step),
        _ => None,
    }
}
