//! The file of a match: a header, and a line of JSON for each game, written when the game is over. A match that was broken off, in
//! whatever way, goes on with the games that are not in its file.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use bots::arena::contest::player_of;
use bots::arena::{Fault, FaultKind, Finished, Forfeit, Played, Times};
use games::deal::Seed;
use games::record::Record;
use games::{RULES_VERSION, Setup};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// The version of the file's form.
const FORM: u32 = 1;

/// The first line: what games a file is of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the file's form.
    pub bastide_arena: u32,
    /// The version of the program that wrote it.
    pub program: String,
    pub rules_version: u32,
    /// The set-up's line.
    #[serde(deserialize_with = "setup_line")]
    pub setup: String,
    /// One player.
    pub a: String,
    /// The other player.
    pub b: String,
    /// What they may spend on a decision.
    pub budget: Allowance,
    /// What programs that are none of ours may take, where one plays.
    pub bots: Option<BotTimes>,
    /// Decides the deals.
    pub seed: u64,
    /// Whether the games are recorded.
    pub records: bool,
}

/// Reads a set-up's line, in which the game may have the id that it had first.
fn setup_line<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    String::deserialize(from).map(|line| Setup::current_line(&line))
}

/// What a player may spend on a decision.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Allowance {
    /// Milliseconds.
    Millis(u64),
    /// Positions evaluated.
    Evaluations(u64),
}

/// What programs that are none of ours may take for a decision, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotTimes {
    /// For a decision.
    pub limit: u64,
    /// What is forgiven.
    pub grace: u64,
}

impl Header {
    /// The header of this program's matches, to be filled in.
    pub fn new(setup: String, players: [String; 2], budget: Allowance, seed: u64) -> Self {
        let [a, b] = players;
        let program = env!("CARGO_PKG_VERSION").to_owned();
        let (bots, records) = (None, false);
        Self { bastide_arena: FORM, program, rules_version: RULES_VERSION, setup, a, b, budget, bots, seed, records }
    }

    /// The first field in which another header differs: its name, and what it is here and there.
    fn differs(&self, other: &Self) -> Option<(String, Value, Value)> {
        let [here, there] = [self, other].map(|header| serde_json::to_value(header).unwrap_or_default());
        let empty = Map::new();
        let fields = here.as_object().unwrap_or(&empty).iter();
        fields.map(|(name, value)| (name.clone(), value.clone(), there[name].clone())).find(|(_, a, b)| a != b)
    }

    /// Whether games of both can be counted together.
    pub fn joins(&self, other: &Self) -> bool {
        *self == Self { seed: self.seed, records: self.records, ..other.clone() }
    }
}

/// The line of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Its number, from 0.
    game: u32,
    /// The number of its draw order.
    pair: u32,
    /// Whether the seats are swapped.
    swapped: bool,
    /// The seed of its draw order.
    deal: Seed,
    /// Points by seat.
    scores: Vec<i32>,
    /// What it is worth to the first player: 1, 0, or a half if both won.
    result: f64,
    /// The first player's score less the second's.
    margin: f64,
    /// Answers given, those of chance included.
    answers: usize,
    a: Part,
    b: Part,
    forfeit: Option<Lost>,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<Value>,
}

/// One player's part in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    seats: Vec<u8>,
    /// The mean score of these seats.
    score: f64,
    won: bool,
    decisions: u32,
    total_ms: f64,
    max_ms: f64,
}

/// A game that was forfeited.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lost {
    player: char,
    seat: Option<u8>,
    seq: usize,
    kind: String,
    reason: String,
}

/// The letters of the players.
pub const LETTERS: [char; 2] = ['a', 'b'];

