//! End-to-end tests of moderator and operator actions on chat lines, guests, addresses and ratings.

use crate::chat::{act_as_operator, known, listening, say, signed_up_as};
use crate::common::browsing::{Browser, PASSWORD};
use crate::common::{Client, TestServer, ask, get, human, new_table, open};
use serde_json::{Value, json};
use server::admin::{AdminAction, Role};

async fn act(moderator: &mut Browser, server: &TestServer, what: Value) -> String {
    let answer = moderator.post(server, "/api/admin/act", what).await;
    if answer.status == 200 { "done".to_owned() } else { answer.code() }
}

/// Returns the next chat line that a client receives.
async fn said(client: &mut Client) -> Value {
    client.next_of("said").await["line"].take()
}

#[tokio::test]
async fn removed_line_is_replaced_for_everyone_and_in_history() {
    let server = TestServer::open().await;
    let (mut anna, mut borys) = (known(&server, "Anna").await, known(&server, "Borys").await);
    let mut zoe = signed_up_as(&server, "Zoe", Role::Moderator).await;
    let table = anna.make(&server, &[human("x"), open()]).await;
    borys.post(&server, &format!("/api/tables/{table}/join"), json!({"seat": 1, "name": "x"})).await;
    let (mut first, _) = listening(&anna, &server, &table).await;
    let (mut second, _) = listening(&borys, &server, &table).await;
    say(&mut second, "zanzibar one").await;
    say(&mut second, "zanzibar two").await;
    let ids = [said(&mut first).await["id"].clone(), said(&mut first).await["id"].clone()];
    for _ in ids.iter() {
        said(&mut second).await;
    }

    let remove = |id: &Value| json!({"act": "remove-line", "line": id});
    assert_eq!(act(&mut borys, &server, remove(&ids[0])).await, "not_allowed");
    assert_eq!(act(&mut zoe, &server, json!({"act": "remove-line"})).await, "bad_message");
    assert_eq!(act(&mut zoe, &server, json!({"act": "remove-line", "line": 999})).await, "nothing_there");
    assert_eq!(act(&mut zoe, &server, remove(&ids[0])).await, "done");
    assert_eq!(act(&mut zoe, &server, remove(&ids[0])).await, "nothing_there", "already removed");
    for client in [&mut first, &mut second] {
        let line = said(client).await;
        assert_eq!((&line["id"], &line["removed"], &line["name"]), (&ids[0], &json!(true), &json!("Borys")));
        assert!(line.get("words").is_none() && line.get("phrase").is_none(), "{line}");
    }
    // Actions applied directly to the database take effect too.
    let second_line = ids[1].as_i64().unwrap();
    act_as_operator(&server, AdminAction::RemoveLine { line: second_line }, "spam").unwrap();
    assert_eq!(said(&mut first).await["id"], ids[1]);
    let why = act_as_operator(&server, AdminAction::RemoveLine { line: second_line }, "spam").unwrap_err();
    assert!(why.contains("not found"), "{why}");

    let gone = |lines: &Value| lines.as_array().unwrap().iter().filter(|line| line["removed"] == true).count();
    assert_eq!(gone(&listening(&anna, &server, &table).await.1), 2);
    let history = get(server.address, &format!("/api/tables/{table}/talk")).await.json();
    assert_eq!(gone(&history["lines"]), 2);
    let taken = borys.get(&server, "/api/account/download").await.json();
    assert_eq!((gone(&taken["talk"]), &taken["talk"][0]["words"]), (2, &Value::Null));
    assert_eq!(server.number("SELECT count(*) FROM lines WHERE words LIKE '%zanzibar%'"), 0);
    let audit = zoe.get(&server, "/api/admin/audit?limit=2").await.json();
    let entry = &audit["entries"][1];
    assert_eq!((&entry["act"], &entry["by"], &entry["name"]), (&json!("remove-line"), &json!("Zoe"), &json!("Borys")));
    assert_eq!((&entry["line"], &entry["table"]), (&ids[0], &json!(table)));
    assert_eq!(audit["entries"][0]["why"], "spam");
}

