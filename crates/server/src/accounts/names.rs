//! Rules for the names of accounts and seats. Misleading names are rejected: names that mix scripts, contain official-sounding words, or
//! look like the name of another account.

use table::name_of_player;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::{GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection, skeleton};

use super::store::NameForms;
use crate::http::refusal::{Code, Refusal};

/// Allowed length of an account name in characters.
const NAME_CHARACTERS: std::ops::RangeInclusive<usize> = 2..=32;
/// Characters allowed between the letters of a name.
const SEPARATORS: &[char] = &[' ', '-', '_', '.', '\'', '\u{2019}', '\u{2bc}'];
/// Maximum number of combining marks on one letter after composition.
const MAX_MARKS: usize = 3;
/// Official-sounding words that suggest that the server or its staff is speaking. They are not allowed in any name.
const OFFICIAL_WORDS: &[&str] = &[
    "admin",
    "administrator",
    "administration",
    "moderator",
    "root",
    "sysadmin",
    "support",
    "staff",
    "server",
    "system",
    "computer",
    "bastide",
    "админ",
    "администратор",
    "администрация",
    "модератор",
    "поддержка",
    "сервер",
    "система",
    "компьютер",
    "адмін",
    "адміністратор",
    "адміністрація",
    "підтримка",
    "комп’ютер",
    "комп'ютер",
];
/// Generic words. Guests may use them, but accounts may not, since others need to recognise an account by its name.
const GENERIC_WORDS: &[&str] = &[
    "guest",
    "player",
    "anonymous",
    "nobody",
    "bot",
    "null",
    "undefined",
    "гость",
    "игрок",
    "аноним",
    "никто",
    "бот",
    "гість",
    "гравець",
    "анонім",
    "ніхто",
];

/// Validates an account name and returns its forms.
pub fn of_account(text: &str) -> Result<NameForms, Refusal> {
    let shown: String = text.split_whitespace().collect::<Vec<_>>().join(" ").nfc().collect();
    let characters = shown.chars().count();
    if !NAME_CHARACTERS.contains(&characters) {
        let (least, most) = (NAME_CHARACTERS.start(), NAME_CHARACTERS.end());
        let what = format!("the name has {characters} characters; it must have {least} to {most}");
        return Err(Refusal::new(Code::NameLength, what));
    }
    check_marks(&shown)?;
    let fits = |character: char| {
        character.is_alphanumeric() && character.identifier_allowed() || SEPARATORS.contains(&character)
    };
    if let Some(character) = shown.chars().find(|&character| !fits(character)) {
        let what = format!("{character:?} is not allowed in a name; use letters, digits, spaces and - _ . '");
        return Err(Refusal::new(Code::NameSigns, what));
    }
    if !shown.starts_with(char::is_alphabetic) || !shown.ends_with(char::is_alphanumeric) {
        return Err(Refusal::new(Code::NameSigns, "a name must begin with a letter and end with a letter or a digit"));
    }
    check_script(&shown)?;
    check_not_official(&shown)?;
    check_not_generic(&shown)?;
    let mut looks = vec![look(&shown), look(&folded(&shown))];
    looks.dedup();
    Ok(NameForms { folded: folded(&shown), looks, shown })
}

/// Validates a guest's name at a table and returns its forms. Whether the name can be displayed is checked by the table itself.
///
/// # Errors
/// Fails if the name is misleading.
pub fn of_guest(name: &str) -> Result<NameForms, Refusal> {
    let shown: String = name.nfc().collect();
    let Ok(shown) = name_of_player(&shown) else {
        return Ok(NameForms { folded: String::new(), looks: Vec::new(), shown });
    };
    check_marks(&shown)?;
    shown.split_whitespace().try_for_each(check_script)?;
    check_not_official(&shown)?;
    let mut looks = vec![look(&shown), look(&folded(&shown))];
    looks.dedup();
    // A name without letters cannot be mistaken for an account's name.
    looks.retain(|look| !look.is_empty());
    Ok(NameForms { folded: folded(&shown), looks, shown })
}

/// Rejects names with more combining marks on a letter than any language uses, because such marks would cover the surrounding letters.
fn check_marks(name: &str) -> Result<(), Refusal> {
    let mut marks = MAX_MARKS;
    for character in name.chars() {
        marks = if is_combining_mark(character) { marks + 1 } else { 0 };
        if marks > MAX_MARKS {
            let what = format!(
                "the name begins with a combining mark or has more than {MAX_MARKS} on one letter; remove them"
            );
            return Err(Refusal::new(Code::NameSigns, what));
        }
    }
    Ok(())
}

/// Normalises a name for comparison, ignoring case.
pub fn folded(name: &str) -> String {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    name.nfkc().flat_map(char::to_lowercase).nfc().collect()
}

