//! Exports an account's data as one JSON document. The document is streamed, so only part of it is in memory at a time.

pub mod store;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use futures_util::{Stream, StreamExt, future, stream};
use games::record::Record;
use games::study::Study;
use serde::Serialize;
use serde_json::{Value, json};
use table::{Hash, LogEntry, Pace, RecordOf, Table, TableInfo, TableRecord};
use tokio::io::{AsyncWrite, AsyncWriteExt, DuplexStream};
use tokio::task::JoinHandle;
use tokio_util::io::ReaderStream;
use utoipa::ToSchema;

use self::store::{ExportedAccount, ExportedLine, OwnTournamentLine};
use crate::accounts::openid::provider::Known;
use crate::accounts::sign_in::types::WaysInfo;
use crate::accounts::store::SignedIn;
use crate::accounts::types::AccountInfo;
use crate::chat::types::BlockedInfo;
use crate::compute::replays::{self, Replays};
use crate::compute::slots::Owner;
use crate::follows::types::FollowedInfo;
use crate::http::refusal::{Code, Refusal};
use crate::notifications::channels::ChannelLine;
use crate::notifications::store::NoticeState;
use crate::notifications::types::{ChannelInfo, NoticeChoices};
use crate::puzzles::types::PuzzleHistory;
use crate::storage::{Database, Storage, StorageError};
use crate::tokens::types::TokenInfo;

/// Number of tables or lines read per batch.
const BATCH: u32 = 100;
/// Number of studies read per batch.
const STUDY_BATCH: u32 = 4;

/// Delay before retrying a replay that the queue rejected.
const RETRY: Duration = Duration::from_secs(1);

/// Error that ends an export.
pub type ExportError = Box<dyn std::error::Error + Send + Sync>;

/// Writes all of an account's data. `providers` are the server's OpenID providers. Games are replayed through the `replays` queue on behalf
/// of `owner`.
pub async fn write(
    store: &Database,
    providers: &[Arc<Known>],
    (replays, owner): (&Replays, Owner),
    who: SignedIn,
    mut to: impl AsyncWrite + Unpin,
) -> Result<(), ExportError> {
    let account = who.account;
    let Some(ExportedAccount { name, created, reports, ratings }) = store.exported_account(account).await? else {
        return Err("the account no longer exists".into());
    };
    let sessions = store
        .sessions(account)
        .await?
        .into_iter()
        .map(|one| json!({"browser": one.browser, "system": one.system, "created": one.created, "used": one.used}));
    let (reset, public, colour) = match store.profile(account).await? {
        Some(profile) => (profile.ratings_reset, profile.public, profile.colour),
        None => Default::default(),
    };
    let ways = store.ways(account).await?;
    let tokens = store.tokens(account).await?.into_iter().map(TokenInfo::from);
    let blocks = store.blocked(account).await?.into_iter();
    let follows = store.followed(account).await?.into_iter().map(FollowedInfo::from);
    let reports =
        reports.into_iter().map(|(time, reason, words)| json!({"time": time, "reason": reason, "words": words}));
    let ratings = ratings.into_iter().map(|one| {
        let ([game, speed, size], [rating, deviation]) = (one.of, one.rating);
        json!({"game": game, "speed": speed, "size": size, "rating": rating, "deviation": deviation, "games": one.games,
            "updated": one.updated})
    });
    let puzzles = PuzzleHistory::from(store.puzzle_record(account, i64::MAX, u32::MAX).await?);
    let first = json!({
        "account": {"name": name, "created": created, "role": who.role, "program": who.program,
            "ratings_reset": reset.map(|(time, reason)| json!({"time": time, "reason": reason})),
            "avatar": public.avatar, "flag": public.flag, "colour": colour},
        "sessions": sessions.collect::<Vec<_>>(),
        "ways": WaysInfo::new(ways, providers),
        "tokens": tokens.collect::<Vec<_>>(),
        "blocks": blocks.map(|one| json!({"name": one.name, "since": one.since})).collect::<Vec<_>>(),
        "follows": follows.collect::<Vec<_>>(),
        "reports": reports.collect::<Vec<_>>(),
        "ratings": ratings.collect::<Vec<_>>(),
        "puzzles": puzzles,
        "notices": notices(store.notices(account).await?, store.channels(account).await?),
        "tournaments": tournaments(store.own_tournaments(account).await?)?,
    })
    .to_string();
    // Omit the closing brace; more fields follow.
    to.write_all(&first.as_bytes()[..first.len() - 1]).await?;
    to.write_all(b",\"talk\":[").await?;
    let (mut last, mut between) = (0, "");
    loop {
        let lines = store.lines_after(account, last, BATCH).await?;
        let Some(newest) = lines.last() else { break };
        last = newest.id;
        for ExportedLine { table, phrase, words, time, removed, .. } in lines {
            let line = json!({"table": table, "phrase": phrase, "words": words, "removed": removed, "time": time});
            to.write_all(format!("{between}\n{line}").as_bytes()).await?;
            between = ",";
        }
    }
    to.write_all(b"],\"studies\":[").await?;
    let (mut last, mut between) = (String::new(), "");
    loop {
        let studies = store.studies_after(account, last, STUDY_BATCH).await?;
        let Some(newest) = studies.last() else { break };
        last = newest.line.id.clone();
        for stored in studies {
            let line = &stored.line;
            let head =
                json!({"id": line.id, "visibility": line.visibility, "version": line.version, "updated": line.updated});
            let head = head.to_string();
            // Omit the closing brace; the document follows.
            to.write_all(format!("{between}\n{},\"study\":{}}}", &head[..head.len() - 1], stored.document).as_bytes())
                .await?;
            between = ",";
        }
    }
    to.write_all(b"],\"tables\":[").await?;
    let (mut last, mut between) = (String::new(), "");
    loop {
        let tables = store.tables_after(account, last, BATCH).await?;
        let Some(newest) = tables.last() else { break };
        last = newest.clone();
        for table in tables {
            let Some((stored, log)) = store.load(&table, 0).await? else { continue };
            let told = replay((replays, owner), Arc::new((stored, log, who.keys.clone()))).await?;
            to.write_all(format!("{between}\n{told}").as_bytes()).await?;
            between = ",";
        }
    }
    to.write_all(b"]}\n").await?;
    Ok(to.shutdown().await?)
}

