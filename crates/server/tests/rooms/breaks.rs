//! Ending and pausing a game by consent, from the outside.

use crate::common::browsing::Browser;
use crate::common::*;
use serde_json::{Value, json};

/// Creates a table for two people with this clock; the first begins. Returns its name and the token of each seat.
async fn two_seats(server: &TestServer, clock: Value) -> (String, [String; 2]) {
    let mut asked = new_table(&[human("Anna"), human("Borys")]);
    asked["clock"] = clock;
    asked["setup"]["options"] = json!({"first_player": "host_seat"});
    let made = post(server.address, "/api/tables", &asked).await;
    assert_eq!(made.status, 200, "{}", made.text());
    let made = made.json();
    let token = |seat: u8| {
        let tokens = made["tokens"].as_array().unwrap();
        let of = tokens.iter().find(|token| token["seat"] == json!(seat)).unwrap();
        of["token"].as_str().unwrap().to_owned()
    };
    (made["table"].as_str().unwrap().to_owned(), [token(0), token(1)])
}

/// Lets each seat's client say hello. Returns the connections and the second one's welcome.
async fn seated(server: &TestServer, table: &str, tokens: &[String; 2]) -> ([Client; 2], Value) {
    let (anna, _) = Client::hello(server.address, table, &tokens[..1], None).await;
    let (borys, welcome) = Client::hello(server.address, table, &tokens[1..], None).await;
    ([anna, borys], welcome)
}

/// Waits for a message about the table that satisfies a condition.
async fn until(client: &mut Client, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let message = client.next_of("table").await;
        if wanted(&message["table"]) {
            return message;
        }
    }
}

/// Answers for the first seat until the second one must answer. Returns the view.
async fn first_turn(clients: &mut [Client; 2], view: Value) -> Value {
    let [anna, borys] = clients;
    let mut view = borys.until_asked(view).await;
    while view["decision"]["seat"] == 0 {
        anna.answer_first(&view).await;
        view = borys.next_of("update").await["view"].take();
        view = borys.until_asked(view).await;
    }
    view
}

/// Pauses the game as the first seat offers. Returns the clocks.
async fn pause([anna, borys]: &mut [Client; 2]) -> Value {
    anna.send(&json!({"type": "pause", "seat": 0})).await;
    let offered = until(borys, |table| !table["offer"].is_null()).await;
    let offer = &offered["table"]["offer"];
    assert_eq!((&offer["kind"], &offer["seat"], &offer["waits"]), (&json!("pause"), &json!(0), &json!([1])));
    assert_eq!(offered["table"]["paused"], false);
    borys.send(&json!({"type": "consent", "agree": true, "kind": "pause"})).await;
    until(anna, |table| table["paused"] == true).await;
    until(borys, |table| table["paused"] == true).await["clocks"].take()
}

#[tokio::test]
async fn paused_game_survives_a_restart_and_its_clock_continues() {
    let mut server = TestServer::open().await;
    let (table, tokens) = two_seats(&server, json!({"type": "turn", "seconds": 5})).await;
    let (mut clients, welcome) = seated(&server, &table, &tokens).await;
    let view = first_turn(&mut clients, welcome["view"].clone()).await;
    let clocks = pause(&mut clients).await;
    assert!(clocks["running"].is_null() && clocks["left"][0] == 5000, "{clocks}");
    let [_, borys] = &mut clients;
    borys.answer_first(&view).await;
    assert_eq!(borys.refusal().await, "paused");
    borys.send(&json!({"type": "undo", "seat": 1})).await;
    assert_eq!(borys.refusal().await, "paused");
    borys.send(&json!({"type": "say", "phrase": "luck"})).await;
    assert_eq!(server.number("SELECT count(*) FROM clocks WHERE falls IS NOT NULL"), 0);
    assert_eq!(server.number("SELECT count(*) FROM tables WHERE turn IS NOT NULL"), 0);
    drop(clients);

    server = server.reopen().await;
    let told = get(server.address, &format!("/api/tables/{table}")).await.json();
    assert_eq!((&told["paused"], &told["phase"]), (&json!(true), &json!("playing")));
    let (mut clients, welcome) = seated(&server, &table, &tokens).await;
    assert_eq!((&welcome["table"]["paused"], &welcome["clocks"]), (&json!(true), &clocks));
    let [anna, borys] = &mut clients;
    borys.answer_first(&welcome["view"]).await;
    assert_eq!(borys.refusal().await, "paused");
    anna.send(&json!({"type": "resume", "seat": 0})).await;
    let resumed = until(borys, |table| table["paused"] == false).await;
    assert_eq!(resumed["clocks"], json!({"left": clocks["left"], "running": 1}), "with exactly the remaining time");
    borys.answer_first(&welcome["view"]).await;
    borys.next_of("update").await;
    // No one answers any more, so that the clock expires.
    let ended = until(borys, |table| table["phase"] == "finished").await;
    assert_eq!(ended["table"]["end"]["how"], "time");
}

