//! What is the same for everybody and made once: the list of games, the rule reference, the tile art.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, OnceLock, PoisonError};

use games::OwnTiles;
use games::catalogue::{self, TileSet};
use serde_json::{Value, json};
use table::messages::text;

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
    art: Mutex<HashMap<&'static str, Fixed>>,
    /// The art of the players' own tiles that was asked for last, the oldest first.
    own: Mutex<VecDeque<(OwnTiles, Fixed)>>,
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

    /// The art of a tile set, or of the `figures`.
    ///
    /// # Errors
    /// There is no such set.
    pub fn art(&self, set: &str) -> Result<Fixed, Refusal> {
        if set == "figures" {
            return Ok(self.figures.get_or_init(figures).clone());
        }
        let Some((name, text)) = catalogue::files().find(|(name, _)| *name == set) else {
            let known: Vec<&str> = catalogue::files().map(|(name, _)| name).collect();
            let why = format!("there is no such tile set; there is {}", known.join(", "));
            return Err(Refusal::new(Code::NotFound, why));
        };
        // Held while a set is drawn, so that none is drawn twice.
        let mut drawn = self.art.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(fixed) = drawn.get(name) {
            return Ok(fixed.clone());
        }
        let set = catalogue::parse(name, text).map_err(|why| Refusal::new(Code::NotFound, why.to_string()))?;
        let fixed = art_of(&set);
        drawn.insert(name, fixed.clone());
        Ok(fixed)
    }

    /// The art of tiles of the players' own.
    ///
    /// # Errors
    /// The file does not hold; no table has such a one.
    pub fn own_art(&self, own: &OwnTiles) -> Result<Fixed, Refusal> {
        let mut drawn = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, fixed)) = drawn.iter().find(|(known, _)| known == own) {
            return Ok(fixed.clone());
        }
        let fixed = art_of(&own.set().map_err(|why| Refusal::new(Code::NotFound, why.to_string()))?);
        if drawn.len() == OWN_KEPT {
            drawn.pop_front();
        }
        drawn.push_back((own.clone(), fixed.clone()));
        Ok(fixed)
    }
}

fn figures() -> Fixed {
    Fixed::json(figures_text())
}

fn figures_text() -> String {
    // How it stands, and how it lies on a field.
    let postures = catalogue::figures().into_iter().flat_map(|kind| [kind.to_owned(), format!("{kind}-lying")]);
    let figures = postures.map(|word| (word.clone(), Value::String(art::figure(&word))));
    // Pieces, tower pieces, goods and cards are no figures and have colours of their own.
    let symbols = art::SYMBOLS.iter().map(|word| ((*word).to_owned(), Value::String(art::symbol(word))));
    Value::Object(figures.chain(symbols).collect()).to_string()
}

fn art_of(set: &TileSet) -> Fixed {
    let tiles = set.tiles.iter().map(|tile| {
        let drawn = art::tile(tile);
        let segments: Vec<Value> = drawn
            .segments
            .iter()
            .map(|segment| json!({"kind": segment.kind, "path": segment.path, "anchor": segment.anchor}))
            .collect();
        let things: Vec<Value> =
            drawn.things.iter().map(|thing| json!({"word": thing.word, "at": thing.at, "size": thing.size})).collect();
        (tile.id.clone(), json!({"art": drawn.art, "segments": segments, "things": things}))
    });
    let tiles: serde_json::Map<String, Value> = tiles.collect();
    Fixed::json(json!({"set": set.id, "defs": art::defs(&set.tiles), "tiles": tiles}).to_string())
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
            assert!(library.art(set).is_ok(), "{set}");
        }
        assert!(library.art("figures").is_ok());
        assert_eq!(library.art("no-such-set").err().map(|why| why.code), Some(Code::NotFound));
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
