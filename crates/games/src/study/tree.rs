//! The tree of a chapter's nodes: checks that it is one, and that its answers are legal.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::notes::Notes;
use super::problems::{Damage, MAX_ID, Problems};
use crate::Actor;
use crate::game::Game;

/// Maximum number of answers of a node.
const MAX_ANSWERS: usize = 8;

/// An answer with the position after it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Node {
    /// The node's id, unique within the chapter.
    pub id: String,
    /// The id of the node before this one; null after the first position.
    pub parent: Option<String>,
    /// The answers as words, including draws; usually one.
    pub answers: Vec<String>,
    /// The turn to which the last answer belongs. Readers compute it again.
    pub turn: u16,
    /// The seat that gives the last answer; null for chance. Readers compute it again.
    pub seat: Option<u8>,
    /// Annotations on the answer and the position after it.
    #[serde(flatten)]
    pub notes: Notes,
}

/// The values that a study's node may have, without its place in the tree.
#[derive(Deserialize)]
struct RawNode {
    id: String,
    parent: Option<String>,
    answers: Vec<String>,
}

/// Reads the nodes of a chapter that begins with this game's position. Returns them with each node after its parent.
pub(super) fn read(game: &Game, values: &[Value], problems: &mut Problems) -> Vec<Node> {
    let mut tree = Tree { nodes: Vec::new(), children: HashMap::new(), visited: Vec::new() };
    tree.collect(values, problems);
    let mut read = Vec::new();
    tree.walk(game, &mut read, problems);
    tree.report_unreachable(problems);
    read
}

struct Tree<'a> {
    /// The well-formed nodes with their annotations.
    nodes: Vec<(RawNode, &'a Value)>,
    /// Children by parent, in the order of the document.
    children: HashMap<Option<String>, Vec<usize>>,
    visited: Vec<bool>,
}

/// A node that is still to be visited, with the game before it.
struct Visit {
    node: usize,
    before: Game,
}

impl<'a> Tree<'a> {
    fn collect(&mut self, values: &'a [Value], problems: &mut Problems) {
        let mut known = HashMap::new();
        for value in values {
            let id = value.get("id").and_then(Value::as_str);
            let raw = RawNode::deserialize(value).ok().filter(is_well_formed);
            let Some(raw) = raw else {
                problems.add(id, Damage::Node, 1, String::new());
                continue;
            };
            if known.insert(raw.id.clone(), ()).is_some() {
                problems.add(id, Damage::Id, 1, String::new());
                continue;
            }
            self.children.entry(raw.parent.clone()).or_default().push(self.nodes.len());
            self.nodes.push((raw, value));
        }
        self.visited = vec![false; self.nodes.len()];
    }

    /// Visits all nodes from the first position, and keeps those whose answers are legal.
    fn walk(&mut self, game: &Game, read: &mut Vec<Node>, problems: &mut Problems) {
        let mut waiting = self.visits(&None, game);
        while let Some(Visit { node, mut before }) = waiting.pop() {
            let (raw, value) = &self.nodes[node];
            let id = raw.id.clone();
            match apply(&mut before, &raw.answers) {
                Ok((answers, turn, seat)) => {
                    let notes = Notes::read(value, Some(&id), problems);
                    read.push(Node { id: id.clone(), parent: raw.parent.clone(), answers, turn, seat, notes });
                    self.visited[node] = true;
                    waiting.extend(self.visits(&Some(id), &before));
                }
                Err(why) => {
                    let skipped = self.skip(node);
                    problems.add(Some(&id), Damage::Answer, skipped, why);
                }
            }
        }
    }

    /// Returns the visits to a node's children, the first child last.
    fn visits(&self, parent: &Option<String>, before: &Game) -> Vec<Visit> {
        let children = self.children.get(parent).map_or(&[][..], Vec::as_slice);
        children.iter().rev().map(|&node| Visit { node, before: before.clone() }).collect()
    }

    /// Marks a node and all that follow it as visited; returns their number.
    fn skip(&mut self, node: usize) -> usize {
        let (mut waiting, mut count) = (vec![node], 0);
        while let Some(node) = waiting.pop() {
            if std::mem::replace(&mut self.visited[node], true) {
                continue;
            }
            count += 1;
            let id = Some(self.nodes[node].0.id.clone());
            waiting.extend(self.children.get(&id).into_iter().flatten());
        }
        count
    }

    /// Reports the nodes that the first position does not lead to.
    fn report_unreachable(&mut self, problems: &mut Problems) {
        let has_id = |id: &Option<String>, nodes: &[(RawNode, &Value)]| {
            id.as_ref().is_none_or(|id| nodes.iter().any(|(node, _)| node.id == *id))
        };
        let parents: Vec<_> = self.children.keys().filter(|id| !has_id(id, &self.nodes)).cloned().collect();
        let orphans: Vec<usize> = parents.iter().flat_map(|parent| self.children[parent].clone()).collect();
        for node in sorted(orphans) {
            let (id, skipped) = (self.nodes[node].0.id.clone(), self.skip(node));
            problems.add(Some(&id), Damage::Parent, skipped, String::new());
        }
        for node in 0..self.nodes.len() {
            if !self.visited[node] {
                let (id, skipped) = (self.nodes[node].0.id.clone(), self.skip(node));
                problems.add(Some(&id), Damage::Cycle, skipped, String::new());
            }
        }
    }
}

fn sorted(mut nodes: Vec<usize>) -> Vec<usize> {
    nodes.sort_unstable();
    nodes
}

fn is_well_formed(node: &RawNode) -> bool {
    let is_id = |id: &str| {
        (1..=MAX_ID).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    is_id(&node.id) && node.parent.as_deref().is_none_or(is_id) && (1..=MAX_ANSWERS).contains(&node.answers.len())
}

/// Applies answers, and returns their usual words, with the turn and the seat of the last one.
fn apply(game: &mut Game, answers: &[String]) -> Result<(Vec<String>, u16, Option<u8>), String> {
    let mut words = Vec::with_capacity(answers.len());
    let (mut turn, mut seat) = (0, None);
    for word in answers {
        turn = game.turn();
        seat = if let Actor::Seat(seat) = game.actor() { Some(seat) } else { None };
        let answer = game.answer(word).map_err(|why| why.to_string())?;
        words.push(game.word(answer));
        game.apply_raw(answer).map_err(|why| why.to_string())?;
    }
    Ok((words, turn, seat))
}