#[tokio::test]
async fn readers_of_the_lobby_learn_which_lines_were_removed() {
    let server = TestServer::open().await;
    let (mut anna, mut zoe) = (known(&server, "Anna").await, signed_up_as(&server, "Zoe", Role::Moderator).await);
    let mut ada = signed_up_as(&server, "Ada", Role::Admin).await;
    let line = anna.post(&server, "/api/talk", json!({"words": "buy this"})).await.json()["id"].take();
    let of_admin = ada.post(&server, "/api/talk", json!({"words": "welcome"})).await.json()["id"].take();
    let newest = format!("/api/talk?after={of_admin}");
    assert_eq!(get(server.address, &newest).await.json(), json!({"lines": [], "more": false}));
    let remove = |id: &Value| json!({"act": "remove-line", "line": id});
    assert_eq!(act(&mut zoe, &server, remove(&of_admin)).await, "not_allowed", "moderators can act on players only");
    assert_eq!(act(&mut zoe, &server, remove(&line)).await, "done");
    let told = json!({"lines": [], "more": false, "removed": [line]});
    assert_eq!(get(server.address, &newest).await.json(), told);
    let server = server.reopen().await;
    let all = get(server.address, "/api/talk").await.json();
    assert_eq!((&all["lines"][0]["removed"], &all["removed"]), (&json!(true), &json!([line])));
    assert_eq!(all["lines"][1]["words"], "welcome");
    let listed = server.admin_database(|database| database.lines(None, None, 10)).unwrap();
    assert_eq!(
        listed.iter().map(|line| line.id).collect::<Vec<_>>(),
        [line.as_i64().unwrap(), of_admin.as_i64().unwrap()]
    );
}

#[tokio::test]
async fn refused_action_resolves_no_report() {
    let server = TestServer::open().await;
    let (mut anna, mut zoe) = (known(&server, "Anna").await, signed_up_as(&server, "Zoe", Role::Moderator).await);
    let mut borys = known(&server, "Borys").await;
    let line = borys.post(&server, "/api/talk", json!({"words": "you fool"})).await.json()["id"].take();
    anna.post(&server, "/api/reports", json!({"line": line, "reason": "insult"})).await;
    let report = zoe.get(&server, "/api/admin/reports").await.json()["entries"][0]["id"].take();
    let rename = json!({"act": "rename", "name": "Borys", "to": "Anna", "report": report, "why": "the name"});
    assert_eq!(act(&mut zoe, &server, rename).await, "name_taken");
    let open = zoe.get(&server, "/api/admin/reports").await.json();
    assert_eq!(open["entries"][0]["id"], report, "the report is still open");
    assert_eq!(act(&mut zoe, &server, json!({"act": "remove-line", "line": line, "report": report})).await, "done");
    let all = zoe.get(&server, "/api/admin/reports?all=true").await.json();
    assert_eq!(all["entries"][0]["act"], "remove-line");
}

/// Puts a guest in the second seat at another player's table.
async fn guest_at(server: &TestServer, table: &str) -> Browser {
    let mut guest = Browser::default();
    let answer = guest.post(server, &format!("/api/tables/{table}/join"), json!({"seat": 1, "name": "Borys"})).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    guest
}

