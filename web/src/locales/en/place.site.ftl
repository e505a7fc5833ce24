### Where a game is played.

play-on-device = Play on this device
play-on-device-help = The game runs in this browser and needs no connection.
play-on-device-only = Without a connection, you can play on this device. Seats for other people need the server.
offline-now = You’re offline. You can start games here and continue games on this device.
