//! What a handler's arguments say of its requests: body, query, who asks, and how these are refused.

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

/// What a request brings.
#[derive(Default)]
pub struct Taken {
    pub query: Vec<Parameter>,
    pub body: Option<RefOr<Schema>>,
    /// Whether it is looked who asks.
    pub browser: bool,
    /// How it is refused before its handler sees it.
    pub refuses: Vec<Code>,
    pub schemas: Schemas,
}

/// An argument of a handler.
pub trait Argument {
    /// Adds what it takes from a request.
    fn tell(_taken: &mut Taken) {}
}

impl Argument for State<Arc<App>> {}
impl Argument for Caller {}
impl Argument for HeaderMap {}
impl Argument for Option<Extension<Arc<Connection>>> {}

impl Argument for Browser {
    fn tell(taken: &mut Taken) {
        taken.browser = true;
        taken.refuses.extend([Code::BadToken, Code::Scope, Code::Storage]);
    }
}

impl<T: HasSetup> Argument for JsonWithTiles<T> {
    fn tell(taken: &mut Taken) {
        Json::<T>::tell(taken);
    }
}

impl<T: ToSchema> Argument for Json<T> {
    fn tell(taken: &mut Taken) {
        taken.body = Some(taken.schemas.inline::<T>());
        taken.refuses.extend([Code::NotJson, Code::BadMessage, Code::TooBig, Code::TooSlow]);
    }
}

impl<T: IntoParams> Argument for Query<T> {
    fn tell(taken: &mut Taken) {
        taken.query.extend(T::into_params(|| Some(ParameterIn::Query)));
        taken.refuses.push(Code::BadRange);
    }
}

/// Where the handler says itself what is wrong with a query.
impl<T: IntoParams> Argument for Result<Query<T>, Refusal> {
    fn tell(taken: &mut Taken) {
        taken.query.extend(T::into_params(|| Some(ParameterIn::Query)));
    }
}

impl<T> Argument for Path<T> {
    fn tell(taken: &mut Taken) {
        taken.refuses.push(Code::NotFound);
    }
}

impl Argument for Result<WebSocketUpgrade, WebSocketUpgradeRejection> {
    fn tell(taken: &mut Taken) {
        taken.refuses.push(Code::BadMessage);
    }
}

/// The arguments of a handler, as axum has them: after a mark of its own.
pub trait Arguments {
    /// Adds what they take from a request.
    fn tell(taken: &mut Taken);
}

impl Arguments for ((),) {
    fn tell(_: &mut Taken) {}
}

macro_rules! arguments {
    ($($one:ident),*) => {
        impl<Mark, $($one: Argument),*> Arguments for (Mark, $($one,)*) {
            fn tell(taken: &mut Taken) {
                $($one::tell(taken);)*
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
