//! Changes of tournaments: a change is planned for the current state, stored if no other step came first, and planned again otherwise.

use std::collections::BTreeSet;
use std::sync::Arc;

use table::Hash;
use tournament::{Command, MatchNumber, Refused, standings};

use super::due::{adapt_tables, games_due, table_of};
use super::news::news;
use super::service::{Current, apply_command, shown_names, time_of};
use super::step::{Decision, Step};
use super::store::{Admission, ArbiterLine, NewStep, NewSteps, PlayerLine, Status, StepRole};
use super::types::TournamentAct;
use crate::accounts::store::{AccountId, SignedIn};
use crate::app::App;
use crate::common::role::Role;
use crate::compute::slots::Owner;
use crate::http::refusal::{Code, Refusal};
use crate::matchmaking::person::Person;
use crate::matchmaking::types::PersonEvent;
use crate::storage::{StorageError, now};

/// Maximum number of steps of a tournament.
const MAX_STEPS: i64 = 100_000;
/// Number of times that a change is planned if other steps keep coming first.
const MAX_TRIES: usize = 20;
/// Maximum number of arbiters beside the organiser, including those dismissed.
const MAX_ARBITERS: usize = 20;
/// Maximum length of the name of a player without an account, in characters.
const MAX_PLAYER_NAME: usize = 40;

/// A planned change.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub steps: Vec<NewStep>,
    /// Players who join, in the order of their steps.
    pub joining: Vec<PlayerLine>,
    /// The account that becomes an arbiter for the first time.
    pub appointed: Option<ArbiterLine>,
    /// Deleted players who are withdrawn.
    pub gone: Vec<u16>,
    /// The table whose result is entered.
    pub entered: Option<String>,
    /// The table whose game was aborted.
    pub aborted: Option<String>,
}

/// A player or an arbiter to be added.
#[derive(Clone, Debug)]
pub struct Entrant {
    pub account: Option<AccountId>,
    pub name: String,
    pub key: Option<Hash>,
    pub rating: Option<u16>,
}

/// Turns a storage error into a refusal.
pub fn stored<T>(stored: Result<T, StorageError>) -> Result<T, Refusal> {
    stored.map_err(|why| Refusal::not_stored("tournaments", &why))
}

pub fn no_tournament() -> Refusal {
    Refusal::new(Code::NoTournament, "there is no such tournament; check the link")
}

fn refused(why: Refused) -> Refusal {
    Refusal::new(Code::TournamentRefused, why.counted_from_one().to_string())
}

fn refuse<T>(what: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(Code::TournamentRefused, what.into()))
}

/// Returns a tournament as it is now.
///
/// # Errors
/// `no_tournament`, storage failed, or too many of the owner's requests are waiting.
pub async fn current(app: &App, owner: Owner, id: &str) -> Result<Current, Refusal> {
    let pending = stored(app.tournaments.read(id).await)?.ok_or_else(no_tournament)?;
    let time = pending.time();
    if time.is_zero() {
        let current = stored(pending.compute())?;
        app.tournaments.cache(&current);
        return Ok(current);
    }
    let current = app.replays.run(owner, time, move |_| stored(pending.compute())).await?;
    app.tournaments.cache(&current);
    Ok(current)
}

/// Changes a tournament; returns it as it is afterwards. A plan without content changes nothing.
///
/// # Errors
/// The plan or one of its steps is refused, or storage failed; then nothing is changed.
pub async fn change(
    app: &App,
    owner: Owner,
    id: &str,
    plan: impl Fn(&Current) -> Result<Plan, Refusal>,
) -> Result<Current, Refusal> {
    for _ in 0..MAX_TRIES {
        let before = current(app, owner, id).await?;
        let plan = plan(&before)?;
        let Plan { steps, gone, entered, aborted, .. } = &plan;
        if steps.is_empty() && gone.is_empty() && entered.is_none() && aborted.is_none() {
            return Ok(before);
        }
        if before.line.steps + i64::try_from(steps.len()).unwrap_or(i64::MAX) > MAX_STEPS {
            return refuse(format!("a tournament has at most {MAX_STEPS} steps"));
        }
        let (from, own) = (before.clone(), plan.clone());
        let time = time_of(steps.iter().map(|new| &new.step), before.players.len());
        let after = app.replays.run(owner, time, move |_| applied(from, &own)).await?;
        if stored(app.store.add_tournament_steps(new_steps(&before, &after, plan)).await)? {
            app.tournaments.cache(&after);
            notify(app, &after);
            return Ok(after);
        }
    }
    Err(Refusal::new(Code::Busy, "others are changing this tournament; try again"))
}

