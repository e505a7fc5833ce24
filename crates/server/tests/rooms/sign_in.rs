//! End-to-end tests of sign-in methods other than passwords.

use crate::authenticator::Passkey;
use crate::common::browsing::{Browser, PASSWORD};
use crate::common::{Answer, TestServer};
use crate::provider::{Fault, TestProvider};
use serde_json::{Value, json};

/// Returns a browser on a page of this server, addressed by host name.
pub fn visitor(server: &TestServer) -> Browser {
    Browser { origin: Some(origin(server)), ..Browser::default() }
}

pub fn origin(server: &TestServer) -> String {
    format!("http://localhost:{}", server.address.port())
}

/// Requests a passkey challenge. Returns its secret word and the authenticator options.
pub async fn challenge(browser: &mut Browser, server: &TestServer, wish: Value) -> (String, Value) {
    let answer = browser.post(server, "/api/account/passkeys/challenge", wish).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let told = answer.json();
    (told["challenge"].as_str().unwrap().to_owned(), told["options"].clone())
}

/// Creates an account with only a passkey.
pub async fn sign_up(browser: &mut Browser, server: &TestServer, name: &str, seed: u8) -> Passkey {
    let (word, options) = challenge(browser, server, json!({"for": "sign_up", "name": name})).await;
    let (passkey, made) = Passkey::make(&options, &origin(server), seed);
    let body = json!({"challenge": word, "credential": made, "claim": true});
    let answer = browser.post(server, "/api/account/passkeys/sign-up", body).await;
    assert_eq!((answer.status, &answer.json()["account"]["name"]), (201, &json!(name)), "{}", answer.text());
    passkey
}

async fn sign_in(browser: &mut Browser, server: &TestServer, passkey: &mut Passkey) -> Answer {
    let (word, options) = challenge(browser, server, json!({"for": "sign_in"})).await;
    assert!(options.get("allowCredentials").is_none_or(|list| list == &json!([])), "{options}");
    let body = json!({"challenge": word, "credential": passkey.answer(&options, &origin(server))});
    browser.post(server, "/api/account/passkeys/sign-in", body).await
}

/// Proves the user's identity with a passkey.
async fn prove(browser: &mut Browser, server: &TestServer, passkey: &mut Passkey) -> Answer {
    let (word, options) = challenge(browser, server, json!({"for": "prove"})).await;
    let body = json!({"challenge": word, "credential": passkey.answer(&options, &origin(server))});
    browser.post(server, "/api/account/passkeys/prove", body).await
}

pub async fn add(browser: &mut Browser, server: &TestServer, seed: u8) -> (Passkey, Answer) {
    let (word, options) = challenge(browser, server, json!({"for": "add"})).await;
    let (passkey, made) = Passkey::make(&options, &origin(server), seed);
    let body = json!({"challenge": word, "credential": made});
    (passkey, browser.post(server, "/api/account/passkeys", body).await)
}

async fn name_of(browser: &mut Browser, server: &TestServer) -> Value {
    browser.get(server, "/api/account").await.json()["account"]["name"].clone()
}

