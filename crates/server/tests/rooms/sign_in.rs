//! Ways to sign in beside a password, from the outside.

use crate::authenticator::Passkey;
use crate::common::browsing::{Browser, PASSWORD};
use crate::common::{Answer, House};
use crate::provider::{Fault, TestProvider};
use serde_json::{Value, json};

/// A browser whose page is at this house by its name.
pub fn visitor(house: &House) -> Browser {
    Browser { origin: Some(origin(house)), ..Browser::default() }
}

pub fn origin(house: &House) -> String {
    format!("http://localhost:{}", house.address.port())
}

/// What an authenticator is to be asked, and the word that goes with its answer.
pub async fn challenge(browser: &mut Browser, house: &House, wish: Value) -> (String, Value) {
    let answer = browser.post(house, "/api/account/passkeys/challenge", wish).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let told = answer.json();
    (told["challenge"].as_str().unwrap().to_owned(), told["options"].clone())
}

/// Makes an account with a passkey alone.
pub async fn sign_up(browser: &mut Browser, house: &House, name: &str, seed: u8) -> Passkey {
    let (word, options) = challenge(browser, house, json!({"for": "sign_up", "name": name})).await;
    let (passkey, made) = Passkey::make(&options, &origin(house), seed);
    let body = json!({"challenge": word, "credential": made, "claim": true});
    let answer = browser.post(house, "/api/account/passkeys/sign-up", body).await;
    assert_eq!((answer.status, &answer.json()["account"]["name"]), (201, &json!(name)), "{}", answer.text());
    passkey
}

async fn sign_in(browser: &mut Browser, house: &House, passkey: &mut Passkey) -> Answer {
    let (word, options) = challenge(browser, house, json!({"for": "sign_in"})).await;
    assert!(options.get("allowCredentials").is_none_or(|list| list == &json!([])), "{options}");
    let body = json!({"challenge": word, "credential": passkey.answer(&options, &origin(house))});
    browser.post(house, "/api/account/passkeys/sign-in", body).await
}

/// Proves by a passkey who is signed in.
async fn prove(browser: &mut Browser, house: &House, passkey: &mut Passkey) -> Answer {
    let (word, options) = challenge(browser, house, json!({"for": "prove"})).await;
    let body = json!({"challenge": word, "credential": passkey.answer(&options, &origin(house))});
    browser.post(house, "/api/account/passkeys/prove", body).await
}

pub async fn add(browser: &mut Browser, house: &House, seed: u8) -> (Passkey, Answer) {
    let (word, options) = challenge(browser, house, json!({"for": "add"})).await;
    let (passkey, made) = Passkey::make(&options, &origin(house), seed);
    let body = json!({"challenge": word, "credential": made});
    (passkey, browser.post(house, "/api/account/passkeys", body).await)
}

async fn name_of(browser: &mut Browser, house: &House) -> Value {
    browser.get(house, "/api/account").await.json()["account"]["name"].clone()
}

