### Слова самих страниц.

## Повсюду

home = Bastide, главная страница
site = Сайт
puzzles = Задачи
rules = Правила
rule = Правило
rule-unknown = Правила { $id } нет.
rule-open-all = Открыть все правила
rule-choice = Вариант правил «{ $name }»
rule-at = «{ $name }: { $value }»
rule-choice-usual = { $value } (по умолчанию)
clause-link = Правило { $id }
help = Справка
settings = Настройки
language = Язык
theme = Тема
theme-auto = Как в системе
theme-light = Светлая
theme-dark = Тёмная
text-size = Размер текста
text-size-normal = Обычный
text-size-large = Крупный
text-size-tv = Для телевизора
surface = Стол
surface-wood = Дерево
surface-felt = Сукно
surface-slate = Сланец
text-board = Текстовая карта
board-settings = Карта
setting-patterns = Узоры вдобавок к цветам
setting-patterns-help = Помогают различать игроков не только по цвету.
setting-animation = Анимация
setting-animation-help = Квадраты поворачиваются, фишки движутся. Всегда выключена, если анимация отключена в системе.
setting-confirm = Подтверждение ходов
confirm-always = Всегда
confirm-undo = В конце хода
confirm-never = Никогда
confirm-always-help = И квадрат, и фишку нужно подтвердить.
confirm-undo-help = Квадрат можно забрать, пока вы не завершите ход кнопкой или повторным нажатием на выбранное.
confirm-never-help = Квадрат можно забрать, пока не выбрана фишка: её выбор завершает ход.
setting-spots = Показывать допустимые места
setting-spots-help = Если выключить, место видно, только когда на него наведён указатель.
setting-coordinates = Координаты
setting-coordinates-help = Всегда показывать номера столбцов и рядов по краям карты, считая от стартового квадрата.
close = Закрыть
loading = Минутку…
seconds = { NUMBER($seconds, maximumFractionDigits: 1) } с
lost-page = Страница не найдена
lost-page-help = Проверьте адрес или перейдите на главную страницу.
lost-home = На главную
unloaded-page = Не удалось загрузить страницу
unloaded-page-help = Нет сети, или сервер недоступен. Страница откроется, как только появится сеть.
error-offline = Сервер недоступен. Проверьте соединение и попробуйте ещё раз.
error-unknown = Что-то пошло не так. Попробуйте ещё раз.
error-bad_message = Сервер не понял сообщение. Обновите страницу и попробуйте ещё раз.
error-already_started = Эта партия уже началась. Чтобы смотреть её, обновите страницу.
error-bad_range = Такой позиции в этой партии нет.
error-not_found = По этому адресу ничего нет.
error-method = На такой запрос сервер не отвечает. Обновите страницу.
error-origin = Сервер не принимает запросы с этого адреса. Откройте страницу по адресу самого сервера.
part-base = Базовая игра
tile = Квадрат
tile-named = Квадрат: { $parts }
tile-part-city =
    { $count ->
        [one] { $count } город
        [few] { $count } города
       *[many] { $count } городов
    }
tile-part-road =
    { $count ->
        [one] { $count } дорога
        [few] { $count } дороги
       *[many] { $count } дорог
    }
tile-part-monastery =
    { $count ->
        [one] { $count } монастырь
        [few] { $count } монастыря
       *[many] { $count } монастырей
    }
tile-part-field =
    { $count ->
        [one] { $count } поле
        [few] { $count } поля
       *[many] { $count } полей
    }
points =
    { $count ->
        [one] { $count } очко
        [few] { $count } очка
       *[many] { $count } очков
    }

## Главная страница

try-again = Попробовать ещё раз
turn-number = Ход { $turn }
you = вы
guest = Гость
seats = Игроки
seat-open = Свободное место
seat-number = Игрок { $number }
your-name = Ваше имя
level-of-seat = Уровень игрока { $number }
computer-named = Компьютер ({ $level })
expansions = Дополнения
part-all = Все правила
options = Варианты правил

## Сбор

invite-link = Ссылка на этот стол
copy-link = Скопировать
copied = Скопировано
away = не на связи

## За столом

board =
    { $tiles ->
        [one] Карта, { $tiles } квадрат
        [few] Карта, { $tiles } квадрата
       *[many] Карта, { $tiles } квадратов
    }
