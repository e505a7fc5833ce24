//! The engine with a host in memory.

mod host;
mod transfers;

use games::record::Record;
use games::{Game, Setup};
use host::{Host, NAME, code};
use serde_json::{Value, json};

fn two_seats(level: &str) -> Value {
    json!([{"type": "human", "name": "Anna"}, {"type": "bot", "level": level, "millis": 10}])
}

fn base(seats: Value) -> Value {
    let count = seats.as_array().unwrap().len();
    json!({"setup": {"game": "carcassonne", "seats": count}, "seats": seats})
}

/// Answers with the word that `pick` chooses, if it is seat 0's turn. Returns false once the game is over.
fn answer(host: &mut Host, pick: usize) -> bool {
    let view = host.get("/view").unwrap();
    let decision = &view["decision"];
    if view["over"] == true {
        return false;
    }
    assert_eq!(decision["seat"], 0, "the person has to act: {decision}");
    let answers = decision["answers"].as_array().unwrap();
    let word = &answers[pick % answers.len()]["word"];
    let sent = host.send(json!({"type": "answer", "seat": 0, "seq": view["seq"], "word": word}));
    assert_eq!(code(&sent), "accepted", "{sent:?}");
    host.let_players_answer();
    true
}

/// Returns the set-up of a printed game of the corpus.
fn setup_of(file: &str) -> Setup {
    let path = format!("{}/../../corpus/games/{file}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    Setup::from_line(text.lines().next().unwrap().strip_prefix("setup: ").unwrap()).unwrap()
}

/// Plays a game of one person against computer players, and kills the engine now and then. After `most` answers the person resigns.
fn play_with_kills(setup: &Setup, levels: &[&str], most: usize) {
    let mut host = Host::default();
    let bots = levels.iter().cycle().map(|level| json!({"type": "bot", "level": level, "millis": 10}));
    let person = json!({"type": "human", "name": "Anna"});
    let seats: Vec<Value> = std::iter::once(person).chain(bots).take(setup.seats.into()).collect();
    let made = host.create(json!({"setup": setup, "seats": seats})).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&made).unwrap()["link"], format!("/device/{NAME}"));
    assert_eq!(host.hello(1, None)["type"], "welcome");
    host.let_players_answer();
    let mut answers = 0;
    while answers < most && answer(&mut host, answers * 7) {
        answers += 1;
        // A kill loses nothing that was answered, whether or not a computer player was about to answer.
        if answers % 13 == 4 {
            let before = host.get("/view").unwrap();
            assert_eq!(host.kill().unwrap()["table"], NAME);
            assert_eq!(host.get("/view").unwrap(), before, "after {answers} answers");
            host.hello(2, before["seq"].as_u64().map(|seq| seq as usize));
            host.let_players_answer();
        }
    }
    assert!(answers > 10, "the person gave {answers} answers");
    if answers == most {
        assert_eq!(code(&host.send(json!({"type": "resign", "seat": 0}))), "accepted");
        host.let_players_answer();
    }
    let table = host.get("").unwrap();
    assert_eq!((&table["phase"], &host.summary["phase"]), (&json!("finished"), &json!("finished")));
    let text = host.get("/record").unwrap();
    let record = Record::parse(text.as_str().unwrap()).unwrap();
    assert!(record.verify().holds(), "the record is verified with its seed");
    assert_eq!(record.setup.canonical(), setup.canonical());
    assert_eq!(host.problems, Vec::<String>::new());
}

#[test]
fn games_of_carcassonne_survive_kills() {
    play_with_kills(&setup_of("base-two-seats"), &["medium", "easy"], usize::MAX);
}

#[test]
fn games_with_all_expansions_survive_kills() {
    // A whole game takes minutes, because every computer player replays it before each of its answers.
    play_with_kills(&setup_of("everything"), &["easy"], 20);
}

#[test]
fn games_of_hunters_and_gatherers_survive_kills() {
    play_with_kills(&setup_of("hunters-later"), &["medium", "easy"], usize::MAX);
}

#[test]
fn games_with_hidden_hands_survive_kills() {
    play_with_kills(&setup_of("discovery-hidden-hands"), &["medium", "easy"], usize::MAX);
}

#[test]
fn games_of_a_team_survive_kills() {
    play_with_kills(&setup_of("coop-two-seats"), &["medium", "easy"], usize::MAX);
}

