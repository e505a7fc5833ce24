### Где модераторы следят за порядком.

order = Порядок
order-not-allowed = Эта страница для модераторов и администраторов. Их назначает тот, кто держит сервер.
order-act = Действовать
reports = Жалобы
reports-all = Показывать и рассмотренные жалобы
reports-none = Жалоб нет.
reports-none-open = Нерассмотренных жалоб нет.
report-of = { $name }: { $reason }
report-by = жалуется { $name }
report-guest = гость
report-table = стол { $table }
report-seats = За столом: { $names }
report-lines = Что было сказано
report-line-meant = Жалоба на эту реплику:
report-decide = Принять решение
report-decided = Решение: { $act }
guest-named = { $name } (гость)
words-gone = (удалено)
seat-type-bot = компьютерный игрок
seat-type-open = свободное место
show-older = Показать более ранние
order-what = Что сделать
order-whom = Учётная запись
order-table = Стол
order-to = Новое имя
order-days = На какой срок
order-for-days =
    { $count ->
        [one] { $count } день
        [few] { $count } дня
       *[other] { $count } дней
    }
order-why = Причина (её увидит тот, кого это касается)
order-why-silent = Причина (можно не указывать)
act-dismiss = Отклонить жалобу
act-mute = Запретить писать
act-unmute = Снова разрешить писать
act-ban = Запретить вход
act-unban = Снова разрешить вход
act-rename = Переименовать
act-close = Закрыть стол
act-reopen = Открыть стол снова
acted-dismiss = жалоба отклонена
acted-mute = запрещено писать
acted-unmute = снова разрешено писать
acted-ban = запрещён вход
acted-unban = снова разрешён вход
acted-rename = имя изменено
acted-close = стол закрыт
acted-reopen = стол снова открыт
acted-role-player = теперь игрок
acted-role-moderator = теперь модератор
acted-role-admin = теперь администратор
acted-deleted = учётная запись удалена
audit = Журнал
audit-help = Что было сделано ради порядка. Записи только добавляются.
audit-host = тот, кто держит сервер
audit-renamed = { $name }, прежде { $former }
audit-report = жалоба { $number }
audit-none = Пока ничего не сделано.
