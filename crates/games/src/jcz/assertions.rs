//! Checks a saved game's assertions about its final state, which use JCloisterZone's terms.

use std::collections::BTreeSet;

use bastide_core::described::{Asked, Described};
use bastide_core::{FigureKind, KindIndex, SegmentIndex};
use classic::Classic;
use serde::Serialize;

use super::file::Pointer;
use super::replay::FinalState;
use super::{locations, names};
use crate::Answer;
use crate::view::EventView;

/// An assertion from the file, with its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Assertion {
    /// The assertion's text in the file.
    pub text: String,
    /// The result of checking the assertion.
    pub verdict: AssertionVerdict,
}

/// Outcome of an assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum AssertionVerdict {
    /// The assertion holds.
    #[serde(rename = "held")]
    Held,
    /// The assertion does not hold.
    #[serde(rename = "failed")]
    Failed,
    /// The assertion cannot be checked by this program.
    #[serde(rename = "not understood")]
    NotUnderstood,
}

/// Checks a file's assertions.
pub(super) fn check_assertions(
    texts: &[String],
    names: &[String],
    stop: &FinalState,
    scores: &[i32],
    events: &[(u16, EventView)],
) -> Vec<Assertion> {
    let checker = Checker { names, stop, scores, events };
    texts
        .iter()
        .map(|text| {
            let holds = checker.holds(text.trim().trim_end_matches('.'));
            let verdict = match holds {
                Some(true) => AssertionVerdict::Held,
                Some(false) => AssertionVerdict::Failed,
                None => AssertionVerdict::NotUnderstood,
            };
            Assertion { text: text.clone(), verdict }
        })
        .collect()
}

struct Checker<'a> {
    names: &'a [String],
    stop: &'a FinalState<'a>,
    scores: &'a [i32],
    events: &'a [(u16, EventView)],
}

