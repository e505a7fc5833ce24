//! Step-by-step tests of the session core: its effects and their order.

use games::deal::Seed;
use games::{Actor, Game, Setup};
use serde_json::{Value, json};
use table::{
    ClientId, Command, CreationParams, Effect, Key, Listener, LogEntry, Logged, MAX_SEAT_KEYS, Moment, NewTable, Pace,
    Refusal, Reply, Right, StoredAnswer, Table, TableRecord, ThinkRequest, Write,
};

const NOW: Moment = Moment(1000);
const CLIENT: ClientId = ClientId(7);

/// Creates and stores a table for the base game with these seats. Returns it, its record, and the effects that followed the write.
fn table(seats: Value) -> (Table, TableRecord, Vec<Effect>) {
    let asked: NewTable = serde_json::from_value(json!({"setup": Setup::base(2), "seats": seats})).unwrap();
    let making = CreationParams {
        name: "t".to_owned(),
        seed: Seed::from_number(1),
        browser: [1; 32],
        tokens: (2..).map(|n| [n; 32]).take(2).collect(),
    };
    let (mut table, write) = Table::create(&asked, making, Pace { step: 400, ..Pace::default() }, None).unwrap();
    let Write::Create { record, log, .. } = write else { panic!("a new table is written first: {write:?}") };
    assert!(table.waits_for_storage() && log.is_empty());
    let effects = table.written(NOW, Ok(()));
    (table, record, effects)
}

fn two_people() -> (Table, TableRecord, Vec<StoredAnswer>) {
    let (mut table, record, effects) = table(json!([{"type": "human", "name": "A"}, {"type": "human", "name": "B"}]));
    let [Effect::Reply(Ok(Reply::Done)), Effect::Write(Write::Append { entries, .. })] = &effects[..] else {
        panic!("the first draws are written: {effects:?}");
    };
    let answers = answers(entries);
    table.written(NOW, Ok(()));
    table.handle(NOW, Command::Hello { client: CLIENT, v: 1, hashes: vec![[1; 32]], since: None });
    table.handle(NOW, Command::Hello { client: ClientId(9), v: 2, hashes: Vec::new(), since: None });
    (table, record, answers)
}

/// Returns the command that gives the first legal answer after these answers.
fn next(answers: &[StoredAnswer]) -> Command {
    let mut game = Game::new(&Setup::base(2)).unwrap();
    for answer in answers {
        let answer = game.answer(&answer.word).unwrap();
        game.apply_raw(answer).unwrap();
    }
    let Actor::Seat(seat) = game.actor() else { panic!("a person must answer") };
    Command::Answer { client: CLIENT, seat, seq: game.seq(), words: vec![game.word(game.legal()[0])], lag: 0 }
}

fn answers(entries: &[LogEntry]) -> Vec<StoredAnswer> {
    let answer = |entry: &LogEntry| match &entry.what {
        Logged::Answer { seat, word } => StoredAnswer { seq: entry.number, seat: *seat, word: word.clone() },
        other => panic!("nothing but answers is written: {other:?}"),
    };
    entries.iter().map(answer).collect()
}

fn written(effects: &[Effect]) -> Vec<StoredAnswer> {
    match effects {
        [Effect::Write(Write::Append { entries, .. })] => answers(entries),
        other => panic!("an answer is written first: {other:?}"),
    }
}