#[tokio::test]
async fn banned_guest_cannot_play_until_the_ban_is_lifted() {
    let server = TestServer::open().await;
    let (mut anna, mut zoe) = (known(&server, "Anna").await, signed_up_as(&server, "Zoe", Role::Moderator).await);
    let table = anna.make(&server, &[human("x"), open()]).await;
    let mut guest = guest_at(&server, &table).await;
    let (mut socket, _) = guest.sit(&server, &table).await;
    let ban = |seat: u8| json!({"act": "ban-guest", "table": table, "seat": seat, "days": 2, "why": "insults"});
    assert_eq!(act(&mut anna, &server, ban(1)).await, "not_allowed");
    assert_eq!(act(&mut zoe, &server, ban(0)).await, "nothing_there", "an account sits there");
    assert_eq!(act(&mut zoe, &server, ban(7)).await, "nothing_there");
    assert_eq!(act(&mut zoe, &server, ban(1)).await, "done");
    // The open socket is closed at its next message, and a new one is refused.
    socket.send(&json!({"type": "ping"})).await;
    let error = socket.next_of("error").await["error"].take();
    assert_eq!((&error["code"], &error["reason"]), (&json!("guest_banned"), &json!("insults")));
    assert!(error["until"].is_i64(), "{error}");
    while socket.try_next().await.is_some() {}
    let cookie = format!("bastide={}", guest.cookie("bastide").unwrap());
    let mut again = Client::try_connect(server.address, &table, &[("cookie", &cookie)]).await.unwrap();
    assert_eq!(again.refusal().await, "guest_banned");
    assert_eq!(guest.post(&server, "/api/tables", new_table(&[human("x"), open()])).await.code(), "guest_banned");
    assert_eq!(guest.sign_up(&server, "Borys", false).await.code(), "guest_banned");
    let other = anna.make(&server, &[human("x"), open()]).await;
    let join = format!("/api/tables/{other}/join");
    assert_eq!(guest.post(&server, &join, json!({"seat": 1, "name": "x"})).await.code(), "guest_banned");
    assert_eq!(get(server.address, &format!("/api/tables/{table}")).await.status, 200, "others are not affected");
    assert_eq!(Browser::default().post(&server, &join, json!({"seat": 1, "name": "x"})).await.status, 200);

    let server = server.reopen().await;
    assert_eq!(guest.sign_up(&server, "Borys", false).await.code(), "guest_banned");
    let bans = zoe.get(&server, "/api/admin/bans").await.json();
    assert_eq!(
        (&bans[0]["guest"], &bans[0]["table"], &bans[0]["block"]),
        (&json!("Borys"), &json!(table), &Value::Null)
    );
    let lift = json!({"act": "lift-ban", "ban": bans[0]["id"]});
    assert_eq!(act(&mut zoe, &server, lift.clone()).await, "done");
    assert_eq!(act(&mut zoe, &server, lift).await, "nothing_there");
    assert_eq!(guest.sit(&server, &table).await.1, json!([1]));
    assert_eq!(guest.sign_up(&server, "Borys", false).await.status, 201);
    let audit = zoe.get(&server, "/api/admin/audit?limit=2").await.json();
    let acts: Vec<_> = audit["entries"].as_array().unwrap().iter().map(|one| (&one["act"], &one["ban"])).collect();
    assert_eq!(acts, [(&json!("lift-ban"), &bans[0]["id"]), (&json!("ban-guest"), &bans[0]["id"])]);
    assert_eq!(audit["entries"][1]["detail"], Value::Null, "the guest's name is deleted with the ban");
}

