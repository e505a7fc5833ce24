//! Set-ups of small games, so that many can be played to the end.

use std::sync::OnceLock;

use games::{Game, Setup};

const CARCASSONNE: &str = r#"
set = "small"
title = "A small country"
total = 6

[[tile]]
id = "crfr"
count = 3
start = true
ports = "ccc frg ggg grf"
segments.c = { kind = "city" }
segments.r = { kind = "road" }
segments.f = { kind = "field", cities = ["c"] }
segments.g = { kind = "field" }

[[tile]]
id = "ccff"
count = 2
ports = "ccc ddd fff fff"
segments.c = { kind = "city", pennants = 1 }
segments.d = { kind = "city" }
segments.f = { kind = "field", cities = ["c", "d"] }

[[tile]]
id = "crfr-village"
count = 1
ports = "ccc frf fff fsf"
segments.c = { kind = "city" }
segments.r = { kind = "road" }
segments.s = { kind = "road" }
segments.f = { kind = "field", cities = ["c"] }
"#;

const DISCOVERY: &str = r#"
set = "small"
family = "discovery"
title = "A small world"
total = 8

[[tile]]
id = "start"
count = 1
start = true
ports = "ggg mmm sss mmm"
segments.g = { kind = "grass" }
segments.m = { kind = "mountain" }
segments.s = { kind = "sea" }
touches = [["m", "g"]]

[[tile]]
id = "gmsm"
count = 3
ports = "ggg mmm sss mmm"
segments.g = { kind = "grass" }
segments.m = { kind = "mountain" }
segments.s = { kind = "sea" }
touches = [["m", "g"]]

[[tile]]
id = "gggm"
count = 2
ports = "ggg ggg ggg mmm"
segments.g = { kind = "grass" }
segments.m = { kind = "mountain" }
touches = [["m", "g"]]

[[tile]]
id = "ssgg"
count = 2
ports = "sss sss ggg ggg"
segments.s = { kind = "sea" }
segments.g = { kind = "grass" }
"#;

/// A set-up and its game before the first answer.
pub struct Prepared {
    pub setup: Setup,
    pub game: Game,
}

/// Returns all small games, with open and hidden hands.
pub fn all() -> &'static [Prepared] {
    static ALL: OnceLock<Vec<Prepared>> = OnceLock::new();
    ALL.get_or_init(|| {
        let own = |game: &str, printed: &str, seats, file| {
            let mut setup = Setup::of(game, seats).own_tiles(file);
            setup.sets.insert(printed.to_owned(), 0);
            setup
        };
        let hidden = |seats| own("discovery", "discovery", seats, DISCOVERY).option("hand", "two_hidden");
        let setups = [
            own("carcassonne", "base", 2, CARCASSONNE),
            own("carcassonne", "base", 3, CARCASSONNE),
            own("carcassonne", "base", 2, CARCASSONNE).option("hand", "three_hidden"),
            hidden(2),
            hidden(2).option("equal_turns", "even"),
            hidden(3),
            own("discovery", "discovery", 2, DISCOVERY).option("hand", "two_open"),
        ];
        let prepared = setups.into_iter().map(|setup| Prepared { game: Game::new(&setup).unwrap(), setup });
        prepared.collect()
    })
}
