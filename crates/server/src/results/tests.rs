//! Tests that the database counts each result once, and that searches find results.

use std::collections::BTreeMap;
use std::time::Instant;

use table::{
    GameResult, Hash, How, Key, LogEntry, Logged, Phase, Right, SeatOccupant, SeatResult, Source, Speed, Standing,
    TableRecord, Terms,
};

use super::people_store::{Listing, PeopleSearch};
use super::ratings::{self, Rating, Size};
use super::store::{Class, Search, SeatOutcome, Whose};
use crate::accounts::sessions::NewSession;
use crate::accounts::store::{NameForms, NewAccount};
use crate::limits::caller::ClientNetwork;
use crate::moderation::reports::Page;
use crate::storage::testing::{TestDatabase, TestWrites, for_each_database};
use crate::storage::{Database, Sqlite, Storage};

for_each_database! {
    result_is_stored_once_with_the_last_log_entry
    search_finds_games_by_player_and_properties
    tables_without_a_result_are_listed_until_complete
    games_within_one_network_change_ratings_only_a_few_times_a_day
}

pub(super) const OVER: Standing = Standing { phase: Phase::Finished, turn: None };

fn account(name: &str, number: u8, claimed: Option<Hash>) -> (NewAccount, NewSession) {
    let name = NameForms { shown: name.into(), folded: name.to_lowercase(), looks: vec![name.to_lowercase()] };
    let account = NewAccount { name, password: None, key: [number; 32] };
    let (hash, known) = ([number.wrapping_add(100); 32], [number; 32]);
    (account, NewSession { hash, browser: String::new(), system: String::new(), known, claimed })
}

pub(crate) async fn people(storage: &Database, names: &[&str]) -> Vec<i64> {
    let mut numbers = Vec::new();
    for (number, name) in (1u8..).zip(names) {
        let (account, session) = account(name, number, None);
        storage.sign_up(account, session).await.unwrap().unwrap();
        numbers.push(storage.person(name.to_lowercase()).await.unwrap().unwrap().account);
    }
    numbers
}

pub(super) fn table(name: &str, seats: Vec<SeatOccupant>, public: bool, keys: Vec<Key>) -> TableRecord {
    TableRecord {
        name: name.into(),
        setup: r#"{"game":"carcassonne","seats":2}"#.into(),
        own_tiles: None,
        rules_version: 2,
        source: Source::Seed([7; 32].into()),
        public,
        plain: false,
        terms: Terms::default(),
        clocks: None,
        phase: Phase::Playing,
        seats,
        keys,
        access: Default::default(),
        after: None,
        next: None,
    }
}

pub(super) fn person(account: i64) -> SeatOccupant {
    SeatOccupant::person(format!("no {account}"), Some(account))
}

/// Returns the result of a game in which the seats finished with these ranks.
pub(super) fn result(seats: &[SeatOccupant], ranks: &[u8], rated: bool) -> GameResult {
    let best = ranks.iter().filter(|&&rank| rank == 1).count();
    let seats = seats.iter().zip(ranks).map(|(occupant, &rank)| SeatResult {
        occupant: occupant.clone(),
        score: 100 - i32::from(rank),
        rank,
        won: rank == 1,
        shared: rank == 1 && best > 1,
        by_kind: BTreeMap::from([("city", 60), ("road", 40 - i32::from(rank))]),
    });
    GameResult {
        how: How::Over,
        game: "carcassonne".into(),
        expansions: vec!["river".into(), "inns-cathedrals".into()],
        setup: "carcassonne seats=2".into(),
        team: false,
        speed: Speed::Blitz,
        rated,
        turns: 36,
        answers: 110,
        seats: seats.collect(),
    }
}

pub(super) fn last(number: usize) -> Vec<LogEntry> {
    vec![LogEntry { number, what: Logged::Resigned { seat: 0 } }]
}

pub(super) fn blitz() -> Class {
    Class { game: "carcassonne".into(), speed: Speed::Blitz, size: Size::Two }
}