#[tokio::test]
async fn banned_addresses_are_refused_to_guests_and_not_to_accounts() {
    let server = TestServer::open_with(|config| {
        crate::common::without_delays(config);
        config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    })
    .await;
    let (mut anna, mut zoe) = (known(&server, "Anna").await, signed_up_as(&server, "Zoe", Role::Moderator).await);
    let table = anna.make(&server, &[human("x"), open()]).await;
    let from = async |address: &str, path: &str, body: Value| {
        let lines = [&format!("X-Forwarded-For: {address}"), "Content-Type: application/json"];
        ask(server.address, "POST", path, &lines, &body.to_string()).await
    };
    let make = new_table(&[human("x"), open()]);
    let ban = |address: &str| json!({"act": "ban-address", "address": address, "why": "spam"});
    assert_eq!(act(&mut zoe, &server, ban("0.0.0.0/0")).await, "bad_range");
    assert_eq!(act(&mut zoe, &server, ban("my house")).await, "bad_range");
    assert_eq!(act(&mut zoe, &server, ban("203.0.113.0/24")).await, "done");
    for _ in 0..2 {
        assert_eq!(from("203.0.113.9", "/api/tables", make.clone()).await.code(), "guest_banned");
        let account = json!({"name": "Borys", "password": PASSWORD});
        assert_eq!(from("203.0.113.200", "/api/account", account).await.code(), "guest_banned");
        assert_eq!(from("203.0.114.1", "/api/tables", make.clone()).await.status, 200);
        assert_eq!(act(&mut zoe, &server, ban("203.0.113.7/24")).await, "done", "repeating it adds no second ban");
    }
    let account = json!({"name": "Anna", "password": PASSWORD});
    let signed = from("203.0.113.9", "/api/account/sign-in", account).await;
    assert_eq!(signed.status, 200, "accounts can sign in from there");
    let bans = zoe.get(&server, "/api/admin/bans").await.json();
    assert_eq!((bans.as_array().unwrap().len(), &bans[0]["block"]), (1, &json!("203.0.113.0/24")));
    let entry = zoe.get(&server, "/api/admin/audit?limit=1").await.json()["entries"][0].take();
    assert_eq!(entry["detail"], "203.0.113.0/24");

    // Banning a guest also bans their address, which no one gets to see.
    let mut guest = Browser { forwarded_for: Some("198.51.100.7".to_owned()), ..Browser::default() };
    let join = format!("/api/tables/{table}/join");
    assert_eq!(guest.post(&server, &join, json!({"seat": 1, "name": "Borys"})).await.status, 200);
    let with_address =
        json!({"act": "ban-guest", "table": table, "seat": 1, "with_address": true, "days": 1, "why": "spam"});
    assert_eq!(act(&mut zoe, &server, with_address.clone()).await, "nothing_there", "no socket was opened yet");
    guest.sit(&server, &table).await;
    assert_eq!(act(&mut zoe, &server, with_address).await, "done");
    assert_eq!(from("198.51.100.7", "/api/tables", make.clone()).await.code(), "guest_banned");
    assert_eq!(from("198.51.100.8", "/api/tables", make.clone()).await.status, 200);

    // The operator's actions take effect, and a lifted ban leaves no trace.
    for ban in server.admin_database(|database| database.bans()).unwrap() {
        act_as_operator(&server, AdminAction::LiftBan { ban: ban.id }, "").unwrap();
    }
    while from("203.0.113.9", "/api/tables", make.clone()).await.status != 200 {
        tokio::task::yield_now().await;
    }
    assert_eq!(server.number("SELECT count(*) FROM bans") + server.number("SELECT count(*) FROM banned_keys"), 0);
    assert!(!zoe.get(&server, "/api/admin/audit").await.text().contains("203.0.113"), "the audit log has no addresses");
}

#[tokio::test]
async fn closed_registration_blocks_sign_up_but_not_sign_in() {
    let server = TestServer::open().await;
    let mut zoe = signed_up_as(&server, "Zoe", Role::Moderator).await;
    known(&server, "Anna").await;
    let set = |value: &str| json!({"act": "set", "setting": "registration", "value": value});
    assert_eq!(act(&mut zoe, &server, set("shut")).await, "bad_range");
    assert_eq!(act(&mut zoe, &server, json!({"act": "set", "setting": "registration"})).await, "bad_message");
    assert_eq!(act(&mut zoe, &server, set("closed")).await, "done");
    let mut borys = Browser::default();
    assert_eq!(borys.sign_up(&server, "Borys", false).await.code(), "registration_closed");
    assert_eq!(borys.get(&server, "/api/account").await.json()["registration"], false);
    assert_eq!(borys.sign_in(&server, "Anna", PASSWORD).await.status, 200);
    let server = server.reopen().await;
    let settings = zoe.get(&server, "/api/admin/settings").await.json();
    assert_eq!(settings, json!({"registration": false, "slow_mode": 0, "links_after": null}));
    assert_eq!(borys.get(&server, "/api/admin/settings").await.code(), "not_allowed");
    let listed = server.admin_database(|database| database.settings()).unwrap();
    assert_eq!(listed[0], ("registration", "closed".to_owned()));
    let set = AdminAction::Set { setting: "registration".into(), value: "open".into() };
    act_as_operator(&server, set, "spring").unwrap();
    let mut carol = Browser::default();
    while carol.sign_up(&server, "Carol", false).await.status != 201 {
        tokio::task::yield_now().await;
    }
    let entry = zoe.get(&server, "/api/admin/audit?limit=1").await.json()["entries"][0].take();
    assert_eq!(
        (&entry["act"], &entry["detail"], &entry["why"]),
        (&json!("set"), &json!("registration open"), &json!("spring"))
    );
    for (setting, value) in [("speed", "1"), ("slow-mode", "9999"), ("links-after", "soon")] {
        let set = AdminAction::Set { setting: setting.into(), value: value.into() };
        assert!(act_as_operator(&server, set, "").is_err(), "{setting} {value}");
    }
}

