//! Views: positions and events as plain data for JSON, limited to what a viewer may see. `docs/protocol.md` describes their shapes.

mod delta;
mod shapes;

pub use delta::{AnswerDelta, BagDelta, DecisionDelta, FeatureDelta, ListDelta, PlayerDelta, ViewDelta};
pub use shapes::*;

use bastide_core::described::{Asked, Described};
use bastide_core::tile::{PILE_APART, PILE_HELD};
use bastide_core::{
    Actor, Answer, Event, FigureIndex, KindIndex, MAX_SEATS, PieceKind, Position, Rules, SegmentIndex, Spot, Subject,
    Term, TileIndex,
};
use std::collections::BTreeMap;

use crate::notation;
use crate::setup::Setup;

/// Placeholder for a hidden draw.
const HIDDEN_DRAW: &str = "draw:?";

/// Returns the word of an answer as viewers of these events may see it: a draw into a hidden hand is masked.
pub fn masked_word<'a>(word: &'a str, events: &[EventView]) -> &'a str {
    let hidden = events.iter().any(|event| matches!(event, EventView::Taken { tile: None, .. }));
    if hidden { HIDDEN_DRAW } else { word }
}

/// A chance draw, or another change to the undrawn tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Drawn {
    /// A tile was drawn.
    Tile(KindIndex),
    /// The last drawn tile was put aside.
    Aside,
    /// The tiles put aside were shuffled back.
    Back,
}

/// A viewer of a game, as a set of seats whose hands the viewer may see, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Viewer(u8);

impl Viewer {
    /// A viewer who sees everything, including all hands.
    pub const ALL: Self = Self(u8::MAX);
    /// A viewer without a seat.
    pub const NONE: Self = Self(0);

    /// Returns a viewer with these seats.
    pub fn of(seats: impl IntoIterator<Item = u8>) -> Self {
        Self(seats.into_iter().fold(0, |viewer, seat| viewer | 1 << (seat & 7)))
    }

    /// Returns whether the viewer may see a seat's hand.
    pub fn may_see(self, seat: u8) -> bool {
        self.0 >> (seat & 7) & 1 == 1
    }
}

/// Data that views of a game show in addition to its position.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    /// The current turn.
    pub turn: u16,
    /// For each tile, the seat that placed it (`None` for a start tile) and the turn in which it was placed.
    pub placed: Vec<(Option<u8>, u16)>,
    /// Tiles that fitted nowhere.
    pub discarded: Vec<KindIndex>,
    /// Tiles taken out before the first turn.
    pub taken_out: Vec<KindIndex>,
    /// Draws and other changes to the draw pile, in order.
    pub draws: Vec<Drawn>,
    /// Tiles that were put aside before the first turn, in their order, because the game began with a starting board.
    pub aside_at_start: Vec<KindIndex>,
    /// Points by seat and kind of segment.
    pub by_kind: [BTreeMap<&'static str, i32>; MAX_SEATS],
}

impl History {
    pub(crate) fn take<F: Described>(&mut self, position: &Position<F>, events: &[Event]) {
        for event in events {
            match *event {
                Event::Turn { turn, .. } => self.turn = turn,
                // Start tiles are placed before the first turn.
                Event::Placed { seat, .. } => self.placed.push(((self.turn > 0).then_some(seat), self.turn)),
                Event::Discarded { kind } => self.discarded.push(kind),
                Event::TakenOut { kind } => {
                    self.draws.push(Drawn::Tile(kind));
                    self.taken_out.push(kind);
                }
                Event::Drawn { kind } | Event::Taken { kind, .. } => self.draws.push(Drawn::Tile(kind)),
                Event::SetAside { .. } => self.draws.push(Drawn::Aside),
                Event::ShuffledBack => self.draws.push(Drawn::Back),
                Event::Scored { seat, subject, score, .. } => {
                    let kind = subject_word(position, subject);
                    *self.by_kind[usize::from(seat)].entry(kind).or_default() += score.points();
                }
                _ => {}
            }
        }
    }
}

