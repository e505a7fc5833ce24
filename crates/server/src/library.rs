//! What is the same for everybody and made once: the list of games, the rule reference, the tile art.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use games::OwnTiles;
use games::catalogue;
use serde_json::Value;
use table::messages::text;

use crate::gallery::Gallery;
use crate::pages::Fixed;
use crate::refusal::{Code, Refusal};
use crate::shapes::Games;

/// The languages of the client and of the rule reference.
const LANGUAGES: [&str; 3] = ["en", "ru", "uk"];

/// Bodies that are made when they are first asked for.
#[derive(Default)]
pub struct Library {
    games: OnceLock<Fixed>,
    rules: [OnceLock<Fixed>; LANGUAGES.len()],
    figures: OnceLock<Fixed>,
    galleries: Mutex<HashMap<&'static str, Arc<Gallery>>>,
    /// The players' own tiles that were asked for last, the oldest first.
    own: Mutex<VecDeque<(OwnTiles, Arc<Gallery>)>>,
}

/// How many sets of the players' own are kept drawn.
const OWN_KEPT: usize = 4;

impl Library {
    /// What can be played.
    pub fn games(&self) -> &Fixed {
        self.games.get_or_init(|| {
            let levels = bots::Level::ALL.map(bots::Level::word).to_vec();
            Fixed::json(text(&Games { info: games::info(), levels, languages: LANGUAGES }))
        })
    }

    /// The rule reference in a language.
    ///
    /// # Errors
    /// It is not written in that language.
    pub fn rules(&self, language: &str) -> Result<&Fixed, Refusal> {
        let known = LANGUAGES.iter().position(|known| *known == language);
        let clauses = known.and_then(|i| Some((i, games::reference::clauses(language)?)));
        let (i, clauses) = clauses.ok_or_else(|| {
            Refusal::new(Code::NotFound, format!("the rules are written in {}", LANGUAGES.join(", ")))
        })?;
        Ok(self.rules[i].get_or_init(|| Fixed::json(text(&clauses))))
    }

    /// Figures, pieces and tokens.
    pub fn figures(&self) -> &Fixed {
        self.figures.get_or_init(figures)
    }

    /// The pictures of a tile set.
    ///
    /// # Errors
    /// There is no such set.
    pub fn gallery(&self, set: &str) -> Result<Arc<Gallery>, Refusal> {
        let Some((name, text)) = catalogue::files().find(|(name, _)| *name == set) else {
            let known: Vec<&str> = catalogue::files().map(|(name, _)| name).collect();
            let why = format!("there is no such tile set; there is {}", known.join(", "));
            return Err(Refusal::new(Code::NotFound, why));
        };
        // Held while a set is laid out, so that none is twice.
        let mut drawn = self.galleries.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(gallery) = drawn.get(name) {
            return Ok(gallery.clone());
        }
        let set = catalogue::parse(name, text).map_err(|why| Refusal::new(Code::NotFound, why.to_string()))?;
        let gallery = Arc::new(Gallery::new(set));
        drawn.insert(name, gallery.clone());
        Ok(gallery)
    }

    /// The pictures of tiles of the players' own.
    ///
    /// # Errors
    /// The file does not hold; no table has such a one.
    pub fn own_gallery(&self, own: &OwnTiles) -> Result<Arc<Gallery>, Refusal> {
        let mut drawn = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, gallery)) = drawn.iter().find(|(known, _)| known == own) {
            return Ok(gallery.clone());
        }
        let set = own.set().map_err(|why| Refusal::new(Code::NotFound, why.to_string()))?;
        let gallery = Arc::new(Gallery::new(set));
        if drawn.len() == OWN_KEPT {
            drawn.pop_front();
        }
        drawn.push_back((own.clone(), gallery.clone()));
        Ok(gallery)
    }
}

fn figures() -> Fixed {
    Fixed::art(figures_text())
}

fn figures_text() -> String {
    // How it stands, and how it lies on a field.
    let postures = catalogue::figures().into_iter().flat_map(|kind| [kind.to_owned(), format!("{kind}-lying")]);
    let figures = postures.map(|word| (word.clone(), Value::String(art::figure(&word))));
    // Pieces, tower pieces, goods and cards are no figures and have colours of their own.
    let symbols = art::SYMBOLS.iter().map(|word| ((*word).to_owned(), Value::String(art::symbol(word))));
    Value::Object(figures.chain(symbols).collect()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderMap;

    #[test]
    fn every_set_that_can_be_played_has_its_art() {
        let library = Library::default();
        let info = games::info();
        let sets = info.games.iter().flat_map(|game| &game.sets).chain(info.expansions.iter().flat_map(|e| &e.sets));
        for set in sets {
            assert!(library.gallery(set).is_ok(), "{set}");
        }
        assert_eq!(library.gallery("no-such-set").err().map(|why| why.code), Some(Code::NotFound));
    }

    #[test]
    fn pictures_are_asked_for_by_level_tile_and_rotation() {
        let base = Library::default().gallery("base").unwrap();
        for file in ["far/crfr.0.svg", "middle/crfr.3.svg", "near/fcfc-pennant.1.svg"] {
            let (level, name) = file.split_once('/').unwrap();
            assert_eq!(base.picture(level, name).unwrap().answer(&HeaderMap::new()).status(), 200, "{file}");
        }
        for file in ["near/crfr.4.svg", "near/crfr.svg", "near/nothing.0.svg", "nearest/crfr.0.svg", "near/crfr.0.png"]
        {
            let (level, name) = file.split_once('/').unwrap();
            assert_eq!(base.picture(level, name).err().map(|why| why.code), Some(Code::NotFound), "{file}");
        }
    }

    #[test]
    fn figures_pieces_and_tokens_are_drawn_by_their_words() {
        let drawn: Value = serde_json::from_str(&super::figures_text()).unwrap();
        let postures = catalogue::figures().into_iter().flat_map(|kind| [kind.to_owned(), format!("{kind}-lying")]);
        let others = ["tower-piece", "tower", "wine", "grain", "cloth", "king", "robber"];
        let others = catalogue::pieces().into_iter().chain(others).map(str::to_owned);
        let words: Vec<String> = postures.chain(others).collect();
        assert!(words.iter().all(|word| drawn[word].as_str().is_some_and(|svg| svg.contains("<path"))));
        assert_eq!(drawn.as_object().unwrap().len(), 2 * catalogue::figures().len() + art::SYMBOLS.len());
    }

    #[test]
    fn the_rules_are_there_in_three_languages() {
        let library = Library::default();
        for language in LANGUAGES {
            assert!(library.rules(language).is_ok(), "{language}");
        }
        assert!(library.rules("fr").is_err());
        assert_eq!(library.games().answer(&HeaderMap::new()).status(), 200);
    }
}
