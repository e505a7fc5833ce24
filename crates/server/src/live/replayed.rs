//! Responses that require a replay: earlier views, events, guides, records. Each is charged according to its number of answers and waits in
//! the replay queue.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use games::Game;
use games::editing::{self, Edit};
use games::record::Record;
use table::messages::text;
use table::study_position::PositionRequest;
use table::upload::{self, Upload};
use table::{CreationParams, EventsOf, Hash, RecordOf, Table, Transfer, TransferOf, ViewOf, Write};

use super::handle::{TableHandle, not_replayed};
use super::record_cache::RecordTexts;
use crate::app::App;
use crate::common::secrets;
use crate::compute::rated_positions::{Trail, refuse_rated};
use crate::compute::replays;
use crate::http::extract::Browser;
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Caller;
use crate::limits::quotas::Resource;

/// Cost of computing a guide, as a number of replayed answers.
const GUIDE_ANSWERS: usize = 300;
/// Cost of compiling a set-up, as a number of replayed answers. A line of its board costs another.
const SETUP_ANSWERS: usize = 100;

#[derive(Clone, Copy)]
pub struct RequestClient {
    pub caller: Caller,
    pub browser: Option<Hash>,
}

impl RequestClient {
    pub fn of(caller: Caller, browser: &Browser) -> RequestClient {
        RequestClient { caller, browser: browser.known() }
    }
}

/// Charges for replaying this many answers, then runs the work in the replay queue.
async fn replayed<T: Send + 'static>(
    app: &App,
    asker: RequestClient,
    answers: usize,
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    app.take(asker.caller, asker.browser, Resource::Replays, replays::units(answers))?;
    app.replays.run(Some(asker.caller.client_network), replays::time(answers), move |_| work()).await
}

/// Returns the view after a given number of answers, as JSON.
pub async fn view(app: &App, asker: RequestClient, view: ViewOf) -> Result<String, Refusal> {
    let answers = view.replayed();
    let show = move || Ok(text(&view.view().map_err(|why| not_replayed(&why))?));
    replayed(app, asker, answers, show).await
}

/// Returns the guide for a position, as JSON.
pub async fn guide(app: &App, asker: RequestClient, view: ViewOf) -> Result<String, Refusal> {
    let answers = view.replayed() + GUIDE_ANSWERS;
    let show = move || Ok(text(&view.guide().map_err(|why| not_replayed(&why))?));
    replayed(app, asker, answers, show).await
}

/// Returns what a client needs to know about a starting board, as JSON.
pub async fn edited_board(app: &App, caller: Caller, asked: Edit) -> Result<String, Refusal> {
    let lines = asked.setup.board.as_ref().and_then(|board| board.text()).map_or(0, |text| text.lines().count());
    let edit = move || Ok(text(&editing::edit(&asked).map_err(table::Refusal::from)?));
    replayed(app, RequestClient { caller, browser: None }, SETUP_ANSWERS + lines, edit).await
}

/// Returns a position of a study, as JSON.
///
/// # Errors
/// The record cannot be parsed, an answer is not legal, or the position is from a rated game in progress.
pub async fn study_position(app: &App, caller: Caller, asked: PositionRequest) -> Result<String, Refusal> {
    let bytes = asked.record.as_str().map_or_else(|| asked.record.to_string().len(), str::len);
    let (payer, owner) = (app.payer(caller, None), Some(caller.client_network));
    let show = move |gone: &AtomicBool| {
        let parsed = asked.parse()?;
        payer.take(Resource::Replays, replays::units(SETUP_ANSWERS + parsed.cost()))?;
        Ok(parsed.show(
            || !gone.load(Ordering::Relaxed),
            |record, game, position| (Trail::near_the_end(&record, game), record, text(position)),
        )?)
    };
    let (trail, record, shown) = app.replays.run(owner, replays::time_of_upload(bytes), show).await?;
    refuse_rated(&app.store, &app.replays, owner, trail, &Arc::new(record)).await?;
    Ok(shown)
}

/// Returns the set-up with a position as its starting board, as JSON.
pub async fn board(app: &App, asker: RequestClient, view: ViewOf) -> Result<String, Refusal> {
    let answers = view.board_cost() + GUIDE_ANSWERS;
    let state = move || Ok(text(&view.board().map_err(table::Refusal::from)?));
    replayed(app, asker, answers, state).await
}