players = Игроки
turn = Ход
watching = Вы зритель
results = Итоги
share = Поделиться
your-turn = Ваш ход
turn-yours-place = Ваш ход: выложите квадрат
turn-yours-deploy = Ваш ход: поставите последователя?
turn-yours-abbey = Ваш ход: выложите аббатство или вытянете квадрат?
turn-yours-wagon = Ваш ход: поедет ли фургон дальше?
turn-yours-capture = Ваш ход: возьмёте заключённого?
turn-yours-exchange = Ваш ход: кто вернётся по обмену?
turn-yours-dragon = Ваш ход: переместите дракона
turn-yours-enter = Ваш ход: кто выйдет из крепости Каркассон?
turn-yours-courtier = Ваш ход: поставите последователя в крепость Каркассон?
turn-yours-count = Ваш ход: переставите графа?
turn-yours-escape = Ваш ход: сбежит ли рыцарь?
turn-yours-ransom = Ваш ход: выкупите заключённого?
turn-yours-double = Ваш ход: выложите ещё один квадрат?
turn-yours-phantom = Ваш ход: поставите ещё и фантома?
turn-yours-mage-witch = Ваш ход: переместите мага или ведьму
turn-yours-other = Ваш ход
turn-local-place = { $name }, ваш ход: выложите квадрат
turn-local-deploy = { $name }: поставите последователя?
turn-local-abbey = { $name }: выложите аббатство или вытянете квадрат?
turn-local-wagon = { $name }: поедет ли фургон дальше?
turn-local-capture = { $name }: возьмёте заключённого?
turn-local-exchange = { $name }: кто вернётся по обмену?
turn-local-dragon = { $name }: переместите дракона
turn-local-enter = { $name }: кто выйдет из крепости Каркассон?
turn-local-courtier = { $name }: поставите последователя в крепость Каркассон?
turn-local-count = { $name }: переставите графа?
turn-local-escape = { $name }: сбежит ли рыцарь?
turn-local-ransom = { $name }: выкупите заключённого?
turn-local-double = { $name }: выложите ещё один квадрат?
turn-local-phantom = { $name }: поставите ещё и фантома?
turn-local-mage-witch = { $name }: переместите мага или ведьму
turn-local-other = { $name }, ваш ход
turn-theirs-place = { $name } выкладывает квадрат
turn-theirs-deploy = { $name } решает, ставить ли последователя
turn-theirs-other = Ходит { $name }
turn-theirs-abbey = { $name } решает, выкладывать ли аббатство
turn-theirs-wagon = { $name } решает, куда поедет фургон
turn-theirs-capture = { $name } выбирает заключённого
turn-theirs-exchange = { $name } выбирает, кто вернётся по обмену
turn-theirs-dragon = { $name } перемещает дракона
turn-theirs-enter = { $name } решает, кто выйдет из крепости Каркассон
turn-theirs-courtier = { $name } решает, ставить ли последователя в крепость Каркассон
turn-theirs-count = { $name } решает, куда перейдёт граф
turn-theirs-escape = { $name } решает, сбежит ли рыцарь
turn-theirs-ransom = { $name } решает, выкупать ли заключённого
turn-theirs-double = { $name } решает, выкладывать ли ещё один квадрат
turn-theirs-phantom = { $name } решает, ставить ли ещё и фантома
turn-theirs-mage-witch = { $name } перемещает мага или ведьму
your-hand = Квадраты на руках
hand-of = { $name }, на руках { $count ->
        [one] { $count } квадрат
        [few] { $count } квадрата
       *[many] { $count } квадратов
    }
hand-back = Скрытый квадрат
hand-pick = Выложить этот: { $tile }
hand-nowhere = { $tile }; сейчас для него нет места
hand-covered = { $name }: квадраты скрыты.
show-hand = Показать мои квадраты
bonus-tile = Бонусная карта
bonus-left =
    { $count ->
        [0] Бонусных карт не осталось
        [one] Осталась { $count } бонусная карта
        [few] Осталось { $count } бонусные карты
       *[many] Осталось { $count } бонусных карт
    }
