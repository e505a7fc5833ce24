//! Tests that the search is exact for the last tiles, gives equal results for equal requests, and works at every decision.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bastide_core::{Random, SmallRandom};
use bots::search::config::{SearchConfig, SearchRequest};
use bots::search::sampling::SearchResult;
use bots::{Agent, AgentFamily, Analysis, AnalysisRequest, Answer, Budget, Level, analyse, choose};
use games::{Actor, Game, Setup, with_family};

/// Plays a random game until `stop` returns true or the game is over.
fn played(setup: &Setup, seed: u64, stop: impl Fn(&Game) -> bool) -> Game {
    let mut random = SmallRandom::new(seed);
    let mut game = Game::new(setup).unwrap();
    while game.actor() != Actor::Nobody && !stop(&game) {
        let legal = game.legal();
        game.apply(legal[random.below(legal.len() as u32) as usize]).unwrap();
    }
    game
}

/// Returns seat 0's margin in a two-player game if both seats maximise their margins, computed by trying every answer to the end of the
/// game.
fn outcome(game: &Game) -> f32 {
    match game.actor() {
        Actor::Nobody => (game.score(0) - game.score(1)) as f32,
        Actor::Chance => {
            let after: Vec<f32> = game.legal().into_iter().map(|answer| outcome(&next(game, answer))).collect();
            assert_eq!(after.len(), 1, "one tile is left");
            after[0]
        }
        Actor::Seat(seat) => {
            let sign = if seat == 0 { 1.0 } else { -1.0 };
            let after = game.legal().into_iter().map(|answer| sign * outcome(&next(game, answer)));
            sign * after.fold(f32::MIN, f32::max)
        }
    }
}

fn next(game: &Game, answer: Answer) -> Game {
    let mut after = game.clone();
    after.apply_raw(answer).unwrap();
    after
}

#[test]
fn the_last_two_tiles_are_played_perfectly() {
    let left = |game: &Game, most: u16| {
        game.classic().is_some_and(|(_, position)| position.bag().left() == most && game.actor() != Actor::Chance)
    };
    for (seed, tiles) in [(1, 0), (2, 0), (3, 1)] {
        let game = played(&Setup::base(2), seed, |game| left(game, tiles));
        let Actor::Seat(seat) = game.actor() else { panic!("a tile is placed") };
        let told = analyse(&game, &AnalysisRequest::new(Budget::Evaluations(100_000), 1)).unwrap();
        let truth = outcome(&game) * if seat == 0 { 1.0 } else { -1.0 };
        assert!(told.exact && told.lines[0].samples == 0);
        assert_eq!(told.lines[0].margin, truth, "seed {seed}");
        // The master level's answer results in this margin.
        let answer = choose(&game, Level::Master, Duration::from_secs(20), 1);
        assert_eq!(outcome(&next(&game, answer)) * if seat == 0 { 1.0 } else { -1.0 }, truth, "seed {seed}");
    }
}

#[test]
fn small_budgets_sample_the_last_tiles() {
    let game = played(&Setup::base(2), 3, |game| {
        game.classic().is_some_and(|(_, position)| position.bag().left() == 1 && game.actor() != Actor::Chance)
    });
    let told = analyse(&game, &AnalysisRequest::new(Budget::Evaluations(1000), 1)).unwrap();
    assert!(!told.exact && told.lines[0].samples > 0);
}

/// Analyses a position with this number of threads.
fn in_threads(game: &Game, threads: usize) -> Analysis {
    analyse(game, &AnalysisRequest { threads, ..AnalysisRequest::new(Budget::Evaluations(3000), 5) }).unwrap()
}

#[test]
fn equal_requests_get_equal_answers() {
    let game = played(&Setup::base(2), 8, |game| game.turn() == 30 && game.actor() != Actor::Chance);
    let told = in_threads(&game, 1);
    for threads in [1, 3] {
        assert_eq!(told, in_threads(&game, threads), "{threads} threads");
        assert!(told.evaluations >= 3000 && told.lines[0].samples > 1 && told.lines[0].error > 0.0);
        assert!(told.lines.windows(2).all(|pair| pair[0].margin >= pair[1].margin));
    }
    let other = analyse(&game, &AnalysisRequest::new(Budget::Evaluations(3000), 6)).unwrap();
    assert_ne!(other.lines[0].margin, in_threads(&game, 1).lines[0].margin, "the seed decides the samples");
}

