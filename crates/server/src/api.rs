//! The HTTP half of the protocol, and the way to the socket.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::extract::ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection};
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use games::{Game, OwnTiles, Setup, own_tiles as own_files};
use serde::{Deserialize, Serialize};
use table::{NewTable, SeatInfo, messages};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;

use crate::analysis::{OfRecord, OfTable, Question};
use crate::app::App;
use crate::door::caller::Caller;
use crate::door::connections::Connection;
use crate::door::limits::{self, Work};
use crate::extract::{BODY, BODY_WITH_RECORD, BODY_WITH_TILES, Body, Browser, Json, Query};
use crate::gallery::Wanted;
use crate::pages::Ready;
use crate::records::RecordUpload;
use crate::refusal::{Code, Refusal};
use crate::shapes::{ClaimedSeats, MadeTable, MadeToken, SeatToken, TableSummary};
use crate::socket::Who;
use crate::storage::TableLine;
use crate::{origin, records, secrets, socket};

/// What a tile file is.
const PLAIN: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");
/// Pages take everything from this server alone; art and components bring styles of their own.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; media-src 'self'; \
    worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// For a year browsers come by https alone, once they have come that way.
const HTTPS_ONLY: &str = "max-age=31536000";
/// Answers of fewer bytes are not worth being compressed.
const SMALL: u64 = 1024;

type Answer = Result<Response, Refusal>;

