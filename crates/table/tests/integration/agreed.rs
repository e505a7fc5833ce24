//! Step-by-step tests of clocks that decide games, and of player actions other than answers.

mod breaks;

use games::deal::Seed;
use games::record::Outcome;
use games::{Actor, Game, Setup};
use serde_json::{Value, json};
use table::{
    ClientId, ClockState, ClocksInfo, Command, CreationParams, Effect, GameResult, How, Level, LogEntry, Logged, Loss,
    Moment, NewTable, OfferKind, Pace, Phase, PlayerAction, Refusal, Reply, SeatKind, SeatOccupant, Table, TableRecord,
    Write,
};

/// Milliseconds after which an absent player can be replaced in these tests.
const ABSENCE: u64 = 5000;
const BOT: SeatOccupant = SeatOccupant::Bot { level: Level::Hard, millis: 1000 };

/// A table with its log on disk. Client n plays seat n.
struct Played {
    table: Table,
    record: TableRecord,
    log: Vec<LogEntry>,
    clocks: Option<ClockState>,
    result: Option<GameResult>,
}

fn setup(game: &str, seats: u8) -> Setup {
    Setup::of(game, seats).option("first_player", "host_seat")
}

/// Creates a table for people only; `more` contains the request's fields other than the set-up and the seats.
fn people(setup: Setup, more: Value) -> Played {
    let seats: Vec<Value> = (0..setup.seats).map(|seat| json!({"type": "human", "name": format!("P{seat}")})).collect();
    seated(setup, &seats, more)
}

fn seated(setup: Setup, seats: &[Value], more: Value) -> Played {
    let mut asked = json!({"setup": setup, "seats": seats});
    asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let asked: NewTable = serde_json::from_value(asked).unwrap();
    let tokens: Vec<_> = (10u8..).map(|n| [n; 32]).take(seats.len()).collect();
    let making = CreationParams { name: "t".to_owned(), seed: Seed::from_number(1), browser: [1; 32], tokens };
    let (table, write) = Table::create(&asked, making, Pace { step: 0, absence: ABSENCE }, None).unwrap();
    let Write::Create { record, log, .. } = write else { panic!("a new table is written") };
    let clocks = record.clocks.clone();
    let mut played = Played { table, record, log, clocks, result: None };
    let effects = played.table.written(Moment(0), Ok(()));
    played.execute_effects(Moment(0), effects).unwrap();
    for seat in 0..seats.len() as u8 {
        played.come(Moment(0), seat);
    }
    played
}

impl Played {
    fn come(&mut self, at: Moment, seat: u8) {
        let (client, hashes) = (ClientId(u64::from(seat)), vec![[10 + seat; 32]]);
        self.run(at, Command::Hello { client, v: 2, hashes, since: None }).unwrap();
    }

    fn run(&mut self, at: Moment, command: Command) -> Result<(), Refusal> {
        let effects = self.table.handle(at, command);
        self.execute_effects(at, effects)
    }

    /// Performs writes until none are left; returns the reply.
    fn execute_effects(&mut self, at: Moment, mut effects: Vec<Effect>) -> Result<(), Refusal> {
        let mut told = Ok(());
        loop {
            let mut following = Vec::new();
            for effect in effects {
                match effect {
                    Effect::Reply(reply) => told = reply.map(drop),
                    Effect::Write(Write::Append { entries, standing, clocks, result, .. }) => {
                        assert_eq!(result.is_some(), standing.phase == Phase::Finished);
                        self.result = result.map(|result| *result);
                        assert_eq!(entries[0].number, self.log.len());
                        self.log.extend(entries);
                        self.record.phase = standing.phase;
                        self.clocks = clocks;
                        following = self.table.written(at, Ok(()));
                    }
                    Effect::Think(thought) => {
                        let answer = Some(thought.game.legal()[0]);
                        following = self.table.handle(at, Command::Decided { number: thought.number, answer });
                    }
                    Effect::Report(why) => panic!("{why}"),
                    _ => {}
                }
            }
            if following.is_empty() {
                return told;
            }
            effects = following;
        }
    }

    /// Returns how the game ended, along with each seat's rank and whether it won. Checks that a reloaded table has the same result.
    fn came_to(&self) -> (How, Vec<(u8, bool)>) {
        let result = self.result.as_ref().unwrap();
        assert_eq!((self.again().result().as_ref(), self.table.result().as_ref()), (Some(result), Some(result)));
        (result.how, result.seats.iter().map(|seat| (seat.rank, seat.won)).collect())
    }

