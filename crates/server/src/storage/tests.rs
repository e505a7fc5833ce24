use rusqlite::Connection;
use table::{
    Access, Claims, Clock, ClockState, Colour, Key, Level, LogEntry, Logged, Loss, Moment, Phase, Right, Running,
    SeatOccupant, SeatRating, Source, Standing, TableRecord, Terms, TimeoutPolicy,
};

use super::sqlite::{NEWEST_SCHEMA_VERSION, UPGRADES};
use super::testing::{TestDatabase, TestWrites, for_each_database};
use super::{Sqlite, Storage, StorageError};
use crate::matchmaking::store::SeekLine;
use crate::notifications::outbox::Medium;
use crate::notifications::preferences::Language;
use crate::notifications::store::NewAddress;
use crate::results::tests::people;

for_each_database! {
    a_table_round_trips
    an_import_is_atomic
    answers_are_only_ever_added
    a_missing_answer_is_detected
    every_kind_of_entry_round_trips_and_an_unknown_one_is_rejected
    waiting_changes_share_a_commit_and_a_failed_one_is_rolled_back_alone
    consecutive_answers_are_written_atomically
    deleting_a_table_leaves_other_tables_intact
    clocks_are_stored_with_the_answer_and_the_running_time_while_one_runs
    only_one_of_several_servers_sends_a_due_message
    concurrent_seek_changes_are_serialised
}

async fn concurrent_seek_changes_are_serialised(place: TestDatabase) {
    let (storage, thread) = place.open();
    let line = |id: i64, seek: &str| SeekLine { id, seek: seek.into() };
    let add = |_| {
        storage.change_seeks(Box::new(move |lines| {
            let next = lines.last().map_or(1, |last| last.id + 1);
            lines.push(line(next, "new"));
        }))
    };
    for added in futures_util::future::join_all((0..6).map(add)).await {
        added.unwrap();
    }
    let change = |lines: &mut Vec<SeekLine>| {
        lines.retain(|line| line.id % 2 == 0);
        lines[1].seek = "old".into();
    };
    storage.change_seeks(Box::new(change)).await.unwrap();
    drop(storage);
    thread.join();
    let (storage, _) = place.open();
    assert_eq!(storage.seeks().await.unwrap(), [line(2, "new"), line(4, "old"), line(6, "new")]);
}

fn record() -> TableRecord {
    TableRecord {
        name: "aaaaaaaaaaaa".into(),
        setup: "{}".into(),
        own_tiles: Some("set = \"mine\"\n".into()),
        rules_version: 1,
        source: Source::Seed([7; 32].into()),
        public: true,
        plain: true,
        terms: Terms {
            clock: Some(Clock::Game { start: 300, increment: 5 }),
            on_timeout: TimeoutPolicy::Computer,
            undo: false,
            rated: true,
        },
        clocks: Some(ClockState { left: vec![300_000; 3], running: None }),
        phase: Phase::Playing,
        seats: vec![
            SeatOccupant::Human {
                name: "Ганна".into(),
                account: Some(7),
                rating: Some(SeatRating { value: 1634, provisional: true }),
                colour: Colour::try_from(4).ok(),
            },
            SeatOccupant::Bot { level: Level::Hard, millis: 500 },
            SeatOccupant::Open,
        ],
        keys: vec![Key { hash: [1; 32], right: Right::Seat(0) }, Key { hash: [2; 32], right: Right::Host }],
        access: Access { spectators: false, invited: true },
        after: None,
        next: None,
    }
}

fn entry(number: usize) -> LogEntry {
    let seat = (number % 2 == 1).then_some(0);
    LogEntry { number, what: Logged::Answer { seat, word: format!("word {number}") } }
}

const STANDING: Standing = Standing { phase: Phase::Playing, turn: Some(0) };

async fn a_table_round_trips(place: TestDatabase) {
    let (storage, thread) = place.open();
    storage.create(record(), Vec::new()).await.unwrap();
    for seq in 0..3 {
        storage.append(&record().name, vec![entry(seq)], STANDING, None).await.unwrap();
    }
    drop(storage);
    thread.join();
    let (storage, _) = place.open();
    let (found, answers) = storage.load(&record().name, 0).await.unwrap().unwrap();
    assert_eq!(found, record());
    assert_eq!(answers, (0..3).map(entry).collect::<Vec<_>>());
    assert_eq!(storage.load(&record().name, 2).await.unwrap().unwrap().1, [entry(2)]);
    assert!(storage.load("bbbbbbbbbbbb", 0).await.unwrap().is_none());
    assert_eq!(storage.tables_of(vec![[2; 32]]).await.unwrap().len(), 1);
    assert_eq!(storage.tables_of(vec![[3; 32]]).await.unwrap().len(), 0);
    let listed = storage.public_tables().await.unwrap();
    assert!(listed[0].standing == STANDING && listed[0].plain);
}

