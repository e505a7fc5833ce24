//! Definitions, figures, boards, charts, PNG.

use art::{ArtError, Board, BoardFigure, BoardTile, ChartRow};

#[test]
fn the_page_defines_everything_once() {
    let ids = |defs: String| {
        let text = format!(r#"<svg xmlns="http://www.w3.org/2000/svg">{defs}</svg>"#);
        let page = roxmltree::Document::parse(&text).unwrap();
        let ids = page.descendants().filter_map(|n| n.attribute("id"));
        let mut ids: Vec<String> = ids.filter(|id| *id != "art-field").map(str::to_owned).collect();
        ids.sort_unstable();
        ids
    };
    let page = ids(art::defs());
    assert_eq!(page, ids(art::vector_defs()));
    assert!((0..art::SEAT_COLOURS.len()).all(|seat| page.contains(&format!("own-{seat}"))));
    assert!(page.windows(2).all(|w| w[0] != w[1]), "an id is given twice: {page:?}");
    assert!(art::defs().contains("data:image/png;base64,iVBOR"));
    assert!(art::defs().len() < 150_000, "{} bytes", art::defs().len());
}

#[test]
fn figures_differ_and_take_the_page_s_colour() {
    let kinds = ["follower", "follower-lying", "large", "large-lying"];
    for (i, kind) in kinds.iter().enumerate() {
        let svg = art::figure(kind);
        assert!(svg.contains("currentColor") && svg.contains(r#"class="own""#));
        roxmltree::Document::parse(&svg).unwrap();
        assert!(kinds[..i].iter().all(|other| art::figure(other) != svg));
    }
    assert_eq!(art::figure("a word nobody knows"), art::figure("follower"));
}

#[test]
fn a_board_becomes_a_picture() {
    let (name, text) = games::catalogue::files().next().unwrap();
    let set = games::catalogue::parse(name, text).unwrap();
    let tile = |id: &str| set.tiles.iter().find(|t| t.id == id).unwrap();
    let figure = |seat, segment| BoardFigure { seat, kind: "follower".to_owned(), segment };
    let board = Board {
        tiles: vec![
            BoardTile { tile: tile("crfr"), x: 0, y: 0, rotation: 0, figures: vec![figure(0, 1)] },
            BoardTile { tile: tile("ffff-monastery"), x: 0, y: 1, rotation: 7, figures: vec![figure(1, 99)] },
            BoardTile { tile: tile("crfr"), x: -1, y: 0, rotation: 0, figures: vec![] },
        ],
    };
    let svg = art::board_svg(&board);
    assert_eq!(svg.matches(r##"href="#base-crfr-0""##).count(), 2);
    assert_eq!(svg.matches(r#"id="base-crfr-0""#).count(), 1);
    assert!(svg.contains("url(#own-1)"));
    let png = art::png(&svg, 300).unwrap();
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
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
fn what_cannot_be_drawn_says_why() {
    assert!(matches!(art::png("<svg", 100), Err(ArtError::Svg(_))));
    assert!(matches!(art::png("no svg at all", 100), Err(ArtError::Svg(_))));
    let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>"#;
    assert_eq!(art::png(svg, 0), Err(ArtError::Size(0, 0)));
    assert_eq!(art::png(svg, 20_000), Err(ArtError::Size(20_000, 20_000)));
    let error = art::png(svg, 0).unwrap_err().to_string();
    assert!(error.contains("0 by 0") && error.contains("16384"), "{error}");
}
