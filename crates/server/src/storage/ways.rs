//! What is kept of the ways by which people sign in beside their passwords.

use serde::{Deserialize, Serialize};
use table::Hash;

use super::people::AccountId;

/// A way to sign in that an account is to have.
#[derive(Clone, Debug)]
pub enum NewWay {
    /// A passkey.
    Passkey(NewPasskey),
    /// A provider of OpenID Connect.
    Link(NewLink),
}

/// By what a provider tells who somebody is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewLink {
    /// Who says so: the address of the provider.
    pub issuer: String,
    /// The word that it has for them, and for nobody else.
    pub subject: String,
}

/// A provider by which an account signs in, in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkLine {
    /// The address of the provider.
    pub issuer: String,
    /// The word that it has for whoever signs in.
    pub subject: String,
    /// When it was attached, in milliseconds since 1970.
    pub created: i64,
    /// When somebody last came by it.
    pub used: Option<i64>,
}

/// A passkey that is to be kept.
#[derive(Clone, Debug)]
pub struct NewPasskey {
    /// The id that the authenticator gave it.
    pub credential: Vec<u8>,
    /// The name of the site that it is for.
    pub rp: String,
    /// What its owner calls it.
    pub name: String,
    /// Its public key and counter, as JSON.
    pub key: String,
}

/// A passkey in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PasskeyLine {
    /// Its number.
    pub id: i64,
    /// The id that the authenticator gave it.
    pub credential: Vec<u8>,
    /// The name of the site that it is for.
    pub rp: String,
    /// What its owner calls it.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// When somebody last signed in by it.
    pub used: Option<i64>,
}

/// A passkey, as it is needed to let somebody sign in by it.
#[derive(Clone, Debug)]
pub struct Passkey {
    /// Its number.
    pub id: i64,
    /// Whose it is.
    pub account: AccountId,
    /// The key by which that account takes seats.
    pub owner: Hash,
    /// The name of the site that it is for.
    pub rp: String,
    /// Its public key and counter, as JSON.
    pub key: String,
}

/// All the ways to sign in to an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ways {
    /// Whether there is a password.
    pub password: bool,
    /// The passkeys, the oldest first.
    pub passkeys: Vec<PasskeyLine>,
    /// The providers, by their addresses.
    pub links: Vec<LinkLine>,
}

/// A way to sign in that an account has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// The passkey of this number.
    Passkey(i64),
    /// The provider of this address.
    Link(String),
}

/// Where one is, as far as ways to sign in depend on it.
#[derive(Clone, Debug, Default)]
pub struct Usable {
    /// The name of the site, for which passkeys are; none where there can be none.
    pub rp: Option<String>,
    /// The addresses of the providers by which one can sign in.
    pub issuers: Vec<String>,
}
