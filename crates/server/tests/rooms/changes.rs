//! Protocol version 2 over the socket: applying its changes gives the same view that version 1 sends in full.

use crate::common::{Client, TestServer, bot, human, make};
use serde_json::{Value, json};

/// A version 2 client with its view.
struct Follower {
    client: Client,
    view: Value,
}

impl Follower {
    async fn hello(server: &TestServer, table: &str, tokens: &[String]) -> Follower {
        let mut client = Client::connect(server.address, table).await;
        client.send(&json!({"type": "hello", "v": 2, "tokens": tokens, "since": 0})).await;
        let mut welcome = client.next().await;
        assert_eq!((&welcome["type"], &welcome["v"]), (&json!("welcome"), &json!(2)), "{welcome}");
        assert!(welcome["hash"].is_u64(), "{welcome}");
        Follower { client, view: welcome["view"].take() }
    }

    /// Applies changes until the view has this many answers. Returns the size of the largest message, in bytes.
    async fn follow(&mut self, seq: u64) -> usize {
        let mut most = 0;
        while self.view["seq"].as_u64().unwrap() < seq {
            let changes = self.client.next_of("changes").await;
            assert_eq!(changes["from"], self.view["seq"], "no gap");
            crate::kept::apply(&mut self.view, &changes["delta"]);
            assert_eq!(changes["seq"], self.view["seq"]);
            most = most.max(changes.to_string().len());
        }
        most
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn applied_changes_equal_the_whole_view() {
    let server = TestServer::open().await;
    let (table, tokens) = make(server.address, &[human("Anna"), bot()]).await;
    let (mut whole, mut welcome) = Client::hello(server.address, &table, &tokens, None).await;
    let mut view = whole.until_asked(welcome["view"].take()).await;
    let mut player = Follower::hello(&server, &table, &tokens).await;
    let mut spectator = Follower::hello(&server, &table, &[]).await;
    for _ in 0..25 {
        whole.answer_first(&view).await;
        let next = whole.next_of("update").await["view"].take();
        view = whole.until_asked(next).await;
        while view["decision"]["seat"] != 0 {
            let next = whole.next_of("update").await["view"].take();
            view = whole.until_asked(next).await;
        }
        let seq = view["seq"].as_u64().unwrap();
        for follower in [&mut player, &mut spectator] {
            let most = follower.follow(seq).await;
            assert_eq!(follower.view.to_string(), view.to_string());
            assert!(most < 8000, "{most} bytes");
        }
    }
    // A client whose view differs requests the full view with another hello.
    player.client.send(&json!({"type": "hello", "v": 2, "tokens": tokens, "since": 5})).await;
    let again = player.client.next_of("welcome").await;
    assert_eq!(again["view"].to_string(), view.to_string());
    assert_eq!(again["missed"].as_array().unwrap().len() as u64, view["seq"].as_u64().unwrap() - 5);
}
