//! Link previews: descriptions in pages of tables, profiles, studies and puzzles, and pictures of boards.

use crate::common::browsing::Browser;
use crate::common::*;
use serde_json::{Value, json};

/// Returns the HTML of a page.
async fn page(server: &TestServer, path: &str) -> String {
    page_in(server, path, "en").await
}

async fn page_in(server: &TestServer, path: &str, language: &str) -> String {
    let language = format!("Accept-Language: {language}");
    let answer = ask(server.address, "GET", path, &[&language, "Accept-Encoding: identity"], "").await;
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("text/html; charset=utf-8")), "{path}");
    answer.text()
}

/// Returns the content of a `meta` element, still escaped.
fn meta<'a>(html: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = html.split_once(&format!("=\"{name}\" content=\""))?;
    rest.split('"').next()
}

/// Returns the path of the picture of a table.
fn picture_of(table: &str) -> String {
    format!("/api/tables/{table}/preview.png")
}

async fn make_with(browser: &mut Browser, server: &TestServer, asked: Value) -> String {
    let made = browser.post(server, "/api/tables", asked).await;
    assert_eq!(made.status, 200, "{}", made.text());
    made.json()["table"].as_str().unwrap().to_owned()
}

/// Returns the HTML page without a description.
async fn plain_page(server: &TestServer) -> String {
    let html = page(server, "/").await;
    assert_eq!((meta(&html, "og:title"), meta(&html, "og:image")), (Some("Bastide"), None));
    assert!(html.contains("<title>Bastide</title>"), "{html}");
    html
}

/// Lets a seat resign, which ends a game of two.
async fn resign(browser: &Browser, server: &TestServer, table: &str, seat: u8) {
    let (mut client, _) = browser.sit(server, table).await;
    client.send(&json!({"type": "resign", "seat": seat})).await;
    while client.next_of("table").await["table"]["phase"] != "finished" {}
}