#[tokio::test]
async fn slow_mode_applies_per_person_and_place() {
    let server = TestServer::open().await;
    let (mut anna, mut zoe) = (known(&server, "Anna").await, signed_up_as(&server, "Zoe", Role::Moderator).await);
    let table = anna.make(&server, &[human("x"), open()]).await;
    let guest = guest_at(&server, &table).await;
    let (mut first, _) = listening(&anna, &server, &table).await;
    let (mut second, _) = listening(&guest, &server, &table).await;
    let slow = |value: &str| json!({"act": "set", "setting": "slow-mode", "value": value});
    assert_eq!(act(&mut zoe, &server, slow("3600")).await, "done");
    let in_lobby = json!({"words": "one"});
    assert_eq!(anna.post(&server, "/api/talk", in_lobby.clone()).await.status, 200);
    let refused = anna.post(&server, "/api/talk", in_lobby.clone()).await;
    assert_eq!((refused.status, refused.code().as_str()), (429, "slow_mode"));
    for _ in 0..2 {
        assert_eq!(zoe.post(&server, "/api/talk", in_lobby.clone()).await.status, 200, "moderators are exempt");
    }
    // Slow mode applies separately to each table, to the lobby, and to each person: the first client has only chatted in the lobby, and the
    // second is a guest.
    for client in [&mut first, &mut second] {
        say(client, "hello").await;
        said(client).await;
        client.send(&json!({"type": "say", "phrase": "luck"})).await;
        assert_eq!(client.refusal().await, "slow_mode");
    }
    assert!(server.write("UPDATE lines SET time = time - 3600000"));
    say(&mut second, "again").await;
    while said(&mut second).await["words"] != "again" {}
    assert_eq!(act(&mut zoe, &server, slow("off")).await, "done");
    say(&mut second, "and again").await;
    while said(&mut second).await["words"] != "and again" {}
}

#[tokio::test]
async fn links_of_guests_and_new_accounts_are_refused() {
    let server = TestServer::open().await;
    let (mut anna, mut zoe) = (known(&server, "Anna").await, signed_up_as(&server, "Zoe", Role::Moderator).await);
    let table = anna.make(&server, &[human("x"), open()]).await;
    let guest = guest_at(&server, &table).await;
    let (mut socket, _) = listening(&guest, &server, &table).await;
    let set = |value: &str| json!({"act": "set", "setting": "links-after", "value": value});
    let link = json!({"words": "look: https://example.test"});
    assert_eq!(act(&mut zoe, &server, set("7")).await, "done");
    let refused = anna.post(&server, "/api/talk", link.clone()).await;
    assert_eq!((refused.status, refused.code().as_str()), (403, "no_links"));
    assert!(refused.text().contains("younger than 7 days"), "{}", refused.text());
    assert_eq!(anna.post(&server, "/api/talk", json!({"words": "no link, e.g. words"})).await.status, 200);
    assert_eq!(zoe.post(&server, "/api/talk", link.clone()).await.status, 200, "moderators are exempt");
    assert!(server.write("UPDATE accounts SET created = created - 7 * 86400000 WHERE name = 'Anna'"));
    assert_eq!(anna.post(&server, "/api/talk", link.clone()).await.status, 200);
    assert_eq!(act(&mut zoe, &server, set("0")).await, "done");
    say(&mut socket, "go to example.com").await;
    assert_eq!(socket.refusal().await, "no_links");
    assert_eq!(act(&mut zoe, &server, set("off")).await, "done");
    say(&mut socket, "go to example.com").await;
    while said(&mut socket).await["words"] != "go to example.com" {}
}

