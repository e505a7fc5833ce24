//! The engine against the second opinion: who is asked what, what is legal, what lies and stands where, who got what.

use std::collections::{BTreeMap, BTreeSet};

use bastide_core::{Actor, Answer, Event, Spot as At, Subject};
use classic::{PIECE_WORDS, base};

use super::{Table, hold};
use crate::second::{Act, FIGURES, Figure, Found, Points, Spot, Whereabouts};

impl Table {
    /// The spot of a segment, for the second opinion.
    pub(super) fn spot(&self, segment: u16) -> Spot {
        let board = &self.position().board;
        (usize::from(board.features.tile_of(segment)), usize::from(board.within_tile(segment)))
    }

    /// A figure of the engine's as the second opinion describes it.
    fn figure(&self, number: usize) -> Option<Figure> {
        let figure = self.position().board.features.figures().get(number)?;
        let place = match (figure.segment(), figure.captor()) {
            (Some(segment), _) => Whereabouts::At(self.spot(segment)),
            (None, Some(seat)) => Whereabouts::Held(usize::from(seat)),
            (None, None) => Whereabouts::Supply,
        };
        Some(Figure { seat: usize::from(figure.seat), kind: FIGURES[usize::from(figure.kind)], place })
    }

    /// The second opinion's figure that is where one of the engine's is; best the one with the fairy, if she stands there.
    fn like(&self, number: u8) -> usize {
        let figure = self.figure(usize::from(number));
        let by_fairy = self.fairy_stands_by() == Some(usize::from(number));
        let all = self.second.figures.iter().enumerate();
        let alike: Vec<usize> = all.filter(|(_, other)| Some(**other) == figure).map(|(i, _)| i).collect();
        hold!(self, !alike.is_empty(), "the second opinion knows no {figure:?}");
        let beside = self.second.fairy.and_then(|(_, beside)| beside);
        alike.iter().copied().find(|&i| (beside == Some(i)) == by_fairy).unwrap_or(alike[0])
    }

    fn piece(&self, word: &str) -> Option<At> {
        self.position().piece(PIECE_WORDS.iter().position(|other| *other == word).unwrap() as u8)
    }

    fn fairy_stands_by(&self) -> Option<usize> {
        match self.piece("fairy") {
            Some(At::Figure(figure)) => Some(usize::from(figure)),
            _ => None,
        }
    }

    /// An answer as the second opinion understands it.
    pub(super) fn act(&self, answer: Answer) -> Act {
        match answer {
            Answer::Begin { seat } => Act::Begin(usize::from(seat)),
            Answer::Draw { kind } => Act::Draw(usize::from(kind)),
            Answer::Place { at, rotation } => Act::Place(i32::from(at.x), i32::from(at.y), usize::from(rotation)),
            Answer::Deploy { figure, segment } => Act::Deploy(FIGURES[usize::from(figure)], self.spot(segment)),
            Answer::DeployCorner { figure, corner } => Act::Corner(FIGURES[usize::from(figure)], usize::from(corner)),
            Answer::Return { figure } => Act::Return(self.like(figure)),
            Answer::Move { figure, segment } => Act::Move(self.like(figure), self.spot(segment)),
            Answer::Capture { figure } => Act::Capture(self.like(figure)),
            Answer::Redeem { figure } => Act::Redeem(self.like(figure)),
            Answer::Lead { to: At::Tile(tile), .. } => Act::ToTile(usize::from(tile)),
            Answer::Lead { to: At::Figure(figure), .. } => Act::ToFigure(self.like(figure)),
            Answer::Lead { to: At::Segment(segment), .. } => Act::ToQuarter(self.spot(segment)),
            Answer::Build { segment } => Act::Build(self.spot(segment)),
            Answer::Pass => Act::Pass,
        }
    }

    /// The same seat is asked.
    pub(super) fn check_asked(&self) {
        let ours = match self.game.actor() {
            Actor::Seat(seat) => Some(usize::from(seat)),
            _ => None,
        };
        let (frame, stage) = (self.position().frame(), &self.second.stage);
        hold!(self, ours == self.second.asked(), "{ours:?} is asked {frame:?}; by the second opinion {stage:?}");
        let (frame, stage) = (format!("{frame:?}"), format!("{stage:?}").replace("Action", "Deploy"));
        let first = |text: &str| text.split(['(', ' ']).next().unwrap_or_default().to_owned();
        hold!(self, first(&frame) == first(&stage), "{frame} is asked; by the second opinion {stage}");
    }

