### Налаштування партії та назви всього, що є на карті.

## Ігри й доповнення

game-carcassonne = Каркасон
game-carcassonne-help = Складайте з плиток міста, дороги, монастирі й поля; очки вам дадуть розміщені на них підданці.

expansion-inns-cathedrals = Таверни і собори
expansion-inns-cathedrals-help = Ще вісімнадцять плиток, великий підданець для кожного й місце для шостого гравця; таверни й собори підвищують ставки.

expansion-river = Річка
expansion-river-help = Перш ніж ляже перша дорога, через усю карту протече річка. У «Річці II» є розгалуження й вулкан.

expansion-games-quarterly = Games Quarterly
expansion-games-quarterly-help = Ще дванадцять плиток, здебільшого не схожих на інші: жменя сюрпризів для стосу.

expansion-cathars = Катари
expansion-cathars-help = Обложене місто мало дає своїм лицарям і багато — селянам довкола; вибратися з облоги допоможе сусідній монастир.

expansion-king-robber = Король і барон-розбійник
expansion-king-robber-help = Збудуйте найбільше місто або найдовшу дорогу, і король чи барон-розбійник винагородить вас наприкінці гри.

expansion-count = Граф Каркасона
expansion-count-help = Карта росте навколо фортеці Каркасон. У її кварталах підданці чекають нагоди в останню мить втрутитися в підрахунок — якщо їх відпустить граф.

expansion-abbey-mayor = Абатство і мер
expansion-abbey-mayor-help = Абатства заповнюють прогалини на карті, мери спираються на щити, фургони котяться від об’єкта до об’єкта, а хліви прибирають до рук поля.

expansion-princess-dragon = Принцеса і дракон
expansion-princess-dragon-help = Над картою кружляє дракон, фея береже тих, поруч із ким стоїть, принцеса виманює лицарів, а магічні портали відкривають шлях куди завгодно.

expansion-traders-builders = Торговці та будівельники
expansion-traders-builders-help = Будівельники дають подвійні ходи, свині роблять поля вигіднішими, а вино, зерно й тканина дістаються тому, хто завершив місто, навіть якщо місто чуже.

expansion-tower = Вежа
expansion-tower-help = Що вища вежа, то далі вона сягає, щоб узяти полоненого. Полонених обмінюють і викуповують, а на вершину можна поставити дозорця.

expansion-watchtowers = Дозорні вежі
expansion-watchtowers-help = Кожна дозорна вежа рахує те, що довкола неї: підданців, щити, дороги, міста чи монастирі. Коли завершують вашу дорогу чи місто, підданець на плитці з вежею отримує й її очки.

expansion-festival = Фестиваль
expansion-festival-help = Виклавши плитку з фестивалем, ви можете повернути в запас одну свою фігурку з будь-якого місця карти.

expansion-phantom = Фантом
expansion-phantom-help = Кожен має фантома — другого підданця, якого можна розмістити того самого ходу після звичайної дії.

expansion-darmstadt = Дармштадт
expansion-darmstadt-help = Три плитки: завершене місто з Дармштадтіумом дає на 3 очки більше, а церква — 3 очки тому, у кого довкола неї найбільше підданців.

expansion-spiel-fair = Виставка Spiel
expansion-spiel-fair-help = Сім плиток із виставки в Ессені, без особливих правил.

expansion-spiel-doch = Spiel Doch! — дві плитки
expansion-spiel-doch-help = Дві плитки, які починають гру замість початкової плитки.

expansion-winter = Зимове видання
expansion-winter-help = Ще дванадцять плиток, без особливих правил.

expansion-wind-roses = Рози вітрів
expansion-wind-roses-help = Карта починається з рози вітрів, яка ділить її на чотири чверті. Виклавши плитку з чвертю рози в тій чверті карти, яку на ній названо, ви одразу отримуєте 3 очки.

expansion-cult = Культ
expansion-cult-help = Шість святилищ, які дають очки як монастирі. Святилище й монастир по сусідству сперечаються одне з одним: якщо обидва зайняті, очки отримує той, чий об’єкт завершено раніше, а інший не отримує нічого.