#[tokio::test]
async fn an_account_is_made_by_a_passkey_alone_and_gets_a_password_later() {
    let house = House::open().await;
    let mut anna = visitor(&house);
    let table = anna.make(&house, &[crate::common::human("Anka"), crate::common::bot()]).await;
    let mut passkey = sign_up(&mut anna, &house, "Anna", 1).await;
    assert_eq!(anna.tables(&house).await, [table], "what the guest had was taken along");
    let ways = anna.get(&house, "/api/account/ways").await.json();
    assert_eq!((&ways["password"], ways["passkeys"].as_array().unwrap().len()), (&json!(false), 1), "{ways}");
    let first = &ways["passkeys"][0];
    assert_eq!(
        (&first["name"], &first["site"], &first["used"]),
        (&json!("Firefox, Linux"), &json!("localhost"), &Value::Null)
    );
    assert_eq!(visitor(&house).sign_in(&house, "Anna", "").await.code(), "wrong_password", "nothing is its password");

    // In another browser nobody types a name; the session is one as others are.
    let mut other = visitor(&house);
    let came = sign_in(&mut other, &house, &mut passkey).await;
    assert_eq!((came.status, &came.json()["account"]["name"]), (200, &json!("Anna")), "{}", came.text());
    let sessions = other.get(&house, "/api/account/sessions").await.json();
    assert_eq!(sessions.as_array().unwrap().len(), 2, "{sessions}");
    assert!(other.get(&house, "/api/account/ways").await.json()["passkeys"][0]["used"].is_i64());

    let change = json!({"new": PASSWORD});
    assert_eq!(other.post(&house, "/api/account/password", change.clone()).await.code(), "proof_needed");
    assert_eq!(prove(&mut other, &house, &mut passkey).await.status, 200);
    assert_eq!(other.post(&house, "/api/account/password", change.clone()).await.status, 200);
    assert_eq!(
        name_of(&mut anna, &house).await,
        Value::Null,
        "others are signed out, as with every change of a password"
    );
    assert_eq!(visitor(&house).sign_in(&house, "anna", PASSWORD).await.status, 200);
    assert_eq!(other.get(&house, "/api/account/ways").await.json()["password"], true);
    // The proof is that of one session alone, and another way is as good as the password that was forgotten.
    let mut third = visitor(&house);
    sign_in(&mut third, &house, &mut passkey).await;
    assert_eq!(third.post(&house, "/api/account/password", change).await.code(), "proof_needed");

    let house = house.reopen().await;
    let mut later = visitor(&house);
    assert_eq!(sign_in(&mut later, &house, &mut passkey).await.status, 200, "it is kept, with its counter");
}

#[tokio::test]
async fn passkeys_are_added_named_and_removed_after_a_proof_and_the_last_way_stays() {
    let house = House::open().await;
    let mut anna = visitor(&house);
    anna.sign_up(&house, "Anna", false).await;
    let wish = json!({"for": "add"});
    assert_eq!(anna.post(&house, "/api/account/passkeys/challenge", wish).await.code(), "proof_needed");
    let wrong = anna.post(&house, "/api/account/prove", json!({"password": "a wrong one"})).await;
    assert_eq!(wrong.code(), "wrong_password");
    assert_eq!(anna.post(&house, "/api/account/prove", json!({"password": PASSWORD})).await.status, 200);
    let (mut one, added) = add(&mut anna, &house, 1).await;
    assert_eq!(added.json()["passkeys"].as_array().unwrap().len(), 1, "{}", added.text());
    let (_, again) = add(&mut anna, &house, 1).await;
    assert_eq!(again.code(), "bad_passkey", "a device was told which it has already");
    let (_, added) = add(&mut anna, &house, 2).await;
    let [first, second] = [0, 1].map(|at| added.json()["passkeys"][at]["id"].clone());

    let rename = json!({"passkey": first, "name": "  Key\u{202e} ring "});
    let named = anna.post(&house, "/api/account/passkeys/rename", rename).await.json();
    assert_eq!(named["passkeys"][0]["name"], "Key ring", "{named}");
    let long = json!({"passkey": first, "name": "x".repeat(41)});
    assert_eq!(anna.post(&house, "/api/account/passkeys/rename", long).await.code(), "line_length");

    let remove = |id: &Value| json!({"passkey": id});
    let mut borys = visitor(&house);
    let mut his = sign_up(&mut borys, &house, "Borys", 9).await;
    prove(&mut borys, &house, &mut his).await;
    assert_eq!(add(&mut borys, &house, 1).await.1.code(), "way_taken");
    for (path, body) in [("remove", remove(&first)), ("rename", json!({"passkey": first, "name": "mine"}))] {
        let path = format!("/api/account/passkeys/{path}");
        assert_eq!(borys.post(&house, &path, body).await.code(), "nothing_there", "another account's");
    }
    let own = borys.get(&house, "/api/account/ways").await.json()["passkeys"][0]["id"].clone();
    assert_eq!(borys.post(&house, "/api/account/passkeys/remove", remove(&own)).await.code(), "last_way");
    assert_eq!(sign_in(&mut visitor(&house), &house, &mut his).await.status, 200);
    // A passkey for one name does not count where the page has another.
    let elsewhere =
        Browser { origin: None, ..borys.clone() }.post(&house, "/api/account/passkeys/remove", remove(&own)).await;
    assert_eq!(elsewhere.code(), "last_way");

    for id in [&first, &second] {
        let left = anna.post(&house, "/api/account/passkeys/remove", remove(id)).await;
        assert_eq!(left.status, 200, "{}", left.text());
    }
    assert_eq!(sign_in(&mut visitor(&house), &house, &mut one).await.code(), "bad_passkey");
    let mut fresh = visitor(&house);
    fresh.sign_in(&house, "Anna", PASSWORD).await;
    assert_eq!(fresh.post(&house, "/api/account/passkeys/remove", remove(&first)).await.code(), "proof_needed");
}

