# API tokens: programs act as an account with them

error-program_rated = A person has already played rated games with this account. Create a separate account for the program.
error-rated_program = People and programs can’t play each other in rated games. Play this game unrated.
