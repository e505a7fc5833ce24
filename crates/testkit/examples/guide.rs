//! Measures how long the guide takes on a board of 150 tiles with every expansion: `cargo run --release -p bastide-testkit --example
//! guide`.

use std::time::Instant;

use bastide_core::SmallRandom;
use games::deal::{Deal, Seed};
use games::{Game, Setup, Viewer};
use testkit::player;

fn main() {
    let parts = games::info().expansions.into_iter().filter(|part| part.game == "carcassonne");
    let setup = parts.fold(Setup::base(6), |setup, part| setup.with(part.id));
    let deal = Deal::new(Seed::from_number(4), &setup).expect("a deal");
    let mut random = SmallRandom::new(4);
    let mut game = Game::new(&setup).expect("a set-up that can be played");
    while game.view().tiles.len() < 150 || game.view().decision.kind != "place" {
        let answer = deal.answer(&game).or_else(|| player::choose(&game, &mut random));
        game.apply_raw(answer.expect("a tile for every draw")).expect("it is listed");
    }
    let once = || {
        let begun = Instant::now();
        let guide = game.guide_for(Viewer::NONE);
        (begun.elapsed(), guide)
    };
    let (quickest, guide) = (0..20).map(|_| once()).min_by_key(|(took, _)| *took).expect("twenty runs");
    let (tiles, open, placements) = (game.view().tiles.len(), guide.open.len(), game.legal().len());
    println!("{tiles} tiles, {open} open places, {placements} placements: {quickest:?}");
}
