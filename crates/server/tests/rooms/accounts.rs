//! End-to-end tests of accounts: creating and claiming them, signing in and out, and deleting them.

use std::num::NonZeroU32;
use std::slice;

use crate::common::browsing::{Browser, PASSWORD};
use crate::common::{TestServer, ask, bot, get, human, new_table, open};
use serde_json::{Value, json};

#[tokio::test]
async fn claimed_guest_tables_appear_on_another_device() {
    let server = TestServer::open().await;
    let mut guest = Browser::default();
    let table = guest.make(&server, &[human("Anka"), human("Borys")]).await;
    let before = guest.clone();
    let passkeys = cfg!(feature = "online");
    let known = json!({"account": null, "unclaimed": 1, "mail": false, "registration": true, "passkeys": passkeys});
    assert_eq!(guest.get(&server, "/api/account").await.json(), known);

    let made = guest.sign_up(&server, "Anna", true).await;
    assert_eq!(made.status, 201, "{}", made.text());
    assert_eq!(made.json()["account"]["name"], "Anna");
    assert_eq!(made.json()["unclaimed"], 0);
    assert_eq!(guest.tables(&server).await, slice::from_ref(&table));
    assert_eq!(guest.sit(&server, &table).await.1, json!([0, 1]));
    assert_ne!(guest.cookie("bastide"), before.cookie("bastide"), "the old cookie belongs to the account");

    let mut other = Browser::default();
    assert_eq!(other.tables(&server).await, [""; 0]);
    let came = other.sign_in(&server, "aNNa", PASSWORD).await;
    assert_eq!((came.status, &came.json()["account"]["name"]), (200, &json!("Anna")), "{}", came.text());
    assert_eq!(other.tables(&server).await, slice::from_ref(&table));
    assert_eq!(other.sit(&server, &table).await.1, json!([0, 1]));
    // Tables created in one browser are visible in the other.
    let second = other.make(&server, &[human("whoever"), bot()]).await;
    assert_eq!(guest.tables(&server).await.len(), 2);
    assert_eq!(guest.sit(&server, &second).await.1, json!([0]));
    let seats = get(server.address, &format!("/api/tables/{second}")).await.json()["seats"].take();
    assert_eq!(seats[0]["name"], "Anna", "a signed-in player sits under the account's name");

    // After signing out, the browser can't open any of the account's tables.
    assert_eq!(other.post(&server, "/api/account/sign-out", json!({})).await.status, 200);
    assert_eq!(other.cookie("bastide_session"), None);
    assert_eq!(other.tables(&server).await, [""; 0]);
    assert_eq!(other.sit(&server, &table).await.1, json!([]));

    // Everything survives a restart.
    let server = server.reopen().await;
    assert_eq!(guest.tables(&server).await.len(), 2);
    assert_eq!(guest.sit(&server, &table).await.1, json!([0, 1]));
}

#[tokio::test]
async fn guest_tables_stay_separate_until_claimed() {
    let server = TestServer::open().await;
    let mut browser = Browser::default();
    let table = browser.make(&server, &[human("Anka"), bot()]).await;
    assert_eq!(browser.sign_up(&server, "Anna", false).await.json()["unclaimed"], 1);
    assert_eq!(browser.tables(&server).await, slice::from_ref(&table), "the browser keeps its guest's tables");
    let mut other = Browser::default();
    other.sign_in(&server, "Anna", PASSWORD).await;
    assert_eq!(other.tables(&server).await, [""; 0]);
    let claimed = browser.post(&server, "/api/account/claim", json!({})).await;
    assert_eq!((claimed.status, &claimed.json()["unclaimed"]), (200, &json!(0)), "{}", claimed.text());
    assert_eq!(other.tables(&server).await, slice::from_ref(&table));
    assert_eq!(other.sit(&server, &table).await.1, json!([0]));
    assert_eq!(Browser::default().post(&server, "/api/account/claim", json!({})).await.code(), "signed_out");
}