/// A position together with its rules and its viewer.
pub(crate) struct ShownPosition<'a, F: Described> {
    pub position: &'a Position<F>,
    pub rules: &'a Rules<F::Options>,
    pub viewer: Viewer,
}

impl<F: Described> Clone for ShownPosition<'_, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Described> Copy for ShownPosition<'_, F> {}

impl<F: Described> ShownPosition<'_, F> {
    pub(crate) fn view(self, seq: usize, setup: &Setup, history: &History) -> View {
        let position = self.position;
        let features: Vec<FeatureView> = position.board.features.roots().map(|root| self.feature(root)).collect();
        let over = position.actor() == Actor::Nobody;
        View {
            seq,
            turn: position.turn(),
            over,
            active: (position.turn() > 0 && !over).then(|| position.seat()),
            setup: setup.short(),
            decision: self.decision(),
            players: self.players(over, history),
            tiles: position
                .board
                .tiles()
                .iter()
                .zip(&history.placed)
                .enumerate()
                .map(|(number, (tile, &(seat, turn)))| TileView {
                    name: self.tile(tile.kind),
                    x: tile.at.x,
                    y: tile.at.y,
                    rotation: tile.rotation,
                    seat,
                    turn,
                    ghosts: F::tile_tokens(position, number as TileIndex),
                })
                .collect(),
            figures: self.figures(),
            captives: self.captives(),
            pieces: (0..F::PIECE_WORDS.len() as PieceKind)
                .filter_map(|piece| Some(self.piece(piece, position.piece(piece)?)))
                .collect(),
            buildings: all(|each| F::buildings(position, |segment, height| each(self.building(segment, height)))),
            named: self.named_segments(),
            features,
            bag: BagView {
                left: position.bag().left() + position.bag().left_in_first_pile(),
                apart: position.bag().left_in(PILE_APART),
                tiles: self.unseen_tiles(),
            },
            discarded: history.discarded.iter().map(|&kind| self.tile(kind)).collect(),
            taken_out: history.taken_out.iter().map(|&kind| self.tile(kind)).collect(),
            aside: position.bag().aside().iter().map(|&kind| self.tile(kind)).collect(),
            stock: all(|each| F::stock(position, self.rules, |token, count| each((token, count)))),
            half: F::turn_half(position).0,
            doubled: F::turn_half(position).1,
            winners: if over { winners(position, self.rules.seats) } else { Vec::new() },
            team: self.team(over),
        }
    }

    /// Returns the team's state, if all seats play as one team.
    fn team(self, over: bool) -> Option<TeamView> {
        let (goal, points) = (F::TEAM_GOAL?, points_of_all(self.position, self.rules.seats));
        let outcome = over.then_some(if points >= goal { "won" } else { "lost" });
        let lost = || Some(F::team_loss(self.position, self.rules)).filter(|reason| !reason.is_empty());
        let reason = outcome.and_then(|outcome| if outcome == "won" { Some("goal") } else { lost() });
        Some(TeamView { points, goal, outcome, reason })
    }

    /// Returns whether a seat's hand may be shown.
    pub(crate) fn sees_hand(self, seat: u8) -> bool {
        !self.rules.hidden_hands || self.viewer.may_see(seat) || self.position.actor() == Actor::Nobody
    }

    /// Returns the tiles that the viewer has not seen: those in the piles and in hidden hands.
    fn unseen_tiles(self) -> Vec<BagTile> {
        let hidden = |kind: KindIndex| {
            let seats = (0..self.rules.seats).filter(|&seat| !self.sees_hand(seat));
            seats.flat_map(|seat| self.position.hand(seat)).filter(|&&held| held == kind).count() as u8
        };
        let kinds = (0..self.rules.kinds.len() as KindIndex).filter(|&kind| self.rules.kind(kind).pile != PILE_HELD);
        let tiles = kinds.map(|kind| BagTile {
            name: self.tile(kind),
            count: self.position.bag().count(kind) + hidden(kind),
            apart: self.rules.kind(kind).pile == PILE_APART,
        });
        tiles.filter(|tile| tile.count > 0).collect()
    }

    fn tile(self, kind: KindIndex) -> TileName {
        let text = &self.rules.texts[usize::from(kind)];
        TileName { set: text.set.clone(), kind: text.id.clone() }
    }

    fn decision(self) -> DecisionView {
        let (kind, tile) = match F::asked(self.position) {
            Asked::Chance => ("chance", None),
            Asked::Place(tile) => ("place", Some(self.tile(tile))),
            Asked::PlaceHeld => ("place", None),
            Asked::Deploy => ("deploy", self.position.board.tiles().last().map(|tile| self.tile(tile.kind))),
            Asked::Other("abbey", _) => ("abbey", self.placed_without_drawing()),
            Asked::Other(kind, _) => (kind, self.position.board.tiles().last().map(|tile| self.tile(tile.kind))),
            Asked::Over => ("over", None),
        };
        let mut answers = Vec::new();
        let seat = match self.position.actor() {
            Actor::Seat(seat) => Some(seat),
            Actor::Chance | Actor::Nobody => None,
        };
        // Listing the placements of a hidden hand would reveal its tiles.
        let secret = F::asked(self.position) == Asked::PlaceHeld && seat.is_some_and(|seat| !self.sees_hand(seat));
        if seat.is_some() && !secret {
            self.position.list(self.rules, &mut answers);
        }
        let walk = F::walk(self.position).map(|(piece, been, left)| WalkView {
            piece: F::PIECE_WORDS[usize::from(piece)],
            been: been.to_vec(),
            left,
        });
        let answers: Vec<AnswerView> = answers.into_iter().map(|answer| self.answer(answer)).collect();
        let reward = F::reward(self.position, self.rules).map(|(root, score)| RewardView {
            feature: root,
            points: score.points(),
            terms: score.terms().iter().map(term).collect(),
        });
        let own = |answer: &AnswerView| matches!(&answer.act, AnswerVerb::Haunt(figure) if Some(figure.seat) == seat);
        let own = answers.iter().any(own);
        let reach = all(|each| F::reach(self.position, each));
        DecisionView { seat, kind, own, tile, walk, reach, reward, answers }
    }

    fn answer(self, answer: Answer) -> AnswerView {
        let act = match answer {
            Answer::Pass => AnswerVerb::Pass,
            Answer::Again => AnswerVerb::Again,
            Answer::Begin { seat } => AnswerVerb::First { seat },
            Answer::Draw { kind } => AnswerVerb::Draw { tile: self.tile(kind) },
            Answer::Outcome { number } => AnswerVerb::Outcome { number },
            Answer::Place { at, rotation } => AnswerVerb::Place { x: at.x, y: at.y, rotation, held: None, slot: None },
            Answer::PlaceHeld { slot, at, rotation } => {
                let kind = self.position.hand(self.position.seat())[usize::from(slot)];
                AnswerVerb::Place { x: at.x, y: at.y, rotation, held: Some(self.tile(kind)), slot: Some(slot) }
            }
            Answer::Deploy { figure, segment } => {
                let (tile, within) = self.at(segment);
                AnswerVerb::Deploy {
                    figure: F::FIGURE_WORDS[usize::from(figure)],
                    role: self.role(figure, segment),
                    tile,
                    segment: within,
                    corner: None,
                }
            }
            Answer::DeployCorner { figure, corner } => {
                let newest = self.position.board.tiles().len() - 1;
                let tile = self.position.board.tiles()[newest];
                let segment = self.rules.kind(tile.kind).corner(tile.rotation, usize::from(corner));
                AnswerVerb::Deploy {
                    figure: F::FIGURE_WORDS[usize::from(figure)],
                    role: self.role(figure, tile.first + u16::from(segment)),
                    tile: newest as u16,
                    segment,
                    corner: Some(corner),
                }
            }
            Answer::Return { figure } => AnswerVerb::Return(self.standing(figure)),
            Answer::Move { figure, segment } => {
                let (to_tile, to_segment) = self.at(segment);
                AnswerVerb::Move { figure: self.standing(figure), to_tile, to_segment }
            }
            Answer::Capture { figure } => AnswerVerb::Capture(self.standing(figure)),
            Answer::Attach { figure } => AnswerVerb::Haunt(self.standing(figure)),
            Answer::Redeem { figure } => AnswerVerb::Redeem(self.captive(figure)),
            Answer::Lead { piece, to } => AnswerVerb::Lead(self.piece(piece, to)),
            Answer::Withdraw { piece } => {
                let from = self.position.piece(piece).unwrap_or(Spot::Tile(0));
                AnswerVerb::Withdraw(self.piece(piece, from))
            }
            Answer::Build { segment } => {
                let mut height = 1;
                F::buildings(self.position, |other, built| {
                    if other == segment {
                        height = built + 1;
                    }
                });
                AnswerVerb::Build(self.building(segment, height))
            }
            Answer::Clear { tile } => AnswerVerb::Clear { tile, ghosts: F::tile_tokens(self.position, tile) },
        };
        AnswerView {
            word: notation::word(self.position, self.rules, answer),
            mode: F::mode(self.position, answer),
            act,
        }
    }

    fn at(self, segment: SegmentIndex) -> (u16, u8) {
        (self.position.board.features.tile_of(segment), self.position.board.index_in_tile(segment))
    }

    fn role(self, figure: u8, segment: SegmentIndex) -> &'static str {
        F::role(figure, self.position.board.features.kind(segment))
    }

    /// Returns the view of a figure at its current location. The location is meaningless while the figure is not on the table.
    fn standing(self, id: FigureIndex) -> FigureView {
        let this = self.position.board.features.figure(id);
        let segment = this.segment().unwrap_or(0);
        let (tile, within) = self.at(segment);
        FigureView {
            id,
            seat: this.seat,
            figure: F::FIGURE_WORDS[usize::from(this.kind)],
            role: self.role(this.kind, segment),
            tile,
            segment: within,
            corner: (F::stands_on_corner(this.kind)).then_some(this.corner()),
            ghosts: this.attached(),
        }
    }

    fn captive(self, id: FigureIndex) -> CaptiveView {
        let this = self.position.board.features.figure(id);
        let figure = F::FIGURE_WORDS[usize::from(this.kind)];
        CaptiveView { id, seat: this.seat, figure, by: this.captor().unwrap_or(this.seat) }
    }

    fn captives(self) -> Vec<CaptiveView> {
        let figures = self.position.board.features.figures().iter().enumerate();
        figures.filter(|(_, f)| f.captor().is_some()).map(|(id, _)| self.captive(id as FigureIndex)).collect()
    }

    /// Returns the view of a neutral piece at a location, which is either its current one or its destination.
    fn piece(self, piece: PieceKind, at: Spot) -> PieceView {
        let piece = F::PIECE_WORDS[usize::from(piece)];
        match at {
            Spot::Tile(tile) => PieceView { piece, tile, segment: None, id: None },
            Spot::Segment(segment) => {
                let (tile, within) = self.at(segment);
                PieceView { piece, tile, segment: Some(within), id: None }
            }
            Spot::Figure(id) => {
                let (tile, within) = self.at(self.position.board.features.figure(id).segment().unwrap_or(0));
                PieceView { piece, tile, segment: Some(within), id: Some(id) }
            }
        }
    }

    fn building(self, segment: SegmentIndex, height: u8) -> BuildingView {
        let (tile, within) = self.at(segment);
        BuildingView { tile, segment: within, height }
    }

    fn named_segments(self) -> Vec<NamedView> {
        let named = |segment, name| {
            let (tile, segment) = self.at(segment);
            NamedView { tile, segment, name }
        };
        all(|each| F::named_segments(self.position, self.rules, |segment, name| each(named(segment, name))))
    }

    /// Returns the tile that may be placed now without being drawn.
    fn placed_without_drawing(self) -> Option<TileName> {
        let mut kinds = 0..self.rules.kinds.len() as KindIndex;
        let kind = kinds.find(|&kind| F::places_without_drawing(self.position, self.rules, kind))?;
        Some(self.tile(kind))
    }

    fn players(self, over: bool, history: &History) -> Vec<PlayerView> {
        let mut ended = self.position.clone();
        if !over {
            F::end_now(&mut ended, self.rules, &mut Vec::new());
        }
        (0..self.rules.seats).map(|seat| self.player(seat, ended.score(seat), history)).collect()
    }

    fn player(self, seat: u8, projected: i32, history: &History) -> PlayerView {
        let each = self.rules.figures.iter().zip(F::FIGURE_WORDS).enumerate().filter(|(_, (n, _))| **n > 0);
        PlayerView {
            seat,
            score: self.position.score(seat),
            projected: Some(projected),
            supply: each.map(|(kind, (_, word))| (*word, self.position.supply(seat, kind as u8))).collect(),
            tokens: all(|each| F::tokens(self.position, self.rules, seat, |token, count| each((token, count)))),
            hand: self.position.hand(seat).iter().map(|&kind| self.sees_hand(seat).then(|| self.tile(kind))).collect(),
            by_kind: history.by_kind[usize::from(seat)].clone(),
        }
    }

    fn figures(self) -> Vec<FigureView> {
        let figures = self.position.board.features.figures().iter().enumerate();
        figures.filter(|(_, f)| f.segment().is_some()).map(|(id, _)| self.standing(id as FigureIndex)).collect()
    }

    fn feature(self, root: SegmentIndex) -> FeatureView {
        let features = &self.position.board.features;
        let tally = F::tally(self.position, self.rules, root);
        let strength = tally[..usize::from(self.rules.seats)].to_vec();
        let most = strength.iter().copied().max().unwrap_or(0);
        let score = F::worth(self.position, self.rules, root);
        let mut segments: Vec<_> = features.ring(root).map(|segment| self.at(segment)).collect();
        segments.sort_unstable();
        let mut touches: Vec<_> = all(|each| F::scored_with(self.position, self.rules, root, each));
        touches.sort_unstable();
        let thing = |tile, thing, counts| ThingView { tile, thing, counts };
        FeatureView {
            id: root,
            kind: F::KIND_WORDS[usize::from(features.kind(root))],
            complete: F::is_complete(self.position, self.rules, root),
            open: features.open(root),
            tiles: features.tiles(root),
            segments,
            figures: features.figures_on(root).collect(),
            owners: (0..self.rules.seats).filter(|&seat| most > 0 && strength[usize::from(seat)] == most).collect(),
            strength,
            worth: Some(score.points()),
            terms: score.terms().iter().map(term).collect(),
            touches,
            marks: all(|each| F::marks(self.position, self.rules, root, each)),
            things: all(|each| {
                F::counted(self.position, self.rules, root, |tile, number, counts| each(thing(tile, number, counts)));
            }),
        }
    }

    /// Converts an event to its view. The position is the one after the answer, so features may have grown since the event. The roots in
    /// events remain valid until the next answer.
    pub(crate) fn event(self, event: &Event) -> EventView {
        match *event {
            Event::First { seat } => EventView::First { seat },
            Event::Turn { seat, turn } => EventView::Turn { seat, turn },
            Event::Drawn { kind } => EventView::Drawn { tile: self.tile(kind) },
            Event::Taken { seat, kind } => {
                EventView::Taken { seat, tile: self.sees_hand(seat).then(|| self.tile(kind)) }
            }
            Event::TakenOut { kind } => EventView::TakenOut { tile: self.tile(kind) },
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
                    role: self.role(figure.kind, segment),
                    tile,
                    segment: within,
                }
            }
            Event::Returned { figure: id, segment } => {
                let ((tile, within), figure) = (self.at(segment), self.position.board.features.figure(id));
                let word = F::FIGURE_WORDS[usize::from(figure.kind)];
                EventView::Returned { seat: figure.seat, figure: word, id, tile, segment: within }
            }
            Event::Moved { figure: id, from, to } => {
                let ((tile, segment), (from_tile, from_segment)) = (self.at(to), self.at(from));
                let FigureView { seat, figure, .. } = self.standing(id);
                let role = self.role(self.position.board.features.figure(id).kind, to);
                EventView::Moved { seat, figure, id, role, tile, segment, from_tile, from_segment }
            }
            Event::Captured { figure: id, segment, by } => {
                let (tile, segment) = self.at(segment);
                let FigureView { seat, figure, .. } = self.standing(id);
                EventView::Captured { seat, figure, id, tile, segment, by }
            }
            Event::Redeemed { figure: id, from } => {
                let FigureView { seat, figure, .. } = self.standing(id);
                EventView::Redeemed { seat, figure, id, from }
            }
            Event::Attached { figure: id, tokens } => {
                let FigureView { seat, figure, tile, segment, .. } = self.standing(id);
                EventView::Haunted { seat, figure, id, tile, segment, ghosts: tokens }
            }
            Event::Enlisted { seat, kind } => EventView::Enlisted { seat, figure: F::FIGURE_WORDS[usize::from(kind)] },
            Event::Led { piece, to } => EventView::Led(self.piece(piece, to)),
            Event::Withdrawn { piece, from } => EventView::Withdrawn(self.piece(piece, from)),
            Event::Built { seat, segment, height } => {
                let (tile, segment) = self.at(segment);
                EventView::Built { seat, tile, segment, height }
            }
            Event::Tokens { seat, token, change } => EventView::Tokens { seat, token, change },
            Event::TileTokens { tile, tokens } => EventView::Ghosts { tile, ghosts: tokens },
            Event::SetAside { kind } => EventView::Aside { tile: self.tile(kind) },
            Event::ShuffledBack => EventView::Back,
            Event::LeftOut { kind } => EventView::Left { tile: self.tile(kind) },
            Event::Scored { seat, subject, score, finished, last } => {
                let feature = match subject {
                    Subject::Feature(root) => Some(root),
                    Subject::Named(_) => None,
                };
                let at = feature.map(|feature| self.at(feature));
                EventView::Scored {
                    seat,
                    points: score.points(),
                    kind: subject_word(self.position, subject),
                    finished,
                    last,
                    feature,
                    tile: at.map(|(tile, _)| tile),
                    segment: at.map(|(_, segment)| segment),
                    terms: score.terms().iter().map(term).collect(),
                }
            }
            Event::Over => EventView::Over { winners: winners(self.position, self.rules.seats) },
        }
    }
}

