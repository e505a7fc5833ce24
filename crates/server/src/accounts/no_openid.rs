//! Stub of `openid` for builds without the `online` feature, which support no providers.

pub mod pending_logins {
    use std::sync::Arc;

    use super::provider::Known;

    pub struct PendingLogins {
        pub providers: Vec<Arc<Known>>,
    }

    impl PendingLogins {
        pub fn new(providers: Vec<Arc<Known>>) -> PendingLogins {
            PendingLogins { providers }
        }

        pub fn issuers(&self) -> Vec<String> {
            Vec::new()
        }
    }
}

pub mod provider {
    use std::sync::Arc;

    #[derive(Clone)]
    pub struct ProviderSecret;

    impl ProviderSecret {
        pub fn new(_: String) -> ProviderSecret {
            ProviderSecret
        }
    }

    impl std::fmt::Debug for ProviderSecret {
        fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            to.write_str("(secret)")
        }
    }

    #[derive(Clone, Debug)]
    pub struct Provider {
        pub id: String,
        pub name: String,
        pub issuer: String,
        pub client_id: String,
        pub client_secret: Option<ProviderSecret>,
        pub loopback: bool,
    }

    #[derive(Debug, thiserror::Error)]
    pub enum ProviderError {
        #[error("this build of Bastide does not support OpenID Connect; build it with `--features full`")]
        NotBuilt,
    }

    pub enum Known {}

    impl Known {
        pub fn id(&self) -> &str {
            match *self {}
        }

        pub fn issuer(&self) -> &str {
            match *self {}
        }
    }

    pub fn known(providers: &[Provider]) -> Result<Vec<Arc<Known>>, ProviderError> {
        if providers.is_empty() { Ok(Vec::new()) } else { Err(ProviderError::NotBuilt) }
    }
}

pub mod routes {
    use axum::response::Response;

    use crate::http::extract::json_answer;
    use crate::openapi::route::{Routes, get};
    use crate::tokens::scopes::Access;

    pub fn guarded() -> Routes {
        Routes::of("Accounts")
    }

    pub fn open() -> Routes {
        Routes::of("Accounts").route(
            get("/providers", Access::Public, "Lists the OpenID Connect providers.", providers).lists::<String>(),
        )
    }

    async fn providers() -> Response {
        json_answer(&[(); 0])
    }
}
