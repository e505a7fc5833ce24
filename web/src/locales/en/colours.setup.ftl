### Colours of players.

colour-of = Colour: { $name }
colour-choose = { $name }, colour: { $colour }. Change it.
colour-help = You also start your next games with this colour, if no one else has it.
colour-taken = taken
colour-0 = Red
colour-1 = Blue
colour-2 = Yellow
colour-3 = Green
colour-4 = Black
colour-5 = Pink
error-colour_taken = Another player has this colour. Choose another.
