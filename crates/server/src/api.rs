//! The HTTP half of the protocol, and the way to the socket.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::body::HttpBody;
use axum::extract::ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection};
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router};
use games::record::Record;
use games::reference::Clause;
use games::{Game, Guide, View, own_tiles as own_files};
use serde::Deserialize;
use table::messages::{Update, text};
use table::{NewTable, TableInfo};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use utoipa::{IntoParams, ToSchema};

#[cfg(feature = "online")]
use crate::accounts::sign_in::passkey_routes;

use crate::accounts::openid::routes as openid;
use crate::accounts::sign_in::routes as ways;
use crate::accounts::{names, routes};
use crate::app::App;
use crate::assets::gallery::{FarSet, Wanted, WholeSet};
use crate::assets::pages::{Fixed, Ready};
use crate::chat::routes as talk;
use crate::cluster::broadcasts::Spreading;
use crate::common::secrets;
use crate::compute::analysis::{AnalysisInfo, OfRecord, OfTable, Question};
use crate::http::extract::{BODY, BODY_WITH_RECORD, BODY_WITH_TILES, Body, Browser, Json, Path, Query, json_answer};
use crate::http::record_upload::{self, RecordUpload};
use crate::http::refusal::{Code, OF_LOOKING, OF_NEW_TABLE, OF_TABLE, Refusal};
use crate::http::types::{ClaimedSeats, Games, MadeTable, MadeToken, SeatToken, TableSummary};
use crate::limits::caller::Caller;
use crate::limits::connections::Connection;
use crate::limits::quotas::{self, Work};
use crate::live::create;
use crate::live::socket::{self, Who};
use crate::matchmaking;
use crate::matchmaking::store::{ClockKind, WantedTables};
use crate::moderation::routes as order;
use crate::notifications::routes as notices;
use crate::openapi::document::document;
use crate::openapi::route::{Routes, get, post};
use crate::results::routes as results;
use crate::tokens::scopes::Access;
use crate::tokens::{rated_play, routes as programs};

/// What a tile file is.
const PLAIN: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");
/// Pages take everything from this server alone; art and components bring styles of their own.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; media-src 'self'; \
    worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Tables that a page of the lobby has, and at most.
const PAGE: u32 = 30;
const MOST_LISTED: u32 = 100;

/// For a year browsers come by https alone, once they have come that way.
const HTTPS_ONLY: &str = "max-age=31536000";
/// How long a refusal waits of somebody who asks for too much.
const PAUSE: Duration = Duration::from_secs(1);
/// Answers of fewer bytes are not worth being compressed.
const SMALL: u64 = 1024;

type Answer = Result<Response, Refusal>;

