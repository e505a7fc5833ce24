### Тексти ігор «Мисливці та збирачі» і «Нові Землі». Повідомлення, що закінчується на -in-hunters або -in-discovery, заступає
### однойменне, поки показано цю гру.

## Ігри

game-hunters = Мисливці та збирачі
game-hunters-help = Задовго до міст: полюйте в низинах на мамонтів, збирайте ягоди в лісах, ловіть рибу в річках — а золото подарує ще одну плитку.
game-discovery = Нові Землі
game-discovery-help = Відкривайте степи, хребти й моря Нового Світу та вибирайте мить, коли кожному супутникові час повернутися й дати очки.

## Варіанти правил

option-count_by = Як рахувати річки й ліси
option-count_by-help = За що дають очки завершені річки й ліси: за кожну плитку чи за кожну ділянку. За ділянками плитку з двома ділянками того самого лісу рахують двічі.
option-count_by-segment = За ділянками
option-count_by-tile = За плитками
option-trap_and_fire = Мисливська пастка й вогонь
option-trap_and_fire-help = Чи рятує вогонь оленів від тигрів і тоді, коли очки дає мисливська пастка. Лише для видання 2020 року.
option-trap_and_fire-apart = Вогонь на пастку не впливає
option-trap_and_fire-fire_saves_deer = Вогонь рятує оленів

option-edition = Видання
option-edition-help = Видання 2002 року з бонусними плитками або видання 2020 року: менгіри з особливими властивостями, інші звірі й по третій хатині в кожного.
option-edition-first = 2002 року
option-edition-later = 2020 року

option-equal_turns = Однакова кількість ходів
option-equal_turns-help = Чи прибирають перед початком частину плиток, щоб усі мали порівну ходів.
option-equal_turns-off = Плиток не прибирають
option-equal_turns-even = Стільки, скільки треба
option-equal_turns-printed = Стільки, скільки сказано в друкованих правилах

## Види об’єктів

kind-meadow = Низина
kind-forest = Ліс
kind-river = Річка
kind-lake = Озеро
kind-system = Річкова система
kind-grass = Степ
kind-mountain = Хребет
kind-sea = Море

tile-part-meadow =
    { $count ->
        [one] { $count } низина
        [few] { $count } низини
       *[many] { $count } низин
    }
tile-part-forest =
    { $count ->
        [one] { $count } ліс
        [few] { $count } ліси
       *[many] { $count } лісів
    }
tile-part-river =
    { $count ->
        [one] { $count } річка
        [few] { $count } річки
       *[many] { $count } річок
    }
tile-part-lake =
    { $count ->
        [one] { $count } озеро
        [few] { $count } озера
       *[many] { $count } озер
    }
tile-part-grass =
    { $count ->
        [one] { $count } степ
        [few] { $count } степи
       *[many] { $count } степів
    }
tile-part-mountain =
    { $count ->
        [one] { $count } хребет
        [few] { $count } хребти
       *[many] { $count } хребтів
    }
tile-part-sea =
    { $count ->
        [one] { $count } море
        [few] { $count } моря
       *[many] { $count } морів
    }

## Що намальовано на плитках

thing-mammoth =
    { $count ->
        [one] { $count } мамонт
        [few] { $count } мамонти
       *[many] { $count } мамонтів
    }
thing-aurochs =
    { $count ->
        [one] { $count } зубр
        [few] { $count } зубри
       *[many] { $count } зубрів
    }
thing-deer =
    { $count ->
        [one] { $count } олень
        [few] { $count } олені
       *[many] { $count } оленів
    }
thing-tiger =
    { $count ->
        [one] { $count } тигр
        [few] { $count } тигри
       *[many] { $count } тигрів
    }
thing-fish =
    { $count ->
        [one] { $count } риба
        [few] { $count } риби
       *[many] { $count } риб
    }
thing-gold =
    { $count ->
        [one] { $count } самородок
        [few] { $count } самородки
       *[many] { $count } самородків
    }
thing-menhir =
    { $count ->
        [one] { $count } менгір
        [few] { $count } менгіри
       *[many] { $count } менгірів
    }
thing-mushrooms =
    { $count ->
        [1] гриби
       *[other] гриби: { $count }
    }