impl Line {
    /// The line of a game that is over, possibly with its record.
    pub fn of(finished: &Finished, names: Option<&[String; 2]>) -> Self {
        let Finished { number, deal, game, played } = finished;
        let seats = 0..game.setup().seats;
        let part = |player: usize| Part {
            seats: seats.clone().filter(|&seat| player_of(seat, *number) == player).collect(),
            score: played.scores[player],
            won: played.won[player],
            decisions: played.times[player].decisions,
            total_ms: millis(played.times[player].total),
            max_ms: millis(played.times[player].longest),
        };
        let lost = |forfeit: &Forfeit| Lost {
            player: LETTERS[forfeit.player.min(1)],
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

    /// The game as reports count it.
    fn played(&self) -> Result<Played> {
        let parts = [&self.a, &self.b];
        let time = |ms: f64| Duration::try_from_secs_f64(ms / 1000.0).context("a time is none");
        let times = |part: &Part| -> Result<Times> {
            let (total, longest) = (time(part.total_ms)?, time(part.max_ms)?);
            Ok(Times { decisions: part.decisions, total, longest })
        };
        let forfeit = self.forfeit.as_ref().map(|lost| {
            let kind = lost.kind.parse::<FaultKind>().ok();
            let kind = kind.with_context(|| format!("a game is forfeited by \"{}\"", lost.kind))?;
            let player =
                LETTERS.iter().position(|&letter| letter == lost.player).context("a player is neither a nor b")?;
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

/// The games of a file by their numbers.
pub type Games = BTreeMap<u32, Played>;

/// What a file holds.
pub struct Content {
    /// What games it is of.
    pub header: Header,
    pub games: Games,
    /// Bytes of whole lines; what follows them was torn off.
    whole: u64,
}

/// A file that is written to.
pub struct Results {
    file: File,
    name: String,
}

/// Reads a file. A last line that was torn off, by a killed program or a full disk, is passed over.
///
/// # Errors
/// It cannot be read, or is no file of a match.
pub fn read(path: &Path) -> Result<Content> {
    let name = path.display();
    let bytes = std::fs::read(path).with_context(|| format!("{name} cannot be read"))?;
    content(&bytes).with_context(|| format!("{name} is no file of a match"))
}

fn content(bytes: &[u8]) -> Result<Content> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let text = std::str::from_utf8(&bytes[..whole]).context("it is no text in UTF-8")?;
    let mut lines = text.lines().enumerate();
    let (_, first) = lines.next().context("it has no header")?;
    let header: Header = serde_json::from_str(first).context("its first line is no header")?;
    ensure!(header.bastide_arena == FORM, "its form is {}, not {FORM}", header.bastide_arena);
    let mut games = Games::new();
    for (number, line) in lines {
        let of_line = || format!("line {}", number + 1);
        let line: Line = serde_json::from_str(line).with_context(of_line)?;
        if games.insert(line.game, line.played().with_context(of_line)?).is_some() {
            bail!("line {}: game {} is there twice", number + 1, line.game);
        }
    }
    Ok(Content { header, games, whole: whole as u64 })
}

impl Results {
    /// Opens the file of a match, which is made if there is none; and the games that are in it already.
    ///
    /// # Errors
    /// It cannot be opened, is written to by another program, or is of another match.
    pub fn open(path: &Path, header: &Header) -> Result<(Self, Games)> {
        let name = path.display().to_string();
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = open.with_context(|| format!("{name} cannot be opened"))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => bail!("another arena is writing to {name}"),
            // Some file systems have no locks.
            Err(TryLockError::Error(_)) | Ok(()) => {}
        }
        let first = format!("{}\n", serde_json::to_string(header)?);
        let bytes = std::fs::read(path).with_context(|| format!("{name} cannot be read"))?;
        // A file that was torn off within its header, or is empty, begins anew.
        let fresh = !bytes.contains(&b'\n') && first.as_bytes().starts_with(&bytes);
        let (games, end) = if fresh {
            (Games::new(), 0)
        } else {
            let content = content(&bytes).with_context(|| format!("{name} is no file of a match"))?;
            if let Some((field, here, there)) = header.differs(&content.header) {
                return Err(anyhow!("{name} is of another match: its {field} is {there}, not {here}"));
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

    /// Writes the line of a game, at once and whole.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, line: &Line) -> Result<()> {
        self.write(&format!("{}\n", serde_json::to_string(line)?))
    }

    fn write(&mut self, text: &str) -> Result<()> {
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.with_context(|| format!("{} cannot be written", self.name))
    }
}

/// A time in milliseconds.
pub fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