/// What changes something, and sockets: for pages of this server alone.
fn guarded() -> Routes {
    const STARTING: &[Code] = &[Code::NoSeat, Code::AlreadyStarted, Code::RatedComputer];
    const ANALYSIS: &[Code] = &[Code::BadRange, Code::BadRecord, Code::NoDecision, Code::Busy];
    let seating = [Code::BadSetup, Code::BadRange, Code::SeatTaken, Code::NotInvited, Code::NameScripts];
    let rated = [Code::NameReserved, Code::NotForYou, Code::RatedProgram, Code::RatedGuest, Code::RatedTwice];
    let analyse =
        post("/analyse", Access::READ, "What the strongest player thinks of a position of a record.", analyse);
    let records = post("/records", Access::PLAY, "Makes a table of a record or saved game, for replay.", open_record);
    let create = post("/tables", Access::PLAY, "Makes a table.", create);
    let join = post("/tables/{table}/join", Access::PLAY, "Takes an open seat.", join);
    let start =
        post("/tables/{table}/start", Access::PLAY, "Starts the game: computer players take the open seats.", start);
    let claim = post("/tables/{table}/claim", Access::SessionOnly, "Has this browser open what a token opens.", claim);
    let token = post("/tables/{table}/token", Access::SessionOnly, "One more token of a seat that one holds.", token);
    let revoke =
        post("/tables/{table}/revoke", Access::SessionOnly, "Ends all other secrets of a seat that one holds.", revoke);
    let socket = get(
        "/tables/{table}/socket",
        Access::READ,
        "The WebSocket over which a game is played or watched.",
        open_socket,
    );
    let routes = Routes::of("Tables")
        .route(analyse.takes(BODY_WITH_RECORD).counted(Work::Analyses).answers::<AnalysisInfo>().refuses(ANALYSIS))
        .route(records.takes(BODY_WITH_RECORD).counted(Work::Tables).creates::<TableInfo>().refuses(&[Code::BadRecord]))
        .route(create.takes(BODY_WITH_TILES).counted(Work::Tables).answers::<MadeTable>().refuses(OF_NEW_TABLE))
        .route(join.answers::<SeatToken>().refuses(OF_TABLE).refuses(&seating).refuses(&rated))
        .route(start.answers::<TableInfo>().refuses(OF_TABLE).refuses(STARTING))
        .route(claim.answers::<ClaimedSeats>().refuses(OF_TABLE).refuses(&[Code::NoSeat]))
        .route(token.answers::<SeatToken>().refuses(OF_TABLE).refuses(&[Code::NoSeat]))
        .route(revoke.answers::<TableInfo>().refuses(OF_TABLE).refuses(&[Code::NoSeat]))
        .route(socket.becomes_socket().refuses(&[Code::Busy, Code::SignedOut]))
        .merge(routes::guarded())
        .merge(ways::guarded())
        .merge(openid::guarded())
        .merge(talk::guarded())
        .merge(order::guarded())
        .merge(matchmaking::routes::guarded())
        .merge(programs::guarded())
        .merge(notices::guarded());
    #[cfg(feature = "online")]
    let routes = routes.merge(passkey_routes::guarded());
    routes.guarded()
}

/// What only looks.
fn open() -> Routes {
    Routes::of("Games")
        .route(get("/openapi.json", Access::Public, "This document.", openapi).answers_any().with_tag())
        .route(get("/games", Access::Public, "What can be played.", games).answers::<Games>().with_tag())
        .route(get("/rules/{language}", Access::Public, "The rule reference.", rules).lists::<Clause>().with_tag())
        .merge(pictures())
        .merge(of_tables())
        .merge(routes::open())
        .merge(ways::open())
        .merge(openid::open())
        .merge(talk::open())
        .merge(order::open())
        .merge(results::open())
        .merge(matchmaking::routes::open())
        .merge(programs::open())
        .merge(notices::open())
}

/// Tile sets, and how they look.
fn pictures() -> Routes {
    let drawn = [Code::NotFound, Code::Busy, Code::Storage];
    let figures = get("/art/figures.json", Access::Public, "Figures, pieces and tokens, as SVG content.", figures);
    let whole = get("/art/{file}", Access::Public, "The art of a tile set, as drawings for a page.", art)
        .shown_as("/art/{set}.json");
    let far = get("/art/{set}/far.json", Access::Public, "A tile set as it is seen from afar.", far_art);
    let picture = get("/art/{set}/{level}/{picture}", Access::Public, "The picture of a tile.", picture);
    let own_whole = get("/tables/{table}/art/own.json", Access::Public, "The art of a table's own tiles.", own_art);
    let own_far =
        get("/tables/{table}/art/own/far.json", Access::Public, "These tiles as they are seen from afar.", own_far_art);
    let own_picture =
        get("/tables/{table}/art/own/{level}/{picture}", Access::Public, "The picture of one of these.", own_picture);
    let file = get("/sets/{file}", Access::Public, "The tile file of a printed set, with the id own-{set}.", tile_file)
        .shown_as("/sets/{set}.toml");
    let own_file = get("/tables/{table}/tiles.toml", Access::READ, "The tile file of the players' own.", own_tiles);
    let picture = picture.shown_as("/art/{set}/{level}/{tile}.{rotation}.svg");
    let own_picture = own_picture.shown_as("/tables/{table}/art/own/{level}/{tile}.{rotation}.svg");
    Routes::of("Pictures")
        .route(figures.answers_unnamed::<BTreeMap<String, String>>().with_tag().refuses(&drawn))
        .route(whole.answers::<WholeSet>().with_tag().refuses(&drawn))
        .route(far.answers::<FarSet>().with_tag().refuses(&drawn))
        .route(picture.answers_text("image/svg+xml").with_tag().refuses(&drawn))
        .route(own_whole.answers::<WholeSet>().with_tag().refuses(&drawn).refuses(OF_TABLE))
        .route(own_far.answers::<FarSet>().with_tag().refuses(&drawn).refuses(OF_TABLE))
        .route(own_picture.answers_text("image/svg+xml").with_tag().refuses(&drawn).refuses(OF_TABLE))
        .route(file.answers_text("text/plain"))
        .route(own_file.answers_text("text/plain").refuses(OF_LOOKING))
}