#[tokio::test]
async fn answers_that_are_not_so_let_nobody_in() {
    let house = House::open().await;
    let mut anna = visitor(&house);
    let mut passkey = sign_up(&mut anna, &house, "Anna", 1).await;
    let mut stranger = visitor(&house);
    let here = origin(&house);
    let path = "/api/account/passkeys/sign-in";

    // What was asked once is answered once, and for what it was asked.
    let (word, options) = challenge(&mut stranger, &house, json!({"for": "sign_in"})).await;
    let body = json!({"challenge": word, "credential": passkey.answer(&options, &here)});
    assert_eq!(stranger.clone().post(&house, path, body.clone()).await.status, 200);
    assert_eq!(stranger.post(&house, path, body).await.code(), "expired");
    let (word, options) = challenge(&mut anna, &house, json!({"for": "prove"})).await;
    let body = json!({"challenge": word, "credential": passkey.answer(&options, &here)});
    assert_eq!(stranger.post(&house, path, body).await.code(), "expired");
    let (old, _) = challenge(&mut stranger, &house, json!({"for": "sign_in"})).await;
    let (_, options) = challenge(&mut stranger, &house, json!({"for": "sign_in"})).await;
    let body = json!({"challenge": old, "credential": passkey.answer(&options, &here)});
    assert_eq!(stranger.post(&house, path, body).await.code(), "bad_passkey", "the answer to another challenge");

    // Signed on another page, by a device that did not look who is there, changed on its way, or under another's name.
    for what in ["origin", "unverified", "signature", "data", "handle", "no handle", "garbage"] {
        let (word, options) = challenge(&mut stranger, &house, json!({"for": "sign_in"})).await;
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
        let refused = stranger.post(&house, path, json!({"challenge": word, "credential": credential})).await;
        assert_eq!(refused.code(), "bad_passkey", "{what}");
    }

    // A copy of the device counts from where it was copied.
    let mut copy = passkey.clone();
    assert_eq!(sign_in(&mut visitor(&house), &house, &mut passkey).await.status, 200);
    assert_eq!(sign_in(&mut visitor(&house), &house, &mut copy).await.code(), "bad_passkey");
    assert_eq!(name_of(&mut stranger, &house).await, Value::Null);
    assert_eq!(stranger.post(&house, path, json!({"challenge": "x"})).await.code(), "bad_message");
}

#[tokio::test]
async fn a_challenge_is_for_the_session_that_asked_and_a_passkey_for_its_account() {
    let house = House::open().await;
    let (mut anna, mut borys) = (visitor(&house), visitor(&house));
    let mut hers = sign_up(&mut anna, &house, "Anna", 1).await;
    let mut his = sign_up(&mut borys, &house, "Borys", 2).await;
    assert_eq!(prove(&mut borys, &house, &mut hers).await.code(), "bad_passkey", "another's passkey proves nothing");
    assert_eq!(prove(&mut anna, &house, &mut hers).await.status, 200);
    assert_eq!(prove(&mut borys, &house, &mut his).await.status, 200);
    let (word, options) = challenge(&mut anna, &house, json!({"for": "add"})).await;
    let (_, made) = Passkey::make(&options, &origin(&house), 3);
    let body = json!({"challenge": word, "credential": made});
    assert_eq!(borys.post(&house, "/api/account/passkeys", body.clone()).await.code(), "expired");
    let added = anna.post(&house, "/api/account/passkeys", body.clone()).await;
    assert_eq!(added.status, 200, "what others try uses it up for nobody: {}", added.text());
    assert_eq!(anna.post(&house, "/api/account/passkeys", body).await.code(), "expired", "nor twice");
    assert_eq!(
        visitor(&house).post(&house, "/api/account/passkeys/challenge", json!({"for": "add"})).await.code(),
        "signed_out"
    );
    // A passkey is made on the page that asked.
    let (word, options) = challenge(&mut anna, &house, json!({"for": "add"})).await;
    let (_, made) = Passkey::make(&options, "http://localhost:1", 3);
    let body = json!({"challenge": word, "credential": made});
    assert_eq!(anna.post(&house, "/api/account/passkeys", body).await.code(), "bad_passkey");
}

