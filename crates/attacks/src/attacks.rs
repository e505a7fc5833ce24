//! Attacks: load from a single client that other users must not notice.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Context;
use clap::ValueEnum;
use games::deal::{Deal, Seed};
use games::record::Record;
use games::{Actor, Game, Setup};
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::task::JoinSet;

use crate::counters::{Counters, loops};
use crate::secrets;
use crate::sign_in;
use crate::visitor::{hello, table};
use crate::wire::Client;

/// Source address of the attacks.
const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// Kinds of attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Attack {
    /// No attack: the baseline
    Nothing,
    /// 900 concurrent requests for custom tile art from six tables, repeated in a loop
    Art,
    /// Requests in a loop for the same art, in compressed form
    SameArt,
    /// 10,000 connections that are idle, or that send half a request head or a head without its body
    HalfOpen,
    /// Creating tables in a loop
    Tables,
    /// Sending invalid requests in a loop
    Invalid,
    /// Requesting analyses in a loop
    Analyses,
    /// 2,000 sockets that never send a hello
    Silent,
    /// 58 tables with six masters that think for a minute
    Masters,
    /// Sending hello with since 0 in a loop
    Hello,
    /// 200 clients that never read
    Deaf,
    /// Analysing a record of thousands of answers in a loop, at a position past its end
    Replays,
    /// Opening the same record as a table in a loop
    Imports,
    /// Downloading the record of a long game in a loop
    Records,
    /// Downloading views and events of a long game in a loop
    Views,
    /// Requesting pages of a lobby with 11,000 tables in a loop
    Lobby,
    /// Sending hello with 940 tokens in a loop
    ManyTokens,
    /// Requesting new seat tokens in a loop, at four tables
    SeatTokens,
    /// 12,032 event streams from 47 addresses
    EventStreams,
    /// 60 clients on changing addresses that try passwords in a loop
    Passwords,
    /// 60 clients on changing addresses that request passkey challenges in a loop
    Challenges,
}

impl Attack {
    /// Returns whether the attack needs slow preparations, such as creating tables, before it starts.
    pub fn is_prepared(self) -> bool {
        matches!(self, Attack::Replays | Attack::Imports | Attack::Records | Attack::Views | Attack::Lobby)
    }

    /// Starts the attack, which runs until the returned set is dropped.
    pub async fn start(self, client: Client, counters: &Arc<Counters>) -> anyhow::Result<JoinSet<()>> {
        let client = client.with_address(ATTACKER);
        match self {
            Attack::Nothing => Ok(JoinSet::new()),
            Attack::Art => art(client, counters).await,
            Attack::SameArt => Ok(loops(16, client, counters, |client| async move {
                client.request("GET", "/api/art/base.json", "Accept-Encoding: br\r\n", "").await
            })),
            Attack::HalfOpen => half_open(client, counters).await,
            Attack::Tables => {
                let body = table(vec![json!({"type": "human", "name": "A"}), json!({"type": "open"})]).to_string();
                Ok(loops(8, client, counters, move |client| post(client, "/api/tables", body.clone())))
            }
            Attack::Invalid => Ok(loops(8, client, counters, |client| post(client, "/api/tables", "{}".to_owned()))),
            Attack::Analyses => {
                let game = include_str!("../../../corpus/jcz/basic--tiny-city-rule.jcz");
                let body = json!({"record": game, "millis": 5000}).to_string();
                Ok(loops(40, client, counters, move |client| post(client, "/api/analyse", body.clone())))
            }
            Attack::Silent => silent(client, counters).await,
            Attack::Masters => masters(client, counters).await,
            Attack::Hello => rehello(client, counters).await,
            Attack::Deaf => non_readers(client, counters).await,
            Attack::Replays => {
                let body = Arc::new(json!({"record": long_game(0)?, "at": 999_999}).to_string());
                Ok(loops(40, client, counters, move |client| post_shared(client, "/api/analyse", body.clone())))
            }
            Attack::Imports => {
                let body = Arc::new(json!({"record": long_game(0)?}).to_string());
                Ok(loops(40, client, counters, move |client| post_shared(client, "/api/records", body.clone())))
            }
            Attack::Records => replay_long_game(client, counters, &["record", "record?format=json"]).await,
            Attack::Views => replay_long_game(client, counters, &["view?at=1000", "events", "guide?at=1000"]).await,
            Attack::Lobby => lobby(client, counters).await,
            Attack::ManyTokens => secrets::many_tokens(client, counters).await,
            Attack::SeatTokens => secrets::seat_tokens(client, counters).await,
            Attack::EventStreams => Ok(secrets::event_streams(client, counters)),
            Attack::Passwords => Ok(sign_in::flood_passwords(client, counters)),
            Attack::Challenges => Ok(sign_in::flood_challenges(client, counters)),
        }
    }
}

