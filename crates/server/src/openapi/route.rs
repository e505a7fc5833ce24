//! Declaration of a route with its OpenAPI metadata.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::handler::Handler;
use axum::http::{Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use axum::routing::MethodRouter;
use axum::{Extension, Router};
use utoipa::ToSchema;

use super::arguments::{Arguments, RequestInputs};
use super::schemas::{Schemas, Shape};
use crate::app::App;
use crate::http::extract::MAX_BODY_BYTES;
use crate::http::origin;
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Caller;
use crate::limits::costs::{self, CostClass};
use crate::limits::quotas::Resource;
use crate::tokens::scopes::Access;

/// Error codes that every route can return.
const ALWAYS: [Code; 3] = [Code::TooFast, Code::Host, Code::BadMessage];

/// Media type of JSON.
const JSON: &str = "application/json";

/// A success response.
pub struct SuccessResponse {
    pub status: StatusCode,
    /// Media type and schema; `None` if there is no body.
    pub body: Option<(&'static str, Shape)>,
    pub says: &'static str,
}

/// OpenAPI metadata for one route.
pub struct Operation {
    pub method: Method,
    /// Path below `/api`, as the router matches it.
    pub path: &'static str,
    /// `path` with named parameters.
    pub documented_path: &'static str,
    /// OpenAPI tag, used to group routes.
    pub tag: &'static str,
    /// One-sentence summary.
    pub says: &'static str,
    /// Success responses.
    pub successes: Vec<SuccessResponse>,
    /// Whether the route requires an account.
    pub signed: bool,
    pub access: Access,
    /// Maximum size of the request body in bytes.
    pub most_bytes: usize,
    inputs: fn(&mut RequestInputs),
    guarded: bool,
    refuses: Vec<Code>,
}

impl Operation {
    pub fn inputs(&self) -> RequestInputs {
        let mut inputs = RequestInputs::default();
        (self.inputs)(&mut inputs);
        inputs
    }

    /// Lists all error codes for a request with these inputs.
    pub fn refusals(&self, inputs: &RequestInputs) -> Vec<Code> {
        let signed = self.signed.then_some(Code::SignedOut);
        let guarded = self.guarded.then_some(Code::Origin);
        let all = ALWAYS.iter().chain(&inputs.refuses).chain(&self.refuses).copied().chain(signed).chain(guarded);
        all.collect()
    }
}

pub struct Route {
    operation: Operation,
    handler: MethodRouter<Arc<App>>,
    work: Option<Resource>,
}

/// Declares a GET route. `says` is its summary in the OpenAPI document.
pub fn get<T: Arguments + 'static>(
    path: &'static str,
    access: Access,
    says: &'static str,
    handler: impl Handler<T, Arc<App>>,
) -> Route {
    Route::new(Method::GET, path, access, says, T::describe, axum::routing::get(handler))
}

/// Declares a POST route. `says` is its summary in the OpenAPI document.
pub fn post<T: Arguments + 'static>(
    path: &'static str,
    access: Access,
    says: &'static str,
    handler: impl Handler<T, Arc<App>>,
) -> Route {
    Route::new(Method::POST, path, access, says, T::describe, axum::routing::post(handler))
}

impl Route {
    fn new(
        method: Method,
        path: &'static str,
        access: Access,
        says: &'static str,
        inputs: fn(&mut RequestInputs),
        handler: MethodRouter<Arc<App>>,
    ) -> Route {
        let (successes, refuses) = (Vec::new(), Vec::new());
        let (signed, guarded, most_bytes) = (false, false, MAX_BODY_BYTES);
        let tag = "";
        let documented_path = path;
        let operation = Operation {
            method,
            path,
            documented_path,
            tag,
            says,
            successes,
            signed,
            access,
            most_bytes,
            inputs,
            guarded,
            refuses,
        };
        Route { operation, handler, work: None }
    }

