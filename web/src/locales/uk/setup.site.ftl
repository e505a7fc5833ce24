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

levels = Рівні комп’ютерних гравців
strength = Сила: { $strength } з { $most }

## Large games

tile-copies = Копій кожної плитки
own-numbers = власна кількість фігурок і плиток
tile-copies-help = Для великих партій: стільки копій кожної плитки буде в стосі. Річки, бонусні плитки й блоки лишаються в одному примірнику.

## Own tiles

own-tiles = Власні плитки
own-tiles-help = Грайте плитками зі свого файлу разом зі звичайними або замість них.
own-tiles-choose = Вибрати файл плиток
own-tiles-remove = Прибрати файл
own-tiles-use = Як використати
own-tiles-mixed = Разом зі звичайними
own-tiles-instead = Замість звичайних: { $part }
own-tiles-alone = Лише ці плитки
own-tiles-printed = Щоб виправити звичайні плитки, збережіть їхній файл, змініть його й виберіть тут:

## Гравці та власні набори

arrange-computer = З комп’ютером
arrange-two-here = Удвох тут
arrange-four-here = Учотирьох тут
arrange-two-and-link = Двоє тут, третій за посиланням
more-setup = Ще
expansions-about = Про доповнення
own-preset-new = Зберегти набір
own-preset-name = Назва набору
own-preset-save = Зберегти
own-preset-remove = Видалити: { $name }
own-presets = Ваші набори
seat-open-link = друг за посиланням
