//! Draws the pictures of studies and puzzles in link previews, each of one position.

use std::sync::Arc;
use std::time::Instant;

use art::{Bitmaps, Board, PreviewScore};
use games::Game;
use games::study::Outline;

use super::cache::{Picture, Place};
use super::picture::{DRAW_TIME, DRAW_UNITS, FOR_SECONDS, layouts, png};
use crate::app::App;
use crate::assets::gallery::unwrap_job;
use crate::assets::pages::{FOR_AN_HOUR, Fixed};
use crate::compute::{replays, slots};
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Caller;
use crate::limits::quotas::Resource;
use crate::studies::store::{StoredStudy, StudyLine};

/// Number of answers replayed for a puzzle: a game has fewer.
const PUZZLE_ANSWERS: usize = 300;

/// Returns the picture of a study: the position at the end of the main line of its first chapter.
///
/// # Errors
/// There is no such study, not everyone with the link may read it, or the client has used up its quota.
pub async fn study(app: &App, caller: Caller, id: &str) -> Result<Fixed, Refusal> {
    let no_study = || Refusal::new(Code::NoStudy, "there is no such study, or it is private");
    let line = app.store.study_line(id).await.map_err(|why| Refusal::not_stored("studies", &why))?;
    let line = line.filter(StudyLine::is_open).ok_or_else(no_study)?;
    let place = app.previews.place(&format!("study/{id}"));
    let mut known = place.lock().await;
    let version = usize::try_from(line.version).unwrap_or_default();
    if let Some(picture) = known.as_ref().filter(|picture| picture.log_length >= version) {
        return Ok(picture.body.clone());
    }
    let stored = app.store.study(id).await.map_err(|why| Refusal::not_stored("studies", &why))?;
    let StoredStudy { document, .. } = stored.filter(|stored| stored.line.is_open()).ok_or_else(no_study)?;
    let damaged = || Refusal::new(Code::NoStudy, "the study has no position to show");
    let outline = Outline::parse(&document).map_err(|_| damaged())?;
    let answers = outline.cost();
    app.take(caller, None, Resource::Replays, DRAW_UNITS + replays::units(answers))?;
    let read = move |_: &_| outline.main_position().ok_or_else(damaged);
    let game = app.replays.run(Some(caller.client_network), replays::time(answers), read).await?;
    let body = draw(app, caller, game, FOR_SECONDS).await?;
    remember(&place, &mut known, body.clone(), version, false);
    Ok(body)
}

/// Returns the picture of a puzzle: the position to solve.
///
/// # Errors
/// There is no such puzzle, or the client has used up its quota.
pub async fn puzzle(app: &Arc<App>, caller: Caller, id: &str) -> Result<Fixed, Refusal> {
    let no_puzzle = || Refusal::new(Code::NotFound, "there is no such puzzle; /puzzles/index.json lists them");
    app.puzzles.game(id).ok_or_else(no_puzzle)?;
    let key = format!("puzzle/{id}");
    if let Some(known) = app.previews.fresh(&key) {
        return Ok(known);
    }
    let place = app.previews.place(&key);
    let mut known = place.lock().await;
    if let Some(picture) = known.as_ref() {
        return Ok(picture.body.clone());
    }
    app.take(caller, None, Resource::Replays, DRAW_UNITS + replays::units(PUZZLE_ANSWERS))?;
    let (held, id) = (app.clone(), id.to_owned());
    let read = move |_: &_| held.puzzles.position(&id).ok_or_else(no_puzzle);
    let game = app.replays.run(Some(caller.client_network), replays::time(PUZZLE_ANSWERS), read).await?;
    let body = draw(app, caller, game, FOR_AN_HOUR).await?;
    remember(&place, &mut known, body.clone(), 0, true);
    Ok(body)
}

/// Puts a picture into its place in the cache.
fn remember(place: &Place, known: &mut Option<Picture>, body: Fixed, version: usize, is_final: bool) {
    place.note_bytes(body.bytes());
    *known = Some(Picture {
        body,
        log_length: version,
        colours: table::colours(&[]),
        finished: is_final,
        open: is_final,
        checked: Instant::now(),
    });
}

async fn draw(app: &App, caller: Caller, game: Game, cache: &'static str) -> Result<Fixed, Refusal> {
    let slot = app.library.places().take(Some(caller.client_network), DRAW_TIME).await?;
    let bitmaps: Arc<Bitmaps> = app.previews.bitmaps.clone();
    let layouts = layouts(&app.library, &game);
    let draw = move || {
        let board = Board::of(game.tiles(), &game.view());
        let score = |(seat, points)| PreviewScore { seat, points, won: false };
        let scores: Vec<_> = game.scores().into_iter().enumerate().map(score).collect();
        Ok(Fixed::png(png(&game, &board, &scores, &bitmaps, layouts)?, cache))
    };
    unwrap_job(slots::work(slot, draw).await)
}
