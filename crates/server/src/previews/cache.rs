//! Cache of the pictures in link previews.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use art::Bitmaps;
use table::ColourMap;

use crate::assets::pages::Fixed;

/// Maximum number of cached pictures.
const MAX_PICTURES: usize = 512;
/// Maximum bytes of cached pictures; the newest is kept whatever its size.
const MAX_BYTES: usize = 32 << 20;
/// Time for which the picture of a running game is sent without checking for a newer position.
const FRESH_TIME: Duration = Duration::from_secs(5);

/// The picture of a table.
#[derive(Clone)]
pub struct Picture {
    pub body: Fixed,
    /// Number of log entries of the position that it shows.
    pub log_length: usize,
    /// Colours of its seats, which can change before the game starts.
    pub colours: ColourMap,
    /// Whether the game is over, so that the picture is final.
    pub finished: bool,
    /// Whether everyone with the link may see it, whatever happens at the table.
    pub open: bool,
    /// Last time at which it was known to show the newest position.
    pub checked: Instant,
}

impl Picture {
    /// Returns whether it can be sent without looking at the table.
    fn is_fresh(&self) -> bool {
        self.open && (self.finished || self.checked.elapsed() < FRESH_TIME)
    }
}

/// Place for the picture of one table. Its lock is held while the picture is drawn, so that concurrent requests share it.
#[derive(Default)]
pub struct Place {
    picture: tokio::sync::Mutex<Option<Picture>>,
    bytes: AtomicUsize,
}

impl Place {
    /// Waits until no other request draws the picture.
    pub async fn lock(&self) -> tokio::sync::MutexGuard<'_, Option<Picture>> {
        self.picture.lock().await
    }

    /// Records the size of the picture.
    pub fn note_bytes(&self, bytes: usize) {
        self.bytes.store(bytes, Ordering::Relaxed);
    }
}

/// The pictures, least recently requested first, and the bitmaps of printed tiles from which they are made.
#[derive(Default)]
pub struct PreviewCache {
    entries: Mutex<VecDeque<(String, Arc<Place>)>>,
    pub bitmaps: Arc<Bitmaps>,
}

impl PreviewCache {
    /// Returns the picture of a table if it can be sent without looking at the table.
    pub fn fresh(&self, table: &str) -> Option<Fixed> {
        let place = self.entries().iter().find(|(name, _)| name == table).map(|(_, place)| place.clone())?;
        let picture = place.picture.try_lock().ok()?;
        picture.as_ref().filter(|picture| picture.is_fresh()).map(|picture| picture.body.clone())
    }

    /// Returns the place for the picture of a table, creating it if necessary; evicts the least recently requested pictures.
    pub fn place(&self, table: &str) -> Arc<Place> {
        let mut entries = self.entries();
        let known = entries.iter().position(|(name, _)| name == table).and_then(|at| entries.remove(at));
        let (name, place) = known.unwrap_or_else(|| (table.to_owned(), Arc::default()));
        entries.push_back((name, place.clone()));
        let size = |place: &Place| place.bytes.load(Ordering::Relaxed);
        let mut bytes: usize = entries.iter().map(|(_, place)| size(place)).sum();
        while entries.len() > 1 && (entries.len() > MAX_PICTURES || bytes > MAX_BYTES) {
            bytes -= entries.pop_front().map_or(0, |(_, place)| size(&place));
        }
        place
    }

    fn entries(&self) -> MutexGuard<'_, VecDeque<(String, Arc<Place>)>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(bytes: usize, finished: bool, checked: Instant) -> Picture {
        let body = Fixed::png(vec![7; bytes], "no-cache");
        Picture { body, log_length: 1, colours: table::colours(&[]), finished, open: true, checked }
    }

    #[tokio::test]
    async fn final_pictures_stay_fresh_and_others_for_seconds() {
        let (cache, now) = (PreviewCache::default(), Instant::now());
        let old = now.checked_sub(FRESH_TIME).unwrap_or(now);
        for (name, picture, fresh) in [
            ("running", picture(9, false, now), true),
            ("old", picture(9, false, old), old == now),
            ("finished", picture(9, true, old), true),
            ("private", Picture { open: false, ..picture(9, true, now) }, false),
        ] {
            assert!(cache.fresh(name).is_none());
            *cache.place(name).lock().await = Some(picture);
            assert_eq!(cache.fresh(name).is_some(), fresh, "{name}");
        }
    }

    #[tokio::test]
    async fn the_number_and_size_of_pictures_are_bounded() {
        let cache = PreviewCache::default();
        for number in 0..MAX_PICTURES + 9 {
            cache.place(&number.to_string());
        }
        assert_eq!(cache.entries().len(), MAX_PICTURES);
        for name in ["a", "b", "c", "d"] {
            let place = cache.place(name);
            *place.lock().await = Some(picture(MAX_BYTES / 2, true, Instant::now()));
            place.note_bytes(MAX_BYTES / 2);
        }
        cache.place("e");
        assert!(cache.fresh("b").is_none() && cache.fresh("d").is_some());
        assert!(cache.entries().len() <= 3);
    }
}