/// Streams the output of the `writing` task, which writes to the other end of `from`. If the task fails, the stream ends with an error.
/// This aborts the response, so the client cannot mistake a partial export for a complete one.
pub fn stream(
    from: DuplexStream,
    writing: JoinHandle<Result<(), ExportError>>,
) -> impl Stream<Item = io::Result<Bytes>> {
    let failure = async {
        let written = writing.await.map_err(ExportError::from).flatten();
        written.err().map(|why| Err(io::Error::other(why)))
    };
    ReaderStream::new(from).chain(stream::once(failure).filter_map(future::ready))
}

/// Returns the notification preferences, addresses, devices and pending notifications as JSON.
fn notices(state: NoticeState, channels: Vec<ChannelLine>) -> Value {
    let chosen = state.choices.map(|chosen| {
        let quiet = chosen.quiet.map(|quiet| json!({"from": quiet.from, "to": quiet.to}));
        json!({"mail": chosen.mail, "push": chosen.push, "quiet": quiet, "zone": chosen.zone, "language": chosen.language})
    });
    let devices = state.devices.into_iter().map(
        |one| json!({"endpoint": one.endpoint, "browser": one.browser, "system": one.system, "created": one.created}),
    );
    let channels = channels.into_iter().map(|line| OwnChannel { address: line.address.clone(), info: line.into() });
    let channels = channels.map(|channel| json!(channel));
    let outbox = state.outbox.into_iter().map(|one| {
        json!({"kind": one.kind, "mail": one.medium == "mail", "medium": one.medium, "table": one.table,
            "created": one.created})
    });
    json!({"choices": chosen, "address": state.address, "waiting": state.waiting, "devices": devices.collect::<Vec<_>>(),
        "channels": channels.collect::<Vec<_>>(), "outbox": outbox.collect::<Vec<_>>()})
}

