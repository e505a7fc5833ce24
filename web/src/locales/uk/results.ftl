### Чим скінчилися ігри: рейтинги, люди, архів.

## Столи з рейтингом

rated = На рейтинг
rated-table-help = Результат змінює рейтинги тих, хто грає.
rated-waits = Гра почнеться, коли всі місця буде зайнято.
rating-changes = Рейтинги
rating-change = { $before } → { $after } ({ $change })

## Швидкість, кількість гравців, кінець

speed-blitz = Бліц
speed-rapid = Швидка
speed-slow = Повільна
speed-days = По днях
speed-none = Без годинника
size-two = Двоє гравців
size-more = Троє й більше
how-resigned = здалися
how-time = вийшов час
how-aborted = без результату

## Люди

person-known = Обліковий запис
person-deleted = видалений гравець
person-profile = { $name }: ігри та рейтинги
