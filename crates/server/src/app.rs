//! Application state that all request handlers share.

use std::num::NonZeroU32;
use std::sync::Arc;

use table::Hash;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::accounts::openid::provider::Known;
use crate::accounts::security_log::SecurityLog;
use crate::accounts::service::Accounts;
use crate::assets::library::Library;
use crate::assets::pages::Pages;
use crate::channels::service::Channels;
use crate::chat::service::Chat;
use crate::compute::analysis::AnalysisPool;
use crate::compute::replays::Replays;
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Caller;
use crate::limits::hosts::Hosts;
use crate::limits::network_counter::NetworkCounter;
use crate::limits::pool::{Pool, PoolError, Slot};
use crate::limits::quotas::{Limits, Payer, QuotaClient, Resource};
use crate::live::driver::TableContext;
use crate::live::handle::TableHandle;
use crate::live::hub::Hub;
use crate::live::record_cache::RecordCache;
use crate::matchmaking::service::Matchmaking;
use crate::moderation::service::Moderation;
use crate::monitoring::metrics::Metrics;
use crate::notifications::service::Notifications;
use crate::previews::cache::PreviewCache;
use crate::puzzles::collection::Collection;
use crate::storage::Database;
use crate::studies::streams::StudyStreams;
use crate::tournaments::service::Tournaments;

/// Maximum number of open sockets per client network.
const MAX_SOCKETS: usize = 256;
/// Maximum number of open event streams per client network. A browser opens one or two.
const MAX_EVENT_STREAMS: usize = 128;
/// Maximum number of sockets per client network that have not said hello yet.
const MAX_SILENT_SOCKETS: usize = 32;
/// Maximum number of concurrent downloads of whole games per client network.
const MAX_DOWNLOADS: usize = 2;

pub struct AppSettings {
    /// Other origins whose pages may use this server.
    pub origins: Vec<String>,
    /// Public origin of this server, if it is configured.
    pub public_origin: Option<String>,
    /// Host names that requests may use.
    pub hosts: Vec<String>,
    /// OpenID Connect providers for signing in.
    pub providers: Vec<Arc<Known>>,
    /// Maximum number of messages per second from one client.
    pub messages_per_second: u32,
    /// Maximum number of open sockets across all tables.
    pub sockets: usize,
    /// Maximum number of open event streams.
    pub event_streams: usize,
    /// Multiplier for all limits per client network.
    pub limit_factor: NonZeroU32,
    /// Key that encrypts the state of unfinished sign-ins.
    pub sealing_key: Vec<u8>,
    /// Log for failed sign-ins.
    pub security: SecurityLog,
}

/// Application state that all request handlers share.
pub struct App {
    pub hub: Hub,
    pub pages: Pages,
    pub library: Library,
    pub origins: Vec<String>,
    pub public_origin: Option<String>,
    pub hosts: Hosts,
    pub messages_per_second: NonZeroU32,
    pub limits: Arc<Limits>,
    pub analysts: AnalysisPool,
    pub replays: Replays,
    pub records: RecordCache,
    pub previews: PreviewCache,
    pub accounts: Accounts,
    pub chat: Chat,
    pub moderation: Moderation,
    pub sockets: Pool,
    pub event_streams: Pool,
    pub silent_sockets: NetworkCounter,
    pub store: Arc<Database>,
    pub downloads: NetworkCounter,
    pub metrics: Metrics,
    pub stop: CancellationToken,
    pub tasks: TaskTracker,
    pub matchmaking: Matchmaking,
    pub puzzles: Collection,
    pub studies: Arc<StudyStreams>,
    pub tournaments: Tournaments,
    pub notifications: Notifications,
    pub channels: Channels,
}

