### Настройки партии и названия всего, что есть на карте.

## Что из дополнения можно убрать

elements-of = Что взять из дополнения: { $part }

## Наборы правил

preset-departs = Отличается от набора «{ $preset }»: { $options }
preset-value = В наборе: { $value }
preset-put-back = Вернуть
preset-put-back-of = { $option }: вернуть «{ $value }»
preset-all-back = Вернуть всё
preset-changed =
    { $count ->
        [one] с { $count } изменением
       *[other] с { $count } изменениями
    }

## Уровни компьютерных игроков

levels = Уровни компьютерных игроков
strength = Сила: { $strength } из { $most }

## Large games

tile-copies = Копий каждого квадрата
own-numbers = своё число фишек и квадратов
tile-copies-help = Для больших партий: столько копий каждого квадрата будет в стопке. Реки, бонусные карты и блоки остаются в одном экземпляре.

## Own tiles

own-tiles = Свои квадраты
own-tiles-help = Играйте квадратами из своего файла вместе с обычными или вместо них.
own-tiles-choose = Выбрать файл квадратов
own-tiles-remove = Убрать файл
own-tiles-use = Как использовать
own-tiles-mixed = Вместе с обычными
own-tiles-instead = Вместо обычных: { $part }
own-tiles-alone = Только эти квадраты
own-tiles-printed = Чтобы исправить обычные квадраты, сохраните их файл, измените его и выберите здесь:

## Игроки и свои наборы

arrange-computer = С компьютером
arrange-two-here = Вдвоём здесь
arrange-four-here = Вчетвером здесь
arrange-two-and-link = Двое здесь, третий по ссылке
more-setup = Ещё
expansions-about = О дополнениях
own-preset-new = Сохранить набор
own-preset-name = Название набора
own-preset-save = Сохранить
own-preset-remove = Удалить: { $name }
own-presets = Ваши наборы
seat-open-link = друг по ссылке
