//! How a node comes to a table: as its keeper, or as one that follows.

use super::{Answered, AskError, Asked, Nodes};
use crate::{Company, Moment};

/// How often it is tried to follow a keeper that does not have the table any more or is gone, before the table is only read.
const TRIES: u32 = 12;
/// How often a keeper is asked that does not answer: that takes time, in which nobody is served here.
const SILENT: u32 = 2;

/// Who keeps a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The node.
    pub keeper: String,
    /// How often the table has been taken by another.
    pub epoch: u64,
    /// When whoever kept it before last said that it was there, if it has not let go of the table.
    pub lost: Option<Moment>,
    /// The moment, as the database counts it for all nodes.
    pub moment: Moment,
}

/// How a table was come to.
pub enum Joined<N: Nodes> {
    /// It is kept here.
    Kept {
        epoch: u64,
        /// For how many milliseconds nobody had kept it who was asked to.
        alone: u64,
        /// How often the node had lapsed before it asked: since a lapse after that, others may have taken the table.
        lapses: u64,
    },
    Followed(Box<Follow<N>>),
    /// There is no such table.
    Nowhere,
}

/// How things stand at a table that is followed.
pub struct Follow<N: Nodes> {
    /// Who keeps it.
    pub(super) keeper: String,
    pub(super) epoch: u64,
    /// The number of what was told last; none where the keeper could not be asked.
    pub(super) serial: Option<u64>,
    /// Entries of its log.
    pub(super) entries: usize,
    pub(super) company: Company,
    /// How it is heard what is told from now on.
    pub(super) ear: Option<N::Ear>,
}

/// Comes to a table.
///
/// # Errors
/// It cannot be read who keeps it.
pub async fn join<N: Nodes>(nodes: &N, table: &str) -> Result<Joined<N>, N::Refusal> {
    let mut silent = 0;
    for left in (0..TRIES).rev() {
        let lapses = nodes.lapses();
        let Some(lease) = nodes.take(table).await? else { return Ok(Joined::Nowhere) };
        if nodes.is_this(&lease.keeper) {
            let alone = lease.lost.map_or(0, |lost| nodes.now().since(lost));
            return Ok(Joined::Kept { epoch: lease.epoch, alone, lapses });
        }
        // Before the keeper is asked, so that nothing is missed.
        let ear = nodes.listen(table).await;
        let Lease { keeper, epoch, .. } = lease;
        let answered = nodes.ask(&keeper, table, Asked::Follow).await;
        silent += u32::from(matches!(answered, Err(AskError::Timeout)));
        match answered {
            Ok(Answered::Stands { serial, entries, company, .. }) => {
                let follow = Follow { keeper, epoch, serial: Some(serial), entries, company, ear };
                return Ok(Joined::Followed(Box::new(follow)));
            }
            // Where nobody can be asked, what is in the database is shown.
            _ if left == 0 || silent == SILENT || !nodes.is_connected() => {
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
