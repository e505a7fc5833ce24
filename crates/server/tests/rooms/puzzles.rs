//! End-to-end tests of puzzles: attempts, their ratings, the history and the puzzle of the day.

use crate::common::{Answer, TestServer, ask, get};
use serde_json::{Value, json};

/// A puzzle of the client: its id and the words of its best turn.
async fn puzzle(server: &TestServer, line: usize) -> (String, Value) {
    let piece = get(server.address, "/puzzles/0.jsonl").await;
    assert_eq!(piece.status, 200);
    let puzzle: Value = serde_json::from_str(piece.text().lines().nth(line).unwrap()).unwrap();
    (puzzle["id"].as_str().unwrap().to_owned(), puzzle["lines"][0]["answers"].clone())
}

/// Creates an account and returns its cookies.
async fn account(server: &TestServer, name: &str) -> String {
    let body = json!({"name": name, "password": "correct horse battery"}).to_string();
    let made = ask(server.address, "POST", "/api/account", &["Content-Type: application/json"], &body).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let set = made.head.lines().filter_map(|line| line.strip_prefix("set-cookie: "));
    set.map(|line| line.split(';').next().unwrap().to_owned()).collect::<Vec<_>>().join("; ")
}

async fn attempt(server: &TestServer, cookies: &str, puzzle: &str, words: &Value) -> Answer {
    let headers = ["Content-Type: application/json", &format!("Cookie: {cookies}")];
    let body = json!({"words": words}).to_string();
    ask(server.address, "POST", &format!("/api/puzzles/{puzzle}/attempt"), &headers, &body).await
}

#[tokio::test]
async fn only_the_first_attempt_at_a_puzzle_is_rated() {
    let server = TestServer::open().await;
    let cookies = account(&server, "Anna").await;
    let (first, solution) = puzzle(&server, 0).await;
    let wrong = attempt(&server, &cookies, &first, &json!(["pass"])).await.json();
    assert_eq!((&wrong["right"], &wrong["rated"]), (&json!(false), &json!(true)), "{wrong}");
    assert!(wrong["rating"].as_f64().unwrap() < 1500.0 && wrong["puzzle_rating"].as_f64().unwrap() > 1500.0, "{wrong}");
    let again = attempt(&server, &cookies, &first, &solution).await.json();
    assert_eq!((&again["right"], &again["rated"]), (&json!(true), &json!(false)));
    assert_eq!((&again["rating"], &again["change"]), (&wrong["rating"], &wrong["change"]));
    let (second, solution) = puzzle(&server, 1).await;
    let right = attempt(&server, &cookies, &second, &solution).await.json();
    assert!(right["right"] == true && right["change"].as_f64().unwrap() > 0.0, "{right}");

    let cookie = format!("Cookie: {cookies}");
    let history = ask(server.address, "GET", "/api/puzzles/history", &[&cookie], "").await.json();
    assert_eq!((&history["attempts"], &history["solved"]), (&json!(2), &json!(1)));
    let ids: Vec<&Value> = history["latest"].as_array().unwrap().iter().map(|one| &one["puzzle"]).collect();
    assert!(ids.contains(&&json!(first)) && ids.contains(&&json!(second)), "{history}");
    assert_eq!(history["rating"], right["rating"]);
    // Another account plays against the changed rating of the puzzle.
    let bob = account(&server, "Bob").await;
    let his = attempt(&server, &bob, &second, &json!(["pass"])).await.json();
    assert!(his["puzzle_rating"].as_f64() > right["puzzle_rating"].as_f64(), "{his}");
}

#[tokio::test]
async fn bad_attempts_are_refused() {
    let server = TestServer::open().await;
    let (id, solution) = puzzle(&server, 0).await;
    let guest = attempt(&server, "", &id, &solution).await;
    assert_eq!((guest.status, &guest.json()["error"]["code"]), (401, &json!("signed_out")));
    let cookies = account(&server, "Anna").await;
    for (puzzle, words, code) in [
        ("0000000000000000", json!(["pass"]), "not_found"),
        (&id, json!([]), "bad_range"),
        (&id, json!(vec!["pass"; 9]), "bad_range"),
    ] {
        let refused = attempt(&server, &cookies, puzzle, &words).await.json();
        assert_eq!(refused["error"]["code"], code, "{refused}");
    }
    let history =
        ask(server.address, "GET", "/api/puzzles/history?limit=0", &[&format!("Cookie: {cookies}")], "").await;
    assert_eq!(history.json()["error"]["code"], "bad_range");
}

#[tokio::test]
async fn puzzle_of_the_day_is_one_of_the_client() {
    let server = TestServer::open().await;
    let daily = get(server.address, "/api/puzzles/daily").await.json();
    let index = get(server.address, "/puzzles/index.json").await.json();
    let listed = index["puzzles"].as_array().unwrap().iter().any(|one| one[0] == daily["puzzle"]);
    assert!(listed && daily["day"].as_str().unwrap().len() == 10, "{daily}");
}
