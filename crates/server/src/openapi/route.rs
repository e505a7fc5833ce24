//! A route of the HTTP API, with what the OpenAPI document says of it.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::handler::Handler;
use axum::http::{Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use axum::routing::MethodRouter;
use axum::{Extension, Router};
use utoipa::ToSchema;

use super::arguments::{Arguments, Taken};
use super::schemas::{Schemas, Shape};
use crate::app::App;
use crate::http::extract::BODY;
use crate::http::origin;
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Caller;
use crate::limits::costs::{self, CostClass};
use crate::limits::quotas::Resource;
use crate::tokens::scopes::Access;

/// How any request can be refused.
const ALWAYS: [Code; 3] = [Code::TooFast, Code::Host, Code::BadMessage];

/// What JSON is called.
const JSON: &str = "application/json";

/// What comes back where a request is not refused.
pub struct Told {
    pub status: StatusCode,
    /// As what, and of which shape; nothing where there is no body.
    pub body: Option<(&'static str, Shape)>,
    pub says: &'static str,
}

/// What the document says of a route.
pub struct Operation {
    pub method: Method,
    /// The path below `/api`, as requests are told apart by it.
    pub path: &'static str,
    /// The same with a name for each part of it that varies.
    pub shown: &'static str,
    /// What it belongs to.
    pub room: &'static str,
    /// What it does, in a sentence.
    pub says: &'static str,
    /// What comes back.
    pub told: Vec<Told>,
    /// Whether it is for those alone who are signed in.
    pub signed: bool,
    pub access: Access,
    /// Bytes that a body has at most.
    pub most_bytes: usize,
    taken: fn(&mut Taken),
    guarded: bool,
    refuses: Vec<Code>,
}

impl Operation {
    pub fn taken(&self) -> Taken {
        let mut taken = Taken::default();
        (self.taken)(&mut taken);
        taken
    }

    /// All codes with which a request that brings this can be refused.
    pub fn refusals(&self, taken: &Taken) -> Vec<Code> {
        let signed = self.signed.then_some(Code::SignedOut);
        let guarded = self.guarded.then_some(Code::Origin);
        let all = ALWAYS.iter().chain(&taken.refuses).chain(&self.refuses).copied().chain(signed).chain(guarded);
        all.collect()
    }
}

pub struct Route {
    operation: Operation,
    handler: MethodRouter<Arc<App>>,
    work: Option<Resource>,
}

/// A GET route. `says` describes it in the OpenAPI document.
pub fn get<T: Arguments + 'static>(
    path: &'static str,
    access: Access,
    says: &'static str,
    handler: impl Handler<T, Arc<App>>,
) -> Route {
    Route::new(Method::GET, path, access, says, T::tell, axum::routing::get(handler))
}

/// A POST route. `says` describes it in the OpenAPI document.
pub fn post<T: Arguments + 'static>(
    path: &'static str,
    access: Access,
    says: &'static str,
    handler: impl Handler<T, Arc<App>>,
) -> Route {
    Route::new(Method::POST, path, access, says, T::tell, axum::routing::post(handler))
}

impl Route {
    fn new(
        method: Method,
        path: &'static str,
        access: Access,
        says: &'static str,
        taken: fn(&mut Taken),
        handler: MethodRouter<Arc<App>>,
    ) -> Route {
        let (told, refuses) = (Vec::new(), Vec::new());
        let (signed, guarded, most_bytes) = (false, false, BODY);
        let room = "";
        let shown = path;
        let operation =
            Operation { method, path, shown, room, says, told, signed, access, most_bytes, taken, guarded, refuses };
        Route { operation, handler, work: None }
    }

