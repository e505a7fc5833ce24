//! Tests position guides: over the socket during a game, over HTTP, and at a plain table after the game.

use crate::common::*;
use games::{Game, Viewer};
use serde_json::{Value, json};

/// A small tile set, for short games.
const FILE: &str = include_str!("../../../../docs/own-tiles.toml");

/// Creates a plain or normal table where one player has both seats. Returns its name and both seats' tokens.
async fn table(server: &TestServer, plain: Option<bool>) -> (String, Vec<String>) {
    let setup = json!({"game": "carcassonne", "seats": 2, "own_tiles": FILE, "sets": {"base": 0},
        "options": {"first_player": "host_seat"}});
    let mut asked = json!({"setup": setup, "seats": [human("Ганна"), human("Bohdan")]});
    if let Some(plain) = plain {
        asked["plain"] = json!(plain);
    }
    let made = post(server.address, "/api/tables", &asked).await;
    assert_eq!(made.status, 200, "{}", made.text());
    let made = made.json();
    let tokens = made["tokens"].as_array().unwrap().iter().map(|one| one["token"].as_str().unwrap().to_owned());
    (made["table"].as_str().unwrap().to_owned(), tokens.collect())
}

/// Rebuilds a table's current game from its record.
async fn game(server: &TestServer, table: &str) -> Game {
    let record = get(server.address, &format!("/api/tables/{table}/record?format=json")).await.text();
    games::record::Record::from_json(&record).unwrap().replay().unwrap()
}

/// Returns whether a view helps with estimates: projected scores, worths, or the owners of a field.
fn has_hints(view: &Value) -> bool {
    let (players, features) = (view["players"].as_array().unwrap(), view["features"].as_array().unwrap());
    let owned = |feature: &Value| feature["kind"] == "field" && feature["owners"] != json!([]);
    let estimated = |feature: &Value| !feature["worth"].is_null() || feature["terms"] != json!([]);
    players.iter().any(|player| !player["projected"].is_null()) || features.iter().any(|f| owned(f) || estimated(f))
}

/// Plays the first legal answers to the end of the game, checking what each view says about the remaining tiles and the estimates.
async fn play_out(client: &mut Client, mut view: Value, plain: bool) {
    while view["over"] != true {
        if view["decision"]["seat"].is_null() {
            view = client.next_of("update").await["view"].take();
            continue;
        }
        let listed = view["bag"]["tiles"].as_array().unwrap().len();
        assert!(!plain || listed == 0, "a plain table hides the remaining tiles");
        assert_eq!(has_hints(&view), !plain, "{view}");
        assert!(plain || view["bag"]["left"] == 0 || listed > 0);
        client.answer_first(&view).await;
        view = client.next_of("update").await["view"].take();
    }
    assert!(has_hints(&view), "the game is over: {view}");
}

