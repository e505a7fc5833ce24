//! Rate limits: a burst and a long-term rate for each resource. Usage is counted per client network, so networks do not affect one another.
//! Changes are also counted per browser, so that one browser cannot use up its network's limit.

use std::num::NonZeroU32;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use table::Hash;

use super::caller::ClientNetwork;
use crate::http::refusal::{Code, Refusal};

/// Clock shared by all limits. Creating one queries the processor (CPUID), which is slow in a virtual machine.
pub static CLOCK: LazyLock<DefaultClock> = LazyLock::new(DefaultClock::default);
/// Units charged for a valid request for a table or an analysis; an invalid one costs one unit.
pub const FULL_COST: u32 = 20;
/// Assumed size in bytes of a welcome message that has not been built yet.
pub const ASSUMED_WELCOME_BYTES: u32 = 16 * 1024;
/// Disk space for a table in bytes, excluding its tile file or record.
pub const TABLE_BYTES: u32 = 16 * 1024;

/// A resource whose use is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    Connections,
    /// HTTP requests of any kind.
    Requests,
    /// Bytes of HTTP responses.
    Bytes,
    Messages,
    /// New tables and records; a valid one costs [`FULL_COST`] units.
    Tables,
    /// Disk space in bytes.
    DiskSpace,
    /// Positions to analyse; each second of thought costs [`FULL_COST`] units.
    Analyses,
    /// Replayed games, in units of a hundred answers.
    Replays,
    /// Bytes of welcome messages.
    Welcomes,
    /// Attempts to authenticate, successful or not.
    Proofs,
    Accounts,
    /// Archive and profile queries; each game sent costs one unit.
    Searches,
    Chat,
    Reports,
    /// Account exports.
    Downloads,
    /// Emails requested by a client, to any address.
    Emails,
    /// New channels, links that connect one, and test messages.
    Channels,
}

impl Resource {
    const ALL: [Resource; 17] = [
        Resource::Connections,
        Resource::Requests,
        Resource::Bytes,
        Resource::Messages,
        Resource::Tables,
        Resource::DiskSpace,
        Resource::Analyses,
        Resource::Replays,
        Resource::Welcomes,
        Resource::Proofs,
        Resource::Accounts,
        Resource::Searches,
        Resource::Chat,
        Resource::Reports,
        Resource::Downloads,
        Resource::Emails,
        Resource::Channels,
    ];

    /// Returns the burst allowed per client network, and the time until it is fully available again.
    fn quota(self) -> (u32, Duration) {
        let (most, seconds) = match self {
            // A browser opens seven, and a roomful of browsers may connect at once.
            Resource::Connections => (1000, 5),
            Resource::Requests => (6000, 10),
            // A browser with an empty cache loads about two megabytes. The long-term rate is 4 MB per second.
            Resource::Bytes => (128 << 20, 32),
            Resource::Messages => (2000, 10),
            // 60 at once, then one per second.
            Resource::Tables => (60 * FULL_COST, 60),
            // About 4,000 plain tables, or 800 with large tile files, per day.
            Resource::DiskSpace => (64 << 20, 24 * 60 * 60),
            // All positions of a whole game at once, and ten seconds of thought per second; the analysis queue limits them further.
            Resource::Analyses => (300 * FULL_COST, 30),
            // 6,000 answers per second; a thousand whole games at once.
            Resource::Replays => (3600, 60),
            Resource::Welcomes => (32 << 20, 32),
            // 40 at once, then six per minute.
            Resource::Proofs => (40, 400),
            Resource::Accounts => (20, 24 * 60 * 60),
            // About 300 searches at once, then five per second or 50 whole games per second.
            Resource::Searches => (3000, 60),
            // 40 at once, then one every three seconds.
            Resource::Chat => (40, 120),
            Resource::Reports => (20, 24 * 60 * 60),
            Resource::Downloads => (12, 24 * 60 * 60),
            // Ten at once, then ten per hour.
            Resource::Emails => (10, 60 * 60),
            // 40 at once, then 40 per hour.
            Resource::Channels => (40, 60 * 60),
        };
        (most, Duration::from_secs(seconds))
    }

    /// Returns the error message for an exceeded limit.
    fn too_many(self) -> &'static str {
        match self {
            Resource::Connections => "too many connections from your address",
            Resource::Requests => "too many requests from your address",
            Resource::Bytes => "too many downloads from your address",
            Resource::Messages => "too many messages from your address",
            Resource::Tables => "too many new tables from your address",
            Resource::DiskSpace => "your address has used up today's disk space for tables",
            Resource::Analyses => "too many analysis requests from your address",
            Resource::Replays => "too many replays for your address",
            Resource::Welcomes => "too many reconnects from your address",
            Resource::Proofs => "too many sign-in attempts from your address",
            Resource::Accounts => "too many new accounts from your address",
            Resource::Searches => "too many searches from your address",
            Resource::Chat => "too many chat messages from your address",
            Resource::Reports => "too many reports from your address",
            Resource::Downloads => "too many exports from your address",
            Resource::Emails => "too many emails requested from your address",
            Resource::Channels => "too many new channels and test messages from your address",
        }
    }
}

/// The client that is charged: its network, and its browser or program if known.
#[derive(Clone, Copy, Debug)]
pub struct QuotaClient {
    pub client_network: ClientNetwork,
    /// Hash of the browser's secret.
    pub browser: Option<Hash>,
}

/// Rate limiters for one resource.
struct Limit {
    client_networks: DefaultKeyedRateLimiter<ClientNetwork>,
    browsers: DefaultKeyedRateLimiter<Hash>,
}

/// Rate limits for all resources.
pub struct Limits(Vec<Limit>);

/// Charges a client for work whose cost is known only afterwards.
#[derive(Clone)]
pub struct Payer {
    pub limits: Arc<Limits>,
    pub asker: QuotaClient,
}

impl Payer {
    /// Takes units of a resource.
    ///
    /// # Errors
    /// Same as [`Limits::take`].
    pub fn take(&self, work: Resource, units: u32) -> Result<(), Refusal> {
        self.limits.take(self.asker, work, units)
    }
}

impl Limits {
    /// Creates limits with nothing used yet, each multiplied by `times`.
    pub fn new(times: NonZeroU32) -> Limits {
        Limits(Resource::ALL.map(|work| Limit::new(work, times)).into())
    }

    /// Takes units of a resource.
    ///
    /// # Errors
    /// `too_fast`, with the time to wait. The client network is charged even if only the browser's limit is exceeded.
    pub fn take(&self, who: QuotaClient, work: Resource, units: u32) -> Result<(), Refusal> {
        let limit = &self.0[work as usize];
        let units = NonZeroU32::new(units).unwrap_or(NonZeroU32::MIN);
        // Check the client network first: clients can make up browser secrets, and every new secret would be remembered.
        take(&limit.client_networks, &who.client_network, work, units)?;
        who.browser.map_or(Ok(()), |browser| take(&limit.browsers, &browser, work, units))
    }

    /// Removes clients without recent requests.
    pub fn sweep(&self) {
        for limit in &self.0 {
            limit.client_networks.retain_recent();
            limit.browsers.retain_recent();
        }
    }
}

impl Limit {
    fn new(work: Resource, times: NonZeroU32) -> Limit {
        let (most, again) = work.quota();
        // One browser may use up to three quarters of its network's limit.
        let quota = |most: u32| {
            let most = NonZeroU32::new(most).unwrap_or(NonZeroU32::MIN).saturating_mul(times);
            let one = (again / most.get()).max(Duration::from_nanos(1));
            Quota::with_period(one).expect("a nanosecond is some time").allow_burst(most)
        };
        Limit {
            client_networks: RateLimiter::hashmap_with_clock(quota(most), CLOCK.clone()),
            browsers: RateLimiter::hashmap_with_clock(quota(most / 4 * 3), CLOCK.clone()),
        }
    }
}

fn take<K: Clone + std::hash::Hash + Eq>(
    limit: &DefaultKeyedRateLimiter<K>,
    who: &K,
    work: Resource,
    units: NonZeroU32,
) -> Result<(), Refusal> {
    let wait = match limit.check_key_n(who, units) {
        Ok(Ok(())) => return Ok(()),
        Ok(Err(too_early)) => too_early.wait_time_from(CLOCK.now()),
        Err(_) => {
            return Err(Refusal::new(Code::TooFast, format!("{}; the request exceeds the maximum", work.too_many())));
        }
    };
    Err(Refusal::too_fast(work.too_many(), wait))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asker(last: u8, browser: Option<u8>) -> QuotaClient {
        let client_network = ClientNetwork::of(std::net::IpAddr::from([192, 0, 2, last]));
        QuotaClient { client_network, browser: browser.map(|browser| [browser; 32]) }
    }

    fn taken(limits: &Limits, who: QuotaClient, units: u32) -> usize {
        (0..10_000).take_while(|_| limits.take(who, Resource::Tables, units).is_ok()).count()
    }

    #[test]
    fn client_networks_have_separate_limits() {
        let limits = Limits::new(NonZeroU32::MIN);
        assert!((60..=62).contains(&taken(&limits, asker(1, None), FULL_COST)));
        let refusal = limits.take(asker(1, None), Resource::Tables, FULL_COST).unwrap_err();
        assert!(refusal.code == Code::TooFast && refusal.message.contains(" ms"), "{refusal}");
        assert!(limits.take(asker(1, None), Resource::Analyses, FULL_COST).is_ok(), "another resource");
        assert!((60..=62).contains(&taken(&limits, asker(2, None), FULL_COST)));
    }

    #[test]
    fn one_browser_leaves_something_to_its_network() {
        let limits = Limits::new(NonZeroU32::MIN);
        assert!((45..=47).contains(&taken(&limits, asker(1, Some(1)), FULL_COST)));
        assert!(taken(&limits, asker(1, Some(2)), FULL_COST) >= 13);
    }

    #[test]
    fn invalid_requests_cost_little_but_are_counted() {
        let limits = Limits::new(NonZeroU32::MIN);
        let noise = taken(&limits, asker(1, None), 1);
        assert!((60 * FULL_COST as usize..10_000).contains(&noise), "{noise}");
        assert!(limits.take(asker(1, None), Resource::Tables, FULL_COST).is_err());
    }

    #[test]
    fn limits_are_multiplied_and_idle_clients_are_removed() {
        let limits = Limits::new(NonZeroU32::new(100).unwrap());
        assert!(taken(&limits, asker(1, None), FULL_COST) >= 6000);
        let limits = Limits::new(NonZeroU32::MIN);
        limits.take(asker(1, Some(1)), Resource::Requests, 1).unwrap();
        std::thread::sleep(Duration::from_millis(30));
        limits.sweep();
        assert!(limits.0[0].client_networks.is_empty() && limits.0[0].browsers.is_empty());
    }
}
