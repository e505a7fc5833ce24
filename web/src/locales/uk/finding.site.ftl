### Як знайти партію: зала, швидка партія, виклики, реванш і доступ до столу.

lobby-lead = Знайдіть суперника для партії наживо чи за листуванням або сядьте за стіл, де чекають на гравців.

## Швидка партія

quick-match = Швидка партія
quick-match-help = Одне натискання — і ви граєте з тим, хто вибрав таку саму партію.
players-count =
    { $count ->
        [one] { $count } гравець
        [few] { $count } гравці
       *[other] { $count } гравців
    }
quick-for = { $game } на { $count }
seek-own = Власні налаштування
seek-game = Гра
seek-players = Кількість гравців
seek-last = Як минулого разу: { $parts }
seek-rated = Рейтингова партія
seek-rated-help = Результат змінить рейтинги обох гравців. Лише для гравців з обліковим записом.
seek-range = Лише суперники з рейтингом від { $least } до { $most }
seek-range-choose = Рейтинг суперників
seek-least = Мінімальний рейтинг
seek-most = Максимальний рейтинг
seek-start = Шукати гравців
seek-name = Ваше ім’я в партії
seeking = Шукаємо гравців…
seeking-help = Не йдіть із сайту: партія почнеться, щойно знайдуться всі гравці.
seek-leave = Припинити пошук
seek-fill = Зіграти з комп’ютером
seeks = Шукають гравців
seeks-none = Зараз ніхто не шукає гравців. Почніть пошук самі.
seek-accept = Грати
seek-accept-of = Грати: { $name }
seek-yours = Ваш пошук
name-rated = { $name } ({ $rating })
unrated = Без рейтингу

## Відкриті столи

open-tables = Відкриті столи
open-tables-none = Таких столів зараз немає.
filter-game = Гра
filter-game-all = Усі ігри
filter-clock = Контроль часу
filter-clock-all = Будь-який
filter-clock-live = Наживо
filter-clock-days = За листуванням
filter-clock-none = Без контролю часу
filter-open = Місця
filter-open-all = Будь-які
filter-open-yes = Є вільне місце
filter-open-no = Лише дивитися
filter-rated = Рейтинг
filter-rated-all = Будь-який
open-more = Показати ще
seats-free =
    { $count ->
        [0] немає вільних місць
        [one] { $count } вільне місце
        [few] { $count } вільні місця
       *[other] { $count } вільних місць
    }

## Виклики

challenges = Виклики
challenge-make = Кинути виклик
challenge-make-help = Уведіть ім’я гравця. Він побачить виклик на всіх своїх пристроях, а зайняти місце більше ніхто не зможе.
challenge-name = Ім’я гравця
challenge-send = Кинути виклик
challenge-sign-in = Увійдіть, щоб кинути комусь виклик за іменем. Другові без облікового запису надішліть посилання на стіл.
challenge-to = Ви кинули виклик: { $name }
challenge-cancel = Відкликати
challenge-until = до { $time }
challenge-sent = Виклик надіслано: { $name }.
challenges-none = Викликів зараз немає.

## Хто може прийти

access = Доступ
access-choose = Кому відкрито стіл
access-public = Усім: стіл видно в залі
access-link = Усім, хто має посилання
access-invited = Лише запрошеним
access-names = Імена запрошених через кому
access-spectators = Дозволити глядачів
access-spectators-help = Якщо вимкнути, до кінця партії її бачать лише гравці.
access-tag-invited = За запрошенням
access-tag-closed = Без глядачів

## Головна сторінка

find-players = Знайти суперника
featured = Зараз грають
featured-watch = Дивитися
featured-left =
    { $count ->
        [one] лишилася { $count } плитка
        [few] лишилося { $count } плитки
       *[other] лишилося { $count } плиток
    }
featured-board = Поточна карта партії
