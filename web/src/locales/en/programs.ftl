# API tokens: programs act as an account with them

error-program_rated = This account has played rated games as a person. Create a separate account for the program.
error-rated_program = Rated games are either between people or between programs. Play this one unrated.
