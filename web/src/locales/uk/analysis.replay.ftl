### Аналіз позиції та розбір партії.

analysis = Аналіз
review = Розбір
analysis-help = Показує найкращі відповіді в позиції на карті, якими їх бачить найсильніший комп’ютерний гравець: на скільки очок кожна з них дасть випередити суперників наприкінці і як піде гра далі.
analysis-waiting = думає
analysis-thinking = Комп’ютер зважує відповіді.
analysis-nobody = Тут ніхто не вирішує: наступну плитку приносить випадок.
analysis-next = До наступного рішення
analysis-exact = Переглянуто всі продовження до кінця партії: це не оцінки, а точні числа.
analysis-weighed =
    { $evaluations ->
        [one] Зважено { NUMBER($evaluations) } позицію.
        [few] Зважено { NUMBER($evaluations) } позиції.
       *[many] Зважено { NUMBER($evaluations) } позицій.
    }
analysis-guess = Знак ≈ стоїть там, де відповідь оцінено лише на перший погляд.
analysis-dotted = На карті штрихова рамка показує відповідь зі списку, крапки – місце, куди плитку поклали насправді.
analysis-longer = Думати { NUMBER($seconds, maximumFractionDigits: 1) } с

## Варіанти

line-best = Найкращі відповіді
line-margin = Перевага наприкінці, в очках
line-margin-team = Очки команди наприкінці
line-margin-many = Перевага наполовину рахується над найкращим з інших, наполовину – над усіма ними в середньому.
line-spoken = перевага наприкінці: { $margin }
line-spoken-about = перевага наприкінці: { $margin }, плюс-мінус { $error }
line-spoken-team = очки наприкінці: { $margin }
line-spoken-team-about = очки наприкінці: { $margin }, плюс-мінус { $error }
line-spoken-guess = перевага наприкінці на перший погляд: { $margin }
line-spoken-team-guess = очки наприкінці на перший погляд: { $margin }
line-played = зіграно
line-totals = Очки, яких можна чекати наприкінці
line-main = Як пішла б гра далі
line-turned = { $place }, поворот { $degrees }°
line-where = { $what }: { $where }
line-draw = узято
line-reward = Узяти очки
line-clear = Прогнати привидів із плитки
line-return = Повертається до запасу: { $figure }
line-capture = Потрапляє в полон: { $figure }
line-haunt = Отримує привида: { $figure }
line-redeem = Повертається з полону: { $figure }
line-move = Іде далі: { $figure }
side-n = північ
side-ne = північний схід
side-e = схід
side-se = південний схід
side-s = південь
side-sw = південний захід
side-w = захід
side-nw = північний захід

## Розбір

review-help =
    { $count ->
        [one] Переглядає { $count } рішення партії і каже, скільки очок віддала кожна сторона. Розбір можна зупинити й продовжити з того самого місця.
        [few] Переглядає одне за одним { $count } рішення партії і каже, скільки очок віддала кожна сторона. Розбір можна зупинити й продовжити з того самого місця.
       *[many] Переглядає одне за одним { $count } рішень партії і каже, скільки очок віддала кожна сторона. Розбір можна зупинити й продовжити з того самого місця.
    }
review-start = Розібрати партію
review-go-on = Продовжити розбір
review-stop = Зупинити
review-progress = Розібрано рішень: { $done } з { $count }
review-seats = Скільки очок віддав кожен гравець
review-lost = Віддано
review-of = { $count } з { $all }
review-lost-help = В очках: на скільки більше обіцяла найкраща відповідь, ніж дана.
review-from =
    { $points ->
        [one] від { NUMBER($points) } очка
       *[other] від { NUMBER($points) } очок
    }
review-worst = Що обійшлося найдорожче
review-none = Ніхто не віддав за одну відповідь і цілого очка.
review-move = Хід { $turn }, { $name }
review-played = Зіграно
review-better = Краще
points-decimal = { $points } очка
grade-best = найкраща відповідь
grade-good = хороша відповідь
grade-inaccuracy = неточність
grade-mistake = помилка
grade-blunder = груба помилка
course-two = Очікувана перевага наприкінці: { $name }
course-many = Очікувана перевага кожного над найкращим з інших
course-team = Очікувані очки команди наприкінці
