//! The engine: handles one request of the host at a time.

use serde_json::json;

use crate::refusal::Refusal;
use crate::requests::{Output, Reply, Request};
#[cfg(feature = "tables")]
use crate::routes::{self, Route};
#[cfg(feature = "tables")]
use crate::session::{Input, Session};

/// An engine: at most one table, and computer players.
#[derive(Default)]
pub struct Engine {
    #[cfg(feature = "tables")]
    session: Option<Session>,
}

impl Engine {
    /// Handles a request, a JSON text, and returns the [`Output`] as JSON. A request that cannot be parsed is the host's error; its output
    /// only has a problem.
    pub fn handle(&mut self, request: &[u8]) -> String {
        let output = match serde_json::from_slice(request) {
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
            Request::Http { id, now, path, body: None } => self.get(id, now, &path),
            Request::Http { id, path, body, .. } => replied(Reply::new(id, post(&path, body.as_deref()))),
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
        let (name, query) = match Route::parse(path) {
            Route::Games => return replied(Reply::new(id, Ok(routes::games()))),
            Route::Rules(language) => return replied(Reply::new(id, routes::rules(&language))),
            Route::Other => return replied(Reply::new(id, Err(not_found(path)))),
            Route::Table(name, query) => (name, query),
        };
        match &self.session {
            Some(session) if session.name() == name => {
                self.put(now, Input::Query(Box::new(move |table| query.reply(id, table))))
            }
            _ => replied(Reply::new(id, Err(Refusal::new("no_table", format!("there is no table {name} here"))))),
        }
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

fn not_found(path: &str) -> Refusal {
    Refusal::new("not_found", format!("{path} is not available without a server"))
}

/// Handles a request that changes something and concerns no table.
fn post(path: &str, body: Option<&str>) -> Result<String, Refusal> {
    match (path, body) {
        #[cfg(feature = "players")]
        ("/api/analyse", Some(body)) => crate::players::analyse(body),
        _ => Err(not_found(path)),
    }
}

#[cfg(feature = "players")]
fn choose(job: &str) -> Result<String, Refusal> {
    let job = serde_json::from_str(job).map_err(|why| Refusal::new("bad_message", format!("invalid job: {why}")))?;
    crate::players::choose(&job)
}

#[cfg(not(feature = "players"))]
fn choose(_: &str) -> Result<String, Refusal> {
    Err(Refusal::new("not_found", "this module has no computer players"))
}
