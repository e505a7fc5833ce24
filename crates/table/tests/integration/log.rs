//! Tests every type of log entry, and the tables loaded from them.

use games::deal::{Deal, Seed};
use games::record::{Outcome, Record};
use games::{Actor, Game, Setup};
use serde_json::json;
use table::{
    ClientId, Command, CreationParams, Effect, Level, LogEntry, Logged, Moment, NewTable, Pace, Phase, Refusal, Reply,
    SeatKind, SeatOccupant, Table, TableRecord, Write,
};

/// Builds the outcome expected in a record, given these scores.
type Ended = fn(Vec<i32>) -> Outcome;
/// Corrupts a valid log.
type Spoil = fn(&mut Vec<LogEntry>);

/// Returns the record of a two-player table, a log with this many answers, and the game after those answers.
fn made(answers: usize) -> (TableRecord, Vec<LogEntry>, Game) {
    let seats = json!([{"type": "human", "name": "A"}, {"type": "human", "name": "B"}]);
    let asked: NewTable = serde_json::from_value(json!({"setup": Setup::base(2), "seats": seats})).unwrap();
    let making = CreationParams {
        name: "t".to_owned(),
        seed: Seed::from_number(1),
        browser: [1; 32],
        tokens: vec![[2; 32], [3; 32]],
    };
    let (table, write) = Table::create(&asked, making, Pace::default(), None).unwrap();
    let Write::Create { record, .. } = write else { panic!("a new table is written") };
    let mut game = table.beginning();
    let deal = Deal::of(Seed::from_number(1), &game);
    let mut log = Vec::new();
    for number in 0..answers {
        let (seat, answer) = match game.actor() {
            Actor::Seat(seat) => (Some(seat), game.legal()[0]),
            Actor::Chance | Actor::Nobody => (None, deal.answer(&game).unwrap()),
        };
        log.push(LogEntry { number, what: Logged::Answer { seat, word: game.word(answer) } });
        game.apply_raw(answer).unwrap();
    }
    (record, log, game)
}

fn add(log: &mut Vec<LogEntry>, what: Logged) {
    log.push(LogEntry { number: log.len(), what });
}

fn load(record: &TableRecord, log: &[LogEntry]) -> Result<Table, String> {
    Table::load(record.clone(), log, Pace::default(), None).map_err(|why| why.to_string())
}

fn told(table: &Table) -> usize {
    table.events(None, None, &[]).unwrap().updates().unwrap().len()
}

#[test]
fn undo_restores_the_earlier_position_and_the_log_continues() {
    let (record, mut log, _) = made(20);
    add(&mut log, Logged::Undo { to: 9 });
    let mut table = load(&record, &log).unwrap();
    let (_, _, earlier) = made(9);
    assert_eq!(table.view(None, &[]).unwrap().view().unwrap(), earlier.view());
    assert_eq!(told(&table), 9);
    assert_eq!(table.record().unwrap().record().len(), 9, "undone answers are not in the record");
    // The next answer gets the number after the undo entry, not one that is already taken.
    table.handle(Moment(0), Command::Hello { client: ClientId(1), v: 1, hashes: vec![[1; 32]], since: None });
    let Actor::Seat(seat) = earlier.actor() else { panic!("a person must answer") };
    let words = vec![earlier.word(earlier.legal()[0])];
    let effects = table.handle(Moment(0), Command::Answer { client: ClientId(1), seat, seq: 9, words, lag: 0 });
    let [Effect::Write(Write::Append { entries, .. })] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!(entries[0].number, 21);
    log.extend(entries.iter().cloned());
    table.written(Moment(0), Ok(()));
    assert_eq!(told(&load(&record, &log).unwrap()), told(&table));
}

