//! Bans on guests and addresses, in the database and in memory.

use std::collections::HashMap;

use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use serde_json::Value;
use table::Hash;

use crate::accounts::store::{Changed, Refused};
use crate::common::role::Sanction;
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::{CLIENT_NETWORK_BITS_V6, ClientNetwork};
use crate::storage::{Database, Optional, Row, StorageError, Stored, Transaction, given, now};

/// Shortest IPv4 and IPv6 prefixes that can be banned, in bits; shorter ones would cover large parts of the internet.
const MIN_PREFIX_BITS: [u8; 2] = [8, 16];

/// A ban on a guest, on addresses, or on both.
#[derive(Clone, Debug)]
pub struct BanLine {
    pub id: i64,
    /// The addresses, in CIDR notation.
    pub block: Option<String>,
    /// Name of the guest.
    pub guest: Option<String>,
    /// Table with the seat that identifies the guest.
    pub table: Option<String>,
    pub seat: Option<u8>,
    pub reason: String,
    /// Start, in milliseconds since 1970.
    pub since: i64,
    /// End, in milliseconds since 1970; permanent if `None`.
    pub until: Option<i64>,
}

/// A guest to ban, identified by the seat they hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuestSeat {
    pub table: String,
    pub seat: u8,
}

/// The active bans, checked on every request.
#[derive(Debug, Default)]
pub struct Bans {
    blocks: Vec<(IpNet, Sanction)>,
    keys: HashMap<Hash, Sanction>,
}

impl Bans {
    /// Returns the active ban on a guest with these secrets at this address, if any.
    pub fn of_guest(&self, client_network: ClientNetwork, hashes: &[Hash]) -> Option<&Sanction> {
        let holds = |sanction: &&Sanction| sanction.until.is_none_or(|until| until > now());
        let by_key = hashes.iter().filter_map(|hash| self.keys.get(hash)).find(holds);
        let blocks = self.blocks.iter().filter(|(block, _)| client_network.is_in(block));
        by_key.or_else(|| blocks.map(|(_, sanction)| sanction).find(holds))
    }

    /// Reports whether a ban has expired since the bans were loaded.
    pub fn have_ended(&self) -> bool {
        let mut all = self.blocks.iter().map(|(_, sanction)| sanction).chain(self.keys.values());
        all.any(|sanction| sanction.until.is_some_and(|until| until <= now()))
    }
}

/// Parses a block of addresses, such as `203.0.113.0/24`, or a single address. As with rate limits, an IPv6 address represents its /64.
pub fn block(text: &str) -> Result<IpNet, Refusal> {
    let wrong = || {
        let what = "invalid address block; write 203.0.113.0/24, 2001:db8::/48 or a single address";
        Refusal::new(Code::BadRange, what)
    };
    let text = text.trim();
    let parsed = match text.parse::<IpNet>() {
        Ok(block) => block,
        Err(_) => IpNet::from(text.parse::<std::net::IpAddr>().map_err(|_| wrong())?),
    };
    let block = match parsed {
        IpNet::V6(block) if block.prefix_len() > CLIENT_NETWORK_BITS_V6 => {
            // An IPv4-mapped IPv6 address represents the IPv4 address.
            match block.addr().to_ipv4_mapped().filter(|_| block.prefix_len() >= 96) {
                Some(address) => Ipv4Net::new(address, block.prefix_len() - 96).map(IpNet::V4),
                None => Ipv6Net::new(block.addr(), CLIENT_NETWORK_BITS_V6).map(IpNet::V6),
            }
        }
        block => Ok(block),
    };
    let block = block.map_err(|_| wrong())?.trunc();
    let [v4, v6] = MIN_PREFIX_BITS;
    let least = if block.addr().is_ipv4() { v4 } else { v6 };
    if block.prefix_len() < least {
        let what = format!("the largest block that can be banned is /{least}; ban several, or close the registration");
        return Err(Refusal::new(Code::BadRange, what));
    }
    Ok(block)
}

impl Database {
    /// Returns the active bans, newest first.
    pub fn bans(&self) -> Stored<Vec<BanLine>> {
        self.read(bans)
    }

    /// Loads the active bans, with the secrets that they ban.
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

    /// Deletes expired bans.
    pub fn sweep_bans(&self) -> Stored<()> {
        self.change(|work| {
            work.execute("DELETE FROM bans WHERE until <= ?1", [now()])?;
            Ok(())
        })
    }

    /// Returns the hashes of the secrets with which a guest holds a seat.
    pub fn guest_keys(&self, guest: GuestSeat) -> Stored<Vec<Hash>> {
        self.read(move |work| guest_keys(work, &guest))
    }
}

/// Returns the active bans, newest first.
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

/// Returns the hashes of a guest's secrets for a seat, excluding account keys.
fn guest_keys(work: &Transaction<'_>, guest: &GuestSeat) -> Result<Vec<Hash>, StorageError> {
    let sql = "SELECT hash FROM keys WHERE tab = ?1 AND seat = ?2 AND hash NOT IN (SELECT hash FROM account_keys)";
    work.query_map(sql, given![guest.table, guest.seat], |row| row.get(0))
}

/// Bans the guest in a seat, and a block of addresses if given. Returns the ban's id.
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
    // Delete an earlier ban on the same guest, whose secrets are now assigned to the new ban.
    let sql = "DELETE FROM bans WHERE guest IS NOT NULL AND block IS NULL \
               AND NOT EXISTS (SELECT 1 FROM banned_keys WHERE ban = bans.id)";
    work.execute(sql, ())?;
    Ok(Ok(ban))
}

/// Bans guests from a block of addresses. Returns the ban's id.
pub(crate) fn ban_block(
    work: &Transaction<'_>,
    block: &IpNet,
    (why, until): (&str, Option<i64>),
) -> Result<i64, StorageError> {
    put_ban(work, (Some(block), None, None), why, until)
}

/// Stores a ban, replacing an earlier one on the same addresses.
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

/// Lifts a ban and reports whether it existed.
pub(crate) fn lift_ban(work: &Transaction<'_>, ban: i64) -> Result<bool, StorageError> {
    Ok(work.execute("DELETE FROM bans WHERE id = ?1", [ban])? > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_networks_or_single_addresses() {
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
    fn bans_apply_to_addresses_and_keys_until_they_expire() {
        let sanction = |until| Sanction { reason: "spam".to_owned(), until };
        let block = |text: &str, until| (block(text).unwrap(), sanction(until));
        let bans = Bans {
            blocks: vec![block("203.0.113.0/24", None), block("2001:db8::/48", None), block("192.0.2.1", Some(1))],
            keys: HashMap::from([([1; 32], sanction(Some(i64::MAX)))]),
        };
        let banned = |address: &str, hashes: &[Hash]| {
            bans.of_guest(ClientNetwork::of(address.parse().unwrap()), hashes).is_some()
        };
        assert!(banned("203.0.113.9", &[]) && banned("2001:db8:0:7::1", &[]) && banned("198.51.100.1", &[[1; 32]]));
        assert!(!banned("203.0.114.9", &[]) && !banned("2001:db9::1", &[]) && !banned("198.51.100.1", &[[2; 32]]));
        assert!(!banned("192.0.2.1", &[]), "expired");
        assert!(bans.have_ended());
    }
}
