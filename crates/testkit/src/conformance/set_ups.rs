//! The set-ups to check.

use bastide_core::{Random, SmallRandom};
use classic::ELEMENTS;
use games::Setup;
use games::info::OptionOfPart;
use games::own_tiles::copy_of_printed;
use games::setup::{CARCASSONNE, COOP, DISCOVERY, HUNTERS};

/// One in this many elements is switched off, on average.
const SWITCHED_OFF_INTERVAL: u32 = 12;
/// Elements that are switched off only in set-ups with a single expansion: without them, the river is laid as other programs lay it.
const ELEMENTS_OF_LONE_PARTS: [&str; 2] = ["printed-river", "road-spring"];

/// Values of the option `hand` of Carcassonne with which players choose from several tiles.
const HANDS: [&str; 4] = ["three_hidden", "two_open", "three_open", "two_hidden"];
/// One in this many random set-ups has hands, on average.
const HANDS_INTERVAL: u32 = 4;

/// Returns every set-up for the base game and Inns & Cathedrals: all combinations of numbers of seats and options. The values of `hand`
/// take turns, because they would multiply the set-ups and do not affect scoring.
pub fn base_set_ups() -> Vec<Setup> {
    let parts = [vec![], vec!["inns-cathedrals".to_owned()]];
    let all = parts.into_iter().flat_map(|parts| option_combinations(CARCASSONNE, parts));
    let with_hand = |(i, setup): (usize, Setup)| match HANDS.get(i % (HANDS.len() + 1)) {
        Some(hand) => setup.option("hand", hand),
        None => setup,
    };
    all.enumerate().map(with_hand).collect()
}

/// Returns every set-up for a game without expansions: all combinations of options and numbers of seats.
pub fn combinations(game: &str) -> Vec<Setup> {
    option_combinations(game, Vec::new())
}

