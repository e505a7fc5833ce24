//! End-to-end tests of tournaments: callers, games at tables across restarts, matches in person, arbiters, accounts that are deleted.

use std::time::Duration;

use serde_json::{Value, json};
use server::admin::Role;

use crate::chat::signed_up_as;
use crate::common::browsing::{Browser, PASSWORD};
use crate::common::event_client::{EventClient, TIMEOUT};
use crate::common::{Answer, TestServer, ask, get, post};

/// Interval between looks at a tournament that is about to change.
const LOOK: Duration = Duration::from_millis(20);

pub async fn account(server: &TestServer, name: &str) -> Browser {
    let mut browser = Browser::default();
    assert_eq!(browser.sign_up(server, name, false).await.status, 201);
    browser
}

pub async fn accounts<const N: usize>(server: &TestServer, names: [&str; N]) -> [Browser; N] {
    let mut browsers = [const { None }; N];
    for (place, name) in browsers.iter_mut().zip(names) {
        *place = Some(account(server, name).await);
    }
    browsers.map(Option::unwrap)
}

pub fn knock_out(best_of: u8) -> Value {
    let format = json!({"kind": "single-elimination", "third_place": false});
    json!({
        "settings": {"name": "Cup", "format": format, "best_of": best_of, "seeding": "joined"},
        "game": {"setup": {"game": "carcassonne", "seats": 2}},
    })
}

fn in_person(rounds: u8) -> Value {
    let format = json!({"kind": "swiss", "rounds": rounds});
    json!({"settings": {"name": "Club", "format": format, "seeding": "joined"}, "joining": "organiser"})
}

/// Creates a tournament and returns its path.
pub async fn create(server: &TestServer, browser: &mut Browser, body: Value) -> String {
    let made = browser.post(server, "/api/tournaments", body).await;
    assert_eq!(made.status, 201, "{}", made.text());
    format!("/api/tournaments/{}", made.json()["id"].as_str().unwrap())
}

pub async fn try_act(server: &TestServer, browser: &mut Browser, path: &str, act: Value) -> Answer {
    browser.post(server, &format!("{path}/act"), act).await
}

pub async fn act(server: &TestServer, browser: &mut Browser, path: &str, act: Value) -> Value {
    let done = try_act(server, browser, path, act.clone()).await;
    assert_eq!(done.status, 200, "{act}: {}", done.text());
    done.json()
}

pub async fn show(server: &TestServer, path: &str) -> Value {
    let shown = get(server.address, path).await;
    assert_eq!(shown.status, 200, "{}", shown.text());
    shown.json()
}

/// Waits until a tournament satisfies a condition.
pub async fn until(server: &TestServer, path: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    let look = async {
        loop {
            let shown = show(server, path).await;
            if wanted(&shown) {
                return shown;
            }
            tokio::time::sleep(LOOK).await;
        }
    };
    tokio::time::timeout(TIMEOUT, look).await.expect("the tournament changes")
}

/// Returns the table of a game of a match, both counted from 0, once it exists.
pub async fn table_of(server: &TestServer, path: &str, number: usize, game: usize) -> String {
    let shown = until(server, path, |shown| shown["matches"][number]["games"][game]["table"].is_string()).await;
    let table = shown["matches"][number]["games"][game]["table"].as_str().unwrap().to_owned();
    let exists = async {
        while get(server.address, &format!("/api/tables/{table}")).await.status != 200 {
            tokio::time::sleep(LOOK).await;
        }
    };
    tokio::time::timeout(TIMEOUT, exists).await.expect("the server creates the table");
    table
}

/// Has a player do something to the game at a table. Returns the player's seat.
async fn end_game(server: &TestServer, browser: &Browser, table: &str, message: &str) -> u64 {
    let (mut client, you) = browser.sit(server, table).await;
    let seat = you[0].as_u64().unwrap_or_else(|| panic!("no seat: {you}"));
    client.send(&json!({"type": message, "seat": seat})).await;
    while client.next_of("table").await["table"]["phase"] != "finished" {}
    seat
}

pub async fn resign(server: &TestServer, browser: &Browser, table: &str) -> u64 {
    end_game(server, browser, table, "resign").await
}

fn refused(answer: &Answer) -> (u16, String) {
    (answer.status, answer.code())
}