#[tokio::test]
async fn names_that_cannot_be_make_no_account_and_leave_nothing() {
    let house = House::open().await;
    sign_up(&mut visitor(&house), &house, "Anna", 1).await;
    let mut other = visitor(&house);
    for (name, code) in [("ANNA", "name_taken"), ("A", "name_length"), ("Administrator", "name_reserved")] {
        let wish = json!({"for": "sign_up", "name": name});
        assert_eq!(other.post(&house, "/api/account/passkeys/challenge", wish).await.code(), code);
    }
    // Two want one name at once: the second gets nothing, and its passkey opens nothing.
    let begun = [
        challenge(&mut other, &house, json!({"for": "sign_up", "name": "Borys"})).await,
        challenge(&mut other, &house, json!({"for": "sign_up", "name": "Borys"})).await,
    ];
    let mut codes = Vec::new();
    let mut passkeys = Vec::new();
    for (seed, (word, options)) in (2..).zip(begun) {
        let (passkey, made) = Passkey::make(&options, &origin(&house), seed);
        let body = json!({"challenge": word, "credential": made});
        codes.push(visitor(&house).post(&house, "/api/account/passkeys/sign-up", body).await.status);
        passkeys.push(passkey);
    }
    assert_eq!(codes, [201, 409]);
    assert_eq!(sign_in(&mut other, &house, &mut passkeys[1]).await.code(), "bad_passkey");
    assert_eq!(sign_in(&mut other, &house, &mut passkeys[0]).await.status, 200);
}

#[tokio::test]
async fn there_are_no_passkeys_for_an_address_in_numbers_nor_for_other_pages() {
    let house = House::open().await;
    let mut numbers = Browser::default();
    let wish = json!({"for": "sign_in"});
    assert_eq!(numbers.post(&house, "/api/account/passkeys/challenge", wish.clone()).await.code(), "no_passkeys");
    let mut evil = Browser { origin: Some("https://evil.example".into()), ..Browser::default() };
    assert_eq!(evil.post(&house, "/api/account/passkeys/challenge", wish).await.code(), "origin");
}

#[tokio::test]
async fn an_account_without_a_password_takes_its_things_along_and_goes() {
    let house = House::open().await;
    let mut anna = visitor(&house);
    let mut passkey = sign_up(&mut anna, &house, "Anna", 1).await;
    let file = anna.get(&house, "/api/account/download").await;
    let told = file.json()["ways"].clone();
    assert_eq!((&told["password"], &told["passkeys"][0]["site"]), (&json!(false), &json!("localhost")), "{told}");
    assert_eq!(anna.post(&house, "/api/account/delete", json!({})).await.code(), "proof_needed");
    assert_eq!(anna.post(&house, "/api/account/delete", json!({"password": ""})).await.code(), "wrong_password");
    assert_eq!(prove(&mut anna, &house, &mut passkey).await.status, 200);
    let gone = anna.post(&house, "/api/account/delete", json!({})).await;
    assert_eq!((gone.status, &gone.json()["account"]), (200, &Value::Null), "{}", gone.text());
    assert_eq!(sign_in(&mut visitor(&house), &house, &mut passkey).await.code(), "bad_passkey");
    sign_up(&mut anna, &house, "Anna", 1).await;
}

/// A house with a provider by which people sign in.
async fn house_with(provider: &TestProvider) -> House {
    let set_up = provider.set_up("example");
    House::open_with(|config| {
        config.times = std::num::NonZeroU32::new(1000).unwrap();
        config.providers = vec![set_up];
    })
    .await
}

