//! End-to-end tests of lists of players, and of the ratings beside their names.

use crate::common::browsing::Browser;
use crate::common::{TestServer, get, human, open};
use serde_json::{Value, json};

async fn account(server: &TestServer, name: &str) -> Browser {
    let mut browser = Browser::default();
    let made = browser.sign_up(server, name, false).await;
    assert_eq!(made.status, 201, "{}", made.text());
    browser
}

/// Returns the names in a list of players.
fn names(page: &Value) -> Vec<&str> {
    page["people"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect()
}

/// A public table with a clock of rapid games.
fn timed(seats: &[Value]) -> Value {
    let clock = json!({"type": "game", "start": 600, "increment": 10});
    json!({"setup": {"game": "carcassonne", "seats": seats.len()}, "seats": seats, "public": true, "clock": clock})
}

/// Gives an account a rating for rapid games of two, in place of its previous one.
fn rate(server: &TestServer, name: &str, rating: f64, settled: bool) {
    let account = format!("(SELECT id FROM accounts WHERE name = '{name}')");
    assert!(server.write(&format!(
        "DELETE FROM ratings WHERE account = {account}; INSERT INTO ratings \
         (account, game, speed, size, rating, deviation, volatility, games, settled, updated) \
         VALUES ({account}, 'carcassonne', 'rapid', 'two', {rating}, 90.0, 0.06, 3, {settled}, 0)"
    )));
}

#[tokio::test]
async fn players_are_found_by_the_beginning_of_their_names() {
    let server = TestServer::open().await;
    let mut anna = account(&server, "Anna").await;
    for name in ["Ann", "Олена", "Borys"] {
        account(&server, name).await;
    }
    rate(&server, "Anna", 1634.4, false);
    let avatar = json!({"figure": "builder", "colour": 2, "background": "city"});
    let profile = json!({"avatar": avatar, "flag": "UA"});
    assert_eq!(anna.post(&server, "/api/account/profile", profile).await.status, 200);
    let page = get(server.address, "/api/people?begins=AN").await.json();
    assert_eq!((names(&page), &page["next"]), (vec!["Ann", "Anna"], &Value::Null));
    let shown = json!({
        "name": "Anna", "you": false, "program": false, "avatar": avatar, "flag": "UA", "games": 0, "online": false,
        "rating": {"value": 1634, "provisional": true}, "playing": null, "challenge": true, "followed": false,
    });
    assert_eq!(page["people"][1], shown, "only what the profile shows");
    assert_eq!(page["people"][0]["rating"], Value::Null);
    let other = get(server.address, "/api/people?begins=anna&speed=blitz").await.json();
    assert_eq!(other["people"][0]["rating"], Value::Null, "ratings are those of the chosen speed");
    let first = get(server.address, "/api/people?begins=ann&limit=1").await.json();
    assert_eq!((names(&first), &first["next"]), (vec!["Ann"], &json!("Ann")));
    let second = get(server.address, "/api/people?begins=ann&limit=1&after=Ann").await.json();
    assert_eq!(names(&second), ["Anna"]);
    assert_eq!(names(&get(server.address, "/api/people?begins=%D0%BE%D0%9B").await.json()), ["Олена"]);
    assert_eq!(names(&get(server.address, "/api/people?list=best").await.json()), ["Anna"]);
    let own = anna.get(&server, "/api/people?begins=anna").await.json();
    assert_eq!((&own["people"][0]["you"], &own["people"][0]["challenge"]), (&json!(true), &json!(false)));
    for query in
        ["begins=", "begins=%20", "begins=a&list=online", "list=all", "limit=0", "limit=51", "size=three", "hue=1"]
    {
        let answer = get(server.address, &format!("/api/people?{query}")).await;
        assert_eq!((answer.status, answer.code()), (400, "bad_range".into()), "{query}");
    }
    let long = get(server.address, &format!("/api/people?begins={}", "x".repeat(33))).await;
    assert_eq!((long.status, long.code()), (400, "bad_range".into()));
    assert_eq!(get(server.address, "/api/people?after=Nobody").await.code(), "no_person");
}

#[tokio::test]
async fn online_players_are_hidden_from_accounts_that_they_have_blocked() {
    let server = TestServer::open().await;
    let (mut anna, mut borys) = (account(&server, "Anna").await, account(&server, "Borys").await);
    let online = "/api/people?list=online";
    assert!(names(&get(server.address, online).await.json()).is_empty());
    let (_anna_listens, _) = anna.listen(server.address).await;
    let (_borys_listens, _) = borys.listen(server.address).await;
    let page = get(server.address, online).await.json();
    assert_eq!((names(&page), &page["people"][0]["online"]), (vec!["Anna", "Borys"], &json!(true)));
    let made = anna.post(&server, "/api/tables", timed(&[human("?"), human("Guest")])).await;
    assert_eq!(made.status, 200, "{}", made.text());
    let playing = &get(server.address, online).await.json()["people"][0]["playing"];
    assert_eq!(playing, &made.json()["table"]);

    assert_eq!(anna.post(&server, "/api/account/blocks", json!({"name": "Borys"})).await.status, 200);
    assert_eq!(names(&borys.get(&server, online).await.json()), ["Borys"]);
    assert_eq!(names(&anna.get(&server, online).await.json()), ["Anna"]);
    let found = borys.get(&server, "/api/people?begins=anna").await.json();
    let seen = &found["people"][0];
    assert_eq!((&seen["online"], &seen["playing"], &seen["challenge"]), (&json!(false), &Value::Null, &json!(false)));
    assert_eq!(names(&get(server.address, online).await.json()), ["Anna", "Borys"]);
}

#[tokio::test]
async fn seats_keep_the_rating_with_which_an_account_took_them() {
    let server = TestServer::open().await;
    let (mut anna, mut borys) = (account(&server, "Anna").await, account(&server, "Borys").await);
    rate(&server, "Anna", 1634.4, false);
    let made = anna.post(&server, "/api/tables", timed(&[human("?"), open()])).await;
    let table = made.json()["table"].as_str().unwrap().to_owned();
    rate(&server, "Borys", 1500.6, true);
    assert_eq!(
        borys.post(&server, &format!("/api/tables/{table}/join"), json!({"seat": 1, "name": "?"})).await.status,
        200
    );
    let ratings = async |server: &TestServer, table: &str| {
        let seats = get(server.address, &format!("/api/tables/{table}")).await.json()["seats"].take();
        [seats[0]["rating"].clone(), seats[1]["rating"].clone()]
    };
    let expected = [json!({"value": 1634, "provisional": true}), json!({"value": 1501, "provisional": false})];
    assert_eq!(ratings(&server, &table).await, expected);
    rate(&server, "Anna", 1700.0, true);
    let server = server.reopen().await;
    assert_eq!(ratings(&server, &table).await, expected, "the ratings are those at the start");
    let listed = get(server.address, "/api/tables?public=true").await.json();
    assert_eq!(listed[0]["seats"][0]["rating"], expected[0]);

    // A rematch shows the current ratings, with the seats moved by one.
    let (mut client, _) = borys.sit(&server, &table).await;
    client.send(&json!({"type": "resign", "seat": 1})).await;
    while client.next_of("table").await["table"]["phase"] != "finished" {}
    for player in [&mut anna, &mut borys] {
        let agreed = player.post(&server, &format!("/api/tables/{table}/rematch"), json!({"agree": true})).await;
        assert_eq!(agreed.status, 200, "{}", agreed.text());
    }
    let told = get(server.address, &format!("/api/tables/{table}")).await.json();
    let next = told["rematch"]["table"].as_str().unwrap();
    let expected = [json!({"value": 1501, "provisional": false}), json!({"value": 1700, "provisional": false})];
    assert_eq!(ratings(&server, next).await, expected);
}

#[tokio::test]
async fn guests_and_games_without_a_clock_have_no_ratings() {
    let server = TestServer::open().await;
    let mut anna = account(&server, "Anna").await;
    rate(&server, "Anna", 1634.4, false);
    let untimed = anna.make(&server, &[human("?"), open()]).await;
    let made = anna.post(&server, "/api/tables", timed(&[human("?"), open()])).await.json();
    let table = made["table"].as_str().unwrap();
    let mut guest = Browser::default();
    let joined = guest.post(&server, &format!("/api/tables/{table}/join"), json!({"seat": 1, "name": "Guest"})).await;
    assert_eq!(joined.status, 200, "{}", joined.text());
    for (table, seat) in [(untimed.as_str(), 0), (table, 1)] {
        let told = get(server.address, &format!("/api/tables/{table}")).await.json();
        assert!(told["seats"][seat].get("rating").is_none(), "{told}");
    }
}

#[tokio::test]
async fn seeks_and_challenges_say_how_reliable_a_rating_is() {
    let server = TestServer::open().await;
    let (mut anna, mut borys) = (account(&server, "Anna").await, account(&server, "Borys").await);
    rate(&server, "Anna", 1634.4, false);
    let (_listens, _) = anna.listen(server.address).await;
    let clock = json!({"type": "game", "start": 600, "increment": 10});
    let wish = json!({"setup": {"game": "carcassonne", "seats": 2}, "clock": clock});
    let sought = anna.post(&server, "/api/seeks", wish).await.json();
    assert_eq!((&sought["seek"]["rating"], &sought["seek"]["provisional"]), (&json!(1634), &json!(true)));
    let mut table = timed(&[human("?"), open()]);
    table["public"] = json!(false);
    let made = anna.post(&server, "/api/challenges", json!({"to": ["Borys"], "table": table})).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let received = borys.get(&server, "/api/challenges").await.json();
    assert_eq!(received[0]["table"]["seats"][0]["rating"], json!({"value": 1634, "provisional": true}));
}