#[tokio::test]
async fn operator_exports_account_data() {
    let server = TestServer::open().await;
    let mut borys = known(&server, "Borys").await;
    let table = borys.make(&server, &[human("x"), open()]).await;
    borys.post(&server, "/api/talk", json!({"words": "good evening"})).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("borys.json");
    let export = |name: &str| server.own_admin_database(|database| database.export(name, &file, "asked by letter"));
    assert!(export("nobody").unwrap_err().contains("no account has this name"));
    assert!(!file.exists(), "a failed export leaves no file");
    export("BORYS").unwrap();
    let exported: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    let own = borys.get(&server, "/api/account/download").await.json();
    assert_eq!(exported["account"], own["account"]);
    assert_eq!((&exported["talk"], &exported["tables"]), (&own["talk"], &own["tables"]));
    assert_eq!(
        (&exported["talk"][0]["words"], &exported["tables"][0]["table"]["table"]),
        (&json!("good evening"), &json!(table))
    );
    #[cfg(unix)]
    assert_eq!(std::os::unix::fs::MetadataExt::mode(&std::fs::metadata(&file).unwrap()) & 0o777, 0o600);
    assert!(export("Borys").unwrap_err().contains("cannot write"), "existing files are not overwritten");
    assert!(file.exists());
    let mut zoe = signed_up_as(&server, "Zoe", Role::Moderator).await;
    let audit = zoe.get(&server, "/api/admin/audit").await.json();
    let exports: Vec<_> = audit["entries"].as_array().unwrap().iter().filter(|one| one["act"] == "export").collect();
    assert_eq!(
        (exports.len(), &exports[0]["name"], &exports[0]["why"]),
        (1, &json!("Borys"), &json!("asked by letter"))
    );
    for (act, code) in [("export", "bad_message"), ("delete", "bad_message")] {
        let asked = json!({"act": act, "name": "Borys", "why": "x"});
        assert_eq!(zoe.post(&server, "/api/admin/act", asked).await.code(), code, "operator only");
    }
}

#[tokio::test]
async fn operator_deletes_an_account_during_a_game() {
    let server = TestServer::open().await;
    let (mut anna, mut borys) = (known(&server, "Anna").await, known(&server, "Borys").await);
    let table = anna.make(&server, &[human("x"), open()]).await;
    borys.post(&server, &format!("/api/tables/{table}/join"), json!({"seat": 1, "name": "x"})).await;
    borys.post(&server, "/api/talk", json!({"words": "good evening"})).await;
    let (mut socket, _) = borys.sit(&server, &table).await;
    let (mut other, _) = anna.sit(&server, &table).await;
    act_as_operator(&server, AdminAction::Delete { name: "borys".into() }, "asked by letter").unwrap();
    while socket.try_next().await.is_some() {}
    // The opponent is disconnected once; after reconnecting, they see that the seat was given up.
    while other.try_next().await.is_some() {}
    let (_again, _) = anna.sit(&server, &table).await;
    let seats = get(server.address, &format!("/api/tables/{table}")).await.json()["seats"].take();
    assert!(seats[1]["deleted"] == true || seats[1]["type"] == "bot", "{seats}");
    assert_eq!(borys.sign_in(&server, "Borys", PASSWORD).await.code(), "wrong_password");
    assert_eq!(get(server.address, "/api/talk").await.json()["lines"], json!([]));
    let mut zoe = signed_up_as(&server, "Zoe", Role::Moderator).await;
    let audit = zoe.get(&server, "/api/admin/audit").await;
    assert!(!audit.text().contains("Borys"), "{}", audit.text());
    let entry = audit.json()["entries"][1].take();
    assert_eq!((&entry["act"], &entry["to_account"], &entry["name"]), (&json!("delete"), &json!(true), &Value::Null));
    let why = act_as_operator(&server, AdminAction::Delete { name: "borys".into() }, "").unwrap_err();
    assert!(why.contains("no account has this name"), "{why}");
}

