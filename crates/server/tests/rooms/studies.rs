//! End-to-end tests of studies: versions, visibility, quotas, live events, damaged documents, deletion and export.

use serde_json::{Value, json};
use server::admin::Role;

use crate::chat::signed_up_as;
use crate::common::browsing::Browser;
use crate::common::event_client::EventClient;
use crate::common::{Answer, TestServer, get, post};

const RECORD: &str = "bastide record 1\nrules: 2\nsetup: carcassonne seats=2\nresult: unfinished\n0. first:0\n";

fn node(id: &str, parent: Option<&str>, answer: &str) -> Value {
    json!({"id": id, "parent": parent, "answers": [answer]})
}

/// A study whose only chapter has these nodes.
fn study(nodes: &[Value]) -> Value {
    json!({"bastide_study": 1, "name": "Roads", "chapters": [{"name": "One", "record": RECORD, "nodes": nodes}]})
}

pub async fn account(server: &TestServer, name: &str) -> Browser {
    let mut browser = Browser::default();
    let made = browser.post(server, "/api/account", json!({"name": name, "password": "correct horse battery"})).await;
    assert_eq!(made.status, 201, "{}", made.text());
    browser
}

/// Stores a study and returns its id.
pub async fn create(server: &TestServer, browser: &mut Browser, visibility: &str) -> String {
    let body = json!({"study": study(&[node("a", None, "draw:frfr")]), "visibility": visibility});
    let made = browser.post(server, "/api/studies", body).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let saved = made.json();
    assert_eq!((&saved["version"], &saved["problems"]), (&json!(1), &json!([])));
    saved["id"].as_str().unwrap().to_owned()
}

fn refused(answer: &Answer) -> (u16, String) {
    (answer.status, answer.code())
}

