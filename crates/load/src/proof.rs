//! What the server has of every game, held against what it told.

use std::net::SocketAddr;

use crate::http;
use crate::wire::Step;

/// What one client knows of a table.
pub struct Log {
    pub table: String,
    /// Every answer that was told, in its order.
    pub told: Vec<Step>,
    /// What was sent last: the number of answers before it, the seat, the word. Nobody may have heard what became of it.
    pub sent: Option<(usize, u8, String)>,
}

/// What is not as it should be.
#[derive(Default)]
pub struct Proof {
    /// Answers that were told, and are not there.
    pub lost: usize,
    /// Answers of people that are there although nobody gave them, or gave them once.
    pub doubled: usize,
    /// Answers that were compared.
    pub compared: usize,
}

/// Asks the server for every game.
pub async fn check(at: SocketAddr, logs: &[Log]) -> anyhow::Result<Proof> {
    let mut proof = Proof::default();
    for (number, log) in logs.iter().enumerate() {
        let path = format!("/api/tables/{}/events", log.table);
        let (status, told) = http::ask(at, number, "GET", &path, "").await?;
        anyhow::ensure!(status == 200, "the answers of {} cannot be read: {told}", log.table);
        compare(log, &serde_json::from_value::<Vec<Step>>(told)?, &mut proof);
    }
    Ok(proof)
}

fn compare(log: &Log, stored: &[Step], proof: &mut Proof) {
    proof.compared += log.told.len();
    proof.lost += log.told.iter().enumerate().filter(|&(i, told)| stored.get(i) != Some(told)).count();
    // Nobody but this client plays there: after what was told there can be what was sent last, and what chance says to it.
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
    fn what_is_missing_other_or_twice_is_found() {
        let told = vec![step(1, Some(0), "a"), step(2, None, "draw"), step(3, Some(1), "b")];
        let log = Log { table: String::new(), told: told.clone(), sent: Some((3, 0, "c".to_owned())) };
        let found = |stored: &[Step]| {
            let mut proof = Proof::default();
            compare(&log, stored, &mut proof);
            (proof.lost, proof.doubled)
        };
        assert_eq!(found(&told), (0, 0));
        let more = |steps: &[Step]| [&told, steps].concat();
        assert_eq!(found(&more(&[step(4, Some(0), "c"), step(5, None, "draw")])), (0, 0), "sent, and not heard of");
        assert_eq!(found(&more(&[step(4, Some(0), "d")])), (0, 1), "never sent");
        assert_eq!(found(&more(&[step(4, Some(0), "c"), step(5, Some(0), "c")])), (0, 1), "twice");
        assert_eq!(found(&told[..2]), (1, 0));
        assert_eq!(found(&[told[0].clone(), told[2].clone()]), (2, 1), "one is left out between");
    }
}
