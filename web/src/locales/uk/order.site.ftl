### Сторінка модераторів.

order = Модерація
order-not-allowed = Ця сторінка для модераторів та адміністраторів. Їх призначає власник сервера.
order-act = Дії
order-act-on = Дії: { $name }
accounts = Облікові записи
accounts-find = Знайти обліковий запис
accounts-prefix = Початок імені
accounts-search = Шукати
accounts-none = Таких імен немає.
accounts-more = Показано не всі. Введіть більше літер.
account-role-moderator = модератор
account-role-admin = адміністратор
account-of-program = програма
reports = Скарги
reports-all = Показувати й розглянуті скарги
reports-none = Скарг немає.
reports-none-open = Нерозглянутих скарг немає.
report-of = { $name }: { $reason }
report-by = скаржиться { $name }
report-guest = гість
report-table = стіл { $table }
report-study = студія { $table }
report-tournament = турнір { $table }
report-seats = За столом: { $names }
report-lines = Повідомлення
report-line-meant = Скарга на це повідомлення:
report-decide = Ухвалити рішення
report-decided = Рішення: { $act }
guest-named = { $name } (гість)
words-gone = (видалено)
seat-type-bot = комп’ютерний гравець
seat-type-open = вільне місце
show-older = Показати раніші
order-what = Дія
order-whom = Обліковий запис
order-table = Стіл
order-to = Нове ім’я
order-days = Термін
order-for-days =
    { $count ->
        [one] { $count } день
        [few] { $count } дні
       *[other] { $count } днів
    }
order-why = Причина (її побачить гравець)
order-why-silent = Причина (необов’язково)
act-dismiss = Відхилити скаргу
act-mute = Заборонити писати
act-unmute = Знову дозволити писати
act-ban = Заборонити вхід
act-unban = Знову дозволити вхід
act-reset-ratings = Скинути рейтинги
act-ban-guest = Заблокувати гостя
act-ban-address = Заблокувати адреси
act-rename = Перейменувати
act-close = Закрити стіл
act-reopen = Відкрити стіл знову
act-remove-line = Видалити повідомлення
acted-dismiss = скаргу відхилено
acted-mute = заборонено писати
acted-unmute = знову дозволено писати
acted-ban = заборонено вхід
acted-unban = знову дозволено вхід
acted-rename = ім’я змінено
acted-close = стіл закрито
acted-reopen = стіл знову відкрито
acted-remove-line = повідомлення видалено
acted-ban-guest = гостя заблоковано
acted-ban-address = адреси заблоковано
acted-lift-ban = блокування знято
acted-set = налаштування змінено
acted-reset-ratings = рейтинги скинуто
acted-export = дані вивантажено
acted-delete = обліковий запис видалено
acted-role-player = тепер гравець
acted-role-moderator = тепер модератор
acted-role-admin = тепер адміністратор
acted-deleted = обліковий запис видалено
audit = Журнал
audit-help = Усі дії модераторів. Записів не можна змінити чи видалити.
audit-latest = Останні дії
audit-all = Увесь журнал
audit-host = власник сервера
audit-renamed = { $name } (раніше { $former })
audit-line = повідомлення { $number }
audit-ban = блокування { $number }
audit-report = скарга { $number }
audit-none = Записів поки немає.
order-seat = Місце
order-address = Адреса або діапазон адрес
order-with-address = Заблокувати й адресу, з якої прийшов гість
order-guest-help = Заблокований гість і гості із заблокованих адрес не можуть створювати столи й облікові записи та сідати за стіл. Увійти в наявний обліковий запис можна й надалі.
bans = Блокування
bans-help = Блокування гостей і адрес. Щоб заборонити або знову дозволити вхід до облікового запису, відкрийте «Дії».
bans-none = Ні гостей, ні адрес не заблоковано.
ban-lift = Зняти блокування
ban-lift-of = Зняти блокування: { $name }
server-settings = Налаштування
server-settings-help = Зміни діють одразу й для всіх. Повільний режим і заборона посилань не стосуються модераторів.
server-setting-registration = Реєстрація
registration-is-open = Відкрита для всіх
registration-is-closed = Закрита
server-setting-slow-mode = Повільний режим: пауза між повідомленнями однієї людини
server-setting-off = Вимкнено
server-setting-seconds =
    { $count ->
        [one] { $count } секунда
        [few] { $count } секунди
       *[other] { $count } секунд
    }
server-setting-links-after = Посилання в чатах
links-everybody = Посилання дозволено всім
links-accounts = Лише з обліковим записом
links-accounts-of =
    { $count ->
        [one] Обліковому запису щонайменше { $count } день
        [few] Обліковому запису щонайменше { $count } дні
       *[other] Обліковому запису щонайменше { $count } днів
    }
server-setting-changed = Змінено.
households = Спільні адреси
households-help = Рейтингові партії, у яких гравці мали ту саму адресу. Це може бути родина, школа чи одна людина з двома обліковими записами.
households-none = Таких партій немає.

fairness = Порівняти з комп’ютером
fairness-none = Немає відкритих рейтингових партій для порівняння.
fairness-few = Врахованих рішень немає, відкритих рейтингових партій: { $games }.
fairness-progress = Розібрано партій: { $done } з { $count }.
fairness-share = Хід комп’ютера обрано в { $share } врахованих рішень.
fairness-counted = Рішень: { $matched } з { $decisions }, рейтингових партій: { $games }.
fairness-alarm = Гра незвично схожа на комп’ютерну. Перегляньте партії, перш ніж вживати заходів: це нічого не доводить.
fairness-no-alarm = Нічого незвичного.
fairness-help = Враховуються рішення, у яких найкращий хід випереджає наступний на 0,3–2 очки. Рівні «Сильний» і «Майстер» набирають 87–89 %, «Злодій» і «Поміщик» — 57–58 %, «Зодчий» — 45 %. Незвичною є частка від 75 % щонайменше за 5 партій і 100 рішень.
