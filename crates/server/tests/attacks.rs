//! Tests that one client's load does not affect another: while an attacker at 127.0.0.2 causes load, a visitor at 127.0.0.1 is served
//! normally.

#[cfg(feature = "online")]
#[allow(dead_code, reason = "these tests use their share of it")]
#[path = "common/authenticator.rs"]
mod authenticator;
mod common;
#[cfg(feature = "online")]
#[allow(dead_code, reason = "these tests use their share of it")]
#[path = "common/provider.rs"]
mod provider;
#[cfg(feature = "online")]
#[path = "attacks/sign_in.rs"]
mod sign_in;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use common::*;
use futures_util::StreamExt;
use games::deal::{Deal, Seed};
use games::record::Record;
use games::{Actor, Game, Setup};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

/// Maximum time that a visitor may have to wait, even on a busy machine.
const PROMPT: Duration = Duration::from_secs(2);

/// Opens a connection from another loopback address.
async fn connect_from(last: u8, address: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(([127, 0, 0, last], 0).into()).unwrap();
    socket.connect(address).await.unwrap()
}

/// Sends a request from another address. Returns its status, or `None` if the connection was closed.
async fn ask_from(last: u8, address: SocketAddr, method: &str, path: &str, body: &str) -> Option<u16> {
    let mut stream = connect_from(last, address).await;
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut text = Vec::new();
    stream.read_to_end(&mut text).await.ok()?;
    String::from_utf8_lossy(&text).split(' ').nth(1)?.parse().ok()
}

