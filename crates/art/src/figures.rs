//! Draws the figures. A follower is a traveller in a broad hat and a long cloak; the large follower wears a crown; the mayor has a cap, a
//! chain and a staff; a tribe member carries a spear; the wagon, barn, builder, pig and hut look like what their names say. Guards are
//! armed, and each of a seat's guards (up to four) carries a different weapon. The phantom wears a hood. Each kind of
//! figure has its own outline.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::pieces::{SYMBOLS, symbol};

/// Colours by seat, chosen to stand out from the ground and, together with the [`own`](crate::defs) patterns, from each other.
pub const SEAT_COLOURS: [&str; 6] = ["#c8322b", "#2566b0", "#f2c12e", "#1e7d4f", "#35343b", "#b4479b"];

const TRAVELLER: Shape = Shape {
    outline: "M50 4c-8 0-12 5-13 15l-10 2q-5 1-5 4t6 4l11 1c1 6 3 8 5 10-11 2-16 10-19 20l-10 28q-2 8 6 8h58q8 0 6-8l-10-28c-3-10-8-18-19-20 2-2 4-4 5-10l11-1q6-1 6-4t-5-4l-10-2c-1-10-5-15-13-15z",
    cloak: "M44 40c-11 2-16 10-19 20l-10 28q-2 8 6 8h58q8 0 6-8l-10-28c-3-10-8-18-19-20q-6 5-12 0z",
    details: r##"<path d="M41 30q9 3 18 0-1 8-9 9-8-1-9-9z" fill="#f3d9b8"/><path d="M37 19q13 4 26 0M51 48l-5 46" fill="none" stroke="#2b2118" stroke-opacity=".55" stroke-width="4" stroke-linecap="round"/>"##,
};

const LORD: Shape = Shape {
    outline: "M28 5l11 8 11-10 11 10 11-8-3 19c0 7-3 12-7 14 14 2 20 11 24 22l9 27q2 9-6 9h-78q-8 0-6-9l9-27c4-11 10-20 24-22-4-2-7-7-7-14z",
    cloak: "M38 38c-14 2-20 11-24 22l-9 27q-2 9 6 9h78q8 0 6-9l-9-27c-4-11-10-20-24-22q-12 9-24 0z",
    details: r##"<path d="M36 25q14 4 28 0-1 11-14 12-13-1-14-12z" fill="#f3d9b8"/><path d="M37 38q13 9 26 0l10 4q-23 16-46 0z" fill="#f6ead0" stroke="#2b2118" stroke-opacity=".55" stroke-width="3"/><path d="M51 56l-4 38" stroke="#2b2118" stroke-opacity=".55" stroke-width="4" stroke-linecap="round"/>"##,
};

const MAYOR: Shape = Shape {
    outline: "M44 6c-14 0-23 5-23 11 0 5 6 8 12 9 1 5 3 8 6 10-15 3-24 13-27 28l-6 22q-1 7 6 7h64q7 0 6-7l-6-22c-3-15-12-25-27-28 3-2 5-5 6-10 6-1 12-4 12-9 0-6-9-11-23-11zM86 19a9 9 0 1 1 10 0v74h-10z",
    cloak: "M39 36c-15 3-24 13-27 28l-6 22q-1 7 6 7h64q7 0 6-7l-6-22c-3-15-12-25-27-28q-5 4-10 0z",
    details: r##"<path d="M33 26q11 4 22 0-1 9-11 10-10-1-11-10z" fill="#f3d9b8"/><path d="M24 42q3 26 20 28 17-2 20-28" fill="none" stroke="#2b2118" stroke-width="9"/><path d="M24 42q3 26 20 28 17-2 20-28" fill="none" stroke="#f0d58a" stroke-width="5"/><circle cx="44" cy="72" r="9" fill="#f0d58a" stroke="#2b2118" stroke-width="3"/><path d="M30 25q14 5 28 0" fill="none" stroke="#2b2118" stroke-opacity=".55" stroke-width="4"/>"##,
};

const WAGON: Shape = Shape {
    outline: "M12 58q-8-48 38-48t38 48zM4 54h92v18h-92zM10 78a16 16 0 1 0 32 0a16 16 0 1 0-32 0zM58 78a16 16 0 1 0 32 0a16 16 0 1 0-32 0z",
    cloak: "M12 54q-6-44 38-44t38 44z",
    details: r##"<path d="M34 54q-8-24 2-42M66 54q8-24-2-42M12 54h76" fill="none" stroke="#2b2118" stroke-opacity=".6" stroke-width="4"/><path d="M42 54q-4-28 8-28t8 28z" fill="#2b2118" fill-opacity=".75"/><path d="M26 78h1M74 78h1" stroke="#fff6e0" stroke-width="13" stroke-linecap="round"/>"##,
};

