### Слова самих страниц.

## Главная страница

home-title = Целый мир, квадрат за квадратом
home-lead = Города за стенами, край мамонтов, неведомый берег или туман с привидениями, от которых обороняются сообща: выберите игру и играйте с компьютерными игроками, за одним экраном или с друзьями по сети.
choose-game = Выберите игру
all-games = Все игры
players-range = Игроков: { $least }–{ $most }
setup-reset = Вернуть обычные настройки
play-now = Играть
play-friend = Играть с другом
starts-help = Начнётся партия «{ $game }» с вашими последними настройками.
make-table = Создать стол
my-tables = Мои партии
my-tables-others = Другие партии
my-tables-empty = Здесь появятся партии, которые вы начнёте или к которым присоединитесь.
join = Сыграть с друзьями
join-help = Откройте присланную вам ссылку или вставьте её сюда.
join-link = Ссылка на стол
join-go = Перейти
join-no-link = Это не ссылка на стол: такие ссылки заканчиваются на /t/ и двенадцать букв или цифр.
phase-gathering = Ждёт игроков
phase-playing = Идёт
phase-finished = Окончена
seat-kind = Кто играет на месте { $number }
seat-human = На этом устройстве
seat-bot = Компьютер
seat-open-help = Ваш друг сможет занять его по ссылке.
seat-add = Добавить игрока
seat-remove = Убрать место { $number }
seats-full =
    { $most ->
        [one] При таких настройках может играть не больше { $most } игрока.
       *[other] При таких настройках может играть не больше { $most } игроков.
    }
name-of-seat = Имя игрока { $number }
time-of-seat = Время на размышление у игрока { $number }
expansions-all = Все
expansions-none = Ни одного
part-clauses = Правила
part-clauses-of = Правила: { $part }
expansions-chosen =
    { $count ->
        [0] ничего не выбрано
        [one] выбрано { $count }
       *[other] выбрано { $count }
    }
first-seat = Первый игрок
first-seat-youngest = Первый игрок, его выбирает самый младший

## Plain tables

plain-choose = Без подсказок, как на турнире