fn all() -> Search {
    Search {
        whose: Whose::Public,
        player: None,
        outcome: None,
        game: None,
        expansion: None,
        setup: None,
        speed: None,
        seats: None,
        rated: None,
        how: None,
        from: None,
        until: None,
        turns_from: None,
        turns_to: None,
        before: None,
        limit: 50,
    }
}

async fn found(storage: &Database, search: Search) -> Vec<String> {
    storage.search(search).await.unwrap().into_iter().map(|line| line.table).collect()
}

async fn result_is_stored_once_with_the_last_log_entry(place: TestDatabase) {
    let (storage, thread) = place.open();
    let who = people(&storage, &["Anna", "Bob"]).await;
    let seats = vec![person(who[0]), person(who[1])];
    storage.create(table("aaaaaaaaaaaa", seats.clone(), true, Vec::new()), last(0)).await.unwrap();
    let won = result(&seats, &[1, 2], true);
    let taken = storage.finish("aaaaaaaaaaaa", last(0), OVER, None, won.clone()).await;
    assert!(taken.is_err() && storage.result_of("aaaaaaaaaaaa".into()).await.unwrap().is_none(), "neither is stored");
    storage.finish("aaaaaaaaaaaa", last(1), OVER, None, won.clone()).await.unwrap();
    let rating = storage.rating_of(who[0], blitz()).await.unwrap().unwrap();
    let expected = ratings::after(&[Rating::default(); 2], &[1, 2]);
    assert_eq!((rating.rating, rating.games, rating.settled), (expected[0], 1, false));
    // Writing the same entry again, the result alone, or a different result changes nothing.
    assert!(storage.finish("aaaaaaaaaaaa", last(1), OVER, None, won.clone()).await.is_err());
    storage.finish("aaaaaaaaaaaa", last(2), OVER, None, result(&seats, &[2, 1], true)).await.unwrap();
    storage.add_results(vec![("aaaaaaaaaaaa".into(), won)]).await.unwrap();
    assert_eq!(storage.rating_of(who[0], blitz()).await.unwrap().unwrap(), rating);
    drop(storage);
    thread.join();
    let (storage, _) = place.open();
    assert_eq!(storage.rating_of(who[0], blitz()).await.unwrap().unwrap(), rating);
    let line = storage.result_of("aaaaaaaaaaaa".into()).await.unwrap().unwrap();
    assert_eq!((line.seats[0].name.as_deref(), line.seats[0].outcome.as_str()), (Some("Anna"), "won"));
    assert_eq!(line.seats[1].rating, Some((1500.0, expected[1].value)));
    let history = storage.history(who[1], blitz(), false).await.unwrap();
    assert_eq!(history.iter().map(|point| point.rating).collect::<Vec<_>>(), [expected[1].value]);
    let leaders = storage.leaders(blitz(), false, None, 10).await.unwrap();
    assert_eq!(leaders.iter().map(|one| (one.place, one.name.as_str())).collect::<Vec<_>>(), [(1, "Anna"), (2, "Bob")]);
    let after = storage.leaders(blitz(), false, Some(who[0]), 10).await.unwrap();
    assert_eq!(after.iter().map(|one| (one.place, one.name.as_str())).collect::<Vec<_>>(), [(2, "Bob")]);
}

