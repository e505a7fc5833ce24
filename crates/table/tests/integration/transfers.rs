//! Tests games that are transferred to another table: from random positions of every family, with undos, lost seats and refusals.

use games::deal::Seed;
use games::record::Record;
use games::{Actor, Game, Setup};
use serde_json::{Value, json};
use table::upload::{self, Upload};
use table::{
    ClientId, Command, CreationParams, Effect, Hash, LogEntry, Logged, Moment, NewTable, Pace, Phase, PlayerAction,
    Refusal, SeatKind, Table, TableRecord, Transfer, TransferProblem, Write,
};

const BROWSER: Hash = [1; 32];
const CLIENT: ClientId = ClientId(1);
const NOW: Moment = Moment(0);

/// Returns the set-up of a printed game of the corpus.
fn setup_of(file: &str) -> Setup {
    let path = format!("{}/../../corpus/games/{file}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    Setup::from_line(text.lines().next().unwrap().strip_prefix("setup: ").unwrap()).unwrap()
}

fn person(name: &str) -> Value {
    json!({"type": "human", "name": name})
}

fn bot() -> Value {
    json!({"type": "bot", "level": "easy", "millis": 10})
}

/// A table, what is stored of it, and one browser that answers for all people at random, as do the computer players.
struct Played {
    table: Table,
    record: TableRecord,
    log: Vec<LogEntry>,
    turn: Option<u8>,
    random: u64,
}

impl Played {
    fn create(setup: &Setup, seats: &[Value], seed: u64) -> Played {
        let asked: NewTable = serde_json::from_value(json!({"setup": setup, "seats": seats})).unwrap();
        Played::start(Table::create(&asked, params(seed, 6), Pace::default(), None).unwrap(), seed)
    }

    fn continued(transfer: &Value, seed: u64) -> Result<Played, Refusal> {
        let transfer: Transfer = serde_json::from_value(transfer.clone()).unwrap();
        let (record, game) = Upload::parse(upload::text(transfer.record.clone())?)?.replay(|| true)?;
        let params = params(seed, transfer.people().len());
        Ok(Played::start(Table::continued(&transfer, &record, game, params, Pace::default())?, seed))
    }

    fn start((table, write): (Table, Write), seed: u64) -> Played {
        let Write::Create { record, log, turn } = write else { panic!("a new table is written") };
        let mut played = Played { table, record, log, turn, random: seed };
        let effects = played.table.written(NOW, Ok(()));
        played.execute(effects);
        played.run(Command::Hello { client: CLIENT, v: 1, hashes: vec![BROWSER], since: None });
        played
    }

    fn run(&mut self, command: Command) {
        let effects = self.table.handle(NOW, command);
        self.execute(effects);
    }

    fn execute(&mut self, mut effects: Vec<Effect>) {
        while !effects.is_empty() {
            let mut next = Vec::new();
            for effect in effects {
                match effect {
                    Effect::Write(Write::Append { entries, result, .. }) => {
                        assert!(self.table.describe().transferred.is_none() || result.is_none());
                        self.log.extend(entries);
                        next.extend(self.table.written(NOW, Ok(())));
                    }
                    Effect::Write(_) => next.extend(self.table.written(NOW, Ok(()))),
                    Effect::Think(asked) => {
                        let legal = asked.game.legal();
                        let answer = Some(legal[self.below(legal.len())]);
                        next.extend(self.table.handle(NOW, Command::Decided { number: asked.number, answer }));
                    }
                    Effect::Reply(Err(why)) | Effect::Report(why) => panic!("{why}"),
                    Effect::Reply(Ok(_)) | Effect::Tell(_) => {}
                    other => panic!("unexpected: {other:?}"),
                }
            }
            effects = next;
        }
    }

    fn below(&mut self, n: usize) -> usize {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) as usize % n
    }

    fn game(&self) -> Game {
        let transfer = self.transfer();
        Record::from_json(&transfer["record"].to_string()).unwrap().replay().unwrap()
    }

    fn answer(&mut self, seat: u8, word: String) {
        let seq = self.table.events(None, None, &[]).unwrap().replayed();
        self.run(Command::Answer { client: CLIENT, seat, seq, words: vec![word], lag: 0 });
    }

    /// Plays until the game has this many answers, or is over.
    fn play(&mut self, answers: usize) {
        let mut game = self.game();
        while let (Actor::Seat(seat), true) = (game.actor(), game.seq() < answers) {
            let legal = game.legal();
            let word = game.word(legal[self.below(legal.len())]);
            self.answer(seat, word);
            let before = game.seq();
            self.catch_up(&mut game);
            assert!(game.seq() > before);
        }
    }

    /// Applies the answers of the log that a game does not have yet; there was no undo.
    fn catch_up(&self, game: &mut Game) {
        let words = self.log.iter().filter_map(|entry| match &entry.what {
            Logged::Answer { word, .. } => Some(word),
            _ => None,
        });
        for word in words.skip(game.seq()).collect::<Vec<_>>() {
            let answer = game.answer(word).unwrap();
            game.apply_raw(answer).unwrap();
        }
    }

    fn transfer(&self) -> Value {
        serde_json::to_value(self.table.transfer(&[BROWSER]).unwrap().transfer()).unwrap()
    }

    fn refused(&self, hashes: &[Hash]) -> Refusal {
        self.table.transfer(hashes).err().expect("the transfer is refused")
    }

    fn load(&self) -> Table {
        Table::load(self.record.clone(), &self.log, Pace::default(), None).unwrap()
    }
}

