//! Presets on the command line: listing them, playing with them, and naming a record's preset.

use crate::common::*;
use serde_json::{Value, json};

/// Returns the set-up that `bastide bench` plays with these arguments.
#[cfg(feature = "tuning")]
fn bench_setup(arguments: &[&str]) -> String {
    let all = [&["bench", "--json", "--games", "1", "--only", "listed"], arguments].concat();
    let report: Value = serde_json::from_str(&printed(&all)).unwrap();
    report["setup"].as_str().unwrap().to_owned()
}

#[test]
fn presets_are_listed_and_shown() {
    let list = printed(&["presets"]);
    for line in ["carcassonne  rulebook", "carcassonne  jcloisterzone", "hunters      current", "discovery    rulebook"]
    {
        assert!(list.lines().any(|one| one.starts_with(line)), "{line}: {list}");
    }
    let shown = printed(&["presets", "current", "--game", "carcassonne"]);
    let of =
        |option: &str| shown.lines().find(|line| line.contains(option)).unwrap().split_whitespace().collect::<Vec<_>>();
    assert_eq!(of("wagon_move"), ["AM-10", "wagon_move", "adjacent_tiles", "rulebook:", "same_tile_link"]);
    assert_eq!(of("small_city"), ["BASE-12", "small_city", "4"]);
    assert!(!shown.contains("first_player"), "the first player is left open");

    let json: Value = serde_json::from_str(&printed(&["presets", "jcloisterzone", "--json"])).unwrap();
    let [only] = json.as_array().unwrap().as_slice() else { panic!("{json}") };
    assert_eq!((&only["game"], &only["id"]), (&json!("carcassonne"), &json!("jcloisterzone")));
    assert_eq!(
        only["options"]["siege_escape"],
        json!({"value": "any_city_tile", "rulebook": "cathar_tile", "clause": "CATH-04"})
    );
    assert!(only["name"]["uk"].as_str().unwrap().contains("JCloisterZone"));

    let house = "unknown preset \"house\"; known presets: rulebook, current, jcloisterzone";
    refused(&["presets", "house"], 1, house);
    refused(&["presets", "--game", "chess"], 1, "unknown game \"chess\"; known games: carcassonne, ");
    let hunters = "unknown preset \"jcloisterzone\" of hunters";
    refused(&["presets", "jcloisterzone", "--game", "hunters"], 1, hunters);
}

#[cfg(feature = "tuning")]
#[test]
fn options_override_the_preset() {
    let by = |more: &[&str]| bench_setup(&[&["--preset", "current", "--with", "abbey-mayor"], more].concat());
    let who = "first_player=host_seat";
    let line = |options: &str| format!("carcassonne+abbey-mayor seats=2 {options} first_seat=0");
    assert_eq!(by(&[]), line(&format!("abbey_at_end=true {who} wagon_move=adjacent_tiles")));
    assert_eq!(by(&["--option", "wagon_move=same_tile_link"]), line(&format!("abbey_at_end=true {who}")));
    assert_eq!(bench_setup(&["--preset", "rulebook"]), format!("carcassonne seats=2 {who} first_seat=0"));
    let whole = bench_setup(&["--preset", "jcloisterzone", "--setup", "carcassonne+cathars seats=3 farmers=false"]);
    assert_eq!(
        whole,
        format!("carcassonne+cathars seats=3 farmers=false {who} siege_escape=any_city_tile first_seat=0")
    );
    let later = bench_setup(&["--preset", "current", "--setup", "hunters seats=2"]);
    assert!(later.starts_with("hunters seats=2 edition=later "), "{later}");
}

#[test]
fn arena_plays_by_a_preset() {
    let arena =
        ["arena", "--games", "2", "--a", "random", "--b", "random", "--with", "tower", "--preset", "current", "--json"];
    let report: Value = serde_json::from_str(&printed(&arena)).unwrap();
    assert!(report["setup"].as_str().unwrap().contains("tower_takes_own=true"), "{report}");

    let unknown = ["arena", "--games", "2", "--preset", "jcloisterzone", "--setup", "discovery seats=2"];
    refused(&unknown, 1, "--preset: the game has no preset \"jcloisterzone\"; choose from rulebook");
    refused(&["analyse", "--preset", "current", "game.bastide"], 1, "--preset requires --setup");
}

#[test]
fn record_names_its_preset() {
    let saved = saved("whole-games--inns-and-cathedrals-three-players");
    let path = fresh("presets.bastide");
    let record = path.to_str().unwrap();
    let imported = printed(&["import", &saved, "-o", record]);
    assert!(imported.contains("rules: Rulebook (rulebook)\n"), "{imported}");
    assert!(printed(&["verify", record]).contains("rules: Rulebook (rulebook)\n"));
    let text = std::fs::read_to_string(&path).unwrap();
    // With one option changed, the record describes a different game, but its first answers are still valid.
    std::fs::write(&path, text.replacen(" seats=3", " seats=3 inn_cathedral_final=ignore", 1)).unwrap();
    let shown = printed(&["show", record, "--at", "1"]);
    let rules = "rules: Rulebook (rulebook), but inn_cathedral_final=ignore (preset: zero)
";
    assert!(shown.contains(rules), "{shown}");
    let output = bastide(&["verify", record, "--json"]);
    let verdict: Value = serde_json::from_slice(&output.stdout).unwrap();
    let departures = json!([{"option": "inn_cathedral_final", "value": "ignore", "preset": "zero"}]);
    assert_eq!((&verdict["preset"]["id"], &verdict["preset"]["departures"]), (&json!("rulebook"), &departures));
}
