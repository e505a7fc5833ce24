//! Applies commands to a tournament.

use crate::command::Command;
use crate::matches::{Game, Match, Outcome, Ruling};
use crate::pairing;
use crate::refused::{Refused, check_name};
use crate::settings::Format;
use crate::state::{MAX_PLAYERS, Phase, Player, Tournament};
use crate::{MatchNumber, PlayerNumber};

/// Maximum number of points in a game, in either direction.
const MAX_POINTS: i32 = 10_000;

impl Tournament {
    /// Returns how far the tournament has come.
    pub fn phase(&self) -> Phase {
        match self.rounds {
            0 => Phase::Joining,
            rounds if self.open_matches(rounds - 1) > 0 => Phase::Playing,
            _ if pairing::is_over(self) => Phase::Over,
            _ => Phase::BetweenRounds,
        }
    }

    fn open_matches(&self, round: usize) -> usize {
        self.matches_of(round).filter(|(_, found)| self.outcome(found).is_none()).count()
    }

    /// Applies a command.
    ///
    /// # Errors
    /// Refuses a command that is not possible now; the tournament is then unchanged.
    pub fn apply(&mut self, command: &Command) -> Result<(), Refused> {
        match command {
            Command::Join { name, rating } => self.join(name, *rating),
            Command::Withdraw { player } => self.withdraw(*player),
            Command::Return { player } => self.bring_back(*player),
            Command::Pair => self.pair(),
            Command::Report { number, side, points } => self.report(*number, *side, *points),
            Command::Enter { number, points, winner } => self.enter(*number, *points, *winner),
            Command::Rule { number, outcome, reason } => self.rule(*number, *outcome, reason),
            Command::Reopen { number } => self.reopen(*number),
            Command::Adjourn { number, adjourned } => self.adjourn(*number, *adjourned),
        }
    }

    fn join(&mut self, name: &str, rating: Option<u16>) -> Result<(), Refused> {
        check_name(name)?;
        if self.players.iter().any(|player| player.name == name) {
            return Err(Refused::NameTaken(name.to_owned()));
        }
        if self.players.len() == MAX_PLAYERS {
            return Err(Refused::Full);
        }
        self.check_late()?;
        if self.rounds > 0 {
            self.seeds.push(self.players.len() as PlayerNumber);
        }
        self.players.push(Player { name: name.to_owned(), rating, withdrawn: false });
        Ok(())
    }

    /// Refuses players after the start of a format that cannot take them.
    fn check_late(&self) -> Result<(), Refused> {
        match (self.rounds, self.phase()) {
            (0, _) => Ok(()),
            (_, Phase::Over) => Err(Refused::Over),
            _ if self.settings.format.takes_late_players() => Ok(()),
            _ => Err(Refused::Started),
        }
    }

    fn player_mut(&mut self, player: PlayerNumber) -> Result<&mut Player, Refused> {
        self.players.get_mut(usize::from(player)).ok_or(Refused::NoPlayer(player))
    }

    fn withdraw(&mut self, player: PlayerNumber) -> Result<(), Refused> {
        let leaving = self.player_mut(player)?;
        if leaving.withdrawn {
            return Err(Refused::AlreadyLeft(leaving.name.clone()));
        }
        leaving.withdrawn = true;
        let reason = format!("{} withdrew", leaving.name);
        let settings = &self.settings;
        for found in self.matches.iter_mut().filter(|found| found.outcome(settings).is_none()) {
            if let Some(side) = found.side_of(player) {
                found.ruling = Some(Ruling { outcome: Outcome::won_by(1 - side), reason: reason.clone() });
                found.adjourned = false;
            }
        }
        Ok(())
    }

    fn bring_back(&mut self, player: PlayerNumber) -> Result<(), Refused> {
        let returning = self.player_mut(player)?;
        if !returning.withdrawn {
            return Err(Refused::NotLeft(returning.name.clone()));
        }
        self.check_late()?;
        if self.rounds > 0 && !self.seeds.contains(&player) {
            self.seeds.push(player);
        }
        self.player_mut(player)?.withdrawn = false;
        Ok(())
    }

    fn pair(&mut self) -> Result<(), Refused> {
        match self.phase() {
            Phase::Joining => self.start()?,
            Phase::Playing => {
                let open = self.open_matches(self.rounds - 1);
                return Err(Refused::RoundOpen { round: self.rounds, open });
            }
            Phase::BetweenRounds => {}
            Phase::Over => return Err(Refused::Over),
        }
        while let Some(matches) = pairing::next_round(self) {
            self.rounds += 1;
            if !matches.is_empty() {
                self.matches.extend(matches);
                break;
            }
        }
        self.lose_without_the_withdrawn();
        Ok(())
    }

    fn start(&mut self) -> Result<(), Refused> {
        let seeds = pairing::seeds(&self.players, &self.settings);
        let needed = match self.settings.format {
            Format::Groups { groups, advance } => usize::from(groups) * usize::from(advance.max(2)),
            _ => 2,
        };
        if seeds.len() < needed {
            return Err(Refused::TooFew { players: seeds.len(), needed });
        }
        self.seeds = seeds;
        Ok(())
    }

