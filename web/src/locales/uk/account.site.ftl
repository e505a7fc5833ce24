### Облікові записи: без них можна обійтися.

account = Обліковий запис
sign-up = Створити обліковий запис
sign-out = Вийти
sign-out-everywhere = Вийти всюди
sign-out-everywhere-help = Ви вийдете з облікового запису на всіх пристроях, а токени ваших програм перестануть діяти.
sign-out-everywhere-sure = Вийти всюди
sign-out-everywhere-keep = Скасувати
sign-in-help = Грати можна й без облікового запису, але з ним ваші партії доступні на будь-якому пристрої.
sign-up-help = Достатньо імені та пароля. Ваші партії будуть доступні на будь-якому пристрої, де ви ввійдете в обліковий запис.
account-since = Обліковий запис створено { $date }
account-tab-profile = Профіль
account-tab-security = Безпека
account-tab-notifications = Сповіщення
account-tab-api = API
account-name = Ім’я
account-name-help = Від 2 до 32 символів однієї абетки. Це ім’я побачать інші гравці.
ratings-were-reset = Модератор скинув ваші рейтинги ({ $date }). Партії збережено, а рейтинги почнуться заново з наступної рейтингової партії. Причина: { $reason }
registration-closed = Реєстрацію на цьому сервері зараз закрито.
account-have = Уже є обліковий запис?
account-have-none = Ще немає облікового запису?
account-take =
    { $count ->
        [one] Перенести { $count } партію з цього браузера до облікового запису
        [few] Перенести { $count } партії з цього браузера до облікового запису
       *[other] Перенести { $count } партій із цього браузера до облікового запису
    }
account-unclaimed =
    { $count ->
        [one] { $count } партія з цього браузера ще не у вашому обліковому записі.
        [few] { $count } партії з цього браузера ще не у вашому обліковому записі.
       *[other] { $count } партій із цього браузера ще не у вашому обліковому записі.
    }
account-claim = Перенести до облікового запису
account-claimed = Партії з цього браузера тепер у вашому обліковому записі.
account-to-profile = Мій профіль
account-to-tables = Мої партії
password = Пароль
password-help = Щонайменше 8 символів. Гарний пароль — кілька не пов’язаних між собою слів: надійно й легко запам’ятати.
password-show = Показати пароль
password-old = Поточний пароль
password-new = Новий пароль
password-old-wrong = Неправильний поточний пароль. Введіть його ще раз.
password-change = Змінити пароль
password-change-help = Ви вийдете з облікового запису на всіх інших пристроях, а токени ваших програм перестануть діяти.
password-changed = Пароль змінено. Сеанси на всіх інших пристроях завершено.
sessions = Активні сеанси
sessions-help = Якщо не користуватися пристроєм 90 днів, сеанс на ньому завершиться автоматично.
sessions-end-others = Завершити решту сеансів
session-device = { $browser }, { $system }
session-program = Програма
session-current = цей пристрій
session-times = вхід: { $since }, остання активність: { $used }
session-end = Завершити
session-end-of = Завершити сеанс: { $device }
public-profile = Сторінка гравця
public-profile-help = Аватар і прапор на вашій сторінці. І те, і те необов’язкове.
avatar = Аватар
avatar-none = Немає
avatar-colour = Колір
avatar-colour-0 = Червоний
avatar-colour-1 = Синій
avatar-colour-2 = Жовтий
avatar-colour-3 = Зелений
avatar-colour-4 = Чорний
avatar-colour-5 = Фіолетовий
avatar-background = Тло
avatar-background-field = Поле
avatar-background-city = Місто
avatar-background-road = Дорога
avatar-background-river = Річка
avatar-background-forest = Ліс
avatar-background-mountain = Гори
flag = Прапор
flag-none = Немає
profile-save = Зберегти
profile-saved = Збережено.
leaving = Ваші дані
download = Завантажити мої дані
download-help = Один файл у форматі JSON з усім, що сервер зберігає про вас: профіль, сеанси, способи входу, партії з ходами, повідомлення, список заблокованих, скарги.
delete = Видалити обліковий запис…
delete-help = Обліковий запис можна видалити будь-коли.
delete-title = Видалити обліковий запис «{ $name }»?
delete-what = Ваше ім’я, сеанси, повідомлення й список заблокованих буде видалено. У партіях з іншими замість імені буде «видалений гравець»; у незакінчених партіях вам зарахують поразку.
delete-for-good = Скасувати це не можна.
delete-sure = Видалити назавжди
delete-keep = Залишити обліковий запис
delete-wrong = Неправильний пароль. Введіть його ще раз.
account-deleted = Ваш обліковий запис видалено.
