//! The state file: the tuning task and its progress. It is replaced atomically.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use bots::evaluation::weights::Named;
use bots::training::tune::{Progress, Task};
use games::Setup;
use toml::{Table, Value};

use crate::files;

const HEAD: &str = "# Progress of `bastide tune`. Run it again with the same arguments to resume from here.\n";

/// The state file of a tuning task.
pub struct State {
    path: PathBuf,
    task: Table,
}

impl State {
    /// Creates the state file for a task in a set-up.
    pub fn new<W: Named>(path: &Path, setup: &str, task: &Task<W>) -> Self {
        let mut table = Table::new();
        let number = |value: u32| Value::from(i64::from(value));
        table.insert("setup".to_owned(), Value::from(setup));
        table.insert("names".to_owned(), Value::from(task.names.clone()));
        let start = task.start.values().iter().map(f32::to_string).collect::<Vec<_>>().join(" ");
        table.insert("start".to_owned(), Value::from(start));
        table.insert("seed".to_owned(), Value::from(task.climb.seed.to_string()));
        table.insert("iterations".to_owned(), number(task.climb.iterations));
        table.insert("pairs".to_owned(), number(task.pairs));
        table.insert("spread".to_owned(), Value::from(task.climb.spread));
        table.insert("step".to_owned(), Value::from(task.climb.step));
        Self { path: path.to_owned(), task: table }
    }

    /// Returns the saved progress, or `None` if there is no file yet.
    ///
    /// # Errors
    /// The file cannot be read, is not a state file, or belongs to another task.
    pub fn load(&self, numbers: usize) -> Result<Option<Progress>> {
        if !self.path.exists() {
            return Ok(None);
        }
        let text = files::read(&self.path)?;
        self.parse(&text, numbers).with_context(|| self.path.display().to_string()).map(Some)
    }

    fn parse(&self, text: &str, numbers: usize) -> Result<Progress> {
        let why =
            |error: toml::de::Error| anyhow!("not a state file: {}", error.to_string().trim().replace('\n', "; "));
        let file: Table = text.parse().map_err(why)?;
        let table =
            |name: &str| file.get(name).and_then(Value::as_table).with_context(|| format!("missing table [{name}]"));
        let mut task = table("task")?.clone();
        if let Some(Value::String(line)) = task.get_mut("setup") {
            *line = Setup::current_line(line);
        }
        if let Some((name, here)) = self.task.iter().find(|(name, here)| task.get(*name) != Some(here)) {
            let there = task.get(name).map_or("nothing".to_owned(), Value::to_string);
            bail!(
                "it belongs to another task, whose {name} is {there} instead of {here}; choose another --state, or delete this file"
            );
        }
        let progress = table("progress")?;
        let done = progress.get("done").and_then(Value::as_integer).and_then(|done| u32::try_from(done).ok());
        let row = |name: &str| -> Option<Vec<f64>> {
            let row = progress.get(name)?.as_array()?.iter().map(Value::as_float).collect::<Option<Vec<_>>>()?;
            (row.len() == numbers && row.iter().all(|number| number.is_finite())).then_some(row)
        };
        match (done, row("point"), row("sum")) {
            (Some(done), Some(point), Some(sum)) => Ok(Progress { done, point, sum }),
            _ => bail!("[progress] must have done, point and sum, the last two with {numbers} numbers each"),
        }
    }

    /// Saves the progress.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, progress: &Progress) -> Result<()> {
        let mut text = HEAD.to_owned();
        let row = |row: &[f64]| Value::from(row.to_vec());
        // Writing to a string cannot fail.
        let _ = write!(text, "\n[task]\n{}\n[progress]\ndone = {}\n", self.task, progress.done);
        let _ = write!(text, "point = {}\nsum = {}\n", row(&progress.point), row(&progress.sum));
        write_atomic(&self.path, &text)
    }
}

/// Writes to a temporary file, then renames it, so that no reader sees an incomplete file.
///
/// # Errors
/// The file cannot be written.
pub fn write_atomic(path: &Path, text: &str) -> Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    files::write(Path::new(&beside), text)?;
    std::fs::rename(&beside, path).with_context(|| format!("{} cannot be written", path.display()))
}

#[cfg(test)]
mod tests {
    use bots::evaluation::classic::Weights;
    use bots::training::tune::{SpsaConfig, values_of};

    use super::*;

    fn task(seed: u64) -> Task<Weights> {
        let (start, names) = (Weights::default(), vec!["own_tries".to_owned(), "supply_1".to_owned()]);
        let climb = SpsaConfig { start: values_of(start, &names), iterations: 30, spread: 0.2, step: 0.02, seed };
        Task { start, names, pairs: 2, climb }
    }

    #[test]
    fn saved_progress_loads_bit_for_bit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.toml");
        let state = State::new(&path, "carcassonne seats=2", &task(u64::MAX));
        assert_eq!(state.load(2).unwrap(), None);
        let progress = Progress { done: 17, point: vec![0.1 + 0.2, 1.0], sum: vec![1.0e-300, 2.0f64.sqrt()] };
        state.save(&progress).unwrap();
        assert_eq!(state.load(2).unwrap(), Some(progress));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn state_of_another_task_is_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.toml");
        State::new(&path, "carcassonne seats=2", &task(1)).save(&task(1).climb.initial_progress()).unwrap();
        let why = |seed, numbers| {
            let state = State::new(&path, "carcassonne seats=2", &task(seed));
            format!("{:#}", state.load(numbers).unwrap_err())
        };
        assert!(
            why(2, 2).contains("it belongs to another task, whose seed is \"1\" instead of \"2\""),
            "{}",
            why(2, 2)
        );
        assert!(why(1, 3).contains("with 3 numbers each"));
        std::fs::write(&path, "[task").unwrap();
        assert!(why(1, 2).contains("not a state file: "));
        std::fs::write(&path, "").unwrap();
        assert!(why(1, 2).ends_with("missing table [task]"));
    }
}
