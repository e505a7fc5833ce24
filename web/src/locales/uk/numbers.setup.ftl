### Numbers of figures and tiles in a set-up.

numbers = Кількість фігурок і плиток
numbers-help = Для власних варіантів гри. Золотою рискою позначено те, чого немає в друкованій грі.
numbers-figures = Фігурки кожного гравця
numbers-sets = Копій кожного набору плиток
numbers-copies = Довгі партії
number-fewer = { $name }: менше
number-more = { $name }: більше
number-printed = як у коробці
number-in-box = у коробці: { $count }
numbers-reset = Повернути числа з коробки
numbers-problem-too_many =
    Забагато { $what ->
        [tiles] плиток
        [figures] фігурок
        [segments] ділянок на плитках
        [kinds-of-tile] видів плиток
        [tower-foundations] фундаментів веж
        [herds-of-pigs] свиноферм
        [tiles-that-move-the-dragon] плиток, на яких ходить дракон,
        [mammoths-and-aurochs] мамонтів і турів
        [deer] оленів
        [tigers] тигрів
        [mushroom-patches] грибів
        [fish-in-rivers] риб у річках
        [fish] риб
        [lakes] озер
        [rafts] плотів
        [towns] міст
       *[other] частин
    }: { $count }. Уміщується не більше ніж { $most }. Зменште якесь число.
numbers-problem-copies = Кожної плитки може бути від 1 до 255 копій. Змініть кількість копій.
numbers-problem-no_start = Партію немає з чого почати. Залиште хоча б одну копію плиток базової гри або річки.

## Names of tile sets

set-river-1 = Річка
set-river-2 = Річка II
set-cathars = Катари
set-besiegers = Облягачі
set-hunters = Плитки місцевості
set-hunters-bonus = Бонусні плитки
set-hunters-2020 = Плитки місцевості
set-hunters-menhir = Плитки менгірів
