### Numbers of figures and tiles in a set-up.

numbers = Число фишек и квадратов
numbers-help = Для своих вариантов игры. Золотой чертой отмечено то, чего нет в печатной игре.
numbers-figures = Фишки каждого игрока
numbers-sets = Копий каждого набора квадратов
numbers-copies = Длинные партии
number-fewer = { $name }: меньше
number-more = { $name }: больше
number-printed = как в коробке
number-in-box = в коробке: { $count }
numbers-reset = Вернуть числа из коробки
numbers-problem-too_many =
    Слишком много { $what ->
        [tiles] квадратов
        [figures] фишек
        [segments] участков на квадратах
        [kinds-of-tile] видов квадратов
        [tower-foundations] фундаментов башен
        [herds-of-pigs] свиноферм
        [tiles-that-move-the-dragon] квадратов, по которым ходит дракон,
        [mammoths-and-aurochs] мамонтов и туров
        [deer] оленей
        [tigers] тигров
        [mushroom-patches] грибов
        [fish-in-rivers] рыб в реках
        [fish] рыб
        [lakes] озёр
        [rafts] плотов
        [towns] городов
       *[other] частей
    }: { $count }. Помещается не больше { $most }. Уменьшите какое-нибудь число.
numbers-problem-copies = Каждого квадрата может быть от 1 до 255 копий. Измените число копий.
numbers-problem-no_start = Партию не с чего начать. Оставьте хотя бы одну копию квадратов базовой игры или реки.

## Names of tile sets

set-river-1 = Река
set-river-2 = Река II
set-cathars = Катары
set-besiegers = Осаждающие
set-hunters = Квадраты земли
set-hunters-bonus = Бонусные карты
set-hunters-2020 = Квадраты земли
set-hunters-menhir = Карты менгиров
