### Тексты игр «Охотники и собиратели» и «Новые Земли». Сообщение, которое кончается на -in-hunters или -in-discovery, заменяет
### одноимённое, пока показана эта игра.

## Игры

game-hunters = Охотники и собиратели
game-hunters-help = Задолго до городов: охотьтесь в низинах на мамонтов, собирайте ягоды в лесах, ловите рыбу в реках — а золото подарит бонусную карту.
game-discovery = Новые Земли
game-discovery-help = Открывайте степи, хребты и моря Нового Света и выбирайте момент, когда каждому спутнику пора вернуться и принести очки.

## Варианты правил

option-count_by = Как считать реки и леса
option-count_by-help = За что приносят очки освоенные реки и леса: за каждый квадрат или за каждый участок. При счёте по участкам квадрат с двумя участками одного леса считается дважды.
option-count_by-segment = По участкам
option-count_by-tile = По квадратам
option-trap_and_fire = Охотничья ловушка и огонь
option-trap_and_fire-help = Спасает ли огонь оленей от тигров и тогда, когда очки приносит охотничья ловушка. Только для издания 2020 года.
option-trap_and_fire-apart = Огонь на ловушку не влияет
option-trap_and_fire-fire_saves_deer = Огонь спасает оленей

option-edition = Издание
option-edition-help = Издание 2002 года с бонусными картами или издание 2020 года: менгиры с особыми свойствами, другие звери и по третьей хижине у каждого.
option-edition-first = 2002 года
option-edition-later = 2020 года

option-equal_turns = Равное число ходов
option-equal_turns-help = Убирают ли перед началом часть квадратов, чтобы у всех было поровну ходов.
option-equal_turns-off = Квадраты не убирают
option-equal_turns-even = Столько, сколько нужно
option-equal_turns-printed = Столько, сколько сказано в печатных правилах

## Виды строений и местности

kind-meadow = Низина
kind-forest = Лес
kind-river = Река
kind-lake = Озеро
kind-system = Речная система
kind-grass = Степь
kind-mountain = Хребет
kind-sea = Море

tile-part-meadow =
    { $count ->
        [one] { $count } низина
        [few] { $count } низины
       *[many] { $count } низин
    }
tile-part-forest =
    { $count ->
        [one] { $count } лес
        [few] { $count } леса
       *[many] { $count } лесов
    }
tile-part-river =
    { $count ->
        [one] { $count } река
        [few] { $count } реки
       *[many] { $count } рек
    }
tile-part-lake =
    { $count ->
        [one] { $count } озеро
        [few] { $count } озера
       *[many] { $count } озёр
    }
tile-part-grass =
    { $count ->
        [one] { $count } степь
        [few] { $count } степи
       *[many] { $count } степей
    }
tile-part-mountain =
    { $count ->
        [one] { $count } хребет
        [few] { $count } хребта
       *[many] { $count } хребтов
    }
tile-part-sea =
    { $count ->
        [one] { $count } море
        [few] { $count } моря
       *[many] { $count } морей
    }

## Что нарисовано на квадратах

thing-mammoth =
    { $count ->
        [one] { $count } мамонт
        [few] { $count } мамонта
       *[many] { $count } мамонтов
    }
thing-aurochs =
    { $count ->
        [one] { $count } зубр
        [few] { $count } зубра
       *[many] { $count } зубров
    }
thing-deer =
    { $count ->
        [one] { $count } олень
        [few] { $count } оленя
       *[many] { $count } оленей
    }
thing-tiger =
    { $count ->
        [one] { $count } тигр
        [few] { $count } тигра
       *[many] { $count } тигров
    }
thing-fish =
    { $count ->
        [one] { $count } рыба
        [few] { $count } рыбы
       *[many] { $count } рыб
    }
thing-gold =
    { $count ->
        [one] { $count } самородок
        [few] { $count } самородка
       *[many] { $count } самородков
    }
thing-menhir =
    { $count ->
        [one] { $count } менгир
        [few] { $count } менгира
       *[many] { $count } менгиров
    }
thing-mushrooms =
    { $count ->
        [1] грибы
       *[other] грибы: { $count }
    }
