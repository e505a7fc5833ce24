//! What a token allows. Every route declares its [`Access`].

use super::store::Scope;
use crate::http::refusal::{Code, Refusal};

/// The tokens that a request takes. An account is not managed by a token: whatever changes it is [`Access::SessionOnly`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The handler does not look at who asks.
    Public,
    AnyToken,
    /// A token with this scope.
    Scope(Scope),
    /// No token: a browser's cookies alone.
    SessionOnly,
}

impl Access {
    /// A token with the scope `read`.
    pub const READ: Access = Access::Scope(Scope::Read);
    /// A token with the scope `play`.
    pub const PLAY: Access = Access::Scope(Scope::Play);
    /// A token with the scope `talk`.
    pub const TALK: Access = Access::Scope(Scope::Talk);
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
    pub fn allow(&self, access: Access) -> Result<(), Refusal> {
        let Some(scopes) = &self.0 else { return Ok(()) };
        match access {
            Access::Public | Access::AnyToken => Ok(()),
            Access::Scope(scope) if scopes.contains(&scope) => Ok(()),
            Access::Scope(scope) => {
                let what = format!("this token has not the scope {0}; make one that has {0}", scope.word());
                Err(Refusal::new(Code::Scope, what))
            }
            Access::SessionOnly => {
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
    fn a_refusal_names_the_scope_that_is_missing() {
        let bounds = Bounds::of(vec![Scope::Read]);
        assert!(bounds.allow(Access::AnyToken).is_ok() && bounds.allow(Access::Scope(Scope::Read)).is_ok());
        let refusal = bounds.allow(Access::Scope(Scope::Talk)).unwrap_err();
        assert!(refusal.code == Code::Scope && refusal.message.contains("talk"), "{refusal}");
        assert_eq!(bounds.allow(Access::SessionOnly).unwrap_err().code, Code::Scope);
        assert!(Bounds::default().allow(Access::SessionOnly).is_ok());
    }
}
