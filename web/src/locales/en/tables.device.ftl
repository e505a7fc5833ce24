### Tables on this device.

device-game = Game on this device
device-game-help = This game is stored in this browser. It needs no connection, and only you can see it.
device-games = Games on this device
device-games-help = Stored in this browser and playable without a connection. Save them to a file to keep a copy.
device-save-game = Save this game to a file
device-save-all = Save all to a file
device-load = Open games from a file
device-loaded = { $count ->
    [one] One game opened.
   *[other] { $count } games opened.
}
device-not-loaded = { $count ->
    [one] One game in the file is damaged and was skipped.
   *[other] { $count } games in the file are damaged and were skipped.
}
device-show-all = Show all { $count }
device-delete = Delete
device-delete-of = Delete the game { $names }
device-delete-sure = Delete this game from the device? You can’t undo this.
device-damaged = This entry is damaged.
device-copy = Continue on the server
device-copy-help = Makes a copy at a table on the server, which you can open on other devices. This game stays on this device.
device-copy-go = Go to the table
error-device_full = There’s no space left on this device, so your last move wasn’t saved. Free some space, then try again.
error-device_storage = This browser doesn’t let the page store anything, so games can’t be kept on this device. Leave private browsing, or allow site data for this page.
error-device_elsewhere = This game is open in another tab. Continue there, or reload this page to play here.
error-device_damaged = This game is damaged and can’t be opened. Your other games aren’t affected.
error-no_device_table = This game isn’t on this device. It may have been deleted.
error-no_engine = The games couldn’t be loaded on this device. Connect to the internet and reload the page.
error-no_transfer = This game can’t be copied: it’s rated or imported, or other people have seats.