#[tokio::test]
async fn signed_in_player_joins_under_the_accounts_name() {
    let server = TestServer::open().await;
    let mut host = Browser::default();
    let table = host.make(&server, &[human("Borys"), open()]).await;
    let mut guest = Browser::default();
    guest.sign_up(&server, "Олена", false).await;
    let joined = guest.post(&server, &format!("/api/tables/{table}/join"), json!({"seat": 1, "name": "Borys 2"})).await;
    assert_eq!(joined.status, 200, "{}", joined.text());
    let seats = get(server.address, &format!("/api/tables/{table}")).await.json()["seats"].take();
    assert_eq!(seats[1]["name"], "Олена");
    assert_eq!(guest.sit(&server, &table).await.1, json!([1]));
}

#[tokio::test]
async fn ending_a_session_signs_that_browser_out() {
    let server = TestServer::open().await;
    let (mut one, mut two) = (Browser::default(), Browser::default());
    one.sign_up(&server, "Anna", false).await;
    two.sign_in(&server, "Anna", PASSWORD).await;
    let table = one.make(&server, &[human("Anna"), human("Borys")]).await;
    let listed = one.get(&server, "/api/account/sessions").await.json();
    assert_eq!(listed.as_array().unwrap().len(), 2);
    assert!(
        listed.as_array().unwrap().iter().all(|one| one["browser"] == "Firefox" && one["system"] == "Linux"),
        "{listed}"
    );
    let other = listed.as_array().unwrap().iter().find(|one| one["current"] == false).unwrap()["id"].clone();

    let (mut socket, you) = two.sit(&server, &table).await;
    assert_eq!(you, json!([0, 1]));
    let left = one.post(&server, "/api/account/sessions/end", json!({"session": other})).await.json();
    assert!(left.as_array().unwrap().len() == 1 && left[0]["current"] == true, "{left}");
    while socket.try_next().await.is_some() {}
    assert_eq!(two.tables(&server).await, [""; 0]);
    assert_eq!(two.get(&server, "/api/account/sessions").await.code(), "signed_out");
    // When a page asks who is signed in, the ended session's cookie is deleted.
    assert_eq!(two.get(&server, "/api/account").await.json()["account"], Value::Null);
    assert_eq!(two.cookie("bastide_session"), None);

    assert_eq!(one.post(&server, "/api/account/sessions/end", json!({"session": other})).await.code(), "bad_range");
    assert_eq!(one.post(&server, "/api/account/sessions/end", json!({"others": false})).await.code(), "bad_message");
    two.sign_in(&server, "Anna", PASSWORD).await;
    assert_eq!(
        one.post(&server, "/api/account/sessions/end", json!({"others": true})).await.json().as_array().unwrap().len(),
        1
    );
    assert_eq!(two.get(&server, "/api/account").await.json()["account"], Value::Null);
    two.sign_in(&server, "Anna", PASSWORD).await;
    assert_eq!(
        one.post(&server, "/api/account/sign-out", json!({"everywhere": true})).await.json()["account"],
        Value::Null
    );
    assert_eq!(two.get(&server, "/api/account").await.json()["account"], Value::Null);
}

#[tokio::test]
async fn sessions_of_another_account_cannot_be_ended() {
    let server = TestServer::open().await;
    let (mut one, mut two) = (Browser::default(), Browser::default());
    one.sign_up(&server, "Anna", false).await;
    two.sign_up(&server, "Borys", false).await;
    let of_two = two.get(&server, "/api/account/sessions").await.json()[0]["id"].clone();
    assert_eq!(one.post(&server, "/api/account/sessions/end", json!({"session": of_two})).await.code(), "bad_range");
    assert_eq!(two.get(&server, "/api/account").await.json()["account"]["name"], "Borys");
}

#[tokio::test]
async fn changing_the_password_ends_other_sessions() {
    let server = TestServer::open().await;
    let (mut one, mut two) = (Browser::default(), Browser::default());
    one.sign_up(&server, "Anna", false).await;
    two.sign_in(&server, "Anna", PASSWORD).await;
    let change = |old: &str, new: &str| json!({"old": old, "new": new});
    assert_eq!(
        one.post(&server, "/api/account/password", change("wrong one", "staple of horses")).await.code(),
        "wrong_password"
    );
    assert_eq!(one.post(&server, "/api/account/password", change(PASSWORD, "short")).await.code(), "password_short");
    assert_eq!(one.post(&server, "/api/account/password", change(PASSWORD, "staple of horses")).await.status, 200);
    assert_eq!(two.get(&server, "/api/account").await.json()["account"], Value::Null);
    assert_eq!(one.get(&server, "/api/account").await.json()["account"]["name"], "Anna");
    assert_eq!(two.sign_in(&server, "Anna", PASSWORD).await.code(), "wrong_password");
    assert_eq!(two.sign_in(&server, "Anna", "staple of horses").await.status, 200);
}

