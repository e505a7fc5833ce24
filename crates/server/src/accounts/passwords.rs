//! Passwords, stored as argon2id hashes. By design, computing a hash takes 19 MB and several hundredths of a second. Only a few hashes are
//! computed at once, on separate threads. All other requests wait in a bounded fair queue, in which a client that sends a flood of requests
//! delays only its own.

use std::time::Instant;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

use crate::common::secrets;
use crate::http::refusal::{Code, Refusal};
use crate::limits::fair_queue::{FairQueue, Requester};

/// Minimum length of a password in characters.
const MIN_CHARACTERS: usize = 8;
/// Maximum length of a password in bytes.
const MAX_BYTES: usize = 256;
/// Memory per hash in KiB and number of passes, as recommended by OWASP.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
/// Maximum number of hashes computed at the same time.
const MAX_CONCURRENT_HASHES: usize = 2;
/// Maximum number of hashes waiting in the queue: a few seconds of work.
const MAX_WAITING: usize = 256;

/// Histogram buckets of waiting times: 5 ms to 10 s.
const SHORTEST_WAIT_S: f64 = 0.005;
const WAIT_BUCKETS: u16 = 12;

/// Computes and verifies password hashes.
pub struct Hasher {
    pub queue: FairQueue,
    waits: Histogram,
    /// Hash that a password is verified against if the account does not exist.
    dummy_hash: String,
}

/// Rejects a password that is too short, too long, or too weak for an account of this name.
pub fn check(password: &str, name: &str) -> Result<(), Refusal> {
    let characters = password.chars().count();
    if characters < MIN_CHARACTERS {
        let what = format!("the password has {characters} characters; the minimum is {MIN_CHARACTERS}");
        return Err(Refusal::new(Code::PasswordShort, what));
    }
    if password.len() > MAX_BYTES {
        let what = format!("the password has {} bytes; the maximum is {MAX_BYTES}", password.len());
        return Err(Refusal::new(Code::PasswordLong, what));
    }
    let mut characters = password.chars();
    let first = characters.next();
    if characters.all(|character| Some(character) == first) || password.to_lowercase() == name.to_lowercase() {
        let what = "the password is the name or a single repeated character; choose one that is hard to guess";
        return Err(Refusal::new(Code::PasswordWeak, what));
    }
    Ok(())
}

fn argon2() -> Argon2<'static> {
    let params = Params::new(MEMORY_KIB, PASSES, 1, None).expect("the parameters are valid for argon2");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

fn hashed(password: &[u8]) -> Result<String, String> {
    argon2().hash_password(password).map(|hash| hash.to_string()).map_err(|why| why.to_string())
}

impl Hasher {
    pub fn new() -> Hasher {
        let dummy_hash = hashed(secrets::secret().as_bytes()).expect("argon2 hashes a short text");
        Hasher {
            queue: FairQueue::new(MAX_CONCURRENT_HASHES, MAX_WAITING),
            waits: Histogram::new(exponential_buckets(SHORTEST_WAIT_S, 2.0, WAIT_BUCKETS)),
            dummy_hash,
        }
    }

    pub async fn hash(&self, password: String, requester: Requester) -> Result<String, Refusal> {
        self.work(requester, move || hashed(password.as_bytes())).await
    }

    /// Returns whether a password matches a hash. If there is no hash, takes the same time and returns false.
    pub async fn verify(&self, password: String, hash: Option<String>, requester: Requester) -> Result<bool, Refusal> {
        let (real, hash) = (hash.is_some(), hash.unwrap_or_else(|| self.dummy_hash.clone()));
        // Longer than any valid password, so it is not worth hashing.
        if password.len() > MAX_BYTES {
            return Ok(false);
        }
        let same = self.work(requester, move || {
            let hash = PasswordHash::new(&hash).map_err(|why| why.to_string())?;
            Ok(argon2().verify_password(password.as_bytes(), &hash).is_ok())
        });
        Ok(same.await? && real)
    }

    /// Registers the histogram of waiting times.
    pub fn register(&self, registry: &mut Registry) {
        let help = "Time passwords waited to be hashed";
        registry.register("password_wait_seconds", help, self.waits.clone());
    }

    async fn work<T: Send + 'static>(
        &self,
        requester: Requester,
        job: impl FnOnce() -> Result<T, String> + Send + 'static,
    ) -> Result<T, Refusal> {
        let began = Instant::now();
        let place = self.queue.take(requester).await?;
        self.waits.observe(began.elapsed().as_secs_f64());
        // If the request is cancelled, the slot is held until the work is done.
        let done = tokio::task::spawn_blocking(move || {
            let done = job();
            drop(place);
            done
        });
        let failed = |why: String| {
            tracing::error!("cannot hash a password: {why}");
            Refusal::new(Code::Storage, "internal error; see the server log")
        };
        done.await.map_err(|why| failed(why.to_string()))?.map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANNA: Requester = Requester::Known(1);

    #[tokio::test]
    async fn a_password_matches_only_its_own_hash() {
        let hasher = Hasher::new();
        let hash = hasher.hash("correct horse".into(), ANNA).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        let verify = async |password: &str, hash: Option<&String>| {
            hasher.verify(password.to_owned(), hash.cloned(), ANNA).await.unwrap()
        };
        assert!(verify("correct horse", Some(&hash)).await);
        assert!(!verify("correct house", Some(&hash)).await);
        assert!(!verify(&"x".repeat(1_000_000), Some(&hash)).await);
        assert!(!verify("correct horse", None).await);
        assert_ne!(hash, hasher.hash("correct horse".into(), ANNA).await.unwrap(), "each has its own salt");
    }

    #[test]
    fn weak_passwords_are_rejected_with_the_right_code() {
        let code = |password: &str| check(password, "Olena Pchilka").err().map(|refusal| refusal.code);
        assert_eq!(code("correct horse"), None);
        assert_eq!(code("пароль-пароль"), None);
        assert_eq!(code("seven77"), Some(Code::PasswordShort));
        assert_eq!(code(&"long".repeat(70)), Some(Code::PasswordLong));
        assert_eq!(code("aaaaaaaaaa"), Some(Code::PasswordWeak));
        assert_eq!(code("OLENA PCHILKA"), Some(Code::PasswordWeak));
    }
}
