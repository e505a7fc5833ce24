//! Tests imports of other programs' saved games. Games with supported set-ups end in the state that the file asserts; all others are
//! rejected with a clear error.

#![cfg(feature = "imports")]

use std::path::PathBuf;

use bastide_core::{Random, SmallRandom};
use games::jcz::{AssertionVerdict, Import, JczError, import, is_saved_game};
use games::record::{Outcome, Record, RecordError};
use serde_json::{Value, json};

fn files() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../corpus/jcz");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "jcz"))
        .map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), std::fs::read_to_string(&path).unwrap()))
        .collect();
    files.sort();
    files
}

fn file(name: &str) -> Value {
    let (_, text) = files().into_iter().find(|(file, _)| file == name).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn verdict(import: &Import, text: &str) -> AssertionVerdict {
    import.assertions.iter().find(|a| a.text == text).unwrap().verdict
}

/// Files that the test corrupts. Together they use every kind of feature.
const SAMPLES: &[&str] = &[
    "abbey-and-mayor--abbey-merge",
    "abbey-and-mayor--barn-connected-scoring",
    "abbey-and-mayor--wagon-placement-confirmation",
    "basic--city-and-road-scoring",
    "count--coc-field-scoring",
    "inns-and-cathedrals--inns-scoring",
    "king-and-robber--king-and-robber-scoring",
    "princess-and-dragon--dragon-after-scoring",
    "princess-and-dragon--princess-removed-meeple",
    "river--river-II-curve-placement-2",
    "siege--escape-any-tile-to-besieged",
    "traders-and-builders--pig-scoring",
    "whole-games--base-discards-told",
    "whole-games--everything-45-turns",
    "whole-games--tower-40-turns",
];

#[test]
fn every_file_meets_its_assertions() {
    let files = files();
    assert_eq!(files.len(), 69, "the corpus has 57 files of those programs and 12 longer games");
    for (name, text) in files {
        let import = import(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        // Only files from JCloisterZone contain assertions.
        assert_eq!(import.assertions.is_empty(), name.starts_with("jcloisterzone-"), "{name}");
        for assertion in &import.assertions {
            assert_eq!(assertion.verdict, AssertionVerdict::Held, "{name}: {}", assertion.text);
        }
        let verdict = import.record.verify();
        assert!(verdict.holds(), "{name}: {:?}", verdict.failed);
        assert_eq!(Record::parse(&import.record.to_text()), Ok(import.record));
    }
}

/// Returns the words of an import, by turn.
fn words(import: &Import) -> Vec<Vec<String>> {
    import.record.turns.iter().map(|turn| turn.answers.clone()).collect()
}

#[test]
fn files_of_versions_4_and_5_give_the_same_games_as_later_ones() {
    let import_of = |name| import(&file(name).to_string()).unwrap();
    let (four, five) = (import_of("jcloisterzone-4"), import_of("jcloisterzone-5.0"));
    assert_eq!(words(&four), [vec!["first:0"], vec!["draw:ffrr", "ffrr@1,0r90", "highwayman:n"]]);
    assert_eq!(words(&five), words(&four));
    assert_eq!(four.record.comments, ["imported from a saved game of JCloisterZone 4.6.1"]);
    assert_eq!(four.record.setup.canonical(), "carcassonne seats=2");
}

#[test]
fn pointers_without_a_feature_find_it_by_location() {
    for name in SAMPLES {
        let mut older = file(name);
        let whole = import(&older.to_string()).unwrap();
        for message in older["replay"].as_array_mut().unwrap() {
            forget_features(message);
        }
        let import = import(&older.to_string()).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(words(&import), words(&whole), "{name}");
    }
}

/// Removes the kind of feature from each pointer, as in versions before 5.8, which name an inner segment `CLOISTER` or `TOWER` instead.
fn forget_features(value: &mut Value) {
    if let Some(object) = value.as_object_mut() {
        let feature = object.remove("feature");
        let inside = match feature.as_ref().and_then(Value::as_str) {
            Some("Monastery" | "Cloister") => Some("CLOISTER"),
            Some("Tower") => Some("TOWER"),
            _ => None,
        };
        if let Some(inside) = inside.filter(|_| object.get("location").is_some_and(|location| location == "I")) {
            object.insert("location".to_owned(), inside.into());
        }
        object.values_mut().for_each(forget_features);
    }
}

/// Returns the error for a text, after checking that both parsers report the same one.
fn refusal(text: &str) -> String {
    let why = import(text).unwrap_err().to_string();
    assert_eq!(Record::parse(text).unwrap_err().to_string(), why, "{text}");
    why
}

#[test]
fn files_of_version_3_are_rejected_by_version() {
    let declared = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n\
                    <game app-version=\"3.4.2\" phase=\"com.jcloisterzone.game.phase.ActionPhase\" seed=\"7\">\n<tiles/></game>";
    let bare = "\u{feff} <!-- <a> --><game phase = 'x' \n app-version = '2.7' />";
    for (text, version) in [(declared, "3.4.2"), (bare, "2.7")] {
        assert_eq!(
            refusal(text),
            format!("the file is a saved game of JCloisterZone {version}; saved games from version 4 on can be read")
        );
    }
}

#[test]
fn other_xml_is_an_unknown_format() {
    for text in [
        "<html><body>404</body></html>",
        "<!DOCTYPE html>\n<html lang=\"en\">",
        "<?xml version=\"1.0\"?>\n<svg app-version=\"3.4.2\" phase=\"x\"/>",
        "<game/>",
        "<game version=\"3\" phase=\"x\">app-version=\"3.4.2\"</game>",
        "<game app-version=\"3.4.2\"/>",
        "<game app-version=\"\" phase=\"x\"/>",
        "<game app-version=3.4.2 phase=x/>",
        "<gameapp-version=\"3.4.2\" phase=\"x\"/>",
        "<games app-version=\"3.4.2\" phase=\"x\"/>",
        "<game app-version=\"3.4.2\" phase=\"x\"",
        "<?xml",
        "<!-- ",
        "<",
    ] {
        assert_eq!(
            refusal(text),
            "unknown file format; records of Bastide and saved games of JCloisterZone from version 4 on can be read"
        );
    }
}

#[test]
fn json_is_distinguished_by_its_keys() {
    for (name, text) in files() {
        assert!(is_saved_game(&text), "{name}");
        assert!(matches!(Record::parse(&text), Err(RecordError::UnknownFormat)), "{name}");
        let record = import(&text).unwrap().record.to_json().to_string();
        assert!(!is_saved_game(&record), "{name}");
        assert!(Record::parse(&record).is_ok(), "{name}");
    }
    for text in ["{}", "{\"setup\": {\"sets\": {}}}", "{\"players\": [], \"setup\": 7}", "{\"players\": []}"] {
        assert!(!is_saved_game(text), "{text}");
        assert_eq!(Record::parse(text), Err(RecordError::UnknownFormat), "{text}");
    }
    for text in ["", "7", "[]", "{\"players\": [", "bastide record 1", "<game app-version=\"3\" phase=\"x\"/>"] {
        assert!(!is_saved_game(text), "{text}");
    }
    // Syntax errors are reported with their location.
    let broken = Record::parse("{\"bastide_record\": 1,\n \"rules_version\": }").unwrap_err().to_string();
    assert!(broken.contains("line 2 column"), "{broken}");
}

#[test]
fn second_editions_map_to_our_sets() {
    let mut second = file("basic--city-and-road-scoring");
    let whole = import(&second.to_string()).unwrap();
    second["setup"]["sets"] = json!({"basic:2": 1});
    let import = import(&second.to_string()).unwrap();
    assert_eq!(words(&import), words(&whole));
    assert_eq!(
        import.record.comments[1],
        "tile set basic:2 counts as that of the first edition; with gardens: BA/CcG, BA/Cc+G, BA/CccG, BA/CG, BA/CFCG, \
         BA/CCG, BA/RrG, BA/RFrG"
    );
}

#[test]
fn two_copies_of_the_river_2_are_played() {
    let import = import(&file("jcloisterzone-6-two-rivers").to_string()).unwrap();
    assert_eq!(import.record.setup.sets["river-2"], 2);
    assert_eq!(import.game.view().tiles.len(), 3);
}

#[test]
fn unrecorded_discards_are_found() {
    let whole = |name| import(&file(name).to_string()).unwrap();
    let (told, untold) = (whole("whole-games--base-discards-told"), whole("whole-games--base-discards-untold"));
    assert!(!untold.game.view().discarded.is_empty());
    assert_eq!(untold.game.view().discarded, told.game.view().discarded);
    assert_eq!(untold.record.outcome, told.record.outcome);
    assert!(matches!(untold.record.outcome, Outcome::Over { .. }));
    // Without its last turn the game is not over, so no discards are assumed.
    let mut part = file("whole-games--base-discards-untold");
    let replay = part["replay"].as_array_mut().unwrap();
    let last = replay.iter().rposition(|message| message["type"] == "PLACE_TILE").unwrap();
    replay.truncate(last);
    let part = import(&part.to_string()).unwrap();
    assert_eq!(part.record.outcome, Outcome::Unfinished);
    assert!(part.game.view().discarded.is_empty());
}

#[test]
fn all_unsupported_features_are_listed_in_one_sentence() {
    let mut file = file("basic--city-and-road-scoring");
    file["setup"] = json!({
        "sets": {"basic:1": 1, "moon:1": 1, "gq11/river": 1, "tower:1": 1.5, "inns-and-cathedrals:1": 1},
        "elements": {"small-follower": 6, "dragon": 2, "pig": "x", "fairy": false, "wagon": 0, "inn": true, "bridge": 3, "abbot": 1},
        "rules": {"tiny-city-scoring": "3", "dragon-move": "sometimes", "barn-placement": "sideways", "new-rule": true},
    });
    let error = import(&file.to_string()).unwrap_err().to_string();
    assert_eq!(
        error,
        "the file uses unsupported features: tile set moon:1; 1.5 copies of tile set tower:1; 1 copies of tile set \
         gq11/river to 0 of gq11; element abbot; element bridge (3 of them); element dragon (2 of them); \"x\" of element \
         pig; the tiles of Inns & Cathedrals with inns but without cathedrals; rule \
         tiny-city-scoring = 3; rule dragon-move = sometimes; rule new-rule = true"
    );
    file["setup"] = json!({
        "sets": {"basic:1": 1},
        "elements": {"small-follower": 7, "farmers": true},
        "start": [{"tile": "BA/RCr", "x": 1, "y": 0, "rotation": 0}],
    });
    let error = import(&file.to_string()).unwrap_err().to_string();
    assert_eq!(error, "the file uses unsupported features: start tiles BA/RCr at 1,0");
}

#[test]
fn used_elements_of_an_expansion_are_in_play_and_the_rest_is_disabled() {
    let mapped = |sets: Value, elements: Value, rules: Value| {
        let mut file = file("basic--city-and-road-scoring");
        file["setup"] = json!({"sets": sets, "elements": elements, "rules": rules});
        file["replay"] = json!([]);
        import(&file.to_string()).unwrap().record.setup.canonical()
    };
    let all = json!({"small-follower": 7, "farmers": true});
    assert_eq!(mapped(json!({"basic:1": 1}), all.clone(), json!({})), "carcassonne seats=2");
    assert_eq!(mapped(json!({"basic:1": 2}), all.clone(), json!({})), "carcassonne seats=2 sets=base:2");
    // Watchtowers are in play with their tiles, whether the file names the element or not.
    let towers = json!({"basic:1": 1, "watchtowers": 1});
    assert_eq!(mapped(towers.clone(), all.clone(), json!({})), "carcassonne+watchtowers seats=2");
    let winter = json!({"winter": 1, "darmstadt": 1});
    assert_eq!(mapped(winter, all.clone(), json!({})), "carcassonne+darmstadt+winter seats=2");
    let pair = json!({"basic:1": 1, "spiel-doch": 1});
    assert_eq!(mapped(pair, all.clone(), json!({})), "carcassonne+spiel-doch seats=2 spiel_doch_start=false");
    let roses = json!({"basic:1": 1, "wind-roses": 1});
    assert_eq!(mapped(roses, all.clone(), json!({})), "carcassonne+wind-roses seats=2");
    let shrine = json!({"small-follower": 7, "farmers": true, "shrine": true});
    let six = json!({"basic:1": 1, "cult/6": 1});
    assert_eq!(mapped(six.clone(), shrine.clone(), json!({})), "carcassonne+cult seats=2");
    assert_eq!(mapped(six, all.clone(), json!({})), "carcassonne+cult seats=2 without=shrines");
    let five = json!({"basic:1": 1, "cult/5": 1});
    assert_eq!(mapped(five, shrine.clone(), json!({})), "carcassonne+cult seats=2 cult_tiles=5");
    let both = json!({"basic:1": 1, "cult/5": 1, "cult/6": 1});
    assert_eq!(mapped(both, shrine, json!({})), "carcassonne+cult seats=2 sets=base:1,cult:2,cult-sixth:1");
    let figures = json!({"small-follower": 7, "farmers": true, "mage": 1, "witch": 1});
    let hats = json!({"basic:1": 1, "mage-and-witch:1": 1});
    assert_eq!(mapped(hats.clone(), figures, json!({})), "carcassonne+mage-witch seats=2");
    let mage = json!({"small-follower": 7, "farmers": true, "mage": 1});
    assert_eq!(mapped(hats, mage, json!({})), "carcassonne+mage-witch seats=2 without=witch");
    let named = json!({"small-follower": 7, "farmers": true, "watchtower": true});
    assert_eq!(mapped(towers, named, json!({})), "carcassonne+watchtowers seats=2");
    assert_eq!(
        mapped(
            json!({"basic:1": 1}),
            json!({"small-follower": 5, "farmers": true, "barn": 2, "fairy": 1}),
            json!({"fairy-placement": "on-tile", "wagon-move": "C9"})
        ),
        "carcassonne+abbey-mayor+princess-dragon seats=2 fairy=on_tile without=abbeys,dragon,mayors,portals,princesses,wagons \
         figures=barn:2,follower:5 sets=base:1"
    );
    assert_eq!(
        mapped(
            json!({"basic:1": 1, "siege/besiegers": 1, "siege/cathars": 1, "river/1:1": 1, "gq11": 1, "gq11/river": 1}),
            json!({"small-follower": 7, "farmers": true, "siege": true, "pig-herd": true, "pig": 1}),
            json!({"gq11-pig-herd": "pig"})
        ),
        "carcassonne+river+games-quarterly+cathars+traders-builders seats=2 pig_herd_with_pigs=on siege_escape=off \
         siege_tiles=both without=builders,goods,printed-river sets=base:1,besiegers:1,cathars:1,games-quarterly:1,river-1:1"
    );
}

#[test]
fn without_the_element_there_are_no_farmers() {
    let mut file = file("basic--city-and-road-scoring");
    assert_eq!(import(&file.to_string()).unwrap().record.setup.options.get("farmers"), None);
    file["setup"]["elements"].as_object_mut().unwrap().remove("farmers");
    assert_eq!(import(&file.to_string()).unwrap().record.setup.options["farmers"], "false");
}

#[test]
fn messages_can_be_undone() {
    let mut file = file("basic--city-and-road-scoring");
    let whole = import(&file.to_string()).unwrap();
    let replay = file["replay"].as_array_mut().unwrap();
    let wrong = json!({"type": "DEPLOY_MEEPLE", "payload": {
        "pointer": {"position": [0, 1], "feature": "City", "location": "W"}, "meepleId": "0.small.1"}});
    let undo = json!({"type": "UNDO", "payload": {}});
    // The first tile is placed, a figure is deployed, and both are undone.
    let first = replay[0].clone();
    replay.splice(1..1, [wrong, undo.clone(), undo.clone(), first]);
    let undone = import(&file.to_string()).unwrap();
    assert_eq!(undone.record, whole.record);

    file["replay"].as_array_mut().unwrap().insert(0, undo);
    let error = import(&file.to_string()).unwrap_err().to_string();
    assert_eq!(error, "message 1 (UNDO): there is nothing to undo");
}

#[test]
fn state_at_the_end_of_the_file_is_compared() {
    let mut file = file("basic--city-and-road-scoring");
    file.as_object_mut().unwrap().remove("gameAnnotations");
    let all = file["replay"].as_array().unwrap().clone();
    let mut at = |messages: usize, assertions: &[&str]| {
        file["replay"] = all[..messages].to_vec().into();
        file["test"]["assertions"] = assertions.iter().copied().collect::<Value>();
        import(&file.to_string()).unwrap()
    };
    let import = at(
        4,
        &[
            "Phase is ActionPhase",
            "Player can pass",
            "Undo is allowed",
            "Available action Meeple for SmallFollower",
            "Meeple SmallFollower options: {Field,NL.NR.WL.WR,[-1,1]}; {City,SE,[-1,1]}",
            "Meeple SmallFollower options: {City,SE,[-1,1]}",
            "Phase is TilePhase",
            "David has 0 points.",
            "Nobody has 0 points",
            "The moon is full",
        ],
    );
    let verdicts: Vec<_> = import.assertions.iter().map(|a| a.verdict).collect();
    use AssertionVerdict::{Failed, Held, NotUnderstood};
    assert_eq!(verdicts, [Held, Held, Held, Held, Held, Failed, Failed, Held, Failed, NotUnderstood]);

    // A figure was deployed, and the turn only needs to be confirmed.
    let import = at(5, &["phase is CommitActionPhase", "Player can't pass", "Undo is allowed"]);
    assert!(import.assertions.iter().all(|a| a.verdict == Held), "{:?}", import.assertions);
    assert_eq!(import.record.outcome, Outcome::Unfinished);

    let import = at(
        6,
        &[
            "Phase is TilePhase",
            "Player can't pass",
            "Undo is not allowed",
            "Available action TilePlacement for BA/Cccc+",
            "TilePlacement BA/Cccc+ options: [0,-1] - [0,90,180,270]; [0,2] - [0]",
            "TilePlacement BA/Ccc+ options: [0,-1] - [90,180,270]; [-1,2] - [0,90,270]; [0,2] - [0,90,270]; [-2,1] - [270]; \
             [1,1] - [90]",
            "Available action Meeple for SmallFollower",
        ],
    );
    let verdicts: Vec<_> = import.assertions.iter().map(|a| a.verdict).collect();
    assert_eq!(verdicts, [Held, Held, Held, Held, Failed, Held, Failed]);
}

#[test]
fn points_count_when_the_turn_is_confirmed() {
    let mut file = file("basic--tiny-city-rule");
    let text = "Wendy has 8 points";
    assert_eq!(verdict(&import(&file.to_string()).unwrap(), text), AssertionVerdict::Held);
    file["replay"].as_array_mut().unwrap().pop();
    let unconfirmed = import(&file.to_string()).unwrap();
    assert_eq!(verdict(&unconfirmed, text), AssertionVerdict::Failed);
    assert_eq!(unconfirmed.scores, [6]);
}

#[test]
fn replay_errors_name_the_message() {
    let change = |path: &str, value: Value| {
        let mut file = file("basic--city-and-road-scoring");
        *file.pointer_mut(path).unwrap() = value;
        import(&file.to_string()).unwrap_err().to_string()
    };
    for (path, value, why) in [
        ("/replay/0/payload/tileId", json!("BA/C"), "message 1 (PLACE_TILE): BA/C is placed, but the draw order has"),
        ("/replay/0/payload/tileId", json!("XX/C"), "message 1 (PLACE_TILE): the set-up has no tile XX/C"),
        ("/replay/0/payload/rotation", json!("R45"), "message 1 (PLACE_TILE): the rotation must be R0"),
        ("/replay/0/payload/position", json!([9, 9]), "message 1 (PLACE_TILE): \"cffd@9,9r270\" is not legal now"),
        ("/replay/0/payload/position", json!([9]), "message 1 (PLACE_TILE): invalid payload"),
        ("/replay/0/payload", json!(null), "message 1 (PLACE_TILE): invalid payload"),
        ("/replay/0/type", json!("BAZAAR_BID"), "message 1 (BAZAAR_BID): it does not answer anything in this set-up"),
        ("/replay/0/type", json!("PAY_RANSOM"), "message 1 (PAY_RANSOM): invalid payload"),
        ("/replay/0/type", json!("COMMIT"), "message 1 (COMMIT): there is nothing to confirm"),
        ("/replay/0/type", json!("PASS"), "message 1 (PASS): there is nothing to pass"),
        (
            "/replay/4/payload/meepleId",
            json!("0.small.1"),
            "message 5 (DEPLOY_MEEPLE): the figure does not belong to player 1",
        ),
        ("/replay/4/payload/meepleId", json!("1.pig.1"), "message 5 (DEPLOY_MEEPLE): \"pig:e\" is not legal"),
        ("/replay/4/payload/meepleId", json!("1.big.1"), "message 5 (DEPLOY_MEEPLE): \"large-knight:e\" is not legal"),
        ("/replay/4/payload/pointer/location", json!("N"), "message 5 (DEPLOY_MEEPLE): the tile at -1,1 has no City N"),
        ("/replay/4/payload/pointer/feature", json!("Tower"), "the tile at -1,1 has no Tower SE"),
        ("/replay/4/payload/pointer/position", json!([0, 0]), "has no City SE"),
        ("/replay/4/payload/pointer/position", json!([7, 7]), "no tile lies at 7,7"),
        ("/gameAnnotations/drawOrder/1", json!("BA/RRRR"), "message 4 (PLACE_TILE): BA/Cc.1 is placed"),
        ("/gameAnnotations", json!({"endTurn": 2}), "message 7 (PLACE_TILE): the game was already over"),
        ("/players", json!([]), "it takes 2 to 5"),
        ("/setup/sets", json!(7), "the file is not a saved game of JCloisterZone"),
    ] {
        let error = change(path, value);
        assert!(error.contains(why), "{path}: {error}");
    }
    let mut file = file("inns-and-cathedrals--inns-scoring");
    file["replay"][3]["player"] = json!(0);
    let error = import(&file.to_string()).unwrap_err().to_string();
    assert_eq!(error, "message 4 (PLACE_TILE): it was sent by player 0 in the turn of player 1");
}

#[test]
fn duplicate_names_are_made_unique() {
    let mut file = file("basic--city-and-road-scoring");
    file["players"] = json!([{"name": "Olha"}, {"name": " Olha\n"}]);
    assert_eq!(import(&file.to_string()).unwrap().names, ["Olha", "Olha (2)"]);
    file["players"] = json!([{}, {"name": null}]);
    assert_eq!(import(&file.to_string()).unwrap().names, ["Player 1", "Player 2"]);
}

/// Corrupts a random value in the file.
fn disturb(value: &mut Value, random: &mut SmallRandom) {
    let odd = [
        json!(null),
        json!(-1),
        json!(32767),
        json!(-32768),
        json!(1e300),
        json!(18446744073709551615u64),
        json!(""),
        json!("NL.NR"),
        json!("R90"),
        json!("BA/C"),
        json!("UNDO"),
        json!("COMMIT"),
        json!([32767, -32768]),
        json!([]),
        json!({}),
    ];
    let inner: Vec<&mut Value> = match value {
        Value::Array(items) => items.iter_mut().collect(),
        Value::Object(map) => map.values_mut().collect(),
        _ => Vec::new(),
    };
    let stop = inner.is_empty() || random.below(8) == 0;
    match inner.into_iter().nth(random.below(64) as usize).filter(|_| !stop) {
        Some(inner) => disturb(inner, random),
        None => *value = odd[random.below(odd.len() as u32) as usize].clone(),
    }
}

#[test]
fn hostile_files_are_rejected_without_a_panic() {
    let mut random = SmallRandom::new(1);
    let (mut imported, mut refused) = (0, 0);
    for name in SAMPLES {
        let whole = file(name);
        for _ in 0..80 {
            let mut value = whole.clone();
            for _ in 0..=random.below(3) {
                disturb(&mut value, &mut random);
            }
            let mut text = value.to_string().into_bytes();
            if random.below(3) == 0 {
                let at = random.below(text.len() as u32) as usize;
                text[at] = random.next() as u8;
            }
            match import(&String::from_utf8_lossy(&text)) {
                Ok(import) => {
                    let failed = import.record.verify().failed;
                    assert!(failed.is_empty(), "{name}: {failed:?} in {}", import.record.to_text());
                    imported += 1;
                }
                Err(error) => {
                    let error = error.to_string();
                    assert!(!error.is_empty() && !error.contains('\n') && error.len() < 4000, "{error}");
                    refused += 1;
                }
            }
        }
    }
    assert!(imported > 10 && refused > 100, "{imported} imported, {refused} refused");
    assert!(import(&"[".repeat(100_000)).is_err());
    assert_eq!(import(&" ".repeat(17 << 20)).unwrap_err(), JczError::TooLarge(17 << 20));
}
