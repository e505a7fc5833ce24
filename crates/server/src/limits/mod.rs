//! Limits of what clients may ask for. `listener` accepts connections, `connections` bounds them per household and closes idle ones,
//! `quotas` are rate limits, `costs` says what each route takes of them, `hosts` checks the name by which the server is called, `caller` is
//! who is asking, `fair_queue` a bounded queue in which a flood delays only itself.

pub mod caller;
pub mod connections;
pub mod costs;
pub mod fair_queue;
pub mod hosts;
pub mod keyed_rate_limiter;
pub mod listener;
pub mod pool;
pub mod quotas;
pub mod stream;
pub mod tally;
