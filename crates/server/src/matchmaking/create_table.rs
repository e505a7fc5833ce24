//! How somebody makes a table: who they are there, whom they invite, and what it costs them.

use games::OwnTiles;
use table::{Hash, NewTable};

use super::store::Named;
use crate::accounts::names;
use crate::app::App;
use crate::http::extract::Browser;
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Caller;
use crate::limits::quotas::{self, Resource};
use crate::live::handle::TableHandle;

/// Makes a table for whoever asks. Gives it with the secrets of the maker's seats.
pub async fn make(
    app: &App,
    caller: Caller,
    browser: &Browser,
    mut asked: NewTable,
) -> Result<(TableHandle, Vec<(Option<u8>, String)>), Refusal> {
    browser.admitted(app, caller)?;
    // Whoever is signed in sits under the name that they are known by.
    if let Some(account) = browser.account() {
        asked.name_maker(&account.name, account.account);
    }
    for name in asked.guest_names() {
        *name = app.accounts.guest_name(name).await?;
    }
    asked.access()?;
    if let Some(invited) = &asked.invited {
        asked.guests = accounts(app, invited).await?.into_iter().map(|named| named.key).collect::<Vec<Hash>>();
    }
    let bytes = asked.setup.own_tiles.as_ref().and_then(OwnTiles::text).map_or(0, str::len);
    app.hub
        .create(asked, browser.hash(), Some(caller.household), || may_make(app, caller, browser.known(), bytes))
        .await
}

/// Refuses one more table where many are being made: each takes room on the disk for good.
pub fn may_make(app: &App, caller: Caller, browser: Option<Hash>, bytes: usize) -> Result<(), Refusal> {
    let bytes = u32::try_from(bytes).unwrap_or(u32::MAX).saturating_add(quotas::TABLE);
    app.take(caller, browser, Resource::Tables, quotas::FULL - 1)?;
    app.take(caller, browser, Resource::Room, bytes)
}

/// The accounts of these names.
pub async fn accounts(app: &App, names: &[String]) -> Result<Vec<Named>, Refusal> {
    let folded = names.iter().map(|name| names::folded(name)).collect();
    let found = app.matchmaking.named(folded).await?;
    let known = names.iter().zip(found).map(|(name, found)| found.ok_or_else(|| no_account(name)));
    known.collect()
}

fn no_account(name: &str) -> Refusal {
    let name: String = name.chars().take(40).collect();
    Refusal::new(Code::NoPerson, format!("no account is called \"{name}\"; check the name, or send a link instead"))
}
