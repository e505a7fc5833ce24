### Из чего складывается подготовка партии, и слова для всего, что есть на карте.

## Игры и дополнения

game-carcassonne = Каркассон
game-carcassonne-help = Складывайте из квадратов города, дороги, монастыри и поля; очки вам принесут поставленные на них последователи.

expansion-inns-cathedrals = Гостиницы и соборы
expansion-inns-cathedrals-help = Ещё восемнадцать квадратов, большой последователь для каждого и место для шестого игрока; гостиницы и соборы повышают ставки.

## Варианты правил

option-first_player = Первый игрок
option-first_player-help = Кто ходит первым.
option-first_player-random = По жребию
option-first_player-host_seat = Кого назовёт хозяин стола
option-first_player-youngest = Самый младший — его укажет хозяин стола

option-small_city = Город из двух квадратов
option-small_city-help = Сколько очков приносит завершённый город ровно из двух квадратов.
option-small_city-4 = 4 очка: по 2 за квадрат и за щит
option-small_city-2 = 2 очка: по 1 за квадрат и за щит

option-farmers = Крестьяне
option-farmers-help = Можно ли ставить последователей на поля, которые приносят очки в конце игры.
option-farmers-true = С крестьянами
option-farmers-false = Без крестьян

option-inn_cathedral_final = Не завершено к концу игры
option-inn_cathedral_final-help = Сколько очков в конце игры приносит незавершённая дорога с гостиницей или незавершённый город с собором.
option-inn_cathedral_final-zero = Нисколько
option-inn_cathedral_final-ignore = Как без гостиницы и собора

## Уровни компьютерных игроков

level-easy = Лёгкий
level-easy-help = Играет просто и многого не замечает.
level-medium = Средний
level-medium-help = Взвешивает каждый возможный сейчас ход, но вперёд не заглядывает.
level-hard = Сложный
level-hard-help = Заглядывает вперёд, насколько хватает времени на размышление.

## Слагаемые счёта

term-tiles =
    { $count ->
        [one] { $count } квадрат
        [few] { $count } квадрата
       *[many] { $count } квадратов
    }
term-pennants =
    { $count ->
        [one] { $count } щит
        [few] { $count } щита
       *[many] { $count } щитов
    }
term-neighbours =
    { $count ->
        [one] { $count } соседний квадрат
        [few] { $count } соседних квадрата
       *[many] { $count } соседних квадратов
    }
term-cities =
    { $count ->
        [one] { $count } завершённый город
        [few] { $count } завершённых города
       *[many] { $count } завершённых городов
    }

## Виды объектов

kind-city = Город
kind-road = Дорога
kind-monastery = Монастырь
kind-field = Поле

## Фишки и их роли

figure-follower = Последователь
figure-large = Большой последователь
role-knight = Рыцарь
role-highwayman = Разбойник
role-monk = Монах
role-farmer = Крестьянин
