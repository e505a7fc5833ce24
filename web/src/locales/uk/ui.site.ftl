### Слова самих сторінок.

## Головна сторінка

home-title = Цілий світ, плитка за плиткою
home-lead = Міста за мурами, край мамонтів, незвіданий берег або туман із привидами, від яких ви боронитеся разом: виберіть гру й грайте з комп’ютерними гравцями, за одним екраном або з друзями в мережі.
choose-game = Виберіть гру
all-games = Усі ігри
players-range = Гравців: { $least }–{ $most }
change-setup = Налаштувати партію
setup-reset = Повернути звичайні налаштування
play-now = Грати
make-table = Створити стіл
my-tables = Мої партії
my-tables-others = Інші партії
my-tables-empty = Тут з’являться партії, які ви почнете або до яких долучитеся.
join = Зіграти з друзями
join-help = Відкрийте надіслане вам посилання або вставте його сюди.
join-link = Посилання на стіл
join-go = Перейти
join-no-link = Це не посилання на стіл: такі посилання закінчуються на /t/ і дванадцять літер або цифр.
phase-gathering = Чекає на гравців
phase-playing = Триває
phase-finished = Закінчена
seat-kind = Хто грає на місці { $number }
seat-human = На цьому пристрої
seat-bot = Комп’ютер
seat-open-help = Ваш друг зможе зайняти його за посиланням.
seat-add = Додати гравця
seat-remove = Прибрати місце { $number }
seats-full =
    { $most ->
        [one] За таких налаштувань може грати не більше ніж { $most } гравець.
        [few] За таких налаштувань можуть грати не більше ніж { $most } гравці.
       *[many] За таких налаштувань може грати не більше ніж { $most } гравців.
    }
name-of-seat = Ім’я гравця { $number }
time-of-seat = Час на роздуми гравця { $number }
expansions-all = Усі
expansions-none = Жодного
part-clauses = Правила
part-clauses-of = Правила: { $part }
expansions-chosen =
    { $count ->
        [0] нічого не вибрано
        [one] вибрано { $count }
       *[other] вибрано { $count }
    }
first-seat = Перший гравець
first-seat-youngest = Перший гравець, його вибирає наймолодший

## Plain tables

plain-choose = Без підказок, як на турнірі
