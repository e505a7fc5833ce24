//! `bastide admin import`: imports games from files into a server's archive.

use std::path::{Path, PathBuf};

use anyhow::bail;
use games::carcassonne_lab;
use server::archive_import::{Archive, ArchiveError, ForeignGame};

use crate::files;

/// Number of games in one transaction.
const BATCH: usize = 100;

/// The files to import.
#[derive(clap::Args)]
pub struct Args {
    /// Files or folders: records, saved games of JCloisterZone, or CarcassonneLab links, one per line; - reads standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Turn a tile of a link that does not fit if exactly one other rotation fits; otherwise such a link is skipped
    #[arg(long)]
    fix_rotation: bool,
}

/// A game to import: where it is, for messages, and its text.
type Source = (String, String);

/// An import in progress.
struct Import<'a> {
    archive: &'a mut Archive,
    fix_rotation: bool,
    /// Games of the next transaction.
    batch: Vec<Source>,
    added: usize,
    known: usize,
    skipped: usize,
}

/// Imports the games of all files. Reports those that cannot be imported, and skips them.
///
/// # Errors
/// A game was skipped, or the database cannot be written.
pub fn import(archive: &mut Archive, args: &Args) -> anyhow::Result<()> {
    let (batch, fix_rotation) = (Vec::new(), args.fix_rotation);
    let mut import = Import { archive, fix_rotation, batch, added: 0, known: 0, skipped: 0 };
    for file in files::in_folders(&args.files)? {
        import.file(&file)?;
    }
    import.store()?;
    let Import { added, known, skipped, .. } = import;
    println!("{added} imported, {known} already there, {skipped} skipped");
    if skipped > 0 {
        bail!("{skipped} of {} games were skipped", added + known + skipped);
    }
    Ok(())
}

impl Import<'_> {
    fn file(&mut self, file: &Path) -> anyhow::Result<()> {
        let text = match files::read(file) {
            Ok(text) => text,
            Err(why) => {
                self.skip(&format!("{why:#}"));
                return Ok(());
            }
        };
        for (line, game) in games_in(&text) {
            let line = line.map(|line| format!(":{line}")).unwrap_or_default();
            self.batch.push((format!("{}{line}", file.display()), game.to_owned()));
            if self.batch.len() == BATCH {
                self.store()?;
            }
        }
        Ok(())
    }

    fn skip(&mut self, why: &str) {
        eprintln!("{why}");
        self.skipped += 1;
    }

    /// Reads the games of the batch, and stores them in one transaction.
    fn store(&mut self) -> anyhow::Result<()> {
        let (batch, fix_rotation) = (std::mem::take(&mut self.batch), self.fix_rotation);
        let mut games = Vec::with_capacity(batch.len());
        for (shown, read) in read_all(&batch, fix_rotation) {
            match read {
                Ok(game) => games.push(game),
                Err(why) => self.skip(&format!("{shown}: {why}")),
            }
        }
        let valid = games.len();
        let added = self.archive.add(games)?;
        self.added += added;
        self.known += valid - added;
        Ok(())
    }
}

/// Reads games on all cores, in their order.
fn read_all(batch: &[Source], fix_rotation: bool) -> Vec<(&str, Result<ForeignGame, ArchiveError>)> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let part = batch.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let of_part =
            |part: &'_ [Source]| part.iter().map(|(_, text)| ForeignGame::read(text, fix_rotation)).collect::<Vec<_>>();
        let threads: Vec<_> = batch.chunks(part).map(|part| scope.spawn(move || of_part(part))).collect();
        let games = threads.into_iter().flat_map(|thread| thread.join().expect("reading a game does not panic"));
        batch.iter().map(|(shown, _)| shown.as_str()).zip(games).collect()
    })
}

/// Returns the games in a file: every line if its first line is a link, otherwise the whole file.
fn games_in(text: &str) -> Vec<(Option<usize>, &str)> {
    match files::link_lines(text).next() {
        Some((_, first)) if carcassonne_lab::is_link(first) => {
            files::link_lines(text).map(|(line, link)| (Some(line), link)).collect()
        }
        _ => vec![(None, text)],
    }
}