expansion-mage-witch = Маг і відьма
expansion-mage-witch-help = Виклавши плитку з ковпаком мага, ви мусите перемістити мага або відьму на незавершену дорогу чи в незавершене місто. Маг додає там по очку за кожну плитку, відьма зменшує очки вдвічі.

## Що з доповнення можна прибрати

left-out = без: { $elements }
tile-copied =
    { $count ->
        [one] по { $count } копії кожної плитки
        [few] по { $count } копії кожної плитки
       *[other] по { $count } копій кожної плитки
    }
element-inns = Таверни і собори
element-large = Великі підданці
element-river = Річка на початку партії
element-pig-herds = Свиноферми
element-siege = Облоги
element-king = Король
element-robber = Барон-розбійник
element-count = Фортеця Каркасон і граф
element-abbeys = Абатства
element-mayors = Мери
element-wagons = Фургони
element-barns = Хліви
element-dragon = Дракон
element-fairy = Фея
element-portals = Магічні портали
element-princesses = Принцеси
element-builders = Будівельники
element-pigs = Свині
element-goods = Товари
element-towers = Вежі
element-ghosts = Привиди
element-guards = Вартові
element-start-block = Велика початкова плитка
element-castles = Замки
element-cemeteries = Цвинтарі
element-watchtowers = Дозорні вежі
element-festivals = Фестиваль
element-phantoms = Фантоми
element-darmstadtium = Дармштадтіум
element-churches = Церкви
element-wind-roses = Рози вітрів
element-shrines = Суперечки святилищ
element-mage = Маг
element-witch = Відьма

## Набори правил

preset = Набір правил
played-by = Правила: { $preset }
played-but = з відмінностями:
departure = { $option }: { $value } (у наборі: { $other })
this-game = Ця партія

## Варіанти правил

option-first_player = Перший гравець
option-first_player-help = Хто ходить першим.
option-first_player-random = За жеребом
option-first_player-host_seat = Вибирає господар столу
option-first_player-youngest = Вибирає наймолодший гравець

option-small_city = Місто з двох плиток
option-small_city-help = Скільки очок дає завершене місто рівно з двох плиток.
option-small_city-4 = 4 очки: по 2 за плитку та за щит
option-small_city-2 = 2 очки: по 1 за плитку та за щит

option-farmers = Селяни
option-farmers-help = Чи можна розміщувати підданців на полях, які дають очки наприкінці гри.
option-farmers-true = Із селянами
option-farmers-false = Без селян

option-hand = Плитки на вибір
option-hand-help = Що викладати: щойно взяту плитку чи одну з тих, що на руках.
option-hand-one = Одна: викладають узяту плитку
option-hand-two_open = Дві на руках, їх бачать усі
option-hand-two_hidden = Дві на руках, приховані від інших гравців
option-hand-three_open = Три на руках, їх бачать усі
option-hand-three_hidden = Три на руках, приховані від інших гравців

option-inn_cathedral_final = Таверни й собори наприкінці гри
option-inn_cathedral_final-help = Скільки очок наприкінці гри дає незавершена дорога з таверною або незавершене місто із собором.
option-inn_cathedral_final-zero = Нічого
option-inn_cathedral_final-ignore = Як без таверни й собору

option-river = Річка
option-river-help = З якої річки починається карта.
option-river-1 = Річка
option-river-2 = Річка II
option-river-both = Обидві річки

option-river_start_tile = Початкова плитка з річкою
option-river_start_tile-help = Що робити з початковою плиткою базової гри, якщо гра починається з джерела.
option-river_start_tile-shuffle = Підмішати до стосу
option-river_start_tile-remove = Лишити в коробці

option-gq_pig_herd = Плитка із суцільним полем
option-gq_pig_herd-help = Чи є свиноферма на плитці Games Quarterly без доріг і міст.
option-gq_pig_herd-herd = Свиноферма
option-gq_pig_herd-field = Порожнє поле

