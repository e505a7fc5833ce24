//! Tests definitions, figures, boards, charts and PNG.

use std::collections::BTreeMap;

use art::{ArtError, Board, BoardFigure, BoardPiece, BoardTile, Captive, ChartRow};

#[test]
fn page_definitions_are_unique() {
    let ids = |defs: String| {
        let text = format!(r#"<svg xmlns="http://www.w3.org/2000/svg">{defs}</svg>"#);
        let page = roxmltree::Document::parse(&text).unwrap();
        let ids = page.descendants().filter_map(|n| n.attribute("id"));
        let mut ids: Vec<String> = ids.filter(|id| !id.ends_with("-clip")).map(str::to_owned).collect();
        ids.sort_unstable();
        ids
    };
    let mut families = BTreeMap::new();
    let mut all = Vec::new();
    for (name, text) in games::catalogue::files() {
        let set = games::catalogue::parse(name, text).unwrap();
        let defs = art::defs(&set.tiles);
        assert!(defs.contains("data:image/png;base64,iVBOR"));
        assert_eq!(*families.entry(set.family).or_insert_with(|| defs.clone()), defs, "{name} differs from its family");
        all.extend(set.tiles);
    }
    assert!(families.len() >= 3);
    for (family, defs) in families {
        let most = if family == "classic" { 150_000 } else { 300_000 };
        assert!(defs.len() < most, "{family}: {} bytes", defs.len());
    }
    let page = ids(art::defs(&all));
    assert_eq!(page, ids(art::vector_defs(&all)));
    assert!((0..art::SEAT_COLOURS.len()).all(|seat| page.contains(&format!("own-{seat}"))));
    assert!(page.windows(2).all(|w| w[0] != w[1]), "duplicate id: {page:?}");
}

#[test]
fn figures_differ_and_take_the_page_s_colour() {
    let standing = games::catalogue::figures().into_iter().map(str::to_owned);
    // These figures never lie down.
    let never = ["barn", "pig", "hut"];
    let lying = standing.clone().filter(|kind| !never.contains(&kind.as_str())).map(|kind| format!("{kind}-lying"));
    let kinds: Vec<String> = standing.chain(lying).collect();
    assert!(kinds.len() >= 12);
    for (i, kind) in kinds.iter().enumerate() {
        let svg = art::figure(kind);
        assert!(svg.contains("currentColor") && svg.contains(r#"class="own""#));
        roxmltree::Document::parse(&svg).unwrap();
        assert!(kinds[..i].iter().all(|other| art::figure(other) != svg));
    }
    assert_eq!(art::figure("a word nobody knows"), art::figure("follower"));
    assert_eq!(art::figure("pig-lying"), art::figure("pig"));
    assert_eq!(art::figure("hut-lying"), art::figure("hut"));
    assert_eq!(art::figure("hunter"), art::figure("member-lying"));
}

/// Renders a drawing at 24 by 24 pixels without colours. Returns the darkness and coverage of each pixel.
fn small(svg: &str) -> Vec<[u8; 2]> {
    let page =
        format!(r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" color="#808080">{svg}</svg>"##);
    let tree = resvg::usvg::Tree::from_str(&page, &resvg::usvg::Options::default()).unwrap();
    let mut map = resvg::tiny_skia::Pixmap::new(24, 24).unwrap();
    resvg::render(&tree, resvg::tiny_skia::Transform::from_scale(0.24, 0.24), &mut map.as_mut());
    let grey = |p: &resvg::tiny_skia::PremultipliedColorU8| {
        ((u16::from(p.red()) + u16::from(p.green()) + u16::from(p.blue())) / 3) as u8
    };
    map.pixels().iter().map(|p| [grey(p), p.alpha()]).collect()
}

#[test]
fn small_grey_figures_and_symbols_can_be_told_apart() {
    let figures = games::catalogue::figures().into_iter().map(|kind| (kind, art::figure(kind)));
    let symbols = art::SYMBOLS.iter().map(|word| (*word, art::symbol(word)));
    let drawn: Vec<_> = figures.chain(symbols).map(|(word, svg)| (word, small(&svg))).collect();
    for (i, (word, pixels)) in drawn.iter().enumerate() {
        for (other, others) in &drawn[..i] {
            let differ = |(a, b): &(&[u8; 2], &[u8; 2])| a[0].abs_diff(b[0]) > 70 || a[1].abs_diff(b[1]) > 90;
            let apart = pixels.iter().zip(others).filter(differ).count();
            assert!(apart > 70, "{word} and {other} differ in {apart} of 576 pixels");
        }
    }
}

#[test]
fn every_piece_has_its_symbol() {
    for word in games::catalogue::pieces().iter().chain(&art::SYMBOLS) {
        assert!(art::SYMBOLS.contains(word), "{word}");
        roxmltree::Document::parse(&art::symbol(word)).unwrap_or_else(|e| panic!("{word}: {e}"));
    }
    assert!(!art::SYMBOLS.contains(&"a word nobody knows"));
    assert!(art::symbol("a word nobody knows").contains("circle"));
}

#[test]
fn a_board_becomes_a_picture() {
    let (name, text) = games::catalogue::files().next().unwrap();
    let set = games::catalogue::parse(name, text).unwrap();
    let tile = |id: &str| set.tiles.iter().find(|t| t.id == id).unwrap();
    let figure = |seat, segment| BoardFigure { seat, kind: "follower".to_owned(), segment, corner: None, ghosts: 0 };
    let placed = |id: &str, x, y, rotation, figures| BoardTile {
        tile: tile(id),
        x,
        y,
        rotation,
        figures,
        pieces: vec![],
        towers: vec![],
    };
    let mut board = Board {
        tiles: vec![
            placed("crfr", 0, 0, 0, vec![figure(0, 1)]),
            placed("ffff-monastery", 0, 1, 7, vec![figure(1, 99)]),
            placed("crfr", -1, 0, 0, vec![]),
        ],
        captives: vec![],
    };
    let svg = art::board_svg(&board);
    assert_eq!(svg.matches(r##"href="#base-crfr-0""##).count(), 2);
    assert_eq!(svg.matches(r#"id="base-crfr-0""#).count(), 1);
    assert!(svg.contains("url(#own-1)") && svg.contains(r#"viewBox="0 0 2120 2120""#));
    let png = art::png(&svg, 300).unwrap();
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    // The second tile has a barn on its south-western corner, a dragon beside it, and a tower of two storeys on its first segment.
    board.tiles[1].figures[0] =
        BoardFigure { seat: 1, kind: "barn".to_owned(), segment: 0, corner: Some(2), ghosts: 2 };
    board.tiles[1].pieces.push(BoardPiece { kind: "dragon".to_owned(), segment: None });
    board.tiles[1].towers.push((0, 2));
    board.captives.push(Captive { seat: 2, kind: "mayor".to_owned(), by: 3 });
    let svg = art::board_svg(&board);
    assert!(svg.contains(r##"<g transform="translate(985 1985) scale(1.5)" color="#2566b0""##));
    assert_eq!(svg.matches(&art::symbol("ghost")).count(), 2);
    assert_eq!(svg.matches(&art::symbol("tower-piece")).count(), 2);
    assert!(svg.contains(&art::symbol("dragon")) && svg.contains("url(#own-2)"));
    assert!(svg.contains(r#"viewBox="0 0 2120 2310""#), "a row of captives");
    roxmltree::Document::parse(&svg).unwrap();
    roxmltree::Document::parse(&art::board_svg(&Board::default())).unwrap();
}

#[test]
fn a_chart_takes_any_name_and_any_points() {
    let row = |name: &str, seat, points| ChartRow { name: name.to_owned(), seat, points };
    let svg = art::chart_svg(
        &["Cities", "Міста", "<&>"],
        &[row("Леся & <b>\u{0}", 0, vec![12, 0, 3]), row("", 9, vec![-3, 5, 100]), row("none", 1, vec![])],
    );
    let page = roxmltree::Document::parse(&svg).unwrap();
    let words: Vec<&str> = page.descendants().filter_map(|n| n.text()).collect();
    assert!(words.contains(&"Леся & <b>") && words.contains(&"102") && words.contains(&"15"), "{words:?}");
    assert!(art::png(&svg, 400).is_ok());
    assert!(art::png(&art::chart_svg(&[], &[]), 400).is_ok());
}

#[test]
fn drawing_errors_say_why() {
    assert!(matches!(art::png("<svg", 100), Err(ArtError::Svg(_))));
    assert!(matches!(art::png("no svg at all", 100), Err(ArtError::Svg(_))));
    let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>"#;
    assert_eq!(art::png(svg, 0), Err(ArtError::Size(0, 0)));
    assert_eq!(art::png(svg, 20_000), Err(ArtError::Size(20_000, 20_000)));
    let error = art::png(svg, 0).unwrap_err().to_string();
    assert!(error.contains("0 by 0") && error.contains("16384"), "{error}");
}
