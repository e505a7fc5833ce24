//! Tests that custom tiles can be drawn too, with everything that a tile file can contain, in any combination.

use games::OwnTiles;

/// Returns a tile with these edges (0 city, 1 road, 2 field). Its cities are connected if `joined`, and it has more segments in the middle
/// if `inside`.
fn tile(id: usize, sides: [usize; 4], joined: bool, inside: bool) -> String {
    let letters = ["n", "e", "s", "w"];
    let (mut segments, mut ports) = (Vec::new(), Vec::new());
    for (side, what) in sides.into_iter().enumerate() {
        let letter = if joined && what == 0 { "c" } else { letters[side] };
        let (port, segment) = match what {
            0 => {
                (letter.repeat(3), format!("segments.{letter} = {{ kind = \"city\", pennants = 3, cathedral = true }}"))
            }
            1 => (format!("f{letter}f"), format!("segments.{letter} = {{ kind = \"road\", inn = true }}")),
            _ => ("fff".to_owned(), String::new()),
        };
        ports.push(port);
        segments.push(segment);
    }
    if sides.iter().any(|what| *what > 0) {
        segments.push("segments.f = { kind = \"field\" }".to_owned());
    }
    let mut within = "";
    if inside {
        within = "\"m\", \"i\", \"o\", \"d\"";
        for (letter, kind) in [("m", "monastery"), ("i", "city"), ("o", "road"), ("d", "field")] {
            segments.push(format!("segments.{letter} = {{ kind = \"{kind}\" }}"));
        }
    }
    segments.sort();
    segments.dedup();
    let (ports, segments) = (ports.join(" "), segments.join("\n"));
    format!(
        "[[tile]]\nid = \"t{id}\"\ncount = 1\nports = \"{ports}\"\ninside = [{within}]\ncuts = [\"NE\"]\n\
         marks = [\"bridge\", \"volcano\", \"dragon\", \"portal\", \"tower\"]\n{segments}\n"
    )
}

#[test]
fn every_mixture_of_edges_is_drawn() {
    let mut drawn = 0;
    for number in 0..81 {
        let sides = [number / 27, number / 9 % 3, number / 3 % 3, number % 3];
        let (joined, inside) = (number % 2 == 0, number % 5 == 0);
        let file = tile(number, sides, joined, inside);
        let set = OwnTiles::new(&format!("set = \"mixed\"\ntitle = \"Mixed\"\ntotal = 1\n{file}")).set();
        let set = set.unwrap_or_else(|why| panic!("{why}\n{file}"));
        let art = art::tile(&set.tiles[0]);
        assert_eq!(art.segments.len(), set.tiles[0].segments.len());
        assert!(art.segments.iter().all(|segment| segment.anchor.iter().all(|at| at.is_finite())), "{file}");
        for svg in &art.art {
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{file}");
            roxmltree::Document::parse(&format!("<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='x'>{svg}</svg>"))
                .unwrap();
        }
        drawn += 1;
    }
    assert_eq!(drawn, 81);
}

/// Returns a file with one tile that has these edges, each a separate segment or, if `joined`, one segment per kind.
fn other_family(family: &str, sides: [usize; 4], joined: bool, inside: bool) -> String {
    let hunters = family == "hunters";
    let kinds = if hunters { ["forest", "river", "meadow"] } else { ["mountain", "sea", "grass"] };
    let letters = ["n", "e", "s", "w"];
    let (mut segments, mut ports) = (Vec::new(), Vec::new());
    for (side, what) in sides.into_iter().enumerate() {
        let letter = if joined && what == 0 { "c" } else { letters[side] };
        let (port, more) = match (hunters, what) {
            (true, 1) => (format!("f{letter}f"), if inside { ", lake = \"l\"" } else { ", spring = true, fish = 2" }),
            (true, 2) => ("fff".to_owned(), ""),
            (true, _) => (letter.repeat(3), ", gold = 2, mushrooms = 1, menhir = 1"),
            _ => (letter.repeat(3), ""),
        };
        ports.push(port);
        if !(hunters && what == 2) {
            segments.push(format!("segments.{letter} = {{ kind = \"{}\"{more} }}", kinds[what]));
        }
    }
    if hunters && sides.iter().any(|what| *what > 0) {
        let animals = "animals = [\"deer\", \"tiger\", \"mammoth\", \"aurochs\"], fire = true";
        segments.push(format!("segments.f = {{ kind = \"meadow\", {animals} }}"));
    }
    let mut within = String::new();
    if inside {
        let lake = if hunters { "lake\", fish = 4" } else { "sea\"" };
        segments.push(format!("segments.l = {{ kind = \"{lake} }}"));
        segments.push(format!("segments.o = {{ kind = \"{}\" }}", kinds[2]));
        within.push_str("\"l\", \"o\"");
    }
    segments.sort();
    segments.dedup();
    let (ports, segments) = (ports.join(" "), segments.join("\n"));
    format!(
        "set = \"mixed\"\nfamily = \"{family}\"\ntitle = \"Mixed\"\ntotal = 1\n[[tile]]\nid = \"t\"\ncount = 1\n\
         ports = \"{ports}\"\ninside = [{within}]\ncuts = [\"NE\"]\nmarks = [\"volcano\"]\n{segments}\n"
    )
}

#[test]
fn every_mixture_of_the_other_families_is_drawn() {
    let mut drawn = 0;
    for number in 0..4 * 81 {
        let sides = [number / 27 % 3, number / 9 % 3, number / 3 % 3, number % 3];
        for family in ["hunters", "discovery"] {
            let file = other_family(family, sides, number / 81 % 2 == 0, number / 162 == 1);
            // A tile on which two rivers or two forests would cross is invalid.
            let Ok(set) = games::catalogue::parse("mixed", &file) else { continue };
            let art = art::tile(&set.tiles[0]);
            assert_eq!(art.segments.len(), set.tiles[0].segments.len());
            assert_eq!(art.things.len(), set.tiles[0].printed().len());
            assert!(art.segments.iter().all(|segment| segment.anchor.iter().all(|at| at.is_finite())), "{file}");
            assert!(art.segments.iter().all(|segment| !segment.path.is_empty()), "{file}");
            for svg in &art.art {
                assert!(!svg.contains("NaN") && !svg.contains("inf"), "{file}");
                roxmltree::Document::parse(&format!("<svg xmlns='http://www.w3.org/2000/svg'>{svg}</svg>")).unwrap();
            }
            drawn += 1;
        }
    }
    assert!(drawn > 500, "{drawn}");
}