option-siege_tiles = Плитки облоги
option-siege_tiles-help = Який із двох виданих наборів плиток використовується; правила в них однакові.
option-siege_tiles-cathars = «Катари», 4 плитки
option-siege_tiles-besiegers = «Облягачі», 6 плиток
option-siege_tiles-both = Обидва, 10 плиток

option-siege_escape = Втеча з обложеного міста
option-siege_escape-help = Де має стояти монастир, щоб лицар міг вибратися наприкінці ходу.
option-siege_escape-cathar_tile = Поруч із плиткою катарів
option-siege_escape-any_city_tile = Поруч із будь-якою плиткою міста
option-siege_escape-off = Втечі немає

option-king_counts_carcassonne = Король і фортеця Каркасон
option-king_counts_carcassonne-help = Чи вважати фортецю Каркасон завершеним містом, за яке власник короля отримує очки.
option-king_counts_carcassonne-false = Не вважати
option-king_counts_carcassonne-true = Вважати містом

option-king_robber_scoring = Очки за короля та барона-розбійника
option-king_robber_scoring-help = Що отримують власники двох карток.
option-king_robber_scoring-per_feature = 1 за кожне завершене місто чи дорогу, наприкінці
option-king_robber_scoring-ten = 10 за картку, наприкінці
option-king_robber_scoring-by_players = 15 за одну картку, 40 за обидві, наприкінці
option-king_robber_scoring-continuous = 1 щоразу, коли завершено місто чи дорогу

option-count_entry = Вхід до фортеці Каркасон
option-count_entry-help = Що має завершити гравець, сам не отримавши очок цього ходу, щоб розмістити підданця у кварталі фортеці.
option-count_entry-completed = Будь-який об’єкт, що дає очки
option-count_entry-another_scores = Об’єкт, який дає очки комусь іншому

option-count_final = Вихід із фортеці наприкінці
option-count_final-help = Які підданці можуть вийти з фортеці Каркасон перед підсумковим підрахунком.
option-count_final-market_only = Лише з ринку
option-count_final-any_quarter = З будь-якого кварталу

option-count_move = Переміщення графа
option-count_move-help = Куди переходить граф, коли у фортеці Каркасон розміщують підданця.
option-count_move-by_player = Куди захоче гравець
option-count_move-clockwise = У наступний квартал за годинниковою стрілкою
option-count_move-follow = У квартал цього підданця

option-darmstadt_removes_monasteries = Звичайні монастирі
option-darmstadt_removes_monasteries-help = Чи прибирають із гри дві звичайні плитки з монастирем.
option-darmstadt_removes_monasteries-false = Лишаються всі
option-darmstadt_removes_monasteries-true = Дві прибирають

option-spiel_doch_start = Початок гри
option-spiel_doch_start-help = Чи лежать ці дві плитки на столі від самого початку.
option-spiel_doch_start-true = З двох плиток
option-spiel_doch_start-false = Зі звичайної початкової плитки

option-wind_rose_parts = Частини рози вітрів
option-wind_rose_parts-help = На скільки частин роза вітрів ділить карту.
option-wind_rose_parts-four = Чотири чверті
option-wind_rose_parts-two = Дві половини, північ і південь

option-cult_tiles = Видання
option-cult_tiles-help = Яке з двох видань використовується; правила в них однакові.
option-cult_tiles-6 = 6 плиток
option-cult_tiles-5 = 5 плиток

option-shrine_challenge = Святилище поруч із монастирем
option-shrine_challenge-help = Що відбувається, коли завершено один із двох зайнятих сусідніх об’єктів.
option-shrine_challenge-true = Інший програє
option-shrine_challenge-false = Очки дають обидва

option-carcassonne_land = Землі довкола Каркасона
option-carcassonne_land-help = Чи досяжні для дракона й магічних порталів землі за мурами фортеці Каркасон.
option-carcassonne_land-closed = Недосяжні
option-carcassonne_land-open = Досяжні

option-abbey_at_end = Абатства наприкінці гри
option-abbey_at_end-help = Чи можна ще викласти абатства після останньої плитки.
option-abbey_at_end-false = Невикладені пропадають
option-abbey_at_end-true = Останнє коло для абатств

