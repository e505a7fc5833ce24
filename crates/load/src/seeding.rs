//! The tables to play at. They are created over HTTP or, if the server is started here, written to the database beforehand.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context;
use games::deal::Seed;
use serde_json::{Value, json};
use server::storage::{Sqlite, Storage};
use sha2::{Digest, Sha256};
use table::{CreationParams, NewTable, Pace, Table};

use crate::http;

/// Assumed maximum number of human players' answers per second in a run.
const MAX_ANSWERS: u64 = 8000;
/// Assumed minimum number of human players' answers in a game.
const MIN_ANSWERS: u64 = 100;
/// Characters used in table names.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Returns the number of tables needed so that a new table is available after every finished game.
pub fn tables_needed(games: usize, seconds: u64, pause: u64) -> usize {
    let most = if pause == 0 { MAX_ANSWERS } else { (games as u64 * 1000).div_ceil(pause).min(MAX_ANSWERS) };
    games + (most * seconds / MIN_ANSWERS) as usize
}

/// A request to create a table whose seats all belong to people.
pub struct Seats {
    asked: Value,
}

impl Seats {
    /// Creates the request for a set-up given as JSON.
    pub fn of(setup: &str) -> anyhow::Result<Seats> {
        let setup: Value = serde_json::from_str(setup).context("the set-up is not valid JSON")?;
        let count = setup["seats"].as_u64().unwrap_or(2);
        let seats: Vec<Value> = (1..=count).map(|n| json!({"type": "human", "name": format!("Player {n}")})).collect();
        Ok(Seats { asked: json!({"setup": setup, "seats": seats}) })
    }
}

/// A table and its seat tokens.
#[derive(Clone, Debug)]
pub struct Place {
    /// The table's name.
    pub table: String,
    /// The token of each seat.
    pub tokens: Vec<String>,
}

/// A pool of tables. Each table is used by only one client.
pub struct Tables {
    all: Vec<Place>,
    next: Mutex<VecDeque<Place>>,
}

impl Tables {
    fn new(all: Vec<Place>) -> Tables {
        Tables { next: Mutex::new(all.iter().cloned().collect()), all }
    }

    /// Creates tables over HTTP, as fast as the server's limits allow.
    pub async fn create(nodes: &[SocketAddr], seats: &Seats, count: usize) -> anyhow::Result<Tables> {
        let body = seats.asked.to_string();
        let mut all = Vec::new();
        while all.len() < count {
            let at = nodes[all.len() % nodes.len()];
            let (status, made) = http::request(at, all.len(), "POST", "/api/tables", &body).await?;
            if status == 429 {
                tokio::time::sleep(Duration::from_millis(500)).await;
                continue;
            }
            anyhow::ensure!(status == 200, "creating a table failed: {made}");
            let tokens = made["tokens"].as_array().context("a table has tokens")?.iter();
            let tokens = tokens.map(|token| token["token"].as_str().unwrap_or_default().to_owned()).collect();
            all.push(Place { table: made["table"].as_str().unwrap_or_default().to_owned(), tokens });
        }
        Ok(Tables::new(all))
    }

    /// Writes tables to the database in `folder`, which no server may be using.
    pub async fn load_from_database(folder: &Path, seats: &Seats, count: usize) -> anyhow::Result<Tables> {
        let asked: NewTable = serde_json::from_value(seats.asked.clone())?;
        let mut beginning = None;
        let (storage, thread) = Sqlite::open(folder)?;
        let mut writes = tokio::task::JoinSet::new();
        let mut all = Vec::new();
        for number in 0..count {
            let table = name(number);
            let tokens: Vec<String> = (0..asked.occupants()?.len()).map(|seat| format!("{table}-{seat}")).collect();
            let hashes = tokens.iter().map(|token| Sha256::digest(token.as_bytes()).into()).collect();
            let browser = Sha256::digest(table.as_bytes()).into();
            let seed = Seed::from_number(number as u64);
            let making = CreationParams { name: table.clone(), seed, browser, tokens: hashes };
            let (begun, write) = Table::create(&asked, making, Pace::default(), beginning)?;
            beginning = Some(begun.beginning());
            writes.spawn(storage.write(&table, 0, write));
            all.push(Place { table, tokens });
        }
        while let Some(written) = writes.join_next().await {
            written??;
        }
        drop(storage);
        tokio::task::spawn_blocking(move || thread.join()).await?;
        Ok(Tables::new(all))
    }

    /// Takes a table that no client has used; `None` if none are left.
    pub fn take(&self) -> Option<Place> {
        self.next.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }

    pub fn all(&self) -> &[Place] {
        &self.all
    }
}

/// Returns the 12-character name of a table.
fn name(number: usize) -> String {
    (0..12).map(|place| char::from(ALPHABET[number >> (5 * place).min(60) & 31])).collect()
}