turn-yours-bonus = Вы вытянули бонусную карту: выложите её
turn-local-bonus = { $name }: вы вытянули бонусную карту. Выложите её
turn-theirs-bonus = { $name } выкладывает бонусную карту
turn-yours-shaman = Ваш ход: кого вернёт шаман?
turn-local-shaman = { $name }: кого вернёт шаман?
turn-theirs-shaman = { $name } выбирает, кого вернёт шаман
turn-of = ходит { $name }
turn-doubled = Двойной ход
turn-second = Двойной ход: второй квадрат
steps-left =
    { $count ->
        [one] остался { $count } шаг
        [few] осталось { $count } шага
       *[many] осталось { $count } шагов
    }
chance = Вытягиваем квадрат
game-over = Партия окончена
thinking = { $name } думает
pass-device = Передайте устройство: { $name }
tiles-left =
    { $count ->
        [0] Квадратов не осталось
        [one] Остался { $count } квадрат
        [few] Осталось { $count } квадрата
       *[many] Осталось { $count } квадратов
    }
supply = В запасе: { $supply }
supply-empty = запас пуст
holds = Есть: { $tokens }
prisoners = Заключённые: { $prisoners }
token-abbey = Аббатство
token-tower = Секции башни
laps =
    { $laps ->
        [one] { $laps } круг по шкале подсчёта
        [few] { $laps } круга по шкале подсчёта
       *[many] { $laps } кругов по шкале подсчёта
    }
track-score =
    { $laps ->
        [0] { $name }: { $score }.
        [one] { $name }: { $score }, { $laps } круг по шкале подсчёта.
        [few] { $name }: { $score }, { $laps } круга по шкале подсчёта.
       *[many] { $name }: { $score }, { $laps } кругов по шкале подсчёта.
    }
offline = Связь прервалась. Следующая попытка через { $seconds } с. С партией ничего не случится: она хранится на сервере.
reconnecting = Подключаемся…
retry-now = Повторить сейчас

## Выбор

your-choice = Ваш ход
hint-place = Выберите, куда положить квадрат
hint-place-turn = Выберите, куда положить квадрат. Там, где ↻, он повернётся.
hint-placed = Нажмите ещё раз, чтобы повернуть, затем подтвердите
hint-figure = Выберите участок квадрата или никого не ставьте
hint-figure-chosen = Подтвердите или выберите другой участок
hint-other = Выберите
hint-chosen = Подтвердите или выберите другое
hint-portal = Выберите, куда ведут ворота
hint-tower = Выберите башню, чтобы надстроить её или подняться на неё
hint-fairy = Выберите, рядом с кем встанет фея
hint-princess = Выберите рыцаря, которого уведёт принцесса
hint-festival = Выберите фишку, которую хотите вернуть
hint-mage = Выберите дорогу или город для мага
hint-witch = Выберите дорогу или город для ведьмы
hint-withdraw = Идти некуда. Выберите, кто из двоих уйдёт с карты.
hint-ransom = Выберите, кого выкупить
hint-exchange = Выберите, кто вернётся
hint-capture = Выберите, кого взять заключённым
hint-dragon = Выберите, куда пойдёт дракон
hint-count = Выберите квартал для графа
hint-courtier = Выберите квартал
hint-move = Выберите, куда отправиться
hint-escape = Выберите рыцаря, который сбежит
hint-hand = Выберите квадрат на руках, затем место для него
hint-remove = Выберите спутника, которого хотите снять
hint-remove-chosen =
    { $points ->
        [one] Он вернётся и принесёт { $points } очко
        [few] Он вернётся и принесёт { $points } очка
       *[many] Он вернётся и принесёт { $points } очков
    }
hint-shaman = Выберите соплеменника, который вернётся
what-to-do = Что сделать
mode-place = Квадрат
mode-figure = Фишка
mode-portal = Ворота
mode-tower = Башня
mode-fairy = Фея
mode-princess = Принцесса
mode-festival = Фестиваль
mode-mage = Маг
mode-witch = Ведьма
mode-ransom = Выкуп
mode-remove = Снять
mode-shaman = Соплеменник
choices-many =
    { $count ->
        [one] На выбор { $count } вариант
        [few] На выбор { $count } варианта
       *[many] На выбор { $count } вариантов
    }