/// Sends somebody to the provider; where to.
pub async fn leave(browser: &mut Browser, house: &House, what: &str) -> Answer {
    let body = json!({"provider": "example", "for": what, "claim": true});
    browser.post(house, "/api/account/openid/leave", body).await
}

/// Goes to the provider and comes back; the page that one is led to.
async fn go(browser: &mut Browser, house: &House, provider: &TestProvider, what: &str, subject: &str) -> String {
    let left = leave(browser, house, what).await;
    assert_eq!(left.status, 200, "{}", left.text());
    let back = provider.let_in(left.json()["to"].as_str().unwrap(), subject);
    come(browser, house, &back).await
}

pub async fn come(browser: &mut Browser, house: &House, back: &str) -> String {
    let answer = browser.get(house, back).await;
    assert_eq!(answer.status, 303, "{}", answer.text());
    let to = answer.header("location").unwrap();
    to.strip_prefix("/account?openid=").unwrap_or_else(|| panic!("{to}")).to_owned()
}

#[tokio::test]
async fn somebody_comes_by_a_provider_chooses_a_name_and_is_known_the_next_time() {
    let provider = TestProvider::open().await;
    let house = house_with(&provider).await;
    let told = crate::common::get(house.address, "/api/providers").await.json();
    assert_eq!(told, json!([{"id": "example", "name": "Example"}]));
    let mut anna = visitor(&house);
    let table = anna.make(&house, &[crate::common::human("Anka"), crate::common::bot()]).await;
    assert_eq!(go(&mut anna, &house, &provider, "sign_in", "anna-1").await, "new");
    assert_eq!(name_of(&mut anna, &house).await, Value::Null, "nothing is made before there is a name");
    assert_eq!(anna.get(&house, "/api/account/openid/newcomer").await.json(), json!({"provider": "Example"}));
    sign_up(&mut visitor(&house), &house, "Olena", 5).await;
    for (name, code) in [("olena", "name_taken"), ("A", "name_length")] {
        let refused = anna.post(&house, "/api/account/openid/sign-up", json!({"name": name})).await;
        assert_eq!(refused.code(), code, "and another name can be chosen");
    }
    let named = anna.post(&house, "/api/account/openid/sign-up", json!({"name": "Anna"})).await;
    assert_eq!((named.status, &named.json()["account"]["name"]), (201, &json!("Anna")), "{}", named.text());
    assert_eq!(anna.tables(&house).await, [table]);
    assert_eq!(anna.cookie("bastide_errand"), None);
    assert_eq!(anna.post(&house, "/api/account/openid/sign-up", json!({"name": "Again"})).await.code(), "expired");
    let ways = anna.get(&house, "/api/account/ways").await.json();
    assert_eq!((&ways["password"], ways["passkeys"].as_array().unwrap().len()), (&json!(false), 0), "{ways}");
    assert_eq!(
        (&ways["links"][0]["issuer"], &ways["links"][0]["provider"]),
        (&json!(provider.issuer), &json!("example"))
    );

    let mut other = visitor(&house);
    assert_eq!(go(&mut other, &house, &provider, "sign_in", "anna-1").await, "claimed");
    assert_eq!(name_of(&mut other, &house).await, "Anna");
    assert_eq!(other.get(&house, "/api/account/sessions").await.json().as_array().unwrap().len(), 2);
    assert_eq!(go(&mut visitor(&house), &house, &provider, "sign_in", "anna-2").await, "new", "somebody else");
    assert_eq!(provider.discovered(), 1, "what it says of itself is remembered");
    provider.take_another_key();
    assert_eq!(
        go(&mut visitor(&house), &house, &provider, "sign_in", "anna-1").await,
        "bad_identity",
        "asked a moment ago"
    );

    let file = anna.get(&house, "/api/account/download").await.json();
    assert_eq!(
        (&file["ways"]["links"][0]["issuer"], &file["ways"]["links"][0]["subject"]),
        (&json!(provider.issuer), &json!("anna-1"))
    );
}