/// Checks that a visitor can look something up, create a table and play a move without delay.
async fn visitor_is_served(address: SocketAddr) {
    let began = Instant::now();
    assert_eq!(get(address, "/api/rules/en").await.status, 200);
    let (table, tokens) = make(address, &[human("A"), human("B")]).await;
    let (mut client, welcome) = Client::hello(address, &table, &tokens, None).await;
    let view = client.until_asked(welcome["view"].clone()).await;
    client.answer_first(&view).await;
    assert_eq!(client.next_of("update").await["seq"], view["seq"].as_u64().unwrap() + 1);
    assert!(began.elapsed() < PROMPT, "{:?}", began.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn incomplete_requests_and_idle_connections_do_not_block_visitors() {
    let server = TestServer::open_with(|config| {
        config.connections = 40;
        config.timeouts.head = Duration::from_secs(3);
    })
    .await;
    let mut held = Vec::new();
    for number in 0..120 {
        let mut stream = connect_from(2, server.address).await;
        match number % 3 {
            0 => {}
            1 => stream.write_all(b"GET /api/games HTTP/1.1\r\nHost: 127").await.unwrap(),
            _ => stream
                .write_all(b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{")
                .await
                .unwrap(),
        }
        held.push(stream);
    }
    visitor_is_served(server.address).await;
    // Some connections have already been evicted; the rest time out.
    let mut last = held.swap_remove(118);
    let mut bytes = Vec::new();
    let ended = tokio::time::timeout(Duration::from_secs(10), last.read_to_end(&mut bytes)).await;
    assert!(ended.is_ok(), "an incomplete head times out");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_client_over_its_quota_is_refused() {
    let server = TestServer::open_with(|_| {}).await;
    let body = new_table(&[human("A"), open()]).to_string();
    let mut over = 0;
    for _ in 0..3 {
        // At most as many at once as may wait for a set-up; more could be refused as too many waiting requests instead.
        over += refused_among(30, 2, server.address, ("POST", "/api/tables", &body)).await;
    }
    assert!(over > 0, "90 tables are too many");
    visitor_is_served(server.address).await;
    let began = Instant::now();
    let mut refused = 0;
    for _ in 0..20 {
        refused += refused_among(200, 3, server.address, ("POST", "/api/tables", "{}")).await;
        if refused > 100 {
            break;
        }
    }
    assert!(refused > 100, "invalid requests count too: {refused}");
    assert!(began.elapsed() >= Duration::from_secs(1), "refusals are delayed by a second");
    visitor_is_served(server.address).await;
}

/// Sends `count` concurrent requests from an address. Returns how many were refused with status 429.
async fn refused_among(count: usize, last: u8, address: SocketAddr, asked: (&str, &str, &str)) -> usize {
    let (method, path, body) = (asked.0.to_owned(), asked.1.to_owned(), asked.2.to_owned());
    let all: JoinSet<_> = (0..count)
        .map(|_| {
            let (method, path, body) = (method.clone(), path.clone(), body.clone());
            async move { ask_from(last, address, &method, &path, &body).await }
        })
        .collect();
    all.join_all().await.into_iter().filter(|status| *status == Some(429)).count()
}

/// Sends requests in a loop over `count` connections until the returned set is dropped, and counts the answers.
fn asks_in_a_loop(
    count: usize,
    address: SocketAddr,
    (method, path, body): (&'static str, String, String),
) -> (JoinSet<()>, Arc<AtomicUsize>) {
    let (mut all, answered) = (JoinSet::new(), Arc::new(AtomicUsize::new(0)));
    for _ in 0..count {
        let (path, body, answered) = (path.clone(), body.clone(), answered.clone());
        all.spawn(async move {
            loop {
                if ask_from(2, address, method, &path, &body).await.is_some() {
                    answered.fetch_add(1, Ordering::Relaxed);
                }
            }
        });
    }
    (all, answered)
}

/// Returns the record of a game with about four hundred tiles, in which every answer is the last legal one.
fn long_record() -> String {
    let setup: Setup = serde_json::from_value(json!({"game": "carcassonne", "seats": 2, "sets": {"base": 6}})).unwrap();
    let (mut game, deal) = (Game::new(&setup).unwrap(), Deal::new(Seed::from_number(1), &setup).unwrap());
    while !game.is_over() {
        let dealt = if game.actor() == Actor::Chance { deal.answer(&game) } else { None };
        game.apply(dealt.unwrap_or_else(|| *game.legal().last().unwrap())).unwrap();
    }
    Record::of(&game, &[], None).to_text()
}

#[tokio::test(flavor = "multi_thread")]
async fn replaying_records_in_a_loop_delays_no_visitor() {
    let server = TestServer::open_with(|_| {}).await;
    let long = long_record();
    let made = post(server.address, "/api/records", &json!({"record": long})).await.json();
    let table = made["table"].as_str().unwrap();
    for asked in [
        ("POST", "/api/analyse".to_owned(), json!({"record": long, "at": 999_999}).to_string()),
        ("POST", "/api/analyse".to_owned(), json!({"record": long, "at": 0}).to_string()),
        ("POST", "/api/records".to_owned(), json!({"record": long}).to_string()),
        ("GET", format!("/api/tables/{table}/record"), String::new()),
        ("GET", format!("/api/tables/{table}/view?at=900"), String::new()),
        ("GET", format!("/api/tables/{table}/events"), String::new()),
    ] {
        let path = asked.1.clone();
        let (attackers, answered) = asks_in_a_loop(40, server.address, asked);
        while answered.load(Ordering::Relaxed) == 0 {
            tokio::task::yield_now().await;
        }
        for _ in 0..3 {
            visitor_is_served(server.address).await;
        }
        drop(attackers);
        assert!(answered.load(Ordering::Relaxed) > 0, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reading_a_large_lobby_in_a_loop_delays_no_visitor() {
    let server = TestServer::open_with(|config| config.limit_factor = std::num::NonZeroU32::new(100).unwrap()).await;
    let mut asked = new_table(&[human("A"), open()]);
    asked["public"] = json!(true);
    for _ in 0..10 {
        assert_eq!(refused_among(100, 3, server.address, ("POST", "/api/tables", &asked.to_string())).await, 0);
    }
    let path = "/api/tables?public=true&rated=true&game=coop".to_owned();
    let (attackers, _) = asks_in_a_loop(24, server.address, ("GET", path, String::new()));
    for _ in 0..3 {
        visitor_is_served(server.address).await;
    }
    drop(attackers);
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_without_hello_are_limited_and_time_out() {
    let server = TestServer::open_with(|_| {}).await;
    let (table, _) = make(server.address, &[human("A"), open()]).await;
    let connect = async |address: SocketAddr, table: String| {
        let stream = connect_from(2, address).await;
        let url = format!("ws://{address}/api/tables/{table}/socket");
        tokio_tungstenite::client_async(url, stream).await.ok().map(|(socket, _)| socket)
    };
    let mut connecting = JoinSet::new();
    for _ in 0..60 {
        connecting.spawn(connect(server.address, table.clone()));
    }
    let mut silent: Vec<_> = connecting.join_all().await.into_iter().flatten().collect();
    assert!((1..50).contains(&silent.len()), "{} are silent at once", silent.len());
    visitor_is_served(server.address).await;
    let ended = async {
        for socket in &mut silent {
            while socket.next().await.is_some_and(|message| message.is_ok()) {}
        }
    };
    tokio::time::timeout(Duration::from_secs(20), ended).await.expect("they are closed");
}

#[tokio::test(flavor = "multi_thread")]
async fn welcomes_are_charged_by_their_bytes() {
    let server = TestServer::open_with(|config| config.messages_per_second = 1_000_000).await;
    let (table, _) = make(server.address, &[human("A"), human("B")]).await;
    let (mut client, _) = Client::hello(server.address, &table, &[], None).await;
    let mut welcomes = 0;
    let refused = loop {
        client.send(&json!({"type": "hello", "v": 1, "since": 0})).await;
        match client.next().await {
            message if message["type"] == "welcome" => welcomes += 1,
            message if message["type"] == "error" => break message["error"]["code"].clone(),
            _ => {}
        }
        assert!(welcomes < 20_000);
    };
    assert_eq!(refused, "too_fast");
    assert!(welcomes > 500, "{welcomes}: an occasional reconnect is allowed");
}

/// Opens an event stream from another address. Returns the status and the open connection.
async fn stream_from(last: u8, address: SocketAddr, cookie: &str) -> (u16, TcpStream) {
    let mut stream = connect_from(last, address).await;
    let request = format!("GET /api/events HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    (String::from_utf8_lossy(&head).split(' ').nth(1).unwrap().parse().unwrap(), stream)
}

#[tokio::test(flavor = "multi_thread")]
async fn full_event_streams_block_neither_sockets_nor_signed_in_players() {
    let server = TestServer::open_with(|config| {
        config.admin = Some(([127, 0, 0, 1], 0).into());
        (config.sockets, config.event_streams) = (6, 12);
    })
    .await;
    let mut held = Vec::new();
    for number in 0..12 {
        let (status, stream) = stream_from(2 + number % 2, server.address, "").await;
        assert_eq!(status, 200);
        held.push(stream);
    }
    let metrics = get(server.admin.unwrap(), "/metrics").await.text();
    assert!(metrics.contains("bastide_event_streams 12") && metrics.contains("bastide_sockets 0"), "{metrics}");
    // Sockets have their own slots, and two addresses that hold all streams must make room for a third.
    visitor_is_served(server.address).await;
    let (status, guest) = stream_from(1, server.address, "").await;
    assert_eq!(status, 200, "an address with six makes room for one with none");
    drop((held, guest));

    // If every address holds one stream, new guests are refused, but signed-in players are not.
    let server = TestServer::open_with(|config| config.event_streams = 2).await;
    let mut anna = browsing::Browser::default();
    assert_eq!(anna.sign_up(&server, "Anna", false).await.status, 201);
    let (one, two) = (stream_from(2, server.address, "").await, stream_from(3, server.address, "").await);
    assert_eq!((one.0, two.0), (200, 200));
    assert_eq!(stream_from(4, server.address, "").await.0, 503);
    let cookies: Vec<String> = anna.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    assert_eq!(stream_from(4, server.address, &cookies.join("; ")).await.0, 200);
    // One guest is evicted, and its stream ends cleanly.
    let ended = async |mut stream: TcpStream| {
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes).await;
    };
    let ended = async {
        tokio::select! { () = ended(one.1) => {}, () = ended(two.1) => {} }
    };
    tokio::time::timeout(Duration::from_secs(20), ended).await.expect("a guest was evicted");
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_downloads_do_not_block_others() {
    let server = TestServer::open().await;
    if !server.uses_sqlite_file() {
        return;
    }
    let mut slow = Vec::new();
    for number in 0..3_u8 {
        let mut person = browsing::Browser::default();
        assert_eq!(person.sign_up(&server, &format!("Person{number}"), false).await.status, 201);
        let account = server.number(&format!("SELECT id FROM accounts WHERE name = 'Person{number}'"));
        // This is more data than the system's socket buffers can hold.
        let lines = format!(
            "INSERT INTO lines (apart, account, words, time) WITH RECURSIVE n(i) AS \
             (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000) SELECT 0, {account}, '{}', i FROM n",
            "x".repeat(500)
        );
        assert!(server.write(&lines));
        let cookies: Vec<String> = person.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(16 * 1024).unwrap();
        socket.bind(([127, 0, 0, 2 + number], 0).into()).unwrap();
        let mut stream = socket.connect(server.address).await.unwrap();
        let (address, cookies) = (server.address, cookies.join("; "));
        let request = format!("GET /api/account/download HTTP/1.1\r\nHost: {address}\r\nCookie: {cookies}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = [0; 12];
        stream.read_exact(&mut head).await.unwrap();
        assert_eq!(&head, b"HTTP/1.1 200", "download {number}");
        slow.push(stream);
    }
    // The slow responses can still be read to the end.
    let mut bytes = Vec::new();
    let last = slow.pop().unwrap();
    tokio::time::timeout(Duration::from_secs(30), last.take(2_000_000).read_to_end(&mut bytes)).await.unwrap().unwrap();
    assert_eq!(bytes.len(), 2_000_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn readyz_reports_failed_writes_and_a_full_disk() {
    let admin = |config: &mut server::Config| config.admin = Some(([127, 0, 0, 1], 0).into());
    let server = TestServer::open_with(admin).await;
    let ready = async || {
        let answer = get(server.admin.unwrap(), "/readyz").await;
        (answer.status, answer.text())
    };
    assert_eq!(ready().await, (200, "ready\n".to_owned()));
    if server.uses_sqlite_file() {
        let full =
            "CREATE TRIGGER full BEFORE UPDATE ON running_time BEGIN SELECT RAISE(ABORT, 'the disk is full'); END";
        assert!(server.write(full));
        let (status, why) = ready().await;
        assert!(status == 503 && why.contains("written") && why.contains("the disk is full"), "{why}");
        assert!(server.write("DROP TRIGGER full"));
        assert_eq!(ready().await.0, 200);
        // The check requires more free space than any disk has.
        let server = TestServer::open_with(|config| {
            admin(config);
            config.min_free = u64::MAX;
        })
        .await;
        let answer = get(server.admin.unwrap(), "/readyz").await;
        assert!(answer.status == 503 && answer.text().contains(" MB left"), "{}", answer.text());
        assert_eq!(get(server.admin.unwrap(), "/healthz").await.status, 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_per_hello_are_limited() {
    let server = TestServer::open().await;
    let (table, tokens) = make(server.address, &[human("A"), human("B")]).await;
    let made_up = |count: usize| vec![String::from("a"); count];
    let mut client = Client::connect(server.address, &table).await;
    for count in [17, 940] {
        client.send(&json!({"type": "hello", "v": 1, "tokens": made_up(count), "since": null})).await;
        assert_eq!(client.refusal().await, "bad_range", "{count}");
    }
    let most = [made_up(14), tokens].concat();
    client.send(&json!({"type": "hello", "v": 1, "tokens": most, "since": null})).await;
    assert_eq!(client.next_of("welcome").await["you"], json!([0, 1]));
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_per_seat_are_limited() {
    let server = TestServer::open().await;
    let (table, tokens) = make(server.address, &[human("A"), human("B")]).await;
    let path = format!("/api/tables/{table}/token");
    for _ in 0..60 {
        let made = post(server.address, &path, &json!({"seat": 0, "token": tokens[0]})).await;
        assert_eq!(made.status, 200, "{}", made.text());
    }
    let keys = |seat: i64| server.number(&format!("SELECT count(*) FROM keys WHERE seat = {seat}"));
    assert_eq!((keys(0), keys(-1), keys(1)), (20, 20, 2));
    let (_, welcome) = Client::hello(server.address, &table, &tokens, None).await;
    assert_eq!(welcome["you"], json!([0, 1]), "the token used for the requests stays valid");
    visitor_is_served(server.address).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn null_characters_are_rejected_everywhere() {
    let server = TestServer::open_with(|config| {
        without_delays(config);
        config.admin = Some(([127, 0, 0, 1], 0).into());
    })
    .await;
    let (table, tokens) = make(server.address, &[human("A"), open()]).await;
    for path in [
        "/api/tables/%00",
        "/api/people/an%00na",
        "/api/tables?public=true&game=%00",
        "/api/tables?public=true&before=1.%00",
        "/api/results?game=carcassonne%00",
        "/%00",
    ] {
        let answer = get(server.address, path).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad_message"), "{path}: {}", answer.text());
        assert!(answer.text().contains("U+0000"), "{}", answer.text());
    }
    for (path, body) in [
        ("/api/account", r#"{"name": "An\u0000na", "password": "correct horse battery", "claim": false}"#),
        ("/api/account/sign-in", r#"{"name": "\u0000", "password": "correct horse battery"}"#),
        ("/api/tables", r#"{"setup": {"game": "carcassonne", "seats": 2, "own_tiles": "\u0000"}, "seats": []}"#),
        ("/api/records", r#"{"record": "\u0000"}"#),
    ] {
        let answer = ask(server.address, "POST", path, &[], body).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad_message"), "{path}: {}", answer.text());
    }
    let cookie = ask(server.address, "GET", "/api/tables", &["Cookie: bastide=%00; bastide_session=%00"], "").await;
    assert_eq!(cookie.status, 200, "an invalid secret is not looked up");
    let (mut client, _) = Client::hello(server.address, &table, &tokens, None).await;
    for message in [json!({"type": "say", "words": "a\u{0}b"}), json!({"type": "hello", "v": 1, "tokens": ["\u{0}"]})] {
        client.send(&message).await;
        assert_eq!(client.refusal().await, "bad_message");
    }
    let metrics = get(server.admin.unwrap(), "/metrics").await.text();
    assert!(metrics.contains("status=\"400\"") && !metrics.contains("status=\"507\""), "{metrics}");
}

#[tokio::test(flavor = "multi_thread")]
async fn client_lag_is_measured_from_hello() {
    let server = TestServer::open().await;
    let (table, tokens) = make(server.address, &[human("A"), human("B")]).await;
    let (mut client, _) = Client::hello(server.address, &table, &tokens, None).await;
    let ping = async { while !client.stream.next().await.expect("the connection lives").unwrap().is_ping() {} };
    // The heartbeat is sent only every 20 s, so this ping must have been triggered by the hello.
    tokio::time::timeout(Duration::from_secs(10), ping).await.expect("a ping follows the welcome");
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_reader_is_disconnected_and_can_reconnect() {
    let server = TestServer::open_with(|config| {
        config.computer_delay = Duration::ZERO;
        config.messages_per_second = 1_000_000;
        config.timeouts.slowness = Duration::from_millis(500);
    })
    .await;
    let (table, _) = make(server.address, &[bot(), bot()]).await;
    let (mut deaf, _) = Client::hello(server.address, &table, &[], None).await;
    let (mut reader, _) = Client::hello(server.address, &table, &[], None).await;
    while reader.next().await["view"]["over"] != true {}
    tokio::time::sleep(Duration::from_secs(1)).await;
    // The slow client can still read its own queue; then the connection ends without the rest of the game.
    let mut seen = Value::Null;
    while let Some(message) = deaf.try_next().await {
        seen = message;
    }
    assert_ne!(seen["view"]["over"], true, "it did not get everything");
    let (_, welcome) = Client::hello(server.address, &table, &[], None).await;
    assert_eq!(welcome["view"]["over"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn easy_bot_answers_promptly_beside_busy_bots() {
    let server = TestServer::open_with(|_| {}).await;
    let master = json!({"type": "bot", "level": "master", "millis": 60_000});
    let body = new_table(&[master.clone(), master]).to_string();
    for _ in 0..20 {
        assert_eq!(ask_from(2, server.address, "POST", "/api/tables", &body).await, Some(200));
    }
    let (table, _) = make(server.address, &[bot(), bot()]).await;
    let (mut client, _) = Client::hello(server.address, &table, &[], None).await;
    for _ in 0..5 {
        let began = Instant::now();
        client.next_of("update").await;
        assert!(began.elapsed() < PROMPT, "{:?}", began.elapsed());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_pause_at_unwatched_tables() {
    let server = TestServer::open_with(|config| config.computer_idle = Duration::from_secs(1)).await;
    let (table, _) = make(server.address, &[bot(), bot()]).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let stored = |server: &TestServer| server.number("SELECT count(*) FROM log");
    let before = stored(&server);
    assert!(before > 1, "they played during the grace period after the table was created");
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(stored(&server), before);
    let (mut client, _) = Client::hello(server.address, &table, &[], None).await;
    let began = Instant::now();
    client.next_of("update").await;
    assert!(began.elapsed() < PROMPT, "it resumes immediately when a client connects");
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_host_names_are_rejected() {
    let server = TestServer::open_with(|config| config.hosts = vec!["play.example".to_owned()]).await;
    let ask_as = async |host: &str| {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let request = format!("GET /api/games HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).await.unwrap();
        text
    };
    let refused = ask_as("evil.example").await;
    assert!(refused.starts_with("HTTP/1.1 421 ") && refused.contains("--host evil.example"), "{refused}");
    for host in ["play.example", "localhost:8080", "192.0.2.1"] {
        assert!(ask_as(host).await.starts_with("HTTP/1.1 200 "), "{host}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn trusted_proxy_sets_client_address_and_https() {
    let server = TestServer::open_with(|config| config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()]).await;
    let body = new_table(&[human("A"), open()]).to_string();
    let through = async |client: &str| {
        let from = format!("X-Forwarded-For: 203.0.113.1, {client}");
        ask(server.address, "POST", "/api/tables", &[&from, "X-Forwarded-Proto: https"], &body).await
    };
    let first = through("198.51.100.1").await;
    assert!(first.header("set-cookie").unwrap().contains("; Secure"), "{}", first.head);
    assert!(first.header("strict-transport-security").is_some(), "{}", first.head);
    let refused = async || {
        for _ in 0..90 {
            if through("198.51.100.1").await.status == 429 {
                return true;
            }
        }
        false
    };
    assert!(refused().await && through("198.51.100.2").await.status == 200);
    let plain = ask(server.address, "POST", "/api/tables", &[], &body).await;
    assert!(!plain.header("set-cookie").unwrap().contains("Secure"));
    assert!(plain.header("strict-transport-security").is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn operator_endpoints_report_health_and_metrics() {
    let server = TestServer::open_with(|config| config.admin = Some(([127, 0, 0, 1], 0).into())).await;
    let admin = server.admin.expect("the admin address");
    visitor_is_served(server.address).await;
    assert_eq!(get(admin, "/healthz").await.text(), "ok\n");
    assert_eq!((get(admin, "/readyz").await.status, get(admin, "/readyz").await.text().as_str()), (200, "ready\n"));
    let metrics = get(admin, "/metrics").await.text();
    let value = |name: &str| {
        let line = metrics.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {metrics}"));
        line.rsplit_once(' ').unwrap().1.parse::<f64>().unwrap()
    };
    assert!(value("bastide_http_requests_total{status=\"200\"}") >= 2.0);
    assert!(value("bastide_http_request_duration_seconds_count{class=\"art\"}") >= 1.0);
    assert!(value("bastide_answer_duration_seconds_count") >= 1.0);
    assert_eq!((value("bastide_outbox_length"), value("bastide_storage_failures_total")), (0.0, 0.0));
    assert!(value("bastide_storage_backlog") < 100.0 && value("bastide_analyses_waiting") == 0.0);
    if server.uses_sqlite_file() {
        assert!(value("bastide_disk_free_bytes") > 0.0);
    }
    assert_eq!(get(server.address, "/api/tables/none").await.status, 404);
    let again = get(admin, "/metrics").await.text();
    assert!(again.contains("bastide_refusals_total{code=\"no_table\",over=\"http\"} 1"), "{again}");
    assert!(value("bastide_tables_in_memory") >= 1.0 && value("bastide_socket_messages_total") >= 2.0);
    assert!(get(server.address, "/metrics").await.status == 404, "for the operator only");
}