#[test]
fn deltas_and_whole_views_lead_to_the_same_position() {
    let mut host = Host::default();
    host.create(base(two_seats("medium"))).unwrap();
    let welcome = host.hello(2, None);
    assert_eq!((&welcome["you"], &welcome["seq"]), (&json!([0]), &welcome["view"]["seq"]));
    let sent = host.let_players_answer();
    let seq = host.get("/view").unwrap()["seq"].as_u64().unwrap();
    // The news continues from the welcome without gaps.
    let mut reached = welcome["seq"].as_u64().unwrap();
    for changes in sent.iter().filter(|message| message["type"] == "changes") {
        assert_eq!(changes["from"], reached);
        reached = changes["seq"].as_u64().unwrap();
    }
    assert_eq!(reached, seq);
    let welcome = host.hello(2, Some(0));
    assert_eq!(welcome["missed"].as_array().unwrap().len() as u64, seq);
    assert_eq!(host.get("/events").unwrap(), welcome["missed"]);
    assert_eq!(host.get(&format!("/view?at={seq}")).unwrap(), welcome["view"]);
    assert_eq!(host.get(&format!("/guide?at={seq}")).unwrap()["type"], Value::Null);
    assert_eq!(host.send(json!({"type": "guide", "seq": seq}))[0]["type"], "guide");
}

