//! Plays the games of a match between built-in players and external programs, on one or more threads.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bastide_core::{Actor, Answer, Event, Random, SmallRandom};
use games::deal::{Deal, Seed};
use games::{Game, Setup, SetupError, with_family};

use super::fault::{Fault, FaultKind, Forfeit};
use super::report::{Played, Times};
use crate::agents::agent::{Agent, AgentFamily};
use crate::agents::illegal;
use crate::agents::player::Player;
use crate::search::config::Budget;

/// An external player that plays one game after another.
pub trait ExternalPlayer {
    /// Starts a game in which the player has these seats. For reproducible matches, a player should derive its random choices from `seed`.
    ///
    /// # Errors
    /// Returns a fault if the player cannot play.
    fn begin(&mut self, game: &Game, seats: &[u8], seed: u32) -> Result<(), Fault>;

    /// Notifies the player of an answer.
    fn receive(&mut self, step: &Step<'_>);

    /// Answers the pending decision of one of the player's seats.
    ///
    /// # Errors
    /// Returns a fault if the player did not answer, was too late, or gave an illegal answer.
    fn answer(&mut self, game: &Game, seat: u8) -> Result<Reply, Fault>;

    /// Notifies the player of the end of the game.
    fn end(&mut self, game: &Game, played: &Played);
}

/// An answer that was given in a game.
pub struct Step<'a> {
    /// The game after the answer.
    pub game: &'a Game,
    /// The seat that answered; `None` for chance.
    pub seat: Option<u8>,
    /// The answer in notation.
    pub word: &'a str,
    /// Events caused by the answer.
    pub events: &'a [Event],
}

/// An external player's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The answer itself.
    pub answer: Answer,
    /// Time taken to decide.
    pub took: Duration,
}

/// Creates external players, one for each concurrent game.
pub type ExternalPlayerFactory<'a> = &'a (dyn Fn() -> Box<dyn ExternalPlayer> + Sync);

/// The player on one side of a match.
#[derive(Clone, Copy)]
pub enum Side<'a> {
    /// A built-in computer player.
    Ours(Player),
    /// An external player.
    Outside(ExternalPlayerFactory<'a>),
}

/// A match between any two players. Game number n uses draw order n / 2; in odd-numbered games the seats are swapped.
pub struct Contest<'a> {
    /// Set-up of the games. With more than two seats, the players alternate around the table.
    pub setup: Setup,
    /// The two players.
    pub sides: [Side<'a>; 2],
    /// A built-in player's budget for each decision.
    pub budget: Budget,
    /// Seed for the deals and the players' random choices.
    pub seed: u64,
    /// Number of concurrent games.
    pub threads: NonZeroUsize,
    /// Number of search threads for a built-in player. It does not affect the games if the budget is a number of evaluations.
    pub search_threads: NonZeroUsize,
}

/// A finished game of a match.
pub struct Finished {
    /// The game's number in the match.
    pub number: u32,
    /// The draw order.
    pub deal: Deal,
    /// The game, with all its answers.
    pub game: Game,
    /// Result and times of the game.
    pub played: Played,
}

/// Returns the player, 0 or 1, who has this seat in the game with this number.
pub fn player_of(seat: u8, number: u32) -> usize {
    (usize::from(seat) + number as usize) % 2
}

/// Returns the deal seed for a pair of games in a match.
pub fn deal_number(seed: u64, pair: u32) -> u64 {
    seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(u64::from(pair))
}

/// Returns the seed of one player's random choices in one game. It differs between the players and between the games of a pair, so that
/// two equal players don't play the same game twice.
fn choice_seed(seed: u64, number: u32, player: usize) -> u64 {
    SmallRandom::new(deal_number(seed, number / 2) ^ u64::from(number % 2) << 32 ^ (player as u64 + 1) << 48).next()
}

