### Анализ позиции и разбор партии.

analysis = Анализ
review = Разбор
analysis-help = Показывает лучшие ходы по мнению сильнейшего компьютерного игрока, ожидаемый отрыв в конце партии, вероятность победы и вероятное продолжение.
analysis-waiting = думает
analysis-thinking = Компьютер оценивает ходы.
analysis-nobody = Здесь нечего решать: следующий квадрат вытягивается случайно.
analysis-next = К следующему ходу
analysis-exact = Просмотрены все продолжения до конца партии: это точные числа, а не оценки.
analysis-weighed =
    { $evaluations ->
        [one] Оценена { NUMBER($evaluations) } позиция.
        [few] Оценено { NUMBER($evaluations) } позиции.
       *[many] Оценено { NUMBER($evaluations) } позиций.
    }
analysis-guess = Знак ≈ отмечает приблизительную оценку.
analysis-dotted = На карте штриховой рамкой отмечен выбранный ход, точечной — место, куда квадрат положили на самом деле.
analysis-longer = Думать { NUMBER($seconds, maximumFractionDigits: 1) } с

## Варианты

line-best = Лучшие ходы
line-lead = Ожидаемый отрыв в конце, в очках
line-margin = Ожидаемый отрыв в конце, в очках, и вероятность победы
line-margin-team = Ожидаемый счёт команды в конце и вероятность победы
line-margin-many = Отрыв здесь — среднее двух чисел: отрыва от лучшего соперника и среднего отрыва от всех соперников.
line-spoken = отрыв в конце: { $margin }
line-spoken-about = отрыв в конце: { $margin }, плюс-минус { $error }
line-spoken-team = счёт в конце: { $margin }
line-spoken-team-about = счёт в конце: { $margin }, плюс-минус { $error }
line-spoken-guess = отрыв в конце, приблизительно: { $margin }
line-spoken-team-guess = счёт в конце, приблизительно: { $margin }
line-played = сыграно
line-totals = Ожидаемый счёт в конце
line-chances = Вероятность победы
line-chance = победа { $chance }
line-spoken-chance = вероятность победы: { $chance }
line-lost-chance = { $chance } вероятности победы
line-main = Вероятное продолжение
line-turned = { $place }, поворот { $degrees }°
line-where = { $what }: { $where }
line-draw = вытянут
line-reward = Взять очки
line-clear = Прогнать привидения с квадрата
line-return = Возвращается в запас: { $figure }
line-capture = Заключённый: { $figure }
line-haunt = Получает привидение: { $figure }
line-withdraw = { $what } уходит с карты
line-redeem = Возвращается из заключения: { $figure }
line-move = Идёт дальше: { $figure }

## Разбор

review-help =
    { $count ->
        [one] Просматривает { $count } решение партии и показывает, сколько очков потерял каждый игрок. Разбор можно остановить и продолжить с того же места.
        [few] Просматривает одно за другим { $count } решения партии и показывает, сколько очков потерял каждый игрок. Разбор можно остановить и продолжить с того же места.
       *[many] Просматривает одно за другим { $count } решений партии и показывает, сколько очков потерял каждый игрок. Разбор можно остановить и продолжить с того же места.
    }
review-start = Разобрать партию
review-go-on = Продолжить разбор
review-stop = Остановить
review-progress = Разобрано решений: { $done } из { $count }
review-seats = Сколько очков и шансов на победу потерял каждый игрок
review-lost = Потеряно очков
review-lost-chance = и шансов на победу
review-of = { $count } из { $all }
review-lost-help = Насколько сделанные ходы хуже лучших: в очках, а ниже — в вероятности победы, в сумме по всем ходам.
review-from =
    { $points ->
        [one] от { NUMBER($points) } очка или { $chance } вероятности победы
       *[other] от { NUMBER($points) } очков или { $chance } вероятности победы
    }
review-worst = Самые дорогие ошибки
review-none = Ни один ход не стоил даже одного очка или { $chance } вероятности победы.
review-move = Ход { $turn }, { $name }
review-played = Сыграно
review-better = Лучше
points-decimal = { $points } очка
grade-best = лучший ход
grade-good = хороший ход
grade-inaccuracy = неточность
grade-mistake = ошибка
grade-blunder = грубая ошибка
course-two = Ожидаемый отрыв в конце: { $name }
course-many = Ожидаемый отрыв каждого игрока от лучшего соперника в конце партии
course-team = Ожидаемый счёт команды в конце
analysis-on-server = Анализировать на сервере
analysis-on-server-help = Иначе партию анализирует этот браузер.
study-make = Создать студию
