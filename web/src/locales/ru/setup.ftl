### Настройки партии и названия всего, что есть на карте.

## Игры и дополнения

game-carcassonne = Каркассон
game-carcassonne-help = Складывайте из квадратов города, дороги, монастыри и поля; очки вам принесут поставленные на них последователи.

expansion-inns-cathedrals = Гостиницы и соборы
expansion-inns-cathedrals-help = Ещё восемнадцать квадратов, большой последователь для каждого и место для шестого игрока; гостиницы и соборы повышают ставки.

expansion-river = Река
expansion-river-help = Прежде чем ляжет первая дорога, через всю карту протечёт река. В «Реке II» есть развилка и вулкан.

expansion-games-quarterly = Games Quarterly
expansion-games-quarterly-help = Ещё двенадцать квадратов, в большинстве своём не похожих на другие: горсть сюрпризов для стопки.

expansion-cathars = Катары
expansion-cathars-help = Осаждённый город мало приносит своим рыцарям и много — крестьянам вокруг; выбраться из осады поможет соседний монастырь.

expansion-king-robber = Король и воровской барон
expansion-king-robber-help = Постройте самый большой город или самую длинную дорогу, и король или воровской барон наградит вас в конце игры.

expansion-count = Граф Каркассона
expansion-count-help = Карта растёт вокруг крепости Каркассон. В её кварталах последователи ждут случая в последний миг вмешаться в подсчёт — если их отпустит граф.

expansion-abbey-mayor = Аббатство и мэр
expansion-abbey-mayor-help = Аббатства заполняют пробелы на карте, мэры опираются на щиты, фургоны катятся от строения к строению, а сараи прибирают к рукам поля.

expansion-princess-dragon = Принцесса и дракон
expansion-princess-dragon-help = Над картой кружит дракон, фея бережёт тех, рядом с кем стоит, принцесса уводит рыцарей, а волшебные ворота открывают путь куда угодно.

expansion-traders-builders = Торговцы и строители
expansion-traders-builders-help = Строители дают двойные ходы, свиньи делают поля выгоднее, а вино, зерно и ткань достаются тому, кто завершил город, даже если город чужой.

expansion-tower = Башня
expansion-tower-help = Чем выше башня, тем дальше она достаёт, чтобы взять заключённого. Заключённых обменивают и выкупают, а на вершину можно поставить дозорного.

expansion-watchtowers = Дозорные башни
expansion-watchtowers-help = Каждая дозорная башня считает то, что вокруг неё: последователей, щиты, дороги, города или монастыри. Когда завершают вашу дорогу или город, последователь на квадрате с башней получает и её очки.

expansion-festival = Фестиваль
expansion-festival-help = Выложив квадрат с фестивалем, вы можете вернуть в запас одну свою фишку с любого места карты.

expansion-phantom = Фантом
expansion-phantom-help = У каждого есть фантом — второй последователь, которого можно поставить в тот же ход после обычного действия.

expansion-darmstadt = Дармштадт
expansion-darmstadt-help = Три квадрата: завершённый город с Дармштадтиумом приносит на 3 очка больше, а церковь — 3 очка тому, у кого вокруг неё больше всего последователей.

expansion-spiel-fair = Выставка Spiel
expansion-spiel-fair-help = Семь квадратов с выставки в Эссене, без особых правил.

expansion-spiel-doch = Spiel Doch! — пара квадратов
expansion-spiel-doch-help = Два квадрата, которые начинают игру вместо стартового квадрата.

expansion-winter = Зимнее издание
expansion-winter-help = Ещё двенадцать квадратов, без особых правил.

expansion-wind-roses = Розы ветров
expansion-wind-roses-help = Карта начинается с розы ветров, которая делит её на четыре четверти. Выложив квадрат с четвертью розы в той четверти карты, которая на нём названа, вы сразу получаете 3 очка.

expansion-cult = Культ
expansion-cult-help = Шесть святилищ, которые приносят очки как монастыри. Святилище и монастырь по соседству спорят друг с другом: если оба заняты, очки получает тот, чьё строение завершено раньше, а другой не получает ничего.

