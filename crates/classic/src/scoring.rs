//! The order of scoring, and the hooks through which expansions change a feature's score.

use crate::abbey_mayor;
use crate::base;
use crate::base::{CITIES, CITY, FIELD, ROAD};
use crate::cathars;
use crate::count;
use crate::cult;
use crate::darmstadt;
use crate::family::{ClassicPosition, ClassicRules};
use crate::figures::{is_companion, is_on_land, strength};
use crate::inns_cathedrals;
use crate::kinds::is_follower;
use crate::king_robber;
use crate::mage_witch;
use crate::mists;
use crate::princess_dragon;
use crate::river;
use crate::traders_builders;
use crate::watchtowers;
use bastide_core::{
    Events, FigureIndex, MAX_SEATS, Points, Score, SegmentIndex, SegmentSet, Subject, Worth, bits, wide_bits,
};

/// Returns whether a feature is complete (BASE-11, BASE-12, BASE-13). Fields are never complete.
pub fn is_complete(position: &ClassicPosition, root: SegmentIndex) -> bool {
    let features = &position.board.features;
    !is_never_complete(features.kind(root)) && features.open(root) == 0
}

/// Returns whether features of this kind are never complete.
pub const fn is_never_complete(kind: u8) -> bool {
    kind == FIELD || kind >= base::FIRST_FIGURELESS_KIND
}

/// Returns whether features of this kind are scored as soon as they are complete.
#[inline]
const fn scores_when_complete(kind: u8) -> bool {
    kind == CITY || kind == ROAD
}

/// Returns the score that a feature gives each of its owners: as a complete feature if `finished`, otherwise as an unfinished one at the
/// end of the game. A field scores its complete cities in both cases.
#[inline]
pub fn worth(position: &ClassicPosition, rules: &ClassicRules, root: SegmentIndex, finished: bool) -> Score {
    if position.board.features.kind(root) == FIELD {
        return field_worth(position, rules, root, "BASE-21", base::CITY_EACH);
    }
    worth_on_land(position, rules, root, finished)
}

/// Returns only the points of [`worth`], without the score's terms.
#[inline]
pub fn points(position: &ClassicPosition, rules: &ClassicRules, root: SegmentIndex, finished: bool) -> i32 {
    if position.board.features.kind(root) == FIELD {
        return field_worth(position, rules, root, "BASE-21", base::CITY_EACH).points();
    }
    worth_on_land::<Points>(position, rules, root, finished).sum
}

/// Elements: the mage or the witch is in play.
const MAGE_OR_WITCH: u64 = mage_witch::MAGES | mage_witch::WITCHES;

/// Returns the score of a feature other than a field.
#[inline]
fn worth_on_land<W: Worth>(position: &ClassicPosition, rules: &ClassicRules, root: SegmentIndex, finished: bool) -> W {
    let mut score = base::worth(position, rules, root, finished);
    if rules.options.has(inns_cathedrals::INNS) {
        inns_cathedrals::worth(position, rules, root, finished, &mut score);
    }
    let others = cathars::SIEGE | darmstadt::DARMSTADTIUMS | mists::CASTLES | MAGE_OR_WITCH;
    if !rules.options.has(others) {
        return score;
    }
    if rules.options.has(cathars::SIEGE) {
        cathars::worth(position, root, finished, &mut score);
    }
    if rules.options.has(darmstadt::DARMSTADTIUMS) {
        darmstadt::worth(position, root, finished, &mut score);
    }
    if rules.options.has(mists::CASTLES) {
        mists::worth(position, rules, root, finished, &mut score);
    }
    if rules.options.has(MAGE_OR_WITCH) {
        mage_witch::worth(position, root, &mut score); // After the others (MW-10).
    }
    score
}

/// Returns the score that a feature gives one of its owners. A field gives more to an owner with a pig (TB-08).
pub fn worth_to(
    position: &ClassicPosition,
    rules: &ClassicRules,
    root: SegmentIndex,
    finished: bool,
    seat: u8,
) -> Score {
    let worth = worth(position, rules, root, finished);
    with_pig(position, rules, root, seat, worth)
}