/// Tables, and the games that are played there.
fn of_tables() -> Routes {
    const ANALYSIS: &[Code] = &[Code::NotOver, Code::NoDecision, Code::Busy];
    let list = get("/tables", Access::READ, "Tables of whoever asks, or the public ones.", list);
    let show = get("/tables/{table}", Access::READ, "A table without its game.", show);
    let view = get(
        "/tables/{table}/view",
        Access::READ,
        "The view after some answers, without hands hidden from the client.",
        view,
    );
    let events = get("/tables/{table}/events", Access::READ, "The events of some answers.", events);
    let guide = get("/tables/{table}/guide", Access::READ, "What a position tells of its places.", guide);
    let record = get(
        "/tables/{table}/record",
        Access::READ,
        "The record of a game; the seed is in it once the game is over.",
        record,
    )
    .answers_text("text/plain");
    let analysis = get(
        "/tables/{table}/analysis",
        Access::READ,
        "What the strongest player thinks of a position.",
        analysis_of_table,
    );
    Routes::of("Tables")
        .route(list.lists::<TableSummary>())
        .route(show.answers::<TableInfo>().refuses(OF_LOOKING))
        .route(view.answers::<View>().refuses(OF_LOOKING))
        .route(events.lists::<Update>().refuses(OF_LOOKING))
        .route(guide.answers::<Guide>().refuses(OF_LOOKING).refuses(&[Code::NotStarted, Code::Plain]))
        .route(record.answers::<Record>().refuses(OF_LOOKING).refuses(&[Code::Secret]))
        .route(analysis.answers::<AnalysisInfo>().refuses(OF_LOOKING).refuses(ANALYSIS))
}

/// Every address of the HTTP API.
fn every_route() -> Routes {
    guarded().merge(open())
}

/// The OpenAPI document of the HTTP API, as text.
pub fn openapi_text() -> String {
    text(&document(&every_route().operations()))
}

/// Every address of the server.
pub fn router(app: Arc<App>) -> Router {
    let api = every_route().built(&app).fallback(async |uri: Uri| {
        Refusal::new(Code::NotFound, format!("there is no {}; see /api/openapi.json", uri.path()))
    });
    Router::new()
        .nest("/api", api)
        .fallback(page)
        .method_not_allowed_fallback(async |method: Method| {
            Refusal::new(Code::Method, format!("this address does not answer {method}; see /api/openapi.json"))
        })
        .layer(DefaultBodyLimit::max(BODY))
        .layer(axum::middleware::from_fn_with_state(app.clone(), admit))
        .layer(axum::middleware::from_fn_with_state(app.clone(), guard))
        // What stays the same was compressed before, once.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(changes))
        .with_state(app)
}

/// Whether an answer is one that is not compressed yet, and large enough for that.
fn changes(_: StatusCode, _: Version, headers: &HeaderMap, extensions: &Extensions) -> bool {
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    extensions.get::<Ready>().is_none() && length.is_none_or(|length| length >= SMALL)
}

/// Lets a request in that calls this server by its own name and does not come too fast.
async fn admit(State(app): State<Arc<App>>, caller: Caller, request: Request, next: Next) -> Result<Response, Refusal> {
    app.hosts.check(request.uri(), request.headers())?;
    slowly(app.take(caller, None, Work::Requests, 1)).await?;
    let answer = next.run(request).await;
    let bytes = answer.body().size_hint().exact().and_then(|bytes| u32::try_from(bytes).ok());
    slowly(app.take(caller, None, Work::Bytes, bytes.unwrap_or_default())).await?;
    Ok(answer)
}