fn count_tables(server: &TestServer) -> (i64, i64) {
    let reserved = server.number("SELECT count(*) FROM tournament_tables");
    (reserved, server.number("SELECT count(*) FROM tables"))
}

#[tokio::test]
async fn knock_out_is_played_to_its_end_across_restarts() {
    let mut server = TestServer::open().await;
    let mut players = accounts(&server, ["Anna", "Borys", "Clara", "Dmytro"]).await;
    let mut olha = account(&server, "Olha").await;
    let path = create(&server, &mut olha, knock_out(1)).await;
    for player in &mut players {
        act(&server, player, &path, json!({"act": "join"})).await;
        server = server.reopen().await;
    }
    let (mut events, ..) = EventClient::open(server.address, &cookie(&players[0]), "").await;
    act(&server, &mut olha, &path, json!({"act": "pair"})).await;
    assert_eq!(events.next_of("tournament").await["tournament"], path.rsplit('/').next().unwrap());
    drop(events);
    server = server.reopen().await;
    let shown = show(&server, &path).await;
    assert_eq!((&shown["phase"], &shown["round"]), (&json!("playing"), &json!(1)));
    let pairs: Vec<_> = (0..2).map(|at| (&shown["matches"][at]["first"], &shown["matches"][at]["second"])).collect();
    assert_eq!(pairs, [(&json!(1), &json!(4)), (&json!(2), &json!(3))]);
    let tables = [table_of(&server, &path, 0, 0).await, table_of(&server, &path, 1, 0).await];
    let told = get(server.address, &format!("/api/tables/{}", tables[0])).await.json();
    assert_eq!((&told["seats"][0]["name"], &told["seats"][1]["name"]), (&json!("Anna"), &json!("Dmytro")));
    assert_eq!((&told["phase"], &told["plain"]), (&json!("playing"), &json!(true)));
    assert_eq!(told["setup"]["options"]["first_player"], "host_seat");
    assert_eq!(count_tables(&server), (2, 2));

    // The server stops before it has entered the result, and does so when it starts again.
    assert_eq!(resign(&server, &players[3], &tables[0]).await, 1);
    server = server.reopen().await;
    let shown = until(&server, &path, |shown| shown["matches"][0]["outcome"] == "first-wins").await;
    assert_eq!(shown["matches"][0]["games"][0]["winner"], 1, "neither has more points");
    let early = try_act(&server, &mut olha, &path, json!({"act": "pair"})).await;
    assert_eq!(refused(&early), (409, "tournament_refused".to_owned()));
    assert!(early.text().contains("round 1 is not finished: 1 matches are open"), "{}", early.text());
    assert_eq!(resign(&server, &players[1], &tables[1]).await, 0);
    until(&server, &path, |shown| shown["phase"] == "between_rounds").await;
    server = server.reopen().await;

    act(&server, &mut olha, &path, json!({"act": "pair"})).await;
    let last = table_of(&server, &path, 0, 0).await;
    assert_eq!(resign(&server, &players[0], &last).await, 0);
    let shown = until(&server, &path, |shown| shown["phase"] == "over").await;
    let places: Vec<_> = shown["standings"].as_array().unwrap().iter().map(|line| line["player"].clone()).collect();
    assert_eq!(places[..2], [json!(3), json!(1)], "Clara beat Anna in the final");
    server = server.reopen().await;
    assert_eq!(show(&server, &path).await["steps"], shown["steps"], "no result was entered twice");
    assert_eq!(count_tables(&server), (3, 3));
}

fn cookie(browser: &Browser) -> String {
    browser.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
}

