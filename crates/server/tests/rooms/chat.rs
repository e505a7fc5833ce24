//! End-to-end tests of chat at tables and in the lobby, blocked accounts, reports, and moderation.

use crate::common::browsing::{Browser, PASSWORD};
use crate::common::{Client, TestServer, get, human, open};
use serde_json::{Value, json};
use server::admin::{AdminAction, Role};

/// Signs up an account.
pub async fn known(server: &TestServer, name: &str) -> Browser {
    let mut browser = Browser::default();
    assert_eq!(browser.sign_up(server, name, false).await.status, 201);
    browser
}

/// Signs up an account and gives it a role.
pub async fn signed_up_as(server: &TestServer, name: &str, role: Role) -> Browser {
    let browser = known(server, name).await;
    act_as_operator(server, AdminAction::Role { name: name.to_uppercase(), role }, "").unwrap();
    browser
}

pub fn act_as_operator(server: &TestServer, wish: AdminAction, why: &str) -> Result<(), String> {
    server.admin_database(|database| database.act(wish, why, None))
}

/// Opens a socket with chat enabled. Returns the client and the lines so far.
pub async fn listening(browser: &Browser, server: &TestServer, table: &str) -> (Client, Value) {
    let (mut client, _) = browser.sit(server, table).await;
    client.send(&json!({"type": "talk"})).await;
    let lines = client.next_of("talk").await["lines"].take();
    (client, lines)
}

pub async fn say(client: &mut Client, words: &str) {
    client.send(&json!({"type": "say", "words": words})).await;
}

/// Returns the text of the next line.
async fn next_line(client: &mut Client) -> String {
    client.next_of("said").await["line"]["words"].as_str().unwrap().to_owned()
}

