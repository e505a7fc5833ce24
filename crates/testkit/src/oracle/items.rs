//! Describes the answers and outcomes that only one of the engines has, in the terms used in the table of differences.

use bastide_core::place::opposite;
use bastide_core::{Answer, KindIndex, Place, Playable, SegmentIndex, Spot, TileIndex};
use classic::base::{FIELD, RIVER, VOLCANO};
use classic::{Classic, FIGURE_WORDS, KIND_WORDS, PIECE_WORDS, Pending, count, princess_dragon, scoring};
use games::jcz;

use super::read::{self, GameState};

/// An answer or outcome that only one of the engines has.
#[derive(Clone, Debug)]
pub struct Item {
    /// Text to display.
    pub text: String,
    /// Verb of the answer, or the type of outcome that differs.
    pub what: &'static str,
    /// Words for the subjects: figures, pieces, features, tiles and their circumstances.
    pub of: Vec<String>,
}

impl Item {
    /// Creates an item without subjects.
    pub fn plain(what: &'static str, text: String) -> Self {
        Self { text, what, of: Vec::new() }
    }

    /// Returns the displayed text followed by the terms that a row can match.
    pub fn display_text(&self) -> String {
        match self.of.is_empty() {
            true => self.text.clone(),
            false => format!("{} ({}: {})", self.text, self.what, self.of.join(" ")),
        }
    }
}

/// Phases of a turn, each with the other engine's name and ours.
const PHASES: [(&str, &str); 15] = [
    ("AbbeyPhase", "abbey"),
    ("TilePhase", "place"),
    ("MageAndWitchPhase", "mage-witch"),
    ("ActionPhase", "deploy"),
    ("TowerCapturePhase", "capture"),
    ("PhantomPhase", "phantom"),
    ("DragonMovePhase", "dragon"),
    ("CocScoringPhase", "enter"),
    ("WagonPhase", "wagon"),
    ("a ransom after scoring", "ransom"),
    ("CocFollowerPhase", "courtier"),
    ("CocCountPhase", "count"),
    ("EscapePhase", "escape"),
    ("chance", "draw"),
    ("GameOverPhase", "over"),
];

/// Returns our word for a phase of the other engine.
pub fn phase_word(theirs: &str) -> &str {
    PHASES.iter().find(|(name, _)| *name == theirs).map_or(theirs, |(_, word)| word)
}

fn verb(answer: Answer) -> &'static str {
    match answer {
        Answer::Begin { .. } => "begin",
        Answer::Draw { .. } => "draw",
        Answer::Place { .. } | Answer::PlaceHeld { .. } => "place",
        Answer::Deploy { .. } | Answer::DeployCorner { .. } => "deploy",
        Answer::Return { .. } => "return",
        Answer::Move { .. } => "move",
        Answer::Capture { .. } => "capture",
        Answer::Redeem { .. } => "redeem",
        Answer::Lead { .. } => "lead",
        Answer::Build { .. } => "build",
        Answer::Attach { .. } => "attach",
        Answer::Clear { .. } => "clear",
        Answer::Withdraw { .. } => "withdraw",
        Answer::Outcome { .. } => "outcome",
        Answer::Again => "again",
        Answer::Pass => "pass",
    }
}

/// Returns the verb that corresponds to the first word of a recorded action if the action cannot be parsed as an answer.
fn verb_of(word: &str) -> &'static str {
    match word {
        "TILE" => "place",
        "MEEPLE" => "deploy",
        "TOKEN" => "build",
        "CAPTURE" => "capture",
        "EXCHANGE" | "RANSOM" => "redeem",
        "DRAGON" | "FAIRY" | "COUNT" | "MOVE" => "lead",
        "REMOVE" => "withdraw",
        "RETURN" => "return",
        _ => "pass",
    }
}

