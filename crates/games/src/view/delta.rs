//! Deltas between views, and the hash with which a client that applies deltas can check its view.
//!
//! A delta contains the changed fields of the view. Most fields are sent whole, but a list includes only its changed elements, and a
//! feature or player only its changed fields. `docs/protocol.md` describes the format.

use std::collections::{BTreeMap, HashMap};
use std::io;

use serde::Serialize;
use serde_json::Value;

use super::{
    AnswerVerb, AnswerView, BagView, BuildingView, CaptiveView, DecisionView, FeatureView, FigureView, NamedView,
    PieceView, PlayerView, RewardView, TeamView, TermView, ThingView, TileName, TileView, View, WalkView,
};

/// The changes from one view to another.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ViewDelta<'a> {
    /// Number of answers so far.
    seq: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    turn: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    over: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "number | null"))]
    active: Option<Option<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    decision: Option<DecisionDelta<'a>>,
    /// The changed fields of each player that changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<PlayerDelta<'a>>>"))]
    players: Vec<PlayerDelta<'a>>,
    /// Tiles that are new or changed, with their indices.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<(usize, &'a TileView)>>"))]
    tiles: Vec<(usize, &'a TileView)>,
    #[serde(skip_serializing_if = "ListDelta::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<ListDelta<u8, &'a FigureView>>"))]
    figures: ListDelta<u8, &'a FigureView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    captives: Option<&'a [CaptiveView]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pieces: Option<&'a [PieceView]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    buildings: Option<&'a [BuildingView]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    named: Option<&'a [NamedView]>,
    #[serde(skip_serializing_if = "ListDelta::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<ListDelta<u16, FeatureDelta<'a>>>"))]
    features: ListDelta<u16, FeatureDelta<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    bag: Option<BagDelta<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    discarded: Option<&'a [TileName]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    taken_out: Option<&'a [TileName]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    aside: Option<&'a [TileName]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    stock: Option<&'a BTreeMap<&'static str, u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    half: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    doubled: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    winners: Option<&'a [u8]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    team: Option<&'a TeamView>,
}

/// Changes to a list that is sorted by the ids of its elements.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ListDelta<N, T> {
    /// Ids of removed elements.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<N>>"))]
    gone: Vec<N>,
    /// New or changed elements.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<T>>"))]
    put: Vec<T>,
}

impl<N, T> ListDelta<N, T> {
    fn is_empty(&self) -> bool {
        self.gone.is_empty() && self.put.is_empty()
    }
}

/// The changed fields of a player.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PlayerDelta<'a> {
    seat: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "number | null"))]
    projected: Option<Option<i32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    supply: Option<&'a BTreeMap<&'static str, u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    tokens: Option<&'a BTreeMap<&'static str, u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    hand: Option<&'a [Option<TileName>]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    by_kind: Option<&'a BTreeMap<&'static str, i32>>,
}

/// The changed fields of a feature. A new feature includes its kind; each field that it omits is false, 0 or empty, and its strength is 0
/// for each player.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct FeatureDelta<'a> {
    id: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    complete: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    open: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    tiles: Option<u16>,
    /// All segments of the feature, if some were removed from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    segments: Option<&'a [(u16, u8)]>,
    /// Ids of previous features whose segments all belong to this one now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<u16>>"))]
    joined: Vec<u16>,
    /// Segments added to the feature, other than those of joined features.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<(u16, u8)>>"))]
    more: Vec<(u16, u8)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    figures: Option<&'a [u8]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    strength: Option<&'a [u16]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    owners: Option<&'a [u8]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "number | null"))]
    worth: Option<Option<i32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    terms: Option<&'a [TermView]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    touches: Option<&'a [u16]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    marks: Option<&'a [&'static str]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    things: Option<&'a [ThingView]>,
}

/// A changed bag.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum BagDelta<'a> {
    /// Only the counts of known kinds have changed.
    Counts {
        /// Number of tiles left.
        left: u16,
        /// Number of tiles kept apart, which are drawn only when the rules call for one.
        apart: u16,
        /// Indices of kinds in the previous list, with their new counts; a kind with count 0 is removed.
        counts: Vec<(usize, u8)>,
    },
    /// The whole bag, sent when it has new kinds.
    Whole(&'a BagView),
}

/// A decision, with its answers in compact form.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct DecisionDelta<'a> {
    seat: Option<u8>,
    kind: &'static str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    own: bool,
    tile: Option<&'a TileName>,
    walk: Option<&'a WalkView>,
    #[serde(skip_serializing_if = "<[u16]>::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<u16>>"))]
    reach: &'a [u16],
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    reward: Option<&'a RewardView>,
    /// The name of the tile that the answers place, if they place one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    stem: Option<&'a str>,
    answers: Vec<AnswerDelta>,
}

