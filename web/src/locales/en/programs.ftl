# Programs: tokens by which they act as an account

error-program_rated = This account has played rated games as a person’s. Make another account for the program.
error-rated_program = A rated game is among people or among programs. Play this one unrated.