#[tokio::test(flavor = "multi_thread")]
async fn guide_equals_that_of_the_library() {
    let server = TestServer::open().await;
    let (name, tokens) = table(&server, None).await;
    let described = get(server.address, &format!("/api/tables/{name}")).await.json();
    assert!(described["plain"] == false && described.get("hidden_kinds").is_none(), "{described}");
    let (mut client, mut welcome) = Client::hello(server.address, &name, &tokens[..1], None).await;
    let view = client.until_asked(welcome["view"].take()).await;
    client.send(&json!({"type": "guide", "seq": view["seq"]})).await;
    let told = client.next_of("guide").await;
    let mut expected = json!(game(&server, &name).await.guide_for(Viewer::of([0])));
    expected["type"] = json!("guide");
    assert_eq!(told, expected);
    assert!(!told["open"].as_array().unwrap().is_empty(), "{told}");
    // The guide is the same over HTTP, for this position and an earlier one.
    let path = format!("/api/tables/{name}/guide");
    assert_eq!(get(server.address, &format!("{path}?at=0")).await.json()["seq"], 0);
    assert_eq!(get(server.address, &path).await.json()["open"], told["open"]);
    assert_eq!(get(server.address, &format!("{path}?at=999")).await.code(), "bad_range");
    client.send(&json!({"type": "guide", "seq": 999})).await;
    assert_eq!(client.refusal().await, "stale");
    client.send(&json!({"type": "guide"})).await;
    assert_eq!(client.refusal().await, "bad_message");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_guide_before_the_game_begins() {
    let server = TestServer::open().await;
    let (name, tokens) = make(server.address, &[human("A"), open()]).await;
    let (mut client, _) = Client::hello(server.address, &name, &tokens, None).await;
    client.send(&json!({"type": "guide", "seq": 0})).await;
    assert_eq!(client.refusal().await, "not_started");
    assert_eq!(get(server.address, &format!("/api/tables/{name}/guide")).await.code(), "not_started");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_guide_at_a_plain_table_before_the_end() {
    let server = TestServer::open().await;
    let (name, tokens) = table(&server, Some(true)).await;
    // The table stays plain after a restart.
    let server = server.reopen().await;
    let path = format!("/api/tables/{name}");
    let described = get(server.address, &path).await.json();
    assert_eq!((&described["plain"], &described["hidden_kinds"]), (&json!(true), &json!(["field", "meadow"])));
    let (mut client, mut welcome) = Client::hello(server.address, &name, &tokens, None).await;
    assert_eq!(welcome["table"]["plain"], true);
    let view = client.until_asked(welcome["view"].take()).await;
    client.send(&json!({"type": "guide", "seq": view["seq"]})).await;
    assert_eq!(client.refusal().await, "plain");
    for guide in ["guide", "guide?at=1"] {
        let refused = get(server.address, &format!("{path}/{guide}")).await;
        assert_eq!((refused.status, refused.code().as_str()), (409, "plain"));
    }
    for view in ["view", "view?at=1"] {
        let told = get(server.address, &format!("{path}/{view}")).await.json();
        assert_eq!(told["bag"]["tiles"], json!([]), "{view}");
        assert!(!has_hints(&told), "{view}");
    }
    let decision = &view["decision"];
    let word = &decision["answers"][0]["word"];
    let asked = json!({"type": "preview", "seat": decision["seat"], "seq": view["seq"], "words": [word]});
    client.send(&asked).await;
    let preview = client.next_of("preview").await;
    let shown = &preview["view"];
    assert!(shown.is_null() || (shown["bag"]["tiles"] == json!([]) && !has_hints(shown)), "{preview}");
    assert_eq!(get(server.address, &format!("{path}/analysis")).await.code(), "not_over");

    play_out(&mut client, view, true).await;
    let told = get(server.address, &format!("{path}/guide?at=3")).await;
    assert_eq!(told.status, 200, "{}", told.text());
    assert!(!told.json()["open"].as_array().unwrap().is_empty());
    let before = get(server.address, &format!("{path}/view?at=3")).await.json();
    assert!(!before["bag"]["tiles"].as_array().unwrap().is_empty(), "the game is over");
    let newest = game(&server, &name).await.seq();
    client.send(&json!({"type": "guide", "seq": newest})).await;
    assert_eq!(client.next_of("guide").await["seq"], newest);
}

#[tokio::test(flavor = "multi_thread")]
async fn other_tables_list_the_remaining_tiles() {
    let server = TestServer::open().await;
    let (name, tokens) = table(&server, Some(false)).await;
    let (mut client, mut welcome) = Client::hello(server.address, &name, &tokens, None).await;
    play_out(&mut client, welcome["view"].take(), false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn table_lists_show_which_are_plain() {
    let server = TestServer::open().await;
    for plain in [false, true] {
        let mut asked = new_table(&[human("A"), open()]);
        asked["public"] = json!(true);
        asked["plain"] = json!(plain);
        assert_eq!(post(server.address, "/api/tables", &asked).await.status, 200);
    }
    let listed = get(server.address, "/api/tables?public=true").await.json();
    let mut plain: Vec<bool> = listed.as_array().unwrap().iter().map(|one| one["plain"].as_bool().unwrap()).collect();
    plain.sort_unstable();
    assert_eq!(plain, [false, true]);
    let mut wrong = new_table(&[human("A"), open()]);
    wrong["plain"] = json!("yes");
    assert_eq!(post(server.address, "/api/tables", &wrong).await.code(), "bad_message");
}