    fn act(&mut self, at: Moment, seat: u8, act: PlayerAction) -> Result<(), Refusal> {
        self.run(at, Command::Act { client: ClientId(u64::from(seat)), act })
    }

    fn game(&self) -> Game {
        self.table.view(None, &[]).unwrap();
        let mut game = self.table.beginning();
        for update in self.table.events(None, None, &[]).unwrap().updates().unwrap() {
            let update: Value = serde_json::from_str(update.get()).unwrap();
            let answer = game.answer(update["answer"].as_str().unwrap()).unwrap();
            game.apply_raw(answer).unwrap();
        }
        game
    }

    /// Gives the last legal answer to each decision until another seat or chance must answer; returns the seat that answered.
    fn answer(&mut self, at: Moment, lag: u64) -> Result<u8, Refusal> {
        let mut game = self.game();
        let Actor::Seat(seat) = game.actor() else { panic!("no seat must answer") };
        let (client, seq, mut words) = (ClientId(u64::from(seat)), game.seq(), Vec::new());
        while game.actor() == Actor::Seat(seat) {
            let answer = *game.legal().last().unwrap();
            words.push(game.word(answer));
            game.apply_raw(answer).unwrap();
        }
        self.run(at, Command::Answer { client, seat, seq, words, lag }).map(|()| seat)
    }

    fn clocks(&mut self, at: Moment) -> ClocksInfo {
        let hello = Command::Resume { client: ClientId(0), since: None };
        let effects = self.table.handle(at, hello);
        let [Effect::Reply(Ok(Reply::Welcome(welcome))), ..] = &effects[..] else { panic!("{effects:?}") };
        let told: Value = serde_json::from_str(&welcome.text).unwrap();
        let left = told["clocks"]["left"].as_array().unwrap().iter().map(Value::as_u64).collect();
        ClocksInfo { left, running: told["clocks"]["running"].as_u64().map(|seat| seat as u8) }
    }

    fn last(&self) -> &Logged {
        &self.log.last().unwrap().what
    }

    /// Reloads the table, as another process would.
    fn again(&self) -> Table {
        let record = TableRecord { clocks: self.clocks.clone(), ..self.record.clone() };
        Table::load(record, &self.log, Pace { step: 0, absence: ABSENCE }, None).unwrap()
    }

    fn end(&self) -> (How, Option<u8>, Vec<u8>) {
        let end = self.table.describe().end.expect("the game has ended");
        // A reloaded table reports that the game ended in the same way.
        assert_eq!(self.again().describe().end.as_ref(), Some(&end));
        assert_eq!(self.record.phase, Phase::Finished);
        (end.how, end.seat, end.winners)
    }
}

