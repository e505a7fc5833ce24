### З чого складається приготування партії, і слова для всього, що є на карті.

## Ігри й доповнення

game-carcassonne = Каркасон
game-carcassonne-help = Складайте з плиток міста, дороги, монастирі й поля; очки вам дадуть розміщені на них підданці.

expansion-inns-cathedrals = Таверни і собори
expansion-inns-cathedrals-help = Ще вісімнадцять плиток, великий підданець для кожного й місце для шостого гравця; таверни й собори підвищують ставки.

## Варіанти правил

option-first_player = Перший гравець
option-first_player-help = Хто ходить першим.
option-first_player-random = За жеребом
option-first_player-host_seat = Кого назве господар столу
option-first_player-youngest = Наймолодший — його вкаже господар столу

option-small_city = Місто з двох плиток
option-small_city-help = Скільки очок дає завершене місто рівно з двох плиток.
option-small_city-4 = 4 очки: по 2 за плитку та за щит
option-small_city-2 = 2 очки: по 1 за плитку та за щит

option-farmers = Селяни
option-farmers-help = Чи можна розміщувати підданців на полях, які дають очки наприкінці гри.
option-farmers-true = Із селянами
option-farmers-false = Без селян

option-inn_cathedral_final = Не завершено на кінець гри
option-inn_cathedral_final-help = Скільки очок наприкінці гри дає незавершена дорога з таверною або незавершене місто із собором.
option-inn_cathedral_final-zero = Жодного
option-inn_cathedral_final-ignore = Як без таверни й собору

## Рівні комп’ютерних гравців

level-easy = Легкий
level-easy-help = Грає просто й багато чого не помічає.
level-medium = Середній
level-medium-help = Зважує кожен можливий зараз хід, але наперед не зазирає.
level-hard = Складний
level-hard-help = Зазирає наперед, наскільки вистачає часу на роздуми.

## Доданки рахунку

term-tiles =
    { $count ->
        [one] { $count } плитка
        [few] { $count } плитки
       *[many] { $count } плиток
    }
term-pennants =
    { $count ->
        [one] { $count } щит
        [few] { $count } щити
       *[many] { $count } щитів
    }
term-neighbours =
    { $count ->
        [one] { $count } сусідня плитка
        [few] { $count } сусідні плитки
       *[many] { $count } сусідніх плиток
    }
term-cities =
    { $count ->
        [one] { $count } завершене місто
        [few] { $count } завершені міста
       *[many] { $count } завершених міст
    }

## Види об’єктів

kind-city = Місто
kind-road = Дорога
kind-monastery = Монастир
kind-field = Поле

## Фігурки та їхні ролі

figure-follower = Підданець
figure-large = Великий підданець
role-knight = Лицар
role-highwayman = Розбійник
role-monk = Чернець
role-farmer = Селянин
