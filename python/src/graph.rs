//! A position as a graph, without a window. Tiles, features, open places and figures are nodes, and edges relate them. The graph is built
//! only from the board and the legal answers, which every seat may see.

use bastide::engine::place::opposite;
use bastide::engine::{Answer, Described, MAX_PIECES, Place, SegmentIndex, Spot, bits};

use crate::observe::{ObservedPosition, SPOTS};

/// Value of a column that does not apply.
const NONE: i32 = -1;

/// Names of the tables of nodes and actions, with their column names.
pub const NODES: [(&str, &[&str]); 5] = [
    ("tiles", &["x", "y", "kind", "rotation", "newest", "pieces", "building", "tokens"]),
    (
        "features",
        &["kind", "tiles", "open_ends", "complete", "worth", "mine", "theirs", "my_strength", "their_strength"],
    ),
    ("places", &["x", "y", "north", "east", "south", "west", "legal_0", "legal_1", "legal_2", "legal_3"]),
    ("figures", &["seat", "kind", "captor", "corner", "tokens"]),
    ("actions", &["action", "sort", "place", "rotation", "slot", "kind", "feature", "segment", "figure", "tile"]),
];
/// Names of the tables of edges, with their row names; the first two rows are source and target.
pub const EDGES: [(&str, &[&str]); 7] = [
    ("tile_tile", &["tile", "tile", "side"]),
    ("tile_feature", &["tile", "feature", "segment", "spots"]),
    ("tile_place", &["tile", "place", "side"]),
    ("feature_place", &["feature", "place", "spot"]),
    ("feature_feature", &["feature", "feature"]),
    ("figure_feature", &["figure", "feature", "segment"]),
    ("figure_tile", &["figure", "tile"]),
];
/// Names of the kinds of action, in order.
pub const ACTION_SORTS: [&str; 4] = ["place", "deploy", "pass", "other"];

/// A graph: the tables of nodes, stored row by row, and the tables of edges, stored edge by edge, in the order of the constants above.
pub struct Graph {
    /// Nodes and actions, with the columns in [`NODES`].
    pub nodes: [Vec<i32>; NODES.len()],
    /// Edges, with the rows in [`EDGES`].
    pub edges: [Vec<i64>; EDGES.len()],
}

/// Numbers of the nodes that edges refer to.
struct NodeNumbers {
    /// Node number of each feature, by the feature's root.
    features: Vec<i32>,
    /// Node number of each figure on the table and of each captive.
    figures: Vec<i32>,
}

