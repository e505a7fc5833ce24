//! A copy of the sources in which mutations are tried.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::list::Mutation;
use super::verdicts::Verdict;
use crate::scratch::Scratch;

/// Crates that the scenarios need. The computer players are not compiled, but the test kit's manifest names them.
const CRATES: [&str; 8] = ["core", "classic", "hunters", "discovery", "coop", "games", "bots", "testkit"];

/// Time limit for a scenario: a hundred times what the slowest one takes on a busy machine.
const SCENARIO_TIMEOUT: Duration = Duration::from_secs(20);

/// Runs scenarios with a memory limit, so that a mutation that allocates endlessly does not exhaust memory.
const RUN_SCENARIOS_SCRIPT: &str = "ulimit -v 4000000 2>/dev/null; exec \"$0\" scenarios crates --first \"$@\"";

/// A copy of the sources with its build output.
#[derive(Debug)]
pub struct Workspace(Scratch);

impl Workspace {
    /// Copies and compiles the sources, and checks that every scenario passes.
    ///
    /// # Errors
    /// One of these steps fails.
    pub fn new(root: &Path) -> Result<Self, String> {
        let scratch = Scratch::workspace(root, &CRATES).map_err(|e| format!("cannot copy the sources: {e}"))?;
        let stand = Self(scratch);
        stand.check()?;
        Ok(stand)
    }

    /// Checks that every scenario passes without a mutation.
    ///
    /// # Errors
    /// A scenario fails, or the copy does not compile.
    pub fn check(&self) -> Result<(), String> {
        self.build()?;
        match self.play(None)? {
            None => Ok(()),
            Some(failed) => Err(format!("this fails without a mutation: {failed}")),
        }
    }

    /// Applies a mutation, checks whether a scenario of its clause notices it, and reverts it.
    ///
    /// # Errors
    /// The mutation cannot be applied.
    pub fn judge(&self, mutation: &Mutation) -> Result<Verdict, String> {
        let path = self.0.path().join(&mutation.file);
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", mutation.file))?;
        let write = |text: &str| fs::write(&path, text).map_err(|e| format!("{}: {e}", mutation.file));
        write(&mutation.apply(&text)?)?;
        let verdict = self.verdict(&mutation.clause);
        write(&text)?;
        verdict
    }

    fn verdict(&self, clause: &str) -> Result<Verdict, String> {
        if let Err(why) = self.build() {
            return Ok(Verdict::NotCompiled(why));
        }
        if let Some(failed) = self.play(Some(clause))? {
            return Ok(Verdict::Noticed(failed));
        }
        let other = self.play(None)?;
        Ok(Verdict::NotNoticed(other.map_or("nor by any other".to_owned(), |name| format!("but by {name}"))))
    }

    /// Compiles the program that runs scenarios, without support for other programs' games.
    fn build(&self) -> Result<(), String> {
        let arguments = [
            "build",
            "--quiet",
            "--package",
            "bastide-testkit",
            "--bin",
            "testkit",
            "--no-default-features",
            "--features",
            "command",
        ];
        let output = self.0.cargo(&arguments).output().map_err(|e| format!("cannot run cargo: {e}"))?;
        if output.status.success() {
            return Ok(());
        }
        let lines = String::from_utf8_lossy(&output.stderr).into_owned();
        let errors = lines.lines().skip_while(|line| !line.starts_with("error"));
        Err(errors.take(12).collect::<Vec<_>>().join("\n"))
    }

    /// Runs the scenarios of a clause, or all scenarios, until one fails; returns the name of the failed scenario and how it failed.
    fn play(&self, clause: Option<&str>) -> Result<Option<String>, String> {
        let mut command = Command::new("sh");
        command.args(["-c", RUN_SCENARIOS_SCRIPT]).arg(self.program()).current_dir(self.0.path());
        if let Some(clause) = clause {
            command.args(["--clause", clause]);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|e| format!("cannot run the scenarios: {e}"))?;
        let told = read_until_exit(&mut child)?;
        let status = child.wait().map_err(|e| e.to_string())?;
        let how = match (told.ended, status.code()) {
            (false, _) => "which does not end".to_owned(),
            (true, Some(0)) => return Ok(None),
            (true, Some(1)) => return Ok(Some(told.lines.join(" "))),
            (true, Some(2)) => return Err(format!("cannot run the scenarios: {}", told.lines.join(" "))),
            (true, _) => "which panics".to_owned(),
        };
        let name = told.playing.ok_or("no scenario was run")?;
        Ok(Some(format!("{name}, {how}")))
    }

    fn program(&self) -> PathBuf {
        self.0.path().join("target/debug/testkit")
    }
}

/// Output of the program that runs scenarios.
#[derive(Default)]
struct ScenarioOutput {
    /// The last scenario started.
    playing: Option<String>,
    /// Output of that scenario.
    lines: Vec<String>,
    /// False if that scenario timed out.
    ended: bool,
}

/// Reads the output of the program that runs scenarios until it exits. Kills the program if a scenario exceeds the time limit.
fn read_until_exit(child: &mut Child) -> Result<ScenarioOutput, String> {
    let output = child.stdout.take().ok_or("cannot read the scenarios' output")?;
    let (sender, lines) = channel();
    let reader = thread::spawn(move || {
        let lines = BufReader::new(output).lines().map_while(Result::ok);
        // After a timeout the receiver is gone.
        lines.take_while(|line| sender.send(line.clone()).is_ok()).for_each(drop);
    });
    let told = collect_lines(&lines, SCENARIO_TIMEOUT);
    if !told.ended {
        child.kill().map_err(|e| format!("cannot kill scenarios that do not end: {e}"))?;
    }
    drop(lines);
    reader.join().map_err(|_| "cannot read the scenarios' output")?;
    Ok(told)
}

/// Collects lines until the channel closes, or until no line arrives within the time limit.
fn collect_lines(lines: &Receiver<String>, limit: Duration) -> ScenarioOutput {
    let mut told = ScenarioOutput::default();
    loop {
        match lines.recv_timeout(limit) {
            Ok(line) => match line.strip_prefix("playing ") {
                Some(name) => told = ScenarioOutput { playing: Some(name.to_owned()), ..ScenarioOutput::default() },
                None => told.lines.push(line),
            },
            Err(RecvTimeoutError::Disconnected) => return ScenarioOutput { ended: true, ..told },
            Err(RecvTimeoutError::Timeout) => return told,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_and_failing_scenarios_are_distinguished() {
        let (sender, lines) = channel();
        for line in ["playing A-01-x", "playing A-01-y", "A-01-y, line 3: no"] {
            sender.send(line.to_owned()).unwrap();
        }
        let told = collect_lines(&lines, Duration::from_millis(20));
        assert_eq!((told.playing.as_deref(), told.ended), (Some("A-01-y"), false));
        sender.send("A-01-y, line 3: no".to_owned()).unwrap();
        drop(sender);
        let told = collect_lines(&lines, Duration::from_secs(20));
        assert!(told.ended && told.lines == ["A-01-y, line 3: no"]);
    }
}
