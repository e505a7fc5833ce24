//! The texts of emails, pushes and messages to channels in the client's languages. They are read outside the client, so the client's own
//! messages don't cover them. The texts are Fluent messages in `messages/LANGUAGE.ftl`: one for each kind of email, named by `Kind::word`,
//! with the subject as an attribute; one for each kind of push; and the parts that emails share. Names and links are passed as arguments,
//! so nothing in them is interpreted as Fluent syntax.

use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};

use super::news::{NewsKind, NewsPairing, NewsPlace, NewsResult};
use super::outbox::{Due, Kind};
use super::preferences::Language;

const HOUR_MS: i64 = 60 * 60 * 1000;

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

/// The messages for one language.
type Bundle = FluentBundle<FluentResource>;

static EN: LazyLock<Bundle> = LazyLock::new(|| bundle(Language::En, source(Language::En)));
static RU: LazyLock<Bundle> = LazyLock::new(|| bundle(Language::Ru, source(Language::Ru)));
static UK: LazyLock<Bundle> = LazyLock::new(|| bundle(Language::Uk, source(Language::Uk)));

fn source(language: Language) -> &'static str {
    match language {
        Language::En => include_str!("messages/en.ftl"),
        Language::Ru => include_str!("messages/ru.ftl"),
        Language::Uk => include_str!("messages/uk.ftl"),
    }
}

/// Parses the messages for a language. Messages with errors are logged and left out; a test checks that none have errors.
fn bundle(language: Language, source: &str) -> Bundle {
    let code = language.word();
    let mut bundle = Bundle::new_concurrent(vec![code.parse().unwrap_or_default()]);
    // The texts are plain and written left to right, so they need no isolation marks. These would be copied along with links, and some
    // programs show them as boxes.
    bundle.set_use_isolating(false);
    let resource = FluentResource::try_new(source.to_owned()).unwrap_or_else(|(resource, errors)| {
        tracing::error!("messages in {code} cannot be parsed: {errors:?}");
        resource
    });
    if let Err(errors) = bundle.add_resource(resource) {
        tracing::error!("messages in {code} are doubled: {errors:?}");
    }
    bundle
}

/// Formats the messages of one notification with its arguments.
struct Texts<'a> {
    /// The bundle for the recipient's language, and the English one for messages missing from it.
    bundles: [&'a Bundle; 2],
    args: FluentArgs<'a>,
}