/// One or several answers, in compact form.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum AnswerDelta {
    /// Places the decision's tile at this column and row, in each of the rotations given by the digits.
    Places(i16, i16, String),
    /// A full answer or, if it has no verb, the previous answer with these fields changed.
    Fields(#[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"))] serde_json::Map<String, Value>),
}

/// Returns the new value if it differs.
fn if_changed<'a, T: PartialEq + ?Sized>(old: &T, new: &'a T) -> Option<&'a T> {
    (old != new).then_some(new)
}

/// Like `if_changed`, for `Copy` types.
fn if_changed_copy<T: PartialEq + Copy>(old: T, new: T) -> Option<T> {
    (old != new).then_some(new)
}

impl<'a> ViewDelta<'a> {
    /// Returns the changes from one view to another of the same game, for the same viewer.
    pub fn between(old: &View, new: &'a View) -> ViewDelta<'a> {
        ViewDelta {
            seq: new.seq,
            turn: if_changed_copy(old.turn, new.turn),
            over: if_changed_copy(old.over, new.over),
            active: if_changed_copy(old.active, new.active),
            decision: (old.decision != new.decision).then(|| DecisionDelta::of(&new.decision)),
            players: old
                .players
                .iter()
                .zip(&new.players)
                .filter_map(|(old, new)| PlayerDelta::between(old, new))
                .collect(),
            tiles: (0..).zip(&new.tiles).filter(|&(at, tile)| old.tiles.get(at) != Some(tile)).collect(),
            figures: figures(&old.figures, &new.figures),
            captives: if_changed(&old.captives[..], &new.captives),
            pieces: if_changed(&old.pieces[..], &new.pieces),
            buildings: if_changed(&old.buildings[..], &new.buildings),
            named: if_changed(&old.named[..], &new.named),
            features: features(&old.features, &new.features),
            bag: (old.bag != new.bag).then(|| BagDelta::between(&old.bag, &new.bag)),
            discarded: if_changed(&old.discarded[..], &new.discarded),
            taken_out: if_changed(&old.taken_out[..], &new.taken_out),
            aside: if_changed(&old.aside[..], &new.aside),
            stock: if_changed(&old.stock, &new.stock),
            half: if_changed_copy(old.half, new.half),
            doubled: if_changed_copy(old.doubled, new.doubled),
            winners: if_changed(&old.winners[..], &new.winners),
            team: new.team.as_ref().filter(|team| old.team.as_ref() != Some(team)),
        }
    }
}

fn figures<'a>(old: &[FigureView], new: &'a [FigureView]) -> ListDelta<u8, &'a FigureView> {
    let before: HashMap<u8, &FigureView> = old.iter().map(|figure| (figure.id, figure)).collect();
    let gone = old.iter().map(|figure| figure.id).filter(|id| !new.iter().any(|figure| figure.id == *id)).collect();
    ListDelta { gone, put: new.iter().filter(|figure| before.get(&figure.id) != Some(figure)).collect() }
}

fn features<'a>(old: &[FeatureView], new: &'a [FeatureView]) -> ListDelta<u16, FeatureDelta<'a>> {
    // Both lists are sorted by id.
    let find = |of: &[FeatureView], id: u16| of.binary_search_by_key(&id, |feature| feature.id).ok();
    let gone: Vec<&FeatureView> = old.iter().filter(|feature| find(new, feature.id).is_none()).collect();
    let put = new.iter().filter_map(|feature| {
        let before = find(old, feature.id).map(|at| &old[at]);
        (before != Some(feature)).then(|| FeatureDelta::between(before, feature, &gone))
    });
    ListDelta { put: put.collect(), gone: gone.iter().map(|feature| feature.id).collect() }
}