#[test]
fn resigning_or_running_out_of_time_ends_the_game() {
    let ends: [(Logged, Ended); 2] = [
        (Logged::Resigned { seat: 1 }, |scores| Outcome::Resigned { scores, seat: 1 }),
        (Logged::TimedOut { seat: 0 }, |scores| Outcome::TimeFell { scores, seat: 0 }),
    ];
    for (what, outcome) in ends {
        let (record, mut log, game) = made(20);
        add(&mut log, what);
        let mut table = load(&record, &log).unwrap();
        assert_eq!(table.describe().phase, Phase::Finished);
        assert!(table.describe().seed.is_some(), "hidden information is revealed");
        table.handle(Moment(0), Command::Hello { client: ClientId(1), v: 2, hashes: vec![[1; 32]], since: None });
        let Actor::Seat(seat) = game.actor() else { panic!("a person was asked") };
        let words = vec![game.word(game.legal()[0])];
        let late = table.handle(Moment(0), Command::Answer { client: ClientId(1), seat, seq: 20, words, lag: 0 });
        assert!(matches!(&late[..], [Effect::Reply(Err(Refusal::Over))]), "{late:?}");
        // The record has this outcome as data and as text, and importing it creates a table with the same log.
        let kept = table.record().unwrap().record();
        assert_eq!(kept.outcome, outcome(game.scored_now().0));
        assert!(kept.verify().holds(), "{:?}", kept.verify());
        assert_eq!(Record::from_text(&kept.to_text()).unwrap().outcome, kept.outcome);
        let (imported, write) = Table::of_record("u".to_owned(), &kept, kept.replay().unwrap(), [4; 32]).unwrap();
        let Write::Create { log: brought, .. } = write else { panic!("a record is written") };
        assert_eq!(brought, log);
        assert_eq!(imported.record().unwrap().record().outcome, kept.outcome);
        // An undo also reverts the end of the game.
        add(&mut log, Logged::Undo { to: 20 });
        assert_eq!(load(&record, &log).unwrap().describe().phase, Phase::Playing);
    }
}

#[test]
fn another_occupant_takes_over_a_seat() {
    let (record, mut log, game) = made(20);
    let Actor::Seat(seat) = game.actor() else { panic!("a person is asked") };
    add(&mut log, Logged::TakenOver { seat, by: SeatOccupant::Bot { level: Level::Easy, millis: 10 } });
    let mut table = load(&record, &log).unwrap();
    assert_eq!(table.describe().seats[usize::from(seat)].r#type, SeatKind::Bot);
    let effects = table.handle(Moment(0), Command::Wake);
    assert!(
        effects.iter().any(|effect| matches!(effect, Effect::Think(thought) if thought.seat == seat)),
        "{effects:?}"
    );
}

#[test]
fn invalid_log_is_rejected_with_the_number_of_the_entry() {
    let refused = |spoil: Spoil| {
        let (record, mut log, _) = made(4);
        spoil(&mut log);
        load(&record, &log).err().expect("the log is invalid")
    };
    let cases: [(Spoil, &str); 7] = [
        (|log| add(log, Logged::Undo { to: 5 }), "entry 4 of the log: there are fewer answers than that"),
        (|log| add(log, Logged::Resigned { seat: 2 }), "entry 4 of the log: no such seat"),
        (|log| _ = log.remove(2), "entry 3 of the log: the number is out of sequence"),
        (
            |log| {
                add(log, Logged::Resigned { seat: 0 });
                add(log, Logged::TimedOut { seat: 1 });
            },
            "entry 5 of the log: the game had already ended",
        ),
        (
            |log| {
                add(log, Logged::Ended { seat: 0 });
                add(log, Logged::Paused { seat: 1 });
            },
            "entry 5 of the log: the game had already ended",
        ),
        (
            |log| {
                add(log, Logged::Paused { seat: 0 });
                add(log, Logged::Undo { to: 0 });
            },
            "entry 5 of the log: the game was paused",
        ),
        (|log| add(log, Logged::Resumed { seat: 0 }), "entry 4 of the log: the game was not paused"),
    ];
    for (spoil, why) in cases {
        assert_eq!(refused(spoil), why);
    }
}

#[test]
fn entries_of_any_kind_from_another_process_are_merged() {
    let (record, log, _) = made(20);
    let mut table = load(&record, &log).unwrap();
    let client = ClientId(1);
    table.handle(Moment(0), Command::Hello { client, v: 2, hashes: vec![[1; 32]], since: None });
    let join = Command::Claim { token: [2; 32], browser: [9; 32] };
    table.handle(Moment(0), join.clone());
    table.written(Moment(0), Err("unplugged".to_owned()));
    table.handle(Moment(5000), join);
    let resigned = vec![LogEntry { number: 20, what: Logged::Resigned { seat: 0 } }];
    table.reloaded(Moment(5000), Ok((record, resigned)));
    table.written(Moment(5000), Ok(()));
    assert_eq!(table.describe().phase, Phase::Finished);
    let welcome = table.handle(Moment(5000), Command::Resume { client, since: Some(20) });
    assert!(matches!(&welcome[..], [Effect::Reply(Ok(Reply::Welcome(_)))]), "{welcome:?}");
}
