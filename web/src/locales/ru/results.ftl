### Завершённые партии: рейтинги, игроки, архив.

## Столы с рейтингом

rated = Рейтинговая партия
rated-table-help = Результат меняет рейтинги игроков.
rating-changes = Изменение рейтинга
rating-change = { $before } → { $after } ({ $change })
table-rating = Рейтинг в этой игре

## Скорость, число игроков, конец

speed-blitz = Блиц
speed-rapid = Быстрая
speed-slow = Классическая
speed-days = По переписке
speed-none = Без контроля времени
size-two = Двое игроков
size-more = Трое и больше
how-resigned = сдача
how-time = вышло время
how-aborted = без результата

## Люди

person-known = Зарегистрированный игрок
person-deleted = удалённый игрок
person-profile = { $name }: партии и рейтинги

## Страницы

archive = Архив
leaderboard = Лидеры
tournaments = Турниры
