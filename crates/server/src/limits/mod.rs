pub mod caller;
pub mod connections;
pub mod hosts;
pub mod keyed_rate_limiter;
pub mod listener;
pub mod quotas;
pub mod stream;
pub mod tally;
