//! Texts of emails and pushes in the languages of the client. They are read outside of the client, so its own messages don't cover them.

use super::outbox::{Due, Kind, Subject};
use super::preferences::Language;

/// The text of an email or a push.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageText {
    pub subject: String,
    pub text: String,
}

/// Links in an email.
pub struct Links<'a> {
    pub site: &'a str,
    /// The page that the email is about.
    pub page: &'a str,
    pub unsubscribe: &'a str,
}

/// Texts in one language, with the placeholders `{name}`, `{link}`, `{others}`, `{days}`, `{site}` and `{unsubscribe}`.
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
    /// One per change, in the order of `AccountChange::ALL`.
    changed: [[&'static str; 2]; 6],
    not_you: &'static str,
    foot_changed: &'static str,
    push_turn: [&'static str; 2],
    push_turn_alone: &'static str,
    push_challenge: [&'static str; 2],
}

const EN: Words = Words {
    hello: "Hi {name},",
    confirm: [
        "Confirm your email address",
        "To get emails from Bastide at this address, open this link within 24 hours:\n\n{link}\n\n\
         If you didn't ask for this, ignore this email and you won't get any more.",
    ],
    recover: [
        "Reset the password for {name}",
        "We received a request to reset the password of your account {name}. To choose a new one, open this link within an hour. It works \
         once:\n\n{link}\n\nIf you didn't ask for this, ignore this email. Your password stays the same.",
    ],
    turn: ["Your turn", "It's your turn at this table:\n\n{link}"],
    challenge: [
        "New challenge: {others}",
        "You are invited to a game with {others}. Accept or decline the challenge in the lobby:\n\n{link}",
    ],
    ratings_reset: [
        "Your ratings were reset",
        "A moderator reset the ratings of your account {name}. Your games are kept, and you get new ratings from your next rated game on. \
         You can see the reason on your account page:\n\n{link}",
    ],
    others: "Other players: {others}.",
    days: "Days per turn: {days}.",
    foot: "Bastide, {site}\nUnsubscribe from game emails: {unsubscribe}",
    foot_confirm: "Bastide, {site}\nRemove this address: {unsubscribe}",
    changed: [
        [
            "Your password was changed",
            "The password of your account {name} was changed, and all other devices were signed out.",
        ],
        ["A passkey was added", "A passkey was added to your account {name}. It can be used to sign in."],
        ["A passkey was removed", "A passkey was removed from your account {name}."],
        ["A sign-in method was added", "Another site was linked to your account {name}. It can be used to sign in."],
        ["A sign-in method was removed", "A site that could be used to sign in to your account {name} was unlinked."],
        ["Your email address was changed", "The email address of your account {name} was changed or removed."],
    ],
    not_you: "If this was you, you don't need to do anything. If not, open {link}, change your password and check your sign-in methods. \
              If you can't sign in any more, contact the people who run this server right away.",
    foot_changed: "Bastide, {site}",
    push_turn: ["Your turn", "Other players: {others}"],
    push_turn_alone: "Your game is waiting.",
    push_challenge: ["New challenge", "Other players: {others}"],
};

const RU: Words = Words {
    hello: "Здравствуйте, {name}!",
    confirm: [
        "Подтвердите адрес почты",
        "Чтобы получать письма от Bastide на этот адрес, перейдите по ссылке в течение суток:\n\n{link}\n\n\
         Если вы этого не запрашивали, просто проигнорируйте это письмо, и больше писем не будет.",
    ],
    recover: [
        "Сброс пароля для {name}",
        "Мы получили запрос на сброс пароля вашей учётной записи {name}. Чтобы задать новый пароль, перейдите по ссылке в течение часа. \
         Она сработает только один раз:\n\n{link}\n\nЕсли вы этого не запрашивали, просто проигнорируйте это письмо: пароль \
         останется прежним.",
    ],
    turn: ["Ваш ход", "Сейчас ваш ход за этим столом:\n\n{link}"],
    challenge: [
        "Новый вызов: {others}",
        "Вас приглашают сыграть. С вами за столом: {others}. Принять или отклонить вызов можно в зале:\n\n{link}",
    ],
    ratings_reset: [
        "Ваши рейтинги сброшены",
        "Модератор сбросил рейтинги вашей учётной записи {name}. Сыгранные партии сохранились, а новые рейтинги появятся после \
         следующей рейтинговой партии. Причина указана на странице вашей учётной записи:\n\n{link}",
    ],
    others: "С вами играют: {others}.",
    days: "Дней на ход: {days}.",
    foot: "Bastide, {site}\nОтписаться от писем о партиях: {unsubscribe}",
    foot_confirm: "Bastide, {site}\nУдалить этот адрес: {unsubscribe}",
    changed: [
        ["Пароль изменён", "Пароль вашей учётной записи {name} изменён, а на всех других устройствах выполнен выход."],
        ["Добавлен ключ доступа", "В вашу учётную запись {name} добавлен ключ доступа. С ним теперь можно войти."],
        ["Удалён ключ доступа", "Из вашей учётной записи {name} удалён ключ доступа."],
        ["Добавлен способ входа", "Теперь в вашу учётную запись {name} можно войти через ещё один сайт."],
        ["Удалён способ входа", "Из вашей учётной записи {name} удалён вход через один из сайтов."],
        ["Адрес почты изменён", "Адрес почты вашей учётной записи {name} изменён или удалён."],
    ],
    not_you: "Если это сделали вы, ничего делать не нужно. Если нет, откройте {link}, смените пароль и проверьте способы входа. \
              Если войти уже не получается, сразу напишите администраторам этого сервера.",
    foot_changed: "Bastide, {site}",
    push_turn: ["Ваш ход", "С вами играют: {others}"],
    push_turn_alone: "Партия ждёт вас.",
    push_challenge: ["Новый вызов", "С вами играют: {others}"],
};

const UK: Words = Words {
    hello: "Вітаємо, {name}!",
    confirm: [
        "Підтвердьте адресу пошти",
        "Щоб отримувати листи від Bastide на цю адресу, перейдіть за посиланням протягом доби:\n\n{link}\n\n\
         Якщо ви цього не запитували, просто проігноруйте цей лист, і більше листів не буде.",
    ],
    recover: [
        "Скидання пароля для {name}",
        "Ми отримали запит на скидання пароля вашого облікового запису {name}. Щоб задати новий пароль, перейдіть за посиланням протягом \
         години. Воно спрацює лише один раз:\n\n{link}\n\nЯкщо ви цього не запитували, просто проігноруйте цей лист: пароль \
         залишиться попереднім.",
    ],
    turn: ["Ваш хід", "Зараз ваш хід за цим столом:\n\n{link}"],
    challenge: [
        "Новий виклик: {others}",
        "Вас запрошують зіграти. З вами за столом: {others}. Прийняти або відхилити виклик можна в залі:\n\n{link}",
    ],
    ratings_reset: [
        "Ваші рейтинги скинуто",
        "Модератор скинув рейтинги вашого облікового запису {name}. Зіграні партії збережено, а нові рейтинги з’являться після \
         наступної рейтингової партії. Причину вказано на сторінці вашого облікового запису:\n\n{link}",
    ],
    others: "З вами грають: {others}.",
    days: "Днів на хід: {days}.",
    foot: "Bastide, {site}\nВідписатися від листів про партії: {unsubscribe}",
    foot_confirm: "Bastide, {site}\nВидалити цю адресу: {unsubscribe}",
    changed: [
        ["Пароль змінено", "Пароль вашого облікового запису {name} змінено, а на всіх інших пристроях виконано вихід."],
        [
            "Додано ключ доступу",
            "До вашого облікового запису {name} додано ключ доступу. Тепер за його допомогою можна увійти.",
        ],
        ["Видалено ключ доступу", "З вашого облікового запису {name} видалено ключ доступу."],
        ["Додано спосіб входу", "Тепер до вашого облікового запису {name} можна увійти через ще один сайт."],
        ["Видалено спосіб входу", "З вашого облікового запису {name} видалено вхід через один із сайтів."],
        ["Адресу пошти змінено", "Адресу пошти вашого облікового запису {name} змінено або видалено."],
    ],
    not_you: "Якщо це зробили ви, нічого робити не треба. Якщо ні, відкрийте {link}, змініть пароль і перевірте способи входу. \
              Якщо ввійти вже не вдається, одразу напишіть адміністраторам цього сервера.",
    foot_changed: "Bastide, {site}",
    push_turn: ["Ваш хід", "З вами грають: {others}"],
    push_turn_alone: "Партія чекає на вас.",
    push_challenge: ["Новий виклик", "З вами грають: {others}"],
};

fn words(language: Language) -> &'static Words {
    match language {
        Language::En => &EN,
        Language::Ru => &RU,
        Language::Uk => &UK,
    }
}

/// Replaces the placeholders of a text. Values that contain braces are not expanded again.
fn fill(text: &str, put: &[(&str, &str)]) -> String {
    let mut fill = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, (key, after))) = rest.split_once('{').and_then(|(a, b)| Some((a, b.split_once('}')?))) {
        fill.push_str(before);
        let value = put.iter().find(|(name, _)| *name == key).map_or("", |(_, value)| value);
        fill.push_str(value);
        rest = after;
    }
    fill + rest
}