/// Applies a plan.
fn applied(mut current: Current, plan: &Plan) -> Result<Current, Refusal> {
    current.players.extend(plan.joining.iter().cloned());
    current.arbiters.extend(plan.appointed.clone());
    let names = shown_names(&current.players);
    for NewStep { step, .. } in &plan.steps {
        match step {
            Step::Command(command) => {
                apply_command(Arc::make_mut(&mut current.state), command, &names).map_err(refused)?;
            }
            Step::Decision(Decision::Replay { number }) => replay(&mut current, *number)?,
            Step::Decision(Decision::Appoint { arbiter }) => set_active(&mut current, *arbiter, true),
            Step::Decision(Decision::Dismiss { arbiter }) => set_active(&mut current, *arbiter, false),
        }
    }
    for (table, status) in [(&plan.entered, Status::Entered), (&plan.aborted, Status::Aborted)] {
        if let Some(table) = table {
            set_status(&mut current, table, status);
        }
    }
    if current.line.game.is_some() {
        let state = current.state.clone();
        adapt_tables(&state, &mut current.tables);
    }
    current.standings = Arc::new(standings(&current.state));
    current.line.steps += i64::try_from(plan.steps.len()).unwrap_or(i64::MAX);
    current.line.phase = current.state.phase().into();
    current.line.players = u16::try_from(current.players.len()).unwrap_or(u16::MAX);
    Ok(current)
}

/// Puts the table of a match's current game aside, so that the game gets another one.
fn replay(current: &mut Current, number: MatchNumber) -> Result<(), Refusal> {
    let due = games_due(&current.state).into_iter().find(|(found, _)| *found == number);
    let table = due.and_then(|game| table_of(&current.tables, game)).map(|table| table.table.clone());
    let Some(table) = table else {
        return refuse(format!("match {} has no table whose game could be played again", number.saturating_add(1)));
    };
    set_status(current, &table, Status::Replaced);
    Ok(())
}

fn set_active(current: &mut Current, arbiter: u16, active: bool) {
    if let Some(found) = current.arbiters.get_mut(usize::from(arbiter)) {
        found.active = active;
    }
}

fn set_status(current: &mut Current, table: &str, status: Status) {
    if let Some(found) = current.tables.iter_mut().find(|found| found.table == table) {
        found.status = status;
    }
}

/// Returns what is to be stored of a change.
fn new_steps(before: &Current, after: &Current, plan: Plan) -> NewSteps {
    let joined = before.players.len();
    let players = (joined..).zip(&plan.joining).map(|(number, player)| {
        let name = player.name.clone().filter(|_| player.account.is_none());
        (u16::try_from(number).unwrap_or(u16::MAX), player.account, name)
    });
    let tables = after.tables.iter().filter(|table| !before.tables.contains(table));
    let arbiters = (0u16..).zip(&after.arbiters);
    let changed = arbiters.filter(|(number, arbiter)| before.arbiters.get(usize::from(*number)) != Some(arbiter));
    NewSteps {
        arbiters: changed.map(|(number, arbiter)| (number, arbiter.account, arbiter.active)).collect(),
        id: before.line.id.clone(),
        after: before.line.steps,
        players: players.collect(),
        gone: plan.gone,
        tables: tables.cloned().collect(),
        news: news(before, after),
        phase: after.line.phase,
        time: now(),
        steps: plan.steps,
    }
}

/// Notifies the organiser, the arbiters and the players of a change.
fn notify(app: &App, current: &Current) {
    let players = current.players.iter().filter_map(|player| player.account);
    let arbiters = current.arbiters.iter().filter(|arbiter| arbiter.active).filter_map(|arbiter| arbiter.account);
    let accounts: BTreeSet<AccountId> = players.chain(arbiters).chain(current.line.organiser).collect();
    let event = PersonEvent::Tournament { tournament: current.line.id.clone() };
    for account in accounts {
        app.matchmaking.streams.send_to_person(Person::Account(account), &event);
    }
}

/// Returns the role in which an account decides as an arbiter; `None` if it may not. A moderator stands in for an organiser whose account
/// was deleted.
pub fn arbiter_role(current: &Current, who: &SignedIn) -> Option<StepRole> {
    if current.line.organiser == Some(who.account) {
        return Some(StepRole::Organiser);
    }
    let appointed = current.arbiters.iter().any(|arbiter| arbiter.active && arbiter.account == Some(who.account));
    let stands_in = current.line.organiser.is_none() && who.role >= Role::Moderator;
    (appointed || stands_in).then_some(StepRole::Arbiter)
}

