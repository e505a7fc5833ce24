//! Floods of sign-ins from changing addresses, and password guessing: other users can still sign in.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Instant;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::PROMPT;
use crate::authenticator::Passkey;
use crate::common::browsing::{Browser, PASSWORD};
use crate::common::{TestServer, ask, get, without_delays};
use crate::provider::TestProvider;

/// Number of unfinished sign-ins: more than the server once stored.
const CHALLENGES: u32 = 9000;

fn behind_a_proxy(config: &mut server::Config) {
    config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
}

/// Returns a browser at this address, as reported by a trusted proxy.
fn browser_at(client: &str) -> Browser {
    Browser { forwarded_for: Some(client.to_owned()), ..Browser::default() }
}

/// Returns the address of a client. Each client has its own network.
fn address(number: u32) -> String {
    Ipv4Addr::from_bits(0xcb00_0001 + (number << 8)).to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn password_flood_from_changing_addresses_delays_no_one_else() {
    let server = TestServer::open_with(|config| {
        without_delays(config);
        behind_a_proxy(config);
    })
    .await;
    let mut anna = browser_at("198.51.100.1");
    assert_eq!(anna.sign_up(&server, "Anna", false).await.status, 201);
    let (number, stop) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicBool::new(false)));
    let mut flood = JoinSet::new();
    for _ in 0..60 {
        let (number, stop, to) = (number.clone(), stop.clone(), server.address);
        flood.spawn(async move {
            while !stop.load(Ordering::Relaxed) {
                let number = number.fetch_add(1, Ordering::Relaxed);
                // Use only a few networks, so that each of them sends many requests.
                let body = json!({"name": format!("Nobody{number}"), "password": PASSWORD});
                let mut client = browser_at(&address(number % 20));
                client.ask(to, "POST", "/api/account/sign-in", &body).await;
            }
        });
    }
    while number.load(Ordering::Relaxed) < 100 {
        tokio::task::yield_now().await;
    }
    for _ in 0..5 {
        let began = Instant::now();
        let came = anna.sign_in(&server, "Anna", PASSWORD).await;
        assert_eq!(came.status, 200, "in a known browser: {}", came.text());
        assert!(began.elapsed() < PROMPT, "{:?}", began.elapsed());
    }
    let began = Instant::now();
    let came = browser_at("198.51.100.2").sign_in(&server, "Anna", PASSWORD).await;
    assert_eq!(came.status, 200, "in a new browser: {}", came.text());
    assert!(began.elapsed() < 2 * PROMPT, "{:?}", began.elapsed());
    stop.store(true, Ordering::Relaxed);
    flood.join_all().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn challenge_flood_evicts_no_pending_sign_in() {
    let provider = TestProvider::open().await;
    let set_up = provider.set_up("example");
    let server = TestServer::open_with(|config| {
        without_delays(config);
        config.providers = vec![set_up];
    })
    .await;
    let page = format!("http://localhost:{}", server.address.port());
    let visitor = || Browser { origin: Some(page.clone()), ..Browser::default() };
    let challenge = "/api/account/passkeys/challenge";
    let (mut anna, mut borys) = (visitor(), visitor());
    let asked = anna.post(&server, challenge, json!({"for": "sign_up", "name": "Anna"})).await.json();
    let leave = json!({"provider": "example", "for": "sign_in"});
    let left = borys.post(&server, "/api/account/openid/leave", leave).await.json();

    let mut flood = JoinSet::new();
    for _ in 0..4 {
        let wish = json!({"for": "sign_in"});
        flood.spawn(ask_again_and_again(server.address, page.clone(), challenge, wish));
        let leave = json!({"provider": "example", "for": "sign_in"});
        flood.spawn(ask_again_and_again(server.address, page.clone(), "/api/account/openid/leave", leave));
    }
    flood.join_all().await;

    let (_, made) = Passkey::make(&asked["options"], &page, 1);
    let body = json!({"challenge": asked["challenge"], "credential": made});
    let came = anna.post(&server, "/api/account/passkeys/sign-up", body).await;
    assert_eq!((came.status, &came.json()["account"]["name"]), (201, &json!("Anna")), "{}", came.text());
    let back = provider.let_in(left["to"].as_str().unwrap(), "borys");
    let came = borys.get(&server, &back).await;
    assert_eq!(came.header("location"), Some("/account?openid=new"), "{}", came.text());
    assert_eq!(server.number("SELECT count(*) FROM spent_challenges"), 2, "only successful ones are stored");
}

