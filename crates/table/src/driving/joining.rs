//! How a node opens a table: as owner node or follower.

use super::{Answered, AskError, Asked, Nodes};
use crate::{Company, Moment};

/// Attempts to follow an owner node that no longer has the table or is gone, before the table is only loaded.
const MAX_TRIES: u32 = 12;
/// Attempts to reach an unresponsive owner node: each takes time in which this node serves no one.
const MAX_UNANSWERED: u32 = 2;

/// Ownership of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The owner node.
    pub keeper: String,
    /// Number of times the table was taken over.
    pub epoch: u64,
    /// Last heartbeat of the previous owner node, unless it released the table.
    pub lost: Option<Moment>,
    /// Current moment on the database's clock, shared by all nodes.
    pub moment: Moment,
}

/// How a table was opened.
pub enum Joined<N: Nodes> {
    /// This node owns it.
    Kept {
        epoch: u64,
        /// Milliseconds without a responsive owner node.
        alone: u64,
        /// How many lapses this node had before it asked: after another lapse, others may have taken over the table.
        lapses: u64,
    },
    Followed(Box<Follow<N>>),
    /// The table does not exist.
    Nowhere,
}

/// State of a followed table.
pub struct Follow<N: Nodes> {
    /// The owner node.
    pub(super) keeper: String,
    pub(super) epoch: u64,
    /// Sequence number of the last update; `None` if the owner node could not be reached.
    pub(super) serial: Option<u64>,
    /// Number of log entries.
    pub(super) entries: usize,
    pub(super) company: Company,
    /// Subscription to further updates.
    pub(super) ear: Option<N::Ear>,
}

/// Opens a table.
///
/// # Errors
/// The ownership cannot be read.
pub async fn join<N: Nodes>(nodes: &N, table: &str) -> Result<Joined<N>, N::Refusal> {
    let mut silent = 0;
    for left in (0..MAX_TRIES).rev() {
        let lapses = nodes.lapses();
        let Some(lease) = nodes.take(table).await? else { return Ok(Joined::Nowhere) };
        if nodes.is_this(&lease.keeper) {
            let alone = lease.lost.map_or(0, |lost| nodes.now().since(lost));
            return Ok(Joined::Kept { epoch: lease.epoch, alone, lapses });
        }
        // Before the request, so that no update is missed.
        let ear = nodes.listen(table).await;
        let Lease { keeper, epoch, .. } = lease;
        let answered = nodes.ask(&keeper, table, Asked::Follow).await;
        silent += u32::from(matches!(answered, Err(AskError::Timeout)));
        match answered {
            Ok(Answered::Stands { serial, entries, company, .. }) => {
                let follow = Follow { keeper, epoch, serial: Some(serial), entries, company, ear };
                return Ok(Joined::Followed(Box::new(follow)));
            }
            // If no one can be asked, show what is in the database.
            _ if left == 0 || silent == MAX_UNANSWERED || !nodes.is_connected() => {
                let company = Company::default();
                return Ok(Joined::Followed(Box::new(Follow {
                    keeper,
                    epoch,
                    serial: None,
                    entries: 0,
                    company,
                    ear,
                })));
            }
            _ => nodes.rest().await,
        }
    }
    Ok(Joined::Nowhere)
}
