//! Ending and pausing a game by consent.

use super::*;

const CONSENT_TO_END: PlayerAction = PlayerAction::Consent { agree: true, kind: OfferKind::End };
const CONSENT_TO_PAUSE: PlayerAction = PlayerAction::Consent { agree: true, kind: OfferKind::Pause };
const DECLINE: PlayerAction = PlayerAction::Consent { agree: false, kind: OfferKind::Undo };

fn end_offered_by(seat: u8) -> PlayerAction {
    PlayerAction::End { seat }
}

fn pause_offered_by(seat: u8) -> PlayerAction {
    PlayerAction::Pause { seat }
}

fn resumed_by(seat: u8) -> PlayerAction {
    PlayerAction::Resume { seat }
}

/// Returns the kind of the pending offer, the seat that offers, and the seats that have not accepted it.
fn offered(played: &Played) -> Option<(OfferKind, u8, Vec<u8>)> {
    played.table.describe().offer.map(|offer| (offer.kind, offer.seat, offer.waits))
}

/// Pauses a game of two for its first seat.
fn pause(played: &mut Played, at: Moment) {
    played.act(at, 0, pause_offered_by(0)).unwrap();
    played.act(at, 1, CONSENT_TO_PAUSE).unwrap();
    assert!(played.table.describe().paused);
}

#[test]
fn game_ends_without_a_result_when_all_players_agree() {
    let mut played = people(setup("carcassonne", 3), json!({"clock": {"type": "game", "start": 60}}));
    for _ in 0..4 {
        played.answer(Moment(0), 0).unwrap();
    }
    assert_eq!(played.act(Moment(0), 1, PlayerAction::Abort), Err(Refusal::TooLateToAbort));
    assert_eq!(played.act(Moment(0), 1, end_offered_by(0)), Err(Refusal::NotHeld(0)));
    played.act(Moment(0), 0, end_offered_by(0)).unwrap();
    assert_eq!(offered(&played), Some((OfferKind::End, 0, vec![1, 2])));
    // Players agree only to the offer that they have seen.
    let undo = PlayerAction::Consent { agree: true, kind: OfferKind::Undo };
    assert_eq!(played.act(Moment(0), 1, undo), Err(Refusal::NoOffer(OfferKind::Undo)));
    assert_eq!(played.act(Moment(0), 1, CONSENT_TO_PAUSE), Err(Refusal::NoOffer(OfferKind::Pause)));
    played.act(Moment(0), 1, CONSENT_TO_END).unwrap();
    assert_eq!((offered(&played), played.table.describe().phase), (Some((OfferKind::End, 0, vec![2])), Phase::Playing));
    played.act(Moment(0), 2, CONSENT_TO_END).unwrap();
    assert_eq!(played.last(), &Logged::Ended { seat: 0 });
    assert_eq!(played.end(), (How::Aborted, Some(0), vec![]));
    assert!(played.table.describe().end.unwrap().agreed);
    assert_eq!(played.came_to(), (How::Aborted, vec![(1, false); 3]));
    assert_eq!((offered(&played), played.clocks(Moment(9000)).running), (None, None));
    let kept = played.table.record().unwrap().record();
    assert!(kept.outcome == Outcome::Unfinished && kept.verify().holds() && kept.seed.is_some());
    assert_eq!(kept.comments, ["seat 0 offered to end the game without a result, and all players agreed"]);
    assert_eq!(played.act(Moment(0), 0, resumed_by(0)), Err(Refusal::Over));
}