#[tokio::test]
async fn games_of_a_match_follow_one_another_with_the_seats_swapped() {
    let mut server = TestServer::open().await;
    let mut players = accounts(&server, ["Anna", "Borys"]).await;
    let path = create(&server, &mut players[0], knock_out(3)).await;
    for player in &mut players {
        act(&server, player, &path, json!({"act": "join"})).await;
    }
    act(&server, &mut players[0], &path, json!({"act": "pair"})).await;
    for (game, loser, seat) in [(0, 0, 0), (1, 1, 0), (2, 1, 1)] {
        let table = table_of(&server, &path, 0, game).await;
        assert_eq!(resign(&server, &players[loser], &table).await, seat, "game {game}");
        server = server.reopen().await;
        until(&server, &path, |shown| shown["matches"][0]["games"][game]["points"].is_array()).await;
    }
    let shown = show(&server, &path).await;
    assert_eq!((&shown["phase"], &shown["matches"][0]["outcome"]), (&json!("over"), &json!("first-wins")));
    let winners: Vec<_> = (0..3).map(|game| shown["matches"][0]["games"][game]["winner"].clone()).collect();
    assert_eq!(winners, [json!(2), json!(1), json!(1)]);
    assert_eq!(count_tables(&server), (3, 3));
}

#[tokio::test]
async fn tables_that_were_stored_but_not_created_are_created_at_the_start() {
    let server = TestServer::open().await;
    let mut players = accounts(&server, ["Anna", "Borys"]).await;
    let path = create(&server, &mut players[0], knock_out(1)).await;
    for player in &mut players {
        act(&server, player, &path, json!({"act": "join"})).await;
    }
    act(&server, &mut players[0], &path, json!({"act": "pair"})).await;
    table_of(&server, &path, 0, 0).await;
    // As if the server had been killed between the two: the stored name belongs to no table.
    assert!(server.write("UPDATE tournament_tables SET tab = 'abcdefghijkm'"));
    let server = server.reopen().await;
    assert_eq!(table_of(&server, &path, 0, 0).await, "abcdefghijkm");
    resign(&server, &players[1], "abcdefghijkm").await;
    let over = until(&server, &path, |shown| shown["phase"] == "over").await;
    assert_eq!(over["matches"][0]["outcome"], "first-wins");
}

#[tokio::test]
async fn arbiter_replays_rules_and_reopens() {
    let server = TestServer::open().await;
    let mut players = accounts(&server, ["Anna", "Borys"]).await;
    let path = create(&server, &mut players[0], knock_out(1)).await;
    for player in &mut players {
        act(&server, player, &path, json!({"act": "join"})).await;
    }
    act(&server, &mut players[0], &path, json!({"act": "pair"})).await;
    let first = table_of(&server, &path, 0, 0).await;
    end_game(&server, &players[0], &first, "abort").await;
    until(&server, &path, |shown| shown["matches"][0]["games"][0]["aborted"] == true).await;
    let replay = json!({"act": "replay", "match": 1, "reason": "the first game was aborted"});
    act(&server, &mut players[0], &path, replay.clone()).await;
    let second = table_of(&server, &path, 0, 0).await;
    assert_ne!(first, second);

    // A ruling closes the match; taken back, its game continues at the same table.
    let rule = json!({"act": "rule", "match": 1, "outcome": "second-wins", "reason": "Anna did not come"});
    let ruled = act(&server, &mut players[0], &path, rule).await;
    assert_eq!((&ruled["phase"], &ruled["matches"][0]["reason"]), (&json!("over"), &json!("Anna did not come")));
    let late = try_act(&server, &mut players[0], &path, replay).await;
    assert!(late.text().contains("match 1 has no table"), "{}", late.text());
    let reopen = json!({"act": "reopen", "match": 1, "reason": "she came after all"});
    act(&server, &mut players[0], &path, reopen.clone()).await;
    assert_eq!(table_of(&server, &path, 0, 0).await, second);

    // An adjourned match takes its result once it is resumed.
    let adjourn = |adjourned: bool| json!({"act": "adjourn", "match": 1, "adjourned": adjourned, "reason": "dinner"});
    act(&server, &mut players[0], &path, adjourn(true)).await;
    resign(&server, &players[1], &second).await;
    let enter = json!({"act": "enter", "match": 1, "points": [1, 0], "reason": "too early"});
    let early = try_act(&server, &mut players[0], &path, enter).await;
    assert!(early.text().contains("match 1 is adjourned; resume it first"), "{}", early.text());
    act(&server, &mut players[0], &path, adjourn(false)).await;
    until(&server, &path, |shown| shown["matches"][0]["outcome"] == "first-wins").await;
    // A result that is taken back has the game played again.
    act(&server, &mut players[0], &path, reopen).await;
    let third = table_of(&server, &path, 0, 0).await;
    assert!(third != second && third != first);
    let log = show(&server, &format!("{path}/log?from=4")).await;
    let told: Vec<_> = log.as_array().unwrap().iter().map(|entry| entry["step"]["type"].as_str().unwrap()).collect();
    assert_eq!(told, ["replay", "rule", "reopen", "adjourn", "adjourn", "enter", "reopen"]);
    assert_eq!((&log[0]["by"], &log[0]["role"]), (&json!("Anna"), &json!("organiser")));
    assert_eq!(log[1]["reason"], "Anna did not come");
    assert_eq!((&log[5]["by"], &log[5]["role"], &log[5]["number"]), (&json!(null), &json!("server"), &json!(9)));
}

