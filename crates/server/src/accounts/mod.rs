//! Accounts, which nobody needs: `names` says which names there may be, `passwords` proves who somebody is without taking the server's
//! memory, `proofs` remembers who has lately proved who they are, `presence` knows who is signed in at open
//! sockets. `desk` has all of these, `routes` answers HTTP. In `ways` are the other ways to sign in, in `openid` those by providers.
//! `belongings` are what somebody takes along; in `leaving` those who have deleted their account are seen off.

pub mod deletion;
pub mod deletion_store;
pub mod export;
pub mod export_store;
pub mod names;
#[cfg_attr(not(feature = "online"), path = "no_openid.rs")]
pub mod openid;
pub mod passwords;
pub mod presence;
pub mod proofs;
pub mod routes;
pub mod service;
pub mod sessions;
pub mod sign_in;
pub mod store;
pub mod types;
