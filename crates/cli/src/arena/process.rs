//! A child process that exchanges lines over standard input and output. No call blocks beyond its deadline.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Maximum line length in bytes.
pub const MAX_LINE_BYTES: u64 = 64 << 10;
/// Maximum number of lines buffered before they are requested.
const MAX_BUFFERED_LINES: usize = 16;
/// Time that a process has to exit before it is killed.
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);
/// Interval between checks for whether a process has exited.
const EXIT_POLL_INTERVAL: Duration = Duration::from_millis(5);

/// A line of a process's output, or the end of the output.
#[derive(Debug, PartialEq, Eq)]
pub enum Received {
    /// A line without its line break.
    Line(String),
    /// A line that is too long or not valid UTF-8, with a description.
    NoLine(&'static str),
    /// End of the process's standard output.
    End,
}

/// A running process that shares our standard error. Dropping it closes its standard input, then kills it unless it exits.
pub struct Process {
    child: Child,
    to: Option<Sender<String>>,
    from: Receiver<Received>,
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
        let (heard, from) = sync_channel(MAX_BUFFERED_LINES);
        // Each thread ends when the process exits or this value is dropped; the player never waits for either thread.
        if let Some(input) = child.stdin.take() {
            thread::spawn(move || write(input, &lines));
        }
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || read(output, &heard));
        }
        Ok(Self { child, to: Some(to), from })
    }

    /// Sends a line. If the process no longer reads its input, this goes unnoticed until its answer fails to arrive.
    pub fn send(&self, line: String) {
        if let Some(to) = &self.to {
            let _ = to.send(line);
        }
    }

    /// Returns the next line or the end of the output, or `None` at the deadline.
    pub fn receive(&self, deadline: Instant) -> Option<Received> {
        use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
        match self.from.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(heard) => Some(heard),
            Err(Disconnected) => Some(Received::End),
            Err(Timeout) => None,
        }
    }

    /// Describes how the process ended, after it has closed its standard output.
    pub fn describe_exit(&mut self) -> String {
        match self.wait(EXIT_TIMEOUT) {
            Some(status) => format!("it exited ({status})"),
            None => "it closed its standard output".to_owned(),
        }
    }

    fn wait(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(EXIT_POLL_INTERVAL),
                _ => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.to = None;
        if self.wait(EXIT_TIMEOUT).is_none() {
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

/// Reads lines until the output ends, or until the receiver is dropped.
fn read(output: ChildStdout, heard: &SyncSender<Received>) {
    let mut output = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        let taken = output.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes);
        let ended = bytes.pop_if(|byte| *byte == b'\n').is_some();
        let line = match (taken, String::from_utf8(bytes)) {
            (Ok(0) | Err(_), _) => Received::End,
            (Ok(_), _) if !ended => Received::NoLine("a line longer than 64 KB, or one without a line break"),
            (Ok(_), Ok(line)) => Received::Line(line),
            (Ok(_), Err(_)) => Received::NoLine("a line that is not valid UTF-8"),
        };
        let last = !matches!(line, Received::Line(_));
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

    fn short_deadline() -> Instant {
        Instant::now() + Duration::from_secs(20)
    }

    #[test]
    fn lines_are_sent_and_received() {
        let process = shell("while read line; do echo \"<$line>\"; done");
        for word in ["one", "two"] {
            process.send(word.to_owned());
            assert_eq!(process.receive(short_deadline()), Some(Received::Line(format!("<{word}>"))));
        }
        assert_eq!(process.receive(Instant::now() + Duration::from_millis(20)), None);
    }

    #[test]
    fn invalid_lines_and_the_exit_status_are_reported() {
        assert!(matches!(
            shell("head -c 70000 /dev/zero; sleep 9").receive(short_deadline()),
            Some(Received::NoLine(_))
        ));
        assert!(
            matches!(shell("printf '\\377\\n'").receive(short_deadline()), Some(Received::NoLine(why)) if why.contains("UTF-8"))
        );
        let mut process = shell("exit 7");
        assert_eq!(process.receive(short_deadline()), Some(Received::End));
        assert!(process.describe_exit().contains('7'));
    }

    #[test]
    fn program_that_ignores_the_end_of_input_is_killed() {
        let process = Process::start(&["sleep".into(), "1000".into()]).unwrap();
        let id = process.child.id();
        (0..40).for_each(|_| process.send("x".repeat(64 << 10)));
        let start = Instant::now();
        drop(process);
        assert!(start.elapsed() < Duration::from_secs(10));
        assert!(!std::path::Path::new(&format!("/proc/{id}")).exists());
    }

    #[test]
    fn output_of_a_flooding_program_is_throttled() {
        let process = shell("while :; do echo flood; done");
        assert_eq!(process.receive(short_deadline()), Some(Received::Line("flood".into())));
        drop(process);
    }
}
