### Как найти партию: зал, быстрая партия, вызовы, реванш и доступ к столу.

lobby-lead = Найдите соперника для партии в реальном времени или по переписке либо сядьте за стол, где ждут игроков.

## Быстрая партия

quick-match = Быстрая партия
quick-match-help = Одно нажатие — и вы играете с тем, кто выбрал такую же партию.
players-count =
    { $count ->
        [one] { $count } игрок
        [few] { $count } игрока
       *[other] { $count } игроков
    }
quick-for = { $game } на { $count }
seek-own = Свои настройки
seek-game = Игра
seek-players = Число игроков
seek-last = Как в прошлый раз: { $parts }
seek-rated = Рейтинговая партия
seek-rated-help = Результат изменит рейтинги обоих игроков. Только для игроков с учётной записью.
seek-range = Только соперники с рейтингом от { $least } до { $most }
seek-range-choose = Рейтинг соперников
seek-least = Минимальный рейтинг
seek-most = Максимальный рейтинг
seek-start = Искать игроков
seek-name = Ваше имя в партии
seeking = Ищем игроков…
seeking-help = Не уходите с сайта: партия начнётся, как только найдутся все игроки.
seek-leave = Прекратить поиск
seek-fill = Сыграть с компьютером
seeks = Ищут игроков
seeks-none = Сейчас никто не ищет игроков. Начните поиск сами.
seek-accept = Играть
seek-accept-of = Играть: { $name }
seek-yours = Ваш поиск
name-rated = { $name } ({ $rating })
unrated = Без рейтинга

## Открытые столы

open-tables = Открытые столы
open-tables-none = Таких столов сейчас нет.
filter-game = Игра
filter-game-all = Все игры
filter-clock = Контроль времени
filter-clock-all = Любой
filter-clock-live = В реальном времени
filter-clock-days = По переписке
filter-clock-none = Без контроля времени
filter-open = Места
filter-open-all = Любые
filter-open-yes = Есть свободное место
filter-open-no = Только смотреть
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
challenge-make-help = Введите имя игрока. Он увидит вызов на всех своих устройствах, а занять место больше никто не сможет.
challenge-name = Имя игрока
challenge-send = Вызвать
challenge-sign-in = Войдите, чтобы вызвать кого-то по имени. Другу без учётной записи отправьте ссылку на стол.
challenge-to = Вы вызвали на партию: { $name }
challenge-cancel = Отозвать
challenge-until = до { $time }
challenge-sent = Вызов отправлен: { $name }.
challenges-none = Вызовов сейчас нет.

## Кто может прийти

access = Доступ
access-choose = Кому открыт стол
access-public = Всем: стол виден в зале
access-link = Всем, у кого есть ссылка
access-invited = Только приглашённым
access-names = Имена приглашённых через запятую
access-spectators = Разрешить зрителей
access-spectators-help = Если выключить, до конца партии её видят только игроки.
access-tag-invited = По приглашению
access-tag-closed = Без зрителей

## Главная страница

find-players = Найти соперника
featured = Сейчас играют
featured-watch = Смотреть
featured-left =
    { $count ->
        [one] остался { $count } квадрат
        [few] осталось { $count } квадрата
       *[other] осталось { $count } квадратов
    }
featured-board = Текущая карта партии