expansion-mage-witch = Маг и ведьма
expansion-mage-witch-help = Выложив квадрат с колпаком мага, вы обязаны переместить мага или ведьму на незавершённую дорогу или в незавершённый город. Маг добавляет там по очку за каждый квадрат, ведьма сокращает очки вдвое.

## Что из дополнения можно убрать

left-out = без: { $elements }
tile-copied =
    { $count ->
        [few] по { $count } копии каждого квадрата
       *[other] по { $count } копий каждого квадрата
    }
element-inns = Гостиницы и соборы
element-large = Большие последователи
element-river = Река в начале партии
element-pig-herds = Свинофермы
element-siege = Осады
element-king = Король
element-robber = Воровской барон
element-count = Крепость Каркассон и граф
element-abbeys = Аббатства
element-mayors = Мэры
element-wagons = Фургоны
element-barns = Сараи
element-dragon = Дракон
element-fairy = Фея
element-portals = Волшебные ворота
element-princesses = Принцессы
element-builders = Строители
element-pigs = Свиньи
element-goods = Товары
element-towers = Башни
element-ghosts = Привидения
element-guards = Стражники
element-start-block = Большой стартовый квадрат
element-castles = Замки
element-cemeteries = Кладбища
element-watchtowers = Дозорные башни
element-festivals = Фестиваль
element-phantoms = Фантомы
element-darmstadtium = Дармштадтиум
element-churches = Церкви
element-wind-roses = Розы ветров
element-shrines = Споры святилищ
element-mage = Маг
element-witch = Ведьма

## Наборы правил

preset = Набор правил
played-by = Правила: { $preset }
played-but = с отличиями:
departure = { $option }: { $value } (в наборе: { $other })
this-game = Эта партия

## Варианты правил

option-first_player = Первый игрок
option-first_player-help = Кто ходит первым.
option-first_player-random = По жребию
option-first_player-host_seat = Выбирает хозяин стола
option-first_player-youngest = Выбирает самый младший игрок

option-small_city = Город из двух квадратов
option-small_city-help = Сколько очков приносит завершённый город ровно из двух квадратов.
option-small_city-4 = 4 очка: по 2 за квадрат и за щит
option-small_city-2 = 2 очка: по 1 за квадрат и за щит

option-farmers = Крестьяне
option-farmers-help = Можно ли ставить последователей на поля, которые приносят очки в конце игры.
option-farmers-true = С крестьянами
option-farmers-false = Без крестьян

option-hand = Квадраты на выбор
option-hand-help = Что выкладывать: только что вытянутый квадрат или один из тех, что на руках.
option-hand-one = Один: выкладывают вытянутый квадрат
option-hand-two_open = Два на руках, их видят все
option-hand-two_hidden = Два на руках, скрыты от других игроков
option-hand-three_open = Три на руках, их видят все
option-hand-three_hidden = Три на руках, скрыты от других игроков

option-inn_cathedral_final = Гостиницы и соборы в конце игры
option-inn_cathedral_final-help = Сколько очков в конце игры приносит незавершённая дорога с гостиницей или незавершённый город с собором.
option-inn_cathedral_final-zero = Ничего
option-inn_cathedral_final-ignore = Как без гостиницы и собора

option-river = Река
option-river-help = С какой реки начинается карта.
option-river-1 = Река
option-river-2 = Река II
option-river-both = Обе реки

option-river_start_tile = Стартовый квадрат с рекой
option-river_start_tile-help = Что делать со стартовым квадратом базовой игры, если игра начинается с источника.
option-river_start_tile-shuffle = Подмешать в стопку
option-river_start_tile-remove = Оставить в коробке

option-gq_pig_herd = Квадрат со сплошным полем
option-gq_pig_herd-help = Есть ли свиноферма на квадрате Games Quarterly без дорог и городов.
option-gq_pig_herd-herd = Свиноферма
option-gq_pig_herd-field = Пустое поле