#[tokio::test]
async fn invalid_names_and_passwords_create_no_account() {
    let server = TestServer::open().await;
    let mut anna = Browser::default();
    anna.sign_up(&server, "Anna", false).await;
    for (name, code) in [
        ("ANNA", "name_taken"),
        ("Annа", "name_scripts"),
        ("An-na", "name_taken"),
        ("A", "name_length"),
        ("Anna\u{202e}", "name_signs"),
        ("Administrator", "name_reserved"),
        ("Guest", "name_of_anybody"),
    ] {
        let mut other = Browser::default();
        let refused = other.sign_up(&server, name, false).await;
        assert_eq!(refused.code(), code, "{name}");
        assert!(other.cookies.is_empty(), "{name}");
    }
    let mut other = Browser::default();
    for (password, code) in
        [("short", "password_short"), ("aaaaaaaaaa", "password_weak"), (&"x y".repeat(100), "password_long")]
    {
        let refused = other.post(&server, "/api/account", json!({"name": "Borys", "password": password})).await;
        assert_eq!(refused.code(), code);
    }
    assert_eq!(other.post(&server, "/api/account", json!({"name": "Borys"})).await.code(), "bad_message");
    assert_eq!(other.sign_in(&server, "Borys", "short").await.code(), "wrong_password");
    // Guests' names at tables are checked too.
    let refused = other.post(&server, "/api/tables", new_table(&[human("Аnna"), bot()])).await;
    assert_eq!(refused.code(), "name_scripts");
    let table = other.make(&server, &[human("Guest"), open()]).await;
    let joined =
        other.post(&server, &format!("/api/tables/{table}/join"), json!({"seat": 1, "name": "Moderator"})).await;
    assert_eq!(joined.code(), "name_reserved");
}

#[tokio::test]
async fn other_origins_can_neither_sign_in_nor_out() {
    let server = TestServer::open().await;
    let body = json!({"name": "Anna", "password": PASSWORD}).to_string();
    for path in
        ["/api/account", "/api/account/sign-in", "/api/account/sign-out", "/api/account/claim", "/api/account/password"]
    {
        let lines = ["Content-Type: application/json", "Origin: https://evil.example"];
        assert_eq!(ask(server.address, "POST", path, &lines, &body).await.code(), "origin", "{path}");
    }
}

