//! The match file: a header, then one line of JSON per game, written when the game ends. An interrupted match resumes with the games
//! missing from its file.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use bots::Budget;
use bots::arena::contest::player_of;
use bots::arena::{Fault, FaultKind, Finished, Forfeit, Played, Times};
use games::deal::Seed;
use games::record::Record;
use games::{RULES_VERSION, Setup};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// Version of the file format.
const FORMAT_VERSION: u32 = 1;

/// First line of a match file: the match that the games belong to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Version of the file format.
    pub bastide_arena: u32,
    /// Version of the program that wrote the file.
    pub program: String,
    pub rules_version: u32,
    /// Set-up line that both players used.
    #[serde(deserialize_with = "setup_line")]
    pub setup: String,
    pub a: String,
    pub b: String,
    /// Search budget per decision.
    pub budget: Allowance,
    /// Time limits for external programs, if one of the players is external.
    pub bots: Option<BotTimes>,
    /// Seed for the deals.
    pub seed: u64,
    /// Whether the games' records are included.
    pub records: bool,
}

/// Reads a set-up line, accepting former game ids.
fn setup_line<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    String::deserialize(from).map(|line| Setup::current_line(&line))
}

/// A player's search budget per decision.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Allowance {
    Millis(u64),
    Evaluations(u64),
}

impl From<Allowance> for Budget {
    fn from(allowance: Allowance) -> Self {
        match allowance {
            Allowance::Millis(millis) => Self::Time(Duration::from_millis(millis)),
            Allowance::Evaluations(count) => Self::Evaluations(count),
        }
    }
}

/// Time limits for external programs, in milliseconds per decision.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotTimes {
    pub limit: u64,
    /// Grace period beyond the limit.
    pub grace: u64,
}

impl Header {
    /// Creates a header with this program's version.
    pub fn new(setup: String, players: [String; 2], budget: Allowance, seed: u64) -> Self {
        let [a, b] = players;
        let program = env!("CARGO_PKG_VERSION").to_owned();
        let (bots, records) = (None, false);
        Self {
            bastide_arena: FORMAT_VERSION,
            program,
            rules_version: RULES_VERSION,
            setup,
            a,
            b,
            budget,
            bots,
            seed,
            records,
        }
    }

    /// Returns the first field in which another header differs: the field's name, its value in this header, and its value in the other.
    fn first_difference(&self, other: &Self) -> Option<(String, Value, Value)> {
        let [here, there] = [self, other].map(|header| serde_json::to_value(header).unwrap_or_default());
        let empty = Map::new();
        let fields = here.as_object().unwrap_or(&empty).iter();
        fields.map(|(name, value)| (name.clone(), value.clone(), there[name].clone())).find(|(_, a, b)| a != b)
    }

    /// Returns whether the games of both matches can be counted together.
    pub fn joins(&self, other: &Self) -> bool {
        *self == Self { seed: self.seed, records: self.records, ..other.clone() }
    }
}

/// A line of the file, for one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Game number, from 0.
    game: u32,
    /// Index of the draw order.
    pair: u32,
    /// Whether the seats are swapped.
    swapped: bool,
    /// Seed of the draw order.
    deal: Seed,
    /// Points by seat.
    scores: Vec<i32>,
    /// Result for the first player: 1, 0, or 0.5 for a shared victory.
    result: f64,
    /// First player's score minus the second's.
    margin: f64,
    /// Number of answers given, including those of chance.
    answers: usize,
    a: PlayerStatistics,
    b: PlayerStatistics,
    forfeit: Option<ForfeitedGame>,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<Value>,
}

/// One player's statistics in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerStatistics {
    seats: Vec<u8>,
    /// Mean score of the player's seats.
    score: f64,
    won: bool,
    decisions: u32,
    total_ms: f64,
    max_ms: f64,
}

/// A forfeited game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ForfeitedGame {
    player: char,
    seat: Option<u8>,
    seq: usize,
    kind: String,
    reason: String,
}

/// Letters that stand for the two players.
pub const PLAYER_LETTERS: [char; 2] = ['a', 'b'];

impl Line {
    /// Creates the line for a finished game, optionally with its record.
    pub fn of(finished: &Finished, names: Option<&[String; 2]>) -> Self {
        let Finished { number, deal, game, played } = finished;
        let seats = 0..game.setup().seats;
        let part = |player: usize| PlayerStatistics {
            seats: seats.clone().filter(|&seat| player_of(seat, *number) == player).collect(),
            score: played.scores[player],
            won: played.won[player],
            decisions: played.times[player].decisions,
            total_ms: millis(played.times[player].total),
            max_ms: millis(played.times[player].longest),
        };
        let lost = |forfeit: &Forfeit| ForfeitedGame {
            player: PLAYER_LETTERS[forfeit.player.min(1)],
            seat: forfeit.seat,
            seq: forfeit.seq,
            kind: forfeit.fault.kind.word().to_owned(),
            reason: forfeit.fault.reason.clone(),
        };
        let record = names.map(|names| {
            let names: Vec<String> = seats.clone().map(|seat| names[player_of(seat, *number)].clone()).collect();
            Record::of(game, &names, Some(deal)).to_json()
        });
        Self {
            game: *number,
            pair: number / 2,
            swapped: number % 2 == 1,
            deal: deal.seed(),
            scores: game.scores(),
            result: played.result(),
            margin: played.margin(),
            answers: game.seq(),
            a: part(0),
            b: part(1),
            forfeit: played.forfeit.as_ref().map(lost),
            record,
        }
    }

