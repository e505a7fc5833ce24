### Турниры

tournaments-help = Турниры по швейцарской системе, круговые и на выбывание, в каждой встрече двое. Сервер составляет пары, открывает столы и считает результаты.
tournaments-sign-in = Чтобы создать турнир или участвовать в нём, войдите.
tournaments-which = Какие турниры
tournaments-all = Все
tournaments-mine = Мои
tournaments-none = Турниров пока нет.
tournaments-more = Ещё турниры
tournament-phase-joining = Идёт запись
tournament-phase-playing = Идёт тур
tournament-phase-between_rounds = Между турами
tournament-phase-over = Завершён
tournament-players =
    { $count ->
        [one] { $count } игрок
        [few] { $count } игрока
       *[other] { $count } игроков
    }

## A new tournament

tournament-new = Новый турнир
tournament-name = Название
tournament-format = Система
tournament-format-swiss = Швейцарская
tournament-format-round-robin = Круговая
tournament-format-groups = Группы, затем на выбывание
tournament-format-single-elimination = На выбывание
tournament-format-double-elimination = До двух поражений
tournament-number-rounds = Туров
tournament-number-cycles = Встреч между каждыми двумя игроками
tournament-number-groups = Групп
tournament-number-advance = Сколько игроков выходит из группы
tournament-rounds =
    { $count ->
        [one] { $count } тур
        [few] { $count } тура
       *[other] { $count } туров
    }
tournament-cycles =
    { $count ->
        [one] { $count } круг
        [few] { $count } круга
       *[other] { $count } кругов
    }
tournament-groups =
    { $count ->
        [one] { $count } группа
        [few] { $count } группы
       *[other] { $count } групп
    }
tournament-match = Встреча
tournament-one-game = Одна партия
tournament-best-of =
    { $count ->
        [few] До двух побед, не больше { $count } партий
       *[other] До большинства побед, не больше { $count } партий
    }
tournament-ties = Равные очки в партии
tournament-ties-draw = Ничья
tournament-ties-starter-loses = Проигрывает тот, кто начинал
tournament-joining = Кто может участвовать
tournament-joining-open = Все, у кого есть учётная запись
tournament-joining-organiser = Кого добавите вы
tournament-where = Где играют
tournament-where-here = За столами на этом сервере
tournament-in-person = Вживую
tournament-third-place = Играть за третье место
tournament-order = Порядок игроков и дополнительные показатели
tournament-seeding = Порядок игроков на старте
tournament-seeding-rating = По рейтингу
tournament-seeding-joined = В порядке записи
tournament-seeding-drawn = По жребию
tournament-tie-break = Дополнительный показатель { $number }
tournament-tie-break-none = нет
tournament-make = Создать турнир

## The page of a tournament

tournament-by = Организатор: { $name }
tournament-link = Ссылка на турнир
tournament-closed = Модератор скрыл этот турнир. Причина: { $reason }
tournament-play = К вашей партии
tournament-won = Победа: { $names }
tournament-sign-in = Войти и участвовать
tournament-join = Участвовать
tournament-leave = Выйти из турнира
tournament-return = Вернуться в турнир
tournament-start = Начать
tournament-pair = Составить пары следующего тура
tournament-delete = Удалить
tournament-delete-sure = Точно удалить?
tournament-round = Тур { $number }
tournament-choose-round = Тур
tournament-bye = без соперника
tournament-open = не закончена
tournament-adjourned = прервана
tournament-drawn = Ничья
tournament-both-lose = Поражение обоим
tournament-wins = Победа: { $name }
tournament-table = Стол
tournament-watch = Смотреть тур
tournament-aborted = Партия прервана. Решает организатор.
tournament-conflict = Игроки сообщили разные результаты. Решает организатор.
tournament-decide = Решить
tournament-report = Сообщить результат
tournament-stage-group = Группа { $number }
tournament-stage-winners = На выбывание, круг { $number }
tournament-stage-losers = Сетка проигравших, круг { $number }
tournament-stage-final = Финал
tournament-stage-second-final = Второй финал
tournament-stage-third-place = Встреча за третье место
tournament-report-page = Пожаловаться на турнир
tournament-reported = Спасибо. Модератор посмотрит.

## Results

tournament-decision = Решение
tournament-act-enter = Внести очки партии
tournament-act-rule = Решить исход встречи
tournament-act-reopen = Отменить последний результат
tournament-act-adjourn = Прервать встречу
tournament-act-resume = Продолжить встречу
tournament-act-replay = Сыграть партию заново за новым столом
tournament-points-of = Очки, { $name }
tournament-outcome = Исход встречи
tournament-reason = Причина, её увидят все
tournament-send = Отправить
tournament-swap = Поменять местами
tournament-from-game = Взять очки из партии
tournament-from-game-help = Вставьте ссылку на законченную партию здесь или на CarcassonneLab, ссылку из редактора позиций или текст записи.
tournament-fill-in = Заполнить
tournament-game-open = Эта партия не закончена.
tournament-game-of-two = В этой партии не два игрока.

## Standings

tournament-standings = Таблица
tournament-points = Очки
tournament-record = Победы–ничьи–поражения
tournament-break-direct = Личная встреча
tournament-break-wins = Победы
tournament-break-buchholz = Бухгольц
tournament-break-sonneborn-berger = Бергер
tournament-break-points-difference = Разница
tournament-export = Скачать
tournament-export-standings = Таблица
tournament-export-matches = Встречи
tournament-export-games = Партии

## Wall screen

tournament-wall = Большой экран и печать
tournament-wall-back = К турниру
tournament-wall-full = Во весь экран
tournament-wall-print = Печать
tournament-wall-slips = Напечатать бланки результатов
tournament-wall-pairings = Пары тура
tournament-wall-board = Стол
tournament-wall-pairing = Игроки
tournament-wall-players = Игроки
tournament-wall-signature = Подпись

## Players

tournament-no-players = Пока никто не записался.
tournament-add-name = Имя игрока
tournament-add-account = Имя учётной записи
tournament-add = Добавить
tournament-withdrawn = выбыл(а)
tournament-remove = Снять с турнира
tournament-bring-back = Вернуть
tournament-by-organiser = по решению организатора

## Log

tournament-log = Что происходило
tournament-server = сервер
tournament-did-join = { $name }: участвует в турнире
tournament-did-withdraw = { $name }: больше не участвует
tournament-did-return = { $name }: снова участвует
tournament-did-pair = Составлены пары тура
tournament-did-report = Встреча { $number }: игрок сообщил { $points }
tournament-did-enter = Встреча { $number }: результат { $points }
tournament-did-rule = Встреча { $number }: исход решён
tournament-did-reopen = Встреча { $number }: последний результат отменён
tournament-did-adjourn = Встреча { $number } прервана или продолжена
tournament-did-replay = Встреча { $number }: партию играют заново

## Errors

error-no_tournament = Такого турнира нет. Возможно, его удалили.
error-tournament_refused = Сейчас в этом турнире так сделать нельзя.
error-tournament_full = У вас слишком много незавершённых турниров. Сначала завершите или удалите один из них.
tournament-arbiters = Арбитры
tournament-arbiters-help = Арбитры составляют пары и решают исход встреч так же, как вы. Все их действия видны в журнале.
tournament-arbiter-add = Назначить арбитром
tournament-arbiter-dismiss = Снять
tournament-arbiter-dismiss-of = Снять: { $name }
tournament-arbiter-leave = Больше не быть арбитром
tournament-did-appoint = { $name }: теперь арбитр
tournament-did-dismiss = { $name }: больше не арбитр
