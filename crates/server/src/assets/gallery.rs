//! Pictures of one tile set. The set is laid out once, and each picture is painted and compressed on first request. Requests for finished
//! pictures never wait; requests for a picture that is being painted wait for it without taking a slot.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use art::{Drawing, Layout, Wanted};
use games::catalogue::TileSet;
use table::messages::text;
use tokio::sync::OnceCell;

use super::pages::Fixed;
use crate::compute::slots::{self, Owner, Slots};
use crate::http::refusal::{Code, Refusal};

/// Approximate time to lay out a set, or to paint all of it.
const SET_TIME: Duration = Duration::from_millis(300);
/// Approximate time to paint one picture.
const PICTURE_TIME: Duration = Duration::from_millis(10);
/// The pictures of a set.
#[derive(Default)]
pub struct Gallery {
    layout: OnceCell<Arc<Layout>>,
    bodies: Mutex<HashMap<Wanted, Arc<OnceCell<Fixed>>>>,
    bytes: AtomicUsize,
}

impl Gallery {
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Returns the tiles, if the set was laid out.
    pub fn drawings(&self) -> Vec<Arc<Drawing>> {
        self.layout.get().map(|layout| layout.drawings().cloned().collect()).unwrap_or_default()
    }

    /// Returns a response body. If it does not exist yet, draws it in one of the `places` slots; `set` loads the tile set on first use.
    pub async fn body(
        &self,
        wanted: Wanted,
        set: impl FnOnce() -> Result<TileSet, Refusal> + Send + 'static,
        (places, owner): (&Slots, Owner),
    ) -> Result<Fixed, Refusal> {
        if let Some(known) = self.known(&wanted) {
            return Ok(known);
        }
        let layout = self.layout.get_or_try_init(async || {
            let place = places.take(owner, SET_TIME).await?;
            unwrap_job(slots::work(place, move || Ok(Arc::new(Layout::new(set()?)))).await)
        });
        let layout = layout.await?.clone();
        if let Wanted::Picture(tile, ..) = &wanted {
            layout.drawing(tile).map_err(|why| Refusal::new(Code::NotFound, why))?;
        }
        let body = {
            let mut bodies = self.bodies.lock().unwrap_or_else(PoisonError::into_inner);
            bodies.entry(wanted.clone()).or_default().clone()
        };
        let body = body.get_or_try_init(async || {
            let cost = if matches!(wanted, Wanted::Picture(..) | Wanted::Sides) { PICTURE_TIME } else { SET_TIME };
            let place = places.take(owner, cost).await?;
            let painted = unwrap_job(slots::work(place, move || paint(&layout, &wanted)).await)?;
            self.bytes.fetch_add(painted.bytes(), Ordering::Relaxed);
            Ok(painted)
        });
        body.await.cloned()
    }

    fn known(&self, wanted: &Wanted) -> Option<Fixed> {
        self.bodies.lock().unwrap_or_else(PoisonError::into_inner).get(wanted)?.get().cloned()
    }
}

/// Returns the result of a finished job. If the job failed, logs the error and returns a refusal.
pub fn unwrap_job<T>(done: Result<Result<T, Refusal>, slots::Failed>) -> Result<T, Refusal> {
    done.unwrap_or_else(|why| {
        tracing::error!("cannot draw a picture: {why}");
        Err(Refusal::new(Code::Storage, "cannot draw this picture; see the server log"))
    })
}

/// Paints a part of a set.
fn paint(layout: &Layout, wanted: &Wanted) -> Result<Fixed, Refusal> {
    Ok(match wanted {
        Wanted::Far => Fixed::art(text(&layout.far())),
        Wanted::Whole => Fixed::art(text(&layout.whole())),
        Wanted::Sides => Fixed::art(text(&layout.sides())),
        Wanted::Picture(tile, rotation, level) => {
            let drawing = layout.drawing(tile).map_err(|why| Refusal::new(Code::NotFound, why))?;
            Fixed::picture(drawing.picture(*rotation, *level))
        }
    })
}