async fn games_within_one_network_change_ratings_only_a_few_times_a_day(place: TestDatabase) {
    let (storage, _thread) = place.open();
    let who = people(&storage, &["Anna", "Bob", "Cleo"]).await;
    let client_network = |last: u8| ClientNetwork::of(std::net::IpAddr::from([192, 0, 2, last]));
    let rated = Terms { rated: true, ..Terms::default() };
    let play = async |name: &str, seats: [i64; 2], from: [u8; 2], terms: Terms| {
        let seats = seats.map(person).to_vec();
        let record = TableRecord { terms, ..table(name, seats.clone(), true, Vec::new()) };
        storage.create(record, Vec::new()).await.unwrap();
        for (seat, from) in (0..).zip(from) {
            storage.note_client_network(name, vec![seat], client_network(from)).await.unwrap();
            storage.note_client_network(name, vec![seat], client_network(from)).await.unwrap();
        }
        storage.finish(name, last(0), OVER, None, result(&seats, &[1, 2], terms.rated)).await.unwrap();
    };
    let games = async |account: i64| storage.rating_of(account, blitz()).await.unwrap().map_or(0, |line| line.games);
    for number in 0..6 {
        play(&format!("aaaaaaaaaaa{number}"), [who[0], who[1]], [1, 1], rated).await;
    }
    assert_eq!((games(who[0]).await, games(who[1]).await), (3, 3));
    let page = Page { before: None, most: 10 };
    let flagged = storage.reports(true, page).await.unwrap();
    assert_eq!(flagged.len(), 1, "one report per day");
    assert_eq!((flagged[0].about.as_deref(), flagged[0].reporter.as_deref()), (Some("Anna"), None));
    assert!(flagged[0].words.contains("one address") && flagged[0].context["seats"].as_array().unwrap().len() == 2);
    // Against other players, and from another network, every game counts.
    play("bbbbbbbbbbbb", [who[0], who[2]], [1, 2], rated).await;
    play("cccccccccccc", [who[0], who[1]], [1, 2], rated).await;
    assert_eq!((games(who[0]).await, games(who[1]).await, games(who[2]).await), (5, 4, 1));
    // Nothing is stored for unrated games or games that are over.
    play("dddddddddddd", [who[0], who[1]], [1, 1], Terms::default()).await;
    storage.note_client_network("aaaaaaaaaaa0", vec![0], client_network(9)).await.unwrap();
    assert_eq!(storage.noted_client_networks().await.unwrap(), 0);
}

/// A deterministic random number generator.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

#[tokio::test]
async fn repeated_and_failed_writes_never_count_a_result_twice() {
    let mut numbers = Numbers(1);
    for _ in 0..20 {
        let folder = tempfile::tempdir().unwrap();
        let (mut storage, mut thread) = Sqlite::open(folder.path()).unwrap();
        let who = people(&storage, &["Anna", "Bob", "Cleo", "Dan"]).await;
        let mut games = Vec::new();
        for number in 0..12 {
            let many = 2 + numbers.below(3) as usize;
            let from = numbers.below(4) as usize;
            let seats: Vec<SeatOccupant> = (0..many).map(|seat| person(who[(from + seat) % 4])).collect();
            let ranks: Vec<u8> = (0..many).map(|_| 1 + numbers.below(2) as u8).collect();
            let name = format!("aaaaaaaaaa{number:02}");
            storage.create(table(&name, seats.clone(), true, Vec::new()), Vec::new()).await.unwrap();
            let rated = numbers.below(5) > 0;
            let how = if numbers.below(6) == 0 { How::Aborted } else { How::Over };
            games.push((name, GameResult { how, ..result(&seats, &ranks, rated) }));
        }
        let mut entered = Vec::new();
        for _ in 0..60 {
            let (name, result) = &games[numbers.below(12) as usize];
            let before = entered.contains(name);
            match numbers.below(6) {
                0 => {
                    // The write fails: either the result was not stored, or it is unknown whether it was.
                    storage.refuse_writes(true).await;
                    assert!(storage.finish(name, last(0), OVER, None, result.clone()).await.is_err());
                    storage.refuse_writes(false).await;
                }
                1 => {
                    drop(storage);
                    thread.join();
                    (storage, thread) = Sqlite::open(folder.path()).unwrap();
                }
                2 if before => storage.add_results(vec![(name.clone(), result.clone())]).await.unwrap(),
                _ => {
                    let done = storage.finish(name, last(0), OVER, None, result.clone()).await;
                    assert_eq!(done.is_err(), before, "the entry exists already");
                    if !before {
                        entered.push(name.clone());
                    }
                }
            }
        }
        let mut expected: BTreeMap<(i64, &str), (Rating, u32)> = BTreeMap::new();
        for name in &entered {
            let (_, result) = games.iter().find(|(other, _)| other == name).unwrap();
            if !result.rated || result.how == How::Aborted {
                continue;
            }
            let size = Size::of(result.seats.len() as u8).word();
            let accounts: Vec<i64> = result.seats.iter().filter_map(|seat| seat.occupant.account()).collect();
            let before: Vec<Rating> = accounts
                .iter()
                .map(|&who| expected.get(&(who, size)).map_or_else(Rating::default, |(known, _)| *known))
                .collect();
            let ranks: Vec<u8> = result.seats.iter().map(|seat| seat.rank).collect();
            for (who, after) in accounts.into_iter().zip(ratings::after(&before, &ranks)) {
                let games = expected.get(&(who, size)).map_or(0, |(_, games)| *games) + 1;
                expected.insert((who, size), (after, games));
            }
        }
        for size in [Size::Two, Size::More] {
            for &who in &who {
                let found = storage.rating_of(who, Class { size, ..blitz() }).await.unwrap();
                let found = found.map(|line| (line.rating, line.games));
                assert_eq!(found, expected.get(&(who, size.word())).copied(), "{size:?} {who}");
            }
        }
        let kept = found(&storage, all()).await;
        let counted = entered
            .iter()
            .filter(|name| games.iter().any(|(other, result)| other == *name && result.how != How::Aborted));
        assert_eq!(kept.len(), counted.count(), "one row per game");
        drop(storage);
        thread.join();
    }
}

