//! Whole tournaments with late, conflicting and missing results, withdrawals, and a restart after every command.

use crate::settings;
use std::collections::{BTreeMap, BTreeSet};
use tournament::{
    Command, Format, Game, Outcome, Phase, PlayerNumber, Seeding, Settings, Stage, Ties, Tournament, standings,
};

/// A small random generator.
struct Lot(u64);

impl Lot {
    fn below(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % below.max(1)
    }
}

fn random_settings(lot: &mut Lot, seed: u64) -> Settings {
    let format = match lot.below(5) {
        0 => Format::Swiss { rounds: 1 + lot.below(9) as u8 },
        1 => Format::RoundRobin { cycles: 1 + lot.below(2) as u8 },
        2 => Format::SingleElimination { third_place: lot.below(2) == 0 },
        3 => Format::DoubleElimination,
        _ => Format::Groups { groups: 2 + lot.below(3) as u8, advance: 1 + lot.below(2) as u8 },
    };
    let mut settings = settings(format);
    settings.best_of = [1, 1, 3, 5][lot.below(4)];
    settings.ties = [Ties::Draw, Ties::StarterLoses][lot.below(2)];
    settings.seeding = [Seeding::Rating, Seeding::Joined, Seeding::Drawn][lot.below(3)];
    settings.seed = seed;
    settings
}

/// Returns a command that may or may not be possible.
fn random_command(lot: &mut Lot, tournament: &Tournament) -> Command {
    let player = lot.below(tournament.players().len() + 1) as PlayerNumber;
    let open: Vec<_> = tournament.matches_of(tournament.rounds().saturating_sub(1)).collect();
    let open: Vec<_> = open.into_iter().filter(|(_, found)| tournament.outcome(found).is_none()).collect();
    let number = match open.as_slice() {
        [] => lot.below(tournament.matches().len() + 1) as u32,
        open => open[lot.below(open.len())].0,
    };
    let points = [20 + lot.below(20) as i32, 20 + lot.below(20) as i32];
    match lot.below(100) {
        0 => Command::Withdraw { player },
        1 => Command::Return { player },
        2 => Command::Join { name: format!("L{}", tournament.players().len()), rating: None },
        3 => {
            let outcome = [Outcome::FirstWins, Outcome::SecondWins, Outcome::Draw, Outcome::BothLose][lot.below(4)];
            Command::Rule { number, outcome, reason: "nobody came".to_owned() }
        }
        4 => Command::Reopen { number: lot.below(tournament.matches().len() + 1) as u32 },
        5..8 => Command::Adjourn { number, adjourned: lot.below(3) == 0 },
        8..30 if open.is_empty() => Command::Pair,
        30..60 => Command::Enter { number, points, winner: None },
        _ => {
            // Half of the second reports agree with the first.
            let current = tournament.matches().get(number as usize).and_then(|found| found.games.last());
            let agreed = current.and_then(|game| game.reports[0]).filter(|_| lot.below(2) == 0);
            Command::Report { number, side: lot.below(2) as u8, points: agreed.unwrap_or(points) }
        }
    }
}

/// Computes match points from what a program would export: the players of each match, its games and its ruling.
fn recomputed(tournament: &Tournament) -> BTreeMap<PlayerNumber, i64> {
    let settings = tournament.settings();
    let mut halves = BTreeMap::new();
    for found in tournament.matches() {
        if matches!(settings.format, Format::Groups { .. }) && !matches!(found.stage, Stage::Group(_)) {
            continue;
        }
        let wins = |side: usize| {
            let won = |(number, game): (usize, &Game)| {
                let points = game.points.unwrap_or_default();
                let (own, other) = (points[side], points[1 - side]);
                let starter = number % 2 == side;
                let tie = own == other && settings.ties == Ties::StarterLoses && !starter && game.points.is_some();
                own > other || tie
            };
            found.games.iter().enumerate().filter(|&game| won(game)).count()
        };
        let given = match (&found.ruling, found.players[1]) {
            (_, None) => [2, 0],
            (Some(ruling), _) => match ruling.outcome {
                Outcome::FirstWins => [2, 0],
                Outcome::SecondWins => [0, 2],
                Outcome::Draw => [1, 1],
                Outcome::BothLose => [0, 0],
            },
            _ => match wins(0).cmp(&wins(1)) {
                std::cmp::Ordering::Greater => [2, 0],
                std::cmp::Ordering::Less => [0, 2],
                std::cmp::Ordering::Equal => [1, 1],
            },
        };
        for (player, points) in found.players.into_iter().zip(given) {
            if let Some(player) = player {
                *halves.entry(player).or_default() += points;
            }
        }
    }
    halves
}

