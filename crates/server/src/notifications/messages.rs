//! What notices say, in the languages of the client. The client's own words are in its messages; letters and pushes are read without it.

use super::outbox::{Due, Kind, Subject};
use super::preferences::Language;

/// A letter or a push, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub subject: String,
    /// What stands below it.
    pub text: String,
}

/// Where the links of a letter lead.
pub struct Links<'a> {
    /// To the site itself.
    pub site: &'a str,
    /// To what the letter is about.
    pub page: &'a str,
    /// To an end of such letters.
    pub unsubscribe: &'a str,
}

/// The words of a language, with `{name}`, `{link}`, `{others}`, `{days}`, `{site}` and `{unsubscribe}` where these stand.
struct Words {
    hello: &'static str,
    confirm: [&'static str; 2],
    recover: [&'static str; 2],
    turn: [&'static str; 2],
    challenge: [&'static str; 2],
    ratings_reset: [&'static str; 2],
    others: &'static str,
    days: &'static str,
    foot: &'static str,
    foot_confirm: &'static str,
    /// By change, in the order of `AccountChange::ALL`.
    changed: [[&'static str; 2]; 6],
    not_you: &'static str,
    foot_changed: &'static str,
    push_turn: [&'static str; 2],
    push_turn_alone: &'static str,
    push_challenge: [&'static str; 2],
}

const EN: Words = Words {
    hello: "Hello {name},",
    confirm: [
        "Confirm your address",
        "if letters from Bastide shall come to this address, open this link within a day:\n\n{link}\n\n\
         If you have not asked for this, do nothing: nobody will write to you then.",
    ],
    recover: [
        "A new password for {name}",
        "somebody, you we hope, has forgotten the password of your account {name}. This link sets a new one. It works once, within an \
         hour:\n\n{link}\n\nIf it was not you, do nothing: your password stays as it is.",
    ],
    turn: ["It is your turn", "it is your turn at this table:\n\n{link}"],
    challenge: [
        "{others} challenges you",
        "{others} challenges you to a game. You can take or decline it in the lobby:\n\n{link}",
    ],
    ratings_reset: [
        "Your ratings were reset",
        "a moderator reset the ratings of your account {name}. Your games stay; your ratings start again with your next rated game. Your \
         account page shows the reason:\n\n{link}",
    ],
    others: "You play with: {others}.",
    days: "Days for a turn: {days}.",
    foot: "Bastide, {site}\nNo more letters about games: {unsubscribe}",
    foot_confirm: "Bastide, {site}\nForget this address at once: {unsubscribe}",
    changed: [
        [
            "Your password was changed",
            "the password of your account {name} was changed, and other devices were signed out.",
        ],
        ["A passkey was added", "a passkey was added to your account {name}. Whoever has it can sign in."],
        ["A passkey was removed", "a passkey was removed from your account {name}."],
        ["A way to sign in was added", "another way to sign in, by a provider, was added to your account {name}."],
        ["A way to sign in was removed", "a way to sign in, by a provider, was removed from your account {name}."],
        ["Your email address was changed", "the email address of your account {name} was changed or removed."],
    ],
    not_you: "If it was you, there is nothing to do. If not, open {link}, set a new password and check the ways to sign in. If you \
              can't sign in any more, write to whoever runs this server at once.",
    foot_changed: "Bastide, {site}",
    push_turn: ["Your turn", "You play with: {others}"],
    push_turn_alone: "Your game waits for you.",
    push_challenge: ["A challenge", "{others} challenges you to a game."],
};

const RU: Words = Words {
    hello: "Здравствуйте, {name}!",
    confirm: [
        "Подтвердите адрес",
        "Если письма от Bastide должны приходить на этот адрес, откройте эту ссылку в течение суток:\n\n{link}\n\n\
         Если вы об этом не просили, ничего не делайте: тогда вам никто не будет писать.",
    ],
    recover: [
        "Новый пароль для {name}",
        "Кто-то, надеемся, что вы, забыл пароль вашей учётной записи {name}. По этой ссылке можно задать новый. Она действует один раз, в \
         течение часа:\n\n{link}\n\nЕсли это были не вы, ничего не делайте: пароль останется прежним.",
    ],
    turn: ["Ваш ход", "Ваш ход за этим столом:\n\n{link}"],
    challenge: [
        "{others} вызывает вас на игру",
        "{others} вызывает вас на игру. Принять или отклонить вызов можно в зале:\n\n{link}",
    ],
    ratings_reset: [
        "Ваши рейтинги сброшены",
        "Модератор сбросил рейтинги вашей учётной записи {name}. Ваши игры остаются, а рейтинги начнутся заново со следующей игры на \
         рейтинг. Причина указана на странице вашей учётной записи:\n\n{link}",
    ],
    others: "С вами играют: {others}.",
    days: "Дней на ход: {days}.",
    foot: "Bastide, {site}\nБольше не писать об играх: {unsubscribe}",
    foot_confirm: "Bastide, {site}\nСразу забыть этот адрес: {unsubscribe}",
    changed: [
        ["Ваш пароль изменён", "Пароль вашей учётной записи {name} изменён, на других устройствах выполнен выход."],
        ["Добавлен ключ доступа", "К вашей учётной записи {name} добавлен ключ доступа. С ним можно войти."],
        ["Удалён ключ доступа", "Из вашей учётной записи {name} удалён ключ доступа."],
        ["Добавлен способ входа", "К вашей учётной записи {name} добавлен ещё один способ входа, через другой сайт."],
        ["Удалён способ входа", "Из вашей учётной записи {name} удалён способ входа через другой сайт."],
        ["Ваш адрес почты изменён", "Адрес почты вашей учётной записи {name} изменён или удалён."],
    ],
    not_you: "Если это сделали вы, ничего делать не нужно. Если нет, откройте {link}, задайте новый пароль и проверьте способы входа. \
              Если войти уже не получается, сразу напишите тем, кто ведёт этот сервер.",
    foot_changed: "Bastide, {site}",
    push_turn: ["Ваш ход", "С вами играют: {others}"],
    push_turn_alone: "Игра ждёт вас.",
    push_challenge: ["Вызов", "{others} вызывает вас на игру."],
};

const UK: Words = Words {
    hello: "Вітаємо, {name}!",
    confirm: [
        "Підтвердьте адресу",
        "Якщо листи від Bastide мають приходити на цю адресу, відкрийте це посилання протягом доби:\n\n{link}\n\n\
         Якщо ви про це не просили, нічого не робіть: тоді вам ніхто не писатиме.",
    ],
    recover: [
        "Новий пароль для {name}",
        "Хтось, сподіваємося, що ви, забув пароль вашого облікового запису {name}. За цим посиланням можна встановити новий. Воно діє один \
         раз, протягом години:\n\n{link}\n\nЯкщо це були не ви, нічого не робіть: пароль залишиться попереднім.",
    ],
    turn: ["Ваш хід", "Ваш хід за цим столом:\n\n{link}"],
    challenge: [
        "{others} викликає вас на гру",
        "{others} викликає вас на гру. Прийняти або відхилити виклик можна в залі:\n\n{link}",
    ],
    ratings_reset: [
        "Ваші рейтинги скинуто",
        "Модератор скинув рейтинги вашого облікового запису {name}. Ваші ігри залишаються, а рейтинги почнуться заново з наступної гри на \
         рейтинг. Причину вказано на сторінці вашого облікового запису:\n\n{link}",
    ],
    others: "З вами грають: {others}.",
    days: "Днів на хід: {days}.",
    foot: "Bastide, {site}\nБільше не писати про ігри: {unsubscribe}",
    foot_confirm: "Bastide, {site}\nОдразу забути цю адресу: {unsubscribe}",
    changed: [
        ["Ваш пароль змінено", "Пароль вашого облікового запису {name} змінено, на інших пристроях виконано вихід."],
        ["Додано ключ доступу", "До вашого облікового запису {name} додано ключ доступу. З ним можна увійти."],
        ["Вилучено ключ доступу", "З вашого облікового запису {name} вилучено ключ доступу."],
        ["Додано спосіб входу", "До вашого облікового запису {name} додано ще один спосіб входу, через інший сайт."],
        ["Вилучено спосіб входу", "З вашого облікового запису {name} вилучено спосіб входу через інший сайт."],
        ["Вашу адресу пошти змінено", "Адресу пошти вашого облікового запису {name} змінено або вилучено."],
    ],
    not_you: "Якщо це зробили ви, нічого робити не треба. Якщо ні, відкрийте {link}, задайте новий пароль і перевірте способи входу. \
              Якщо ввійти вже не вдається, одразу напишіть тим, хто веде цей сервер.",
    foot_changed: "Bastide, {site}",
    push_turn: ["Ваш хід", "З вами грають: {others}"],
    push_turn_alone: "Гра чекає на вас.",
    push_challenge: ["Виклик", "{others} викликає вас на гру."],
};

fn words(language: Language) -> &'static Words {
    match language {
        Language::En => &EN,
        Language::Ru => &RU,
        Language::Uk => &UK,
    }
}

/// A text with what stands for its words in braces. What is put in is not looked through again.
fn filled(text: &str, put: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, (key, after))) = rest.split_once('{').and_then(|(a, b)| Some((a, b.split_once('}')?))) {
        filled.push_str(before);
        let value = put.iter().find(|(name, _)| *name == key).map_or("", |(_, value)| value);
        filled.push_str(value);
        rest = after;
    }
    filled + rest
}

fn others_of(about: Option<&Subject>) -> String {
    about.map(|about| about.others.join(", ")).unwrap_or_default()
}

pub fn letter(due: &Due, links: &Links<'_>) -> Told {
    let words = words(due.choices.language);
    let [subject, text] = match due.kind {
        Kind::Confirm => words.confirm,
        Kind::Recover => words.recover,
        Kind::Turn => words.turn,
        Kind::Challenge => words.challenge,
        Kind::Changed(change) => words.changed[change as usize],
        Kind::RatingsReset => words.ratings_reset,
    };
    let (others, about) = (others_of(due.about.as_ref()), due.about.as_ref());
    let days = about.and_then(|about| about.days).map(|days| days.to_string());
    let put = [
        ("name", due.name.as_str()),
        ("link", links.page),
        ("others", others.as_str()),
        ("days", days.as_deref().unwrap_or_default()),
        ("site", links.site),
        ("unsubscribe", links.unsubscribe),
    ];
    let changed = matches!(due.kind, Kind::Changed(_));
    let foot = match due.kind {
        Kind::Confirm => words.foot_confirm,
        Kind::Changed(_) => words.foot_changed,
        _ => words.foot,
    };
    let with_others = (due.kind == Kind::Turn && !others.is_empty()).then_some(words.others);
    let days_too = days.as_ref().filter(|_| !changed).map(|_| words.days);
    let more: Vec<&str> = with_others.into_iter().chain(days_too).chain(changed.then_some(words.not_you)).collect();
    let parts = [words.hello, text].into_iter().map(str::to_owned).chain((!more.is_empty()).then(|| more.join("\n")));
    let body = parts.collect::<Vec<_>>().join("\n\n");
    // Two hyphens and a space begin what mail programs take for a signature.
    Told { subject: filled(subject, &put), text: filled(&format!("{body}\n\n-- \n{foot}\n"), &put) }
}

pub fn push(due: &Due) -> Told {
    let words = words(due.choices.language);
    let others = others_of(due.about.as_ref());
    let [heading, text] = match due.kind {
        Kind::Challenge => words.push_challenge,
        // Only a letter tells of it.
        Kind::RatingsReset => words.ratings_reset,
        Kind::Turn | Kind::Confirm | Kind::Recover | Kind::Changed(_) if others.is_empty() => {
            [words.push_turn[0], words.push_turn_alone]
        }
        Kind::Turn | Kind::Confirm | Kind::Recover | Kind::Changed(_) => words.push_turn,
    };
    Told { subject: heading.to_owned(), text: filled(text, &[("others", &others)]) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notifications::outbox::Recipient;
    use crate::notifications::preferences::Preferences;

    fn due(kind: Kind, language: Language, others: &[&str]) -> Due {
        let others = others.iter().map(|&other| other.to_owned()).collect();
        Due {
            id: 1,
            account: 7,
            name: "Anna {link}".into(),
            kind,
            created: 0,
            since: 0,
            tries: 0,
            choices: Preferences { language, ..Preferences::default() },
            to: Recipient::Mail { address: "a@b.example".into(), unsubscribe: "s".into() },
            about: Some(Subject { table: "aaaaaaaaaaaa".into(), seat: Some(0), others, days: Some(3) }),
        }
    }

    const LINKS: Links<'static> =
        Links { site: "https://b.example", page: "https://b.example/x", unsubscribe: "https://b.example/u" };

    #[test]
    fn nothing_is_left_open_in_any_language() {
        for language in [Language::En, Language::Ru, Language::Uk] {
            for kind in [Kind::Confirm, Kind::Recover, Kind::Turn, Kind::Challenge, Kind::RatingsReset] {
                let told = letter(&due(kind, language, &["Borys"]), &LINKS);
                let text = format!("{}\n{}", told.subject, told.text).replace("Anna {link}", "Anna");
                assert!(!text.contains(['{', '}']), "{text}");
                assert!(text.contains(LINKS.page) && text.ends_with(&format!("{}\n", LINKS.unsubscribe)), "{text}");
                let told = push(&due(kind, language, &["Borys"]));
                assert!(
                    !told.subject.is_empty() && !format!("{}{}", told.subject, told.text).contains('{'),
                    "{told:?}"
                );
            }
        }
    }

    #[test]
    fn a_change_says_what_to_do_and_offers_no_end_of_such_letters() {
        use crate::accounts::changes::AccountChange;
        for language in [Language::En, Language::Ru, Language::Uk] {
            let mut subjects = std::collections::BTreeSet::new();
            for change in AccountChange::ALL {
                let told = letter(&due(Kind::Changed(change), language, &[]), &LINKS);
                let text = told.text.replace("Anna {link}", "Anna");
                assert!(text.contains(LINKS.page) && text.ends_with(&format!("{}\n", LINKS.site)), "{text}");
                assert!(!text.contains(['{', '}']) && !text.contains(LINKS.unsubscribe), "{text}");
                subjects.insert(told.subject);
            }
            assert_eq!(subjects.len(), AccountChange::ALL.len());
        }
        let told = letter(&due(Kind::Changed(AccountChange::Password), Language::En, &[]), &LINKS);
        assert_eq!(told.subject, "Your password was changed");
    }

    #[test]
    fn a_turn_says_with_whom_and_how_long() {
        let told = letter(&due(Kind::Turn, Language::En, &["Borys", "Olha"]), &LINKS);
        assert_eq!(
            told.text,
            "Hello Anna {link},\n\nit is your turn at this table:\n\nhttps://b.example/x\n\nYou play with: Borys, Olha.\n\
             Days for a turn: 3.\n\n-- \nBastide, https://b.example\nNo more letters about games: https://b.example/u\n"
        );
        assert_eq!(push(&due(Kind::Turn, Language::Uk, &["Борис"])).text, "З вами грають: Борис");
        assert_eq!(push(&due(Kind::Turn, Language::Ru, &[])).text, "Игра ждёт вас.");
    }
}
