//! Tests tables over HTTP: creating, joining, starting and listing them, and every kind of refused request.

use std::time::Duration;

use crate::common::*;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn tables_are_created_joined_and_started() {
    let server = TestServer::open().await;
    let made = post(server.address, "/api/tables", &new_table(&[human("Anna"), open(), open()])).await;
    let (cookie, made) = (made.cookie().expect("a cookie"), made.json());
    let table = made["table"].as_str().unwrap();
    assert_eq!(made["link"], format!("/t/{table}"));
    assert_eq!(made["tokens"].as_array().unwrap().len(), 1);
    let path = format!("/api/tables/{table}");

    let shown = get(server.address, &path).await.json();
    assert_eq!((&shown["phase"], &shown["host"]), (&json!("gathering"), &json!(0)));
    assert_eq!(shown["seats"][0]["name"], "Anna");
    assert_eq!(shown["seats"][1]["type"], "open");
    assert_eq!(shown["commitment"].as_str().unwrap().len(), 64);
    assert_eq!(shown["seed"], Value::Null);

    // Another browser takes a seat, which then can't be taken again.
    let joined = post(server.address, &format!("{path}/join"), &json!({"seat": 1, "name": "Olha"})).await;
    assert_eq!(joined.status, 200, "{}", joined.text());
    assert_ne!(joined.cookie().expect("a cookie"), cookie);
    let token = joined.json()["token"].as_str().unwrap().to_owned();
    let again = post(server.address, &format!("{path}/join"), &json!({"seat": 1, "name": "Ivan"})).await;
    assert_eq!((again.status, again.code().as_str()), (409, "seat_taken"));
    let beyond = post(server.address, &format!("{path}/join"), &json!({"seat": 3, "name": "Ivan"})).await;
    assert_eq!(beyond.code(), "bad_range");

    // Only the host can start the game.
    let by_guest = post(server.address, &format!("{path}/start"), &json!({"token": token})).await;
    assert_eq!((by_guest.status, by_guest.code().as_str()), (403, "no_seat"));
    let host = made["tokens"][0]["token"].clone();
    let started = post(server.address, &format!("{path}/start"), &json!({"token": host})).await.json();
    assert_eq!(started["phase"], "playing");
    assert_eq!(
        started["seats"][2],
        json!({"type": "bot", "name": null, "level": "hard", "millis": 1000, "connected": true})
    );
    let twice = post(server.address, &format!("{path}/start"), &json!({"token": host})).await;
    assert_eq!(twice.code(), "already_started");

    // The browser lists its table; another browser lists none.
    let mine = ask(server.address, "GET", "/api/tables", &[&format!("Cookie: a=b; {cookie}")], "").await.json();
    assert_eq!((mine.as_array().unwrap().len(), &mine[0]["table"]), (1, &json!(table)));
    assert_eq!(get(server.address, "/api/tables").await.json(), json!([]));
    let forged = ask(server.address, "GET", "/api/tables", &["Cookie: bastide=' OR 1"], "").await.json();
    assert_eq!(forged, json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn taking_the_last_open_seat_starts_the_game() {
    let server = TestServer::open().await;
    let (table, _) = make(server.address, &[human("A"), open()]).await;
    let joined = post(server.address, &format!("/api/tables/{table}/join"), &json!({"seat": 1, "name": "B"})).await;
    assert_eq!(joined.status, 200);
    assert_eq!(get(server.address, &format!("/api/tables/{table}")).await.json()["phase"], "playing");
}

#[tokio::test(flavor = "multi_thread")]
async fn host_without_a_seat_can_start() {
    let server = TestServer::open().await;
    let made = post(server.address, "/api/tables", &new_table(&[open(), bot()])).await.json();
    assert_eq!(made["tokens"][0]["seat"], Value::Null);
    let path = format!("/api/tables/{}/start", made["table"].as_str().unwrap());
    let started = post(server.address, &path, &json!({"token": made["tokens"][0]["token"]})).await.json();
    assert_eq!((&started["phase"], &started["host"]), (&json!("playing"), &Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn single_seat_is_allowed_if_the_game_supports_it() {
    let server = TestServer::open().await;
    let alone = json!({"setup": {"game": "coop", "seats": 1}, "seats": [human("A")]});
    let made = post(server.address, "/api/tables", &alone).await;
    assert_eq!(made.status, 200, "{}", made.text());
    let path = format!("/api/tables/{}", made.json()["table"].as_str().unwrap());
    assert_eq!(get(server.address, &path).await.json()["phase"], "playing");
    let record = get(server.address, &format!("{path}/record?format=json")).await.text();
    assert!(games::record::Record::from_json(&record).unwrap().verify().holds());
    let refused = post(server.address, "/api/tables", &new_table(&[human("A")])).await;
    assert!(refused.status >= 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn presets_are_listed_and_tables_show_departures() {
    let server = TestServer::open().await;
    let games = get(server.address, "/api/games").await.json();
    let of = |game: &str| -> Vec<Value> {
        let presets = games["presets"].as_array().unwrap().iter();
        presets.filter(|preset| preset["game"] == game).cloned().collect()
    };
    let ids = |game: &str| of(game).iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    assert_eq!(ids("carcassonne"), ["rulebook", "current", "jcloisterzone"]);
    assert_eq!(
        (ids("hunters"), ids("discovery")),
        (vec!["rulebook".into(), "current".into()], vec!["rulebook".into()])
    );
    assert_eq!(of("carcassonne")[0]["options"], json!({}));
    assert!(of("carcassonne")[1]["name"]["ru"].as_str().is_some_and(|name| !name.is_empty()));
    let left_open = games["options"].as_array().unwrap().iter().filter(|one| one["open"] == true);
    assert!(
        left_open.clone().any(|one| one["name"] == "river") && left_open.clone().all(|one| one["name"] != "small_city")
    );

    // A table with a preset's values matches the preset; if one value is changed, the table has a departure.
    let mut asked = new_table(&[human("A"), open()]);
    asked["setup"]["expansions"] = json!(["abbey-mayor", "cathars", "tower"]);
    asked["setup"]["options"] = of("carcassonne")[2]["options"].clone();
    let refused = post(server.address, "/api/tables", &asked).await;
    assert_eq!(refused.code(), "bad_setup", "options of unused parts are refused");
    let options = asked["setup"]["options"].as_object_mut().unwrap();
    options
        .retain(|name, _| ["abbey_at_end", "wagon_move", "siege_escape", "tower_takes_own"].contains(&name.as_str()));
    options.insert("small_city".into(), json!("2"));
    let table = post(server.address, "/api/tables", &asked).await.json()["table"].as_str().unwrap().to_owned();
    let shown = get(server.address, &format!("/api/tables/{table}")).await.json();
    assert_eq!(shown["preset"]["id"], "jcloisterzone");
    assert_eq!(shown["preset"]["departures"], json!([{"option": "small_city", "value": "2", "preset": "4"}]));
    assert_eq!(shown["preset"]["name"], of("carcassonne")[2]["name"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_public_tables_are_listed() {
    let server = TestServer::open().await;
    let mut public = new_table(&[human("A"), open()]);
    public["public"] = json!(true);
    let name = post(server.address, "/api/tables", &public).await.json()["table"].clone();
    make(server.address, &[human("A"), open()]).await;
    let listed = get(server.address, "/api/tables?public=true").await.json();
    assert_eq!((listed.as_array().unwrap().len(), &listed[0]["table"]), (1, &name));
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_can_move_to_another_device() {
    let server = TestServer::open().await;
    let (table, tokens) = make(server.address, &[human("A"), bot()]).await;
    let path = format!("/api/tables/{table}");
    let passed = post(server.address, &format!("{path}/token"), &json!({"seat": 0, "token": tokens[0]})).await.json();
    let fresh = passed["token"].as_str().unwrap().to_owned();
    assert_eq!(passed["link"], format!("/t/{table}#seat=0&token={fresh}"));
    assert_ne!(fresh, tokens[0]);
    let stranger = post(server.address, &format!("{path}/token"), &json!({"seat": 0})).await;
    assert_eq!(stranger.code(), "no_seat");

    // The other device claims the seat with the token; from then on, its cookie suffices.
    let claimed = post(server.address, &format!("{path}/claim"), &json!({"token": fresh})).await;
    let cookie = claimed.cookie().unwrap();
    assert_eq!(claimed.json(), json!({"seats": [0]}));
    let mut client = Client::try_connect(server.address, &table, &[("Cookie", &cookie)]).await.unwrap();
    client.send(&json!({"type": "hello", "v": 1})).await;
    assert_eq!(client.next_of("welcome").await["you"], json!([0]));
    let wrong = post(server.address, &format!("{path}/claim"), &json!({"token": "x"})).await;
    assert_eq!(wrong.code(), "no_seat");
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_tables_are_refused_with_a_reason() {
    let server = TestServer::open().await;
    let refused = async |body: &str| {
        let answer = ask(server.address, "POST", "/api/tables", &[], body).await;
        assert!(answer.status >= 400, "{body}");
        assert!(!answer.json()["error"]["message"].as_str().unwrap().is_empty());
        answer.code()
    };
    assert_eq!(refused("").await, "not_json");
    assert_eq!(refused("{").await, "not_json");
    assert_eq!(refused("\u{0}\u{ffff}").await, "not_json");
    assert_eq!(refused("[]").await, "bad_message");
    assert_eq!(refused(&new_table(&[]).to_string()).await, "bad_setup");
    assert_eq!(refused(&new_table(&[human("A")]).to_string()).await, "bad_setup");
    assert_eq!(refused(&new_table(&vec![bot(); 6]).to_string()).await, "bad_setup");
    assert_eq!(refused(&new_table(&[human(""), bot()]).to_string()).await, "bad_setup");
    assert_eq!(refused(&format!("\"{}\"", "x".repeat(20_000))).await, "too_big");
    let mut unknown = new_table(&[human("A"), bot()]);
    unknown["setup"]["expansions"] = json!(["dragons-of-mars"]);
    assert_eq!(refused(&unknown.to_string()).await, "bad_setup");
    unknown["setup"] = json!({"game": "carcassonne", "seats": 2, "options": {"small_city": "3"}});
    assert_eq!(refused(&unknown.to_string()).await, "bad_setup");
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_paths_are_refused_in_json() {
    let server = TestServer::open().await;
    let code = async |method: &str, path: &str| ask(server.address, method, path, &[], "").await.code();
    assert_eq!(code("GET", "/api/nothing").await, "not_found");
    assert_eq!(code("GET", "/nothing.js").await, "not_found");
    assert_eq!(code("DELETE", "/api/tables").await, "method");
    assert_eq!(code("POST", "/t/abc").await, "method");
    assert_eq!(code("GET", "/api/tables/abc").await, "no_table");
    assert_eq!(code("GET", "/api/tables/aaaaaaaaaaaa").await, "no_table");
    assert_eq!(code("GET", "/api/tables/..%2f..%2fx/view").await, "no_table");
    assert_eq!(code("GET", "/api/rules/fr").await, "not_found");
    assert_eq!(code("GET", "/api/art/nothing.json").await, "not_found");
    let (table, _) = make(server.address, &[human("A"), open()]).await;
    assert_eq!(code("GET", &format!("/api/tables/{table}/view?at=1")).await, "bad_range");
    assert_eq!(code("GET", &format!("/api/tables/{table}/view?at=-1")).await, "bad_range");
    assert_eq!(code("GET", &format!("/api/tables/{table}/view?at=x")).await, "bad_range");
    assert_eq!(code("GET", &format!("/api/tables/{table}/events?from=3&to=1")).await, "bad_range");
    assert_eq!(code("GET", &format!("/api/tables/{table}/record?format=pdf")).await, "bad_range");
    assert_eq!(code("GET", &format!("/api/tables/{table}/socket")).await, "bad_message");
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_origins_are_refused() {
    let server = TestServer::open().await;
    let body = new_table(&[human("A"), open()]).to_string();
    let evil = ask(server.address, "POST", "/api/tables", &["Origin: http://evil.example"], &body).await;
    assert_eq!((evil.status, evil.code().as_str()), (403, "origin"));
    let own = format!("Origin: http://localhost:{}", server.address.port());
    assert_eq!(ask(server.address, "POST", "/api/tables", &[&own], &body).await.status, 200);
    let (table, _) = make(server.address, &[human("A"), open()]).await;
    let refused = Client::try_connect(server.address, &table, &[("Origin", "http://evil.example")]).await;
    assert!(refused.is_err(), "other origins can't open a socket");
}

#[tokio::test(flavor = "multi_thread")]
async fn creating_tables_is_rate_limited() {
    let server = TestServer::open_with(|_| {}).await;
    let body = new_table(&[human("A"), open()]).to_string();
    let mut refused = 0;
    for _ in 0..90 {
        let answer = ask(server.address, "POST", "/api/tables", &[], &body).await;
        if answer.status != 200 {
            assert_eq!((answer.status, answer.code().as_str()), (429, "too_fast"));
            refused += 1;
        }
    }
    assert!(refused > 0, "90 tables at once are too many");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_response_has_security_headers() {
    let server = TestServer::open().await;
    for path in ["/", "/t/abc", "/rules", "/api/games", "/api/rules/uk", "/api/nothing", "/api/art/base.json"] {
        let answer = get(server.address, path).await;
        let policy = answer.header("content-security-policy").unwrap_or_else(|| panic!("{path}"));
        assert!(policy.contains("default-src 'none';") && policy.contains("frame-ancestors 'none'"), "{path}");
        assert!(!policy.contains(" 'unsafe-eval'"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        let page = answer.header("content-type").is_some_and(|kind| kind.starts_with("text/html"));
        assert_eq!(policy.contains("script-src 'self' 'wasm-unsafe-eval';"), page, "{path}");
        let features = answer.header("permissions-policy").unwrap_or_default();
        assert_eq!(page, features.contains("camera=(), ") && features.contains("microphone=()"), "{path}: {features}");
        assert_eq!(answer.header("cross-origin-opener-policy"), page.then_some("same-origin"), "{path}");
        assert!(answer.header("cache-control").is_some(), "{path}");
    }
    let squeezed = ask(server.address, "GET", "/api/rules/uk", &["Accept-Encoding: br"], "").await;
    assert_eq!(squeezed.header("content-encoding"), Some("br"));
    let tag = get(server.address, "/api/games").await.header("etag").unwrap().to_owned();
    let again = ask(server.address, "GET", "/api/games", &[&format!("If-None-Match: {tag}")], "").await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    // A page that the browser has keeps its own policy.
    let tag = get(server.address, "/").await.header("etag").unwrap().to_owned();
    let again = ask(server.address, "GET", "/", &[&format!("If-None-Match: {tag}")], "").await;
    assert_eq!((again.status, again.header("content-security-policy")), (304, None));
}

#[tokio::test(flavor = "multi_thread")]
async fn printed_tile_file_is_downloaded_corrected_and_played() {
    let server = TestServer::open().await;
    let printed = get(server.address, "/api/sets/mists.toml").await.text();
    // A player who owns the printed tile notices that it has no mist in the west.
    let id = "id = \"castle-road-nw\"";
    let (before, tile) = printed.split_once(id).unwrap();
    let tile = tile.replacen("mist = [\"N\", \"W\"]", "mist = [\"N\"]", 1);
    let tile = tile.replacen("ports = [3, 4, 5, 6, 8]", "ports = [3, 4, 5, 6, 8, 9, 10, 11]", 1);
    let corrected = format!("{before}{id}{tile}");
    assert_ne!(corrected, printed);
    let mut asked = new_table(&[human("A"), human("B")]);
    asked["setup"]["expansions"] = json!(["mists"]);
    asked["setup"]["sets"] = json!({"base": 1});
    asked["setup"]["own_tiles"] = json!(corrected);
    let made = post(server.address, "/api/tables", &asked).await;
    assert_eq!(made.status, 200, "{}", made.text());
    let view =
        get(server.address, &format!("/api/tables/{}/view", made.json()["table"].as_str().unwrap())).await.json();
    let start: Vec<_> = view["tiles"].as_array().unwrap().iter().map(|tile| tile["set"].as_str().unwrap()).collect();
    assert_eq!(start, ["own-mists"; 4]);
    assert_eq!(get(server.address, "/api/sets/nothing.toml").await.status, 404);
    assert_eq!(get(server.address, "/api/sets/mists").await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_can_use_custom_tiles() {
    const FILE: &str = include_str!("../../../../docs/own-tiles.toml");
    let server = TestServer::open().await;
    let setup = json!({"game": "carcassonne", "seats": 2, "own_tiles": FILE, "sets": {"base": 0}});
    let asked = json!({"setup": setup, "seats": [human("A"), open()], "public": true});
    let made = post(server.address, "/api/tables", &asked).await;
    assert_eq!(made.status, 200, "{}", made.text());
    let table = made.json()["table"].as_str().unwrap().to_owned();
    let path = format!("/api/tables/{table}");

    // Frequently sent messages refer to the file by its hash.
    let hash = games::OwnTiles::new(FILE).hash().to_owned();
    let shown = get(server.address, &path).await.json();
    assert_eq!(shown["setup"]["own_tiles"], hash);
    let view = get(server.address, &format!("{path}/view")).await.json();
    assert_eq!((&view["setup"]["own_tiles"], &view["tiles"][0]["set"]), (&json!(hash), &json!("hill-country")));
    let listed = get(server.address, "/api/tables?public=true").await;
    assert!(listed.text().contains(&hash) && !listed.text().contains("crfr-start"), "{}", listed.text());

    // The file, its art and the record have separate paths.
    assert_eq!(get(server.address, &format!("{path}/tiles.toml")).await.text(), FILE);
    let art = get(server.address, &format!("{path}/art/own.json")).await;
    assert!(art.header("etag").is_some());
    let art = art.json();
    assert_eq!((&art["set"], art["tiles"].as_object().unwrap().len()), (&json!("hill-country"), 9));
    assert_eq!(art["tiles"]["ccff-two"]["segments"][0]["kind"], "city");
    let record = get(server.address, &format!("{path}/record")).await.text();
    assert!(games::record::Record::parse(&record).unwrap().verify().holds());
    let commitment = shown["commitment"].clone();
    let server = server.reopen().await;
    let shown = get(server.address, &path).await.json();
    assert_eq!((&shown["setup"]["own_tiles"], &shown["commitment"]), (&json!(hash), &commitment));
    assert_eq!(get(server.address, &format!("{path}/tiles.toml")).await.text(), FILE);

    let (plain, _) = make(server.address, &[human("A"), open()]).await;
    for none in ["tiles.toml", "art/own.json"] {
        let none = get(server.address, &format!("/api/tables/{plain}/{none}")).await;
        assert_eq!((none.status, none.code().as_str()), (404, "not_found"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_tile_files_are_refused_with_a_reason() {
    let server = TestServer::open().await;
    let ask = async |own: &str| {
        let setup = json!({"game": "carcassonne", "seats": 2, "own_tiles": own});
        post(server.address, "/api/tables", &json!({"setup": setup, "seats": [human("A"), open()]})).await
    };
    let field = "count = 1\nports = \"fff fff fff fff\"\nsegments.f.kind = \"field\"\n";
    let good = |set: &str| format!("set = \"{set}\"\ntitle = \"X\"\ntotal = 1\n[[tile]]\nid = \"t\"\n{field}");
    // A file of maximum size is accepted, even when its quotation marks are escaped in JSON.
    let most = games::own_tiles::MAX_TILE_FILE_BYTES;
    let mut large = good("mine");
    let room = most - large.len() - 3;
    large.push_str(&format!("# {}\n", "\"".repeat(room)));
    assert_eq!(large.len(), most);
    let taken = ask(&large).await;
    assert_eq!(taken.status, 200, "{}", taken.text());
    for (file, code, why) in [
        ("no TOML".to_owned(), "bad_setup", "tile file of your own: "),
        (good("base"), "bad_setup", "the id of a printed set"),
        (
            good("mine").replace("\"field\"", "\"sea\""),
            "bad_setup",
            "tile file mine, tile t: segment f: own tiles have no kind sea",
        ),
        (format!("{large}# more\n"), "bad_setup", "at most 65536 are allowed"),
        ("0123456789abcdef".to_owned(), "bad_setup", "their file is not there"),
        ("\"".repeat(2 * most), "too_big", "own_tiles"),
    ] {
        let refused = ask(&file).await;
        assert_eq!(refused.code(), code, "{}", refused.text());
        assert!(refused.text().contains(why), "{}", refused.text());
    }
    // Without custom tiles, the usual limit applies, here and everywhere else.
    let long = json!({"setup": {"game": "carcassonne", "seats": 2, "options": {"x": "y".repeat(17_000)}}, "seats": []});
    assert_eq!(post(server.address, "/api/tables", &long).await.code(), "too_big");
    let (table, _) = make(server.address, &[human("A"), open()]).await;
    let long = json!({"seat": 1, "name": "y".repeat(17_000)});
    assert_eq!(post(server.address, &format!("/api/tables/{table}/join"), &long).await.code(), "too_big");
}

#[tokio::test(flavor = "multi_thread")]
async fn seat_holder_can_revoke_its_other_secrets() {
    let server = TestServer::open().await;
    let (table, tokens) = make(server.address, &[human("A"), human("B")]).await;
    let path = format!("/api/tables/{table}");
    let mine = json!({"seat": 0, "token": tokens[0]});
    let lent = post(server.address, &format!("{path}/token"), &mine).await.json()["token"].as_str().unwrap().to_owned();
    let (mut other, welcome) = Client::hello(server.address, &table, std::slice::from_ref(&lent), None).await;
    assert_eq!(welcome["you"], json!([0]));
    let strangers = post(server.address, &format!("{path}/revoke"), &json!({"seat": 0, "token": tokens[1]})).await;
    assert_eq!((strangers.status, strangers.code().as_str()), (403, "no_seat"));
    let revoked = post(server.address, &format!("{path}/revoke"), &mine).await;
    assert_eq!((revoked.status, &revoked.json()["table"]), (200, &json!(table)), "{}", revoked.text());
    while other.try_next().await.is_some() {}
    let (_, welcome) = Client::hello(server.address, &table, std::slice::from_ref(&lent), None).await;
    assert_eq!(welcome["you"], json!([]), "the revoked token is invalid");
    let (_, welcome) = Client::hello(server.address, &table, &tokens, None).await;
    assert_eq!(welcome["you"], json!([0, 1]), "the others are valid");
}

#[tokio::test(flavor = "multi_thread")]
async fn unused_secrets_expire() {
    let server = TestServer::open().await;
    let (table, tokens) = make(server.address, &[human("A"), human("B")]).await;
    let day = 24 * 60 * 60 * 1000_i64;
    let set = |server: &TestServer, seat: u8, expires: &str| {
        let sql = format!("UPDATE keys SET expires = {expires} WHERE seat = {seat}");
        assert!(server.write(&sql));
    };
    set(&server, 0, "1");
    set(&server, 1, &(server::storage::now() + day).to_string());
    let server = server.reopen().await;
    let (_, welcome) = Client::hello(server.address, &table, &tokens, None).await;
    assert_eq!(welcome["you"], json!([1]));
    let left = || {
        let sql = "SELECT min(expires) FROM keys WHERE seat = 1 AND expires > 1";
        server.number(sql) - server::storage::now()
    };
    // The browser's own secret was not used, but the token was, so the token's lifetime starts again.
    let later = server::storage::now() + 170 * day;
    let used = format!("SELECT count(*) FROM keys WHERE seat = 1 AND expires > {later}");
    for _ in 0..100 {
        if server.number(&used) == 1 {
            assert!(left() <= day);
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("not renewed");
}

#[tokio::test(flavor = "multi_thread")]
async fn server_refuses_a_truncated_database() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bastide.sqlite"), b"").unwrap();
    let mut config = server::Config::new(folder.path().to_owned());
    config.port = Some(0);
    let why = server::Server::bind(config).await.err().expect("it fails").to_string();
    assert!(why.contains("no content") && why.contains("bastide restore"), "{why}");
    assert_eq!(std::fs::metadata(folder.path().join("bastide.sqlite")).unwrap().len(), 0, "the file is unchanged");
}

#[tokio::test]
async fn http_api_serves_its_openapi_document() {
    let server = TestServer::open().await;
    let document = get(server.address, "/api/openapi.json").await;
    assert_eq!((document.status, document.header("content-type")), (200, Some("application/json")));
    assert!(document.json()["openapi"].as_str().is_some_and(|version| version.starts_with("3.1")));
    assert!(document.json()["paths"]["/api/tables/{table}/view"]["get"]["responses"]["404"].is_object());
    let tag = format!("If-None-Match: {}", document.header("etag").unwrap());
    assert_eq!(ask(server.address, "GET", "/api/openapi.json", &[&tag], "").await.status, 304);
    let packed = ask(server.address, "GET", "/api/openapi.json", &["Accept-Encoding: br"], "").await;
    assert!(packed.body.len() * 5 < document.body.len(), "{} of {}", packed.body.len(), document.body.len());
}

#[tokio::test]
async fn malformed_paths_are_not_found() {
    let server = TestServer::open().await;
    assert_eq!(get(server.address, "/api/tables/%ff").await.code(), "not_found");
    assert_eq!(post(server.address, "/api/seeks/none/accept", &json!({})).await.code(), "not_found");
}
