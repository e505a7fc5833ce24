//! Sends messages to webhooks. Those for programs are signed as in the Standard Webhooks specification: `webhook-id` stays the same when a
//! message is sent again, so that the receiver can discard a repeated one.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use reqwest::header::RETRY_AFTER;
use reqwest::{Client, StatusCode, Url};
use ring::hmac;
use serde_json::{Value, json};

use super::sent::Sent;
use crate::common::http_client;
use crate::common::public_hosts::{PublicResolver, public_url};
use crate::notifications::channels::ChannelTarget;
use crate::notifications::messages::MessageText;
use crate::notifications::outbox::{Due, Kind};

/// Maximum characters of the lines in a message to Discord.
pub const MAX_DISCORD_CHARS: usize = 3000;
/// Maximum characters of a title in Discord.
const MAX_DISCORD_TITLE: usize = 250;

/// Sends messages to webhooks.
pub struct Webhooks {
    client: Client,
    allow_private: bool,
}

impl Webhooks {
    pub fn new(allow_private: bool) -> Result<Webhooks, String> {
        let client = http_client::client()
            .no_proxy()
            .https_only(!allow_private)
            .dns_resolver(PublicResolver { allow_private })
            .build()
            .map_err(|why| why.to_string())?;
        Ok(Webhooks { client, allow_private })
    }

    /// Parses the URL of a webhook.
    ///
    /// # Errors
    /// Requests may not be sent to it; the text says why.
    pub fn target(&self, url: &str) -> Result<Url, String> {
        public_url(url, self.allow_private)
    }

    /// Sends a signed message to a program.
    pub async fn send_json(&self, to: &ChannelTarget, due: &Due, link: &str, now: i64) -> Sent {
        let Ok(url) = self.target(&to.address) else { return Sent::Gone("its URL is invalid".to_owned()) };
        let (id, seconds, body) = (format!("msg_{}", due.id), (now / 1000).to_string(), body(due, link).to_string());
        let request = self
            .client
            .post(url)
            .header("Content-Type", "application/json")
            .header("webhook-id", &id)
            .header("webhook-timestamp", &seconds)
            .header("webhook-signature", signature(&to.secret, &id, &seconds, &body))
            .body(body);
        self.send(request, &[StatusCode::GONE]).await
    }

    /// Sends a message in the form of Discord.
    pub async fn send_discord(&self, to: &ChannelTarget, message: &MessageText, link: &str) -> Sent {
        let Ok(url) = self.target(&to.address) else { return Sent::Gone("its URL is invalid".to_owned()) };
        let title: String = message.subject.chars().take(MAX_DISCORD_TITLE).collect();
        let embed = json!({"title": escaped(&title), "description": escaped(&message.text), "url": link});
        // Names of players must not notify anyone.
        let body = json!({"embeds": [embed], "allowed_mentions": {"parse": []}}).to_string();
        let request = self.client.post(url).header("Content-Type", "application/json").body(body);
        self.send(request, &[StatusCode::GONE, StatusCode::NOT_FOUND]).await
    }

    async fn send(&self, request: reqwest::RequestBuilder, gone: &[StatusCode]) -> Sent {
        let answer = match request.send().await {
            Ok(answer) => answer,
            Err(why) => return Sent::unreachable(why),
        };
        let pause = answer.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse::<f64>().ok());
        match answer.status() {
            status if status.is_success() => Sent::Accepted,
            status if gone.contains(&status) => Sent::Gone(format!("the service answered {status}")),
            StatusCode::TOO_MANY_REQUESTS => Sent::later(pause.map_or(60, |seconds| seconds.ceil().max(0.0) as u64)),
            status => Sent::refused(status),
        }
    }
}

fn signature(secret: &[u8], id: &str, seconds: &str, body: &str) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret);
    let tag = hmac::sign(&key, format!("{id}.{seconds}.{body}").as_bytes());
    format!("v1,{}", STANDARD.encode(tag))
}

/// Returns the body of a message to a program.
fn body(due: &Due, link: &str) -> Value {
    let (kind, mut data) = match (&due.news, &due.about) {
        (Some(news), _) => (news.event().word(), serde_json::to_value(news).unwrap_or_default()),
        (None, Some(about)) if due.kind == Kind::Turn => {
            let seat = about.seat.map(|seat| seat + 1);
            ("turn", json!({"table": about.table, "seat": seat, "others": about.others, "days": about.days}))
        }
        (None, Some(about)) => {
            ("challenge", json!({"table": about.table, "challenger": about.others.first(), "days": about.days}))
        }
        (None, None) => ("test", json!({})),
    };
    if let Some(data) = data.as_object_mut() {
        data.remove("news");
        data.insert("link".to_owned(), link.into());
    }
    json!({"type": kind, "time": due.created, "data": data})
}

/// Returns a text without meaning in Discord's markup.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        if sign.is_ascii_punctuation() && !matches!(sign, '.' | ',' | ':' | '!' | '?') {
            escaped.push('\\');
        }
        escaped.push(sign);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the Standard Webhooks specification.
    #[test]
    fn signatures_follow_the_specification() {
        let secret = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let signed = signature(&secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", r#"{"test": 2432232314}"#);
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn names_have_no_markup() {
        assert_eq!(escaped("*A_n* @everyone [x](y): 2!"), r"\*A\_n\* \@everyone \[x\]\(y\): 2!");
    }
}