fn params(seed: u64, tokens: usize) -> CreationParams {
    let tokens = (10u8..).map(|n| [n; 32]).take(tokens).collect();
    CreationParams { name: "t".to_owned(), seed: Seed::from_number(seed), browser: BROWSER, tokens }
}

/// Transfers a game from a random position, restarts the new table, undoes across the transfer, and plays to the end.
fn transfer_and_finish(setup: &Setup, cut: usize, seed: u64) {
    let seats: Vec<Value> = (0..setup.seats).map(|seat| if seat % 2 == 0 { person("Anna") } else { bot() }).collect();
    let mut first = Played::create(setup, &seats, seed);
    first.play(cut);
    let transfer = first.transfer();
    let (before, after) = (first.game(), Played::continued(&transfer, seed + 1).unwrap());
    assert!(before.seq() >= cut, "the game is longer");
    assert_eq!(after.turn, turn(&before));
    assert!(shown(&after.table) == shown(&first.table), "the view is the same");
    assert_eq!(after.game().position_hash(), before.position_hash());
    let (old, new) = (first.table.describe(), after.table.describe());
    assert_eq!((new.transferred, new.imported, &new.commitment), (Some(before.seq()), false, &None));
    assert_eq!((new.phase, new.seats, new.colours), (Phase::Playing, old.seats, old.colours));
    assert_eq!(new.setup.canonical(), old.setup.canonical());
    assert_eq!(after.load().describe(), after.table.describe().without_clients());

    // A restart, an undo to before the transfer, and the rest of the game.
    let mut after = Played { table: after.load(), ..after };
    after.run(Command::Wake);
    after.run(Command::Hello { client: CLIENT, v: 1, hashes: vec![BROWSER], since: None });
    after.play(before.seq() + 9);
    let seat = (0..setup.seats).step_by(2).find(|&seat| {
        let undo = Command::Act { client: CLIENT, act: PlayerAction::Undo { seat } };
        let effects = after.table.clone().handle(NOW, undo.clone());
        let undone = !matches!(effects[0], Effect::Reply(Err(_)));
        if undone {
            after.run(undo);
        }
        undone
    });
    assert!(after.table.is_finished() || seat.is_some(), "an answer can be undone");
    let mut after = Played::continued(&after.transfer(), seed + 2).unwrap();
    after.play(usize::MAX);
    assert_eq!(after.table.describe().phase, Phase::Finished);
    assert_eq!((after.table.result(), after.table.describe().seed), (None, None));
    assert_eq!(after.load().points(), after.table.points());
    let record = after.table.record().unwrap().record();
    assert_eq!((record.seed, &record.commitment), (None, &None));
    assert!(record.verify().holds() && record.comments.iter().any(|comment| comment.contains("transferred")));
    let kept = Played::continued(&after.transfer(), 9).unwrap();
    assert_eq!((kept.table.describe().phase, kept.turn), (Phase::Finished, None));
    assert_eq!(kept.table.points(), after.table.points());
}

/// Returns the view of the browser, without the set-up, which a record spells with other defaults.
fn shown(table: &Table) -> Value {
    let mut view = serde_json::to_value(table.view(None, &[BROWSER]).unwrap().view().unwrap()).unwrap();
    view["setup"] = Value::Null;
    view
}

fn turn(game: &Game) -> Option<u8> {
    match game.actor() {
        Actor::Seat(seat) => Some(seat),
        Actor::Chance | Actor::Nobody => None,
    }
}

