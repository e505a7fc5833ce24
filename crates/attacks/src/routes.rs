//! Measures the cost of a request to each route: the server's processor time and the response size.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::{Value, json};

use crate::attacks::long_game;
use crate::visitor::table;
use crate::wire::Client;

/// Minimum time spent repeating each request, because the system counts processor time in hundredths of a second.
const MIN_DURATION: Duration = Duration::from_millis(700);
/// Maximum repetitions of each request.
const MAX_REQUESTS: u32 = 3000;
/// Number of public tables on the server during the measurement.
const TABLES: usize = 1000;

/// A request to measure.
struct RouteRequest {
    /// The route, as written in the OpenAPI document.
    route: String,
    method: &'static str,
    path: String,
    body: String,
    what: &'static str,
}

/// Cost of a request.
struct Cost {
    millis: f64,
    bytes: usize,
    status: u16,
}

/// Prints one Markdown table row per route: the request, the processor time in milliseconds, the response size in bytes, and the status.
pub async fn measure(client: Client, process: u32) -> anyhow::Result<()> {
    let cookie = sign_up(client).await?;
    let long = long_game(0)?;
    let made = client.request("POST", "/api/records", &cookie, &json!({"record": long}).to_string()).await?.json()?;
    let name = made["table"].as_str().with_context(|| format!("creating a table failed: {made}"))?;
    let mut public = table(vec![json!({"type": "human", "name": "A"}), json!({"type": "open"})]);
    public["public"] = json!(true);
    for _ in 0..TABLES {
        client.request("POST", "/api/tables", &cookie, &public.to_string()).await?;
    }
    println!("| request | ms | bytes | status |\n| --- | --- | --- | --- |");
    let special = special_requests(name, &long, &public);
    let known: BTreeSet<String> = special.iter().map(|asked| format!("{} {}", asked.method, asked.route)).collect();
    let document = client.get("/api/openapi.json").await?.json()?;
    let others = other_requests(&document, name).into_iter();
    let others = others.filter(|asked| !known.contains(&format!("{} {}", asked.method, asked.route)));
    for asked in special.into_iter().chain(others) {
        let cost = repeat(client, process, &cookie, &asked).await?;
        let Cost { millis, bytes, status } = cost;
        println!("| `{} {}`{} | {millis:.2} | {bytes} | {status} |", asked.method, asked.route, asked.what);
    }
    Ok(())
}

/// Creates an account and returns the header with its cookies.
async fn sign_up(client: Client) -> anyhow::Result<String> {
    let body = json!({"name": "Measurer", "password": "correct horse battery"}).to_string();
    let made = client.request("POST", "/api/account", "", &body).await?;
    anyhow::ensure!(made.status == 201, "creating an account failed: {}", made.text());
    Ok(format!("Cookie: {}\r\n", made.cookies()))
}

/// Returns the requests whose worst case needs specific parameters.
fn special_requests(name: &str, long: &str, public: &Value) -> Vec<RouteRequest> {
    let table = format!("/api/tables/{name}");
    let all = ["inns-cathedrals", "traders-builders", "princess-dragon", "tower", "abbey-mayor"];
    let mut expanded = public.clone();
    expanded["setup"]["expansions"] = json!(all);
    let record = json!({"record": long, "millis": 10});
    let (at_end, nowhere) = (with_field(&record, "at", json!(0)), with_field(&record, "at", json!(999_999)));
    let get = |route: &str, query: String, what| RouteRequest {
        route: route.to_owned(),
        method: "GET",
        path: query,
        body: String::new(),
        what,
    };
    let post = |route: &str, body: String, what| RouteRequest {
        route: route.to_owned(),
        method: "POST",
        path: route.to_owned(),
        body,
        what,
    };
    let of_table =
        |file: &str, what| get(&format!("/api/tables/{{table}}/{}", word(file)), format!("{table}/{file}"), what);
    vec![
        get("/api/tables", "/api/tables".into(), ", 200 own tables"),
        get("/api/tables", "/api/tables?public=true&limit=100".into(), ", a page of 100 among 1,000"),
        get("/api/tables", "/api/tables?public=true&game=coop".into(), ", no match among 1,000"),
        of_table("view", ", the newest, 1,008 tiles"),
        of_table("view?at=1000", ", after 1,000 answers"),
        of_table("events", ", all of 1,008 tiles"),
        of_table("guide", ", 1,008 tiles"),
        of_table("record", ", of a finished game, from the second request"),
        of_table("analysis?millis=10&at=2", ", 10 ms"),
        post("/api/analyse", nowhere.to_string(), ", a position past the end"),
        post("/api/analyse", at_end.to_string(), ", a record of 1,008 tiles at a position without a decision"),
        post("/api/records", json!({"record": long}).to_string(), ", a record of 1,008 tiles"),
        post("/api/tables", public.to_string(), ""),
        post("/api/tables", expanded.to_string(), ", five expansions"),
        post(
            "/api/account/sign-in",
            json!({"name": "Nobody", "password": "wrong guess"}).to_string(),
            ", a wrong password",
        ),
    ]
}

/// Returns a file's name without its query.
fn word(file: &str) -> &str {
    file.split('?').next().unwrap_or(file)
}

fn with_field(object: &Value, field: &str, value: Value) -> Value {
    let mut object = object.clone();
    object[field] = value;
    object
}

/// Returns a request to every route of the OpenAPI document that responds immediately, with existing values for path parameters and an
/// empty body.
fn other_requests(document: &Value, table: &str) -> Vec<RouteRequest> {
    let mut all = Vec::new();
    let fill = [
        ("{table}", table),
        ("{set}", "base"),
        ("{level}", "near"),
        ("{picture}", "crfr.0.svg"),
        ("{language}", "en"),
        ("{name}", "Measurer"),
        ("{seek}", "1"),
        ("{secret}", "none"),
        ("{tile}.{rotation}", "crfr.0"),
    ];
    for (route, item) in document["paths"].as_object().into_iter().flatten() {
        let path = fill.iter().fold(route.clone(), |path, (part, word)| path.replace(part, word));
        // Skips streams and sockets, which stay open, and routes that end the session.
        if ["/api/events", "/socket", "/sign-out", "/account/delete"].iter().any(|end| route.ends_with(end)) {
            continue;
        }
        for (verb, body) in [("get", ""), ("post", "{}")] {
            if !item[verb].is_null() {
                let method = if verb == "get" { "GET" } else { "POST" };
                all.push(RouteRequest {
                    route: route.clone(),
                    method,
                    path: path.clone(),
                    body: body.to_owned(),
                    what: "",
                });
            }
        }
    }
    all
}

async fn repeat(client: Client, process: u32, cookie: &str, asked: &RouteRequest) -> anyhow::Result<Cost> {
    let ask = async || client.request(asked.method, &asked.path, cookie, &asked.body).await;
    // The first request also fills caches, so its time is not measured.
    let first = ask().await?;
    let (began, before, mut times) = (Instant::now(), processor_millis(process)?, 0);
    while times < MAX_REQUESTS && (began.elapsed() < MIN_DURATION || times < 3) {
        ask().await?;
        times += 1;
    }
    let millis = (processor_millis(process)? - before) / f64::from(times);
    Ok(Cost { millis, bytes: first.bytes, status: first.status })
}

/// Returns the processor time that a process has used, including threads that have ended.
fn processor_millis(process: u32) -> anyhow::Result<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let [user, system] = [11, 12].map(|at| fields.get(at).and_then(|field| field.parse::<f64>().ok()));
    let Some((user, system)) = user.zip(system) else { bail!("cannot read the processor time of process {process}") };
    Ok((user + system) * 10.0)
}