#[test]
fn answer_and_the_draws_after_it_are_one_write_and_one_item_of_news() {
    let (mut table, _, mut answers) = two_people();
    loop {
        let batch = written(&table.handle(NOW, next(&answers)));
        assert_eq!(batch[0].seq, answers.len());
        let effects = table.written(NOW, Ok(()));
        let [Effect::Reply(Ok(Reply::Done)), Effect::Tell(news)] = &effects[..] else { panic!("{effects:?}") };
        // Other changes caused by an answer, such as losing the option to abort, follow it as a separate item.
        let (news, more) = news.split_first().expect("an answer is sent");
        assert!(more.iter().all(|item| item.seq.is_none()), "{more:?}");
        let told = |v: u32| news.texts(Listener::of(v, &[])).unwrap();
        assert_eq!((told(1).len(), told(2).len()), (batch.len(), 1), "one update each, or one delta for all");
        answers.extend(batch.iter().cloned());
        assert_eq!(news.seq, Some(answers.len()));
        if batch.len() > 1 {
            assert_eq!((batch[1].seat, told(1)[1].contains("draw:")), (None, true));
            let changes: Value = serde_json::from_str(&told(2)[0]).unwrap();
            assert_eq!(
                (&changes["type"], changes["steps"].as_array().unwrap().len()),
                (&json!("changes"), batch.len())
            );
            break;
        }
    }
}

/// Returns the seat, the number of answers and the words of a whole turn: the first legal answer to each decision, until another seat or
/// chance must answer.
fn turn(answers: &[StoredAnswer]) -> (u8, usize, Vec<String>) {
    let mut game = Game::new(&Setup::base(2)).unwrap();
    for answer in answers {
        let answer = game.answer(&answer.word).unwrap();
        game.apply_raw(answer).unwrap();
    }
    let Actor::Seat(seat) = game.actor() else { panic!("a person must answer") };
    let (seq, mut words) = (game.seq(), Vec::new());
    while game.actor() == Actor::Seat(seat) {
        let first = game.legal()[0];
        words.push(game.word(first));
        game.apply_raw(first).unwrap();
    }
    (seat, seq, words)
}

#[test]
fn several_answers_are_one_write_and_accepted_all_or_none() {
    let (mut table, _, answers) = two_people();
    let (seat, seq, words) = turn(&answers);
    assert!(words.len() > 1, "{words:?}");
    let give = |words: Vec<String>| Command::Answer { client: CLIENT, seat, seq, words, lag: 0 };
    let mut wrong = words.clone();
    wrong[1] = "knight:nowhere".to_owned();
    for (refused, words) in
        [("a location", wrong), ("too many", [words.clone(), words.clone()].concat()), ("none", vec![])]
    {
        let effects = table.handle(NOW, give(words));
        assert!(matches!(&effects[..], [Effect::Reply(Err(_))]), "{refused}: {effects:?}");
        assert!(!table.waits_for_storage(), "none of it is written");
    }
    let batch = written(&table.handle(NOW, give(words.clone())));
    let given: Vec<&String> = batch.iter().filter(|one| one.seat.is_some()).map(|one| &one.word).collect();
    assert_eq!(given, words.iter().collect::<Vec<_>>());
    let effects = table.written(NOW, Ok(()));
    let [Effect::Reply(Ok(Reply::Done)), Effect::Tell(news)] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!(news[0].texts(Listener::of(1, &[])).unwrap().len(), batch.len(), "one update each");
}

#[test]
fn preview_shows_the_next_decision_and_changes_nothing() {
    let (mut table, _, answers) = two_people();
    let (seat, seq, words) = turn(&answers);
    let before = (table.describe(), table.seats_of(&[[1; 32]]));
    let told = |words: &[String]| -> Value {
        serde_json::from_str(&table.preview(CLIENT, seat, seq, words).unwrap()).unwrap()
    };
    let first = told(&words[..1]);
    assert_eq!((&first["type"], &first["seq"]), (&json!("preview"), &json!(seq)));
    assert_eq!(first["view"]["decision"]["kind"], "deploy", "{first}");
    assert_eq!((&first["view"]["decision"]["seat"], &first["events"][0]["type"]), (&json!(seat), &json!("placed")));
    let whole = told(&words);
    assert_eq!(whole["view"], Value::Null, "the chance draw is not revealed");
    assert!(!whole.to_string().contains("drawn"), "{whole}");
    assert_eq!(table.preview(ClientId(8), seat, seq, &words), Err(Refusal::NotHeld(seat)));
    assert!(matches!(table.preview(CLIENT, seat, seq + 1, &words), Err(Refusal::Stale { .. })));
    assert_eq!(before, (table.describe(), table.seats_of(&[[1; 32]])));
    // The answers are accepted as if there had been no preview.
    assert_eq!(written(&table.handle(NOW, next(&answers)))[0].word, words[0]);
}

