//! What may be shown of a game: positions and events as plain data for JSON. The shapes are those of `docs/protocol.md`.

use bastide_core::{Actor, Answer, Event, MAX_SEATS, Position, Rules, SegmentIndex, Term};
use serde::Serialize;
use std::collections::BTreeMap;

use crate::described::{Asked, Described};
use crate::notation;
use crate::setup::Setup;

/// A kind of tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TileName {
    /// Its set.
    pub set: String,
    /// Its id within the set.
    pub kind: String,
}

/// Everything that may be shown of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// Answers given so far.
    pub seq: usize,
    /// The turn's number.
    pub turn: u16,
    /// Whether the game is over.
    pub over: bool,
    /// The set-up.
    pub setup: Setup,
    /// What is asked.
    pub decision: DecisionView,
    /// The players, by seat.
    pub players: Vec<PlayerView>,
    /// The tiles in the order of placing.
    pub tiles: Vec<TileView>,
    /// The figures on the table.
    pub figures: Vec<FigureView>,
    /// The features.
    pub features: Vec<FeatureView>,
    /// The tiles that nobody has drawn.
    pub bag: BagView,
    /// Tiles that fitted nowhere.
    pub discarded: Vec<TileName>,
    /// The winners, when over.
    pub winners: Vec<u8>,
}

/// The pending decision.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DecisionView {
    /// Who must answer; nobody where chance must, or the game is over.
    pub seat: Option<u8>,
    /// `place`, `deploy`, `chance`, `over`.
    pub kind: &'static str,
    /// The tile in hand, or the tile just placed.
    pub tile: Option<TileName>,
    /// The legal answers.
    pub answers: Vec<AnswerView>,
}

/// A legal answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnswerView {
    /// Its word.
    pub word: String,
    /// What it does, spelled out.
    #[serde(flatten)]
    pub act: Act,
}

/// What an answer does.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "verb", rename_all = "lowercase")]
pub enum Act {
    /// Places the tile in hand.
    Place {
        /// East.
        x: i16,
        /// South.
        y: i16,
        /// Quarter turns clockwise.
        rotation: u8,
    },
    /// Deploys a figure.
    Deploy {
        /// The kind of figure.
        figure: &'static str,
        /// What it becomes.
        role: &'static str,
        /// The tile.
        tile: u16,
        /// The segment within the tile.
        segment: u8,
    },
    /// Does nothing.
    Pass,
    /// Chance draws a tile.
    Draw {
        /// The tile.
        #[serde(flatten)]
        tile: TileName,
    },
    /// A seat begins.
    First {
        /// The seat.
        seat: u8,
    },
}

/// A player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerView {
    /// The seat.
    pub seat: u8,
    /// Points.
    pub score: i32,
    /// Points if the game ended now.
    pub projected: i32,
    /// Figures in supply, by kind.
    pub supply: BTreeMap<&'static str, u8>,
    /// Points so far, by kind of feature.
    pub by_kind: BTreeMap<&'static str, i32>,
}

/// A tile on the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TileView {
    /// What it is.
    #[serde(flatten)]
    pub name: TileName,
    /// East.
    pub x: i16,
    /// South.
    pub y: i16,
    /// Quarter turns clockwise.
    pub rotation: u8,
    /// Who placed it; nobody placed a start tile.
    pub seat: Option<u8>,
    /// In which turn; 0 for a start tile.
    pub turn: u16,
}

/// A figure on the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FigureView {
    /// Its number.
    pub id: u8,
    /// Its owner.
    pub seat: u8,
    /// Its kind.
    pub figure: &'static str,
    /// What it is where it stands.
    pub role: &'static str,
    /// The tile.
    pub tile: u16,
    /// The segment within the tile.
    pub segment: u8,
}

