### Как найти партию: зал, быстрая игра, вызовы, реванш и кто может прийти за стол.

lobby-lead = Найдите, с кем сыграть: сразу, по ходу в день или за столом, который ждёт игроков.

## Быстрая игра

quick-match = Быстрая игра
quick-match-help = Одно нажатие: с вами сыграет тот, кто хочет того же.
players-count =
    { $count ->
        [one] { $count } игрок
        [few] { $count } игрока
       *[other] { $count } игроков
    }
seek-own = Что-нибудь другое
seek-game = Игра
seek-players = Игроков
seek-last = Как я готовил в последний раз: { $parts }
seek-rated = Партия на рейтинг
seek-rated-help = Результат изменит рейтинг обоих. Только для учётных записей.
seek-range = Только соперники с рейтингом от { $least } до { $most }
seek-range-choose = Соперники по рейтингу
seek-least = Наименьший рейтинг
seek-most = Наибольший рейтинг
seek-start = Искать игроков
seek-name = Ваше имя в партии
seeking = Ищем игроков…
seeking-help = Не уходите с этого сайта: партия начнётся, как только все найдутся.
seek-leave = Не искать больше
seek-fill = Сыграть с компьютером
seeks = Кто ищет игроков
seeks-none = Сейчас никто не ищет. Будьте первым.
seek-accept = Играть
seek-accept-of = Играть с { $name }
seek-yours = Это вы
rating-of = рейтинг { $points }
unrated = Без рейтинга

## Открытые столы

open-tables = Открытые столы
open-tables-none = Таких столов сейчас нет.
filter-game = Игра
filter-game-all = Все игры
filter-clock = Часы
filter-clock-all = Любые часы
filter-clock-live = Играют вместе
filter-clock-days = Дни на ход
filter-clock-none = Без часов
filter-open = Места
filter-open-all = Любые
filter-open-yes = Есть свободное место
filter-open-no = Можно смотреть
filter-rated = Рейтинг
filter-rated-all = Любой
open-more = Показать ещё
seats-free =
    { $count ->
        [0] нет свободных мест
        [one] { $count } свободное место
        [few] { $count } свободных места
       *[other] { $count } свободных мест
    }

## Вызовы

challenges = Вызовы
challenge-make = Вызвать на партию
challenge-make-help = Введите имя учётной записи. Вызов придёт туда, где человек вошёл; никто другой место не займёт.
challenge-name = Имя учётной записи
challenge-send = Вызвать
challenge-sign-in = Чтобы вызвать кого-то по имени, войдите. Другу без учётной записи можно послать ссылку на стол.
challenge-to = Вы вызываете: { $name }
challenge-cancel = Отозвать
challenge-until = до { $time }
challenge-sent = Вызов отправлен: { $name }.
challenges-none = Сейчас вас никто не вызывает.

## Кто может прийти

access = Кто может прийти
access-choose = Стол
access-public = открытый: его видят все в зале
access-link = для всех, у кого есть ссылка
access-invited = только для тех, кого я приглашу
access-names = Имена их учётных записей через запятую
access-spectators = Другие могут смотреть
access-spectators-help = Без этого, пока партия идёт, её видят только игроки.
access-tag-invited = По приглашению
access-tag-closed = Без зрителей

## Главная страница

find-players = Найти, с кем сыграть
featured = Играют сейчас
featured-watch = Смотреть
featured-left =
    { $count ->
        [one] остался { $count } квадрат
        [few] осталось { $count } квадрата
       *[other] осталось { $count } квадратов
    }
featured-board = Карта, какой она лежит сейчас
