//! Texts of link previews in the languages of the client.

use table::Level;

/// Texts in one language. `{}` stands for a name, a number or a list.
pub struct Words {
    pub tag: &'static str,
    /// Ids and names of the games.
    games: [(&'static str, &'static str); 4],
    /// Levels of computer players, in the order of [`Level::ALL`].
    levels: [&'static str; 6],
    pub computer: &'static str,
    pub player: &'static str,
    pub deleted: &'static str,
    pub gathering: &'static str,
    pub open_seats: &'static str,
    pub playing: &'static str,
    pub over: &'static str,
    pub aborted: &'static str,
    pub score: &'static str,
    pub winner: &'static str,
    pub winners: &'static str,
    pub profile: &'static str,
    pub ratings: &'static str,
    /// The owner of a study.
    pub study: &'static str,
    pub chapters: &'static str,
    pub puzzle: &'static str,
    /// The task of a puzzle.
    pub find: &'static str,
}

/// The languages; the first one is the fallback.
pub const LANGUAGES: [Words; 3] = [
    Words {
        tag: "en",
        games: [
            ("carcassonne", "Carcassonne"),
            ("hunters", "Hunters & Gatherers"),
            ("discovery", "The Discovery"),
            ("coop", "Mists over Carcassonne"),
        ],
        levels: ["Easy", "Builder", "Field baron", "Thief", "Hard", "Master"],
        computer: "Computer ({})",
        player: "Player {}",
        deleted: "deleted player",
        gathering: "Waiting for players.",
        open_seats: "Open seats: {}.",
        playing: "Game in progress.",
        over: "Game over.",
        aborted: "Game aborted.",
        score: "Score: {}.",
        winner: "Winner: {}.",
        winners: "Winners: {}.",
        profile: "Player profile.",
        ratings: "Ratings: {}.",
        study: "Study by {}.",
        chapters: "Chapters: {}.",
        puzzle: "Puzzle",
        find: "Find the best turn.",
    },
    Words {
        tag: "ru",
        games: [
            ("carcassonne", "Каркассон"),
            ("hunters", "Охотники и собиратели"),
            ("discovery", "Новые Земли"),
            ("coop", "Туманы над Каркассоном"),
        ],
        levels: ["Лёгкий", "Зодчий", "Помещик", "Вор", "Сильный", "Мастер"],
        computer: "Компьютер ({})",
        player: "Игрок {}",
        deleted: "удалённый игрок",
        gathering: "Ожидание игроков.",
        open_seats: "Свободных мест: {}.",
        playing: "Партия идёт.",
        over: "Партия окончена.",
        aborted: "Партия прервана.",
        score: "Счёт: {}.",
        winner: "Победитель: {}.",
        winners: "Победители: {}.",
        profile: "Профиль игрока.",
        ratings: "Рейтинги: {}.",
        study: "Студия, автор: {}.",
        chapters: "Глав: {}.",
        puzzle: "Задача",
        find: "Найдите лучший ход.",
    },
    Words {
        tag: "uk",
        games: [
            ("carcassonne", "Каркасон"),
            ("hunters", "Мисливці та збирачі"),
            ("discovery", "Нові Землі"),
            ("coop", "Тумани над Каркасоном"),
        ],
        levels: ["Легкий", "Зодчий", "Поміщик", "Злодій", "Сильний", "Майстер"],
        computer: "Комп’ютер ({})",
        player: "Гравець {}",
        deleted: "видалений гравець",
        gathering: "Очікування гравців.",
        open_seats: "Вільних місць: {}.",
        playing: "Партія триває.",
        over: "Партію завершено.",
        aborted: "Партію перервано.",
        score: "Рахунок: {}.",
        winner: "Переможець: {}.",
        winners: "Переможці: {}.",
        profile: "Профіль гравця.",
        ratings: "Рейтинги: {}.",
        study: "Студія, автор: {}.",
        chapters: "Розділів: {}.",
        puzzle: "Задача",
        find: "Знайдіть найкращий хід.",
    },
];

impl Words {
    /// Returns the name of a game, or its id if it has no name.
    pub fn game<'a>(&self, id: &'a str) -> &'a str {
        self.games.iter().find(|(known, _)| *known == id).map_or(id, |(_, name)| name)
    }

    /// Returns the name of a level of computer players.
    pub fn level(&self, level: Level) -> &'static str {
        Level::ALL.iter().position(|known| *known == level).map_or("", |at| self.levels[at])
    }
}

/// Fills in a text.
pub fn filled(text: &str, with: &str) -> String {
    text.replacen("{}", with, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_and_level_has_a_name() {
        for words in &LANGUAGES {
            for game in games::info().games {
                assert_ne!(words.game(game.id), game.id, "{}", words.tag);
            }
            for level in Level::ALL {
                assert!(!words.level(level).is_empty(), "{}", words.tag);
            }
        }
    }
}
