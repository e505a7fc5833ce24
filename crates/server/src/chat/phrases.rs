//! Validates chat lines. A line is either a phrase from a list, which readers see in their own language, or free text.

use unicode_normalization::char::is_combining_mark;

use super::store::Said;
use crate::http::refusal::{Code, Refusal};

/// Maximum length of a line, in characters.
pub const MAX_LINE_CHARS: usize = 200;
/// Maximum number of combining marks per letter. More marks would cover the lines above and below.
const MAX_MARKS: usize = 3;
/// Ids of the phrases. Their texts are in the clients.
pub const PHRASES: [&str; 10] = ["hello", "luck", "thanks", "nice", "oops", "moment", "back", "played", "again", "bye"];

/// Validates a posted message, which is either a phrase or free text.
pub fn said(phrase: Option<String>, words: Option<String>) -> Result<Said, Refusal> {
    match (phrase, words) {
        (Some(phrase), None) if PHRASES.contains(&phrase.as_str()) => Ok(Said::Phrase(phrase)),
        (Some(_), None) => {
            let what = format!("unknown phrase; known phrases: {}", PHRASES.join(", "));
            Err(Refusal::new(Code::BadMessage, what))
        }
        (None, Some(words)) => bounded(&words, MAX_LINE_CHARS).map(Said::Words),
        (Some(_), Some(_)) | (None, None) => Err(Refusal::new(Code::BadMessage, "send either \"phrase\" or \"words\"")),
    }
}

/// Cleans up a text to fit on one line and checks that it has 1 to `most` characters.
pub fn bounded(words: &str, most: usize) -> Result<String, Refusal> {
    let words = shown(words);
    let length = words.chars().count();
    if length == 0 || length > most {
        return Err(Refusal::new(Code::LineLength, format!("the text must have 1 to {most} characters, not {length}")));
    }
    Ok(words)
}

/// Returns a text on one line, without invisible characters, bidirectional control characters or stacked combining marks.
pub fn shown(words: &str) -> String {
    let mut marks = 0;
    let fits = |c: &char| {
        marks = if is_combining_mark(*c) { marks + 1 } else { 0 };
        let turns = matches!(*c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
        marks <= MAX_MARKS && !turns && (*c == '\n' || *c == '\t' || !c.is_control())
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
    fn text_is_cleaned_and_length_checked() {
        let ok = |text: &str| Ok(Said::Words(text.to_owned()));
        assert_eq!(words("  Гарний\n хід!  "), ok("Гарний хід!"));
        assert_eq!(words("a\u{202e}b\u{0}c"), ok("abc"));
        assert_eq!(words("👩\u{200d}🌾"), ok("👩\u{200d}🌾"));
        assert_eq!(words(&format!("Z{}algo", "\u{301}".repeat(40))), ok(&format!("Z{}algo", "\u{301}".repeat(3))));
        assert_eq!(words(&"ж".repeat(MAX_LINE_CHARS)), ok(&"ж".repeat(MAX_LINE_CHARS)));
        for bad in ["", " \n ", "\u{200b}", &"x".repeat(MAX_LINE_CHARS + 1)] {
            assert_eq!(words(bad), Err(Code::LineLength), "{bad:?}");
        }
    }

    #[test]
    fn unknown_phrases_are_rejected() {
        for phrase in PHRASES {
            assert_eq!(said(Some(phrase.to_owned()), None).unwrap(), Said::Phrase(phrase.to_owned()));
        }
        for (phrase, words) in [(Some("insult"), None), (Some("hello"), Some("hello")), (None, None)] {
            let refused = said(phrase.map(str::to_owned), words.map(str::to_owned)).unwrap_err();
            assert_eq!(refused.code, Code::BadMessage);
        }
    }
}