/// A feature.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FeatureView {
    /// Its number, good for this view only.
    pub id: u16,
    /// Its kind.
    pub kind: &'static str,
    /// Whether it is complete.
    pub complete: bool,
    /// Joins that it waits for.
    pub open: u16,
    /// Tiles that it covers.
    pub tiles: u16,
    /// Its segments: tile and segment within the tile.
    pub segments: Vec<(u16, u8)>,
    /// The figures on it.
    pub figures: Vec<u8>,
    /// How strong each seat is on it.
    pub strength: Vec<u16>,
    /// The seats that it would score for.
    pub owners: Vec<u8>,
    /// Points for each of these if the game ended now.
    pub worth: i32,
    /// Why.
    pub terms: Vec<TermView>,
    /// The complete cities that a field touches.
    pub touches: Vec<u16>,
}

/// One term of a score.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TermView {
    /// The clause that gives the points.
    pub clause: &'static str,
    /// What is counted.
    pub what: &'static str,
    /// How many.
    pub count: u16,
    /// Points for each.
    pub each: i16,
}

/// The tiles that nobody has drawn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BagView {
    /// How many.
    pub left: u16,
    /// How many of each kind; kinds that are used up are left out.
    pub tiles: Vec<BagTile>,
}

/// Copies of one kind in the bag.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BagTile {
    /// The kind.
    #[serde(flatten)]
    pub name: TileName,
    /// How many.
    pub count: u8,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[allow(missing_docs, reason = "the fields are those of the core's events, described there and in docs/protocol.md")]
pub enum EventView {
    First {
        seat: u8,
    },
    Turn {
        seat: u8,
        turn: u16,
    },
    Drawn {
        tile: TileName,
    },
    Discarded {
        tile: TileName,
    },
    Placed {
        seat: u8,
        tile: u16,
        set: String,
        kind: String,
        x: i16,
        y: i16,
        rotation: u8,
    },
    Deployed {
        seat: u8,
        figure: &'static str,
        id: u8,
        role: &'static str,
        tile: u16,
        segment: u8,
    },
    Returned {
        seat: u8,
        figure: &'static str,
        id: u8,
        tile: u16,
        segment: u8,
    },
    Scored {
        seat: u8,
        points: i32,
        kind: &'static str,
        finished: bool,
        #[serde(rename = "final")]
        last: bool,
        feature: u16,
        tile: u16,
        segment: u8,
        terms: Vec<TermView>,
    },
    Over {
        winners: Vec<u8>,
    },
}

/// What a game remembers beside its position, for its views.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    /// The turn under way.
    pub turn: u16,
    /// Who placed each tile and in which turn.
    pub placed: Vec<(Option<u8>, u16)>,
    /// Tiles that fitted nowhere.
    pub discarded: Vec<u8>,
    /// Points by seat and kind of segment.
    pub by_kind: [BTreeMap<&'static str, i32>; MAX_SEATS],
}

impl History {
    pub(crate) fn take<F: Described>(&mut self, position: &Position<F>, events: &[Event]) {
        for event in events {
            match *event {
                Event::Turn { turn, .. } => self.turn = turn,
                // Start tiles lie there before the first turn.
                Event::Placed { seat, .. } => self.placed.push(((self.turn > 0).then_some(seat), self.turn)),
                Event::Discarded { kind } => self.discarded.push(kind),
                Event::Scored { seat, feature, score, .. } => {
                    let kind = F::KIND_WORDS[usize::from(position.board.features.kind(feature))];
                    *self.by_kind[usize::from(seat)].entry(kind).or_default() += score.points();
                }
                _ => {}
            }
        }
    }
}

/// A position with what it takes to show it.
pub(crate) struct Shown<'a, F: Described> {
    pub position: &'a Position<F>,
    pub rules: &'a Rules<F::Options>,
}

impl<F: Described> Clone for Shown<'_, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Described> Copy for Shown<'_, F> {}

