//! The rule reference: every clause of every part of the games, in each available language.
//!
//! The families keep the texts as Markdown, one list item per clause: `- BASE-11 **Completed road.** A road is ...`. An option that a
//! clause leaves to the set-up appears in the clause as code, in the form `option name = value | value`, with the default first. Names and
//! values are those used in set-ups and are not translated.

use serde::Serialize;

use crate::families::{Classic, Coop, Discovery, Hunters, Playable};

/// One numbered clause of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Clause {
    /// The clause's id, such as `BASE-11`, which code, tests and score lines cite.
    pub id: String,
    /// The id of the clause's part: `base` for Carcassonne itself, otherwise a game or an expansion.
    pub part: String,
    /// A short heading, without a full stop.
    pub title: String,
    /// The clause's text: one paragraph, with no mark-up other than code spans.
    pub text: String,
    /// The options that the clause offers.
    pub options: Vec<OptionText>,
}

/// An option as named in a clause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct OptionText {
    /// The option's name in set-ups, such as `small_city`.
    pub name: String,
    /// The option's values; the first is the default.
    pub values: Vec<String>,
}

/// The texts of each family, each with its part, its language, and the clauses as Markdown. Only [`clauses`] refers to them, so that a
/// program that does not show the rules does not contain them.
const TEXTS: [&[(&str, &str, &str)]; 4] = [Classic::RULES, Hunters::RULES, Discovery::RULES, Coop::RULES];
/// The ids of all clauses: a line for each part. A test compares them with the texts.
const IDS: &str = include_str!("reference/ids.txt");

/// Returns the clauses in a language (`en`, `ru`, `uk`), in the order of the rules: the base game, then each expansion.
///
/// Returns `None` if the reference does not exist in that language.
pub fn clauses(language: &str) -> Option<Vec<Clause>> {
    let clauses: Vec<Clause> = TEXTS
        .into_iter()
        .flatten()
        .filter(|(_, written_in, _)| *written_in == language)
        .flat_map(|(part, _, markdown)| items(markdown).into_iter().filter_map(|item| clause(part, &item)))
        .collect();
    (!clauses.is_empty()).then_some(clauses)
}

/// Returns the ids of a part's clauses, in the order of the rules.
pub fn ids(part: &str) -> impl Iterator<Item = &'static str> {
    let line = IDS.lines().filter_map(|line| line.split_once(": ")).find(|(of, _)| *of == part);
    line.into_iter().flat_map(|(_, ids)| ids.split(' '))
}

/// Returns the list items of a text, each joined into one line. Skips the text before the list, which is for readers of the file.
fn items(markdown: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for line in markdown.lines() {
        if let Some(start) = line.strip_prefix("- ") {
            items.push(start.to_owned());
        } else if let (Some(item), Some(rest)) = (items.last_mut(), line.strip_prefix("  ")) {
            item.push(' ');
            item.push_str(rest);
        }
    }
    items
}

fn clause(part: &str, item: &str) -> Option<Clause> {
    let (id, rest) = item.split_once(" **")?;
    let (title, text) = rest.split_once(".** ")?;
    Some(Clause {
        id: id.to_owned(),
        part: part.to_owned(),
        title: title.to_owned(),
        text: text.to_owned(),
        // Splitting at backticks puts the code spans at odd positions.
        options: text.split('`').skip(1).step_by(2).filter_map(option).collect(),
    })
}