#[tokio::test]
async fn passkey_only_account_can_add_a_password_later() {
    let server = TestServer::open().await;
    let mut anna = visitor(&server);
    let table = anna.make(&server, &[crate::common::human("Anka"), crate::common::bot()]).await;
    let mut passkey = sign_up(&mut anna, &server, "Anna", 1).await;
    assert_eq!(anna.tables(&server).await, [table], "the guest's tables were claimed");
    let ways = anna.get(&server, "/api/account/ways").await.json();
    assert_eq!((&ways["password"], ways["passkeys"].as_array().unwrap().len()), (&json!(false), 1), "{ways}");
    let first = &ways["passkeys"][0];
    assert_eq!(
        (&first["name"], &first["site"], &first["used"]),
        (&json!("Firefox, Linux"), &json!("localhost"), &Value::Null)
    );
    assert_eq!(visitor(&server).sign_in(&server, "Anna", "").await.code(), "wrong_password", "it has no password");

    // In another browser, no name is needed; the session is an ordinary one.
    let mut other = visitor(&server);
    let came = sign_in(&mut other, &server, &mut passkey).await;
    assert_eq!((came.status, &came.json()["account"]["name"]), (200, &json!("Anna")), "{}", came.text());
    let sessions = other.get(&server, "/api/account/sessions").await.json();
    assert_eq!(sessions.as_array().unwrap().len(), 2, "{sessions}");
    assert!(other.get(&server, "/api/account/ways").await.json()["passkeys"][0]["used"].is_i64());

    let change = json!({"new": PASSWORD});
    assert_eq!(other.post(&server, "/api/account/password", change.clone()).await.code(), "proof_needed");
    assert_eq!(prove(&mut other, &server, &mut passkey).await.status, 200);
    assert_eq!(other.post(&server, "/api/account/password", change.clone()).await.status, 200);
    assert_eq!(
        name_of(&mut anna, &server).await,
        Value::Null,
        "other sessions end, as with every change of a password"
    );
    assert_eq!(visitor(&server).sign_in(&server, "anna", PASSWORD).await.status, 200);
    assert_eq!(other.get(&server, "/api/account/ways").await.json()["password"], true);
    // The proof counts for one session only, and another sign-in method can replace a forgotten password.
    let mut third = visitor(&server);
    sign_in(&mut third, &server, &mut passkey).await;
    assert_eq!(third.post(&server, "/api/account/password", change).await.code(), "proof_needed");

    let server = server.reopen().await;
    let mut later = visitor(&server);
    assert_eq!(sign_in(&mut later, &server, &mut passkey).await.status, 200, "it is stored, with its counter");
}

#[tokio::test]
async fn passkeys_are_managed_after_a_proof_and_the_last_way_stays() {
    let server = TestServer::open().await;
    let mut anna = visitor(&server);
    anna.sign_up(&server, "Anna", false).await;
    let wish = json!({"for": "add"});
    assert_eq!(anna.post(&server, "/api/account/passkeys/challenge", wish).await.code(), "proof_needed");
    let wrong = anna.post(&server, "/api/account/prove", json!({"password": "a wrong one"})).await;
    assert_eq!(wrong.code(), "wrong_password");
    assert_eq!(anna.post(&server, "/api/account/prove", json!({"password": PASSWORD})).await.status, 200);
    let (mut one, added) = add(&mut anna, &server, 1).await;
    assert_eq!(added.json()["passkeys"].as_array().unwrap().len(), 1, "{}", added.text());
    let (_, again) = add(&mut anna, &server, 1).await;
    assert_eq!(again.code(), "bad_passkey", "the device already has one");
    let (_, added) = add(&mut anna, &server, 2).await;
    let [first, second] = [0, 1].map(|at| added.json()["passkeys"][at]["id"].clone());

    let rename = json!({"passkey": first, "name": "  Key\u{202e} ring "});
    let named = anna.post(&server, "/api/account/passkeys/rename", rename).await.json();
    assert_eq!(named["passkeys"][0]["name"], "Key ring", "{named}");
    let long = json!({"passkey": first, "name": "x".repeat(41)});
    assert_eq!(anna.post(&server, "/api/account/passkeys/rename", long).await.code(), "line_length");

    let remove = |id: &Value| json!({"passkey": id});
    let mut borys = visitor(&server);
    let mut his = sign_up(&mut borys, &server, "Borys", 9).await;
    prove(&mut borys, &server, &mut his).await;
    assert_eq!(add(&mut borys, &server, 1).await.1.code(), "way_taken");
    for (path, body) in [("remove", remove(&first)), ("rename", json!({"passkey": first, "name": "mine"}))] {
        let path = format!("/api/account/passkeys/{path}");
        assert_eq!(borys.post(&server, &path, body).await.code(), "nothing_there", "it belongs to another account");
    }
    let own = borys.get(&server, "/api/account/ways").await.json()["passkeys"][0]["id"].clone();
    assert_eq!(borys.post(&server, "/api/account/passkeys/remove", remove(&own)).await.code(), "last_way");
    assert_eq!(sign_in(&mut visitor(&server), &server, &mut his).await.status, 200);
    // A passkey for one host name does not work on a page with another host name.
    let external_database =
        Browser { origin: None, ..borys.clone() }.post(&server, "/api/account/passkeys/remove", remove(&own)).await;
    assert_eq!(external_database.code(), "last_way");

    for id in [&first, &second] {
        let left = anna.post(&server, "/api/account/passkeys/remove", remove(id)).await;
        assert_eq!(left.status, 200, "{}", left.text());
    }
    assert_eq!(sign_in(&mut visitor(&server), &server, &mut one).await.code(), "bad_passkey");
    let mut fresh = visitor(&server);
    fresh.sign_in(&server, "Anna", PASSWORD).await;
    assert_eq!(fresh.post(&server, "/api/account/passkeys/remove", remove(&first)).await.code(), "proof_needed");
}

