//! Tests commands that read games from files: their output, the files they write, and their errors.

use std::path::Path;

use crate::common::*;
use serde_json::Value;

/// Asserts that a command draws a PNG or, in a build without pictures, fails with an error that names the missing feature.
fn draws(command: &[&str], png: &Path) {
    let command = [command, &["--png", png.to_str().unwrap()]].concat();
    if cfg!(feature = "pictures") {
        assert_eq!(printed(&command), "");
        assert!(std::fs::read(png).unwrap().starts_with(b"\x89PNG"));
    } else {
        refused(&command, 1, "build it with `--features pictures`");
    }
}

#[test]
fn imported_record_verifies() {
    let file = saved("whole-games--inns-and-cathedrals-three-players");
    for name in ["imported.bastide", "imported.json"] {
        let path = fresh(name);
        let record = path.to_str().unwrap();
        let output = bastide(&["import", &file, "-o", record]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains("Alice: 71\nBob: 73\nCarol: 70\n"));
        let content = std::fs::read_to_string(&path).unwrap();
        assert_eq!(content.starts_with('{'), name.ends_with(".json"));
        let output = bastide(&["verify", record]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains("held: the scores are 71 : 73 : 70\n"));
        std::fs::write(&path, content.replacen("large-", "", 1)).unwrap();
        refused(&["verify", record], 1, "failed verification");
    }
}

#[test]
fn import_prints_json() {
    let output = bastide(&["import", &saved("inns-and-cathedrals--inns-scoring"), "--json"]);
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["scores"], serde_json::json!({"Alice": 6, "Bob": 0}));
    assert_eq!(json["assertions"][0], serde_json::json!({"text": "Alice has 6 points", "verdict": "held"}));
    assert_eq!(json["events"][0]["name"], "Alice");
    assert_eq!(json["events"][0]["terms"][0]["clause"], "IC-02");
    assert_eq!(json["record"]["outcome"]["how"], "stopped");
}

