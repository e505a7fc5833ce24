//! `bastide lessons check`, and the lessons of the client.

use std::fs;

use crate::common::*;

/// Returns the lesson files of the client, without their list.
fn shipped() -> Vec<String> {
    let folder = fs::read_dir(source("../../web/public/lesson-data")).unwrap();
    let paths = folder.map(|entry| entry.unwrap().path().to_str().unwrap().to_owned());
    let mut paths: Vec<String> = paths.filter(|path| !path.ends_with("index.json")).collect();
    paths.sort();
    paths
}

#[test]
fn lessons_of_the_client_are_right() {
    let paths = shipped();
    assert!(paths.len() >= 10);
    let arguments: Vec<&str> = ["lessons", "check"].into_iter().chain(paths.iter().map(String::as_str)).collect();
    let text = printed(&arguments);
    assert!(text.starts_with(&format!("{} lessons, ", paths.len())) && text.ends_with(" 0 problems\n"), "{text}");
}

#[test]
fn wrong_lessons_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("roads.json");
    let check = |old: &str, new: &str| {
        let text = fs::read_to_string(source("../../web/public/lesson-data/roads.json")).unwrap();
        assert!(text.contains(old), "{old}");
        fs::write(&path, text.replacen(old, new, 1)).unwrap();
        let output = bastide(&["lessons", "check", path.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(1), "{new}");
        crate::common::text(&output.stderr)
    };
    assert!(check("\"points\": 6", "\"points\": 5").contains("scores 6 points, not 5"));
    assert!(check("frst@-1,1r0", "frst@-1,1r90").contains("roads 1: no turn matches frst@-1,1r90 *"));
    assert!(check("frst@-1,1r0", "frst@2,0r270").contains("points behind frst@-1,1r0"));
    assert!(check("BASE-11", "BASE-99").contains("there is no clause BASE-99"));
    assert!(check("@-1,1\"", "@9,9\"").contains("the mark @9,9 is not on the board"));
    assert!(check("tile frfr@0,1r0", "tile frfr@0,1r90").contains("starting board, line 4: "));
    assert!(check("\"hand\"", "\"hands\"").contains("not a valid lesson in JSON"));
}
