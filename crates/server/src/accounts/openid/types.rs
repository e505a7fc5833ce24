//! Providers in HTTP responses; the OpenAPI document is generated from these types.

use serde::Serialize;
use utoipa::ToSchema;

/// A provider by which one may sign in here.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ProviderInfo {
    /// Its word.
    pub id: String,
    /// How it is called.
    pub name: String,
}

/// Where a browser goes to sign in.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WayThere {
    /// An address of the provider.
    pub to: String,
}

/// Somebody who came by a provider and has no account.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Newcomer {
    /// How the provider is called.
    pub provider: String,
}
