//! OpenAPI document for the HTTP API: every route with its inputs and responses.

use std::collections::BTreeMap;

use axum::http::{Method, StatusCode};
use table::messages::ErrorInfo;
use utoipa::openapi::path::{
    HttpMethod, Operation as ApiOperation, OperationBuilder, Parameter, ParameterBuilder, ParameterIn,
};
use utoipa::openapi::request_body::{RequestBody, RequestBodyBuilder};
use utoipa::openapi::schema::{Schema, SchemaType, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{
    AllOfBuilder, ComponentsBuilder, Content, InfoBuilder, LicenseBuilder, ObjectBuilder, OpenApi, OpenApiBuilder,
    PathItem, PathsBuilder, Ref, RefOr, Required, Response, ResponseBuilder, ServerBuilder,
};
use utoipa::{Number, ToSchema};

use super::route::Operation;
use super::schemas::Schemas;
use crate::http::extract::{COOKIE, SESSION};
use crate::http::refusal::Code;
use crate::tokens::scopes::Access;

/// Name of the security scheme for a browser's cookie.
const GUEST: &str = "guest";
/// Name of the security scheme for an account's session.
const ACCOUNT: &str = "session";
/// Name of the security scheme for access tokens.
const TOKEN: &str = "token";
/// Name of the error schema.
const REFUSAL: &str = "Refusal";

const ABOUT: &str = "Everything outside of a table: creating tables, accounts, matchmaking, results. A game is played over the \
    WebSocket of its table. docs/protocol.md of the project describes the socket, credentials, limits and the event \
    stream. An error has a stable code for programs and a sentence for people. Any request can be rejected \
    with 429, which says when to retry.";

/// An error response.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only for the OpenAPI schema; `Refusal` builds responses")]
struct Refused<'a> {
    /// Error details.
    error: ErrorInfo<'a>,
}

/// Builds the OpenAPI document for these routes.
pub fn document(operations: &[Operation]) -> OpenApi {
    let mut schemas = Schemas::default();
    let mut paths = BTreeMap::<String, PathItem>::new();
    for operation in operations {
        let item = PathItem::new(verb(&operation.method), operation_of(operation, &mut schemas));
        let path = format!("/api{}", operation.documented_path);
        match paths.get_mut(&path) {
            Some(known) => known.merge_operations(item),
            None => {
                paths.insert(path, item);
            }
        }
    }
    schemas.answered(true);
    let refusal = schemas.inline::<Refused>();
    let mut components = ComponentsBuilder::new().schema(REFUSAL, refusal);
    for (name, schema) in schemas.into_named() {
        components = components.schema(name, schema);
    }
    let cookie =
        |name: &str, says: &str| SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::with_description(name, says)));
    let mut bearer = Http::new(HttpAuthScheme::Bearer);
    bearer.description =
        Some("An access token of an account, with the scopes read, play, talk and tournament:write.".to_owned());
    components = components
        .security_scheme(GUEST, cookie(COOKIE, "Identifies a browser and opens its seats; set by the server."))
        .security_scheme(ACCOUNT, cookie(SESSION, "A session of an account; set at sign-in."))
        .security_scheme(TOKEN, SecurityScheme::Http(bearer));
    let paths = paths.into_iter().fold(PathsBuilder::new(), |paths, (path, item)| paths.path(path, item));
    let license = LicenseBuilder::new().name("MIT OR Apache-2.0").identifier(Some("MIT OR Apache-2.0")).build();
    let info = InfoBuilder::new()
        .title("Bastide")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(ABOUT))
        .license(Some(license))
        .build();
    let server = ServerBuilder::new().url("/").build();
    OpenApiBuilder::new()
        .info(info)
        .servers(Some([server]))
        .paths(paths.build())
        .components(Some(components.build()))
        .build()
}

fn verb(method: &Method) -> HttpMethod {
    if *method == Method::GET { HttpMethod::Get } else { HttpMethod::Post }
}