#[tokio::test]
async fn matches_in_person_are_reported_or_entered_and_exported() {
    let server = TestServer::open().await;
    let [mut olha, mut anna, mut borys] = accounts(&server, ["Olha", "Anna", "Borys"]).await;
    let path = create(&server, &mut olha, in_person(2)).await;
    let blocked = borys.post(&server, "/api/account/blocks", json!({"name": "Olha"})).await;
    assert_eq!(blocked.status, 200, "{}", blocked.text());
    let unwanted = try_act(&server, &mut olha, &path, json!({"act": "add", "name": "Borys"})).await;
    assert_eq!(refused(&unwanted), (403, "not_for_you".to_owned()));
    assert_eq!(borys.post(&server, "/api/account/blocks/end", json!({"name": "Olha"})).await.status, 200);
    for name in ["Anna", "borys", "Clara M.", "=Dmytro"] {
        act(&server, &mut olha, &path, json!({"act": "add", "name": name})).await;
    }
    let twice = try_act(&server, &mut olha, &path, json!({"act": "add", "name": "ANNA"})).await;
    assert!(twice.text().contains("there is already a player named Anna"), "{}", twice.text());
    let paired = act(&server, &mut olha, &path, json!({"act": "pair"})).await;
    assert_eq!(paired["players"][1]["name"], "Borys");
    assert_eq!(paired["players"][2]["account"], false);
    // Anna plays Clara, and Borys plays Dmytro: the upper half meets the lower half. Who begins is drawn.
    let first = &paired["matches"][0];
    assert_eq!(first["first"].as_u64().unwrap() + first["second"].as_u64().unwrap(), 4, "{first}");
    act(&server, &mut anna, &path, json!({"act": "report", "match": 1, "points": [70, 60]})).await;
    let foreign = try_act(&server, &mut borys, &path, json!({"act": "report", "match": 1, "points": [70, 60]})).await;
    assert_eq!(refused(&foreign), (403, "not_allowed".to_owned()));
    let enter = |number: u32, points: [i32; 2]| json!({"act": "enter", "match": number, "points": points, "reason": "I saw it"});
    act(&server, &mut olha, &path, enter(1, [72, 60])).await;
    let done = act(&server, &mut olha, &path, enter(2, [50, 55])).await;
    assert_eq!(done["phase"], "between_rounds");
    let standings = show(&server, &format!("{path}/export")).await;
    assert_eq!((&standings[0]["points"], &standings[0]["won"]), (&json!(1.0), &json!(1)));
    let games = get(server.address, &format!("{path}/export?what=games&format=ndjson")).await;
    assert_eq!(games.header("content-type"), Some("application/x-ndjson"));
    let first: Value = serde_json::from_str(games.text().lines().next().unwrap()).unwrap();
    assert_eq!(first, json!({"match": 1, "game": 1, "first_points": 72, "second_points": 60}));
    let csv = get(server.address, &format!("{path}/export?what=matches&format=csv")).await;
    assert!(csv.text().starts_with("match,round,stage,first,second,outcome,reason\n"), "{}", csv.text());
    assert!(csv.text().contains("'=Dmytro") && csv.text().contains("1-0"), "{}", csv.text());
    let earlier = act(&server, &mut olha, &path, json!({"act": "pair"})).await;
    assert_eq!((&earlier["round"], &earlier["matches"][0]["number"]), (&json!(2), &json!(3)));
    let shown = show(&server, &format!("{path}?round=1")).await;
    assert_eq!((&shown["round"], &shown["matches"][0]["number"]), (&json!(1), &json!(1)));
    assert_eq!(get(server.address, &format!("{path}?round=3")).await.code(), "bad_range");
    assert_eq!(server.number("SELECT count(*) FROM tournament_tables"), 0);
}