/// Returns the score of a field under a clause: `each` points for each complete city that it touches, twice as many for a besieged city
/// (CATH-05), and one more point per city for each pig herd (RIV-09).
pub fn field_worth(
    position: &ClassicPosition,
    rules: &ClassicRules,
    root: SegmentIndex,
    clause: &'static str,
    each: i16,
) -> Score {
    let (plain, besieged) = fed_cities(position, rules, root);
    let mut score = Score::of(clause, CITIES, plain, each);
    if rules.options.has(cathars::SIEGE) {
        score = cathars::add_besieged(score, besieged, each);
    }
    if rules.options.herds_count() {
        let herds = river::herds(position, root);
        score = score.and("RIV-09", river::HERDS, city_equivalents(plain, besieged) * herds, river::HERD_EACH);
    }
    score
}

/// Counts the complete cities that a field touches. Returns the number of ordinary ones, including the City of Carcassonne (COUNT-11), and
/// of besieged ones.
fn fed_cities(position: &ClassicPosition, rules: &ClassicRules, root: SegmentIndex) -> (u16, u16) {
    let (mut plain, mut besieged) = (0, 0);
    base::complete_cities(position, rules, root, |city| {
        match rules.options.has(cathars::SIEGE) && cathars::is_besieged(position, city) {
            true => besieged += 1,
            false => plain += 1,
        }
    });
    (plain, besieged)
}

/// Returns how many cities a field is scored for: a besieged city counts twice (CATH-05).
const fn city_equivalents(plain: u16, besieged: u16) -> u16 {
    plain + cathars::BESIEGED_TIMES as u16 * besieged
}

/// Adds a point for each city if the seat has a pig on the field (TB-08).
#[inline]
fn with_pig(position: &ClassicPosition, rules: &ClassicRules, root: SegmentIndex, seat: u8, score: Score) -> Score {
    if rules.options.has(traders_builders::PIGS) && traders_builders::has_pig(position, root, seat) {
        let (plain, besieged) = fed_cities(position, rules, root);
        let cities = city_equivalents(plain, besieged);
        return score.and("TB-08", traders_builders::PIG_CITIES, cities, traders_builders::PIG_EACH);
    }
    score
}

/// Returns each seat's strength on a feature (BASE-14).
#[inline]
pub fn tally(position: &ClassicPosition, root: SegmentIndex) -> [u16; MAX_SEATS] {
    let mut tally = [0; MAX_SEATS];
    for figure in position.board.features.figures_on(root) {
        let figure = position.board.features.figure(figure);
        tally[usize::from(figure.seat)] += strength(position, root, figure.kind);
    }
    tally
}

/// Maximum number of features that one tile can complete: one per segment, three on each side of an abbey, and the features on the tiles
/// around it that are completed by their neighbours.
const MAX_COMPLETED: usize = 40;

/// The features that the newest tile completed, each represented by one of its segments.
pub(crate) struct Completed {
    len: usize,
    segments: [SegmentIndex; MAX_COMPLETED],
}

/// No completed features.
pub(crate) static NOTHING_COMPLETED: Completed = Completed { len: 0, segments: [0; MAX_COMPLETED] };

impl Completed {
    /// Returns one segment of each completed feature, on the newest tile if possible.
    #[inline]
    pub(crate) fn segments(&self) -> &[SegmentIndex] {
        &self.segments[..self.len]
    }

    #[inline]
    fn add(&mut self, position: &ClassicPosition, segment: SegmentIndex) {
        let features = &position.board.features;
        if !scores_when_complete(features.kind(segment)) {
            return;
        }
        let root = features.root(segment);
        if features.open(root) == 0 && !self.segments().iter().any(|&other| features.root(other) == root) {
            self.push(segment);
        }
    }

    #[inline]
    fn push(&mut self, segment: SegmentIndex) {
        self.segments[self.len] = segment;
        self.len += 1;
    }
}

