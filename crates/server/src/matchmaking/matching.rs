//! Creates a table for matched seekers as soon as the last one arrives, and assigns seats at random.

use std::sync::Arc;

use table::{InitialState, Key, Level, Right, SeatOccupant, Terms, TimeoutPolicy};

use super::create_table::may_create;
use super::person::Person;
use super::seeks::{EnterResult, GameRequest, Seek, Seeker};
use super::types::Sought;
use crate::app::App;
use crate::common::secrets;
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Caller;

/// Thinking time of computer players that fill seats, in milliseconds.
const BOT_THINKING_MS: u64 = 1000;
/// Log message if matching panics.
const FAILED: &str = "matching seeks failed";

/// Adds a seek; `with` is the seek that it answers. If this completes a match, the game begins.
pub async fn seek(
    app: &Arc<App>,
    caller: Caller,
    (seeker, wish): (Seeker, GameRequest),
    with: Option<u64>,
) -> Result<Sought, Refusal> {
    let own = app.clone();
    app.run_to_completion(FAILED, async move {
        let app = &own;
        let streams = &app.matchmaking.streams;
        let (person, seats) = (seeker.person, wish.setup.seats);
        let (before, entered) = app.matchmaking.seeks.enter((seeker, wish), with).await?;
        before.into_iter().for_each(|seek| streams.seek_changed(seek));
        match entered {
            EnterResult::Complete(all) => Ok(Sought { seek: None, table: Some(begin(app, caller, all, None).await?) }),
            EnterResult::Waiting(_) if with.is_some() && seats == 2 => {
                app.matchmaking.seeks.leave(person).await?;
                Err(no_seek())
            }
            EnterResult::Waiting(seek) => {
                streams.seek_changed(seek.id);
                Ok(Sought { seek: Some(seek.info()), table: None })
            }
        }
    })
    .await
}

/// Cancels a person's seek.
pub async fn leave(app: &Arc<App>, person: Person) -> Result<(), Refusal> {
    let own = app.clone();
    app.run_to_completion(FAILED, async move {
        let app = &own;
        if let Some(seek) = app.matchmaking.seeks.leave(person).await? {
            app.matchmaking.streams.seek_changed(seek.id);
        }
        Ok(())
    })
    .await
}

/// Returns the refusal for a seek that is gone.
pub fn no_seek() -> Refusal {
    Refusal::new(Code::NoSeek, "this seek is no longer open; pick another or create one")
}

/// Tries to match a seeker who has reconnected, since matching seekers may have arrived meanwhile.
pub async fn retry_match(app: &App, caller: Caller, person: Person) {
    let begun = match app.matchmaking.seeks.retry_match(person).await {
        Ok(Some(all)) => begin(app, caller, all, None).await.map(drop),
        Ok(None) => Ok(()),
        Err(why) => Err(why),
    };
    if let Err(why) = begun {
        tracing::warn!("cannot create a table for matched seeks: {why}");
    }
}

/// Starts a seeker's game with computer players of this level on the other seats.
pub async fn fill(app: &Arc<App>, caller: Caller, person: Person, level: Level) -> Result<String, Refusal> {
    let own = app.clone();
    app.run_to_completion(FAILED, async move {
        let app = &own;
        let seek = app.matchmaking.seeks.of(person).ok_or_else(no_seek)?;
        if seek.wish.rated {
            return Err(table::Refusal::Rated(table::UnfitForRating::Computer).into());
        }
        let seek = app.matchmaking.seeks.take(person).await?.ok_or_else(no_seek)?;
        begin(app, caller, vec![seek], Some(level)).await
    })
    .await
}

/// Creates a table for matched seekers, who cannot be matched again in the meantime. Their seeks are then removed, or released if the table
/// cannot be created.
async fn begin(app: &App, caller: Caller, all: Vec<Seek>, level: Option<Level>) -> Result<String, Refusal> {
    let made = app
        .hub
        .create_from(initial_state(&all, level), Some(caller.client_network), || may_create(app, caller, None, 0))
        .await;
    let ids: Vec<u64> = all.iter().map(|seek| seek.id).collect();
    let known = match &made {
        Ok(_) => app.matchmaking.seeks.remove_matched(ids.clone()).await,
        Err(_) => app.matchmaking.seeks.release(ids.clone()).await,
    };
    if let Err(why) = known {
        tracing::warn!("cannot release matched seeks, which will expire: {why}");
    }
    ids.into_iter().for_each(|seek| app.matchmaking.streams.seek_changed(seek));
    made.map(|table| table.name().to_owned())
}

/// Returns the initial state of a table for matched seekers, with seats assigned at random.
fn initial_state(all: &[Seek], level: Option<Level>) -> InitialState {
    let wish = &all[0].wish;
    let mut people: Vec<Option<&Seeker>> = all.iter().map(|seek| Some(&seek.seeker)).collect();
    people.resize(usize::from(wish.setup.seats), None);
    secrets::shuffle(&mut people);
    let computer = SeatOccupant::Bot { level: level.unwrap_or(Level::Medium), millis: BOT_THINKING_MS };
    let sitter = |seeker: &Option<&Seeker>| match seeker {
        Some(seeker) => SeatOccupant::Human {
            name: seeker.name.clone(),
            account: seeker.person.account(),
            rating: seeker.seat_rating(),
            colour: seeker.colour,
        },
        None => computer.clone(),
    };
    let held = (0u8..).zip(&people).filter_map(|(seat, seeker)| Some((seat, seeker.as_ref()?.hash)));
    let terms = Terms {
        clock: wish.clock,
        on_timeout: TimeoutPolicy::Loses,
        undo: !wish.rated && !wish.plain,
        rated: wish.rated,
    };
    InitialState {
        setup: wish.setup.clone(),
        seats: people.iter().map(sitter).collect(),
        terms,
        public: true,
        plain: wish.plain,
        access: Default::default(),
        keys: held.map(|(seat, hash)| Key { hash, right: Right::Seat(seat) }).collect(),
        after: None,
    }
}
