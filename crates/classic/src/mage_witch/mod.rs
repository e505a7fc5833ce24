//! Mage & Witch; the rules are in `rules.md` next to this file.

use crate::base::{CITY, ROAD};
use crate::family::{ClassicPosition, ClassicRules};
use crate::kinds;
use crate::next::{Next, Stage};
use bastide_core::option::PartInfo;
use bastide_core::{Answer, Answers, Events, PieceKind, Random, SegmentIndex, Spot, Worth, is_choice};

/// Element: the mage is in play.
pub const MAGES: u64 = kinds::element(MAGE_WORD);
/// Element: the witch is in play.
pub const WITCHES: u64 = kinds::element(WITCH_WORD);

/// Piece kind for the mage.
pub const MAGE: PieceKind = kinds::piece(MAGE_WORD);
/// Word for the mage: in notation, as a mark of tiles and features, and as a score term.
pub const MAGE_WORD: &str = "mage";
/// Piece kind for the witch.
pub const WITCH: PieceKind = kinds::piece(WITCH_WORD);
/// Word for the witch: in notation, as a mark of features, and as a score term.
pub const WITCH_WORD: &str = "witch";

/// Mark of a tile that makes its player move the mage or the witch.
pub const MAGE_MARK: u32 = 1 << 29;

/// Points that the mage adds for each tile of its feature (MW-06).
pub const MAGE_EACH: i16 = 1;

/// The expansion's entry in the list of parts.
pub const PART: PartInfo = PartInfo {
    id: "mage-witch",
    max_seats: 5, // BASE-01
    options: &[],
    tiles: &[("mage-witch", include_str!("tiles.toml"))], // MW-01
};

/// The two neutral figures, each with its element.
const FIGURES: [(PieceKind, u64); 2] = [(MAGE, MAGES), (WITCH, WITCHES)];
/// Number of segments tried at random before the answers are listed instead.
const MAX_TRIALS: u32 = 256;

/// Returns the figures that are in play, on the map or beside it.
fn figures(rules: &ClassicRules) -> impl Iterator<Item = PieceKind> + Clone {
    FIGURES.into_iter().filter(|&(_, element)| rules.options.has(element)).map(|(piece, _)| piece)
}

/// Returns the root of the feature on which a figure stands, or `None` if it is beside the map.
#[inline]
pub fn feature_of(position: &ClassicPosition, piece: PieceKind) -> Option<SegmentIndex> {
    match position.piece(piece) {
        Some(Spot::Segment(segment)) => Some(position.board.features.root(segment)),
        _ => None,
    }
}

/// Returns whether both figures stand on the same feature, because the newest tile joined theirs (MW-05).
#[inline]
pub(crate) fn are_together(position: &ClassicPosition) -> bool {
    match (position.piece(MAGE), position.piece(WITCH)) {
        (Some(Spot::Segment(mage)), Some(Spot::Segment(witch))) => {
            position.board.features.root(mage) == position.board.features.root(witch)
        }
        _ => false,
    }
}

/// Returns whether the newest tile makes its player move one of the figures: it has the mage's mark (MW-02), or it joined the features of
/// both (MW-05). One move is enough if it does both.
#[inline]
pub(crate) fn is_due(position: &ClassicPosition) -> bool {
    position.board.newest_marks() & MAGE_MARK != 0 || are_together(position)
}

/// Returns the features on which the figures stand.
fn taken(position: &ClassicPosition) -> [Option<SegmentIndex>; 2] {
    [MAGE, WITCH].map(|piece| feature_of(position, piece))
}

/// Kinds of feature to which the figures can move, as a bit set (MW-02).
const TARGET_KINDS: u16 = 1 << CITY | 1 << ROAD;

/// Returns the roots of the features to which the figures can move: unfinished roads and cities on which neither of the two stands (MW-02,
/// MW-03).
fn targets(position: &ClassicPosition) -> impl Iterator<Item = SegmentIndex> {
    let taken = taken(position);
    position.board.features.open_roots_of(TARGET_KINDS).filter(move |&root| !taken.contains(&Some(root)))
}

/// Returns the segment that stands for a feature in the answers: its oldest one.
pub fn target_segment(position: &ClassicPosition, segment: SegmentIndex) -> SegmentIndex {
    position.board.features.ring(segment).min().unwrap_or(segment)
}

