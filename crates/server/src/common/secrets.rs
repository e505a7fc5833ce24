//! Secrets: what a browser or a link knows and others must not, and the hashes by which the server knows them again.

use sha2::{Digest, Sha256};

/// 32 signs, so that each carries five bits; none is easily taken for another.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// 26 signs of five bits: 130 bits.
const SECRET_SIGNS: usize = 26;
/// 12 signs of five bits: 60 bits. A table's name is a link among friends; what matters is guarded by secrets.
const NAME_SIGNS: usize = 12;

/// A stolen database gives away no seat, and looking a hash up takes a time that says nothing about the secret itself.
pub use table::Hash;

/// A fresh secret of 130 random bits.
pub fn secret() -> String {
    signs(SECRET_SIGNS)
}

/// A fresh name for a table.
pub fn table_name() -> String {
    signs(NAME_SIGNS)
}

/// A fresh seed for the draw order.
pub fn seed() -> [u8; 32] {
    random()
}

/// A fresh key that is the hash of nothing: what an account opens its tables with.
pub fn key() -> Hash {
    random()
}

/// The hash by which a secret is known again.
pub fn hash(secret: &str) -> Hash {
    Sha256::digest(secret.as_bytes()).into()
}

/// Whether a text has the form of a secret made here; what a cookie brings may be anything.
pub fn is_secret(text: &str) -> bool {
    text.len() == SECRET_SIGNS && text.bytes().all(|sign| ALPHABET.contains(&sign))
}

/// Whether a text has the form of a table's name.
pub fn is_table_name(text: &str) -> bool {
    text.len() == NAME_SIGNS && text.bytes().all(|sign| ALPHABET.contains(&sign))
}

/// Puts a list into an order that nobody could foretell.
pub fn shuffle<T>(list: &mut [T]) {
    for place in (1..list.len()).rev() {
        let bytes: [u8; 32] = random();
        let number = bytes[..8].iter().fold(0u64, |number, &byte| number << 8 | u64::from(byte));
        // Of 64 bits, so few places favour none by anything that could be seen.
        list.swap(place, (number % (place as u64 + 1)) as usize);
    }
}

fn signs(count: usize) -> String {
    let bytes: [u8; 32] = random();
    bytes[..count].iter().map(|byte| char::from(ALPHABET[usize::from(byte & 31)])).collect()
}

fn random() -> [u8; 32] {
    let mut bytes = [0; 32];
    // Without randomness no seat can be held safely and no deck shuffled fairly; there is nothing to go on with.
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn secrets_have_their_form_and_differ() {
        let many: HashSet<String> = (0..1000).map(|_| secret()).collect();
        assert_eq!(many.len(), 1000);
        assert!(many.iter().all(|s| is_secret(s) && !is_table_name(s)));
        assert!(is_table_name(&table_name()));
        assert!(!is_secret("") && !is_secret(&"l".repeat(26)) && !is_secret(&"a".repeat(27)));
    }

    #[test]
    fn every_order_comes_up() {
        let orders: HashSet<[u8; 3]> = (0..500)
            .map(|_| {
                let mut list = [1, 2, 3];
                shuffle(&mut list);
                list
            })
            .collect();
        assert_eq!(orders.len(), 6);
    }

    #[test]
    fn a_hash_is_plain_sha256() {
        let hex: String = hash("abc").iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