#[tokio::test]
async fn a_provider_is_attached_after_a_proof_proves_and_is_detached_unless_it_is_the_last_way() {
    let provider = TestProvider::open().await;
    let house = house_with(&provider).await;
    let (mut anna, mut borys) = (visitor(&house), visitor(&house));
    anna.sign_up(&house, "Anna", false).await;
    assert_eq!(leave(&mut anna, &house, "link").await.code(), "proof_needed");
    anna.post(&house, "/api/account/prove", json!({"password": PASSWORD})).await;
    assert_eq!(go(&mut anna, &house, &provider, "link", "anna-1").await, "linked");
    assert_eq!(go(&mut anna, &house, &provider, "link", "anna-2").await, "way_taken", "one of a provider");
    borys.sign_up(&house, "Borys", false).await;
    borys.post(&house, "/api/account/prove", json!({"password": PASSWORD})).await;
    assert_eq!(go(&mut borys, &house, &provider, "link", "anna-1").await, "way_taken", "another's");

    // In another session the provider proves, if it is who signs in to the account, and has let them in lately.
    let mut other = visitor(&house);
    assert_eq!(go(&mut other, &house, &provider, "sign_in", "anna-1").await, "claimed");
    let detach = json!({"issuer": provider.issuer});
    assert_eq!(other.post(&house, "/api/account/openid/detach", detach.clone()).await.code(), "proof_needed");
    assert_eq!(go(&mut other, &house, &provider, "prove", "anna-2").await, "bad_identity");
    for fault in [Fault::LongAgo, Fault::Before, Fault::NoTime] {
        provider.fault(fault);
        assert_eq!(go(&mut other, &house, &provider, "prove", "anna-1").await, "bad_identity", "{fault:?}");
    }
    provider.fault(Fault::None);
    let to = leave(&mut other, &house, "prove").await.json()["to"].as_str().unwrap().to_owned();
    assert!(to.contains("max_age=300") && to.contains("prompt=login"), "{to}");
    assert_eq!(other.post(&house, "/api/account/openid/detach", detach.clone()).await.code(), "proof_needed");
    assert_eq!(go(&mut other, &house, &provider, "prove", "anna-1").await, "proven");
    let left = other.post(&house, "/api/account/openid/detach", detach.clone()).await;
    assert_eq!((left.status, &left.json()["links"]), (200, &json!([])), "{}", left.text());
    assert_eq!(other.post(&house, "/api/account/openid/detach", detach.clone()).await.code(), "nothing_there");
    assert_eq!(go(&mut visitor(&house), &house, &provider, "sign_in", "anna-1").await, "new");

    // The only way stays until there is another; and it deletes.
    let mut olena = visitor(&house);
    go(&mut olena, &house, &provider, "sign_in", "olena").await;
    olena.post(&house, "/api/account/openid/sign-up", json!({"name": "Olena"})).await;
    assert_eq!(go(&mut olena, &house, &provider, "prove", "olena").await, "proven");
    assert_eq!(olena.post(&house, "/api/account/openid/detach", detach.clone()).await.code(), "last_way");
    assert_eq!(olena.post(&house, "/api/account/password", json!({"new": PASSWORD})).await.status, 200);
    assert_eq!(olena.post(&house, "/api/account/openid/detach", detach).await.status, 200);
    let mut viktor = visitor(&house);
    go(&mut viktor, &house, &provider, "sign_in", "viktor").await;
    viktor.post(&house, "/api/account/openid/sign-up", json!({"name": "Viktor"})).await;
    go(&mut viktor, &house, &provider, "prove", "viktor").await;
    assert_eq!(viktor.post(&house, "/api/account/delete", json!({})).await.status, 200);
    assert_eq!(go(&mut visitor(&house), &house, &provider, "sign_in", "viktor").await, "new", "nothing knows him");
}