/// Searches a position with this number of threads, dividing the work among three trees.
fn shared_out<F: AgentFamily>(game: &Game, threads: usize) -> SearchResult {
    let (rules, position) = game.of::<F>().unwrap();
    let config = SearchConfig { threads, tree: 1000, ..F::CONFIG };
    let request = SearchRequest { explain: true, ..SearchRequest::of_player(Budget::Evaluations(3500), config, 5) };
    Agent::<F>::new(rules, position).search(position, &request)
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let lines = [
        "carcassonne seats=2",
        "carcassonne+inns-cathedrals+traders-builders seats=3",
        "carcassonne+abbey-mayor+mists seats=2",
        "carcassonne+tower+princess-dragon+count+king-robber seats=4",
        "carcassonne+river+cathars+games-quarterly seats=5",
        "hunters seats=2",
        "hunters seats=4 edition=later",
        "discovery seats=2",
        "discovery seats=3 hand=two_hidden",
        "carcassonne+princess-dragon+tower seats=3 hand=three_hidden",
        "coop seats=2",
    ];
    let mut sampled = 0;
    for (line, fifth) in lines.iter().flat_map(|line| [1, 2, 3, 4, 5].map(|fifth| (line, fifth))) {
        let setup = Setup::from_line(line).unwrap();
        // A team that plays randomly loses early.
        let turn = if setup.is_team() { fifth } else { 7 * fifth };
        let reached = |game: &Game| game.turn() >= turn && matches!(game.actor(), Actor::Seat(_));
        let game = (u64::from(turn)..).map(|seed| played(&setup, seed, reached)).find(|game| !game.is_over()).unwrap();
        let found = |threads| with_family!(setup.game.as_str(), F => shared_out::<F>(&game, threads)).unwrap();
        let alone = found(1);
        sampled += u32::from(alone.moves.first().is_some_and(|best| best.samples >= 3));
        for threads in [2, 3] {
            assert_eq!(found(threads), alone, "{line}, turn {turn}, {threads} threads");
        }
    }
    assert!(sampled >= 40, "only {sampled} positions had samples of every tree");
}

#[test]
fn a_stopped_search_ends() {
    let middle = |game: &Game| game.turn() == 30 && game.actor() != Actor::Chance;
    let last = |game: &Game| game.turn() == 70 && game.actor() != Actor::Chance;
    let of = |line: &str, at: &dyn Fn(&Game) -> bool| played(&Setup::from_line(line).unwrap(), 8, at);
    let (base, hunters) = ("carcassonne seats=2", "hunters seats=2");
    for game in [of(base, &middle), of(base, &last), of(hunters, &middle)] {
        let stop = AtomicBool::new(true);
        let hours = Budget::Time(Duration::from_secs(36_000));
        let told = analyse(&game, &AnalysisRequest { stop: Some(&stop), ..AnalysisRequest::new(hours, 5) }).unwrap();
        assert!(!told.exact && told.lines.iter().all(|line| line.samples == 0));
    }
}

#[test]
fn analysis_includes_the_given_answer_and_its_loss() {
    let game = played(&Setup::base(2), 8, |game| game.turn() == 30 && game.actor() != Actor::Chance);
    let told: BTreeSet<String> = game.legal().into_iter().map(|answer| loss_of(&game, answer)).collect();
    assert!(told.len() > 1, "every answer is as good as any other: {told:?}");
}

/// Returns the points that an answer gives away, as text.
fn loss_of(game: &Game, answer: Answer) -> String {
    let told = analyse(game, &AnalysisRequest::new(Budget::Evaluations(600), 5).about(Some(answer))).unwrap();
    let margin = told.margin_of(answer).expect("the answer that was given is among the lines");
    assert!(margin <= told.lines[0].margin);
    format!("{:.3}", told.lines[0].margin - margin)
}

#[test]
fn every_decision_of_every_game_can_be_analysed() {
    let lines = [
        "carcassonne+river seats=3",
        "carcassonne+abbey-mayor+tower+princess-dragon seats=3",
        "carcassonne+traders-builders+count+king-robber seats=4",
        "carcassonne+cathars+inns-cathedrals+mists+games-quarterly seats=6",
        "hunters seats=2",
        "hunters seats=5 edition=later",
        "discovery seats=3 hand=two_hidden",
        "discovery seats=2 hand=two_open",
        "carcassonne+abbey-mayor+princess-dragon+river+tower+traders-builders seats=3 hand=three_hidden",
        "carcassonne seats=2 hand=two_open",
        "coop seats=1",
        "coop seats=4",
    ];
    for (seed, line) in lines.into_iter().enumerate() {
        let setup = Setup::from_line(line).unwrap_or_else(|why| panic!("{line}: {why}"));
        let mut random = SmallRandom::new(seed as u64);
        let mut game = Game::new(&setup).unwrap();
        let (mut asked, mut goes_on) = (0, 0);
        while game.actor() != Actor::Nobody {
            let legal = game.legal();
            if random.below(8) == 0
                && let Some(told) = analyse(&game, &AnalysisRequest::new(Budget::Evaluations(150), 3))
            {
                asked += 1;
                assert_eq!(game.actor(), Actor::Seat(told.seat));
                for one in &told.lines {
                    assert!(legal.contains(&one.answers[0]), "{line}");
                    assert!(one.margin.is_finite() && one.error.is_finite(), "{line}");
                    goes_on += one.main.len();
                    if game.has_secrets() {
                        continue; // Hidden hands and future tiles are made up.
                    }
                    // The line and its continuation are legal, and each answer is given by the reported actor.
                    let mut after = one.answers.iter().fold(game.clone(), |game, &answer| next(&game, answer));
                    for &(actor, answer) in &one.main {
                        assert_eq!(after.actor(), actor, "{line}");
                        after = next(&after, answer);
                    }
                }
            }
            game.apply(legal[random.below(legal.len() as u32) as usize]).unwrap();
        }
        assert!(asked > 1 && goes_on > 0, "{line}: {asked} decisions were analysed");
    }
}
