### Завершені партії: рейтинги, гравці, архів.

## Столи з рейтингом

rated = Рейтингова партія
rated-table-help = Результат змінює рейтинги гравців.
rating-changes = Зміна рейтингу
rating-change = { $before } → { $after } ({ $change })
table-rating = Рейтинг у цій грі

## Швидкість, кількість гравців, кінець

speed-blitz = Бліц
speed-rapid = Швидка
speed-slow = Класична
speed-days = За листуванням
speed-none = Без контролю часу
size-two = Двоє гравців
size-more = Троє й більше
how-resigned = здача
how-time = вийшов час
how-aborted = без результату

## Люди

person-known = Зареєстрований гравець
person-deleted = видалений гравець
person-profile = { $name }: партії та рейтинги

## Сторінки

archive = Архів
leaderboard = Лідери
tournaments = Турніри
