### Clocks, undo, resignation and how games end.

## Choosing a clock

clock = Time
clock-choose = Time control
clock-none = No clock
clock-help = Clocks start with the second turn and stop while the server is down. Computer players have none.
undo-choose = Allow take-backs
undo-choose-help = With the others’ consent, until the next player has moved.