/// Returns the features that the newest tile completed (BASE-17): roads and cities in the order of the tile's segments, then those that an
/// abbey ended, then surrounded segments in the order in which they were placed.
#[inline]
pub(crate) fn completed(position: &ClassicPosition, rules: &ClassicRules) -> Completed {
    let mut completed = Completed { len: 0, segments: [0; MAX_COMPLETED] };
    let Some(&tile) = position.board.tiles().last() else { return completed };
    if !position.board.has_ended_feature() {
        return completed;
    }
    let kind = rules.kind(tile.kind);
    for own in bits(kind.segments_of(CITY) | kind.segments_of(ROAD)) {
        completed.add(position, tile.first + own); // BASE-11, BASE-12: no end and no gap is left.
    }
    if rules.options.has(abbey_mayor::ABBEYS) && abbey_mayor::newest_is_abbey(position, rules) {
        abbey_mayor::ended_segments(position, rules, |segment| completed.add(position, segment)); // AM-03
    }
    for &segment in position.board.closed_by_newest() {
        completed.push(segment); // BASE-13
    }
    completed
}

/// Scores every feature that the newest tile completed, each separately (BASE-17).
#[inline]
pub(crate) fn score_completed(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if rules.options.has_completion_elements() {
        let completed = completed(position, rules);
        score_watched(position, rules, &completed, events);
        return;
    }
    // No expansion records completed features, so only the occupied ones are collected. Their order is the same as in `completed`.
    let Some(&tile) = position.board.tiles().last() else { return };
    if !position.board.has_ended_feature() {
        return;
    }
    let features = &position.board.features;
    let mut owned = Completed { len: 0, segments: [0; MAX_COMPLETED] };
    let kind = rules.kind(tile.kind);
    for own in bits(kind.segments_of(CITY) | kind.segments_of(ROAD)) {
        let root = features.root(tile.first + own);
        if features.open(root) == 0 && features.is_occupied(root) {
            owned.push(root);
        }
    }
    for &root in position.board.closed_by_newest() {
        if features.is_occupied(root) {
            owned.push(root);
        }
    }
    if rules.options.has(mists::GHOSTS) && owned.len > 0 && mists::is_haunted(position) {
        let completed = completed(position, rules);
        score_watched(position, rules, &completed, events);
        return;
    }
    for &root in owned.segments() {
        // A feature has no figures after it has been scored, so it is not scored twice.
        if position.board.features.is_occupied(root) {
            score_complete(position, rules, root, Share::All, events);
        }
    }
}

/// Scores the features that the newest tile completed, and has expansions record them, even unoccupied ones.
#[inline(always)]
pub(crate) fn score_watched(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    completed: &Completed,
    events: &mut impl Events,
) {
    if !completed.segments().is_empty() || has_farmers_by_barns(position, rules) {
        score_due(position, rules, completed, events);
    }
}

/// Returns whether there are farmers on a field with a barn who have to be scored now (AM-15, AM-17).
#[inline(always)]
fn has_farmers_by_barns(position: &ClassicPosition, rules: &ClassicRules) -> bool {
    rules.options.has(abbey_mayor::BARNS) && abbey_mayor::has_farmers_by_barns(position, rules)
}

/// Scores the completed features and the farmers on fields with a barn.
#[inline(never)]
fn score_due(position: &mut ClassicPosition, rules: &ClassicRules, completed: &Completed, events: &mut impl Events) {
    if rules.options.has(watchtowers::WATCHTOWERS | darmstadt::CHURCHES | cult::SHRINES | MAGE_OR_WITCH) {
        return score_due_with_others(position, rules, completed, events);
    }
    score_shares(position, rules, completed, 0, events);
}

/// Like [`score_due`], with the points that come before those for the completed features, and what ends after them: challenges, and the
/// stays of the mage and the witch.
#[inline(never)]
fn score_due_with_others(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    completed: &Completed,
    events: &mut impl Events,
) {
    // CULT-05: a shrine or a monastery that scores ends its challenges.
    let winners = if rules.options.has_challenges() { cult::scoring(position, completed.segments()) } else { 0 };
    let before = score_before(position, rules, completed, events);
    score_shares(position, rules, completed, before, events);
    for winner in wide_bits(winners) {
        cult::end_challenges(position, rules, completed.segments()[winner], events);
    }
    if rules.options.has(MAGE_OR_WITCH) {
        mage_witch::leave_completed(position, events); // MW-08
    }
}

