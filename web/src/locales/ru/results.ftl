### Чем кончились игры: рейтинги, люди, архив.

## Столы с рейтингом

rated = На рейтинг
rated-table-help = Результат меняет рейтинги тех, кто играет.
rated-waits = Игра начнётся, когда будут заняты все места.
rating-changes = Рейтинги
rating-change = { $before } → { $after } ({ $change })

## Скорость, число игроков, конец

speed-blitz = Блиц
speed-rapid = Быстрая
speed-slow = Медленная
speed-days = По дням
speed-none = Без часов
size-two = Двое игроков
size-more = Трое и больше
how-resigned = сдались
how-time = вышло время
how-aborted = без результата

## Люди

person-known = Учётная запись
person-deleted = удалённый игрок
person-profile = { $name }: игры и рейтинги