#[tokio::test]
async fn invalid_passkey_answers_are_rejected() {
    let server = TestServer::open().await;
    let mut anna = visitor(&server);
    let mut passkey = sign_up(&mut anna, &server, "Anna", 1).await;
    let mut stranger = visitor(&server);
    let here = origin(&server);
    let path = "/api/account/passkeys/sign-in";

    // A challenge can be answered only once, and only for its purpose.
    let (word, options) = challenge(&mut stranger, &server, json!({"for": "sign_in"})).await;
    let body = json!({"challenge": word, "credential": passkey.answer(&options, &here)});
    assert_eq!(stranger.clone().post(&server, path, body.clone()).await.status, 200);
    assert_eq!(stranger.post(&server, path, body).await.code(), "expired");
    let (word, options) = challenge(&mut anna, &server, json!({"for": "prove"})).await;
    let body = json!({"challenge": word, "credential": passkey.answer(&options, &here)});
    assert_eq!(stranger.post(&server, path, body).await.code(), "expired");
    let (old, _) = challenge(&mut stranger, &server, json!({"for": "sign_in"})).await;
    let (_, options) = challenge(&mut stranger, &server, json!({"for": "sign_in"})).await;
    let body = json!({"challenge": old, "credential": passkey.answer(&options, &here)});
    assert_eq!(stranger.post(&server, path, body).await.code(), "bad_passkey", "the answer to another challenge");

    // The passkey response was signed on another page or by a device that did not verify the user, was changed in transit, or has another
    // user's handle.
    for what in ["origin", "unverified", "signature", "data", "handle", "no handle", "garbage"] {
        let (word, options) = challenge(&mut stranger, &server, json!({"for": "sign_in"})).await;
        let mut device = passkey.clone();
        device.verifies = what != "unverified";
        if what == "handle" {
            device.handle[0] ^= 1;
        }
        let page = if what == "origin" { "http://evil.example" } else { &here };
        let mut credential = device.answer(&options, page);
        match what {
            "signature" => {
                credential["response"]["signature"] = device.answer(&options, page)["response"]["signature"].take()
            }
            "data" => {
                credential["response"]["authenticatorData"] =
                    device.answer(&options, page)["response"]["authenticatorData"].take()
            }
            "no handle" => credential["response"]["userHandle"] = Value::Null,
            "garbage" => credential["response"]["authenticatorData"] = json!("AAAA"),
            _ => {}
        }
        let refused = stranger.post(&server, path, json!({"challenge": word, "credential": credential})).await;
        assert_eq!(refused.code(), "bad_passkey", "{what}");
    }

    // A cloned device has an old counter.
    let mut copy = passkey.clone();
    assert_eq!(sign_in(&mut visitor(&server), &server, &mut passkey).await.status, 200);
    assert_eq!(sign_in(&mut visitor(&server), &server, &mut copy).await.code(), "bad_passkey");
    assert_eq!(name_of(&mut stranger, &server).await, Value::Null);
    assert_eq!(stranger.post(&server, path, json!({"challenge": "x"})).await.code(), "bad_message");
}

