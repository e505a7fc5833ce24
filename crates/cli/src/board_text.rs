//! Draws the board as text for the terminal, with a block of three lines by five characters for each tile.
//!
//! `#` is a city or a forest, `^` a mountain, `-`, `|` and `+` are roads, `~` is a river or a sea, `o` a lake, `.` a field, a meadow or
//! grassland, `M` a monastery. A figure is shown as the letter of its seat: lower case (`a`) for an ordinary follower, upper case for any
//! other figure.

use std::fmt::Write;

use games::Game;
use games::view::{FigureView, View};

/// Positions of the twelve ports in a tile's block: line and column.
const PORT_CELLS: [(usize, usize); 12] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 4), (2, 4), (2, 3), (2, 2), (2, 1), (2, 0), (1, 0), (0, 0)];
const LINES: usize = 3;
const COLUMNS: usize = 5;

pub fn seat_letter(seat: u8) -> char {
    char::from(b'A' + seat % 26)
}

/// Draws the board of a game.
pub fn draw(game: &Game, view: &View) -> String {
    let range = |of: fn(&games::view::TileView) -> i16| {
        let low = view.tiles.iter().map(of).min().unwrap_or(0);
        (low, view.tiles.iter().map(of).max().unwrap_or(0))
    };
    let ((west, east), (north, south)) = (range(|tile| tile.x), range(|tile| tile.y));
    let width = (east - west + 1) as usize * COLUMNS;
    let mut rows = vec![vec![' '; width]; (south - north + 1) as usize * LINES];
    for (number, tile) in view.tiles.iter().enumerate() {
        let (left, top) = ((tile.x - west) as usize * COLUMNS, (tile.y - north) as usize * LINES);
        let figures: Vec<_> = view.figures.iter().filter(|figure| usize::from(figure.tile) == number).collect();
        for (line, cells) in block(game, view, number, &figures).iter().enumerate() {
            rows[top + line][left..left + COLUMNS].copy_from_slice(cells);
        }
    }
    let mut text = String::from("      ");
    for x in west..=east {
        let _ = write!(text, "{x:^COLUMNS$}");
    }
    let mut lines = vec![text];
    for (i, row) in rows.iter().enumerate() {
        let label = if i % LINES == 1 { (north + (i / LINES) as i16).to_string() } else { String::new() };
        lines.push(format!("{label:>4}  {}", row.iter().collect::<String>()));
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Returns one tile's characters.
fn block(game: &Game, view: &View, number: usize, figures: &[&FigureView]) -> [[char; COLUMNS]; LINES] {
    let tile = &view.tiles[number];
    let text = game.tiles().iter().find(|text| text.set == tile.name.set && text.id == tile.name.kind);
    let Some(text) = text else { return [['?'; COLUMNS]; LINES] };
    let port = |p: usize| usize::from(text.ports[(p + 12 - 3 * usize::from(tile.rotation)) % 12]);
    let kind = |segment: usize| text.segments[segment].kind.as_str();
    let mut cells = [['.'; COLUMNS]; LINES];
    for (p, (line, column)) in PORT_CELLS.into_iter().enumerate() {
        cells[line][column] = match kind(port(p)) {
            "city" | "forest" => '#',
            "mountain" => '^',
            "road" if p / 3 % 2 == 0 => '|',
            "road" => '-',
            "river" | "sea" => '~',
            _ => '.',
        };
    }
    cells[1][2] = middle_character(text, &[port(1), port(4), port(7), port(10)]);
    for (column, p) in [(1, 10), (3, 4)] {
        let side = kind(port(p));
        cells[1][column] = match side {
            "road" => '-',
            "river" | "sea" => '~',
            "city" | "forest" if cells[1][2] == '#' => '#',
            "mountain" if cells[1][2] == '^' => '^',
            _ => '.',
        };
    }
    for figure in figures {
        let segment = usize::from(figure.segment);
        // Try the middle of each edge first, then the ends; the fallback is the middle of the tile.
        let middles = [1, 4, 7, 10, 0, 2, 3, 5, 6, 8, 9, 11];
        let (line, column) = middles.into_iter().find(|&p| port(p) == segment).map_or((1, 2), |p| PORT_CELLS[p]);
        let letter = seat_letter(figure.seat);
        cells[line][column] =
            if matches!(figure.figure, "follower" | "member") { letter.to_ascii_lowercase() } else { letter };
    }
    cells
}

/// Returns the character for the middle of a tile, based on the segments in the middle of each side.
fn middle_character(text: &bastide_core::TileText, middles: &[usize; 4]) -> char {
    let kinds = middles.map(|segment| text.segments[segment].kind.as_str());
    let goes_through = |kind: &str| (0..4).any(|a| (0..a).any(|b| middles[a] == middles[b] && kinds[a] == kind));
    let has = |kind: &str| text.segments.iter().any(|segment| segment.kind == kind);
    match kinds.map(|kind| kind == "road") {
        _ if has("monastery") => 'M',
        [true, false, true, false] => '|',
        [false, true, false, true] => '-',
        roads if roads.contains(&true) => '+',
        _ if has("lake") => 'o',
        _ if kinds.contains(&"river") || goes_through("sea") => '~',
        _ if goes_through("city") || goes_through("forest") => '#',
        _ if goes_through("mountain") => '^',
        _ => '.',
    }
}