/// Returns the tournaments of the account as JSON. Players are numbered from 1; the steps are as stored, numbered from 0.
fn tournaments(lines: Vec<OwnTournamentLine>) -> Result<Vec<Value>, serde_json::Error> {
    let step = |(step, reason, time): (String, Option<String>, i64)| {
        Ok(json!({"step": serde_json::from_str::<Value>(&step)?, "reason": reason, "time": time}))
    };
    let one = |line: OwnTournamentLine| {
        let steps = line.steps.into_iter().map(step).collect::<Result<Vec<_>, serde_json::Error>>()?;
        let player = line.player.map(|number| number + 1);
        Ok(json!({"id": line.id, "name": line.name, "organiser": line.organiser, "arbiter": line.arbiter,
            "player": player, "created": line.created, "steps": steps}))
    };
    lines.into_iter().map(one).collect()
}

/// A stored table with its log and the account's keys.
type StoredTable = Arc<(TableRecord, Vec<LogEntry>, Vec<Hash>)>;

/// Replays a table in the queue, retrying while the owner has too many waiting requests. The slot is held only for the replay, not while
/// the result is sent, so a slow client does not block other exports.
async fn replay((replays, owner): (&Replays, Owner), stored: StoredTable) -> Result<Value, ExportError> {
    let time = replays::SETUP_TIME + replays::time(stored.1.len());
    loop {
        let stored = stored.clone();
        match replays.run(owner, time, move |_| export_table(&stored)).await {
            Err(busy) if busy.code == Code::Busy => tokio::time::sleep(RETRY).await,
            done => return done.map_err(|why| why.message.into()),
        }
    }
}

/// Returns a table as JSON, together with the account's seats and the game record. The record is null if it would reveal hidden
/// information.
fn export_table((stored, log, keys): &(TableRecord, Vec<LogEntry>, Vec<Hash>)) -> Result<Value, Refusal> {
    let damaged = |why| Refusal::new(Code::Storage, StorageError::Damaged(why).to_string());
    let table = Table::load(stored.clone(), log, Pace::default(), None).map_err(|why| damaged(why.to_string()))?;
    let record = table.record().ok().map(RecordOf::record);
    Ok(json!({"table": table.describe(), "yours": table.seats_of(keys), "record": record}))
}

/// An account's complete data, as streamed by [`write()`].
#[derive(ToSchema)]
#[allow(dead_code, reason = "for the OpenAPI document only; `write` builds the text itself")]
pub struct Download {
    /// The exported account.
    account: AccountInfo,
    /// Active sessions.
    sessions: Vec<OwnSession>,
    /// Access tokens, without their secrets.
    tokens: Vec<TokenInfo>,
    /// Accounts that the account has blocked.
    blocks: Vec<BlockedInfo>,
    /// Accounts that the account follows.
    follows: Vec<FollowedInfo>,
    /// Reports filed by the account.
    reports: Vec<OwnReport>,
    /// The account's ratings.
    ratings: Vec<OwnRating>,
    /// The account's rating for puzzles, and all its attempts.
    puzzles: PuzzleHistory,
    /// Sign-in methods of the account.
    ways: WaysInfo,
    /// Notification settings.
    notices: OwnNotices,
    /// Tournaments that the account organises or plays in.
    tournaments: Vec<OwnTournament>,
    /// Chat lines written by the account.
    talk: Vec<OwnLine>,
    /// The account's studies.
    studies: Vec<OwnStudy>,
    /// Tables that the account created or has a seat at.
    tables: Vec<OwnTable>,
}

/// A session of the exported account.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
pub(crate) struct OwnSession {
    /// Browser name, if known; may be empty.
    browser: String,
    /// Operating system name; may be empty.
    system: String,
    /// Creation time, in milliseconds since 1970.
    created: i64,
    /// Last recorded use, in milliseconds since 1970, updated at most once an hour.
    used: i64,
}

/// Notification settings of the exported account.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
pub(crate) struct OwnNotices {
    /// Notification preferences; null if never set.
    choices: Option<NoticeChoices>,
    /// Confirmed email address.
    address: Option<String>,
    /// Email address awaiting confirmation.
    waiting: Option<String>,
    /// Devices subscribed to push notifications.
    devices: Vec<OwnDevice>,
    /// Webhooks and Telegram chats.
    channels: Vec<OwnChannel>,
    /// Notifications that have not been sent yet.
    outbox: Vec<OwnNotice>,
}

