//! Texts of the rule reference: the numbered clauses of every part of this family, in every language.

/// Part, language, and the clauses as Markdown, in the order in which they are shown.
///
/// The clauses of a part have the same ids and the same options in every language.
pub const RULES: &[(&str, &str, &str)] = &[
    ("discovery", "en", include_str!("base/rules.md")),
    ("discovery", "ru", include_str!("base/rules.ru.md")),
    ("discovery", "uk", include_str!("base/rules.uk.md")),
];
