### Insights: statistics over the reader's reviewed games.

insights-lead = Дізнайтеся, де ви втрачаєте очки. Ваші завершені партії розбирає цей браузер; на сервер нічого не надсилається.
insights-none = Ви ще не завершили жодної партії. Зіграйте й повертайтеся.
insights-games = Останні партії
insights-start = Розібрати мої партії
insights-stop = Зупинити
insights-progress =
    { $count ->
        [one] Розібрано { $done } з { $count } партії.
       *[other] Розібрано { $done } з { $count } партій.
    }
insights-failed =
    { $count ->
        [one] Не вдалося розібрати { $count } партію.
        [few] Не вдалося розібрати { $count } партії.
       *[other] Не вдалося розібрати { $count } партій.
    }
insights-accuracy = Точність
insights-lost = Втрати за партію
insights-help = Точність — частка ваших рішень, які віддають менш ніж одне очко. «Втрати за партію» — очки, які віддали всі ваші рішення в партії, порівняно з найкращими ходами комп’ютера.
insights-by-phase = За етапами партії
insights-phase = Етап
insights-phase-opening = Перша третина
insights-phase-middle = Друга третина
insights-phase-end = Остання третина
insights-by-kind = За видами помилок
insights-kind = Помилка
insights-kind-placement = Плитку варто було покласти в інше місце
insights-kind-figure_early = Фігурку поставлено зарано
insights-kind-figure_late = Фігурку поставлено запізно
insights-kind-figure_elsewhere = Фігурку варто було поставити на інший об’єкт
insights-kind-field_early = Фігурку поставлено на поле зарано
insights-kind-field_late = На полі забракло фігурки
insights-kind-other = Інші рішення
insights-by-opponent = За суперниками
insights-by-setup = За складом гри
insights-worst = Найдорожчі ходи
insights-mistake = втрачено очок: { $points }
