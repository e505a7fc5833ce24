//! What a token allows. Whatever is not named here takes the session of a browser: an account is not managed by a token.

use axum::http::Method;

use crate::refusal::{Code, Refusal};
use crate::storage::programs::Scope;

/// What is needed for a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Any token will do.
    Any,
    /// A token with this scope.
    Scope(Scope),
    /// The session of a browser.
    Session,
}

/// What is needed for a request of this method to this path below `/api`.
pub fn needed(method: &Method, path: &str) -> Need {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let looks = *method == Method::GET || *method == Method::HEAD;
    match (looks, &parts[..]) {
        (true, ["account"]) => Need::Any,
        (_, ["account" | "admin" | "reports", ..]) => Need::Session,
        (true, _) => Need::Scope(Scope::Read),
        (false, ["analyse"]) => Need::Scope(Scope::Read),
        (false, ["talk"]) => Need::Scope(Scope::Talk),
        (false, ["tables" | "records" | "seeks" | "challenges"]) => Need::Scope(Scope::Play),
        (false, ["tables", _, "join" | "start" | "rematch"]) => Need::Scope(Scope::Play),
        (false, ["seeks" | "challenges", ..]) => Need::Scope(Scope::Play),
        // Links that open seats outlive the token, so they are not for it to hand out.
        (false, _) => Need::Session,
    }
}

/// What whoever asks is held to: nothing in a browser, the scopes of a token otherwise.
#[derive(Clone, Debug, Default)]
pub struct Bounds(Option<Vec<Scope>>);

impl Bounds {
    /// Those of a token.
    pub fn of(scopes: Vec<Scope>) -> Bounds {
        Bounds(Some(scopes))
    }

    /// Whether something is allowed.
    ///
    /// # Errors
    /// `scope`: the token has not that scope, or it takes no token at all.
    pub fn allow(&self, need: Need) -> Result<(), Refusal> {
        let Some(scopes) = &self.0 else { return Ok(()) };
        match need {
            Need::Any => Ok(()),
            Need::Scope(scope) if scopes.contains(&scope) => Ok(()),
            Need::Scope(scope) => {
                let what = format!("this token has not the scope {0}; make one that has {0}", scope.word());
                Err(Refusal::new(Code::Scope, what))
            }
            Need::Session => {
                let what =
                    "no token has a scope for this: it is done on the page /account, or by who is signed in there";
                Err(Refusal::new(Code::Scope, what))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_managed_by_no_token() {
        let of = |method: Method, path: &str| needed(&method, path);
        for path in ["/account/tokens", "/account/sessions", "/account/download", "/account/blocks", "/admin/reports"] {
            assert_eq!(of(Method::GET, path), Need::Session, "{path}");
        }
        for path in ["/account", "/account/password", "/account/delete", "/account/program", "/admin/act", "/reports"] {
            assert_eq!(of(Method::POST, path), Need::Session, "{path}");
        }
        for path in ["/tables/x/token", "/tables/x/revoke", "/tables/x/claim", "/whatever/comes"] {
            assert_eq!(of(Method::POST, path), Need::Session, "{path}");
        }
        assert_eq!(of(Method::GET, "/account"), Need::Any);
        for path in ["/tables", "/tables/x/socket", "/events", "/challenges"] {
            assert_eq!(of(Method::GET, path), Need::Scope(Scope::Read), "{path}");
        }
        for path in ["/tables", "/tables/x/join", "/seeks", "/seeks/4/accept", "/challenges/x/decline"] {
            assert_eq!(of(Method::POST, path), Need::Scope(Scope::Play), "{path}");
        }
        assert_eq!(of(Method::POST, "/talk"), Need::Scope(Scope::Talk));
    }

    #[test]
    fn a_refusal_names_the_scope_that_is_missing() {
        let bounds = Bounds::of(vec![Scope::Read]);
        assert!(bounds.allow(Need::Any).is_ok() && bounds.allow(Need::Scope(Scope::Read)).is_ok());
        let refusal = bounds.allow(Need::Scope(Scope::Talk)).unwrap_err();
        assert!(refusal.code == Code::Scope && refusal.message.contains("talk"), "{refusal}");
        assert_eq!(bounds.allow(Need::Session).unwrap_err().code, Code::Scope);
        assert!(Bounds::default().allow(Need::Session).is_ok());
    }
}