option-wagon_move = Шлях фургона
option-wagon_move-help = Куди може переїхати фургон, коли його об’єкт завершено.
option-wagon_move-same_tile_link = На об’єкт, з’єднаний напряму
option-wagon_move-adjacent_tiles = На свою або сусідню плитку

option-barn_on_barn = Кілька хлівів на полі
option-barn_on_barn-help = Чи можна розмістити хлів на полі, де вже є хлів.
option-barn_on_barn-false = Лише якщо поля з’єднаються
option-barn_on_barn-true = Можна розмістити ще один

option-fairy = Місце феї
option-fairy-help = Поруч із ким стоїть фея.
option-fairy-next_to_follower = Поруч з одним підданцем
option-fairy-on_tile = На плитці, поруч з усіма на ній

option-dragon_moves = Коли ходить дракон
option-dragon_moves-help = Чи встигнуть підданці дати очки, перш ніж налетить дракон.
option-dragon_moves-before_scoring = До підрахунку
option-dragon_moves-after_scoring = Після підрахунку

option-princess = Принцеса
option-princess-help = Чи мусить лицар піти, коли принцеса з’являється в місті з лицарями.
option-princess-may = Може виманити лицаря
option-princess-must = Мусить виманити лицаря

option-builder_turn = Подвійний хід
option-builder_turn-help = Чи питати гравця, перш ніж він візьме другу плитку.
option-builder_turn-may = Гравець може відмовитися
option-builder_turn-must = Другу плитку беруть завжди
option-pig_herd_with_pigs = Свиноферми разом зі свинями
option-pig_herd_with_pigs-help = Чи діють намальовані свиноферми, якщо в гравців є свині.
option-pig_herd_with_pigs-off = Не діють
option-pig_herd_with_pigs-on = Діють

option-tower_actions = Будівництво веж
option-tower_actions-help = Під час яких ходів можна надбудовувати вежі й підійматися на них.
option-tower_actions-every_turn = Під час будь-якого ходу
option-tower_actions-foundation_turn = Лише коли викладено фундамент

option-tower_takes_own = Свої підданці біля вежі
option-tower_takes_own-help = Чи може той, хто надбудував вежу, зняти з карти власного підданця й повернути його в запас.
option-tower_takes_own-false = Лишаються на місці
option-tower_takes_own-true = Можна повернути в запас

option-festival = Які фігурки повертаються
option-festival-help = Яку зі своїх фігурок можна повернути під час фестивалю.
option-festival-figures = Будь-яку свою фігурку
option-festival-followers = Лише підданця

option-festival_tower = Підданці на вежах
option-festival_tower-help = Чи можна під час фестивалю повернути підданця з вершини вежі.
option-festival_tower-no = Лишаються там
option-festival_tower-yes = Можна повернути

## Рівні комп’ютерних гравців

level-easy = Легкий
level-easy-help = Бачить лише очки цього ходу й багато чого не помічає: суперник для першої партії. Щоб перемогти, досить думати на хід уперед.
level-medium = Зодчий
level-medium-help = Любить свої великі міста й довгі дороги, а поля та суперники його мало обходять. Для тих, хто вже знає правила.
level-baron = Поміщик
level-baron-help = Займає землі, що дадуть очки наприкінці, поки інші чекають, і бореться за них. Під кінець партії його важко наздогнати.
level-thief = Злодій
level-thief-help = Прокрадається туди, де вже будують інші, ділить із ними очки або відбирає їх і заважає будувати. Пильнуйте, що лишаєте відкритим.
level-hard = Сильний
level-hard-help = Зважує, що кожен хід дасть кожному гравцеві зараз і наприкінці партії. Явних слабкостей не має. Для досвідчених гравців.
level-master = Майстер
level-master-help = Найсильніший: зазирає наперед, наскільки вистачає часу на роздуми. Перемагає всіх інших.

## Доданки рахунку

term-tiles =
    { $count ->
        [one] { $count } плитка
        [few] { $count } плитки
       *[many] { $count } плиток
    }
