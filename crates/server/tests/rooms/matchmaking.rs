//! End-to-end tests of matchmaking: event streams, seeks, challenges, rematches, and who may join a table.

use std::time::Duration;

use crate::common::event_client::EventClient;
use crate::common::{Answer, Client, TestServer, ask, bot, human, new_table, open, without_delays};
use serde_json::{Value, json};

const PASSWORD: &str = "correct horse battery";

/// A browser that keeps the cookies it receives.
#[derive(Default)]
struct Browser {
    cookies: Vec<(String, String)>,
}

impl Browser {
    /// Creates a browser with a new account.
    async fn of_account(server: &TestServer, name: &str) -> Browser {
        let mut browser = Browser::default();
        let made = browser.post(server, "/api/account", json!({"name": name, "password": PASSWORD})).await;
        assert_eq!(made.status, 201, "{}", made.text());
        browser
    }

    fn cookie(&self) -> String {
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        cookies.join("; ")
    }

    fn keep(&mut self, head: &str) {
        for line in head.lines().filter_map(|line| line.strip_prefix("set-cookie: ")) {
            let (name, value) = line.split(';').next().unwrap().split_once('=').unwrap();
            self.cookies.retain(|(known, _)| known != name);
            if !value.is_empty() {
                self.cookies.push((name.to_owned(), value.to_owned()));
            }
        }
    }

    async fn ask(&mut self, server: &TestServer, method: &str, path: &str, body: &str) -> Answer {
        let cookie = format!("Cookie: {}", self.cookie());
        let lines = ["Content-Type: application/json", &cookie];
        let answer = ask(server.address, method, path, &lines, body).await;
        self.keep(&answer.head);
        answer
    }

    async fn post(&mut self, server: &TestServer, path: &str, body: Value) -> Answer {
        self.ask(server, "POST", path, &body.to_string()).await
    }

    async fn get(&mut self, server: &TestServer, path: &str) -> Answer {
        self.ask(server, "GET", path, "").await
    }

    /// Opens the browser's event stream. Returns the client and the first line.
    async fn listen(&mut self, server: &TestServer, query: &str) -> (EventClient, Value) {
        let (events, head, hello) = EventClient::open(server.address, &self.cookie(), query).await;
        self.keep(&head);
        (events, hello)
    }

    /// Opens a socket at a table. Returns the client and the reply to its hello.
    async fn sit(&self, server: &TestServer, table: &str) -> (Client, Value) {
        let mut client = Client::try_connect(server.address, table, &[("cookie", &self.cookie())]).await.unwrap();
        client.send(&json!({"type": "hello", "v": 1, "tokens": [], "since": null})).await;
        let first = client.next().await;
        (client, first)
    }

    async fn make(&mut self, server: &TestServer, table: Value) -> String {
        let answer = self.post(server, "/api/tables", table).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()["table"].as_str().unwrap().to_owned()
    }
}

fn base(seats: u8) -> Value {
    json!({"setup": {"game": "carcassonne", "seats": seats}, "clock": {"type": "game", "start": 600, "increment": 5}})
}

fn called(mut wish: Value, name: &str) -> Value {
    wish["name"] = name.into();
    wish
}

