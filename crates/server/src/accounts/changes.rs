//! Changes to an account's sign-in methods. The owner is notified of each change by email, whether or not they made it.

use super::store::AccountId;
use crate::storage::{StorageError, Transaction, given, now};

/// A change to an account's sign-in methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountChange {
    Password,
    PasskeyAdded,
    PasskeyRemoved,
    ProviderAdded,
    ProviderRemoved,
    /// The account's email address.
    Address,
}

impl AccountChange {
    pub const ALL: [AccountChange; 6] = [
        AccountChange::Password,
        AccountChange::PasskeyAdded,
        AccountChange::PasskeyRemoved,
        AccountChange::ProviderAdded,
        AccountChange::ProviderRemoved,
        AccountChange::Address,
    ];

    /// Returns the kind under which emails about this change are stored in the outbox.
    pub fn word(self) -> &'static str {
        match self {
            AccountChange::Password => "password_changed",
            AccountChange::PasskeyAdded => "passkey_added",
            AccountChange::PasskeyRemoved => "passkey_removed",
            AccountChange::ProviderAdded => "provider_added",
            AccountChange::ProviderRemoved => "provider_removed",
            AccountChange::Address => "address_changed",
        }
    }
}

/// Queues an email about a change, if the account has a confirmed address.
pub(crate) fn report(work: &Transaction<'_>, account: AccountId, change: AccountChange) -> Result<(), StorageError> {
    let sql = "SELECT 1 FROM mail_addresses WHERE account = ?1 AND confirmed";
    if work.exists(sql, [account])? { put(work, account, change, None) } else { Ok(()) }
}

/// Queues an email about a change, to be sent to `address` instead of the account's current address.
pub(crate) fn report_to(
    work: &Transaction<'_>,
    account: AccountId,
    change: AccountChange,
    address: &str,
) -> Result<(), StorageError> {
    put(work, account, change, Some(address))
}

/// Queues an email, replacing any queued email of the same kind to the same address.
fn put(
    work: &Transaction<'_>,
    account: AccountId,
    change: AccountChange,
    address: Option<&str>,
) -> Result<(), StorageError> {
    let sql = "DELETE FROM outbox WHERE account = ?1 AND kind = ?2 AND coalesce(address, '') = ?3";
    work.execute(sql, given![account, change.word(), address.unwrap_or_default()])?;
    let sql = "INSERT INTO outbox (account, kind, address, created, due) VALUES (?1, ?2, ?3, ?4, ?4)";
    work.execute(sql, given![account, change.word(), address, now()])?;
    Ok(())
}
