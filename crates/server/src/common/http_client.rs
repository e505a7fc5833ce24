//! What the server asks of other hosts: of providers that people sign in by, and of push services.

#[cfg(feature = "online")]
use std::time::Duration;

#[cfg(feature = "online")]
use reqwest::ClientBuilder;
#[cfg(feature = "online")]
use reqwest::redirect::Policy;

/// How long a request may take, all in all.
#[cfg(feature = "online")]
pub const PATIENCE: Duration = Duration::from_secs(10);
/// How long a connection may take to be made.
#[cfg(feature = "online")]
const CONNECTING: Duration = Duration::from_secs(5);

/// Chooses the one library for certificates that is compiled in. Another part of the program may have chosen already; it chose the same.
pub fn prepare() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// A client that goes where it is sent and nowhere else, and waits for nobody long.
#[cfg(feature = "online")]
pub fn client() -> ClientBuilder {
    prepare();
    reqwest::Client::builder()
        .redirect(Policy::none())
        .timeout(PATIENCE)
        .connect_timeout(CONNECTING)
        .pool_max_idle_per_host(1)
}
