//! Arbitrary bytes where records, answers, saved games of other programs, tile files and snapshots are expected: an error is right,
//! a panic never. Fed by a bounded test and by the fuzz targets.

use std::fmt::Display;

use bastide_core::option::Choices;
use bastide_core::{Random, SmallRandom};
use games::deal::{Deal, Seed};
use games::families::{Classic, Coop, Discovery, Hunters, Playable};
use games::record::Record;
use games::setup::{CARCASSONNE, COOP, DISCOVERY, HUNTERS};
use games::{Game, Setup, catalogue, jcz, snapshot};
use sha2::{Digest, Sha256};

use crate::player;

/// Longest input that is worth a try.
const LONGEST: usize = 1 << 16;
/// Answers with which what was read goes on.
const ANSWERS: usize = 400;

/// What bytes are taken for.
#[derive(Clone, Copy)]
pub struct Reader {
    /// The name of its fuzz target.
    pub name: &'static str,
    /// The folder of this repository with its seeds: small good inputs.
    pub seeds: &'static str,
    /// Reads bytes, and says whether they are what is expected.
    pub read: fn(&[u8]) -> bool,
}

/// Every reader of bytes but that of the server's messages.
pub const READERS: [Reader; 5] = [
    Reader { name: "record", seeds: "fuzz/corpus/record", read: record },
    Reader { name: "notation", seeds: "fuzz/corpus/notation", read: notation },
    Reader { name: "tile_file", seeds: "fuzz/corpus/tile_file", read: tile_file },
    Reader { name: "saved_game", seeds: "corpus/jcz", read: saved_game },
    Reader { name: "snapshot", seeds: "fuzz/corpus/snapshot", read: a_snapshot },
];

/// Text of at most the length that is worth a try.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST)]).into_owned()
}

