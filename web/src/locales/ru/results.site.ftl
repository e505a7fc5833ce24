### Завершённые партии: рейтинги, игроки, архив.

## Столы с рейтингом

rated-choose = Рейтинговая партия
rated-choose-help = Результат меняет рейтинги игроков. Играют только с учётной записью: остальные места остаются свободными для людей, а тот, у кого вышло время, проигрывает.
rated-needs-account = Для рейтинговой партии нужна учётная запись.
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
person-since = На сайте с { $date }
person-edit = Изменить профиль
ratings = Рейтинги
ratings-none = Рейтинговых партий пока не было.
rating-games =
    { $count ->
        [one] { $count } партия
        [few] { $count } партии
       *[other] { $count } партий
    }
rating-provisional = предварительный
rating-provisional-help = Меньше десяти партий: рейтинг ещё неточен.
rating-range = погрешность: ±{ $deviation }
rating-history = История рейтинга
rating-history-of = { $class }: сначала { $from }, теперь { $to }, за всё время от { $least } до { $most }.
rating-chart-later =
    { $count ->
        [one] График появится после { $count } рейтинговой партии.
       *[other] График появится после { $count } рейтинговых партий.
    }
rating-table = Рейтинги в виде таблицы
games-played = Партии
games-none = Партий пока нет.
games-more = Показать ещё
games-download = Все эти партии одним файлом (NDJSON)
when = Дата
rating = Рейтинг
game = Игра

## Статистика

statistics = Статистика
statistics-help = Учитываются последние 2000 партий, которые вам доступны.
stat-games = Партии
stat-won = Победы
stat-shared = Разделённые победы
stat-rate = Доля побед
stat-points-of = { $game }: среднее число очков по источникам
stat-kind = Источник
stat-average = За партию
stat-by-seat = По месту за столом
stat-seat = Место
stat-seat-of = { $seat } из { $seats }
stat-by-setup = По настройкам партии
stat-against = Соперники
stat-opponent = Соперник
stat-ahead = Выше соперника

## Таблица лидеров

leaderboard-help = Рейтинги по играм, скорости и числу игроков. Игроки, сыгравшие меньше десяти рейтинговых партий, стоят в конце списка.
leaderboard-none = Рейтинга здесь пока ни у кого нет.
leader-place = Место
leader-name = Имя
leader-page = Показать ещё

## Игроки

people-help = Найдите игрока по имени или посмотрите, кто сейчас на сайте. Рейтинги показаны для выбранной здесь игры.
people-search = Найти игрока
people-search-help = Введите начало имени.
people-begins = Имена, которые начинаются на «{ $text }»
people-begins-none = Нет имён, которые начинаются на «{ $text }». Проверьте, правильно ли введено имя.
people-online = Сейчас на сайте
people-online-none = Сейчас на сайте нет зарегистрированных игроков.
people-best = Лучшие игроки
people-best-all = Все лидеры
people-recent = Недавно играли
people-recent-none = Открытых партий ещё не было.
people-is-online = на сайте
people-watch = Смотреть
people-watch-of = Смотреть партию игрока { $name }
people-challenge-of = Вызвать игрока { $name }
people-unrated = без рейтинга

## Архив

archive-help = Завершённые партии: открытые партии всех игроков и все ваши.
archive-whose = Чьи партии
archive-all = Открытые партии всех игроков
archive-mine = Мои партии
archive-player = Игрок
archive-result = Результат этого игрока
archive-any = Не важно
archive-won = Победа
archive-shared = Общая победа
archive-lost = Поражение
archive-expansion = Дополнение
archive-how = Как закончилась
archive-over = Доиграна до конца
archive-from = С
archive-to = По
archive-least = Ходов не меньше
archive-most = Ходов не больше
archive-rated-only = Только рейтинговые партии
archive-search = Искать
archive-reset = Очистить
archive-more-filters = Ещё фильтры
archive-found =
    { $count ->
        [0] Ничего не нашлось. Уберите часть фильтров.
        [one] { $count } партия.
        [few] { $count } партии.
       *[other] { $count } партий.
    }
archive-alike = Такие же партии
archive-alike-only = Только партии с теми же настройками
insights = Разбор моей игры
