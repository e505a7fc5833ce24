//! Arbitrary bytes where records, snapshots, saved games of other programs, tile files and set-ups are expected: an error is right, a
//! panic never. Fed by a bounded test and by the fuzz target. (Answers and words: `tests/properties`.)

use bastide_core::option::Choices;
use bastide_core::{Random, SmallRandom};
use games::deal::{Deal, Seed};
use games::record::Record;
use games::setup::{CARCASSONNE, DISCOVERY, HUNTERS, MISTS};
use games::{Game, Setup, catalogue, jcz, snapshot};
use sha2::{Digest, Sha256};

use crate::player;

/// Longest input that is worth a try.
const LONGEST: usize = 1 << 16;
/// Answers with which what was read goes on.
const ANSWERS: usize = 400;

/// What bytes are taken for; the first byte says which.
const DOORS: [fn(&[u8]); 5] = [record, saved_by_others, a_snapshot, tile_file, setup];
/// The door for games of other programs, by its number among them.
pub const SAVED_BY_OTHERS: u8 = 1;

/// Feeds bytes through one of the doors.
pub fn feed(bytes: &[u8]) {
    if let Some((&door, rest)) = bytes.split_first() {
        DOORS[usize::from(door) % DOORS.len()](&rest[..rest.len().min(LONGEST)]);
    }
}

/// The set-ups whose games stand among the good inputs, and whose snapshots are read.
fn set_ups() -> Vec<Setup> {
    let all = |setup: Setup| classic::PARTS[1..].iter().fold(setup, |setup, part| setup.with(part.id));
    vec![
        Setup::base(2),
        Setup::base(3).with("inns-cathedrals"),
        Setup::base(3).with("mists").option("ghost_penalty", "scoring_only"),
        Setup::base(3).with("abbey-mayor").with("princess-dragon").with("traders-builders").with("tower"),
        Setup::base(2).with("cathars").with("count").with("king-robber").with("river").option("count_move", "follow"),
        all(Setup::base(4)).option("river", "both").option("wagon_move", "adjacent_tiles"),
        Setup::of(HUNTERS, 3),
        Setup::of(HUNTERS, 2).option("edition", "later").option("count_by", "tile"),
        Setup::of(DISCOVERY, 4).option("equal_turns", "printed"),
        Setup::of(DISCOVERY, 3).option("hand", "two_hidden").option("equal_turns", "even"),
        Setup::of(MISTS, 2),
    ]
}

/// Goes on by a legal answer.
fn go_on(game: &mut Game, number: usize) {
    let legal = game.legal();
    if !legal.is_empty() {
        let answer = legal[number % legal.len()];
        game.apply(answer).expect("it is listed");
    }
}

fn record(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match Record::parse(&text) {
        Ok(record) => {
            assert_eq!(Record::parse(&record.to_text()).as_ref(), Ok(&record), "the record is lost in its text form");
            let verdict = record.verify();
            assert!(record.replay().is_ok() || !verdict.holds(), "a record that does not replay is verified");
        }
        Err(why) => assert!(!why.to_string().is_empty()),
    }
}

fn saved_by_others(bytes: &[u8]) {
    match jcz::import(&String::from_utf8_lossy(bytes)) {
        Ok(import) => assert!(import.record.replay().is_ok(), "an imported game does not replay"),
        Err(why) => assert!(!why.to_string().is_empty()),
    }
}

/// Once as it is, and once with its checksum put right, so that what comes after the checksum is tried too.
fn a_snapshot(bytes: &[u8]) {
    load(bytes);
    if let Some((body, _)) = bytes.split_last_chunk::<8>() {
        load(&[body, &Sha256::digest(body)[..8]].concat());
    }
}

fn load(bytes: &[u8]) {
    for setup in set_ups() {
        match snapshot::read(&setup, bytes) {
            Ok(mut game) => (0..ANSWERS).for_each(|number| go_on(&mut game, number)),
            Err(why) => assert!(!why.to_string().is_empty()),
        }
    }
}