fn check_round(tournament: &Tournament, round: usize) {
    let mut seen = BTreeSet::new();
    for (_, found) in tournament.matches_of(round) {
        for player in found.players.into_iter().flatten() {
            assert!(seen.insert(player), "{player} plays twice in round {round}");
        }
        assert!(found.players[0].is_some());
    }
}

/// Checks the standings against the recomputed points.
fn check_end(tournament: &Tournament) {
    let points = recomputed(tournament);
    let lines = standings(tournament);
    assert_eq!(lines.len(), tournament.players().len());
    for line in &lines {
        assert_eq!(line.points, points.get(&line.player).copied().unwrap_or_default(), "player {}", line.player);
    }
    assert_eq!(lines[0].place, 1);
    assert!(lines.windows(2).all(|two| two[0].place <= two[1].place));
    for pair in lines.windows(2).filter(|_| matches!(tournament.settings().format, Format::Swiss { .. })) {
        assert!(pair[0].points >= pair[1].points);
    }
}

fn simulate(seed: u64) {
    simulate_with(seed, |lot| 4 + lot.below(29), 1);
}

/// Plays a tournament. Whether a refused command changed anything is checked for one of `checked` commands.
fn simulate_with(seed: u64, players: impl FnOnce(&mut Lot) -> usize, checked: usize) {
    let mut lot = Lot(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let settings = random_settings(&mut lot, seed);
    let mut tournament = Tournament::new(settings.clone()).unwrap();
    for number in 0..players(&mut lot) {
        let rating = (lot.below(3) > 0).then(|| 1000 + lot.below(1000) as u16);
        tournament.apply(&Command::Join { name: format!("P{number}"), rating }).unwrap();
    }
    if tournament.apply(&Command::Pair).is_err() {
        return; // Too few players for the groups.
    }
    let mut log: Vec<String> = Vec::new();
    let start = tournament.clone();
    // A round robin of 128 players has 16,256 matches.
    for number in 0..2_000_000 {
        if tournament.phase() == Phase::Over {
            break;
        }
        let rounds = tournament.rounds();
        let command = random_command(&mut lot, &tournament);
        let before = (number % checked == 0).then(|| tournament.clone());
        match tournament.apply(&command) {
            Ok(()) => log.push(serde_json::to_string(&command).unwrap()),
            Err(_) => {
                if let Some(before) = before {
                    assert_eq!(tournament, before, "refused, so nothing changed: {command:?}");
                }
            }
        }
        (rounds..tournament.rounds()).for_each(|round| check_round(&tournament, round));
    }
    assert_eq!(tournament.phase(), Phase::Over, "seed {seed}: {:?}", settings.format);
    // A restart at any step reads the stored commands again.
    let mut restarted = start;
    for line in &log {
        restarted.apply(&serde_json::from_str(line).unwrap()).unwrap();
    }
    assert_eq!(restarted, tournament, "seed {seed}");
    check_end(&tournament);
}

#[test]
fn tournaments_lose_nothing_0_to_249() {
    (0..250).for_each(simulate);
}

#[test]
fn tournaments_lose_nothing_250_to_499() {
    (250..500).for_each(simulate);
}

#[test]
fn tournaments_lose_nothing_500_to_749() {
    (500..750).for_each(simulate);
}

#[test]
fn tournaments_lose_nothing_750_to_999() {
    (750..1000).for_each(simulate);
}

/// Plays large tournaments, as many as `BASTIDE_SEEDS` says: `BASTIDE_SEEDS=10000 cargo test --release -p bastide-tournament --test
/// integration simulate::large`.
#[test]
fn large_tournaments_lose_nothing() {
    let seeds = std::env::var("BASTIDE_SEEDS").ok().map_or(2, |seeds| seeds.parse().expect("a number of seeds"));
    (0..seeds).for_each(|seed| simulate_with(seed, |_| 128, 500));
}
