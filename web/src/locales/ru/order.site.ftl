### Где модераторы следят за порядком.

order = Модерация
order-not-allowed = Эта страница для модераторов и администраторов. Их назначает владелец сервера.
order-act = Действия
order-act-on = Действия: { $name }
accounts = Учётные записи
accounts-find = Найти учётную запись
accounts-prefix = Начало имени
accounts-search = Искать
accounts-none = Таких имён нет.
accounts-more = Показаны не все. Введите больше букв.
account-role-moderator = модератор
account-role-admin = администратор
account-of-program = программа
reports = Жалобы
reports-all = Показывать и рассмотренные жалобы
reports-none = Жалоб нет.
reports-none-open = Нерассмотренных жалоб нет.
report-of = { $name }: { $reason }
report-by = жалуется { $name }
report-guest = гость
report-table = стол { $table }
report-study = студия { $table }
report-tournament = турнир { $table }
report-seats = За столом: { $names }
report-lines = Сообщения
report-line-meant = Жалоба на это сообщение:
report-decide = Принять решение
report-decided = Решение: { $act }
guest-named = { $name } (гость)
words-gone = (удалено)
seat-type-bot = компьютерный игрок
seat-type-open = свободное место
show-older = Показать более ранние
order-what = Действие
order-whom = Учётная запись
order-table = Стол
order-to = Новое имя
order-days = Срок
order-for-days =
    { $count ->
        [one] { $count } день
        [few] { $count } дня
       *[other] { $count } дней
    }
order-why = Причина (её увидит игрок)
order-why-silent = Причина (необязательно)
act-dismiss = Отклонить жалобу
act-mute = Запретить писать
act-unmute = Снова разрешить писать
act-ban = Запретить вход
act-unban = Снова разрешить вход
act-reset-ratings = Сбросить рейтинги
act-ban-guest = Заблокировать гостя
act-ban-address = Заблокировать адреса
act-rename = Переименовать
act-close = Закрыть стол
act-reopen = Открыть стол снова
act-remove-line = Удалить сообщение
acted-dismiss = жалоба отклонена
acted-mute = запрещено писать
acted-unmute = снова разрешено писать
acted-ban = запрещён вход
acted-unban = снова разрешён вход
acted-rename = имя изменено
acted-close = стол закрыт
acted-reopen = стол снова открыт
acted-remove-line = сообщение удалено
acted-ban-guest = гость заблокирован
acted-ban-address = адреса заблокированы
acted-lift-ban = блокировка снята
acted-set = настройка изменена
acted-reset-ratings = рейтинги сброшены
acted-export = данные выгружены
acted-delete = учётная запись удалена
acted-role-player = теперь игрок
acted-role-moderator = теперь модератор
acted-role-admin = теперь администратор
acted-deleted = учётная запись удалена
audit = Журнал
audit-help = Все действия модераторов. Записи нельзя изменить или удалить.
audit-latest = Последние действия
audit-all = Весь журнал
audit-host = владелец сервера
audit-renamed = { $name } (раньше { $former })
audit-line = сообщение { $number }
audit-ban = блокировка { $number }
audit-report = жалоба { $number }
audit-none = Записей пока нет.
order-seat = Место
order-address = Адрес или диапазон адресов
order-with-address = Заблокировать и адрес, с которого пришёл гость
order-guest-help = Заблокированный гость и гости с заблокированных адресов не могут создавать столы и учётные записи и садиться за стол. Войти в существующую учётную запись по-прежнему можно.
bans = Блокировки
bans-help = Блокировки гостей и адресов. Чтобы запретить или снова разрешить вход в учётную запись, откройте «Действия».
bans-none = Ни гости, ни адреса не заблокированы.
ban-lift = Снять блокировку
ban-lift-of = Снять блокировку: { $name }
server-settings = Настройки
server-settings-help = Изменения действуют сразу и для всех. Медленный режим и запрет ссылок не касаются модераторов.
server-setting-registration = Регистрация
registration-is-open = Открыта для всех
registration-is-closed = Закрыта
server-setting-slow-mode = Медленный режим: пауза между сообщениями одного человека
server-setting-off = Выключен
server-setting-seconds =
    { $count ->
        [one] { $count } секунда
        [few] { $count } секунды
       *[other] { $count } секунд
    }
server-setting-links-after = Ссылки в чатах
links-everybody = Ссылки разрешены всем
links-accounts = Только с учётной записью
links-accounts-of =
    { $count ->
        [one] Учётной записи не меньше { $count } дня
       *[other] Учётной записи не меньше { $count } дней
    }
server-setting-changed = Изменено.
households = Общие адреса
households-help = Рейтинговые партии, в которых у игроков был один и тот же адрес. Это может быть семья, школа или один человек с двумя учётными записями.
households-none = Таких партий нет.

fairness = Сравнить с компьютером
fairness-none = Нет открытых рейтинговых партий для сравнения.
fairness-few = Учтённых решений нет, открытых рейтинговых партий: { $games }.
fairness-progress = Разобрано партий: { $done } из { $count }.
fairness-share = Ход компьютера выбран в { $share } учтённых решений.
fairness-counted = Решений: { $matched } из { $decisions }, рейтинговых партий: { $games }.
fairness-alarm = Игра необычно похожа на компьютерную. Просмотрите партии, прежде чем принимать меры: это ничего не доказывает.
fairness-no-alarm = Ничего необычного.
fairness-help = Учитываются решения, в которых лучший ход опережает следующий на 0,3–2 очка. Уровни «Сильный» и «Мастер» набирают 87–89 %, «Вор» и «Помещик» — 57–58 %, «Зодчий» — 45 %. Необычна доля от 75 % хотя бы за 5 партий и 100 решений.
