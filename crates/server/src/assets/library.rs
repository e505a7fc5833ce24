//! Responses that are the same for all clients and are built only once: the list of games, the rule reference, and the tile art.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use art::{Drawing, Wanted};
use games::OwnTiles;
use games::catalogue;
use table::messages::text;
use table::{Games, LANGUAGES};
use tokio::sync::OnceCell;

use super::gallery::{self, Gallery};
use super::pages::Fixed;
use crate::compute::slots::{self, Owner, Shape, Slots};
use crate::http::refusal::{Code, Refusal};

/// Response bodies, built on first request.
pub struct Library {
    games: OnceLock<Fixed>,
    rules: [OnceLock<Fixed>; LANGUAGES.len()],
    figures: OnceCell<Fixed>,
    galleries: Mutex<HashMap<&'static str, Arc<Gallery>>>,
    /// Galleries of custom tiles, least recently used first.
    own: Mutex<VecDeque<(OwnTiles, Arc<Gallery>)>>,
    places: Slots,
}

/// Maximum number of custom tile sets whose pictures are kept.
const MAX_CUSTOM_SETS: usize = 32;
/// Approximate maximum memory for pictures of custom tile sets, in bytes. The most recently used set is always kept.
const MAX_CUSTOM_BYTES: usize = 96 << 20;
/// Maximum number of pictures that one client network can be waiting for. A browser requests six at once.
const MAX_WAITING: usize = 64;

impl Library {
    /// Creates an empty library. Pictures are drawn on all cores except one.
    pub fn new() -> Library {
        let places = std::thread::available_parallelism().map_or(1, |cores| cores.get() - 1).max(1);
        Library {
            games: OnceLock::new(),
            rules: Default::default(),
            figures: OnceCell::new(),
            galleries: Mutex::default(),
            own: Mutex::default(),
            places: Slots::new(Shape { cheap: 0, places, long: places, waiting: MAX_WAITING }),
        }
    }

    pub fn places(&self) -> &Slots {
        &self.places
    }

    pub fn games(&self) -> &Fixed {
        self.games.get_or_init(|| Fixed::json(text(&Games::all())))
    }

    pub fn rules(&self, language: &str) -> Result<&Fixed, Refusal> {
        let known = LANGUAGES.iter().position(|known| *known == language);
        let clauses = known.and_then(|i| Some((i, games::reference::clauses(language)?)));
        let (i, clauses) = clauses.ok_or_else(|| {
            Refusal::new(Code::NotFound, format!("the rules are available in {}", LANGUAGES.join(", ")))
        })?;
        Ok(self.rules[i].get_or_init(|| Fixed::json(text(&clauses))))
    }

    pub async fn figures(&self, owner: Owner) -> Result<Fixed, Refusal> {
        let figures = self.figures.get_or_try_init(async || {
            let place = self.places.take(owner, FIGURES_TIME).await?;
            gallery::unwrap_job(slots::work(place, || Ok(figures())).await)
        });
        figures.await.cloned()
    }

    pub async fn printed(&self, set: &str, wanted: Wanted, owner: Owner) -> Result<Fixed, Refusal> {
        let (name, text) = catalogue::file(set).map_err(|why| Refusal::new(Code::NotFound, why))?;
        let gallery = lock(&self.galleries).entry(name).or_default().clone();
        let set = move || catalogue::parse(name, text).map_err(|why| Refusal::new(Code::NotFound, why.to_string()));
        gallery.body(wanted, set, (&self.places, owner)).await
    }

    /// Returns the tiles of a printed set, if it was laid out.
    pub fn drawings(&self, set: &str) -> Vec<Arc<Drawing>> {
        lock(&self.galleries).get(set).map(|gallery| gallery.drawings()).unwrap_or_default()
    }

    /// Returns pictures of custom tiles.
    pub async fn own(&self, own: &OwnTiles, wanted: Wanted, owner: Owner) -> Result<Fixed, Refusal> {
        let gallery = self.own_gallery(own);
        let file = own.clone();
        let set = move || file.set().map_err(|why| Refusal::new(Code::NotFound, why.to_string()));
        gallery.body(wanted, set, (&self.places, owner)).await
    }

    /// Returns the gallery of these custom tiles, and evicts the least recently used galleries beyond the limits.
    fn own_gallery(&self, own: &OwnTiles) -> Arc<Gallery> {
        let mut kept = lock(&self.own);
        let found = kept.iter().position(|(known, _)| known == own).and_then(|at| kept.remove(at));
        let (own, gallery) = found.unwrap_or_else(|| (own.clone(), Arc::default()));
        kept.push_back((own, gallery.clone()));
        let mut bytes: usize = kept.iter().map(|(_, gallery)| gallery.bytes()).sum();
        while kept.len() > 1 && (kept.len() > MAX_CUSTOM_SETS || bytes > MAX_CUSTOM_BYTES) {
            bytes -= kept.pop_front().map_or(0, |(_, gallery)| gallery.bytes());
        }
        gallery
    }
}

