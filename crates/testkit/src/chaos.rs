//! Feeds arbitrary bytes to the readers of records, answers, other programs' saved games, tile files and snapshots. A reader may return an
//! error but must never panic. Used by a test with bounded input and by the fuzz targets.

use std::fmt::Display;

use bastide_core::option::Choices;
use bastide_core::{Random, SmallRandom};
use games::deal::{Deal, Seed};
use games::editing::{Edit, edit};
use games::families::{Classic, Coop, Discovery, Hunters, Playable};
use games::puzzle::{self, Puzzle, PuzzleError};
use games::record::Record;
use games::setup::{CARCASSONNE, COOP, DISCOVERY, HUNTERS};
use games::{Game, Setup, StartingBoard, carcassonne_lab, catalogue, jcz, snapshot, study};
use sha2::{Digest, Sha256};

use crate::player;

/// Maximum input size; anything beyond it is cut off.
const MAX_INPUT_BYTES: usize = 1 << 16;
/// Maximum number of answers played once the input has been read.
const MAX_ANSWERS: usize = 400;

/// A reader of bytes.
#[derive(Clone, Copy)]
pub struct Reader {
    /// Name of the fuzz target.
    pub name: &'static str,
    /// Folder in this repository with the fuzz target's seeds, which are small valid inputs.
    pub seeds: &'static str,
    /// Reads bytes and returns whether they were valid.
    pub read: fn(&[u8]) -> bool,
}

/// All readers of bytes except the reader of the server's messages.
pub const READERS: [Reader; 9] = [
    Reader { name: "record", seeds: "fuzz/corpus/record", read: record },
    Reader { name: "notation", seeds: "fuzz/corpus/notation", read: notation },
    Reader { name: "tile_file", seeds: "fuzz/corpus/tile_file", read: tile_file },
    Reader { name: "saved_game", seeds: "corpus/jcz", read: saved_game },
    Reader { name: "snapshot", seeds: "fuzz/corpus/snapshot", read: a_snapshot },
    Reader { name: "link", seeds: "fuzz/corpus/link", read: link },
    Reader { name: "starting_board", seeds: "fuzz/corpus/starting_board", read: starting_board },
    Reader { name: "puzzle", seeds: "fuzz/corpus/puzzle", read: a_puzzle },
    Reader { name: "study", seeds: "fuzz/corpus/study", read: a_study },
];

/// Decodes the input as text, up to the maximum size.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_INPUT_BYTES)]).into_owned()
}

/// Returns the value; if there is an error instead, checks that it has a message and returns `None`.
fn value_or_checked_error<T, E: Display>(read: Result<T, E>) -> Option<T> {
    read.inspect_err(|why| assert!(!why.to_string().is_empty(), "the error has no message")).ok()
}

/// The set-ups used for the games among the valid inputs, and for reading snapshots.
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
        Setup::base(3).with("princess-dragon").with("traders-builders").option("hand", "three_hidden"),
        Setup::of(COOP, 2),
    ]
}

/// Plays the legal answer whose index is `number` modulo the number of legal answers.
fn play_answer(game: &mut Game, number: usize) {
    let legal = game.legal();
    if !legal.is_empty() {
        let answer = legal[number % legal.len()];
        game.apply(answer).expect("it is listed");
    }
}

/// Reads a record as text or JSON. Checks that parsing and printing are inverses, and that a record verifies only if it can be replayed.
pub fn record(bytes: &[u8]) -> bool {
    let Some(record) = value_or_checked_error(Record::parse(&text(bytes))) else { return false };
    assert_eq!(Record::parse(&record.to_text()).as_ref(), Ok(&record), "the record changes in its text form");
    let verdict = record.verify();
    assert!(record.replay().is_ok() || !verdict.holds(), "a record that does not replay verifies");
    true
}

/// Reads a set-up line followed by answers as words, and checks that illegal answers are rejected and leave the game unchanged.
pub fn notation(bytes: &[u8]) -> bool {
    let text = text(bytes);
    let mut lines = text.lines();
    let Some(setup) = value_or_checked_error(Setup::from_line(lines.next().unwrap_or_default())) else { return false };
    let Some(mut game) = value_or_checked_error(Game::new(&setup)) else { return false };
    let again = Setup::from_line(&game.setup().canonical()).map(|setup| setup.canonical());
    assert_eq!(again, Ok(setup.canonical()), "the set-up changes in its line");
    for word in lines.flat_map(str::split_whitespace).take(MAX_ANSWERS) {
        let Some(answer) = value_or_checked_error(game.answer(word)) else { continue };
        if game.legal().contains(&answer) {
            assert_eq!(game.answer(&game.word(answer)), Ok(answer), "the word of {word} parses to another answer");
            game.apply_raw(answer).expect("it is listed");
        } else {
            let before = game.position_hash();
            assert!(
                value_or_checked_error(game.apply_raw(answer)).is_none(),
                "{word} is accepted without being listed"
            );
            assert_eq!(game.position_hash(), before, "{word} was rejected, but changed the game");
        }
    }
    true
}

