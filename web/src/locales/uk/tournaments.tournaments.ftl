### Турніри

tournaments-help = Турніри за швейцарською системою, кругові та на вибування, у кожній зустрічі двоє. Сервер складає пари, відкриває столи й рахує результати.
tournaments-sign-in = Щоб створити турнір або взяти в ньому участь, увійдіть.
tournaments-which = Які турніри
tournaments-all = Усі
tournaments-mine = Мої
tournaments-none = Турнірів поки немає.
tournaments-more = Ще турніри
tournament-phase-joining = Триває запис
tournament-phase-playing = Триває тур
tournament-phase-between_rounds = Між турами
tournament-phase-over = Завершено
tournament-players =
    { $count ->
        [one] { $count } гравець
        [few] { $count } гравці
       *[other] { $count } гравців
    }

## A new tournament

tournament-new = Новий турнір
tournament-name = Назва
tournament-format = Система
tournament-format-swiss = Швейцарська
tournament-format-round-robin = Кругова
tournament-format-groups = Групи, потім на вибування
tournament-format-single-elimination = На вибування
tournament-format-double-elimination = До двох поразок
tournament-number-rounds = Турів
tournament-number-cycles = Зустрічей між кожними двома гравцями
tournament-number-groups = Груп
tournament-number-advance = Скільки гравців виходить із групи
tournament-rounds =
    { $count ->
        [one] { $count } тур
        [few] { $count } тури
       *[other] { $count } турів
    }
tournament-cycles =
    { $count ->
        [one] { $count } коло
        [few] { $count } кола
       *[other] { $count } кіл
    }
tournament-groups =
    { $count ->
        [one] { $count } група
        [few] { $count } групи
       *[other] { $count } груп
    }
tournament-match = Зустріч
tournament-one-game = Одна партія
tournament-best-of =
    { $count ->
        [few] До двох перемог, не більше ніж { $count } партії
       *[other] До більшості перемог, не більше ніж { $count } партій
    }
tournament-ties = Рівні очки в партії
tournament-ties-draw = Нічия
tournament-ties-starter-loses = Програє той, хто починав
tournament-joining = Хто може брати участь
tournament-joining-open = Усі, хто має обліковий запис
tournament-joining-organiser = Кого додасте ви
tournament-where = Де грають
tournament-where-here = За столами на цьому сервері
tournament-in-person = Наживо
tournament-third-place = Грати за третє місце
tournament-order = Порядок гравців і додаткові показники
tournament-seeding = Порядок гравців на початку
tournament-seeding-rating = За рейтингом
tournament-seeding-joined = У порядку запису
tournament-seeding-drawn = За жеребом
tournament-tie-break = Додатковий показник { $number }
tournament-tie-break-none = немає
tournament-make = Створити турнір

## The page of a tournament

tournament-by = Організатор: { $name }
tournament-link = Посилання на турнір
tournament-closed = Модератор приховав цей турнір. Причина: { $reason }
tournament-play = До вашої партії
tournament-won = Перемога: { $names }
tournament-sign-in = Увійти й узяти участь
tournament-join = Взяти участь
tournament-leave = Вийти з турніру
tournament-return = Повернутися в турнір
tournament-start = Почати
tournament-pair = Скласти пари наступного туру
tournament-delete = Видалити
tournament-delete-sure = Точно видалити?
tournament-round = Тур { $number }
tournament-choose-round = Тур
tournament-bye = без суперника
tournament-open = не закінчено
tournament-adjourned = перервано
tournament-drawn = Нічия
tournament-both-lose = Поразка обом
tournament-wins = Перемога: { $name }
tournament-table = Стіл
tournament-watch = Дивитися тур
tournament-aborted = Партію перервано. Вирішує організатор.
tournament-conflict = Гравці повідомили різні результати. Вирішує організатор.
tournament-decide = Вирішити
tournament-report = Повідомити результат
tournament-stage-group = Група { $number }
tournament-stage-winners = На вибування, коло { $number }
tournament-stage-losers = Сітка переможених, коло { $number }
tournament-stage-final = Фінал
tournament-stage-second-final = Другий фінал
tournament-stage-third-place = Зустріч за третє місце
tournament-report-page = Поскаржитися на турнір
tournament-reported = Дякуємо. Модератор перегляне.

