//! Every scenario passes, and every clause and every option value has one.

use std::fs;
use std::path::{Path, PathBuf};

use testkit::scenario::{find, run, run_all};

/// Returns the source folders of the families.
fn sources() -> [PathBuf; 4] {
    ["classic", "hunters", "discovery", "coop"]
        .map(|family| Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../{family}/src")))
}

fn paths() -> Vec<PathBuf> {
    sources().iter().flat_map(|sources| find(sources).unwrap()).collect()
}

#[test]
fn every_scenario_passes() {
    let outcomes: Vec<_> = sources().iter().flat_map(|sources| run_all(sources).unwrap()).collect();
    let failed: Vec<_> = outcomes.iter().filter_map(|(_, outcome)| outcome.as_ref().err()).collect();
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn every_clause_and_every_value_of_an_option_has_a_scenario() {
    let paths = paths();
    let names: Vec<_> = paths.iter().map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    let texts: Vec<_> = paths.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let set_ups: Vec<_> =
        texts.iter().flat_map(|text| text.lines()).filter(|line| line.starts_with("setup ")).collect();
    for clause in games::reference::clauses("en").unwrap() {
        assert!(names.iter().any(|name| name.starts_with(&format!("{}-", clause.id))), "{} has no scenario", clause.id);
    }
    for option in games::info().options {
        let of_game = |line: &&&str| line["setup ".len()..].starts_with(option.game);
        for (i, value) in option.values.iter().enumerate() {
            let given = format!(" {}={value}", option.name);
            let found = set_ups.iter().filter(of_game).any(|line| match i {
                // A default may be left implicit, but then the scenario must not set the option at all.
                0 => line.contains(&given) || !line.contains(&format!(" {}=", option.name)),
                _ => line.split(' ').any(|word| given.trim() == word),
            });
            assert!(found, "no scenario has{given}");
        }
    }
}

/// The scenarios in the table of interactions exist, and each proves one of the clauses in its row.
#[test]
fn every_interaction_has_its_scenarios() {
    let table = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/interactions.md")).unwrap();
    let paths = paths();
    let rows =
        table.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| pair ") && !line.contains("---"));
    let mut count = 0;
    for row in rows {
        let cells: Vec<_> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [_, _, clauses, scenarios] = cells[..] else { panic!("not four cells: {row}") };
        for name in scenarios.split(", ") {
            let path = paths.iter().find(|path| path.file_stem().unwrap().to_string_lossy() == name);
            let text = fs::read_to_string(path.unwrap_or_else(|| panic!("{name} does not exist: {row}"))).unwrap();
            let mut proved =
                text.lines().filter_map(|line| line.strip_prefix("clause ")).flat_map(|line| line.split(' '));
            assert!(
                proved.any(|proved| clauses.split(", ").any(|clause| clause == proved)),
                "{name} proves no clause of: {row}"
            );
        }
        count += 1;
    }
    assert!(count > 40, "{count} rows");
}

#[test]
fn errors_are_reported_with_their_line() {
    let head = "clause BASE-11\nsetup carcassonne seats=2 first_player=host_seat\n";
    for (body, line, why) in [
        ("", 2, "plays nothing"),
        ("nonsense 1\n", 3, "unknown line \"nonsense\""),
        ("0> frfr@1,0r90\n", 3, "is not legal; legal answers: frfr@-1,0r0"),
        ("1> frfr@1,0r0\n", 3, "must be answered by 0, not by 1"),
        ("0> frfr@1,0r0\n1> frfr@2,0r0\n", 4, "must be answered by 0"),
        ("0> cfff@0,-1r180 knight:s\n", 3, "missing line before this one: +0 4 city: 2 tiles x 2 BASE-12"),
        ("0> cfff@0,-1r180 knight:s\n+0 5 city: 2 tiles x 2 BASE-12\n", 4, "expected \"+0 5"),
        ("0> cfff@0,-1r180 pass\n+0 4 city: 2 tiles x 2 BASE-12\n", 4, "found \"no score\""),
        ("0> cfff@0,-1r180 pass\n*> draw:cccc-pennant\nasks a tile\n", 5, "before this one: discarded cccc-pennant"),
        ("scores 0 1\n", 3, "found \"0 0\""),
        ("supply 7 follower 7\n", 3, "unknown seat 7"),
        ("supply 0 giant 7\n", 3, "unknown kind of figure"),
        ("supply 0 follower\n", 3, "missing count"),
        ("legal frfr@1,0r0\n", 3, "is not legal"),
        ("refused x\n", 3, "the set-up is not refused"),
        ("asks\n", 3, "found \"a tile\""),
        (">\n", 3, "missing seat"),
    ] {
        let outcome = run("BASE-11-x", &format!("{head}{body}"));
        let message = outcome.unwrap_err();
        assert!(message.starts_with(&format!("BASE-11-x, line {line}: ")) && message.contains(why), "{message}");
    }
    assert!(
        run("other", &format!("{head}asks a tile\n")).unwrap_err().contains("does not begin with one of its clauses")
    );
    assert!(
        run("BASE-11-x", "clause BASE-11\nsetup chess seats=2\nasks a tile\n")
            .unwrap_err()
            .contains("no game \"chess\"")
    );
    assert!(run("BASE-11-x", &format!("{head}asks a tile\n")).is_ok());
}