/// Reads another program's saved game, and checks that it can be replayed if it can be imported.
pub fn saved_game(bytes: &[u8]) -> bool {
    let import = value_or_checked_error(jcz::import(&text(bytes)));
    import.is_some_and(|import| {
        assert!(import.record.replay().is_ok(), "an imported game does not replay");
        true
    })
}

/// Reads a link of CarcassonneLab, and checks that it can be replayed and written again if it can be imported.
pub fn link(bytes: &[u8]) -> bool {
    let record = value_or_checked_error(carcassonne_lab::import(&text(bytes)));
    record.is_some_and(|record| {
        assert!(record.replay().is_ok(), "an imported link does not replay");
        if let Some(link) = value_or_checked_error(carcassonne_lab::export(&record)) {
            let again = carcassonne_lab::import(&link).map(|record| record.turns);
            assert_eq!(again, Ok(record.turns), "the link changes when it is written");
        }
        true
    })
}

/// Reads a puzzle file as is, and again with the hash of its first damaged line corrected, so that the code after the hash is tested too.
pub fn a_puzzle(bytes: &[u8]) -> bool {
    let text = text(bytes);
    let read = puzzle::read(&text);
    let mended = read.damaged.iter().find_map(|(_, why)| match why {
        PuzzleError::Id { recorded, actual } if !recorded.is_empty() => Some(text.replace(recorded, actual)),
        _ => None,
    });
    let again = mended.map_or_else(Vec::new, |text| puzzle::read(&text).puzzles);
    for puzzle in read.puzzles.iter().chain(&again) {
        assert_eq!(Puzzle::parse(&puzzle.to_line()).as_ref(), Ok(puzzle), "the puzzle changes in its line");
        assert!(puzzle.position().is_ok(), "a puzzle does not replay");
    }
    read.damaged.iter().for_each(|(_, why)| assert!(!why.to_string().is_empty(), "the error has no message"));
    !read.puzzles.is_empty()
}

/// Reads a study. What is kept of it is read again without problems.
pub fn a_study(bytes: &[u8]) -> bool {
    let Some(read) = value_or_checked_error(study::read(&text(bytes))) else { return false };
    if let Ok(again) = study::read(&read.study.to_json()) {
        assert_eq!((&again.study, again.problems.len()), (&read.study, 0), "what is kept of the study changes");
    }
    !read.study.chapters.is_empty()
}

/// Reads a snapshot as is, and again with a corrected checksum, so that the code after the checksum is tested too.
pub fn a_snapshot(bytes: &[u8]) -> bool {
    let bytes = &bytes[..bytes.len().min(MAX_INPUT_BYTES)];
    let mended = bytes.split_last_chunk::<8>().map(|(body, _)| [body, &Sha256::digest(body)[..8]].concat());
    let read = load(bytes);
    mended.is_some_and(|mended| mended != bytes && load(&mended)) || read
}

/// Reports whether the bytes are a snapshot of a game with one of the set-ups; if so, continues that game.
fn load(bytes: &[u8]) -> bool {
    let mut games = set_ups().into_iter().filter_map(|setup| value_or_checked_error(snapshot::read(&setup, bytes)));
    games.next().is_some_and(|mut game| {
        (0..MAX_ANSWERS).for_each(|number| play_answer(&mut game, number));
        true
    })
}

/// Reads a tile file, compiles its tiles for every family, and plays the games that can use them.
pub fn tile_file(bytes: &[u8]) -> bool {
    let text = text(bytes);
    let Some(set) = value_or_checked_error(catalogue::parse("x", &text)) else { return false };
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
    // Two games share the `classic` family. Files that cannot be played are rejected as own tiles.
    let games = if set.family == "classic" { vec![CARCASSONNE, COOP] } else { vec![set.family.as_str()] };
    for game in games {
        if let Some(mut game) = value_or_checked_error(Game::new(&Setup::of(game, 2).own_tiles(&text))) {
            (0..MAX_ANSWERS).for_each(|number| play_answer(&mut game, number));
        }
    }
    true
}

