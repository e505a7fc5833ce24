//! What every request may use.

use std::num::NonZeroU32;
use std::sync::Arc;

use table::Hash;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::analysis::Analysts;
use crate::door::caller::Caller;
use crate::door::hosts::Hosts;
use crate::door::limits::{Asker, Limits, Work};
use crate::door::tally::Tally;
use crate::driver::TableContext;
use crate::handle::TableHandle;
use crate::hub::Hub;
use crate::library::Library;
use crate::metrics::Metrics;
use crate::pages::Pages;
use crate::refusal::Refusal;

/// Sockets that are open at once for one household.
const SOCKETS: usize = 256;
/// Of these, those that have not said hello.
const SILENT: usize = 32;

/// What is allowed.
pub struct Allowed {
    /// Other origins whose pages may use this server.
    pub origins: Vec<String>,
    /// Names by which it may be called.
    pub hosts: Vec<String>,
    /// Messages that one client may send in a second.
    pub messages_per_second: u32,
    /// Sockets that are open at once, over all tables.
    pub sockets: usize,
    /// How many times the usual a household may have and ask for.
    pub times: NonZeroU32,
}

/// What every request may use.
pub struct App {
    pub hub: Hub,
    pub pages: Pages,
    pub library: Library,
    pub origins: Vec<String>,
    pub hosts: Hosts,
    pub messages_per_second: NonZeroU32,
    pub limits: Limits,
    pub analysts: Analysts,
    pub sockets: Arc<Semaphore>,
    pub sockets_of: Tally,
    pub silent: Tally,
    pub metrics: Metrics,
    pub stop: CancellationToken,
    pub tasks: TaskTracker,
}

impl App {
    /// Everything, with no table in memory and nobody there.
    pub fn new(context: TableContext, stop: CancellationToken, allowed: Allowed) -> App {
        let times = usize::try_from(allowed.times.get()).unwrap_or(usize::MAX);
        App {
            hub: Hub::new(Arc::new(context)),
            pages: Pages::built_in(),
            library: Library::new(),
            hosts: Hosts::new(&allowed.hosts, &allowed.origins),
            origins: allowed.origins,
            messages_per_second: NonZeroU32::new(allowed.messages_per_second).unwrap_or(NonZeroU32::MIN),
            limits: Limits::new(allowed.times),
            analysts: Analysts::for_this_machine(),
            sockets: Arc::new(Semaphore::new(allowed.sockets)),
            sockets_of: Tally::new(SOCKETS.saturating_mul(times)),
            silent: Tally::new(SILENT.saturating_mul(times)),
            metrics: Metrics::default(),
            stop,
            tasks: TaskTracker::new(),
        }
    }

    /// The table of this name, at which somebody looks.
    ///
    /// # Errors
    /// There is no such table, or it cannot be read.
    pub async fn table(&self, name: &str, caller: Caller) -> Result<TableHandle, Refusal> {
        let table = self.hub.table(name).await?;
        table.visitors().pass(caller.household);
        Ok(table)
    }

    /// Takes so many units of work for somebody.
    ///
    /// # Errors
    /// They have had what they may.
    pub fn take(&self, caller: Caller, browser: Option<Hash>, work: Work, units: u32) -> Result<(), Refusal> {
        self.limits.take(Asker { household: caller.household, browser }, work, units)
    }
}