    fn with_response(mut self, status: StatusCode, says: &'static str, body: Option<(&'static str, Shape)>) -> Route {
        self.operation.successes.push(SuccessResponse { status, body, says });
        self
    }

    pub fn answers<T: ToSchema>(self) -> Route {
        self.with_response(StatusCode::OK, "done", Some((JSON, Schemas::named::<T>)))
    }

    /// Declares that the route creates a resource and responds with this type.
    pub fn creates<T: ToSchema>(self) -> Route {
        self.with_response(StatusCode::CREATED, "created", Some((JSON, Schemas::named::<T>)))
    }

    /// Declares that the route responds with a list of this type.
    pub fn lists<T: ToSchema>(self) -> Route {
        self.with_response(StatusCode::OK, "a list", Some((JSON, Schemas::list::<T>)))
    }

    /// Declares that the route responds with one page of a list of this type.
    pub fn answers_part<T: ToSchema>(self) -> Route {
        self.with_response(StatusCode::OK, "newest first", Some((JSON, Schemas::part::<T>)))
    }

    pub fn answers_or_null<T: ToSchema>(self) -> Route {
        self.with_response(StatusCode::OK, "null if there is none", Some((JSON, Schemas::or_null::<T>)))
    }

    /// Declares that the route responds with an object without a schema.
    pub fn answers_any(self) -> Route {
        self.with_response(StatusCode::OK, "done", Some((JSON, Schemas::object)))
    }

    /// Declares that the route responds with this type, which is generic and therefore has no schema name.
    pub fn answers_unnamed<T: ToSchema>(self) -> Route {
        self.with_response(StatusCode::OK, "done", Some((JSON, Schemas::inline::<T>)))
    }

    /// Declares that the route responds with NDJSON lines of this type.
    pub fn streams<T: ToSchema>(self) -> Route {
        self.with_response(
            StatusCode::OK,
            "lines of JSON, each with this schema",
            Some(("application/x-ndjson", Schemas::named::<T>)),
        )
    }

    /// Declares that the route responds with text of this media type.
    pub fn answers_text(self, kind: &'static str) -> Route {
        self.with_response(StatusCode::OK, "a text", Some((kind, Schemas::text)))
    }

    /// Responds with a picture of this media type.
    pub fn answers_picture(self, kind: &'static str) -> Route {
        self.with_response(StatusCode::OK, "a picture", Some((kind, Schemas::bytes)))
    }

    /// Declares that the route only accepts work, which is done later.
    pub fn accepts_for_later(self) -> Route {
        self.with_response(StatusCode::ACCEPTED, "accepted", None)
    }

    /// Declares that the route redirects the browser to a page, whether it succeeds or fails.
    pub fn redirects(self) -> Route {
        self.with_response(StatusCode::SEE_OTHER, "redirect to a page that shows the outcome", None)
    }

    pub fn upgrades_to_websocket(self) -> Route {
        self.with_response(
            StatusCode::SWITCHING_PROTOCOLS,
            "a WebSocket; docs/protocol.md describes its messages",
            None,
        )
    }

    /// Declares that the route sends an `ETag` and supports `If-None-Match`.
    pub fn with_tag(self) -> Route {
        self.with_response(StatusCode::NOT_MODIFIED, "unchanged since If-None-Match", None)
    }

    /// Declares error codes in addition to those of the handler's arguments.
    pub fn refuses(mut self, codes: &[Code]) -> Route {
        self.operation.refuses.extend(codes);
        self
    }

    /// Declares that the route requires an account.
    pub fn signed(mut self) -> Route {
        self.operation.signed = true;
        self
    }

    /// Sets the documented path for a route whose parameters are parts of a file name, which the router can match only as a whole.
    pub fn documented_as(mut self, path: &'static str) -> Route {
        self.operation.documented_path = path;
        self
    }

    /// Sets the maximum size of the request body.
    pub fn body_limit(mut self, bytes: usize) -> Route {
        self.operation.most_bytes = bytes;
        self
    }

    /// Charges one unit of this resource before the request is validated.
    pub fn charged_per_request(mut self, work: Resource) -> Route {
        self.work = Some(work);
        self
    }

    /// Wraps the handler in the middleware required by the operation. Returns the route's path and its handler.
    fn built(self, app: &Arc<App>) -> (&'static str, MethodRouter<Arc<App>>) {
        let Route { operation, mut handler, work } = self;
        let path = operation.path;
        // `Browser` checks tokens against this access.
        handler = handler.route_layer(Extension(operation.access));
        // A test (`api/tests.rs`) fails for a route without a declared cost.
        let class = costs::of_route(&operation.method, path).unwrap_or(CostClass::View);
        if class.requests() > 1 {
            let more = class.requests() - 1;
            handler = handler.route_layer(from_fn_with_state((app.clone(), more), charged));
        }
        if let Some(work) = work {
            handler = handler.route_layer(from_fn_with_state((app.clone(), work), charge_request));
        }
        if operation.most_bytes != MAX_BODY_BYTES {
            handler = handler.route_layer(DefaultBodyLimit::max(operation.most_bytes));
        }
        if operation.guarded {
            handler = handler.route_layer(from_fn_with_state(app.clone(), origin::guard));
        }
        #[cfg(debug_assertions)]
        {
            handler = handler.route_layer(axum::middleware::from_fn_with_state(Arc::new(operation), check_documented));
        }
        (path, handler)
    }
}

