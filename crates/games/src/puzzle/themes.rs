//! Themes of a turn: what it achieves, computed from its events and from the features before and after it.

use serde::{Deserialize, Serialize};

use crate::guide::GuideOpen;
use crate::notation::WordError;
use crate::view::{EventView, FeatureView, HIDDEN_KINDS, View, Viewer};
use crate::{Actor, Answer, Game};
use bastide_core::Place;

/// Number of undrawn tiles up to which a turn is among the last ones.
const LAST_TILES: u16 = 3;
/// Number of remaining tiles that must have fitted an open place before a turn that blocks it.
const OPEN_FITS: u32 = 3;
/// Number of remaining tiles that still fit an open place after it was blocked.
const BLOCKED_FITS: u32 = 1;
/// Kinds of feature whose takeover counts as that of a city.
const CITY_KINDS: [&str; 2] = ["city", "forest"];

/// Theme of a turn: one of its effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// Completes a feature and scores it with a figure deployed in the same turn.
    Claim,
    /// Takes or shares a field or meadow that belonged to other seats.
    StealField,
    /// Takes or shares a city or forest that belonged to other seats.
    StealCity,
    /// Takes or shares another feature that belonged to other seats.
    Steal,
    /// Makes a feature of another seat hard or impossible to complete.
    Block,
    /// Gets back a figure that was deployed in an earlier turn.
    Save,
    /// One of the last turns of the game.
    LastTiles,
    /// Scores points in another way.
    Gain,
    /// Scores nothing yet.
    Plan,
}

impl Theme {
    /// All themes, in the order in which they are listed.
    pub const ALL: [Self; 9] = [
        Self::Claim,
        Self::StealField,
        Self::StealCity,
        Self::Steal,
        Self::Block,
        Self::Save,
        Self::LastTiles,
        Self::Gain,
        Self::Plan,
    ];
}

/// Returns the themes of a turn that gives these answers.
///
/// # Errors
/// An answer is illegal.
pub fn of(position: &Game, turn: &[Answer]) -> Result<Vec<Theme>, WordError> {
    let Actor::Seat(seat) = position.actor() else { return Ok(Vec::new()) };
    let (before, mut after, mut events) = (position.view(), position.clone(), Vec::new());
    for &answer in turn {
        events.extend(after.apply(answer)?);
    }
    let end = after.view();
    let mut themes = Vec::new();
    let deployed: Vec<u8> = events.iter().filter_map(|event| figure_deployed(event, seat)).collect();
    let returned: Vec<u8> = events.iter().filter_map(|event| figure_returned(event, seat)).collect();
    if returned.iter().any(|id| deployed.contains(id)) {
        themes.push(Theme::Claim);
    }
    themes.extend(takeovers(&before, &end, &events, seat));
    if blocks(position, &after, &end, &events, seat) {
        themes.push(Theme::Block);
    }
    if !end.over && returned.iter().any(|id| !deployed.contains(id)) {
        themes.push(Theme::Save);
    }
    if before.bag.left <= LAST_TILES {
        themes.push(Theme::LastTiles);
    }
    if themes.is_empty() {
        let scores = events.iter().any(|event| matches!(event, EventView::Scored { seat: of, .. } if *of == seat));
        themes.push(if scores { Theme::Gain } else { Theme::Plan });
    }
    Ok(themes)
}

fn figure_deployed(event: &EventView, seat: u8) -> Option<u8> {
    match event {
        EventView::Deployed { seat: of, id, .. } if *of == seat => Some(*id),
        _ => None,
    }
}

fn figure_returned(event: &EventView, seat: u8) -> Option<u8> {
    match event {
        EventView::Returned { seat: of, id, .. } if *of == seat => Some(*id),
        _ => None,
    }
}

/// Returns the themes for features of other seats that the seat took or now shares.
fn takeovers(before: &View, after: &View, events: &[EventView], seat: u8) -> Vec<Theme> {
    let mut themes = Vec::new();
    for feature in &after.features {
        let is_part = |part: &&FeatureView| {
            part.kind == feature.kind && part.segments.iter().any(|at| feature.segments.contains(at))
        };
        let belonged = |part: &FeatureView| !part.owners.is_empty() && !part.owners.contains(&seat);
        if !before.features.iter().filter(is_part).any(belonged) {
            continue;
        }
        let scored = events.iter().any(|event| match event {
            EventView::Scored {
                seat: of, finished: true, last: false, tile: Some(tile), segment: Some(at), ..
            } => *of == seat && feature.segments.contains(&(*tile, *at)),
            _ => false,
        });
        if !scored && !feature.owners.contains(&seat) {
            continue;
        }
        let theme = match feature.kind {
            kind if HIDDEN_KINDS.contains(&kind) => Theme::StealField,
            kind if CITY_KINDS.contains(&kind) => Theme::StealCity,
            _ => Theme::Steal,
        };
        if !themes.contains(&theme) {
            themes.push(theme);
        }
    }
    themes.sort_unstable();
    themes
}

/// Returns whether an open place beside the new tile, where another seat's incomplete feature continues, has lost nearly all the tiles that
/// fitted it.
fn blocks(position: &Game, after: &Game, end: &View, events: &[EventView], seat: u8) -> bool {
    let placed = events.iter().find_map(|event| match event {
        EventView::Placed { x, y, .. } => Some(Place::new(*x, *y)),
        _ => None,
    });
    let Some(placed) = placed.filter(|_| !end.over) else { return false };
    let (open_before, open_after) = (position.guide_for(Viewer::ALL).open, after.guide_for(Viewer::ALL).open);
    let at = |open: &[GuideOpen], place: Place| open.iter().find(|one| (one.x, one.y) == (place.x, place.y)).copied();
    (0..4).map(|side| placed.beside(side)).any(|place| {
        let (Some(was), Some(is)) = (at(&open_before, place), at(&open_after, place)) else { return false };
        let theirs = |root: &u16| {
            let feature = end.features.iter().find(|feature| feature.id == *root);
            feature.is_some_and(|feature| {
                !feature.complete
                    && !feature.owners.is_empty()
                    && !feature.owners.contains(&seat)
                    && !HIDDEN_KINDS.contains(&feature.kind)
            })
        };
        was.fit >= OPEN_FITS && (is.dead || is.fit <= BLOCKED_FITS) && after.features_beside(place).iter().any(theirs)
    })
}