#[tokio::test]
async fn reports_count_when_both_players_agree() {
    let server = TestServer::open().await;
    let [mut olha, mut anna, mut borys] = accounts(&server, ["Olha", "Anna", "Borys"]).await;
    let path = create(&server, &mut olha, in_person(1)).await;
    for name in ["Anna", "Borys"] {
        act(&server, &mut olha, &path, json!({"act": "add", "name": name})).await;
    }
    act(&server, &mut olha, &path, json!({"act": "pair"})).await;
    let report = |points: [i32; 2]| json!({"act": "report", "match": 1, "points": points});
    act(&server, &mut anna, &path, report([70, 60])).await;
    let differ = act(&server, &mut borys, &path, report([70, 61])).await;
    // Who begins is drawn, so that either can be the first player of the match.
    let mut reports = [[70, 60], [70, 61]];
    if differ["matches"][0]["first"] == 2 {
        reports.reverse();
    }
    assert_eq!(differ["matches"][0]["games"][0]["reports"], json!(reports));
    assert_eq!(differ["phase"], "playing");
    let same = act(&server, &mut borys, &path, report([70, 60])).await;
    assert_eq!((&same["phase"], &same["matches"][0]["outcome"]), (&json!("over"), &json!("first-wins")));
}

#[tokio::test]
async fn wrong_callers_and_wrong_requests_are_refused() {
    let server = TestServer::open().await;
    let [mut olha, mut anna] = accounts(&server, ["Olha", "Anna"]).await;
    let guest = post(server.address, "/api/tournaments", &knock_out(1)).await;
    assert_eq!(refused(&guest), (401, "signed_out".to_owned()));
    for (change, code) in [
        (json!({"setup": {"game": "carcassonne", "seats": 3}}), "bad_setup"),
        (json!({"setup": {"game": "coop", "seats": 2}}), "bad_setup"),
        (json!({"setup": {"game": "carcassonne", "seats": 2}, "rated": true}), "rated_clock"),
        (json!({"setup": {"game": "carcassonne", "seats": 2}, "clock": {"type": "turn", "seconds": 1}}), "bad_setup"),
    ] {
        let mut body = knock_out(1);
        body["game"] = change;
        assert_eq!(olha.post(&server, "/api/tournaments", body.clone()).await.code(), code, "{body}");
    }
    let mut rated = knock_out(1);
    rated["game"]["rated"] = true.into();
    rated["game"]["clock"] = json!({"type": "turn", "seconds": 60});
    let rated_path = create(&server, &mut olha, rated.clone()).await;
    let added = try_act(&server, &mut olha, &rated_path, json!({"act": "add", "name": "Anna"})).await;
    assert!(added.text().contains("join it themselves"), "{}", added.text());
    act(&server, &mut anna, &rated_path, json!({"act": "join"})).await;
    assert_eq!(olha.post(&server, &format!("{rated_path}/delete"), json!({})).await.status, 200);
    rated["joining"] = json!("organiser");
    assert_eq!(olha.post(&server, "/api/tournaments", rated).await.code(), "tournament_refused");
    let even = olha.post(&server, "/api/tournaments", knock_out(2)).await;
    assert_eq!(refused(&even), (409, "tournament_refused".to_owned()));
    assert!(even.text().contains("best of 1, 3 or 5 games"), "{}", even.text());
    let missing = try_act(&server, &mut anna, "/api/tournaments/nosuchcup234", json!({"act": "join"})).await;
    assert_eq!(refused(&missing), (404, "no_tournament".to_owned()));

    let mut closed = knock_out(1);
    closed["joining"] = json!("organiser");
    let path = create(&server, &mut olha, closed).await;
    assert_eq!(
        refused(&try_act(&server, &mut anna, &path, json!({"act": "join"})).await),
        (403, "not_invited".to_owned())
    );
    let unknown = try_act(&server, &mut olha, &path, json!({"act": "add", "name": "Nobody"})).await;
    assert_eq!(refused(&unknown), (404, "no_person".to_owned()));
    act(&server, &mut olha, &path, json!({"act": "add", "name": "Anna"})).await;
    let alone = try_act(&server, &mut olha, &path, json!({"act": "pair"})).await;
    assert!(alone.text().contains("2 players are needed, and there are 1"), "{}", alone.text());
    act(&server, &mut olha, &path, json!({"act": "join"})).await;
    act(&server, &mut olha, &path, json!({"act": "pair"})).await;
    for wanted in [
        json!({"act": "pair"}),
        json!({"act": "add", "name": "Olha"}),
        json!({"act": "withdraw", "player": 2}),
        json!({"act": "enter", "match": 1, "points": [1, 0], "reason": "I won"}),
        json!({"act": "rule", "match": 1, "outcome": "first-wins", "reason": "I won"}),
        json!({"act": "reopen", "match": 1, "reason": "again"}),
        json!({"act": "adjourn", "match": 1, "adjourned": true, "reason": "later"}),
        json!({"act": "replay", "match": 1, "reason": "again"}),
    ] {
        let refusal = try_act(&server, &mut anna, &path, wanted.clone()).await;
        assert_eq!(refused(&refusal), (403, "not_allowed".to_owned()), "{wanted}");
    }
    for (wanted, code) in [
        (json!({"act": "report", "match": 1, "points": [1, 0]}), "tournament_refused"),
        (json!({"act": "rule", "match": 1, "outcome": "first-wins", "reason": " "}), "line_length"),
        (json!({"act": "enter", "match": 0, "points": [1, 0], "reason": "x"}), "bad_range"),
        (json!({"act": "enter", "match": 1, "points": [1, 0], "winner": 0, "reason": "x"}), "bad_range"),
        (json!({"act": "withdraw", "player": 1}), "line_length"),
        (json!({"act": "dance"}), "bad_message"),
    ] {
        assert_eq!(try_act(&server, &mut olha, &path, wanted.clone()).await.code(), code, "{wanted}");
    }
    let started = olha.post(&server, &format!("{path}/delete"), json!({})).await;
    assert_eq!(refused(&started), (404, "no_tournament".to_owned()));
    let listed = show(&server, "/api/tournaments?limit=5").await;
    assert_eq!((listed.as_array().unwrap().len(), &listed[0]["organiser"]), (1, &json!("Olha")));
    assert_eq!(anna.get(&server, "/api/tournaments?which=mine").await.json()[0]["entrants"], 2);
    let nobodys = get(server.address, "/api/tournaments?which=mine").await;
    assert_eq!(refused(&nobodys), (401, "signed_out".to_owned()));
}

