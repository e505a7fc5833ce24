//! Reads and writes the files named on the command line.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use games::record::Record;
use games::{OwnTiles, Setup, imports, jcz};

/// Maximum file size in bytes.
const MAX_FILE_BYTES: u64 = 32 << 20;
/// First bytes of a gzip file.
const GZIP: &[u8] = &[0x1f, 0x8b];

/// Reads a text file; `-` is standard input.
///
/// # Errors
/// The file cannot be read, is too large, or is not valid UTF-8.
pub fn read(path: &Path) -> Result<String> {
    let shown = path.display();
    let mut bytes = Vec::new();
    let taken = if path == Path::new("-") {
        std::io::stdin().lock().take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)
    } else {
        let file = std::fs::File::open(path).with_context(|| format!("{shown} cannot be opened"))?;
        file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)
    };
    taken.with_context(|| format!("{shown} cannot be read"))?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        bail!("{shown} is too large: the limit is {MAX_FILE_BYTES} bytes");
    }
    if bytes.starts_with(GZIP) {
        bail!(
            "{shown} is compressed with gzip; decompress it first. Saved games of JCloisterZone that are compressed are of \
             version 3 or earlier, and can't be imported"
        );
    }
    String::from_utf8(bytes).map_err(|_| anyhow::anyhow!("{shown} is not valid UTF-8"))
}

/// Reads a record in text or JSON, or a game of another program: a saved game of JCloisterZone, recognised by its extension `.jcz` or
/// by its keys, or a CarcassonneLab link.
///
/// # Errors
/// The file cannot be read, or is not a valid game.
pub fn record(path: &Path) -> Result<Record> {
    let text = read(path)?;
    let of_file = || path.display().to_string();
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("jcz")) {
        return Ok(jcz::import(&text).with_context(of_file)?.record);
    }
    imports::read(&text).with_context(of_file)
}

/// Returns the files that an argument names: the file itself, or all files in a folder, in the order of their names.
///
/// # Errors
/// The folder cannot be read.
pub fn in_folder(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let unreadable = || format!("{} cannot be read", path.display());
    let entries = std::fs::read_dir(path).with_context(unreadable)?;
    let mut files: Vec<PathBuf> =
        entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>().with_context(unreadable)?;
    files.retain(|path| path.is_file());
    files.sort();
    Ok(files)
}

/// Returns the files that arguments name, as [`in_folder`] does.
///
/// # Errors
/// A folder cannot be read.
pub fn in_folders(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    Ok(paths.iter().map(|path| in_folder(path)).collect::<Result<Vec<_>>>()?.concat())
}

/// Returns the lines of a file of links with their numbers, without empty lines and comments.
pub fn link_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with("# "))
}

/// Parses a set-up from `--setup`: JSON or a set-up line.
///
/// # Errors
/// The text is neither.
pub fn setup(text: &str) -> Result<Setup> {
    if text.starts_with('{') {
        return serde_json::from_str(text).context("--setup is not a valid set-up in JSON");
    }
    Setup::from_line(text).map_err(|why| anyhow::anyhow!("--setup: {why}"))
}

/// Adds the player's own tile file that `--tiles` names, if any, to a set-up.
///
/// # Errors
/// The file cannot be read, or is not valid.
pub fn with_own_tiles(mut setup: Setup, path: Option<&Path>) -> Result<Setup> {
    if let Some(path) = path {
        let own = OwnTiles::new(&read(path)?);
        own.set().map_err(anyhow::Error::msg).with_context(|| path.display().to_string())?;
        setup.own_tiles = Some(own);
    }
    Ok(setup)
}

/// Writes a file.
///
/// # Errors
/// The file cannot be written.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    std::fs::write(path, content).with_context(|| format!("{} cannot be written", path.display()))
}

/// Formats a record for the file that it is written to: JSON if the name ends in `.json`, otherwise text.
pub fn record_for(path: &Path, record: &Record) -> String {
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json")) {
        format!("{:#}\n", record.to_json())
    } else {
        record.to_text()
    }
}

/// Writes an SVG as a PNG of this width. Only builds with the feature for rendering text can do this.
///
/// # Errors
/// The feature is off, the picture would be empty or too large, or the file cannot be written.
pub fn write_png(path: &Path, svg: &str, width: u32) -> Result<()> {
    if cfg!(not(feature = "pictures")) {
        anyhow::bail!("this build does not support --png; use --svg, or build it with `--features pictures`");
    }
    write(path, art::png(svg, width)?)
}
