//! Challenges: tables reserved for the accounts that their creator names.

use table::{Clock, Colour, Joining, NewTable, SeatOccupant, TableSummary};

use super::create_table;
use super::person::Person;
use super::service::stored;
use super::store::{ChallengeLine, EndedChallenge, NewChallenges, TooMany};
use super::types::{ChallengeInfo, PersonEvent};
use crate::app::App;
use crate::http::extract::Browser;
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Caller;
use crate::live::handle::TableHandle;
use crate::results::seat_ratings;
use crate::storage::now;
use crate::tokens::rated_play;

/// Maximum number of accounts per challenge.
const MAX_CHALLENGED: usize = 8;
/// Lifetime of a challenge to a live game, in milliseconds: an hour.
const LIVE_CHALLENGE_MS: i64 = 60 * 60 * 1000;
/// Lifetime of a challenge to a correspondence or untimed game, in milliseconds: three days.
const CHALLENGE_MS: i64 = 3 * 24 * 60 * 60 * 1000;

/// Converts a stored challenge for a response.
pub fn info(line: ChallengeLine) -> ChallengeInfo {
    let ChallengeLine { table, challenger, challenged, own, expires } = line;
    ChallengeInfo { table: TableSummary::of(&table), by: challenger, to: challenged, own, expires }
}

/// Returns the challenges of the signed-in account; none for a guest.
pub async fn list(app: &App, browser: &Browser) -> Result<Vec<ChallengeInfo>, Refusal> {
    let Some(account) = browser.account() else { return Ok(Vec::new()) };
    Ok(stored(app.matchmaking.store.challenges(account.account).await)?.into_iter().map(info).collect())
}

/// Creates a table and challenges accounts to it.
pub async fn challenge(
    app: &App,
    caller: Caller,
    browser: &Browser,
    to: Vec<String>,
    mut asked: NewTable,
) -> Result<(TableHandle, Vec<(Option<u8>, String)>), Refusal> {
    let own = browser.signed()?.account;
    if !(1..=MAX_CHALLENGED).contains(&to.len()) {
        let what = format!("name 1 to {MAX_CHALLENGED} accounts in \"to\"");
        return Err(Refusal::new(Code::BadMessage, what));
    }
    let mut accounts: Vec<_> = create_table::accounts(app, &to).await?.iter().map(|named| named.account).collect();
    accounts.sort_unstable();
    accounts.dedup();
    if accounts.contains(&own) {
        return Err(Refusal::new(Code::Yourself, "you can't challenge yourself; name another account"));
    }
    if asked.rated {
        rated_play::may_rate(app, browser.signed()?, accounts.clone()).await?;
    }
    for &account in &accounts {
        if app.chat.blocks(account, own).await? || app.chat.blocks(own, account).await? {
            let what = "one of these accounts has blocked you, or you have blocked it; name another account";
            return Err(Refusal::new(Code::NotForYou, what));
        }
    }
    let open = asked.occupants()?.iter().filter(|sitter| **sitter == SeatOccupant::Open).count();
    if open < accounts.len() {
        let what =
            format!("{} accounts are challenged, but {open} seats are open; leave one open for each", accounts.len());
        return Err(Refusal::new(Code::BadSetup, what));
    }
    asked.public = false;
    asked.invited = Some(to);
    let lasts = match asked.terms()?.clock {
        Some(Clock::Game { .. } | Clock::Turn { .. }) => LIVE_CHALLENGE_MS,
        Some(Clock::Days { .. }) | None => CHALLENGE_MS,
    };
    let (table, tokens) = create_table::create(app, caller, browser, asked).await?;
    let name = table.name().to_owned();
    let new = NewChallenges { table: name.clone(), challenger: own, accounts, expires: now() + lasts };
    let challenged = new.accounts.clone();
    let made = stored(app.matchmaking.store.challenge(new).await).and_then(|made| made.map_err(too_many));
    if let Err(refusal) = made {
        // The table was never announced; remove it.
        app.hub.remove(&name).await;
        return Err(refusal);
    }
    notify(app, &name, challenged).await;
    Ok((table, tokens))
}

