//! A program that talks with us in lines, over its standard input and output. Nothing here waits for it longer than it is told to.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longest line that is read, in bytes.
pub const MOST_BYTES: u64 = 64 << 10;
/// Lines that are read before anybody asks for them.
const AHEAD: usize = 16;
/// How long a program that was told to end may take, before it is killed.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often it is looked whether a program has ended.
const LOOK: Duration = Duration::from_millis(5);

/// Something heard of a program.
#[derive(Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line, without its end.
    Line(String),
    /// A line that is too long, or no text in UTF-8.
    NoLine(&'static str),
    /// The end of its standard output.
    End,
}

/// A running program. Its standard error is ours. Dropping it closes its standard input, and kills it if it does not end then.
pub struct Process {
    child: Child,
    to: Option<Sender<String>>,
    from: Receiver<Heard>,
}

impl Process {
    /// Starts a program with its arguments.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(words: &[String]) -> io::Result<Self> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::NotFound)?;
        let mut command = Command::new(program);
        let mut child = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (to, lines) = channel();
        let (heard, from) = sync_channel(AHEAD);
        // Each of these ends when the program does, or when this is dropped; whoever plays never waits for them.
        if let Some(input) = child.stdin.take() {
            thread::spawn(move || write(input, &lines));
        }
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || read(output, &heard));
        }
        Ok(Self { child, to: Some(to), from })
    }

    /// Sends a line. That nobody reads it shows when an answer is missing.
    pub fn say(&self, line: String) {
        if let Some(to) = &self.to {
            let _ = to.send(line);
        }
    }

    /// The next thing heard; none if there is nothing by then.
    pub fn hear(&self, deadline: Instant) -> Option<Heard> {
        use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
        match self.from.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(heard) => Some(heard),
            Err(Disconnected) => Some(Heard::End),
            Err(Timeout) => None,
        }
    }

    /// How the program ended, in words, for one that has closed its standard output.
    pub fn how_it_ended(&mut self) -> String {
        match self.wait(PATIENCE) {
            Some(status) => format!("it ended ({status})"),
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

/// Writes lines until there are no more or nobody reads them; then the standard input is closed.
fn write(mut input: ChildStdin, lines: &Receiver<String>) {
    for mut line in lines {
        line.push('\n');
        if input.write_all(line.as_bytes()).is_err() {
            return;
        }
    }
}

/// Reads lines until there are no more or nobody wants them.
fn read(output: ChildStdout, heard: &SyncSender<Heard>) {
    let mut output = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        let taken = output.by_ref().take(MOST_BYTES).read_until(b'\n', &mut bytes);
        let ended = bytes.pop_if(|byte| *byte == b'\n').is_some();
        let line = match (taken, String::from_utf8(bytes)) {
            (Ok(0) | Err(_), _) => Heard::End,
            (Ok(_), _) if !ended => Heard::NoLine("a line of more than 64 KB, or one without an end"),
            (Ok(_), Ok(line)) => Heard::Line(line),
            (Ok(_), Err(_)) => Heard::NoLine("a line that is no text in UTF-8"),
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
    fn lines_go_there_and_back() {
        let process = shell("while read line; do echo \"<$line>\"; done");
        for word in ["one", "two"] {
            process.say(word.to_owned());
            assert_eq!(process.hear(soon()), Some(Heard::Line(format!("<{word}>"))));
        }
        assert_eq!(process.hear(Instant::now() + Duration::from_millis(20)), None);
    }

    #[test]
    fn what_is_no_line_is_told() {
        assert!(matches!(shell("head -c 70000 /dev/zero; sleep 9").hear(soon()), Some(Heard::NoLine(_))));
        assert!(matches!(shell("printf '\\377\\n'").hear(soon()), Some(Heard::NoLine(why)) if why.contains("UTF-8")));
        let mut process = shell("exit 7");
        assert_eq!(process.hear(soon()), Some(Heard::End));
        assert!(process.how_it_ended().contains('7'));
    }

    #[test]
    fn a_program_that_reads_nothing_and_does_not_end_is_killed() {
        let process = Process::start(&["sleep".into(), "1000".into()]).unwrap();
        let id = process.child.id();
        (0..40).for_each(|_| process.say("x".repeat(64 << 10)));
        let start = Instant::now();
        drop(process);
        assert!(start.elapsed() < Duration::from_secs(10));
        assert!(!std::path::Path::new(&format!("/proc/{id}")).exists());
    }

    #[test]
    fn a_program_that_floods_us_is_held_back() {
        let process = shell("while :; do echo flood; done");
        assert_eq!(process.hear(soon()), Some(Heard::Line("flood".into())));
        drop(process);
    }
}