const BARN: Shape = Shape {
    outline: "M3 48l16-28 31-15 31 15 16 28-6 4v41h-82v-41z",
    cloak: "M3 48l16-28 31-15 31 15 16 28z",
    details: r##"<path d="M3 48h94" fill="none" stroke="#2b2118" stroke-width="4"/><path d="M32 56h36v37h-36z" fill="#fff6e0" stroke="#2b2118" stroke-width="4"/><path d="M32 56l36 37M68 56l-36 37" stroke="#2b2118" stroke-width="4"/><path d="M41 24h18v16h-18z" fill="#2b2118" fill-opacity=".75"/>"##,
};

const BUILDER: Shape = Shape {
    outline: "M26 28v-10a16 13 0 0 1 32 0h6v7h-6q-2 9-8 12l8 1 16-10 6-16-12-2v-10h30v14h-10l-8 26-22 14v12l10 27h-19l-8-20-8 20h-19l10-28-2-14-8 8-1 16h-11v-21l16-20 10-2q-5-3-6-9z",
    cloak: "M26 38l32-1 6 0v17l-2 12h-36l-4-14z",
    details: r##"<path d="M29 26q13 4 27 0-1 10-13 12-13-2-14-12z" fill="#f3d9b8"/><path d="M20 26h44" stroke="#2b2118" stroke-width="4" stroke-linecap="round"/><path d="M26 66h36" stroke="#2b2118" stroke-opacity=".7" stroke-width="5"/>"##,
};

const PIG: Shape = Shape {
    outline: "M20 34q24-16 50-4l9-14 5 18q7 4 8 10l6 2v14l-9 4q-5 8-13 11v17h-14v-13q-14 4-28 0v13h-14v-19q-14-10-11-25 2-9 11-14z",
    cloak: "M20 34q24-16 50-4l-4 38q-18 10-36 2-24-8-21-22 2-9 11-14z",
    details: r##"<path d="M11 44q-12-2-9-13 9-2 8 7" fill="none" stroke="#2b2118" stroke-width="4" stroke-linecap="round"/><path d="M80 46h1" stroke="#2b2118" stroke-width="8" stroke-linecap="round"/><path d="M91 50v6" stroke="#2b2118" stroke-width="4" stroke-linecap="round"/>"##,
};

const MEMBER: Shape = Shape {
    outline: "M38 6c-12 0-19 9-19 19 0 6 2 11 5 14-9 5-13 14-15 25l-6 26q-1 7 6 7h58q7 0 6-7l-6-26c-2-11-6-20-15-25 3-3 5-8 5-14 0-10-7-19-19-19zM84 2l12 24-7 4v66h-10v-66l-7-4z",
    cloak: "M26 39c-10 5-15 14-17 25l-6 26q-1 7 6 7h58q7 0 6-7l-6-26c-2-11-7-20-17-25q-12 9-24 0z",
    details: r##"<path d="M27 26q11-6 22 0 0 14-11 15-11-1-11-15z" fill="#e9b98c"/><path d="M12 74l8 8 8-8 10 8 10-8 8 8 8-8" fill="none" stroke="#2b2118" stroke-opacity=".6" stroke-width="5" stroke-linejoin="round"/><path d="M24 44q14 16 28 0" fill="none" stroke="#fff6e0" stroke-width="6" stroke-dasharray="4 4"/><path d="M84 9l7 15-7 4-7-4z" fill="#fff6e0"/>"##,
};

const GUARD: Shape = Shape {
    outline: "M40 4c-12 0-18 8-19 18l-10 5q-3 6 4 7h8q2 6 5 8c-10 4-15 14-17 25l-7 24q-1 7 6 7h60q7 0 6-7l-7-24c-2-11-7-21-17-25q3-2 5-8h8q7-1 4-7l-10-5c-1-10-7-18-19-18zM86 3l5 9q9 3 7 18-5-5-7-3v69h-9v-65l-8 5q-3-9 8-16v-8z",
    cloak: "M28 42c-10 4-15 14-17 25l-7 24q-1 7 6 7h60q7 0 6-7l-7-24c-2-11-7-21-17-25q-12 7-24 0z",
    details: r##"<path d="M26 33h28q-2 10-14 11-12-1-14-11z" fill="#f3d9b8"/><g stroke="#2b2118" stroke-width="4"><path d="M21 22c1-10 7-18 19-18s18 8 19 18l10 5q3 6-4 7-25-8-50 0-7-1-4-7z" fill="#d5dae2"/><path d="M17 54q23 8 46 0v19q-2 16-23 22-21-6-23-22z" fill="#fff6e0"/></g><path d="M40 57v38M18 71h44" stroke="#2b2118" stroke-width="6"/>"##,
};