impl GameState<'_> {
    /// Describes an action recorded for a seat's decision; `phase` is the name that the other engine uses.
    pub fn item_of_theirs(self, action: &str, seat: u8, phase: &str) -> Item {
        match self.answer(action) {
            // In phases where our game asks for nothing, a move is parsed as a deployment.
            Ok(answer @ Answer::Deploy { .. }) if matches!(phase_word(phase), "enter" | "wagon") => {
                Item { what: "move", ..self.item(action.to_owned(), answer, seat) }
            }
            Ok(answer) => self.item(action.to_owned(), answer, seat),
            // The object named in the action does not exist in our game.
            Err(_) => {
                let words: Vec<&str> = action.split(' ').collect();
                let owner = words.get(1).and_then(|word| word.parse::<u8>().ok());
                let whose = owner.map(|owner| if owner == seat { "own" } else { "other" });
                let names =
                    words[1..].iter().filter(|word| word.parse::<i16>().is_err()).map(|word| word.to_lowercase());
                let of = names.chain(whose.map(str::to_owned)).collect();
                Item { of, ..Item::plain(verb_of(words[0]), action.to_owned()) }
            }
        }
    }

    /// Describes an answer to a seat's decision, displayed as the given text.
    pub fn item(self, text: String, answer: Answer, seat: u8) -> Item {
        let mut of = Vec::new();
        let features = &self.position.board.features;
        let mut add = |words: &[&str]| of.extend(words.iter().map(|word| (*word).to_owned()));
        match answer {
            Answer::Place { at, rotation } => {
                let kind = match self.position.pending() {
                    Pending::Place { kind } => Some(kind),
                    _ => None,
                };
                add(&kind.map_or(vec!["tile", "abbey"], |kind| self.tile(kind)));
                let crowded = kind.is_some_and(|kind| self.is_crowded(kind, at, rotation));
                add(if crowded { &["crowded"] } else { &[] });
            }
            Answer::Deploy { figure, segment } => {
                add(&[FIGURE_WORDS[usize::from(figure)]]);
                add(&self.describe_deployment(segment));
            }
            Answer::DeployCorner { figure, .. } => add(&[FIGURE_WORDS[usize::from(figure)], "corner"]),
            Answer::Move { figure, segment } => {
                add(&[FIGURE_WORDS[usize::from(features.figure(figure).kind)]]);
                if let Some(from) = features.figure(figure).segment() {
                    of.extend(self.place(from).iter().map(|word| format!("from-{word}")));
                }
                of.extend(self.place(segment).iter().map(|word| (*word).to_owned()));
            }
            Answer::Return { figure } | Answer::Capture { figure } | Answer::Redeem { figure } => {
                let this = features.figure(figure);
                add(&[FIGURE_WORDS[usize::from(this.kind)], if this.seat == seat { "own" } else { "other" }]);
                add(&this.segment().map_or(Vec::new(), |segment| self.place(segment)));
            }
            Answer::Lead { piece, to } => {
                add(&[PIECE_WORDS[usize::from(piece)]]);
                add(&self.spot_words(to));
            }
            Answer::Build { segment } => add(&self.place(segment)),
            _ => {}
        }
        Item { of, ..Item::plain(verb(answer), text) }
    }

    pub fn tile(self, kind: KindIndex) -> Vec<&'static str> {
        let tile = self.rules.kind(kind);
        let has = |kind: u8| tile.segments().iter().any(|segment| segment.kind == kind);
        let mut words = vec!["tile"];
        words.extend(has(RIVER).then_some("river"));
        words.extend((tile.marks & VOLCANO != 0).then_some("volcano"));
        words.extend((tile.marks & princess_dragon::DRAGON_MARK != 0).then_some("dragon"));
        words
    }

    /// Reports whether the river on a tile placed here would head towards tiles on the map, at any distance, straight ahead or one place to
    /// the left or right, or would run beside another end of the river in the same direction.
    fn is_crowded(self, kind: KindIndex, at: Place, rotation: u8) -> bool {
        let (tile, board) = (self.rules.kind(kind), &self.position.board);
        let exits = |side: &usize| {
            let own = usize::from(tile.turned[usize::from(rotation & 3)].ports[*side][1]);
            let river = tile.segments().get(own).is_some_and(|segment| segment.kind == RIVER);
            river && board.tile_at(at.beside(*side)).is_none()
        };
        (0..4).filter(exits).any(|side| {
            let next = at.beside(side);
            let (dx, dy) = (next.x - at.x, next.y - at.y);
            let along = |other: Place| (other.x - at.x) * dx + (other.y - at.y) * dy;
            let across = |other: Place| ((other.x - at.x) * dy + (other.y - at.y) * dx).abs();
            let ahead = board.tiles().iter().any(|lies| along(lies.at) > 0 && across(lies.at) <= 1);
            let arrives = |need: u16| need >> (4 * opposite(side)) & 1 << RIVER != 0;
            let beside = board.open_places().any(|(end, need)| end != at && arrives(need) && across(end) == 1);
            ahead || beside
        })
    }

    /// Describes the tile that the other engine calls `name`, and whether it would be crowded wherever it could currently be placed.
    pub fn named_tile(self, name: &str) -> Vec<String> {
        let Ok(kind) = jcz::tile(&self.rules.texts, name) else { return Vec::new() };
        let mut answers = Vec::new();
        if self.position.pending() == (Pending::Place { kind }) {
            self.position.list(self.rules, &mut answers);
        }
        let crowded = |answer: &Answer| match *answer {
            Answer::Place { at, rotation } => self.is_crowded(kind, at, rotation),
            _ => true,
        };
        let crowded = !answers.is_empty() && answers.iter().all(crowded);
        self.tile(kind).into_iter().chain(crowded.then_some("crowded")).map(str::to_owned).collect()
    }

    /// Describes where a figure is deployed, and the circumstances of the newest tile.
    fn describe_deployment(self, segment: SegmentIndex) -> Vec<&'static str> {
        let features = &self.position.board.features;
        let mut words = self.place(segment);
        let newest = self.position.board.tiles().last();
        words.extend(newest.is_some_and(|tile| segment < tile.first).then_some("elsewhere"));
        let volcano = newest.is_some_and(|tile| self.rules.kind(tile.kind).marks & VOLCANO != 0);
        words.extend(volcano.then_some("volcano"));
        let complete = features.kind(segment) != FIELD && features.open(features.root(segment)) == 0;
        words.extend(complete.then_some("complete"));
        words
    }

    /// Describes a segment on the map: its kind, and whether its tile belongs to the City of Carcassonne, is an abbey, or has the dragon or
    /// the fairy on it.
    pub fn place(self, segment: SegmentIndex) -> Vec<&'static str> {
        let features = &self.position.board.features;
        let tile = features.tile_of(segment);
        let mut words = vec![KIND_WORDS[usize::from(features.kind(segment))]];
        words.extend(self.tile_words(tile));
        words
    }

    fn tile_words(self, tile: TileIndex) -> Vec<&'static str> {
        let lies = self.position.board.tiles()[usize::from(tile)];
        let mut words = Vec::new();
        words.extend((self.rules.texts[usize::from(lies.kind)].set == count::SET).then_some("carcassonne"));
        words.extend(Classic::is_held(&self.rules.texts[usize::from(lies.kind)]).then_some("abbey"));
        words.extend((self.position.piece(princess_dragon::DRAGON) == Some(Spot::Tile(tile))).then_some("dragon"));
        words.extend((self.position.piece_tile(princess_dragon::FAIRY) == Some(tile)).then_some("fairy"));
        words
    }

    fn spot_words(self, spot: Spot) -> Vec<&'static str> {
        match spot {
            Spot::Tile(tile) => [vec!["tile"], self.tile_words(tile)].concat(),
            Spot::Figure(figure) => {
                let figure = self.position.board.features.figure(figure);
                figure.segment().map_or(vec!["captive"], |segment| self.place(segment))
            }
            Spot::Segment(segment) => self.place(segment),
        }
    }

    /// Describes what points were given for: the other engine's word for it; where the fairy is, if she gives them; and, for a field,
    /// whether besieged cities, herds and pigs count towards its score.
    pub fn points_words(self, word: &str, place: Option<SegmentIndex>) -> Vec<String> {
        let mut words = vec![word.to_owned()];
        if word.starts_with("fairy") {
            let spot = self.position.piece(princess_dragon::FAIRY);
            words.extend(spot.map_or(Vec::new(), |spot| self.spot_words(spot)).into_iter().map(str::to_owned));
        }
        let features = &self.position.board.features;
        if let Some(root) = place.map(|place| features.root(place)).filter(|&root| features.kind(root) == FIELD) {
            let seats = 0..self.rules.seats;
            let scores =
                seats.map(|seat| scoring::worth_to(self.position, self.rules, root, true, seat)).collect::<Vec<_>>();
            let terms = || scores.iter().flat_map(|score| score.terms()).filter(|term| term.count > 0);
            let named = ["besieged", "herds", "pigs"].into_iter().filter(|word| terms().any(|term| term.of == *word));
            words.extend(named.map(str::to_owned));
        }
        words
    }

    /// Describes a recorded figure, `seat Type x y Feature Location`.
    pub fn standing_words(self, text: &str) -> Vec<String> {
        let words: Vec<&str> = text.split(' ').collect();
        let [_, kind, ref at @ ..] = words[..] else { return Vec::new() };
        let figure = read::figure(kind).ok().map(|kind| FIGURE_WORDS[usize::from(kind)]);
        let place = self.segment(at).map_or(Vec::new(), |segment| self.place(segment));
        figure.into_iter().chain(place).map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests {
    use games::{Game, Setup};

    use super::*;

    /// Returns the game with this set-up line after these answers.
    fn game(line: &str, words: &[&str]) -> Game {
        let mut game = Game::new(&Setup::from_line(line).unwrap()).unwrap();
        for word in words {
            let answer = game.answer(word).unwrap();
            game.apply(answer).unwrap();
        }
        game
    }

    /// Returns every legal answer in a game: its word, verb and subjects, in the terms of the table's rows.
    fn described(game: &Game) -> Vec<(String, &'static str, String)> {
        let (rules, position) = game.classic().unwrap();
        let at = GameState { rules, position };
        let items = game.legal().into_iter().map(|answer| at.item(game.word(answer), answer, position.seat()));
        items.map(|item| (item.text.clone(), item.what, item.of.join(" "))).collect()
    }

    #[test]
    fn crowded_river_placements_are_distinguished() {
        let line = "carcassonne+river seats=2 river=2 without=printed-river first_player=host_seat";
        let mut game = game(line, &["draw:vvfv-fork"]);
        game.apply(game.legal()[0]).unwrap();
        for word in ["pass", "draw:ffvv"] {
            game.apply(game.answer(word).unwrap()).unwrap();
        }
        // At the corners of the fork, the river would turn and run alongside its other arm.
        let described = described(&game);
        let places: Vec<_> = described.iter().map(|(text, what, of)| (text.as_str(), *what, of.as_str())).collect();
        let expected = [
            ("ffvv@1,-1r270", "place", "tile river crowded"),
            ("ffvv@2,0r0", "place", "tile river"),
            ("ffvv@2,0r90", "place", "tile river crowded"),
        ];
        assert_eq!(places, expected);
        // There is a place where the tile would not be crowded, so a discard would not be excused.
        let (rules, position) = game.classic().unwrap();
        assert_eq!(GameState { rules, position }.named_tile("RI.2/II"), ["tile", "river"]);
    }

    #[test]
    fn figures_are_described_by_kind_and_place() {
        let line = "carcassonne+abbey-mayor seats=2 first_player=host_seat";
        let round = "frfr@1,0r0 frfr@-1,0r0 ffrf-monastery@1,-1r90 cfff@-1,-1r90 ffff-monastery@1,-2r0 frfr@0,-2r90";
        let placed =
            |at: &str| [format!("draw:{}", at.split('@').next().unwrap_or(at)), at.to_owned(), "pass".to_owned()];
        let abbey = ["abbey@0,-1r0", "wagon:c"].map(str::to_owned);
        let last = placed("ffff-monastery@-1,-2r0");
        let words: Vec<String> = round.split(' ').flat_map(placed).chain(abbey).chain(last).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (before, after) = (game(line, &words[..words.len() - 1]), game(line, &words));
        let monk = ("monk:c".to_owned(), "deploy", "follower monastery".to_owned());
        assert!(described(&before).contains(&monk), "{:?}", described(&before));
        let (_, what, of) = &described(&after)[0];
        assert_eq!((*what, of.as_str()), ("move", "wagon from-monastery from-abbey road"));
    }

    #[test]
    fn foreign_actions_are_described_by_their_words() {
        let game = game("carcassonne+tower seats=2 first_player=host_seat", &[]);
        let (rules, position) = game.classic().unwrap();
        let item =
            GameState { rules, position }.item_of_theirs("CAPTURE 0 SmallFollower -1 0 City N", 0, "TowerCapturePhase");
        assert_eq!((item.what, item.of.join(" ").as_str()), ("capture", "smallfollower city n own"));
        assert_eq!(item.display_text(), "CAPTURE 0 SmallFollower -1 0 City N (capture: smallfollower city n own)");
    }
}
