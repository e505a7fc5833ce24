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

levels = Какие бывают компьютерные игроки
strength = Сила: { $strength } из { $most }

## Large games

tile-copies = Копий каждого квадрата
tile-copies-help = Для больших партий: столько раз встречается каждый вытягиваемый квадрат. Реки, бонусные карты и блоки — по одному разу.

## Own tiles

own-tiles = Свои квадраты
own-tiles-help = Составленный вами файл квадратов: играть можно вместе с печатными квадратами или вместо них.
own-tiles-choose = Выбрать файл квадратов
own-tiles-remove = Играть без этого файла
own-tiles-use = Эти квадраты
own-tiles-mixed = добавляются к печатным
own-tiles-instead = заменяют печатные: { $part }
own-tiles-alone = заменяют все остальные
own-tiles-printed = Чтобы исправить печатные квадраты, сохраните их файл, измените его и выберите здесь:
