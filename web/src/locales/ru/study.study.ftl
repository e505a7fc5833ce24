### Studies.

studies = Студии
study = Студия
studies-help = Студия — это дерево вариантов партии или позиции с комментариями, стрелками и главами.
study-new = Новая студия
study-import = Открыть файл
study-open-rest = Открыть «{ $name }» без этих частей
studies-device = На этом устройстве
studies-device-help = Эти студии хранятся только в этом браузере и открываются без подключения к сети. Скачайте те, что хотите сохранить.
studies-none = Здесь пока нет студий.
study-unnamed = Студия без названия
study-chapters = { $count ->
    [one] { $count } глава
    [few] { $count } главы
   *[many] { $count } глав
}
study-delete = Удалить
study-delete-sure = Удалить навсегда?
study-empty = В этой студии нет глав. Добавьте главу на вкладке «Главы».
study-tab-moves = Ходы
study-tab-chapters = Главы
study-tab-analysis = Анализ
study-tab-share = Поделиться
study-controls = Ходы и рисование
study-undo = Отменить
study-redo = Вернуть
study-moves = Ходы
study-start = Начало
study-variation = Вариант
study-at = Ход { $turn }: { $what }
study-comment = Комментарий
study-glyphs = Оценка хода
study-glyph-aa = Блестящий ход
study-glyph-a = Хороший ход
study-glyph-aq = Интересный ход
study-glyph-qa = Неточность
study-glyph-q = Ошибка
study-glyph-qq = Грубая ошибка
study-promote = Поднять вариант
study-delete-branch = Удалить отсюда
study-branch-deleted = Удалено. Отмена вернёт всё обратно.
study-draw = Выберите, какой квадрат вытянут.
study-chance = Выберите, что произойдёт.
study-draws = Какие квадраты можно вытянуть
study-draw-tile = { $tile }, { $count ->
    [one] остался { $count }
    [few] осталось { $count }
   *[many] осталось { $count }
}
study-begins = Начинает { $name }
study-tool-arrow = Рисовать стрелки
study-tool-feature = Выделять строения
study-tool-arrow-help = Проведите от квадрата к квадрату; коснитесь квадрата, чтобы отметить его. С клавиатуры: стрелки, затем Enter на обоих концах. Повторный рисунок удаляет прежний.
study-tool-feature-help = Коснитесь города, дороги или поля. С клавиатуры: стрелками к квадрату, затем Enter — следующая его часть. Повторное касание снимает выделение.
study-colour = Цвет
study-colour-green = Зелёный
study-colour-red = Красный
study-colour-blue = Синий
study-colour-yellow = Жёлтый
study-clear = Убрать рисунки
study-arrow-begun = Стрелка начинается здесь. Выберите, где она закончится.
study-arrow-drawn = Стрелка к { $place }
study-marked = Отметка на { $place }
study-chapter-name = Название главы
study-chapter-new = Новая глава
study-chapter-add = Добавить главу
study-chapter-up = Выше
study-chapter-down = Ниже
study-chapter-delete = Удалить главу
study-from = С чего начать
study-from-game = Новая партия
study-from-position = Эта позиция
study-from-text = Партия или ссылка
study-from-text-help = Вставьте запись партии, ссылку на партию здесь, на редактор позиций или на CarcassonneLab — или выберите файл.
study-choose-file = Выбрать файл
study-game = Игра
study-seats = Игроки
study-expansions = { $count ->
    [0] Дополнения: нет
   *[other] Дополнения: { $count }
}
study-create = Создать
study-name = Название студии
study-file = Файл
study-file-help = Вся студия в одном файле. Откройте его на странице «Студии» на любом устройстве.
study-download = Скачать
study-saved = Сохранено
study-saving = Сохраняется…
study-unsaved = Последние изменения ещё не сохранены.
study-readonly = Эту студию можно смотреть, но не менять.
study-stale = Эту студию изменили в другом месте, поэтому ваши последние изменения не сохранены. Ничего не потеряно: сохраните их копией на этом устройстве или загрузите другую версию.
study-keep-both = Сохранить обе
study-reload = Загрузить другую версию
study-copy-of = { $name } (копия)
study-damaged = { $count ->
    [one] { $count } часть этой студии повреждена и пропущена:
    [few] { $count } части этой студии повреждены и пропущены:
   *[many] { $count } частей этой студии повреждены и пропущены:
}
study-damaged-more = { $count ->
    [one] и ещё { $count }
   *[other] и ещё { $count }
}
study-in-chapter = Глава { $number }, { $name }
study-in-node = Глава { $number }, { $name }, ход { $id }
study-skipped = { $count ->
    [one] Пропущен { $count } ход.
    [few] Пропущено { $count } хода.
   *[many] Пропущено { $count } ходов.
}
study-damage-chapter = Глава неполная.
study-damage-record = Партию до первой позиции не удаётся воспроизвести.
study-damage-chapters = В студии слишком много глав.
study-damage-node = Ход записан с ошибкой.
study-damage-id = У другого хода тот же номер.
study-damage-parent = Предыдущего хода нет.
study-damage-cycle = Ход следует сам за собой.
study-damage-answer = Правила не разрешают здесь такой ход.
study-damage-nodes = В студии слишком много ходов.
study-damage-notes = Комментарий, оценка или рисунок записаны с ошибкой; сам ход оставлен.
studies-mine = Ваши на сервере
studies-public = Открытые студии
study-by = Автор: { $name }
study-follow = Следить за автором
study-share = Поделиться
study-share-help = Поместите студию на сервер, чтобы открывать её на других устройствах и делиться ею. Эта копия останется на устройстве.
study-sign-in = Войти, чтобы поделиться
study-upload = Поместить на сервер
study-readers = Кто может читать
study-readers-private = Только вы
study-readers-link = Все, у кого есть ссылка
study-readers-public = Все; видна в списке студий
study-link = Ссылка на студию
study-live-help = Читатели сразу видят каждое изменение и могут следить за позицией, которую показывает автор.
study-copy = Скопировать на это устройство
study-report = Пожаловаться на студию
study-reported = Спасибо. Модератор посмотрит.
study-closed = Модератор скрыл эту студию от всех остальных. Причина: { $reason }
study-review-lost = Потеря: около { $points } очка и { $chance } вероятности победы.
study-review-best = Лучший вариант, найденный анализом.
study-review-name = Разбор партии
study-review-chapter = Партия

error-study_stale = Эту студию изменили в другом месте.
error-bad_study = Это не файл студии.
error-no_study = Такой студии нет. Возможно, её удалили или она закрытая.
error-study_full = Место для студий в вашей учётной записи закончилось. Удалите лишние или оставьте эту на устройстве.

## Openings

study-tab-openings = Дебюты
study-openings-help = Узнайте, как отсюда играли в последних законченных партиях этого сервера с тем же составом игры.
study-openings-load = Загрузить партии
study-openings-games =
    { $count ->
        [one] { $count } партия с таким составом, из этой позиции: { $all }.
        [few] { $count } партии с таким составом, из этой позиции: { $all }.
       *[other] { $count } партий с таким составом, из этой позиции: { $all }.
    }
study-openings-next = Дальше
study-openings-count = Партий
study-openings-lead = Отрыв
study-openings-lead-help = На сколько очков в среднем тот, кто ходил первым, опередил в конце лучшего из остальных.
study-command-help = Введите номер варианта или «help», чтобы увидеть список команд. «back» показывает предыдущую позицию.