#[test]
fn offer_ends_when_it_is_declined_withdrawn_or_a_player_answers() {
    let mut played = people(setup("carcassonne", 2), json!({}));
    played.act(Moment(0), 0, end_offered_by(0)).unwrap();
    assert_eq!(played.act(Moment(0), 1, pause_offered_by(1)), Err(Refusal::AskedAlready(OfferKind::Pause)));
    played.act(Moment(0), 1, DECLINE).unwrap();
    assert_eq!(offered(&played), None);
    assert_eq!(played.act(Moment(0), 0, end_offered_by(0)), Err(Refusal::AskedAlready(OfferKind::End)));
    assert_eq!(played.act(Moment(0), 1, CONSENT_TO_END), Err(Refusal::NoOffer(OfferKind::End)));
    // Other kinds can still be offered.
    played.act(Moment(0), 1, pause_offered_by(1)).unwrap();
    played.act(Moment(0), 1, DECLINE).unwrap();
    assert_eq!(offered(&played), None, "it was withdrawn");
    played.answer(Moment(0), 0).unwrap();
    played.act(Moment(0), 0, end_offered_by(0)).unwrap();
    played.answer(Moment(0), 0).unwrap();
    assert_eq!(offered(&played), None);
    assert_eq!(played.act(Moment(0), 1, CONSENT_TO_END), Err(Refusal::NoOffer(OfferKind::End)));
    assert_eq!(played.table.describe().phase, Phase::Playing);
}

#[test]
fn no_one_else_is_asked_alone_against_computers_and_on_one_screen() {
    let bot = json!({"type": "bot", "level": "easy", "millis": 10});
    let mut alone = seated(setup("carcassonne", 2), &[json!({"type": "human", "name": "A"}), bot], json!({}));
    alone.act(Moment(0), 0, pause_offered_by(0)).unwrap();
    assert!(alone.table.describe().paused && offered(&alone).is_none());
    alone.act(Moment(0), 0, end_offered_by(0)).unwrap();
    assert_eq!((alone.end(), alone.table.describe().paused), ((How::Aborted, Some(0), vec![]), false));

    let mut screen = people(setup("carcassonne", 2), json!({}));
    let (client, hashes) = (ClientId(0), vec![[10; 32], [11; 32]]);
    screen.run(Moment(0), Command::Hello { client, v: 2, hashes, since: None }).unwrap();
    screen.act(Moment(0), 0, end_offered_by(1)).unwrap();
    assert_eq!(screen.end(), (How::Aborted, Some(1), vec![]));
}

#[test]
fn paused_game_accepts_no_answers_and_resumes_with_the_remaining_time() {
    let mut played = people(setup("carcassonne", 2), json!({"clock": {"type": "game", "start": 60, "increment": 5}}));
    played.answer(Moment(0), 0).unwrap();
    played.act(Moment(10_000), 0, pause_offered_by(0)).unwrap();
    assert_eq!(played.clocks(Moment(12_000)).running, Some(1), "clocks run until all agree");
    played.act(Moment(12_000), 1, CONSENT_TO_PAUSE).unwrap();
    assert_eq!((played.last(), played.table.describe().paused), (&Logged::Paused { seat: 0 }, true));
    let still = ClocksInfo { left: vec![Some(60_000), Some(48_000)], running: None };
    for at in [Moment(12_000), Moment(900_000)] {
        assert_eq!((played.clocks(at), played.table.wake_at()), (still.clone(), None));
        played.run(at, Command::Wake).unwrap();
        assert_eq!(played.answer(at, 0), Err(Refusal::Paused));
        let undo = PlayerAction::Undo { seat: 0 };
        for act in [undo, pause_offered_by(0), PlayerAction::Replace { seat: 1 }, PlayerAction::Return { seat: 0 }] {
            assert_eq!(played.act(at, 0, act), Err(Refusal::Paused), "{act:?}");
        }
    }
    let mut game = played.game();
    let preview = played.table.preview(ClientId(1), 1, game.seq(), &[game.word(game.legal()[0])]);
    assert_eq!(preview, Err(Refusal::Paused));
    assert_eq!(played.table.outline().0.turn, None, "no one has to act");
    // The pause survives hibernation and a restart.
    played.table.hibernate();
    assert!(played.table.is_hibernated());
    played.table.resume_from_hibernation();
    let entries = played.log.len();
    played.table = played.again();
    played.come(Moment(1000), 0);
    played.come(Moment(1000), 1);
    assert_eq!((played.table.describe().paused, played.log.len()), (true, entries));
    // The moments of the new process may be earlier ones.
    assert_eq!(played.act(Moment(2000), 1, resumed_by(0)), Err(Refusal::NotHeld(0)));
    played.act(Moment(2000), 1, resumed_by(1)).unwrap();
    assert_eq!((played.last(), played.table.describe().paused), (&Logged::Resumed { seat: 1 }, false));
    assert_eq!(played.table.outline().0.turn, Some(1));
    let runs = ClocksInfo { left: vec![Some(60_000), Some(47_000)], running: Some(1) };
    assert_eq!(played.clocks(Moment(3000)), runs);
    assert_eq!(played.table.wake_at(), Some(Moment(2000 + 48_000 + table::MAX_LAG_MS)));
    // Resuming twice changes nothing.
    let entries = played.log.len();
    played.act(Moment(3000), 0, resumed_by(0)).unwrap();
    assert_eq!(played.log.len(), entries);
    assert_eq!(played.answer(Moment(4000), 0), Ok(1));
    assert_eq!(played.clocks(Moment(4000)).left, [Some(60_000), Some(51_000)]);
    game = played.game();
    assert_eq!(game.turn(), 3);
}

