//! Tiles that nobody has printed are drawn too: whatever a tile file can say, in any mixture.

use games::OwnTiles;

/// A tile with these edges (0 city, 1 road, 2 field), its cities joined or apart, with more inside or without.
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
