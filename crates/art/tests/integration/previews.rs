//! Tests pictures for link previews.

use art::{Bitmaps, Board, BoardFigure, BoardTile, Captive, PREVIEW_SIZE, PreviewScore, preview_png};
use bastide_core::tile_text::TileText;
use resvg::tiny_skia::Pixmap;

fn tiles(set: &str) -> Vec<TileText> {
    let (name, text) = games::catalogue::files().find(|(name, _)| *name == set).unwrap();
    games::catalogue::parse(name, text).unwrap().tiles
}

fn placed(tile: &TileText, x: i32, y: i32) -> BoardTile<'_> {
    BoardTile { tile, x, y, rotation: (x & 3) as u8, figures: vec![], pieces: vec![], towers: vec![] }
}

fn drawn(board: &Board, points: &[i32], bitmaps: &Bitmaps) -> Pixmap {
    let scores: Vec<_> =
        points.iter().enumerate().map(|(seat, &points)| PreviewScore { seat, points, won: seat == 0 }).collect();
    let map = Pixmap::decode_png(&preview_png(board, &scores, bitmaps).unwrap()).unwrap();
    assert_eq!([map.width(), map.height()], PREVIEW_SIZE);
    map
}

/// Returns the number of pixels in which two pictures differ.
fn differing(one: &Pixmap, other: &Pixmap) -> usize {
    one.pixels().iter().zip(other.pixels()).filter(|(a, b)| a != b).count()
}

#[test]
fn boards_of_any_size_fit_into_the_picture() {
    let tiles = tiles("base");
    let bitmaps = Bitmaps::default();
    let empty = drawn(&Board::default(), &[], &bitmaps);
    for (columns, rows) in [(1, 1), (12, 9), (40, 26), (1000, 1), (1, 1000)] {
        let all = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
        let on_board = all.map(|(x, y)| placed(&tiles[(x + y) as usize % tiles.len()], x - 500, y - 7)).collect();
        let map = drawn(&Board { tiles: on_board, captives: vec![] }, &[], &bitmaps);
        assert!(differing(&map, &empty) > 3000, "{columns} by {rows}");
    }
}

#[test]
fn cached_bitmaps_give_the_same_picture() {
    for set in ["base", "hunters", "discovery"] {
        let tiles = tiles(set);
        let on_board = (0..tiles.len() as i32).map(|n| placed(&tiles[n as usize], n % 8, n / 8)).collect();
        let board = Board { tiles: on_board, captives: vec![] };
        let bitmaps = Bitmaps::default();
        let first = drawn(&board, &[7, 12], &bitmaps);
        assert_eq!(differing(&first, &drawn(&board, &[7, 12], &bitmaps)), 0, "{set}");
        assert_eq!(differing(&first, &drawn(&board, &[7, 12], &Bitmaps::default())), 0, "{set}");
    }
}

#[test]
fn picture_shows_figures_and_points() {
    let tiles = tiles("base");
    let mut board = Board { tiles: vec![placed(&tiles[0], 0, 0)], captives: vec![] };
    let bitmaps = Bitmaps::default();
    let before = drawn(&board, &[0, -5, 1234], &bitmaps);
    assert!(differing(&before, &drawn(&board, &[0, -6, 1234], &bitmaps)) > 50);
    let figure = BoardFigure { seat: 1, kind: "follower".to_owned(), segment: 0, corner: None, ghosts: 1 };
    board.tiles[0].figures.push(figure);
    let usual = drawn(&board, &[0, -5, 1234], &bitmaps);
    assert!(differing(&before, &usual) > 500);
    let captive = Captive { seat: 0, kind: "follower".to_owned(), by: 1 };
    board.captives.push(captive);
    let swapped = board.with_colours(|seat| 1 - seat);
    assert_eq!((swapped.captives[0].seat, swapped.captives[0].by), (1, 0));
    assert!(differing(&usual, &drawn(&swapped, &[0, -5, 1234], &bitmaps)) > 50);
}