#[tokio::test]
async fn guessing_is_limited_but_the_owners_browser_can_sign_in() {
    // The per-address limit is high, so only the per-name limit applies.
    let server = TestServer::open_with(|config| config.limit_factor = NonZeroU32::new(2).unwrap()).await;
    let mut owner = Browser::default();
    owner.sign_up(&server, "Anna", false).await;
    owner.post(&server, "/api/account/sign-out", json!({})).await;
    let mut stranger = Browser::default();
    let mut refused = 0;
    for _ in 0..45 {
        refused += usize::from(stranger.sign_in(&server, "Anna", "a wrong guess").await.code() == "too_fast");
    }
    assert!(refused >= 1, "guesses are limited");
    assert_eq!(
        stranger.sign_in(&server, "Anna", PASSWORD).await.code(),
        "too_fast",
        "not even a right guess is confirmed"
    );
    assert_eq!(owner.sign_in(&server, "Anna", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn sign_in_attempts_per_address_are_limited() {
    let server = TestServer::open_with(|_| {}).await;
    // All at once: one after another, checking passwords could take longer than it takes until more attempts are allowed.
    let attempt = async |n| Browser::default().sign_in(&server, &format!("Anna {n}"), PASSWORD).await.code();
    let codes = futures_util::future::join_all((0..45).map(attempt)).await;
    let count = |code| codes.iter().filter(|one| *one == code).count();
    assert!(count("wrong_password") >= 20 && count("too_fast") > 0, "{codes:?}");
    assert_eq!(count("wrong_password") + count("too_fast"), codes.len(), "{codes:?}");
}

/// Returns a seat as the public sees it.
async fn seat(server: &TestServer, table: &str, seat: usize) -> Value {
    get(server.address, &format!("/api/tables/{table}")).await.json()["seats"][seat].take()
}

async fn delete(browser: &mut Browser, server: &TestServer, password: &str) -> crate::common::Answer {
    browser.post(server, "/api/account/delete", json!({"password": password})).await
}

#[tokio::test]
async fn deleted_account_leaves_nameless_games() {
    let server = TestServer::open().await;
    let (mut anna, mut borys) = (Browser::default(), Browser::default());
    anna.sign_up(&server, "Anna", false).await;
    borys.sign_up(&server, "Borys", false).await;
    // When the account is deleted, it has a finished game, a running one, one with three players, and one that has not begun.
    let mut tables = Vec::new();
    for seats in [2, 2, 3, 3] {
        let mut wanted = vec![human("whoever")];
        wanted.resize(seats, open());
        tables.push(borys.make(&server, &wanted).await);
    }
    for table in &tables {
        let joined = anna.post(&server, &format!("/api/tables/{table}/join"), json!({"seat": 1, "name": "x"})).await;
        assert_eq!(joined.status, 200, "{}", joined.text());
    }
    let third = json!({"seat": 2, "name": "Viktor"});
    let mut guest = Browser::default();
    assert_eq!(guest.post(&server, &format!("/api/tables/{}/join", tables[2]), third).await.status, 200);
    let (mut socket, you) = anna.sit(&server, &tables[0]).await;
    assert_eq!(you, json!([1]));
    socket.send(&json!({"type": "resign", "seat": 1})).await;
    socket.next_of("table").await;
    // The record of the finished game names Anna.
    let before = get(server.address, &format!("/api/tables/{}/record", tables[0])).await.text();
    assert!(before.contains("Anna"), "{before}");
    let (mut watching, _) = borys.sit(&server, &tables[1]).await;

    assert_eq!(delete(&mut anna, &server, "a wrong one").await.code(), "wrong_password");
    assert_eq!(anna.get(&server, "/api/account").await.json()["account"]["name"], "Anna");
    let gone = delete(&mut anna, &server, PASSWORD).await;
    assert_eq!((gone.status, &gone.json()["account"]), (200, &Value::Null), "{}", gone.text());
    assert_eq!(anna.cookie("bastide_session"), None);
    while socket.try_next().await.is_some() {}
    while watching.try_next().await.is_some() {}

    for table in &tables[..3] {
        let told = seat(&server, table, 1).await;
        assert_eq!(told["name"], Value::Null, "{told}");
        assert!(told["deleted"] == true || told["type"] == "bot", "{told}");
    }
    let third = get(server.address, &format!("/api/tables/{}", tables[2])).await.json();
    assert_eq!((&third["phase"], &third["out"][0]["loss"]), (&json!("playing"), &json!("resigned")), "{third}");
    let second = get(server.address, &format!("/api/tables/{}", tables[1])).await.json();
    assert_eq!((&second["end"]["how"], &second["end"]["winners"]), (&json!("resigned"), &json!([0])), "{second}");
    assert_eq!(seat(&server, &tables[3], 1).await["type"], "open", "her seat is open again");
    let record = get(server.address, &format!("/api/tables/{}/record", tables[0])).await.text();
    assert_eq!(record, before.replace("Anna", "deleted player"), "the game is the same");

    // The name is gone, even from disk, and can be used again.
    let server = server.reopen().await;
    for table in &tables {
        for path in ["", "/record"] {
            let told = get(server.address, &format!("/api/tables/{table}{path}")).await.text();
            assert!(!told.contains("Anna"), "{told}");
        }
    }
    let rows = |sql: &str| server.number(sql);
    assert_eq!(rows("SELECT count(*) FROM accounts WHERE name = 'Anna'"), 0);
    assert_eq!(rows("SELECT count(*) FROM seats WHERE sitter LIKE '%Anna%'"), 0);
    assert_eq!(rows("SELECT count(*) FROM departures"), 0);
    assert_eq!(anna.sign_in(&server, "Anna", PASSWORD).await.code(), "wrong_password");
    assert_eq!(anna.tables(&server).await, [""; 0]);
    assert_eq!(Browser::default().sign_up(&server, "Anna", false).await.status, 201);
}

#[tokio::test]
async fn deleted_account_is_removed_from_log_entries() {
    let server = TestServer::open_with(|config| {
        (config.computer_delay, config.absence) = (std::time::Duration::ZERO, std::time::Duration::ZERO);
        config.limit_factor = NonZeroU32::new(1000).unwrap();
    })
    .await;
    let (mut anna, mut borys) = (Browser::default(), Browser::default());
    anna.sign_up(&server, "Anna", false).await;
    let table = borys.make(&server, &[human("Borys"), open()]).await;
    anna.post(&server, &format!("/api/tables/{table}/join"), json!({"seat": 1, "name": "x"})).await;
    let (mut other, _) = borys.sit(&server, &table).await;
    other.send(&json!({"type": "replace", "seat": 1})).await;
    while other.next_of("table").await["table"]["seats"][1]["type"] != "bot" {}
    let (mut socket, _) = anna.sit(&server, &table).await;
    socket.send(&json!({"type": "return", "seat": 1})).await;
    while other.next_of("table").await["table"]["seats"][1]["type"] != "human" {}
    let named = || server.number("SELECT count(*) FROM log WHERE word LIKE '%Anna%'");
    assert_eq!(named(), 1);
    assert_eq!(delete(&mut anna, &server, PASSWORD).await.status, 200);
    assert_eq!(named(), 0);
    assert!(!server.write("UPDATE log SET word = 'x'"), "log entries still cannot be changed");
    let record = get(server.address, &format!("/api/tables/{table}/record")).await.text();
    assert!(record.contains("deleted player") && !record.contains("Anna"), "{record}");
}

#[tokio::test]
async fn shared_seat_keeps_the_name_of_the_remaining_account() {
    let server = TestServer::open().await;
    let (mut anna, mut borys) = (Browser::default(), Browser::default());
    anna.sign_up(&server, "Anna", false).await;
    borys.sign_up(&server, "Borys", false).await;
    let table = anna.make(&server, &[human("x"), bot()]).await;
    let link =
        anna.post(&server, &format!("/api/tables/{table}/token"), json!({"seat": 0, "token": null})).await.json();
    let claim = json!({"token": link["token"]});
    assert_eq!(borys.post(&server, &format!("/api/tables/{table}/claim"), claim).await.status, 200);
    assert_eq!(delete(&mut borys, &server, PASSWORD).await.status, 200);
    assert_eq!(seat(&server, &table, 0).await["name"], "Anna");
    assert_eq!(anna.sit(&server, &table).await.1, json!([0]));
}

#[tokio::test]
async fn account_data_can_be_downloaded() {
    let server = TestServer::open().await;
    let mut anna = Browser::default();
    assert_eq!(anna.get(&server, "/api/account/download").await.code(), "signed_out");
    anna.sign_up(&server, "Anna", false).await;
    let tables = [anna.make(&server, &[human("x"), bot()]).await, anna.make(&server, &[human("x"), open()]).await];
    let file = anna.get(&server, "/api/account/download").await;
    assert_eq!(file.header("content-disposition"), Some("attachment; filename=\"bastide-account.json\""));
    let told = file.json();
    assert_eq!((&told["account"]["name"], &told["account"]["role"]), (&json!("Anna"), &json!("player")));
    assert_eq!(told["sessions"].as_array().unwrap().len(), 1);
    let mut named: Vec<&str> =
        told["tables"].as_array().unwrap().iter().map(|one| one["table"]["table"].as_str().unwrap()).collect();
    let mut wanted: Vec<&str> = tables.iter().map(String::as_str).collect();
    named.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(named, wanted);
    assert!(told["tables"][0]["yours"] == json!([0]) && told["tables"][0]["record"].is_object(), "{told}");
    assert!(!file.text().contains("argon2"), "nothing of the password");
}

#[tokio::test]
async fn avatar_and_flag_are_public_exported_and_deleted_with_the_account() {
    let server = TestServer::open().await;
    let mut anna = Browser::default();
    let avatar = json!({"figure": "mayor", "colour": 5, "background": "river"});
    let chosen = json!({"avatar": avatar, "flag": "UA"});
    assert_eq!(anna.post(&server, "/api/account/profile", chosen.clone()).await.code(), "signed_out");
    anna.sign_up(&server, "Anna", false).await;
    let none = get(server.address, "/api/people/anna").await.json();
    assert_eq!((&none["avatar"], &none["flag"]), (&Value::Null, &Value::Null));
    for (wrong, code) in [
        (json!({"flag": "UX"}), "bad_range"),
        (json!({"flag": "ua"}), "bad_range"),
        (json!({"avatar": {"figure": "mayor", "colour": 6, "background": "river"}}), "bad_range"),
        (json!({"avatar": {"figure": "dragon", "colour": 0, "background": "river"}}), "bad_message"),
        (json!({"avatar": {"figure": "mayor", "colour": 0}}), "bad_message"),
    ] {
        assert_eq!(anna.post(&server, "/api/account/profile", wrong.clone()).await.code(), code, "{wrong}");
    }
    let set = anna.post(&server, "/api/account/profile", chosen).await;
    assert_eq!((set.status, &set.json()["account"]["flag"]), (200, &json!("UA")), "{}", set.text());

    let server = server.reopen().await;
    let shown = get(server.address, "/api/people/anna").await.json();
    assert_eq!((&shown["avatar"], &shown["flag"]), (&avatar, &json!("UA")));
    let own = anna.get(&server, "/api/account").await.json()["account"].take();
    let exported = anna.get(&server, "/api/account/download").await.json()["account"].take();
    for told in [own, exported] {
        assert_eq!((&told["avatar"], &told["flag"]), (&avatar, &json!("UA")), "{told}");
    }
    // Each part is replaced; what is left out is removed.
    assert_eq!(anna.post(&server, "/api/account/profile", json!({"flag": "PL"})).await.status, 200);
    let shown = get(server.address, "/api/people/anna").await.json();
    assert_eq!((&shown["avatar"], &shown["flag"]), (&Value::Null, &json!("PL")));
    assert_eq!(server.number("SELECT count(*) FROM profiles"), 1);
    assert_eq!(delete(&mut anna, &server, PASSWORD).await.status, 200);
    assert_eq!(server.number("SELECT count(*) FROM profiles"), 0);
}

#[tokio::test]
async fn guest_names_cannot_imitate_an_account() {
    let server = TestServer::open().await;
    let mut anna = Browser::default();
    anna.sign_up(&server, "Anna", false).await;
    let table = Browser::default().make(&server, &[human("Borys"), open(), open()]).await;
    let join = format!("/api/tables/{table}/join");
    let marked = format!("A{}nna", "\u{332}".repeat(3));
    let hidden = format!("Anna{}", "\u{332}".repeat(28));
    for (name, code) in [
        ("Anna", "name_taken"),
        ("aNNA", "name_taken"),
        ("A n n a", "name_taken"),
        (&marked, "name_taken"),
        (&hidden, "name_signs"),
    ] {
        let mut guest = Browser::default();
        assert_eq!(guest.post(&server, &join, json!({"seat": 1, "name": name})).await.code(), code, "{name}");
        let made = guest.post(&server, "/api/tables", new_table(&[human("Borys"), human(name)])).await;
        assert_eq!(made.code(), code, "{name}");
    }
    let own = anna.post(&server, &join, json!({"seat": 1, "name": "whatever"})).await;
    assert_eq!(own.status, 200, "{}", own.text());
    let joined = Browser::default().post(&server, &join, json!({"seat": 2, "name": "Zoe\u{308}"})).await;
    assert_eq!(joined.status, 200, "{}", joined.text());
    let seats = get(server.address, &format!("/api/tables/{table}")).await.json()["seats"].take();
    assert_eq!((&seats[1]["name"], &seats[2]["name"]), (&json!("Anna"), &json!("Zoë")));
}

#[tokio::test]
async fn deleted_account_leaves_no_trace_in_files_or_backups() {
    let server = TestServer::open().await;
    if !server.uses_sqlite_file() {
        return;
    }
    let mut anna = Browser::default();
    assert_eq!(anna.sign_up(&server, "Zyxwvanna", false).await.status, 201);
    anna.make(&server, &[human("whoever"), bot()]).await;
    let said = anna.post(&server, "/api/talk", json!({"words": "zyxwvwords of mine"})).await;
    assert_eq!(said.status, 200, "{}", said.text());
    assert_eq!(anna.post(&server, "/api/account/prove", json!({"password": PASSWORD})).await.status, 200);
    let token = json!({"name": "zyxwvtoken", "scopes": ["read"]});
    assert_eq!(anna.post(&server, "/api/account/tokens", token).await.status, 201);
    // Other accounts are created after Anna's.
    for name in ["Borys", "Olena"] {
        Browser::default().sign_up(&server, name, false).await;
    }
    assert!(traces(server.folder.path()) > 0, "the test finds the data");
    assert_eq!(anna.post(&server, "/api/account/delete", json!({"password": PASSWORD})).await.status, 200);
    assert_eq!(traces(server.folder.path()), 0);
    let (copies, folder) = (tempfile::tempdir().unwrap(), server.folder.path().to_owned());
    server::storage::backup::backup(&folder, &copies.path().join("copy.sqlite")).unwrap();
    assert_eq!(traces(copies.path()), 0);
}

/// Counts the traces of the test's account in the files of a folder.
fn traces(folder: &std::path::Path) -> usize {
    let mut found = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap().to_ascii_lowercase();
        found += bytes.windows(5).filter(|part| part == b"zyxwv").count();
    }
    found
}

#[cfg(unix)]
#[tokio::test]
async fn database_journal_and_backup_are_private_to_their_owner() {
    use std::os::unix::fs::PermissionsExt;
    let outer = tempfile::tempdir().unwrap();
    let data = outer.path().join("games");
    let mut config = server::Config::new(data.clone());
    config.port = Some(0);
    let server = server::Server::bind(config).await.unwrap();
    server::storage::backup::backup(&data, &outer.path().join("copy.sqlite")).unwrap();
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&data).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
        names.push(path.file_name().unwrap().to_string_lossy().into_owned());
    }
    assert!(names.iter().any(|name| name.ends_with("-wal")) && names.len() >= 4, "{names:?}");
    assert_eq!(mode(&outer.path().join("copy.sqlite")), 0o600);
    drop(server);
}

