//! Measures the number of positions that a search evaluates per second at given turns of a game between greedy players: `cargo run
//! --release -p bastide-bots --example evaluated -- 'SET-UP' EVALUATIONS TURN...`. The last number printed is a hash of the results: equal
//! hashes mean that the results of the searches were exactly the same.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

use bots::{Agent, AgentFamily, AnalysisRequest, Budget, Player, analyse};
use games::deal::{Deal, Seed};
use games::{Actor, Answer, Game, Setup, with_family};

const SEED: u64 = 7;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [line, evaluations, turns @ ..] = &arguments[..] else { panic!("arguments: a set-up, evaluations, turns") };
    let setup = Setup::from_line(line).expect("a set-up");
    let budget = Budget::Evaluations(evaluations.parse().expect("the number of evaluations"));
    let mut turns = turns.iter().map(|turn| turn.parse::<u16>().expect("a turn number")).peekable();
    let deal = Deal::new(Seed::from_number(SEED), &setup).expect("a deal");
    let mut game = Game::new(&setup).expect("a set-up that can be played");
    let (mut evaluated, mut took, mut found) = (0, Duration::ZERO, DefaultHasher::new());
    while let Some(&turn) = turns.peek() {
        let answer = match game.actor() {
            Actor::Nobody => break,
            Actor::Chance => deal.answer(&game).expect("the deal has an answer"),
            Actor::Seat(_) if game.turn() >= turn => {
                turns.next();
                let begun = Instant::now();
                let analysis = analyse(&game, &AnalysisRequest::new(budget, SEED)).expect("a seat must act");
                took += begun.elapsed();
                evaluated += analysis.evaluations;
                for line in &analysis.lines {
                    (&line.answers, line.margin.to_bits(), line.forecast.points.map(f32::to_bits)).hash(&mut found);
                }
                continue;
            }
            Actor::Seat(_) => {
                with_family!(setup.game.as_str(), F => greedy::<F>(&game)).flatten().expect("a family that is played")
            }
        };
        game.apply_raw(answer).expect("it is listed");
    }
    println!("{evaluated} evaluated, {:.0} a second; {:016x}", evaluated as f64 / took.as_secs_f64(), found.finish());
}

/// Returns the greedy player's answer.
fn greedy<F: AgentFamily>(game: &Game) -> Option<Answer> {
    let (rules, position) = game.of::<F>()?;
    Some(Agent::<F>::new(rules, position).answer(Player::Greedy, position, Budget::Evaluations(1), SEED))
}
