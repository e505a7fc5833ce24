//! All that an account has, as one text in JSON. It is written while it is read, so that no more of it is in memory than a part.

pub mod store;

use std::sync::Arc;

use games::record::Record;
use serde_json::{Value, json};
use table::{Pace, Table, TableInfo};
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::Semaphore;
use utoipa::ToSchema;

use self::store::{ExportedAccount, ExportedLine};
use crate::accounts::openid::provider::Known;
use crate::accounts::sign_in::types::WaysInfo;
use crate::accounts::store::SignedIn;
use crate::accounts::types::AccountInfo;
use crate::chat::types::BlockedInfo;
use crate::notifications::store::NoticeState;
use crate::notifications::types::NoticeChoices;
use crate::storage::{Database, Storage, StorageError};
use crate::tokens::types::TokenInfo;

/// Tables and lines that are read at once.
const PART: u32 = 100;
/// Places for playing games again that are downloaded.
static REPLAYS: Semaphore = Semaphore::const_new(2);

/// Why it could not be written.
type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Writes all that an account has. `providers` are those by which people sign in to the server.
pub async fn write(
    store: &Database,
    providers: &[Arc<Known>],
    who: SignedIn,
    mut to: impl AsyncWrite + Unpin,
) -> Result<(), Failure> {
    let account = who.account;
    let Some(ExportedAccount { name, created, reports, ratings }) = store.belongings(account).await? else {
        return Ok(());
    };
    let sessions = store
        .sessions(account)
        .await?
        .into_iter()
        .map(|one| json!({"browser": one.browser, "system": one.system, "created": one.created, "used": one.used}));
    let reset = store.profile(account).await?.and_then(|profile| profile.ratings_reset);
    let ways = store.ways(account).await?;
    let tokens = store.tokens(account).await?.into_iter().map(TokenInfo::from);
    let blocks = store.blocked(account).await?.into_iter();
    let reports =
        reports.into_iter().map(|(time, reason, words)| json!({"time": time, "reason": reason, "words": words}));
    let ratings = ratings.into_iter().map(|one| {
        let ([game, speed, size], [rating, deviation]) = (one.of, one.rating);
        json!({"game": game, "speed": speed, "size": size, "rating": rating, "deviation": deviation, "games": one.games,
            "updated": one.updated})
    });
    let first = json!({
        "account": {"name": name, "created": created, "role": who.role, "program": who.program,
            "ratings_reset": reset.map(|(time, reason)| json!({"time": time, "reason": reason}))},
        "sessions": sessions.collect::<Vec<_>>(),
        "ways": WaysInfo::new(ways, providers),
        "tokens": tokens.collect::<Vec<_>>(),
        "blocks": blocks.map(|one| json!({"name": one.name, "since": one.since})).collect::<Vec<_>>(),
        "reports": reports.collect::<Vec<_>>(),
        "ratings": ratings.collect::<Vec<_>>(),
        "notices": notices(store.notices(account).await?),
    })
    .to_string();
    // The object stays open for what is read in parts.
    to.write_all(&first.as_bytes()[..first.len() - 1]).await?;
    to.write_all(b",\"talk\":[").await?;
    let (mut last, mut between) = (0, "");
    loop {
        let lines = store.lines_after(account, last, PART).await?;
        let Some(newest) = lines.last() else { break };
        last = newest.id;
        for ExportedLine { table, phrase, words, time, removed, .. } in lines {
            let line = json!({"table": table, "phrase": phrase, "words": words, "removed": removed, "time": time});
            to.write_all(format!("{between}\n{line}").as_bytes()).await?;
            between = ",";
        }
    }
    to.write_all(b"],\"tables\":[").await?;
    let (mut last, mut between) = (String::new(), "");
    loop {
        let tables = store.tables_after(account, last, PART).await?;
        let Some(newest) = tables.last() else { break };
        last = newest.clone();
        for table in tables {
            if let Some(told) = of_table(store, &table, &who).await? {
                to.write_all(format!("{between}\n{told}").as_bytes()).await?;
                between = ",";
            }
        }
    }
    to.write_all(b"]}\n").await?;
    Ok(to.shutdown().await?)
}

/// How it is told things, where, and what is still to be sent to it.
fn notices(state: NoticeState) -> Value {
    let chosen = state.choices.map(|chosen| {
        let quiet = chosen.quiet.map(|quiet| json!({"from": quiet.from, "to": quiet.to}));
        json!({"mail": chosen.mail, "push": chosen.push, "quiet": quiet, "zone": chosen.zone, "language": chosen.language})
    });
    let devices = state.devices.into_iter().map(
        |one| json!({"endpoint": one.endpoint, "browser": one.browser, "system": one.system, "created": one.created}),
    );
    let outbox = state
        .outbox
        .into_iter()
        .map(|one| json!({"kind": one.kind, "mail": one.mail, "table": one.table, "created": one.created}));
    json!({"choices": chosen, "address": state.address, "waiting": state.waiting, "devices": devices.collect::<Vec<_>>(),
        "outbox": outbox.collect::<Vec<_>>()})
}

