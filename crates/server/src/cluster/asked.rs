//! What other nodes ask of the tables that this one keeps.

use std::sync::Arc;

use futures_util::StreamExt;
use table::driving::Answered;
use tokio::sync::oneshot;

use super::bus::Bus;
use super::messages::Question;
use crate::app::App;
use crate::mailbox::Request;
use crate::refusal::Refusal;

/// Answers what other nodes ask, again and again.
pub async fn answer_all(app: Arc<App>, bus: Bus, node: String) {
    loop {
        let Some(mut questions) = bus.listen(bus.to_node(&node)).await else {
            tokio::time::sleep(std::time::Duration::from_secs(1)).await;
            continue;
        };
        while let Some(message) = questions.next().await {
            let (Some(back), Ok(question)) = (message.reply, serde_json::from_slice(&message.payload)) else {
                tracing::warn!("another node asked what this one does not understand");
                continue;
            };
            let (app, bus) = (app.clone(), bus.clone());
            // Nobody waits for the table that another asks about.
            tokio::spawn(async move {
                let answer = answer(&app, question).await;
                bus.tell(back.to_string(), &answer).await;
            });
        }
    }
}

async fn answer(app: &App, question: Question) -> Answered<Refusal> {
    let Ok(table) = app.hub.table(&question.table).await else { return Answered::Moved };
    let (answer, answered) = oneshot::channel();
    if table.ask(Request::Far { node: question.node, what: question.what, answer }).await.is_err() {
        return Answered::Moved;
    }
    answered.await.unwrap_or(Answered::Moved)
}