async fn an_import_is_atomic(place: TestDatabase) {
    let (storage, _) = place.open();
    for (name, seed) in [("aaaaaaaaaaaa", Some([5; 32].into())), ("bbbbbbbbbbbb", None)] {
        let claims = Claims { commitment: seed.map(|_| "c".repeat(64)), seed, stopped: seed.is_none() };
        let phase = Phase::Finished;
        let imported = TableRecord { name: name.into(), source: Source::Record(claims), phase, ..record() };
        // Two answers have the same number, so nothing is stored for the table.
        let spoilt = storage.create(imported.clone(), vec![entry(0), entry(1), entry(0)]).await;
        match spoilt {
            Err(StorageError::Sqlite(_)) => {}
            #[cfg(feature = "cluster")]
            Err(StorageError::Postgres(_)) => {}
            other => panic!("{other:?}"),
        }
        assert!(storage.load(name, 0).await.unwrap().is_none());
        storage.create(imported.clone(), (0..3).map(entry).collect()).await.unwrap();
        let (found, answers) = storage.load(name, 0).await.unwrap().unwrap();
        assert_eq!((found, answers), (imported, (0..3).map(entry).collect::<Vec<_>>()));
    }
    let listed = storage.tables_of(vec![[1; 32]]).await.unwrap();
    assert!(listed.len() == 2 && listed.iter().all(|table| table.imported && !table.transferred));
    let source = Source::Transferred([6; 32].into());
    let transferred = TableRecord { name: "cccccccccccc".into(), source, ..record() };
    storage.create(transferred.clone(), vec![entry(0)]).await.unwrap();
    assert_eq!(storage.load("cccccccccccc", 0).await.unwrap().unwrap().0, transferred);
    let listed = storage.public_tables().await.unwrap();
    assert!(listed.len() == 1 && listed[0].transferred && !listed[0].imported);
    assert!(storage.delete("cccccccccccc").await.unwrap());
    assert_eq!(storage.public_tables().await.unwrap().len(), 0);
}

async fn answers_are_only_ever_added(place: TestDatabase) {
    let (storage, _) = place.open();
    storage.create(record(), Vec::new()).await.unwrap();
    storage.append(&record().name, vec![entry(0)], STANDING, None).await.unwrap();
    let other = LogEntry { number: 0, what: Logged::Answer { seat: None, word: "another".into() } };
    assert!(storage.append(&record().name, vec![other], STANDING, None).await.is_err(), "the number is taken");
    assert!(storage.append("bbbbbbbbbbbb", vec![entry(0)], STANDING, None).await.is_err(), "there is no such table");
    for sql in ["UPDATE log SET word = 'x'", "DELETE FROM log"] {
        let refused = storage.change(move |work| work.execute(sql, ())).await;
        assert!(refused.unwrap_err().to_string().contains("entries of a log never"), "{sql}");
    }
    assert_eq!(storage.load(&record().name, 0).await.unwrap().unwrap().1, [entry(0)]);
}

async fn a_missing_answer_is_detected(place: TestDatabase) {
    let (storage, _) = place.open();
    storage.create(record(), Vec::new()).await.unwrap();
    storage.append(&record().name, vec![entry(0)], STANDING, None).await.unwrap();
    storage.append(&record().name, vec![entry(2)], STANDING, None).await.unwrap();
    let error = storage.load(&record().name, 0).await.unwrap_err().to_string();
    assert!(error.contains("lacks entry 1 of its log"), "{error}");
}

#[tokio::test]
async fn commits_reach_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let (storage, _) = Sqlite::open(folder.path()).unwrap();
    let modes = storage.change(|work| {
        let connection = work.sqlite();
        let journal: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
        let synchronous: i64 = connection.pragma_query_value(None, "synchronous", |row| row.get(0))?;
        Ok((journal, synchronous))
    });
    assert_eq!(modes.await.unwrap(), ("wal".to_owned(), 2));
}

