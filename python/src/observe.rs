//! Observations of a position, containing only what a seat may see: planes on a frame of places, and numbers.
//!
//! A tile has 14 spots: its twelve ports, clockwise from the west end of its north side, and two in its middle for its first two segments
//! without ports, such as a monastery, a foundation or a river system.

use bastide::engine::described::{Asked, Described};
use bastide::engine::tile::{NO_SEGMENT, PILE_HELD};
use bastide::engine::{
    Actor, Answer, FigureIndex, KindIndex, MAX_FIGURES, MAX_SEGMENTS, PlacedTile, Position, RulesOf, SegmentIndex, bits,
};

use crate::space::{Frame, Space};

/// Number of ports on a tile.
const PORTS: usize = 12;
/// Number of spots on a tile: its ports and two in the middle.
pub const SPOTS: usize = PORTS + 2;
/// Index of the first of three planes: tile, open place, newest tile. The constants below are the first indices of the following planes.
const GROUND: usize = 0;
const EDGES: usize = 3;
const MIDDLE: usize = EDGES + 16;
const OWN_SPOTS: usize = MIDDLE + SPOTS - PORTS;
const OPPONENT_SPOTS: usize = OWN_SPOTS + SPOTS;
const OPEN_ENDS: usize = OPPONENT_SPOTS + SPOTS;
const MY_FIGURES: usize = OPEN_ENDS + SPOTS;
const THEIR_FIGURES: usize = MY_FIGURES + SPOTS;
const LEGAL: usize = THEIR_FIGURES + SPOTS;
const PIECES: usize = LEGAL + 4;
/// Planes of neutral pieces. Further pieces share the last one, because another plane would raise the environments' versions.
const OBSERVED_PIECES: usize = 4;
const BUILDINGS: usize = PIECES + OBSERVED_PIECES;
const TILE_TOKENS: usize = BUILDINGS + 1;
/// Number of planes.
pub const PLANES: usize = TILE_TOKENS + 1;
/// Kinds of pending decision; each has one entry in the numbers array.
const DECISIONS: [&str; 5] = ["place", "deploy", "other", "chance", "over"];

/// Returns the meaning of each plane.
pub fn plane_names() -> Vec<String> {
    let spots = |what: &'static str| (0..SPOTS).map(move |spot| format!("{what}:{spot}"));
    let mut names: Vec<String> = ["tile", "open", "newest"].map(str::to_owned).into();
    names.extend((0..4).flat_map(|side| (0..4).map(move |kind| format!("edge:{side}:{kind}"))));
    names.extend((PORTS..SPOTS).map(|spot| format!("middle:{spot}")));
    for what in ["mine", "theirs", "open_ends", "my_figures", "their_figures"] {
        names.extend(spots(what));
    }
    names.extend((0..4).map(|rotation| format!("legal:{rotation}")));
    names.extend((0..OBSERVED_PIECES).map(|piece| format!("piece:{piece}")));
    names.extend(["building", "tile_tokens"].map(str::to_owned));
    names
}

/// Sizes that determine the length and meaning of a set-up's numbers array.
#[derive(Clone, Debug)]
pub struct Shape {
    seats: usize,
    kinds: usize,
    tokens: usize,
}

impl Shape {
    /// Creates the shape for a set-up, given any position of one of its games.
    pub fn new<F: Described>(rules: &RulesOf<F>, position: &Position<F>) -> Self {
        let mut tokens = 0;
        F::tokens(position, rules, 0, |_, _| tokens += 1);
        Self { seats: usize::from(rules.seats), kinds: rules.kinds.len(), tokens }
    }

    /// Returns the length of the numbers array.
    pub fn numbers(&self, space: &Space) -> usize {
        let of_seat = 2 + space.figures.len() + self.tokens;
        let hands = if space.slots > 1 { self.seats * self.kinds } else { 0 };
        2 + DECISIONS.len() + self.seats + self.seats * of_seat + 2 * self.kinds + hands
    }

    /// Returns the meaning of each number. Seats are relative to the observer: 0 is the observer, 1 the next seat to its left.
    pub fn number_names<F: Described>(&self, space: &Space, rules: &RulesOf<F>, position: &Position<F>) -> Vec<String> {
        let tile = |kind: usize| format!("{}/{}", rules.texts[kind].set, rules.texts[kind].id);
        let mut names: Vec<String> = ["turn", "tiles_left"].map(str::to_owned).into();
        names.extend(DECISIONS.iter().map(|asked| format!("asked:{asked}")));
        names.extend((0..self.seats).map(|seat| format!("actor:{seat}")));
        for seat in 0..self.seats {
            names.extend([format!("score:{seat}"), format!("hand:{seat}")]);
            names.extend(
                space.figures.iter().map(|&kind| format!("supply:{seat}:{}", F::FIGURE_WORDS[usize::from(kind)])),
            );
            F::tokens(position, rules, 0, |token, _| names.push(format!("token:{seat}:{token}")));
        }
        names.extend((0..self.kinds).map(|kind| format!("unseen:{}", tile(kind))));
        names.extend((0..self.kinds).map(|kind| format!("in_hand:{}", tile(kind))));
        if space.slots > 1 {
            let hands = (0..self.seats).flat_map(|seat| (0..self.kinds).map(move |kind| (seat, kind)));
            names.extend(hands.map(|(seat, kind)| format!("held:{seat}:{}", tile(kind))));
        }
        names
    }
}

