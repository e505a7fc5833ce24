//! Commands that are refused, and what they leave.

use crate::{settings, with_players};
use tournament::{Command, Format, Outcome, Refused, Tournament};

#[track_caller]
fn refuse(tournament: &mut Tournament, command: &Command, refused: Refused) {
    let before = tournament.clone();
    assert_eq!(tournament.apply(command), Err(refused));
    assert_eq!(*tournament, before);
}

#[test]
fn a_tournament_of_one_does_not_start() {
    let mut tournament = with_players(settings(Format::Swiss { rounds: 5 }), 1);
    refuse(&mut tournament, &Command::Pair, Refused::TooFew { players: 1, needed: 2 });
    let mut tournament = with_players(settings(Format::Groups { groups: 4, advance: 2 }), 7);
    refuse(&mut tournament, &Command::Pair, Refused::TooFew { players: 7, needed: 8 });
}

#[test]
fn settings_out_of_range_are_named() {
    for (format, what) in [
        (Format::Swiss { rounds: 31 }, "rounds"),
        (Format::RoundRobin { cycles: 0 }, "cycles"),
        (Format::Groups { groups: 1, advance: 1 }, "groups"),
        (Format::Groups { groups: 2, advance: 5 }, "advance"),
    ] {
        let error = Tournament::new(settings(format)).unwrap_err();
        assert!(matches!(error, Refused::Number { what: named, .. } if named == what), "{error}");
    }
    let mut two = settings(Format::DoubleElimination);
    two.best_of = 2;
    assert_eq!(Tournament::new(two), Err(Refused::BestOf(2)));
}

#[test]
fn names_are_unique_and_plain() {
    let mut tournament = with_players(settings(Format::DoubleElimination), 2);
    let join = |name: &str| Command::Join { name: name.to_owned(), rating: None };
    refuse(&mut tournament, &join("P1"), Refused::NameTaken("P1".to_owned()));
    for name in ["", " ", "two\nlines", &"x".repeat(61)] {
        refuse(&mut tournament, &join(name), Refused::Name);
    }
    tournament.apply(&Command::Pair).unwrap();
    refuse(&mut tournament, &join("Late"), Refused::Started);
}

#[test]
fn reports_that_differ_wait_for_the_arbiter() {
    let mut tournament = with_players(settings(Format::Swiss { rounds: 1 }), 2);
    tournament.apply(&Command::Pair).unwrap();
    let report = |side, points| Command::Report { number: 0, side, points };
    tournament.apply(&report(0, [70, 60])).unwrap();
    tournament.apply(&report(1, [60, 70])).unwrap();
    assert!(tournament.matches()[0].games[0].is_disputed());
    refuse(&mut tournament, &Command::Pair, Refused::RoundOpen { round: 1, open: 1 });
    refuse(&mut tournament, &report(2, [1, 1]), Refused::Side(2));
    refuse(&mut tournament, &report(1, [i32::MIN, 1]), Refused::Points);
    tournament.apply(&Command::Enter { number: 0, points: [70, 60], winner: None }).unwrap();
    assert_eq!(tournament.outcome(&tournament.matches()[0]), Some(Outcome::FirstWins));
    refuse(&mut tournament, &report(1, [60, 70]), Refused::Decided(0));
    refuse(&mut tournament, &Command::Pair, Refused::Over);
}

#[test]
fn adjourned_matches_take_no_results() {
    let mut tournament = with_players(settings(Format::SingleElimination { third_place: false }), 2);
    tournament.apply(&Command::Pair).unwrap();
    let adjourn = |adjourned| Command::Adjourn { number: 0, adjourned };
    refuse(&mut tournament, &adjourn(false), Refused::NothingToReopen(0));
    tournament.apply(&adjourn(true)).unwrap();
    refuse(&mut tournament, &Command::Enter { number: 0, points: [1, 0], winner: None }, Refused::Adjourned(0));
    tournament.apply(&adjourn(false)).unwrap();
    let draw = Command::Rule { number: 0, outcome: Outcome::Draw, reason: "agreed".to_owned() };
    refuse(&mut tournament, &draw, Refused::NeedsWinner(0));
    refuse(&mut tournament, &Command::Reopen { number: 0 }, Refused::NothingToReopen(0));
    refuse(&mut tournament, &Command::Withdraw { player: 9 }, Refused::NoPlayer(9));
    refuse(&mut tournament, &Command::Enter { number: 4, points: [1, 0], winner: None }, Refused::NoMatch(4));
}

#[test]
fn a_result_stays_once_the_next_round_is_paired_from_it() {
    let mut tournament = with_players(settings(Format::Swiss { rounds: 2 }), 2);
    tournament.apply(&Command::Pair).unwrap();
    tournament.apply(&Command::Enter { number: 0, points: [1, 0], winner: None }).unwrap();
    tournament.apply(&Command::Reopen { number: 0 }).unwrap();
    tournament.apply(&Command::Enter { number: 0, points: [0, 1], winner: None }).unwrap();
    tournament.apply(&Command::Pair).unwrap();
    refuse(&mut tournament, &Command::Reopen { number: 0 }, Refused::EarlierRound(0));
}
