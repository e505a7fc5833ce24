//! The tables of those who seek one another: made at once when the last of them comes, their seats drawn at random.

use std::sync::Arc;

use table::{Fall, Founding, Key, Level, Right, SeatOccupant, Terms};

use super::create_table::may_make;
use super::person::Person;
use super::seeks::{Entered, Seek, Seeker, Wish};
use super::types::Sought;
use crate::app::App;
use crate::common::secrets;
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Caller;

/// How long a computer player may think that fills a seat, in milliseconds.
const MILLIS: u64 = 1000;
/// What the log says of a panic.
const FAILED: &str = "people who seek one another cannot be brought together";

/// Has somebody seek; `with` is the seek that they would answer. When all who are needed are there, their game begins.
pub async fn seek(
    app: &Arc<App>,
    caller: Caller,
    (seeker, wish): (Seeker, Wish),
    with: Option<u64>,
) -> Result<Sought, Refusal> {
    let own = app.clone();
    app.to_its_end(FAILED, async move {
        let app = &own;
        let streams = &app.matchmaking.streams;
        let (person, seats) = (seeker.person, wish.setup.seats);
        let (before, entered) = app.matchmaking.seeks.enter((seeker, wish), with).await?;
        before.into_iter().for_each(|seek| streams.seek_changed(seek));
        match entered {
            Entered::Meet(all) => Ok(Sought { seek: None, table: Some(begin(app, caller, all, None).await?) }),
            Entered::Waits(_) if with.is_some() && seats == 2 => {
                app.matchmaking.seeks.leave(person).await?;
                Err(no_seek())
            }
            Entered::Waits(seek) => {
                streams.seek_changed(seek.id);
                Ok(Sought { seek: Some(seek.info()), table: None })
            }
        }
    })
    .await
}

/// Somebody does not seek any more.
pub async fn leave(app: &Arc<App>, person: Person) -> Result<(), Refusal> {
    let own = app.clone();
    app.to_its_end(FAILED, async move {
        let app = &own;
        if let Some(seek) = app.matchmaking.seeks.leave(person).await? {
            app.matchmaking.streams.seek_changed(seek.id);
        }
        Ok(())
    })
    .await
}

/// The refusal that says that there is no such seek.
pub fn no_seek() -> Refusal {
    Refusal::new(Code::NoSeek, "nobody seeks that any more, or not you; choose another, or seek yourself")
}

/// Somebody who sought is back: perhaps those who fit are there now.
pub async fn again(app: &App, caller: Caller, person: Person) {
    let begun = match app.matchmaking.seeks.again(person).await {
        Ok(Some(all)) => begin(app, caller, all, None).await.map(drop),
        Ok(None) => Ok(()),
        Err(why) => Err(why),
    };
    if let Err(why) = begun {
        tracing::warn!("a table for people who sought one another could not be made: {why}");
    }
}

/// Somebody who seeks does not wait any more: computer players of this level take the other seats.
pub async fn fill(app: &Arc<App>, caller: Caller, person: Person, level: Level) -> Result<String, Refusal> {
    let own = app.clone();
    app.to_its_end(FAILED, async move {
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

/// Makes the table of those who have met. No other is made for them meanwhile, and whatever comes of it they are let go again.
async fn begin(app: &App, caller: Caller, all: Vec<Seek>, level: Option<Level>) -> Result<String, Refusal> {
    let made = app.hub.found(founding(&all, level), Some(caller.household), || may_make(app, caller, None, 0)).await;
    let ids: Vec<u64> = all.iter().map(|seek| seek.id).collect();
    let known = match &made {
        Ok(_) => app.matchmaking.seeks.met(ids.clone()).await,
        Err(_) => app.matchmaking.seeks.put_back(ids.clone()).await,
    };
    if let Err(why) = known {
        tracing::warn!("people who sought one another seek no more after a while: {why}");
    }
    ids.into_iter().for_each(|seek| app.matchmaking.streams.seek_changed(seek));
    made.map(|table| table.name().to_owned())
}

/// What their table begins with: everybody on a seat that is drawn.
fn founding(all: &[Seek], level: Option<Level>) -> Founding {
    let wish = &all[0].wish;
    let mut people: Vec<Option<&Seeker>> = all.iter().map(|seek| Some(&seek.seeker)).collect();
    people.resize(usize::from(wish.setup.seats), None);
    secrets::shuffle(&mut people);
    let computer = SeatOccupant::Bot { level: level.unwrap_or(Level::Medium), millis: MILLIS };
    let sitter = |seeker: &Option<&Seeker>| match seeker {
        Some(seeker) => SeatOccupant::Human { name: seeker.name.clone(), account: seeker.person.account() },
        None => computer.clone(),
    };
    let held = (0u8..).zip(&people).filter_map(|(seat, seeker)| Some((seat, seeker.as_ref()?.hash)));
    let terms = Terms { clock: wish.clock, fall: Fall::Loses, undo: !wish.rated, rated: wish.rated };
    Founding {
        setup: wish.setup.clone(),
        seats: people.iter().map(sitter).collect(),
        terms,
        public: true,
        plain: false,
        access: Default::default(),
        keys: held.map(|(seat, hash)| Key { hash, right: Right::Seat(seat) }).collect(),
        after: None,
    }
}
