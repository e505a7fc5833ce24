//! Secrets in browsers and links, and the hashes under which the server stores them.

use sha2::{Digest, Sha256};

/// 32 characters, so each encodes five bits. Characters that look alike are excluded.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// 26 characters of five bits each: 130 bits.
const SECRET_LENGTH: usize = 26;
/// 12 characters of five bits each: 60 bits. A table name only serves as a link to share among friends; everything that matters is
/// protected by secrets.
const NAME_LENGTH: usize = 12;

/// Hash of a secret. The server stores only hashes, so a stolen database reveals no secrets, and the duration of a lookup reveals nothing
/// about the secret.
pub use table::Hash;

/// Generates a secret of 130 random bits.
pub fn secret() -> String {
    random_text(SECRET_LENGTH)
}

/// Generates a table name.
pub fn table_name() -> String {
    random_text(NAME_LENGTH)
}

/// Returns the table name that belongs to a hash, so that the same content gets the same name.
pub fn table_name_of(hash: Hash) -> String {
    hash[..NAME_LENGTH].iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
}

/// Generates a seed for a draw order.
pub fn seed() -> [u8; 32] {
    random()
}

/// Generates the key with which an account opens its tables. The key is random rather than the hash of a secret.
pub fn key() -> Hash {
    random()
}

/// Returns the hash under which a secret is stored.
pub fn hash(secret: &str) -> Hash {
    Sha256::digest(secret.as_bytes()).into()
}

/// Returns whether a text has the form of a secret. Needed because cookies can contain anything.
pub fn is_secret(text: &str) -> bool {
    text.len() == SECRET_LENGTH && text.bytes().all(|byte| ALPHABET.contains(&byte))
}

/// Returns whether a text has the form of a table name.
pub fn is_table_name(text: &str) -> bool {
    text.len() == NAME_LENGTH && text.bytes().all(|byte| ALPHABET.contains(&byte))
}

/// Shuffles a list with secure random numbers.
pub fn shuffle<T>(list: &mut [T]) {
    for place in (1..list.len()).rev() {
        let bytes: [u8; 32] = random();
        let number = bytes[..8].iter().fold(0u64, |number, &byte| number << 8 | u64::from(byte));
        // With 64 random bits, the bias is negligible.
        list.swap(place, (number % (place as u64 + 1)) as usize);
    }
}

fn random_text(count: usize) -> String {
    let bytes: [u8; 32] = random();
    bytes[..count].iter().map(|byte| char::from(ALPHABET[usize::from(byte & 31)])).collect()
}

fn random() -> [u8; 32] {
    let mut bytes = [0; 32];
    // Without random bytes, seats cannot be protected and draw piles cannot be shuffled fairly.
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
