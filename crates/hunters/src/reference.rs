//! Texts of the rule reference: the numbered clauses of every part of this family, in every language.

/// Part, language, and the clauses as Markdown, in the order in which they are shown.
///
/// The clauses have the same ids and the same options in every language.
pub const RULES: &[(&str, &str, &str)] = &[
    ("hunters", "en", include_str!("base/rules.md")),
    ("hunters", "ru", include_str!("base/rules.ru.md")),
    ("hunters", "uk", include_str!("base/rules.uk.md")),
    ("hunters", "en", include_str!("later/rules.md")),
    ("hunters", "ru", include_str!("later/rules.ru.md")),
    ("hunters", "uk", include_str!("later/rules.uk.md")),
];