choice-before = Предыдущий вариант
choice-next = Следующий вариант
act-build = Секция башни
act-again = Выложить ещё один квадрат
tower-high =
    { $count ->
        [0] Фундамент
        [one] Башня, { $count } секция
        [few] Башня, { $count } секции
       *[many] Башня, { $count } секций
    }
tile-at = Квадрат на { $place }
way-0 = Север
way-1 = Восток
way-2 = Юг
way-3 = Запад
captive-held = { $figure }, в заключении ({ $name })
figure-in-role = { $figure } ({ $role })
pass-nothing = Ничего
pass-abbey = Вытянуть квадрат
pass-wagon = Забрать в запас
pass-capture = Никого
pass-enter = Никто не выходит
pass-courtier = Никого
pass-phantom = Не ставить фантома
pass-count = Граф остаётся
pass-escape = Никто не сбежит
pass-ransom = Не выкупать
pass-double = Закончить ход
pass-shaman = Никого
rotate = Повернуть
take-back = Отменить
confirm = Подтвердить
no-figure = Никого не ставить
no-figure-short = Никого
answer-pass = Пропустить
which-figure = Выберите фишку
figure-of = { $role }, { $name }
spot = Место { $number } из { $count }: { $place }
spot-chosen = Место { $number } из { $count }: { $place }, квадрат лежит здесь, положение { $turn } из { $turns }
choice = { $number }: { $role }, { $kind }
choice-other = { $number }: { $role }
part-side = { $what }, { $where }
side-n = север
side-ne = северо-восток
side-e = восток
side-se = юго-восток
side-s = юг
side-sw = юго-запад
side-w = запад
side-nw = северо-запад

## Управление картой

board-tools = Управление картой
zoom-in = Приблизить
zoom-out = Отдалить
fit = Показать всё
turn-board = Повернуть карту
show-fields = Показать владельцев полей
show-spots = Показать допустимые места
show-guide = Показать подсказки

## What places do

guide = Подсказки для этого места
guide-nothing = Ничего не завершает
guide-free = { $kind }: { $points }, пока без владельца
guide-team = { $kind }: { $points } команде
guide-gives = { $kind }: { $what }
guide-share = { $name } +{ $points }
guide-fit = Подходит сюда: { $count } из { $all } оставшихся квадратов.
guide-dead = Ни один из оставшихся квадратов сюда уже не подойдёт.
guide-next = Вероятность, что следующий квадрат подойдёт: { $chance } %.
guide-soon =
    { $count ->
        [1] Вероятность, что подойдёт следующий квадрат: { $chance } %.
       *[other] Вероятность, что подойдёт хотя бы один из следующих { $count }: { $chance } %.
    }

## Plain tables

plain-table = Стол без подсказок
plain-tag = без подсказок
plain-table-help = Подсказок нет: сколько очков дают места и строения, чьи поля и какие квадраты остались, станет известно только после партии. В рейтинговых партиях обычно играют так.

## Подробности

panels = Подробнее
panel-log = Очки
panel-tiles = Квадраты
panel-features = На карте
panel-projected = Прогноз
log-empty = Очков пока никто не получил.
terms-join = { " + " }
term-each = { $what } × { $each }
scored-city-finished = Завершён город
scored-city-unfinished = Незавершённый город
scored-road-finished = Завершена дорога
scored-road-unfinished = Незавершённая дорога
scored-monastery-finished = Завершён монастырь
scored-monastery-unfinished = Незавершённый монастырь
announce-scored =
    { $points ->
        [one] { $name }: { $what }, { $points } очко.
        [few] { $name }: { $what }, { $points } очка.
       *[many] { $name }: { $what }, { $points } очков.
    }
times = Количество: { $count }
discarded = Выбыли из игры
aside = Отложены, потом вернутся в стопку
stock = Карточки в общем запасе
taken-out = Убраны перед первым ходом
tiles-with-hidden = С учётом квадратов, скрытых на руках у других.
plain-tiles = За этим столом играют без подсказок: оставшиеся квадраты появятся здесь, когда партия закончится.
feature-struck =
    { $count ->
        [one] { $count } зачёркнут
       *[other] { $count } зачёркнуто
    }
