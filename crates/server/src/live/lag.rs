//! How long messages of a client are on their way and back.

use std::time::Instant;

use axum::body::Bytes;

/// How long messages of a client are on their way and back, by how soon it answers pings.
#[derive(Debug, Default)]
pub struct Lag {
    /// The last ping: its number, and when it went.
    asked: Option<(u32, Instant)>,
    number: u32,
    /// What was found last and before, in milliseconds; the better one counts.
    found: [Option<u64>; 2],
}

impl Lag {
    /// What the next ping carries, which goes now.
    pub fn ping(&mut self) -> Bytes {
        self.number = self.number.wrapping_add(1);
        self.asked = Some((self.number, Instant::now()));
        Bytes::copy_from_slice(&self.number.to_be_bytes())
    }

    /// A pong came that carries this. Returns whether it answers the last ping.
    pub fn pong(&mut self, bytes: &[u8]) -> bool {
        let answered = self.asked.take_if(|(number, _)| number.to_be_bytes() == bytes);
        if let Some((number, asked)) = answered {
            tracing::trace!("ping {number} was answered");
            self.found = [Some(asked.elapsed().as_millis() as u64), self.found[0]];
        }
        answered.is_some()
    }

    /// How long it takes, in milliseconds; 0 where that is not known.
    pub fn millis(&self) -> u64 {
        self.found.iter().flatten().min().copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_of_the_last_two_counts_and_what_nobody_asked_does_not() {
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