#[tokio::test]
async fn challenges_belong_to_a_session_and_passkeys_to_an_account() {
    let server = TestServer::open().await;
    let (mut anna, mut borys) = (visitor(&server), visitor(&server));
    let mut hers = sign_up(&mut anna, &server, "Anna", 1).await;
    let mut his = sign_up(&mut borys, &server, "Borys", 2).await;
    assert_eq!(
        prove(&mut borys, &server, &mut hers).await.code(),
        "bad_passkey",
        "another account's passkey proves nothing"
    );
    assert_eq!(prove(&mut anna, &server, &mut hers).await.status, 200);
    assert_eq!(prove(&mut borys, &server, &mut his).await.status, 200);
    let (word, options) = challenge(&mut anna, &server, json!({"for": "add"})).await;
    let (_, made) = Passkey::make(&options, &origin(&server), 3);
    let body = json!({"challenge": word, "credential": made});
    assert_eq!(borys.post(&server, "/api/account/passkeys", body.clone()).await.code(), "expired");
    let added = anna.post(&server, "/api/account/passkeys", body.clone()).await;
    assert_eq!(added.status, 200, "attempts by others don't use it up: {}", added.text());
    assert_eq!(anna.post(&server, "/api/account/passkeys", body).await.code(), "expired", "only once");
    assert_eq!(
        visitor(&server).post(&server, "/api/account/passkeys/challenge", json!({"for": "add"})).await.code(),
        "signed_out"
    );
    // A passkey must be created on the page that requested it.
    let (word, options) = challenge(&mut anna, &server, json!({"for": "add"})).await;
    let (_, made) = Passkey::make(&options, "http://localhost:1", 3);
    let body = json!({"challenge": word, "credential": made});
    assert_eq!(anna.post(&server, "/api/account/passkeys", body).await.code(), "bad_passkey");
}

#[tokio::test]
async fn invalid_names_create_no_account() {
    let server = TestServer::open().await;
    sign_up(&mut visitor(&server), &server, "Anna", 1).await;
    let mut other = visitor(&server);
    for (name, code) in [("ANNA", "name_taken"), ("A", "name_length"), ("Administrator", "name_reserved")] {
        let wish = json!({"for": "sign_up", "name": name});
        assert_eq!(other.post(&server, "/api/account/passkeys/challenge", wish).await.code(), code);
    }
    // Two requests want the same name. The second is refused, and its passkey is useless.
    let begun = [
        challenge(&mut other, &server, json!({"for": "sign_up", "name": "Borys"})).await,
        challenge(&mut other, &server, json!({"for": "sign_up", "name": "Borys"})).await,
    ];
    let mut codes = Vec::new();
    let mut passkeys = Vec::new();
    for (seed, (word, options)) in (2..).zip(begun) {
        let (passkey, made) = Passkey::make(&options, &origin(&server), seed);
        let body = json!({"challenge": word, "credential": made});
        codes.push(visitor(&server).post(&server, "/api/account/passkeys/sign-up", body).await.status);
        passkeys.push(passkey);
    }
    assert_eq!(codes, [201, 409]);
    assert_eq!(sign_in(&mut other, &server, &mut passkeys[1]).await.code(), "bad_passkey");
    assert_eq!(sign_in(&mut other, &server, &mut passkeys[0]).await.status, 200);
}

#[tokio::test]
async fn passkeys_need_a_host_name_and_the_servers_own_page() {
    let server = TestServer::open().await;
    let mut numbers = Browser::default();
    let wish = json!({"for": "sign_in"});
    assert_eq!(numbers.post(&server, "/api/account/passkeys/challenge", wish.clone()).await.code(), "no_passkeys");
    let mut evil = Browser { origin: Some("https://evil.example".into()), ..Browser::default() };
    assert_eq!(evil.post(&server, "/api/account/passkeys/challenge", wish).await.code(), "origin");
}

#[tokio::test]
async fn passkey_only_account_is_exported_and_deleted() {
    let server = TestServer::open().await;
    let mut anna = visitor(&server);
    let mut passkey = sign_up(&mut anna, &server, "Anna", 1).await;
    let file = anna.get(&server, "/api/account/download").await;
    let told = file.json()["ways"].clone();
    assert_eq!((&told["password"], &told["passkeys"][0]["site"]), (&json!(false), &json!("localhost")), "{told}");
    assert_eq!(anna.post(&server, "/api/account/delete", json!({})).await.code(), "proof_needed");
    assert_eq!(anna.post(&server, "/api/account/delete", json!({"password": ""})).await.code(), "wrong_password");
    assert_eq!(prove(&mut anna, &server, &mut passkey).await.status, 200);
    let gone = anna.post(&server, "/api/account/delete", json!({})).await;
    assert_eq!((gone.status, &gone.json()["account"]), (200, &Value::Null), "{}", gone.text());
    assert_eq!(sign_in(&mut visitor(&server), &server, &mut passkey).await.code(), "bad_passkey");
    sign_up(&mut anna, &server, "Anna", 1).await;
}

