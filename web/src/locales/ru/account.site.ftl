### Учётные записи: без них можно обойтись.

account = Учётная запись
sign-up = Создать учётную запись
sign-out = Выйти
sign-out-everywhere = Выйти везде
sign-out-everywhere-help = Вы выйдете из учётной записи на всех устройствах, а токены ваших программ перестанут действовать.
sign-out-everywhere-sure = Выйти везде
sign-out-everywhere-keep = Отмена
sign-in-help = Играть можно и без учётной записи, но с ней ваши партии доступны на любом устройстве.
sign-up-help = Достаточно имени и пароля. Ваши партии будут доступны на любом устройстве, где вы войдёте в учётную запись.
account-since = Учётная запись создана { $date }
account-tab-profile = Профиль
account-tab-security = Безопасность
account-tab-notifications = Уведомления
account-tab-api = API
account-name = Имя
account-name-help = От 2 до 32 символов одного алфавита. Это имя увидят другие игроки.
ratings-were-reset = Модератор сбросил ваши рейтинги ({ $date }). Партии сохранились, а рейтинги начнутся заново со следующей рейтинговой партии. Причина: { $reason }
registration-closed = Регистрация на этом сервере сейчас закрыта.
account-have = Уже есть учётная запись?
account-have-none = Ещё нет учётной записи?
account-take =
    { $count ->
        [one] Перенести { $count } партию из этого браузера в учётную запись
        [few] Перенести { $count } партии из этого браузера в учётную запись
       *[other] Перенести { $count } партий из этого браузера в учётную запись
    }
account-unclaimed =
    { $count ->
        [one] { $count } партия из этого браузера ещё не в вашей учётной записи.
        [few] { $count } партии из этого браузера ещё не в вашей учётной записи.
       *[other] { $count } партий из этого браузера ещё не в вашей учётной записи.
    }
account-claim = Перенести в учётную запись
account-claimed = Партии из этого браузера теперь в вашей учётной записи.
account-to-profile = Мой профиль
account-to-tables = Мои партии
password = Пароль
password-help = Не меньше 8 символов. Хороший пароль — несколько не связанных между собой слов: надёжно и легко запомнить.
password-show = Показать пароль
password-old = Текущий пароль
password-new = Новый пароль
password-old-wrong = Неверный текущий пароль. Введите его ещё раз.
password-change = Сменить пароль
password-change-help = Вы выйдете из учётной записи на всех других устройствах, а токены ваших программ перестанут действовать.
password-changed = Пароль изменён. Сеансы на всех других устройствах завершены.
sessions = Активные сеансы
sessions-help = Если не пользоваться устройством 90 дней, сеанс на нём завершится автоматически.
sessions-end-others = Завершить остальные сеансы
session-device = { $browser }, { $system }
session-program = Программа
session-current = это устройство
session-times = вход: { $since }, последняя активность: { $used }
session-end = Завершить
session-end-of = Завершить сеанс: { $device }
public-profile = Страница игрока
public-profile-help = Аватар и флаг на вашей странице. И то и другое необязательно.
avatar = Аватар
avatar-none = Нет
avatar-colour = Цвет
avatar-colour-0 = Красный
avatar-colour-1 = Синий
avatar-colour-2 = Жёлтый
avatar-colour-3 = Зелёный
avatar-colour-4 = Чёрный
avatar-colour-5 = Фиолетовый
avatar-background = Фон
avatar-background-field = Поле
avatar-background-city = Город
avatar-background-road = Дорога
avatar-background-river = Река
avatar-background-forest = Лес
avatar-background-mountain = Горы
flag = Флаг
flag-none = Нет
profile-save = Сохранить
profile-saved = Сохранено.
leaving = Ваши данные
download = Скачать мои данные
download-help = Один файл в формате JSON со всем, что сервер хранит о вас: профиль, сеансы, способы входа, партии с ходами, сообщения, список заблокированных, жалобы.
delete = Удалить учётную запись…
delete-help = Учётную запись можно удалить в любое время.
delete-title = Удалить учётную запись «{ $name }»?
delete-what = Ваше имя, сеансы, сообщения и список заблокированных будут удалены. В партиях с другими вместо имени будет «удалённый игрок»; в незаконченных партиях вам засчитают поражение.
delete-for-good = Отменить это нельзя.
delete-sure = Удалить навсегда
delete-keep = Оставить учётную запись
delete-wrong = Неверный пароль. Введите его ещё раз.
account-deleted = Ваша учётная запись удалена.
