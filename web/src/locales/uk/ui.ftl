### Слова самих сторінок.

## Усюди

home = Bastide, головна сторінка
site = Сайт
puzzles = Задачі
rules = Правила
rule = Правило
rule-unknown = Правила { $id } немає.
rule-open-all = Відкрити всі правила
rule-choice = Варіант правил «{ $name }»
rule-at = «{ $name }: { $value }»
rule-choice-usual = { $value } (типово)
clause-link = Правило { $id }
help = Довідка
settings = Налаштування
language = Мова
theme = Тема
theme-auto = Як у системі
theme-light = Світла
theme-dark = Темна
text-size = Розмір тексту
text-size-normal = Звичайний
text-size-large = Великий
text-size-tv = Для телевізора
surface = Стіл
surface-wood = Дерево
surface-felt = Сукно
surface-slate = Сланець
text-board = Текстова карта
board-settings = Карта
setting-patterns = Візерунки на додачу до кольорів
setting-patterns-help = Допомагають розрізняти гравців не лише за кольором.
setting-animation = Анімація
setting-animation-help = Плитки обертаються, фігурки рухаються. Завжди вимкнена, якщо анімацію вимкнено в системі.
setting-confirm = Підтвердження ходів
confirm-always = Завжди
confirm-undo = Наприкінці ходу
confirm-never = Ніколи
confirm-always-help = І плитку, і фігурку треба підтвердити.
confirm-undo-help = Плитку можна забрати, доки ви не завершите хід кнопкою або повторним натисканням на вибране.
confirm-never-help = Плитку можна забрати, доки не вибрано фігурку: її вибір завершує хід.
setting-spots = Показувати дозволені місця
setting-spots-help = Якщо вимкнути, місце видно, лише коли на нього наведено вказівник.
setting-coordinates = Координати
setting-coordinates-help = Завжди показувати номери стовпців і рядків уздовж країв карти, рахуючи від початкової плитки.
close = Закрити
loading = Хвилинку…
seconds = { NUMBER($seconds, maximumFractionDigits: 1) } с
lost-page = Сторінку не знайдено
lost-page-help = Перевірте адресу або перейдіть на головну сторінку.
lost-home = На головну
unloaded-page = Не вдалося завантажити сторінку
unloaded-page-help = Немає мережі, або сервер недоступний. Сторінка відкриється, щойно з’явиться мережа.
error-offline = Сервер недоступний. Перевірте з’єднання та спробуйте ще раз.
error-unknown = Щось пішло не так. Спробуйте ще раз.
error-bad_message = Сервер не зрозумів повідомлення. Оновіть сторінку та спробуйте ще раз.
error-already_started = Ця партія вже почалася. Оновіть сторінку, щоб стежити за нею.
error-bad_range = Такої позиції в цій партії немає.
error-not_found = За цією адресою нічого немає.
error-method = На такий запит сервер не відповідає. Оновіть сторінку.
error-origin = Сервер не приймає запитів із цієї адреси. Відкрийте сторінку за адресою самого сервера.
part-base = Базова гра
tile = Плитка
tile-named = Плитка: { $parts }
tile-part-city =
    { $count ->
        [one] { $count } місто
        [few] { $count } міста
       *[many] { $count } міст
    }
tile-part-road =
    { $count ->
        [one] { $count } дорога
        [few] { $count } дороги
       *[many] { $count } доріг
    }
tile-part-monastery =
    { $count ->
        [one] { $count } монастир
        [few] { $count } монастирі
       *[many] { $count } монастирів
    }
tile-part-field =
    { $count ->
        [one] { $count } поле
        [few] { $count } поля
       *[many] { $count } полів
    }
points =
    { $count ->
        [one] { $count } очко
        [few] { $count } очки
       *[many] { $count } очок
    }

## Головна сторінка

try-again = Спробувати ще раз
turn-number = Хід { $turn }
you = ви
guest = Гість
seats = Гравці
seat-open = Вільне місце
seat-number = Гравець { $number }
your-name = Ваше ім’я
level-of-seat = Рівень гравця { $number }
computer-named = Комп’ютер ({ $level })
expansions = Доповнення
part-all = Усі правила
options = Варіанти правил

## Збір

invite-link = Посилання на цей стіл
copy-link = Скопіювати
copied = Скопійовано
away = не на зв’язку

