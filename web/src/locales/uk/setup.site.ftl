### Налаштування партії та назви всього, що є на карті.

## Що з доповнення можна прибрати

elements-of = Що взяти з доповнення: { $part }

## Набори правил

preset-departs = Відрізняється від набору «{ $preset }»: { $options }
preset-value = У наборі: { $value }
preset-put-back = Повернути
preset-put-back-of = { $option }: повернути «{ $value }»
preset-all-back = Повернути все
preset-changed =
    { $count ->
        [one] з { $count } зміною
       *[other] з { $count } змінами
    }

## Рівні комп’ютерних гравців

levels = Які бувають комп’ютерні гравці
strength = Сила: { $strength } з { $most }

## Large games

tile-copies = Копій кожної плитки
tile-copies-help = Для великих партій: стільки разів трапляється кожна плитка, яку тягнуть. Річки, бонусні плитки й блоки — по одному разу.

## Own tiles

own-tiles = Власні плитки
own-tiles-help = Складений вами файл плиток: грати можна разом із друкованими плитками або замість них.
own-tiles-choose = Вибрати файл плиток
own-tiles-remove = Грати без цього файлу
own-tiles-use = Ці плитки
own-tiles-mixed = додаються до друкованих
own-tiles-instead = замінюють друковані: { $part }
own-tiles-alone = замінюють усі інші
own-tiles-printed = Щоб виправити друковані плитки, збережіть їхній файл, змініть його й виберіть тут:
