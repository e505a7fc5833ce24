//! The attacks: what one client does that others must not feel.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Context;
use clap::ValueEnum;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::task::JoinSet;

use crate::sign_in;
use crate::visitor::{hello, table};
use crate::wire::Way;

/// Where attackers come from.
const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Attack {
    /// Nothing: what the others are compared with.
    Nothing,
    /// 900 requests at once for the art of six tables' own tiles, again and again
    Art,
    /// The same art again and again, compressed
    SameArt,
    /// 10,000 connections that are idle, or send half a head or no body
    HalfOpen,
    /// New tables in a loop
    Tables,
    /// Requests that are not valid in a loop
    Invalid,
    /// Analyses in a loop
    Analyses,
    /// 2,000 sockets that do not say hello
    Silent,
    /// 58 tables of six masters who think for a minute
    Masters,
    /// hello since 0 in a loop
    Hello,
    /// 200 readers who never read
    Deaf,
    /// 60 clients on changing addresses that try passwords in a loop
    Passwords,
    /// 60 clients on changing addresses that ask for challenges of passkeys in a loop
    Challenges,
}

/// What became of an attack.
#[derive(Default)]
pub struct Toll {
    /// What was done as it was meant.
    pub done: AtomicU64,
    /// What was refused or cut off.
    pub refused: AtomicU64,
    /// Bytes that were sent.
    pub sent: AtomicU64,
    /// Bytes that came back.
    pub received: AtomicU64,
}

impl Toll {
    fn count(&self, done: bool) {
        if done { &self.done } else { &self.refused }.fetch_add(1, Ordering::Relaxed);
    }

    /// The numbers.
    pub fn summary(&self) -> Value {
        let [done, refused, sent, received] =
            [&self.done, &self.refused, &self.sent, &self.received].map(|number| number.load(Ordering::Relaxed));
        json!({"done": done, "refused": refused, "sent": sent, "received": received})
    }
}

impl Attack {
    /// Begins it; it goes on until what is given back is dropped.
    pub async fn begin(self, way: Way, toll: &Arc<Toll>) -> anyhow::Result<JoinSet<()>> {
        let way = way.by(ATTACKER);
        match self {
            Attack::Nothing => Ok(JoinSet::new()),
            Attack::Art => art(way, toll).await,
            Attack::SameArt => Ok(loops(16, way, toll, |way| async move {
                way.ask("GET", "/api/art/base.json", "Accept-Encoding: br\r\n", "").await
            })),
            Attack::HalfOpen => half_open(way, toll).await,
            Attack::Tables => {
                let body = table(vec![json!({"type": "human", "name": "A"}), json!({"type": "open"})]).to_string();
                Ok(loops(8, way, toll, move |way| post(way, "/api/tables", body.clone())))
            }
            Attack::Invalid => Ok(loops(8, way, toll, |way| post(way, "/api/tables", "{}".to_owned()))),
            Attack::Analyses => {
                let game = include_str!("../../../corpus/jcz/basic--tiny-city-rule.jcz");
                let body = json!({"record": game, "millis": 5000}).to_string();
                Ok(loops(40, way, toll, move |way| post(way, "/api/analyse", body.clone())))
            }
            Attack::Silent => silent(way, toll).await,
            Attack::Masters => masters(way, toll).await,
            Attack::Hello => again(way, toll).await,
            Attack::Deaf => deaf(way, toll).await,
            Attack::Passwords => Ok(sign_in::flood_passwords(way, toll)),
            Attack::Challenges => Ok(sign_in::flood_challenges(way, toll)),
        }
    }
}

async fn post(way: Way, path: &'static str, body: String) -> anyhow::Result<crate::wire::Answer> {
    way.ask("POST", path, "", &body).await
}

/// So many who ask again and again.
pub fn loops<F: Future<Output = anyhow::Result<crate::wire::Answer>> + Send + 'static>(
    count: usize,
    way: Way,
    toll: &Arc<Toll>,
    ask: impl Fn(Way) -> F + Clone + Send + 'static,
) -> JoinSet<()> {
    let mut all = JoinSet::new();
    for _ in 0..count {
        let (toll, ask) = (toll.clone(), ask.clone());
        all.spawn(async move {
            loop {
                let answer = ask(way).await;
                toll.count(answer.as_ref().is_ok_and(|answer| answer.status < 300));
                toll.received.fetch_add(answer.map_or(0, |answer| answer.bytes as u64), Ordering::Relaxed);
            }
        });
    }
    all
}

