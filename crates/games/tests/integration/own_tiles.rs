//! Tests custom tile files: valid ones are played and recorded, invalid ones are rejected with a clear error.

use std::fmt::Write;

use crate::common::random_game;
use bastide_core::{Random, SmallRandom};
use games::deal::Deal;
use games::record::{Record, RecordError};
use games::{Answer, Game, OwnTiles, Setup, SetupError, snapshot};

const EXAMPLE: &str = include_str!("../../../../docs/own-tiles.toml");

/// Returns a set-up that uses only the custom tiles.
fn alone(file: &str) -> Setup {
    let mut setup = Setup::base(2).own_tiles(file);
    setup.sets.insert("base".to_owned(), 0);
    setup
}

/// Returns a file with one tile, built from the lines at the top of the file and the tile's keys.
fn file_of(head: &str, tile: &str) -> String {
    format!("{head}\ntitle = \"X\"\ntotal = 1\n[[tile]]\ncount = 1\nstart = true\n{tile}\n")
}

fn refused(file: &str) -> String {
    let error = match Game::new(&alone(file)) {
        Err(why @ (SetupError::OwnTiles(_) | SetupError::Tiles(_) | SetupError::TooLarge(_))) => why.to_string(),
        other => panic!("{file}: {other:?}"),
    };
    assert!(error.starts_with("tile file ") || error.starts_with("the set-up has "), "{error}");
    assert!(!error.contains('\n') && error.chars().count() <= 404, "{error}");
    error
}

#[test]
fn custom_tiles_are_shuffled_in_with_the_others() {
    let setup = Setup::base(2).own_tiles(EXAMPLE);
    let game = Game::new(&setup).unwrap();
    let deal = Deal::new(games::deal::Seed::from_number(7), &setup).unwrap();
    let of_own = |kind: &u16| game.tiles()[usize::from(*kind)].set == "hill-country";
    assert_eq!((deal.tiles().len(), deal.tiles().iter().filter(|kind| of_own(kind)).count()), (91, 20));
    let start = &game.view().tiles[0].name;
    assert_eq!((start.set.as_str(), start.kind.as_str()), ("base", "crfr"), "the base game's start tile is the first");
}

#[test]
fn custom_tiles_can_be_the_only_tiles() {
    let game = Game::new(&alone(EXAMPLE)).unwrap();
    let view = game.view();
    assert_eq!(view.tiles[0].name.set, "hill-country");
    assert_eq!(view.bag.left, 19);
    assert_eq!(
        view.setup.own_tiles,
        Some(OwnTiles::new(EXAMPLE).short()),
        "views refer to the file without carrying it"
    );
    assert!(serde_json::to_string(&view).unwrap().len() < 8_000);
}

#[test]
fn whole_games_are_played_recorded_and_replayed() {
    let mut many = Setup::base(3).own_tiles(EXAMPLE);
    many.expansions = ["inns-cathedrals", "river", "abbey-mayor", "tower"].map(str::to_owned).to_vec();
    let setups = [alone(EXAMPLE), Setup::base(4).with("inns-cathedrals").own_tiles(EXAMPLE), many];
    for (seed, setup) in setups.iter().enumerate() {
        for answers in [0, 30, usize::MAX] {
            let (deal, game) = random_game(setup, seed as u64, answers);
            let record = Record::of(&game, &[], Some(&deal));
            let (text, json) = (record.to_text(), record.to_json().to_string());
            assert!(text.contains("\n| id = \"crfr-start\"\n"), "{text}");
            for form in [&text, &json, &text.replace('\n', "\r\n"), &text.replace('\n', "  \n")] {
                let read = Record::parse(form).unwrap();
                assert_eq!(read, record);
                assert_eq!(read.setup.own_tiles.as_ref().and_then(OwnTiles::text), Some(EXAMPLE));
                assert_eq!(read.replay().unwrap().position_text(), game.position_text());
            }
            let verdict = record.verify();
            assert!(verdict.holds(), "{:?}", verdict.failed);
            let hash = OwnTiles::new(EXAMPLE).hash().to_owned();
            assert!(verdict.held.contains(&format!("the custom tiles match the hash {hash}")), "{verdict:?}");
            let bytes = snapshot::write(&game);
            assert_eq!(snapshot::read(setup, &bytes).unwrap().position_text(), game.position_text());
            let other = setup.clone().own_tiles(&EXAMPLE.replace("Hill country", "Other country"));
            assert_eq!(snapshot::read(&other, &bytes).unwrap_err(), snapshot::SnapshotError::OtherSetup);
        }
    }
}

