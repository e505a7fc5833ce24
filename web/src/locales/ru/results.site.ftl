### Чем кончились игры: рейтинги, люди, архив.

## Столы с рейтингом

rated-choose = Игра на рейтинг
rated-choose-help = Результат меняет рейтинги тех, кто играет. Только между учётными записями: остальные места остаются свободными для людей, а у кого вышло время, тот проигрывает.
rated-needs-account = Для игры на рейтинг нужна учётная запись.
rated-to-account = Войти или создать

## Скорость, число игроков, конец

speed = Скорость
turns-count =
    { $count ->
        [one] { $count } ход
        [few] { $count } хода
       *[other] { $count } ходов
    }

## Люди

person-you = Это вы.
person-since = Учётная запись с { $date }
ratings = Рейтинги
ratings-none = Игр на рейтинг пока не было.
rating-games =
    { $count ->
        [one] { $count } игра
        [few] { $count } игры
       *[other] { $count } игр
    }
rating-provisional = предварительный
rating-provisional-help = Меньше десяти игр: рейтинг пока мало о чём говорит.
rating-range = может ошибаться на { $deviation }
rating-history = Рейтинг со временем
rating-history-of = { $class }: сначала { $from }, теперь { $to }, между ними от { $least } до { $most }.
rating-table = Рейтинги таблицей
games-played = Игры
games-none = Показать нечего: игр нет.
games-more = Показать ещё
games-download = Все эти игры одним файлом (NDJSON)
when = Когда
rating = Рейтинг
game = Игра

## Статистика

statistics = Статистика
statistics-help = По последним 2000 игр, которые вам видны.
stat-games = Игры
stat-won = Победы
stat-shared = Вместе с другими
stat-rate = Доля побед
stat-points-of = { $game }: очки за игру по видам
stat-kind = Вид
stat-average = За игру
stat-by-seat = По местам
stat-seat = Место
stat-seat-of = { $seat } из { $seats }
stat-by-setup = По подготовкам
stat-against = Против кого
stat-opponent = Кто
stat-ahead = Впереди

## Таблица лидеров

leaderboard = Лидеры
leaderboard-help = Рейтинги игр между учётными записями: по играм, скорости и числу игроков. Кто сыграл меньше десяти игр, стоит в конце.
leaderboard-none = Рейтинга здесь пока ни у кого нет.
leader-place = Место
leader-name = Имя
leader-page = Показать ещё

## Архив

archive = Архив
archive-help = Законченные игры: публичные — всех, свои — все.
archive-whose = Чьи игры
archive-all = Публичные игры всех
archive-mine = Мои игры
archive-player = Игрок
archive-result = Результат этого игрока
archive-any = Любой
archive-won = Победа
archive-shared = Победа вместе с другими
archive-lost = Поражение
archive-expansion = Дополнение
archive-how = Как закончилась
archive-over = По правилам
archive-from = С
archive-to = По
archive-least = Ходов не меньше
archive-most = Ходов не больше
archive-rated-only = Только игры на рейтинг
archive-search = Искать
archive-reset = Очистить
archive-more-filters = Ещё условия
archive-found =
    { $count ->
        [0] Ничего не нашлось. Попробуйте меньше условий.
        [one] { $count } игра.
        [few] { $count } игры.
       *[other] { $count } игр.
    }
archive-alike = Такие же игры
archive-alike-only = Только игры с той же подготовкой