option-siege_tiles = Квадраты осады
option-siege_tiles-help = Какой из двух изданных наборов квадратов используется; правила у них одинаковые.
option-siege_tiles-cathars = «Катары», 4 квадрата
option-siege_tiles-besiegers = «Осаждающие», 6 квадратов
option-siege_tiles-both = Оба, 10 квадратов

option-siege_escape = Побег из осаждённого города
option-siege_escape-help = Где должен стоять монастырь, чтобы рыцарь мог выбраться в конце хода.
option-siege_escape-cathar_tile = Рядом с квадратом катаров
option-siege_escape-any_city_tile = Рядом с любым квадратом города
option-siege_escape-off = Побега нет

option-king_counts_carcassonne = Король и крепость Каркассон
option-king_counts_carcassonne-help = Считается ли крепость Каркассон завершённым городом, за который владелец короля получает очки.
option-king_counts_carcassonne-false = Не считается
option-king_counts_carcassonne-true = Считается городом

option-king_robber_scoring = Очки за короля и воровского барона
option-king_robber_scoring-help = Что получают владельцы двух карточек.
option-king_robber_scoring-per_feature = 1 за каждый завершённый город или дорогу, в конце
option-king_robber_scoring-ten = 10 за карточку, в конце
option-king_robber_scoring-by_players = 15 за одну карточку, 40 за обе, в конце
option-king_robber_scoring-continuous = 1 каждый раз, когда завершён город или дорога

option-count_entry = Вход в крепость Каркассон
option-count_entry-help = Что должен завершить игрок, сам не получив очков в этот ход, чтобы поставить последователя в квартал крепости.
option-count_entry-completed = Любое строение, которое приносит очки
option-count_entry-another_scores = Строение, которое приносит очки другому

option-count_final = Выход из крепости в конце
option-count_final-help = Какие последователи могут выйти из крепости Каркассон перед окончательным подсчётом.
option-count_final-market_only = Только с рынка
option-count_final-any_quarter = Из любого квартала

option-count_move = Перемещение графа
option-count_move-help = Куда переходит граф, когда в крепость Каркассон ставят последователя.
option-count_move-by_player = Куда захочет игрок
option-count_move-clockwise = В следующий квартал по часовой стрелке
option-count_move-follow = В квартал этого последователя

option-darmstadt_removes_monasteries = Обычные монастыри
option-darmstadt_removes_monasteries-help = Убирают ли из игры два обычных квадрата с монастырём.
option-darmstadt_removes_monasteries-false = Остаются все
option-darmstadt_removes_monasteries-true = Два убирают

option-spiel_doch_start = Начало игры
option-spiel_doch_start-help = Лежат ли эти два квадрата на столе с самого начала.
option-spiel_doch_start-true = С пары квадратов
option-spiel_doch_start-false = С обычного стартового квадрата

option-wind_rose_parts = Части розы ветров
option-wind_rose_parts-help = На сколько частей роза ветров делит карту.
option-wind_rose_parts-four = Четыре четверти
option-wind_rose_parts-two = Две половины, север и юг

option-cult_tiles = Издание
option-cult_tiles-help = Какое из двух изданий используется; правила у них одинаковые.
option-cult_tiles-6 = 6 квадратов
option-cult_tiles-5 = 5 квадратов

option-shrine_challenge = Святилище рядом с монастырём
option-shrine_challenge-help = Что происходит, когда завершено одно из двух занятых соседних строений.
option-shrine_challenge-true = Другое проигрывает
option-shrine_challenge-false = Очки приносят оба

option-carcassonne_land = Земли вокруг Каркассона
option-carcassonne_land-help = Доступны ли дракону и волшебным воротам земли за стенами крепости Каркассон.
option-carcassonne_land-closed = Недоступны
option-carcassonne_land-open = Доступны

option-abbey_at_end = Аббатства в конце игры
option-abbey_at_end-help = Можно ли ещё выложить аббатства после последнего квадрата.
option-abbey_at_end-false = Невыложенные пропадают
option-abbey_at_end-true = Последний круг для аббатств