term-pennants =
    { $count ->
        [one] { $count } щит
        [few] { $count } щити
       *[many] { $count } щитів
    }
term-neighbours =
    { $count ->
        [one] { $count } сусідня плитка
        [few] { $count } сусідні плитки
       *[many] { $count } сусідніх плиток
    }
term-cities =
    { $count ->
        [one] { $count } завершене місто
        [few] { $count } завершені міста
       *[many] { $count } завершених міст
    }
term-herds =
    { $count ->
        [one] { $count } свиноферма
        [few] { $count } свиноферми
       *[many] { $count } свиноферм
    }
term-pigs =
    { $count ->
        [one] { $count } свиня
        [few] { $count } свині
       *[many] { $count } свиней
    }
term-fairy =
    { $count ->
        [1] фея
       *[other] фея × { $count }
    }
term-barns =
    { $count ->
        [one] { $count } хлів
        [few] { $count } хліви
       *[many] { $count } хлівів
    }
term-goods =
    { $count ->
        [one] більшість у { $count } товарі
       *[other] більшість у { $count } товарах
    }
term-king =
    { $count ->
        [1] король
       *[other] король × { $count }
    }
term-robber =
    { $count ->
        [1] барон-розбійник
       *[other] барон-розбійник × { $count }
    }
term-roads =
    { $count ->
        [one] { $count } завершена дорога
        [few] { $count } завершені дороги
       *[many] { $count } завершених доріг
    }
term-ransom =
    { $count ->
        [one] { $count } викуп
        [few] { $count } викупи
       *[many] { $count } викупів
    }
term-darmstadtium =
    { $count ->
        [1] Дармштадтіум
       *[other] Дармштадтіум × { $count }
    }
term-church =
    { $count ->
        [1] церква
       *[other] церква × { $count }
    }
term-wind-rose =
    { $count ->
        [1] роза вітрів
       *[other] роза вітрів × { $count }
    }
term-followers =
    { $count ->
        [one] { $count } підданець
        [few] { $count } підданці
       *[many] { $count } підданців
    }
term-road-tiles =
    { $count ->
        [one] { $count } плитка з дорогою
        [few] { $count } плитки з дорогою
       *[many] { $count } плиток із дорогою
    }
term-city-tiles =
    { $count ->
        [one] { $count } плитка з містом
        [few] { $count } плитки з містом
       *[many] { $count } плиток із містом
    }
term-monasteries =
    { $count ->
        [one] { $count } монастир
        [few] { $count } монастирі
       *[many] { $count } монастирів
    }
term-mage = { $count } завдяки магу
term-witch = { $count } через відьму

## Види об’єктів

kind-city = Місто
kind-road = Дорога
kind-monastery = Монастир
kind-field = Поле
kind-quarter = Квартал
kind-tower = Вежа

## Фігурки та їхні ролі

figure-follower = Підданець
figure-large = Великий підданець
figure-mayor = Мер
figure-wagon = Фургон
figure-barn = Хлів
figure-builder = Будівельник
figure-pig = Свиня
figure-phantom = Фантом
role-knight = Лицар
role-highwayman = Розбійник
role-monk = Чернець
role-farmer = Селянин
role-mayor = Мер
role-wagon = Фургон
role-barn = Хлів
role-builder = Будівельник
role-pig = Свиня
role-courtier = Придворний
role-watchman = Дозорець

## Нейтральні фігурки

piece-dragon = Дракон
piece-fairy = Фея
piece-count = Граф
piece-mage = Маг
piece-witch = Відьма

## Квартали фортеці Каркасон

quarter-castle = Замок
quarter-blacksmith = Кузня
quarter-cathedral = Собор
quarter-market = Ринок

## Товари

good-wine = Вино
good-grain = Зерно
good-cloth = Тканина

## Інші джерела очок

source-fairy = Фея
source-king = Король
source-robber = Барон-розбійник
source-wine = Вино
source-grain = Зерно
source-cloth = Тканина
source-ransom = Викуп
source-watchtower = Дозорна вежа
source-church = Церква
source-wind-rose = Роза вітрів
