//! The engine for browsers gives the same replies as the server.

use crate::common::*;
use serde_json::{Value, json};
use web_engine::Engine;

/// Returns the engine's reply, or the code of its refusal. Forwarded requests go to the engine's computer players.
fn reply(engine: &mut Engine, path: &str, body: Option<&Value>) -> Result<String, String> {
    let request = json!({"do": "http", "id": 1, "now": 0, "path": path, "body": body.map(Value::to_string)});
    let output: Value = serde_json::from_str(&engine.handle(request.to_string().as_bytes())).unwrap();
    let reply = &output["replies"][0];
    if let Some(forwarded) = reply.get("forward") {
        let body = json!({"do": "http", "id": 1, "now": 0, "path": forwarded["path"], "body": forwarded["body"]});
        let output: Value = serde_json::from_str(&engine.handle(body.to_string().as_bytes())).unwrap();
        return Ok(output["replies"][0]["text"].as_str().unwrap().to_owned());
    }
    match reply["error"]["code"].as_str() {
        Some(code) => Err(code.to_owned()),
        None => Ok(reply["text"].as_str().unwrap().to_owned()),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn engine_for_browsers_replies_as_the_server_does() {
    let server = TestServer::open().await;
    let mut engine = Engine::default();
    let mut paths: Vec<String> = ["games", "rules/en", "rules/uk", "rules/fr", "art/figures.json", "sets/river-1.toml"]
        .map(|path| format!("/api/{path}"))
        .to_vec();
    for set in ["base", "mists", "hunters", "discovery", "nothing"] {
        paths.extend(["far.json", "sides.json"].map(|part| format!("/api/art/{set}/{part}")));
    }
    let pictures = ["middle/crfr.3.svg", "near/fcfc-pennant.1.svg", "far/crfr.0.svg", "near/crfr.4.svg"];
    paths.extend(pictures.map(|picture| format!("/api/art/base/{picture}")));
    for path in paths {
        let answer = get(server.address, &path).await;
        let expected = if answer.status == 200 { Ok(answer.text()) } else { Err(answer.code()) };
        assert!(reply(&mut engine, &path, None) == expected, "{path}");
    }
    let setup = json!({"game": "carcassonne", "expansions": ["count", "tower"], "seats": 3});
    for body in [
        json!({"setup": setup}),
        json!({"setup": setup, "figures": {"follower": 60}, "sets": {"base": 3}}),
        json!({"setup": {"game": "coop", "seats": 2}}),
        json!({"setup": {"game": "chess", "seats": 2}}),
        json!({"setup": setup, "unknown": 1}),
    ] {
        let answer = post(server.address, "/api/games/numbers", &body).await;
        let expected = if answer.status == 200 { Ok(answer.text()) } else { Err(answer.code()) };
        assert_eq!(reply(&mut engine, "/api/games/numbers", Some(&body)), expected, "{body}");
    }
    for body in [
        json!({"setup": setup}),
        json!({"setup": {"game": "hunters", "seats": 2}, "tile": "mfff"}),
        json!({"setup": {"game": "carcassonne", "seats": 2, "board": "tile crfr@5,5r90\nfigure 7:knight:n@5,5"}, "tile": "crfr"}),
        json!({"setup": {"game": "carcassonne", "seats": 2, "board": "0123456789abcdef"}}),
        json!({"setup": {"game": "chess", "seats": 2}}),
        json!({"setup": setup, "unknown": 1}),
    ] {
        let answer = post(server.address, "/api/games/board", &body).await;
        let expected = if answer.status == 200 { Ok(answer.text()) } else { Err(answer.code()) };
        assert_eq!(reply(&mut engine, "/api/games/board", Some(&body)), expected, "{body}");
    }
    let record = "bastide record 1\nrules: 2\nsetup: carcassonne seats=2\nresult: unfinished\n0. first:0\n";
    let nodes =
        json!([{"id": "a", "parent": null, "answers": ["draw:frfr"]}, {"id": "b", "parent": "a", "answers": ["pass"]}]);
    for (path, body) in [
        ("/api/games/position", json!({"record": record})),
        ("/api/games/position", json!({"record": record, "answers": ["draw:frfr", "frfr@1,0r0"]})),
        ("/api/games/position", json!({"record": record, "answers": ["pass"]})),
        ("/api/games/position", json!({"record": "x"})),
        (
            "/api/games/study",
            json!({"bastide_study": 1, "name": "S", "chapters": [{"name": "C", "record": record, "nodes": nodes}]}),
        ),
        ("/api/games/study", json!({})),
    ] {
        let answer = post(server.address, path, &body).await;
        let expected = if answer.status == 200 { Ok(answer.text()) } else { Err(answer.code()) };
        assert_eq!(reply(&mut engine, path, Some(&body)), expected, "{body}");
    }
}
