//! Hidden hands (BASE-24, DISC-16): until the game is over, no client sees a tile in another player's hand through any interface.

use crate::common::*;
use serde_json::{Value, json};

/// Checks that a message reveals neither other seats' hands nor the tiles drawn into them.
fn check_hidden(message: &Value, own: Option<u64>) {
    let view = &message["view"];
    if view["over"] == true {
        return;
    }
    for player in view["players"].as_array().unwrap() {
        let hand = player["hand"].as_array().unwrap();
        let hidden = hand.iter().all(Value::is_null);
        assert!(hand.is_empty() || hidden != (player["seat"].as_u64() == own), "{own:?} sees {hand:?}");
    }
    let decision = &view["decision"];
    // A tile that is not placed from a hand was drawn openly.
    let of_hand = decision["kind"] == "place" && decision["tile"].is_null();
    if of_hand && decision["seat"].as_u64() != own {
        assert_eq!(decision["answers"], json!([]));
    }
    // The final answer of a game reveals no more than any other.
    check_updates(message["missed"].as_array().map_or(std::slice::from_ref(message), |missed| missed), own);
}

fn check_updates(updates: &[Value], own: Option<u64>) {
    for update in updates {
        for event in update["events"].as_array().into_iter().flatten().filter(|event| event["type"] == "taken") {
            let ours = event["seat"].as_u64() == own;
            assert_eq!(event["tile"].is_null(), !ours, "{own:?} sees {update}");
            assert_eq!(update["answer"] == "draw:?", !ours, "{own:?} sees {update}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_hands_are_never_sent_to_others() {
    check_game(json!({"game": "discovery", "seats": 2, "options": {"hand": "two_hidden", "equal_turns": "even"}}))
        .await;
}

/// The river begins without hands, and dragon tiles drawn before the dragon are shown to all (BASE-27).
#[tokio::test(flavor = "multi_thread")]
async fn three_hidden_tiles_with_expansions_are_never_sent_to_others() {
    let expansions = ["river", "princess-dragon", "tower"];
    let options = json!({"hand": "three_hidden"});
    check_game(json!({"game": "carcassonne", "seats": 2, "expansions": expansions, "options": options})).await;
}

async fn check_game(setup: Value) {
    let server = TestServer::open().await;
    let made = post(server.address, "/api/tables", &json!({"setup": setup, "seats": [human("Анна"), open()]})).await;
    assert_eq!(made.status, 200, "{}", made.text());
    let (made, cookie) = (made.json(), made.cookie().unwrap());
    let (table, host) = (made["table"].as_str().unwrap(), made["tokens"][0]["token"].as_str().unwrap());
    let path = format!("/api/tables/{table}");
    let joined = post(server.address, &format!("{path}/join"), &json!({"seat": 1, "name": "Bohdan"})).await.json();
    let guest = joined["token"].as_str().unwrap();

    // The host, the guest, and a spectator.
    let mut clients = Vec::new();
    for (tokens, own) in [(vec![host.to_owned()], Some(0)), (vec![guest.to_owned()], Some(1)), (vec![], None)] {
        let (client, mut welcome) = Client::hello(server.address, table, &tokens, Some(0)).await;
        check_hidden(&welcome, own);
        clients.push((client, welcome["view"].take(), own));
    }
    let (mut numbers, mut answers_given) = (Numbers(7), 0);
    loop {
        // Chance may have answered between two hellos, so bring every client up to the point where it is a player's turn.
        for (client, view, own) in &mut clients {
            while view["decision"]["seat"].is_null() && view["over"] != true {
                *view = hear(client, *own).await;
            }
        }
        if clients[0].1["over"] == true {
            break;
        }
        for (client, view, own) in &mut clients {
            let decision = &view["decision"];
            if own.is_some() && decision["seat"].as_u64() == *own {
                let answers = decision["answers"].as_array().unwrap();
                let word = &answers[numbers.below(answers.len())]["word"];
                client.send(&json!({"type": "answer", "seat": own, "seq": view["seq"], "word": word})).await;
            }
        }
        for (client, view, own) in &mut clients {
            *view = hear(client, *own).await;
        }
        answers_given += 1;
        if answers_given == 30 {
            let record = get(server.address, &format!("{path}/record")).await;
            assert_eq!((record.status, record.code().as_str()), (409, "secret"));
            check_doors(server.address, &path, &cookie).await;
        }
    }

    // After the game, nothing is hidden, and the record proves the deal.
    let events = get(server.address, &format!("{path}/events")).await.json();
    let taken = events.as_array().unwrap().iter().filter(|update| update["events"][0]["type"] == "taken").count();
    assert!(taken > 70 && !events.to_string().contains("draw:?"), "{taken}");
    let record = get(server.address, &format!("{path}/record?format=json")).await.text();
    let verdict = games::record::Record::from_json(&record).unwrap().verify();
    assert!(verdict.holds() && verdict.unchecked.is_empty(), "{verdict:?}");
}

/// Returns the view in the next update, checking that it reveals nothing hidden.
async fn hear(client: &mut Client, own: Option<u64>) -> Value {
    let mut update = client.next_of("update").await;
    check_hidden(&update, own);
    update["view"].take()
}

/// Checks views and events over HTTP, both with the host's cookie and without it.
async fn check_doors(address: std::net::SocketAddr, path: &str, cookie: &str) {
    let with_cookie = format!("Cookie: {cookie}");
    for (extra, own) in [(vec![with_cookie.as_str()], Some(0)), (vec![], None)] {
        for at in ["", "?at=20"] {
            let view = ask(address, "GET", &format!("{path}/view{at}"), &extra, "").await.json();
            check_hidden(&json!({"view": view, "events": []}), own);
        }
        let events = ask(address, "GET", &format!("{path}/events"), &extra, "").await.json();
        check_updates(events.as_array().unwrap(), own);
    }
}
