//! External programs in the arena: correct ones, every kind of fault, and the example session in the documentation.

use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use crate::common::{bastide, fresh, source, text};
use serde_json::Value;

/// Runs the arena. These tests need python3, and fail without it.
fn arena(arguments: &[&str]) -> Output {
    let python = Command::new("python3").arg("--version").output();
    assert!(python.is_ok_and(|output| output.status.success()), "these tests need python3, 3.10 or newer");
    bastide(&[&["arena"], arguments].concat())
}

fn command(path: &Path, argument: &str) -> String {
    format!("cmd:python3 '{}' {argument}", path.display())
}

fn example() -> String {
    command(&source("../../examples/bot.py"), "")
}

fn faulty(mode: &str) -> String {
    command(&source("tests/bots/faulty.py"), &format!("'{mode}'"))
}

fn json_of(arguments: &[&str]) -> Value {
    let output = arena(&[arguments, &["--json", "--evaluations", "100"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn forfeits(report: &Value, player: &str) -> u64 {
    report[player]["forfeits"].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum()
}

#[test]
fn example_bot_beats_random_players() {
    let report = json_of(&["--a", &example(), "--b", "random", "--games", "6", "--threads", "2"]);
    assert_eq!((forfeits(&report, "a"), forfeits(&report, "b")), (0, 0));
    assert_eq!(report["wins"], 6, "{report}");
    assert!(report["margin"]["interval"][0].as_f64().unwrap() > 10.0, "{report}");
}

#[test]
fn bots_play_every_family_with_any_number_of_seats() {
    let all = "carcassonne+river+inns-cathedrals+traders-builders+princess-dragon+tower+abbey-mayor+count seats=6";
    let hands = "carcassonne+tower seats=3 hand=three_hidden";
    for setup in [all, hands, "hunters seats=3", "discovery seats=4 hand=two_hidden", "coop seats=1", "coop seats=3"] {
        let report = json_of(&["--a", &faulty("none"), "--b", "random", "--games", "2", "--setup", setup]);
        assert_eq!((&report["games"], forfeits(&report, "a")), (&2.into(), 0), "{setup}: {report}");
        assert!(report["a"]["times"]["decisions"].as_u64().unwrap() > 10, "{setup}");
    }
}

/// A computer player of this program, as an external program.
fn own(player: &str) -> String {
    format!("cmd:'{}' bot {player}", env!("CARGO_BIN_EXE_bastide"))
}

#[test]
fn computer_players_play_as_programs() {
    let mixed = "carcassonne+inns-cathedrals+count seats=3 hand=two_open";
    for setup in [mixed, "hunters seats=2", "discovery seats=2", "coop seats=2"] {
        let report = json_of(&["--a", &own("hard"), "--b", &own("greedy"), "--games", "2", "--setup", setup]);
        assert_eq!((forfeits(&report, "a"), forfeits(&report, "b")), (0, 0), "{setup}: {report}");
        assert!(report["a"]["times"]["decisions"].as_u64().unwrap() > 10, "{setup}");
    }
    let report = json_of(&["--a", &own("medium"), "--b", "random", "--games", "4"]);
    assert_eq!(report["wins"], 4, "{report}");
}

#[test]
fn computer_players_as_programs_refuse_what_they_cannot_play() {
    let hidden = "discovery seats=2 hand=two_hidden";
    let report = json_of(&["--a", &own("hard"), "--b", "random", "--games", "2", "--setup", hidden]);
    assert_eq!(report["a"]["forfeits"]["exited"], 2, "{report}");
    let output = arena(&["--a", &own("nobody"), "--b", "random", "--games", "2"]);
    assert!(!output.status.success() && text(&output.stderr).contains("unknown computer player"));
}

#[test]
fn every_fault_forfeits_the_game_and_is_reported() {
    for (mode, kind, why) in [
        ("silent", "time", "did not answer within 1500 ms plus 500 ms of grace"),
        ("exits", "exited", "exit status: 7"),
        ("raises", "exited", "exit status: 1"),
        ("closes", "exited", "closed its standard output"),
        ("long", "malformed", "longer than 64 KB"),
        ("binary", "malformed", "UTF-8"),
        ("illegal", "illegal", "crfr@99,99r0"),
        ("no-word", "illegal", "what?"),
        ("index", "illegal", "answer 1000, but"),
        ("both", "malformed", "exactly one of"),
        ("stale", "malformed", "was asked"),
        ("twice", "malformed", "was asked"),
        ("number", "malformed", "seq"),
        ("noise", "malformed", "thinking"),
        ("list", "malformed", "its type is null"),
        ("type", "malformed", "its type is \"move\""),
        ("never-ready", "start", "did not send \"ready\" within 8 s"),
    ] {
        let limits = match mode {
            "silent" => ["1500", "500", "30"],
            "never-ready" => ["60000", "0", "8"],
            _ => ["60000", "0", "60"],
        };
        let path = fresh(&format!("fault-{mode}.jsonl"));
        let [limit, grace, start] = limits;
        let report = json_of(&[
            "--a",
            &faulty(mode),
            "--b",
            "random",
            "--games",
            "2",
            "--out",
            path.to_str().unwrap(),
            "--bot-limit",
            limit,
            "--bot-grace",
            grace,
            "--bot-start",
            start,
        ]);
        assert_eq!((&report["losses"], &report["a"]["forfeits"][kind]), (&2.into(), &2.into()), "{mode}: {report}");
        let text = std::fs::read_to_string(&path).unwrap();
        for line in text.lines().skip(1) {
            let game: Value = serde_json::from_str(line).unwrap();
            let forfeit = &game["forfeit"];
            assert!(forfeit["reason"].as_str().unwrap().contains(why), "{mode}: {forfeit}");
            assert_eq!((&forfeit["player"], &forfeit["kind"]), (&"a".into(), &kind.into()));
            assert_eq!((&game["a"]["won"], &game["b"]["won"]), (&false.into(), &true.into()));
            assert_eq!(forfeit["seq"], game["answers"]);
        }
    }
}

#[test]
fn answer_within_the_grace_period_is_accepted() {
    let limits = ["--bot-limit", "200", "--bot-grace", "60000", "--games", "2"];
    let report = json_of(&[&["--a", &faulty("slow"), "--b", "random"], &limits[..]].concat());
    assert_eq!(forfeits(&report, "a"), 0, "{report}");
    assert!(report["a"]["times"]["max_ms"].as_f64().unwrap() >= 1000.0);
}

#[test]
fn program_that_fails_to_start_stops_the_match() {
    for (mode, why) in [
        ("ends-at-once", "it exited (exit status: 3)"),
        ("version", "it speaks version 2 of the protocol, not version 1"),
        ("greedy", "it wants \"the draw pile\"; known wants: view, events, prospects"),
        ("chatty", "\"hello!\" is not a valid \"hello\" message"),
        ("mute", "it did not send \"hello\" within 2 s"),
    ] {
        let output = arena(&[
            "--a",
            "random",
            "--b",
            &faulty(mode),
            "--games",
            "2",
            "--bot-start",
            if mode == "mute" { "2" } else { "60" },
        ]);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{mode}: {error}");
        assert!(error.starts_with("bastide: --b cmd:python3") && error.contains(why), "{mode}: {error}");
    }
    let error = text(&arena(&["--a", "cmd:no-such-program --x", "--games", "2"]).stderr);
    assert!(error.contains("--a cmd:no-such-program --x: it cannot be started"), "{error}");
    let path = fresh("stopped.jsonl");
    let out = path.to_str().unwrap();
    let output = arena(&[
        "--a",
        &faulty("exits"),
        "--b",
        "random",
        "--games",
        "40",
        "--bot-faults",
        "3",
        "--millis",
        "60000",
        "--out",
        out,
    ]);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(
        error.contains("player a has forfeited 3 games in a row; last fault: it exited (exit status: 7)"),
        "{error}"
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 4);
}

#[test]
fn all_processes_exit() {
    let pids = fresh("pids.txt");
    let faulty = faulty(&format!("pid:{}", pids.display()));
    json_of(&["--a", &faulty, "--b", "random", "--games", "4", "--threads", "2"]);
    let text = std::fs::read_to_string(&pids).unwrap();
    assert_eq!(text.lines().count(), 2, "one process per thread: {text}");
    assert!(text.lines().all(|pid| !Path::new("/proc").join(pid).exists()), "{text}");
    let start = Instant::now();
    json_of(&["--a", &self::faulty("stays"), "--b", "random", "--games", "2"]);
    assert!(start.elapsed() < Duration::from_secs(300), "the arena waited for a program that does not exit");
}

/// Returns the logged messages with a prefix that names a process and a direction.
fn logged_messages(path: &Path, prefix: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().filter_map(|line| line.strip_prefix(prefix)).map(|json| serde_json::from_str(json).unwrap()).collect()
}

#[test]
fn bots_do_not_see_hidden_hands() {
    let (log, out) = (fresh("hidden.txt"), fresh("hidden.jsonl"));
    json_of(&[
        "--a",
        &faulty("none"),
        "--b",
        "random",
        "--games",
        "2",
        "--setup",
        "discovery seats=2 hand=two_hidden",
        "--records",
        "--bot-log",
        log.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
    ]);
    let (mut own, mut hidden, mut views, mut draws) = (Value::Null, 0, 0, 0);
    for message in logged_messages(&log, "a1 > ") {
        match message["type"].as_str().unwrap() {
            "game" => own = message["seats"][0].clone(),
            "update" => {
                for event in message["events"].as_array().unwrap().iter().filter(|event| event["type"] == "taken") {
                    let known = event["seat"] == own;
                    assert_eq!(event["tile"].is_null(), !known, "{message}");
                    assert_eq!(message["answer"] == "draw:?", !known, "{message}");
                    hidden += u32::from(!known);
                    draws += 1;
                }
            }
            "choose" => {
                assert_eq!(message["seat"], own);
                let players = message["view"]["players"].as_array().unwrap();
                for player in players {
                    let hand = player["hand"].as_array().unwrap();
                    assert!(hand.iter().all(|tile| tile.is_null() != (player["seat"] == own)), "{player}");
                    views += u32::from(player["seat"] != own && !hand.is_empty());
                }
            }
            _ => {}
        }
    }
    assert!(hidden > 50 && draws > hidden + 50 && views > 50, "{hidden} of {draws} draws, {views} views");
}

/// Returns the document's code blocks in the given language.
fn blocks(language: &str) -> Vec<String> {
    let text = std::fs::read_to_string(source("../../docs/bot-protocol.md")).unwrap();
    let fence = format!("```{language}\n");
    let parts = text.split(&fence).skip(1);
    parts.map(|part| part.split("```").next().unwrap().to_owned()).collect()
}

#[test]
fn documented_session_matches_the_arena() {
    let (bot, log) = (fresh("smallest.py"), fresh("talk.txt"));
    std::fs::write(&bot, &blocks("python")[0]).unwrap();
    let (bot, log_path) = (command(&bot, ""), log.to_str().unwrap());
    let output = arena(&["--a", &bot, "--b", &bot, "--games", "2", "--evaluations", "1000", "--bot-log", log_path]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = std::fs::read_to_string(&log).unwrap();
    let said: Vec<&str> = said.lines().filter(|line| line.starts_with("a1 ")).collect();
    let block = blocks("jsonl").remove(0);
    let parts: Vec<Vec<&str>> = block.split("...\n").map(|part| part.lines().collect()).collect();
    let mut from = 0;
    for (number, part) in parts.iter().enumerate() {
        let last = number + 1 == parts.len();
        let at = if last {
            Some(said.len() - part.len())
        } else {
            (from..said.len()).find(|&at| said[at..].starts_with(part))
        };
        let at = at
            .unwrap_or_else(|| panic!("the arena does not send\n{}\nbut\n{}", part.join("\n"), said[..20].join("\n")));
        assert_eq!(&said[at..at + part.len()], &part[..]);
        assert!(at >= from && (number > 0 || at == 0), "the session does not begin there");
        from = at + part.len();
    }
    let kinds = ["hello", "game", "update", "choose", "over", "quit"];
    let whole = kinds.iter().all(|kind| block.contains(&format!("a1 > {{\"type\":\"{kind}\"")));
    assert!(whole, "the documented session lacks a message");
}