#[tokio::test]
async fn stale_change_is_refused_and_changes_nothing() {
    let server = TestServer::open().await;
    let mut anna = account(&server, "Anna").await;
    let id = create(&server, &mut anna, "private").await;
    let path = format!("/api/studies/{id}");
    let longer = study(&[node("a", None, "draw:frfr"), node("b", Some("a"), "frfr@1,0r0")]);
    let changed = anna.post(&server, &path, json!({"version": 1, "study": longer})).await;
    assert_eq!(changed.json()["version"], 2, "{}", changed.text());
    let stale = anna.post(&server, &path, json!({"version": 1, "study": study(&[])})).await;
    assert_eq!(refused(&stale), (409, "study_stale".to_owned()));
    assert!(stale.text().contains("version 2"), "{}", stale.text());
    let stored = anna.get(&server, &path).await.json();
    assert_eq!((&stored["version"], &stored["yours"], &stored["owner"]), (&json!(2), &json!(true), &json!("Anna")));
    let nodes = stored["study"]["chapters"][0]["nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), 2);
    assert_eq!((&nodes[1]["seat"], &nodes[1]["turn"]), (&json!(0), &json!(1)));
}

#[tokio::test]
async fn visibility_decides_who_reads_and_only_the_owner_changes() {
    let server = TestServer::open().await;
    let (mut anna, mut bob) = (account(&server, "Anna").await, account(&server, "Bob").await);
    let id = create(&server, &mut anna, "private").await;
    let path = format!("/api/studies/{id}");
    let missing = (404, "no_study".to_owned());
    assert_eq!(refused(&bob.get(&server, &path).await), missing);
    assert_eq!(refused(&get(server.address, &path).await), missing);
    assert_eq!(refused(&get(server.address, &format!("{path}/events")).await), missing);
    let listed = async || get(server.address, "/api/studies?whose=public").await.json().as_array().unwrap().len();

    let shared = anna.post(&server, &path, json!({"version": 1, "visibility": "link"})).await;
    assert_eq!(shared.json()["version"], 2, "{}", shared.text());
    assert_eq!(bob.get(&server, &path).await.json()["yours"], false);
    assert_eq!(get(server.address, &path).await.status, 200);
    assert_eq!(listed().await, 0);
    anna.post(&server, &path, json!({"version": 2, "visibility": "public"})).await;
    assert_eq!(listed().await, 1);

    for (change, body) in [
        (path.clone(), json!({"version": 3, "visibility": "private"})),
        (format!("{path}/delete"), json!({})),
        (format!("{path}/show"), json!({"chapter": 0})),
    ] {
        assert_eq!(refused(&bob.post(&server, &change, body.clone()).await), missing, "{change}");
        let guest = post(server.address, &change, &body).await;
        assert_eq!(refused(&guest), (401, "signed_out".to_owned()), "{change}");
    }
    assert_eq!(refused(&get(server.address, "/api/studies?whose=mine").await), (401, "signed_out".to_owned()));
    let mine = anna.get(&server, "/api/studies?whose=mine").await.json();
    assert_eq!(
        (&mine[0]["id"], &mine[0]["chapters"], &mine[0]["visibility"]),
        (&json!(id), &json!(1), &json!("public"))
    );
    assert_eq!(anna.post(&server, &format!("{path}/delete"), json!({})).await.status, 200);
    assert_eq!(refused(&anna.get(&server, &path).await), missing);
}

#[tokio::test]
async fn reported_study_is_closed_and_reopened_by_a_moderator() {
    let server = TestServer::open().await;
    let (mut anna, mut bob) = (account(&server, "Anna").await, account(&server, "Bob").await);
    let mut moderator = signed_up_as(&server, "Olha", Role::Moderator).await;
    let id = create(&server, &mut anna, "public").await;
    let path = format!("/api/studies/{id}");
    let (mut reader, ..) = EventClient::open_at(server.address, "", &format!("{path}/events")).await;
    let reported = bob.post(&server, "/api/reports", json!({"study": id, "reason": "spam", "words": "Look."})).await;
    assert_eq!(reported.status, 201, "{}", reported.text());
    let reports = moderator.get(&server, "/api/admin/reports").await.json();
    let report = &reports["entries"][0];
    assert_eq!((&report["about"], &report["table"], &report["seat"]), (&json!("Anna"), &json!(id), &json!(null)));
    let act = json!({"act": "close", "table": id, "why": "advertising", "report": report["id"]});
    let closed = moderator.post(&server, "/api/admin/act", act).await;
    assert_eq!(closed.status, 200, "{}", closed.text());
    assert_eq!(reader.next().await.unwrap(), json!({"type": "gone"}));
    assert_eq!(refused(&bob.get(&server, &path).await), (404, "no_study".to_owned()));
    assert_eq!(anna.get(&server, &path).await.json()["closed"], "advertising");
    assert_eq!(get(server.address, "/api/studies?whose=public").await.json(), json!([]));
    let opened =
        moderator.post(&server, "/api/admin/act", json!({"act": "reopen", "table": id, "why": "a mistake"})).await;
    assert_eq!(opened.status, 200, "{}", opened.text());
    assert_eq!(bob.get(&server, &path).await.status, 200);
    let missing = bob.post(&server, "/api/reports", json!({"study": "nosuchstudy2", "reason": "spam"})).await;
    assert_eq!(missing.code(), "nothing_there");
}

#[tokio::test]
async fn readers_receive_changes_and_the_shown_position() {
    let server = TestServer::open().await;
    let mut anna = account(&server, "Anna").await;
    let id = create(&server, &mut anna, "link").await;
    let path = format!("/api/studies/{id}");
    let (mut reader, _, first) = EventClient::open_at(server.address, "", &format!("{path}/events")).await;
    assert_eq!(first, json!({"type": "open", "version": 1, "shown": null}));
    anna.post(&server, &path, json!({"version": 1, "study": study(&[])})).await;
    assert_eq!(reader.next().await.unwrap(), json!({"type": "changed", "version": 2}));
    let shown = anna.post(&server, &format!("{path}/show"), json!({"chapter": 0, "node": "a"})).await;
    assert_eq!(shown.status, 200, "{}", shown.text());
    assert_eq!(reader.next().await.unwrap(), json!({"type": "shown", "chapter": 0, "node": "a"}));
    let (_late, _, first) = EventClient::open_at(server.address, "", &format!("{path}/events")).await;
    assert_eq!(first, json!({"type": "open", "version": 2, "shown": {"chapter": 0, "node": "a"}}));
    anna.post(&server, &format!("{path}/delete"), json!({})).await;
    assert_eq!(reader.next().await.unwrap(), json!({"type": "gone"}));
}

#[tokio::test]
async fn damaged_parts_are_left_out_and_reported() {
    let server = TestServer::open().await;
    let mut anna = account(&server, "Anna").await;
    let nodes = [node("a", None, "draw:frfr"), node("b", Some("a"), "frfr@0,0r0"), node("c", Some("x"), "pass")];
    let made =
        anna.post(&server, "/api/studies", json!({"study": study(&nodes), "visibility": "private"})).await.json();
    let problems: Vec<&Value> = made["problems"].as_array().unwrap().iter().map(|one| &one["problem"]).collect();
    assert_eq!(problems, ["answer", "parent"]);
    let stored = anna.get(&server, &format!("/api/studies/{}", made["id"].as_str().unwrap())).await.json();
    assert_eq!(stored["study"]["chapters"][0]["nodes"].as_array().unwrap().len(), 1);
    for document in [json!(5), json!({}), json!({"bastide_study": 9})] {
        let refusal = anna.post(&server, "/api/studies", json!({"study": document, "visibility": "private"})).await;
        assert_eq!(refused(&refusal), (422, "bad_record".to_owned()), "{document}");
    }
    let read = post(server.address, "/api/games/study", &study(&nodes)).await.json();
    assert_eq!(read["problems"], made["problems"]);
}

#[tokio::test]
async fn number_and_size_of_studies_are_limited() {
    let server = TestServer::open_with(|config| config.limit_factor = std::num::NonZeroU32::new(1000).unwrap()).await;
    let mut anna = account(&server, "Anna").await;
    // A hundred comments of four kilobytes are close to the maximum size of a study, of which an account can have about forty.
    let long: Vec<Value> = (0..100)
        .map(|number| json!({"id": format!("n{number}"), "parent": null, "answers": ["draw:frfr"], "comment": "x".repeat(4000)}))
        .collect();
    let body = json!({"study": study(&long), "visibility": "private"});
    let mut stored = 0;
    let full = loop {
        let made = anna.post(&server, "/api/studies", body.clone()).await;
        if made.status != 201 {
            break made;
        }
        stored += 1;
        assert!(stored < 60, "there is no limit");
    };
    assert_eq!(refused(&full), (409, "study_full".to_owned()));
    assert!(stored > 30, "{stored}");
    let huge: Vec<Value> = (0..200)
        .map(|number| json!({"id": format!("n{number}"), "parent": null, "answers": ["draw:frfr"], "comment": "x".repeat(4000)}))
        .collect();
    let refusal = anna.post(&server, "/api/studies", json!({"study": study(&huge), "visibility": "private"})).await;
    assert_eq!(refusal.code(), "too_big", "{}", refusal.text());
}

#[tokio::test]
async fn studies_are_exported_and_deleted_with_their_account() {
    let server = TestServer::open().await;
    let mut anna = account(&server, "Anna").await;
    let id = create(&server, &mut anna, "public").await;
    let exported = anna.get(&server, "/api/account/download").await.json();
    assert_eq!((&exported["studies"][0]["id"], &exported["studies"][0]["visibility"]), (&json!(id), &json!("public")));
    assert_eq!(exported["studies"][0]["study"]["name"], "Roads");
    let gone = anna.post(&server, "/api/account/delete", json!({"password": "correct horse battery"})).await;
    assert_eq!(gone.status, 200, "{}", gone.text());
    assert_eq!(refused(&get(server.address, &format!("/api/studies/{id}")).await), (404, "no_study".to_owned()));
}

#[tokio::test]
async fn position_has_the_answers_and_the_possible_draws() {
    let server = TestServer::open().await;
    let ask = async |body: Value| post(server.address, "/api/games/position", &body).await;
    let drawn = ask(json!({"record": RECORD})).await.json();
    assert_eq!(
        (&drawn["view"]["seq"], &drawn["step"], &drawn["view"]["decision"]["kind"]),
        (&json!(1), &json!(null), &json!("chance"))
    );
    let road = drawn["draws"].as_array().unwrap().iter().find(|one| one["word"] == "draw:frfr").unwrap();
    assert_eq!((&road["tile"], &road["left"]), (&json!({"set": "base", "kind": "frfr"}), &json!(8)));
    let placed = ask(json!({"record": RECORD, "answers": ["draw:frfr", "frfr@1,0r0"]})).await.json();
    assert_eq!((&placed["draws"], &placed["step"]["answer"]), (&json!([]), &json!("frfr@1,0r0")));
    assert!(!placed["view"]["decision"]["answers"].as_array().unwrap().is_empty());
    // The record of the position continues the game.
    let again = ask(json!({"record": placed["record"], "at": 1})).await.json();
    assert_eq!((&again["view"], &again["rest"]), (&drawn["view"], &json!(["draw:frfr", "frfr@1,0r0"])));
    let illegal = ask(json!({"record": RECORD, "answers": ["draw:frfr", "frfr@0,0r0"]})).await;
    assert_eq!(refused(&illegal), (422, "illegal".to_owned()));
    assert_eq!(ask(json!({"record": "nonsense"})).await.code(), "bad_record");
}
