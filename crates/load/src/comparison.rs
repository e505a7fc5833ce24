//! Compares every game on the server with the updates that clients received.

use std::net::SocketAddr;

use crate::http;
use crate::wire::Step;

/// One client's log of a table.
pub struct Log {
    pub table: String,
    /// All answers received, in order.
    pub received: Vec<Step>,
    /// The last answer sent: the number of answers before it, the seat, and the word. Its outcome may be unknown.
    pub sent: Option<(usize, u8, String)>,
}

/// Result of comparing received and sent answers with the stored ones.
#[derive(Default)]
pub struct Comparison {
    /// Acknowledged answers that are missing.
    pub missing: usize,
    /// Human players' stored answers that no client sent or that were stored twice, and answers stored under the wrong number.
    pub duplicated: usize,
    /// Number of answers compared.
    pub compared: usize,
}

/// Fetches and compares every game.
pub async fn check(at: SocketAddr, logs: &[Log]) -> anyhow::Result<Comparison> {
    let mut comparison = Comparison::default();
    for (number, log) in logs.iter().enumerate() {
        let path = format!("/api/tables/{}/events", log.table);
        let (status, received) = http::request(at, number, "GET", &path, "").await?;
        anyhow::ensure!(status == 200, "cannot read the answers of {}: {received}", log.table);
        compare(log, &serde_json::from_value::<Vec<Step>>(received)?, &mut comparison);
    }
    Ok(comparison)
}

fn compare(log: &Log, stored: &[Step], comparison: &mut Comparison) {
    comparison.compared += log.received.len();
    comparison.missing +=
        log.received.iter().enumerate().filter(|&(i, received)| stored.get(i) != Some(received)).count();
    // Only this client plays at the table, so only the last answer it sent and the draws after it can follow the answers it received.
    for (number, step) in stored.iter().enumerate().skip(log.received.len()) {
        let mine = log
            .sent
            .as_ref()
            .is_some_and(|(seq, seat, word)| (*seq, Some(*seat), word) == (number, step.seat, &step.answer));
        comparison.duplicated += usize::from(step.seat.is_some() && !mine);
    }
    comparison.duplicated += stored.iter().enumerate().filter(|&(i, step)| step.seq != i + 1).count();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(seq: usize, seat: Option<u8>, answer: &str) -> Step {
        Step { seq, seat, answer: answer.to_owned() }
    }

    #[test]
    fn missing_changed_and_duplicate_answers_are_found() {
        let received = vec![step(1, Some(0), "a"), step(2, None, "draw"), step(3, Some(1), "b")];
        let log = Log { table: String::new(), received: received.clone(), sent: Some((3, 0, "c".to_owned())) };
        let found = |stored: &[Step]| {
            let mut comparison = Comparison::default();
            compare(&log, stored, &mut comparison);
            (comparison.missing, comparison.duplicated)
        };
        assert_eq!(found(&received), (0, 0));
        let more = |steps: &[Step]| [&received, steps].concat();
        assert_eq!(found(&more(&[step(4, Some(0), "c"), step(5, None, "draw")])), (0, 0), "sent, but not acknowledged");
        assert_eq!(found(&more(&[step(4, Some(0), "d")])), (0, 1), "never sent");
        assert_eq!(found(&more(&[step(4, Some(0), "c"), step(5, Some(0), "c")])), (0, 1), "twice");
        assert_eq!(found(&received[..2]), (1, 0));
        assert_eq!(found(&[received[0].clone(), received[2].clone()]), (2, 1), "one is missing in between");
    }
}
