//! The texts of the rule reference: the numbered clauses of every part of this family, in every language.

/// Part (`base` or an expansion's id), language, and the clauses as Markdown, in the order in which they are shown.
///
/// The clauses of a part have the same ids and the same options in every language.
pub const RULES: &[(&str, &str, &str)] = &[
    ("base", "en", include_str!("base/rules.md")),
    ("base", "ru", include_str!("base/rules.ru.md")),
    ("base", "uk", include_str!("base/rules.uk.md")),
    ("inns-cathedrals", "en", include_str!("inns_cathedrals/rules.md")),
    ("inns-cathedrals", "ru", include_str!("inns_cathedrals/rules.ru.md")),
    ("inns-cathedrals", "uk", include_str!("inns_cathedrals/rules.uk.md")),
];