impl<'a> PlayerDelta<'a> {
    fn between(old: &PlayerView, new: &'a PlayerView) -> Option<PlayerDelta<'a>> {
        (old != new).then(|| PlayerDelta {
            seat: new.seat,
            score: if_changed_copy(old.score, new.score),
            projected: if_changed_copy(old.projected, new.projected),
            supply: if_changed(&old.supply, &new.supply),
            tokens: if_changed(&old.tokens, &new.tokens),
            hand: if_changed(&old.hand[..], &new.hand),
            by_kind: if_changed(&old.by_kind, &new.by_kind),
        })
    }
}

impl<'a> FeatureDelta<'a> {
    fn between(old: Option<&FeatureView>, new: &'a FeatureView, gone: &[&FeatureView]) -> FeatureDelta<'a> {
        let none = FeatureView {
            id: new.id,
            kind: "",
            complete: false,
            open: 0,
            tiles: 0,
            segments: Vec::new(),
            figures: Vec::new(),
            strength: vec![0; new.strength.len()],
            owners: Vec::new(),
            worth: Some(0),
            terms: Vec::new(),
            touches: Vec::new(),
            marks: Vec::new(),
            things: Vec::new(),
        };
        let old = old.unwrap_or(&none);
        let has = |segment: &(u16, u8)| new.segments.binary_search(segment).is_ok();
        let grown = old.segments.iter().all(has);
        let joined: Vec<&FeatureView> = gone
            .iter()
            .copied()
            .filter(|gone| gone.segments.first().is_some_and(has) && gone.segments.iter().all(has))
            .collect();
        let known = |segment: &(u16, u8)| {
            std::iter::once(&old).chain(&joined).any(|feature| feature.segments.binary_search(segment).is_ok())
        };
        FeatureDelta {
            id: new.id,
            kind: if_changed_copy(old.kind, new.kind),
            complete: if_changed_copy(old.complete, new.complete),
            open: if_changed_copy(old.open, new.open),
            tiles: if_changed_copy(old.tiles, new.tiles),
            segments: (!grown).then_some(&new.segments[..]),
            more: if grown { new.segments.iter().copied().filter(|at| !known(at)).collect() } else { Vec::new() },
            joined: if grown { joined.iter().map(|feature| feature.id).collect() } else { Vec::new() },
            figures: if_changed(&old.figures[..], &new.figures),
            strength: if_changed(&old.strength[..], &new.strength),
            owners: if_changed(&old.owners[..], &new.owners),
            worth: if_changed_copy(old.worth, new.worth),
            terms: if_changed(&old.terms[..], &new.terms),
            touches: if_changed(&old.touches[..], &new.touches),
            marks: if_changed(&old.marks[..], &new.marks),
            things: if_changed(&old.things[..], &new.things),
        }
    }
}

impl<'a> BagDelta<'a> {
    fn between(old: &BagView, new: &'a BagView) -> BagDelta<'a> {
        let mut rest = new.tiles.iter().peekable();
        let mut counts = Vec::new();
        for (at, before) in old.tiles.iter().enumerate() {
            let same = |tile: &&super::BagTile| tile.name == before.name && tile.apart == before.apart;
            let now = rest.next_if(same).map_or(0, |tile| tile.count);
            if now != before.count {
                counts.push((at, now));
            }
        }
        match rest.next() {
            None => BagDelta::Counts { left: new.left, apart: new.apart, counts },
            Some(_) => BagDelta::Whole(new),
        }
    }
}

impl<'a> DecisionDelta<'a> {
    fn of(decision: &'a DecisionView) -> DecisionDelta<'a> {
        let DecisionView { seat, kind, own, tile, walk, reach, reward, answers } = decision;
        let stem = answers.iter().find(|answer| is_plain(answer)).and_then(|answer| answer.word.split_once('@'));
        let stem = stem.map(|(stem, _)| stem);
        DecisionDelta {
            seat: *seat,
            kind,
            own: *own,
            tile: tile.as_ref(),
            walk: walk.as_ref(),
            reach,
            reward: reward.as_ref(),
            stem,
            answers: abbreviate(answers, stem.unwrap_or_default()),
        }
    }
}

/// The mode of answers that place the decision's tile.
const PLACE: &str = "place";

/// Returns whether an answer places the decision's tile and does nothing else.
fn is_plain(answer: &AnswerView) -> bool {
    answer.mode == Some(PLACE) && matches!(answer.act, AnswerVerb::Place { held: None, slot: None, .. })
}

fn abbreviate(answers: &[AnswerView], stem: &str) -> Vec<AnswerDelta> {
    let mut brief: Vec<AnswerDelta> = Vec::new();
    let mut before: Option<serde_json::Map<String, Value>> = None;
    for answer in answers {
        match answer.act {
            AnswerVerb::Place { x, y, rotation, .. }
                if is_plain(answer)
                    && rotation < 4
                    && answer.word == format!("{stem}@{x},{y}r{}", 90 * u16::from(rotation)) =>
            {
                before = None;
                let turned = char::from(b'0' + rotation);
                match brief.last_mut() {
                    Some(AnswerDelta::Places(other_x, other_y, turns)) if (*other_x, *other_y) == (x, y) => {
                        turns.push(turned);
                    }
                    _ => brief.push(AnswerDelta::Places(x, y, turned.to_string())),
                }
            }
            _ => {
                // An answer always serializes to a JSON object.
                let Ok(Value::Object(fields)) = serde_json::to_value(answer) else { continue };
                let like = before.as_ref().filter(|before| before.keys().eq(fields.keys()));
                let like = like.filter(|before| before["verb"] == fields["verb"]);
                brief.push(AnswerDelta::Fields(match like {
                    Some(before) => {
                        let other = fields.iter().filter(|(name, value)| before[*name] != **value);
                        other.map(|(name, value)| (name.clone(), value.clone())).collect()
                    }
                    None => fields.clone(),
                }));
                before = Some(fields);
            }
        }
    }
    brief
}

/// A 32-bit FNV-1a hash of the bytes written to it. It detects bugs, not malicious changes.
struct Fnv(u32);

impl Fnv {
    fn of(name: &str, number: Option<usize>, value: &impl Serialize) -> u32 {
        let mut hash = Fnv(0x811c_9dc5);
        hash.update(name.as_bytes());
        if let Some(number) = number {
            hash.update(number.to_string().as_bytes());
        }
        // Views have only string keys, as JSON requires, and writing to the hash cannot fail.
        serde_json::to_writer(&mut hash, value).expect("plain data can be written as JSON");
        hash.0
    }