fn option(code: &str) -> Option<OptionText> {
    let (name, values) = code.strip_prefix("option ")?.split_once(" = ")?;
    Some(OptionText { name: name.to_owned(), values: values.split(" | ").map(str::to_owned).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families;

    const LANGUAGES: [&str; 3] = ["en", "ru", "uk"];

    #[test]
    fn every_item_of_every_text_is_a_clause() {
        for language in LANGUAGES {
            let texts = TEXTS.into_iter().flatten().filter(|(_, written_in, _)| *written_in == language);
            let written: usize = texts.map(|(_, _, text)| text.lines().filter(|l| l.starts_with("- ")).count()).sum();
            assert_eq!(clauses(language).unwrap().len(), written, "{language}");
        }
        let known: Vec<&str> = TEXTS.into_iter().flatten().map(|(_, language, _)| *language).collect();
        assert!(known.iter().all(|language| LANGUAGES.contains(language)), "{known:?}");
    }

    #[test]
    fn listed_ids_are_those_of_the_texts() {
        let clauses = clauses("en").unwrap();
        for part in TEXTS.into_iter().flatten().map(|(part, ..)| *part) {
            let of_part = clauses.iter().filter(|clause| clause.part == part).map(|clause| clause.id.as_str());
            assert!(ids(part).eq(of_part), "correct the line of {part} in reference/ids.txt");
        }
        assert_eq!(IDS.split_whitespace().filter(|word| !word.ends_with(':')).count(), clauses.len());
    }

    #[test]
    fn the_languages_have_the_same_clauses_and_options() {
        let skeleton = |language| -> Vec<(String, String, Vec<OptionText>)> {
            clauses(language).unwrap().into_iter().map(|c| (c.id, c.part, c.options)).collect()
        };
        let english = skeleton("en");
        assert_eq!(skeleton("ru"), english);
        assert_eq!(skeleton("uk"), english);
    }

    #[test]
    fn clauses_are_numbered_without_gaps() {
        let ids: Vec<String> = clauses("en").unwrap().into_iter().map(|c| c.id).collect();
        let parts = [
            ("BASE", 27),
            ("IC", 3),
            ("RIV", 12),
            ("GQ", 2),
            ("CATH", 6),
            ("KING", 6),
            ("COUNT", 15),
            ("AM", 23),
            ("PD", 16),
            ("TB", 11),
            ("TOW", 8),
            ("MIST", 13),
            ("WATCH", 10),
            ("FEST", 9),
            ("PHAN", 13),
            ("PROMO", 7),
            ("WIND", 8),
            ("CULT", 10),
            ("MW", 11),
            ("HG", 38),
            ("DISC", 18),
            ("COOP", 16),
        ];
        let numbered = parts.iter().flat_map(|(part, last)| (1..=*last).map(move |n| format!("{part}-{n:02}")));
        let mut numbered: Vec<_> = numbered.collect();
        // These clauses of the first edition of Hunters & Gatherers were added after the later edition's clauses had been numbered.
        let later = numbered.iter().position(|id| id == "HG-23").unwrap();
        numbered[later..later + 16].rotate_right(3);
        // This clause was inserted between two existing numbers.
        let tenth = numbered.iter().position(|id| id == "DISC-10").unwrap();
        numbered.insert(tenth + 1, "DISC-10a".to_owned());
        // The numbers between belong to promo tiles that are not part of this program.
        let winter = numbered.iter().position(|id| id == "PROMO-07").unwrap();
        numbered[winter] = "PROMO-13".to_owned();
        assert_eq!(ids, numbered);
    }

    #[test]
    fn every_clause_has_a_title_and_a_text_in_its_language() {
        for language in LANGUAGES {
            for clause in clauses(language).unwrap() {
                assert!(!clause.title.is_empty() && !clause.title.contains("**"), "{language} {clause:?}");
                assert!(!clause.text.trim().is_empty() && !clause.text.contains("**"), "{language} {clause:?}");
                assert_eq!(clause.text.matches('`').count() % 2, 0, "open code mark: {language} {clause:?}");
                let cyrillic = |text: &str| text.chars().any(|c| ('\u{400}'..'\u{500}').contains(&c));
                assert_eq!(cyrillic(&clause.title), language != "en", "{language} {clause:?}");
                assert_eq!(cyrillic(&clause.text), language != "en", "{language} {clause:?}");
            }
        }
    }

    #[test]
    fn options_are_parsed_from_their_clause() {
        let clauses = clauses("uk").unwrap();
        let city = clauses.iter().find(|c| c.id == "BASE-12").unwrap();
        assert_eq!(city.title, "Завершене місто");
        assert_eq!(city.options, [OptionText { name: "small_city".into(), values: vec!["4".into(), "2".into()] }]);
        let road = clauses.iter().find(|c| c.id == "IC-02").unwrap();
        assert_eq!((road.part.as_str(), road.options.len()), ("inns-cathedrals", 0));
    }

    #[test]
    fn options_match_those_of_the_set_up() {
        let clauses = clauses("en").unwrap();
        let mut known = 0;
        for part in families::ALL.iter().flat_map(|about| about.parts) {
            for option in part.options {
                let clause = clauses.iter().find(|c| c.id == option.clause).unwrap();
                let values = option.values.iter().map(|value| (*value).to_owned()).collect();
                let same = OptionText { name: option.name.to_owned(), values };
                assert_eq!(clause.part, part.id, "{}", option.name);
                assert!(clause.options.contains(&same), "{} says {:?}, not {same:?}", clause.id, clause.options);
                known += 1;
            }
        }
        assert_eq!(clauses.iter().map(|c| c.options.len()).sum::<usize>(), known);
    }

    #[test]
    fn cited_clauses_exist() {
        for language in LANGUAGES {
            let clauses = clauses(language).unwrap();
            for clause in &clauses {
                for word in clause.text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-') {
                    let is_id = word.split_once('-').is_some_and(|(part, number)| {
                        !part.is_empty()
                            && part.bytes().all(|b| b.is_ascii_uppercase())
                            && number.strip_suffix('a').unwrap_or(number).bytes().all(|b| b.is_ascii_digit())
                    });
                    assert!(!is_id || clauses.iter().any(|c| c.id == word), "{language}: {} cites {word}", clause.id);
                }
            }
        }
    }

    #[test]
    fn an_unknown_language_has_no_reference() {
        assert_eq!(clauses("fr"), None);
        assert_eq!(clauses(""), None);
    }
}
