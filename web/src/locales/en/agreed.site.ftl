### Clocks, undo, resignation and how games end.

## Choosing a clock

clock = Time
clock-choose = Time control
clock-none = No clock
clock-help = Clocks start on the second turn and pause while the server is down. Computer players have no clock.
undo-choose = Allow take-backs
undo-choose-help = If the others agree, and only until the next player moves.