#[test]
fn pause_in_the_first_turn_starts_no_clock() {
    let mut played = people(setup("carcassonne", 2), json!({"clock": {"type": "turn", "seconds": 30}}));
    pause(&mut played, Moment(0));
    played.act(Moment(50_000), 0, resumed_by(0)).unwrap();
    assert_eq!(played.clocks(Moment(60_000)), ClocksInfo { left: vec![Some(30_000); 2], running: None });
    played.answer(Moment(60_000), 0).unwrap();
    // A turn clock gets no new time from a pause.
    pause(&mut played, Moment(70_000));
    played.act(Moment(90_000), 1, resumed_by(1)).unwrap();
    assert_eq!(played.clocks(Moment(90_000)), ClocksInfo { left: vec![Some(30_000), Some(20_000)], running: Some(1) });
}

#[test]
fn computer_player_neither_thinks_nor_moves_during_a_pause() {
    let bot = json!({"type": "bot", "level": "easy", "millis": 10});
    let mut played = seated(setup("carcassonne", 2), &[json!({"type": "human", "name": "A"}), bot], json!({}));
    let mut game = played.game();
    let mut words = Vec::new();
    while game.actor() == Actor::Seat(0) {
        words.push(game.word(game.legal()[0]));
        let answer = game.legal()[0];
        game.apply_raw(answer).unwrap();
    }
    let seq = played.game().seq();
    let written = played.table.handle(Moment(0), Command::Answer { client: ClientId(0), seat: 0, seq, words, lag: 0 });
    let [Effect::Write(Write::Append { entries, .. })] = &written[..] else { panic!("{written:?}") };
    played.log.extend(entries.clone());
    let effects = played.table.written(Moment(0), Ok(()));
    let Some(Effect::Think(thought)) = effects.last() else { panic!("{effects:?}") };
    played.act(Moment(0), 0, pause_offered_by(0)).unwrap();
    let entries = played.log.len();
    let late = Command::Decided { number: thought.number, answer: Some(thought.game.legal()[0]) };
    played.run(Moment(0), late).unwrap();
    assert_eq!((played.log.len(), played.table.is_busy()), (entries, false));
    played.act(Moment(0), 0, resumed_by(0)).unwrap();
    assert!(played.log.len() > entries + 1 && played.game().actor() == Actor::Seat(0), "it has answered now");
}

