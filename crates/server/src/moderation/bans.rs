//! Bans of guests and of addresses, in the database and in memory.

use std::collections::HashMap;

use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use serde_json::Value;
use table::Hash;

use crate::accounts::store::{Changed, Refused};
use crate::common::role::Sanction;
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::{HOUSEHOLD_BITS, Household};
use crate::storage::{Database, Optional, Row, StorageError, Stored, Transaction, given, now};

/// The largest blocks that can be banned, in bits of IPv4 and IPv6 addresses: more would be whole parts of the internet.
const MIN_PREFIX_BITS: [u8; 2] = [8, 16];

/// A ban of a guest, of addresses, or of both.
#[derive(Clone, Debug)]
pub struct BanLine {
    pub id: i64,
    /// The addresses, in CIDR notation.
    pub block: Option<String>,
    /// What the guest was called.
    pub guest: Option<String>,
    /// The table and the seat by which the guest is known.
    pub table: Option<String>,
    pub seat: Option<u8>,
    pub reason: String,
    /// Since when, in milliseconds since 1970.
    pub since: i64,
    /// Until when; none: for ever.
    pub until: Option<i64>,
}

/// A guest who is to be banned: whoever holds a seat of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuestSeat {
    pub table: String,
    pub seat: u8,
}

/// The bans in force, as every request looks at them.
#[derive(Debug, Default)]
pub struct Bans {
    blocks: Vec<(IpNet, Sanction)>,
    keys: HashMap<Hash, Sanction>,
}

impl Bans {
    /// Returns the ban of a guest with these secrets at this address, if there is one now.
    pub fn of_guest(&self, household: Household, hashes: &[Hash]) -> Option<&Sanction> {
        let holds = |sanction: &&Sanction| sanction.until.is_none_or(|until| until > now());
        let by_key = hashes.iter().filter_map(|hash| self.keys.get(hash)).find(holds);
        let blocks = self.blocks.iter().filter(|(block, _)| household.is_in(block));
        by_key.or_else(|| blocks.map(|(_, sanction)| sanction).find(holds))
    }

    /// Whether a ban has ended since these were loaded.
    pub fn have_ended(&self) -> bool {
        let mut all = self.blocks.iter().map(|(_, sanction)| sanction).chain(self.keys.values());
        all.any(|sanction| sanction.until.is_some_and(|until| until <= now()))
    }
}

/// Reads a block of addresses: `203.0.113.0/24`, or one address. Limits count an IPv6 address by its first 64 bits, and so do bans.
pub fn block(text: &str) -> Result<IpNet, Refusal> {
    let wrong = || {
        let what = "a block of addresses looks like 203.0.113.0/24 or 2001:db8::/48, or is one address";
        Refusal::new(Code::BadRange, what)
    };
    let text = text.trim();
    let parsed = match text.parse::<IpNet>() {
        Ok(block) => block,
        Err(_) => IpNet::from(text.parse::<std::net::IpAddr>().map_err(|_| wrong())?),
    };
    let block = match parsed {
        IpNet::V6(block) if block.prefix_len() > HOUSEHOLD_BITS => {
            // An IPv4 address written as one of IPv6 is that address.
            match block.addr().to_ipv4_mapped().filter(|_| block.prefix_len() >= 96) {
                Some(address) => Ipv4Net::new(address, block.prefix_len() - 96).map(IpNet::V4),
                None => Ipv6Net::new(block.addr(), HOUSEHOLD_BITS).map(IpNet::V6),
            }
        }
        block => Ok(block),
    };
    let block = block.map_err(|_| wrong())?.trunc();
    let [v4, v6] = MIN_PREFIX_BITS;
    let least = if block.addr().is_ipv4() { v4 } else { v6 };
    if block.prefix_len() < least {
        let what = format!("a ban takes in a block of /{least} at most; ban several, or close the registration");
        return Err(Refusal::new(Code::BadRange, what));
    }
    Ok(block)
}

