//! The engine: handles one request of the host at a time.

use serde_json::json;

use crate::refusal::Refusal;
use crate::requests::{Output, Reply, Request, parse_json};
#[cfg(feature = "tables")]
use crate::routes::{self, Get, Router};
#[cfg(feature = "tables")]
use crate::session::{Input, Session};

/// An engine: at most one table, and computer players.
#[derive(Default)]
pub struct Engine {
    #[cfg(feature = "tables")]
    session: Option<Session>,
    #[cfg(feature = "tables")]
    router: Router,
}

impl Engine {
    /// Handles a request, a JSON text, and returns the [`Output`] as JSON. A request that cannot be parsed is the host's error; its output
    /// only has a problem.
    pub fn handle(&mut self, request: &[u8]) -> String {
        let output = match parse_json(&String::from_utf8_lossy(request)) {
            Ok(request) => self.execute(request),
            Err(why) => Output { problems: vec![format!("invalid request: {why}")], ..Output::default() },
        };
        json!(output).to_string()
    }

    /// Carries out a request.
    pub fn execute(&mut self, request: Request) -> Output {
        match request {
            Request::Choose { id, job } => replied(Reply::new(id, choose(&job))),
            #[cfg(feature = "checks")]
            Request::Check { id, check } => replied(Reply::new(id, check.run())),
            #[cfg(feature = "tables")]
            Request::Http { id, now, path, body: None, .. } => self.get(id, now, &path),
            #[cfg(feature = "tables")]
            Request::Http { id, now, path, body: Some(body), name } => self.post(id, now, name, &path, &body),
            #[cfg(not(feature = "tables"))]
            Request::Http { id, path, body, .. } => replied(Reply::new(id, players(&path, &body.unwrap_or_default()))),
            #[cfg(feature = "tables")]
            request => self.at_table(request),
            #[cfg(not(feature = "tables"))]
            _ => problem("this module has no tables"),
        }
    }
}

#[cfg(feature = "tables")]
impl Engine {
    fn at_table(&mut self, request: Request) -> Output {
        match request {
            Request::Create { id, now, name, seed, table } => {
                self.begin(id, now, || routes::create(id, now, name, &seed, &table))
            }
            Request::Import { id, now, name, body } => self.begin(id, now, || routes::import(id, now, name, &body)),
            Request::Continue { id, now, name, seed, body } => {
                self.begin(id, now, || routes::continue_game(id, now, name, &seed, &body))
            }
            Request::Open { id, now, stored } => self.begin(id, now, || routes::open(id, now, &stored)),
            Request::Message { now, text } => self.receive(now, &text),
            Request::Leave { now } => self.put(now, Input::Leave),
            Request::Decided { now, number, word } => self.put(now, Input::Decided { number, word }),
            Request::Wake { now } => self.put(now, Input::Wake),
            Request::Written { now, error } => {
                let Some(session) = &mut self.session else { return problem(NO_TABLE) };
                session.written(error.map_or(Ok(()), Err));
                let output = session.work(now);
                self.session.take_if(|session| session.has_ended());
                output
            }
            _ => Output::default(),
        }
    }

    /// Begins a session, unless there is one.
    fn begin(&mut self, id: u32, now: u64, session: impl FnOnce() -> Result<Session, Refusal>) -> Output {
        let free = match self.session {
            Some(_) => Err(Refusal::new("busy", "this worker has a table; start another worker")),
            None => session(),
        };
        match free {
            Ok(session) => self.session.insert(session).work(now),
            Err(refusal) => replied(Reply::new(id, Err(refusal))),
        }
    }

    fn put(&mut self, now: u64, input: Input) -> Output {
        let Some(session) = &mut self.session else { return problem(NO_TABLE) };
        session.put(input);
        session.work(now)
    }

    fn receive(&mut self, now: u64, text: &str) -> Output {
        let Some(session) = &mut self.session else { return problem(NO_TABLE) };
        match table::request::ClientMessage::read(text) {
            Ok(message) => session.put(Input::Message(message)),
            Err(why) => session.refuse(&why.into()),
        }
        session.work(now)
    }

    fn get(&mut self, id: u32, now: u64, path: &str) -> Output {
        let (name, query) = match self.router.get(id, path) {
            Get::Reply(reply) => return replied(reply),
            Get::Table(name, query) => (name, query),
        };
        match &self.session {
            Some(session) if session.name() == name => {
                self.put(now, Input::Query(Box::new(move |table| query.reply(id, table))))
            }
            _ => replied(Reply::new(id, Err(Refusal::new("no_table", format!("there is no table {name} here"))))),
        }
    }

    fn post(&mut self, id: u32, now: u64, name: Option<String>, path: &str, body: &str) -> Output {
        if let Some(game) = path.strip_prefix("/api/guided/") {
            return self.begin(id, now, || routes::guided(id, now, name, game, body));
        }
        let text = match path {
            "/api/games/numbers" => routes::numbers(body),
            "/api/games/board" => routes::board(body),
            "/api/games/position" => routes::position(body),
            "/api/games/study" => routes::study(body),
            _ => players(path, body),
        };
        replied(Reply::new(id, text))
    }
}

#[cfg(feature = "tables")]
const NO_TABLE: &str = "there is no table here";

fn replied(reply: Reply) -> Output {
    Output { replies: vec![reply], ..Output::default() }
}

fn problem(why: &str) -> Output {
    Output { problems: vec![why.to_owned()], ..Output::default() }
}

/// Handles a request that the tables' module forwards to the players' module.
#[cfg(feature = "players")]
fn players(path: &str, body: &str) -> Result<String, Refusal> {
    match (path, path.strip_prefix("/api/rules/")) {
        ("/api/analyse", _) => crate::players::analyse(body),
        ("/api/review", _) => crate::players::review(body),
        (_, Some(language)) => crate::players::rules(language),
        _ => Err(Refusal::new("not_found", format!("{path} is not available without a server"))),
    }
}

#[cfg(not(feature = "players"))]
fn players(path: &str, _: &str) -> Result<String, Refusal> {
    Err(Refusal::new("not_found", format!("{path} is not available without a server")))
}

#[cfg(feature = "players")]
fn choose(job: &str) -> Result<String, Refusal> {
    let job = parse_json(job).map_err(|why| Refusal::new("bad_message", format!("invalid job: {why}")))?;
    crate::players::choose(&job)
}

#[cfg(not(feature = "players"))]
fn choose(_: &str) -> Result<String, Refusal> {
    Err(Refusal::new("not_found", "this module has no computer players"))
}
