//! Transfers over HTTP: games that began elsewhere and continue at a new table here, and games here that continue elsewhere.

use std::sync::Arc;

use axum::extract::State;
use table::{Hash, MadeTable, MadeToken, Transfer};

use super::replayed::{self, RequestClient};
use crate::app::App;
use crate::common::secrets;
use crate::http::extract::{Answer, Browser, Json, MAX_BODY_WITH_RECORD_BYTES, Path, json_answer, json_text};
use crate::http::refusal::{Code, OF_LOOKING, OF_NEW_TABLE};
use crate::limits::caller::Caller;
use crate::limits::quotas::Resource;
use crate::matchmaking::create_table;
use crate::openapi::route::{Routes, get, post};
use crate::tokens::scopes::Access;

/// Routes that change state; restricted to pages of this server.
pub fn guarded() -> Routes {
    let receive = post("/transfers", Access::PLAY, "Creates a table that continues the game of a record.", receive);
    let receive = receive.body_limit(MAX_BODY_WITH_RECORD_BYTES).charged_per_request(Resource::Tables);
    let receive = receive.answers::<MadeTable>().refuses(OF_NEW_TABLE);
    Routes::of("Tables").route(receive.refuses(&[Code::BadRecord, Code::BadLink, Code::NotOver]))
}

/// Routes that only read.
pub fn open() -> Routes {
    let send = get(
        "/tables/{table}/transfer",
        Access::READ,
        "Returns the body of `POST /api/transfers` that continues a game elsewhere, if all people's seats are the client's.",
        send,
    );
    let refused = [Code::NoTransfer, Code::NotPlaying, Code::NotStarted, Code::Over];
    Routes::of("Tables").route(send.answers_any().refuses(OF_LOOKING).refuses(&refused))
}

async fn receive(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Json(mut transfer): Json<Transfer>,
) -> Answer {
    browser.admitted(&app, caller)?;
    // A signed-in player uses the account's name. The game is not rated, and its seats have no ratings.
    if let Some(account) = browser.account() {
        transfer.set_creator(&account.name, account.account, None);
    }
    for name in transfer.guest_names() {
        *name = app.accounts.guest_name(name).await?;
    }
    if let Some(invited) = &transfer.invited {
        let invited = create_table::accounts(&app, invited).await?;
        transfer.guests = invited.into_iter().map(|named| named.key).collect();
    }
    let bytes = transfer.record.as_str().map_or_else(|| transfer.record.to_string().len(), str::len);
    let seats = transfer.people();
    let tokens: Vec<String> = seats.iter().map(|_| secrets::secret()).collect();
    let hashes: Vec<Hash> = tokens.iter().map(|token| secrets::hash(token)).collect();
    let asker = RequestClient::of(caller, &browser);
    let made = replayed::continued(&app, asker, transfer, (browser.hash(), hashes)).await?;
    create_table::may_create(&app, caller, browser.known(), bytes)?;
    let table = app.hub.import(made, Some(caller.client_network)).await?;
    let tokens = seats.into_iter().zip(tokens).map(|(seat, token)| MadeToken { seat, token }).collect();
    let link = format!("/t/{}", table.name());
    Ok(browser.remember(json_answer(&MadeTable { table: table.name().to_owned(), tokens, link })))
}

async fn send(State(app): State<Arc<App>>, caller: Caller, browser: Browser, Path(table): Path<String>) -> Answer {
    let hashes = browser.hashes(None);
    let transfer = app.table_for(&table, caller, hashes.clone()).await?.transfer(hashes).await?;
    Ok(json_text(replayed::transfer(&app, RequestClient::of(caller, &browser), transfer).await?))
}