/// Returns the plan for an action of an account. `entrant` is the player who joins or is added, or the arbiter who is appointed.
///
/// # Errors
/// The account may not do this, or it is not possible.
pub fn plan_act(
    current: &Current,
    who: &SignedIn,
    act: &TournamentAct,
    entrant: Option<&Entrant>,
) -> Result<Plan, Refusal> {
    let (role, step, reason) = match act {
        TournamentAct::Join {} => {
            if current.line.joining != Admission::Open && arbiter_role(current, who).is_none() {
                let what = "only an arbiter adds players to this tournament; ask to be added";
                return Err(Refusal::new(Code::NotInvited, what));
            }
            (StepRole::Player, join(entrant), None)
        }
        TournamentAct::Add { .. } => (StepRole::Arbiter, join(entrant), None),
        TournamentAct::Withdraw { player, reason } => {
            let (role, player) = player_for(current, who, *player, reason.as_ref())?;
            (role, Command::Withdraw { player }.into(), reason.clone())
        }
        TournamentAct::Return { player, reason } => {
            let (role, player) = player_for(current, who, *player, reason.as_ref())?;
            (role, Command::Return { player }.into(), reason.clone())
        }
        TournamentAct::Pair {} => (StepRole::Arbiter, Command::Pair.into(), None),
        TournamentAct::Report { r#match, points } => (StepRole::Player, report(current, who, *r#match, *points)?, None),
        TournamentAct::Enter { r#match, points, winner, reason } => {
            let winner = winner.map(|side| side.checked_sub(1).ok_or_else(bad_winner)).transpose()?;
            let step = Command::Enter { number: index(*r#match)?, points: *points, winner };
            (StepRole::Arbiter, step.into(), Some(reason.clone()))
        }
        TournamentAct::Rule { r#match, outcome, reason } => {
            tournament::check_name(reason).map_err(|_| bad_reason())?;
            let step = Command::Rule { number: index(*r#match)?, outcome: *outcome, reason: reason.clone() };
            (StepRole::Arbiter, step.into(), None)
        }
        TournamentAct::Reopen { r#match, reason } => {
            (StepRole::Arbiter, Command::Reopen { number: index(*r#match)? }.into(), Some(reason.clone()))
        }
        TournamentAct::Adjourn { r#match, adjourned, reason } => {
            let step = Command::Adjourn { number: index(*r#match)?, adjourned: *adjourned };
            (StepRole::Arbiter, step.into(), Some(reason.clone()))
        }
        TournamentAct::Replay { r#match, reason } => {
            let step = Step::Decision(Decision::Replay { number: index(*r#match)? });
            (StepRole::Arbiter, step, Some(reason.clone()))
        }
        TournamentAct::Appoint { .. } => return appoint(current, who, entrant),
        TournamentAct::Dismiss { arbiter } => return dismiss(current, who, *arbiter),
    };
    let role = match role {
        StepRole::Arbiter => arbiter_role(current, who).ok_or_else(|| {
            Refusal::new(Code::NotAllowed, "only the organiser and the arbiters of this tournament can do this")
        })?,
        role => role,
    };
    if let Some(reason) = &reason {
        tournament::check_name(reason).map_err(|_| bad_reason())?;
    }
    let joining = joining_player(current, entrant)?;
    let steps = vec![NewStep { step, account: Some(who.account), role, reason }];
    Ok(Plan { steps, joining: joining.into_iter().collect(), ..Plan::default() })
}

/// Returns the role of an account that appoints arbiters: the organiser, or a moderator who stands in.
fn appointing_role(current: &Current, who: &SignedIn) -> Option<StepRole> {
    let role = arbiter_role(current, who)?;
    let may = role == StepRole::Organiser || current.line.organiser.is_none() && who.role >= Role::Moderator;
    may.then_some(role)
}

fn only_organiser() -> Refusal {
    Refusal::new(Code::NotAllowed, "only the organiser of this tournament can do this")
}

/// Returns the plan to make an account an arbiter, also again.
fn appoint(current: &Current, who: &SignedIn, entrant: Option<&Entrant>) -> Result<Plan, Refusal> {
    let role = appointing_role(current, who).ok_or_else(only_organiser)?;
    let Some(Entrant { account: Some(account), name, .. }) = entrant else {
        return Err(Refusal::new(Code::NoPerson, "an arbiter needs an account"));
    };
    if current.line.organiser == Some(*account) {
        return refuse("the organiser is an arbiter already");
    }
    let known = current.arbiters.iter().position(|arbiter| arbiter.account == Some(*account));
    if known.is_some_and(|known| current.arbiters.get(known).is_some_and(|arbiter| arbiter.active)) {
        return refuse(format!("{name} is an arbiter already"));
    }
    if known.is_none() && current.arbiters.len() >= MAX_ARBITERS {
        return refuse(format!("a tournament has at most {MAX_ARBITERS} arbiters, including those dismissed"));
    }
    let appointed = ArbiterLine { account: Some(*account), name: Some(name.clone()), active: true };
    let arbiter = u16::try_from(known.unwrap_or(current.arbiters.len())).unwrap_or(u16::MAX);
    let step = Step::Decision(Decision::Appoint { arbiter });
    let steps = vec![NewStep { step, account: Some(who.account), role, reason: None }];
    Ok(Plan { steps, appointed: known.is_none().then_some(appointed), ..Plan::default() })
}

/// Returns the plan to dismiss an arbiter, who can also step down.
fn dismiss(current: &Current, who: &SignedIn, arbiter: u16) -> Result<Plan, Refusal> {
    let number = arbiter.checked_sub(1);
    let found = number.and_then(|number| current.arbiters.get(usize::from(number))).filter(|found| found.active);
    let (Some(number), Some(found)) = (number, found) else {
        return refuse("there is no such arbiter; arbiters are numbered from 1");
    };
    let own = (found.account == Some(who.account)).then_some(StepRole::Arbiter);
    let role = own.or_else(|| appointing_role(current, who)).ok_or_else(only_organiser)?;
    let step = Step::Decision(Decision::Dismiss { arbiter: number });
    Ok(Plan { steps: vec![NewStep { step, account: Some(who.account), role, reason: None }], ..Plan::default() })
}

fn bad_winner() -> Refusal {
    Refusal::new(Code::BadRange, "winner must be 1 or 2: the first or the second player of the match")
}

fn bad_reason() -> Refusal {
    let most = tournament::MAX_NAME;
    Refusal::new(Code::LineLength, format!("a reason must have 1 to {most} characters without line breaks"))
}

/// Returns the step with which a player joins.
fn join(entrant: Option<&Entrant>) -> Step {
    Command::Join { name: String::new(), rating: entrant.and_then(|entrant| entrant.rating) }.into()
}

/// Returns the player to be stored, who must not have joined already.
fn joining_player(current: &Current, entrant: Option<&Entrant>) -> Result<Option<PlayerLine>, Refusal> {
    let Some(Entrant { account, name, key, .. }) = entrant else { return Ok(None) };
    let joined = match account {
        Some(account) => current.players.iter().any(|player| player.account == Some(*account)),
        None => current.players.iter().any(|player| player.name.as_ref() == Some(name)),
    };
    if joined {
        return Err(refused(Refused::NameTaken(name.clone())));
    }
    if name.chars().count() > MAX_PLAYER_NAME || tournament::check_name(name).is_err() {
        let what = format!("the name of a player must have 1 to {MAX_PLAYER_NAME} characters without line breaks");
        return Err(Refusal::new(Code::NameLength, what));
    }
    Ok(Some(PlayerLine { account: *account, name: Some(name.clone()), key: *key }))
}

/// Returns the player who leaves or returns, and the role in which that is decided.
fn player_for(
    current: &Current,
    who: &SignedIn,
    player: Option<u16>,
    reason: Option<&String>,
) -> Result<(StepRole, u16), Refusal> {
    let own = own_player(current, who.account);
    match (player, own) {
        (None, Some(own)) => Ok((StepRole::Player, own)),
        (None, None) => refuse("you do not play in this tournament; join it first"),
        (Some(player), own) if own.is_some_and(|own| own + 1 == player) => Ok((StepRole::Player, player - 1)),
        (Some(player), _) => {
            if reason.is_none() && arbiter_role(current, who).is_some() {
                return Err(bad_reason());
            }
            let no_player = || Refusal::new(Code::BadRange, "players are numbered from 1");
            Ok((StepRole::Arbiter, player.checked_sub(1).ok_or_else(no_player)?))
        }
    }
}

/// Returns the number of the player that an account is, counted from 0.
pub fn own_player(current: &Current, account: AccountId) -> Option<u16> {
    let found = current.players.iter().position(|player| player.account == Some(account));
    found.and_then(|number| u16::try_from(number).ok())
}

fn report(current: &Current, who: &SignedIn, number: u32, points: [i32; 2]) -> Result<Step, Refusal> {
    let number = index(number)?;
    if current.line.game.is_some() {
        return refuse("games of this tournament are played at tables, which report their results");
    }
    let found = current.state.matches().get(number as usize).ok_or_else(|| refused(Refused::NoMatch(number)))?;
    let side = own_player(current, who.account).and_then(|own| found.side_of(own));
    let Some(side) = side else {
        return Err(Refusal::new(Code::NotAllowed, "only the players of a match report its result"));
    };
    Ok(Command::Report { number, side: u8::from(side > 0), points }.into())
}

/// Converts the number of a match to the library's, which counts from 0.
fn index(number: u32) -> Result<MatchNumber, Refusal> {
    number.checked_sub(1).ok_or_else(|| Refusal::new(Code::BadRange, "matches are numbered from 1"))
}

impl From<Command> for Step {
    fn from(command: Command) -> Step {
        Step::Command(command)
    }
}