async fn post(client: Client, path: &'static str, body: String) -> anyhow::Result<crate::wire::Answer> {
    client.request("POST", path, "", &body).await
}

async fn post_shared(client: Client, path: &'static str, body: Arc<String>) -> anyhow::Result<crate::wire::Answer> {
    client.request("POST", path, "", &body).await
}

/// Returns the record of a game of about a thousand tiles in which every decision gets its last legal answer: the largest possible upload.
pub fn long_game(seed: u64) -> anyhow::Result<String> {
    let setup: Setup = serde_json::from_value(json!({"game": "carcassonne", "seats": 2, "sets": {"base": 14}}))?;
    let (mut game, deal) = (Game::new(&setup)?, Deal::new(Seed::from_number(seed), &setup)?);
    while !game.is_over() {
        let dealt = if game.actor() == Actor::Chance { deal.answer(&game) } else { None };
        let answer = dealt.or_else(|| game.legal().last().copied()).context("no legal answer")?;
        game.apply_raw(answer)?;
    }
    Ok(Record::of(&game, &[], None).to_text())
}

/// Repeatedly requests resources that require replaying a long game: the given files for 16 tables in turn, over 20 connections.
async fn replay_long_game(
    client: Client,
    counters: &Arc<Counters>,
    files: &'static [&'static str],
) -> anyhow::Result<JoinSet<()>> {
    let mut tables = Vec::new();
    for seed in 0..16 {
        let body = json!({"record": long_game(seed)?}).to_string();
        let made = client.request("POST", "/api/records", "", &body).await?.json()?;
        tables.push(made["table"].as_str().with_context(|| format!("creating a table failed: {made}"))?.to_owned());
    }
    let (tables, next) = (Arc::new(tables), Arc::new(AtomicU64::new(0)));
    Ok(loops(20, client, counters, move |client| {
        let number = next.fetch_add(1, Ordering::Relaxed) as usize;
        let (table, file) = (tables[number % tables.len()].clone(), files[number / tables.len() % files.len()]);
        async move { client.get(&format!("/api/tables/{table}/{file}")).await }
    }))
}

/// Creates 11,000 public tables from 220 addresses, then requests pages of the lobby: some with many matching tables, some with none.
async fn lobby(client: Client, counters: &Arc<Counters>) -> anyhow::Result<JoinSet<()>> {
    let mut made = JoinSet::new();
    for address in 0..220_u8 {
        made.spawn(async move {
            let mut asked = table(vec![json!({"type": "human", "name": "A"}), json!({"type": "open"})]);
            asked["public"] = json!(true);
            for _ in 0..50 {
                client.with_address(Ipv4Addr::new(127, 0, 1, address)).make(&asked).await?;
            }
            anyhow::Ok(())
        });
    }
    while let Some(done) = made.join_next().await {
        done??;
    }
    let pages = ["", "&limit=100", "&game=coop", "&rated=true&clock=days", "&open=true"];
    let next = Arc::new(AtomicU64::new(0));
    Ok(loops(24, client, counters, move |client| {
        let number = next.fetch_add(1, Ordering::Relaxed) as usize;
        async move { client.get(&format!("/api/tables?public=true{}", pages[number % pages.len()])).await }
    }))
}

async fn art(client: Client, counters: &Arc<Counters>) -> anyhow::Result<JoinSet<()>> {
    let mut tables = Vec::new();
    let printed = client.get("/api/sets/base.toml").await?.text();
    for number in 0..6 {
        let file = format!("{printed}\n# {number}\n");
        let setup = json!({"game": "carcassonne", "seats": 2, "own_tiles": file, "sets": {"base": 0}});
        let open = json!({"type": "open"});
        tables.push(client.make(&json!({"setup": setup, "seats": [open, open]})).await?.0);
    }
    let tables = Arc::new(tables);
    let mut all = JoinSet::new();
    for number in 0..900_usize {
        let (counters, tables) = (counters.clone(), tables.clone());
        all.spawn(async move {
            for round in 0_usize.. {
                let name = &tables[(number + round) % tables.len()];
                let file = if number % 2 == 0 { "own.json" } else { "own/far.json" };
                let answer = client.get(&format!("/api/tables/{name}/art/{file}")).await;
                counters.count(answer.is_ok_and(|answer| answer.status == 200));
            }
        });
    }
    Ok(all)
}