const SECOND_GUARD: Shape = Shape {
    outline: "M40 2l5 8c8 3 12 10 12 20v6q-2 5-5 6c10 4 15 14 17 25l7 24q1 7-6 7h-60q-7 0-6-7l7-24c2-11 7-21 17-25q-3-1-5-6v-6c0-10 4-17 12-20zM84 4h8v92h-8v-62l-20-8 20-10z",
    cloak: "M28 42c-10 4-15 14-17 25l-7 24q-1 7 6 7h60q7 0 6-7l-7-24c-2-11-7-21-17-25q-12 7-24 0z",
    details: r##"<path d="M29 27h22v10q-4 7-11 7t-11-7z" fill="#f3d9b8"/><g stroke="#2b2118" stroke-width="4"><path d="M40 2l5 8c8 3 12 10 12 19h-13v9h-8v-9h-13c0-9 4-16 12-19z" fill="#d5dae2"/><circle cx="40" cy="73" r="24" fill="#3b3128"/></g><circle cx="40" cy="73" r="16" fill="none" stroke="#fff6e0" stroke-width="6"/><path d="M40 73h1" stroke="#fff6e0" stroke-width="13" stroke-linecap="round"/>"##,
};

const THIRD_GUARD: Shape = Shape {
    outline: "M24 6h32l3 4v30l-6 4c9 4 14 13 16 23l7 24q1 7-6 7h-60q-7 0-6-7l7-24c2-10 7-19 16-23l-6-4v-30zM82 5l5-4 5 4v51h7v9h-7v14h-10v-14h-7v-9h7z",
    cloak: "M27 44c-9 4-14 13-16 23l-7 24q-1 7 6 7h60q7 0 6-7l-7-24c-2-10-7-19-16-23z",
    details: r##"<g stroke="#2b2118" stroke-width="4"><path d="M24 6h32l3 4v30l-6 4h-26l-6-4v-30z" fill="#e4e7ec"/><path d="M25 46h30l7 50h-44z" fill="#fff6e0"/></g><path d="M25 21h30M40 21v18" stroke="#2b2118" stroke-width="6"/><path d="M24 62l16 10 16-10M22 78l18 10 18-10" fill="none" stroke="#2b2118" stroke-width="6"/>"##,
};

const FOURTH_GUARD: Shape = Shape {
    outline: "M40 5c-13 0-20 9-20 20 0 7 2 12 6 16-9 5-13 14-15 26l-7 24q-1 7 6 7h60q7 0 6-7l-7-24c-2-12-6-21-15-26 4-4 6-9 6-16 0-11-7-20-20-20zM76 4q40 44 0 92l-4-6q9-18 9-42t-9-38z",
    cloak: "M26 41c-9 5-13 14-15 26l-7 24q-1 7 6 7h60q7 0 6-7l-7-24c-2-12-6-21-15-26q-14 9-28 0z",
    details: r##"<path d="M28 25q12-7 24 0 1 15-12 16-13-1-12-16z" fill="#f3d9b8"/><path d="M25 44q15 11 30 0l2 10q-17 10-34 0z" fill="#d5dae2" stroke="#2b2118" stroke-width="4"/><path d="M62 96l12-44M66 50l12-5M74 45l8 8" stroke="#fff6e0" stroke-width="5" fill="none"/><path d="M20 62l38 22M14 76l34 20" stroke="#2b2118" stroke-width="7"/>"##,
};

const PHANTOM: Shape = Shape {
    outline: "M50 3c-17 0-27 12-27 30 0 6-2 10-6 15l-9 14q-4 8 4 9l8 1-4 17q-1 8 7 6l11-6 10 8q6 3 12 0l10-8 11 6q8 2 7-6l-4-17 8-1q8-1 4-9l-9-14c-4-5-6-9-6-15 0-18-10-30-27-30z",
    cloak: "M50 3c-17 0-27 12-27 30 0 6-2 10-6 15l-9 14q-4 8 4 9l8 1-4 17q-1 8 7 6l11-6 10 8q6 3 12 0l10-8 11 6q8 2 7-6l-4-17 8-1q8-1 4-9l-9-14c-4-5-6-9-6-15 0-18-10-30-27-30z",
    details: r##"<path d="M34 34c0-12 7-18 16-18s16 6 16 18-7 17-16 17-16-5-16-17z" fill="#2b2118" fill-opacity=".85"/><path d="M43 34h1M57 34h1" stroke="#fff6e0" stroke-width="8" stroke-linecap="round"/><path d="M32 60q18 10 36 0M36 72v14M50 74v16M64 72v14" fill="none" stroke="#2b2118" stroke-opacity=".55" stroke-width="4" stroke-linecap="round"/>"##,
};

