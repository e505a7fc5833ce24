//! The HTTP half of the protocol, and the way to the socket.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection};
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use games::{Setup, own_tiles as own_files};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_http::compression::CompressionLayer;

use crate::analysis::{OfRecord, OfTable};
use crate::messages::{self, NewTable};
use crate::records::Brought;
use crate::refusal::{Code, Refusal};
use crate::secrets::{self, Hash};
use crate::storage::Listed;
use crate::{App, origin, records, socket};

/// Bytes that a request's body has at most.
const BODY: usize = 16 * 1024;
/// Bytes of the body that makes a table with a tile file of the players' own: the file as it stands in JSON, where line ends and
/// quotation marks take two bytes, and the rest.
const BODY_WITH_TILES: usize = 2 * games::own_tiles::MOST_BYTES + BODY;
/// Bytes of the body that brings a record, which may have own tiles too.
const BODY_WITH_RECORD: usize = 256 * 1024;
/// What a tile file is.
const PLAIN: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");
/// The field that may make a body longer.
const OWN_TILES: &[u8] = b"\"own_tiles\"";
/// The cookie that holds a browser's secret.
const COOKIE: &str = "bastide";
/// How long a browser keeps it, in seconds: a year.
const COOKIE_AGE: u32 = 365 * 24 * 60 * 60;

/// Pages take everything from this server alone; art and components bring styles of their own.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; media-src 'self'; \
    worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

type Answer = Result<Response, Refusal>;

/// Every address of the server.
pub fn router(app: Arc<App>) -> Router {
    let api = Router::new()
        .route("/games", get(games))
        .route("/art/{file}", get(art))
        .route("/rules/{language}", get(rules))
        .route("/sets/{file}", get(tile_file))
        .route("/analyse", post(analyse).layer(DefaultBodyLimit::max(BODY_WITH_RECORD)))
        .route("/records", post(open_record).layer(DefaultBodyLimit::max(BODY_WITH_RECORD)))
        .route("/tables", get(list).post(create).layer(DefaultBodyLimit::max(BODY_WITH_TILES)))
        .route("/tables/{table}", get(show))
        .route("/tables/{table}/join", post(join))
        .route("/tables/{table}/start", post(start))
        .route("/tables/{table}/claim", post(claim))
        .route("/tables/{table}/token", post(token))
        .route("/tables/{table}/view", get(view))
        .route("/tables/{table}/events", get(events))
        .route("/tables/{table}/record", get(record))
        .route("/tables/{table}/analysis", get(analysis_of_table))
        .route("/tables/{table}/art/own.json", get(own_art))
        .route("/tables/{table}/tiles.toml", get(own_tiles))
        .route("/tables/{table}/socket", get(open_socket))
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
        .layer(axum::middleware::map_response(guard))
        .layer(CompressionLayer::new())
        .with_state(app)
}

