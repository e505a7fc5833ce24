//! Which set-ups are checked.

use bastide_core::{Random, SmallRandom};
use games::{Setup, setup};

/// Every set-up of the base game and Inns & Cathedrals: every combination of options and seats.
pub fn base_set_ups() -> Vec<Setup> {
    let info = setup::info();
    let mut all = Vec::new();
    for parts in [vec![], vec!["inns-cathedrals".to_owned()]] {
        for seats in 2..=most_seats(&parts) {
            let mut variants = vec![Setup { expansions: parts.clone(), ..Setup::base(seats) }];
            for option in info.options.iter().filter(|option| in_play(&parts, option.part)) {
                let with = |variant: &Setup| -> Vec<Setup> {
                    option.values.iter().map(|value| variant.clone().option(option.name, value)).collect()
                };
                variants = variants.iter().flat_map(with).collect();
            }
            for (i, variant) in variants.iter_mut().enumerate() {
                variant.first_seat = i as u8 % seats;
            }
            all.extend(variants);
        }
    }
    all
}

fn in_play(parts: &[String], part: &str) -> bool {
    part == "base" || parts.iter().any(|other| other == part)
}

fn most_seats(parts: &[String]) -> u8 {
    let info = setup::info();
    let base = info.games.iter().map(|game| game.max_seats).max().unwrap_or(2);
    info.expansions.iter().filter(|e| parts.iter().any(|p| p == e.id)).map(|e| e.max_seats).fold(base, u8::max)
}

fn expansions() -> Vec<String> {
    setup::info().expansions.iter().map(|expansion| expansion.id.to_owned()).collect()
}

/// A set-up of these parts, with everything else left to chance: seats, options, elements switched off.
fn chosen(parts: Vec<String>, random: &mut SmallRandom) -> Setup {
    let info = setup::info();
    let most = most_seats(&parts);
    let mut setup = Setup::base(2 + random.below(u32::from(most) - 1) as u8);
    for option in info.options.iter().filter(|option| in_play(&parts, option.part)) {
        let value = random.below(option.values.len() as u32) as usize;
        setup = setup.option(option.name, option.values[value]);
    }
    setup.expansions = parts;
    setup.first_seat = random.below(u32::from(setup.seats)) as u8;
    setup
}

/// Every expansion alone: once with every value of each of its options, the other options at their defaults.
pub fn singles() -> Vec<Setup> {
    let info = setup::info();
    let mut all = Vec::new();
    for (i, part) in expansions().into_iter().enumerate() {
        let seats = 2 + i as u8 % (most_seats(std::slice::from_ref(&part)) - 1);
        let setup = Setup::base(seats).with(&part);
        all.push(setup.clone());
        for option in info.options.iter().filter(|option| option.part == part) {
            all.extend(option.values[1..].iter().map(|value| setup.clone().option(option.name, value)));
        }
    }
    all
}

/// Every pair of expansions, the rest left to chance.
pub fn pairs() -> Vec<Setup> {
    let mut random = SmallRandom::new(2);
    let parts = expansions();
    let mut all = Vec::new();
    for (i, one) in parts.iter().enumerate() {
        for other in &parts[i + 1..] {
            all.push(chosen(vec![one.clone(), other.clone()], &mut random));
        }
    }
    all
}

/// So many set-ups with any expansions, options and seats.
pub fn random_set_ups(count: usize) -> Vec<Setup> {
    let mut random = SmallRandom::new(10);
    let parts = expansions();
    (0..count)
        .map(|_| {
            // From a few expansions to nearly all.
            let among = 2 + random.below(7);
            let some = parts.iter().filter(|_| random.below(among) > 0).cloned().collect();
            chosen(some, &mut random)
        })
        .collect()
}
