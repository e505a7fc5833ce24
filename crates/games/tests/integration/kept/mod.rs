//! A client's view, as JSON that is updated by deltas.

use serde_json::{Map, Value, json};

/// Applies a delta in the same way as a client.
pub fn apply(view: &mut Value, delta: &Value) {
    for (name, value) in delta.as_object().unwrap() {
        match name.as_str() {
            "decision" => view["decision"] = decision(value),
            "players" => value.as_array().unwrap().iter().for_each(|player| {
                let seat = player["seat"].as_u64().unwrap() as usize;
                merge(&mut view["players"][seat], player);
            }),
            "tiles" => value.as_array().unwrap().iter().for_each(|put| {
                let (at, tile) = (put[0].as_u64().unwrap() as usize, put[1].clone());
                let tiles = view["tiles"].as_array_mut().unwrap();
                if at == tiles.len() { tiles.push(tile) } else { tiles[at] = tile }
            }),
            "figures" => {
                let figures = view["figures"].as_array_mut().unwrap();
                let ids = |key: &str| -> Vec<Value> { value[key].as_array().cloned().unwrap_or_default() };
                let put = ids("put");
                figures
                    .retain(|old| !ids("gone").contains(&old["id"]) && !put.iter().any(|new| new["id"] == old["id"]));
                figures.extend(put);
                figures.sort_by_key(|figure| figure["id"].as_u64());
            }
            "features" => features(view, value),
            "bag" => bag(&mut view["bag"], value),
            _ => view[name.as_str()] = value.clone(),
        }
    }
}

fn merge(into: &mut Value, fields: &Value) {
    for (name, value) in fields.as_object().unwrap() {
        assert!(into.get(name).is_some(), "{name} is new");
        into[name.as_str()] = value.clone();
    }
}

fn features(view: &mut Value, delta: &Value) {
    let seats = view["players"].as_array().unwrap().len();
    let old = view["features"].as_array().unwrap().clone();
    let find = |id: &Value| old.iter().find(|feature| feature["id"] == *id);
    let list = |key: &str| -> Vec<Value> { delta[key].as_array().cloned().unwrap_or_default() };
    let (gone, put) = (list("gone"), list("put"));
    let mut now: Vec<Value> = old.iter().filter(|old| !gone.contains(&old["id"])).cloned().collect();
    for fields in put {
        let fresh = json!({"id": fields["id"], "kind": "", "complete": false, "open": 0, "tiles": 0, "segments": [],
            "figures": [], "strength": vec![0; seats], "owners": [], "worth": 0, "terms": [], "touches": [],
            "marks": [], "things": []});
        let mut feature = find(&fields["id"]).cloned().unwrap_or(fresh);
        let mut plain = fields.as_object().unwrap().clone();
        let mut segments = feature["segments"].as_array().unwrap().clone();
        for id in plain.remove("joined").and_then(|ids| ids.as_array().cloned()).unwrap_or_default() {
            segments.extend(find(&id).unwrap()["segments"].as_array().unwrap().iter().cloned());
        }
        segments.extend(plain.remove("more").and_then(|more| more.as_array().cloned()).unwrap_or_default());
        segments.sort_by_key(|at| (at[0].as_u64(), at[1].as_u64()));
        feature["segments"] = segments.into();
        merge(&mut feature, &plain.into());
        match now.iter_mut().find(|old| old["id"] == feature["id"]) {
            Some(old) => *old = feature,
            None => now.push(feature),
        }
    }
    now.sort_by_key(|feature| feature["id"].as_u64());
    view["features"] = now.into();
}

fn bag(bag: &mut Value, delta: &Value) {
    let Some(counts) = delta["counts"].as_array() else {
        *bag = delta.clone();
        return;
    };
    (bag["left"], bag["apart"]) = (delta["left"].clone(), delta["apart"].clone());
    for count in counts {
        bag["tiles"][count[0].as_u64().unwrap() as usize]["count"] = count[1].clone();
    }
    bag["tiles"].as_array_mut().unwrap().retain(|tile| tile["count"] != 0);
}

fn decision(brief: &Value) -> Value {
    let mut decision = brief.as_object().unwrap().clone();
    let stem = decision.shift_remove("stem");
    let mut answers: Vec<Value> = Vec::new();
    for answer in brief["answers"].as_array().unwrap() {
        if let Some([x, y, turns]) = answer.as_array().map(Vec::as_slice) {
            for turn in turns.as_str().unwrap().bytes().map(|digit| u32::from(digit - b'0')) {
                let word = format!("{}@{x},{y}r{}", stem.as_ref().unwrap().as_str().unwrap(), turn * 90);
                answers.push(json!({"word": word, "mode": "place", "verb": "place", "x": x, "y": y, "rotation": turn}));
            }
        } else if answer.get("verb").is_some() {
            answers.push(answer.clone());
        } else {
            let mut like = answers.last().unwrap().clone();
            merge(&mut like, answer);
            answers.push(like);
        }
    }
    decision.insert("answers".to_owned(), answers.into());
    Value::Object(Map::from_iter(decision))
}