impl Contest<'_> {
    /// Plays the games with these numbers, and calls `done` with each finished game, from several threads. If `done` breaks, running games
    /// are aborted.
    ///
    /// # Errors
    /// Returns an error if the set-up is invalid.
    pub fn play(&self, numbers: &[u32], done: impl Fn(Finished) -> ControlFlow<()> + Sync) -> Result<(), SetupError> {
        let start = Game::new(&self.setup)?;
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let work = || -> Result<(), SetupError> {
            let mut outside = self.sides.map(|side| match side {
                Side::Ours(_) => None,
                Side::Outside(make) => Some(make()),
            });
            while let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let deal = Deal::new(Seed::from_number(deal_number(self.seed, number / 2)), &self.setup)?;
                let Some((game, played)) = self.play_game(start.clone(), &deal, number, &mut outside, &stop) else {
                    break;
                };
                if done(Finished { number, deal, game, played }).is_break() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let threads = self.threads.get().min(numbers.len());
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            threads
                .into_iter()
                .try_for_each(|thread| thread.join().unwrap_or_else(|why| std::panic::resume_unwind(why)))
        })
    }

    /// Plays one game with the given deal. Returns `None` if it was aborted.
    fn play_game(
        &self,
        game: Game,
        deal: &Deal,
        number: u32,
        outside: &mut [Option<Box<dyn ExternalPlayer>>; 2],
        stop: &AtomicBool,
    ) -> Option<(Game, Played)> {
        let family = self.setup.game.as_str();
        let mut played = Played::default();
        let game = with_family!(family, F => {
            Round { contest: self, deal, number, outside, stop, played: &mut played }.play::<F>(game)
        })??;
        self.judge(&game, number, &mut played);
        for outside in outside.iter_mut().flatten() {
            outside.end(&game, &played);
        }
        Some((game, played))
    }

    /// Determines the scores and winners of a finished or forfeited game.
    fn judge(&self, game: &Game, number: u32, played: &mut Played) {
        for player in 0..2 {
            let seats: Vec<u8> = (0..self.setup.seats).filter(|&seat| player_of(seat, number) == player).collect();
            let sum: i32 = seats.iter().map(|&seat| game.score(seat)).sum();
            // In a game with one seat, one of the two players has no seat.
            played.scores[player] = f64::from(sum) / seats.len().max(1) as f64;
            played.won[player] = match &played.forfeit {
                Some(forfeit) => forfeit.player != player && !self.setup.is_team(),
                None => game.winners().iter().any(|&seat| player_of(seat, number) == player),
            };
        }
    }
}

/// One running game of a match.
struct Round<'a> {
    contest: &'a Contest<'a>,
    deal: &'a Deal,
    number: u32,
    outside: &'a mut [Option<Box<dyn ExternalPlayer>>; 2],
    stop: &'a AtomicBool,
    played: &'a mut Played,
}

