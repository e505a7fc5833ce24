//! Ratings that tables show beside their players. A seat keeps the rating that its account had when it took the seat, so that a list of
//! tables needs no further queries; the change of a rating is part of the game's result.

use games::Setup;
use table::{Clock, SeatRating, Speed};

use super::store::{Class, RatingLine};
use crate::accounts::store::AccountId;
use crate::app::App;
use crate::http::refusal::Refusal;
use crate::live::handle::TableHandle;

/// Returns an account's rating for games with this set-up and clock.
///
/// # Errors
/// Storage failed.
pub async fn rating_for(
    app: &App,
    account: AccountId,
    setup: &Setup,
    clock: Option<Clock>,
) -> Result<Option<SeatRating>, Refusal> {
    let class = Class::of(setup, clock);
    // Games without a clock are never rated.
    if class.speed == Speed::None {
        return Ok(None);
    }
    let found = app.store.rating_of(account, class).await;
    let found = found.map_err(|why| Refusal::not_stored("results", &why))?;
    Ok(found.as_ref().map(RatingLine::at_seat))
}

/// Returns an account's rating for the game at a table; none for a guest.
///
/// # Errors
/// Storage failed, or the table has stopped.
pub async fn rating_at(
    app: &App,
    account: Option<AccountId>,
    table: &TableHandle,
) -> Result<Option<SeatRating>, Refusal> {
    let Some(account) = account else { return Ok(None) };
    let described = table.describe().await?;
    rating_for(app, account, &described.setup, described.terms.clock).await
}