#[tokio::test]
async fn a_folder_has_one_server() {
    let folder = tempfile::tempdir().unwrap();
    let (storage, thread) = Sqlite::open(folder.path()).unwrap();
    assert!(matches!(Sqlite::open(folder.path()), Err(StorageError::InUse(_))));
    drop(storage);
    thread.join();
    assert!(Sqlite::open(folder.path()).is_ok());
}

#[test]
fn unusable_databases_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    assert!(matches!(Sqlite::open(&file), Err(StorageError::Folder { .. })));
    std::fs::write(folder.path().join("bastide.sqlite"), "this is not a database, despite its name").unwrap();
    assert!(matches!(Sqlite::open(folder.path()), Err(StorageError::Sqlite(_))));
}

#[test]
fn a_database_of_a_later_version_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let database = Connection::open(folder.path().join("bastide.sqlite")).unwrap();
    database.pragma_update(None, "user_version", 99).unwrap();
    let error = Sqlite::open(folder.path()).err().unwrap();
    assert!(matches!(error, StorageError::TooNew { found: 99, known } if known == NEWEST_SCHEMA_VERSION), "{error}");
}

#[test]
fn an_unreleased_version_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let database = Connection::open(folder.path().join("bastide.sqlite")).unwrap();
    database.pragma_update(None, "user_version", 5).unwrap();
    assert!(matches!(Sqlite::open(folder.path()), Err(StorageError::Unreleased { found: 5 })));
}

#[tokio::test]
async fn every_released_version_is_upgraded_with_its_content() {
    for version in [0, 4, 17, 18, 19, 22, NEWEST_SCHEMA_VERSION] {
        let folder = tempfile::tempdir().unwrap();
        let database = Connection::open(folder.path().join("bastide.sqlite")).unwrap();
        for (.., statements) in UPGRADES.iter().filter(|(_, to, _)| *to <= version) {
            database.execute_batch(statements).unwrap();
        }
        database.pragma_update(None, "user_version", version as u32).unwrap();
        let log =
            if version < 6 { "answers (tab, seq, seat, word, time)" } else { "log (tab, number, seat, word, time)" };
        if version > 0 {
            let sql = format!(
                "INSERT INTO tables (name, setup, rules_version, seed, public, phase, turn, created, updated) \
                 VALUES ('aaaaaaaaaaaa', '{{}}', 1, zeroblob(32), 1, 'playing', 0, 1, 1); \
                 INSERT INTO {log} VALUES ('aaaaaaaaaaaa', 0, NULL, 'word 0', 1), ('aaaaaaaaaaaa', 1, 0, 'word 1', 2)"
            );
            database.execute_batch(&sql).unwrap();
        }
        drop(database);
        let (storage, _) = Sqlite::open(folder.path()).unwrap();
        let found = storage.load("aaaaaaaaaaaa", 0).await.unwrap();
        assert_eq!(
            found.map(|(_, log)| log),
            (version > 0).then(|| vec![entry(0), entry(1)]),
            "from version {version}"
        );
        if version > 0 {
            storage.append("aaaaaaaaaaaa", vec![entry(2)], STANDING, None).await.unwrap();
            let refused = storage.change(|work| work.execute("DELETE FROM log", ())).await;
            assert!(refused.is_err(), "from version {version}");
        }
    }
}

async fn every_kind_of_entry_round_trips_and_an_unknown_one_is_rejected(place: TestDatabase) {
    let (storage, _) = place.open();
    let by = SeatOccupant::Bot { level: Level::Easy, millis: 100 };
    let kinds = [
        Logged::Answer { seat: None, word: "draw:crfr".into() },
        Logged::Undo { to: 0 },
        Logged::TakenOver { seat: 1, by },
        Logged::Resigned { seat: 2 },
        Logged::Undo { to: 0 },
        Logged::TimedOut { seat: 0 },
        Logged::Undo { to: 0 },
        Logged::Out { seat: 2, loss: Loss::Time, by: SeatOccupant::STAND_IN },
        Logged::Aborted { seat: 1 },
        Logged::Undo { to: 0 },
        Logged::Paused { seat: 1 },
        Logged::Resumed { seat: 0 },
        Logged::Transferred,
        Logged::Ended { seat: 2 },
    ];
    let log: Vec<LogEntry> = kinds.into_iter().enumerate().map(|(number, what)| LogEntry { number, what }).collect();
    storage.create(record(), log.clone()).await.unwrap();
    assert_eq!(storage.load(&record().name, 0).await.unwrap().unwrap().1, log);
    let later = "INSERT INTO log (tab, number, kind, word, time) VALUES ('aaaaaaaaaaaa', 14, 'sang', '', 0)";
    storage.change(move |work| work.execute(later, ())).await.unwrap();
    let refused = storage.load(&record().name, 0).await.unwrap_err().to_string();
    assert_eq!(refused, "entry 14 in the log of table aaaaaaaaaaaa has the unknown kind \"sang\"; use a newer Bastide");
}

