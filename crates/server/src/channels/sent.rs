//! The result of sending a message to a channel.

use reqwest::StatusCode;

use crate::common::public_hosts::causes;

/// Maximum pause that a service can ask for, in milliseconds: an hour.
const MAX_PAUSE_MS: i64 = 60 * 60 * 1000;

/// Result of sending a message to a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sent {
    Accepted,
    /// The address no longer exists, or does not want messages.
    Gone(String),
    /// The service asks for a pause, in milliseconds.
    Later(i64),
    Failed(String),
}

impl Sent {
    /// Returns the pause that a service asks for.
    pub fn later(seconds: u64) -> Sent {
        let millis = i64::try_from(seconds.saturating_mul(1000)).unwrap_or(MAX_PAUSE_MS);
        Sent::Later(millis.clamp(1000, MAX_PAUSE_MS))
    }

    /// Describes a failed request without its URL, which can contain secrets.
    pub fn unreachable(why: reqwest::Error) -> Sent {
        Sent::Failed(format!("cannot reach the service: {}", causes(&why.without_url())))
    }

    pub fn refused(status: StatusCode) -> Sent {
        Sent::Failed(format!("the service answered {status}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_are_limited() {
        assert_eq!([0, 7, u64::MAX].map(Sent::later), [1000, 7000, MAX_PAUSE_MS].map(Sent::Later));
    }
}