#[tokio::test]
async fn reported_tournament_is_closed_and_reopened_by_a_moderator() {
    let server = TestServer::open().await;
    let [mut anna, mut borys] = accounts(&server, ["Anna", "Borys"]).await;
    let mut moderator = signed_up_as(&server, "Olha", Role::Moderator).await;
    let path = create(&server, &mut anna, knock_out(1)).await;
    let id = path.rsplit('/').next().unwrap();
    let body = json!({"tournament": id, "reason": "name", "words": "Look."});
    let reported = borys.post(&server, "/api/reports", body.clone()).await;
    assert_eq!(reported.status, 201, "{}", reported.text());
    let report = moderator.get(&server, "/api/admin/reports").await.json()["entries"][0].clone();
    assert_eq!((&report["about"], &report["table"]), (&json!("Anna"), &json!(id)));
    assert_eq!(report["context"]["tournament"], true);
    let decide = json!({"act": "close", "table": id, "why": "insulting name", "report": report["id"]});
    assert_eq!(moderator.post(&server, "/api/admin/act", decide).await.status, 200);
    for part in ["", "/log", "/export"] {
        let hidden = borys.get(&server, &format!("{path}{part}")).await;
        assert_eq!(refused(&hidden), (404, "no_tournament".to_owned()), "{part}");
    }
    assert_eq!(show(&server, "/api/tournaments").await, json!([]));
    assert_eq!(anna.get(&server, &path).await.json()["closed"], "insulting name");
    assert_eq!(refused(&try_act(&server, &mut anna, &path, json!({"act": "join"})).await), (410, "closed".to_owned()));
    assert_eq!(borys.post(&server, "/api/reports", body).await.code(), "nothing_there");
    let reopen = json!({"act": "reopen", "table": id, "why": "a mistake"});
    assert_eq!(moderator.post(&server, "/api/admin/act", reopen).await.status, 200);
    act(&server, &mut borys, &path, json!({"act": "join"})).await;
}