impl<'a> Texts<'a> {
    fn new(language: Language, args: FluentArgs<'a>) -> Texts<'a> {
        let bundle = match language {
            Language::En => &*EN,
            Language::Ru => &*RU,
            Language::Uk => &*UK,
        };
        Texts { bundles: [bundle, &EN], args }
    }

    /// Formats a message.
    fn text(&self, id: &str) -> String {
        self.format(id, None)
    }

    /// Formats an attribute of a message.
    fn attribute(&self, id: &str, name: &str) -> String {
        self.format(id, Some(name))
    }

    fn format(&self, id: &str, attribute: Option<&str>) -> String {
        self.bundles.iter().find_map(|bundle| self.format_in(bundle, id, attribute)).unwrap_or_else(|| id.to_owned())
    }

    /// Formats a message from a bundle; logs an error and returns `None` if the message or one of its arguments is missing.
    fn format_in(&self, bundle: &Bundle, id: &str, attribute: Option<&str>) -> Option<String> {
        let message = bundle.get_message(id);
        let pattern = message.and_then(|message| match attribute {
            Some(name) => message.get_attribute(name).map(|attribute| attribute.value()),
            None => message.value(),
        });
        let mut errors = Vec::new();
        let text = pattern.map(|pattern| bundle.format_pattern(pattern, Some(&self.args), &mut errors).into_owned());
        if text.is_none() || !errors.is_empty() {
            tracing::error!("cannot format message {id} ({attribute:?}) in {:?}: {errors:?}", bundle.locales);
            return None;
        }
        text
    }
}

/// Returns a name on one line: control characters and line separators become spaces.
fn one_line(name: &str) -> String {
    name.replace(|c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}'), " ")
}

/// Returns the arguments for messages about a notification, without links.
fn args<'a>(due: &Due) -> FluentArgs<'a> {
    let mut args = FluentArgs::new();
    args.set("name", one_line(&due.name));
    if let Some(lifetime) = due.kind.link_lifetime_ms() {
        args.set("hours", lifetime / HOUR_MS);
    }
    if let Some(about) = &due.about {
        let others = one_line(&about.others.join(", "));
        args.set("count", about.others.len());
        args.set(if due.kind == Kind::Challenge { "challenger" } else { "others" }, others);
        if let Some(days) = about.days {
            args.set("days", days);
        }
    }
    args
}

pub fn email(due: &Due, links: &Links<'_>) -> MessageText {
    let mut args = args(due);
    args.set("link", links.page);
    args.set("site", links.site);
    args.set("unsubscribe", links.unsubscribe);
    let texts = Texts::new(due.choices.language, args);
    let footer = match due.kind {
        Kind::Confirm => "footer-confirm",
        Kind::Changed(_) => "footer-account",
        Kind::Recover | Kind::Turn | Kind::Challenge | Kind::RatingsReset | Kind::News | Kind::Test => "footer",
    };
    let about = due.about.as_ref();
    let others = about.is_some_and(|about| due.kind == Kind::Turn && !about.others.is_empty());
    let days = about.is_some_and(|about| matches!(due.kind, Kind::Turn | Kind::Challenge) && about.days.is_some());
    let more =
        [(others, "other-players"), (days, "time-per-turn"), (matches!(due.kind, Kind::Changed(_)), "if-not-you")];
    let more: Vec<String> = more.into_iter().filter(|(here, _)| *here).map(|(_, id)| texts.text(id)).collect();
    let id = due.kind.word();
    let mut body = vec![texts.text("greeting"), texts.text(id)];
    body.extend((!more.is_empty()).then(|| more.join("\n")));
    // Mail programs treat everything after two hyphens and a space as a signature.
    let text = format!("{}\n\n-- \n{}\n", body.join("\n\n"), texts.text(footer));
    MessageText { subject: texts.attribute(id, "subject"), text }
}

/// Returns the text of a push. Only turns and challenges are pushed.
pub fn push(due: &Due) -> MessageText {
    let texts = Texts::new(due.choices.language, args(due));
    let id = if due.kind == Kind::Challenge { "push-challenge" } else { "push-turn" };
    MessageText { subject: texts.attribute(id, "title"), text: texts.text(id) }
}

/// Returns the text of a message to a channel, with at most about `most` characters.
pub fn channel_message(due: &Due, most: usize) -> MessageText {
    let Some(news) = &due.news else {
        if due.kind != Kind::Test {
            return push(due);
        }
        let texts = Texts::new(due.choices.language, args(due));
        return MessageText { subject: texts.attribute("channel-test", "title"), text: texts.text("channel-test") };
    };
    let mut args = FluentArgs::from_iter([("tournament", one_line(&news.name))]);
    let (id, lines) = match &news.what {
        NewsKind::Round { round, matches } => {
            args.set("round", *round);
            ("news-round", matches.iter().map(pairing).collect())
        }
        NewsKind::Result(result) => {
            args.set("round", result.round);
            ("news-result", vec![result_line(result)])
        }
        NewsKind::Over { places } => ("news-over", places.iter().map(place).collect()),
    };
    let texts = Texts::new(due.choices.language, args);
    let (title, shown) = (texts.attribute(id, "title"), lines_within(&lines, most));
    let mut text = lines[..shown].join("\n");
    if shown < lines.len() {
        let args = FluentArgs::from_iter([("count", lines.len() - shown)]);
        text = format!("{text}\n{}", Texts::new(due.choices.language, args).text("news-more"));
    }
    if let NewsKind::Result(NewsResult { winner, players, .. }) = &news.what {
        let winner = winner.and_then(|side| players.get(usize::from(side).checked_sub(1)?));
        let args = FluentArgs::from_iter(winner.map(|name| ("winner", one_line(name))));
        let id = if winner.is_some() { "news-winner" } else { "news-no-winner" };
        text = format!("{text}\n{}", Texts::new(due.choices.language, args).text(id));
    }
    MessageText { subject: title, text }
}

/// Returns a text of the Telegram bot.
pub fn bot_text(language: Language, id: &str, args: &[(&'static str, &str)]) -> String {
    let args = args.iter().map(|&(name, value)| (name, one_line(value)));
    Texts::new(language, FluentArgs::from_iter(args)).text(id)
}

/// Returns how many of the lines have together at most this many characters, but at least one.
fn lines_within(lines: &[String], most: usize) -> usize {
    let ends = lines.iter().scan(0, |end, line| {
        *end += line.chars().count() + 1;
        Some(*end)
    });
    ends.take_while(|&end| end <= most).count().max(1).min(lines.len())
}

fn pairing(found: &NewsPairing) -> String {
    let (first, second) = (one_line(&found.players.0), found.players.1.as_deref().map(one_line));
    format!("{}. {first} – {}", found.r#match, second.unwrap_or_default()).trim_end_matches([' ', '–']).to_owned()
}

fn result_line(result: &NewsResult) -> String {
    let [first, second] = result.players.each_ref().map(|name| one_line(name));
    let games = result.games.iter().map(|[one, other]| format!("{one}:{other}"));
    format!("{first} – {second}   {}", games.collect::<Vec<_>>().join(", ")).trim_end().to_owned()
}

fn place(found: &NewsPlace) -> String {
    format!("{}. {} – {}", found.place, one_line(&found.player), found.points)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::accounts::changes::AccountChange;
    use crate::notifications::outbox::{Recipient, Subject};
    use crate::notifications::preferences::Preferences;

    const LANGUAGES: [Language; 3] = [Language::En, Language::Ru, Language::Uk];
    /// All kinds except account changes.
    const KINDS: [Kind; 5] = [Kind::Confirm, Kind::Recover, Kind::Turn, Kind::Challenge, Kind::RatingsReset];

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
            news: None,
        }
    }

    const LINKS: Links<'static> =
        Links { site: "https://b.example", page: "https://b.example/x", unsubscribe: "https://b.example/u" };

    /// Returns the messages for a language: their ids, and the attributes and variables of each.
    fn messages(language: Language) -> BTreeMap<&'static str, BTreeSet<&'static str>> {
        let mut found = BTreeMap::<_, BTreeSet<_>>::new();
        let mut id = "";
        for line in source(language).lines().filter(|line| !line.starts_with('#')) {
            if let Some((name, _)) = line.split_once(" =").filter(|_| line.starts_with(char::is_alphabetic)) {
                id = name;
                assert!(found.insert(id, BTreeSet::new()).is_none(), "{id} is there twice");
            }
            let attribute =
                line.trim_start().strip_prefix('.').and_then(|rest| rest.split_once(" =")).map(|(name, _)| name);
            let variables = line.split('$').skip(1).map(|rest| rest.split([' ', '}']).next().unwrap());
            if let Some(parts) = found.get_mut(id) {
                parts.extend(attribute.into_iter().chain(variables));
            }
        }
        found
    }

    #[test]
    fn every_message_parses() {
        for language in LANGUAGES {
            let resource = FluentResource::try_new(source(language).to_owned());
            let resource = resource.unwrap_or_else(|(_, errors)| panic!("{language:?}: {errors:?}"));
            assert!(Bundle::new_concurrent(Vec::new()).add_resource(resource).is_ok(), "{language:?}");
            let bundle = bundle(language, source(language));
            assert_eq!(bundle.locales[0].to_string(), language.word());
            for id in messages(language).keys() {
                assert!(bundle.has_message(id), "{language:?}: {id}");
            }
        }
    }

    #[test]
    fn languages_have_the_same_messages_with_the_same_variables() {
        let english = messages(Language::En);
        assert!(english["recover"].contains("subject") && english["push-turn"].contains("count"), "{english:?}");
        assert_eq!(messages(Language::Ru), english);
        assert_eq!(messages(Language::Uk), english);
    }

    #[test]
    fn every_message_is_used() {
        let here = include_str!("messages.rs").split("#[cfg(test)]").next().unwrap();
        let code = [here, include_str!("../channels/deliver.rs"), include_str!("../channels/updates.rs")].concat();
        let kinds: BTreeSet<_> =
            KINDS.into_iter().chain(AccountChange::ALL.map(Kind::Changed)).map(Kind::word).collect();
        for id in messages(Language::En).keys() {
            assert!(kinds.contains(id) || code.contains(&format!("\"{id}\"")), "{id} is not used");
        }
    }

    #[test]
    fn no_placeholder_is_left_in_any_language() {
        for language in LANGUAGES {
            for kind in KINDS {
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
    fn every_email_and_push_is_in_its_language() {
        let cyrillic = |text: &str| text.chars().any(|c| ('а'..='я').contains(&c));
        let kinds: Vec<Kind> = KINDS.into_iter().chain(AccountChange::ALL.map(Kind::Changed)).collect();
        for language in LANGUAGES {
            for &kind in &kinds {
                let due = due(kind, language, &["Borys"]);
                let told = [email(&due, &LINKS), push(&due)];
                for text in told.iter().flat_map(|told| [&told.subject, &told.text]) {
                    assert_eq!(cyrillic(text), language != Language::En, "{text}");
                    // The text is the message itself rather than its id, and has no isolation marks.
                    assert!(!text.contains(['\u{2068}', '\u{2069}']) && text != kind.word(), "{text}");
                    for line in text.lines().filter(|line| *line != "-- ") {
                        assert_eq!(line.trim(), line, "{text}");
                    }
                }
            }
        }
    }

    #[test]
    fn account_change_emails_give_advice_and_no_unsubscribe_link() {
        for language in LANGUAGES {
            let mut subjects = BTreeSet::new();
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
             Each player has 3 days per turn.\n\n-- \nBastide, https://b.example\n\
             Unsubscribe from game emails: https://b.example/u\n"
        );
        assert_eq!(push(&due(Kind::Turn, Language::Uk, &["Борис", "Ольга"])).text, "З вами грають: Борис, Ольга");
        assert_eq!(push(&due(Kind::Turn, Language::Uk, &["Борис"])).text, "З вами грає Борис");
        assert_eq!(push(&due(Kind::Turn, Language::Ru, &[])).text, "Партия ждёт вас.");
        assert_eq!(push(&due(Kind::Challenge, Language::Ru, &["Борис"])).text, "Борис вызывает вас на партию.");
    }

    #[test]
    fn days_and_hours_have_the_right_plural_form() {
        let days = |language, days| {
            let mut due = due(Kind::Turn, language, &[]);
            due.about.as_mut().unwrap().days = Some(days);
            email(&due, &LINKS).text.lines().find(|line| line.contains(&days.to_string())).unwrap().to_owned()
        };
        for (number, en, ru, uk) in [
            (1, "1 day", "1 день", "1 день"),
            (2, "2 days", "2 дня", "2 дні"),
            (5, "5 days", "5 дней", "5 днів"),
            (11, "11 days", "11 дней", "11 днів"),
            (21, "21 days", "21 день", "21 день"),
        ] {
            assert_eq!(days(Language::En, number), format!("Each player has {en} per turn."));
            assert_eq!(days(Language::Ru, number), format!("На каждый ход отводится {ru}."));
            assert_eq!(days(Language::Uk, number), format!("На кожен хід відведено {uk}."));
        }
        for id in ["confirm", "recover"] {
            for (hours, en, ru, uk) in [
                (1, "within an hour", "в течение часа", "протягом години"),
                (2, "within 2 hours", "в течение 2 часов", "протягом 2 годин"),
                (5, "within 5 hours", "в течение 5 часов", "протягом 5 годин"),
                (21, "within 21 hours", "в течение 21 часа", "протягом 21 години"),
                (24, "within 24 hours", "в течение суток", "протягом доби"),
            ] {
                for (language, wanted) in LANGUAGES.into_iter().zip([en, ru, uk]) {
                    let mut args = FluentArgs::from_iter([("name", "Anna"), ("link", LINKS.page)]);
                    args.set("hours", hours);
                    let text = Texts::new(language, args).text(id);
                    assert!(text.contains(wanted) && text.contains("\n\nhttps://b.example/x\n\n"), "{text}");
                }
            }
        }
    }

    #[test]
    fn links_of_emails_have_the_lifetime_that_the_text_says() {
        assert!(email(&due(Kind::Confirm, Language::En, &[]), &LINKS).text.contains("within 24 hours:"));
        assert!(email(&due(Kind::Recover, Language::En, &[]), &LINKS).text.contains("within an hour. It works once:"));
    }

    #[test]
    fn names_cannot_add_lines_or_fluent_syntax() {
        let bad = "{ $link }\r\nBcc: x\u{2028}\n-- \n.subject = { turn } [one] *";
        for kind in KINDS {
            let mut due = due(kind, Language::En, &[bad]);
            let plain = email(&due, &LINKS).text.lines().count();
            due.name = bad.into();
            let told = email(&due, &LINKS);
            assert_eq!(told.text.lines().count(), plain, "{told:?}");
            assert!(told.text.starts_with("Hi { $link }  Bcc: x  --  .subject = { turn } [one] *,\n"), "{told:?}");
            assert_eq!(told.text.matches("\n-- \n").count(), 1, "{told:?}");
            let push = push(&due);
            assert!(!format!("{}{}{}", told.subject, push.subject, push.text).contains(char::is_control), "{push:?}");
        }
    }

    #[test]
    fn missing_message_falls_back_to_english() {
        let partial = bundle(Language::Ru, "turn = Ваш ход, { $missing }\nhello = { $name }, привет\nbad = {");
        let args = FluentArgs::from_iter([("name", "Anna"), ("link", LINKS.page)]);
        let texts = Texts { bundles: [&partial, &EN], args };
        assert_eq!(texts.text("hello"), "Anna, привет");
        assert_eq!(texts.text("greeting"), "Hi Anna,");
        assert_eq!(texts.text("turn"), "It's your turn at this table:\n\nhttps://b.example/x");
        assert_eq!(texts.attribute("turn", "subject"), "Your turn");
        assert_eq!(texts.text("nowhere"), "nowhere");
    }
}
