//! What can be said: a phrase of a list, which everybody reads in their own language, or some words.

use unicode_normalization::char::is_combining_mark;

use super::store::Said;
use crate::http::refusal::{Code, Refusal};

/// Signs that a line has at most.
pub const LENGTH: usize = 200;
/// Marks that may stand on one letter: more of them reach over the lines above and below.
const MARKS: usize = 3;
/// The phrases, by their words; clients have the sentences.
pub const PHRASES: [&str; 10] = ["hello", "luck", "thanks", "nice", "oops", "moment", "back", "played", "again", "bye"];

/// What somebody wants to say, checked.
pub fn said(phrase: Option<String>, words: Option<String>) -> Result<Said, Refusal> {
    match (phrase, words) {
        (Some(phrase), None) if PHRASES.contains(&phrase.as_str()) => Ok(Said::Phrase(phrase)),
        (Some(_), None) => {
            let what = format!("there is no such phrase; there are {}", PHRASES.join(", "));
            Err(Refusal::new(Code::BadMessage, what))
        }
        (None, Some(words)) => bounded(&words, LENGTH).map(Said::Words),
        (Some(_), Some(_)) | (None, None) => {
            Err(Refusal::new(Code::BadMessage, "a line has either a \"phrase\" or \"words\""))
        }
    }
}

/// Words made fit to be shown in a line, with at most so many signs.
pub fn bounded(words: &str, most: usize) -> Result<String, Refusal> {
    let words = shown(words);
    let signs = words.chars().count();
    if signs == 0 || signs > most {
        return Err(Refusal::new(Code::LineLength, format!("this has {signs} signs; it may have 1 to {most}")));
    }
    Ok(words)
}

/// Words in one line, without signs that are not seen, that turn the direction of writing, or that heap up.
pub fn shown(words: &str) -> String {
    let mut marks = 0;
    let fits = |sign: &char| {
        marks = if is_combining_mark(*sign) { marks + 1 } else { 0 };
        let turns = matches!(*sign, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
        marks <= MARKS && !turns && (*sign == '\n' || *sign == '\t' || !sign.is_control())
    };
    let fit: String = words.chars().filter(fits).collect();
    fit.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Result<Said, Code> {
        said(None, Some(text.to_owned())).map_err(|refusal| refusal.code)
    }

    #[test]
    fn a_line_is_one_line_that_can_be_read() {
        let ok = |text: &str| Ok(Said::Words(text.to_owned()));
        assert_eq!(words("  Гарний\n хід!  "), ok("Гарний хід!"));
        assert_eq!(words("a\u{202e}b\u{0}c"), ok("abc"));
        assert_eq!(words("👩\u{200d}🌾"), ok("👩\u{200d}🌾"));
        assert_eq!(words(&format!("Z{}algo", "\u{301}".repeat(40))), ok(&format!("Z{}algo", "\u{301}".repeat(3))));
        assert_eq!(words(&"ж".repeat(LENGTH)), ok(&"ж".repeat(LENGTH)));
        for bad in ["", " \n ", "\u{200b}", &"x".repeat(LENGTH + 1)] {
            assert_eq!(words(bad), Err(Code::LineLength), "{bad:?}");
        }
    }

    #[test]
    fn a_phrase_is_one_of_the_list() {
        for phrase in PHRASES {
            assert_eq!(said(Some(phrase.to_owned()), None).unwrap(), Said::Phrase(phrase.to_owned()));
        }
        for (phrase, words) in [(Some("insult"), None), (Some("hello"), Some("hello")), (None, None)] {
            let refused = said(phrase.map(str::to_owned), words.map(str::to_owned)).unwrap_err();
            assert_eq!(refused.code, Code::BadMessage);
        }
    }
}