impl App {
    /// Creates the state, without any tables in memory or connected clients.
    pub fn new(
        context: TableContext,
        store: Arc<Database>,
        notifications: Notifications,
        channels: Channels,
        stop: CancellationToken,
        app_settings: AppSettings,
    ) -> App {
        let matchmaking = Matchmaking::new(store.clone(), context.streams.clone());
        let analysts = AnalysisPool::for_this_machine().with_queue(context.thinkers.queue().cloned());
        let AppSettings { providers, security, sealing_key, .. } = app_settings;
        let accounts = Accounts::new(store.clone(), providers, app_settings.limit_factor, &sealing_key, security);
        let factor = usize::try_from(app_settings.limit_factor.get()).unwrap_or(usize::MAX);
        let pages = Pages::built_in();
        App {
            puzzles: Collection::new(pages.clone()),
            studies: Arc::default(),
            tournaments: Tournaments::new(store.clone()),
            replays: context.replays.clone(),
            records: RecordCache::default(),
            previews: PreviewCache::default(),
            hub: Hub::new(Arc::new(context)),
            pages,
            library: Library::new(),
            hosts: Hosts::new(&app_settings.hosts, &app_settings.origins),
            origins: app_settings.origins,
            public_origin: app_settings.public_origin,
            messages_per_second: NonZeroU32::new(app_settings.messages_per_second).unwrap_or(NonZeroU32::MIN),
            limits: Arc::new(Limits::new(app_settings.limit_factor)),
            analysts,
            accounts,
            chat: Chat::new(store.clone()),
            moderation: Moderation::new(store.clone()),
            sockets: Pool::new(app_settings.sockets, MAX_SOCKETS.saturating_mul(factor)),
            event_streams: Pool::new(app_settings.event_streams, MAX_EVENT_STREAMS.saturating_mul(factor)),
            silent_sockets: NetworkCounter::new(MAX_SILENT_SOCKETS.saturating_mul(factor)),
            store,
            downloads: NetworkCounter::new(MAX_DOWNLOADS.saturating_mul(factor)),
            metrics: Metrics::default(),
            stop,
            tasks: TaskTracker::new(),
            matchmaking,
            notifications,
            channels,
        }
    }

    /// Returns the table with this name and records that the caller viewed it.
    pub async fn table(&self, name: &str, caller: Caller) -> Result<TableHandle, Refusal> {
        self.moderation.open(name)?;
        let table = self.hub.table_for(name, Some(caller.client_network)).await?;
        table.visitors().note_view(caller.client_network);
        Ok(table)
    }

    /// Returns the table with this name if these secrets may view it, and records that the caller viewed it.
    pub async fn table_for(&self, name: &str, caller: Caller, hashes: Vec<Hash>) -> Result<TableHandle, Refusal> {
        self.moderation.open(name)?;
        let table = self.hub.table_for(name, Some(caller.client_network)).await?;
        table.admits(hashes).await?;
        table.visitors().note_view(caller.client_network);
        Ok(table)
    }

    /// Returns a payer for work whose cost is not known until after the request has been accepted.
    pub fn payer(&self, caller: Caller, browser: Option<Hash>) -> Payer {
        Payer { limits: self.limits.clone(), asker: QuotaClient { client_network: caller.client_network, browser } }
    }

    /// Takes a slot in a pool for a long-lived connection.
    ///
    /// # Errors
    /// Returns `busy` if the client network has reached its maximum, or if the pool is full and no other connection can be evicted.
    pub fn slot(&self, pool: &Pool, caller: Caller, guest: bool) -> Result<Slot, Refusal> {
        let slot = pool.take(caller.client_network, guest);
        slot.map_err(|why| {
            Refusal::new(
                Code::Busy,
                match why {
                    PoolError::NetworkLimit => "too many open connections from your address; close some",
                    PoolError::Full if guest => "the server has no free connections; sign in to get priority",
                    PoolError::Full => "the server has no free connections; try again later",
                },
            )
        })
    }

    /// Charges the client `units` of a resource.
    pub fn take(&self, caller: Caller, browser: Option<Hash>, work: Resource, units: u32) -> Result<(), Refusal> {
        self.limits.take(QuotaClient { client_network: caller.client_network, browser }, work, units)
    }

    /// Runs work to completion even if the client disconnects, since other people depend on it. If the work panics, logs it under the label
    /// `what`.
    pub async fn run_to_completion<T: Send + 'static>(
        &self,
        what: &str,
        work: impl Future<Output = Result<T, Refusal>> + Send + 'static,
    ) -> Result<T, Refusal> {
        let failed = |why: tokio::task::JoinError| {
            tracing::error!("{what}: {why}");
            Refusal::new(Code::Storage, "internal error; see the server log")
        };
        self.tasks.spawn(work).await.map_err(failed)?
    }
}
