//! The state of tournaments, computed from their steps and cached.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tournament::{Command, Standing, Tournament, standings};

use super::step::Step;
use super::store::{ArbiterLine, MatchTable, PlayerLine, StoredTournament, TournamentLine};
use crate::storage::{Database, StorageError};

/// Maximum number of cached tournaments.
const MAX_CACHED: usize = 64;
/// Estimated time to apply a step other than pairing, and to compute the standings of a player.
const STEP_TIME: Duration = Duration::from_micros(20);
const STANDING_TIME: Duration = Duration::from_micros(200);
/// Estimated time to pair a round, for each pair of players.
const PAIRING_TIME: Duration = Duration::from_micros(5);
/// Name of a deleted player in exports.
const DELETED: &str = "deleted player";

/// The tournaments of the server.
pub struct Tournaments {
    pub store: Arc<Database>,
    cached: Mutex<HashMap<String, Arc<CachedState>>>,
    /// Held while tables are created, so that one node does not try to create a table twice.
    pub creating: tokio::sync::Mutex<()>,
}

/// A state after a number of steps. It depends on the names of the players.
struct CachedState {
    names: Vec<String>,
    steps: i64,
    state: Arc<Tournament>,
    standings: Arc<Vec<Standing>>,
}

/// A tournament as it is now.
#[derive(Clone)]
pub struct Current {
    pub line: TournamentLine,
    pub state: Arc<Tournament>,
    /// The standings, the best first.
    pub standings: Arc<Vec<Standing>>,
    pub players: Vec<PlayerLine>,
    pub arbiters: Vec<ArbiterLine>,
    pub tables: Vec<MatchTable>,
}

/// A tournament that was read, and the steps to apply to a cached state.
pub struct Pending {
    stored: StoredTournament,
    names: Vec<String>,
    begin: Option<Arc<CachedState>>,
}

impl Tournaments {
    pub fn new(store: Arc<Database>) -> Tournaments {
        Tournaments { store, cached: Mutex::default(), creating: tokio::sync::Mutex::default() }
    }

    /// Reads a tournament. Its state is then computed by [`Pending::compute`].
    pub async fn read(&self, id: &str) -> Result<Option<Pending>, StorageError> {
        let known = self.cached().get(id).cloned();
        let from = known.as_ref().map_or(0, |known| known.steps);
        let Some(stored) = self.store.tournament(id, from).await? else { return Ok(None) };
        let names = shown_names(&stored.players);
        match known {
            None => Ok(Some(Pending { stored, names, begin: None })),
            // An account may have been renamed or deleted.
            Some(known) if names.starts_with(&known.names) => Ok(Some(Pending { stored, names, begin: Some(known) })),
            Some(_) => {
                let stored = self.store.tournament(id, 0).await?;
                Ok(stored.map(|stored| Pending { names: shown_names(&stored.players), stored, begin: None }))
            }
        }
    }

    /// Caches a state.
    pub fn cache(&self, current: &Current) {
        let names: Vec<String> = current.state.players().iter().map(|player| player.name.clone()).collect();
        let mut cached = self.cached();
        if cached.get(&current.line.id).is_some_and(|known| known.steps > current.line.steps) {
            return;
        }
        if cached.len() >= MAX_CACHED && !cached.contains_key(&current.line.id) {
            cached.clear();
        }
        let (state, standings) = (current.state.clone(), current.standings.clone());
        let state = CachedState { names, steps: current.line.steps, state, standings };
        cached.insert(current.line.id.clone(), Arc::new(state));
    }

    fn cached(&self) -> MutexGuard<'_, HashMap<String, Arc<CachedState>>> {
        self.cached.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pending {
    /// Estimates the time to compute the state; zero if it is cached.
    pub fn time(&self) -> Duration {
        if self.stored.steps.is_empty() { Duration::ZERO } else { time_of(&self.stored.steps, self.names.len()) }
    }

    /// Applies the steps.
    ///
    /// # Errors
    /// The stored steps cannot be applied.
    pub fn compute(self) -> Result<Current, StorageError> {
        let Pending { stored: StoredTournament { line, players, arbiters, tables, steps }, names, begin } = self;
        let damaged = |why: tournament::Refused| StorageError::Damaged(format!("tournament {}: {why}", line.id));
        let known = begin.as_ref().filter(|_| steps.is_empty()).map(|known| known.standings.clone());
        let mut state = match begin {
            Some(begin) => begin.state.clone(),
            None => Arc::new(Tournament::new(line.settings.clone()).map_err(damaged)?),
        };
        for step in &steps {
            if let Step::Command(command) = step {
                apply_command(Arc::make_mut(&mut state), command, &names).map_err(damaged)?;
            }
        }
        let standings = known.unwrap_or_else(|| Arc::new(standings(&state)));
        Ok(Current { line, state, standings, players, arbiters, tables })
    }
}

/// Estimates the time to apply steps to a tournament of this many players, and to compute its standings.
pub fn time_of<'a>(steps: impl IntoIterator<Item = &'a Step>, players: usize) -> Duration {
    let players = u32::try_from(players).unwrap_or(u32::MAX);
    let time = |step: &Step| match step {
        Step::Command(Command::Pair) => PAIRING_TIME.saturating_mul(players.saturating_mul(players)),
        _ => STEP_TIME,
    };
    let begin = STANDING_TIME.saturating_mul(players);
    steps.into_iter().map(time).fold(begin, Duration::saturating_add)
}

/// Applies a command, in which the name of a player who joins is completed.
pub fn apply_command(state: &mut Tournament, command: &Command, names: &[String]) -> Result<(), tournament::Refused> {
    match command {
        Command::Join { rating, .. } => {
            let name = names.get(state.players().len()).cloned().unwrap_or_default();
            state.apply(&Command::Join { name, rating: *rating })
        }
        command => state.apply(command),
    }
}

/// Returns the names of players, made different from one another: a player without an account can have the name of an account.
pub fn shown_names(players: &[PlayerLine]) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(players.len());
    for (number, player) in (1..).zip(players) {
        let name = player.name.as_deref().unwrap_or(DELETED);
        let same = player.name.is_none() || names.iter().any(|other| other == name);
        names.push(if same { format!("{name} ({number})") } else { name.to_owned() });
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_have_different_names() {
        let player = |name: Option<&str>| PlayerLine { account: None, name: name.map(str::to_owned), key: None };
        let names = shown_names(&[player(Some("Anna")), player(None), player(Some("Anna")), player(None)]);
        assert_eq!(names, ["Anna", "deleted player (2)", "Anna (3)", "deleted player (4)"]);
    }
}