fn too_many(why: TooMany) -> Refusal {
    let what = match why {
        TooMany::Made => "you have too many open challenges; cancel one first",
        TooMany::Received => "one of these accounts has too many open challenges; try again later",
    };
    Refusal::new(Code::TooManyChallenges, what)
}

/// Notifies accounts of a challenge.
async fn notify(app: &App, table: &str, challenged: Vec<i64>) {
    for account in
        challenged.into_iter().filter(|&account| app.matchmaking.streams.is_connected(Person::Account(account)))
    {
        match stored(app.matchmaking.store.challenges(account).await) {
            Ok(lines) => {
                for line in lines.into_iter().filter(|line| line.table.name == table && !line.own) {
                    app.matchmaking
                        .streams
                        .send_to_person(Person::Account(account), &PersonEvent::Challenge { challenge: info(line) });
                }
            }
            // The account will see the challenge in its list anyway.
            Err(refusal) => tracing::warn!("cannot notify an account of a challenge: {refusal}"),
        }
    }
}

/// Accepts a challenge: the account gets the first open seat. Returns the seat and its secret.
pub async fn accept(
    app: &App,
    caller: Caller,
    browser: &Browser,
    (table, colour): (&str, Option<Colour>),
) -> Result<(u8, String), Refusal> {
    let signed = browser.signed()?;
    let waits = stored(app.matchmaking.store.challenges(signed.account).await)?;
    if !waits.iter().any(|line| line.table.name == table && !line.own) {
        return Err(no_challenge());
    }
    let handle = app.table(table, caller).await?;
    rated_play::may_sit(app, signed, &handle).await?;
    let seats = handle.describe().await?.seats;
    let open = (0u8..).zip(&seats).find(|(_, seat)| seat.r#type == table::SeatKind::Open).map(|(seat, _)| seat);
    let seat = open.ok_or_else(no_challenge)?;
    let account = Some(signed.account);
    let rating = seat_ratings::rating_at(app, account, &handle).await?;
    let joining = Joining { name: signed.name.clone(), account, rating, colour };
    let token = handle.join(seat, joining, browser.hash()).await?;
    if let Some(ended) = stored(app.matchmaking.store.answer_challenge(table, signed.account, true).await)? {
        let (table, by) = (ended.table, signed.name.clone());
        app.matchmaking
            .streams
            .send_to_person(Person::Account(ended.challenger), &PersonEvent::ChallengeTaken { table, by });
    }
    Ok((seat, token))
}

pub async fn decline(app: &App, browser: &Browser, table: &str) -> Result<(), Refusal> {
    let signed = browser.signed()?;
    let ended = stored(app.matchmaking.store.answer_challenge(table, signed.account, false).await)?;
    let EndedChallenge { table, challenger, gone, .. } = ended.ok_or_else(no_challenge)?;
    // This disconnects everyone viewing the table, even if only the invitation was withdrawn.
    app.hub.unload(&table).await;
    let by = signed.name.clone();
    app.matchmaking
        .streams
        .send_to_person(Person::Account(challenger), &PersonEvent::ChallengeDeclined { table, by, gone });
    Ok(())
}

pub async fn cancel(app: &App, browser: &Browser, table: &str) -> Result<(), Refusal> {
    let signed = browser.signed()?;
    let ended = stored(app.matchmaking.store.cancel_challenge(table, signed.account).await)?;
    end(app, ended.ok_or_else(no_challenge)?).await;
    Ok(())
}

/// Expires challenges that were not answered in time.
pub async fn expire(app: &App) {
    for ended in stored(app.matchmaking.store.expire_challenges().await).unwrap_or_default() {
        app.matchmaking.streams.send_to_person(Person::Account(ended.challenger), &canceled(&ended));
        end(app, ended).await;
    }
}

fn canceled(ended: &EndedChallenge) -> PersonEvent {
    PersonEvent::ChallengeCanceled { table: ended.table.clone() }
}

async fn end(app: &App, ended: EndedChallenge) {
    if ended.gone {
        app.hub.unload(&ended.table).await;
    }
    for account in &ended.accounts {
        app.matchmaking.streams.send_to_person(Person::Account(*account), &canceled(&ended));
    }
}

fn no_challenge() -> Refusal {
    Refusal::new(Code::NoChallenge, "this challenge is no longer open; it was answered or canceled, or it expired")
}
