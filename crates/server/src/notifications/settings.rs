//! What whoever keeps the server says about letters and pushes.

use std::fmt;
use std::num::NonZeroU32;

use lettre::message::Mailbox;
use reqwest::Url;
use thiserror::Error;

/// Why a setting cannot be used. None of these tells a password.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotificationError {
    #[error("the mail server's address cannot be used ({0}); write it as smtps://user:password@host:465")]
    Server(String),
    #[error("letters cannot come from \"{0}\"; write it as 'Bastide <bastide@games.example>'")]
    From(String),
    /// The address of the site cannot be read.
    #[error(
        "the address of the site cannot be \"{0}\"; write it as https://games.example, with nothing after the name"
    )]
    Site(String),
}

/// Where people find the server: scheme, host and port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    url: Url,
}

impl PublicUrl {
    /// Reads it.
    ///
    /// # Errors
    /// It is no address of a site, or of more than a site.
    pub fn new(text: &str) -> Result<PublicUrl, NotificationError> {
        let wrong = || NotificationError::Site(text.to_owned());
        let url = Url::parse(text).map_err(|_| wrong())?;
        let bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
        let named = url.username().is_empty() && url.password().is_none() && url.host_str().is_some();
        let served = matches!(url.scheme(), "http" | "https");
        if bare && named && served { Ok(PublicUrl { url }) } else { Err(wrong()) }
    }

    /// Without anything after the name and the port.
    pub fn origin(&self) -> String {
        self.url.origin().ascii_serialization()
    }

    pub fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }
}

/// The mail server that takes letters, with whatever it wants to know, and whom they come from.
#[derive(Clone)]
pub struct MailServer {
    pub(super) url: Url,
    /// Whom letters come from.
    pub(super) from: Mailbox,
}

impl MailServer {
    /// Reads the address of the server, `smtps://user:password@host:465`, and that of the letters. A password that is given apart stands in
    /// place of the one in the address.
    ///
    /// # Errors
    /// One of them cannot be read.
    pub fn new(url: &str, password: Option<&str>, from: &str) -> Result<MailServer, NotificationError> {
        // What cannot be read is not repeated: a password may be in it.
        let mut url = Url::parse(url).map_err(|why| NotificationError::Server(why.to_string()))?;
        if !matches!(url.scheme(), "smtp" | "smtps") {
            return Err(NotificationError::Server(format!("its scheme is {}", url.scheme())));
        }
        if url.host_str().is_none_or(str::is_empty) {
            return Err(NotificationError::Server("it names no host".to_owned()));
        }
        if let Some(password) = password {
            if url.username().is_empty() {
                return Err(NotificationError::Server("there is a password and no user".to_owned()));
            }
            url.set_password(Some(password))
                .map_err(|()| NotificationError::Server("it takes no password".to_owned()))?;
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

/// What whoever keeps the server says of notices.
pub struct Settings {
    /// What takes letters; then the site has an address.
    pub mail: Option<MailServer>,
    pub site: Option<PublicUrl>,
    /// Whether pushes may go to addresses that are not everybody's.
    pub push_private: bool,
    /// How many times the usual there may be.
    pub times: NonZeroU32,
}

impl Settings {
    /// Whom a push service may write to, if anybody.
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
    fn what_cannot_be_used_is_said_and_no_password_with_it() {
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
    fn a_site_has_a_name_and_nothing_after_it() {
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
