//! Arbitrary bytes where answers, words, records, snapshots, saved games of other programs and tile files are expected: an error is
//! right, a panic never. Fed by a bounded test and by the fuzz target.

use bastide_core::option::Choices;
use bastide_core::{Answer, Random, SmallRandom};
use games::deal::{Deal, Seed};
use games::record::Record;
use games::setup::{CARCASSONNE, DISCOVERY, HUNTERS, MISTS, OptionOfPart, info as setup_info};
use games::{Game, Setup, catalogue, jcz, snapshot};
use sha2::{Digest, Sha256};

use crate::player;

/// Longest input that is worth a try.
const LONGEST: usize = 1 << 16;
/// Answers in one input.
const ANSWERS: usize = 400;

/// What bytes are taken for; the first byte says which.
const DOORS: [fn(&[u8]); 8] = [integers, words, choices, record, saved_by_others, a_snapshot, tile_file, setup];

/// Feeds bytes through one of the doors.
pub fn feed(bytes: &[u8]) {
    if let Some((&door, rest)) = bytes.split_first() {
        DOORS[usize::from(door) % DOORS.len()](&rest[..rest.len().min(LONGEST)]);
    }
}

/// How many bytes choose the set-up of a game that answers are tried on.
const CHOOSE: usize = 3;
/// The games, by the number that two bits of the first byte give.
const GAMES: [&str; 4] = [CARCASSONNE, HUNTERS, DISCOVERY, MISTS];
/// Bits that choose the value of an option.
const OPTION_BITS: usize = 2;

/// The game that answers are tried on, and what is left of the bytes: the first choose seats and game, the next two the expansions,
/// one bit each, or the values of the options.
fn game(bytes: &[u8]) -> (Game, &[u8]) {
    let (chosen, rest) = bytes.split_at(CHOOSE.min(bytes.len()));
    let byte = |at: usize| chosen.get(at).copied().unwrap_or_default();
    let bits = u16::from_le_bytes([byte(1), byte(2)]);
    let setup = Setup::of(GAMES[usize::from(byte(0) >> 2 & 3)], 2 + byte(0) % 4);
    let setup =
        if setup.game == CARCASSONNE { with_expansions(setup, byte(0), bits) } else { with_options(setup, bits) };
    (Game::new(&setup).expect("the set-up is a good one"), rest)
}

fn with_expansions(mut setup: Setup, variants: u8, parts: u16) -> Setup {
    for (_, part) in classic::PARTS[1..].iter().enumerate().filter(|(bit, _)| parts >> bit & 1 == 1) {
        setup = setup.with(part.id);
        if variants & 0x40 != 0 {
            // The last value of every option, where the first is the default.
            for option in part.options {
                setup = setup.option(option.name, option.values[option.values.len() - 1]);
            }
        }
    }
    if variants & 0x80 != 0 {
        setup = setup.option("farmers", "false").option("small_city", "2");
    }
    setup
}

/// The options of a game without expansions.
fn options_of(game: &str) -> Vec<OptionOfPart> {
    setup_info().options.into_iter().filter(|option| option.game == game).collect()
}