#[tokio::test]
async fn https_cookies_get_the_host_prefix_and_replace_old_ones() {
    let server = TestServer::open_with(|config| {
        crate::common::without_delays(config);
        config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    })
    .await;
    // Cookies as the server set them before it used the prefix.
    let mut anna = Browser::default();
    anna.sign_up(&server, "Anna", false).await;
    let table = anna.make(&server, &[human("Anka"), bot()]).await;
    let names = |browser: &Browser| {
        let mut names: Vec<String> = browser.cookies.iter().map(|(name, _)| name.clone()).collect();
        names.sort();
        names
    };
    assert_eq!(names(&anna), ["bastide", "bastide_session"]);
    let plain = anna.clone();

    anna.https = true;
    let who = anna.get(&server, "/api/account").await;
    assert_eq!(who.json()["account"]["name"], "Anna", "the session continues");
    assert!(who.head.contains("__Host-bastide_session=") && who.head.contains("; Secure"), "{}", who.head);
    assert_eq!(names(&anna), ["__Host-bastide", "__Host-bastide_session"], "the old ones are dropped");
    assert_eq!(anna.tables(&server).await, [table]);

    // Cookies that another host in the domain could set don't override the server's own.
    let mut tossed = anna.clone();
    let mut evil = Browser { https: true, ..Browser::default() };
    evil.sign_up(&server, "Mallory", false).await;
    assert_eq!(names(&evil), ["__Host-bastide", "__Host-bastide_session"]);
    let planted = evil.cookies.iter().map(|(name, value)| (name.replace("__Host-", ""), value.clone()));
    tossed.cookies.splice(0..0, planted);
    assert_eq!(tossed.get(&server, "/api/account").await.json()["account"]["name"], "Anna");
    assert_eq!(names(&tossed), ["__Host-bastide", "__Host-bastide_session"]);
    // Without https, the prefixed cookies are ignored.
    let mut over_http = Browser { https: false, ..anna.clone() };
    assert_eq!(over_http.get(&server, "/api/account").await.json()["account"], Value::Null);

    let gone = anna.post(&server, "/api/account/sign-out", json!({})).await;
    assert_eq!(gone.status, 200, "{}", gone.text());
    assert_eq!(names(&anna), ["__Host-bastide"]);
    let mut later = Browser { https: true, ..plain };
    later.get(&server, "/api/account").await;
    assert_eq!(names(&later).iter().filter(|name| name.contains("session")).count(), 0);
}