/// Returns all combinations of the number of seats and the options of the given parts.
fn option_combinations(game: &str, parts: Vec<String>) -> Vec<Setup> {
    let info = games::info();
    let mut all = Vec::new();
    let fewest = info.games.iter().find(|of| of.id == game).expect("the id is that of a game").min_seats;
    for seats in fewest..=most_seats(game, &parts) {
        let mut variants = vec![Setup { expansions: parts.clone(), ..Setup::of(game, seats) }];
        for option in info.options.iter().filter(|option| in_play(game, &parts, option) && !is_hand(option)) {
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
    all
}

/// Returns whether this is the option `hand` of Carcassonne, which set-ups choose separately.
fn is_hand(option: &OptionOfPart) -> bool {
    option.game == CARCASSONNE && option.name == "hand"
}

fn in_play(game: &str, parts: &[String], option: &OptionOfPart) -> bool {
    let own = games::info().games.iter().any(|of| of.id == game && of.part == option.part);
    option.game == game && (own || parts.iter().any(|part| part == option.part))
}

fn most_seats(game: &str, parts: &[String]) -> u8 {
    let info = games::info();
    let base = info.games.iter().filter(|of| of.id == game).map(|of| of.max_seats).max().unwrap_or(2);
    info.expansions.iter().filter(|e| parts.iter().any(|p| p == e.id)).map(|e| e.max_seats).fold(base, u8::max)
}

fn expansions() -> Vec<String> {
    let info = games::info();
    info.expansions.iter().filter(|e| e.game == CARCASSONNE).map(|expansion| expansion.id.to_owned()).collect()
}

/// Returns a set-up with these parts, a random number of seats, random options, and random elements switched off.
fn chosen(parts: Vec<String>, random: &mut SmallRandom) -> Setup {
    let info = games::info();
    let most = most_seats(CARCASSONNE, &parts);
    let mut setup = Setup::base(2 + random.below(u32::from(most) - 1) as u8);
    for option in info.options.iter().filter(|option| in_play(CARCASSONNE, &parts, option) && !is_hand(option)) {
        let value = random.below(option.values.len() as u32) as usize;
        setup = setup.option(option.name, option.values[value]);
    }
    for (element, part, _) in ELEMENTS.iter().filter(|(element, ..)| !ELEMENTS_OF_LONE_PARTS.contains(element)) {
        let again = setup.without.iter().any(|other| other == element);
        if parts.iter().any(|of| of == part) && random.below(SWITCHED_OFF_INTERVAL) == 0 && !again {
            setup.without.push((*element).to_owned());
        }
    }
    setup.expansions = parts;
    setup.first_seat = random.below(u32::from(setup.seats)) as u8;
    if random.below(HANDS_INTERVAL) == 0 {
        setup = setup.option("hand", HANDS[random.below(HANDS.len() as u32) as usize]);
    }
    setup
}

/// Returns set-ups in which players choose from several tiles: every expansion alone, all of them together, and own tiles of which whole
/// hands often fit nowhere. All values of `hand` occur.
pub fn with_hands() -> Vec<Setup> {
    let parts = expansions();
    let mut all: Vec<Setup> = parts.iter().map(|part| Setup::base(2).with(part)).collect();
    all.extend(["2", "both"].map(|river| Setup::base(3).with("river").option("river", river)));
    all.push(Setup::base(2).with("abbey-mayor").with("traders-builders").option("abbey_at_end", "true"));
    for seats in [2, 3, 4, 6] {
        all.push(parts.iter().fold(Setup::base(seats), |setup, part| setup.with(part)).option("abbey_at_end", "true"));
    }
    for seats in 2..=5 {
        let mut setup = Setup::base(seats);
        setup.sets.insert("base".to_owned(), 0);
        all.push(setup.own_tiles(include_str!("walled-towns.toml")));
    }
    // Prisoners are rarely bought back by a player who chooses a tile.
    all.extend((2..=5).map(|seats| Setup::base(seats).with("tower")));
    let with_hand = |(i, setup): (usize, Setup)| setup.option("hand", HANDS[i % HANDS.len()]);
    all.into_iter().enumerate().map(with_hand).collect()
}

/// Returns set-ups with every expansion on its own: one for every value of each of its options, with the other options at their defaults,
/// and one without each of its elements.
pub fn single_expansions() -> Vec<Setup> {
    let info = games::info();
    let mut all = Vec::new();
    for (i, part) in expansions().into_iter().enumerate() {
        let seats = 2 + i as u8 % (most_seats(CARCASSONNE, std::slice::from_ref(&part)) - 1);
        let setup = Setup::base(seats).with(&part);
        all.push(setup.clone());
        for option in info.options.iter().filter(|option| option.part == part) {
            all.extend(option.values[1..].iter().map(|value| setup.clone().option(option.name, value)));
        }
        for (element, ..) in ELEMENTS.iter().filter(|(_, of, _)| *of == part) {
            all.push(Setup { without: vec![(*element).to_owned()], ..setup.clone() });
        }
    }
    all
}

/// Returns set-ups with few and with many ghosts, each with both values of `ghost_penalty`: for every number of seats, with the printed
/// tiles as own tiles, and with all expansions at once.
pub fn haunted() -> Vec<Setup> {
    let mut all = Vec::new();
    let own = copy_of_printed("mists").unwrap_or_default();
    for penalty in ["all_present", "scoring_only"] {
        for seats in 2..=6 {
            let setup = Setup::base(seats).with("mists").option("ghost_penalty", penalty);
            all.push(if seats < 6 { setup } else { setup.with("inns-cathedrals") });
        }
        let mut corrected = Setup::base(3).with("mists").option("ghost_penalty", penalty);
        corrected.sets.insert("base".to_owned(), 1);
        all.push(corrected.own_tiles(&own));
        all.push(
            expansions().iter().fold(Setup::base(6), |setup, part| setup.with(part)).option("ghost_penalty", penalty),
        );
    }
    all
}

/// Returns team games for every number of seats: with the printed tiles as own tiles, and with tiles that let even a team playing at random
/// win.
pub fn team() -> Vec<Setup> {
    let own = copy_of_printed("mists").unwrap_or_default();
    let mut all = Vec::new();
    for seats in 1..=5 {
        for file in [own.as_str(), include_str!("calm-weather.toml")] {
            let mut setup = Setup::of(COOP, seats).option("first_player", "host_seat");
            setup.sets.insert("mists".to_owned(), 0);
            all.push(setup.own_tiles(file));
        }
    }
    all
}

/// Returns a set-up for every pair of expansions, with everything else random.
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

/// Returns random set-ups with any expansions, options and numbers of seats.
pub fn random_set_ups(count: usize) -> Vec<Setup> {
    let mut random = SmallRandom::new(10);
    let parts = expansions();
    (0..count)
        .map(|_| {
            // Choose anything from a few expansions to nearly all.
            let among = 2 + random.below(7);
            let some = parts.iter().filter(|_| random.below(among) > 0).cloned().collect();
            chosen(some, &mut random)
        })
        .collect()
}

/// Returns set-ups with own tiles that cause rare events: several of each bonus tile, tiles that fit nowhere, empty hands, and completed
/// castles and cemeteries.
pub fn rare_events() -> Vec<Setup> {
    let mut all = Vec::new();
    for (edition, land, bonus) in [("first", "hunters", "hunters-bonus"), ("later", "hunters-2020", "hunters-menhir")] {
        for (seats, count_by, fire) in [(2, "segment", "apart"), (4, "tile", "fire_saves_deer")] {
            let setup = Setup::of(HUNTERS, seats).option("edition", edition).option("count_by", count_by);
            let mut setup = setup.option("trap_and_fire", fire);
            setup.sets.insert(land.to_owned(), 1);
            setup.sets.insert(bonus.to_owned(), 3);
            all.push(setup.own_tiles(include_str!("gold-rush.toml")));
        }
    }
    for hand in ["one", "two_open", "two_hidden"] {
        for (seats, equal_turns) in [(2, "off"), (3, "even"), (5, "printed")] {
            let mut setup = Setup::of(DISCOVERY, seats).option("hand", hand).option("equal_turns", equal_turns);
            setup.sets.insert("discovery".to_owned(), 0);
            all.push(setup.own_tiles(include_str!("narrow-seas.toml")));
        }
    }
    for (seats, penalty) in [(2, "all_present"), (2, "scoring_only"), (4, "all_present")] {
        let mut setup = Setup::base(seats).with("mists").option("ghost_penalty", penalty);
        setup.sets.insert("base".to_owned(), 0);
        all.push(setup.own_tiles(include_str!("old-graves.toml")));
    }
    all
}

/// Returns set-ups with several builders and pigs per seat (TB-02), and with two copies of The River II, including two forks, volcanoes and
/// lakes (RIV-03, RIV-08).
pub fn multiple_copies() -> Vec<Setup> {
    let mut companions = Setup::base(3).with("traders-builders");
    companions.figures.extend([("builder".to_owned(), 2), ("pig".to_owned(), 2)]);
    let mut all = vec![companions];
    for part in ["abbey-mayor", "princess-dragon"] {
        let mut rivers = Setup::base(2).with("river").with(part).option("river", "2");
        rivers.sets.extend([("base".to_owned(), 1), (part.to_owned(), 1), ("river-2".to_owned(), 2)]);
        all.push(rivers);
    }
    all
}

/// Returns set-ups with as many tiles as a table can hold, or almost as many: for the base game, all expansions together, and the other
/// families.
pub fn large() -> Vec<Setup> {
    let everything = |seats| expansions().iter().fold(Setup::base(seats), |setup, part| setup.with(part));
    let without = |mut setup: Setup, part: &str| {
        setup.expansions.retain(|id| id != part);
        setup
    };
    vec![
        Setup::base(2).with_copies(15),
        everything(6).with_copies(3),
        without(everything(3), "mists").with_copies(4).option("river", "both"),
        Setup::base(5).with_copies(8).with("mists"),
        Setup::of(HUNTERS, 5).with_copies(4),
        Setup::of(DISCOVERY, 4).option("hand", "two_hidden").with_copies(6),
    ]
}