/// A channel of the exported account.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnChannel {
    /// URL of a webhook, or id of a Telegram chat.
    address: String,
    /// The channel as on the account page.
    #[serde(flatten)]
    info: ChannelInfo,
}

/// A browser subscribed to the account's push notifications.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
pub(crate) struct OwnDevice {
    /// The subscription's endpoint at the push service.
    endpoint: String,
    /// Browser name, if known; may be empty.
    browser: String,
    /// Operating system name; may be empty.
    system: String,
    /// Time at which the device was added, in milliseconds since 1970.
    created: i64,
}

/// A pending notification.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
pub(crate) struct OwnNotice {
    /// Kind of notification.
    kind: String,
    /// True for an email.
    mail: bool,
    /// Medium: `mail`, `push` or `channel`.
    medium: String,
    /// The table that the notification is about.
    table: Option<String>,
    /// Creation time, in milliseconds since 1970.
    created: i64,
}

/// A report filed by the account.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
pub(crate) struct OwnReport {
    /// Creation time, in milliseconds since 1970.
    time: i64,
    /// Reason: `insult`, `spam`, `cheating`, `name` or `other`.
    reason: String,
    /// The reporter's comment.
    words: String,
}

/// A rating of the account, as stored.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
pub(crate) struct OwnRating {
    /// Id of the game.
    game: String,
    /// Game speed (`blitz`, `rapid`, ...).
    speed: String,
    /// Game size: `two` players, or `more`.
    size: String,
    /// Current rating.
    rating: f64,
    /// Rating deviation.
    deviation: f64,
    /// Number of rated games.
    games: i64,
    /// Last change, in milliseconds since 1970.
    updated: i64,
}

/// A chat line written by the account.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
pub(crate) struct OwnLine {
    /// The table; null in the lobby.
    table: Option<String>,
    /// Id of a phrase.
    phrase: Option<String>,
    /// Free text.
    words: Option<String>,
    /// True if a moderator removed the line, which then has neither a phrase nor text.
    removed: bool,
    /// Time, in milliseconds since 1970.
    time: i64,
}

/// A study of the exported account.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
pub(crate) struct OwnStudy {
    /// Id of the study.
    id: String,
    /// The readers besides the account: `private`, `link` or `public`.
    visibility: String,
    /// The current version.
    version: i64,
    /// Last change, in milliseconds since 1970.
    updated: i64,
    /// The document, as `docs/studies.md` describes it.
    study: Study,
}

/// A tournament that the account organises or plays in.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
pub(crate) struct OwnTournament {
    /// Id of the tournament.
    id: String,
    /// Name of the tournament.
    name: String,
    /// Whether the account organises it.
    organiser: bool,
    /// Whether the organiser made the account an arbiter.
    arbiter: bool,
    /// Number of the player that the account is; null if it does not play.
    player: Option<u16>,
    /// Creation time, in milliseconds since 1970.
    created: i64,
    /// Actions of the account in it.
    steps: Vec<OwnStep>,
}

/// A step of the account in a tournament.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
pub(crate) struct OwnStep {
    /// The step as it is stored, with numbers that count from 0.
    #[schema(value_type = Object)]
    step: Value,
    /// The reason given.
    reason: Option<String>,
    /// Time, in milliseconds since 1970.
    time: i64,
}

/// A table that the account created or has a seat at.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
pub(crate) struct OwnTable {
    /// The table.
    table: TableInfo,
    /// The account's seats.
    yours: Vec<u8>,
    /// The game record; null while it would reveal hidden information.
    record: Option<Record>,
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn streamed(outcome: Result<(), ExportError>) -> Vec<io::Result<Bytes>> {
        let (mut to, from) = tokio::io::duplex(64);
        let writing = tokio::spawn(async move {
            to.write_all(b"{").await?;
            outcome
        });
        stream(from, writing).collect().await
    }

    #[tokio::test]
    async fn failed_export_fails_the_download() {
        let parts = streamed(Err("storage failed".into())).await;
        assert!(matches!(&parts[..], [Ok(part), Err(why)] if part == "{" && why.to_string() == "storage failed"));
    }

    #[tokio::test]
    async fn complete_export_ends_the_download() {
        let parts = streamed(Ok(())).await;
        assert!(matches!(&parts[..], [Ok(part)] if part == "{"));
    }
}