/// Awards the scores for the completed features and the farmers on fields with a barn. `before` are the seats that got points from
/// watchtowers or churches, as a bit set.
#[inline(always)]
fn score_shares(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    completed: &Completed,
    before: u8,
    events: &mut impl Events,
) {
    // Where a score stops at 0 must not depend on the tile's orientation (MIST-08).
    if rules.options.has(mists::GHOSTS) && !rules.options.mists.as_it_lies && mists::is_haunted(position) {
        score_share(position, rules, completed, Share::Gains, before, events);
        score_share(position, rules, completed, Share::Losses, before, events);
    } else {
        score_share(position, rules, completed, Share::All, before, events);
    }
}

/// Awards the points that come before those for the completed features. Returns the seats that got points, as a bit set.
#[inline(never)]
fn score_before(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    completed: &Completed,
    events: &mut impl Events,
) -> u8 {
    let mut paid = 0;
    if rules.options.has(watchtowers::WATCHTOWERS) {
        paid |= watchtowers::score(position, rules, completed.segments(), events); // WATCH-02
    }
    if rules.options.has(darmstadt::CHURCHES) {
        paid |= darmstadt::score_churches(position, rules, completed.segments(), events); // PROMO-03
    }
    paid
}

/// Awards the scores for the features that the newest tile completed: all of them, only gains, or only losses. Expansions are notified of
/// completed features unless only losses are awarded. `before` are the seats that got points from watchtowers or churches, as a bit set.
fn score_share(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    completed: &Completed,
    share: Share,
    before: u8,
    events: &mut impl Events,
) {
    if has_farmers_by_barns(position, rules) {
        send_farmers_home(position, rules, share, events);
    }
    for &segment in completed.segments() {
        let root = position.board.features.root(segment);
        let mut paid = before; // COUNT-04
        if position.board.features.is_occupied(root) {
            paid |= score_complete(position, rules, root, share, events);
        }
        if share == Share::Losses {
            continue;
        }
        if rules.options.has(count::COUNTS) {
            let worth = |position: &ClassicPosition| worth(position, rules, root, true).points();
            count::completed(position, rules, root, paid, worth); // COUNT-04
        }
        if rules.options.has(king_robber::KING | king_robber::ROBBER) {
            king_robber::completed(position, rules, root, events); // KING-03, KING-05
        }
        if rules.options.has(traders_builders::TRADE) {
            traders_builders::completed(position, rules, root, events); // TB-10
        }
    }
}

/// Awards the scores for a complete feature: all of them, only gains, or only losses. Its figures go home unless losses are still to be
/// awarded. Returns the seats that got points, as a bit set.
fn score_complete(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    root: SegmentIndex,
    share: Share,
    events: &mut impl Events,
) -> u8 {
    let moment = ScoringOccasion { share, ..COMPLETED_FEATURE };
    let mut paid = award(position, rules, root, moment, events, |position, _| worth(position, rules, root, true));
    if rules.options.has(princess_dragon::FAIRIES) && share != Share::Losses {
        let by_fairy = princess_dragon::scored(position, rules, root, false, events); // PD-05
        if rules.options.count.counts_fairy() {
            paid |= by_fairy; // COUNT-04
        }
    }
    if share == Share::Gains {
        return paid;
    }
    if rules.options.has(mists::CEMETERIES) {
        mists::reward_keepers(position, rules, root, events);
    }
    while let Some(figure) = next_to_return(position, root) {
        position.return_figure(figure, events); // BASE-15, TB-04, AM-08
    }
    paid
}

/// Returns the next figure that goes home from a scored feature. Wagons are left out, because their owners are asked later whether to move
/// them on.
#[inline]
fn next_to_return(position: &ClassicPosition, root: SegmentIndex) -> Option<FigureIndex> {
    let features = &position.board.features;
    features.figures_on(root).find(|&figure| features.figure(figure).kind != abbey_mayor::WAGON) // AM-10
}

/// The circumstances of a scoring, and what happens to the scored figures.
#[derive(Clone, Copy)]
struct ScoringOccasion {
    /// Whether the feature is complete, or a field that is scored in full.
    finished: bool,
    /// Whether this is the final scoring.
    last: bool,
    /// Whether the scored figures go home.
    clears: bool,
    /// The scores that are awarded now.
    share: Share,
}

