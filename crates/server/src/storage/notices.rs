//! What is kept of notices: how accounts want to be told things, where, and what is still to be sent.
//!
//! A row of the outbox is written in the transaction of what it tells of: a turn with the
//! entry of the log that began it, a letter with the address that it goes to. So none is lost, however the process ends.

use table::Hash;

use crate::accounts::store::AccountId;

/// The languages that people are written to in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "NoticeLanguage"))]
#[schema(as = NoticeLanguage)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Russian.
    Ru,
    /// Ukrainian.
    Uk,
}

impl Language {
    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Ru => "ru",
            Language::Uk => "uk",
        }
    }

    /// The language of a word; English where there is none.
    pub fn of(word: &str) -> Language {
        match word {
            "ru" => Language::Ru,
            "uk" => Language::Uk,
            _ => Language::En,
        }
    }
}

/// Hours in which somebody is told nothing, in minutes after midnight of their time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quiet {
    /// When they begin.
    pub from: u16,
    /// When they end; before they begin, if midnight lies between.
    pub to: u16,
}

/// How an account wants to be told things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// By letter.
    pub mail: bool,
    /// By push.
    pub push: bool,
    /// The quiet hours, if it has any.
    pub quiet: Option<Quiet>,
    /// Its time zone, by the name of the tz database.
    pub zone: String,
    /// In which language.
    pub language: Language,
}

impl Default for Choices {
    fn default() -> Choices {
        Choices { mail: false, push: false, quiet: None, zone: "UTC".into(), language: Language::En }
    }
}

/// A browser that takes pushes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceLine {
    /// Its number.
    pub id: i64,
    /// Where pushes to it go.
    pub endpoint: String,
    /// Which browser it is, in a word.
    pub browser: String,
    /// Which system it runs on, in a word.
    pub system: String,
    /// When it was added, in milliseconds since 1970.
    pub created: i64,
}

/// A row of the outbox in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutboxLine {
    /// The word of its kind.
    pub kind: String,
    /// Whether it is a letter; else a push.
    pub mail: bool,
    /// The table that it is about.
    pub table: Option<String>,
    /// Since when it waits, in milliseconds since 1970.
    pub created: i64,
}

/// All that is kept of an account for notices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoticeState {
    /// What it chose; none if it never did.
    pub choices: Option<Choices>,
    /// Its address.
    pub address: Option<String>,
    /// An address that waits to be confirmed.
    pub waiting: Option<String>,
    /// Its devices, the newest first.
    pub devices: Vec<DeviceLine>,
    /// What is still to be sent to it.
    pub outbox: Vec<OutboxLine>,
}

/// An address that an account wants to have.
#[derive(Clone, Debug)]
pub struct NewAddress {
    /// As it was typed.
    pub address: String,
    /// In small letters.
    pub folded: String,
    /// What the links know that end letters there.
    pub unsubscribe: String,
    /// In which language to write there, where the account has not chosen yet.
    pub language: Language,
}

/// A browser that shall take pushes.
#[derive(Clone, Debug)]
pub struct NewDevice {
    /// Where pushes to it go.
    pub endpoint: String,
    /// Its public key, a point of P-256.
    pub public_key: Vec<u8>,
    /// The secret that it shares with the server.
    pub secret: Vec<u8>,
}

/// Somebody who has forgotten a password, and the accounts that they may mean, with what letters to each are counted by.
#[derive(Clone, Debug)]
pub struct RecoveryAsk {
    /// Its number.
    pub id: i64,
    /// Accounts with an address, and that address in small letters.
    pub accounts: Vec<(AccountId, String)>,
}

/// What is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// How to confirm an address.
    Confirm,
    /// How to set another password.
    Recover,
    /// That it is one's turn.
    Turn,
    /// That one is challenged.
    Challenge,
}

impl Kind {
    /// Its word in the database.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Confirm => "confirm",
            Kind::Recover => "recover",
            Kind::Turn => "turn",
            Kind::Challenge => "challenge",
        }
    }

    /// The kind of a word.
    pub fn parse(word: &str) -> Option<Kind> {
        [Kind::Confirm, Kind::Recover, Kind::Turn, Kind::Challenge].into_iter().find(|kind| kind.word() == word)
    }
}

/// Where something is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum To {
    /// To an address, with what its link knows that ends letters there.
    Mail {
        /// The address.
        address: String,
        /// What the link knows.
        unsubscribe: String,
    },
    /// To a device.
    Device {
        /// Its number.
        id: i64,
        /// Where pushes to it go.
        endpoint: String,
        /// Its public key.
        public_key: Vec<u8>,
        /// The secret that it shares with the server.
        secret: Vec<u8>,
    },
}

/// The table that something is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Its name.
    pub table: String,
    /// The seat that must answer; none of a challenge.
    pub seat: Option<u8>,
    /// The others there; of a challenge, who challenges.
    pub others: Vec<String>,
    /// How many days a turn may take, where it is played over days.
    pub days: Option<u32>,
}

/// Something that is to be sent now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// Its number in the outbox.
    pub id: i64,
    /// Who is told.
    pub account: AccountId,
    /// What that account is called.
    pub name: String,
    /// What is told.
    pub kind: Kind,
    /// Since when it waits, in milliseconds since 1970.
    pub created: i64,
    /// Since when it is due, in milliseconds since 1970.
    pub since: i64,
    /// How often it was tried.
    pub tries: u32,
    /// How the account wants to be told things.
    pub choices: Choices,
    /// Where it is sent.
    pub to: To,
    /// What it is about.
    pub about: Option<About>,
}

/// What is in the outbox and due.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// What is to be sent, at most one for an account.
    pub due: Vec<Due>,
    /// Numbers of rows that have nothing to tell any more.
    pub stale: Vec<i64>,
}

/// A link that is about to be sent: the hash of its secret, and until when it is good, in milliseconds since 1970.
#[derive(Clone, Copy, Debug)]
pub struct NewLink {
    /// The hash.
    pub hash: Hash,
    /// Until when.
    pub expires: i64,
}
