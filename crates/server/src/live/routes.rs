//! Tables over HTTP: creating, joining and reading them, renewing secrets, and the WebSocket upgrade.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use games::editing::{Edit, EditedBoard};
use games::numbers::{ChosenNumbers, Numbers};
use games::record::Record;
use games::study::ReadStudy;
use games::{Guide, Setup, View};
use serde::Deserialize;
use serde_json::Value;
use table::messages::Update;
use table::study_position::{PositionRequest, StudyPosition};
use table::{Colour, Joining, MadeTable, MadeToken, NewTable, TableInfo, TableSummary};
use utoipa::{IntoParams, ToSchema};

use super::replayed::{self, RequestClient};
use super::socket::{self, SocketClient, WatchOnly};
use crate::app::App;
use crate::cluster::events::ClusterEvent;
use crate::common::secrets;
use crate::http::extract::{
    Answer, Browser, HasSetup, Json, JsonWithTiles, MAX_BODY_WITH_RECORD_BYTES, MAX_BODY_WITH_TILES_BYTES, Path, Query,
    json_answer, json_text,
};
use crate::http::record_upload::RecordUpload;
use crate::http::refusal::{Code, OF_LOOKING, OF_NEW_TABLE, OF_TABLE, Refusal};
use crate::http::types::{ClaimedSeats, SeatToken};
use crate::limits::caller::Caller;
use crate::limits::connections::Connection;
use crate::limits::quotas::Resource;
use crate::matchmaking::create_table;
use crate::matchmaking::store::{ClockKind, WantedTables};
use crate::openapi::route::{Routes, get, post};
use crate::results::seat_ratings;
use crate::studies::service::read_study;
use crate::tokens::rated_play;
use crate::tokens::scopes::Access;

const TEXT_PLAIN: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");
/// Default page size of the lobby list.
const DEFAULT_PAGE: u32 = 30;
/// Maximum page size of the lobby list.
const MAX_LISTED: u32 = 100;

/// A table list costs `LIST_COST` units of [`Resource::Searches`], plus one for every `TABLES_PER_UNIT` tables.
const LIST_COST: u32 = 2;
const TABLES_PER_UNIT: u32 = 10;

/// Sockets and routes that change state; restricted to pages of this server.
pub fn guarded() -> Routes {
    const STARTING: &[Code] = &[Code::NoSeat, Code::AlreadyStarted, Code::RatedComputer];
    let seating =
        [Code::GuestBanned, Code::BadSetup, Code::BadRange, Code::SeatTaken, Code::NotInvited, Code::NameScripts];
    const NAMED: &[Code] = &[Code::NameSigns, Code::NameReserved, Code::NameTaken];
    let rated = [Code::NotForYou, Code::RatedProgram, Code::RatedGuest, Code::RatedTwice];
    let records =
        post("/records", Access::PLAY, "Creates a table from a record or a saved game, for replay.", open_record);
    let create = post("/tables", Access::PLAY, "Creates a table.", create);
    let join = post("/tables/{table}/join", Access::PLAY, "Takes an open seat.", join);
    let start =
        post("/tables/{table}/start", Access::PLAY, "Starts the game; computer players take the open seats.", start);
    let claim =
        post("/tables/{table}/claim", Access::SessionOnly, "Lets this browser open the seats of a token.", claim);
    let token = post(
        "/tables/{table}/token",
        Access::SessionOnly,
        "Creates another token for a seat that the client holds.",
        token,
    );
    let revoke = post(
        "/tables/{table}/revoke",
        Access::SessionOnly,
        "Revokes all other secrets of a seat that the client holds.",
        revoke,
    );
    let socket =
        get("/tables/{table}/socket", Access::READ, "Opens the WebSocket for playing or watching a game.", open_socket);
    Routes::of("Tables")
        .merge(choices())
        .route(
            records
                .body_limit(MAX_BODY_WITH_RECORD_BYTES)
                .charged_per_request(Resource::Tables)
                .creates::<TableInfo>()
                .refuses(&[
                    Code::BadRecord,
                    Code::BadLink,
                    Code::GuestBanned,
                    Code::NotOver,
                    Code::Busy,
                    Code::Storage,
                ]),
        )
        .route(
            create
                .body_limit(MAX_BODY_WITH_TILES_BYTES)
                .charged_per_request(Resource::Tables)
                .answers::<MadeTable>()
                .refuses(OF_NEW_TABLE),
        )
        .route(join.answers::<SeatToken>().refuses(OF_TABLE).refuses(&seating).refuses(&rated).refuses(NAMED))
        .route(start.answers::<TableInfo>().refuses(OF_TABLE).refuses(STARTING))
        .route(
            claim
                .charged_per_request(Resource::Tables)
                .answers::<ClaimedSeats>()
                .refuses(OF_TABLE)
                .refuses(&[Code::NoSeat]),
        )
        .route(
            token
                .charged_per_request(Resource::Tables)
                .answers::<SeatToken>()
                .refuses(OF_TABLE)
                .refuses(&[Code::NoSeat]),
        )
        .route(
            revoke
                .charged_per_request(Resource::Tables)
                .answers::<TableInfo>()
                .refuses(OF_TABLE)
                .refuses(&[Code::NoSeat]),
        )
        .route(socket.upgrades_to_websocket().refuses(&[Code::Busy, Code::SignedOut]))
}