const HUT: Shape = Shape {
    outline: "M42 20L26 5l6-5 18 14 18-14 6 5-16 15c20 14 34 42 40 70q1 7-6 7h-84q-7 0-6-7c6-28 20-56 40-70z",
    cloak: "M44 22c-20 14-34 42-40 68q-1 7 6 7h80q7 0 6-7c-6-26-20-54-40-68z",
    details: r##"<path d="M50 46q18 22 20 50h-40q2-28 20-50z" fill="#2b2118" fill-opacity=".85"/><path d="M50 46q-4 30-18 50h-4q2-28 22-50z" fill="#fff6e0"/><path d="M34 34q16 8 32 0M16 66l14-4M84 66l-14-4" fill="none" stroke="#2b2118" stroke-opacity=".6" stroke-width="5" stroke-linecap="round"/>"##,
};

struct Shape {
    outline: &'static str,
    cloak: &'static str,
    details: &'static str,
}

/// Returns a figure as SVG content in a box of 100 by 100, painted in `currentColor`: `follower`, `large`, `mayor`, `wagon`, `barn`,
/// `builder`, `pig`, `phantom`, `member`, `hut`, or one of the four guards. With `-lying` appended, the figure lies down, as in a field;
/// the barn, pig and hut never lie down. `hunter` is a lying member. Every figure has a thickness, a shadow, and a sheen (defined in
/// [`owners`](crate::owners)). Its cloak, awning, roof or back is repeated as a path of class `own` without a fill, for the owner's
/// pattern. Any other word yields the ordinary follower, so that no figure is ever invisible.
pub fn figure(kind: &str) -> String {
    paint_figure(kind, "none")
}

/// Returns everything that stands on a board besides tiles, by name: each kind of figure, standing and lying, and the pieces and tokens,
/// which have their own colours.
pub fn figures() -> BTreeMap<String, String> {
    let postures = games::catalogue::figures().into_iter().flat_map(|kind| [kind.to_owned(), format!("{kind}-lying")]);
    let figures = postures.map(|word| (word.clone(), figure(&word)));
    let symbols = SYMBOLS.iter().map(|word| ((*word).to_owned(), symbol(word)));
    figures.chain(symbols).collect()
}

/// Returns a figure with its owner's pattern on the cloak.
pub(crate) fn owned(kind: &str, seat: usize) -> String {
    paint_figure(kind, &format!("url(#own-{})", seat % SEAT_COLOURS.len()))
}

fn paint_figure(kind: &str, own: &str) -> String {
    let (word, lying) = match kind.strip_suffix("-lying") {
        Some(word) => (word, !["barn", "pig", "hut"].contains(&word)),
        // A hunter is a tribe member lying down.
        None => (kind, kind == "hunter"),
    };
    let Shape { outline, cloak, details } = match word {
        "large" => LORD,
        "mayor" => MAYOR,
        "wagon" => WAGON,
        "barn" => BARN,
        "builder" => BUILDER,
        "pig" => PIG,
        "member" | "hunter" => MEMBER,
        "hut" => HUT,
        "phantom" => PHANTOM,
        "guard" => GUARD,
        "second-guard" => SECOND_GUARD,
        "third-guard" => THIRD_GUARD,
        "fourth-guard" => FOURTH_GUARD,
        _ => TRAVELLER,
    };
    // The figure is made of wood and has thickness: its side faces south-east, away from the light, even when the figure lies down.
    let (turned, side) = if lying { (r#" transform="rotate(-90 50 50)""#, [-7, 4]) } else { ("", [4, 7]) };
    let mut svg = String::from(r##"<g><ellipse cx="54" cy="93" rx="46" ry="13" fill="#1b1208" fill-opacity=".38"/>"##);
    // Writing to a String cannot fail.
    let _ = write!(svg, r#"<g stroke-linejoin="round"{turned}>"#);
    let _ = write!(
        svg,
        r##"<path d="{outline}" fill="none" stroke="#fff6e0" stroke-width="13"/><g transform="translate({} {})"><path d="{outline}" fill="currentColor" stroke="#2b2118" stroke-width="5"/><path d="{outline}" fill="#1b1208" fill-opacity=".5"/></g>"##,
        side[0], side[1]
    );
    let _ = write!(
        svg,
        r##"<path d="{outline}" fill="currentColor" stroke="#2b2118" stroke-width="5"/><path class="own" d="{cloak}" fill="{own}"/>{details}<path d="{outline}" fill="url(#own-light)"/></g></g>"##
    );
    svg
}
