//! Simulates a visitor during an attack and measures the waiting times.

use std::time::Duration;

use anyhow::Context;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::sign_in;
use crate::waits::Waits;
use crate::wire::{Client, Socket};

/// Interval between actions of the same kind.
const PACE: Duration = Duration::from_millis(100);

/// A visitor who constantly loads pages, reconnects, signs in, plays moves and waits for an easy computer player.
#[derive(Default)]
pub struct Visitor {
    look_ups: Waits,
    connections: Waits,
    moves: Waits,
    easy: Waits,
    new_tables: Waits,
    sign_ins: Waits,
    challenges: Waits,
    at_work: JoinSet<()>,
}

impl Visitor {
    /// Starts a visit.
    pub async fn start(client: Client) -> anyhow::Result<Visitor> {
        let mut visitor = Visitor::default();
        let human = |name: &str| json!({"type": "human", "name": name});
        let easy = json!({"type": "bot", "level": "easy"});
        let (people, tokens) = client.make(&table(vec![human("A"), human("B")])).await?;
        let (mixed, mixed_tokens) = client.make(&table(vec![human("A"), easy])).await?;
        let waits = visitor.look_ups.clone();
        let path = format!("/api/tables/{people}/view");
        visitor.at_work.spawn(async move {
            loop {
                waits.time(ok(client, &path)).await;
                waits.time(ok(client, "/api/art/base/near/crfr.0.svg")).await;
                tokio::time::sleep(PACE).await;
            }
        });
        let (waits, name) = (visitor.connections.clone(), people.clone());
        visitor.at_work.spawn(async move {
            loop {
                waits.time(hello(client, &name, &[])).await;
                tokio::time::sleep(5 * PACE).await;
            }
        });
        let waits = visitor.new_tables.clone();
        visitor.at_work.spawn(async move {
            loop {
                waits.time(client.make(&table(vec![human("A"), json!({"type": "open"})]))).await;
                tokio::time::sleep(20 * PACE).await;
            }
        });
        visitor.at_work.spawn(sign_in::Visitor::start(client).await?.sign_in(visitor.sign_ins.clone()));
        visitor.at_work.spawn(sign_in::answer_challenges(client, visitor.challenges.clone()));
        visitor.at_work.spawn(play(client, people, tokens, visitor.moves.clone(), Waits::default()));
        visitor.at_work.spawn(play(client, mixed, mixed_tokens, Waits::default(), visitor.easy.clone()));
        Ok(visitor)
    }

    /// Ends the visit and returns its measurements.
    pub async fn finish(mut self) -> Value {
        self.at_work.shutdown().await;
        json!({
            "look_ups": self.look_ups.summary(), "connections": self.connections.summary(),
            "new_tables": self.new_tables.summary(), "sign_ins": self.sign_ins.summary(),
            "challenges": self.challenges.summary(), "moves": self.moves.summary(), "easy_player": self.easy.summary(),
        })
    }
}

/// Returns the creation request for a base game with these seats.
pub fn table(seats: Vec<Value>) -> Value {
    json!({"setup": {"game": "carcassonne", "seats": seats.len()}, "seats": seats})
}

async fn ok(client: Client, path: &str) -> anyhow::Result<()> {
    let answer = client.get(path).await?;
    anyhow::ensure!(answer.status == 200, "{path}: {}", answer.status);
    Ok(())
}

/// Connects to a table and returns the socket and the welcome.
pub async fn hello(client: Client, table: &str, tokens: &[String]) -> anyhow::Result<(Socket, Value)> {
    let mut socket = client.socket(table, None).await?;
    socket.send(&json!({"type": "hello", "v": 1, "tokens": tokens})).await?;
    let welcome = socket.next().await?.0;
    anyhow::ensure!(welcome["type"] == "welcome", "{welcome}");
    Ok((socket, welcome))
}

/// Plays a game at a table. Measures how long the updates for the visitor's moves take to arrive, and how long the other players take to
/// answer.
async fn play(client: Client, table: String, tokens: Vec<String>, moves: Waits, others: Waits) {
    let played = async {
        let (mut socket, welcome) = hello(client, &table, &tokens).await?;
        let mut view = welcome["view"].clone();
        let mine: Vec<u64> = welcome["you"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
        while view["over"] != true {
            let decision = view["decision"].clone();
            let seat = decision["seat"].as_u64();
            let waits = match seat {
                Some(seat) if mine.contains(&seat) => {
                    tokio::time::sleep(PACE).await;
                    let word = &decision["answers"][0]["word"];
                    socket.send(&json!({"type": "answer", "seat": seat, "seq": view["seq"], "word": word})).await?;
                    moves.clone()
                }
                Some(_) => others.clone(),
                None => Waits::default(),
            };
            let update = waits.time(socket.next_of("update")).await.context("no update arrived")?;
            view = update["view"].clone();
        }
        anyhow::Ok(())
    };
    if let Err(why) = played.await {
        moves.time(async { anyhow::Result::<()>::Err(why) }).await;
    }
    std::future::pending().await
}