#[tokio::test]
async fn identities_that_are_not_so_let_nobody_in() {
    let provider = TestProvider::open().await;
    let house = house_with(&provider).await;
    let mut anna = visitor(&house);
    go(&mut anna, &house, &provider, "sign_in", "anna").await;
    anna.post(&house, "/api/account/openid/sign-up", json!({"name": "Anna"})).await;
    use Fault::{Audience, Changed, Expired, Issuer, Key, Nonce, Unsigned};
    for fault in [Nonce, Audience, Issuer, Expired, Key, Changed, Unsigned] {
        provider.fault(fault);
        let mut stranger = visitor(&house);
        assert_eq!(go(&mut stranger, &house, &provider, "sign_in", "anna").await, "bad_identity", "{fault:?}");
        assert_eq!(name_of(&mut stranger, &house).await, Value::Null, "{fault:?}");
    }
    provider.fault(Fault::None);

    let mut stranger = visitor(&house);
    let to = |left: &Answer| left.json()["to"].as_str().unwrap().to_owned();
    // Another state; once more; in another browser; a code that the provider gave for another attempt; or none.
    let back = provider.let_in(&to(&leave(&mut stranger, &house, "sign_in").await), "anna");
    assert_eq!(come(&mut stranger, &house, &back.replace("state=", "state=x")).await, "bad_identity");
    assert_eq!(come(&mut stranger, &house, &back).await, "expired");
    let back = provider.let_in(&to(&leave(&mut stranger, &house, "sign_in").await), "anna");
    assert_eq!(come(&mut visitor(&house), &house, &back).await, "expired");
    let mut signed = stranger.clone();
    assert_eq!(come(&mut signed, &house, &back).await, "claimed");
    assert_eq!(come(&mut stranger, &house, &back).await, "expired", "replayed");
    let old = provider.let_in(&to(&leave(&mut stranger, &house, "sign_in").await), "anna");
    let new = provider.let_in(&to(&leave(&mut stranger, &house, "sign_in").await), "borys");
    let part = |back: &str, name: &str| back.split(['?', '&']).find(|part| part.starts_with(name)).unwrap().to_owned();
    let mixed = new.replace(&part(&new, "code="), &part(&old, "code="));
    assert_eq!(come(&mut stranger, &house, &mixed).await, "bad_identity");
    leave(&mut stranger, &house, "sign_in").await;
    assert_eq!(come(&mut stranger, &house, "/api/account/openid/back?error=access_denied&state=x").await, "declined");
    let back = provider.let_in(&to(&leave(&mut stranger, &house, "sign_in").await), "anna");
    let other = back.replace(&part(&back, "iss="), "iss=https%3A%2F%2Fother.example");
    assert_eq!(come(&mut stranger, &house, &other).await, "bad_identity", "another provider says so");
    assert_eq!(name_of(&mut stranger, &house).await, Value::Null);
}

#[tokio::test]
async fn a_provider_that_is_slow_or_says_too_much_is_told_and_nobody_else_waits() {
    let provider = TestProvider::open().await;
    let house = house_with(&provider).await;
    provider.fault(Fault::Endless);
    assert_eq!(leave(&mut visitor(&house), &house, "sign_in").await.code(), "provider_down");
    provider.fault(Fault::Silent);
    let began = std::time::Instant::now();
    let many = (0..12).map(|_| {
        let (mut browser, address) = (visitor(&house), house.address);
        tokio::spawn(async move {
            let body = json!({"provider": "example", "for": "sign_in"});
            browser.ask(address, "POST", "/api/account/openid/leave", &body).await.code()
        })
    });
    let many: Vec<_> = many.collect();
    let mut anna = visitor(&house);
    assert_eq!(anna.sign_up(&house, "Anna", false).await.status, 201);
    assert!(began.elapsed().as_secs() < 8, "an account is made meanwhile");
    let mut codes = Vec::new();
    for one in many {
        codes.push(one.await.unwrap());
    }
    let count = |code: &str| codes.iter().filter(|one| *one == code).count();
    // Those who waited for a place until the others gave up may have had none.
    assert!(count("provider_down") >= 8 && count("provider_down") + count("busy") == 12, "{codes:?}");
    assert!(began.elapsed().as_secs() < 40, "it has an end");
    provider.fault(Fault::None);
    assert_eq!(leave(&mut anna, &house, "sign_in").await.status, 200, "it is back");
    let body = json!({"provider": "other", "for": "sign_in"});
    assert_eq!(anna.post(&house, "/api/account/openid/leave", body).await.code(), "nothing_there");
    let mut evil = Browser { origin: Some("https://evil.example".into()), ..Browser::default() };
    assert_eq!(leave(&mut evil, &house, "sign_in").await.code(), "origin");
}