/// A table, the seats there that are the account's, and the record, unless it would tell what is hidden yet.
async fn of_table(store: &Database, name: &str, who: &SignedIn) -> Result<Option<Value>, Failure> {
    let Some((stored, log)) = store.load(name, 0).await? else { return Ok(None) };
    let keys = who.keys.clone();
    // Only while something is played again, not while it is read: a slow reader keeps nobody waiting.
    let _place = REPLAYS.acquire().await?;
    let played = tokio::task::spawn_blocking(move || {
        let table =
            Table::load(stored, &log, Pace::default(), None).map_err(|why| StorageError::Damaged(why.to_string()))?;
        let record = table.record().ok().map(table::RecordOf::record);
        Ok::<_, StorageError>(json!({"table": table.describe(), "yours": table.seats_of(&keys), "record": record}))
    });
    Ok(Some(played.await??))
}

/// All that an account has, as `belongings` writes it down part by part.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it is told of, and written by `belongings`, which puts texts together")]
pub struct Download {
    /// The profile.
    account: AccountInfo,
    /// Sessions.
    sessions: Vec<OwnSession>,
    /// Tokens, without their secrets.
    tokens: Vec<TokenInfo>,
    /// Whom it has blocked.
    blocks: Vec<BlockedInfo>,
    /// Reports that it made.
    reports: Vec<OwnReport>,
    /// Its ratings.
    ratings: Vec<OwnRating>,
    /// By which ways it signs in.
    ways: WaysInfo,
    /// How it is told things.
    notices: OwnNotices,
    /// What it said.
    talk: Vec<OwnLine>,
    /// Tables at which it sits.
    tables: Vec<OwnTable>,
}

/// A session of an account that takes along what it has.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
pub(crate) struct OwnSession {
    /// Which browser it is, as far as it says; may be empty.
    browser: String,
    /// Which system it runs on; may be empty.
    system: String,
    /// When it was made, in milliseconds since 1970.
    created: i64,
    /// When it was last used, to the hour.
    used: i64,
}

/// How an account is told things.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
pub(crate) struct OwnNotices {
    /// What it chose; null where it has chosen nothing.
    choices: Option<NoticeChoices>,
    /// Its address of mail.
    address: Option<String>,
    /// The address that waits to be confirmed.
    waiting: Option<String>,
    /// The browsers that take pushes.
    devices: Vec<OwnDevice>,
    /// What is still to be sent to it.
    outbox: Vec<OwnNotice>,
}

/// A browser that takes pushes of an account.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
pub(crate) struct OwnDevice {
    /// Where its push service takes them.
    endpoint: String,
    /// Which browser it is, as far as it says; may be empty.
    browser: String,
    /// Which system it runs on; may be empty.
    system: String,
    /// When it was added, in milliseconds since 1970.
    created: i64,
}

/// What is still to be sent to an account.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
pub(crate) struct OwnNotice {
    /// What it tells of.
    kind: String,
    /// Whether it is a letter; else it is a push.
    mail: bool,
    /// The table that it tells of.
    table: Option<String>,
    /// When it was written, in milliseconds since 1970.
    created: i64,
}

/// A report that an account made.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
pub(crate) struct OwnReport {
    /// When, in milliseconds since 1970.
    time: i64,
    /// The word of a reason.
    reason: String,
    /// What it said of it.
    words: String,
}

/// A rating of an account, with all that is kept of it.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
pub(crate) struct OwnRating {
    /// The game's id.
    game: String,
    /// How fast.
    speed: String,
    /// Between `two`, or among `more`.
    size: String,
    /// The rating.
    rating: f64,
    /// By how much it may be wrong.
    deviation: f64,
    /// After how many games.
    games: i64,
    /// When it last changed, in milliseconds since 1970.
    updated: i64,
}

/// A line that an account said.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
pub(crate) struct OwnLine {
    /// The table; null in the lobby.
    table: Option<String>,
    /// The word of a phrase.
    phrase: Option<String>,
    /// Words.
    words: Option<String>,
    /// Whether a moderator removed it, so that it has neither a phrase nor words.
    removed: bool,
    /// When, in milliseconds since 1970.
    time: i64,
}

/// A table at which an account sits.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
pub(crate) struct OwnTable {
    /// The table.
    table: TableInfo,
    /// The seats that are the account's.
    yours: Vec<u8>,
    /// The record; null as long as it would tell what is hidden.
    record: Option<Record>,
}