async fn waiting_changes_share_a_commit_and_a_failed_one_is_rolled_back_alone(place: TestDatabase) {
    let (storage, _) = place.open();
    let names: Vec<String> = (0..40).map(|n| format!("aaaaaaaaaa{n:02}")).collect();
    for name in &names {
        storage.create(TableRecord { name: name.clone(), ..record() }, Vec::new()).await.unwrap();
    }
    // Block the writer so that all of the following changes wait together.
    let (go, gone) = std::sync::mpsc::channel::<()>();
    let held = storage.change(move |_| Ok(gone.recv().ok()));
    let twice: Vec<_> = names.iter().map(|name| storage.append(name, vec![entry(0)], STANDING, None)).collect();
    let again: Vec<_> =
        names.iter().map(|name| storage.append(name, vec![entry(1), entry(0)], STANDING, None)).collect();
    go.send(()).unwrap();
    held.await.unwrap();
    for (first, second) in twice.into_iter().zip(again) {
        assert!(first.await.is_ok() && second.await.is_err());
    }
    for name in &names {
        assert_eq!(storage.load(name, 0).await.unwrap().unwrap().1, [entry(0)], "{name}");
    }
}

async fn consecutive_answers_are_written_atomically(place: TestDatabase) {
    let (storage, _) = place.open();
    storage.create(record(), Vec::new()).await.unwrap();
    storage.append(&record().name, (0..3).map(entry).collect(), STANDING, None).await.unwrap();
    let taken = storage.append(&record().name, vec![entry(3), entry(2)], Standing { turn: None, ..STANDING }, None);
    assert!(taken.await.is_err(), "a number is taken");
    let (found, answers) = storage.load(&record().name, 0).await.unwrap().unwrap();
    assert_eq!((found, answers), (record(), (0..3).map(entry).collect::<Vec<_>>()));
    assert_eq!(storage.public_tables().await.unwrap()[0].standing, STANDING);
}

async fn deleting_a_table_leaves_other_tables_intact(place: TestDatabase) {
    let (storage, _) = place.open();
    let other = TableRecord { name: "bbbbbbbbbbbb".into(), ..record() };
    for table in [record(), other.clone()] {
        storage.create(table, vec![entry(0)]).await.unwrap();
    }
    assert!(storage.delete(&record().name).await.unwrap());
    assert!(!storage.delete(&record().name).await.unwrap(), "already deleted");
    assert!(storage.load(&record().name, 0).await.unwrap().is_none());
    assert_eq!(storage.load(&other.name, 0).await.unwrap().unwrap(), (other, vec![entry(0)]));
    assert_eq!(storage.tables_of(vec![[1; 32]]).await.unwrap().len(), 1);
    let refused = storage.change(|work| work.execute("DELETE FROM log", ())).await;
    assert!(refused.unwrap_err().to_string().contains("entries of a log never"), "the trigger is enabled again");
    storage.create(record(), Vec::new()).await.unwrap();
}

