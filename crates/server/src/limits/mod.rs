//! Limits on clients. `listener` accepts connections, `connections` limits them per client network and closes idle ones, `quotas` has the
//! rate limits, `costs` lists what each route is charged, `hosts` checks the requested host name, `caller` identifies the client, and
//! `fair_queue` is a bounded queue in which a flood delays only itself.

pub mod caller;
pub mod connections;
pub mod costs;
pub mod fair_queue;
pub mod hosts;
pub mod keyed_rate_limiter;
pub mod listener;
pub mod network_counter;
pub mod pool;
pub mod quotas;
pub mod stream;