#[test]
fn failed_assertion_is_reported_and_fails_the_command() {
    let path = fresh("false.jcz");
    let content = std::fs::read_to_string(saved("basic--tiny-city-rule")).unwrap();
    std::fs::write(&path, content.replace("Wendy has 8 points", "Wendy has 9 points")).unwrap();
    let path = path.to_str().unwrap();
    let output = bastide(&["import", path, "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["assertions"][0]["verdict"], "failed");
    refused(&["import", path, "-o", fresh("false.bastide").to_str().unwrap()], 1, "1 of 3 assertions failed");
}

#[test]
fn show_draws_the_board() {
    let file = saved("basic--tiny-city-rule");
    let output = bastide(&["show", &file, "--at", "3"]);
    assert_eq!(
        text(&output.stdout),
        "        0
      .###.
  -1  ..#..
      .###.
      .###.
   0  -----
      .....

turn 1, A to deploy fcfc, 3 answers, 70 tiles left
A  Wendy: 0 (0 if it ended now), supply 7 follower
rules: Rulebook (rulebook), but small_city=2 (preset: 4)
"
    );
    let (svg, png) = (fresh("board.svg"), fresh("board.png"));
    assert_eq!(printed(&["show", &file, "--svg", svg.to_str().unwrap()]), "");
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg"));
    draws(&["show", &file, "--width", "200"], &png);
    let output = bastide(&["show", &file, "--json"]);
    let view: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(view["players"][0]["score"], 8);
}

#[test]
fn tiles_are_listed_with_their_counts() {
    let sets = text(&bastide(&["tiles"]).stdout);
    assert!(sets.contains(" 72  base  ") && sets.ends_with("  total\n"), "{sets}");
    for (set, _) in games::catalogue::files() {
        let list = text(&bastide(&["tiles", set]).stdout);
        let json: Value = serde_json::from_slice(&bastide(&["tiles", set, "--json"]).stdout).unwrap();
        let tiles = json["tiles"].as_array().unwrap();
        let sum: u64 = tiles.iter().map(|tile| tile["count"].as_u64().unwrap()).sum();
        assert_eq!(sum, json["total"].as_u64().unwrap(), "{set}");
        assert!(list.contains(&format!("({set}): {sum} tiles of {} kinds\n", tiles.len())), "{list}");
        assert!(sets.contains(&format!("{sum:>3}  {set}  ")), "{sets}");
        for tile in tiles {
            let count = format!("{:>3}  {}", tile["count"], tile["kind"].as_str().unwrap());
            assert!(list.contains(&count), "{count} in {list}");
        }
    }
    let base = text(&bastide(&["tiles", "base"]).stdout);
    let crfr = "  4  crfr            ccc frg ggg grf  start tile
       c  city
       f  field      touches c
       r  road
       g  field
";
    assert!(base.contains(crfr), "{base}");
    assert!(base.contains("       c  city       pennant\n"), "{base}");
}

/// Returns the example tile file from the documentation.
fn example() -> String {
    source("../../docs/own-tiles.toml").to_str().unwrap().to_owned()
}

#[test]
fn every_printed_set_can_be_copied_and_played_as_own_tiles() {
    for (set, _) in games::catalogue::files() {
        let file = fresh(&format!("{set}.toml"));
        let output = bastide(&["tiles", set, "--file", file.to_str().unwrap()]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let copy = std::fs::read_to_string(&file).unwrap();
        assert!(copy.contains(&format!("\nset = \"own-{set}\"\n")), "{set}");
    }
    let mists = scratch("mists.toml");
    let words =
        ["arena", "--a", "easy", "--b", "easy", "--games", "2", "--setup", "carcassonne+mists seats=2 sets=base:1"];
    let output = bastide(&[&words[..], &["--tiles", mists.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn tiles_are_drawn_as_a_picture() {
    let (svg, png) = (fresh("tiles.svg"), fresh("tiles.png"));
    let svg_path = svg.to_str().unwrap();
    assert_eq!(printed(&["tiles", &example(), "--svg", svg_path]), "");
    let drawn = std::fs::read_to_string(&svg).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.contains("Hill country (20)") && drawn.contains(">crfr-village</text>"));
    assert!(drawn.contains("× 3, start tile"));
    draws(&["tiles", &example(), "--width", "400"], &png);
    assert!(bastide(&["tiles", "--svg", svg_path]).status.success());
    let drawn = std::fs::read_to_string(&svg).unwrap();
    for (name, content) in games::catalogue::files() {
        for tile in games::catalogue::parse(name, content).unwrap().tiles {
            assert!(drawn.contains(&format!("href=\"#{name}-{}\"", tile.id)), "{name}/{}", tile.id);
        }
    }
}

#[test]
fn own_tile_file_is_checked_and_played() {
    let list = text(&bastide(&["tiles", &example()]).stdout);
    assert!(list.starts_with("Hill country (hill-country): 20 tiles of 9 kinds\n"), "{list}");
    let setup = r#"{"game": "carcassonne", "seats": 2, "sets": {"base": 0}}"#;
    let play = ["arena", "--a", "greedy", "--b", "random", "--games", "2", "--json", "--setup", setup];
    let output = bastide(&[&play[..], &["--tiles", &example()]].concat());
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let line = json["setup"].as_str().unwrap();
    assert!(line.starts_with("carcassonne seats=2 sets=base:0 own_tiles=") && line.len() == 58, "{line}");
    if cfg!(feature = "tuning") {
        let output = bastide(&["bench", "--games", "2", "--json", "--tiles", &example()]);
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(json["setup"].as_str().unwrap().contains(" own_tiles="), "{json}");
    }

    let bad = fresh("bad.toml");
    let content = std::fs::read_to_string(example()).unwrap().replacen("kind = \"city\"", "kind = \"town\"", 1);
    std::fs::write(&bad, content).unwrap();
    let why = "bad.toml: tile file hill-country, tile crfr-start: f touches c, which is not of kind city";
    for command in [&["tiles"][..], &["arena", "--tiles"], &["bench", "--tiles"]] {
        if command[0] == "bench" && !cfg!(feature = "tuning") {
            continue;
        }
        refused(&[command, &[bad.to_str().unwrap()]].concat(), 1, why);
    }
    std::fs::write(&bad, "this is not TOML").unwrap();
    refused(&["tiles", bad.to_str().unwrap()], 1, "bad.toml: tile file of your own: ");
    refused(&["tiles", "none.toml"], 1, "none.toml cannot be opened");
}

#[test]
fn errors_are_reported_in_one_line() {
    let file = saved("basic--tiny-city-rule");
    refused(&["import", "no-such-file.jcz"], 1, "no-such-file.jcz cannot be opened");
    let unmet = fresh("unmet.jcz");
    let content = std::fs::read_to_string(saved("basic--tiny-city-rule")).unwrap();
    std::fs::write(&unmet, content.replacen("\"basic:1\"", "\"moon:1\": 1, \"basic:1\"", 1)).unwrap();
    refused(&["import", unmet.to_str().unwrap()], 1, "the file uses unsupported features: tile set moon:1");
    refused(&["verify", &saved("../../Cargo")], 1, "cannot be opened");
    let manifest = source("Cargo.toml");
    refused(&["verify", manifest.to_str().unwrap()], 1, "a record must begin with \"bastide record 1\"");
    refused(&["show", &file, "--at", "1000"], 1, "--at 1000 is past the end");
    if cfg!(feature = "pictures") {
        refused(&["show", &file, "--png", fresh("b.png").to_str().unwrap(), "--width", "0"], 1, "0 by 0");
    }
    refused(&["tiles", "moon"], 1, "unknown tile set \"moon\"; known sets: base, inns-cathedrals");
    refused(&["import"], 2, "required arguments");
    refused(&["show", &file, "--at", "x"], 2, "invalid value");
}

/// Returns the path of a file in the corpus of links.
fn links(name: &str) -> String {
    source(&format!("../../corpus/carcassonnelab/{name}")).to_str().unwrap().to_owned()
}

#[test]
fn link_is_imported_and_exported_unchanged() {
    let link = std::fs::read_to_string(links("2-discarded-tiles.link")).unwrap();
    let record = printed(&["import", link.trim()]);
    assert!(record.starts_with("bastide record 1\n") && record.contains("result: 18 : 28\n"), "{record}");
    assert_eq!(printed(&["import", &links("2-discarded-tiles.link")]), record);
    let path = fresh("link.bastide");
    std::fs::write(&path, &record).unwrap();
    assert_eq!(printed(&["export", path.to_str().unwrap()]), link);
    assert!(printed(&["verify", &links("2-discarded-tiles.link")]).contains("held: the scores are 18 : 28\n"));
    refused(&["import", &link.replacen("#/0/", "#/7/", 1)], 1, "unknown version \"7\"");
    refused(&["export", &saved("inns-and-cathedrals--inns-scoring")], 1, "only the base game");
}

#[test]
fn bad_links_of_a_file_are_reported_with_their_line_and_skipped() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("from"), folder.path().join("to"));
    std::fs::create_dir(&from).unwrap();
    let good = std::fs::read_to_string(links("1-two-players.link")).unwrap();
    std::fs::write(from.join("a.txt"), format!("{good}\n{}{good}", good.replacen("#/0/", "#/1/", 1))).unwrap();
    std::fs::write(from.join("b.txt"), &good).unwrap();
    let output = bastide(&["import", "--links", from.to_str().unwrap(), "-o", to.to_str().unwrap()]);
    let errors = text(&output.stderr);
    assert_eq!(
        (output.status.code(), text(&output.stdout)),
        (Some(1), "3 imported, 1 skipped\n".to_owned()),
        "{errors}"
    );
    assert!(errors.contains("a.txt:3: unknown version"), "{errors}");
    assert!(errors.ends_with("bastide: 1 of 4 links were skipped\n") && errors.lines().count() == 2, "{errors}");
    for name in ["a.txt-1.bastide", "a.txt-4.bastide", "b.txt-1.bastide"] {
        let record = to.join(name);
        assert_eq!(printed(&["export", record.to_str().unwrap()]), good, "{name}");
    }
}

#[test]
fn tile_of_a_link_is_turned_only_on_request() {
    let turned = links("7-turned-tile.link");
    refused(&["import", &turned], 1, "only r0 fits there; --fix-rotation imports it that way");
    let output = bastide(&["import", "--fix-rotation", &turned]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stderr).ends_with("warning: move 3: cfrr at 0,2 turned from r90 to r0\n"));
    let record = fresh("turned.bastide");
    std::fs::write(&record, &output.stdout).unwrap();
    let link = std::fs::read_to_string(links("1-two-players.link")).unwrap();
    assert_eq!(printed(&["export", record.to_str().unwrap()]), link);
}