/// Starts a server with an OpenID provider.
async fn server_with(provider: &TestProvider) -> TestServer {
    let set_up = provider.set_up("example");
    TestServer::open_with(|config| {
        config.limit_factor = std::num::NonZeroU32::new(1000).unwrap();
        config.providers = vec![set_up];
    })
    .await
}

/// Starts signing in at the provider. Returns the response with the redirect.
pub async fn leave(browser: &mut Browser, server: &TestServer, what: &str) -> Answer {
    let body = json!({"provider": "example", "for": what, "claim": true});
    browser.post(server, "/api/account/openid/leave", body).await
}

/// Signs in at the provider and follows the redirect back. Returns the result in the final redirect.
async fn go(browser: &mut Browser, server: &TestServer, provider: &TestProvider, what: &str, subject: &str) -> String {
    let left = leave(browser, server, what).await;
    assert_eq!(left.status, 200, "{}", left.text());
    let back = provider.let_in(left.json()["to"].as_str().unwrap(), subject);
    come(browser, server, &back).await
}

pub async fn come(browser: &mut Browser, server: &TestServer, back: &str) -> String {
    let answer = browser.get(server, back).await;
    assert_eq!(answer.status, 303, "{}", answer.text());
    let to = answer.header("location").unwrap();
    to.strip_prefix("/account?openid=").unwrap_or_else(|| panic!("{to}")).to_owned()
}

#[tokio::test]
async fn openid_user_signs_up_with_a_name_and_signs_in_again() {
    let provider = TestProvider::open().await;
    let server = server_with(&provider).await;
    let told = crate::common::get(server.address, "/api/providers").await.json();
    assert_eq!(told, json!([{"id": "example", "name": "Example"}]));
    let mut anna = visitor(&server);
    let table = anna.make(&server, &[crate::common::human("Anka"), crate::common::bot()]).await;
    assert_eq!(go(&mut anna, &server, &provider, "sign_in", "anna-1").await, "new");
    assert_eq!(name_of(&mut anna, &server).await, Value::Null, "no account is created without a name");
    assert_eq!(anna.get(&server, "/api/account/openid/newcomer").await.json(), json!({"provider": "Example"}));
    sign_up(&mut visitor(&server), &server, "Olena", 5).await;
    for (name, code) in [("olena", "name_taken"), ("A", "name_length")] {
        let refused = anna.post(&server, "/api/account/openid/sign-up", json!({"name": name})).await;
        assert_eq!(refused.code(), code, "another name can be chosen");
    }
    let named = anna.post(&server, "/api/account/openid/sign-up", json!({"name": "Anna"})).await;
    assert_eq!((named.status, &named.json()["account"]["name"]), (201, &json!("Anna")), "{}", named.text());
    assert_eq!(anna.tables(&server).await, [table]);
    assert_eq!(anna.cookie("bastide_sign_in"), None);
    assert_eq!(anna.post(&server, "/api/account/openid/sign-up", json!({"name": "Again"})).await.code(), "expired");
    let ways = anna.get(&server, "/api/account/ways").await.json();
    assert_eq!((&ways["password"], ways["passkeys"].as_array().unwrap().len()), (&json!(false), 0), "{ways}");
    assert_eq!(
        (&ways["links"][0]["issuer"], &ways["links"][0]["provider"]),
        (&json!(provider.issuer), &json!("example"))
    );

    let mut other = visitor(&server);
    assert_eq!(go(&mut other, &server, &provider, "sign_in", "anna-1").await, "claimed");
    assert_eq!(name_of(&mut other, &server).await, "Anna");
    assert_eq!(other.get(&server, "/api/account/sessions").await.json().as_array().unwrap().len(), 2);
    assert_eq!(go(&mut visitor(&server), &server, &provider, "sign_in", "anna-2").await, "new", "another user");
    assert_eq!(provider.discovered(), 1, "discovery is cached");
    provider.take_another_key();
    assert_eq!(
        go(&mut visitor(&server), &server, &provider, "sign_in", "anna-1").await,
        "bad_identity",
        "the keys were fetched a moment ago"
    );

    let file = anna.get(&server, "/api/account/download").await.json();
    assert_eq!(
        (&file["ways"]["links"][0]["issuer"], &file["ways"]["links"][0]["subject"]),
        (&json!(provider.issuer), &json!("anna-1"))
    );
}

