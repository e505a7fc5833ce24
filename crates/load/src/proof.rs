//! Compares every game on the server with the updates that clients received.

use std::net::SocketAddr;

use crate::http;
use crate::wire::Step;

/// One client's log of a table.
pub struct Log {
    pub table: String,
    /// All answers received, in order.
    pub told: Vec<Step>,
    /// Last answer sent: the number of answers before it, the seat, the word. Its outcome may be unknown.
    pub sent: Option<(usize, u8, String)>,
}

/// Result of comparing sent answers with stored ones.
#[derive(Default)]
pub struct Proof {
    /// Acknowledged answers that are missing.
    pub lost: usize,
    /// Stored answers of people that were never given, or were given only once.
    pub doubled: usize,
    /// Number of answers compared.
    pub compared: usize,
}

/// Fetches and compares every game.
pub async fn check(at: SocketAddr, logs: &[Log]) -> anyhow::Result<Proof> {
    let mut proof = Proof::default();
    for (number, log) in logs.iter().enumerate() {
        let path = format!("/api/tables/{}/events", log.table);
        let (status, told) = http::ask(at, number, "GET", &path, "").await?;
        anyhow::ensure!(status == 200, "cannot read the answers of {}: {told}", log.table);
        compare(log, &serde_json::from_value::<Vec<Step>>(told)?, &mut proof);
    }
    Ok(proof)
}

fn compare(log: &Log, stored: &[Step], proof: &mut Proof) {
    proof.compared += log.told.len();
    proof.lost += log.told.iter().enumerate().filter(|&(i, told)| stored.get(i) != Some(told)).count();
    // Only this client plays there: after the received answers there can only be the one sent last, and chance's answer to it.
    for (number, step) in stored.iter().enumerate().skip(log.told.len()) {
        let mine = log
            .sent
            .as_ref()
            .is_some_and(|(seq, seat, word)| (*seq, Some(*seat), word) == (number, step.seat, &step.answer));
        proof.doubled += usize::from(step.seat.is_some() && !mine);
    }
    proof.doubled += stored.iter().enumerate().filter(|&(i, step)| step.seq != i + 1).count();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(seq: usize, seat: Option<u8>, answer: &str) -> Step {
        Step { seq, seat, answer: answer.to_owned() }
    }

    #[test]
    fn missing_changed_and_duplicate_answers_are_found() {
        let told = vec![step(1, Some(0), "a"), step(2, None, "draw"), step(3, Some(1), "b")];
        let log = Log { table: String::new(), told: told.clone(), sent: Some((3, 0, "c".to_owned())) };
        let found = |stored: &[Step]| {
            let mut proof = Proof::default();
            compare(&log, stored, &mut proof);
            (proof.lost, proof.doubled)
        };
        assert_eq!(found(&told), (0, 0));
        let more = |steps: &[Step]| [&told, steps].concat();
        assert_eq!(found(&more(&[step(4, Some(0), "c"), step(5, None, "draw")])), (0, 0), "sent, but not acknowledged");
        assert_eq!(found(&more(&[step(4, Some(0), "d")])), (0, 1), "never sent");
        assert_eq!(found(&more(&[step(4, Some(0), "c"), step(5, Some(0), "c")])), (0, 1), "twice");
        assert_eq!(found(&told[..2]), (1, 0));
        assert_eq!(found(&[told[0].clone(), told[2].clone()]), (2, 1), "one is missing in between");
    }
}