#[test]
fn player_can_resign_and_all_can_agree_to_end_during_a_pause() {
    let mut played = people(setup("carcassonne", 3), json!({"clock": {"type": "turn", "seconds": 30}}));
    played.answer(Moment(0), 0).unwrap();
    played.act(Moment(0), 0, pause_offered_by(0)).unwrap();
    played.act(Moment(0), 1, CONSENT_TO_PAUSE).unwrap();
    played.act(Moment(0), 2, CONSENT_TO_PAUSE).unwrap();
    played.act(Moment(1000), 1, PlayerAction::Resign { seat: 1 }).unwrap();
    assert_eq!(played.last(), &Logged::Out { seat: 1, loss: Loss::Resigned, by: BOT }, "its computer player waits");
    assert!(played.table.describe().paused);
    assert_eq!(played.act(Moment(1000), 1, resumed_by(1)), Err(Refusal::IsOut(1)));
    assert_eq!(played.act(Moment(1000), 1, CONSENT_TO_END), Err(Refusal::NoOffer(OfferKind::End)));
    played.act(Moment(1000), 2, end_offered_by(2)).unwrap();
    assert_eq!(offered(&played), Some((OfferKind::End, 2, vec![0])));
    played.act(Moment(1000), 0, DECLINE).unwrap();
    played.act(Moment(1000), 0, resumed_by(0)).unwrap();
    assert_eq!((played.game().actor(), played.table.describe().paused), (Actor::Seat(2), false));
    // In a game of two, resigning ends the game, and with it the pause.
    let mut two = people(setup("carcassonne", 2), json!({}));
    pause(&mut two, Moment(0));
    two.act(Moment(0), 1, PlayerAction::Resign { seat: 1 }).unwrap();
    assert_eq!((two.end(), two.table.describe().paused), ((How::Resigned, Some(1), vec![0]), false));
}

#[test]
fn time_of_a_pause_does_not_count_as_absence() {
    let mut played = people(setup("carcassonne", 2), json!({}));
    let replace = PlayerAction::Replace { seat: 0 };
    pause(&mut played, Moment(0));
    played.run(Moment(1000), Command::Leave { client: ClientId(0) }).unwrap();
    assert_eq!(played.act(Moment(90_000), 1, replace), Err(Refusal::Paused));
    assert_eq!(played.table.describe().seats[0].away, None);
    played.act(Moment(90_000), 1, resumed_by(1)).unwrap();
    assert_eq!(played.act(Moment(91_000), 1, replace), Err(Refusal::NotAway { seat: 0, wait: 4 }));
    played.act(Moment(95_000), 1, replace).unwrap();
}

#[test]
fn player_replaced_by_a_computer_can_resume_the_game() {
    let mut played = people(setup("carcassonne", 2), json!({}));
    played.run(Moment(0), Command::Leave { client: ClientId(0) }).unwrap();
    played.act(Moment(6000), 1, PlayerAction::Replace { seat: 0 }).unwrap();
    played.act(Moment(6000), 1, pause_offered_by(1)).unwrap();
    assert!(played.table.describe().paused, "a computer player agrees at once");
    played.come(Moment(7000), 0);
    assert_eq!(played.act(Moment(7000), 0, pause_offered_by(0)), Err(Refusal::Paused));
    played.act(Moment(7000), 0, resumed_by(0)).unwrap();
    played.act(Moment(7000), 0, PlayerAction::Return { seat: 0 }).unwrap();
}

#[test]
fn offer_can_be_repeated_after_a_failed_write() {
    let mut played = people(setup("carcassonne", 2), json!({}));
    played.act(Moment(0), 0, pause_offered_by(0)).unwrap();
    let consent = Command::Act { client: ClientId(1), act: CONSENT_TO_PAUSE };
    played.table.handle(Moment(0), consent);
    played.table.written(Moment(0), Err("full".to_owned()));
    let offer = Command::Act { client: ClientId(1), act: pause_offered_by(1) };
    let effects = played.table.handle(Moment(5000), offer);
    assert!(matches!(&effects[..], [Effect::Reload { .. }]), "{effects:?}");
    let effects = played.table.reloaded(Moment(5000), Ok((played.record.clone(), Vec::new())));
    played.execute_effects(Moment(5000), effects).unwrap();
    assert_eq!(offered(&played), Some((OfferKind::Pause, 1, vec![0])));
}