fn with_options(setup: Setup, bits: u16) -> Setup {
    let options = options_of(&setup.game);
    options.iter().enumerate().fold(setup, |setup, (i, option)| {
        let value = usize::from(bits >> (OPTION_BITS * i)) % (1 << OPTION_BITS);
        setup.option(option.name, option.values[value % option.values.len()])
    })
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

/// The bytes by which [`game`] chooses seats, expansions and options like those of a set-up.
fn choosing(setup: &Setup) -> [u8; CHOOSE] {
    let game = GAMES.iter().position(|game| *game == setup.game).unwrap_or_default() as u8;
    let bits = if setup.game == CARCASSONNE {
        let parts = classic::PARTS[1..].iter().enumerate();
        let bits = parts.filter(|(_, part)| setup.expansions.iter().any(|e| e == part.id));
        bits.fold(0, |all, (bit, _)| all | 1 << bit)
    } else {
        let value = |option: &OptionOfPart| {
            let given = setup.options.get(option.name);
            option.values.iter().position(|value| given.is_some_and(|given| given == value)).unwrap_or_default() as u16
        };
        let options = options_of(&setup.game);
        options.iter().enumerate().fold(0u16, |all, (i, option)| all | value(option) << (OPTION_BITS * i))
    };
    let [low, high] = bits.to_le_bytes();
    [(setup.seats - 2) | (game << 2), low, high]
}

/// Whatever is refused leaves the game as it was.
fn try_answer(game: &mut Game, answer: Answer) {
    let (before, seq) = (game.legal(), game.seq());
    let listed = before.contains(&answer);
    let taken = game.apply(answer);
    assert_eq!(taken.is_ok(), listed, "{answer:?} was listed: {listed}, and taken: {}", taken.is_ok());
    if let Err(why) = taken {
        assert!(!why.to_string().is_empty());
        assert_eq!((game.legal(), game.seq()), (before, seq), "a refused answer changed the game");
    }
}

/// Goes on by a legal answer, so that later bytes meet a position with more in it.
fn go_on(game: &mut Game, number: usize) {
    let legal = game.legal();
    if !legal.is_empty() {
        let answer = legal[number % legal.len()];
        game.apply(answer).expect("it is listed");
    }
}

fn integers(bytes: &[u8]) {
    let (mut game, bytes) = game(bytes);
    for chunk in bytes.chunks_exact(5).take(ANSWERS) {
        let integer = u32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]);
        if let Some(answer) = Answer::from_integer(integer) {
            assert_eq!(answer.to_integer(), integer);
            try_answer(&mut game, answer);
        }
        go_on(&mut game, usize::from(chunk[4]));
    }
}

fn words(bytes: &[u8]) {
    let (mut game, bytes) = game(bytes);
    for word in String::from_utf8_lossy(bytes).split(['\n', ' ']).take(ANSWERS) {
        match game.answer(word) {
            Ok(answer) => try_answer(&mut game, answer),
            Err(why) => assert!(!why.to_string().is_empty()),
        }
        go_on(&mut game, word.len());
    }
}

/// A whole game by numbers of legal answers; what holds in tests must hold here.
fn choices(bytes: &[u8]) {
    let (mut game, bytes) = game(bytes);
    for &byte in bytes.iter().take(ANSWERS) {
        go_on(&mut game, usize::from(byte));
    }
    let view = game.view();
    let left: usize = (0..game.tiles().len() as u8).map(|kind| usize::from(game.in_bag(kind))).sum();
    let held: usize = view.players.iter().map(|player| player.hand.len()).sum();
    let elsewhere = view.discarded.len() + view.aside.len() + view.taken_out.len() + held;
    let all: usize = game.tiles().iter().map(|text| usize::from(text.count)).sum();
    let in_hand = usize::from(view.decision.kind == "place" && view.decision.tile.is_some());
    let found = view.tiles.len() + left + elsewhere + in_hand;
    // The rest of a river that is blocked is left out (RIV-12).
    let blocked = game.setup().expansions.iter().any(|part| part == "river") && found < all;
    assert!(found == all || blocked, "tiles were made or lost: {found} of {all}");
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
            let (mut integers, mut words) = (Vec::new(), Vec::new());
            let mut replayed = Game::new(&setup).expect("the set-up is a good one");
            for &answer in game.answers() {
                integers.extend(answer.to_integer().to_le_bytes());
                integers.push(seed as u8);
                words.push(replayed.word(answer));
                replayed.apply(answer).expect("it was legal before");
            }
            let record = Record::of(&game, &[], Some(&deal));
            let choose = choosing(&setup);
            add(0, &[&choose, &integers[..]].concat());
            add(1, &[&choose, words.join(" ").as_bytes()].concat());
            add(2, &[&choose, &integers[..]].concat());
            add(3, record.to_text().as_bytes());
            add(3, record.to_json().to_string().as_bytes());
            add(5, &snapshot::write(&game));
        }
        add(7, setup.canonical().as_bytes());
    }
    add(
        1,
        b"draw:crfr crfr@1,0r90 first:0 knight:n large-farmer:se monk:c c c2 pass crfr@32767,-32768r270 draw:base/crfr",
    );
    for (_, text) in catalogue::files() {
        add(6, text.as_bytes());
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