#[tokio::test]
async fn openid_links_are_managed_after_a_proof_and_the_last_way_stays() {
    let provider = TestProvider::open().await;
    let server = server_with(&provider).await;
    let (mut anna, mut borys) = (visitor(&server), visitor(&server));
    anna.sign_up(&server, "Anna", false).await;
    assert_eq!(leave(&mut anna, &server, "link").await.code(), "proof_needed");
    anna.post(&server, "/api/account/prove", json!({"password": PASSWORD})).await;
    assert_eq!(go(&mut anna, &server, &provider, "link", "anna-1").await, "linked");
    assert_eq!(go(&mut anna, &server, &provider, "link", "anna-2").await, "way_taken", "one link per provider");
    borys.sign_up(&server, "Borys", false).await;
    borys.post(&server, "/api/account/prove", json!({"password": PASSWORD})).await;
    assert_eq!(go(&mut borys, &server, &provider, "link", "anna-1").await, "way_taken", "linked to another account");

    // In another session, the provider can prove the user's identity if it is linked to the account and the user signed in to it recently.
    let mut other = visitor(&server);
    assert_eq!(go(&mut other, &server, &provider, "sign_in", "anna-1").await, "claimed");
    let detach = json!({"issuer": provider.issuer});
    assert_eq!(other.post(&server, "/api/account/openid/detach", detach.clone()).await.code(), "proof_needed");
    assert_eq!(go(&mut other, &server, &provider, "prove", "anna-2").await, "bad_identity");
    for fault in [Fault::LongAgo, Fault::Before, Fault::NoTime] {
        provider.fault(fault);
        assert_eq!(go(&mut other, &server, &provider, "prove", "anna-1").await, "bad_identity", "{fault:?}");
    }
    provider.fault(Fault::None);
    let to = leave(&mut other, &server, "prove").await.json()["to"].as_str().unwrap().to_owned();
    assert!(to.contains("max_age=300") && to.contains("prompt=login"), "{to}");
    assert_eq!(other.post(&server, "/api/account/openid/detach", detach.clone()).await.code(), "proof_needed");
    assert_eq!(go(&mut other, &server, &provider, "prove", "anna-1").await, "proven");
    let left = other.post(&server, "/api/account/openid/detach", detach.clone()).await;
    assert_eq!((left.status, &left.json()["links"]), (200, &json!([])), "{}", left.text());
    assert_eq!(other.post(&server, "/api/account/openid/detach", detach.clone()).await.code(), "nothing_there");
    assert_eq!(go(&mut visitor(&server), &server, &provider, "sign_in", "anna-1").await, "new");

    // The only sign-in method can't be removed until there is another; it can still confirm deletion of the account.
    let mut olena = visitor(&server);
    go(&mut olena, &server, &provider, "sign_in", "olena").await;
    olena.post(&server, "/api/account/openid/sign-up", json!({"name": "Olena"})).await;
    assert_eq!(go(&mut olena, &server, &provider, "prove", "olena").await, "proven");
    assert_eq!(olena.post(&server, "/api/account/openid/detach", detach.clone()).await.code(), "last_way");
    assert_eq!(olena.post(&server, "/api/account/password", json!({"new": PASSWORD})).await.status, 200);
    assert_eq!(olena.post(&server, "/api/account/openid/detach", detach).await.status, 200);
    let mut viktor = visitor(&server);
    go(&mut viktor, &server, &provider, "sign_in", "viktor").await;
    viktor.post(&server, "/api/account/openid/sign-up", json!({"name": "Viktor"})).await;
    go(&mut viktor, &server, &provider, "prove", "viktor").await;
    assert_eq!(viktor.post(&server, "/api/account/delete", json!({})).await.status, 200);
    assert_eq!(go(&mut visitor(&server), &server, &provider, "sign_in", "viktor").await, "new", "the link is gone");
}