## За столом

board =
    { $tiles ->
        [one] Карта, { $tiles } плитка
        [few] Карта, { $tiles } плитки
       *[many] Карта, { $tiles } плиток
    }
players = Гравці
turn = Хід
watching = Ви глядач
results = Підсумки
share = Поділитися
your-turn = Ваш хід
turn-yours-place = Ваш хід: викладіть плитку
turn-yours-deploy = Ваш хід: розмістите підданця?
turn-yours-abbey = Ваш хід: викладете абатство чи візьмете плитку?
turn-yours-wagon = Ваш хід: чи поїде фургон далі?
turn-yours-capture = Ваш хід: візьмете полоненого?
turn-yours-exchange = Ваш хід: хто повернеться за обміном?
turn-yours-dragon = Ваш хід: перемістіть дракона
turn-yours-enter = Ваш хід: хто вийде з фортеці Каркасон?
turn-yours-courtier = Ваш хід: розмістите підданця у фортеці Каркасон?
turn-yours-count = Ваш хід: переставите графа?
turn-yours-escape = Ваш хід: чи втече лицар?
turn-yours-ransom = Ваш хід: викупите полоненого?
turn-yours-double = Ваш хід: викладете ще одну плитку?
turn-yours-phantom = Ваш хід: розмістите ще й фантома?
turn-yours-mage-witch = Ваш хід: перемістіть мага або відьму
turn-yours-other = Ваш хід
turn-local-place = { $name }, ваш хід: викладіть плитку
turn-local-deploy = { $name }: розмістите підданця?
turn-local-abbey = { $name }: викладете абатство чи візьмете плитку?
turn-local-wagon = { $name }: чи поїде фургон далі?
turn-local-capture = { $name }: візьмете полоненого?
turn-local-exchange = { $name }: хто повернеться за обміном?
turn-local-dragon = { $name }: перемістіть дракона
turn-local-enter = { $name }: хто вийде з фортеці Каркасон?
turn-local-courtier = { $name }: розмістите підданця у фортеці Каркасон?
turn-local-count = { $name }: переставите графа?
turn-local-escape = { $name }: чи втече лицар?
turn-local-ransom = { $name }: викупите полоненого?
turn-local-double = { $name }: викладете ще одну плитку?
turn-local-phantom = { $name }: розмістите ще й фантома?
turn-local-mage-witch = { $name }: перемістіть мага або відьму
turn-local-other = { $name }, ваш хід
turn-theirs-place = { $name } викладає плитку
turn-theirs-deploy = { $name } вирішує, чи розміщувати підданця
turn-theirs-other = Ходить { $name }
turn-theirs-abbey = { $name } вирішує, чи викладати абатство
turn-theirs-wagon = { $name } вирішує, куди поїде фургон
turn-theirs-capture = { $name } вибирає полоненого
turn-theirs-exchange = { $name } вибирає, хто повернеться за обміном
turn-theirs-dragon = { $name } переміщує дракона
turn-theirs-enter = { $name } вирішує, хто вийде з фортеці Каркасон
turn-theirs-courtier = { $name } вирішує, чи розміщувати підданця у фортеці Каркасон
turn-theirs-count = { $name } вирішує, куди перейде граф
turn-theirs-escape = { $name } вирішує, чи втече лицар
turn-theirs-ransom = { $name } вирішує, чи викуповувати полоненого
turn-theirs-double = { $name } вирішує, чи викладати ще одну плитку
turn-theirs-phantom = { $name } вирішує, чи розміщувати ще й фантома
turn-theirs-mage-witch = { $name } переміщує мага або відьму
your-hand = Плитки на руках
hand-of = { $name }, на руках { $count ->
        [one] { $count } плитка
        [few] { $count } плитки
       *[many] { $count } плиток
    }
hand-back = Прихована плитка
hand-pick = Викласти цю: { $tile }
hand-nowhere = { $tile }; зараз для неї немає місця
hand-covered = { $name }: плитки приховано.
show-hand = Показати мої плитки
bonus-tile = Бонусна плитка
bonus-left =
    { $count ->
        [0] Бонусних плиток не лишилося
        [one] Лишилася { $count } бонусна плитка
        [few] Лишилося { $count } бонусні плитки
       *[many] Лишилося { $count } бонусних плиток
    }
