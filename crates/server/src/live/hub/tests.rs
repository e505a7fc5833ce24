use std::path::Path;
use std::time::Instant;

use table::{
    ClientId, Colour, CreationParams, Key, LogEntry, Logged, Moment, Pace, Phase, Right, SeatRating, Standing,
    TableRecord, Write,
};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use super::*;
use crate::common::running_time::RunningTime;
use crate::compute::replays::Replays;
use crate::live::handle::new_client;
use crate::storage::testing::TestWrites;
use crate::storage::{Database, Sqlite, Stored, TableLine};

fn context(storage: Arc<dyn Storage>) -> Arc<TableContext> {
    let (stop, began) = (CancellationToken::new(), Instant::now());
    Arc::new(TableContext {
        storage,
        thinkers: Thinkers::new(1),
        replays: Replays::new(1),
        pace: Pace::default(),
        computer_idle: Duration::from_secs(30),
        deal_seed: None,
        stop,
        time: Arc::new(RunningTime::new(began, Moment(0))),
        beginnings: Default::default(),
        awake: Default::default(),
        streams: Default::default(),
        cluster: None,
    })
}

fn new_table(seats: &str) -> NewTable {
    let text = format!(r#"{{"setup": {{"game": "carcassonne", "seats": 2}}, "seats": {seats}}}"#);
    serde_json::from_str(&text).unwrap()
}

/// Creates a table for two people, with one client for both seats, using a database in `folder`.
async fn two_people(folder: &Path) -> (Arc<Database>, Hub, TableHandle, ClientId) {
    let disk = Arc::new(Sqlite::open(folder).unwrap().0);
    let hub = Hub::new(context(disk.clone()));
    let asked = new_table(r#"[{"type": "human", "name": "A"}, {"type": "human", "name": "B"}]"#);
    let (table, tokens) = hub.create(asked, [0; 32], None, || Ok(())).await.unwrap();
    assert_eq!(tokens.len(), 2);
    let client = new_client();
    let greeting = table.hello(client, 2, vec![[0; 32]], None).await.unwrap();
    assert_eq!(greeting.welcome.you, [0, 1]);
    (disk, hub, table, client)
}

/// Waits until a person must answer, and returns that view.
async fn turn(table: &TableHandle) -> games::View {
    loop {
        let view = table.view(Vec::new()).await.unwrap();
        if view.decision.seat.is_some() {
            return view;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

async fn answer_first(table: &TableHandle, client: ClientId, view: &games::View) -> Result<(), Refusal> {
    let word = view.decision.answers[0].word.clone();
    table.answer(client, view.decision.seat.unwrap(), view.seq, vec![word], 0).await
}

#[tokio::test]
async fn unused_tables_are_unloaded_and_loaded_again() {
    let folder = tempfile::tempdir().unwrap();
    let hub = Hub::new(context(Arc::new(Sqlite::open(folder.path()).unwrap().0)));
    let (table, _) =
        hub.create(new_table(r#"[{"type": "open"}, {"type": "open"}]"#), [0; 32], None, || Ok(())).await.unwrap();
    let name = table.name().to_owned();
    hub.sweep_once(Duration::ZERO).await;
    assert!(table.is(&hub.table(&name).await.unwrap()), "a table that is held stays");
    let described = table.describe().await.unwrap();
    drop(table);
    hub.sweep_once(Duration::from_secs(60)).await;
    assert_eq!(slots(&hub.slots).len(), 1, "a table that was just used stays");
    hub.sweep_once(Duration::ZERO).await;
    assert_eq!(slots(&hub.slots).len(), 0);
    assert_eq!(hub.table(&name).await.unwrap().describe().await.unwrap(), described);
    assert_eq!(hub.table("aaaaaaaaaaaa").await.err().map(|why| why.code), Some(Code::NoTable));
    assert_eq!(slots(&hub.slots).len(), 1, "a missing table leaves no slot");
}

#[test]
fn a_number_deals_the_same_tiles_to_the_same_seats_only() {
    let seats = |name: &str| [SeatOccupant::guest(name)];
    let seven = seed(Some(7), "a", &seats("Anna"));
    assert_eq!(seed(Some(7), "a", &seats("Anna")), seven);
    let red = SeatOccupant::Human {
        name: "Anna".to_owned(),
        account: None,
        rating: Some(SeatRating { value: 1634, provisional: true }),
        colour: Colour::try_from(3).ok(),
    };
    assert_eq!(seed(Some(7), "a", &[red]), seven);
    let others = [(Some(8), "a", "Anna"), (Some(7), "b", "Anna"), (Some(7), "a", "Olha"), (None, "a", "Anna")];
    assert!(others.iter().all(|(deal_seed, setup, name)| seed(*deal_seed, setup, &seats(name)) != seven));
    assert_ne!(seed(None, "a", &seats("Anna")), seed(None, "a", &seats("Anna")));
}

#[tokio::test]
async fn a_failing_disk_rejects_the_answer_and_the_game_continues_later() {
    let folder = tempfile::tempdir().unwrap();
    let (disk, _hub, table, client) = two_people(folder.path()).await;
    let view = turn(&table).await;
    let mut news = table.resume(client, None).await.unwrap().news;

    disk.refuse_writes(true).await;
    for _ in 0..3 {
        let refusal = answer_first(&table, client, &view).await.unwrap_err();
        assert_eq!(refusal.code, Code::Storage, "{}", refusal.message);
    }
    assert_eq!(table.view(Vec::new()).await.unwrap(), view, "the answer was not given");
    assert!(news.try_recv().is_err(), "and nobody was notified");

    disk.refuse_writes(false).await;
    answer_first(&table, client, &view).await.unwrap();
    assert_eq!(news.recv().await.unwrap().items()[0].seq, Some(view.seq + 1));
}

#[tokio::test]
async fn an_answer_that_was_stored_despite_an_error_is_adopted() {
    let folder = tempfile::tempdir().unwrap();
    let (disk, _hub, table, client) = two_people(folder.path()).await;
    let view = turn(&table).await;
    // Simulates a disk that fails after the commit: the answer is stored, but the table does not know about it.
    let (seat, word) = (view.decision.seat, view.decision.answers[0].word.clone());
    let stored = LogEntry { number: view.seq, what: Logged::Answer { seat, word } };
    let standing = Standing { phase: Phase::Playing, turn: seat };
    disk.append(table.name(), vec![stored], standing, None).await.unwrap();

    let refusal = answer_first(&table, client, &view).await.unwrap_err();
    assert_eq!(refusal.code, Code::Storage, "the number of the answer is taken");
    let refusal = answer_first(&table, client, &view).await.unwrap_err();
    assert_eq!(refusal.code, Code::Stale, "the stored answer has been given by now");
    let view = turn(&table).await;
    answer_first(&table, client, &view).await.unwrap();
}

#[tokio::test]
async fn chance_retries_after_a_disk_failure() {
    let folder = tempfile::tempdir().unwrap();
    let (disk, hub, table, _) = two_people(folder.path()).await;
    turn(&table).await;
    // Stores the same table before its first answer, under another name.
    let (mut record, _) = disk.load(table.name(), 0).await.unwrap().unwrap();
    record.name = "aaaaaaaaaaaa".to_owned();
    disk.create(record, Vec::new()).await.unwrap();
    disk.refuse_writes(true).await;
    let fresh = hub.table("aaaaaaaaaaaa").await.unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(fresh.view(Vec::new()).await.unwrap().seq, 0, "chance's answer was not given");
    disk.refuse_writes(false).await;
    assert!(turn(&fresh).await.seq > 0, "chance has answered in the end");
}

#[tokio::test]
async fn a_table_is_replayed_from_its_answers() {
    let folder = tempfile::tempdir().unwrap();
    let (disk, _hub, table, client) = two_people(folder.path()).await;
    for _ in 0..30 {
        let view = turn(&table).await;
        answer_first(&table, client, &view).await.unwrap();
    }
    let view = turn(&table).await;
    table.leave(client).await;
    let again = Hub::new(context(disk)).table(table.name()).await.unwrap();
    assert_eq!(again.view(Vec::new()).await.unwrap(), view);
    assert_eq!(again.describe().await.unwrap(), table.describe().await.unwrap());
    let text = |events: Vec<Box<serde_json::value::RawValue>>| events.iter().map(|e| e.to_string()).collect::<Vec<_>>();
    let again = again.events(None, None, Vec::new()).await.unwrap().updates().unwrap();
    assert_eq!(text(again), text(table.events(None, None, Vec::new()).await.unwrap().updates().unwrap()));
}

/// A storage in which loading one table blocks until the test releases it.
struct Slow {
    inner: Database,
    name: &'static str,
    gate: Arc<Semaphore>,
    reads: Arc<Mutex<usize>>,
}

impl Storage for Slow {
    fn renew(&self, name: &str, hashes: Vec<Hash>) -> Stored<()> {
        self.inner.renew(name, hashes)
    }

    fn revoke(&self, name: &str, seat: u8, kept: Vec<Hash>) -> Stored<()> {
        self.inner.revoke(name, seat, kept)
    }

    fn write(&self, name: &str, epoch: u64, write: Write) -> Stored<()> {
        self.inner.write(name, epoch, write)
    }

    fn running_time(&self) -> Stored<Moment> {
        self.inner.running_time()
    }

    fn save_running_time(&self, now: Moment) -> Stored<()> {
        self.inner.save_running_time(now)
    }

    fn expiring_clocks(&self, before: Moment) -> Stored<Vec<String>> {
        self.inner.expiring_clocks(before)
    }

    fn load(&self, name: &str, from: usize) -> Stored<Option<(TableRecord, Vec<LogEntry>)>> {
        let (load, gate, slow) = (self.inner.load(name, from), self.gate.clone(), name == self.name);
        *self.reads.lock().unwrap() += usize::from(slow);
        Box::pin(async move {
            if slow {
                gate.acquire().await.unwrap().forget();
            }
            load.await
        })
    }

    fn tables_of(&self, hashes: Vec<Hash>) -> Stored<Vec<TableLine>> {
        self.inner.tables_of(hashes)
    }

    fn public_tables(&self) -> Stored<Vec<TableLine>> {
        self.inner.public_tables()
    }

    fn delete(&self, name: &str) -> Stored<bool> {
        self.inner.delete(name)
    }
}

#[tokio::test]
async fn loading_a_table_does_not_wait_for_others_and_happens_once() {
    let folder = tempfile::tempdir().unwrap();
    let inner = Sqlite::open(folder.path()).unwrap().0;
    let record = |name: &str| {
        let seats = vec![SeatOccupant::Open; 2];
        let asked = new_table(r#"[{"type": "open"}, {"type": "open"}]"#);
        let making = CreationParams {
            name: name.to_owned(),
            seed: Seed::from_number(1),
            browser: [0; 32],
            tokens: vec![[1; 32]],
        };
        let (_, write) = Table::create(&asked, making, Pace::default(), None).unwrap();
        let Write::Create { record, .. } = write else { panic!("a new table is stored") };
        assert_eq!((&record.seats, record.keys[0]), (&seats, Key { hash: [1; 32], right: Right::Host }));
        record
    };
    let (slow, quick) = ("aaaaaaaaaaaa", "bbbbbbbbbbbb");
    for name in [slow, quick] {
        inner.create(record(name), Vec::new()).await.unwrap();
    }
    let (gate, reads) = (Arc::new(Semaphore::new(0)), Arc::new(Mutex::new(0)));
    let storage = Slow { inner, name: slow, gate: gate.clone(), reads: reads.clone() };
    let hub = Arc::new(Hub::new(context(Arc::new(storage))));
    let asks = |hub: Arc<Hub>| tokio::spawn(async move { hub.table("aaaaaaaaaaaa").await });
    let (one, other, gone) = (asks(hub.clone()), asks(hub.clone()), asks(hub.clone()));
    while *reads.lock().unwrap() == 0 {
        tokio::task::yield_now().await;
    }
    tokio::time::timeout(Duration::from_secs(20), hub.table(quick)).await.expect("another table is read").unwrap();
    gone.abort();
    assert!(gone.await.is_err());
    assert!(!one.is_finished() && !other.is_finished());
    gate.add_permits(2);
    let (one, other) = (one.await.unwrap().unwrap(), other.await.unwrap().unwrap());
    assert!(one.is(&other), "there is one table in memory");
    assert!(one.is(&hub.table(slow).await.unwrap()));
    let left = one.describe().await.unwrap();
    assert_eq!(left.phase, table::Phase::Gathering);
    // A cancelled request leaves no slot behind.
    let nobody = tokio::time::timeout(Duration::ZERO, hub.table("cccccccccccc")).await;
    assert!(nobody.is_err() || nobody.unwrap().is_err());
    assert_eq!(slots(&hub.slots).len(), 2);
}

#[tokio::test]
async fn only_valid_secrets_are_renewed_and_only_once_in_a_while() {
    let folder = tempfile::tempdir().unwrap();
    let (_disk, _hub, table, _) = two_people(folder.path()).await;
    // Hash of the secret held by the browser that created the table.
    let own = [0; 32];
    let made_up: Vec<Hash> = (1..=200_u8).map(|number| [number; 32]).collect();
    assert_eq!(table.due_for_renewal(made_up.clone()).await.unwrap(), Vec::<Hash>::new());
    assert_eq!(table.due_for_renewal([made_up.clone(), vec![own]].concat()).await.unwrap(), vec![own]);
    assert_eq!(table.due_for_renewal(vec![own]).await.unwrap(), Vec::<Hash>::new(), "it was renewed just now");
}