/// Every address of the server.
pub fn router(app: Arc<App>) -> Router {
    // What changes something, and sockets, are for pages of this server alone.
    let count = |work| axum::middleware::from_fn_with_state((app.clone(), work), counted);
    let guarded = Router::new()
        .route("/analyse", post(analyse).layer(DefaultBodyLimit::max(BODY_WITH_RECORD)).layer(count(Work::Analyses)))
        .route("/records", post(open_record).layer(DefaultBodyLimit::max(BODY_WITH_RECORD)).layer(count(Work::Tables)))
        .route("/tables", post(create).layer(DefaultBodyLimit::max(BODY_WITH_TILES)).layer(count(Work::Tables)))
        .route("/tables/{table}/join", post(join))
        .route("/tables/{table}/start", post(start))
        .route("/tables/{table}/claim", post(claim))
        .route("/tables/{table}/token", post(token))
        .route("/tables/{table}/revoke", post(revoke))
        .route("/tables/{table}/socket", get(open_socket))
        .route_layer(axum::middleware::from_fn_with_state(app.clone(), origin::guard));
    let api = Router::new()
        .route("/games", get(games))
        .route("/art/{file}", get(art))
        .route("/art/{set}/far.json", get(far_art))
        .route("/art/{set}/{level}/{picture}", get(picture))
        .route("/rules/{language}", get(rules))
        .route("/sets/{file}", get(tile_file))
        .route("/tables", get(list))
        .route("/tables/{table}", get(show))
        .route("/tables/{table}/view", get(view))
        .route("/tables/{table}/events", get(events))
        .route("/tables/{table}/guide", get(guide))
        .route("/tables/{table}/record", get(record))
        .route("/tables/{table}/analysis", get(analysis_of_table))
        .route("/tables/{table}/art/own.json", get(own_art))
        .route("/tables/{table}/art/own/far.json", get(own_far_art))
        .route("/tables/{table}/art/own/{level}/{picture}", get(own_picture))
        .route("/tables/{table}/tiles.toml", get(own_tiles))
        .merge(guarded)
        .fallback(async |uri: Uri| {
            Refusal::new(Code::NotFound, format!("there is no {}; see docs/protocol.md", uri.path()))
        });
    Router::new()
        .nest("/api", api)
        .fallback(page)
        .method_not_allowed_fallback(async |method: Method| {
            Refusal::new(Code::Method, format!("this address does not answer {method}; see docs/protocol.md"))
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
    app.take(caller, None, Work::Requests, 1)?;
    Ok(next.run(request).await)
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

async fn art(State(app): State<Arc<App>>, caller: Caller, Path(file): Path<String>, headers: HeaderMap) -> Answer {
    let owner = Some(caller.household);
    let body = match file.strip_suffix(".json").unwrap_or(&file) {
        "figures" => app.library.figures(owner).await?,
        set => app.library.printed(set, Wanted::Whole, owner).await?,
    };
    Ok(body.answer(&headers))
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

async fn own_tiles(State(app): State<Arc<App>>, caller: Caller, Path(table): Path<String>) -> Answer {
    let own = app.table(&table, caller).await?.own_tiles().await?;
    Ok(([(header::CONTENT_TYPE, PLAIN)], own.text().unwrap_or_default().to_owned()).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListQuery {
    public: Option<bool>,
}

async fn list(State(app): State<Arc<App>>, Query(query): Query<ListQuery>, browser: Browser) -> Answer {
    let storage = app.hub.storage();
    let tables = match (query.public, browser.known()) {
        (Some(true), _) => storage.public_tables().await,
        (_, Some(hash)) => storage.tables_of(hash).await,
        (_, None) => Ok(Vec::new()),
    };
    let tables = tables.map_err(|why| Refusal::new(Code::Storage, format!("the list cannot be read: {why}")))?;
    Ok(json_answer(&tables.iter().map(line).collect::<Vec<TableSummary>>()))
}

fn line(table: &TableLine) -> TableSummary {
    let setup = serde_json::from_str(&table.setup).ok().map(|setup: Setup| setup.pinned(table.rules_version));
    TableSummary {
        table: table.name.clone(),
        phase: table.standing.phase,
        setup,
        // A list is made from what is stored, which does not know who is there.
        seats: table.seats.iter().map(|occupant| SeatInfo::of(occupant, None)).collect(),
        turn: table.standing.turn,
        updated: table.updated,
        imported: table.imported,
        plain: table.plain,
    }
}

async fn create(State(app): State<Arc<App>>, caller: Caller, browser: Browser, Json(asked): Json<NewTable>) -> Answer {
    let bytes = asked.setup.own_tiles.as_ref().and_then(OwnTiles::text).map_or(0, str::len);
    let allow = || may_create(&app, caller, &browser, bytes);
    let (table, tokens) = app.hub.create(asked, browser.hash(), Some(caller.household), allow).await?;
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
    let allow = || may_create(&app, caller, &browser, bytes);
    let table = app.hub.import(record, browser.hash(), allow).await?;
    Ok(browser.remember((StatusCode::CREATED, json_answer(&table.describe().await?)).into_response()))
}

/// Refuses one more table where many are being made: each takes room on the disk for good.
fn may_create(app: &App, caller: Caller, browser: &Browser, bytes: usize) -> Result<(), Refusal> {
    let bytes = u32::try_from(bytes).unwrap_or(u32::MAX).saturating_add(limits::TABLE);
    app.take(caller, browser.known(), Work::Tables, limits::FULL - 1)?;
    app.take(caller, browser.known(), Work::Room, bytes)
}

/// Counts a request that may turn out not to be valid.
async fn counted(
    State((app, work)): State<(Arc<App>, Work)>,
    caller: Caller,
    request: Request,
    next: Next,
) -> Result<Response, Refusal> {
    app.take(caller, None, work, 1)?;
    Ok(next.run(request).await)
}

async fn show(State(app): State<Arc<App>>, caller: Caller, Path(table): Path<String>) -> Answer {
    Ok(json_answer(&app.table(&table, caller).await?.describe().await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Join {
    seat: u8,
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
    let token = app.table(&table, caller).await?.join(seat, name, browser.hash()).await?;
    Ok(browser.remember(json_answer(&SeatToken { seat, token, link: None })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Held {
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Claim {
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PassOn {
    seat: u8,
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
    Ok(json_answer(&app.table(table.name(), caller).await?.describe().await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct At {
    at: Option<usize>,
}

async fn view(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    browser: Browser,
    Query(At { at }): Query<At>,
) -> Answer {
    let view = app.table(&table, caller).await?.view(at, browser.hashes(None)).await?;
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
    let guide = app.table(&table, caller).await?.guide_at(at, browser.hashes(None)).await?;
    Ok(json_answer(&guide))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Range {
    from: Option<usize>,
    to: Option<usize>,
}

async fn events(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    browser: Browser,
    Query(Range { from, to }): Query<Range>,
) -> Answer {
    let log = app.table(&table, caller).await?.events(from, to, browser.hashes(None)).await?;
    Ok(json_answer(&log))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    format: Option<String>,
}

async fn record(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    Query(form): Query<Form>,
) -> Answer {
    let as_json = match form.format.as_deref() {
        None | Some("text") => false,
        Some("json") => true,
        Some(_) => return Err(Refusal::new(Code::BadRange, "a record comes as format=text or format=json")),
    };
    let record = app.table(&table, caller).await?.record().await?;
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
    let read = tokio::task::spawn_blocking(move || Ok(records::read(&record)?.1));
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
    let game = app.table(&table, caller).await?.finished_game().await?;
    analysed(&app, caller, &browser, question, game).await
}

/// Thinks about a position where and when there is a place for it.
async fn analysed(app: &App, caller: Caller, browser: &Browser, question: Question, game: Game) -> Answer {
    let find = tokio::task::spawn_blocking(move || question.position(&game).map(|_| game));
    let game = find.await.unwrap_or_else(|why| Err(failed(&why)))?;
    let seconds = u32::try_from(question.time().as_millis().div_ceil(1000)).unwrap_or(u32::MAX);
    app.take(caller, browser.known(), Work::Analyses, seconds.saturating_mul(limits::FULL) - 1)?;
    let work = move |stop: &AtomicBool| question.answer(&game, stop);
    let told = app.analysts.work(Some(caller.household), question.time(), work).await?;
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
    let who = Who { caller, browser: browser.known(), silent: Some(silent) };
    let tasks = app.tasks.clone();
    let upgrade = upgrade.max_message_size(socket::MESSAGE_READ).max_frame_size(socket::MESSAGE_READ);
    let upgrade = upgrade.read_buffer_size(socket::BUFFER).write_buffer_size(socket::BUFFER);
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

fn json_answer(value: &impl Serialize) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], messages::text(value)).into_response()
}
