//! HTTP route for guided games.

use std::sync::Arc;

use axum::extract::State;
use table::Hash;
use table::guided::{Guided, GuidedGame, GuidedTable};

use crate::app::App;
use crate::common::secrets;
use crate::http::extract::{Answer, Browser, Json, Path, json_answer};
use crate::http::refusal::{Code, OF_NEW_TABLE, Refusal};
use crate::limits::caller::Caller;
use crate::limits::quotas::Resource;
use crate::matchmaking::create_table;
use crate::openapi::route::{Routes, post};
use crate::tokens::scopes::Access;

/// Routes that change state; restricted to pages of this server.
pub fn guarded() -> Routes {
    let create =
        post("/guided/{game}", Access::PLAY, "Creates a table with the guided game of a game, never rated.", create);
    let create = create.charged_per_request(Resource::Tables).answers::<GuidedTable>().refuses(OF_NEW_TABLE);
    Routes::of("Tables").route(create.refuses(&[Code::NotFound]))
}

async fn create(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Path(game): Path<String>,
    Json(asked): Json<Guided>,
) -> Answer {
    browser.admitted(&app, caller)?;
    let none = || Refusal::new(Code::NotFound, "there is no guided game of this name".to_owned());
    let guided = GuidedGame::of(&game).ok_or_else(none)?;
    guided.check_seats(&asked.names)?;
    let mut names = Vec::new();
    for name in &asked.names {
        names.push(app.accounts.guest_name(name).await?);
    }
    let tokens: Vec<String> = names.iter().map(|_| secrets::secret()).collect();
    let hashes: Vec<Hash> = tokens.iter().map(|token| secrets::hash(token)).collect();
    let initial = guided.initial_state(&names, asked.colour, &hashes)?;
    let allow = || create_table::may_create(&app, caller, browser.known(), 0);
    let table = app.hub.create_dealt(initial, guided.seed, Some(caller.client_network), allow).await?;
    Ok(browser.remember(json_answer(&guided.made(table.name().to_owned(), tokens))))
}
