//! Floods the sign-in routes from changing addresses, while a visitor tries to sign in.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use anyhow::ensure;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::counters::{Counters, loops};
use crate::waits::Waits;
use crate::wire::{Answer, Client};

/// Number of concurrent clients.
const CLIENTS: usize = 60;
/// Requests per address before switching to the next one; lower than the limit per address.
const REQUESTS_OF_ONE: u32 = 8;
/// Interval between the visitor's sign-ins; equal to the sustained rate limit of one address.
const PACE: Duration = Duration::from_secs(3);
/// Time that the visitor's device takes to answer a challenge.
const SIGNING_TIME: Duration = Duration::from_secs(2);
const PASSWORD: &str = "correct horse battery";

/// Tries wrong passwords for names that belong to no account.
pub fn flood_passwords(client: Client, counters: &Arc<Counters>) -> JoinSet<()> {
    let number = Arc::new(AtomicU32::new(0));
    loops(CLIENTS, client, counters, move |client| {
        let number = number.fetch_add(1, Ordering::Relaxed);
        let body = json!({"name": format!("Nobody {number}"), "password": PASSWORD}).to_string();
        async move { client.with_address(address(number)).request("POST", "/api/account/sign-in", "", &body).await }
    })
}

/// Requests passkey challenges and never answers them.
pub fn flood_challenges(client: Client, counters: &Arc<Counters>) -> JoinSet<()> {
    let number = Arc::new(AtomicU32::new(0));
    loops(CLIENTS, client, counters, move |client| {
        let client = client.with_address(address(number.fetch_add(1, Ordering::Relaxed)));
        async move { challenge(client).await }
    })
}

/// Returns the address for a request. Each address is in a different network, and all are local to this machine.
fn address(number: u32) -> Ipv4Addr {
    let [.., a, b] = (number / REQUESTS_OF_ONE).to_be_bytes();
    Ipv4Addr::new(127, 1 + a % 250, b, 9)
}

async fn challenge(client: Client) -> anyhow::Result<Answer> {
    client.request("POST", "/api/account/passkeys/challenge", &origin(client), r#"{"for": "sign_in"}"#).await
}

/// Returns the `Origin` header. Passkeys need a host name instead of an address.
fn origin(client: Client) -> String {
    format!("Origin: http://localhost:{}\r\n", client.to.port())
}

/// A visitor with an account, using the browser that created it.
pub struct Visitor {
    client: Client,
    cookies: String,
    name: String,
}

impl Visitor {
    pub async fn start(client: Client) -> anyhow::Result<Visitor> {
        let name = "Visitor".to_owned();
        let body = json!({"name": name, "password": PASSWORD}).to_string();
        let made = client.request("POST", "/api/account", "", &body).await?;
        ensure!(made.status == 201, "creating an account failed: {}", made.text());
        Ok(Visitor { client, cookies: format!("Cookie: {}\r\n", made.cookies()), name })
    }

    /// Signs in repeatedly, from a browser known to the account.
    pub async fn sign_in(self, waits: Waits) {
        let body = json!({"name": self.name, "password": PASSWORD}).to_string();
        loop {
            waits
                .time(async {
                    let answer = self.client.request("POST", "/api/account/sign-in", &self.cookies, &body).await?;
                    ensure!(answer.status == 200, "signing in: {}", answer.text());
                    Ok(())
                })
                .await;
            tokio::time::sleep(PACE).await;
        }
    }
}

/// Requests passkey challenges repeatedly and, after a moment, answers each one with a passkey that belongs to no account. Measures whether
/// the server still recognises which challenge the answer is for.
pub async fn answer_challenges(client: Client, waits: Waits) {
    let id = "AAAAAAAAAAAAAAAAAAAAAA";
    let response = json!({"clientDataJSON": id, "authenticatorData": id, "signature": id, "userHandle": null});
    loop {
        let Some(asked) = waits.time(async { challenge(client).await?.json() }).await else { continue };
        tokio::time::sleep(SIGNING_TIME).await;
        let credential = json!({"id": id, "rawId": id, "type": "public-key", "response": response});
        let body = json!({"challenge": asked["challenge"], "credential": credential}).to_string();
        waits
            .time(async {
                let answer = client.request("POST", "/api/account/passkeys/sign-in", &origin(client), &body).await?;
                let code: Value = answer.json()?["error"]["code"].clone();
                ensure!(code == "bad_passkey", "answering a challenge: {}", answer.text());
                Ok(())
            })
            .await;
        tokio::time::sleep(PACE).await;
    }
}
