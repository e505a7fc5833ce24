### Редактор позиций.

editor-tools = Правка
editor-tool-tiles = Квадраты
editor-tool-figures = Фишки
editor-tool-remove = Убрать
editor-help-tiles = Выберите квадрат и нажмите на место. Нажмите ещё раз, чтобы повернуть. Когда выберете следующий, этот останется на месте.
editor-help-figures = Выберите игрока, нажмите на часть квадрата и подтвердите. Чтобы убрать фишку, нажмите на неё.
editor-help-remove = Нажмите на квадрат или фишку и подтвердите.
editor-undo = Отменить
editor-redo = Вернуть
editor-put = Подтвердить
editor-whose = Игрок и фишка
editor-tab-tiles = Квадраты
editor-tab-position = Позиция
editor-tab-use = Игра и ссылка
editor-pick = { $tile }, { $count ->
    [one] остался { $count }
    [few] осталось { $count }
   *[other] осталось { $count }
}
editor-damaged = Ссылка повреждена, поэтому показана последняя позиция из редактора.
editor-problems = { $count ->
    [one] Такая позиция пока невозможна:
    [few] Такая позиция пока невозможна ({ $count } ошибки):
   *[other] Такая позиция пока невозможна ({ $count } ошибок):
}
editor-problem-form = Строка текста непонятна.
editor-problem-tile = В этой игре нет такого квадрата.
editor-problem-copies = Слишком много таких квадратов.
editor-problem-edges = Края квадрата не совпадают с соседними.
editor-problem-taken = Там уже лежит квадрат.
editor-problem-apart = Квадрат не касается других.
editor-problem-far = Квадрат слишком далеко.
editor-problem-segment = У квадрата нет такой части.
editor-problem-figure = Эта фишка не может там стоять.
editor-problem-supply = У игрока больше нет такой фишки.
editor-problem-seat = Такого игрока нет.
editor-problem-number = Неверное или слишком большое число.
editor-problem-twice = Что-то указано дважды.
editor-problem-hand = Такого квадрата на руках быть не может.
editor-problem-bag = Столько квадратов остаться не может.
editor-problem-piece = Эта фигура не может там быть.
editor-problem-token = Столько карточек нет.
editor-problem-start = Не хватает квадратов, с которых начинается игра.
editor-problem-position = Такая позиция в целом невозможна.
editor-game = Игра
editor-seats = Игроки
editor-expansions = { $count ->
    [0] Дополнения: нет
   *[other] Дополнения: { $count }
}
editor-scores = Набранные очки
editor-to-move = Чей ход
editor-hand = Квадрат на руках
editor-hand-none = Ещё не взят
editor-bag = Оставшиеся квадраты
editor-bag-help = Считается по квадратам на поле. Исправьте числа, если в вашей коробке не хватает квадратов или если игра окончена.
editor-bag-empty = Квадратов не осталось
editor-bag-derive = Посчитать заново
editor-text = Позиция как текст
editor-text-help = По одной записи в строке. Скопируйте текст, чтобы сохранить позицию, или вставьте сюда другой. В нём могут быть и фигуры, карточки, башни.
editor-fix-first = Сначала исправьте ошибки выше.
editor-play = Играть дальше
editor-play-help = Вы играете за { $name } — сейчас его ход. За остальных играет компьютер.
editor-play-over = Игра окончена, осталось подсчитать очки.
editor-level = Уровень компьютера
editor-play-on = Играть дальше
editor-analyse = Анализ
editor-analyse-help = Открывает позицию в просмотре партии с анализом компьютера. Если квадрат на руках, сравниваются все ходы.
editor-analyse-go = Анализировать
editor-score = Подсчёт очков
editor-score-help = Сколько принёс бы каждый объект, если бы игра закончилась сейчас, и по какому правилу.
editor-share = Ссылка на позицию
editor-download = Скачать
