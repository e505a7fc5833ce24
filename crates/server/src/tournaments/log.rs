//! The log of a tournament, as its readers see it.

use tournament::Command;

use super::step::{Decision, Step};
use super::store::LoggedStep;
use super::types::{StepInfo, TournamentLogEntry};

/// Returns entries of the log, given the number of players who joined before the first of them.
pub fn entries((joined, steps): (u16, Vec<LoggedStep>)) -> Vec<TournamentLogEntry> {
    let mut player = joined;
    let entry = |LoggedStep { number, step, name, role, reason, time }: LoggedStep| {
        let (step, ruled) = info(step, &mut player);
        TournamentLogEntry { number: number + 1, time, role, by: name, step, reason: reason.or(ruled) }
    };
    steps.into_iter().map(entry).collect()
}

/// Converts a step, and returns the reason that is part of it. `joined` counts the players.
fn info(step: Step, joined: &mut u16) -> (StepInfo, Option<String>) {
    let command = match step {
        Step::Decision(decision) => return (decision_info(&decision), None),
        Step::Command(command) => command,
    };
    let shown = match command {
        Command::Join { .. } => {
            *joined += 1;
            StepInfo::Join { player: *joined }
        }
        Command::Withdraw { player } => StepInfo::Withdraw { player: player + 1 },
        Command::Return { player } => StepInfo::Return { player: player + 1 },
        Command::Pair => StepInfo::Pair {},
        Command::Report { number, side, points } => StepInfo::Report { r#match: number + 1, side: side + 1, points },
        Command::Enter { number, points, winner } => {
            StepInfo::Enter { r#match: number + 1, points, winner: winner.map(|side| side + 1) }
        }
        Command::Rule { number, outcome, reason } => {
            return (StepInfo::Rule { r#match: number + 1, outcome }, Some(reason));
        }
        Command::Reopen { number } => StepInfo::Reopen { r#match: number + 1 },
        Command::Adjourn { number, adjourned } => StepInfo::Adjourn { r#match: number + 1, adjourned },
    };
    (shown, None)
}

fn decision_info(decision: &Decision) -> StepInfo {
    match *decision {
        Decision::Replay { number } => StepInfo::Replay { r#match: number + 1 },
        Decision::Appoint { arbiter } => StepInfo::Appoint { arbiter: arbiter + 1 },
        Decision::Dismiss { arbiter } => StepInfo::Dismiss { arbiter: arbiter + 1 },
    }
}