impl Database {
    /// Returns the bans in force, newest first.
    pub fn bans(&self) -> Stored<Vec<BanLine>> {
        self.read(bans)
    }

    /// Returns the bans in force with the secrets that they are about.
    pub fn load_bans(&self) -> Stored<Bans> {
        self.read(|work| {
            let sanction = |row: &Row| -> Result<Sanction, StorageError> {
                Ok(Sanction { reason: row.get(1)?, until: row.get(2)? })
            };
            let sql = "SELECT block, reason, until FROM bans WHERE block IS NOT NULL";
            let blocks = work.query_map(sql, (), |row| Ok((row.get::<String>(0)?, sanction(row)?)))?;
            let read = |(text, sanction): (String, Sanction)| Some((text.parse::<IpNet>().ok()?, sanction));
            let sql = "SELECT hash, reason, until FROM banned_keys JOIN bans ON bans.id = ban";
            let keys = work.query_map(sql, (), |row| Ok((row.get::<Hash>(0)?, sanction(row)?)))?;
            Ok(Bans { blocks: blocks.into_iter().filter_map(read).collect(), keys: keys.into_iter().collect() })
        })
    }

    /// Deletes bans that have ended.
    pub fn sweep_bans(&self) -> Stored<()> {
        self.change(|work| {
            work.execute("DELETE FROM bans WHERE until <= ?1", [now()])?;
            Ok(())
        })
    }

    /// Returns the hashes of the secrets by which a guest holds a seat.
    pub fn guest_keys(&self, guest: GuestSeat) -> Stored<Vec<Hash>> {
        self.read(move |work| guest_keys(work, &guest))
    }
}

/// Returns the bans in force, newest first.
pub(crate) fn bans(work: &Transaction<'_>) -> Result<Vec<BanLine>, StorageError> {
    let sql = "SELECT id, block, guest, tab, seat, reason, since, until FROM bans \
               WHERE until IS NULL OR until > ?1 ORDER BY id DESC";
    work.query_map(sql, [now()], |row| {
        Ok(BanLine {
            id: row.get(0)?,
            block: row.get(1)?,
            guest: row.get(2)?,
            table: row.get(3)?,
            seat: row.get(4)?,
            reason: row.get(5)?,
            since: row.get(6)?,
            until: row.get(7)?,
        })
    })
}

/// Returns the hashes of the secrets by which a guest holds a seat, and of no account.
fn guest_keys(work: &Transaction<'_>, guest: &GuestSeat) -> Result<Vec<Hash>, StorageError> {
    let sql = "SELECT hash FROM keys WHERE tab = ?1 AND seat = ?2 AND hash NOT IN (SELECT hash FROM account_keys)";
    work.query_map(sql, given![guest.table, guest.seat], |row| row.get(0))
}

/// Bans the guest on a seat, with a block of addresses if one is given; the number of the ban.
pub(crate) fn ban_guest(
    work: &Transaction<'_>,
    guest: &GuestSeat,
    block: Option<&IpNet>,
    (why, until): (&str, Option<i64>),
) -> Result<Changed<i64>, StorageError> {
    let sql = "SELECT sitter FROM seats WHERE tab = ?1 AND seat = ?2";
    let sitter: Option<String> = work.query_row(sql, given![guest.table, guest.seat], |row| row.get(0)).optional()?;
    let sitter: Value = sitter.and_then(|sitter| serde_json::from_str(&sitter).ok()).unwrap_or_default();
    let keys = guest_keys(work, guest)?;
    if sitter["type"] != "human" {
        return Ok(Err(Refused::EmptySeat));
    }
    if !sitter["account"].is_null() || keys.is_empty() {
        return Ok(Err(Refused::NotGuest));
    }
    let ban = put_ban(work, (block, sitter["name"].as_str(), Some(guest)), why, until)?;
    for key in keys {
        let sql =
            "INSERT INTO banned_keys (hash, ban) VALUES (?1, ?2) ON CONFLICT (hash) DO UPDATE SET ban = excluded.ban";
        work.execute(sql, given![key.as_slice(), ban])?;
    }
    // An earlier ban of the same guest is replaced.
    let sql = "DELETE FROM bans WHERE guest IS NOT NULL AND block IS NULL \
               AND NOT EXISTS (SELECT 1 FROM banned_keys WHERE ban = bans.id)";
    work.execute(sql, ())?;
    Ok(Ok(ban))
}