    fn tells(mut self, status: StatusCode, says: &'static str, body: Option<(&'static str, Shape)>) -> Route {
        self.operation.told.push(Told { status, body, says });
        self
    }

    pub fn answers<T: ToSchema>(self) -> Route {
        self.tells(StatusCode::OK, "done", Some((JSON, Schemas::named::<T>)))
    }

    /// It makes something, and answers this.
    pub fn creates<T: ToSchema>(self) -> Route {
        self.tells(StatusCode::CREATED, "made", Some((JSON, Schemas::named::<T>)))
    }

    /// It answers a list of these.
    pub fn lists<T: ToSchema>(self) -> Route {
        self.tells(StatusCode::OK, "a list", Some((JSON, Schemas::list::<T>)))
    }

    /// It answers a part of a list of these.
    pub fn answers_part<T: ToSchema>(self) -> Route {
        self.tells(StatusCode::OK, "the newest first", Some((JSON, Schemas::part::<T>)))
    }

    pub fn answers_or_null<T: ToSchema>(self) -> Route {
        self.tells(StatusCode::OK, "null where there is none", Some((JSON, Schemas::or_null::<T>)))
    }

    /// It answers an object that is not described.
    pub fn answers_any(self) -> Route {
        self.tells(StatusCode::OK, "done", Some((JSON, Schemas::object)))
    }

    /// It answers this, whose type has an argument of its own and so no name.
    pub fn answers_unnamed<T: ToSchema>(self) -> Route {
        self.tells(StatusCode::OK, "done", Some((JSON, Schemas::inline::<T>)))
    }

    /// It answers these, a line each.
    pub fn streams<T: ToSchema>(self) -> Route {
        self.tells(
            StatusCode::OK,
            "lines of JSON, each of this shape",
            Some(("application/x-ndjson", Schemas::named::<T>)),
        )
    }

    /// It answers a text of this type.
    pub fn answers_text(self, kind: &'static str) -> Route {
        self.tells(StatusCode::OK, "a text", Some((kind, Schemas::text)))
    }

    /// It takes something up that is done later.
    pub fn takes_up(self) -> Route {
        self.tells(StatusCode::ACCEPTED, "taken up", None)
    }

    /// It leads a browser on to a page, whatever comes of it.
    pub fn leads_on(self) -> Route {
        self.tells(StatusCode::SEE_OTHER, "a page, which says what came of it", None)
    }

    pub fn becomes_socket(self) -> Route {
        self.tells(StatusCode::SWITCHING_PROTOCOLS, "a WebSocket, whose messages docs/protocol.md describes", None)
    }

    /// What it answers has an `ETag`: whoever has it already is told so.
    pub fn with_tag(self) -> Route {
        self.tells(StatusCode::NOT_MODIFIED, "the same as If-None-Match names", None)
    }

    /// It can be refused with these codes, beside those that its arguments bring.
    pub fn refuses(mut self, codes: &[Code]) -> Route {
        self.operation.refuses.extend(codes);
        self
    }

    /// It is for those alone who are signed in.
    pub fn signed(mut self) -> Route {
        self.operation.signed = true;
        self
    }

    /// Its path with a name for each part that varies, where the router knows whole files.
    pub fn shown_as(mut self, path: &'static str) -> Route {
        self.operation.shown = path;
        self
    }

    /// Its body may have so many bytes.
    pub fn takes(mut self, bytes: usize) -> Route {
        self.operation.most_bytes = bytes;
        self
    }

    /// It is counted as work before it turns out to be valid.
    pub fn counted(mut self, work: Resource) -> Route {
        self.work = Some(work);
        self
    }

    /// What answers, below the layers that the operation speaks of.
    fn built(self, app: &Arc<App>) -> (&'static str, MethodRouter<Arc<App>>) {
        let Route { operation, mut handler, work } = self;
        let path = operation.path;
        // `Browser` holds a token to it.
        handler = handler.route_layer(Extension(operation.access));
        // What is not declared fails a test (`api/tests.rs`).
        let class = costs::of_route(&operation.method, path).unwrap_or(CostClass::View);
        if class.requests() > 1 {
            let more = class.requests() - 1;
            handler = handler.route_layer(from_fn_with_state((app.clone(), more), charged));
        }
        if let Some(work) = work {
            handler = handler.route_layer(from_fn_with_state((app.clone(), work), counted));
        }
        if operation.most_bytes != BODY {
            handler = handler.route_layer(DefaultBodyLimit::max(operation.most_bytes));
        }
        if operation.guarded {
            handler = handler.route_layer(from_fn_with_state(app.clone(), origin::guard));
        }
        #[cfg(debug_assertions)]
        {
            handler = handler.route_layer(axum::middleware::from_fn_with_state(Arc::new(operation), promised));
        }
        (path, handler)
    }
}

/// Counts a request that may turn out not to be valid.
async fn counted(
    State((app, work)): State<(Arc<App>, Resource)>,
    caller: Caller,
    request: Request,
    next: Next,
) -> Result<Response, Refusal> {
    app.take(caller, None, work, 1)?;
    Ok(next.run(request).await)
}

/// Takes the units of requests beyond the one that every request takes.
async fn charged(
    State((app, more)): State<(Arc<App>, u32)>,
    caller: Caller,
    request: Request,
    next: Next,
) -> Result<Response, Refusal> {
    app.take(caller, None, Resource::Requests, more)?;
    Ok(next.run(request).await)
}

/// Holds a route to what the document says of it, wherever tests run: each answer is one that stands there.
#[cfg(debug_assertions)]
async fn promised(State(operation): State<Arc<Operation>>, request: Request, next: Next) -> Response {
    let answer = next.run(request).await;
    let status = answer.status();
    let stands = match answer.extensions().get::<Code>() {
        Some(code) => operation.refusals(&operation.taken()).contains(code),
        None => operation.told.iter().any(|told| told.status == status),
    };
    let code = answer.extensions().get::<Code>();
    debug_assert!(
        stands,
        "the document does not know that {} {} answers {status} {code:?}",
        operation.method, operation.path
    );
    answer
}

/// Routes of the HTTP API.
#[derive(Default)]
pub struct Routes {
    room: &'static str,
    routes: Vec<Route>,
}

impl Routes {
    /// None yet; what the document says they belong to.
    pub fn of(room: &'static str) -> Routes {
        Routes { room, routes: Vec::new() }
    }

    pub fn route(mut self, mut route: Route) -> Routes {
        route.operation.room = self.room;
        self.routes.push(route);
        self
    }

    pub fn merge(mut self, others: Routes) -> Routes {
        self.routes.extend(others.routes);
        self
    }

    /// The same, for pages of this server alone: what changes something, and sockets.
    pub fn guarded(mut self) -> Routes {
        self.routes.iter_mut().for_each(|route| route.operation.guarded = true);
        self
    }

    /// What the document says of them.
    pub fn operations(self) -> Vec<Operation> {
        self.routes.into_iter().map(|route| route.operation).collect()
    }

    pub fn built(self, app: &Arc<App>) -> Router<Arc<App>> {
        let built = self.routes.into_iter().map(|route| route.built(app));
        built.fold(Router::new(), |router, (path, handler)| router.route(path, handler))
    }
}