    /// The second opinion lists the same answers.
    pub(super) fn check_legal(&self, legal: &[Answer]) {
        let ours: BTreeSet<_> = legal.iter().map(|&answer| self.second.name(self.act(answer))).collect();
        let theirs: BTreeSet<_> = self.second.legal().into_iter().map(|act| self.second.name(act)).collect();
        let too_many: Vec<_> = ours.difference(&theirs).collect();
        let missing: Vec<_> = theirs.difference(&ours).collect();
        let frame = self.position().frame();
        hold!(
            self,
            ours == theirs,
            "{frame:?}: listed against the second opinion: {too_many:?}; not listed: {missing:?}"
        );
    }

    /// Joining as tiles come leads to the same features as walking over the table anew.
    pub(super) fn check_features(&self) {
        let features = &self.position().board.features;
        let mut walked: BTreeMap<BTreeSet<Spot>, Found> =
            self.second.features().into_iter().map(|found| (found.spots.clone(), found)).collect();
        for root in features.roots() {
            let spots: BTreeSet<_> = features.ring(root).map(|segment| self.spot(segment)).collect();
            let Some(found) = walked.remove(&spots) else {
                hold!(self, false, "the feature of segments {spots:?} is none when walked");
                return;
            };
            hold!(self, usize::from(features.size(root)) == spots.len(), "{spots:?}: wrong size");
            let kind = classic::KIND_WORDS[usize::from(features.kind(root))];
            hold!(self, kind == found.kind, "{spots:?} is a {kind} and was walked as {}", found.kind);
            if !found.is_land() {
                continue;
            }
            let (open, tiles) = (features.open(root), features.tiles(root));
            hold!(self, usize::from(open) == found.open, "{kind} {spots:?}: {open} open, walked {}", found.open);
            hold!(self, i32::from(tiles) == found.tiles(), "{kind} {spots:?}: {tiles} tiles, walked {}", found.tiles());
            let pennants = features.lane(root, base::PENNANT_LANE);
            hold!(self, i32::from(pennants) == found.pennants, "{kind} {spots:?}: {pennants} pennants");
            if self.second.is_carcassonne(&found) {
                continue; // Nobody is ever in that city, so that it is worth nothing to ask about.
            }
            let score = classic::scoring::worth(self.position(), self.rules(), root, found.is_complete());
            let worth = self.second.worth(&found, found.is_complete());
            hold!(self, score.points() == worth, "{kind} {spots:?} is worth {} and not {worth}", score.points());
        }
        let land: Vec<_> = walked.values().filter(|found| found.is_land()).collect();
        hold!(self, land.is_empty(), "features found by walking only: {land:?}");
    }

    /// Tiles, figures, pieces, tokens and points are neither made nor lost.
    pub(super) fn check_conserved(&self) {
        let (rules, position) = (self.rules(), self.position());
        for (kind, text) in rules.texts.iter().enumerate() {
            let left = usize::from(position.bag().count(kind as u8));
            let held = text.marks.iter().any(|mark| mark == "abbey");
            let expected = self.second.bag[kind];
            hold!(self, held || left == expected, "{left} of {} are in the bag and not {expected}", text.id);
        }
        let aside: usize = self.second.aside.iter().sum();
        hold!(self, position.bag().aside().len() == aside, "{aside} tiles are put aside");
        let left = usize::from(position.bag().left() + position.bag().first_left());
        let expected = self.second.bag.iter().sum::<usize>();
        hold!(self, left == expected, "the bag says {left} and holds {expected}");
        let count = position.board.features.figures().len();
        let mut ours: Vec<Figure> = (0..count).filter_map(|number| self.figure(number)).collect();
        let mut theirs = self.second.figures.clone();
        ours.sort_unstable();
        theirs.sort_unstable();
        let home = |figure: &&Figure| figure.place != Whereabouts::Supply;
        let differ = || (ours.iter().filter(home).collect::<Vec<_>>(), theirs.iter().filter(home).collect::<Vec<_>>());
        hold!(self, ours == theirs, "figures stand (engine, second opinion): {:?}", differ());
        for seat in 0..rules.seats {
            for (kind, word) in FIGURES.into_iter().enumerate() {
                let supply = usize::from(position.supply(seat, kind as u8));
                let expected = self.second.supply(usize::from(seat), word);
                hold!(self, supply == expected, "seat {seat} has {supply} {word} in supply and not {expected}");
            }
        }
        hold!(self, self.game.scores() == self.sums, "the scores are not the sums of the events: {:?}", self.sums);
        hold!(self, self.game.scores() == self.second.scores, "the second opinion's scores: {:?}", self.second.scores);
        self.check_pieces();
    }

