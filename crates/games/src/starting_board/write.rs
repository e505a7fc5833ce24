//! Writes a position as a board.

use std::fmt::Write;

use bastide_core::described::Asked;
use bastide_core::{FigureIndex, Position, Rules, Spot, TileIndex};

use super::names::{figure_text, segment_text};
use crate::families::Playable;
use crate::notation::{figure_name, tile_word};

/// Returns the text of a position. Whether a board can represent the position must be checked by building it again.
pub(crate) fn text_of<F: Playable>(position: &Position<F>, rules: &Rules<F::Options>) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let mut line = |args: std::fmt::Arguments| {
        let _ = writeln!(text, "{args}");
    };
    let at = |tile: TileIndex| position.board.tiles()[usize::from(tile)].at;
    for tile in position.board.tiles() {
        let (name, rotation) = (tile_word(rules, tile.kind), 90 * u16::from(tile.rotation));
        line(format_args!("tile {name}@{},{}r{rotation}", tile.at.x, tile.at.y));
    }
    F::buildings(position, |segment, height| {
        if height > 0 {
            line(format_args!("built {} {height}", segment_text(position, rules, segment)));
        }
    });
    for tile in 0..position.board.tiles().len() as TileIndex {
        let count = F::tile_tokens(position, tile);
        if count > 0 {
            line(format_args!("ghosts @{},{} {count}", at(tile).x, at(tile).y));
        }
    }
    for (number, figure) in position.board.features.figures().iter().enumerate() {
        if figure.segment().is_some() {
            line(format_args!("figure {}", figure_text(position, rules, number as FigureIndex)));
        } else if let Some(by) = figure.captor() {
            line(format_args!("captive {by} {}", figure_name(position, rules, number as FigureIndex)));
        }
    }
    for (piece, word) in (0..).zip(F::PIECE_WORDS) {
        match position.piece(piece) {
            None => {}
            Some(Spot::Tile(tile)) => line(format_args!("piece {word} @{},{}", at(tile).x, at(tile).y)),
            Some(Spot::Figure(figure)) => {
                line(format_args!("piece {word} {}", figure_name(position, rules, figure)));
            }
            Some(Spot::Segment(segment)) => {
                line(format_args!("piece {word} {}", segment_text(position, rules, segment)));
            }
        }
    }
    F::noted_segments(position, |word, segment| {
        line(format_args!("mark {word} {}", segment_text(position, rules, segment)));
    });
    line(format_args!("seat {}", position.seat()));
    write_seats(position, rules, &mut line);
    F::notes(position, rules, |word, value| line(format_args!("note {word} {value}")));
    write_tiles_left(position, rules, &mut line);
    text
}

/// Writes the scores, and the tokens that differ from those at the start.
fn write_seats<F: Playable>(
    position: &Position<F>,
    rules: &Rules<F::Options>,
    line: &mut impl FnMut(std::fmt::Arguments),
) {
    let mut fresh = Box::new(Position::to_arrange(rules));
    F::arrange_start(&mut fresh, rules);
    for seat in 0..rules.seats {
        if position.score(seat) != 0 {
            line(format_args!("score {seat} {}", position.score(seat)));
        }
        let mut usual = Vec::new();
        F::tokens(&fresh, rules, seat, |word, count| usual.push((word, count)));
        F::tokens(position, rules, seat, |word, count| {
            if !usual.contains(&(word, count)) {
                line(format_args!("token {seat} {word} {count}"));
            }
        });
    }
}

/// Writes the tiles in hand and put aside, and how many of a kind are left if that does not follow from the rest.
fn write_tiles_left<F: Playable>(
    position: &Position<F>,
    rules: &Rules<F::Options>,
    line: &mut impl FnMut(std::fmt::Arguments),
) {
    let mut used: Vec<_> = position.board.tiles().iter().map(|tile| tile.kind).collect();
    if let Asked::Place(kind) = F::asked(position) {
        line(format_args!("hand {}", tile_word(rules, kind)));
        used.push(kind);
    }
    for seat in 0..rules.seats {
        for &kind in position.hand(seat) {
            line(format_args!("held {seat} {}", tile_word(rules, kind)));
            used.push(kind);
        }
    }
    for &kind in position.bag().aside() {
        line(format_args!("aside {}", tile_word(rules, kind)));
        used.push(kind);
    }
    for (kind, compiled) in (0..).zip(&rules.kinds) {
        let rest = usize::from(compiled.copies).saturating_sub(used.iter().filter(|&&other| other == kind).count());
        let left = position.bag().count(kind);
        if usize::from(left) != rest {
            line(format_args!("bag {} {left}", tile_word(rules, kind)));
        }
    }
}
