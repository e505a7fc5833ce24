### Завершені партії: рейтинги, гравці, архів.

## Столи з рейтингом

rated-choose = Рейтингова партія
rated-choose-help = Результат змінює рейтинги гравців. Грають лише з обліковим записом: решта місць лишається вільною для людей, а той, у кого вийшов час, програє.
rated-needs-account = Для рейтингової партії потрібен обліковий запис.
rated-to-account = Увійти або створити

## Швидкість, кількість гравців, кінець

speed = Швидкість
turns-count =
    { $count ->
        [one] { $count } хід
        [few] { $count } ходи
       *[other] { $count } ходів
    }

## Люди

person-you = Це ви.
person-since = На сайті з { $date }
person-edit = Змінити профіль
ratings = Рейтинги
ratings-none = Рейтингових партій ще не було.
rating-games =
    { $count ->
        [one] { $count } партія
        [few] { $count } партії
       *[other] { $count } партій
    }
rating-provisional = попередній
rating-provisional-help = Менше десяти партій: рейтинг іще неточний.
rating-range = похибка: ±{ $deviation }
rating-history = Історія рейтингу
rating-history-of = { $class }: спершу { $from }, тепер { $to }, за весь час від { $least } до { $most }.
rating-chart-later =
    { $count ->
        [one] Графік з’явиться після { $count } рейтингової партії.
       *[other] Графік з’явиться після { $count } рейтингових партій.
    }
rating-table = Рейтинги у вигляді таблиці
games-played = Партії
games-none = Партій поки немає.
games-more = Показати ще
games-download = Усі ці партії одним файлом (NDJSON)
when = Дата
rating = Рейтинг
game = Гра

## Статистика

statistics = Статистика
statistics-help = За 2000 останніх партій із доступних вам.
stat-games = Партії
stat-won = Перемоги
stat-shared = Спільні перемоги
stat-rate = Частка перемог
stat-points-of = { $game }: середня кількість очок за джерелами
stat-kind = Джерело
stat-average = За партію
stat-by-seat = За місцями
stat-seat = Місце
stat-seat-of = { $seat } із { $seats }
stat-by-setup = За налаштуваннями партії
stat-against = Суперники
stat-opponent = Суперник
stat-ahead = Вище за суперника

## Таблиця лідерів

leaderboard-help = Рейтинги за іграми, швидкістю та кількістю гравців. Гравці, які зіграли менше ніж десять рейтингових партій, стоять наприкінці списку.
leaderboard-none = Рейтингу тут поки ні в кого немає.
leader-place = Місце
leader-name = Ім’я
leader-page = Показати ще

## Гравці

people-help = Знайдіть гравця за іменем або подивіться, хто зараз на сайті. Рейтинги показано для вибраної тут гри.
people-search = Знайти гравця
people-search-help = Введіть початок імені.
people-begins = Імена, що починаються на «{ $text }»
people-begins-none = Немає імен, що починаються на «{ $text }». Перевірте, чи правильно введено ім’я.
people-online = Зараз на сайті
people-online-none = Зараз на сайті немає зареєстрованих гравців.
people-best = Найкращі гравці
people-best-all = Усі лідери
people-recent = Нещодавно грали
people-recent-none = Відкритих партій ще не було.
people-is-online = на сайті
people-watch = Дивитися
people-watch-of = Дивитися партію гравця { $name }
people-challenge-of = Викликати гравця { $name }
people-unrated = без рейтингу

## Архів

archive-help = Завершені партії: відкриті партії всіх гравців і всі ваші.
archive-whose = Чиї партії
archive-all = Відкриті партії всіх гравців
archive-mine = Мої партії
archive-player = Гравець
archive-result = Результат цього гравця
archive-any = Неважливо
archive-won = Перемога
archive-shared = Спільна перемога
archive-lost = Поразка
archive-expansion = Доповнення
archive-how = Як закінчилася
archive-over = Дограно до кінця
archive-from = З
archive-to = До
archive-least = Ходів не менше
archive-most = Ходів не більше
archive-rated-only = Лише рейтингові партії
archive-search = Шукати
archive-reset = Очистити
archive-more-filters = Ще фільтри
archive-found =
    { $count ->
        [0] Нічого не знайшлося. Приберіть частину фільтрів.
        [one] { $count } партія.
        [few] { $count } партії.
       *[other] { $count } партій.
    }
archive-alike = Такі самі партії
archive-alike-only = Лише партії з тими самими налаштуваннями
insights = Розбір моєї гри
