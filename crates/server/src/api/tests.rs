//! Compares the router, the OpenAPI document and `docs/protocol.md`.

use std::collections::BTreeSet;

use serde_json::Value;

use super::*;
use crate::limits::costs::{self, CostClass};
use crate::tokens::scopes::Access;

/// A set of operations such as `GET /api/tables/{table}`.
type Addresses = BTreeSet<String>;

/// Returns the operations that the router serves.
fn routed() -> Addresses {
    every_route().operations().iter().map(|one| format!("{} /api{}", one.method, one.documented_path)).collect()
}

/// Returns the operations in the OpenAPI document.
fn documented() -> Addresses {
    let document: Value = serde_json::from_str(&openapi_text()).unwrap();
    let of_path = |(path, item): (&String, &Value)| {
        let verbs: Vec<String> = item.as_object().unwrap().keys().map(|verb| verb.to_uppercase()).collect();
        verbs.into_iter().map(|verb| format!("{verb} {path}")).collect::<Vec<_>>()
    };
    document["paths"].as_object().unwrap().iter().flat_map(of_path).collect()
}

/// Returns the operations that `docs/protocol.md` mentions.
fn mentioned() -> Addresses {
    let text = include_str!("../../../../docs/protocol.md");
    let of_method = |method: &'static str| {
        let ends = |sign: char| sign.is_whitespace() || "`?".contains(sign);
        let after = text.split(&format!("{method} /api/")[..]).skip(1).collect::<Vec<_>>();
        after.into_iter().map(move |rest| format!("{method} /api/{}", rest.split(ends).next().unwrap()))
    };
    ["GET", "POST", "PUT", "PATCH", "DELETE"].into_iter().flat_map(of_method).collect()
}

#[test]
fn router_and_document_have_the_same_addresses() {
    let routed = routed();
    assert!(routed.len() > 70, "{}", routed.len());
    let documented = documented();
    let differences: Vec<_> = routed.symmetric_difference(&documented).collect();
    assert!(differences.is_empty(), "the router and the OpenAPI document differ: {differences:?}");
}

#[test]
fn protocol_page_mentions_only_routed_addresses() {
    let mentioned = mentioned();
    let unknown: Vec<_> = mentioned.difference(&routed()).cloned().collect();
    assert!(!mentioned.is_empty());
    assert!(unknown.is_empty(), "docs/protocol.md mentions operations that do not exist: {unknown:?}");
}

/// Routes below `/api` must be declared as operations, so that the OpenAPI document contains them.
#[test]
fn no_route_bypasses_the_document() {
    let sources = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let rooms = std::fs::read_dir(&sources).unwrap().map(|entry| entry.unwrap().path()).flat_map(|path| {
        let inner = path.is_dir().then(|| std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        inner.into_iter().flatten().chain([path.clone()]).collect::<Vec<_>>()
    });
    let by_axum = rooms.filter(|path| path.extension().is_some_and(|kind| kind == "rs")).filter(|path| {
        let text = std::fs::read_to_string(path).unwrap();
        text.split("#[cfg(test)]").next().unwrap().contains("axum::routing")
    });
    let names: BTreeSet<_> = by_axum.map(|path| path.file_name().unwrap().to_owned()).collect();
    // The admin listeners of servers and workers are not part of the API.
    let allowed = ["admin.rs", "route.rs", "watch.rs"].map(std::ffi::OsString::from);
    assert_eq!(names, allowed.into(), "routes of the API must be declared with openapi::route");
}

#[test]
fn declared_costs_match_the_routes() {
    let routed: BTreeSet<_> =
        every_route().operations().iter().map(|one| format!("{} {}", one.method, one.path)).collect();
    let declared: BTreeSet<_> = costs::declared().map(|(method, path)| format!("{method} {path}")).collect();
    // The routes for passkeys and OpenID Connect exist only when an optional feature is enabled.
    let differ =
        |one: &&String| cfg!(feature = "online") || !["/passkeys", "/openid"].iter().any(|of| one.contains(of));
    let differences: Vec<_> = routed.symmetric_difference(&declared).filter(differ).collect();
    assert!(differences.is_empty(), "limits/costs.rs and the router differ: {differences:?}");
    // Large bodies are charged before they are read, so their routes need a charged class.
    for one in every_route().operations() {
        let class = costs::of_route(&one.method, one.path);
        let large = one.most_bytes > MAX_BODY_BYTES;
        assert!(!large || matches!(class, Some(CostClass::Charged(_))), "{} {}: {class:?}", one.method, one.path);
    }
}

#[test]
fn every_operation_has_complete_metadata() {
    let document: Value = serde_json::from_str(&openapi_text()).unwrap();
    let mut names = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (verb, operation) in item.as_object().unwrap() {
            let of = format!("{verb} {path}");
            assert!(names.insert(operation["operationId"].to_string()), "{of}: duplicate operationId");
            assert!(operation["tags"][0].as_str().is_some_and(|room| !room.is_empty()), "{of} has no tag");
            let answers = operation["responses"].as_object().unwrap();
            assert!(answers.keys().any(|status| status < &"400".to_owned()), "{of} has no success response");
            let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
            for one in parameters {
                let says = one["description"].as_str().unwrap_or_default();
                assert!(!says.is_empty(), "{of}: no description of {}", one["name"]);
            }
        }
    }
    // Every schema reference resolves.
    let text = openapi_text();
    for name in text.split("#/components/schemas/").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert!(document["components"]["schemas"][name].is_object(), "there is no schema {name}");
    }
}