option-wagon_move = Путь фургона
option-wagon_move-help = Куда может переехать фургон, когда его строение завершено.
option-wagon_move-same_tile_link = На строение, соединённое напрямую
option-wagon_move-adjacent_tiles = На свой или соседний квадрат

option-barn_on_barn = Несколько сараев на поле
option-barn_on_barn-help = Можно ли поставить сарай на поле, где уже есть сарай.
option-barn_on_barn-false = Только если поля соединятся
option-barn_on_barn-true = Можно поставить ещё один

option-fairy = Место феи
option-fairy-help = Рядом с кем стоит фея.
option-fairy-next_to_follower = Рядом с одним последователем
option-fairy-on_tile = На квадрате, рядом со всеми на нём

option-dragon_moves = Когда ходит дракон
option-dragon_moves-help = Успеют ли последователи принести очки, прежде чем налетит дракон.
option-dragon_moves-before_scoring = До подсчёта
option-dragon_moves-after_scoring = После подсчёта

option-princess = Принцесса
option-princess-help = Обязан ли рыцарь уйти, когда принцесса появляется в городе с рыцарями.
option-princess-may = Может увести рыцаря
option-princess-must = Обязана увести рыцаря

option-builder_turn = Двойной ход
option-builder_turn-help = Спрашивать ли игрока, прежде чем он вытянет второй квадрат.
option-builder_turn-may = Игрок может отказаться
option-builder_turn-must = Второй квадрат вытягивают всегда
option-pig_herd_with_pigs = Свинофермы вместе со свиньями
option-pig_herd_with_pigs-help = Действуют ли нарисованные свинофермы, если у игроков есть свиньи.
option-pig_herd_with_pigs-off = Не действуют
option-pig_herd_with_pigs-on = Действуют

option-tower_actions = Строительство башен
option-tower_actions-help = В какие ходы можно надстраивать башни и подниматься на них.
option-tower_actions-every_turn = В любой ход
option-tower_actions-foundation_turn = Только когда выложен фундамент

option-tower_takes_own = Свои последователи у башни
option-tower_takes_own-help = Может ли тот, кто надстроил башню, снять с карты собственного последователя и вернуть его в запас.
option-tower_takes_own-false = Остаются на месте
option-tower_takes_own-true = Можно вернуть в запас

option-festival = Какие фишки возвращаются
option-festival-help = Какую из своих фишек можно вернуть во время фестиваля.
option-festival-figures = Любую свою фишку
option-festival-followers = Только последователя

option-festival_tower = Последователи на башнях
option-festival_tower-help = Можно ли во время фестиваля вернуть последователя с вершины башни.
option-festival_tower-no = Остаются там
option-festival_tower-yes = Можно вернуть

## Уровни компьютерных игроков

level-easy = Лёгкий
level-easy-help = Видит только очки этого хода и многого не замечает: соперник для первой партии. Чтобы победить, достаточно думать на ход вперёд.
level-medium = Зодчий
level-medium-help = Любит свои большие города и длинные дороги, а поля и соперники его мало заботят. Для тех, кто уже знает правила.
level-baron = Помещик
level-baron-help = Занимает земли, которые принесут очки в конце, пока другие ждут, и борется за них. К концу партии его трудно догнать.
level-thief = Вор
level-thief-help = Пробирается туда, где уже строят другие, делит с ними очки или отбирает их и мешает строить. Следите за тем, что оставляете открытым.
level-hard = Сильный
level-hard-help = Взвешивает, что каждый ход даст каждому игроку сейчас и в конце партии. Явных слабостей у него нет. Для опытных игроков.
level-master = Мастер
level-master-help = Самый сильный: заглядывает вперёд, насколько хватает времени на размышление. Побеждает всех остальных.

## Слагаемые счёта

term-tiles =
    { $count ->
        [one] { $count } квадрат
        [few] { $count } квадрата
       *[many] { $count } квадратов
    }
term-pennants =
    { $count ->
        [one] { $count } щит
        [few] { $count } щита
       *[many] { $count } щитов
    }
