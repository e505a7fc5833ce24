//! OpenAPI metadata derived from a handler's arguments: body, query, authentication, and possible errors.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection};
use axum::http::HeaderMap;
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{IntoParams, ToSchema};

use super::schemas::Schemas;
use crate::app::App;
use crate::http::extract::{Browser, HasSetup, Json, JsonWithTiles, Path, Query};
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Caller;
use crate::limits::connections::Connection;

/// Inputs of a request.
#[derive(Default)]
pub struct RequestInputs {
    pub query: Vec<Parameter>,
    pub body: Option<RefOr<Schema>>,
    /// Whether the handler identifies the client, by cookies or token.
    pub browser: bool,
    /// Errors that occur before the handler runs.
    pub refuses: Vec<Code>,
    pub schemas: Schemas,
}

/// An argument of a handler.
pub trait Argument {
    /// Adds the metadata for this argument.
    fn describe(_taken: &mut RequestInputs) {}
}

impl Argument for State<Arc<App>> {}
impl Argument for Caller {}
impl Argument for HeaderMap {}
impl Argument for Option<Extension<Arc<Connection>>> {}

impl Argument for Browser {
    fn describe(inputs: &mut RequestInputs) {
        inputs.browser = true;
        inputs.refuses.extend([Code::BadToken, Code::Scope, Code::Storage]);
    }
}

impl<T: HasSetup> Argument for JsonWithTiles<T> {
    fn describe(inputs: &mut RequestInputs) {
        Json::<T>::describe(inputs);
    }
}

impl<T: ToSchema> Argument for Json<T> {
    fn describe(inputs: &mut RequestInputs) {
        inputs.body = Some(inputs.schemas.inline::<T>());
        inputs.refuses.extend([Code::NotJson, Code::BadMessage, Code::TooBig, Code::TooSlow]);
    }
}

impl<T: IntoParams> Argument for Query<T> {
    fn describe(inputs: &mut RequestInputs) {
        inputs.query.extend(T::into_params(|| Some(ParameterIn::Query)));
        inputs.refuses.push(Code::BadRange);
    }
}

/// The handler reports query errors itself, so no error code is added.
impl<T: IntoParams> Argument for Result<Query<T>, Refusal> {
    fn describe(inputs: &mut RequestInputs) {
        inputs.query.extend(T::into_params(|| Some(ParameterIn::Query)));
    }
}

impl<T> Argument for Path<T> {
    fn describe(inputs: &mut RequestInputs) {
        inputs.refuses.push(Code::NotFound);
    }
}

impl Argument for Result<WebSocketUpgrade, WebSocketUpgradeRejection> {
    fn describe(inputs: &mut RequestInputs) {
        inputs.refuses.push(Code::BadMessage);
    }
}

/// All arguments of a handler, as the tuple in which axum lists them after a marker type.
pub trait Arguments {
    /// Adds the metadata for all arguments.
    fn describe(inputs: &mut RequestInputs);
}

impl Arguments for ((),) {
    fn describe(_: &mut RequestInputs) {}
}

macro_rules! arguments {
    ($($one:ident),*) => {
        impl<Mark, $($one: Argument),*> Arguments for (Mark, $($one,)*) {
            fn describe(inputs: &mut RequestInputs) {
                $($one::describe(inputs);)*
            }
        }
    };
}

arguments!(A);
arguments!(A, B);
arguments!(A, B, C);
arguments!(A, B, C, D);
arguments!(A, B, C, D, E);
arguments!(A, B, C, D, E, F);
arguments!(A, B, C, D, E, F, G);
