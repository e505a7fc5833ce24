### З чого складається приготування партії, і слова для всього, що є на карті.

## Що з доповнення можна прибрати

elements-of = Що в грі з доповнення: { $part }

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

levels = Хто такі комп’ютерні гравці?
strength = Сила: { $strength } з { $most }

## Large games

tile-copies = Скільки разів є кожна плитка
tile-copies-help = Для великих ігор: стільки разів є кожна плитка, яку тягнуть. Річки, бонусні плитки й блоки є по одному разу.

## Own tiles

own-tiles = Власні плитки
own-tiles-help = Файл плиток, який ви написали: ним можна грати разом із друкованими плитками або замість них.
own-tiles-choose = Вибрати файл плиток
own-tiles-remove = Грати без цього файлу
own-tiles-use = Ці плитки
own-tiles-mixed = додаються до друкованих
own-tiles-instead = замінюють друковані: { $part }
own-tiles-alone = замінюють усі інші
own-tiles-printed = Щоб виправити друковані плитки, збережіть їхній файл, змініть його й виберіть тут:
