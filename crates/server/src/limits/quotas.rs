//! How much somebody may ask for: so much at once, so much in the long run, of each kind of work. Everything is counted by household, so
//! that nobody feels what another does, and what changes something by browser too, so that one in a house leaves something to the rest.

use std::num::NonZeroU32;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use table::Hash;

use super::caller::Household;
use crate::http::refusal::{Code, Refusal};

/// The clock of all limits: to make one asks the processor what it is, for which a virtual machine stops.
pub static CLOCK: LazyLock<DefaultClock> = LazyLock::new(DefaultClock::default);
/// Units that a wish for a table, or a question about a position, costs in full. One that turns out to be none costs a single one.
pub const FULL: u32 = 20;
/// Bytes that a welcome is taken to have before it is made.
pub const WELCOME: u32 = 16 * 1024;
/// Bytes on the disk that a table takes beside the tile file or the record that it is made of.
pub const TABLE: u32 = 16 * 1024;

/// Something that requests use up, with its own limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    Connections,
    /// Requests over HTTP, of any kind.
    Requests,
    /// Bytes of their answers.
    Bytes,
    Messages,
    /// New tables and records, in units of which a valid one costs [`FULL`].
    Tables,
    /// Bytes on the disk.
    Room,
    /// Positions to analyse, in units of which each second of thought costs [`FULL`].
    Analyses,
    /// Games that are replayed, in units of a hundred answers.
    Replays,
    /// Bytes of welcomes.
    Welcomes,
    /// Proofs of who somebody is: passwords, right or wrong.
    Proofs,
    Accounts,
    /// Looks at the archive and at people, in units of which a game that is sent costs one.
    Searches,
    /// Lines of talk.
    Talk,
    Reports,
    /// All that an account has, in one file.
    Downloads,
    /// Letters that somebody has sent, to themselves or not.
    Letters,
}

impl Resource {
    const ALL: [Resource; 16] = [
        Resource::Connections,
        Resource::Requests,
        Resource::Bytes,
        Resource::Messages,
        Resource::Tables,
        Resource::Room,
        Resource::Analyses,
        Resource::Replays,
        Resource::Welcomes,
        Resource::Proofs,
        Resource::Accounts,
        Resource::Searches,
        Resource::Talk,
        Resource::Reports,
        Resource::Downloads,
        Resource::Letters,
    ];

    /// What a household may have at once, and in how long it may have that much again.
    fn quota(self) -> (u32, Duration) {
        let (most, seconds) = match self {
            // A browser has seven: a room full of them may come at once.
            Resource::Connections => (1000, 5),
            Resource::Requests => (6000, 10),
            // A browser that has nothing yet takes some two megabytes; then 4 MB a second.
            Resource::Bytes => (128 << 20, 32),
            Resource::Messages => (2000, 10),
            // 60 at once, and one a second.
            Resource::Tables => (60 * FULL, 60),
            // Some 4,000 plain tables or 800 with large tile files a day.
            Resource::Room => (64 << 20, 24 * 60 * 60),
            // Those of a whole game at once, and ten seconds of thought a second, which the queue before the places bounds further.
            Resource::Analyses => (300 * FULL, 30),
            // 6,000 answers a second; a thousand whole games at once.
            Resource::Replays => (3600, 60),
            Resource::Welcomes => (32 << 20, 32),
            // 40 at once, and six a minute.
            Resource::Proofs => (40, 400),
            Resource::Accounts => (20, 24 * 60 * 60),
            // Some 300 searches at once and five a second, or 50 whole games a second.
            Resource::Searches => (3000, 60),
            // 40 at once, and one every three seconds.
            Resource::Talk => (40, 120),
            Resource::Reports => (20, 24 * 60 * 60),
            Resource::Downloads => (12, 24 * 60 * 60),
            // Ten at once, and ten an hour.
            Resource::Letters => (10, 60 * 60),
        };
        (most, Duration::from_secs(seconds))
    }

    /// What there is too much of, in words.
    fn too_many(self) -> &'static str {
        match self {
            Resource::Connections => "too many connections come from your address",
            Resource::Requests => "too many requests come from your address",
            Resource::Bytes => "too much is fetched from your address",
            Resource::Messages => "too many messages come from your address",
            Resource::Tables => "too many tables are being made",
            Resource::Room => "your tables have taken the room on the disk that a day gives",
            Resource::Analyses => "too many positions are asked about",
            Resource::Replays => "too many games are replayed for your address",
            Resource::Welcomes => "too much is asked for again and again",
            Resource::Proofs => "too many passwords are tried from your address",
            Resource::Accounts => "too many accounts are made from your address",
            Resource::Searches => "the archive is searched too often from your address",
            Resource::Talk => "too much is said from your address",
            Resource::Reports => "too much is reported from your address",
            Resource::Downloads => "too much is taken along from your address",
            Resource::Letters => "too many letters are asked for from your address",
        }
    }
}

/// Who asks for work: a household, and a browser or program in it where one is known.
#[derive(Clone, Copy, Debug)]
pub struct Asker {
    pub household: Household,
    /// The hash of the browser's secret.
    pub browser: Option<Hash>,
}

/// The limits of one kind of work.
struct Limit {
    households: DefaultKeyedRateLimiter<Household>,
    browsers: DefaultKeyedRateLimiter<Hash>,
}

/// What everybody has asked for lately.
pub struct Limits(Vec<Limit>);

/// Takes units for one asker, from wherever the cost turns out.
#[derive(Clone)]
pub struct Payer {
    pub limits: Arc<Limits>,
    pub asker: Asker,
}

impl Payer {
    /// Takes so many units.
    ///
    /// # Errors
    /// Those of [`Limits::take`].
    pub fn take(&self, work: Resource, units: u32) -> Result<(), Refusal> {
        self.limits.take(self.asker, work, units)
    }
}

impl Limits {
    /// Nobody has asked for anything. Everybody may have `times` as much as is usual.
    pub fn new(times: NonZeroU32) -> Limits {
        Limits(Resource::ALL.map(|work| Limit::new(work, times)).into())
    }

    /// Takes so many units for somebody.
    ///
    /// # Errors
    /// `too_fast`, and when there will be enough; nothing was taken then.
    pub fn take(&self, who: Asker, work: Resource, units: u32) -> Result<(), Refusal> {
        let limit = &self.0[work as usize];
        let units = NonZeroU32::new(units).unwrap_or(NonZeroU32::MIN);
        // The household first: a browser's secret can be made up, and each new one would be remembered.
        take(&limit.households, &who.household, work, units)?;
        who.browser.map_or(Ok(()), |browser| take(&limit.browsers, &browser, work, units))
    }

    /// Forgets those who have not asked for anything lately.
    pub fn sweep(&self) {
        for limit in &self.0 {
            limit.households.retain_recent();
            limit.browsers.retain_recent();
        }
    }
}

impl Limit {
    fn new(work: Resource, times: NonZeroU32) -> Limit {
        let (most, again) = work.quota();
        // One browser may have three quarters of what its household has.
        let quota = |most: u32| {
            let most = NonZeroU32::new(most).unwrap_or(NonZeroU32::MIN).saturating_mul(times);
            let one = (again / most.get()).max(Duration::from_nanos(1));
            Quota::with_period(one).expect("a nanosecond is some time").allow_burst(most)
        };
        Limit {
            households: RateLimiter::hashmap_with_clock(quota(most), CLOCK.clone()),
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
            return Err(Refusal::new(
                Code::TooFast,
                format!("{}; this is more than may be had at all", work.too_many()),
            ));
        }
    };
    Err(Refusal::too_fast(work.too_many(), wait))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asker(last: u8, browser: Option<u8>) -> Asker {
        let household = Household::of(std::net::IpAddr::from([192, 0, 2, last]));
        Asker { household, browser: browser.map(|browser| [browser; 32]) }
    }

    fn taken(limits: &Limits, who: Asker, units: u32) -> usize {
        (0..10_000).take_while(|_| limits.take(who, Resource::Tables, units).is_ok()).count()
    }

    #[test]
    fn one_household_takes_nothing_from_another() {
        let limits = Limits::new(NonZeroU32::MIN);
        assert!((60..=62).contains(&taken(&limits, asker(1, None), FULL)));
        let refusal = limits.take(asker(1, None), Resource::Tables, FULL).unwrap_err();
        assert!(refusal.code == Code::TooFast && refusal.message.contains(" ms"), "{refusal}");
        assert!(limits.take(asker(1, None), Resource::Analyses, FULL).is_ok(), "another kind of work");
        assert!((60..=62).contains(&taken(&limits, asker(2, None), FULL)));
    }

    #[test]
    fn one_browser_leaves_something_to_its_household() {
        let limits = Limits::new(NonZeroU32::MIN);
        assert!((45..=47).contains(&taken(&limits, asker(1, Some(1)), FULL)));
        assert!(taken(&limits, asker(1, Some(2)), FULL) >= 13);
    }

    #[test]
    fn what_is_not_valid_costs_little_and_is_counted_all_the_same() {
        let limits = Limits::new(NonZeroU32::MIN);
        let noise = taken(&limits, asker(1, None), 1);
        assert!((60 * FULL as usize..10_000).contains(&noise), "{noise}");
        assert!(limits.take(asker(1, None), Resource::Tables, FULL).is_err());
    }

    #[test]
    fn limits_are_multiplied_and_those_long_gone_forgotten() {
        let limits = Limits::new(NonZeroU32::new(100).unwrap());
        assert!(taken(&limits, asker(1, None), FULL) >= 6000);
        let limits = Limits::new(NonZeroU32::MIN);
        limits.take(asker(1, Some(1)), Resource::Requests, 1).unwrap();
        std::thread::sleep(Duration::from_millis(30));
        limits.sweep();
        assert!(limits.0[0].households.is_empty() && limits.0[0].browsers.is_empty());
    }
}
