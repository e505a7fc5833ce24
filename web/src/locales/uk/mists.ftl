### Тексти доповнення «Привиди, замки та цвинтарі».

## Налаштування партії

expansion-mists = Привиди, замки та цвинтарі
expansion-mists-help = Хто розширить туман, надсилає привида іншому; хто обмежить, отримує його сам. Замки дають очки за туман довкола, а цвинтарі дають вартових, яким привиди не страшні.
expansion-mists-note = Звірити ці плитки з друкованими не вдалося. Кількість плиток, замків і цвинтарів правильна, але деякі краї відтворено, і вони можуть відрізнятися. Якщо у вас є цей набір, виправлений файл можна вибрати в розділі «Власні плитки».
expansion-mists-mixed = Офіційних правил поєднання цього набору з іншими доповненнями немає. Кожен набір зберігає свої правила: привиди лякають лише звичайних підданців і лише на самій карті, а не на вежах і не у фортеці Каркасон.

option-ghost_penalty = Привиди під час підрахунку
option-ghost_penalty-help = Хто втрачає по 2 очка за кожного привида біля свого підданця, коли рахують об’єкт.
option-ghost_penalty-all_present = Усі, чиї підданці там стоять
option-ghost_penalty-scoring_only = Лише ті, хто отримує очки

## На карті

kind-castle = Замок
kind-cemetery = Цвинтар
kind-mist = Хмара туману
figure-guard = Вартовий
role-guard = Вартовий
role-lord = Володар замку
role-keeper = Цвинтарний сторож
source-ghost = Привиди
token-ghost = Привиди
token-guard = Вартові в загальному запасі
tile-part-castle =
    { $count ->
        [one] замок
        [few] { $count } замки
       *[many] { $count } замків
    }
tile-part-cemetery =
    { $count ->
        [one] цвинтар
        [few] { $count } цвинтарі
       *[many] { $count } цвинтарів
    }
tile-part-mist =
    { $count ->
        [one] туман
        [few] { $count } хмари туману
       *[many] { $count } хмар туману
    }

## Очки

term-ghosts =
    { $count ->
        [one] { $count } привид
        [few] { $count } привиди
       *[many] { $count } привидів
    }
term-misty-tiles =
    { $count ->
        [one] { $count } плитка з туманом
        [few] { $count } плитки з туманом
       *[many] { $count } плиток з туманом
    }
term-castle =
    { $count ->
        [1] замок
        [one] { $count } замок
        [few] { $count } замки
       *[many] { $count } замків
    }
terms-less = { " − " }
scored-castle-finished = Завершений замок
scored-castle-unfinished = Незавершений замок
scored-cemetery-finished = Завершений цвинтар
scored-cemetery-unfinished = Незавершений цвинтар
not-below-zero = Рахунок не опускається нижче 0
projected-less = { $score } отримано, мінус { $less } через привидів на карті
feature-note-cemetery = Очок не дає: коли його з усіх боків оточать плитки, власник цвинтарного сторожа візьме вартового із загального запасу.
feature-note-mist = Очок не дає: туман розділяє поля, а там, де його розширюють або обмежують, з’являються привиди.

## За столом

figure-haunted = { $figure }, { $count ->
        [one] { $count } привид
        [few] { $count } привиди
       *[many] { $count } привидів
    }
ghosts-beside =
    { $count ->
        [one] Поруч { $count } привид
        [few] Поруч { $count } привиди
       *[many] Поруч { $count } привидів
    }
ghosts-left =
    { $count ->
        [one] у загальному запасі { $count } привид
        [few] у загальному запасі { $count } привиди
       *[many] у загальному запасі { $count } привидів
    }
turn-yours-haunt = Туман розширено: нашліть привида на чужого підданця
turn-yours-haunt-own = Туман обмежено: привид дістанеться вашому підданцеві
turn-local-haunt = { $name }, туман розширено: нашліть привида на чужого підданця
turn-local-haunt-own = { $name }, туман обмежено: привид дістанеться вашому підданцеві
turn-theirs-haunt = Туман розширено: { $name } насилає привида на суперника
turn-theirs-haunt-own = Туман обмежено: { $name } вибирає, кому зі своїх дістанеться привид
hint-haunt = Виберіть підданця суперника. Третій привид прожене його з карти.
hint-haunt-own = Виберіть свого підданця. Третій привид прожене його з карти.
hint-haunt-chosen = Підтвердьте або виберіть іншого. Третій привид прожене його з карти.
event-haunted = Отримує привида: { $figure } (тепер { $count })
event-enlisted = { $name } бере із загального запасу: { $figure }