#[tokio::test]
async fn two_seekers_are_matched_and_notified_of_turns() {
    let server = TestServer::open().await;
    let (mut anna, mut olha) = (Browser::default(), Browser::default());
    let refused = anna.post(&server, "/api/seeks", called(base(2), "Anna")).await;
    assert_eq!((refused.status, refused.code().as_str()), (409, "no_stream"));
    let (mut hears_anna, hello) = anna.listen(&server, "").await;
    assert_eq!((&hello["seek"], &hello["asked"]), (&Value::Null, &json!([])));
    let waits = anna.post(&server, "/api/seeks", called(base(2), "Anna")).await;
    assert_eq!(waits.status, 200, "{}", waits.text());
    assert_eq!((&waits.json()["table"], &waits.json()["seek"]["name"]), (&Value::Null, &json!("Anna")));

    // Olha seeks the same set-up, written differently.
    let (mut hears_olha, hello) = olha.listen(&server, "?lobby=1").await;
    assert_eq!(hello["seeks"].as_array().unwrap().len(), 1);
    let spelled = json!({"setup": {"game": "carcassonne", "expansions": [], "options": {}, "seats": 2},
        "clock": {"type": "game", "start": 600, "increment": 5}, "name": "Olha"});
    let met = olha.post(&server, "/api/seeks", spelled).await;
    assert_eq!(met.status, 200, "{}", met.text());
    let table = met.json()["table"].as_str().unwrap().to_owned();
    let (one, other) = (hears_anna.next_of("game_start").await, hears_olha.next_of("game_start").await);
    assert!(one["table"] == table.as_str() && other["table"] == table.as_str());
    let seats = [one["seat"].as_u64().unwrap(), other["seat"].as_u64().unwrap()];
    assert!(seats == [0, 1] || seats == [1, 0], "{seats:?}");
    let (_client, welcome) = anna.sit(&server, &table).await;
    assert_eq!(welcome["you"], json!([seats[0]]));
    assert_eq!(welcome["table"]["seats"][seats[1] as usize]["name"], "Olha");
    assert_eq!((&welcome["table"]["terms"]["undo"], &welcome["table"]["plain"]), (&json!(true), &json!(false)));

    // The first player was notified, and the event stream lists the turn.
    let first = welcome["view"]["decision"]["seat"].as_u64().unwrap();
    let (events, asked) = if seats[0] == first { (&mut hears_anna, &mut anna) } else { (&mut hears_olha, &mut olha) };
    let turn = events.next_of("turn").await;
    assert_eq!((&turn["table"], &turn["asked"]), (&json!(table), &json!(true)));
    assert_eq!(asked.listen(&server, "").await.1["asked"], json!([{"table": table, "seat": first}]));
    assert_eq!(olha.get(&server, "/api/seeks").await.json(), json!([]));
}

#[tokio::test]
async fn seeks_survive_a_restart() {
    let server = TestServer::open().await;
    let (mut anna, mut olha) = (Browser::default(), Browser::default());
    let (_ear, _) = anna.listen(&server, "").await;
    let sought = anna.post(&server, "/api/seeks", called(base(2), "Anna")).await.json();
    let server = server.reopen().await;
    let (mut hears_anna, hello) = anna.listen(&server, "").await;
    assert_eq!(hello["seek"], sought["seek"], "{sought}");
    let (_ear, _) = olha.listen(&server, "").await;
    let met = olha.post(&server, "/api/seeks", called(base(2), "Olha")).await.json();
    assert_eq!(hears_anna.next_of("game_start").await["table"], met["table"], "{met}");
}

