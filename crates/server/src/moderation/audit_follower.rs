//! Follows the audit log and applies its actions to open sockets and tables, including actions from other nodes and the command line.

use std::time::Duration;

use super::store::AuditLine;
use crate::accounts::deletion;
use crate::accounts::presence::Pass;
use crate::accounts::service::or_storage_refusal;
use crate::app::App;
use crate::http::refusal::Refusal;

/// Interval between polls of the log, which is also polled after each action on this node.
const POLL_INTERVAL: Duration = Duration::from_secs(3);

/// Number of polls between checks for deleted accounts that still have seats.
const POLLS_PER_CLEANUP: usize = 20;

/// Follows the log and clears the seats of deleted accounts until the server stops.
pub async fn follow(app: &App) {
    for look in (0..POLLS_PER_CLEANUP).cycle() {
        // Failures are logged, and the next poll tries again.
        let _ = follow_once(app).await;
        if look == 0 {
            let _ = deletion::give_up_seats(app).await;
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Applies the actions since the last call.
pub async fn follow_once(app: &App) -> Result<(), Refusal> {
    let mut followed = app.moderation.followed.lock().await;
    loop {
        let done = or_storage_refusal(app.moderation.store.audit_since(*followed).await)?;
        let Some(last) = done.last().map(|line| line.id) else { return Ok(()) };
        for line in done {
            take_effect(app, &line).await?;
        }
        *followed = last;
    }
}

async fn take_effect(app: &App, line: &AuditLine) -> Result<(), Refusal> {
    match (line.act.as_str(), line.account, &line.table) {
        ("ban", Some(account), _) => app.accounts.presence.end(Pass::Account(account)),
        ("delete", Some(account), _) => {
            app.accounts.presence.end(Pass::Account(account));
            // Failures are logged and retried later.
            let _ = deletion::give_up_seats(app).await;
            app.hub.reload_tables_of(account).await;
        }
        ("rename", Some(account), _) => {
            app.accounts.presence.end(Pass::Account(account));
            for table in or_storage_refusal(app.moderation.store.tables_with(account).await)? {
                reload(app, &table).await;
            }
        }
        ("close", _, Some(table)) => {
            app.studies.gone(table);
            app.moderation.close(table, Some(&line.why));
            reload(app, table).await;
            app.matchmaking.streams.lobby_changed(table);
        }
        ("reopen", _, Some(table)) => {
            app.moderation.close(table, None);
            app.matchmaking.streams.lobby_changed(table);
        }
        ("ban-guest" | "ban-address" | "lift-ban", ..) => or_storage_refusal(app.moderation.load_bans().await)?,
        ("set", ..) => or_storage_refusal(app.moderation.load_settings().await)?,
        ("remove-line", ..) => replace_line(app, line.line.unwrap_or_default()).await?,
        _ => {}
    }
    Ok(())
}

/// Sends the replacement for a removed line to all clients that have received it.
async fn replace_line(app: &App, id: i64) -> Result<(), Refusal> {
    match or_storage_refusal(app.chat.store.line(id).await)? {
        Some((Some(table), line)) => app.hub.deliver_line(&table, line),
        Some((None, _)) => or_storage_refusal(app.chat.load_removed().await)?,
        // The line has been deleted: old lines are deleted as new ones arrive, and a deleted account's lines are deleted with it.
        None => {}
    }
    Ok(())
}

/// Reloads a table. A failure does not stop other actions from taking effect.
async fn reload(app: &App, table: &str) {
    if let Err(why) = app.hub.reload(table).await {
        tracing::error!("cannot reload table {table}: {why}");
    }
}
