### Анализ позиции и разбор партии.

analysis = Анализ
review = Разбор
analysis-help = Показывает лучшие ответы в позиции на карте, как их видит сильнейший компьютерный игрок: на сколько очков каждый из них позволит опередить соперников в конце и как пойдёт игра дальше.
analysis-waiting = думает
analysis-thinking = Компьютер взвешивает ответы.
analysis-nobody = Здесь никто не решает: следующий квадрат приносит случай.
analysis-next = К следующему решению
analysis-exact = Просмотрены все продолжения до конца партии: это не оценки, а точные числа.
analysis-weighed =
    { $evaluations ->
        [one] Взвешена { NUMBER($evaluations) } позиция.
        [few] Взвешено { NUMBER($evaluations) } позиции.
       *[many] Взвешено { NUMBER($evaluations) } позиций.
    }
analysis-guess = Знак ≈ стоит там, где ответ оценён лишь на первый взгляд.
analysis-dotted = На карте штриховая рамка показывает ответ из списка, точки – место, куда квадрат положили на самом деле.
analysis-longer = Думать { NUMBER($seconds, maximumFractionDigits: 1) } с

## Варианты

line-best = Лучшие ответы
line-margin = Перевес в конце, в очках
line-margin-team = Очки команды в конце
line-margin-many = Перевес наполовину считается над лучшим из остальных, наполовину – над всеми ними в среднем.
line-spoken = перевес в конце: { $margin }
line-spoken-about = перевес в конце: { $margin }, плюс-минус { $error }
line-spoken-team = очки в конце: { $margin }
line-spoken-team-about = очки в конце: { $margin }, плюс-минус { $error }
line-spoken-guess = перевес в конце на первый взгляд: { $margin }
line-spoken-team-guess = очки в конце на первый взгляд: { $margin }
line-played = сыграно
line-totals = Очки, которых можно ожидать в конце
line-main = Как пошла бы игра дальше
line-turned = { $place }, поворот { $degrees }°
line-where = { $what }: { $where }
line-draw = вытянут
line-reward = Взять очки
line-clear = Прогнать привидения с квадрата
line-return = Возвращается в запас: { $figure }
line-capture = Попадает в плен: { $figure }
line-haunt = Получает привидение: { $figure }
line-redeem = Возвращается из плена: { $figure }
line-move = Идёт дальше: { $figure }
side-n = север
side-ne = северо-восток
side-e = восток
side-se = юго-восток
side-s = юг
side-sw = юго-запад
side-w = запад
side-nw = северо-запад

## Разбор

review-help =
    { $count ->
        [one] Просматривает { $count } решение партии и говорит, сколько очков отдала каждая сторона. Разбор можно остановить и продолжить с того же места.
        [few] Просматривает одно за другим { $count } решения партии и говорит, сколько очков отдала каждая сторона. Разбор можно остановить и продолжить с того же места.
       *[many] Просматривает одно за другим { $count } решений партии и говорит, сколько очков отдала каждая сторона. Разбор можно остановить и продолжить с того же места.
    }
review-start = Разобрать партию
review-go-on = Продолжить разбор
review-stop = Остановить
review-progress = Разобрано решений: { $done } из { $count }
review-seats = Сколько очков отдал каждый игрок
review-lost = Отдано
review-of = { $count } из { $all }
review-lost-help = В очках: на сколько больше обещал лучший ответ, чем данный.
review-from =
    { $points ->
        [one] от { NUMBER($points) } очка
       *[other] от { NUMBER($points) } очков
    }
review-worst = Что обошлось дороже всего
review-none = Никто не отдал за один ответ и целого очка.
review-move = Ход { $turn }, { $name }
review-played = Сыграно
review-better = Лучше
points-decimal = { $points } очка
grade-best = лучший ответ
grade-good = хороший ответ
grade-inaccuracy = неточность
grade-mistake = ошибка
grade-blunder = грубая ошибка
course-two = Ожидаемый перевес в конце: { $name }
course-many = Ожидаемый перевес каждого над лучшим из остальных
course-team = Ожидаемые очки команды в конце