turn-yours-bonus = Ви взяли бонусну плитку: викладіть її
turn-local-bonus = { $name }: ви взяли бонусну плитку. Викладіть її
turn-theirs-bonus = { $name } викладає бонусну плитку
turn-yours-shaman = Ваш хід: кого поверне шаман?
turn-local-shaman = { $name }: кого поверне шаман?
turn-theirs-shaman = { $name } вибирає, кого поверне шаман
turn-of = ходить { $name }
turn-doubled = Подвійний хід
turn-second = Подвійний хід: друга плитка
steps-left =
    { $count ->
        [one] лишився { $count } крок
        [few] лишилося { $count } кроки
       *[many] лишилося { $count } кроків
    }
chance = Беремо плитку
game-over = Партію закінчено
thinking = { $name } думає
pass-device = Передайте пристрій: { $name }
tiles-left =
    { $count ->
        [0] Плиток не лишилося
        [one] Лишилася { $count } плитка
        [few] Лишилося { $count } плитки
       *[many] Лишилося { $count } плиток
    }
supply = У запасі: { $supply }
supply-empty = запас порожній
holds = Має: { $tokens }
prisoners = Полонені: { $prisoners }
token-abbey = Абатство
token-tower = Секції вежі
laps =
    { $laps ->
        [one] { $laps } коло на планшеті підрахунку
        [few] { $laps } кола на планшеті підрахунку
       *[many] { $laps } кіл на планшеті підрахунку
    }
track-score =
    { $laps ->
        [0] { $name }: { $score }.
        [one] { $name }: { $score }, { $laps } коло на планшеті підрахунку.
        [few] { $name }: { $score }, { $laps } кола на планшеті підрахунку.
       *[many] { $name }: { $score }, { $laps } кіл на планшеті підрахунку.
    }
offline = Зв’язок перервався. Наступна спроба за { $seconds } с. З партією нічого не станеться: вона зберігається на сервері.
reconnecting = Підключаємося…
retry-now = Повторити зараз

## Вибір

your-choice = Ваш хід
hint-place = Виберіть, куди викласти плитку
hint-place-turn = Виберіть, куди викласти плитку. Там, де ↻, вона обернеться.
hint-placed = Натисніть ще раз, щоб обернути, потім підтвердьте
hint-figure = Виберіть ділянку плитки або нікого не ставте
hint-figure-chosen = Підтвердьте або виберіть іншу ділянку
hint-other = Виберіть
hint-chosen = Підтвердьте або виберіть інше
hint-portal = Виберіть, куди веде портал
hint-tower = Виберіть вежу, щоб надбудувати її або піднятися на неї
hint-fairy = Виберіть, біля кого стане фея
hint-princess = Виберіть лицаря, якого виманить принцеса
hint-festival = Виберіть фігурку, яку хочете повернути
hint-mage = Виберіть дорогу або місто для мага
hint-witch = Виберіть дорогу або місто для відьми
hint-withdraw = Іти нікуди. Виберіть, хто з двох піде з карти.
hint-ransom = Виберіть, кого викупити
hint-exchange = Виберіть, хто повернеться
hint-capture = Виберіть, кого взяти в полон
hint-dragon = Виберіть, куди піде дракон
hint-count = Виберіть квартал для графа
hint-courtier = Виберіть квартал
hint-move = Виберіть, куди вирушити
hint-escape = Виберіть лицаря, який утече
hint-hand = Виберіть плитку на руках, потім місце для неї
hint-remove = Виберіть супутника, якого хочете зняти
hint-remove-chosen =
    { $points ->
        [one] Він повернеться й дасть { $points } очко
        [few] Він повернеться й дасть { $points } очки
       *[many] Він повернеться й дасть { $points } очок
    }
hint-shaman = Виберіть одноплемінника, який повернеться
what-to-do = Що зробити
mode-place = Плитка
mode-figure = Фігурка
mode-portal = Портал
mode-tower = Вежа
mode-fairy = Фея
mode-princess = Принцеса
mode-festival = Фестиваль
mode-mage = Маг
mode-witch = Відьма
mode-ransom = Викуп
mode-remove = Зняти
mode-shaman = Одноплемінник
choices-many =
    { $count ->
        [one] На вибір { $count } варіант
        [few] На вибір { $count } варіанти
       *[many] На вибір { $count } варіантів
    }
