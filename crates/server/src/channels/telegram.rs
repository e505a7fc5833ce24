//! A client for Telegram's Bot API.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use reqwest::multipart::{Form, Part};
use reqwest::{Client, RequestBuilder, Url};
use serde::Deserialize;
use serde_json::{Value, json};

use super::sent::Sent;
use crate::common::http_client::{self, REQUEST_TIMEOUT};

/// Time for which Telegram holds a request for updates if there are none.
pub const POLL_TIME: Duration = Duration::from_secs(25);
/// Maximum characters of a message's text, and of a picture's caption; Telegram allows 4096 and 1024.
pub const MAX_TEXT: usize = 3500;
pub const MAX_CAPTION: usize = 900;
/// Maximum bytes of a response.
const MAX_RESPONSE: usize = 1 << 20;

/// The Telegram bot, through which messages are sent.
pub struct Telegram {
    client: Client,
    api: Url,
    token: String,
    name: Mutex<Option<String>>,
}

/// A response of the API.
#[derive(Deserialize)]
struct Response {
    ok: bool,
    result: Option<Value>,
    error_code: Option<u16>,
    description: Option<String>,
    parameters: Option<Parameters>,
}

#[derive(Deserialize)]
struct Parameters {
    retry_after: Option<u64>,
    migrate_to_chat_id: Option<i64>,
}

/// Reason why a request has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoResult {
    Failed(Sent),
    /// The chat now has this id.
    Moved(i64),
    /// The request is not valid as it is.
    Invalid(String),
}

/// A message to a chat.
#[derive(Clone, Debug, Default)]
pub struct ChatMessage {
    pub text: String,
    /// Rows of one button: its text, and the URL to open or the word that the bot gets.
    pub buttons: Vec<(String, Press)>,
    /// A picture as PNG.
    pub picture: Option<Vec<u8>>,
}

/// Effect of a button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    Open(String),
    Tell(&'static str),
}

impl Telegram {
    pub fn new(token: String, api: Url) -> Result<Telegram, String> {
        let client = http_client::client().build().map_err(|why| why.to_string())?;
        Ok(Telegram { client, api, token, name: Mutex::default() })
    }

    /// Returns the name of the bot, if it is known.
    pub fn name(&self) -> Option<String> {
        self.name.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Asks for the name of the bot.
    pub async fn learn_name(&self) -> Result<(), NoResult> {
        let found = self.call("getMe", &json!({})).await?;
        let name = found["username"].as_str().map(str::to_owned);
        *self.name.lock().unwrap_or_else(PoisonError::into_inner) = name;
        Ok(())
    }

    /// Waits for updates after a number.
    pub async fn updates(&self, after: i64) -> Result<Vec<Value>, NoResult> {
        let body = json!({"offset": after + 1, "timeout": POLL_TIME.as_secs(),
            "allowed_updates": ["message", "callback_query", "my_chat_member"]});
        let request = self.post("getUpdates").timeout(POLL_TIME + REQUEST_TIMEOUT);
        let found = self.result(request.header("Content-Type", "application/json").body(body.to_string())).await?;
        Ok(found.as_array().cloned().unwrap_or_default())
    }

    /// Calls a method of the API.
    pub async fn call(&self, method: &str, body: &Value) -> Result<Value, NoResult> {
        self.result(self.post(method).header("Content-Type", "application/json").body(body.to_string())).await
    }

    /// Sends a message. If Telegram accepts neither its picture nor its buttons, it is sent without them.
    pub async fn send(&self, chat: &str, message: &ChatMessage) -> Result<(), NoResult> {
        let keyboard = keyboard(&message.buttons);
        if let Some(picture) = &message.picture {
            let picture = Part::bytes(picture.clone()).file_name("board.png");
            let mut form = Form::new().text("chat_id", chat.to_owned()).text("caption", message.text.clone());
            if let Some(keyboard) = &keyboard {
                form = form.text("reply_markup", keyboard.to_string());
            }
            let request = self.post("sendPhoto").multipart(form.part("photo", picture));
            match self.result(request).await {
                Err(NoResult::Invalid(why)) => tracing::warn!("Telegram accepts no picture: {why}"),
                sent => return sent.map(drop),
            }
        }
        let plain = json!({"chat_id": chat, "text": message.text, "link_preview_options": {"is_disabled": true}});
        if let Some(keyboard) = keyboard {
            let mut body = plain.clone();
            body["reply_markup"] = keyboard;
            match self.call("sendMessage", &body).await {
                Err(NoResult::Invalid(why)) => tracing::warn!("Telegram accepts no buttons: {why}"),
                sent => return sent.map(drop),
            }
        }
        self.call("sendMessage", &plain).await.map(drop)
    }

    fn post(&self, method: &str) -> RequestBuilder {
        let mut url = self.api.clone();
        url.set_path(&format!("/bot{}/{method}", self.token));
        self.client.post(url)
    }

    async fn result(&self, request: RequestBuilder) -> Result<Value, NoResult> {
        let failed = |why: reqwest::Error| NoResult::Failed(Sent::unreachable(why));
        let mut answer = request.send().await.map_err(failed)?;
        let status = answer.status();
        let mut bytes = Vec::new();
        while let Some(part) = answer.chunk().await.map_err(failed)? {
            bytes.extend_from_slice(&part);
            if bytes.len() > MAX_RESPONSE {
                return Err(NoResult::Failed(Sent::Failed("the response is too long".to_owned())));
            }
        }
        let Ok(Response { ok, result, error_code, description, parameters }) = serde_json::from_slice(&bytes) else {
            return Err(NoResult::Failed(Sent::refused(status)));
        };
        if ok {
            return Ok(result.unwrap_or_default());
        }
        let why = description.unwrap_or_default();
        let Parameters { retry_after, migrate_to_chat_id } =
            parameters.unwrap_or(Parameters { retry_after: None, migrate_to_chat_id: None });
        Err(match (error_code, migrate_to_chat_id) {
            (_, Some(chat)) => NoResult::Moved(chat),
            (Some(429), _) => NoResult::Failed(Sent::later(retry_after.unwrap_or(30))),
            (Some(403), _) => NoResult::Failed(Sent::Gone(why)),
            (Some(400), _) if why.contains("chat not found") => NoResult::Failed(Sent::Gone(why)),
            (Some(400), _) => NoResult::Invalid(why),
            _ => NoResult::Failed(Sent::Failed(format!("Telegram answered {status}: {why}"))),
        })
    }
}

fn keyboard(buttons: &[(String, Press)]) -> Option<Value> {
    let button = |(text, press): &(String, Press)| match press {
        Press::Open(url) => json!([{"text": text, "url": url}]),
        Press::Tell(word) => json!([{"text": text, "callback_data": word}]),
    };
    (!buttons.is_empty()).then(|| json!({"inline_keyboard": buttons.iter().map(button).collect::<Vec<_>>()}))
}