#[tokio::test]
async fn arbiters_act_for_the_organiser_until_they_are_dismissed() {
    let server = TestServer::open().await;
    let [mut olha, mut anna, mut borys, mut clara] = accounts(&server, ["Olha", "Anna", "Borys", "Clara"]).await;
    let mut moderator = signed_up_as(&server, "Dmytro", Role::Moderator).await;
    let path = create(&server, &mut olha, knock_out(1)).await;
    for player in [&mut anna, &mut borys] {
        act(&server, player, &path, json!({"act": "join"})).await;
    }
    let appoint = |name: &str| json!({"act": "appoint", "name": name});
    let not_allowed = (403, "not_allowed".to_owned());
    for browser in [&mut clara, &mut moderator] {
        assert_eq!(refused(&try_act(&server, browser, &path, appoint("Clara")).await), not_allowed);
    }
    assert_eq!(try_act(&server, &mut olha, &path, appoint("Nobody")).await.code(), "no_person");
    assert_eq!(try_act(&server, &mut olha, &path, appoint("Olha")).await.code(), "tournament_refused");
    let shown = act(&server, &mut olha, &path, appoint("clara")).await;
    assert_eq!(shown["arbiters"], json!([{"number": 1, "name": "Clara", "active": true}]));
    assert_eq!(try_act(&server, &mut olha, &path, appoint("Clara")).await.code(), "tournament_refused");
    let mine = clara.get(&server, "/api/tournaments?which=mine").await.json();
    assert_eq!(mine.as_array().unwrap().len(), 1, "{mine}");
    // An arbiter decides, but neither appoints nor deletes.
    assert_eq!(refused(&try_act(&server, &mut clara, &path, appoint("Borys")).await), not_allowed);
    assert_eq!(clara.post(&server, &format!("{path}/delete"), json!({})).await.status, 404);
    let shown = act(&server, &mut clara, &path, json!({"act": "pair"})).await;
    assert_eq!((&shown["arbiter"], &shown["yours"]), (&json!(true), &json!(false)));
    let rule = json!({"act": "rule", "match": 1, "outcome": "first-wins", "reason": "late"});
    act(&server, &mut clara, &path, rule.clone()).await;
    let reopen = json!({"act": "reopen", "match": 1, "reason": "a mistake"});
    // Dismissed, and appointed again under the same number; then she steps down.
    let dismiss = json!({"act": "dismiss", "arbiter": 1});
    assert_eq!(refused(&try_act(&server, &mut borys, &path, dismiss.clone()).await), not_allowed);
    act(&server, &mut olha, &path, dismiss.clone()).await;
    assert_eq!(refused(&try_act(&server, &mut clara, &path, reopen.clone()).await), not_allowed);
    assert_eq!(try_act(&server, &mut olha, &path, dismiss.clone()).await.code(), "tournament_refused");
    let server = server.reopen().await;
    act(&server, &mut olha, &path, appoint("Clara")).await;
    act(&server, &mut clara, &path, reopen.clone()).await;
    let shown = act(&server, &mut clara, &path, dismiss).await;
    assert_eq!(shown["arbiters"], json!([{"number": 1, "name": "Clara", "active": false}]));
    // A moderator stands in for an organiser whose account was deleted.
    assert_eq!(refused(&try_act(&server, &mut moderator, &path, rule.clone()).await), not_allowed);
    assert_eq!(olha.post(&server, "/api/account/delete", json!({"password": PASSWORD})).await.status, 200);
    act(&server, &mut moderator, &path, appoint("Clara")).await;
    act(&server, &mut clara, &path, rule.clone()).await;
    let log = show(&server, &format!("{path}/log")).await;
    let log: Vec<_> =
        log.as_array().unwrap().iter().map(|one| (&one["role"], &one["by"], &one["step"]["type"])).collect();
    let of = |role: &str, step: &str| log.iter().filter(|(by, _, kind)| *by == role && *kind == step).count();
    assert_eq!((of("organiser", "appoint"), of("organiser", "dismiss"), of("arbiter", "dismiss")), (2, 1, 1));
    assert_eq!((of("arbiter", "pair"), of("arbiter", "rule"), of("arbiter", "appoint")), (1, 2, 1));
    let exported = clara.get(&server, "/api/account/download").await.json();
    assert_eq!(exported["tournaments"][0]["arbiter"], true, "{}", exported["tournaments"]);
}

