//! Checks that rule texts and the client's messages use the terms listed in docs/words.md, and none of the synonyms that it excludes.

use std::fs;
use std::path::{Path, PathBuf};

/// A lowercased word from a text, with its line number.
type Word = (String, usize);

/// One row of the tables under "The printed books": a term, how and where it is written, and its excluded synonyms.
struct Row {
    idea: String,
    written: Vec<String>,
    places: Vec<String>,
    never: Vec<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn cells(line: &str) -> Vec<String> {
    line.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// Returns the rows of all tables below a heading, up to the next heading of the same level, without header rows.
fn tables(text: &str, heading: &str) -> Vec<Vec<String>> {
    let level = heading.split(' ').next().expect("a heading starts with #");
    let below = text.lines().skip_while(|line| *line != heading).skip(1);
    let rows = below.take_while(|line| line.split(' ').next() != Some(level)).filter(|line| line.starts_with("| "));
    rows.map(cells).filter(|row| row[0] != "word" && row[0] != "---").collect()
}

fn rows(text: &str, heading: &str) -> Vec<Row> {
    let patterns = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    let row = |cells: Vec<String>| {
        let [idea, written, places, _, never] = cells.try_into().expect("five columns");
        let places = places.split(", ").map(str::to_owned).collect();
        Row { idea, written: patterns(&written), places, never: patterns(&never) }
    };
    tables(text, heading).into_iter().map(row).collect()
}

fn words(text: &str) -> Vec<Word> {
    let letters = |c: char| c.is_alphabetic() || c == '’';
    let line = |(at, line): (usize, &str)| {
        let plain = line.to_lowercase().replace('ё', "е");
        plain
            .split(|c| !letters(c))
            .filter(|word| !word.is_empty())
            .map(|word| (word.to_owned(), at + 1))
            .collect::<Vec<_>>()
    };
    text.lines().enumerate().flat_map(line).collect()
}

/// Returns whether the words start with a pattern such as `финальн* начислен*`.
fn starts_with_pattern(pattern: &str, words: &[Word]) -> bool {
    pattern.split(' ').enumerate().all(|(at, part)| {
        words
            .get(at)
            .is_some_and(|(word, _)| part.strip_suffix('*').map_or(word == part, |stem| word.starts_with(stem)))
    })
}

/// Returns the words of a text that a row excludes.
fn excluded_words<'a>(row: &Row, text: &'a [Word]) -> Vec<&'a Word> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let term = row.written.iter().find(|pattern| starts_with_pattern(pattern, &text[at..]));
        if term.is_none() && row.never.iter().any(|pattern| starts_with_pattern(pattern, &text[at..])) {
            found.push(&text[at]);
        }
        at += term.map_or(1, |pattern| pattern.split(' ').count());
    }
    found
}

/// Returns every text in a language: the game or `client`, the file, and the words.
fn texts(language: &str) -> Vec<(String, PathBuf, Vec<Word>)> {
    let listed = |folder: &Path| fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut found = Vec::new();
    for krate in listed(&root().join("crates")) {
        for folder in listed(&krate.join("src")) {
            let place = krate.file_name().unwrap().to_string_lossy().into_owned();
            found.push((place, folder.join(format!("rules.{language}.md"))));
        }
    }
    found.extend(listed(&root().join("web/src/locales").join(language)).map(|file| ("client".to_owned(), file)));
    let mails = root().join("crates/server/src/notifications/messages").join(format!("{language}.ftl"));
    found.push(("client".to_owned(), mails));
    found.retain(|(_, file)| file.is_file());
    let read = |(place, file): (String, PathBuf)| {
        let text = words(&fs::read_to_string(&file).unwrap());
        (place, file, text)
    };
    found.into_iter().map(read).collect()
}

fn check_texts(language: &str, column: usize, heading: &str) {
    let page = fs::read_to_string(root().join("docs/words.md")).unwrap();
    let terms: Vec<_> = ["## The table and the game", "## Tiles", "## Features and figures", "## Play and record"]
        .iter()
        .flat_map(|heading| tables(&page, heading))
        .collect();
    let texts = texts(language);
    let rows = rows(&page, heading);
    assert!(texts.len() > 20 && rows.len() > 15, "too few texts or table rows in {language}");
    let mut wrong = Vec::new();
    for row in &rows {
        let idea = &row.idea;
        let term =
            terms.iter().find(|term| term[0] == *idea).unwrap_or_else(|| panic!("the tables have no row for {idea}"));
        let alike = |row: &Row| {
            row.idea == *idea && row.written.iter().any(|it| starts_with_pattern(it, &words(&term[column])))
        };
        if !rows.iter().any(alike) {
            wrong.push(format!(
                "docs/words.md: {idea} is {} in one table, but {:?} in another",
                term[column], row.written
            ));
        }
        for place in &row.places {
            let here: Vec<_> = texts.iter().filter(|(of, ..)| place == "all" || of == place).collect();
            let used = |text: &[Word]| {
                (0..text.len()).any(|at| row.written.iter().any(|it| starts_with_pattern(it, &text[at..])))
            };
            if !here.iter().any(|(.., text)| used(text)) {
                wrong.push(format!("{place}: {idea} is never written as {:?}", row.written));
            }
            for (_, file, text) in here {
                for (word, line) in excluded_words(row, text) {
                    let file = file.strip_prefix(root()).unwrap().display();
                    wrong.push(format!("{file}:{line}: {word}: write {idea} as {:?}", row.written));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn russian_texts_use_the_listed_terms() {
    check_texts("ru", 2, "### In Russian");
}

#[test]
fn ukrainian_texts_use_the_listed_terms() {
    check_texts("uk", 3, "### In Ukrainian");
}

#[test]
fn synonyms_are_found_and_the_term_itself_is_not() {
    let table = "### Here\n| word | written | where | books | never |\n| --- | --- | --- | --- | --- |\n\
                 | keeper | `кладбищенск* сторож*` | all | none | `сторож*`, `хранител* покоя` |\n";
    let row = &rows(table, "### Here")[0];
    let text = words("Кладбищенский\nсторож уходит.\nСторожа нет. Хранитель покоя; хранитель.");
    let found: Vec<_> = excluded_words(row, &text).into_iter().map(|(word, line)| (word.as_str(), *line)).collect();
    assert_eq!(found, [("сторожа", 3), ("хранитель", 3)]);
}
