//! The file of a tournament: its settings, then one command a line, in JSON.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use tournament::{Command, Settings, Tournament};

/// Version of the format.
const VERSION: u32 = 1;

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Heading {
    tournament: u32,
    settings: Settings,
}

/// A tournament and its file, which is locked until this is dropped.
pub struct Store {
    path: PathBuf,
    file: File,
    /// Length of the complete lines. A program that is killed while it writes can leave part of a line, which is not counted.
    length: u64,
    pub tournament: Tournament,
}

impl Store {
    /// Creates the file of a new tournament.
    ///
    /// # Errors
    /// The settings are not valid, or the file exists or cannot be written.
    pub fn create(path: &Path, settings: Settings) -> Result<()> {
        let tournament = Tournament::new(settings)?;
        let shown = || format!("{} cannot be created", path.display());
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(path).with_context(shown)?;
        file.lock().with_context(shown)?;
        let heading = Heading { tournament: VERSION, settings: tournament.settings().clone() };
        let mut store = Self { path: path.to_owned(), file, length: 0, tournament };
        store.append(&format!("{}\n", serde_json::to_string(&heading)?))
    }

    /// Reads a tournament.
    ///
    /// # Errors
    /// The file cannot be read, or a line of it is not valid.
    pub fn open(path: &Path) -> Result<Self> {
        let shown = path.display();
        let opened = OpenOptions::new().read(true).write(true).open(path);
        let mut file = opened.with_context(|| format!("{shown} cannot be opened"))?;
        file.lock().with_context(|| format!("{shown} cannot be locked"))?;
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(|| format!("{shown} cannot be read"))?;
        let length = text.rfind('\n').map_or(0, |at| at + 1);
        let mut lines = text[..length].lines();
        let first = lines.next().with_context(|| format!("{shown} is empty"))?;
        let heading: Heading =
            serde_json::from_str(first).with_context(|| format!("{shown} is not the file of a tournament"))?;
        if heading.tournament != VERSION {
            bail!("{shown} has version {}; this program reads version {VERSION}", heading.tournament);
        }
        let mut tournament = Tournament::new(heading.settings).with_context(|| format!("{shown}: line 1"))?;
        for (number, line) in (2..).zip(lines) {
            let apply = |tournament: &mut Tournament| anyhow::Ok(tournament.apply(&serde_json::from_str(line)?)?);
            apply(&mut tournament).with_context(|| format!("{shown}: line {number}"))?;
        }
        Ok(Self { path: path.to_owned(), file, length: length as u64, tournament })
    }

    /// Applies commands and appends them to the file.
    ///
    /// # Errors
    /// A command is refused, or the file cannot be written; the file is then unchanged.
    pub fn apply(&mut self, commands: &[Command]) -> Result<()> {
        let mut after = self.tournament.clone();
        let mut lines = String::new();
        for command in commands {
            after.apply(command).map_err(tournament::Refused::counted_from_one)?;
            lines.push_str(&serde_json::to_string(command)?);
            lines.push('\n');
        }
        self.append(&lines)?;
        self.tournament = after;
        Ok(())
    }

    fn append(&mut self, lines: &str) -> Result<()> {
        let length = self.length;
        let written = self.file.set_len(length).and_then(|()| {
            self.file.seek(SeekFrom::Start(length))?;
            self.file.write_all(lines.as_bytes())?;
            self.file.sync_all()
        });
        if written.is_err() {
            // What was written of the lines would otherwise be read as commands.
            let _ = self.file.set_len(length);
        }
        written.with_context(|| format!("{} cannot be written", self.path.display()))?;
        self.length += lines.len() as u64;
        Ok(())
    }
}
