//! Tests notifications (emails, password recovery and push messages) with a test mail server and a test push service.

use std::num::NonZeroU32;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::common::browsing::{Browser, PASSWORD};
use crate::common::{Client, TestServer, ask, human, new_table, open, without_delays};
use crate::mail::{Subscription, TestMailServer, TestPushService};
use serde_json::{Value, json};

const ANNA: &str = "anna@home.example";

/// Starts a server that sends emails through this mail server and push messages to any address.
async fn server(post: &TestMailServer) -> TestServer {
    TestServer::open_with(|config| settings(config, post)).await
}

pub fn settings(config: &mut server::Config, post: &TestMailServer) {
    without_delays(config);
    config.mail = post.settings();
    config.public_url = Some(server::PublicUrl::new("https://games.example").unwrap());
    config.push_private = true;
    config.deal_seed = Some(1);
}

pub async fn signed_up(server: &TestServer, name: &str) -> Browser {
    let mut browser = Browser::default();
    assert_eq!(browser.sign_up(server, name, false).await.status, 201);
    browser
}

async fn notices(browser: &mut Browser, server: &TestServer) -> Value {
    browser.get(server, "/api/account/notices").await.json()
}

async fn choose(browser: &mut Browser, server: &TestServer, mail: bool, push: bool, quiet: Value) -> Value {
    let choices = json!({"mail": mail, "push": push, "quiet": quiet, "zone": "UTC", "language": "en"});
    let answer = browser.post(server, "/api/account/notices", choices).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

async fn set_address(
    browser: &mut Browser,
    server: &TestServer,
    address: Value,
    password: &str,
) -> crate::common::Answer {
    let body = json!({"address": address, "password": password, "language": "en"});
    browser.post(server, "/api/account/notices/address", body).await
}

/// Follows the link from an email in a signed-out browser.
async fn follow(server: &TestServer, path: &str, secret: &str) -> crate::common::Answer {
    Browser::default().post(server, path, json!({"secret": secret})).await
}

/// Sets and confirms an account's address. `before` is the number of emails already received.
async fn confirmed(browser: &mut Browser, server: &TestServer, post: &TestMailServer, address: &str, before: usize) {
    assert_eq!(set_address(browser, server, address.into(), PASSWORD).await.status, 200);
    let letter = post.emails(before + 1).await.pop().unwrap();
    assert_eq!(follow(server, "/api/account/notices/confirm", &letter.secret("confirm")).await.status, 200);
}

pub async fn subscribed(
    browser: &mut Browser,
    server: &TestServer,
    pushes: &TestPushService,
    path: &str,
) -> Subscription {
    let device = Subscription::new(pushes, path);
    let added = browser.post(server, "/api/account/notices/devices", device.told()).await;
    assert_eq!(added.status, 200, "{}", added.text());
    choose(browser, server, false, true, Value::Null).await;
    device
}

/// Creates a correspondence game between two accounts; the first account begins.
pub async fn over_days(server: &TestServer, one: &mut Browser, other: &mut Browser) -> String {
    let mut asked = new_table(&[human("x"), open()]);
    asked["clock"] = json!({"type": "days", "days": 3});
    asked["setup"]["first_seat"] = json!(0);
    let made = one.post(server, "/api/tables", asked).await;
    assert_eq!(made.status, 200, "{}", made.text());
    let table = made.json()["table"].as_str().unwrap().to_owned();
    let joined = other.post(server, &format!("/api/tables/{table}/join"), json!({"seat": 1, "name": "x"})).await;
    assert_eq!(joined.status, 200, "{}", joined.text());
    table
}

/// Plays the first legal answers until it is another player's turn.
pub async fn play_turn(server: &TestServer, browser: &mut Browser, socket: &mut Client, table: &str, seat: u8) {
    let mut view = browser.get(server, &format!("/api/tables/{table}/view")).await.json();
    while view["decision"]["seat"] == json!(seat) {
        socket.answer_first(&view).await;
        view = socket.next_of("update").await["view"].take();
        view = socket.until_asked(view).await;
    }
}

fn count(server: &TestServer, rows: &str) -> i64 {
    server.number(&format!("SELECT count(*) FROM {rows}"))
}

/// Waits until this many rows exist.
pub async fn until(server: &TestServer, rows: &str, wanted: i64) {
    for _ in 0..600 {
        if count(server, rows) == wanted {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{} of {rows} instead of {wanted}", count(server, rows));
}

#[tokio::test]
async fn without_a_mail_server_email_is_not_offered() {
    let server = TestServer::open().await;
    let mut anna = signed_up(&server, "Anna").await;
    let told = notices(&mut anna, &server).await;
    assert_eq!((&told["mail_offered"], &told["address"]), (&json!(false), &Value::Null));
    assert_eq!(set_address(&mut anna, &server, ANNA.into(), PASSWORD).await.code(), "no_mail");
    let asked = anna.post(&server, "/api/account/recovery", json!({"who": "Anna"})).await;
    assert_eq!(asked.code(), "no_mail");
    assert_eq!(anna.get(&server, "/api/account").await.json()["mail"], false);
    assert_eq!(Browser::default().get(&server, "/api/account/notices").await.code(), "signed_out");
}

#[tokio::test]
async fn address_is_used_only_after_confirmation() {
    let post = TestMailServer::open().await;
    let server = server(&post).await;
    let mut anna = signed_up(&server, "Anna").await;
    assert_eq!(set_address(&mut anna, &server, ANNA.into(), "another word").await.code(), "wrong_password");
    assert_eq!(set_address(&mut anna, &server, "anna".into(), PASSWORD).await.code(), "bad_address");
    let told = set_address(&mut anna, &server, " Anna@Home.example ".into(), PASSWORD).await.json();
    assert_eq!((&told["address"], &told["waiting"]), (&Value::Null, &json!("Anna@Home.example")));

    let letter = post.emails(1).await.pop().unwrap();
    assert_eq!(letter.to, "Anna@Home.example");
    let header = |name: &str| letter.header(name).unwrap_or_else(|| panic!("{name}: {}", letter.head));
    assert_eq!(
        (header("Subject"), header("Auto-Submitted")),
        ("Confirm your email address".into(), "auto-generated".into())
    );
    assert!(
        header("Content-Type").starts_with("text/plain; charset=utf-8") && header("From").contains("b@games.example")
    );
    assert!(header("Message-ID").ends_with("@games.example>") && !header("Date").is_empty());
    assert_eq!(header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    assert!(header("List-Unsubscribe").starts_with("<https://games.example/api/unsubscribe/"));
    let secret = letter.secret("confirm");
    assert!(letter.text.contains(&format!("https://games.example/confirm#{secret}\n")), "{}", letter.text);
    for kept in std::fs::read_dir(server.folder.path()).unwrap() {
        let bytes = std::fs::read(kept.unwrap().path()).unwrap();
        assert!(
            !bytes.windows(secret.len()).any(|part| part == secret.as_bytes()),
            "only hashes of secrets are stored"
        );
    }

    assert_eq!(follow(&server, "/api/account/notices/confirm", &"a".repeat(26)).await.code(), "no_link");
    let done = follow(&server, "/api/account/notices/confirm", &secret).await;
    assert_eq!(done.json(), json!({"address": "Anna@Home.example"}));
    assert_eq!(follow(&server, "/api/account/notices/confirm", &secret).await.code(), "no_link", "once");
    assert_eq!(notices(&mut anna, &server).await["address"], "Anna@Home.example");

    // A new address waits for confirmation while the old one stays in use; an expired link does nothing.
    set_address(&mut anna, &server, "other@home.example".into(), PASSWORD).await;
    let letter = post.emails(2).await.pop().unwrap();
    let told = notices(&mut anna, &server).await;
    assert_eq!((&told["address"], &told["waiting"]), (&json!("Anna@Home.example"), &json!("other@home.example")));
    until(&server, "outbox", 0).await;
    assert!(server.write(&format!("UPDATE mail_links SET expires = {}", server::storage::now())));
    assert_eq!(follow(&server, "/api/account/notices/confirm", &letter.secret("confirm")).await.code(), "no_link");
    // The recipient of a confirmation that they did not request can remove the address.
    let no = letter.secret("unsubscribe");
    assert_eq!(follow(&server, &format!("/api/unsubscribe/{no}"), "").await.json()["address"], "other@home.example");
    assert_eq!(notices(&mut anna, &server).await["waiting"], Value::Null);
    assert_eq!(set_address(&mut anna, &server, Value::Null, "another word").await.code(), "wrong_password");
    assert_eq!(set_address(&mut anna, &server, Value::Null, PASSWORD).await.json()["address"], Value::Null);
    assert_eq!((count(&server, "mail_addresses"), count(&server, "mail_links")), (0, 0));
}

#[tokio::test]
async fn password_reset_works_once_and_reveals_no_accounts() {
    let post = TestMailServer::open().await;
    let server = server(&post).await;
    let (mut anna, mut other) = (signed_up(&server, "Anna").await, Browser::default());
    confirmed(&mut anna, &server, &post, ANNA, 0).await;
    signed_up(&server, "Borys").await;
    other.sign_in(&server, "Anna", PASSWORD).await;
    let forgotten = async |who: &str| {
        let answer = Browser::default().post(&server, "/api/account/recovery", json!({"who": who})).await;
        (answer.status, answer.text())
    };
    // Recovery is requested by name, by address, for an unknown account, and for an account without an address.
    let answers = [
        forgotten("aNNa").await,
        forgotten("nobody@home.example").await,
        forgotten("Nobody").await,
        forgotten("Borys").await,
    ];
    assert!(answers.iter().all(|answer| *answer == (202, String::new())), "{answers:?}");
    let first = post.emails(2).await.pop().unwrap();
    assert_eq!((first.to.as_str(), first.header("Subject").unwrap()), (ANNA, "Reset the password for Anna".to_owned()));
    assert_eq!((post.count_after_pause().await, count(&server, "recovery_asks")), (2, 0));
    forgotten(" ANNA@home.example ").await;
    let second = post.emails(3).await.pop().unwrap();

    let (first, second) = (first.secret("recover"), second.secret("recover"));
    assert_eq!(follow(&server, "/api/account/recovery/look", &first).await.json(), json!({"name": "Anna"}));
    // The link is valid for an hour.
    let lasts = server.number("SELECT max(expires) FROM mail_links");
    let left = lasts - SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64;
    assert!((3_500_000..=3_600_000).contains(&left), "{left}");
    let mut browser = Browser::default();
    let mut set = async |secret: &str, password: &str| {
        browser.post(&server, "/api/account/recovery/password", json!({"secret": secret, "password": password})).await
    };
    assert_eq!(set(&first, "short").await.code(), "password_short");
    let done = set(&first, "a new one entirely").await;
    assert_eq!((done.status, &done.json()["account"]["name"]), (200, &json!("Anna")), "{}", done.text());
    // Setting the new password invalidates all links and the old password, and ends all other sessions.
    for used in [&first, &second] {
        assert_eq!(set(used, "yet another one").await.code(), "no_link");
        assert_eq!(follow(&server, "/api/account/recovery/look", used).await.code(), "no_link");
    }
    for ended in [&mut anna, &mut other] {
        assert_eq!(ended.get(&server, "/api/account").await.json()["account"], Value::Null);
    }
    assert_eq!(Browser::default().sign_in(&server, "Anna", PASSWORD).await.code(), "wrong_password");
    assert_eq!(Browser::default().sign_in(&server, "Anna", "a new one entirely").await.status, 200);
    assert_eq!(post.emails(4).await.pop().unwrap().header("Subject").unwrap(), "Your password was changed");
    // An expired link does nothing.
    forgotten("Anna").await;
    let late = post.emails(5).await.pop().unwrap().secret("recover");
    until(&server, "outbox", 0).await;
    assert!(server.write(&format!("UPDATE mail_links SET expires = {}", server::storage::now())));
    assert_eq!(set(&late, "yet another one").await.code(), "no_link");
}

#[tokio::test]
async fn sign_in_changes_are_emailed_also_to_the_old_address() {
    let post = TestMailServer::open().await;
    let server = server(&post).await;
    let mut anna = signed_up(&server, "Anna").await;
    // Without an address, no email is sent.
    let change = json!({"old": PASSWORD, "new": "a new one entirely"});
    assert_eq!(anna.post(&server, "/api/account/password", change).await.status, 200);
    assert_eq!(count(&server, "outbox"), 0);
    let change = json!({"old": "a new one entirely", "new": PASSWORD});
    assert_eq!(anna.post(&server, "/api/account/password", change.clone()).await.status, 200);
    confirmed(&mut anna, &server, &post, ANNA, 0).await;
    let change = json!({"old": PASSWORD, "new": "a new one entirely"});
    assert_eq!(anna.post(&server, "/api/account/password", change).await.status, 200);
    let letter = post.emails(2).await.pop().unwrap();
    assert_eq!((letter.to.as_str(), letter.header("Subject").unwrap()), (ANNA, "Your password was changed".to_owned()));
    assert!(letter.text.contains("https://games.example/account"), "{}", letter.text);
    assert_eq!(letter.header("List-Unsubscribe"), None, "an attacker can't unsubscribe from these");
    let change = json!({"old": "a new one entirely", "new": PASSWORD});
    assert_eq!(anna.post(&server, "/api/account/password", change).await.status, 200);
    post.emails(3).await;

    // When the address changes, both the old and the new address are notified.
    confirmed(&mut anna, &server, &post, "other@home.example", 3).await;
    let told = post.emails(6).await.split_off(4);
    let mut to: Vec<&str> = told.iter().map(|letter| letter.to.as_str()).collect();
    to.sort_unstable();
    assert_eq!(to, [ANNA, "other@home.example"]);
    for letter in &told {
        assert_eq!(letter.header("Subject").unwrap(), "Your email address was changed");
    }
    // A removed address is notified too.
    assert_eq!(set_address(&mut anna, &server, Value::Null, PASSWORD).await.status, 200);
    let letter = post.emails(7).await.pop().unwrap();
    assert_eq!(letter.to, "other@home.example");
    until(&server, "outbox", 0).await;
}

#[tokio::test]
async fn bounced_address_gets_no_mail_until_entered_again() {
    let post = TestMailServer::open().await;
    let server = server(&post).await;
    let mut anna = signed_up(&server, "Anna").await;
    confirmed(&mut anna, &server, &post, ANNA, 0).await;
    assert_eq!(notices(&mut anna, &server).await["bounced"], false);
    post.reject_address(ANNA);
    let change = |old: &str, new: &str| json!({"old": old, "new": new});
    let password = "/api/account/password";
    assert_eq!(anna.post(&server, password, change(PASSWORD, "a new one entirely")).await.status, 200);
    until(&server, "mail_addresses WHERE bounced IS NOT NULL", 1).await;
    until(&server, "outbox", 0).await;
    let told = notices(&mut anna, &server).await;
    assert_eq!((&told["address"], &told["bounced"]), (&json!(ANNA), &json!(true)));
    // The mail server accepts emails again, but nothing is sent to this address, neither after changes nor when strangers request a reset.
    post.reject_address("");
    assert_eq!(anna.post(&server, password, change("a new one entirely", PASSWORD)).await.status, 200);
    let asked = Browser::default().post(&server, "/api/account/recovery", json!({"who": "Anna"})).await;
    assert_eq!(asked.status, 202);
    assert_eq!((post.count_after_pause().await, count(&server, "outbox")), (1, 0));

    // The owner enters the address again.
    confirmed(&mut anna, &server, &post, ANNA, 1).await;
    assert_eq!(notices(&mut anna, &server).await["bounced"], false);
    assert_eq!(anna.post(&server, password, change(PASSWORD, "a new one entirely")).await.status, 200);
    post.emails(3).await;
    // The operator marks the address after a late bounce.
    assert_eq!(server.admin_database(|database| database.mark_bounced(" Anna@Home.example ").unwrap()), 1);
    assert_eq!(notices(&mut anna, &server).await["bounced"], true);
    assert_eq!(server.admin_database(|database| database.mark_bounced("nobody@home.example").unwrap()), 0);

    // An unconfirmed address that bounces is reported.
    post.reject_address("typo@home.example");
    assert_eq!(set_address(&mut anna, &server, "typo@home.example".into(), "a new one entirely").await.status, 200);
    until(&server, "mail_addresses WHERE bounced IS NOT NULL AND NOT confirmed", 1).await;
    assert_eq!(notices(&mut anna, &server).await["waiting_bounced"], true);
}

#[tokio::test]
async fn added_and_removed_passkeys_are_emailed() {
    let post = TestMailServer::open().await;
    let server = server(&post).await;
    let mut anna = crate::sign_in::visitor(&server);
    assert_eq!(anna.sign_up(&server, "Anna", false).await.status, 201);
    confirmed(&mut anna, &server, &post, ANNA, 0).await;
    assert_eq!(anna.post(&server, "/api/account/prove", json!({"password": PASSWORD})).await.status, 200);
    let (_, added) = crate::sign_in::add(&mut anna, &server, 1).await;
    let subject = post.emails(2).await.pop().unwrap().header("Subject").unwrap();
    assert_eq!(subject, "A passkey was added");
    let id = &added.json()["passkeys"][0]["id"];
    let removed = anna.post(&server, "/api/account/passkeys/remove", json!({"passkey": id})).await;
    assert_eq!(removed.status, 200, "{}", removed.text());
    let subject = post.emails(3).await.pop().unwrap().header("Subject").unwrap();
    assert_eq!(subject, "A passkey was removed");
}

#[tokio::test]
async fn emails_use_the_accounts_language() {
    let post = TestMailServer::open().await;
    let server = server(&post).await;
    let mut anna = signed_up(&server, "Ганна").await;
    let choices = json!({"mail": false, "push": false, "quiet": null, "zone": "Europe/Kyiv", "language": "uk"});
    assert_eq!(anna.post(&server, "/api/account/notices", choices).await.status, 200);
    set_address(&mut anna, &server, ANNA.into(), PASSWORD).await;
    let letter = post.emails(1).await.pop().unwrap();
    assert!(letter.text.starts_with("Вітаємо, Ганна!\n\nЩоб отримувати листи від Bastide"), "{}", letter.text);
    let subject = letter.header("Subject").unwrap();
    assert!(subject.starts_with("=?utf-8?") && letter.header("Content-Language").unwrap() == "uk", "{subject}");
    for wrong in [
        json!({"mail": false, "push": false, "quiet": null, "zone": "Europe/Atlantis", "language": "uk"}),
        json!({"mail": false, "push": false, "quiet": {"from": 0, "to": 1440}, "zone": "UTC", "language": "uk"}),
    ] {
        assert_eq!(anna.post(&server, "/api/account/notices", wrong).await.code(), "bad_range");
    }
    let unknown = json!({"mail": false, "push": false, "quiet": null, "zone": "UTC", "language": "tlh"});
    assert_eq!(anna.post(&server, "/api/account/notices", unknown).await.code(), "bad_message");
}

#[tokio::test]
async fn unsent_mail_is_sent_once_after_a_restart() {
    let (closed, post) = (TestMailServer::open().await, TestMailServer::open().await);
    closed.refuse(true);
    let server = server(&closed).await;
    // The next server takes over a copy of the database file.
    if !server.uses_sqlite_file() {
        return;
    }
    let mut anna = signed_up(&server, "Anna").await;
    assert_eq!(set_address(&mut anna, &server, ANNA.into(), PASSWORD).await.status, 200);
    until(&server, "outbox WHERE tries > 0", 1).await;
    Browser::default().post(&server, "/api/account/recovery", json!({"who": "Nobody"})).await;
    // The copy has the state that a killed server would leave on disk.
    let left = tempfile::tempdir().unwrap();
    let copy = left.path().join("bastide.sqlite");
    assert!(server.write(&format!("VACUUM INTO '{}'", copy.display())));
    let next = TestServer::open_in(left, |config| settings(config, &post)).await;
    let letter = post.emails(1).await.pop().unwrap();
    assert_eq!(follow(&next, "/api/account/notices/confirm", &letter.secret("confirm")).await.status, 200);
    assert_eq!((post.count_after_pause().await, count(&next, "outbox")), (1, 0));
    // The first server retries without a restart once its mail server accepts mail.
    closed.refuse(false);
    let letter = closed.emails(1).await.pop().unwrap();
    assert_eq!(follow(&server, "/api/account/notices/confirm", &letter.secret("confirm")).await.status, 200);
    // The server gives up on emails that have failed for a day.
    closed.refuse(true);
    set_address(&mut anna, &server, "other@home.example".into(), PASSWORD).await;
    until(&server, "outbox WHERE tries > 0", 1).await;
    assert!(server.write("UPDATE outbox SET created = created - 86400000 - 1, due = 0"));
    until(&server, "outbox", 0).await;
    closed.refuse(false);
    assert_eq!(closed.count_after_pause().await, 1);
}

#[tokio::test]
async fn turn_is_notified_once_per_channel_unless_watching() {
    let (post, pushes) = (TestMailServer::open().await, TestPushService::open().await);
    let mut server = server(&post).await;
    let (mut anna, mut borys) = (signed_up(&server, "Anna").await, signed_up(&server, "Borys").await);
    let annas = subscribed(&mut anna, &server, &pushes, "anna").await;
    confirmed(&mut borys, &server, &post, "borys@home.example", 0).await;
    let boryss = subscribed(&mut borys, &server, &pushes, "borys-1").await;
    choose(&mut borys, &server, true, true, Value::Null).await;
    let table = over_days(&server, &mut anna, &mut borys).await;
    let first = pushes.pushes(1).await.pop().unwrap();
    let told = annas.read(&first);
    assert_eq!(
        (first.path.as_str(), &told["path"], &told["tag"]),
        ("/anna", &json!(format!("/t/{table}")), &json!(table))
    );
    assert_eq!((&told["title"], &told["body"]), (&json!("Your turn"), &json!("Other player: Borys")));
    assert_eq!((first.header("content-encoding"), first.header("topic")), (Some("aes128gcm"), Some(table.as_str())));
    let key = notices(&mut anna, &server).await["push_key"].as_str().unwrap().to_owned();
    let signed = first.header("authorization").unwrap();
    assert!(signed.starts_with("vapid t=") && signed.ends_with(&format!(", k={key}")), "{signed}");

    // Anna's turn has several decisions; when it ends, Borys is notified once per channel.
    let (mut socket, _) = anna.sit(&server, &table).await;
    play_turn(&server, &mut anna, &mut socket, &table, 0).await;
    let second = pushes.pushes(2).await.pop().unwrap();
    assert_eq!((second.path.as_str(), &boryss.read(&second)["body"]), ("/borys-1", &json!("Other player: Anna")));
    let letter = post.emails(2).await.pop().unwrap();
    assert!(letter.text.contains(&format!("https://games.example/t/{table}\n")), "{}", letter.text);
    assert!(letter.text.contains("Other player: Anna.\nEach player has 3 days per turn.\n"), "{}", letter.text);
    assert_eq!((pushes.count_after_pause().await, post.count_after_pause().await, count(&server, "outbox")), (2, 2, 0));

    // After a restart, the server has the same key and does not send any notification twice.
    drop(socket);
    server = server.reopen_with(|config| settings(config, &post)).await;
    assert_eq!(notices(&mut anna, &server).await["push_key"], key.as_str());
    assert_eq!((pushes.count_after_pause().await, post.count_after_pause().await), (2, 2));

    // Anna is watching when it is her turn again, so she gets no notification, not even after she leaves.
    let (watching, _) = anna.sit(&server, &table).await;
    let (mut socket, _) = borys.sit(&server, &table).await;
    play_turn(&server, &mut borys, &mut socket, &table, 1).await;
    assert_eq!(pushes.count_after_pause().await, 2);
    drop(watching);
    assert_eq!((pushes.count_after_pause().await, count(&server, "outbox")), (2, 0));
}

#[tokio::test]
async fn paused_game_sends_no_notifications_until_it_is_resumed() {
    let (post, pushes) = (TestMailServer::open().await, TestPushService::open().await);
    let server = server(&post).await;
    let (mut anna, mut borys) = (signed_up(&server, "Anna").await, signed_up(&server, "Borys").await);
    subscribed(&mut anna, &server, &pushes, "anna").await;
    let table = over_days(&server, &mut anna, &mut borys).await;
    pushes.pushes(1).await;
    let ((mut hers, _), (mut his, _)) = (anna.sit(&server, &table).await, borys.sit(&server, &table).await);
    his.send(&json!({"type": "pause", "seat": 1})).await;
    while hers.next_of("table").await["table"]["offer"].is_null() {}
    hers.send(&json!({"type": "consent", "agree": true, "kind": "pause"})).await;
    while his.next_of("table").await["table"]["paused"] == false {}
    drop(hers);
    let (_events, hello) = anna.listen(server.address).await;
    assert_eq!(hello["asked"], json!([]), "no one has to act");
    assert_eq!((pushes.count_after_pause().await, count(&server, "outbox")), (1, 0));
    his.send(&json!({"type": "resume", "seat": 1})).await;
    pushes.pushes(2).await;
}

#[tokio::test]
async fn quiet_hours_delay_a_notification_and_playing_drops_it() {
    let (post, pushes) = (TestMailServer::open().await, TestPushService::open().await);
    let server = server(&post).await;
    let (mut anna, mut borys) = (signed_up(&server, "Anna").await, signed_up(&server, "Borys").await);
    subscribed(&mut anna, &server, &pushes, "anna").await;
    let minutes = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() / 60 % 1440;
    let quiet = json!({"from": (minutes + 1380) % 1440, "to": (minutes + 120) % 1440});
    choose(&mut anna, &server, false, true, quiet.clone()).await;
    let table = over_days(&server, &mut anna, &mut borys).await;
    assert_eq!(pushes.count_after_pause().await, 0);
    let wait = "SELECT (due - created) / 60000 FROM outbox";
    let wait = server.number(wait);
    assert!((117..=121).contains(&wait), "it waits until they end, {wait} minutes");
    // Anna ends the quiet hours by turning them off.
    choose(&mut anna, &server, false, true, Value::Null).await;
    assert_eq!(pushes.pushes(1).await.len(), 1);
    // Anna plays the next turn before the quiet hours end.
    let (mut hers, _) = anna.sit(&server, &table).await;
    play_turn(&server, &mut anna, &mut hers, &table, 0).await;
    drop(hers);
    choose(&mut anna, &server, false, true, quiet).await;
    let (mut his, _) = borys.sit(&server, &table).await;
    play_turn(&server, &mut borys, &mut his, &table, 1).await;
    assert_eq!((pushes.count_after_pause().await, count(&server, "outbox")), (1, 1));
    let (mut hers, _) = anna.sit(&server, &table).await;
    play_turn(&server, &mut anna, &mut hers, &table, 0).await;
    drop(hers);
    assert_eq!(count(&server, "outbox"), 0, "the answer that ends the turn deletes it");
    choose(&mut anna, &server, false, true, Value::Null).await;
    assert_eq!(pushes.count_after_pause().await, 1);
}

#[tokio::test]
async fn absent_player_is_notified_of_a_challenge() {
    let (post, pushes) = (TestMailServer::open().await, TestPushService::open().await);
    let server = server(&post).await;
    let (mut anna, mut borys) = (signed_up(&server, "Anna").await, signed_up(&server, "Borys").await);
    let device = subscribed(&mut borys, &server, &pushes, "borys").await;
    let body = json!({"to": ["Borys"], "table": new_table(&[human("x"), open()])});
    let made = anna.post(&server, "/api/challenges", body).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let told = device.read(&pushes.pushes(1).await[0]);
    assert_eq!((&told["title"], &told["path"]), (&json!("New challenge"), &json!("/lobby")));
    assert_eq!(told["body"], "Anna challenged you to a game.");
    assert_eq!((pushes.count_after_pause().await, count(&server, "outbox")), (1, 0));
}

#[tokio::test]
async fn devices_are_removed_when_gone_too_many_or_signed_out() {
    let (post, pushes) = (TestMailServer::open().await, TestPushService::open().await);
    let server = server(&post).await;
    let (mut anna, mut borys) = (signed_up(&server, "Anna").await, signed_up(&server, "Borys").await);
    subscribed(&mut anna, &server, &pushes, "anna").await;
    pushes.answer(500);
    over_days(&server, &mut anna, &mut borys).await;
    pushes.pushes(1).await;
    pushes.answer(410);
    // After a retry, the device is removed together with its pending push messages.
    until(&server, "push_devices", 0).await;
    assert_eq!((pushes.count_after_pause().await, count(&server, "outbox")), (2, 0));
    assert_eq!(notices(&mut anna, &server).await["devices"], json!([]));

    // An account has one device per browser and at most ten in total; none outlives its session.
    pushes.answer(201);
    for number in 0..3 {
        let device = Subscription::new(&pushes, &format!("again-{number}"));
        let added = anna.post(&server, "/api/account/notices/devices", device.told()).await.json();
        assert_eq!(added["devices"].as_array().unwrap().len(), 1);
        assert_eq!(added["devices"][0]["endpoint"], device.endpoint.as_str());
    }
    let mut others = Vec::new();
    for number in 0..12 {
        let mut browser = Browser::default();
        browser.sign_in(&server, "Anna", PASSWORD).await;
        let device = Subscription::new(&pushes, &format!("other-{number}")).told();
        assert_eq!(browser.post(&server, "/api/account/notices/devices", device).await.status, 200);
        others.push(browser);
    }
    let told = notices(&mut anna, &server).await["devices"].take();
    assert_eq!(told.as_array().unwrap().len(), 10);
    let last = others.last_mut().unwrap();
    last.post(&server, "/api/account/sign-out", json!({})).await;
    let left = notices(&mut anna, &server).await["devices"].take();
    assert_eq!(left.as_array().unwrap().len(), 9, "a signed-out browser gets no pushes");
    let one = json!({"device": left[0]["id"]});
    assert_eq!(borys.post(&server, "/api/account/notices/devices/end", one.clone()).await.code(), "bad_range");
    let told = anna.post(&server, "/api/account/notices/devices/end", one).await.json();
    assert_eq!(told["devices"].as_array().unwrap().len(), 8);
    // In a browser where another account signs in, only that account gets notifications.
    let shared = Subscription::new(&pushes, "other-5").told();
    let told = borys.post(&server, "/api/account/notices/devices", shared).await.json();
    assert_eq!(told["devices"].as_array().unwrap().len(), 1);
    assert_eq!(notices(&mut anna, &server).await["devices"].as_array().unwrap().len(), 7);
}

#[tokio::test]
async fn pushes_are_not_sent_to_private_addresses() {
    let pushes = TestPushService::open().await;
    let server = TestServer::open_with(|config| {
        without_delays(config);
        config.deal_seed = Some(1);
    });
    let server = server.await;
    let (mut anna, mut borys) = (signed_up(&server, "Anna").await, signed_up(&server, "Borys").await);
    let device = Subscription::new(&pushes, "anna").told();
    let long = format!("https://push.example.com/{}", "a".repeat(2000));
    let inner = format!("https://localhost:{}/anna", pushes.address.port());
    let plain = format!("http://{}/anna", pushes.address);
    for endpoint in [plain.as_str(), "http://push.example.com/", "https://10.0.0.1/", long.as_str(), inner.as_str()] {
        let mut wrong = device.clone();
        wrong["endpoint"] = endpoint.into();
        let refused = anna.post(&server, "/api/account/notices/devices", wrong).await;
        assert_eq!((refused.status, refused.code().as_str()), (422, "bad_device"), "{endpoint}");
    }
    for (field, wrong) in [("p256dh", "AAAA"), ("auth", "AAAA"), ("p256dh", "not base64!")] {
        let mut spoilt = device.clone();
        spoilt["endpoint"] = json!("https://push.example.com/anna");
        spoilt[field] = wrong.into();
        assert_eq!(anna.post(&server, "/api/account/notices/devices", spoilt).await.code(), "bad_device", "{field}");
    }
    // A private endpoint is not contacted even if it got into the database some other way.
    let mut good = device.clone();
    good["endpoint"] = json!("https://push.example.com/anna");
    assert_eq!(anna.post(&server, "/api/account/notices/devices", good).await.status, 200);
    choose(&mut anna, &server, false, true, Value::Null).await;
    assert!(server.write(&format!("UPDATE push_devices SET endpoint = '{inner}'")));
    over_days(&server, &mut anna, &mut borys).await;
    until(&server, "push_devices", 0).await;
    assert_eq!(pushes.count_after_pause().await, 0);
}

#[tokio::test]
async fn one_click_unsubscribe_needs_no_sign_in() {
    let post = TestMailServer::open().await;
    let server = server(&post).await;
    let mut anna = signed_up(&server, "Anna").await;
    confirmed(&mut anna, &server, &post, ANNA, 0).await;
    choose(&mut anna, &server, true, false, Value::Null).await;
    let mut borys = signed_up(&server, "Borys").await;
    over_days(&server, &mut anna, &mut borys).await;
    let letter = post.emails(2).await.pop().unwrap();
    let header = letter.header("List-Unsubscribe").unwrap();
    let path = header.trim_matches(['<', '>']).strip_prefix("https://games.example").unwrap();
    // Mail scanners open links; this must not unsubscribe the account.
    let page = ask(server.address, "GET", path, &[], "").await;
    assert_eq!(
        (page.status, page.header("location")),
        (303, Some(format!("/unsubscribe#{}", letter.secret("unsubscribe")).as_str()))
    );
    assert_eq!(notices(&mut anna, &server).await["choices"]["mail"], true);
    let form = ["Content-Type: application/x-www-form-urlencoded"];
    let ended = ask(server.address, "POST", path, &form, "List-Unsubscribe=One-Click").await;
    assert_eq!((ended.status, ended.json()), (200, json!({"address": ANNA})));
    let told = notices(&mut anna, &server).await;
    assert_eq!((&told["choices"]["mail"], &told["address"]), (&json!(false), &json!(ANNA)));
    let unknown = format!("/api/unsubscribe/{}", "a".repeat(26));
    assert_eq!(ask(server.address, "POST", &unknown, &form, "").await.code(), "no_link");
}

#[tokio::test]
async fn emails_per_account_and_address_are_limited() {
    let post = TestMailServer::open().await;
    let set = |config: &mut server::Config| {
        settings(config, &post);
        config.limit_factor = NonZeroU32::MIN;
    };
    let server = TestServer::open_with(set).await;
    let mut anna = signed_up(&server, "Anna").await;
    let mut codes = Vec::new();
    for number in 0..7 {
        let answer = set_address(&mut anna, &server, format!("a{number}@home.example").into(), PASSWORD).await;
        codes.push(if answer.status == 200 { "ok".to_owned() } else { answer.code() });
    }
    assert_eq!(codes[..5], ["ok"; 5]);
    assert_eq!(codes[5..], ["too_fast"; 2], "one account");
    let mut others = Vec::new();
    for name in ["Borys", "Vira"] {
        let mut browser = signed_up(&server, name).await;
        others.push(set_address(&mut browser, &server, "a0@home.example".into(), PASSWORD).await.status);
    }
    assert_eq!(others, [200, 200], "others have their own limit");
    // Requests are counted per client address, whichever account they name, and reveal nothing about the account.
    let server = TestServer::open_with(set).await;
    let mut asks = Vec::new();
    for _ in 0..12 {
        asks.push(Browser::default().post(&server, "/api/account/recovery", json!({"who": "Nobody"})).await.status);
    }
    assert_eq!((&asks[..10], &asks[10..]), (&[202; 10][..], &[429; 2][..]));
}

#[tokio::test]
async fn password_reset_emails_per_account_are_limited() {
    let post = TestMailServer::open().await;
    let server = TestServer::open_with(|config| {
        settings(config, &post);
        config.limit_factor = NonZeroU32::MIN;
    });
    let server = server.await;
    let mut anna = signed_up(&server, "Anna").await;
    confirmed(&mut anna, &server, &post, ANNA, 0).await;
    // One of the five emails was the address confirmation.
    for emails in 2..=7 {
        let asked = Browser::default().post(&server, "/api/account/recovery", json!({"who": "Anna"})).await;
        assert_eq!((asked.status, asked.text()), (202, String::new()));
        until(&server, "recovery_asks", 0).await;
        post.emails(emails.min(5)).await;
    }
    assert_eq!(post.count_after_pause().await, 5);
}

#[tokio::test]
async fn notification_data_is_exported_and_deleted_with_the_account() {
    let (post, pushes) = (TestMailServer::open().await, TestPushService::open().await);
    let server = server(&post).await;
    let mut anna = signed_up(&server, "Anna").await;
    confirmed(&mut anna, &server, &post, ANNA, 0).await;
    let device = subscribed(&mut anna, &server, &pushes, "anna").await;
    choose(&mut anna, &server, true, true, json!({"from": 0, "to": 1439})).await;
    let mut borys = signed_up(&server, "Borys").await;
    over_days(&server, &mut anna, &mut borys).await;
    post.refuse(true);
    set_address(&mut anna, &server, "other@home.example".into(), PASSWORD).await;
    until(&server, "mail_links", 1).await;
    let told = anna.get(&server, "/api/account/download").await.json()["notices"].take();
    assert_eq!((&told["address"], &told["waiting"]), (&json!(ANNA), &json!("other@home.example")));
    assert_eq!(
        told["choices"],
        json!({"mail": true, "push": true, "quiet": {"from": 0, "to": 1439}, "zone": "UTC", "language": "en"})
    );
    assert_eq!(told["devices"][0]["endpoint"], device.endpoint.as_str());
    assert!(
        told["outbox"].as_array().unwrap().iter().any(|one| one["kind"] == "confirm" && one["mail"] == true),
        "{told}"
    );
    let deleted = anna.post(&server, "/api/account/delete", json!({"password": PASSWORD})).await;
    assert_eq!(deleted.status, 200, "{}", deleted.text());
    for rows in ["notice_choices", "mail_addresses", "mail_links", "push_devices", "outbox"] {
        assert_eq!(count(&server, rows), 0, "{rows}");
    }
}

#[tokio::test]
async fn ratings_reset_is_emailed() {
    let post = TestMailServer::open().await;
    let server = server(&post).await;
    let mut anna = signed_up(&server, "Anna").await;
    confirmed(&mut anna, &server, &post, ANNA, 0).await;
    let reset = server::admin::AdminAction::ResetRatings { name: "Anna".into() };
    server.admin_database(|database| database.act(reset, "a second account", None)).unwrap();
    let letter = post.emails(2).await.pop().unwrap();
    assert_eq!((letter.to.as_str(), letter.header("Subject").as_deref()), (ANNA, Some("Your ratings were reset")));
    assert!(letter.text.contains("https://games.example/account\n"), "{}", letter.text);
}