thing-spring =
    { $count ->
        [one] { $count } родник
        [few] { $count } родника
       *[many] { $count } родников
    }
thing-fire =
    { $count ->
        [1] огонь
       *[other] огонь: { $count }
    }
thing-shrine =
    { $count ->
        [one] { $count } святилище
        [few] { $count } святилища
       *[many] { $count } святилищ
    }
thing-town =
    { $count ->
        [one] { $count } город
        [few] { $count } города
       *[many] { $count } городов
    }

## Фишки и их роли

figure-member = Соплеменник
figure-hut = Хижина
role-hunter = Охотник
role-gatherer = Собиратель
role-fisher = Рыбак
role-hut = Хижина
role-explorer = Землепроходец
role-brigand = Разбойник
role-navigator = Навигатор
figure-follower-in-discovery = Спутник

## Пометки

mark-fire = огонь отгоняет тигров
mark-shrine = святилище: очки получает только охотник на нём
mark-raft = плот

## Слагаемые счёта

term-segments =
    { $count ->
        [one] { $count } участок
        [few] { $count } участка
       *[many] { $count } участков
    }
term-fish =
    { $count ->
        [one] { $count } рыба
        [few] { $count } рыбы
       *[many] { $count } рыб
    }
term-mushrooms =
    { $count ->
        [one] грибы на { $count } квадрате
       *[other] грибы на { $count } квадратах
    }
term-mammoths =
    { $count ->
        [one] { $count } мамонт
        [few] { $count } мамонта
       *[many] { $count } мамонтов
    }
term-aurochs =
    { $count ->
        [one] { $count } зубр
        [few] { $count } зубра
       *[many] { $count } зубров
    }
term-deer =
    { $count ->
        [one] { $count } олень
        [few] { $count } оленя
       *[many] { $count } оленей
    }
term-lakes =
    { $count ->
        [one] { $count } озеро
        [few] { $count } озера
       *[many] { $count } озёр
    }
term-doubled = { $count } за волчью яму
term-towns =
    { $count ->
        [one] { $count } город
        [few] { $count } города
       *[many] { $count } городов
    }

## За что получены очки

scored-forest-finished = Освоен лес
scored-forest-unfinished = Неосвоенный лес
scored-river-finished = Освоена река
scored-river-unfinished = Неосвоенная река
scored-meadow-finished = Низина
scored-meadow-unfinished = Охотничья ловушка
scored-system-finished = Речная система
scored-system-unfinished = Лодка
scored-grass-finished = Завершённая степь
scored-grass-unfinished = Незавершённая степь
scored-grass-final = Степь
scored-mountain-finished = Завершённый хребет
scored-mountain-unfinished = Незавершённый хребет
scored-mountain-final = Хребет
scored-sea-finished = Внутреннее море
scored-sea-unfinished = Открытый залив
scored-sea-final = Море

## Слова, которые в играх разные

feature-struck-in-hunters =
    { $count ->
        [one] { $count } зверь не считается
        [few] { $count } зверя не считаются
       *[many] { $count } зверей не считаются
    }
draw-pile-clause-in-hunters = HG-02
draw-pile-clause-in-discovery = DISC-02
turn-yours-deploy-in-hunters = Ваш ход: поставите соплеменника или хижину?
turn-local-deploy-in-hunters = { $name }: поставите соплеменника или хижину?
turn-theirs-deploy-in-hunters = { $name } решает, ставить ли соплеменника или хижину
turn-yours-deploy-in-discovery = Ваш ход: поставите спутника или снимете?
turn-local-deploy-in-discovery = { $name }: поставите спутника или снимете?
turn-theirs-deploy-in-discovery = { $name } решает, поставить спутника или снять
mode-figure-in-discovery = Поставить
no-figure-in-hunters = Ничего не ставить
no-figure-short-in-hunters = Ничего
key-pass-in-hunters = Ничего не ставить
key-pass-in-discovery = Не ставить и не снимать
show-fields-in-hunters = Показать владельцев низин
show-fields-in-discovery = Показать владельцев объектов
key-fields-in-hunters = Показать владельцев низин
key-fields-in-discovery = Показать владельцев объектов
final-begins-in-hunters = Последний квадрат выложен. Считаем хижины и охотников.