/// Routes for the numbers of a set-up and the colours of players.
fn choices() -> Routes {
    let numbers = post(
        "/games/numbers",
        Access::Public,
        "Returns the numbers of figures and tiles in a set-up, and whether it can be played.",
        numbers,
    );
    let numbers =
        numbers.body_limit(MAX_BODY_WITH_TILES_BYTES).charged_per_request(Resource::Replays).answers::<Numbers>();
    let board = post(
        "/games/board",
        Access::Public,
        "Returns what is wrong with a starting board, how far it can be built, and what fits where.",
        board,
    );
    let board = board.body_limit(MAX_BODY_WITH_TILES_BYTES).answers::<EditedBoard>();
    let position = post(
        "/games/position",
        Access::Public,
        "Returns a position of a study: the game of a record, continued by further answers.",
        study_position,
    );
    let position = position.body_limit(MAX_BODY_WITH_RECORD_BYTES).answers::<StudyPosition>();
    let study =
        post("/games/study", Access::Public, "Reads a study, and lists the damaged parts that it skips.", study);
    let study = study.body_limit(MAX_BODY_WITH_RECORD_BYTES).answers::<ReadStudy>();
    let colour = post(
        "/tables/{table}/colour",
        Access::PLAY,
        "Changes the colour of a seat that the client holds, before the game starts.",
        choose_colour,
    );
    let colour = colour.answers::<TableInfo>().refuses(OF_TABLE);
    let coloured = [Code::NoSeat, Code::AlreadyStarted, Code::ColourTaken];
    Routes::of("Games")
        .route(numbers.refuses(&[Code::BadSetup, Code::Busy, Code::Storage]))
        .route(board.refuses(&[Code::BadSetup, Code::Busy, Code::Storage]))
        .route(position.refuses(&[
            Code::BadRecord,
            Code::BadLink,
            Code::Illegal,
            Code::NotOver,
            Code::Busy,
            Code::Storage,
        ]))
        .route(study.refuses(&[Code::BadRecord, Code::Busy, Code::Storage]))
        .merge(Routes::of("Tables").route(colour.refuses(&coloured)))
}

/// Routes that only read.
pub fn open() -> Routes {
    let list = get("/tables", Access::READ, "Lists the client's tables or the public ones.", list);
    let show = get("/tables/{table}", Access::READ, "Returns a table without its game.", show);
    let view = get(
        "/tables/{table}/view",
        Access::READ,
        "Returns the view after some answers, without hidden hands of other players.",
        view,
    );
    let events = get("/tables/{table}/events", Access::READ, "Lists the events of some answers.", events);
    let guide = get("/tables/{table}/guide", Access::READ, "Returns the guide to a position's places.", guide);
    let position = get(
        "/tables/{table}/board",
        Access::READ,
        "Returns the set-up with a position of the game as its starting board.",
        position,
    );
    let record = get(
        "/tables/{table}/record",
        Access::READ,
        "Returns the record of a game; of a rated game only after it is over. The seed is included after the game is over.",
        record,
    )
    .answers_text("text/plain");
    Routes::of("Tables")
        .route(list.lists::<TableSummary>())
        .route(show.answers::<TableInfo>().refuses(OF_LOOKING))
        .route(view.answers::<View>().refuses(OF_LOOKING))
        .route(events.lists::<Update>().refuses(OF_LOOKING))
        .route(guide.answers::<Guide>().refuses(OF_LOOKING).refuses(&[Code::NotStarted, Code::Plain]))
        .route(position.answers::<Setup>().refuses(OF_LOOKING).refuses(&[
            Code::NotStarted,
            Code::Plain,
            Code::BadSetup,
        ]))
        .route(record.answers::<Record>().refuses(OF_LOOKING).refuses(&[Code::Secret, Code::NotOver, Code::BadRange]))
}