impl<F: Described> ObservedPosition<'_, F> {
    /// Returns the position as a graph.
    pub fn graph(&self) -> Graph {
        let board = &self.position.board;
        let mut numbers = NodeNumbers { features: vec![NONE; usize::from(board.features.len())], figures: Vec::new() };
        for (number, root) in board.features.roots().enumerate() {
            numbers.features[usize::from(root)] = number as i32;
        }
        let mut on_table = 0;
        for figure in board.features.figures() {
            let is_node = figure.segment().is_some() || figure.captor().is_some();
            numbers.figures.push(if is_node { on_table } else { NONE });
            on_table += i32::from(is_node);
        }
        let (tile_tile, tile_feature) = self.tile_edges(&numbers);
        let (tile_place, feature_place) = self.place_edges(&numbers);
        let (figure_feature, figure_tile) = self.figure_edges(&numbers);
        Graph {
            nodes: [self.tiles(), self.features(), self.places(), self.figures(), self.actions(&numbers)],
            edges: [
                tile_tile,
                tile_feature,
                tile_place,
                feature_place,
                self.scored_with(&numbers),
                figure_feature,
                figure_tile,
            ],
        }
    }

    fn feature(&self, numbers: &NodeNumbers, segment: SegmentIndex) -> i32 {
        numbers.features[usize::from(self.position.board.features.root(segment))]
    }

    fn kind_of_figure(&self, kind: u8) -> i32 {
        self.space.figures.iter().position(|&other| other == kind).map_or(NONE, |kind| kind as i32)
    }

    fn tiles(&self) -> Vec<i32> {
        let board = &self.position.board;
        let count = board.tiles().len();
        let (mut pieces, mut buildings) = (vec![0i32; count], vec![0i32; count]);
        for piece in 0..F::PIECE_WORDS.len().min(MAX_PIECES) {
            if let Some(tile) = self.position.piece_tile(piece as u8) {
                pieces[usize::from(tile)] |= 1 << piece;
            }
        }
        F::buildings(self.position, |segment, height| {
            buildings[usize::from(board.features.tile_of(segment))] = i32::from(height);
        });
        let mut out = Vec::new();
        for (number, tile) in board.tiles().iter().enumerate() {
            out.extend([i32::from(tile.at.x), i32::from(tile.at.y), i32::from(tile.kind)]);
            out.extend([i32::from(tile.rotation), i32::from(number + 1 == count), pieces[number], buildings[number]]);
            out.push(i32::from(F::tile_tokens(self.position, number as u16)));
        }
        out
    }

    fn features(&self) -> Vec<i32> {
        let features = &self.position.board.features;
        let mut out = Vec::new();
        for root in features.roots() {
            let tally = F::tally(self.position, self.rules, root);
            let mine = tally[usize::from(self.seat)];
            let others = tally.iter().enumerate().filter(|&(seat, _)| seat != usize::from(self.seat));
            let theirs = others.map(|(_, &strength)| strength).max().unwrap_or(0);
            out.extend([i32::from(features.kind(root)), features.tiles(root).into(), features.open(root).into()]);
            out.push(i32::from(F::is_complete(self.position, self.rules, root)));
            out.push(F::worth(self.position, self.rules, root).points());
            out.extend([i32::from(mine > 0 && mine >= theirs), i32::from(theirs > 0 && theirs >= mine)]);
            out.extend([i32::from(mine), i32::from(theirs)]);
        }
        out
    }

    fn places(&self) -> Vec<i32> {
        let legal = |place: Place| {
            let mut rotations = [0; 4];
            for &answer in self.legal.iter().filter(|_| self.asks_me()) {
                if let Answer::Place { at, rotation } | Answer::PlaceHeld { at, rotation, .. } = answer
                    && at == place
                {
                    rotations[usize::from(rotation & 3)] = 1;
                }
            }
            rotations
        };
        let mut out = Vec::new();
        for (at, need) in self.position.board.open_places() {
            out.extend([i32::from(at.x), i32::from(at.y)]);
            // The kind of edge that the neighbour on each side requires, or `NONE` without a neighbour.
            out.extend((0..4).map(|side| bits((need >> (4 * side)) & 15).next().map_or(NONE, i32::from)));
            out.extend(legal(at));
        }
        out
    }

    fn figures(&self) -> Vec<i32> {
        let from_me = |seat: u8| i32::from((seat + self.rules.seats - self.seat) % self.rules.seats);
        let mut out = Vec::new();
        for figure in self.position.board.features.figures() {
            if figure.segment().is_none() && figure.captor().is_none() {
                continue;
            }
            out.extend([from_me(figure.seat), self.kind_of_figure(figure.kind)]);
            out.extend([figure.captor().map_or(NONE, from_me), figure.corner().into(), figure.attached().into()]);
        }
        out
    }

    fn tile_edges(&self, numbers: &NodeNumbers) -> (Vec<i64>, Vec<i64>) {
        let board = &self.position.board;
        let (mut beside, mut of) = (Vec::new(), Vec::new());
        for (number, &tile) in board.tiles().iter().enumerate() {
            for side in 0..4 {
                if let Some(other) = board.tile_at(tile.at.beside(side)) {
                    beside.extend([number as i64, i64::from(other), side as i64]);
                }
            }
            for within in 0..self.rules.kind(tile.kind).len {
                let segment = tile.first + SegmentIndex::from(within);
                let at = (0..SPOTS).filter(|&spot| self.segment(tile, spot) == Some(segment));
                let spots = at.fold(0, |spots, spot| spots | 1i64 << spot);
                of.extend([number as i64, self.feature(numbers, segment).into(), within.into(), spots]);
            }
        }
        (beside, of)
    }

    fn place_edges(&self, numbers: &NodeNumbers) -> (Vec<i64>, Vec<i64>) {
        let board = &self.position.board;
        let (mut beside, mut comes) = (Vec::new(), Vec::new());
        for (place, (at, _)) in board.open_places().enumerate() {
            for side in 0..4 {
                let Some(number) = board.tile_at(at.beside(side)) else { continue };
                let tile = board.tiles()[usize::from(number)];
                beside.extend([i64::from(number), place as i64, opposite(side) as i64]);
                for port in 0..3 {
                    // Ports are counted clockwise on both tiles, so along a shared side they run in opposite directions.
                    if let Some(segment) = self.segment(tile, opposite(side) * 3 + 2 - port) {
                        let feature = self.feature(numbers, segment);
                        comes.extend([feature.into(), place as i64, (side * 3 + port) as i64]);
                    }
                }
            }
        }
        (beside, comes)
    }

    fn scored_with(&self, numbers: &NodeNumbers) -> Vec<i64> {
        let mut out = Vec::new();
        for root in self.position.board.features.roots() {
            F::scored_with(self.position, self.rules, root, |other| {
                out.extend([self.feature(numbers, root).into(), i64::from(self.feature(numbers, other))]);
            });
        }
        out
    }

    fn figure_edges(&self, numbers: &NodeNumbers) -> (Vec<i64>, Vec<i64>) {
        let board = &self.position.board;
        let (mut on, mut at) = (Vec::new(), Vec::new());
        for (figure, &number) in board.features.figures().iter().zip(&numbers.figures) {
            if let Some(segment) = figure.segment() {
                let within = board.index_in_tile(segment);
                on.extend([number.into(), self.feature(numbers, segment).into(), i64::from(within)]);
                at.extend([number.into(), i64::from(board.features.tile_of(segment))]);
            }
        }
        (on, at)
    }

    /// Returns the legal actions of the observing seat, each with the nodes that it refers to.
    fn actions(&self, numbers: &NodeNumbers) -> Vec<i32> {
        let board = &self.position.board;
        let mut out = Vec::new();
        if !self.asks_me() {
            return out;
        }
        let place = |at: Place| board.open_places().position(|(other, _)| other == at).map_or(NONE, |n| n as i32);
        let figure_of = |figure: u8| numbers.figures.get(usize::from(figure)).copied().unwrap_or(NONE);
        self.space.each(self.position, self.legal, |action, answer| {
            let sort = match action {
                action if action < self.space.places() => 0,
                action if action < self.space.pass() => 1,
                action if action == self.space.pass() => 2,
                _ => 3,
            };
            let (mut at, mut slot, mut kind, mut figure, mut tile) = ((NONE, NONE), NONE, NONE, NONE, NONE);
            let mut on: Option<SegmentIndex> = None;
            match answer {
                Answer::Place { at: to, rotation } => at = (place(to), rotation.into()),
                Answer::PlaceHeld { slot: held, at: to, rotation } => {
                    (at, slot) = ((place(to), rotation.into()), held.into());
                }
                Answer::Deploy { figure: of, segment } => (kind, on) = (self.kind_of_figure(of), Some(segment)),
                Answer::DeployCorner { figure: of, .. } => kind = self.kind_of_figure(of),
                Answer::Move { figure: of, segment } => (figure, on) = (figure_of(of), Some(segment)),
                Answer::Build { segment } => on = Some(segment),
                Answer::Lead { piece, to: Spot::Segment(segment) } => (kind, on) = (piece.into(), Some(segment)),
                Answer::Withdraw { piece } => kind = piece.into(),
                Answer::Return { figure: of }
                | Answer::Capture { figure: of }
                | Answer::Redeem { figure: of }
                | Answer::Attach { figure: of }
                | Answer::Lead { to: Spot::Figure(of), .. } => figure = figure_of(of),
                Answer::Clear { tile: of } | Answer::Lead { to: Spot::Tile(of), .. } => tile = i32::from(of),
                Answer::Begin { .. } | Answer::Draw { .. } | Answer::Outcome { .. } | Answer::Again | Answer::Pass => {}
            }
            let (feature, segment) = match on {
                Some(segment) => (self.feature(numbers, segment), board.index_in_tile(segment).into()),
                None => (NONE, NONE),
            };
            if let Some(segment) = on {
                tile = board.features.tile_of(segment).into();
            }
            out.extend([action as i32, sort, at.0, at.1, slot, kind, feature, segment, figure, tile]);
        });
        out
    }
}
