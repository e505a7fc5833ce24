//! Finds links in chat lines.

/// Top-level domains for recognising a link without `http://`. A word such as `ok.then` is not a link.
const ENDINGS: &str = " com net org info biz io gg me tv cc co app dev xyz site online shop store top club link live pro page website \
    space fun vip ru su ua by kz uz de fr pl cz sk at ch nl es pt eu uk us ca cn jp br рф укр бел com.ua ";

/// Returns whether a text contains a link.
pub fn has_link(words: &str) -> bool {
    let words = words.to_lowercase();
    words.contains("://") || words.contains("www.") || words.split_whitespace().any(is_address)
}

/// Returns whether a word is a host name, possibly with a path.
fn is_address(word: &str) -> bool {
    let word = word.trim_start_matches(|c: char| !c.is_alphanumeric());
    let site = word.split(['/', '?', '#', ':', ',', ';', '!', ')', '"', '»']).next().unwrap_or_default();
    let site = site.trim_end_matches(|c: char| !c.is_alphanumeric());
    let site = site.rsplit('@').next().unwrap_or_default();
    let Some((before, ending)) = site.rsplit_once('.') else { return false };
    let named = before.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '.'));
    named && !before.is_empty() && ENDINGS.split_whitespace().any(|one| one == ending)
}

#[cfg(test)]
mod tests {
    use super::has_link;

    #[test]
    fn links_are_distinguished_from_words() {
        for link in [
            "look at https://example.test/x",
            "HTTP://EXAMPLE.TEST",
            "www.example.test",
            "go to (example.com)!",
            "example.com/free?x=1",
            "купи на сайт.рф, дёшево",
            "shop.example.com.ua",
            "mail me@example.org.",
            "t.me/someone",
        ] {
            assert!(has_link(link), "{link}");
        }
        for words in [
            "good game",
            "e.g. the river",
            "и т.д.",
            "ok.then we play",
            "3.5 points",
            "wait...",
            "Привет.Как дела?",
            ".",
        ] {
            assert!(!has_link(words), "{words}");
        }
    }
}
