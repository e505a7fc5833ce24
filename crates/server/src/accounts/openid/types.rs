//! Providers in HTTP responses; the OpenAPI document is generated from these types.

use serde::Serialize;
use utoipa::ToSchema;

/// An OpenID Connect provider for signing in.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ProviderInfo {
    /// Id of the provider.
    pub id: String,
    /// Display name.
    pub name: String,
}

/// Redirect to a provider.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WayThere {
    /// Authorization URL at the provider.
    pub to: String,
}

/// A user who came from a provider and has no account yet.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Newcomer {
    /// Display name of the provider.
    pub provider: String,
}