    fn update(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }
}

impl io::Write for Fnv {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Updates the sum of the hashes of a view's parts: subtracts the hashes of an older view's changed parts, if there is an older view, and
/// adds those of the new view.
macro_rules! parts {
    ($old:expr, $new:expr, $sum:ident: whole $($whole:ident)*; each $($each:ident)*; numbered $($numbered:ident)*) => {
        $(
            if $old.is_none_or(|old| old.$whole != $new.$whole) {
                $sum = $sum.wrapping_sub($old.map_or(0, |old| Fnv::of(stringify!($whole), None, &old.$whole)));
                $sum = $sum.wrapping_add(Fnv::of(stringify!($whole), None, &$new.$whole));
            }
        )*
        $(
            let before = $old.map_or(&[][..], |old| &old.$each);
            for part in before.iter().filter(|&part| !is_among(part, &$new.$each)) {
                $sum = $sum.wrapping_sub(Fnv::of(stringify!($each), None, part));
            }
            for part in $new.$each.iter().filter(|&part| !is_among(part, before)) {
                $sum = $sum.wrapping_add(Fnv::of(stringify!($each), None, part));
            }
        )*
        $(
            let before = $old.map_or(&[][..], |old| &old.$numbered);
            for at in (0..before.len().max($new.$numbered.len())).filter(|&at| before.get(at) != $new.$numbered.get(at)) {
                let hash = |part| Fnv::of(stringify!($numbered), Some(at), part);
                $sum = $sum.wrapping_sub(before.get(at).map_or(0, hash));
                $sum = $sum.wrapping_add($new.$numbered.get(at).map_or(0, hash));
            }
        )*
    };
}

/// An element of a list that is sorted by number.
trait Numbered: PartialEq {
    fn number(&self) -> u16;
}

impl Numbered for FeatureView {
    fn number(&self) -> u16 {
        self.id
    }
}

impl Numbered for FigureView {
    fn number(&self) -> u16 {
        u16::from(self.id)
    }
}

impl Numbered for PlayerView {
    fn number(&self) -> u16 {
        u16::from(self.seat)
    }
}

fn is_among<T: Numbered>(part: &T, of: &[T]) -> bool {
    of.binary_search_by_key(&part.number(), T::number).is_ok_and(|at| of[at] == *part)
}

impl View {
    /// Returns the hash of the view: the sum, modulo 2^32, of the hashes of its parts. A client that applies deltas only needs to hash the
    /// parts that changed. `docs/protocol.md` lists the parts.
    pub fn hash(&self) -> u32 {
        self.hash_after(None)
    }

    /// Returns the hash of the view. If an older view and its hash are given, hashes only the parts that differ.
    pub fn hash_after(&self, older: Option<(&View, u32)>) -> u32 {
        let (old, mut sum) = (older.map(|(view, _)| view), older.map_or(0, |(_, hash)| hash));
        parts!(
            old, self, sum:
            whole seq turn over active setup decision captives pieces buildings named bag discarded taken_out aside
                stock half doubled winners team;
            each players figures features;
            numbered tiles
        );
        sum
    }
}
