//! Measures link previews of random games, and writes them to a folder:
//! `cargo run --release -p bastide-art --example preview -- FOLDER`.
//!
//! *First* is drawn with an empty cache of bitmaps, *again* the same board, *next* another game of the same set-up. Times are milliseconds
//! of processor time (Linux), so that other programs hardly matter.

use std::path::Path;

use art::{Bitmaps, Board, PreviewScore, preview_png};
use games::deal::{Deal, Seed};
use games::{Actor, Game, Setup, Viewer};

const GAMES: [(&str, &str); 6] = [
    ("base", "carcassonne seats=2"),
    ("large", "carcassonne+inns-cathedrals seats=6 copies=3"),
    ("huge", "carcassonne seats=4 copies=14"),
    ("hunters", "hunters seats=3"),
    ("discovery", "discovery seats=2"),
    ("coop", "coop seats=3"),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("missing output folder")?;
    for (name, line) in GAMES {
        let setup = Setup::from_line(line)?;
        let (one, other) = (play(&setup, 1)?, play(&setup, 2)?);
        let bitmaps = Bitmaps::default();
        let (first, png) = draw(&one, &bitmaps)?;
        let (again, _) = draw(&one, &bitmaps)?;
        let (next, _) = draw(&other, &bitmaps)?;
        let (tiles, bytes) = (one.view().tiles.len(), png.len());
        println!("{name}: {tiles} tiles, first {first:.1} ms, again {again:.1} ms, next {next:.1} ms, {bytes} bytes");
        std::fs::write(Path::new(&folder).join(format!("preview-{name}.png")), png)?;
    }
    Ok(())
}

/// Draws the picture as the server does, starting with the view. Returns the milliseconds and the picture.
fn draw(game: &Game, bitmaps: &Bitmaps) -> Result<(f64, Vec<u8>), Box<dyn std::error::Error>> {
    let began = processor_ms()?;
    let view = game.view_for(Viewer::NONE);
    let winners = game.winners();
    let scores = game.scores().into_iter().enumerate();
    let scores: Vec<_> = scores
        .map(|(seat, points)| PreviewScore { seat, points, won: winners.iter().any(|&won| usize::from(won) == seat) })
        .collect();
    let png = preview_png(&Board::of(game.tiles(), &view), &scores, bitmaps)?;
    Ok((processor_ms()? - began, png))
}

/// Returns the processor time of this process.
fn processor_ms() -> Result<f64, Box<dyn std::error::Error>> {
    let times = std::fs::read_to_string("/proc/self/schedstat")?;
    let nanos: f64 = times.split(' ').next().unwrap_or_default().parse()?;
    Ok(nanos / 1e6)
}

/// Plays a random game to the last tile.
fn play(setup: &Setup, seed: u64) -> Result<Game, Box<dyn std::error::Error>> {
    let mut game = Game::new(setup)?;
    let deal = Deal::new(Seed::from_number(seed), setup)?;
    let mut number = seed;
    loop {
        let dealt = if game.actor() == Actor::Chance { deal.answer(&game) } else { None };
        let legal = game.legal();
        // The steps of a 64-bit linear congruential generator.
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Some(answer) = dealt.or_else(|| legal.get((number >> 33) as usize % legal.len().max(1)).copied()) else {
            return Ok(game);
        };
        let before = game.clone();
        game.apply(answer).map_err(|why| why.to_string())?;
        // The finished board has no figures, so stop a little earlier.
        if game.is_over() {
            return Ok(before);
        }
    }
}