/// A refusal comes after a pause: whoever asks again at once, and again, would otherwise have the server say no all the time.
async fn slowly(taken: Result<(), Refusal>) -> Result<(), Refusal> {
    if taken.is_err() {
        tokio::time::sleep(PAUSE).await;
    }
    taken
}

/// What every answer says to browsers.
static ALWAYS: [(HeaderName, &str); 2] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];
/// What all say but scripts and styles, which a browser never shows as a page.
static OF_DOCUMENTS: [(HeaderName, &str); 4] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

async fn guard(State(app): State<Arc<App>>, caller: Caller, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    app.metrics.answered(response.status());
    let headers = response.headers_mut();
    let kind = headers.get(header::CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    let part = kind.starts_with(b"text/javascript") || kind.starts_with(b"text/css");
    let more = OF_DOCUMENTS.iter().filter(|_| !part);
    for (name, value) in ALWAYS.iter().chain(more) {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if caller.https {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(HTTPS_ONLY));
    }
    // Who is silent about caching means what is true only now.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

async fn page(State(app): State<Arc<App>>, method: Method, uri: Uri, headers: HeaderMap) -> Answer {
    if method != Method::GET && method != Method::HEAD {
        return Err(Refusal::new(Code::Method, format!("this address does not answer {method}")));
    }
    let page = app.pages.at(uri.path());
    let page = page.ok_or_else(|| Refusal::new(Code::NotFound, format!("there is no page {}", uri.path())))?;
    Ok(page.answer(&headers))
}

async fn games(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    app.library.games().answer(&headers)
}

async fn rules(State(app): State<Arc<App>>, Path(language): Path<String>, headers: HeaderMap) -> Answer {
    Ok(app.library.rules(&language)?.answer(&headers))
}

/// The OpenAPI document, made when it is first asked for.
async fn openapi(headers: HeaderMap) -> Response {
    static DOCUMENT: LazyLock<Fixed> = LazyLock::new(|| Fixed::json(openapi_text()));
    DOCUMENT.answer(&headers)
}

async fn figures(State(app): State<Arc<App>>, caller: Caller, headers: HeaderMap) -> Answer {
    Ok(app.library.figures(Some(caller.household)).await?.answer(&headers))
}

async fn art(State(app): State<Arc<App>>, caller: Caller, Path(file): Path<String>, headers: HeaderMap) -> Answer {
    let set = file.strip_suffix(".json").unwrap_or(&file);
    Ok(app.library.printed(set, Wanted::Whole, Some(caller.household)).await?.answer(&headers))
}

async fn far_art(State(app): State<Arc<App>>, caller: Caller, Path(set): Path<String>, headers: HeaderMap) -> Answer {
    Ok(app.library.printed(&set, Wanted::Far, Some(caller.household)).await?.answer(&headers))
}

async fn picture(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path((set, level, file)): Path<(String, String, String)>,
    headers: HeaderMap,
) -> Answer {
    let wanted = Wanted::picture(&level, &file)?;
    Ok(app.library.printed(&set, wanted, Some(caller.household)).await?.answer(&headers))
}

/// A printed set's tile file, under an id of its own: to be corrected, and played as own tiles.
async fn tile_file(Path(file): Path<String>) -> Answer {
    let text = file.strip_suffix(".toml").and_then(own_files::copy_of_printed);
    let text = text.ok_or_else(|| Refusal::new(Code::NotFound, format!("there is no tile set {file}")))?;
    Ok(([(header::CONTENT_TYPE, PLAIN)], text).into_response())
}

async fn own_art(State(app): State<Arc<App>>, caller: Caller, Path(table): Path<String>, headers: HeaderMap) -> Answer {
    own(&app, caller, &table, Wanted::Whole, &headers).await
}

async fn own_far_art(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    headers: HeaderMap,
) -> Answer {
    own(&app, caller, &table, Wanted::Far, &headers).await
}

async fn own_picture(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path((table, level, file)): Path<(String, String, String)>,
    headers: HeaderMap,
) -> Answer {
    own(&app, caller, &table, Wanted::picture(&level, &file)?, &headers).await
}

async fn own(app: &App, caller: Caller, table: &str, wanted: Wanted, headers: &HeaderMap) -> Answer {
    let own = app.table(table, caller).await?.own_tiles().await?;
    Ok(app.library.own(&own, wanted, Some(caller.household)).await?.answer(headers))
}

async fn own_tiles(State(app): State<Arc<App>>, caller: Caller, browser: Browser, Path(table): Path<String>) -> Answer {
    let own = app.table_for(&table, caller, browser.hashes(None)).await?.own_tiles().await?;
    Ok(([(header::CONTENT_TYPE, PLAIN)], own.text().unwrap_or_default().to_owned()).into_response())
}

#[derive(Default, PartialEq, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
struct ListQuery {
    /// Lists public tables instead of the client's own. The other parameters are for these; without them, the newest 200
    /// are listed.
    public: Option<bool>,
    /// Those after the table of which this is `updated.table`.
    #[param(pattern = "^-?[0-9]{1,18}\\.[a-z2-9]+$")]
    before: Option<String>,
    /// How many; 30 where it is left out.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// The id of a game.
    game: Option<String>,
    /// Those with a clock by which people play together, over days, or with none.
    #[param(pattern = "^(live|days|none)$")]
    clock: Option<String>,
    /// Those where seats are free.
    open: Option<bool>,
    /// Those that are rated, or are not.
    rated: Option<bool>,
}

async fn list(State(app): State<Arc<App>>, Query(query): Query<ListQuery>, browser: Browser) -> Answer {
    let storage = app.hub.storage();
    let every = |public| query == ListQuery { public, ..ListQuery::default() };
    let tables = match query.public {
        Some(true) if every(Some(true)) => storage.public_tables().await,
        Some(true) => app.finding.store.lobby(wanted(query)?).await,
        public if every(public) => storage.tables_of(browser.hashes(None)).await,
        _ => return Err(Refusal::new(Code::BadRange, "what is public alone is listed by pages; add public=true")),
    };
    let tables = tables.map_err(|why| Refusal::new(Code::Storage, format!("the list cannot be read: {why}")))?;
    Ok(json_answer(&tables.iter().map(TableSummary::of).collect::<Vec<_>>()))
}

/// The page of the lobby that a query asks for.
fn wanted(ListQuery { before, limit, game, clock, open, rated, .. }: ListQuery) -> Result<WantedTables, Refusal> {
    let wrong = |what: &str| Refusal::new(Code::BadRange, what);
    let clock = match clock.as_deref() {
        None => None,
        Some("live") => Some(ClockKind::Live),
        Some("days") => Some(ClockKind::Days),
        Some("none") => Some(ClockKind::None),
        Some(_) => return Err(wrong("a clock is live, days or none")),
    };
    let limit = limit.unwrap_or(PAGE);
    if !(1..=MOST_LISTED).contains(&limit) {
        return Err(wrong("a page has 1 to 100 tables"));
    }
    let cursor = |text: String| {
        let (updated, table) = text.split_once('.')?;
        Some((updated.parse().ok()?, table.to_owned()))
    };
    let before = match before {
        Some(text) => {
            Some(cursor(text).ok_or_else(|| wrong("before is `updated` and `table` of the last one, with a dot"))?)
        }
        None => None,
    };
    Ok(WantedTables { game, clock, open, rated, before, limit })
}

async fn create(State(app): State<Arc<App>>, caller: Caller, browser: Browser, Json(asked): Json<NewTable>) -> Answer {
    let (table, tokens) = create::make(&app, caller, &browser, asked).await?;
    let tokens = tokens.into_iter().map(|(seat, token)| MadeToken { seat, token }).collect();
    let link = format!("/t/{}", table.name());
    Ok(browser.remember(json_answer(&MadeTable { table: table.name().to_owned(), tokens, link })))
}

impl Body for RecordUpload {
    const WHAT: &'static str = "a record to be opened: {\"record\"}";
}

/// Makes a table for the game of a record.
async fn open_record(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Json(upload): Json<RecordUpload>,
) -> Answer {
    let record = upload.text()?;
    let bytes = record.len();
    let allow = || create::may_make(&app, caller, browser.known(), bytes);
    let table = app.hub.import(record, browser.hash(), allow).await?;
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
    /// What a guest is to be called, in 1 to 32 signs that can be shown; an account is called by its name.
    name: String,
}

impl Body for Join {
    const WHAT: &'static str = "a wish to join: {\"seat\", \"name\"}";
}

async fn join(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    browser: Browser,
    Json(Join { seat, name }): Json<Join>,
) -> Answer {
    let name = browser.account().map_or(name, |account| account.name.clone());
    let account = browser.account().map(|account| account.account);
    names::at_table(&name)?;
    let table = app.table(&table, caller).await?;
    if let Some(account) = account {
        app.talk.may_sit(account, table.accounts().await?).await?;
    }
    if let Some(who) = browser.account() {
        rated_play::may_sit(&app, who, &table).await?;
    }
    let token = table.join(seat, name, account, browser.hash()).await?;
    Ok(browser.remember(json_answer(&SeatToken { seat, token, link: None })))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Held {
    /// The host's token; left out where the cookie opens the table.
    token: Option<String>,
}

impl Body for Held {
    const WHAT: &'static str = "a wish to start: {\"token\"}";
}

async fn start(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    browser: Browser,
    Json(Held { token }): Json<Held>,
) -> Answer {
    let table = app.table(&table, caller).await?;
    table.start(browser.hashes(token.as_deref())).await?;
    Ok(json_answer(&table.describe().await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Claim {
    /// What opens a seat.
    token: String,
}

impl Body for Claim {
    const WHAT: &'static str = "a claim: {\"token\"}";
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
struct PassOn {
    /// The seat.
    seat: u8,
    /// What opens it; left out where the cookie does.
    token: Option<String>,
}

impl Body for PassOn {
    const WHAT: &'static str = "a wish for a token: {\"seat\", \"token\"}";
}

async fn token(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    browser: Browser,
    Json(PassOn { seat, token }): Json<PassOn>,
) -> Answer {
    let table = app.table(&table, caller).await?;
    let token = table.token(seat, browser.hashes(token.as_deref())).await?;
    let link = format!("/t/{}#seat={seat}&token={token}", table.name());
    Ok(json_answer(&SeatToken { seat, token, link: Some(link) }))
}

/// Forgets all secrets of a seat but those that came with the request.
async fn revoke(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    browser: Browser,
    Json(PassOn { seat, token }): Json<PassOn>,
) -> Answer {
    let table = app.table(&table, caller).await?;
    let kept = table.holders(seat, browser.hashes(token.as_deref())).await?;
    let revoked = app.hub.storage().revoke(table.name(), seat, kept).await;
    revoked.map_err(|why| Refusal::new(Code::Storage, format!("the secrets cannot be revoked: {why}")))?;
    table.send_all_away().await?;
    app.hub.spread(Spreading::Changed { table: table.name().to_owned() }).await;
    Ok(json_answer(&app.table(table.name(), caller).await?.describe().await?))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
struct At {
    /// After so many answers; after the newest where it is left out.
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
    let view = app.table_for(&table, caller, hashes.clone()).await?.view(at, hashes).await?;
    Ok(json_answer(&view))
}

async fn guide(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    browser: Browser,
    Query(At { at }): Query<At>,
) -> Answer {
    // It takes a hundredth of what a second of thought does, and is charged a twentieth.
    app.take(caller, browser.known(), Work::Analyses, 1)?;
    let hashes = browser.hashes(None);
    let guide = app.table_for(&table, caller, hashes.clone()).await?.guide_at(at, hashes).await?;
    Ok(json_answer(&guide))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
struct Range {
    /// Answers before the first that is told; 0 where it is left out.
    from: Option<usize>,
    /// The number of the last that is told; the newest where it is left out.
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
    let log = app.table_for(&table, caller, hashes.clone()).await?.events(from, to, hashes).await?;
    Ok(json_answer(&log))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
struct Form {
    /// As text where it is left out.
    #[param(pattern = "^(text|json)$")]
    format: Option<String>,
}

async fn record(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Path(table): Path<String>,
    Query(form): Query<Form>,
) -> Answer {
    let as_json = match form.format.as_deref() {
        None | Some("text") => false,
        Some("json") => true,
        Some(_) => return Err(Refusal::new(Code::BadRange, "a record comes as format=text or format=json")),
    };
    let record = app.table_for(&table, caller, browser.hashes(None)).await?.record().await?;
    if as_json {
        return Ok(json_answer(&record));
    }
    Ok(([(header::CONTENT_TYPE, PLAIN)], record.to_text()).into_response())
}

impl Body for OfRecord {
    const WHAT: &'static str = "a question about a record: {\"record\", \"at\", \"millis\", \"given\"}";
}

async fn analyse(State(app): State<Arc<App>>, caller: Caller, browser: Browser, Json(asked): Json<OfRecord>) -> Answer {
    let (record, question) = asked.checked()?;
    let read = tokio::task::spawn_blocking(move || Ok(record_upload::read(&record)?.1));
    let game = read.await.unwrap_or_else(|why| Err(failed(&why)))?;
    analysed(&app, caller, &browser, question, game).await
}

async fn analysis_of_table(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Path(table): Path<String>,
    Query(asked): Query<OfTable>,
) -> Answer {
    let question = asked.checked()?;
    let game = app.table_for(&table, caller, browser.hashes(None)).await?.finished_game().await?;
    analysed(&app, caller, &browser, question, game).await
}

/// Thinks about a position where and when there is a place for it.
async fn analysed(app: &App, caller: Caller, browser: &Browser, question: Question, game: Game) -> Answer {
    let find = tokio::task::spawn_blocking(move || question.position(&game).map(|_| game));
    let game = find.await.unwrap_or_else(|why| Err(failed(&why)))?;
    let seconds = u32::try_from(question.time().as_millis().div_ceil(1000)).unwrap_or(u32::MAX);
    app.take(caller, browser.known(), Work::Analyses, seconds.saturating_mul(quotas::FULL) - 1)?;
    let told = app.analysts.analyse(Some(caller.household), game, question).await?;
    Ok(json_answer(&told))
}

async fn open_socket(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    browser: Browser,
    connection: Option<Extension<Arc<Connection>>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Answer {
    let upgrade = upgrade.map_err(|why| {
        Refusal::new(Code::BadMessage, format!("this address is a WebSocket and nothing else: {}", why.body_text()))
    })?;
    let place = app.sockets.clone().try_acquire_owned();
    let place = place.map_err(|_| Refusal::new(Code::Busy, "the server has all the connections that it takes"))?;
    let yours = || Refusal::new(Code::Busy, "your address has all the connections that it may; close some");
    let held = app.sockets_of.take(caller.household).ok_or_else(yours)?;
    let silent = app.silent.take(caller.household).ok_or_else(yours)?;
    let present = browser.present(&app).await?;
    let account = browser.account().map(|who| (who.account, who.name.clone()));
    let hashes = browser.hashes(None);
    let bounds = browser.bounds();
    let who = Who { caller, browser: browser.known(), hashes, account, present, silent: Some(silent), bounds };
    let tasks = app.tasks.clone();
    let upgrade = upgrade.max_message_size(socket::MESSAGE_READ).max_frame_size(socket::MESSAGE_READ);
    let upgrade = upgrade.read_buffer_size(socket::READ).write_buffer_size(socket::GATHERED);
    Ok(upgrade.on_upgrade(move |socket| {
        tasks.track_future(async move {
            // A socket never waits for a request, so it makes room for nobody.
            connection.iter().for_each(|connection| connection.works());
            socket::serve(app, socket, table, who).await;
            drop((place, held, connection));
        })
    }))
}

fn failed(why: &tokio::task::JoinError) -> Refusal {
    tracing::error!("a request failed: {why}");
    Refusal::new(Code::Storage, "the server failed at this request; its log says why")
}

#[cfg(test)]
mod tests;