fn others_of(about: Option<&Subject>) -> String {
    about.map(|about| about.others.join(", ")).unwrap_or_default()
}

pub fn email(due: &Due, links: &Links<'_>) -> MessageText {
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
    // Mail programs treat what follows two hyphens and a space as a signature.
    MessageText { subject: fill(subject, &put), text: fill(&format!("{body}\n\n-- \n{foot}\n"), &put) }
}

pub fn push(due: &Due) -> MessageText {
    let words = words(due.choices.language);
    let others = others_of(due.about.as_ref());
    let [heading, text] = match due.kind {
        Kind::Challenge => words.push_challenge,
        // Sent by email only.
        Kind::RatingsReset => words.ratings_reset,
        Kind::Turn | Kind::Confirm | Kind::Recover | Kind::Changed(_) if others.is_empty() => {
            [words.push_turn[0], words.push_turn_alone]
        }
        Kind::Turn | Kind::Confirm | Kind::Recover | Kind::Changed(_) => words.push_turn,
    };
    MessageText { subject: heading.to_owned(), text: fill(text, &[("others", &others)]) }
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
    fn no_placeholder_is_left_in_any_language() {
        for language in [Language::En, Language::Ru, Language::Uk] {
            for kind in [Kind::Confirm, Kind::Recover, Kind::Turn, Kind::Challenge, Kind::RatingsReset] {
                let told = email(&due(kind, language, &["Borys"]), &LINKS);
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
    fn account_change_emails_give_advice_and_no_unsubscribe_link() {
        use crate::accounts::changes::AccountChange;
        for language in [Language::En, Language::Ru, Language::Uk] {
            let mut subjects = std::collections::BTreeSet::new();
            for change in AccountChange::ALL {
                let told = email(&due(Kind::Changed(change), language, &[]), &LINKS);
                let text = told.text.replace("Anna {link}", "Anna");
                assert!(text.contains(LINKS.page) && text.ends_with(&format!("{}\n", LINKS.site)), "{text}");
                assert!(!text.contains(['{', '}']) && !text.contains(LINKS.unsubscribe), "{text}");
                subjects.insert(told.subject);
            }
            assert_eq!(subjects.len(), AccountChange::ALL.len());
        }
        let told = email(&due(Kind::Changed(AccountChange::Password), Language::En, &[]), &LINKS);
        assert_eq!(told.subject, "Your password was changed");
    }

    #[test]
    fn turn_emails_name_the_other_players_and_the_time() {
        let told = email(&due(Kind::Turn, Language::En, &["Borys", "Olha"]), &LINKS);
        assert_eq!(
            told.text,
            "Hi Anna {link},\n\nIt's your turn at this table:\n\nhttps://b.example/x\n\nOther players: Borys, Olha.\n\
             Days per turn: 3.\n\n-- \nBastide, https://b.example\nUnsubscribe from game emails: https://b.example/u\n"
        );
        assert_eq!(push(&due(Kind::Turn, Language::Uk, &["Борис"])).text, "З вами грають: Борис");
        assert_eq!(push(&due(Kind::Turn, Language::Ru, &[])).text, "Партия ждёт вас.");
    }
}