/// Approximate time to draw all figures.
const FIGURES_TIME: Duration = Duration::from_millis(100);

fn lock<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

fn figures() -> Fixed {
    Fixed::art(text(&art::figures()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderMap;
    use serde_json::Value;

    #[tokio::test]
    async fn every_playable_set_has_art() {
        let library = Library::new();
        let info = games::info();
        let sets = info.games.iter().flat_map(|game| &game.sets).chain(info.expansions.iter().flat_map(|e| &e.sets));
        for set in sets {
            assert!(library.printed(set, Wanted::Far, None).await.is_ok(), "{set}");
        }
        let none = library.printed("no-such-set", Wanted::Whole, None).await;
        assert_eq!(none.err().map(|why| why.code), Some(Code::NotFound));
    }

    #[tokio::test]
    async fn pictures_are_found_by_level_tile_and_rotation() {
        let library = Library::new();
        for file in ["far/crfr.0.svg", "middle/crfr.3.svg", "near/fcfc-pennant.1.svg"] {
            let (level, name) = file.split_once('/').unwrap();
            let picture = library.printed("base", Wanted::picture(level, name).unwrap(), None).await.unwrap();
            assert_eq!(picture.answer(&HeaderMap::new()).status(), 200, "{file}");
        }
        for file in ["near/crfr.4.svg", "near/crfr.svg", "near/nothing.0.svg", "nearest/crfr.0.svg", "near/crfr.0.png"]
        {
            let (level, name) = file.split_once('/').unwrap();
            let found = match Wanted::picture(level, name) {
                Ok(wanted) => library.printed("base", wanted, None).await.err().map(|why| why.code),
                Err(_) => Some(Code::NotFound),
            };
            assert_eq!(found, Some(Code::NotFound), "{file}");
        }
    }

    fn own(number: usize) -> OwnTiles {
        let file = games::own_tiles::copy_of_printed("base").unwrap();
        OwnTiles::new(&format!("{file}\n# {number}\n"))
    }

    #[tokio::test]
    async fn concurrent_requests_share_one_job_and_finished_bodies_need_no_slot() {
        let library = Arc::new(Library::new());
        library.own(&own(0), Wanted::Far, None).await.unwrap();
        // Occupy all slots.
        let mut held = Vec::new();
        while library.places.taken() < library.places.shape().places {
            held.push(library.places.take(None, FIGURES_TIME).await.unwrap());
        }
        let many: Vec<_> = (0..50)
            .map(|_| {
                tokio::spawn({
                    let library = library.clone();
                    async move { library.own(&own(1), Wanted::Far, None).await }
                })
            })
            .collect();
        tokio::time::timeout(Duration::from_secs(5), library.own(&own(0), Wanted::Far, None)).await.unwrap().unwrap();
        while library.places.waiting() == 0 {
            tokio::task::yield_now().await;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert_eq!(library.places.waiting(), 1, "fifty requests share one job");
        drop(held);
        for one in many {
            one.await.unwrap().unwrap();
        }
        assert_eq!(library.own_gallery(&own(1)).bytes(), library.own_gallery(&own(0)).bytes());
    }

    #[tokio::test]
    async fn least_recently_used_custom_sets_are_evicted() {
        let library = Library::new();
        for number in 0..MAX_CUSTOM_SETS + 5 {
            library.own_gallery(&own(number));
        }
        assert_eq!(lock(&library.own).len(), MAX_CUSTOM_SETS);
        assert!(lock(&library.own).iter().any(|(known, _)| *known == own(MAX_CUSTOM_SETS + 4)));
        assert!(lock(&library.own).iter().all(|(known, _)| *known != own(0)));
    }

    #[test]
    fn every_figure_piece_and_token_has_a_drawing() {
        let drawn: Value = serde_json::from_str(&text(&art::figures())).unwrap();
        let postures = catalogue::figures().into_iter().flat_map(|kind| [kind.to_owned(), format!("{kind}-lying")]);
        let others = ["tower-piece", "tower", "wine", "grain", "cloth", "king", "robber"];
        let others = catalogue::pieces().into_iter().chain(others).map(str::to_owned);
        let words: Vec<String> = postures.chain(others).collect();
        assert!(words.iter().all(|word| drawn[word].as_str().is_some_and(|svg| svg.contains("<path"))));
        assert_eq!(drawn.as_object().unwrap().len(), 2 * catalogue::figures().len() + art::SYMBOLS.len());
    }

    #[test]
    fn rules_are_available_in_three_languages() {
        let library = Library::new();
        for language in LANGUAGES {
            assert!(library.rules(language).is_ok(), "{language}");
        }
        assert!(library.rules("fr").is_err());
        assert_eq!(library.games().answer(&HeaderMap::new()).status(), 200);
    }
}
