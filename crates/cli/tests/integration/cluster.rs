//! Several servers on one database: games continue on any node, even when nodes are killed or PostgreSQL or NATS fails.

mod network;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use crate::client::browsing::Browser;
use crate::client::external_database::TestSchema;
use crate::client::*;
use network::Network;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// The program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_bastide");
const LOCALHOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// A TCP proxy to a service, which can be cut to simulate an outage.
struct Proxy {
    service: String,
    address: SocketAddr,
    open: watch::Sender<bool>,
}

impl Proxy {
    /// Creates a proxy that listens on an address of this machine.
    async fn from(at: IpAddr, service: &str) -> Proxy {
        let listener = TcpListener::bind((at, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (open, seen) = watch::channel(true);
        let to = service.to_owned();
        tokio::spawn(async move {
            while let Ok((mut inner, _)) = listener.accept().await {
                let (to, mut seen) = (to.clone(), seen.clone());
                tokio::spawn(async move {
                    if !*seen.borrow() {
                        return;
                    }
                    let Ok(mut outer) = TcpStream::connect(to).await else { return };
                    tokio::select! {
                        _ = tokio::io::copy_bidirectional(&mut inner, &mut outer) => {}
                        _ = seen.wait_for(|open| !open) => {}
                    }
                });
            }
        });
        Proxy { service: service.to_owned(), address, open }
    }

    fn cut(&self) {
        self.open.send_replace(false);
    }

    fn restore(&self) {
        self.open.send_replace(true);
    }
}

/// Nodes on one database.
struct Cluster {
    schema: TestSchema,
    name: String,
    postgres: Proxy,
    nats: Proxy,
    user: String,
}

/// A running node process.
struct Node {
    child: Child,
    _out: BufReader<ChildStdout>,
    address: SocketAddr,
}

impl Cluster {
    /// Creates a cluster with its own schema. If PostgreSQL or NATS is missing, returns `None`, or panics if the environment variables for
    /// both are set.
    async fn new() -> Option<Cluster> {
        let promised = |name: &str| std::env::var(name).ok();
        let (postgres, nats) = (promised("BASTIDE_TEST_POSTGRES"), promised("BASTIDE_TEST_NATS"));
        let must = postgres.is_some() && nats.is_some();
        let postgres = postgres.unwrap_or_else(|| "postgres://postgres@127.0.0.1:5432/test".to_owned());
        let nats = nats.unwrap_or_else(|| "nats://127.0.0.1:4222".to_owned());
        let nats = nats.trim_start_matches("nats://").to_owned();
        let there = TestSchema::on(&postgres).filter(|_| std::net::TcpStream::connect(&nats).is_ok());
        let Some(schema) = there else {
            assert!(!must, "PostgreSQL or NATS was promised, but is missing");
            eprintln!("skipped: several servers on one database need PostgreSQL and NATS");
            return None;
        };
        let (user, at) = postgres.trim_start_matches("postgres://").split_once('@').expect("a user and a host");
        let service = at.split(['/', '?']).next().unwrap().to_owned();
        let name = format!("t{}x{}", std::process::id(), server::storage::now());
        let user = format!("{user}@{{}}/{}", at.split_once('/').map_or("test", |(_, rest)| rest));
        let (postgres, nats) = (Proxy::from(LOCALHOST, &service).await, Proxy::from(LOCALHOST, &nats).await);
        Some(Cluster { schema, name, postgres, nats, user })
    }

    fn start(&self) -> Node {
        self.start_by(Command::new(PROGRAM), LOCALHOST, &self.postgres, &self.nats)
    }

    /// Starts a node that listens on an address and reaches the services through the given proxies.
    fn start_by(&self, mut command: Command, at: IpAddr, postgres: &Proxy, nats: &Proxy) -> Node {
        let database = self.user.replace("{}", &postgres.address.to_string());
        let and = if database.contains('?') { '&' } else { '?' };
        let database = format!("postgres://{database}{and}options=-csearch_path%3D{}", self.schema.name());
        command.args(["serve", "--port", "0", "--step", "0", "--messages", "1000000", "--per-address", "1000"]);
        command.args(["--database", &database, "--cluster", &self.name, "--node", "test"]);
        command.arg("--nats").arg(format!("nats://{}", nats.address)).arg("--listen").arg(at.to_string());
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Bastide is at http://").unwrap_or_else(|| panic!("{line}"));
        Node { address: address.parse().unwrap(), child, _out: out }
    }
}

impl Node {
    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn end(&mut self) {
        assert!(Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap().success());
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.kill();
    }
}

/// All updates of a game that any client has received from any node.
#[derive(Default)]
struct SeenUpdates(BTreeMap<u64, Value>);

impl SeenUpdates {
    fn add(&mut self, update: &Value) {
        let seq = update["seq"].as_u64().unwrap();
        let told = json!([update["seat"], update["answer"], update["events"]]);
        let known = self.0.entry(seq).or_insert_with(|| told.clone());
        assert_eq!(*known, told, "answer {seq} differs between clients");
    }

    fn last(&self) -> u64 {
        self.0.last_key_value().map_or(0, |(seq, _)| *seq)
    }
}

/// Sends a hello to one node after another until one of them serves the table. Returns the client and that node's reply.
async fn greeted(nodes: &[SocketAddr], table: &str, tokens: &[String], since: Option<u64>) -> (Client, Value) {
    let began = Instant::now();
    loop {
        for &node in nodes {
            let Ok(mut client) = Client::try_connect(node, table, &[]).await else { continue };
            client.send(&json!({"type": "hello", "v": 1, "tokens": tokens, "since": since})).await;
            match client.try_next().await {
                Some(welcome) if welcome["type"] == "welcome" => return (client, welcome),
                _ => {}
            }
        }
        assert!(began.elapsed() < Duration::from_secs(30), "no node serves the table");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// A client at a table, with its latest view.
struct Player {
    client: Client,
    view: Value,
    token: Vec<String>,
    seat: u64,
}

impl Player {
    async fn come(nodes: &[SocketAddr], table: &str, token: &[String], seat: u64, memory: &mut SeenUpdates) -> Player {
        let since = Some(memory.last()).filter(|&last| last > 0);
        let (client, welcome) = greeted(nodes, table, token, since).await;
        let (told, known) = (&welcome["seq"], memory.last());
        assert!(told.as_u64().unwrap() >= known, "an acknowledged answer is lost: {told} of {known}, nodes {nodes:?}");
        welcome["missed"].as_array().unwrap().iter().for_each(|update| memory.add(update));
        Player { client, view: welcome["view"].clone(), token: token.to_vec(), seat }
    }

    fn seq(&self) -> u64 {
        self.view["seq"].as_u64().unwrap()
    }

    fn is_asked(&self) -> bool {
        self.view["decision"]["seat"].as_u64() == Some(self.seat)
    }

    fn is_over(&self) -> bool {
        self.view["over"] == true
    }

    async fn answer(&mut self, numbers: &mut Numbers) {
        let answers = self.view["decision"]["answers"].as_array().unwrap();
        let word = &answers[numbers.below(answers.len())]["word"];
        let answer = json!({"type": "answer", "seat": self.seat, "seq": self.view["seq"], "word": word});
        self.client.send(&answer).await;
    }

    /// Receives the next update. Returns an error if the connection is lost or the answer was rejected.
    async fn hear(&mut self, memory: &mut SeenUpdates) -> Result<(), Option<String>> {
        loop {
            let message = tokio::time::timeout(Duration::from_secs(20), self.client.try_next()).await;
            let Some(mut message) = message.expect("a message arrives") else { return Err(None) };
            if message["type"] == "error" {
                eprintln!("refused: {message}");
                return Err(Some(message["error"]["code"].as_str().unwrap().to_owned()));
            }
            if message["type"] == "update" {
                memory.add(&message);
                self.view = message["view"].take();
                return Ok(());
            }
        }
    }
}

/// Plays until every client has received `until` answers, or until the game is over.
async fn play(players: &mut [Player], until: u64, memory: &mut SeenUpdates, numbers: &mut Numbers) {
    loop {
        let newest = players.iter().map(Player::seq).max().unwrap();
        for player in players.iter_mut() {
            while player.seq() < newest {
                player.hear(memory).await.unwrap();
            }
        }
        if players[0].is_over() || newest >= until {
            return;
        }
        match players.iter_mut().find(|player| player.is_asked()) {
            Some(player) => {
                player.answer(numbers).await;
                player.hear(memory).await.unwrap();
            }
            // It is up to a computer player or chance to answer.
            None => players[0].hear(memory).await.unwrap(),
        }
    }
}

/// Fetches the record from a node and asserts that it passes verification.
async fn record_at(node: SocketAddr, table: &str) -> String {
    let record = get(node, &format!("/api/tables/{table}/record?format=json")).await.text();
    let read = games::record::Record::from_json(&record).unwrap();
    let verdict = read.verify();
    assert!(verdict.holds() && verdict.unchecked.is_empty(), "{verdict:?}");
    record
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_of_three_nodes_see_the_same_game() {
    let Some(cluster) = Cluster::new().await else { return };
    let nodes: Vec<Node> = (0..3).map(|_| cluster.start()).collect();
    let at: Vec<SocketAddr> = nodes.iter().map(|node| node.address).collect();
    let (table, tokens) = make(at[0], &[human("A"), human("B"), bot()]).await;
    let (mut memory, mut numbers) = (SeenUpdates::default(), Numbers(7));
    let mut players = Vec::new();
    for (seat, node) in [(0, at[1]), (1, at[2])] {
        players.push(Player::come(&[node], &table, &tokens[seat..=seat], seat as u64, &mut memory).await);
    }
    // A spectator is connected to the owner node.
    players.push(Player::come(&[at[0]], &table, &[], 9, &mut memory).await);
    play(&mut players, u64::MAX, &mut memory, &mut numbers).await;
    let first = record_at(at[0], &table).await;
    for &node in &at[1..] {
        assert_eq!(record_at(node, &table).await, first);
        let seats = get(node, &format!("/api/tables/{table}")).await.json()["seats"].clone();
        assert_eq!([&seats[0]["connected"], &seats[1]["connected"]], [true, true], "{seats}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn seeks_match_across_nodes_and_expire_with_their_node() {
    let Some(cluster) = Cluster::new().await else { return };
    let mut nodes: Vec<Node> = (0..3).map(|_| cluster.start()).collect();
    let at: Vec<SocketAddr> = nodes.iter().map(|node| node.address).collect();
    let wish = |name: &str, seats: u8| json!({"setup": {"game": "carcassonne", "seats": seats}, "name": name});
    let mut people = Vec::new();
    for (node, name) in at.iter().zip(["Anna", "Olha", "Ira"]) {
        let mut browser = Browser::default();
        let (ear, hello) = browser.listen(*node).await;
        assert_eq!(hello["seek"], Value::Null);
        people.push((browser, ear, name));
    }
    let mut sought = Vec::new();
    for (i, (browser, _, name)) in people.iter_mut().enumerate() {
        let answer = browser.ask(at[i], "POST", "/api/seeks", &wish(name, if i == 0 { 3 } else { 2 })).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        sought.push(answer.json());
    }
    // A seek for another game stays open. Every node lists it, because seeks reach the other nodes within a second.
    until_sought(at[2], &["Anna"]).await;
    let table = sought[2]["table"].as_str().expect("equal seeks are matched").to_owned();
    for (_, ear, _) in &mut people[1..] {
        assert_eq!(ear.next_of("game_start").await["table"], table.as_str());
    }
    nodes[0].kill();
    until_sought(at[1], &[]).await;
}

/// Waits until a node lists exactly the seeks of these people.
async fn until_sought(node: SocketAddr, names: &[&str]) {
    let known = async {
        loop {
            let seeks = get(node, "/api/seeks").await.json();
            if seeks.as_array().unwrap().iter().map(|seek| seek["name"].as_str().unwrap()).eq(names.iter().copied()) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(40), known).await.unwrap_or_else(|_| panic!("seeks of {names:?} only"));
}

#[tokio::test(flavor = "multi_thread")]
async fn games_continue_on_other_nodes_after_kills() {
    let Some(cluster) = Cluster::new().await else { return };
    let mut nodes: Vec<Node> = (0..3).map(|_| cluster.start()).collect();
    let (mut memory, mut numbers) = (SeenUpdates::default(), Numbers(11));
    let (table, tokens) = make(nodes[0].address, &[human("A"), human("B")]).await;
    let mut longest = Duration::ZERO;
    for round in 0..8 {
        let at: Vec<SocketAddr> = nodes.iter().map(|node| node.address).collect();
        let mut players = Vec::new();
        for seat in 0..2 {
            let turned: Vec<SocketAddr> = (0..3).map(|i| at[(i + seat + round) % 3]).collect();
            players.push(Player::come(&turned, &table, &tokens[seat..=seat], seat as u64, &mut memory).await);
        }
        let until = memory.last() + 8;
        play(&mut players, until, &mut memory, &mut numbers).await;
        // One more answer is in flight when a node dies. It may be lost, but answers acknowledged earlier may not.
        if let Some(player) = players.iter_mut().find(|player| player.is_asked()) {
            player.answer(&mut numbers).await;
        }
        let killed = numbers.below(3);
        tokio::time::sleep(Duration::from_micros(numbers.below(3000) as u64)).await;
        if round % 4 == 3 {
            nodes[killed].end()
        } else {
            nodes[killed].kill()
        }
        drop(players);
        let died = Instant::now();
        let left: Vec<SocketAddr> = (0..3).filter(|&node| node != killed).map(|node| at[node]).collect();
        let mut players = Vec::new();
        for seat in 0..2 {
            players.push(Player::come(&left, &table, &tokens[seat..=seat], seat as u64, &mut memory).await);
        }
        let until = memory.last() + 2;
        // A node rejects answers for a table that it cannot take over yet; clients that retry succeed.
        while memory.last() < until && !players[0].is_over() {
            let newest = players.iter().map(Player::seq).max().unwrap();
            let behind = players.iter().position(|player| player.seq() < newest);
            let asked = players.iter().position(Player::is_asked).filter(|_| behind.is_none());
            if let Some(asked) = asked {
                players[asked].answer(&mut numbers).await;
            }
            let hears = behind.or(asked).unwrap_or(0);
            if players[hears].hear(&mut memory).await.is_err() {
                tokio::time::sleep(Duration::from_millis(50)).await;
                let token = players[hears].token.clone();
                players[hears] = Player::come(&left, &table, &token, hears as u64, &mut memory).await;
            }
        }
        longest = longest.max(died.elapsed());
        nodes[killed] = cluster.start();
    }
    eprintln!("after a node died, two more answers reached all clients within {} ms", longest.as_millis());
    let at = nodes[0].address;
    let mut players = Vec::new();
    for seat in 0..2 {
        players.push(Player::come(&[at], &table, &tokens[seat..=seat], seat as u64, &mut memory).await);
    }
    play(&mut players, u64::MAX, &mut memory, &mut numbers).await;
    let record = games::record::Record::from_json(&record_at(at, &table).await).unwrap();
    assert_eq!(record.len() as u64, memory.last());
}

#[tokio::test(flavor = "multi_thread")]
async fn games_on_one_node_survive_a_nats_outage() {
    let Some(cluster) = Cluster::new().await else { return };
    let nodes = [cluster.start(), cluster.start()];
    let (table, tokens) = make(nodes[0].address, &[human("A"), human("B")]).await;
    let (mut memory, mut numbers) = (SeenUpdates::default(), Numbers(5));
    let mut players = Vec::new();
    for seat in 0..2 {
        let at = [nodes[0].address];
        players.push(Player::come(&at, &table, &tokens[seat..=seat], seat as u64, &mut memory).await);
    }
    let mut watches = Player::come(&[nodes[1].address], &table, &[], 9, &mut memory).await;
    play(&mut players, 10, &mut memory, &mut numbers).await;
    cluster.nats.cut();
    play(&mut players, 30, &mut memory, &mut numbers).await;
    cluster.nats.restore();
    // A spectator on another node missed these answers and receives them now.
    while watches.seq() < memory.last() {
        watches.hear(&mut memory).await.unwrap();
    }
    players.push(watches);
    play(&mut players, u64::MAX, &mut memory, &mut numbers).await;
    assert_eq!(record_at(nodes[0].address, &table).await, record_at(nodes[1].address, &table).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn database_outage_rejects_answers_until_it_ends() {
    let Some(cluster) = Cluster::new().await else { return };
    is_refused_and_goes_on(&cluster, || cluster.postgres.cut(), || cluster.postgres.restore()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn full_database_disk_rejects_answers_until_there_is_space() {
    let Some(cluster) = Cluster::new().await else { return };
    // PostgreSQL reports a full disk on every write, for longer than the node timeout.
    let fill = "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS \
                $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$; \
                CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON log FOR EACH ROW EXECUTE FUNCTION full_disk(); \
                CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON nodes FOR EACH ROW EXECUTE FUNCTION full_disk()";
    let fill = || assert!(cluster.schema.write(fill));
    let make_room = || {
        std::thread::sleep(Duration::from_secs(3));
        assert!(cluster.schema.write("DROP FUNCTION full_disk CASCADE"));
    };
    is_refused_and_goes_on(&cluster, fill, make_room).await;
}

/// Plays with two clients on two nodes. Their answers are rejected while nothing can be written; afterwards the game is played to its end.
async fn is_refused_and_goes_on(cluster: &Cluster, cut: impl Fn(), mend: impl Fn()) {
    let nodes = [cluster.start(), cluster.start()];
    let (table, tokens) = make(nodes[0].address, &[human("A"), human("B")]).await;
    let (mut memory, mut numbers) = (SeenUpdates::default(), Numbers(3));
    let mut players = Vec::new();
    for seat in 0..2 {
        let at = [nodes[seat].address];
        players.push(Player::come(&at, &table, &tokens[seat..=seat], seat as u64, &mut memory).await);
    }
    play(&mut players, 10, &mut memory, &mut numbers).await;
    let asked = loop {
        match players.iter().position(Player::is_asked) {
            Some(asked) => break asked,
            // It is up to chance to draw.
            None => players[0].hear(&mut memory).await.unwrap(),
        }
        let newest = players[0].seq();
        play(&mut players, newest, &mut memory, &mut numbers).await;
    };
    cut();
    players[asked].answer(&mut numbers).await;
    assert_eq!(players[asked].hear(&mut memory).await, Err(Some("storage".to_owned())));
    mend();
    let began = Instant::now();
    loop {
        players[asked].answer(&mut numbers).await;
        match players[asked].hear(&mut memory).await {
            Ok(()) => break,
            Err(code) => assert_eq!(code.as_deref(), Some("storage")),
        }
        assert!(began.elapsed() < Duration::from_secs(60));
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    play(&mut players, u64::MAX, &mut memory, &mut numbers).await;
    assert_eq!(record_at(nodes[0].address, &table).await, record_at(nodes[1].address, &table).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_of_a_partitioned_node_switch_and_it_recovers() {
    let Some(cluster) = Cluster::new().await else { return };
    let Some(network) = Network::new() else {
        return eprintln!("skipped: a network partition needs root for network namespaces");
    };
    let postgres = Proxy::from(network.service_address(), &cluster.postgres.service).await;
    let nats = Proxy::from(network.service_address(), &cluster.nats.service).await;
    let parted = cluster.start_by(network.command(PROGRAM), network.client_address(), &postgres, &nats);
    let whole = cluster.start();
    // The node that creates the table owns it.
    let (table, tokens) = make(parted.address, &[human("A"), human("B")]).await;
    let (mut memory, mut numbers) = (SeenUpdates::default(), Numbers(11));
    let mut players = Vec::new();
    for (seat, node) in [&parted, &whole].into_iter().enumerate() {
        players.push(Player::come(&[node.address], &table, &tokens[seat..=seat], seat as u64, &mut memory).await);
    }
    while players[0].seq() < 10 || !players[0].is_asked() {
        let next = players[0].seq() + 1;
        play(&mut players, next, &mut memory, &mut numbers).await;
    }

    network.partition();
    let cut = Instant::now();
    let mut left = players.remove(0);
    left.answer(&mut numbers).await;
    let refused = async {
        let why = left.hear(&mut SeenUpdates::default()).await;
        assert_eq!(why, Err(Some("storage".to_owned())), "an unwritten answer must not be acknowledged");
        cut.elapsed()
    };
    let played_on = async {
        let began = Instant::now();
        let mut again = Player::come(&[whole.address], &table, &tokens[..1], 0, &mut memory).await;
        again.answer(&mut numbers).await;
        // While the other node may still be alive, answers are rejected because it cannot be reached.
        while let Err(why) = again.hear(&mut memory).await {
            assert_eq!(why.as_deref(), Some("storage"));
            assert!(began.elapsed() < Duration::from_secs(10), "play resumes soon");
            tokio::time::sleep(Duration::from_millis(100)).await;
            again.answer(&mut numbers).await;
        }
        let soon = began.elapsed();
        players.insert(0, again);
        let later = players[0].seq() + 20;
        play(&mut players, later, &mut memory, &mut numbers).await;
        soon
    };
    let (refused, played_on) = tokio::join!(refused, played_on);
    eprintln!("rejected after {refused:?} on the partitioned node, resumed after {played_on:?} on the other");

    network.heal();
    let back = Instant::now();
    let mut at = SeenUpdates::default();
    let mut again = Player::come(&[parted.address], &table, &tokens[..1], 0, &mut at).await;
    while again.seq() < players[1].seq() {
        again.hear(&mut at).await.unwrap();
    }
    eprintln!("the partitioned node has caught up after {:?}", back.elapsed());
    drop(again);
    players[0] = Player::come(&[parted.address], &table, &tokens[..1], 0, &mut memory).await;
    play(&mut players, u64::MAX, &mut memory, &mut numbers).await;
    assert_eq!(record_at(parted.address, &table).await, record_at(whole.address, &table).await);
}

/// Number of games played while nodes leave.
const GAMES: usize = 12;

/// Errors that two clients encountered while nodes were leaving.
#[derive(Default)]
struct ClientErrors {
    /// Number of lost connections.
    gone: usize,
    /// Codes of rejected requests.
    refused: Vec<String>,
    /// Longest time from a lost connection to the next welcome.
    longest: Duration,
}

/// The current nodes, and whether nodes are still leaving.
struct CurrentNodes {
    at: Vec<SocketAddr>,
    more_go: bool,
}

/// Plays a game to its end with two clients on the current nodes, and plays slowly while nodes are leaving.
async fn plays_on(table: String, tokens: Vec<String>, here: watch::Receiver<CurrentNodes>, seed: u64) -> ClientErrors {
    let (mut memory, mut numbers, mut met) = (SeenUpdates::default(), Numbers(seed), ClientErrors::default());
    let at = |seat: usize, turn: usize| {
        let mut at = here.borrow().at.clone();
        let first = (seat + turn) % at.len();
        at.rotate_left(first);
        at
    };
    let mut players = Vec::new();
    for seat in 0..2 {
        let token = &tokens[seat..=seat];
        players.push(Player::come(&at(seat, seed as usize), &table, token, seat as u64, &mut memory).await);
    }
    loop {
        let newest = players.iter().map(Player::seq).max().unwrap();
        let behind = players.iter().position(|player| player.seq() < newest);
        if behind.is_none() && players[0].is_over() {
            record_at(at(0, 0)[0], &table).await;
            return met;
        }
        let asked = players.iter().position(Player::is_asked).filter(|_| behind.is_none());
        if let Some(asked) = asked {
            let more_go = here.borrow().more_go;
            tokio::time::sleep(Duration::from_millis(if more_go { 100 } else { 0 })).await;
            players[asked].answer(&mut numbers).await;
        }
        let hears = behind.or(asked).unwrap_or(0);
        let Err(why) = players[hears].hear(&mut memory).await else { continue };
        let gone = Instant::now();
        match why {
            None => met.gone += 1,
            Some(code) => met.refused.push(code),
        }
        let token = players[hears].token.clone();
        let turned = at(hears, met.gone);
        players[hears] = Player::come(&turned, &table, &token, hears as u64, &mut memory).await;
        met.longest = met.longest.max(gone.elapsed());
    }
}

/// Plays twelve games while `goes` stops one node after another, each replaced by a new one. Returns the errors of all clients.
async fn under_load(cluster: &Cluster, goes: impl Fn(&mut Node)) -> ClientErrors {
    let mut nodes: Vec<Node> = (0..3).map(|_| cluster.start()).collect();
    let addresses = |nodes: &[Node]| nodes.iter().map(|node| node.address).collect::<Vec<_>>();
    let (here, seen) = watch::channel(CurrentNodes { at: addresses(&nodes), more_go: true });
    let mut running = Vec::new();
    for game in 0..GAMES {
        let (table, tokens) = make(nodes[game % 3].address, &[human("A"), human("B")]).await;
        running.push(tokio::spawn(plays_on(table, tokens, seen.clone(), 100 + game as u64)));
    }
    for goer in 0..3 {
        tokio::time::sleep(Duration::from_millis(600)).await;
        let left = addresses(&nodes).into_iter().filter(|at| *at != nodes[goer].address).collect();
        here.send_modify(|here| here.at = left);
        tokio::task::block_in_place(|| goes(&mut nodes[goer]));
        nodes[goer] = tokio::task::block_in_place(|| cluster.start());
        here.send_modify(|here| here.at = addresses(&nodes));
    }
    assert!(running.iter().all(|game| !game.is_finished()), "a game ended before all three nodes had left");
    here.send_modify(|here| here.more_go = false);
    let mut all = ClientErrors::default();
    for game in running {
        let met = game.await.expect("no game is lost");
        all.gone += met.gone;
        all.refused.extend(met.refused);
        all.longest = all.longest.max(met.longest);
    }
    assert!(all.gone > GAMES, "too few clients were on nodes that left");
    eprintln!("clients needed at most {} ms to reconnect", all.longest.as_millis());
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn rolling_replacement_under_load_costs_clients_only_a_reconnect() {
    let Some(cluster) = Cluster::new().await else { return };
    let refused = under_load(&cluster, Node::end).await.refused;
    assert!(refused.is_empty(), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_resume_soon_after_all_nodes_are_killed_under_load() {
    let Some(cluster) = Cluster::new().await else { return };
    let refused = under_load(&cluster, Node::kill).await.refused;
    assert!(refused.iter().all(|code| ["storage", "stale"].contains(&code.as_str())), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn node_does_not_take_over_a_table_with_unknown_rules() {
    let Some(cluster) = Cluster::new().await else { return };
    let mut nodes = [cluster.start(), cluster.start()];
    let (table, _) = make(nodes[0].address, &[human("A"), human("B")]).await;
    nodes[0].end();
    // Change the table as if a newer node had created it.
    assert!(cluster.schema.write(&format!("UPDATE tables SET rules_version = 99 WHERE name = '{table}'")));
    let asked = get(nodes[1].address, &format!("/api/tables/{table}/view")).await;
    assert_eq!(asked.status, 507, "{}", asked.text());
    assert!(asked.text().contains("version 99 of the rules"), "{}", asked.text());
    let taken = format!("SELECT epoch FROM tables WHERE name = '{table}'");
    assert_eq!(cluster.schema.number(&taken), 1, "no node has taken it over since its creation");
    assert!(cluster.schema.write(&format!("UPDATE tables SET rules_version = 1 WHERE name = '{table}'")));
    assert_eq!(get(nodes[1].address, &format!("/api/tables/{table}/view")).await.status, 200);
}