    /// Converts the line to the type that reports are calculated from.
    fn played(&self) -> Result<Played> {
        let parts = [&self.a, &self.b];
        let time = |ms: f64| Duration::try_from_secs_f64(ms / 1000.0).context("invalid time");
        let times = |part: &PlayerStatistics| -> Result<Times> {
            let (total, longest) = (time(part.total_ms)?, time(part.max_ms)?);
            Ok(Times { decisions: part.decisions, total, longest })
        };
        let forfeit = self.forfeit.as_ref().map(|lost| {
            let kind = lost.kind.parse::<FaultKind>().ok();
            let kind = kind.with_context(|| format!("unknown kind of forfeit \"{}\"", lost.kind))?;
            let player =
                PLAYER_LETTERS.iter().position(|&letter| letter == lost.player).context("a player must be a or b")?;
            let fault = Fault { kind, reason: lost.reason.clone() };
            anyhow::Ok(Forfeit { player, seat: lost.seat, seq: lost.seq, fault })
        });
        Ok(Played {
            scores: parts.map(|part| part.score),
            won: parts.map(|part| part.won),
            times: [times(&self.a)?, times(&self.b)?],
            forfeit: forfeit.transpose()?,
        })
    }
}

/// Games in a file, by number.
pub type Games = BTreeMap<u32, Played>;

/// The games of one match, from one or several files that differ only in their seeds.
pub type MatchParts = Vec<(Header, Games)>;

/// Contents of a file.
pub struct Content {
    pub header: Header,
    pub games: Games,
    /// Length in bytes of all complete lines; a truncated line may follow them.
    whole: u64,
}

/// A file open for appending.
pub struct Results {
    file: File,
    name: String,
}

/// Reads a file and skips a truncated last line, which a killed process or a full disk can leave behind.
///
/// # Errors
/// The file cannot be read, or is not a match file.
pub fn read(path: &Path) -> Result<Content> {
    let name = path.display();
    let bytes = std::fs::read(path).with_context(|| format!("{name} cannot be read"))?;
    content(&bytes).with_context(|| format!("{name} is not a match file"))
}

fn content(bytes: &[u8]) -> Result<Content> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let text = std::str::from_utf8(&bytes[..whole]).context("it is not valid UTF-8")?;
    let mut lines = text.lines().enumerate();
    let (_, first) = lines.next().context("it has no header")?;
    let header: Header = serde_json::from_str(first).context("its first line is not a header")?;
    ensure!(
        header.bastide_arena == FORMAT_VERSION,
        "its format version is {}, not {FORMAT_VERSION}",
        header.bastide_arena
    );
    let mut games = Games::new();
    for (number, line) in lines {
        let of_line = || format!("line {}", number + 1);
        let line: Line = serde_json::from_str(line).with_context(of_line)?;
        if games.insert(line.game, line.played().with_context(of_line)?).is_some() {
            bail!("line {}: duplicate game {}", number + 1, line.game);
        }
    }
    Ok(Content { header, games, whole: whole as u64 })
}

impl Results {
    /// Opens or creates a match file and returns the games that it already contains.
    ///
    /// # Errors
    /// The file cannot be opened, is in use by another process, or belongs to another match.
    pub fn open(path: &Path, header: &Header) -> Result<(Self, Games)> {
        let name = path.display().to_string();
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = open.with_context(|| format!("{name} cannot be opened"))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => bail!("another arena is writing to {name}"),
            // Some file systems do not support locks.
            Err(TryLockError::Error(_)) | Ok(()) => {}
        }
        let first = format!("{}\n", serde_json::to_string(header)?);
        let bytes = std::fs::read(path).with_context(|| format!("{name} cannot be read"))?;
        // A file that is empty or truncated within its header is rewritten from the start.
        let fresh = !bytes.contains(&b'\n') && first.as_bytes().starts_with(&bytes);
        let (games, end) = if fresh {
            (Games::new(), 0)
        } else {
            let content = content(&bytes).with_context(|| format!("{name} is not a match file"))?;
            if let Some((field, here, there)) = header.first_difference(&content.header) {
                return Err(anyhow!("{name} belongs to another match: its {field} is {there}, not {here}"));
            }
            (content.games, content.whole)
        };
        file.set_len(end)
            .and_then(|()| file.seek(SeekFrom::Start(end)))
            .with_context(|| format!("{name} cannot be written"))?;
        let mut results = Self { file, name };
        if fresh {
            results.write(&first)?;
        }
        Ok((results, games))
    }

    /// Appends a game's line in a single write.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, line: &Line) -> Result<()> {
        self.write(&format!("{}\n", serde_json::to_string(line)?))
    }

    fn write(&mut self, text: &str) -> Result<()> {
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.with_context(|| format!("{} cannot be written", self.name))
    }
}

/// Converts a time to milliseconds.
pub fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