#[tokio::test]
async fn invalid_identity_tokens_are_rejected() {
    let provider = TestProvider::open().await;
    let server = server_with(&provider).await;
    let mut anna = visitor(&server);
    go(&mut anna, &server, &provider, "sign_in", "anna").await;
    anna.post(&server, "/api/account/openid/sign-up", json!({"name": "Anna"})).await;
    use Fault::{Audience, Changed, Expired, Issuer, Key, Nonce, Unsigned};
    for fault in [Nonce, Audience, Issuer, Expired, Key, Changed, Unsigned] {
        provider.fault(fault);
        let mut stranger = visitor(&server);
        assert_eq!(go(&mut stranger, &server, &provider, "sign_in", "anna").await, "bad_identity", "{fault:?}");
        assert_eq!(name_of(&mut stranger, &server).await, Value::Null, "{fault:?}");
    }
    provider.fault(Fault::None);

    let mut stranger = visitor(&server);
    let to = |left: &Answer| left.json()["to"].as_str().unwrap().to_owned();
    // Refused: a wrong state, a replay, another browser, a code issued for another attempt, and an error instead of a code.
    let back = provider.let_in(&to(&leave(&mut stranger, &server, "sign_in").await), "anna");
    assert_eq!(come(&mut stranger, &server, &back.replace("state=", "state=x")).await, "bad_identity");
    assert_eq!(come(&mut stranger, &server, &back).await, "expired");
    let back = provider.let_in(&to(&leave(&mut stranger, &server, "sign_in").await), "anna");
    assert_eq!(come(&mut visitor(&server), &server, &back).await, "expired");
    let mut signed = stranger.clone();
    assert_eq!(come(&mut signed, &server, &back).await, "claimed");
    assert_eq!(come(&mut stranger, &server, &back).await, "expired", "replayed");
    let old = provider.let_in(&to(&leave(&mut stranger, &server, "sign_in").await), "anna");
    let new = provider.let_in(&to(&leave(&mut stranger, &server, "sign_in").await), "borys");
    let part = |back: &str, name: &str| back.split(['?', '&']).find(|part| part.starts_with(name)).unwrap().to_owned();
    let mixed = new.replace(&part(&new, "code="), &part(&old, "code="));
    assert_eq!(come(&mut stranger, &server, &mixed).await, "bad_identity");
    leave(&mut stranger, &server, "sign_in").await;
    assert_eq!(come(&mut stranger, &server, "/api/account/openid/back?error=access_denied&state=x").await, "declined");
    let back = provider.let_in(&to(&leave(&mut stranger, &server, "sign_in").await), "anna");
    let other = back.replace(&part(&back, "iss="), "iss=https%3A%2F%2Fother.example");
    assert_eq!(come(&mut stranger, &server, &other).await, "bad_identity", "claimed by another provider");
    assert_eq!(name_of(&mut stranger, &server).await, Value::Null);
}

#[tokio::test]
async fn bad_provider_is_reported_and_delays_no_one_else() {
    let provider = TestProvider::open().await;
    let server = server_with(&provider).await;
    provider.fault(Fault::Endless);
    assert_eq!(leave(&mut visitor(&server), &server, "sign_in").await.code(), "provider_down");
    provider.fault(Fault::Silent);
    let began = std::time::Instant::now();
    let many = (0..12).map(|_| {
        let (mut browser, address) = (visitor(&server), server.address);
        tokio::spawn(async move {
            let body = json!({"provider": "example", "for": "sign_in"});
            browser.ask(address, "POST", "/api/account/openid/leave", &body).await.code()
        })
    });
    let many: Vec<_> = many.collect();
    let mut anna = visitor(&server);
    assert_eq!(anna.sign_up(&server, "Anna", false).await.status, 201);
    assert!(began.elapsed().as_secs() < 8, "sign-up works meanwhile");
    let mut codes = Vec::new();
    for one in many {
        codes.push(one.await.unwrap());
    }
    let count = |code: &str| codes.iter().filter(|one| *one == code).count();
    // Requests that waited for a slot until the earlier ones timed out may not have got one.
    assert!(count("provider_down") >= 8 && count("provider_down") + count("busy") == 12, "{codes:?}");
    assert!(began.elapsed().as_secs() < 40, "it times out");
    provider.fault(Fault::None);
    assert_eq!(leave(&mut anna, &server, "sign_in").await.status, 200, "it recovered");
    let body = json!({"provider": "other", "for": "sign_in"});
    assert_eq!(anna.post(&server, "/api/account/openid/leave", body).await.code(), "nothing_there");
    let mut evil = Browser { origin: Some("https://evil.example".into()), ..Browser::default() };
    assert_eq!(leave(&mut evil, &server, "sign_in").await.code(), "origin");
}
