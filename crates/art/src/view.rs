//! Converts the view of a position to a board.

use bastide_core::tile_text::TileText;
use games::view::View;

use crate::board::{Board, BoardFigure, BoardPiece, BoardTile, Captive};

impl<'a> Board<'a> {
    /// Returns the board of a view; `tiles` are the tiles of its game. A tile that is not among them is left out.
    pub fn of(tiles: &'a [TileText], view: &View) -> Self {
        let mut board = Board::default();
        for (number, tile) in view.tiles.iter().enumerate() {
            let text = tiles.iter().find(|text| text.set == tile.name.set && text.id == tile.name.kind);
            let Some(text) = text else { continue };
            board.tiles.push(BoardTile {
                tile: text,
                x: i32::from(tile.x),
                y: i32::from(tile.y),
                rotation: tile.rotation,
                figures: figures(view, number),
                pieces: pieces(view, number),
                towers: towers(view, number),
            });
        }
        let captives = view.captives.iter().map(|captive| Captive {
            seat: usize::from(captive.seat),
            kind: captive.figure.to_owned(),
            by: usize::from(captive.by),
        });
        board.captives = captives.collect();
        board
    }
}

fn figures(view: &View, tile: usize) -> Vec<BoardFigure> {
    let figures = view.figures.iter().filter(|figure| usize::from(figure.tile) == tile);
    let figures = figures.map(|figure| BoardFigure {
        seat: usize::from(figure.seat),
        // Farmers are drawn lying down.
        kind: if figure.role == "farmer" { format!("{}-lying", figure.figure) } else { figure.figure.to_owned() },
        segment: usize::from(figure.segment),
        corner: figure.corner,
        ghosts: figure.ghosts,
    });
    figures.collect()
}

fn pieces(view: &View, tile: usize) -> Vec<BoardPiece> {
    let pieces = view.pieces.iter().filter(|piece| usize::from(piece.tile) == tile);
    let pieces = pieces.map(|piece| {
        // The fairy stands next to a figure.
        let beside = piece.id.and_then(|id| view.figures.iter().find(|figure| figure.id == id));
        let segment = piece.segment.or(beside.map(|figure| figure.segment));
        BoardPiece { kind: piece.piece.to_owned(), segment: segment.map(usize::from) }
    });
    pieces.collect()
}

fn towers(view: &View, tile: usize) -> Vec<(usize, u8)> {
    let towers = view.buildings.iter().filter(|building| usize::from(building.tile) == tile);
    towers.map(|building| (usize::from(building.segment), building.height)).collect()
}
