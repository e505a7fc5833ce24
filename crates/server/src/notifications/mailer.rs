//! Sends emails over SMTP.

use std::error::Error;
use std::time::Duration;

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

use super::messages::{self, Links};
use super::outbox::{Due, Kind, SendError};
use super::settings::{MailServer, NotificationError, PublicUrl};
use crate::http::refusal::{Code, Refusal};

/// Maximum number of concurrent emails.
pub const MAX_CONCURRENT: usize = 4;
/// Timeout for each response from the mail server.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);
/// Maximum length of an email address, in bytes (RFC 5321).
const MAX_ADDRESS_BYTES: usize = 254;

/// SMTP client with the sender address and the site that emails link to.
pub struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    site: PublicUrl,
}

/// Parses an email address; returns it both as written and folded to lower case.
///
/// # Errors
/// `bad_address`
pub fn address(text: &str) -> Result<(String, String), Refusal> {
    let text = text.trim();
    let wrong = || Refusal::new(Code::BadAddress, "invalid email address; write it like anna@games.example");
    if text.len() > MAX_ADDRESS_BYTES || text.chars().any(char::is_control) {
        return Err(wrong());
    }
    let address: Address = text.parse().map_err(|_| wrong())?;
    let address = address.to_string();
    Ok((address.clone(), folded(&address)))
}

/// Folds an address for comparison.
pub fn folded(address: &str) -> String {
    address.trim().to_lowercase()
}

impl Mailer {
    /// Creates a mailer that sends through this mail server and links to this site.
    pub fn new(server: MailServer, site: PublicUrl) -> Result<Mailer, NotificationError> {
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(server.url.as_str());
        let builder = builder.map_err(|why| NotificationError::Server(why.to_string()))?;
        let transport = builder
            .timeout(Some(ANSWER_TIMEOUT))
            .hello_name(ClientId::Domain(site.host().to_owned()))
            .pool_config(PoolConfig::new().max_size(MAX_CONCURRENT as u32).idle_timeout(ANSWER_TIMEOUT));
        Ok(Mailer { transport: transport.build(), from: server.from, site })
    }

    /// Sends an email. `secret` is the secret for the link in the email, if it has one.
    pub async fn send(&self, due: &Due, to: &str, unsubscribe: &str, secret: Option<&str>) -> Result<(), SendError> {
        let email = self.email(due, to, unsubscribe, secret).map_err(SendError::Failed)?;
        // lettre's timeout applies to each response, not to the whole exchange.
        let sent = tokio::time::timeout(ANSWER_TIMEOUT * 4, self.transport.send(email)).await;
        let late = |_| SendError::Failed("the mail server took too long".to_owned());
        sent.map_err(late)?.map(drop).map_err(|why| {
            let said = why.source().map(ToString::to_string).unwrap_or_default();
            let bounced = why.status().is_some_and(|code| is_bounce(code.into(), &said));
            if bounced { SendError::Bounced(why.to_string()) } else { SendError::Failed(why.to_string()) }
        })
    }

    fn email(&self, due: &Due, to: &str, unsubscribe: &str, secret: Option<&str>) -> Result<Message, String> {
        let site = self.site.origin();
        let secret = secret.unwrap_or_default();
        let page = match (due.kind, &due.about) {
            (Kind::Confirm, _) => format!("{site}/confirm#{secret}"),
            (Kind::Recover, _) => format!("{site}/recover#{secret}"),
            (Kind::Turn, Some(about)) => format!("{site}/t/{}", about.table),
            (Kind::RatingsReset, _) => format!("{site}/account"),
            (Kind::Turn | Kind::Challenge | Kind::News | Kind::Test, _) => format!("{site}/lobby"),
            (Kind::Changed(_), _) => format!("{site}/account#security"),
        };
        // Mail programs send a POST to this link (one-click unsubscribe); a person who opens it gets a page.
        let one_click = format!("{site}/api/unsubscribe/{unsubscribe}");
        let links = Links { site: &site, page: &page, unsubscribe: &format!("{site}/unsubscribe#{unsubscribe}") };
        let content = messages::email(due, &links);
        let to: Address = to.parse().map_err(|_| "the address cannot be written to".to_owned())?;
        let raw = |name, value: String| HeaderValue::new(HeaderName::new_from_ascii_str(name), value);
        // An email that is sent again because the server stopped during delivery keeps its message id.
        let id = format!("<{}.{}@{}>", due.created, due.id, self.site.host());
        let message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(content.subject)
            .message_id(Some(id))
            .date_now()
            .header(ContentType::TEXT_PLAIN)
            .raw_header(raw("Auto-Submitted", "auto-generated".to_owned()))
            .raw_header(raw("Content-Language", due.choices.language.word().to_owned()));
        // Emails about account changes have no unsubscribe link: an attacker who took over the account would use it first.
        let message = if matches!(due.kind, Kind::Changed(_)) {
            message
        } else {
            message
                .raw_header(raw("List-Unsubscribe", format!("<{one_click}>")))
                .raw_header(raw("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()))
        };
        message.body(content.text).map_err(|why| why.to_string())
    }
}

/// Returns whether the mail server says that the recipient's address does not accept mail. Other rejections, such as those of the sender or
/// the content, don't count as bounces. An enhanced status code (RFC 3463), if present, decides.
fn is_bounce(code: u16, said: &str) -> bool {
    let enhanced = said.split_whitespace().next().filter(|word| word.starts_with("5.") || word.starts_with("4."));
    match enhanced {
        Some(word) => matches!(word, "5.1.1" | "5.1.2" | "5.1.3" | "5.1.6" | "5.1.10" | "5.2.1"),
        None => matches!(code, 550 | 551 | 553),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rejected_recipient_addresses_count_as_bounces() {
        for (code, said) in [
            (550, "5.1.1 The email account that you tried to reach does not exist"),
            (550, "no such user here"),
            (551, "user not local"),
            (553, "mailbox name not allowed"),
            (556, "5.1.10 recipient address has null MX"),
            (550, "5.2.1 mailbox disabled"),
        ] {
            assert!(is_bounce(code, said), "{code} {said}");
        }
        for (code, said) in [
            (550, "5.7.1 message refused by policy"),
            (554, "5.7.1 relay access denied"),
            (550, "5.1.8 sender address rejected"),
            (552, "5.2.2 mailbox full"),
            (535, "5.7.8 authentication failed"),
            (451, "4.1.1 try again"),
            (554, "transaction failed"),
            (530, ""),
        ] {
            assert!(!is_bounce(code, said), "{code} {said}");
        }
    }

    #[test]
    fn addresses_are_validated_and_folded() {
        assert_eq!(
            address(" Anna.K@Games.Example ").unwrap(),
            ("Anna.K@Games.Example".into(), "anna.k@games.example".into())
        );
        let long = format!("{}@games.example", "a".repeat(250));
        for wrong in ["", "anna", "anna@", "@games.example", "a@b.example\r\nBcc: c@d.example", "a@b@c.example", &long]
        {
            assert_eq!(address(wrong).map_err(|refusal| refusal.code), Err(Code::BadAddress), "{wrong}");
        }
    }
}
