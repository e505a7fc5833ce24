//! How a node comes to a table: it takes it where nobody keeps it, and else follows whoever does.

use std::time::Duration;

use async_nats::Subscriber;
use serde::Serialize;
use table::Company;

use super::bus::Away;
use super::messages::{Answered, Asked, Question};
use super::nodes::{Cluster, PATIENCE};
use crate::refusal::{Code, Refusal};

/// How often a keeper is asked that does not answer, before the table is only read.
const TRIES: u32 = 12;
/// How long to wait before the next time: a node that has died is known to be dead after [`PATIENCE`].
const WAIT: Duration = Duration::from_millis(200);

/// How a table was come to.
pub enum Joined {
    /// It is kept here.
    Kept {
        /// In which epoch.
        epoch: u64,
        /// For how many milliseconds nobody had kept it who was asked to.
        alone: u64,
    },
    /// It is followed.
    Followed(Box<Follow>),
    /// There is no such table.
    Nowhere,
}

/// How things stand at a table that is followed.
pub struct Follow {
    /// Who keeps it.
    pub keeper: String,
    /// In which epoch.
    pub epoch: u64,
    /// The number of what was told last; none where the keeper could not be asked.
    pub serial: Option<u64>,
    /// Entries of its log.
    pub entries: usize,
    /// Who is there.
    pub company: Company,
    /// What is told from now on.
    pub news: Option<Subscriber>,
}

impl Cluster {
    /// Comes to a table.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn join(&self, table: &str) -> Result<Joined, Refusal> {
        for left in (0..TRIES).rev() {
            let taken = self.store.take(table, &self.node, PATIENCE).await.map_err(|why| unknown(&why))?;
            let Some(lease) = taken else { return Ok(Joined::Nowhere) };
            if lease.keeper == self.node {
                let alone = lease.lost.map_or(0, |lost| self.time.now().since(lost));
                self.counts.takeovers.inc_by(u64::from(lease.lost.is_some()));
                return Ok(Joined::Kept { epoch: lease.epoch, alone });
            }
            // Before the keeper is asked, so that nothing is missed.
            let news = self.bus.listen(self.bus.of_table(table)).await;
            match self.ask(&lease.keeper, table, Asked::Follow).await {
                Ok(Answered::Stands { serial, entries, company }) => {
                    let (keeper, epoch, serial) = (lease.keeper, lease.epoch, Some(serial));
                    let follow = Follow { keeper, epoch, serial, entries, company, news };
                    return Ok(Joined::Followed(Box::new(follow)));
                }
                // Without NATS nobody can be asked: what is in the database is shown.
                _ if left == 0 || !self.bus.is_connected() => {
                    let (company, entries) = (Company::default(), 0);
                    let (keeper, epoch) = (lease.keeper, lease.epoch);
                    let follow = Follow { keeper, epoch, serial: None, entries, company, news };
                    return Ok(Joined::Followed(Box::new(follow)));
                }
                _ => tokio::time::sleep(WAIT).await,
            }
        }
        Ok(Joined::Nowhere)
    }

    /// Asks whoever keeps a table.
    ///
    /// # Errors
    /// They have not answered.
    pub async fn ask(&self, keeper: &str, table: &str, what: Asked) -> Result<Answered, Away> {
        self.bus.ask(keeper, &Question { table: table.to_owned(), node: self.node.clone(), what }).await
    }

    /// Tells those who follow a table.
    pub async fn tell(&self, table: &str, news: &impl Serialize) {
        self.bus.tell(self.bus.of_table(table), news).await;
    }

    /// Whether a table that nobody else keeps is kept here from now on, or was already.
    pub async fn takes(&self, table: &str) -> bool {
        let taken = self.store.take(table, &self.node, PATIENCE).await;
        matches!(taken, Ok(Some(lease)) if lease.keeper == self.node)
    }

    /// Lets go of a table that has left the memory.
    pub async fn let_go(&self, table: &str) {
        if let Err(why) = self.store.let_go(table, &self.node).await {
            tracing::warn!("table {table} cannot be let go: {why}");
        }
    }
}

fn unknown(why: &crate::storage::StorageError) -> Refusal {
    tracing::error!("who keeps a table cannot be read: {why}");
    Refusal::new(Code::Storage, format!("the table cannot be read ({why}); try again"))
}
