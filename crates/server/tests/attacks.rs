//! What one client does is not felt by another: each attack by somebody at 127.0.0.2, while a visitor at 127.0.0.1 is served as ever.

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
use std::time::{Duration, Instant};

use common::*;
use futures_util::StreamExt;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// What a visitor waits at most, beside a busy machine.
const PROMPT: Duration = Duration::from_secs(2);

/// A connection from another address of this machine.
async fn connect_from(last: u8, address: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(([127, 0, 0, last], 0).into()).unwrap();
    socket.connect(address).await.unwrap()
}

/// Sends a request from another address; its status, or none where the connection ended before.
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

/// A visitor looks something up, makes a table and plays a move, each in time.
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
async fn half_sent_heads_and_idle_connections_take_nobodys_place() {
    let house = House::open_with(|config| {
        config.connections = 40;
        config.patience.head = Duration::from_secs(3);
    })
    .await;
    let mut held = Vec::new();
    for number in 0..120 {
        let mut stream = connect_from(2, house.address).await;
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
    visitor_is_served(house.address).await;
    // Those who made room are gone already, the rest when their time has run out.
    let mut last = held.swap_remove(118);
    let mut bytes = Vec::new();
    let ended = tokio::time::timeout(Duration::from_secs(10), last.read_to_end(&mut bytes)).await;
    assert!(ended.is_ok(), "a half-sent head is not waited for");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_for_too_much_is_refused_and_nobody_else() {
    let house = House::open_with(|_| {}).await;
    let body = new_table(&[human("A"), open()]).to_string();
    let mut refused = 0;
    for _ in 0..90 {
        refused += u32::from(ask_from(2, house.address, "POST", "/api/tables", &body).await == Some(429));
    }
    assert!(refused > 0, "90 tables in a moment are too many");
    visitor_is_served(house.address).await;
    for _ in 0..1500 {
        refused += u32::from(ask_from(3, house.address, "POST", "/api/tables", "{}").await == Some(429));
    }
    assert!(refused > 100, "what is not valid is counted too");
    visitor_is_served(house.address).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_without_hello_are_few_and_soon_gone() {
    let house = House::open_with(|_| {}).await;
    let (table, _) = make(house.address, &[human("A"), open()]).await;
    let mut silent = Vec::new();
    for _ in 0..60 {
        let stream = connect_from(2, house.address).await;
        let url = format!("ws://{}/api/tables/{table}/socket", house.address);
        if let Ok((socket, _)) = tokio_tungstenite::client_async(url, stream).await {
            silent.push(socket);
        }
    }
    assert!((1..50).contains(&silent.len()), "{} are silent at once", silent.len());
    visitor_is_served(house.address).await;
    let ended = async {
        for socket in &mut silent {
            while socket.next().await.is_some_and(|message| message.is_ok()) {}
        }
    };
    tokio::time::timeout(Duration::from_secs(20), ended).await.expect("they are sent away");
}

#[tokio::test(flavor = "multi_thread")]
async fn welcomes_are_charged_by_their_bytes() {
    let house = House::open_with(|config| config.messages_per_second = 1_000_000).await;
    let (table, _) = make(house.address, &[human("A"), human("B")]).await;
    let (mut client, _) = Client::hello(house.address, &table, &[], None).await;
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
    assert!(welcomes > 500, "{welcomes}: whoever comes back now and then is welcome");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_read_is_cut_off_and_welcomed_again() {
    let house = House::open_with(|config| {
        config.step = Duration::ZERO;
        config.messages_per_second = 1_000_000;
        config.patience.slowness = Duration::from_millis(500);
    })
    .await;
    let (table, _) = make(house.address, &[bot(), bot()]).await;
    let (mut deaf, _) = Client::hello(house.address, &table, &[], None).await;
    let (mut reader, _) = Client::hello(house.address, &table, &[], None).await;
    while reader.next().await["view"]["over"] != true {}
    tokio::time::sleep(Duration::from_secs(1)).await;
    // What lies in its own queue it can still read; then comes the end, not the rest of the game.
    let mut seen = Value::Null;
    while let Some(message) = deaf.try_next().await {
        seen = message;
    }
    assert_ne!(seen["view"]["over"], true, "it was not sent everything");
    let (_, welcome) = Client::hello(house.address, &table, &[], None).await;
    assert_eq!(welcome["view"]["over"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_easy_player_answers_at_once_beside_many_that_think_long() {
    let house = House::open_with(|_| {}).await;
    let master = json!({"type": "bot", "level": "master", "millis": 60_000});
    let body = new_table(&[master.clone(), master]).to_string();
    for _ in 0..20 {
        assert_eq!(ask_from(2, house.address, "POST", "/api/tables", &body).await, Some(200));
    }
    let (table, _) = make(house.address, &[bot(), bot()]).await;
    let (mut client, _) = Client::hello(house.address, &table, &[], None).await;
    for _ in 0..5 {
        let began = Instant::now();
        client.next_of("update").await;
        assert!(began.elapsed() < PROMPT, "{:?}", began.elapsed());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_thought_at_a_table_at_which_nobody_looks() {
    let house = House::open_with(|config| config.rests = Duration::from_secs(1)).await;
    let (table, _) = make(house.address, &[bot(), bot()]).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let stored = |house: &House| house.number("SELECT count(*) FROM log");
    let before = stored(&house);
    assert!(before > 1, "they played while the one who made the table could have been there");
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(stored(&house), before);
    let (mut client, _) = Client::hello(house.address, &table, &[], None).await;
    let began = Instant::now();
    client.next_of("update").await;
    assert!(began.elapsed() < PROMPT, "it goes on at once when somebody comes");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_was_led_here_is_refused_and_one_that_was_given_is_not() {
    let house = House::open_with(|config| config.hosts = vec!["play.example".to_owned()]).await;
    let ask_as = async |host: &str| {
        let mut stream = TcpStream::connect(house.address).await.unwrap();
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
async fn a_trusted_proxy_says_who_asks_and_that_it_was_asked_over_https() {
    let house = House::open_with(|config| config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()]).await;
    let body = new_table(&[human("A"), open()]).to_string();
    let through = async |client: &str| {
        let from = format!("X-Forwarded-For: 203.0.113.1, {client}");
        ask(house.address, "POST", "/api/tables", &[&from, "X-Forwarded-Proto: https"], &body).await
    };
    let first = through("198.51.100.1").await;
    assert!(first.header("set-cookie").unwrap().contains("; Secure"), "{}", first.head);
    assert!(first.header("strict-transport-security").is_some(), "{}", first.head);
    let mut refused = 0;
    for _ in 0..90 {
        refused += u32::from(through("198.51.100.1").await.status == 429);
    }
    assert!(refused > 0 && through("198.51.100.2").await.status == 200);
    let plain = ask(house.address, "POST", "/api/tables", &[], &body).await;
    assert!(!plain.header("set-cookie").unwrap().contains("Secure"));
    assert!(plain.header("strict-transport-security").is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_sees_how_the_server_is() {
    let house = House::open_with(|config| config.admin = Some(([127, 0, 0, 1], 0).into())).await;
    let admin = house.admin.expect("it listens there too");
    visitor_is_served(house.address).await;
    assert_eq!(get(admin, "/healthz").await.text(), "ok\n");
    assert_eq!((get(admin, "/readyz").await.status, get(admin, "/readyz").await.text().as_str()), (200, "ready\n"));
    let metrics = get(admin, "/metrics").await.text();
    let value = |name: &str| {
        let line = metrics.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {metrics}"));
        line.rsplit_once(' ').unwrap().1.parse::<f64>().unwrap()
    };
    assert!(value("bastide_http_requests_total{status=\"200\"}") >= 2.0);
    assert!(value("bastide_tables_in_memory") >= 1.0 && value("bastide_socket_messages_total") >= 2.0);
    assert!(get(house.address, "/metrics").await.status == 404, "this is for the host alone");
}