#[test]
fn line_of_a_set_up_has_the_hash() {
    let setup = Setup::base(2).own_tiles(EXAMPLE);
    let own = OwnTiles::new(EXAMPLE);
    assert_eq!(setup.canonical(), format!("carcassonne seats=2 own_tiles={}", own.hash()));
    let read = Setup::from_line(&setup.canonical()).unwrap();
    assert_eq!(read, setup.short());
    let error = Game::new(&read).unwrap_err().to_string();
    assert!(error.contains(own.hash()) && error.contains("not there"), "{error}");
    for bad in ["0123456789abcde", "0123456789ABCDEF", "", "0123456789abcdef0"] {
        let error = Setup::from_line(&format!("carcassonne seats=2 own_tiles={bad}")).unwrap_err().to_string();
        assert!(error.contains("16 hexadecimal digits"), "{error}");
    }
    // Line endings make no difference.
    for same in [EXAMPLE.replace('\n', "\r\n"), format!("\u{feff}{EXAMPLE}\n\n"), EXAMPLE.trim_end().to_owned()] {
        assert_eq!(OwnTiles::new(&same), own);
    }
    let json = serde_json::to_string(&setup).unwrap();
    assert_eq!(serde_json::from_str::<Setup>(&json).unwrap(), setup);
    assert_eq!(serde_json::from_str::<Setup>(&serde_json::to_string(&setup.short()).unwrap()).unwrap(), setup.short());
    assert!(!serde_json::to_string(&Setup::base(2)).unwrap().contains("own_tiles"));
}

#[test]
fn record_with_a_missing_or_different_file_is_rejected() {
    let (deal, game) = random_game(&Setup::base(2).own_tiles(EXAMPLE), 5, 12);
    let text = Record::of(&game, &[], Some(&deal)).to_text();
    let refused = |text: &str, why: &str| match Record::parse(text) {
        Err(RecordError::Line { why: is, .. }) => assert!(is.to_string().contains(why), "{is}"),
        other => panic!("{other:?}"),
    };
    let without: Vec<&str> = text.lines().filter(|line| !line.starts_with('|')).collect();
    refused(&without.join("\n"), "is missing from the record");
    refused(&text.replace("count = 3\n| start", "count = 4\n| start"), "the tile file has the hash");
    let unnamed: Vec<&str> = text.lines().map(|line| line.split(" own_tiles=").next().unwrap()).collect();
    refused(&unnamed.join("\n"), "its set-up uses none");
}