term-neighbours =
    { $count ->
        [one] { $count } соседний квадрат
        [few] { $count } соседних квадрата
       *[many] { $count } соседних квадратов
    }
term-cities =
    { $count ->
        [one] { $count } завершённый город
        [few] { $count } завершённых города
       *[many] { $count } завершённых городов
    }
term-herds =
    { $count ->
        [one] { $count } свиноферма
        [few] { $count } свинофермы
       *[many] { $count } свиноферм
    }
term-pigs =
    { $count ->
        [one] { $count } свинья
        [few] { $count } свиньи
       *[many] { $count } свиней
    }
term-fairy =
    { $count ->
        [1] фея
       *[other] фея × { $count }
    }
term-barns =
    { $count ->
        [one] { $count } сарай
        [few] { $count } сарая
       *[many] { $count } сараев
    }
term-goods =
    { $count ->
        [one] большинство по { $count } товару
       *[other] большинство по { $count } товарам
    }
term-king =
    { $count ->
        [1] король
       *[other] король × { $count }
    }
term-robber =
    { $count ->
        [1] воровской барон
       *[other] воровской барон × { $count }
    }
term-roads =
    { $count ->
        [one] { $count } завершённая дорога
        [few] { $count } завершённые дороги
       *[many] { $count } завершённых дорог
    }
term-ransom =
    { $count ->
        [one] { $count } выкуп
        [few] { $count } выкупа
       *[many] { $count } выкупов
    }
term-darmstadtium =
    { $count ->
        [1] Дармштадтиум
       *[other] Дармштадтиум × { $count }
    }
term-church =
    { $count ->
        [1] церковь
       *[other] церковь × { $count }
    }
term-wind-rose =
    { $count ->
        [1] роза ветров
       *[other] роза ветров × { $count }
    }
term-followers =
    { $count ->
        [one] { $count } последователь
        [few] { $count } последователя
       *[many] { $count } последователей
    }
term-road-tiles =
    { $count ->
        [one] { $count } квадрат с дорогой
        [few] { $count } квадрата с дорогой
       *[many] { $count } квадратов с дорогой
    }
term-city-tiles =
    { $count ->
        [one] { $count } квадрат с городом
        [few] { $count } квадрата с городом
       *[many] { $count } квадратов с городом
    }
term-monasteries =
    { $count ->
        [one] { $count } монастырь
        [few] { $count } монастыря
       *[many] { $count } монастырей
    }
term-mage = { $count } благодаря магу
term-witch = { $count } из-за ведьмы

## Виды строений и местности

kind-city = Город
kind-road = Дорога
kind-monastery = Монастырь
kind-field = Поле
kind-quarter = Квартал
kind-tower = Башня

## Фишки и их роли

figure-follower = Последователь
figure-large = Большой последователь
figure-mayor = Мэр
figure-wagon = Фургон
figure-barn = Сарай
figure-builder = Строитель
figure-pig = Свинья
figure-phantom = Фантом
role-knight = Рыцарь
role-highwayman = Разбойник
role-monk = Монах
role-farmer = Крестьянин
role-mayor = Мэр
role-wagon = Фургон
role-barn = Сарай
role-builder = Строитель
role-pig = Свинья
role-courtier = Придворный
role-watchman = Дозорный

## Нейтральные фишки

piece-dragon = Дракон
piece-fairy = Фея
piece-count = Граф
piece-mage = Маг
piece-witch = Ведьма

## Кварталы крепости Каркассон

quarter-castle = Замок
quarter-blacksmith = Кузница
quarter-cathedral = Собор
quarter-market = Рынок

## Товары

good-wine = Вино
good-grain = Зерно
good-cloth = Ткань

## Другие источники очков

source-fairy = Фея
source-king = Король
source-robber = Воровской барон
source-wine = Вино
source-grain = Зерно
source-cloth = Ткань
source-ransom = Выкуп
source-watchtower = Дозорная башня
source-church = Церковь
source-wind-rose = Роза ветров
