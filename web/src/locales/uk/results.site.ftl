### Чим скінчилися ігри: рейтинги, люди, архів.

## Столи з рейтингом

rated-choose = Гра на рейтинг
rated-choose-help = Результат змінює рейтинги тих, хто грає. Лише між обліковими записами: решта місць лишається вільною для людей, а в кого вийшов час, той програє.
rated-needs-account = Для гри на рейтинг потрібен обліковий запис.
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
person-since = Обліковий запис від { $date }
ratings = Рейтинги
ratings-none = Ігор на рейтинг поки не було.
rating-games =
    { $count ->
        [one] { $count } гра
        [few] { $count } гри
       *[other] { $count } ігор
    }
rating-provisional = попередній
rating-provisional-help = Менше десяти ігор: рейтинг поки мало про що каже.
rating-range = може помилятися на { $deviation }
rating-history = Рейтинг із часом
rating-history-of = { $class }: спершу { $from }, тепер { $to }, між ними від { $least } до { $most }.
rating-table = Рейтинги таблицею
games-played = Ігри
games-none = Показати нічого: ігор немає.
games-more = Показати ще
games-download = Усі ці ігри одним файлом (NDJSON)
when = Коли
rating = Рейтинг
game = Гра

## Статистика

statistics = Статистика
statistics-help = За останніми 2000 ігор, які вам видно.
stat-games = Ігри
stat-won = Перемоги
stat-shared = Разом з іншими
stat-rate = Частка перемог
stat-points-of = { $game }: очки за гру за видами
stat-kind = Вид
stat-average = За гру
stat-by-seat = За місцями
stat-seat = Місце
stat-seat-of = { $seat } із { $seats }
stat-by-setup = За приготуваннями
stat-against = Проти кого
stat-opponent = Хто
stat-ahead = Попереду

## Таблиця лідерів

leaderboard = Лідери
leaderboard-help = Рейтинги ігор між обліковими записами: за іграми, швидкістю та кількістю гравців. Хто зіграв менше десяти ігор, стоїть наприкінці.
leaderboard-none = Рейтингу тут поки ні в кого немає.
leader-place = Місце
leader-name = Ім’я
leader-page = Показати ще

## Архів

archive = Архів
archive-help = Закінчені ігри: публічні — усіх, свої — всі.
archive-whose = Чиї ігри
archive-all = Публічні ігри всіх
archive-mine = Мої ігри
archive-player = Гравець
archive-result = Результат цього гравця
archive-any = Будь-який
archive-won = Перемога
archive-shared = Перемога разом з іншими
archive-lost = Поразка
archive-expansion = Доповнення
archive-how = Як закінчилася
archive-over = За правилами
archive-from = Від
archive-to = До
archive-least = Ходів не менше
archive-most = Ходів не більше
archive-rated-only = Лише ігри на рейтинг
archive-search = Шукати
archive-reset = Очистити
archive-more-filters = Ще умови
archive-found =
    { $count ->
        [0] Нічого не знайшлося. Спробуйте менше умов.
        [one] { $count } гра.
        [few] { $count } гри.
       *[other] { $count } ігор.
    }
archive-alike = Такі самі ігри
archive-alike-only = Лише ігри з тим самим приготуванням
