//! Plays random games for `scripts/instructions`, which counts their instructions. A separate program, so that code elsewhere cannot
//! change what the compiler inlines into the loop that is counted.
//!
//! Arguments: `listed` or `sampled`, the number of games, and the line of a set-up.

use bastide_core::{Position, SmallRandom};
use games::Setup;
use games::families::Playable;
use games::playout::{Choice, Playout};

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [choice, number, line] = arguments.as_slice() else {
        return Err("usage: playouts listed|sampled GAMES SET-UP".to_owned());
    };
    let choice = match choice.as_str() {
        "listed" => Choice::Listed,
        "sampled" => Choice::Sampled,
        other => return Err(format!("unknown choice: {other}")),
    };
    let number = number.parse().map_err(|error| format!("{number}: {error}"))?;
    let setup = Setup::from_line(line).map_err(|error| error.to_string())?.option("first_player", "host_seat");
    games::with_family!(setup.game.as_str(), F => play::<F>(&setup, choice, number))
        .unwrap_or_else(|| Err(format!("unknown game: {}", setup.game)))
}

/// Plays games of one set-up and prints the sum of the scores.
fn play<F: Playable>(setup: &Setup, choice: Choice, number: u32) -> Result<(), String> {
    let rules = games::compile::compile::<F>(setup).map_err(|error| error.to_string())?;
    let start = Box::new(Position::<F>::new(&rules, &mut ()));
    let (mut position, mut random, mut playout) = (start.clone(), SmallRandom::new(1), Playout::default());
    let mut total = 0;
    for _ in 0..number {
        position.clone_from(&start);
        playout.play(&mut position, &rules, choice, &mut random);
        total += (0..rules.seats).map(|seat| i64::from(position.score(seat))).sum::<i64>();
    }
    println!("{number} games, sum of all scores {total}");
    Ok(())
}