/// Which of a feature's scores are awarded. If a seat can lose points on one feature and gain points on another feature of the same tile,
/// all gains are awarded before all losses (MIST-08).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Share {
    All,
    Gains,
    Losses,
}

/// Scoring of a completed feature.
const COMPLETED_FEATURE: ScoringOccasion =
    ScoringOccasion { finished: true, last: false, clears: true, share: Share::All };

/// Awards a feature's score to its strongest seats (BASE-14). Returns the seats that got points for it, as a bit set.
fn award(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    root: SegmentIndex,
    moment: ScoringOccasion,
    events: &mut impl Events,
    worth: impl Fn(&ClassicPosition, u8) -> Score,
) -> u8 {
    let tally = tally(position, root);
    let most = tally.into_iter().max().unwrap_or(0);
    if most == 0 {
        return 0; // AM-07: no figures, or only mayors without a pennant.
    }
    let mut paid = 0;
    for seat in 0..rules.seats {
        let score = (tally[usize::from(seat)] == most).then(|| worth(position, seat));
        let score = adjusted_score(position, rules, root, moment.clears, seat, score);
        let due = |score: &Score| match moment.share {
            Share::All => true,
            Share::Gains => score.points() >= 0,
            Share::Losses => score.points() < 0,
        };
        if let Some(score) = score.filter(due) {
            position.award(seat, Subject::Feature(root), score, moment.finished, moment.last, events);
            paid |= u8::from(score.points() > 0) << seat;
        }
    }
    paid
}

/// Returns a seat's score for a feature after deductions. `worth` is the feature's score if the seat is among the strongest.
#[inline]
fn adjusted_score(
    position: &ClassicPosition,
    rules: &ClassicRules,
    root: SegmentIndex,
    clears: bool,
    seat: u8,
    worth: Option<Score>,
) -> Option<Score> {
    let mut score = worth;
    if rules.options.has(mists::GHOSTS) && clears {
        score = mists::subtract_ghosts(position, rules, root, seat, score);
    }
    if rules.options.has(mists::CEMETERIES) && mists::never_scores(position.board.features.kind(root)) {
        score = score.filter(|score| !score.terms().is_empty()); // MIST-10
    }
    score
}

/// Returns a seat's score for a complete feature as it is awarded, without the points for the fairy, goods or cards.
pub fn awarded_score(position: &ClassicPosition, rules: &ClassicRules, root: SegmentIndex, seat: u8) -> Option<Score> {
    let tally = tally(position, root);
    let most = tally.into_iter().max().unwrap_or(0);
    if most == 0 {
        return None; // AM-07
    }
    let score = (tally[usize::from(seat)] == most).then(|| worth(position, rules, root, true));
    adjusted_score(position, rules, root, COMPLETED_FEATURE.clears, seat, score)
}

/// Scores the farmers on fields of the newest tile that have a barn, and sends them home with their pigs (AM-15, AM-17).
fn send_farmers_home(position: &mut ClassicPosition, rules: &ClassicRules, share: Share, events: &mut impl Events) {
    let Some(&tile) = position.board.tiles().last() else { return };
    for own in 0..rules.kind(tile.kind).segments().len() {
        let segment = tile.first + own as SegmentIndex;
        let (clause, each) = match abbey_mayor::barn_with_farmers(position, rules, segment) {
            Some(abbey_mayor::SendReason::ByPlacing) => ("AM-15", abbey_mayor::PLACED_EACH),
            Some(abbey_mayor::SendReason::ByJoining) => ("AM-17", abbey_mayor::JOINED_EACH),
            None => continue,
        };
        let root = position.board.features.root(segment);
        if (tile.first..segment).any(|earlier| position.board.features.root(earlier) == root) {
            continue; // Two segments of the tile belong to one field.
        }
        let moment = ScoringOccasion { share, ..COMPLETED_FEATURE };
        score_farmers_share(position, rules, root, clause, each, moment, events);
    }
}

