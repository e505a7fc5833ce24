//! Network round-trip time of a client.

use std::time::Instant;

use axum::body::Bytes;

/// Round-trip time of a client, measured by pings.
#[derive(Debug, Default)]
pub struct Lag {
    /// Number of the last ping and the time it was sent.
    asked: Option<(u32, Instant)>,
    number: u32,
    /// Last two measurements in milliseconds; the smaller one is used.
    found: [Option<u64>; 2],
}

impl Lag {
    /// Returns the payload for the next ping, which the caller must send immediately.
    pub fn ping(&mut self) -> Bytes {
        self.number = self.number.wrapping_add(1);
        self.asked = Some((self.number, Instant::now()));
        Bytes::copy_from_slice(&self.number.to_be_bytes())
    }

    /// Handles a pong and reports whether it answers the last ping.
    pub fn pong(&mut self, bytes: &[u8]) -> bool {
        let answered = self.asked.take_if(|(number, _)| number.to_be_bytes() == bytes);
        if let Some((number, asked)) = answered {
            tracing::trace!("received the pong of ping {number}");
            self.found = [Some(asked.elapsed().as_millis() as u64), self.found[0]];
        }
        answered.is_some()
    }

    /// Returns the round-trip time in milliseconds; 0 if unknown.
    pub fn millis(&self) -> u64 {
        self.found.iter().flatten().min().copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smaller_of_the_last_two_counts_and_unsolicited_pongs_do_not() {
        let mut lag = Lag::default();
        lag.pong(&[0, 0, 0, 1]);
        assert_eq!((lag.millis(), lag.found), (0, [None; 2]));
        for millis in [0, 30] {
            let asked = lag.ping();
            std::thread::sleep(std::time::Duration::from_millis(millis));
            assert!(!lag.pong(b"else") && lag.pong(&asked) && !lag.pong(&asked));
        }
        assert!(lag.found[0].unwrap() >= 30 && lag.millis() < 30, "{lag:?}");
    }
}