#[test]
fn errors_in_a_file_are_described() {
    let head = "set = \"mine\"";
    let field = "ports = \"fff fff fff fff\"\nsegments.f = { kind = \"field\" }";
    let tile = |body: &str| file_of(head, &format!("id = \"t\"\n{body}"));
    assert!(Game::new(&alone(&tile(field))).is_ok());
    for (file, why) in [
        ("this is no TOML".to_owned(), "tile file of your own: "),
        (String::new(), "set is missing"),
        (
            tile("ports = \"fff fff fff\"\nsegments.f = { kind = \"field\" }"),
            "tile t: ports are \"fff fff fff\", not four",
        ),
        (tile("ports = \"fff fff fff fff\"\nsegments.f = { kind = \"sea\" }"), "use one of city, road, field"),
        (tile("ports = \"rrr rrr rrr rrr\"\nsegments.r = { kind = \"road\" }"), "its north edge is road, road, road"),
        (
            tile("ports = \"fff fff fff fff\"\nsegments.f = { kind = \"field\", pennants = 1 }"),
            "unknown attribute pennants",
        ),
        (
            tile("ports = \"ccc ccc ccc ccc\"\nsegments.c = { kind = \"city\", pennants = 4 }"),
            "pennants is 4, not 0 to 3",
        ),
        (
            tile("ports = \"ccc ccc ccc ccc\"\nsegments.c = { kind = \"city\", goods = \"tea\" }"),
            "unknown attribute goods",
        ),
        (tile(&format!("{field}\nmarks = [\"moon\"]")), "unknown mark moon"),
        (tile(&format!("{field}\nmarks = [\"abbey\"]")), "players hold"),
        (tile(&format!("{field}\npile = \"river\"")), "leave pile out"),
        (tile(&format!("{field}\ninner = [\"N\"]")), "leave it out"),
        (
            tile("ports = \"frf fff fff fff\"\nsegments.f = { kind = \"field\" }\nsegments.r = { kind = \"river\" }"),
            "own tiles have no kind river",
        ),
        (
            tile(&format!(
                "{field}\ninside = [\"m\", \"n\"]\nsegments.m = {{ kind = \"monastery\" }}\nsegments.n = {{ kind = \"monastery\" }}"
            )),
            "two of its segments wait for neighbours",
        ),
        (
            tile(&format!("{field}\ninside = [\"q\"]\nsegments.q = {{ kind = \"quarter\", quarter = \"castle\" }}")),
            "no kind quarter",
        ),
        (file_of(head, &format!("id = \"T x\"\n{field}")), "an id must have 1 to 40 lower-case letters"),
        (file_of("set = \"Mine/1\"", &format!("id = \"t\"\n{field}")), "an id must have 1 to 40 lower-case letters"),
        (
            file_of("set = \"tower\"", &format!("id = \"t\"\n{field}")),
            "tile file tower: this is the id of a printed set",
        ),
        (
            file_of(&format!("{head}\nblock = {{ layout = [[\"t\"]] }}"), &format!("id = \"t\"\n{field}")),
            "only printed sets have a block",
        ),
        (tile(field).replace("count = 1", "count = 0"), "count is 0, not 1 to 255"),
        (tile(field).replace("total = 1", "total = 2"), "the counts add up to 1, but total is 2"),
        (tile(field).replace("\"X\"", "\"\""), "its title must have 1 to 80 characters"),
        (tile(field).replace("start = true", ""), "no tile of the set-up is a start tile"),
        (
            format!(
                "{}{}",
                tile(field).replace("total = 1", "total = 2"),
                &tile(field)[tile(field).find("[[").unwrap()..]
            ),
            "duplicate id",
        ),
    ] {
        // A file without a start tile is valid on its own; only the set-up is rejected.
        if why.starts_with("no tile of the set-up") {
            let error = Game::new(&alone(&file)).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
            continue;
        }
        let error = refused(&file);
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn files_that_exceed_limits_are_rejected() {
    let head = "set = \"mine\"\ntitle = \"X\"\n";
    let field = "ports = \"fff fff fff fff\"\nsegments.f.kind = \"field\"\n";
    let kinds = |count: usize, copies: usize| {
        let mut file = format!("{head}total = {}\n", count * copies);
        for kind in 0..count {
            let _ = writeln!(file, "[[tile]]\nid = \"t{kind}\"\nstart = true\ncount = {copies}\n{field}");
        }
        file
    };
    assert!(Game::new(&alone(&kinds(100, 1))).is_ok());
    assert!(Game::new(&alone(&kinds(10, 100))).is_ok());
    assert!(refused(&kinds(10, 109)).contains("1090 tiles; at most 1080 are allowed"));
    assert!(refused(&kinds(101, 1)).contains("101 kinds of tile; at most 100 are allowed"));
    assert!(refused(&kinds(2000, 1)).contains("at most 65536 are allowed"));
    let tower = kinds(1, 255).replace("count = ", "marks = [\"tower\"]\ncount = ");
    assert!(refused(&tower).contains("tower foundations"));
    let herds = kinds(3, 85).replace("\"field\"", "\"field\"\nsegments.f.pig_herd = true");
    assert!(Game::new(&alone(&herds)).is_ok());
    let towns = herds.replace("[[tile]]\n", "[[tile]]\ninside = [\"c\"]\nsegments.c.kind = \"city\"\n");
    assert!(refused(&towns).contains("255 herds of pigs; at most 128 are allowed"));
    let monastery =
        kinds(2, 130).replace("[[tile]]\n", "[[tile]]\ninside = [\"m\"]\nsegments.m.kind = \"monastery\"\n");
    assert!(Game::new(&alone(&monastery)).is_ok());
}

#[test]
fn set_up_with_more_than_256_kinds_of_tile_is_played_and_kept() {
    let mut file = "set = \"mine\"\ntitle = \"X\"\ntotal = 100\n".to_owned();
    for kind in 0..100 {
        let field = "ports = \"fff fff fff fff\"\nsegments.f.kind = \"field\"";
        let _ = writeln!(file, "[[tile]]\nid = \"t{kind}\"\ncount = 1\n{field}");
    }
    let mut setup = Setup::base(2).own_tiles(&file);
    let about = games::info().games.into_iter().find(|game| game.id == setup.game).unwrap();
    setup.expansions = about.expansions.into_iter().map(str::to_owned).collect();
    let (deal, game) = random_game(&setup, 5, usize::MAX);
    assert!(game.tiles().len() > 256, "{} kinds of tile", game.tiles().len());
    let far = |answer: &Answer| matches!(answer, Answer::Draw { kind } if *kind > 256);
    assert!(game.answers().iter().any(far), "no tile was drawn whose number takes two bytes");
    let record = Record::of(&game, &[], Some(&deal));
    let verdict = Record::parse(&record.to_text()).unwrap().verify();
    assert!(verdict.holds(), "{:?}", verdict.failed);
    for answers in [game.answers().len() / 2, game.answers().len()] {
        let part = record.replay_to(answers).unwrap();
        let kept = snapshot::read(&setup, &snapshot::write(&part)).unwrap();
        assert_eq!((kept.answers(), kept.view()), (part.answers(), part.view()));
    }
}

#[test]
fn hostile_files_are_rejected_quickly() {
    let most = games::own_tiles::MAX_TILE_FILE_BYTES;
    let head = "set = \"mine\"\ntitle = \"X\"\ntotal = 1\n";
    let letters: Vec<String> =
        (0..9000u32).filter_map(|n| char::from_u32(0x4e00 + n)).map(|c| format!("\"{c}\"")).collect();
    let tile = |more: &str| {
        format!(
            "{head}[[tile]]\nid = \"t\"\ncount = 1\nports = \"fff fff fff fff\"\nsegments.f.kind = \"field\"\n{more}\n"
        )
    };
    for file in [
        "x".repeat(2 * most),
        "[".repeat(most - 1),
        format!("a = {}", "[".repeat(most - 10)),
        format!("a{} = 1", ".a".repeat(most / 2 - 10)),
        format!("set = \"{}\"", "x".repeat(most - 10)),
        format!("{head}{}", "[[tile]]\n".repeat(most / 9 - 10)),
        tile(&format!("inside = [{}]", letters.join(","))),
        tile(&format!("wagon = [[{}]]", "\"f\",".repeat(most / 4 - 50))),
        tile(&format!("marks = [{}]", "\"portal2\",".repeat(most / 11 - 50))),
        tile("segments.f.pennants = 9223372036854775807"),
        tile("segments.f.pennants = -1"),
        tile("segments.f.cities = [\"f\"]"),
        "\0\u{1}\u{7f}\u{2028}".repeat(4000),
    ] {
        let begun = std::time::Instant::now();
        refused(&file);
        assert!(begun.elapsed().as_secs() < 5, "{} bytes took {:?}", file.len(), begun.elapsed());
    }
}

/// Generates a random tile file with valid tiles: edges of every kind, roads that join or end, cities at the edges and inside.
fn made_up(random: &mut SmallRandom) -> String {
    let mut body = String::new();
    let mut total = 0;
    for kind in 0..8 {
        let copies = 1 + random.below(6);
        total += copies;
        let mut below = |n: u32| random.below(n);
        let (letters, mut ports) = (['n', 'e', 's', 'w'], Vec::new());
        let sides: Vec<u32> = (0..4).map(|_| below(3)).collect();
        let one_city = below(2) == 0;
        let mut segments: Vec<(char, String)> = Vec::new();
        // One field surrounds everything, which keeps every corner valid whatever the edges are.
        let mut add = |letter: char, what: String| {
            if segments.iter().all(|(other, _)| *other != letter) {
                segments.push((letter, what));
            }
            letter
        };
        for (side, what) in sides.iter().enumerate() {
            let joined = side % 2 == 1 && sides[side - 1] == 0;
            ports.push(match what {
                0 => {
                    let letter = if one_city && joined { letters[side - 1] } else { letters[side] };
                    let words = [
                        "",
                        ", pennants = 3",
                        ", cathedral = true",
                        ", goods = \"wine\"",
                        ", princess = true",
                        ", besieged = true",
                    ];
                    add(letter, format!("kind = \"city\"{}", words[below(6) as usize]));
                    letter.to_string().repeat(3)
                }
                1 => {
                    let words = ["", ", inn = true"];
                    let letter = add(letters[side], format!("kind = \"road\"{}", words[below(2) as usize]));
                    format!("f{letter}f")
                }
                _ => "fff".to_owned(),
            });
        }
        if ports.iter().any(|edge| edge.contains('f')) {
            add('f', ["kind = \"field\"", "kind = \"field\", pig_herd = true"][usize::from(kind == 3)].to_owned());
        }
        let mut inside = Vec::new();
        for (letter, what) in [
            ('m', "kind = \"monastery\""),
            ('i', "kind = \"city\""),
            ('o', "kind = \"road\""),
            ('d', "kind = \"field\""),
        ] {
            if below(4) == 0 {
                inside.push(format!("\"{letter}\""));
                add(letter, what.to_owned());
            }
        }
        let mark = ["", "\"volcano\"", "\"dragon\"", "\"portal\"", "\"tower\""][below(5) as usize];
        let _ = writeln!(
            body,
            "[[tile]]\nid = \"k{kind}\"\ncount = {copies}\nstart = {}\nports = \"{}\"\ninside = [{}]\nmarks = [{mark}]",
            kind == 0,
            ports.join(" "),
            inside.join(", ")
        );
        for (letter, what) in segments {
            let _ = writeln!(body, "segments.{letter} = {{ {what} }}");
        }
    }
    format!("set = \"made-up\"\ntitle = \"Made up\"\ntotal = {total}\n{body}")
}

#[test]
fn valid_files_can_be_played_to_the_end() {
    let mut random = SmallRandom::new(3);
    let mut played = 0;
    for seed in 0..60 {
        let file = made_up(&mut random);
        let mut setup = alone(&file);
        if seed % 2 == 0 {
            let parts = classic::PARTS[1..].iter().map(|part| part.id.to_owned());
            setup.expansions = parts.filter(|part| part != "river" && part != "games-quarterly").collect();
        }
        match Game::new(&setup) {
            Ok(_) => {
                let (_, game) = random_game(&setup, seed, usize::MAX);
                assert!(game.is_over());
                played += 1;
            }
            Err(why) => assert!(why.to_string().contains(" cross; "), "{why}\n{file}"),
        }
    }
    assert!(played >= 30, "{played} of 60 files are valid");
}