async fn half_open(client: Client, counters: &Arc<Counters>) -> anyhow::Result<JoinSet<()>> {
    let mut all = JoinSet::new();
    for number in 0..10_000_u32 {
        let counters = counters.clone();
        all.spawn(async move {
            loop {
                let kept = async {
                    let mut stream = client.connect(None).await?;
                    let text: &[u8] = match number % 3 {
                        0 => b"",
                        1 => b"GET /api/games HTTP/1.1\r\nHost: 127.0",
                        _ => b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\n{",
                    };
                    stream.write_all(text).await?;
                    // Reads until the server closes the connection.
                    let mut bytes = Vec::new();
                    tokio::io::AsyncReadExt::read_to_end(&mut stream, &mut bytes).await?;
                    anyhow::Ok(())
                };
                let _ = kept.await;
                counters.count(false);
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        });
        if number % 100 == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    Ok(all)
}

async fn silent(client: Client, counters: &Arc<Counters>) -> anyhow::Result<JoinSet<()>> {
    let open = json!({"type": "open"});
    let (name, _) = client.make(&table(vec![open.clone(), open])).await?;
    let mut all = JoinSet::new();
    for _ in 0..2000 {
        let (counters, name) = (counters.clone(), name.clone());
        all.spawn(async move {
            loop {
                let socket = client.socket(&name, None).await;
                counters.count(socket.is_ok());
                if let Ok(mut socket) = socket {
                    while socket.next().await.is_ok() {}
                }
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        });
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    Ok(all)
}

async fn masters(client: Client, counters: &Arc<Counters>) -> anyhow::Result<JoinSet<()>> {
    let master = json!({"type": "bot", "level": "master", "millis": 60_000});
    let mut asked = table(vec![master; 6]);
    asked["setup"]["expansions"] = json!(["inns-cathedrals"]);
    let mut all = JoinSet::new();
    for _ in 0..58 {
        let Ok((name, _)) = client.make(&asked).await else {
            counters.count(false);
            continue;
        };
        counters.count(true);
        let (mut socket, _) = hello(client, &name, &[]).await?;
        all.spawn(async move { while socket.next().await.is_ok() {} });
    }
    Ok(all)
}

async fn rehello(client: Client, counters: &Arc<Counters>) -> anyhow::Result<JoinSet<()>> {
    let easy = json!({"type": "bot", "level": "easy", "millis": 10});
    let mut all = JoinSet::new();
    let (name, _) = client.make(&table(vec![easy; 2])).await?;
    let (mut watch, _) = hello(client, &name, &[]).await?;
    for _ in 0..40 {
        watch.next_of("update").await.context("no update arrived")?;
    }
    for _ in 0..8 {
        let (counters, name) = (counters.clone(), name.clone());
        all.spawn(async move {
            let Ok((mut socket, _)) = hello(client, &name, &[]).await else { return };
            let message = json!({"type": "hello", "v": 1, "since": 0});
            while socket.send(&message).await.is_ok() {
                counters.sent.fetch_add(message.to_string().len() as u64, Ordering::Relaxed);
                loop {
                    let Ok((told, bytes)) = socket.next().await else { return };
                    counters.received.fetch_add(bytes as u64, Ordering::Relaxed);
                    if told["type"] == "welcome" || told["type"] == "error" {
                        counters.count(told["type"] == "welcome");
                        break;
                    }
                }
            }
        });
    }
    Ok(all)
}

async fn non_readers(client: Client, counters: &Arc<Counters>) -> anyhow::Result<JoinSet<()>> {
    let easy = json!({"type": "bot", "level": "easy", "millis": 10});
    let mut asked = table(vec![easy; 6]);
    let expansions = ["inns-cathedrals", "traders-builders", "princess-dragon", "tower", "abbey-mayor"];
    asked["setup"]["expansions"] = json!(expansions);
    let (name, _) = client.make(&asked).await?;
    let mut all = JoinSet::new();
    for _ in 0..200 {
        let (counters, name) = (counters.clone(), name.clone());
        all.spawn(async move {
            let deaf = async {
                let mut socket = client.socket(&name, None).await?;
                // Leaves the responses unread.
                for _ in 0..400 {
                    socket.send(&json!({"type": "hello", "v": 1, "since": 0})).await?;
                    tokio::time::sleep(Duration::from_millis(60)).await;
                }
                anyhow::Ok(())
            };
            counters.count(deaf.await.is_ok());
            std::future::pending::<()>().await;
        });
    }
    Ok(all)
}
