### Як знайти партію: зала, швидка гра, виклики, реванш і хто може прийти за стіл.

lobby-lead = Знайдіть, із ким зіграти: одразу, по ходу на день або за столом, що чекає на гравців.

## Швидка гра

quick-match = Швидка гра
quick-match-help = Одне натискання: з вами зіграє той, хто хоче того самого.
players-count =
    { $count ->
        [one] { $count } гравець
        [few] { $count } гравці
       *[other] { $count } гравців
    }
seek-own = Щось інше
seek-game = Гра
seek-players = Гравців
seek-last = Як я готував востаннє: { $parts }
seek-rated = Партія на рейтинг
seek-rated-help = Результат змінить рейтинг обох. Лише для облікових записів.
seek-range = Лише суперники з рейтингом від { $least } до { $most }
seek-range-choose = Суперники за рейтингом
seek-least = Найменший рейтинг
seek-most = Найбільший рейтинг
seek-start = Шукати гравців
seek-name = Ваше ім’я в партії
seeking = Шукаємо гравців…
seeking-help = Не йдіть із цього сайту: партія почнеться, щойно всі знайдуться.
seek-leave = Більше не шукати
seek-fill = Зіграти з комп’ютером
seeks = Хто шукає гравців
seeks-none = Зараз ніхто не шукає. Будьте першим.
seek-accept = Грати
seek-accept-of = Грати з { $name }
seek-yours = Це ви
rating-of = рейтинг { $points }
unrated = Без рейтингу

## Відкриті столи

open-tables = Відкриті столи
open-tables-none = Таких столів зараз немає.
filter-game = Гра
filter-game-all = Усі ігри
filter-clock = Годинник
filter-clock-all = Будь-який годинник
filter-clock-live = Грають разом
filter-clock-days = Дні на хід
filter-clock-none = Без годинника
filter-open = Місця
filter-open-all = Будь-які
filter-open-yes = Є вільне місце
filter-open-no = Можна дивитися
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
challenge-make = Викликати на партію
challenge-make-help = Уведіть ім’я облікового запису. Виклик прийде туди, де людина ввійшла; ніхто інший місця не займе.
challenge-name = Ім’я облікового запису
challenge-send = Викликати
challenge-sign-in = Щоб викликати когось на ім’я, увійдіть. Другові без облікового запису можна надіслати посилання на стіл.
challenge-to = Ви викликаєте: { $name }
challenge-cancel = Відкликати
challenge-until = до { $time }
challenge-sent = Виклик надіслано: { $name }.
challenges-none = Зараз вас ніхто не викликає.

## Хто може прийти

access = Хто може прийти
access-choose = Стіл
access-public = відкритий: його бачать усі в залі
access-link = для всіх, хто має посилання
access-invited = лише для тих, кого я запрошу
access-names = Імена їхніх облікових записів через кому
access-spectators = Інші можуть спостерігати
access-spectators-help = Без цього, доки партія триває, її бачать лише гравці.
access-tag-invited = За запрошенням
access-tag-closed = Без глядачів

## Головна сторінка

find-players = Знайти, з ким зіграти
featured = Грають зараз
featured-watch = Дивитися
featured-left =
    { $count ->
        [one] залишилася { $count } плитка
        [few] залишилося { $count } плитки
       *[other] залишилося { $count } плиток
    }
featured-board = Карта, якою вона лежить зараз
