//! Tests that every game continues from its last acknowledged answer when the server is killed many times at random moments.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use crate::client::*;
use serde_json::{Value, json};

/// A running server process with its data folder.
struct Program {
    child: Child,
    out: BufReader<ChildStdout>,
    address: SocketAddr,
}

impl Program {
    fn start(folder: &Path) -> Program {
        Program::spawn(Command::new(env!("CARGO_BIN_EXE_bastide")), folder)
    }

    fn spawn(mut command: Command, folder: &Path) -> Program {
        command.args(["serve", "--port", "0", "--step", "0", "--messages", "1000000", "--data"]).arg(folder);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Bastide is at http://").unwrap_or_else(|| panic!("{line}"));
        let address = address.parse().unwrap();
        Program { child, out, address }
    }

    /// Limits the size of files that the server may write, in bytes.
    fn limit_file_size(&self, most: &str) {
        let [id, most] = [format!("--pid={}", self.child.id()), format!("--fsize={most}")];
        assert!(Command::new("prlimit").args([id, most]).status().unwrap().success());
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Every answer that the server sent to a player, keyed by its number.
#[derive(Default)]
struct SeenAnswers(BTreeMap<u64, Value>);

impl SeenAnswers {
    fn add(&mut self, update: &Value) {
        let seq = update["seq"].as_u64().unwrap();
        let told = json!([update["seat"], update["answer"], update["events"]]);
        let known = self.0.entry(seq).or_insert_with(|| told.clone());
        assert_eq!(*known, told, "answer {seq} has changed");
    }

    fn last(&self) -> u64 {
        self.0.last_key_value().map_or(0, |(seq, _)| *seq)
    }
}

/// Plays random answers for both players until the game is over or `most` answers have been received. Returns whether it is over. One more
/// answer may still be in flight afterwards.
async fn play(
    client: &mut Client,
    mut view: Value,
    most: usize,
    memory: &mut SeenAnswers,
    numbers: &mut Numbers,
) -> bool {
    for told in 0.. {
        if view["over"] == true {
            return true;
        }
        let decision = &view["decision"];
        if let Some(seat) = decision["seat"].as_u64().filter(|seat| *seat < 2) {
            let answers = decision["answers"].as_array().unwrap();
            let word = &answers[numbers.below(answers.len())]["word"];
            client.send(&json!({"type": "answer", "seat": seat, "seq": view["seq"], "word": word})).await;
        }
        if told == most {
            return false;
        }
        let mut update = loop {
            let message = client.next().await;
            assert_ne!(message["type"], "error", "{message}");
            if message["type"] == "update" {
                break message;
            }
        };
        memory.add(&update);
        view = update["view"].take();
    }
    unreachable!("every game ends")
}

/// Asserts that the table's log still contains every answer that was sent, unchanged.
async fn check_past(address: SocketAddr, table: &str, memory: &mut SeenAnswers) {
    let events = get(address, &format!("/api/tables/{table}/events")).await.json();
    let events = events.as_array().unwrap();
    let told = memory.last();
    assert!(events.len() as u64 >= told, "{told} answers were acknowledged, {} are there", events.len());
    for (i, event) in events.iter().enumerate() {
        assert_eq!(event["seq"], i as u64 + 1);
        memory.add(event);
    }
}

async fn game_with_kills(seed: u64, kills: usize) {
    let folder = tempfile::tempdir().unwrap();
    let mut numbers = Numbers(seed);
    let mut program = Program::start(folder.path());
    let (table, tokens) = make(program.address, &[human("A"), human("B"), bot()]).await;
    let commitment = get(program.address, &format!("/api/tables/{table}")).await.json()["commitment"].clone();
    let mut memory = SeenAnswers::default();
    let mut killed = 0;
    loop {
        let since = (numbers.below(2) == 0).then(|| memory.last());
        let (mut client, welcome) = Client::hello(program.address, &table, &tokens, since).await;
        assert_eq!(welcome["you"], json!([0, 1]), "the tokens still hold the seats");
        assert_eq!(welcome["table"]["commitment"], commitment);
        for update in welcome["missed"].as_array().unwrap() {
            memory.add(update);
        }
        let most = if killed < kills { numbers.below(9) } else { usize::MAX };
        let over = play(&mut client, welcome["view"].clone(), most, &mut memory, &mut numbers).await;
        if over {
            break;
        }
        // The kill may come while an answer is being checked, stored or sent. That answer may be lost, but an answer already sent to a
        // client must not be.
        tokio::time::sleep(Duration::from_micros(numbers.below(8000) as u64)).await;
        program.kill();
        killed += 1;
        program = Program::start(folder.path());
        check_past(program.address, &table, &mut memory).await;
    }
    assert_eq!(killed, kills, "seed {seed}: the game ended too soon");
    program.kill();
    program = Program::start(folder.path());
    check_past(program.address, &table, &mut memory).await;
    let record = get(program.address, &format!("/api/tables/{table}/record?format=json")).await.text();
    let record = games::record::Record::from_json(&record).unwrap();
    assert_eq!(record.len() as u64, memory.last());
    let verdict = record.verify();
    assert!(verdict.holds() && verdict.unchecked.is_empty(), "seed {seed}: {verdict:?}");
    assert_eq!(record.commitment.as_deref(), commitment.as_str());
}

#[tokio::test(flavor = "multi_thread")]
async fn games_survive_kills_at_any_moment() {
    for seed in [1, 20, 300] {
        game_with_kills(seed, 15).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn termination_signal_closes_sockets_and_exits() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::start(folder.path());
    let mut line = String::new();
    program.out.read_line(&mut line).unwrap();
    assert_eq!(line.trim(), format!("Games are kept in {}", folder.path().display()));
    // Shutdown does not wait for a computer player that would think for a minute.
    let slow = json!({"type": "bot", "level": "master", "millis": 60_000});
    let (table, tokens) = make(program.address, &[slow.clone(), slow]).await;
    let (mut client, _) = Client::hello(program.address, &table, &tokens, None).await;
    client.next_of("thinking").await;
    let asked = Instant::now();
    let told = Command::new("kill").args(["-TERM", &program.child.id().to_string()]).status().unwrap();
    assert!(told.success());
    // Updates in flight may still arrive before the socket closes.
    while client.try_next().await.is_some() {}
    assert!(program.child.wait().unwrap().success());
    assert!(asked.elapsed() < Duration::from_secs(30));
}

#[tokio::test(flavor = "multi_thread")]
async fn folder_in_use_and_port_in_use_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path());
    let fails = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_bastide")).args(arguments).output().unwrap();
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let path = folder.path().to_str().unwrap();
    let error = fails(&["--port", "0", "--data", path]);
    assert!(error.contains("in use by another Bastide"), "{error}");
    let other = tempfile::tempdir().unwrap();
    let port = program.address.port().to_string();
    let error = fails(&["--port", &port, "--data", other.path().to_str().unwrap()]);
    assert!(error.contains("cannot listen on"), "{error}");
    let error = fails(&["--messages", "0"]);
    assert!(error.contains("--messages"), "{error}");
}

/// Simulates a full disk: the system lets the server write to no file.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_stops_answers_but_not_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let mut shell = Command::new("sh");
    // Ignore the signal that is sent when a file exceeds the size limit, so that the write itself fails, as it does on a full disk.
    shell.args(["-c", r#"trap '' XFSZ; exec "$0" "$@""#, env!("CARGO_BIN_EXE_bastide")]);
    let program = Program::spawn(shell, folder.path());
    let (table, tokens) = make(program.address, &[human("A"), human("B")]).await;
    let (mut client, welcome) = Client::hello(program.address, &table, &tokens, None).await;
    let mut asked = client.until_asked(welcome["view"].clone()).await;
    while asked["seq"].as_u64().unwrap() < 20 {
        client.answer_first(&asked).await;
        let next = client.next_of("update").await["view"].take();
        asked = client.until_asked(next).await;
    }
    // Only now, because the server also stores chance draws, whose failure reaches no client.
    program.limit_file_size("0:unlimited");
    client.answer_first(&asked).await;
    let refused = client.next_of("error").await;
    assert_eq!(refused["error"]["code"], "storage", "{refused}");

    // The game is unchanged and the server is healthy, but creating a table fails with an error.
    let shown = get(program.address, &format!("/api/tables/{table}/view")).await.json();
    assert_eq!(shown["seq"], asked["seq"]);
    let made = post(program.address, "/api/tables", &new_table(&[human("A"), open()])).await;
    assert_eq!(made.code(), "storage");

    // Once there is free space again, the game continues.
    program.limit_file_size("unlimited");
    let (mut client, welcome) = Client::hello(program.address, &table, &tokens, None).await;
    let mut view = welcome["view"].clone();
    assert_eq!(view["seq"], asked["seq"]);
    while view["seq"].as_u64().unwrap() < 60 {
        if view["decision"]["seat"].is_u64() {
            client.answer_first(&view).await;
        }
        view = client.next_of("update").await["view"].take();
    }
}