    /// Dragon, fairy, count; towers; goods; abbeys; the king and the robber baron.
    fn check_pieces(&self) {
        let (position, second) = (self.position(), &self.second);
        let dragon = match self.piece("dragon") {
            Some(At::Tile(tile)) => Some(usize::from(tile)),
            _ => None,
        };
        hold!(self, dragon == second.dragon, "the dragon is on {dragon:?} and not {:?}", second.dragon);
        let fairy = match self.piece("fairy") {
            Some(At::Tile(tile)) => Some((usize::from(tile), None)),
            Some(At::Figure(figure)) => {
                let this = self.figure(usize::from(figure));
                this.and_then(|this| Some((this.spot()?.0, Some(this))))
            }
            _ => None,
        };
        let theirs = second.fairy.map(|(tile, beside)| (tile, beside.map(|number| second.figures[number])));
        hold!(self, fairy == theirs, "the fairy is at {fairy:?} and not {theirs:?}");
        let count = match self.piece("count") {
            Some(At::Segment(segment)) => Some(self.spot(segment)),
            _ => None,
        };
        hold!(self, count == second.count, "the count is at {count:?} and not {:?}", second.count);
        let extra = &position.extra;
        let towers: BTreeMap<Spot, usize> =
            extra.tower.towers().map(|(segment, height)| (self.spot(segment), usize::from(height))).collect();
        hold!(self, towers == second.towers, "towers are {towers:?} and not {:?}", second.towers);
        for seat in 0..usize::from(self.rules().seats) {
            let pieces = (usize::from(extra.tower.pieces[seat]), second.pieces[seat]);
            hold!(self, pieces.0 == pieces.1, "seat {seat} has {} tower pieces and not {}", pieces.0, pieces.1);
            let goods = (extra.traders_builders.goods[seat].map(usize::from), second.goods[seat]);
            hold!(self, goods.0 == goods.1, "seat {seat} has goods {:?} and not {:?}", goods.0, goods.1);
            let abbey = (extra.abbey_mayor.abbeys[seat], second.abbeys[seat]);
            hold!(self, abbey.0 == abbey.1, "seat {seat} has its abbey: {} and not {}", abbey.0, abbey.1);
        }
        let cards = [extra.king_robber.king, extra.king_robber.robber].map(|card| card.holder().map(usize::from));
        let theirs = [second.king, second.robber].map(|card| card.map(|(seat, _)| seat));
        hold!(self, cards == theirs, "king and robber baron are with {cards:?} and not {theirs:?}");
    }

    /// Both have given the same points for the same features.
    pub(super) fn check_points(&mut self, events: &[Event]) {
        let features = &self.position().board.features;
        let mut ours = Vec::new();
        for event in events {
            let Event::Scored { seat, subject, score, .. } = *event else { continue };
            let (kind, spots) = match subject {
                Subject::Feature(feature) => {
                    let spots = features.ring(feature).map(|segment| self.spot(segment)).collect();
                    (classic::KIND_WORDS[usize::from(features.kind(feature))], spots)
                }
                Subject::Named(word) => (word, BTreeSet::new()),
            };
            ours.push(Points { seat: usize::from(seat), points: score.points(), kind: kind.to_owned(), spots });
        }
        self.checked.discarded += events.iter().filter(|event| matches!(event, Event::Discarded { .. })).count();
        for points in &ours {
            self.sums[points.seat] += points.points;
        }
        let mut theirs = std::mem::take(&mut self.second.log);
        self.checked.scores += theirs.len();
        for list in [&mut ours, &mut theirs] {
            *list = settled(std::mem::take(list));
        }
        let (more, less): (Vec<_>, Vec<_>) = (
            ours.iter().filter(|points| !theirs.contains(points)).collect(),
            theirs.iter().filter(|points| !ours.contains(points)).collect(),
        );
        hold!(self, ours == theirs, "points by events alone: {more:?}; by the second opinion alone: {less:?}");
        hold!(self, self.game.scores() == self.second.scores, "scores: {:?}", self.second.scores);
    }
}

/// Points in an order of their own, without empty ones. What the king and the robber baron give at the end is one sum, since an
/// edition gives points for both together (KING-06).
fn settled(all: Vec<Points>) -> Vec<Points> {
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