impl Checker<'_> {
    fn holds(&self, text: &str) -> Option<bool> {
        let lower = text.to_ascii_lowercase();
        if let Some(phase) = lower.strip_prefix("phase is ") {
            return Some(self.phase() == phase);
        }
        if let Some(tile) = text.strip_prefix("Available action TilePlacement for ") {
            return Some(self.placements(tile).is_some());
        }
        if let Some((tile, options)) = text.strip_prefix("TilePlacement ").and_then(|t| t.split_once(" options: ")) {
            return Some(self.placements(tile)? == placements_of(options)?);
        }
        if let Some(figure) = text.strip_prefix("Available action Meeple for ") {
            return Some(!self.deployments(figure)?.is_empty());
        }
        if let Some((figure, options)) = text.strip_prefix("Meeple ").and_then(|t| t.split_once(" options: ")) {
            return Some(self.deployments(figure)? == self.deployments_of(options)?);
        }
        if let Some(source) = text.strip_prefix("Available action ReturnMeeple for ") {
            return Some(!self.returns(source)?.is_empty());
        }
        if let Some((source, options)) = text.strip_prefix("ReturnMeeple ").and_then(|t| t.split_once(" options: ")) {
            return Some(self.returns(source)? == self.returns_of(options)?);
        }
        match text {
            "Player can pass" => Some(self.can_pass()),
            "Player can't pass" => Some(!self.can_pass()),
            "Undo is allowed" => Some(self.stop.can_undo),
            "Undo is not allowed" => Some(!self.stop.can_undo),
            _ => self.scored(text).or_else(|| self.points(text)),
        }
    }

    /// Checks an assertion such as `NAME has 7 points`; `None` if the text has another form.
    fn points(&self, text: &str) -> Option<bool> {
        let (name, points) = text.rsplit_once(" has ")?;
        let points = points_of(points)?;
        let seat = self.names.iter().position(|other| other == name);
        Some(seat.is_some_and(|seat| self.scores.get(seat) == Some(&points)))
    }

    /// Checks an assertion such as `NAME scored city for 7 points`; `None` if the text has another form.
    fn scored(&self, text: &str) -> Option<bool> {
        let (rest, points) = text.rsplit_once(" for ")?;
        let (name, wanted) = rest.rsplit_once(" scored ")?;
        let wanted_points = points_of(points)?;
        let wanted = match wanted {
            "cloister" => "monastery",
            "farm" => "field",
            other => other,
        };
        let by = self.names.iter().position(|other| other == name);
        let got = |event: &EventView| match event {
            EventView::Scored { seat, points, kind, .. } => {
                (Some(usize::from(*seat)) == by && *kind == wanted).then_some(*points)
            }
            _ => None,
        };
        let scored = self.events.iter().any(|(_, event)| got(event) == Some(wanted_points));
        // If no player has a majority, our game scores nothing, but JCloisterZone reports 0 points for the players with figures there.
        let for_nothing = || {
            self.events.iter().any(|(turn, event)| {
                let alone = self.events.iter().all(|(other, event)| other != turn || got(event).is_none());
                alone && self.kind_returned_from(event, by) == Some(wanted)
            })
        };
        Some(scored || wanted_points == 0 && for_nothing())
    }

    /// Returns the kind of feature from which a player's figure was returned.
    fn kind_returned_from(&self, event: &EventView, by: Option<usize>) -> Option<&'static str> {
        let EventView::Returned { seat, tile, segment, .. } = event else { return None };
        let (_, position) = self.stop.game.classic()?;
        let first = position.board.tiles().get(usize::from(*tile))?.first;
        let kind = position.board.features.kind(first + SegmentIndex::from(*segment));
        (Some(usize::from(*seat)) == by).then(|| classic::KIND_WORDS[usize::from(kind)])
    }

    /// Returns JCloisterZone's name for the pending decision, in lower case.
    fn phase(&self) -> &'static str {
        if self.stop.ended {
            return "gameoverphase";
        }
        match self.stop.game.classic().map(|(_, position)| Classic::asked(position)) {
            // Decisions after the scoring need no confirmation.
            Some(Asked::Other("wagon", _)) => "wagonphase",
            Some(Asked::Other("enter", _)) if self.is_last() => "cocfinalscoringphase",
            Some(Asked::Other("enter", _)) => "cocscoringphase",
            Some(Asked::Other("courtier", _)) => "cocfollowerphase",
            Some(Asked::Other("count", _)) => "coccountphase",
            Some(Asked::Other("escape", _)) => "escapephase",
            _ if self.stop.to_confirm => "commitactionphase",
            Some(Asked::Other("abbey", _)) => "abbeyphase",
            Some(Asked::Other("capture" | "exchange", _)) => "towercapturephase",
            Some(Asked::Other("dragon", _)) => "dragonmovephase",
            Some(Asked::Other("phantom", _)) => "phantomphase",
            Some(Asked::Other("mage-witch", _)) => "mageandwitchphase",
            Some(Asked::Deploy) => "actionphase",
            Some(Asked::Over) | None => "gameoverphase",
            _ => "tilephase",
        }
    }

    /// Returns whether followers leave the City of Carcassonne for the last time.
    fn is_last(&self) -> bool {
        let pending = self.stop.game.classic().map(|(_, position)| position.pending());
        matches!(pending, Some(classic::Pending::Enter(enter)) if enter.last)
    }

    fn can_pass(&self) -> bool {
        !self.stop.ended && !self.stop.to_confirm && self.stop.game.legal().contains(&Answer::Pass)
    }

    /// Returns the legal placements of a tile if it were drawn next; `None` if it cannot be drawn or fits nowhere. Rotations that look
    /// alike are all included.
    fn placements(&self, tile: &str) -> Option<BTreeSet<(i16, i16, u16)>> {
        if self.stop.ended || self.stop.to_confirm {
            return None;
        }
        let mut game = self.stop.game.clone();
        let kind = game.tiles().iter().position(|text| text.jcz.iter().any(|id| id == tile))? as KindIndex;
        game.apply_raw(Answer::Draw { kind }).ok()?;
        let (rules, _) = game.classic()?;
        let alike = rules.kind(kind).rotations;
        let mut places = BTreeSet::new();
        for answer in game.legal() {
            if let Answer::Place { at, rotation } = answer {
                let turned = (rotation..4).step_by(usize::from(alike));
                places.extend(turned.map(|rotation| (at.x, at.y, 90 * u16::from(rotation))));
            }
        }
        (!places.is_empty()).then_some(places)
    }

    /// Returns the segments on which a figure of this kind can be deployed now.
    fn deployments(&self, figure: &str) -> Option<BTreeSet<SegmentIndex>> {
        let wanted = names::figure(figure)?;
        if self.stop.ended || self.stop.to_confirm {
            return Some(BTreeSet::new());
        }
        let (rules, position) = self.stop.game.classic()?;
        let mut segments = BTreeSet::new();
        for answer in self.stop.game.legal() {
            match answer {
                Answer::Deploy { figure, segment } if figure == wanted => drop(segments.insert(segment)),
                Answer::Move { figure, segment } if position.board.features.figure(figure).kind == wanted => {
                    segments.insert(segment);
                }
                Answer::DeployCorner { figure, corner } if figure == wanted => {
                    segments.insert(locations::barn_field(rules, position, corner)?);
                }
                _ => {}
            }
        }
        Some(segments)
    }

    /// Returns the figures that a princess, the festival or an escape can take back now, each with its seat, kind and segment.
    fn returns(&self, source: &str) -> Option<BTreeSet<PlacedFigure>> {
        let (_, position) = self.stop.game.classic()?;
        let asked = Classic::asked(position);
        let (suits, mode) = match source {
            "PRINCESS" => (asked == Asked::Deploy, "princess"),
            "FESTIVAL" => (asked == Asked::Deploy, "festival"),
            "SIEGE_ESCAPE" => (matches!(asked, Asked::Other("escape", _)), "escape"),
            _ => return None,
        };
        let mut standing = BTreeSet::new();
        for answer in self.stop.game.legal() {
            if let Answer::Return { figure } = answer
                && suits
                && Classic::mode(position, answer) == Some(mode)
                && !self.stop.to_confirm
            {
                let figure = position.board.features.figure(figure);
                standing.insert((figure.seat, figure.kind, figure.segment()?));
            }
        }
        Some(standing)
    }

    /// Parses `{0.small.1,City,NS,[0,-1]}`.
    fn returns_of(&self, options: &str) -> Option<BTreeSet<PlacedFigure>> {
        options
            .split(';')
            .map(|option| {
                let (id, place) = option.trim().strip_prefix('{')?.split_once(',')?;
                let mut parts = id.split('.');
                let (seat, kind) = (parts.next()?.parse().ok()?, names::figure(parts.next()?)?);
                Some((seat, kind, self.segment_at_pointer(place.strip_suffix('}')?)?))
            })
            .collect()
    }

    /// Parses `{Field,ER.SL,[-1,0]}; {City,N,[-1,0]}`.
    fn deployments_of(&self, options: &str) -> Option<BTreeSet<SegmentIndex>> {
        options
            .split(';')
            .map(|option| self.segment_at_pointer(option.trim().strip_prefix('{')?.strip_suffix('}')?))
            .collect()
    }

    /// Returns the segment that a text such as `City,N,[-1,0]` names.
    fn segment_at_pointer(&self, text: &str) -> Option<SegmentIndex> {
        let (rules, position) = self.stop.game.classic()?;
        let mut parts = text.splitn(3, ',');
        let (feature, location) = (parts.next()?.to_owned(), parts.next()?.to_owned());
        let (x, y) = parts.next()?.strip_prefix('[')?.strip_suffix(']')?.split_once(',')?;
        let pointer = Pointer { position: [x.trim().parse().ok()?, y.trim().parse().ok()?], feature, location };
        locations::segment(rules, position, &pointer).ok()
    }
}

/// A figure on the board: seat, kind, segment.
type PlacedFigure = (u8, FigureKind, SegmentIndex);

/// Parses `7 points` or `1 point`.
fn points_of(text: &str) -> Option<i32> {
    text.strip_suffix(" points").or_else(|| text.strip_suffix(" point"))?.parse().ok()
}

/// Parses `[-1,2] - [0,90]; [1,3] - [180]`.
fn placements_of(options: &str) -> Option<BTreeSet<(i16, i16, u16)>> {
    let list = |text: &str| Some(text.trim().strip_prefix('[')?.strip_suffix(']')?.to_owned());
    let mut places = BTreeSet::new();
    for option in options.split(';') {
        let (place, rotations) = option.split_once(" - ")?;
        let (place, rotations) = (list(place)?, list(rotations)?);
        let (x, y) = place.split_once(',')?;
        let (x, y) = (x.trim().parse().ok()?, y.trim().parse().ok()?);
        for rotation in rotations.split(',') {
            places.insert((x, y, rotation.trim().parse().ok()?));
        }
    }
    Some(places)
}
