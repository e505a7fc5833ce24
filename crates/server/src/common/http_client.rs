//! The HTTP client for requests to OpenID Connect providers and push services.

#[cfg(feature = "online")]
use std::time::Duration;

#[cfg(feature = "online")]
use reqwest::ClientBuilder;
#[cfg(feature = "online")]
use reqwest::redirect::Policy;

/// Timeout for a whole request.
#[cfg(feature = "online")]
pub const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// Timeout for connecting.
#[cfg(feature = "online")]
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Installs the TLS crypto provider, which is the only one compiled in. Another part of the program may already have installed it.
pub fn prepare() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// Builds a client that follows no redirects and has short timeouts.
#[cfg(feature = "online")]
pub fn client() -> ClientBuilder {
    prepare();
    reqwest::Client::builder()
        .redirect(Policy::none())
        .timeout(REQUEST_TIMEOUT)
        .connect_timeout(CONNECT_TIMEOUT)
        .pool_max_idle_per_host(1)
}
