//! HTTP routes for matchmaking.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use games::Setup;
use serde::Deserialize;
use table::{Clock, Colour, Level, MadeTable, MadeToken, NewTable, TableInfo, UnfitForRating, name_of_player};
use utoipa::{IntoParams, ToSchema};

use super::person::Person;
use super::seeks::{self, GameRequest, Seek, Seeker};
use super::service::stored;
use super::stream_body::{self, StreamBody};
use super::types::{ChallengeInfo, FeaturedInfo, PersonEvent, SeekInfo, Sought, Turn, TvGame};
use super::{challenges, event_streams, featured, matching, rematches, tv};
use crate::app::App;
use crate::http::extract::{
    Answer, Browser, HasSetup, Json, JsonWithTiles, MAX_BODY_WITH_TILES_BYTES, Path, Query, json_answer,
};
use crate::http::refusal::{Code, OF_NEW_TABLE, OF_TABLE, Refusal};
use crate::http::types::SeatToken;
use crate::limits::caller::Caller;
use crate::limits::connections::Connection;
use crate::limits::quotas::Resource;
use crate::openapi::route::{Routes, get, post};
use crate::results::store::Class;
use crate::tokens::scopes::Access;

/// Quota cost of a seek; lower than for a new table, because several seeks lead to one table.
const SEEK_COST: u32 = 4;

/// Routes that change state or are private to one person; restricted to pages of this server.
pub fn guarded() -> Routes {
    let seeks = [Code::NoStream, Code::BadRange, Code::Busy];
    let challenged = [Code::Yourself, Code::NotForYou, Code::RatedProgram, Code::TooManyChallenges];
    let seating = [Code::SeatTaken, Code::NotInvited, Code::RatedTwice, Code::RatedProgram];
    let events = get("/events", Access::READ, "Opens the caller's event stream.", events);
    let seek = post("/seeks", Access::PLAY, "Seeks players for a game.", seek);
    let leave = post("/seeks/leave", Access::PLAY, "Cancels the caller's seek.", leave);
    let fill = post("/seeks/fill", Access::PLAY, "Starts the sought game with computer players.", fill);
    let accept_seek = post("/seeks/{seek}/accept", Access::PLAY, "Answers a seek.", accept_seek);
    let challenge = post("/challenges", Access::PLAY, "Creates a table and challenges accounts to it.", challenge);
    let accept = post("/challenges/{table}/accept", Access::PLAY, "Accepts a challenge.", accept);
    let decline = post("/challenges/{table}/decline", Access::PLAY, "Declines a challenge.", decline);
    let cancel = post("/challenges/{table}/cancel", Access::PLAY, "Cancels a challenge.", cancel);
    let rematch = post("/tables/{table}/rematch", Access::PLAY, "Accepts or declines a rematch.", rematch);
    let challenge = challenge.body_limit(MAX_BODY_WITH_TILES_BYTES).signed().creates::<MadeTable>();
    Routes::of("Finding a game")
        .route(events.streams::<PersonEvent>().refuses(&[Code::Busy, Code::SignedOut]))
        .route(seek.answers::<Sought>().refuses(OF_NEW_TABLE).refuses(&seeks))
        .route(leave.answers::<Sought>())
        .route(fill.answers::<Sought>().refuses(OF_NEW_TABLE).refuses(&[Code::NoSeek]))
        .route(accept_seek.answers::<Sought>().refuses(OF_NEW_TABLE).refuses(&seeks).refuses(&[Code::NoSeek]))
        .route(challenge.refuses(OF_NEW_TABLE).refuses(&challenged))
        .route(accept.signed().answers::<SeatToken>().refuses(OF_TABLE).refuses(&seating).refuses(&[Code::NoChallenge]))
        .route(decline.signed().lists::<ChallengeInfo>().refuses(&[Code::NoChallenge]))
        .route(cancel.signed().lists::<ChallengeInfo>().refuses(&[Code::NoChallenge]))
        .route(rematch.answers::<TableInfo>().refuses(OF_TABLE).refuses(&[
            Code::NotOver,
            Code::NotPlaying,
            Code::RematchMade,
        ]))
}