async fn search_finds_games_by_player_and_properties(place: TestDatabase) {
    let (storage, _) = place.open();
    let who = people(&storage, &["Anna", "Bob"]).await;
    let guest = SeatOccupant::guest("Зоя");
    let bot = SeatOccupant::STAND_IN;
    let browser: Hash = [77; 32];
    let games = [
        ("aaaaaaaaaaaa", vec![person(who[0]), person(who[1])], true, vec![1, 2]),
        ("bbbbbbbbbbbb", vec![person(who[0]), bot.clone()], false, vec![2, 1]),
        ("cccccccccccc", vec![guest.clone(), bot], false, vec![1, 1]),
        ("dddddddddddd", vec![guest, person(who[1])], true, vec![2, 1]),
    ];
    for (name, seats, public, ranks) in games {
        let keys = vec![Key { hash: browser, right: Right::Seat(0) }];
        let keys = if matches!(seats[0], SeatOccupant::Human { account: None, .. }) { keys } else { Vec::new() };
        storage.create(table(name, seats.clone(), public, keys), Vec::new()).await.unwrap();
        storage.finish(name, last(0), OVER, None, result(&seats, &ranks, false)).await.unwrap();
    }
    let own = |account: Option<i64>, keys: &[Hash]| Whose::Own { account, keys: keys.to_vec() };
    let (a, b, c, d) = ("aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc", "dddddddddddd");
    assert_eq!(found(&storage, all()).await, [d, a], "public games, newest first");
    assert_eq!(found(&storage, Search { whose: own(Some(who[0]), &[]), ..all() }).await, [b, a]);
    assert_eq!(found(&storage, Search { whose: own(None, &[browser]), ..all() }).await, [d, c]);
    let of = |name: &str| Search { player: Some(name.to_owned()), ..all() };
    assert_eq!(found(&storage, of("anna")).await, [a], "private games are hidden from others");
    assert_eq!(found(&storage, of("зоя")).await, [d], "guests are found by name");
    let won = |search: Search| Search { outcome: Some(SeatOutcome::Won), ..search };
    assert_eq!(found(&storage, won(of("bob"))).await, [d]);
    assert_eq!(found(&storage, won(Search { whose: own(Some(who[0]), &[]), ..all() })).await, [a]);
    assert_eq!(found(&storage, Search { expansion: Some("river".into()), ..all() }).await, [d, a]);
    assert_eq!(found(&storage, Search { expansion: Some("rive".into()), ..all() }).await, [""; 0]);
    assert_eq!(found(&storage, Search { game: Some("hunters".into()), ..all() }).await, [""; 0]);
    let line = &storage.search(all()).await.unwrap()[0];
    let alike = Search { setup: Some(line.setup_hash.clone()), speed: Some(Speed::Blitz), seats: Some(2), ..all() };
    assert_eq!(found(&storage, Search { rated: Some(false), how: Some(How::Over), ..alike.clone() }).await, [d, a]);
    assert_eq!(found(&storage, Search { turns_from: Some(37), ..alike.clone() }).await, [""; 0]);
    assert_eq!(found(&storage, Search { turns_to: Some(36), until: Some(line.ended + 1), ..alike }).await, [d, a]);
    assert_eq!(found(&storage, Search { before: Some((line.ended, line.id)), ..all() }).await, [a], "the next page");
    assert_eq!(found(&storage, Search { limit: 1, ..all() }).await, [d]);

    // When a guest creates an account and claims their games, the games count as the account's.
    let (zoe, session) = account("Zoe", 9, Some(browser));
    storage.sign_up(zoe, session).await.unwrap().unwrap();
    let zoe = storage.person("zoe".into()).await.unwrap().unwrap().account;
    assert_eq!(found(&storage, of("zoe")).await, [d]);
    assert_eq!(found(&storage, Search { whose: own(Some(zoe), &[]), ..all() }).await, [d, c]);
    assert_eq!(found(&storage, of("зоя")).await, [""; 0]);

    let told = storage.statistics(zoe, true).await.unwrap();
    assert_eq!((told.all.games, told.all.won, told.all.shared), (2, 0, 1));
    assert_eq!(
        told.by_seat.iter().map(|(seats, seat, count)| (*seats, *seat, count.games)).collect::<Vec<_>>(),
        [(2, 0, 2)]
    );
    assert_eq!(told.by_setup[0].1, ["river", "inns-cathedrals"]);
    let against: Vec<_> =
        told.against.iter().map(|(name, level, count)| (name.as_deref(), level.as_deref(), count.games)).collect();
    assert!(against.contains(&(Some("Bob"), None, 1)) && against.contains(&(None, Some("hard"), 1)), "{against:?}");
    assert_eq!(told.points[0], ("carcassonne".to_owned(), "city".to_owned(), 120, 2));
    assert_eq!(storage.statistics(zoe, false).await.unwrap().all.games, 1, "others see public games only");

    // A deleted account's games are kept, without its name.
    storage.change(move |work| work.execute("DELETE FROM accounts WHERE id = ?1", [zoe])).await.unwrap();
    let line = storage.result_of(d.into()).await.unwrap().unwrap();
    assert_eq!((line.seats[0].account, &line.seats[0].name), (true, &None));
    assert!(storage.delete(d).await.unwrap());
    assert_eq!(found(&storage, all()).await, [a]);
}