#[tokio::test]
async fn a_change_is_acknowledged_only_after_its_commit() {
    let folder = tempfile::tempdir().unwrap();
    let (storage, _) = Sqlite::open(folder.path()).unwrap();
    storage.create(record(), Vec::new()).await.unwrap();
    let (go, gone) = std::sync::mpsc::channel::<()>();
    let (came, coming) = std::sync::mpsc::channel::<()>();
    // Queue a change that blocks, an answer, and another change that blocks; all three share a commit.
    let first = storage.change(move |_| Ok(came.send(()).is_ok() && gone.recv().is_ok()));
    coming.recv().unwrap();
    let mut told = storage.append(&record().name, vec![entry(0)], STANDING, None);
    let (go_on, gone_on) = std::sync::mpsc::channel::<()>();
    let (at, arrived) = std::sync::mpsc::channel::<()>();
    let second = storage.change(move |_| Ok(at.send(()).is_ok() && gone_on.recv().is_ok()));
    go.send(()).unwrap();
    arrived.recv().unwrap();
    // By now the answer has been executed but not committed: it is neither acknowledged nor visible.
    let early = tokio::time::timeout(std::time::Duration::from_millis(50), &mut told).await;
    assert!(early.is_err(), "acknowledged before the commit");
    assert_eq!(storage.load(&record().name, 0).await.unwrap().unwrap().1, []);
    go_on.send(()).unwrap();
    assert!(first.await.unwrap() && second.await.unwrap());
    told.await.unwrap();
    assert_eq!(storage.load(&record().name, 0).await.unwrap().unwrap().1, [entry(0)]);
}

async fn clocks_are_stored_with_the_answer_and_the_running_time_while_one_runs(place: TestDatabase) {
    let (storage, thread) = place.open();
    storage.create(record(), Vec::new()).await.unwrap();
    storage.save_running_time(Moment(5000)).await.unwrap();
    assert_eq!(storage.running_time().await.unwrap(), Moment(0), "no clock runs");
    let running = Some(Running { seat: 1, since: Moment(7000) });
    let clocks = ClockState { left: vec![300_000, 12_345, 300_000], running };
    storage.append(&record().name, vec![entry(0)], STANDING, Some(clocks.clone())).await.unwrap();
    // An append with a conflicting number changes no clock.
    let late = ClockState { left: vec![0; 3], running: None };
    assert!(storage.append(&record().name, vec![entry(0)], STANDING, Some(late.clone())).await.is_err());
    let (found, _) = storage.load(&record().name, 0).await.unwrap().unwrap();
    assert_eq!(found, TableRecord { clocks: Some(clocks.clone()), ..record() });
    assert_eq!(storage.running_time().await.unwrap(), Moment(7000), "at least the time of the latest clock");
    storage.save_running_time(Moment(9000)).await.unwrap();
    let falls = clocks.expires_at().unwrap();
    assert!(storage.expiring_clocks(falls).await.unwrap().is_empty());
    assert_eq!(storage.expiring_clocks(falls.after(1)).await.unwrap(), [record().name]);
    drop(storage);
    thread.join();
    let (storage, _) = place.open();
    assert_eq!(storage.running_time().await.unwrap(), Moment(9000));
    storage.append(&record().name, vec![entry(1)], STANDING, Some(late)).await.unwrap();
    storage.save_running_time(Moment(99_000)).await.unwrap();
    assert_eq!(storage.running_time().await.unwrap(), Moment(9000));
    assert!(storage.expiring_clocks(Moment(u64::MAX >> 1)).await.unwrap().is_empty());
    assert!(storage.delete(&record().name).await.unwrap());
}

async fn only_one_of_several_servers_sends_a_due_message(place: TestDatabase) {
    let (storage, _) = place.open();
    let anna = people(&storage, &["Anna"]).await[0];
    let address = NewAddress {
        address: "Anna@example.org".into(),
        folded: "anna@example.org".into(),
        unsubscribe: "secret".into(),
        language: Language::En,
    };
    storage.ask_address(anna, address).await.unwrap().unwrap();
    let now = super::now();
    let due = storage.due(Medium::Mail, now, 10, Vec::new()).await.unwrap().due;
    let (id, tries) = (due[0].id, due[0].tries);
    assert_eq!((due.len(), tries), (1, 0));
    assert!(storage.try_out(id, tries, now + 1000, None).await.unwrap());
    assert!(!storage.try_out(id, tries, now + 1000, None).await.unwrap(), "another server sends it");
    // The email was not sent, so it becomes due again, but only at the time of the next attempt.
    assert!(storage.due(Medium::Mail, now, 10, Vec::new()).await.unwrap().due.is_empty());
    let again = storage.due(Medium::Mail, now + 1000, 10, Vec::new()).await.unwrap().due;
    assert_eq!((again[0].id, again[0].tries), (id, 1));
    assert!(storage.try_out(id, 1, now + 2000, None).await.unwrap());
}
