//! Counts failed sign-ins and identity proofs, and can log each one as a line in a file for fail2ban. The line format is documented in
//! `docs/hosting.md` and must not change.

use std::io::Write;
use std::net::IpAddr;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

use crate::common::time;
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Caller;
use crate::storage::{append_private, now};

/// Maximum number of lines waiting to be written. Further failures are counted but not written to the file.
const MAX_WAITING: usize = 1024;

/// The kind of credential in a failed sign-in or identity proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
#[cfg_attr(not(feature = "online"), allow(dead_code, reason = "only passwords and tokens are supported"))]
#[expect(non_camel_case_types, reason = "these names appear in metrics and log lines")]
pub enum Attempt {
    password,
    passkey,
    provider,
    /// The password of a user who is already signed in.
    proof,
    /// The access token of a program.
    token,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ByKind {
    kind: Attempt,
}

/// Counts and logs failures.
#[derive(Default)]
pub struct SecurityLog {
    failures: Family<ByKind, Counter>,
    lines: Option<SyncSender<String>>,
}

impl SecurityLog {
    /// Creates a log that appends to a file, if one is given. The file is reopened for each line, so it can be rotated at any time.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn open(path: Option<&Path>) -> std::io::Result<SecurityLog> {
        let Some(path) = path else { return Ok(SecurityLog::default()) };
        append_private(path)?;
        let (lines, written) = sync_channel(MAX_WAITING);
        let path = path.to_owned();
        std::thread::Builder::new().name("security log".into()).spawn(move || write(&path, &written))?;
        Ok(SecurityLog { failures: Family::default(), lines: Some(lines) })
    }

    /// Returns the outcome unchanged, after recording it if it is an authentication failure.
    pub fn watch<T>(&self, what: Attempt, caller: Caller, outcome: Result<T, Refusal>) -> Result<T, Refusal> {
        use Code::{BadIdentity, BadPasskey, BadToken, TooFast, WrongPassword};
        outcome.inspect_err(|why| {
            if matches!(why.code, WrongPassword | BadPasskey | BadIdentity | BadToken | TooFast) {
                self.failed(what, caller.address);
            }
        })
    }

    fn failed(&self, what: Attempt, address: IpAddr) {
        self.failures.get_or_create(&ByKind { kind: what }).inc();
        if let Some(lines) = &self.lines {
            // A line may be dropped: if the queue is full, the file already shows the attack.
            let _ = lines.try_send(line(now(), what, address));
        }
    }

    /// Registers the counters.
    pub fn register(&self, registry: &mut Registry) {
        registry.register("failed_sign_ins", "Failed sign-ins and identity proofs, by kind", self.failures.clone());
    }
}

/// Formats a line, such as `2026-11-27T03:04:05Z failed password from 203.0.113.5`.
fn line(moment: i64, what: Attempt, address: IpAddr) -> String {
    format!("{} failed {what:?} from {}\n", time::rfc3339(moment), address.to_canonical())
}

fn write(path: &Path, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        let written = append_private(path).and_then(|mut file| file.write_all(line.as_bytes()));
        if let Err(why) = written {
            tracing::warn!("cannot write the security log {}: {why}", path.display());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_the_documented_form() {
        let line = |address: &str| line(1_795_748_645_999, Attempt::password, address.parse().unwrap());
        assert_eq!(line("203.0.113.5"), "2026-11-27T03:04:05Z failed password from 203.0.113.5\n");
        assert_eq!(line("::ffff:203.0.113.5"), "2026-11-27T03:04:05Z failed password from 203.0.113.5\n");
        assert!(line("2001:db8::1").ends_with(" from 2001:db8::1\n"));
    }
}
