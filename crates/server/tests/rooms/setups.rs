//! Numbers of figures and tiles in set-ups, and colours of players.

use crate::common::browsing::Browser;
use crate::common::*;
use serde_json::{Value, json};

async fn numbers(server: &TestServer, setup: Value, figures: Value, sets: Value) -> Answer {
    let asked = json!({"setup": setup, "figures": figures, "sets": sets});
    post(server.address, "/api/games/numbers", &asked).await
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_of_a_set_up_are_listed_checked_and_played() {
    let server = TestServer::open().await;
    let setup = json!({"game": "carcassonne", "expansions": ["traders-builders"], "seats": 2});
    let printed = numbers(&server, setup.clone(), json!({}), json!({})).await;
    assert_eq!(printed.status, 200, "{}", printed.text());
    let printed = printed.json();
    assert_eq!(printed["figures"][2], json!({"word": "pig", "printed": 1, "count": 1, "least": 0, "most": 63}));
    assert_eq!((&printed["sets"][0]["word"], &printed["copies"]["most"]), (&json!("base"), &json!(15)));
    assert_eq!((&printed["problem"], printed["setup"].get("figures")), (&Value::Null, None));

    let chosen = numbers(&server, setup.clone(), json!({"pig": 2, "mayor": 4}), json!({"base": 2})).await.json();
    assert_eq!(chosen["setup"]["figures"], json!({"pig": 2}), "kinds that are not in play are ignored");
    assert_eq!(chosen["setup"]["sets"], json!({"base": 2, "traders-builders": 1}));
    let made = json!({"setup": chosen["setup"], "seats": [human("A"), human("B")], "public": true});
    let made = post(server.address, "/api/tables", &made).await;
    assert_eq!(made.status, 200, "{}", made.text());
    let path = format!("/api/tables/{}", made.json()["table"].as_str().unwrap());
    assert_eq!(get(server.address, &path).await.json()["setup"], chosen["setup"]);
    let view = get(server.address, &format!("{path}/view")).await.json();
    assert!(view["players"][0]["supply"].to_string().contains("\"pig\""), "{}", view["players"][0]);
    let record = get(server.address, &format!("{path}/record")).await.text();
    assert!(record.contains("figures=pig:2 sets=base:2,traders-builders:1"), "{record}");

    let refused = numbers(&server, setup.clone(), json!({"follower": 64}), json!({})).await.json();
    assert_eq!(refused["problem"]["reason"], "too_many");
    assert_eq!(
        (&refused["problem"]["what"], &refused["problem"]["count"], &refused["problem"]["most"]),
        (&json!("figures"), &json!(132), &json!(126))
    );
    let made = json!({"setup": refused["setup"], "seats": [human("A"), human("B")], "public": false});
    let made = post(server.address, "/api/tables", &made).await;
    assert_eq!(made.code(), "bad_setup");
    assert!(made.text().contains(refused["problem"]["message"].as_str().unwrap()), "{}", made.text());
    let wrong = numbers(&server, json!({"game": "chess", "seats": 2}), json!({}), json!({})).await;
    assert_eq!((wrong.status, wrong.code().as_str()), (422, "bad_setup"));
    let wrong =
        [json!({"setup": setup, "figures": {"pig": 300}}), json!({"figures": {}}), json!({"setup": setup, "x": 1})];
    for body in wrong {
        assert_eq!(post(server.address, "/api/games/numbers", &body).await.code(), "bad_message", "{body}");
    }
    for game in ["hunters", "discovery", "coop"] {
        let found = numbers(&server, json!({"game": game, "seats": 2}), json!({}), json!({})).await.json();
        assert!(found["figures"][0]["printed"].as_u64().is_some_and(|count| count > 1), "{found}");
        assert_eq!(found["problem"], Value::Null);
    }
}

fn coloured(name: &str, colour: u8) -> Value {
    json!({"type": "human", "name": name, "colour": colour})
}

async fn colours_of(server: &TestServer, table: &str) -> Value {
    get(server.address, &format!("/api/tables/{table}")).await.json()["colours"].take()
}

#[tokio::test(flavor = "multi_thread")]
async fn people_choose_colours_until_the_game_starts() {
    let server = TestServer::open().await;
    let (mut anna, mut borys) = (Browser::default(), Browser::default());
    let table = anna.make(&server, &[human("Anna"), open(), open()]).await;
    assert_eq!(colours_of(&server, &table).await, Value::Null, "every seat has the colour of its number");
    let (mut client, welcome) = anna.sit(&server, &table).await;
    assert_eq!(welcome["table"].get("colours"), None);

    let path = format!("/api/tables/{table}");
    let choose = |seat: u8, colour: u8| json!({"seat": seat, "colour": colour});
    let chosen = anna.post(&server, &format!("{path}/colour"), choose(0, 2)).await;
    assert_eq!((chosen.status, &chosen.json()["colours"]), (200, &json!([2, 1, 0, 3, 4, 5])), "{}", chosen.text());
    assert_eq!(client.next_of("table").await["table"]["colours"], json!([2, 1, 0, 3, 4, 5]));

    // A colour that another person has is not taken along; a free one is.
    let join = json!({"seat": 1, "name": "Borys", "colour": 2});
    assert_eq!(borys.post(&server, &format!("{path}/join"), join).await.status, 200);
    assert_eq!(colours_of(&server, &table).await, json!([2, 1, 0, 3, 4, 5]));
    for (by_anna, seat, colour, code) in [
        (false, 1, 2, "colour_taken"),
        (false, 1, 6, "bad_message"),
        (false, 0, 3, "no_seat"),
        (true, 2, 3, "no_seat"),
        (true, 0, 1, "colour_taken"),
    ] {
        let browser = if by_anna { &mut anna } else { &mut borys };
        let refused = browser.post(&server, &format!("{path}/colour"), choose(seat, colour)).await;
        assert_eq!(refused.code(), code, "seat {seat}, colour {colour}");
    }
    assert_eq!(borys.post(&server, &format!("{path}/colour"), choose(1, 5)).await.status, 200);
    let shown = json!([2, 5, 0, 3, 4, 1]);
    assert_eq!(colours_of(&server, &table).await, shown);

    // The game keeps them, also after a restart, for a computer player that takes over, and in lists.
    assert_eq!(anna.post(&server, &format!("{path}/start"), json!({"token": null})).await.status, 200);
    let late = anna.post(&server, &format!("{path}/colour"), choose(0, 4)).await;
    assert_eq!((late.status, late.code().as_str()), (409, "already_started"));
    let (mut client, _) = borys.sit(&server, &table).await;
    client.send(&json!({"type": "resign", "seat": 1})).await;
    let after = loop {
        let message = client.next_of("table").await;
        if message["table"]["out"] != json!([]) {
            break message;
        }
    };
    assert_eq!((&after["table"]["seats"][1]["type"], &after["table"]["colours"]), (&json!("bot"), &shown));
    let server = server.reopen().await;
    assert_eq!(colours_of(&server, &table).await, shown);
    let listed = anna.get(&server, "/api/tables").await.json();
    assert_eq!((&listed[0]["table"], &listed[0]["colours"]), (&json!(table), &shown));
    let record = get(server.address, &format!("{path}/record")).await.text();
    assert!(!record.contains("colour"), "records are the same whatever the colours: {record}");
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_on_one_screen_begin_with_their_colours() {
    let server = TestServer::open().await;
    let (table, _) = make(server.address, &[coloured("A", 4), human("B"), bot(), coloured("C", 1)]).await;
    assert_eq!(colours_of(&server, &table).await, json!([4, 0, 2, 1, 3, 5]));
    let same = post(server.address, "/api/tables", &new_table(&[coloured("A", 4), coloured("B", 4)])).await;
    assert_eq!((same.status, same.code().as_str()), (409, "colour_taken"));
    let none = post(server.address, "/api/tables", &new_table(&[coloured("A", 6), human("B")])).await;
    assert_eq!(none.code(), "bad_message");
    let guided = json!({"names": ["A", "B"], "colour": 3});
    let guided = post(server.address, "/api/guided/carcassonne", &guided).await;
    assert_eq!(guided.status, 200, "{}", guided.text());
    assert_eq!(colours_of(&server, guided.json()["table"].as_str().unwrap()).await[0], 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn link_pictures_follow_the_colours() {
    let server = TestServer::open().await;
    let mut anna = Browser::default();
    let table = anna.make(&server, &[human("Anna"), open()]).await;
    let other = anna.make(&server, &[coloured("Anna", 3), open()]).await;
    let picture = |table: String| {
        let address = server.address;
        async move { get(address, &format!("/api/tables/{table}/preview.png")).await.body }
    };
    let usual = picture(table).await;
    assert!(usual.starts_with(b"\x89PNG"));
    assert_ne!(picture(other).await, usual);
}

#[tokio::test(flavor = "multi_thread")]
async fn seekers_and_challenged_players_bring_their_colours() {
    let server = TestServer::open().await;
    let (mut anna, mut borys) = (Browser::default(), Browser::default());
    anna.sign_up(&server, "Anna", false).await;
    borys.sign_up(&server, "Borys", false).await;
    let table = new_table(&[coloured("Anna", 5), open()]);
    let made = anna.post(&server, "/api/challenges", json!({"to": ["Borys"], "table": table})).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let table = made.json()["table"].as_str().unwrap().to_owned();
    let accept = format!("/api/challenges/{table}/accept");
    assert_eq!(borys.post(&server, &accept, json!({"colour": 4})).await.status, 200);
    // Only the two of them may look at the table.
    let shown = anna.get(&server, &format!("/api/tables/{table}")).await.json();
    assert_eq!(shown["colours"], json!([5, 4, 2, 3, 0, 1]), "{shown}");

    let (_anna_hears, _) = anna.listen(server.address).await;
    let (_borys_hears, _) = borys.listen(server.address).await;
    let seek = |colour: u8| json!({"setup": {"game": "carcassonne", "seats": 2}, "colour": colour});
    assert_eq!(anna.post(&server, "/api/seeks", seek(3)).await.status, 200);
    let met = borys.post(&server, "/api/seeks", seek(3)).await.json();
    let table = met["table"].as_str().unwrap_or_else(|| panic!("{met}"));
    let colours = colours_of(&server, table).await;
    assert_eq!([&colours[0], &colours[1]].into_iter().filter(|colour| **colour == json!(3)).count(), 1, "{colours}");
}

#[tokio::test]
async fn accounts_remember_their_colour() {
    let server = TestServer::open().await;
    let mut anna = Browser::default();
    let choose = |colour: Value| json!({"colour": colour});
    assert_eq!(anna.post(&server, "/api/account/colour", choose(json!(2))).await.code(), "signed_out");
    anna.sign_up(&server, "Anna", false).await;
    assert_eq!(anna.get(&server, "/api/account").await.json()["account"]["colour"], Value::Null);
    assert_eq!(anna.post(&server, "/api/account/colour", choose(json!(6))).await.code(), "bad_message");
    let set = anna.post(&server, "/api/account/colour", choose(json!(2))).await;
    assert_eq!((set.status, &set.json()["account"]["colour"]), (200, &json!(2)), "{}", set.text());
    // The public profile is a separate choice.
    assert_eq!(anna.post(&server, "/api/account/profile", json!({})).await.status, 200);
    let server = server.reopen().await;
    assert_eq!(anna.get(&server, "/api/account").await.json()["account"]["colour"], 2);
    assert_eq!(anna.get(&server, "/api/account/download").await.json()["account"]["colour"], 2);
    assert_eq!(anna.post(&server, "/api/account/colour", choose(Value::Null)).await.status, 200);
    assert_eq!(server.number("SELECT count(*) FROM profiles"), 0);
}