#[tokio::test]
async fn seeks_are_answered_filled_with_bots_and_expire_with_the_stream() {
    let server = TestServer::open().await;
    let (mut anna, mut olha, mut ira) = (Browser::default(), Browser::default(), Browser::default());
    let (mut hears_anna, _) = anna.listen(&server, "?lobby=1").await;
    let (mut hears_olha, _) = olha.listen(&server, "?lobby=1").await;
    let (events, _) = ira.listen(&server, "").await;
    let sought = anna.post(&server, "/api/seeks", called(base(3), "Anna")).await.json();
    let seek = sought["seek"]["seek"].as_u64().unwrap();
    assert_eq!(hears_olha.next_of("lobby").await["seeks"][0]["seek"], seek);
    let join = |seek: u64| format!("/api/seeks/{seek}/accept");
    let joined = olha.post(&server, &join(seek), json!({"name": "Olha"})).await.json();
    assert!(joined["table"].is_null() && joined["seek"]["seek"].is_u64(), "a third is missing: {joined}");
    let begun = ira.post(&server, &join(seek), json!({"name": "Ira"})).await.json();
    assert_eq!(hears_anna.next_of("game_start").await["table"], begun["table"]);
    let gone = loop {
        let told = hears_anna.next_of("lobby").await;
        if !told["seeks_gone"].as_array().unwrap().is_empty() {
            break told;
        }
    };
    assert!(gone["seeks_gone"].as_array().unwrap().contains(&json!(seek)));
    let late = ira.post(&server, &join(seek), json!({"name": "Ira"})).await;
    assert_eq!((late.status, late.code().as_str()), (404, "no_seek"));

    assert_eq!(anna.post(&server, "/api/seeks/fill", json!({"level": "easy"})).await.code(), "no_seek");
    anna.post(&server, "/api/seeks", called(base(3), "Anna")).await;
    let filled = anna.post(&server, "/api/seeks/fill", json!({"level": "easy"})).await;
    assert_eq!(filled.status, 200, "{}", filled.text());
    let table = filled.json()["table"].as_str().unwrap().to_owned();
    let seats = anna.get(&server, &format!("/api/tables/{table}")).await.json()["seats"].take();
    let kinds: Vec<&str> = seats.as_array().unwrap().iter().map(|seat| seat["type"].as_str().unwrap()).collect();
    assert_eq!(kinds.iter().filter(|&&kind| kind == "bot").count(), 2, "{kinds:?}");

    // A seek ends some time after its stream closes; reconnecting in time keeps it.
    anna.post(&server, "/api/seeks", called(base(2), "Anna")).await;
    ira.post(&server, "/api/seeks", called(base(4), "Ira")).await;
    drop((hears_anna, events));
    tokio::time::sleep(Duration::from_secs(2)).await;
    let (_ear, hello) = ira.listen(&server, "").await;
    assert_eq!(hello["seek"]["name"], "Ira");
    assert!(
        olha.post(&server, "/api/seeks", called(base(2), "Olha")).await.json()["table"].is_null(),
        "disconnected seekers are not matched"
    );
    olha.post(&server, "/api/seeks/leave", json!({})).await;
    tokio::time::sleep(Duration::from_secs(13)).await;
    let left = olha.get(&server, "/api/seeks").await.json();
    assert_eq!((left.as_array().unwrap().len(), &left[0]["name"]), (1, &json!("Ira")));
}

#[tokio::test]
async fn invalid_seeks_are_refused_with_a_reason() {
    let server = TestServer::open().await;
    let mut anna = Browser::default();
    let (_ear, _) = anna.listen(&server, "").await;
    let wish = |change: Value| {
        let mut wish = called(base(2), "Anna");
        change.as_object().unwrap().iter().for_each(|(key, value)| wish[key] = value.clone());
        wish
    };
    for (change, status, code) in [
        (json!({"setup": {"game": "carcassonne", "seats": 1}}), 422, "bad_setup"),
        (json!({"setup": {"game": "carcassonne", "seats": 9}}), 422, "bad_setup"),
        (json!({"setup": {"game": "chess", "seats": 2}}), 422, "bad_setup"),
        (json!({"clock": {"type": "turn", "seconds": 1}}), 422, "bad_setup"),
        (json!({"rated": true}), 403, "rated_guest"),
        (json!({"range": [1000, 1200]}), 403, "rated_guest"),
        (json!({"range": [1200, 1000]}), 400, "bad_range"),
        (json!({"name": "Аnna"}), 422, "name_scripts"),
        (json!({"name": ""}), 422, "bad_setup"),
        (json!({"colour": "red"}), 400, "bad_message"),
    ] {
        let refused = anna.post(&server, "/api/seeks", wish(change.clone())).await;
        assert_eq!((refused.status, refused.code().as_str()), (status, code), "{change}: {}", refused.text());
    }
    let mut olena = Browser::of_account(&server, "Olena").await;
    let (_ear, _) = olena.listen(&server, "").await;
    let rated = olena.post(&server, "/api/seeks", wish(json!({"rated": true, "clock": null}))).await;
    assert_eq!(rated.code(), "rated_clock");
    let rated = olena.post(&server, "/api/seeks", wish(json!({"rated": true}))).await.json();
    assert_eq!((&rated["seek"]["name"], &rated["seek"]["plain"]), (&json!("Olena"), &json!(true)));
    let hinted = olena.post(&server, "/api/seeks", wish(json!({"rated": true, "plain": false}))).await.json();
    assert_eq!((&hinted["seek"]["rated"], &hinted["seek"]["plain"]), (&json!(true), &json!(false)));
    assert_eq!(olena.post(&server, "/api/seeks/fill", json!({"level": "easy"})).await.code(), "rated_computer");
    let foreign = ask(server.address, "GET", "/api/events", &["Origin: http://evil.example"], "").await;
    assert_eq!(foreign.code(), "origin");
}

