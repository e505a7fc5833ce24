//! Compares the router, the OpenAPI document and `docs/protocol.md`.

use std::collections::BTreeSet;

use serde_json::Value;

use super::*;

/// `GET /api/tables/{table}`.
type Addresses = BTreeSet<String>;

/// What the router knows.
fn routed() -> Addresses {
    every_route().operations().iter().map(|one| format!("{} /api{}", one.method, one.shown)).collect()
}

/// What the document knows.
fn documented() -> Addresses {
    let document: Value = serde_json::from_str(&openapi_text()).unwrap();
    let of_path = |(path, item): (&String, &Value)| {
        let verbs: Vec<String> = item.as_object().unwrap().keys().map(|verb| verb.to_uppercase()).collect();
        verbs.into_iter().map(|verb| format!("{verb} {path}")).collect::<Vec<_>>()
    };
    document["paths"].as_object().unwrap().iter().flat_map(of_path).collect()
}

/// The addresses that `docs/protocol.md` mentions.
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
    assert!(differences.is_empty(), "the router and the document differ: {differences:?}");
}

#[test]
fn protocol_page_mentions_only_routed_addresses() {
    let mentioned = mentioned();
    let unknown: Vec<_> = mentioned.difference(&routed()).cloned().collect();
    assert!(!mentioned.is_empty());
    assert!(unknown.is_empty(), "docs/protocol.md mentions addresses that do not exist: {unknown:?}");
}

/// Whatever is routed below `/api` is an operation: nothing else has routes there.
#[test]
fn no_route_goes_past_the_document() {
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
    // The second listeners, of a server and of a worker, are for their hosts alone.
    let allowed = ["admin.rs", "route.rs", "watch.rs"].map(std::ffi::OsString::from);
    assert_eq!(names, allowed.into(), "routes of the API are made by openapi::route");
}

#[test]
fn every_operation_says_all_that_a_program_needs() {
    let document: Value = serde_json::from_str(&openapi_text()).unwrap();
    let mut names = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (verb, operation) in item.as_object().unwrap() {
            let of = format!("{verb} {path}");
            assert!(names.insert(operation["operationId"].to_string()), "{of}: its name is another's");
            assert!(operation["tags"][0].as_str().is_some_and(|room| !room.is_empty()), "{of} has no room");
            let answers = operation["responses"].as_object().unwrap();
            assert!(answers.keys().any(|status| status < &"400".to_owned()), "{of} answers nothing but refusals");
            let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
            for one in parameters {
                let says = one["description"].as_str().unwrap_or_default();
                assert!(!says.is_empty(), "{of}: nothing is said of {}", one["name"]);
            }
        }
    }
    // Whatever is referred to is there.
    let text = openapi_text();
    for name in text.split("#/components/schemas/").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert!(document["components"]["schemas"][name].is_object(), "there is no schema {name}");
    }
}