#[derive(Default, PartialEq, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
struct ListQuery {
    /// Lists public tables instead of the client's own. The other parameters apply only to public tables; without them, the newest 200 are
    /// listed.
    public: Option<bool>,
    /// Cursor: `updated.table` for the last table on the previous page.
    #[param(pattern = "^-?[0-9]{1,18}\\.[a-z2-9]+$")]
    before: Option<String>,
    /// Page size; default 30.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// Only tables of the game with this id, such as `carcassonne`.
    game: Option<String>,
    /// Only tables with a live clock (`live`), a clock in days (`days`), or no clock (`none`).
    #[param(pattern = "^(live|days|none)$")]
    clock: Option<String>,
    /// Only tables with open seats.
    open: Option<bool>,
    /// Only rated tables if true, only unrated tables if false.
    rated: Option<bool>,
}

async fn list(State(app): State<Arc<App>>, caller: Caller, Query(query): Query<ListQuery>, browser: Browser) -> Answer {
    let storage = app.hub.storage();
    let most = query.limit.unwrap_or(MAX_LISTED).min(MAX_LISTED);
    app.take(caller, browser.known(), Resource::Searches, LIST_COST + most / TABLES_PER_UNIT)?;
    let every = |public| query == ListQuery { public, ..ListQuery::default() };
    let tables = match query.public {
        Some(true) if every(Some(true)) => storage.public_tables().await,
        Some(true) => app.matchmaking.store.lobby(wanted(query)?).await,
        public if every(public) => storage.tables_of(browser.hashes(None)).await,
        _ => return Err(Refusal::new(Code::BadRange, "filters and pages require public=true")),
    };
    let tables = tables.map_err(|why| Refusal::new(Code::Storage, format!("cannot read the list: {why}")))?;
    Ok(json_answer(&tables.iter().map(TableSummary::of).collect::<Vec<_>>()))
}

/// Converts the query to a request for a page of the lobby list.
fn wanted(ListQuery { before, limit, game, clock, open, rated, .. }: ListQuery) -> Result<WantedTables, Refusal> {
    let wrong = |what: &str| Refusal::new(Code::BadRange, what);
    let clock = match clock.as_deref() {
        None => None,
        Some("live") => Some(ClockKind::Live),
        Some("days") => Some(ClockKind::Days),
        Some("none") => Some(ClockKind::None),
        Some(_) => return Err(wrong("clock must be live, days or none")),
    };
    let limit = limit.unwrap_or(DEFAULT_PAGE);
    if !(1..=MAX_LISTED).contains(&limit) {
        return Err(wrong("limit must be 1 to 100"));
    }
    let cursor = |text: String| {
        let (updated, table) = text.split_once('.')?;
        Some((updated.parse().ok()?, table.to_owned()))
    };
    let before = match before {
        Some(text) => Some(
            cursor(text)
                .ok_or_else(|| wrong("before must be `updated` and `table` of the last table, joined by a dot"))?,
        ),
        None => None,
    };
    Ok(WantedTables { game, clock, open, rated, before, limit })
}

impl HasSetup for Edit {
    fn setup(&self) -> &Setup {
        &self.setup
    }
}

async fn board(State(app): State<Arc<App>>, caller: Caller, JsonWithTiles(asked): JsonWithTiles<Edit>) -> Answer {
    Ok(json_text(replayed::edited_board(&app, caller, asked).await?))
}

async fn study_position(State(app): State<Arc<App>>, caller: Caller, Json(asked): Json<PositionRequest>) -> Answer {
    Ok(json_text(replayed::study_position(&app, caller, asked).await?))
}

async fn study(State(app): State<Arc<App>>, caller: Caller, Json(document): Json<Value>) -> Answer {
    Ok(json_answer(&read_study(&app, caller, document.to_string()).await?))
}

impl HasSetup for ChosenNumbers {
    fn setup(&self) -> &Setup {
        &self.setup
    }
}

async fn numbers(
    State(app): State<Arc<App>>,
    caller: Caller,
    JsonWithTiles(ChosenNumbers { setup, figures, sets }): JsonWithTiles<ChosenNumbers>,
) -> Answer {
    Ok(json_answer(&app.hub.numbers(setup, figures, sets, Some(caller.client_network)).await?))
}

async fn create(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    JsonWithTiles(asked): JsonWithTiles<NewTable>,
) -> Answer {
    let (table, tokens) = create_table::create(&app, caller, &browser, asked).await?;
    let tokens = tokens.into_iter().map(|(seat, token)| MadeToken { seat, token }).collect();
    let link = format!("/t/{}", table.name());
    Ok(browser.remember(json_answer(&MadeTable { table: table.name().to_owned(), tokens, link })))
}

