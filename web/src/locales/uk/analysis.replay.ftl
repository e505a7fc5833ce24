### Аналіз позиції та розбір партії.

analysis = Аналіз
review = Розбір
analysis-help = Показує найкращі ходи на думку найсильнішого комп’ютерного гравця, очікуваний відрив наприкінці партії, імовірність перемоги та ймовірне продовження.
analysis-waiting = думає
analysis-thinking = Комп’ютер оцінює ходи.
analysis-nobody = Тут нічого вирішувати: наступну плитку беруть навмання.
analysis-next = До наступного ходу
analysis-exact = Переглянуто всі продовження до кінця партії: це точні числа, а не оцінки.
analysis-weighed =
    { $evaluations ->
        [one] Оцінено { NUMBER($evaluations) } позицію.
        [few] Оцінено { NUMBER($evaluations) } позиції.
       *[many] Оцінено { NUMBER($evaluations) } позицій.
    }
analysis-guess = Знак ≈ позначає приблизну оцінку.
analysis-dotted = На карті штриховою рамкою позначено вибраний хід, крапковою — місце, куди плитку поклали насправді.
analysis-longer = Думати { NUMBER($seconds, maximumFractionDigits: 1) } с

## Варіанти

line-best = Найкращі ходи
line-lead = Очікуваний відрив наприкінці, в очках
line-margin = Очікуваний відрив наприкінці, в очках, та ймовірність перемоги
line-margin-team = Очікуваний рахунок команди наприкінці та ймовірність перемоги
line-margin-many = Відрив тут — середнє двох чисел: відриву від найкращого суперника й середнього відриву від усіх суперників.
line-spoken = відрив наприкінці: { $margin }
line-spoken-about = відрив наприкінці: { $margin }, плюс-мінус { $error }
line-spoken-team = рахунок наприкінці: { $margin }
line-spoken-team-about = рахунок наприкінці: { $margin }, плюс-мінус { $error }
line-spoken-guess = відрив наприкінці, приблизно: { $margin }
line-spoken-team-guess = рахунок наприкінці, приблизно: { $margin }
line-played = зіграно
line-totals = Очікуваний рахунок наприкінці
line-chances = Імовірність перемоги
line-chance = перемога { $chance }
line-spoken-chance = імовірність перемоги: { $chance }
line-lost-chance = { $chance } імовірності перемоги
line-main = Імовірне продовження
line-turned = { $place }, поворот { $degrees }°
line-where = { $what }: { $where }
line-draw = узято
line-reward = Узяти очки
line-clear = Прогнати привидів із плитки
line-return = Повертається до запасу: { $figure }
line-capture = Потрапляє в полон: { $figure }
line-haunt = Отримує привида: { $figure }
line-withdraw = { $what } іде з карти
line-redeem = Повертається з полону: { $figure }
line-move = Іде далі: { $figure }

## Розбір

review-help =
    { $count ->
        [one] Переглядає { $count } рішення партії й показує, скільки очок утратив кожен гравець. Розбір можна зупинити й продовжити з того самого місця.
        [few] Переглядає одне за одним { $count } рішення партії й показує, скільки очок утратив кожен гравець. Розбір можна зупинити й продовжити з того самого місця.
       *[many] Переглядає одне за одним { $count } рішень партії й показує, скільки очок утратив кожен гравець. Розбір можна зупинити й продовжити з того самого місця.
    }
review-start = Розібрати партію
review-go-on = Продовжити розбір
review-stop = Зупинити
review-progress = Розібрано рішень: { $done } з { $count }
review-seats = Скільки очок і шансів на перемогу втратив кожен гравець
review-lost = Утрачено очок
review-lost-chance = і шансів на перемогу
review-of = { $count } з { $all }
review-lost-help = Наскільки зроблені ходи гірші за найкращі: в очках, а нижче — в імовірності перемоги, у сумі за всіма ходами.
review-from =
    { $points ->
        [one] від { NUMBER($points) } очка або { $chance } імовірності перемоги
       *[other] від { NUMBER($points) } очок або { $chance } імовірності перемоги
    }
review-worst = Найдорожчі помилки
review-none = Жоден хід не коштував навіть одного очка чи { $chance } імовірності перемоги.
review-move = Хід { $turn }, { $name }
review-played = Зіграно
review-better = Краще
points-decimal = { $points } очка
grade-best = найкращий хід
grade-good = хороший хід
grade-inaccuracy = неточність
grade-mistake = помилка
grade-blunder = груба помилка
course-two = Очікуваний відрив наприкінці: { $name }
course-many = Очікуваний відрив кожного гравця від найкращого суперника наприкінці партії
course-team = Очікуваний рахунок команди наприкінці
analysis-on-server = Аналізувати на сервері
analysis-on-server-help = Інакше партію аналізує цей браузер.
study-make = Створити студію