trait WithoutClients {
    fn without_clients(self) -> Self;
}

impl WithoutClients for table::TableInfo {
    /// Returns the description as if no client were connected.
    fn without_clients(mut self) -> Self {
        for seat in &mut self.seats {
            seat.connected = Some(seat.r#type == SeatKind::Bot);
        }
        self
    }
}

#[test]
fn games_of_every_family_are_transferred_and_finished() {
    for (number, file) in
        ["base-two-seats", "inns-three-seats", "hands", "hunters-later", "discovery-hidden-hands", "coop-two-seats"]
            .into_iter()
            .enumerate()
    {
        for cut in [0, 7 + 4 * number, 33] {
            transfer_and_finish(&setup_of(file), cut, (number + cut) as u64);
        }
    }
}

#[test]
fn games_with_all_expansions_or_custom_tiles_are_transferred_and_finished() {
    transfer_and_finish(&setup_of("everything"), 90, 5);
    let own = include_str!("../../../../docs/own-tiles.toml");
    transfer_and_finish(&Setup::base(2).own_tiles(own), 20, 6);
}

#[test]
fn undo_across_the_transfer_draws_the_same_tiles_again() {
    let setup = Setup::base(2);
    let mut first = Played::create(&setup, &[person("Anna"), person("Boris")], 3);
    first.play(40);
    let game = first.game();
    let mut after = Played::continued(&first.transfer(), 8).unwrap();
    while after.game().seq() + 12 > game.seq() {
        let seats = [0, 1].map(|seat| Command::Act { client: CLIENT, act: PlayerAction::Undo { seat } });
        let mut undos = seats.into_iter();
        let undo = undos.find(|undo| {
            !matches!(after.table.clone().handle(NOW, undo.clone())[0], Effect::Reply(Err(Refusal::AnsweredSince(_))))
        });
        after.run(undo.unwrap());
    }
    let words: Vec<String> = first.table.events(None, None, &[]).unwrap().updates().unwrap().iter().map(word).collect();
    let mut now = after.game();
    while now.seq() < game.seq() {
        let Actor::Seat(seat) = now.actor() else { panic!("a person must answer") };
        after.answer(seat, words[now.seq()].clone());
        now = after.game();
    }
    assert_eq!(now.position_hash(), game.position_hash());
    assert_eq!(after.table.describe().transferred, Some(game.seq()));
    // Later tiles depend on the new seed only.
    let drawn = |seed: u64| {
        let mut table = Played::continued(&first.transfer(), seed).unwrap();
        table.random = 1;
        table.play(usize::MAX);
        table.game().answers().to_vec()
    };
    assert_eq!(drawn(7), drawn(7));
    assert_ne!(drawn(7), drawn(8));
}

fn word(update: impl std::borrow::Borrow<Box<serde_json::value::RawValue>>) -> String {
    let update: Value = serde_json::from_str(update.borrow().get()).unwrap();
    update["answer"].as_str().or_else(|| update["word"].as_str()).unwrap_or_else(|| panic!("{update}")).to_owned()
}

#[test]
fn lost_and_replaced_seats_stay_so() {
    let setup = setup_of("inns-three-seats");
    let mut first = Played::create(&setup, &[person("Anna"), person("Boris"), bot()], 4);
    first.play(20);
    first.run(Command::Act { client: CLIENT, act: PlayerAction::Resign { seat: 0 } });
    let transfer = first.transfer();
    assert_eq!(transfer["out"], json!([{"seat": 0, "loss": "resigned"}]));
    let mut after = Played::continued(&transfer, 5).unwrap();
    assert_eq!(after.table.describe().out, first.table.describe().out);
    assert_eq!(after.table.describe().seats[0].stands_in_for.as_deref(), Some("Anna"));
    after.run(Command::Act { client: CLIENT, act: PlayerAction::Resign { seat: 1 } });
    assert_eq!(after.table.describe().end.unwrap().winners, [2]);
    let over = Played::continued(&after.transfer(), 6).unwrap();
    assert_eq!(over.table.describe().end, after.table.describe().end);

    // In a team, a person who resigned can return.
    let mut first = Played::create(&setup_of("coop-two-seats"), &[person("Anna"), person("Boris")], 4);
    first.run(Command::Act { client: CLIENT, act: PlayerAction::Resign { seat: 0 } });
    let transfer = first.transfer();
    assert_eq!((transfer.get("out"), &transfer["replaced"]), (None, &json!([0])));
    let mut after = Played::continued(&transfer, 5).unwrap();
    after.run(Command::Act { client: CLIENT, act: PlayerAction::Return { seat: 0 } });
    assert_eq!(after.table.describe().seats[0].r#type, SeatKind::Human);
}

#[test]
fn transfer_of_others_games_is_refused() {
    let open = json!({"type": "open"});
    let mut table = Played::create(&Setup::base(2), &[person("Anna"), open], 1);
    assert_eq!(table.refused(&[BROWSER]), Refusal::NotStarted);
    let (name, account, rating, colour) = ("Boris".to_owned(), None, None, None);
    table.run(Command::Join { seat: 1, name, account, rating, colour, token: [7; 32], browser: [8; 32] });
    assert_eq!(table.refused(&[BROWSER]), Refusal::NoTransfer(TransferProblem::OtherPeople));
    assert_eq!(table.refused(&[[9; 32]]), Refusal::NotPlaying);
    assert_eq!(table.refused(&[]), Refusal::NotPlaying);
    assert!(table.table.transfer(&[BROWSER, [7; 32]]).is_ok(), "both secrets together open all seats");

    let mut ended = Played::create(&Setup::base(2), &[person("Anna"), bot()], 1);
    let kept = ended.table.record().unwrap().record();
    ended.run(Command::Act { client: CLIENT, act: PlayerAction::End { seat: 0 } });
    assert_eq!(ended.refused(&[BROWSER]), Refusal::Over);
    let (imported, _) = Table::of_record("u".to_owned(), &kept, kept.replay().unwrap(), BROWSER).unwrap();
    let refused = imported.transfer(&[BROWSER]).err();
    assert_eq!(refused, Some(Refusal::NoTransfer(TransferProblem::Imported)));
}

/// A change of a transfer as JSON.
type Change = fn(&mut Value);

#[test]
fn invalid_transfers_are_refused() {
    let mut first = Played::create(&setup_of("inns-three-seats"), &[person("Anna"), bot(), bot()], 2);
    first.play(30);
    let refused = |change: fn(&mut Value)| {
        let mut transfer = first.transfer();
        change(&mut transfer);
        Played::continued(&transfer, 1).err().expect("the transfer is refused")
    };
    let changes: [(Change, Refusal); 7] = [
        (|it| it["seats"] = json!([bot(), bot()]), Refusal::Seats { seats: 3, listed: 2 }),
        (|it| it["seats"][1] = json!({"type": "open"}), Refusal::OpenSeats),
        (|it| it["seats"][0]["name"] = json!(""), Refusal::Name { most: 32 }),
        (|it| it["replaced"] = json!([1]), Refusal::BadReplacement(1)),
        (|it| it["out"] = json!([{"seat": 3, "loss": "time"}]), Refusal::BadReplacement(3)),
        (|it| it["out"] = json!([{"seat": 0, "loss": "time"}]), Refusal::BadReplacement(0)),
        (|it| it["record"] = json!(3), Refusal::NoRecord),
    ];
    for (change, expected) in changes {
        assert_eq!(refused(change), expected);
    }
    assert!(matches!(refused(|it| it["record"]["turns"][2]["answers"][0] = json!("draw:xx")), Refusal::BadRecord(_)));
    let alone = include_str!("../../../../corpus/jcz/basic--tiny-city-rule.jcz");
    let alone = json!({"record": alone, "seats": [person("Anna")]});
    assert!(matches!(Played::continued(&alone, 1), Err(Refusal::Setup(_))), "a game needs two seats");
    let mut log = Played::continued(&first.transfer(), 1).unwrap();
    log.log.retain(|entry| entry.what != Logged::Transferred);
    (0..).zip(&mut log.log).for_each(|(number, entry)| entry.number = number);
    assert!(Table::load(log.record.clone(), &log.log, Pace::default(), None).is_err());
}

#[test]
fn saved_games_of_another_program_can_be_continued() {
    let saved = include_str!("../../../../corpus/jcz/whole-games--tower-40-turns.jcz");
    let seats = games::jcz::import(saved).unwrap().record.setup.seats;
    let seats: Vec<Value> = (0..seats).map(|_| bot()).collect();
    let played = Played::continued(&json!({"record": saved, "seats": seats}), 3).unwrap();
    assert!(played.table.is_finished() && played.table.points().iter().any(|&points| points > 0));
}
