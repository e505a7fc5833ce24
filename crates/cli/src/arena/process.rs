//! A child process that exchanges lines over standard input and output. No call blocks beyond its deadline.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Maximum line length in bytes.
pub const MOST_BYTES: u64 = 64 << 10;
/// Lines buffered before they are requested.
const AHEAD: usize = 16;
/// Time that a process has to exit before it is killed.
const PATIENCE: Duration = Duration::from_secs(1);
/// Interval between checks whether a process has exited.
const LOOK: Duration = Duration::from_millis(5);

/// Something received from a process.
#[derive(Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line without its line break.
    Line(String),
    /// A line that is too long or not valid UTF-8, with a description.
    NoLine(&'static str),
    /// End of its standard output.
    End,
}

/// A running process that shares our standard error. Dropping it closes its standard input, then kills it unless it exits.
pub struct Process {
    child: Child,
    to: Option<Sender<String>>,
    from: Receiver<Heard>,
}

impl Process {
    /// Starts a program with its arguments.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn start(words: &[String]) -> io::Result<Self> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::NotFound)?;
        let mut command = Command::new(program);
        let mut child = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (to, lines) = channel();
        let (heard, from) = sync_channel(AHEAD);
        // Each thread ends when the process exits or this value is dropped; the player never waits for them.
        if let Some(input) = child.stdin.take() {
            thread::spawn(move || write(input, &lines));
        }
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || read(output, &heard));
        }
        Ok(Self { child, to: Some(to), from })
    }

    /// Sends a line. If the process no longer reads, that shows later as a missing answer.
    pub fn say(&self, line: String) {
        if let Some(to) = &self.to {
            let _ = to.send(line);
        }
    }

    /// Returns the next thing received, or `None` at the deadline.
    pub fn hear(&self, deadline: Instant) -> Option<Heard> {
        use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
        match self.from.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(heard) => Some(heard),
            Err(Disconnected) => Some(Heard::End),
            Err(Timeout) => None,
        }
    }

    /// Describes how the process ended, once it has closed its standard output.
    pub fn how_it_ended(&mut self) -> String {
        match self.wait(PATIENCE) {
            Some(status) => format!("it exited ({status})"),
            None => "it closed its standard output".to_owned(),
        }
    }

    fn wait(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(LOOK),
                _ => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.to = None;
        if self.wait(PATIENCE).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Writes lines until the channel closes or the process stops reading, then closes its standard input.
fn write(mut input: ChildStdin, lines: &Receiver<String>) {
    for mut line in lines {
        line.push('\n');
        if input.write_all(line.as_bytes()).is_err() {
            return;
        }
    }
}

/// Reads lines until the end of output, or until the receiver is gone.
fn read(output: ChildStdout, heard: &SyncSender<Heard>) {
    let mut output = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        let taken = output.by_ref().take(MOST_BYTES).read_until(b'\n', &mut bytes);
        let ended = bytes.pop_if(|byte| *byte == b'\n').is_some();
        let line = match (taken, String::from_utf8(bytes)) {
            (Ok(0) | Err(_), _) => Heard::End,
            (Ok(_), _) if !ended => Heard::NoLine("a line longer than 64 KB, or one without a line break"),
            (Ok(_), Ok(line)) => Heard::Line(line),
            (Ok(_), Err(_)) => Heard::NoLine("a line that is not valid UTF-8"),
        };
        let last = !matches!(line, Heard::Line(_));
        if heard.send(line).is_err() || last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Process {
        Process::start(&["sh".into(), "-c".into(), script.into()]).unwrap()
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(20)
    }

    #[test]
    fn lines_are_sent_and_received() {
        let process = shell("while read line; do echo \"<$line>\"; done");
        for word in ["one", "two"] {
            process.say(word.to_owned());
            assert_eq!(process.hear(soon()), Some(Heard::Line(format!("<{word}>"))));
        }
        assert_eq!(process.hear(Instant::now() + Duration::from_millis(20)), None);
    }

    #[test]
    fn invalid_lines_and_the_exit_status_are_reported() {
        assert!(matches!(shell("head -c 70000 /dev/zero; sleep 9").hear(soon()), Some(Heard::NoLine(_))));
        assert!(matches!(shell("printf '\\377\\n'").hear(soon()), Some(Heard::NoLine(why)) if why.contains("UTF-8")));
        let mut process = shell("exit 7");
        assert_eq!(process.hear(soon()), Some(Heard::End));
        assert!(process.how_it_ended().contains('7'));
    }

    #[test]
    fn program_that_ignores_the_end_of_input_is_killed() {
        let process = Process::start(&["sleep".into(), "1000".into()]).unwrap();
        let id = process.child.id();
        (0..40).for_each(|_| process.say("x".repeat(64 << 10)));
        let start = Instant::now();
        drop(process);
        assert!(start.elapsed() < Duration::from_secs(10));
        assert!(!std::path::Path::new(&format!("/proc/{id}")).exists());
    }

    #[test]
    fn output_of_a_flooding_program_is_throttled() {
        let process = shell("while :; do echo flood; done");
        assert_eq!(process.hear(soon()), Some(Heard::Line("flood".into())));
        drop(process);
    }
}
