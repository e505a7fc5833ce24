//! The operator's settings for emails and pushes.

use std::fmt;
use std::num::NonZeroU32;

use lettre::message::Mailbox;
use reqwest::Url;
use thiserror::Error;

/// Error for an invalid setting. No variant contains a password.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotificationError {
    #[error("invalid mail server URL ({0}); write it as smtps://user:password@host:465")]
    Server(String),
    #[error("invalid sender \"{0}\"; write it as 'Bastide <bastide@games.example>'")]
    From(String),
    /// The site's URL is invalid.
    #[error("invalid Telegram bot token; write it as BotFather shows it: 123456:ABC-DEF")]
    TelegramToken,
    #[error("invalid site URL \"{0}\"; write it as https://games.example, without a path")]
    Site(String),
}

/// Public URL of the server: scheme, host and port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    url: Url,
}

impl PublicUrl {
    /// Parses a URL.
    ///
    /// # Errors
    /// The text is not an http(s) URL, or it has a path, a query, a fragment or a user.
    pub fn new(text: &str) -> Result<PublicUrl, NotificationError> {
        let wrong = || NotificationError::Site(text.to_owned());
        let url = Url::parse(text).map_err(|_| wrong())?;
        let bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
        let named = url.username().is_empty() && url.password().is_none() && url.host_str().is_some();
        let served = matches!(url.scheme(), "http" | "https");
        if bare && named && served { Ok(PublicUrl { url }) } else { Err(wrong()) }
    }

    /// Returns the URL without a trailing slash.
    pub fn origin(&self) -> String {
        self.url.origin().ascii_serialization()
    }

    pub fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }
}

/// The SMTP server, with credentials, and the sender address.
#[derive(Clone)]
pub struct MailServer {
    pub(super) url: Url,
    /// Sender address for all emails.
    pub(super) from: Mailbox,
}

impl MailServer {
    /// Parses the server URL, `smtps://user:password@host:465`, and the sender. A separate password replaces the one in the URL.
    ///
    /// # Errors
    /// The URL or the sender is invalid.
    pub fn new(url: &str, password: Option<&str>, from: &str) -> Result<MailServer, NotificationError> {
        // Don't repeat an invalid URL in the error: it may contain a password.
        let mut url = Url::parse(url).map_err(|why| NotificationError::Server(why.to_string()))?;
        if !matches!(url.scheme(), "smtp" | "smtps") {
            return Err(NotificationError::Server(format!("its scheme is {}", url.scheme())));
        }
        if url.host_str().is_none_or(str::is_empty) {
            return Err(NotificationError::Server("it names no host".to_owned()));
        }
        if let Some(password) = password {
            if url.username().is_empty() {
                return Err(NotificationError::Server("there is a password but no user".to_owned()));
            }
            url.set_password(Some(password))
                .map_err(|()| NotificationError::Server("it cannot have a password".to_owned()))?;
        }
        let from = from.parse().map_err(|_| NotificationError::From(from.to_owned()))?;
        Ok(MailServer { url, from })
    }
}

impl fmt::Debug for MailServer {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scheme, host) = (self.url.scheme(), self.url.host_str().unwrap_or_default());
        write!(to, "MailServer({scheme}://{host}, {})", self.from)
    }
}

/// The operator's settings for notifications.
pub struct Settings {
    /// SMTP server; requires `site`.
    pub mail: Option<MailServer>,
    pub site: Option<PublicUrl>,
    /// True if pushes may be sent to private addresses.
    pub push_private: bool,
    /// Multiplier for the rate limits.
    pub limit_factor: NonZeroU32,
}

impl Settings {
    /// Contact address for push services, if known.
    pub(super) fn contact(&self) -> Option<String> {
        match (&self.mail, &self.site) {
            (Some(mail), _) => Some(format!("mailto:{}", mail.from.email)),
            (None, Some(site)) => Some(site.origin()).filter(|site| site.starts_with("https://")),
            (None, None) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setting_errors_never_contain_a_password() {
        let from = "Bastide <b@games.example>";
        for wrong in ["smtps//bastide:secret@host", "https://bastide:secret@host", "smtps://bastide:secret@", "secret"]
        {
            let said = MailServer::new(wrong, None, from).unwrap_err().to_string();
            assert!(said.contains("smtps://user:password@host:465") && !said.contains("secret"), "{said}");
        }
        assert!(MailServer::new("smtp://host", Some("secret"), from).is_err(), "whose password?");
        assert!(matches!(MailServer::new("smtp://host", None, "nobody"), Err(NotificationError::From(_))));
        let server = MailServer::new("smtps://bastide@host:465", Some("se/cr:et"), from).unwrap();
        assert_eq!(server.url.as_str(), "smtps://bastide:se%2Fcr%3Aet@host:465");
        assert_eq!(format!("{server:?}"), "MailServer(smtps://host, Bastide <b@games.example>)");
    }

    #[test]
    fn site_urls_have_a_host_and_no_path() {
        let site = PublicUrl::new("https://games.example/").unwrap();
        assert_eq!((site.origin().as_str(), site.host()), ("https://games.example", "games.example"));
        assert_eq!(PublicUrl::new("http://127.0.0.1:8080").unwrap().origin(), "http://127.0.0.1:8080");
        for wrong in
            ["games.example", "ftp://games.example", "https://games.example/bastide", "https://a@games.example", ""]
        {
            assert!(PublicUrl::new(wrong).is_err(), "{wrong}");
        }
    }
}