#[tokio::test]
async fn rated_game_ended_by_consent_changes_no_rating() {
    let server = TestServer::open().await;
    let mut two = [Browser::default(), Browser::default()];
    for (browser, name) in two.iter_mut().zip(["Anna", "Borys"]) {
        assert_eq!(browser.sign_up(&server, name, false).await.status, 201);
    }
    let clock = json!({"type": "game", "start": 300, "increment": 10});
    let setup = json!({"game": "carcassonne", "seats": 2, "options": {"first_player": "host_seat"}});
    let asked = json!({"setup": setup, "seats": [human("?"), open()], "clock": clock, "rated": true});
    let made = two[0].post(&server, "/api/tables", asked).await;
    assert_eq!(made.status, 200, "{}", made.text());
    let table = made.json()["table"].as_str().unwrap().to_owned();
    let joined = two[1].post(&server, &format!("/api/tables/{table}/join"), json!({"seat": 1, "name": "?"})).await;
    assert_eq!(joined.status, 200, "{}", joined.text());
    let (anna, _) = two[0].sit(&server, &table).await;
    let (borys, _) = two[1].sit(&server, &table).await;
    let view = get(server.address, &format!("/api/tables/{table}/view")).await.json();
    let mut clients = [anna, borys];
    let view = first_turn(&mut clients, view).await;
    let [anna, borys] = &mut clients;
    anna.send(&json!({"type": "abort"})).await;
    assert_eq!(anna.refusal().await, "too_late");

    anna.send(&json!({"type": "end", "seat": 0})).await;
    until(borys, |table| table["offer"]["kind"] == "end").await;
    // An old client, which knows only undo, agrees to nothing else.
    borys.send(&json!({"type": "consent", "agree": true})).await;
    assert_eq!(borys.refusal().await, "no_undo");
    borys.send(&json!({"type": "consent", "agree": false})).await;
    until(anna, |table| table["offer"].is_null()).await;
    // Once it was declined, no one can offer it again before the next answer.
    anna.send(&json!({"type": "end", "seat": 0})).await;
    assert_eq!(anna.refusal().await, "no_offer");
    borys.answer_first(&view).await;
    borys.next_of("update").await;
    borys.send(&json!({"type": "end", "seat": 1})).await;
    until(anna, |table| table["offer"]["kind"] == "end").await;
    anna.send(&json!({"type": "consent", "agree": true, "kind": "end"})).await;
    let ended = until(anna, |table| table["phase"] == "finished").await;
    assert_eq!(ended["table"]["end"], json!({"how": "aborted", "seat": 1, "agreed": true, "winners": []}));

    assert_eq!(server.number("SELECT count(*) FROM results WHERE how = 'aborted' AND rated"), 1);
    let person = two[0].get(&server, "/api/people/Anna").await.json();
    assert_eq!(person["ratings"], json!([]), "{person}");
    let record = get(server.address, &format!("/api/tables/{table}/record?format=text")).await.text();
    assert!(record.contains("seat 1 offered to end the game without a result, and all players agreed"), "{record}");
    // The ending is the same after a restart.
    let server = server.reopen().await;
    let told = get(server.address, &format!("/api/tables/{table}")).await.json();
    assert_eq!(told["end"], ended["table"]["end"]);
}