fn words(lines: &Value) -> Vec<&str> {
    lines.as_array().unwrap().iter().map(|line| line["words"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn players_do_not_see_spectators_chat_during_the_game() {
    let server = TestServer::open().await;
    let (mut anna, mut guest, watcher) =
        (known(&server, "Anna").await, Browser::default(), known(&server, "Viktor").await);
    let table = anna.make(&server, &[human("x"), open()]).await;
    let joined = guest.post(&server, &format!("/api/tables/{table}/join"), json!({"seat": 1, "name": "Borys"})).await;
    assert_eq!(joined.status, 200);
    let (mut first, lines) = listening(&anna, &server, &table).await;
    assert_eq!(lines, json!([]));
    let (mut second, _) = listening(&guest, &server, &table).await;
    let (mut third, _) = listening(&watcher, &server, &table).await;

    second.send(&json!({"type": "say", "phrase": "hello"})).await;
    for client in [&mut first, &mut second, &mut third] {
        let line = client.next_of("said").await["line"].take();
        assert_eq!((&line["phrase"], &line["name"], &line["seat"]), (&json!("hello"), &json!("Borys"), &json!(1)));
        assert!(line["account"] == false && line["apart"] == false && line.get("words").is_none(), "{line}");
    }
    say(&mut third, "put it left").await;
    let line = third.next_of("said").await["line"].take();
    assert!(line["apart"] == true && line["seat"] == Value::Null && line["name"] == "Viktor", "{line}");
    say(&mut first, "your turn").await;
    for client in [&mut first, &mut second, &mut third] {
        assert_eq!(next_line(client).await, "your turn", "players did not see the spectator's line");
    }
    // A client that joins later gets the lines that it may see, both over the socket and over HTTP.
    assert_eq!(words(&json!([listening(&anna, &server, &table).await.1[1]])), ["your turn"]);
    let path = format!("/api/tables/{table}/talk");
    assert_eq!(anna.get(&server, &path).await.json()["lines"].as_array().unwrap().len(), 2);
    assert_eq!(get(server.address, &path).await.json()["lines"].as_array().unwrap().len(), 3);
    let page = get(server.address, &format!("{path}?limit=1")).await.json();
    assert!(page["more"] == true && words(&page["lines"]) == ["your turn"], "{page}");
    let before = page["lines"][0]["id"].as_i64().unwrap();
    let page = get(server.address, &format!("{path}?limit=1&before={before}")).await.json();
    assert!(page["more"] == true && words(&page["lines"]) == ["put it left"], "{page}");
    assert_eq!(get(server.address, &format!("{path}?limit=101")).await.code(), "bad_range");

    // A guest who watches can only read.
    let (mut stranger, _) = listening(&Browser::default(), &server, &table).await;
    say(&mut stranger, "hello").await;
    assert_eq!(stranger.next_of("error").await["error"]["code"], "talk_signed_out");
    for (message, code) in [
        (json!({"type": "say", "words": " "}), "line_length"),
        (json!({"type": "say", "words": "x".repeat(201)}), "line_length"),
        (json!({"type": "say", "phrase": "dance"}), "bad_message"),
        (json!({"type": "say"}), "bad_message"),
    ] {
        first.send(&message).await;
        assert_eq!(first.next_of("error").await["error"]["code"], code, "{message}");
    }

    // After the game, everyone sees all lines.
    first.send(&json!({"type": "resign", "seat": 0})).await;
    while first.next_of("table").await["table"]["phase"] != "finished" {}
    assert_eq!(listening(&anna, &server, &table).await.1.as_array().unwrap().len(), 3);
    say(&mut third, "well played").await;
    assert_eq!(next_line(&mut first).await, "well played");

    // Everything survives a restart.
    let server = server.reopen().await;
    assert_eq!(get(server.address, &path).await.json()["lines"].as_array().unwrap().len(), 4);
}

#[tokio::test]
async fn anyone_reads_the_lobby_and_accounts_write_in_it() {
    let server = TestServer::open().await;
    let (mut anna, mut borys) = (known(&server, "Anna").await, known(&server, "Borys").await);
    assert_eq!(Browser::default().post(&server, "/api/talk", json!({"words": "hello"})).await.code(), "signed_out");
    assert_eq!(anna.get(&server, "/api/talk").await.json(), json!({"lines": [], "more": false}));
    let first = anna.post(&server, "/api/talk", json!({"words": "who plays?"})).await.json();
    assert_eq!((&first["name"], &first["words"]), (&json!("Anna"), &json!("who plays?")));
    borys.post(&server, "/api/talk", json!({"words": "I do"})).await;
    let since = format!("/api/talk?after={}", first["id"]);
    let new = get(server.address, &since).await.json();
    assert_eq!(words(&new["lines"]), ["I do"]);
    let newest = format!("/api/talk?after={}", new["lines"][0]["id"]);
    assert_eq!(get(server.address, &newest).await.json()["lines"], json!([]));

    // Lines from a blocked account are hidden only from the player who blocked it.
    assert_eq!(anna.post(&server, "/api/account/blocks", json!({"name": "nobody here"})).await.code(), "no_person");
    assert_eq!(anna.post(&server, "/api/account/blocks", json!({"name": "Anna"})).await.code(), "block");
    let blocked = anna.post(&server, "/api/account/blocks", json!({"name": "BORYS"})).await.json();
    assert_eq!(blocked[0]["name"], "Borys");
    assert_eq!(words(&anna.get(&server, "/api/talk").await.json()["lines"]), ["who plays?"]);
    assert_eq!(words(&get(server.address, "/api/talk").await.json()["lines"]), ["who plays?", "I do"]);
    assert_eq!(anna.post(&server, "/api/account/blocks/end", json!({"name": "Borys"})).await.json(), json!([]));
    assert_eq!(words(&anna.get(&server, "/api/talk").await.json()["lines"]), ["who plays?", "I do"]);

    // A deleted account's lines disappear.
    borys.post(&server, "/api/account/delete", json!({"password": PASSWORD})).await;
    assert_eq!(words(&get(server.address, "/api/talk").await.json()["lines"]), ["who plays?"]);
}

#[tokio::test]
async fn blocked_account_is_not_seen_at_a_table() {
    let server = TestServer::open().await;
    let (mut anna, mut borys) = (known(&server, "Anna").await, known(&server, "Borys").await);
    let table = anna.make(&server, &[human("x"), open()]).await;
    borys.post(&server, &format!("/api/tables/{table}/join"), json!({"seat": 1, "name": "x"})).await;
    let (mut second, _) = listening(&borys, &server, &table).await;
    say(&mut second, "one").await;
    anna.post(&server, "/api/account/blocks", json!({"name": "Borys"})).await;
    let (mut first, lines) = listening(&anna, &server, &table).await;
    assert_eq!(lines, json!([]));
    say(&mut second, "two").await;
    say(&mut first, "three").await;
    assert_eq!(next_line(&mut first).await, "three");
    // Borys cannot join another table of Anna's either; a guest can.
    let table = anna.make(&server, &[human("x"), open()]).await;
    let join = format!("/api/tables/{table}/join");
    let seat = json!({"seat": 1, "name": "x"});
    assert_eq!(borys.post(&server, &join, seat.clone()).await.code(), "not_for_you");
    assert_eq!(Browser::default().post(&server, &join, seat).await.status, 200);
}

#[tokio::test]
async fn report_leads_to_a_mute_with_a_reason() {
    let server = TestServer::open().await;
    let (mut anna, mut borys) = (known(&server, "Anna").await, known(&server, "Borys").await);
    let mut moderator = signed_up_as(&server, "Zoe", Role::Moderator).await;
    assert_eq!(moderator.get(&server, "/api/account").await.json()["account"]["role"], "moderator");
    let table = anna.make(&server, &[human("x"), open()]).await;
    borys.post(&server, &format!("/api/tables/{table}/join"), json!({"seat": 1, "name": "x"})).await;
    let (mut first, _) = listening(&anna, &server, &table).await;
    let (mut second, _) = listening(&borys, &server, &table).await;
    say(&mut first, "good game").await;
    say(&mut second, "you fool").await;
    next_line(&mut first).await;
    let line = first.next_of("said").await["line"]["id"].clone();

    let report = json!({"table": table, "line": line, "reason": "insult", "words": "He is rude."});
    assert_eq!(anna.post(&server, "/api/reports", report.clone()).await.status, 201);
    assert_eq!(anna.post(&server, "/api/reports", report).await.status, 201, "a repeated report is ignored");
    let seat = json!({"table": table, "seat": 1, "reason": "name"});
    assert_eq!(Browser::default().post(&server, "/api/reports", seat).await.status, 201, "guests can report too");
    for (wrong, code) in [
        (json!({"line": 999, "reason": "spam"}), "nothing_there"),
        (json!({"line": line, "reason": "boring"}), "bad_message"),
        (json!({"reason": "spam"}), "bad_message"),
        (json!({"table": table, "seat": 7, "reason": "spam"}), "nothing_there"),
    ] {
        assert_eq!(anna.post(&server, "/api/reports", wrong.clone()).await.code(), code, "{wrong}");
    }

    assert_eq!(anna.get(&server, "/api/admin/reports").await.code(), "not_allowed");
    assert_eq!(get(server.address, "/api/admin/audit").await.code(), "signed_out");
    let told = moderator.get(&server, "/api/admin/reports").await.json();
    assert_eq!(told["entries"].as_array().unwrap().len(), 2, "{told}");
    let of_line = &told["entries"][1];
    assert_eq!((&of_line["reporter"], &of_line["about"]), (&json!("Anna"), &json!("Borys")));
    assert_eq!(words(&of_line["context"]["lines"]), ["good game", "you fool"]);
    assert_eq!(of_line["context"]["seats"][1]["name"], "Borys");

    let act = |act: &str| json!({"act": act, "name": "Borys", "days": 2, "report": of_line["id"], "why": "insults"});
    let borys_acts = borys.post(&server, "/api/admin/act", act("mute")).await;
    assert_eq!(borys_acts.code(), "not_allowed");
    let silent = json!({"act": "mute", "name": "Borys", "why": ""});
    assert_eq!(moderator.post(&server, "/api/admin/act", silent).await.code(), "line_length");
    assert_eq!(moderator.post(&server, "/api/admin/act", act("mute")).await.status, 200);
    assert_eq!(
        moderator.post(&server, "/api/admin/act", act("mute")).await.code(),
        "nothing_there",
        "already resolved"
    );
    let dismiss = json!({"act": "dismiss", "report": told["entries"][0]["id"]});
    assert_eq!(moderator.post(&server, "/api/admin/act", dismiss).await.status, 200);
    assert_eq!(moderator.get(&server, "/api/admin/reports").await.json()["entries"], json!([]));
    let all = moderator.get(&server, "/api/admin/reports?all=true").await.json();
    assert_eq!((&all["entries"][0]["act"], &all["entries"][1]["act"]), (&json!("dismiss"), &json!("mute")));

    say(&mut second, "what?").await;
    let error = second.next_of("error").await["error"].take();
    assert_eq!((&error["code"], &error["reason"]), (&json!("muted"), &json!("insults")));
    assert!(error["until"].is_i64() && error["message"].as_str().unwrap().contains("UTC"), "{error}");
    assert_eq!(borys.post(&server, "/api/talk", json!({"words": "x"})).await.code(), "muted");
    let unmute = json!({"act": "unmute", "name": "Borys", "why": "served"});
    assert_eq!(moderator.post(&server, "/api/admin/act", unmute).await.status, 200);
    assert_eq!(borys.post(&server, "/api/talk", json!({"words": "sorry"})).await.status, 200);

    let audit = moderator.get(&server, "/api/admin/audit?limit=2").await.json();
    assert!(audit["more"] == true && audit["entries"][0]["act"] == "unmute" && audit["entries"][0]["by"] == "Zoe");
    let older = moderator.get(&server, &format!("/api/admin/audit?before={}", audit["entries"][1]["id"])).await.json();
    let acts: Vec<&str> = older["entries"].as_array().unwrap().iter().map(|one| one["act"].as_str().unwrap()).collect();
    assert_eq!(acts, ["mute", "role-moderator"]);
    assert!(older["entries"][1]["by_account"] == false && older["entries"][1]["by"] == Value::Null);

    // Deleting the account removes its name and its lines.
    borys.post(&server, "/api/account/delete", json!({"password": PASSWORD})).await;
    for path in ["/api/admin/reports?all=true", "/api/admin/audit"] {
        let told = moderator.get(&server, path).await.text();
        assert!(!told.contains("Borys") && !told.contains("you fool"), "{told}");
    }
    for sql in ["UPDATE audit SET why = ''", "DELETE FROM audit"] {
        assert!(!server.write(sql), "{sql}");
    }
}

#[tokio::test]
async fn banned_account_is_signed_out_and_sees_the_reason() {
    let server = TestServer::open().await;
    let mut borys = known(&server, "Borys").await;
    let (mut moderator, mut admin) =
        (signed_up_as(&server, "Zoe", Role::Moderator).await, signed_up_as(&server, "Ada", Role::Admin).await);
    let table = borys.make(&server, &[human("x"), open()]).await;
    let (mut socket, _) = borys.sit(&server, &table).await;
    let ban = |name: &str| json!({"act": "ban", "name": name, "days": 3, "why": "cheating"});
    assert_eq!(moderator.post(&server, "/api/admin/act", ban("Ada")).await.code(), "not_allowed");
    assert_eq!(moderator.post(&server, "/api/admin/act", ban("Zoe")).await.code(), "not_allowed");
    assert_eq!(moderator.post(&server, "/api/admin/act", ban("Borys")).await.status, 200);
    while socket.try_next().await.is_some() {}
    assert_eq!(borys.get(&server, "/api/account").await.json()["account"], Value::Null);
    let refused = borys.sign_in(&server, "Borys", PASSWORD).await;
    let error = refused.json()["error"].take();
    assert_eq!((refused.status, &error["code"], &error["reason"]), (403, &json!("banned"), &json!("cheating")));
    assert!(error["until"].is_i64(), "{error}");
    assert_eq!(
        borys.sign_in(&server, "Borys", "a wrong one").await.code(),
        "wrong_password",
        "others don't learn of the ban"
    );
    assert_eq!(
        admin.post(&server, "/api/admin/act", json!({"act": "unban", "name": "Borys", "why": "mistake"})).await.status,
        200
    );
    assert_eq!(borys.sign_in(&server, "Borys", PASSWORD).await.status, 200);
    // Actions applied directly to the database take effect too, and admins can act on moderators.
    let (mut socket, _) = borys.sit(&server, &table).await;
    act_as_operator(&server, AdminAction::Ban { name: "borys".into(), days: None }, "again").unwrap();
    while socket.try_next().await.is_some() {}
    assert_eq!(admin.post(&server, "/api/admin/act", ban("Zoe")).await.status, 200);
    assert_eq!(moderator.get(&server, "/api/admin/audit").await.code(), "signed_out");
    for (wish, said) in [
        (AdminAction::Ban { name: "nobody".into(), days: None }, "no account has this name"),
        (AdminAction::Mute { name: "Anna".into(), days: Some(0) }, "days must be"),
        (AdminAction::Dismiss { report: 99 }, "not found"),
    ] {
        let why = act_as_operator(&server, wish, "because").unwrap_err();
        assert!(why.contains(said), "{why}");
    }
}

#[tokio::test]
async fn moderators_rename_accounts_and_close_tables() {
    let server = TestServer::open().await;
    let mut rude = known(&server, "Rude Name").await;
    let mut moderator = signed_up_as(&server, "Zoe", Role::Moderator).await;
    let table = rude.make(&server, &[human("x"), human("Borys")]).await;
    rude.post(&server, "/api/talk", json!({"words": "hello"})).await;
    let rename = |to: &str| json!({"act": "rename", "name": "Rude Name", "to": to, "why": "the name"});
    for (to, code) in [("Zoe", "name_taken"), ("Guest", "name_of_anybody"), ("x", "name_length")] {
        assert_eq!(moderator.post(&server, "/api/admin/act", rename(to)).await.code(), code);
    }
    assert_eq!(moderator.post(&server, "/api/admin/act", rename("Kind Name")).await.status, 200);
    let seats = get(server.address, &format!("/api/tables/{table}")).await.json()["seats"].take();
    assert_eq!((&seats[0]["name"], &seats[1]["name"]), (&json!("Kind Name"), &json!("Borys")));
    assert_eq!(get(server.address, "/api/talk").await.json()["lines"][0]["name"], "Kind Name");
    assert_eq!(rude.get(&server, "/api/account").await.json()["account"]["name"], "Kind Name");
    let entry = moderator.get(&server, "/api/admin/audit").await.json()["entries"][0].take();
    assert_eq!((&entry["name"], &entry["former"]), (&json!("Kind Name"), &json!("Rude Name")));

    let (mut socket, _) = rude.sit(&server, &table).await;
    let close = json!({"act": "close", "table": table, "why": "abuse"});
    assert_eq!(moderator.post(&server, "/api/admin/act", close).await.status, 200);
    while socket.try_next().await.is_some() {}
    let refused = get(server.address, &format!("/api/tables/{table}")).await;
    assert_eq!((refused.status, refused.code().as_str()), (410, "closed"));
    let server = server.reopen().await;
    assert_eq!(get(server.address, &format!("/api/tables/{table}")).await.code(), "closed");
    let reopen = json!({"act": "reopen", "table": table, "why": "a mistake"});
    assert_eq!(moderator.post(&server, "/api/admin/act", reopen).await.status, 200);
    assert_eq!(get(server.address, &format!("/api/tables/{table}")).await.status, 200);
    let nowhere = json!({"act": "close", "table": "aaaaaaaaaaaa", "why": "x"});
    assert_eq!(moderator.post(&server, "/api/admin/act", nowhere).await.code(), "nothing_there");
}
