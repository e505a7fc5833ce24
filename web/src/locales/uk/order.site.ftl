### Де модератори дбають про лад.

order = Лад
order-not-allowed = Ця сторінка для модераторів та адміністраторів. Їх призначає той, хто тримає сервер.
order-act = Діяти
reports = Скарги
reports-all = Показувати й розглянуті скарги
reports-none = Скарг немає.
reports-none-open = Нерозглянутих скарг немає.
report-of = { $name }: { $reason }
report-by = скаржиться { $name }
report-guest = гість
report-table = стіл { $table }
report-seats = За столом: { $names }
report-lines = Що було сказано
report-line-meant = Скарга на цю репліку:
report-decide = Ухвалити рішення
report-decided = Рішення: { $act }
guest-named = { $name } (гість)
words-gone = (видалено)
seat-type-bot = комп’ютерний гравець
seat-type-open = вільне місце
show-older = Показати раніші
order-what = Що зробити
order-whom = Обліковий запис
order-table = Стіл
order-to = Нове ім’я
order-days = На який строк
order-for-days =
    { $count ->
        [one] { $count } день
        [few] { $count } дні
       *[other] { $count } днів
    }
order-why = Причина (її побачить той, кого це стосується)
order-why-silent = Причина (можна не вказувати)
act-dismiss = Відхилити скаргу
act-mute = Заборонити писати
act-unmute = Знову дозволити писати
act-ban = Заборонити вхід
act-unban = Знову дозволити вхід
act-rename = Перейменувати
act-close = Закрити стіл
act-reopen = Відкрити стіл знову
acted-dismiss = скаргу відхилено
acted-mute = заборонено писати
acted-unmute = знову дозволено писати
acted-ban = заборонено вхід
acted-unban = знову дозволено вхід
acted-rename = ім’я змінено
acted-close = стіл закрито
acted-reopen = стіл знову відкрито
acted-role-player = тепер гравець
acted-role-moderator = тепер модератор
acted-role-admin = тепер адміністратор
acted-deleted = обліковий запис видалено
audit = Журнал
audit-help = Що було зроблено заради ладу. Записи лише додаються.
audit-host = той, хто тримає сервер
audit-renamed = { $name }, до того { $former }
audit-report = скарга { $number }
audit-none = Поки що нічого не зроблено.