feature-around =
    { $count ->
        [one] { $count } соседняя степь
        [few] { $count } соседние степи
       *[many] { $count } соседних степей
    }
mark-inn = гостиница
mark-cathedral = собор
mark-besieged = осаждён
mark-carcassonne = крепость Каркассон
mark-cult-shrine = святилище
mark-mage = маг
mark-witch = ведьма
mark-darmstadtium = Дармштадтиум
features-empty = На карте пока нет фишек.
features-help = Сколько очков принесло бы всё занятое, если бы партия закончилась сейчас.
feature-now = Очки, если бы партия закончилась сейчас
feature-complete = завершено
feature-open =
    { $count ->
        [one] { $count } открытый край
        [few] { $count } открытых края
       *[many] { $count } открытых краёв
    }
feature-missing =
    { $count ->
        [one] вокруг не хватает { $count } квадрата
       *[many] вокруг не хватает { $count } квадратов
    }
feature-tiles =
    { $count ->
        [one] { $count } квадрат
        [few] { $count } квадрата
       *[many] { $count } квадратов
    }
feature-cities =
    { $count ->
        [one] { $count } завершённый город
        [few] { $count } завершённых города
       *[many] { $count } завершённых городов
    }
feature-free = Здесь никто не стоит.
feature-scores = получает очки
feature-pin = Нажмите, чтобы закрепить
show-on-board = Показать
projected-help = Каким был бы счёт, если бы партия закончилась сейчас, с учётом всего незавершённого.
projected-parts = { $score } получено, ещё { $more } на карте

## Конец

final-scoring = Окончательный подсчёт
final-begins = Последний квадрат выложен. Считаем то, что осталось на карте.
pause = Пауза
play = Воспроизвести
next = Дальше
skip = Пропустить
won =
    { $count ->
        [one] Победа: { $names }
       *[other] Общая победа: { $names }
    }
chart-kinds = За что каждый игрок получил очки
play-again = Сыграть ещё
replay = Просмотр партии
recount = Показать подсчёт ещё раз
look-at-board = Посмотреть на карту
record = Сохранить партию
commitment = Контрольная сумма порядка квадратов, определённого до первого хода:
draw-pile-clause = BASE-02
seed = Исходное число, из которого получен порядок квадратов:

## Запись партии

replay-controls = Просмотр партии
replay-position = Позиция в партии
replay-at = Шаг { $at } из { $end }, ход { $turn }
replay-first = В начало
replay-back = Шаг назад
replay-forward = Шаг вперёд
replay-last = В конец
back-to-table = Назад к столу
events = Журнал партии
chart = Очки
chart-course = Счёт по ходу партии; нажмите, чтобы перейти к нужному ходу
chart-course-title = Очки
go-to = Перейти к шагу { $seq }
events-earlier = Показать более ранние
events-later = Показать более поздние
event-placed = { $name } выкладывает квадрат на { $place }
event-moved = { $name } переставляет: { $figure }
event-returned = { $name } забирает в запас: { $figure }
event-captured = { $name } берёт заключённого ({ $other }): { $figure }
event-redeemed = { $name } получает обратно ({ $other }): { $figure }
event-led = Перемещается: { $piece }
event-withdrawn = Уходит с карты: { $piece }
event-built =
    { $count ->
        [one] { $name } строит башню: { $count } секция
        [few] { $name } строит башню: { $count } секции
       *[many] { $name } строит башню: { $count } секций
    }
event-tokens =
    { $count ->
        [1] { $name } получает: { $token }
       *[other] { $name } получает: { $token } × { $count }
    }
event-aside = Квадрат отложен на потом
event-back = Отложенные квадраты возвращены в стопку
event-left = Один квадрат остаётся вне игры
event-deployed = { $name } ставит: { $figure }
event-discarded = Квадрат, который некуда выложить, выбывает из игры
event-taken = { $name } берёт на руки: { $tile }
event-taken-hidden = { $name } берёт квадрат на руки
event-takenout = Один квадрат убран перед первым ходом
event-bonus = Вытянута бонусная карта

## Правила

rules-search = Искать в правилах
rules-part = Игра или дополнение
rules-found =
    { $count ->
        [0] Ничего не найдено
        [one] { $count } правило
        [few] { $count } правила
       *[many] { $count } правил
    }
