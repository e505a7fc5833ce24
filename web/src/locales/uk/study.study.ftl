### Studies.

studies = Студії
study = Студія
studies-help = Студія — це дерево варіантів партії чи позиції з коментарями, стрілками та розділами.
study-new = Нова студія
study-import = Відкрити файл
study-open-rest = Відкрити «{ $name }» без цих частин
studies-device = На цьому пристрої
studies-device-help = Ці студії зберігаються лише в цьому браузері й відкриваються без з’єднання. Завантажте ті, які хочете зберегти.
studies-none = Тут поки що немає студій.
study-unnamed = Студія без назви
study-chapters = { $count ->
    [one] { $count } розділ
    [few] { $count } розділи
   *[many] { $count } розділів
}
study-delete = Видалити
study-delete-sure = Видалити назавжди?
study-empty = У цій студії немає розділів. Додайте розділ на вкладці «Розділи».
study-tab-moves = Ходи
study-tab-chapters = Розділи
study-tab-analysis = Аналіз
study-tab-share = Поділитися
study-controls = Ходи та малювання
study-undo = Скасувати
study-redo = Повернути
study-moves = Ходи
study-start = Початок
study-variation = Варіант
study-at = Хід { $turn }: { $what }
study-comment = Коментар
study-glyphs = Оцінка ходу
study-glyph-aa = Блискучий хід
study-glyph-a = Хороший хід
study-glyph-aq = Цікавий хід
study-glyph-qa = Неточність
study-glyph-q = Помилка
study-glyph-qq = Груба помилка
study-promote = Підняти варіант
study-delete-branch = Видалити звідси
study-branch-deleted = Видалено. Скасування поверне все назад.
study-draw = Виберіть, яку плитку взято.
study-chance = Виберіть, що станеться.
study-draws = Які плитки можна взяти
study-draw-tile = { $tile }, { $count ->
    [one] лишилася { $count }
    [few] лишилося { $count }
   *[many] лишилося { $count }
}
study-begins = Починає { $name }
study-tool-arrow = Малювати стрілки
study-tool-feature = Виділяти об’єкти
study-tool-arrow-help = Проведіть від плитки до плитки; торкніться плитки, щоб позначити її. З клавіатури: стрілки, потім Enter на обох кінцях. Повторний малюнок прибирає попередній.
study-tool-feature-help = Торкніться міста, дороги чи поля. З клавіатури: стрілками до плитки, потім Enter — наступна його частина. Повторний дотик знімає виділення.
study-colour = Колір
study-colour-green = Зелений
study-colour-red = Червоний
study-colour-blue = Синій
study-colour-yellow = Жовтий
study-clear = Прибрати малюнки
study-arrow-begun = Стрілка починається тут. Виберіть, де вона закінчиться.
study-arrow-drawn = Стрілка до { $place }
study-marked = Позначка на { $place }
study-chapter-name = Назва розділу
study-chapter-new = Новий розділ
study-chapter-add = Додати розділ
study-chapter-up = Вище
study-chapter-down = Нижче
study-chapter-delete = Видалити розділ
study-from = З чого почати
study-from-game = Нова партія
study-from-position = Ця позиція
study-from-text = Партія або посилання
study-from-text-help = Вставте запис партії, посилання на партію тут, на редактор позицій чи на CarcassonneLab — або виберіть файл.
study-choose-file = Вибрати файл
study-game = Гра
study-seats = Гравці
study-expansions = { $count ->
    [0] Доповнення: немає
   *[other] Доповнення: { $count }
}
study-create = Створити
study-name = Назва студії
study-file = Файл
study-file-help = Уся студія в одному файлі. Відкрийте його на сторінці «Студії» на будь-якому пристрої.
study-download = Завантажити
study-saved = Збережено
study-saving = Зберігається…
study-unsaved = Останні зміни ще не збережено.
study-readonly = Цю студію можна переглядати, але не змінювати.
study-stale = Цю студію змінено в іншому місці, тому ваші останні зміни не збережено. Нічого не втрачено: збережіть їх копією на цьому пристрої або завантажте іншу версію.
study-keep-both = Зберегти обидві
study-reload = Завантажити іншу версію
study-copy-of = { $name } (копія)
study-damaged = { $count ->
    [one] { $count } частину цієї студії пошкоджено й пропущено:
    [few] { $count } частини цієї студії пошкоджено й пропущено:
   *[many] { $count } частин цієї студії пошкоджено й пропущено:
}
study-damaged-more = { $count ->
    [one] і ще { $count }
   *[other] і ще { $count }
}
study-in-chapter = Розділ { $number }, { $name }
study-in-node = Розділ { $number }, { $name }, хід { $id }
study-skipped = { $count ->
    [one] Пропущено { $count } хід.
    [few] Пропущено { $count } ходи.
   *[many] Пропущено { $count } ходів.
}
study-damage-chapter = Розділ неповний.
study-damage-record = Партію до першої позиції не вдається відтворити.
study-damage-chapters = У студії забагато розділів.
study-damage-node = Хід записано з помилкою.
study-damage-id = В іншого ходу той самий номер.
study-damage-parent = Попереднього ходу немає.
study-damage-cycle = Хід іде сам за собою.
study-damage-answer = Правила не дозволяють тут такий хід.
study-damage-nodes = У студії забагато ходів.
study-damage-notes = Коментар, оцінку чи малюнок записано з помилкою; сам хід залишено.
studies-mine = Ваші на сервері
studies-public = Відкриті студії
study-by = Автор: { $name }
study-follow = Стежити за автором
study-share = Поділитися
study-share-help = Розмістіть студію на сервері, щоб відкривати її на інших пристроях і ділитися нею. Ця копія залишиться на пристрої.
study-sign-in = Увійти, щоб поділитися
study-upload = Розмістити на сервері
study-readers = Хто може читати
study-readers-private = Лише ви
study-readers-link = Усі, хто має посилання
study-readers-public = Усі; видно у списку студій
study-link = Посилання на студію
study-live-help = Читачі відразу бачать кожну зміну й можуть стежити за позицією, яку показує автор.
study-copy = Скопіювати на цей пристрій
study-report = Поскаржитися на студію
study-reported = Дякуємо. Модератор перегляне.
study-closed = Модератор приховав цю студію від усіх інших. Причина: { $reason }
study-review-lost = Втрата: близько { $points } очка та { $chance } імовірності перемоги.
study-review-best = Найкращий варіант, знайдений аналізом.
study-review-name = Розбір партії
study-review-chapter = Партія

error-study_stale = Цю студію змінено в іншому місці.
error-bad_study = Це не файл студії.
error-no_study = Такої студії немає. Можливо, її видалили або вона закрита.
error-study_full = Місце для студій у вашому обліковому записі вичерпано. Видаліть зайві або залиште цю на пристрої.

## Openings

study-tab-openings = Дебюти
study-openings-help = Дізнайтеся, як звідси грали в останніх завершених партіях цього сервера з тим самим складом гри.
study-openings-load = Завантажити партії
study-openings-games =
    { $count ->
        [one] { $count } партія з таким складом, з цієї позиції: { $all }.
        [few] { $count } партії з таким складом, з цієї позиції: { $all }.
       *[other] { $count } партій з таким складом, з цієї позиції: { $all }.
    }
study-openings-next = Далі
study-openings-count = Партій
study-openings-lead = Відрив
study-openings-lead-help = На скільки очок у середньому той, хто ходив першим, випередив наприкінці найкращого з решти.
study-command-help = Введіть номер варіанта або «help», щоб побачити список команд. «back» показує попередню позицію.