/// Returns the access of the route that matches a method and a path with arbitrary parameters.
fn access(method: Method, path: &str) -> Access {
    let same = |known: &str| {
        let (known, asked): (Vec<_>, Vec<_>) = (known.split('/').collect(), path.split('/').collect());
        let part = |(known, asked): (&&str, &&str)| known.starts_with('{') || known == asked;
        known.len() == asked.len() && known.iter().zip(&asked).all(part)
    };
    let found: Vec<Access> = every_route()
        .operations()
        .iter()
        .filter(|one| one.method == method && same(one.path))
        .map(|one| one.access)
        .collect();
    assert_eq!(found.len(), 1, "{method} {path}");
    found[0]
}

#[test]
fn tokens_cannot_manage_the_account() {
    for path in ["/account/tokens", "/account/sessions", "/account/download", "/account/blocks", "/admin/reports"] {
        assert_eq!(access(Method::GET, path), Access::SessionOnly, "{path}");
    }
    for path in ["/account/password", "/account/delete", "/account/program", "/admin/act", "/reports"] {
        assert_eq!(access(Method::POST, path), Access::SessionOnly, "{path}");
    }
    for path in ["/tables/x/token", "/tables/x/revoke", "/tables/x/claim"] {
        assert_eq!(access(Method::POST, path), Access::SessionOnly, "{path}");
    }
    assert_eq!(access(Method::GET, "/account"), Access::AnyToken);
    for path in ["/tables", "/tables/x/socket", "/events", "/challenges"] {
        assert_eq!(access(Method::GET, path), Access::READ, "{path}");
    }
    for path in ["/tables", "/tables/x/join", "/seeks", "/seeks/4/accept", "/challenges/x/decline"] {
        assert_eq!(access(Method::POST, path), Access::PLAY, "{path}");
    }
    assert_eq!(access(Method::POST, "/talk"), Access::TALK);
}

/// No token can change an account, moderate or report, not even through routes that may be added later.
#[test]
fn routes_below_account_admin_and_reports_take_no_token() {
    for one in every_route().operations() {
        let first = one.path.split('/').nth(1).unwrap();
        let is_identity = one.method == Method::GET && one.path == "/account";
        if ["account", "admin", "reports"].contains(&first) && !is_identity {
            assert!(matches!(one.access, Access::SessionOnly | Access::Public), "{} {}", one.method, one.path);
        }
    }
}

/// Handlers that authenticate the client check tokens against the route's access rights, so a route without access rights must not
/// authenticate.
#[test]
fn a_route_is_public_if_its_handler_does_not_authenticate() {
    for one in every_route().operations() {
        assert_eq!(one.access == Access::Public, !one.inputs().browser, "{} {}", one.method, one.path);
    }
}