/// Sends a quarter of the flood over one connection, without cookies, so that each request counts as coming from a new browser.
async fn ask_again_and_again(to: SocketAddr, page: String, path: &str, body: Value) {
    let body = body.to_string();
    let length = body.len();
    let request =
        format!("POST {path} HTTP/1.1\r\nHost: {to}\r\nOrigin: {page}\r\nContent-Length: {length}\r\n\r\n{body}");
    let mut stream = BufReader::new(TcpStream::connect(to).await.unwrap());
    for _ in 0..CHALLENGES / 4 {
        stream.write_all(request.as_bytes()).await.unwrap();
        let (mut head, mut length) = (String::new(), 0);
        while !head.ends_with("\r\n\r\n") {
            let from = head.len();
            assert!(stream.read_line(&mut head).await.unwrap() > 0, "{head}");
            if let Some(value) = head[from..].to_ascii_lowercase().strip_prefix("content-length: ") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut answer = vec![0; length];
        stream.read_exact(&mut answer).await.unwrap();
        assert!(head.starts_with("HTTP/1.1 200 "), "{head}{}", String::from_utf8_lossy(&answer));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_guesses_do_not_lock_the_owner_out_of_new_browsers() {
    let server = TestServer::open_with(behind_a_proxy).await;
    assert_eq!(browser_at("198.51.100.1").sign_up(&server, "Anna", false).await.status, 201);
    let guess = async |client: String| {
        let answer = browser_at(&client).sign_in(&server, "Anna", "a wrong guess").await;
        assert_ne!(answer.status, 200);
        answer.code()
    };
    for number in 0..40 {
        guess(address(number)).await;
    }
    let came = browser_at("198.51.100.2").sign_in(&server, "Anna", PASSWORD).await;
    assert_eq!((came.status, &came.json()["account"]["name"]), (200, &json!("Anna")), "{}", came.text());

    // Meanwhile, each network has few attempts left, whichever of its addresses it uses.
    let mut codes: Vec<Value> = Vec::new();
    for last in 1..7 {
        codes.push(guess(format!("192.0.2.{last}")).await.into());
    }
    assert_eq!(codes[0], "wrong_password");
    assert_eq!(codes[5], "too_fast", "{codes:?}");
    // Guessing the password for a name that no one else attacks is limited too.
    let mut refused = 0;
    for last in 1..30 {
        let answer = browser_at(&format!("192.0.2.{last}")).sign_in(&server, "Borys", "a wrong guess").await;
        refused += usize::from(answer.code() == "too_fast");
    }
    assert!(refused > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_sign_ins_are_counted_and_logged_for_fail2ban() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("security.log");
    let log = file.clone();
    let server = TestServer::open_with(|config| {
        without_delays(config);
        behind_a_proxy(config);
        config.admin = Some(([127, 0, 0, 1], 0).into());
        config.security_log = Some(log);
    })
    .await;
    let page = format!("http://localhost:{}", server.address.port());
    let mut anna = browser_at("198.51.100.1");
    anna.sign_up(&server, "Anna", false).await;
    anna.sign_in(&server, "Anna", PASSWORD).await;
    browser_at("203.0.113.5").sign_in(&server, "Anna", "a wrong guess").await;
    browser_at("2001:db8::7").sign_in(&server, "Nobody", "a wrong guess").await;
    anna.forwarded_for = Some("203.0.113.6".to_owned());
    anna.post(&server, "/api/account/prove", json!({"password": "a wrong guess"})).await;
    let token = "Authorization: Bearer bastide_aaaaaaaaaaaaaaaaaaaaaaaaaa";
    let refused = ask(server.address, "GET", "/api/account", &[token, "X-Forwarded-For: 203.0.113.7"], "").await;
    assert_eq!(refused.code(), "bad_token");
    let mut stranger = Browser { origin: Some(page), ..browser_at("203.0.113.8") };
    let asked = stranger.post(&server, "/api/account/passkeys/challenge", json!({"for": "sign_in"})).await.json();
    let id = "AAAAAAAAAAAAAAAAAAAAAA";
    let response = json!({"clientDataJSON": id, "authenticatorData": id, "signature": id, "userHandle": null});
    let credential = json!({"id": id, "rawId": id, "type": "public-key", "response": response});
    let answer = json!({"challenge": asked["challenge"], "credential": credential});
    assert_eq!(stranger.post(&server, "/api/account/passkeys/sign-in", answer).await.code(), "bad_passkey");

    let expected = [
        ("password", "203.0.113.5"),
        ("password", "2001:db8::7"),
        ("proof", "203.0.113.6"),
        ("token", "203.0.113.7"),
        ("passkey", "203.0.113.8"),
    ];
    let began = Instant::now();
    let lines = loop {
        let lines = std::fs::read_to_string(&file).unwrap();
        if lines.lines().count() >= expected.len() {
            break lines;
        }
        assert!(began.elapsed() < 10 * PROMPT, "{lines}");
        tokio::task::yield_now().await;
    };
    for (line, (kind, address)) in lines.lines().zip(expected) {
        assert!(line.ends_with(&format!("Z failed {kind} from {address}")), "{line}");
    }
    assert_eq!(found_by_the_filter(&file), expected.map(|(_, address)| address), "{lines}");
    let metrics = get(server.admin.unwrap(), "/metrics").await.text();
    for counted in [
        "bastide_failed_sign_ins_total{kind=\"password\"} 2",
        "bastide_failed_sign_ins_total{kind=\"proof\"} 1",
        "bastide_failed_sign_ins_total{kind=\"token\"} 1",
        "bastide_failed_sign_ins_total{kind=\"passkey\"} 1",
        "bastide_passwords_waiting 0",
        "bastide_password_wait_seconds_count 5",
    ] {
        assert!(metrics.contains(counted), "{counted}: {metrics}");
    }
}

/// Applies the fail2ban filter in `hosting` to a file and returns the addresses that it finds. As in fail2ban, the date is removed, and
/// `<ADDR>` matches an address.
fn found_by_the_filter(log: &std::path::Path) -> Vec<String> {
    const READ: &str = r#"
import configparser, re, sys
filter = configparser.RawConfigParser()
filter.read(sys.argv[1])
date = filter["Definition"]["datepattern"].replace("%%", "%")
for word, digits in (("%Y", r"\d{4}"), ("%m", r"\d\d"), ("%d", r"\d\d"), ("%H", r"\d\d"), ("%M", r"\d\d"), ("%S", r"\d\d")):
    date = date.replace(word, digits)
found = re.compile(filter["Definition"]["failregex"].replace("<ADDR>", r"(?P<address>[0-9a-f.:]+)"))
for line in open(sys.argv[2]):
    rest, dates = re.subn(date, "", line.rstrip("\n"))
    match = found.search(rest)
    if dates == 1 and match:
        print(match["address"])
"#;
    let filter = concat!(env!("CARGO_MANIFEST_DIR"), "/../../hosting/fail2ban/filter.conf");
    let read = std::process::Command::new("python3").args(["-c", READ, filter]).arg(log).output().unwrap();
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
    String::from_utf8(read.stdout).unwrap().lines().map(str::to_owned).collect()
}