#[test]
fn nothing_else_changes_while_a_write_is_pending() {
    let (mut table, _, answers) = two_people();
    written(&table.handle(NOW, next(&answers)));
    let again = table.handle(NOW, next(&answers));
    assert!(matches!(&again[..], [Effect::Reply(Err(Refusal::Waiting))]), "{again:?}");
    let welcome = table.handle(NOW, Command::Resume { client: CLIENT, since: Some(0) });
    let [Effect::Reply(Ok(Reply::Welcome(welcome)))] = &welcome[..] else { panic!("{welcome:?}") };
    assert_eq!(welcome.seq, answers.len(), "the answer does not count before it is written");
}

#[test]
fn table_reloads_after_a_storage_failure_before_it_continues() {
    let (mut table, record, mut answers) = two_people();
    let command = next(&answers);
    let batch = written(&table.handle(NOW, command.clone()));
    let failed = table.written(NOW, Err("full".to_owned()));
    assert!(matches!(&failed[..], [Effect::Reply(Err(Refusal::NotWritten(_)))]), "{failed:?}");
    assert_eq!(table.wake_at(), Some(Moment(3000)), "it retries by itself");

    // The write did not reach the disk, so the answer is accepted now.
    let from = answers.len();
    let reload = table.handle(NOW, command.clone());
    assert!(matches!(&reload[..], [Effect::Reload { from: asked }] if *asked == from), "{reload:?}");
    let retried = table.reloaded(NOW, Ok((record.clone(), Vec::new())));
    assert_eq!(written(&retried), batch);

    // The write reached the disk but was reported as failed: everyone is notified, and the same answer is now too late.
    table.written(NOW, Err("unplugged".to_owned()));
    assert!(table.handle(Moment(2000), Command::Wake).is_empty(), "too early");
    let reload = table.handle(Moment(3000), Command::Wake);
    assert!(matches!(&reload[..], [Effect::Reload { .. }]), "{reload:?}");
    let unreadable = table.reloaded(Moment(3000), Err("gone".to_owned()));
    assert!(matches!(&unreadable[..], [Effect::Report(Refusal::NotRead(_))]), "{unreadable:?}");
    table.handle(Moment(5000), Command::Wake);
    let told = table.reloaded(Moment(5000), Ok((record, batch.iter().cloned().map(LogEntry::from).collect())));
    let [Effect::Tell(news)] = &told[..] else { panic!("{told:?}") };
    answers.extend(batch);
    assert_eq!(news.last().unwrap().seq, Some(answers.len()));
    assert_eq!(table.wake_at(), None);
    let stale = table.handle(NOW, command);
    let newest = answers.len();
    assert!(matches!(&stale[..], [Effect::Reply(Err(Refusal::Stale { newest: n, .. }))] if *n == newest), "{stale:?}");
}

#[test]
fn computer_player_is_asked_once_and_answers_when_people_can_follow() {
    let bot = json!({"type": "bot", "level": "easy", "millis": 10});
    let (mut table, ..) = table(json!([bot.clone(), bot]));
    let effects = table.written(NOW, Ok(()));
    let thoughts: Vec<&ThinkRequest> = effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Think(thought) => Some(&**thought),
            _ => None,
        })
        .collect();
    let [thought] = thoughts[..] else { panic!("{effects:?}") };
    assert!(table.handle(NOW, Command::Wake).is_empty(), "it is not asked again");
    let (number, answer) = (thought.number, Some(thought.game.legal()[0]));
    assert!(
        table.handle(Moment(1100), Command::Decided { number: number + 1, answer }).is_empty(),
        "an answer to something else"
    );
    assert!(table.handle(Moment(1100), Command::Decided { number, answer }).is_empty(), "too early to be followed");
    assert_eq!(table.wake_at(), Some(Moment(1400)));
    let given = written(&table.handle(Moment(1400), Command::Wake));
    assert_eq!((given[0].seq, given[0].seat), (number, Some(thought.seat)));
}