choice-before = Попередній варіант
choice-next = Наступний варіант
act-build = Секція вежі
act-again = Викласти ще одну плитку
tower-high =
    { $count ->
        [0] Фундамент
        [one] Вежа, { $count } секція
        [few] Вежа, { $count } секції
       *[many] Вежа, { $count } секцій
    }
tile-at = Плитка на { $place }
way-0 = Північ
way-1 = Схід
way-2 = Південь
way-3 = Захід
captive-held = { $figure }, у полоні ({ $name })
figure-in-role = { $figure } ({ $role })
pass-nothing = Нічого
pass-abbey = Узяти плитку
pass-wagon = Забрати в запас
pass-capture = Нікого
pass-enter = Ніхто не виходить
pass-courtier = Нікого
pass-phantom = Не розміщувати фантома
pass-count = Граф лишається
pass-escape = Ніхто не втече
pass-ransom = Не викуповувати
pass-double = Закінчити хід
pass-shaman = Нікого
rotate = Обернути
take-back = Скасувати
confirm = Підтвердити
no-figure = Нікого не ставити
no-figure-short = Нікого
answer-pass = Пропустити
which-figure = Виберіть фігурку
figure-of = { $role }, { $name }
spot = Місце { $number } із { $count }: { $place }
spot-chosen = Місце { $number } із { $count }: { $place }, плитка лежить тут, положення { $turn } із { $turns }
choice = { $number }: { $role }, { $kind }
choice-other = { $number }: { $role }
part-side = { $what }, { $where }
side-n = північ
side-ne = північний схід
side-e = схід
side-se = південний схід
side-s = південь
side-sw = південний захід
side-w = захід
side-nw = північний захід

## Керування картою

board-tools = Керування картою
zoom-in = Наблизити
zoom-out = Віддалити
fit = Показати все
turn-board = Повернути карту
show-fields = Показати власників полів
show-spots = Показати дозволені місця
show-guide = Показати підказки

## What places do

guide = Підказки для цього місця
guide-nothing = Нічого не завершує
guide-free = { $kind }: { $points }, поки без власника
guide-team = { $kind }: { $points } команді
guide-gives = { $kind }: { $what }
guide-share = { $name } +{ $points }
guide-fit = Сюди підходить { $count } з { $all } плиток, що лишилися.
guide-dead = Жодна з плиток, що лишилися, сюди вже не підійде.
guide-next = Імовірність, що наступна плитка підійде: { $chance } %.
guide-soon =
    { $count ->
        [1] Імовірність, що підійде наступна плитка: { $chance } %.
       *[other] Імовірність, що підійде принаймні одна з наступних { $count }: { $chance } %.
    }

## Plain tables

plain-table = Стіл без підказок
plain-tag = без підказок
plain-table-help = Підказок немає: скільки очок дають місця та об’єкти, чиї поля та які плитки лишилися, стане відомо лише після партії. У рейтингових партіях зазвичай грають так.

## Подробиці

panels = Докладніше
panel-log = Очки
panel-tiles = Плитки
panel-features = Об’єкти
panel-projected = Прогноз
log-empty = Очок іще ніхто не отримав.
terms-join = { " + " }
term-each = { $what } × { $each }
scored-city-finished = Завершене місто
scored-city-unfinished = Незавершене місто
scored-road-finished = Завершена дорога
scored-road-unfinished = Незавершена дорога
scored-monastery-finished = Завершений монастир
scored-monastery-unfinished = Незавершений монастир
announce-scored =
    { $points ->
        [one] { $name }: { $what }, { $points } очко.
        [few] { $name }: { $what }, { $points } очки.
       *[many] { $name }: { $what }, { $points } очок.
    }
times = Кількість: { $count }
discarded = Вибули з гри
aside = Відкладені плитки (потім повернуться в стос)
stock = Жетони в загальному запасі
taken-out = Прибрані перед першим ходом
tiles-with-hidden = З урахуванням плиток, прихованих на руках в інших.
plain-tiles = За цим столом грають без підказок: плитки, що лишилися, з’являться тут, коли партія закінчиться.
feature-struck =
    { $count ->
        [one] { $count } закреслено
       *[other] { $count } закреслено
    }
