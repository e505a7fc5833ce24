//! HTTP route for guided games.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use table::{
    Access as TableAccess, Colour, Hash, InitialState, Key, MadeToken, Right, SeatOccupant, Terms, name_of_player,
};
use utoipa::ToSchema;

use super::{GuidedTurn, of, turns};
use crate::app::App;
use crate::common::secrets;
use crate::http::extract::{Answer, Browser, Json, Path, json_answer};
use crate::http::refusal::{Code, OF_NEW_TABLE, Refusal};
use crate::limits::caller::Caller;
use crate::limits::quotas::Resource;
use crate::matchmaking::create_table;
use crate::openapi::route::{Routes, post};
use crate::tokens::scopes::Access;

/// A request for a guided game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Guided {
    /// Player names, one per seat; the caller holds all seats.
    names: Vec<String>,
    /// Colour of the first player, from 0 to 5.
    #[serde(default)]
    #[schema(value_type = Option<u8>, maximum = 5)]
    colour: Option<Colour>,
}

/// A table with a guided game.
#[derive(Serialize, ToSchema)]
struct GuidedTable {
    /// Name of the new table.
    table: String,
    /// Tokens for all seats; nothing else gives access to them.
    tokens: Vec<MadeToken>,
    /// The recorded turns of all seats, in order.
    turns: Vec<GuidedTurn>,
}

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
    let guided = of(&game).ok_or_else(none)?;
    let setup = guided.record.setup.clone();
    if asked.names.len() != usize::from(setup.seats) {
        return Err(table::Refusal::Seats { seats: setup.seats, listed: asked.names.len() }.into());
    }
    let mut seats = Vec::new();
    for name in &asked.names {
        let name = app.accounts.guest_name(name).await?;
        let colour = asked.colour.filter(|_| seats.is_empty());
        seats.push(SeatOccupant::person(name_of_player(&name)?, None).with_colour(colour));
    }
    let tokens: Vec<String> = seats.iter().map(|_| secrets::secret()).collect();
    let hashes: Vec<Hash> = tokens.iter().map(|token| secrets::hash(token)).collect();
    let mut keys: Vec<Key> = (0u8..).zip(&hashes).map(|(seat, &hash)| Key { hash, right: Right::Seat(seat) }).collect();
    keys.extend(hashes.first().map(|&hash| Key { hash, right: Right::Host }));
    let terms = Terms { rated: false, undo: true, ..Terms::default() };
    let access = TableAccess { spectators: true, invited: false };
    let initial = InitialState { setup, seats, terms, public: false, plain: false, access, keys, after: None };
    let allow = || create_table::may_create(&app, caller, browser.known(), 0);
    let table = app.hub.create_dealt(initial, guided.seed, Some(caller.client_network), allow).await?;
    let tokens = (0u8..).zip(tokens).map(|(seat, token)| MadeToken { seat: Some(seat), token }).collect();
    let turns = turns(&guided.record);
    Ok(browser.remember(json_answer(&GuidedTable { table: table.name().to_owned(), tokens, turns })))
}