#[test]
fn computer_player_is_asked_again_if_its_answer_is_lost_in_a_failed_reload() {
    let bot = json!({"type": "bot", "level": "easy", "millis": 10});
    let (mut table, record, _) = table(json!([bot.clone(), bot]));
    let thought = |effects: &[Effect]| {
        effects.iter().find_map(|effect| match effect {
            Effect::Think(thought) => Some((thought.number, Some(thought.game.legal()[0]))),
            _ => None,
        })
    };
    let (number, answer) = thought(&table.written(NOW, Ok(()))).expect("it is asked");
    // Another node's write was missed. It can't be loaded while the computer player is thinking, nor immediately afterwards.
    table.reload_missed(NOW);
    table.reloaded(NOW, Err("gone".to_owned()));
    table.handle(Moment(2000), Command::Decided { number, answer });
    table.reloaded(Moment(2000), Err("gone".to_owned()));
    table.handle(Moment(5000), Command::Wake);
    let read = table.reloaded(Moment(5000), Ok((record, Vec::new())));
    assert_eq!(thought(&read), Some((number, answer)), "{read:?}");
}

/// Requests a new token for seat 0, using this secret; returns the write.
fn one_more_token(table: &mut Table, number: u16, requester: [u8; 32]) -> Write {
    let mut token = [99; 32];
    token[..2].copy_from_slice(&number.to_be_bytes());
    let effects = table.handle(NOW, Command::AddSeatKey { seat: 0, hashes: vec![requester], token });
    let [Effect::Write(write)] = &effects[..] else { panic!("{effects:?}") };
    let write = write.clone();
    let effects = table.written(NOW, Ok(()));
    assert!(matches!(&effects[..], [Effect::Reply(Ok(Reply::Done))]), "{effects:?}");
    write
}

#[test]
fn seat_has_at_most_twenty_tokens_and_the_oldest_are_evicted_first() {
    let (mut table, ..) = two_people();
    // The browser that created the table holds both seats and is the host.
    let mut dropped = Vec::new();
    for number in 0..100 {
        match one_more_token(&mut table, number, [1; 32]) {
            Write::Keys(new) => assert!(!new.is_empty() && table.holders(0).len() <= MAX_SEAT_KEYS),
            Write::ReplaceKeys { old, .. } => dropped.extend(old.into_iter().filter(|key| key.right == Right::Seat(0))),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(table.holders(0).len(), MAX_SEAT_KEYS);
    assert_eq!(dropped[0].hash, [2; 32], "the token of the seat is older than all later tokens");
    assert!(table.holders(0).contains(&[1; 32]), "the requester's secret stays");
    let last = {
        let mut last = [99; 32];
        last[..2].copy_from_slice(&99_u16.to_be_bytes());
        last
    };
    assert_eq!(table.seats_of(&[last]), vec![0], "the newest opens the seat");
    assert_eq!(table.seats_of(&[dropped[1].hash]), Vec::<u8>::new());
    assert_eq!((table.holders(1).len(), table.describe().host), (2, Some(0)), "nothing else has changed");
}

#[test]
fn table_with_thousands_of_tokens_keeps_the_newest_and_is_described_at_once() {
    let (_, mut record, answers) = two_people();
    let old = (0..50_000_u32).flat_map(|number| {
        let mut hash = [98; 32];
        hash[..4].copy_from_slice(&number.to_be_bytes());
        [Right::Seat(0), Right::Host].map(|right| Key { hash, right })
    });
    record.keys = old.chain(record.keys.clone()).collect();
    let log: Vec<LogEntry> = answers.into_iter().map(LogEntry::from).collect();
    let table = Table::load(record, &log, Pace::default(), None).unwrap();
    assert_eq!((table.holders(0).len(), table.describe().host), (MAX_SEAT_KEYS, Some(0)));
    assert_eq!(table.seats_of(&[[1; 32]]), vec![0, 1], "the newest are kept");
}
