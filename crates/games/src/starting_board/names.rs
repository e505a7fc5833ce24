//! Names of segments and figures anywhere on the table, as boards use them.

use bastide_core::{Described, FigureIndex, FigureKind, Position, Rules, SegmentIndex};

use super::items::place;
use crate::notation::{CORNERS, PORTS, figure_name, location, place_name, prefix};

/// Position of a figure: the segment, and the corner if it stands on one.
pub(super) type Standing = (SegmentIndex, u8);

/// A parsed figure: its seat, its kind, where it stands, and the tokens attached to it.
pub(super) struct NamedFigure {
    pub seat: u8,
    pub kind: FigureKind,
    pub stands: Standing,
    pub tokens: u8,
}

/// The reason a name was not understood: a code and a text.
pub(super) type NameProblem = (&'static str, String);

/// Returns the name of a figure on the table for a board: as in answers, but with the corner if it stands on one.
pub(super) fn figure_text<F: Described>(
    position: &Position<F>,
    rules: &Rules<F::Options>,
    figure: FigureIndex,
) -> String {
    let this = position.board.features.figure(figure);
    match this.segment().filter(|_| F::stands_on_corner(this.kind)) {
        Some(segment) => {
            let at = position.board.place_of(segment);
            let (word, corner) = (F::FIGURE_WORDS[usize::from(this.kind)], CORNERS[usize::from(this.corner() & 3)]);
            format!("{}:{word}:{corner}@{},{}", this.seat, at.x, at.y)
        }
        None => figure_name(position, rules, figure),
    }
}

/// Returns the segment with a name such as `n@1,0` or `castle`; any port of a segment names it. Segments that do not satisfy `is_meant` are
/// skipped.
pub(super) fn segment<F: Described>(
    position: &Position<F>,
    rules: &Rules<F::Options>,
    name: &str,
    is_meant: impl Fn(SegmentIndex) -> bool,
) -> Result<SegmentIndex, NameProblem> {
    let unknown = |why: String| ("segment", why);
    let Some((within, at)) = name.split_once('@') else {
        let mut found = None;
        F::named_segments(position, rules, |segment, named| {
            found = found.or((named == name).then_some(segment));
        });
        return found.ok_or_else(|| unknown(format!("there is no place \"{name}\"; places look like n@1,0")));
    };
    let at = place(at).ok_or_else(|| unknown(format!("\"{name}\" is not a place; places look like n@1,0")))?;
    let tile = position.board.tile_at(at).ok_or_else(|| unknown(format!("there is no tile at {},{}", at.x, at.y)))?;
    let tile = position.board.tiles()[usize::from(tile)];
    let kind = rules.kind(tile.kind);
    let own = (0..kind.len).map(|own| tile.first + SegmentIndex::from(own));
    let mut here = own.filter(|&segment| is_meant(segment));
    let port = PORTS.iter().position(|port| *port == within);
    let named = |segment: &SegmentIndex| {
        let own = (segment - tile.first) as u8;
        let has_port = |port: usize| kind.turned[usize::from(tile.rotation & 3)].ports[port / 3][port % 3] == own;
        !kind.closes && port.is_some_and(has_port) || location(position, rules, *segment) == within
    };
    let found = here.find(named);
    found.ok_or_else(|| unknown(format!("the tile at {},{} has no such place \"{within}\" for this", at.x, at.y)))
}

/// Parses a figure such as `0:large-knight:n@1,0+1` or `1:barn:se@0,2`.
pub(super) fn figure<F: Described>(
    position: &Position<F>,
    rules: &Rules<F::Options>,
    text: &str,
) -> Result<NamedFigure, NameProblem> {
    let form = || ("form", format!("\"{text}\" is not a figure; figures look like 0:knight:n@1,0"));
    let mut parts = text.splitn(3, ':');
    let (seat, role, at) = (parts.next(), parts.next().ok_or_else(form)?, parts.next().ok_or_else(form)?);
    let seat = seat_of(rules, seat.unwrap_or_default())?;
    let (at, tokens) = match at.split_once('+') {
        Some((at, tokens)) => (at, tokens.parse().map_err(|_| form())?),
        None => (at, 0),
    };
    if tokens > F::MAX_ATTACHED {
        return Err(("number", format!("at most {} tokens stay beside a figure", F::MAX_ATTACHED)));
    }
    let (kind, role) = figure_kind::<F>(role).ok_or_else(|| ("figure", format!("there is no figure \"{role}\"")))?;
    if F::stands_on_corner(kind) {
        return Ok(NamedFigure { seat, kind, stands: corner(position, rules, at)?, tokens });
    }
    let is_meant = |segment| F::role(kind, position.board.features.kind(segment)) == role;
    let mut stands = segment(position, rules, at, is_meant);
    if F::has_roles(kind) && stands.is_err() && segment(position, rules, at, |_| true).is_ok() {
        stands = Err(("segment", format!("no {role} can stand at {at}")));
    }
    Ok(NamedFigure { seat, kind, stands: (stands?, 0), tokens })
}

/// Returns the segment at a corner such as `se@0,2`.
fn corner<F: Described>(
    position: &Position<F>,
    rules: &Rules<F::Options>,
    name: &str,
) -> Result<Standing, NameProblem> {
    let unknown = || ("segment", format!("\"{name}\" is not a corner with a field; corners look like se@0,2"));
    let (within, at) = name.split_once('@').ok_or_else(unknown)?;
    let corner = CORNERS.iter().position(|corner| *corner == within).ok_or_else(unknown)?;
    let tile = place(at).and_then(|at| position.board.tile_at(at)).ok_or_else(unknown)?;
    let tile = position.board.tiles()[usize::from(tile)];
    let own = rules.kind(tile.kind).corner(tile.rotation, corner);
    if own == bastide_core::tile::NO_SEGMENT || rules.kind(tile.kind).closes {
        return Err(unknown());
    }
    Ok((tile.first + SegmentIndex::from(own), corner as u8))
}

/// Returns the kind and role that a word such as `large-knight`, `builder` or `hut` means.
fn figure_kind<F: Described>(word: &str) -> Option<(FigureKind, &str)> {
    let mut kinds =
        (0..F::FIGURE_WORDS.len() as u8).rev().filter(|&kind| !F::FIGURE_WORDS[usize::from(kind)].is_empty());
    kinds.find_map(|kind| {
        if !F::has_roles(kind) {
            return (F::FIGURE_WORDS[usize::from(kind)] == word).then_some((kind, word));
        }
        let role = word.strip_prefix(prefix::<F>(kind).as_str())?;
        (!role.is_empty() && F::ROLE_WORDS.contains(&role)).then_some((kind, role))
    })
}

/// Parses a seat.
pub(super) fn seat_of<O>(rules: &Rules<O>, word: &str) -> Result<u8, NameProblem> {
    let seat = word.parse().ok().filter(|&seat| seat < rules.seats);
    seat.ok_or_else(|| ("seat", format!("there is no seat \"{word}\"; the seats are 0 to {}", rules.seats - 1)))
}

/// Returns the figure on the table with this name.
pub(super) fn standing_figure<F: Described>(
    position: &Position<F>,
    rules: &Rules<F::Options>,
    name: &str,
) -> Option<FigureIndex> {
    let figures = position.board.features.figures();
    let mut standing = (0..figures.len() as u8).filter(|&figure| figures[usize::from(figure)].segment().is_some());
    let text = |figure: &u8| figure_name(position, rules, *figure);
    standing.find(|figure| text(figure) == name || text(figure).split('+').next() == Some(name))
}

/// Returns the name of a segment.
pub(super) fn segment_text<F: Described>(
    position: &Position<F>,
    rules: &Rules<F::Options>,
    segment: SegmentIndex,
) -> String {
    place_name(position, rules, segment)
}