feature-around =
    { $count ->
        [one] { $count } сусідній степ
        [few] { $count } сусідні степи
       *[many] { $count } сусідніх степів
    }
mark-inn = таверна
mark-cathedral = собор
mark-besieged = обложене
mark-carcassonne = фортеця Каркасон
mark-cult-shrine = святилище
mark-mage = маг
mark-witch = відьма
mark-darmstadtium = Дармштадтіум
features-empty = На карті поки немає фігурок.
features-help = Скільки очок дав би кожен об’єкт, якби партія закінчилася зараз.
feature-now = Очки, якби партія закінчилася зараз
feature-complete = завершено
feature-open =
    { $count ->
        [one] { $count } відкритий край
        [few] { $count } відкриті краї
       *[many] { $count } відкритих країв
    }
feature-missing =
    { $count ->
        [one] довкола бракує { $count } плитки
       *[many] довкола бракує { $count } плиток
    }
feature-tiles =
    { $count ->
        [one] { $count } плитка
        [few] { $count } плитки
       *[many] { $count } плиток
    }
feature-cities =
    { $count ->
        [one] { $count } завершене місто
        [few] { $count } завершені міста
       *[many] { $count } завершених міст
    }
feature-free = Тут ніхто не стоїть.
feature-scores = отримує очки
feature-pin = Натисніть, щоб закріпити
show-on-board = Показати
projected-help = Яким був би рахунок, якби партія закінчилася зараз, з урахуванням усього незавершеного.
projected-parts = { $score } отримано, ще { $more } на карті

## Кінець

final-scoring = Підсумковий підрахунок
final-begins = Останню плитку викладено. Рахуємо те, що лишилося на карті.
pause = Пауза
play = Відтворити
next = Далі
skip = Пропустити
won =
    { $count ->
        [one] Перемога: { $names }
       *[other] Спільна перемога: { $names }
    }
chart-kinds = За що кожен гравець отримав очки
play-again = Зіграти ще
replay = Перегляд партії
recount = Показати підрахунок ще раз
look-at-board = Подивитися на карту
record = Зберегти партію
commitment = Контрольна сума порядку плиток, визначеного до першого ходу:
draw-pile-clause = BASE-02
seed = Вихідне число, з якого отримано порядок плиток:

## Запис партії

replay-controls = Перегляд партії
replay-position = Позиція в партії
replay-at = Крок { $at } із { $end }, хід { $turn }
replay-first = На початок
replay-back = Крок назад
replay-forward = Крок уперед
replay-last = У кінець
back-to-table = Назад до столу
events = Журнал партії
chart = Очки
chart-course = Рахунок протягом партії; натисніть, щоб перейти до потрібного ходу
chart-course-title = Очки
go-to = Перейти до кроку { $seq }
events-earlier = Показати раніші
events-later = Показати пізніші
event-placed = { $name } викладає плитку на { $place }
event-moved = { $name } переставляє: { $figure }
event-returned = { $name } забирає в запас: { $figure }
event-captured = { $name } бере в полон ({ $other }): { $figure }
event-redeemed = { $name } отримує назад ({ $other }): { $figure }
event-led = Переміщується: { $piece }
event-withdrawn = Іде з карти: { $piece }
event-built =
    { $count ->
        [one] { $name } будує вежу: { $count } секція
        [few] { $name } будує вежу: { $count } секції
       *[many] { $name } будує вежу: { $count } секцій
    }
event-tokens =
    { $count ->
        [1] { $name } отримує: { $token }
       *[other] { $name } отримує: { $token } × { $count }
    }
event-aside = Плитку відкладено на потім
event-back = Відкладені плитки повернуто в стос
event-left = Одна плитка лишається поза грою
event-deployed = { $name } розміщує: { $figure }
event-discarded = Плитка, яку нікуди викласти, вибуває з гри
event-taken = { $name } бере на руки: { $tile }
event-taken-hidden = { $name } бере плитку на руки
event-takenout = Одну плитку прибрано перед першим ходом
event-bonus = Узято бонусну плитку

## Правила

rules-search = Шукати в правилах
rules-part = Гра або доповнення
rules-found =
    { $count ->
        [0] Нічого не знайдено
        [one] { $count } правило
        [few] { $count } правила
       *[many] { $count } правил
    }