/// Charges a request one unit before it is validated.
async fn charge_request(
    State((app, work)): State<(Arc<App>, Resource)>,
    caller: Caller,
    request: Request,
    next: Next,
) -> Result<Response, Refusal> {
    app.take(caller, None, work, 1)?;
    Ok(next.run(request).await)
}

/// Charges the units that a request costs beyond the one charged for every request.
async fn charged(
    State((app, more)): State<(Arc<App>, u32)>,
    caller: Caller,
    request: Request,
    next: Next,
) -> Result<Response, Refusal> {
    app.take(caller, None, Resource::Requests, more)?;
    Ok(next.run(request).await)
}

/// Checks, in debug builds, that each response is declared in the document.
#[cfg(debug_assertions)]
async fn check_documented(State(operation): State<Arc<Operation>>, request: Request, next: Next) -> Response {
    let answer = next.run(request).await;
    let status = answer.status();
    let stands = match answer.extensions().get::<Code>() {
        Some(code) => operation.refusals(&operation.inputs()).contains(code),
        None => operation.successes.iter().any(|success| success.status == status),
    };
    let code = answer.extensions().get::<Code>();
    debug_assert!(
        stands,
        "the OpenAPI document lacks a response of {} {}: {status} {code:?}",
        operation.method, operation.path
    );
    answer
}

/// Routes of the HTTP API.
#[derive(Default)]
pub struct Routes {
    tag: &'static str,
    routes: Vec<Route>,
}

impl Routes {
    /// Creates an empty set of routes with this OpenAPI tag.
    pub fn of(tag: &'static str) -> Routes {
        Routes { tag, routes: Vec::new() }
    }

    pub fn route(mut self, mut route: Route) -> Routes {
        route.operation.tag = self.tag;
        self.routes.push(route);
        self
    }

    pub fn merge(mut self, others: Routes) -> Routes {
        self.routes.extend(others.routes);
        self
    }

    /// Restricts the routes to pages of this server, as needed for routes that change state and for sockets.
    pub fn guarded(mut self) -> Routes {
        self.routes.iter_mut().for_each(|route| route.operation.guarded = true);
        self
    }

    /// Returns the OpenAPI metadata of the routes.
    pub fn operations(self) -> Vec<Operation> {
        self.routes.into_iter().map(|route| route.operation).collect()
    }

    pub fn built(self, app: &Arc<App>) -> Router<Arc<App>> {
        let built = self.routes.into_iter().map(|route| route.built(app));
        built.fold(Router::new(), |router, (path, handler)| router.route(path, handler))
    }
}
