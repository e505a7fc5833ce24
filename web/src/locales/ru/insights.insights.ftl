### Insights: statistics over the reader's reviewed games.

insights-lead = Узнайте, где вы теряете очки. Ваши законченные партии разбирает этот браузер; на сервер ничего не отправляется.
insights-none = Вы ещё не закончили ни одной партии. Сыграйте и возвращайтесь.
insights-games = Последние партии
insights-start = Разобрать мои партии
insights-stop = Остановить
insights-progress =
    { $count ->
        [one] Разобрано { $done } из { $count } партии.
       *[other] Разобрано { $done } из { $count } партий.
    }
insights-failed =
    { $count ->
        [one] Не удалось разобрать { $count } партию.
        [few] Не удалось разобрать { $count } партии.
       *[other] Не удалось разобрать { $count } партий.
    }
insights-accuracy = Точность
insights-lost = Потери за партию
insights-help = Точность — доля ваших решений, которые отдают меньше одного очка. «Потери за партию» — очки, которые отдали все ваши решения в партии, по сравнению с лучшими ходами компьютера.
insights-by-phase = По этапам партии
insights-phase = Этап
insights-phase-opening = Первая треть
insights-phase-middle = Вторая треть
insights-phase-end = Последняя треть
insights-by-kind = По видам ошибок
insights-kind = Ошибка
insights-kind-placement = Квадрат стоило положить в другое место
insights-kind-figure_early = Фигурка поставлена слишком рано
insights-kind-figure_late = Фигурка поставлена слишком поздно
insights-kind-figure_elsewhere = Фигурку стоило поставить на другой объект
insights-kind-field_early = Фигурка поставлена на поле слишком рано
insights-kind-field_late = На поле не хватило фигурки
insights-kind-other = Другие решения
insights-by-opponent = По соперникам
insights-by-setup = По составу игры
insights-worst = Самые дорогие ходы
insights-mistake = потеряно очков: { $points }
