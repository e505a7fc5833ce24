### Colours of players.

colour-of = Цвет: { $name }
colour-choose = { $name }, цвет: { $colour }. Изменить.
colour-help = С этим цветом начнутся и ваши следующие партии, если он свободен.
colour-taken = занят
colour-0 = красный
colour-1 = синий
colour-2 = жёлтый
colour-3 = зелёный
colour-4 = чёрный
colour-5 = розовый
error-colour_taken = Этот цвет уже у другого игрока. Выберите другой.