/// Read-only routes.
pub fn open() -> Routes {
    let featured = get("/featured", Access::Public, "Returns the public table with the most visitors.", show_featured);
    let challenges = get("/challenges", Access::READ, "Lists the account's open challenges.", list_challenges);
    let tv = "Returns the running public game with the best players, for each game and kind of clock.";
    let tv = get("/tv", Access::READ, tv, show_tv);
    Routes::of("Finding a game")
        .route(get("/seeks", Access::Public, "Lists the newest seeks.", list_seeks).lists::<SeekInfo>())
        .route(challenges.signed().lists::<ChallengeInfo>())
        .route(featured.answers_or_null::<FeaturedInfo>().refuses(&[Code::Storage]))
        .route(tv.lists::<TvGame>().refuses(&[Code::Storage]))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
struct Listen {
    /// Includes lobby changes; any value but 0 means yes.
    lobby: Option<u8>,
}

/// Opens the caller's event stream, with one line of JSON per event.
async fn events(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Query(Listen { lobby }): Query<Listen>,
    connection: Option<Extension<Arc<Connection>>>,
) -> Answer {
    let lobby = lobby.is_some_and(|lobby| lobby != 0);
    let present = browser.present(&app).await?;
    let place = app.slot(&app.event_streams, caller, present.is_none())?;
    let person = browser.person();
    // A new browser takes its seats with the secret assigned in this response.
    let mut hashes = browser.hashes(None);
    if !hashes.contains(&browser.hash()) {
        hashes.push(browser.hash());
    }
    let opened = app.matchmaking.streams.open(person, hashes, lobby);
    let many = || Refusal::new(Code::Busy, "too many open event streams; close some");
    let (listening, reader) = opened.ok_or_else(many)?;
    // The state is read after the stream opens, so later changes arrive as events after this line.
    let asked = stored(app.matchmaking.store.asked(browser.hashes(None)).await)?;
    let sought = app.matchmaking.seeks.known();
    let own = sought.iter().find(|seek| seek.seeker.person == person);
    let hello = PersonEvent::Hello {
        asked: asked.into_iter().map(|(table, seat)| Turn { table, seat }).collect(),
        challenges: challenges::list(&app, &browser).await?,
        seek: own.map(Seek::info),
        seeks: lobby.then(|| seeks::newest(&sought)),
    };
    let end = stream_body::end_of(&app, &place, present);
    let connection = connection.map(|Extension(connection)| connection);
    let lines = StreamBody::new(event_streams::line(&hello), reader, end, connection, Box::new((place, listening)));
    if own.is_some() {
        let tasks = app.tasks.clone();
        tasks.spawn(async move { matching::retry_match(&app, caller, person).await });
    }
    Ok(browser.remember(lines.into_response()))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Seeking {
    /// Game, expansions, options and seats.
    setup: Setup,
    /// Clock; untimed if omitted.
    #[serde(default)]
    clock: Option<Clock>,
    /// True for a rated game.
    #[serde(default)]
    rated: bool,
    /// True for a table without hints while the game is played; by default true for a rated game, otherwise false.
    #[serde(default)]
    plain: Option<bool>,
    /// Lowest and highest acceptable rating for opponents.
    #[serde(default)]
    range: Option<(u32, u32)>,
    /// A guest's name; ignored for accounts, which use their own name.
    #[serde(default)]
    name: Option<String>,
    /// The colour that the player would like, from 0 to 5.
    #[serde(default)]
    #[schema(value_type = Option<u8>, maximum = 5)]
    colour: Option<Colour>,
}

async fn seek(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Json(Seeking { setup, clock, rated, plain, range, name, colour }): Json<Seeking>,
) -> Answer {
    app.take(caller, browser.known(), Resource::Tables, SEEK_COST)?;
    let request = GameRequest { setup, clock, rated, plain: plain.unwrap_or(rated), range };
    let wish = checked(&app, caller, &browser, request).await?;
    let seeker = seeker(&app, caller, &browser, &wish, (name, colour)).await?;
    Ok(json_answer(&matching::seek(&app, caller, (seeker, wish), None).await?))
}

/// Validates the requested game.
async fn checked(app: &App, caller: Caller, browser: &Browser, wish: GameRequest) -> Result<GameRequest, Refusal> {
    let clock = wish.clock.map(Clock::checked).transpose()?;
    let wrong = |what: &str| Refusal::new(Code::BadSetup, what);
    if wish.setup.own_tiles.is_some() {
        return Err(wrong("games with strangers use printed tiles; omit own_tiles, or share a link to your own table"));
    }
    if wish.setup.board.is_some() {
        return Err(wrong(
            "games with strangers begin with the first turn; omit board, or share a link to your own table",
        ));
    }
    if wish.setup.seats < 2 {
        return Err(wrong("a seek needs at least 2 seats"));
    }
    if wish.range.is_some_and(|(least, most)| least > most) {
        return Err(Refusal::new(Code::BadRange, "a rating range is [lowest, highest], such as [1200, 1600]"));
    }
    if browser.account().is_none() && (wish.rated || wish.range.is_some()) {
        return Err(table::Refusal::Rated(UnfitForRating::Guest).into());
    }
    if wish.rated && clock.is_none() {
        return Err(table::Refusal::Rated(UnfitForRating::Clock).into());
    }
    if wish.rated && wish.setup.is_team() {
        return Err(table::Refusal::Rated(UnfitForRating::Setup).into());
    }
    app.hub.beginning(&wish.setup, Some(caller.client_network)).await?;
    Ok(wish)
}

/// Describes the caller as a seeker.
async fn seeker(
    app: &App,
    caller: Caller,
    browser: &Browser,
    wish: &GameRequest,
    (name, colour): (Option<String>, Option<Colour>),
) -> Result<Seeker, Refusal> {
    browser.admitted(app, caller)?;
    let person = browser.person();
    if !app.matchmaking.streams.is_connected(person) {
        let what = "open GET /api/events with the same cookie first, so that you learn when the game begins";
        return Err(Refusal::new(Code::NoStream, what));
    }
    let name = match browser.account() {
        Some(account) => account.name.clone(),
        None => app.accounts.guest_name(&name.unwrap_or_default()).await?,
    };
    let name = name_of_player(&name)?;
    let (rating, avoids) = match person.account() {
        Some(account) => {
            let rating = stored(app.store.rating_of(account, Class::of(&wish.setup, wish.clock)).await)?;
            (rating, stored(app.chat.store.blocked_by(account).await)?)
        }
        None => (None, Vec::new()),
    };
    let (hash, client_network) = (browser.hash(), caller.client_network);
    let program = browser.account().is_some_and(|who| who.program);
    let provisional = rating.as_ref().is_some_and(|line| !line.settled);
    let rating = rating.map(|line| line.rating.value);
    Ok(Seeker { person, name, colour, hash, rating, provisional, program, avoids, client_network })
}

async fn list_seeks(State(app): State<Arc<App>>) -> Response {
    json_answer(&seeks::newest(&app.matchmaking.seeks.known()))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Called {
    /// Guest name.
    #[serde(default)]
    name: Option<String>,
    /// The colour that the player would like, from 0 to 5.
    #[serde(default)]
    #[schema(value_type = Option<u8>, maximum = 5)]
    colour: Option<Colour>,
}

async fn accept_seek(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Path(seek): Path<u64>,
    Json(Called { name, colour }): Json<Called>,
) -> Answer {
    app.take(caller, browser.known(), Resource::Tables, SEEK_COST)?;
    let found = app.matchmaking.seeks.get(seek).ok_or_else(matching::no_seek)?;
    let wish = checked(&app, caller, &browser, GameRequest { range: None, ..found.wish }).await?;
    let seeker = seeker(&app, caller, &browser, &wish, (name, colour)).await?;
    Ok(json_answer(&matching::seek(&app, caller, (seeker, wish), Some(seek)).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Nothing {}

async fn leave(State(app): State<Arc<App>>, browser: Browser, Json(Nothing {}): Json<Nothing>) -> Answer {
    matching::leave(&app, browser.person()).await?;
    Ok(json_answer(&Sought { seek: None, table: None }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Fill {
    /// Level of the computer players.
    level: Level,
}

async fn fill(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Json(Fill { level }): Json<Fill>,
) -> Answer {
    let table = matching::fill(&app, caller, browser.person(), level).await?;
    Ok(json_answer(&Sought { seek: None, table: Some(table) }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Challenging {
    /// Names of the accounts to challenge.
    #[schema(min_items = 1, max_items = 8)]
    to: Vec<String>,
    /// The table to create.
    table: NewTable,
}

impl HasSetup for Challenging {
    fn setup(&self) -> &Setup {
        &self.table.setup
    }
}

async fn challenge(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    JsonWithTiles(Challenging { to, table }): JsonWithTiles<Challenging>,
) -> Answer {
    app.take(caller, browser.known(), Resource::Tables, 1)?;
    let (table, tokens) = challenges::challenge(&app, caller, &browser, to, table).await?;
    let tokens = tokens.into_iter().map(|(seat, token)| MadeToken { seat, token }).collect();
    let link = format!("/t/{}", table.name());
    let made = json_answer(&MadeTable { table: table.name().to_owned(), tokens, link });
    Ok(browser.remember((StatusCode::CREATED, made).into_response()))
}

async fn list_challenges(State(app): State<Arc<App>>, browser: Browser) -> Answer {
    browser.signed()?;
    Ok(json_answer(&challenges::list(&app, &browser).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Accepting {
    /// The colour that the player would like, from 0 to 5; ignored if another player has it.
    #[serde(default)]
    #[schema(value_type = Option<u8>, maximum = 5)]
    colour: Option<Colour>,
}

async fn accept(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Path(table): Path<String>,
    Json(Accepting { colour }): Json<Accepting>,
) -> Answer {
    let (seat, token) = challenges::accept(&app, caller, &browser, (&table, colour)).await?;
    Ok(json_answer(&SeatToken { seat, token, link: None }))
}

async fn decline(
    State(app): State<Arc<App>>,
    browser: Browser,
    Path(table): Path<String>,
    Json(Nothing {}): Json<Nothing>,
) -> Answer {
    challenges::decline(&app, &browser, &table).await?;
    Ok(json_answer(&challenges::list(&app, &browser).await?))
}

async fn cancel(
    State(app): State<Arc<App>>,
    browser: Browser,
    Path(table): Path<String>,
    Json(Nothing {}): Json<Nothing>,
) -> Answer {
    challenges::cancel(&app, &browser, &table).await?;
    Ok(json_answer(&challenges::list(&app, &browser).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Rematch {
    /// True to play again; false ends the offer for all players.
    agree: bool,
    /// Seat token; omit it if the cookie opens the seat.
    #[serde(default)]
    token: Option<String>,
}

async fn rematch(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Path(table): Path<String>,
    Json(Rematch { agree, token }): Json<Rematch>,
) -> Answer {
    rematches::agree(&app, caller, &table, browser.hashes(token.as_deref()), agree).await?;
    Ok(json_answer(&app.table(&table, caller).await?.describe().await?))
}

async fn show_featured(State(app): State<Arc<App>>) -> Answer {
    let bytes = featured::featured(&app).await?;
    Ok(([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], bytes).into_response())
}

/// Returns the TV games. They are the same for everyone and cached, so the charge is small.
async fn show_tv(State(app): State<Arc<App>>, caller: Caller, browser: Browser) -> Answer {
    app.take(caller, browser.known(), Resource::Searches, 1)?;
    let bytes = tv::games(&app).await?;
    Ok(([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], bytes).into_response())
}

impl Browser {
    /// Returns the person to match: the signed-in account, or the guest in this browser.
    pub fn person(&self) -> Person {
        match self.account() {
            Some(account) => Person::Account(account.account),
            None => Person::Guest(self.hash()),
        }
    }
}