#[tokio::test]
async fn challenges_are_accepted_declined_or_canceled() {
    let server = TestServer::open().await;
    let mut anna = Browser::of_account(&server, "Anna").await;
    let mut olha = Browser::of_account(&server, "Olha").await;
    let (mut hears_anna, _) = anna.listen(&server, "").await;
    let (mut hears_olha, _) = olha.listen(&server, "").await;
    let two = || new_table(&[human("whoever"), open()]);
    let challenge = json!({"to": ["oLHA"], "table": two()});
    let made = anna.post(&server, "/api/challenges", challenge.clone()).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let table = made.json()["table"].as_str().unwrap().to_owned();
    let told = hears_olha.next_of("challenge").await["challenge"].take();
    assert_eq!((&told["by"], &told["to"], &told["own"]), (&json!("Anna"), &json!("Olha"), &json!(false)));
    assert_eq!(told["table"]["table"], table.as_str());
    // No one else can join or view the table.
    let mut ira = Browser::of_account(&server, "Ira").await;
    let path = format!("/api/tables/{table}");
    let refused = ira.post(&server, &format!("{path}/join"), json!({"seat": 1, "name": "Ira"})).await;
    assert_eq!((refused.status, refused.code().as_str()), (403, "not_invited"));
    assert_eq!(ira.get(&server, &path).await.code(), "not_invited");
    assert_eq!(ira.sit(&server, &table).await.1["error"]["code"], "not_invited");
    assert_eq!(olha.get(&server, &path).await.status, 200);
    assert_eq!(ira.post(&server, &format!("/api/challenges/{table}/accept"), json!({})).await.code(), "no_challenge");

    let taken = olha.post(&server, &format!("/api/challenges/{table}/accept"), json!({})).await;
    assert_eq!((taken.status, &taken.json()["seat"]), (200, &json!(1)), "{}", taken.text());
    assert_eq!(hears_anna.next_of("challenge_taken").await["by"], "Olha");
    assert_eq!(hears_olha.next_of("game_start").await["table"], table.as_str());
    assert_eq!(anna.sit(&server, &table).await.1["you"], json!([0]));
    assert_eq!(ira.sit(&server, &table).await.1["error"]["code"], "not_invited", "invited players only");
    assert_eq!(anna.get(&server, "/api/challenges").await.json(), json!([]));

    let second = anna.post(&server, "/api/challenges", challenge.clone()).await.json()["table"].take();
    let second = second.as_str().unwrap();
    let (mut client, _) = anna.sit(&server, second).await;
    assert_eq!(olha.get(&server, "/api/challenges").await.json()[0]["table"]["table"], second);
    assert_eq!(olha.post(&server, &format!("/api/challenges/{second}/decline"), json!({})).await.json(), json!([]));
    let declined = hears_anna.next_of("challenge_declined").await;
    assert_eq!((&declined["table"], &declined["gone"]), (&json!(second), &json!(true)));
    assert!(client.try_next().await.is_none(), "the table is deleted");
    assert_eq!(anna.get(&server, &format!("/api/tables/{second}")).await.code(), "no_table");

    let third = anna.post(&server, "/api/challenges", challenge).await.json()["table"].take();
    let third = third.as_str().unwrap();
    assert_eq!(olha.post(&server, &format!("/api/challenges/{third}/cancel"), json!({})).await.code(), "no_challenge");
    anna.post(&server, &format!("/api/challenges/{third}/cancel"), json!({})).await;
    hears_olha.next_of("challenge").await;
    hears_olha.next_of("challenge").await;
    assert_eq!(hears_olha.next_of("challenge_canceled").await["table"], third);
    assert_eq!(anna.get(&server, &format!("/api/tables/{third}")).await.code(), "no_table");
    assert_eq!(anna.get(&server, "/api/tables").await.json().as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn invalid_challenges_leave_no_table() {
    let server = TestServer::open().await;
    let mut anna = Browser::of_account(&server, "Anna").await;
    Browser::of_account(&server, "Olha").await;
    let two = || new_table(&[human("whoever"), open()]);
    for (body, status, code) in [
        (json!({"to": ["Nobody At All"], "table": two()}), 404, "no_person"),
        (json!({"to": ["anna"], "table": two()}), 422, "yourself"),
        (json!({"to": [], "table": two()}), 400, "bad_message"),
        (json!({"to": ["Olha"], "table": new_table(&[human("A"), bot()])}), 422, "bad_setup"),
        (json!({"to": ["Olha"], "table": new_table(&[human("A")])}), 422, "bad_setup"),
        (json!({"to": ["Olha"]}), 400, "bad_message"),
    ] {
        let refused = anna.post(&server, "/api/challenges", body.clone()).await;
        assert_eq!((refused.status, refused.code().as_str()), (status, code), "{body}: {}", refused.text());
    }
    let guest = Browser::default().post(&server, "/api/challenges", json!({"to": ["Olha"], "table": two()})).await;
    assert_eq!(guest.code(), "signed_out");
    let made =
        async |anna: &mut Browser| anna.post(&server, "/api/challenges", json!({"to": ["Olha"], "table": two()})).await;
    for _ in 0..20 {
        assert_eq!(made(&mut anna).await.status, 201);
    }
    assert_eq!(made(&mut anna).await.code(), "too_many_challenges");
    assert_eq!(anna.get(&server, "/api/tables").await.json().as_array().unwrap().len(), 20);
}

#[tokio::test]
async fn event_stream_ends_with_the_session() {
    let server = TestServer::open().await;
    let mut anna = Browser::of_account(&server, "Anna").await;
    let (mut events, _) = anna.listen(&server, "").await;
    anna.post(&server, "/api/account/sign-out", json!({})).await;
    assert!(events.next().await.is_none());
    let (_guest, hello) = anna.listen(&server, "").await;
    assert_eq!(hello["challenges"], json!([]));
}

/// Aborts a game that has hardly begun.
async fn abort(browser: &Browser, server: &TestServer, table: &str) -> Client {
    let (mut client, welcome) = browser.sit(server, table).await;
    assert_eq!(welcome["type"], "welcome", "{welcome}");
    client.send(&json!({"type": "abort"})).await;
    loop {
        let message = client.next().await;
        assert_ne!(message["type"], "error", "{message}");
        if message["type"] == "table" && message["table"]["phase"] == "finished" {
            return client;
        }
    }
}

#[tokio::test]
async fn rematch_starts_when_all_agree_and_redirects_everyone() {
    // A computer player that goes first must not finish its turn before the test aborts: a game can be aborted only during its first turn.
    let server = TestServer::open_with(|config| {
        without_delays(config);
        config.computer_delay = Duration::from_secs(3600);
    });
    let server = server.await;
    let (mut anna, mut olha) = (Browser::default(), Browser::default());
    let mut asked = new_table(&[human("Anna"), open(), bot()]);
    asked["clock"] = json!({"type": "turn", "seconds": 600});
    let table = anna.make(&server, asked).await;
    let path = format!("/api/tables/{table}");
    olha.post(&server, &format!("{path}/join"), json!({"seat": 1, "name": "Olha"})).await;
    let early = anna.post(&server, &format!("{path}/rematch"), json!({"agree": true})).await;
    assert_eq!(early.code(), "not_over");
    let mut client = abort(&anna, &server, &table).await;
    let (mut watches, _) = Browser::default().sit(&server, &table).await;
    let (mut hears_olha, _) = olha.listen(&server, "").await;
    let stranger = Browser::default().post(&server, &format!("{path}/rematch"), json!({"agree": true})).await;
    assert_eq!(stranger.code(), "not_playing");

    let first = anna.post(&server, &format!("{path}/rematch"), json!({"agree": true})).await.json();
    assert_eq!(first["rematch"], json!({"agreed": [0], "waits": [1], "table": null}));
    assert_eq!(hears_olha.next_of("rematch").await["table"], table.as_str());
    olha.post(&server, &format!("{path}/rematch"), json!({"agree": false})).await;
    assert_eq!(anna.get(&server, &path).await.json()["rematch"], Value::Null);
    anna.post(&server, &format!("{path}/rematch"), json!({"agree": true})).await;
    let made = olha.post(&server, &format!("{path}/rematch"), json!({"agree": true})).await.json();
    let next = made["rematch"]["table"].as_str().expect("the next table").to_owned();
    assert_eq!(hears_olha.next_of("game_start").await, json!({"type": "game_start", "table": next, "seat": 2}));
    for client in [&mut client, &mut watches] {
        while client.next_of("table").await["table"]["rematch"]["table"] != next.as_str() {}
    }
    let info = anna.get(&server, &format!("/api/tables/{next}")).await.json();
    let names: Vec<_> = info["seats"].as_array().unwrap().iter().map(|seat| seat["name"].clone()).collect();
    assert_eq!(names, [Value::Null, json!("Anna"), json!("Olha")], "everyone moves one seat");
    assert_eq!((&info["seats"][0]["type"], &info["terms"]["clock"]["seconds"]), (&json!("bot"), &json!(600)));
    assert_eq!(anna.sit(&server, &next).await.1["you"], json!([1]));
    let again = anna.post(&server, &format!("{path}/rematch"), json!({"agree": true})).await;
    assert_eq!((again.status, again.code().as_str()), (409, "rematch_made"));

    // The rematch is still known after a restart.
    let server = server.reopen().await;
    assert_eq!(anna.get(&server, &path).await.json()["rematch"]["table"], next.as_str());
}

#[tokio::test]
async fn spectators_are_counted_and_can_be_excluded() {
    let server = TestServer::open().await;
    let (mut anna, mut olha) = (Browser::default(), Browser::default());
    let open_to_all = anna.make(&server, new_table(&[human("Anna"), human("Olha")])).await;
    let (mut client, welcome) = anna.sit(&server, &open_to_all).await;
    assert_eq!((&welcome["table"]["watching"], &welcome["table"]["spectators"]), (&json!(0), &json!(true)));
    let (watcher, _) = Browser::default().sit(&server, &open_to_all).await;
    assert_eq!(client.next_of("table").await["table"]["watching"], 1);
    drop(watcher);
    assert_eq!(client.next_of("table").await["table"]["watching"], 0, "reported after a delay");

    let mut asked = new_table(&[human("Anna"), open()]);
    asked["spectators"] = false.into();
    let table = anna.make(&server, asked).await;
    let path = format!("/api/tables/{table}");
    // While a seat is open, anyone with the link may view the table, since they may take the seat.
    let (mut looks, _) = Browser::default().sit(&server, &table).await;
    let (mut client, _) = anna.sit(&server, &table).await;
    olha.post(&server, &format!("{path}/join"), json!({"seat": 1, "name": "Olha"})).await;
    assert_eq!(looks.refusal().await, "no_spectators");
    assert!(looks.try_next().await.is_none());
    assert_eq!(client.next_of("welcome").await["you"], json!([0]), "the player gets a new welcome");
    for what in ["", "/view", "/events", "/record", "/guide"] {
        let refused = Browser::default().get(&server, &format!("{path}{what}")).await;
        assert_eq!((refused.status, refused.code().as_str()), (403, "no_spectators"), "{what}");
        assert_eq!(olha.get(&server, &format!("{path}{what}")).await.status, 200, "{what}");
    }
    assert_eq!(Browser::default().sit(&server, &table).await.1["error"]["code"], "no_spectators");
    abort(&anna, &server, &table).await;
    assert_eq!(Browser::default().get(&server, &path).await.status, 200, "finished games are visible");
}

#[tokio::test]
async fn invited_tables_are_for_invited_players_only() {
    let server = TestServer::open().await;
    let mut anna = Browser::default();
    let mut olha = Browser::of_account(&server, "Olha").await;
    let mut asked = new_table(&[human("Anna"), open()]);
    asked["invited"] = json!(["Olha", "Nobody At All"]);
    assert_eq!(anna.post(&server, "/api/tables", asked.clone()).await.code(), "no_person");
    asked["invited"] = json!(["Olha"]);
    asked["public"] = true.into();
    assert_eq!(anna.post(&server, "/api/tables", asked.clone()).await.code(), "bad_setup");
    asked["public"] = false.into();
    let table = anna.make(&server, asked).await;
    let server = server.reopen().await;
    let path = format!("/api/tables/{table}");
    assert_eq!(anna.get(&server, &path).await.json()["invited"], true);
    assert_eq!(Browser::default().get(&server, &path).await.code(), "not_invited");
    assert_eq!(olha.get(&server, "/api/tables").await.json()[0]["table"], table.as_str(), "they see it in their list");
    assert_eq!(olha.sit(&server, &table).await.1["you"], json!([]));
    assert_eq!(olha.post(&server, &format!("{path}/join"), json!({"seat": 1, "name": "x"})).await.status, 200);
    assert_eq!(Browser::default().get(&server, &format!("{path}/view")).await.code(), "not_invited");
}

#[tokio::test]
async fn custom_tile_art_requires_access_to_the_table() {
    let server = TestServer::open().await;
    let mut anna = Browser::default();
    let mut olha = Browser::of_account(&server, "Olha").await;
    let file = games::own_tiles::copy_of_printed("base").unwrap();
    let setup = json!({"game": "carcassonne", "seats": 2, "own_tiles": file, "sets": {"base": 0}});
    let asked = json!({"setup": setup, "seats": [human("Anna"), open()], "invited": ["Olha"]});
    let path = format!("/api/tables/{}", anna.make(&server, asked).await);
    for art in ["art/own.json", "art/own/far.json", "art/own/sides.json", "art/own/near/crfr.0.svg", "tiles.toml"] {
        let art = format!("{path}/{art}");
        let refused = Browser::default().get(&server, &art).await;
        assert_eq!((refused.status, refused.code().as_str()), (403, "not_invited"), "{art}");
        for guest in [&mut anna, &mut olha] {
            let answer = guest.get(&server, &art).await;
            assert_eq!(answer.status, 200, "{art}");
            assert!(answer.header("cache-control").is_some_and(|cache| !cache.contains("public")), "{}", answer.head);
        }
    }
}

#[tokio::test]
async fn lobby_is_paged_and_its_changes_are_broadcast() {
    let server = TestServer::open().await;
    let mut anna = Browser::default();
    let (mut events, _) = anna.listen(&server, "?lobby=1").await;
    let mut made = Vec::new();
    for number in 0..5 {
        let mut asked = new_table(&[human("Anna"), open()]);
        asked["public"] = true.into();
        if number % 2 == 1 {
            asked["clock"] = json!({"type": "days", "days": 2});
        }
        if number == 4 {
            asked["setup"]["game"] = "hunters".into();
        }
        made.push(anna.make(&server, asked).await);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let told = events.next_of("lobby").await;
    assert!(told["tables"].as_array().unwrap().iter().any(|table| table["table"] == made[0].as_str()), "{told}");
    made.reverse();
    let names = |list: Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|table| table["table"].as_str().unwrap().to_owned()).collect()
    };
    let mut list = async |query: &str| anna.get(&server, &format!("/api/tables?public=true{query}")).await;
    assert_eq!(names(list("").await.json()), made, "without paging");
    let (mut found, mut before) = (Vec::new(), String::new());
    loop {
        let page = list(&format!("&limit=2{before}")).await.json();
        let Some(last) = page.as_array().unwrap().last() else { break };
        before = format!("&before={}.{}", last["updated"], last["table"].as_str().unwrap());
        found.extend(names(page));
    }
    assert_eq!(found, made);
    assert_eq!(names(list("&clock=days").await.json()).len(), 2);
    assert_eq!(names(list("&clock=none&game=carcassonne").await.json()).len(), 2);
    assert_eq!(names(list("&game=hunters&open=true&rated=false").await.json()), made[..1]);
    assert_eq!(names(list("&open=false").await.json()).len(), 0);
    for wrong in ["&limit=0", "&limit=101", "&clock=sand", "&before=x", "&colour=red"] {
        assert_eq!(list(wrong).await.code(), "bad_range", "{wrong}");
    }

    // A running public game is featured on the home page, and a finished one is not.
    assert_eq!(list("").await.json()[0]["clock"], Value::Null);
    let mut olha = Browser::default();
    let table = &made[0];
    olha.post(&server, &format!("/api/tables/{table}/join"), json!({"seat": 1, "name": "Olha"})).await;
    let shown = olha.get(&server, "/api/featured").await.json();
    assert_eq!((&shown["table"]["table"], &shown["scores"]), (&json!(table), &json!([0, 0])));
    abort(&olha, &server, table).await;
    while !events.next_of("lobby").await["gone"].as_array().unwrap().contains(&json!(table)) {}
}

#[tokio::test]
async fn blocked_accounts_are_neither_matched_nor_challenged() {
    let server = TestServer::open().await;
    let mut anna = Browser::of_account(&server, "Anna").await;
    let mut olha = Browser::of_account(&server, "Olha").await;
    let (_one, _) = anna.listen(&server, "").await;
    let (_other, _) = olha.listen(&server, "").await;
    let blocked = olha.post(&server, "/api/account/blocks", json!({"name": "Anna"})).await;
    assert!(blocked.status < 300, "{}", blocked.text());
    let challenge = json!({"to": ["Olha"], "table": new_table(&[human("whoever"), open()])});
    assert_eq!(anna.post(&server, "/api/challenges", challenge).await.code(), "not_for_you");
    assert_eq!(anna.get(&server, "/api/tables").await.json(), json!([]), "no table was created");
    for browser in [&mut anna, &mut olha] {
        let sought = browser.post(&server, "/api/seeks", base(2)).await.json();
        assert!(sought["table"].is_null() && sought["seek"]["seek"].is_u64(), "{sought}");
    }
    let seek = olha.get(&server, "/api/seeks").await.json()[1]["seek"].as_u64().unwrap();
    let taken = olha.post(&server, &format!("/api/seeks/{seek}/accept"), json!({})).await;
    assert_eq!(taken.code(), "no_seek");
}
