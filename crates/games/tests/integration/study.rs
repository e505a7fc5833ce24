//! Reading studies: damaged parts are skipped and reported, and the rest is kept.

use games::study::{self, Damage, MAX_NODES, MAX_STUDY_BYTES, Study, StudyError};
use serde_json::{Value, json};

const RECORD: &str = "bastide record 1\nrules: 2\nsetup: carcassonne seats=2\nresult: unfinished\n0. first:0\n";

fn node(id: &str, parent: Option<&str>, answer: &str) -> Value {
    json!({"id": id, "parent": parent, "answers": [answer]})
}

/// A study of one chapter with these nodes.
fn document(nodes: Value) -> String {
    json!({"bastide_study": 1, "name": "A study", "chapters": [{"name": "One", "record": RECORD, "nodes": nodes}]})
        .to_string()
}

fn ids(study: &Study) -> Vec<&str> {
    study.chapters[0].nodes.iter().map(|node| node.id.as_str()).collect()
}

#[test]
fn intact_study_is_read_and_written_without_loss() {
    let nodes = json!([
        {"id": "a", "parent": null, "answers": ["draw:frfr"], "comment": "A road.", "arrows": [[[0, 0], [1, 0], "green"]]},
        {"id": "b", "parent": "a", "answers": ["frfr@1,0r0"], "glyph": "!?", "marks": [{"at": [1, 0], "segment": 1, "colour": "red"}]},
        node("c", Some("b"), "pass"),
        node("d", Some("a"), "frfr@-1,0r0"),
    ]);
    let read = study::read(&document(nodes)).unwrap();
    assert_eq!(read.problems, []);
    let study = read.study;
    assert_eq!(ids(&study), ["a", "b", "c", "d"]);
    let played = &study.chapters[0].nodes;
    assert_eq!(
        played.iter().map(|node| (node.turn, node.seat)).collect::<Vec<_>>(),
        [(1, None), (1, Some(0)), (1, Some(0)), (1, Some(0))]
    );
    let again = study::read(&study.to_json()).unwrap();
    assert_eq!((again.study, again.problems), (study, Vec::new()));
}

#[test]
fn damaged_nodes_are_skipped_and_reported_with_what_follows_them() {
    let nodes = json!([
        node("a", None, "draw:frfr"),
        node("b", Some("a"), "frfr@0,0r0"),
        node("c", Some("b"), "pass"),
        node("a", None, "draw:crfr"),
        node("d", Some("gone"), "pass"),
        node("e", Some("d"), "pass"),
        node("f", Some("g"), "pass"),
        node("g", Some("f"), "pass"),
        {"id": "h", "parent": null},
        node("not an id", None, "draw:frfr"),
        node("i", Some("a"), "frfr@1,0r0"),
    ]);
    let read = study::read(&document(nodes)).unwrap();
    assert_eq!(ids(&read.study), ["a", "i"]);
    let found: Vec<_> =
        read.problems.iter().map(|one| (one.node.as_deref().unwrap(), one.problem, one.skipped)).collect();
    assert_eq!(
        found,
        [
            ("a", Damage::Id, 1),
            ("h", Damage::Node, 1),
            ("not an id", Damage::Node, 1),
            ("b", Damage::Answer, 2),
            ("d", Damage::Parent, 2),
            ("f", Damage::Cycle, 2),
        ]
    );
    assert!(read.problems.iter().all(|one| one.chapter == 0 && one.name == "One"));
}

#[test]
fn damaged_chapters_are_skipped_and_the_others_kept() {
    let chapters = json!([
        {"name": "No record", "nodes": []},
        {"name": "Illegal", "record": format!("{RECORD}1. draw:frfr frfr@0,0r0\n"), "nodes": [node("a", None, "pass")]},
        {"name": "Good", "record": RECORD, "nodes": []},
        7,
    ]);
    let read = study::read(&json!({"bastide_study": 1, "name": "S", "chapters": chapters}).to_string()).unwrap();
    assert_eq!(read.study.chapters.len(), 1);
    assert_eq!(read.study.chapters[0].name, "Good");
    let found: Vec<_> = read.problems.iter().map(|one| (one.chapter, one.problem, one.skipped)).collect();
    assert_eq!(found, [(0, Damage::Chapter, 0), (1, Damage::Record, 1), (3, Damage::Chapter, 0)]);
    assert!(!read.problems[1].detail.is_empty());
}

#[test]
fn malformed_annotations_are_dropped_and_the_node_is_kept() {
    let nodes = json!([{
        "id": "a", "parent": null, "answers": ["draw:frfr"], "comment": 5, "glyph": "?!?",
        "arrows": [[[0, 0], [1, 0], "green"], [[0, 0], [9999, 0], "green"], "x"],
        "marks": [{"at": [0, 0], "colour": "mauve"}],
    }]);
    let read = study::read(&document(nodes)).unwrap();
    let notes = &read.study.chapters[0].nodes[0].notes;
    assert_eq!((&notes.comment, notes.glyph, notes.arrows.len(), notes.marks.len()), (&None, None, 1, 0));
    assert_eq!(read.problems.len(), 1);
    assert_eq!((read.problems[0].problem, read.problems[0].skipped), (Damage::Notes, 0));
    assert_eq!(read.problems[0].detail, "comment, glyph, arrows, marks");
}

#[test]
fn record_may_be_json_and_becomes_text_without_hashes() {
    let record = games::record::Record::parse(RECORD).unwrap();
    let document = json!({"bastide_study": 1, "name": "S", "chapters": [{"name": "One", "record": record.to_json(), "nodes": []}]});
    let read = study::read(&document.to_string()).unwrap();
    assert_eq!(read.study.chapters[0].record, RECORD);
}

#[test]
fn sizes_are_limited() {
    assert_eq!(study::read(&" ".repeat(MAX_STUDY_BYTES + 1)), Err(StudyError::TooLong));
    let nodes: Vec<_> = (0..MAX_NODES + 3).map(|number| node(&format!("n{number}"), None, "draw:frfr")).collect();
    let read = study::read(&document(json!(nodes))).unwrap();
    assert_eq!(read.study.chapters[0].nodes.len(), MAX_NODES);
    assert_eq!((read.problems[0].problem, read.problems[0].skipped), (Damage::Nodes, 3));
    let chapters = vec![json!({"name": "x", "record": RECORD, "nodes": []}); study::MAX_CHAPTERS + 1];
    let read = study::read(&json!({"bastide_study": 1, "name": "S", "chapters": chapters}).to_string()).unwrap();
    assert_eq!(read.study.chapters.len(), study::MAX_CHAPTERS);
    assert_eq!(read.problems[0].problem, Damage::Chapters);
}

#[test]
fn texts_that_are_no_studies_are_refused() {
    assert!(matches!(study::read("{"), Err(StudyError::Json(_))));
    assert_eq!(study::read("{}"), Err(StudyError::NotAStudy));
    assert_eq!(study::read("[1]"), Err(StudyError::NotAStudy));
    assert_eq!(study::read(r#"{"bastide_study": 2}"#), Err(StudyError::Version(2)));
}
