//! Compares the engine with the second opinion: the pending decision, legal answers, tiles and figures on the table, and points.

use std::collections::{BTreeMap, BTreeSet};

use bastide_core::tile::{PILE_APART, PILE_BAG, PILE_FIRST};
use bastide_core::{Actor, Answer, Event, KindIndex, Spot as At, Subject};
use games::described::Described;

use super::{Table, hold};
use crate::second::{Act, Figure, FoundFeature, Opinion, Points, Spot, Whereabouts, figure_of, spot_of};

impl<O: Opinion> Table<O> {
    fn spot(&self, segment: u16) -> Spot {
        spot_of(self.position(), segment)
    }

    fn figure_word(kind: u8) -> &'static str {
        O::Family::FIGURE_WORDS[usize::from(kind)]
    }

    /// Returns the second opinion's figure that corresponds to the engine's figure with this number.
    fn like(&self, number: u8) -> usize {
        let figure = figure_of(self.position(), usize::from(number));
        let all = self.second.table().figures.iter().enumerate();
        let alike: Vec<usize> = all.filter(|(_, other)| Some(**other) == figure).map(|(i, _)| i).collect();
        hold!(self, !alike.is_empty(), "the second opinion has no {figure:?}");
        self.second.choose(self.position(), number, &alike)
    }

    /// Converts an answer to the form that the second opinion uses.
    pub(super) fn act(&self, answer: Answer) -> Act {
        match answer {
            Answer::Begin { seat } => Act::Begin(usize::from(seat)),
            Answer::Draw { kind } => Act::Draw(usize::from(kind)),
            Answer::Place { at, rotation } => Act::Place(i32::from(at.x), i32::from(at.y), usize::from(rotation)),
            Answer::PlaceHeld { slot, at, rotation } => {
                let kind = self.position().hand(self.position().seat())[usize::from(slot)];
                Act::PlaceHeld(usize::from(kind), i32::from(at.x), i32::from(at.y), usize::from(rotation))
            }
            Answer::Deploy { figure, segment } => Act::Deploy(Self::figure_word(figure), self.spot(segment)),
            Answer::DeployCorner { figure, corner } => Act::Corner(Self::figure_word(figure), usize::from(corner)),
            Answer::Return { figure } => Act::Return(self.like(figure)),
            Answer::Move { figure, segment } => Act::Move(self.like(figure), self.spot(segment)),
            Answer::Capture { figure } => Act::Capture(self.like(figure)),
            Answer::Redeem { figure } => Act::Redeem(self.like(figure)),
            Answer::Attach { figure } => Act::Haunt(self.like(figure)),
            Answer::Lead { to: At::Tile(tile), .. } => Act::ToTile(usize::from(tile)),
            Answer::Lead { to: At::Figure(figure), .. } => Act::ToFigure(self.like(figure)),
            Answer::Lead { piece, to: At::Segment(segment) } => match O::Family::PIECE_WORDS[usize::from(piece)] {
                "count" => Act::ToQuarter(self.spot(segment)),
                piece => Act::ToFeature(piece, self.spot(segment)),
            },
            Answer::Withdraw { piece } => Act::TakeOff(O::Family::PIECE_WORDS[usize::from(piece)]),
            Answer::Build { segment } => Act::Build(self.spot(segment)),
            Answer::Clear { tile } => Act::Clear(usize::from(tile)),
            Answer::Outcome { number } => Act::Outcome(usize::from(number)),
            Answer::Again => Act::Again,
            Answer::Pass => Act::Pass,
        }
    }

    /// Checks that the engine and the second opinion expect the same decision from the same seat.
    pub(super) fn check_asked(&self) {
        let ours = match self.game.actor() {
            Actor::Seat(seat) => Some(usize::from(seat)),
            _ => None,
        };
        let (pending, stage) = (self.position().pending(), self.second.pending_word());
        hold!(
            self,
            ours == self.second.asked(),
            "the engine asks {ours:?} for {pending:?}; the second opinion for {stage}"
        );
        let pending = format!("{pending:?}");
        let first = |text: &str| text.split(['(', ' ']).next().unwrap_or_default().to_owned();
        hold!(self, first(&pending) == first(&stage), "the engine asks for {pending}; the second opinion for {stage}");
    }

    /// Checks that the engine and the second opinion list the same answers.
    pub(super) fn check_legal(&self, legal: &[Answer]) {
        let ours: BTreeSet<_> = legal.iter().map(|&answer| self.second.name(self.act(answer))).collect();
        let theirs: BTreeSet<_> = self.second.legal().into_iter().map(|act| self.second.name(act)).collect();
        let too_many: Vec<_> = ours.difference(&theirs).collect();
        let missing: Vec<_> = theirs.difference(&ours).collect();
        let pending = self.position().pending();
        hold!(
            self,
            ours == theirs,
            "{pending:?}: listed only by the engine: {too_many:?}; only by the second opinion: {missing:?}"
        );
    }

    /// Checks that the incrementally joined features are the same as those found by walking over the map.
    pub(super) fn check_features(&self) {
        let features = &self.position().board.features;
        let mut walked: BTreeMap<BTreeSet<Spot>, FoundFeature> =
            self.second.features().into_iter().map(|found| (found.spots.clone(), found)).collect();
        for root in features.roots() {
            let spots: BTreeSet<_> = features.ring(root).map(|segment| self.spot(segment)).collect();
            let Some(found) = walked.remove(&spots) else {
                hold!(self, false, "walking does not find the feature {spots:?}");
                return;
            };
            hold!(self, usize::from(features.size(root)) == spots.len(), "{spots:?}: wrong size");
            let kind = O::Family::KIND_WORDS[usize::from(features.kind(root))];
            hold!(self, kind == found.kind, "{spots:?} is a {kind}, but walking finds a {}", found.kind);
            if !found.is_land() {
                continue;
            }
            let (open, tiles) = (features.open(root), features.tiles(root));
            hold!(
                self,
                usize::from(open) == found.open,
                "{kind} {spots:?}: {open} open, but walking finds {}",
                found.open
            );
            hold!(
                self,
                i32::from(tiles) == found.tiles(),
                "{kind} {spots:?}: {tiles} tiles, but walking finds {}",
                found.tiles()
            );
            let complete = O::Family::is_complete(self.position(), self.rules(), root);
            hold!(self, complete == found.is_complete(), "{kind} {spots:?} is complete: {complete}");
            if let Some(worth) = self.second.worth(&found) {
                let score = O::Family::worth(self.position(), self.rules(), root);
                hold!(self, score.points() == worth, "{kind} {spots:?} is worth {}, not {worth}", score.points());
            }
        }
        let land: Vec<_> = walked.values().filter(|found| found.is_land()).collect();
        hold!(self, land.is_empty(), "features found only by walking: {land:?}");
    }

    /// Checks that tiles, figures, pieces, tokens and points are conserved.
    pub(super) fn check_conserved(&self) {
        let (rules, position, table) = (self.rules(), self.position(), self.second.table());
        for (kind, text) in rules.texts.iter().enumerate().filter(|(_, text)| !self.second.is_held(text)) {
            let left = usize::from(position.bag().count(kind as KindIndex));
            let expected = table.bag[kind];
            hold!(self, left == expected, "{left} of {} are in the bag, not {expected}", text.id);
        }
        let left: usize =
            [PILE_BAG, PILE_FIRST, PILE_APART].map(|pile| usize::from(position.bag().left_in(pile))).iter().sum();
        let expected = table.bag.iter().sum::<usize>();
        hold!(self, left == expected, "the bag's count is {left}, but it holds {expected}");
        let count = position.board.features.figures().len();
        let mut ours: Vec<Figure> = (0..count).filter_map(|number| figure_of(position, number)).collect();
        let mut theirs = table.figures.clone();
        ours.sort_unstable();
        theirs.sort_unstable();
        let home = |figure: &&Figure| figure.place != Whereabouts::Supply;
        let differ = || (ours.iter().filter(home).collect::<Vec<_>>(), theirs.iter().filter(home).collect::<Vec<_>>());
        hold!(self, ours == theirs, "figures differ (engine, second opinion): {:?}", differ());
        for seat in 0..rules.seats {
            for kind in 0..O::Family::FIGURE_WORDS.len() as u8 {
                let (supply, word) = (usize::from(position.supply(seat, kind)), Self::figure_word(kind));
                let expected = table.supply(usize::from(seat), word);
                hold!(self, supply == expected, "seat {seat} has {supply} {word} in supply, not {expected}");
            }
            let mut hand: Vec<usize> = position.hand(seat).iter().map(|&kind| usize::from(kind)).collect();
            let mut expected = table.hands[usize::from(seat)].clone();
            hand.sort_unstable();
            expected.sort_unstable();
            hold!(self, hand == expected, "seat {seat} holds {hand:?}, not {expected:?}");
        }
        hold!(self, self.game.scores() == self.sums, "the scores are not the sums of the events: {:?}", self.sums);
        hold!(self, self.game.scores() == table.scores, "the second opinion's scores: {:?}", table.scores);
        let compared = self.second.compare(rules, position);
        hold!(self, compared.is_ok(), "{}", compared.unwrap_err());
    }

    /// Checks that the engine and the second opinion give the same points for the same features.
    pub(super) fn check_points(&mut self, events: &[Event]) {
        let features = &self.position().board.features;
        let (mut ours, mut clauses) = (Vec::new(), Vec::new());
        for event in events {
            let Event::Scored { seat, subject, score, .. } = *event else { continue };
            let (kind, spots) = match subject {
                Subject::Feature(feature) => {
                    let spots = features.ring(feature).map(|segment| self.spot(segment)).collect();
                    (O::Family::KIND_WORDS[usize::from(features.kind(feature))], spots)
                }
                Subject::Named(word) => (word, BTreeSet::new()),
            };
            ours.push(Points { seat: usize::from(seat), points: score.points(), kind: kind.to_owned(), spots });
            clauses.extend(score.terms().iter().map(|term| term.clause));
        }
        for clause in clauses {
            *self.checked.seen.entry(clause.to_owned()).or_default() += 1;
        }
        let enlisted = events.iter().filter(|event| matches!(event, Event::Enlisted { .. })).count();
        if enlisted > 0 {
            *self.checked.seen.entry("Enlisted".to_owned()).or_default() += enlisted;
        }
        self.checked.discarded += events.iter().filter(|event| matches!(event, Event::Discarded { .. })).count();
        for points in &ours {
            let sum = &mut self.sums[points.seat];
            *sum = (*sum + points.points).max(0);
        }
        let mut theirs = std::mem::take(&mut self.second.table_mut().log);
        self.checked.scores += theirs.len();
        for list in [&mut ours, &mut theirs] {
            *list = normalize_points(std::mem::take(list));
        }
        let (more, less): (Vec<_>, Vec<_>) = (
            ours.iter().filter(|points| !theirs.contains(points)).collect(),
            theirs.iter().filter(|points| !ours.contains(points)).collect(),
        );
        hold!(self, ours == theirs, "points only in events: {more:?}; only in the second opinion: {less:?}");
        let scores = &self.second.table().scores;
        hold!(
            self,
            self.game.scores() == *scores,
            "scores {:?}; by the second opinion, in its order of scoring, {scores:?}; the last points {ours:?}",
            self.game.scores()
        );
    }
}

/// Sorts points and drops entries worth 0 points. Adds up the points for the king and the robber baron, since one edition gives points for
/// both cards together (KING-06).
fn normalize_points(all: Vec<Points>) -> Vec<Points> {
    let mut sums: BTreeMap<(usize, String), i32> = BTreeMap::new();
    let mut list = Vec::new();
    for points in all {
        match points.kind.as_str() {
            "king" | "robber" => *sums.entry((points.seat, "cards".to_owned())).or_default() += points.points,
            _ => list.push(points),
        }
    }
    let cards = sums.into_iter().map(|((seat, kind), points)| Points { seat, points, kind, spots: BTreeSet::new() });
    list.extend(cards);
    list.retain(|points| points.points != 0);
    list.sort();
    list
}
