//! What a saved game says must hold where it stops, in that program's words, checked against ours.

use std::collections::BTreeSet;

use bastide_core::SegmentIndex;
use serde::Serialize;

use super::file::Pointer;
use super::replay::Stop;
use super::{locations, names};
use crate::game::Game;
use crate::view::EventView;
use crate::{Actor, Answer};

/// One assertion of a file, and whether it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Assertion {
    /// What the file says.
    pub text: String,
    /// Whether it holds.
    pub verdict: AssertionVerdict,
}

/// Whether an assertion holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum AssertionVerdict {
    /// It holds.
    #[serde(rename = "held")]
    Held,
    /// It does not.
    #[serde(rename = "failed")]
    Failed,
    /// It says something that we cannot check.
    #[serde(rename = "not understood")]
    NotUnderstood,
}

/// Checks a file's assertions.
pub(super) fn check(
    texts: &[String],
    names: &[String],
    stop: &Stop,
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
    stop: &'a Stop<'a>,
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
        match text {
            "Player can pass" => Some(self.can_pass()),
            "Player can't pass" => Some(!self.can_pass()),
            "Undo is allowed" => Some(self.stop.can_undo),
            "Undo is not allowed" => Some(!self.stop.can_undo),
            _ => self.scored(text).or_else(|| self.points(text)),
        }
    }

    /// `NAME has 7 points`.
    fn points(&self, text: &str) -> Option<bool> {
        let (name, points) = text.rsplit_once(" has ")?;
        let points = points_of(points)?;
        let seat = self.names.iter().position(|other| other == name);
        Some(seat.is_some_and(|seat| self.scores.get(seat) == Some(&points)))
    }

    /// `NAME scored city for 7 points`.
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
        Some(self.events.iter().any(|(_, event)| match event {
            EventView::Scored { seat, points, kind, .. } => {
                Some(usize::from(*seat)) == by && *points == wanted_points && *kind == wanted
            }
            _ => false,
        }))
    }

    /// That program's name for what is asked now, in lower case.
    fn phase(&self) -> &'static str {
        match self.stop.game.actor() {
            _ if self.stop.ended => "gameoverphase",
            Actor::Nobody => "gameoverphase",
            _ if self.stop.to_confirm => "commitactionphase",
            Actor::Chance => "tilephase",
            Actor::Seat(_) if self.can_pass() => "actionphase",
            Actor::Seat(_) => "tilephase",
        }
    }

    fn can_pass(&self) -> bool {
        !self.stop.ended && !self.stop.to_confirm && self.stop.game.legal().contains(&Answer::Pass)
    }

    /// Where a tile could be placed if it were drawn next; none if it cannot be drawn or fits nowhere. Each rotation
    /// counts, also those that look alike.
    fn placements(&self, tile: &str) -> Option<BTreeSet<(i16, i16, u16)>> {
        if self.stop.ended || self.stop.to_confirm {
            return None;
        }
        let mut game = self.stop.game.clone();
        let kind = game.tiles().iter().position(|text| text.jcz.iter().any(|id| id == tile))? as u8;
        game.apply_quietly(Answer::Draw { kind }).ok()?;
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

    /// Where a figure of this kind can be deployed now.
    fn deployments(&self, figure: &str) -> Option<BTreeSet<SegmentIndex>> {
        let wanted = names::figure(figure)?;
        if self.stop.ended || self.stop.to_confirm {
            return Some(BTreeSet::new());
        }
        let segments = self.stop.game.legal().into_iter().filter_map(|answer| match answer {
            Answer::Deploy { figure, segment } if figure == wanted => Some(segment),
            _ => None,
        });
        Some(segments.collect())
    }

    /// Reads `{Field,ER.SL,[-1,0]}; {City,N,[-1,0]}`.
    fn deployments_of(&self, options: &str) -> Option<BTreeSet<SegmentIndex>> {
        let game: &Game = self.stop.game;
        let (rules, position) = game.classic()?;
        options
            .split(';')
            .map(|option| {
                let option = option.trim().strip_prefix('{')?.strip_suffix('}')?;
                let mut parts = option.splitn(3, ',');
                let (feature, location) = (parts.next()?.to_owned(), parts.next()?.to_owned());
                let place = parts.next()?.strip_prefix('[')?.strip_suffix(']')?;
                let (x, y) = place.split_once(',')?;
                let pointer = Pointer { position: [x.trim().parse().ok()?, y.trim().parse().ok()?], feature, location };
                locations::segment(rules, position, &pointer).ok()
            })
            .collect()
    }
}

/// Reads `7 points`, `1 point`.
fn points_of(text: &str) -> Option<i32> {
    text.strip_suffix(" points").or_else(|| text.strip_suffix(" point"))?.parse().ok()
}

/// Reads `[-1,2] - [0,90]; [1,3] - [180]`.
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
