//! Programs in HTTP responses; the OpenAPI document is generated from these types.

use serde::Serialize;
use utoipa::ToSchema;

use super::store::{Scope, TokenLine};

/// A token of one's own account.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "AccessToken"))]
#[schema(as = AccessToken)]
pub struct TokenInfo {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// What its owner calls it.
    pub name: String,
    /// What it allows.
    pub scopes: Vec<Scope>,
    /// When it was made, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created: i64,
    /// When it was last used, to the hour; none: never.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub used: Option<i64>,
    /// When it ends; none: never.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub expires: Option<i64>,
}

/// A token that was just made; an account has at most 20.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "MadeAccessToken"))]
#[schema(as = MadeAccessToken)]
pub struct MadeTokenInfo {
    /// The token.
    pub token: TokenInfo,
    /// What a program sends. It is told this once.
    pub secret: String,
}

impl From<TokenLine> for TokenInfo {
    fn from(line: TokenLine) -> TokenInfo {
        let TokenLine { id, name, scopes, created, used, expires } = line;
        TokenInfo { id, name, scopes, created, used, expires }
    }
}
