//! Files of the corpus that our own engine writes: perft counts and printed games. A test compares them with what the engine
//! says now; a command writes them anew.
//!
//! Such a file begins with its heading, lines of `name: value` that say what is to be played; the rest follows from it.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use games::deal::{Deal, Seed};
use games::perft::perft;
use games::{Actor, EventView, Game, Setup};

use crate::player;

/// What a file of the corpus holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `corpus/perft`: counts of answer sequences.
    Perft,
    /// `corpus/games`: whole games.
    Games,
}

impl Kind {
    /// The folder of such files.
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Perft => "corpus/perft",
            Self::Games => "corpus/games",
        }
    }
}

/// The files of a kind, with the text that each has and the text that it should have.
///
/// # Errors
/// A file cannot be read, or its heading does not hold.
pub fn files(root: &Path, kind: Kind) -> Result<Vec<(PathBuf, String, String)>, String> {
    let folder = root.join(kind.folder());
    let entries = fs::read_dir(&folder).map_err(|e| format!("{} cannot be read: {e}", folder.display()))?;
    let mut paths = entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>();
    let paths = paths.as_mut().map_err(|e| format!("{} cannot be read: {e}", folder.display()))?;
    paths.sort();
    let read = |path: &PathBuf| {
        let fault = |why: String| format!("{}: {why}", path.display());
        let text = fs::read_to_string(path).map_err(|e| fault(e.to_string()))?;
        let heading = Heading::of(&text).map_err(fault)?;
        let due = match kind {
            Kind::Perft => heading.perft(),
            Kind::Games => heading.game(),
        };
        Ok((path.clone(), text, due.map_err(fault)?))
    };
    paths.iter().map(read).collect()
}

/// Writes every file of a kind anew; answers how many changed.
///
/// # Errors
/// A file cannot be read or written.
pub fn rewrite(root: &Path, kind: Kind) -> Result<(usize, usize), String> {
    let files = files(root, kind)?;
    let mut changed = 0;
    for (path, text, due) in &files {
        if text != due {
            fs::write(path, due).map_err(|e| format!("{} cannot be written: {e}", path.display()))?;
            changed += 1;
        }
    }
    Ok((files.len(), changed))
}

/// What is to be played.
struct Heading {
    lines: String,
    setup: Setup,
    seed: u64,
    deal: Deal,
    /// Answers before the counting begins.
    after: usize,
    depth: u32,
}

impl Heading {
    fn of(text: &str) -> Result<Self, String> {
        let lines: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
        let value = |name: &str| {
            let value = lines.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
            value.ok_or_else(|| format!("the heading has no line \"{name}: ...\""))
        };
        let number = |name: &str| {
            let text = value(name)?;
            text.parse::<u64>().map_err(|_| format!("{name} is \"{text}\", not a number"))
        };
        let setup = Setup::from_line(value("setup")?).map_err(|e| e.to_string())?;
        let seed = number("seed")?;
        let deal = Deal::new(Seed::from_number(seed), &setup).map_err(|e| e.to_string())?;
        let (after, depth) = (number("after").unwrap_or(0) as usize, number("depth").unwrap_or(0) as u32);
        let lines = lines.iter().map(|line| format!("{line}\n")).collect();
        Ok(Self { lines, setup, seed, deal, after, depth })
    }

    fn perft(&self) -> Result<String, String> {
        let game = player::play(&self.setup, &self.deal, self.seed, self.after)?;
        let mut text = self.lines.clone();
        let _ = write!(text, "\nposition {}\n", game.position_hash());
        for depth in 0..=self.depth {
            let _ = writeln!(text, "{depth} {}", perft(&game, &self.deal, depth));
        }
        Ok(text)
    }

    fn game(&self) -> Result<String, String> {
        let played = player::play(&self.setup, &self.deal, self.seed, usize::MAX)?;
        let mut text = format!("{}\ncommitment {}\n", self.lines, self.deal.commitment());
        let mut game = Game::new(&self.setup).map_err(|e| e.to_string())?;
        for &answer in played.answers() {
            let who = match game.actor() {
                Actor::Seat(seat) => seat.to_string(),
                _ => "*".to_owned(),
            };
            let (word, of) = (game.word(answer), game.legal().len());
            let events = game.apply(answer).map_err(|e| e.to_string())?;
            let _ = writeln!(text, "{who}> {word} (1 of {of})");
            for line in events.iter().filter_map(event_line) {
                let _ = writeln!(text, "   {line}");
            }
        }
        let _ = write!(text, "\n{}position {}\n", game.position_text(), game.position_hash());
        Ok(text)
    }
}

/// An event that the answer's word does not say by itself.
fn event_line(event: &EventView) -> Option<String> {
    match event {
        EventView::Turn { seat, turn } => Some(format!("turn {turn} of seat {seat}")),
        EventView::Discarded { tile } => Some(format!("{} fits nowhere", tile.kind)),
        EventView::Scored { seat, points, kind, last, terms, .. } => {
            let terms = terms.iter().map(|term| (term.count, term.what, term.each, term.clause));
            Some(score_line(*seat, *points, kind, *last, terms))
        }
        EventView::Returned { seat, figure, tile, segment, .. } => {
            Some(format!("{seat}:{figure} returns from segment {segment} of tile {tile}"))
        }
        EventView::Captured { seat, figure, by, .. } => Some(format!("{seat}:{figure} is a captive of {by}")),
        EventView::Redeemed { seat, figure, from, .. } => Some(format!("{seat}:{figure} comes back from {from}")),
        EventView::Haunted { seat, figure, ghosts, .. } => Some(format!("{seat}:{figure} has {ghosts} ghosts")),
        EventView::Enlisted { seat, figure } => Some(format!("seat {seat} gets a {figure}")),
        EventView::Led(piece) => Some(format!("{} goes to tile {}", piece.piece, piece.tile)),
        EventView::Tokens { seat, token, change } => Some(format!("{seat} {token} {change:+}")),
        EventView::Ghosts { tile, ghosts } => Some(format!("tile {tile} has {ghosts} ghosts")),
        EventView::Aside { tile } => Some(format!("{} is put aside", tile.kind)),
        EventView::Back => Some("what was put aside is shuffled back".to_owned()),
        EventView::Left { tile } => Some(format!("{} is left out", tile.kind)),
        EventView::Taken { seat, tile } => {
            let tile = tile.as_ref().map_or("a tile", |tile| tile.kind.as_str());
            Some(format!("seat {seat} takes {tile}"))
        }
        EventView::TakenOut { tile } => Some(format!("{} is taken out", tile.kind)),
        EventView::Moved { .. } | EventView::Built { .. } => None,
        EventView::Over { winners } => Some(format!("over, won by {winners:?}")),
        EventView::First { .. } | EventView::Drawn { .. } | EventView::Placed { .. } | EventView::Deployed { .. } => {
            None
        }
    }
}

/// A score as scenarios and printed games show it: `+0 8 city: 3 tiles x 2 BASE-12, 1 pennants x 2 BASE-12`.
pub fn score_line<'a>(
    seat: u8,
    points: i32,
    kind: &str,
    last: bool,
    terms: impl Iterator<Item = (u16, &'a str, i16, &'a str)>,
) -> String {
    let terms: Vec<_> = terms.map(|(count, what, each, clause)| format!("{count} {what} x {each} {clause}")).collect();
    let end = if last { " at the end" } else { "" };
    format!("+{seat} {points} {kind}{end}: {}", terms.join(", "))
}