async fn tables_without_a_result_are_listed_until_complete(place: TestDatabase) {
    let (storage, _) = place.open();
    let seats = vec![SeatOccupant::guest("A"), SeatOccupant::guest("B")];
    for name in ["aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc"] {
        storage.create(table(name, seats.clone(), true, Vec::new()), Vec::new()).await.unwrap();
        let standing = if name.starts_with('c') { Standing { phase: Phase::Playing, ..OVER } } else { OVER };
        storage.append(name, last(0), standing, None).await.unwrap();
    }
    assert_eq!(storage.lacking_results(String::new(), 1).await.unwrap(), ["aaaaaaaaaaaa"]);
    assert_eq!(storage.lacking_results("aaaaaaaaaaaa".into(), 9).await.unwrap(), ["bbbbbbbbbbbb"]);
    storage.add_results(vec![("aaaaaaaaaaaa".into(), result(&seats, &[1, 2], false))]).await.unwrap();
    assert_eq!(storage.lacking_results(String::new(), 9).await.unwrap(), ["bbbbbbbbbbbb"]);
    storage.results_are_complete().await.unwrap();
    assert_eq!(storage.lacking_results(String::new(), 9).await.unwrap(), [""; 0]);
}

/// Run with `cargo test -p bastide-server --lib a_hundred_thousand -- --ignored --nocapture`.
#[tokio::test]
#[ignore = "takes a minute; prints how long searches take"]
async fn a_hundred_thousand_games_are_searched() {
    const GAMES: u64 = 100_000;
    let folder = tempfile::tempdir().unwrap();
    let (storage, _) = Sqlite::open(folder.path()).unwrap();
    let names: Vec<String> = (0..200).map(|number| format!("p{number}")).collect();
    let who = people(&storage, &names.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let filled = storage.change(move |work| {
        let mut numbers = Numbers(3);
        for number in 0..GAMES {
            let name = format!("a{number:011}");
            // One account plays in every tenth game, so it has a very large number of games.
            let one = if numbers.below(10) == 0 { 0 } else { numbers.below(200) };
            let seats = [person(who[one as usize]), person(who[numbers.below(200) as usize])];
            let record = table(&name, seats.to_vec(), numbers.below(2) == 0, Vec::new());
            crate::storage::tables::put_table(work, &record, 1)?;
            crate::storage::tables::put_entry(work, &name, &last(0)[0], 1_700_000_000_000 + number as i64 * 60_000)?;
            let games = ["carcassonne", "hunters", "discovery"];
            let speeds = [Speed::None, Speed::Blitz, Speed::Rapid, Speed::Days];
            let result = GameResult {
                game: games[numbers.below(3) as usize].into(),
                speed: speeds[numbers.below(4) as usize],
                turns: 20 + numbers.below(60) as u16,
                setup: format!("{}", numbers.below(500)),
                ..result(&seats, &[1, 2], seats[0] != seats[1] && numbers.below(3) == 0)
            };
            super::store::put_result(work, &name, &result)?;
        }
        Ok(())
    });
    filled.await.unwrap();
    let own = Whose::Own { account: Some(1), keys: vec![[1; 32]] };
    let line = storage.search(Search { limit: 1, ..all() }).await.unwrap().remove(0);
    let searches = [
        ("the newest", all()),
        ("deep in the past", Search { before: Some((1_700_000_100_000, 1)), ..all() }),
        ("a game and a speed", Search { game: Some("hunters".into()), speed: Some(Speed::Days), ..all() }),
        ("no match", Search { turns_from: Some(1000), ..all() }),
        ("a set-up", Search { setup: Some(line.setup_hash), ..all() }),
        ("an unused expansion", Search { expansion: Some("tower".into()), ..all() }),
        ("a player with 10,000 games", Search { player: Some("p0".into()), ..all() }),
        (
            "a player with 10,000 games, of another game",
            Search { player: Some("p0".into()), game: Some("coop".into()), ..all() },
        ),
        (
            "a player with 1,000 games, lost",
            Search { player: Some("p7".into()), outcome: Some(SeatOutcome::Lost), ..all() },
        ),
        ("an unknown player", Search { player: Some("nobody".into()), ..all() }),
        ("own games", Search { whose: own.clone(), ..all() }),
        (
            "own games, won, of another game",
            Search { whose: own, game: Some("coop".into()), outcome: Some(SeatOutcome::Won), ..all() },
        ),
    ];
    for (what, search) in searches {
        let times = [(); 5].map(|()| Instant::now());
        let mut best = u128::MAX;
        let mut games = 0;
        for _ in times {
            let began = Instant::now();
            games = storage.search(search.clone()).await.unwrap().len();
            best = best.min(began.elapsed().as_micros());
        }
        println!("{:>7} µs, {games:>2} games: {what}", best);
        assert!(best < 100_000, "{what} takes {best} µs");
    }
    for (what, account) in [("statistics of 10,000 games", 1), ("statistics of 1,000 games", 8)] {
        let began = Instant::now();
        let games = storage.statistics(account, true).await.unwrap().all.games;
        println!("{:>7} µs, {games} games: {what}", began.elapsed().as_micros());
    }
    let began = Instant::now();
    let best = storage.leaders(blitz(), false, None, 50).await.unwrap().len();
    println!("{:>7} µs, {best} people: a leaderboard", began.elapsed().as_micros());
    let lists = [Listing::Recent, Listing::Best, Listing::Prefix("p".to_owned()), Listing::Online((1..200).collect())];
    for listing in lists {
        let (what, began) = (format!("{listing:?}"), Instant::now());
        let search = PeopleSearch { listing, class: blitz(), viewer: Some(1), after: None, limit: 20 };
        let players = storage.people(search).await.unwrap().len();
        println!("{:>7} µs, {players} people: {what:.20}", began.elapsed().as_micros());
    }
}
