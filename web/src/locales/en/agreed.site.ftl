### Clocks, undo, resignation and how games end.

## Choosing a clock

clock = Time
clock-choose = Time control
clock-none = No clock
clock-help = Clocks start on the second turn and pause while the server is down. Computer players have no time limit.
undo-choose = Allow undo
undo-choose-help = Players can undo a move if the others agree, until the next player moves.