/// Scores a field's farmers by majority, at `each` points per city, and sends them home with their pigs.
pub(crate) fn score_farmers(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    root: SegmentIndex,
    clause: &'static str,
    each: i16,
    last: bool,
    events: &mut impl Events,
) {
    score_farmers_share(position, rules, root, clause, each, ScoringOccasion { last, ..COMPLETED_FEATURE }, events);
}

fn score_farmers_share(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    root: SegmentIndex,
    clause: &'static str,
    each: i16,
    moment: ScoringOccasion,
    events: &mut impl Events,
) {
    award(position, rules, root, moment, events, |position, seat| {
        with_pig(position, rules, root, seat, field_worth(position, rules, root, clause, each))
    });
    if rules.options.has(princess_dragon::FAIRIES) && moment.share != Share::Losses {
        princess_dragon::scored(position, rules, root, moment.last, events); // PD-05
    }
    if moment.share == Share::Gains {
        return;
    }
    while let Some(figure) = next_farmer(position, root) {
        position.return_figure(figure, events);
    }
}

/// Returns the next farmer or pig on a field.
fn next_farmer(position: &ClassicPosition, root: SegmentIndex) -> Option<FigureIndex> {
    let features = &position.board.features;
    features.figures_on(root).find(|&figure| {
        let kind = features.figure(figure).kind;
        is_follower(kind) || is_companion(kind)
    })
}

/// Awards the final scores: for unfinished features (BASE-20), then for fields (BASE-21), each in the order of the figures on them, and
/// finally the scores that expansions add.
pub(crate) fn score_final(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    for fields in [false, true] {
        let mut done = SegmentSet::default();
        for figure in 0..position.board.features.figures().len() {
            let features = &position.board.features;
            let Some(segment) = features.figures()[figure].segment() else { continue };
            let root = features.root(segment);
            let kind = features.kind(root);
            // TOW-05, COUNT-10: figures on towers and in quarters score nothing. TOW-08: neither do prisoners, which are not on the map.
            if (kind == FIELD) == fields && is_on_land(kind) && done.insert(root) {
                let moment = ScoringOccasion { finished: fields, last: true, clears: false, share: Share::All };
                award(position, rules, root, moment, events, |position, seat| {
                    worth_to(position, rules, root, fields, seat)
                });
                if rules.options.has(princess_dragon::FAIRIES) {
                    princess_dragon::scored(position, rules, root, true, events); // PD-05
                }
            }
        }
    }
    if rules.options.has(abbey_mayor::BARNS) {
        score_barns(position, rules, events);
    }
    if rules.options.has(traders_builders::TRADE) {
        traders_builders::score_final(position, rules, events); // TB-11
    }
    if rules.options.has(king_robber::KING | king_robber::ROBBER) {
        king_robber::score_final(position, rules, complete_from_the_start(position, rules), events); // KING-04, KING-05
    }
    if rules.options.has(mists::GHOSTS) {
        mists::score_final(position, rules, events); // MIST-12
    }
}

/// Returns the number of cities that were complete before the first turn and count for the king (KING-04).
pub fn complete_from_the_start(position: &ClassicPosition, rules: &ClassicRules) -> u16 {
    if rules.options.king_robber.counts_carcassonne { count::complete_cities(position) } else { 0 }
}

/// Scores barns: every seat with barns on a field scores that field in full, but only once (AM-18, AM-19).
fn score_barns(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    for figure in 0..position.board.features.figures().len() {
        let this = position.board.features.figures()[figure];
        let Some(segment) = this.segment().filter(|_| this.kind == abbey_mayor::BARN) else { continue };
        let root = position.board.features.root(segment);
        if !rules.options.abbey_mayor.every_barn_scores && abbey_mayor::has_earlier_barn(position, figure) {
            continue; // AM-19
        }
        let (plain, besieged) = fed_cities(position, rules, root);
        let mut score = Score::of("AM-18", CITIES, plain, abbey_mayor::BARN_EACH);
        if rules.options.has(cathars::SIEGE) {
            score = cathars::add_besieged(score, besieged, abbey_mayor::BARN_EACH);
        }
        position.award(this.seat, Subject::Feature(root), score, true, true, events);
    }
}
