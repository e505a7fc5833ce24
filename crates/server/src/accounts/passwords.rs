//! Passwords, as argon2id hashes. Making one takes 19 MB and some hundredth of a second by intent: few are made at once, on threads of
//! their own, and few wait.

use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use crate::common::secrets;
use crate::http::refusal::{Code, Refusal};

/// Signs that a password has at least.
const MIN_CHARACTERS: usize = 8;
/// Bytes that it has at most.
const MAX_BYTES: usize = 256;
/// KiB that one hash takes, and how often they are gone through: what OWASP asks for.
const MEMORY: u32 = 19 * 1024;
const PASSES: u32 = 2;
/// Hashes that are made at once.
const AT_ONCE: usize = 2;
/// Hashes that wait for a place.
const WAITING: usize = 32;

/// Where hashes are made.
pub struct Hasher {
    places: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    /// The hash of nobody's password.
    nobodys: String,
}

/// Refuses what cannot be the password of somebody with this name.
pub fn check(password: &str, name: &str) -> Result<(), Refusal> {
    let signs = password.chars().count();
    if signs < MIN_CHARACTERS {
        let what = format!("the password has {signs} signs; it has at least {MIN_CHARACTERS}");
        return Err(Refusal::new(Code::PasswordShort, what));
    }
    if password.len() > MAX_BYTES {
        let what = format!("the password has {} bytes; it has at most {MAX_BYTES}", password.len());
        return Err(Refusal::new(Code::PasswordLong, what));
    }
    let mut signs = password.chars();
    let first = signs.next();
    if signs.all(|sign| Some(sign) == first) || password.to_lowercase() == name.to_lowercase() {
        let what = "the password is the name, or one sign again and again; take some words that nobody guesses";
        return Err(Refusal::new(Code::PasswordWeak, what));
    }
    Ok(())
}

fn argon2() -> Argon2<'static> {
    let params = Params::new(MEMORY, PASSES, 1, None).expect("the numbers are within what argon2 takes");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

fn hashed(password: &[u8]) -> Result<String, String> {
    argon2().hash_password(password).map(|hash| hash.to_string()).map_err(|why| why.to_string())
}

impl Hasher {
    pub fn new() -> Hasher {
        let nobodys = hashed(secrets::secret().as_bytes()).expect("argon2 hashes a short text");
        Hasher {
            places: Arc::new(Semaphore::new(AT_ONCE)),
            queue: Arc::new(Semaphore::new(AT_ONCE + WAITING)),
            nobodys,
        }
    }

    /// The hash of a password.
    pub async fn hash(&self, password: String) -> Result<String, Refusal> {
        self.work(move || hashed(password.as_bytes())).await
    }

    /// Whether a password is that of a hash. Without a hash it is not, which takes as long to say.
    pub async fn verify(&self, password: String, hash: Option<String>) -> Result<bool, Refusal> {
        let (real, hash) = (hash.is_some(), hash.unwrap_or_else(|| self.nobodys.clone()));
        // What is longer than any password is none, and is not worth the time.
        if password.len() > MAX_BYTES {
            return Ok(false);
        }
        let same = self.work(move || {
            let hash = PasswordHash::new(&hash).map_err(|why| why.to_string())?;
            Ok(argon2().verify_password(password.as_bytes(), &hash).is_ok())
        });
        Ok(same.await? && real)
    }

    async fn work<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> Result<T, String> + Send + 'static,
    ) -> Result<T, Refusal> {
        let busy = |_| Refusal::new(Code::Busy, "too many people sign in at this moment; try again in a second");
        let queued = self.queue.clone().try_acquire_owned().map_err(busy)?;
        let place = self.places.clone().acquire_owned().await;
        let place = place.map_err(|_| Refusal::new(Code::Busy, "the server stops"))?;
        // Whoever goes away meanwhile gives the place back when the work is done, not before.
        let done = tokio::task::spawn_blocking(move || {
            let done = job();
            drop((place, queued));
            done
        });
        let failed = |why: String| {
            tracing::error!("a password could not be hashed: {why}");
            Refusal::new(Code::Storage, "the server failed at this password; its log says why")
        };
        done.await.map_err(|why| failed(why.to_string()))?.map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_that_of_its_hash_alone() {
        let hasher = Hasher::new();
        let hash = hasher.hash("correct horse".into()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(hasher.verify("correct horse".into(), Some(hash.clone())).await.unwrap());
        assert!(!hasher.verify("correct house".into(), Some(hash.clone())).await.unwrap());
        assert!(!hasher.verify("x".repeat(1_000_000), Some(hash.clone())).await.unwrap());
        assert!(!hasher.verify("correct horse".into(), None).await.unwrap());
        assert_ne!(hash, hasher.hash("correct horse".into()).await.unwrap(), "each has a salt of its own");
    }

    #[tokio::test]
    async fn few_hashes_are_made_at_once_and_few_wait() {
        let hasher = Arc::new(Hasher::new());
        let all = (0..60).map(|_| {
            let hasher = hasher.clone();
            tokio::spawn(async move { hasher.hash("correct horse".into()).await })
        });
        let mut busy = 0;
        for one in all.collect::<Vec<_>>() {
            busy += usize::from(one.await.unwrap().is_err_and(|refusal| refusal.code == Code::Busy));
        }
        assert_eq!(busy, 60 - AT_ONCE - WAITING);
        assert!(hasher.hash("correct horse".into()).await.is_ok(), "then there is room again");
    }

    #[test]
    fn what_is_easily_guessed_is_refused_by_its_reason() {
        let code = |password: &str| check(password, "Olena Pchilka").err().map(|refusal| refusal.code);
        assert_eq!(code("correct horse"), None);
        assert_eq!(code("пароль-пароль"), None);
        assert_eq!(code("seven77"), Some(Code::PasswordShort));
        assert_eq!(code(&"long".repeat(70)), Some(Code::PasswordLong));
        assert_eq!(code("aaaaaaaaaa"), Some(Code::PasswordWeak));
        assert_eq!(code("OLENA PCHILKA"), Some(Code::PasswordWeak));
    }
}
