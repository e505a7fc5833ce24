//! What every request may use.

use std::num::NonZeroU32;
use std::sync::Arc;

use table::Hash;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::accounts::openid::provider::Known;
use crate::accounts::security_log::SecurityLog;
use crate::accounts::service::Accounts;
use crate::assets::library::Library;
use crate::assets::pages::Pages;
use crate::chat::service::Chat;
use crate::compute::analysis::Analysts;
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Caller;
use crate::limits::hosts::Hosts;
use crate::limits::quotas::{Asker, Limits, Resource};
use crate::limits::tally::Tally;
use crate::live::driver::TableContext;
use crate::live::handle::TableHandle;
use crate::live::hub::Hub;
use crate::matchmaking::service::Matchmaking;
use crate::moderation::service::Moderation;
use crate::monitoring::metrics::Metrics;
use crate::notifications::service::Notifications;
use crate::storage::Database;

/// Sockets that are open at once for one household.
const SOCKETS: usize = 256;
/// Of these, those that have not said hello.
const SILENT: usize = 32;
/// Answers with whole games that are sent at once to one household.
const STREAMS: usize = 2;

pub struct Allowed {
    /// Other origins whose pages may use this server.
    pub origins: Vec<String>,
    /// Names by which it may be called.
    pub hosts: Vec<String>,
    /// Providers by which people may sign in.
    pub providers: Vec<Arc<Known>>,
    /// Messages that one client may send in a second.
    pub messages_per_second: u32,
    /// Sockets that are open at once, over all tables.
    pub sockets: usize,
    /// How many times the usual a household may have and ask for.
    pub times: NonZeroU32,
    /// The key that seals the state of unfinished sign-ins.
    pub sealing_key: Vec<u8>,
    /// Where failed sign-ins are written.
    pub security: SecurityLog,
}

/// What every request may use.
pub struct App {
    pub hub: Hub,
    pub pages: Pages,
    pub library: Library,
    pub origins: Vec<String>,
    pub hosts: Hosts,
    pub messages_per_second: NonZeroU32,
    pub limits: Arc<Limits>,
    pub analysts: Analysts,
    pub accounts: Accounts,
    pub chat: Chat,
    pub moderation: Moderation,
    pub sockets: Arc<Semaphore>,
    pub sockets_of: Tally,
    pub silent: Tally,
    pub store: Arc<Database>,
    pub streams_of: Tally,
    pub metrics: Metrics,
    pub stop: CancellationToken,
    pub tasks: TaskTracker,
    pub matchmaking: Matchmaking,
    pub notifications: Notifications,
}

impl App {
    /// Everything, with no table in memory and nobody there.
    pub fn new(
        context: TableContext,
        store: Arc<Database>,
        notifications: Notifications,
        stop: CancellationToken,
        allowed: Allowed,
    ) -> App {
        let matchmaking = Matchmaking::new(store.clone(), context.streams.clone());
        let analysts = Analysts::for_this_machine().with_queue(context.thinkers.queue().cloned());
        let Allowed { providers, security, sealing_key, .. } = allowed;
        let accounts = Accounts::new(store.clone(), providers, allowed.times, &sealing_key, security);
        let times = usize::try_from(allowed.times.get()).unwrap_or(usize::MAX);
        App {
            hub: Hub::new(Arc::new(context)),
            pages: Pages::built_in(),
            library: Library::new(),
            hosts: Hosts::new(&allowed.hosts, &allowed.origins),
            origins: allowed.origins,
            messages_per_second: NonZeroU32::new(allowed.messages_per_second).unwrap_or(NonZeroU32::MIN),
            limits: Arc::new(Limits::new(allowed.times)),
            analysts,
            accounts,
            chat: Chat::new(store.clone()),
            moderation: Moderation::new(store.clone()),
            sockets: Arc::new(Semaphore::new(allowed.sockets)),
            sockets_of: Tally::new(SOCKETS.saturating_mul(times)),
            silent: Tally::new(SILENT.saturating_mul(times)),
            store,
            streams_of: Tally::new(STREAMS.saturating_mul(times)),
            metrics: Metrics::default(),
            stop,
            tasks: TaskTracker::new(),
            matchmaking,
            notifications,
        }
    }

    /// The table of this name, at which somebody looks.
    pub async fn table(&self, name: &str, caller: Caller) -> Result<TableHandle, Refusal> {
        self.moderation.open(name)?;
        let table = self.hub.table(name).await?;
        table.visitors().pass(caller.household);
        Ok(table)
    }

    /// The table of this name, at which somebody looks who has these secrets.
    pub async fn table_for(&self, name: &str, caller: Caller, hashes: Vec<Hash>) -> Result<TableHandle, Refusal> {
        self.moderation.open(name)?;
        let table = self.hub.table(name).await?;
        table.admits(hashes).await?;
        table.visitors().pass(caller.household);
        Ok(table)
    }

    /// Takes so many units of work for somebody.
    pub fn take(&self, caller: Caller, browser: Option<Hash>, work: Resource, units: u32) -> Result<(), Refusal> {
        self.limits.take(Asker { household: caller.household, browser }, work, units)
    }

    /// Does something that others wait for, even if whoever asked for it goes away; `what` is told in the log if it panics.
    pub async fn to_its_end<T: Send + 'static>(
        &self,
        what: &str,
        work: impl Future<Output = Result<T, Refusal>> + Send + 'static,
    ) -> Result<T, Refusal> {
        let failed = |why: tokio::task::JoinError| {
            tracing::error!("{what}: {why}");
            Refusal::new(Code::Storage, "the server failed at this request; its log says why")
        };
        self.tasks.spawn(work).await.map_err(failed)?
    }
}