/// Data about a feature for the planes.
#[derive(Clone, Copy, Default)]
struct FeatureData {
    number: u16,
    open: u8,
    mine: bool,
    theirs: bool,
}

/// Buffers for observing, which are allocated once.
pub struct Observer {
    known: Vec<FeatureData>,
    /// The first figure on each segment.
    standing: Vec<Option<FigureIndex>>,
}

impl Default for Observer {
    fn default() -> Self {
        Self { known: vec![FeatureData::default(); MAX_SEGMENTS], standing: vec![None; MAX_SEGMENTS] }
    }
}

/// A position and the seat that observes it.
pub struct ObservedPosition<'a, F: Described> {
    /// Numbering of the actions.
    pub space: &'a Space,
    /// Places covered by the planes.
    pub frame: Frame,
    /// Rules of the set-up.
    pub rules: &'a RulesOf<F>,
    /// Position that is observed.
    pub position: &'a Position<F>,
    /// Legal answers in the position, even if another seat must act.
    pub legal: &'a [Answer],
    /// The observing seat.
    pub seat: u8,
}

impl<F: Described> ObservedPosition<'_, F> {
    /// Returns whether the observing seat must act.
    pub fn asks_me(&self) -> bool {
        self.position.actor() == Actor::Seat(self.seat)
    }

    /// Returns whether a seat's hand is visible.
    fn sees(&self, seat: u8) -> bool {
        !self.rules.hidden_hands || seat == self.seat || self.position.actor() == Actor::Nobody
    }

    /// Returns the segment at a spot of a tile.
    pub fn segment(&self, tile: PlacedTile, spot: usize) -> Option<SegmentIndex> {
        let kind = self.rules.kind(tile.kind);
        let within = if spot < PORTS {
            kind.turned[usize::from(tile.rotation & 3)].ports[spot / 3][spot % 3]
        } else {
            let ports = &kind.turned[0].ports;
            let mut inside = (0..kind.len).filter(|segment| !ports.as_flattened().contains(segment));
            inside.nth(spot - PORTS).unwrap_or(NO_SEGMENT)
        };
        (within < kind.len).then(|| tile.first + SegmentIndex::from(within))
    }

    /// Writes the planes (`PLANES` values for each cell of the frame) and the feature numbers (`SPOTS` values per cell).
    pub fn write_planes(&self, observer: &mut Observer, planes: &mut [u8], mut ids: Option<&mut [u16]>) {
        let cells = self.frame.cells();
        planes.fill(0);
        if let Some(ids) = ids.as_deref_mut() {
            ids.fill(0);
        }
        self.collect_features(observer);
        let board = &self.position.board;
        for (at, _) in board.open_places() {
            if let Some(cell) = self.frame.cell(at.x, at.y) {
                planes[(GROUND + 1) * cells + cell] = 1;
            }
        }
        for &tile in board.tiles() {
            let Some(cell) = self.frame.cell(tile.at.x, tile.at.y) else { continue };
            let kind = self.rules.kind(tile.kind);
            planes[GROUND * cells + cell] = 1;
            for bit in bits(kind.turned[usize::from(tile.rotation & 3)].edges) {
                planes[(EDGES + usize::from(bit)) * cells + cell] = 1;
            }
            for spot in 0..SPOTS {
                let Some(segment) = self.segment(tile, spot) else { continue };
                let known = observer.known[usize::from(board.features.root(segment))];
                let mut put = |plane: usize, value: u8| planes[(plane + spot) * cells + cell] = value;
                put(OWN_SPOTS, u8::from(known.mine));
                put(OPPONENT_SPOTS, u8::from(known.theirs));
                put(OPEN_ENDS, known.open);
                if let Some(figure) = observer.standing[usize::from(segment)] {
                    let figure = board.features.figure(figure);
                    put(if figure.seat == self.seat { MY_FIGURES } else { THEIR_FIGURES }, figure.kind + 1);
                }
                if let Some(ids) = ids.as_deref_mut() {
                    ids[spot * cells + cell] = known.number;
                }
                if spot >= PORTS {
                    planes[(MIDDLE + spot - PORTS) * cells + cell] = board.features.kind(segment) + 1;
                }
            }
        }
        self.write_marks(planes, cells);
    }

    /// Writes the planes that do not describe spots: the newest tile, legal places of the tile in hand, pieces, buildings, tokens on tiles.
    fn write_marks(&self, planes: &mut [u8], cells: usize) {
        let (board, frame) = (&self.position.board, self.frame);
        let cell_of =
            |tile: u16| board.tiles().get(usize::from(tile)).and_then(|tile| frame.cell(tile.at.x, tile.at.y));
        for piece in 0..F::PIECE_WORDS.len() {
            let plane = piece.min(OBSERVED_PIECES - 1);
            // Pieces that share a plane can be on one tile: each has a separate bit.
            if let Some(cell) = self.position.piece_tile(piece as u8).and_then(cell_of) {
                planes[(PIECES + plane) * cells + cell] |= 1 << (piece - plane);
            }
        }
        let newest = (board.tiles().len().max(1) - 1) as u16;
        let mut put = |plane: usize, cell: Option<usize>, value: u8| {
            if let Some(cell) = cell {
                planes[plane * cells + cell] = value;
            }
        };
        put(GROUND + 2, cell_of(newest), 1);
        if self.asks_me() {
            for &answer in self.legal {
                if let Answer::Place { at, rotation } | Answer::PlaceHeld { at, rotation, .. } = answer {
                    put(LEGAL + usize::from(rotation & 3), frame.cell(at.x, at.y), 1);
                }
            }
        }
        F::buildings(self.position, |segment, height| put(BUILDINGS, cell_of(board.features.tile_of(segment)), height));
        for tile in 0..board.tiles().len() as u16 {
            match F::tile_tokens(self.position, tile) {
                0 => {}
                tokens => put(TILE_TOKENS, cell_of(tile), tokens),
            }
        }
    }

    /// Collects the data about every feature that the planes need.
    fn collect_features(&self, observer: &mut Observer) {
        let features = &self.position.board.features;
        observer.standing[..usize::from(features.len())].fill(None);
        for (index, figure) in features.figures().iter().enumerate().take(MAX_FIGURES) {
            if let Some(segment) = figure.segment() {
                observer.standing[usize::from(segment)].get_or_insert(index as FigureIndex);
            }
        }
        for (number, root) in features.roots().enumerate() {
            let mut known = FeatureData {
                number: number as u16 + 1,
                open: features.open(root).min(255) as u8,
                ..FeatureData::default()
            };
            if features.is_occupied(root) {
                let tally = F::tally(self.position, self.rules, root);
                let most = tally.iter().copied().max().unwrap_or(0).max(1);
                for (seat, _) in tally.iter().enumerate().filter(|&(_, &strength)| strength == most) {
                    *(if seat == usize::from(self.seat) { &mut known.mine } else { &mut known.theirs }) = true;
                }
            }
            observer.known[usize::from(root)] = known;
        }
    }

    /// Writes the numbers, in the order of [`Shape::number_names`].
    pub fn write_numbers(&self, numbers: &mut [f32]) {
        numbers.fill(0.0);
        let mut out = numbers.iter_mut();
        let mut put = |value: f32| {
            if let Some(number) = out.next() {
                *number = value;
            }
        };
        let (position, seats) = (self.position, self.rules.seats);
        let from_me = |seat: u8| (seat + seats - self.seat) % seats;
        put(f32::from(position.turn()));
        put(f32::from(position.bag().left() + position.bag().left_in_first_pile()));
        let asked = match F::asked(position) {
            Asked::Place(_) | Asked::PlaceHeld => 0,
            Asked::Deploy => 1,
            Asked::Other(..) => 2,
            Asked::Chance => 3,
            Asked::Over => 4,
        };
        (0..DECISIONS.len()).for_each(|decision| put(f32::from(u8::from(decision == asked))));
        for seat in 0..seats {
            let acts = matches!(position.actor(), Actor::Seat(actor) if from_me(actor) == seat);
            put(f32::from(u8::from(acts)));
        }
        let round = || (0..seats).map(|seat| (seat + self.seat) % seats);
        for seat in round() {
            put(position.score(seat) as f32);
            put(position.hand(seat).len() as f32);
            self.space.figures.iter().for_each(|&kind| put(f32::from(position.supply(seat, kind))));
            F::tokens(position, self.rules, seat, |_, count| put(f32::from(count)));
        }
        let kinds = 0..self.rules.kinds.len() as KindIndex;
        for kind in kinds.clone() {
            put(f32::from(self.unseen(kind)));
        }
        let in_hand = if let Asked::Place(kind) = F::asked(position) { Some(kind) } else { None };
        kinds.clone().for_each(|kind| put(f32::from(u8::from(in_hand == Some(kind)))));
        if self.space.slots > 1 {
            for seat in round() {
                let hand = if self.sees(seat) { position.hand(seat) } else { &[] };
                kinds.clone().for_each(|kind| put(hand.iter().filter(|&&held| held == kind).count() as f32));
            }
        }
    }

    /// Returns how many tiles of a kind the observing seat has not seen: those in the piles and in hands hidden from the seat.
    fn unseen(&self, kind: KindIndex) -> u8 {
        if self.rules.kind(kind).pile == PILE_HELD {
            return 0;
        }
        let hidden = (0..self.rules.seats).filter(|&seat| !self.sees(seat));
        let held = hidden.flat_map(|seat| self.position.hand(seat)).filter(|&&held| held == kind).count() as u8;
        self.position.bag().count(kind) + held
    }
}