/// Bans guests at a block of addresses; the number of the ban.
pub(crate) fn ban_block(
    work: &Transaction<'_>,
    block: &IpNet,
    (why, until): (&str, Option<i64>),
) -> Result<i64, StorageError> {
    put_ban(work, (Some(block), None, None), why, until)
}

/// Writes a ban in place of an earlier one of the same addresses.
fn put_ban(
    work: &Transaction<'_>,
    (block, guest, seat): (Option<&IpNet>, Option<&str>, Option<&GuestSeat>),
    why: &str,
    until: Option<i64>,
) -> Result<i64, StorageError> {
    let block = block.map(IpNet::to_string);
    work.execute("DELETE FROM bans WHERE until <= ?1", [now()])?;
    work.execute("UPDATE bans SET block = NULL WHERE block = ?1 AND guest IS NOT NULL", given![block])?;
    work.execute("DELETE FROM bans WHERE block = ?1", given![block])?;
    let sql = "INSERT INTO bans (block, guest, tab, seat, reason, since, until) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let (table, seat) = (seat.map(|one| one.table.as_str()), seat.map(|one| one.seat));
    work.execute(sql, given![block, guest, table, seat, why, now(), until])?;
    work.last_insert_id()
}

/// Ends a ban; whether there was one.
pub(crate) fn lift_ban(work: &Transaction<'_>, ban: i64) -> Result<bool, StorageError> {
    Ok(work.execute("DELETE FROM bans WHERE id = ?1", [ban])? > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_networks_or_one_address() {
        let read = |text: &str| block(text).map(|block| block.to_string()).map_err(|why| why.code);
        assert_eq!(read("203.0.113.77/24"), Ok("203.0.113.0/24".to_owned()));
        assert_eq!(read(" 203.0.113.7 "), Ok("203.0.113.7/32".to_owned()));
        assert_eq!(read("2001:db8::1"), Ok("2001:db8::/64".to_owned()));
        assert_eq!(read("2001:db8::/48"), Ok("2001:db8::/48".to_owned()));
        assert_eq!(read("::ffff:203.0.113.7"), Ok("203.0.113.7/32".to_owned()));
        for wrong in ["", "house", "0.0.0.0/0", "10.0.0.0/7", "::/0", "203.0.113.0/33"] {
            assert_eq!(read(wrong), Err(Code::BadRange), "{wrong}");
        }
    }

    #[test]
    fn a_ban_holds_for_its_addresses_and_keys_until_it_ends() {
        let sanction = |until| Sanction { reason: "spam".to_owned(), until };
        let block = |text: &str, until| (block(text).unwrap(), sanction(until));
        let bans = Bans {
            blocks: vec![block("203.0.113.0/24", None), block("2001:db8::/48", None), block("192.0.2.1", Some(1))],
            keys: HashMap::from([([1; 32], sanction(Some(i64::MAX)))]),
        };
        let banned =
            |address: &str, hashes: &[Hash]| bans.of_guest(Household::of(address.parse().unwrap()), hashes).is_some();
        assert!(banned("203.0.113.9", &[]) && banned("2001:db8:0:7::1", &[]) && banned("198.51.100.1", &[[1; 32]]));
        assert!(!banned("203.0.114.9", &[]) && !banned("2001:db9::1", &[]) && !banned("198.51.100.1", &[[2; 32]]));
        assert!(!banned("192.0.2.1", &[]), "it has ended");
        assert!(bans.have_ended());
    }
}
