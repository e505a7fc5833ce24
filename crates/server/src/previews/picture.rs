//! Draws the pictures of tables in link previews.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use art::{Bitmaps, Board, Drawing, PreviewScore, preview_png};
use games::Game;
use table::{ColourMap, Table, ViewOf};

use super::cache::Picture;
use super::page::inspect;
use crate::app::App;
use crate::assets::gallery::unwrap_job;
use crate::assets::library::Library;
use crate::assets::pages::{FOR_AN_HOUR, Fixed};
use crate::compute::slots;
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Caller;
use crate::limits::quotas::Resource;
use crate::live::handle::not_replayed;

/// Cache policy for the picture of a running game.
pub const FOR_SECONDS: &str = "public, max-age=10";
/// Approximate time to draw a picture.
pub const DRAW_TIME: Duration = Duration::from_millis(60);
/// Units of [`Resource::Replays`] for drawing a picture; one unit stands for six milliseconds.
pub const DRAW_UNITS: u32 = 10;

/// The position that a picture shows.
struct Shown {
    view: ViewOf,
    /// The game before its first answer, which has its tiles.
    beginning: Game,
    points: Vec<i32>,
    colours: ColourMap,
    winners: Vec<u8>,
    log_length: usize,
    finished: bool,
    open: bool,
}

impl Shown {
    /// Returns the newest position of a table, as everyone with the link may see it.
    fn of(table: &Table) -> Result<Shown, table::Refusal> {
        table.admits(&[])?;
        Shown::of_players(table)
    }

    /// Returns the newest position of a table without regard to who may view it.
    fn of_players(table: &Table) -> Result<Shown, table::Refusal> {
        let end = table.describe().end;
        Ok(Shown {
            view: table.view(None, &[])?,
            beginning: table.beginning(),
            points: table.points(),
            colours: table.colours(),
            winners: end.map(|end| end.winners).unwrap_or_default(),
            log_length: table.log_length(),
            finished: table.is_finished(),
            open: table.stays_open(),
        })
    }

    fn draw(&self, shared: &Bitmaps, layouts: Vec<Arc<Drawing>>) -> Result<Vec<u8>, Refusal> {
        let view = self.view.view().map_err(|why| not_replayed(&why))?;
        let colour_of = |seat: usize| self.colours.get(seat).map_or(seat, |colour| usize::from(*colour));
        let board = Board::of(self.beginning.tiles(), &view).with_colours(colour_of);
        let scores = self.points.iter().enumerate().map(|(seat, &points)| {
            let won = self.winners.iter().any(|&winner| usize::from(winner) == seat);
            PreviewScore { seat: colour_of(seat), points, won }
        });
        png(&self.beginning, &board, &scores.collect::<Vec<_>>(), shared, layouts)
    }
}

/// Returns the tiles of a game that were laid out for boards in browsers.
pub fn layouts(library: &Library, game: &Game) -> Vec<Arc<Drawing>> {
    let sets: BTreeSet<&str> = game.tiles().iter().map(|tile| tile.set.as_str()).collect();
    sets.into_iter().flat_map(|set| library.drawings(set)).collect()
}

/// Draws the board of a game with the points.
pub fn png(
    game: &Game,
    board: &Board,
    scores: &[PreviewScore],
    shared: &Bitmaps,
    layouts: Vec<Arc<Drawing>>,
) -> Result<Vec<u8>, Refusal> {
    // Custom tiles of different games can have the same names.
    let own = game.setup().own_tiles.is_some().then(Bitmaps::default);
    let bitmaps = own.as_ref().unwrap_or(shared);
    bitmaps.add_layouts(layouts);
    preview_png(board, scores, bitmaps).map_err(|why| {
        tracing::error!("cannot draw a preview: {why}");
        Refusal::new(Code::Storage, "cannot draw this picture; see the server log")
    })
}

/// Draws the board of a table for one of its players; `None` if it cannot be drawn. It shows what spectators see.
#[cfg(feature = "online")]
pub async fn of_open_board(app: &App, name: &str) -> Option<Vec<u8>> {
    let inspected = app.hub.inspect(name, None, Shown::of_players).await;
    let shown = inspected.ok()?.ok()?;
    let slot = app.library.places().take(None, DRAW_TIME).await.ok()?;
    let bitmaps: Arc<Bitmaps> = app.previews.bitmaps.clone();
    let layouts = layouts(&app.library, &shown.beginning);
    unwrap_job(slots::work(slot, move || shown.draw(&bitmaps, layouts)).await).ok()
}

/// Returns the picture of a table, drawing it if there is no recent one.
///
/// # Errors
/// There is no such table, not everyone with the link may view it, or the client has used up its quota.
pub async fn picture(app: &App, caller: Caller, name: &str) -> Result<Fixed, Refusal> {
    app.moderation.open(name)?;
    if let Some(known) = app.previews.fresh(name) {
        return Ok(known);
    }
    let shown = inspect(app, caller, name, Shown::of).await??;
    let place = app.previews.place(name);
    let mut known = place.lock().await;
    // Log lengths only grow. A concurrent request may have drawn a newer position.
    if let Some(picture) =
        known.as_mut().filter(|picture| picture.log_length >= shown.log_length && picture.colours == shown.colours)
    {
        picture.checked = Instant::now();
        return Ok(picture.body.clone());
    }
    app.take(caller, None, Resource::Replays, DRAW_UNITS)?;
    let (log_length, colours) = (shown.log_length, shown.colours);
    let (finished, open) = (shown.finished, shown.open);
    let slot = app.library.places().take(Some(caller.client_network), DRAW_TIME).await?;
    let bitmaps: Arc<Bitmaps> = app.previews.bitmaps.clone();
    let cache = if finished { FOR_AN_HOUR } else { FOR_SECONDS };
    let layouts = layouts(&app.library, &shown.beginning);
    let draw = move || Ok(Fixed::png(shown.draw(&bitmaps, layouts)?, cache));
    let body = unwrap_job(slots::work(slot, draw).await)?;
    place.note_bytes(body.bytes());
    *known = Some(Picture { body: body.clone(), log_length, colours, finished, open, checked: Instant::now() });
    Ok(body)
}