/// Lists the moves of the figures. If there is nowhere to go and both are on the map, either can be taken off it (MW-04).
pub(crate) fn list_moves(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    let mut has_target = false;
    for root in targets(position) {
        has_target = true;
        let to = Spot::Segment(target_segment(position, root));
        answers.add_all(figures(rules).map(|piece| Answer::Lead { piece, to }));
        if answers.has_enough() {
            return;
        }
    }
    if !has_target && taken(position).iter().all(Option::is_some) {
        answers.add_all(figures(rules).map(|piece| Answer::Withdraw { piece }));
    }
}

/// Samples a move uniformly from those that [`list_moves`] lists, by random trials. Returns `None` if they fail.
#[inline(never)]
pub(crate) fn sample_move(
    position: &ClassicPosition,
    rules: &ClassicRules,
    random: &mut impl Random,
) -> Option<Answer> {
    let (features, taken) = (&position.board.features, taken(position));
    let in_play = figures(rules).count() as u32;
    for _ in 0..MAX_TRIALS {
        let pick = random.below(u32::from(features.len()) * in_play);
        let segment = (pick / in_play) as SegmentIndex;
        let is_target = TARGET_KINDS >> features.kind(segment) & 1 == 1
            && features.root(segment) == segment
            && features.open(segment) > 0
            && !taken.contains(&Some(segment));
        if is_target && let Some(piece) = figures(rules).nth((pick % in_play) as usize) {
            return Some(Answer::Lead { piece, to: Spot::Segment(target_segment(position, segment)) });
        }
    }
    None
}

/// Begins the move that the newest tile demands, if any. Returns whether there is a choice. If there is nowhere to go and only one figure
/// is on the map, it is taken off (MW-04).
#[inline(always)]
pub(crate) fn begin_move(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) -> bool {
    is_due(position) && begin_due_move(position, rules, events)
}

#[inline(never)]
fn begin_due_move(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) -> bool {
    let has_choice = is_choice(|choice| list_moves(position, rules, choice));
    if !has_choice {
        [MAGE, WITCH].into_iter().for_each(|piece| position.withdraw(piece, events));
    }
    has_choice
}

/// Moves a figure, or takes it off the map (MW-02, MW-04, MW-05).
pub(crate) fn move_figure(position: &mut ClassicPosition, answer: Answer, events: &mut impl Events) -> Next {
    match answer {
        Answer::Lead { piece, to } => position.lead(piece, to, events),
        Answer::Withdraw { piece } => position.withdraw(piece, events),
        _ => {}
    }
    Next::After(Stage::MageWitch)
}

/// Adjusts the score of a feature. The mage adds points for its tiles (MW-06); the witch halves what the feature scores otherwise, rounding
/// up (MW-07). Until one of two figures on the same feature has moved, neither counts (MW-05).
#[inline(never)]
pub(crate) fn worth<W: Worth>(position: &ClassicPosition, root: SegmentIndex, score: &mut W) {
    let [mage, witch] = taken(position).map(|feature| feature == Some(root));
    if mage && !witch {
        *score = score.and("MW-06", MAGE_WORD, position.board.features.tiles(root), MAGE_EACH); // MW-09
    } else if witch && !mage {
        let halved = score.sum() / 2; // MW-10
        *score = score.and("MW-07", WITCH_WORD, halved as u16, -1);
    }
}

/// Takes the figures off the features that are complete (MW-08).
#[inline(never)]
pub(crate) fn leave_completed(position: &mut ClassicPosition, events: &mut impl Events) {
    for piece in [MAGE, WITCH] {
        if feature_of(position, piece).is_some_and(|root| position.board.features.open(root) == 0) {
            position.withdraw(piece, events);
        }
    }
}

/// Returns whether the figures of a position read from bytes stand where they can be: on roads and cities, and not on the same one, unless
/// one of them is about to move.
pub(crate) fn are_figures_valid(position: &ClassicPosition, rules: &ClassicRules, is_moving: bool) -> bool {
    let features = &position.board.features;
    let is_valid = |(piece, element)| match position.piece(piece) {
        None => true,
        Some(Spot::Segment(segment)) => rules.options.has(element) && matches!(features.kind(segment), CITY | ROAD),
        Some(_) => false,
    };
    FIGURES.into_iter().all(is_valid) && (is_moving || !are_together(position))
}
