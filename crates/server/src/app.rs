//! What every request may use.

use std::num::NonZeroU32;
use std::sync::Arc;

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::analysis::Analysts;
use crate::driver::TableContext;
use crate::hub::Hub;
use crate::library::Library;
use crate::pages::Pages;

/// Sockets that are open at once, over all tables.
const SOCKETS: usize = 12_000;
/// Tables that may be made at once, those of records among them, and in the long run in a second.
const TABLES: Quota = Quota::per_second(NonZeroU32::MIN).allow_burst(NonZeroU32::new(60).unwrap());
/// Positions that may be asked about at once, such as those of a whole game, and in the long run in a second.
const ANALYSES: Quota = Quota::per_second(NonZeroU32::new(10).unwrap()).allow_burst(NonZeroU32::new(300).unwrap());

/// What every request may use.
pub struct App {
    pub hub: Hub,
    pub pages: Pages,
    pub library: Library,
    pub origins: Vec<String>,
    pub messages_per_second: NonZeroU32,
    pub creations: DefaultDirectRateLimiter,
    pub questions: DefaultDirectRateLimiter,
    pub analysts: Analysts,
    pub sockets: Arc<Semaphore>,
    pub stop: CancellationToken,
    pub tasks: TaskTracker,
}

impl App {
    /// Everything, with no table in memory and nobody there.
    pub fn new(context: TableContext, stop: CancellationToken, origins: Vec<String>, messages_per_second: u32) -> App {
        App {
            hub: Hub::new(Arc::new(context)),
            pages: Pages::built_in(),
            library: Library::default(),
            origins,
            messages_per_second: NonZeroU32::new(messages_per_second).unwrap_or(NonZeroU32::MIN),
            creations: RateLimiter::direct(TABLES),
            questions: RateLimiter::direct(ANALYSES),
            analysts: Analysts::for_this_machine(),
            sockets: Arc::new(Semaphore::new(SOCKETS)),
            stop,
            tasks: TaskTracker::new(),
        }
    }
}