/// Returns the look-alike key of a name: the letters and digits of its Unicode skeleton, in lower case.
fn look(name: &str) -> String {
    let characters: String = skeleton(name).collect();
    characters.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn check_script(name: &str) -> Result<(), Refusal> {
    let letters: String = name.chars().filter(|character| character.is_alphanumeric()).collect();
    if letters.as_str().detect_restriction_level() > RestrictionLevel::HighlyRestrictive {
        let what = "the name mixes scripts with similar letters; use only one script";
        return Err(Refusal::new(Code::NameScripts, what));
    }
    Ok(())
}

fn check_not_official(name: &str) -> Result<(), Refusal> {
    listed(name, OFFICIAL_WORDS).map_or(Ok(()), |part| {
        let what = format!("\"{part}\" sounds official; choose another name");
        Err(Refusal::new(Code::NameReserved, what))
    })
}

fn check_not_generic(name: &str) -> Result<(), Refusal> {
    listed(name, GENERIC_WORDS).map_or(Ok(()), |part| {
        let what = format!("\"{part}\" is too generic; choose a name that others can recognise");
        Err(Refusal::new(Code::NameOfAnybody, what))
    })
}

/// Returns the part of a name that looks like one of these words, or the name itself if it looks like one as a whole.
fn listed<'a>(name: &'a str, words: &[&str]) -> Option<&'a str> {
    let looks = |text: &str| [look(text), look(&folded(text))];
    let parts = name.split(|character: char| !character.is_alphanumeric() && !"'’ʼ".contains(character)).chain([name]);
    let listed: Vec<String> = words.iter().flat_map(|word| looks(word)).collect();
    parts.filter(|part| !part.is_empty()).find(|part| looks(part).iter().any(|look| listed.contains(look)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(name: &str) -> Option<Code> {
        of_account(name).err().map(|refusal| refusal.code)
    }

    #[test]
    fn names_of_one_script_are_allowed() {
        for name in
            ["Anna", "Олена Пчілка", "Jean-Luc", "O'Neil", "Łukasz", "Zoë 2", "Надія", "太郎", "Мар’яна", "Ёлка_7"]
        {
            assert_eq!(refused(name), None, "{name}");
        }
        assert_eq!(of_account("  Anna   Maria ").unwrap().shown, "Anna Maria");
    }

    #[test]
    fn invalid_names_are_rejected_with_the_right_code() {
        for (name, code) in [
            ("A", Code::NameLength),
            ("", Code::NameLength),
            (&"x".repeat(33), Code::NameLength),
            ("a\u{202e}b", Code::NameSigns),
            ("a\u{200b}b", Code::NameSigns),
            ("Anna🙂", Code::NameSigns),
            ("a/b", Code::NameSigns),
            ("-Anna", Code::NameSigns),
            ("Anna-", Code::NameSigns),
            ("7", Code::NameLength),
            ("77", Code::NameSigns),
            ("Αnna", Code::NameScripts),
            ("Аnna", Code::NameScripts),
            ("Anna Пчілка", Code::NameScripts),
            ("Admin", Code::NameReserved),
            ("ADMIN Anna", Code::NameReserved),
            ("B0T", Code::NameOfAnybody),
            ("Админ", Code::NameReserved),
            ("Guest", Code::NameOfAnybody),
            ("One Player", Code::NameOfAnybody),
        ] {
            assert_eq!(refused(name), Some(code), "{name}");
        }
    }

    #[test]
    fn names_that_look_alike_share_a_look() {
        let share = |a: &str, b: &str| {
            let (a, b) = (of_account(a).unwrap(), of_account(b).unwrap());
            a.looks.iter().any(|look| b.looks.contains(look))
        };
        for (a, b) in [
            ("Anna", "aNNA"),
            ("Coco", "Сосо"),
            ("Alice", "AIice"),
            ("Bob", "B0b"),
            ("Ann a", "Anna"),
            ("rnary", "mary"),
        ] {
            assert!(share(a, b), "{a} and {b}");
        }
        assert!(!share("Anna", "Hanna") && !share("Олена", "Олена 2"));
        assert_eq!(folded("ОЛЕНА  Пчілка"), folded("олена пчілка"));
    }

    #[test]
    fn a_guest_can_use_almost_any_name_at_a_table() {
        for name in ["Guest", "Player 2", "Игрок 1", "O'Neil; 2", "Анна & Bob", "🙂", "X", "Việt", "❤\u{fe0f}"]
        {
            assert!(of_guest(name).is_ok(), "{name}");
        }
        for name in ["Аnna", "computer (hard)", "Bastide", "админ"] {
            assert!(of_guest(name).is_err(), "{name}");
        }
    }

    #[test]
    fn a_guests_name_is_composed_and_carries_few_marks() {
        assert_eq!(of_guest("Zoe\u{308}").unwrap().shown, "Zoë");
        assert_eq!(of_guest(&"Việt".nfd().collect::<String>()).unwrap().shown, "Việt");
        let code = |name: &str| of_guest(name).err().map(|refusal| refusal.code);
        let zalgo = format!("A{}", "\u{332}".repeat(31));
        for name in [zalgo.as_str(), "\u{301}Anna", "An\u{332}\u{333}\u{334}\u{335}na"] {
            assert_eq!(code(name), Some(Code::NameSigns), "{name}");
        }
    }

    #[test]
    fn separators_and_marks_do_not_hide_that_a_guests_name_looks_like_an_accounts() {
        let anna = of_account("Anna").unwrap();
        for name in ["Anna", "aNNA", "A n n a", "Anna 🙂", "A\u{332}nna", "Anna\u{332}\u{333}\u{334}", "*Anna*"] {
            let guest = of_guest(name).unwrap();
            let alike = guest.looks.iter().any(|look| anna.looks.contains(look));
            assert!(alike || guest.folded == anna.folded, "{name}: {guest:?}");
        }
        for name in ["Hanna", "Anna 2", "🙂", "Анна"] {
            let guest = of_guest(name).unwrap();
            assert!(!guest.looks.iter().any(|look| anna.looks.contains(look)), "{name}: {guest:?}");
        }
    }
}