fn size_of(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_tables_describe_the_game_in_the_readers_language() {
    let server = TestServer::open().await;
    let mut anna = Browser::default();
    let mut public = new_table(&[human("Anna"), open()]);
    public["public"] = true.into();
    for asked in [public, new_table(&[human("Anna"), open()])] {
        let table = make_with(&mut anna, &server, asked).await;
        let html = page(&server, &format!("/t/{table}")).await;
        assert!(html.contains("<title>Carcassonne: Anna – Bastide</title>"), "{html}");
        assert_eq!(meta(&html, "og:title"), Some("Carcassonne: Anna"));
        assert_eq!(meta(&html, "og:description"), Some("Waiting for players. Open seats: 1."));
        assert_eq!((meta(&html, "og:site_name"), meta(&html, "og:type")), (Some("Bastide"), Some("website")));
        let origin = format!("http://{}", server.address);
        assert_eq!(meta(&html, "og:url"), Some(format!("{origin}/t/{table}").as_str()));
        let picture = meta(&html, "og:image").unwrap();
        assert!(picture.starts_with(&format!("{origin}{}?v=", picture_of(&table))), "{picture}");
        assert_eq!((meta(&html, "og:image:width"), meta(&html, "og:image:height")), (Some("1200"), Some("630")));
        assert_eq!(meta(&html, "twitter:card"), Some("summary_large_image"));
        assert_eq!(html.matches("name=\"description\"").count(), 1);
        let ukrainian = page_in(&server, &format!("/t/{table}"), "uk, ru;q=0.8").await;
        assert_eq!(meta(&ukrainian, "og:title"), Some("Каркасон: Anna"));
        assert_eq!(meta(&ukrainian, "description"), Some("Очікування гравців. Вільних місць: 1."));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn described_pages_have_a_tag_and_preload_links() {
    let server = TestServer::open().await;
    let (table, _) = make(server.address, &[human("Anna"), human("Borys")]).await;
    let path = format!("/t/{table}");
    let first = get(server.address, &path).await;
    let tag = first.header("etag").unwrap();
    assert!(first.header("link").unwrap().contains("modulepreload"));
    assert_eq!(first.header("cache-control"), Some("no-cache"));
    assert!(first.header("vary").unwrap().contains("accept-language"));
    let again = ask(server.address, "GET", &path, &[&format!("If-None-Match: {tag}")], "").await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    let russian = [&format!("If-None-Match: {tag}")[..], "Accept-Language: ru"];
    assert_eq!(ask(server.address, "GET", &path, &russian, "").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_game_has_its_score_and_winner_also_when_it_is_not_in_memory() {
    let server = TestServer::open().await;
    let mut anna = Browser::default();
    let table = make_with(&mut anna, &server, new_table(&[human("Anna"), human("Borys")])).await;
    let html = page(&server, &format!("/t/{table}")).await;
    assert_eq!(meta(&html, "og:description"), Some("Game in progress. Score: Anna 0, Borys 0."));
    resign(&anna, &server, &table, 1).await;
    let html = page(&server, &format!("/r/{table}")).await;
    assert_eq!(meta(&html, "og:title"), Some("Carcassonne: Anna, Borys"));
    let text = meta(&html, "og:description").unwrap().to_owned();
    assert!(text.starts_with("Game over. Score: Anna ") && text.ends_with(" Winner: Anna."), "{text}");
    let picture = get(server.address, &picture_of(&table)).await;
    assert_eq!((picture.status, picture.header("cache-control")), (200, Some("public, max-age=3600")));

    let server = server.reopen().await;
    let html = page(&server, &format!("/r/{table}")).await;
    assert_eq!(meta(&html, "og:description"), Some(text.as_str()));
    let again = get(server.address, &picture_of(&table)).await;
    assert_eq!((again.body == picture.body, again.header("etag")), (true, picture.header("etag")));
}

#[tokio::test(flavor = "multi_thread")]
async fn private_closed_and_unknown_tables_show_only_the_site() {
    let server = TestServer::open().await;
    let mut anna = Browser::default();
    Browser::default().sign_up(&server, "Olha", false).await;
    let mut asked = new_table(&[human("Anna"), open()]);
    asked["invited"] = json!(["Olha"]);
    let invited = make_with(&mut anna, &server, asked).await;
    let plain = plain_page(&server).await;
    let refused = |table: &str, code: &'static str, status: u16| {
        let (path, table) = (picture_of(table), table.to_owned());
        let (server, plain) = (&server, &plain);
        async move {
            assert_eq!(page(server, &format!("/t/{table}")).await, *plain, "{table}");
            let answer = get(server.address, &path).await;
            assert_eq!((answer.status, answer.code().as_str()), (status, code), "{table}");
        }
    };
    refused(&invited, "not_invited", 403).await;
    refused("aaaaaaaaaaaa", "no_table", 404).await;
    refused("x", "no_table", 404).await;

    let mut asked = new_table(&[human("Anna"), open()]);
    asked["spectators"] = false.into();
    let watched_by_none = make_with(&mut anna, &server, asked).await;
    assert_ne!(page(&server, &format!("/t/{watched_by_none}")).await, plain, "a seat is open");
    assert_eq!(get(server.address, &picture_of(&watched_by_none)).await.status, 200);
    let mut borys = Browser::default();
    let join = json!({"seat": 1, "name": "Borys"});
    assert_eq!(borys.post(&server, &format!("/api/tables/{watched_by_none}/join"), join).await.status, 200);
    refused(&watched_by_none, "no_spectators", 403).await;
    resign(&anna, &server, &watched_by_none, 0).await;
    assert_ne!(page(&server, &format!("/t/{watched_by_none}")).await, plain, "finished games are visible");
    assert_eq!(get(server.address, &picture_of(&watched_by_none)).await.status, 200);

    let closed = make_with(&mut anna, &server, new_table(&[human("Anna"), human("Borys")])).await;
    assert_eq!(get(server.address, &picture_of(&closed)).await.status, 200);
    let close = server::admin::AdminAction::Close { table: closed.clone() };
    server.admin_database(|database| database.act(close, "abuse", None).unwrap());
    for _ in 0..500 {
        if get(server.address, &format!("/api/tables/{closed}")).await.status != 200 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    refused(&closed, "closed", 410).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn profiles_are_described_and_unknown_people_are_not() {
    let server = TestServer::open().await;
    assert_eq!(Browser::default().sign_up(&server, "Олена", false).await.status, 201);
    let html = page(&server, "/@/%D0%BE%D0%BB%D0%B5%D0%BD%D0%B0").await;
    assert_eq!((meta(&html, "og:title"), meta(&html, "og:type")), (Some("Олена"), Some("profile")));
    assert_eq!((meta(&html, "og:description"), meta(&html, "og:image")), (Some("Player profile."), None));
    assert_eq!(meta(&html, "twitter:card"), Some("summary"));
    let plain = plain_page(&server).await;
    for path in ["/@/Nobody", "/@/%zz", "/@/%ff"] {
        assert_eq!(page(&server, path).await, plain, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_names_are_escaped() {
    let server = TestServer::open().await;
    let name = r#""><script>x</script>"#;
    let (table, _) = make(server.address, &[human(name), human("<!-- /d & ' -->")]).await;
    let html = page(&server, &format!("/t/{table}")).await;
    assert!(!html.contains("<script>x") && !html.contains("<!-- /d"), "{html}");
    let escaped = "Carcassonne: &quot;&gt;&lt;script&gt;x&lt;/script&gt;, &lt;!-- /d &amp; &#39; --&gt;";
    assert_eq!(meta(&html, "og:title"), Some(escaped));
    assert_eq!(html.matches("</html>").count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn picture_is_cached_until_the_position_changes() {
    let server = TestServer::open().await;
    let (table, tokens) = make(server.address, &[human("Anna"), human("Borys")]).await;
    let path = picture_of(&table);
    let (mut client, welcome) = Client::hello(server.address, &table, &tokens, None).await;
    let view = client.until_asked(welcome["view"].clone()).await;
    let first = get(server.address, &path).await;
    assert_eq!((first.status, first.header("content-type")), (200, Some("image/png")));
    assert_eq!(size_of(&first.body), (1200, 630));
    assert_eq!(first.header("cache-control"), Some("public, max-age=10"));
    assert_eq!(first.header("content-encoding"), None);
    let tag = format!("If-None-Match: {}", first.header("etag").unwrap());
    let again = ask(server.address, "GET", &format!("{path}?v=9"), &[&tag], "").await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    client.answer_first(&view).await;
    client.next_of("update").await;
    // The old picture is sent for some seconds.
    for _ in 0..40 {
        if get(server.address, &path).await.body != first.body {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    }
    panic!("the picture never changed");
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_hands_do_not_change_the_picture() {
    check_pictures(json!({"game": "discovery", "seats": 2, "options": {"hand": "two_hidden", "equal_turns": "even"}}))
        .await;
    check_pictures(json!({"game": "carcassonne", "seats": 2, "options": {"hand": "three_hidden"}})).await;
}

async fn check_pictures(setup: serde_json::Value) {
    let server = TestServer::open().await;
    let mut anna = Browser::default();
    let asked = json!({"setup": setup, "seats": [human("Anna"), human("Borys")]});
    // Two tables with the same empty board and different hands have the same picture.
    let mut pictures = Vec::new();
    let mut hands = Vec::new();
    for _ in 0..4 {
        let table = make_with(&mut anna, &server, asked.clone()).await;
        let (client, welcome) = Client::hello(server.address, &table, &[], None).await;
        drop(client);
        assert_eq!(welcome["type"], "welcome");
        pictures.push(get(server.address, &picture_of(&table)).await.body);
        hands.push(anna.get(&server, &format!("/api/tables/{table}/view")).await.json()["players"].clone());
    }
    hands.dedup();
    assert!(hands.len() > 1, "the hands differ");
    assert_eq!(size_of(&pictures[0]), (1200, 630));
    assert!(pictures.windows(2).all(|two| two[0] == two[1]));
}

#[cfg(feature = "online")]
#[tokio::test(flavor = "multi_thread")]
async fn addresses_begin_with_the_public_url() {
    let server = TestServer::open_with(|config| {
        without_delays(config);
        config.public_url = Some(server::PublicUrl::new("https://games.example").unwrap());
    })
    .await;
    let (table, _) = make(server.address, &[human("Anna"), human("Borys")]).await;
    let html = page(&server, &format!("/t/{table}")).await;
    assert_eq!(meta(&html, "og:url"), Some(format!("https://games.example/t/{table}").as_str()));
    let picture = format!("https://games.example{}?v=", picture_of(&table));
    assert!(meta(&html, "og:image").unwrap().starts_with(&picture), "{html}");
}

/// A study with one chapter of this name, whose main line has as many roads beside the start tile.
fn study(name: &str, roads: i32) -> Value {
    let record = "bastide record 1\nrules: 2\nsetup: carcassonne seats=2\nresult: unfinished\n0. first:0\n";
    let mut nodes = Vec::new();
    let mut parent = Value::Null;
    for road in 1..=roads {
        for word in ["draw:frfr".to_owned(), format!("frfr@{road},0r0"), "pass".to_owned()] {
            let id = nodes.len().to_string();
            nodes.push(json!({"id": id, "parent": parent, "answers": [word]}));
            parent = json!(id);
        }
    }
    // A variation that the picture does not show.
    nodes.push(json!({"id": "other", "parent": null, "answers": ["draw:cccc-pennant"]}));
    json!({"bastide_study": 1, "name": name, "chapters": [{"name": "One", "record": record, "nodes": nodes}]})
}

#[tokio::test(flavor = "multi_thread")]
async fn shared_studies_have_a_picture_and_private_ones_none() {
    let server = TestServer::open().await;
    let mut anna = Browser::default();
    assert_eq!(anna.sign_up(&server, "Anna", false).await.status, 201);
    let asked = json!({"study": study("Roads & \"cities\"", 1), "visibility": "private"});
    let made = anna.post(&server, "/api/studies", asked).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let id = made.json()["id"].as_str().unwrap().to_owned();
    let (path, picture) = (format!("/study/{id}"), format!("/api/studies/{id}/preview.png"));
    let hidden = async || {
        let html = page(&server, &path).await;
        assert_eq!((meta(&html, "og:title"), meta(&html, "og:image")), (Some("Bastide"), None));
        let refused = get(server.address, &picture).await;
        assert_eq!((refused.status, refused.code().as_str()), (404, "no_study"));
    };
    hidden().await;
    for (version, visibility) in [(1, "link"), (2, "public")] {
        let change = json!({"version": version, "visibility": visibility});
        assert_eq!(anna.post(&server, &format!("/api/studies/{id}"), change).await.status, 200);
        let html = page(&server, &path).await;
        assert_eq!(meta(&html, "og:title"), Some("Roads &amp; &quot;cities&quot;"));
        assert_eq!(meta(&html, "og:description"), Some("Study by Anna. Chapters: 1."));
        let origin = format!("http://{}", server.address);
        assert_eq!(meta(&html, "og:image"), Some(format!("{origin}{picture}?v={}", version + 1).as_str()));
        let ukrainian = page_in(&server, &path, "uk").await;
        assert_eq!(meta(&ukrainian, "og:description"), Some("Студія, автор: Anna. Розділів: 1."));
        assert_eq!(size_of(&get(server.address, &picture).await.body), (1200, 630));
    }
    let before = get(server.address, &picture).await.body;
    assert_eq!(get(server.address, &picture).await.body, before);
    let longer = json!({"version": 3, "study": study("Roads", 3)});
    assert_eq!(anna.post(&server, &format!("/api/studies/{id}"), longer).await.status, 200);
    let after = get(server.address, &picture).await.body;
    assert!(after != before, "the picture shows the new main line");
    assert_eq!(
        anna.post(&server, &format!("/api/studies/{id}"), json!({"version": 4, "visibility": "private"})).await.status,
        200
    );
    hidden().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn puzzles_have_a_picture() {
    let server = TestServer::open().await;
    let index = get(server.address, "/puzzles/index.json").await.json();
    let puzzles = index["puzzles"].as_array().unwrap();
    let mut pictures = Vec::new();
    for game in ["carcassonne", "hunters"] {
        let found = puzzles.iter().find(|puzzle| puzzle[1].as_str().unwrap().starts_with(game)).unwrap();
        let id = found[0].as_str().unwrap();
        let html = page(&server, &format!("/puzzle/{id}")).await;
        let title = if game == "hunters" { "Puzzle: Hunters &amp; Gatherers" } else { "Puzzle: Carcassonne" };
        assert_eq!(
            (meta(&html, "og:title"), meta(&html, "og:description")),
            (Some(title), Some("Find the best turn."))
        );
        let path = format!("/api/puzzles/{id}/preview.png");
        assert_eq!(meta(&html, "og:image"), Some(format!("http://{}{path}", server.address).as_str()));
        let picture = get(server.address, &path).await;
        assert_eq!(size_of(&picture.body), (1200, 630));
        assert_eq!(get(server.address, &path).await.body, picture.body);
        pictures.push(picture.body);
    }
    assert!(pictures[0] != pictures[1]);
    let unknown = get(server.address, "/api/puzzles/0123456789abcdef/preview.png").await;
    assert_eq!((unknown.status, unknown.code().as_str()), (404, "not_found"));
    assert_eq!(meta(&page(&server, "/puzzle/0123456789abcdef").await, "og:title"), Some("Bastide"));
}