impl Round<'_> {
    /// Plays until the game ends or a player forfeits it. Returns `None` if the match was stopped.
    fn play<F: AgentFamily>(mut self, mut game: Game) -> Option<Game> {
        let (rules, position) = game.of::<F>()?;
        let rules = Arc::clone(rules);
        let seeds = [0, 1].map(|player| choice_seed(self.contest.seed, self.number, player));
        let mut agents = self.contest.sides.map(|side| match side {
            Side::Ours(player) => {
                let mut agent = Agent::<F>::new(&rules, position);
                agent.config.threads = self.contest.search_threads.get();
                Some((player, agent))
            }
            Side::Outside(_) => None,
        });
        self.begin(&game, seeds);
        while self.played.forfeit.is_none() {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let answer = match game.actor() {
                Actor::Chance => self.deal.answer(&game),
                Actor::Nobody => break,
                Actor::Seat(seat) => match (&mut agents[player_of(seat, self.number)], game.of::<F>()) {
                    (Some((player, agent)), Some((_, position))) => {
                        let start = Instant::now();
                        let seed = seeds[player_of(seat, self.number)];
                        let answer = agent.answer(*player, position, self.contest.budget, seed);
                        self.clock(seat, start.elapsed());
                        Some(answer)
                    }
                    _ => self.ask(&game, seat),
                },
            };
            let Some(answer) = answer else { break };
            self.apply_and_notify(&mut game, answer);
        }
        Some(game)
    }

    fn clock(&mut self, seat: u8, took: Duration) {
        self.played.times[player_of(seat, self.number)].add(Times::one(took));
    }

    /// Notifies external players of the start of a game.
    fn begin(&mut self, game: &Game, seeds: [u64; 2]) {
        for (player, seed) in seeds.into_iter().enumerate() {
            let Some(outside) = &mut self.outside[player] else { continue };
            let seats: Vec<u8> =
                (0..game.setup().seats).filter(|&seat| player_of(seat, self.number) == player).collect();
            // External players get only half the bits of a well-mixed number, so they cannot derive the deal from it.
            if let Err(fault) = outside.begin(game, &seats, (seed >> 32) as u32) {
                self.played.forfeit = Some(Forfeit { player, seat: None, seq: game.seq(), fault });
                return;
            }
        }
    }

    /// Asks an external player for its answer. Returns `None` if the player forfeits the game.
    fn ask(&mut self, game: &Game, seat: u8) -> Option<Answer> {
        let player = player_of(seat, self.number);
        let answered = self.outside[player].as_mut()?.answer(game, seat).and_then(|reply| {
            if game.legal().contains(&reply.answer) {
                return Ok(reply);
            }
            Err(Fault { kind: FaultKind::Illegal, reason: format!("{:?} is not legal", reply.answer) })
        });
        match answered {
            Ok(reply) => {
                self.clock(seat, reply.took);
                Some(reply.answer)
            }
            Err(fault) => {
                self.played.forfeit = Some(Forfeit { player, seat: Some(seat), seq: game.seq(), fault });
                None
            }
        }
    }

    /// Applies an answer and notifies external players.
    fn apply_and_notify(&mut self, game: &mut Game, answer: Answer) {
        let seat = match game.actor() {
            Actor::Seat(seat) => Some(seat),
            Actor::Chance | Actor::Nobody => None,
        };
        let heard = self.outside.iter().any(Option::is_some);
        let word = if heard { game.word(answer) } else { String::new() };
        match game.apply_raw(answer) {
            Ok(events) => {
                let step = Step { game, seat, word: &word, events: &events };
                self.outside.iter_mut().flatten().for_each(|outside| outside.receive(&step));
            }
            // Built-in players never answer illegally. If one did anyway, the game must end here, or it would never end.
            Err(why) => {
                match seat.map(|seat| self.contest.sides[player_of(seat, self.number)]) {
                    Some(Side::Ours(player)) => illegal::report_illegal_choice(game, player, Some(answer)),
                    _ => debug_assert!(false, "{why} in {game:?}"),
                }
                let fault = Fault { kind: FaultKind::Illegal, reason: why.to_string() };
                let player = seat.map_or(0, |seat| player_of(seat, self.number));
                self.played.forfeit = Some(Forfeit { player, seat, seq: game.seq(), fault });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// Gives the first legal answer until answer number `until`, then an illegal one.
    struct Stubborn {
        until: usize,
    }

    impl ExternalPlayer for Stubborn {
        fn begin(&mut self, _: &Game, _: &[u8], _: u32) -> Result<(), Fault> {
            if self.until == 0 { Err(Fault { kind: FaultKind::Start, reason: "no".into() }) } else { Ok(()) }
        }

        fn receive(&mut self, step: &Step<'_>) {
            assert!(!step.word.is_empty() && step.game.seq() > 0);
        }

        fn answer(&mut self, game: &Game, _: u8) -> Result<Reply, Fault> {
            let answer = if game.seq() < self.until { game.legal()[0] } else { Answer::Begin { seat: 9 } };
            Ok(Reply { answer, took: Duration::from_millis(3) })
        }

        fn end(&mut self, _: &Game, played: &Played) {
            assert_eq!(played.forfeit.is_some(), self.until < 1000);
        }
    }

    fn play(line: &str, until: usize) -> Vec<Finished> {
        let make = move || -> Box<dyn ExternalPlayer> { Box::new(Stubborn { until }) };
        let contest = Contest {
            setup: Setup::from_line(line).unwrap(),
            sides: [Side::Outside(&make), Side::Ours(Player::Random)],
            budget: Budget::Evaluations(10),
            seed: 3,
            threads: NonZeroUsize::MIN,
            search_threads: NonZeroUsize::MIN,
        };
        let games = Mutex::new(Vec::new());
        contest
            .play(&[0, 1], |finished| {
                games.lock().unwrap().push(finished);
                ControlFlow::Continue(())
            })
            .unwrap();
        games.into_inner().unwrap()
    }

    #[test]
    fn external_players_play_whole_games() {
        for line in ["carcassonne seats=3", "hunters seats=2", "discovery seats=2 hand=two_hidden", "coop seats=2"] {
            for finished in play(line, 1000) {
                assert!(finished.game.is_over() && finished.played.forfeit.is_none(), "{line}");
                assert!(finished.played.times[0].total >= Duration::from_millis(3), "{line}");
            }
        }
    }

    #[test]
    fn a_forfeit_loses_the_game() {
        let games = play("carcassonne seats=2", 20);
        assert_eq!(games.len(), 2);
        for Finished { number, game, played, .. } in games {
            let forfeit = played.forfeit.clone().unwrap();
            assert_eq!((forfeit.player, forfeit.fault.kind), (0, FaultKind::Illegal));
            assert_eq!(forfeit.seat.map(|seat| player_of(seat, number)), Some(0));
            assert!(forfeit.seq >= 20 && game.seq() == forfeit.seq && !game.is_over());
            assert_eq!((played.won, played.result()), ([false, true], 0.0));
        }
        let forfeit = play("carcassonne seats=2", 0).remove(0).played.forfeit.unwrap();
        assert_eq!((forfeit.seat, forfeit.seq, forfeit.fault.kind), (None, 0, FaultKind::Start));
        // A team does not win if one of its players forfeits.
        assert!(play("coop seats=2", 20).iter().all(|finished| finished.played.won == [false; 2]));
    }

    #[test]
    fn a_match_can_be_stopped() {
        let contest = Contest {
            setup: Setup::base(2),
            sides: [Side::Ours(Player::Random); 2],
            budget: Budget::Evaluations(10),
            seed: 3,
            threads: NonZeroUsize::new(3).unwrap(),
            search_threads: NonZeroUsize::MIN,
        };
        let seen = AtomicUsize::new(0);
        let numbers: Vec<u32> = (0..200).collect();
        contest
            .play(&numbers, |_| {
                if seen.fetch_add(1, Ordering::Relaxed) < 4 {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })
            .unwrap();
        assert!(seen.into_inner() < 20);
    }
}
