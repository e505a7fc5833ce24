//! Games that a device passes on and continues.

use games::Setup;
use games::record::Record;
use serde_json::{Value, json};

use crate::host::{Host, NAME};
use crate::{answer, setup_of};

fn position_of(transfer: &Value) -> String {
    Record::from_json(&transfer["record"].to_string()).unwrap().replay().unwrap().position_hash().to_string()
}

/// Plays this many answers of a person, passes the game on to another device, and plays it to the end there, with a kill.
fn pass_on(setup: &Setup, answers: usize) {
    let mut host = Host::default();
    let bots = std::iter::repeat(json!({"type": "bot", "level": "easy", "millis": 10}));
    let person = json!({"type": "human", "name": "Anna", "colour": 3});
    let seats: Vec<Value> = std::iter::once(person).chain(bots).take(setup.seats.into()).collect();
    host.create(json!({"setup": setup, "seats": seats, "plain": true, "undo": true})).unwrap();
    host.hello(1, None);
    host.let_players_answer();
    for pick in 0..answers {
        assert!(answer(&mut host, pick * 5));
    }
    let (transfer, table) = (host.get("/transfer").unwrap(), host.get("").unwrap());
    assert!(transfer["record"]["commitment"].is_null() && transfer["record"]["seed"].is_null());
    assert_eq!(
        (&transfer["seats"], &transfer["plain"], &transfer["undo"]),
        (&json!(seats), &json!(true), &json!(true))
    );

    let mut next = Host::default();
    let made: Value = serde_json::from_str(&next.continue_game(&transfer).unwrap()).unwrap();
    assert_eq!(made, json!({"table": NAME, "tokens": [], "link": format!("/device/{NAME}")}));
    assert_eq!(position_of(&next.get("/transfer").unwrap()), position_of(&transfer));
    next.hello(1, None);
    let described = next.get("").unwrap();
    assert_eq!((&described["seats"], &described["colours"]), (&table["seats"], &table["colours"]));
    assert_eq!((&described["imported"], &described["commitment"]), (&json!(false), &Value::Null));
    let seq = next.get("/view").unwrap()["seq"].as_u64().unwrap();
    assert_eq!((described["transferred"].as_u64(), &next.summary["transferred"]), (Some(seq), &json!(true)));
    assert_eq!((&next.summary["turn"], &host.summary["transferred"]), (&json!(0), &json!(false)));
    assert!(answer(&mut next, 2));
    assert_eq!(next.kill().unwrap()["transferred"], seq);
    next.hello(1, None);
    next.let_players_answer();
    while answer(&mut next, 3) {}
    assert_eq!(next.kill().unwrap()["phase"], "finished");
    let record = Record::parse(next.get("/record").unwrap().as_str().unwrap()).unwrap();
    assert!(record.verify().holds() && record.seed.is_none());
    assert_eq!((host.problems, next.problems), (Vec::new(), Vec::new()));
}

#[test]
fn games_continue_on_another_device() {
    for (file, answers) in [("base-two-seats", 9), ("hands", 6), ("hunters-later", 8), ("coop-two-seats", 3)] {
        pass_on(&setup_of(file), answers);
    }
    pass_on(&setup_of("discovery-hidden-hands"), 5);
    pass_on(&Setup::base(2).own_tiles(include_str!("../../../../docs/own-tiles.toml")), 4);
}

#[test]
fn invalid_transfers_are_refused() {
    let mut host = Host::default();
    host.create(json!({"setup": Setup::base(2), "seats": [
        {"type": "human", "name": "Anna"}, {"type": "bot", "level": "easy"}
    ]}))
    .unwrap();
    host.hello(1, None);
    host.let_players_answer();
    let transfer = host.get("/transfer").unwrap();
    let refused = |change: fn(&mut Value)| {
        let mut changed = transfer.clone();
        change(&mut changed);
        Host::default().continue_game(&changed).unwrap_err()
    };
    assert_eq!(refused(|it| it["seats"][1] = json!({"type": "open"})), "bad_setup");
    assert_eq!(refused(|it| drop(it["seats"].as_array_mut().unwrap().pop())), "bad_setup");
    assert_eq!(refused(|it| it["record"] = json!("no game")), "bad_record");
    assert_eq!(refused(|it| it["rated"] = json!(true)), "bad_message");
    assert_eq!(refused(|it| it["replaced"] = json!([7])), "bad_setup");
    host.send(json!({"type": "end", "seat": 0}));
    assert_eq!(host.get("/transfer").unwrap_err(), "over");
}