/// Reads a set-up line followed by a starting board, as a game and for the editor, and plays the game. Checks that the board of the game is
/// the same position.
pub fn starting_board(bytes: &[u8]) -> bool {
    let text = text(bytes);
    let (line, board) = text.split_once('\n').unwrap_or((&text, ""));
    let Some(setup) = value_or_checked_error(Setup::from_line(line)) else { return false };
    let setup = setup.with_board(board);
    let tile = board.split_whitespace().nth(1).and_then(|tile| tile.split('@').next()).map(str::to_owned);
    let Some(edited) = value_or_checked_error(edit(&Edit { setup: setup.clone(), tile })) else { return false };
    let game = value_or_checked_error(Game::for_replay(&setup));
    assert_eq!(game.is_some(), edited.problems.is_empty(), "the editor disagrees: {:?}", edited.problems);
    let Some(mut game) = game else { return false };
    let bytes = snapshot::write(&game);
    assert!(snapshot::read(&setup, &bytes).is_ok(), "the first position is not valid");
    if let Some(board) = StartingBoard::of_exactly(&game) {
        let again = Game::for_replay(&Setup { board: Some(board), ..setup }).expect("it is the board of a game");
        assert_eq!(again.scored_now().0, game.scored_now().0, "the board of the game is another position");
    }
    (0..MAX_ANSWERS).for_each(|number| play_answer(&mut game, number));
    true
}

/// Returns a game for every set-up in [`set_ups`] and every given number of answers.
fn games(answers: &[usize]) -> Vec<(Game, Deal)> {
    let mut games = Vec::new();
    for (seed, setup) in (1..).zip(set_ups()) {
        let deal = Deal::new(Seed::from_number(seed), &setup).expect("the set-up is valid");
        for &answers in answers {
            let game = player::play(&setup, &deal, seed, answers).expect("a game can be played");
            games.push((game, deal.clone()));
        }
    }
    games
}

/// Returns a game's set-up line with its answers below it.
fn words(game: &Game) -> String {
    let mut again = Game::new(game.setup()).expect("it was played");
    let mut text = game.setup().canonical() + "\n";
    for &answer in game.answers() {
        text += &(again.word(answer) + "\n");
        again.apply_raw(answer).expect("it was given");
    }
    text
}

/// Returns valid inputs as a base for invalid ones, each with the index of its reader in [`READERS`]. Saved games and links of other
/// programs are not included. Unless `short` is true, some inputs are finished games.
pub fn examples(short: bool) -> Vec<(usize, Vec<u8>)> {
    let [record, notation, tile_file, _, snapshots, _, boards, ..]: [usize; READERS.len()] =
        std::array::from_fn(|reader| reader);
    let (mut examples, mut of_boards) = (Vec::new(), Vec::new());
    for (game, deal) in games(if short { &[40] } else { &[40, 190, usize::MAX] }) {
        let text = Record::of(&game, &[], Some(&deal));
        examples.push((record, text.to_text().into_bytes()));
        examples.push((record, text.to_json().to_string().into_bytes()));
        examples.push((notation, words(&game).into_bytes()));
        examples.push((snapshots, snapshot::write(&game)));
        if let Ok(board) = StartingBoard::of(&game) {
            let text = format!("{}\n{}", game.setup().canonical(), board.text().unwrap_or_default());
            of_boards.push((boards, text.into_bytes()));
        }
    }
    for (_, text) in catalogue::files() {
        let few = Some(truncate_tile_file(text)).filter(|few| short && self::tile_file(few.as_bytes()));
        examples.push((tile_file, few.unwrap_or_else(|| text.to_owned()).into_bytes()));
    }
    examples.append(&mut of_boards);
    examples
}

/// Truncates a tile file after its third tile and corrects its total.
fn truncate_tile_file(text: &str) -> String {
    let few = text.match_indices("[[tile]]").nth(3).map_or(text, |(end, _)| &text[..end]);
    let of = |line: &str, name: &str| line.strip_prefix(name)?.strip_prefix(" = ")?.parse::<u32>().ok();
    let sum: u32 = few.lines().filter_map(|line| of(line, "count")).sum();
    let lines =
        few.lines().map(|line| if of(line, "total").is_some() { format!("total = {sum}") } else { line.to_owned() });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

/// Corrupts a valid input: changes, removes, inserts or repeats bytes, or inserts bytes of `other`.
pub fn corrupt(input: &mut Vec<u8>, other: &[u8], random: &mut SmallRandom) {
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
