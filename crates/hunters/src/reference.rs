//! Rule reference texts: the numbered clauses for every part of this family, in every language.

/// The clauses as Markdown, in display order, each text with its part and language.
///
/// The clauses have the same ids and options in every language.
pub const RULES: &[(&str, &str, &str)] = &[
    ("hunters", "en", include_str!("base/rules.md")),
    ("hunters", "ru", include_str!("base/rules.ru.md")),
    ("hunters", "uk", include_str!("base/rules.uk.md")),
    ("hunters", "en", include_str!("later/rules.md")),
    ("hunters", "ru", include_str!("later/rules.ru.md")),
    ("hunters", "uk", include_str!("later/rules.uk.md")),
];