fn tile_file(bytes: &[u8]) {
    match catalogue::parse("x", &String::from_utf8_lossy(bytes)) {
        Ok(set) => {
            let mut expanded = classic::Options::default();
            expanded.add("inns-cathedrals");
            let mut later = hunters::Options::default();
            later.set("edition", "later");
            for tile in &set.tiles {
                let _ = classic::compile_tile(tile, &classic::Options::default());
                let _ = classic::compile_tile(tile, &expanded);
                let _ = hunters::compile::compile_tile(tile, &hunters::Options::default());
                let _ = hunters::compile::compile_tile(tile, &later);
                let _ = discovery::compile::compile_tile(tile, &discovery::Options::default());
                let _ = mists::compile_tile(tile, &mists::Options::default());
            }
            own_tiles(&set.family, &String::from_utf8_lossy(bytes));
        }
        Err(why) => assert!(!why.to_string().is_empty()),
    }
}

/// A tile file that holds may be played with, or is refused as a file of one's own.
fn own_tiles(family: &str, file: &str) {
    // Two games share the words of the one family.
    let games = if family == "classic" { vec![CARCASSONNE, MISTS] } else { vec![family] };
    for game in games {
        match Game::new(&Setup::of(game, 2).own_tiles(file)) {
            Ok(mut game) => (0..ANSWERS).for_each(|number| go_on(&mut game, number)),
            Err(why) => assert!(!why.to_string().is_empty()),
        }
    }
}

fn setup(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let line = text.lines().next().unwrap_or_default();
    if let Ok(setup) = Setup::from_line(line) {
        match Game::new(&setup) {
            Ok(game) => {
                assert_eq!(Setup::from_line(&game.setup().canonical()).map(|s| s.canonical()), Ok(setup.canonical()))
            }
            Err(why) => assert!(!why.to_string().is_empty()),
        }
    }
}

/// Good inputs, one or more for each door, from which bad ones can be made.
pub fn examples() -> Vec<Vec<u8>> {
    let mut examples = Vec::new();
    let mut add = |door: u8, bytes: &[u8]| examples.push([&[door], bytes].concat());
    for (seed, setup) in (1..).zip(set_ups()) {
        let deal = Deal::new(Seed::from_number(seed), &setup).expect("the set-up is a good one");
        for answers in [40, 190, usize::MAX] {
            let game = player::play(&setup, &deal, seed, answers).expect("a game can be played");
            let record = Record::of(&game, &[], Some(&deal));
            add(0, record.to_text().as_bytes());
            add(0, record.to_json().to_string().as_bytes());
            add(2, &snapshot::write(&game));
        }
        add(4, setup.canonical().as_bytes());
    }
    for (_, text) in catalogue::files() {
        add(3, text.as_bytes());
    }
    examples
}

/// Makes a bad input of a good one: bytes changed, taken out, put in, repeated, or exchanged with another's.
pub fn spoil(input: &mut Vec<u8>, other: &[u8], random: &mut SmallRandom) {
    for _ in 0..1 + random.below(4) {
        let at = random.below(input.len() as u32 + 1) as usize;
        let bits = 1 + random.below(6);
        let len = (random.below(1 << bits) as usize).min(input.len() - at);
        match random.below(6) {
            0 if at < input.len() => input[at] = random.next() as u8,
            1 if at < input.len() => input[at] ^= 1 << random.below(8),
            2 => drop(input.drain(at..at + len)),
            3 => input.insert(at, b" \n\"{}[]0129-@:r.,=#;"[random.below(20) as usize]),
            4 => {
                let repeated = input[at..at + len].to_vec();
                input.splice(at..at, repeated);
            }
            _ => {
                let from = random.below(other.len().max(1) as u32) as usize;
                let len = len.min(other.len() - from.min(other.len()));
                input.splice(at..at, other[from.min(other.len())..][..len].to_vec());
            }
        }
    }
}