fn operation_of(of: &Operation, schemas: &mut Schemas) -> ApiOperation {
    let mut inputs = of.inputs();
    let refusals = of.refusals(&inputs);
    let words: Vec<&str> = of.documented_path.split(|sign: char| !sign.is_ascii_alphanumeric()).collect();
    let words = words.into_iter().filter(|word| !word.is_empty());
    let name = words.fold(of.method.as_str().to_lowercase(), |name, word| format!("{name}_{word}"));
    let mut operation = OperationBuilder::new().operation_id(Some(name)).tag(of.tag).summary(Some(of.says));
    for name in of.documented_path.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name) {
        operation = operation.parameter(path_parameter(name));
    }
    for parameter in std::mem::take(&mut inputs.query) {
        operation = operation.parameter(parameter);
    }
    operation = operation.request_body(inputs.body.take().map(|body| request_body(of, body)));
    for need in securities(of, inputs.browser) {
        operation = operation.security(need);
    }
    schemas.add(std::mem::take(&mut inputs.schemas));
    schemas.answered(true);
    let mut responses = BTreeMap::<StatusCode, Response>::new();
    for success in &of.successes {
        let content = success.body.map(|(kind, shape)| (kind, Content::new(Some(shape(schemas)))));
        let response = responses.entry(success.status).or_insert_with(|| Response::new(success.says));
        response.content.extend(content.map(|(kind, content)| (kind.to_owned(), content)));
    }
    let mut by_status = BTreeMap::<StatusCode, Vec<&'static str>>::new();
    for (word, status) in refusals.into_iter().map(Code::word_and_status) {
        let words = by_status.entry(status).or_default();
        if !words.contains(&word) {
            words.push(word);
        }
    }
    for (status, words) in by_status {
        responses.insert(status, error_response(status, &words));
    }
    let all = responses.into_iter();
    all.fold(operation, |operation, (status, response)| operation.response(status.as_str(), response)).build()
}

fn request_body(operation: &Operation, schema: RefOr<Schema>) -> RequestBody {
    let says = format!("At most {} bytes.", operation.most_bytes);
    RequestBodyBuilder::new()
        .content("application/json", Content::new(Some(schema)))
        .description(Some(says))
        .required(Some(Required::True))
        .build()
}

/// Returns the error response for a status, with its possible codes.
fn error_response(status: StatusCode, words: &[&str]) -> Response {
    let code =
        ObjectBuilder::new().schema_type(SchemaType::Type(Type::String)).enum_values(Some(words.iter().copied()));
    let error = ObjectBuilder::new().property("code", code);
    let schema =
        AllOfBuilder::new().item(Ref::from_schema_name(REFUSAL)).item(ObjectBuilder::new().property("error", error));
    let says = status.canonical_reason().unwrap_or_default();
    ResponseBuilder::new()
        .description(says)
        .content("application/json", Content::new(Some(Schema::from(schema.build()))))
        .build()
}

/// Returns the alternative credentials that a request can use.
fn securities(operation: &Operation, browser: bool) -> Vec<SecurityRequirement> {
    if !browser {
        return Vec::new();
    }
    let none: [&str; 0] = [];
    let mut all = vec![SecurityRequirement::new(ACCOUNT, none)];
    match operation.access {
        Access::AnyToken => all.push(SecurityRequirement::new(TOKEN, none)),
        Access::Scope(scope) => all.push(SecurityRequirement::new(TOKEN, [scope.word()])),
        Access::Public | Access::SessionOnly => {}
    }
    if !operation.signed {
        all.push(SecurityRequirement::new(GUEST, none));
        all.push(SecurityRequirement::default());
    }
    all
}

/// Returns the description of a path parameter.
fn path_parameter(name: &str) -> Parameter {
    let text = || ObjectBuilder::new().schema_type(SchemaType::Type(Type::String));
    let words = |words: &[&str]| text().enum_values(Some(words.iter().copied()));
    let number = || ObjectBuilder::new().schema_type(SchemaType::Type(Type::Integer)).minimum(Some(Number::Int(0)));
    let (says, schema) = match name {
        "table" => ("Name of a table, as in its link.", text().pattern(Some("^[a-z2-9]{12}$"))),
        "name" => ("Name of an account, case-insensitive.", text().min_length(Some(1))),
        "set" => ("Name of a tile set, as in GET /api/games.", text().pattern(Some("^[a-z0-9-]+$"))),
        "tile" => ("Name of a tile in the set.", text().pattern(Some("^[a-z0-9-]+$"))),
        "game" => ("Id of a game, as in GET /api/games.", text().pattern(Some("^[a-z]+$"))),
        "language" => ("Language code.", words(&["en", "ru", "uk"])),
        "level" => ("Level of detail.", words(&["far", "middle", "near"])),
        "rotation" => ("Quarter turns clockwise.", number().maximum(Some(Number::Int(3)))),
        "secret" => ("Secret from an emailed link.", text()),
        "puzzle" => ("Id of a puzzle, as in /puzzles/index.json.", text().pattern(Some("^[0-9a-f]{16}$"))),
        "tournament" => ("Id of a tournament, as in its link.", text().pattern(Some("^[a-z2-9]{12}$"))),
        "study" => ("Id of a study, as in its link.", text().pattern(Some("^[a-z2-9]{12}$"))),
        "seek" => ("Number of a seek.", number()),
        // A test ensures that this arm is never reached.
        _ => ("", text()),
    };
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Path)
        .required(Required::True)
        .description(Some(says))
        .schema(Some(schema))
        .build()
}
