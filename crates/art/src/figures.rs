//! Figures: a traveller in a broad hat and a long cloak; the large one wears a crown, the mayor a cap, a chain and a
//! staff; wagon, barn, builder and pig are what they are called. Their outlines alone tell them apart.

use std::fmt::Write;

/// The colours of the seats, chosen to stand out from the ground and, with [`own`](crate::defs) patterns, from each
/// other.
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

struct Shape {
    outline: &'static str,
    cloak: &'static str,
    details: &'static str,
}

/// A figure as SVG content in a box of 100 by 100, painted in `currentColor`: `follower`, `large`, `mayor`, `wagon`,
/// `barn`, `builder`, `pig`. With `-lying` after the word it lies down, as in a field; barn and pig, which never do,
/// stand. Its cloak, awning, roof or back comes once more as a path of class `own` without fill, for the owner's
/// pattern. Any other word gives the follower, so that no figure is ever invisible.
pub fn figure(kind: &str) -> String {
    painted(kind, "none")
}

/// A figure with its owner's pattern on the cloak.
pub(crate) fn owned(kind: &str, seat: usize) -> String {
    painted(kind, &format!("url(#own-{})", seat % SEAT_COLOURS.len()))
}

fn painted(kind: &str, own: &str) -> String {
    let (word, lying) = match kind.strip_suffix("-lying") {
        Some(word) => (word, !["barn", "pig"].contains(&word)),
        None => (kind, false),
    };
    let Shape { outline, cloak, details } = match word {
        "large" => LORD,
        "mayor" => MAYOR,
        "wagon" => WAGON,
        "barn" => BARN,
        "builder" => BUILDER,
        "pig" => PIG,
        _ => TRAVELLER,
    };
    let mut svg = String::from(r#"<g stroke-linejoin="round""#);
    if lying {
        svg.push_str(r#" transform="rotate(-90 50 50)""#);
    }
    // Writing to a String cannot fail.
    let _ = write!(
        svg,
        r##"><path d="{outline}" fill="none" stroke="#fff6e0" stroke-width="11"/><path d="{outline}" fill="currentColor" stroke="#2b2118" stroke-width="5"/><path class="own" d="{cloak}" fill="{own}"/>{details}</g>"##
    );
    svg
}