/// Plays a rated two-player game in which the second player resigns. Returns the table name.
async fn rated_game(server: &TestServer, one: &mut Browser, two: &mut Browser) -> String {
    let clock = json!({"type": "game", "start": 300, "increment": 10});
    let setup = json!({"game": "carcassonne", "seats": 2});
    let asked = json!({"setup": setup, "seats": [human("?"), open()], "public": true, "clock": clock, "rated": true});
    let table = one.post(server, "/api/tables", asked).await.json()["table"].as_str().unwrap().to_owned();
    let joined = two.post(server, &format!("/api/tables/{table}/join"), json!({"seat": 1, "name": "?"})).await;
    assert_eq!(joined.status, 200, "{}", joined.text());
    one.sit(server, &table).await;
    let (mut client, _) = two.sit(server, &table).await;
    client.send(&json!({"type": "resign", "seat": 1})).await;
    while client.next_of("table").await["table"]["phase"] != "finished" {}
    table
}

#[tokio::test]
async fn ratings_are_reset_and_games_stay() {
    let server = TestServer::open().await;
    let (mut anna, mut borys) = (known(&server, "Anna").await, known(&server, "Borys").await);
    let mut zoe = signed_up_as(&server, "Zoe", Role::Moderator).await;
    let table = rated_game(&server, &mut anna, &mut borys).await;
    let rating = async |name: &str| {
        let person = get(server.address, &format!("/api/people/{name}")).await.json();
        person["ratings"].get(0).map_or(Value::Null, |first| first["rating"].clone())
    };
    assert_eq!((rating("Anna").await, rating("Borys").await), (json!(1662), json!(1338)));
    let reset = json!({"act": "reset-ratings", "name": "anna", "why": "won against a second account"});
    assert_eq!(act(&mut borys, &server, reset.clone()).await, "not_allowed");
    let silent = json!({"act": "reset-ratings", "name": "anna"});
    assert_eq!(act(&mut zoe, &server, silent).await, "line_length", "the affected player sees the reason");
    assert_eq!(act(&mut zoe, &server, reset).await, "done");
    assert_eq!((rating("Anna").await, rating("Borys").await), (Value::Null, json!(1338)));
    let history = get(server.address, "/api/people/Anna/history?game=carcassonne&speed=rapid&size=two").await.json();
    assert_eq!(history, json!([]));
    let result = get(server.address, &format!("/api/tables/{table}/result")).await.json();
    assert_eq!((&result["seats"][0]["name"], &result["seats"][0]["outcome"]), (&json!("Anna"), &json!("won")));
    let own = anna.get(&server, "/api/account").await.json()["account"]["ratings_reset"].take();
    assert!(own["reason"] == "won against a second account" && own["time"].is_i64(), "{own}");
    assert_eq!(borys.get(&server, "/api/account").await.json()["account"]["ratings_reset"], Value::Null);
    let entry = zoe.get(&server, "/api/admin/audit?limit=1").await.json()["entries"][0].take();
    assert_eq!((&entry["act"], &entry["name"]), (&json!("reset-ratings"), &json!("Anna")));
    // An account with rated games can't become a computer account, even after its ratings are deleted.
    assert_eq!(anna.post(&server, "/api/account/prove", json!({"password": PASSWORD})).await.status, 200);
    assert_eq!(anna.post(&server, "/api/account/program", json!({})).await.code(), "program_rated");
    rated_game(&server, &mut anna, &mut borys).await;
    let again = get(server.address, "/api/people/Anna").await.json()["ratings"][0].take();
    assert_eq!(again["games"], 1, "{again}");
    act_as_operator(&server, AdminAction::ResetRatings { name: "Borys".into() }, "the same").unwrap();
    assert_eq!(rating("Borys").await, Value::Null);
}