#[test]
fn clock_runs_for_the_seat_to_answer_from_the_second_turn() {
    let clock = json!({"clock": {"type": "game", "start": 60, "increment": 5}});
    let mut played = people(setup("carcassonne", 2), clock);
    let first = played.game();
    assert_eq!((first.turn(), first.actor()), (1, Actor::Seat(0)));
    assert_eq!(played.clocks(Moment(50_000)), ClocksInfo { left: vec![Some(60_000); 2], running: None });
    assert_eq!(played.table.wake_at(), None);
    played.answer(Moment(90_000), 0).unwrap();
    // In the second turn the question was asked at 90 s, so 12 s minus the lag are charged.
    assert_eq!(played.clocks(Moment(91_000)), ClocksInfo { left: vec![Some(60_000), Some(59_000)], running: Some(1) });
    assert_eq!(played.table.wake_at(), Some(Moment(90_000 + 60_000 + table::MAX_LAG_MS)));
    assert_eq!(played.answer(Moment(102_000), 300), Ok(1));
    let after = ClocksInfo { left: vec![Some(60_000), Some(60_000 - 11_700 + 5000)], running: Some(0) };
    assert_eq!(played.clocks(Moment(102_000)), after);
    // Another process continues, at its own moments, with the clocks that were written with the answer.
    let mut again = played.again();
    let hello = Command::Hello { client: ClientId(0), v: 1, hashes: vec![], since: None };
    // Connected clients are notified of the additional spectator.
    let effects = again.handle(Moment(110_000), hello);
    let [Effect::Tell(_), Effect::Reply(Ok(Reply::Welcome(welcome)))] = &effects[..] else { panic!("{effects:?}") };
    assert!(welcome.text.contains(r#""clocks":{"left":[52000,53300],"running":0}"#), "{}", welcome.text);
}

#[test]
fn delayed_pongs_gain_no_more_than_the_lag_budget_of_a_game() {
    let mut played = people(setup("carcassonne", 2), json!({"clock": {"type": "game", "start": 60}}));
    played.answer(Moment(0), 0).unwrap();
    // Seat 1 thinks for 1 s each time and claims that it was lag; seat 0 answers immediately.
    let (mut at, mut answers) = (0, 0);
    while answers < 12 {
        at += 1000;
        assert_eq!(played.answer(Moment(at), 60_000), Ok(1));
        answers += 1;
        assert_eq!(played.answer(Moment(at), 0), Ok(0));
    }
    let left = played.clocks(Moment(at)).left[1].unwrap();
    let given_back = answers * 1000 - (60_000 - left);
    assert_eq!(given_back, table::LAG_BUDGET_MS + (answers - 1) * table::LAG_REFILL_MS);
    // A player on a slow network is still compensated; seat 0 now claims to be on one.
    let before = played.clocks(Moment(at)).left[0];
    played.answer(Moment(at), 0).unwrap();
    played.answer(Moment(at + 400), 400).unwrap();
    assert_eq!(played.clocks(Moment(at + 400)).left[0], before);
}

#[test]
fn turn_clock_is_full_again_with_every_tile() {
    let mut played = people(setup("carcassonne", 2), json!({"clock": {"type": "turn", "seconds": 30}}));
    played.answer(Moment(0), 0).unwrap();
    played.answer(Moment(20_000), 0).unwrap();
    assert_eq!(played.clocks(Moment(20_000)).left, [Some(30_000), Some(10_000)]);
    played.answer(Moment(45_000), 0).unwrap();
    assert_eq!(played.clocks(Moment(46_000)), ClocksInfo { left: vec![Some(5000), Some(29_000)], running: Some(1) });
}

#[test]
fn expired_clock_forfeits_the_game_and_an_answer_in_time_is_never_too_late() {
    let clock = json!({"clock": {"type": "turn", "seconds": 30}});
    let mut played = people(setup("carcassonne", 2), clock.clone());
    played.answer(Moment(0), 0).unwrap();
    // The answer was given in time, but arrives with lag.
    played.answer(Moment(30_400), 500).unwrap();
    assert!(matches!(played.last(), Logged::Answer { .. }));
    // The answer was given too late.
    assert_eq!(played.answer(Moment(60_500), 10), Err(Refusal::TimeUp(0)));
    assert_eq!(played.last(), &Logged::TimedOut { seat: 0 });
    assert_eq!(played.end(), (How::Time, Some(0), vec![1]));
    assert_eq!(played.came_to(), (How::Time, vec![(2, false), (1, true)]));
    let kept = played.table.record().unwrap().record();
    assert!(matches!(kept.outcome, Outcome::TimeFell { seat: 0, .. }) && kept.verify().holds(), "{:?}", kept.verify());
    assert!(kept.seed.is_some() && kept.verify().unchecked.is_empty(), "its draws can be verified");

    // This time, no answer is given.
    let mut played = people(setup("carcassonne", 2), clock);
    played.answer(Moment(0), 0).unwrap();
    played.run(Moment(30_999), Command::Wake).unwrap();
    assert_eq!(played.table.describe().phase, Phase::Playing);
    played.run(played.table.wake_at().unwrap(), Command::Wake).unwrap();
    assert_eq!(played.end(), (How::Time, Some(1), vec![0]));
    assert_eq!(played.answer(Moment(40_000), 0), Err(Refusal::Over));
}

#[test]
fn computer_player_takes_over_if_the_terms_say_so() {
    let chosen = json!({"clock": {"type": "game", "start": 30}, "fall": "computer"});
    let mut played = people(setup("carcassonne", 2), chosen);
    played.answer(Moment(0), 0).unwrap();
    played.run(Moment(31_000), Command::Wake).unwrap();
    assert!(played.log.iter().any(|entry| entry.what == Logged::TakenOver { seat: 1, by: BOT }));
    let seat = &played.table.describe().seats[1];
    assert_eq!((seat.r#type, seat.stands_in_for.as_deref()), (SeatKind::Bot, Some("P1")));
    // The computer player has answered. It has no clock.
    assert_eq!(played.clocks(Moment(31_000)), ClocksInfo { left: vec![Some(30_000), None], running: Some(0) });
    let client = ClientId(1);
    let answer = Command::Answer { client, seat: 1, seq: played.game().seq(), words: vec!["pass".to_owned()], lag: 0 };
    assert_eq!(played.run(Moment(31_000), answer), Err(Refusal::StoodIn(1)));
    assert_eq!(played.act(Moment(31_000), 1, PlayerAction::Return { seat: 1 }), Err(Refusal::TimeUp(1)));
}

#[test]
fn clocks_stand_still_while_the_storage_fails() {
    let mut played = people(setup("carcassonne", 2), json!({"clock": {"type": "game", "start": 60}}));
    played.answer(Moment(0), 0).unwrap();
    let mut game = played.game();
    let word = game.word(game.legal()[0]);
    let answer = Command::Answer { client: ClientId(1), seat: 1, seq: game.seq(), words: vec![word], lag: 0 };
    played.table.handle(Moment(10_000), answer.clone());
    played.table.written(Moment(10_000), Err("full".to_owned()));
    assert_eq!(played.table.wake_at(), Some(Moment(12_000)), "it retries the storage, and no clock expires");
    let record = TableRecord { clocks: played.clocks.clone(), ..played.record.clone() };
    let reload = played.table.handle(Moment(100_000), answer);
    assert!(matches!(&reload[..], [Effect::Reload { .. }]), "{reload:?}");
    let effects = played.table.reloaded(Moment(100_000), Ok((record, Vec::new())));
    played.execute_effects(Moment(100_000), effects).unwrap();
    assert_eq!(played.clocks.as_ref().unwrap().left, [60_000, 50_000]);
    game = played.game();
    assert_eq!(game.actor(), Actor::Seat(1), "it was the first answer of its turn");
}

#[test]
fn answers_are_undone_if_the_others_agree() {
    let mut played = people(setup("carcassonne", 3), json!({"clock": {"type": "game", "start": 60, "increment": 5}}));
    played.answer(Moment(0), 0).unwrap();
    let before = played.game();
    assert_eq!(played.act(Moment(0), 1, PlayerAction::Undo { seat: 1 }), Err(Refusal::AnsweredSince(0)));
    assert_eq!(played.act(Moment(0), 2, PlayerAction::Undo { seat: 0 }), Err(Refusal::NotHeld(0)));
    assert_eq!(
        played.act(Moment(0), 1, PlayerAction::Consent { agree: true, kind: OfferKind::Undo }),
        Err(Refusal::NoOffer(OfferKind::Undo))
    );
    played.answer(Moment(10_000), 0).unwrap();
    let after = played.game();
    // The next tile was seen, so everyone must agree.
    played.act(Moment(11_000), 1, PlayerAction::Undo { seat: 1 }).unwrap();
    let offer = played.table.describe().offer.unwrap();
    assert_eq!((offer.seat, offer.to, offer.drawn, offer.waits), (1, before.seq(), true, vec![0, 2]));
    assert_eq!(
        played.act(Moment(11_000), 1, PlayerAction::Undo { seat: 1 }),
        Err(Refusal::AskedAlready(OfferKind::Undo))
    );
    played.act(Moment(11_000), 0, PlayerAction::Consent { agree: true, kind: OfferKind::Undo }).unwrap();
    assert_eq!(played.game().seq(), after.seq());
    played.act(Moment(12_000), 2, PlayerAction::Consent { agree: true, kind: OfferKind::Undo }).unwrap();
    assert_eq!(played.last(), &Logged::Undo { to: before.seq() });
    assert_eq!(played.game().position_hash(), before.position_hash());
    assert_eq!((played.table.describe().offer, played.table.describe().undone), (None, 1));
    // Used time stays used, the turn's increment is taken back, and the player who was asked in the meantime has used two seconds.
    let clocks = played.clocks(Moment(12_000));
    assert_eq!(clocks, ClocksInfo { left: vec![Some(60_000), Some(50_000), Some(58_000)], running: Some(1) });
    // The game and its log continue from there.
    played.answer(Moment(13_000), 0).unwrap();
    assert_eq!(played.game().position_hash(), after.position_hash(), "the same tile is drawn again");
    assert_eq!(played.again().view(None, &[]).unwrap().view(), played.table.view(None, &[]).unwrap().view());
    // A player whose request was declined cannot repeat it immediately.
    played.act(Moment(13_000), 1, PlayerAction::Undo { seat: 1 }).unwrap();
    played.act(Moment(13_000), 2, PlayerAction::Consent { agree: false, kind: OfferKind::Undo }).unwrap();
    assert_eq!(played.table.describe().offer, None);
    assert_eq!(
        played.act(Moment(13_000), 1, PlayerAction::Undo { seat: 1 }),
        Err(Refusal::AskedAlready(OfferKind::Undo))
    );
    // An answer cancels an offer.
    played.answer(Moment(14_000), 0).unwrap();
    played.act(Moment(14_000), 2, PlayerAction::Undo { seat: 2 }).unwrap();
    played.answer(Moment(14_000), 0).unwrap();
    assert_eq!(played.table.describe().offer, None);
}

#[test]
fn one_consent_is_enough_for_an_undo_if_no_draw_was_seen() {
    let mut played = people(setup("carcassonne", 3), json!({}));
    let game = played.game();
    let words = vec![game.word(game.legal()[0])];
    let before = game.seq();
    played.run(Moment(0), Command::Answer { client: ClientId(0), seat: 0, seq: before, words, lag: 0 }).unwrap();
    assert_eq!(played.game().actor(), Actor::Seat(0), "a follower can be placed");
    played.act(Moment(0), 0, PlayerAction::Undo { seat: 0 }).unwrap();
    assert!(!played.table.describe().offer.unwrap().drawn);
    played.act(Moment(0), 0, PlayerAction::Consent { agree: true, kind: OfferKind::Undo }).unwrap();
    assert!(played.table.describe().offer.is_some(), "players cannot accept their own offer");
    played.act(Moment(0), 2, PlayerAction::Consent { agree: true, kind: OfferKind::Undo }).unwrap();
    assert_eq!(played.game().seq(), before);
}

#[test]
fn computer_players_agree_to_an_undo_that_covers_their_answers() {
    let bot = json!({"type": "bot", "level": "easy", "millis": 10});
    let mut played = seated(setup("carcassonne", 2), &[json!({"type": "human", "name": "A"}), bot.clone()], json!({}));
    let before = played.game().seq();
    played.answer(Moment(0), 0).unwrap();
    assert_eq!(played.game().turn(), 3, "the computer player has answered");
    played.act(Moment(0), 0, PlayerAction::Undo { seat: 0 }).unwrap();
    assert_eq!(played.game().seq(), before);
    assert_eq!(played.act(Moment(0), 0, PlayerAction::Undo { seat: 0 }), Err(Refusal::NothingToUndo(0)));
    let plain = seated(setup("carcassonne", 2), &[json!({"type": "human", "name": "A"}), bot], json!({"plain": true}));
    assert!(!plain.table.describe().terms.undo, "no undo at a plain table");
}

/// Creates a table with a person in seat 0 and an easy computer player in seat 1; `more` contains the other fields of the request.
fn against_a_computer(more: Value) -> Played {
    let seats = [json!({"type": "human", "name": "A"}), json!({"type": "bot", "level": "easy", "millis": 10})];
    seated(setup("carcassonne", 2), &seats, more)
}

#[test]
fn undo_grants_no_time() {
    let mut played = against_a_computer(json!({"clock": {"type": "turn", "seconds": 60}}));
    let left =
        |played: &mut Played, at| (played.clocks(Moment(at)).left[0].unwrap(), played.clocks(Moment(at)).running);
    let undo = |played: &mut Played, at| played.act(Moment(at), 0, PlayerAction::Undo { seat: 0 });
    played.answer(Moment(0), 0).unwrap();
    assert_eq!((played.game().turn(), left(&mut played, 0)), (3, (60_000, Some(0))));
    played.answer(Moment(50_000), 0).unwrap();
    assert_eq!((played.game().turn(), left(&mut played, 50_000)), (5, (60_000, Some(0))));
    undo(&mut played, 80_000).unwrap();
    assert_eq!((played.game().turn(), left(&mut played, 80_000)), (3, (30_000, Some(0))), "30 s of turn 5 are used");
    // A repeated question gets only the time that was left; a new one gets the full time.
    played.answer(Moment(90_000), 0).unwrap();
    assert_eq!((played.game().turn(), left(&mut played, 90_000)), (5, (20_000, Some(0))));
    undo(&mut played, 90_000).unwrap();
    played.answer(Moment(91_000), 0).unwrap();
    assert_eq!(played.again().describe().undone, 2);
    played.answer(Moment(92_000), 0).unwrap();
    assert_eq!((played.game().turn(), left(&mut played, 92_000)), (7, (60_000, Some(0))));
    // Time used for later questions stays used after an undo back to the first turn, in which the clock had not been running.
    let mut played = against_a_computer(json!({"clock": {"type": "days", "days": 1}}));
    played.answer(Moment(0), 0).unwrap();
    undo(&mut played, 1000).unwrap();
    assert_eq!((played.game().turn(), left(&mut played, 3000)), (1, (24 * 60 * 60 * 1000 - 3000, Some(0))));
    // Another process that replays the log grants no more time either.
    let mut again = Played { table: played.again(), log: played.log.clone(), ..against_a_computer(json!({})) };
    again.come(Moment(4000), 0);
    again.answer(Moment(4000), 0).unwrap();
    assert_eq!((again.game().turn(), left(&mut again, 4000)), (3, (24 * 60 * 60 * 1000 - 4000, Some(0))));
}

#[test]
fn players_who_agree_to_an_undo_have_used_their_time_too() {
    let mut played = people(setup("carcassonne", 2), json!({"clock": {"type": "turn", "seconds": 60}}));
    for (at, seat) in [(0, 0), (10_000, 1)] {
        assert_eq!(played.answer(Moment(at), 0), Ok(seat));
    }
    played.act(Moment(30_000), 1, PlayerAction::Undo { seat: 1 }).unwrap();
    played.act(Moment(55_000), 0, PlayerAction::Consent { agree: true, kind: OfferKind::Undo }).unwrap();
    let clocks = played.clocks(Moment(55_000));
    assert_eq!(clocks, ClocksInfo { left: vec![Some(15_000), Some(50_000)], running: Some(1) });
    played.answer(Moment(56_000), 0).unwrap();
    assert_eq!(played.clocks(Moment(56_000)), ClocksInfo { left: vec![Some(15_000), Some(49_000)], running: Some(0) });
}

#[test]
fn player_who_must_answer_has_to_agree_to_an_undo() {
    let setup = setup("carcassonne", 3).with("count");
    let mut played = people(setup, json!({"clock": {"type": "turn", "seconds": 60}}));
    let (asked, by) = (0usize..)
        .find_map(|n| {
            let game = played.game();
            let Actor::Seat(seat) = game.actor() else { panic!("no seat must answer") };
            let words = vec![game.word(game.legal()[n * 7 % game.legal().len()])];
            let answer = Command::Answer { client: ClientId(seat.into()), seat, seq: game.seq(), words, lag: 0 };
            played.run(Moment(0), answer).unwrap();
            let after = played.game();
            match after.actor() {
                Actor::Seat(asked) if after.turn() == game.turn() && asked != seat => Some((asked, seat)),
                _ => None,
            }
        })
        .unwrap();
    let others = (0..3).filter(|seat| ![asked, by].contains(seat));
    let before = played.game().seq();
    played.act(Moment(0), by, PlayerAction::Undo { seat: by }).unwrap();
    assert!(!played.table.describe().offer.unwrap().drawn);
    for seat in others.chain([asked]) {
        assert_eq!(played.game().seq(), before, "seat {seat} has not agreed");
        played.act(Moment(0), seat, PlayerAction::Consent { agree: true, kind: OfferKind::Undo }).unwrap();
    }
    assert!(played.game().seq() < before);
}

#[test]
fn undo_to_a_question_without_time_left_is_rejected() {
    let mut played = against_a_computer(json!({"clock": {"type": "game", "start": 5, "increment": 3}}));
    played.answer(Moment(0), 0).unwrap();
    played.answer(Moment(4500), 0).unwrap();
    assert_eq!(played.clocks(Moment(4500)).left[0], Some(3500));
    let undo = PlayerAction::Undo { seat: 0 };
    assert_eq!(
        played.act(Moment(5000), 0, undo),
        Err(Refusal::TimeUp(0)),
        "no time would be left without the increment"
    );
    assert_eq!(played.table.describe().offer, None);
    // The first turn did not add an increment, so none is taken back.
    let mut played = against_a_computer(json!({"clock": {"type": "game", "start": 60, "increment": 3}}));
    played.answer(Moment(0), 0).unwrap();
    played.act(Moment(1000), 0, PlayerAction::Undo { seat: 0 }).unwrap();
    assert_eq!(played.clocks(Moment(1000)).left[0], Some(59_000));
}

#[test]
fn returning_to_a_seat_grants_no_time_for_the_same_question() {
    let clock = json!({"clock": {"type": "turn", "seconds": 30}, "fall": "computer"});
    let mut played = people(setup("carcassonne", 2), clock);
    played.answer(Moment(0), 0).unwrap();
    // The computer player that replaces the person in seat 1 is still thinking.
    let falls = played.table.wake_at().unwrap();
    let effects = played.table.handle(falls, Command::Wake);
    let [Effect::Write(Write::Append { entries, clocks, .. })] = &effects[..] else { panic!("{effects:?}") };
    played.log.extend(entries.clone());
    played.clocks = clocks.clone();
    played.table.written(falls, Ok(()));
    assert_eq!(played.last(), &Logged::TakenOver { seat: 1, by: BOT });
    let back = PlayerAction::Return { seat: 1 };
    assert_eq!(played.act(falls, 1, back), Err(Refusal::TimeUp(1)));
    // After its answer, the person can return, and gets the full time for the next question.
    let answer = Some(played.game().legal()[0]);
    played.run(falls, Command::Decided { number: played.log.len(), answer }).unwrap();
    played.act(falls, 1, back).unwrap();
    played.answer(falls, 0).unwrap();
    assert_eq!(played.clocks(falls), ClocksInfo { left: vec![Some(30_000); 2], running: Some(1) });
}

#[test]
fn game_can_be_aborted_during_its_first_turn() {
    let mut played = people(setup("carcassonne", 2), json!({}));
    assert!(played.table.describe().abortable);
    assert_eq!(played.act(Moment(0), 9, PlayerAction::Abort), Err(Refusal::NotPlaying));
    played.act(Moment(0), 1, PlayerAction::Abort).unwrap();
    assert_eq!(played.end(), (How::Aborted, Some(1), vec![]));
    assert_eq!(played.came_to(), (How::Aborted, vec![(1, false), (1, false)]));
    let kept = played.table.record().unwrap().record();
    assert!(kept.outcome == Outcome::Unfinished && kept.verify().holds());

    let mut played = people(setup("carcassonne", 2), json!({}));
    played.answer(Moment(0), 0).unwrap();
    assert!(!played.table.describe().abortable);
    assert_eq!(played.act(Moment(0), 1, PlayerAction::Abort), Err(Refusal::TooLateToAbort));
    played.act(Moment(0), 1, PlayerAction::Resign { seat: 1 }).unwrap();
    assert_eq!(played.end(), (How::Resigned, Some(1), vec![0]));
    assert_eq!(played.came_to(), (How::Resigned, vec![(1, true), (2, false)]));
    let result = played.result.as_ref().unwrap();
    assert_eq!(
        (result.game.as_str(), result.setup.as_str()),
        ("carcassonne", "carcassonne seats=2 first_player=host_seat first_seat=0")
    );
    assert!(result.seats.iter().all(|seat| seat.by_kind.values().sum::<i32>() == seat.score), "{result:?}");
}

#[test]
fn computer_player_finishes_the_game_for_one_of_three_who_resigns() {
    let mut played = people(setup("carcassonne", 3), json!({}));
    played.answer(Moment(0), 0).unwrap();
    played.act(Moment(0), 1, PlayerAction::Resign { seat: 1 }).unwrap();
    assert!(played.log.iter().any(|entry| entry.what == Logged::Out { seat: 1, loss: Loss::Resigned, by: BOT }));
    let told = played.table.describe();
    assert_eq!((told.phase, told.out.len(), told.seats[1].r#type), (Phase::Playing, 1, SeatKind::Bot));
    assert_eq!(played.act(Moment(0), 1, PlayerAction::Return { seat: 1 }), Err(Refusal::IsOut(1)));
    while played.table.describe().phase == Phase::Playing {
        played.answer(Moment(0), 0).unwrap();
    }
    let (how, seat, winners) = played.end();
    assert!(how == How::Over && seat.is_none() && !winners.contains(&1) && !winners.is_empty(), "{winners:?}");
    let kept = played.table.record().unwrap().record();
    assert!(kept.verify().holds(), "{:?}", kept.verify());
    assert_eq!(kept.players[1], "P1");
    assert!(kept.comments[0].contains("seat 1 resigned"), "{:?}", kept.comments);

    // Once two players have lost, the game ends and the third wins.
    let mut played = people(setup("carcassonne", 3), json!({}));
    played.act(Moment(0), 1, PlayerAction::Resign { seat: 1 }).unwrap();
    played.act(Moment(0), 0, PlayerAction::Resign { seat: 0 }).unwrap();
    assert_eq!(played.end(), (How::Resigned, Some(0), vec![2]));
    assert_eq!(played.came_to(), (How::Resigned, vec![(2, false), (3, false), (1, true)]), "the first to lose is last");
}

#[test]
fn team_plays_on_after_a_resignation_and_loses_on_time() {
    let clock = json!({"clock": {"type": "turn", "seconds": 30}});
    let mut played = people(Setup::of("coop", 2), clock);
    played.act(Moment(0), 1, PlayerAction::Resign { seat: 1 }).unwrap();
    assert!(played.log.iter().any(|entry| entry.what == Logged::TakenOver { seat: 1, by: BOT }));
    assert_eq!(played.table.describe().phase, Phase::Playing);
    while played.clocks(Moment(0)).running.is_none() {
        played.answer(Moment(0), 0).unwrap();
    }
    played.run(Moment(40_000), Command::Wake).unwrap();
    assert_eq!(played.end(), (How::Time, Some(0), vec![]));
}

#[test]
fn absent_player_is_replaced_after_a_while_and_returns() {
    let mut played = people(setup("carcassonne", 2), json!({}));
    let replace = PlayerAction::Replace { seat: 0 };
    assert_eq!(played.act(Moment(0), 1, replace), Err(Refusal::NotAway { seat: 0, wait: 5 }));
    played.run(Moment(1000), Command::Leave { client: ClientId(0) }).unwrap();
    assert_eq!(played.act(Moment(4500), 1, replace), Err(Refusal::NotAway { seat: 0, wait: 2 }));
    assert_eq!(played.table.describe().seats[0].away, Some(3500));
    assert_eq!(played.act(Moment(9000), 3, replace), Err(Refusal::NotPlaying));
    played.act(Moment(6000), 1, replace).unwrap();
    assert_eq!(played.game().turn(), 2, "the computer player has answered");
    assert_eq!(played.act(Moment(6000), 1, replace), Err(Refusal::NoPerson(0)));
    played.come(Moment(7000), 0);
    assert_eq!(played.act(Moment(7000), 0, PlayerAction::Undo { seat: 0 }), Err(Refusal::StoodIn(0)));
    played.act(Moment(7000), 0, PlayerAction::Return { seat: 0 }).unwrap();
    assert_eq!(played.last(), &Logged::TakenOver { seat: 0, by: SeatOccupant::guest("P0") });
    assert_eq!(played.act(Moment(7000), 0, PlayerAction::Return { seat: 0 }), Err(Refusal::PlaysAlready(0)));
    played.answer(Moment(7000), 0).unwrap();
    played.answer(Moment(7000), 0).unwrap();
    assert_eq!(played.again().describe().seats[0].name.as_deref(), Some("P0"));

    let mut played = people(setup("carcassonne", 2), json!({"clock": {"type": "days", "days": 2}}));
    played.run(Moment(1000), Command::Leave { client: ClientId(0) }).unwrap();
    assert_eq!(played.act(Moment(900_000), 1, replace), Err(Refusal::OverDays));
}

#[test]
fn leaving_for_good_resigns_once() {
    let mut two = people(setup("carcassonne", 2), json!({}));
    for moment in [Moment(1), Moment(2)] {
        two.run(moment, Command::GiveUp { seat: 1 }).unwrap();
        assert_eq!((two.came_to().0, two.log.last().unwrap().what.kind()), (How::Resigned, "resigned"));
    }
    let mut three = people(setup("carcassonne", 3), json!({}));
    three.run(Moment(1), Command::GiveUp { seat: 0 }).unwrap();
    let (told, entries) = (three.table.describe(), three.log.len());
    assert_eq!((told.phase, told.out[0].loss, told.seats[0].r#type), (Phase::Playing, Loss::Resigned, SeatKind::Bot));
    three.run(Moment(2), Command::GiveUp { seat: 0 }).unwrap();
    assert_eq!(three.log.len(), entries);
    let nobody = three.run(Moment(3), Command::GiveUp { seat: 7 });
    assert_eq!(nobody, Err(Refusal::NoSuchSeat { seat: 7, last: 2 }));
}