## Results

tournament-decision = Рішення
tournament-act-enter = Внести очки партії
tournament-act-rule = Вирішити, чим скінчилася зустріч
tournament-act-reopen = Скасувати останній результат
tournament-act-adjourn = Перервати зустріч
tournament-act-resume = Продовжити зустріч
tournament-act-replay = Зіграти партію знову за новим столом
tournament-points-of = Очки, { $name }
tournament-outcome = Результат зустрічі
tournament-reason = Причина, її побачать усі
tournament-send = Надіслати
tournament-swap = Поміняти місцями
tournament-from-game = Взяти очки з партії
tournament-from-game-help = Вставте посилання на завершену партію тут або на CarcassonneLab, посилання з редактора позицій або текст запису.
tournament-fill-in = Заповнити
tournament-game-open = Цю партію не завершено.
tournament-game-of-two = У цій партії не два гравці.

## Standings

tournament-standings = Таблиця
tournament-points = Очки
tournament-record = Перемоги–нічиї–поразки
tournament-break-direct = Особиста зустріч
tournament-break-wins = Перемоги
tournament-break-buchholz = Бухгольц
tournament-break-sonneborn-berger = Бергер
tournament-break-points-difference = Різниця
tournament-export = Завантажити
tournament-export-standings = Таблиця
tournament-export-matches = Зустрічі
tournament-export-games = Партії

## Wall screen

tournament-wall = Великий екран і друк
tournament-wall-back = До турніру
tournament-wall-full = На весь екран
tournament-wall-print = Друк
tournament-wall-slips = Надрукувати бланки результатів
tournament-wall-pairings = Пари туру
tournament-wall-board = Стіл
tournament-wall-pairing = Гравці
tournament-wall-players = Гравці
tournament-wall-signature = Підпис

## Players

tournament-no-players = Поки ніхто не записався.
tournament-add-name = Ім’я гравця
tournament-add-account = Ім’я облікового запису
tournament-add = Додати
tournament-withdrawn = вибув(ла)
tournament-remove = Зняти з турніру
tournament-bring-back = Повернути
tournament-by-organiser = за рішенням організатора

## Log

tournament-log = Що відбувалося
tournament-server = сервер
tournament-did-join = { $name }: бере участь у турнірі
tournament-did-withdraw = { $name }: більше не бере участі
tournament-did-return = { $name }: знову бере участь
tournament-did-pair = Складено пари туру
tournament-did-report = Зустріч { $number }: гравець повідомив { $points }
tournament-did-enter = Зустріч { $number }: результат { $points }
tournament-did-rule = Зустріч { $number }: результат вирішено
tournament-did-reopen = Зустріч { $number }: останній результат скасовано
tournament-did-adjourn = Зустріч { $number } перервано або продовжено
tournament-did-replay = Зустріч { $number }: партію грають знову

## Errors

error-no_tournament = Такого турніру немає. Можливо, його видалили.
error-tournament_refused = Зараз у цьому турнірі так зробити не можна.
error-tournament_full = У вас забагато незавершених турнірів. Спершу завершіть або видаліть один із них.
tournament-arbiters = Арбітри
tournament-arbiters-help = Арбітри складають пари й вирішують результати зустрічей так само, як ви. Усі їхні дії видно в журналі.
tournament-arbiter-add = Призначити арбітром
tournament-arbiter-dismiss = Зняти
tournament-arbiter-dismiss-of = Зняти: { $name }
tournament-arbiter-leave = Більше не бути арбітром
tournament-did-appoint = { $name }: тепер арбітр
tournament-did-dismiss = { $name }: більше не арбітр