#[tokio::test]
async fn rated_games_within_one_network_are_listed() {
    let server = TestServer::open_with(|config| {
        crate::common::without_delays(config);
        config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    })
    .await;
    let (mut anna, mut borys) = (known(&server, "Anna").await, known(&server, "Borys").await);
    let mut zoe = signed_up_as(&server, "Zoe", Role::Moderator).await;
    let mut games = Vec::new();
    for (one, two) in [("198.51.100.1", "198.51.100.2"), ("2001:db8::1", "2001:db8::2")] {
        (anna.forwarded_for, borys.forwarded_for) = (Some(one.to_owned()), Some(two.to_owned()));
        games.push(rated_game(&server, &mut anna, &mut borys).await);
    }
    // Unrated games within one network are not listed.
    let table = anna.make(&server, &[human("x"), open()]).await;
    borys.post(&server, &format!("/api/tables/{table}/join"), json!({"seat": 1, "name": "x"})).await;
    anna.sit(&server, &table).await;
    let (mut client, _) = borys.sit(&server, &table).await;
    client.send(&json!({"type": "resign", "seat": 1})).await;
    while client.next_of("table").await["table"]["phase"] != "finished" {}
    assert_eq!(anna.get(&server, "/api/admin/households").await.code(), "not_allowed");
    let listed = zoe.get(&server, "/api/admin/households").await.json();
    assert_eq!((listed["entries"].as_array().unwrap().len(), &listed["more"]), (1, &json!(false)), "{listed}");
    let game = &listed["entries"][0];
    assert_eq!((&game["table"], &game["players"]), (&json!(games[1]), &json!(["Anna", "Borys"])));
    assert_eq!(server.number("SELECT count(*) FROM results WHERE one_household"), 1);
    assert_eq!(server.admin_database(|database| database.shared_games(None, 10)).unwrap()[0].table, games[1]);
}

#[tokio::test]
async fn moderators_find_accounts_by_the_beginning_of_their_name() {
    let server = TestServer::open().await;
    let (mut anna, mut zoe) = (known(&server, "Anna").await, signed_up_as(&server, "Zoe", Role::Moderator).await);
    for name in ["Annabel", "Borys", "Ганна"] {
        known(&server, name).await;
    }
    let path = "/api/admin/accounts?prefix=ANN";
    assert_eq!(anna.get(&server, path).await.code(), "not_allowed");
    assert_eq!(anna.get(&server, "/api/admin/counts").await.code(), "not_allowed");
    assert_eq!(get(server.address, path).await.code(), "signed_out");
    let mute = json!({"act": "mute", "name": "Annabel", "days": 1, "why": "insults"});
    assert_eq!(act(&mut zoe, &server, mute).await, "done");
    let found = zoe.get(&server, path).await.json();
    let states: Vec<_> =
        found["accounts"].as_array().unwrap().iter().map(|one| (&one["name"], &one["muted"], &one["banned"])).collect();
    let (yes, no) = (json!(true), json!(false));
    assert_eq!(states, [(&json!("Anna"), &no, &no), (&json!("Annabel"), &yes, &no)]);
    assert_eq!((&found["accounts"][0]["role"], &found["more"]), (&json!("player"), &no));
    let first = zoe.get(&server, "/api/admin/accounts?prefix=a&limit=1").await.json();
    assert_eq!((first["accounts"].as_array().unwrap().len(), &first["more"]), (1, &yes));
    assert_eq!(zoe.get(&server, "/api/admin/accounts?prefix=%D0%93").await.json()["accounts"][0]["name"], "Ганна");
    for wrong in ["prefix=", "prefix=%20", "prefix=a&limit=0", "prefix=a&limit=101"] {
        assert_eq!(zoe.get(&server, &format!("/api/admin/accounts?{wrong}")).await.code(), "bad_range", "{wrong}");
    }
}

#[tokio::test]
async fn moderators_see_how_many_reports_and_bans_there_are() {
    let server = TestServer::open().await;
    let (mut anna, mut zoe) = (known(&server, "Anna").await, signed_up_as(&server, "Zoe", Role::Moderator).await);
    let line = zoe.post(&server, "/api/talk", json!({"words": "hello"})).await.json()["id"].take();
    anna.post(&server, "/api/reports", json!({"line": line, "reason": "other"})).await;
    let ban = json!({"act": "ban-address", "address": "203.0.113.0/24", "why": "spam"});
    assert_eq!(act(&mut zoe, &server, ban).await, "done");
    let counts = zoe.get(&server, "/api/admin/counts").await.json();
    assert_eq!(counts, json!({"reports": 1, "bans": 1}));
    let report = zoe.get(&server, "/api/admin/reports").await.json()["entries"][0]["id"].take();
    assert_eq!(act(&mut zoe, &server, json!({"act": "dismiss", "report": report})).await, "done");
    assert_eq!(zoe.get(&server, "/api/admin/counts").await.json(), json!({"reports": 0, "bans": 1}));
}