/// Collects all values that `tell` passes to its callback.
pub(crate) fn all<T, C: Default + Extend<T>>(tell: impl FnOnce(&mut dyn FnMut(T))) -> C {
    let mut told = C::default();
    tell(&mut |one| told.extend([one]));
    told
}

/// Returns the word for the subject of a score: the kind of feature, or another source.
fn subject_word<F: Described>(position: &Position<F>, subject: Subject) -> &'static str {
    match subject {
        Subject::Feature(root) => F::KIND_WORDS[usize::from(position.board.features.kind(root))],
        Subject::Named(word) => word,
    }
}

/// Returns the total points across all seats.
fn points_of_all<F: Described>(position: &Position<F>, seats: u8) -> i32 {
    (0..seats).map(|seat| position.score(seat)).sum()
}

/// Returns the seats with the most points (BASE-22). In a team game, either all seats win because the team has reached its goal, or none
/// does (COOP-14, COOP-15).
pub fn winners<F: Described>(position: &Position<F>, seats: u8) -> Vec<u8> {
    if let Some(goal) = F::TEAM_GOAL {
        return if points_of_all(position, seats) >= goal { (0..seats).collect() } else { Vec::new() };
    }
    let most = (0..seats).map(|seat| position.score(seat)).max();
    (0..seats).filter(|&seat| Some(position.score(seat)) == most).collect()
}

fn term(term: &Term) -> TermView {
    TermView { clause: term.clause, what: term.of, count: term.count, each: term.each }
}