/// Creates a table from a record.
async fn open_record(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Json(upload): Json<RecordUpload>,
) -> Answer {
    browser.admitted(&app, caller)?;
    let (record, fix_rotation) = upload.text()?;
    let bytes = record.len();
    let made =
        replayed::import(&app, RequestClient::of(caller, &browser), (record, fix_rotation), browser.hash()).await?;
    create_table::may_create(&app, caller, browser.known(), bytes)?;
    let table = app.hub.import(made, None).await?;
    Ok(browser.remember((StatusCode::CREATED, json_answer(&table.describe().await?)).into_response()))
}

async fn show(State(app): State<Arc<App>>, caller: Caller, browser: Browser, Path(table): Path<String>) -> Answer {
    Ok(json_answer(&app.table_for(&table, caller, browser.hashes(None)).await?.describe().await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Join {
    /// The seat.
    seat: u8,
    /// A guest's name, 1 to 32 printable characters; ignored for accounts, which use their own name.
    name: String,
    /// The colour that the player would like, from 0 to 5; ignored if another player has it.
    #[serde(default)]
    #[schema(value_type = Option<u8>, maximum = 5)]
    colour: Option<Colour>,
}

async fn join(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    browser: Browser,
    Json(Join { seat, name, colour }): Json<Join>,
) -> Answer {
    browser.admitted(&app, caller)?;
    let account = browser.account().map(|account| account.account);
    let name = match browser.account() {
        Some(account) => account.name.clone(),
        None => app.accounts.guest_name(&name).await?,
    };
    let table = app.table(&table, caller).await?;
    if let Some(account) = account {
        app.chat.may_sit(account, table.accounts().await?).await?;
    }
    if let Some(who) = browser.account() {
        rated_play::may_sit(&app, who, &table).await?;
    }
    let rating = seat_ratings::rating_at(&app, account, &table).await?;
    let joining = Joining { name, account, rating, colour };
    let token = table.join(seat, joining, browser.hash()).await?;
    Ok(browser.remember(json_answer(&SeatToken { seat, token, link: None })))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ChosenColour {
    /// Seat that the client holds.
    seat: u8,
    /// The colour, from 0 to 5, that no other player has.
    #[schema(value_type = u8, maximum = 5)]
    colour: Colour,
    /// A token for the seat; optional if the cookie opens it.
    #[serde(default)]
    token: Option<String>,
}

async fn choose_colour(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    browser: Browser,
    Json(ChosenColour { seat, colour, token }): Json<ChosenColour>,
) -> Answer {
    let table = app.table(&table, caller).await?;
    table.choose_colour(seat, colour, browser.hashes(token.as_deref())).await?;
    Ok(json_answer(&table.describe().await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct HostToken {
    /// The host's token; optional if the cookie opens the table.
    token: Option<String>,
}

async fn start(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    browser: Browser,
    Json(HostToken { token }): Json<HostToken>,
) -> Answer {
    let table = app.table(&table, caller).await?;
    table.start(browser.hashes(token.as_deref())).await?;
    Ok(json_answer(&table.describe().await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Claim {
    /// Seat token.
    token: String,
}

async fn claim(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    browser: Browser,
    Json(Claim { token }): Json<Claim>,
) -> Answer {
    let seats = app.table(&table, caller).await?.claim(secrets::hash(&token), browser.hash()).await?;
    Ok(browser.remember(json_answer(&ClaimedSeats { seats })))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SeatRequest {
    /// The seat.
    seat: u8,
    /// Seat token; optional if the cookie opens the seat.
    token: Option<String>,
}

async fn token(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    browser: Browser,
    Json(SeatRequest { seat, token }): Json<SeatRequest>,
) -> Answer {
    let table = app.table(&table, caller).await?;
    let token = table.token(seat, browser.hashes(token.as_deref())).await?;
    let link = format!("/t/{}#seat={seat}&token={token}", table.name());
    Ok(json_answer(&SeatToken { seat, token, link: Some(link) }))
}

/// Deletes all secrets for a seat except those in the request.
async fn revoke(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    browser: Browser,
    Json(SeatRequest { seat, token }): Json<SeatRequest>,
) -> Answer {
    let table = app.table(&table, caller).await?;
    let kept = table.holders(seat, browser.hashes(token.as_deref())).await?;
    let revoked = app.hub.storage().revoke(table.name(), seat, kept).await;
    revoked.map_err(|why| Refusal::new(Code::Storage, format!("cannot revoke the secrets: {why}")))?;
    table.unload().await?;
    app.hub.broadcast(ClusterEvent::Changed { table: table.name().to_owned() }).await;
    Ok(json_answer(&app.table(table.name(), caller).await?.describe().await?))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
struct At {
    /// Number of answers; all of them by default.
    at: Option<usize>,
}

async fn view(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    browser: Browser,
    Query(At { at }): Query<At>,
) -> Answer {
    let hashes = browser.hashes(None);
    let table = app.table_for(&table, caller, hashes.clone()).await?;
    let view = table.view_at(at, hashes).await?;
    if view.replayed() == 0 {
        return Ok(json_answer(&table.newest_view(view).await?));
    }
    Ok(json_text(replayed::view(&app, RequestClient::of(caller, &browser), view).await?))
}

async fn position(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    browser: Browser,
    Query(At { at }): Query<At>,
) -> Answer {
    let hashes = browser.hashes(None);
    let view = app.table_for(&table, caller, hashes.clone()).await?.board_at(at, hashes).await?;
    Ok(json_text(replayed::board(&app, RequestClient::of(caller, &browser), view).await?))
}

async fn guide(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    browser: Browser,
    Query(At { at }): Query<At>,
) -> Answer {
    let hashes = browser.hashes(None);
    let view = app.table_for(&table, caller, hashes.clone()).await?.guide_at(at, hashes).await?;
    Ok(json_text(replayed::guide(&app, RequestClient::of(caller, &browser), view).await?))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
struct Range {
    /// Number of answers before the first event; default 0.
    from: Option<usize>,
    /// Number of the last answer; the newest by default.
    to: Option<usize>,
}

async fn events(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    browser: Browser,
    Query(Range { from, to }): Query<Range>,
) -> Answer {
    let hashes = browser.hashes(None);
    let events = app.table_for(&table, caller, hashes.clone()).await?.events(from, to, hashes).await?;
    Ok(json_text(replayed::events(&app, RequestClient::of(caller, &browser), events).await?))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
struct Form {
    /// Format; default `text`. `link` is a CarcassonneLab link, which only games of the base game have.
    #[param(pattern = "^(text|json|link)$")]
    format: Option<String>,
}

async fn record(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Path(table): Path<String>,
    Query(form): Query<Form>,
) -> Answer {
    let format = form.format.as_deref().unwrap_or("text");
    if !["text", "json", "link"].contains(&format) {
        return Err(Refusal::new(Code::BadRange, "format must be text, json or link"));
    }
    let table = app.table_for(&table, caller, browser.hashes(None)).await?;
    let record = replayed::record(&app, RequestClient::of(caller, &browser), &table).await?;
    let text = match format {
        "json" => return Ok(json_text(record.json)),
        "link" => record.link?,
        _ => record.text,
    };
    Ok(([(header::CONTENT_TYPE, TEXT_PLAIN)], text).into_response())
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
struct SocketQuery {
    /// Only watches: the client opens no seats and can neither play nor chat, whatever cookies and tokens it has.
    watch: Option<bool>,
}

async fn open_socket(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    Query(SocketQuery { watch }): Query<SocketQuery>,
    browser: Browser,
    connection: Option<Extension<Arc<Connection>>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Answer {
    let upgrade = upgrade.map_err(|why| {
        Refusal::new(Code::BadMessage, format!("this path only accepts WebSocket connections: {}", why.body_text()))
    })?;
    let yours = || Refusal::new(Code::Busy, "too many connections without hello from your address; close some");
    let silent = app.silent_sockets.take(caller.client_network).ok_or_else(yours)?;
    let present = browser.present(&app).await?;
    let slot = app.slot(&app.sockets, caller, present.is_none())?;
    let watch_only = watch.unwrap_or(false).then(|| WatchOnly { signed_in: browser.account().is_some() });
    let (account, hashes) = match watch_only {
        Some(_) => (None, Vec::new()),
        None => (browser.account().map(|who| (who.account, who.name.clone())), browser.hashes(None)),
    };
    let bounds = browser.bounds();
    let (browser, silent) = (browser.known(), Some(silent));
    let who = SocketClient { caller, browser, hashes, account, present, silent, slot, bounds, watch_only };
    let tasks = app.tasks.clone();
    let upgrade = upgrade.max_message_size(socket::MAX_READ_BYTES).max_frame_size(socket::MAX_READ_BYTES);
    let upgrade = upgrade.read_buffer_size(socket::READ_BUFFER_BYTES).write_buffer_size(socket::WRITE_BUFFER_BYTES);
    Ok(upgrade.on_upgrade(move |socket| {
        tasks.track_future(async move {
            // A socket is not waiting for a request, so it must not be evicted as idle.
            connection.iter().for_each(|connection| connection.works());
            socket::serve(app, socket, table, who).await;
            drop(connection);
        })
    }))
}