thing-spring =
    { $count ->
        [one] { $count } джерело
        [few] { $count } джерела
       *[many] { $count } джерел
    }
thing-fire =
    { $count ->
        [1] вогонь
       *[other] вогонь: { $count }
    }
thing-shrine =
    { $count ->
        [one] { $count } святилище
        [few] { $count } святилища
       *[many] { $count } святилищ
    }
thing-town =
    { $count ->
        [one] { $count } місто
        [few] { $count } міста
       *[many] { $count } міст
    }

## Фігурки та їхні ролі

figure-member = Одноплемінник
figure-hut = Хатина
role-hunter = Мисливець
role-gatherer = Збирач
role-fisher = Рибалка
role-hut = Хатина
role-explorer = Землепрохідник
role-brigand = Розбійник
role-navigator = Навігатор
figure-follower-in-discovery = Супутник

## Позначки

mark-fire = вогонь відганяє тигрів
mark-shrine = святилище: очки отримує лише мисливець на ньому
mark-raft = пліт

## Доданки рахунку

term-segments =
    { $count ->
        [one] { $count } ділянка
        [few] { $count } ділянки
       *[many] { $count } ділянок
    }
term-fish =
    { $count ->
        [one] { $count } риба
        [few] { $count } риби
       *[many] { $count } риб
    }
term-mushrooms =
    { $count ->
        [one] гриби на { $count } плитці
       *[other] гриби на { $count } плитках
    }
term-mammoths =
    { $count ->
        [one] { $count } мамонт
        [few] { $count } мамонти
       *[many] { $count } мамонтів
    }
term-aurochs =
    { $count ->
        [one] { $count } зубр
        [few] { $count } зубри
       *[many] { $count } зубрів
    }
term-deer =
    { $count ->
        [one] { $count } олень
        [few] { $count } олені
       *[many] { $count } оленів
    }
term-lakes =
    { $count ->
        [one] { $count } озеро
        [few] { $count } озера
       *[many] { $count } озер
    }
term-doubled = { $count } за вовчу яму
term-towns =
    { $count ->
        [one] { $count } місто
        [few] { $count } міста
       *[many] { $count } міст
    }

## За що отримано очки

scored-forest-finished = Завершений ліс
scored-forest-unfinished = Незавершений ліс
scored-river-finished = Завершена річка
scored-river-unfinished = Незавершена річка
scored-meadow-finished = Низина
scored-meadow-unfinished = Мисливська пастка
scored-system-finished = Річкова система
scored-system-unfinished = Човен
scored-grass-finished = Завершений степ
scored-grass-unfinished = Незавершений степ
scored-grass-final = Степ
scored-mountain-finished = Завершений хребет
scored-mountain-unfinished = Незавершений хребет
scored-mountain-final = Хребет
scored-sea-finished = Завершене море
scored-sea-unfinished = Відкрита затока
scored-sea-final = Море

## Слова, що в іграх різні

feature-struck-in-hunters =
    { $count ->
        [one] { $count } звіра не рахують
        [few] { $count } звірів не рахують
       *[many] { $count } звірів не рахують
    }
draw-pile-clause-in-hunters = HG-02
draw-pile-clause-in-discovery = DISC-02
turn-yours-deploy-in-hunters = Ваш хід: розмістите одноплемінника чи хатину?
turn-local-deploy-in-hunters = { $name }: розмістите одноплемінника чи хатину?
turn-theirs-deploy-in-hunters = { $name } вирішує, чи розміщувати одноплемінника або хатину
turn-yours-deploy-in-discovery = Ваш хід: розмістите супутника чи знімете?
turn-local-deploy-in-discovery = { $name }: розмістите супутника чи знімете?
turn-theirs-deploy-in-discovery = { $name } вирішує, чи розмістити супутника, чи зняти
mode-figure-in-discovery = Розмістити
no-figure-in-hunters = Нічого не ставити
no-figure-short-in-hunters = Нічого
key-pass-in-hunters = Нічого не ставити
key-pass-in-discovery = Не розміщувати й не знімати
show-fields-in-hunters = Показати власників низин
show-fields-in-discovery = Показати власників об’єктів
key-fields-in-hunters = Показати власників низин
key-fields-in-discovery = Показати власників об’єктів
final-begins-in-hunters = Останню плитку викладено. Рахуємо хатини й мисливців.
