### Редактор позицій.

editor-tools = Редагування
editor-tool-tiles = Плитки
editor-tool-figures = Фігурки
editor-tool-remove = Прибрати
editor-help-tiles = Виберіть плитку й натисніть на місце. Натисніть ще раз, щоб повернути. Коли виберете наступну, ця залишиться на місці.
editor-help-figures = Виберіть гравця, натисніть на частину плитки й підтвердьте. Щоб прибрати фігурку, натисніть на неї.
editor-help-remove = Натисніть на плитку чи фігурку й підтвердьте.
editor-undo = Скасувати
editor-redo = Повернути
editor-put = Підтвердити
editor-whose = Гравець і фігурка
editor-tab-tiles = Плитки
editor-tab-position = Позиція
editor-tab-use = Гра й посилання
editor-pick = { $tile }, { $count ->
    [one] лишилася { $count }
    [few] лишилися { $count }
   *[other] лишилося { $count }
}
editor-damaged = Посилання пошкоджене, тож показано останню позицію з редактора.
editor-problems = { $count ->
    [one] Така позиція поки що неможлива:
    [few] Така позиція поки що неможлива ({ $count } помилки):
   *[other] Така позиція поки що неможлива ({ $count } помилок):
}
editor-problem-form = Рядок тексту незрозумілий.
editor-problem-tile = У цій грі немає такої плитки.
editor-problem-copies = Забагато таких плиток.
editor-problem-edges = Краї плитки не збігаються із сусідніми.
editor-problem-taken = Там уже лежить плитка.
editor-problem-apart = Плитка не торкається інших.
editor-problem-far = Плитка надто далеко.
editor-problem-segment = У плитки немає такої частини.
editor-problem-figure = Ця фігурка не може там стояти.
editor-problem-supply = У гравця більше немає такої фігурки.
editor-problem-seat = Такого гравця немає.
editor-problem-number = Хибне або завелике число.
editor-problem-twice = Щось указано двічі.
editor-problem-hand = Такої плитки в руці бути не може.
editor-problem-bag = Стільки плиток лишитися не може.
editor-problem-piece = Ця фігура не може там бути.
editor-problem-token = Стільки жетонів немає.
editor-problem-start = Бракує плиток, з яких починається гра.
editor-problem-position = Така позиція загалом неможлива.
editor-game = Гра
editor-seats = Гравці
editor-expansions = { $count ->
    [0] Доповнення: немає
   *[other] Доповнення: { $count }
}
editor-scores = Набрані очки
editor-to-move = Чий хід
editor-hand = Плитка в руці
editor-hand-none = Ще не взята
editor-bag = Плитки, що лишилися
editor-bag-help = Рахується за плитками на полі. Виправте числа, якщо у вашій коробці бракує плиток або якщо гру закінчено.
editor-bag-empty = Плиток не лишилося
editor-bag-derive = Порахувати знову
editor-text = Позиція як текст
editor-text-help = По одному запису в рядку. Скопіюйте текст, щоб зберегти позицію, або вставте сюди інший. У ньому можуть бути й фігури, жетони, вежі.
editor-fix-first = Спочатку виправте помилки вище.
editor-play = Грати далі
editor-play-help = Ви граєте за { $name } — зараз його хід. За решту грає комп’ютер.
editor-play-over = Гру закінчено, лишилося порахувати очки.
editor-level = Рівень комп’ютера
editor-play-on = Грати далі
editor-analyse = Аналіз
editor-analyse-help = Відкриває позицію в перегляді партії з аналізом комп’ютера. Якщо плитка в руці, порівнюються всі ходи.
editor-analyse-go = Аналізувати
editor-score = Підрахунок очок
editor-score-help = Скільки приніс би кожен об’єкт, якби гра закінчилася зараз, і за яким правилом.
editor-share = Посилання на позицію
editor-download = Завантажити