/// Returns the events for a range of answers, as JSON.
pub async fn events(app: &App, asker: RequestClient, events: EventsOf) -> Result<String, Refusal> {
    let answers = events.replayed();
    let show = move || Ok(text(&events.updates().map_err(|why| not_replayed(&why))?));
    replayed(app, asker, answers, show).await
}

/// Returns a table's record; records of finished games are cached.
pub async fn record(app: &App, asker: RequestClient, table: &TableHandle) -> Result<RecordTexts, Refusal> {
    if let Some(known) = app.records.get(table) {
        return Ok(known);
    }
    let record = table.record().await?;
    if !record.is_finished() {
        return texts(app, asker, record).await;
    }
    let place = app.records.place(table);
    place.get_or_try_init(|| texts(app, asker, record)).await.cloned()
}

/// Returns everything needed to continue a game elsewhere, as JSON.
pub async fn transfer(app: &App, asker: RequestClient, transfer: TransferOf) -> Result<String, Refusal> {
    replayed(app, asker, transfer.answers(), move || Ok(text(&transfer.transfer()))).await
}

async fn texts(app: &App, asker: RequestClient, record: RecordOf) -> Result<RecordTexts, Refusal> {
    replayed(app, asker, record.answers(), move || Ok(RecordTexts::of(record))).await
}

/// Creates a table from an uploaded record, given with whether to turn tiles of a link; the caller must store it. `browser` is the hash of
/// the uploader's cookie: the table appears in that browser's list, but the cookie opens no seat.
///
/// # Errors
/// The record cannot be parsed, breaks the rules, or comes from a rated game in progress.
pub async fn import(
    app: &App,
    asker: RequestClient,
    record: (String, bool),
    browser: Hash,
) -> Result<(Table, Write), Refusal> {
    from_record(app, asker, record, move |record, game| {
        let damaged = |why: table::Refusal| Refusal::new(Code::BadRecord, why.to_string());
        Table::of_record(secrets::table_name(), record, game, browser).map_err(damaged)
    })
    .await
}

/// Creates a table that continues the game of a transfer's record; the caller must store it. `browser` is the hash of the creator's cookie,
/// `tokens` has the hashes of the secrets for the creator's seats.
///
/// # Errors
/// The record cannot be parsed, breaks the rules, or comes from a rated game in progress; or the seats or terms do not fit the game.
pub async fn continued(
    app: &App,
    asker: RequestClient,
    transfer: Transfer,
    (browser, tokens): (Hash, Vec<Hash>),
) -> Result<(Table, Write), Refusal> {
    let text = upload::text(transfer.record.clone())?;
    let (seed, pace) = (app.hub.seed_for_transfer(&text), app.hub.pace());
    from_record(app, asker, (text, false), move |record, game| {
        let params = CreationParams { name: secrets::table_name(), seed, browser, tokens };
        Ok(Table::continued(&transfer, record, game, params, pace)?)
    })
    .await
}

/// Replays an uploaded record in the replay queue, charged by its answers, and creates a table from it.
async fn from_record(
    app: &App,
    asker: RequestClient,
    (record, fix_rotation): (String, bool),
    create: impl FnOnce(&Record, Game) -> Result<(Table, Write), Refusal> + Send + 'static,
) -> Result<(Table, Write), Refusal> {
    let (payer, owner) = (app.payer(asker.caller, asker.browser), Some(asker.caller.client_network));
    let time = replays::time_of_upload(record.len());
    let read = move |gone: &AtomicBool| {
        let upload = Upload::parse(record)?.fix_rotation(fix_rotation);
        payer.take(Resource::Replays, replays::units(upload.most_answers()))?;
        let (record, game) = upload.replay(|| !gone.load(Ordering::Relaxed))?;
        let trail = Trail::whole(&record, &game);
        let made = create(&record, game)?;
        Ok((made, trail, Arc::new(record)))
    };
    let (made, trail, record) = app.replays.run(owner, time, read).await?;
    refuse_rated(&app.store, &app.replays, owner, trail, &record).await?;
    Ok(made)
}
