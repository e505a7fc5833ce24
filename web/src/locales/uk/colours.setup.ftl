### Colours of players.

colour-of = Колір: { $name }
colour-choose = { $name }, колір: { $colour }. Змінити.
colour-help = Із цим кольором почнуться й ваші наступні партії, якщо він вільний.
colour-taken = зайнятий
colour-0 = червоний
colour-1 = синій
colour-2 = жовтий
colour-3 = зелений
colour-4 = чорний
colour-5 = рожевий
error-colour_taken = Цей колір уже в іншого гравця. Виберіть інший.