async fn art(way: Way, toll: &Arc<Toll>) -> anyhow::Result<JoinSet<()>> {
    let mut tables = Vec::new();
    let printed = way.get("/api/sets/base.toml").await?.text();
    for number in 0..6 {
        let file = format!("{printed}\n# {number}\n");
        let setup = json!({"game": "carcassonne", "seats": 2, "own_tiles": file, "sets": {"base": 0}});
        let open = json!({"type": "open"});
        tables.push(way.make(&json!({"setup": setup, "seats": [open, open]})).await?.0);
    }
    let tables = Arc::new(tables);
    let mut all = JoinSet::new();
    for number in 0..900_usize {
        let (toll, tables) = (toll.clone(), tables.clone());
        all.spawn(async move {
            for round in 0_usize.. {
                let name = &tables[(number + round) % tables.len()];
                let file = if number % 2 == 0 { "own.json" } else { "own/far.json" };
                let answer = way.get(&format!("/api/tables/{name}/art/{file}")).await;
                toll.count(answer.is_ok_and(|answer| answer.status == 200));
            }
        });
    }
    Ok(all)
}

async fn half_open(way: Way, toll: &Arc<Toll>) -> anyhow::Result<JoinSet<()>> {
    let mut all = JoinSet::new();
    for number in 0..10_000_u32 {
        let toll = toll.clone();
        all.spawn(async move {
            loop {
                let kept = async {
                    let mut stream = way.connect(None).await?;
                    let text: &[u8] = match number % 3 {
                        0 => b"",
                        1 => b"GET /api/games HTTP/1.1\r\nHost: 127.0",
                        _ => b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\n{",
                    };
                    stream.write_all(text).await?;
                    // Until the server ends it.
                    let mut bytes = Vec::new();
                    tokio::io::AsyncReadExt::read_to_end(&mut stream, &mut bytes).await?;
                    anyhow::Ok(())
                };
                let _ = kept.await;
                toll.count(false);
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        });
        if number % 100 == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    Ok(all)
}

async fn silent(way: Way, toll: &Arc<Toll>) -> anyhow::Result<JoinSet<()>> {
    let open = json!({"type": "open"});
    let (name, _) = way.make(&table(vec![open.clone(), open])).await?;
    let mut all = JoinSet::new();
    for _ in 0..2000 {
        let (toll, name) = (toll.clone(), name.clone());
        all.spawn(async move {
            loop {
                let socket = way.socket(&name, None).await;
                toll.count(socket.is_ok());
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

async fn masters(way: Way, toll: &Arc<Toll>) -> anyhow::Result<JoinSet<()>> {
    let master = json!({"type": "bot", "level": "master", "millis": 60_000});
    let mut asked = table(vec![master; 6]);
    asked["setup"]["expansions"] = json!(["inns-cathedrals"]);
    let mut all = JoinSet::new();
    for _ in 0..58 {
        let Ok((name, _)) = way.make(&asked).await else {
            toll.count(false);
            continue;
        };
        toll.count(true);
        let (mut socket, _) = hello(way, &name, &[]).await?;
        all.spawn(async move { while socket.next().await.is_ok() {} });
    }
    Ok(all)
}

async fn again(way: Way, toll: &Arc<Toll>) -> anyhow::Result<JoinSet<()>> {
    let easy = json!({"type": "bot", "level": "easy", "millis": 10});
    let mut all = JoinSet::new();
    let (name, _) = way.make(&table(vec![easy; 2])).await?;
    let (mut watch, _) = hello(way, &name, &[]).await?;
    for _ in 0..40 {
        watch.next_of("update").await.context("the game goes on")?;
    }
    for _ in 0..8 {
        let (toll, name) = (toll.clone(), name.clone());
        all.spawn(async move {
            let Ok((mut socket, _)) = hello(way, &name, &[]).await else { return };
            let message = json!({"type": "hello", "v": 1, "since": 0});
            while socket.send(&message).await.is_ok() {
                toll.sent.fetch_add(message.to_string().len() as u64, Ordering::Relaxed);
                loop {
                    let Ok((told, bytes)) = socket.next().await else { return };
                    toll.received.fetch_add(bytes as u64, Ordering::Relaxed);
                    if told["type"] == "welcome" || told["type"] == "error" {
                        toll.count(told["type"] == "welcome");
                        break;
                    }
                }
            }
        });
    }
    Ok(all)
}

async fn deaf(way: Way, toll: &Arc<Toll>) -> anyhow::Result<JoinSet<()>> {
    let easy = json!({"type": "bot", "level": "easy", "millis": 10});
    let mut asked = table(vec![easy; 6]);
    let expansions = ["inns-cathedrals", "traders-builders", "princess-dragon", "tower", "abbey-mayor"];
    asked["setup"]["expansions"] = json!(expansions);
    let (name, _) = way.make(&asked).await?;
    let mut all = JoinSet::new();
    for _ in 0..200 {
        let (toll, name) = (toll.clone(), name.clone());
        all.spawn(async move {
            let deaf = async {
                let mut socket = way.socket(&name, None).await?;
                // What came is asked for again and again, and not read.
                for _ in 0..400 {
                    socket.send(&json!({"type": "hello", "v": 1, "since": 0})).await?;
                    tokio::time::sleep(Duration::from_millis(60)).await;
                }
                anyhow::Ok(())
            };
            toll.count(deaf.await.is_ok());
            std::future::pending::<()>().await;
        });
    }
    Ok(all)
}
