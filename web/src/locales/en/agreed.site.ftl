### Clocks, and the ends and turns of a game that people agree on.

## Choosing a clock

clock = Time
clock-choose = Clock
clock-none = No clock
clock-help = Clocks run from the second turn on, and stand still while the server does. Computer players have none.
undo-choose = Moves can be taken back
undo-choose-help = If the others agree, until the next player has moved.