#[tokio::test]
async fn token_needs_the_scope_for_tournaments() {
    let server = TestServer::open().await;
    let mut anna = account(&server, "Anna").await;
    let path = create(&server, &mut anna, knock_out(1)).await;
    assert_eq!(anna.post(&server, "/api/account/prove", json!({"password": PASSWORD})).await.status, 200);
    for (scopes, status) in [(json!(["read", "play"]), 403), (json!(["tournament:write"]), 200)] {
        let made = anna.post(&server, "/api/account/tokens", json!({"name": "bot", "scopes": scopes})).await;
        let line = format!("Authorization: Bearer {}", made.json()["secret"].as_str().unwrap());
        let headers = ["Content-Type: application/json", &line];
        let joined = ask(server.address, "POST", &format!("{path}/act"), &headers, r#"{"act": "join"}"#).await;
        assert_eq!(joined.status, status, "{}", joined.text());
    }
}

#[tokio::test]
async fn players_who_join_at_once_get_different_numbers() {
    let server = TestServer::open().await;
    let names = ["Anna", "Borys", "Clara", "Dmytro", "Emma", "Fedir", "Greta", "Hanna"];
    let mut players = accounts(&server, names).await;
    let path = create(&server, &mut players[0], knock_out(1)).await;
    let join = players.iter_mut().map(|player| act(&server, player, &path, json!({"act": "join"})));
    futures_util::future::join_all(join).await;
    let shown = show(&server, &path).await;
    let mut joined: Vec<_> = shown["players"].as_array().unwrap().iter().map(|player| player["name"].clone()).collect();
    joined.sort_by_key(|name| name.to_string());
    assert_eq!((joined, &shown["steps"]), (names.map(Value::from).to_vec(), &json!(8)));
}

#[tokio::test]
async fn deleted_accounts_withdraw_and_their_exports_have_their_tournaments() {
    let server = TestServer::open().await;
    let [mut olha, mut anna, mut borys] = accounts(&server, ["Olha", "Anna", "Borys"]).await;
    let path = create(&server, &mut olha, knock_out(1)).await;
    for player in [&mut anna, &mut borys] {
        act(&server, player, &path, json!({"act": "join"})).await;
    }
    let unstarted = create(&server, &mut anna, knock_out(1)).await;
    act(&server, &mut olha, &path, json!({"act": "pair"})).await;
    let exported = anna.get(&server, "/api/account/download").await.json();
    let own = exported["tournaments"].as_array().unwrap();
    assert_eq!(own.len(), 2, "{exported}");
    let played = own.iter().find(|one| one["organiser"] == false).unwrap();
    assert_eq!((&played["player"], &played["steps"][0]["step"]["command"]), (&json!(1), &json!("join")));

    let gone = anna.post(&server, "/api/account/delete", json!({"password": PASSWORD})).await;
    assert_eq!(gone.status, 200, "{}", gone.text());
    let shown = until(&server, &path, |shown| shown["phase"] == "over").await;
    assert_eq!((&shown["players"][0]["name"], &shown["players"][0]["withdrawn"]), (&json!(null), &json!(true)));
    assert_eq!(shown["matches"][0]["outcome"], "second-wins");
    let log = get(server.address, &format!("{path}/log")).await.text();
    let csv = get(server.address, &format!("{path}/export?format=csv")).await.text();
    assert!(csv.contains("deleted player (1)"), "{csv}");
    assert!(!shown.to_string().contains("Anna") && !log.contains("Anna") && !csv.contains("Anna"));
    let deleted = async {
        while get(server.address, &unstarted).await.status != 404 {
            tokio::time::sleep(LOOK).await;
        }
    };
    tokio::time::timeout(TIMEOUT, deleted).await.expect("a tournament without an organiser is deleted");
}