    /// Decides the matches of the new round that a player who has left was still due to play.
    fn lose_without_the_withdrawn(&mut self) {
        let players = &self.players;
        let is_gone =
            |player: Option<PlayerNumber>| player.is_some_and(|player| players[usize::from(player)].withdrawn);
        for found in self.matches.iter_mut().filter(|found| found.round + 1 == self.rounds && !found.is_bye()) {
            let outcome = match found.players.map(is_gone) {
                [false, false] => continue,
                [true, true] => Outcome::BothLose,
                [gone, _] => Outcome::won_by(usize::from(gone)),
            };
            found.ruling = Some(Ruling { outcome, reason: "a player withdrew".to_owned() });
        }
    }

    /// Returns an open match that takes results.
    fn open_match(&mut self, number: MatchNumber) -> Result<&mut Match, Refused> {
        let settings = &self.settings;
        let found = self.matches.get_mut(number as usize).ok_or(Refused::NoMatch(number))?;
        if found.outcome(settings).is_some() {
            return Err(Refused::Decided(number));
        }
        if found.adjourned {
            return Err(Refused::Adjourned(number));
        }
        Ok(found)
    }

    fn report(&mut self, number: MatchNumber, side: u8, points: [i32; 2]) -> Result<(), Refused> {
        check_points(points)?;
        let found = self.open_match(number)?;
        let game = current_game(found);
        let report = game.reports.get_mut(usize::from(side)).ok_or(Refused::Side(side))?;
        *report = Some(points);
        if game.reports == [Some(points); 2] {
            game.points = Some(points);
            self.next_game(number);
        }
        Ok(())
    }

    fn enter(&mut self, number: MatchNumber, points: [i32; 2], winner: Option<u8>) -> Result<(), Refused> {
        check_points(points)?;
        if let Some(side) = winner.filter(|&side| side > 1) {
            return Err(Refused::Side(side));
        }
        let game = current_game(self.open_match(number)?);
        (game.points, game.winner) = (Some(points), winner);
        self.next_game(number);
        Ok(())
    }

    /// Adds the next game of a match that is still open.
    fn next_game(&mut self, number: MatchNumber) {
        let found = &mut self.matches[number as usize];
        if found.outcome(&self.settings).is_none() {
            found.games.push(Game::default());
        }
    }

    fn rule(&mut self, number: MatchNumber, outcome: Outcome, reason: &str) -> Result<(), Refused> {
        check_name(reason)?;
        let settings = &self.settings;
        let found = self.matches.get_mut(number as usize).ok_or(Refused::NoMatch(number))?;
        if found.outcome(settings).is_some() {
            return Err(Refused::Decided(number));
        }
        if outcome == Outcome::Draw && found.stage.needs_winner() {
            return Err(Refused::NeedsWinner(number));
        }
        found.ruling = Some(Ruling { outcome, reason: reason.to_owned() });
        found.adjourned = false;
        Ok(())
    }

    fn reopen(&mut self, number: MatchNumber) -> Result<(), Refused> {
        let rounds = self.rounds;
        let found = self.matches.get_mut(number as usize).ok_or(Refused::NoMatch(number))?;
        if found.round + 1 != rounds {
            return Err(Refused::EarlierRound(number));
        }
        let gone = found.players.iter().flatten().any(|&player| self.players[usize::from(player)].withdrawn);
        if found.is_bye() || gone {
            return Err(Refused::NothingToReopen(number));
        }
        if found.ruling.take().is_some() {
            if found.games.last().is_none_or(|game| game.points.is_some()) {
                found.games.push(Game::default());
            }
            return Ok(());
        }
        if found.games.last() == Some(&Game::default()) && found.games.len() > 1 {
            found.games.pop();
        }
        match found.games.last_mut() {
            Some(game) if *game != Game::default() => *game = Game::default(),
            _ => return Err(Refused::NothingToReopen(number)),
        }
        Ok(())
    }

    fn adjourn(&mut self, number: MatchNumber, adjourned: bool) -> Result<(), Refused> {
        let settings = &self.settings;
        let found = self.matches.get_mut(number as usize).ok_or(Refused::NoMatch(number))?;
        if found.outcome(settings).is_some() {
            return Err(Refused::Decided(number));
        }
        match (found.adjourned, adjourned) {
            (true, true) => return Err(Refused::Adjourned(number)),
            (false, false) => return Err(Refused::NothingToReopen(number)),
            _ => found.adjourned = adjourned,
        }
        Ok(())
    }
}

/// Returns the game that an open match waits for.
fn current_game(found: &mut Match) -> &mut Game {
    if found.games.last().is_none_or(|game| game.points.is_some()) {
        found.games.push(Game::default());
    }
    let last = found.games.len() - 1;
    &mut found.games[last]
}

fn check_points(points: [i32; 2]) -> Result<(), Refused> {
    let possible = |points: &i32| (-MAX_POINTS..=MAX_POINTS).contains(points);
    if points.iter().all(possible) { Ok(()) } else { Err(Refused::Points) }
}
