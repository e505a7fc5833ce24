# API tokens: programs act as an account with them

error-program_rated = A person has already played rated games with this account. Create a separate account for the program.
error-rated_program = Rated games are either between people or between programs. Play this one unrated.