/// Whether it is read; what is refused must be refused in words.
fn is_read<T, E: Display>(read: Result<T, E>) -> Option<T> {
    read.inspect_err(|why| assert!(!why.to_string().is_empty(), "nobody is told why")).ok()
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
        Setup::of(COOP, 2),
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

/// A record, as text or as JSON: what is read keeps its form, and only what replays is verified.
pub fn record(bytes: &[u8]) -> bool {
    let Some(record) = is_read(Record::parse(&text(bytes))) else { return false };
    assert_eq!(Record::parse(&record.to_text()).as_ref(), Ok(&record), "the record is lost in its text form");
    let verdict = record.verify();
    assert!(record.replay().is_ok() || !verdict.holds(), "a record that does not replay is verified");
    true
}

/// A set-up's line and below it answers as words: what is not legal is refused and leaves the game as it was.
pub fn notation(bytes: &[u8]) -> bool {
    let text = text(bytes);
    let mut lines = text.lines();
    let Some(setup) = is_read(Setup::from_line(lines.next().unwrap_or_default())) else { return false };
    let Some(mut game) = is_read(Game::new(&setup)) else { return false };
    let again = Setup::from_line(&game.setup().canonical()).map(|setup| setup.canonical());
    assert_eq!(again, Ok(setup.canonical()), "the set-up is lost in its line");
    for word in lines.flat_map(str::split_whitespace).take(ANSWERS) {
        let Some(answer) = is_read(game.answer(word)) else { continue };
        if game.legal().contains(&answer) {
            assert_eq!(game.answer(&game.word(answer)), Ok(answer), "{word} has a word that is another answer");
            game.apply_quietly(answer).expect("it is listed");
        } else {
            let before = game.position_hash();
            assert!(is_read(game.apply_quietly(answer)).is_none(), "{word} is not listed, but accepted");
            assert_eq!(game.position_hash(), before, "{word} was refused, and left a trace");
        }
    }
    true
}

/// A saved game of another program: what is read replays.
pub fn saved_game(bytes: &[u8]) -> bool {
    let import = is_read(jcz::import(&text(bytes)));
    import.is_some_and(|import| {
        assert!(import.record.replay().is_ok(), "an imported game does not replay");
        true
    })
}

/// A snapshot; once as it is, and once with its checksum put right, so that what comes after the checksum is tried too.
pub fn a_snapshot(bytes: &[u8]) -> bool {
    let bytes = &bytes[..bytes.len().min(LONGEST)];
    let mended = bytes.split_last_chunk::<8>().map(|(body, _)| [body, &Sha256::digest(body)[..8]].concat());
    let read = load(bytes);
    mended.is_some_and(|mended| mended != bytes && load(&mended)) || read
}

/// Whether it is a snapshot of one of the set-ups; then the game goes on from it.
fn load(bytes: &[u8]) -> bool {
    let mut games = set_ups().into_iter().filter_map(|setup| is_read(snapshot::read(&setup, bytes)));
    games.next().is_some_and(|mut game| {
        (0..ANSWERS).for_each(|number| go_on(&mut game, number));
        true
    })
}

/// A tile file, compiled for every game that could have it, and played with.
pub fn tile_file(bytes: &[u8]) -> bool {
    let text = text(bytes);
    let Some(set) = is_read(catalogue::parse("x", &text)) else { return false };
    let mut expanded = classic::Options::default();
    expanded.add("inns-cathedrals");
    let mut later = hunters::Options::default();
    later.set("edition", "later");
    for tile in &set.tiles {
        let _ = Classic::compile_tile(tile, &classic::Options::default());
        let _ = Classic::compile_tile(tile, &expanded);
        let _ = Hunters::compile_tile(tile, &hunters::Options::default());
        let _ = Hunters::compile_tile(tile, &later);
        let _ = Discovery::compile_tile(tile, &discovery::Options::default());
        let _ = Coop::compile_tile(tile, &coop::Options::default());
    }
    // Two games share the words of the one family. What cannot be played with is refused as a file of one's own.
    let games = if set.family == "classic" { vec![CARCASSONNE, COOP] } else { vec![set.family.as_str()] };
    for game in games {
        if let Some(mut game) = is_read(Game::new(&Setup::of(game, 2).own_tiles(&text))) {
            (0..ANSWERS).for_each(|number| go_on(&mut game, number));
        }
    }
    true
}

/// Games of every set-up in [`set_ups`], after some answers each.
fn games(answers: &[usize]) -> Vec<(Game, Deal)> {
    let mut games = Vec::new();
    for (seed, setup) in (1..).zip(set_ups()) {
        let deal = Deal::new(Seed::from_number(seed), &setup).expect("the set-up is a good one");
        for &answers in answers {
            let game = player::play(&setup, &deal, seed, answers).expect("a game can be played");
            games.push((game, deal.clone()));
        }
    }
    games
}

/// The answers of a game below its set-up.
fn words(game: &Game) -> String {
    let mut again = Game::new(game.setup()).expect("it was played");
    let mut text = game.setup().canonical() + "\n";
    for &answer in game.answers() {
        text += &(again.word(answer) + "\n");
        again.apply_quietly(answer).expect("it was given");
    }
    text
}

/// Good inputs, each with the number of its reader among [`READERS`], from which bad ones can be made; of other programs there are
/// none here. Some are of finished games unless they shall be short.
pub fn examples(short: bool) -> Vec<(usize, Vec<u8>)> {
    let [record, notation, tile_file, _, snapshots] = std::array::from_fn(|reader| reader);
    let mut examples = Vec::new();
    for (game, deal) in games(if short { &[40] } else { &[40, 190, usize::MAX] }) {
        let text = Record::of(&game, &[], Some(&deal));
        examples.push((record, text.to_text().into_bytes()));
        examples.push((record, text.to_json().to_string().into_bytes()));
        examples.push((notation, words(&game).into_bytes()));
        examples.push((snapshots, snapshot::write(&game)));
    }
    for (_, text) in catalogue::files() {
        let few = Some(few_tiles(text)).filter(|few| short && self::tile_file(few.as_bytes()));
        examples.push((tile_file, few.unwrap_or_else(|| text.to_owned()).into_bytes()));
    }
    examples
}

/// The beginning of a tile file, as if it had three tiles.
fn few_tiles(text: &str) -> String {
    let few = text.match_indices("[[tile]]").nth(3).map_or(text, |(end, _)| &text[..end]);
    let of = |line: &str, name: &str| line.strip_prefix(name)?.strip_prefix(" = ")?.parse::<u32>().ok();
    let sum: u32 = few.lines().filter_map(|line| of(line, "count")).sum();
    let lines =
        few.lines().map(|line| if of(line, "total").is_some() { format!("total = {sum}") } else { line.to_owned() });
    lines.collect::<Vec<_>>().join("\n") + "\n"
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
