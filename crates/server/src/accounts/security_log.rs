//! Failed sign-ins and refused proofs: counted, and written to a file of one line each that fail2ban reads, if the operator wants one. The
//! form of a line is documented in `docs/hosting.md` and doesn't change.

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

/// Lines that wait to be written; more are dropped, and counted all the same.
const MAX_WAITING: usize = 1024;

/// By what somebody tried to sign in, or to prove who they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
#[cfg_attr(not(feature = "online"), allow(dead_code, reason = "there are passwords and tokens alone"))]
#[expect(non_camel_case_types, reason = "these are the words of metrics and lines")]
pub enum Attempt {
    password,
    passkey,
    provider,
    /// A password that proves who is signed in.
    proof,
    /// A program's token.
    token,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ByKind {
    kind: Attempt,
}

/// Counts failures and writes them down.
#[derive(Default)]
pub struct SecurityLog {
    failures: Family<ByKind, Counter>,
    lines: Option<SyncSender<String>>,
}

impl SecurityLog {
    /// Writes to this file, if one is named. It is opened for each line, so it can be rotated at any time.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn open(path: Option<&Path>) -> std::io::Result<SecurityLog> {
        let Some(path) = path else { return Ok(SecurityLog::default()) };
        append_private(path)?;
        let (lines, written) = sync_channel(MAX_WAITING);
        let path = path.to_owned();
        std::thread::Builder::new().name("security log".into()).spawn(move || write(&path, &written))?;
        Ok(SecurityLog { failures: Family::default(), lines: Some(lines) })
    }

    /// Passes an outcome on, and notes that it failed if it says that somebody is not who they claim to be.
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
            // Who fails more often than the disk writes is in the log already.
            let _ = lines.try_send(line(now(), what, address));
        }
    }

    /// Puts the counters among what a host is told.
    pub fn register(&self, registry: &mut Registry) {
        registry.register("failed_sign_ins", "Failed sign-ins and refused proofs, by kind", self.failures.clone());
    }
}

/// `2026-11-27T03:04:05Z failed password from 203.0.113.5`.
fn line(moment: i64, what: Attempt, address: IpAddr) -> String {
    format!("{} failed {what:?} from {}\n", time::rfc3339(moment), address.to_canonical())
}

fn write(path: &Path, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        let written = append_private(path).and_then(|mut file| file.write_all(line.as_bytes()));
        if let Err(why) = written {
            tracing::warn!("the security log {} cannot be written: {why}", path.display());
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
