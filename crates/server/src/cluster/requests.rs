//! Answers requests from other nodes about the tables that this node owns.

use std::sync::Arc;

use futures_util::StreamExt;
use table::driving::NodeReply;
use tokio::sync::oneshot;

use super::bus::{Bus, Message};
use super::messages::Question;
use super::nodes::Cluster;
use crate::app::App;
use crate::http::refusal::Refusal;
use crate::live::mailbox::TableRequest;

/// Answers requests from other nodes until this node has left, then answers the requests already received and returns.
pub async fn answer_requests(app: Arc<App>, cluster: Arc<Cluster>) {
    let (bus, mut ends) = (&cluster.bus, false);
    while !ends {
        let Some(mut questions) = bus.subscribe(bus.node_subject(&cluster.node)).await else {
            tokio::time::sleep(std::time::Duration::from_secs(1)).await;
            continue;
        };
        loop {
            tokio::select! {
                // From now on, requesters immediately get "no responders" instead of a timeout.
                () = cluster.gone(), if !ends => {
                    ends = true;
                    if questions.drain().await.is_err() {
                        break;
                    }
                }
                message = questions.next() => match message {
                    Some(message) => handle(&app, bus, message),
                    None => break,
                },
            }
        }
    }
}

/// Answers a request in a separate task, so that a slow table does not block requests about other tables.
fn handle(app: &Arc<App>, bus: &Bus, message: Message) {
    let (Some(back), Ok(question)) = (message.reply, serde_json::from_slice(&message.payload)) else {
        return tracing::warn!("received an invalid request from another node");
    };
    let (asked, bus) = (app.clone(), bus.clone());
    app.tasks.spawn(async move {
        let answer = answer(&asked, question).await;
        bus.publish(back.to_string(), &answer).await;
    });
}

async fn answer(app: &App, question: Question) -> NodeReply<Refusal> {
    let Ok(table) = app.hub.table(&question.table).await else { return NodeReply::NotOwner };
    let (answer, answered) = oneshot::channel();
    if table.ask(TableRequest::FromNode { node: question.node, what: question.what, answer }).await.is_err() {
        return NodeReply::NotOwner;
    }
    answered.await.unwrap_or(NodeReply::NotOwner)
}
