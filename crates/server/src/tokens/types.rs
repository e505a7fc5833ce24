//! API tokens in HTTP responses; the OpenAPI document is generated from these types.

use serde::Serialize;
use utoipa::ToSchema;

use super::store::{Scope, TokenLine};

/// A token of the caller's account.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "AccessToken"))]
#[schema(as = AccessToken)]
pub struct TokenInfo {
    /// Id of the token.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// Name of the token.
    pub name: String,
    /// Scopes of the token.
    pub scopes: Vec<Scope>,
    /// Creation time, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created: i64,
    /// Last recorded use, in milliseconds since 1970, updated at most once an hour; null if never used.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub used: Option<i64>,
    /// Expiry, in milliseconds since 1970; null if it never expires.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub expires: Option<i64>,
}

/// A token that was just created; an account has at most 20.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "MadeAccessToken"))]
#[schema(as = MadeAccessToken)]
pub struct MadeTokenInfo {
    /// The token's data, without the secret.
    pub token: TokenInfo,
    /// The secret that a program sends. It is shown only once.
    pub secret: String,
}

impl From<TokenLine> for TokenInfo {
    fn from(line: TokenLine) -> TokenInfo {
        let TokenLine { id, name, scopes, created, used, expires } = line;
        TokenInfo { id, name, scopes, created, used, expires }
    }
}