impl<F: Described> Shown<'_, F> {
    pub(crate) fn view(self, seq: usize, setup: &Setup, history: &History) -> View {
        let position = self.position;
        let features: Vec<FeatureView> = position.board.features.roots().map(|root| self.feature(root)).collect();
        let over = position.actor() == Actor::Nobody;
        View {
            seq,
            turn: position.turn(),
            over,
            setup: setup.clone(),
            decision: self.decision(),
            players: (0..self.rules.seats).map(|seat| self.player(seat, over, &features, history)).collect(),
            tiles: position
                .board
                .tiles()
                .iter()
                .zip(&history.placed)
                .map(|(tile, &(seat, turn))| TileView {
                    name: self.tile(tile.kind),
                    x: tile.at.x,
                    y: tile.at.y,
                    rotation: tile.rotation,
                    seat,
                    turn,
                })
                .collect(),
            figures: self.figures(),
            features,
            bag: BagView {
                left: position.bag().left(),
                tiles: (0..self.rules.kinds.len() as u8)
                    .map(|kind| BagTile { name: self.tile(kind), count: position.bag().count(kind) })
                    .filter(|tile| tile.count > 0)
                    .collect(),
            },
            discarded: history.discarded.iter().map(|&kind| self.tile(kind)).collect(),
            winners: if over { winners(position, self.rules.seats) } else { Vec::new() },
        }
    }

    fn tile(self, kind: u8) -> TileName {
        let text = &self.rules.texts[usize::from(kind)];
        TileName { set: text.set.clone(), kind: text.id.clone() }
    }

    fn decision(self) -> DecisionView {
        let (kind, tile) = match F::asked(self.position) {
            Asked::Chance => ("chance", None),
            Asked::Place(tile) => ("place", Some(self.tile(tile))),
            Asked::Deploy => ("deploy", self.position.board.tiles().last().map(|tile| self.tile(tile.kind))),
            Asked::Over => ("over", None),
        };
        let mut answers = Vec::new();
        let seat = match self.position.actor() {
            Actor::Seat(seat) => Some(seat),
            Actor::Chance | Actor::Nobody => None,
        };
        if seat.is_some() {
            self.position.list(self.rules, &mut answers);
        }
        DecisionView { seat, kind, tile, answers: answers.into_iter().map(|answer| self.answer(answer)).collect() }
    }

    fn answer(self, answer: Answer) -> AnswerView {
        let act = match answer {
            Answer::Pass => Act::Pass,
            Answer::Begin { seat } => Act::First { seat },
            Answer::Draw { kind } => Act::Draw { tile: self.tile(kind) },
            Answer::Place { at, rotation } => Act::Place { x: at.x, y: at.y, rotation },
            Answer::Deploy { figure, segment } => {
                let (tile, within) = self.at(segment);
                Act::Deploy {
                    figure: F::FIGURE_WORDS[usize::from(figure)],
                    role: self.role(segment),
                    tile,
                    segment: within,
                }
            }
        };
        AnswerView { word: notation::word(self.position, self.rules, answer), act }
    }

    fn at(self, segment: SegmentIndex) -> (u16, u8) {
        (self.position.board.features.tile_of(segment), self.position.board.within_tile(segment))
    }

    fn role(self, segment: SegmentIndex) -> &'static str {
        F::ROLE_WORDS[usize::from(self.position.board.features.kind(segment))]
    }

    fn player(self, seat: u8, over: bool, features: &[FeatureView], history: &History) -> PlayerView {
        let score = self.position.score(seat);
        let coming: i32 = features.iter().filter(|f| f.owners.contains(&seat)).map(|f| f.worth).sum();
        let each = self.rules.figures.iter().zip(F::FIGURE_WORDS).enumerate().filter(|(_, (n, _))| **n > 0);
        PlayerView {
            seat,
            score,
            projected: if over { score } else { score + coming },
            supply: each.map(|(kind, (_, word))| (*word, self.position.supply(seat, kind as u8))).collect(),
            by_kind: history.by_kind[usize::from(seat)].clone(),
        }
    }

    fn figures(self) -> Vec<FigureView> {
        let figures = self.position.board.features.figures().iter().enumerate();
        figures
            .filter_map(|(id, figure)| {
                let segment = figure.segment()?;
                let (tile, within) = self.at(segment);
                Some(FigureView {
                    id: id as u8,
                    seat: figure.seat,
                    figure: F::FIGURE_WORDS[usize::from(figure.kind)],
                    role: self.role(segment),
                    tile,
                    segment: within,
                })
            })
            .collect()
    }

    fn feature(self, root: SegmentIndex) -> FeatureView {
        let features = &self.position.board.features;
        let tally = F::tally(self.position, self.rules, root);
        let strength = tally[..usize::from(self.rules.seats)].to_vec();
        let most = strength.iter().copied().max().unwrap_or(0);
        let score = F::worth(self.position, self.rules, root);
        let mut segments: Vec<_> = features.ring(root).map(|segment| self.at(segment)).collect();
        segments.sort_unstable();
        FeatureView {
            id: root,
            kind: F::KIND_WORDS[usize::from(features.kind(root))],
            complete: F::is_complete(self.position, root),
            open: features.open(root),
            tiles: features.tiles(root),
            segments,
            figures: features.figures_on(root).collect(),
            owners: (0..self.rules.seats).filter(|&seat| most > 0 && strength[usize::from(seat)] == most).collect(),
            strength,
            worth: score.points(),
            terms: score.terms().iter().map(term).collect(),
            touches: F::scored_with(self.position, self.rules, root),
        }
    }

    /// An event as it is shown. The position is the one after it, in which features may have grown; roots stay roots for the
    /// one answer that events belong to.
    pub(crate) fn event(self, event: &Event) -> EventView {
        match *event {
            Event::First { seat } => EventView::First { seat },
            Event::Turn { seat, turn } => EventView::Turn { seat, turn },
            Event::Drawn { kind } => EventView::Drawn { tile: self.tile(kind) },
            Event::Discarded { kind } => EventView::Discarded { tile: self.tile(kind) },
            Event::Placed { seat, tile, kind, at, rotation } => {
                let TileName { set, kind } = self.tile(kind);
                EventView::Placed { seat, tile, set, kind, x: at.x, y: at.y, rotation }
            }
            Event::Deployed { figure: id, segment } => {
                let ((tile, within), figure) = (self.at(segment), self.position.board.features.figure(id));
                let word = F::FIGURE_WORDS[usize::from(figure.kind)];
                EventView::Deployed {
                    seat: figure.seat,
                    figure: word,
                    id,
                    role: self.role(segment),
                    tile,
                    segment: within,
                }
            }
            Event::Returned { figure: id, segment } => {
                let ((tile, within), figure) = (self.at(segment), self.position.board.features.figure(id));
                let word = F::FIGURE_WORDS[usize::from(figure.kind)];
                EventView::Returned { seat: figure.seat, figure: word, id, tile, segment: within }
            }
            Event::Scored { seat, feature, score, finished, last } => {
                let (tile, segment) = self.at(feature);
                EventView::Scored {
                    seat,
                    points: score.points(),
                    kind: F::KIND_WORDS[usize::from(self.position.board.features.kind(feature))],
                    finished,
                    last,
                    feature,
                    tile,
                    segment,
                    terms: score.terms().iter().map(term).collect(),
                }
            }
            Event::Over => EventView::Over { winners: winners(self.position, self.rules.seats) },
        }
    }
}

/// The seats with most points (BASE-22).
pub fn winners<F: Described>(position: &Position<F>, seats: u8) -> Vec<u8> {
    let most = (0..seats).map(|seat| position.score(seat)).max();
    (0..seats).filter(|&seat| Some(position.score(seat)) == most).collect()
}

fn term(term: &Term) -> TermView {
    TermView { clause: term.clause, what: term.of, count: term.count, each: term.each }
}
