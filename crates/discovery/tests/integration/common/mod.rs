//! Builds rules with the printed tiles, for the tests.
#![allow(dead_code, reason = "each test program uses only part of this")]

use std::collections::BTreeMap;

use bastide_core::option::Choices;
use bastide_core::tile_text::{Landmark, SegmentText};
use bastide_core::{Actor, Answer, Event, KindIndex, Place, Playable, Random, Rules, SmallRandom, TileText};
use discovery::{Discovery, DiscoveryPosition, DiscoveryRules, Options, base};

/// Builds a tile from its ports as written in tile files (`ggg mmm sss mmm`), the letters of its segments without ports, and its towns and
/// borders as groups of letters. A segment's letter gives its kind: g h i grassland, m n o mountain, s t u sea.
pub fn tile(id: &str, count: u8, ports: &str, inside: &str, towns: &[&str], touches: &[&str]) -> TileText {
    let mut letters: Vec<char> = Vec::new();
    for letter in ports.chars().filter(|c| *c != ' ').chain(inside.chars()) {
        if !letters.contains(&letter) {
            letters.push(letter);
        }
    }
    let index = |letter: char| letters.iter().position(|l| *l == letter).unwrap() as u8;
    let group = |word: &&str| word.chars().map(index).collect::<Vec<u8>>();
    let segment = |&letter: &char| SegmentText {
        letter,
        kind: match letter {
            'g'..='i' => "grass",
            'm'..='o' => "mountain",
            's'..='u' => "sea",
            _ => "nothing",
        }
        .to_owned(),
        touches: touches.iter().map(group).filter(|pair| pair[0] == index(letter)).map(|pair| pair[1]).collect(),
        links: Vec::new(),
        along: None,
        inside: inside.contains(letter),
        attributes: BTreeMap::new(),
    };
    let mut owners = [0; 12];
    for (owner, letter) in owners.iter_mut().zip(ports.chars().filter(|c| *c != ' ')) {
        *owner = index(letter);
    }
    TileText {
        id: id.to_owned(),
        set: "discovery".to_owned(),
        count,
        start: id == "start",
        ports: owners,
        segments: letters.iter().map(segment).collect(),
        marks: Vec::new(),
        cuts: Vec::new(),
        landmarks: towns.iter().map(|town| Landmark { word: base::TOWN.to_owned(), segments: group(town) }).collect(),
        pile: None,
        inner: Vec::new(),
        jcz: Vec::new(),
    }
}

/// Reads the printed tiles from their file, with the fields that the tests need.
pub fn printed() -> Vec<TileText> {
    let file = base::PART.tiles[0].1;
    let field = |entry: &str, name: &str| -> String {
        let line = entry.lines().find_map(|line| line.strip_prefix(&format!("{name} = ")));
        line.unwrap_or_default().trim_matches('"').to_owned()
    };
    let groups = |text: &str| -> Vec<String> {
        let between = text.split('[').filter(|part| part.contains('"')).map(|part| part.split(']').next().unwrap());
        between.map(|part| part.chars().filter(char::is_ascii_lowercase).collect()).collect()
    };
    let read = |entry: &str| {
        let (towns, touches) = (groups(&field(entry, "towns")), groups(&field(entry, "touches")));
        let (towns, touches): (Vec<&str>, Vec<&str>) =
            (towns.iter().map(String::as_str).collect(), touches.iter().map(String::as_str).collect());
        let inside = groups(&field(entry, "inside")).concat();
        let count = field(entry, "count").parse().unwrap();
        tile(&field(entry, "id"), count, &field(entry, "ports"), &inside, &towns, &touches)
    };
    file.split("[[tile]]").skip(1).map(read).collect()
}

/// Builds the options from these values.
pub fn options(hand: &str, equal_turns: &str, first_player: &str) -> Options {
    let mut options = Options::default();
    for (name, value) in [("hand", hand), ("equal_turns", equal_turns), ("first_player", first_player)] {
        assert!(options.set(name, value), "{name}={value}");
    }
    options
}

/// Creates the rules of a game with these tiles; the tile with the id `start` is on the table before the first turn.
pub fn rules_of(texts: Vec<TileText>, seats: u8, options: Options) -> DiscoveryRules {
    let kinds = texts.iter().map(|text| Discovery::compile_tile(text, &options).unwrap()).collect();
    let start = texts.iter().position(|text| text.start).unwrap() as KindIndex;
    let rules = Rules {
        seats,
        options,
        kinds,
        first_kinds: 0..0,
        texts,
        start: vec![(start, Place::new(0, 0), 0)],
        start_joins: Vec::new(),
        arranged: None,
        figures: options.figures(seats).into(),
        reserve: options.reserve(),
        hidden_hands: options.has_hidden_hands(),
    };
    rules.check_size().unwrap();
    Discovery::check_size(&rules).unwrap();
    rules
}

/// Creates the rules of the printed game.
pub fn rules(seats: u8, options: Options) -> DiscoveryRules {
    rules_of(printed(), seats, options)
}

/// Creates rules for every number of seats and every value of every option.
pub fn all_rules() -> Vec<DiscoveryRules> {
    let mut all = Vec::new();
    for seats in 2..=5 {
        for hand in ["one", "two_open", "two_hidden"] {
            for equal_turns in ["off", "even", "printed"] {
                for first_player in ["random", "host_seat"] {
                    all.push(rules(seats, options(hand, equal_turns, first_player)));
                }
            }
        }
    }
    all
}

pub fn legal(position: &DiscoveryPosition, rules: &DiscoveryRules) -> Vec<Answer> {
    let mut answers = Vec::new();
    position.list(rules, &mut answers);
    answers
}

/// Applies one random answer; chance draws each tile in the bag with equal probability. Returns false if the game is over.
pub fn step(
    position: &mut DiscoveryPosition,
    rules: &DiscoveryRules,
    random: &mut SmallRandom,
    events: &mut Vec<Event>,
) -> bool {
    let legal = legal(position, rules);
    let weight = |answer: &Answer| match answer {
        Answer::Draw { kind } => u32::from(position.bag().count(*kind)),
        _ => 1,
    };
    let answer = match position.actor() {
        Actor::Nobody => return false,
        Actor::Seat(_) => position.sample(rules, random),
        Actor::Chance => {
            let mut pick = random.below(legal.iter().map(weight).sum());
            let found = legal.iter().find(|answer| match pick.checked_sub(weight(answer)) {
                Some(rest) => {
                    pick = rest;
                    false
                }
                None => true,
            });
            *found.unwrap()
        }
    };
    position.answer(rules, answer, events).unwrap();
    true
}

/// Plays a random game for up to this many answers.
pub fn random_game(rules: &DiscoveryRules, seed: u64, answers: usize) -> Box<DiscoveryPosition> {
    let mut random = SmallRandom::new(seed);
    let mut position = Box::new(bastide_core::Position::<Discovery>::new(rules, &mut ()));
    for _ in 0..answers {
        step(&mut position, rules, &mut random, &mut Vec::new());
    }
    position
}
