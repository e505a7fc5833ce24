//! Tests channels: webhooks, Discord and Telegram, with test services.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ring::hmac;
use serde_json::{Value, json};

use crate::common::browsing::{Browser, PASSWORD};
use crate::common::{Answer, TestServer, without_delays};
use crate::mail::{Push, TestPushService};
use crate::notifications::{over_days, play_turn, signed_up, until};
use crate::telegram::{Call, TestTelegram};
use crate::tournaments;

fn settings(config: &mut server::Config) {
    without_delays(config);
    config.public_url = Some(server::PublicUrl::new("https://games.example").unwrap());
    config.webhooks = true;
    config.push_private = true;
    config.deal_seed = Some(1);
}

async fn server() -> TestServer {
    TestServer::open_with(settings).await
}

async fn server_with_bot(telegram: &TestTelegram) -> TestServer {
    let server = TestServer::open_with(|config| {
        settings(config);
        config.telegram = Some(telegram.settings());
    });
    let server = server.await;
    let mut visitor = signed_up(&server, "Visitor").await;
    // The bot is offered once the service has given its name.
    for _ in 0..600 {
        let offered = channels(&mut visitor, &server).await["offered"].take();
        if offered.as_array().unwrap().contains(&json!("telegram")) {
            return server;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("the bot has no name");
}

async fn channels(browser: &mut Browser, server: &TestServer) -> Value {
    browser.get(server, "/api/account/channels").await.json()
}

async fn try_add(browser: &mut Browser, server: &TestServer, webhook: Value) -> Answer {
    browser.post(server, "/api/account/channels", webhook).await
}

/// Adds a webhook and returns its secret.
async fn add(browser: &mut Browser, server: &TestServer, webhook: Value) -> Option<String> {
    let made = try_add(browser, server, webhook).await;
    assert_eq!(made.status, 201, "{}", made.text());
    made.json()["secret"].as_str().map(str::to_owned)
}

fn webhook(service: &TestPushService, path: &str, events: Value) -> Value {
    json!({"form": "json", "url": format!("http://{}/{path}", service.address), "events": events})
}

/// Checks the signature of a message as its receiver does, and returns the message.
fn verified(push: &Push, secret: &str) -> Value {
    let secret = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
    let header = |name: &str| push.header(name).unwrap_or_else(|| panic!("no {name}: {}", push.head));
    let mut signed = format!("{}.{}.", header("webhook-id"), header("webhook-timestamp")).into_bytes();
    signed.extend_from_slice(&push.body);
    let signature = STANDARD.decode(header("webhook-signature").strip_prefix("v1,").unwrap()).unwrap();
    hmac::verify(&hmac::Key::new(hmac::HMAC_SHA256, &secret), &signed, &signature).unwrap();
    serde_json::from_slice(&push.body).unwrap()
}

#[tokio::test]
async fn without_the_operators_choice_nothing_is_offered() {
    let server = TestServer::open_with(|config| {
        without_delays(config);
        config.public_url = Some(server::PublicUrl::new("https://games.example").unwrap());
    });
    let server = server.await;
    let mut anna = signed_up(&server, "Anna").await;
    assert_eq!(channels(&mut anna, &server).await, json!({"offered": [], "channels": []}));
    let asked = json!({"form": "json", "url": "https://a.example/x", "events": ["turn"]});
    assert_eq!(try_add(&mut anna, &server, asked).await.code(), "no_channels");
    let link = anna.post(&server, "/api/account/channels/telegram", json!({})).await;
    assert_eq!((link.status, link.code()), (409, "no_channels".to_owned()));
    assert_eq!(Browser::default().get(&server, "/api/account/channels").await.code(), "signed_out");
}

#[tokio::test]
async fn webhooks_are_signed_and_repeated_with_the_same_id_after_failures() {
    let (server, service) = (server().await, TestPushService::open().await);
    let (mut anna, mut borys) = (signed_up(&server, "Anna").await, signed_up(&server, "Borys").await);
    let secret = add(&mut anna, &server, webhook(&service, "anna", json!(["turn", "turn"]))).await.unwrap();
    assert_eq!(channels(&mut anna, &server).await["channels"][0]["events"], json!(["turn"]));
    service.answer(500);
    let table = over_days(&server, &mut anna, &mut borys).await;
    service.pushes(1).await;
    until(&server, "channels WHERE failure IS NOT NULL", 1).await;
    let failure = channels(&mut anna, &server).await["channels"][0]["failure"].take();
    assert_eq!(failure, "the service answered 500 Internal Server Error");
    service.answer(204);
    // Sent again, although Anna has the table open: programs get every notification.
    let (mut socket, you) = anna.sit(&server, &table).await;
    let pushes = service.pushes(2).await;
    until(&server, "outbox", 0).await;
    assert_eq!(channels(&mut anna, &server).await["channels"][0]["failure"], Value::Null);
    assert_eq!(pushes[0].header("webhook-id"), pushes[1].header("webhook-id"));
    let found = verified(&pushes[1], &secret);
    let seat = you[0].as_u64().unwrap();
    let data = json!({"table": table, "seat": seat + 1, "others": ["Borys"], "days": 3,
        "link": format!("https://games.example/t/{table}")});
    assert_eq!((&found["type"], &found["data"]), (&json!("turn"), &data));

    play_turn(&server, &mut anna, &mut socket, &table, 0).await;
    let (mut socket, _) = borys.sit(&server, &table).await;
    play_turn(&server, &mut borys, &mut socket, &table, 1).await;
    let pushes = service.pushes(3).await;
    assert_ne!(pushes[2].header("webhook-id"), pushes[1].header("webhook-id"));
    // Nothing more is sent to a service that is gone.
    service.answer(410);
    let id = channels(&mut anna, &server).await["channels"][0]["id"].take();
    let tested = anna.post(&server, "/api/account/channels/test", json!({"channel": id})).await;
    assert_eq!(tested.status, 202, "{}", tested.text());
    until(&server, "channels", 0).await;
    assert_eq!(server.number("SELECT count(*) FROM outbox"), 0);
}

#[tokio::test]
async fn wrong_webhooks_are_refused() {
    let server = TestServer::open_with(|config| {
        settings(config);
        config.push_private = false;
        config.limit_factor = std::num::NonZeroU32::new(100).unwrap();
    });
    let (server, service) = (server.await, TestPushService::open().await);
    let mut anna = signed_up(&server, "Anna").await;
    let good = json!({"form": "json", "url": "https://a.example/x", "events": ["turn"]});
    for (field, wrong, code) in [
        ("url", json!("http://a.example/x"), "bad_channel"),
        ("url", json!("https://10.0.0.1/x"), "bad_channel"),
        ("url", json!("https://localhost/x"), "bad_channel"),
        ("url", json!(format!("http://{}/x", service.address)), "bad_channel"),
        ("url", json!("x"), "bad_channel"),
        ("events", json!([]), "bad_range"),
        ("events", json!(["round"]), "bad_range"),
        ("events", json!(["lunch"]), "bad_message"),
        ("form", json!("telegram"), "no_channels"),
        ("tournament", json!("aaaaaaaaaaaa"), "bad_range"),
    ] {
        let mut asked = good.clone();
        asked[field] = wrong;
        let refused = try_add(&mut anna, &server, asked.clone()).await;
        assert_eq!(refused.code(), code, "{asked}: {}", refused.text());
    }
    // The news of a tournament are for channels of its organiser.
    let news =
        json!({"form": "discord", "url": "https://a.example/x", "events": ["round"], "tournament": "aaaaaaaaaaaa"});
    assert_eq!(try_add(&mut anna, &server, news).await.code(), "no_tournament");
    for number in 0..20 {
        let mut asked = good.clone();
        asked["url"] = json!(format!("https://a.example/{number}"));
        add(&mut anna, &server, asked).await;
    }
    assert_eq!(try_add(&mut anna, &server, good).await.code(), "too_many_channels");
    // The same address again replaces the channel.
    let again = json!({"form": "json", "url": "https://a.example/7", "events": ["challenge"]});
    add(&mut anna, &server, again).await;
    let found = channels(&mut anna, &server).await["channels"].take();
    assert_eq!((found.as_array().unwrap().len(), &found[19]["events"]), (20, &json!(["challenge"])));
    // Another account can neither test nor remove it.
    let (mut borys, one) = (signed_up(&server, "Borys").await, json!({"channel": found[0]["id"]}));
    for act in ["test", "remove"] {
        let refused = borys.post(&server, &format!("/api/account/channels/{act}"), one.clone()).await;
        assert_eq!(refused.code(), "bad_range", "{act}");
    }
    let found = anna.post(&server, "/api/account/channels/remove", one).await.json();
    assert_eq!(found["channels"].as_array().unwrap().len(), 19);
    // An inner address is not contacted even if it got into the database some other way.
    let inner = format!("https://localhost:{}/x", service.address.port());
    assert!(server.write(&format!("UPDATE channels SET address = '{inner}'")));
    let one = json!({"channel": found["channels"][0]["id"]});
    assert_eq!(anna.post(&server, "/api/account/channels/test", one).await.status, 202);
    until(&server, "channels", 18).await;
    assert_eq!(service.count_after_pause().await, 0);
}

#[tokio::test]
async fn news_of_a_tournament_reach_discord_and_programs() {
    let (server, service) = (server().await, TestPushService::open().await);
    let mut players = tournaments::accounts(&server, ["Anna", "Borys"]).await;
    let mut olha = tournaments::account(&server, "Olha").await;
    let path = tournaments::create(&server, &mut olha, tournaments::knock_out(1)).await;
    let id = path.rsplit('/').next().unwrap();
    let mut asked = webhook(&service, "json", json!(["round", "result", "over"]));
    asked["tournament"] = json!(id);
    let secret = add(&mut olha, &server, asked.clone()).await.unwrap();
    assert_eq!(try_add(&mut players[0], &server, asked.clone()).await.code(), "no_tournament");
    asked["form"] = json!("discord");
    asked["url"] = json!(format!("http://{}/discord", service.address));
    asked["language"] = json!("uk");
    assert_eq!(add(&mut olha, &server, asked).await, None);
    for player in &mut players {
        tournaments::act(&server, player, &path, json!({"act": "join"})).await;
    }
    tournaments::act(&server, &mut olha, &path, json!({"act": "pair"})).await;
    let table = tournaments::table_of(&server, &path, 0, 0).await;
    assert_eq!(tournaments::resign(&server, &players[0], &table).await, 0);
    let pushes = service.pushes(6).await;
    until(&server, "outbox", 0).await;
    let to = |path: &str| pushes.iter().filter(|push| push.path == path).cloned().collect::<Vec<_>>();
    let found: Vec<Value> = to("/json").iter().map(|push| verified(push, &secret)).collect();
    let link = format!("https://games.example/tournaments/{id}");
    let round = json!({"tournament": id, "name": "Cup", "round": 1, "link": link,
        "matches": [{"match": 1, "players": ["Anna", "Borys"], "table": table}]});
    assert_eq!((&found[0]["type"], &found[0]["data"]), (&json!("round"), &round));
    let result = json!({"tournament": id, "name": "Cup", "round": 1, "match": 1, "players": ["Anna", "Borys"],
        "games": [[0, 0]], "winner": 2, "link": link});
    assert_eq!((&found[1]["type"], &found[1]["data"]), (&json!("result"), &result));
    let places = json!([{"place": 1, "player": "Borys", "points": 1.0}, {"place": 2, "player": "Anna", "points": 0.0}]);
    assert_eq!((&found[2]["type"], &found[2]["data"]["places"]), (&json!("over"), &places));

    let found: Vec<Value> = to("/discord").iter().map(|push| serde_json::from_slice(&push.body).unwrap()).collect();
    let embeds: Vec<_> = found.iter().map(|message| &message["embeds"][0]).collect();
    assert_eq!((&embeds[0]["title"], &embeds[0]["url"]), (&json!("Cup: тур 1"), &json!(link)));
    assert_eq!(embeds[0]["description"], r"1. Anna – Borys");
    assert_eq!(embeds[1]["description"], "Anna – Borys   0:0\nПереміг гравець Borys");
    assert_eq!(embeds[2]["title"], "Cup: турнір завершено");
    assert!(found.iter().all(|message| message["allowed_mentions"] == json!({"parse": []})));
}

/// Returns the secret of a link that was requested, in a chat or in a group.
async fn link(browser: &mut Browser, server: &TestServer, asked: Value, place: &str) -> String {
    let found = browser.post(server, "/api/account/channels/telegram", asked).await;
    assert_eq!(found.status, 200, "{}", found.text());
    let link = found.json()[place].as_str().unwrap().to_owned();
    assert!(link.starts_with("https://t.me/test_bot?start"), "{link}");
    link.rsplit('=').next().unwrap().to_owned()
}

#[tokio::test]
async fn telegram_chat_gets_turns_with_a_picture_until_it_stops() {
    let telegram = TestTelegram::open().await;
    let server = server_with_bot(&telegram).await;
    let (mut anna, mut borys) = (signed_up(&server, "Anna").await, signed_up(&server, "Borys").await);
    let secret = link(&mut anna, &server, json!({"language": "ru"}), "chat").await;
    telegram.write(7, "hello");
    let said = telegram.calls(1).await.pop().unwrap().json();
    assert_eq!(
        (&said["chat_id"], said["text"].as_str().unwrap().contains("games.example/account")),
        (&json!("7"), true)
    );
    telegram.write(7, &format!("/start {secret}"));
    let said = telegram.calls(2).await.pop().unwrap().json()["text"].take();
    assert!(said.as_str().unwrap().starts_with("Теперь сюда приходят сообщения"), "{said}");
    // A link works once.
    telegram.write(8, &format!("/start {secret}"));
    let said = telegram.calls(3).await.pop().unwrap().json()["text"].take();
    assert!(said.as_str().unwrap().starts_with("Це посилання вже використано"), "{said}");
    let found = channels(&mut anna, &server).await["channels"].take();
    assert_eq!((&found[0]["name"], &found[0]["events"]), (&json!("Olha"), &json!(["turn", "challenge"])));

    let table = over_days(&server, &mut anna, &mut borys).await;
    let Call { method, body } = telegram.calls(4).await.pop().unwrap();
    let text = String::from_utf8_lossy(&body).into_owned();
    assert_eq!(method, "sendPhoto");
    for wanted in ["Ваш ход", "Borys", "Открыть партию", "callback_data", &format!("https://games.example/t/{table}")]
    {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    assert!(body.windows(8).any(|part| part == b"\x89PNG\r\n\x1a\n"), "a picture of the board");
    // One tap ends the messages.
    let chat = json!({"id": 7, "type": "private", "first_name": "Olha"});
    let press = json!({"id": "1", "from": {"id": 7, "language_code": "ru"}, "message": {"chat": chat}, "data": "stop"});
    telegram.tell(json!({"callback_query": press}));
    let calls = telegram.calls(6).await;
    assert_eq!(calls[4].method, "answerCallbackQuery");
    assert!(calls[5].json()["text"].as_str().unwrap().starts_with("Сообщений больше не будет"), "{:?}", calls[5]);
    assert_eq!(channels(&mut anna, &server).await["channels"], json!([]));
}

#[tokio::test]
async fn telegram_group_gets_news_of_a_tournament_until_the_bot_is_removed() {
    let telegram = TestTelegram::open().await;
    let server = server_with_bot(&telegram).await;
    let mut olha = tournaments::account(&server, "Olha").await;
    let mut players = tournaments::accounts(&server, ["Anna", "Borys"]).await;
    let path = tournaments::create(&server, &mut olha, tournaments::knock_out(1)).await;
    let asked = json!({"tournament": path.rsplit('/').next().unwrap(), "language": "en"});
    let own = link(&mut olha, &server, json!({}), "chat").await;
    let secret = link(&mut olha, &server, asked, "group").await;
    let group = |id: i64| json!({"id": id, "type": "supergroup", "title": "Club"});
    let start = |secret: &str| json!({"message": {"from": {"id": 1}, "chat": group(-5), "text": format!("/start@test_bot {secret}")}});
    // A person's own notifications are not for a group.
    telegram.tell(start(&own));
    let said = telegram.calls(1).await.pop().unwrap().json()["text"].take();
    assert!(said.as_str().unwrap().starts_with("This link was used"), "{said}");
    telegram.tell(start(&secret));
    let said = telegram.calls(2).await.pop().unwrap().json()["text"].take();
    assert_eq!(said, "From now on, pairings and results of Cup are posted here.");
    for player in &mut players {
        tournaments::act(&server, player, &path, json!({"act": "join"})).await;
    }
    // The service is busy, then the group has another id; the message arrives nevertheless.
    telegram.answer_next(json!({"ok": false, "error_code": 429, "description": "x", "parameters": {"retry_after": 1}}));
    telegram.answer_next(json!({"ok": false, "error_code": 400, "parameters": {"migrate_to_chat_id": -6}}));
    tournaments::act(&server, &mut olha, &path, json!({"act": "pair"})).await;
    let said: Vec<Value> = telegram.calls(5).await[2..].iter().map(Call::json).collect();
    let chats: Vec<_> = said.iter().map(|call| call["chat_id"].as_str().unwrap()).collect();
    assert_eq!(chats, ["-5", "-5", "-6"]);
    let link = format!("https://games.example{}", path.strip_prefix("/api").unwrap());
    assert_eq!(said[2]["text"], format!("Cup: round 1\n1. Anna – Borys\n\n{link}"));
    let button = json!([[{"text": "Open tournament", "url": link}]]);
    assert_eq!(said[2]["reply_markup"]["inline_keyboard"], button, "a group has no button to stop");
    until(&server, "outbox", 0).await;
    let left = json!({"chat": group(-6), "new_chat_member": {"status": "kicked"}});
    telegram.tell(json!({"my_chat_member": left}));
    until(&server, "channels", 0).await;
}

#[tokio::test]
async fn blocked_bot_and_bad_replies_lose_nothing_else() {
    let telegram = TestTelegram::open().await;
    let server = server_with_bot(&telegram).await;
    let (mut anna, mut borys) = (signed_up(&server, "Anna").await, signed_up(&server, "Borys").await);
    for (browser, chat) in [(&mut anna, 7), (&mut borys, 8)] {
        let secret = link(browser, &server, json!({}), "chat").await;
        telegram.write(chat, &format!("/start {secret}"));
    }
    telegram.calls(2).await;
    // No picture, no buttons: the message arrives as plain text.
    let invalid = json!({"ok": false, "error_code": 400, "description": "Bad Request: BUTTON_URL_INVALID"});
    telegram.answer_next(invalid.clone());
    telegram.answer_next(invalid);
    let table = over_days(&server, &mut anna, &mut borys).await;
    let calls = telegram.calls(5).await;
    let methods: Vec<_> = calls[2..].iter().map(|call| call.method.as_str()).collect();
    assert_eq!(methods, ["sendPhoto", "sendMessage", "sendMessage"]);
    assert!(calls[4].json()["reply_markup"].is_null() && calls[4].text().contains(&table));
    until(&server, "outbox", 0).await;
    // Borys has blocked the bot.
    telegram
        .answer_next(json!({"ok": false, "error_code": 403, "description": "Forbidden: bot was blocked by the user"}));
    let (mut socket, _) = anna.sit(&server, &table).await;
    play_turn(&server, &mut anna, &mut socket, &table, 0).await;
    until(&server, "channels", 1).await;
    assert_eq!(channels(&mut borys, &server).await["channels"], json!([]));
    let found = anna.get(&server, "/api/account/download").await.json()["notices"]["channels"].take();
    assert_eq!((&found[0]["address"], &found[0]["form"]), (&json!("7"), &json!("telegram")));
    let deleted = anna.post(&server, "/api/account/delete", json!({"password": PASSWORD})).await;
    assert_eq!(deleted.status, 200, "{}", deleted.text());
    until(&server, "channels", 0).await;
}