/// What every answer says to browsers.
async fn guard(mut response: Response) -> Response {
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    let headers = response.headers_mut();
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
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

async fn art(State(app): State<Arc<App>>, Path(file): Path<String>, headers: HeaderMap) -> Answer {
    // Drawing a whole set takes a while; it is done once, away from the threads that serve people.
    let drawn = tokio::task::spawn_blocking(move || {
        let set = file.strip_suffix(".json").unwrap_or(&file);
        app.library.art(set).map(|fixed| fixed.answer(&headers))
    });
    drawn.await.unwrap_or_else(|why| Err(failed(&why)))
}

/// A printed set's tile file, under an id of its own: to be corrected, and played as own tiles.
async fn tile_file(Path(file): Path<String>) -> Answer {
    let text = file.strip_suffix(".toml").and_then(own_files::copy_of_printed);
    let text = text.ok_or_else(|| Refusal::new(Code::NotFound, format!("there is no tile set {file}")))?;
    Ok(([(header::CONTENT_TYPE, PLAIN)], text).into_response())
}

async fn own_art(State(app): State<Arc<App>>, Path(table): Path<String>, headers: HeaderMap) -> Answer {
    let own = app.hub.table(&table).await?.own_tiles().await?;
    let drawn = tokio::task::spawn_blocking(move || app.library.own_art(&own).map(|fixed| fixed.answer(&headers)));
    drawn.await.unwrap_or_else(|why| Err(failed(&why)))
}

async fn own_tiles(State(app): State<Arc<App>>, Path(table): Path<String>) -> Answer {
    let own = app.hub.table(&table).await?.own_tiles().await?;
    Ok(([(header::CONTENT_TYPE, PLAIN)], own.text().unwrap_or_default().to_owned()).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListQuery {
    public: Option<bool>,
}

async fn list(
    State(app): State<Arc<App>>,
    query: Result<Query<ListQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Answer {
    let storage = app.hub.storage();
    let tables = match (read(query)?.public, browser(&headers)) {
        (Some(true), _) => storage.public_tables().await,
        (_, Some(secret)) => storage.tables_of(secrets::hash(&secret)).await,
        (_, None) => Ok(Vec::new()),
    };
    let tables = tables.map_err(|why| Refusal::new(Code::Storage, format!("the list cannot be read: {why}")))?;
    Ok(json_answer(&tables.iter().map(line).collect::<Vec<Value>>()))
}

fn line(table: &Listed) -> Value {
    let setup = serde_json::from_str(&table.setup).ok().map(|setup: Setup| setup.pinned(table.rules_version));
    let seats: Vec<Value> = table.seats.iter().map(|sitter| messages::seat(sitter, false)).collect();
    let seats: Vec<Value> = seats.into_iter().map(without_presence).collect();
    json!({
        "table": table.name,
        "phase": table.standing.phase,
        "setup": setup,
        "seats": seats,
        "turn": table.standing.turn,
        "updated": table.updated,
        "imported": table.imported,
    })
}

/// A list is made from what is stored, which does not know who is there.
fn without_presence(mut seat: Value) -> Value {
    if let Some(seat) = seat.as_object_mut() {
        seat.remove("connected");
    }
    seat
}

async fn create(State(app): State<Arc<App>>, headers: HeaderMap, body: Result<Bytes, BytesRejection>) -> Answer {
    origin::check(&headers, &app.origins)?;
    let long = body.as_ref().is_ok_and(|body| body.len() > BODY);
    let too_big = || Refusal::new(Code::TooBig, format!("a body without own_tiles has at most {BODY} bytes"));
    // What cannot have own tiles is not even read.
    if long && !body.as_ref().is_ok_and(|body| body.windows(OWN_TILES.len()).any(|part| part == OWN_TILES)) {
        return Err(too_big());
    }
    let asked: NewTable = parse(body, "a new table: {\"setup\", \"seats\", \"public\"}")?;
    if long && asked.setup.own_tiles.is_none() {
        return Err(too_big());
    }
    may_create(&app)?;
    let browser = Browser::of(&headers);
    let hash = browser.hash();
    let (table, tokens) = whole(async move { app.hub.create(asked, hash).await }).await?;
    let tokens: Vec<Value> = tokens.iter().map(|(seat, token)| json!({"seat": seat, "token": token})).collect();
    let link = format!("/t/{}", table.name());
    Ok(browser.remember(json_answer(&json!({"table": table.name(), "tokens": tokens, "link": link}))))
}

/// Makes a table for the game of a record.
async fn open_record(State(app): State<Arc<App>>, headers: HeaderMap, body: Result<Bytes, BytesRejection>) -> Answer {
    origin::check(&headers, &app.origins)?;
    let record = parse::<Brought>(body, "a record to be opened: {\"record\"}")?.text()?;
    may_create(&app)?;
    let browser = Browser::of(&headers);
    let hash = browser.hash();
    let table = whole(async move { app.hub.import(record, hash).await }).await?;
    Ok(browser.remember((StatusCode::CREATED, json_answer(&table.describe().await)).into_response()))
}

/// Refuses one more table where many are being made: each takes room on the disk for good.
fn may_create(app: &App) -> Result<(), Refusal> {
    if app.creations.lock().map_or(true, |mut pace| pace.allows(Instant::now())) {
        return Ok(());
    }
    Err(Refusal::new(Code::TooFast, "too many tables are being made; try again in a few seconds"))
}

async fn show(State(app): State<Arc<App>>, Path(table): Path<String>) -> Answer {
    Ok(json_answer(&app.hub.table(&table).await?.describe().await))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Join {
    seat: u8,
    name: String,
}

async fn join(
    State(app): State<Arc<App>>,
    Path(table): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    origin::check(&headers, &app.origins)?;
    let Join { seat, name } = parse(body, "a wish to join: {\"seat\", \"name\"}")?;
    let (browser, table) = (Browser::of(&headers), app.hub.table(&table).await?);
    let hash = browser.hash();
    let token = whole(async move { table.join(seat, &name, hash).await }).await?;
    Ok(browser.remember(json_answer(&json!({"seat": seat, "token": token}))))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Held {
    token: Option<String>,
}

async fn start(
    State(app): State<Arc<App>>,
    Path(table): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    origin::check(&headers, &app.origins)?;
    let held: Held = parse(body, "a wish to start: {\"token\"}")?;
    let (table, hashes) = (app.hub.table(&table).await?, secrets_of(&headers, held.token.as_deref()));
    let started = table.clone();
    whole(async move { started.start(&hashes).await }).await?;
    Ok(json_answer(&table.describe().await))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Claim {
    token: String,
}

async fn claim(
    State(app): State<Arc<App>>,
    Path(table): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    origin::check(&headers, &app.origins)?;
    let Claim { token } = parse(body, "a claim: {\"token\"}")?;
    let (browser, table) = (Browser::of(&headers), app.hub.table(&table).await?);
    let hash = browser.hash();
    let seats = whole(async move { table.claim(secrets::hash(&token), hash).await }).await?;
    Ok(browser.remember(json_answer(&json!({"seats": seats}))))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PassOn {
    seat: u8,
    token: Option<String>,
}

async fn token(
    State(app): State<Arc<App>>,
    Path(table): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    origin::check(&headers, &app.origins)?;
    let PassOn { seat, token } = parse(body, "a wish for a token: {\"seat\", \"token\"}")?;
    let (table, hashes) = (app.hub.table(&table).await?, secrets_of(&headers, token.as_deref()));
    let name = table.name().to_owned();
    let token = whole(async move { table.token(seat, &hashes).await }).await?;
    let link = format!("/t/{name}#seat={seat}&token={token}");
    Ok(json_answer(&json!({"seat": seat, "token": token, "link": link})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct At {
    at: Option<usize>,
}

async fn view(
    State(app): State<Arc<App>>,
    Path(table): Path<String>,
    headers: HeaderMap,
    query: Result<Query<At>, QueryRejection>,
) -> Answer {
    let At { at } = read(query)?;
    let view = app.hub.table(&table).await?.view(at, &secrets_of(&headers, None)).await?;
    Ok(json_answer(&view))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Range {
    from: Option<usize>,
    to: Option<usize>,
}

async fn events(
    State(app): State<Arc<App>>,
    Path(table): Path<String>,
    headers: HeaderMap,
    query: Result<Query<Range>, QueryRejection>,
) -> Answer {
    let Range { from, to } = read(query)?;
    let log = app.hub.table(&table).await?.events(from, to, &secrets_of(&headers, None)).await?;
    Ok(json_answer(&log))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    format: Option<String>,
}

async fn record(
    State(app): State<Arc<App>>,
    Path(table): Path<String>,
    query: Result<Query<Form>, QueryRejection>,
) -> Answer {
    let as_json = match read(query)?.format.as_deref() {
        None | Some("text") => false,
        Some("json") => true,
        Some(_) => return Err(Refusal::new(Code::BadRange, "a record comes as format=text or format=json")),
    };
    let record = app.hub.table(&table).await?.record().await?;
    if as_json {
        return Ok(json_answer(&record));
    }
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    Ok(([(header::CONTENT_TYPE, kind)], record.to_text()).into_response())
}

async fn analyse(State(app): State<Arc<App>>, headers: HeaderMap, body: Result<Bytes, BytesRejection>) -> Answer {
    origin::check(&headers, &app.origins)?;
    let asked: OfRecord = parse(body, "a question about a record: {\"record\", \"at\", \"millis\", \"given\"}")?;
    let (record, question) = asked.checked()?;
    analysed(&app, move |stop| question.answer(&records::read(&record)?.1, stop)).await
}

async fn analysis_of_table(
    State(app): State<Arc<App>>,
    Path(table): Path<String>,
    query: Result<Query<OfTable>, QueryRejection>,
) -> Answer {
    let question = read(query)?.checked()?;
    let game = app.hub.table(&table).await?.finished_game().await?;
    analysed(&app, move |stop| question.answer(&game, stop)).await
}

/// Thinks about a position where and when there is a place for it.
async fn analysed(app: &App, work: impl FnOnce(&AtomicBool) -> Result<Value, Refusal> + Send + 'static) -> Answer {
    let paced = app.questions.lock().map_or(true, |mut pace| pace.allows(Instant::now()));
    if !paced {
        return Err(Refusal::new(Code::TooFast, "too many positions are asked about; try again in a few seconds"));
    }
    let told = app.analysts.work(work).await.map_err(|why| failed(&why))??;
    Ok(json_answer(&told))
}

async fn open_socket(
    State(app): State<Arc<App>>,
    Path(table): Path<String>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Answer {
    origin::check(&headers, &app.origins)?;
    let upgrade = upgrade.map_err(|why| {
        Refusal::new(Code::BadMessage, format!("this address is a WebSocket and nothing else: {}", why.body_text()))
    })?;
    let place = app.sockets.clone().try_acquire_owned();
    let place = place.map_err(|_| Refusal::new(Code::Busy, "the server has all the connections that it takes"))?;
    let browser = browser(&headers).map(|secret| secrets::hash(&secret));
    let tasks = app.tasks.clone();
    let upgrade = upgrade.max_message_size(socket::MESSAGE_READ).max_frame_size(socket::MESSAGE_READ);
    Ok(upgrade.on_upgrade(move |socket| {
        tasks.track_future(async move {
            socket::serve(app, socket, table, browser).await;
            drop(place);
        })
    }))
}

/// Carries a change out to its end even if the client goes away meanwhile: a change that is on the disk must be made in
/// memory too.
async fn whole<T: Send + 'static>(
    change: impl Future<Output = Result<T, Refusal>> + Send + 'static,
) -> Result<T, Refusal> {
    tokio::spawn(change).await.unwrap_or_else(|why| Err(failed(&why)))
}

fn failed(why: &tokio::task::JoinError) -> Refusal {
    tracing::error!("a request failed: {why}");
    Refusal::new(Code::Storage, "the server failed at this request; its log says why")
}

fn read<T>(query: Result<Query<T>, QueryRejection>) -> Result<T, Refusal> {
    query.map(|Query(query)| query).map_err(|why| Refusal::new(Code::BadRange, why.body_text()))
}

fn parse<T: serde::de::DeserializeOwned>(body: Result<Bytes, BytesRejection>, what: &str) -> Result<T, Refusal> {
    let body = body.map_err(|why| match why.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refusal::new(
            Code::TooBig,
            format!(
                "a body has at most {BODY} bytes, {BODY_WITH_TILES} where it makes a table with own_tiles, and \
                 {BODY_WITH_RECORD} where it brings a record"
            ),
        ),
        _ => Refusal::new(Code::NotJson, why.body_text()),
    })?;
    messages::parse(&body, what)
}

fn json_answer(value: &impl Serialize) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], messages::text(value)).into_response()
}

/// The hashes of the secrets that a request brings: its cookie's and its token's.
fn secrets_of(headers: &HeaderMap, token: Option<&str>) -> Vec<Hash> {
    browser(headers).as_deref().into_iter().chain(token).map(secrets::hash).collect()
}

/// The secret of the browser that asks.
fn browser(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut values = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    values.find(|(name, value)| *name == COOKIE && secrets::is_secret(value)).map(|(_, value)| value.to_owned())
}

/// A browser, which may have come for the first time.
struct Browser {
    secret: String,
    is_new: bool,
}

impl Browser {
    fn of(headers: &HeaderMap) -> Browser {
        match browser(headers) {
            Some(secret) => Browser { secret, is_new: false },
            None => Browser { secret: secrets::secret(), is_new: true },
        }
    }

    fn hash(&self) -> Hash {
        secrets::hash(&self.secret)
    }

    /// Gives a new browser its secret along with the answer.
    fn remember(&self, mut response: Response) -> Response {
        let cookie = format!("{COOKIE}={}; Path=/; HttpOnly; SameSite=Lax; Max-Age={COOKIE_AGE}", self.secret);
        if let Some(cookie) = self.is_new.then(|| HeaderValue::from_str(&cookie).ok()).flatten() {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        response
    }
}