#[test]
fn bad_requests_are_refused_with_the_servers_codes() {
    let mut host = Host::default();
    let mut refused = |seats: Value, change: fn(&mut Value)| {
        let mut table = base(seats);
        change(&mut table);
        host.create(table).unwrap_err()
    };
    assert_eq!(refused(two_seats("best"), |_| {}), "bad_message");
    assert_eq!(refused(two_seats("easy"), |table| table["colour"] = json!(1)), "bad_message");
    assert_eq!(refused(two_seats("easy"), |table| table["setup"]["seats"] = json!(3)), "bad_setup");
    assert_eq!(refused(two_seats("easy"), |table| table["setup"]["game"] = json!("chess")), "bad_setup");
    assert_eq!(refused(two_seats("easy"), |table| table["seats"][1]["millis"] = json!(5)), "bad_setup");
    assert_eq!(refused(two_seats("easy"), |table| table["seats"][1] = json!({"type": "open"})), "bad_setup");
    assert_eq!(refused(two_seats("easy"), |table| table["rated"] = json!(true)), "rated_guest");
    assert_eq!(refused(two_seats("easy"), |table| table["clock"] = json!({"type": "turn", "seconds": 1})), "bad_setup");
    let not_json = host.ask(json!({"do": "create", "name": NAME, "seed": host::SEED, "table": "{"}));
    assert_eq!(not_json.unwrap_err(), "not_json");
    assert_eq!(host.get("").unwrap_err(), "no_table");
    let import = host.ask(json!({"do": "import", "name": NAME, "body": r#"{"record": "no game"}"#}));
    assert_eq!(import.unwrap_err(), "bad_record");
    let import = host.ask(json!({"do": "import", "name": NAME, "body": r#"{"record": 3}"#}));
    assert_eq!(import.unwrap_err(), "bad_message");
    assert!(host.stored.is_none());

    host.create(base(two_seats("easy"))).unwrap();
    assert_eq!(host.create(base(two_seats("easy"))).unwrap_err(), "busy");
    assert_eq!(code(&host.send(json!({"type": "ping"}))), "hello_first");
    assert_eq!(code(&host.send(json!({"type": "hello", "v": 9}))), "version");
    assert_eq!(code(&host.send(json!({"type": "hello", "v": 2, "tokens": vec!["t"; 17]}))), "bad_range");
    host.hello(2, None);
    host.let_players_answer();
    let seq = host.get("/view").unwrap()["seq"].as_u64().unwrap();
    let answer = |seat: u8, seq: u64, word: &str| json!({"type": "answer", "seat": seat, "seq": seq, "word": word});
    for (message, expected) in [
        (json!({"type": "dance"}), "bad_message"),
        (answer(0, seq + 1, "pass"), "stale"),
        (answer(0, seq, "no such word"), "illegal"),
        (answer(1, seq, "pass"), "no_seat"),
        (answer(9, seq, "pass"), "no_seat"),
        (json!({"type": "answer", "seat": 0, "seq": seq}), "bad_message"),
        (json!({"type": "preview", "seat": 0, "seq": seq, "words": ["no"]}), "illegal"),
        (json!({"type": "guide", "seq": seq + 5}), "stale"),
        (json!({"type": "consent", "agree": true}), "no_undo"),
        (json!({"type": "talk"}), "not_found"),
    ] {
        let sent = host.send(message.clone());
        assert_eq!(code(&sent), expected, "{message}: {sent:?}");
    }
    assert_eq!(code(&host.send_text("{")), "not_json");
    assert_eq!(code(&host.send_text(&" ".repeat(5000))), "too_big");
    assert_eq!(host.send(json!({"type": "ping"}))[0]["type"], "pong");
    for (path, expected) in [
        ("/view?at=9999", "bad_range"),
        ("/view?at=x", "bad_range"),
        ("/events?from=3&to=1", "bad_range"),
        ("/record?format=pdf", "bad_range"),
        ("/analysis?at=1", "not_over"),
        ("/tiles.toml", "not_found"),
        ("/dance", "not_found"),
    ] {
        assert_eq!(host.get(path).unwrap_err(), expected, "{path}");
    }
    let other = host.ask(json!({"do": "http", "path": "/api/tables/bbbbbbbbbbbb"}));
    assert_eq!(other.unwrap_err(), "no_table");
    assert_eq!(host.get("/view").unwrap()["seq"], seq, "nothing has changed");
}

#[test]
fn failed_write_refuses_the_answer_and_loses_nothing() {
    let mut host = Host::default();
    host.fail = Some("no room".to_owned());
    assert_eq!(host.create(base(two_seats("easy"))).unwrap_err(), "storage");
    assert_eq!(host.get("").unwrap_err(), "no_table");
    host.create(base(two_seats("easy"))).unwrap();
    host.hello(2, None);
    host.let_players_answer();
    let view = host.get("/view").unwrap();
    let word = &view["decision"]["answers"][0]["word"];
    let given = json!({"type": "answer", "seat": 0, "seq": view["seq"], "word": word});
    let (stored, writes) = (host.stored.clone(), host.writes);
    host.fail = Some("no room".to_owned());
    assert_eq!(code(&host.send(given.clone())), "storage");
    assert_eq!((&host.stored, host.writes), (&stored, writes));
    assert_eq!(host.get("/view").unwrap(), view);
    let sent = host.send(given);
    assert_eq!(code(&sent), "accepted", "{sent:?}");
    assert_eq!(host.writes, writes + 1);
}

#[test]
fn undo_and_resignation_survive_kills() {
    let mut host = Host::default();
    host.create(base(two_seats("easy"))).unwrap();
    host.hello(1, None);
    host.let_players_answer();
    let before = host.get("/view").unwrap();
    assert!(answer(&mut host, 3));
    let sent = host.send(json!({"type": "undo", "seat": 0}));
    let welcome = sent.iter().find(|message| message["type"] == "welcome").expect("an undo sends a new welcome");
    assert_eq!(welcome["view"], before);
    assert_eq!(host.get("").unwrap()["undone"], 1);
    assert_eq!(host.kill().unwrap()["undone"], 1);
    host.hello(1, None);
    let sent = host.send(json!({"type": "resign", "seat": 0}));
    assert_eq!(code(&sent), "accepted");
    let table = host.kill().unwrap();
    assert_eq!((&table["phase"], &table["end"]["seat"]), (&json!("finished"), &json!(0)));
    host.hello(1, None);
    assert_eq!(code(&host.send(json!({"type": "resign", "seat": 0}))), "over");
}

#[test]
fn clocks_run_only_while_the_table_is_open() {
    let mut host = Host::default();
    let mut table = base(json!([{"type": "human", "name": "Anna"}, {"type": "human", "name": "Boris"}]));
    table["clock"] = json!({"type": "turn", "seconds": 5});
    host.create(table).unwrap();
    let welcome = host.hello(1, None);
    assert_eq!(welcome["you"], json!([0, 1]), "both people share the device");
    // No clock runs in the first turn.
    for _ in 0..8 {
        let view = host.get("/view").unwrap();
        let (seat, word) = (&view["decision"]["seat"], &view["decision"]["answers"][0]["word"]);
        let sent = host.send(json!({"type": "answer", "seat": seat, "seq": view["seq"], "word": word}));
        assert_eq!(code(&sent), "accepted");
    }
    // The host's time begins again with every start, but the table's moment continues.
    host.kill().unwrap();
    host.now += 4000;
    assert_eq!(host.get("").unwrap()["phase"], "playing");
    let sent = host.wake();
    assert!(sent.is_empty(), "the client is not connected");
    let table = host.get("").unwrap();
    assert_eq!((&table["phase"], &table["end"]["how"]), (&json!("finished"), &json!("time")), "{table}");
}

#[test]
fn failed_computer_player_is_replaced_by_the_first_legal_answer() {
    let mut host = Host::default();
    host.player_fails = true;
    host.create(base(json!([{"type": "bot", "level": "easy"}, {"type": "human", "name": "Anna"}]))).unwrap();
    host.let_players_answer();
    if host.get("/view").unwrap()["seq"].as_u64() < Some(4) {
        let view = host.get("/view").unwrap();
        let word = &view["decision"]["answers"][0]["word"];
        host.hello(1, None);
        host.send(json!({"type": "answer", "seat": 1, "seq": view["seq"], "word": word}));
    }
    host.let_players_answer();
    assert_eq!(host.problems.len(), 1, "{:?}", host.problems);
}

#[test]
fn finished_games_are_analysed_and_records_imported() {
    let mut host = Host::default();
    host.create(base(two_seats("easy"))).unwrap();
    host.hello(1, None);
    host.let_players_answer();
    for pick in 0..4 {
        assert!(answer(&mut host, pick));
    }
    host.send(json!({"type": "resign", "seat": 0}));
    let at = host.get("/analysis?millis=10").unwrap()["at"].as_u64().unwrap();
    let analysis = host.get(&format!("/analysis?at={at}&millis=10&given=false")).unwrap();
    assert_eq!((&analysis["at"], &analysis["given"]), (&json!(at), &Value::Null));
    assert!(!analysis["lines"].as_array().unwrap().is_empty());
    assert_eq!(host.get("/analysis?at=0").unwrap_err(), "no_decision");
    assert_eq!(host.get("/analysis?at=9999").unwrap_err(), "bad_range");
    assert_eq!(host.get("/analysis?millis=6000").unwrap_err(), "bad_range");
    let record = host.get("/record?format=json").unwrap();

    let mut copy = Host::default();
    let sent = copy.ask(json!({"do": "import", "name": NAME, "body": json!({"record": record}).to_string()})).unwrap();
    let table: Value = serde_json::from_str(&sent).unwrap();
    assert_eq!((&table["imported"], &table["phase"]), (&json!(true), &json!("finished")));
    assert_eq!(copy.get(&format!("/view?at={at}")).unwrap(), host.get(&format!("/view?at={at}")).unwrap());
    assert_eq!(copy.kill().unwrap()["imported"], true);
    assert_eq!(copy.summary["imported"], true);
}

#[test]
fn whole_records_are_reviewed() {
    let mut host = Host::default();
    host.create(base(two_seats("easy"))).unwrap();
    host.hello(1, None);
    host.let_players_answer();
    for pick in 0..4 {
        assert!(answer(&mut host, pick));
    }
    let record = host.get("/record").unwrap();
    let mut review = |body: Value| host.ask(json!({"do": "http", "path": "/api/review", "body": body.to_string()}));
    let told: Value = serde_json::from_str(&review(json!({"record": record, "evaluations": 50})).unwrap()).unwrap();
    let decisions = told["decisions"].as_array().unwrap();
    assert!(told["evaluations"] == 50 && decisions.len() > 3, "{told}");
    assert!(
        decisions.iter().any(|one| one["kind"] == "placement" && one["phase"] == "opening" && one["lead"].is_f64())
    );
    assert_eq!(review(json!({"record": "chess"})).unwrap_err(), "bad_record");
    assert_eq!(review(json!({"record": "chess", "evaluations": 0})).unwrap_err(), "bad_range");
    assert_eq!(review(json!({"game": "chess"})).unwrap_err(), "bad_message");
}

#[test]
fn games_and_rules_need_no_table() {
    let mut host = Host::default();
    let text = host.ask(json!({"do": "http", "path": "/api/games"})).unwrap();
    let games: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(games["levels"], json!(["easy", "medium", "baron", "thief", "hard", "master"]));
    for language in ["en", "ru", "uk"] {
        assert!(host.ask(json!({"do": "http", "path": format!("/api/rules/{language}")})).is_ok());
    }
    assert_eq!(host.ask(json!({"do": "http", "path": "/api/rules/fr"})).unwrap_err(), "not_found");
    assert_eq!(host.ask(json!({"do": "http", "path": "/api/lobby"})).unwrap_err(), "not_found");
    assert_eq!(host.ask(json!({"do": "http", "path": "/api/tables", "body": "{}"})).unwrap_err(), "not_found");
}

#[test]
fn pictures_need_no_server() {
    let mut host = Host::default();
    let mut get = |path: &str| host.ask(json!({"do": "http", "path": path}));
    let figures: Value = serde_json::from_str(&get("/api/art/figures.json").unwrap()).unwrap();
    assert!(figures["follower-lying"].as_str().unwrap().contains("<path"));
    let far: Value = serde_json::from_str(&get("/api/art/base/far.json").unwrap()).unwrap();
    let tiles = far["tiles"].as_object().unwrap();
    assert_eq!((&far["set"], tiles.len()), (&json!("base"), 24));
    assert_eq!(get("/api/art/base/far/crfr.1.svg").unwrap(), tiles["crfr"]["far"][1].as_str().unwrap());
    let sides: Value = serde_json::from_str(&get("/api/art/base/sides.json").unwrap()).unwrap();
    assert_eq!(sides["tiles"]["crfr"]["ports"].as_array().unwrap().len(), 12);
    for set in ["base", "hunters", "discovery"] {
        let text = get(&format!("/api/sets/{set}.toml")).unwrap();
        assert!(text.contains(&format!("set = \"own-{set}\"")));
    }
    for path in [
        "/api/art/nothing/far.json",
        "/api/art/base/whole.json",
        "/api/art/base/near/crfr.4.svg",
        "/api/art/base/near/none.0.svg",
        "/api/art/base",
        "/api/sets/nothing.toml",
        "/api/sets/base",
    ] {
        assert_eq!(get(path).unwrap_err(), "not_found", "{path}");
    }
}

#[test]
fn custom_tiles_have_pictures_at_their_table() {
    let mut host = Host::default();
    let file = host.ask(json!({"do": "http", "path": "/api/sets/base.toml"})).unwrap();
    let mut table = base(two_seats("easy"));
    table["setup"]["own_tiles"] = json!(file);
    host.create(table).unwrap();
    let far = host.get("/art/own/far.json").unwrap();
    assert_eq!(far["set"], "own-base");
    assert!(host.get("/art/own/near/crfr.2.svg").unwrap().as_str().unwrap().starts_with("<svg"));
    assert_eq!(host.get("/art/own/near/none.0.svg").unwrap_err(), "not_found");
    let mut printed = Host::default();
    printed.create(base(two_seats("easy"))).unwrap();
    assert_eq!(printed.get("/art/own/far.json").unwrap_err(), "not_found");
}

#[test]
fn numbers_of_a_set_up_are_listed() {
    let mut host = Host::default();
    let mut numbers = |body: Value| {
        host.ask(json!({"do": "http", "path": "/api/games/numbers", "body": body.to_string()}))
            .map(|text| serde_json::from_str::<Value>(&text).unwrap())
    };
    let setup = json!({"game": "carcassonne", "seats": 2});
    let chosen = numbers(json!({"setup": setup, "figures": {"follower": 5}, "sets": {"base": 2}})).unwrap();
    assert_eq!(chosen["setup"]["figures"], json!({"follower": 5}));
    assert_eq!((&chosen["sets"][0]["count"], &chosen["problem"]), (&json!(2), &Value::Null));
    assert_eq!(numbers(json!({"setup": {"game": "chess", "seats": 2}})).unwrap_err(), "bad_setup");
    assert_eq!(numbers(json!({"figures": {}})).unwrap_err(), "bad_message");
}

#[test]
fn guided_games_are_played_on_the_device() {
    for (game, names) in [
        ("carcassonne", vec!["Anna", "Boris"]),
        ("hunters", vec!["Anna", "Boris"]),
        ("discovery", vec!["Anna", "Boris"]),
        ("coop", vec!["Anna"]),
    ] {
        let mut host = Host::default();
        let path = format!("/api/guided/{game}");
        let body = json!({"names": names, "colour": 3}).to_string();
        let made = host.ask(json!({"do": "http", "path": path, "body": body, "name": NAME})).unwrap();
        let made: Value = serde_json::from_str(&made).unwrap();
        assert_eq!((&made["table"], made["tokens"].as_array().unwrap().len()), (&json!(NAME), names.len()));
        assert_eq!(host.hello(2, None)["you"].as_array().unwrap().len(), names.len());
        for turn in made["turns"].as_array().unwrap() {
            let seq = host.get("/view").unwrap()["seq"].clone();
            let answer = json!({"type": "answer", "seat": turn["seat"], "seq": seq, "words": turn["words"]});
            let sent = host.send(answer);
            assert_eq!(code(&sent), "accepted", "{game}: {sent:?}");
        }
        assert_eq!(host.kill().unwrap()["colours"][0], 3);
    }
    let mut host = Host::default();
    let mut refused = |path: &str, body: Value, name: Option<&str>| {
        host.ask(json!({"do": "http", "path": path, "body": body.to_string(), "name": name})).unwrap_err()
    };
    let names = json!({"names": ["Anna"]});
    assert_eq!(refused("/api/guided/chess", names.clone(), Some(NAME)), "not_found");
    assert_eq!(refused("/api/guided/coop", names, None), "bad_message");
    assert_eq!(refused("/api/guided/coop", json!({"names": ["Anna", "Boris"]}), Some(NAME)), "bad_setup");
    assert_eq!(refused("/api/guided/coop", json!({"names": [""]}), Some(NAME)), "bad_setup");
    assert_eq!(refused("/api/guided/coop", json!({}), Some(NAME)), "bad_message");
}

#[test]
fn damaged_texts_are_refused_without_a_panic() {
    let mut host = Host::default();
    let mut table = base(two_seats("easy"));
    table["clock"] = json!({"type": "game", "start": 300});
    host.create(table).unwrap();
    host.hello(1, None);
    host.let_players_answer();
    for pick in 0..3 {
        assert!(answer(&mut host, pick));
    }
    let whole = host.stored.clone().unwrap();
    let (mut refused, mut random) = (0, numbers(7));
    for round in 0..400 {
        let mut bytes = whole.clone().into_bytes();
        match round % 3 {
            0 => bytes.truncate(random(bytes.len())),
            1 => bytes[random(whole.len())] = b"0129\"}],x"[random(9)],
            _ => drop(bytes.drain(random(whole.len() / 2)..whole.len() / 2 + random(40))),
        }
        let Ok(text) = String::from_utf8(bytes) else { continue };
        host.stored = Some(text);
        match host.kill() {
            Err(why) => {
                assert_eq!(why, "storage");
                refused += 1;
            }
            // The change may be harmless; then the table can be played.
            Ok(_) => drop(host.hello(1, None)),
        }
    }
    assert!(refused > 300, "{refused} were refused");
    host.stored = Some(whole.replacen("\"format\":1", "\"format\":3", 1));
    assert_eq!(host.kill().unwrap_err(), "storage");
}

/// Returns a small generator: numbers below a limit.
fn numbers(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below.max(1)
    }
}

#[test]
fn requests_that_cannot_be_parsed_are_reported() {
    let mut engine = web_engine::Engine::default();
    for request in ["", "{}", "[]", r#"{"do": "dance"}"#, r#"{"do": "wake"}"#, r#"{"do": "wake", "now": 1}"#] {
        let output: Value = serde_json::from_str(&engine.handle(request.as_bytes())).unwrap();
        assert_eq!(output["problems"].as_array().unwrap().len(), 1, "{request}");
    }
    let job = |level: &str, millis: u64| {
        let record = Record::of(&Game::new(&Setup::base(2)).unwrap(), &[], None);
        json!({"record": record, "level": level, "millis": millis, "seed": 1}).to_string()
    };
    for (job, expected) in [
        ("{".to_owned(), "bad_message"),
        (job("best", 10), "bad_message"),
        (job("easy", 70_000), "bad_range"),
        (job("easy", 10), "no_decision"),
    ] {
        let request = json!({"do": "choose", "id": 5, "job": job});
        let output: Value = serde_json::from_str(&engine.handle(request.to_string().as_bytes())).unwrap();
        assert_eq!(output["replies"][0]["error"]["code"], expected);
    }
}

#[test]
fn pasted_link_is_imported_and_written_again() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/carcassonnelab");
    let link = |name: &str| std::fs::read_to_string(format!("{folder}/{name}.link")).unwrap().trim().to_owned();
    let mut host = Host::default();
    let mut import = |body: Value| host.ask(json!({"do": "import", "name": NAME, "body": body.to_string()}));
    assert_eq!(import(json!({"record": link("7-turned-tile")})).unwrap_err(), "bad_link");
    let table = import(json!({"record": link("7-turned-tile"), "fix_rotation": true})).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&table).unwrap()["imported"], true);
    assert_eq!(host.get("/record?format=link").unwrap(), json!(link("1-two-players")));
}
