//! Token scopes. Every route declares its [`Access`].

use super::store::Scope;
use crate::http::refusal::{Code, Refusal};

/// The tokens that a route accepts. Tokens cannot manage accounts: such routes are [`Access::SessionOnly`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The handler ignores the caller's identity.
    Public,
    AnyToken,
    /// A token with this scope.
    Scope(Scope),
    /// No token, only a browser's cookies.
    SessionOnly,
}

impl Access {
    /// Requires a token with the `read` scope.
    pub const READ: Access = Access::Scope(Scope::Read);
    /// Requires a token with the `play` scope.
    pub const PLAY: Access = Access::Scope(Scope::Play);
    /// Requires a token with the `talk` scope.
    pub const TALK: Access = Access::Scope(Scope::Talk);
    /// Requires a token with the `tournament:write` scope.
    pub const TOURNAMENTS: Access = Access::Scope(Scope::Tournaments);
}

/// Restrictions on a request: the scopes of its token, or none if it is authenticated by cookies.
#[derive(Clone, Debug, Default)]
pub struct Bounds(Option<Vec<Scope>>);

impl Bounds {
    /// Restricts a request to a token's scopes.
    pub fn of(scopes: Vec<Scope>) -> Bounds {
        Bounds(Some(scopes))
    }

    /// Checks whether a request is allowed.
    ///
    /// # Errors
    /// `scope`: the token lacks the scope, or the route accepts no token.
    pub fn allow(&self, access: Access) -> Result<(), Refusal> {
        let Some(scopes) = &self.0 else { return Ok(()) };
        match access {
            Access::Public | Access::AnyToken => Ok(()),
            Access::Scope(scope) if scopes.contains(&scope) => Ok(()),
            Access::Scope(scope) => {
                let what = format!("this token lacks the scope {0}; create one with it", scope.word());
                Err(Refusal::new(Code::Scope, what))
            }
            Access::SessionOnly => {
                let what = "tokens can't do this; sign in and use the /account page";
                Err(Refusal::new(Code::Scope, what))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_scope_is_named_in_the_refusal() {
        let bounds = Bounds::of(vec![Scope::Read]);
        assert!(bounds.allow(Access::AnyToken).is_ok() && bounds.allow(Access::Scope(Scope::Read)).is_ok());
        let refusal = bounds.allow(Access::Scope(Scope::Talk)).unwrap_err();
        assert!(refusal.code == Code::Scope && refusal.message.contains("talk"), "{refusal}");
        assert_eq!(bounds.allow(Access::SessionOnly).unwrap_err().code, Code::Scope);
        assert!(Bounds::default().allow(Access::SessionOnly).is_ok());
    }
}
